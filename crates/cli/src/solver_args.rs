//! Flags of the commands that solve: `solve`, `analyse`, `bench` and `book`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use foursight_solver::SolverOptions;
use foursight_solver::book::BOOK_PLIES_MAX;

use crate::input_args::InputArgs;
use crate::ruleset_args::RulesetArgs;
use crate::settings::{parse_number, within};

/// Parses `--threads`.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    const MAX: NonZeroUsize = NonZeroUsize::new(SolverOptions::THREADS_MAX).expect("not zero");
    parse_number(text, NonZeroUsize::MIN..=MAX)
}

/// Parses `--memory-mb` and rounds it down to a power of two.
fn memory_mb(text: &str) -> Result<usize, String> {
    parse_number(text, 1..=SolverOptions::TT_MIB_MAX).map(|mib| 1 << mib.ilog2())
}

/// Resources of the search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// Threads that work on one position, at most 256; with 1 the number of nodes repeats exactly
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: NonZeroUsize,
    /// Transposition table, in MiB, at most 65536, rounded down to a power of two
    #[arg(long, value_name = "M", default_value = "16",
          value_parser = memory_mb, allow_negative_numbers = true)]
    pub(crate) memory_mb: usize,
    /// Stop after this many nodes for each position; several threads may take a few more
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many milliseconds for each position
    #[arg(long, value_name = "T", value_parser = within(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) time_ms: Option<u64>,
    /// Look openings up in this book [default: from the settings, else the one shipped]
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Do not use a book
    #[arg(long, conflicts_with = "book")]
    pub(crate) no_book: bool,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  foursight solve 4453
  foursight solve --columns 12611642613552255512
  foursight solve --weak 4444                      win, draw or loss only: quicker
  foursight solve --no-book --nodes 10000 start    give up early, with bounds
  foursight solve --width 5 --height 4 start
  printf '44\\n4453\\n' | foursight solve --json -";

const SOLVE_AFTER: &str = "\
A verdict is for the player to move, with perfect play by both: 'win in 15' means that the 15th \
disc from now completes a line. The score is the conventional one: 0 for a draw, else one more \
than the number of discs the winner has left at the end, negative for a loss.

Any board under the standard rules with lines of four and (height + 1) x width of at most 64 can \
be solved. With --json the fields columns, best and line are null without --columns; nodes and \
micros (wall-clock microseconds) exclude the search for the line, which may use the rest of the \
budget. A position whose budget is exhausted has the outcome unknown and the bounds at_least and \
at_most; if it is exhausted later, only the line is null. A full column is null among the \
columns. With ten columns or more, moves and line are letters: a is the first column. A blank \
line of standard input gets an object with its number and \"blank\":true only.

With - each line of input gets one line of output: ? for an invalid one, whose error goes to \
standard error. Exit code 3 if any position was invalid, else 4 if a budget was exhausted.";

/// Solve positions: who wins, and when
#[derive(Args, Debug)]
#[command(before_long_help = SOLVE_EXAMPLES, after_long_help = SOLVE_AFTER)]
pub(crate) struct SolveArgs {
    /// Positions, or - for standard input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Only win, draw or loss, without the distance
    #[arg(long, conflicts_with = "columns")]
    pub(crate) weak: bool,
    /// The verdict of every column, the best ones, and a perfect line
    #[arg(long)]
    pub(crate) columns: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const ANALYSE_EXAMPLES: &str = "\
Examples:
  foursight analyse 12611642613552255512
  foursight analyse --threads 2 445
  foursight analyse --net 4453               what does the net see?
  foursight analyse --width 5 --height 4 33";

const ANALYSE_AFTER: &str = "\
The row under the board shows the result of a drop in each column with perfect play, for the \
player to move; the best columns are marked. --net adds the policy of the net of the level neural \
for each column and the outcome it predicts, with ! where that is wrong. Programs can use \
foursight solve --columns --json.

With - each line of input gets one line of output, with its line breaks written as \\n. Exit code \
3 if any position was invalid, else 4 if a budget was exhausted.";

/// Draw positions with the verdict of every column
#[derive(Args, Debug)]
#[command(before_long_help = ANALYSE_EXAMPLES, after_long_help = ANALYSE_AFTER)]
pub(crate) struct AnalyseArgs {
    /// Positions, or - for standard input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
    /// Rejected, with the command to use instead
    #[arg(long, hide = true)]
    pub(crate) json: bool,
    /// Also show the evaluation of the net of the level neural; on 7x6 only
    #[arg(long)]
    pub(crate) net: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const BENCH_EXAMPLES: &str = "\
Examples:
  foursight bench
  foursight bench --sets easy,middle
  foursight bench --json > before.json
  foursight bench --compare before.json
  foursight bench --ablate                   what each technique saves";

const BENCH_AFTER: &str = "\
The positions come from seeded random play and never change: easy ones have 24 to 28 discs, \
middle ones 16 to 20, hard ones 8 to 12. Each is solved with an empty transposition table and \
without a book. With one thread the node counts are reproducible; those of easy and middle are \
the signature of the search.

Seconds are CPU time, where the system reports it. With --json, memory_mb is the part of \
--memory-mb that was used. --ablate solves everything again for each technique, with that \
technique off.";

/// Measure the solver on a fixed set of positions
#[derive(Args, Debug)]
#[command(before_long_help = BENCH_EXAMPLES, after_long_help = BENCH_AFTER)]
pub(crate) struct BenchArgs {
    /// Sets of positions [default: all; with --ablate: easy,middle]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SET,...")]
    pub(crate) sets: Vec<BenchSet>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Compare with the --json output of an earlier run
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Option<PathBuf>,
    /// Show what each technique of the search saves
    #[arg(long, conflicts_with = "compare")]
    pub(crate) ablate: bool,
    /// Threads that work on one position, at most 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: NonZeroUsize,
    /// Transposition table, in MiB, at most 65536, rounded down to a power of two
    #[arg(long, value_name = "M", default_value = "16",
          value_parser = memory_mb, allow_negative_numbers = true)]
    pub(crate) memory_mb: usize,
}

