//! What a client and the server of online games say to each other over a socket, in JSON.
//!
//! `docs/protocol.md` explains it to whoever writes a client. Each message is an object with a `type`. A
//! client may add a number `cid` of its choice to what it asks; the answer to it has the same. Events of
//! a game have numbers without gaps: a client applies the next one, ignores older ones and asks with
//! [`Ask::Watch`] for what it has missed.

use foursight_core::Ending;
use foursight_table::{Seat, Table};
use serde::{Deserialize, Serialize};

use crate::table::{SentClock, SentCommand, SentEnding, SentEntry, SentPoint};

/// The version of these messages.
pub const PROTO: u32 = 1;
/// The longest message of a client, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 4 * 1024;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Comes back in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cid: Option<u64>,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ask {
    /// The first message.
    Hello {
        /// [`PROTO`].
        proto: u32,
    },
    /// Look at a game: all events from a number on, and every new one.
    Watch {
        /// Its id.
        game: String,
        /// The first number that is wanted; everything if there is none.
        #[serde(default)]
        from: u64,
    },
    /// Look away.
    Leave {
        /// The id of the game.
        game: String,
    },
    /// Do something at a table.
    Do {
        /// The id of the game.
        game: String,
        /// What.
        command: SentCommand,
    },
    /// Say one of the sentences.
    Say {
        /// The id of the game.
        game: String,
        /// Which.
        what: Preset,
    },
    /// Tell whether the page is looked at.
    Away {
        /// True if it is not.
        is_away: bool,
    },
    /// See the list of seeks, and each change of it.
    Lobby {
        /// False to see it no longer.
        is_wanted: bool,
    },
    /// Play whoever seeks a game on these terms, or seek one.
    Pair {
        /// The terms.
        terms: Terms,
    },
    /// Seek a game on these terms, for all to see.
    Seek {
        /// The terms.
        terms: Terms,
    },
    /// Seek no longer.
    Unseek,
    /// Play whoever has this seek.
    Take {
        /// The id of the seek.
        seek: String,
    },
    /// Invite a friend by a link.
    Invite {
        /// The terms.
        terms: Terms,
    },
    /// Take an invitation back.
    Uninvite {
        /// Its secret.
        secret: String,
    },
    /// Come because of an invitation.
    Join {
        /// Its secret.
        secret: String,
    },
    /// Play a bot.
    Bot {
        /// The name of its level.
        level: String,
        /// The terms.
        terms: Terms,
    },
    /// Claim a game without a clock that the other has left for long.
    Claim {
        /// The id of the game.
        game: String,
    },
    /// Hear nothing more from the other player of a game, and never be paired again.
    Block {
        /// The id of the game.
        game: String,
        /// False to take it back.
        is_blocked: bool,
    },
    /// The answer to a [`Told::Ping`].
    Pong,
}

/// On which terms somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The ruleset as text, such as `standard 7x6/4`.
    pub rules: String,
    /// How time is counted; not at all if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<SentClock>,
    /// Who moves first.
    #[serde(default)]
    pub first: Beginner,
}

/// Who moves first in the first of several games. After that they take turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beginner {
    /// By lot.
    #[default]
    Lot,
    /// Who seeks or invites.
    Host,
    /// Who comes.
    Guest,
}

/// A sentence that can be said. There are no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Preset {
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

impl Preset {
    /// All of them, in the order in which they are offered.
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

/// What the server says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tell {
    /// The `cid` of what is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cid: Option<u64>,
    /// What is told.
    #[serde(flatten)]
    pub told: Told,
}

