//! Flags of the commands about bots, and of choosing players.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use foursight_bots::{Level, Personality};

use foursight_table::Occupant;
pub(crate) use foursight_terminal::choices::{KeyPreset, OnOff};
pub(crate) use foursight_terminal::players::HUMAN;
use foursight_terminal::players::parse_seat;

use crate::input_args::InputArgs;
use crate::ruleset_args::RulesetArgs;
use crate::settings::within;

/// Upper bound for the openings of an arena run. Each pair plays each opening twice.
const OPENINGS_MAX: u32 = 1_000_000;
/// Upper bound for the threads of an arena run.
pub(crate) const THREADS_MAX: u16 = 256;

/// Rungs of the ladder as the numbers that users type.
const RUNG_NUMBERS: [&str; Level::LADDER.len()] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Returns every level, with its rung as an alias.
fn level_values() -> Vec<PossibleValue> {
    let rung_of = |level: Level| {
        let index = Level::LADDER.iter().position(|other| *other == level)?;
        RUNG_NUMBERS.get(index).copied()
    };
    Level::ALL
        .into_iter()
        .map(|level| PossibleValue::new(level.name()).aliases(rung_of(level)))
        .collect()
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(level_values()).try_map(|name| name.parse::<Level>())
}

fn seat_parser() -> impl TypedValueParser<Value = Occupant> {
    let mut values = vec![PossibleValue::new(HUMAN).alias("me")];
    values.extend(level_values());
    PossibleValuesParser::new(values).try_map(|name| parse_seat(&name))
}

fn personality_parser() -> impl TypedValueParser<Value = Personality> {
    PossibleValuesParser::new(Personality::ALL.map(Personality::name))
        .try_map(|name| name.parse::<Personality>())
}

/// The seat of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeatName {
    /// Moves first
    First,
    /// Moves second
    Second,
}

/// The players.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Players")]
pub(crate) struct PlayersArgs {
    /// Play against a bot of this level, by name or by rung: 1 is dice, 9 is perfect
    /// [default: from the settings, else two people]
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = false)]
    pub(crate) level: Option<Level>,
    /// Your seat against --level [default: first]
    #[arg(long, value_enum, value_name = "SEAT", conflicts_with_all = ["first", "second"])]
    pub(crate) you: Option<SeatName>,
    /// First player: human or a level [default: human]
    #[arg(long, value_name = "WHO", value_parser = seat_parser(), conflicts_with = "level")]
    #[arg(hide_possible_values = true)]
    pub(crate) first: Option<Occupant>,
    /// Second player: human or a level [default: human]
    #[arg(long, value_name = "WHO", value_parser = seat_parser(), conflicts_with = "level")]
    #[arg(hide_possible_values = true)]
    pub(crate) second: Option<Occupant>,
    /// Playing style of the bots [default: from the settings, else balanced]
    #[arg(long, value_name = "NAME", value_parser = personality_parser())]
    pub(crate) personality: Option<Personality>,
    /// Random seed of the bots [default: the time of day]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

impl PlayersArgs {
    /// True if any flag chooses a player.
    pub(crate) const fn name_seats(&self) -> bool {
        self.level.is_some() || self.first.is_some() || self.second.is_some()
    }
}

/// Look and feel of the full-screen game.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Screen")]
pub(crate) struct ScreenArgs {
    /// Discs do not fall, they appear
    #[arg(long)]
    pub(crate) no_animation: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(crate) no_mouse: bool,
    /// Draw with letters and punctuation only [default: if the locale is not UTF-8]
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Ring the bell when it is your turn again, when a move is refused and at the end
    /// [default: off]
    #[arg(long, value_enum, value_name = "WHETHER", num_args = 0..=1, require_equals = true,
          default_missing_value = "on")]
    pub(crate) sound: Option<OnOff>,
    /// A digit or a click only aims; Enter, or the same once more, drops
    /// [default: off]
    #[arg(long, value_enum, value_name = "WHETHER", num_args = 0..=1, require_equals = true,
          default_missing_value = "on")]
    pub(crate) confirm: Option<OnOff>,
    /// Key preset; the section `keys` of the config file changes single keys [default: web]
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) keys: Option<KeyPreset>,
    /// Colours: classic, dark, safe (for the colour-blind), or a file of your own [default: classic]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) skin: Option<String>,
}

const MOVE_EXAMPLES: &str = "\
Examples:
  foursight move --level hard 4453
  foursight move --level perfect --json 44444
  foursight move --level medium --personality aggressive --seed 7 4453
  printf '44\\n4453\\n' | foursight move --level easy -";

const MOVE_AFTER: &str = "\
The output is the move as it is typed: 4, or in the variants P4, A4, T4, - for a pass. A finished \
game has no move: its output is ? and the exit code 3. With --json the output also has the bot's \
evaluation, for the player to move.

With - each line of input gets one line of output, a blank line for a blank line and ? for an \
invalid one, whose error goes to standard error.";

/// Ask a bot for its move
#[derive(Args, Debug)]
#[command(before_long_help = MOVE_EXAMPLES, after_long_help = MOVE_AFTER)]
pub(crate) struct MoveArgs {
    /// Positions, or - for standard input [default: start]
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<String>,
    /// The bot, by name or by rung: 1 is dice, 9 is perfect [default: from the settings, else medium]
    #[arg(long, value_name = "LEVEL", value_parser = level_parser())]
    pub(crate) level: Option<Level>,
    /// Playing style [default: from the settings, else balanced]
    #[arg(long, value_name = "NAME", value_parser = personality_parser())]
    pub(crate) personality: Option<Personality>,
    /// Random seed of the bot
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Node limit per move
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Time limit per move, in milliseconds
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) time_ms: Option<u64>,
    /// The memory of the learner [default: in your data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) memory: Option<PathBuf>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const ARENA_EXAMPLES: &str = "\
