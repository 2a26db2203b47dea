//! Display names of the two players of a game, consistent across the page.
//!
//! A name belongs to a seat, whichever seat starts: Player 1 and Player 2, You and Computer; two
//! bots are named after their levels. A game from elsewhere only has an order of moves, so the
//! starting player is Player 1.

use foursight_bots::Level;
use foursight_core::Player;
use foursight_record::GameRecord;
use foursight_table::{GameStart, Occupant, Seat};

use crate::text::{Language, Text, UiMessage as M};
use crate::wording::bot_ids::{bot_name, level_of};
use crate::wording::game_text;

/// Longest name that a person enters here, in characters.
pub const PERSON_NAME_CHARS_MAX: usize = 24;

/// Returns the names that two people entered, each on one line, cut to its maximum length, and
/// distinct: the scores know people by their names. An empty name stays empty.
///
/// ```
/// use foursight_page::wording::player_names::entered_names;
///
/// assert_eq!(entered_names([" Ada  L.", ""]), ["Ada L.", ""]);
/// assert_eq!(entered_names(["Ada", "ada"]), ["Ada", "ada 2"]);
/// ```
#[must_use]
pub fn entered_names(typed: [&str; 2]) -> [String; 2] {
    let [first, mut second] = typed.map(|name| {
        let words: Vec<_> = name.split_whitespace().collect();
        let name: String = words
            .join(" ")
            .chars()
            .take(PERSON_NAME_CHARS_MAX)
            .collect();
        name.trim_end().to_owned()
    });
    if !first.is_empty() && first.to_lowercase() == second.to_lowercase() {
        second.push_str(" 2");
    }
    [first, second]
}

/// Names of the first and the second player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerNames([String; 2]);

impl PlayerNames {
    /// Returns the names of the players at a table.
    #[must_use]
    pub fn of(text: Text, start: &GameStart) -> Self {
        Self(Player::BOTH.map(|player| name_at_seat(text, start, start.seat_of(player))))
    }

    /// Returns the names of the players at a table for later readers: bots with their level.
    #[must_use]
    pub fn with_levels(text: Text, start: &GameStart) -> Self {
        Self(Player::BOTH.map(|player| full_name_at_seat(text, start, start.seat_of(player))))
    }

    /// Returns placeholder names for a game with unknown players.
    #[must_use]
    pub fn unknown(text: Text) -> Self {
        Self(Seat::BOTH.map(|seat| numbered(text, seat)))
    }

