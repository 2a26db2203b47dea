//! Standings and draw-breaks.
//!
//! A table counts match points: a win is 1, a draw a half for both. Four draw-breaks order equal
//! points: the points among the drawn entrants (head to head), the sum of the opponents' points
//! (Buchholz), the points of beaten opponents plus half the points of drawn ones
//! (Sonneborn-Berger), and the matches won by playing. Entrants who are still level share the rank.
//! A Swiss bye and a walkover count as played against an opponent with the entrant's own points, so
//! that an absent opponent costs no draw-break; the free round of a round robin does not count at
//! all.
//!
//! In a knock-out the rank follows from the round in which an entrant is eliminated.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Tournament;
use crate::matches::{
    EntrantId, Match, MatchResult, MatchSide, MatchStage, ResultReason, SlotSource,
};
use crate::setup::TournamentFormat;

/// A row of the standings. Points are in halves, products of two points in quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The entrant.
    pub entrant: EntrantId,
    /// Rank from 1; entrants who are level share it.
    pub rank: usize,
    /// Match points, in halves.
    pub half_points: u32,
    /// Points against entrants with the same points, in halves.
    pub head_to_head: u32,
    /// The sum of the opponents' points, in halves.
    pub buchholz: u32,
    /// The points of beaten opponents plus half the points of drawn ones, in quarters.
    pub sonneborn_berger: u32,
    /// Matches won by playing.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost by playing.
    pub losses: u32,
    /// Single games won, drawn and lost.
    pub games: [u32; 3],
    /// True if the entrant is eliminated from a knock-out, or has withdrawn.
    pub is_eliminated: bool,
}

/// A decided match as the table counts it for one entrant.
#[derive(Clone, Copy)]
struct EntrantResult {
    /// `None` for a bye.
    opponent: Option<EntrantId>,
    /// 2 for a win, 1 for a draw.
    halves: u32,
    /// False for a bye or a walkover.
    was_played: bool,
}

impl Tournament {
    /// Returns the seeded entrants from the first rank down; those who are level are sorted by
    /// name.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut rows = if self.setup().format.is_knock_out() {
            self.knock_out_standings()
        } else {
            self.table_standings()
        };
        let name = |row: &Standing| self.entrant(row.entrant).map(|entrant| &*entrant.name);
        rows.sort_by(|one, two| (one.rank, name(one)).cmp(&(two.rank, name(two))));
        rows
    }

    fn empty_standing(&self, entrant: EntrantId) -> Standing {
        Standing {
            entrant,
            rank: 1,
            half_points: 0,
            head_to_head: 0,
            buchholz: 0,
            sonneborn_berger: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            games: [0; 3],
            is_eliminated: self.entrant(entrant).is_none_or(|e| e.has_withdrawn),
        }
    }

    fn table_standings(&self) -> Vec<Standing> {
        let entrant_results = self.entrant_results();
        let mut rows: BTreeMap<EntrantId, Standing> = BTreeMap::new();
        for id in &self.seeds {
            let mut row = self.empty_standing(*id);
            for result in &entrant_results[id] {
                row.half_points += result.halves;
                if result.was_played {
                    let counts = [&mut row.losses, &mut row.draws, &mut row.wins];
                    *counts[result.halves as usize] += 1;
                }
            }
            rows.insert(*id, row);
        }
        self.count_games(&mut rows);
        let points: BTreeMap<EntrantId, u32> = rows
            .iter()
            .map(|(id, row)| (*id, row.half_points))
            .collect();
        for (id, row) in &mut rows {
            for result in &entrant_results[id] {
                let opponent = result.opponent.filter(|_| result.was_played);
                let strength = opponent.map_or(row.half_points, |opponent| points[&opponent]);
                row.buchholz += strength;
                row.sonneborn_berger += strength * result.halves;
                if result
                    .opponent
                    .is_some_and(|id| points[&id] == row.half_points)
                {
                    row.head_to_head += result.halves;
                }
            }
        }
        assign_ranks(rows.into_values().collect(), |row| {
            let Standing {
                half_points: halves,
                head_to_head,
                buchholz,
                sonneborn_berger,
                wins,
                ..
            } = *row;
            [halves, head_to_head, buchholz, sonneborn_berger, wins]
        })
    }

    /// Returns the matches that the table counts, by entrant.
    fn entrant_results(&self) -> BTreeMap<EntrantId, Vec<EntrantResult>> {
        let empty = |id: &EntrantId| (*id, Vec::new());
        let mut entrant_results: BTreeMap<_, Vec<EntrantResult>> =
            self.seeds.iter().map(empty).collect();
        let is_swiss = matches!(self.setup().format, TournamentFormat::Swiss { .. });
        for match_ in &self.matches {
            let Some(decision) = match_.result else {
                continue;
            };
            for side in MatchSide::BOTH {
                let [own, other] = [side, side.opposite()].map(|side| match_.slots[side.index()]);
                let (Some(own), opponent) = (own.entrant(), other.entrant()) else {
                    continue;
                };
                if opponent.is_none() && !is_swiss {
                    continue;
                }
                let result = EntrantResult {
                    opponent,
                    halves: halves(decision, side),
                    was_played: was_played(decision),
                };
                entrant_results.entry(own).or_default().push(result);
            }
        }
        entrant_results
    }

    fn count_games(&self, rows: &mut BTreeMap<EntrantId, Standing>) {
        for match_ in &self.matches {
            for (side, game) in MatchSide::BOTH
                .into_iter()
                .flat_map(|side| match_.games.iter().map(move |game| (side, game)))
            {
                let place = match game.winner_side() {
                    Some(winner) if winner == side => 0,
                    None => 1,
                    Some(_) => 2,
                };
                let entrant = match_.slots[side.index()].entrant();
                if let Some(row) = entrant.and_then(|entrant| rows.get_mut(&entrant)) {
                    row.games[place] += 1;
                }
            }
        }
    }

    fn knock_out_standings(&self) -> Vec<Standing> {
        let mut rows: BTreeMap<EntrantId, Standing> = BTreeMap::new();
        let mut exits: BTreeMap<EntrantId, u32> = BTreeMap::new();
        for id in &self.seeds {
            rows.insert(*id, self.empty_standing(*id));
        }
        self.count_games(&mut rows);
        for match_ in &self.matches {
            self.count_knock_out(match_, &mut rows, &mut exits);
        }
        // Entrants who are still in rank above all who are out.
        let reached = |row: &Standing| exits.get(&row.entrant).copied().unwrap_or(u32::MAX);
        assign_ranks(rows.into_values().collect(), reached)
    }

    fn count_knock_out(
        &self,
        match_: &Match,
        rows: &mut BTreeMap<EntrantId, Standing>,
        exits: &mut BTreeMap<EntrantId, u32>,
    ) {
        let Some(decision) = match_.result else {
            return;
        };
        let third_place = u32::from(match_.stage == MatchStage::ThirdPlace);
        for side in MatchSide::BOTH {
            let entrant = match_.slots[side.index()].entrant();
            let Some(row) = entrant.and_then(|entrant| rows.get_mut(&entrant)) else {
                continue;
            };
            let has_won = halves(decision, side) == 2;
            row.half_points += halves(decision, side);
            if was_played(decision) {
                row.wins += u32::from(has_won);
                row.losses += u32::from(!has_won);
            }
            let is_loser = matches!(decision, MatchResult::Won { .. }) && !has_won;
            let plays_on = is_loser && self.has_match_for_loser(match_);
            if (is_loser || decision == MatchResult::BothLost) && !plays_on || third_place > 0 {
                row.is_eliminated = row.is_eliminated || !has_won || third_place > 0;
                // Exits are two apart, which leaves room for the winner of the match for third
                // place.
                let exit = exit_rank(match_.stage) + u32::from(has_won) * third_place;
                exits.insert(row.entrant, exit);
            }
        }
    }

    /// True if the loser of a match plays on.
    fn has_match_for_loser(&self, match_: &Match) -> bool {
        let source = SlotSource::LoserOf(match_.id);
        self.matches.iter().any(|later| {
            later.sources.contains(&source) && later.result != Some(MatchResult::NotNeeded)
        })
    }
}

