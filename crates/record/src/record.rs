//! The game record: a game with its seats, result, times, seed and tags, as versioned JSON.
//!
//! Invariant: a [`GameRecord`] always tells a game that can be played, with the result that its
//! moves have; limits on names, times and tags hold. The only ways to build one check that.
//! The file `schema/game-v1.schema.json` describes the JSON for other programs.

use std::collections::BTreeMap;

use foursight_core::{Ending, Game, Move, Player, Ruleset, Tie, TiedBy, WonBy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Place, ReadError, Reason};
use crate::expected::{Counted, Expected};
use crate::reading::check_length;
use crate::ruleset_text::{parse_ruleset, write_ruleset};
use crate::{beside, moves};

/// The value of the field `format`.
pub const RECORD_FORMAT: &str = "foursight-game";
/// The version this crate writes, and the only one it reads.
pub const RECORD_VERSION: u64 = 1;
/// The longest name of a seat.
pub const NAME_CHARS_MAX: usize = 64;
/// The most tags a record has.
pub const TAGS_MAX: usize = 32;
/// The longest name of a tag.
pub const TAG_NAME_CHARS_MAX: usize = 32;
/// The longest value of a tag.
pub const TAG_VALUE_CHARS_MAX: usize = 256;

/// How a recorded game stands: by its moves, or by what the players did beside the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// It goes on.
    Ongoing,
    /// It was given up without a result.
    Aborted,
    /// Somebody won.
    Won(Player, WonBy),
    /// Nobody did.
    Tied(TiedBy),
}

/// The names of the results and reasons in JSON.
const RESULTS: [(&str, Option<&str>, GameResult); 15] = {
    use GameResult::{Aborted, Ongoing, Tied, Won};
    use Player::{First, Second};
    [
        ("ongoing", None, Ongoing),
        ("aborted", None, Aborted),
        ("first", Some("rules"), Won(First, WonBy::Rules)),
        ("first", Some("resignation"), Won(First, WonBy::Resignation)),
        ("first", Some("time"), Won(First, WonBy::Time)),
        ("first", Some("departure"), Won(First, WonBy::Departure)),
        ("second", Some("rules"), Won(Second, WonBy::Rules)),
        (
            "second",
            Some("resignation"),
            Won(Second, WonBy::Resignation),
        ),
        ("second", Some("time"), Won(Second, WonBy::Time)),
        ("second", Some("departure"), Won(Second, WonBy::Departure)),
        ("tie", Some("grid-full"), Tied(TiedBy::Rules(Tie::GridFull))),
        ("tie", Some("no-moves"), Tied(TiedBy::Rules(Tie::NoMoves))),
        (
            "tie",
            Some("repetition"),
            Tied(TiedBy::Rules(Tie::Repetition)),
        ),
        ("tie", Some("too-long"), Tied(TiedBy::Rules(Tie::TooLong))),
        ("tie", Some("agreement"), Tied(TiedBy::Agreement)),
    ]
};

impl From<Option<Ending>> for GameResult {
    fn from(ending: Option<Ending>) -> Self {
        match ending {
            None => Self::Ongoing,
            Some(Ending::Aborted) => Self::Aborted,
            Some(Ending::Won(winner, by)) => Self::Won(winner, by),
            Some(Ending::Tied(by)) => Self::Tied(by),
        }
    }
}

