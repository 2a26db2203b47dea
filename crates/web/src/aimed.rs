//! What a press on a column would do, shown before it is made: the disc in the hand, where it would
//! rest, and what would leave the grid.

use foursight_core::{Column, Disc, Game, Move, PowerDisc, Row, Space};
use foursight_table::{Ply, Shift, Spot};

use crate::model::{Hand, move_in};

/// What a press on a column would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aimed {
    /// The disc above the column with the space in which it would rest; none if nothing falls.
    pub falls: Option<(Disc, Space)>,
    /// The discs that would leave the grid.
    pub leaves: Vec<Space>,
    /// The discs that would sink to a lower space.
    pub sinks: Vec<Space>,
}

impl Aimed {
    /// What a press on this column would do with this in the hand; none if the rules refuse it.
    #[must_use]
    pub fn of(game: &Game, hand: Hand, column: Column) -> Option<Self> {
        Self::by(game, move_in(game, column, hand))
    }

    /// What a move would do; none if the rules refuse it.
    fn by(game: &Game, step: Move) -> Option<Self> {
        let before = game.position();
        // Nothing happens outside the rules, nor after the end.
        game.to_move()?;
        let after = before.after(step).ok()?;
        let ply = Ply::made(game.moves().len() + 1, before, step, &after);
        let mut aimed = Self::default();
        for shift in &ply.shifts {
            match *shift {
                Shift {
                    disc,
                    from: Spot::Above(_),
                    to: Spot::At(space),
                } => aimed.falls = Some((disc, space)),
                Shift {
                    from: Spot::At(space),
                    to: Spot::At(_),
                    ..
                } => aimed.sinks.push(space),
                Shift {
                    from: Spot::At(space),
                    ..
                } => aimed.leaves.push(space),
                _ => {}
            }
        }
        Some(aimed)
    }
}

/// All that is shown before a move, to a player who may make one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreseen {
    /// The column aimed at with what would happen there; none if the rules refuse it.
    pub aimed: Option<(Column, Aimed)>,
    /// The discs among which one is to be chosen.
    pub choice: Vec<Space>,
    /// The columns whose lowest disc can be drawn out below.
    pub pulls: Vec<Column>,
}

impl Foreseen {
    /// What is shown with this in the hand, over one column or below another.
    #[must_use]
    pub fn of(game: &Game, hand: Hand, over: Option<Column>, below: Option<Column>) -> Self {
        let pulled = below.map(|column| (column, Aimed::by(game, Move::Pop(column))));
        let pressed = over.map(|column| (column, Aimed::of(game, hand, column)));
        let pulls = |step: &Move| match step {
            Move::Pop(column) => Some(*column),
            _ => None,
        };
        Self {
            aimed: pulled
                .or(pressed)
                .and_then(|(column, aimed)| Some((column, aimed?))),
            choice: choice(game, hand),
            pulls: game.legal_moves().iter().filter_map(pulls).collect(),
        }
    }
}

