//! The grid as a picture of coloured circles, top row first.
//!
//! ```text
//! 🟦 🟦 🔴 🟦     with or without blanks between
//! 🟦 🟡 🔴 🟡
//!  0  1  2  3     labels, numbers or letters, if they are wanted
//! 🔴 first        where First is not yellow
//! ```
//!
//! First is the colour with more discs, or yellow. Where a grid is not enough one more line tells its
//! moves: `moves: 44P4`; then these tell who is First.

use foursight_core::{Disc, Game, Player, Setup, Space};

use crate::beside::{self, Shown};
use crate::error::{Place, ReadError, Reason, Spot};
use crate::expected::Expected;
use crate::moves::{self, column_letters};
use crate::picture::{Line, Row, lines, sized};
use crate::reading::{Colour, How, spaces};
use crate::{Emoji, error};

const YELLOW: char = '🟡';
const RED: char = '🔴';
/// The empty spaces of all pictures that were ever written.
const EMPTIES: [char; 2] = ['🟦', '⚪'];
/// Asks for the colourful drawing of the character before it and is not seen itself.
const VARIATION_SELECTOR: char = '\u{fe0f}';
/// The word behind the colour of First.
const FIRST: &str = "first";

impl Emoji {
    /// As the picture form has them: First is yellow.
    pub const YELLOW_FIRST: Self = Self {
        empty: EMPTIES[0],
        first: YELLOW,
        second: RED,
    };
    /// First is red, as on the web page; pictures say so.
    pub const RED_FIRST: Self = Self {
        first: RED,
        second: YELLOW,
        ..Self::YELLOW_FIRST
    };
}

impl Colour {
    const fn circle(self) -> char {
        match self {
            Self::Red => RED,
            Self::Yellow => YELLOW,
        }
    }
}

