//! A tournament on this device, with the game in play.
//!
//! It is stored in the text format of `foursight_tournament::to_text`, with the game in play as the
//! last line. The stored text is therefore also the file that people share, and both are always
//! written together.

use foursight_bots::arena::{ArenaPairing, ArenaResult, Crosstable, random_opening};
use foursight_bots::{Level, Personality};
use foursight_core::{Game, Ruleset};
use foursight_record::{Form, read as read_game, write};
use foursight_table::{GameStart, MatchScore, Occupant, Seat};
use foursight_tournament::{
    DueGame, EntrantId, EntrantKind, GameInProgress, MatchId, MatchSide, Tournament,
    TournamentError, TournamentEvent, TournamentPhase, TournamentReadError, TournamentSetup,
    check_event, read, read_checked, to_text,
};

use super::draft::{eligible_levels, is_unsupported};
use super::{DraftError, PLAYERS_MAX};
use crate::text::{Text, UiMessage as M};
use crate::themes::EMOJI;

/// Prefix of the storage keys of tournaments.
pub const TOURNAMENT_KEY_PREFIX: &str = "foursight.tournament.";
/// Tournaments stored at most; a new one evicts the oldest.
pub const TOURNAMENTS_MAX: usize = 20;

/// Reasons why a text cannot be loaded as a tournament on this device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadTournamentError {
    /// The text is not a tournament.
    Unreadable(TournamentReadError),
    /// The number of players is outside the limits of one device.
    TooManyPlayers,
    /// The list of players is incomplete: the tournament has not begun.
    NotStarted,
    /// The moves of the game on this line contradict its recorded result.
    Contradiction(usize),
    /// The page has no bot of this name, or the bot does not support the rules.
    UnknownBot(String),
    /// The rules are unknown.
    UnknownRules(String),
}

impl LoadTournamentError {
    /// Returns the error as a sentence for players.
    #[must_use]
    pub fn message(&self, text: Text) -> String {
        match self {
            Self::Unreadable(TournamentReadError::Line { line, .. }) => {
                text.with(M::CupDamagedLine, &[("line", line)])
            }
            Self::Unreadable(_) => text.get(M::CupNotATournament).to_owned(),
            Self::NotStarted => text.get(M::CupUnbegun).to_owned(),
            Self::Contradiction(line) => text.with(M::CupContradiction, &[("line", line)]),
            Self::TooManyPlayers => DraftError::TooMany.message(text),
            Self::UnknownBot(name) => text.with(M::CupUnknownBot, &[("name", name)]),
            Self::UnknownRules(name) => text.with(M::CupUnknownRules, &[("name", name)]),
        }
    }
}

/// A change that another tab made to the game in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherTabChange {
    /// Other moves were played there.
    Moved,
    /// The game ended or was cancelled there.
    Over,
}

/// A tournament and its game in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalTournament {
    /// The tournament.
    pub tournament: Tournament,
    /// The game in play, if one is.
    pub in_play: Option<GameInProgress>,
}

impl LocalTournament {
    /// Wraps a tournament without a game in play, and pairs a Swiss round that is ready.
    #[must_use]
    pub fn new(tournament: Tournament) -> Self {
        let mut local = Self {
            tournament,
            in_play: None,
        };
        local.pair_round();
        local
    }

    /// Reads a file from another device and checks every game against its recorded result.
    ///
    /// # Errors
    ///
    /// Fails if the text is no tournament, cannot be played here, or contradicts itself.
    pub fn from_file(text: &str) -> Result<Self, LoadTournamentError> {
        let local = Self::from_text(text)?;
        match read_checked(text, &check_moves) {
            // The page has its own wording; it needs only the line.
            Err(TournamentReadError::Line { line, .. }) => {
                Err(LoadTournamentError::Contradiction(line))
            }
            Err(error) => Err(LoadTournamentError::Unreadable(error)),
            Ok(_) => Ok(local),
        }
    }