/// A part of the fixed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchSet {
    /// 24 to 28 discs
    Easy,
    /// 16 to 20 discs
    Middle,
    /// 8 to 12 discs
    Hard,
    /// The empty board
    Empty,
}

const BOOK_EXAMPLES: &str = "\
Examples:
  foursight book build --plies 8 --out 8.book
  foursight book build --plies 8 --out 8.book --resume
  foursight book verify --sample 100 8.book
  foursight book show 8.book
  foursight solve --book 8.book 4453";

/// Build, verify and show opening books
#[derive(Args, Debug)]
#[command(before_long_help = BOOK_EXAMPLES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct BookArgs {
    /// Commands on books.
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

/// Commands on books.
#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    Build(BuildArgs),
    Merge(MergeArgs),
    Verify(VerifyArgs),
    Show(ShowBookArgs),
    #[cfg(feature = "postgres")]
    Queue(QueueArgs),
    #[cfg(feature = "postgres")]
    Work(WorkArgs),
    #[cfg(feature = "postgres")]
    Collect(CollectArgs),
}

/// Resources of a build.
#[derive(Args, Clone, Debug)]
pub(crate) struct SolverPoolArgs {
    /// Threads, each solving its own positions, at most 256 [default: one per processor]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Transposition table, in MiB, at most 65536, rounded down to a power of two; deep books are
    /// solved many times faster with GiB
    #[arg(long, value_name = "M", default_value = "256",
          value_parser = memory_mb, allow_negative_numbers = true)]
    pub(crate) memory_mb: usize,
}

const BUILD_AFTER: &str = "\
Only the deepest ply is searched; the scores of the plies above follow from it. Progress is saved \
in a checkpoint, the file OUT.work, which is written at least every ten seconds and replaced \
atomically: after a kill at any moment, run the same command with --resume. The checkpoint is \
kept when the book is done: with --from it also gives every shallower book without a search. A \
lock on OUT.work.lock, which is released when the process ends, prevents a second build with the \
same OUT.

OUT may exist if it is the same book, by board and plies, or a damaged one. Any other file is \
left unchanged, and the command fails before it starts.

With --shard 2/5 only the second of five parts is solved and no book is written. Collect the \
checkpoints of all parts and pass them to --from, or to foursight book merge.

The 8 plies of the standard board take hours of CPU time, and every two further plies a few times \
as long. Exit code 4 if interrupted before the end.";

/// Solve all openings through some plies and write the book
#[derive(Args, Debug)]
#[command(after_long_help = BUILD_AFTER)]
pub(crate) struct BuildArgs {
    /// Plies of the book: it covers every position with up to this many discs
    #[arg(long, value_name = "N", value_parser = within(0..=BOOK_PLIES_MAX), allow_negative_numbers = true)]
    pub(crate) plies: u32,
    /// The file of the book [default: foursight-7x6-8.book, by size and plies]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Resume from the checkpoint, if there is one
    #[arg(long)]
    pub(crate) resume: bool,
    /// Import the scores of these checkpoints
    #[arg(long, value_name = "CHECKPOINT", num_args = 1..)]
    pub(crate) from: Vec<PathBuf>,
    /// Solve only one part of several, such as 2/5
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    pub(crate) shard: Option<ShardSpec>,
    /// Write the checkpoint this often
    #[arg(long, value_name = "SECONDS", default_value = "10",
          value_parser = within(0..=10_u64), allow_negative_numbers = true)]
    pub(crate) checkpoint_secs: u64,
    #[command(flatten)]
    pub(crate) pool: SolverPoolArgs,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

