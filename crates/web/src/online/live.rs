//! The online game on the page: the table as the server has confirmed it, and what is under way.
//!
//! Always: the table of the play view is [`Live::hoped`], which is the confirmed one with the moves that
//! are under way. So an event of the server either makes what is shown come true, or what was shown too
//! early is taken back before it.

use foursight_bots::Level;
use foursight_core::Ending;
use foursight_protocol::online::{ClockLine, Presence, Preset, SeatLine};
use foursight_protocol::table::{SentCommand, SentEntry, SentEvent};
use foursight_table::{
    Broken, By, ClockRule, Command, Consent, Decision, Entry, Event, Offer, Seat, Table, Who,
};

use super::words;
use super::{Do, Line};
use crate::text::{Message as M, Text};
use crate::words::level_name;

/// A game without a clock can be claimed after this absence of the other: a day.
const CLAIM_MS: u64 = 24 * 60 * 60 * 1000;

/// A command that the server has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The number by which the answer is known.
    pub cid: u64,
    /// What was asked.
    pub command: Command,
}

impl Pending {
    /// True for a move, which falls before it is confirmed.
    #[must_use]
    pub const fn is_move(&self) -> bool {
        matches!(self.command, Command::Move { .. })
    }
}

/// The online game on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// Its id.
    pub game: String,
    /// The seat of the people here; none if they watch.
    pub seat: Option<Seat>,
    /// Who plays.
    pub seats: [SeatLine; 2],
    /// How many watch.
    pub watchers: usize,
    /// The table as the server has confirmed it, with names for ids.
    pub confirmed: Table,
    /// What was asked and not answered, in order.
    pub pending: Vec<Pending>,
    /// The clocks as the server told them at that time of its own.
    pub clocks: Option<(ClockLine, u64)>,
    /// What a player said last: who and what.
    pub said: Option<(usize, Preset)>,
    /// True if the people here have blocked the other player.
    pub has_blocked: bool,
    /// All events since the present game began, as they were sent.
    pub(super) log: Vec<SentEntry>,
    text: Text,
}

/// Why an event cannot be folded in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// Others before it are missing: they are to be asked for.
    Gap,
    /// This version does not understand it.
    Unknown,
}

impl Live {
    /// The game of a whole log. None if this version cannot read it.
    pub(super) fn of(
        text: Text,
        game: String,
        seat: Option<Seat>,
        seats: [SeatLine; 2],
        log: Vec<SentEntry>,
    ) -> Option<Self> {
        let names = names(text, seat, &seats);
        let all = log.iter().cloned().map(|sent| named(sent, &names));
        let all: Option<Vec<_>> = all.collect();
        let mut live = Self {
            game,
            seat,
            watchers: 0,
            confirmed: Table::from_log(&all?).ok()?,
            pending: Vec::new(),
            clocks: None,
            said: None,
            has_blocked: false,
            log: Vec::new(),
            seats,
            text,
        };
        for sent in log {
            live.note(sent);
        }
        Some(live)
    }

    /// Writes an event down, and forgets those of the game before it.
    fn note(&mut self, sent: SentEntry) {
        if matches!(sent.event, SentEvent::Started { .. }) {
            self.log.clear();
        }
        self.log.push(sent);
    }

    /// True if one of those who play has another name now.
    pub(super) fn is_renamed(&self, seats: &[SeatLine; 2]) -> bool {
        let mut both = self.seats.iter().zip(seats);
        both.any(|(old, new)| old.name != new.name)
    }

    /// True if it was read in this language.
    #[must_use]
    pub fn is_in(&self, text: Text) -> bool {
        self.text == text
    }

    /// What a player is called.
    #[must_use]
    pub fn name(&self, seat: Seat) -> String {
        let [one, two] = names(self.text, self.seat, &self.seats);
        match seat {
            Seat::One => one,
            Seat::Two => two,
        }
    }

    /// The table with the moves that are under way, as the page shows it.
    #[must_use]
    pub fn hoped(&self) -> Table {
        let mut table = self.confirmed.clone();
        let moves = self.pending.iter().filter(|pending| pending.is_move());
        for Pending { command, .. } in moves {
            // At the time of the last event: clocks are the server's business.
            if let Some(seat) = self.seat
                && let Ok(Decision::New(entry)) =
                    table.decide(command, By::Seat(seat), table.at_ms())
            {
                // What was decided can be applied.
                let _ = table.apply(&entry);
            }
        }
        table
    }

