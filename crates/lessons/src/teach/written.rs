//! The five forms of document 001 as text: written for people to read, and read back when they change it.
//!
//! Arrays are data and count from 0. What cannot be a game is refused with the place and the reason.

use foursight_core::{
    Column, Disc, Game, MoveError, Player, Row, Ruleset, Setup, SetupError, Space,
};

use super::fall::Rows;
use super::forms::{self, FIRST, ROWS, SIGNS, SLOTS};
use super::rows_from_top;

/// One of the five forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Which slots were chosen, in order.
    Moves,
    /// Rows from the top.
    Grid,
    /// Slots from the left with their empty spaces, each from the bottom.
    Slots,
    /// The same without empty spaces.
    Stacks,
    /// Signs with spaces between them.
    Picture,
}

/// Why a text is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A sign that has no meaning here.
    Sign(char),
    /// The text ends too soon.
    Ends,
    /// So many lists or lines, and how many there should be.
    Lists(usize, usize),
    /// So many entries in a list, and how many there should be.
    Entries(usize, usize),
    /// So many discs in a slot, and how many there may be.
    Discs(usize, usize),
    /// A text with more characters than this.
    Long(usize),
    /// A number that stands for nothing here: from the first of these to the second they may be.
    Number(usize, usize),
    /// A move that the rules refuse, by its index.
    Move(usize, MoveError),
    /// A grid that no game leads to.
    Setup(SetupError),
}

/// Why a text is no game, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The character, counted from 1; none if it is the whole.
    pub character: Option<usize>,
    /// What is wrong.
    pub why: Why,
}

/// The longest text that is looked into.
const CHARS_MAX: usize = 4000;

impl Form {
    /// All five.
    pub const ALL: [Self; 5] = [
        Self::Moves,
        Self::Grid,
        Self::Slots,
        Self::Stacks,
        Self::Picture,
    ];

    /// A game in this form, over several lines where that reads better.
    #[must_use]
    pub fn write(self, game: &Game) -> String {
        let grid = game.position().grid();
        match self {
            Self::Moves => {
                let moves: Vec<_> = forms::moves_of(game).iter().map(usize::to_string).collect();
                format!("[{}]", moves.join(", "))
            }
            Self::Grid => lists(&rows_from_top(&grid)),
            Self::Slots => lists(&forms::slots_of(&grid)),
            Self::Stacks => lists(&forms::stacks_of(&grid)),
            Self::Picture => forms::picture_of(&grid),
        }
    }

    /// The game of a text. Where only a grid is known, some order of drops that leads to it.
    ///
    /// # Errors
    ///
    /// [`Misread`] says what is wrong and where.
    pub fn read(self, text: &str) -> Result<Game, Misread> {
        if text.chars().count() > CHARS_MAX {
            return Err(whole(Why::Long(CHARS_MAX)));
        }
        match self {
            Self::Moves => read_moves(text),
            Self::Grid => {
                let rows = read_lists(text, ROWS, &Of::spaces(SLOTS))?;
                played(|slot, row| rows[ROWS - 1 - row][slot])
            }
            Self::Slots => {
                let slots = read_lists(text, SLOTS, &Of::spaces(ROWS))?;
                played(|slot, row| slots[slot][row])
            }
            Self::Stacks => {
                let slots = read_lists(text, SLOTS, &Of::DISCS)?;
                played(|slot, row| slots[slot].get(row).copied().unwrap_or(0))
            }
            Self::Picture => {
                let rows = read_picture(text)?;
                played(|slot, row| rows[ROWS - 1 - row][slot])
            }
        }
    }
}

fn lists(lists: &Rows) -> String {
    let lines: Vec<_> = lists.iter().map(|list| format!("  {list:?}")).collect();
    format!("[\n{}\n]", lines.join(",\n"))
}

const fn whole(why: Why) -> Misread {
    Misread {
        character: None,
        why,
    }
}

/// A number or a bracket, with the character it begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Comma,
    Number(usize),
}

