//! Reads lines from standard input with bounded memory.
//!
//! Invariant: at most [`LINE_BYTES_MAX`] bytes of a line are ever held. A longer line is read to
//! its end and discarded, so that the next line is still answered in its place.

use std::fmt;
use std::io::{self, BufRead};

/// Maximum length of a line. The longest game takes a few kilobytes.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// Reason why a line is unreadable. The next line may still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// The line has more than [`LINE_BYTES_MAX`] bytes.
    TooLong,
    /// Invalid UTF-8 from this byte on, counted from 1.
    NotText(usize),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the line is longer than {LINE_BYTES_MAX} bytes"),
            Self::NotText(byte) => write!(f, "the line is not UTF-8 text from byte {byte} on"),
        }
    }
}

/// Returns the next line without its line break, or `None` at the end.
///
/// # Errors
///
/// Returns the I/O error of the operating system.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut started = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        started = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > LINE_BYTES_MAX {
            too_long = true;
            line = Vec::new();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !started {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(Err(LineError::TooLong)));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(String::from_utf8(line).map_err(|error| {
        LineError::NotText(error.utf8_error().valid_up_to() + 1)
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], expected: &[Result<&str, LineError>]) {
        // A tiny buffer makes every line arrive in parts.
        let mut input = io::BufReader::with_capacity(3, input);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).expect("memory does not fail") {
            lines.push(line);
        }
        let expected: Vec<_> = expected
            .iter()
            .map(|line| line.map(str::to_owned))
            .collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn lines_are_returned_without_line_breaks() {
        check(b"", &[]);
        check(b"4453", &[Ok("4453")]);
        check(b"44\n53\n", &[Ok("44"), Ok("53")]);
        check(b"44\r\n\r\n53", &[Ok("44"), Ok(""), Ok("53")]);
        check(b"\n\n", &[Ok(""), Ok("")]);
    }

    #[test]
    fn an_invalid_line_does_not_affect_the_next() {
        check(b"4\xff4\n53\n", &[Err(LineError::NotText(2)), Ok("53")]);
        let mut long = vec![b'4'; LINE_BYTES_MAX + 1];
        long.extend_from_slice(b"\n53");
        check(&long, &[Err(LineError::TooLong), Ok("53")]);
    }

    #[test]
    fn the_longest_line_is_read() {
        let long = "4".repeat(LINE_BYTES_MAX);
        check(long.as_bytes(), &[Ok(&long)]);
    }
}
