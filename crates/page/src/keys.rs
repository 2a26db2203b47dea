//! Keyboard commands of the game, and user-defined key bindings.
//!
//! Arrows, Enter and similar keys are fixed. Every command bound to a single character can be
//! rebound: a [`KeyMap`] holds all bindings, never two equal ones and never a digit, because digits
//! select columns.

use std::fmt;

use foursight_core::Column;

use crate::text::UiMessage as M;

/// A command triggered by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyCommand {
    /// Select the column of this number: drop, aim or read, depending on the mode.
    Column(Column),
    /// Move the aim this many columns to the right.
    Aim(i8),
    /// Drop into the column aimed at.
    DropAimed,
    /// Select the next hand (disc or action).
    NextHand,
    /// Take back.
    Undo,
    /// Redo.
    Redo,
    /// Show the best column.
    Hint,
    /// Show the verdict of every column.
    Verdicts,
    /// Show the position one move earlier.
    Back,
    /// Show the position one move later.
    Forward,
    /// Show the start of the game.
    Start,
    /// Show the end of the game.
    End,
    /// Read out the column of the next digit.
    ReadColumn,
    /// Read out the board.
    ReadBoard,
    /// Read out the threats.
    Threats,
    /// Read out the last move.
    LastMove,
    /// Read out the clocks.
    Clocks,
    /// Show the board from behind.
    Flip,
    /// Toggle sound.
    Mute,
    /// Toggle zen mode, which shows only the board.
    Zen,
    /// Start a new game.
    New,
    /// Toggle the debug overlay.
    Debug,
    /// Show the list of keys.
    Help,
    /// Close the open dialog.
    Escape,
}

/// Fixed keys as displayed, and what they do.
pub const FIXED_KEYS: [(&[&str], M); 5] = [
    (&["1", "…", "9", "0"], M::KeyDrop),
    (&["←", "→"], M::KeyAim),
    (&["Enter", "Space", "↓"], M::KeyDropAimed),
    (&["Home", "End"], M::KeyWalk),
    (&["Esc"], M::KeyBack),
];

/// Number of commands whose key can be rebound.
pub const CUSTOM_KEYS: usize = 18;

/// Number of such commands in the first version. A saved map has at least these.
const CHOSEN_IN_FIRST_VERSION: usize = 17;

/// Rebindable commands: the command, its default key, and its description.
pub const COMMANDS: [(KeyCommand, char, M); CUSTOM_KEYS] = [
    (KeyCommand::Undo, 'u', M::KeyUndo),
    (KeyCommand::Redo, 'U', M::KeyRedo),
    (KeyCommand::Hint, 'h', M::KeyHint),
    (KeyCommand::Verdicts, 'e', M::KeyVerdicts),
    (KeyCommand::Back, '[', M::KeyOneBack),
    (KeyCommand::Forward, ']', M::KeyOneOn),
    (KeyCommand::ReadColumn, 'r', M::KeyReadColumn),
    (KeyCommand::ReadBoard, 'g', M::KeyReadBoard),
    (KeyCommand::Threats, 't', M::KeyThreats),
    (KeyCommand::LastMove, 'l', M::KeyLast),
    (KeyCommand::Clocks, 'c', M::KeyClocks),
    (KeyCommand::Flip, 'f', M::KeyFlip),
    (KeyCommand::Mute, 'm', M::KeyMute),
    (KeyCommand::Zen, 'z', M::KeyZen),
    (KeyCommand::New, 'n', M::KeyNew),
    (KeyCommand::Debug, 'd', M::KeyDebug),
    (KeyCommand::Help, '?', M::KeyHelp),
    // New commands go last: older saved maps do not have them.
    (KeyCommand::NextHand, 'p', M::KeyHold),
];

/// The default keys, without the descriptions: those are in the chunk of the list of keys, which alone
/// refers to [`COMMANDS`].
const DEFAULT_KEYS: [char; CUSTOM_KEYS] = {
    let mut keys = [' '; CUSTOM_KEYS];
    let mut index = 0;
    while index < CUSTOM_KEYS {
        keys[index] = COMMANDS[index].1;
        index += 1;
    }
    keys
};
/// The commands, without the descriptions.
const BOUND_COMMANDS: [KeyCommand; CUSTOM_KEYS] = {
    let mut commands = [KeyCommand::Undo; CUSTOM_KEYS];
    let mut index = 0;
    while index < CUSTOM_KEYS {
        commands[index] = COMMANDS[index].0;
        index += 1;
    }
    commands
};

/// User-defined keys, in the order of [`COMMANDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyMap([char; CUSTOM_KEYS]);

impl Default for KeyMap {
    fn default() -> Self {
        Self(DEFAULT_KEYS)
    }
}

impl KeyMap {
    /// Returns the keys, in the order of [`COMMANDS`].
    #[must_use]
    pub const fn keys(self) -> [char; CUSTOM_KEYS] {
        self.0
    }

    /// Binds another key to the command at this index. The command that had the key gets the old
    /// one. Returns `None` if the key cannot be bound.
    #[must_use]
    pub fn rebind(mut self, index: usize, key: char) -> Option<Self> {
        let old = *self.0.get(index).filter(|_| can_be_bound(key))?;
        if let Some(other) = self.0.iter().position(|bound_key| *bound_key == key) {
            self.0[other] = old;
        }
        self.0[index] = key;
        Some(self)
    }

    fn command(self, key: char) -> Option<KeyCommand> {
        let index = self.0.iter().position(|bound_key| *bound_key == key)?;
        Some(BOUND_COMMANDS[index])
    }
}

fn can_be_bound(key: char) -> bool {
    !key.is_ascii_digit() && !key.is_whitespace() && !key.is_control()
}

