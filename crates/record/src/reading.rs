//! Reads a text in a given form, or detects the form.
//!
//! Detection tries all forms. If two forms yield different games, the reader does not guess: it
//! returns an error that names both forms.

use foursight_core::{Board, Cell, Game, Ruleset, Setup};

use crate::error::{ReadError, ReadErrorKind};
use crate::expected::Expected;
use crate::form::{Emoji, Form, TEXT_BYTES_MAX, from_one_line};
use crate::source_code::{StrippedText, strip_source_code};
use crate::{GameRecord, arrays, diagram, emoji, moves, notation};

/// Minimum width and height of a board whose size is taken from the text. Anything smaller is more
/// likely a fragment of a larger board.
const INFERRED_SIZE_MIN: usize = 2;

/// The colour of a player's discs in texts that show colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiscColour {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

/// Options of a reader.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, Form, ReadOptions};
///
/// let options = ReadOptions::new(Ruleset::default(), &Emoji::YELLOW_FIRST);
/// let game = options.read_game("const game = [3, 3, 1, 2, 4, 2];")?;
/// assert_eq!(game, options.read_game("442353")?);
/// assert!(options.with_form(Form::Digits).read_game("[3, 3]").is_err());
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// Ruleset of texts that do not contain one. A board of another size keeps its own size, and
    /// the line length of this ruleset if that fits.
    pub ruleset: Ruleset,
    /// Characters of pictures, in addition to those that are always accepted.
    pub emoji: Emoji,
    /// The form of the text; `None` detects it.
    pub form: Option<Form>,
    /// The colour of First in pictures and lists of colours; `None` infers it from the text.
    pub first_colour: Option<DiscColour>,
    /// Refuses boards of another size than that of the ruleset, instead of keeping their own.
    pub is_size_fixed: bool,
}

impl ReadOptions {
    /// Options that detect the form of a text.
    #[must_use]
    pub const fn new(ruleset: Ruleset, emoji: &Emoji) -> Self {
        Self {
            ruleset,
            emoji: *emoji,
            form: None,
            first_colour: None,
            is_size_fixed: false,
        }
    }

    /// Returns these options with a fixed form.
    #[must_use]
    pub const fn with_form(self, form: Form) -> Self {
        Self {
            form: Some(form),
            ..self
        }
    }

    /// Returns these options with the size of the ruleset as the only one.
    #[must_use]
    pub const fn with_fixed_size(self) -> Self {
        Self {
            is_size_fixed: true,
            ..self
        }
    }

    /// Reads a game record. Forms other than JSON yield a record without names, times and tags.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] with the place and the reason.
    pub fn read_record(&self, text: &str) -> Result<GameRecord, ReadError> {
        check_length(text)?;
        match self.form {
            // Not stripped: the locations in errors refer to this text.
            Some(Form::Json) => GameRecord::from_json(text),
            None if text.trim_start().starts_with('{') => GameRecord::from_json(text),
            Some(form) => self.read_form(form, &strip(text)?).map(GameRecord::from),
            None => self.detect_and_read(&strip(text)?).map(GameRecord::from),
        }
    }

    /// Reads a game.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] with the place and the reason.
    pub fn read_game(&self, text: &str) -> Result<Game, ReadError> {
        self.read_record(text).map(GameRecord::into_game)
    }

