//! The forms a game can be written in, and the ways between them and a [`Game`].
//!
//! Forms that show moves read back as the same game in every variant. Forms that show only a grid
//! get one legal order from [`Setup::to_game`](foursight_core::Setup::to_game), which also refuses
//! impossible grids. In Pop Out, Pop Ten and Power Up a grid does not tell how it came about, so
//! there its moves are written beside it: as a last entry of an array, below a picture, and at the
//! end of a position. Moves beside a grid are played, and must lead to it.
//!
//! [`read_record`] keeps what a game record holds besides its moves; [`read`] is for those who want
//! the game alone.

use foursight_core::{Game, Ruleset, Variant};

use crate::error::{ReadError, Reason};
use crate::{GameRecord, arrays, moves, notation, pictures};

/// The longest text any parser of this crate looks into.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;

/// A way to write a game or a position down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// A JSON list of moves: `[4,4,5,3]`, and strings for moves that are not drops of ordinary
    /// discs: `[4,"P4","A3","B2","T5","-"]`.
    Moves,
    /// The drop string: `4453`; letters when the grid is wider than nine (`ddec`), numbers with
    /// commas when it is wider than 26. Other moves have an upper-case prefix: `4453P4`.
    Digits,
    /// The columns by name: `DDEC`. In variants with other moves than drops the columns are in
    /// lower case: `ddecPd`.
    Letters,
    /// The grid as a JSON list of rows, the bottom row first; 0 is empty, 1 First, 2 Second. Where
    /// a grid is not enough, one more entry has its moves as a drop string.
    Rows,
    /// The grid as a JSON list of columns from the bottom up, with the empty spaces. Moves as for
    /// rows.
    Columns,
    /// The grid as a JSON list of columns from the bottom up, without the empty spaces. Moves as
    /// for rows.
    Stacks,
    /// The grid as a picture, top row first, with the characters of an [`Emoji`]. Where a grid is
    /// not enough, a last line has its moves: `moves: 44P4`.
    Emoji,
    /// The grid with row numbers at the left, row 0 at the bottom, and column numbers below. Moves
    /// as for the picture.
    Diagram,
    /// The whole game on one line: `pop-out 7x6/4 4453P4`.
    Notation,
    /// The position on one line: `standard 7x6/4 //12/2//1/ 1`. The player to move is followed by
    /// what the variant keeps besides the grid: `aside=3,1` (discs set aside by First and Second),
    /// `stock=ABDw` (power discs held, Second's in lower case), and what is left to do of the turn:
    /// `strike`, `second-turn` (after a wall `second-turn-without-line`) or `return=2` (the disc
    /// popped from column 2). Last come the moves where they are needed: `moves=44P4`.
    Position,
    /// The versioned [`GameRecord`].
    Json,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 11] = [
        Self::Moves,
        Self::Digits,
        Self::Letters,
        Self::Rows,
        Self::Columns,
        Self::Stacks,
        Self::Emoji,
        Self::Diagram,
        Self::Notation,
        Self::Position,
        Self::Json,
    ];

    /// The stable name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Digits => "digits",
            Self::Letters => "letters",
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Stacks => "stacks",
            Self::Emoji => "emoji",
            Self::Diagram => "diagram",
            Self::Notation => "notation",
            Self::Position => "position",
            Self::Json => "json",
        }
    }

    /// The form of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// True if the form keeps the moves of this variant and not only the grid they led to.
    #[must_use]
    pub const fn keeps_moves(self, variant: Variant) -> bool {
        let shows_grid = matches!(
            self,
            Self::Rows
                | Self::Columns
                | Self::Stacks
                | Self::Emoji
                | Self::Diagram
                | Self::Position
        );
        !(shows_grid && variant.is_drop_only())
    }
}

/// The characters of the picture form. Colours belong to the apps, so they hand them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emoji {
    /// An empty space.
    pub empty: char,
    /// A disc of First.
    pub first: char,
    /// A disc of Second.
    pub second: char,
}

/// Writes a game in any form.
///
/// Rows, columns, stacks and the picture show whose a power disc is, not which; the diagram and
/// the position show it by its letter, and the moves beside them tell.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, Form, read, write};
///
/// let emoji = Emoji { empty: '⚪', first: '🔴', second: '🟡' };
/// let game = read("4453", Ruleset::default(), &emoji)?;
/// assert_eq!(write(&game, Form::Letters, &emoji), "DDEC");
/// assert_eq!(write(&game, Form::Position, &emoji), "standard 7x6/4 //2/12/1// 1");
/// assert_eq!(
///     write(&game, Form::Diagram, &emoji),
///     "\
/// 5 - - - - - - -
/// 4 - - - - - - -
/// 3 - - - - - - -
/// 2 - - - - - - -
/// 1 - - - 2 - - -
/// 0 - - 2 1 1 - -
///   1 2 3 4 5 6 7",
/// );
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn write(game: &Game, form: Form, emoji: &Emoji) -> String {
    match form {
        Form::Moves => moves::write_json(game),
        Form::Digits => moves::write_digits(game),
        Form::Letters => moves::write_letters(game),
        Form::Rows => arrays::write_rows(game),
        Form::Columns => arrays::write_columns(game),
        Form::Stacks => arrays::write_stacks(game),
        Form::Emoji => pictures::write_emoji(game, emoji),
        Form::Diagram => pictures::write_diagram(game),
        Form::Notation => notation::write_game(game),
        Form::Position => notation::write_position(game),
        Form::Json => GameRecord::from_game(game).to_json(),
    }
}

