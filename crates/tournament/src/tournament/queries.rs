//! Queries: the phase, the games that are due, the winners.

use super::{DueGame, Tournament, TournamentPhase};
use crate::matches::{EntrantId, Match, MatchResult, MatchStage};
use crate::seeded_random::mix;
use crate::setup::{ENTRANTS_MIN, TournamentFormat};

/// Random streams of the tournament's seed for openings and for bots.
const OPENING_STREAM: u64 = 2;
const BOT_STREAM: u64 = 3;

impl Tournament {
    /// Returns the progress of the tournament.
    #[must_use]
    pub fn phase(&self) -> TournamentPhase {
        if !self.has_begun {
            return TournamentPhase::Entering;
        }
        if self.matches.iter().any(|match_| match_.result.is_none()) {
            return TournamentPhase::Running;
        }
        match self.setup.format {
            TournamentFormat::Swiss { rounds }
                if self.rounds_paired < rounds && self.active_entrants().len() >= ENTRANTS_MIN =>
            {
                TournamentPhase::BetweenRounds
            }
            _ => TournamentPhase::Over,
        }
    }

    /// Returns the games that can be played now, one per match, in match order.
    #[must_use]
    pub fn due_games(&self) -> Vec<DueGame> {
        let matches = self.matches.iter();
        matches
            .filter_map(|match_| self.next_game(match_))
            .collect()
    }

    /// Returns the next game of a match, or `None` if the match is not due.
    #[must_use]
    pub fn next_game(&self, match_: &Match) -> Option<DueGame> {
        let pair = match_.pair().filter(|_| match_.is_due())?;
        let game = match_.games.len();
        let first = match_.first_side(game);
        let part = |kind: u64, number: usize| {
            mix(self.setup.seed, &[kind, match_.id.0.into(), number as u64])
        };
        Some(DueGame {
            match_id: match_.id,
            game: game as u16,
            first: pair[first.index()],
            second: pair[first.opposite().index()],
            opening_seed: part(OPENING_STREAM, game / 2),
            bot_seed: part(BOT_STREAM, game),
        })
    }

    /// Returns the rounds in the order of their first match, each with its matches.
    #[must_use]
    pub fn rounds(&self) -> Vec<(MatchStage, Vec<&Match>)> {
        let mut rounds: Vec<(MatchStage, Vec<&Match>)> = Vec::new();
        for match_ in &self.matches {
            // Rounds of a bracket interleave, but the one searched for is always near the end.
            let mut latest = rounds.iter_mut().rev();
            match latest.find(|(stage, _)| *stage == match_.stage) {
                Some((_, matches)) => matches.push(match_),
                None => rounds.push((match_.stage, vec![match_])),
            }
        }
        rounds
    }

    /// Returns the winner, or all who share first place of a table. Empty before the end, and if
    /// every entrant withdrew.
    #[must_use]
    pub fn winners(&self) -> Vec<EntrantId> {
        if self.phase() != TournamentPhase::Over {
            return Vec::new();
        }
        if let Some(last) = self.deciding_match() {
            return last.winner().into_iter().collect();
        }
        let standings = self.standings();
        let best = standings.iter().take_while(|row| row.rank == 1);
        best.map(|row| row.entrant).collect()
    }

    /// Returns the knock-out match that decides the tournament.
    #[must_use]
    pub fn deciding_match(&self) -> Option<&Match> {
        if !self.setup.format.is_knock_out() {
            return None;
        }
        let mut last = self.matches.iter().rev();
        last.find(|match_| match_.result != Some(MatchResult::NotNeeded))
    }

    /// Returns the number of finished games and the maximum number of games as known now. Every
    /// open match counts with its full length, and the reset of a grand final only once it is
    /// needed.
    #[must_use]
    pub fn games_done_and_max(&self) -> (usize, usize) {
        let mut done = 0;
        let mut planned = 0;
        for match_ in &self.matches {
            done += match_.games.len();
            planned += match match_.result {
                Some(_) => match_.games.len(),
                None if match_.stage == MatchStage::Reset && match_.pair().is_none() => 0,
                None => match_.games_max(&self.setup),
            };
        }
        if let TournamentFormat::Swiss { rounds } = self.setup.format {
            let ahead = usize::from(rounds - self.rounds_paired.min(rounds));
            planned += ahead * (self.active_entrants().len() / 2) * usize::from(self.setup.best_of);
        }
        (done, planned)
    }
}
