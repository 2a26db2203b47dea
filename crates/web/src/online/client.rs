//! What the page knows of the server and of the online game it is at.

use foursight_protocol::online::{
    Ask, Asked, ClockLine, GameLine, PROTO, SeatLine, SeekLine, Tell, Told, You,
};
use foursight_protocol::table::{SentCommand, SentEntry};
use foursight_table::{Command, Entry, Seat, Table};

use super::live::{Live, Missing, Pending};
use super::words;
use crate::text::{Message as M, Text};

/// The first wait before another attempt to connect, in milliseconds, …
pub(super) const WAIT_MIN_MS: u32 = 500;
/// … twice as long each time, and at most so long.
pub(super) const WAIT_MAX_MS: u32 = 20_000;

/// The line to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Line {
    /// Nobody has asked for it.
    #[default]
    Closed,
    /// It is being made.
    Opening,
    /// It is there.
    Open,
    /// It was lost, and is being made again.
    Lost,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Do {
    /// Open a socket after so many milliseconds, of which the caller draws a lot.
    Connect(u32),
    /// Send this.
    Send(String),
    /// Begin to show this game, as it stands, for those at this seat or for watchers.
    Sit(Box<Table>, Option<Seat>),
    /// This has happened.
    Entries(Vec<Entry>),
    /// The game stands so, whatever was shown.
    Confirm(Box<Table>),
    /// Show and say this.
    Tell(String),
    /// Go to the game of this id.
    Go(String),
    /// Call the people here with these words, wherever they look.
    Notice(String),
    /// Ring.
    Ring,
    /// Keep the commands that are not confirmed over a reload, for the game of this id.
    Keep(String, Option<String>),
}

/// What the page knows of the server.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// The language of the page.
    pub text: Text,
    /// The line to it.
    pub line: Line,
    /// Who the people here are.
    pub you: Option<You>,
    /// Their games.
    pub games: Vec<GameLine>,
    /// Who seeks a game.
    pub seeks: Vec<SeekLine>,
    /// True while the people here seek one.
    pub is_seeking: bool,
    /// The secret of the invitation that waits for a friend.
    pub invitation: Option<String>,
    /// The game on the page.
    pub live: Option<Live>,
    /// Why the last wish was refused, by its code.
    pub refused: Option<String>,
    wants_lobby: bool,
    /// The page is not looked at.
    is_away: bool,
    /// The game that is to be looked at.
    wanted: Option<String>,
    /// What to ask as soon as the line is open.
    waiting: Vec<Ask>,
    /// Commands from before a reload, which are sent again.
    pub(super) unsent: Vec<SentCommand>,
    attempts: u32,
    last_cid: u64,
    /// How far the clock of the server is before that of the page, at least.
    ahead_ms: Option<i64>,
}

/// Who is at a table, and its clocks.
struct Place {
    seat: Option<Seat>,
    seats: [SeatLine; 2],
    watchers: usize,
    clocks: Option<(ClockLine, u64)>,
}

impl Client {
    fn asked(&mut self, ask: Ask) -> (u64, Do) {
        self.last_cid += 1;
        let cid = self.last_cid;
        let asked = Asked {
            cid: Some(cid),
            ask,
        };
        let text = serde_json::to_string(&asked);
        (
            cid,
            Do::Send(text.expect("questions have only texts as keys")),
        )
    }

    fn is_open(&self) -> bool {
        self.line == Line::Open && self.you.is_some()
    }

    /// Asks, now or as soon as the line is open.
    pub fn ask(&mut self, ask: Ask) -> Vec<Do> {
        self.refused = None;
        match &ask {
            Ask::Pair { .. } | Ask::Seek { .. } => self.is_seeking = true,
            Ask::Unseek => self.is_seeking = false,
            Ask::Uninvite { .. } => self.invitation = None,
            Ask::Lobby { is_wanted } => self.wants_lobby = *is_wanted,
            _ => {}
        }
        if self.is_open() {
            vec![self.asked(ask).1]
        } else {
            self.waiting.push(ask);
            self.connect()
        }
    }

    /// Makes the line if it is not there.
    pub fn connect(&mut self) -> Vec<Do> {
        if self.line != Line::Closed {
            return Vec::new();
        }
        self.line = Line::Opening;
        vec![Do::Connect(0)]
    }

    /// The people here are somebody else now: all that was known is theirs no longer.
    pub fn change_person(&mut self) -> Vec<Do> {
        let (text, wants_lobby) = (self.text, self.wants_lobby);
        *self = Self {
            text,
            wants_lobby,
            line: Line::Opening,
            last_cid: self.last_cid,
            ..Self::default()
        };
        vec![Do::Connect(0)]
    }

    /// Tells whether the page is looked at.
    pub fn look_elsewhere(&mut self, is_away: bool) -> Vec<Do> {
        self.is_away = is_away;
        if self.is_open() {
            vec![self.asked(Ask::Away { is_away }).1]
        } else {
            Vec::new()
        }
    }

    /// Looks at a game; what was kept over a reload is sent again.
    pub fn look_at(&mut self, game: &str, kept: Option<&str>) -> Vec<Do> {
        self.wanted = Some(game.to_owned());
        self.refused = None;
        let known = self.live.as_ref().filter(|live| live.game == game);
        if let Some(live) = known.filter(|live| live.is_in(self.text)) {
            return vec![Do::Sit(Box::new(live.hoped()), live.seat)];
        }
        let unsent = kept.and_then(|kept| serde_json::from_str(kept).ok());
        self.unsent = unsent.unwrap_or_default();
        self.live = None;
        if self.is_open() {
            self.watch().into_iter().collect()
        } else {
            self.connect()
        }
    }