pub(crate) fn write(game: &Game, emoji: &Emoji) -> String {
    let grid = game.position().grid();
    let circle = |space| match grid.disc_at(space).map(|disc| disc.owner) {
        None => emoji.empty,
        Some(Player::First) => emoji.first,
        Some(Player::Second) => emoji.second,
    };
    let line = |row| {
        let circles = grid.columns().map(|column| circle(Space { column, row }));
        circles.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let labels = grid
        .columns()
        .map(|column| format!("{:>2}", column.index()));
    let labels = labels.collect::<Vec<_>>().join(" ");
    let first = (emoji.first == RED).then(|| format!("{RED} {FIRST}"));
    let below = beside::moves_line(game).into_iter().chain(first);
    let lines = grid.rows().rev().map(line).chain([labels]).chain(below);
    lines.collect::<Vec<_>>().join("\n")
}

/// True for a text with a picture's characters in it. A diagram starts with a row number, so a
/// text of several lines that starts otherwise is a picture even if its characters are plain.
pub(crate) fn looks_like_it(text: &str, emoji: &Emoji) -> bool {
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

/// A picture that was read, with all that stands below it.
struct Picture<'a> {
    text: &'a str,
    rows: Vec<Row>,
    /// The circle of First, and where it is named.
    first: Option<(usize, char)>,
    moves: Option<Line<'a>>,
}

pub(crate) fn read(text: &str, how: &How) -> Result<Game, ReadError> {
    let picture = Picture::new(text, how)?;
    let ruleset = sized(&picture.rows, how.ruleset)?;
    let moves = picture.moves.map(|line| {
        let range = beside::offset_in(line.text).map(|at| line.offset + at..line.end());
        moves::read_digits(text, range.unwrap_or_default(), ruleset)
    });
    let moves = moves.transpose()?;
    let first = picture.first(how, moves.as_ref())?;
    let setup = picture.setup(how, first)?;
    beside::to_game(&setup, Shown::Owner, moves).map_err(|error| match first {
        RED => error.with_marks(["🔴", "🟡"]),
        YELLOW => error.with_marks(["🟡", "🔴"]),
        _ => error,
    })
}

/// The grid as it is shown, possible or not.
pub(crate) fn setup(text: &str, how: &How) -> Option<Setup> {
    let picture = Picture::new(text, how).ok()?;
    let first = picture.first(how, None).ok()?;
    picture.setup(how, first).ok()
}

impl<'a> Picture<'a> {
    fn new(text: &'a str, how: &How) -> Result<Self, ReadError> {
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
            if beside::offset_in(line.text).is_some() {
                if picture.moves.replace(line).is_some() {
                    return unexpected(Expected::NothingMore);
                }
                is_below = true;
            } else if let Some(first) = named_first(line.text, &how.emoji) {
                if picture.first.replace((line.offset, first)).is_some() {
                    return unexpected(Expected::NothingMore);
                }
                is_below = true;
            } else if is_labels(line.text) && !picture.rows.is_empty() && !is_below {
                let width = picture.rows[0].len();
                check_labels(text, line, width)?;
                is_below = true;
            } else if is_below {
                return unexpected(Expected::NothingMore);
            } else {
                let seen = |c: char| !c.is_whitespace() && c != VARIATION_SELECTOR;
                let circles = line.text.char_indices().filter(|(_, c)| seen(*c));
                let row = circles.map(|(at, c)| (line.offset + at, c));
                picture.rows.push(row.collect());
            }
        }
        Ok(picture)
    }

    /// The circle of First.
    fn first(&self, how: &How, moves: Option<&Game>) -> Result<char, ReadError> {
        let asked = how.first.map(Colour::circle);
        if let Some((offset, named)) = self.first {
            return match asked {
                Some(asked) if asked != named => {
                    let found = named.to_string();
                    let expected = Expected::FirstAsAsked;
                    Err(ReadError::unexpected(self.text, offset, &found, expected))
                }
                _ => Ok(named),
            };
        }
        let count = |wanted: char| {
            self.rows
                .iter()
                .flatten()
                .filter(|(_, c)| *c == wanted)
                .count()
        };
        let is_coloured = count(RED) + count(YELLOW) > 0;
        let own = [how.emoji.first, how.emoji.second];
        if !is_coloured && !own.contains(&YELLOW) {
            return Ok(how.emoji.first);
        }
        if let Some(asked) = asked {
            return Ok(asked);
        }
        if let Some(game) = moves {
            let fits = |circle: &char| {
                let setup = self.setup(how, *circle);
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

    fn setup(&self, how: &How, first: char) -> Result<Setup, ReadError> {
        let ruleset = sized(&self.rows, how.ruleset)?;
        let own = [how.emoji.first, how.emoji.second];
        let pair = if own.contains(&first) && ![RED, YELLOW].contains(&first) {
            own
        } else if first == RED {
            [RED, YELLOW]
        } else {
            [YELLOW, RED]
        };
        crate::picture::setup(self.text, &self.rows, ruleset, |c| {
            if is_empty(c, &how.emoji) {
                return Some(None);
            }
            let player = Player::BOTH
                .into_iter()
                .find(|player| pair[player.index()] == c);
            player.map(|player| Some(Disc::ordinary(player)))
        })
    }
}

/// True if the discs of a game are where a grid shows them.
fn shows(setup: &Setup, game: &Game) -> bool {
    let grid = game.position().grid();
    let owner = |disc: Option<Disc>| disc.map(|disc| disc.owner);
    spaces(setup).all(|space| owner(setup.disc_at(space)) == owner(grid.disc_at(space)))
}

/// The circle before the word `first`.
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
        .all(|word| word.bytes().all(|b| b.is_ascii_digit()) || is_name(word))
}

fn is_name(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// The labels count from 0, from 1 or from A, and there is one for each column.
fn check_labels(text: &str, line: Line<'_>, width: usize) -> Result<(), ReadError> {
    let words: Vec<_> = line.text.split_whitespace().collect();
    let expected = |index: usize| match words[0] {
        "0" => index.to_string(),
        "1" => (index + 1).to_string(),
        _ => foursight_core::Column::from_index(index).map_or(String::new(), column_letters),
    };
    let wrong =
        (0..words.len()).find(|index| !words[*index].eq_ignore_ascii_case(&expected(*index)));
    let reason = match wrong {
        Some(index) => Reason::Unexpected {
            found: error::shorten(words[index]),
            expected: Expected::ColumnNumbers,
        },
        None if words.len() == width => return Ok(()),
        None => Reason::Size {
            what: crate::Counted::ColumnNumbers,
            found: words.len(),
            expected: width,
        },
    };
    Err(ReadError {
        place: Place::Spot(Spot::at(text, line.offset)),
        reason,
    })
}
