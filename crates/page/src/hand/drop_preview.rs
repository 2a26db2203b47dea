//! Preview of a move before it is made: the disc to drop, its landing cell, and the discs that
//! would leave the board.

use foursight_core::{Cell, Column, Disc, Game, Move, PowerDisc, Row};
use foursight_table::{DiscMotion, DiscPlace, Ply};

use crate::hand::{Hand, move_for_press};

/// Effects of pressing a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffects {
    /// The disc to drop and the cell in which it would land; `None` if nothing falls.
    pub landing: Option<(Disc, Cell)>,
    /// Discs that would leave the board.
    pub removed: Vec<Cell>,
    /// Discs that would sink to a lower cell.
    pub sinking: Vec<Cell>,
}

impl MoveEffects {
    /// Returns the effects of pressing this column with `hand` selected, or `None` if the move is
    /// illegal.
    #[must_use]
    pub fn of(game: &Game, hand: Hand, column: Column) -> Option<Self> {
        Self::of_move(game, move_for_press(game, column, hand))
    }

    /// Returns the effects of a move, or `None` if it is illegal.
    fn of_move(game: &Game, mv: Move) -> Option<Self> {
        let before = game.position();
        // A game that is over accepts no move.
        game.to_move()?;
        let after = before.after(mv).ok()?;
        let ply = Ply::new(game.moves().len() + 1, before, mv, &after);
        let mut aimed = Self::default();
        for shift in &ply.motions {
            match *shift {
                DiscMotion {
                    disc,
                    from: DiscPlace::Above(_),
                    to: DiscPlace::At(cell),
                } => aimed.landing = Some((disc, cell)),
                DiscMotion {
                    from: DiscPlace::At(cell),
                    to: DiscPlace::At(_),
                    ..
                } => aimed.sinking.push(cell),
                DiscMotion {
                    from: DiscPlace::At(cell),
                    ..
                } => aimed.removed.push(cell),
                _ => {}
            }
        }
        Some(aimed)
    }
}

/// Preview for a player who may move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DropPreview {
    /// The column aimed at and the effects there; `None` if the move is illegal.
    pub effects: Option<(Column, MoveEffects)>,
    /// Discs of which the player has to choose one.
    pub targets: Vec<Cell>,
    /// Columns whose lowest disc can be popped.
    pub poppable: Vec<Column>,
}

impl DropPreview {
    /// Returns the preview with `hand` selected, while the pointer is over one column or below
    /// another.
    #[must_use]
    pub fn of(game: &Game, hand: Hand, over: Option<Column>, below: Option<Column>) -> Self {
        let popped = below.map(|column| (column, MoveEffects::of_move(game, Move::Pop(column))));
        let pressed = over.map(|column| (column, MoveEffects::of(game, hand, column)));
        let popped_column = |mv: &Move| match mv {
            Move::Pop(column) => Some(*column),
            _ => None,
        };
        Self {
            effects: popped
                .or(pressed)
                .and_then(|(column, aimed)| Some((column, aimed?))),
            targets: choice(game, hand),
            poppable: game
                .legal_moves()
                .iter()
                .filter_map(popped_column)
                .collect(),
        }
    }
}

