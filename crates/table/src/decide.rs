//! Decisions: the event that a command leads to. Nothing here changes the table.

use std::cmp::Ordering;

use foursight_core::{DrawReason, Ending, Move, WinReason};

use crate::table::game_after_opening;
use crate::{
    Actor, AppliedEvent, Command, CommandError, Consent, Decision, Entry, Event, GameStart,
    MatchScore, Offer, Point, Seat, Table,
};

/// Most draw offers of a seat in one game.
pub const DRAW_OFFERS_MAX: u8 = 5;

/// Most take-back offers of a seat in one game.
pub const TAKE_BACK_OFFERS_MAX: u8 = 5;

/// Most rematch offers of a seat after one game.
pub const REMATCH_OFFERS_MAX: u8 = 3;

type EventResult = Result<Event, CommandError>;

impl Table {
    /// Returns the new event that a command leads to, or the number of the one it already led to.
    ///
    /// If the clock of the seat to move has expired, the result is the loss on time, whatever the
    /// command, except for a credit of the host.
    ///
    /// # Errors
    ///
    /// [`CommandError`] if the table rejects the command.
    pub fn decide(
        &self,
        command: &Command,
        actor: Actor,
        at_ms: u64,
    ) -> Result<Decision, CommandError> {
        self.decide_after_lag(command, actor, at_ms, 0)
    }

    /// Decides a command that the network delayed by `lag_ms`, which is not charged to the clock
    /// (lag compensation).
    ///
    /// # Errors
    ///
    /// [`CommandError`] if the table rejects the command.
    pub fn decide_after_lag(
        &self,
        command: &Command,
        actor: Actor,
        at_ms: u64,
        lag_ms: u64,
    ) -> Result<Decision, CommandError> {
        if let Some(seq) = self.find_duplicate(command, actor) {
            return Ok(Decision::Duplicate(seq));
        }
        // Never go back in time, even if the system clock does.
        let at_ms = at_ms.max(self.at_ms);
        let spent_ms = self.clocks.elapsed_ms(at_ms).saturating_sub(lag_ms);
        let event = match (self.clocks.expired_seat(spent_ms), command) {
            (None, _) | (_, Command::CreditTime(_)) => self.event_for(command, actor, spent_ms)?,
            (Some(seat), _) => self.loss_event(seat, WinReason::Time),
        };
        let seq = self.seq + 1;
        Ok(Decision::New(Entry { seq, at_ms, event }))
    }

    /// Decides a command and applies the event, for an app that owns its table. Returns `None` if
    /// the command is a duplicate.
    ///
    /// # Errors
    ///
    /// [`CommandError`] if the table rejects the command.
    pub fn decide_and_apply(
        &mut self,
        command: &Command,
        actor: Actor,
        at_ms: u64,
    ) -> Result<Option<AppliedEvent>, CommandError> {
        match self.decide(command, actor, at_ms)? {
            Decision::New(entry) => Ok(self.apply(&entry).ok()),
            Decision::Duplicate(_) => Ok(None),
        }
    }

    /// Returns true if it is this actor's turn to move.
    #[must_use]
    pub fn may_move(&self, actor: Actor) -> bool {
        !self.is_over() && !self.is_paused && self.may_move_for(actor, self.turn())
    }

    /// Returns the ply to which a take-back by this actor would lead, or `None` if there is none.
    #[must_use]
    pub fn undo_target(&self, actor: Actor) -> Option<usize> {
        if self.is_out_of_time() {
            return None;
        }
        // On a shared device a game can be taken back to its very start; an agreed opening stays.
        let earliest = match self.start.consent {
            Consent::Free => 0,
            Consent::Agreement | Consent::NoTakeBack => self.start.opening.len(),
        };
        let positions = self.game.positions().take(self.plies()).enumerate();
        let own_turns = positions.skip(earliest).filter(|(_, position)| {
            let seat = self.start.seat_of(position.to_move());
            self.acts_for(actor, seat)
        });
        own_turns.last().map(|(ply, _)| ply)
    }

