//! Limits of a call: a deadline, and Ctrl-C while the interpreter is released.
//!
//! Python handles signals on its main thread, between two bytecodes. A long call therefore asks for
//! them itself, every [`SIGNAL_INTERVAL`], from inside its search.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult, Python};

/// Time between two questions for signals. Ctrl-C returns after this and a thousand nodes.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);
/// Longest time limit: a year. More would overflow clocks of some systems.
const SECONDS_MAX: f64 = 3.2e7;

/// Watches the clock and the signals for a call that has released the interpreter.
pub(crate) struct CallGuard {
    deadline: Option<Instant>,
    /// Signals are handled on this thread only.
    caller: ThreadId,
    state: Mutex<GuardState>,
}

struct GuardState {
    next_check: Instant,
    error: Option<PyErr>,
}

impl CallGuard {
    /// Starts the clock.
    pub(crate) fn new(seconds: Option<f64>) -> PyResult<Self> {
        let now = Instant::now();
        let deadline = match seconds {
            None => None,
            Some(seconds) if seconds.is_finite() && (0.0..=SECONDS_MAX).contains(&seconds) => {
                Some(now + Duration::from_secs_f64(seconds))
            }
            Some(seconds) => {
                let message = format!("{seconds} is no number of seconds");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Self {
            deadline,
            caller: std::thread::current().id(),
            state: Mutex::new(GuardState {
                next_check: now + SIGNAL_INTERVAL,
                error: None,
            }),
        })
    }

    /// Returns true if the call must stop: the time is up, or a signal handler raised.
    pub(crate) fn should_stop(&self) -> bool {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return true;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_some() {
            return true;
        }
        if now < state.next_check || std::thread::current().id() != self.caller {
            return false;
        }
        state.next_check = now + SIGNAL_INTERVAL;
        state.error = Python::attach(|py| py.check_signals().err());
        state.error.is_some()
    }

    /// Takes the exception that a signal handler raised.
    pub(crate) fn take_error(&self) -> Option<PyErr> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.error.take()
    }

    /// Returns the exception that a signal handler raised.
    pub(crate) fn finish(self) -> PyResult<()> {
        let state = self.state.into_inner();
        match state.unwrap_or_else(PoisonError::into_inner).error {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
