//! The native part of the Python package `foursight`: boards, the exact solver, batches, bots.
//!
//! Everything that plays by the rules or searches is here and calls the crates of the workspace;
//! the environments and reports around it are Python. Text counts columns from 1 as people do,
//! integers count from 0 as arrays do.
//!
//! Calls that may take long release the interpreter and stop within milliseconds of Ctrl-C.

mod arena;
mod array_layout;
mod array_reader;
mod batch;
mod board;
mod bots;
mod errors;
mod explanation;
mod interrupt;
mod moves;
mod nets;
mod parallel;
mod positions;
mod samples;
mod solver;
mod vector;
mod verdict;

/// The extension module.
#[pyo3::pymodule]
#[pyo3(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::arena::play_arena;
    #[pymodule_export]
    use crate::arena::wilson_interval;
    #[pymodule_export]
    use crate::array_layout::{layout_format, layout_names, layout_shape};
    #[pymodule_export]
    use crate::batch::{
        board_words, encode_words, key_words, mirror_words, policy_words, solve_words, step_words,
    };
    #[pymodule_export]
    use crate::board::{PyBoard, PyOutcome};
    #[pymodule_export]
    use crate::bots::{PyBot, PyChoice, level_names};
    #[pymodule_export]
    use crate::errors::{BudgetError, IllegalMoveError};
    #[pymodule_export]
    use crate::explanation::{
        PyColumnExplanation, PyExplanation, PyGradedMove, PyReason, explain, grade,
    };
    #[pymodule_export]
    use crate::nets::PyNet;
    #[pymodule_export]
    use crate::samples::sample_words;
    #[pymodule_export]
    use crate::solver::PySolver;
    #[pymodule_export]
    use crate::vector::PyVectorGames;
    #[pymodule_export]
    use crate::verdict::PyVerdict;
}