    /// Returns the ply to which a redo by this actor would lead, or `None` if there is nothing to
    /// redo.
    #[must_use]
    pub fn redo_target(&self, actor: Actor) -> Option<usize> {
        let mut game = self.game.clone();
        for undone in self.undone.iter().rev() {
            game.apply(undone.mv).ok()?;
            let turn = self.start.seat_of(game.position().to_move());
            if self.acts_for(actor, turn) {
                break;
            }
        }
        let ply = game.moves().len();
        (ply > self.plies()).then_some(ply)
    }

    /// Returns the number of the event that already played this move, so that a retransmitted
    /// command has no effect.
    fn find_duplicate(&self, command: &Command, actor: Actor) -> Option<u64> {
        let Command::PlayMove { at, mv } = command else {
            return None;
        };
        let is_played = at.branch == self.branch && self.timed_moves.get(at.ply)?.mv == *mv;
        let seat = self.seat_at(at.ply).filter(|_| is_played)?;
        self.may_move_for(actor, seat)
            .then(|| self.move_seqs[at.ply])
    }

    fn event_for(&self, command: &Command, actor: Actor, spent_ms: u64) -> EventResult {
        match command {
            Command::PlayMove { at, mv } => self.decide_move(*at, *mv, actor, spent_ms),
            Command::TakeBack(at) => self.take_back(*at, actor),
            Command::Redo(at) => self.redo(*at, actor),
            Command::OfferDraw(at) => self.draw(*at, actor),
            Command::NextGame => self.next_game(actor),
            Command::Accept(offer) => self.accept(*offer, actor),
            Command::Decline(offer) => self.decline(*offer, actor),
            Command::Resign(at) => self.resign(*at, actor),
            Command::Abort | Command::DeclareDeparted(_) | Command::Flag if self.is_over() => {
                Err(CommandError::GameOver)
            }
            Command::Abort if self.manages_table(actor) || !self.have_both_moved() => {
                Ok(Event::GameEnded(Ending::Aborted))
            }
            Command::Flag => Err(CommandError::TimeLeft),
            Command::Pause | Command::Resume => self.pause(command, actor),
            Command::OpenGame(start) if self.manages_table(actor) => self.open_game(start),
            Command::ResetScore if self.manages_table(actor) => Ok(Event::ScoreReset),
            Command::DeclareDeparted(seat) if actor == Actor::Host => {
                Ok(self.loss_event(*seat, WinReason::Departure))
            }
            Command::CreditTime(_) if self.clocks.running().is_none() => {
                Err(CommandError::NotAllowed)
            }
            Command::CreditTime(ms) if actor == Actor::Host => Ok(Event::TimeCredited(*ms)),
            _ => Err(CommandError::NotAllowed),
        }
    }

    fn decide_move(&self, at: Point, mv: Move, actor: Actor, spent_ms: u64) -> EventResult {
        self.check_point(at)?;
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        if self.is_paused {
            return Err(CommandError::Paused);
        }
        if !self.may_move_for(actor, self.turn()) {
            return Err(CommandError::NotYourTurn);
        }
        self.game.position().after(mv).map_err(CommandError::Move)?;
        Ok(Event::MovePlayed { mv, spent_ms })
    }

    /// Returns true if the game was lost on time, so that it cannot continue.
    const fn is_out_of_time(&self) -> bool {
        matches!(self.forced_ending, Some(Ending::Won(_, WinReason::Time)))
    }

