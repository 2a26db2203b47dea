//! The results of games on this device: a ranking of all players, and each player's results by
//! opponent, with streaks and the course over time.

use foursight_core::{Ending, Player};
use foursight_page::play::Play;
use foursight_page::scores::{Leaderboard, LeaderboardRow, UNNAMED, with_games};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_record::ledger::{HeadToHead, Ledger, LedgerEntry, LedgerPlayer, PlayerResult};
use foursight_table::Occupant;
use leptos::prelude::*;

use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::lazy::load_tournament_games;
use crate::shell::signals::ErasedSignal;
use crate::views::play::count_up::count_up;
use crate::views::play::disc_icon;
use crate::views::play::opponent_cards::level_icon;
use crate::views::{
    bool_signal, click_handler, context, dynamic_view, icons, text_signal, view_if,
};

/// Number of recent games in the chart.
const COURSE_GAMES: usize = 30;
/// Storage key of the choice to count tournament games.
const TOURNAMENTS_KEY: &str = "foursight.scores.tournaments";

/// The scores page.
#[component]
pub(crate) fn Scores() -> impl IntoView {
    let (ui, text) = context();
    let stored = ErasedSignal::new(browser::load(StorageKey::Scores).unwrap_or_default());
    let is_confirming = ErasedSignal::new(false);
    let delete = move || {
        if is_confirming.get_untracked() {
            browser::delete(StorageKey::Scores);
            stored.set(String::new());
        }
        is_confirming.update(|is| *is = !*is);
    };
    let delete_label = move || {
        let is_sure = is_confirming.get();
        text.get(if is_sure {
            M::ScoreForgetSure
        } else {
            M::ScoreForget
        })
        .to_owned()
    };
    let export = move || {
        let stored = stored.get_untracked();
        browser::download("foursight-scores.txt", "text/plain", stored.as_bytes());
    };
    let tournament_games = ErasedSignal::new(Vec::new());
    let ledger = move || {
        let ledger = stored.with(|stored| Ledger::from_text(stored));
        with_games(&ledger, tournament_games.get())
    };
    let cards = move || cards(ui, text, &ledger());
    let ranking = move || ranking(text, &Leaderboard::of(&ledger()));
    view! {
        <section class="gallery">
            <h1>{text.get(M::ScoresHeading)}</h1>
            {has_tournaments().then(|| tournament_choice(text, tournament_games))}
            {dynamic_view(ranking)}
            {dynamic_view(cards)}
            {view_if(move || stored.with(|stored| !stored.is_empty()), move || view! {
                <div class="row">
                    <button data-testid="scores-export" on:click=click_handler(export)>{text.get(M::ScoreExport)}</button>
                    <button class="apart" data-testid="scores-forget" on:click=click_handler(delete)>{text_signal(delete_label)}</button>
                </div>
            }.into_any())}
        </section>
    }
}

/// The choice to count tournament games, which sets those that count.
fn tournament_choice(text: Text, games: ErasedSignal<Vec<LedgerEntry>>) -> AnyView {
    let is_chosen = ErasedSignal::new(browser::load_raw(TOURNAMENTS_KEY).is_some());
    if is_chosen.get_untracked() {
        load_tournament_games(games);
    }
    let choose = move |is_on: bool| {
        browser::save_raw(TOURNAMENTS_KEY, is_on.then_some("1"));
        is_chosen.set(is_on);
        if is_on {
            load_tournament_games(games);
        } else {
            games.set(Vec::new());
        }
    };
    view! {
        <label class="radio">
            <input
                type="checkbox"
                data-testid="count-tournaments"
                prop:checked=bool_signal(move || is_chosen.get())
                on:change=move |event| choose(event_target_checked(&event))
            />
            <span>{text.get(M::RankTournaments)}</span>
        </label>
    }
    .into_any()
}

fn has_tournaments() -> bool {
    !browser::tournaments().is_empty()
}

