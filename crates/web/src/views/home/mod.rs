//! The home page: a board that plays a game by itself, and the ways to start one.

pub(crate) mod home_summary;

use std::fmt::{Display, Write as _};
use std::time::Duration;

use foursight_bots::{Level, Personality};
use foursight_core::{Cell, Game, Player};
use foursight_page::hand::drop_preview::DropPreview;
use foursight_page::play::Message;
use foursight_page::stage::BoardAnimation;
use foursight_page::stage::demo::{DEMO_STEPS, demo_game};
use foursight_page::text::{Language, Text, UiMessage as M};
use foursight_page::wording::bot_ids::bot_occupant;
use foursight_page::wording::player_names::full_name_at_seat;
use foursight_table::{GameStart, Occupant, Seat};
use leptos::prelude::*;

use super::play::{disc_icon, player_class, prefers_scene, quality};
use super::{bool_signal, click_handler, context, dynamic_view, icons, theme, view_if};
use crate::browser;
use crate::scene::{AimBindings, Scene, SceneHandle, SceneStatus};
use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, effect, erased_memo};

/// Time between two steps of the demo.
const STEP_INTERVAL: Duration = Duration::from_millis(1700);

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
                {view_if(move || !ui.with_play(|play| play.table.is_in_play()), move || challenge(ui, text))}
                {dynamic_view(move || last_score(ui, text))}
            </div>
            <DemoBoard/>
            <ul class="tiles">{dynamic_view(move || tiles(ui, text))}</ul>
            {footer(ui, text)}
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
        view! { <p class="last">{last_score}{on}</p> }.into_any()
    })
}

/// The question about the position on the board, and the button that takes the game over.
fn challenge(ui: Ui, text: Text) -> AnyView {
    let take_over = move || {
        let moves = demo_game(0);
        let start = GameStart {
            opening: moves.moves().iter().copied().map(Into::into).collect(),
            // The page named the move that wins.
            is_counted: false,
            ..GameStart::new(
                moves.ruleset(),
                [
                    Occupant::Person(String::new()),
                    bot_occupant(FIRST_LEVEL, Personality::Balanced),
                ],
            )
        };
        ui.send(Message::StartGame(Box::new(start)));
    };
    view! {
        <button class="challenge first" data-testid="challenge" on:click=click_handler(take_over)>
            {disc_icon(Player::First)}
            <span><b>{text.get(M::Challenge)}</b><small>{text.get(M::ChallengeAbout)}</small></span>
        </button>
    }
    .into_any()
}

/// Links that the menu does not have, and the language.
fn footer(ui: Ui, text: Text) -> AnyView {
    let links = [
        ("#/learn/rules", M::FooterRules),
        ("#/about", M::FooterAbout),
        ("#/about/privacy", M::FooterPrivacy),
        ("#/about/licence", M::FooterLicence),
        ("#/about/keyboard", M::FooterKeyboard),
    ];
    let links = links.map(|(href, name)| view! { <a href=href>{text.get(name)}</a> });
    let others = Language::ALL.into_iter().filter(|other| *other != text.0);
    let others = others.map(|other| {
        let choose = move || ui.change_settings(|settings| settings.language = Some(other));
        view! { <button lang=other.code() data-testid=format!("language-{}", other.code()) on:click=click_handler(choose)>{other.name()}</button> }
    });
    view! {
        <footer>
            <nav aria-label=text.get(M::FooterHeading)>{links.collect_view()}</nav>
            {others.collect_view()}
        </footer>
    }
    .into_any()
}

/// Tiles about earlier visits, filled by the lazy chunk.
#[derive(Default)]
pub(crate) struct HomeSummary {
    /// The lesson in progress.
    pub(crate) lesson: Option<AnyView>,
    /// The game that ended last.
    pub(crate) last_game: Option<AnyView>,
    /// Games played and won.
    pub(crate) scored: Option<String>,
}

