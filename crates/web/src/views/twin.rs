//! The game in plain HTML: buttons, a table, a list and two live regions. All of it plays the
//! whole game without sight, and is the same state as the drawing.

use foursight_core::{
    Column, Disc, DiscKind, Game, POP_TEN_GOAL, Player, PowerDisc, Space, Variant,
};
use foursight_table::Score;
use leptos::prelude::*;

use super::flat::face;
use super::new_game::rules_card;
use super::play::{faced, side};
use super::settings::switch;
use super::{context, live, review, shown, shown_if, tap, when};
use crate::browser;
use crate::called::{size, variant_name};
use crate::keys::Command;
use crate::model::{Hand, Keeper, Message, Play, Slot, hand_about, hand_name};
use crate::names::Names;
use crate::shell::Ui;
use crate::shell::source::{Source, derived, follow};
use crate::text::{Message as M, Text};
use crate::words;

/// On a small phone so many columns can be hit with a finger.
const FINGER_COLUMNS_MAX: usize = 12;

/// Where screen readers listen.
#[component]
pub(crate) fn LiveRegions() -> impl IntoView {
    let ui: Ui = expect_context();
    view! {
        <div class="hidden" aria-live="polite" data-testid="polite">{live(move || ui.spoken.with(|spoken| spoken.polite.clone()))}</div>
        <div class="hidden" aria-live="assertive" data-testid="assertive">{live(move || ui.spoken.with(|spoken| spoken.assertive.clone()))}</div>
    }
}

/// A button for each column: the slots above the grid.
#[component]
pub(crate) fn Slots() -> impl IntoView {
    let (ui, text) = context();
    // Only another grid has other buttons: whoever has the focus keeps it.
    let width = derived(move || ui.seen.with(|seen| seen.slots.len()));
    let buttons = move || {
        let columns = (0..width.get()).filter_map(Column::from_index);
        let button = |column: Column| {
            view! {
                <button
                    id=format!("slot-{column}")
                    data-testid=format!("column-{column}")
                    class:aimed=when(move || ui.aim.get() == Some(column))
                    class:full=when(move || ui.shown.with(|game| game.position().grid().landing(column).is_none()))
                    data-letter=letter(column)
                    aria-label=live(move || slot(ui, column).label)
                    aria-disabled=live(move || (!slot(ui, column).is_open).to_string())
                    on:focus=move |_| ui.send(Message::Aim(Some(column)))
                    on:pointerenter=move |_| ui.send(Message::Aim(Some(column)))
                    on:click=tap(move || ui.send(Message::Press(column)))
                >
                    <span>{column.number()}</span>
                    {shown(move || verdict_tag(ui, column))}
                </button>
            }
        };
        columns.map(button).collect_view().into_any()
    };
    let has_aiming = move || width.get() > FINGER_COLUMNS_MAX && !ui.see(Play::is_record);
    view! {
        // Where a game is only looked at they name the columns and do nothing.
        <div class="slots" inert=when(move || ui.see(Play::is_record))>
            {shown_if(has_aiming, move || ui.doors.show(text, |doors| (doors.aiming)()))}
            <div role="group" aria-label=text.get(M::DropADisc)>{shown(buttons)}</div>
        </div>
    }
}

/// Buttons that aim and one that drops, for grids whose columns are narrower than a finger on small phones.
pub(crate) fn aiming() -> AnyView {
    let (ui, text) = context();
    let aim = move |id: &'static str, sign: &'static str, message: M, by: i8| {
        view! {
            <button
                data-testid=id
                aria-label=text.get(message)
                on:click=tap(move || ui.send(Message::Do(Command::Aim(by))))
            >
                {sign}
            </button>
        }
    };
    let drop = move || match ui.aim.get() {
        Some(column) => text.with(M::DropInColumn, &[("column", &column)]),
        None => text.get(M::DropADisc).to_owned(),
    };
    view! {
        <div class="aiming" role="group" aria-label=text.get(M::Aiming)>
            {aim("aim-left", "←", M::AimLeft, -1)}
            <button class="main" data-testid="drop-aimed" on:click=tap(move || ui.send(Message::Do(Command::DropAimed)))>
                {live(drop)}
            </button>
            {aim("aim-right", "→", M::AimRight, 1)}
        </div>
    }
    .into_any()
}

/// What stands on the button of a column.
fn slot(ui: Ui, column: Column) -> Slot {
    let slot = |slots: &[Slot]| slots.get(column.index()).cloned();
    ui.seen.with(|seen| slot(&seen.slots)).unwrap_or_default()
}

/// What a column is called in the name of a space.
pub(crate) fn letter(column: Column) -> String {
    char::from(b'a' + column.index() as u8).to_string()
}

