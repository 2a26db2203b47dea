//! The forms a game can be written in.
//!
//! Lists are data and count from 0: moves, rows, columns. What people say, type or read counts from
//! 1 or is a letter: drop strings, names of columns, and texts in quotes inside a list.
//!
//! Forms that show moves read back as the same game in every variant. Forms that show only a grid
//! get one legal order from [`Setup::to_game`](foursight_core::Setup::to_game), which also refuses
//! impossible grids. In Pop Out, Pop Ten and Power Up a grid does not tell how it came about, so
//! there its moves are written beside it: as a last entry of an array, below a picture, and at the
//! end of a position. Moves beside a grid are played, and must lead to it.
//!
//! `reading` goes the other way.

use foursight_core::{Game, Variant};

use crate::{GameRecord, arrays, diagram, emoji, moves, notation};

/// The longest text any parser of this crate looks into.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;

/// A way to write a game or a position down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// A list of moves, columns counted from 0: `[3,3,4,2]`, and texts for moves that are not drops
    /// of ordinary discs, as people write them: `[3,"P4","A3","B2","T5","-"]`.
    Moves,
    /// The drop string: `4453`; letters when the grid is wider than nine (`ddec`), numbers with
    /// commas when it is wider than 26. Other moves have an upper-case prefix: `4453P4`.
    Digits,
    /// The columns by name: `DDEC`. In variants with other moves than drops the columns are in
    /// lower case: `ddecPd`.
    Letters,
    /// The grid as a list of rows, the top row first; 0 is empty, 1 First, 2 Second. Where a grid is
    /// not enough, one more entry has its moves as a drop string.
    Rows,
    /// The grid as a list of columns from the bottom up, with the empty spaces; from the top down
    /// they are read as well. Moves as for rows.
    Columns,
    /// The grid as a list of columns from the bottom up, without the empty spaces. Moves as
    /// for rows.
    Stacks,
    /// The grid as a picture, top row first, with the characters of an [`Emoji`] and labels from 0.
    /// Where a grid is not enough, a line has its moves: `moves: 44P4`. If First is red, the last
    /// line says so: `🔴 first`.
    Emoji,
    /// The grid with row numbers at the left, row 0 at the bottom, and column numbers from 0 below.
    /// Moves as for the picture.
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
/// let emoji = Emoji::YELLOW_FIRST;
/// let game = read("4453", Ruleset::default(), &emoji)?;
/// assert_eq!(write(&game, Form::Moves, &emoji), "[3,3,4,2]");
/// assert_eq!(write(&game, Form::Letters, &emoji), "DDEC");
/// assert_eq!(write(&game, Form::Position, &emoji), "standard 7x6/4 //2/12/1// 1");
/// assert_eq!(
///     write(&game, Form::Diagram, &emoji),
///     "\
/// 5   - - - - - - -
/// 4   - - - - - - -
/// 3   - - - - - - -
/// 2   - - - - - - -
/// 1   - - - 2 - - -
/// 0   - - 2 1 1 - -
///
/// y/x 0 1 2 3 4 5 6",
/// );
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn write(game: &Game, form: Form, emoji: &Emoji) -> String {
    match form {
        Form::Moves => moves::write_list(game),
        Form::Digits => moves::write_digits(game),
        Form::Letters => moves::write_letters(game),
        Form::Rows => arrays::write_rows(game),
        Form::Columns => arrays::write_columns(game),
        Form::Stacks => arrays::write_stacks(game),
        Form::Emoji => emoji::write(game, emoji),
        Form::Diagram => diagram::write(game),
        Form::Notation => notation::write_game(game),
        Form::Position => notation::write_position(game),
        Form::Json => GameRecord::from_game(game).to_json(),
    }
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
