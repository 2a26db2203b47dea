//! Types that are sent as their text: what their own parsers refuse is never received.

use foursight_core::{Game, Ruleset};
use foursight_record::{Emoji, Form, read_as, write};

/// The forms used here hold moves, not pictures, so no character of these is ever written.
pub(crate) const NO_PICTURE: Emoji = Emoji {
    empty: '0',
    first: '1',
    second: '2',
};

/// Anything with a name, such as a level.
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

/// A game, with its rules and all its moves.
pub(crate) mod game {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Form, Game, NO_PICTURE, Ruleset, read_as, write};

    pub(crate) fn serialize<S: Serializer>(game: &Game, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&write(game, Form::Notation, &NO_PICTURE))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        let text = <&str>::deserialize(from)?;
        read_as(Form::Notation, text, Ruleset::STANDARD, &NO_PICTURE).map_err(Error::custom)
    }
}
