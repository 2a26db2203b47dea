//! Reads positions from arguments or standard input and answers them one by one, in order.
//!
//! Invariant: every argument and every line gets exactly one answer, valid or not, so that the n-th
//! answer belongs to the n-th input.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use foursight_core::{Board, Game, Move, Ruleset};
use foursight_record::{DiscColour, Form, GameRecord, ReadOptions, TEXT_BYTES_MAX, to_one_line};
use foursight_terminal::line_input::next_line;
use foursight_terminal::saved_games::files::{self, FormAdvice, START};
use foursight_terminal::theme::EMOJI;
use serde::Serialize;

use crate::exit::{CliError, Exit, print_message};
use crate::json::{BlankLine, ErrorBody, ResponseEnvelope, to_line};
use crate::ruleset_args::RulesetArgs;

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";
/// Prefix of a file name in place of a position.
const FILE_PREFIX: char = '@';
/// Printed in place of an answer to invalid input.
pub(crate) const ERROR_PLACEHOLDER: &str = "?";
/// Some editors put a byte order mark before the first line.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the given positions, or the start position if there are none.
pub(crate) fn or_start(positions: &[String]) -> Cow<'_, [String]> {
    if positions.is_empty() {
        Cow::Owned(vec![START.to_owned()])
    } else {
        Cow::Borrowed(positions)
    }
}

/// One position of the input, with its place.
pub(crate) struct InputItem {
    /// Number of the argument or line, from 1.
    pub(crate) number: usize,
    /// `argument` or `line`.
    unit: &'static str,
    pub(crate) content: InputContent,
}

/// The content of an argument or line.
pub(crate) enum InputContent {
    Blank,
    Record(Box<GameRecord>),
    Invalid(String),
}

impl InputItem {
    /// Formats place and reason for standard error.
    pub(crate) fn message(&self, reason: &str) -> String {
        format!("{} {}: {reason}", self.unit, self.number)
    }
}

/// Options for reading positions.
#[derive(Clone, Copy)]
pub(crate) struct InputOptions<'a> {
    /// Rules for texts that do not carry their own.
    pub(crate) ruleset: Ruleset,
    /// Flags of the command line, which no text may contradict.
    pub(crate) flags: Option<&'a RulesetArgs>,
    /// The form of the texts. `None` to detect it.
    pub(crate) from: Option<Form>,
    /// The colour of First in texts with colours. `None` to infer it.
    pub(crate) first: Option<DiscColour>,
    /// Moves to play after each game.
    pub(crate) appended: &'a [Move],
}

impl From<Ruleset> for InputOptions<'_> {
    fn from(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            flags: None,
            from: None,
            first: None,
            appended: &[],
        }
    }
}

impl InputOptions<'_> {
    /// Converts to the options of `foursight-record`.
    pub(crate) const fn read_options(&self) -> ReadOptions {
        ReadOptions {
            ruleset: self.ruleset,
            emoji: EMOJI,
            form: self.from,
            first_colour: self.first,
            is_size_fixed: false,
        }
    }

    /// Returns a note if the board of a text is not of the expected size.
    pub(crate) fn size_note(&self, record: &GameRecord) -> Option<String> {
        let (found, expected) = (record.ruleset(), self.ruleset);
        let size = |rules: Ruleset| (rules.width(), rules.height(), rules.connect());
        let (width, height, connect) = size(found);
        let note =
            format!("The board is {width}x{height} with lines of {connect}, as the text has it.");
        (size(found) != size(expected)).then_some(note)
    }

    /// Describes the first flag that contradicts the rules of the record.
    fn conflict(&self, record: &GameRecord) -> Option<String> {
        self.flags?.conflict(record.ruleset())
    }
}

/// Converts the result of parsing one argument or line.
fn to_content(read: Result<GameRecord, String>) -> InputContent {
    match read {
        Ok(record) => InputContent::Record(Box::new(record)),
        Err(reason) => InputContent::Invalid(reason),
    }
}