    fn take_back(&self, at: Point, actor: Actor) -> EventResult {
        self.check_point(at)?;
        let needs_no_consent = match self.start.consent {
            Consent::NoTakeBack => return Err(CommandError::NotAllowed),
            Consent::Agreement if self.is_over() => return Err(CommandError::GameOver),
            Consent::Agreement => false,
            Consent::Free => true,
        };
        if self.is_out_of_time() {
            return Err(CommandError::GameOver);
        }
        let seat = self.seat_for(actor)?;
        if needs_no_consent && !self.may_decide_alone(actor) {
            return Err(CommandError::NotAllowed);
        }
        let to = self.undo_target(actor).ok_or(CommandError::NothingToUndo)?;
        self.grant_or_offer(Offer::TakeBack { to }, seat, needs_no_consent)
    }

    fn redo(&self, at: Point, actor: Actor) -> EventResult {
        self.check_point(at)?;
        if self.start.consent != Consent::Free
            || self.forced_ending.is_some()
            || !self.may_decide_alone(actor)
        {
            return Err(CommandError::NotAllowed);
        }
        let to = self.redo_target(actor).ok_or(CommandError::NothingToRedo)?;
        Ok(Event::MovesRedone(to))
    }

    fn draw(&self, at: Point, actor: Actor) -> EventResult {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        self.check_point(at)?;
        let both_are_people = Seat::BOTH
            .into_iter()
            .all(|seat| self.start.is_person(seat));
        let needs_no_consent = self.start.consent == Consent::Free && both_are_people;
        self.grant_or_offer(Offer::Draw, self.seat_for(actor)?, needs_no_consent)
    }

    fn next_game(&self, actor: Actor) -> EventResult {
        let needs_no_consent = self.start.consent == Consent::Free;
        if !self.is_over() && !needs_no_consent {
            return Err(CommandError::NotOver);
        }
        if needs_no_consent && !self.may_decide_alone(actor) {
            return Err(CommandError::NotAllowed);
        }
        self.grant_or_offer(Offer::Rematch, self.seat_for(actor)?, needs_no_consent)
    }

    fn accept(&self, offer: Offer, actor: Actor) -> EventResult {
        let other = self.seat_for(actor)?.opponent();
        if self.offer_of(other) == Some(offer) {
            Ok(self.accepted_event(offer))
        } else {
            Err(CommandError::NoOffer)
        }
    }

    fn decline(&self, offer: Offer, actor: Actor) -> EventResult {
        let seat = self.seat_for(actor)?;
        [seat.opponent(), seat]
            .into_iter()
            .find(|seat| self.offer_of(*seat) == Some(offer))
            .map(Event::OfferClosed)
            .ok_or(CommandError::NoOffer)
    }

    fn resign(&self, at: Point, actor: Actor) -> EventResult {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        match at.branch.cmp(&self.branch) {
            Ordering::Less => Err(CommandError::Stale),
            Ordering::Equal => Ok(self.loss_event(self.seat_for(actor)?, WinReason::Resignation)),
            Ordering::Greater => Err(CommandError::Ahead),
        }
    }

    fn pause(&self, command: &Command, actor: Actor) -> EventResult {
        if !self.manages_table(actor) {
            return Err(CommandError::NotAllowed);
        }
        match (command, self.is_paused) {
            (Command::Resume, true) => Ok(Event::Resumed),
            (Command::Pause, _) if self.is_over() => Err(CommandError::GameOver),
            (Command::Pause, false) => Ok(Event::Paused),
            _ => Err(CommandError::NotAllowed),
        }
    }

    fn open_game(&self, start: &GameStart) -> EventResult {
        let game = game_after_opening(start).map_err(CommandError::Move)?;
        let score = if start.seats == self.start.seats {
            self.score()
        } else {
            MatchScore::default()
        };
        Ok(Event::GameStarted(Box::new(GameStart {
            score,
            is_counted: start.is_counted && game.end().is_none(),
            ..start.clone()
        })))
    }

    /// Returns true if the seat has not made this offer yet.
    pub(crate) fn may_offer(&self, seat: Seat, offer: Offer) -> bool {
        match offer {
            Offer::Rematch => self.offer_of(seat) != Some(offer),
            _ => !self.recent_offers.contains(&(seat, offer)),
        }
    }

