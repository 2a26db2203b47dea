//! What a command leads to. Nothing here changes the table.

use std::cmp::Ordering;

use foursight_core::{Ending, Move, TiedBy, WonBy};

use crate::table::game_of;
use crate::{
    By, Command, Consent, Decision, Entry, Event, Happened, Offer, Point, Refused, Score, Seat,
    Start, Table,
};

/// The most times that a seat may offer a tie in one game.
pub const DRAW_OFFERS_MAX: u8 = 5;

/// The most times that a seat may ask for a take-back in one game.
pub const TAKE_BACK_OFFERS_MAX: u8 = 5;

type Answer = Result<Event, Refused>;

impl Table {
    /// What a command leads to: one new event, or the one that it led to before.
    ///
    /// If the seat to move has no time left, that comes first, whatever is asked, except for a
    /// credit of the host.
    ///
    /// # Errors
    ///
    /// [`Refused`] says why it leads to nothing.
    pub fn decide(&self, command: &Command, by: By, at_ms: u64) -> Result<Decision, Refused> {
        self.decide_after_lag(command, by, at_ms, 0)
    }

    /// The same for a command that a slow line has delayed by `lag_ms`: this time is not charged.
    ///
    /// # Errors
    ///
    /// [`Refused`] says why it leads to nothing.
    pub fn decide_after_lag(
        &self,
        command: &Command,
        by: By,
        at_ms: u64,
        lag_ms: u64,
    ) -> Result<Decision, Refused> {
        if let Some(seq) = self.made_before(command, by) {
            return Ok(Decision::Known(seq));
        }
        // A clock of the system that is set back stands still for the table.
        let at_ms = at_ms.max(self.at_ms);
        let spent_ms = self.clocks.elapsed_ms(at_ms).saturating_sub(lag_ms);
        let event = match (self.clocks.out(spent_ms), command) {
            (None, _) | (_, Command::Credit(_)) => self.answer(command, by, spent_ms)?,
            (Some(seat), _) => self.lost(seat, WonBy::Time),
        };
        let seq = self.seq + 1;
        Ok(Decision::New(Entry { seq, at_ms, event }))
    }

    /// Decides and applies at once, for an app that keeps its own table. None if the command led
    /// to an event before.
    ///
    /// # Errors
    ///
    /// [`Refused`] says why nothing changed.
    pub fn act(
        &mut self,
        command: &Command,
        by: By,
        at_ms: u64,
    ) -> Result<Option<Happened>, Refused> {
        match self.decide(command, by, at_ms)? {
            Decision::New(entry) => Ok(self.apply(&entry).ok()),
            Decision::Known(_) => Ok(None),
        }
    }

    /// True if a move of this speaker is wanted now.
    #[must_use]
    pub fn may_move(&self, by: By) -> bool {
        !self.is_over() && !self.is_paused && self.moves_for(by, self.turn())
    }

    /// The ply to which a take-back of this speaker would lead.
    #[must_use]
    pub fn undo_to(&self, by: By) -> Option<usize> {
        if self.is_out_of_time() {
            return None;
        }
        // A shared game can be taken back to its start, an agreed opening cannot.
        let floor = match self.start.consent {
            Consent::Free => 0,
            Consent::Agreement | Consent::NoTakeBack => self.start.opening.len(),
        };
        let positions = self.game.positions().take(self.plies()).enumerate();
        let own = positions.skip(floor).filter(|(_, position)| {
            let seat = self.start.seat_of(position.to_move());
            self.speaks_for(by, seat)
        });
        own.last().map(|(ply, _)| ply)
    }

    /// The ply to which a redo of this speaker would lead.
    #[must_use]
    pub fn redo_to(&self, by: By) -> Option<usize> {
        let mut game = self.game.clone();
        for made in self.undone.iter().rev() {
            game.apply(made.step).ok()?;
            let turn = self.start.seat_of(game.position().to_move());
            if self.speaks_for(by, turn) {
                break;
            }
        }
        let ply = game.moves().len();
        (ply > self.plies()).then_some(ply)
    }

    /// The number of the event by which this very move was made before.
    fn made_before(&self, command: &Command, by: By) -> Option<u64> {
        let Command::Move { at, step } = command else {
            return None;
        };
        let is_made = at.branch == self.branch && self.made.get(at.ply)?.step == *step;
        let seat = self.seat_at(at.ply).filter(|_| is_made)?;
        self.moves_for(by, seat).then(|| self.made_by[at.ply])
    }

