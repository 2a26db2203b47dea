//! The matches of the forms that are known from the start: knock-outs and round robins.
//!
//! A bracket has a power of two places. Those above the field are free, and whoever meets a free place
//! has a bye; the free places stand opposite the best seeds. Later matches come after earlier ones, so
//! that one pass over the list decides all that can be decided.

use crate::contest::{Match, MatchId, Source, Stage};

/// A list of matches in the making.
#[derive(Default)]
struct Plan(Vec<Match>);

impl Plan {
    fn add(&mut self, stage: Stage, sources: [Source; 2]) -> MatchId {
        let id = self.0.len() as u32;
        self.0.push(Match::new(id, stage, sources));
        MatchId(id)
    }

    /// A round between neighbours of a list.
    fn round(&mut self, stage: Stage, sources: &[Source]) -> Vec<MatchId> {
        let pairs = sources.chunks_exact(2);
        pairs
            .map(|pair| self.add(stage, [pair[0], pair[1]]))
            .collect()
    }
}

/// The seeds of a bracket from top to bottom, counted from 0: the best two can only meet in the final,
/// the best four not before the semi-finals, and so on.
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

/// How many places the bracket of a field has.
pub(crate) const fn places(field: usize) -> usize {
    field.next_power_of_two()
}

fn seeded(field: usize) -> Vec<Source> {
    let order = bracket_order(places(field));
    order.into_iter().map(Source::Seed).collect()
}

fn winners(matches: &[MatchId]) -> Vec<Source> {
    matches.iter().map(|id| Source::WinnerOf(*id)).collect()
}

fn losers(matches: &[MatchId]) -> Vec<Source> {
    matches.iter().map(|id| Source::LoserOf(*id)).collect()
}

/// Single elimination.
pub(crate) fn single(field: usize, third_place: bool) -> Vec<Match> {
    let mut plan = Plan::default();
    let mut sources = seeded(field);
    let of = places(field).ilog2() as u16;
    for round in 1..=of {
        if round == of && third_place && of > 1 {
            let fallen = sources.iter().map(|source| match source {
                Source::WinnerOf(id) => Source::LoserOf(*id),
                other => *other,
            });
            let fallen: Vec<Source> = fallen.collect();
            plan.round(Stage::ThirdPlace, &fallen);
        }
        let matches = plan.round(Stage::Knockout { round, of }, &sources);
        sources = winners(&matches);
    }
    plan.0
}

/// Double elimination: each round of winners sends its losers into the bracket below, where they meet
/// those who survived there.
pub(crate) fn double(field: usize) -> Vec<Match> {
    let mut plan = Plan::default();
    let of = places(field).ilog2() as u16;
    let losers_of = 2 * (of - 1);
    let stage = |round| Stage::Winners { round, of };
    let below = |round| Stage::Losers {
        round,
        of: losers_of,
    };
    let mut upper = plan.round(stage(1), &seeded(field));
    let mut survivors = losers(&upper);
    let mut crossings = vec![0];
    for round in 2..=of {
        // Those who are below meet each other, then those who fall now.
        let met = plan.round(below(2 * round - 3), &survivors);
        upper = plan.round(stage(round), &winners(&upper));
        let crossing = crossing(&crossings, upper.len());
        crossings.push(crossing);
        let fallen = losers(&upper);
        let survived = winners(&met).into_iter().enumerate();
        let pairs: Vec<Source> = survived
            .flat_map(|(place, survivor)| [fallen[place ^ crossing], survivor])
            .collect();
        survivors = winners(&plan.round(below(2 * round - 2), &pairs));
    }
    // The last winners' match has one winner, and one survivor is left below.
    let final_pair = [winners(&upper)[0], survivors[0]];
    let grand_final = plan.add(Stage::GrandFinal, final_pair);
    plan.add(
        Stage::Reset,
        [Source::LoserOf(grand_final), Source::WinnerOf(grand_final)],
    );
    plan.0
}

/// Where those who fall in the next round come in below: match `n` of the winners falls to place
/// `n ^ crossing`.
///
/// Who falls should not meet there whom it has beaten. Those it beat in an earlier round fell by the
/// crossing of that round, and are now in the place whose number is shorter by a bit for each round
/// since. Of all crossings this is the one that meets nobody or, where all meet somebody, those who were
/// beaten longest ago.
fn crossing(earlier: &[usize], places: usize) -> usize {
    let beaten_rounds_ago = |crossing: usize| {
        let latest_first = earlier.iter().rev().enumerate();
        let mut met = latest_first.filter(|(ago, passed)| **passed >> (ago + 1) == crossing);
        met.next().map_or(usize::MAX, |(ago, _)| ago)
    };
    let all = 0..places;
    all.max_by_key(|crossing| beaten_rounds_ago(*crossing))
        .unwrap_or(0)
}

/// Everybody meets everybody, once or twice: the tables of Berger, with the seats of each pair in order.
/// With an odd field one place is free, and whoever meets it has a rest.
pub(crate) fn round_robin(field: usize, double: bool) -> Vec<Match> {
    let mut plan = Plan::default();
    let rounds = berger(field.next_multiple_of(2));
    let count = rounds.len();
    let cycles = if double { 2 } else { 1 };
    for cycle in 0..cycles {
        for (number, round) in rounds.iter().enumerate() {
            let stage = Stage::Round((cycle * count + number + 1) as u16);
            for (first, second) in round {
                let mut sources = [Source::Seed(*first), Source::Seed(*second)];
                if cycle == 1 {
                    sources.reverse();
                }
                plan.add(stage, sources);
            }
        }
    }
    plan.0
}

/// The rounds of a table for an even field, seeds counted from 0, the seat that moves first in front.
///
/// Each round follows from the one before: all but the last number move on by half the field, and the
/// last alternates its seat.
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

    /// Rounds as they are printed, `1-4 2-3`.
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
            let places = places(field);
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
