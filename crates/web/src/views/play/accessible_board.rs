//! The accessible board: the game in plain HTML, with buttons, a table, a list and two live
//! regions. It is fully playable by screen reader, and shows the same state as the image.

use foursight_core::{
    Cell, Column, Disc, DiscKind, Game, POP_TEN_GOAL, Player, PowerDisc, Variant,
};
use foursight_page::hand::{Hand, hand_description, hand_name};
use foursight_page::keys::KeyCommand;
use foursight_page::play::{Authority, ColumnButton, Message, Play};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::PlayerNames;
use foursight_page::wording::ruleset_names::{size_text, variant_name};
use foursight_table::MatchScore;
use leptos::prelude::*;

use super::flat_board::disc_face;
use super::new_game::rules_card;
use crate::browser;
use crate::shell::Ui;
use crate::shell::signals::{ErasedSignal, effect, erased_memo};
use crate::views::play::{disc_icon, player_class};
use crate::views::replay::review;
use crate::views::settings::switch;
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
                    class:aimed=bool_signal(move || ui.aim.get() == Some(column))
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

/// The choice of move kinds, where the variant has one.
#[component]
pub(crate) fn HandChoice() -> impl IntoView {
    let (ui, text) = context();
    let has_choice = move || ui.view.with(|seen| seen.hands.len() > 1);
    let can_pass = move || ui.view.with(|seen| seen.can_pass);
    let choices = move || {
        let to_move = ui.viewed_game.with(Game::to_move);
        let hands = ui.view.with(|seen| seen.hands.clone());
        let button = |hand: Hand| {
            view! {
                <button
                    data-testid=format!("hold-{}", hand_id(hand))
                    title=hand_description(hand).map(|about| text.get(about))
                    aria-pressed=text_signal(move || (ui.hand.get() == hand).to_string())
                    on:click=click_handler(move || ui.send(Message::SetHand(hand)))
                >
                    {to_move.map(|player| hand_icon(player, hand))}
                    {text.get(hand_name(hand))}
                </button>
            }
        };
        hands.into_iter().map(button).collect_view().into_any()
    };
    // The element stays in variants with more than drops, so that nothing shifts the board.
    view! {
        <div class="hand">
            {dynamic_view(move || ui.viewed_game.with(set_aside_view))}
            {view_if(has_choice, move || view! {
                <div class="hand" role="group" aria-label=text.get(M::InHand)>{dynamic_view(choices)}</div>
            }.into_any())}
            {view_if(can_pass, move || view! {
                <button data-testid="pass" on:click=click_handler(move || ui.send(Message::Pass))>
                    {text.get(M::Pass)}
                </button>
            }.into_any())}
        </div>
    }
}

/// Returns the name of a hand in test ids.
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

/// An icon of what a hand holds.
fn hand_icon(player: Player, hand: Hand) -> AnyView {
    let disc = match hand {
        Hand::Power(disc) => Disc {
            owner: player,
            kind: DiscKind::Power(disc),
        },
        _ => Disc::ordinary(player),
    };
    if hand == Hand::Pop {
        // A disc that leaves through the bottom.
        return view! {
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
                <g transform="translate(0 -18) scale(0.7)">{disc_face(disc)}</g>
                <path class="pull" d="M0 20v24M-13 32l13 13 13-13"/>
            </svg>
        }
        .into_any();
    }
    view! { <svg viewBox="-50 -50 100 100" aria-hidden="true">{disc_face(disc)}</svg> }.into_any()
}

