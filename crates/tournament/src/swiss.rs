//! The pairings of a Swiss round, by these rules in this order:
//!
//! 1. nobody meets an opponent twice while it can be avoided;
//! 2. nobody has a bye twice while it can be avoided, and the lowest in the table has it;
//! 3. nobody moves first, or second, more than twice as often as the other way round (a limit);
//! 4. from the top of the table down, everybody meets the nearest in points;
//! 5. within equal points, seats become as even as possible, and the upper half meets the lower half.
//!
//! Whether the rest can still be paired is asked of a maximum matching, so that rule 1 holds exactly.

use crate::matching::Matching;

/// Further from an even count of seats than this, nobody shall go.
const SEAT_LIMIT: i32 = 2;

/// An entrant who wants an opponent. A list of them goes from the top of the table down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    /// Points, in halves.
    pub(crate) halves: u32,
    /// How often it moved first, less how often it moved second.
    pub(crate) seats: i32,
    /// How many byes it had.
    pub(crate) byes: u32,
}

/// Who meets whom, by their numbers in the list. The first of a pair moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) bye: Option<usize>,
}

/// Pairs everybody; with an odd number one has a bye. `met` says how often two have met.
pub(crate) fn pair(field: &[Waiting], met: &dyn Fn(usize, usize) -> u32) -> Pairing {
    let count = field.len();
    let ids = 0..count;
    let most_met = ids
        .clone()
        .flat_map(|one| ids.clone().map(move |two| met(one, two)));
    let most_met = most_met.max().unwrap_or(0);
    let groups = resting_groups(field);
    for repeats in 0..=most_met {
        for group in &groups {
            for is_limited in [true, false] {
                let round = Round {
                    field,
                    met,
                    repeats,
                    is_limited,
                };
                for bye in group {
                    if let Some(pairs) = round.pairs(*bye) {
                        return Pairing { pairs, bye: *bye };
                    }
                }
            }
        }
    }
    // Everybody suits everybody once all repeats are allowed, so this is an empty field.
    Pairing::default()
}

/// Who may rest: those with the fewest byes first, and of these the lowest first. Nobody does if the
/// field is even.
fn resting_groups(field: &[Waiting]) -> Vec<Vec<Option<usize>>> {
    if field.len().is_multiple_of(2) {
        return vec![vec![None]];
    }
    let most = field.iter().map(|waiting| waiting.byes).max().unwrap_or(0);
    let group = |byes: u32| {
        let lowest_first = (0..field.len()).rev();
        let resting = lowest_first.filter(|one| field[*one].byes == byes);
        resting.map(Some).collect()
    };
    (0..=most).map(group).collect()
}

/// One attempt, with what it allows.
struct Round<'a> {
    field: &'a [Waiting],
    met: &'a dyn Fn(usize, usize) -> u32,
    repeats: u32,
    is_limited: bool,
}

impl Round<'_> {
    fn allows(&self, one: usize, two: usize) -> bool {
        let [a, b] = [one, two].map(|who| self.field[who].seats);
        let is_beyond = a.min(b) >= SEAT_LIMIT || a.max(b) <= -SEAT_LIMIT;
        (self.met)(one, two) <= self.repeats && !(self.is_limited && is_beyond)
    }

    /// Everybody but the one who rests, from the top down; none if that cannot be.
    fn pairs(&self, resting: Option<usize>) -> Option<Vec<(usize, usize)>> {
        let mut here: Vec<usize> = (0..self.field.len()).collect();
        here.retain(|who| Some(*who) != resting);
        let suit = |one: usize, two: usize| self.allows(here[one], here[two]);
        let mut matching = Matching::largest(here.len(), suit);
        if !matching.is_perfect() {
            return None;
        }
        let mut pairs = Vec::new();
        let mut waiting: Vec<usize> = (0..here.len()).collect();
        while let Some(one) = waiting.first().copied() {
            let halves = self.field[here[one]].halves;
            let group = waiting
                .iter()
                .filter(|who| self.field[here[**who]].halves == halves);
            let half = group.count() / 2;
            let others = waiting.iter().copied().enumerate().skip(1);
            let mut candidates: Vec<_> = others
                .filter(|(_, two)| matching.suit(one, *two))
                .map(|(place, two)| {
                    let distance = place.abs_diff(half);
                    (self.dislike(here[one], here[two], distance), two)
                })
                .collect();
            candidates.sort_unstable();
            // One of them is the partner in the matching, so somebody is found.
            let mut candidates = candidates.into_iter().map(|(_, two)| two);
            let two = candidates.find(|two| matching.settle(one, *two))?;
            waiting.retain(|who| *who != one && *who != two);
            pairs.push(self.seated(here[one], here[two], pairs.len()));
        }
        Some(pairs)
    }

    /// How little two suit each other: less is better.
    fn dislike(&self, one: usize, two: usize, distance: usize) -> (u32, u32, i32, usize) {
        let [a, b] = [one, two].map(|who| self.field[who]);
        let clash = match a.seats.signum() * b.seats.signum() {
            1 => a.seats.abs().min(b.seats.abs()),
            _ => 0,
        };
        let apart = a.halves.abs_diff(b.halves);
        ((self.met)(one, two), apart, clash, distance)
    }

    /// Who moved first less often does now; the better one in every second pair otherwise.
    fn seated(&self, one: usize, two: usize, number: usize) -> (usize, usize) {
        let [a, b] = [one, two].map(|who| self.field[who].seats);
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

    fn field(halves: &[u32]) -> Vec<Waiting> {
        let new = |halves: &u32| Waiting {
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
    fn the_lowest_without_a_bye_rests() {
        let mut five = field(&[4, 2, 2, 0, 0]);
        assert_eq!(pair(&five, &|_, _| 0).bye, Some(4));
        five[4].byes = 1;
        assert_eq!(pair(&five, &|_, _| 0).bye, Some(3));
    }

    #[test]
    fn a_rematch_waits_until_nothing_else_is_left() {
        // The two at the top have met, so both go down.
        let top = |one: usize, two: usize| u32::from(one.max(two) == 1);
        let found = pair(&field(&[4, 4, 2, 2]), &top);
        assert!(!found.pairs.contains(&(0, 1)) && !found.pairs.contains(&(1, 0)));
        // Two alone have nobody else.
        assert_eq!(pair(&field(&[2, 0]), &|_, _| 3).pairs.len(), 1);
    }

    #[test]
    fn a_full_field_is_paired() {
        let found = pair(&field(&[0; 255]), &|_, _| 0);
        assert_eq!((found.pairs.len(), found.bye), (127, Some(254)));
    }
}
