//! State of the connection, the account, the lobby and the online game on the page.

mod messages;
mod saved_game;
mod watch_retry;

use foursight_protocol::online::{
    ClientFrame, ClientMessage, GameSummary, PROTOCOL_VERSION, SeekInfo, UserInfo,
};
use foursight_protocol::table::{WireCommand, WireEntry};
use foursight_table::{Command, Entry, Seat, Table};

use self::watch_retry::WatchRetry;
use super::live::{LiveGame, UnconfirmedCommand};
use crate::text::Text;

/// Delay before the first attempt to reconnect; it doubles with each attempt.
pub(super) const RECONNECT_DELAY_MIN_MS: u32 = 500;
/// Maximum delay between attempts to reconnect.
pub(super) const RECONNECT_DELAY_MAX_MS: u32 = 20_000;
/// The server pings every 15 seconds: a connection silent for longer than this is dead.
pub(super) const SILENCE_TIMEOUT_MS: u64 = 40_000;
/// Timeout of a connection with an unconfirmed command.
pub(super) const RESPONSE_TIMEOUT_MS: u64 = 20_000;
/// Timeout of an attempt to connect, including its delay.
pub(super) const CONNECT_TIMEOUT_MS: u64 = 35_000;

/// A connection that has lasted this long counts as stable: the next one that is lost is restored
/// without the delay of earlier attempts.
pub(super) const STABLE_CONNECTION_MS: u64 = 20_000;

/// State of the connection to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConnectionState {
    /// Not requested yet.
    #[default]
    Closed,
    /// Connecting.
    Connecting,
    /// Connected.
    Open,
    /// Lost; reconnecting.
    Lost,
}

/// A request of the client to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum OnlineEffect {
    /// Open a socket after a random delay of at most this many milliseconds.
    Connect(u32),
    /// Send a message.
    Send(String),
    /// Show this game, for the player at this seat or for a viewer.
    ShowTable(Box<Table>, Option<Seat>),
    /// Apply these entries.
    ApplyEntries(Vec<Entry>),
    /// Replace the shown table.
    ReplaceTable(Box<Table>),
    /// Show and announce a text.
    Announce(String),
    /// Open the game of this id.
    OpenGame(String),
    /// Notify a player who is away.
    NotifyAway(String),
    /// Play a signal.
    PlaySignal,
    /// Save the unconfirmed commands of the game of this id across a reload, or delete them.
    SavePending(String, Option<String>),
    /// Save the secret of the open invitation across a reload, or delete it.
    SaveInvitation(Option<String>),
    /// Save the game on the page across a reload, or delete it.
    SaveGame(Option<String>),
}

/// The online client.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
pub struct OnlineClient {
    /// The language of the page.
    pub text: Text,
    /// State of the connection.
    pub connection: ConnectionState,
    /// The user of this page.
    pub you: Option<UserInfo>,
    /// Games of this user.
    pub games: Vec<GameSummary>,
    /// Open seeks in the lobby.
    pub seeks: Vec<SeekInfo>,
    /// True while this user seeks a game.
    pub is_seeking: bool,
    /// The secret of the open invitation.
    pub invitation: Option<String>,
    /// The game on the page.
    pub live: Option<LiveGame>,
    /// The last game on the page, as saved across a reload.
    pub last_game: Option<String>,
    /// Code of the last refusal.
    pub last_refusal: Option<String>,
    /// A player who is away is being notified.
    pub is_calling: bool,
    /// An invitation was requested and is not shown yet.
    pub is_inviting: bool,
    /// User of the last connection: a session can end while the page is open.
    last_user: Option<UserInfo>,
    wants_lobby: bool,
    /// The page is hidden.
    is_away: bool,
    /// The game to be shown.
    wanted_game: Option<String>,
    /// Requests to send as soon as the connection is open.
    queued_requests: Vec<ClientMessage>,
    /// Commands from before a reload, which are sent again.
    pub(super) unsent: Vec<WireCommand>,
    /// Id of the request that checks the open invitation.
    invitation_check: Option<u64>,
    attempts: u32,
    /// Time since when the connection is open, if it is; set by the next tick.
    open_since_ms: Option<u64>,
    watch_retry: WatchRetry,
    /// The first parts of the log of the wanted game.
    log_parts: Vec<WireEntry>,
    /// Time of the last message, or of the start of the attempt to connect; set by the next tick.
    last_activity_ms: Option<u64>,
    last_cid: u64,
    /// Lower bound of the server clock's lead over the clock of the page.
    clock_offset_ms: Option<i64>,
}

impl OnlineClient {
    fn encode_request(&mut self, request: ClientMessage) -> (u64, OnlineEffect) {
        self.last_cid += 1;
        let cid = self.last_cid;
        let frame = ClientFrame {
            cid: Some(cid),
            request,
        };
        let text = serde_json::to_string(&frame);
        (
            cid,
            OnlineEffect::Send(text.expect("requests have only string keys")),
        )
    }

    /// True if the page is hidden.
    pub(super) const fn is_away(&self) -> bool {
        self.is_away
    }

