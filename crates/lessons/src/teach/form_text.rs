//! The five data structures of [`forms`] as text, which learners read and edit.
//!
//! Arrays count from 0. `foursight-record` reads the texts; errors name the place and the reason.

use foursight_core::{
    Cell, Column, Disc, Game, MoveError, Player, Row, Ruleset, Setup, SetupError,
};
use foursight_record::{
    CountedItem, Emoji, ErrorLocation, Form, ItemValue, ListItem, ReadError, ReadErrorKind,
    ReadOptions, TextLocation, parse_list,
};

use super::fall::Rows;
use super::forms::{self, ROWS, SLOTS};
use super::rows_from_top;

/// One of the five data structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataForm {
    /// The slots of all moves, in order.
    Moves,
    /// Rows from the top.
    Board,
    /// Slots from the left with their empty cells, each from the bottom.
    Slots,
    /// Slots from the left without empty cells, each from the bottom.
    Stacks,
    /// Characters with blanks between them.
    Picture,
}

/// Reason why a text is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormErrorKind {
    /// An unexpected character.
    UnexpectedChar(char),
    /// The text ends too early.
    UnexpectedEnd,
    /// Number of lists or lines found, and number expected.
    ListCount(usize, usize),
    /// Number of entries of a list found, and number expected.
    EntryCount(usize, usize),
    /// Number of discs in a slot found, and maximum.
    DiscCount(usize, usize),
    /// The text has more characters than this.
    TooLong(usize),
    /// A number outside this range, both ends included.
    OutOfRange(usize, usize),
    /// An illegal move, with its index.
    Move(usize, MoveError),
    /// A board that no game reaches.
    Setup(SetupError),
}

/// Error in the text of a data structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormError {
    /// Character, counted from 1; `None` for the text as a whole.
    pub character: Option<usize>,
    /// Reason of the error.
    pub kind: FormErrorKind,
}

/// Maximum length of a text.
const CHARS_MAX: usize = 4000;

impl DataForm {
    /// All data structures.
    pub const ALL: [Self; 5] = [
        Self::Moves,
        Self::Board,
        Self::Slots,
        Self::Stacks,
        Self::Picture,
    ];

    /// Writes a game in this form, on several lines where that is easier to read.
    #[must_use]
    pub fn write(self, game: &Game) -> String {
        let board = game.position().board();
        match self {
            Self::Moves => {
                let moves: Vec<_> = forms::moves_of(game).iter().map(usize::to_string).collect();
                format!("[{}]", moves.join(", "))
            }
            Self::Board => lists(&rows_from_top(&board)),
            Self::Slots => lists(&forms::slots_of(&board)),
            Self::Stacks => lists(&forms::stacks_of(&board)),
            Self::Picture => forms::picture_of(&board),
        }
    }

    /// Reads the game of a text. For a board without moves, finds an order of drops that leads to
    /// it.
    ///
    /// # Errors
    ///
    /// Returns a [`FormError`] with the place and the reason.
    pub fn read(self, text: &str) -> Result<Game, FormError> {
        if text.chars().count() > CHARS_MAX {
            return Err(whole(FormErrorKind::TooLong(CHARS_MAX)));
        }
        match self {
            Self::Moves => read_moves(text),
            Self::Board => {
                let rows = read_lists(text, ROWS, &ListShape::cells(SLOTS))?;
                find_game(|slot, row| rows[ROWS - 1 - row][slot])
            }
            Self::Slots => {
                let slots = read_lists(text, SLOTS, &ListShape::cells(ROWS))?;
                find_game(|slot, row| slots[slot][row])
            }
            Self::Stacks => {
                let slots = read_lists(text, SLOTS, &ListShape::DISCS)?;
                find_game(|slot, row| slots[slot].get(row).copied().unwrap_or(0))
            }
            Self::Picture => read_picture(text),
        }
    }
}

fn lists(lists: &Rows) -> String {
    let lines: Vec<_> = lists.iter().map(|list| format!("  {list:?}")).collect();
    format!("[\n{}\n]", lines.join(",\n"))
}

const fn whole(kind: FormErrorKind) -> FormError {
    FormError {
        character: None,
        kind,
    }
}

/// Returns the error for the character at a byte offset.
fn unexpected(text: &str, offset: usize) -> FormError {
    match text[offset..].chars().next() {
        Some(found) => at(text, offset, FormErrorKind::UnexpectedChar(found)),
        None => whole(FormErrorKind::UnexpectedEnd),
    }
}

fn at(text: &str, offset: usize, kind: FormErrorKind) -> FormError {
    FormError {
        character: Some(TextLocation::at(text, offset).character),
        kind,
    }
}

