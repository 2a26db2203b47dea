//! Match schedules of the formats that are known from the start: knock-outs and round robins.
//!
//! A bracket has a power of two slots. Those beyond the field are free, stand opposite the best
//! seeds and give them a bye. Later matches come after earlier ones, so that one pass over the list
//! decides all that can be decided.

use crate::matches::{Match, MatchId, MatchStage, SlotSource};

/// A list of matches under construction.
#[derive(Default)]
struct BracketBuilder(Vec<Match>);

impl BracketBuilder {
    fn add(&mut self, winners_stage: MatchStage, sources: [SlotSource; 2]) -> MatchId {
        let id = self.0.len() as u32;
        self.0.push(Match::new(id, winners_stage, sources));
        MatchId(id)
    }

    /// Adds a round between neighbours of a list.
    fn add_round(&mut self, winners_stage: MatchStage, sources: &[SlotSource]) -> Vec<MatchId> {
        let pairs = sources.chunks_exact(2);
        pairs
            .map(|pair| self.add(winners_stage, [pair[0], pair[1]]))
            .collect()
    }
}

/// Returns the seeds of a bracket from top to bottom, counted from 0: the best two can only meet in
/// the final, the best four not before the semi-finals, and so on.
///
/// ```
/// use foursight_tournament::bracket_order;
///
/// assert_eq!(bracket_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
/// ```
#[must_use]
pub fn bracket_order(places: usize) -> Vec<u16> {
    let mut order = vec![0];
    while order.len() < places {
        let last = (2 * order.len() - 1) as u16;
        order = order.iter().flat_map(|seed| [*seed, last - seed]).collect();
    }
    order
}

/// Returns the number of slots in the bracket of a field.
pub(crate) const fn slot_count(field: usize) -> usize {
    field.next_power_of_two()
}

fn seeded(field: usize) -> Vec<SlotSource> {
    let order = bracket_order(slot_count(field));
    order.into_iter().map(SlotSource::Seed).collect()
}

fn winners(matches: &[MatchId]) -> Vec<SlotSource> {
    matches.iter().map(|id| SlotSource::WinnerOf(*id)).collect()
}

fn losers(matches: &[MatchId]) -> Vec<SlotSource> {
    matches.iter().map(|id| SlotSource::LoserOf(*id)).collect()
}

/// Schedules a single elimination.
pub(crate) fn single(field: usize, third_place: bool) -> Vec<Match> {
    let mut builder = BracketBuilder::default();
    let mut sources = seeded(field);
    let of = slot_count(field).ilog2() as u16;
    for round in 1..=of {
        if round == of && third_place && of > 1 {
            let dropped = sources.iter().map(|source| match source {
                SlotSource::WinnerOf(id) => SlotSource::LoserOf(*id),
                other => *other,
            });
            let dropped: Vec<SlotSource> = dropped.collect();
            builder.add_round(MatchStage::ThirdPlace, &dropped);
        }
        let matches = builder.add_round(MatchStage::Knockout { round, of }, &sources);
        sources = winners(&matches);
    }
    builder.0
}

/// Schedules a double elimination: each round of the winners' bracket sends its losers into the
/// losers' bracket, where they meet its survivors.
pub(crate) fn double(field: usize) -> Vec<Match> {
    let mut builder = BracketBuilder::default();
    let of = slot_count(field).ilog2() as u16;
    let losers_of = 2 * (of - 1);
    let winners_stage = |round| MatchStage::Winners { round, of };
    let losers_stage = |round| MatchStage::Losers {
        round,
        of: losers_of,
    };
    let mut upper = builder.add_round(winners_stage(1), &seeded(field));
    let mut survivors = losers(&upper);
    let mut crossings = vec![0];
    for round in 2..=of {
        // The survivors meet each other first, then those who drop from this round.
        let survivor_matches = builder.add_round(losers_stage(2 * round - 3), &survivors);
        upper = builder.add_round(winners_stage(round), &winners(&upper));
        let crossing = crossing(&crossings, upper.len());
        crossings.push(crossing);
        let dropped = losers(&upper);
        let survived = winners(&survivor_matches).into_iter().enumerate();
        let pairs: Vec<SlotSource> = survived
            .flat_map(|(place, survivor)| [dropped[place ^ crossing], survivor])
            .collect();
        survivors = winners(&builder.add_round(losers_stage(2 * round - 2), &pairs));
    }
    // The last match of the winners' bracket has one winner, and one survivor is left below.
    let final_pair = [winners(&upper)[0], survivors[0]];
    let grand_final = builder.add(MatchStage::GrandFinal, final_pair);
    builder.add(
        MatchStage::Reset,
        [
            SlotSource::LoserOf(grand_final),
            SlotSource::WinnerOf(grand_final),
        ],
    );
    builder.0
}

