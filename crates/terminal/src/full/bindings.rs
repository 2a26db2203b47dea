//! Which key does what. A preset names the keys; the section `[keys]` of the config file changes
//! single ones.
//!
//! Invariant: no key does two things. Digits, the capital letters A to G, arrows, Enter, Space,
//! Home, End, Page Up and Down, Tab, Esc and F1 are not here: they always do the same, except that
//! nobody who wants no letters has letters that drop.

use crate::choices::KeysName;

/// Something that a key does in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
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
    Grid,
    Flip,
    Zen,
    Clocks,
    Sound,
    Hurry,
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

/// Every action with its name in the config file and its keys on the web page.
const ACTIONS: [(Action, &str, &str); 29] = [
    (Action::Left, "left", ""),
    (Action::Right, "right", ""),
    (Action::Drop, "drop", "j"),
    (Action::Undo, "undo", "u"),
    (Action::Redo, "redo", "U"),
    (Action::Hint, "hint", "hH"),
    (Action::Verdicts, "verdicts", "e"),
    (Action::Back, "back", "["),
    (Action::Forward, "forward", "]"),
    (Action::Last, "last", "l"),
    (Action::Threats, "threats", "t"),
    (Action::Read, "read", "r"),
    (Action::Grid, "grid", "g"),
    (Action::Flip, "flip", "f"),
    (Action::Zen, "zen", "z"),
    (Action::Clocks, "clocks", "c"),
    (Action::Sound, "sound", "m"),
    (Action::Hurry, "hurry", "."),
    (Action::Pass, "pass", "-"),
    (Action::Pop, "pop", "p"),
    (Action::Anvil, "anvil", "a"),
    (Action::Bomb, "bomb", "b"),
    (Action::Wall, "wall", "w"),
    (Action::Double, "double", "d"),
    (Action::Save, "save", "s"),
    (Action::Open, "open", "o"),
    (Action::New, "new", "n"),
    (Action::Help, "help", "?"),
    (Action::Quit, "quit", "q"),
];

/// What differs for those who are used to vi.
const VI: [(Action, &str); 6] = [
    (Action::Left, "h"),
    (Action::Right, "l"),
    (Action::Drop, "j"),
    (Action::Undo, "uk"),
    (Action::Hint, "H"),
    (Action::Last, "L"),
];

/// The capital letters that drop in their column. Later ones have other tasks.
const COLUMN_LETTERS: std::ops::RangeInclusive<char> = 'A'..='G';
/// The row of the list of keys that stands for the digits.
pub(crate) const DIGITS: &str = "1 to 9";
/// The word that takes an action its key away.
const OFF: &str = "off";

/// The keys in force, action by action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    keys: Vec<(Action, Vec<char>)>,
    /// Capital letters drop in their column.
    has_letters: bool,
}

impl Default for Bindings {
    fn default() -> Self {
        Self::of(KeysName::Web)
    }
}

impl Bindings {
    /// The keys of a preset.
    #[must_use]
    pub fn of(preset: KeysName) -> Self {
        let keys = ACTIONS.into_iter().map(|(action, _, web)| {
            let vi = VI.into_iter().find(|(other, _)| *other == action);
            let keys = match (preset, vi) {
                (KeysName::Vi, Some((_, vi))) => vi,
                _ => web,
            };
            let is_kept = |key: &char| preset != KeysName::NoLetters || !key.is_alphabetic();
            (action, keys.chars().filter(is_kept).collect())
        });
        Self {
            keys: keys.collect(),
            has_letters: preset != KeysName::NoLetters,
        }
    }