    fn is_open(&self) -> bool {
        self.connection == ConnectionState::Open && self.you.is_some()
    }

    /// Sends a request, now or as soon as the connection is open.
    pub fn request(&mut self, request: ClientMessage) -> Vec<OnlineEffect> {
        self.last_refusal = None;
        match &request {
            ClientMessage::Pair { .. } | ClientMessage::Seek { .. } => self.is_seeking = true,
            ClientMessage::CancelSeek => self.is_seeking = false,
            ClientMessage::WatchLobby {
                is_watching: is_wanted,
            } => self.wants_lobby = *is_wanted,
            ClientMessage::Block { is_blocked, .. } => {
                if let Some(live) = &mut self.live {
                    live.has_blocked = *is_blocked;
                }
            }
            _ => {}
        }
        let mut effects = match &request {
            ClientMessage::CancelInvitation { .. } => self.set_invitation(None),
            _ => Vec::new(),
        };
        if self.is_open() {
            effects.push(self.encode_request(request).1);
        } else {
            self.queued_requests.push(request);
            effects.extend(self.connect());
        }
        effects
    }

    /// Sets the open invitation and saves it across reloads.
    fn set_invitation(&mut self, secret: Option<String>) -> Vec<OnlineEffect> {
        if self.invitation == secret {
            return Vec::new();
        }
        self.invitation.clone_from(&secret);
        vec![OnlineEffect::SaveInvitation(secret)]
    }

    /// Connects, unless connected or connecting.
    pub fn connect(&mut self) -> Vec<OnlineEffect> {
        if self.connection != ConnectionState::Closed {
            return Vec::new();
        }
        self.connection = ConnectionState::Connecting;
        self.last_activity_ms = None;
        vec![OnlineEffect::Connect(0)]
    }

    /// Checks timeouts: a connection can die without a close event.
    pub fn tick(&mut self, now_ms: u64) -> Vec<OnlineEffect> {
        if self.is_open() {
            let since_ms = *self.open_since_ms.get_or_insert(now_ms);
            if now_ms.saturating_sub(since_ms) >= STABLE_CONNECTION_MS {
                self.attempts = 0;
            }
        }
        let awaits_confirmation = || {
            let live = self.live.as_ref();
            live.is_some_and(|live| !live.pending.is_empty())
        };
        let timeout_ms = match self.connection {
            ConnectionState::Closed => return Vec::new(),
            ConnectionState::Open if awaits_confirmation() => RESPONSE_TIMEOUT_MS,
            ConnectionState::Open => SILENCE_TIMEOUT_MS,
            ConnectionState::Connecting | ConnectionState::Lost => CONNECT_TIMEOUT_MS,
        };
        let last_activity_ms = *self.last_activity_ms.get_or_insert(now_ms);
        if now_ms.saturating_sub(last_activity_ms) <= timeout_ms {
            return self.retry_watch(now_ms);
        }
        self.on_close()
    }

    /// The browser lost its network.
    pub fn on_network_lost(&mut self) -> Vec<OnlineEffect> {
        match self.connection {
            ConnectionState::Closed | ConnectionState::Lost => Vec::new(),
            ConnectionState::Connecting | ConnectionState::Open => self.on_close(),
        }
    }

    /// The browser is online again: reconnect at once.
    pub fn on_network_restored(&mut self) -> Vec<OnlineEffect> {
        if self.connection != ConnectionState::Lost {
            return Vec::new();
        }
        self.attempts = 0;
        self.last_activity_ms = None;
        vec![OnlineEffect::Connect(0)]
    }

    /// Another user is signed in now: drops the state of the previous one.
    pub fn switch_account(&mut self) -> Vec<OnlineEffect> {
        let (text, wants_lobby) = (self.text, self.wants_lobby);
        *self = Self {
            text,
            wants_lobby,
            is_away: self.is_away,
            connection: ConnectionState::Connecting,
            last_cid: self.last_cid,
            ..Self::default()
        };
        vec![
            OnlineEffect::SaveInvitation(None),
            OnlineEffect::SaveGame(None),
            OnlineEffect::Connect(0),
        ]
    }

    /// Reports the visibility of the page to the server.
    pub fn set_away(&mut self, is_away: bool) -> Vec<OnlineEffect> {
        self.is_away = is_away;
        if self.is_open() {
            vec![self.encode_request(ClientMessage::SetAway { is_away }).1]
        } else {
            Vec::new()
        }
    }

    /// Opens a game. `saved` are the unconfirmed commands from before a reload.
    pub fn open_game(&mut self, game: &str, saved: Option<&str>) -> Vec<OnlineEffect> {
        self.wanted_game = Some(game.to_owned());
        self.last_refusal = None;
        self.watch_retry = WatchRetry::default();
        let known = self.live.as_ref().filter(|live| live.game == game);
        if let Some(live) = known.filter(|live| live.is_in_language(self.text)) {
            return vec![OnlineEffect::ShowTable(
                Box::new(live.optimistic()),
                live.seat,
            )];
        }
        let unsent = saved.and_then(|saved| serde_json::from_str(saved).ok());
        self.unsent = unsent.unwrap_or_default();
        self.live = None;
        self.log_parts.clear();
        if self.is_open() {
            return self.watch_request().into_iter().collect();
        }
        // Show the saved game until the server responds.
        let mut effects: Vec<_> = self.restore_saved_game(game).into_iter().collect();
        effects.extend(self.connect());
        effects
    }