/// The verdict of a column: a letter in a shape of its own, with the number of plies if that is wanted, and in
/// words where somebody aims.
fn verdict_tag(ui: Ui, column: Column) -> AnyView {
    let Some(tag) = slot(ui, column).verdict else {
        return ().into_any();
    };
    let class = tag.class;
    let words = if ui.aim.get() == Some(column) {
        tag.brief
    } else if ui.settings().numbers.is_on() {
        tag.long.clone()
    } else {
        tag.letter.to_owned()
    };
    view! { <i class=class title=tag.words data-long=tag.long aria-hidden="true">{words}</i> }
        .into_any()
}

/// What is in the hand, where the variant gives a choice.
#[component]
pub(crate) fn Hands() -> impl IntoView {
    let (ui, text) = context();
    let has_choice = move || ui.seen.with(|seen| seen.hands.len() > 1);
    let can_pass = move || ui.seen.with(|seen| seen.can_pass);
    let choices = move || {
        let to_move = ui.shown.with(Game::to_move);
        let hands = ui.seen.with(|seen| seen.hands.clone());
        let button = |hand: Hand| {
            view! {
                <button
                    data-testid=format!("hold-{}", hand_id(hand))
                    title=hand_about(hand).map(|about| text.get(about))
                    aria-pressed=live(move || (ui.hand.get() == hand).to_string())
                    on:click=tap(move || ui.send(Message::Hold(hand)))
                >
                    {to_move.map(|player| held(player, hand))}
                    {text.get(hand_name(hand))}
                </button>
            }
        };
        hands.into_iter().map(button).collect_view().into_any()
    };
    // The place stays as long as the rules know more than drops, so that nothing moves the grid.
    view! {
        <div class="hand">
            {shown(move || ui.shown.with(set_aside))}
            {shown_if(has_choice, move || view! {
                <div class="hand" role="group" aria-label=text.get(M::InHand)>{shown(choices)}</div>
            }.into_any())}
            {shown_if(can_pass, move || view! {
                <button data-testid="pass" on:click=tap(move || ui.send(Message::Pass))>
                    {text.get(M::Pass)}
                </button>
            }.into_any())}
        </div>
    }
}

/// What tests call it.
const fn hand_id(hand: Hand) -> &'static str {
    match hand {
        Hand::Drop => "drop",
        Hand::Pop => "pop",
        Hand::Power(PowerDisc::Anvil) => "anvil",
        Hand::Power(PowerDisc::Bomb) => "bomb",
        Hand::Power(PowerDisc::Wall) => "wall",
        Hand::Power(_) => "double",
    }
}

/// What a hand holds, drawn.
fn held(player: Player, hand: Hand) -> AnyView {
    let disc = match hand {
        Hand::Power(disc) => Disc {
            owner: player,
            kind: DiscKind::Power(disc),
        },
        _ => Disc::ordinary(player),
    };
    if hand == Hand::Pop {
        // A disc that goes down out of the grid.
        return view! {
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
                <g transform="translate(0 -18) scale(0.7)">{face(disc)}</g>
                <path class="pull" d="M0 20v24M-13 32l13 13 13-13"/>
            </svg>
        }
        .into_any();
    }
    view! { <svg viewBox="-50 -50 100 100" aria-hidden="true">{face(disc)}</svg> }.into_any()
}

/// The ten places for what each has set aside; nothing where the rules know no such thing. The list of moves says
/// it in words.
fn set_aside(game: &Game) -> AnyView {
    if !matches!(game.ruleset().variant(), Variant::PopTen(_)) {
        return ().into_any();
    }
    let row = |player: Player| {
        let count = game.position().set_aside(player);
        let places = (0..POP_TEN_GOAL).map(|place| {
            let class = if place < count { side(player) } else { "" };
            view! { <i class=class></i> }
        });
        view! { <div class=side(player) data-count=count>{places.collect_view()}</div> }
    };
    let rows = Player::BOTH.map(row);
    view! { <div class="aside" data-testid="aside" aria-hidden="true">{rows.collect_view()}</div> }
        .into_any()
}

/// The grid as a table, for readers that walk through it.
#[component]
pub(crate) fn GridTable(
    /// The game as it is shown.
    game: Source<Game>,
) -> impl IntoView {
    let (ui, text) = context();
    let names = move || ui.see(|play| Names::of(text, play.start()));
    let is_hidden = when(move || !ui.settings().shown_table.is_on());
    view! {
        <table data-testid="grid" class="twin" class:hidden=is_hidden>
            <caption>{text.get(M::HeadingGrid)}</caption>
            <thead>
                <tr>
                    <td></td>
                    {shown(move || game.with(head).into_any())}
                </tr>
            </thead>
            <tbody>{shown(move || game.with(|game| rows(text, &names(), game)).into_any())}</tbody>
        </table>
    }
}