impl GameResult {
    /// How a game stands by its moves alone.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self::from(game.end().map(Ending::from))
    }

    /// The words for the fields `result` and `reason`, such as `second` and `resignation`.
    #[must_use]
    pub fn words(self) -> (&'static str, Option<&'static str>) {
        let mut known = RESULTS.into_iter();
        let found = known.find(|(_, _, result)| *result == self);
        // Ties of a kind that is not known here are told without a reason.
        found.map_or(("tie", None), |(result, reason, _)| (result, reason))
    }

    /// The result with these words. Without a reason it is the one that the moves give.
    fn from_words(result: &str, reason: Option<&str>, played: Self) -> Option<Self> {
        if reason.is_none() && played.words().0 == result {
            return Some(played);
        }
        let mut known = RESULTS.into_iter();
        let found = known.find(|(r, why, _)| *r == result && *why == reason);
        found.map(|(_, _, result)| result)
    }

    pub(crate) fn describe(self) -> String {
        match self.words() {
            (result, Some(reason)) => format!("{result} ({reason})"),
            (result, None) => result.to_owned(),
        }
    }

    /// How it ended; none while it goes on.
    #[must_use]
    pub const fn ending(self) -> Option<Ending> {
        match self {
            Self::Ongoing => None,
            Self::Aborted => Some(Ending::Aborted),
            Self::Won(winner, by) => Some(Ending::Won(winner, by)),
            Self::Tied(by) => Some(Ending::Tied(by)),
        }
    }

    /// True if the moves alone have this result, and nobody had to say it.
    #[must_use]
    pub fn is_by_rules(self) -> bool {
        self.ending().is_some_and(Ending::is_by_rules)
    }
}

/// A game with everything that belongs to it.
///
/// ```
/// use foursight_core::{Player, Ruleset, WonBy};
/// use foursight_record::{Emoji, GameRecord, GameResult, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let game = read("4453", Ruleset::default(), &emoji)?;
/// let record = GameRecord::from_game(&game)
///     .with_seats(Some("Ada"), Some("Charles"))?
///     .with_result(GameResult::Won(Player::First, WonBy::Resignation))?;
/// assert_eq!(
///     record.to_json(),
///     r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Charles"],"moves":"4453","result":"first","reason":"resignation"}"#,
/// );
/// assert_eq!(GameRecord::from_json(&record.to_json()), Ok(record));
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Raw", try_from = "Raw")]
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
    /// The record of a game about which nothing else is known.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        Self::from(game.clone())
    }

    /// The same seats, seed and tags for a game that has changed since: it went on, or moves were
    /// taken back. The result is then that of its moves, and the times, of which there is one a
    /// move, are no longer known. The same game keeps everything.
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

    /// The same with the names of First and Second.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if a name has more than [`NAME_CHARS_MAX`] characters or a control
    /// character.
    pub fn with_seats(
        mut self,
        first: Option<&str>,
        second: Option<&str>,
    ) -> Result<Self, ReadError> {
        for name in [first, second].into_iter().flatten() {
            check_line("seats", Counted::NameCharacters, name, NAME_CHARS_MAX)?;
        }
        self.seats = [first, second].map(|name| name.map(str::to_owned));
        Ok(self)
    }

    /// The same with a result that players may have given it beside the grid.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if the moves say otherwise: a game that ended by the rules has their
    /// result, and one that did not cannot claim it.
    pub fn with_result(mut self, result: GameResult) -> Result<Self, ReadError> {
        let played = GameResult::of(&self.game);
        if result != played && (played != GameResult::Ongoing || result.is_by_rules()) {
            let reason = Reason::Result {
                written: result,
                played,
            };
            return Err(field("result", reason));
        }
        self.result = result;
        Ok(self)
    }

    /// The same with how long each move took.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if there is not one time a move.
    pub fn with_times_ms(mut self, times_ms: Vec<u64>) -> Result<Self, ReadError> {
        if times_ms.len() != self.game.moves().len() {
            let reason = Reason::Size {
                what: Counted::Times,
                found: times_ms.len(),
                expected: self.game.moves().len(),
            };
            return Err(field("times_ms", reason));
        }
        self.times_ms = Some(times_ms);
        Ok(self)
    }

    /// The same with the seed that the players' randomness came from.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The same with one more tag, such as an event or a place.
    ///
    /// # Errors
    ///
    /// [`ReadError`] beyond [`TAGS_MAX`], [`TAG_NAME_CHARS_MAX`] or [`TAG_VALUE_CHARS_MAX`].
    pub fn with_tag(mut self, name: &str, value: &str) -> Result<Self, ReadError> {
        check_line("tags", Counted::TagNameCharacters, name, TAG_NAME_CHARS_MAX)?;
        check_line("tags", Counted::TagCharacters, value, TAG_VALUE_CHARS_MAX)?;
        self.tags.insert(name.to_owned(), value.to_owned());
        if self.tags.len() > TAGS_MAX {
            return Err(field(
                "tags",
                Reason::Limit {
                    what: Counted::Tags,
                    max: TAGS_MAX,
                },
            ));
        }
        Ok(self)
    }

    /// The game itself.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game itself, without the rest.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The rules it was played by.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.game.ruleset()
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.game.moves()
    }

    /// The name of a player, if it is known.
    #[must_use]
    pub fn seat(&self, player: Player) -> Option<&str> {
        self.seats[player.index()].as_deref()
    }

    /// How it stands.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// How long each move took, if it is known.
    #[must_use]
    pub fn times_ms(&self) -> Option<&[u64]> {
        self.times_ms.as_deref()
    }

    /// The seed that the players' randomness came from, if it is known.
    #[must_use]
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Everything else.
    #[must_use]
    pub const fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    /// The record as one line of JSON.
    ///
    /// # Panics
    ///
    /// Never: text, numbers and string keys are always JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text, numbers and string keys are always JSON")
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// [`ReadError`] says what is wrong and where.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        check_length(text)?;
        let raw: Value = moves::parse_json(text)?;
        // The version decides about the other fields, so it is looked at first.
        check_version(&raw)?;
        let raw: Raw = moves::parse_json(text)?;
        Self::try_from(raw)
    }
}