/// Reads a game in whatever form it is written. The ruleset applies where the text does not
/// carry its own. The empty text is the drop string of a game without moves.
///
/// Line breaks may be written as the two characters `\n`, so that every form fits on one line.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, read};
///
/// let emoji = Emoji { empty: '⚪', first: '🔴', second: '🟡' };
/// let game = read("[[2,1,1,2],[0,0,1,0]]", Ruleset::new(4, 2, 4, Default::default())?, &emoji);
/// assert_eq!(game.unwrap().moves().len(), 5);
///
/// let error = read("standard 7x6/4 //1/1/// 1", Ruleset::default(), &emoji).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "First has 2 discs and Second 0: the players take turns, so First has as many or one more",
/// );
/// # Ok::<_, foursight_core::RulesetError>(())
/// ```
pub fn read(text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<Game, ReadError> {
    check_length(text)?;
    let text = &from_one_line(text);
    let start = text.trim_start();
    if start.starts_with('{') {
        return read_form(Form::Json, text, ruleset, emoji);
    }
    if start.starts_with('[') {
        return arrays::read_any(text, ruleset);
    }
    let form = if pictures::looks_like_emoji(text, emoji) {
        Form::Emoji
    } else if start.trim_end().contains('\n') {
        Form::Diagram
    } else {
        notation::detect(text, ruleset).unwrap_or_else(|| moves::detect(text))
    };
    read_form(form, text, ruleset, emoji)
}

/// Reads a game in a form that is known.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
pub fn read_as(form: Form, text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<Game, ReadError> {
    check_length(text)?;
    match form {
        // As it stands: the places that errors name are those of this text.
        Form::Json => read_form(form, text, ruleset, emoji),
        other => read_form(other, &from_one_line(text), ruleset, emoji),
    }
}

/// Reads a game in whatever form it is written, with everything that a game record tells about it.
/// In the other forms nothing but the game is known.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
///
/// ```
/// use foursight_core::{Player, Ruleset};
/// use foursight_record::{Emoji, read_record};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let text = r#"{"format":"foursight-game","version":1,"ruleset":"standard","seats":["Ada",null],
///     "moves":[4,4],"result":"second","reason":"resignation"}"#;
/// let record = read_record(text, Ruleset::default(), &emoji)?;
/// assert_eq!(record.seat(Player::First), Some("Ada"));
/// assert_eq!(read_record("44", Ruleset::default(), &emoji)?.game(), record.game());
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
pub fn read_record(text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<GameRecord, ReadError> {
    if text.trim_start().starts_with('{') {
        return GameRecord::from_json(text);
    }
    read(text, ruleset, emoji).map(GameRecord::from)
}

/// The same for a form that is known.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
pub fn read_record_as(
    form: Form,
    text: &str,
    ruleset: Ruleset,
    emoji: &Emoji,
) -> Result<GameRecord, ReadError> {
    match form {
        Form::Json => GameRecord::from_json(text),
        other => read_as(other, text, ruleset, emoji).map(GameRecord::from),
    }
}

fn read_form(form: Form, text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<Game, ReadError> {
    match form {
        Form::Moves => moves::read_json(text, ruleset),
        Form::Digits => moves::read_digits(text, 0..text.len(), ruleset),
        Form::Letters => moves::read_letters(text, ruleset),
        Form::Rows => arrays::read_rows(text, ruleset),
        Form::Columns => arrays::read_columns(text, ruleset),
        Form::Stacks => arrays::read_stacks(text, ruleset),
        Form::Emoji => pictures::read_emoji(text, ruleset, emoji),
        Form::Diagram => pictures::read_diagram(text, ruleset),
        Form::Notation => notation::read_game(text, ruleset),
        Form::Position => notation::read_position(text, ruleset),
        Form::Json => GameRecord::from_json(text).map(GameRecord::into_game),
    }
}

/// A text that is too long is refused before anything looks into it.
pub(crate) fn check_length(text: &str) -> Result<(), ReadError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ReadError::whole(Reason::TooLong { bytes: text.len() }));
    }
    Ok(())
}

/// A text of several lines on one line, with the two characters `\n` for each line break.
///
/// ```
/// use foursight_record::{from_one_line, to_one_line};
///
/// assert_eq!(to_one_line("0 1 2\n  1 2"), r"0 1 2\n  1 2");
/// assert_eq!(from_one_line(r"0 1 2\n  1 2"), "0 1 2\n  1 2");
/// ```
#[must_use]
pub fn to_one_line(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\\n")
}

/// The text that [`to_one_line`] was given. JSON is left alone: there the two characters belong to
/// the strings inside.
#[must_use]
pub fn from_one_line(text: &str) -> String {
    if text.trim_start().starts_with('{') {
        return text.to_owned();
    }
    text.replace("\\n", "\n").replace("\r\n", "\n")
}
