//! What a press on a column means. Most of the time it is a drop; the variants know more.

use foursight_core::{Column, Game, Move, PowerDisc};

use super::Model;
use crate::text::Message as M;
use crate::words;

/// What the person holds over the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// An ordinary disc.
    #[default]
    Drop,
    /// Fingers that take a disc out at the bottom.
    Pop,
    /// A power disc.
    Power(PowerDisc),
}

impl Hand {
    fn over(self, column: Column) -> Move {
        match self {
            Self::Drop => Move::Drop(column),
            Self::Pop => Move::Pop(column),
            Self::Power(disc) => Move::Power(disc, column),
        }
    }
}

/// What that is called.
#[must_use]
pub const fn hand_name(hand: Hand) -> M {
    match hand {
        Hand::Drop => M::HandDrop,
        Hand::Pop => M::HandPop,
        Hand::Power(disc) => words::power_name(disc),
    }
}

/// What that does, where its name does not say so.
#[must_use]
pub const fn hand_about(hand: Hand) -> Option<M> {
    match hand {
        Hand::Drop => None,
        Hand::Pop => Some(M::AboutPop),
        Hand::Power(PowerDisc::Anvil) => Some(M::AboutAnvil),
        Hand::Power(PowerDisc::Bomb) => Some(M::AboutBomb),
        Hand::Power(PowerDisc::Wall) => Some(M::AboutWall),
        Hand::Power(PowerDisc::Double) => Some(M::AboutDouble),
    }
}

impl Model {
    /// Holds something, and says what it does.
    pub(super) fn hold(&mut self, hand: Hand) {
        self.hand.set(hand);
        let text = self.text();
        let (held, name) = (text.get(M::InHand), text.get(hand_name(hand)));
        let about = hand_about(hand).map_or("", |about| text.get(about));
        let said = format!("{held}: {name}. {about}");
        self.tell(said.trim_end().to_owned());
    }

    /// Holds the next thing that can be held, and says which. False if there is no choice.
    pub(super) fn hold_next(&mut self) -> bool {
        let hands = hands(self.play.game());
        if hands.len() < 2 || !self.play.may_move() {
            return false;
        }
        let at = hands.iter().position(|hand| *hand == *self.hand);
        let next = hands[at.map_or(0, |at| (at + 1) % hands.len())];
        self.hold(next);
        true
    }
}

/// What can be held now, an ordinary disc first. A person chooses only if there are several.
#[must_use]
pub fn hands(game: &Game) -> Vec<Hand> {
    let mut found = Vec::new();
    for step in game.legal_moves() {
        let hand = match step {
            Move::Drop(_) => Hand::Drop,
            Move::Pop(_) => Hand::Pop,
            Move::Power(disc, _) => Hand::Power(disc),
            Move::Strike(_) | Move::Pass => continue,
        };
        if !found.contains(&hand) {
            found.push(hand);
        }
    }
    found
}

/// The move that a press on this column makes: with what is in the hand if the rules allow it now,
/// otherwise what they want instead. If they do not allow it in this column, they say why not.
#[must_use]
pub fn move_in(game: &Game, column: Column, hand: Hand) -> Move {
    if hands(game).contains(&hand) {
        return hand.over(column);
    }
    match game.legal_moves().first() {
        Some(Move::Drop(_)) => Move::Drop(column),
        Some(Move::Pop(_)) => Move::Pop(column),
        Some(Move::Strike(_)) => Move::Strike(column),
        _ => hand.over(column),
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::themes::EMOJI;

    /// Checks the move in a column after some moves.
    #[track_caller]
    fn check(text: &str, number: usize, hand: Hand, expected: &str) {
        let game = read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let column = Column::from_number(number).expect("in range");
        assert_eq!(move_in(&game, column, hand).to_string(), expected, "{text}");
    }

    #[test]
    fn a_press_means_what_the_rules_allow() {
        check("44", 4, Hand::Drop, "drop in column 4");
        // The rules refuse this one with their reason.
        check("444444", 4, Hand::Drop, "drop in column 4");
        check("pop-out 7x6/4 44", 4, Hand::Drop, "drop in column 4");
        check("pop-out 7x6/4 44", 4, Hand::Pop, "pop from column 4");
        check(
            "power-up 7x6/4 12",
            2,
            Hand::Power(PowerDisc::Bomb),
            "bomb in column 2",
        );
        // The bomb is down: all that is left to do is to strike.
        check(
            "power-up 7x6/4 12B3",
            2,
            Hand::Power(PowerDisc::Bomb),
            "strike column 2",
        );
        check("power-up 7x6/4 12B3", 2, Hand::Drop, "strike column 2");
        // The rules say whose disc lies there, not once more that it is time to strike.
        check("power-up 7x6/4 12B3", 1, Hand::Drop, "strike column 1");
    }

    #[test]
    fn a_choice_is_offered_only_where_there_is_one() {
        let count = |text: &str| {
            let game = read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
            hands(&game).len()
        };
        assert_eq!(count("44"), 1);
        assert_eq!(count("pop-out 7x6/4 4"), 1);
        assert_eq!(count("pop-out 7x6/4 45"), 2);
        assert_eq!(count("power-up 7x6/4 "), 5);
        assert_eq!(count("4545454"), 0);
    }
}