    /// Reads a board, including boards that no game reaches. If the text can be read as several
    /// boards, those with floating discs count only if discs float in all of them.
    ///
    /// # Errors
    ///
    /// Returns a [`ReadError`] if the text holds no board or is ambiguous.
    ///
    /// ```
    /// use foursight_core::{Player, Ruleset};
    /// use foursight_record::{Emoji, ReadOptions};
    ///
    /// let options = ReadOptions::new(Ruleset::default(), &Emoji::YELLOW_FIRST);
    /// let board = options.board("1   1 -\n0   - 1\n\ny/x 0 1")?;
    /// assert_eq!(board.lines(Player::First, 2)[0].to_string(), "a2-b1");
    /// # Ok::<_, foursight_record::ReadError>(())
    /// ```
    pub fn board(&self, text: &str) -> Result<Board, ReadError> {
        check_length(text)?;
        let mut setups = self.setups(&strip(text)?.text);
        let is_at_rest = |setup: &Setup| setup.board().floating().is_none();
        if setups.iter().any(|(_, setup)| is_at_rest(setup)) {
            setups.retain(|(_, setup)| is_at_rest(setup));
        }
        let mut setups = setups.into_iter();
        let Some((form, setup)) = setups.next() else {
            return self.read_game(text).map(|game| game.position().board());
        };
        match setups.find(|(_, other)| other.board() != setup.board()) {
            None => Ok(*setup.board()),
            Some((other, _)) if other == form => {
                Err(ReadError::whole(ReadErrorKind::AmbiguousColumnOrigin))
            }
            Some((other, _)) => Err(ReadError::whole(ReadErrorKind::AmbiguousForm(form, other))),
        }
    }

    /// Adapts the ruleset to a board of this size. Returns `None` for sizes below the minimum, and
    /// for all if the size is fixed. Keeps the line length of the ruleset, or shortens it to the
    /// longest that fits.
    pub(crate) fn resized(
        &self,
        (width, height): (usize, usize),
    ) -> Option<Result<Ruleset, ReadError>> {
        if self.is_size_fixed || width < INFERRED_SIZE_MIN || height < INFERRED_SIZE_MIN {
            return None;
        }
        let [width, height] = [width, height].map(|size| u8::try_from(size).unwrap_or(u8::MAX));
        let connect = self.ruleset.connect().min(width.max(height));
        let resized = Ruleset::new(width, height, connect, self.ruleset.variant());
        Some(resized.map_err(|error| ReadError::whole(ReadErrorKind::Ruleset(error))))
    }

    /// Returns every board that the text may show.
    fn setups(&self, text: &str) -> Vec<(Form, Setup)> {
        let mut setups = arrays::setups(text, self).unwrap_or_default();
        let is_requested = |form| self.form.is_none_or(|named| named == form);
        if is_requested(Form::Emoji) {
            setups.extend(emoji::setup(text, self).map(|setup| (Form::Emoji, setup)));
        }
        if is_requested(Form::Diagram) {
            setups.extend(diagram::setup(text, self).map(|setup| (Form::Diagram, setup)));
        }
        setups
    }

    /// Detects the form of a text and reads its game.
    fn detect_and_read(&self, stripped: &StrippedText) -> Result<Game, ReadError> {
        /// All forms except lists of lists and records.
        const FORMS: [Form; 7] = [
            Form::Moves,
            Form::Digits,
            Form::Letters,
            Form::Emoji,
            Form::Diagram,
            Form::Notation,
            Form::Position,
        ];
        let text = &*stripped.text;
        if text.trim_start().starts_with('[') {
            return arrays::read_any(text, self);
        }
        let mut found: Option<(Form, Game)> = None;
        for form in FORMS {
            let Ok(game) = self.read_form(form, stripped) else {
                continue;
            };
            match &found {
                None => found = Some((form, game)),
                Some((other, first)) if *first != game => {
                    return Err(ReadError::whole(ReadErrorKind::AmbiguousForm(*other, form)));
                }
                Some(_) => {}
            }
        }
        match (found, self.likely_form(stripped)) {
            (Some((_, game)), _) => Ok(game),
            // Report the error of the form that the text resembles most.
            (None, Some(form)) => self.read_form(form, stripped),
            (None, None) => Err(ReadError::whole(ReadErrorKind::Unrecognised)),
        }
    }

