//! The accessible board: the game in plain HTML, with buttons, a table, a list and two live
//! regions. It is fully playable by screen reader, and shows the same state as the image.

use foursight_core::{Cell, Column, Game, Player};
use foursight_page::keys::KeyCommand;
use foursight_page::play::{ColumnButton, Message, Play};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::PlayerNames;
use leptos::prelude::*;

use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, erased_memo};
use crate::views::{bool_signal, click_handler, context, dynamic_view, text_signal, view_if};

/// Columns that are wide enough for a finger on a small phone.
const FINGER_COLUMNS_MAX: usize = 12;

/// The live regions for screen readers.
#[component]
pub(crate) fn LiveRegions() -> impl IntoView {
    let ui: Ui = expect_context();
    view! {
        <div class="hidden" aria-live="polite" data-testid="polite">{text_signal(move || ui.live_regions.with(|spoken| spoken.polite.clone()))}</div>
        <div class="hidden" aria-live="assertive" data-testid="assertive">{text_signal(move || ui.live_regions.with(|spoken| spoken.assertive.clone()))}</div>
    }
}

/// A button for each column, above the board.
#[component]
pub(crate) fn Slots() -> impl IntoView {
    let (ui, text) = context();
    // The buttons are rebuilt only for another board size, so that the focus stays.
    let width = erased_memo(move || ui.view.with(|seen| seen.column_buttons.len()));
    let buttons = move || {
        let columns = (0..width.get()).filter_map(Column::from_index);
        let button = |column: Column| {
            view! {
                <button
                    id=format!("slot-{column}")
                    data-testid=format!("column-{column}")
                    class:aimed=bool_signal(move || ui.visible_aim() == Some(column))
                    class:full=bool_signal(move || ui.viewed_game.with(|game| game.position().board().landing(column).is_none()))
                    data-letter=column.letters()
                    aria-label=text_signal(move || slot(ui, column).label)
                    aria-disabled=text_signal(move || (!slot(ui, column).is_open).to_string())
                    on:focus=move |_| ui.send(Message::AimAt(Some(column)))
                    on:pointerenter=move |_| ui.send(Message::AimAt(Some(column)))
                    on:click=click_handler(move || ui.send(Message::PressColumn(column)))
                >
                    <span>{column.number()}</span>
                    {dynamic_view(move || verdict_tag(ui, column))}
                </button>
            }
        };
        columns.map(button).collect_view().into_any()
    };
    let has_aiming = move || width.get() > FINGER_COLUMNS_MAX && !ui.with_play(Play::is_record);
    view! {
        // In a replay the buttons only label the columns.
        <div class="slots" inert=bool_signal(move || ui.with_play(Play::is_record))>
            {view_if(has_aiming, move || ui.main_chunk.show(text, |exports| (exports.aim_buttons)()))}
            <div role="group" aria-label=text.get(M::DropADisc)>{dynamic_view(buttons)}</div>
        </div>
    }
}

/// Buttons that aim and one that drops, for boards whose columns are narrower than a finger on
/// small phones.
pub(crate) fn aim_buttons() -> AnyView {
    let (ui, text) = context();
    let aim = move |id: &'static str, sign: &'static str, message: M, by: i8| {
        view! {
            <button
                data-testid=id
                aria-label=text.get(message)
                on:click=click_handler(move || ui.send(Message::RunCommand(KeyCommand::Aim(by))))
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
            <button class="main" data-testid="drop-aimed" on:click=click_handler(move || ui.send(Message::RunCommand(KeyCommand::DropAimed)))>
                {text_signal(drop)}
            </button>
            {aim("aim-right", "→", M::AimRight, 1)}
        </div>
    }
    .into_any()
}

/// Returns the label and state of the button of a column.
fn slot(ui: Ui, column: Column) -> ColumnButton {
    let slot = |slots: &[ColumnButton]| slots.get(column.index()).cloned();
    ui.view
        .with(|seen| slot(&seen.column_buttons))
        .unwrap_or_default()
}

/// The verdict on a column: a letter in a shape of its own, with the number of moves if the
/// settings ask for it, and in words on the aimed column.
fn verdict_tag(ui: Ui, column: Column) -> AnyView {
    let Some(tag) = slot(ui, column).verdict else {
        return ().into_any();
    };
    let class = tag.class;
    let words = if ui.visible_aim() == Some(column) {
        tag.brief
    } else if ui.settings().numbers.is_on() {
        tag.long.clone()
    } else {
        tag.letter.to_owned()
    };
    view! { <i class=class title=tag.words data-long=tag.long aria-hidden="true">{words}</i> }
        .into_any()
}

/// The board as a table, for screen readers.
#[component]
pub(crate) fn BoardTable(
    /// The game on display.
    game: ErasedSignal<Game>,
) -> impl IntoView {
    let (ui, text) = context();
    let names = move || ui.with_play(|play| PlayerNames::of(text, play.start()));
    let is_hidden = bool_signal(move || !ui.settings().show_table.is_on());
    view! {
        <table data-testid="grid" class="twin" class:hidden=is_hidden>
            <caption>{text.get(M::HeadingBoard)}</caption>
            <thead>
                <tr>
                    <td></td>
                    {dynamic_view(move || game.with(table_head).into_any())}
                </tr>
            </thead>
            <tbody>{dynamic_view(move || game.with(|game| table_rows(text, &names(), game)).into_any())}</tbody>
        </table>
    }
}

fn table_head(game: &Game) -> impl IntoView + use<> {
    let columns = game.position().board().columns();
    columns
        .map(|column| view! { <th scope="col">{column.number()}</th> })
        .collect_view()
}

fn table_rows(text: Text, names: &PlayerNames, game: &Game) -> impl IntoView + use<> {
    let board = game.position().board();
    let cell = |cell: Cell| {
        let disc = board.disc_at(cell);
        let class = match disc.map(|disc| disc.owner) {
            None => "empty",
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
        };
        let label = disc.map_or_else(
            || text.get(M::Empty).to_owned(),
            |disc| game_text::disc_text(text, names, disc),
        );
        view! { <td data-cell=cell.to_string() class=class><span class="wide">{label}</span></td> }
    };
    let row = |row: foursight_core::Row| {
        let cells = board.columns().map(|column| cell(Cell { column, row }));
        view! { <tr><th scope="row">{row.number()}</th>{cells.collect_view()}</tr> }
    };
    board.rows().rev().map(row).collect_view()
}
