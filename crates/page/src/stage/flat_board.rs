//! Discs of the flat board, each with the distance that it has just fallen.
//!
//! A disc gets a new key whenever it moves, and the view recreates it by that key. So a disc falls
//! once, when it is dropped, and not again when a later move is taken back.

use foursight_core::{Cell, Disc, Game};
use foursight_table::{DiscMotion, DiscPlace, Ply};

use crate::stage::BoardAnimation;

/// A disc in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatDisc {
    /// Identifies this disc after this movement.
    pub key: u32,
    /// Cell in which it rests.
    pub cell: Cell,
    /// Owner and kind.
    pub disc: Disc,
    /// Number of rows that it fell; 0 if it did not fall.
    pub rows_fallen: u8,
}

/// Discs of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatBoard {
    discs: Vec<FlatDisc>,
    last_key: u32,
}

impl FlatBoard {
    /// Returns all discs of a game at rest.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut board = Self::default();
        board.jump(game);
        board
    }

    /// Returns the discs in the order in which they moved last.
    #[must_use]
    pub fn discs(&self) -> &[FlatDisc] {
        &self.discs
    }

    /// Applies an update of the game.
    pub fn show(&mut self, show: &BoardAnimation) {
        match show {
            BoardAnimation::Jump(game) | BoardAnimation::Empty(game) => self.jump(game),
            BoardAnimation::Plies(plies, game) => {
                let height = game.ruleset().height();
                for ply in plies {
                    self.apply_ply(ply, height);
                }
            }
            BoardAnimation::Refused(_) => {}
        }
    }

    /// Applies a ply, made or taken back, on a board of this height.
    pub fn apply_ply(&mut self, ply: &Ply, height: u8) {
        for shift in &ply.motions {
            self.shift(*shift, height);
        }
    }

    fn shift(&mut self, shift: DiscMotion, height: u8) {
        if let DiscPlace::At(from) = shift.from {
            self.discs.retain(|other| other.cell != from);
        }
        let DiscPlace::At(cell) = shift.to else {
            return;
        };
        let row = cell.row.index() as u8;
        let rows = match shift.from {
            // From the strip above the frame.
            DiscPlace::Above(_) => height - row,
            DiscPlace::At(from) => (from.row.index() as u8).saturating_sub(row),
            _ => 0,
        };
        self.add(cell, shift.disc, rows);
    }

    fn jump(&mut self, game: &Game) {
        self.discs.clear();
        let board = game.position().board();
        for column in board.columns() {
            for row in board.rows() {
                let cell = Cell { column, row };
                if let Some(disc) = board.disc_at(cell) {
                    self.add(cell, disc, 0);
                }
            }
        }
    }

    fn add(&mut self, cell: Cell, disc: Disc, rows: u8) {
        self.last_key += 1;
        let number = self.last_key;
        self.discs.push(FlatDisc {
            key: number,
            cell,
            disc,
            rows_fallen: rows,
        });
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::themes::EMOJI;

    fn game(text: &str) -> Game {
        read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
    }

    fn last_ply(game: &Game) -> Ply {
        let before = game.undo().expect("it has moves");
        let mv = *game.moves().last().expect("it has moves");
        let number = game.moves().len();
        Ply::new(number, before.position(), mv, game.position())
    }

    fn check(board: &FlatBoard, game: &Game) {
        let expected = game.position().board();
        assert_eq!(board.discs().len(), expected.discs());
        for disc in board.discs() {
            assert_eq!(expected.disc_at(disc.cell), Some(disc.disc));
        }
    }

    #[test]
    fn a_disc_falls_once() {
        let mut board = FlatBoard::of(&game("44"));
        let (before, after) = (board.clone(), game("445"));
        board.show(&BoardAnimation::Plies(
            vec![last_ply(&after)],
            after.clone(),
        ));
        check(&board, &after);
        let fallen = board.discs().last().expect("three discs");
        assert_eq!(fallen.rows_fallen, 6);
        // After the take-back the previous disc keeps its key: it does not fall again.
        let back = last_ply(&after).reversed();
        board.show(&BoardAnimation::Plies(vec![back], game("44")));
        assert_eq!(board.discs(), before.discs());
    }

    #[test]
    fn pops_anvils_and_strikes_move_their_discs() {
        for text in [
            "pop-out 7x6/4 4455P4",
            "pop-out 7x6/4 45P4",
            "power-up 7x6/4 444A4",
            "power-up 7x6/4 12B3T2",
        ] {
            let after = game(text);
            let before = after.undo().expect("it has moves");
            let mut board = FlatBoard::of(&before);
            board.show(&BoardAnimation::Plies(
                vec![last_ply(&after)],
                after.clone(),
            ));
            check(&board, &after);
            let back = last_ply(&after).reversed();
            board.show(&BoardAnimation::Plies(vec![back], before.clone()));
            check(&board, &before);
        }
    }

    #[test]
    fn another_game_appears_at_once() {
        let mut board = FlatBoard::of(&game("44"));
        board.show(&BoardAnimation::Jump(game("4455")));
        check(&board, &game("4455"));
        assert!(board.discs().iter().all(|disc| disc.rows_fallen == 0));
        board.show(&BoardAnimation::Empty(Game::default()));
        assert!(board.discs().is_empty());
    }
}