/// Reads one position as a game record.
pub(crate) fn read_text(text: &str, options: InputOptions<'_>) -> Result<GameRecord, String> {
    let record = files::read_record(text, &options.read_options(), FormAdvice::Flag)?;
    let mut game = record.game().clone();
    for mv in options.appended {
        game = game
            .after(*mv)
            .map_err(|error| format!("cannot play the {mv}: {error}"))?;
    }
    Ok(record.with_game(&game))
}

/// Reads a position given as an argument: the text itself or, after `@`, the name of its file.
///
/// The inner error means that the text is not a position; the outer one that the file cannot be
/// read or that a flag contradicts the game.
pub(crate) fn read_argument(
    argument: &str,
    options: InputOptions<'_>,
) -> Result<Result<GameRecord, String>, CliError> {
    let read = if let Some(name) = argument.strip_prefix(FILE_PREFIX) {
        let text = read_file(name).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => CliError::bad_input(format_args!(
                "{name} is not text: name a file that holds one position or game, as written by foursight convert"
            )),
            _ => CliError::storage(format_args!("cannot read the position in {name}: {error}")),
        })?;
        // The output of a broken pipe is empty and must not pass as the start position.
        read_text(text.trim_end(), options).map_err(|reason| {
            let (holder, other) = match name {
                STDIN => (
                    "standard input",
                    format!("{STDIN} instead of {FILE_PREFIX}{STDIN}"),
                ),
                _ => (name, format!("{STDIN} and < {name}")),
            };
            // A file with one position per line has several lines.
            let hint = match text.trim_end().lines().count() {
                0 | 1 => String::new(),
                _ => format!("; for one position a line, give {other}"),
            };
            format!("{holder} holds no position or game: {reason}{hint}")
        })
    } else {
        read_text(argument, options).map_err(|reason| {
            if Path::new(argument).is_file() {
                format!("{reason}; to read the file of this name, give {FILE_PREFIX}{argument}")
            } else {
                reason
            }
        })
    };
    match read
        .as_ref()
        .ok()
        .and_then(|record| options.conflict(record))
    {
        Some(conflict) => Err(CliError::usage(conflict)),
        None => Ok(read),
    }
}

/// Reads a board, reachable in play or not, from an argument or a file.
pub(crate) fn read_board(argument: &str, options: InputOptions<'_>) -> Result<Board, CliError> {
    if argument == STDIN {
        return Err(CliError::usage(format_args!(
            "scan takes one board: give {FILE_PREFIX}{STDIN} for standard input"
        )));
    }
    let is_start = argument.trim().eq_ignore_ascii_case(START);
    if is_start && options.from.is_none() {
        return Ok(Game::new(options.ruleset).position().board());
    }
    let text = match argument.strip_prefix(FILE_PREFIX) {
        Some(name) => read_file(name).map_err(|error| {
            CliError::storage(format_args!("cannot read the board in {name}: {error}"))
        })?,
        None => argument.to_owned(),
    };
    if text.trim().is_empty() {
        let reason = format_args!("the input is empty; {START} is the empty board");
        return Err(CliError::bad_input(reason));
    }
    let board = options.read_options().board(text.trim_end());
    board.map_err(|error| CliError::bad_input(files::read_error_text(&error, FormAdvice::Flag)))
}

/// Reads one position of standard input.
fn read_line(line: &str, options: InputOptions<'_>) -> Result<GameRecord, String> {
    let record = read_text(line, options)?;
    match options.conflict(&record) {
        Some(conflict) => Err(conflict),
        None => Ok(record),
    }
}

/// Reads a text file, or all of standard input, without its byte order mark.
pub(crate) fn read_file(name: impl AsRef<Path>) -> io::Result<String> {
    let mut text = String::new();
    // One byte above the limit, so that a longer file is rejected instead of truncated.
    let limit = TEXT_BYTES_MAX as u64 + 1;
    if name.as_ref() == Path::new(STDIN) {
        io::stdin().lock().take(limit).read_to_string(&mut text)?;
    } else {
        File::open(name)?.take(limit).read_to_string(&mut text)?;
    }
    Ok(text.trim_start_matches(BYTE_ORDER_MARK).to_owned())
}

