//! The objects of `--json`. Their fields change only with [`VERSION`].

use foursight_core::{Game, Outcome, Player, Tie};
use foursight_record::{Form, write};
use serde::Serialize;

use crate::exit::Failure;
use crate::theme::EMOJI;

/// The version of the schema, in the field `v` of every object.
pub(crate) const VERSION: u32 = 1;

/// What every answer about a position starts with.
#[derive(Serialize)]
pub(crate) struct Answer<T> {
    pub(crate) v: u32,
    /// The number of the line or argument that is answered, counted from 1.
    pub(crate) n: usize,
    #[serde(flatten)]
    pub(crate) body: T,
}

/// The answer to a bad line.
#[derive(Serialize)]
pub(crate) struct Bad<'a> {
    pub(crate) ok: bool,
    pub(crate) error: &'a str,
}

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
        /// Each line by its first and last space, as in `d1-d4`.
        lines: Vec<String>,
    },
    Tied {
        reason: &'static str,
    },
}

impl Standing {
    pub(crate) fn of(game: &Game) -> Self {
        Self {
            ok: true,
            notation: write(game, Form::Notation, &EMOJI),
            position: write(game, Form::Position, &EMOJI),
            plies: game.moves().len(),
            to_move: game.to_move().map(player),
            outcome: game.outcome().map(|outcome| match outcome {
                Outcome::Won { winner, lines } => Ending::Won {
                    winner: player(winner),
                    lines: lines.iter().map(ToString::to_string).collect(),
                },
                Outcome::Tied(tie) => Ending::Tied {
                    reason: tie_name(tie),
                },
            }),
        }
    }
}

const fn player(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

const fn tie_name(tie: Tie) -> &'static str {
    match tie {
        Tie::GridFull => "grid-full",
        Tie::NoMoves => "no-moves",
        Tie::Repetition => "repetition",
        Tie::TooLong => "too-long",
        _ => "other",
    }
}

/// One object on one line.
pub(crate) fn to_line(object: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(object)
        .map_err(|error| Failure::storage(format_args!("cannot write JSON: {error}")))
}
