//! Bitboards of the standard board for the finders: seven bits a column, as drawn in
//! `foursight_core::Board`.

use foursight_core::{Column, DropPosition};

/// Distance between a cell and its neighbour in the next column.
pub(super) const STRIDE: u32 = 7;
/// The bottom cells.
pub(super) const FLOOR: u64 = 0x0000_0408_1020_4081;
/// All cells, without the sentinel bits.
pub(super) const CELLS: u64 = FLOOR * 0b11_1111;
/// The top cells.
pub(super) const TOP: u64 = FLOOR << 5;
/// The cells of rows 1, 3 and 5.
pub(super) const ODD_ROWS: u64 = FLOOR * 0b01_0101;

/// A position at which the planner has just dropped: the opponent is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits {
    /// Discs of the planner.
    pub(super) own: u64,
    /// Discs of both.
    pub(super) all: u64,
}

impl Bits {
    pub(super) fn of(position: DropPosition) -> Self {
        Self {
            own: position.all_bits() ^ position.mover_bits(),
            all: position.all_bits(),
        }
    }

    pub(super) const fn opponent(self) -> u64 {
        self.own ^ self.all
    }

    /// Returns a number that identifies the position.
    pub(super) const fn key(self) -> u64 {
        self.own + self.all + FLOOR
    }

    pub(super) const fn landings(self) -> u64 {
        landings(self.all)
    }

    /// Returns the playable cells on which the planner completes a line.
    pub(super) const fn completions(self) -> u64 {
        threats(self.own, self.all) & landings(self.all)
    }

    /// Returns the playable cells on which the opponent completes a line.
    pub(super) const fn opponent_completions(self) -> u64 {
        threats(self.opponent(), self.all) & landings(self.all)
    }

    /// Returns the replies after which the planner does not complete a line at once.
    pub(super) const fn replies(self) -> u64 {
        let threatened = self.completions();
        if threatened == 0 {
            self.landings()
        } else if threatened.is_power_of_two() {
            threatened
        } else {
            0
        }
    }

    /// Returns the position after a reply of the opponent, with the planner to move.
    pub(super) const fn after_reply(self, reply: u64) -> Self {
        Self {
            own: self.own,
            all: self.all | reply,
        }
    }

    /// Returns the position after a disc of the planner, who is to move.
    pub(super) const fn after_answer(self, answer: u64) -> Self {
        Self {
            own: self.own | answer,
            all: self.all | answer,
        }
    }
}

pub(super) const fn landings(all: u64) -> u64 {
    (all + FLOOR) & CELLS
}

/// Returns the empty cells on which one more of these discs would complete a line.
pub(super) const fn threats(discs: u64, all: u64) -> u64 {
    let mut found = (discs << 1) & (discs << 2) & (discs << 3);
    let mut stride = STRIDE - 1;
    while stride <= STRIDE + 1 {
        let [before, after] = [discs << stride, discs >> stride];
        let [two_before, two_after] = [
            before & discs << (2 * stride),
            after & discs >> (2 * stride),
        ];
        found |= two_before & (discs << (3 * stride) | after);
        found |= two_after & (discs >> (3 * stride) | before);
        stride += 1;
    }
    found & CELLS & !all
}

/// Iterates over the cells of a set, the lowest bit first.
pub(super) fn cells_of(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Returns the column of a cell.
pub(super) fn column_of(cell: u64) -> Column {
    let index = cell.trailing_zeros() / STRIDE;
    Column::from_index(index as usize).expect("a cell lies in a column")
}

/// Returns all cells of a column.
pub(super) const fn column_cells(index: u32) -> u64 {
    0b11_1111 << (index * STRIDE)
}
