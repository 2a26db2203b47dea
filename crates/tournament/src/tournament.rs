//! A tournament, replayed from its events.
//!
//! Everything follows from the setup and the events, and no event changes what an earlier one
//! decided. Independent matches may be played concurrently and in any order; the final result is
//! the same.

mod advancement;
mod queries;
mod registration;

use foursight_core::Player;

use crate::event::{Absentee, EntrantKind, TournamentError, TournamentEvent};
use crate::matches::{
    EntrantId, Match, MatchId, MatchResult, MatchSlot, MatchStage, PlayedGame, ResultReason,
    SlotSource,
};
use crate::setup::{TournamentFormat, TournamentSetup, TournamentSetupError, check_text};

/// Maximum length of the stored moves of a game, in characters.
pub const MOVES_CHARS_MAX: usize = 4096;

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Name, unique within the tournament.
    pub name: String,
    /// Kind of player that makes the moves.
    pub kind: EntrantKind,
    /// External rating, used for seeding.
    pub rating: Option<i32>,
    /// True once the entrant has withdrawn.
    pub has_withdrawn: bool,
}

/// A game that can be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// The match it belongs to.
    pub match_id: MatchId,
    /// Number of the game within the match, from 0.
    pub game: u16,
    /// Entrant who moves first.
    pub first: EntrantId,
    /// Entrant who moves second.
    pub second: EntrantId,
    /// Seed of the random opening moves. Two games with swapped seats share it.
    pub opening_seed: u64,
    /// Seed of the bots' random choices.
    pub bot_seed: u64,
}

/// Progress of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentPhase {
    /// Entrants may register; the tournament has not begun.
    Entering,
    /// Games are due.
    Running,
    /// The next Swiss round must be paired.
    BetweenRounds,
    /// All matches are decided.
    Over,
}

/// The current state of a tournament.
///
/// ```
/// use foursight_core::Player;
/// use foursight_tournament::{TournamentEvent, TournamentSetup, Tournament, EntrantKind};
///
/// let mut cup = Tournament::new(TournamentSetup::default())?;
/// for name in ["Ann", "Ben", "Cleo"] {
///     let (name, kind) = (name.to_owned(), EntrantKind::Person);
///     cup.apply(TournamentEvent::Entered { name, kind, rating: None })?;
/// }
/// cup.apply(TournamentEvent::Began)?;
/// while let Some(due) = cup.due_games().first().copied() {
///     // The first player always wins.
///     let winner = Some(Player::First);
///     let (match_id, game) = (due.match_id, due.game);
///     cup.apply(TournamentEvent::Played { match_id, game, winner, plies: 7, moves: String::new() })?;
/// }
/// let standings = cup.standings();
/// assert_eq!(standings[0].rank, 1);
/// assert_eq!(standings.iter().map(|row| row.rank).max(), Some(3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(crate) setup: TournamentSetup,
    pub(crate) entrants: Vec<Entrant>,
    /// The entrants from the best seed down; empty until the tournament begins.
    pub(crate) seeds: Vec<EntrantId>,
    pub(crate) matches: Vec<Match>,
    pub(crate) rounds_paired: u16,
    has_begun: bool,
    events: Vec<TournamentEvent>,
}

impl Tournament {
    /// Creates a tournament without entrants.
    ///
    /// # Errors
    ///
    /// Returns the error of [`TournamentSetup::check`].
    pub fn new(setup: TournamentSetup) -> Result<Self, TournamentSetupError> {
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

    /// Applies an event.
    ///
    /// # Errors
    ///
    /// Returns an error if the event is invalid now. The tournament is then unchanged.
    pub fn apply(&mut self, event: TournamentEvent) -> Result<(), TournamentError> {
        match &event {
            TournamentEvent::Entered { name, kind, rating } => {
                self.apply_entry(name, kind, *rating)?;
            }
            TournamentEvent::Began => self.apply_start()?,
            TournamentEvent::Paired { pairs, bye } => self.apply_pairing(pairs, *bye)?,
            TournamentEvent::Played {
                match_id,
                game,
                winner,
                plies,
                moves,
            } => self.apply_game(*match_id, *game, (*winner, *plies), moves)?,
            TournamentEvent::Absent { match_id, absentee } => {
                self.apply_absence(*match_id, *absentee)?;
            }
            TournamentEvent::Withdrew(id) => self.apply_withdrawal(*id)?,
        }
        self.events.push(event);
        Ok(())
    }

    /// Returns the configuration that is fixed before the start.
    #[must_use]
    pub const fn setup(&self) -> &TournamentSetup {
        &self.setup
    }

    /// Returns all events in order.
    #[must_use]
    pub fn events(&self) -> &[TournamentEvent] {
        &self.events
    }

    /// Returns all entrants, including those who withdrew.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns the entrant with this number.
    #[must_use]
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get(id.index())
    }

