//! Exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};

create_exception!(
    foursight,
    IllegalMoveError,
    PyValueError,
    "The rules do not allow the move; the board is unchanged."
);
create_exception!(
    foursight,
    BudgetError,
    PyException,
    "The search ran out of nodes or seconds before it had the answer."
);

/// Converts an error of our crates to a Python exception.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Converts a refused move to an exception.
pub(crate) fn illegal_move(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}
