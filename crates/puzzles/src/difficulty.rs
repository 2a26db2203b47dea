//! Ratings of puzzles from the success of bots.
//!
//! Model (Rasch 1960): a bot with strength *s* solves a puzzle of difficulty *d* with probability
//! 1 / (1 + 10^((d - s) / 400)), so that both are on the scale of players. Tries of one bot resemble
//! each other, so all of them together count as a few independent ones.

/// Tries of a bot count as this many independent ones.
const INDEPENDENT_TRIES: f64 = 3.0;
/// Standard deviation of the prior of strengths and difficulties, in natural units.
const PRIOR_DEVIATION: f64 = 2.0;
/// Rounds of the fit, each of which improves every number once; it converges far sooner.
const ROUNDS: usize = 300;
/// Rating points per natural unit: 400 for a factor of ten.
const POINTS_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Mean rating of the puzzles.
const RATING_MEAN: f64 = 1500.0;
/// Range of the ratings of puzzles.
const RATING_RANGE: (f64, f64) = (400.0, 2800.0);

/// Share of tries in which each puzzle was solved, by one bot; not a number where it did not try.
pub type SuccessShares = Vec<f64>;

/// Ratings of puzzles and of the bots that tried them.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleRatings {
    /// Of the puzzles, in their order.
    pub puzzles: Vec<u16>,
    /// Of the bots, in their order.
    pub bots: Vec<f64>,
}

/// Fits ratings to the success of bots. Each list has an entry for every puzzle.
#[must_use]
pub fn fit_ratings(successes: &[SuccessShares]) -> PuzzleRatings {
    let count = successes.iter().map(Vec::len).min().unwrap_or(0);
    let mut difficulties = vec![0.0; count];
    let mut strengths = vec![0.0; successes.len()];
    for _ in 0..ROUNDS {
        for (strength, shares) in strengths.iter_mut().zip(successes) {
            let others = difficulties.iter().zip(shares);
            *strength = improved(*strength, others.map(|(other, share)| (*other, *share)));
        }
        for (index, difficulty) in difficulties.iter_mut().enumerate() {
            let others = strengths.iter().zip(successes);
            let failures = others.map(|(other, shares)| (*other, 1.0 - shares[index]));
            *difficulty = improved(*difficulty, failures);
        }
    }
    let mean = difficulties.iter().sum::<f64>() / (count as f64).max(1.0);
    let rating = |value: &f64| RATING_MEAN + POINTS_PER_UNIT * (value - mean);
    let rounded = |value: &f64| rating(value).clamp(RATING_RANGE.0, RATING_RANGE.1).round() as u16;
    PuzzleRatings {
        puzzles: difficulties.iter().map(rounded).collect(),
        bots: strengths.iter().map(rating).collect(),
    }
}

/// Returns a better estimate of a number from the others that it meets, with its share of points
/// against each: one step of Newton's method on the posterior.
fn improved(value: f64, others: impl Iterator<Item = (f64, f64)>) -> f64 {
    let prior = 1.0 / (PRIOR_DEVIATION * PRIOR_DEVIATION);
    let (mut slope, mut curvature) = (-prior * value, prior);
    for (other, share) in others.filter(|(_, share)| !share.is_nan()) {
        let expected = 1.0 / (1.0 + (other - value).exp());
        slope += INDEPENDENT_TRIES * (share - expected);
        curvature += INDEPENDENT_TRIES * expected * (1.0 - expected);
    }
    value + (slope / curvature).clamp(-1.0, 1.0)
}

/// Returns Spearman's rank correlation of two lists, with mean ranks for equal values. Returns 0 if
/// either is constant.
///
/// ```
/// use foursight_puzzles::rank_correlation;
///
/// assert!((rank_correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 25.0]) - 1.0).abs() < 1e-9);
/// assert!((rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn rank_correlation(one: &[f64], two: &[f64]) -> f64 {
    let count = one.len().min(two.len());
    let (one, two) = (ranks(&one[..count]), ranks(&two[..count]));
    let mean = (count as f64 - 1.0) / 2.0;
    let mut sums = [0.0; 3];
    for (x, y) in one.iter().zip(&two) {
        let (x, y) = (x - mean, y - mean);
        sums = [sums[0] + x * y, sums[1] + x * x, sums[2] + y * y];
    }
    if sums[1] <= 0.0 || sums[2] <= 0.0 {
        return 0.0;
    }
    sums[0] / (sums[1] * sums[2]).sqrt()
}

/// Returns the rank of each value, counted from 0; equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, two| values[*one].total_cmp(&values[*two]));
    let mut ranks = vec![0.0; values.len()];
    for group in order.chunk_by(|one, two| values[*one].total_cmp(&values[*two]).is_eq()) {
        let first = order
            .iter()
            .position(|index| *index == group[0])
            .unwrap_or(0);
        let mean = first as f64 + (group.len() as f64 - 1.0) / 2.0;
        for index in group {
            ranks[*index] = mean;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_follow_success() {
        let weak = vec![0.9, 0.5, 0.0, 0.0];
        let medium = vec![1.0, 0.9, 0.5, 0.0];
        let strong = vec![1.0, 1.0, 0.9, 0.5];
        let ratings = fit_ratings(&[weak, medium, strong]);
        assert!(
            ratings.puzzles.is_sorted_by(|one, two| one + 100 < *two),
            "{ratings:?}"
        );
        assert!(
            ratings.bots.is_sorted_by(|one, two| one + 100.0 < *two),
            "{ratings:?}"
        );
        let mean = ratings
            .puzzles
            .iter()
            .map(|rating| f64::from(*rating))
            .sum::<f64>()
            / 4.0;
        assert!((mean - 1500.0).abs() < 1.0, "{ratings:?}");
    }

    #[test]
    fn puzzles_that_a_bot_did_not_try_count_for_the_others() {
        let ratings = fit_ratings(&[vec![0.9, f64::NAN], vec![1.0, 0.5]]);
        assert!(ratings.puzzles[1] > ratings.puzzles[0], "{ratings:?}");
        assert!(ratings.bots[1] > ratings.bots[0], "{ratings:?}");
    }

    #[test]
    fn the_fit_recovers_strengths() {
        // Expected shares of bots at -1, 0 and 1 on puzzles from -2 to 2.
        let difficulties: Vec<f64> = (0..41).map(|k| f64::from(k) / 10.0 - 2.0).collect();
        let shares = |strength: f64| {
            let share = |difficulty: &f64| 1.0 / (1.0 + (difficulty - strength).exp());
            difficulties.iter().map(share).collect::<Vec<_>>()
        };
        let ratings = fit_ratings(&[-1.0, 0.0, 1.0].map(shares));
        let gap = ratings.bots[2] - ratings.bots[0];
        assert!((gap - 2.0 * POINTS_PER_UNIT).abs() < 60.0, "{ratings:?}");
        assert!(fit_ratings(&[]).puzzles.is_empty());
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        assert!(rank_correlation(&[1.0, 1.0], &[1.0, 2.0]).abs() < 1e-9);
        assert!(rank_correlation(&[], &[]).abs() < 1e-9);
    }
}
