//! The objects of `--json`. Their fields change only with the schema version.

use foursight_core::{Outcome, Player};
use foursight_record::{Form, GameRecord, GameResult, write};
use foursight_terminal::theme::EMOJI;
use serde::Serialize;

use crate::exit::CliError;

pub(crate) use foursight_protocol::response::{ErrorBody, ResponseEnvelope, SCHEMA_VERSION};

/// The answer to a blank line of input.
#[derive(Serialize)]
pub(crate) struct BlankLine {
    pub(crate) blank: bool,
}

/// The state of a game.
#[derive(Serialize)]
pub(crate) struct GameInfo {
    pub(crate) ok: bool,
    pub(crate) notation: String,
    pub(crate) position: String,
    pub(crate) plies: usize,
    /// `first` or `second`; null once the game is over.
    pub(crate) to_move: Option<&'static str>,
    /// Null while the game goes on.
    pub(crate) outcome: Option<OutcomeInfo>,
}

/// The end of a game.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum OutcomeInfo {
    Won {
        winner: &'static str,
        /// `rules`, or the opponent's forfeit: `resignation`, `time` or `departure`.
        reason: Option<&'static str>,
        /// Each line by its first and last cell, as in `d1-d4`.
        lines: Vec<String>,
    },
    #[serde(rename = "tied")]
    Draw {
        /// `grid-full`, `no-moves`, `repetition`, `too-long` or `agreement`.
        reason: Option<&'static str>,
    },
    Aborted,
}

impl GameInfo {
    pub(crate) fn of(record: &GameRecord) -> Self {
        let game = record.game();
        let is_ongoing = record.result() == GameResult::Ongoing;
        Self {
            ok: true,
            notation: write(game, Form::Notation, &EMOJI),
            position: write(game, Form::Position, &EMOJI),
            plies: game.moves().len(),
            to_move: game.to_move().filter(|_| is_ongoing).map(player),
            outcome: OutcomeInfo::of(record),
        }
    }
}

impl OutcomeInfo {
    fn of(record: &GameRecord) -> Option<Self> {
        let (_, reason) = record.result().names();
        Some(match record.result() {
            GameResult::Ongoing => return None,
            GameResult::Aborted => Self::Aborted,
            GameResult::Draw(_) => Self::Draw { reason },
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

/// Serialises an object as one line.
pub(crate) fn to_line(object: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(object)
        .map_err(|error| CliError::storage(format_args!("cannot write JSON: {error}")))
}