/// Reads the position of a command that takes exactly one.
pub(crate) fn read_only_position<'a>(
    argument: &str,
    options: impl Into<InputOptions<'a>>,
) -> Result<Game, CliError> {
    read_only_record(argument, options).map(GameRecord::into_game)
}

/// Reads the game record of a command that takes exactly one.
pub(crate) fn read_only_record<'a>(
    argument: &str,
    options: impl Into<InputOptions<'a>>,
) -> Result<GameRecord, CliError> {
    if argument == STDIN {
        return Err(CliError::usage(
            "this command takes one position, and as an argument: standard input is not read",
        ));
    }
    read_argument(argument, options.into())?.map_err(CliError::bad_input)
}

/// True if the positions come from standard input.
pub(crate) fn from_stdin(positions: &[String]) -> bool {
    positions.iter().any(|text| text == STDIN)
}

/// True if there may be several answers, so that invalid input needs a placeholder.
pub(crate) fn is_several(positions: &[String]) -> bool {
    positions.len() > 1 || from_stdin(positions)
}

/// Calls `answer` with every position, in order.
pub(crate) fn for_each(
    positions: &[String],
    options: InputOptions<'_>,
    mut answer: impl FnMut(&InputItem) -> Result<(), CliError>,
) -> Result<(), CliError> {
    if from_stdin(positions) {
        if positions.len() > 1 {
            return Err(CliError::usage(
                "give either positions or -, which reads them from standard input",
            ));
        }
        return each_line(options, answer);
    }
    // Errors of the whole command line come before the first answer.
    let read = positions.iter().map(|text| read_argument(text, options));
    let read: Vec<_> = read.collect::<Result<_, _>>()?;
    for (index, read) in read.into_iter().enumerate() {
        answer(&InputItem {
            number: index + 1,
            unit: "argument",
            content: to_content(read),
        })?;
    }
    Ok(())
}

fn each_line(
    options: InputOptions<'_>,
    mut answer: impl FnMut(&InputItem) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        print_message("type one position per line; Ctrl-D ends");
    }
    let mut number = 0;
    loop {
        let line = next_line(&mut input).map_err(|error| {
            CliError::storage(format_args!("cannot read standard input: {error}"))
        })?;
        let Some(line) = line else { return Ok(()) };
        number += 1;
        let line = line.map(|text| text.trim_start_matches(BYTE_ORDER_MARK).to_owned());
        let content = match line {
            Ok(text) if text.trim().is_empty() => InputContent::Blank,
            Ok(text) => to_content(read_line(&text, options).map_err(|reason| {
                if looks_like_fragment(&text) {
                    format!("{reason}; for one text of several lines, give {FILE_PREFIX}{STDIN}")
                } else {
                    reason
                }
            })),
            Err(error) => InputContent::Invalid(error.to_string()),
        };
        let unit = "line";
        answer(&InputItem {
            number,
            unit,
            content,
        })?;
    }
}

/// True for a line that looks like part of a text of several lines.
fn looks_like_fragment(line: &str) -> bool {
    let line = line.trim();
    let is_picture = line.contains(['🟦', '⚪', '🔴', '🟡', '`']);
    let is_list = line.contains(['[', ']']) || line.ends_with(['=', '(']);
    let is_diagram = line.starts_with("y/x") || line.contains(" - ") || line.contains(" . ");
    is_picture || is_list || is_diagram
}

/// The positions of one run, and the format of the answers.
pub(crate) struct PositionBatch<'a> {
    pub(crate) positions: &'a [String],
    pub(crate) options: InputOptions<'a>,
    pub(crate) json: bool,
}

