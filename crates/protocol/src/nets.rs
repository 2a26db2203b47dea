//! Messages between the web page and the neural-net worker.
//!
//! This worker runs beside the [engine](crate::engine). The page starts it for an opponent that
//! plays by a neural net, or to show the prediction of a net. It sends [`NetMessage::Ready`] once,
//! and then one [`NetMessage`] with the same id for every [`NetRequest`].
//!
//! ```
//! use foursight_bots::Level;
//! use foursight_core::Game;
//! use foursight_protocol::engine::{decode, encode};
//! use foursight_protocol::nets::{NetQuery, NetRequest};
//!
//! let query = NetQuery::Evaluate { game: Game::default(), level: Level::Neural };
//! let request = NetRequest { id: 7, query };
//! assert_eq!(decode::<NetRequest>(&encode(&request))?, request);
//! # Ok::<_, foursight_protocol::engine::DecodeError>(())
//! ```

use foursight_bots::Level;
use foursight_bots::net::{COLUMNS, NetError, Prediction};
use foursight_core::{Game, Move};
use serde::{Deserialize, Serialize};

use crate::codec;

/// A request from the page to the net worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetRequest {
    /// Chosen by the page; the response carries the same id.
    pub id: u32,
    /// The query.
    pub query: NetQuery,
}

/// A query to the net worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NetQuery {
    /// Choose a move as this opponent would.
    ChooseMove {
        /// The game so far, which must not be over.
        #[serde(with = "codec::game")]
        game: Game,
        /// An opponent that plays by a neural net.
        #[serde(with = "codec::name")]
        level: Level,
        /// Seed of the RNG: the same query with the same seed has the same result.
        seed: u64,
    },
    /// Evaluate the position with the net of this opponent.
    Evaluate {
        /// The game so far, which must not be over.
        #[serde(with = "codec::game")]
        game: Game,
        /// The opponent whose net is used.
        #[serde(with = "codec::name")]
        level: Level,
    },
}

/// A message from the net worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NetMessage {
    /// The worker has started and accepts requests.
    Ready,
    /// The move of an opponent.
    Move {
        /// The id of the request.
        id: u32,
        /// The move, which is legal.
        #[serde(with = "codec::binary_move")]
        mv: Move,
        /// Positions that the net evaluated.
        nodes: u64,
    },
    /// The prediction of a net.
    Prediction {
        /// The id of the request.
        id: u32,
        /// The prediction.
        #[serde(with = "prediction")]
        prediction: Prediction,
    },
    /// The request failed.
    Failed {
        /// The id of the request, or 0 if the request could not be decoded.
        id: u32,
        /// The reason.
        error: NetWorkerError,
    },
}

/// Reasons why the net worker fails a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NetWorkerError {
    /// Nets support the standard game on 7 × 6 only.
    UnsupportedRules,
    /// The game is over, or the level has no net.
    NothingToDo,
    /// The weights could not be loaded.
    NotLoaded,
    /// The loaded file is not a net.
    NotANet,
    /// The net was written by another version of the program.
    UnsupportedVersion,
    /// The net is truncated or corrupted.
    Damaged,
}

impl From<NetError> for NetWorkerError {
    fn from(error: NetError) -> Self {
        match error {
            NetError::NotANet => Self::NotANet,
            NetError::Version(_) | NetError::Foreign => Self::UnsupportedVersion,
            _ => Self::Damaged,
        }
    }
}

/// Wire format of [`Prediction`].
#[derive(Serialize, Deserialize)]
struct WirePrediction {
    policy: [f32; COLUMNS],
    wdl: [f32; 3],
    columns: [[f32; 3]; COLUMNS],
    score: f32,
}

/// Encodes a [`Prediction`] as a [`WirePrediction`].
mod prediction {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Prediction, WirePrediction};

    pub(super) fn serialize<S: Serializer>(
        prediction: &Prediction,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let prediction = WirePrediction {
            policy: prediction.policy,
            wdl: prediction.wdl,
            columns: prediction.columns,
            score: prediction.score,
        };
        prediction.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Prediction, D::Error> {
        let prediction = WirePrediction::deserialize(from)?;
        Ok(Prediction {
            policy: prediction.policy,
            wdl: prediction.wdl,
            columns: prediction.columns,
            score: prediction.score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{decode, encode};

    #[test]
    fn a_prediction_survives_encoding() {
        let sight = Prediction {
            policy: [0.0, 0.125, 0.25, 0.5, 0.125, 0.0, 0.0],
            wdl: [0.25, 0.25, 0.5],
            columns: [[0.5, 0.25, 0.25]; COLUMNS],
            score: -3.5,
        };
        let message = NetMessage::Prediction {
            id: 3,
            prediction: sight,
        };
        assert_eq!(decode::<NetMessage>(&encode(&message)), Ok(message));
    }

    #[test]
    fn malformed_messages_are_rejected() {
        for bytes in [&[][..], &[255; 40], b"hello"] {
            assert!(decode::<NetRequest>(bytes).is_err(), "{bytes:?}");
            assert!(decode::<NetMessage>(bytes).is_err(), "{bytes:?}");
        }
        assert_eq!(
            NetWorkerError::from(NetError::Foreign),
            NetWorkerError::UnsupportedVersion
        );
        assert_eq!(
            NetWorkerError::from(NetError::Damaged),
            NetWorkerError::Damaged
        );
    }
}
