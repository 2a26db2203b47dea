//! Key bindings. A preset defines the keys; the section `[keys]` of the config file changes single
//! ones.
//!
//! Invariant: no key has two actions. Digits, the capital letters A to G, arrows, Enter, Cell,
//! Home, End, Page Up and Down, Tab, Esc and F1 are fixed and not listed here, except that the
//! preset without letters has none that drop.

use crate::choices::KeyPreset;

/// An action that a key triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyAction {
    Left,
    Right,
    Drop,
    Undo,
    Redo,
    Hint,
    Verdicts,
    Back,
    Forward,
    Last,
    Threats,
    Read,
    Board,
    Flip,
    Zen,
    Clocks,
    Sound,
    MoveNow,
    Pass,
    Pop,
    Anvil,
    Bomb,
    Wall,
    Double,
    Save,
    Open,
    New,
    Help,
    Quit,
}

/// All actions with their names in the config file and their keys on the web page.
const ACTIONS: [(KeyAction, &str, &str); 29] = [
    (KeyAction::Left, "left", ""),
    (KeyAction::Right, "right", ""),
    (KeyAction::Drop, "drop", "j"),
    (KeyAction::Undo, "undo", "u"),
    (KeyAction::Redo, "redo", "U"),
    (KeyAction::Hint, "hint", "hH"),
    (KeyAction::Verdicts, "verdicts", "e"),
    (KeyAction::Back, "back", "["),
    (KeyAction::Forward, "forward", "]"),
    (KeyAction::Last, "last", "l"),
    (KeyAction::Threats, "threats", "t"),
    (KeyAction::Read, "read", "r"),
    (KeyAction::Board, "board", "g"),
    (KeyAction::Flip, "flip", "f"),
    (KeyAction::Zen, "zen", "z"),
    (KeyAction::Clocks, "clocks", "c"),
    (KeyAction::Sound, "sound", "m"),
    (KeyAction::MoveNow, "hurry", "."),
    (KeyAction::Pass, "pass", "-"),
    (KeyAction::Pop, "pop", "p"),
    (KeyAction::Anvil, "anvil", "a"),
    (KeyAction::Bomb, "bomb", "b"),
    (KeyAction::Wall, "wall", "w"),
    (KeyAction::Double, "double", "d"),
    (KeyAction::Save, "save", "s"),
    (KeyAction::Open, "open", "o"),
    (KeyAction::New, "new", "n"),
    (KeyAction::Help, "help", "?"),
    (KeyAction::Quit, "quit", "q"),
];

/// Differences of the vi preset.
const VI: [(KeyAction, &str); 6] = [
    (KeyAction::Left, "h"),
    (KeyAction::Right, "l"),
    (KeyAction::Drop, "j"),
    (KeyAction::Undo, "uk"),
    (KeyAction::Hint, "H"),
    (KeyAction::Last, "L"),
];

/// Capital letters that drop in their column. Later ones have other actions.
const COLUMN_LETTERS: std::ops::RangeInclusive<char> = 'A'..='G';
/// Row of the key list for the digits.
pub(crate) const DIGITS: &str = "1 to 9";
/// Keyword that unbinds an action.
const OFF: &str = "off";
/// Names of actions in older config files, with their present names.
const FORMER_NAMES: [(&str, &str); 1] = [("grid", "board")];

/// The active keys by action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBindings {
    keys: Vec<(KeyAction, Vec<char>)>,
    /// True if capital letters drop in their column.
    has_letters: bool,
}

impl Default for KeyBindings {
    fn default() -> Self {
        Self::from_preset(KeyPreset::Web)
    }
}

impl KeyBindings {
    /// Returns the bindings of a preset.
    #[must_use]
    pub fn from_preset(preset: KeyPreset) -> Self {
        let keys = ACTIONS.into_iter().map(|(action, _, web)| {
            let vi = VI.into_iter().find(|(other, _)| *other == action);
            let keys = match (preset, vi) {
                (KeyPreset::Vi, Some((_, vi))) => vi,
                _ => web,
            };
            let is_kept = |key: &char| preset != KeyPreset::NoLetters || !key.is_alphabetic();
            (action, keys.chars().filter(is_kept).collect())
        });
        Self {
            keys: keys.collect(),
            has_letters: preset != KeyPreset::NoLetters,
        }
    }

    /// Rebinds actions from name and key pairs of the config file.
    ///
    /// # Errors
    ///
    /// Returns the index of the first invalid pair, and an error message.
    pub fn rebind(&mut self, pairs: &[(String, String)]) -> Result<(), (usize, String)> {
        let mut changes = Vec::new();
        for (place, (name, text)) in pairs.iter().enumerate() {
            let at_index = |reason| (place, reason);
            let action = action_named(name).map_err(at_index)?;
            let key = key_named(text).map_err(at_index)?;
            self.keys_of(action).clear();
            changes.push((place, action, key));
        }
        for (place, action, key) in changes {
            let Some(key) = key else { continue };
            if let Some(other) = self.action(key).filter(|other| *other != action) {
                let other = name_of(other);
                let reason = format!(
                    "'{key}' is already the key of {other}: give {other} another key, or {OFF}"
                );
                return Err((place, reason));
            }
            self.keys_of(action).push(key);
        }
        Ok(())
    }

