//! State transition of each event. An invalid event changes nothing.

use foursight_core::{Ending, Move, Outcome, WinReason};

use crate::{
    AppliedEvent, ApplyError, Consent, Entry, Event, GameStart, MatchScore, Offer, Ply, Seat,
    Table, TimedMove,
};

impl Table {
    /// Applies an event and returns its effects.
    ///
    /// # Errors
    ///
    /// [`ApplyError`] if the entry cannot be applied; the table is then unchanged.
    pub fn apply(&mut self, entry: &Entry) -> Result<AppliedEvent, ApplyError> {
        let next = self.seq + 1;
        match entry.seq {
            seq if seq < next => return Err(ApplyError::AlreadyApplied),
            seq if seq > next => return Err(ApplyError::Gap(next)),
            _ if entry.at_ms < self.at_ms => return Err(ApplyError::Invalid),
            _ => {}
        }
        let was_over = self.is_over();
        let plies = self
            .apply_event(entry, was_over)
            .ok_or(ApplyError::Invalid)?;
        (self.seq, self.at_ms) = (entry.seq, entry.at_ms);
        // A finished game cannot stay paused.
        self.is_paused &= !self.is_over();
        let is_start = matches!(entry.event, Event::GameStarted(_));
        let ended = self.ending().filter(|_| !was_over && !is_start);
        let is_first_end = ended.is_some() && !self.start.has_ended;
        self.start.has_ended |= ended.is_some();
        let outcome = self.game.outcome().filter(|_| ended.is_some());
        let lines = match outcome {
            Some(Outcome::Won { lines, .. }) => lines,
            _ => Vec::new(),
        };
        Ok(AppliedEvent {
            entry: entry.clone(),
            plies,
            lines,
            ending: ended,
            is_first_end,
        })
    }

