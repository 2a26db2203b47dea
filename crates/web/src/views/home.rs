//! The first page: the grid that plays a game by itself, and the ways to begin.

use std::fmt::Display;
use std::time::Duration;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game};
use foursight_table::{Seat, Start, Who};
use leptos::prelude::*;

use super::play::quality;
use super::{context, icons, shown, tap, theme};
use crate::model::{Message, Show, bot};
use crate::names::full_at_seat;
use crate::scene::{Handle, Scene};
use crate::shell::Ui;
use crate::shell::source::{derived, follow};
use crate::text::{Message as M, Text};

/// A game of two perfect players from the empty grid, as numbers of columns.
const GAME: &[u8] = b"44444666622226241615511152173737773337355";
/// Between two of its drops, and before it begins again.
const PACE: Duration = Duration::from_millis(1700);
/// So many beats the line is looked at before the grid empties.
const REST_BEATS: usize = 4;

/// The first page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let (ui, text) = context();
    view! {
        <section class="home">
            <div class="hero">
                <h1>{text.get(M::Headline)}</h1>
                <p class="lead">{text.get(M::Lead)}</p>
                <div class="row">
                    <button class="main" data-testid="play-computer" on:click=tap(move || begin(ui, Mode::Computer))>
                        {text.get(M::PlayComputer)}
                    </button>
                    <button data-testid="play-two" on:click=tap(move || begin(ui, Mode::People))>
                        {text.get(M::PlayTwo)}
                    </button>
                    <a class="button" data-testid="play-online" href="#/online/pair">{text.get(M::PlayOnline)}</a>
                </div>
                {shown(move || last(ui, text))}
            </div>
            <Live/>
            <ul class="tiles">
                {tile(text, "#/new", icons::SLIDERS, M::TileChoose, M::TileChooseAbout)}
                {tile(text, "#/learn", icons::BOOK, M::PageLearn, M::TileLearnAbout)}
                {tile(text, "#/scores", icons::CUP, M::ScoresHeading, M::TileScoresAbout)}
                {tile(text, "#/tournament", icons::BRACKET, M::PageTournament, M::TileTournamentAbout)}
                {tile(text, "#/games", icons::PAST, M::GamesHeading, M::TileGamesAbout)}
            </ul>
        </section>
    }
}

/// How it stands between those who played last, and the way back to a game in play.
fn last(ui: Ui, text: Text) -> AnyView {
    ui.see(|play| {
        let is_running = play.table.is_in_play();
        let [one, two] = Seat::BOTH.map(|seat| full_at_seat(text, play.start(), seat));
        let [wins, losses] = play.table.score().wins;
        let score = format!("{wins} : {losses}");
        let has_score = wins + losses > 0 || is_running;
        let last = has_score.then(|| {
            let parts: [(&str, &dyn Display); 3] = [("one", &one), ("two", &two), ("score", &score)];
            text.with(M::LastTime, &parts)
        });
        let on = is_running.then(|| view! {
            " "<a class="button" data-testid="continue" href="#/play">{text.get(M::ContinueGame)}</a>
        });
        view! { <p>{last}{on}</p> }.into_any()
    })
}

fn tile(text: Text, href: &'static str, icon: &'static str, name: M, about: M) -> impl IntoView {
    view! {
        <li>
            <a class="tile" href=href>
                {icons::drawn(icon)}
                <span><b>{text.get(name)}</b><span class="small">{text.get(about)}</span></span>
            </a>
        </li>
    }
}

/// Who plays against whom, for those who want to begin at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Computer,
    People,
}

/// Begins with what was chosen last; where that was something else, with what most people want.
fn begin(ui: Ui, mode: Mode) {
    let last = ui.own(|play| play.start().clone());
    let bots = last.seats.iter().filter(|who| !who.is_person()).count();
    let is_last = matches!((mode, bots), (Mode::Computer, 1) | (Mode::People, 0));
    let person = || Who::Person(String::new());
    let seats = match mode {
        _ if is_last => last.seats,
        Mode::People => [person(), person()],
        Mode::Computer => [person(), bot(Level::Medium, Personality::Balanced)],
    };
    let start = Start {
        starts: last.starts,
        first: last.starts.first(),
        clock: last.clock,
        ..Start::new(last.ruleset, seats)
    };
    ui.send(Message::Begin(Box::new(start)));
}

/// The grid in space, in which a game goes on, slowly; nothing moves if that is not wanted.
#[component]
fn Live() -> impl IntoView {
    let (ui, _) = context();
    let (handle, beat) = (Handle::new(), StoredValue::new(0_usize));
    let is_still = derived(move || ui.is_still());
    let tick = move || {
        let is_hidden = crate::browser::document().is_some_and(|document| document.hidden());
        if !is_hidden && !is_still.get_untracked() {
            let next = (beat.get_value() + 1) % (GAME.len() + REST_BEATS);
            beat.set_value(next);
            match next {
                0 => handle.show(&Show::Emptied(Game::default())),
                plies if plies <= GAME.len() => {
                    handle.show(&Show::step(&after(plies - 1), after(plies)));
                }
                _ => {}
            }
        }
    };
    let clock = set_interval_with_handle(tick, PACE).ok();
    on_cleanup(move || {
        if let Some(clock) = clock {
            clock.clear();
        }
    });
    follow(move || {
        if is_still.get() {
            beat.set_value(GAME.len());
            handle.show(&Show::Jump(after(GAME.len())));
        }
    });
    view! {
        <div class="live">
            <Scene
                aim=derived(|| None)
                on_aim=Callback::new(|_| ())
                on_drop=Callback::new(|_| ())
                on_pull=Callback::new(|_| ())
                palette=derived(move || theme(ui).scene())
                is_still=is_still
                quality=derived(move || quality(ui.settings().detail))
                on_health=Callback::new(|_| ())
                handle=handle
            />
        </div>
    }
}

/// The game after so many drops.
fn after(plies: usize) -> Game {
    let drops = GAME.iter().take(plies);
    drops.fold(Game::default(), |game, digit| {
        let column = Column::from_number((digit - b'0').into());
        let next = column.and_then(|column| game.drop_in(column).ok());
        next.unwrap_or(game)
    })
}
