//! What the two players of a game are called, the same wherever the page names them.
//!
//! Who plays sits at a seat and keeps the name of it, whoever starts: Player 1 and Player 2, You and
//! Computer; two bots are called by their levels. Of a game from elsewhere only the order of moves is known, so the one who starts is
//! Player 1.

use foursight_bots::Level;
use foursight_core::Player;
use foursight_record::GameRecord;
use foursight_table::{Seat, Start, Who};

use crate::model::{level_of, own_name};
use crate::text::{Language, Message as M, Text};
use crate::words;

/// The names of the player who starts and of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names([String; 2]);

impl Names {
    /// The names of those who play at a table.
    #[must_use]
    pub fn of(text: Text, start: &Start) -> Self {
        Self(Player::BOTH.map(|player| at_seat(text, start, start.seat_of(player))))
    }

    /// The names of those who play at a table, for whoever reads them later: a bot with its level.
    #[must_use]
    pub fn full(text: Text, start: &Start) -> Self {
        Self(Player::BOTH.map(|player| full_at_seat(text, start, start.seat_of(player))))
    }

    /// The names in a game of which nobody knows who plays it.
    #[must_use]
    pub fn unknown(text: Text) -> Self {
        Self(Seat::BOTH.map(|seat| numbered(text, seat)))
    }

    /// The names in a record, in the language of the page if the page gave them.
    #[must_use]
    pub fn kept(text: Text, record: &GameRecord) -> Self {
        let Self(mut names) = Self::unknown(text);
        for (name, player) in names.iter_mut().zip(Player::BOTH) {
            if let Some(kept) = record.seat(player) {
                *name = translated(text, kept);
            }
        }
        Self(names)
    }

    /// What a player is called.
    #[must_use]
    pub fn get(&self, player: Player) -> &str {
        match player {
            Player::First => &self.0[0],
            Player::Second => &self.0[1],
        }
    }
}

/// What the one at a seat is called.
#[must_use]
pub fn at_seat(text: Text, start: &Start, seat: Seat) -> String {
    let [who, other] = [seat, seat.across()].map(|seat| &start.seats[seat.index()]);
    if let Who::Bot(id) = who
        && let Some(name) = own_name(id)
    {
        return name.to_owned();
    }
    match (who, other) {
        (Who::Person(name), _) if !name.is_empty() => name.clone(),
        (Who::Person(_), Who::Person(_)) => numbered(text, seat),
        (Who::Person(_), Who::Bot(_)) => text.get(M::You).to_owned(),
        (Who::Bot(_), Who::Person(_)) => text.get(M::Computer).to_owned(),
        (Who::Bot(_), Who::Bot(_)) => {
            let name = text.get(level_word(who));
            if level_word(who) == level_word(other) {
                format!("{name} {}", seat.index() + 1)
            } else {
                name.to_owned()
            }
        }
    }
}

/// The same, and the level of a bot that plays a person.
#[must_use]
pub fn full_at_seat(text: Text, start: &Start, seat: Seat) -> String {
    let name = at_seat(text, start, seat);
    if name == text.get(M::Computer) {
        let level = text.get(level_word(&start.seats[seat.index()]));
        return text.with(M::ComputerOf, &[("level", &level)]);
    }
    name
}

fn level_word(who: &Who) -> M {
    level_of(who).map_or(M::LevelOther, |(level, _)| words::level_name(level))
}

fn numbered(text: Text, seat: Seat) -> String {
    text.with(M::PlayerNumber, &[("number", &(seat.index() + 1))])
}

/// A name that the page gave in any language, in this one; other names as they are.
fn translated(text: Text, name: &str) -> String {
    let names = |text: Text| {
        let mut names = vec![
            text.get(M::You).to_owned(),
            text.get(M::Computer).to_owned(),
        ];
        names.extend(Seat::BOTH.map(|seat| numbered(text, seat)));
        for level in Level::ALL {
            let level = text.get(words::level_name(level));
            names.push(text.with(M::ComputerOf, &[("level", &level)]));
            names.push(level.to_owned());
            names.extend([1, 2].map(|number| format!("{level} {number}")));
        }
        names
    };
    let known = Language::ALL.into_iter().find_map(|language| {
        let place = names(Text(language)).iter().position(|own| own == name)?;
        names(text).into_iter().nth(place)
    });
    known.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use foursight_bots::{Level, Personality};
    use foursight_core::{Game, Ruleset};

    use super::*;
    use crate::model::bot;

    #[track_caller]
    fn check(seats: [&Who; 2], first: Seat, expected: [&str; 2]) {
        let seats = seats.map(Clone::clone);
        let start = Start {
            first,
            ..Start::new(Ruleset::STANDARD, seats)
        };
        let names = Names::of(Text(Language::English), &start);
        assert_eq!(Player::BOTH.map(|player| names.get(player)), expected);
    }

    #[test]
    fn names_belong_to_seats_whoever_starts() {
        let (bot, person) = (
            bot(Level::Easy, Personality::Balanced),
            Who::Person(String::new()),
        );
        let ada = Who::Person("Ada".to_owned());
        check([&person; 2], Seat::One, ["Player 1", "Player 2"]);
        check([&person; 2], Seat::Two, ["Player 2", "Player 1"]);
        check([&person, &bot], Seat::One, ["You", "Computer"]);
        check([&person, &bot], Seat::Two, ["Computer", "You"]);
        let robo = Who::Bot("easy balanced Robo 2".to_owned());
        check([&ada, &robo], Seat::Two, ["Robo 2", "Ada"]);
        check([&ada, &person], Seat::Two, ["Player 2", "Ada"]);
        check([&bot; 2], Seat::Two, ["Easy 2", "Easy 1"]);
        let perfect = self::bot(Level::Perfect, Personality::Balanced);
        check([&bot, &perfect], Seat::Two, ["Perfect", "Easy"]);
    }

    #[test]
    fn who_reads_a_game_later_is_told_the_level() {
        let easy = bot(Level::Easy, Personality::Balanced);
        let person = || Who::Person(String::new());
        let check = |seats: [Who; 2], expected: [&str; 2]| {
            let start = Start::new(Ruleset::STANDARD, seats);
            let names = Names::full(Text(Language::English), &start);
            assert_eq!(Player::BOTH.map(|player| names.get(player)), expected);
        };
        check([person(), easy.clone()], ["You", "Computer (Easy)"]);
        check([person(), person()], ["Player 1", "Player 2"]);
        check([easy.clone(), easy], ["Easy 1", "Easy 2"]);
    }

    #[test]
    fn kept_names_are_told_in_the_language_of_the_page() {
        let kept = |first, second| {
            let record = GameRecord::from_game(&Game::default());
            let record = record.with_seats(first, second).expect("short names");
            let names = Names::kept(Text(Language::German), &record);
            Player::BOTH.map(|player| names.get(player).to_owned())
        };
        let check = |first, second, expected: [&str; 2]| {
            assert_eq!(kept(first, second), expected, "{first:?} {second:?}");
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
