//! Who takes part: entering, also late, the draw of seeds, and the pairing of Swiss rounds.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Entrant, Phase, Tournament};
use crate::bracket::{double, places, round_robin, single};
use crate::contest::{By, Decision, EntrantId, Match, Place, Stage};
use crate::event::{Event, Refused, Who};
use crate::lots::shuffle;
use crate::setup::{ENTRANTS_MAX, ENTRANTS_MIN, Form, Seeding, check_name, check_words};
use crate::swiss::{self, Waiting};

impl Tournament {
    pub(super) fn enter(
        &mut self,
        name: &str,
        who: &Who,
        rating: Option<i32>,
    ) -> Result<(), Refused> {
        check_name(name)?;
        if let Who::Bot(words) = who {
            check_words(words)?;
        }
        if self.entrants.iter().any(|entrant| entrant.name == name) {
            return Err(Refused::NameTaken(name.to_owned()));
        }
        if self.entrants.len() >= ENTRANTS_MAX {
            return Err(Refused::Full);
        }
        let entrant = Entrant {
            name: name.to_owned(),
            who: who.clone(),
            rating,
            has_withdrawn: false,
        };
        if !self.has_begun {
            self.entrants.push(entrant);
            return Ok(());
        }
        self.enter_late(entrant)
    }

    /// A late entrant has the last seed. In Swiss it is paired from the next round on; in other forms it
    /// takes a free place, if nothing that was played depends on its being free.
    fn enter_late(&mut self, entrant: Entrant) -> Result<(), Refused> {
        if self.phase() == Phase::Over || !self.has_free_place() {
            return Err(Refused::TooLate);
        }
        let id = EntrantId(self.entrants.len() as u16);
        let mut later = self.clone();
        later.entrants.push(entrant);
        later.seeds.push(id);
        if !self.is_swiss() {
            later.matches = self.planned();
            for (index, old) in self.matches.iter().enumerate() {
                later.settle_one(index);
                let new = &mut later.matches[index];
                if was_played(old) {
                    if new.places != old.places {
                        return Err(Refused::TooLate);
                    }
                    new.clone_from(old);
                }
            }
        }
        *self = later;
        Ok(())
    }

    fn has_free_place(&self) -> bool {
        let taken = self.seeds.len();
        match self.setup.form {
            Form::Swiss { rounds } => self.rounds_paired < rounds,
            Form::RoundRobin { .. } => !taken.is_multiple_of(2),
            Form::SingleElimination { .. } | Form::DoubleElimination => taken < places(taken),
        }
    }

    pub(super) fn begin(&mut self) -> Result<(), Refused> {
        if self.has_begun {
            return Err(Refused::HasBegun);
        }
        let ids = (0..self.entrants.len() as u16).map(EntrantId);
        let mut seeds: Vec<EntrantId> = ids
            .filter(|id| !self.entrants[id.index()].has_withdrawn)
            .collect();
        if seeds.len() < ENTRANTS_MIN {
            return Err(Refused::TooFew(seeds.len()));
        }
        match self.setup.seeding {
            Seeding::Order => {}
            Seeding::Rating => {
                // `None` is less than any rating.
                seeds.sort_by_key(|id| Reverse(self.entrants[id.index()].rating));
            }
            Seeding::Drawn => shuffle(&mut seeds, self.setup.seed),
        }
        self.seeds = seeds;
        self.has_begun = true;
        self.matches = self.planned();
        self.settle();
        Ok(())
    }

    /// The matches that are known from the start, with nobody on them.
    fn planned(&self) -> Vec<Match> {
        let field = self.seeds.len();
        match self.setup.form {
            Form::SingleElimination { third_place } => single(field, third_place),
            Form::DoubleElimination => double(field),
            Form::RoundRobin { double } => round_robin(field, double),
            Form::Swiss { .. } => Vec::new(),
        }
    }

    /// The next Swiss round, as the event that pairs it; none if no round is to be paired now.
    #[must_use]
    pub fn pairing(&self) -> Option<Event> {
        if self.phase() != Phase::BetweenRounds {
            return None;
        }
        let mut field = self.active();
        let halves: HashMap<EntrantId, u32> = self
            .standings()
            .iter()
            .map(|row| (row.entrant, row.halves))
            .collect();
        let halves = |id: EntrantId| halves.get(&id).copied().unwrap_or(0);
        // The seeds are in order, and the sort keeps it among equals.
        field.sort_by_key(|id| Reverse(halves(*id)));
        let mut met: HashMap<[EntrantId; 2], u32> = HashMap::new();
        let mut byes: HashMap<EntrantId, u32> = HashMap::new();
        for found in &self.matches {
            match (found.pair(), found.winner()) {
                (Some(mut pair), _) => {
                    pair.sort_unstable();
                    *met.entry(pair).or_default() += 1;
                }
                (None, Some(resting)) => *byes.entry(resting).or_default() += 1,
                (None, None) => {}
            }
        }
        let waiting: Vec<Waiting> = field
            .iter()
            .map(|id| Waiting {
                halves: halves(*id),
                seats: self.seat_balance(*id),
                byes: byes.get(id).copied().unwrap_or(0),
            })
            .collect();
        let found = swiss::pair(&waiting, &|one, two| {
            let mut pair = [field[one], field[two]];
            pair.sort_unstable();
            met.get(&pair).copied().unwrap_or(0)
        });
        Some(Event::Paired {
            pairs: found
                .pairs
                .iter()
                .map(|(one, two)| (field[*one], field[*two]))
                .collect(),
            bye: found.bye.map(|bye| field[bye]),
        })
    }

    pub(super) fn take_pairing(
        &mut self,
        pairs: &[(EntrantId, EntrantId)],
        bye: Option<EntrantId>,
    ) -> Result<(), Refused> {
        if self.phase() != Phase::BetweenRounds {
            return Err(Refused::NotBetweenRounds);
        }
        let paired = pairs.iter().flat_map(|(one, two)| [*one, *two]);
        let mut paired: Vec<EntrantId> = paired.chain(bye).collect();
        paired.sort_unstable();
        let mut expected = self.active();
        expected.sort_unstable();
        let is_bye_right = bye.is_some() != expected.len().is_multiple_of(2);
        if paired != expected || !is_bye_right {
            return Err(Refused::BadPairing);
        }
        self.rounds_paired += 1;
        let stage = Stage::Round(self.rounds_paired);
        for (one, two) in pairs {
            self.add_paired([Place::Taken(*one), Place::Taken(*two)], stage);
        }
        if let Some(bye) = bye {
            self.add_paired([Place::Taken(bye), Place::Free], stage);
        }
        self.settle();
        Ok(())
    }

    /// Everybody who is seeded and still there, by seed.
    pub(super) fn active(&self) -> Vec<EntrantId> {
        let here = |id: &EntrantId| !self.entrants[id.index()].has_withdrawn;
        self.seeds.iter().copied().filter(here).collect()
    }
}

/// True if somebody did something in a match: it is not only a bye.
fn was_played(found: &Match) -> bool {
    let is_decided_by_people = match found.decision {
        None | Some(Decision::NotNeeded | Decision::Won { by: By::Bye, .. }) => false,
        Some(_) => true,
    };
    is_decided_by_people || !found.games.is_empty()
}
