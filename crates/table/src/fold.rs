//! How each event changes a table. An event that cannot follow changes nothing.

use foursight_core::{Ending, Move, Outcome, WonBy};

use crate::{Broken, Consent, Entry, Event, Happened, Made, Offer, Ply, Score, Seat, Start, Table};

impl Table {
    /// Folds an event in and tells what it did.
    ///
    /// # Errors
    ///
    /// [`Broken`] says why it cannot follow; the table is then as it was.
    pub fn apply(&mut self, entry: &Entry) -> Result<Happened, Broken> {
        let next = self.seq + 1;
        match entry.seq {
            seq if seq < next => return Err(Broken::Old),
            seq if seq > next => return Err(Broken::Gap(next)),
            _ if entry.at_ms < self.at_ms => return Err(Broken::Impossible),
            _ => {}
        }
        let was_over = self.is_over();
        let plies = self.change(entry, was_over).ok_or(Broken::Impossible)?;
        (self.seq, self.at_ms) = (entry.seq, entry.at_ms);
        // There is nothing to wait for once the game is over.
        self.is_paused &= !self.is_over();
        let is_start = matches!(entry.event, Event::Started(_));
        let ended = self.ending().filter(|_| !was_over && !is_start);
        let is_first_end = ended.is_some() && !self.start.has_ended;
        self.start.has_ended |= ended.is_some();
        let outcome = self.game.outcome().filter(|_| ended.is_some());
        let lines = match outcome {
            Some(Outcome::Won { lines, .. }) => lines,
            _ => Vec::new(),
        };
        Ok(Happened {
            entry: entry.clone(),
            plies,
            lines,
            ended,
            is_first_end,
        })
    }

