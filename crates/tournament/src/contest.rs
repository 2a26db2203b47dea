//! A match: two places, the games between whoever takes them, and how it is decided.

use foursight_core::Player;

use crate::lots::mix;
use crate::setup::{EXTRA_GAMES, Setup};

/// The number of an entrant, from 0 in the order of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub u16);

impl EntrantId {
    /// As an index into the entrants.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a match, from 0. It never changes, so it names the match in events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub u32);

impl MatchId {
    /// As an index into the matches.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two places of a match, as drawn in a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The upper one.
    Upper,
    /// The lower one.
    Lower,
}

impl Side {
    /// Both, from above.
    pub const BOTH: [Self; 2] = [Self::Upper, Self::Lower];

    /// 0 for the upper, 1 for the lower.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }
}

/// Who takes a side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Not yet known.
    Open,
    /// Nobody: the opponent has a bye.
    Free,
    /// This entrant.
    Taken(EntrantId),
}

impl Place {
    /// The entrant, if it is known and there is one.
    #[must_use]
    pub const fn entrant(self) -> Option<EntrantId> {
        match self {
            Self::Taken(entrant) => Some(entrant),
            Self::Open | Self::Free => None,
        }
    }
}

/// Where the entrant of a side comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Seeded, counted from 0.
    Seed(u16),
    /// Whoever wins this match.
    WinnerOf(MatchId),
    /// Whoever loses this match.
    LoserOf(MatchId),
    /// Paired round by round.
    Pairing,
}

/// Where in a tournament a match stands. Rounds count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// A round of a round robin or of Swiss.
    Round(u16),
    /// A round of a single elimination; the last of them is the final.
    Knockout {
        /// Which round.
        round: u16,
        /// How many there are.
        of: u16,
    },
    /// The match for the third place.
    ThirdPlace,
    /// A round of a double elimination among those who never lost.
    Winners {
        /// Which round.
        round: u16,
        /// How many there are.
        of: u16,
    },
    /// A round of a double elimination among those who lost once.
    Losers {
        /// Which round.
        round: u16,
        /// How many there are.
        of: u16,
    },
    /// Who never lost against who lost once.
    GrandFinal,
    /// The grand final once more, if who never lost has now lost once.
    Reset,
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// More points in its games.
    Games,
    /// Level, also after the further games; the winner's shortest win took fewer of its own moves.
    ShorterWin,
    /// Level in everything: the draw of lots with the tournament's seed.
    Lots,
    /// The opponent did not come or has withdrawn.
    Walkover,
    /// There was no opponent.
    Bye,
}

/// How a match is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// One side won.
    Won {
        /// Which.
        winner: Side,
        /// Why.
        by: By,
    },
    /// Level, which only a round robin or Swiss allows.
    Tied,
    /// Neither came.
    BothLost,
    /// Nobody takes part: two byes meet, or the grand final needs no reset.
    NotNeeded,
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Which side moved first.
    pub first: Side,
    /// Who won; none for a tie.
    pub winner: Option<Player>,
    /// How many plies it had.
    pub plies: u16,
    /// Its moves, in words that the app reads; perhaps empty.
    pub moves: String,
}

impl PlayedGame {
    /// Which side won; none for a tie.
    #[must_use]
    pub fn winner_side(&self) -> Option<Side> {
        self.winner.map(|winner| match winner {
            Player::First => self.first,
            Player::Second => self.first.opposite(),
        })
    }
}

/// A match between two places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number.
    pub id: MatchId,
    /// Where it stands.
    pub stage: Stage,
    /// Where its sides come from.
    pub sources: [Source; 2],
    /// Who takes its sides, as far as known.
    pub places: [Place; 2],
    /// Which side moves first in its first game. The seats swap from game to game.
    pub opener: Side,
    /// The games that are over.
    pub games: Vec<PlayedGame>,
    /// How it was decided; none while it is open.
    pub decision: Option<Decision>,
}

impl Match {
    pub(crate) const fn new(id: u32, stage: Stage, sources: [Source; 2]) -> Self {
        Self {
            id: MatchId(id),
            stage,
            sources,
            places: [Place::Open; 2],
            opener: Side::Upper,
            games: Vec::new(),
            decision: None,
        }
    }

