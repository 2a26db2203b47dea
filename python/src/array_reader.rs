//! Reads boards from arrays and nested lists.

use foursight_core::{Disc, Player, Ruleset, Setup};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySequence, PyTuple};

use crate::array_layout::ArrayLayout;
use crate::errors::value_error;
use crate::positions::{cell, setup_message};

/// Deepest nesting of an array that can be a board: three planes of rows.
const ARRAY_DEPTH_MAX: usize = 3;
/// Most elements of an array that can be a board: three planes of 127 cells.
const ARRAY_ELEMENTS_MAX: usize = 3 * 128;

/// Flattens nested sequences, or whatever has `tolist`, and returns their shape.
pub(crate) fn flatten(
    array: &Bound<'_, PyAny>,
    depth: usize,
    numbers: &mut Vec<f64>,
) -> PyResult<Vec<usize>> {
    if array.hasattr("tolist")? {
        return flatten(&array.call_method0("tolist")?, depth, numbers);
    }
    let is_list = array.is_instance_of::<PyList>() || array.is_instance_of::<PyTuple>();
    if !is_list {
        if numbers.len() == ARRAY_ELEMENTS_MAX {
            let message =
                format!("a board has no array of more than {ARRAY_ELEMENTS_MAX} elements");
            return Err(PyValueError::new_err(message));
        }
        let number = array.extract().map_err(|_| {
            PyTypeError::new_err("a board is read from an array or nested lists of numbers")
        })?;
        numbers.push(number);
        return Ok(Vec::new());
    }
    if depth == ARRAY_DEPTH_MAX {
        return Err(PyValueError::new_err(
            "a board has no array of four dimensions",
        ));
    }
    let items = array.cast::<PySequence>()?;
    let mut inner: Option<Vec<usize>> = None;
    for item in items.try_iter()? {
        let shape = flatten(&item?, depth + 1, numbers)?;
        if inner.as_ref().is_some_and(|inner| *inner != shape) {
            return Err(PyValueError::new_err("the lists have different lengths"));
        }
        inner = Some(shape);
    }
    let mut shape = vec![items.len()?];
    shape.extend(inner.unwrap_or_default());
    Ok(shape)
}

/// Puts the discs of an array on a board.
pub(crate) fn read_cells(
    layout: ArrayLayout,
    ruleset: Ruleset,
    numbers: &[f64],
) -> PyResult<Setup> {
    let (columns, rows) = (usize::from(ruleset.width()), usize::from(ruleset.height()));
    let cells = columns * rows;
    let one = |number: f64| (number - 1.0).abs() < f64::EPSILON;
    let zero = |number: f64| number.abs() < f64::EPSILON;
    // Planes of the player to move and the opponent: with an odd number of discs Second is to move.
    let planes = if layout.planes() == 1 { 1 } else { 2 };
    let disc_planes = (0..cells).flat_map(|cell| (0..planes).map(move |plane| (cell, plane)));
    let discs = disc_planes
        .filter(|(index, plane)| !zero(numbers[layout.element(cells, *index, *plane)]))
        .count();
    let is_second_to_move = discs % 2 == 1;
    let mut setup = Setup::new(ruleset);
    for column in 0..columns {
        for row in 0..rows {
            let index = layout.index(columns, rows, column, row);
            let at = |plane| numbers[layout.element(cells, index, plane)];
            let place = cell(column as u32, row as u32);
            let place = place.ok_or_else(|| value_error("the board is too large"))?;
            let wrong = |number: f64| value_error(format!("{place} holds {number}"));
            let is_second = if planes == 1 {
                match at(0) {
                    number if zero(number) => continue,
                    number if one(number) => false,
                    number if one(number - 1.0) => true,
                    number => return Err(wrong(number)),
                }
            } else {
                let first = layout.plane(false, is_second_to_move);
                let [first, second] = [at(first), at(1 - first)];
                match () {
                    () if zero(first) && zero(second) => continue,
                    () if one(first) && zero(second) => false,
                    () if zero(first) && one(second) => true,
                    () if one(first) && one(second) => {
                        return Err(value_error(format!("{place} holds discs of both players")));
                    }
                    () => {
                        return Err(wrong(if one(first) || zero(first) {
                            second
                        } else {
                            first
                        }));
                    }
                }
            };
            let owner = Player::BOTH[usize::from(is_second)];
            setup
                .put(Disc::ordinary(owner), place)
                .map_err(setup_message)
                .map_err(value_error)?;
        }
    }
    Ok(setup)
}
