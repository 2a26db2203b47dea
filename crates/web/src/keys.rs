//! What each key does in the game, and the keys that people choose for themselves.
//!
//! Arrows, Enter and their like are fixed. Every command with a key of one character can have
//! another: a [`KeyMap`] holds them all, never two alike and never a digit, because digits name
//! columns.

use std::fmt;

use foursight_core::Column;

use crate::text::Message as M;

/// Something a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// The column of this number: drop, aim or read, as things stand.
    Column(Column),
    /// Aim so many columns to the right.
    Aim(i8),
    /// Drop where the aim is.
    DropAimed,
    /// Hold the next thing that can be held.
    Hold,
    /// Take back.
    Undo,
    /// Make again.
    Redo,
    /// Ask for the best column.
    Hint,
    /// Ask for the verdict of every column.
    Verdicts,
    /// One move back in what is shown.
    Back,
    /// One move on.
    Forward,
    /// To the start.
    Start,
    /// To the end.
    End,
    /// The next digit reads a column.
    ReadColumn,
    /// Read the grid.
    ReadGrid,
    /// Read the threats.
    Threats,
    /// Read the last move.
    LastMove,
    /// Read the clocks.
    Clocks,
    /// See the grid from behind.
    Flip,
    /// Sound on or off.
    Mute,
    /// Only the grid.
    Zen,
    /// A new game.
    New,
    /// The overlay with what goes on inside.
    Debug,
    /// The list of keys.
    Help,
    /// Close what is open.
    Escape,
}

/// The keys that are what they are, as they are written, and what they do.
pub const FIXED: [(&[&str], M); 5] = [
    (&["1", "…", "9", "0"], M::KeyDrop),
    (&["←", "→"], M::KeyAim),
    (&["Enter", "Space", "↓"], M::KeyDropAimed),
    (&["Home", "End"], M::KeyWalk),
    (&["Esc"], M::KeyBack),
];

/// How many commands have a key that can be chosen.
pub const CHOSEN: usize = 18;

/// How many there were at first. A saved map has at least these.
const CHOSEN_AT_FIRST: usize = 17;

/// The commands whose keys can be chosen: what they are, their first key, and what it does.
pub const COMMANDS: [(Command, char, M); CHOSEN] = [
    (Command::Undo, 'u', M::KeyUndo),
    (Command::Redo, 'U', M::KeyRedo),
    (Command::Hint, 'h', M::KeyHint),
    (Command::Verdicts, 'e', M::KeyVerdicts),
    (Command::Back, '[', M::KeyOneBack),
    (Command::Forward, ']', M::KeyOneOn),
    (Command::ReadColumn, 'r', M::KeyReadColumn),
    (Command::ReadGrid, 'g', M::KeyReadGrid),
    (Command::Threats, 't', M::KeyThreats),
    (Command::LastMove, 'l', M::KeyLast),
    (Command::Clocks, 'c', M::KeyClocks),
    (Command::Flip, 'f', M::KeyFlip),
    (Command::Mute, 'm', M::KeyMute),
    (Command::Zen, 'z', M::KeyZen),
    (Command::New, 'n', M::KeyNew),
    (Command::Debug, 'd', M::KeyDebug),
    (Command::Help, '?', M::KeyHelp),
    // Commands that came later stand last: maps that were saved before do not have them.
    (Command::Hold, 'p', M::KeyHold),
];

/// The chosen keys, in the order of [`COMMANDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyMap([char; CHOSEN]);

impl Default for KeyMap {
    fn default() -> Self {
        Self(COMMANDS.map(|(_, key, _)| key))
    }
}

impl KeyMap {
    /// The keys, in the order of [`COMMANDS`].
    #[must_use]
    pub const fn keys(self) -> [char; CHOSEN] {
        self.0
    }

    /// Another key for the command at this place. The command that had it takes the old one. None
    /// if the key cannot be chosen.
    #[must_use]
    pub fn with(mut self, place: usize, key: char) -> Option<Self> {
        let old = *self.0.get(place).filter(|_| can_be_chosen(key))?;
        if let Some(other) = self.0.iter().position(|known| *known == key) {
            self.0[other] = old;
        }
        self.0[place] = key;
        Some(self)
    }

    fn command(self, key: char) -> Option<Command> {
        let place = self.0.iter().position(|known| *known == key)?;
        Some(COMMANDS[place].0)
    }
}

fn can_be_chosen(key: char) -> bool {
    !key.is_ascii_digit() && !key.is_whitespace() && !key.is_control()
}

impl From<KeyMap> for String {
    fn from(map: KeyMap) -> Self {
        map.0.iter().collect()
    }
}

/// A saved text that is no such map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKeyMap(String);

impl fmt::Display for NoKeyMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {CHOSEN} different keys", self.0)
    }
}

impl TryFrom<String> for KeyMap {
    type Error = NoKeyMap;

