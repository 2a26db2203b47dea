//! What the page knows of the server and of the online game it is at.

use foursight_protocol::online::{
    Ask, Asked, ClockLine, GameLine, PROTO, Preset, SeatLine, SeekLine, Tell, Told, You,
};
use foursight_protocol::table::{SentCommand, SentEntry};
use foursight_table::{Broken, By, Command, Decision, Entry, Event, Seat, Table};

/// The first wait before another attempt to connect, in milliseconds, …
const WAIT_MIN_MS: u32 = 500;
/// … twice as long each time, and at most so long.
const WAIT_MAX_MS: u32 = 20_000;

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

/// A command that the server has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The number by which the answer is known.
    pub cid: u64,
    /// What was asked.
    pub command: Command,
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
    /// The table as the server has confirmed it.
    pub confirmed: Table,
    /// What was asked and not answered, in order.
    pub pending: Vec<Pending>,
    /// The clocks as the server last told them, and when that was here.
    pub clocks: Option<(ClockLine, u64)>,
    /// What a player said last: who and what.
    pub said: Option<(usize, Preset)>,
}

/// Who is at a table, and its clocks.
struct Place {
    seat: Option<Seat>,
    seats: [SeatLine; 2],
    watchers: usize,
    clocks: Option<(ClockLine, u64)>,
}

impl Live {
    /// What each seat has left at this time of the page.
    #[must_use]
    pub fn left_ms(&self, now_ms: u64) -> Option<[u64; 2]> {
        let (clocks, since_ms) = self.clocks?;
        let mut left_ms = clocks.left_ms;
        if let Some(left_ms) = clocks.running.and_then(|seat| left_ms.get_mut(seat)) {
            *left_ms = left_ms.saturating_sub(now_ms.saturating_sub(since_ms));
        }
        Some(left_ms)
    }

    /// The offer of the other player, if there is one.
    #[must_use]
    pub fn offer(&self) -> Option<foursight_table::Offer> {
        self.confirmed.offer_of(self.seat?.across())
    }