    /// Grants the request if it needs no consent or the other seat offers the same; otherwise turns
    /// it into an offer. An offer stands until the next move, and a seat can make it once until
    /// then. After a game no move comes, so a declined rematch can be offered again.
    fn grant_or_offer(&self, offer: Offer, seat: Seat, needs_no_consent: bool) -> EventResult {
        if needs_no_consent || self.offer_of(seat.opponent()) == Some(offer) {
            return Ok(self.accepted_event(offer));
        }
        if !self.may_offer(seat, offer) {
            return Err(CommandError::AlreadyOffered);
        }
        let counts = self.offer_counts[seat.index()];
        match offer {
            Offer::Draw if counts.draws >= DRAW_OFFERS_MAX => Err(CommandError::TooManyOffers),
            Offer::TakeBack { .. } if counts.take_backs >= TAKE_BACK_OFFERS_MAX => {
                Err(CommandError::TooManyOffers)
            }
            Offer::Rematch if counts.rematches >= REMATCH_OFFERS_MAX => {
                Err(CommandError::TooManyOffers)
            }
            _ => Ok(Event::OfferMade(seat, offer)),
        }
    }

    /// Returns the event of an offer that both seats agree to.
    fn accepted_event(&self, offer: Offer) -> Event {
        match offer {
            Offer::Draw => Event::GameEnded(Ending::Draw(DrawReason::Agreement)),
            Offer::TakeBack { to } => Event::MovesTakenBack(to),
            Offer::Rematch => {
                // Restarting an unfinished game keeps the player who moves first.
                let first = if self.is_over() {
                    self.start.start_policy.next(self.start.first)
                } else {
                    self.start.first
                };
                Event::GameStarted(Box::new(GameStart {
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

    fn check_point(&self, at: Point) -> Result<(), CommandError> {
        match at.cmp(&self.point()) {
            Ordering::Less => Err(CommandError::Stale),
            Ordering::Equal => Ok(()),
            Ordering::Greater => Err(CommandError::Ahead),
        }
    }

    fn loss_event(&self, seat: Seat, reason: WinReason) -> Event {
        let winner = self.start.player_at(seat.opponent());
        Event::GameEnded(Ending::Won(winner, reason))
    }

    /// Returns true if the actor manages the table: pauses it, opens games and resets the score.
    fn manages_table(&self, actor: Actor) -> bool {
        actor == Actor::Host || self.start.consent == Consent::Free && actor == Actor::SharedDevice
    }

    /// Returns true if the actor may decide alone where no consent is needed: people, but not bots.
    fn may_decide_alone(&self, actor: Actor) -> bool {
        match actor {
            Actor::Seat(seat) => self.start.is_person(seat),
            Actor::SharedDevice | Actor::Host => true,
        }
    }

    /// Returns true if the actor may move for the seat.
    fn may_move_for(&self, actor: Actor, seat: Seat) -> bool {
        actor == Actor::Seat(seat) || actor == Actor::SharedDevice && self.start.is_person(seat)
    }

    /// Returns true if the actor acts for the seat. People who watch two bots act for both.
    #[must_use]
    pub fn acts_for(&self, actor: Actor, seat: Seat) -> bool {
        self.may_move_for(actor, seat) || actor == Actor::SharedDevice && !self.start.has_people()
    }

    /// Returns the seat for which the actor acts. People sharing one device act for the seat to
    /// move if one of them holds it, otherwise for the other seat.
    fn seat_for(&self, actor: Actor) -> Result<Seat, CommandError> {
        let turn = self.turn();
        match actor {
            Actor::Host => Err(CommandError::NotAllowed),
            Actor::SharedDevice if self.acts_for(actor, turn) => Ok(turn),
            Actor::SharedDevice => Ok(turn.opponent()),
            Actor::Seat(seat) => Ok(seat),
        }
    }
}