    /// The two entrants, once both are known.
    #[must_use]
    pub fn pair(&self) -> Option<[EntrantId; 2]> {
        Some([self.places[0].entrant()?, self.places[1].entrant()?])
    }

    /// True if both entrants are known and it is not decided.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.decision.is_none() && self.pair().is_some()
    }

    /// False for a match that nobody plays: two byes meet, or a grand final is repeated for which there is no
    /// reason so far.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        let is_hoped_for = self.stage == Stage::Reset && self.pair().is_none();
        !is_hoped_for && self.decision != Some(Decision::NotNeeded)
    }

    /// Which side this entrant takes.
    #[must_use]
    pub fn side_of(&self, entrant: EntrantId) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.places[side.index()] == Place::Taken(entrant))
    }

    /// The winner, if it has one.
    #[must_use]
    pub fn winner(&self) -> Option<EntrantId> {
        match self.decision {
            Some(Decision::Won { winner, .. }) => self.places[winner.index()].entrant(),
            _ => None,
        }
    }

    /// The loser, if it has one.
    #[must_use]
    pub fn loser(&self) -> Option<EntrantId> {
        match self.decision {
            Some(Decision::Won { winner, .. }) => self.places[winner.opposite().index()].entrant(),
            _ => None,
        }
    }

    /// Which side moves first in the game with this number, from 0.
    #[must_use]
    pub const fn first_in(&self, game: usize) -> Side {
        if game.is_multiple_of(2) {
            self.opener
        } else {
            self.opener.opposite()
        }
    }

    /// The points of both sides in halves: a win is 2, a tie 1 for each.
    #[must_use]
    pub fn halves(&self) -> [u32; 2] {
        let mut halves = [0; 2];
        for game in &self.games {
            match game.winner_side() {
                Some(side) => halves[side.index()] += 2,
                None => halves = halves.map(|points| points + 1),
            }
        }
        halves
    }

    /// How many games the match has at most, as far as one can tell now.
    #[must_use]
    pub fn games_planned(&self, setup: &Setup) -> usize {
        let regular = usize::from(setup.best_of);
        let [upper, lower] = self.halves();
        let has_extra = self.games.len() > regular
            || setup.form.is_knock_out() && self.games.len() == regular && upper == lower;
        regular + if has_extra { EXTRA_GAMES } else { 0 }
    }

    /// What the games decide, if anything yet.
    pub(crate) fn verdict(&self, setup: &Setup) -> Option<Decision> {
        let [upper, lower] = self.halves();
        let left = self.games_planned(setup).saturating_sub(self.games.len()) as u32;
        if upper.abs_diff(lower) > 2 * left {
            let winner = if upper > lower {
                Side::Upper
            } else {
                Side::Lower
            };
            return Some(Decision::Won {
                winner,
                by: By::Games,
            });
        }
        match left {
            0 if setup.form.is_knock_out() => Some(self.break_tie(setup.seed)),
            0 => Some(Decision::Tied),
            _ => None,
        }
    }

    /// The rule for a knock-out match that is level after all its games.
    fn break_tie(&self, seed: u64) -> Decision {
        let shortest = |side: Side| {
            let wins = self.games.iter();
            let wins = wins.filter(|game| game.winner_side() == Some(side));
            // The winner's own moves, so that neither seat has an advantage.
            wins.map(|game| game.plies.div_ceil(2)).min()
        };
        let (winner, by) = match (shortest(Side::Upper), shortest(Side::Lower)) {
            (Some(upper), Some(lower)) if upper < lower => (Side::Upper, By::ShorterWin),
            (Some(upper), Some(lower)) if lower < upper => (Side::Lower, By::ShorterWin),
            _ if mix(seed, &[LOTS, self.id.0.into()]).is_multiple_of(2) => (Side::Upper, By::Lots),
            _ => (Side::Lower, By::Lots),
        };
        Decision::Won { winner, by }
    }
}

/// The part of the tournament's chance that draws lots.
const LOTS: u64 = 1;
