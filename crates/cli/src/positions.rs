//! Positions from arguments and standard input, answered one by one and in order.
//!
//! Invariant: every argument and every line gets exactly one answer, good or bad, so that the
//! n-th answer belongs to the n-th question.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use foursight_core::{Game, Grid, Ruleset};
use foursight_record::{Colour, Form, GameRecord, How, TEXT_BYTES_MAX, to_one_line};
use foursight_terminal::keep::files::{self, Advice, START};
use serde::Serialize;

use crate::exit::{Exit, Failure, complain};
use crate::input::next_line;
use crate::json::{Answer, Bad, Blank, to_line};
use crate::ruleset_args::RulesetArgs;
use crate::theme::EMOJI;

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";
/// What stands before the name of a file that holds a position.
const FILE: char = '@';
/// What stands in place of the answer to a bad line.
pub(crate) const NO_ANSWER: &str = "?";
/// Some editors put this invisible mark before the first line.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The positions that were given, or the start if none were.
pub(crate) fn or_start(positions: &[String]) -> Cow<'_, [String]> {
    if positions.is_empty() {
        Cow::Owned(vec![START.to_owned()])
    } else {
        Cow::Borrowed(positions)
    }
}

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
    Record(Box<GameRecord>),
    Bad(String),
}

impl Asked {
    /// The place and the reason, for standard error.
    pub(crate) fn complaint(&self, reason: &str) -> String {
        format!("{} {}: {reason}", self.unit, self.number)
    }
}

/// How texts are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    /// The rules of texts that do not carry their own.
    pub(crate) ruleset: Ruleset,
    /// What the command line asks for, which no text may contradict.
    pub(crate) flags: Option<&'a RulesetArgs>,
    /// The form they are written in; none if it is to be found out.
    pub(crate) from: Option<Form>,
    /// The colour of First where they show colours; none if they tell it themselves.
    pub(crate) first: Option<Colour>,
}

impl From<Ruleset> for Reading<'_> {
    fn from(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            flags: None,
            from: None,
            first: None,
        }
    }
}

impl Reading<'_> {
    /// The same for the library.
    pub(crate) const fn how(&self) -> How {
        How {
            ruleset: self.ruleset,
            emoji: EMOJI,
            form: self.from,
            first: self.first,
        }
    }

    /// Says that a text has a grid of its own, not of the size in force.
    pub(crate) fn size_note(&self, record: &GameRecord) -> Option<String> {
        let (its, ours) = (record.ruleset(), self.ruleset);
        let size = |rules: Ruleset| (rules.width(), rules.height(), rules.connect());
        let (width, height, connect) = size(its);
        let told =
            format!("The grid is {width}x{height} with lines of {connect}, as the text has it.");
        (size(its) != size(ours)).then_some(told)
    }

    /// The flag that says otherwise than the rules that a game carries.
    fn conflict(&self, record: &GameRecord) -> Option<String> {
        self.flags?.conflict(record.ruleset())
    }
}

/// What one argument or line holds.
fn to_given(read: Result<GameRecord, String>) -> Given {
    match read {
        Ok(record) => Given::Record(Box::new(record)),
        Err(reason) => Given::Bad(reason),
    }
}

/// Reads one position, with all that a game record tells about it.
pub(crate) fn read_text(text: &str, reading: Reading<'_>) -> Result<GameRecord, String> {
    files::read_text(text, &reading.how(), Advice::Flag)
}

/// Reads a position given as an argument: the text itself or, after @, the name of its file.
///
/// The inner error is a text that is no position; the outer one a file that cannot be read, or a
/// game that a flag contradicts.
pub(crate) fn read_argument(
    argument: &str,
    reading: Reading<'_>,
) -> Result<Result<GameRecord, String>, Failure> {
    let read = if let Some(name) = argument.strip_prefix(FILE) {
        let text = read_file(name).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => Failure::bad_input(format_args!(
                "{name} is not text: name a file that holds one position or game, such as \
                 foursight convert writes it"
            )),
            _ => Failure::storage(format_args!("cannot read the position in {name}: {error}")),
        })?;
        // A pipe that broke must not pass as the start.
        read_text(text.trim_end(), reading).map_err(|reason| {
            let (holder, other) = match name {
                STDIN => (
                    "standard input",
                    format!("{STDIN} instead of {FILE}{STDIN}"),
                ),
                _ => (name, format!("{STDIN} and < {name}")),
            };
            // Whoever keeps one position a line has many in a file.
            let hint = match text.trim_end().lines().count() {
                0 | 1 => String::new(),
                _ => format!("; for one position a line, give {other}"),
            };
            format!("{holder} holds no position or game: {reason}{hint}")
        })
    } else {
        read_text(argument, reading).map_err(|reason| {
            if Path::new(argument).is_file() {
                format!("{reason}; to read the file of this name, give {FILE}{argument}")
            } else {
                reason
            }
        })
    };
    match read
        .as_ref()
        .ok()
        .and_then(|record| reading.conflict(record))
    {
        Some(conflict) => Err(Failure::usage(conflict)),
        None => Ok(read),
    }
}

