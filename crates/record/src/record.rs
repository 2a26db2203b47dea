//! The game record: a game with its seats, result, times, seed and tags, as versioned JSON.
//!
//! Invariant: a [`GameRecord`] always holds a legal game with a result that agrees with its moves,
//! and respects the limits on names, times and tags. All constructors check this. The file
//! `schema/game-v1.schema.json` describes the JSON for other programs.

use std::collections::BTreeMap;

use foursight_core::{DrawReason, DrawRule, Ending, Game, Move, Player, Ruleset, WinReason};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{ErrorLocation, ReadError, ReadErrorKind};
use crate::expected::{CountedItem, Expected};
use crate::reading::check_length;
use crate::ruleset_text::{parse_ruleset, write_ruleset};
use crate::{attached_moves, moves};

/// The value of the field `format`.
pub const RECORD_FORMAT: &str = "foursight-game";
/// The version this crate writes, and the only one it reads.
pub const RECORD_VERSION: u64 = 1;
/// Maximum length of the name of a seat.
pub const NAME_CHARS_MAX: usize = 64;
/// Maximum number of tags.
pub const TAGS_MAX: usize = 32;
/// Maximum length of the name of a tag.
pub const TAG_NAME_CHARS_MAX: usize = 32;
/// Maximum length of the value of a tag.
pub const TAG_VALUE_CHARS_MAX: usize = 256;

/// Result of a recorded game: from its moves, or from an event such as a resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The game is not over.
    Ongoing,
    /// The game was aborted without a result.
    Aborted,
    /// A player won.
    Won(Player, WinReason),
    /// The game was a draw.
    Draw(DrawReason),
}

/// The names of the results and reasons in JSON.
const RESULTS: [(&str, Option<&str>, GameResult); 15] = {
    use GameResult::{Aborted, Draw, Ongoing, Won};
    use Player::{First, Second};
    [
        ("ongoing", None, Ongoing),
        ("aborted", None, Aborted),
        ("first", Some("rules"), Won(First, WinReason::Rules)),
        (
            "first",
            Some("resignation"),
            Won(First, WinReason::Resignation),
        ),
        ("first", Some("time"), Won(First, WinReason::Time)),
        ("first", Some("departure"), Won(First, WinReason::Departure)),
        ("second", Some("rules"), Won(Second, WinReason::Rules)),
        (
            "second",
            Some("resignation"),
            Won(Second, WinReason::Resignation),
        ),
        ("second", Some("time"), Won(Second, WinReason::Time)),
        (
            "second",
            Some("departure"),
            Won(Second, WinReason::Departure),
        ),
        (
            "tie",
            Some("grid-full"),
            Draw(DrawReason::Rules(DrawRule::BoardFull)),
        ),
        (
            "tie",
            Some("no-moves"),
            Draw(DrawReason::Rules(DrawRule::NoMoves)),
        ),
        (
            "tie",
            Some("repetition"),
            Draw(DrawReason::Rules(DrawRule::Repetition)),
        ),
        (
            "tie",
            Some("too-long"),
            Draw(DrawReason::Rules(DrawRule::TooLong)),
        ),
        ("tie", Some("agreement"), Draw(DrawReason::Agreement)),
    ]
};

impl From<Option<Ending>> for GameResult {
    fn from(ending: Option<Ending>) -> Self {
        match ending {
            None => Self::Ongoing,
            Some(Ending::Aborted) => Self::Aborted,
            Some(Ending::Won(winner, by)) => Self::Won(winner, by),
            Some(Ending::Draw(by)) => Self::Draw(by),
        }
    }
}

impl GameResult {
    /// Returns the result of a game by its moves alone.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self::from(game.end().map(Ending::from))
    }

    /// Returns the values of the fields `result` and `reason`, such as `second` and `resignation`.
    #[must_use]
    pub fn names(self) -> (&'static str, Option<&'static str>) {
        let mut results = RESULTS.into_iter();
        let found = results.find(|(_, _, result)| *result == self);
        // An unknown kind of draw has no reason.
        found.map_or(("tie", None), |(result, reason, _)| (result, reason))
    }

    /// Returns the result for these field values. Without a reason, it is the result of the moves.
    fn from_words(result: &str, reason: Option<&str>, played: Self) -> Option<Self> {
        if reason.is_none() && played.names().0 == result {
            return Some(played);
        }
        let mut results = RESULTS.into_iter();
        let found = results.find(|(name, known, _)| *name == result && *known == reason);
        found.map(|(_, _, result)| result)
    }

    pub(crate) fn describe(self) -> String {
        match self.names() {
            (result, Some(reason)) => format!("{result} ({reason})"),
            (result, None) => result.to_owned(),
        }
    }

    /// Returns the ending, or `None` for an ongoing game.
    #[must_use]
    pub const fn ending(self) -> Option<Ending> {
        match self {
            Self::Ongoing => None,
            Self::Aborted => Some(Ending::Aborted),
            Self::Won(winner, by) => Some(Ending::Won(winner, by)),
            Self::Draw(by) => Some(Ending::Draw(by)),
        }
    }

    /// Returns true if the result follows from the moves alone.
    #[must_use]
    pub fn is_by_rules(self) -> bool {
        self.ending().is_some_and(Ending::is_by_rules)
    }
}

