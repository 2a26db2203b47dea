//! The forms a game can be written in.
//!
//! Lists are data and count from 0: moves, rows, columns. Human notation counts from 1 or uses
//! letters: drop strings, column names, and quoted strings inside a list.
//!
//! Forms that contain moves read back as the same game in every variant. For forms that show only a
//! board, [`Setup::to_game`](foursight_core::Setup::to_game) finds one legal order of moves and
//! rejects impossible boards. In Pop Out, Pop Ten and Power Up a board does not determine the moves
//! that led to it, so the writers attach them: as the last entry of an array, below a picture, and
//! at the end of a position. The readers play attached moves and require that they lead to the
//! board.
//!
//! The module `reading` parses these forms.

use foursight_core::{Game, Variant};

use crate::{GameRecord, arrays, diagram, emoji, moves, notation};

/// The longest text that the parsers of this crate accept.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;

/// A way to write a game or a position down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// A list of moves, columns counted from 0: `[3,3,4,2]`. Moves that are not drops of ordinary
    /// discs are strings in human notation: `[3,"P4","A3","B2","T5","-"]`.
    Moves,
    /// The drop string: `4453`; letters on boards wider than nine columns (`ddec`), numbers with
    /// commas on boards wider than 26. Other moves have an upper-case prefix: `4453P4`.
    Digits,
    /// The columns by letter: `DDEC`. In variants that have moves other than drops the columns are
    /// in lower case: `ddecPd`.
    Letters,
    /// The board as a list of rows, the top row first; 0 is empty, 1 First, 2 Second. Where the
    /// board does not determine the game, an extra entry holds the moves as a drop string.
    Rows,
    /// The board as a list of columns from the bottom up, including empty cells; the reader also
    /// accepts columns from the top down. Moves as for rows.
    Columns,
    /// The board as a list of columns from the bottom up, without empty cells. Moves as for rows.
    Stacks,
    /// The board as a picture, top row first, with the characters of an [`Emoji`] and labels from
    /// 0. Where the board does not determine the game, a line holds the moves: `moves: 44P4`. If
    /// First is red, the last line says so: `🔴 first`.
    Emoji,
    /// The board with row numbers at the left, row 0 at the bottom, and column numbers from 0
    /// below. Moves as for the picture.
    Diagram,
    /// The whole game on one line: `pop-out 7x6/4 4453P4`.
    Notation,
    /// The position on one line: `standard 7x6/4 //12/2//1/ 1`. After the player to move comes the
    /// state of the variant that is not on the board: `aside=3,1` (discs set aside by First and
    /// Second), `stock=ABDw` (power discs held, Second's in lower case), and the rest of an
    /// unfinished turn: `strike`, `second-turn` (after a wall `second-turn-without-line`) or
    /// `return=2` (the disc popped from column 2). The moves come last, where they are needed:
    /// `moves=44P4`.
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

    /// Returns the form with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Returns true if the form preserves the moves of this variant, not only the resulting board.
    #[must_use]
    pub const fn keeps_moves(self, variant: Variant) -> bool {
        let shows_board = matches!(
            self,
            Self::Rows
                | Self::Columns
                | Self::Stacks
                | Self::Emoji
                | Self::Diagram
                | Self::Position
        );
        !(shows_board && variant.is_drop_only())
    }
}

/// The characters of the picture form. Colours belong to the apps, so the caller passes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emoji {
    /// An empty cell.
    pub empty: char,
    /// A disc of First.
    pub first: char,
    /// A disc of Second.
    pub second: char,
}

/// Writes a game in a form.
///
/// Rows, columns, stacks and the picture show the owner of a power disc but not its kind; the
/// diagram and the position show its letter. The attached moves determine the kind in every form.
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

/// Joins the lines of a text, with the two characters `\n` for each line break.
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

/// Restores the text that was passed to [`to_one_line`]. Returns JSON unchanged: there the two
/// characters are an escape sequence inside strings.
#[must_use]
pub fn from_one_line(text: &str) -> String {
    if text.trim_start().starts_with('{') {
        return text.to_owned();
    }
    text.replace("\\n", "\n").replace("\r\n", "\n")
}
