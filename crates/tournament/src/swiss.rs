//! Pairs a Swiss round by these rules, in this order:
//!
//! 1. no two entrants meet twice while that can be avoided;
//! 2. no entrant has two byes while that can be avoided, and the lowest in the table has it;
//! 3. first and second moves of an entrant never differ by more than [`SEAT_LIMIT`], if possible;
//! 4. from the top of the table down, each entrant meets the nearest in points;
//! 5. within equal points, seats are balanced, and the upper half meets the lower half.
//!
//! A maximum matching tells whether the remaining entrants can still be paired, so that rule 1
//! holds exactly.

use crate::matching::Matching;

/// Maximum difference between the games in which an entrant moves first and second.
const SEAT_LIMIT: i32 = 2;

/// An entrant to be paired. Lists of them are sorted from the top of the table down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwissEntry {
    /// Points, in halves.
    pub(crate) halves: u32,
    /// Number of games in which it moved first, minus those in which it moved second.
    pub(crate) seats: i32,
    /// Number of byes so far.
    pub(crate) byes: u32,
}

/// The pairs of a round, as indices into the list of entrants. The first of a pair moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SwissPairing {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) bye: Option<usize>,
}

/// Pairs all entrants; in an odd field one has a bye. `met` returns how often two have met.
pub(crate) fn pair(field: &[SwissEntry], met: &dyn Fn(usize, usize) -> u32) -> SwissPairing {
    let count = field.len();
    let ids = 0..count;
    let most_met = ids
        .clone()
        .flat_map(|one| ids.clone().map(move |two| met(one, two)));
    let most_met = most_met.max().unwrap_or(0);
    let groups = bye_candidates(field);
    for repeats_max in 0..=most_met {
        for group in &groups {
            for has_seat_limit in [true, false] {
                let attempt = PairingAttempt {
                    field,
                    met,
                    repeats_max,
                    has_seat_limit,
                };
                for bye in group {
                    if let Some(pairs) = attempt.pairs(*bye) {
                        return SwissPairing { pairs, bye: *bye };
                    }
                }
            }
        }
    }
    // With all repeats allowed, any two may meet, so this field is empty.
    SwissPairing::default()
}

/// Lists the candidates for the bye, grouped by their number of byes, fewest first, and within a
/// group the lowest first. An even field has no bye.
fn bye_candidates(field: &[SwissEntry]) -> Vec<Vec<Option<usize>>> {
    if field.len().is_multiple_of(2) {
        return vec![vec![None]];
    }
    let most = field.iter().map(|entry| entry.byes).max().unwrap_or(0);
    let group = |byes: u32| {
        let lowest_first = (0..field.len()).rev();
        let candidates = lowest_first.filter(|one| field[*one].byes == byes);
        candidates.map(Some).collect()
    };
    (0..=most).map(group).collect()
}

/// An attempt to pair a round under given limits.
struct PairingAttempt<'a> {
    field: &'a [SwissEntry],
    met: &'a dyn Fn(usize, usize) -> u32,
    repeats_max: u32,
    has_seat_limit: bool,
}

impl PairingAttempt<'_> {
    fn allows(&self, one: usize, two: usize) -> bool {
        let [a, b] = [one, two].map(|index| self.field[index].seats);
        let exceeds_limit = a.min(b) >= SEAT_LIMIT || a.max(b) <= -SEAT_LIMIT;
        (self.met)(one, two) <= self.repeats_max && !(self.has_seat_limit && exceeds_limit)
    }

    /// Pairs all entrants except the one with the bye, from the top down. Returns `None` if that is
    /// impossible.
    fn pairs(&self, bye: Option<usize>) -> Option<Vec<(usize, usize)>> {
        let mut present: Vec<usize> = (0..self.field.len()).collect();
        present.retain(|index| Some(*index) != bye);
        let has_edge = |one: usize, two: usize| self.allows(present[one], present[two]);
        let mut matching = Matching::maximum(present.len(), has_edge);
        if !matching.is_perfect() {
            return None;
        }
        let mut pairs = Vec::new();
        let mut unpaired: Vec<usize> = (0..present.len()).collect();
        while let Some(one) = unpaired.first().copied() {
            let halves = self.field[present[one]].halves;
            let group = unpaired
                .iter()
                .filter(|index| self.field[present[**index]].halves == halves);
            let half = group.count() / 2;
            let others = unpaired.iter().copied().enumerate().skip(1);
            let mut candidates: Vec<_> = others
                .filter(|(_, two)| matching.has_edge(one, *two))
                .map(|(place, two)| {
                    let distance = place.abs_diff(half);
                    (self.penalty(present[one], present[two], distance), two)
                })
                .collect();
            candidates.sort_unstable();
            // One of them is the partner in the matching, so the search succeeds.
            let mut candidates = candidates.into_iter().map(|(_, two)| two);
            let two = candidates.find(|two| matching.remove_pair(one, *two))?;
            unpaired.retain(|index| *index != one && *index != two);
            pairs.push(self.assign_seats(present[one], present[two], pairs.len()));
        }
        Some(pairs)
    }

    /// Cost of pairing two entrants: less is better.
    fn penalty(&self, one: usize, two: usize, distance: usize) -> (u32, u32, i32, usize) {
        let [a, b] = [one, two].map(|index| self.field[index]);
        let clash = match a.seats.signum() * b.seats.signum() {
            1 => a.seats.abs().min(b.seats.abs()),
            _ => 0,
        };
        let apart = a.halves.abs_diff(b.halves);
        ((self.met)(one, two), apart, clash, distance)
    }

    /// Orders a pair: the entrant who has moved first less often does so now; if equal, the better
    /// one in every second pair.
    fn assign_seats(&self, one: usize, two: usize, number: usize) -> (usize, usize) {
        let [a, b] = [one, two].map(|index| self.field[index].seats);
        if a < b || a == b && number.is_multiple_of(2) {
            (one, two)
        } else {
            (two, one)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(halves: &[u32]) -> Vec<SwissEntry> {
        let new = |halves: &u32| SwissEntry {
            halves: *halves,
            seats: 0,
            byes: 0,
        };
        halves.iter().map(new).collect()
    }

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        let found = pair(&field(&[0; 8]), &|_, _| 0);
        assert_eq!(found.pairs, [(0, 4), (5, 1), (2, 6), (7, 3)]);
    }

    #[test]
    fn the_lowest_without_a_bye_gets_it() {
        let mut five = field(&[4, 2, 2, 0, 0]);
        assert_eq!(pair(&five, &|_, _| 0).bye, Some(4));
        five[4].byes = 1;
        assert_eq!(pair(&five, &|_, _| 0).bye, Some(3));
    }

    #[test]
    fn rematches_are_a_last_resort() {
        // The two at the top have met, so both are paired downwards.
        let top = |one: usize, two: usize| u32::from(one.max(two) == 1);
        let found = pair(&field(&[4, 4, 2, 2]), &top);
        assert!(!found.pairs.contains(&(0, 1)) && !found.pairs.contains(&(1, 0)));
        // A field of two has no alternative.
        assert_eq!(pair(&field(&[2, 0]), &|_, _| 3).pairs.len(), 1);
    }

    #[test]
    fn a_full_field_is_paired() {
        let found = pair(&field(&[0; 255]), &|_, _| 0);
        assert_eq!((found.pairs.len(), found.bye), (127, Some(254)));
    }
}
