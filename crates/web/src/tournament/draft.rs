//! The choices before a tournament, and what is wrong with them.

use foursight_bots::{Level, Personality};
use foursight_core::{Game, Ruleset};
use foursight_record::{Form as RecordForm, write};
use foursight_tournament::{
    ENTRANTS_MIN, Event, Form, NAME_CHARS_MAX, Seeding, Setup, Tournament, Who,
};

use super::held::bot_words;
use crate::nets;
use crate::opponents::OFFERED;
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::words::level_name;

/// So many take part at one device. More would wait longer than they play.
pub const PLAYERS_MAX: usize = 16;
/// Ratings lie between this and its opposite.
const RATING_MAX: i32 = 9999;
/// More rounds of Swiss than this would take longer than anybody stays.
pub const ROUNDS_MAX: u16 = 30;
/// Alone it is no tournament.
pub const PLAYERS_MIN: usize = ENTRANTS_MIN;

/// The levels that take part: all that are offered but the learner, which learns from games at its own table.
pub fn levels() -> impl Iterator<Item = Level> {
    let takes_part = |level: &Level| *level != Level::Learner;
    OFFERED.into_iter().filter(takes_part)
}

/// True for a bot that does not know these rules.
#[must_use]
pub fn is_misplaced(level: Level, ruleset: Ruleset) -> bool {
    level.net().is_some() && !nets::know(ruleset)
}

/// How a tournament is played, as it is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormName {
    /// Whoever loses a match is out.
    KnockOut,
    /// The same, and the losers of the semi-finals play for the third place.
    ThirdPlace,
    /// Whoever loses twice is out.
    Double,
    /// Everybody meets everybody.
    RoundRobin,
    /// Everybody meets everybody twice.
    Twice,
    /// Some rounds between players of about equal points.
    Swiss,
}

impl FormName {
    /// All of them with their names in the page, in the order in which they are offered.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::KnockOut, "knock-out"),
        (Self::ThirdPlace, "third-place"),
        (Self::Double, "double"),
        (Self::RoundRobin, "round-robin"),
        (Self::Twice, "twice"),
        (Self::Swiss, "swiss"),
    ];

    /// The form for this many players; if it is Swiss, with the rounds that were chosen.
    #[must_use]
    pub fn form(self, players: usize, rounds: Option<u16>) -> Form {
        match self {
            Self::KnockOut => Form::SingleElimination { third_place: false },
            Self::ThirdPlace => Form::SingleElimination { third_place: true },
            Self::Double => Form::DoubleElimination,
            Self::RoundRobin => Form::RoundRobin { double: false },
            Self::Twice => Form::RoundRobin { double: true },
            Self::Swiss => Form::Swiss {
                rounds: rounds.unwrap_or_else(|| Form::swiss_rounds(players)),
            },
        }
    }
}

/// Somebody on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What was written; perhaps nothing.
    pub name: String,
    /// Which bot it is; none for a person.
    pub bot: Option<(Level, Personality)>,
    /// The rating as it was written; perhaps nothing.
    pub rating: String,
}

impl Listed {
    /// A person who has no name yet.
    #[must_use]
    pub const fn person() -> Self {
        Self {
            name: String::new(),
            bot: None,
            rating: String::new(),
        }
    }

    /// A bot of this level.
    #[must_use]
    pub const fn bot(level: Level) -> Self {
        Self {
            name: String::new(),
            bot: Some((level, Personality::Balanced)),
            rating: String::new(),
        }
    }

    /// The rating; none if nothing is written.
    ///
    /// # Errors
    ///
    /// If it is no whole number, or none that a rating has.
    fn rating(&self) -> Result<Option<i32>, ()> {
        match self.rating.trim() {
            "" => Ok(None),
            written => match written.parse() {
                Ok(rating) if (-RATING_MAX..=RATING_MAX).contains(&rating) => Ok(Some(rating)),
                _ => Err(()),
            },
        }
    }
}