    fn answer(&self, command: &Command, by: By, spent_ms: u64) -> Answer {
        match command {
            Command::Move { at, step } => self.make_move(*at, *step, by, spent_ms),
            Command::TakeBack(at) => self.take_back(*at, by),
            Command::Redo(at) => self.redo(*at, by),
            Command::Draw(at) => self.draw(*at, by),
            Command::Next => self.next(by),
            Command::Accept(offer) => self.accept(*offer, by),
            Command::Decline(offer) => self.decline(*offer, by),
            Command::Resign(at) => self.resign(*at, by),
            Command::Abort | Command::Left(_) if self.is_over() => Err(Refused::GameOver),
            Command::Abort if self.is_keeper(by) || !self.have_both_moved() => {
                Ok(Event::Ended(Ending::Aborted))
            }
            Command::Flag => Err(Refused::TimeLeft),
            Command::Pause | Command::Resume => self.pause(command, by),
            Command::Open(start) if self.is_keeper(by) => self.begin(start),
            Command::ResetScore if self.is_keeper(by) => Ok(Event::ScoreReset),
            Command::Left(seat) if by == By::Host => Ok(self.lost(*seat, WonBy::Departure)),
            Command::Credit(_) if self.clocks.running().is_none() => Err(Refused::NotAllowed),
            Command::Credit(ms) if by == By::Host => Ok(Event::Credited(*ms)),
            _ => Err(Refused::NotAllowed),
        }
    }

    fn make_move(&self, at: Point, step: Move, by: By, spent_ms: u64) -> Answer {
        self.check_now(at)?;
        if self.is_over() {
            return Err(Refused::GameOver);
        }
        if self.is_paused {
            return Err(Refused::Paused);
        }
        if !self.moves_for(by, self.turn()) {
            return Err(Refused::NotYourTurn);
        }
        self.game.position().after(step).map_err(Refused::Move)?;
        Ok(Event::Moved { step, spent_ms })
    }

    /// True if a clock has no time left, so that the game could not go on.
    const fn is_out_of_time(&self) -> bool {
        matches!(self.ended, Some(Ending::Won(_, WonBy::Time)))
    }

    fn take_back(&self, at: Point, by: By) -> Answer {
        self.check_now(at)?;
        let is_free = match self.start.consent {
            Consent::NoTakeBack => return Err(Refused::NotAllowed),
            Consent::Agreement if self.is_over() => return Err(Refused::GameOver),
            Consent::Agreement => false,
            Consent::Free => true,
        };
        if self.is_out_of_time() {
            return Err(Refused::GameOver);
        }
        let seat = self.speaker(by)?;
        if is_free && !self.may_choose(by) {
            return Err(Refused::NotAllowed);
        }
        let to = self.undo_to(by).ok_or(Refused::NothingToUndo)?;
        self.ask(Offer::TakeBack(to), seat, is_free)
    }

    fn redo(&self, at: Point, by: By) -> Answer {
        self.check_now(at)?;
        if self.start.consent != Consent::Free || self.ended.is_some() || !self.may_choose(by) {
            return Err(Refused::NotAllowed);
        }
        let to = self.redo_to(by).ok_or(Refused::NothingToRedo)?;
        Ok(Event::Redone(to))
    }

    fn draw(&self, at: Point, by: By) -> Answer {
        if self.is_over() {
            return Err(Refused::GameOver);
        }
        self.check_now(at)?;
        let are_people = Seat::BOTH
            .into_iter()
            .all(|seat| self.start.is_person(seat));
        let is_free = self.start.consent == Consent::Free && are_people;
        self.ask(Offer::Draw, self.speaker(by)?, is_free)
    }

    fn next(&self, by: By) -> Answer {
        let is_free = self.start.consent == Consent::Free;
        if !self.is_over() && !is_free {
            return Err(Refused::NotOver);
        }
        if is_free && !self.may_choose(by) {
            return Err(Refused::NotAllowed);
        }
        self.ask(Offer::Rematch, self.speaker(by)?, is_free)
    }

    fn accept(&self, offer: Offer, by: By) -> Answer {
        let other = self.speaker(by)?.across();
        if self.offer_of(other) == Some(offer) {
            Ok(self.agreed(offer))
        } else {
            Err(Refused::NoOffer)
        }
    }

    fn decline(&self, offer: Offer, by: By) -> Answer {
        let own = self.speaker(by)?;
        [own.across(), own]
            .into_iter()
            .find(|seat| self.offer_of(*seat) == Some(offer))
            .map(Event::Closed)
            .ok_or(Refused::NoOffer)
    }

