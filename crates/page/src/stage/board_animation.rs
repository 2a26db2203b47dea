//! Changes of the displayed board.

use foursight_core::{Column, Game};
use foursight_table::Ply;

/// A change of the displayed board. The shell passes each one to the renderers directly: a signal
/// would merge the changes of one moment, and a bot's reply would swallow the move before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardAnimation {
    /// Show this game without an animation.
    Jump(Game),
    /// These plies were made or taken back in this order, and led to this game.
    Plies(Vec<Ply>, Game),
    /// All discs leave through the bottom, and this game begins.
    Empty(Game),
    /// A move in this column was refused.
    Refused(Column),
}

/// Most plies that [`BoardAnimation::path`] shows one by one.
const PATH_PLIES_MAX: usize = 6;

impl BoardAnimation {
    /// Returns the change from one game to another by the plies that lead there: those that are taken
    /// back, then those that are made. Too many, or games of other rules, are a jump.
    #[must_use]
    pub fn path(before: &Game, after: Game) -> Self {
        let (old, new) = (before.moves(), after.moves());
        let same = old.iter().zip(new).take_while(|(old, new)| old == new);
        let common = same.count();
        let plies = old.len() + new.len() - 2 * common;
        if before.ruleset() != after.ruleset() || plies > PATH_PLIES_MAX {
            return Self::Jump(after);
        }
        let plies_of = |game: &Game| -> Vec<Ply> {
            let positions: Vec<_> = game.positions().collect();
            let ply = |index: usize| {
                let [before, after] = [positions[index], positions[index + 1]];
                Ply::new(index + 1, before, game.moves()[index], after)
            };
            (common..game.moves().len()).map(ply).collect()
        };
        let back = plies_of(before).into_iter().rev().map(Ply::reversed);
        let plies = back.chain(plies_of(&after)).collect();
        Self::Plies(plies, after)
    }

    /// Returns the change from one game to another: a single ply if they are neighbours, otherwise
    /// a jump.
    #[must_use]
    pub fn between(before: &Game, after: Game) -> Self {
        let (from, to) = (before.moves().len(), after.moves().len());
        let longer = if from < to { &after } else { before };
        let are_neighbours = from.abs_diff(to) == 1
            && before
                .moves()
                .iter()
                .zip(after.moves())
                .all(|(old, new)| old == new);
        let earlier = longer.undo().filter(|_| are_neighbours);
        let Some((earlier, mv)) = earlier.zip(longer.moves().last()) else {
            return Self::Jump(after);
        };
        let ply = Ply::new(from.max(to), earlier.position(), *mv, longer.position());
        let ply = if from < to { ply } else { ply.reversed() };
        Self::Plies(vec![ply], after)
    }
}