    /// Gives actions other keys: names and keys as the config file has them. Says which pair is
    /// wrong, by its place in the list, and why.
    ///
    /// # Errors
    ///
    /// What is wrong, in words.
    pub fn change(&mut self, pairs: &[(String, String)]) -> Result<(), (usize, String)> {
        let mut changes = Vec::new();
        for (place, (name, text)) in pairs.iter().enumerate() {
            let told = |reason| (place, reason);
            let action = action_named(name).map_err(told)?;
            let key = key_named(text).map_err(told)?;
            self.keys_of(action).clear();
            changes.push((place, action, key));
        }
        for (place, action, key) in changes {
            let Some(key) = key else { continue };
            if let Some(other) = self.action(key).filter(|other| *other != action) {
                let other = name_of(other);
                let reason = format!(
                    "'{key}' is the key of {other} already: give {other} another key, or {OFF}"
                );
                return Err((place, reason));
            }
            self.keys_of(action).push(key);
        }
        Ok(())
    }

    fn keys_of(&mut self, action: Action) -> &mut Vec<char> {
        let place = self.keys.iter().position(|(other, _)| *other == action);
        let place = place.expect("every action has a place in the list");
        &mut self.keys[place].1
    }

    /// The number of the column that a capital letter drops in.
    pub(crate) fn column(&self, key: char) -> Option<usize> {
        let is_letter = self.has_letters && COLUMN_LETTERS.contains(&key);
        is_letter.then(|| key as usize - *COLUMN_LETTERS.start() as usize + 1)
    }

    /// What a key does.
    pub(crate) fn action(&self, key: char) -> Option<Action> {
        let found = self.keys.iter().find(|(_, keys)| keys.contains(&key));
        found.map(|(action, _)| *action)
    }

    /// The key of an action, the first if there are several.
    pub(crate) fn key(&self, action: Action) -> Option<char> {
        let found = self.keys.iter().find(|(other, _)| *other == action);
        found.and_then(|(_, keys)| keys.first().copied())
    }

    /// `u undo  h hint`: the keys of some actions with a word for each. What has no key is left
    /// out.
    pub(crate) fn named(&self, actions: &[(Action, &str)]) -> String {
        let named = |(action, word): &(Action, &str)| {
            let key = self.key(*action)?;
            Some(format!("{key} {word}"))
        };
        let named: Vec<_> = actions.iter().filter_map(named).collect();
        named.join("  ")
    }