    /// Returns the form that a text resembles most, or `None` for prose and unknown kinds of
    /// drawings.
    fn likely_form(&self, stripped: &StrippedText) -> Option<Form> {
        let text = &*stripped.text;
        if emoji::looks_like_picture(text, &self.emoji) {
            return Some(Form::Emoji);
        }
        if diagram::looks_like_diagram(text) {
            return Some(Form::Diagram);
        }
        let moves = moves::detect(text, self.ruleset, stripped.is_value);
        // A `//` comment begins like stacks without a ruleset.
        let is_prose = moves.is_none() && !notation::begins_like_notation(text);
        notation::detect(text, self.ruleset)
            .filter(|_| !is_prose)
            .or(moves)
    }

    fn read_form(&self, form: Form, stripped: &StrippedText) -> Result<Game, ReadError> {
        let (text, ruleset) = (&*stripped.text, self.ruleset);
        match form {
            Form::Moves if stripped.is_value => moves::read_open_list(text, ruleset),
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

/// Strips the source code or markup around a text. An empty text is a game without moves, but a
/// text that is empty only after stripping is an error.
fn strip(text: &str) -> Result<StrippedText, ReadError> {
    let stripped = strip_source_code(&from_one_line(text));
    if stripped.text.trim().is_empty() && !text.trim().is_empty() {
        return Err(ReadError::whole(ReadErrorKind::Missing(Expected::Game)));
    }
    Ok(stripped)
}

/// Rejects a text that is too long, before any parsing.
pub(crate) fn check_length(text: &str) -> Result<(), ReadError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ReadError::whole(ReadErrorKind::TooLong {
            bytes: text.len(),
        }));
    }
    Ok(())
}

/// Detects the form of a text and reads the game. The ruleset applies to texts that do not contain
/// one. The empty text is the drop string of a game without moves.
///
/// Line breaks may be written as the two characters `\n`, so that every form fits on one line.
///
/// # Errors
///
/// Returns a [`ReadError`] with the place and the reason.
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
    ReadOptions::new(ruleset, emoji).read_game(text)
}

/// Reads a game in a given form.
///
/// # Errors
///
/// Returns a [`ReadError`] with the place and the reason.
pub fn read_as(form: Form, text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<Game, ReadError> {
    ReadOptions::new(ruleset, emoji)
        .with_form(form)
        .read_game(text)
}

/// Detects the form of a text and reads it as a game record.
///
/// # Errors
///
/// Returns a [`ReadError`] with the place and the reason.
///
/// ```
/// use foursight_core::{Player, Ruleset};
/// use foursight_record::{Emoji, read_record};
///
/// let text = r#"{"format":"foursight-game","version":1,"ruleset":"standard","seats":["Ada",null],
///     "moves":"44","result":"second","reason":"resignation"}"#;
/// let record = read_record(text, Ruleset::default(), &Emoji::YELLOW_FIRST)?;
/// assert_eq!(record.seat(Player::First), Some("Ada"));
/// let bare = read_record("44", Ruleset::default(), &Emoji::YELLOW_FIRST)?;
/// assert_eq!(bare.game(), record.game());
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
pub fn read_record(text: &str, ruleset: Ruleset, emoji: &Emoji) -> Result<GameRecord, ReadError> {
    ReadOptions::new(ruleset, emoji).read_record(text)
}

/// Reads a game record in a given form.
///
/// # Errors
///
/// Returns a [`ReadError`] with the place and the reason.
pub fn read_record_as(
    form: Form,
    text: &str,
    ruleset: Ruleset,
    emoji: &Emoji,
) -> Result<GameRecord, ReadError> {
    ReadOptions::new(ruleset, emoji)
        .with_form(form)
        .read_record(text)
}

/// Iterates over the cells of a setup, from the bottom left.
pub(crate) fn cells(setup: &Setup) -> impl Iterator<Item = Cell> {
    let board = *setup.board();
    board
        .columns()
        .flat_map(move |column| board.rows().map(move |row| Cell { column, row }))
}