/// Returns the discs of which the player has to choose one: the targets of a bomb, selected or
/// already dropped, and the discs that can be popped where no other move is legal.
fn choice(game: &Game, hand: Hand) -> Vec<Cell> {
    let bottom = |column| Cell {
        column,
        row: Row::BOTTOM,
    };
    let position = game.position();
    let board = position.board();
    if hand == Hand::Power(PowerDisc::Bomb) && game.to_move().is_some() {
        let is_opponents = |column: &Column| {
            let disc = board.disc_at(bottom(*column));
            disc.is_some_and(|disc| disc.owner != position.to_move())
        };
        return board.columns().filter(is_opponents).map(bottom).collect();
    }
    let legal = game.legal_moves();
    if legal.iter().any(|mv| matches!(mv, Move::Drop(_))) {
        return Vec::new();
    }
    let targets = legal.into_iter().filter_map(|mv| match mv {
        Move::Pop(column) | Move::Strike(column) => Some(bottom(column)),
        _ => None,
    });
    targets.collect()
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

    fn names(cells: &[Cell]) -> String {
        let names: Vec<_> = cells.iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    /// Checks the effects of pressing a column: the landing cell, and the discs that would leave.
    #[track_caller]
    fn check(text: &str, hand: Hand, number: usize, expected: Option<(&str, &str)>) {
        let column = Column::from_number(number).expect("in range");
        let aimed = MoveEffects::of(&game(text), hand, column);
        let effects = aimed.map(|aimed| {
            let landing = aimed.landing.map(|(_, cell)| cell.to_string());
            (landing.unwrap_or_default(), names(&aimed.removed))
        });
        let expected = expected.map(|(landing, leaves)| (landing.to_owned(), leaves.to_owned()));
        assert_eq!(effects, expected, "{text} {hand:?} {number}");
    }

    #[test]
    fn a_preview_has_landing_cell_and_discs_that_leave() {
        check("44", Hand::Drop, 4, Some(("d3", "")));
        check("power-up 7x6/4 444", ANVIL, 4, Some(("d1", "d3 d2 d1")));
        check("power-up 7x6/4 444", BOMB, 4, Some(("d4", "")));
        check("power-up 7x6/4 12B3", Hand::Drop, 2, Some(("", "b1")));
        check("pop-out 7x6/4 4453", Hand::Pop, 4, Some(("", "d1")));
    }

    #[test]
    fn the_stack_above_a_removed_disc_sinks() {
        let check = |text: &str, hand, over, below, expected: [&str; 2]| {
            let column = |number: Option<usize>| number.and_then(Column::from_number);
            let preview = DropPreview::of(&game(text), hand, column(over), column(below));
            let (_, aimed) = preview.effects.expect("it is allowed");
            assert_eq!(
                [names(&aimed.removed), names(&aimed.sinking)],
                expected,
                "{text}"
            );
        };
        check("pop-out 7x6/4 4453", Hand::Pop, Some(4), None, ["d1", "d2"]);
        // Below a column every hand pops.
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
    fn a_preview_lists_the_columns_that_can_be_popped() {
        let pulls = |text: &str| {
            let preview = DropPreview::of(&game(text), Hand::Drop, None, None);
            preview
                .poppable
                .iter()
                .map(|column| column.number())
                .collect::<Vec<_>>()
        };
        assert_eq!(pulls("pop-out 7x6/4 4453"), [4, 5]);
        assert_eq!(pulls("pop-out 7x6/4 445"), [0; 0]);
        assert_eq!(pulls("4453"), [0; 0]);
    }

    #[test]
    fn an_illegal_move_has_no_preview() {
        check("444444", Hand::Drop, 4, None);
        check("4545454", Hand::Drop, 1, None);
        // A bomb takes a disc of the opponent.
        check("power-up 7x6/4 12B3", Hand::Drop, 1, None);
        // The board of Pop Ten is filled row by row.
        check("pop-ten 7x6/4 1", Hand::Drop, 1, None);
    }

    #[test]
    fn the_selected_disc_is_the_one_that_falls() {
        let column = Column::from_number(1).expect("in range");
        let aimed = MoveEffects::of(&game("power-up 7x6/4 44"), BOMB, column);
        let (disc, _) = aimed.and_then(|aimed| aimed.landing).expect("it falls");
        assert_eq!(
            disc,
            Disc::power(foursight_core::Player::First, PowerDisc::Bomb)
        );
    }

    #[test]
    fn the_preview_lists_discs_to_choose_from() {
        let check = |text: &str, hand, expected: &str| {
            assert_eq!(names(&choice(&game(text), hand)), expected, "{text}");
        };
        check("44", Hand::Drop, "");
        check("power-up 7x6/4 123", Hand::Drop, "");
        check("power-up 7x6/4 123", BOMB, "a1 c1");
        check("power-up 7x6/4 12B3", Hand::Drop, "b1");
        // A drop is legal too, so there is nothing to choose.
        check("pop-out 7x6/4 4453", Hand::Pop, "");
        let filled = "pop-ten 7x6/4 123456723456717123456234567134567121234567";
        let popped = choice(&game(filled), Hand::Drop);
        assert!(!popped.is_empty(), "there is nothing but pops");
        assert!(popped.iter().all(|cell| cell.row == Row::BOTTOM));
    }
}