/// The discs among which one is to be chosen: those that a bomb may take, that which is in the hand
/// or that which is down, and those that can be popped where nothing else can be done.
fn choice(game: &Game, hand: Hand) -> Vec<Space> {
    let bottom = |column| Space {
        column,
        row: Row::BOTTOM,
    };
    let position = game.position();
    let grid = position.grid();
    if hand == Hand::Power(PowerDisc::Bomb) && game.to_move().is_some() {
        let theirs = |column: &Column| {
            let disc = grid.disc_at(bottom(*column));
            disc.is_some_and(|disc| disc.owner != position.to_move())
        };
        return grid.columns().filter(theirs).map(bottom).collect();
    }
    let legal = game.legal_moves();
    if legal.iter().any(|step| matches!(step, Move::Drop(_))) {
        return Vec::new();
    }
    let taken = legal.into_iter().filter_map(|step| match step {
        Move::Pop(column) | Move::Strike(column) => Some(bottom(column)),
        _ => None,
    });
    taken.collect()
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::themes::EMOJI;

    const ANVIL: Hand = Hand::Power(PowerDisc::Anvil);
    const BOMB: Hand = Hand::Power(PowerDisc::Bomb);

    fn game(text: &str) -> Game {
        read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
    }

    fn names(spaces: &[Space]) -> String {
        let names: Vec<_> = spaces.iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    /// Checks what a press on a column would do: where a disc would rest, and what would leave.
    #[track_caller]
    fn check(text: &str, hand: Hand, number: usize, expected: Option<(&str, &str)>) {
        let column = Column::from_number(number).expect("in range");
        let aimed = Aimed::of(&game(text), hand, column);
        let found = aimed.map(|aimed| {
            let rests = aimed.falls.map(|(_, space)| space.to_string());
            (rests.unwrap_or_default(), names(&aimed.leaves))
        });
        let expected = expected.map(|(rests, leaves)| (rests.to_owned(), leaves.to_owned()));
        assert_eq!(found, expected, "{text} {hand:?} {number}");
    }

    #[test]
    fn what_would_leave_the_grid_is_known_before_the_drop() {
        check("44", Hand::Drop, 4, Some(("d3", "")));
        check("power-up 7x6/4 444", ANVIL, 4, Some(("d1", "d3 d2 d1")));
        check("power-up 7x6/4 444", BOMB, 4, Some(("d4", "")));
        check("power-up 7x6/4 12B3", Hand::Drop, 2, Some(("", "b1")));
        check("pop-out 7x6/4 4453", Hand::Pop, 4, Some(("", "d1")));
    }

    #[test]
    fn the_stack_above_what_leaves_sinks() {
        let check = |text: &str, hand, over, below, expected: [&str; 2]| {
            let column = |number: Option<usize>| number.and_then(Column::from_number);
            let seen = Foreseen::of(&game(text), hand, column(over), column(below));
            let (_, aimed) = seen.aimed.expect("it is allowed");
            assert_eq!(
                [names(&aimed.leaves), names(&aimed.sinks)],
                expected,
                "{text}"
            );
        };
        check("pop-out 7x6/4 4453", Hand::Pop, Some(4), None, ["d1", "d2"]);
        // Below a column it is a pop, whatever is in the hand.
        check(
            "pop-out 7x6/4 4453",
            Hand::Drop,
            Some(1),
            Some(4),
            ["d1", "d2"],
        );
        check(
            "power-up 7x6/4 1232B4",
            Hand::Drop,
            Some(2),
            None,
            ["b1", "b2"],
        );
        check("power-up 7x6/4 444", ANVIL, Some(4), None, ["d3 d2 d1", ""]);
    }

    #[test]
    fn columns_that_can_be_popped_are_known() {
        let pulls = |text: &str| {
            let seen = Foreseen::of(&game(text), Hand::Drop, None, None);
            seen.pulls
                .iter()
                .map(|column| column.number())
                .collect::<Vec<_>>()
        };
        assert_eq!(pulls("pop-out 7x6/4 4453"), [4, 5]);
        assert_eq!(pulls("pop-out 7x6/4 445"), [0; 0]);
        assert_eq!(pulls("4453"), [0; 0]);
    }

    #[test]
    fn what_the_rules_refuse_shows_no_disc() {
        check("444444", Hand::Drop, 4, None);
        check("4545454", Hand::Drop, 1, None);
        // The bomb takes a disc of the opponent.
        check("power-up 7x6/4 12B3", Hand::Drop, 1, None);
        // The grid of Pop Ten is filled row by row.
        check("pop-ten 7x6/4 1", Hand::Drop, 1, None);
    }

    #[test]
    fn the_disc_in_the_hand_is_the_one_that_falls() {
        let column = Column::from_number(1).expect("in range");
        let aimed = Aimed::of(&game("power-up 7x6/4 44"), BOMB, column);
        let (disc, _) = aimed.and_then(|aimed| aimed.falls).expect("it falls");
        assert_eq!(
            disc,
            Disc::power(foursight_core::Player::First, PowerDisc::Bomb)
        );
    }

    #[test]
    fn discs_to_choose_from_are_marked() {
        let check = |text: &str, hand, expected: &str| {
            assert_eq!(names(&choice(&game(text), hand)), expected, "{text}");
        };
        check("44", Hand::Drop, "");
        check("power-up 7x6/4 123", Hand::Drop, "");
        check("power-up 7x6/4 123", BOMB, "a1 c1");
        check("power-up 7x6/4 12B3", Hand::Drop, "b1");
        // One may drop as well, so nobody has to choose.
        check("pop-out 7x6/4 4453", Hand::Pop, "");
        let filled = "pop-ten 7x6/4 123456723456717123456234567134567121234567";
        let popped = choice(&game(filled), Hand::Drop);
        assert!(!popped.is_empty(), "there is nothing but pops");
        assert!(popped.iter().all(|space| space.row == Row::BOTTOM));
    }
}