    /// Reads a stored tournament.
    ///
    /// # Errors
    ///
    /// Fails if the text is no tournament, or one that cannot be played here.
    pub fn from_text(text: &str) -> Result<Self, LoadTournamentError> {
        let parsed = read(text).map_err(LoadTournamentError::Unreadable)?;
        let tournament = parsed.tournament;
        if tournament.entrants().len() > PLAYERS_MAX {
            return Err(LoadTournamentError::TooManyPlayers);
        }
        let Some(ruleset) = ruleset_of(&tournament) else {
            return Err(LoadTournamentError::UnknownRules(
                tournament.setup().rules.clone(),
            ));
        };
        for entrant in tournament.entrants() {
            if let EntrantKind::Bot(spec) = &entrant.kind
                && parse_bot(spec).is_none_or(|(level, _)| is_unsupported(level, ruleset))
            {
                return Err(LoadTournamentError::UnknownBot(spec.clone()));
            }
        }
        if tournament.phase() == TournamentPhase::Entering {
            return Err(LoadTournamentError::NotStarted);
        }
        let mut local = Self::new(tournament);
        local.in_play = parsed.game_in_progress;
        Ok(local)
    }

    /// Writes the tournament and its game in play as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = to_text(&self.tournament);
        if let Some(open) = &self.in_play {
            text += &open.to_line();
        }
        text
    }

    /// The rules of its games.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        ruleset_of(&self.tournament).unwrap_or(Ruleset::STANDARD)
    }

    /// Applies an event, then pairs a Swiss round that is ready.
    ///
    /// # Errors
    ///
    /// Fails if the event is not possible now; nothing changes then.
    pub fn apply(&mut self, event: TournamentEvent) -> Result<(), TournamentError> {
        self.tournament.apply(event)?;
        if let Some(open) = self.in_play.take() {
            self.in_play = Some(open).filter(|open| self.tournament.can_resume(open));
        }
        self.pair_round();
        Ok(())
    }

    /// Compares the stored game with this tab's, and returns the change that another tab made, if
    /// any.
    #[must_use]
    pub fn other_tab_change(&self, here: &GameInProgress) -> Option<OtherTabChange> {
        if !self.tournament.can_resume(here) {
            return Some(OtherTabChange::Over);
        }
        let of = |open: &GameInProgress| (open.match_id, open.game);
        let stored = self.in_play.as_ref().filter(|open| of(open) == of(here));
        // Drops are never taken back, so a later state of a game starts with the stored moves.
        let is_changed = stored.is_some_and(|stored| !here.moves.starts_with(&stored.moves));
        is_changed.then_some(OtherTabChange::Moved)
    }

    /// Stores a new state of the game in play.
    ///
    /// # Errors
    ///
    /// Fails if another tab changed the game first; nothing changes then.
    pub fn update_game(&mut self, open: GameInProgress) -> Result<(), OtherTabChange> {
        if let Some(change) = self.other_tab_change(&open) {
            return Err(change);
        }
        self.in_play = Some(open);
        Ok(())
    }

    /// Returns true if the event would change the pairing of the game in play, as a late entry may.
    #[must_use]
    pub fn would_disrupt_game(&self, event: &TournamentEvent) -> bool {
        let Some(due) = self
            .in_play
            .as_ref()
            .and_then(|open| self.due_game(open.match_id))
        else {
            return false;
        };
        let mut after = self.clone();
        let is_entry = matches!(event, TournamentEvent::Entered { .. });
        is_entry && after.apply(event.clone()).is_ok() && after.due_game(due.match_id) != Some(due)
    }

    /// Returns the game in play, or else the first due game; games of people come first.
    #[must_use]
    pub fn next_game(&self) -> Option<DueGame> {
        let due = self.tournament.due_games();
        let is_in_play = |due: &&DueGame| {
            let open = self.in_play.as_ref();
            open.is_some_and(|open| open.match_id == due.match_id)
        };
        let with_people = |due: &&DueGame| !self.is_bot_game(**due);
        let found = due.iter().find(is_in_play);
        let found = found.or_else(|| due.iter().find(with_people));
        found.or(due.first()).copied()
    }

    /// Returns the next game of a match, if one is due.
    #[must_use]
    pub fn due_game(&self, match_id: MatchId) -> Option<DueGame> {
        self.tournament
            .next_game(self.tournament.find_match(match_id)?)
    }

    /// Returns true for a match that must wait because people are in the middle of a game of
    /// another one: only one game in play is stored, and its moves must not be lost.
    #[must_use]
    pub fn must_wait(&self, match_id: MatchId) -> bool {
        let open = self.in_play.as_ref();
        let other = open.filter(|open| open.match_id != match_id);
        let other = other.and_then(|open| self.due_game(open.match_id));
        let begun = usize::from(self.tournament.setup().opening_plies);
        other.is_some_and(|due| !self.is_bot_game(due) && self.game(due).moves().len() > begun)
    }

    /// Returns the first due game between two bots.
    #[must_use]
    pub fn next_bot_game(&self) -> Option<DueGame> {
        let due = self.tournament.due_games();
        due.into_iter().find(|due| self.is_bot_game(*due))
    }

    /// Returns true for a game between two bots.
    #[must_use]
    pub fn is_bot_game(&self, due: DueGame) -> bool {
        [due.first, due.second]
            .into_iter()
            .all(|id| self.bot(id).is_some())
    }

    /// Returns the bot of an entrant, or `None` for a person.
    #[must_use]
    pub fn bot(&self, id: EntrantId) -> Option<(Level, Personality)> {
        match &self.tournament.entrant(id)?.kind {
            EntrantKind::Person => None,
            EntrantKind::Bot(spec) => parse_bot(spec),
        }
    }

    /// Returns the position from which a game starts or resumes. The upper side of the match has
    /// the first seat.
    #[must_use]
    pub fn game(&self, due: DueGame) -> Game {
        let open = self.in_play.as_ref();
        let open = open.filter(|open| (open.match_id, open.game) == (due.match_id, due.game));
        let left = open.and_then(|open| self.resumed_game(due, open));
        left.unwrap_or_else(|| self.opening_game(due))
    }

    /// Returns the game after its random opening.
    fn opening_game(&self, due: DueGame) -> Game {
        let plies = self.tournament.setup().opening_plies.into();
        random_opening(self.ruleset(), plies, due.opening_seed)
    }

    /// Reads the stored moves of a game, if it can continue from them: one stored after its last
    /// move would never end.
    fn resumed_game(&self, due: DueGame, open: &GameInProgress) -> Option<Game> {
        let begun = self.opening_game(due);
        let left = read_game(&open.moves, self.ruleset(), &EMOJI).ok();
        left.filter(|game| {
            game.end().is_none()
                && game.ruleset() == begun.ruleset()
                && game.moves().starts_with(begun.moves())
        })
    }

    /// Returns true if the stored game in play is unusable, so that it starts again.
    #[must_use]
    pub fn has_damaged_game(&self) -> bool {
        let Some(open) = &self.in_play else {
            return false;
        };
        let due = self.due_game(open.match_id);
        due.is_none_or(|due| self.resumed_game(due, open).is_none())
    }

    /// Returns true for an entrant who is still in the tournament.
    #[must_use]
    pub fn can_withdraw(&self, id: EntrantId) -> bool {
        let standings = self.tournament.standings();
        let mut rows = standings.iter().filter(|row| row.entrant == id);
        rows.any(|row| !row.is_eliminated)
    }

    /// Returns the table setup of a due game.
    #[must_use]
    pub fn start(&self, due: DueGame) -> Option<GameStart> {
        let matchup = self.tournament.find_match(due.match_id)?;
        let pair = matchup.pair()?;
        let first = matchup.first_side(due.game.into());
        let game = self.game(due);
        let wins = MatchSide::BOTH.map(|side| {
            let won = matchup
                .games
                .iter()
                .filter(|game| game.winner_side() == Some(side));
            won.count() as u32
        });
        let draws = matchup.games.iter().filter(|game| game.winner.is_none());
        Some(GameStart {
            first: match first {
                MatchSide::Upper => Seat::One,
                MatchSide::Lower => Seat::Two,
            },
            opening: game.moves().iter().copied().map(Into::into).collect(),
            score: MatchScore {
                wins,
                draws: draws.count() as u32,
            },
            ..GameStart::new(self.ruleset(), pair.map(|id| self.occupant(id)))
        })
    }

    /// Returns the table setup to replay a finished game under the names of its players.
    #[must_use]
    pub fn replay_start(&self, match_id: MatchId, game: usize) -> Option<GameStart> {
        let matchup = self.tournament.find_match(match_id)?;
        let over = matchup.games.get(game)?;
        let played = self.parse_game(&over.moves)?;
        let pair = matchup.pair()?;
        let seats = [over.first, over.first.opposite()].map(|side| {
            let name = self.tournament.entrant(pair[side.index()]);
            Occupant::Person(name.map_or_else(String::new, |entrant| entrant.name.clone()))
        });
        Some(GameStart {
            opening: played.moves().iter().copied().map(Into::into).collect(),
            ..GameStart::new(self.ruleset(), seats)
        })
    }

    /// Returns the occupant of the seat of an entrant.
    fn occupant(&self, id: EntrantId) -> Occupant {
        let name = self.tournament.entrant(id);
        let name = name.map_or_else(String::new, |entrant| entrant.name.clone());
        match self.bot(id) {
            None => Occupant::Person(name),
            Some((level, personality)) => {
                Occupant::Bot(format!("{} {} {name}", level.name(), personality.name()))
            }
        }
    }

    /// Starts a tournament with the same players and rules and another seed.
    #[must_use]
    pub fn rematch(&self, seed: u64) -> Option<Self> {
        let setup = TournamentSetup {
            seed,
            ..self.tournament.setup().clone()
        };
        let mut tournament = Tournament::new(setup).ok()?;
        for entrant in self.tournament.entrants() {
            let (name, kind) = (entrant.name.clone(), entrant.kind.clone());
            let rating = entrant.rating;
            let entered = tournament.apply(TournamentEvent::Entered { name, kind, rating });
            entered.ok()?;
        }
        tournament.apply(TournamentEvent::Began).ok()?;
        Some(Self::new(tournament))
    }

    /// Returns the performance rating of each entrant in whole points, by the arena's model, or
    /// `None` for entrants without a game.
    #[must_use]
    pub fn performance(&self) -> Vec<Option<i32>> {
        let entrants = self.tournament.entrants().iter();
        let mut table = Crosstable::new(entrants.map(|entrant| entrant.name.clone()).collect());
        for matchup in self.tournament.matches() {
            let Some(pair) = matchup.pair() else { continue };
            for game in &matchup.games {
                let [first, second] = [game.first, game.first.opposite()];
                table.add(&ArenaResult {
                    pairing: ArenaPairing {
                        first: pair[first.index()].index(),
                        second: pair[second.index()].index(),
                        opening: 0,
                    },
                    winner: game.winner,
                    plies: game.plies.into(),
                });
            }
        }
        let whole = |rating: f64| rating.round() as i32;
        table
            .performance()
            .into_iter()
            .map(|rating| rating.map(whole))
            .collect()
    }

    /// Reads the moves of a finished game. Returns `None` if they are unreadable or empty.
    #[must_use]
    pub fn parse_game(&self, moves: &str) -> Option<Game> {
        let game = read_game(moves, self.ruleset(), &EMOJI).ok()?;
        (!game.moves().is_empty()).then_some(game)
    }

    fn pair_round(&mut self) {
        if let Some(pairing) = self.tournament.next_pairing() {
            // The tournament takes its own pairing.
            let _ = self.tournament.apply(pairing);
        }
    }
}

