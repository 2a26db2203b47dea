//! The board of the analysis: a button for each column, and the flat board with what is drawn over
//! it.

use foursight_core::{Cell, Column, Disc, Outcome};
use foursight_page::analysis::{AnalysisMessage, AnalysisState};
use foursight_page::play::VerdictTag;
use foursight_page::text::UiMessage as M;
use foursight_page::wording::game_text;
use leptos::prelude::*;

use super::AnalysisPage;
use super::overlay::overlay;
use crate::shell::signals::{ErasedMemo, erased_memo};
use crate::views::play::flat_board::{BORDER, CELL, FlatBoardLayout, disc_view, lines_view};
use crate::views::{bool_signal, click_handler, dynamic_view, text_signal};

/// Units of the frame beside the columns, as the style sheet of the column heads needs them.
const FRAME: i32 = 40;

/// The column heads and the board.
pub(super) fn board(page: AnalysisPage) -> AnyView {
    let size = erased_memo(move || {
        page.analysis.with(|analysis| {
            let rules = analysis.game().ruleset();
            (i32::from(rules.width()), i32::from(rules.height()))
        })
    });
    dynamic_view(move || {
        let (width, height) = size.get();
        let layout = FlatBoardLayout { width, height };
        view! {
            <div class="analysis-board" style=("--wide", (width * CELL + FRAME).to_string()) style=("--columns", width.to_string()) style=("--rows", height.to_string())>
                {heads(page, width as usize)}
                {flat(page, layout)}
                <p class="hidden" data-testid="analysis-board-text">{text_signal(move || board_text(page))}</p>
            </div>
        }
        .into_any()
    })
    .into_any()
}

/// A button for each column, with its verdict.
fn heads(page: AnalysisPage, width: usize) -> AnyView {
    let tags = erased_memo(move || page.words(|words| words.verdicts().tags));
    let label = page.text.with(M::AnalysisBoard, &[("width", &width)]);
    let button = move |column: Column| {
        let aimed = erased_memo(move || page.analysis.with(AnalysisState::aim) == Some(column));
        let is_full = move || {
            page.analysis.with(|analysis| {
                let board = analysis.game().position().board();
                analysis.editor().is_none() && board.landing(column).is_none()
            })
        };
        view! {
            <button
                type="button"
                data-testid=format!("analysis-column-{column}")
                data-column=column.to_string()
                data-letter=column.letters()
                class:aimed=bool_signal(move || aimed.get())
                class:full=bool_signal(is_full)
                aria-disabled=text_signal(move || is_full().to_string())
                aria-label=text_signal(move || page.words(|words| words.column_label(column)))
                aria-describedby="analysis-why"
                on:focus=move |_| page.send(AnalysisMessage::Aim(Some(column)))
                on:pointerenter=move |_| page.send(AnalysisMessage::Aim(Some(column)))
                on:click=click_handler(move || page.send(AnalysisMessage::Press(column)))
            >
                <span>{column.number()}</span>
                {dynamic_view(move || chip(tags, column))}
            </button>
        }
    };
    let columns = (0..width).filter_map(Column::from_index);
    view! {
        <div class="slots"><div role="group" aria-label=label>{columns.map(button).collect_view()}</div></div>
    }
    .into_any()
}

fn chip(tags: ErasedMemo<Vec<Option<VerdictTag>>>, column: Column) -> AnyView {
    let tag = tags.with(|tags| tags.get(column.index()).cloned().flatten());
    let Some(tag) = tag else {
        return ().into_any();
    };
    view! { <i class=tag.class title=tag.words aria-hidden="true">{tag.long}</i> }.into_any()
}

/// The board from the front. Hidden from assistive technology, which has the column heads and the
/// text below.
fn flat(page: AnalysisPage, layout: FlatBoardLayout) -> AnyView {
    let (wide, high) = (layout.frame_width(), layout.frame_height());
    let presses = (0..layout.width).filter_map(|index| {
        let column = Column::from_index(index as usize)?;
        let aimed = erased_memo(move || page.analysis.with(AnalysisState::aim) == Some(column));
        Some(view! {
            <rect
                class="press"
                class:aimed=bool_signal(move || aimed.get())
                data-column=column.to_string()
                x=BORDER + index * CELL
                y="0"
                width=CELL
                height=high
                on:pointerenter=move |_| page.send(AnalysisMessage::Aim(Some(column)))
                on:click=click_handler(move || page.send(AnalysisMessage::Press(column)))
            />
        })
    });
    let won = erased_memo(move || {
        page.analysis
            .with(|analysis| match analysis.game().outcome() {
                Some(Outcome::Won { lines, .. }) if analysis.editor().is_none() => lines,
                _ => Vec::new(),
            })
    });
    let lines = move || {
        let lines = won.get();
        if lines.is_empty() {
            return ().into_any();
        }
        lines_view(layout, &lines).into_any()
    };
    view! {
        <svg
            class="flat"
            data-testid="analysis-flat"
            viewBox=format!("-2 -2 {} {}", wide + 4, high + 4)
            aria-hidden="true"
            on:pointerleave=move |_| page.send(AnalysisMessage::Aim(None))
        >
            {layout.well()}
            {discs(page, layout)}
            {layout.front()}
            {dynamic_view(lines)}
            {overlay(page, layout)}
            {presses.collect_view()}
        </svg>
    }
    .into_any()
}

/// The discs. The one dropped last falls.
fn discs(page: AnalysisPage, layout: FlatBoardLayout) -> AnyView {
    let shown = erased_memo(move || page.analysis.with(shown_discs));
    let before = StoredValue::new(None::<Vec<(Cell, Disc)>>);
    let each = move || {
        let now = shown.get();
        let old = before.get_value();
        before.set_value(Some(now.clone()));
        let is_new = |disc: &(Cell, Disc)| old.as_ref().is_some_and(|old| !old.contains(disc));
        let new = now.iter().filter(|disc| is_new(disc)).count();
        let falls = new <= 2 && old.as_ref().is_some_and(|old| old.len() + new == now.len());
        let discs = now.iter().map(|disc| (*disc, falls && is_new(disc)));
        discs.collect::<Vec<_>>()
    };
    let view = move |((cell, disc), falls): ((Cell, Disc), bool)| {
        let (row, column) = (cell.row.index() as i32, cell.column.index() as i32);
        let rows = if falls { layout.height - row } else { 0 };
        disc_view(layout.cell_centre(row, column), disc, rows as u8)
    };
    view! { <g class="discs"><For each=each key=|(disc, _)| *disc let(disc)>{view(disc)}</For></g> }
        .into_any()
}

fn shown_discs(analysis: &AnalysisState) -> Vec<(Cell, Disc)> {
    if let Some(editor) = analysis.editor() {
        return editor.discs();
    }
    let board = analysis.game().position().board();
    let cells = board
        .columns()
        .flat_map(|column| board.rows().map(move |row| Cell { column, row }));
    let discs = cells.filter_map(|cell| Some((cell, board.disc_at(cell)?)));
    discs.collect()
}

/// The board row by row, for screen readers.
fn board_text(page: AnalysisPage) -> String {
    let names = page.names();
    let game = page.analysis.with(|analysis| analysis.game().clone());
    game_text::board(page.text, &names, &game.position().board())
}