    /// Folds an event in, and says how the page is to follow.
    pub(super) fn fold(&mut self, sent: SentEntry, cid: Option<u64>) -> Result<Vec<Do>, Missing> {
        let names = names(self.text, self.seat, &self.seats);
        let entry = named(sent.clone(), &names).ok_or(Missing::Unknown)?;
        let (before, shown) = (self.confirmed.clone(), self.hoped());
        match self.confirmed.apply(&entry) {
            Ok(_) => {}
            Err(Broken::Old) => return Ok(self.settle(cid)),
            Err(Broken::Gap(_)) => return Err(Missing::Gap),
            Err(Broken::Impossible) => return Err(Missing::Unknown),
        }
        self.note(sent);
        let had_moves = self.pending.iter().any(Pending::is_move);
        self.pending.retain(|pending| Some(pending.cid) != cid);
        let hoped = self.hoped();
        let is_shown = shown.game().moves() == hoped.game().moves()
            && shown.ending() == hoped.ending()
            && !matches!(entry.event, Event::Started(_));
        let mut todo = if !had_moves {
            vec![Do::Entries(vec![entry.clone()])]
        } else if is_shown {
            vec![Do::Confirm(Box::new(hoped))]
        } else {
            vec![
                Do::Confirm(Box::new(before)),
                Do::Entries(vec![entry.clone()]),
                Do::Confirm(Box::new(hoped)),
            ]
        };
        todo.extend(self.news(&entry.event).map(Do::Tell));
        if cid.is_none() && self.matters(&entry.event) {
            if let Event::Offered(..) | Event::Started(_) = entry.event {
                todo.push(Do::Ring);
            }
            todo.push(Do::Notice(self.call()));
        }
        Ok(todo)
    }

    /// What was asked is answered: it is done, or never will be.
    pub(super) fn settle(&mut self, cid: Option<u64>) -> Vec<Do> {
        let had_moves = self.pending.iter().any(Pending::is_move);
        self.pending.retain(|pending| Some(pending.cid) != cid);
        if had_moves {
            return vec![Do::Confirm(Box::new(self.hoped()))];
        }
        Vec::new()
    }

    /// What an event tells beyond what the play view says of every game.
    fn news(&self, event: &Event) -> Option<String> {
        let text = self.text;
        match event {
            Event::Offered(seat, offer) if Some(*seat) == self.seat => {
                Some(text.get(words::own_offer(*offer)).to_owned())
            }
            Event::Offered(seat, offer) => Some(self.offered(*seat, *offer)),
            Event::Closed(_) => Some(text.get(M::OnlineClosed).to_owned()),
            Event::Ended(_) => Some(self.how()),
            _ => None,
        }
    }

    /// True for what the people here must know, wherever they look.
    fn matters(&self, event: &Event) -> bool {
        self.seat.is_some()
            && match event {
                Event::Moved { .. } => self.is_own_turn() || self.confirmed.is_over(),
                Event::Offered(seat, _) => Some(*seat) != self.seat,
                Event::Started(_) | Event::Ended(_) | Event::TakenBack(_) => true,
                _ => false,
            }
    }

    /// What somebody who looks elsewhere is told.
    fn call(&self) -> String {
        let text = self.text;
        if let Some((seat, offer)) = self.other().and_then(|seat| Some((seat, self.offer()?))) {
            return self.offered(seat, offer);
        }
        if self.confirmed.is_over() {
            return text.get(M::GameOver).to_owned();
        }
        let other = self.other().map(|seat| self.name(seat));
        text.with(M::OnlineCall, &[("name", &other.unwrap_or_default())])
    }

    /// The seat of the other player.
    #[must_use]
    pub fn other(&self) -> Option<Seat> {
        self.seat.map(Seat::across)
    }

    /// True if the people here are to move.
    #[must_use]
    pub fn is_own_turn(&self) -> bool {
        self.seat.is_some() && self.confirmed.to_move() == self.seat
    }

