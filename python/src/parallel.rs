//! Work on many rows with all threads, while the calling thread handles signals and reports
//! progress.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use foursight_solver::CancelToken;
use pyo3::exceptions::PyValueError;
use pyo3::{Py, PyAny, PyErr, PyResult, Python};

use crate::interrupt::SIGNAL_INTERVAL;

/// Number of rows that a thread takes at once.
const CHUNK_ROWS: usize = 16;
/// Maximum number of threads.
const THREADS_MAX: usize = 256;

/// Options of a run of a batch.
pub(crate) struct RunOptions {
    /// Number of threads; `None` for as many as the system has.
    pub(crate) threads: Option<usize>,
    /// Called with the number of finished rows and of all rows.
    pub(crate) progress: Option<Py<PyAny>>,
}

impl RunOptions {
    /// Returns the number of threads to start.
    pub(crate) fn thread_count(&self) -> PyResult<usize> {
        match self.threads {
            None => Ok(std::thread::available_parallelism().map_or(1, NonZeroUsize::get)),
            Some(0) => Err(PyValueError::new_err("threads must be at least 1")),
            Some(count) => Ok(count.min(THREADS_MAX)),
        }
    }
}

/// The size of the result of a batch.
#[derive(Clone, Copy)]
pub(crate) struct BatchShape {
    /// Number of rows.
    pub(crate) rows: usize,
    /// Number of bytes of each row.
    pub(crate) row_bytes: usize,
}

/// Rows done, and the first error, shared by the threads.
#[derive(Default)]
struct BatchState {
    done: usize,
    workers: usize,
    error: Option<PyErr>,
}

struct SharedState {
    state: Mutex<BatchState>,
    changed: Condvar,
    cancel: CancelToken,
}

impl SharedState {
    fn lock(&self) -> MutexGuard<'_, BatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: PyErr) {
        self.cancel.cancel();
        self.lock().error.get_or_insert(error);
    }
}

/// Fills one row of bytes for each index with `work`, which gets the state of its thread, the index
/// and the row. Stops at the first error, whose message names the row.
pub(crate) fn fill_rows<S>(
    py: Python<'_>,
    shape: BatchShape,
    options: &RunOptions,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, &mut [u8], &CancelToken) -> PyResult<()> + Sync,
) -> PyResult<Vec<u8>> {
    let BatchShape { rows, row_bytes } = shape;
    let threads = options
        .thread_count()?
        .min(rows.div_ceil(CHUNK_ROWS))
        .max(1);
    let mut bytes = vec![0; rows * row_bytes];
    if rows == 0 {
        return Ok(bytes);
    }
    let shared = SharedState {
        state: Mutex::new(BatchState {
            workers: threads,
            ..BatchState::default()
        }),
        changed: Condvar::new(),
        cancel: CancelToken::default(),
    };
    let chunks = Mutex::new(bytes.chunks_mut(CHUNK_ROWS * row_bytes.max(1)).enumerate());
    let worker = || {
        let mut state = new_state();
        while !shared.cancel.is_cancelled() {
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((chunk, part)) = next else { break };
            for (offset, row) in part.chunks_mut(row_bytes).enumerate() {
                let index = chunk * CHUNK_ROWS + offset;
                if let Err(error) = work(&mut state, index, row, &shared.cancel) {
                    shared.fail(error);
                }
                if shared.cancel.is_cancelled() {
                    break;
                }
                shared.lock().done += 1;
            }
        }
        shared.lock().workers -= 1;
        shared.changed.notify_all();
    };
    py.detach(|| {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let started = std::thread::Builder::new().spawn_scoped(scope, worker);
                if started.is_err() {
                    // Fewer threads do the same work; without any, this one does.
                    shared.lock().workers -= 1;
                }
            }
            if shared.lock().workers == 0 && shared.lock().done == 0 {
                shared.lock().workers = 1;
                worker();
            }
            wait(&shared, rows, options.progress.as_ref());
        });
    });
    let state = shared.state.into_inner();
    match state.unwrap_or_else(PoisonError::into_inner).error {
        Some(error) => Err(error),
        None => Ok(bytes),
    }
}

/// Waits for the workers; handles signals and reports progress meanwhile.
fn wait(shared: &SharedState, rows: usize, progress: Option<&Py<PyAny>>) {
    let mut reported = None;
    let mut next_check = Instant::now() + SIGNAL_INTERVAL;
    loop {
        let state = shared.lock();
        let timeout = next_check.saturating_duration_since(Instant::now());
        let waited = shared
            .changed
            .wait_timeout_while(state, timeout, |state| state.workers > 0);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let (done, is_finished) = (state.done, state.workers == 0);
        drop(state);
        next_check = Instant::now() + SIGNAL_INTERVAL;
        let is_cancelled = shared.cancel.is_cancelled();
        if !is_cancelled && (!is_finished || progress.is_some()) {
            let outcome = Python::attach(|py| {
                py.check_signals()?;
                match progress {
                    Some(progress) if reported != Some(done) => {
                        reported = Some(done);
                        progress.call1(py, (done, rows)).map(drop)
                    }
                    _ => Ok(()),
                }
            });
            if let Err(error) = outcome {
                shared.fail(error);
            }
        }
        if is_finished {
            return;
        }
    }
}
