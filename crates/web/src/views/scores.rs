//! How games ended on this device: by opponent, with streaks and the course over time.

use foursight_core::{Ending, Player};
use foursight_record::ledger::{Ended, Ledger, Line, Seat, Tally};
use foursight_table::Who;
use leptos::prelude::*;

use super::counted::counted;
use super::new_game::face;
use super::play::faced;
use super::{context, icons, live, shown_if, tap};
use crate::browser::{self, Entry};
use crate::model::Play;
use crate::shell::Ui;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::words;

/// So many of the last games are drawn.
const COURSE_GAMES: usize = 30;
/// What people are called in the ledger: alone against a bot, or at the first and the second seat.
const NAMES: [&str; 3] = ["you", "one", "two"];

/// The page with the scores.
#[component]
pub(crate) fn Scores() -> impl IntoView {
    let (ui, text) = context();
    let kept = Source::new(browser::load(Entry::Scores).unwrap_or_default());
    let is_asked = Source::new(false);
    let forget = move || {
        if is_asked.get_untracked() {
            browser::forget(Entry::Scores);
            kept.set(String::new());
        }
        is_asked.update(|is| *is = !*is);
    };
    let forget_label = move || {
        let is_sure = is_asked.get();
        text.get(if is_sure {
            M::ScoreForgetSure
        } else {
            M::ScoreForget
        })
        .to_owned()
    };
    let export = move || {
        let kept = kept.get_untracked();
        browser::download("foursight-scores.txt", "text/plain", kept.as_bytes());
    };
    let cards = move || kept.with(|kept| cards(ui, text, &Ledger::from_text(kept)));
    view! {
        <section class="gallery">
            <h1>{text.get(M::ScoresHeading)}</h1>
            {cards}
            {shown_if(move || kept.with(|kept| !kept.is_empty()), move || view! {
                <div class="row">
                    <button data-testid="scores-export" on:click=tap(export)>{text.get(M::ScoreExport)}</button>
                    <button class="apart" data-testid="scores-forget" on:click=tap(forget)>{live(forget_label)}</button>
                </div>
            }.into_any())}
        </section>
    }
}

/// Adds a game that has ended to the ledger.
pub(crate) fn count(play: &Play, began: u64) {
    let winner = match play.table.ending() {
        Some(Ending::Won(winner, _)) => Some(winner),
        Some(Ending::Tied(_)) => None,
        _ => return,
    };
    let start = play.start();
    let is_against_bot = start.seats.iter().any(|who| matches!(who, Who::Bot(..)));
    let seats = Player::BOTH.map(|player| {
        let seat = start.seat_of(player);
        match &start.seats[seat.index()] {
            // Its level comes first, then its character.
            Who::Bot(id) => Seat::bot(id.split(' ').next().unwrap_or_default()),
            Who::Person(_) if is_against_bot => Seat::person(NAMES[0]),
            Who::Person(_) => Seat::person(NAMES[1 + seat.index()]),
        }
    });
    let mut ledger = Ledger::from_text(&browser::load(Entry::Scores).unwrap_or_default());
    let plies = play.game().moves().len() as u32;
    ledger.add(Line::new(
        began,
        play.game().ruleset(),
        seats,
        winner,
        plies,
    ));
    browser::save(Entry::Scores, &ledger.to_text());
}

fn cards(ui: Ui, text: Text, ledger: &Ledger) -> AnyView {
    let people = ledger.people();
    if people.is_empty() {
        return view! {
            <div class="card nothing">
                {icons::drawn(icons::CUP)}
                <p data-testid="no-scores">{text.get(M::ScoresNone)}</p>
                <a class="button main" href="#/new">{icons::drawn(icons::PLAY)}{text.get(M::NewGame)}</a>
            </div>
        }
        .into_any();
    }
    let rows = people.into_iter().flat_map(|player| {
        let against = ledger.against(player).into_iter();
        against.map(move |(opponent, tally)| card(ui, text, player, &opponent, &tally))
    });
    view! { <div class="tallies">{rows.collect::<Vec<_>>()}</div> }.into_any()
}

