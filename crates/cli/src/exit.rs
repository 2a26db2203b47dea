//! How the program ends: what it tells, and the exit codes that scripts rely on.

use std::io::{self, Write};

pub(crate) use foursight_terminal::exit::{Exit, Failure};

use crate::progress::aside;

/// Tells the person and names the exit code.
pub(crate) fn report(failure: Failure) -> Exit {
    match failure {
        Failure::ClosedPipe => Exit::Done,
        Failure::Told { exit, message } => {
            complain(&message);
            exit
        }
    }
}

/// Writes one message to standard error. A closed standard error is nobody's loss.
pub(crate) fn complain(message: &str) {
    aside(|| {
        let _ = writeln!(io::stderr().lock(), "foursight: {message}");
    });
}

/// Reports what the argument parser refused, or prints the help or version it was asked for.
pub(crate) fn report_usage(refused: &clap::Error) -> Exit {
    if !refused.use_stderr() {
        return match refused.print() {
            Ok(()) => Exit::Done,
            Err(error) => report(error.into()),
        };
    }
    let text = refused.render().to_string();
    match text.strip_prefix("error: ") {
        Some(rest) => complain(rest.trim_end()),
        // The short help, shown when no command was given at all.
        None => {
            let _ = refused.print();
        }
    }
    Exit::Usage
}
