//! Registration: entrants, late entrants, seeding, and the pairing of Swiss rounds.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Entrant, Tournament, TournamentPhase};
use crate::bracket::{double, round_robin, single, slot_count};
use crate::event::{EntrantKind, TournamentError, TournamentEvent};
use crate::matches::{EntrantId, Match, MatchResult, MatchSlot, MatchStage, ResultReason};
use crate::seeded_random::shuffle;
use crate::setup::{ENTRANTS_MAX, ENTRANTS_MIN, Seeding, TournamentFormat, check_name, check_text};
use crate::swiss::{self, SwissEntry};

impl Tournament {
    pub(super) fn apply_entry(
        &mut self,
        name: &str,
        kind: &EntrantKind,
        rating: Option<i32>,
    ) -> Result<(), TournamentError> {
        check_name(name)?;
        if let EntrantKind::Bot(words) = kind {
            check_text(words)?;
        }
        if self.entrants.iter().any(|entrant| entrant.name == name) {
            return Err(TournamentError::NameTaken(name.to_owned()));
        }
        if self.entrants.len() >= ENTRANTS_MAX {
            return Err(TournamentError::Full);
        }
        let entrant = Entrant {
            name: name.to_owned(),
            kind: kind.clone(),
            rating,
            has_withdrawn: false,
        };
        if !self.has_begun {
            self.entrants.push(entrant);
            return Ok(());
        }
        self.apply_late_entry(entrant)
    }

    /// Registers a late entrant with the last seed. Swiss pairs it from the next round on. The
    /// other formats give it a free slot, provided that no played match depends on that slot being
    /// free.
    fn apply_late_entry(&mut self, entrant: Entrant) -> Result<(), TournamentError> {
        if self.phase() == TournamentPhase::Over || !self.has_free_slot() {
            return Err(TournamentError::TooLate);
        }
        let id = EntrantId(self.entrants.len() as u16);
        let mut later = self.clone();
        later.entrants.push(entrant);
        later.seeds.push(id);
        if !self.is_swiss() {
            later.matches = self.scheduled_matches();
            for (index, old) in self.matches.iter().enumerate() {
                later.advance_match(index);
                let new = &mut later.matches[index];
                if was_played(old) {
                    if new.slots != old.slots {
                        return Err(TournamentError::TooLate);
                    }
                    new.clone_from(old);
                }
            }
        }
        *self = later;
        Ok(())
    }

    fn has_free_slot(&self) -> bool {
        let taken = self.seeds.len();
        match self.setup.format {
            TournamentFormat::Swiss { rounds } => self.rounds_paired < rounds,
            TournamentFormat::RoundRobin { .. } => !taken.is_multiple_of(2),
            TournamentFormat::SingleElimination { .. } | TournamentFormat::DoubleElimination => {
                taken < slot_count(taken)
            }
        }
    }

    pub(super) fn apply_start(&mut self) -> Result<(), TournamentError> {
        if self.has_begun {
            return Err(TournamentError::HasBegun);
        }
        let ids = (0..self.entrants.len() as u16).map(EntrantId);
        let mut seeds: Vec<EntrantId> = ids
            .filter(|id| !self.entrants[id.index()].has_withdrawn)
            .collect();
        if seeds.len() < ENTRANTS_MIN {
            return Err(TournamentError::TooFew(seeds.len()));
        }
        match self.setup.seeding {
            Seeding::Order => {}
            Seeding::Rating => {
                // `None` is less than any rating.
                seeds.sort_by_key(|id| Reverse(self.entrants[id.index()].rating));
            }
            Seeding::Random => shuffle(&mut seeds, self.setup.seed),
        }
        self.seeds = seeds;
        self.has_begun = true;
        self.matches = self.scheduled_matches();
        self.advance_matches();
        Ok(())
    }

    /// Creates the matches that are known from the start, without entrants.
    fn scheduled_matches(&self) -> Vec<Match> {
        let field = self.seeds.len();
        match self.setup.format {
            TournamentFormat::SingleElimination { third_place } => single(field, third_place),
            TournamentFormat::DoubleElimination => double(field),
            TournamentFormat::RoundRobin { double } => round_robin(field, double),
            TournamentFormat::Swiss { .. } => Vec::new(),
        }
    }