/// A game with its seats, result, times, seed and tags.
///
/// ```
/// use foursight_core::{Player, Ruleset, WinReason};
/// use foursight_record::{Emoji, GameRecord, GameResult, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let game = read("4453", Ruleset::default(), &emoji)?;
/// let record = GameRecord::from_game(&game)
///     .with_seats(Some("Ada"), Some("Charles"))?
///     .with_result(GameResult::Won(Player::First, WinReason::Resignation))?;
/// assert_eq!(
///     record.to_json(),
///     r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Charles"],"moves":"4453","result":"first","reason":"resignation"}"#,
/// );
/// assert_eq!(GameRecord::from_json(&record.to_json()), Ok(record));
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "RecordJson", try_from = "RecordJson")]
pub struct GameRecord {
    game: Game,
    seats: [Option<String>; 2],
    result: GameResult,
    times_ms: Option<Vec<u64>>,
    seed: Option<u64>,
    tags: BTreeMap<String, String>,
}

impl From<Game> for GameRecord {
    fn from(game: Game) -> Self {
        Self {
            result: GameResult::of(&game),
            game,
            seats: [None, None],
            times_ms: None,
            seed: None,
            tags: BTreeMap::new(),
        }
    }
}

impl GameRecord {
    /// Creates the record of a game without any other data.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        Self::from(game.clone())
    }

    /// Replaces the game, after more moves or a take-back. Keeps seats, seed and tags, resets the
    /// result to that of the moves and drops the times, which are per move. An equal game keeps
    /// everything.
    #[must_use]
    pub fn with_game(self, game: &Game) -> Self {
        if self.game == *game {
            return self;
        }
        Self {
            seats: self.seats,
            seed: self.seed,
            tags: self.tags,
            ..Self::from_game(game)
        }
    }

    /// Sets the names of First and Second.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] if a name has more than [`NAME_CHARS_MAX`] characters or a control
    /// character.
    pub fn with_seats(
        mut self,
        first: Option<&str>,
        second: Option<&str>,
    ) -> Result<Self, ReadError> {
        for name in [first, second].into_iter().flatten() {
            check_line("seats", CountedItem::NameCharacters, name, NAME_CHARS_MAX)?;
        }
        self.seats = [first, second].map(|name| name.map(str::to_owned));
        Ok(self)
    }

    /// Sets the result, which may come from an event other than a move.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] if the moves disagree: a game that ended by the rules has that
    /// result, and no other game may claim a result by the rules.
    pub fn with_result(mut self, result: GameResult) -> Result<Self, ReadError> {
        let played = GameResult::of(&self.game);
        if result != played && (played != GameResult::Ongoing || result.is_by_rules()) {
            let reason = ReadErrorKind::Result {
                written: result,
                played,
            };
            return Err(field_error("result", reason));
        }
        self.result = result;
        Ok(self)
    }

    /// Sets the duration of each move.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] unless there is one time per move.
    pub fn with_times_ms(mut self, times_ms: Vec<u64>) -> Result<Self, ReadError> {
        if times_ms.len() != self.game.moves().len() {
            let reason = ReadErrorKind::Size {
                counted: CountedItem::Times,
                found: times_ms.len(),
                expected: self.game.moves().len(),
            };
            return Err(field_error("times_ms", reason));
        }
        self.times_ms = Some(times_ms);
        Ok(self)
    }

    /// Sets the seed of the players' random number generator.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Adds a tag, such as an event or a place.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] beyond [`TAGS_MAX`], [`TAG_NAME_CHARS_MAX`] or
    /// [`TAG_VALUE_CHARS_MAX`].
    pub fn with_tag(mut self, name: &str, value: &str) -> Result<Self, ReadError> {
        check_line(
            "tags",
            CountedItem::TagNameCharacters,
            name,
            TAG_NAME_CHARS_MAX,
        )?;
        check_line(
            "tags",
            CountedItem::TagCharacters,
            value,
            TAG_VALUE_CHARS_MAX,
        )?;
        self.tags.insert(name.to_owned(), value.to_owned());
        if self.tags.len() > TAGS_MAX {
            return Err(field_error(
                "tags",
                ReadErrorKind::Limit {
                    counted: CountedItem::Tags,
                    max: TAGS_MAX,
                },
            ));
        }
        Ok(self)
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game and drops the rest.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Returns the ruleset.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.game.ruleset()
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.game.moves()
    }

    /// Returns the name of a player, if known.
    #[must_use]
    pub fn seat(&self, player: Player) -> Option<&str> {
        self.seats[player.index()].as_deref()
    }

    /// Returns the result.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// Returns the duration of each move, if known.
    #[must_use]
    pub fn times_ms(&self) -> Option<&[u64]> {
        self.times_ms.as_deref()
    }

    /// Returns the seed of the players' random number generator, if known.
    #[must_use]
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the tags.
    #[must_use]
    pub const fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    /// Serialises the record as one line of JSON.
    ///
    /// # Panics
    ///
    /// Never: text, numbers and string keys are always JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text, numbers and string keys are always JSON")
    }

    /// Parses a record from JSON.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] with the place and the reason.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        check_length(text)?;
        let json: Value = moves::parse_json(text)?;
        // The version determines the other fields, so it is checked first.
        check_version(&json)?;
        let record: RecordJson = moves::parse_json(text)?;
        Self::try_from(record)
    }
}

