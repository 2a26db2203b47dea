//! A position as the search sees it: two words of discs and both players' threats.

use crate::geometry::{BoardGeometry, has_two};
use crate::techniques::{Technique, TechniqueSwitch};
use crate::transposition_table::{HashedKey, TranspositionTable};

/// While the board is less full than this, in percent, mirror images share a table entry. Later a
/// position hardly ever meets its mirror image, and the lookup would cost more than it saves.
const MIRROR_PERCENT: i32 = 57;

/// An unfinished position. Both threat maps are updated incrementally: a drop changes only one of
/// them by more than the cell it fills.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Discs of the player to move.
    pub(crate) mover: u64,
    /// Discs of both players.
    pub(crate) all: u64,
    /// Empty cells that would complete a line of the player to move.
    pub(crate) own_threats: u64,
    /// Empty cells that would complete a line of the opponent.
    pub(crate) their_threats: u64,
    /// Number of discs on the board; First moves when it is even.
    pub(crate) discs: i32,
}

impl Node {
    /// Creates the node of a position given by its discs.
    pub(crate) fn new<S: BoardGeometry>(geometry: S, mover: u64, all: u64) -> Self {
        Self {
            mover,
            all,
            own_threats: geometry.threats(mover, all),
            their_threats: geometry.threats(mover ^ all, all),
            discs: all.count_ones() as i32,
        }
    }

    /// Returns the position after the player to move drops on `cell`.
    #[inline(always)]
    pub(crate) fn after<S: BoardGeometry>(&self, geometry: S, cell: u64) -> Self {
        let all = self.all | cell;
        Self {
            mover: self.mover ^ self.all,
            all,
            own_threats: self.their_threats & !cell,
            their_threats: geometry.threats(self.mover | cell, all),
            discs: self.discs + 1,
        }
    }

    /// Returns the discs of the player not to move.
    #[inline(always)]
    pub(crate) fn opponent(&self) -> u64 {
        self.mover ^ self.all
    }

    /// Returns whether First is to move.
    #[inline(always)]
    pub(crate) fn first_to_move(&self) -> bool {
        self.discs & 1 == 0
    }

    /// Returns whether the player to move has an immediate win.
    #[inline(always)]
    pub(crate) fn wins_now<S: BoardGeometry>(&self, geometry: S) -> bool {
        self.own_threats & geometry.playable(self.all) != 0
    }

    /// Returns the drops that do not lose immediately, for a player who has no immediate win:
    /// blocking when there is something to block, and never directly below a threat of the
    /// opponent. Empty when every drop loses, or when the board is full.
    #[inline(always)]
    pub(crate) fn non_losing_drops<S: BoardGeometry>(&self, geometry: S) -> u64 {
        let playable = geometry.playable(self.all);
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

    /// Returns the hashed table key: the mover's discs plus a marker bit above every stack, which
    /// is unique.
    #[inline(always)]
    pub(crate) fn key<S: BoardGeometry, R: TechniqueSwitch>(
        &self,
        geometry: S,
        techniques: R,
    ) -> HashedKey {
        let mut key = self
            .mover
            .wrapping_add(self.all)
            .wrapping_add(geometry.floor());
        if techniques.enabled(Technique::Mirror)
            && self.discs * 100 < geometry.area() * MIRROR_PERCENT
        {
            let mirror = geometry
                .mirrored(self.mover)
                .wrapping_add(geometry.mirrored(self.all))
                .wrapping_add(geometry.floor());
            key = key.min(mirror);
        }
        TranspositionTable::mix(key, geometry.key_bits())
    }
}
