//! Handling of server messages.

use foursight_protocol::online::{
    ChatPreset, ClientMessage, ClockState, GameSummary, SeatInfo, ServerFrame, ServerMessage,
    UserInfo,
};
use foursight_protocol::table::{WireCommand, WireEntry};
use foursight_table::Seat;

use super::super::live::{EntryError, LiveGame, UnconfirmedCommand};
use super::super::phrases;
use super::{OnlineClient, OnlineEffect};
use crate::text::UiMessage as M;

/// Seats and clocks of a table message.
struct TableSnapshot {
    seat: Option<Seat>,
    seats: [SeatInfo; 2],
    watchers: usize,
    clocks: Option<(ClockState, u64)>,
    has_blocked: bool,
    /// True if more entries follow in another part.
    has_more: bool,
}

impl OnlineClient {
    /// Handles a message of the server.
    pub fn handle_message(&mut self, text: &str, now_ms: u64) -> Vec<OnlineEffect> {
        self.last_activity_ms = Some(now_ms);
        let Ok(ServerFrame { cid, message }) = serde_json::from_str(text) else {
            return Vec::new();
        };
        if let ServerMessage::Welcome { server_ms, .. }
        | ServerMessage::Snapshot { server_ms, .. }
        | ServerMessage::Entry { server_ms, .. }
        | ServerMessage::Ping { server_ms, .. } = &message
        {
            self.update_clock_offset(*server_ms, now_ms);
        }
        match message {
            ServerMessage::Welcome {
                user: you, games, ..
            } => self.on_welcome(you, games),
            ServerMessage::Ping { heads, .. } => self.on_ping(&heads),
            ServerMessage::Done { .. } => self.on_command_done(cid),
            ServerMessage::Refused { code, game, .. } => self
                .on_watch_refused(cid, game.as_deref(), &code, now_ms)
                .unwrap_or_else(|| self.on_refused(cid, code)),
            ServerMessage::Seeks { seeks } => {
                self.seeks = seeks;
                Vec::new()
            }
            ServerMessage::InvitationCreated { secret } => self.set_invitation(Some(secret)),
            ServerMessage::GameUpdated(line) => self.on_game_listed(line),
            ServerMessage::GameStarted { game } => self.on_game_started(game, cid.is_some()),
            ServerMessage::Bye { code } => {
                // All other codes mean no more than a lost connection.
                let reported = ["too_many_sockets", "flood", "other_version"];
                self.last_refusal = reported.contains(&code.as_str()).then_some(code);
                Vec::new()
            }
            message => self.on_game_message(message, cid),
        }
    }

    /// Handles a message about the game on the page; messages about other games are late.
    fn on_game_message(&mut self, message: ServerMessage, cid: Option<u64>) -> Vec<OnlineEffect> {
        let is_wanted = |game: &String| self.wanted_game.as_ref() == Some(game);
        match message {
            ServerMessage::Snapshot {
                game,
                seat,
                seats,
                viewer_count: watchers,
                entries,
                has_more,
                clocks,
                has_blocked,
                server_ms,
                ..
            } if is_wanted(&game) => {
                let snapshot = TableSnapshot {
                    seat: seat.and_then(|seat| Seat::BOTH.get(seat)).copied(),
                    seats,
                    watchers,
                    clocks: clocks.map(|clocks| (clocks, server_ms)),
                    has_blocked,
                    has_more,
                };
                self.on_table(game, snapshot, entries)
            }
            ServerMessage::Entry {
                game,
                entry,
                clocks,
                server_ms,
                ..
            } if is_wanted(&game) => {
                if let Some(live) = &mut self.live {
                    live.clocks = clocks.map(|clocks| (clocks, server_ms));
                }
                self.apply_entries(vec![entry], cid)
            }
            ServerMessage::PresenceChanged {
                game,
                seats,
                viewer_count: watchers,
            } if is_wanted(&game) => self.on_presence(seats, watchers),
            ServerMessage::Chat { game, seat, preset } if is_wanted(&game) => {
                self.on_chat(seat, preset)
            }
            _ => Vec::new(),
        }
    }

    fn on_presence(&mut self, seats: [SeatInfo; 2], watchers: usize) -> Vec<OnlineEffect> {
        let Some(live) = &mut self.live else {
            return Vec::new();
        };
        let is_renamed = live.is_renamed(&seats);
        (live.seats, live.watchers) = (seats, watchers);
        if is_renamed && live.pending.is_empty() {
            // The table contains the old name, so it is loaded again.
            self.live = None;
            return self.watch_request().into_iter().collect();
        }
        Vec::new()
    }

