//! Flags of the commands that give reasons: `explain` and `grade`.

use std::path::PathBuf;

use clap::Args;
use foursight_phrases::Language;

use crate::input_args::InputArgs;
use crate::solver_args::SearchArgs;

/// Parses `--language`.
fn language(text: &str) -> Result<Language, String> {
    Language::from_code(text).ok_or_else(|| "expected en or de".to_owned())
}

/// Language of the texts
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LanguageArgs {
    /// Language of the texts: en or de
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = language)]
    pub(crate) language: Language,
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  foursight explain 12611642613552255512
  foursight explain --language de 12611642613552255512
  foursight explain --json 12611642613552255512
  foursight explain --measure positions.txt          how many verdicts are proved?";

const EXPLAIN_AFTER: &str = "\
A reason with a proof has passed a check that knows the rules of the game and nothing of how the \
reason was found. Where no reason proves the verdict, facts and perfect play are shown. Proofs \
are about 7x6; other boards have verdicts and facts.

With --json a reason has kind, column, cells, text and proof, the check that proves the verdict, \
which is null for a mere fact; reasons are those of the first best column. --measure takes a file \
of positions, one a line, or - for standard input, and prints the share of proved verdicts by ply \
and by kind.

With - each line of input gets one line of output: ? for an invalid one, whose error goes to \
standard error. Exit code 3 if any position was invalid, else 4 if a budget was exhausted.";

/// Explain positions: why each column wins, draws or loses
#[derive(Args, Debug)]
#[command(before_long_help = EXPLAIN_EXAMPLES, after_long_help = EXPLAIN_AFTER)]
pub(crate) struct ExplainArgs {
    /// Positions, or - for standard input
    #[arg(value_name = "POSITION", required_unless_present = "measure")]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line
    #[arg(long, conflicts_with = "measure")]
    pub(crate) json: bool,
    /// Print the share of proved verdicts over the positions of a file, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub(crate) measure: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const GRADE_EXAMPLES: &str = "\
Examples:
  foursight grade 44444432222221
  foursight grade --json @game.json";

const GRADE_AFTER: &str = "\
Grades follow from exact verdicts: only (the only drop that keeps the outcome), best, good (the \
same outcome, at most 4 plies slower to win or quicker to lose), slip (later or sooner than that), \
mistake (a win became a draw, or a draw a loss), blunder (a win became a loss).

The accuracy of a player is the mean over the drops at which the columns had different verdicts: \
100 % for the only or a best drop, 90 % for a good one, 70 % for a slip, 30 % for a mistake, 0 % \
for a blunder.

With - each line of input gets one line of output. Exit code 3 if any game was invalid, else 4 if \
a budget was exhausted.";

/// Grade every move of games by exact verdicts
#[derive(Args, Debug)]
#[command(before_long_help = GRADE_EXAMPLES, after_long_help = GRADE_AFTER)]
pub(crate) struct GradeArgs {
    /// Games, or - for standard input
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}