    /// Returns the matches that are known so far. A knock-out knows all of them from the start.
    #[must_use]
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    /// Returns the match with this number.
    #[must_use]
    pub fn find_match(&self, id: MatchId) -> Option<&Match> {
        self.matches.get(id.index())
    }

    /// Returns the seed of an entrant, 1 for the best, or `None` before the start.
    #[must_use]
    pub fn seed_of(&self, id: EntrantId) -> Option<usize> {
        let place = self.seeds.iter().position(|seeded| *seeded == id);
        place.map(|place| place + 1)
    }

    /// Returns the number of Swiss rounds that have been paired.
    #[must_use]
    pub const fn rounds_paired(&self) -> u16 {
        self.rounds_paired
    }

    fn apply_game(
        &mut self,
        id: MatchId,
        game: u16,
        (winner, plies): (Option<Player>, u16),
        moves: &str,
    ) -> Result<(), TournamentError> {
        if moves.chars().count() > MOVES_CHARS_MAX || moves.contains(char::is_control) {
            check_text(moves)?;
        }
        let match_ = self.due_match(id)?;
        let expected = match_.games.len() as u16;
        if game != expected {
            return Err(TournamentError::WrongGame { game, expected });
        }
        let first = match_.first_side(match_.games.len());
        let played = PlayedGame {
            first,
            winner,
            plies,
            moves: moves.to_owned(),
        };
        let match_ = &mut self.matches[id.index()];
        match_.games.push(played);
        match_.result = match_.result_of_games(&self.setup);
        if match_.result.is_some() {
            self.propagate_result();
        }
        Ok(())
    }

    fn apply_absence(&mut self, id: MatchId, absentee: Absentee) -> Result<(), TournamentError> {
        let match_ = self.due_match(id)?;
        let decision = match absentee {
            Absentee::Both => MatchResult::BothLost,
            Absentee::One(entrant) => {
                let side = match_.side_of(entrant);
                let side = side.ok_or(TournamentError::NotInMatch(entrant, id))?;
                MatchResult::Won {
                    winner: side.opposite(),
                    reason: ResultReason::Walkover,
                }
            }
        };
        self.matches[id.index()].result = Some(decision);
        self.propagate_result();
        Ok(())
    }

    fn apply_withdrawal(&mut self, id: EntrantId) -> Result<(), TournamentError> {
        let entrant = self.entrants.get_mut(id.index());
        let entrant = entrant.ok_or(TournamentError::NoEntrant(id))?;
        if entrant.has_withdrawn {
            return Err(TournamentError::HasWithdrawn(entrant.name.clone()));
        }
        entrant.has_withdrawn = true;
        self.advance_matches();
        Ok(())
    }

    fn due_match(&self, id: MatchId) -> Result<&Match, TournamentError> {
        if !self.has_begun {
            return Err(TournamentError::NotBegun);
        }
        let match_ = self.find_match(id).ok_or(TournamentError::NoMatch(id))?;
        match_
            .is_due()
            .then_some(match_)
            .ok_or(TournamentError::NotDue(id))
    }

    /// Propagates a decided match. Only in a bracket do other matches depend on it.
    fn propagate_result(&mut self) {
        if self.setup.format.is_knock_out() {
            self.advance_matches();
        }
    }

    /// Adds a match of a Swiss round.
    fn add_swiss_match(&mut self, places: [MatchSlot; 2], stage: MatchStage) {
        let id = self.matches.len() as u32;
        let mut paired = Match::new(id, stage, [SlotSource::Pairing; 2]);
        paired.slots = places;
        self.matches.push(paired);
    }

    /// True if rounds are paired one by one.
    const fn is_swiss(&self) -> bool {
        matches!(self.setup.format, TournamentFormat::Swiss { .. })
    }
}
