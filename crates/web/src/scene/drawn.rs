//! The discs of a flat grid, each with the way it has just gone.
//!
//! A disc gets another number whenever it moves, and a drawing makes it anew by that number. So it
//! falls once, when it is dropped, and not again when the move after it is taken back.

use foursight_core::{Disc, Game, Space};
use foursight_table::{Ply, Shift, Spot};

use crate::model::Show;

/// A disc in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnDisc {
    /// Tells this disc after this way from all others.
    pub number: u32,
    /// Where it rests.
    pub space: Space,
    /// What it is.
    pub disc: Disc,
    /// From how many rows above it came; 0 if it did not fall.
    pub rows: u8,
}

/// The discs of a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    discs: Vec<DrawnDisc>,
    last: u32,
}

impl Drawn {
    /// All discs of a game at rest.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut drawn = Self::default();
        drawn.jump(game);
        drawn
    }

    /// The discs.
    #[must_use]
    pub fn discs(&self) -> &[DrawnDisc] {
        &self.discs
    }

    /// Something happened.
    pub fn show(&mut self, show: &Show) {
        match show {
            Show::Jump(game) | Show::Emptied(game) => self.jump(game),
            Show::Plies(plies, game) => {
                let height = game.ruleset().height();
                for ply in plies {
                    self.play(ply, height);
                }
            }
            Show::Refused(_) => {}
        }
    }

    /// A move was made or taken back, in a grid of this height.
    pub fn play(&mut self, ply: &Ply, height: u8) {
        for shift in &ply.shifts {
            self.shift(*shift, height);
        }
    }

    fn shift(&mut self, shift: Shift, height: u8) {
        if let Spot::At(from) = shift.from {
            self.discs.retain(|drawn| drawn.space != from);
        }
        let Spot::At(space) = shift.to else {
            return;
        };
        let row = space.row.index() as u8;
        let rows = match shift.from {
            // From the strip above the frame.
            Spot::Above(_) => height - row,
            Spot::At(from) => (from.row.index() as u8).saturating_sub(row),
            _ => 0,
        };
        self.put(space, shift.disc, rows);
    }

    fn jump(&mut self, game: &Game) {
        self.discs.clear();
        let grid = game.position().grid();
        for column in grid.columns() {
            for row in grid.rows() {
                let space = Space { column, row };
                if let Some(disc) = grid.disc_at(space) {
                    self.put(space, disc, 0);
                }
            }
        }
    }

    fn put(&mut self, space: Space, disc: Disc, rows: u8) {
        self.last += 1;
        let number = self.last;
        self.discs.push(DrawnDisc {
            number,
            space,
            disc,
            rows,
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
        let step = *game.moves().last().expect("it has moves");
        let number = game.moves().len();
        Ply::made(number, before.position(), step, game.position())
    }

    fn check(drawn: &Drawn, game: &Game) {
        let grid = game.position().grid();
        assert_eq!(drawn.discs().len(), grid.discs());
        for disc in drawn.discs() {
            assert_eq!(grid.disc_at(disc.space), Some(disc.disc));
        }
    }

    #[test]
    fn a_disc_falls_once() {
        let mut drawn = Drawn::of(&game("44"));
        let (before, after) = (drawn.clone(), game("445"));
        drawn.show(&Show::Plies(vec![last_ply(&after)], after.clone()));
        check(&drawn, &after);
        let fallen = drawn.discs().last().expect("three discs");
        assert_eq!(fallen.rows, 6);
        // Taken back, and the disc before it stays as it is: it does not fall again.
        let back = last_ply(&after).reversed();
        drawn.show(&Show::Plies(vec![back], game("44")));
        assert_eq!(drawn.discs(), before.discs());
    }

    #[test]
    fn pops_anvils_and_strikes_move_what_they_move() {
        for text in [
            "pop-out 7x6/4 4455P4",
            "pop-out 7x6/4 45P4",
            "power-up 7x6/4 444A4",
            "power-up 7x6/4 12B3T2",
        ] {
            let after = game(text);
            let before = after.undo().expect("it has moves");
            let mut drawn = Drawn::of(&before);
            drawn.show(&Show::Plies(vec![last_ply(&after)], after.clone()));
            check(&drawn, &after);
            let back = last_ply(&after).reversed();
            drawn.show(&Show::Plies(vec![back], before.clone()));
            check(&drawn, &before);
        }
    }

    #[test]
    fn another_game_is_there_at_once() {
        let mut drawn = Drawn::of(&game("44"));
        drawn.show(&Show::Jump(game("4455")));
        check(&drawn, &game("4455"));
        assert!(drawn.discs().iter().all(|disc| disc.rows == 0));
        drawn.show(&Show::Emptied(Game::default()));
        assert!(drawn.discs().is_empty());
    }
}
