//! The learner's memory: results of its games by position it moved into.
//!
//! Mirror images are one position. The key of a position is a 128-bit hash of everything public
//! about it, so a memory survives changes of the program. A key is unique with overwhelming
//! probability, but cannot be turned back into its position: to inspect a memory, walk from a
//! position by [`Memory::moves`].
//!
//! The text format is a line with the version, a line with the number of games, and one line per
//! position: its key, then games won, drawn and lost.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::hash::Hasher as _;

use foursight_core::{
    BothConnectRule, End, Fill, Game, Move, Player, Position, PowerDisc, Ruleset, Variant,
};

use crate::arena::WdlRecord;
use crate::insertion_sort::insertion_sort;
use crate::node::KeyHasher;

/// Maximum number of positions in a memory.
pub const MEMORY_POSITIONS_MAX: usize = 200_000;
/// Maximum length of a memory's text.
pub const MEMORY_TEXT_BYTES_MAX: usize = 16_000_000;

/// The first line of every text; the number increases when the format changes.
const HEADER: &str = "foursight learner 1";

/// Results of past games, by position.
///
/// ```
/// use foursight_bots::Memory;
/// use foursight_core::{Column, Game, Player};
///
/// let mut game = Game::default();
/// for number in [4, 1, 4, 1, 4, 1, 4] {
///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
/// }
/// let mut memory = Memory::default();
/// memory.record_game(&game, Player::First);
/// let (mv, record) = memory.moves(&Game::default())[3];
/// assert_eq!((mv.to_string().as_str(), record.wins), ("drop in column 4", 1));
/// assert_eq!(Memory::from_text(&memory.to_text()), Ok(memory));
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    games: u64,
    records: BTreeMap<u128, WdlRecord>,
}

impl Memory {
    /// Returns the number of games recorded.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.records.len()
    }

    /// Records the result of a game for a player. Ignores a game that is not over.
    pub fn record_game(&mut self, game: &Game, player: Player) {
        let Some(end) = game.end() else {
            return;
        };
        self.games = self.games.saturating_add(1);
        let transitions = game.positions().zip(game.positions().skip(1));
        let keys: Vec<u128> = transitions
            .filter(|(before, _)| before.to_move() == player)
            .map(|(_, after)| key(after, player))
            .collect();
        for key in keys {
            if !self.records.contains_key(&key) && !self.has_room() {
                continue;
            }
            let record = self.records.entry(key).or_default();
            let count = match end {
                End::Won(winner) if winner == player => &mut record.wins,
                End::Won(_) => &mut record.losses,
                End::Draw(_) => &mut record.draws,
            };
            *count = count.saturating_add(1).min(COUNT_MAX);
        }
    }

    /// Returns whether one more position fits, after evicting those met only once if necessary.
    fn has_room(&mut self) -> bool {
        if self.records.len() >= MEMORY_POSITIONS_MAX {
            self.records.retain(|_, record| record.games() > 1);
        }
        self.records.len() < MEMORY_POSITIONS_MAX
    }

    /// Returns the record of each legal move of a game, for the player to move.
    #[must_use]
    pub fn moves(&self, game: &Game) -> Vec<(Move, WdlRecord)> {
        let mover = game.position().to_move();
        let after = |mv: Move| game.position().after(mv).ok();
        game.legal_moves()
            .into_iter()
            .map(|mv| {
                let record = after(mv).and_then(|next| self.records.get(&key(&next, mover)));
                (mv, record.copied().unwrap_or_default())
            })
            .collect()
    }

    /// Encodes the memory as text, for a file or the browser's storage.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\ngames {}\n", self.games);
        for (
            key,
            WdlRecord {
                wins,
                draws,
                losses,
            },
        ) in &self.records
        {
            writeln!(text, "{key:032x} {wins} {draws} {losses}").expect("a string takes it all");
        }
        text
    }

    /// Parses a memory.
    ///
    /// # Errors
    ///
    /// [`MemoryError`] with the offending line. A text with any error is rejected as a whole.
    pub fn from_text(text: &str) -> Result<Self, MemoryError> {
        if text.len() > MEMORY_TEXT_BYTES_MAX {
            return Err(MemoryError::TooLong { bytes: text.len() });
        }
        let mut lines = text.lines().zip(1..);
        match lines.next() {
            Some((HEADER, _)) => {}
            Some((line, _)) if line.starts_with("foursight learner ") => {
                return Err(MemoryError::Version(shorten(line)));
            }
            _ => return Err(MemoryError::NotAMemory),
        }
        let games = lines
            .next()
            .and_then(|(line, _)| line.strip_prefix("games "));
        let games = games.and_then(|number| number.parse().ok());
        let mut memory = Self {
            games: games.ok_or(MemoryError::Line {
                line: 2,
                wanted: "the number of games",
            })?,
            records: BTreeMap::new(),
        };
        for (content, line) in lines {
            let wanted = "a position with games won, drawn and lost";
            let (key, record) = parse_record(content).ok_or(MemoryError::Line { line, wanted })?;
            if memory.records.insert(key, record).is_some() {
                let wanted = "each position only once";
                return Err(MemoryError::Line { line, wanted });
            }
            if memory.records.len() > MEMORY_POSITIONS_MAX {
                return Err(MemoryError::TooMany);
            }
        }
        Ok(memory)
    }
}

