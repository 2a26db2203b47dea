//! Positions from arguments and standard input, answered one by one and in order.
//!
//! Invariant: every argument and every line gets exactly one answer, good or bad, so that the
//! n-th answer belongs to the n-th question.

use std::io::{self, IsTerminal, Write};

use foursight_core::{Game, Ruleset};
use foursight_record::{read, to_one_line};
use serde::Serialize;

use crate::exit::{Exit, Failure, complain};
use crate::input::next_line;
use crate::json::{Answer, Bad, Blank, VERSION, to_line};
use crate::theme::EMOJI;

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";
/// The word that stands for the start of a game.
const START: &str = "start";
/// What stands in place of the answer to a bad line.
pub(crate) const NO_ANSWER: &str = "?";

/// What was asked for, and where.
pub(crate) struct Asked {
    /// The number of the argument or line, counted from 1.
    pub(crate) number: usize,
    /// `argument` or `line`.
    unit: &'static str,
    pub(crate) given: Given,
}

/// What stood there.
pub(crate) enum Given {
    Blank,
    Game(Box<Game>),
    Bad(String),
}

impl Asked {
    /// The place and the reason, for standard error.
    pub(crate) fn complaint(&self, reason: &str) -> String {
        format!("{} {}: {reason}", self.unit, self.number)
    }
}

/// Reads what one argument or line holds.
fn read_given(text: &str, ruleset: Ruleset) -> Given {
    match read_position(text, ruleset) {
        Ok(game) => Given::Game(Box::new(game)),
        Err(reason) => Given::Bad(reason),
    }
}

/// Reads one position.
pub(crate) fn read_position(text: &str, ruleset: Ruleset) -> Result<Game, String> {
    if text.trim().eq_ignore_ascii_case(START) {
        return Ok(Game::new(ruleset));
    }
    read(text, ruleset, &EMOJI).map_err(|error| error.to_string())
}

/// Reads the position of a command that takes only one.
pub(crate) fn read_only_position(text: &str, ruleset: Ruleset) -> Result<Game, Failure> {
    if text == STDIN {
        return Err(Failure::usage(
            "this command takes one position, and as an argument: standard input is not read",
        ));
    }
    read_position(text, ruleset).map_err(Failure::bad_input)
}

/// True if the positions come from standard input.
pub(crate) fn from_stdin(positions: &[String]) -> bool {
    positions.iter().any(|text| text == STDIN)
}

/// Hands every position to `answer`, in order.
pub(crate) fn each(
    positions: &[String],
    ruleset: Ruleset,
    mut answer: impl FnMut(&Asked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if from_stdin(positions) {
        if positions.len() > 1 {
            return Err(Failure::usage(
                "give either positions or -, which reads them from standard input",
            ));
        }
        return each_line(ruleset, answer);
    }
    for (index, text) in positions.iter().enumerate() {
        answer(&Asked {
            number: index + 1,
            unit: "argument",
            given: read_given(text, ruleset),
        })?;
    }
    Ok(())
}

fn each_line(
    ruleset: Ruleset,
    mut answer: impl FnMut(&Asked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        complain("type one position per line; Ctrl-D ends");
    }
    let mut number = 0;
    loop {
        let line = next_line(&mut input).map_err(|error| {
            Failure::storage(format_args!("cannot read standard input: {error}"))
        })?;
        let Some(line) = line else { return Ok(()) };
        number += 1;
        // Some editors put an invisible mark before the first line.
        let line = line.map(|text| text.trim_start_matches('\u{feff}').to_owned());
        let given = match line {
            Ok(text) if text.trim().is_empty() => Given::Blank,
            Ok(text) => read_given(&text, ruleset),
            Err(error) => Given::Bad(error.to_string()),
        };
        let unit = "line";
        answer(&Asked {
            number,
            unit,
            given,
        })?;
    }
}

/// The questions of one run, and how their answers are laid out.
pub(crate) struct Questions<'a> {
    pub(crate) positions: &'a [String],
    pub(crate) ruleset: Ruleset,
    pub(crate) json: bool,
}

impl Questions<'_> {
    /// Answers take one line each: there may be many of them, for a program.
    fn one_line(&self) -> bool {
        from_stdin(self.positions)
    }

    /// Several answers are expected, so a bad question needs a placeholder.
    fn several(&self) -> bool {
        self.one_line() || self.positions.len() > 1
    }

    /// Answers every position with a text or, with `--json`, an object.
    pub(crate) fn answer<T: Serialize>(
        &self,
        out: &mut dyn Write,
        text: impl Fn(&Game) -> String,
        object: impl Fn(&Game) -> T,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        each(self.positions, self.ruleset, |asked| {
            if let Given::Bad(_) = asked.given {
                exit = Exit::BadInput;
            }
            let line = if self.json {
                Some(to_object(asked, &object)?)
            } else {
                self.text_line(asked, &text)
            };
            if let Some(line) = line {
                writeln!(out, "{line}")?;
            }
            Ok(())
        })?;
        Ok(exit)
    }

    /// The answer as text; none to a single bad question, whose reason is told in any case.
    fn text_line(&self, asked: &Asked, text: impl Fn(&Game) -> String) -> Option<String> {
        match &asked.given {
            Given::Blank => Some(String::new()),
            Given::Bad(reason) if self.several() => {
                complain(&asked.complaint(reason));
                Some(NO_ANSWER.to_owned())
            }
            Given::Bad(reason) => {
                complain(reason);
                None
            }
            Given::Game(game) => {
                let text = text(game);
                let text = text.trim_end_matches('\n');
                Some(if self.one_line() {
                    to_one_line(text)
                } else if asked.number > 1 && text.contains('\n') {
                    // A blank line keeps drawings apart.
                    format!("\n{text}")
                } else {
                    text.to_owned()
                })
            }
        }
    }
}

/// The object that answers a question.
pub(crate) fn to_object<T: Serialize>(
    asked: &Asked,
    object: impl Fn(&Game) -> T,
) -> Result<String, Failure> {
    let (v, n) = (VERSION, asked.number);
    match &asked.given {
        Given::Game(game) => to_line(&Answer {
            v,
            n,
            body: object(game),
        }),
        Given::Blank => to_line(&Answer {
            v,
            n,
            body: Blank { blank: true },
        }),
        Given::Bad(reason) => to_line(&Answer {
            v,
            n,
            body: Bad {
                ok: false,
                error: reason,
            },
        }),
    }
}