/// Tiles that link to other pages: what is alive first.
fn tiles(ui: Ui, text: Text) -> AnyView {
    let loaded = ui.main_chunk.loaded();
    if loaded.is_none() && browser::has_stored_tables() {
        // Tiles about earlier visits come with the chunk that is being loaded: nothing shifts.
        return ().into_any();
    }
    let exports = loaded.and_then(Result::ok);
    let HomeSummary {
        lesson,
        last_game,
        scored,
    } = exports.map_or_else(HomeSummary::default, |exports| {
        (exports.home_summary)(ui, text)
    });
    let icon = |icon: &'static str| icons::icon(icon).into_any();
    let rules = || {
        let four =
            view! { <span class="four">{[Player::First; 4].map(disc_icon).collect_view()}</span> };
        tile(
            "#/learn/rules",
            four.into_any(),
            text.get(M::TileRules),
            text.get(M::TileRulesAbout).to_owned(),
        )
    };
    let has_scores = scored.is_some();
    let mut tiles = vec![lesson.unwrap_or_else(rules)];
    tiles.extend(last_game);
    tiles.push(tile(
        "#/new",
        icon(icons::SLIDERS),
        text.get(M::TileChoose),
        text.get(M::TileChooseAbout).to_owned(),
    ));
    tiles.push(tile(
        "#/puzzle",
        icon(icons::PUZZLE),
        text.get(M::PagePuzzles),
        text.get(M::TilePuzzlesAbout).to_owned(),
    ));
    if has_scores {
        tiles.push(tile(
            "#/scores",
            icon(icons::CUP),
            text.get(M::ScoresHeading),
            scored.unwrap_or_default(),
        ));
    }
    tiles.push(tile(
        "#/tournament",
        icon(icons::BRACKET),
        text.get(M::PageTournament),
        text.get(M::TileTournamentAbout).to_owned(),
    ));
    tiles.into_any()
}

/// A tile: a picture, a name and a line.
fn tile(href: &'static str, picture: AnyView, name: &'static str, about: String) -> AnyView {
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

/// The opponent of a newcomer.
const FIRST_LEVEL: Level = Level::Easy;

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
        QuickStart::Computer => [person(), bot_occupant(FIRST_LEVEL, Personality::Balanced)],
    };
    GameStart {
        start_policy: last.start_policy,
        first: last.start_policy.first(),
        ..GameStart::new(last.ruleset, seats)
    }
}

/// The 3D board with a position to think about; then the game goes on to its end, and the position
/// comes back. It stays if motion is reduced.
#[component]
fn DemoBoard() -> impl IntoView {
    let (ui, _) = context();
    let (handle, steps) = (SceneHandle::new(), ErasedSignal::new(0_usize));
    let health = ErasedSignal::new(SceneStatus::Running);
    let is_still = erased_memo(move || ui.reduces_motion());
    let tick = move || {
        let is_hidden = browser::document().is_some_and(|document| document.hidden());
        if is_hidden || is_still.get_untracked() {
            return;
        }
        let next = (steps.get_untracked() + 1) % DEMO_STEPS;
        let [before, after] = [steps.get_untracked(), next].map(demo_game);
        steps.set(next);
        if before.moves() != after.moves() {
            handle.show(&BoardAnimation::between(&before, after));
        }
    };
    let interval = set_interval_with_handle(tick, STEP_INTERVAL).ok();
    on_cleanup(move || {
        if let Some(interval) = interval {
            interval.clear();
        }
    });
    handle.show(&BoardAnimation::Jump(demo_game(0)));
    effect(move || {
        if is_still.get() {
            steps.set(0);
            handle.show(&BoardAnimation::Jump(demo_game(0)));
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
        let game = demo_game(steps.get());
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
    // Until the scene has its first frame, its place shows the same position.
    let is_drawn = move || ui.scene_chunk.loaded().is_some() || is_flat.get();
    view! {
        <div class="live">
            <div class="poster" class:gone=bool_signal(is_drawn) aria-hidden="true" inner_html=poster(&demo_game(0))></div>
            {dynamic_view(board)}
        </div>
    }
}

/// Draws a position as SVG, without the code for thumbnails, which is loaded later.
fn poster(game: &Game) -> String {
    let board = game.position().board();
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let mut circles = String::new();
    for column in board.columns() {
        for row in board.rows() {
            let disc = board.disc_at(Cell { column, row });
            let class = disc.map_or("empty", |disc| player_class(disc.owner));
            let (x, y) = (column.index(), height - 1 - row.index());
            // Writing to a string cannot fail.
            let _ = write!(
                circles,
                "<circle class=\"{class}\" cx=\"{x}.5\" cy=\"{y}.5\" r=\".4\"/>"
            );
        }
    }
    format!(
        "<svg viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" rx=\".3\"/>{circles}</svg>"
    )
}