    /// Returns the event that pairs the next Swiss round, or `None` if no round is to be paired
    /// now.
    #[must_use]
    pub fn next_pairing(&self) -> Option<TournamentEvent> {
        if self.phase() != TournamentPhase::BetweenRounds {
            return None;
        }
        let mut field = self.active_entrants();
        let halves: HashMap<EntrantId, u32> = self
            .standings()
            .iter()
            .map(|row| (row.entrant, row.half_points))
            .collect();
        let halves = |id: EntrantId| halves.get(&id).copied().unwrap_or(0);
        // The seeds are in order, and the stable sort preserves it among equals.
        field.sort_by_key(|id| Reverse(halves(*id)));
        let mut met: HashMap<[EntrantId; 2], u32> = HashMap::new();
        let mut byes: HashMap<EntrantId, u32> = HashMap::new();
        for match_ in &self.matches {
            match (match_.pair(), match_.winner()) {
                (Some(mut pair), _) => {
                    pair.sort_unstable();
                    *met.entry(pair).or_default() += 1;
                }
                (None, Some(resting)) => *byes.entry(resting).or_default() += 1,
                (None, None) => {}
            }
        }
        let entries: Vec<SwissEntry> = field
            .iter()
            .map(|id| SwissEntry {
                halves: halves(*id),
                seats: self.seat_balance(*id),
                byes: byes.get(id).copied().unwrap_or(0),
            })
            .collect();
        let pairing = swiss::pair(&entries, &|one, two| {
            let mut pair = [field[one], field[two]];
            pair.sort_unstable();
            met.get(&pair).copied().unwrap_or(0)
        });
        Some(TournamentEvent::Paired {
            pairs: pairing
                .pairs
                .iter()
                .map(|(one, two)| (field[*one], field[*two]))
                .collect(),
            bye: pairing.bye.map(|bye| field[bye]),
        })
    }

    pub(super) fn apply_pairing(
        &mut self,
        pairs: &[(EntrantId, EntrantId)],
        bye: Option<EntrantId>,
    ) -> Result<(), TournamentError> {
        if self.phase() != TournamentPhase::BetweenRounds {
            return Err(TournamentError::NotBetweenRounds);
        }
        let paired = pairs.iter().flat_map(|(one, two)| [*one, *two]);
        let mut paired: Vec<EntrantId> = paired.chain(bye).collect();
        paired.sort_unstable();
        let mut expected = self.active_entrants();
        expected.sort_unstable();
        let is_bye_right = bye.is_some() != expected.len().is_multiple_of(2);
        if paired != expected || !is_bye_right {
            return Err(TournamentError::InvalidPairing);
        }
        self.rounds_paired += 1;
        let stage = MatchStage::Round(self.rounds_paired);
        for (one, two) in pairs {
            self.add_swiss_match([MatchSlot::Filled(*one), MatchSlot::Filled(*two)], stage);
        }
        if let Some(bye) = bye {
            self.add_swiss_match([MatchSlot::Filled(bye), MatchSlot::Empty], stage);
        }
        self.advance_matches();
        Ok(())
    }

    /// Returns the seeded entrants who have not withdrawn, by seed.
    pub(super) fn active_entrants(&self) -> Vec<EntrantId> {
        let is_active = |id: &EntrantId| !self.entrants[id.index()].has_withdrawn;
        self.seeds.iter().copied().filter(is_active).collect()
    }
}

/// True if the match has games or was decided by an absence, so that it is more than a bye.
fn was_played(match_: &Match) -> bool {
    let has_decision_by_entrants = match match_.result {
        None
        | Some(
            MatchResult::NotNeeded
            | MatchResult::Won {
                reason: ResultReason::Bye,
                ..
            },
        ) => false,
        Some(_) => true,
    };
    has_decision_by_entrants || !match_.games.is_empty()
}