    /// The moves that an event made or took back. None, and no change, if it cannot follow.
    fn change(&mut self, entry: &Entry, is_over: bool) -> Option<Vec<Ply>> {
        let Entry { seq, at_ms, event } = entry;
        match event {
            Event::Started(start) => self.restart(start, *seq, *at_ms)?,
            Event::Moved { step, spent_ms } if !is_over && !self.is_paused => {
                return self.move_made(*step, *spent_ms, *seq, *at_ms);
            }
            Event::TakenBack(to) if *to < self.plies() => {
                return Some(self.taken_back(*to, *seq, *at_ms));
            }
            Event::Redone(to) => return self.redone(*to, *seq, *at_ms),
            Event::Offered(seat, offer) => self.offered(*seat, *offer, is_over)?,
            Event::Closed(seat) => drop(self.offers[seat.index()].take()?),
            Event::Ended(ending) if !is_over && self.can_end(*ending, *at_ms) => {
                self.ended = Some(*ending);
                self.clear_offers();
                self.halt_clocks(*at_ms);
            }
            Event::Paused if !is_over && !self.is_paused => {
                self.is_paused = true;
                self.halt_clocks(*at_ms);
            }
            Event::Resumed if self.is_paused => {
                self.is_paused = false;
                self.run_clocks(*at_ms);
            }
            Event::Credited(ms) => self.clocks.credit(self.clocks.running()?, *ms),
            Event::ScoreReset => {
                self.start.score = Score::default();
                self.start.is_counted &= !is_over;
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn restart(&mut self, start: &Start, seq: u64, at_ms: u64) -> Option<()> {
        *self = Self::open(start.clone(), seq, at_ms).ok()?;
        Some(())
    }

    fn move_made(&mut self, step: Move, spent_ms: u64, seq: u64, at_ms: u64) -> Option<Vec<Ply>> {
        if spent_ms > self.clocks.elapsed_ms(at_ms) {
            return None;
        }
        let ply = self.make(step, seq)?;
        let running = self.clocks.running().filter(|_| ply.ends_turn);
        self.clocks.halt(spent_ms);
        let took_ms = Some(self.clocks.take_thought_ms());
        self.made.push(Made { step, took_ms });
        // The moves after one that is made again can still be made again.
        if self.undone.pop().map(|made| made.step) != Some(step) {
            self.undone.clear();
            // A game that was taken back into its opening and goes on another way began there.
            self.start.opening.truncate(ply.number - 1);
        }
        self.clear_offers();
        if ply.ends_turn {
            self.clocks.turn(running);
        }
        self.run_clocks(at_ms);
        Some(vec![ply])
    }

    fn taken_back(&mut self, to: usize, seq: u64, at_ms: u64) -> Vec<Ply> {
        self.branch_off(seq, at_ms);
        let positions: Vec<_> = self.game.positions().skip(to).collect();
        let steps = self.game.moves().iter().skip(to);
        let pairs = positions.windows(2).zip(steps).zip(to + 1..);
        let mut plies: Vec<_> = pairs
            .map(|((pair, step), number)| Ply::made(number, pair[0], *step, pair[1]).reversed())
            .collect();
        plies.reverse();
        if let Some(earlier) = self.game.at(to) {
            self.game = earlier;
        }
        self.undone.extend(self.made.drain(to..).rev());
        self.made_by.truncate(to);
        self.ended = None;
        // Two bots would make the same moves again at once.
        self.is_paused |= !self.start.has_people();
        self.run_clocks(at_ms);
        plies
    }

    fn redone(&mut self, to: usize, seq: u64, at_ms: u64) -> Option<Vec<Ply>> {
        let count = to.checked_sub(self.plies())?;
        let rest = self.undone.len().checked_sub(count)?;
        if count == 0 || self.ended.is_some() {
            return None;
        }
        self.branch_off(seq, at_ms);
        let mut plies = Vec::new();
        for made in self.undone.split_off(rest).into_iter().rev() {
            plies.push(self.make(made.step, seq)?);
            self.made.push(made);
        }
        self.run_clocks(at_ms);
        Some(plies)
    }

    fn offered(&mut self, seat: Seat, offer: Offer, is_over: bool) -> Option<()> {
        let can_be = match offer {
            Offer::Rematch => is_over,
            Offer::Draw => !is_over,
            Offer::TakeBack(to) => {
                !is_over && to < self.plies() && self.start.consent != Consent::NoTakeBack
            }
        };
        if !can_be || self.offered.contains(&(seat, offer)) {
            return None;
        }
        let counts = &mut self.offer_counts[seat.index()];
        match offer {
            Offer::Draw => counts.draws = counts.draws.saturating_add(1),
            Offer::TakeBack(_) => counts.take_backs = counts.take_backs.saturating_add(1),
            Offer::Rematch => {}
        }
        self.offers[seat.index()] = Some(offer);
        self.offered.push((seat, offer));
        Some(())
    }

    /// True if a game can end so beside the grid.
    fn can_end(&self, ending: Ending, at_ms: u64) -> bool {
        match ending {
            Ending::Won(winner, WonBy::Time) => {
                let loser = self.start.seat_of(winner.opponent());
                self.clocks.out(self.clocks.elapsed_ms(at_ms)) == Some(loser)
            }
            _ => !ending.is_by_rules(),
        }
    }

    /// Makes a move in the game; its time is kept by the caller.
    fn make(&mut self, step: Move, seq: u64) -> Option<Ply> {
        let before = *self.game.position();
        self.game.apply(step).ok()?;
        self.made_by.push(seq);
        let number = self.game.moves().len();
        Some(Ply::made(number, &before, step, self.game.position()))
    }

    /// The game goes on from another point: what was meant for the old one is void.
    fn branch_off(&mut self, seq: u64, at_ms: u64) {
        self.branch = seq;
        self.clear_offers();
        self.halt_clocks(at_ms);
        self.clocks.take_thought_ms();
        self.clocks.turn(None);
    }

    fn clear_offers(&mut self) {
        self.offers = [None; 2];
        self.offered.clear();
    }

    fn halt_clocks(&mut self, at_ms: u64) {
        self.clocks.halt(self.clocks.elapsed_ms(at_ms));
    }

    /// The seat to move thinks from now on.
    pub(crate) fn run_clocks(&mut self, at_ms: u64) {
        if !self.is_over() && !self.is_paused {
            let running = self.have_both_moved().then(|| self.turn());
            self.clocks.begin(running, at_ms);
        }
    }
}