/// The ten places for the discs that each player has set aside, in `PopTen` only. The move list
/// says it in words.
fn set_aside_view(game: &Game) -> AnyView {
    if !matches!(game.ruleset().variant(), Variant::PopTen(_)) {
        return ().into_any();
    }
    let row = |player: Player| {
        let count = game.position().set_aside(player);
        let places = (0..POP_TEN_GOAL).map(|place| {
            let class = if place < count {
                player_class(player)
            } else {
                ""
            };
            view! { <i class=class></i> }
        });
        view! { <div class=player_class(player) data-count=count>{places.collect_view()}</div> }
    };
    let rows = Player::BOTH.map(row);
    view! { <div class="aside" data-testid="aside" aria-hidden="true">{rows.collect_view()}</div> }
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

/// The list of moves, with the rules and the score.
#[component]
pub(crate) fn MoveLog() -> impl IntoView {
    let (ui, text) = context();
    let log = move || {
        let item = |(at, logged): (usize, game_text::MoveLogEntry)| {
            let is_shown =
                bool_signal(move || ui.viewed_game.with(|game| game.moves().len()) == at + 1);
            // Mouse only: keys and the scrub bar reach every move as well.
            let look = move |_| ui.send(Message::ViewPly(Some(at + 1)));
            view! { <li class:now=is_shown on:click=look>{disc_icon(logged.player)}<span aria-hidden="true">{logged.notation}</span><span class="hidden">{logged.text}</span></li> }
        };
        let names = |play: &Play| PlayerNames::of(text, play.start());
        let log = ui.with_play(|play| game_text::move_log(text, &names(play), play.game()));
        let items = log.into_iter().enumerate().map(item);
        items.collect_view().into_any()
    };
    let is_empty = move || ui.with_play(|play| play.game().moves().is_empty());
    let has_score = move || {
        ui.with_play(|play| {
            play.authority == Authority::Page && play.table.score() != MatchScore::default()
        })
    };
    let holdings = move || {
        let names = ui.with_play(|play| PlayerNames::of(text, play.start()));
        let lines = Player::BOTH.into_iter().filter_map(|player| {
            let line = ui
                .viewed_game
                .with(|game| game_text::holdings_text(text, &names, game, player));
            Some(view! { <p>{line?}</p> })
        });
        lines.collect_view().into_any()
    };
    let rules = move || {
        let rules = ui.with_play(|play| play.game().ruleset());
        let name = text.get(variant_name(rules.variant()));
        format!("{name}, {}", size_text(text, rules))
    };
    let about = move || {
        let variant = ui.with_play(|play| play.game().ruleset().variant());
        match variant {
            Variant::Standard => ().into_any(),
            _ => view! { <p class="small" data-testid="rules-about">{text.get(rules_card(variant).2)}</p> }.into_any(),
        }
    };
    let filled = move || {
        ui.viewed_game.with(|game| {
            let filled = game.position().board().discs();
            let all = u32::from(game.ruleset().width()) * u32::from(game.ruleset().height());
            text.with(M::CellsFilled, &[("filled", &filled), ("all", &all)])
        })
    };
    let is_judging = move || ui.engine.with(|thinking| thinking.shows_verdicts);
    // Keep the displayed move in view; before the first, the top of the list.
    effect(move || {
        ui.with_play(|_| ());
        let plies = ui.viewed_game.with(|game| game.moves().len());
        browser::scroll_list_to("log", plies.saturating_sub(1));
    });
    view! {
        <p class="rules" data-testid="rules-name">{text_signal(rules)}</p>
        {dynamic_view(about)}
        <div class="moves-head"><h2>{text.get(M::MoveLog)}</h2><small data-testid="filled">{text_signal(filled)}</small></div>
        {view_if(is_empty, move || view! { <p>{text.get(M::NoMoves)}</p> }.into_any())}
        <ol id="log" data-testid="log" tabindex="0">{dynamic_view(log)}</ol>
        {dynamic_view(holdings)}
        {view_if(is_judging, move || view! {
            {switch(ui, text, "numbers", M::SettingNumbers, |settings| &mut settings.numbers)}
            {review::live_graph(ui, text)}
        }.into_any())}
        {view_if(has_score, move || view! {
            <button data-testid="reset-score" on:click=click_handler(move || ui.send(Message::ResetScore))>{text.get(M::ResetScore)}</button>
        }.into_any())}
    }
}