/// What is wrong with the choices. Places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// Fewer than two.
    TooFew,
    /// More than fit at one device.
    TooMany,
    /// The name at this place is too long or no plain text.
    BadName(usize),
    /// The name at this place is there twice.
    SameName(usize),
    /// The name of the tournament is too long or no plain text.
    BadTitle,
    /// The rating at this place is no number.
    BadRating(usize),
    /// The seeds follow ratings, and no player has one.
    NoRatings,
    /// The bot at this place does not know the rules.
    OtherRules(usize),
    /// The number of rounds is none, or too many.
    BadRounds,
}

impl Complaint {
    /// The id of the field that is to be changed.
    #[must_use]
    pub fn field(self) -> String {
        let numbered = |what: &str, place: usize| format!("cup-{what}-{}", place + 1);
        match self {
            Self::BadName(place) | Self::SameName(place) => numbered("name", place),
            Self::BadRating(place) => numbered("rating", place),
            Self::NoRatings => numbered("rating", 0),
            Self::OtherRules(place) => numbered("kind", place),
            Self::TooFew | Self::TooMany => "cup-add-person".to_owned(),
            Self::BadTitle => "cup-title".to_owned(),
            Self::BadRounds => "cup-rounds-count".to_owned(),
        }
    }

    /// It in words.
    #[must_use]
    pub fn words(self, text: Text) -> String {
        match self {
            Self::TooFew | Self::TooMany => text.with(
                M::CupCount,
                &[("least", &PLAYERS_MIN), ("most", &PLAYERS_MAX)],
            ),
            Self::BadName(place) => text.with(
                M::CupBadName,
                &[("number", &(place + 1)), ("most", &NAME_CHARS_MAX)],
            ),
            Self::SameName(place) => text.with(M::CupSameName, &[("number", &(place + 1))]),
            Self::BadTitle => text.with(M::CupBadTitle, &[("most", &NAME_CHARS_MAX)]),
            Self::BadRating(place) => text.with(
                M::CupBadRating,
                &[("number", &(place + 1)), ("most", &RATING_MAX)],
            ),
            Self::NoRatings => text.get(M::CupNoRatings).to_owned(),
            Self::OtherRules(place) => text.with(M::CupOtherRules, &[("number", &(place + 1))]),
            Self::BadRounds => text.with(M::CupBadRounds, &[("most", &ROUNDS_MAX)]),
        }
    }
}

/// The choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it is called; its form if nothing is written.
    pub title: String,
    /// Who takes part, from the best seed down.
    pub players: Vec<Listed>,
    /// How it is played.
    pub form: FormName,
    /// Rounds of Swiss as they were written; as many as a knock-out would have if nothing is.
    pub rounds: String,
    /// Games of a match.
    pub best_of: u8,
    /// Who is seeded where.
    pub seeding: Seeding,
}

impl Default for Draft {
    /// Two people and two bots, which is a tournament after one press.
    fn default() -> Self {
        let bot = Listed::bot;
        Self {
            title: String::new(),
            players: vec![
                Listed::person(),
                Listed::person(),
                bot(Level::Medium),
                bot(Level::Easy),
            ],
            form: FormName::KnockOut,
            rounds: String::new(),
            best_of: 1,
            seeding: Seeding::Order,
        }
    }
}

impl Draft {
    /// The names as they will be: what was written, a number for people without a name, the level for bots;
    /// names that the page gives are numbered until none is there twice.
    #[must_use]
    pub fn names(&self, text: Text) -> Vec<String> {
        let written: Vec<&str> = self
            .players
            .iter()
            .map(|player| player.name.trim())
            .collect();
        let mut names: Vec<String> = Vec::new();
        for (place, player) in self.players.iter().enumerate() {
            if !written[place].is_empty() {
                names.push(written[place].to_owned());
                continue;
            }
            let is_free =
                |name: &String| !names.contains(name) && !written.contains(&name.as_str());
            let given = match player.bot {
                None => text.with(M::PlayerNumber, &[("number", &(place + 1))]),
                Some((level, _)) => text.get(level_name(level)).to_owned(),
            };
            let numbered = (2..).map(|number| format!("{given} {number}"));
            let name = std::iter::once(given.clone()).chain(numbered).find(is_free);
            names.push(name.unwrap_or(given));
        }
        names
    }

