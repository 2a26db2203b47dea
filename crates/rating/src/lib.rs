//! Glicko-2 ratings (M. E. Glickman, *Example of the Glicko-2 system*, 2013) as pure functions.
//!
//! A [`GlickoRating`] is a strength, its uncertainty and its volatility. After a rating period, which
//! may be as short as one game, [`GlickoRating::after`] returns the new rating. A period without
//! games only makes the rating less certain.
//!
//! ```
//! use foursight_rating::{GlickoRating, RatedResult};
//!
//! let player = GlickoRating::default();
//! let win = RatedResult { opponent: GlickoRating::default(), score: 1.0 };
//! assert!(player.after(&[win]).rating > player.rating);
//! ```
//!
//! The crate reads no clock and performs no I/O.

use std::f64::consts::PI;

/// Rating of a new player.
pub const RATING_START: f64 = 1500.0;
/// Deviation of a new player.
pub const DEVIATION_START: f64 = 350.0;
/// Volatility of a new player.
pub const VOLATILITY_START: f64 = 0.06;
/// Smallest deviation: without it the rating of a frequent player would no longer move.
pub const DEVIATION_MIN: f64 = 30.0;
/// Largest deviation, that of a new player.
pub const DEVIATION_MAX: f64 = DEVIATION_START;
/// Range of ratings; a flood of invalid results ends at its edges.
const RATING_RANGE: (f64, f64) = (0.0, 4000.0);
/// Largest volatility; the system's own change is far smaller.
const VOLATILITY_MAX: f64 = 0.1;
/// System constant: the smaller, the less volatilities change.
const TAU: f64 = 0.5;
/// Rating points per unit of the internal scale.
const SCALE: f64 = 173.7178;
/// Precision of the volatility, as the paper proposes.
const EPSILON: f64 = 1e-6;
/// Most steps of the search for the volatility; it takes fewer than ten.
const STEPS_MAX: usize = 100;

/// A rating with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlickoRating {
    /// Strength.
    pub rating: f64,
    /// Standard deviation of the rating.
    pub deviation: f64,
    /// Degree of expected fluctuation.
    pub volatility: f64,
}

/// Result of one game of a rating period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedResult {
    /// Rating of the opponent before the period.
    pub opponent: GlickoRating,
    /// Share of the point: 1 for a win, 0 for a loss.
    pub score: f64,
}

impl Default for GlickoRating {
    fn default() -> Self {
        Self {
            rating: RATING_START,
            deviation: DEVIATION_START,
            volatility: VOLATILITY_START,
        }
    }
}

impl GlickoRating {
    /// Returns the rating with every number in its range. Numbers that are not finite become those
    /// of a new player.
    #[must_use]
    pub fn in_range(self) -> Self {
        let start = Self::default();
        let or = |value: f64, other: f64| if value.is_finite() { value } else { other };
        Self {
            rating: or(self.rating, start.rating).clamp(RATING_RANGE.0, RATING_RANGE.1),
            deviation: or(self.deviation, start.deviation).clamp(DEVIATION_MIN, DEVIATION_MAX),
            volatility: or(self.volatility, start.volatility).clamp(EPSILON, VOLATILITY_MAX),
        }
    }