    fn try_from(text: String) -> Result<Self, NoKeyMap> {
        let mut keys: Vec<_> = text.chars().collect();
        for (_, key, _) in COMMANDS.iter().skip(keys.len().max(CHOSEN_AT_FIRST)) {
            let mut letters = [*key].into_iter().chain('a'..='z');
            keys.extend(letters.find(|key| !keys.contains(key)));
        }
        let is_sound = |(at, key): (usize, &char)| can_be_chosen(*key) && !keys[..at].contains(key);
        let map = keys.as_slice().try_into().map(Self);
        map.ok()
            .filter(|_| keys.iter().enumerate().all(is_sound))
            .ok_or(NoKeyMap(text))
    }
}

/// What a key asks for, by the name that browsers give it. Keys of one character count only if
/// there is a map for them: people can turn them off. So many columns are named by letters as well;
/// a command whose letter that is takes the capital one.
#[must_use]
pub fn command(key: &str, map: Option<KeyMap>, letters: usize) -> Option<Command> {
    let named = match key {
        "ArrowLeft" => Command::Aim(-1),
        "ArrowRight" => Command::Aim(1),
        "ArrowDown" | "Enter" | " " => Command::DropAimed,
        "Home" => Command::Start,
        "End" => Command::End,
        "Escape" => Command::Escape,
        _ => return one_character(key, map?, letters),
    };
    Some(named)
}

fn one_character(key: &str, map: KeyMap, letters: usize) -> Option<Command> {
    let mut characters = key.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    let letter = (character as usize).wrapping_sub('a' as usize);
    if letter < letters {
        return Column::from_index(letter).map(Command::Column);
    }
    match character.to_digit(10) {
        // As on the keyboard, 0 comes after 9.
        Some(0) => Column::from_number(10).map(Command::Column),
        Some(number) => Column::from_number(number as usize).map(Command::Column),
        None => map.command(character).or_else(|| {
            let small = character.to_ascii_lowercase();
            map.command(small).filter(|_| letters > 0)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_ask_for_what_the_list_says() {
        let check = |key, expected| {
            assert_eq!(command(key, Some(KeyMap::default()), 0), expected, "{key}");
        };
        check("4", Column::from_number(4).map(Command::Column));
        check("0", Column::from_number(10).map(Command::Column));
        check("44", None);
        check("u", Some(Command::Undo));
        check("U", Some(Command::Redo));
        check(" ", Some(Command::DropAimed));
        check("ArrowLeft", Some(Command::Aim(-1)));
        check("?", Some(Command::Help));
        check("F5", None);
        check("Tab", None);
        check("", None);
    }

    #[test]
    fn single_keys_can_be_turned_off() {
        for key in ["4", "u", "?", "["] {
            assert_eq!(command(key, None, 7), None, "{key}");
        }
        assert_eq!(command("Escape", None, 0), Some(Command::Escape));
        assert_eq!(command("Enter", None, 0), Some(Command::DropAimed));
    }

    #[test]
    fn letters_name_columns_if_that_is_wanted() {
        let check = |key, expected| {
            assert_eq!(command(key, Some(KeyMap::default()), 7), expected, "{key}");
        };
        check("a", Column::from_number(1).map(Command::Column));
        check("g", Column::from_number(7).map(Command::Column));
        check("3", Column::from_number(3).map(Command::Column));
        // Beyond the grid a letter is what it was, and a capital one is what the small one was.
        check("h", Some(Command::Hint));
        check("u", Some(Command::Undo));
        check("U", Some(Command::Redo));
        check("G", Some(Command::ReadGrid));
        check("A", None);
        assert_eq!(command("G", Some(KeyMap::default()), 0), None);
    }

    #[test]
    fn a_chosen_key_changes_places_with_the_command_that_had_it() {
        let map = KeyMap::default().with(0, 'h').expect("it can be chosen");
        assert_eq!(command("h", Some(map), 0), Some(Command::Undo));
        assert_eq!(command("u", Some(map), 0), Some(Command::Hint));
        let map = map.with(0, 'ö').expect("it can be chosen");
        assert_eq!(command("ö", Some(map), 0), Some(Command::Undo));
        assert_eq!(command("h", Some(map), 0), None);
        assert_eq!(map.with(0, 'ö'), Some(map));
        for (place, key) in [(0, '4'), (0, ' '), (0, '\n'), (CHOSEN, 'x')] {
            assert_eq!(map.with(place, key), None, "{place} {key:?}");
        }
    }

    #[test]
    fn maps_are_saved_as_text() {
        let check = |text: &str, is_map: bool| {
            let map = KeyMap::try_from(text.to_owned());
            assert_eq!(map.is_ok(), is_map, "{text}");
            if let Ok(map) = map {
                assert_eq!(String::from(map), text);
            }
        };
        check(&String::from(KeyMap::default()), true);
        check("abcdefghijklmnopqr", true);
        check("abcdefghijklmnopqa", false);
        check("abcdefghijklmnopq1", false);
        check("abcdefghijklmnopqrs", false);
        check("abc", false);
        check("", false);
        // Maps of before there was a key for the hand take its key, or the first letter that is free.
        let old = |text: &str| KeyMap::try_from(text.to_owned()).map(String::from);
        let default = String::from(KeyMap::default());
        assert_eq!(old(&default[..CHOSEN_AT_FIRST]), Ok(default));
        assert_eq!(
            old("zbcdefghijklmnopq"),
            Ok("zbcdefghijklmnopqa".to_owned())
        );
    }
}
