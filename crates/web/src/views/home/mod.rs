//! The home page: a board that plays a game by itself, and the ways to start one.

pub(crate) mod home_summary;

use std::fmt::Display;
use std::time::Duration;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game};
use foursight_page::hand::drop_preview::DropPreview;
use foursight_page::play::Message;
use foursight_page::stage::BoardAnimation;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::bot_ids::bot_occupant;
use foursight_page::wording::player_names::full_name_at_seat;
use foursight_table::{GameStart, Occupant, Seat};
use leptos::prelude::*;

use super::play::{prefers_scene, quality};
use super::{click_handler, context, dynamic_view, icons, theme};
use crate::scene::{AimBindings, Scene, SceneHandle, SceneStatus};
use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, effect, erased_memo};

/// A game of two perfect players from the empty board, as column numbers.
const DEMO_GAME: &[u8] = b"44444666622226241615511152173737773337355";
/// Time between two drops of the demo game.
const DROP_INTERVAL: Duration = Duration::from_millis(1700);
/// Ticks for which the final position stays before the board empties.
const REST_TICKS: usize = 4;

/// The home page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let (ui, text) = context();
    view! {
        <section class="home">
            <div class="hero">
                <h1>{text.get(M::Headline)}</h1>
                <p class="lead">{text.get(M::Lead)}</p>
                <div class="row">
                    <button class="main" data-testid="play-computer" on:click=click_handler(move || begin(ui, QuickStart::Computer))>
                        {icons::icon(icons::PLAY)}
                        <span>{text.get(M::PlayComputer)}{dynamic_view(move || start_label(ui, text, QuickStart::Computer))}</span>
                    </button>
                    <button data-testid="play-two" on:click=click_handler(move || begin(ui, QuickStart::People))>
                        <span>{text.get(M::PlayTwo)}{dynamic_view(move || start_label(ui, text, QuickStart::People))}</span>
                    </button>
                    <a class="button" data-testid="play-online" href="#/online/pair">{text.get(M::PlayOnline)}</a>
                </div>
                {dynamic_view(move || last_score(ui, text))}
            </div>
            <DemoBoard/>
            <ul class="tiles">{dynamic_view(move || tiles(ui, text))}</ul>
        </section>
    }
}

/// The score between the last two players, and the link back to a game in play.
fn last_score(ui: Ui, text: Text) -> AnyView {
    ui.with_play(|play| {
        let is_running = play.table.is_in_play();
        let [one, two] = Seat::BOTH.map(|seat| full_name_at_seat(text, play.start(), seat));
        let [wins, losses] = play.table.score().wins;
        let score = format!("{wins} : {losses}");
        let has_score = wins + losses > 0 || is_running;
        let last_score = has_score.then(|| {
            let parts: [(&str, &dyn Display); 3] = [("one", &one), ("two", &two), ("score", &score)];
            text.with(M::LastTime, &parts)
        });
        let on = is_running.then(|| view! {
            " "<a class="button" data-testid="continue" href="#/play">{text.get(M::ContinueGame)}</a>
        });
        view! { <p>{last_score}{on}</p> }.into_any()
    })
}

/// Summaries of earlier visits for the tiles, filled by the lazy chunk.
#[derive(Default)]
pub(crate) struct HomeSummary {
    /// Progress in the course.
    pub(crate) learned: Option<String>,
    /// Games played and won.
    pub(crate) scored: Option<String>,
    /// The game that ended last: its address, thumbnail and result.
    pub(crate) last_game: Option<(String, AnyView, String)>,
}

/// Tiles that link to the other pages, with what was done there.
fn tiles(ui: Ui, text: Text) -> AnyView {
    let exports = ui.main_chunk.loaded().and_then(Result::ok);
    let HomeSummary {
        learned,
        scored,
        last_game,
    } = exports.map_or_else(HomeSummary::default, |exports| {
        (exports.home_summary)(ui, text)
    });
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
            icons::icon(icon).into_any(),
            text.get(name),
            about,
        ));
    }
    if let Some((link, picture, status)) = last_game {
        // The replay links to the list of games, so its tile goes.
        tiles.pop();
        tiles.push(tile(link, picture, text.get(M::TileLast), status));
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

/// The games that the home page starts with one click.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuickStart {
    Computer,
    People,
}

