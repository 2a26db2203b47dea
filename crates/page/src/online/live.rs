//! The online game on the page: the table confirmed by the server, and unconfirmed commands.
//!
//! Invariant: the table of the play view is [`LiveGame::optimistic`], the confirmed table with the
//! unconfirmed moves. An event of the server either confirms the shown moves, or they are taken
//! back before it is applied.

use foursight_bots::Level;
use foursight_core::Ending;
use foursight_protocol::online::{CLAIM_DELAY_MS, ChatPreset, ClockState, Presence, SeatInfo};
use foursight_protocol::table::{WireCommand, WireEntry, WireEvent};
use foursight_table::{
    Actor, ApplyError, Command, Consent, Decision, Entry, Event, Occupant, Offer, Seat, Table,
    TimeControl,
};

use super::phrases;
use super::{ConnectionState, OnlineEffect};
use crate::text::{Text, UiMessage as M};
use crate::wording::game_text::level_name;

/// A command without a response of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnconfirmedCommand {
    /// Id that the response carries.
    pub cid: u64,
    /// The command.
    pub command: Command,
}

impl UnconfirmedCommand {
    /// True for a move, which is shown before it is confirmed.
    #[must_use]
    pub const fn is_move(&self) -> bool {
        matches!(self.command, Command::PlayMove { .. })
    }
}

/// The online game on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    /// Id of the game.
    pub game: String,
    /// Seat of the player here; `None` for viewers.
    pub seat: Option<Seat>,
    /// The players.
    pub seats: [SeatInfo; 2],
    /// Number of viewers.
    pub watchers: usize,
    /// The table confirmed by the server, with names for ids.
    pub confirmed: Table,
    /// Unconfirmed commands, in order.
    pub pending: Vec<UnconfirmedCommand>,
    /// The clocks at this server time.
    pub clocks: Option<(ClockState, u64)>,
    /// The last chat message: seat and preset.
    pub last_chat: Option<(usize, ChatPreset)>,
    /// True if this user has blocked the opponent.
    pub has_blocked: bool,
    /// All entries since the current game began, as received.
    pub(super) log: Vec<WireEntry>,
    text: Text,
}

/// An entry cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryError {
    /// Earlier entries are missing and must be requested.
    Gap,
    /// This version does not support it.
    Unknown,
}

impl LiveGame {
    /// Replays a log. Returns `None` if this version cannot read it.
    pub(super) fn of(
        text: Text,
        game: String,
        seat: Option<Seat>,
        seats: [SeatInfo; 2],
        log: Vec<WireEntry>,
    ) -> Option<Self> {
        let names = player_names(text, seat, &seats);
        let entries = log.iter().cloned().map(|sent| to_local_entry(sent, &names));
        let entries: Option<Vec<_>> = entries.collect();
        let mut live = Self {
            game,
            seat,
            watchers: 0,
            confirmed: Table::from_log(&entries?).ok()?,
            pending: Vec::new(),
            clocks: None,
            last_chat: None,
            has_blocked: false,
            log: Vec::new(),
            seats,
            text,
        };
        for sent in log {
            live.append_log(sent);
        }
        Some(live)
    }

    /// Appends an entry; a start drops those of the previous game.
    fn append_log(&mut self, sent: WireEntry) {
        if matches!(sent.event, WireEvent::Started { .. }) {
            self.log.clear();
        }
        self.log.push(sent);
    }

    /// True if a player has another name now.
    pub(super) fn is_renamed(&self, seats: &[SeatInfo; 2]) -> bool {
        let mut both = self.seats.iter().zip(seats);
        both.any(|(old, new)| old.name != new.name)
    }

    /// True if the names are in this language.
    #[must_use]
    pub fn is_in_language(&self, text: Text) -> bool {
        self.text == text
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        let [one, two] = player_names(self.text, self.seat, &self.seats);
        match seat {
            Seat::One => one,
            Seat::Two => two,
        }
    }

    /// Returns the confirmed table with all unconfirmed moves applied.
    #[must_use]
    pub fn optimistic(&self) -> Table {
        let mut table = self.confirmed.clone();
        let moves = self.pending.iter().filter(|pending| pending.is_move());
        for UnconfirmedCommand { command, .. } in moves {
            // At the time of the last event: the server owns the clocks.
            if let Some(seat) = self.seat
                && let Ok(Decision::New(entry)) =
                    table.decide(command, Actor::Seat(seat), table.at_ms())
            {
                // A decided entry can always be applied.
                let _ = table.apply(&entry);
            }
        }
        table
    }

