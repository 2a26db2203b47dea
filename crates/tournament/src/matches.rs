//! A match: its two slots, the games between its entrants, and its result.

use foursight_core::Player;

use crate::seeded_random::mix;
use crate::setup::{EXTRA_GAMES, TournamentSetup};

/// The number of an entrant, from 0 in the order of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub u16);

impl EntrantId {
    /// Returns the index into the list of entrants.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a match, from 0. It never changes, so events refer to matches by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub u32);

impl MatchId {
    /// Returns the index into the list of matches.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A side of a match, as rendered in a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchSide {
    /// The upper side.
    Upper,
    /// The lower side.
    Lower,
}

impl MatchSide {
    /// Both sides, from the top.
    pub const BOTH: [Self; 2] = [Self::Upper, Self::Lower];

    /// Returns 0 for the upper side, 1 for the lower.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }
}

/// Occupant of a side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchSlot {
    /// Not yet known.
    Undecided,
    /// No entrant: the opponent has a bye.
    Empty,
    /// This entrant.
    Filled(EntrantId),
}

impl MatchSlot {
    /// Returns the entrant, if there is one and it is known.
    #[must_use]
    pub const fn entrant(self) -> Option<EntrantId> {
        match self {
            Self::Filled(entrant) => Some(entrant),
            Self::Undecided | Self::Empty => None,
        }
    }
}

/// Origin of the entrant on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// The entrant with this seed, from 0.
    Seed(u16),
    /// The winner of this match.
    WinnerOf(MatchId),
    /// The loser of this match.
    LoserOf(MatchId),
    /// Paired round by round.
    Pairing,
}

/// Position of a match in a tournament. Rounds count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchStage {
    /// A round of a round robin or a Swiss tournament.
    Round(u16),
    /// A round of a single elimination; the last of them is the final.
    Knockout {
        /// Number of the round.
        round: u16,
        /// Total number of rounds.
        of: u16,
    },
    /// The match for third place.
    ThirdPlace,
    /// A round of the winners' bracket of a double elimination.
    Winners {
        /// Number of the round.
        round: u16,
        /// Total number of rounds.
        of: u16,
    },
    /// A round of the losers' bracket of a double elimination.
    Losers {
        /// Number of the round.
        round: u16,
        /// Total number of rounds.
        of: u16,
    },
    /// The winner of the winners' bracket against the winner of the losers' bracket.
    GrandFinal,
    /// The second grand final, played if the first was the first loss of its loser.
    Reset,
}

/// Reason for the result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultReason {
    /// More points in its games.
    Games,
    /// Level even after the extra games; the winner's shortest win took fewer of its own moves.
    FasterWin,
    /// Level in everything: decided by a coin toss from the tournament's seed.
    CoinToss,
    /// The opponent did not come, or has withdrawn.
    Walkover,
    /// There was no opponent.
    Bye,
}

/// Result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// One side won.
    Won {
        /// The winning side.
        winner: MatchSide,
        /// The reason.
        reason: ResultReason,
    },
    /// Drawn, which only a round robin or Swiss allows.
    Draw,
    /// Neither entrant came.
    BothLost,
    /// The match is not played: two byes meet, or the grand final needs no reset.
    NotNeeded,
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The side that moved first.
    pub first: MatchSide,
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// Number of plies.
    pub plies: u16,
    /// The moves, in text that the app reads; may be empty.
    pub moves: String,
}

impl PlayedGame {
    /// Returns the side that won, or `None` for a draw.
    #[must_use]
    pub fn winner_side(&self) -> Option<MatchSide> {
        self.winner.map(|winner| match winner {
            Player::First => self.first,
            Player::Second => self.first.opposite(),
        })
    }
}

/// A match between two entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Number of the match.
    pub id: MatchId,
    /// Position in the tournament.
    pub stage: MatchStage,
    /// Origins of both sides.
    pub sources: [SlotSource; 2],
    /// Occupants of both sides, as far as known.
    pub slots: [MatchSlot; 2],
    /// The side that moves first in the first game. The seats swap from game to game.
    pub opening_side: MatchSide,
    /// The finished games.
    pub games: Vec<PlayedGame>,
    /// The result; `None` while the match is open.
    pub result: Option<MatchResult>,
}

impl Match {
    pub(crate) const fn new(id: u32, stage: MatchStage, sources: [SlotSource; 2]) -> Self {
        Self {
            id: MatchId(id),
            stage,
            sources,
            slots: [MatchSlot::Undecided; 2],
            opening_side: MatchSide::Upper,
            games: Vec::new(),
            result: None,
        }
    }

