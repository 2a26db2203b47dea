//! What there is to see: how far it is, what is due, who has won.

use super::{DueGame, Phase, Tournament};
use crate::contest::{Decision, EntrantId, Match, Stage};
use crate::lots::mix;
use crate::setup::{ENTRANTS_MIN, Form};

/// The parts of the tournament's chance that openings and bots have.
const OPENINGS: u64 = 2;
const BOTS: u64 = 3;

impl Tournament {
    /// How far it is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if !self.has_begun {
            return Phase::Entering;
        }
        if self.matches.iter().any(|found| found.decision.is_none()) {
            return Phase::Running;
        }
        match self.setup.form {
            Form::Swiss { rounds }
                if self.rounds_paired < rounds && self.active().len() >= ENTRANTS_MIN =>
            {
                Phase::BetweenRounds
            }
            _ => Phase::Over,
        }
    }

    /// The games that can be played now, one for each match, in the order of the matches.
    #[must_use]
    pub fn due(&self) -> Vec<DueGame> {
        let matches = self.matches.iter();
        matches.filter_map(|found| self.next_game(found)).collect()
    }

    /// The next game of a match, if it is due.
    #[must_use]
    pub fn next_game(&self, found: &Match) -> Option<DueGame> {
        let pair = found.pair().filter(|_| found.is_due())?;
        let game = found.games.len();
        let first = found.first_in(game);
        let part = |kind: u64, number: usize| {
            mix(self.setup.seed, &[kind, found.id.0.into(), number as u64])
        };
        Some(DueGame {
            match_id: found.id,
            game: game as u16,
            first: pair[first.index()],
            second: pair[first.opposite().index()],
            opening_seed: part(OPENINGS, game / 2),
            seed: part(BOTS, game),
        })
    }

    /// The rounds in the order of their first match, each with its matches.
    #[must_use]
    pub fn rounds(&self) -> Vec<(Stage, Vec<&Match>)> {
        let mut rounds: Vec<(Stage, Vec<&Match>)> = Vec::new();
        for found in &self.matches {
            // Rounds of a bracket alternate, but the one that is wanted is always among the last.
            let mut latest = rounds.iter_mut().rev();
            match latest.find(|(stage, _)| *stage == found.stage) {
                Some((_, matches)) => matches.push(found),
                None => rounds.push((found.stage, vec![found])),
            }
        }
        rounds
    }

    /// Who has won: one entrant, or all who share the first place of a table; nobody before the end, or
    /// if all withdrew.
    #[must_use]
    pub fn winners(&self) -> Vec<EntrantId> {
        if self.phase() != Phase::Over {
            return Vec::new();
        }
        if let Some(last) = self.last_match() {
            return last.winner().into_iter().collect();
        }
        let standings = self.standings();
        let best = standings.iter().take_while(|row| row.rank == 1);
        best.map(|row| row.entrant).collect()
    }

    /// The match of a knock-out that decides who wins it.
    #[must_use]
    pub fn last_match(&self) -> Option<&Match> {
        if !self.setup.form.is_knock_out() {
            return None;
        }
        let mut last = self.matches.iter().rev();
        last.find(|found| found.decision != Some(Decision::NotNeeded))
    }

    /// How many games are over, and how many there will be at most, as far as one can tell: every open
    /// match is taken to go its whole length, and a reset of a grand final is not counted before it is
    /// needed.
    #[must_use]
    pub fn games_done_and_planned(&self) -> (usize, usize) {
        let mut done = 0;
        let mut planned = 0;
        for found in &self.matches {
            done += found.games.len();
            planned += match found.decision {
                Some(_) => found.games.len(),
                None if found.stage == Stage::Reset && found.pair().is_none() => 0,
                None => found.games_planned(&self.setup),
            };
        }
        if let Form::Swiss { rounds } = self.setup.form {
            let ahead = usize::from(rounds - self.rounds_paired.min(rounds));
            planned += ahead * (self.active().len() / 2) * usize::from(self.setup.best_of);
        }
        (done, planned)
    }
}