fn head(game: &Game) -> impl IntoView + use<> {
    let columns = game.position().grid().columns();
    columns
        .map(|column| view! { <th scope="col">{column.number()}</th> })
        .collect_view()
}

fn rows(text: Text, names: &Names, game: &Game) -> impl IntoView + use<> {
    let grid = game.position().grid();
    let space = |space: Space| {
        let disc = grid.disc_at(space);
        let class = match disc.map(|disc| disc.owner) {
            None => "empty",
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
        };
        let said = disc.map_or_else(
            || text.get(M::Empty).to_owned(),
            |disc| words::disc(text, names, disc),
        );
        view! { <td data-space=space.to_string() class=class><span class="wide">{said}</span></td> }
    };
    let row = |row: foursight_core::Row| {
        let spaces = grid.columns().map(|column| space(Space { column, row }));
        view! { <tr><th scope="row">{row.number()}</th>{spaces.collect_view()}</tr> }
    };
    grid.rows().rev().map(row).collect_view()
}

/// A column in words, or the whole grid.
pub(crate) fn read(ui: Ui, column: Option<Column>) -> String {
    let text = ui.text();
    ui.play.with_untracked(|play| {
        let (names, grid) = (Names::of(text, play.start()), play.game().position().grid());
        match column {
            Some(column) => words::column(text, &names, &grid, column),
            None => words::grid(text, &names, &grid),
        }
    })
}

/// The moves so far.
#[component]
pub(crate) fn MoveLog() -> impl IntoView {
    let (ui, text) = context();
    let log = move || {
        let item = |(at, logged): (usize, words::Logged)| {
            let is_shown = when(move || ui.shown.with(|game| game.moves().len()) == at + 1);
            // Keys and the scrub bar lead to every move as well.
            let look = move |_| ui.send(Message::Look(Some(at + 1)));
            view! { <li class:now=is_shown on:click=look>{faced(logged.player)}<span aria-hidden="true">{logged.short}</span><span class="hidden">{logged.said}</span></li> }
        };
        let names = |play: &Play| Names::of(text, play.start());
        let log = ui.see(|play| words::log(text, &names(play), play.game()));
        log.into_iter()
            .enumerate()
            .map(item)
            .collect_view()
            .into_any()
    };
    let is_empty = move || ui.see(|play| play.game().moves().is_empty());
    let has_score = move || {
        ui.see(|play| play.keeper == Keeper::Page && play.table.score() != Score::default())
    };
    let holdings = move || {
        let names = ui.see(|play| Names::of(text, play.start()));
        let lines = Player::BOTH.into_iter().filter_map(|player| {
            let line = ui
                .shown
                .with(|game| words::holdings(text, &names, game, player));
            Some(view! { <p>{line?}</p> })
        });
        lines.collect_view().into_any()
    };
    let rules = move || {
        let rules = ui.see(|play| play.game().ruleset());
        let name = text.get(variant_name(rules.variant()));
        format!("{name}, {}", size(text, rules))
    };
    let about = move || {
        let variant = ui.see(|play| play.game().ruleset().variant());
        match variant {
            Variant::Standard => ().into_any(),
            _ => view! { <p class="small" data-testid="rules-about">{text.get(rules_card(variant).2)}</p> }.into_any(),
        }
    };
    let filled = move || {
        ui.shown.with(|game| {
            let filled = game.position().grid().discs();
            let all = u32::from(game.ruleset().width()) * u32::from(game.ruleset().height());
            text.with(M::SpacesFilled, &[("filled", &filled), ("all", &all)])
        })
    };
    let is_judging = move || ui.thinking.with(|thinking| thinking.is_judging);
    // The move that is shown stays in view; before the first there is only the beginning.
    follow(move || {
        ui.see(|_| ());
        let plies = ui.shown.with(|game| game.moves().len());
        browser::show_item("log", plies.saturating_sub(1));
    });
    view! {
        <p class="rules" data-testid="rules-name">{live(rules)}</p>
        {shown(about)}
        <div class="moves-head"><h2>{text.get(M::MoveLog)}</h2><small data-testid="filled">{live(filled)}</small></div>
        {shown_if(is_empty, move || view! { <p>{text.get(M::NoMoves)}</p> }.into_any())}
        <ol id="log" data-testid="log" tabindex="0">{shown(log)}</ol>
        {shown(holdings)}
        {shown_if(is_judging, move || view! {
            {switch(ui, text, "numbers", M::SettingNumbers, |settings| &mut settings.numbers)}
            {review::during(ui, text)}
        }.into_any())}
        {shown_if(has_score, move || view! {
            <button data-testid="reset-score" on:click=tap(move || ui.send(Message::ResetScore))>{text.get(M::ResetScore)}</button>
        }.into_any())}
    }
}
