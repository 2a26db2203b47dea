//! The search through a whole board for discs in a row, the subject of the lesson `scan` and of
//! `foursight scan`: a start, a delta, and the number of discs found from the start.
//!
//! The bottom row comes first, and rows and columns count from 0. The search also accepts boards
//! that no game reaches. It does not look for a line that begins at the top right cell.

use super::fall::Rows;
use crate::trace::Tracer;

/// A direction of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanDirection {
    /// Up a column.
    Vertical,
    /// Along a row.
    Horizontal,
    /// Up and to the right.
    DiagonalRight,
    /// Up and to the left.
    DiagonalLeft,
}

impl ScanDirection {
    /// All directions.
    pub const ALL: [Self; 4] = [
        Self::Vertical,
        Self::Horizontal,
        Self::DiagonalRight,
        Self::DiagonalLeft,
    ];

    /// Returns the name of the direction in the output of `foursight scan`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
            Self::DiagonalRight => "diagonal_right",
            Self::DiagonalLeft => "diagonal_left",
        }
    }

    // listing: deltas
    /// The change of `y` and `x` in one step.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Vertical => (1, 0),
            Self::Horizontal => (0, 1),
            Self::DiagonalRight => (1, 1),
            Self::DiagonalLeft => (1, -1),
        }
    }
    // end
}

/// Boards that the lessons search, top row first: a small one, a won game, and one that no game
/// reaches.
const SMALL: [&str; 3] = ["---", "-1-", "12-"];
const WON: [&str; 6] = [
    "-------", "-------", "----1--", "---12--", "--112--", "-12221-",
];
const FICTITIOUS: [&str; 6] = [
    "---2222", "1------", "-1-1--2", "--1---2", "-1-1--2", "1-----2",
];

/// Returns a board of the lessons by its name: `small`, `won`, or otherwise the one that no game
/// reaches.
#[must_use]
pub fn example_rows(name: &str) -> Rows {
    let lines: &[&str] = match name {
        "small" => &SMALL,
        "won" => &WON,
        _ => &FICTITIOUS,
    };
    let row = |line: &&str| {
        let number = |sign| match sign {
            b'1' => 1,
            b'2' => 2,
            _ => super::EMPTY,
        };
        line.bytes().map(number).collect()
    };
    lines.iter().rev().map(row).collect()
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Start cell, row first.
    pub start: (i32, i32),
    /// Number of consecutive discs from the start.
    pub consecutive: i32,
}

/// Number of consecutive discs that the lessons look for.
pub const WANTED: i32 = 4;

/// Searches for four discs of a player in a direction, after looking up its delta.
pub fn find_along(board: &Rows, player: u8, direction: ScanDirection, trace: Tracer<'_>) -> Found {
    let (dy, dx) = direction.delta();
    entry!(
        trace,
        "deltas",
        &format!("Self::{direction:?} =>"),
        dy = dy,
        dx = dx
    );
    find_adjacent(board, player, direction.delta(), WANTED, trace)
}

// listing: find_adjacent
/// Looks from the bottom left for enough discs of a player in a row.
pub fn find_adjacent(
    board: &Rows,
    player: u8,
    (dy, dx): (i32, i32),
    wanted: i32,
    trace: Tracer<'_>,
) -> Found {
    let (ny, nx) = (board.len() as i32, board[0].len() as i32);
    let (mut sy, mut sx, mut consecutive) = (0, 0, 0);
    loop {
        let (ty, tx) = (sy + dy * consecutive, sx + dx * consecutive);
        at!(
            trace,
            sy = sy,
            sx = sx,
            ty = ty,
            tx = tx,
            consecutive = consecutive,
            look = 0_u8
        );
        if (sy == ny - 1 && sx == nx - 1) || consecutive == wanted {
            at!(
                trace,
                sy = sy,
                sx = sx,
                ty = ty,
                tx = tx,
                consecutive = consecutive
            );
            return Found {
                start: (sy, sx),
                consecutive,
            };
        } else if sx == nx {
            at!(
                trace,
                sy = sy,
                sx = sx,
                ty = ty,
                tx = tx,
                consecutive = consecutive
            );
            (sy, sx, consecutive) = (sy + 1, 0, 0);
        } else if cell(board, ty, tx) == Some(player) {
            at!(
                trace,
                sy = sy,
                sx = sx,
                ty = ty,
                tx = tx,
                consecutive = consecutive
            );
            consecutive += 1;
        } else {
            at!(
                trace,
                sy = sy,
                sx = sx,
                ty = ty,
                tx = tx,
                consecutive = consecutive
            );
            (sx, consecutive) = (sx + 1, 0);
        }
    }
}
// end

/// Returns the content of a cell, or `None` beyond the edge.
fn cell(board: &Rows, y: i32, x: i32) -> Option<u8> {
    let row = board.get(usize::try_from(y).ok()?)?;
    row.get(usize::try_from(x).ok()?).copied()
}

/// Branch that a step of the search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanBranch {
    /// The search is over.
    End,
    /// The start has left the row: continue with the next row.
    NextRow,
    /// Another disc was found.
    DiscFound,
    /// No disc was found: continue with the next start.
    NextStart,
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanStep {
    /// Start cell, row first.
    pub start: (i32, i32),
    /// Cell that the step reads.
    pub target: (i32, i32),
    /// Number of discs found so far.
    pub consecutive: i32,
    /// Branch that the step takes.
    pub branch: ScanBranch,
}

/// Returns the steps of a whole search, one for each iteration of the loop. The last one ends it.
#[must_use]
pub fn steps(board: &Rows, player: u8, delta: (i32, i32), wanted: i32) -> Vec<ScanStep> {
    let mut iterations: Vec<[i32; 5]> = Vec::new();
    let found = find_adjacent(board, player, delta, wanted, &mut |point| {
        let value = |name| {
            let found = point.values.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| *value as i32)
        };
        let names = ["sy", "sx", "ty", "tx", "consecutive"];
        if value("look").is_some() {
            iterations.push(names.map(|name| value(name).unwrap_or(0)));
        }
    });
    let width = board[0].len() as i32;
    let step = |(at, [sy, sx, ty, tx, consecutive]): (usize, &[i32; 5])| {
        let branch = match iterations.get(at + 1) {
            None => ScanBranch::End,
            Some(_) if *sx == width => ScanBranch::NextRow,
            Some([.., next]) if *next > *consecutive => ScanBranch::DiscFound,
            Some(_) => ScanBranch::NextStart,
        };
        ScanStep {
            start: (*sy, *sx),
            target: (*ty, *tx),
            consecutive: *consecutive,
            branch,
        }
    };
    let steps: Vec<_> = iterations.iter().enumerate().map(step).collect();
    debug_assert_eq!(steps.last().map(|last| last.start), Some(found.start));
    steps
}
