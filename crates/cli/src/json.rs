//! The objects of `--json`. Their fields change only with the version of the schema.

use foursight_core::{Outcome, Player};
use foursight_record::{Form, GameRecord, GameResult, write};
use serde::Serialize;

use crate::exit::Failure;
use crate::theme::EMOJI;

pub(crate) use foursight_protocol::answer::{Answer, Bad, VERSION};

/// The answer to a blank line.
#[derive(Serialize)]
pub(crate) struct Blank {
    pub(crate) blank: bool,
}

/// How a game stands.
#[derive(Serialize)]
pub(crate) struct Standing {
    pub(crate) ok: bool,
    pub(crate) notation: String,
    pub(crate) position: String,
    pub(crate) plies: usize,
    /// `first` or `second`; null once the game is over.
    pub(crate) to_move: Option<&'static str>,
    /// Null while the game goes on.
    pub(crate) outcome: Option<Ending>,
}

/// How a game ended.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Ending {
    Won {
        winner: &'static str,
        /// `rules`, or what the opponent did: `resignation`, `time` or `departure`.
        reason: Option<&'static str>,
        /// Each line by its first and last space, as in `d1-d4`.
        lines: Vec<String>,
    },
    Tied {
        /// `grid-full`, `no-moves`, `repetition`, `too-long` or `agreement`.
        reason: Option<&'static str>,
    },
    Aborted,
}

impl Standing {
    pub(crate) fn of(record: &GameRecord) -> Self {
        let game = record.game();
        let is_ongoing = record.result() == GameResult::Ongoing;
        Self {
            ok: true,
            notation: write(game, Form::Notation, &EMOJI),
            position: write(game, Form::Position, &EMOJI),
            plies: game.moves().len(),
            to_move: game.to_move().filter(|_| is_ongoing).map(player),
            outcome: Ending::of(record),
        }
    }
}

impl Ending {
    fn of(record: &GameRecord) -> Option<Self> {
        let (_, reason) = record.result().words();
        Some(match record.result() {
            GameResult::Ongoing => return None,
            GameResult::Aborted => Self::Aborted,
            GameResult::Tied(_) => Self::Tied { reason },
            GameResult::Won(winner, _) => Self::Won {
                winner: player(winner),
                reason,
                lines: match record.game().outcome() {
                    Some(Outcome::Won { lines, .. }) => {
                        lines.iter().map(ToString::to_string).collect()
                    }
                    _ => Vec::new(),
                },
            },
        })
    }
}

const fn player(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// One object on one line.
pub(crate) fn to_line(object: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(object)
        .map_err(|error| Failure::storage(format_args!("cannot write JSON: {error}")))
}
