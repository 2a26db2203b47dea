//! Serde codecs for types of other crates, for `#[serde(with = …)]`. Decoding rejects whatever the
//! parsers of those crates or the rules reject.
//!
//! A game is encoded as the text of its ruleset and its moves one by one. The notations of
//! `foursight-record` are not used for this: any of them pulls in all of its parsers, which the
//! browser would have to download.

use foursight_core::{Column, Game, Move, PowerDisc};
use serde::{Deserialize, Serialize};

/// A move as its kind and, for all moves but a pass, the index of its column.
#[derive(Serialize, Deserialize)]
struct MoveCode(MoveKindCode, Option<u8>);

#[derive(Serialize, Deserialize)]
enum MoveKindCode {
    Drop,
    Power(u8),
    Pop,
    Strike,
    Pass,
}

impl From<Move> for MoveCode {
    fn from(mv: Move) -> Self {
        let kind = match mv {
            Move::Drop(_) => MoveKindCode::Drop,
            Move::Power(disc, _) => {
                let index = PowerDisc::ALL.iter().position(|other| *other == disc);
                MoveKindCode::Power(index.unwrap_or_default() as u8)
            }
            Move::Pop(_) => MoveKindCode::Pop,
            Move::Strike(_) => MoveKindCode::Strike,
            Move::Pass => MoveKindCode::Pass,
        };
        let column = mv.column();
        Self(kind, column.map(|column| column.index() as u8))
    }
}

impl MoveCode {
    fn to_move(&self) -> Result<Move, &'static str> {
        let Self(kind, index) = self;
        let column = index.and_then(|index| Column::from_index(usize::from(index)));
        match (kind, column) {
            (MoveKindCode::Drop, Some(column)) => Ok(Move::Drop(column)),
            (MoveKindCode::Power(disc), Some(column)) => {
                let disc = PowerDisc::ALL.get(usize::from(*disc));
                let disc = disc.ok_or("there is no such power disc")?;
                Ok(Move::Power(*disc, column))
            }
            (MoveKindCode::Pop, Some(column)) => Ok(Move::Pop(column)),
            (MoveKindCode::Strike, Some(column)) => Ok(Move::Strike(column)),
            (MoveKindCode::Pass, None) if index.is_none() => Ok(Move::Pass),
            _ => Err("the move has no column, or one too many"),
        }
    }
}

/// Encodes a move in binary messages.
pub(crate) mod binary_move {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Move, MoveCode};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(mv: &Move, to: S) -> Result<S::Ok, S::Error> {
        MoveCode::from(*mv).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        MoveCode::deserialize(from)?
            .to_move()
            .map_err(Error::custom)
    }
}

/// Encodes a game as its ruleset and all its moves.
pub(crate) mod game {
    use foursight_record::{parse_ruleset, write_ruleset};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Game, MoveCode};

    pub(crate) fn serialize<S: Serializer>(game: &Game, to: S) -> Result<S::Ok, S::Error> {
        let moves = game.moves().iter().map(|mv| MoveCode::from(*mv));
        (write_ruleset(game.ruleset()), moves.collect::<Vec<_>>()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        let (ruleset, moves) = <(&str, Vec<MoveCode>)>::deserialize(from)?;
        let mut game = Game::new(parse_ruleset(ruleset).map_err(Error::custom)?);
        for mv in moves {
            let mv = mv.to_move().map_err(Error::custom)?;
            game.apply(mv).map_err(Error::custom)?;
        }
        Ok(game)
    }
}

/// Encodes values such as levels by their names.
pub(crate) mod name {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = <&str>::deserialize(deserializer)?;
        text.parse().map_err(Error::custom)
    }
}

/// Encodes a move as text: `4`, `P4`, `T4`, `A4`, `B4`, `W4`, `D4` or `-`.
pub(crate) mod move_text {
    use std::borrow::Cow;

    use foursight_core::{Column, Move, PowerDisc};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const PASS: &str = "-";
    const POWERS: [(char, PowerDisc); 4] = [
        ('A', PowerDisc::Anvil),
        ('B', PowerDisc::Bomb),
        ('W', PowerDisc::Wall),
        ('D', PowerDisc::Double),
    ];

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(mv: &Move, to: S) -> Result<S::Ok, S::Error> {
        match mv {
            Move::Drop(column) => to.collect_str(column),
            Move::Pop(column) => to.collect_str(&format_args!("P{column}")),
            Move::Strike(column) => to.collect_str(&format_args!("T{column}")),
            Move::Power(disc, column) => {
                let letter = POWERS.iter().find(|(_, other)| other == disc);
                let letter = letter.map_or('A', |(letter, _)| *letter);
                to.collect_str(&format_args!("{letter}{column}"))
            }
            Move::Pass => to.serialize_str(PASS),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        parse(&text).ok_or_else(|| D::Error::custom("a move is 4, P4, T4, A4, B4, W4, D4 or -"))
    }

    fn parse(text: &str) -> Option<Move> {
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text
                .parse()
                .ok()
                .filter(|_| is_plain && !text.starts_with('0'));
            number.and_then(Column::from_number)
        };
        let first = text.chars().next()?;
        let rest = || number(text.get(first.len_utf8()..)?);
        let power = POWERS.iter().find(|(letter, _)| *letter == first);
        match (first, power) {
            (_, Some((_, disc))) => Some(Move::Power(*disc, rest()?)),
            ('P', _) => Some(Move::Pop(rest()?)),
            ('T', _) => Some(Move::Strike(rest()?)),
            _ if text == PASS => Some(Move::Pass),
            _ => Some(Move::Drop(number(text)?)),
        }
    }
}

/// Encodes a ruleset as text.
pub(crate) mod rules {
    use std::borrow::Cow;

    use foursight_core::Ruleset;
    use foursight_record::{parse_ruleset, write_ruleset};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(rules: &Ruleset, to: S) -> Result<S::Ok, S::Error> {
        write_ruleset(*rules).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Ruleset, D::Error> {
        parse_ruleset(&Cow::<str>::deserialize(from)?).map_err(Error::custom)
    }
}

/// Encodes a seat as 0 or 1.
pub(crate) mod seat {
    use foursight_table::Seat;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        seat.index().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        let seat = Seat::BOTH.get(usize::deserialize(from)?);
        seat.copied()
            .ok_or_else(|| D::Error::custom("a seat is 0 or 1"))
    }
}