Examples:
  foursight arena --players easy,medium,hard
  foursight arena --players dice,easy --games 400 --seed 3
  foursight arena --players easy,casual --variant pop-out --openings 6
  foursight arena --players hard:aggressive,hard:defensive --games 20 --json";

const ARENA_AFTER: &str = "\
Every player meets every other. Each opening is generated from the seed and played twice, with \
the seats swapped, so the result depends on the seed alone and not on the number of threads.

Scores are shares of points, a draw counting half, with their 95 % confidence interval. Ratings \
are the maximum-likelihood Bradley-Terry ratings; 400 points are odds of ten to one, and the \
first player has 0. Accuracy is the share of moves that keep the result of perfect play, over \
random positions in which the move matters; it needs the standard rules.

With --positions accuracy is also measured on the positions of a file, on all of them and on \
those from ply 12 on, because openings resemble each other. A line holds moves, moves followed by \
a space and anything else, or an object with moves.

With --timing the table also has the CPU time per move, mean and maximum, over random positions \
from the empty board to a nearly full one. Only these figures differ from run to run.";

/// Let bots play each other and measure them
#[derive(Args, Debug)]
#[command(before_long_help = ARENA_EXAMPLES, after_long_help = ARENA_AFTER)]
pub(crate) struct ArenaArgs {
    /// Two or more levels; level:personality for another personality
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', required = true)]
    pub(crate) players: Vec<String>,
    /// Games of each pair, an even number
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = within(2..=2 * OPENINGS_MAX), allow_negative_numbers = true)]
    pub(crate) games: u32,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of random moves in an opening
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    #[arg(value_parser = within(0..=64_u32), allow_negative_numbers = true)]
    pub(crate) openings: u32,
    /// Positions to measure accuracy on; 0 skips it
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = within(0..=10_000_u32), allow_negative_numbers = true)]
    pub(crate) accuracy: u32,
    /// Also measure accuracy on the positions of this file, one per line, judged by the solver
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Vec<PathBuf>,
    /// Moves to time, spread over whole games; 0 skips it
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    #[arg(value_parser = within(0..=100_000_u32), allow_negative_numbers = true)]
    pub(crate) timing: u32,
    /// Node limit per move
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Threads to play on [default: one per core]
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=THREADS_MAX), allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

const ENGINE_EXAMPLES: &str = "\
Examples:
  foursight engine
  printf 'position start moves 4453\\ngo movetime 500\\n' | foursight engine";

const ENGINE_AFTER: &str = "\
A text protocol for other programs, modelled on UCI. One command per line on standard input:
  foursight                                    identify the engine and list its options
  isready                                      readyok
  setoption name NAME value VALUE              memory_mb, threads, level, seed
  newgame                                      clear the transposition table
  position start [variant NAME] [size WxH] [connect N] [moves 4453 or DDEC]
  position [from FORM] POSITION                anything foursight show takes; FORM as in convert
  go [movetime MS] [nodes N] [depth N] [infinite]
  stop                                         end the search and print its best move
  show                                         draw the position
  threats                                      the cells that would complete a line
  explain                                      what each drop leads to and why, in words
  perft N                                      count the games of N plies
  bench                                        solve a fixed set of positions: nodes and time
  quit

Output: info depth D nodes N verdict V best M line ..., where V is 'win PLIES', 'loss PLIES', \
'draw' or 'unknown', and at the end bestmove M. Columns are numbers or capital letters. Unknown \
words and options are ignored, a line without a known command is an error, a negative limit \
counts as 0, memory_mb is rounded down to a power of two, and errors are reported as info string. \
A level that uses a net does not support other rules than those of its net: the engine reports \
that, prints bestmove none and continues with the next position; commands for a single game exit \
with code 2 instead. Input is read during a search: isready, show and threats are answered at \
once, other commands are queued. At the end of input a search with a limit is finished first.";

/// Serve another program over a text protocol
#[derive(Args, Debug)]
#[command(before_long_help = ENGINE_EXAMPLES, after_long_help = ENGINE_AFTER)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

const LEARNER_EXAMPLES: &str = "\
Examples:
  foursight play --level learner             it remembers each finished game
  foursight learner show
  foursight learner export > memory.txt
  foursight learner reset";

/// Show, export or reset what the learner remembers
#[derive(Args, Debug)]
#[command(before_long_help = LEARNER_EXAMPLES)]
pub(crate) struct LearnerArgs {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: LearnerCommand,
    /// The memory [default: foursight/learner.txt in your data directory]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// Commands on a memory.
#[derive(Subcommand, Debug)]
pub(crate) enum LearnerCommand {
    /// Show the number of remembered games, and how each move scored from a position
    Show(LearnerShowArgs),
    /// Write the memory to standard output
    Export,
    /// Forget everything; the old memory is kept beside the file
    Reset,
}

/// The part of a memory to show.
#[derive(Args, Debug)]
pub(crate) struct LearnerShowArgs {
    /// The position whose moves are listed [default: start]
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}
