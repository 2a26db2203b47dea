//! The table of commands and flags. Help, man page and completions are generated from it.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use foursight_record::Form;
use foursight_server::{BusConfig, IpNet, StoreLocation};
use foursight_terminal::output::ColorMode;

use foursight_terminal::choices::ShowBoard;

use crate::bot_args::{ArenaArgs, EngineArgs, LearnerArgs, MoveArgs, PlayersArgs, ScreenArgs};
use crate::commands::lesson::LessonArgs;
use crate::forms::{ConvertTarget, form_parser, target_parser};
use crate::input_args::{InputArgs, TextArgs};
use crate::ruleset_args::RulesetArgs;
use crate::settings::within;
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
    Bench(BenchArgs),
    Book(BookArgs),
    Perft(PerftArgs),
    Serve(ServeArgs),
    Backup(BackupArgs),
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
    /// Positions, @FILE, or - for standard input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line that holds the text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
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

const SERVE_EXAMPLES: &str = "\
Examples:
  foursight serve
  foursight serve --addr 0.0.0.0:8080        for other machines as well
  foursight serve --web dist                 the client that cargo xtask web wrote
  foursight serve --store sqlite:games.db    keep online games in this file
  foursight serve --store postgres://me@db/games --bus nats://bus    one of several nodes";

const SERVE_AFTER: &str = "\
Besides the web game, /api/solve?pos=4453 responds like foursight solve --columns --json, with \
the requested position as pos and the column scores as the list scores; /solve?pos=4453 responds \
with pos and score only, as clients of another well-known solver expect: 100 marks a full column, \
null one that timed out. /healthz reports liveness, /readyz readiness, /metrics serves Prometheus \
metrics. Each address may send 4 solver requests per second.

A move of an online game is committed to the store before it is published, so a crash loses no \
acknowledged move. docs/operate.md describes operation, docs/protocol.md how to write a client.

Ctrl-C finishes pending requests and exits.";

/// Serve the web game and the solver over HTTP
#[derive(Args, Debug)]
#[command(before_long_help = SERVE_EXAMPLES, after_long_help = SERVE_AFTER)]
pub(crate) struct ServeArgs {
    /// The address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4444")]
    pub(crate) addr: SocketAddr,
    /// Serve the web client in DIR instead of the one in this program
    #[arg(long, value_name = "DIR")]
    pub(crate) web: Option<PathBuf>,
    /// Store of online games: sqlite:FILE or postgres://… [default: a file in the data directory]
    #[arg(
        long,
        value_name = "STORE",
        env = "FOURSIGHT_STORE",
        hide_env_values = true
    )]
    pub(crate) store: Option<StoreLocation>,
    /// Message bus between nodes: local, nats://HOST:PORT or tls://HOST:PORT
    #[arg(
        long,
        value_name = "BUS",
        default_value = "local",
        env = "FOURSIGHT_BUS",
        hide_env_values = true
    )]
    pub(crate) bus: BusConfig,
    /// A trusted proxy whose forwarded client address is used: an address or a network; may be repeated
    #[arg(long, value_name = "NETWORK")]
    pub(crate) trusted_proxy: Vec<IpNet>,
    /// Exit when standard input closes, so that the server cannot outlive the program that started it
    #[arg(long)]
    pub(crate) exit_with_stdin: bool,
    /// Disable the rate limits per address and user, to measure from one machine
    #[arg(long, hide = true)]
    pub(crate) no_limits: bool,
    /// Log level on standard error
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "warn")]
    pub(crate) log: LogLevel,
    /// Log in JSON, one object per line
    #[arg(long)]
    pub(crate) log_json: bool,
}

const BACKUP_EXAMPLES: &str = "\
Examples:
  foursight backup games.bak                 copy the store while the server runs
  foursight backup --check games.bak         verify a backup";

/// Back up the store of online games, or verify a backup
#[derive(Args, Debug)]
#[command(before_long_help = BACKUP_EXAMPLES)]
pub(crate) struct BackupArgs {
    /// The backup file; it must not exist yet
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only verify an existing backup: every event of every game
    #[arg(long, conflicts_with = "store")]
    pub(crate) check: bool,
    /// The store to copy: sqlite:FILE [default: the store of foursight serve]
    #[arg(
        long,
        value_name = "STORE",
        env = "FOURSIGHT_STORE",
        hide_env_values = true
    )]
    pub(crate) store: Option<StoreLocation>,
}

/// Log level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    /// Nothing.
    Off,
    /// Errors.
    Error,
    /// Warnings as well.
    Warn,
    /// Events as well.
    Info,
    /// Every request.
    Debug,
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
