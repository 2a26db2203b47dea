//! Flags of the commands that read positions without playing: `show`, `convert`, `check`, `scan` and
//! `perft`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use foursight_core::Move;
use foursight_terminal::line_mode::parse_lesson_move;

use crate::forms::{ConvertTarget, target_parser};
use crate::input_args::{InputArgs, TextArgs};
use crate::settings::within;

const SHOW_EXAMPLES: &str = "\
Examples:
  foursight show 4453
  foursight show --variant five-in-a-row     the start of a variant
  foursight show DDEC '[3,3,4,2]'
  foursight convert --to emoji 4453 | foursight show @-    one text of several lines
  printf '44\\n4453\\n' | foursight show --json -";

/// Rules for reading texts, for the help of every command that takes positions.
const TEXTS: &str = "\
Lists are data and count from 0, what people say or type counts from 1: [3,3,4,2], 4453 and DDEC \
are the same game, and strings inside a list, such as \"P4\", count from 1. Rows come top row \
first; columns begin at the bottom or at the top, which is inferred from gravity. In lists 0, \
null, nil, -, . and '' are empty; 1 and 2, 'red' and 'yellow', or 'X' and 'O' are discs; next to \
null, 0 is First and 1 is Second. A board of another size than the rules keeps its own size. \
'const game = ...;', comments, back-ticks and brackets around the text are ignored. Ambiguous \
text is rejected, naming both readings: choose one with --from. docs/texts.md has the details.";

fn texts_and(more: &str) -> String {
    format!("{TEXTS}\n\n{more}")
}

const ANSWERS: &str = "\
With - each line of input gets one line of output: the answer with its line breaks written as \
\\n, a blank line for a blank line, and ? for an invalid one, whose error goes to standard error. \
With --json an invalid line gets an object with \"error\". Lines above 1 MiB are rejected. Exit \
code 3 if any line was invalid.";

/// Draw positions in the terminal
#[derive(Args, Debug)]
#[command(before_long_help = SHOW_EXAMPLES, after_long_help = texts_and(ANSWERS))]
pub(crate) struct ShowArgs {
    /// Positions, @FILE, or - for standard input [default: start]
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  foursight convert --to letters 4453
  foursight convert --to diagram 4453
  foursight convert --to json --out game.json 4453
  foursight convert --to emoji @game.json    what a file holds
  foursight convert --to emoji --labels letters --drop D '[3,3,1,2,4,2]'
  foursight convert --to gif --out game.gif 4545454
  foursight convert --to svg --out board.svg 4453
  printf '44\\n4453\\n' | foursight convert --to position -";

/// Help of `--first` for `convert`, which also writes pictures.
const CONVERT_FIRST: &str = "The colour of First in the input, if it does not say, and in the \
picture that is written [default: taken from the text, else yellow]";

/// Write positions and games in another form
#[derive(Args, Debug)]
#[command(before_long_help = CONVERT_EXAMPLES, after_long_help = texts_and(ANSWERS))]
#[command(mut_arg("first", |first| first.help(CONVERT_FIRST)))]
pub(crate) struct ConvertArgs {
    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = target_parser())]
    pub(crate) to: ConvertTarget,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Labels below a picture of circles
    #[arg(long, value_name = "LABELS", value_enum, default_value_t = LabelName::Indices)]
    pub(crate) labels: LabelName,
    /// Drop the next disc into this column first, 4 or D; may be repeated
    #[arg(long, value_name = "COLUMN", value_parser = parse_drop)]
    pub(crate) drop: Vec<Move>,
    /// Positions, @FILE, or - for standard input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line that holds the text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Labels below a picture of circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabelName {
    /// From 0
    Indices,
    /// From A
    Letters,
}

