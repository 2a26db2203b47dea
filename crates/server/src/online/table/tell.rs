//! What a table tells: events, who is there, and what is said.

use foursight_protocol::online::{ClockLine, GameLine, NowLine, Presence, Preset, SeatLine, Told};
use foursight_protocol::table::SentEntry;
use foursight_table::{ClockRule, Entry, Seat, Who};

use super::{Asker, Keeper, Note, subject};
use crate::online::outbox::written;

impl Keeper {
    pub(super) fn told_entry(&self, entry: &Entry) -> Told {
        let now_ms = self.node.clock.now_ms();
        Told::Entry {
            game: self.game.clone(),
            entry: SentEntry::from(entry),
            now: NowLine::of(&self.table),
            clocks: self.clocks(now_ms),
            server_ms: now_ms,
        }
    }

    pub(super) fn tell_others(&self, entry: &Entry, but: Option<u64>) {
        let mut text = None;
        let lookers = self.room.lookers.iter();
        for looker in lookers.filter(|looker| Some(looker.number) != but) {
            let text = text.get_or_insert_with(|| written(None, self.told_entry(entry)));
            looker.outbox.send_text(text.clone());
        }
    }

    /// Tells the players on pages where this game is not looked at how it stands now.
    pub(super) fn tell_elsewhere(&mut self) {
        let (presence, _) = self.room.all(self.node.clock.now_ms());
        for seat in Seat::BOTH {
            let Who::Person(id) = &self.table.start().seats[seat.index()] else {
                continue;
            };
            let other = seat.across();
            let line = || {
                let is_bot = !self.table.start().is_person(other);
                let opponent = (self.names[other.index()].clone(), is_bot);
                GameLine::of(self.game.clone(), opponent, &self.table, seat)
            };
            let is_looker = |number| {
                let mut lookers = self.room.lookers.iter();
                lookers.any(|looker| looker.number == number)
            };
            self.node.tell_listed_here(id, is_looker, line);
            // A player who looks at the game on another node hears of it there.
            if self.node.bus.has_others() && matches!(presence[seat.index()], Presence::Gone { .. })
            {
                self.node.tell_listed_elsewhere(id, &line());
            }
        }
    }

    pub(super) fn tell_nodes(&self, note: &Note) {
        let text = serde_json::to_string(note).expect("notes have only texts as keys");
        self.node.bus.tell(&subject(&self.game), &text);
    }

    pub(super) fn clocks(&self, now_ms: u64) -> Option<ClockLine> {
        let clocks = self.table.clocks();
        (clocks.rule() != ClockRule::None).then(|| ClockLine {
            left_ms: Seat::BOTH.map(|seat| clocks.left_ms(seat, now_ms)),
            running: clocks.running().map(Seat::index),
        })
    }

    pub(super) fn seats(&mut self, now_ms: u64) -> ([SeatLine; 2], usize) {
        let (presence, watchers) = self.room.all(now_ms);
        let seats = Seat::BOTH.map(|seat| {
            let is_bot = !self.table.start().is_person(seat);
            SeatLine {
                name: self.names[seat.index()].clone(),
                is_bot,
                // A bot never leaves.
                presence: if is_bot {
                    Presence::Here
                } else {
                    presence[seat.index()]
                },
            }
        });
        (seats, watchers)
    }

    /// Tells who is there, if that has changed.
    pub(super) fn tell_seats(&mut self) {
        let now_ms = self.node.clock.now_ms();
        let now = self.seats(now_ms);
        if self.told.as_ref() == Some(&now) {
            return;
        }
        let (seats, watchers) = now.clone();
        self.told = Some(now);
        let game = self.game.clone();
        let text = written(
            None,
            Told::Seats {
                game,
                seats,
                watchers,
            },
        );
        for looker in &self.room.lookers {
            looker.outbox.send_text(text.clone());
        }
    }

    /// Tells the other nodes who is on this one.
    pub(super) fn tell_crowd(&self) {
        if self.node.bus.has_others() {
            self.tell_nodes(&Note::Crowd(self.node.id.clone(), self.room.own()));
        }
    }

    pub(super) async fn say(&mut self, who: Asker, what: Preset) {
        let Some(seat) = self.seat_of(&who.person) else {
            return self.refuse(&who, "not_allowed");
        };
        if self.is_blocked(&who.person, seat).await {
            return self.refuse(&who, "blocked");
        }
        who.outbox.send(who.cid, Told::Done { seq: None });
        self.tell_said(seat.index(), what);
        if self.node.bus.has_others() {
            self.tell_nodes(&Note::Said(seat.index(), what));
        }
    }

    pub(super) fn tell_said(&self, seat: usize, what: Preset) {
        let game = self.game.clone();
        let text = written(None, Told::Said { game, seat, what });
        for looker in &self.room.lookers {
            looker.outbox.send_text(text.clone());
        }
    }
}