    fn on_chat(&mut self, seat: usize, preset: ChatPreset) -> Vec<OnlineEffect> {
        let Some(live) = &mut self.live else {
            return Vec::new();
        };
        live.last_chat = Some((seat, preset));
        let name = Seat::BOTH.get(seat).map(|seat| live.name(*seat));
        let (name, words) = (
            name.unwrap_or_default(),
            self.text.get(phrases::sentence(preset)),
        );
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("words", &words)];
        vec![OnlineEffect::Announce(
            self.text.with(M::OnlineSays, &parts),
        )]
    }

    fn on_welcome(&mut self, you: UserInfo, games: Vec<GameSummary>) -> Vec<OnlineEffect> {
        self.last_refusal = None;
        let mut effects = Vec::new();
        let known = self.last_user.replace(you.clone());
        if let Some(known) = known.filter(|known| known.id != you.id) {
            // Seats, unconfirmed moves and invitations belonged to another user.
            self.live = None;
            self.log_parts.clear();
            self.is_seeking = false;
            self.last_refusal = known.has_account.then(|| "signed_out".to_owned());
            effects.extend(self.set_invitation(None));
        }
        self.you = Some(you);
        self.games = games;
        self.sort_games();
        effects.extend(self.watch_request());
        effects.extend(self.check_invitation());
        let mut waiting = std::mem::take(&mut self.queued_requests);
        let requests_lobby = waiting
            .iter()
            .any(|request| matches!(request, ClientMessage::WatchLobby { .. }));
        if self.wants_lobby && !requests_lobby {
            waiting.push(ClientMessage::WatchLobby { is_watching: true });
        }
        if self.is_away {
            waiting.push(ClientMessage::SetAway { is_away: true });
        }
        effects.extend(
            waiting
                .into_iter()
                .map(|request| self.encode_request(request).1),
        );
        effects
    }

    /// Checks the open invitation. Joining it is refused as `own_seek` while it is open, and
    /// otherwise answered with the game that began.
    fn check_invitation(&mut self) -> Option<OnlineEffect> {
        let secret = self.invitation.clone()?;
        let (cid, send) = self.encode_request(ClientMessage::AcceptInvitation { secret });
        self.invitation_check = Some(cid);
        Some(send)
    }

    /// Handles progress of a game that is not on the page.
    fn on_game_listed(&mut self, line: GameSummary) -> Vec<OnlineEffect> {
        if self
            .live
            .as_ref()
            .is_some_and(|live| live.game == line.game)
        {
            // It is on the page, which is about to load it again.
            return Vec::new();
        }
        let name = phrases::opponent(self.text, &line);
        let words = self.text.with(M::OnlineCall, &[("name", &name)]);
        let is_turn = line.is_your_turn;
        self.upsert_game(line);
        if is_turn {
            vec![
                OnlineEffect::Announce(words.clone()),
                OnlineEffect::PlaySignal,
                OnlineEffect::NotifyAway(words),
            ]
        } else {
            Vec::new()
        }
    }

    /// A game of this user has begun. The page opens it, unless this user is playing another game
    /// or started it on another page.
    fn on_game_started(&mut self, game: String, is_answer: bool) -> Vec<OnlineEffect> {
        let is_awaited =
            is_answer || self.is_seeking || self.invitation.is_some() || self.wants_lobby;
        self.is_seeking = false;
        let mut effects = self.set_invitation(None);
        let is_busy = self.live.as_ref().is_some_and(LiveGame::is_in_play);
        let words = self.text.get(M::OnlineBegun).to_owned();
        match (is_awaited, is_busy) {
            (true, false) => effects.extend([
                OnlineEffect::NotifyAway(words),
                OnlineEffect::OpenGame(game),
            ]),
            (true, true) => effects.extend([
                OnlineEffect::NotifyAway(words.clone()),
                OnlineEffect::Announce(words),
            ]),
            _ => {}
        }
        effects
    }

    fn on_ping(&mut self, heads: &[(String, u64)]) -> Vec<OnlineEffect> {
        let mut effects = vec![self.encode_request(ClientMessage::Pong).1];
        let is_behind = self.live.as_ref().is_some_and(|live| {
            let head = heads.iter().find(|(game, _)| *game == live.game);
            head.is_some_and(|(_, head)| *head > live.confirmed.seq())
        });
        if is_behind {
            effects.extend(self.watch_request());
        }
        effects
    }

    /// Handles a table: the whole log, or the missed entries.
    fn on_table(
        &mut self,
        game: String,
        snapshot: TableSnapshot,
        entries: Vec<WireEntry>,
    ) -> Vec<OnlineEffect> {
        self.on_watched();
        if let Some(live) = self.live.as_mut().filter(|live| live.game == game) {
            if live.is_renamed(&snapshot.seats) {
                // The table contains the old name, so it is loaded again.
                self.unsent = live.unsent();
                self.live = None;
                self.log_parts.clear();
                return self.watch_request().into_iter().collect();
            }
            (live.seats, live.watchers, live.clocks) =
                (snapshot.seats, snapshot.watchers, snapshot.clocks);
            live.has_blocked = snapshot.has_blocked;
            let mut effects = self.apply_entries(entries, None);
            if snapshot.has_more {
                effects.extend(self.watch_request());
            } else {
                effects.extend(self.resend_pending());
            }
            return effects;
        }
        let Some(log) = self.join_log(entries, snapshot.has_more) else {
            return self.watch_request().into_iter().collect();
        };
        let Some(mut live) = LiveGame::of(self.text, game, snapshot.seat, snapshot.seats, log)
        else {
            self.last_refusal = Some("damaged".to_owned());
            return Vec::new();
        };
        (live.watchers, live.clocks) = (snapshot.watchers, snapshot.clocks);
        live.has_blocked = snapshot.has_blocked;
        live.pending = self.take_unsent();
        let sit = OnlineEffect::ShowTable(Box::new(live.optimistic()), live.seat);
        self.live = Some(live);
        let mut effects = self.resend_pending();
        effects.push(sit);
        if let Some("signed_out") = self.last_refusal.as_deref() {
            // The former player is a viewer now: announce why.
            effects.push(OnlineEffect::Announce(phrases::refusal(
                self.text,
                "signed_out",
            )));
        }
        effects.extend(self.save_game());
        effects
    }

    /// Adds a part of a log to the earlier ones. Returns the log once it is complete; until then the
    /// next part has to be requested.
    fn join_log(&mut self, entries: Vec<WireEntry>, has_more: bool) -> Option<Vec<WireEntry>> {
        let last = self.log_parts.last().map_or(0, |entry| entry.seq);
        let is_next = entries.first().is_none_or(|first| first.seq == last + 1);
        let is_first = entries.first().is_some_and(|first| first.seq == 1);
        if !is_next && !is_first {
            // A late response to another request: start again.
            self.log_parts.clear();
            return None;
        }
        if is_first {
            self.log_parts.clear();
        }
        self.log_parts.extend(entries);
        (!has_more).then(|| std::mem::take(&mut self.log_parts))
    }

    /// Resends unconfirmed commands; the server applies none twice.
    fn resend_pending(&mut self) -> Vec<OnlineEffect> {
        let Some(live) = &mut self.live else {
            return Vec::new();
        };
        let (game, mut pending) = (live.game.clone(), std::mem::take(&mut live.pending));
        let mut effects = Vec::new();
        for UnconfirmedCommand { cid, command } in &mut pending {
            if let Some(wire_command) = WireCommand::from_command(command) {
                let (number, send) = self.encode_request(ClientMessage::Command {
                    game: game.clone(),
                    command: wire_command,
                });
                *cid = number;
                effects.push(send);
            }
        }
        if let Some(live) = &mut self.live {
            live.pending = pending;
        }
        effects
    }

    /// Applies entries of the game on the page.
    fn apply_entries(&mut self, entries: Vec<WireEntry>, cid: Option<u64>) -> Vec<OnlineEffect> {
        let mut effects = Vec::new();
        for entry in entries {
            let applied = self.live.as_mut().map(|live| live.apply(entry, cid));
            match applied {
                Some(Ok(done)) => effects.extend(done),
                Some(Err(EntryError::Gap)) => {
                    effects.extend(self.watch_request());
                    break;
                }
                Some(Err(EntryError::Unknown)) => {
                    effects.push(OnlineEffect::Announce(phrases::refusal(
                        self.text,
                        "other_version",
                    )));
                    break;
                }
                None => return effects,
            }
        }
        effects.extend(self.save_pending());
        effects.extend(self.save_game());
        effects
    }

    /// A command succeeded.
    fn on_command_done(&mut self, cid: Option<u64>) -> Vec<OnlineEffect> {
        let mut effects = self
            .live
            .as_mut()
            .map_or_else(Vec::new, |live| live.resolve(cid));
        effects.extend(self.save_pending());
        effects
    }

    /// A command or a request was refused: takes back what was shown too early.
    fn on_refused(&mut self, cid: Option<u64>, code: String) -> Vec<OnlineEffect> {
        if cid.is_some() && cid == self.invitation_check {
            // The invitation is still open, or it is used up or expired.
            return match code.as_str() {
                "own_seek" => Vec::new(),
                _ => self.set_invitation(None),
            };
        }
        let words = phrases::refusal(self.text, &code);
        let is_command = |live: &LiveGame| {
            let mut pending = live.pending.iter();
            pending.any(|pending| Some(pending.cid) == cid)
        };
        if !self.live.as_ref().is_some_and(is_command) {
            self.is_seeking = false;
            self.last_refusal = Some(code);
            return if self.live.is_some() {
                vec![OnlineEffect::Announce(words)]
            } else {
                Vec::new()
            };
        }
        let mut effects = self.on_command_done(cid);
        effects.push(OnlineEffect::Announce(words));
        if matches!(code.as_str(), "ahead" | "stale") {
            effects.extend(self.watch_request());
        }
        effects
    }
}
