//! How the program ends: the exit codes that scripts rely on, and failures with what to do.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit codes, which never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The answer is "no".
    No = 1,
    /// Wrong usage.
    Usage = 2,
    /// Bad input data.
    BadInput = 3,
    /// A budget of time, work or memory was hit, or the person interrupted the work.
    Budget = 4,
    /// A file or the network failed.
    Storage = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub enum Failure {
    /// Whoever read our output has seen enough. That is no failure: `foursight … | head -1`.
    ClosedPipe,
    /// Something to tell the person.
    Told {
        /// The exit code.
        exit: Exit,
        /// What is wrong, and what to do about it.
        message: String,
    },
}

impl Failure {
    /// A failure of usage.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::told(Exit::Usage, message)
    }

    /// A failure of the input data.
    pub fn bad_input(message: impl fmt::Display) -> Self {
        Self::told(Exit::BadInput, message)
    }

    /// A failure of a file, the terminal or the network.
    pub fn storage(message: impl fmt::Display) -> Self {
        Self::told(Exit::Storage, message)
    }

    /// A failure of time, work or memory.
    pub fn budget(message: impl fmt::Display) -> Self {
        Self::told(Exit::Budget, message)
    }

    /// The failure of work that needs one more thread than the system gives.
    #[must_use]
    pub fn no_thread(error: &io::Error) -> Self {
        Self::storage(format_args!(
            "cannot start a thread: {error}; end other programs, or raise the limit of threads"
        ))
    }

    /// The same failure, with what led to it in front.
    #[must_use]
    pub fn with_cause(self, cause: &str) -> Self {
        match self {
            Self::ClosedPipe => self,
            Self::Told { exit, message } => Self::told(exit, format_args!("{cause}: {message}")),
        }
    }

    fn told(exit: Exit, message: impl fmt::Display) -> Self {
        Self::Told {
            exit,
            message: message.to_string(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClosedPipe => f.write_str("the output was closed"),
            Self::Told { message, .. } => f.write_str(message),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::storage(format_args!("cannot write the answer: {error}")),
        }
    }
}