/// The game that a click would start, once the lazy chunk can describe it.
fn start_label(ui: Ui, text: Text, mode: QuickStart) -> AnyView {
    ui.main_chunk.show_if_loaded(|exports| {
        let words = ui.with_play(|_| (exports.start_summary)(text, &start(ui, mode)));
        view! { <small>{words}</small> }.into_any()
    })
}

fn begin(ui: Ui, mode: QuickStart) {
    ui.send(Message::StartGame(Box::new(start(ui, mode))));
}

/// Returns the last opponent and rules, or else the defaults of the mode. Clocks are not carried
/// over.
fn start(ui: Ui, mode: QuickStart) -> GameStart {
    let last = ui.with_own_play(|play| play.start().clone());
    let bots = last
        .seats
        .iter()
        .filter(|occupant| !occupant.is_person())
        .count();
    let is_last = matches!(
        (mode, bots),
        (QuickStart::Computer, 1) | (QuickStart::People, 0)
    );
    let person = || Occupant::Person(String::new());
    let seats = match mode {
        _ if is_last => last.seats,
        QuickStart::People => [person(), person()],
        QuickStart::Computer => [person(), bot_occupant(Level::Medium, Personality::Balanced)],
    };
    GameStart {
        start_policy: last.start_policy,
        first: last.start_policy.first(),
        ..GameStart::new(last.ruleset, seats)
    }
}

/// The 3D board on which the demo game runs slowly; it shows the final position if motion is
/// reduced.
#[component]
fn DemoBoard() -> impl IntoView {
    let (ui, _) = context();
    let (handle, ticks) = (SceneHandle::new(), ErasedSignal::new(0_usize));
    let health = ErasedSignal::new(SceneStatus::Running);
    let is_still = erased_memo(move || ui.reduces_motion());
    let tick = move || {
        let is_hidden = crate::browser::document().is_some_and(|document| document.hidden());
        if !is_hidden && !is_still.get_untracked() {
            let next = (ticks.get_untracked() + 1) % (DEMO_GAME.len() + REST_TICKS);
            ticks.set(next);
            match next {
                0 => handle.show(&BoardAnimation::Empty(Game::default())),
                plies if plies <= DEMO_GAME.len() => {
                    handle.show(&BoardAnimation::between(
                        &demo_game(plies - 1),
                        demo_game(plies),
                    ));
                }
                _ => {}
            }
        }
    };
    let interval = set_interval_with_handle(tick, DROP_INTERVAL).ok();
    on_cleanup(move || {
        if let Some(interval) = interval {
            interval.clear();
        }
    });
    effect(move || {
        if is_still.get() {
            ticks.set(DEMO_GAME.len());
            handle.show(&BoardAnimation::Jump(demo_game(DEMO_GAME.len())));
        }
    });
    let scene = move || {
        let ahead = AimBindings {
            preview: erased_memo(DropPreview::default),
            on_aim: Callback::new(|_| ()),
            on_aim_below: Callback::new(|_| ()),
        };
        view! {
            <Scene
                ahead=ahead
                on_drop=Callback::new(|_| ())
                on_pull=Callback::new(|_| ())
                palette=erased_memo(move || theme(ui).scene_palette())
                is_still=is_still
                quality=erased_memo(move || quality(ui.settings().detail))
                on_health=Callback::new(move |found| health.set(found))
                handle=handle
                is_shown_only=true
            />
        }
    };
    let is_flat =
        erased_memo(move || !prefers_scene(ui) || health.get() == SceneStatus::Unavailable);
    let flat = move || {
        let game = demo_game(ticks.get().min(DEMO_GAME.len()));
        ui.main_chunk
            .show_if_loaded(|exports| (exports.mini_board)(&game))
    };
    let board = move || {
        if is_flat.get() {
            dynamic_view(flat).into_any()
        } else {
            scene().into_any()
        }
    };
    view! { <div class="live">{dynamic_view(board)}</div> }
}

/// Returns the demo game after `plies` drops.
fn demo_game(plies: usize) -> Game {
    let drops = DEMO_GAME.iter().take(plies);
    drops.fold(Game::default(), |game, digit| {
        let column = Column::from_number((digit - b'0').into());
        let next = column.and_then(|column| game.drop_in(column).ok());
        next.unwrap_or(game)
    })
}
