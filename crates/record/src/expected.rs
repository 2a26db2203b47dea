//! Expectations and counts inside a [`Reason`](crate::Reason). They are values rather than strings,
//! so that each program can translate them.

use std::fmt;

use crate::record::{RECORD_FORMAT, RECORD_VERSION};

/// Input that a parser would have accepted at the place of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// Any move.
    Move,
    /// A column after the letter of a move other than a drop.
    ColumnOfMove,
    /// A column, optionally after such a letter.
    PrefixedColumn,
    /// A column by its number.
    ColumnNumber,
    /// A column by its letter.
    ColumnLetter,
    /// A move as an entry of a list.
    ListMove,
    /// A column index, counted from 0, on a board of this width.
    ColumnIndex(u8),
    /// A list.
    List,
    /// An entry of a list.
    ListEntry,
    /// A comma or the end of the list.
    ListEnd,
    /// The end of the text.
    EndOfText,
    /// 0 or 1, the numbers of the players in lists where `null` is empty.
    ZeroOrOne,
    /// A single sign for empty cells.
    SingleEmptyMark,
    /// The same kind of marks for all discs.
    ConsistentMarks,
    /// The colour of First that the caller requested.
    RequestedFirstColour,
    /// The stacks of a position.
    Stacks,
    /// The player to move.
    PlayerToMove,
    /// Nothing, or the moves.
    OnlyMoves,
    /// The state of a variant that is not on the board.
    VariantState,
    /// A disc in a stack, or the end of the stack.
    StackDisc,
    /// The name of the format of game records.
    Format,
    /// The version of game records.
    Version,
    /// A result of a game record.
    Result,
    /// Any board.
    Board,
    /// Any game or position inside the surrounding source code or markup.
    Game,
    /// A list of lists of numbers.
    Lists,
    /// The number of a player.
    Player,
    /// The number of a player, or 0 for an empty cell.
    PlayerOrEmpty,
    /// A disc, by the marks that this board uses for First and Second.
    Mark(&'static str, &'static str),
    /// A disc by these marks, or an empty cell.
    MarkOrEmpty(&'static str, &'static str),
    /// Any ruleset.
    Ruleset,
    /// A ruleset and nothing else.
    OnlyRuleset,
    /// A house rule of Pop Out.
    PopOutRule,
    /// A seed for the initial board of Pop Ten.
    Seed,
    /// A house rule of Pop Ten.
    PopTenRule,
    /// The number of power discs of a kind.
    PowerUpRule,
    /// No house rule.
    NoRule,
    /// A size with the length of a line.
    Size,
    /// Row numbers that end with this one at the bottom.
    RowNumbers(usize),
    /// The column numbers below a diagram.
    ColumnNumbers,
    /// A character of a picture.
    CellOrDisc,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "a move",
            Self::ColumnOfMove => "the column of the move",
            Self::PrefixedColumn => {
                "a column, or a column after P (pop), A, B, W, D (power discs) or T (target)"
            }
            Self::ColumnNumber => "the number of a column",
            Self::ColumnLetter => "the letter of a column (numbers only with commas between them)",
            Self::ListMove => {
                "the number of a column, counted from 0, or a text such as \"P4\"; a board is a list of lists"
            }
            Self::ColumnIndex(width) => {
                let last = width.saturating_sub(1);
                return write!(f, "a column from 0 to {last}: lists count from 0");
            }
            Self::List => "a list in square brackets",
            Self::ListEntry => "an entry of the list, or its end",
            Self::ListEnd => "a comma or the end of the list, ]",
            Self::EndOfText => "nothing more",
            Self::ZeroOrOne => {
                "0 (First) or 1 (Second), since null or nil is empty and 0 stands beside it; for 1 \
                 and 2 write only one of them for empty"
            }
            Self::SingleEmptyMark => "one sign for empty cells: with - . or '' a 0 may be empty or a disc",
            Self::ConsistentMarks => "all discs in one way: numbers, colours, or X and O",
            Self::RequestedFirstColour => "the colour given as First's",
            Self::Stacks => "the stacks, joined with /,",
            Self::PlayerToMove => "the player to move, 1 or 2",
            Self::OnlyMoves => "nothing after the player to move but moves=…",
            Self::VariantState => "what the position holds besides its discs",
            Self::StackDisc => "1 (First), 2 (Second), a power disc (ABWD, abwd) or /",
            Self::Format => return write!(f, "\"{RECORD_FORMAT}\""),
            Self::Version => return write!(f, "the number {RECORD_VERSION}"),
            Self::Result => "ongoing, aborted, first, second or tie, with a reason that fits",
            Self::Board => "a board",
            Self::Game => "the position or game itself",
            Self::Mark(first, second) => {
                return write!(f, "{first} (First) or {second} (Second)");
            }
            Self::MarkOrEmpty(first, second) => {
                return write!(
                    f,
                    "{first} (First), {second} (Second) or a sign for an empty cell"
                );
            }
            Self::Lists => "a list of lists of numbers",
            Self::Player => "1 (First) or 2 (Second)",
            Self::PlayerOrEmpty => "0 (empty), 1 (First) or 2 (Second)",
            Self::Ruleset => "the ruleset",
            Self::OnlyRuleset => {
                "a variant (standard, pop-out, pop-ten, five-in-a-row, power-up) or a size such as \
                 7x6/4, and nothing more"
            }
            Self::PopOutRule => "the house rule opponent-wins or mover-wins",
            Self::Seed => "a seed from 0 to 18446744073709551615",
            Self::PopTenRule => "the house rule seed=NUMBER or by-players",
            Self::PowerUpRule => {
                "how many power discs of a kind each player has, such as anvil=1, bomb=1, wall=1 or \
                 double=1"
            }
            Self::NoRule => "no house rule: this variant has none",
            Self::Size => "width x height / line length, such as 7x6/4",
            Self::RowNumbers(bottom) => {
                return write!(f, "row numbers at the left, down to {bottom} at the bottom");
            }
            Self::ColumnNumbers => "the columns below the board, from 0, 1 or A and one by one",
            Self::CellOrDisc => "an empty cell or a disc",
        })
    }
}

/// A kind of item of which a text has too many or too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountedItem {
    /// Rows of a board.
    Rows,
    /// Columns of a board.
    Columns,
    /// Stacks of a position.
    Stacks,
    /// Entries of a row or column.
    Entries,
    /// Discs in a stack.
    DiscsInStack,
    /// Column numbers below a diagram.
    ColumnNumbers,
    /// Times of moves.
    Times,
    /// Tags of a game record.
    Tags,
    /// Characters in the name of a seat.
    NameCharacters,
    /// Characters in the name of a tag.
    TagNameCharacters,
    /// Characters in a tag.
    TagCharacters,
}

impl CountedItem {
    /// Returns the noun that follows a count.
    pub(crate) const fn noun(self, count: usize) -> &'static str {
        let is_one = count == 1;
        match self {
            Self::Rows if is_one => "row",
            Self::Rows => "rows",
            Self::Columns if is_one => "column",
            Self::Columns => "columns",
            Self::Stacks if is_one => "stack",
            Self::Stacks => "stacks",
            Self::Entries if is_one => "entry",
            Self::Entries => "entries",
            Self::DiscsInStack => "discs in a stack",
            Self::ColumnNumbers if is_one => "column number below the board",
            Self::ColumnNumbers => "column numbers below the board",
            Self::Times if is_one => "time",
            Self::Times => "times",
            Self::Tags => "tags",
            Self::NameCharacters => "characters in a name",
            Self::TagNameCharacters => "characters in the name of a tag",
            Self::TagCharacters => "characters in a tag",
        }
    }
}
