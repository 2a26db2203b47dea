//! Reading a text in a form that is known or has to be found out.
//!
//! Without a form a text is the one game that any form makes of it. If two forms make different
//! games of it, it is refused with both named: nothing is guessed.

use foursight_core::{Game, Grid, Ruleset, Setup, Space};

use crate::error::{ReadError, Reason};
use crate::expected::Expected;
use crate::form::{Emoji, Form, TEXT_BYTES_MAX, from_one_line};
use crate::source::{Bare, bare};
use crate::{GameRecord, arrays, diagram, emoji, moves, notation};

/// The fewest columns and rows of a grid that is as large as it is written. What is smaller is
/// rather a part of a larger one.
const OWN_SIZE_MIN: usize = 2;

/// The colour of a player's discs in texts that show colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

/// How a text is to be read.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, Form, How};
///
/// let how = How::new(Ruleset::default(), &Emoji::YELLOW_FIRST);
/// let game = how.game("const game = [3, 3, 1, 2, 4, 2];")?;
/// assert_eq!(game, how.game("442353")?);
/// assert!(how.with_form(Form::Digits).game("[3, 3]").is_err());
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The rules of texts that do not carry their own. A grid that is not of their size has the one
    /// in which it is written, and their line length if that fits.
    pub ruleset: Ruleset,
    /// Characters of pictures besides those that are always known.
    pub emoji: Emoji,
    /// The form; none if it is to be found out.
    pub form: Option<Form>,
    /// The colour of First in pictures and lists of colours; none if the text tells.
    pub first: Option<Colour>,
}

impl How {
    /// In whatever form a text is written.
    #[must_use]
    pub const fn new(ruleset: Ruleset, emoji: &Emoji) -> Self {
        Self {
            ruleset,
            emoji: *emoji,
            form: None,
            first: None,
        }
    }

    /// The same for a form that is known.
    #[must_use]
    pub const fn with_form(self, form: Form) -> Self {
        Self {
            form: Some(form),
            ..self
        }
    }

    /// Reads a game, with everything that a game record tells about it. In the other forms nothing
    /// but the game is known.
    ///
    /// # Errors
    ///
    /// [`ReadError`] says what is wrong and where.
    pub fn record(&self, text: &str) -> Result<GameRecord, ReadError> {
        check_length(text)?;
        match self.form {
            // As it stands: the places that errors name are those of this text.
            Some(Form::Json) => GameRecord::from_json(text),
            None if text.trim_start().starts_with('{') => GameRecord::from_json(text),
            Some(form) => self.read_form(form, &stripped(text)?).map(GameRecord::from),
            None => self.find(&stripped(text)?).map(GameRecord::from),
        }
    }

    /// Reads a game.
    ///
    /// # Errors
    ///
    /// [`ReadError`] says what is wrong and where.
    pub fn game(&self, text: &str) -> Result<Game, ReadError> {
        self.record(text).map(GameRecord::into_game)
    }

    /// Reads a grid, whether it is possible in play or not. Where several grids may be meant, one in
    /// which a disc floats is meant only if all are such.
    ///
    /// # Errors
    ///
    /// [`ReadError`] if there is no grid, or if the text may be several.
    ///
    /// ```
    /// use foursight_core::{Direction, Player, Ruleset};
    /// use foursight_record::{Emoji, How};
    ///
    /// let how = How::new(Ruleset::default(), &Emoji::YELLOW_FIRST);
    /// let grid = how.grid("1   1 -\n0   - 1\n\ny/x 0 1")?;
    /// assert_eq!(grid.scan(Player::First, Direction::Falling, 2).count, 2);
    /// # Ok::<_, foursight_record::ReadError>(())
    /// ```
    pub fn grid(&self, text: &str) -> Result<Grid, ReadError> {
        check_length(text)?;
        let mut setups = self.setups(&stripped(text)?.text);
        let is_at_rest = |setup: &Setup| setup.grid().floating().is_none();
        if setups.iter().any(|(_, setup)| is_at_rest(setup)) {
            setups.retain(|(_, setup)| is_at_rest(setup));
        }
        let mut setups = setups.into_iter();
        let Some((form, setup)) = setups.next() else {
            return self.game(text).map(|game| game.position().grid());
        };
        match setups.find(|(_, other)| other.grid() != setup.grid()) {
            None => Ok(*setup.grid()),
            Some((other, _)) if other == form => Err(ReadError::whole(Reason::EitherEnd)),
            Some((other, _)) => Err(ReadError::whole(Reason::Ambiguous(form, other))),
        }
    }

    /// The grids that a text may show.
    fn setups(&self, text: &str) -> Vec<(Form, Setup)> {
        let mut setups = arrays::setups(text, self).unwrap_or_default();
        let is_wanted = |form| self.form.is_none_or(|named| named == form);
        if is_wanted(Form::Emoji) {
            setups.extend(emoji::setup(text, self).map(|setup| (Form::Emoji, setup)));
        }
        if is_wanted(Form::Diagram) {
            setups.extend(diagram::setup(text, self).map(|setup| (Form::Diagram, setup)));
        }
        setups
    }

