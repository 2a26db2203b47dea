//! Positions as two words: the discs of the player to move, and all discs.
//!
//! Each column takes one bit more than the board has rows, bottom row first, as in
//! `foursight-core`. Words come from other people's arrays, so each pair is checked: it must be a
//! position that play can reach.

use foursight_core::{
    Board, Cell, Column, Disc, Game, Player, Row, Ruleset, Setup, SetupError, Variant,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::value_error;

/// Bytes of the two words of a position.
pub(crate) const POSITION_BYTES: usize = 16;
/// Bits of a word, which a board of a batch must fit.
const WORD_BITS: u32 = 64;
/// Length of a line in batches, the only one that can be solved.
const BATCH_CONNECT: u8 = 4;

/// The discs of the player to move, and all discs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PositionWords {
    pub(crate) mover: u64,
    pub(crate) all: u64,
}

/// Returns the rules of a batch of boards of this size.
pub(crate) fn batch_ruleset(columns: u8, rows: u8) -> PyResult<Ruleset> {
    let ruleset =
        Ruleset::new(columns, rows, BATCH_CONNECT, Variant::Standard).map_err(value_error)?;
    if u32::from(columns) * (u32::from(rows) + 1) > WORD_BITS {
        let message = format!(
            "a {columns}x{rows} board is too large for batches: (rows + 1) x columns may be at \
             most {WORD_BITS}"
        );
        return Err(PyValueError::new_err(message));
    }
    Ok(ruleset)
}

/// Reads the words of all positions from bytes in native order.
pub(crate) fn read_words(bytes: &Bound<'_, PyBytes>) -> PyResult<Vec<PositionWords>> {
    let bytes = bytes.as_bytes();
    if !bytes.len().is_multiple_of(POSITION_BYTES) {
        return Err(PyTypeError::new_err(
            "expected two 64-bit words per position",
        ));
    }
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_ne_bytes);
    let positions = bytes.chunks_exact(POSITION_BYTES);
    Ok(positions
        .map(|pair| PositionWords {
            mover: word(&pair[..8]),
            all: word(&pair[8..]),
        })
        .collect())
}

impl PositionWords {
    /// Returns the words of a board.
    pub(crate) fn of(board: &Board, mover: Player) -> Self {
        let bits = |player| board.bits(player) as u64;
        Self {
            mover: bits(mover),
            all: bits(mover) | bits(mover.opponent()),
        }
    }

    /// Writes the words in native order.
    pub(crate) fn write(self, out: &mut [u8]) {
        out[..8].copy_from_slice(&self.mover.to_ne_bytes());
        out[8..POSITION_BYTES].copy_from_slice(&self.all.to_ne_bytes());
    }

    /// Returns true if Second is to move.
    pub(crate) const fn is_second_to_move(self) -> bool {
        self.all.count_ones() % 2 == 1
    }

    /// Returns a game that leads to these discs.
    pub(crate) fn game(self, ruleset: Ruleset) -> Result<Game, String> {
        if self.mover & !self.all != 0 {
            return Err("the first word has discs that the second lacks".to_owned());
        }
        let mover = if self.is_second_to_move() {
            Player::Second
        } else {
            Player::First
        };
        let mut setup = Setup::new(ruleset);
        let stride = u32::from(ruleset.height()) + 1;
        let mut left = self.all;
        while left != 0 {
            let bit = left.trailing_zeros();
            let is_mover = self.mover >> bit & 1 == 1;
            left &= left - 1;
            let owner = if is_mover { mover } else { mover.opponent() };
            let cell = (bit % stride != stride - 1)
                .then(|| cell(bit / stride, bit % stride))
                .flatten();
            let cell = cell.ok_or_else(|| format!("bit {bit} is no cell of the board"))?;
            setup
                .put(Disc::ordinary(owner), cell)
                .map_err(|error| error.to_string())?;
        }
        setup.to_game().map_err(setup_message)
    }

    /// Returns the mirror image.
    pub(crate) fn mirror(self, ruleset: Ruleset) -> Self {
        let (width, stride) = (u32::from(ruleset.width()), u32::from(ruleset.height()) + 1);
        let stack = (1_u64 << stride) - 1;
        let flip = |word: u64| {
            (0..width).fold(0, |image, column| {
                let bits = word >> (column * stride) & stack;
                image | bits << ((width - 1 - column) * stride)
            })
        };
        Self {
            mover: flip(self.mover),
            all: flip(self.all),
        }
    }

    /// Returns a number that no other position of this board size has: the discs of the player to
    /// move, and a mark above every column.
    pub(crate) fn key(self, ruleset: Ruleset) -> u64 {
        let stride = u32::from(ruleset.height()) + 1;
        let floor =
            (0..u32::from(ruleset.width())).fold(0, |set, column| set | 1 << (column * stride));
        self.mover.wrapping_add(self.all).wrapping_add(floor)
    }
}

/// Words a setup's fault for a reader of arrays.
pub(crate) fn setup_message(error: SetupError) -> String {
    error.to_string()
}

/// Returns the cell at this column and row, counted from 0.
pub(crate) fn cell(column: u32, row: u32) -> Option<Cell> {
    Some(Cell {
        column: Column::from_index(column as usize)?,
        row: Row::from_index(row as usize)?,
    })
}
