//! Counts windows of the line's length with bit-parallel arithmetic.
//!
//! A window is identified by its first cell; bit `s` of a word describes the window that starts at
//! `s`. Shifting a player's discs right by `k` strides moves the `k`-th disc of every window onto
//! its first cell, so three words count, for all windows together, whether they lack zero, one or
//! two discs.
//!
//! ```text
//!   discs          . x x x . x x .      windows of four, to the right
//!   start          s s s s s . . .      the last three fit no window
//!   lacking one    x x x x . . . .
//!   lacking two    . . . . x . . .
//! ```

use foursight_core::{Bitboard, Player, Ruleset};

use crate::Weights;

/// The windows of one ruleset's board.
#[derive(Clone, Debug)]
pub(crate) struct Windows<W> {
    connect: u32,
    /// For each direction in which a line fits: the distance between neighbours, and the cells from
    /// which a window fits.
    directions: Vec<(u32, W)>,
    centre: W,
    cells: W,
    odd_rows: W,
}

/// Number of a player's windows without a disc of the opponent, by the number of discs they lack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WindowCounts {
    pub(crate) lines: u32,
    pub(crate) one_short: u32,
    pub(crate) two_short: u32,
}

impl<W: Bitboard> Windows<W> {
    pub(crate) fn new(ruleset: Ruleset) -> Self {
        let (width, height) = (i32::from(ruleset.width()), i32::from(ruleset.height()));
        let reach = i32::from(ruleset.connect()) - 1;
        let stride = height + 1;
        let set_of = |test: &dyn Fn(i32, i32) -> bool| {
            let mut set = W::ZERO;
            for column in 0..width {
                for row in (0..height).filter(|row| test(column, *row)) {
                    set = set | W::ONE << (column * stride + row) as u32;
                }
            }
            set
        };
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)]
            .into_iter()
            .map(|(right, up)| {
                let starts = set_of(&|column, row| {
                    column + right * reach < width && (0..height).contains(&(row + up * reach))
                });
                ((right * stride + up) as u32, starts)
            })
            .filter(|(_, starts)| *starts != W::ZERO)
            .collect();
        Self {
            connect: ruleset.connect().into(),
            directions,
            centre: set_of(&|column, _| (2 * column - width + 1).abs() <= 1),
            cells: set_of(&|_, _| true),
            odd_rows: set_of(&|_, row| row % 2 == 0),
        }
    }

    /// Counts windows, and calls `one_short` with the windows of each direction that lack one disc.
    #[inline]
    fn count(&self, mine: W, theirs: W, mut one_short: impl FnMut(u32, W)) -> WindowCounts {
        let mut counts = WindowCounts::default();
        for &(stride, starts) in &self.directions {
            let (mut none, mut one, mut two) = (starts, W::ZERO, W::ZERO);
            let mut blocked = W::ZERO;
            for place in 0..self.connect {
                let shift = place * stride;
                let (has, missing) = (mine >> shift, !(mine >> shift));
                blocked = blocked | theirs >> shift;
                two = (two & has) | (one & missing);
                one = (one & has) | (none & missing);
                none = none & has;
            }
            counts.lines += none.count();
            counts.one_short += (one & !blocked).count();
            counts.two_short += (two & !blocked).count();
            one_short(stride, one & !blocked);
        }
        // A window of two that lacks two is empty.
        if self.connect <= 2 {
            counts.two_short = 0;
        }
        counts
    }

    pub(crate) fn counts(&self, mine: W, theirs: W) -> WindowCounts {
        self.count(mine, theirs, |_, _| {})
    }

    /// Returns the window counts of a player, and the empty cells that would complete a line.
    fn counts_and_threats(&self, mine: W, theirs: W) -> (WindowCounts, W) {
        let mut threats = W::ZERO;
        let empty = self.cells & !(mine | theirs);
        let counts = self.count(mine, theirs, |stride, one_short| {
            for place in 0..self.connect {
                let shift = place * stride;
                threats = threats | (one_short & (empty >> shift)) << shift;
            }
        });
        (counts, threats)
    }

    /// Evaluates the discs for the player who owns `mine`.
    pub(crate) fn points(&self, mine: W, theirs: W, player: Player, weights: &Weights) -> i32 {
        let (own, opponent, parity) = if weights.parity == 0 {
            (self.counts(mine, theirs), self.counts(theirs, mine), 0)
        } else {
            let (own, good) = self.counts_and_threats(mine, theirs);
            let (opponent, bad) = self.counts_and_threats(theirs, mine);
            let even_rows = self.cells & !self.odd_rows;
            let (my_rows, their_rows) = match player {
                Player::First => (self.odd_rows, even_rows),
                Player::Second => (even_rows, self.odd_rows),
            };
            let lead = (good & my_rows).count() as i32 - (bad & their_rows).count() as i32;
            (own, opponent, lead)
        };
        weights.line * own.lines as i32
            + weights.one_short * own.one_short as i32
            + weights.two_short * own.two_short as i32
            + weights.opponent_one_short * opponent.one_short as i32
            + weights.opponent_two_short * opponent.two_short as i32
            + weights.centre * (mine & self.centre).count() as i32
            + weights.parity * parity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::SplitMix64;
    use foursight_core::{Board, Direction, Game, Position, Variant};

    /// Reference implementation: walks along every window.
    fn count_slowly(board: &Board, player: Player, connect: u8) -> WindowCounts {
        let mut counts = WindowCounts::default();
        for column in board.columns() {
            for row in board.rows() {
                for direction in Direction::ALL {
                    let mut cell = Some(foursight_core::Cell { column, row });
                    let (mut own, mut fits, mut free) = (0, true, true);
                    for _ in 0..connect {
                        let Some(here) = cell else {
                            fits = false;
                            break;
                        };
                        match board.disc_at(here) {
                            Some(disc) if disc.owner == player => own += 1,
                            Some(_) => free = false,
                            None => {}
                        }
                        cell = board.neighbour(here, direction, 1);
                    }
                    if fits && free {
                        counts.lines += u32::from(own == connect);
                        counts.one_short += u32::from(own + 1 == connect);
                        counts.two_short += u32::from(own + 2 == connect && own > 0);
                    }
                }
            }
        }
        counts
    }

    #[test]
    fn bit_parallel_counts_agree_with_the_reference() {
        let sizes = [
            (7, 6, 4),
            (8, 7, 4),
            (9, 6, 5),
            (4, 4, 3),
            (3, 3, 2),
            (10, 10, 5),
            (16, 7, 6),
            (64, 1, 4),
            (1, 127, 4),
        ];
        for (width, height, connect) in sizes {
            let rules = Ruleset::new(width, height, connect, Variant::Standard).expect("fits");
            let windows = Windows::<u128>::new(rules);
            for seed in 0..20 {
                let mut rng = SplitMix64::new(seed);
                let mut game = Game::new(rules);
                while let Some(mv) = rng.pick(&game.legal_moves()) {
                    game.apply(*mv).expect("legal");
                    let board = game.position().board();
                    for player in Player::BOTH {
                        let [mine, theirs] = [player, player.opponent()].map(|p| board.bits(p));
                        assert_eq!(
                            windows.counts(mine, theirs),
                            count_slowly(&board, player, connect),
                            "{:?}",
                            game.position()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn balanced_weights_give_the_documented_points() {
        // Row 1: a window that lacks one, a window that lacks two. Row 2: the opponent's.
        check("112233", Player::First, 5 + 2 - 4);
        check("112233", Player::Second, 5 + 2 - 4);
        // The centre, alone and shared.
        check("4", Player::First, 3);
        check("4", Player::Second, 0);
        check("44", Player::Second, 3);
        // A pair in a column: one window that lacks two, and two discs in the centre.
        check("4141", Player::First, 2 + 3 * 2);
        check("41414", Player::First, 5 + 2 + 3 * 3);
        check("41414", Player::Second, 2 - 4);
    }

    fn check(moves: &str, player: Player, points: i32) {
        let mut position = Position::default();
        for digit in moves.bytes() {
            let column = foursight_core::Column::from_number((digit - b'0').into());
            position = position.drop_in(column.expect("a digit")).expect("legal");
        }
        let board = position.board();
        let windows = Windows::<u128>::new(position.ruleset());
        let [mine, theirs] = [player, player.opponent()].map(|p| board.bits(p));
        let found = windows.points(mine, theirs, player, &Weights::BALANCED);
        assert_eq!(found, points, "{position:?}");
    }
}
