//! Counting: how many ways a game can go, and how many positions it can reach.
//!
//! The counts of the standard game are published, so a rule bug almost anywhere shows up here.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::position::State;
use crate::word::Word;
use crate::{Drops, Position, Shape};

impl<S: Shape> Drops<S> {
    /// How many sequences of `plies` drops there are from here. Sequences that would go on after
    /// the end of the game do not count.
    ///
    /// ```
    /// use foursight_core::Drops;
    ///
    /// assert_eq!(Drops::default().perft(7), 823_536);
    /// ```
    #[must_use]
    pub fn perft(self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ if self.is_over() => 0,
            // The last ply need not be played to be counted.
            1 => self.landings().count().into(),
            _ => self.children().map(|child| child.perft(plies - 1)).sum(),
        }
    }

    /// The same count with every position visited, the last ply included: slower, and a fair
    /// measure of what a drop with its win detection costs.
    #[must_use]
    pub fn perft_visiting(self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ if self.is_over() => 0,
            _ => self
                .children()
                .map(|child| child.perft_visiting(plies - 1))
                .sum(),
        }
    }

    /// Every position one drop ahead; none once the game is over.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Self> + use<S> {
        let mut left = if self.is_over() {
            S::Word::ZERO
        } else {
            self.landings()
        };
        core::iter::from_fn(move || {
            if left == S::Word::ZERO {
                return None;
            }
            let landing = S::Word::ONE << left.lowest();
            left = left ^ landing;
            Some(self.land(landing))
        })
    }
}

impl Position {
    /// How many sequences of `plies` moves there are from here.
    ///
    /// ```
    /// use foursight_core::Position;
    ///
    /// assert_eq!(Position::default().perft(4), 7 * 7 * 7 * 7);
    /// ```
    #[must_use]
    pub fn perft(&self, plies: u32) -> u64 {
        match self.state() {
            State::Classic(drops) => drops.perft(plies),
            State::Narrow(drops) => drops.perft(plies),
            State::Wide(drops) => drops.perft(plies),
            State::PopOut(_) | State::PopTen(_) | State::PowerUp(_) => match plies {
                0 => 1,
                1 => self.moves().len() as u64,
                _ => self.children().map(|child| child.perft(plies - 1)).sum(),
            },
        }
    }

    /// The same count with every position visited, the last ply included.
    ///
    /// ```
    /// use foursight_core::Position;
    ///
    /// let start = Position::default();
    /// assert_eq!(start.perft_visiting(5), start.perft(5));
    /// ```
    #[must_use]
    pub fn perft_visiting(&self, plies: u32) -> u64 {
        match self.state() {
            State::Classic(drops) => drops.perft_visiting(plies),
            State::Narrow(drops) => drops.perft_visiting(plies),
            State::Wide(drops) => drops.perft_visiting(plies),
            State::PopOut(_) | State::PopTen(_) | State::PowerUp(_) => match plies {
                0 => 1,
                _ => self
                    .children()
                    .map(|child| child.perft_visiting(plies - 1))
                    .sum(),
            },
        }
    }

    /// Every position one move ahead; none once the game is over.
    pub fn children(&self) -> impl Iterator<Item = Self> + use<> {
        let parent = *self;
        let moves = self.moves().into_iter();
        moves.filter_map(move |step| parent.after(step).ok())
    }

    /// How many distinct positions can be reached, ply by ply, this one first. Mirror images
    /// count separately; finished games count and are not played on.
    ///
    /// All positions of a ply are held in memory: 24 bytes each in the standard game.
    ///
    /// ```
    /// use foursight_core::Position;
    ///
    /// let counts: Vec<_> = Position::default().distinct_by_ply().take(5).collect();
    /// assert_eq!(counts, [1, 7, 49, 238, 1120]);
    /// ```
    #[must_use]
    pub fn distinct_by_ply(&self) -> Box<dyn Iterator<Item = u64>> {
        match *self.state() {
            State::Classic(drops) => Box::new(layers(drops, |drops| drops.children())),
            State::Narrow(drops) => Box::new(layers(drops, |drops| drops.children())),
            State::Wide(drops) => Box::new(layers(drops, |drops| drops.children())),
            State::PopOut(_) | State::PopTen(_) | State::PowerUp(_) => {
                Box::new(layers(*self, Self::children))
            }
        }
    }
}

/// The sizes of the layers of positions that lie 0, 1, 2… moves ahead.
fn layers<P: Ord + Copy, I: Iterator<Item = P>>(
    from: P,
    children: impl Fn(&P) -> I,
) -> impl Iterator<Item = u64> {
    let mut layer = alloc::vec![from];
    let mut counted = 0;
    core::iter::from_fn(move || {
        if counted > 0 {
            let mut next: Vec<_> = layer.iter().flat_map(&children).collect();
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        counted += 1;
        (!layer.is_empty()).then_some(layer.len() as u64)
    })
}
