//! A position as the search sees it: two words of discs and both players' threats.

use crate::memo::{Memo, Mixed};
use crate::rules::{Switches, Technique};
use crate::shape::{Shape, has_two};

/// Below this share of a full grid, in percent, mirror images share a memo entry. Later a position
/// hardly ever meets its mirror image, and the lookup would cost more than it saves.
const MIRROR_PERCENT: i32 = 57;

/// An unfinished position. Both threat maps travel with it: a drop changes only one of them by
/// more than the space it fills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Discs of the player to move.
    pub(crate) mover: u64,
    /// Discs of both players.
    pub(crate) all: u64,
    /// Empty spaces that would complete a line of the player to move.
    pub(crate) own_threats: u64,
    /// Empty spaces that would complete a line of the opponent.
    pub(crate) their_threats: u64,
    /// How many discs stand in the grid; First moves when it is even.
    pub(crate) discs: i32,
}

impl Node {
    /// The node of a position given by its discs.
    pub(crate) fn new<S: Shape>(shape: S, mover: u64, all: u64) -> Self {
        Self {
            mover,
            all,
            own_threats: shape.threats(mover, all),
            their_threats: shape.threats(mover ^ all, all),
            discs: all.count_ones() as i32,
        }
    }

    /// The position after the player to move drops on `space`.
    #[inline(always)]
    pub(crate) fn after<S: Shape>(&self, shape: S, space: u64) -> Self {
        let all = self.all | space;
        Self {
            mover: self.mover ^ self.all,
            all,
            own_threats: self.their_threats & !space,
            their_threats: shape.threats(self.mover | space, all),
            discs: self.discs + 1,
        }
    }

    /// Discs of the player not to move.
    #[inline(always)]
    pub(crate) fn opponent(&self) -> u64 {
        self.mover ^ self.all
    }

    /// Whether First is to move.
    #[inline(always)]
    pub(crate) fn first_to_move(&self) -> bool {
        self.discs & 1 == 0
    }

    /// Whether the player to move completes a line with this drop.
    #[inline(always)]
    pub(crate) fn wins_now<S: Shape>(&self, shape: S) -> bool {
        self.own_threats & shape.playable(self.all) != 0
    }

    /// Drops that do not lose at once, for a player who cannot win at once: blocking when there is
    /// something to block, and never directly below a threat of the opponent. Empty when every
    /// drop loses, or when the grid is full.
    #[inline(always)]
    pub(crate) fn sensible<S: Shape>(&self, shape: S) -> u64 {
        let playable = shape.playable(self.all);
        let forced = playable & self.their_threats;
        let safe = playable & !(self.their_threats >> 1);
        if forced == 0 {
            safe
        } else if !has_two(forced) {
            safe & forced
        } else {
            0
        }
    }

    /// The mixed memo key: the mover's discs plus a marker bit above every stack, which is unique.
    #[inline(always)]
    pub(crate) fn key<S: Shape, R: Switches>(&self, shape: S, rules: R) -> Mixed {
        let mut key = self
            .mover
            .wrapping_add(self.all)
            .wrapping_add(shape.floor());
        if rules.on(Technique::Mirror) && self.discs * 100 < shape.area() * MIRROR_PERCENT {
            let mirror = shape
                .mirrored(self.mover)
                .wrapping_add(shape.mirrored(self.all))
                .wrapping_add(shape.floor());
            key = key.min(mirror);
        }
        Memo::mix(key, shape.key_bits())
    }
}
