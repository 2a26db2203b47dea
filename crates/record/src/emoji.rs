//! The board as a picture of coloured circles, top row first.
//!
//! ```text
//! 🟦 🟦 🔴 🟦     with or without blanks in between
//! 🟦 🟡 🔴 🟡
//!  0  1  2  3     optional labels, numbers or letters
//! 🔴 first        where First is not yellow
//! ```
//!
//! First is the colour with more discs, or yellow. Where the board does not determine the game,
//! another line holds the moves: `moves: 44P4`; then the moves determine the colour of First.

use foursight_core::{Cell, Disc, Game, Player, Setup};

use crate::attached_moves::{self, DiscDetail};
use crate::error::{ErrorLocation, ReadError, ReadErrorKind, TextLocation};
use crate::expected::Expected;
use crate::moves;
use crate::reading::{DiscColour, ReadOptions, cells};
use crate::text_rows::{CharRow, TextLine, fit_ruleset, lines, setup_from_rows};
use crate::{Emoji, error};

const YELLOW: char = '🟡';
const RED: char = '🔴';
/// Empty cells, including those that older versions wrote.
const EMPTIES: [char; 2] = ['🟦', '⚪'];
/// Invisible; requests the emoji presentation of the previous character.
const VARIATION_SELECTOR: char = '\u{fe0f}';
/// Follows the colour of First.
const FIRST: &str = "first";

impl Emoji {
    /// First is yellow, the default of the picture form.
    pub const YELLOW_FIRST: Self = Self {
        empty: EMPTIES[0],
        first: YELLOW,
        second: RED,
    };
    /// First is red, as on the web page; pictures contain a line that says so.
    pub const RED_FIRST: Self = Self {
        first: RED,
        second: YELLOW,
        ..Self::YELLOW_FIRST
    };
}

impl DiscColour {
    const fn circle(self) -> char {
        match self {
            Self::Red => RED,
            Self::Yellow => YELLOW,
        }
    }
}

pub(crate) fn write(game: &Game, emoji: &Emoji) -> String {
    write_picture(game, emoji, PictureLabels::Indices)
}

/// The labels of the columns below a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureLabels {
    /// Indices from 0.
    #[default]
    Indices,
    /// Letters from A.
    Letters,
}