/// Reads a grid, possible in play or not, from an argument or a file.
pub(crate) fn read_grid(argument: &str, reading: Reading<'_>) -> Result<Grid, Failure> {
    if argument == STDIN {
        return Err(Failure::usage(format_args!(
            "one grid is looked through: give {FILE}{STDIN} for standard input"
        )));
    }
    let is_start = argument.trim().eq_ignore_ascii_case(START);
    if is_start && reading.from.is_none() {
        return Ok(Game::new(reading.ruleset).position().grid());
    }
    let text = match argument.strip_prefix(FILE) {
        Some(name) => read_file(name).map_err(|error| {
            Failure::storage(format_args!("cannot read the grid in {name}: {error}"))
        })?,
        None => argument.to_owned(),
    };
    if text.trim().is_empty() {
        let reason = format_args!("there is nothing to read; {START} is the empty grid");
        return Err(Failure::bad_input(reason));
    }
    let grid = reading.how().grid(text.trim_end());
    grid.map_err(|error| Failure::bad_input(files::why_not(&error, Advice::Flag)))
}

/// Reads one line of standard input.
fn read_line(line: &str, reading: Reading<'_>) -> Result<GameRecord, String> {
    let record = read_text(line, reading)?;
    match reading.conflict(&record) {
        Some(conflict) => Err(conflict),
        None => Ok(record),
    }
}

/// The text of a file, or of the whole standard input, without its mark of byte order.
pub(crate) fn read_file(name: impl AsRef<Path>) -> io::Result<String> {
    let mut text = String::new();
    // One byte more than a text may have, so that a longer file is refused and not cut.
    let most = TEXT_BYTES_MAX as u64 + 1;
    if name.as_ref() == Path::new(STDIN) {
        io::stdin().lock().take(most).read_to_string(&mut text)?;
    } else {
        File::open(name)?.take(most).read_to_string(&mut text)?;
    }
    Ok(text.trim_start_matches(BYTE_ORDER_MARK).to_owned())
}

/// Reads the position of a command that takes only one.
pub(crate) fn read_only_position<'a>(
    argument: &str,
    reading: impl Into<Reading<'a>>,
) -> Result<Game, Failure> {
    read_only_record(argument, reading).map(GameRecord::into_game)
}

/// The same with all that a game record tells about it.
pub(crate) fn read_only_record<'a>(
    argument: &str,
    reading: impl Into<Reading<'a>>,
) -> Result<GameRecord, Failure> {
    if argument == STDIN {
        return Err(Failure::usage(
            "this command takes one position, and as an argument: standard input is not read",
        ));
    }
    read_argument(argument, reading.into())?.map_err(Failure::bad_input)
}

/// True if the positions come from standard input.
pub(crate) fn from_stdin(positions: &[String]) -> bool {
    positions.iter().any(|text| text == STDIN)
}

/// True if several answers are expected, so that a bad question needs a placeholder.
pub(crate) fn is_several(positions: &[String]) -> bool {
    positions.len() > 1 || from_stdin(positions)
}