    /// The table with the moves that are under way, as the page shows it.
    #[must_use]
    pub fn hoped(&self, now_ms: u64) -> Table {
        let mut table = self.confirmed.clone();
        let by = self.seat.map(By::Seat);
        for pending in &self.pending {
            let is_move = matches!(pending.command, Command::Move { .. });
            if let Some(by) = by.filter(|_| is_move)
                && let Ok(Decision::New(entry)) = table.decide(&pending.command, by, now_ms)
            {
                // What was decided can be applied.
                let _ = table.apply(&entry);
            }
        }
        table
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Do {
    /// Open a socket after so many milliseconds, of which the caller draws a lot.
    Connect(u32),
    /// Send this.
    Send(String),
    /// Begin to show this game, as it stands.
    Sit(Box<Table>),
    /// This has happened.
    Entries(Vec<Entry>),
    /// The game stands so, whatever was shown.
    Confirm(Box<Table>),
    /// Say why something was refused, by its code.
    Refused(String),
    /// Go to the game of this id.
    Go(String),
    /// It is the turn of the people here, or a game has begun.
    Notice,
    /// Keep this over a reload: the game and the commands that are not confirmed.
    Keep(Option<String>),
}

/// What the page knows of the server.
#[derive(Clone, Debug, Default)]
pub struct Client {
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
    /// The game that is to be looked at.
    wanted: Option<String>,
    /// What to ask as soon as the line is open.
    waiting: Vec<Ask>,
    /// Commands from before a reload, which are sent again.
    unsent: Vec<SentCommand>,
    attempts: u32,
    last_cid: u64,
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
        if self.line == Line::Open && self.you.is_some() {
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

    /// Looks at a game; what was kept over a reload is sent again.
    pub fn look_at(&mut self, game: &str, kept: Option<&str>) -> Vec<Do> {
        self.wanted = Some(game.to_owned());
        let kept = kept.and_then(|text| text.split_once('\n'));
        if let Some((_, commands)) = kept.filter(|(kept, _)| *kept == game) {
            self.unsent = serde_json::from_str(commands).unwrap_or_default();
        }
        if self.live.as_ref().is_some_and(|live| live.game == game) {
            let table = self
                .live
                .as_ref()
                .map(|live| Box::new(live.confirmed.clone()));
            return table.map(Do::Sit).into_iter().collect();
        }
        self.live = None;
        if self.line == Line::Open && self.you.is_some() {
            vec![self.watch()].into_iter().flatten().collect()
        } else {
            self.connect()
        }
    }

    /// Looks at no game any more.
    pub fn look_away(&mut self) -> Vec<Do> {
        self.wanted = None;
        match self.live.take() {
            Some(live) if self.line == Line::Open => {
                vec![self.asked(Ask::Leave { game: live.game }).1]
            }
            _ => Vec::new(),
        }
    }

    fn watch(&mut self) -> Option<Do> {
        let game = self.wanted.clone()?;
        let from = self
            .live
            .as_ref()
            .map_or(0, |live| live.confirmed.seq() + 1);
        Some(self.asked(Ask::Watch { game, from }).1)
    }

    /// The socket is open.
    pub fn opened(&mut self) -> Vec<Do> {
        self.line = Line::Open;
        self.you = None;
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
        let Some(wish) = SentCommand::of(command) else {
            return Vec::new();
        };
        let Some(game) = self.live.as_ref().map(|live| live.game.clone()) else {
            return Vec::new();
        };
        let (cid, send) = self.asked(Ask::Do {
            game,
            command: wish,
        });
        if let Some(live) = &mut self.live {
            live.pending.push(Pending {
                cid,
                command: command.clone(),
            });
        }
        let mut todo = vec![self.keep()];
        if self.line == Line::Open && self.you.is_some() {
            todo.push(send);
        }
        todo
    }

    /// What has to outlive a reload.
    fn keep(&self) -> Do {
        let kept = self.live.as_ref().filter(|live| !live.pending.is_empty());
        Do::Keep(kept.map(|live| {
            let commands = live.pending.iter();
            let commands: Vec<_> = commands
                .filter_map(|pending| SentCommand::of(&pending.command))
                .collect();
            let text = serde_json::to_string(&commands).unwrap_or_default();
            format!("{}\n{text}", live.game)
        }))
    }

    /// The server says something.
    pub fn hear(&mut self, text: &str, now_ms: u64) -> Vec<Do> {
        let Ok(Tell { cid, told }) = serde_json::from_str(text) else {
            return Vec::new();
        };
        match told {
            Told::Welcome { you, games, .. } => self.welcome(you, games),
            Told::Table {
                game,
                seat,
                seats,
                watchers,
                entries,
                clocks,
                ..
            } if self.wanted.as_ref() == Some(&game) => {
                let seat = seat.and_then(|seat| Seat::BOTH.get(seat)).copied();
                let clocks = clocks.map(|clocks| (clocks, now_ms));
                let place = Place {
                    seat,
                    seats,
                    watchers,
                    clocks,
                };
                self.table(game, place, entries, now_ms)
            }
            Told::Entry {
                game,
                entry,
                clocks,
                ..
            } => {
                if let Some(live) = self.live.as_mut().filter(|live| live.game == game) {
                    live.clocks = clocks.map(|clocks| (clocks, now_ms));
                    return self.entry(entry, cid, now_ms);
                }
                Vec::new()
            }
            Told::Done { .. } => self.settle(cid, now_ms),
            Told::Refused { code, .. } => self.refuse(cid, code, now_ms),
            Told::Seats {
                game,
                seats,
                watchers,
            } => {
                if let Some(live) = self.live.as_mut().filter(|live| live.game == game) {
                    (live.seats, live.watchers) = (seats, watchers);
                }
                Vec::new()
            }
            Told::Said { game, seat, what } => {
                if let Some(live) = self.live.as_mut().filter(|live| live.game == game) {
                    live.said = Some((seat, what));
                }
                Vec::new()
            }
            Told::Seeks { seeks } => {
                self.seeks = seeks;
                Vec::new()
            }
            Told::Invited { secret } => {
                self.invitation = Some(secret);
                Vec::new()
            }
            Told::Started { game } => {
                self.is_seeking = false;
                self.invitation = None;
                vec![Do::Notice, Do::Go(game)]
            }
            Told::Ping { heads, .. } => self.ping(&heads),
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
        todo.extend(waiting.into_iter().map(|ask| self.asked(ask).1));
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
    fn table(
        &mut self,
        game: String,
        place: Place,
        entries: Vec<SentEntry>,
        now_ms: u64,
    ) -> Vec<Do> {
        let Place {
            seat,
            seats,
            watchers,
            clocks,
        } = place;
        let entries = entries.into_iter().map(Entry::try_from);
        let Ok(entries) = entries.collect::<Result<Vec<_>, _>>() else {
            return vec![Do::Refused("other_version".to_owned())];
        };
        let is_new = self.live.as_ref().is_none_or(|live| live.game != game);
        let mut todo = Vec::new();
        if is_new {
            let Ok(confirmed) = Table::from_log(&entries) else {
                return vec![Do::Refused("damaged".to_owned())];
            };
            let pending = std::mem::take(&mut self.unsent);
            let pending = pending.into_iter().map(|sent| Pending {
                cid: 0,
                command: sent.into(),
            });
            self.live = Some(Live {
                game,
                seat,
                seats,
                watchers,
                confirmed,
                pending: pending.collect(),
                clocks,
                said: None,
            });
        } else if let Some(live) = &mut self.live {
            (live.seats, live.watchers, live.clocks) = (seats, watchers, clocks);
            for entry in &entries {
                // Known ones change nothing.
                let _ = live.confirmed.apply(entry);
            }
        }
        todo.extend(self.send_again());
        if let Some(live) = &self.live {
            let hoped = Box::new(live.hoped(now_ms));
            todo.push(if is_new {
                Do::Sit(hoped)
            } else {
                Do::Confirm(hoped)
            });
        }
        todo
    }

    /// Sends again what was not confirmed: what was done already is done once.
    fn send_again(&mut self) -> Vec<Do> {
        let Some(live) = &self.live else {
            return Vec::new();
        };
        let (game, pending) = (live.game.clone(), live.pending.clone());
        let mut todo = Vec::new();
        let mut renewed = Vec::new();
        for Pending { command, .. } in pending {
            if let Some(wish) = SentCommand::of(&command) {
                let game = game.clone();
                let (cid, send) = self.asked(Ask::Do {
                    game,
                    command: wish,
                });
                todo.push(send);
                renewed.push(Pending { cid, command });
            }
        }
        if let Some(live) = &mut self.live {
            live.pending = renewed;
        }
        todo
    }

    /// An event of the game on the page.
    fn entry(&mut self, sent: SentEntry, cid: Option<u64>, now_ms: u64) -> Vec<Do> {
        let Ok(entry) = Entry::try_from(sent) else {
            return vec![Do::Refused("other_version".to_owned())];
        };
        let Some(live) = &mut self.live else {
            return Vec::new();
        };
        let had_moves = live.pending.iter().any(Pending::is_move);
        match live.confirmed.apply(&entry) {
            Ok(_) => {}
            Err(Broken::Old) => return self.settle(cid, now_ms),
            Err(_) => return self.watch().into_iter().collect(),
        }
        live.pending.retain(|pending| Some(pending.cid) != cid);
        let table = Box::new(live.hoped(now_ms));
        let mut todo = vec![if had_moves {
            // It may be the own move, which is shown already.
            Do::Confirm(table)
        } else {
            Do::Entries(vec![entry.clone()])
        }];
        let is_own_turn = live.seat.is_some() && live.confirmed.to_move() == live.seat;
        let matters = matches!(
            entry.event,
            Event::Moved { .. } | Event::Offered(..) | Event::Started(_) | Event::Ended(_)
        );
        if matters && (is_own_turn || !matches!(entry.event, Event::Moved { .. })) && cid.is_none()
        {
            todo.push(Do::Notice);
        }
        todo.push(self.keep());
        todo
    }

    /// A command was answered: it is done.
    fn settle(&mut self, cid: Option<u64>, _now_ms: u64) -> Vec<Do> {
        if let (Some(live), Some(cid)) = (&mut self.live, cid) {
            live.pending.retain(|pending| pending.cid != cid);
        }
        vec![self.keep()]
    }

    /// A command or a wish was refused: what was shown too early is taken back.
    fn refuse(&mut self, cid: Option<u64>, code: String, now_ms: u64) -> Vec<Do> {
        let mut todo = Vec::new();
        let mut was_command = false;
        if let (Some(live), Some(cid)) = (&mut self.live, cid) {
            let count = live.pending.len();
            live.pending.retain(|pending| pending.cid != cid);
            was_command = live.pending.len() < count;
            if was_command {
                todo.push(Do::Confirm(Box::new(live.hoped(now_ms))));
            }
        }
        if was_command {
            todo.push(self.keep());
            if matches!(code.as_str(), "ahead" | "stale") {
                todo.extend(self.watch());
            }
        } else {
            self.is_seeking = false;
            self.refused = Some(code.clone());
        }
        todo.push(Do::Refused(code));
        todo
    }
}

impl Pending {
    /// True for a move, which falls before it is confirmed.
    #[must_use]
    pub const fn is_move(&self) -> bool {
        matches!(self.command, Command::Move { .. })
    }
}

#[cfg(test)]
mod tests;