    /// Looks at no game any more.
    pub fn look_away(&mut self) -> Vec<Do> {
        self.wanted = None;
        self.refused = None;
        let Some(live) = self.live.take() else {
            return Vec::new();
        };
        self.remember(&live);
        if self.is_open() {
            vec![self.asked(Ask::Leave { game: live.game }).1]
        } else {
            Vec::new()
        }
    }

    /// The list of games as it is after this one was looked at.
    fn remember(&mut self, live: &Live) {
        let Some(other) = live.other() else {
            return;
        };
        self.games.retain(|line| line.game != live.game);
        let first = GameLine {
            game: live.game.clone(),
            opponent: live.name(other),
            is_over: live.confirmed.is_over(),
            changed_ms: live.confirmed.at_ms(),
        };
        self.games.insert(0, first);
    }

    fn watch(&mut self) -> Option<Do> {
        let game = self.wanted.clone()?;
        let known = self.live.as_ref();
        let from = known.map_or(0, |live| live.confirmed.seq() + 1);
        Some(self.asked(Ask::Watch { game, from }).1)
    }

    /// The socket is open.
    pub fn opened(&mut self) -> Vec<Do> {
        self.line = Line::Open;
        self.you = None;
        self.ahead_ms = None;
        vec![self.asked(Ask::Hello { proto: PROTO }).1]
    }

    /// The socket is closed, or could not be opened: another attempt follows.
    pub fn closed(&mut self) -> Vec<Do> {
        self.line = Line::Lost;
        let wait_ms = WAIT_MIN_MS << self.attempts.min(6);
        self.attempts += 1;
        vec![Do::Connect(wait_ms.min(WAIT_MAX_MS))]
    }

    /// The people here do something at the table.
    pub fn command(&mut self, command: &Command) -> Vec<Do> {
        let game = self.live.as_ref().map(|live| live.game.clone());
        let Some((game, wish)) = game.zip(SentCommand::of(command)) else {
            return Vec::new();
        };
        let (cid, send) = self.asked(Ask::Do {
            game,
            command: wish,
        });
        if let Some(live) = &mut self.live {
            let command = command.clone();
            live.pending.push(Pending { cid, command });
        }
        let mut todo = self.keep();
        if self.is_open() {
            todo.push(send);
        }
        todo
    }

    /// What has to outlive a reload.
    fn keep(&self) -> Vec<Do> {
        let kept = self.live.as_ref();
        kept.map(|live| Do::Keep(live.game.clone(), live.kept()))
            .into_iter()
            .collect()
    }

    /// The time of the server when it is this time on the page.
    #[must_use]
    pub fn server_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_add_signed(self.ahead_ms.unwrap_or_default())
    }

    /// A message says what time it was when it was sent. It was under way for a while, so of several the
    /// largest difference is the truest.
    fn measure(&mut self, server_ms: u64, now_ms: u64) {
        let ahead_ms = server_ms.wrapping_sub(now_ms).cast_signed();
        self.ahead_ms = Some(self.ahead_ms.map_or(ahead_ms, |known| known.max(ahead_ms)));
    }

    /// The server says something.
    pub fn hear(&mut self, text: &str, now_ms: u64) -> Vec<Do> {
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
            Told::Invited { secret } => {
                self.invitation = Some(secret);
                Vec::new()
            }
            Told::Started { game } => self.started(game, cid.is_some()),
            Told::Bye { code } => {
                self.refused = (code != "restart").then_some(code);
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
                server_ms,
                ..
            } if is_wanted(&game) => {
                let place = Place {
                    seat: seat.and_then(|seat| Seat::BOTH.get(seat)).copied(),
                    seats,
                    watchers,
                    clocks: clocks.map(|clocks| (clocks, server_ms)),
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
                if let Some(live) = &mut self.live {
                    (live.seats, live.watchers) = (seats, watchers);
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
        self.you = Some(you);
        self.games = games;
        let mut todo: Vec<Do> = self.watch().into_iter().collect();
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

    /// A game of the people here has begun. They are brought to it unless they are in the middle of another
    /// one, or began it on another page.
    fn started(&mut self, game: String, is_answer: bool) -> Vec<Do> {
        let is_awaited =
            is_answer || self.is_seeking || self.invitation.is_some() || self.wants_lobby;
        self.is_seeking = false;
        self.invitation = None;
        let is_busy = self.live.as_ref().is_some_and(Live::is_played);
        let words = self.text.get(M::OnlineBegun).to_owned();
        match (is_awaited, is_busy) {
            (true, false) => vec![Do::Notice(words), Do::Go(game)],
            (true, true) => vec![Do::Notice(words.clone()), Do::Tell(words)],
            _ => Vec::new(),
        }
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
            (live.seats, live.watchers, live.clocks) = (place.seats, place.watchers, place.clocks);
            let mut todo = self.fold(entries, None);
            todo.extend(self.send_again());
            return todo;
        }
        let Some(mut live) = Live::of(self.text, game, place.seat, place.seats, entries) else {
            self.refused = Some("damaged".to_owned());
            return Vec::new();
        };
        (live.watchers, live.clocks) = (place.watchers, place.clocks);
        let unsent = std::mem::take(&mut self.unsent).into_iter();
        live.pending = unsent
            .map(|sent| Pending {
                cid: 0,
                command: sent.into(),
            })
            .collect();
        let sit = Do::Sit(Box::new(live.hoped()), live.seat);
        self.live = Some(live);
        let mut todo = self.send_again();
        todo.push(sit);
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
