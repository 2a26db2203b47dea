//! Three ways to find a line, with what each costs on a given position.

use foursight_core::{Game, Move, Player};

use super::bits;
use super::scan::{self, Way};
use super::win::is_win;
use super::{number, rows_from_bottom, rows_from_top};

/// What the three ways cost after the last drop, and what they found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Steps of the scan of the whole grid, in all directions until it finds a line.
    pub scan: usize,
    /// Spaces looked at from the last disc on.
    pub last: usize,
    /// Shifts and ands of whole words.
    pub bits: usize,
    /// What the scan says.
    pub scan_found: bool,
    /// What the look from the last disc says.
    pub last_found: bool,
    /// What the words say.
    pub bits_found: bool,
}

/// The costs for the player who moved last; none before the first drop, or if the last move was no drop.
#[must_use]
pub fn costs(game: &Game) -> Option<Costs> {
    let grid = game.position().grid();
    let Some(Move::Drop(column)) = game.moves().last() else {
        return None;
    };
    let from_bottom = grid.stack(*column).count().checked_sub(1)?;
    let mover = last_mover(game)?;
    let up = rows_from_bottom(&grid);
    let (mut scan, mut scan_found) = (0, false);
    for way in Way::ALL {
        let steps = scan::steps(&up, number(mover), way.delta());
        scan += steps.len();
        scan_found = steps
            .last()
            .is_some_and(|step| step.consecutive == scan::WANTED);
        if scan_found {
            break;
        }
    }
    let down = rows_from_top(&grid);
    let row = usize::from(grid.height()) - 1 - from_bottom;
    let mut last = 0;
    let last_found = is_win(&down, row, column.index(), &mut |mark| {
        last += usize::from(mark.values.iter().any(|(name, _)| *name == "look"));
    });
    let word = grid.word(mover) as u64;
    Some(Costs {
        scan,
        last,
        bits: bits::operations(word),
        scan_found,
        last_found,
        bits_found: bits::has_line(word, &mut |_| ()),
    })
}

fn last_mover(game: &Game) -> Option<Player> {
    let before = game.moves().len().checked_sub(1)?;
    Some(game.at(before)?.position().to_move())
}
