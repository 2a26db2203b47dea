//! What a search learns while it runs: which drops have answered questions so far.
//!
//! The order of `order.rs` knows a position; this one knows the game at hand. A space that was the
//! answer a moment ago, in a position that differs by a few discs, is likely to be the answer again.
//! So every drop that is searched leaves a trace in three tables: by its space alone, by its space and
//! the ply, and by its space and the drop before. Each holds a number between -[`MOST`] and [`MOST`]
//! that moves a quarter of the way up when the drop answers the question, and down when it does not.
//! What is old is thereby forgotten soon: remembering for longer costs more nodes than it saves.
//!
//! Attackers and defenders have tables of their own.

/// The largest trace. They are small, so that the tables fit next to everything else in the
/// processor's nearest cache.
const MOST: i8 = 50;
/// What one unit of a trace is worth in the order.
const WEIGHT: i32 = 8;
/// By how many bits the distance to the end of the range is shifted when a trace moves.
const SHIFT: u32 = 2;
/// More than any space's index, and than any number of discs.
const SPACES: usize = 64;
/// Traces of one kind of occasion: by role (defending, attacking), then by space.
const KIND: usize = 2 * SPACES;

/// Where a drop may be made: when, after what, and by whom.
#[derive(Clone, Copy)]
pub(crate) struct Occasion {
    /// Discs in the grid.
    pub(crate) discs: i32,
    /// The space of the drop before.
    pub(crate) last: u64,
    /// Whether the player to move is the attacker.
    pub(crate) attacking: bool,
}

/// The traces of one search: of any occasion, then by discs, then by the drop before.
pub(crate) struct History(Vec<i8>);

impl History {
    pub(crate) fn new() -> Self {
        Self(vec![0; KIND * (1 + 2 * SPACES)])
    }

    /// How promising a drop is, to be added to its score in the order.
    #[inline(always)]
    pub(crate) fn score(&self, occasion: Occasion, space: u64) -> i32 {
        let traces = occasion.places(space).map(|place| i32::from(self.0[place]));
        traces.into_iter().sum::<i32>() * WEIGHT
    }

    /// Takes note that a drop was searched, and whether it answered the question.
    #[inline(always)]
    pub(crate) fn learn(&mut self, occasion: Occasion, space: u64, answered: bool) {
        let end = if answered { MOST } else { -MOST };
        for place in occasion.places(space) {
            let trace = &mut self.0[place];
            *trace += (end - *trace) >> SHIFT;
        }
    }
}

impl Occasion {
    /// Where the three traces of a drop are.
    #[inline(always)]
    fn places(&self, space: u64) -> [usize; 3] {
        let place = usize::from(self.attacking) * SPACES + index(space);
        let by_discs = 1 + self.discs as usize % SPACES;
        let by_last = 1 + SPACES + index(self.last);
        [place, by_discs * KIND + place, by_last * KIND + place]
    }
}

/// The index of a space; that of no space is any.
#[inline(always)]
fn index(space: u64) -> usize {
    space.trailing_zeros() as usize % SPACES
}

#[cfg(test)]
mod tests {
    use super::*;

    const OCCASION: Occasion = Occasion {
        discs: 12,
        last: 1 << 7,
        attacking: true,
    };
    const SPACE: u64 = 1 << 3;

    #[test]
    fn nothing_is_known_at_first() {
        assert_eq!(History::new().score(OCCASION, SPACE), 0);
    }

    #[test]
    fn what_answered_comes_before_what_did_not() {
        let mut history = History::new();
        history.learn(OCCASION, SPACE, true);
        history.learn(OCCASION, SPACE << 1, false);
        let unknown = history.score(OCCASION, SPACE << 2);
        assert!(history.score(OCCASION, SPACE) > unknown);
        assert!(history.score(OCCASION, SPACE << 1) < unknown);
    }

    #[test]
    fn the_same_occasion_counts_most_and_the_other_role_not_at_all() {
        let mut history = History::new();
        history.learn(OCCASION, SPACE, true);
        let score = |occasion| history.score(occasion, SPACE);
        let later = Occasion {
            discs: 13,
            ..OCCASION
        };
        let elsewhere = Occasion { last: 1, ..later };
        let defending = Occasion {
            attacking: false,
            ..OCCASION
        };
        let scores = [OCCASION, later, elsewhere, defending].map(score);
        assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
        assert_eq!(score(defending), 0);
    }

    #[test]
    fn traces_stay_in_range_and_turn_soon() {
        let mut history = History::new();
        for _ in 0..1_000 {
            history.learn(OCCASION, SPACE, true);
        }
        let most = history.score(OCCASION, SPACE);
        assert!(most <= 3 * WEIGHT * i32::from(MOST), "{most}");
        for _ in 0..4 {
            history.learn(OCCASION, SPACE, false);
        }
        assert!(history.score(OCCASION, SPACE) < 0);
    }
}