    /// All keys of some actions, as `u  U`; empty if none of them has one.
    fn listed(&self, actions: &[Action]) -> String {
        let keys = |action: &Action| {
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

    /// The list that `?` shows: keys, and what they do.
    pub(crate) fn help(&self, is_offered: &dyn Fn(Action) -> bool) -> Vec<(String, &'static str)> {
        use Action as A;
        let fixed = |keys: &str, what| Some((keys.to_owned(), what));
        let row = |actions: &[Action], after: &str, what| {
            let keys = self.listed(actions);
            let is_wanted = actions.iter().any(|action| is_offered(*action));
            (is_wanted && !keys.is_empty()).then(|| (format!("{keys}{after}"), what))
        };
        let aims = match (self.key(A::Left), self.key(A::Right)) {
            (None, None) => None,
            _ => row(&[A::Left, A::Right, A::Drop], "", "aim and drop too"),
        };
        let walk = match row(&[A::Back, A::Forward], " Home End", "") {
            Some((keys, _)) => keys,
            None => "Home End".to_owned(),
        };
        let (tells, told): (&[A], _) = if is_offered(A::Threats) {
            (&[A::Last, A::Threats], "say the last move, the threats")
        } else {
            (&[A::Last], "say the last move")
        };
        let (files, kept): (&[A], _) = if is_offered(A::Open) {
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
            row(&[A::Verdicts], "", "verdicts: W15 wins in 15 plies, D, L6"),
            Some((walk, "walk through the game; Esc returns")),
            row(tells, "", told),
            row(&[A::Read], " 4", "read column 4, bottom up"),
            row(&[A::Grid], "", "read the whole grid"),
            row(&[A::Flip, A::Zen], "", "flip the view; zen: only the grid"),
            row(&[A::Clocks, A::Sound], "", "clocks; sound on and off"),
            row(&[A::Hurry], "", "let the thinking bot move at once"),
            row(&[A::Pop, A::Pass], "", "pop (Pop Out, Pop Ten); pass"),
            row(
                &[A::Anvil, A::Bomb, A::Wall, A::Double],
                "",
                "power discs (Power Up)",
            ),
            row(files, "", kept),
            row(&[A::New], "", "new game"),
            row(&[A::Help], "  F1  Esc", "this list, back"),
            row(&[A::Quit], "  Ctrl-Z", "quit; put aside until fg"),
        ];
        rows.into_iter().flatten().collect()
    }
}

fn name_of(action: Action) -> &'static str {
    let found = ACTIONS.into_iter().find(|(other, ..)| *other == action);
    found.map_or("", |(_, name, _)| name)
}

fn action_named(name: &str) -> Result<Action, String> {
    let found = ACTIONS.into_iter().find(|(_, known, _)| *known == name);
    found.map(|(action, ..)| action).ok_or_else(|| {
        let names: Vec<_> = ACTIONS.iter().map(|(_, name, _)| *name).collect();
        let name = name.escape_debug();
        format!("no key does '{name}': use one of {}", names.join(", "))
    })
}

/// A key that can be given to an action; none for `off`.
fn key_named(text: &str) -> Result<Option<char>, String> {
    if text == OFF {
        return Ok(None);
    }
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(key), None) if COLUMN_LETTERS.contains(&key) => Err(format!(
            "'{key}' drops in its column already: use a small letter, a later one, or {OFF}"
        )),
        (Some(key), None) if !key.is_control() && !key.is_whitespace() && !key.is_ascii_digit() => {
            Ok(Some(key))
        }
        _ => Err(format!(
            "'{}' is no key: use one letter or sign that is no digit, or {OFF}",
            text.escape_debug()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines such as `hint=x`, and the key of an action or what is wrong.
    fn check(preset: KeysName, lines: &str, action: Action, expected: Result<Option<char>, &str>) {
        let pairs: Vec<_> = lines
            .split_whitespace()
            .filter_map(|line| line.split_once('='))
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
            .collect();
        let mut bindings = Bindings::of(preset);
        match (bindings.change(&pairs), expected) {
            (Ok(()), Ok(key)) => assert_eq!(bindings.key(action), key, "{lines}"),
            (Err((_, reason)), Err(start)) => {
                assert!(reason.starts_with(start), "{lines}: {reason}");
            }
            (found, _) => panic!("{lines}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn keys_change_and_go_off() {
        let web = KeysName::Web;
        check(web, "", Action::Hint, Ok(Some('h')));
        check(web, "hint=x", Action::Hint, Ok(Some('x')));
        check(web, "hint=off", Action::Hint, Ok(None));
        check(web, "hint=u undo=h", Action::Undo, Ok(Some('h')));
        check(web, "hint=u undo=off", Action::Hint, Ok(Some('u')));
        check(web, "hint=é", Action::Hint, Ok(Some('é')));
        check(KeysName::Vi, "", Action::Undo, Ok(Some('u')));
        check(KeysName::Vi, "", Action::Last, Ok(Some('L')));
        check(KeysName::NoLetters, "", Action::Hint, Ok(None));
        check(KeysName::NoLetters, "", Action::Help, Ok(Some('?')));
        check(KeysName::NoLetters, "hint=h", Action::Hint, Ok(Some('h')));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let web = KeysName::Web;
        check(web, "hint=u", Action::Hint, Err("'u' is the key of undo"));
        check(
            web,
            "hint=x redo=x",
            Action::Hint,
            Err("'x' is the key of hint"),
        );
        check(web, "tip=x", Action::Hint, Err("no key does 'tip'"));
        check(web, "hint=4", Action::Hint, Err("'4' is no key"));
        check(web, "hint=D", Action::Hint, Err("'D' drops in its column"));
        check(web, "hint=", Action::Hint, Err("'' is no key"));
        check(web, "hint=xy", Action::Hint, Err("'xy' is no key"));
        check(web, "hint=\u{7}", Action::Hint, Err("'\\u{7}' is no key"));
    }

    #[test]
    fn no_key_does_two_things() {
        for preset in [KeysName::Web, KeysName::Vi, KeysName::NoLetters] {
            let bindings = Bindings::of(preset);
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