/// Hands every position to `answer`, in order.
pub(crate) fn each(
    positions: &[String],
    reading: Reading<'_>,
    mut answer: impl FnMut(&Asked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if from_stdin(positions) {
        if positions.len() > 1 {
            return Err(Failure::usage(
                "give either positions or -, which reads them from standard input",
            ));
        }
        return each_line(reading, answer);
    }
    // What is wrong with the command line as a whole is said before anything is answered.
    let read = positions.iter().map(|text| read_argument(text, reading));
    let read: Vec<_> = read.collect::<Result<_, _>>()?;
    for (index, read) in read.into_iter().enumerate() {
        answer(&Asked {
            number: index + 1,
            unit: "argument",
            given: to_given(read),
        })?;
    }
    Ok(())
}

fn each_line(
    reading: Reading<'_>,
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
        let line = line.map(|text| text.trim_start_matches(BYTE_ORDER_MARK).to_owned());
        let given = match line {
            Ok(text) if text.trim().is_empty() => Given::Blank,
            Ok(text) => to_given(read_line(&text, reading).map_err(|reason| {
                if is_part(&text) {
                    format!("{reason}; for one text of several lines, give {FILE}{STDIN}")
                } else {
                    reason
                }
            })),
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

/// True for a line that is rather a part of a text of several lines.
fn is_part(line: &str) -> bool {
    let line = line.trim();
    let is_picture = line.contains(['🟦', '⚪', '🔴', '🟡', '`']);
    let is_list = line.contains(['[', ']']) || line.ends_with(['=', '(']);
    let is_diagram = line.starts_with("y/x") || line.contains(" - ") || line.contains(" . ");
    is_picture || is_list || is_diagram
}

/// The questions of one run, and how their answers are laid out.
pub(crate) struct Questions<'a> {
    pub(crate) positions: &'a [String],
    pub(crate) reading: Reading<'a>,
    pub(crate) json: bool,
}

impl Questions<'_> {
    /// Answers take one line each: there may be many of them, for a program.
    fn one_line(&self) -> bool {
        from_stdin(self.positions)
    }

    /// Several answers are expected, so a bad question needs a placeholder.
    fn several(&self) -> bool {
        is_several(self.positions)
    }

    /// Answers every position with a text or, with `--json`, an object.
    pub(crate) fn answer<T: Serialize>(
        &self,
        out: &mut dyn Write,
        text: impl Fn(&GameRecord) -> String,
        object: impl Fn(&GameRecord) -> T,
    ) -> Result<Exit, Failure> {
        self.try_answer(out, |record| {
            Ok(if self.json {
                Body::Object(object(record))
            } else {
                Body::Text(text(record))
            })
        })
    }

    /// Answers every position that `find` does not refuse.
    pub(crate) fn try_answer<T: Serialize>(
        &self,
        out: &mut dyn Write,
        mut find: impl FnMut(&GameRecord) -> Result<Body<T>, Refused>,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        each(self.positions, self.reading, |asked| {
            let found = match &asked.given {
                Given::Blank => Ok(None),
                Given::Bad(reason) => Err(reason.clone()),
                Given::Record(record) => match find(record) {
                    Ok(body) => Ok(Some(body)),
                    Err(Refused::Position(reason)) => Err(reason),
                    Err(Refused::Stop(failure)) => return Err(failure),
                },
            };
            if found.is_err() {
                exit = Exit::BadInput;
            }
            let line = match found {
                Ok(Some(Body::Object(body))) => Some(numbered(asked, body)?),
                Ok(None) if self.json => Some(numbered(asked, Blank { blank: true })?),
                Err(reason) if self.json => Some(numbered(asked, Bad::of(&reason))?),
                Ok(Some(Body::Text(text))) => Some(self.laid_out(asked, &text)),
                Ok(None) => Some(String::new()),
                Err(reason) => self.placeholder(asked, &reason),
            };
            if let Some(line) = line {
                writeln!(out, "{line}")?;
            }
            Ok(())
        })?;
        Ok(exit)
    }

    /// What stands in place of an answer; nothing for a single bad question. The reason is told in
    /// any case.
    fn placeholder(&self, asked: &Asked, reason: &str) -> Option<String> {
        if self.several() {
            complain(&asked.complaint(reason));
            Some(NO_ANSWER.to_owned())
        } else {
            complain(reason);
            None
        }
    }

    fn laid_out(&self, asked: &Asked, text: &str) -> String {
        let text = text.trim_end_matches('\n');
        if self.one_line() {
            to_one_line(text)
        } else if asked.number > 1 && text.contains('\n') {
            // A blank line keeps drawings apart.
            format!("\n{text}")
        } else {
            text.to_owned()
        }
    }
}

/// The answer to one position.
pub(crate) enum Body<T> {
    Text(String),
    Object(T),
}

/// Why a position has no answer.
pub(crate) enum Refused {
    /// It is the position's fault, and the next may be answered.
    Position(String),
    /// Nothing more is answered.
    Stop(Failure),
}

impl Refused {
    /// A position that the command, as it was called, has no answer for. Of several positions it is one bad
    /// one; a command for this one alone was called in a wrong way.
    pub(crate) fn unsuited(failure: Failure, positions: &[String]) -> Self {
        if is_several(positions) {
            Self::Position(failure.to_string())
        } else {
            Self::Stop(failure)
        }
    }
}

/// The object that answers a question.
pub(crate) fn to_object<T: Serialize>(
    asked: &Asked,
    object: impl Fn(&GameRecord) -> T,
) -> Result<String, Failure> {
    match &asked.given {
        Given::Record(record) => numbered(asked, object(record)),
        Given::Blank => numbered(asked, Blank { blank: true }),
        Given::Bad(reason) => numbered(asked, Bad::of(reason)),
    }
}

fn numbered(asked: &Asked, body: impl Serialize) -> Result<String, Failure> {
    to_line(&Answer::to(asked.number, body))
}
