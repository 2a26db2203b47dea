//! Names: of guests from a list of words, of accounts by choice.
//!
//! Two names that look alike are one: each has a key without case, marks and separators, in which
//! letters that are easily taken for each other are the same. Only Latin letters are allowed, so that no
//! letter of another script can pass for one of them, and nothing invisible or right-to-left.

use super::chance;

/// The shortest and longest names, in characters.
const CHARS: std::ops::RangeInclusive<usize> = 3..=20;

const FIRST: [&str; 40] = [
    "Amber", "Bold", "Brave", "Bright", "Calm", "Clever", "Copper", "Coral", "Crisp", "Daring",
    "Dawn", "Eager", "Early", "Fair", "Fleet", "Gentle", "Golden", "Happy", "Honest", "Indigo",
    "Ivory", "Jolly", "Keen", "Kind", "Lucky", "Lunar", "Merry", "Misty", "Noble", "Olive",
    "Patient", "Proud", "Quick", "Quiet", "Rapid", "Silver", "Steady", "Sunny", "Swift", "Witty",
];
const SECOND: [&str; 40] = [
    "Badger", "Bear", "Beaver", "Bison", "Crane", "Crow", "Deer", "Dolphin", "Eagle", "Falcon",
    "Finch", "Fox", "Gecko", "Goose", "Hare", "Hawk", "Hedgehog", "Heron", "Ibex", "Jackdaw",
    "Koala", "Lark", "Lynx", "Magpie", "Marten", "Mole", "Otter", "Owl", "Panda", "Puffin",
    "Raven", "Robin", "Seal", "Sparrow", "Stork", "Swan", "Tiger", "Turtle", "Whale", "Wolf",
];
/// Guests with the same two words differ by a number below this.
const NUMBERS: usize = 1_000;

/// Latin letters with marks, and what they are without.
const MARKED: [(&str, char); 18] = [
    ("àáâãäåāăą", 'a'),
    ("çćĉċč", 'c'),
    ("ďđð", 'd'),
    ("èéêëēĕėęě", 'e'),
    ("ĝğġģ", 'g'),
    ("ĥħ", 'h'),
    ("ìíîïĩīĭįı", 'i'),
    ("ĵ", 'j'),
    ("ķ", 'k'),
    ("ĺļľŀł", 'l'),
    ("ñńņň", 'n'),
    ("òóôõöøōŏő", 'o'),
    ("ŕŗř", 'r'),
    ("śŝşš", 's'),
    ("ţťŧ", 't'),
    ("ùúûüũūŭůűų", 'u'),
    ("ýÿŷ", 'y'),
    ("źżž", 'z'),
];

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadName {
    Length,
    Character,
    Separators,
}

impl BadName {
    pub(crate) const fn message(self) -> &'static str {
        match self {
            Self::Length => "a name has 3 to 20 characters",
            Self::Character => {
                "a name has Latin letters, digits, and between them - _ . or a space"
            }
            Self::Separators => {
                "a name begins and ends with a letter or digit, with one sign between"
            }
        }
    }
}

/// A name for a guest.
pub(crate) fn guest() -> String {
    let pick = |words: &[&'static str]| words[chance::below(words.len())];
    let number = chance::below(NUMBERS);
    format!("{} {} {number}", pick(&FIRST), pick(&SECOND))
}

/// The key of a name that somebody chose for an account.
pub(crate) fn key(name: &str) -> Result<String, BadName> {
    // Longer ones are not even looked at.
    let count = name.chars().take(CHARS.end() + 1).count();
    if !CHARS.contains(&count) {
        return Err(BadName::Length);
    }
    let mut key = String::new();
    let mut was_separator = true;
    for letter in name.chars() {
        let is_separator = "-_. ".contains(letter);
        if is_separator && was_separator {
            return Err(BadName::Separators);
        }
        was_separator = is_separator;
        if !is_separator {
            key.push_str(plain(letter).ok_or(BadName::Character)?.as_str());
        }
    }
    if was_separator {
        return Err(BadName::Separators);
    }
    // Looked at quickly, these two are one letter.
    Ok(key.replace("rn", "m").replace("vv", "w"))
}

/// A letter as it stands in a key; none if names may not hold it.
fn plain(letter: char) -> Option<String> {
    let small = match letter {
        'ß' => return Some("ss".to_owned()),
        'æ' | 'Æ' => return Some("ae".to_owned()),
        'œ' | 'Œ' => return Some("oe".to_owned()),
        _ => letter.to_lowercase().next()?,
    };
    let bare = match small {
        'a'..='z' | '0'..='9' => small,
        _ => MARKED.iter().find(|(marked, _)| marked.contains(small))?.1,
    };
    let alike = match bare {
        'i' | '1' => 'l',
        '0' => 'o',
        '5' => 's',
        other => other,
    };
    Some(alike.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_get_names() {
        let name = guest();
        assert_eq!(name.split(' ').count(), 3, "{name}");
        assert!(key("Jörg Müller").is_ok());
    }

    #[test]
    fn names_that_look_alike_are_one() {
        for (one, two) in [
            ("Ada", "ADA"),
            ("Ada", "A-da"),
            ("Bill", "BiII"),
            ("Bill", "B1ll"),
            ("Otto", "0tto"),
            ("Modern", "Modem"),
            ("Jörg", "Jorg"),
            ("Wanda", "VVanda"),
            ("Strauß", "Strauss"),
        ] {
            assert_eq!(key(one), key(two), "{one} {two}");
        }
        assert_ne!(key("Ada"), key("Adam"));
    }

    #[test]
    fn tricks_are_refused() {
        for name in [
            "",
            "ab",
            "a name that is far too long",
            "Аda",         // a Cyrillic letter
            "Αda",         // a Greek letter
            "A\u{200b}da", // zero width
            "Ad\u{202e}a", // right to left
            "Ada\u{301}",  // a mark by itself
            "Ａda",        // wide
            "Ada\n",
            "Ada\0",
            " Ada",
            "Ada-",
            "A--da",
            "<b>Ada</b>",
            "Ada'; DROP",
            "Ada😀",
        ] {
            assert!(key(name).is_err(), "{name:?}");
        }
    }
}
