//! Perft: counts of move sequences and of reachable positions.
//!
//! The counts of the standard game are published, so almost any rule bug shows up here.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hint::black_box;

use crate::bitboard::Bitboard;
use crate::position::VariantState;
use crate::{DropPosition, Position, Shape};

impl<S: Shape> DropPosition<S> {
    /// Counts the sequences of `plies` drops from here. Sequences that would continue after the end
    /// of the game do not count.
    ///
    /// ```
    /// use foursight_core::DropPosition;
    ///
    /// assert_eq!(DropPosition::default().perft(7), 823_536);
    /// ```
    #[must_use]
    pub fn perft(self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ if self.is_won() => 0,
            // Bulk counting: the last ply is counted without being played.
            1 => self.landings().count().into(),
            _ => self.children().map(|child| child.perft(plies - 1)).sum(),
        }
    }

    /// Counts like [`perft`](Self::perft) but without bulk counting: it plays every position, the
    /// last ply included. Slower, and a fair measure of the cost of a drop with its win detection.
    #[must_use]
    pub fn perft_visiting(self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ if self.is_won() => 0,
            // Build each child and test it for a win, as a search would, though only their number
            // counts.
            1 => self
                .children()
                .map(|child| {
                    black_box(child.is_won());
                    1
                })
                .sum(),
            _ => self
                .children()
                .map(|child| child.perft_visiting(plies - 1))
                .sum(),
        }
    }

    /// Iterates over the positions one drop ahead. Empty once the game is over.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Self> + use<S> {
        let mut landings = if self.is_won() {
            S::Bitboard::ZERO
        } else {
            self.landings()
        };
        core::iter::from_fn(move || {
            if landings == S::Bitboard::ZERO {
                return None;
            }
            let landing = S::Bitboard::ONE << landings.lowest_bit();
            landings = landings ^ landing;
            Some(self.land(landing))
        })
    }
}

impl Position {
    /// Counts the sequences of `plies` moves from here.
    ///
    /// ```
    /// use foursight_core::Position;
    ///
    /// assert_eq!(Position::default().perft(4), 7 * 7 * 7 * 7);
    /// ```
    #[must_use]
    pub fn perft(&self, plies: u32) -> u64 {
        match self.state() {
            VariantState::Standard(drops) => drops.perft(plies),
            VariantState::Narrow(drops) => drops.perft(plies),
            VariantState::Wide(drops) => drops.perft(plies),
            VariantState::PopOut(_) | VariantState::PopTen(_) | VariantState::PowerUp(_) => {
                match plies {
                    0 => 1,
                    1 => self.moves().len() as u64,
                    _ => self.children().map(|child| child.perft(plies - 1)).sum(),
                }
            }
        }
    }

    /// Counts like [`perft`](Self::perft) but plays every position, the last ply included.
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
            VariantState::Standard(drops) => drops.perft_visiting(plies),
            VariantState::Narrow(drops) => drops.perft_visiting(plies),
            VariantState::Wide(drops) => drops.perft_visiting(plies),
            VariantState::PopOut(_) | VariantState::PopTen(_) | VariantState::PowerUp(_) => {
                match plies {
                    0 => 1,
                    _ => self
                        .children()
                        .map(|child| child.perft_visiting(plies - 1))
                        .sum(),
                }
            }
        }
    }

    /// Iterates over the positions one move ahead. Empty once the game is over.
    pub fn children(&self) -> impl Iterator<Item = Self> + use<> {
        let parent = *self;
        let moves = self.moves().into_iter();
        moves.filter_map(move |mv| parent.after(mv).ok())
    }

    /// Counts the distinct positions that can be reached, ply by ply, this one first. Mirror images
    /// count separately; finished games count and are not continued.
    ///
    /// Holds all positions of a ply in memory: 24 bytes each in the standard game.
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
            VariantState::Standard(drops) => Box::new(layer_sizes(drops, |drops| drops.children())),
            VariantState::Narrow(drops) => Box::new(layer_sizes(drops, |drops| drops.children())),
            VariantState::Wide(drops) => Box::new(layer_sizes(drops, |drops| drops.children())),
            VariantState::PopOut(_) | VariantState::PopTen(_) | VariantState::PowerUp(_) => {
                Box::new(layer_sizes(*self, Self::children))
            }
        }
    }
}

/// Yields the sizes of the layers of positions that lie 0, 1, 2… moves ahead.
fn layer_sizes<P: Ord + Copy, I: Iterator<Item = P>>(
    start: P,
    children: impl Fn(&P) -> I,
) -> impl Iterator<Item = u64> {
    let mut layer = alloc::vec![start];
    let mut ply = 0;
    core::iter::from_fn(move || {
        if ply > 0 {
            let mut next: Vec<_> = layer.iter().flat_map(&children).collect();
            next.sort_unstable();
            next.dedup();
            layer = next;
        }
        ply += 1;
        (!layer.is_empty()).then_some(layer.len() as u64)
    })
}
