//! The board of a question: a button for each column, and the flat board. Until there is an answer it
//! shows nothing but the discs, the drop that is aimed, and hints that were taken.

use foursight_core::{Cell, Column, Disc, Outcome};
use foursight_page::coach::{CoachAnswer, CoachMessage, CoachQuestion, CoachState};
use foursight_page::text::UiMessage as M;
use foursight_page::wording::game_text;
use leptos::prelude::*;

use super::CoachView;
use crate::shell::signals::erased_memo;
use crate::views::analysis::overlay::{drop_view, plan_view};
use crate::views::play::disc_icon;
use crate::views::play::flat_board::{BORDER, CELL, FlatBoardLayout, disc_view, lines_view};
use crate::views::{bool_signal, click_handler, dynamic_view, icons, text_signal};

/// Units of the frame beside the columns, as the style sheet of the column heads needs them.
const FRAME: i32 = 40;

/// The column heads, the board, and what is to be done below it.
pub(super) fn board(page: CoachView) -> AnyView {
    let size = erased_memo(move || {
        page.coach.with(|coach| {
            coach.board_ruleset().map_or((7, 6), |rules| {
                (i32::from(rules.width()), i32::from(rules.height()))
            })
        })
    });
    let inside = move || {
        let (width, height) = size.get();
        let layout = FlatBoardLayout { width, height };
        view! {
            <div class="analysis-board" style=("--wide", (width * CELL + FRAME).to_string()) style=("--columns", width.to_string()) style=("--rows", height.to_string())>
                {heads(page, width as usize)}
                {flat(page, layout)}
                <p class="hidden" data-testid="coach-board-text">{text_signal(move || board_text(page))}</p>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="board-side">
            {dynamic_view(inside)}
            {foot(page)}
        </section>
    }
    .into_any()
}

/// The player to move and the goal; then what came of the answer. The place stays the same.
fn foot(page: CoachView) -> AnyView {
    let status = erased_memo(move || page.words(|words| words.status()));
    let turn = erased_memo(move || {
        page.coach.with(|coach| {
            let question = coach.question()?;
            Some((question.player(), question.answer()))
        })
    });
    let badge = move || {
        let Some((player, answer)) = turn.get() else {
            return ().into_any();
        };
        match answer {
            None => {
                let names = page.names();
                let words = page
                    .text
                    .with(M::CoachToMove, &[("name", &names.get(player))]);
                view! { <b class="turn">{disc_icon(player)}{words}</b> }.into_any()
            }
            Some(CoachAnswer::Found(_)) => {
                view! { <b class="turn right">{icons::icon(icons::TICK)}</b> }.into_any()
            }
            Some(CoachAnswer::Shown(_)) => {
                view! { <b class="turn">{icons::icon(icons::EYE)}</b> }.into_any()
            }
        }
    };
    let is_wrong = move || {
        page.coach.with(|coach| {
            let question = coach.question();
            question
                .is_some_and(|question| question.answer().is_none() && !question.wrong().is_empty())
        })
    };
    view! {
        <div class="coach-foot card">
            {dynamic_view(badge)}
            <p role="status" class:wrong=bool_signal(is_wrong) data-testid="coach-status">{text_signal(move || status.get())}</p>
        </div>
    }
    .into_any()
}

/// A button for each column. Its label says no more than the board shows.
fn heads(page: CoachView, width: usize) -> AnyView {
    let label = page.text.with(M::AnalysisBoard, &[("width", &width)]);
    let of_question = move |column: Column, read: fn(&CoachQuestion, Column) -> bool| {
        bool_signal(move || {
            page.coach.with(|coach| {
                coach
                    .question()
                    .is_some_and(|question| read(question, column))
            })
        })
    };
    let button = move |column: Column| {
        let aimed = erased_memo(move || page.coach.with(CoachState::aim) == Some(column));
        let is_closed = of_question(column, |question, column| {
            question.game().position().board().landing(column).is_none()
        });
        let words = move || {
            let message = if is_closed.get() {
                M::AnalysisColumnFull
            } else {
                M::AnalysisColumnOpen
            };
            page.text.with(message, &[("column", &column)])
        };
        let is_right = of_question(column, |question, column| {
            question.answer().map(CoachAnswer::column) == Some(column)
        });
        let is_tried = of_question(column, |question, column| {
            question.wrong().contains(&column)
        });
        let chip = move || {
            if is_right.get() {
                view! { <i class="chip" aria-hidden="true">"✓"</i> }.into_any()
            } else if is_tried.get() {
                view! { <i class="chip loss" aria-hidden="true">"×"</i> }.into_any()
            } else {
                ().into_any()
            }
        };
        view! {
            <button
                type="button"
                data-testid=format!("coach-column-{column}")
                data-column=column.to_string()
                data-letter=column.letters()
                class:aimed=bool_signal(move || aimed.get())
                class:full=is_closed
                class:hinted=of_question(column, |question, column| {
                    question.hinted().is_some_and(|region| region.contains(&column))
                })
                aria-disabled=text_signal(move || is_closed.get().to_string())
                aria-label=text_signal(words)
                on:focus=move |_| page.send(CoachMessage::Aim(Some(column)))
                on:pointerenter=move |_| page.send(CoachMessage::Aim(Some(column)))
                on:click=click_handler(move || page.send(CoachMessage::Press(column)))
            >
                <span>{column.number()}</span>
                {dynamic_view(chip)}
            </button>
        }
    };
    let columns = (0..width).filter_map(Column::from_index);
    view! {
        <div class="slots"><div role="group" aria-label=label>{columns.map(button).collect_view()}</div></div>
    }
    .into_any()
}

/// The board from the front. Hidden from assistive technology, which has the column heads and the
/// text below.
fn flat(page: CoachView, layout: FlatBoardLayout) -> AnyView {
    let (wide, high) = (layout.frame_width(), layout.frame_height());
    let presses = (0..layout.width).filter_map(|index| {
        let column = Column::from_index(index as usize)?;
        Some(view! {
            <rect
                class="press"
                data-column=column.to_string()
                x=BORDER + index * CELL
                y="0"
                width=CELL
                height=high
                on:pointerenter=move |_| page.send(CoachMessage::Aim(Some(column)))
                on:click=click_handler(move || page.send(CoachMessage::Press(column)))
            />
        })
    });
    let shown = erased_memo(move || {
        let question = |coach: &CoachState| coach.question().map(CoachQuestion::shown_game);
        page.coach.with(question)
    });
    let lines = move || {
        let outcome = shown.with(|game| game.as_ref().and_then(foursight_core::Game::outcome));
        match outcome {
            Some(Outcome::Won { lines, .. }) => lines_view(layout, &lines).into_any(),
            _ => ().into_any(),
        }
    };
    view! {
        <svg
            class="flat"
            data-testid="coach-flat"
            viewBox=format!("-2 -2 {} {}", wide + 4, high + 4)
            aria-hidden="true"
            on:pointerleave=move |_| page.send(CoachMessage::Aim(None))
        >
            {layout.well()}
            {discs(page, layout)}
            {layout.front()}
            {dynamic_view(lines)}
            <g class="overlay" data-testid="coach-overlay">
                {dynamic_view(move || region(page, layout))}
                {dynamic_view(move || aimed(page, layout))}
                {dynamic_view(move || plan(page, layout))}
            </g>
            {presses.collect_view()}
        </svg>
    }
    .into_any()
}

/// The discs. The one of the answer falls.
fn discs(page: CoachView, layout: FlatBoardLayout) -> AnyView {
    let shown = erased_memo(move || page.coach.with(shown_discs));
    let view = move |(cell, disc, is_answer): (Cell, Disc, bool)| {
        let (row, column) = (cell.row.index() as i32, cell.column.index() as i32);
        let rows = if is_answer { layout.height - row } else { 0 };
        disc_view(layout.cell_centre(row, column), disc, rows as u8)
    };
    view! { <g class="discs"><For each=move || shown.get() key=|disc| *disc let(disc)>{view(disc)}</For></g> }
        .into_any()
}

fn shown_discs(coach: &CoachState) -> Vec<(Cell, Disc, bool)> {
    let Some(question) = coach.question() else {
        return Vec::new();
    };
    let before = question.game().position().board();
    let board = question.shown_game().position().board();
    let cells = board
        .columns()
        .flat_map(|column| board.rows().map(move |row| Cell { column, row }));
    let discs = cells.filter_map(|cell| {
        let disc = board.disc_at(cell)?;
        Some((cell, disc, before.disc_at(cell).is_none()))
    });
    discs.collect()
}

/// The columns that a hint points at.
fn region(page: CoachView, layout: FlatBoardLayout) -> AnyView {
    let hinted = page
        .coach
        .with(|coach| coach.question().and_then(CoachQuestion::hinted));
    let Some((first, last)) = hinted.map(std::ops::RangeInclusive::into_inner) else {
        return ().into_any();
    };
    let columns = (last.index() - first.index() + 1) as i32;
    let x = BORDER + first.index() as i32 * CELL;
    view! {
        <rect class="region" x=x y=BORDER width=columns * CELL height=layout.height * CELL rx="30"/>
    }
    .into_any()
}

/// The disc where it would land in the column aimed at.
fn aimed(page: CoachView, layout: FlatBoardLayout) -> AnyView {
    let drop = page.coach.with(|coach| {
        let position = *coach.question()?.game().position();
        let cell = position.board().landing(coach.aim()?)?;
        Some((cell, position.to_move()))
    });
    drop.map_or_else(|| ().into_any(), |drop| drop_view(layout, drop))
}

/// The plan of the answer.
fn plan(page: CoachView, layout: FlatBoardLayout) -> AnyView {
    let picture = page
        .coach
        .with(|coach| coach.question().and_then(CoachQuestion::plan_picture));
    picture.map_or_else(|| ().into_any(), |picture| plan_view(layout, &picture))
}

/// The board row by row, for screen readers.
fn board_text(page: CoachView) -> String {
    let names = page.names();
    let shown = page
        .coach
        .with(|coach| coach.question().map(CoachQuestion::shown_game));
    shown.map_or_else(String::new, |game| {
        game_text::board(page.text, &names, &game.position().board())
    })
}