/// Returns a bot as tournament texts name it, `hard` or `hard:aggressive`.
pub(super) fn bot_spec(level: Level, personality: Personality) -> String {
    match personality {
        Personality::Balanced => level.name().to_owned(),
        other => format!("{}:{}", level.name(), other.name()),
    }
}

/// Parses a bot from a tournament text. Returns `None` if this page has no such bot.
fn parse_bot(spec: &str) -> Option<(Level, Personality)> {
    let (level, personality) = spec.split_once(':').unwrap_or((spec, "balanced"));
    let level: Level = level.parse().ok()?;
    let is_here = eligible_levels().any(|offered| offered == level);
    Some((level, personality.parse().ok()?)).filter(|_| is_here)
}

/// Checks the moves of a game against the result in a file. The error texts are not shown.
fn check_moves(tournament: &Tournament, event: &TournamentEvent) -> Result<(), String> {
    check_event(tournament, event, |moves, due| {
        let ruleset = ruleset_of(tournament).ok_or_else(String::new)?;
        let game = read_game(moves, ruleset, &EMOJI).map_err(|_| String::new())?;
        let plies = tournament.setup().opening_plies.into();
        Ok([game, random_opening(ruleset, plies, due.opening_seed)])
    })
}

fn ruleset_of(tournament: &Tournament) -> Option<Ruleset> {
    let rules = &tournament.setup().rules;
    if rules.is_empty() {
        return Some(Ruleset::STANDARD);
    }
    let game = read_game(rules, Ruleset::STANDARD, &EMOJI).ok()?;
    Some(game.ruleset())
}

/// Returns the moves of a game in the stored notation.
#[must_use]
pub fn encode_moves(game: &Game) -> String {
    write(game, Form::Notation, &EMOJI)
}
