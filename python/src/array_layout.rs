//! The layouts in which other projects put a board into an array.
//!
//! | name | shape | first row | planes | type |
//! |---|---|---|---|---|
//! | grid | rows, columns | top | 1 First, 2 Second | int8 |
//! | kaggle | rows × columns, flat | top | 1 First, 2 Second | int8 |
//! | bitbully | columns, rows | bottom | 1 First, 2 Second | int8 |
//! | pettingzoo | rows, columns, 2 | top | player to move, opponent | int8 |
//! | pgx | rows, columns, 2 | top | player to move, opponent | bool |
//! | openspiel | 3, rows, columns | bottom | First, Second, empty | float32 |
//! | openspiel-ego | 3, rows, columns | bottom | opponent, player to move, empty | float32 |

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Bytes of a float of the layouts that hold floats.
const FLOAT_BYTES: usize = 4;

/// A named array layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayLayout {
    Grid,
    Kaggle,
    BitBully,
    PettingZoo,
    Pgx,
    OpenSpiel,
    OpenSpielEgo,
}

/// The owner of the disc on a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellOwner {
    Empty,
    First,
    Second,
}

impl ArrayLayout {
    pub(crate) const ALL: [Self; 7] = [
        Self::Grid,
        Self::Kaggle,
        Self::BitBully,
        Self::PettingZoo,
        Self::Pgx,
        Self::OpenSpiel,
        Self::OpenSpielEgo,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Kaggle => "kaggle",
            Self::BitBully => "bitbully",
            Self::PettingZoo => "pettingzoo",
            Self::Pgx => "pgx",
            Self::OpenSpiel => "openspiel",
            Self::OpenSpielEgo => "openspiel-ego",
        }
    }

    /// Returns the layout with this name.
    pub(crate) fn from_name(name: &str) -> PyResult<Self> {
        let found = Self::ALL.into_iter().find(|layout| layout.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let shown: String = name.chars().take(40).collect();
            PyValueError::new_err(format!(
                "there is no layout {shown:?}: choose one of {names}"
            ))
        })
    }

    /// Returns the shape of the array of one board.
    pub(crate) fn shape(self, columns: usize, rows: usize) -> Vec<usize> {
        match self {
            Self::Grid => vec![rows, columns],
            Self::Kaggle => vec![rows * columns],
            Self::BitBully => vec![columns, rows],
            Self::PettingZoo | Self::Pgx => vec![rows, columns, 2],
            Self::OpenSpiel | Self::OpenSpielEgo => vec![3, rows, columns],
        }
    }

    /// Returns the number of columns and rows of an array of this shape, or `None` if it has
    /// another number of dimensions. A flat array does not tell.
    pub(crate) fn size_of(self, shape: &[usize]) -> Option<(usize, usize)> {
        match (self, shape) {
            (Self::Grid, [rows, columns])
            | (Self::PettingZoo | Self::Pgx, [rows, columns, 2])
            | (Self::OpenSpiel | Self::OpenSpielEgo, [3, rows, columns])
            | (Self::BitBully, [columns, rows]) => Some((*columns, *rows)),
            _ => None,
        }
    }

    /// Returns the number of planes: one if cells hold numbers of players.
    pub(crate) const fn planes(self) -> usize {
        match self {
            Self::Grid | Self::Kaggle | Self::BitBully => 1,
            Self::PettingZoo | Self::Pgx => 2,
            Self::OpenSpiel | Self::OpenSpielEgo => 3,
        }
    }

    /// Returns the code of the element type, as in the module `struct`.
    pub(crate) const fn format(self) -> &'static str {
        match self {
            Self::Pgx => "?",
            Self::OpenSpiel | Self::OpenSpielEgo => "f",
            _ => "b",
        }
    }

    const fn element_bytes(self) -> usize {
        match self {
            Self::OpenSpiel | Self::OpenSpielEgo => FLOAT_BYTES,
            _ => 1,
        }
    }

    /// Returns the number of bytes of the array of one board.
    pub(crate) fn bytes(self, columns: usize, rows: usize) -> usize {
        columns * rows * self.planes() * self.element_bytes()
    }

    /// Returns the index of a cell in a plane; rows count from 0 at the bottom.
    pub(crate) const fn index(
        self,
        columns: usize,
        rows: usize,
        column: usize,
        row: usize,
    ) -> usize {
        match self {
            Self::Grid | Self::Kaggle | Self::PettingZoo | Self::Pgx => {
                (rows - 1 - row) * columns + column
            }
            Self::BitBully => column * rows + row,
            Self::OpenSpiel | Self::OpenSpielEgo => row * columns + column,
        }
    }

    /// Returns the index of an element in the whole array.
    pub(crate) const fn element(self, cells: usize, cell: usize, plane: usize) -> usize {
        match self {
            Self::PettingZoo | Self::Pgx => cell * 2 + plane,
            Self::OpenSpiel | Self::OpenSpielEgo => plane * cells + cell,
            _ => cell,
        }
    }

    /// Returns the plane of a disc's owner.
    pub(crate) const fn plane(self, is_second: bool, is_second_to_move: bool) -> usize {
        match self {
            Self::PettingZoo | Self::Pgx => (is_second != is_second_to_move) as usize,
            Self::OpenSpielEgo => (is_second == is_second_to_move) as usize,
            _ => is_second as usize,
        }
    }

    /// Writes a board. `owner` tells who owns a cell, by column and row from the bottom.
    pub(crate) fn write(
        self,
        (columns, rows): (usize, usize),
        is_second_to_move: bool,
        owner: impl Fn(usize, usize) -> CellOwner,
        out: &mut [u8],
    ) {
        let cells = columns * rows;
        for column in 0..columns {
            for row in 0..rows {
                let cell = self.index(columns, rows, column, row);
                let owner = owner(column, row);
                let is_second = owner == CellOwner::Second;
                if self.planes() == 1 {
                    out[cell] = owner as u8;
                    continue;
                }
                let plane = match owner {
                    CellOwner::Empty if self.planes() == 2 => continue,
                    CellOwner::Empty => 2,
                    _ => self.plane(is_second, is_second_to_move),
                };
                let element = self.element(cells, cell, plane);
                if self.element_bytes() == FLOAT_BYTES {
                    out[element * FLOAT_BYTES..][..FLOAT_BYTES]
                        .copy_from_slice(&1_f32.to_ne_bytes());
                } else {
                    out[element] = 1;
                }
            }
        }
    }
}

/// Returns the names of all layouts.
#[pyfunction]
pub(crate) fn layout_names() -> Vec<&'static str> {
    ArrayLayout::ALL.map(ArrayLayout::name).to_vec()
}

/// Returns the shape of one board in a layout.
#[pyfunction]
pub(crate) fn layout_shape(layout: &str, columns: u8, rows: u8) -> PyResult<Vec<usize>> {
    let layout = ArrayLayout::from_name(layout)?;
    Ok(layout.shape(columns.into(), rows.into()))
}

/// Returns the code of the element type of a layout, as in the module `struct`.
#[pyfunction]
pub(crate) fn layout_format(layout: &str) -> PyResult<&'static str> {
    Ok(ArrayLayout::from_name(layout)?.format())
}
