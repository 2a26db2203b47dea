//! The line detection algorithms agree with each other and with the definition of the scan.

use foursight_core::{
    Board, Cell, Direction, Game, LineScanPoint, Move, Outcome, Player, Row, ScanRun, Variant,
};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// Scans by the definition: finds the first point, from the bottom left, row by row, at which a run
/// of `count` discs of the player starts. Skips the top right cell.
fn scan_by_definition(board: &Board, player: Player, direction: Direction, count: u8) -> ScanRun {
    let (height, width) = (i16::from(board.height()), i16::from(board.width()));
    let (dy, dx) = match direction {
        Direction::Vertical => (1, 0),
        Direction::Horizontal => (0, 1),
        Direction::Rising => (1, 1),
        Direction::Falling => (1, -1),
    };
    let top_right = LineScanPoint {
        y: height - 1,
        x: width - 1,
    };
    let starts = (0..height).flat_map(|y| (0..width).map(move |x| LineScanPoint { y, x }));
    let is_owned = |at| {
        let disc = board.cell_at(at).and_then(|cell| board.disc_at(cell));
        disc.is_some_and(|disc| disc.owner == player)
    };
    let found = starts.into_iter().find(|start| {
        let mut points = (0..i16::from(count)).map(|steps| LineScanPoint {
            y: start.y + steps * dy,
            x: start.x + steps * dx,
        });
        *start != top_right && points.all(is_owned)
    });
    match found {
        Some(start) => ScanRun { start, count },
        None => ScanRun {
            start: top_right,
            count: 0,
        },
    }
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
    fn the_scan_matches_its_definition(game in any_game(any_variant())) {
        let board = game.position().board();
        for player in Player::BOTH {
            for direction in Direction::ALL {
                for count in 1..=5 {
                    let expected = scan_by_definition(&board, player, direction, count);
                    prop_assert_eq!(board.scan(player, direction, count), expected);
                }
            }
        }
    }

    #[test]
    fn scan_lines_and_bitboards_agree_that_there_is_a_line(game in any_game(any_variant())) {
        let board = game.position().board();
        for player in Player::BOTH {
            for count in 2..=6 {
                let scanned = Direction::ALL.iter().any(|direction| board.scan(player, *direction, count).count == count);
                prop_assert_eq!(board.has_line(player, count), scanned);
                prop_assert_eq!(!board.lines(player, count).is_empty(), scanned);
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
