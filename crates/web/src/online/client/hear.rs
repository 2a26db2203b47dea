//! What the client does about what the server says.

use foursight_protocol::online::{Ask, ClockLine, GameLine, SeatLine, Tell, Told, You};
use foursight_protocol::table::{SentCommand, SentEntry};
use foursight_table::Seat;

use super::super::live::{Live, Missing, Pending};
use super::super::words;
use super::{Client, Do};
use crate::text::Message as M;

/// Who is at a table, and its clocks.
struct Place {
    seat: Option<Seat>,
    seats: [SeatLine; 2],
    watchers: usize,
    clocks: Option<(ClockLine, u64)>,
    has_blocked: bool,
}

impl Client {
    /// The server says something.
    pub fn hear(&mut self, text: &str, now_ms: u64) -> Vec<Do> {
        self.heard_ms = Some(now_ms);
        let Ok(Tell { cid, told }) = serde_json::from_str(text) else {
            return Vec::new();
        };
        if let Told::Welcome { server_ms, .. }
        | Told::Table { server_ms, .. }
        | Told::Entry { server_ms, .. }
        | Told::Ping { server_ms, .. } = &told
        {
            self.measure(*server_ms, now_ms);
        }
        match told {
            Told::Welcome { you, games, .. } => self.welcome(you, games),
            Told::Ping { heads, .. } => self.ping(&heads),
            Told::Done { .. } => self.settle(cid),
            Told::Refused { code, .. } => self.refuse(cid, code),
            Told::Seeks { seeks } => {
                self.seeks = seeks;
                Vec::new()
            }
            Told::Invited { secret } => self.set_invitation(Some(secret)),
            Told::Listed(line) => self.listed(line),
            Told::Started { game } => self.started(game, cid.is_some()),
            Told::Bye { code } => {
                // The others say no more than that the line is lost.
                let matters = ["too_many_sockets", "flood", "other_version"];
                self.refused = matters.contains(&code.as_str()).then_some(code);
                Vec::new()
            }
            told => self.hear_of_game(told, cid),
        }
    }

    /// Something about the game on the page; what is about another one is late.
    fn hear_of_game(&mut self, told: Told, cid: Option<u64>) -> Vec<Do> {
        let is_wanted = |game: &String| self.wanted.as_ref() == Some(game);
        match told {
            Told::Table {
                game,
                seat,
                seats,
                watchers,
                entries,
                clocks,
                has_blocked,
                server_ms,
                ..
            } if is_wanted(&game) => {
                let place = Place {
                    seat: seat.and_then(|seat| Seat::BOTH.get(seat)).copied(),
                    seats,
                    watchers,
                    clocks: clocks.map(|clocks| (clocks, server_ms)),
                    has_blocked,
                };
                self.table(game, place, entries)
            }
            Told::Entry {
                game,
                entry,
                clocks,
                server_ms,
                ..
            } if is_wanted(&game) => {
                if let Some(live) = &mut self.live {
                    live.clocks = clocks.map(|clocks| (clocks, server_ms));
                }
                self.fold(vec![entry], cid)
            }
            Told::Seats {
                game,
                seats,
                watchers,
            } if is_wanted(&game) => {
                let Some(live) = &mut self.live else {
                    return Vec::new();
                };
                let is_renamed = live.is_renamed(&seats);
                (live.seats, live.watchers) = (seats, watchers);
                if is_renamed && live.pending.is_empty() {
                    // The table has the old name everywhere, so it is read again.
                    self.live = None;
                    return self.watch().into_iter().collect();
                }
                Vec::new()
            }
            Told::Said { game, seat, what } if is_wanted(&game) => {
                let Some(live) = &mut self.live else {
                    return Vec::new();
                };
                live.said = Some((seat, what));
                let name = Seat::BOTH.get(seat).map(|seat| live.name(*seat));
                let (name, words) = (
                    name.unwrap_or_default(),
                    self.text.get(words::sentence(what)),
                );
                let parts: [(&str, &dyn std::fmt::Display); 2] =
                    [("name", &name), ("words", &words)];
                vec![Do::Tell(self.text.with(M::OnlineSays, &parts))]
            }
            _ => Vec::new(),
        }
    }