/// The tokens of a text of lists.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Misread> {
    let mut found: Vec<(usize, Token)> = Vec::new();
    let mut joins = false;
    for (at, c) in text.chars().enumerate() {
        let token = match c {
            '[' => Token::Open,
            ']' => Token::Close,
            ',' => Token::Comma,
            '0'..='9' => {
                let digit = c as usize - '0' as usize;
                if let (true, Some((_, Token::Number(number)))) = (joins, found.last_mut()) {
                    *number = number.saturating_mul(10).saturating_add(digit);
                    continue;
                }
                Token::Number(digit)
            }
            _ if c.is_whitespace() => {
                joins = false;
                continue;
            }
            _ => {
                let why = Why::Sign(c);
                let character = Some(at + 1);
                return Err(Misread { character, why });
            }
        };
        joins = matches!(token, Token::Number(_));
        found.push((at + 1, token));
    }
    Ok(found)
}

/// A cursor over tokens.
struct Cursor<'a> {
    tokens: &'a [(usize, Token)],
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn next(&mut self) -> Result<(usize, Token), Misread> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token.ok_or(whole(Why::Ends))
    }

    fn unexpected(&self, character: usize) -> Misread {
        let sign = self.text.chars().nth(character - 1).unwrap_or(' ');
        Misread {
            character: Some(character),
            why: Why::Sign(sign),
        }
    }

    fn expect(&mut self, wanted: Token) -> Result<(), Misread> {
        let (character, token) = self.next()?;
        if token == wanted {
            Ok(())
        } else {
            Err(self.unexpected(character))
        }
    }

    /// A list, each of whose entries is read by a function.
    fn list<T>(
        &mut self,
        mut entry: impl FnMut(&mut Self) -> Result<T, Misread>,
    ) -> Result<Vec<T>, Misread> {
        self.expect(Token::Open)?;
        let mut found = Vec::new();
        if let Some((_, Token::Close)) = self.tokens.get(self.at) {
            self.at += 1;
            return Ok(found);
        }
        loop {
            found.push(entry(self)?);
            let (character, token) = self.next()?;
            match token {
                Token::Comma => {}
                Token::Close => return Ok(found),
                _ => return Err(self.unexpected(character)),
            }
        }
    }

    fn number(&mut self) -> Result<(usize, usize), Misread> {
        match self.next()? {
            (character, Token::Number(number)) => Ok((character, number)),
            (character, _) => Err(self.unexpected(character)),
        }
    }

    fn end(&mut self) -> Result<(), Misread> {
        match self.tokens.get(self.at) {
            Some((character, _)) => Err(self.unexpected(*character)),
            None => Ok(()),
        }
    }
}

fn read_moves(text: &str) -> Result<Game, Misread> {
    let tokens = tokens(text)?;
    let mut cursor = Cursor {
        tokens: &tokens,
        text,
        at: 0,
    };
    let moves = cursor.list(Cursor::number)?;
    cursor.end()?;
    let mut game = Game::default();
    for (index, (character, slot)) in moves.into_iter().enumerate() {
        let fail = |why| Misread {
            character: Some(character),
            why,
        };
        let column = Column::from_index(slot).filter(|_| slot < SLOTS);
        let column = column.ok_or(fail(Why::Number(0, SLOTS - 1)))?;
        let next = game.drop_in(column);
        game = next.map_err(|error| fail(Why::Move(index, error)))?;
    }
    Ok(game)
}

/// What a list of a form is made of.
struct Of {
    /// So many entries, or at most so many.
    entries: usize,
    /// True if there may be fewer: only discs are written down.
    is_discs: bool,
}

impl Of {
    const DISCS: Self = Self {
        entries: ROWS,
        is_discs: true,
    };

    const fn spaces(entries: usize) -> Self {
        Self {
            entries,
            is_discs: false,
        }
    }

    /// What is wrong with so many entries, if anything is.
    fn complaint(&self, found: usize) -> Option<Why> {
        if self.is_discs {
            (found > self.entries).then_some(Why::Discs(found, self.entries))
        } else {
            (found != self.entries).then_some(Why::Entries(found, self.entries))
        }
    }
}