    fn keys_of(&mut self, action: KeyAction) -> &mut Vec<char> {
        let place = self.keys.iter().position(|(other, _)| *other == action);
        let place = place.expect("every action has a place in the list");
        &mut self.keys[place].1
    }

    /// Returns the number of the column that a capital letter drops in.
    pub(crate) fn column(&self, key: char) -> Option<usize> {
        let is_letter = self.has_letters && COLUMN_LETTERS.contains(&key);
        is_letter.then(|| key as usize - *COLUMN_LETTERS.start() as usize + 1)
    }

    /// Returns the action of a key.
    pub(crate) fn action(&self, key: char) -> Option<KeyAction> {
        let found = self.keys.iter().find(|(_, keys)| keys.contains(&key));
        found.map(|(action, _)| *action)
    }

    /// Returns the first key of an action.
    pub(crate) fn key(&self, action: KeyAction) -> Option<char> {
        let found = self.keys.iter().find(|(other, _)| *other == action);
        found.and_then(|(_, keys)| keys.first().copied())
    }

    /// Formats `u undo  h hint`: the keys of some actions with a word each. Omits actions without a
    /// key.
    pub(crate) fn hints(&self, actions: &[(KeyAction, &str)]) -> String {
        let named = |(action, word): &(KeyAction, &str)| {
            let key = self.key(*action)?;
            Some(format!("{key} {word}"))
        };
        let named: Vec<_> = actions.iter().filter_map(named).collect();
        named.join("  ")
    }

    /// Formats all keys of some actions, as `u  U`; empty if they have none.
    fn key_list(&self, actions: &[KeyAction]) -> String {
        let keys = |action: &KeyAction| {
            let found = self.keys.iter().find(|(other, _)| other == action);
            let keys = found.map(|(_, keys)| keys.iter().map(char::to_string));
            let keys: Vec<_> = keys.into_iter().flatten().collect();
            (!keys.is_empty()).then(|| keys.join("  "))
        };
        let keys: Vec<_> = actions.iter().map(keys).collect();
        if keys.iter().all(Option::is_none) {
            return String::new();
        }
        let keys: Vec<_> = keys
            .into_iter()
            .map(|keys| keys.unwrap_or_else(|| OFF.to_owned()))
            .collect();
        keys.join("  ")
    }

    /// Returns the rows of the help overlay: keys, and what they do.
    pub(crate) fn help(
        &self,
        is_offered: &dyn Fn(KeyAction) -> bool,
    ) -> Vec<(String, &'static str)> {
        use KeyAction as A;
        let fixed = |keys: &str, description| Some((keys.to_owned(), description));
        let row = |actions: &[KeyAction], after: &str, description| {
            let keys = self.key_list(actions);
            let is_wanted = actions.iter().any(|action| is_offered(*action));
            (is_wanted && !keys.is_empty()).then(|| (format!("{keys}{after}"), description))
        };
        let aims = match (self.key(A::Left), self.key(A::Right)) {
            (None, None) => None,
            _ => row(&[A::Left, A::Right, A::Drop], "", "aim and drop too"),
        };
        let walk = match row(&[A::Back, A::Forward], " Home End", "") {
            Some((keys, _)) => keys,
            None => "Home End".to_owned(),
        };
        let (hint_actions, hint_description): (&[A], _) = if is_offered(A::Threats) {
            (&[A::Last, A::Threats], "read the last move, the threats")
        } else {
            (&[A::Last], "read the last move")
        };
        let (files, files_description): (&[A], _) = if is_offered(A::Open) {
            (&[A::Save, A::Open], "save to a file, open a file")
        } else {
            (&[A::Save], "save to a file")
        };
        let rows = [
            fixed(DIGITS, "drop in that column"),
            fixed("← →, Enter", "aim and drop; also Space and ↓"),
            aims,
            fixed("mouse", "click on a column to drop"),
            row(&[A::Undo, A::Redo], "", "undo, redo"),
            row(&[A::Hint], "", "hint"),
            row(&[A::Verdicts], "", "verdicts: W8 wins in 8 moves, D, L3"),
            Some((walk, "walk through the game; Esc returns")),
            row(hint_actions, "", hint_description),
            row(&[A::Read], " 4", "read column 4, bottom up"),
            row(&[A::Board], "", "read the whole board"),
            row(&[A::Flip, A::Zen], "", "flip the view; zen: only the board"),
            row(&[A::Clocks, A::Sound], "", "clocks; sound on and off"),
            row(&[A::MoveNow], "", "make the bot move now"),
            row(&[A::Pop, A::Pass], "", "pop (Pop Out, Pop Ten); pass"),
            row(
                &[A::Anvil, A::Bomb, A::Wall, A::Double],
                "",
                "power discs (Power Up)",
            ),
            row(files, "", files_description),
            row(&[A::New], "", "new game"),
            row(&[A::Help], "  F1  Esc", "this list, back"),
            row(&[A::Quit], "  Ctrl-Z", "quit; suspend until fg"),
        ];
        rows.into_iter().flatten().collect()
    }
}

