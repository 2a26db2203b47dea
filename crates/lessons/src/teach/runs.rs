//! What the functions behind listings do with one drop into a game that somebody plays.

use foursight_core::{Column, Game};

use super::fall::drop_row;
use super::reduce::{Action, State, reduce, view};
use super::turns::Turns;
use super::win::is_win;
use super::{bits, forms, number, rows_from_top};
use crate::listing::Listing;
use crate::trace::{See, Trace};

/// Runs the functions behind some listings on a drop into a column, and keeps every line of theirs.
/// What looks at the disc afterwards does not run if the drop is refused.
#[must_use]
pub fn on_drop(listings: &[&'static Listing], game: &Game, column: Column) -> Trace {
    let mut begun: Vec<&str> = Vec::new();
    let (trace, ()) = Trace::of(listings, |see| {
        for listing in listings {
            // Listings that call each other are parts of one run.
            let entry = match listing.name {
                "last_empty" | "did_win" | "space" => "reduce",
                "directions" | "is_inside" => "is_win",
                name => name,
            };
            if !begun.contains(&entry) {
                begun.push(entry);
                run(entry, game, column, see);
            }
        }
    });
    trace
}

fn run(entry: &str, game: &Game, column: Column, see: See<'_>) {
    let (disc, slot) = (number(game.position().to_move()), column.index());
    let grid = game.position().grid();
    if slot >= usize::from(grid.width()) {
        return;
    }
    match entry {
        "drop_row" => {
            drop_row(&rows_from_top(&grid), slot, see);
        }
        "make_move" => {
            turns_of(game).make_move(slot, see);
        }
        "reduce" => {
            let _ = reduce(&state_of(game), Action::Move(slot), see);
        }
        "view" => {
            let after = reduce(&state_of(game), Action::Move(slot), &mut |_| ());
            let _ = view(&after, see);
        }
        "drop_in_moves" => {
            let _ = forms::drop_in_moves(disc, slot, &forms::moves_of(game), see);
        }
        "drop_in_grid" => {
            let _ = forms::drop_in_grid(disc, slot, &rows_from_top(&grid), see);
        }
        "drop_in_slots" => {
            let _ = forms::drop_in_slots(disc, slot, &forms::slots_of(&grid), see);
        }
        "drop_in_stacks" => {
            let _ = forms::drop_in_stacks(disc, slot, &forms::stacks_of(&grid), see);
        }
        "drop_in_picture" => {
            let _ = forms::drop_in_picture(disc, slot, &forms::picture_of(&grid), see);
        }
        "is_win" | "has_line" => {
            let Ok(after) = game.drop_in(column) else {
                return;
            };
            let grid = after.position().grid();
            if entry == "is_win" {
                let row = usize::from(grid.height()) - grid.stack(column).count();
                is_win(&rows_from_top(&grid), row, slot, see);
            } else {
                bits::has_line(grid.word(game.position().to_move()) as u64, see);
            }
        }
        _ => {}
    }
}

/// A game as one value that changes.
#[must_use]
pub fn turns_of(game: &Game) -> Turns {
    Turns {
        grid: rows_from_top(&game.position().grid()),
        player: number(game.position().to_move()),
        is_over: game.end().is_some(),
    }
}

/// A game as the state that its moves lead to.
#[must_use]
pub fn state_of(game: &Game) -> State {
    let moves = forms::moves_of(game).into_iter();
    moves.fold(State::default(), |state, slot| {
        reduce(&state, Action::Move(slot), &mut |_| ())
    })
}
