//! The flags of `foursight proof`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use foursight_proof::ShippedProof;

use crate::input_args::InputArgs;

const PROOF_EXAMPLES: &str = "\
Examples:
  foursight proof check                      play every reply against every proof
  foursight proof check mine.proof
  foursight proof show 44                    what does the proof play here, and why?
  foursight proof export --text > first-wins.txt
  foursight proof export --proof second-holds-b1 --dot > b1.dot
  foursight proof stats
  foursight proof search mine.proof --second 3 --minutes 5";

const PROOF_AFTER: &str = "\
A proof names a drop for each position that can arise, or a plan that answers every reply, so that \
nothing needs to be searched. The program includes proofs that First wins and that Second holds at \
least a draw against a1, b1 and c1, and against g1, f1 and e1 by symmetry. docs/proof.md explains \
them.";

/// Check and show proofs of who wins, without search
#[derive(Args, Debug)]
#[command(before_long_help = PROOF_EXAMPLES, after_long_help = PROOF_AFTER)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct ProofArgs {
    /// Commands on proofs.
    #[command(subcommand)]
    pub(crate) command: ProofCommand,
}

/// Commands on proofs.
#[derive(Subcommand, Debug)]
pub(crate) enum ProofCommand {
    Check(ProofCheckArgs),
    Show(ProofShowArgs),
    Export(ProofExportArgs),
    Stats(ProofStatsArgs),
    Search(ProofSearchArgs),
}

const CHECK_AFTER: &str = "\
Every reply is played twice: by a fast program, and by a slow one that shares no code with it. Exit \
code 1 if a proof is refused; the message names the position and, in a text, the line. Exit code 3 \
if the file is no proof.";

/// Check proofs by playing every reply
#[derive(Args, Debug)]
#[command(after_long_help = CHECK_AFTER)]
pub(crate) struct ProofCheckArgs {
    /// A proof as text or in compact form [default: all that are included]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Leave out the slow program, which takes some seconds
    #[arg(long)]
    pub(crate) fast: bool,
}

/// Show the move of a proof in a game, and the drop or plan behind it
#[derive(Args, Debug)]
pub(crate) struct ProofShowArgs {
    /// The game, @FILE, or start for the empty board
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Print a proof in another form
#[derive(Args, Debug)]
pub(crate) struct ProofExportArgs {
    /// A file [default: the included proof of --proof]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// An included proof
    #[arg(long, value_enum, value_name = "NAME", default_value = "first-wins")]
    pub(crate) proof: ProofName,
    #[command(flatten)]
    pub(crate) form: ProofFormArgs,
}

/// The form of an exported proof: the text that check.py reads, unless a flag names another.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct ProofFormArgs {
    /// One line for each position, the default
    #[arg(long)]
    pub(crate) text: bool,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// A graph for Graphviz
    #[arg(long)]
    pub(crate) dot: bool,
}

/// Count the positions of proofs
#[derive(Args, Debug)]
pub(crate) struct ProofStatsArgs {
    /// A file [default: all that are included]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

const SEARCH_AFTER: &str = "\
The search changes the proof in one place at a time and keeps what makes it smaller. It begins with \
FILE if that exists, so that the same command again continues, otherwise with --from or the included \
proof. FILE is only ever replaced by a smaller proof, in compact form, that both checkers of \
`foursight proof check` have proved. Ctrl-C ends the search and keeps what it has found.

The program asks the system for the lowest priority. Another --seed tries other places.";

/// Search for a smaller proof
#[derive(Args, Debug)]
#[command(after_long_help = SEARCH_AFTER)]
pub(crate) struct ProofSearchArgs {
    /// The file to write and to continue from
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) claim: ProofClaimArgs,
    /// Begin with this proof
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Time to search
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    pub(crate) minutes: u64,
    /// Number that selects the places to try [default: from the clock]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

/// The claim of an included proof to begin with.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct ProofClaimArgs {
    /// First wins, the default
    #[arg(long)]
    pub(crate) first: bool,
    /// Second holds after an opening in this column: 1, 2, 3, or its mirror image
    #[arg(long, value_name = "COLUMN", value_parser = clap::value_parser!(u8).range(1..=7))]
    pub(crate) second: Option<u8>,
}

impl ProofClaimArgs {
    /// Returns the included proof, or `None` for the opening after which Second loses.
    pub(crate) fn shipped(&self) -> Option<ShippedProof> {
        match self.second {
            None => Some(ShippedProof::FirstWins),
            Some(1 | 7) => Some(ShippedProof::SecondHoldsA1),
            Some(2 | 6) => Some(ShippedProof::SecondHoldsB1),
            Some(3 | 5) => Some(ShippedProof::SecondHoldsC1),
            Some(_) => None,
        }
    }
}

/// An included proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProofName {
    /// First wins
    FirstWins,
    /// Second holds against a1 and g1
    SecondHoldsA1,
    /// Second holds against b1 and f1
    SecondHoldsB1,
    /// Second holds against c1 and e1
    SecondHoldsC1,
}

impl ProofName {
    /// Returns the included proof.
    pub(crate) const fn shipped(self) -> ShippedProof {
        match self {
            Self::FirstWins => ShippedProof::FirstWins,
            Self::SecondHoldsA1 => ShippedProof::SecondHoldsA1,
            Self::SecondHoldsB1 => ShippedProof::SecondHoldsB1,
            Self::SecondHoldsC1 => ShippedProof::SecondHoldsC1,
        }
    }
}
