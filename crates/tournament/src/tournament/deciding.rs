//! From who is seeded and what is decided to who plays next.

use super::Tournament;
use crate::contest::{By, Decision, EntrantId, Match, Place, Side, Source, Stage};

impl Tournament {
    /// Fills the places that are known by now, and decides the matches that need no game. One pass does
    /// it, because a match only depends on earlier ones.
    pub(super) fn settle(&mut self) {
        for index in 0..self.matches.len() {
            self.settle_one(index);
        }
    }

    pub(super) fn settle_one(&mut self, index: usize) {
        if self.matches[index].decision.is_some() {
            return;
        }
        let was_known = self.matches[index].pair().is_some();
        for side in Side::BOTH {
            if self.matches[index].places[side.index()] == Place::Open {
                let place = self.place(self.matches[index].sources[side.index()]);
                self.matches[index].places[side.index()] = place;
            }
        }
        self.matches[index].decision = self.without_games(&self.matches[index]);
        if !was_known {
            self.matches[index].opener = self.opener(&self.matches[index]);
        }
    }

    /// Who comes from there.
    fn place(&self, source: Source) -> Place {
        let of = |id: crate::MatchId, wanted: fn(&Match) -> Option<EntrantId>| {
            let found = self.find(id);
            match found.and_then(|found| found.decision.map(|_| wanted(found))) {
                None => Place::Open,
                Some(None) => Place::Free,
                Some(Some(entrant)) => Place::Taken(entrant),
            }
        };
        match source {
            Source::Seed(seed) => {
                let seeded = self.seeds.get(usize::from(seed));
                seeded.map_or(Place::Free, |entrant| Place::Taken(*entrant))
            }
            Source::WinnerOf(id) => of(id, Match::winner),
            Source::LoserOf(id) => of(id, Match::loser),
            // Whoever pairs a round fills its places.
            Source::Pairing => Place::Free,
        }
    }

    /// What is decided about a match without any game.
    fn without_games(&self, found: &Match) -> Option<Decision> {
        if found.stage == Stage::Reset && !self.needs_reset(found) {
            return Some(Decision::NotNeeded);
        }
        let won = |winner: Side, by: By| Some(Decision::Won { winner, by });
        let is_gone = |id: EntrantId| self.entrant(id).is_none_or(|e| e.has_withdrawn);
        match found.places {
            [Place::Open, _] | [_, Place::Open] => None,
            [Place::Free, Place::Free] => Some(Decision::NotNeeded),
            [Place::Taken(_), Place::Free] => won(Side::Upper, By::Bye),
            [Place::Free, Place::Taken(_)] => won(Side::Lower, By::Bye),
            [Place::Taken(upper), Place::Taken(lower)] => match (is_gone(upper), is_gone(lower)) {
                (false, false) => None,
                (false, true) => won(Side::Upper, By::Walkover),
                (true, false) => won(Side::Lower, By::Walkover),
                (true, true) => Some(Decision::BothLost),
            },
        }
    }

    /// True while it may be needed: until the grand final is decided, and after its upper side lost.
    fn needs_reset(&self, reset: &Match) -> bool {
        let Source::LoserOf(grand_final) = reset.sources[0] else {
            return false;
        };
        match self.find(grand_final).and_then(|found| found.decision) {
            None => true,
            Some(Decision::Won { winner, .. }) => winner == Side::Lower,
            Some(_) => false,
        }
    }

    /// Which side opens a match: as paired in a table; in a bracket who moved first less often so far,
    /// and the better seed if that is equal.
    fn opener(&self, found: &Match) -> Side {
        let Some(pair) = found.pair().filter(|_| self.setup.form.is_knock_out()) else {
            return found.opener;
        };
        let [upper, lower] = pair.map(|id| (self.seat_balance(id), self.seed_of(id)));
        if upper <= lower {
            Side::Upper
        } else {
            Side::Lower
        }
    }

    /// How often an entrant moved first, less how often it moved second.
    pub(crate) fn seat_balance(&self, id: EntrantId) -> i32 {
        let mut balance = 0;
        for found in &self.matches {
            let Some(side) = found.side_of(id) else {
                continue;
            };
            for game in &found.games {
                balance += if game.first == side { 1 } else { -1 };
            }
        }
        balance
    }
}
