//! Flags of `foursight train`, which needs the feature `trainer`.

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
    /// The directory of positions, state and nets; created if missing
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    #[arg(value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

const POSITIONS_AFTER: &str = "\
Evaluation positions come first, then training positions: games of several styles, each position \
labelled with the exact score of every column by the solver and its book. A chunk is 512 games, \
about 1,650 positions. The files do not depend on the number of threads. After an interruption \
run the same command again to continue.";

/// Play games and let the solver label their positions
#[derive(Args, Debug)]
#[command(after_long_help = POSITIONS_AFTER)]
pub(crate) struct PositionsArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Number of training chunks
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    #[arg(value_parser = within(1..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) chunks: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=256_u16), allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
}

const NET_AFTER: &str = "\
Each step trains on a batch of 1,024 positions on one core. The state, the curves and the current \
net are written every 250 steps. After Ctrl-C or a kill run the same command again: training \
continues and gives the same bytes as without the interruption. The learning rate is constant for \
the first four fifths of the steps; until then --steps may still be changed.";

/// Train a net, or resume training
#[derive(Args, Debug)]
#[command(after_long_help = NET_AFTER)]
pub(crate) struct NetArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Number of training chunks to use [default: all]
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) chunks: Option<u64>,
    /// Total number of steps
    #[arg(long, value_name = "COUNT", default_value_t = 65_000)]
    #[arg(value_parser = within(20..=1_000_000_000_u64), allow_negative_numbers = true)]
    pub(crate) steps: u64,
    /// Initialise from this net, which must not be larger; only at the first step
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
    /// Width of the feature embedding, a multiple of 16
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT)]
    #[arg(value_parser = within(16..=WIDTH_MAX), allow_negative_numbers = true)]
    pub(crate) width: usize,
    /// Width of the hidden layers, a multiple of 16
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT)]
    #[arg(value_parser = within(16..=WIDTH_MAX), allow_negative_numbers = true)]
    pub(crate) hidden: usize,
    /// Residual blocks: more are deeper and slower
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    #[arg(value_parser = within(1..=BLOCKS_MAX), allow_negative_numbers = true)]
    pub(crate) blocks: usize,
}

const SELF_AFTER: &str = "\
The net learns only from games against itself. In each round it plays with a search, and then \
trains its policy on the search's visit counts and its value on the outcomes of the games. Labels \
are used only for the curves, so the evaluation sets must exist: create them with foursight train \
positions. The state is written every ten rounds; after an interruption run the same command \
again: it continues and gives the same bytes.";

/// Train a net by self-play, without labels
#[derive(Args, Debug)]
#[command(after_long_help = SELF_AFTER)]
pub(crate) struct SelfPlayArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Total number of rounds
    #[arg(long, value_name = "COUNT", default_value_t = 2000)]
    #[arg(value_parser = within(1..=10_000_000_u64), allow_negative_numbers = true)]
    pub(crate) rounds: u64,
    /// Games per round
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    #[arg(value_parser = within(1..=10_000_u64), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Net evaluations per move of the search
    #[arg(long, alias = "looks", value_name = "COUNT", default_value_t = 64)]
    #[arg(value_parser = within(2..=10_000_u64), allow_negative_numbers = true)]
    pub(crate) evaluations: u64,
    #[command(flatten)]
    pub(crate) layout: NetLayoutArgs<32>,
    /// Base name of the net files
    #[arg(long, value_name = "NAME", default_value = "7x6-self-taught")]
    pub(crate) name: String,
}

const MEASURE_AFTER: &str = "\
The main figure is the accuracy on held-out positions: the share of moves that keep the result of \
perfect play where the move matters, with its 95 % confidence interval; then the same from ply 12 \
on. Nets are measured by their policy alone, by the value after each drop, and with a search.";

/// Evaluate nets and other levels on held-out positions
#[derive(Args, Debug)]
#[command(after_long_help = MEASURE_AFTER)]
pub(crate) struct MeasureArgs {
    #[command(flatten)]
    pub(crate) run_dir: RunDirArgs,
    /// Nets [default: the one in the directory]
    #[arg(value_name = "FILE")]
    pub(crate) nets: Vec<PathBuf>,
    /// Net evaluations per move of the search
    #[arg(long, alias = "looks", value_name = "COUNT")]
    #[arg(value_delimiter = ',', default_values_t = [50, 400])]
    #[arg(value_parser = within(2..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) evaluations: Vec<u64>,
    /// Compare with the level hard and with this many play-outs, which takes minutes
    #[arg(long, value_name = "COUNT")]
    #[arg(value_parser = within(1..=1_000_000_u64), allow_negative_numbers = true)]
    pub(crate) play_outs: Option<u64>,
}
