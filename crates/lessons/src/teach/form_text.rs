//! The five data structures of [`forms`] as text, which learners read and edit.
//!
//! Arrays count from 0. Errors name the place and the reason.

use foursight_core::{
    Cell, Column, Disc, Game, MoveError, Player, Row, Ruleset, Setup, SetupError,
};

use super::fall::Rows;
use super::forms::{self, FIRST, ROWS, SIGNS, SLOTS};
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
            Self::Picture => {
                let rows = read_picture(text)?;
                find_game(|slot, row| rows[ROWS - 1 - row][slot])
            }
        }
    }
}

fn lists(lists: &Rows) -> String {
    let lines: Vec<_> = lists.iter().map(|list| format!("  {list:?}")).collect();
    format!("[\n{}\n]", lines.join(",\n"))
}

const fn whole(why: FormErrorKind) -> FormError {
    FormError {
        character: None,
        kind: why,
    }
}

/// A token of a text of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Comma,
    Number(usize),
}

/// Splits a text of lists into tokens, each with the number of its first character.
fn tokenize(text: &str) -> Result<Vec<(usize, Token)>, FormError> {
    let mut tokens: Vec<(usize, Token)> = Vec::new();
    let mut continues_number = false;
    for (at, c) in text.chars().enumerate() {
        let token = match c {
            '[' => Token::Open,
            ']' => Token::Close,
            ',' => Token::Comma,
            '0'..='9' => {
                let digit = c as usize - '0' as usize;
                if let (true, Some((_, Token::Number(number)))) =
                    (continues_number, tokens.last_mut())
                {
                    *number = number.saturating_mul(10).saturating_add(digit);
                    continue;
                }
                Token::Number(digit)
            }
            _ if c.is_whitespace() => {
                continues_number = false;
                continue;
            }
            _ => {
                let why = FormErrorKind::UnexpectedChar(c);
                let character = Some(at + 1);
                return Err(FormError {
                    character,
                    kind: why,
                });
            }
        };
        continues_number = matches!(token, Token::Number(_));
        tokens.push((at + 1, token));
    }
    Ok(tokens)
}

/// A cursor over tokens.
struct Cursor<'a> {
    tokens: &'a [(usize, Token)],
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn next(&mut self) -> Result<(usize, Token), FormError> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token.ok_or(whole(FormErrorKind::UnexpectedEnd))
    }

    fn unexpected(&self, character: usize) -> FormError {
        let sign = self.text.chars().nth(character - 1).unwrap_or(' ');
        FormError {
            character: Some(character),
            kind: FormErrorKind::UnexpectedChar(sign),
        }
    }

    fn expect(&mut self, expected: Token) -> Result<(), FormError> {
        let (character, token) = self.next()?;
        if token == expected {
            Ok(())
        } else {
            Err(self.unexpected(character))
        }
    }

    /// Parses a list; `entry` parses each of its entries.
    fn list<T>(
        &mut self,
        mut entry: impl FnMut(&mut Self) -> Result<T, FormError>,
    ) -> Result<Vec<T>, FormError> {
        self.expect(Token::Open)?;
        let mut entries = Vec::new();
        if let Some((_, Token::Close)) = self.tokens.get(self.at) {
            self.at += 1;
            return Ok(entries);
        }
        loop {
            entries.push(entry(self)?);
            let (character, token) = self.next()?;
            match token {
                Token::Comma => {}
                Token::Close => return Ok(entries),
                _ => return Err(self.unexpected(character)),
            }
        }
    }

    fn number(&mut self) -> Result<(usize, usize), FormError> {
        match self.next()? {
            (character, Token::Number(number)) => Ok((character, number)),
            (character, _) => Err(self.unexpected(character)),
        }
    }

    fn end(&mut self) -> Result<(), FormError> {
        match self.tokens.get(self.at) {
            Some((character, _)) => Err(self.unexpected(*character)),
            None => Ok(()),
        }
    }
}

