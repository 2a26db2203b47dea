//! JSON messages between a client and the server of online games, over a WebSocket.
//!
//! `docs/protocol.md` documents them for authors of clients. Each message is an object with a
//! `type`. A client may add a number `cid` of its choice to a request; the response carries the
//! same `cid`. Events of a game are numbered without gaps: a client applies the next one, ignores
//! older ones, and requests missing ones with [`ClientMessage::Watch`].

use foursight_core::Ending;
use foursight_table::{Point, Seat, Table, TimeControl};
use serde::{Deserialize, Serialize};

use crate::table::{WireCommand, WireEnding, WireEntry, WireMove};

/// Version of this protocol.
pub const PROTOCOL_VERSION: u32 = 1;
/// Maximum size of a client's message in bytes.
pub const MESSAGE_BYTES_MAX: usize = 4 * 1024;
/// Absence after which a player can claim a game without a clock: a day.
pub const CLAIM_DELAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A message from a client, with its envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientFrame {
    /// Echoed in the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cid: Option<u64>,
    /// The message.
    #[serde(flatten)]
    pub request: ClientMessage,
}

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClientMessage {
    /// Opens the session; must be the first message.
    Hello {
        /// [`PROTOCOL_VERSION`].
        proto: u32,
    },
    /// Subscribe to a game: the server sends all events from a number on, and then every new one.
    Watch {
        /// The id of the game.
        game: String,
        /// Number of the first event to send; 0 for the log from its start.
        #[serde(default)]
        from: u64,
    },
    /// Unsubscribe from a game.
    #[serde(rename = "leave")]
    Unwatch {
        /// The id of the game.
        game: String,
    },
    /// Send a command to a game.
    #[serde(rename = "do")]
    Command {
        /// The id of the game.
        game: String,
        /// The command.
        command: WireCommand,
    },
    /// Send one of the chat presets to the players and viewers of a game.
    #[serde(rename = "say")]
    Chat {
        /// The id of the game.
        game: String,
        /// The chat preset.
        #[serde(rename = "what")]
        preset: ChatPreset,
    },
    /// Report that the page has become hidden or visible.
    #[serde(rename = "away")]
    SetAway {
        /// True while the page is hidden.
        is_away: bool,
    },
    /// Subscribe to the list of seeks, or unsubscribe.
    #[serde(rename = "lobby")]
    WatchLobby {
        /// False to unsubscribe.
        #[serde(rename = "is_wanted")]
        is_watching: bool,
    },
    /// Accept an open seek with these terms, or else post one.
    Pair {
        /// The terms.
        terms: GameTerms,
    },
    /// Post a public seek with these terms.
    Seek {
        /// The terms.
        terms: GameTerms,
    },
    /// Withdraw the client's seek.
    #[serde(rename = "unseek")]
    CancelSeek,
    /// Accept a seek.
    #[serde(rename = "take")]
    AcceptSeek {
        /// The id of the seek.
        seek: String,
    },
    /// Create an invitation link.
    Invite {
        /// The terms.
        terms: GameTerms,
    },
    /// Withdraw an invitation.
    #[serde(rename = "uninvite")]
    CancelInvitation {
        /// The secret of the invitation.
        secret: String,
    },
    /// Accept an invitation.
    #[serde(rename = "join")]
    AcceptInvitation {
        /// The secret of the invitation.
        secret: String,
    },
    /// Start a game against a bot.
    #[serde(rename = "bot")]
    PlayBot {
        /// The name of the bot's level.
        level: String,
        /// The terms.
        terms: GameTerms,
    },
    /// Claim a game without a clock whose other player has been away for long.
    Claim {
        /// The id of the game.
        game: String,
    },
    /// Block the other player of a game: no chat, no offers and no pairing between the two.
    Block {
        /// The id of the game.
        game: String,
        /// False to unblock.
        is_blocked: bool,
    },
    /// Response to a [`ServerMessage::Ping`].
    Pong,
}

/// Terms of a seek or an invitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTerms {
    /// The ruleset as text, such as `standard 7x6/4`.
    pub rules: String,
    /// The time control; `None` for an untimed game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The player who moves first.
    #[serde(default)]
    pub first: FirstPlayer,
}