/// The JSON as it stands, before anything is checked.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    version: u64,
    ruleset: String,
    #[serde(default, skip_serializing_if = "is_nameless")]
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

/// The moves: a drop string. Until now they were a list in which columns count from 1.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Moves {
    Drops(String),
    List(Vec<Value>),
}

fn is_nameless(seats: &[Option<String>; 2]) -> bool {
    seats.iter().all(Option::is_none)
}

impl From<GameRecord> for Raw {
    fn from(record: GameRecord) -> Self {
        let (result, reason) = record.result.words();
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

impl TryFrom<Raw> for GameRecord {
    type Error = ReadError;

    fn try_from(raw: Raw) -> Result<Self, ReadError> {
        if raw.format != RECORD_FORMAT {
            return Err(wrong_format(&raw.format));
        }
        if raw.version != RECORD_VERSION {
            return Err(field("version", Reason::Version(raw.version)));
        }
        let ruleset =
            parse_ruleset(&raw.ruleset).map_err(|error| field("ruleset", error.reason))?;
        let game = match &raw.moves {
            Moves::Drops(drops) => beside::read(drops, ruleset)?,
            Moves::List(values) => moves::from_values(values, ruleset)?,
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

fn check_version(raw: &Value) -> Result<(), ReadError> {
    match raw.get("format").and_then(Value::as_str) {
        Some(RECORD_FORMAT) => {}
        Some(other) => return Err(wrong_format(other)),
        None => return Err(field("format", Reason::Missing(Expected::Format))),
    }
    match raw.get("version").and_then(Value::as_u64) {
        Some(RECORD_VERSION) => Ok(()),
        Some(other) => Err(field("version", Reason::Version(other))),
        None => Err(field("version", Reason::Missing(Expected::Version))),
    }
}

fn wrong_format(found: &str) -> ReadError {
    let found = crate::error::shorten(found);
    let expected = Expected::Format;
    field("format", Reason::Unexpected { found, expected })
}

fn unknown_result(raw: &Raw) -> ReadError {
    let found = match &raw.reason {
        Some(reason) => format!("{} ({reason})", raw.result),
        None => raw.result.clone(),
    };
    let reason = Reason::Unexpected {
        found: crate::error::shorten(&found),
        expected: Expected::Result,
    };
    field("result", reason)
}

fn field(name: &str, reason: Reason) -> ReadError {
    ReadError {
        place: Place::Field(name.to_owned()),
        reason,
    }
}

fn check_line(name: &str, what: Counted, text: &str, max: usize) -> Result<(), ReadError> {
    if text.chars().count() > max {
        return Err(field(name, Reason::Limit { what, max }));
    }
    if text.chars().any(char::is_control) {
        return Err(field(name, Reason::ControlCharacter));
    }
    Ok(())
}
