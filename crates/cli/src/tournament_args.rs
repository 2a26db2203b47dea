//! The flags of tournaments.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use foursight_tournament::{BEST_OF_MAX, OPENING_PLIES_MAX, ROUNDS_MAX};

use crate::bot_args::{ScreenArgs, THREADS_MAX};
use crate::ruleset_args::RulesetArgs;
use crate::settings::within;

const EXAMPLES: &str = "\
Examples:
  foursight tournament --players easy,medium,hard,expert
  foursight tournament --form swiss --players easy,dice,hard:attacker --best-of 2 --out friday.txt
  foursight tournament --resume friday.txt
  foursight tournament show friday.txt --svg friday.svg
  foursight tournament --form round-robin --players dice,easy --variant pop-out --json
  foursight tournament --players Ann=human,Ben=human,hard --out home.txt
  foursight tournament play home.txt
  foursight tournament enter home.txt Dan=human
  foursight tournament withdraw home.txt Ben";

const AFTER: &str = "\
A player is a bot, as in hard or hard:attacker (attacker and defender are aliases of aggressive \
and defensive), or a person, as in Ann=human; a bot can have a name, as in Robo=hard, and a \
rating may follow, as in hard@1500. Games between bots are played immediately, several at a time; \
games with people are played with foursight tournament play FILE. There moves cannot be undone, \
hints and verdicts are off, and a game is recorded as soon as it ends. Two people cannot have the \
same name; bots with the same name are numbered.

A level match of a knock-out gets two more games with the seats swapped; then the faster win \
decides, counted in the winner's own moves, then a coin toss from the seed. In round-robin and \
Swiss tournaments a match can be drawn. There equal points are separated by the points against \
each other, by the sum of the opponents' points (Buchholz), by the points of beaten opponents \
plus half those of drawn ones (Sonneborn-Berger), and by wins.

The result depends on the seed alone and not on the number of threads. With --out every game is \
written to FILE as it ends, so a stopped or killed tournament continues with --resume FILE. \
Performance ratings are the maximum-likelihood Bradley-Terry ratings of this tournament; 400 \
points are odds of ten to one, and the average is 0. They mean little after few games.";

/// Flags that a tournament file has already decided.
const FIXED_BY_FILE: [&str; 10] = [
    "players",
    "form",
    "third_place",
    "twice",
    "rounds",
    "best_of",
    "seeding",
    "seed",
    "openings",
    "name",
];

/// Let bots and people play a tournament
#[derive(Args, Debug)]
#[command(before_long_help = EXAMPLES, after_long_help = AFTER)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TournamentArgs {
    /// Commands on a tournament file.
    #[command(subcommand)]
    pub(crate) command: Option<TournamentCommand>,
    #[command(flatten)]
    pub(crate) run: TournamentRunArgs,
}

/// Commands on a tournament file.
#[derive(Subcommand, Debug)]
pub(crate) enum TournamentCommand {
    /// Show the bracket or the table of a tournament in a file
    Show(TournamentShowArgs),
    /// Play the games of people in a tournament, at this terminal
    Play(TournamentPlayArgs),
    /// Enter a late player, if there is a free place
    Enter(TournamentChangeArgs),
    /// Withdraw a player for good; all their open matches are lost
    Withdraw(TournamentChangeArgs),
    /// Record that a player missed their next match and lost it
    Absent(TournamentAbsentArgs),
}

/// Format of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TournamentFormName {
    /// One loss and you are out
    #[value(alias = "single-elimination")]
    #[default]
    KnockOut,
    /// Two losses and you are out
    DoubleElimination,
    /// Every player meets every other
    RoundRobin,
    /// Some rounds between players of about equal points
    Swiss,
}

/// Order of the seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeedingName {
    /// As listed
    #[default]
    Order,
    /// The best rating first
    Rating,
    /// Drawn with the seed
    Drawn,
}

/// A tournament to run.
#[derive(Args, Debug)]
pub(crate) struct TournamentRunArgs {
    /// 2 to 256 players: LEVEL, LEVEL:PERSONALITY, NAME=LEVEL or NAME=human, each with @RATING if wanted
    #[arg(long, value_name = "PLAYER,...", value_delimiter = ',')]
    #[arg(required_unless_present = "resume")]
    pub(crate) players: Vec<String>,
    /// Format
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) form: TournamentFormName,
    /// Knock-out: the losers of the semi-finals play for the third place
    #[arg(long)]
    pub(crate) third_place: bool,
    /// Round robin: every pair meets twice
    #[arg(long)]
    pub(crate) twice: bool,
    /// Swiss: how many rounds [default: as many as a knock-out would have]
    #[arg(long, value_name = "COUNT", value_parser = within(1..=ROUNDS_MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) rounds: Option<u16>,
    /// Games of a match; the seats swap from game to game
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = within(1..=BEST_OF_MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) best_of: u8,
    /// Order of the seeds
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub(crate) seeding: SeedingName,
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of random moves at the start; both games of a pair start alike
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    #[arg(value_parser = within(0..=OPENING_PLIES_MAX))]
    pub(crate) openings: u8,
    /// Name of the tournament
    #[arg(long, value_name = "NAME", default_value = "Tournament")]
    pub(crate) name: String,
    /// Node limit per move; not saved in the file, so repeat it with --resume
    #[arg(long, value_name = "COUNT", value_parser = within(0..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Concurrent games [default: one per core]
    #[arg(long, value_name = "COUNT", value_parser = within(1..=THREADS_MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
    /// Write every game to FILE as it ends; FILE must be new
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the tournament in FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = FIXED_BY_FILE)]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: TournamentOutputArgs,
    #[command(flatten)]
    pub(crate) ruleset: RulesetArgs,
}

/// In which forms a tournament is shown.
#[derive(Args, Debug, Default)]
pub(crate) struct TournamentOutputArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Also draw the bracket or the table into FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// The tournament to show, and its form.
#[derive(Args, Debug)]
pub(crate) struct TournamentShowArgs {
    /// The file of the tournament
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) output: TournamentOutputArgs,
}

/// The tournament to play.
#[derive(Args, Debug)]
pub(crate) struct TournamentPlayArgs {
    /// The file of the tournament
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Sentences only, for a screen reader
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
}

/// A player who enters, withdraws or is absent.
#[derive(Args, Debug)]
pub(crate) struct TournamentChangeArgs {
    /// The file of the tournament
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Who: a name, or for enter a player as in --players
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
}

/// The absent player.
#[derive(Args, Debug)]
pub(crate) struct TournamentAbsentArgs {
    #[command(flatten)]
    pub(crate) change: TournamentChangeArgs,
    /// Their opponent was absent too, and both lose
    #[arg(long)]
    pub(crate) both: bool,
}
