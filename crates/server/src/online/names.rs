//! Names: those of guests are random, those of accounts are chosen.
//!
//! Two names that look alike count as one: each has a key without case, diacritics and separators,
//! in which confusable letters are equal. Only Latin letters are allowed, so that no letter of
//! another script can pass for one of them, and nothing invisible or right-to-left.

use foursight_bots::Level;

use super::random;

/// Allowed length of a name in characters.
const LENGTH_CHARS: std::ops::RangeInclusive<usize> = 3..=20;

const ADJECTIVES: [&str; 40] = [
    "Amber", "Bold", "Brave", "Bright", "Calm", "Clever", "Copper", "Coral", "Crisp", "Daring",
    "Dawn", "Eager", "Early", "Fair", "Fleet", "Gentle", "Golden", "Happy", "Honest", "Indigo",
    "Ivory", "Jolly", "Keen", "Kind", "Lucky", "Lunar", "Merry", "Misty", "Noble", "Olive",
    "Patient", "Proud", "Quick", "Quiet", "Rapid", "Silver", "Steady", "Sunny", "Swift", "Witty",
];
const ANIMALS: [&str; 40] = [
    "Badger", "Bear", "Beaver", "Bison", "Crane", "Crow", "Deer", "Dolphin", "Eagle", "Falcon",
    "Finch", "Fox", "Gecko", "Goose", "Hare", "Hawk", "Hedgehog", "Heron", "Ibex", "Jackdaw",
    "Koala", "Lark", "Lynx", "Magpie", "Marten", "Mole", "Otter", "Owl", "Panda", "Puffin",
    "Raven", "Robin", "Seal", "Sparrow", "Stork", "Swan", "Tiger", "Turtle", "Whale", "Wolf",
];
/// Guests with the same two words are distinguished by a number below this.
const NUMBER_END: usize = 1_000;

/// Latin letters with diacritics, and their base letters.
const DIACRITICS: [(&str, char); 18] = [
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

/// Names that claim an office, or that the program itself uses.
const RESERVED: [&str; 24] = [
    "admin",
    "administrator",
    "moderator",
    "mod",
    "operator",
    "owner",
    "root",
    "staff",
    "support",
    "system",
    "server",
    "security",
    "official",
    "foursight",
    "guest",
    "somebody",
    "anonymous",
    "deleted",
    "nobody",
    "bot",
    "computer",
    "engine",
    "opponent",
    "player",
];

/// Digits as they appear in keys.
const DIGITS: &str = "ol234s6789";

/// Reasons why a name is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameError {
    Length,
    Character,
    Separators,
}

impl NameError {
    pub(crate) const fn message(self) -> &'static str {
        match self {
            Self::Length => "a name must have 3 to 20 characters",
            Self::Character => {
                "a name may contain Latin letters and digits, separated by - _ . or a space"
            }
            Self::Separators => {
                "a name must begin and end with a letter or digit, with single separators"
            }
        }
    }
}

/// Returns a random name for a guest.
pub(crate) fn guest_name() -> String {
    let pick = |words: &[&'static str]| words[random::random_below(words.len())];
    let number = random::random_below(NUMBER_END);
    format!("{} {} {number}", pick(&ADJECTIVES), pick(&ANIMALS))
}

/// Returns the key of a chosen name.
pub(crate) fn name_key(name: &str) -> Result<String, NameError> {
    // Do not count the characters of names far above the limit.
    let count = name.chars().take(LENGTH_CHARS.end() + 1).count();
    if !LENGTH_CHARS.contains(&count) {
        return Err(NameError::Length);
    }
    let mut key = String::new();
    let mut was_separator = true;
    for letter in name.chars() {
        let is_separator = "-_. ".contains(letter);
        if is_separator && was_separator {
            return Err(NameError::Separators);
        }
        was_separator = is_separator;
        if !is_separator {
            key.push_str(fold_letter(letter).ok_or(NameError::Character)?.as_str());
        }
    }
    if was_separator {
        return Err(NameError::Separators);
    }
    // These pairs look like one letter.
    Ok(key.replace("rn", "m").replace("vv", "w"))
}

/// Returns true for the key of a name that users may not choose: of an office, of a bot, or in the form
/// of the names of guests.
pub(crate) fn is_reserved(key: &str) -> bool {
    let is = |name: &str| name_key(name).as_deref() == Ok(key);
    RESERVED.into_iter().any(is)
        || Level::ALL.into_iter().any(|level| is(level.name()))
        || has_guest_form(key)
}

/// Returns true for an adjective, an animal and a number.
fn has_guest_form(key: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| DIGITS.contains(c));
    let rest_after = |text: &str, word: &str| {
        let word = name_key(word).ok()?;
        text.strip_prefix(&word).map(str::to_owned)
    };
    let animals = ADJECTIVES
        .into_iter()
        .filter_map(|word| rest_after(key, word));
    animals.into_iter().any(|rest| {
        let mut numbers = ANIMALS
            .into_iter()
            .filter_map(|word| rest_after(&rest, word));
        numbers.any(|number| is_number(&number))
    })
}

/// Folds a letter for a key; `None` if names may not contain it.
fn fold_letter(letter: char) -> Option<String> {
    let lower = match letter {
        'ß' => return Some("ss".to_owned()),
        'æ' | 'Æ' => return Some("ae".to_owned()),
        'œ' | 'Œ' => return Some("oe".to_owned()),
        _ => letter.to_lowercase().next()?,
    };
    let base = match lower {
        'a'..='z' | '0'..='9' => lower,
        _ => {
            DIACRITICS
                .iter()
                .find(|(letters, _)| letters.contains(lower))?
                .1
        }
    };
    let folded = match base {
        'i' | '1' => 'l',
        '0' => 'o',
        '5' => 's',
        other => other,
    };
    Some(folded.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_get_random_names() {
        let name = guest_name();
        assert_eq!(name.split(' ').count(), 3, "{name}");
        assert!(name_key("Jörg Müller").is_ok());
    }

    #[test]
    fn names_of_offices_bots_and_guests_are_reserved() {
        for name in [
            "admin",
            "Admin",
            "A-d-m-i-n",
            "Adm1n",
            "Moderator",
            "Foursight",
            "perfect",
            "Hard",
            "Quiet Otter 417",
            "quiet-otter-1",
        ] {
            let key = name_key(name).expect("valid");
            assert!(is_reserved(&key), "{name}");
        }
        for name in ["Ada", "Hardy", "Quiet Otter", "Otter 417", "Badminton"] {
            let key = name_key(name).expect("valid");
            assert!(!is_reserved(&key), "{name}");
        }
        let key = name_key(&guest_name().replace(' ', "-"));
        // The names of some guests are longer than a chosen one may be.
        assert!(key.is_err() || key.is_ok_and(|key| is_reserved(&key)));
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
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
            assert_eq!(name_key(one), name_key(two), "{one} {two}");
        }
        assert_ne!(name_key("Ada"), name_key("Adam"));
    }

    #[test]
    fn confusing_names_are_rejected() {
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
            assert!(name_key(name).is_err(), "{name:?}");
        }
    }
}