/// A record as JSON, before validation.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordJson {
    format: String,
    version: u64,
    ruleset: String,
    #[serde(default, skip_serializing_if = "are_unnamed")]
    seats: [Option<String>; 2],
    moves: Moves,
    result: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times_ms: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
}

/// Moves in JSON: a drop string, or in older records a list in which columns count from 1.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Moves {
    Drops(String),
    List(Vec<Value>),
}

fn are_unnamed(seats: &[Option<String>; 2]) -> bool {
    seats.iter().all(Option::is_none)
}

impl From<GameRecord> for RecordJson {
    fn from(record: GameRecord) -> Self {
        let (result, reason) = record.result.names();
        Self {
            format: RECORD_FORMAT.to_owned(),
            version: RECORD_VERSION,
            ruleset: write_ruleset(record.ruleset()),
            moves: Moves::Drops(moves::write_digits(&record.game)),
            seats: record.seats,
            result: result.to_owned(),
            reason: reason.map(str::to_owned),
            times_ms: record.times_ms,
            seed: record.seed,
            tags: record.tags,
        }
    }
}

impl TryFrom<RecordJson> for GameRecord {
    type Error = ReadError;

    fn try_from(raw: RecordJson) -> Result<Self, ReadError> {
        if raw.format != RECORD_FORMAT {
            return Err(wrong_format(&raw.format));
        }
        if raw.version != RECORD_VERSION {
            return Err(field_error("version", ReadErrorKind::Version(raw.version)));
        }
        let ruleset =
            parse_ruleset(&raw.ruleset).map_err(|error| field_error("ruleset", error.kind))?;
        let game = match &raw.moves {
            Moves::Drops(drops) => attached_moves::read_moves(drops, ruleset)?,
            Moves::List(values) => moves::play_values(values, ruleset)?,
        };
        let played = GameResult::of(&game);
        let result = GameResult::from_words(&raw.result, raw.reason.as_deref(), played)
            .ok_or_else(|| unknown_result(&raw))?;
        let [first, second] = raw.seats;
        let mut record = Self::from_game(&game)
            .with_seats(first.as_deref(), second.as_deref())?
            .with_result(result)?;
        if let Some(times_ms) = raw.times_ms {
            record = record.with_times_ms(times_ms)?;
        }
        record.seed = raw.seed;
        for (name, value) in &raw.tags {
            record = record.with_tag(name, value)?;
        }
        Ok(record)
    }
}

fn check_version(json: &Value) -> Result<(), ReadError> {
    match json.get("format").and_then(Value::as_str) {
        Some(RECORD_FORMAT) => {}
        Some(other) => return Err(wrong_format(other)),
        None => {
            return Err(field_error(
                "format",
                ReadErrorKind::Missing(Expected::Format),
            ));
        }
    }
    match json.get("version").and_then(Value::as_u64) {
        Some(RECORD_VERSION) => Ok(()),
        Some(other) => Err(field_error("version", ReadErrorKind::Version(other))),
        None => Err(field_error(
            "version",
            ReadErrorKind::Missing(Expected::Version),
        )),
    }
}

fn wrong_format(found: &str) -> ReadError {
    let found = crate::error::shorten(found);
    let expected = Expected::Format;
    field_error("format", ReadErrorKind::Unexpected { found, expected })
}

fn unknown_result(raw: &RecordJson) -> ReadError {
    let found = match &raw.reason {
        Some(reason) => format!("{} ({reason})", raw.result),
        None => raw.result.clone(),
    };
    let reason = ReadErrorKind::Unexpected {
        found: crate::error::shorten(&found),
        expected: Expected::Result,
    };
    field_error("result", reason)
}

fn field_error(name: &str, reason: ReadErrorKind) -> ReadError {
    ReadError {
        location: ErrorLocation::Field(name.to_owned()),
        kind: reason,
    }
}

fn check_line(name: &str, counted: CountedItem, text: &str, max: usize) -> Result<(), ReadError> {
    if text.chars().count() > max {
        return Err(field_error(name, ReadErrorKind::Limit { counted, max }));
    }
    if text.chars().any(char::is_control) {
        return Err(field_error(name, ReadErrorKind::ControlCharacter));
    }
    Ok(())
}