/// One of several equal parts of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShardSpec {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) of: usize,
}

fn parse_shard(text: &str) -> Result<ShardSpec, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of)
            .contains(&number)
            .then_some(ShardSpec { number, of })
    });
    parts.ok_or_else(|| "expected a part and the number of parts, such as 2/5".to_owned())
}

const MERGE_AFTER: &str = "\
Incomplete checkpoints can be merged: foursight book build --from solves the rest. Exit code 1 \
while positions are missing; the known scores are written anyway.

FILE may exist if it is a checkpoint whose scores are all in the merged one: to add to it, name \
it among the checkpoints as well. Any other file is left unchanged, and the command fails.";

/// Merge checkpoints of one layer into one
#[derive(Args, Debug)]
#[command(after_long_help = MERGE_AFTER)]
pub(crate) struct MergeArgs {
    /// The checkpoint to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The checkpoints to read
    #[arg(value_name = "CHECKPOINT", required = true)]
    pub(crate) checkpoints: Vec<PathBuf>,
}

const VERIFY_AFTER: &str = "\
Exit code 1 if a score differs; 4 if interrupted, with the comparisons made so far.";

/// Solve positions again without the book and compare the scores
#[derive(Args, Debug)]
#[command(after_long_help = VERIFY_AFTER)]
pub(crate) struct VerifyArgs {
    /// The book
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Number of positions, sampled with a fixed seed [default: 100]
    #[arg(long, value_name = "N", conflicts_with = "all",
          value_parser = within(1..=usize::MAX), allow_negative_numbers = true)]
    pub(crate) sample: Option<usize>,
    /// Every position
    #[arg(long)]
    pub(crate) all: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) pool: SolverPoolArgs,
}

/// Describe a book or a checkpoint
#[derive(Args, Debug)]
pub(crate) struct ShowBookArgs {
    /// The book or checkpoint
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Split the work of a book into shards and queue them
#[cfg(feature = "postgres")]
#[derive(Args, Debug)]
pub(crate) struct QueueArgs {
    /// The `PostgreSQL` database, such as `postgres://user@host:5432/name`
    #[arg(
        long,
        value_name = "URL",
        env = "FOURSIGHT_QUEUE",
        hide_env_values = true
    )]
    pub(crate) queue: String,
    /// Plies of the book: it covers every position with up to this many discs
    #[arg(long, value_name = "N", value_parser = within(0..=BOOK_PLIES_MAX), allow_negative_numbers = true)]
    pub(crate) plies: u32,
    /// Positions in a shard
    #[arg(long, value_name = "N", default_value = "256",
          value_parser = within(1..=1_000_000_u32), allow_negative_numbers = true)]
    pub(crate) shard_positions: u32,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

#[cfg(feature = "postgres")]
const WORK_AFTER: &str = "\
Each thread leases a shard, solves it and stores the scores, until the queue is empty. A lease \
expires after some seconds and is renewed while the search runs: when a worker is killed, another \
takes over its shard after that time. Storing scores twice is harmless.";

/// Solve shards from a queue until it is empty
#[cfg(feature = "postgres")]
#[derive(Args, Debug)]
#[command(after_long_help = WORK_AFTER)]
pub(crate) struct WorkArgs {
    /// The `PostgreSQL` database, such as `postgres://user@host:5432/name`
    #[arg(
        long,
        value_name = "URL",
        env = "FOURSIGHT_QUEUE",
        hide_env_values = true
    )]
    pub(crate) queue: String,
    /// Lease timeout: a shard whose worker does not renew its lease goes to another
    #[arg(long, value_name = "SECONDS", default_value = "60",
          value_parser = within(1..=86_400_u32), allow_negative_numbers = true)]
    pub(crate) lease_secs: u32,
    #[command(flatten)]
    pub(crate) pool: SolverPoolArgs,
}

#[cfg(feature = "postgres")]
const COLLECT_AFTER: &str = "\
Exit code 1 while shards are unsolved; the known scores are written anyway. FILE may exist if it \
is a checkpoint whose scores are all in the queue.";

/// Collect the results of a queue into a checkpoint
#[cfg(feature = "postgres")]
#[derive(Args, Debug)]
#[command(after_long_help = COLLECT_AFTER)]
pub(crate) struct CollectArgs {
    /// The `PostgreSQL` database, such as `postgres://user@host:5432/name`
    #[arg(
        long,
        value_name = "URL",
        env = "FOURSIGHT_QUEUE",
        hide_env_values = true
    )]
    pub(crate) queue: String,
    /// Plies of the book: it covers every position with up to this many discs
    #[arg(long, value_name = "N", value_parser = within(0..=BOOK_PLIES_MAX), allow_negative_numbers = true)]
    pub(crate) plies: u32,
    /// The checkpoint to write, for foursight book build --from
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}
