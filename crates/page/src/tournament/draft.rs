//! The form of a new tournament, and its validation.

use foursight_bots::{Level, Personality};
use foursight_core::{Game, Ruleset};
use foursight_record::{Form as RecordForm, write};
use foursight_tournament::{
    ENTRANTS_MIN, EntrantKind, NAME_CHARS_MAX, Seeding, Tournament, TournamentEvent,
    TournamentFormat, TournamentSetup,
};

use super::local_tournament::bot_spec;
use crate::opponents::OFFERED_LEVELS;
use crate::opponents::net_evaluation;
use crate::text::{Text, UiMessage as M};
use crate::themes::EMOJI;
use crate::wording::game_text::level_name;

/// Players at one device: with more, people would wait longer than they play.
pub const PLAYERS_MAX: usize = 16;
/// Ratings are limited to ±`RATING_MAX`.
const RATING_MAX: i32 = 9999;
/// Rounds of a Swiss tournament; more would take longer than people stay.
pub const ROUNDS_MAX: u16 = 30;
/// Players that a tournament needs.
pub const PLAYERS_MIN: usize = ENTRANTS_MIN;

/// Returns the levels that may take part: all offered ones except the learner, which learns from
/// games at its own table.
pub fn eligible_levels() -> impl Iterator<Item = Level> {
    let takes_part = |level: &Level| *level != Level::Learner;
    OFFERED_LEVELS.into_iter().filter(takes_part)
}

/// Returns true for a bot that does not support these rules.
#[must_use]
pub fn is_unsupported(level: Level, ruleset: Ruleset) -> bool {
    level.net().is_some() && !net_evaluation::is_supported(ruleset)
}

/// A tournament format as the form offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatOption {
    /// Single elimination.
    KnockOut,
    /// Single elimination with a match for the third place.
    ThirdPlace,
    /// Double elimination.
    DoubleElimination,
    /// Round robin.
    RoundRobin,
    /// Double round robin.
    DoubleRoundRobin,
    /// Swiss: a fixed number of rounds between players with similar points.
    Swiss,
}

impl FormatOption {
    /// All options with their ids in the page, in the order of the form.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::KnockOut, "knock-out"),
        (Self::ThirdPlace, "third-place"),
        (Self::DoubleElimination, "double"),
        (Self::RoundRobin, "round-robin"),
        (Self::DoubleRoundRobin, "twice"),
        (Self::Swiss, "swiss"),
    ];

    /// Returns the format for this many players, with the chosen number of rounds for Swiss.
    #[must_use]
    pub fn form(self, players: usize, rounds: Option<u16>) -> TournamentFormat {
        match self {
            Self::KnockOut => TournamentFormat::SingleElimination { third_place: false },
            Self::ThirdPlace => TournamentFormat::SingleElimination { third_place: true },
            Self::DoubleElimination => TournamentFormat::DoubleElimination,
            Self::RoundRobin => TournamentFormat::RoundRobin { double: false },
            Self::DoubleRoundRobin => TournamentFormat::RoundRobin { double: true },
            Self::Swiss => TournamentFormat::Swiss {
                rounds: rounds.unwrap_or_else(|| TournamentFormat::swiss_rounds(players)),
            },
        }
    }
}

/// A player in the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftPlayer {
    /// The name as typed; may be empty.
    pub name: String,
    /// The bot, or `None` for a person.
    pub bot: Option<(Level, Personality)>,
    /// The rating as typed; may be empty.
    pub rating: String,
}

impl DraftPlayer {
    /// Returns a person without a name.
    #[must_use]
    pub const fn person() -> Self {
        Self {
            name: String::new(),
            bot: None,
            rating: String::new(),
        }
    }

    /// Returns a bot of this level.
    #[must_use]
    pub const fn bot(level: Level) -> Self {
        Self {
            name: String::new(),
            bot: Some((level, Personality::Balanced)),
            rating: String::new(),
        }
    }

    /// Parses the rating. Returns `None` for an empty field.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a whole number within the limits.
    fn rating(&self) -> Result<Option<i32>, ()> {
        match self.rating.trim() {
            "" => Ok(None),
            typed => match typed.parse() {
                Ok(rating) if (-RATING_MAX..=RATING_MAX).contains(&rating) => Ok(Some(rating)),
                _ => Err(()),
            },
        }
    }
}

