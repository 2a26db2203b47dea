//! What is fixed before a tournament begins: its form, its matches, and where its chance comes from.

use std::fmt;

/// The smallest field.
pub const ENTRANTS_MIN: usize = 2;
/// The largest field.
pub const ENTRANTS_MAX: usize = 256;
/// A match has at most this many games before a tie is broken.
pub const BEST_OF_MAX: u8 = 15;
/// A Swiss tournament has at most this many rounds.
pub const ROUNDS_MAX: u16 = 255;
/// An opening has at most this many random moves.
pub const OPENING_PLIES_MAX: u8 = 64;
/// A name of a tournament or an entrant has at most this many characters.
pub const NAME_CHARS_MAX: usize = 40;
/// The text of the rules, and the name of a bot, have at most this many characters.
pub const WORDS_CHARS_MAX: usize = 200;
/// A knock-out match that is level after its games has this many further ones, with the seats swapped.
pub const EXTRA_GAMES: usize = 2;

/// How a tournament is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Whoever loses a match is out.
    SingleElimination {
        /// The losers of the semi-finals play for the third place.
        third_place: bool,
    },
    /// Whoever loses twice is out. The grand final is repeated if it is the first loss of its loser.
    DoubleElimination,
    /// Everybody meets everybody.
    RoundRobin {
        /// Everybody meets everybody twice, with the seats swapped.
        double: bool,
    },
    /// A fixed number of rounds, each between entrants of about equal points.
    Swiss {
        /// How many rounds.
        rounds: u16,
    },
}

impl Form {
    /// True if matches have a winner who goes on and a loser who is out or drops.
    #[must_use]
    pub const fn is_knock_out(self) -> bool {
        matches!(
            self,
            Self::SingleElimination { .. } | Self::DoubleElimination
        )
    }

    /// As many Swiss rounds as a knock-out of this field would have, at least one: enough to find a
    /// single entrant who won every match.
    #[must_use]
    pub const fn swiss_rounds(entrants: usize) -> u16 {
        let rounds = entrants.next_power_of_two().trailing_zeros() as u16;
        if rounds == 0 { 1 } else { rounds }
    }
}

/// Who is seeded where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    /// In the order of entry.
    Order,
    /// The best rating first; who has none comes last, in the order of entry.
    Rating,
    /// Drawn with the tournament's seed.
    Drawn,
}

/// What is fixed before the first entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What the tournament is called.
    pub name: String,
    /// How it is played.
    pub form: Form,
    /// How many games a match has. It ends sooner once the leader cannot be caught.
    pub best_of: u8,
    /// Who is seeded where.
    pub seeding: Seeding,
    /// What all chance comes from.
    pub seed: u64,
    /// How many random moves a game starts with. Two games with swapped seats start alike.
    pub opening_plies: u8,
    /// The rules of the games, in words that the app reads. The tournament only keeps them.
    pub rules: String,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            name: "Tournament".to_owned(),
            form: Form::SingleElimination { third_place: false },
            best_of: 1,
            seeding: Seeding::Order,
            seed: 1,
            opening_plies: 0,
            rules: String::new(),
        }
    }
}

/// Why a setup or a name is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// A match needs at least one game, and has at most [`BEST_OF_MAX`].
    BestOf(u8),
    /// Swiss needs at least one round, and has at most [`ROUNDS_MAX`].
    Rounds(u16),
    /// An opening has at most [`OPENING_PLIES_MAX`] random moves.
    OpeningPlies(u8),
    /// A name is empty, too long, holds a control character or has a space at an end. Of a long one only the
    /// beginning is kept.
    Name(String),
    /// The rules or the name of a bot are too long or hold a control character.
    Words(String),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BestOf(games) => write!(f, "best of {games}: choose 1 to {BEST_OF_MAX} games"),
            Self::Rounds(rounds) => write!(f, "{rounds} rounds: choose 1 to {ROUNDS_MAX}"),
            Self::OpeningPlies(plies) => {
                write!(f, "{plies} random moves: choose 0 to {OPENING_PLIES_MAX}")
            }
            Self::Name(name) => write_why(f, name),
            Self::Words(words) => write!(
                f,
                "{words:?} is longer than {WORDS_CHARS_MAX} characters or not plain text"
            ),
        }
    }
}

impl std::error::Error for SetupError {}

/// The first thing that is wrong with a name.
fn write_why(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let shown: String = name.chars().take(NAME_CHARS_MAX).collect();
    let why = if name.is_empty() {
        return f.write_str("the name is empty");
    } else if name.contains(char::is_control) {
        "holds a character that cannot be shown"
    } else if name.trim() != name {
        "begins or ends with a space"
    } else {
        return write!(
            f,
            "the name \"{shown}…\" is longer than {NAME_CHARS_MAX} characters"
        );
    };
    write!(f, "the name {shown:?} {why}")
}

impl Setup {
    /// Says what is wrong with it, if anything.
    ///
    /// # Errors
    ///
    /// The first value that is out of its bounds.
    pub fn check(&self) -> Result<(), SetupError> {
        check_name(&self.name)?;
        check_words(&self.rules)?;
        if !(1..=BEST_OF_MAX).contains(&self.best_of) {
            return Err(SetupError::BestOf(self.best_of));
        }
        if self.opening_plies > OPENING_PLIES_MAX {
            return Err(SetupError::OpeningPlies(self.opening_plies));
        }
        match self.form {
            Form::Swiss { rounds } if !(1..=ROUNDS_MAX).contains(&rounds) => {
                Err(SetupError::Rounds(rounds))
            }
            _ => Ok(()),
        }
    }
}

/// A name is one line of plain text that does not begin or end with a space.
pub(crate) fn check_name(name: &str) -> Result<(), SetupError> {
    let fits = !name.is_empty() && name.chars().count() <= NAME_CHARS_MAX && name.trim() == name;
    if fits && !name.contains(char::is_control) {
        return Ok(());
    }
    // One character more tells that it is too long.
    Err(SetupError::Name(
        name.chars().take(NAME_CHARS_MAX + 1).collect(),
    ))
}

/// Words are one line of plain text, perhaps empty.
pub(crate) fn check_words(words: &str) -> Result<(), SetupError> {
    let fits = words.chars().count() <= WORDS_CHARS_MAX && words.trim() == words;
    if fits && !words.contains(char::is_control) {
        return Ok(());
    }
    Err(SetupError::Words(
        words.chars().take(NAME_CHARS_MAX).collect(),
    ))
}
