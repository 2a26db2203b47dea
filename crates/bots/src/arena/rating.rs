//! Ratings by the Bradley-Terry model: each player has a strength, and the probability to win is
//! its share of the sum of both. A draw counts as half a win for each.

use super::Crosstable;

/// Rating points for a tenfold strength, as in the Elo system.
const POINTS_PER_DECADE: f64 = 400.0;
/// Maximum number of iterations; the ratings converge long before.
const ROUNDS: u32 = 10_000;
/// Converged once no log strength changes by more than this.
const SETTLED: f64 = 1e-9;
/// Pseudo-count of half a point per pair that met, so that a clean sweep has a finite rating.
const PRIOR: f64 = 0.5;

/// Returns the maximum-likelihood ratings of a table. The first player has 0.
///
/// Uses the minorisation-maximisation algorithm (Hunter 2004).
#[must_use]
pub fn ratings(table: &Crosstable) -> Vec<f64> {
    let count = table.names().len();
    let mut points = vec![0.0; count];
    let mut games = vec![vec![0.0; count]; count];
    for one in 0..count {
        for two in (0..count).filter(|two| *two != one) {
            let record = table.record(one, two);
            if record.games() > 0 {
                points[one] += f64::from(record.games()) * record.score() + PRIOR;
                games[one][two] = f64::from(record.games()) + 2.0 * PRIOR;
            }
        }
    }
    let mut strengths = vec![1.0_f64; count];
    for _ in 0..ROUNDS {
        let mut change: f64 = 0.0;
        for one in 0..count {
            let called_for: f64 = (0..count)
                .map(|two| games[one][two] / (strengths[one] + strengths[two]))
                .sum();
            if called_for > 0.0 {
                let better = points[one] / called_for;
                change = change.max((better / strengths[one]).ln().abs());
                strengths[one] = better;
            }
        }
        if change < SETTLED {
            break;
        }
    }
    let Some(base) = strengths.first().copied() else {
        return Vec::new();
    };
    strengths
        .iter()
        .map(|strength| POINTS_PER_DECADE * (strength / base).log10())
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::arena::{ArenaPairing, ArenaResult, Crosstable};
    use foursight_core::Player;

    fn table(results: &[(usize, usize, u32, u32)]) -> Crosstable {
        let mut table = Crosstable::new(["a", "b", "c"].map(String::from).into());
        for &(first, second, wins, losses) in results {
            for game in 0..wins + losses {
                table.add(&ArenaResult {
                    pairing: ArenaPairing {
                        first,
                        second,
                        opening: 0,
                    },
                    winner: Some(if game < wins {
                        Player::First
                    } else {
                        Player::Second
                    }),
                    plies: 7,
                });
            }
        }
        table
    }

    #[test]
    fn ten_to_one_are_four_hundred_points() {
        let ratings = table(&[(1, 0, 10_000, 1_000), (2, 1, 10_000, 1_000)]).ratings();
        assert!(ratings[0].abs() < 1e-6);
        assert!((ratings[1] - 400.0).abs() < 1.0, "{ratings:?}");
        assert!((ratings[2] - 800.0).abs() < 2.0, "{ratings:?}");
    }

    #[test]
    fn a_clean_sweep_and_no_games_stay_finite() {
        let ratings = table(&[(0, 1, 100, 0)]).ratings();
        assert!(
            ratings.iter().all(|rating| rating.is_finite()),
            "{ratings:?}"
        );
        assert!(ratings[1] < -800.0, "{ratings:?}");
        assert!(Crosstable::new(Vec::new()).ratings().is_empty());
    }
}