/// Converts the error of a reader.
fn form_error(text: &str, error: ReadError) -> FormError {
    let character = match &error.location {
        ErrorLocation::Character(location) => Some(location.character),
        ErrorLocation::Ply { location, .. } | ErrorLocation::Cell { location, .. } => {
            location.map(|location| location.character)
        }
        _ => None,
    };
    let kind = match (error.kind, &error.location) {
        (ReadErrorKind::Move(error), ErrorLocation::Ply { number, .. }) => {
            FormErrorKind::Move(number - 1, error)
        }
        (ReadErrorKind::Setup(error) | ReadErrorKind::SetupWithMarks(error, _), _) => {
            return whole(FormErrorKind::Setup(error));
        }
        (
            ReadErrorKind::Size {
                counted,
                found,
                expected,
            },
            _,
        ) => match counted {
            CountedItem::Rows => FormErrorKind::ListCount(found, expected),
            _ => FormErrorKind::EntryCount(found, expected),
        },
        (ReadErrorKind::Missing(_), _) => return whole(FormErrorKind::UnexpectedEnd),
        _ => match character.and_then(|number| text.chars().nth(number - 1)) {
            Some(found) => FormErrorKind::UnexpectedChar(found),
            None => return whole(FormErrorKind::UnexpectedEnd),
        },
    };
    FormError { character, kind }
}

/// Reads a number in a range, both ends included. The lessons know no other entries.
fn read_number(
    text: &str,
    item: &ListItem<'_>,
    (min, max): (usize, usize),
) -> Result<usize, FormError> {
    let ItemValue::Word(word) = item.value else {
        return Err(unexpected(text, item.offset));
    };
    if let Some(other) = word.find(|c: char| !c.is_ascii_digit()) {
        return Err(unexpected(text, item.offset + other));
    }
    let number: Option<usize> = word.parse().ok();
    let number = number.filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| at(text, item.offset, FormErrorKind::OutOfRange(min, max)))
}

fn read_moves(text: &str) -> Result<Game, FormError> {
    let mut game = Game::default();
    let items = parse_list(text).map_err(|error| form_error(text, error))?;
    let out_of_range = FormErrorKind::OutOfRange(0, SLOTS - 1);
    for (index, item) in items.iter().enumerate() {
        let slot = read_number(text, item, (0, SLOTS - 1))?;
        let column = Column::from_index(slot).ok_or_else(|| at(text, item.offset, out_of_range))?;
        let next = game.drop_in(column);
        game = next.map_err(|error| at(text, item.offset, FormErrorKind::Move(index, error)))?;
    }
    Ok(game)
}

/// Shape of the lists of a data structure.
struct ListShape {
    /// Number of entries, or their maximum.
    entries: usize,
    /// True if the list contains only discs and may be shorter.
    is_discs: bool,
}

impl ListShape {
    const DISCS: Self = Self {
        entries: ROWS,
        is_discs: true,
    };

    const fn cells(entries: usize) -> Self {
        Self {
            entries,
            is_discs: false,
        }
    }

    /// Returns the error for a list with this number of entries, if there is one.
    fn length_error(&self, found: usize) -> Option<FormErrorKind> {
        if self.is_discs {
            (found > self.entries).then_some(FormErrorKind::DiscCount(found, self.entries))
        } else {
            (found != self.entries).then_some(FormErrorKind::EntryCount(found, self.entries))
        }
    }
}

/// Reads a fixed number of lists of discs.
///
/// The reader of boards in `foursight-record` would guess at which end a slot begins and accept
/// other signs and sizes; a learner is shown the error.
fn read_lists(text: &str, count: usize, shape: &ListShape) -> Result<Rows, FormError> {
    let items = parse_list(text).map_err(|error| form_error(text, error))?;
    let min = usize::from(shape.is_discs);
    let mut lists = Rows::new();
    for item in &items {
        let ItemValue::List(entries) = &item.value else {
            return Err(unexpected(text, item.offset));
        };
        let numbers = entries
            .iter()
            .map(|entry| read_number(text, entry, (min, 2)));
        let list: Vec<u8> = numbers
            .map(|number| number.map(|number| number as u8))
            .collect::<Result<_, _>>()?;
        if let Some(kind) = shape.length_error(list.len()) {
            return Err(at(text, item.offset, kind));
        }
        lists.push(list);
    }
    if lists.len() == count {
        Ok(lists)
    } else {
        Err(whole(FormErrorKind::ListCount(lists.len(), count)))
    }
}

/// Reads a picture. Lines below may label the slots and name the first player; by default it is
/// the colour with more discs, or yellow.
fn read_picture(text: &str) -> Result<Game, FormError> {
    let options = ReadOptions::new(Ruleset::STANDARD, &Emoji::YELLOW_FIRST)
        .with_form(Form::Emoji)
        .with_fixed_size();
    let game = options.read_game(text);
    game.map_err(|error| form_error(text, error))
}

/// Finds a game that leads to a board.
fn find_game(at: impl Fn(usize, usize) -> u8) -> Result<Game, FormError> {
    let fail = |error| whole(FormErrorKind::Setup(error));
    let mut setup = Setup::new(Ruleset::STANDARD);
    for slot in 0..SLOTS {
        for row in 0..ROWS {
            let owner = match at(slot, row) {
                1 => Player::First,
                2 => Player::Second,
                _ => continue,
            };
            let (Some(column), Some(row)) = (Column::from_index(slot), Row::from_index(row)) else {
                continue;
            };
            let put = setup.put(Disc::ordinary(owner), Cell { column, row });
            put.map_err(fail)?;
        }
    }
    setup.to_game().map_err(fail)
}

#[cfg(test)]
mod tests;
