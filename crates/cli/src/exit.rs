//! Error messages on standard error, and the exit codes that scripts rely on.

use std::io::{self, Write};

pub(crate) use foursight_terminal::exit::{CliError, Exit};

use crate::progress::with_progress_hidden;

/// Prints a failure and returns its exit code.
pub(crate) fn report(failure: CliError) -> Exit {
    match failure {
        CliError::ClosedPipe => Exit::Done,
        CliError::WithMessage { exit, message } => {
            print_message(&message);
            exit
        }
    }
}

/// Writes one message to standard error. Best effort: standard error may be closed.
pub(crate) fn print_message(message: &str) {
    with_progress_hidden(|| {
        let _ = writeln!(io::stderr().lock(), "foursight: {message}");
    });
}

/// Prints an error of the argument parser, or the requested help or version.
pub(crate) fn report_usage(error: &clap::Error) -> Exit {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => Exit::Done,
            Err(closed) => report(closed.into()),
        };
    }
    let text = error.render().to_string();
    match text.strip_prefix("error: ") {
        Some(rest) => print_message(rest.trim_end()),
        // The short help, which clap shows if there is no command.
        None => {
            let _ = error.print();
        }
    }
    Exit::Usage
}