    /// Returns the two entrants once both are known.
    #[must_use]
    pub fn pair(&self) -> Option<[EntrantId; 2]> {
        Some([self.slots[0].entrant()?, self.slots[1].entrant()?])
    }

    /// True if both entrants are known and the match is open.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.result.is_none() && self.pair().is_some()
    }

    /// False for a match that is not played: two byes meet, or no reset of the grand final is
    /// needed so far.
    #[must_use]
    pub fn is_needed(&self) -> bool {
        let is_hoped_for = self.stage == MatchStage::Reset && self.pair().is_none();
        !is_hoped_for && self.result != Some(MatchResult::NotNeeded)
    }

    /// Returns the side of an entrant.
    #[must_use]
    pub fn side_of(&self, entrant: EntrantId) -> Option<MatchSide> {
        MatchSide::BOTH
            .into_iter()
            .find(|side| self.slots[side.index()] == MatchSlot::Filled(entrant))
    }

    /// Returns the winner, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<EntrantId> {
        match self.result {
            Some(MatchResult::Won { winner, .. }) => self.slots[winner.index()].entrant(),
            _ => None,
        }
    }

    /// Returns the loser, if there is one.
    #[must_use]
    pub fn loser(&self) -> Option<EntrantId> {
        match self.result {
            Some(MatchResult::Won { winner, .. }) => {
                self.slots[winner.opposite().index()].entrant()
            }
            _ => None,
        }
    }

    /// Returns the side that moves first in the game with this number, from 0.
    #[must_use]
    pub const fn first_side(&self, game: usize) -> MatchSide {
        if game.is_multiple_of(2) {
            self.opening_side
        } else {
            self.opening_side.opposite()
        }
    }

    /// Returns the points of both sides in halves: a win is 2, a draw 1 for each.
    #[must_use]
    pub fn half_points(&self) -> [u32; 2] {
        let mut halves = [0; 2];
        for game in &self.games {
            match game.winner_side() {
                Some(side) => halves[side.index()] += 2,
                None => halves = halves.map(|points| points + 1),
            }
        }
        halves
    }

    /// Returns the maximum number of games of the match, as known now.
    #[must_use]
    pub fn games_max(&self, setup: &TournamentSetup) -> usize {
        let regular = usize::from(setup.best_of);
        let [upper, lower] = self.half_points();
        let has_extra = self.games.len() > regular
            || setup.format.is_knock_out() && self.games.len() == regular && upper == lower;
        regular + if has_extra { EXTRA_GAMES } else { 0 }
    }

    /// Returns the result that the games imply, or `None` while the match is open.
    pub(crate) fn result_of_games(&self, setup: &TournamentSetup) -> Option<MatchResult> {
        let [upper, lower] = self.half_points();
        let left = self.games_max(setup).saturating_sub(self.games.len()) as u32;
        if upper.abs_diff(lower) > 2 * left {
            let winner = if upper > lower {
                MatchSide::Upper
            } else {
                MatchSide::Lower
            };
            return Some(MatchResult::Won {
                winner,
                reason: ResultReason::Games,
            });
        }
        match left {
            0 if setup.format.is_knock_out() => Some(self.decide_level_match(setup.seed)),
            0 => Some(MatchResult::Draw),
            _ => None,
        }
    }

    /// Decides a knock-out match that is level after all its games.
    fn decide_level_match(&self, seed: u64) -> MatchResult {
        let shortest = |side: MatchSide| {
            let wins = self.games.iter();
            let wins = wins.filter(|game| game.winner_side() == Some(side));
            // Counts the winner's own moves, so that neither seat has an advantage.
            wins.map(|game| game.plies.div_ceil(2)).min()
        };
        let (winner, by) = match (shortest(MatchSide::Upper), shortest(MatchSide::Lower)) {
            (Some(upper), Some(lower)) if upper < lower => {
                (MatchSide::Upper, ResultReason::FasterWin)
            }
            (Some(upper), Some(lower)) if lower < upper => {
                (MatchSide::Lower, ResultReason::FasterWin)
            }
            _ if mix(seed, &[COIN_TOSS_STREAM, self.id.0.into()]).is_multiple_of(2) => {
                (MatchSide::Upper, ResultReason::CoinToss)
            }
            _ => (MatchSide::Lower, ResultReason::CoinToss),
        };
        MatchResult::Won { winner, reason: by }
    }
}

/// Random stream of the tournament's seed for coin tosses.
const COIN_TOSS_STREAM: u64 = 1;
