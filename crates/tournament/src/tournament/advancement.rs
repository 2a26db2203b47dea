//! Advances entrants through the matches: from seeds and decided matches to the next pairings.

use super::Tournament;
use crate::matches::{
    EntrantId, Match, MatchResult, MatchSide, MatchSlot, MatchStage, ResultReason, SlotSource,
};

impl Tournament {
    /// Fills the slots that are known by now and decides the matches that need no game. One pass is
    /// enough, because a match only depends on earlier ones.
    pub(super) fn advance_matches(&mut self) {
        for index in 0..self.matches.len() {
            self.advance_match(index);
        }
    }

    pub(super) fn advance_match(&mut self, index: usize) {
        if self.matches[index].result.is_some() {
            return;
        }
        let was_known = self.matches[index].pair().is_some();
        for side in MatchSide::BOTH {
            if self.matches[index].slots[side.index()] == MatchSlot::Undecided {
                let place = self.resolve_source(self.matches[index].sources[side.index()]);
                self.matches[index].slots[side.index()] = place;
            }
        }
        self.matches[index].result = self.decide_without_games(&self.matches[index]);
        if !was_known {
            self.matches[index].opening_side = self.opener(&self.matches[index]);
        }
    }

    /// Resolves the entrant that a source delivers.
    fn resolve_source(&self, source: SlotSource) -> MatchSlot {
        let of = |id: crate::MatchId, wanted: fn(&Match) -> Option<EntrantId>| {
            let match_ = self.find_match(id);
            match match_.and_then(|match_| match_.result.map(|_| wanted(match_))) {
                None => MatchSlot::Undecided,
                Some(None) => MatchSlot::Empty,
                Some(Some(entrant)) => MatchSlot::Filled(entrant),
            }
        };
        match source {
            SlotSource::Seed(seed) => {
                let seeded = self.seeds.get(usize::from(seed));
                seeded.map_or(MatchSlot::Empty, |entrant| MatchSlot::Filled(*entrant))
            }
            SlotSource::WinnerOf(id) => of(id, Match::winner),
            SlotSource::LoserOf(id) => of(id, Match::loser),
            // Pairing a round fills its slots.
            SlotSource::Pairing => MatchSlot::Empty,
        }
    }

    /// Decides a match that needs no game.
    fn decide_without_games(&self, match_: &Match) -> Option<MatchResult> {
        if match_.stage == MatchStage::Reset && !self.needs_reset(match_) {
            return Some(MatchResult::NotNeeded);
        }
        let won =
            |winner: MatchSide, by: ResultReason| Some(MatchResult::Won { winner, reason: by });
        let is_gone = |id: EntrantId| self.entrant(id).is_none_or(|e| e.has_withdrawn);
        match match_.slots {
            [MatchSlot::Undecided, _] | [_, MatchSlot::Undecided] => None,
            [MatchSlot::Empty, MatchSlot::Empty] => Some(MatchResult::NotNeeded),
            [MatchSlot::Filled(_), MatchSlot::Empty] => won(MatchSide::Upper, ResultReason::Bye),
            [MatchSlot::Empty, MatchSlot::Filled(_)] => won(MatchSide::Lower, ResultReason::Bye),
            [MatchSlot::Filled(upper), MatchSlot::Filled(lower)] => {
                match (is_gone(upper), is_gone(lower)) {
                    (false, false) => None,
                    (false, true) => won(MatchSide::Upper, ResultReason::Walkover),
                    (true, false) => won(MatchSide::Lower, ResultReason::Walkover),
                    (true, true) => Some(MatchResult::BothLost),
                }
            }
        }
    }

    /// True while a reset may be needed: until the grand final is decided, and after its upper side
    /// lost.
    fn needs_reset(&self, reset: &Match) -> bool {
        let SlotSource::LoserOf(grand_final) = reset.sources[0] else {
            return false;
        };
        match self
            .find_match(grand_final)
            .and_then(|match_| match_.result)
        {
            None => true,
            Some(MatchResult::Won { winner, .. }) => winner == MatchSide::Lower,
            Some(_) => false,
        }
    }

    /// Chooses the side that moves first in a match: as paired in a table; in a bracket the entrant
    /// who has moved first less often, or else the better seed.
    fn opener(&self, match_: &Match) -> MatchSide {
        let Some(pair) = match_.pair().filter(|_| self.setup.format.is_knock_out()) else {
            return match_.opening_side;
        };
        let [upper, lower] = pair.map(|id| (self.seat_balance(id), self.seed_of(id)));
        if upper <= lower {
            MatchSide::Upper
        } else {
            MatchSide::Lower
        }
    }

    /// Number of games in which an entrant moved first, minus those in which it moved second.
    pub(crate) fn seat_balance(&self, id: EntrantId) -> i32 {
        let mut balance = 0;
        for match_ in &self.matches {
            let Some(side) = match_.side_of(id) else {
                continue;
            };
            for game in &match_.games {
                balance += if game.first == side { 1 } else { -1 };
            }
        }
        balance
    }
}
