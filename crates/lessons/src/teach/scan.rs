//! The search through a whole grid for discs in a row, as document 003 describes it: a start, a delta, and
//! how many were found from the start on. The bottom row comes first.

use super::fall::Rows;
use crate::trace::See;

/// A direction of the search with its delta: how far up, and how far to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Up a column.
    Vertical,
    /// Along a row.
    Horizontal,
    /// Up and to the right.
    DiagonalRight,
    /// Up and to the left.
    DiagonalLeft,
}

impl Way {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::Vertical,
        Self::Horizontal,
        Self::DiagonalRight,
        Self::DiagonalLeft,
    ];

    /// What it is called in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertical => "vertical",
            Self::Horizontal => "horizontal",
            Self::DiagonalRight => "diagonal-right",
            Self::DiagonalLeft => "diagonal-left",
        }
    }

    // listing: deltas
    /// What one step adds to `y` and to `x`.
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

/// The grids that lessons search, as they are drawn: the small one, the won game, and one that never was.
const SMALL: [&str; 3] = ["---", "-1-", "12-"];
const WON: [&str; 6] = [
    "-------", "-------", "----1--", "---12--", "--112--", "-12221-",
];
const FICTITIOUS: [&str; 6] = [
    "---2222", "1------", "-1-1--2", "--1---2", "-1-1--2", "1-----2",
];

/// A grid of the lessons by its name: `small`, `won`, else the one that never was.
#[must_use]
pub fn example(name: &str) -> Rows {
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

/// Where a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The start, row first.
    pub start: (i32, i32),
    /// How many discs follow from it.
    pub consecutive: i32,
}

/// So many in a row are looked for.
pub const WANTED: i32 = 4;

/// Looks for four discs of a player in a direction: its delta is looked up, and the search begins.
pub fn find_along(grid: &Rows, player: u8, way: Way, see: See<'_>) -> Found {
    let (dy, dx) = way.delta();
    entry!(
        see,
        "deltas",
        &format!("Self::{way:?} =>"),
        dy = dy,
        dx = dx
    );
    find_adjacent(grid, player, way.delta(), see)
}

// listing: find_adjacent
/// Looks from the bottom left for four discs of a player in a row.
pub fn find_adjacent(grid: &Rows, player: u8, (dy, dx): (i32, i32), see: See<'_>) -> Found {
    let (ny, nx) = (grid.len() as i32, grid[0].len() as i32);
    let (mut sy, mut sx, mut consecutive) = (0, 0, 0);
    loop {
        let (ty, tx) = (sy + dy * consecutive, sx + dx * consecutive);
        at!(
            see,
            sy = sy,
            sx = sx,
            ty = ty,
            tx = tx,
            consecutive = consecutive,
            look = 0_u8
        );
        if (sy == ny - 1 && sx == nx - 1) || consecutive == WANTED {
            at!(
                see,
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
                see,
                sy = sy,
                sx = sx,
                ty = ty,
                tx = tx,
                consecutive = consecutive
            );
            (sy, sx, consecutive) = (sy + 1, 0, 0);
        } else if space(grid, ty, tx) == Some(player) {
            at!(
                see,
                sy = sy,
                sx = sx,
                ty = ty,
                tx = tx,
                consecutive = consecutive
            );
            consecutive += 1;
        } else {
            at!(
                see,
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

/// What stands on a space; none beyond the edge.
fn space(grid: &Rows, y: i32, x: i32) -> Option<u8> {
    let row = grid.get(usize::try_from(y).ok()?)?;
    row.get(usize::try_from(x).ok()?).copied()
}

/// Which of the four branches a step of the search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The search is over.
    End,
    /// The start has left the row: on to the next one.
    NextRow,
    /// One more disc was found.
    OneMore,
    /// Nothing here: on to the next start.
    NextStart,
}

/// One step of a search: what it looks at, and what it does then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The start, row first.
    pub start: (i32, i32),
    /// The space that is looked at.
    pub target: (i32, i32),
    /// How many discs were found so far.
    pub consecutive: i32,
    /// What happens.
    pub branch: Branch,
}

/// The steps of a whole search, one for each time around the loop.
#[must_use]
pub fn steps(grid: &Rows, player: u8, delta: (i32, i32)) -> Vec<Step> {
    let mut looks: Vec<[i32; 5]> = Vec::new();
    let found = find_adjacent(grid, player, delta, &mut |mark| {
        let value = |name| {
            let found = mark.values.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| *value as i32)
        };
        let names = ["sy", "sx", "ty", "tx", "consecutive"];
        if value("look").is_some() {
            looks.push(names.map(|name| value(name).unwrap_or(0)));
        }
    });
    let width = grid[0].len() as i32;
    let step = |(at, [sy, sx, ty, tx, consecutive]): (usize, &[i32; 5])| {
        let branch = match looks.get(at + 1) {
            None => Branch::End,
            Some(_) if *sx == width => Branch::NextRow,
            Some([.., next]) if *next > *consecutive => Branch::OneMore,
            Some(_) => Branch::NextStart,
        };
        Step {
            start: (*sy, *sx),
            target: (*ty, *tx),
            consecutive: *consecutive,
            branch,
        }
    };
    let steps: Vec<_> = looks.iter().enumerate().map(step).collect();
    debug_assert_eq!(steps.last().map(|last| last.start), Some(found.start));
    steps
}