/// The player who moves first in the first of several games. The players alternate after that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// Chosen at random.
    #[default]
    #[serde(rename = "lot")]
    Random,
    /// The player who posted the seek or invitation.
    Host,
    /// The player who accepted it.
    Guest,
}

/// A chat message. There is no free text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChatPreset {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    Thanks,
    /// Oops!
    Oops,
    /// One moment, please.
    OneMoment,
    /// Good game!
    GoodGame,
    /// Goodbye!
    Goodbye,
}

impl ChatPreset {
    /// All presets, in display order.
    pub const ALL: [Self; 8] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Thanks,
        Self::Oops,
        Self::OneMoment,
        Self::GoodGame,
        Self::Goodbye,
    ];
}

/// A message from the server, with its envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerFrame {
    /// The `cid` of the request that this responds to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cid: Option<u64>,
    /// The message.
    #[serde(flatten)]
    pub message: ServerMessage,
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ServerMessage {
    /// Response to [`ClientMessage::Hello`].
    Welcome {
        /// [`PROTOCOL_VERSION`].
        proto: u32,
        /// The account of the client.
        #[serde(rename = "you")]
        user: UserInfo,
        /// The server's clock, in milliseconds since 1970.
        server_ms: u64,
        /// The client's games, unfinished ones first.
        games: Vec<GameSummary>,
    },
    /// Response to [`ClientMessage::Watch`]: a snapshot of the game.
    #[serde(rename = "table")]
    Snapshot {
        /// The id of the game.
        game: String,
        /// The client's seat, 0 or 1; `None` for a viewer.
        seat: Option<usize>,
        /// The two players.
        seats: [SeatInfo; 2],
        /// Number of viewers.
        #[serde(rename = "watchers")]
        viewer_count: usize,
        /// The events from the requested number on; of a long log, the first part of them.
        entries: Vec<WireEntry>,
        /// True if this is not the last part: the client requests the next one with
        /// [`ClientMessage::Watch`], from the number after the last entry on.
        #[serde(rename = "more", default, skip_serializing_if = "std::ops::Not::not")]
        has_more: bool,
        /// The number of the last event.
        head: u64,
        /// The state of play.
        #[serde(rename = "now")]
        status: GameStatus,
        /// The clocks at this moment.
        clocks: Option<ClockState>,
        /// True if the client has blocked the other player.
        #[serde(default)]
        has_blocked: bool,
        /// The server's clock.
        server_ms: u64,
    },
    /// An event of a game. It is durable: the server commits it before it sends it.
    Entry {
        /// The id of the game.
        game: String,
        /// The event.
        entry: WireEntry,
        /// The state of play after the event.
        #[serde(rename = "now")]
        status: GameStatus,
        /// The clocks after the event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockState>,
        /// The server's clock.
        server_ms: u64,
    },
    /// The request succeeded, now or when it was first sent.
    Done {
        /// For a command: the number of the resulting event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// The request was refused.
    Refused {
        /// Stable error code.
        code: String,
        /// For a command: the id of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// Number of the last event of that game, so that the client can request what it is
        /// missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        head: Option<u64>,
    },
    /// The presence of players or viewers has changed.
    #[serde(rename = "seats")]
    PresenceChanged {
        /// The id of the game.
        game: String,
        /// The two players.
        seats: [SeatInfo; 2],
        /// Number of viewers.
        #[serde(rename = "watchers")]
        viewer_count: usize,
    },
    /// A player has sent a chat preset.
    #[serde(rename = "said")]
    Chat {
        /// The id of the game.
        game: String,
        /// The seat of the player, 0 or 1.
        seat: usize,
        /// The chat preset.
        #[serde(rename = "what")]
        preset: ChatPreset,
    },
    /// The list of open seeks.
    Seeks {
        /// Oldest first.
        seeks: Vec<SeekInfo>,
    },
    /// Response to [`ClientMessage::Invite`].
    #[serde(rename = "invited")]
    InvitationCreated {
        /// The secret for the invitation link. It is sent to this client only.
        secret: String,
    },
    /// A game of this client has started.
    #[serde(rename = "started")]
    GameStarted {
        /// The id of the game.
        game: String,
    },
    /// A game of this client has changed that this connection is not subscribed to.
    #[serde(rename = "listed")]
    GameUpdated(GameSummary),
    /// Keep-alive, with the head of each watched game so that the client can notice gaps.
    Ping {
        /// The server's clock.
        server_ms: u64,
        /// Ids of games with the numbers of their last events.
        heads: Vec<(String, u64)>,
    },
    /// The server is closing the socket.
    Bye {
        /// Stable reason code. After `restart` the client should reconnect soon.
        code: String,
    },
}

/// The account of the client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserInfo {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// False for a guest.
    pub has_account: bool,
}

