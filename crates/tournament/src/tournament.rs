//! A tournament: the fold of its events.
//!
//! Everything follows from the setup and the events, and no event changes what an earlier one decided.
//! Matches that do not depend on each other may be played at the same time and in any order, with the
//! same result in the end.

mod deciding;
mod entering;
mod looking;

use foursight_core::Player;

use crate::contest::{By, Decision, EntrantId, Match, MatchId, Place, PlayedGame, Source, Stage};
use crate::event::{Absentee, Event, Refused, Who};
use crate::setup::{Form, Setup, SetupError, check_words};

/// The moves of a game are kept up to this many characters.
pub const MOVES_CHARS_MAX: usize = 4096;

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// Who makes its moves.
    pub who: Who,
    /// A rating from elsewhere.
    pub rating: Option<i32>,
    /// It has left for good.
    pub has_withdrawn: bool,
}

/// A game that can be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// The match it belongs to.
    pub match_id: MatchId,
    /// Which game of the match, from 0.
    pub game: u16,
    /// Who moves first.
    pub first: EntrantId,
    /// Who moves second.
    pub second: EntrantId,
    /// Where the random moves of its opening come from. Two games with swapped seats share it.
    pub opening_seed: u64,
    /// Where the chance of its bots comes from.
    pub seed: u64,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before it begins.
    Entering,
    /// Games are due.
    Running,
    /// The next Swiss round is to be paired.
    BetweenRounds,
    /// Everything is decided.
    Over,
}

/// A tournament as it stands.
///
/// ```
/// use foursight_core::Player;
/// use foursight_tournament::{Event, Setup, Tournament, Who};
///
/// let mut cup = Tournament::new(Setup::default())?;
/// for name in ["Ann", "Ben", "Cleo"] {
///     let (name, who) = (name.to_owned(), Who::Person);
///     cup.apply(Event::Entered { name, who, rating: None })?;
/// }
/// cup.apply(Event::Began)?;
/// while let Some(due) = cup.due().first().copied() {
///     // Whoever moves first wins.
///     let winner = Some(Player::First);
///     let (match_id, game) = (due.match_id, due.game);
///     cup.apply(Event::Played { match_id, game, winner, plies: 7, moves: String::new() })?;
/// }
/// let standings = cup.standings();
/// assert_eq!(standings[0].rank, 1);
/// assert_eq!(standings.iter().map(|row| row.rank).max(), Some(3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(crate) setup: Setup,
    pub(crate) entrants: Vec<Entrant>,
    /// The entrants from the best seed down; empty until it begins.
    pub(crate) seeds: Vec<EntrantId>,
    pub(crate) matches: Vec<Match>,
    pub(crate) rounds_paired: u16,
    has_begun: bool,
    events: Vec<Event>,
}

impl Tournament {
    /// A tournament that nobody has entered.
    ///
    /// # Errors
    ///
    /// What [`Setup::check`] complains about.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.check()?;
        Ok(Self {
            setup,
            entrants: Vec::new(),
            seeds: Vec::new(),
            matches: Vec::new(),
            rounds_paired: 0,
            has_begun: false,
            events: Vec::new(),
        })
    }

    /// Lets something happen.
    ///
    /// # Errors
    ///
    /// If it cannot happen now. The tournament is then as it was.
    pub fn apply(&mut self, event: Event) -> Result<(), Refused> {
        match &event {
            Event::Entered { name, who, rating } => self.enter(name, who, *rating)?,
            Event::Began => self.begin()?,
            Event::Paired { pairs, bye } => self.take_pairing(pairs, *bye)?,
            Event::Played {
                match_id,
                game,
                winner,
                plies,
                moves,
            } => self.play(*match_id, *game, (*winner, *plies), moves)?,
            Event::Absent { match_id, who } => self.miss(*match_id, *who)?,
            Event::Withdrew(id) => self.withdraw(*id)?,
        }
        self.events.push(event);
        Ok(())
    }

    /// What was fixed before the start.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Everything that happened, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Everybody who entered, also those who withdrew.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The entrant with this number.
    #[must_use]
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get(id.index())
    }

    /// The matches that are known so far. In a knock-out these are all.
    #[must_use]
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    /// The match with this number.
    #[must_use]
    pub fn find(&self, id: MatchId) -> Option<&Match> {
        self.matches.get(id.index())
    }

    /// The seed of an entrant, from 1 for the best; none before the start.
    #[must_use]
    pub fn seed_of(&self, id: EntrantId) -> Option<usize> {
        let place = self.seeds.iter().position(|seeded| *seeded == id);
        place.map(|place| place + 1)
    }

    /// How many Swiss rounds have been paired.
    #[must_use]
    pub const fn rounds_paired(&self) -> u16 {
        self.rounds_paired
    }

    fn play(
        &mut self,
        id: MatchId,
        game: u16,
        (winner, plies): (Option<Player>, u16),
        moves: &str,
    ) -> Result<(), Refused> {
        if moves.chars().count() > MOVES_CHARS_MAX || moves.contains(char::is_control) {
            check_words(moves)?;
        }
        let found = self.due_match(id)?;
        let expected = found.games.len() as u16;
        if game != expected {
            return Err(Refused::WrongGame { game, expected });
        }
        let first = found.first_in(found.games.len());
        let played = PlayedGame {
            first,
            winner,
            plies,
            moves: moves.to_owned(),
        };
        let found = &mut self.matches[id.index()];
        found.games.push(played);
        found.decision = found.verdict(&self.setup);
        if found.decision.is_some() {
            self.settle_others();
        }
        Ok(())
    }

    fn miss(&mut self, id: MatchId, who: Absentee) -> Result<(), Refused> {
        let found = self.due_match(id)?;
        let decision = match who {
            Absentee::Both => Decision::BothLost,
            Absentee::One(entrant) => {
                let side = found.side_of(entrant);
                let side = side.ok_or(Refused::NotInMatch(entrant, id))?;
                Decision::Won {
                    winner: side.opposite(),
                    by: By::Walkover,
                }
            }
        };
        self.matches[id.index()].decision = Some(decision);
        self.settle_others();
        Ok(())
    }

    fn withdraw(&mut self, id: EntrantId) -> Result<(), Refused> {
        let entrant = self.entrants.get_mut(id.index());
        let entrant = entrant.ok_or(Refused::NoEntrant(id))?;
        if entrant.has_withdrawn {
            return Err(Refused::HasWithdrawn(entrant.name.clone()));
        }
        entrant.has_withdrawn = true;
        self.settle();
        Ok(())
    }

    fn due_match(&self, id: MatchId) -> Result<&Match, Refused> {
        if !self.has_begun {
            return Err(Refused::NotBegun);
        }
        let found = self.find(id).ok_or(Refused::NoMatch(id))?;
        found.is_due().then_some(found).ok_or(Refused::NotDue(id))
    }

    /// After one match is decided, others may be known or decided, but only in a bracket.
    fn settle_others(&mut self) {
        if self.setup.form.is_knock_out() {
            self.settle();
        }
    }

    /// Adds a match of a Swiss round.
    fn add_paired(&mut self, places: [Place; 2], stage: Stage) {
        let id = self.matches.len() as u32;
        let mut paired = Match::new(id, stage, [Source::Pairing; 2]);
        paired.places = places;
        self.matches.push(paired);
    }

    /// True for forms in which rounds are paired one by one.
    const fn is_swiss(&self) -> bool {
        matches!(self.setup.form, Form::Swiss { .. })
    }
}
