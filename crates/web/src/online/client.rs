//! What the page knows of the server and of the online game it is at.

mod hear;
mod kept;

use foursight_protocol::online::{Ask, Asked, GameLine, PROTO, SeekLine, You};
use foursight_protocol::table::SentCommand;
use foursight_table::{Command, Entry, Seat, Table};

use super::live::{Live, Pending};
use crate::text::Text;

/// The first wait before another attempt to connect, in milliseconds, …
pub(super) const WAIT_MIN_MS: u32 = 500;
/// … which doubles each time up to this.
pub(super) const WAIT_MAX_MS: u32 = 20_000;
/// The server speaks every 15 seconds: a line that is silent for longer than this is dead, although no one has
/// said so, …
pub(super) const SILENCE_MS: u64 = 40_000;
/// … and than this if an answer is waited for.
pub(super) const ANSWER_MS: u64 = 20_000;
/// An attempt to connect that has not ended after this, its wait included, is given up.
pub(super) const ATTEMPT_MS: u64 = 35_000;

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
    /// Open a socket after at most this many milliseconds: chance decides how many.
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
    /// Keep the secret of the invitation that waits for a friend over a reload, or none.
    KeepInvitation(Option<String>),
    /// Keep the game on the page over a reload, or none.
    KeepGame(Option<String>),
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
    /// The last game on the page as it is kept over a reload.
    pub last_game: Option<String>,
    /// Why the last wish was refused, by its code.
    pub refused: Option<String>,
    /// Whose the last connection was: a session can end while the page is open.
    known: Option<You>,
    wants_lobby: bool,
    /// The page is not looked at.
    is_away: bool,
    /// The game that is to be looked at.
    wanted: Option<String>,
    /// What to ask as soon as the line is open.
    waiting: Vec<Ask>,
    /// Commands from before a reload, which are sent again.
    pub(super) unsent: Vec<SentCommand>,
    /// The number of the question whether the invitation still waits.
    recalled: Option<u64>,
    attempts: u32,
    /// When the server was last heard, or the present attempt to connect began; none until the next beat.
    heard_ms: Option<u64>,
    last_cid: u64,
    /// How far the clock of the server is before that of the page, at least.
    ahead_ms: Option<i64>,
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
            Ask::Lobby { is_wanted } => self.wants_lobby = *is_wanted,
            Ask::Block { is_blocked, .. } => {
                if let Some(live) = &mut self.live {
                    live.has_blocked = *is_blocked;
                }
            }
            _ => {}
        }
        let mut todo = match &ask {
            Ask::Uninvite { .. } => self.set_invitation(None),
            _ => Vec::new(),
        };
        if self.is_open() {
            todo.push(self.asked(ask).1);
        } else {
            self.waiting.push(ask);
            todo.extend(self.connect());
        }
        todo
    }

    /// The invitation that waits, as long as the page lives and over reloads.
    fn set_invitation(&mut self, secret: Option<String>) -> Vec<Do> {
        if self.invitation == secret {
            return Vec::new();
        }
        self.invitation.clone_from(&secret);
        vec![Do::KeepInvitation(secret)]
    }

    /// Makes the line if it is not there.
    pub fn connect(&mut self) -> Vec<Do> {
        if self.line != Line::Closed {
            return Vec::new();
        }
        self.line = Line::Opening;
        self.heard_ms = None;
        vec![Do::Connect(0)]
    }

    /// A moment has passed. A line can die without a word, so its silence is noticed.
    pub fn beat(&mut self, now_ms: u64) -> Vec<Do> {
        let is_waited_for = || {
            let live = self.live.as_ref();
            live.is_some_and(|live| !live.pending.is_empty())
        };
        let most_ms = match self.line {
            Line::Closed => return Vec::new(),
            Line::Open if is_waited_for() => ANSWER_MS,
            Line::Open => SILENCE_MS,
            Line::Opening | Line::Lost => ATTEMPT_MS,
        };
        let heard_ms = *self.heard_ms.get_or_insert(now_ms);
        if now_ms.saturating_sub(heard_ms) <= most_ms {
            return Vec::new();
        }
        self.closed()
    }

    /// The browser has no network any more.
    pub fn cut(&mut self) -> Vec<Do> {
        match self.line {
            Line::Closed | Line::Lost => Vec::new(),
            Line::Opening | Line::Open => self.closed(),
        }
    }

    /// The browser has a network again: there is nothing to wait for.
    pub fn back_online(&mut self) -> Vec<Do> {
        if self.line != Line::Lost {
            return Vec::new();
        }
        self.attempts = 0;
        self.heard_ms = None;
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
        vec![Do::KeepInvitation(None), Do::KeepGame(None), Do::Connect(0)]
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
            return self.watch().into_iter().collect();
        }
        // Until the server speaks, the page shows what it last knew.
        let mut todo: Vec<_> = self.recall_game(game).into_iter().collect();
        todo.extend(self.connect());
        todo
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
        let across = &live.seats[other.index()];
        let opponent = (across.name.clone(), across.is_bot);
        self.list(GameLine::of(
            live.game.clone(),
            opponent,
            &live.confirmed,
            other.across(),
        ));
    }

    /// Puts a game into the list in the place of what was known of it: those first that wait for the
    /// people here, then those that go on.
    fn list(&mut self, line: GameLine) {
        self.games.retain(|known| known.game != line.game);
        self.games.insert(0, line);
        self.sort_games();
    }

    fn sort_games(&mut self) {
        let (over, going): (Vec<_>, Vec<_>) = self.games.drain(..).partition(|line| line.is_over);
        let (own, theirs): (Vec<_>, Vec<_>) = going.into_iter().partition(|line| line.is_your_turn);
        self.games.extend(own.into_iter().chain(theirs).chain(over));
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
        self.heard_ms = None;
        self.you = None;
        self.ahead_ms = None;
        vec![self.asked(Ask::Hello { proto: PROTO }).1]
    }

    /// The socket is closed or dead, or could not be opened: another attempt follows.
    pub fn closed(&mut self) -> Vec<Do> {
        self.line = Line::Lost;
        self.heard_ms = None;
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
}
