//! The line detection algorithms agree with each other and with the definition of a line.

use foursight_core::{Board, Cell, Column, Game, Move, Outcome, Player, Row, Variant};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// Looks for a line by its definition: a cell from which `count` cells in a direction all hold discs
/// of the player.
fn has_line_by_definition(board: &Board, player: Player, count: u8) -> bool {
    let (height, width) = (i16::from(board.height()), i16::from(board.width()));
    let is_owned = |y: i16, x: i16| {
        if !(0..height).contains(&y) || !(0..width).contains(&x) {
            return false;
        }
        let column = Column::from_index(x.unsigned_abs().into()).expect("on the board");
        let row = Row::from_index(y.unsigned_abs().into()).expect("on the board");
        let disc = board.disc_at(Cell { column, row });
        disc.is_some_and(|disc| disc.owner == player)
    };
    let mut starts = (0..height).flat_map(|y| (0..width).map(move |x| (y, x)));
    starts.any(|(y, x)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .into_iter()
            .any(|(dy, dx)| (0..i16::from(count)).all(|at| is_owned(y + at * dy, x + at * dx)))
    })
}

fn last_disc(game: &Game) -> Option<Cell> {
    let Some(Move::Drop(column)) = game.moves().last().copied() else {
        return None;
    };
    let stack = game.position().board().stack(column).count();
    let row = Row::from_index(stack.checked_sub(1)?)?;
    Some(Cell { column, row })
}

fn drop_only() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::FiveInARow)]
}

proptest! {
    #[test]
    fn lines_and_bitboards_agree_with_the_definition_of_a_line(game in any_game(any_variant())) {
        let board = game.position().board();
        for player in Player::BOTH {
            for count in 2..=6 {
                let expected = has_line_by_definition(&board, player, count);
                prop_assert_eq!(board.has_line(player, count), expected);
                prop_assert_eq!(!board.lines(player, count).is_empty(), expected);
            }
        }
    }

    #[test]
    fn every_winning_line_runs_through_the_last_disc(game in any_game(drop_only())) {
        let last = last_disc(&game);
        let (Some(Outcome::Won { lines, .. }), Some(last)) = (game.outcome(), last) else {
            return Ok(());
        };
        let through = game.position().board().lines_through(last, game.ruleset().connect());
        prop_assert_eq!(through, lines);
    }

    #[test]
    fn a_line_is_as_long_as_its_cells_and_all_of_them_are_owned(game in any_game(any_variant())) {
        let board = game.position().board();
        for player in Player::BOTH {
            for line in board.lines(player, 2) {
                let cells: Vec<_> = line.cells().collect();
                prop_assert_eq!(cells.len(), usize::from(line.length()));
                prop_assert_eq!((cells[0], cells[cells.len() - 1]), (line.start(), line.end()));
                for cell in cells {
                    let owner = board.disc_at(cell).map(|disc| disc.owner);
                    prop_assert_eq!(owner, Some(player));
                    prop_assert!(board.lines_through(cell, line.length()).contains(&line));
                }
            }
        }
    }
}