    fn welcome(&mut self, you: You, games: Vec<GameLine>) -> Vec<Do> {
        self.attempts = 0;
        self.refused = None;
        let mut todo = Vec::new();
        let known = self.known.replace(you.clone());
        if let Some(known) = known.filter(|known| known.id != you.id) {
            // Seats, moves under way and invitations were those of another person.
            self.live = None;
            self.is_seeking = false;
            self.refused = known.has_account.then(|| "signed_out".to_owned());
            todo.extend(self.set_invitation(None));
        }
        self.you = Some(you);
        self.games = games;
        self.sort_games();
        todo.extend(self.watch());
        todo.extend(self.recall());
        let mut waiting = std::mem::take(&mut self.waiting);
        let asks_lobby = waiting.iter().any(|ask| matches!(ask, Ask::Lobby { .. }));
        if self.wants_lobby && !asks_lobby {
            waiting.push(Ask::Lobby { is_wanted: true });
        }
        if self.is_away {
            waiting.push(Ask::Away { is_away: true });
        }
        todo.extend(waiting.into_iter().map(|ask| self.asked(ask).1));
        todo
    }

    /// Asks whether the invitation still waits. Who follows an invitation of their own hears that it is
    /// their own if no friend has followed it, and otherwise where the game is.
    fn recall(&mut self) -> Option<Do> {
        let secret = self.invitation.clone()?;
        let (cid, send) = self.asked(Ask::Join { secret });
        self.recalled = Some(cid);
        Some(send)
    }

    /// A game has gone on that is not on the page.
    fn listed(&mut self, line: GameLine) -> Vec<Do> {
        if self
            .live
            .as_ref()
            .is_some_and(|live| live.game == line.game)
        {
            // It is on the page, which is about to look at it again.
            return Vec::new();
        }
        let name = words::opponent(self.text, &line);
        let words = self.text.with(M::OnlineCall, &[("name", &name)]);
        let is_turn = line.is_your_turn;
        self.list(line);
        if is_turn {
            vec![Do::Tell(words.clone()), Do::Ring, Do::Notice(words)]
        } else {
            Vec::new()
        }
    }

    /// A game of the people here has begun. They are brought to it unless they are in the middle of another
    /// one, or began it on another page.
    fn started(&mut self, game: String, is_answer: bool) -> Vec<Do> {
        let is_awaited =
            is_answer || self.is_seeking || self.invitation.is_some() || self.wants_lobby;
        self.is_seeking = false;
        let mut todo = self.set_invitation(None);
        let is_busy = self.live.as_ref().is_some_and(Live::is_played);
        let words = self.text.get(M::OnlineBegun).to_owned();
        match (is_awaited, is_busy) {
            (true, false) => todo.extend([Do::Notice(words), Do::Go(game)]),
            (true, true) => todo.extend([Do::Notice(words.clone()), Do::Tell(words)]),
            _ => {}
        }
        todo
    }

    fn ping(&mut self, heads: &[(String, u64)]) -> Vec<Do> {
        let mut todo = vec![self.asked(Ask::Pong).1];
        let is_behind = self.live.as_ref().is_some_and(|live| {
            let head = heads.iter().find(|(game, _)| *game == live.game);
            head.is_some_and(|(_, head)| *head > live.confirmed.seq())
        });
        if is_behind {
            todo.extend(self.watch());
        }
        todo
    }

