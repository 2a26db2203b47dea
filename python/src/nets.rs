//! The nets of the package, evaluated on batches.

use std::sync::Arc;

use foursight_bots::net::{COLUMNS, Discs, Net, TrainingStage};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::bots::shipped_net;
use crate::parallel::{BatchShape, RunOptions, fill_rows};
use crate::positions::read_words;

/// Names of the nets, by training stage.
const NET_NAMES: [(&str, TrainingStage); 3] = [
    ("full", TrainingStage::Full),
    ("1-minute", TrainingStage::Minute),
    ("10-minutes", TrainingStage::TenMinutes),
];
/// Floats of a prediction: the policy, then loss, draw and win, then the score.
const PREDICTION_FLOATS: usize = COLUMNS + 4;

/// The native part of a net; `foursight.Net` wraps its bytes into arrays.
#[pyclass(name = "NativeNet", module = "foursight._native", frozen)]
pub(crate) struct PyNet {
    net: Arc<Net>,
}

#[pymethods]
impl PyNet {
    /// Loads a net of the package: "full", "1-minute" or "10-minutes".
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let found = NET_NAMES.iter().find(|(known, _)| *known == name);
        let Some((_, stage)) = found else {
            let names = NET_NAMES.map(|(known, _)| known).join(", ");
            let shown: String = name.chars().take(40).collect();
            let message = format!("there is no net {shown:?}: choose one of {names}");
            return Err(PyValueError::new_err(message));
        };
        Ok(Self {
            net: shipped_net(*stage)?,
        })
    }

    /// Evaluates positions of the standard board: for each the policy, then the probabilities of
    /// loss, draw and win, then the score, as floats.
    #[pyo3(signature = (words, threads))]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        words: &Bound<'py, PyBytes>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let words = read_words(words)?;
        let options = RunOptions {
            threads,
            progress: None,
        };
        let shape = BatchShape {
            rows: words.len(),
            row_bytes: PREDICTION_FLOATS * size_of::<f32>(),
        };
        let evaluate = |(): &mut (), index: usize, row: &mut [u8], _: &_| {
            let position = words[index];
            let other = position.all & !position.mover;
            let (first, second) = if position.is_second_to_move() {
                (other, position.mover)
            } else {
                (position.mover, other)
            };
            let discs = Discs { first, second };
            if Discs::from_code(discs.code()) != Some(discs) || position.mover & !position.all != 0
            {
                let message = format!("position {index} is no position of the standard board");
                return Err(PyValueError::new_err(message));
            }
            let prediction = self.net.evaluate(discs);
            let floats = prediction.policy.into_iter().chain(prediction.wdl);
            let floats = floats.chain([prediction.score]);
            for (target, value) in row.chunks_exact_mut(size_of::<f32>()).zip(floats) {
                target.copy_from_slice(&value.to_ne_bytes());
            }
            Ok(())
        };
        let bytes = fill_rows(py, shape, &options, || (), evaluate)?;
        Ok(PyByteArray::new(py, &bytes))
    }
}