impl PositionBatch<'_> {
    /// True if every answer takes one line, for programs that read many of them.
    fn one_line(&self) -> bool {
        from_stdin(self.positions)
    }

    /// True if there may be several answers, so that invalid input needs a placeholder.
    fn several(&self) -> bool {
        is_several(self.positions)
    }

    /// Answers every position with a text or, with `--json`, an object.
    pub(crate) fn answer<T: Serialize>(
        &self,
        out: &mut dyn Write,
        text: impl Fn(&GameRecord) -> String,
        object: impl Fn(&GameRecord) -> T,
    ) -> Result<Exit, CliError> {
        self.try_answer(out, |record| {
            Ok(if self.json {
                AnswerBody::Object(object(record))
            } else {
                AnswerBody::Text(text(record))
            })
        })
    }

    /// Answers every position with `answer_record`, which may reject it.
    pub(crate) fn try_answer<T: Serialize>(
        &self,
        out: &mut dyn Write,
        mut answer_record: impl FnMut(&GameRecord) -> Result<AnswerBody<T>, AnswerError>,
    ) -> Result<Exit, CliError> {
        let mut exit = Exit::Done;
        for_each(self.positions, self.options, |item| {
            let result = match &item.content {
                InputContent::Blank => Ok(None),
                InputContent::Invalid(reason) => Err(reason.clone()),
                InputContent::Record(record) => match answer_record(record) {
                    Ok(body) => Ok(Some(body)),
                    Err(AnswerError::Position(reason)) => Err(reason),
                    Err(AnswerError::Stop(failure)) => return Err(failure),
                },
            };
            if result.is_err() {
                exit = Exit::BadInput;
            }
            let line = match result {
                Ok(Some(AnswerBody::Object(body))) => Some(numbered(item, body)?),
                Ok(None) if self.json => Some(numbered(item, BlankLine { blank: true })?),
                Err(reason) if self.json => Some(numbered(item, ErrorBody::new(&reason))?),
                Ok(Some(AnswerBody::Text(text))) => Some(self.format_answer(item, &text)),
                Ok(None) => Some(String::new()),
                Err(reason) => self.placeholder(item, &reason),
            };
            if let Some(line) = line {
                writeln!(out, "{line}")?;
            }
            Ok(())
        })?;
        Ok(exit)
    }

    /// Prints the reason, and returns a placeholder if there are several answers.
    fn placeholder(&self, item: &InputItem, reason: &str) -> Option<String> {
        if self.several() {
            print_message(&item.message(reason));
            Some(ERROR_PLACEHOLDER.to_owned())
        } else {
            print_message(reason);
            None
        }
    }

    fn format_answer(&self, item: &InputItem, text: &str) -> String {
        let text = text.trim_end_matches('\n');
        if self.one_line() {
            to_one_line(text)
        } else if item.number > 1 && text.contains('\n') {
            // A blank line separates diagrams.
            format!("\n{text}")
        } else {
            text.to_owned()
        }
    }
}

/// The answer to one position.
pub(crate) enum AnswerBody<T> {
    Text(String),
    Object(T),
}

/// The reason why a position has no answer.
pub(crate) enum AnswerError {
    /// The position is unsuitable. The next one may be answered.
    Position(String),
    /// The run ends.
    Stop(CliError),
}

impl AnswerError {
    /// An error for a position that the command does not support with its flags. Among several
    /// positions only this one is invalid; a single one makes it a usage error.
    pub(crate) fn unsupported(failure: CliError, positions: &[String]) -> Self {
        if is_several(positions) {
            Self::Position(failure.to_string())
        } else {
            Self::Stop(failure)
        }
    }
}

/// Serialises the answer to one position.
pub(crate) fn to_object<T: Serialize>(
    item: &InputItem,
    object: impl Fn(&GameRecord) -> T,
) -> Result<String, CliError> {
    match &item.content {
        InputContent::Record(record) => numbered(item, object(record)),
        InputContent::Blank => numbered(item, BlankLine { blank: true }),
        InputContent::Invalid(reason) => numbered(item, ErrorBody::new(reason)),
    }
}

fn numbered(item: &InputItem, body: impl Serialize) -> Result<String, CliError> {
    to_line(&ResponseEnvelope::new(item.number, body))
}
