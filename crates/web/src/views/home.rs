//! The first page: the grid that plays a game by itself, and the ways to begin.

use std::fmt::Display;
use std::time::Duration;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game};
use foursight_table::{Seat, Start, Who};
use leptos::prelude::*;

use super::play::{is_wanted_in_space, quality};
use super::{context, icons, shown, tap, theme};
use crate::aimed::Foreseen;
use crate::model::{Message, Show, bot};
use crate::names::full_at_seat;
use crate::scene::{Ahead, Handle, Health, Scene};
use crate::shell::Ui;
use crate::shell::source::{Source, derived, follow};
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
                        {icons::drawn(icons::PLAY)}
                        <span>{text.get(M::PlayComputer)}{shown(move || chosen(ui, text, Mode::Computer))}</span>
                    </button>
                    <button data-testid="play-two" on:click=tap(move || begin(ui, Mode::People))>
                        <span>{text.get(M::PlayTwo)}{shown(move || chosen(ui, text, Mode::People))}</span>
                    </button>
                    <a class="button" data-testid="play-online" href="#/online/pair">{text.get(M::PlayOnline)}</a>
                </div>
                {shown(move || last(ui, text))}
            </div>
            <Live/>
            <ul class="tiles">{shown(move || tiles(ui, text))}</ul>
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

/// What is known of earlier visits, for the tiles. It is read behind a door.
#[derive(Default)]
pub(crate) struct Known {
    /// How far somebody has come in the course.
    pub(crate) learned: Option<String>,
    /// How many games were played and won.
    pub(crate) scored: Option<String>,
    /// The game that ended last: its address, its picture, how it ended.
    pub(crate) last: Option<(String, AnyView, String)>,
}

/// The ways to the other pages, with what was done there.
fn tiles(ui: Ui, text: Text) -> AnyView {
    let doors = ui.doors.found().and_then(Result::ok);
    let Known {
        learned,
        scored,
        last,
    } = doors.map_or_else(Known::default, |doors| (doors.known)(ui, text));
    let rows = [
        (
            "#/new",
            icons::SLIDERS,
            M::TileChoose,
            None,
            M::TileChooseAbout,
        ),
        (
            "#/learn",
            icons::BOOK,
            M::PageLearn,
            learned,
            M::TileLearnAbout,
        ),
        (
            "#/scores",
            icons::CUP,
            M::ScoresHeading,
            scored,
            M::TileScoresAbout,
        ),
        (
            "#/tournament",
            icons::BRACKET,
            M::PageTournament,
            None,
            M::TileTournamentAbout,
        ),
        (
            "#/games",
            icons::PAST,
            M::GamesHeading,
            None,
            M::TileGamesAbout,
        ),
    ];
    let mut tiles: Vec<AnyView> = Vec::new();
    for (href, icon, name, known, about) in rows {
        let about = known.unwrap_or_else(|| text.get(about).to_owned());
        tiles.push(tile(
            href.to_owned(),
            icons::drawn(icon).into_any(),
            text.get(name),
            about,
        ));
    }
    if let Some((link, picture, how)) = last {
        // The list of games is one press away from it.
        tiles.pop();
        tiles.push(tile(link, picture, text.get(M::TileLast), how));
    }
    tiles.into_any()
}

fn tile(href: String, picture: AnyView, name: &'static str, about: String) -> AnyView {
    view! {
        <li>
            <a class="tile" href=href>
                {picture}
                <span><b>{name}</b><span class="small">{about}</span></span>
            </a>
        </li>
    }
    .into_any()
}

/// Who plays against whom, for those who want to begin at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Computer,
    People,
}

/// What a press would begin, once that can be said.
fn chosen(ui: Ui, text: Text, mode: Mode) -> AnyView {
    ui.doors.if_there(|doors| {
        let words = ui.see(|_| (doors.begins)(text, &start(ui, mode)));
        view! { <small>{words}</small> }.into_any()
    })
}

fn begin(ui: Ui, mode: Mode) {
    ui.send(Message::Begin(Box::new(start(ui, mode))));
}

/// The opponent and the rules that were chosen last; where that was something else, what most people want.
/// Clocks are for those who choose them anew.
fn start(ui: Ui, mode: Mode) -> Start {
    let last = ui.own(|play| play.start().clone());
    let bots = last.seats.iter().filter(|who| !who.is_person()).count();
    let is_last = matches!((mode, bots), (Mode::Computer, 1) | (Mode::People, 0));
    let person = || Who::Person(String::new());
    let seats = match mode {
        _ if is_last => last.seats,
        Mode::People => [person(), person()],
        Mode::Computer => [person(), bot(Level::Medium, Personality::Balanced)],
    };
    Start {
        starts: last.starts,
        first: last.starts.first(),
        ..Start::new(last.ruleset, seats)
    }
}

/// The grid in space, in which a game goes on, slowly; nothing moves if that is not wanted.
#[component]
fn Live() -> impl IntoView {
    let (ui, _) = context();
    let (handle, beat) = (Handle::new(), Source::new(0_usize));
    let health = Source::new(Health::Well);
    let is_still = derived(move || ui.is_still());
    let tick = move || {
        let is_hidden = crate::browser::document().is_some_and(|document| document.hidden());
        if !is_hidden && !is_still.get_untracked() {
            let next = (beat.get_untracked() + 1) % (GAME.len() + REST_BEATS);
            beat.set(next);
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
            beat.set(GAME.len());
            handle.show(&Show::Jump(after(GAME.len())));
        }
    });
    let scene = move || {
        let ahead = Ahead {
            foreseen: derived(Foreseen::default),
            on_aim: Callback::new(|_| ()),
            on_reach: Callback::new(|_| ()),
        };
        view! {
            <Scene
                ahead=ahead
                on_drop=Callback::new(|_| ())
                on_pull=Callback::new(|_| ())
                palette=derived(move || theme(ui).scene())
                is_still=is_still
                quality=derived(move || quality(ui.settings().detail))
                on_health=Callback::new(move |found| health.set(found))
                handle=handle
                is_shown_only=true
            />
        }
    };
    let is_flat = derived(move || !is_wanted_in_space(ui) || health.get() == Health::Missing);
    let flat = move || {
        let game = after(beat.get().min(GAME.len()));
        ui.doors.if_there(|doors| (doors.mini)(&game))
    };
    let grid = move || {
        if is_flat.get() {
            shown(flat).into_any()
        } else {
            scene().into_any()
        }
    };
    view! { <div class="live">{shown(grid)}</div> }
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