    /// The one game that any form makes of a text.
    fn find(&self, bare: &Bare) -> Result<Game, ReadError> {
        /// The forms that are neither lists of lists nor records.
        const FORMS: [Form; 7] = [
            Form::Moves,
            Form::Digits,
            Form::Letters,
            Form::Emoji,
            Form::Diagram,
            Form::Notation,
            Form::Position,
        ];
        let text = &*bare.text;
        if text.trim_start().starts_with('[') {
            return arrays::read_any(text, self);
        }
        let mut found: Option<(Form, Game)> = None;
        for form in FORMS {
            let Ok(game) = self.read_form(form, bare) else {
                continue;
            };
            match &found {
                None => found = Some((form, game)),
                Some((other, first)) if *first != game => {
                    return Err(ReadError::whole(Reason::Ambiguous(*other, form)));
                }
                Some(_) => {}
            }
        }
        match (found, self.likely(bare)) {
            (Some((_, game)), _) => Ok(game),
            // What is wrong is told in terms of the form that it looks like.
            (None, Some(form)) => self.read_form(form, bare),
            (None, None) => Err(ReadError::whole(Reason::NoGame)),
        }
    }

    /// The form that a text looks like; none if it is rather words, or a drawing of some other kind.
    fn likely(&self, bare: &Bare) -> Option<Form> {
        let text = &*bare.text;
        if emoji::looks_like_it(text, &self.emoji) {
            return Some(Form::Emoji);
        }
        if diagram::looks_like_it(text) {
            return Some(Form::Diagram);
        }
        let moves = moves::detect(text, self.ruleset, bare.is_value);
        // A comment of a program begins like stacks without their rules.
        let is_prose = moves.is_none() && !notation::begins_like_it(text);
        notation::detect(text, self.ruleset)
            .filter(|_| !is_prose)
            .or(moves)
    }

    fn read_form(&self, form: Form, bare: &Bare) -> Result<Game, ReadError> {
        let (text, ruleset) = (&*bare.text, self.ruleset);
        match form {
            Form::Moves if bare.is_value => moves::read_open_list(text, ruleset),
            Form::Moves => moves::read_list(text, ruleset),
            Form::Digits => moves::read_digits(text, 0..text.len(), ruleset),
            Form::Letters => moves::read_letters(text, ruleset),
            Form::Rows | Form::Columns | Form::Stacks => arrays::read(form, text, self),
            Form::Emoji => emoji::read(text, self),
            Form::Diagram => diagram::read(text, self),
            Form::Notation => notation::read_game(text, ruleset),
            Form::Position => notation::read_position(text, ruleset),
            Form::Json => GameRecord::from_json(text).map(GameRecord::into_game),
        }
    }
}

/// A text without all that stands around it. The empty text is a game without moves, but one that
/// has only such things in it is none.
fn stripped(text: &str) -> Result<Bare, ReadError> {
    let bare = bare(&from_one_line(text));
    if bare.text.trim().is_empty() && !text.trim().is_empty() {
        return Err(ReadError::whole(Reason::Missing(Expected::Game)));
    }
    Ok(bare)
}

/// The ruleset for a grid of this size; none if it is too small to be a whole one. The line is as
/// long as in the ruleset that was asked for, or as long as it can be.
pub(crate) fn resized(
    ruleset: Ruleset,
    (width, height): (usize, usize),
) -> Option<Result<Ruleset, ReadError>> {
    if width < OWN_SIZE_MIN || height < OWN_SIZE_MIN {
        return None;
    }
    let [width, height] = [width, height].map(|size| u8::try_from(size).unwrap_or(u8::MAX));
    let connect = ruleset.connect().min(width.max(height));
    let resized = Ruleset::new(width, height, connect, ruleset.variant());
    Some(resized.map_err(|error| ReadError::whole(Reason::Ruleset(error))))
}

/// A text that is too long is refused before anything looks into it.
pub(crate) fn check_length(text: &str) -> Result<(), ReadError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ReadError::whole(Reason::TooLong { bytes: text.len() }));
    }
    Ok(())
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
/// let emoji = Emoji::YELLOW_FIRST;
/// let game = read("[[0,0,1,0],[2,1,1,2]]", Ruleset::new(4, 2, 4, Default::default())?, &emoji);
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
    How::new(ruleset, emoji).game(text)
}

/// Reads a game in a form that is known.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
pub fn read_as(form: Form, text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<Game, ReadError> {
    How::new(ruleset, emoji).with_form(form).game(text)
}

/// Reads a game in whatever form it is written, with everything that a game record tells about it.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
///
/// ```
/// use foursight_core::{Player, Ruleset};
/// use foursight_record::{Emoji, read_record};
///
/// let text = r#"{"format":"foursight-game","version":1,"ruleset":"standard","seats":["Ada",null],
///     "moves":"44","result":"second","reason":"resignation"}"#;
/// let record = read_record(text, Ruleset::default(), &Emoji::YELLOW_FIRST)?;
/// assert_eq!(record.seat(Player::First), Some("Ada"));
/// let same = read_record("44", Ruleset::default(), &Emoji::YELLOW_FIRST)?;
/// assert_eq!(same.game(), record.game());
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
pub fn read_record(text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<GameRecord, ReadError> {
    How::new(ruleset, emoji).record(text)
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
    How::new(ruleset, emoji).with_form(form).record(text)
}

/// Every space of a setup, from the bottom left.
pub(crate) fn spaces(setup: &Setup) -> impl Iterator<Item = Space> {
    let grid = *setup.grid();
    grid.columns()
        .flat_map(move |column| grid.rows().map(move |row| Space { column, row }))
}
