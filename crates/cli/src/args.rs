//! The table of commands and flags. Help, man page and completions are generated from it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use foursight_record::Form;
use foursight_terminal::output::ColorMode;

use foursight_terminal::choices::ShowBoard;

use crate::admin_args::AdminArgs;
use crate::bot_args::{ArenaArgs, EngineArgs, LearnerArgs, MoveArgs, PlayersArgs, ScreenArgs};
use crate::commands::lesson::LessonArgs;
use crate::explain_args::{ExplainArgs, GradeArgs};
use crate::forms::form_parser;
use crate::position_args::{CheckArgs, ConvertArgs, PerftArgs, ScanArgs, ShowArgs};
use crate::proof_args::ProofArgs;
use crate::ruleset_args::RulesetArgs;
#[cfg(feature = "doctor")]
use crate::server_args::DoctorArgs;
use crate::server_args::{BackupArgs, HealthcheckArgs, MigrateArgs, RestoreArgs, ServeArgs};
use crate::solver_args::{AnalyseArgs, BenchArgs, BookArgs, SolveArgs};
use crate::tournament_args::TournamentArgs;

const EXAMPLES: &str = "\
Examples:
  foursight play --level hard                you against a bot
  foursight play                             two people, one terminal
  foursight move --level expert 4453         what would a bot play?
  foursight show 4453                        draw a position
  foursight solve 4453                       who wins, and when?
  foursight analyse 4453                     what does each column lead to?
  foursight explain 12611642613552255512     why does each column win or lose?
  foursight grade 44444432222221             how good was each move?
  foursight convert --to svg 4453 > board.svg
  foursight check 4453 4444444               are these games legal?
  foursight perft 8                          count games and positions
  foursight lesson run how                   how does a program play?
  foursight serve                            the game in a browser";

const EXIT_CODES: &str = "\
A position is anything Foursight can write: drops (4453), letters (DDEC), lists from 0 \
([3,3,4,2]), rows, columns, stacks, emoji, diagrams, notation, position or JSON; the word start \
is the empty board. The form is detected; --from names it if the text is ambiguous. In Pop Out, \
Pop Ten and Power Up a board alone does not determine the game: there its moves are written next \
to it and read with it.

Lists are data and count from 0; what people say, type or read counts from 1. column and best in \
JSON output counts from 1.

@FILE reads the position from a file, @- from all of standard input. With - positions are read \
from standard input, one per line, and each gets one line of output, in order.

Exit codes: 0 success, 1 the answer is no, 2 usage error, 3 invalid input data, 4 budget \
exhausted or interrupted with a partial answer, 5 I/O or network error, 130 interrupted by \
Ctrl-C. A closed pipe is success.

Settings come from flags, else FOURSIGHT_... variables, else the config file: see foursight \
config.";

/// Four in a row in the terminal: play, solve, show, convert, check and count.
#[derive(Parser, Debug)]
#[command(name = "foursight", version, before_long_help = EXAMPLES, after_long_help = EXIT_CODES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Use colour [default: auto]
    #[arg(long, global = true, value_enum, value_name = "WHEN")]
    pub(crate) color: Option<ColorMode>,
    /// Read settings from FILE instead of the usual config file
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The command.
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

const SCORES_EXAMPLES: &str = "\
Examples:
  foursight scores
  foursight scores --export > scores.txt
  foursight scores --reset                  the old ones are kept beside the file";

