//! What the web page and the worker with the nets say to each other.
//!
//! This worker is the other one beside the [engine](crate::engine): it is started when somebody plays an
//! opponent beside the ladder, or wants to know what a net sees. It says [`FromNets::Ready`] once, and then
//! answers every [`ToNets`] with one [`FromNets`] of the same id.
//!
//! ```
//! use foursight_bots::Level;
//! use foursight_core::Game;
//! use foursight_protocol::engine::{decode, encode};
//! use foursight_protocol::nets::{AskNets, ToNets};
//!
//! let ask = AskNets::Look { game: Game::default(), level: Level::Neural };
//! let asked = ToNets { id: 7, ask };
//! assert_eq!(decode::<ToNets>(&encode(&asked))?, asked);
//! # Ok::<_, foursight_protocol::engine::Unreadable>(())
//! ```

use foursight_bots::Level;
use foursight_bots::net::{COLUMNS, NetError, Sight};
use foursight_core::{Game, Move};
use serde::{Deserialize, Serialize};

use crate::sent;

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToNets {
    /// Chosen by the page; the answer carries it.
    pub id: u32,
    /// The question.
    pub ask: AskNets,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum AskNets {
    /// Choose a move as this opponent would.
    Choose {
        /// The game so far, which is not over.
        #[serde(with = "sent::game")]
        game: Game,
        /// An opponent beside the ladder.
        #[serde(with = "sent::name")]
        level: Level,
        /// Chance: the same question with the same seed has the same answer.
        seed: u64,
    },
    /// Tell what the net of this opponent sees.
    Look {
        /// The game so far, which is not over.
        #[serde(with = "sent::game")]
        game: Game,
        /// Whose net.
        #[serde(with = "sent::name")]
        level: Level,
    },
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum FromNets {
    /// It has started and listens.
    Ready,
    /// The move of an opponent.
    Choice {
        /// The id of the question.
        id: u32,
        /// The move, which is legal.
        #[serde(with = "sent::step")]
        step: Move,
        /// How many positions were looked at.
        nodes: u64,
    },
    /// What a net sees.
    Sight {
        /// The id of the question.
        id: u32,
        /// The look.
        #[serde(with = "SightShape")]
        sight: Sight,
    },
    /// The question of this id has no answer.
    Refused {
        /// The id of the question; 0 if not even that could be read.
        id: u32,
        /// Why.
        trouble: Trouble,
    },
}

/// Why a net says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Trouble {
    /// Nets know the standard game on 7 × 6 alone.
    OtherRules,
    /// There is nothing to choose, or nobody to ask.
    Nothing,
    /// The weights could not be loaded.
    NotLoaded,
    /// What was loaded is no net.
    NotANet,
    /// It is a net of another version of the program.
    OtherVersion,
    /// It is a net of which something is missing or changed.
    Damaged,
}

impl From<NetError> for Trouble {
    fn from(error: NetError) -> Self {
        match error {
            NetError::NotANet => Self::NotANet,
            NetError::Version(_) | NetError::Foreign => Self::OtherVersion,
            _ => Self::Damaged,
        }
    }
}

/// How a look is sent.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Sight")]
struct SightShape {
    policy: [f32; COLUMNS],
    outlook: [f32; 3],
    columns: [[f32; 3]; COLUMNS],
    score: f32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{decode, encode};

    #[test]
    fn a_look_arrives_as_it_was() {
        let sight = Sight {
            policy: [0.0, 0.125, 0.25, 0.5, 0.125, 0.0, 0.0],
            outlook: [0.25, 0.25, 0.5],
            columns: [[0.5, 0.25, 0.25]; COLUMNS],
            score: -3.5,
        };
        let told = FromNets::Sight { id: 3, sight };
        assert_eq!(decode::<FromNets>(&encode(&told)), Ok(told));
    }

    #[test]
    fn nonsense_is_refused() {
        for bytes in [&[][..], &[255; 40], b"hello"] {
            assert!(decode::<ToNets>(bytes).is_err(), "{bytes:?}");
            assert!(decode::<FromNets>(bytes).is_err(), "{bytes:?}");
        }
        assert_eq!(Trouble::from(NetError::Foreign), Trouble::OtherVersion);
        assert_eq!(Trouble::from(NetError::Damaged), Trouble::Damaged);
    }
}