    /// Applies an event and returns the moves that it played or took back. Returns `None`, without
    /// a change, if the event is invalid here.
    fn apply_event(&mut self, entry: &Entry, is_over: bool) -> Option<Vec<Ply>> {
        let Entry { seq, at_ms, event } = entry;
        match event {
            Event::GameStarted(start) => self.restart(start, *seq, *at_ms)?,
            Event::MovePlayed { mv, spent_ms } if !is_over && !self.is_paused => {
                return self.apply_move(*mv, *spent_ms, *seq, *at_ms);
            }
            Event::MovesTakenBack(to) if *to < self.plies() => {
                return Some(self.apply_take_back(*to, *seq, *at_ms));
            }
            Event::MovesRedone(to) => return self.apply_redo(*to, *seq, *at_ms),
            Event::OfferMade(seat, offer) => self.apply_offer(*seat, *offer, is_over)?,
            Event::OfferClosed(seat) => drop(self.offers[seat.index()].take()?),
            Event::GameEnded(ending) if !is_over && self.can_end(*ending, *at_ms) => {
                self.forced_ending = Some(*ending);
                self.clear_offers();
                self.stop_clocks(*at_ms);
            }
            Event::Paused if !is_over && !self.is_paused => {
                self.is_paused = true;
                self.stop_clocks(*at_ms);
            }
            Event::Resumed if self.is_paused => {
                self.is_paused = false;
                self.start_clocks(*at_ms);
            }
            Event::TimeCredited(ms) => self.clocks.credit(self.clocks.running()?, *ms),
            Event::ScoreReset => {
                self.start.score = MatchScore::default();
                self.start.is_counted &= !is_over;
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn restart(&mut self, start: &GameStart, seq: u64, at_ms: u64) -> Option<()> {
        *self = Self::open(start.clone(), seq, at_ms).ok()?;
        Some(())
    }

    fn apply_move(&mut self, mv: Move, spent_ms: u64, seq: u64, at_ms: u64) -> Option<Vec<Ply>> {
        if spent_ms > self.clocks.elapsed_ms(at_ms) {
            return None;
        }
        let ply = self.play_move(mv, seq)?;
        let running = self.clocks.running().filter(|_| ply.ends_turn);
        self.clocks.stop(spent_ms);
        let took_ms = Some(self.clocks.take_thinking_ms());
        self.timed_moves.push(TimedMove {
            mv,
            thinking_ms: took_ms,
        });
        // Playing the next undone move by hand keeps the undone moves after it.
        if self.undone.pop().map(|undone| undone.mv) != Some(mv) {
            self.undone.clear();
            // A game taken back into its opening that continues differently starts at that point.
            self.start.opening.truncate(ply.number - 1);
        }
        self.clear_offers();
        if ply.ends_turn {
            self.clocks.next_turn(running);
        }
        self.start_clocks(at_ms);
        Some(vec![ply])
    }

    fn apply_take_back(&mut self, to: usize, seq: u64, at_ms: u64) -> Vec<Ply> {
        self.start_branch(seq, at_ms);
        let positions: Vec<_> = self.game.positions().skip(to).collect();
        let moves = self.game.moves().iter().skip(to);
        let pairs = positions.windows(2).zip(moves).zip(to + 1..);
        let mut plies: Vec<_> = pairs
            .map(|((pair, mv), number)| Ply::new(number, pair[0], *mv, pair[1]).reversed())
            .collect();
        plies.reverse();
        if let Some(earlier) = self.game.at_ply(to) {
            self.game = earlier;
        }
        self.undone.extend(self.timed_moves.drain(to..).rev());
        self.move_seqs.truncate(to);
        self.forced_ending = None;
        // Otherwise two bots would play the same moves again at once.
        self.is_paused |= !self.start.has_people();
        self.start_clocks(at_ms);
        plies
    }

    fn apply_redo(&mut self, to: usize, seq: u64, at_ms: u64) -> Option<Vec<Ply>> {
        let count = to.checked_sub(self.plies())?;
        let rest = self.undone.len().checked_sub(count)?;
        if count == 0 || self.forced_ending.is_some() {
            return None;
        }
        self.start_branch(seq, at_ms);
        let mut plies = Vec::new();
        for undone in self.undone.split_off(rest).into_iter().rev() {
            plies.push(self.play_move(undone.mv, seq)?);
            self.timed_moves.push(undone);
        }
        self.start_clocks(at_ms);
        Some(plies)
    }

    fn apply_offer(&mut self, seat: Seat, offer: Offer, is_over: bool) -> Option<()> {
        let is_valid = match offer {
            Offer::Rematch => is_over,
            Offer::Draw => !is_over,
            Offer::TakeBack { to } => {
                !is_over && to < self.plies() && self.start.consent != Consent::NoTakeBack
            }
        };
        if !is_valid || !self.may_offer(seat, offer) {
            return None;
        }
        let counts = &mut self.offer_counts[seat.index()];
        match offer {
            Offer::Draw => counts.draws = counts.draws.saturating_add(1),
            Offer::TakeBack { .. } => counts.take_backs = counts.take_backs.saturating_add(1),
            Offer::Rematch => counts.rematches = counts.rematches.saturating_add(1),
        }
        self.offers[seat.index()] = Some(offer);
        self.recent_offers.push((seat, offer));
        Some(())
    }

    /// Returns true if a game can end this way other than by its moves.
    fn can_end(&self, ending: Ending, at_ms: u64) -> bool {
        match ending {
            Ending::Won(winner, WinReason::Time) => {
                let loser = self.start.seat_of(winner.opponent());
                self.clocks.expired_seat(self.clocks.elapsed_ms(at_ms)) == Some(loser)
            }
            _ => !ending.is_by_rules(),
        }
    }

    /// Plays a move in the game. The caller records its time.
    fn play_move(&mut self, mv: Move, seq: u64) -> Option<Ply> {
        let before = *self.game.position();
        self.game.apply(mv).ok()?;
        self.move_seqs.push(seq);
        let number = self.game.moves().len();
        Some(Ply::new(number, &before, mv, self.game.position()))
    }

    /// Starts a new branch at this event: offers and thinking time of the old one are void.
    fn start_branch(&mut self, seq: u64, at_ms: u64) {
        self.branch = seq;
        self.clear_offers();
        self.stop_clocks(at_ms);
        self.clocks.take_thinking_ms();
        self.clocks.next_turn(None);
    }

    fn clear_offers(&mut self) {
        self.offers = [None; 2];
        self.recent_offers.clear();
    }

    fn stop_clocks(&mut self, at_ms: u64) {
        self.clocks.stop(self.clocks.elapsed_ms(at_ms));
    }

    /// Starts measuring the time of the seat to move.
    pub(crate) fn start_clocks(&mut self, at_ms: u64) {
        if !self.is_over() && !self.is_paused {
            let running = self.have_both_moved().then(|| self.turn());
            self.clocks.start(running, at_ms);
        }
    }
}