/// Show how games ended, by opponent: wins, streaks, the quickest win
#[derive(Args, Debug)]
#[command(before_long_help = SCORES_EXAMPLES)]
pub(crate) struct ScoresArgs {
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the ledger to standard output, one line per game
    #[arg(long, conflicts_with_all = ["json", "reset"])]
    pub(crate) export: bool,
    /// Reset the scores; the old ledger is kept beside the file
    #[arg(long, conflicts_with = "json")]
    pub(crate) reset: bool,
    /// The ledger [default: foursight/scores.txt in your data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// A command.
#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    #[command(alias = "tui")]
    Play(PlayArgs),
    Move(MoveArgs),
    Arena(ArenaArgs),
    Tournament(TournamentArgs),
    Engine(EngineArgs),
    Learner(LearnerArgs),
    Lesson(LessonArgs),
    Scores(ScoresArgs),
    #[cfg(feature = "trainer")]
    Train(crate::train_args::TrainArgs),
    /// Placeholder in a build without the feature.
    #[cfg(not(feature = "trainer"))]
    #[command(hide = true, disable_help_flag = true)]
    Train(TrainUnavailableArgs),
    Show(ShowArgs),
    Convert(ConvertArgs),
    Check(CheckArgs),
    Scan(ScanArgs),
    Solve(SolveArgs),
    Analyse(AnalyseArgs),
    Explain(ExplainArgs),
    Grade(GradeArgs),
    Bench(BenchArgs),
    Book(BookArgs),
    Proof(ProofArgs),
    Perft(PerftArgs),
    Serve(ServeArgs),
    Healthcheck(HealthcheckArgs),
    #[cfg(feature = "doctor")]
    Doctor(DoctorArgs),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Migrate(MigrateArgs),
    Admin(AdminArgs),
    Rules(RulesArgs),
    Config(ConfigArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Arguments of `train` in a program that is built without it.
#[cfg(not(feature = "trainer"))]
#[derive(Args, Debug)]
pub(crate) struct TrainUnavailableArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,
}

const PLAY_EXAMPLES: &str = "\
Examples:
  foursight play                             two people
  foursight play --level hard                you against a bot
  foursight play --level 7 --you second      let a strong bot begin
  foursight play --first 2 --second 6        watch two bots
  foursight play --plain                     sentences only, for a screen reader
  foursight play --variant pop-out
  foursight play --variant power-up --stock 2
  foursight play --width 9 --height 7 --connect 5
  foursight play 4453                        go on from a position
  foursight play --save game.json            keep the game in a file";

const PLAY_AFTER: &str = "\
On a terminal the game takes the whole screen: press a digit or a capital letter, click, or aim \
with the arrow keys and press Enter; ? lists all keys. On exit the screen is restored, and the \
command that continues an unfinished game is printed.

With --plain, when input or output is not a terminal, or when TERM is dumb, the game runs in line \
mode: it prompts and you type. Type a column to drop a disc, as its number or its capital letter: \
4 or D. Small letters are commands. In the variants: P4 pops column 4; A4, B4, W4 and D4 drop an \
anvil, bomb, wall or double; T4 is the target of a bomb; - passes. Other commands: u undo, U \
redo, hint, verdict, show, read, moves, rules, save FILE, load FILE, new, help, quit. With \
--plain the board is drawn only on request. Ctrl-D and Ctrl-C quit and print how to continue.

At a terminal the game is saved in the data directory after every move, until it ends or you \
quit. If it is interrupted because the terminal is closed, the program is killed or the machine \
goes down, the next start offers to load it, and --resume continues it at once.

Animations are off with --no-animation, with the setting animation = off, or if REDUCED_MOTION is \
set. A skin of your own is a TOML file with lines such as board = \"#0052cc\"; it can set board, \
hole, first, first-letter, second, second-letter and best. The section [keys] of the config file \
can give every action another key, as in undo = \"x\" or hint = false; beside the setting keys it \
is called [key-bindings]. --keys no-letters turns all letters off. foursight config lists the \
settings and where each comes from.";

/// Play a game: two people at one terminal, or against bots
#[derive(Args, Debug)]
#[command(before_long_help = PLAY_EXAMPLES, after_long_help = after_play())]
pub(crate) struct PlayArgs {
    /// Sentences only; the board is drawn on request
    #[arg(long)]
    pub(crate) plain: bool,
    /// Line mode: when to draw the board [default: always; with --plain: ask]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) show: Option<ShowBoard>,
    /// Save the game to FILE after every move; continue it if FILE exists
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Resume the game that was interrupted last, with the same players
    #[arg(long, conflicts_with_all = ["save", "position", "from"])]
    pub(crate) resume: bool,
    /// The position to start from
    pub(crate) position: Option<String>,
    /// The form the position is written in [default: detected]
    #[arg(long, value_name = "FORM", requires = "position")]
    #[arg(value_parser = form_parser(), hide_possible_values = true)]
    pub(crate) from: Option<Form>,
    #[command(flatten)]
    pub(crate) players: PlayersArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

/// The text under the help of `play`: how to type moves, and every variant with its rules.
fn after_play() -> String {
    format!("{PLAY_AFTER}\n\n{}", crate::ruleset_args::all_variants())
}

const RULES_EXAMPLES: &str = "\
Examples:
  foursight rules
  foursight rules --variant pop-ten --fill-seed 7
  foursight rules --all";

/// Print the rules, with the house rules in force
#[derive(Args, Debug)]
#[command(before_long_help = RULES_EXAMPLES)]
pub(crate) struct RulesArgs {
    /// Every variant with its usual rules
    #[arg(long, conflicts_with_all = RulesetArgs::FLAGS)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

const CONFIG_EXAMPLES: &str = "\
Examples:
  foursight config
  foursight config --variant pop-out
  FOURSIGHT_WIDTH=9 foursight config --json";

const CONFIG_AFTER: &str = "\
A value comes from its flag, else from the environment (FOURSIGHT_VARIANT, FOURSIGHT_WIDTH, ...), \
else from the config file, else it is the default. A line of the config file looks like this:
  variant = \"pop-out\"";

/// Show every setting and where it comes from
#[derive(Args, Debug)]
#[command(before_long_help = CONFIG_EXAMPLES, after_long_help = CONFIG_AFTER)]
pub(crate) struct ConfigArgs {
    /// Print one JSON object per setting
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  foursight completions bash > foursight.bash
  foursight completions zsh > _foursight
  foursight completions fish > foursight.fish";

/// Print the completions of a shell
#[derive(Args, Debug)]
#[command(before_long_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

const MAN_EXAMPLES: &str = "\
Examples:
  foursight man > foursight.1
  foursight man --out .                      one page a command as well";

/// Print the manual page
#[derive(Args, Debug)]
#[command(before_long_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write foursight.1 and one page for each command into DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}
