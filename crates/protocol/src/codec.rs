//! Serde codecs for types of other crates, for `#[serde(with = …)]`. Decoding rejects whatever the
//! parsers of those crates reject.

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