/// Maximum count, so that sums of three never overflow.
const COUNT_MAX: u32 = 1_000_000_000;

fn parse_record(line: &str) -> Option<(u128, WdlRecord)> {
    let mut words = line.split(' ');
    let is_hex = |key: &&str| key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit());
    let key = words.next().filter(is_hex)?;
    let key = u128::from_str_radix(key, 16).ok()?;
    let mut count = || {
        words
            .next()?
            .parse()
            .ok()
            .filter(|count| *count <= COUNT_MAX)
    };
    let record = WdlRecord {
        wins: count()?,
        draws: count()?,
        losses: count()?,
    };
    (words.next().is_none() && record.games() > 0).then_some((key, record))
}

fn shorten(line: &str) -> String {
    line.chars().take(60).collect()
}

/// Reasons why a text is not a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemoryError {
    /// It is longer than [`MEMORY_TEXT_BYTES_MAX`].
    TooLong {
        /// The length in bytes.
        bytes: usize,
    },
    /// It does not begin like a memory.
    NotAMemory,
    /// It has an unsupported version; this is its first line.
    Version(String),
    /// A line is invalid.
    Line {
        /// Line number, counted from 1.
        line: usize,
        /// The expected contents.
        wanted: &'static str,
    },
    /// It has more than [`MEMORY_POSITIONS_MAX`] positions.
    TooMany,
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => write!(
                f,
                "a memory of {bytes} bytes is too long: at most {MEMORY_TEXT_BYTES_MAX} are read"
            ),
            Self::NotAMemory => {
                write!(
                    f,
                    "this is not a learner's memory: it must begin with {HEADER:?}"
                )
            }
            Self::Version(line) => write!(
                f,
                "cannot read a memory that begins with {line:?}: this version reads {HEADER:?}"
            ),
            Self::Line { line, wanted } => write!(f, "line {line} must hold {wanted}"),
            Self::TooMany => write!(
                f,
                "the memory has more than {MEMORY_POSITIONS_MAX} positions, which is the most"
            ),
        }
    }
}

impl std::error::Error for MemoryError {}

/// Returns the key of a position that this player moved into, equal for its mirror image.
fn key(position: &Position, mover: Player) -> u128 {
    let own = number(position, mover);
    let image = position.mirror().map(|image| number(&image, mover));
    image.map_or(own, |image| own.min(image))
}

/// Hashes everything that can be seen of a position. Hidden state of a variant, such as a strike
/// that is due, shows in the legal moves.
fn number(position: &Position, mover: Player) -> u128 {
    let mut hasher = KeyHasher::default();
    hasher.write(&ruleset_bytes(position.ruleset()));
    let board = position.board();
    for player in Player::BOTH {
        hasher.write_u128(board.bits(player));
        hasher.write_u8(position.set_aside(player));
        for disc in PowerDisc::ALL {
            hasher.write_u8(position.power_discs(player, disc));
        }
    }
    hasher.write_u8(position.to_move().index() as u8);
    hasher.write_u8(mover.index() as u8);
    // Sorted, so that the key does not depend on the order in which the rules list them.
    let mut legal: Vec<[u8; 3]> = position.moves().into_iter().map(move_bytes).collect();
    insertion_sort(&mut legal, |bytes| *bytes);
    for bytes in legal {
        hasher.write(&bytes);
    }
    hasher.0
}

fn ruleset_bytes(rules: Ruleset) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..3].copy_from_slice(&[rules.width(), rules.height(), rules.connect()]);
    match rules.variant() {
        Variant::Standard => {}
        Variant::PopOut(both) => {
            bytes[3] = 1;
            bytes[4] = u8::from(both == BothConnectRule::OpponentWins);
        }
        // The seed shows on the board.
        Variant::PopTen(Fill::ByPlayers) => bytes[3] = 2,
        Variant::PopTen(Fill::Random(_)) => bytes[3] = 3,
        Variant::FiveInARow => bytes[3] = 4,
        // The remaining stock shows in the position.
        Variant::PowerUp(_) => bytes[3] = 5,
    }
    bytes
}

fn move_bytes(mv: Move) -> [u8; 3] {
    let (kind, special) = match mv {
        Move::Drop(_) => (0, 0),
        Move::Power(disc, _) => (1, disc.index() as u8),
        Move::Pop(_) => (2, 0),
        Move::Strike(_) => (3, 0),
        Move::Pass => (4, 0),
    };
    [kind, special, mv.column().map_or(0, |c| c.index() as u8)]
}