    /// The offer of the other player, if there is one.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        self.confirmed.offer_of(self.other()?)
    }

    /// The own offer, if there is one.
    #[must_use]
    pub fn own_offer(&self) -> Option<Offer> {
        self.confirmed.offer_of(self.seat?)
    }

    /// An offer in words.
    #[must_use]
    pub fn offered(&self, seat: Seat, offer: Offer) -> String {
        let message = match offer {
            Offer::Draw => M::OnlineOffersDraw,
            Offer::TakeBack(_) => M::OnlineOffersTakeBack,
            Offer::Rematch => M::OnlineOffersRematch,
        };
        self.text.with(message, &[("name", &self.name(seat))])
    }

    /// How it ended beside the grid; empty if it goes on or the grid shows it.
    #[must_use]
    pub fn how(&self) -> String {
        let Some(ending) = self.confirmed.ending() else {
            return String::new();
        };
        let start = self.confirmed.start();
        let loser = match ending {
            Ending::Won(winner, _) => Some(start.seat_of(winner).across()),
            _ => None,
        };
        let is_own = loser.is_some() && loser == self.seat;
        let name = loser.map_or_else(String::new, |seat| self.name(seat));
        words::ending(self.text, ending, &name, is_own)
    }

    /// What each seat has left at this time of the server.
    #[must_use]
    pub fn left_ms(&self, server_ms: u64) -> Option<[u64; 2]> {
        let (clocks, since_ms) = self.clocks?;
        let mut left_ms = clocks.left_ms;
        if let Some(left_ms) = clocks.running.and_then(|seat| left_ms.get_mut(seat)) {
            *left_ms = left_ms.saturating_sub(server_ms.saturating_sub(since_ms));
        }
        Some(left_ms)
    }

    /// What stands below the name at a seat: the clock, and who it is or whether they are there. Without a line
    /// the people here read that it is theirs that is cut: whether the other is there is not known.
    #[must_use]
    pub fn about(&self, seat: Seat, server_ms: u64, line: Line) -> String {
        let (text, is_open, line) = (self.text, line == Line::Open, &self.seats[seat.index()]);
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
                let gone = words::duration(text, server_ms.saturating_sub(since_ms));
                text.with(M::OnlineGone, &[("time", &gone)])
            }
        }];
        if let Some(left_ms) = self.left_ms(server_ms) {
            parts.insert(0, words::clock(text, left_ms[seat.index()]));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// True while the game can be given up without a result.
    #[must_use]
    pub fn can_abort(&self) -> bool {
        self.is_played() && !self.confirmed.have_both_moved()
    }

    /// True while the people here play a game that goes on.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.seat.is_some() && !self.confirmed.is_over()
    }

    /// True if a tie can be offered: a bot has no opinion.
    #[must_use]
    pub fn can_draw(&self) -> bool {
        let has_bot = self.seats.iter().any(|line| line.is_bot);
        self.is_played() && !has_bot && self.own_offer().is_none()
    }

    /// True if the own last move can be asked back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        let by = self.seat.map(By::Seat);
        let has_moved = by.is_some_and(|by| self.confirmed.undo_to(by).is_some());
        let is_free = self.confirmed.start().consent == Consent::Free;
        has_moved && (is_free || self.is_played() && self.own_offer().is_none())
    }

    /// True if the other has left a game without a clock for so long that it can be claimed.
    #[must_use]
    pub fn can_claim(&self, server_ms: u64) -> bool {
        let Some(other) = self.other().filter(|_| self.is_played()) else {
            return false;
        };
        let is_gone = match self.seats[other.index()].presence {
            Presence::Gone { since_ms } => {
                let since_ms = since_ms.unwrap_or(0).max(self.confirmed.at_ms());
                server_ms.saturating_sub(since_ms) >= CLAIM_MS
            }
            Presence::Here | Presence::Away => false,
        };
        let is_untimed = self.confirmed.start().clock == ClockRule::None;
        is_gone && is_untimed && self.confirmed.have_both_moved()
    }

    /// What has to outlive a reload: the commands that are not confirmed. None if there are none.
    pub(super) fn kept(&self) -> Option<String> {
        let commands = self.unsent();
        if commands.is_empty() {
            return None;
        }
        serde_json::to_string(&commands).ok()
    }

    /// The commands that are not confirmed, as they are sent.
    pub(super) fn unsent(&self) -> Vec<SentCommand> {
        let pending = self.pending.iter();
        pending
            .filter_map(|pending| SentCommand::of(&pending.command))
            .collect()
    }
}

/// What the players are called: who looks is You, and nobody else.
fn names(text: Text, own: Option<Seat>, seats: &[SeatLine; 2]) -> [String; 2] {
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

/// An event as the page folds it in: with names for ids, and with people at both seats, so that the page
/// does not think for a bot of the server. None if this version does not know it.
fn named(sent: SentEntry, names: &[String; 2]) -> Option<Entry> {
    let mut entry = Entry::try_from(sent).ok()?;
    if let Event::Started(start) = &mut entry.event {
        start.seats = names.clone().map(Who::Person);
    }
    Some(entry)
}