/// Parses the column of a drop: its number from 1 or its letter.
fn parse_drop(text: &str) -> Result<Move, String> {
    match parse_lesson_move(text) {
        Some(mv @ Move::Drop(_)) => Ok(mv),
        _ => Err("name a column by its number from 1 or its letter, such as 4 or D".to_owned()),
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  foursight check 4453
  foursight check --width 9 9911
  printf '4453\\n4545454\\n' | foursight check -
  foursight check --json 4453 1122334";

const CHECK_AFTER: &str = "\
Each position gets one line: 'ok' with the status of the game, or 'error' with the reason. A \
blank line of standard input gets a blank line. Exit code 1 if any position is invalid.";

/// Check whether games are legal
#[derive(Args, Debug)]
#[command(before_long_help = CHECK_EXAMPLES, after_long_help = texts_and(CHECK_AFTER))]
pub(crate) struct CheckArgs {
    /// Positions, @FILE, or - for standard input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const SCAN_EXAMPLES: &str = "\
Examples:
  foursight scan --direction diagonal_left --player 1 4453
  foursight convert --to rows 4453 | foursight scan --direction vertical --player 2 --steps @-
  foursight scan --direction horizontal --player 1 --connect 3 --json '[3,3,4]'";

const SCAN_AFTER: &str = "\
From the start (bottom left, then row by row) the scan reads start + delta x count: a disc of the \
player there increments the count, anything else moves the start to the next cell and resets the \
count to 0. It ends when the count reaches the length of a line, or at the top right cell with a \
count of 0: nothing found. y is the row and x the column, both counted from 0. delta is {1, 0} \
for vertical, {0, 1} for horizontal, {1, 1} for diagonal_right and {1, -1} for diagonal_left. The \
board may be any rectangle of discs, whether legal or not.

With --json it prints one object: direction, player, delta {dy, dx}, start {y, x}, count, found. \
With --steps it prints one object per step, which also has target {y, x}; the last one has the \
result.";

/// Search a board for a line, as the lesson does it
#[derive(Args, Debug)]
#[command(before_long_help = SCAN_EXAMPLES, after_long_help = SCAN_AFTER)]
pub(crate) struct ScanArgs {
    /// Direction of the line
    #[arg(long, value_enum)]
    pub(crate) direction: DirectionName,
    /// Owner of the discs: 1 is First, 2 is Second
    #[arg(long, value_name = "N", value_parser = within(1..=2_u8))]
    pub(crate) player: u8,
    /// Number of discs in a line
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within(1..=64_u8))]
    pub(crate) connect: u8,
    /// Print every step
    #[arg(long)]
    pub(crate) steps: bool,
    /// Print JSON objects
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) text: TextArgs,
    /// A board or a game, @FILE, or @- for standard input
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
}

/// A direction of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DirectionName {
    #[value(name = "vertical")]
    Vertical,
    #[value(name = "horizontal")]
    Horizontal,
    #[value(name = "diagonal_right")]
    DiagonalRight,
    #[value(name = "diagonal_left")]
    DiagonalLeft,
}

const PERFT_EXAMPLES: &str = "\
Examples:
  foursight perft 8
  foursight perft 10 --no-distinct
  foursight perft 8 --visit                  also measure without bulk counting
  foursight perft 5 4453                     from a position
  foursight perft 4 --variant power-up --json";

const PERFT_AFTER: &str = "\
Sequences are the possible games, positions the distinct ones they lead to; finished games count \
once and are not continued. Bulk counting counts the moves of the last ply without playing them; \
--visit plays every one. Both rates are sequences of that ply divided by seconds of CPU time \
(wall-clock time where the system does not report it).

Distinct positions are held in memory; a ply that may need more than 1 GiB is skipped, with a \
message and exit code 4.";

/// Count the games and positions that lie ahead, ply by ply
#[derive(Args, Debug)]
#[command(before_long_help = PERFT_EXAMPLES, after_long_help = PERFT_AFTER)]
pub(crate) struct PerftArgs {
    /// Number of plies to look ahead
    #[arg(value_name = "N", value_parser = within(0..=1000_u32), allow_negative_numbers = true)]
    pub(crate) plies: u32,
    /// The position to count from, or @FILE [default: start]
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Also visit every position of the last ply and report the rate
    #[arg(long)]
    pub(crate) visit: bool,
    /// Leave out the distinct positions, which need memory
    #[arg(long)]
    pub(crate) no_distinct: bool,
    /// Print one JSON object per ply
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}