/// Errors in the form. Indices of players count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftError {
    /// Too few players.
    TooFew,
    /// More players than one device can serve.
    TooMany,
    /// The name of this player is too long or has control characters.
    InvalidName(usize),
    /// The name of this player is already taken.
    DuplicateName(usize),
    /// The name of the tournament is too long or has control characters.
    InvalidTitle,
    /// The rating of this player is invalid.
    InvalidRating(usize),
    /// Seeding is by rating, and no player has one.
    NoRatings,
    /// The bot at this index does not support the rules.
    UnsupportedRules(usize),
    /// The number of rounds is invalid.
    InvalidRounds,
}

impl DraftError {
    /// Returns the id of the field to correct.
    #[must_use]
    pub fn field(self) -> String {
        let numbered = |field: &str, index: usize| format!("cup-{field}-{}", index + 1);
        match self {
            Self::InvalidName(index) | Self::DuplicateName(index) => numbered("name", index),
            Self::InvalidRating(index) => numbered("rating", index),
            Self::NoRatings => numbered("rating", 0),
            Self::UnsupportedRules(index) => numbered("kind", index),
            Self::TooFew | Self::TooMany => "cup-add-person".to_owned(),
            Self::InvalidTitle => "cup-title".to_owned(),
            Self::InvalidRounds => "cup-rounds-count".to_owned(),
        }
    }

    /// Returns the error as a sentence for players.
    #[must_use]
    pub fn message(self, text: Text) -> String {
        match self {
            Self::TooFew | Self::TooMany => text.with(
                M::CupCount,
                &[("least", &PLAYERS_MIN), ("most", &PLAYERS_MAX)],
            ),
            Self::InvalidName(index) => text.with(
                M::CupBadName,
                &[("number", &(index + 1)), ("most", &NAME_CHARS_MAX)],
            ),
            Self::DuplicateName(index) => text.with(M::CupSameName, &[("number", &(index + 1))]),
            Self::InvalidTitle => text.with(M::CupBadTitle, &[("most", &NAME_CHARS_MAX)]),
            Self::InvalidRating(index) => text.with(
                M::CupBadRating,
                &[("number", &(index + 1)), ("most", &RATING_MAX)],
            ),
            Self::NoRatings => text.get(M::CupNoRatings).to_owned(),
            Self::UnsupportedRules(index) => {
                text.with(M::CupOtherRules, &[("number", &(index + 1))])
            }
            Self::InvalidRounds => text.with(M::CupBadRounds, &[("most", &ROUNDS_MAX)]),
        }
    }
}

/// The contents of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentDraft {
    /// The name; a default applies if it is empty.
    pub title: String,
    /// The players, from the best seed down.
    pub players: Vec<DraftPlayer>,
    /// The format.
    pub form: FormatOption,
    /// Rounds of Swiss as typed; if empty, as many as a knock-out would have.
    pub rounds: String,
    /// Games per match.
    pub best_of: u8,
    /// The seeding method.
    pub seeding: Seeding,
}

impl Default for TournamentDraft {
    /// Two people and two bots, so that one click starts a tournament.
    fn default() -> Self {
        let bot = DraftPlayer::bot;
        Self {
            title: String::new(),
            players: vec![
                DraftPlayer::person(),
                DraftPlayer::person(),
                bot(Level::Medium),
                bot(Level::Easy),
            ],
            form: FormatOption::KnockOut,
            rounds: String::new(),
            best_of: 1,
            seeding: Seeding::Order,
        }
    }
}

impl TournamentDraft {
    /// Returns the names for the tournament: as typed, else a number for people and the level for
    /// bots. Generated names are numbered until they are unique.
    #[must_use]
    pub fn names(&self, text: Text) -> Vec<String> {
        let typed: Vec<&str> = self
            .players
            .iter()
            .map(|player| player.name.trim())
            .collect();
        let mut names: Vec<String> = Vec::new();
        for (index, player) in self.players.iter().enumerate() {
            if !typed[index].is_empty() {
                names.push(typed[index].to_owned());
                continue;
            }
            let is_free = |name: &String| !names.contains(name) && !typed.contains(&name.as_str());
            let default = match player.bot {
                None => text.with(M::PlayerNumber, &[("number", &(index + 1))]),
                Some((level, _)) => text.get(level_name(level)).to_owned(),
            };
            let numbered = (2..).map(|number| format!("{default} {number}"));
            let name = std::iter::once(default.clone())
                .chain(numbered)
                .find(is_free);
            names.push(name.unwrap_or(default));
        }
        names
    }