impl From<KeyMap> for String {
    fn from(map: KeyMap) -> Self {
        map.0.iter().collect()
    }
}

/// Error for a saved text that is no valid key map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseKeyMapError(String);

impl fmt::Display for ParseKeyMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {CUSTOM_KEYS} different keys", self.0)
    }
}

impl TryFrom<String> for KeyMap {
    type Error = ParseKeyMapError;

    fn try_from(text: String) -> Result<Self, ParseKeyMapError> {
        let mut keys: Vec<_> = text.chars().collect();
        let added = keys.len().max(CHOSEN_IN_FIRST_VERSION);
        for key in DEFAULT_KEYS.iter().skip(added) {
            let mut letters = [*key].into_iter().chain('a'..='z');
            keys.extend(letters.find(|key| !keys.contains(key)));
        }
        let is_valid =
            |(index, key): (usize, &char)| can_be_bound(*key) && !keys[..index].contains(key);
        let map = keys.as_slice().try_into().map(Self);
        map.ok()
            .filter(|_| keys.iter().enumerate().all(is_valid))
            .ok_or(ParseKeyMapError(text))
    }
}

/// Returns the command for a key, by its name in browsers. Single-character keys need a map: users
/// can turn them off. The first `letters` columns are also selected by letters; a command bound to
/// such a letter then needs the capital letter.
#[must_use]
pub fn command(key: &str, map: Option<KeyMap>, letters: usize) -> Option<KeyCommand> {
    let command = match key {
        "ArrowLeft" => KeyCommand::Aim(-1),
        "ArrowRight" => KeyCommand::Aim(1),
        "ArrowDown" | "Enter" | " " => KeyCommand::DropAimed,
        "Home" => KeyCommand::Start,
        "End" => KeyCommand::End,
        "Escape" => KeyCommand::Escape,
        _ => return single_character_command(key, map?, letters),
    };
    Some(command)
}

fn single_character_command(key: &str, map: KeyMap, letters: usize) -> Option<KeyCommand> {
    let mut characters = key.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    let letter = (character as usize).wrapping_sub('a' as usize);
    if letter < letters {
        return Column::from_index(letter).map(KeyCommand::Column);
    }
    match character.to_digit(10) {
        // As on the keyboard, 0 comes after 9.
        Some(0) => Column::from_number(10).map(KeyCommand::Column),
        Some(number) => Column::from_number(number as usize).map(KeyCommand::Column),
        None => map.command(character).or_else(|| {
            let lower_case = character.to_ascii_lowercase();
            map.command(lower_case).filter(|_| letters > 0)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_trigger_the_listed_commands() {
        let check = |key, expected| {
            assert_eq!(command(key, Some(KeyMap::default()), 0), expected, "{key}");
        };
        check("4", Column::from_number(4).map(KeyCommand::Column));
        check("0", Column::from_number(10).map(KeyCommand::Column));
        check("44", None);
        check("u", Some(KeyCommand::Undo));
        check("U", Some(KeyCommand::Redo));
        check(" ", Some(KeyCommand::DropAimed));
        check("ArrowLeft", Some(KeyCommand::Aim(-1)));
        check("?", Some(KeyCommand::Help));
        check("F5", None);
        check("Tab", None);
        check("", None);
    }

    #[test]
    fn single_keys_can_be_turned_off() {
        for key in ["4", "u", "?", "["] {
            assert_eq!(command(key, None, 7), None, "{key}");
        }
        assert_eq!(command("Escape", None, 0), Some(KeyCommand::Escape));
        assert_eq!(command("Enter", None, 0), Some(KeyCommand::DropAimed));
    }

    #[test]
    fn letters_select_columns_if_enabled() {
        let check = |key, expected| {
            assert_eq!(command(key, Some(KeyMap::default()), 7), expected, "{key}");
        };
        check("a", Column::from_number(1).map(KeyCommand::Column));
        check("g", Column::from_number(7).map(KeyCommand::Column));
        check("3", Column::from_number(3).map(KeyCommand::Column));
        // Beyond the board a letter keeps its command, and a capital letter triggers the command of
        // the small one.
        check("h", Some(KeyCommand::Hint));
        check("u", Some(KeyCommand::Undo));
        check("U", Some(KeyCommand::Redo));
        check("G", Some(KeyCommand::ReadBoard));
        check("A", None);
        assert_eq!(command("G", Some(KeyMap::default()), 0), None);
    }

    #[test]
    fn binding_a_key_in_use_swaps_the_keys() {
        let map = KeyMap::default().rebind(0, 'h').expect("it can be chosen");
        assert_eq!(command("h", Some(map), 0), Some(KeyCommand::Undo));
        assert_eq!(command("u", Some(map), 0), Some(KeyCommand::Hint));
        let map = map.rebind(0, 'ö').expect("it can be chosen");
        assert_eq!(command("ö", Some(map), 0), Some(KeyCommand::Undo));
        assert_eq!(command("h", Some(map), 0), None);
        assert_eq!(map.rebind(0, 'ö'), Some(map));
        for (index, key) in [(0, '4'), (0, ' '), (0, '\n'), (CUSTOM_KEYS, 'x')] {
            assert_eq!(map.rebind(index, key), None, "{index} {key:?}");
        }
    }

    #[test]
    fn key_maps_are_saved_as_text() {
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
        // Maps saved before the hand had a key take its default key, or the first free letter.
        let old = |text: &str| KeyMap::try_from(text.to_owned()).map(String::from);
        let default = String::from(KeyMap::default());
        assert_eq!(old(&default[..CHOSEN_IN_FIRST_VERSION]), Ok(default));
        assert_eq!(
            old("zbcdefghijklmnopq"),
            Ok("zbcdefghijklmnopqa".to_owned())
        );
    }
}