/// Writes the board of a game as a picture with these labels.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, PictureLabels, read, write_picture};
///
/// let game = read("4453", Ruleset::default(), &Emoji::YELLOW_FIRST)?;
/// let picture = write_picture(&game, &Emoji::YELLOW_FIRST, PictureLabels::Letters);
/// assert_eq!(picture.lines().last(), Some(" A  B  C  D  E  F  G"));
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn write_picture(game: &Game, emoji: &Emoji, labels: PictureLabels) -> String {
    let board = game.position().board();
    let circle = |cell| match board.disc_at(cell).map(|disc| disc.owner) {
        None => emoji.empty,
        Some(Player::First) => emoji.first,
        Some(Player::Second) => emoji.second,
    };
    let line = |row| {
        let circles = board.columns().map(|column| circle(Cell { column, row }));
        circles.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let labels = board.columns().map(|column| match labels {
        PictureLabels::Indices => format!("{:>2}", column.index()),
        PictureLabels::Letters => format!("{:>2}", column.letters().to_uppercase()),
    });
    let labels = labels.collect::<Vec<_>>().join(" ");
    let first = (emoji.first == RED).then(|| format!("{RED} {FIRST}"));
    let below = attached_moves::moves_line(game).into_iter().chain(first);
    let lines = board.rows().rev().map(line).chain([labels]).chain(below);
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns true for a text that contains circles. A diagram starts with a row number, so a text of
/// several lines that starts with a character of `emoji` is a picture, even if it is all ASCII.
pub(crate) fn looks_like_picture(text: &str, emoji: &Emoji) -> bool {
    let is_circle = |c: char| is_circle(c, emoji);
    let starts_with_circle = text.trim_start().chars().next().is_some_and(is_circle);
    let starts_with_digit = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    text.chars().any(|c| !c.is_ascii() && is_circle(c))
        || (text.trim().contains('\n') && starts_with_circle && !starts_with_digit)
}

fn is_empty(c: char, emoji: &Emoji) -> bool {
    c == emoji.empty || EMPTIES.contains(&c)
}

fn is_circle(c: char, emoji: &Emoji) -> bool {
    is_empty(c, emoji) || [RED, YELLOW, emoji.first, emoji.second].contains(&c)
}

/// A parsed picture with the lines below it.
struct EmojiPicture<'a> {
    text: &'a str,
    rows: Vec<CharRow>,
    /// Offset of the line that names First, and the circle in it.
    first: Option<(usize, char)>,
    moves: Option<TextLine<'a>>,
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<Game, ReadError> {
    let picture = EmojiPicture::new(text, options)?;
    let ruleset = fit_ruleset(&picture.rows, options)?;
    let moves = picture.moves.map(|line| {
        let range = attached_moves::moves_offset(line.text).map(|at| line.offset + at..line.end());
        moves::read_digits(text, range.unwrap_or_default(), ruleset)
    });
    let moves = moves.transpose()?;
    let first = picture.first(options, moves.as_ref())?;
    let setup = picture.setup(options, first)?;
    attached_moves::to_game(&setup, DiscDetail::Owner, moves).map_err(|error| match first {
        RED => error.with_marks(["🔴", "🟡"]),
        YELLOW => error.with_marks(["🟡", "🔴"]),
        _ => error,
    })
}

/// Reads the board of a picture, including boards that no game reaches.
pub(crate) fn setup(text: &str, options: &ReadOptions) -> Option<Setup> {
    let picture = EmojiPicture::new(text, options).ok()?;
    let first = picture.first(options, None).ok()?;
    picture.setup(options, first).ok()
}

impl<'a> EmojiPicture<'a> {
    fn new(text: &'a str, options: &ReadOptions) -> Result<Self, ReadError> {
        let mut picture = Self {
            text,
            rows: Vec::new(),
            first: None,
            moves: None,
        };
        let mut is_below = false;
        for line in lines(text) {
            let unexpected = |expected| {
                Err(ReadError::unexpected(
                    text,
                    line.offset,
                    line.text,
                    expected,
                ))
            };
            if attached_moves::moves_offset(line.text).is_some() {
                if picture.moves.replace(line).is_some() {
                    return unexpected(Expected::EndOfText);
                }
                is_below = true;
            } else if let Some(first) = named_first(line.text, &options.emoji) {
                if picture.first.replace((line.offset, first)).is_some() {
                    return unexpected(Expected::EndOfText);
                }
                is_below = true;
            } else if is_labels(line.text) && !picture.rows.is_empty() && !is_below {
                let width = picture.rows[0].len();
                check_labels(text, line, width)?;
                is_below = true;
            } else if is_below {
                return unexpected(Expected::EndOfText);
            } else {
                let is_visible = |c: char| !c.is_whitespace() && c != VARIATION_SELECTOR;
                let circles = line.text.char_indices().filter(|(_, c)| is_visible(*c));
                let row = circles.map(|(at, c)| (line.offset + at, c));
                picture.rows.push(row.collect());
            }
        }
        Ok(picture)
    }

    /// Returns the circle of First.
    fn first(&self, options: &ReadOptions, moves: Option<&Game>) -> Result<char, ReadError> {
        let requested = options.first_colour.map(DiscColour::circle);
        if let Some((offset, named)) = self.first {
            return match requested {
                Some(requested) if requested != named => {
                    let found = named.to_string();
                    let expected = Expected::RequestedFirstColour;
                    Err(ReadError::unexpected(self.text, offset, &found, expected))
                }
                _ => Ok(named),
            };
        }
        let count = |circle: char| {
            self.rows
                .iter()
                .flatten()
                .filter(|(_, c)| *c == circle)
                .count()
        };
        let is_coloured = count(RED) + count(YELLOW) > 0;
        let own = [options.emoji.first, options.emoji.second];
        if !is_coloured && !own.contains(&YELLOW) {
            return Ok(options.emoji.first);
        }
        if let Some(requested) = requested {
            return Ok(requested);
        }
        if let Some(game) = moves {
            let fits = |circle: &char| {
                let setup = self.setup(options, *circle);
                setup.is_ok_and(|setup| shows(&setup, game))
            };
            return Ok([YELLOW, RED].into_iter().find(fits).unwrap_or(YELLOW));
        }
        Ok(if count(RED) > count(YELLOW) {
            RED
        } else {
            YELLOW
        })
    }

    fn setup(&self, options: &ReadOptions, first: char) -> Result<Setup, ReadError> {
        let ruleset = fit_ruleset(&self.rows, options)?;
        let own = [options.emoji.first, options.emoji.second];
        let pair = if own.contains(&first) && ![RED, YELLOW].contains(&first) {
            own
        } else if first == RED {
            [RED, YELLOW]
        } else {
            [YELLOW, RED]
        };
        setup_from_rows(self.text, &self.rows, ruleset, |c| {
            if is_empty(c, &options.emoji) {
                return Some(None);
            }
            let player = Player::BOTH
                .into_iter()
                .find(|player| pair[player.index()] == c);
            player.map(|player| Some(Disc::ordinary(player)))
        })
    }
}

/// Returns true if the board of a game equals a setup, comparing only the owners of discs.
fn shows(setup: &Setup, game: &Game) -> bool {
    let board = game.position().board();
    let owner = |disc: Option<Disc>| disc.map(|disc| disc.owner);
    cells(setup).all(|cell| owner(setup.disc_at(cell)) == owner(board.disc_at(cell)))
}

/// Returns the circle before the word `first`.
fn named_first(line: &str, emoji: &Emoji) -> Option<char> {
    let name = line.strip_suffix(FIRST)?.trim_end();
    let mut circles = name.chars().filter(|c| *c != VARIATION_SELECTOR);
    let circle = circles
        .next()
        .filter(|c| is_circle(*c, emoji) && !is_empty(*c, emoji))?;
    circles.next().is_none().then_some(circle)
}

fn is_labels(line: &str) -> bool {
    line.split_whitespace()
        .all(|word| word.bytes().all(|b| b.is_ascii_digit()) || is_column_name(word))
}

fn is_column_name(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Checks that the labels count from 0, from 1 or from A, and that there is one for each column.
fn check_labels(text: &str, line: TextLine<'_>, width: usize) -> Result<(), ReadError> {
    let words: Vec<_> = line.text.split_whitespace().collect();
    let expected = |index: usize| match words[0] {
        "0" => index.to_string(),
        "1" => (index + 1).to_string(),
        _ => foursight_core::Column::from_index(index)
            .map_or(String::new(), foursight_core::Column::letters),
    };
    let wrong =
        (0..words.len()).find(|index| !words[*index].eq_ignore_ascii_case(&expected(*index)));
    let reason = match wrong {
        Some(index) => ReadErrorKind::Unexpected {
            found: error::shorten(words[index]),
            expected: Expected::ColumnNumbers,
        },
        None if words.len() == width => return Ok(()),
        None => ReadErrorKind::Size {
            counted: crate::CountedItem::ColumnNumbers,
            found: words.len(),
            expected: width,
        },
    };
    Err(ReadError {
        location: ErrorLocation::Character(TextLocation::at(text, line.offset)),
        kind: reason,
    })
}
