//! Who stands where, and what breaks a tie.
//!
//! A table counts the points of matches: a win is 1, a tie a half for both. Ties in points are broken by
//! four figures, in this order: the points of the tied against each other, the sum of the opponents'
//! points (Buchholz), the points of those one beat plus half of those one tied with (Sonneborn and
//! Berger), and the matches won by playing. Who is still level shares the rank. A bye of Swiss and a
//! walkover count as played against an opponent with one's own points, so that nobody's figures suffer
//! from an absent opponent; a rest of a round robin does not count at all.
//!
//! In a knock-out the rank follows from the round in which somebody was knocked out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Tournament;
use crate::contest::{By, Decision, EntrantId, Match, Side, Source, Stage};
use crate::setup::Form;

/// One line of the standings. Points are in halves, the products of two points in quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub entrant: EntrantId,
    /// From 1; those who are level share it.
    pub rank: usize,
    /// Points of matches, in halves.
    pub halves: u32,
    /// Points against those with the same points, in halves.
    pub head_to_head: u32,
    /// The sum of the opponents' points, in halves.
    pub buchholz: u32,
    /// The points of those one beat plus half of those one tied with, in quarters.
    pub sonneborn_berger: u32,
    /// Matches won by playing.
    pub wins: u32,
    /// Matches tied.
    pub ties: u32,
    /// Matches lost by playing.
    pub losses: u32,
    /// Single games won, tied and lost.
    pub games: [u32; 3],
    /// Out of a knock-out, or withdrawn.
    pub is_out: bool,
}

/// A decided match as the table counts it.
#[derive(Clone, Copy)]
struct Meeting {
    /// None for a bye.
    opponent: Option<EntrantId>,
    /// 2 for a win, 1 for a tie.
    halves: u32,
    /// False for a bye or a walkover.
    was_played: bool,
}

