//! Compares the costs of three searches for a line on a given position.

use foursight_core::{Game, Move, Player};

use super::bits;
use super::scan::{self, ScanDirection};
use super::win::is_win;
use super::{number, rows_from_bottom, rows_from_top};

/// Costs and results of the three searches after the last drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Steps of the scan of the whole board, in all directions until it finds a line.
    pub scan: usize,
    /// Cells read by the search from the last disc.
    pub last: usize,
    /// Shifts and ANDs on the bitboard.
    pub bits: usize,
    /// Result of the scan.
    pub scan_found: bool,
    /// Result of the search from the last disc.
    pub last_found: bool,
    /// Result of the bitboard.
    pub bits_found: bool,
}

/// Measures the costs for the player who moved last. Returns `None` unless the last move is a drop.
#[must_use]
pub fn costs(game: &Game) -> Option<Costs> {
    let board = game.position().board();
    let Some(Move::Drop(column)) = game.moves().last() else {
        return None;
    };
    let from_bottom = board.stack(*column).count().checked_sub(1)?;
    let mover = last_mover(game)?;
    let upward = rows_from_bottom(&board);
    let (mut scan, mut scan_found) = (0, false);
    for direction in ScanDirection::ALL {
        let steps = scan::steps(&upward, number(mover), direction.delta(), scan::WANTED);
        scan += steps.len();
        scan_found = steps
            .last()
            .is_some_and(|step| step.consecutive == scan::WANTED);
        if scan_found {
            break;
        }
    }
    let downward = rows_from_top(&board);
    let row = usize::from(board.height()) - 1 - from_bottom;
    let mut last = 0;
    let last_found = is_win(&downward, row, column.index(), &mut |point| {
        last += usize::from(point.values.iter().any(|(name, _)| *name == "look"));
    });
    let bitboard = board.bits(mover) as u64;
    Some(Costs {
        scan,
        last,
        bits: bits::operations(bitboard),
        scan_found,
        last_found,
        bits_found: bits::has_line(bitboard, &mut |_| ()),
    })
}

fn last_mover(game: &Game) -> Option<Player> {
    let before = game.moves().len().checked_sub(1)?;
    Some(game.at_ply(before)?.position().to_move())
}