fn name_of(action: KeyAction) -> &'static str {
    let found = ACTIONS.into_iter().find(|(other, ..)| *other == action);
    found.map_or("", |(_, name, _)| name)
}

fn action_named(name: &str) -> Result<KeyAction, String> {
    let former = FORMER_NAMES.into_iter().find(|(former, _)| *former == name);
    let name = former.map_or(name, |(_, present)| present);
    let found = ACTIONS.into_iter().find(|(_, known, _)| *known == name);
    found.map(|(action, ..)| action).ok_or_else(|| {
        let names: Vec<_> = ACTIONS.iter().map(|(_, name, _)| *name).collect();
        let name = name.escape_debug();
        format!(
            "there is no action '{name}': use one of {}",
            names.join(", ")
        )
    })
}

/// Parses a key for an action; `None` for `off`.
fn key_named(text: &str) -> Result<Option<char>, String> {
    if text == OFF {
        return Ok(None);
    }
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(key), None) if COLUMN_LETTERS.contains(&key) => Err(format!(
            "'{key}' already drops in its column: use a lower-case letter, a later one, or {OFF}"
        )),
        (Some(key), None) if !key.is_control() && !key.is_whitespace() && !key.is_ascii_digit() => {
            Ok(Some(key))
        }
        _ => Err(format!(
            "'{}' is not a key: use one letter or sign other than a digit, or {OFF}",
            text.escape_debug()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies lines such as `hint=x`, and checks the key of an action or the error.
    fn check(
        preset: KeyPreset,
        lines: &str,
        action: KeyAction,
        expected: Result<Option<char>, &str>,
    ) {
        let pairs: Vec<_> = lines
            .split_whitespace()
            .filter_map(|line| line.split_once('='))
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
            .collect();
        let mut bindings = KeyBindings::from_preset(preset);
        match (bindings.rebind(&pairs), expected) {
            (Ok(()), Ok(key)) => assert_eq!(bindings.key(action), key, "{lines}"),
            (Err((_, reason)), Err(start)) => {
                assert!(reason.starts_with(start), "{lines}: {reason}");
            }
            (found, _) => panic!("{lines}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn keys_can_be_changed_and_unbound() {
        let web = KeyPreset::Web;
        check(web, "", KeyAction::Hint, Ok(Some('h')));
        check(web, "hint=x", KeyAction::Hint, Ok(Some('x')));
        check(web, "hint=off", KeyAction::Hint, Ok(None));
        check(web, "grid=x", KeyAction::Board, Ok(Some('x')));
        check(web, "hint=u undo=h", KeyAction::Undo, Ok(Some('h')));
        check(web, "hint=u undo=off", KeyAction::Hint, Ok(Some('u')));
        check(web, "hint=é", KeyAction::Hint, Ok(Some('é')));
        check(KeyPreset::Vi, "", KeyAction::Undo, Ok(Some('u')));
        check(KeyPreset::Vi, "", KeyAction::Last, Ok(Some('L')));
        check(KeyPreset::NoLetters, "", KeyAction::Hint, Ok(None));
        check(KeyPreset::NoLetters, "", KeyAction::Help, Ok(Some('?')));
        check(
            KeyPreset::NoLetters,
            "hint=h",
            KeyAction::Hint,
            Ok(Some('h')),
        );
    }

    #[test]
    fn invalid_bindings_are_rejected() {
        let web = KeyPreset::Web;
        check(
            web,
            "hint=u",
            KeyAction::Hint,
            Err("'u' is already the key of undo"),
        );
        check(
            web,
            "hint=x redo=x",
            KeyAction::Hint,
            Err("'x' is already the key of hint"),
        );
        check(
            web,
            "tip=x",
            KeyAction::Hint,
            Err("there is no action 'tip'"),
        );
        check(web, "hint=4", KeyAction::Hint, Err("'4' is not a key"));
        check(
            web,
            "hint=D",
            KeyAction::Hint,
            Err("'D' already drops in its column"),
        );
        check(web, "hint=", KeyAction::Hint, Err("'' is not a key"));
        check(web, "hint=xy", KeyAction::Hint, Err("'xy' is not a key"));
        check(
            web,
            "hint=\u{7}",
            KeyAction::Hint,
            Err("'\\u{7}' is not a key"),
        );
    }

    #[test]
    fn no_key_has_two_actions() {
        for preset in [KeyPreset::Web, KeyPreset::Vi, KeyPreset::NoLetters] {
            let bindings = KeyBindings::from_preset(preset);
            let mut keys: Vec<char> = bindings
                .keys
                .iter()
                .flat_map(|(_, keys)| keys.clone())
                .chain(COLUMN_LETTERS)
                .collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), all, "{preset:?}");
        }
    }
}
