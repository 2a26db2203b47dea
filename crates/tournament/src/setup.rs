//! Configuration fixed before a tournament begins: format, matches, seeding and random seed.

use std::fmt;

/// The smallest field.
pub const ENTRANTS_MIN: usize = 2;
/// The largest field.
pub const ENTRANTS_MAX: usize = 256;
/// Maximum number of games of a match before draw-breaks.
pub const BEST_OF_MAX: u8 = 15;
/// Maximum number of rounds of a Swiss tournament.
pub const ROUNDS_MAX: u16 = 255;
/// Maximum number of random moves of an opening.
pub const OPENING_PLIES_MAX: u8 = 64;
/// Maximum length of the name of a tournament or an entrant, in characters.
pub const NAME_CHARS_MAX: usize = 40;
/// Maximum length of the text of the rules and of a bot's name, in characters.
pub const TEXT_CHARS_MAX: usize = 200;
/// Number of extra games, with the seats swapped, of a knock-out match that is level after its
/// games.
pub const EXTRA_GAMES: usize = 2;

/// Format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// One lost match eliminates an entrant.
    SingleElimination {
        /// The losers of the semi-finals play for third place.
        third_place: bool,
    },
    /// Two lost matches eliminate an entrant. The grand final is repeated if it was the first loss
    /// of its loser.
    DoubleElimination,
    /// Each entrant meets each other entrant.
    RoundRobin {
        /// Each pair meets twice, with the seats swapped.
        double: bool,
    },
    /// A fixed number of rounds, each between entrants with about equal points.
    Swiss {
        /// Number of rounds.
        rounds: u16,
    },
}

impl TournamentFormat {
    /// True if the winner of a match advances and the loser is eliminated or drops.
    #[must_use]
    pub const fn is_knock_out(self) -> bool {
        matches!(
            self,
            Self::SingleElimination { .. } | Self::DoubleElimination
        )
    }

    /// Returns as many Swiss rounds as a knock-out of this field would have, at least one: enough
    /// to leave a single entrant who won every match.
    #[must_use]
    pub const fn swiss_rounds(entrants: usize) -> u16 {
        let rounds = entrants.next_power_of_two().trailing_zeros() as u16;
        if rounds == 0 { 1 } else { rounds }
    }
}

/// Order in which entrants are seeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    /// Order of entry.
    Order,
    /// Best rating first; entrants without a rating come last, in the order of entry.
    Rating,
    /// Random, from the tournament's seed.
    Random,
}

/// Configuration fixed before the first entrant registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentSetup {
    /// Name of the tournament.
    pub name: String,
    /// Format of the tournament.
    pub format: TournamentFormat,
    /// Number of games of a match. It ends sooner once the leader cannot be caught.
    pub best_of: u8,
    /// Order in which entrants are seeded.
    pub seeding: Seeding,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of random moves that a game starts with. Two games with swapped seats start alike.
    pub opening_plies: u8,
    /// The rules of the games, in text that the app reads. The tournament only stores it.
    pub rules: String,
}

impl Default for TournamentSetup {
    fn default() -> Self {
        Self {
            name: "Tournament".to_owned(),
            format: TournamentFormat::SingleElimination { third_place: false },
            best_of: 1,
            seeding: Seeding::Order,
            seed: 1,
            opening_plies: 0,
            rules: String::new(),
        }
    }
}

/// Reason why a setup or a name is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TournamentSetupError {
    /// The number of games of a match must be 1 to [`BEST_OF_MAX`].
    BestOf(u8),
    /// The number of Swiss rounds must be 1 to [`ROUNDS_MAX`].
    Rounds(u16),
    /// An opening has at most [`OPENING_PLIES_MAX`] random moves.
    OpeningPlies(u8),
    /// A name is empty, too long, contains a control character, or begins or ends with a cell.
    /// Holds only the beginning of a long name.
    Name(String),
    /// The rules or the name of a bot are too long or contain a control character.
    Text(String),
}

impl fmt::Display for TournamentSetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BestOf(games) => write!(f, "best of {games}: choose 1 to {BEST_OF_MAX} games"),
            Self::Rounds(rounds) => write!(f, "{rounds} rounds: choose 1 to {ROUNDS_MAX}"),
            Self::OpeningPlies(plies) => {
                write!(f, "{plies} random moves: choose 0 to {OPENING_PLIES_MAX}")
            }
            Self::Name(name) => write_name_error(f, name),
            Self::Text(words) => write!(
                f,
                "{words:?} is longer than {TEXT_CHARS_MAX} characters or not plain text"
            ),
        }
    }
}

impl std::error::Error for TournamentSetupError {}

/// Describes the first error of a name.
fn write_name_error(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let shown: String = name.chars().take(NAME_CHARS_MAX).collect();
    let problem = if name.is_empty() {
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
    write!(f, "the name {shown:?} {problem}")
}

impl TournamentSetup {
    /// Validates the setup.
    ///
    /// # Errors
    ///
    /// Returns the first value that is out of range.
    pub fn check(&self) -> Result<(), TournamentSetupError> {
        check_name(&self.name)?;
        check_text(&self.rules)?;
        if !(1..=BEST_OF_MAX).contains(&self.best_of) {
            return Err(TournamentSetupError::BestOf(self.best_of));
        }
        if self.opening_plies > OPENING_PLIES_MAX {
            return Err(TournamentSetupError::OpeningPlies(self.opening_plies));
        }
        match self.format {
            TournamentFormat::Swiss { rounds } if !(1..=ROUNDS_MAX).contains(&rounds) => {
                Err(TournamentSetupError::Rounds(rounds))
            }
            _ => Ok(()),
        }
    }
}

/// Accepts one line of plain text that does not begin or end with a cell.
pub(crate) fn check_name(name: &str) -> Result<(), TournamentSetupError> {
    let is_short_and_trimmed =
        !name.is_empty() && name.chars().count() <= NAME_CHARS_MAX && name.trim() == name;
    if is_short_and_trimmed && !name.contains(char::is_control) {
        return Ok(());
    }
    // One character beyond the limit shows that the name is too long.
    Err(TournamentSetupError::Name(
        name.chars().take(NAME_CHARS_MAX + 1).collect(),
    ))
}

/// Accepts one line of plain text, which may be empty.
pub(crate) fn check_text(words: &str) -> Result<(), TournamentSetupError> {
    let is_short_and_trimmed = words.chars().count() <= TEXT_CHARS_MAX && words.trim() == words;
    if is_short_and_trimmed && !words.contains(char::is_control) {
        return Ok(());
    }
    Err(TournamentSetupError::Text(
        words.chars().take(NAME_CHARS_MAX).collect(),
    ))
}
