//! A tournament that is held on this device, with the game in play.
//!
//! It is kept as its text (`foursight_tournament::to_text`), with the game in play as its last line. So the text is
//! also the file that people share, and both are always written together.

use foursight_bots::arena::{Played, Table, Task, opening};
use foursight_bots::{Level, Personality};
use foursight_core::{Game, Ruleset};
use foursight_record::{Form, read as read_game, write};
use foursight_table::{Score, Seat, Start, Who as Sitting};
use foursight_tournament::{
    DueGame, EntrantId, Event, InPlay, MatchId, Phase, ReadError, Refused, Setup, Side, Tournament,
    Who, check_event, read, read_checked, to_text,
};

use super::draft::{is_misplaced, levels};
use super::{Complaint, PLAYERS_MAX};
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;

/// The beginning of the names by which tournaments are kept.
pub const TOURNAMENT_KEY: &str = "foursight.tournament.";
/// So many are kept; beyond that the oldest goes.
pub const TOURNAMENTS_MAX: usize = 20;

/// Why a text is no tournament that can be held here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotHeld {
    /// It is none.
    Text(ReadError),
    /// Fewer or more take part than can at one device.
    Count,
    /// The list of players is not whole.
    Unbegun,
    /// A game of this line is not what is told of it.
    Contradiction(usize),
    /// This page does not know a bot of this name, or the bot does not know the rules.
    UnknownBot(String),
    /// The rules cannot be read.
    Rules(String),
}

impl NotHeld {
    /// It in words.
    #[must_use]
    pub fn words(&self, text: Text) -> String {
        match self {
            Self::Text(ReadError::Line { line, .. }) => {
                text.with(M::CupDamagedLine, &[("line", line)])
            }
            Self::Text(_) => text.get(M::CupNotATournament).to_owned(),
            Self::Unbegun => text.get(M::CupUnbegun).to_owned(),
            Self::Contradiction(line) => text.with(M::CupContradiction, &[("line", line)]),
            Self::Count => Complaint::TooMany.words(text),
            Self::UnknownBot(name) => text.with(M::CupUnknownBot, &[("name", name)]),
            Self::Rules(name) => text.with(M::CupUnknownRules, &[("name", name)]),
        }
    }
}

/// What another tab has done to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// It went on there.
    Moved,
    /// It is over, or was called off.
    Over,
}

/// A tournament and its game in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The tournament.
    pub tournament: Tournament,
    /// The game in play, if one is.
    pub in_play: Option<InPlay>,
}

impl Held {
    /// A tournament in which no game is in play. A Swiss round that can be paired is.
    #[must_use]
    pub fn new(tournament: Tournament) -> Self {
        let mut held = Self {
            tournament,
            in_play: None,
        };
        held.pair();
        held
    }

    /// Reads a file from elsewhere: every game must be what is told of it.
    ///
    /// # Errors
    ///
    /// If it is no tournament, none that can be held here, or contradicts itself.
    pub fn from_file(text: &str) -> Result<Self, NotHeld> {
        let held = Self::from_text(text)?;
        match read_checked(text, &contradiction) {
            // The words are the page's own; only the line counts.
            Err(ReadError::Line { line, .. }) => Err(NotHeld::Contradiction(line)),
            Err(error) => Err(NotHeld::Text(error)),
            Ok(_) => Ok(held),
        }
    }

    /// Reads what was kept.
    ///
    /// # Errors
    ///
    /// If it is no tournament, or none that can be held here.
    pub fn from_text(text: &str) -> Result<Self, NotHeld> {
        let found = read(text).map_err(NotHeld::Text)?;
        let tournament = found.tournament;
        if tournament.entrants().len() > PLAYERS_MAX {
            return Err(NotHeld::Count);
        }
        let Some(ruleset) = ruleset_of(&tournament) else {
            return Err(NotHeld::Rules(tournament.setup().rules.clone()));
        };
        for entrant in tournament.entrants() {
            if let Who::Bot(words) = &entrant.who
                && bot_of(words).is_none_or(|(level, _)| is_misplaced(level, ruleset))
            {
                return Err(NotHeld::UnknownBot(words.clone()));
            }
        }
        if tournament.phase() == Phase::Entering {
            return Err(NotHeld::Unbegun);
        }
        let mut held = Self::new(tournament);
        held.in_play = found.in_play;
        Ok(held)
    }

