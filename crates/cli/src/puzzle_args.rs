//! Flags of `puzzle`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use foursight_puzzles::{PuzzleId, PuzzleTheme, parse_day};

use crate::explain_args::LanguageArgs;

/// Parses a theme.
fn theme(text: &str) -> Result<PuzzleTheme, String> {
    text.parse::<PuzzleTheme>()
        .map_err(|error| error.to_string())
}

/// Parses an id.
fn puzzle_id(text: &str) -> Result<PuzzleId, String> {
    PuzzleId::from_text(text).ok_or_else(|| "expected six digits or small letters".to_owned())
}

const EXAMPLES: &str = "\
Examples:
  foursight puzzle                           puzzles near your rating
  foursight puzzle --daily                   the puzzle of the day
  foursight puzzle --theme odd-threat
  foursight puzzle --missed                  those you missed and that are due again
  echo 4 | foursight puzzle --daily          exit code 0 if the move is right, else 1
  foursight puzzle list --theme fork --json
  foursight puzzle sheet --theme fork --count 12 --html > forks.html
  foursight puzzle check                     prove every puzzle again";

const AFTER: &str = "\
Type a column, or in the variants a move such as P4. Every move that keeps the goal is right, and \
the opponent replies with the best defence; other lets it try another one. none says that there is \
no win, where a puzzle asks for one. hint helps at a price, show shows the answer, Enter goes on, \
and quit leaves.

At a terminal your rating and the puzzles you missed are kept in foursight/puzzles.txt in your data \
directory; a missed puzzle is due again after 1, 3, 7 and 21 days. Days change at midnight UTC. \
With --daily, --id or piped input there is one puzzle, and exit code 1 says that the last answer \
was wrong.

With --json the puzzle is printed and not played: id, moves, rules, theme, goal, rating, solutions \
(columns from 1), first_moves (the same as moves), and answer \"none\" where there is no win.

docs/puzzles.md says how puzzles are mined, proved and rated.";

/// Solve puzzles; list, print, mine and rate them
#[derive(Args, Debug)]
#[command(before_long_help = EXAMPLES, after_long_help = AFTER)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    pub(crate) command: Option<PuzzleCommand>,
    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["theme", "id", "missed"])]
    pub(crate) daily: bool,
    /// The puzzle of another day, as in 2026-11-19
    #[arg(long, value_name = "DATE", requires = "daily", value_parser = date)]
    pub(crate) date: Option<u32>,
    /// Puzzles of a theme
    #[arg(long, value_name = "THEME", value_parser = theme, conflicts_with = "id")]
    pub(crate) theme: Option<PuzzleTheme>,
    /// The puzzle with this id
    #[arg(long, value_name = "ID", value_parser = puzzle_id)]
    pub(crate) id: Option<PuzzleId>,
    /// Puzzles you missed and that are due again
    #[arg(long, conflicts_with_all = ["theme", "id"])]
    pub(crate) missed: bool,
    /// Random seed for picking puzzles [default: from the clock]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// Print the puzzle as JSON and do not play it
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Parses a date as days from 1 January 1970.
fn date(text: &str) -> Result<u32, String> {
    parse_day(text).ok_or_else(|| "expected a date from 1970 to 2999, as in 2026-11-19".to_owned())
}

/// Subcommands of `puzzle`.
#[derive(Subcommand, Debug)]
pub(crate) enum PuzzleCommand {
    /// List the puzzles
    List(ListArgs),
    /// Print boards with blanks and a page of answers
    Sheet(SheetArgs),
    /// Prove puzzles again: the goal, the only first move, and the theme
    Check(CheckPuzzlesArgs),
    /// Search for new puzzles of a theme
    Mine(MineArgs),
    /// Rate puzzles by the success of bots
    Rate(RateArgs),
    /// Select puzzles, balanced by theme and difficulty
    Pack(PackArgs),
    /// Forget your rating and everything you solved
    Forget,
}

/// Arguments of `puzzle list`.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// Only this theme
    #[arg(long, value_name = "THEME", value_parser = theme)]
    pub(crate) theme: Option<PuzzleTheme>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// A file of puzzles [default: those of the program]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Arguments of `puzzle sheet`.
#[derive(Args, Debug)]
pub(crate) struct SheetArgs {
    /// Only this theme
    #[arg(long, value_name = "THEME", value_parser = theme)]
    pub(crate) theme: Option<PuzzleTheme>,
    /// Number of puzzles, from easy to hard
    #[arg(long, value_name = "NUMBER", default_value_t = 12)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=600))]
    pub(crate) count: u16,
    /// Random seed for picking puzzles [default: from the clock]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// As one SVG picture
    #[arg(long, required_unless_present = "html", conflicts_with = "html")]
    pub(crate) svg: bool,
    /// As a page of HTML that a browser prints or saves as PDF
    #[arg(long)]
    pub(crate) html: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
}

/// Arguments of `puzzle check`.
#[derive(Args, Debug)]
pub(crate) struct CheckPuzzlesArgs {
    /// Files of puzzles [default: those of the program]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

const MINE_EXAMPLES: &str = "\
Examples:
  foursight puzzle mine --theme fork --count 300 --out forks.puzzles
  foursight puzzle mine --theme fork --count 600 --out forks.puzzles     continues";

/// Arguments of `puzzle mine`.
#[derive(Args, Debug)]
#[command(before_long_help = MINE_EXAMPLES)]
pub(crate) struct MineArgs {
    /// The theme
    #[arg(long, value_name = "THEME", value_parser = theme)]
    pub(crate) theme: PuzzleTheme,
    /// Random seed of the candidates
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Puzzles of the theme that the file should have
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) count: u32,
    /// Candidates to try at most
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000)]
    pub(crate) tries: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "NUMBER")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// The file, which is continued if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

const RATE_EXAMPLES: &str = "\
Examples:
  foursight puzzle rate *.puzzles --out rated.puzzles";

/// Arguments of `puzzle rate`.
#[derive(Args, Debug)]
#[command(before_long_help = RATE_EXAMPLES)]
pub(crate) struct RateArgs {
    /// Files of puzzles
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Tries of each bot at each puzzle, with a random seed each
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) tries: u16,
    /// Random seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "NUMBER")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// The file of rated puzzles
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// Arguments of `puzzle pack`.
#[derive(Args, Debug)]
pub(crate) struct PackArgs {
    /// Files of rated puzzles
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Puzzles of each theme
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=20_000))]
    pub(crate) per_theme: u16,
    /// Random seed of the selection
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file of the selection
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}