/// Returns the points of a side, in halves.
fn halves(decision: MatchResult, side: MatchSide) -> u32 {
    match decision {
        MatchResult::Won { winner, .. } if winner == side => 2,
        MatchResult::Draw => 1,
        MatchResult::Won { .. } | MatchResult::BothLost | MatchResult::NotNeeded => 0,
    }
}

const fn was_played(decision: MatchResult) -> bool {
    match decision {
        MatchResult::Won { reason: by, .. } => {
            !matches!(by, ResultReason::Walkover | ResultReason::Bye)
        }
        MatchResult::Draw => true,
        MatchResult::BothLost | MatchResult::NotNeeded => false,
    }
}

/// Ranks the exit from a stage: more is better, in steps of two. Only stages of one format compare.
fn exit_rank(stage: MatchStage) -> u32 {
    const LAST: u32 = 1 << 16;
    let before = |round: u16, of: u16| 2 * u32::from(of - round);
    match stage {
        MatchStage::Knockout { round, of } => LAST - before(round, of),
        // Its players lost their semi-final: they rank above all who left earlier.
        MatchStage::ThirdPlace => LAST - 2,
        MatchStage::Losers { round, of } => LAST - 2 - before(round, of),
        MatchStage::GrandFinal => LAST,
        MatchStage::Reset => LAST + 2,
        // No entrant is eliminated here.
        MatchStage::Winners { .. } | MatchStage::Round(_) => 0,
    }
}

/// Assigns ranks by a figure, where more is better.
fn assign_ranks<F: Ord>(mut rows: Vec<Standing>, figure: impl Fn(&Standing) -> F) -> Vec<Standing> {
    rows.sort_by_key(|row| Reverse(figure(row)));
    for place in 0..rows.len() {
        rows[place].rank = match place.checked_sub(1) {
            Some(above) if figure(&rows[above]) == figure(&rows[place]) => rows[above].rank,
            _ => place + 1,
        };
    }
    rows
}
