//! The piece held over the board, which decides the move of a press on a column. In most games it
//! is a plain drop; some variants offer more.

pub mod drop_preview;

use foursight_core::{Column, Game, Move, PowerDisc};

use crate::text::UiMessage as M;
use crate::wording::game_text;

/// The piece held over the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// An ordinary disc.
    #[default]
    Drop,
    /// No piece: a press pops a disc out at the bottom.
    Pop,
    /// A power disc.
    Power(PowerDisc),
}

impl Hand {
    fn move_in_column(self, column: Column) -> Move {
        match self {
            Self::Drop => Move::Drop(column),
            Self::Pop => Move::Pop(column),
            Self::Power(disc) => Move::Power(disc, column),
        }
    }
}

/// Returns the name of the held piece.
#[must_use]
pub const fn hand_name(hand: Hand) -> M {
    match hand {
        Hand::Drop => M::HandDrop,
        Hand::Pop => M::HandPop,
        Hand::Power(disc) => game_text::power_name(disc),
    }
}

/// Returns the description of a held piece whose name does not explain it.
#[must_use]
pub const fn hand_description(hand: Hand) -> Option<M> {
    match hand {
        Hand::Drop => None,
        Hand::Pop => Some(M::AboutPop),
        Hand::Power(PowerDisc::Anvil) => Some(M::AboutAnvil),
        Hand::Power(PowerDisc::Bomb) => Some(M::AboutBomb),
        Hand::Power(PowerDisc::Wall) => Some(M::AboutWall),
        Hand::Power(PowerDisc::Double) => Some(M::AboutDouble),
    }
}

/// Returns what a held piece does, in three words.
#[must_use]
pub const fn brief_description(hand: Hand) -> M {
    match hand {
        Hand::Drop => M::BriefDrop,
        Hand::Pop => M::BriefPop,
        Hand::Power(PowerDisc::Anvil) => M::BriefAnvil,
        Hand::Power(PowerDisc::Bomb) => M::BriefBomb,
        Hand::Power(PowerDisc::Wall) => M::BriefWall,
        Hand::Power(PowerDisc::Double) => M::BriefDouble,
    }
}

/// Returns the pieces that can be held now, an ordinary disc first. Players choose only among
/// several.
#[must_use]
pub fn available_hands(game: &Game) -> Vec<Hand> {
    let mut hands = Vec::new();
    for mv in game.legal_moves() {
        let hand = match mv {
            Move::Drop(_) => Hand::Drop,
            Move::Pop(_) => Hand::Pop,
            Move::Power(disc, _) => Hand::Power(disc),
            Move::Strike(_) | Move::Pass => continue,
        };
        if !hands.contains(&hand) {
            hands.push(hand);
        }
    }
    hands
}

/// Returns the move of a press on this column: with the held piece if the rules allow it now,
/// otherwise the kind of move they require. The move may still be illegal in this column; the rules
/// then report why.
#[must_use]
pub fn move_for_press(game: &Game, column: Column, hand: Hand) -> Move {
    if available_hands(game).contains(&hand) {
        return hand.move_in_column(column);
    }
    match game.legal_moves().first() {
        Some(Move::Drop(_)) => Move::Drop(column),
        Some(Move::Pop(_)) => Move::Pop(column),
        Some(Move::Strike(_)) => Move::Strike(column),
        _ => hand.move_in_column(column),
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::themes::EMOJI;

    /// Checks the move of a press on a column after some moves.
    #[track_caller]
    fn check(text: &str, number: usize, hand: Hand, expected: &str) {
        let game = read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let column = Column::from_number(number).expect("in range");
        assert_eq!(
            move_for_press(&game, column, hand).to_string(),
            expected,
            "{text}"
        );
    }

    #[test]
    fn a_press_plays_the_kind_of_move_the_rules_allow() {
        check("44", 4, Hand::Drop, "drop in column 4");
        // Illegal, and refused by the rules with a reason.
        check("444444", 4, Hand::Drop, "drop in column 4");
        check("pop-out 7x6/4 44", 4, Hand::Drop, "drop in column 4");
        check("pop-out 7x6/4 44", 4, Hand::Pop, "pop from column 4");
        check(
            "power-up 7x6/4 12",
            2,
            Hand::Power(PowerDisc::Bomb),
            "bomb in column 2",
        );
        // The bomb has landed: a strike is the only move left.
        check(
            "power-up 7x6/4 12B3",
            2,
            Hand::Power(PowerDisc::Bomb),
            "strike column 2",
        );
        check("power-up 7x6/4 12B3", 2, Hand::Drop, "strike column 2");
        // The rules report whose disc is there, instead of repeating that a strike is due.
        check("power-up 7x6/4 12B3", 1, Hand::Drop, "strike column 1");
    }

    #[test]
    fn a_choice_is_offered_only_where_there_is_one() {
        let count = |text: &str| {
            let game = read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
            available_hands(&game).len()
        };
        assert_eq!(count("44"), 1);
        assert_eq!(count("pop-out 7x6/4 4"), 1);
        assert_eq!(count("pop-out 7x6/4 45"), 2);
        assert_eq!(count("power-up 7x6/4 "), 5);
        assert_eq!(count("4545454"), 0);
    }
}