/// The ranking of all players; none before the first game.
fn ranking(text: Text, leaderboard: &Leaderboard) -> AnyView {
    let rows = leaderboard.rows();
    if rows.is_empty() {
        return ().into_any();
    }
    let has_names = rows.iter().any(|row| {
        let player = &row.player;
        !player.is_bot() && !UNNAMED.contains(&player.name())
    });
    let row = |(index, row): (usize, &LeaderboardRow)| {
        let player = &row.player;
        let name = display_name(text, player.name(), player.is_bot());
        let tag = player
            .is_bot()
            .then(|| view! { " "<small>{text.get(M::RankBot)}</small> });
        let cell = |heading: M, figure: String| {
            view! { <td role="cell" data-label=text.get(heading)>{figure}</td> }
        };
        let [wins, draws, losses] = row.results.map(|count| count.to_string());
        let streak = row.streak.unsigned_abs();
        let streak = match row.streak {
            0 => text.get(M::RankNoStreak).to_owned(),
            1.. => text.with(M::RankWinsInARow, &[("count", &streak)]),
            _ => text.with(M::RankLossesInARow, &[("count", &streak)]),
        };
        view! {
            <tr role="row" data-player=player.to_string()>
                <td role="cell">{index + 1}</td>
                <th role="rowheader" scope="row">{name}{tag}</th>
                {cell(M::RankRating, row.rating_text())}
                {cell(M::ScoreGames, row.games().to_string())}
                {cell(M::ScoreWins, wins)}
                {cell(M::ScoreDraws, draws)}
                {cell(M::ScoreLosses, losses)}
                {cell(M::RankStreak, streak)}
                {cell(M::RankBest, row.best_streak.to_string())}
            </tr>
        }
    };
    let headings = [
        M::RankPlace,
        M::RankPlayer,
        M::RankRating,
        M::ScoreGames,
        M::ScoreWins,
        M::ScoreDraws,
        M::ScoreLosses,
        M::RankStreak,
        M::RankBest,
    ];
    let headings = headings
        .map(|heading| view! { <th role="columnheader" scope="col">{text.get(heading)}</th> });
    view! {
        <section class="card ranking">
            <h2>{text.get(M::RankHeading)}</h2>
            <div class="ranked" tabindex="0" role="group" aria-label=text.get(M::RankHeading)>
                <table role="table" data-testid="ranking">
                    <thead role="rowgroup"><tr role="row">{headings.collect_view()}</tr></thead>
                    <tbody role="rowgroup">{rows.iter().enumerate().map(row).collect_view()}</tbody>
                </table>
            </div>
            <p class="small">{text.get(M::RankAbout)}{(!has_names).then(|| format!(" {}", text.get(M::RankNames)))}</p>
        </section>
    }
    .into_any()
}

/// Adds a finished game to the ledger, unless it was not to be counted.
pub(crate) fn record_game(play: &Play, began: u64) {
    if !play.start().is_counted {
        return;
    }
    let winner = match play.table.ending() {
        Some(Ending::Won(winner, _)) => Some(winner),
        Some(Ending::Draw(_)) => None,
        _ => return,
    };
    let start = play.start();
    let is_against_bot = start
        .seats
        .iter()
        .any(|occupant| matches!(occupant, Occupant::Bot(..)));
    let seats = Player::BOTH.map(|player| {
        let seat = start.seat_of(player);
        match &start.seats[seat.index()] {
            // A bot's id has its level first, then its personality.
            Occupant::Bot(id) => LedgerPlayer::bot(id.split(' ').next().unwrap_or_default()),
            Occupant::Person(name) if !name.is_empty() => LedgerPlayer::person(name),
            Occupant::Person(_) if is_against_bot => LedgerPlayer::person(UNNAMED[0]),
            Occupant::Person(_) => LedgerPlayer::person(UNNAMED[1 + seat.index()]),
        }
    });
    let mut ledger = Ledger::from_text(&browser::load(StorageKey::Scores).unwrap_or_default());
    let plies = play.game().moves().len() as u32;
    ledger.add(LedgerEntry::new(
        began,
        play.game().ruleset(),
        seats,
        winner,
        plies,
    ));
    browser::save(StorageKey::Scores, &ledger.to_text());
}

fn cards(ui: Ui, text: Text, ledger: &Ledger) -> AnyView {
    let people = ledger.person_names();
    if people.is_empty() {
        return view! {
            <div class="card nothing">
                {icons::icon(icons::CUP)}
                <p data-testid="no-scores">{text.get(M::ScoresNone)}</p>
                <a class="button main" href="#/new">{icons::icon(icons::PLAY)}{text.get(M::NewGame)}</a>
            </div>
        }
        .into_any();
    }
    let rows = people.iter().enumerate().flat_map(|(index, player)| {
        let against = ledger.head_to_heads(player).into_iter();
        // Two people share one card, that of the one who played first.
        let earlier = people[..index].to_vec();
        let is_new =
            move |opponent: &LedgerPlayer| opponent.is_bot() || !earlier.contains(&opponent.name());
        against
            .filter(move |(opponent, _)| is_new(opponent))
            .map(move |(opponent, tally)| card(ui, text, player, &opponent, &tally))
    });
    view! { <div class="tallies">{rows.collect::<Vec<_>>()}</div> }.into_any()
}