    /// Returns the expected score against an opponent.
    ///
    /// ```
    /// use foursight_rating::GlickoRating;
    ///
    /// let equal = GlickoRating::default();
    /// assert!((equal.expected_score(equal) - 0.5).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn expected_score(self, opponent: Self) -> f64 {
        let weight = weight(opponent.deviation / SCALE);
        expected(weight, (self.rating - opponent.rating) / SCALE)
    }

    /// Returns the rating after a period with these results.
    ///
    /// # Examples
    ///
    /// The example of the paper:
    ///
    /// ```
    /// use foursight_rating::{GlickoRating, RatedResult};
    ///
    /// let rated = |rating, deviation| GlickoRating { rating, deviation, volatility: 0.06 };
    /// let result = |rating, deviation, score| RatedResult {
    ///     opponent: rated(rating, deviation),
    ///     score,
    /// };
    /// let after = rated(1500.0, 200.0).after(&[
    ///     result(1400.0, 30.0, 1.0),
    ///     result(1550.0, 100.0, 0.0),
    ///     result(1700.0, 300.0, 0.0),
    /// ]);
    /// assert!((after.rating - 1464.06).abs() < 0.01);
    /// assert!((after.deviation - 151.52).abs() < 0.01);
    /// assert!((after.volatility - 0.05999).abs() < 0.00001);
    /// ```
    #[must_use]
    pub fn after(self, results: &[RatedResult]) -> Self {
        let start = self.in_range();
        let (mut information, mut surprise) = (0.0, 0.0);
        for result in results {
            let opponent = result.opponent.in_range();
            let weight = weight(opponent.deviation / SCALE);
            let expected = expected(weight, (start.rating - opponent.rating) / SCALE);
            let score = if result.score.is_finite() {
                result.score.clamp(0.0, 1.0)
            } else {
                expected
            };
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let deviation = start.deviation / SCALE;
        if information <= 0.0 {
            return start.with_deviation(deviation.hypot(start.volatility));
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(start.volatility, deviation, variance, variance * surprise);
        let widened = deviation.hypot(volatility);
        let new_deviation = 1.0 / (1.0 / (widened * widened) + information).sqrt();
        Self {
            rating: start.rating + SCALE * new_deviation * new_deviation * surprise,
            volatility,
            ..start
        }
        .with_deviation(new_deviation)
    }

    /// Returns the rating with this deviation of the internal scale.
    fn with_deviation(self, deviation: f64) -> Self {
        Self {
            deviation: deviation * SCALE,
            ..self
        }
        .in_range()
    }
}

/// Returns the weight of a result against an opponent of this deviation: `g` of the paper.
fn weight(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt()
}

/// Returns the expected score: `E` of the paper.
fn expected(weight: f64, lead: f64) -> f64 {
    1.0 / (1.0 + (-weight * lead).exp())
}

/// Returns the new volatility: step 5 of the paper, by the Illinois variant of regula falsi.
fn new_volatility(volatility: f64, deviation: f64, variance: f64, change: f64) -> f64 {
    let start = (volatility * volatility).ln();
    let spread = deviation * deviation + variance;
    let slope = |x: f64| {
        let e = x.exp();
        let sum = spread + e;
        e * (change * change - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let mut low = start;
    let mut high = if change * change > spread {
        (change * change - spread).ln()
    } else {
        let below = (1..STEPS_MAX).map(|k| start - k as f64 * TAU);
        below
            .into_iter()
            .find(|x| slope(*x) >= 0.0)
            .unwrap_or(start)
    };
    let (mut at_low, mut at_high) = (slope(low), slope(high));
    for _ in 0..STEPS_MAX {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let next = low + (low - high) * at_low / (at_high - at_low);
        let at_next = slope(next);
        if at_next * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (next, at_next);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rated(rating: f64, deviation: f64) -> GlickoRating {
        GlickoRating {
            rating,
            deviation,
            volatility: VOLATILITY_START,
        }
    }

    #[test]
    fn a_period_without_games_adds_uncertainty() {
        let after = rated(1500.0, 200.0).after(&[]);
        assert!((after.deviation - 200.2714).abs() < 1e-3, "{after:?}");
        assert!((after.rating - 1500.0).abs() < 1e-9);
        assert!(rated(1500.0, 350.0).after(&[]).deviation <= DEVIATION_MAX);
    }

    #[test]
    fn expected_scores_follow_the_lead() {
        let check = |lead: f64, expected: f64| {
            let score = rated(1500.0 + lead, 50.0).expected_score(rated(1500.0, 30.0));
            assert!((score - expected).abs() < 0.01, "{lead}: {score}");
        };
        check(0.0, 0.5);
        check(400.0, 0.909);
        check(-400.0, 0.091);
    }

    #[test]
    fn frequent_results_converge_to_the_true_rating() {
        // A player who scores 3 of 4 against 1500 is worth about 1500 + 400 log10(3) = 1691.
        let mut player = GlickoRating::default();
        for round in 0..400 {
            let score = if round % 4 == 3 { 0.0 } else { 1.0 };
            let opponent = rated(1500.0, 30.0);
            player = player.after(&[RatedResult { opponent, score }]);
        }
        assert!((player.rating - 1691.0).abs() < 60.0, "{player:?}");
        assert!(player.deviation < 80.0, "{player:?}");
    }

    #[test]
    fn an_upset_raises_the_volatility() {
        let upset = RatedResult {
            opponent: rated(2400.0, 30.0),
            score: 1.0,
        };
        let after = rated(1200.0, 50.0).after(&[upset]);
        assert!(after.volatility > VOLATILITY_START, "{after:?}");
    }

    proptest! {
        #[test]
        fn any_numbers_give_a_rating_in_range(
            mine in any::<[f64; 3]>(),
            theirs in any::<[f64; 3]>(),
            score in any::<f64>(),
        ) {
            let of = |[rating, deviation, volatility]: [f64; 3]| {
                GlickoRating { rating, deviation, volatility }
            };
            let after = of(mine).after(&[RatedResult { opponent: of(theirs), score }]);
            prop_assert_eq!(after, after.in_range());
        }

        #[test]
        fn a_win_never_lowers_and_a_loss_never_raises(
            mine in 200.0..3000.0_f64,
            theirs in 200.0..3000.0_f64,
            deviation in 30.0..350.0_f64,
        ) {
            let player = rated(mine, deviation);
            let after = |score| {
                player.after(&[RatedResult { opponent: rated(theirs, 80.0), score }]).rating
            };
            prop_assert!(after(1.0) >= mine && after(0.0) <= mine);
        }
    }
}