/// Chooses the slots for the entrants who drop in the next round: the loser of match `n` drops to
/// slot `n ^ crossing`.
///
/// An entrant who drops should not meet one whom it has already beaten. Those it beat in an earlier
/// round dropped by the crossing of that round, and are now in the slot whose number is shorter by
/// one bit for each round since. The result is the crossing that avoids all rematches or, if none
/// does, the one whose rematches lie furthest back.
fn crossing(earlier: &[usize], places: usize) -> usize {
    let beaten_rounds_ago = |crossing: usize| {
        let latest_first = earlier.iter().rev().enumerate();
        let mut survivor_matches =
            latest_first.filter(|(ago, passed)| **passed >> (ago + 1) == crossing);
        survivor_matches.next().map_or(usize::MAX, |(ago, _)| ago)
    };
    let all = 0..places;
    all.max_by_key(|crossing| beaten_rounds_ago(*crossing))
        .unwrap_or(0)
}

/// Schedules a round robin, single or double, from Berger tables that fix the seats of each pair.
/// In an odd field one slot is free, and the entrant who meets it pauses.
pub(crate) fn round_robin(field: usize, double: bool) -> Vec<Match> {
    let mut builder = BracketBuilder::default();
    let rounds = berger(field.next_multiple_of(2));
    let count = rounds.len();
    let cycles = if double { 2 } else { 1 };
    for cycle in 0..cycles {
        for (number, round) in rounds.iter().enumerate() {
            let winners_stage = MatchStage::Round((cycle * count + number + 1) as u16);
            for (first, second) in round {
                let mut sources = [SlotSource::Seed(*first), SlotSource::Seed(*second)];
                if cycle == 1 {
                    sources.reverse();
                }
                builder.add(winners_stage, sources);
            }
        }
    }
    builder.0
}

/// Returns the Berger table of an even field by rounds, seeds counted from 0, with the seat that
/// moves first in front.
///
/// Each round follows from the previous one: all but the last number shift by half the field, and
/// the last alternates its seat.
///
/// ```
/// use foursight_tournament::berger;
///
/// assert_eq!(berger(4), [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]);
/// ```
#[must_use]
pub fn berger(field: usize) -> Vec<Vec<(u16, u16)>> {
    let last = field.saturating_sub(1);
    let round = |number: usize| {
        let moved = |seed: usize| ((seed + number * (field / 2)) % last) as u16;
        let with_last = match moved(0) {
            seed if number.is_multiple_of(2) => (seed, last as u16),
            seed => (last as u16, seed),
        };
        let others = (1..field / 2).map(|seed| (moved(seed), moved(last - seed)));
        std::iter::once(with_last).chain(others).collect()
    };
    (0..last).map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares rounds in printed form, `1-4 2-3`.
    fn check(field: usize, rounds: &[&str]) {
        let written = |round: &Vec<(u16, u16)>| {
            let pairs = round.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1));
            pairs.collect::<Vec<_>>().join(" ")
        };
        let found: Vec<String> = berger(field).iter().map(written).collect();
        assert_eq!(found, rounds, "{field}");
    }

    #[test]
    fn berger_tables_as_printed() {
        check(2, &["1-2"]);
        check(4, &["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        check(
            6,
            &[
                "1-6 2-5 3-4",
                "6-4 5-3 1-2",
                "2-6 3-1 4-5",
                "6-5 1-4 2-3",
                "3-6 4-2 5-1",
            ],
        );
        check(
            8,
            &[
                "1-8 2-7 3-6 4-5",
                "8-5 6-4 7-3 1-2",
                "2-8 3-1 4-7 5-6",
                "8-6 7-5 1-4 2-3",
                "3-8 4-2 5-1 6-7",
                "8-7 1-6 2-5 3-4",
                "4-8 5-3 6-2 7-1",
            ],
        );
        check(
            10,
            &[
                "1-10 2-9 3-8 4-7 5-6",
                "10-6 7-5 8-4 9-3 1-2",
                "2-10 3-1 4-9 5-8 6-7",
                "10-7 8-6 9-5 1-4 2-3",
                "3-10 4-2 5-1 6-9 7-8",
                "10-8 9-7 1-6 2-5 3-4",
                "4-10 5-3 6-2 7-1 8-9",
                "10-9 1-8 2-7 3-6 4-5",
                "5-10 6-4 7-3 8-2 9-1",
            ],
        );
    }

    #[test]
    fn brackets_have_the_matches_they_need() {
        for field in 2..=256_usize {
            let places = slot_count(field);
            assert_eq!(single(field, false).len(), places - 1);
            assert_eq!(double(field).len(), 2 * places - 1);
        }
        assert_eq!(single(4, true).len(), 4);
        assert_eq!(
            single(2, true).len(),
            1,
            "two have no match for the third place"
        );
    }
}