/// What somebody of the ledger is called on the page.
fn name(text: Text, name: &str, is_bot: bool) -> String {
    if is_bot {
        let level = name.parse().map(words::level_name);
        return level.map_or_else(|_| name.to_owned(), |message| text.get(message).to_owned());
    }
    match NAMES.iter().position(|own| *own == name) {
        Some(0) => text.get(M::You).to_owned(),
        Some(number) => text.with(M::PlayerNumber, &[("number", &number)]),
        None => name.to_owned(),
    }
}

fn card(ui: Ui, text: Text, player: &str, opponent: &Seat, tally: &Tally) -> AnyView {
    let heading = text.with(
        M::ScoreAgainst,
        &[
            ("name", &name(text, player, false)),
            ("opponent", &name(text, opponent.name(), opponent.is_bot())),
        ],
    );
    let counts = [
        ("up", M::ScoreWins, tally.wins()),
        ("even", M::ScoreTies, tally.ties()),
        ("down", M::ScoreLosses, tally.losses()),
    ];
    let shares = counts.map(|(class, _, count)| {
        view! { <i class=class style:flex-grow=count.to_string()></i> }
    });
    let results = counts.map(|(class, message, count)| {
        view! { <div class=class><dt>{text.get(message)}</dt><dd>{counted(ui, count)}</dd></div> }
    });
    let quickest = tally.quickest_win;
    let numbers = [
        (M::ScoreGames, tally.games().to_string()),
        (M::ScoreStreak, tally.best_streak.to_string()),
        (
            M::ScoreQuickest,
            quickest.map_or_else(|| "–".to_owned(), |plies| plies.to_string()),
        ),
        (M::ScoreLongest, tally.longest.to_string()),
        (M::ScoreAsFirst, as_seat(tally.by_seat[0])),
        (M::ScoreAsSecond, as_seat(tally.by_seat[1])),
    ];
    let numbers = numbers.map(|(message, number)| {
        view! { <div><dt>{text.get(message)}</dt><dd>{number}</dd></div> }
    });
    view! {
        <section class="card tally" data-testid=format!("tally-{}", opponent.name())>
            <h2>{portrayed(opponent)}{heading}</h2>
            <dl class="results">{results.collect_view()}</dl>
            <div class="shares" aria-hidden="true">{shares.collect_view()}</div>
            {course(text, tally)}
            <dl>{numbers.collect_view()}</dl>
        </section>
    }
    .into_any()
}

/// The face of an opponent: that of a bot, or the disc of a person.
fn portrayed(opponent: &Seat) -> AnyView {
    match opponent.name().parse() {
        Ok(level) if opponent.is_bot() => face(level),
        _ if opponent.name() == NAMES[1] => faced(Player::Second),
        _ => faced(Player::First),
    }
}

/// Wins, ties and losses at one seat.
fn as_seat([wins, ties, losses]: [u32; 3]) -> String {
    format!("{wins} : {ties} : {losses}")
}

/// The last games as bars: up for a win, down for a loss.
fn course(text: Text, tally: &Tally) -> AnyView {
    let last: Vec<_> = tally.course.iter().rev().take(COURSE_GAMES).rev().collect();
    let bars = last.iter().enumerate().map(|(at, ended)| {
        let (class, y, height) = match ended {
            Ended::Win => ("up", 0, 20),
            Ended::Tie => ("even", 18, 4),
            Ended::Loss => ("down", 20, 20),
        };
        view! { <rect class=class x=at * 10 y=y width="8" height=height rx="2"/> }
    });
    // A few games are not lost in the room of many.
    let view_box = format!("0 0 {} 40", last.len().max(COURSE_GAMES / 2) * 10);
    view! {
        <svg class="course" viewBox=view_box preserveAspectRatio="xMinYMid" role="img" aria-label=text.get(M::ScoreCourse)>
            {bars.collect_view()}
        </svg>
    }
    .into_any()
}