    /// What is wrong, if anything.
    ///
    /// # Errors
    ///
    /// The first complaint.
    pub fn check(&self, text: Text) -> Result<(), Complaint> {
        if is_bad(self.title.trim()) {
            return Err(Complaint::BadTitle);
        }
        match self.players.len() {
            count if count < PLAYERS_MIN => return Err(Complaint::TooFew),
            count if count > PLAYERS_MAX => return Err(Complaint::TooMany),
            _ => {}
        }
        let names = self.names(text);
        for (place, name) in names.iter().enumerate() {
            if is_bad(name) {
                return Err(Complaint::BadName(place));
            }
            if names[..place].contains(name) {
                return Err(Complaint::SameName(place));
            }
        }
        self.form().map(drop)?;
        self.ratings().map(drop)
    }

    /// The form, with its rounds.
    ///
    /// # Errors
    ///
    /// If the number of rounds is none.
    pub fn form(&self) -> Result<Form, Complaint> {
        let rounds = match self.rounds.trim() {
            written if self.form == FormName::Swiss && !written.is_empty() => {
                let rounds = written.parse().ok();
                let rounds = rounds.filter(|rounds| (1..=ROUNDS_MAX).contains(rounds));
                Some(rounds.ok_or(Complaint::BadRounds)?)
            }
            _ => None,
        };
        Ok(self.form.form(self.players.len(), rounds))
    }

    /// The ratings, which count only where the seeds follow them.
    fn ratings(&self) -> Result<Vec<Option<i32>>, Complaint> {
        if self.seeding != Seeding::Rating {
            return Ok(vec![None; self.players.len()]);
        }
        let players = self.players.iter().enumerate();
        let ratings = players.map(|(place, player)| {
            let rating = player.rating();
            rating.map_err(|()| Complaint::BadRating(place))
        });
        let ratings = ratings.collect::<Result<Vec<_>, _>>()?;
        if ratings.iter().all(Option::is_none) {
            return Err(Complaint::NoRatings);
        }
        Ok(ratings)
    }

    /// The first bot that does not know the rules.
    fn misplaced(&self, ruleset: Ruleset) -> Option<usize> {
        self.players.iter().position(|player| {
            let level = player.bot.map(|(level, _)| level);
            level.is_some_and(|level| is_misplaced(level, ruleset))
        })
    }

    /// The tournament, begun.
    ///
    /// # Errors
    ///
    /// What [`Draft::check`] complains about.
    pub fn begin(&self, text: Text, ruleset: Ruleset, seed: u64) -> Result<Tournament, Complaint> {
        self.check(text)?;
        if let Some(place) = self.misplaced(ruleset) {
            return Err(Complaint::OtherRules(place));
        }
        let ratings = self.ratings()?;
        let title = self.title.trim();
        let setup = Setup {
            name: if title.is_empty() {
                text.get(M::PageTournament).to_owned()
            } else {
                title.to_owned()
            },
            form: self.form()?,
            best_of: self.best_of,
            seeding: self.seeding,
            seed,
            opening_plies: 0,
            rules: write(&Game::new(ruleset), RecordForm::Notation, &EMOJI),
        };
        let mut tournament = Tournament::new(setup).map_err(|_| Complaint::BadTitle)?;
        let names = self.names(text).into_iter().zip(&self.players);
        for (place, (name, player)) in names.enumerate() {
            let who = player.bot.map_or(Who::Person, |(level, personality)| {
                Who::Bot(bot_words(level, personality))
            });
            let rating = ratings[place];
            let entered = tournament.apply(Event::Entered { name, who, rating });
            entered.map_err(|_| Complaint::BadName(place))?;
        }
        let begun = tournament.apply(Event::Began);
        begun.map_err(|_| Complaint::TooFew)?;
        Ok(tournament)
    }
}

/// True for a name that a tournament would refuse.
fn is_bad(name: &str) -> bool {
    name.chars().count() > NAME_CHARS_MAX || name.contains(char::is_control)
}