    /// Applies an entry and returns the effects for the page.
    pub(super) fn apply(
        &mut self,
        sent: WireEntry,
        cid: Option<u64>,
    ) -> Result<Vec<OnlineEffect>, EntryError> {
        let names = player_names(self.text, self.seat, &self.seats);
        let entry = to_local_entry(sent.clone(), &names).ok_or(EntryError::Unknown)?;
        let (before, shown) = (self.confirmed.clone(), self.optimistic());
        match self.confirmed.apply(&entry) {
            Ok(_) => {}
            Err(ApplyError::AlreadyApplied) => return Ok(self.resolve(cid)),
            Err(ApplyError::Gap(_)) => return Err(EntryError::Gap),
            Err(ApplyError::Invalid) => return Err(EntryError::Unknown),
        }
        self.append_log(sent);
        let had_moves = self.pending.iter().any(UnconfirmedCommand::is_move);
        self.pending.retain(|pending| Some(pending.cid) != cid);
        let optimistic = self.optimistic();
        let is_shown = shown.game().moves() == optimistic.game().moves()
            && shown.ending() == optimistic.ending()
            && !matches!(entry.event, Event::GameStarted(_));
        let mut effects = if !had_moves {
            vec![OnlineEffect::ApplyEntries(vec![entry.clone()])]
        } else if is_shown {
            vec![OnlineEffect::ReplaceTable(Box::new(optimistic))]
        } else {
            vec![
                OnlineEffect::ReplaceTable(Box::new(before)),
                OnlineEffect::ApplyEntries(vec![entry.clone()]),
                OnlineEffect::ReplaceTable(Box::new(optimistic)),
            ]
        };
        effects.extend(self.announcement(&entry.event).map(OnlineEffect::Announce));
        if cid.is_none() && self.is_important(&entry.event) {
            if let Event::OfferMade(..) | Event::GameStarted(_) = entry.event {
                effects.push(OnlineEffect::PlaySignal);
            }
            effects.push(OnlineEffect::NotifyAway(self.away_message()));
        }
        Ok(effects)
    }

    /// Removes an answered command, whether done or refused.
    pub(super) fn resolve(&mut self, cid: Option<u64>) -> Vec<OnlineEffect> {
        let had_moves = self.pending.iter().any(UnconfirmedCommand::is_move);
        self.pending.retain(|pending| Some(pending.cid) != cid);
        if had_moves {
            return vec![OnlineEffect::ReplaceTable(Box::new(self.optimistic()))];
        }
        Vec::new()
    }

    /// Returns the announcement of an event that the play view does not announce itself.
    fn announcement(&self, event: &Event) -> Option<String> {
        let text = self.text;
        match event {
            Event::OfferMade(seat, offer) if Some(*seat) == self.seat => {
                Some(text.get(phrases::own_offer(*offer)).to_owned())
            }
            Event::OfferMade(seat, offer) => Some(self.offer_text(*seat, *offer)),
            Event::OfferClosed(_) => Some(text.get(M::OnlineClosed).to_owned()),
            Event::GameEnded(_) => Some(self.ending_text()),
            _ => None,
        }
    }

    /// True for events that a player who is away must be notified of.
    fn is_important(&self, event: &Event) -> bool {
        self.seat.is_some()
            && match event {
                Event::MovePlayed { .. } => self.is_own_turn() || self.confirmed.is_over(),
                Event::OfferMade(seat, _) => Some(*seat) != self.seat,
                Event::GameStarted(_) | Event::GameEnded(_) | Event::MovesTakenBack(_) => true,
                _ => false,
            }
    }

    /// Returns the notification for a player who is away.
    fn away_message(&self) -> String {
        let text = self.text;
        if let Some((seat, offer)) = self
            .opponent_seat()
            .and_then(|seat| Some((seat, self.offer()?)))
        {
            return self.offer_text(seat, offer);
        }
        if self.confirmed.is_over() {
            return text.get(M::GameOver).to_owned();
        }
        let other = self.opponent_seat().map(|seat| self.name(seat));
        text.with(M::OnlineCall, &[("name", &other.unwrap_or_default())])
    }

    /// Returns the seat of the opponent.
    #[must_use]
    pub fn opponent_seat(&self) -> Option<Seat> {
        self.seat.map(Seat::opponent)
    }