    /// Returns the names in a record; names that the page generated are translated to its language.
    #[must_use]
    pub fn from_record(text: Text, record: &GameRecord) -> Self {
        let Self(mut names) = Self::unknown(text);
        for (name, player) in names.iter_mut().zip(Player::BOTH) {
            if let Some(recorded) = record.seat(player) {
                *name = translated(text, recorded);
            }
        }
        Self(names)
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn get(&self, player: Player) -> &str {
        match player {
            Player::First => &self.0[0],
            Player::Second => &self.0[1],
        }
    }
}

/// Returns the name of the player at a seat.
#[must_use]
pub fn name_at_seat(text: Text, start: &GameStart, seat: Seat) -> String {
    let [occupant, other] = [seat, seat.opponent()].map(|seat| &start.seats[seat.index()]);
    if let Occupant::Bot(id) = occupant
        && let Some(name) = bot_name(id)
    {
        return name.to_owned();
    }
    match (occupant, other) {
        (Occupant::Person(name), _) if !name.is_empty() => name.clone(),
        (Occupant::Person(_), Occupant::Person(_)) => numbered(text, seat),
        (Occupant::Person(_), Occupant::Bot(_)) => text.get(M::You).to_owned(),
        (Occupant::Bot(_), Occupant::Person(_)) => text.get(M::Computer).to_owned(),
        (Occupant::Bot(_), Occupant::Bot(_)) => {
            let name = text.get(level_message(occupant));
            if level_message(occupant) == level_message(other) {
                format!("{name} {}", seat.index() + 1)
            } else {
                name.to_owned()
            }
        }
    }
}

/// Returns the name of the player at a seat, with the level of a bot that plays a person.
#[must_use]
pub fn full_name_at_seat(text: Text, start: &GameStart, seat: Seat) -> String {
    let name = name_at_seat(text, start, seat);
    if name == text.get(M::Computer) {
        let level = text.get(level_message(&start.seats[seat.index()]));
        return text.with(M::ComputerOf, &[("level", &level)]);
    }
    name
}

fn level_message(occupant: &Occupant) -> M {
    level_of(occupant).map_or(M::LevelOther, |(level, _)| game_text::level_name(level))
}

fn numbered(text: Text, seat: Seat) -> String {
    text.with(M::PlayerNumber, &[("number", &(seat.index() + 1))])
}

/// Translates a name that the page generated in any language; returns other names unchanged.
fn translated(text: Text, name: &str) -> String {
    let names = |text: Text| {
        let mut names = vec![
            text.get(M::You).to_owned(),
            text.get(M::Computer).to_owned(),
        ];
        names.extend(Seat::BOTH.map(|seat| numbered(text, seat)));
        for level in Level::ALL {
            let level = text.get(game_text::level_name(level));
            names.push(text.with(M::ComputerOf, &[("level", &level)]));
            names.push(level.to_owned());
            names.extend([1, 2].map(|number| format!("{level} {number}")));
        }
        names
    };
    let translation = Language::ALL.into_iter().find_map(|language| {
        let index = names(Text(language))
            .iter()
            .position(|generated| generated == name)?;
        names(text).into_iter().nth(index)
    });
    translation.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use foursight_bots::{Level, Personality};
    use foursight_core::{Game, Ruleset};

    use super::*;
    use crate::wording::bot_ids::bot_occupant;

    #[track_caller]
    fn check(seats: [&Occupant; 2], first: Seat, expected: [&str; 2]) {
        let seats = seats.map(Clone::clone);
        let start = GameStart {
            first,
            ..GameStart::new(Ruleset::STANDARD, seats)
        };
        let names = PlayerNames::of(Text(Language::English), &start);
        assert_eq!(Player::BOTH.map(|player| names.get(player)), expected);
    }

    #[test]
    fn names_belong_to_seats_whichever_starts() {
        let (bot, person) = (
            bot_occupant(Level::Easy, Personality::Balanced),
            Occupant::Person(String::new()),
        );
        let ada = Occupant::Person("Ada".to_owned());
        check([&person; 2], Seat::One, ["Player 1", "Player 2"]);
        check([&person; 2], Seat::Two, ["Player 2", "Player 1"]);
        check([&person, &bot], Seat::One, ["You", "Computer"]);
        check([&person, &bot], Seat::Two, ["Computer", "You"]);
        let robo = Occupant::Bot("easy balanced Robo 2".to_owned());
        check([&ada, &robo], Seat::Two, ["Robo 2", "Ada"]);
        check([&ada, &person], Seat::Two, ["Player 2", "Ada"]);
        check([&bot; 2], Seat::Two, ["Easy 2", "Easy 1"]);
        let perfect = self::bot_occupant(Level::Perfect, Personality::Balanced);
        check([&bot, &perfect], Seat::Two, ["Perfect", "Easy"]);
    }

    #[test]
    fn full_names_include_the_level_of_a_bot() {
        let easy = bot_occupant(Level::Easy, Personality::Balanced);
        let person = || Occupant::Person(String::new());
        let check = |seats: [Occupant; 2], expected: [&str; 2]| {
            let start = GameStart::new(Ruleset::STANDARD, seats);
            let names = PlayerNames::with_levels(Text(Language::English), &start);
            assert_eq!(Player::BOTH.map(|player| names.get(player)), expected);
        };
        check([person(), easy.clone()], ["You", "Computer (Easy)"]);
        check([person(), person()], ["Player 1", "Player 2"]);
        check([easy.clone(), easy], ["Easy 1", "Easy 2"]);
    }

    #[test]
    fn recorded_names_are_translated() {
        let recorded = |first, second| {
            let record = GameRecord::from_game(&Game::default());
            let record = record.with_seats(first, second).expect("short names");
            let names = PlayerNames::from_record(Text(Language::German), &record);
            Player::BOTH.map(|player| names.get(player).to_owned())
        };
        let check = |first, second, expected: [&str; 2]| {
            assert_eq!(recorded(first, second), expected, "{first:?} {second:?}");
        };
        check(
            Some("Player 2"),
            Some("Player 1"),
            ["Spieler 2", "Spieler 1"],
        );
        check(Some("You"), Some("Computer"), ["Du", "Computer"]);
        check(
            Some("You"),
            Some("Computer (Easy)"),
            ["Du", "Computer (Leicht)"],
        );
        check(Some("Hard"), Some("Easy 2"), ["Schwer", "Leicht 2"]);
        check(Some("Spieler 1"), Some("Ada"), ["Spieler 1", "Ada"]);
        check(None, None, ["Spieler 1", "Spieler 2"]);
    }
}