    /// All of it as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = to_text(&self.tournament);
        if let Some(open) = &self.in_play {
            text += &open.line();
        }
        text
    }

    /// The rules of its games.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        ruleset_of(&self.tournament).unwrap_or(Ruleset::STANDARD)
    }

    /// Lets something happen; a Swiss round that can be paired then is.
    ///
    /// # Errors
    ///
    /// If it cannot happen now. Nothing is changed then.
    pub fn tell(&mut self, event: Event) -> Result<(), Refused> {
        self.tournament.apply(event)?;
        if let Some(open) = self.in_play.take() {
            self.in_play = Some(open).filter(|open| self.tournament.can_go_on(open));
        }
        self.pair();
        Ok(())
    }

    /// What another tab has done to a game that stands like this here, if anything.
    #[must_use]
    pub fn elsewhere(&self, here: &InPlay) -> Option<Elsewhere> {
        if !self.tournament.can_go_on(here) {
            return Some(Elsewhere::Over);
        }
        let of = |open: &InPlay| (open.match_id, open.game);
        let kept = self.in_play.as_ref().filter(|open| of(open) == of(here));
        // A drop stands, so every game begins with the moves that were kept before.
        let is_otherwise = kept.is_some_and(|kept| !here.moves.starts_with(&kept.moves));
        is_otherwise.then_some(Elsewhere::Moved)
    }

    /// Goes on with a game.
    ///
    /// # Errors
    ///
    /// If another tab was quicker. Nothing is changed then.
    pub fn play_on(&mut self, open: InPlay) -> Result<(), Elsewhere> {
        if let Some(what) = self.elsewhere(&open) {
            return Err(what);
        }
        self.in_play = Some(open);
        Ok(())
    }

    /// True if this would take the game in play away from those who play it, as a late entrant may.
    #[must_use]
    pub fn disturbs(&self, event: &Event) -> bool {
        let Some(due) = self
            .in_play
            .as_ref()
            .and_then(|open| self.due(open.match_id))
        else {
            return false;
        };
        let mut after = self.clone();
        let is_entry = matches!(event, Event::Entered { .. });
        is_entry && after.tell(event.clone()).is_ok() && after.due(due.match_id) != Some(due)
    }

    /// The game that is in play, or else the first that can be played; those of people come first.
    #[must_use]
    pub fn next(&self) -> Option<DueGame> {
        let due = self.tournament.due();
        let is_in_play = |due: &&DueGame| {
            let open = self.in_play.as_ref();
            open.is_some_and(|open| open.match_id == due.match_id)
        };
        let with_people = |due: &&DueGame| !self.is_for_bots(**due);
        let found = due.iter().find(is_in_play);
        let found = found.or_else(|| due.iter().find(with_people));
        found.or(due.first()).copied()
    }

    /// The next game of a match, if one can be played.
    #[must_use]
    pub fn due(&self, match_id: MatchId) -> Option<DueGame> {
        self.tournament.next_game(self.tournament.find(match_id)?)
    }

    /// True for a match that waits because people are in the middle of a game of another one: one game in play
    /// is kept, and a drop stands.
    #[must_use]
    pub fn must_wait(&self, match_id: MatchId) -> bool {
        let open = self.in_play.as_ref();
        let other = open.filter(|open| open.match_id != match_id);
        let other = other.and_then(|open| self.due(open.match_id));
        let begun = usize::from(self.tournament.setup().opening_plies);
        other.is_some_and(|due| !self.is_for_bots(due) && self.game(due).moves().len() > begun)
    }

    /// The first game between bots that can be played.
    #[must_use]
    pub fn bots_due(&self) -> Option<DueGame> {
        let due = self.tournament.due();
        due.into_iter().find(|due| self.is_for_bots(*due))
    }

    /// True for a game that no person takes part in.
    #[must_use]
    pub fn is_for_bots(&self, due: DueGame) -> bool {
        [due.first, due.second]
            .into_iter()
            .all(|id| self.bot(id).is_some())
    }

    /// Which bot an entrant is; none for a person.
    #[must_use]
    pub fn bot(&self, id: EntrantId) -> Option<(Level, Personality)> {
        match &self.tournament.entrant(id)?.who {
            Who::Person => None,
            Who::Bot(words) => bot_of(words),
        }
    }

    /// How a game begins, or where it was left: the upper side of the match has the first seat.
    #[must_use]
    pub fn game(&self, due: DueGame) -> Game {
        let open = self.in_play.as_ref();
        let open = open.filter(|open| (open.match_id, open.game) == (due.match_id, due.game));
        let left = open.and_then(|open| self.left(due, open));
        left.unwrap_or_else(|| self.begun(due))
    }

    /// How a game begins.
    fn begun(&self, due: DueGame) -> Game {
        let plies = self.tournament.setup().opening_plies.into();
        opening(self.ruleset(), plies, due.opening_seed)
    }

    /// Where a game was left, if it can go on from there: one that was left after its last move would never end.
    fn left(&self, due: DueGame, open: &InPlay) -> Option<Game> {
        let begun = self.begun(due);
        let left = read_game(&open.moves, self.ruleset(), &EMOJI).ok();
        left.filter(|game| {
            game.end().is_none()
                && game.ruleset() == begun.ruleset()
                && game.moves().starts_with(begun.moves())
        })
    }

    /// True if the game in play cannot be gone on with, so that it begins again.
    #[must_use]
    pub fn has_damaged_game(&self) -> bool {
        let Some(open) = &self.in_play else {
            return false;
        };
        let due = self.due(open.match_id);
        due.is_none_or(|due| self.left(due, open).is_none())
    }

    /// True for somebody who has something left to lose by leaving.
    #[must_use]
    pub fn may_leave(&self, id: EntrantId) -> bool {
        let standings = self.tournament.standings();
        let mut rows = standings.iter().filter(|row| row.entrant == id);
        rows.any(|row| !row.is_out)
    }

    /// A game as it begins in the play view.
    #[must_use]
    pub fn start(&self, due: DueGame) -> Option<Start> {
        let found = self.tournament.find(due.match_id)?;
        let pair = found.pair()?;
        let first = found.first_in(due.game.into());
        let game = self.game(due);
        let wins = Side::BOTH.map(|side| {
            let won = found
                .games
                .iter()
                .filter(|game| game.winner_side() == Some(side));
            won.count() as u32
        });
        let ties = found.games.iter().filter(|game| game.winner.is_none());
        Some(Start {
            first: match first {
                Side::Upper => Seat::One,
                Side::Lower => Seat::Two,
            },
            opening: game.moves().iter().copied().map(Into::into).collect(),
            score: Score {
                wins,
                ties: ties.count() as u32,
            },
            ..Start::new(self.ruleset(), pair.map(|id| self.sitting(id)))
        })
    }

    /// A game of a match that is over, to look at with the names of those who played it.
    #[must_use]
    pub fn looked_at(&self, match_id: MatchId, game: usize) -> Option<Start> {
        let found = self.tournament.find(match_id)?;
        let over = found.games.get(game)?;
        let played = self.played(&over.moves)?;
        let pair = found.pair()?;
        let seats = [over.first, over.first.opposite()].map(|side| {
            let name = self.tournament.entrant(pair[side.index()]);
            Sitting::Person(name.map_or_else(String::new, |entrant| entrant.name.clone()))
        });
        Some(Start {
            opening: played.moves().iter().copied().map(Into::into).collect(),
            ..Start::new(self.ruleset(), seats)
        })
    }

    /// Who sits at a table for an entrant.
    fn sitting(&self, id: EntrantId) -> Sitting {
        let name = self.tournament.entrant(id);
        let name = name.map_or_else(String::new, |entrant| entrant.name.clone());
        match self.bot(id) {
            None => Sitting::Person(name),
            Some((level, personality)) => {
                Sitting::Bot(format!("{} {} {name}", level.name(), personality.name()))
            }
        }
    }

    /// The same players and rules once more, with other chance.
    #[must_use]
    pub fn again(&self, seed: u64) -> Option<Self> {
        let setup = Setup {
            seed,
            ..self.tournament.setup().clone()
        };
        let mut tournament = Tournament::new(setup).ok()?;
        for entrant in self.tournament.entrants() {
            let (name, who) = (entrant.name.clone(), entrant.who.clone());
            let rating = entrant.rating;
            let entered = tournament.apply(Event::Entered { name, who, rating });
            entered.ok()?;
        }
        tournament.apply(Event::Began).ok()?;
        Some(Self::new(tournament))
    }

    /// The performance of each entrant in whole points, by the arena's model; none for who played no game.
    #[must_use]
    pub fn performance(&self) -> Vec<Option<i32>> {
        let entrants = self.tournament.entrants().iter();
        let mut table = Table::new(entrants.map(|entrant| entrant.name.clone()).collect());
        for found in self.tournament.matches() {
            let Some(pair) = found.pair() else { continue };
            for game in &found.games {
                let [first, second] = [game.first, game.first.opposite()];
                table.add(&Played {
                    task: Task {
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

    /// The moves of a game that is over; none if they cannot be read.
    #[must_use]
    pub fn played(&self, moves: &str) -> Option<Game> {
        let game = read_game(moves, self.ruleset(), &EMOJI).ok()?;
        (!game.moves().is_empty()).then_some(game)
    }

    fn pair(&mut self) {
        if let Some(pairing) = self.tournament.pairing() {
            // The tournament takes its own pairing.
            let _ = self.tournament.apply(pairing);
        }
    }
}

/// A bot as the text of a tournament names it, `hard` or `hard:aggressive`.
pub(super) fn bot_words(level: Level, personality: Personality) -> String {
    match personality {
        Personality::Balanced => level.name().to_owned(),
        other => format!("{}:{}", level.name(), other.name()),
    }
}

/// The bot of such words; none if this page has no such bot.
fn bot_of(words: &str) -> Option<(Level, Personality)> {
    let (level, personality) = words.split_once(':').unwrap_or((words, "balanced"));
    let level: Level = level.parse().ok()?;
    let is_here = levels().any(|offered| offered == level);
    Some((level, personality.parse().ok()?)).filter(|_| is_here)
}

/// What the moves of a game say against the result that a file tells of it; its words are not shown.
fn contradiction(tournament: &Tournament, event: &Event) -> Result<(), String> {
    check_event(tournament, event, |moves, due| {
        let ruleset = ruleset_of(tournament).ok_or_else(String::new)?;
        let game = read_game(moves, ruleset, &EMOJI).map_err(|_| String::new())?;
        let plies = tournament.setup().opening_plies.into();
        Ok([game, opening(ruleset, plies, due.opening_seed)])
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

/// The moves of a game, as they are kept.
#[must_use]
pub fn moves_of(game: &Game) -> String {
    write(game, Form::Notation, &EMOJI)
}