/// What can be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Told {
    /// The answer to [`Ask::Hello`].
    Welcome {
        /// [`PROTO`].
        proto: u32,
        /// Who the client is.
        you: You,
        /// The time of the server.
        server_ms: u64,
        /// The games of this person, those that go on first.
        games: Vec<GameLine>,
    },
    /// A game, as the answer to [`Ask::Watch`].
    Table {
        /// Its id.
        game: String,
        /// The place of this person: 0 or 1, or none for a watcher.
        seat: Option<usize>,
        /// Who plays.
        seats: [SeatLine; 2],
        /// How many watch.
        watchers: usize,
        /// All events from the wanted number on.
        entries: Vec<SentEntry>,
        /// The number of the last event.
        head: u64,
        /// How the game stands.
        now: NowLine,
        /// The clocks at this moment.
        clocks: Option<ClockLine>,
        /// True if this person has blocked the other player.
        #[serde(default)]
        has_blocked: bool,
        /// The time of the server.
        server_ms: u64,
    },
    /// Something happened in a game. It is kept, or it would not be told.
    Entry {
        /// The id of the game.
        game: String,
        /// What happened.
        entry: SentEntry,
        /// How the game stands after it.
        now: NowLine,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockLine>,
        /// The time of the server.
        server_ms: u64,
    },
    /// What was asked is done, or was done before.
    Done {
        /// The number of the event that it led to, for a command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// What was asked is not done.
    Refused {
        /// Why: a stable name.
        code: String,
        /// The id of the game, for a command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The number of the last event of that game: what is missing must be asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        head: Option<u64>,
    },
    /// Who is there has changed.
    Seats {
        /// The id of the game.
        game: String,
        /// Who plays.
        seats: [SeatLine; 2],
        /// How many watch.
        watchers: usize,
    },
    /// A player says something.
    Said {
        /// The id of the game.
        game: String,
        /// Who: 0 or 1.
        seat: usize,
        /// What.
        what: Preset,
    },
    /// The list of seeks.
    Seeks {
        /// The oldest first.
        seeks: Vec<SeekLine>,
    },
    /// The answer to [`Ask::Invite`].
    Invited {
        /// What the link must hold. Nobody else gets to know it.
        secret: String,
    },
    /// A game of this person has begun: look at it.
    Started {
        /// Its id.
        game: String,
    },
    /// A game of this person has gone on while this connection did not look at it.
    Listed(GameLine),
    /// Is the client still there? It also tells how far each watched game is.
    Ping {
        /// The time of the server.
        server_ms: u64,
        /// Games and the numbers of their last events.
        heads: Vec<(String, u64)>,
    },
    /// The server closes the socket.
    Bye {
        /// Why: a stable name. After `restart` the client should come back soon.
        code: String,
    },
}

/// Who the client is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// False for a guest.
    pub has_account: bool,
}

/// Who won a game in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The person whose list it is.
    You,
    /// The other player.
    Opponent,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its id.
    pub game: String,
    /// The name of the other player, or of the level of a bot.
    pub opponent: String,
    /// True if the other is a bot.
    #[serde(default)]
    pub is_bot: bool,
    /// True if it is over.
    pub is_over: bool,
    /// True if this person is to move.
    #[serde(default)]
    pub is_your_turn: bool,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<SentEnding>,
    /// Who won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// When something happened in it last.
    pub changed_ms: u64,
}

impl GameLine {
    /// A game as it stands for the person at this seat. The opponent is a name, and true for a bot.
    #[must_use]
    pub fn of(game: String, (opponent, is_bot): (String, bool), table: &Table, seat: Seat) -> Self {
        let ending = table.ending();
        let winner = match ending {
            Some(Ending::Won(winner, _)) if table.start().seat_of(winner) == seat => {
                Some(Winner::You)
            }
            Some(Ending::Won(..)) => Some(Winner::Opponent),
            _ => None,
        };
        Self {
            game,
            opponent,
            is_bot,
            is_over: ending.is_some(),
            is_your_turn: ending.is_none() && table.to_move() == Some(seat),
            ending: ending.map(SentEnding::from),
            winner,
            changed_ms: table.at_ms(),
        }
    }
}

/// A player at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatLine {
    /// The name of the person, or of the level of a bot.
    pub name: String,
    /// True for a bot.
    pub is_bot: bool,
    /// Whether the person is there.
    pub presence: Presence,
}

/// Whether somebody is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The page is open and looked at.
    Here,
    /// The page is open behind others.
    Away,
    /// There has been no connection since then; not in this server's lifetime if there is no time.
    Gone {
        /// In the time of the server.
        since_ms: Option<u64>,
    },
}

/// How a game stands: what a client needs to move without knowing the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NowLine {
    /// Where a command is meant that is given now.
    pub at: SentPoint,
    /// The seat to move; none once the game is over.
    pub to_move: Option<usize>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<SentEnding>,
}

impl NowLine {
    /// How a game stands.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        let ending = table.ending();
        let to_move = table.to_move().filter(|_| ending.is_none());
        Self {
            at: table.point().into(),
            to_move: to_move.map(Seat::index),
            ending: ending.map(SentEnding::from),
        }
    }
}

/// Both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockLine {
    /// What each seat has left.
    pub left_ms: [u64; 2],
    /// The seat whose clock runs.
    pub running: Option<usize>,
}

/// A seek in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekLine {
    /// Its id.
    pub seek: String,
    /// The id of who seeks.
    pub person: String,
    /// The name of who seeks.
    pub name: String,
    /// On which terms.
    pub terms: Terms,
}