/// Lists of discs, so many of them.
fn read_lists(text: &str, count: usize, of: &Of) -> Result<Rows, Misread> {
    let tokens = tokens(text)?;
    let mut cursor = Cursor {
        tokens: &tokens,
        text,
        at: 0,
    };
    let least = usize::from(of.is_discs);
    let lists = cursor.list(|cursor| {
        let begins = cursor.tokens.get(cursor.at).map(|(at, _)| *at);
        let list = cursor.list(|cursor| {
            let (character, number) = cursor.number()?;
            if (least..=2).contains(&number) {
                return Ok(number as u8);
            }
            Err(Misread {
                character: Some(character),
                why: Why::Number(least, 2),
            })
        })?;
        match of.complaint(list.len()) {
            None => Ok(list),
            Some(why) => Err(Misread {
                character: begins,
                why,
            }),
        }
    })?;
    cursor.end()?;
    if lists.len() == count {
        Ok(lists)
    } else {
        Err(whole(Why::Lists(lists.len(), count)))
    }
}

/// The rows of a picture. A line below may name the slots, and one may say whose sign is first; if none
/// does, it is the one with more discs, or the yellow one.
fn read_picture(text: &str) -> Result<Rows, Misread> {
    let mut rows: Rows = Vec::new();
    let mut first = None;
    let mut begins = 0;
    for line in text.trim_end().split('\n') {
        let is_below = rows.len() >= ROWS && is_labels(line);
        if let Some(named) = named_first(line) {
            first = Some(named);
        } else if !is_below {
            rows.push(read_signs(line, begins)?);
        }
        begins += line.chars().count() + 1;
    }
    if rows.len() != ROWS {
        return Err(whole(Why::Lists(rows.len(), ROWS)));
    }
    if let Some(row) = rows.iter().find(|row| row.len() != SLOTS) {
        return Err(whole(Why::Entries(row.len(), SLOTS)));
    }
    let count = |number: u8| rows.iter().flatten().filter(|it| **it == number).count();
    if first.unwrap_or(if count(1) > count(2) { 1 } else { 2 }) == 2 {
        let others = rows.iter_mut().flatten().filter(|number| **number > 0);
        others.for_each(|number| *number = 3 - *number);
    }
    Ok(rows)
}

/// The numbers of a line of signs that begins behind so many characters.
fn read_signs(line: &str, begins: usize) -> Result<Vec<u8>, Misread> {
    let mut row = Vec::new();
    for (at, c) in line.chars().enumerate() {
        match SIGNS.iter().position(|sign| *sign == c) {
            Some(number) => row.push(number as u8),
            None if c == ' ' || c == '\r' => {}
            None => {
                return Err(Misread {
                    character: Some(begins + at + 1),
                    why: Why::Sign(c),
                });
            }
        }
    }
    Ok(row)
}

/// The number of the sign that a line calls first.
fn named_first(line: &str) -> Option<u8> {
    let (sign, word) = line.trim().split_once(' ')?;
    let number = (1..=2).find(|number| SIGNS[*number].to_string() == sign)?;
    (word.trim() == FIRST).then_some(number as u8)
}

/// True for the names of slots, numbers or letters, below a picture.
fn is_labels(line: &str) -> bool {
    let mut words = line.split_whitespace().peekable();
    let is_name = |word: &str| word.len() == 1 && word.chars().all(|c| c.is_ascii_alphanumeric());
    words.peek().is_some() && words.all(is_name)
}

/// The game that leads to a grid.
fn played(at: impl Fn(usize, usize) -> u8) -> Result<Game, Misread> {
    let fail = |error| whole(Why::Setup(error));
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
            let put = setup.put(Disc::ordinary(owner), Space { column, row });
            put.map_err(fail)?;
        }
    }
    setup.to_game().map_err(fail)
}

#[cfg(test)]
mod tests {
    use foursight_core::Move;

    use super::*;

    fn game(slots: &[usize]) -> Game {
        let drop = |slot: &usize| Move::Drop(Column::from_index(*slot).expect("in range"));
        Game::from_moves(Ruleset::STANDARD, slots.iter().map(drop)).expect("a legal game")
    }

    #[test]
    fn every_form_reads_back() {
        let example = game(&[3, 3, 1, 2, 4, 2]);
        for form in Form::ALL {
            let text = form.write(&example);
            let back = form
                .read(&text)
                .unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(back.position().grid(), example.position().grid(), "{text}");
        }
        assert_eq!(Form::Moves.write(&example), "[3, 3, 1, 2, 4, 2]");
        assert_eq!(Form::Moves.read("[3, 3, 1, 2, 4, 2]"), Ok(example));
        assert_eq!(Form::Moves.read("[]"), Ok(Game::default()));
    }