    /// True if the player here is to move.
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        self.seat.is_some() && self.confirmed.to_move() == self.seat
    }

    /// Returns the open offer of the opponent.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        self.confirmed.offer_of(self.opponent_seat()?)
    }

    /// Returns the own open offer.
    #[must_use]
    pub fn own_offer(&self) -> Option<Offer> {
        self.confirmed.offer_of(self.seat?)
    }

    /// Describes an offer.
    #[must_use]
    pub fn offer_text(&self, seat: Seat, offer: Offer) -> String {
        let message = match offer {
            Offer::Draw => M::OnlineOffersDraw,
            Offer::TakeBack { .. } => M::OnlineOffersTakeBack,
            Offer::Rematch => M::OnlineOffersRematch,
        };
        self.text.with(message, &[("name", &self.name(seat))])
    }

    /// Describes an ending the board does not show; empty otherwise.
    #[must_use]
    pub fn ending_text(&self) -> String {
        let Some(ending) = self.confirmed.ending() else {
            return String::new();
        };
        let start = self.confirmed.start();
        let loser = match ending {
            Ending::Won(winner, _) => Some(start.seat_of(winner).opponent()),
            _ => None,
        };
        let is_own = loser.is_some() && loser == self.seat;
        let name = loser.map_or_else(String::new, |seat| self.name(seat));
        phrases::ending(self.text, ending, &name, is_own)
    }

    /// Returns the remaining time of each seat at this server time.
    #[must_use]
    pub fn left_ms(&self, server_ms: u64) -> Option<[u64; 2]> {
        let (clocks, since_ms) = self.clocks?;
        let mut left_ms = clocks.left_ms;
        if let Some(left_ms) = clocks.running.and_then(|seat| left_ms.get_mut(seat)) {
            *left_ms = left_ms.saturating_sub(server_ms.saturating_sub(since_ms));
        }
        Some(left_ms)
    }

    /// Returns the text below the name at a seat: clock, and name or presence. Without a connection
    /// the own seat shows that, and the opponent's presence is unknown.
    #[must_use]
    pub fn seat_status(&self, seat: Seat, server_ms: u64, line: ConnectionState) -> String {
        let (text, is_open, line) = (
            self.text,
            line == ConnectionState::Open,
            &self.seats[seat.index()],
        );
        let mut parts = vec![match line.presence {
            _ if self.seat == Some(seat) && !is_open => text.get(M::OnlineCut).to_owned(),
            _ if self.seat == Some(seat) => line.name.clone(),
            _ if line.is_bot => text.get(M::Computer).to_owned(),
            _ if !is_open => String::new(),
            Presence::Here => text.get(M::OnlineHere).to_owned(),
            Presence::Away => text.get(M::OnlineAway).to_owned(),
            Presence::Gone { since_ms: None } => text.get(M::OnlineGoneLong).to_owned(),
            Presence::Gone {
                since_ms: Some(since_ms),
            } => {
                let gone = phrases::duration(text, server_ms.saturating_sub(since_ms));
                text.with(M::OnlineGone, &[("time", &gone)])
            }
        }];
        if let Some(left_ms) = self.left_ms(server_ms) {
            parts.insert(0, phrases::clock(text, left_ms[seat.index()]));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// True while the game can be aborted without a result.
    #[must_use]
    pub fn can_abort(&self) -> bool {
        self.is_in_play() && !self.confirmed.have_both_moved()
    }

    /// True while the player here has a game in play.
    #[must_use]
    pub fn is_in_play(&self) -> bool {
        self.seat.is_some() && !self.confirmed.is_over()
    }

    /// True if a draw can be offered; bots do not answer offers.
    #[must_use]
    pub fn can_draw(&self) -> bool {
        let has_bot = self.seats.iter().any(|line| line.is_bot);
        self.is_in_play() && !has_bot && self.own_offer().is_none()
    }

    /// True if the own last move can be taken back, or its take-back offered.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        let by = self.seat.map(Actor::Seat);
        let has_moved = by.is_some_and(|by| self.confirmed.undo_target(by).is_some());
        let is_free = self.confirmed.start().consent == Consent::Free;
        has_moved && (is_free || self.is_in_play() && self.own_offer().is_none())
    }

    /// True if the opponent has been away from a game without a clock long enough to claim it.
    #[must_use]
    pub fn can_claim(&self, server_ms: u64) -> bool {
        let Some(other) = self.opponent_seat().filter(|_| self.is_in_play()) else {
            return false;
        };
        let is_gone = match self.seats[other.index()].presence {
            Presence::Gone { since_ms } => {
                let since_ms = since_ms.unwrap_or(0).max(self.confirmed.at_ms());
                server_ms.saturating_sub(since_ms) >= CLAIM_DELAY_MS
            }
            Presence::Here | Presence::Away => false,
        };
        let is_untimed = self.confirmed.start().time_control == TimeControl::Unlimited;
        is_gone && is_untimed && self.confirmed.have_both_moved()
    }

    /// Serialises the unconfirmed commands; `None` if there are none.
    pub(super) fn pending_json(&self) -> Option<String> {
        let commands = self.unsent();
        if commands.is_empty() {
            return None;
        }
        serde_json::to_string(&commands).ok()
    }

    /// Returns the unconfirmed commands as sent.
    pub(super) fn unsent(&self) -> Vec<WireCommand> {
        let pending = self.pending.iter();
        pending
            .filter_map(|pending| WireCommand::from_command(&pending.command))
            .collect()
    }
}

/// Returns the names of the players; only the user's own seat is called You.
fn player_names(text: Text, own: Option<Seat>, seats: &[SeatInfo; 2]) -> [String; 2] {
    let you = text.get(M::You);
    Seat::BOTH.map(|seat| {
        let line = &seats[seat.index()];
        match line.name.parse::<Level>() {
            _ if own == Some(seat) => you.to_owned(),
            Ok(level) if line.is_bot => text.get(level_name(level)).to_owned(),
            _ if line.name.eq_ignore_ascii_case(you) => format!("“{}”", line.name),
            _ => line.name.clone(),
        }
    })
}

/// Converts an entry for the page: with names for ids, and with people at both seats, so that the
/// page requests no moves for bots of the server. Returns `None` if this version does not support
/// it.
fn to_local_entry(sent: WireEntry, names: &[String; 2]) -> Option<Entry> {
    let mut entry = Entry::try_from(sent).ok()?;
    if let Event::GameStarted(start) = &mut entry.event {
        start.seats = names.clone().map(Occupant::Person);
    }
    Some(entry)
}
