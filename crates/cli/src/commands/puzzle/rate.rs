//! `foursight puzzle rate`: rates puzzles by the success of bots, and says how well ratings predict
//! the success of bots that did not take part.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use foursight_core::SplitMix64;
use foursight_puzzles::{PuzzleSet, PuzzleTheme, SuccessShares, fit_ratings, rank_correlation};
use foursight_solver::{CancelToken, Solver, SolverOptions};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;

use super::mine::job_count;
use super::rating_bots::{BotFamily, RatingBot, VerdictCache, solves};
use super::{PuzzleSolver, read_sets, write_set};
use crate::exit::{CliError, Exit, print_message};
use crate::progress::ProgressBar;
use crate::puzzle_args::RateArgs;
use crate::solver_session::Interrupt;

/// Puzzles of which the correlation is reported.
const HELD_OUT_PUZZLES: usize = 200;

pub(super) fn run(args: &RateArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let interrupt = Interrupt::install();
    let mut set = read_sets(&args.files)?;
    write_set(&args.out, &set)?;
    let bots = RatingBot::all()?;
    interrupt.set_busy(true);
    let shares = measure(args, &set, &bots, &interrupt.cancel)?;
    interrupt.set_busy(false);
    let Some(shares) = shares else {
        print_message("interrupted: nothing is rated");
        return Ok(Exit::Budget);
    };
    let ratings = fit_ratings(&shares);
    set.rate(&ratings.puzzles);
    write_set(&args.out, &set)?;
    for (bot, (rating, shares)) in bots.iter().zip(ratings.bots.iter().zip(&shares)) {
        let tried: Vec<_> = shares.iter().filter(|share| !share.is_nan()).collect();
        let mean = tried.iter().copied().sum::<f64>() / (tried.len() as f64).max(1.0);
        out.line(&format!(
            "{:<16} solves {:>4.1} %, rating {rating:>4.0}",
            bot.name,
            mean * 100.0
        ))?;
    }
    report_held_out(args, &set, &bots, &shares, out)?;
    report_themes(&set, out)?;
    let total = count_with_separators(set.puzzles().len() as u64, "puzzle");
    out.line(&format!("{total} in {}", args.out.display()))?;
    Ok(Exit::Done)
}

/// Prints how ratings without a family of bots predict its success on some puzzles.
fn report_held_out(
    args: &RateArgs,
    set: &PuzzleSet,
    bots: &[RatingBot],
    shares: &[SuccessShares],
    out: &mut CliOutput,
) -> Result<(), CliError> {
    let mut rng = SplitMix64::new(args.seed);
    let puzzles = set.puzzles().iter().zip(0..);
    let mut left: Vec<usize> = puzzles
        .filter(|(puzzle, _)| puzzle.theme.is_standard())
        .map(|(_, index)| index)
        .collect();
    let mut sample = Vec::new();
    while sample.len() < HELD_OUT_PUZZLES && !left.is_empty() {
        sample.push(left.swap_remove(rng.below(left.len())));
    }
    for family in [BotFamily::Ladder, BotFamily::Playouts, BotFamily::Nets] {
        let others = bots.iter().zip(shares);
        let others: Vec<_> = others
            .filter(|(bot, _)| bot.family != family)
            .map(|(_, shares)| shares.clone())
            .collect();
        let ratings = fit_ratings(&others);
        let easiness: Vec<_> = sample
            .iter()
            .map(|index| -f64::from(ratings.puzzles[*index]))
            .collect();
        for (bot, shares) in bots.iter().zip(shares) {
            if bot.family == family {
                let success: Vec<_> = sample.iter().map(|index| shares[*index]).collect();
                out.line(&format!(
                    "held out {:<16} rank correlation {:.2} over {} puzzles",
                    bot.name,
                    rank_correlation(&easiness, &success),
                    sample.len()
                ))?;
            }
        }
    }
    Ok(())
}

fn report_themes(set: &PuzzleSet, out: &mut CliOutput) -> Result<(), CliError> {
    for theme in PuzzleTheme::ALL {
        let mut ratings: Vec<_> = set
            .of_theme(Some(theme))
            .map(|puzzle| puzzle.rating)
            .collect();
        ratings.sort_unstable();
        if let (Some(least), Some(most)) = (ratings.first(), ratings.last()) {
            let median = ratings[ratings.len() / 2];
            let count = ratings.len();
            out.line(&format!(
                "{:<16} {count:>4} from {least} to {most}, median {median}",
                theme.name()
            ))?;
        }
    }
    Ok(())
}

/// Returns the success of each bot at each puzzle, or `None` if interrupted.
fn measure(
    args: &RateArgs,
    set: &PuzzleSet,
    bots: &[RatingBot],
    cancel: &CancelToken,
) -> Result<Option<Vec<SuccessShares>>, CliError> {
    let jobs = job_count(args.jobs)?;
    let puzzles = set.puzzles();
    let bar = ProgressBar::new(0, puzzles.len() as u64, "rating");
    let shares = Mutex::new(vec![vec![f64::NAN; puzzles.len()]; bots.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solver = PuzzleSolver(Solver::new(SolverOptions::default()));
        let mut players: Vec<_> = bots.iter().map(RatingBot::bot).collect();
        while !cancel.is_cancelled() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = puzzles.get(index) else {
                break;
            };
            let mut cache = VerdictCache::new(&mut solver);
            for ((bot, player), number) in bots.iter().zip(&mut players).zip(0..) {
                if !bot.can_try(puzzle) {
                    continue;
                }
                let successes = (0..args.tries)
                    .filter(|attempt| {
                        let seed = args.seed ^ (u64::from(*attempt) << 32) ^ index as u64;
                        solves(player.as_mut(), puzzle, &mut cache, seed)
                    })
                    .count();
                let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
                shares[number][index] = successes as f64 / f64::from(args.tries);
            }
            bar.advance();
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    let shares = shares.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((!cancel.is_cancelled()).then_some(shares))
}