    #[test]
    fn what_is_no_game_is_refused_where_it_is_wrong() {
        let check = |form: Form, text: &str, character: Option<usize>, why: Why| {
            assert_eq!(form.read(text), Err(Misread { character, why }), "{text}");
        };
        let column = |slot| Column::from_index(slot).expect("in range");
        check(Form::Moves, "[3, 7]", Some(5), Why::Number(0, 6));
        // However long a number is, nothing of it is made up.
        let long = "[99999999999999999999]";
        check(Form::Moves, long, Some(2), Why::Number(0, 6));
        check(Form::Moves, "[3, x]", Some(5), Why::Sign('x'));
        check(Form::Moves, "[3, 3", None, Why::Ends);
        check(Form::Moves, "[3,]", Some(4), Why::Sign(']'));
        check(Form::Moves, "[3] 4", Some(5), Why::Sign('4'));
        let full = MoveError::ColumnFull(column(2));
        check(Form::Moves, "[2,2,2,2,2,2,2]", Some(14), Why::Move(6, full));
        let over = Why::Move(7, MoveError::GameOver);
        check(Form::Moves, "[3,4,3,4,3,4,3,4]", Some(16), over);
        check(Form::Stacks, "[[],[]]", None, Why::Lists(2, 7));
        check(
            Form::Stacks,
            "[[],[],[3],[],[],[],[]]",
            Some(9),
            Why::Number(1, 2),
        );
        // Where only discs are written down, there is no sign for an empty space.
        let empty = "[[],[],[0],[],[],[],[]]";
        check(Form::Stacks, empty, Some(9), Why::Number(1, 2));
        let short = Form::Slots.write(&game(&[])).replacen("0, ", "", 1);
        check(Form::Slots, &short, Some(5), Why::Entries(5, 6));
        let seven = "[[],[],[1,2,1,2,1,2,1],[],[],[],[]]";
        check(Form::Stacks, seven, Some(8), Why::Discs(7, 6));
        let counts = SetupError::DiscCounts {
            first: 2,
            second: 0,
        };
        check(
            Form::Stacks,
            "[[],[1],[1],[],[],[],[]]",
            None,
            Why::Setup(counts),
        );
        let floating = Form::Slots.write(&game(&[3])).replace("[1, 0", "[0, 1");
        let found = Form::Slots.read(&floating).expect_err("it floats");
        assert!(
            matches!(found.why, Why::Setup(SetupError::Floating(_))),
            "{found:?}"
        );
        let picture = Form::Picture.write(&game(&[3])).replacen('🔴', "x", 1);
        let found = Form::Picture.read(&picture).expect_err("a strange sign");
        assert_eq!(found.why, Why::Sign('x'));
        check(Form::Picture, "🟦", None, Why::Lists(1, 6));
        let long = "[".repeat(CHARS_MAX + 1);
        check(Form::Grid, &long, None, Why::Long(CHARS_MAX));
    }

    /// A picture says who is first, and one that does not is read as the text it comes from means it.
    #[test]
    fn a_picture_says_whose_sign_is_first() {
        let example = game(&[3, 3, 1, 2, 4, 2]);
        let ours = Form::Picture.write(&example);
        assert!(ours.ends_with("🟦 🔴 🟡 🔴 🔴 🟦 🟦\n🔴 first"), "{ours}");
        let document = "🟦 🟦 🟦 🟦 🟦 🟦 🟦\n".repeat(4)
            + "🟦 🟦 🔴 🔴 🟦 🟦 🟦\n🟦 🟡 🔴 🟡 🟡 🟦 🟦\n 0  1  2  3  4  5  6\n";
        for text in [&ours, &document, &(document.clone() + "🟡 first")] {
            let read = Form::Picture.read(text);
            let grid = read.map(|game| game.position().grid());
            assert_eq!(grid, Ok(example.position().grid()), "{text}");
        }
        let other = Form::Picture.read(&(document + "🔴 first"));
        let other = other.expect("as many discs of each");
        assert_ne!(other.position().grid(), example.position().grid());
    }

    proptest::proptest! {
        #[test]
        fn garbage_never_panics(text in "[\\[\\]0-9, \nfirst🟦🟡🔴a]{0,80}") {
            for form in Form::ALL {
                let _ = form.read(&text);
            }
        }
    }
}