impl Tournament {
    /// Everybody who was seeded, from the first rank down; those who are level by name.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut rows = if self.setup().form.is_knock_out() {
            self.knock_out_standings()
        } else {
            self.table_standings()
        };
        let name = |row: &Standing| self.entrant(row.entrant).map(|entrant| &*entrant.name);
        rows.sort_by(|one, two| (one.rank, name(one)).cmp(&(two.rank, name(two))));
        rows
    }

    fn blank(&self, entrant: EntrantId) -> Standing {
        Standing {
            entrant,
            rank: 1,
            halves: 0,
            head_to_head: 0,
            buchholz: 0,
            sonneborn_berger: 0,
            wins: 0,
            ties: 0,
            losses: 0,
            games: [0; 3],
            is_out: self.entrant(entrant).is_none_or(|e| e.has_withdrawn),
        }
    }

    fn table_standings(&self) -> Vec<Standing> {
        let meetings = self.meetings();
        let mut rows: BTreeMap<EntrantId, Standing> = BTreeMap::new();
        for id in &self.seeds {
            let mut row = self.blank(*id);
            for meeting in &meetings[id] {
                row.halves += meeting.halves;
                if meeting.was_played {
                    let counts = [&mut row.losses, &mut row.ties, &mut row.wins];
                    *counts[meeting.halves as usize] += 1;
                }
            }
            rows.insert(*id, row);
        }
        self.count_games(&mut rows);
        let points: BTreeMap<EntrantId, u32> =
            rows.iter().map(|(id, row)| (*id, row.halves)).collect();
        for (id, row) in &mut rows {
            for meeting in &meetings[id] {
                let opponent = meeting.opponent.filter(|_| meeting.was_played);
                let strength = opponent.map_or(row.halves, |opponent| points[&opponent]);
                row.buchholz += strength;
                row.sonneborn_berger += strength * meeting.halves;
                if meeting.opponent.is_some_and(|id| points[&id] == row.halves) {
                    row.head_to_head += meeting.halves;
                }
            }
        }
        ranked(rows.into_values().collect(), |row| {
            let Standing {
                halves,
                head_to_head,
                buchholz,
                sonneborn_berger,
                wins,
                ..
            } = *row;
            [halves, head_to_head, buchholz, sonneborn_berger, wins]
        })
    }

    /// What the table counts, for each entrant.
    fn meetings(&self) -> BTreeMap<EntrantId, Vec<Meeting>> {
        let nothing = |id: &EntrantId| (*id, Vec::new());
        let mut meetings: BTreeMap<_, Vec<Meeting>> = self.seeds.iter().map(nothing).collect();
        let is_swiss = matches!(self.setup().form, Form::Swiss { .. });
        for found in &self.matches {
            let Some(decision) = found.decision else {
                continue;
            };
            for side in Side::BOTH {
                let [own, other] = [side, side.opposite()].map(|side| found.places[side.index()]);
                let (Some(own), opponent) = (own.entrant(), other.entrant()) else {
                    continue;
                };
                if opponent.is_none() && !is_swiss {
                    continue;
                }
                let meeting = Meeting {
                    opponent,
                    halves: halves(decision, side),
                    was_played: was_played(decision),
                };
                meetings.entry(own).or_default().push(meeting);
            }
        }
        meetings
    }

    fn count_games(&self, rows: &mut BTreeMap<EntrantId, Standing>) {
        for found in &self.matches {
            for (side, game) in Side::BOTH
                .into_iter()
                .flat_map(|side| found.games.iter().map(move |game| (side, game)))
            {
                let place = match game.winner_side() {
                    Some(winner) if winner == side => 0,
                    None => 1,
                    Some(_) => 2,
                };
                let entrant = found.places[side.index()].entrant();
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
            rows.insert(*id, self.blank(*id));
        }
        self.count_games(&mut rows);
        for found in &self.matches {
            self.count_knock_out(found, &mut rows, &mut exits);
        }
        // Who is not out stands before all who are.
        let reached = |row: &Standing| exits.get(&row.entrant).copied().unwrap_or(u32::MAX);
        ranked(rows.into_values().collect(), reached)
    }

    fn count_knock_out(
        &self,
        found: &Match,
        rows: &mut BTreeMap<EntrantId, Standing>,
        exits: &mut BTreeMap<EntrantId, u32>,
    ) {
        let Some(decision) = found.decision else {
            return;
        };
        let third_place = u32::from(found.stage == Stage::ThirdPlace);
        for side in Side::BOTH {
            let entrant = found.places[side.index()].entrant();
            let Some(row) = entrant.and_then(|entrant| rows.get_mut(&entrant)) else {
                continue;
            };
            let has_won = halves(decision, side) == 2;
            row.halves += halves(decision, side);
            if was_played(decision) {
                row.wins += u32::from(has_won);
                row.losses += u32::from(!has_won);
            }
            let is_loser = matches!(decision, Decision::Won { .. }) && !has_won;
            let goes_on = is_loser && self.has_match_for_loser(found);
            if (is_loser || decision == Decision::BothLost) && !goes_on || third_place > 0 {
                row.is_out = row.is_out || !has_won || third_place > 0;
                // Between the rounds there is room for the winner of the third place.
                let exit = depth(found.stage) + u32::from(has_won) * third_place;
                exits.insert(row.entrant, exit);
            }
        }
    }

    /// True if the loser of a match plays on.
    fn has_match_for_loser(&self, found: &Match) -> bool {
        let source = Source::LoserOf(found.id);
        self.matches.iter().any(|later| {
            later.sources.contains(&source) && later.decision != Some(Decision::NotNeeded)
        })
    }
}

/// The points of a side, in halves.
fn halves(decision: Decision, side: Side) -> u32 {
    match decision {
        Decision::Won { winner, .. } if winner == side => 2,
        Decision::Tied => 1,
        Decision::Won { .. } | Decision::BothLost | Decision::NotNeeded => 0,
    }
}

const fn was_played(decision: Decision) -> bool {
    match decision {
        Decision::Won { by, .. } => !matches!(by, By::Walkover | By::Bye),
        Decision::Tied => true,
        Decision::BothLost | Decision::NotNeeded => false,
    }
}

/// How far somebody came who is knocked out there, in steps of two: more is better. Only stages of one
/// form compare.
fn depth(stage: Stage) -> u32 {
    const LAST: u32 = 1 << 16;
    let before = |round: u16, of: u16| 2 * u32::from(of - round);
    match stage {
        Stage::Knockout { round, of } => LAST - before(round, of),
        // Its players lost their semi-final: they rank before all who left earlier.
        Stage::ThirdPlace => LAST - 2,
        Stage::Losers { round, of } => LAST - 2 - before(round, of),
        Stage::GrandFinal => LAST,
        Stage::Reset => LAST + 2,
        // Nobody leaves from there.
        Stage::Winners { .. } | Stage::Round(_) => 0,
    }
}

/// Gives ranks by a figure, more being better.
fn ranked<F: Ord>(mut rows: Vec<Standing>, figure: impl Fn(&Standing) -> F) -> Vec<Standing> {
    rows.sort_by_key(|row| Reverse(figure(row)));
    for place in 0..rows.len() {
        rows[place].rank = match place.checked_sub(1) {
            Some(above) if figure(&rows[above]) == figure(&rows[place]) => rows[above].rank,
            _ => place + 1,
        };
    }
    rows
}
