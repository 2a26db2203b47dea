//! The choices before a tournament, and what is wrong with them.

use foursight_bots::{Level, Personality};
use foursight_core::{Game, Ruleset};
use foursight_record::{Form as RecordForm, write};
use foursight_tournament::{
    ENTRANTS_MIN, Event, Form, NAME_CHARS_MAX, Seeding, Setup, Tournament, Who,
};

use super::held::bot_words;
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::words::level_name;

/// So many take part at one device. More would wait longer than they play.
pub const PLAYERS_MAX: usize = 16;
/// Alone it is no tournament.
pub const PLAYERS_MIN: usize = ENTRANTS_MIN;

/// The levels that take part. The learner does not: it learns from games at its own table.
pub const LEVELS: [Level; 10] = [
    Level::Dice,
    Level::Easy,
    Level::Novice,
    Level::Casual,
    Level::Medium,
    Level::Hard,
    Level::Expert,
    Level::Master,
    Level::Perfect,
    Level::PlayOuts,
];

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

    /// The form for so many players.
    #[must_use]
    pub const fn form(self, players: usize) -> Form {
        match self {
            Self::KnockOut => Form::SingleElimination { third_place: false },
            Self::ThirdPlace => Form::SingleElimination { third_place: true },
            Self::Double => Form::DoubleElimination,
            Self::RoundRobin => Form::RoundRobin { double: false },
            Self::Twice => Form::RoundRobin { double: true },
            Self::Swiss => Form::Swiss {
                rounds: Form::swiss_rounds(players),
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
}

impl Listed {
    /// A person who has no name yet.
    #[must_use]
    pub const fn person() -> Self {
        Self {
            name: String::new(),
            bot: None,
        }
    }

    /// A bot of this level.
    #[must_use]
    pub const fn bot(level: Level) -> Self {
        Self {
            name: String::new(),
            bot: Some((level, Personality::Balanced)),
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
}

impl Complaint {
    /// The field that it is about, if it is about one.
    #[must_use]
    pub const fn place(self) -> Option<usize> {
        match self {
            Self::BadName(place) | Self::SameName(place) => Some(place),
            Self::TooFew | Self::TooMany | Self::BadTitle => None,
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
    /// Games of a match.
    pub best_of: u8,
    /// The seeds are drawn.
    pub is_drawn: bool,
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
            best_of: 1,
            is_drawn: false,
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
        Ok(())
    }

    /// The tournament, begun.
    ///
    /// # Errors
    ///
    /// What [`Draft::check`] complains about.
    pub fn begin(&self, text: Text, ruleset: Ruleset, seed: u64) -> Result<Tournament, Complaint> {
        self.check(text)?;
        let title = self.title.trim();
        let setup = Setup {
            name: if title.is_empty() {
                text.get(M::PageTournament).to_owned()
            } else {
                title.to_owned()
            },
            form: self.form.form(self.players.len()),
            best_of: self.best_of,
            seeding: if self.is_drawn {
                Seeding::Drawn
            } else {
                Seeding::Order
            },
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
            let rating = None;
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