    /// The answer to a look at a game: the whole of it, or what was missed.
    fn table(&mut self, game: String, place: Place, entries: Vec<SentEntry>) -> Vec<Do> {
        if let Some(live) = self.live.as_mut().filter(|live| live.game == game) {
            if live.is_renamed(&place.seats) {
                // The table has the old name everywhere, so it is read again.
                self.unsent = live.unsent();
                self.live = None;
                return self.watch().into_iter().collect();
            }
            (live.seats, live.watchers, live.clocks) = (place.seats, place.watchers, place.clocks);
            live.has_blocked = place.has_blocked;
            let mut todo = self.fold(entries, None);
            todo.extend(self.send_again());
            return todo;
        }
        let Some(mut live) = Live::of(self.text, game, place.seat, place.seats, entries) else {
            self.refused = Some("damaged".to_owned());
            return Vec::new();
        };
        (live.watchers, live.clocks) = (place.watchers, place.clocks);
        live.has_blocked = place.has_blocked;
        live.pending = self.take_unsent();
        let sit = Do::Sit(Box::new(live.hoped()), live.seat);
        self.live = Some(live);
        let mut todo = self.send_again();
        todo.push(sit);
        if let Some("signed_out") = self.refused.as_deref() {
            // Whose game it was watches it now, and hears why.
            todo.push(Do::Tell(words::refusal(self.text, "signed_out")));
        }
        todo.extend(self.keep_game());
        todo
    }

    /// Sends again what was not confirmed: what was done already is done once.
    fn send_again(&mut self) -> Vec<Do> {
        let Some(live) = &mut self.live else {
            return Vec::new();
        };
        let (game, mut pending) = (live.game.clone(), std::mem::take(&mut live.pending));
        let mut todo = Vec::new();
        for Pending { cid, command } in &mut pending {
            if let Some(wish) = SentCommand::of(command) {
                let (number, send) = self.asked(Ask::Do {
                    game: game.clone(),
                    command: wish,
                });
                *cid = number;
                todo.push(send);
            }
        }
        if let Some(live) = &mut self.live {
            live.pending = pending;
        }
        todo
    }

    /// Events of the game on the page.
    fn fold(&mut self, entries: Vec<SentEntry>, cid: Option<u64>) -> Vec<Do> {
        let mut todo = Vec::new();
        for entry in entries {
            let folded = self.live.as_mut().map(|live| live.fold(entry, cid));
            match folded {
                Some(Ok(done)) => todo.extend(done),
                Some(Err(Missing::Gap)) => {
                    todo.extend(self.watch());
                    break;
                }
                Some(Err(Missing::Unknown)) => {
                    todo.push(Do::Tell(words::refusal(self.text, "other_version")));
                    break;
                }
                None => return todo,
            }
        }
        todo.extend(self.keep());
        todo.extend(self.keep_game());
        todo
    }

    /// A command was answered: it is done.
    fn settle(&mut self, cid: Option<u64>) -> Vec<Do> {
        let mut todo = self
            .live
            .as_mut()
            .map_or_else(Vec::new, |live| live.settle(cid));
        todo.extend(self.keep());
        todo
    }

    /// A command or a wish was refused: what was shown too early is taken back.
    fn refuse(&mut self, cid: Option<u64>, code: String) -> Vec<Do> {
        if cid.is_some() && cid == self.recalled {
            // The own invitation still waits, or is used up or too old.
            return match code.as_str() {
                "own_seek" => Vec::new(),
                _ => self.set_invitation(None),
            };
        }
        let words = words::refusal(self.text, &code);
        let is_command = |live: &Live| {
            let mut pending = live.pending.iter();
            pending.any(|pending| Some(pending.cid) == cid)
        };
        if !self.live.as_ref().is_some_and(is_command) {
            self.is_seeking = false;
            self.refused = Some(code);
            return if self.live.is_some() {
                vec![Do::Tell(words)]
            } else {
                Vec::new()
            };
        }
        let mut todo = self.settle(cid);
        todo.push(Do::Tell(words));
        if matches!(code.as_str(), "ahead" | "stale") {
            todo.extend(self.watch());
        }
        todo
    }
}
