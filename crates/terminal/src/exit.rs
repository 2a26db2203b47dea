//! Exit codes that scripts rely on, and failures with advice.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Exit codes. Their meaning never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Done = 0,
    /// The answer is "no".
    No = 1,
    /// Wrong usage.
    Usage = 2,
    /// Invalid input data.
    BadInput = 3,
    /// A limit of time, work or memory was hit, or the user interrupted the work.
    Budget = 4,
    /// A file or the network failed.
    Storage = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Reason why a command failed.
#[derive(Debug)]
pub enum CliError {
    /// The reader of our output has closed the pipe. That is no failure: `foursight … | head -1`.
    ClosedPipe,
    /// A failure with a message for the user.
    WithMessage {
        /// The exit code.
        exit: Exit,
        /// The problem, and what to do about it.
        message: String,
    },
}

impl CliError {
    /// Creates a failure of usage.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::with_exit(Exit::Usage, message)
    }

    /// Creates a failure of the input data.
    pub fn bad_input(message: impl fmt::Display) -> Self {
        Self::with_exit(Exit::BadInput, message)
    }

    /// Creates a failure of a file, the terminal or the network.
    pub fn storage(message: impl fmt::Display) -> Self {
        Self::with_exit(Exit::Storage, message)
    }

    /// Creates a failure of time, work or memory.
    pub fn budget(message: impl fmt::Display) -> Self {
        Self::with_exit(Exit::Budget, message)
    }

    /// Creates the failure of a thread that the system cannot start.
    #[must_use]
    pub fn no_thread(error: &io::Error) -> Self {
        Self::storage(format_args!(
            "cannot start a thread: {error}; close other programs, or raise the thread limit"
        ))
    }

    /// Puts the cause in front of the message.
    #[must_use]
    pub fn with_cause(self, cause: &str) -> Self {
        match self {
            Self::ClosedPipe => self,
            Self::WithMessage { exit, message } => {
                Self::with_exit(exit, format_args!("{cause}: {message}"))
            }
        }
    }

    fn with_exit(exit: Exit, message: impl fmt::Display) -> Self {
        Self::WithMessage {
            exit,
            message: message.to_string(),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClosedPipe => f.write_str("the output was closed"),
            Self::WithMessage { message, .. } => f.write_str(message),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::storage(format_args!("cannot write the output: {error}")),
        }
    }
}
