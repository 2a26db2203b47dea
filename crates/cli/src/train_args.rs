//! Flags of `foursight train`, which needs the feature `train`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use foursight_bots::net::{BLOCKS_MAX, WIDTH_MAX};

use crate::settings::within;

const EXAMPLES: &str = "\
Examples:
  foursight train positions --dir nets --chunks 2000
  foursight train net --dir nets --chunks 2000 --steps 65000
  foursight train self --dir nets --rounds 2000
  foursight train measure --dir nets
  FOURSIGHT_NET=nets/7x6.net foursight play --level neural";

/// Train the nets of the neural levels
#[derive(Args, Debug)]
#[command(before_long_help = EXAMPLES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct TrainArgs {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: TrainCommand,
}

/// Commands.
#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    Positions(PositionsArgs),
    Net(NetArgs),
    #[command(name = "self")]
    SelfPlay(SelfPlayArgs),
    Measure(MeasureArgs),
}

/// Run directory and seed
#[derive(Args, Debug)]
pub(crate) struct RunDirArgs {
    /// The directory of positions, state and nets; it is made if there is none
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

const POSITIONS_AFTER: &str = "\
First come the positions to measure by, then those to learn from: games of several styles, each position \
with the exact score of every column by the solver and its book. A chunk is 512 games and gives about 1,650 \
positions. The files do not depend on the number of threads. After an interruption run the same command: \
it goes on.";

/// Play games and let the solver label their positions
#[derive(Args, Debug)]
#[command(after_long_help = POSITIONS_AFTER)]
pub(crate) struct PositionsArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Number of chunks of games to learn from
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    #[arg(value_parser = within(1..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) chunks: u64,
    /// Threads [default: one a core]
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=256_u16), allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
}

const NET_AFTER: &str = "\
Each step learns from 1,024 positions on one core. The state, the curves and the net so far are written every \
250 steps. After Ctrl-C, or a kill, run the same command: it goes on, to the same bytes as without the \
interruption. For the first four fifths of the steps the rate of learning is level, and until then --steps may still \
be changed.";

/// Train a net, or go on with it
#[derive(Args, Debug)]
#[command(after_long_help = NET_AFTER)]
pub(crate) struct NetArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Number of chunks to learn from [default: all]
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) chunks: Option<u64>,
    /// Total number of steps
    #[arg(long, value_name = "COUNT", default_value_t = 65_000)]
    #[arg(value_parser = within(20..=1_000_000_000_u64), allow_negative_numbers = true)]
    pub(crate) steps: u64,
    /// Begin with what this net has learned, which is no larger; only at the first step
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) layout: NetLayoutArgs<96>,
    /// Base name of the net files
    #[arg(long, value_name = "NAME", default_value = "7x6")]
    pub(crate) name: String,
}

/// The measures of a net
#[derive(Args, Debug)]
pub(crate) struct NetLayoutArgs<const DEFAULT: usize> {
    /// Numbers to a fact, a multiple of 16
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT)]
    #[arg(value_parser = within(16..=WIDTH_MAX), allow_negative_numbers = true)]
    pub(crate) width: usize,
    /// Hidden numbers, a multiple of 16
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT)]
    #[arg(value_parser = within(16..=WIDTH_MAX), allow_negative_numbers = true)]
    pub(crate) hidden: usize,
    /// Blocks between the hidden numbers: more are deeper and slower
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    #[arg(value_parser = within(1..=BLOCKS_MAX), allow_negative_numbers = true)]
    pub(crate) blocks: usize,
}

const SELF_AFTER: &str = "\
Nothing is learned but what came of games of the net against itself. In each round it plays with a search, and then \
learns to like what the search looked at most, and to expect what came of the games. Labels serve only to draw the \
curves, so that sets to measure by must be there: foursight train positions makes them first. The state is written \
every ten rounds; after an interruption run the same command, and it goes on to the same bytes.";

/// Let a net teach itself by games against itself, without any label
#[derive(Args, Debug)]
#[command(after_long_help = SELF_AFTER)]
pub(crate) struct SelfPlayArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Total number of rounds
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    #[arg(value_parser = within(1..=10_000_000_u64), allow_negative_numbers = true)]
    pub(crate) rounds: u64,
    /// Games to a round
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = within(1..=10_000_u64), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Looks of the search before each move
    #[arg(long, value_name = "COUNT", default_value_t = 64)]
    #[arg(value_parser = within(2..=10_000_u64), allow_negative_numbers = true)]
    pub(crate) looks: u64,
    #[command(flatten)]
    pub(crate) layout: NetLayoutArgs<32>,
    /// Base name of the net files
    #[arg(long, value_name = "NAME", default_value = "7x6-self-taught")]
    pub(crate) name: String,
}

const MEASURE_AFTER: &str = "\
The main figure is the share of positions in which the move matters and keeps what perfect play would get, on \
positions that no net has learned from, with the interval that holds the true share in 95 of 100 such \
measurements; then the same from ply 12 on. Nets are asked at first sight, for the value after each drop, and \
with a search.";

/// Measure nets and other levels on positions that no net has learned from
#[derive(Args, Debug)]
#[command(after_long_help = MEASURE_AFTER)]
pub(crate) struct MeasureArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Nets [default: the one in the directory]
    #[arg(value_name = "FILE")]
    pub(crate) nets: Vec<PathBuf>,
    /// Looks of the search
    #[arg(long, value_name = "COUNT", value_delimiter = ',', default_values_t = [50, 400])]
    #[arg(value_parser = within(2..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) looks: Vec<u64>,
    /// Compare with the level hard and with this many play-outs, which takes minutes
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) play_outs: Option<u64>,
}