/// The winner of a game in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummaryWinner {
    /// The player whose list it is.
    You,
    /// The other player.
    Opponent,
}

/// A game in a player's list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The id of the game.
    pub game: String,
    /// The name of the other player, or the level of a bot.
    pub opponent: String,
    /// True if the other player is a bot.
    #[serde(default)]
    pub is_bot: bool,
    /// True if the game is over.
    pub is_over: bool,
    /// True if it is this player's turn.
    #[serde(default)]
    pub is_your_turn: bool,
    /// The ending of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<WireEnding>,
    /// The winner of a game that was won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SummaryWinner>,
    /// Time of the last event.
    pub changed_ms: u64,
}

impl GameSummary {
    /// Summarises a game for the player at this seat. `opponent` is a name and `true` for a bot.
    #[must_use]
    pub fn for_seat(
        game: String,
        (opponent, is_bot): (String, bool),
        table: &Table,
        seat: Seat,
    ) -> Self {
        let ending = table.ending();
        let winner = match ending {
            Some(Ending::Won(winner, _)) if table.start().seat_of(winner) == seat => {
                Some(SummaryWinner::You)
            }
            Some(Ending::Won(..)) => Some(SummaryWinner::Opponent),
            _ => None,
        };
        Self {
            game,
            opponent,
            is_bot,
            is_over: ending.is_some(),
            is_your_turn: ending.is_none() && table.to_move() == Some(seat),
            ending: ending.map(WireEnding::from),
            winner,
            changed_ms: table.at_ms(),
        }
    }
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name of the player, or the level of a bot.
    pub name: String,
    /// True for a bot.
    pub is_bot: bool,
    /// The presence of the player.
    pub presence: Presence,
}

/// The presence of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The page is open and visible.
    Here,
    /// The page is open but hidden.
    Away,
    /// The player is not connected.
    Gone {
        /// Time of disconnection by the server's clock; `None` if it predates the server's start.
        since_ms: Option<u64>,
    },
}

/// The state of play: enough for a client to move without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStatus {
    /// The point at which a command given now applies.
    pub at: Point,
    /// The seat to move; `None` once the game is over.
    pub to_move: Option<usize>,
    /// The ending of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<WireEnding>,
    /// The legal moves of the seat to move; empty once the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<WireMove>,
}

impl GameStatus {
    /// Returns the status of a game.
    #[must_use]
    pub fn from_table(table: &Table) -> Self {
        let ending = table.ending();
        let to_move = table.to_move().filter(|_| ending.is_none());
        Self {
            at: table.point(),
            to_move: to_move.map(Seat::index),
            ending: ending.map(WireEnding::from),
            legal: match to_move {
                Some(_) => legal_moves(table),
                None => Vec::new(),
            },
        }
    }
}

fn legal_moves(table: &Table) -> Vec<WireMove> {
    table
        .game()
        .legal_moves()
        .into_iter()
        .map(WireMove)
        .collect()
}

/// The state of both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// Remaining time of each seat.
    pub left_ms: [u64; 2],
    /// The seat whose clock is running.
    pub running: Option<usize>,
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekInfo {
    /// The id of the seek.
    pub seek: String,
    /// The id of the player who posted it.
    pub person: String,
    /// The name of that player.
    pub name: String,
    /// The terms of the game.
    pub terms: GameTerms,
}