    /// Validates names, format and ratings.
    ///
    /// # Errors
    ///
    /// Fails with the first error.
    pub fn check(&self, text: Text) -> Result<(), DraftError> {
        if is_invalid_name(self.title.trim()) {
            return Err(DraftError::InvalidTitle);
        }
        match self.players.len() {
            count if count < PLAYERS_MIN => return Err(DraftError::TooFew),
            count if count > PLAYERS_MAX => return Err(DraftError::TooMany),
            _ => {}
        }
        let names = self.names(text);
        for (index, name) in names.iter().enumerate() {
            if is_invalid_name(name) {
                return Err(DraftError::InvalidName(index));
            }
            if names[..index].contains(name) {
                return Err(DraftError::DuplicateName(index));
            }
        }
        self.form().map(drop)?;
        self.ratings().map(drop)
    }

    /// Returns the format with its rounds.
    ///
    /// # Errors
    ///
    /// Fails if the number of rounds is invalid.
    pub fn form(&self) -> Result<TournamentFormat, DraftError> {
        let rounds = match self.rounds.trim() {
            typed if self.form == FormatOption::Swiss && !typed.is_empty() => {
                let rounds = typed.parse().ok();
                let rounds = rounds.filter(|rounds| (1..=ROUNDS_MAX).contains(rounds));
                Some(rounds.ok_or(DraftError::InvalidRounds)?)
            }
            _ => None,
        };
        Ok(self.form.form(self.players.len(), rounds))
    }

    /// Parses the ratings, which matter only for seeding by rating.
    fn ratings(&self) -> Result<Vec<Option<i32>>, DraftError> {
        if self.seeding != Seeding::Rating {
            return Ok(vec![None; self.players.len()]);
        }
        let players = self.players.iter().enumerate();
        let ratings = players.map(|(index, player)| {
            let rating = player.rating();
            rating.map_err(|()| DraftError::InvalidRating(index))
        });
        let ratings = ratings.collect::<Result<Vec<_>, _>>()?;
        if ratings.iter().all(Option::is_none) {
            return Err(DraftError::NoRatings);
        }
        Ok(ratings)
    }

    /// Returns the index of the first bot that does not support the rules.
    fn first_unsupported(&self, ruleset: Ruleset) -> Option<usize> {
        self.players.iter().position(|player| {
            let level = player.bot.map(|(level, _)| level);
            level.is_some_and(|level| is_unsupported(level, ruleset))
        })
    }

    /// Starts the tournament.
    ///
    /// # Errors
    ///
    /// Fails if [`TournamentDraft::check`] does, or if a bot does not support the rules.
    pub fn begin(&self, text: Text, ruleset: Ruleset, seed: u64) -> Result<Tournament, DraftError> {
        self.check(text)?;
        if let Some(index) = self.first_unsupported(ruleset) {
            return Err(DraftError::UnsupportedRules(index));
        }
        let ratings = self.ratings()?;
        let title = self.title.trim();
        let setup = TournamentSetup {
            name: if title.is_empty() {
                text.get(M::PageTournament).to_owned()
            } else {
                title.to_owned()
            },
            format: self.form()?,
            best_of: self.best_of,
            seeding: self.seeding,
            seed,
            opening_plies: 0,
            rules: write(&Game::new(ruleset), RecordForm::Notation, &EMOJI),
        };
        let mut tournament = Tournament::new(setup).map_err(|_| DraftError::InvalidTitle)?;
        let names = self.names(text).into_iter().zip(&self.players);
        for (index, (name, player)) in names.enumerate() {
            let kind = player
                .bot
                .map_or(EntrantKind::Person, |(level, personality)| {
                    EntrantKind::Bot(bot_spec(level, personality))
                });
            let rating = ratings[index];
            let entered = tournament.apply(TournamentEvent::Entered { name, kind, rating });
            entered.map_err(|_| DraftError::InvalidName(index))?;
        }
        let begun = tournament.apply(TournamentEvent::Began);
        begun.map_err(|_| DraftError::TooFew)?;
        Ok(tournament)
    }
}

/// Returns true for a name that `foursight-tournament` would reject.
fn is_invalid_name(name: &str) -> bool {
    name.chars().count() > NAME_CHARS_MAX || name.contains(char::is_control)
}
