//! Traces the functions of listings during one drop into a game.

use foursight_core::{Column, Game};

use super::fall::drop_row;
use super::reduce::{Action, State, reduce, view};
use super::turns::Turns;
use super::win::is_win;
use super::{bits, forms, number, rows_from_top};
use crate::listing::Listing;
use crate::trace::{Trace, Tracer};

/// Runs the functions of some listings on a drop into a column and traces them. Functions that
/// examine the disc after the drop do not run if the drop is illegal.
#[must_use]
pub fn trace_drop(listings: &[&'static Listing], game: &Game, column: Column) -> Trace {
    let mut started: Vec<&str> = Vec::new();
    let (trace, ()) = Trace::record(listings, |trace| {
        for listing in listings {
            // Listings that call each other share one run.
            let entry = match listing.name {
                "last_empty" | "did_win" | "cell" => "reduce",
                "directions" | "is_inside" => "is_win",
                "remove_empty_cells" | "append_disc" | "pad_empty_cells" | "drop_in_slot" => {
                    "drop_in_slots"
                }
                "transpose" => "drop_in_board",
                "next_disc_to_drop" => "drop",
                name => name,
            };
            if !started.contains(&entry) {
                started.push(entry);
                run(entry, game, column, trace);
            }
        }
    });
    trace
}

fn run(entry: &str, game: &Game, column: Column, trace: Tracer<'_>) {
    let (disc, slot) = (number(game.position().to_move()), column.index());
    let board = game.position().board();
    if slot >= usize::from(board.width()) {
        return;
    }
    match entry {
        "drop_row" => {
            drop_row(&rows_from_top(&board), slot, trace);
        }
        "make_move" => {
            turns_of(game).make_move(slot, trace);
        }
        "reduce" => {
            let _ = reduce(&state_of(game), Action::Move(slot), trace);
        }
        "view" => {
            let after = reduce(&state_of(game), Action::Move(slot), &mut |_| ());
            let _ = view(&after, trace);
        }
        "drop_in_moves" => {
            let _ = forms::drop_in_moves(disc, slot, &forms::moves_of(game), trace);
        }
        "drop_in_board" => {
            let _ = forms::drop_in_board(disc, slot, &rows_from_top(&board), trace);
        }
        "drop_in_slots" => {
            let _ = forms::drop_in_slots(disc, slot, &forms::slots_of(&board), trace);
        }
        "drop_in_stacks" => {
            let _ = forms::drop_in_stacks(disc, slot, &forms::stacks_of(&board), trace);
        }
        "drop" => {
            let _ = forms::drop(slot, &forms::stacks_of(&board), trace);
        }
        "drop_in_picture" => {
            let _ = forms::drop_in_picture(disc, slot, &forms::picture_of(&board), trace);
        }
        "is_win" | "has_line" => {
            let Ok(after) = game.drop_in(column) else {
                return;
            };
            let board = after.position().board();
            if entry == "is_win" {
                let row = usize::from(board.height()) - board.stack(column).count();
                is_win(&rows_from_top(&board), row, slot, trace);
            } else {
                bits::has_line(board.bits(game.position().to_move()) as u64, trace);
            }
        }
        _ => {}
    }
}

/// Converts a game to a mutable [`Turns`].
#[must_use]
pub fn turns_of(game: &Game) -> Turns {
    Turns {
        board: rows_from_top(&game.position().board()),
        player: number(game.position().to_move()),
        is_over: game.end().is_some(),
    }
}

/// Reduces the moves of a game to a [`State`].
#[must_use]
pub fn state_of(game: &Game) -> State {
    let moves = forms::moves_of(game).into_iter();
    moves.fold(State::default(), |state, slot| {
        reduce(&state, Action::Move(slot), &mut |_| ())
    })
}