fn read_moves(text: &str) -> Result<Game, FormError> {
    let tokens = tokenize(text)?;
    let mut cursor = Cursor {
        tokens: &tokens,
        text,
        at: 0,
    };
    let moves = cursor.list(Cursor::number)?;
    cursor.end()?;
    let mut game = Game::default();
    for (index, (character, slot)) in moves.into_iter().enumerate() {
        let fail = |why| FormError {
            character: Some(character),
            kind: why,
        };
        let column = Column::from_index(slot).filter(|_| slot < SLOTS);
        let column = column.ok_or(fail(FormErrorKind::OutOfRange(0, SLOTS - 1)))?;
        let next = game.drop_in(column);
        game = next.map_err(|error| fail(FormErrorKind::Move(index, error)))?;
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
fn read_lists(text: &str, count: usize, shape: &ListShape) -> Result<Rows, FormError> {
    let tokens = tokenize(text)?;
    let mut cursor = Cursor {
        tokens: &tokens,
        text,
        at: 0,
    };
    let min = usize::from(shape.is_discs);
    let lists = cursor.list(|cursor| {
        let start = cursor.tokens.get(cursor.at).map(|(at, _)| *at);
        let list = cursor.list(|cursor| {
            let (character, number) = cursor.number()?;
            if (min..=2).contains(&number) {
                return Ok(number as u8);
            }
            Err(FormError {
                character: Some(character),
                kind: FormErrorKind::OutOfRange(min, 2),
            })
        })?;
        match shape.length_error(list.len()) {
            None => Ok(list),
            Some(why) => Err(FormError {
                character: start,
                kind: why,
            }),
        }
    })?;
    cursor.end()?;
    if lists.len() == count {
        Ok(lists)
    } else {
        Err(whole(FormErrorKind::ListCount(lists.len(), count)))
    }
}

/// Reads the rows of a picture. Lines below may label the slots and name the first player; by
/// default it is the colour with more discs, or yellow.
fn read_picture(text: &str) -> Result<Rows, FormError> {
    let mut rows: Rows = Vec::new();
    let mut first = None;
    let mut start = 0;
    for line in text.trim_end().split('\n') {
        let is_below = rows.len() >= ROWS && is_labels(line);
        if let Some(named) = named_first(line) {
            first = Some(named);
        } else if !is_below {
            rows.push(read_signs(line, start)?);
        }
        start += line.chars().count() + 1;
    }
    if rows.len() != ROWS {
        return Err(whole(FormErrorKind::ListCount(rows.len(), ROWS)));
    }
    if let Some(row) = rows.iter().find(|row| row.len() != SLOTS) {
        return Err(whole(FormErrorKind::EntryCount(row.len(), SLOTS)));
    }
    let count = |number: u8| {
        rows.iter()
            .flatten()
            .filter(|disc| **disc == number)
            .count()
    };
    if first.unwrap_or(if count(1) > count(2) { 1 } else { 2 }) == 2 {
        let others = rows.iter_mut().flatten().filter(|number| **number > 0);
        others.for_each(|number| *number = 3 - *number);
    }
    Ok(rows)
}

/// Reads a line of characters; `start` is the number of characters before it.
fn read_signs(line: &str, start: usize) -> Result<Vec<u8>, FormError> {
    let mut row = Vec::new();
    for (at, c) in line.chars().enumerate() {
        match SIGNS.iter().position(|sign| *sign == c) {
            Some(number) => row.push(number as u8),
            None if c == ' ' || c == '\r' => {}
            None => {
                return Err(FormError {
                    character: Some(start + at + 1),
                    kind: FormErrorKind::UnexpectedChar(c),
                });
            }
        }
    }
    Ok(row)
}

/// Returns the number of the character that a line names as first.
fn named_first(line: &str) -> Option<u8> {
    let (sign, word) = line.trim().split_once(' ')?;
    let number = (1..=2).find(|number| SIGNS[*number].to_string() == sign)?;
    (word.trim() == FIRST).then_some(number as u8)
}

/// Returns true for labels of slots, numbers or letters, below a picture.
fn is_labels(line: &str) -> bool {
    let mut words = line.split_whitespace().peekable();
    let is_name = |word: &str| word.len() == 1 && word.chars().all(|c| c.is_ascii_alphanumeric());
    words.peek().is_some() && words.all(is_name)
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
