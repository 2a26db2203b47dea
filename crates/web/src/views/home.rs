//! The first page: the grid that plays a game by itself, and the ways to begin.

use std::time::Duration;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game};
use leptos::prelude::*;

use super::play::quality;
use super::{context, icons, tap, theme};
use crate::model::{Pairing, Seat, State, Who};
use crate::names::at_seat;
use crate::page::Page;
use crate::scene::shown::Shown;
use crate::scene::{Handle, Scene};
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
    let (page, text) = context();
    let is_running = page.peek(State::is_in_play);
    let last = page.peek(|state| {
        let [one, two] = Seat::BOTH.map(|seat| at_seat(text, state, seat));
        let [wins, losses] = state.score().wins;
        let score = format!("{wins} : {losses}");
        let has_score = wins + losses > 0 || is_running;
        has_score.then(|| {
            text.with(
                M::LastTime,
                &[("one", &one), ("two", &two), ("score", &score)],
            )
        })
    });
    view! {
        <section class="home">
            <div class="hero">
                <h1>{text.get(M::Headline)}</h1>
                <p class="lead">{text.get(M::Lead)}</p>
                <div class="row">
                    <button class="main" data-testid="play-computer" on:click=tap(move || begin(page, Mode::Computer))>
                        {text.get(M::PlayComputer)}
                    </button>
                    <button data-testid="play-two" on:click=tap(move || begin(page, Mode::People))>
                        {text.get(M::PlayTwo)}
                    </button>
                </div>
                <p>
                    {last}
                    {is_running.then(|| view! {
                        " "<a class="button" data-testid="continue" href="#/play">{text.get(M::ContinueGame)}</a>
                    })}
                </p>
            </div>
            <Live/>
            <ul class="tiles">
                {tile(text, "#/new", icons::SLIDERS, M::TileChoose, M::TileChooseAbout)}
                {tile(text, "#/learn", icons::BOOK, M::PageLearn, M::TileLearnAbout)}
                {tile(text, "#/games", icons::PAST, M::GamesHeading, M::TileGamesAbout)}
            </ul>
        </section>
    }
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
fn begin(page: Page, mode: Mode) {
    let last = page.peek(State::pairing);
    let bots = last
        .seats
        .into_iter()
        .filter(|who| *who != Who::Person)
        .count();
    let is_last = matches!((mode, bots), (Mode::Computer, 1) | (Mode::People, 0));
    let seats = match mode {
        _ if is_last => last.seats,
        Mode::People => [Who::Person; 2],
        Mode::Computer => [Who::Person, Who::Bot(Level::Medium, Personality::Balanced)],
    };
    page.begin(Pairing { seats, ..last });
}

/// The grid in space, in which a game goes on, slowly; nothing moves if that is not wanted.
#[component]
fn Live() -> impl IntoView {
    let (page, _) = context();
    let plies = Source::new(0_usize);
    let is_still = derived(move || page.is_still());
    let tick = move || {
        let is_hidden = crate::browser::document().is_some_and(|document| document.hidden());
        if !is_hidden && !is_still.get_untracked() {
            plies.update(|plies| *plies = (*plies + 1) % (GAME.len() + REST_BEATS));
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
            plies.set(GAME.len());
        }
    });
    let shown = derived(move || Shown::of(&after(plies.get())));
    view! {
        <div class="live">
            <Scene
                shown=shown
                aim=derived(|| None)
                on_aim=Callback::new(|_| ())
                on_drop=Callback::new(|_| ())
                palette=derived(move || theme(page).scene())
                is_still=is_still
                quality=derived(move || quality(page.settings().detail))
                on_health=Callback::new(|_| ())
                handle=Handle::new()
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
