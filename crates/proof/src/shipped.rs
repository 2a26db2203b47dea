//! The proofs that come with the crate.

use foursight_core::Column;

use crate::advice::ProofAdvice;
use crate::graph::Proof;

/// A proof that comes with the crate, a few kilobytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShippedProof {
    /// First wins from the empty board, beginning with d1.
    FirstWins,
    /// Second holds at least a draw after a1, and after g1 by symmetry.
    SecondHoldsA1,
    /// Second holds at least a draw after b1, and after f1 by symmetry.
    SecondHoldsB1,
    /// Second holds at least a draw after c1, and after e1 by symmetry.
    SecondHoldsC1,
}

impl ShippedProof {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::FirstWins,
        Self::SecondHoldsA1,
        Self::SecondHoldsB1,
        Self::SecondHoldsC1,
    ];

    /// Returns the name of its file.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::FirstWins => "first-wins.proof",
            Self::SecondHoldsA1 => "second-holds-a1.proof",
            Self::SecondHoldsB1 => "second-holds-b1.proof",
            Self::SecondHoldsC1 => "second-holds-c1.proof",
        }
    }

    /// Returns the compact form.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::FirstWins => include_bytes!("../data/first-wins.proof"),
            Self::SecondHoldsA1 => include_bytes!("../data/second-holds-a1.proof"),
            Self::SecondHoldsB1 => include_bytes!("../data/second-holds-b1.proof"),
            Self::SecondHoldsC1 => include_bytes!("../data/second-holds-c1.proof"),
        }
    }

    /// Decodes the proof: some milliseconds. Keep it, rather than decode it for every move.
    #[must_use]
    pub fn proof(self) -> Proof {
        decode(self.bytes())
    }

    /// Returns the proof that is about a game with these first moves, if the player to move is its
    /// planner: that of First, or that of Second after the opening. After d1, where Second loses,
    /// there is none.
    #[must_use]
    pub fn for_player_to_move(moves: &[Column]) -> Option<Self> {
        if moves.len().is_multiple_of(2) {
            return Some(Self::FirstWins);
        }
        match moves.first()?.index() {
            0 | 6 => Some(Self::SecondHoldsA1),
            1 | 5 => Some(Self::SecondHoldsB1),
            2 | 4 => Some(Self::SecondHoldsC1),
            _ => None,
        }
    }

    /// Returns the move that the shipped proofs have after these moves, and which proof has it.
    #[must_use]
    pub fn advise(moves: &[Column]) -> Option<(Self, ProofAdvice)> {
        let shipped = Self::for_player_to_move(moves)?;
        Some((shipped, shipped.proof().advise(moves)?))
    }
}

fn decode(bytes: &[u8]) -> Proof {
    Proof::from_bytes(bytes).expect("a test reads every shipped file")
}