    fn resign(&self, at: Point, by: By) -> Answer {
        if self.is_over() {
            return Err(Refused::GameOver);
        }
        match at.branch.cmp(&self.branch) {
            Ordering::Less => Err(Refused::Stale),
            Ordering::Equal => Ok(self.lost(self.speaker(by)?, WonBy::Resignation)),
            Ordering::Greater => Err(Refused::Ahead),
        }
    }

    fn pause(&self, command: &Command, by: By) -> Answer {
        if !self.is_keeper(by) {
            return Err(Refused::NotAllowed);
        }
        match (command, self.is_paused) {
            (Command::Resume, true) => Ok(Event::Resumed),
            (Command::Pause, _) if self.is_over() => Err(Refused::GameOver),
            (Command::Pause, false) => Ok(Event::Paused),
            _ => Err(Refused::NotAllowed),
        }
    }

    fn begin(&self, start: &Start) -> Answer {
        let game = game_of(start).map_err(Refused::Move)?;
        let score = if start.seats == self.start.seats {
            self.score()
        } else {
            Score::default()
        };
        Ok(Event::Started(Box::new(Start {
            score,
            is_counted: start.is_counted && game.end().is_none(),
            ..start.clone()
        })))
    }

    /// Does it if that is free or the other seat offers the same, and offers it otherwise. An
    /// offer stands until the next move, and can be made once until then.
    fn ask(&self, offer: Offer, seat: Seat, is_free: bool) -> Answer {
        if is_free || self.offer_of(seat.across()) == Some(offer) {
            return Ok(self.agreed(offer));
        }
        if self.offered.contains(&(seat, offer)) {
            return Err(Refused::AlreadyOffered);
        }
        let counts = self.offer_counts[seat.index()];
        match offer {
            Offer::Draw if counts.draws >= DRAW_OFFERS_MAX => Err(Refused::TooManyOffers),
            Offer::TakeBack(_) if counts.take_backs >= TAKE_BACK_OFFERS_MAX => {
                Err(Refused::TooManyOffers)
            }
            _ => Ok(Event::Offered(seat, offer)),
        }
    }

    /// What an offer leads to once both want it.
    fn agreed(&self, offer: Offer) -> Event {
        match offer {
            Offer::Draw => Event::Ended(Ending::Tied(TiedBy::Agreement)),
            Offer::TakeBack(to) => Event::TakenBack(to),
            Offer::Rematch => {
                // A game that is begun again has the same player first.
                let first = if self.is_over() {
                    self.start.starts.next(self.start.first)
                } else {
                    self.start.first
                };
                Event::Started(Box::new(Start {
                    first,
                    opening: Vec::new(),
                    score: self.score(),
                    is_counted: true,
                    has_ended: false,
                    ..self.start.clone()
                }))
            }
        }
    }

    fn check_now(&self, at: Point) -> Result<(), Refused> {
        match at.cmp(&self.point()) {
            Ordering::Less => Err(Refused::Stale),
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(Refused::Ahead),
        }
    }

    fn lost(&self, seat: Seat, by: WonBy) -> Event {
        let winner = self.start.player_at(seat.across());
        Event::Ended(Ending::Won(winner, by))
    }

    /// True for those who look after the table.
    fn is_keeper(&self, by: By) -> bool {
        by == By::Host || self.start.consent == Consent::Free && by == By::Shared
    }

    /// True for those who decide alone where no agreement is needed: people, but no bot.
    fn may_choose(&self, by: By) -> bool {
        match by {
            By::Seat(seat) => self.start.is_person(seat),
            By::Shared | By::Host => true,
        }
    }

    /// True if a move of this seat may come from this speaker.
    fn moves_for(&self, by: By, seat: Seat) -> bool {
        by == By::Seat(seat) || by == By::Shared && self.start.is_person(seat)
    }

    /// True if this speaker speaks for the seat. People who watch two bots speak for both.
    #[must_use]
    pub fn speaks_for(&self, by: By, seat: Seat) -> bool {
        self.moves_for(by, seat) || by == By::Shared && !self.start.has_people()
    }

    /// The seat that a speaker speaks for. People at one device speak for the seat to move, if one
    /// of them holds it.
    fn speaker(&self, by: By) -> Result<Seat, Refused> {
        let turn = self.turn();
        match by {
            By::Host => Err(Refused::NotAllowed),
            By::Shared if self.speaks_for(by, turn) => Ok(turn),
            By::Shared => Ok(turn.across()),
            By::Seat(seat) => Ok(seat),
        }
    }
}