/// Returns the display name of a player of the ledger.
fn display_name(text: Text, name: &str, is_bot: bool) -> String {
    if is_bot {
        let level = name.parse().map(game_text::level_name);
        return level.map_or_else(|_| name.to_owned(), |message| text.get(message).to_owned());
    }
    match UNNAMED.iter().position(|own| *own == name) {
        Some(0) => text.get(M::You).to_owned(),
        Some(number) => text.with(M::PlayerNumber, &[("number", &number)]),
        None => name.to_owned(),
    }
}

fn card(ui: Ui, text: Text, player: &str, opponent: &LedgerPlayer, tally: &HeadToHead) -> AnyView {
    let heading = text.with(
        M::ScoreAgainst,
        &[
            ("name", &display_name(text, player, false)),
            (
                "opponent",
                &display_name(text, opponent.name(), opponent.is_bot()),
            ),
        ],
    );
    let counts = [
        ("up", M::ScoreWins, tally.wins()),
        ("even", M::ScoreDraws, tally.draws()),
        ("down", M::ScoreLosses, tally.losses()),
    ];
    let shares = counts.map(|(class, _, count)| {
        view! { <i class=class style:flex-grow=count.to_string()></i> }
    });
    let results = counts.map(|(class, message, count)| {
        view! { <div class=class><dt>{text.get(message)}</dt><dd>{count_up(ui, count)}</dd></div> }
    });
    let quickest = tally.quickest_win_plies;
    let numbers = [
        (M::ScoreGames, tally.games().to_string()),
        (M::ScoreStreak, tally.best_streak.to_string()),
        (
            M::ScoreQuickest,
            quickest.map_or_else(|| "–".to_owned(), |plies| plies.to_string()),
        ),
        (M::ScoreLongest, tally.longest_plies.to_string()),
        (M::ScoreAsFirst, seat_record(tally.by_seat[0])),
        (M::ScoreAsSecond, seat_record(tally.by_seat[1])),
    ];
    let numbers = numbers.map(|(message, number)| {
        view! { <div><dt>{text.get(message)}</dt><dd>{number}</dd></div> }
    });
    view! {
        <section class="card tally" data-testid=format!("tally-{}", opponent.name())>
            <h2>{opponent_icon(opponent)}{heading}</h2>
            <dl class="results">{results.collect_view()}</dl>
            <div class="shares" aria-hidden="true">{shares.collect_view()}</div>
            {results_chart(text, tally)}
            <dl>{numbers.collect_view()}</dl>
        </section>
    }
    .into_any()
}

/// The icon of an opponent: the face of a bot, or a disc for a person.
fn opponent_icon(opponent: &LedgerPlayer) -> AnyView {
    match opponent.name().parse() {
        Ok(level) if opponent.is_bot() => level_icon(level),
        _ if opponent.name() == UNNAMED[1] => disc_icon(Player::Second),
        _ => disc_icon(Player::First),
    }
}

/// Formats wins, draws and losses at one seat.
fn seat_record([wins, draws, losses]: [u32; 3]) -> String {
    format!("{wins} : {draws} : {losses}")
}

/// The recent games as bars: up for a win, down for a loss.
fn results_chart(text: Text, tally: &HeadToHead) -> AnyView {
    let last: Vec<_> = tally
        .results
        .iter()
        .rev()
        .take(COURSE_GAMES)
        .rev()
        .collect();
    let bars = last.iter().enumerate().map(|(at, ended)| {
        let (class, y, height) = match ended {
            PlayerResult::Win => ("up", 0, 20),
            PlayerResult::Draw => ("even", 18, 4),
            PlayerResult::Loss => ("down", 20, 20),
        };
        view! { <rect class=class x=at * 10 y=y width="8" height=height rx="2"/> }
    });
    // Few games do not shrink to a corner of a wide chart.
    let view_box = format!("0 0 {} 40", last.len().max(COURSE_GAMES / 2) * 10);
    view! {
        <svg class="course" viewBox=view_box preserveAspectRatio="xMinYMid" role="img" aria-label=text.get(M::ScoreCourse)>
            {bars.collect_view()}
        </svg>
    }
    .into_any()
}