    /// Leaves the game on the page.
    pub fn leave_game(&mut self) -> Vec<OnlineEffect> {
        self.wanted_game = None;
        self.watch_retry = WatchRetry::default();
        self.log_parts.clear();
        self.last_refusal = None;
        let Some(live) = self.live.take() else {
            return Vec::new();
        };
        self.update_game_list(&live);
        if self.is_open() {
            vec![
                self.encode_request(ClientMessage::Unwatch { game: live.game })
                    .1,
            ]
        } else {
            Vec::new()
        }
    }

    /// Updates the list of games after leaving this one.
    fn update_game_list(&mut self, live: &LiveGame) {
        let Some(other) = live.opponent_seat() else {
            return;
        };
        let across = &live.seats[other.index()];
        let opponent = (across.name.clone(), across.is_bot);
        self.upsert_game(GameSummary::for_seat(
            live.game.clone(),
            opponent,
            &live.confirmed,
            other.opponent(),
        ));
    }

    /// Inserts or replaces a game in the list: games waiting for this user first, then others in
    /// play.
    fn upsert_game(&mut self, line: GameSummary) {
        self.games.retain(|known| known.game != line.game);
        self.games.insert(0, line);
        self.sort_games();
    }

    fn sort_games(&mut self) {
        let (over, going): (Vec<_>, Vec<_>) = self.games.drain(..).partition(|line| line.is_over);
        let (own, theirs): (Vec<_>, Vec<_>) = going.into_iter().partition(|line| line.is_your_turn);
        self.games.extend(own.into_iter().chain(theirs).chain(over));
    }

    fn watch_request(&mut self) -> Option<OnlineEffect> {
        let game = self.wanted_game.clone()?;
        let confirmed = self.live.as_ref().map(|live| live.confirmed.seq());
        let received = || self.log_parts.last().map(|entry| entry.seq);
        let from = confirmed.or_else(received).map_or(0, |seq| seq + 1);
        let (cid, send) = self.encode_request(ClientMessage::Watch { game, from });
        self.watch_retry.on_sent(cid);
        Some(send)
    }

    /// The socket is open.
    pub fn on_open(&mut self) -> Vec<OnlineEffect> {
        self.connection = ConnectionState::Open;
        self.last_activity_ms = None;
        self.you = None;
        self.clock_offset_ms = None;
        vec![
            self.encode_request(ClientMessage::Hello {
                proto: PROTOCOL_VERSION,
            })
            .1,
        ]
    }

    /// The socket closed, timed out or could not be opened: reconnect.
    pub fn on_close(&mut self) -> Vec<OnlineEffect> {
        self.connection = ConnectionState::Lost;
        self.watch_retry.on_close();
        self.last_activity_ms = None;
        self.open_since_ms = None;
        let delay_ms = RECONNECT_DELAY_MIN_MS << self.attempts.min(6);
        self.attempts += 1;
        vec![OnlineEffect::Connect(delay_ms.min(RECONNECT_DELAY_MAX_MS))]
    }

    /// Sends a command of the player here.
    pub fn command(&mut self, command: &Command) -> Vec<OnlineEffect> {
        let game = self.live.as_ref().map(|live| live.game.clone());
        let Some((game, wire_command)) = game.zip(WireCommand::from_command(command)) else {
            return Vec::new();
        };
        let (cid, send) = self.encode_request(ClientMessage::Command {
            game,
            command: wire_command,
        });
        if let Some(live) = &mut self.live {
            let command = command.clone();
            live.pending.push(UnconfirmedCommand { cid, command });
        }
        let mut effects = self.save_pending();
        if self.is_open() {
            effects.push(send);
        }
        effects
    }

    /// Saves the unconfirmed commands across a reload.
    fn save_pending(&self) -> Vec<OnlineEffect> {
        let live = self.live.as_ref();
        live.map(|live| OnlineEffect::SavePending(live.game.clone(), live.pending_json()))
            .into_iter()
            .collect()
    }

    /// Converts the time of the page to server time.
    #[must_use]
    pub fn server_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_add_signed(self.clock_offset_ms.unwrap_or_default())
    }

    /// Updates the clock offset by the send time of a message. Latency only lowers it, so the
    /// largest measured offset is the most accurate.
    fn update_clock_offset(&mut self, server_ms: u64, now_ms: u64) {
        let clock_offset_ms = server_ms.wrapping_sub(now_ms).cast_signed();
        self.clock_offset_ms = Some(
            self.clock_offset_ms
                .map_or(clock_offset_ms, |known| known.max(clock_offset_ms)),
        );
    }
}
