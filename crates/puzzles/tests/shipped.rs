//! The shipped puzzles, proved again from their moves: the goal can be reached, exactly the stated
//! first move reaches it, and the theme's own verifier accepts them.

use std::collections::{BTreeMap, HashSet};
use std::thread;

use foursight_bots::{Budget, Level};
use foursight_core::{Game, Move, Position};
use foursight_puzzles::{
    Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleGoal, PuzzleJudgement, PuzzleSet, PuzzleTheme,
    ThemeVerifier, wins_within,
};
use foursight_solver::{BoundedValue, Solver, Verdict};

/// Fewest puzzles that are shipped.
const PUZZLES_MIN: usize = 1_000;
/// Fewest puzzles of a theme.
const THEME_PUZZLES_MIN: usize = 40;
/// Largest text: compressed (zlib, 9) it takes 45 % of its size, which is below 20 kB.
const TEXT_BYTES_MAX: usize = 42_000;
/// Threads that share the work.
const THREADS: usize = 2;
/// Seeds with which Hard is asked for its move, as in mining.
const TEMPTATION_SEEDS: [u64; 3] = [1, 2, 3];
/// Most moves of a puzzle, replies excluded.
const MOVES_MAX: u8 = 12;

fn verdicts(solver: &mut Solver, position: &Position) -> Option<Vec<Option<Verdict>>> {
    let columns = solver.analyse(position).ok()?.columns.into_iter();
    Some(
        columns
            .map(|verdict| verdict.and_then(BoundedValue::exact))
            .collect(),
    )
}

/// Runs a check for every shipped puzzle on a few threads. It returns an error message.
fn for_each(check: impl Fn(&Puzzle, &mut Solver) -> Option<String> + Sync) {
    let puzzles = PuzzleSet::shipped().puzzles();
    let part = puzzles.len().div_ceil(THREADS);
    let faults: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = puzzles
            .chunks(part)
            .map(|part| {
                scope.spawn(|| {
                    let mut solver = Solver::default();
                    let check = |puzzle: &Puzzle| {
                        let fault = check(puzzle, &mut solver)?;
                        Some(format!("{} {} {fault}", puzzle.theme, puzzle.id))
                    };
                    part.iter().filter_map(check).collect::<Vec<_>>()
                })
            })
            .collect();
        let results = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        results
            .flat_map(|result| result.expect("no check panics"))
            .collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_theme_verifier_fires() {
    for_each(|puzzle, solver| {
        let mut bot = Level::Hard.bot();
        let mut temptations = |game: &Game| -> Vec<Move> {
            let choices = TEMPTATION_SEEDS.iter();
            choices
                .filter_map(|seed| bot.choose(game, &Budget::default(), *seed))
                .map(|choice| choice.mv)
                .collect()
        };
        let mut verdicts = |position: &Position| verdicts(solver, position);
        let mut verifier = ThemeVerifier::new(&mut verdicts, &mut temptations);
        let found = verifier.check(&puzzle.game, puzzle.theme);
        (found != Some((puzzle.goal, puzzle.answer))).then(|| format!("{found:?}"))
    });
}

/// Plays every first move and follows the right one to the end, by the judge that players meet.
#[test]
fn exactly_the_stated_first_move_reaches_the_goal() {
    for_each(|puzzle, solver| {
        let mut judge = |attempt: &mut PuzzleAttempt, mv: Move| {
            let judgement = attempt.try_move(mv);
            match attempt.pending_game() {
                Some(game) if judgement == PuzzleJudgement::NeedsVerdicts => {
                    let verdicts = verdicts(solver, game.position()).unwrap_or_default();
                    attempt.apply_verdicts(&verdicts)
                }
                _ => judgement,
            }
        };
        for mv in puzzle.game.legal_moves() {
            let mut attempt = PuzzleAttempt::new(puzzle);
            let judgement = judge(&mut attempt, mv);
            let is_right = match judgement {
                PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. } => true,
                PuzzleJudgement::Missed(_) => false,
                other => return Some(format!("{mv}: {other:?}")),
            };
            if is_right != (puzzle.answer == PuzzleAnswer::Move(mv)) {
                return Some(format!("{mv}: {judgement:?}"));
            }
            if is_right && !solve(&mut attempt, &mut judge) {
                return Some("cannot be solved".to_owned());
            }
        }
        let mut attempt = PuzzleAttempt::new(puzzle);
        let expected = match (puzzle.goal, puzzle.answer) {
            (PuzzleGoal::WinOrNone, PuzzleAnswer::NoWin) => {
                attempt.answer_no_win() == PuzzleJudgement::Solved
            }
            (PuzzleGoal::WinOrNone, _) => {
                matches!(attempt.answer_no_win(), PuzzleJudgement::Missed(_))
            }
            _ => attempt.answer_no_win() == PuzzleJudgement::NotOffered,
        };
        (!expected).then(|| "another answer to \"no win here\"".to_owned())
    });
}

/// Solves the rest of a puzzle by the first right move each time, against the best defence.
fn solve(
    attempt: &mut PuzzleAttempt,
    judge: &mut impl FnMut(&mut PuzzleAttempt, Move) -> PuzzleJudgement,
) -> bool {
    for _ in 0..MOVES_MAX {
        if attempt.is_solved() {
            return true;
        }
        let moves = attempt.game().legal_moves();
        let is_right = |mv: &Move| {
            let judgement = judge(&mut attempt.clone(), *mv);
            matches!(
                judgement,
                PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. }
            )
        };
        let Some(mv) = moves.into_iter().find(is_right) else {
            return false;
        };
        judge(attempt, mv);
    }
    attempt.is_solved()
}

/// The short wins, by a search that shares nothing with the solver.
#[test]
fn short_wins_hold_by_the_rules_alone() {
    let mut wins = 0;
    for puzzle in PuzzleSet::shipped().puzzles() {
        let PuzzleGoal::WinIn(moves @ 2..=3) = puzzle.goal else {
            continue;
        };
        let position = puzzle.game.position();
        let player = position.to_move();
        assert!(wins_within(position, player, moves), "{}", puzzle.id);
        assert!(!wins_within(position, player, moves - 1), "{}", puzzle.id);
        wins += 1;
    }
    assert!(wins >= THEME_PUZZLES_MIN, "{wins}");
}

#[test]
fn puzzles_are_many_balanced_and_different() {
    let set = PuzzleSet::shipped();
    assert!(
        set.puzzles().len() >= PUZZLES_MIN,
        "{}",
        set.puzzles().len()
    );
    let mut counts: BTreeMap<PuzzleTheme, usize> = BTreeMap::new();
    let (mut keys, mut ids) = (HashSet::new(), HashSet::new());
    for puzzle in set.puzzles() {
        *counts.entry(puzzle.theme).or_default() += 1;
        assert!(keys.insert(puzzle.similarity_key()), "{}", puzzle.id);
        assert!(ids.insert(puzzle.id), "{}", puzzle.id);
        assert!((400..=2_800).contains(&puzzle.rating), "{}", puzzle.id);
    }
    for theme in PuzzleTheme::ALL {
        let count = counts.get(&theme).copied().unwrap_or(0);
        assert!(count >= THEME_PUZZLES_MIN, "{theme} {count}");
    }
    let no_win = set
        .puzzles()
        .iter()
        .filter(|puzzle| puzzle.answer == PuzzleAnswer::NoWin);
    assert_eq!(4 * no_win.count(), counts[&PuzzleTheme::AnyWin]);
}

#[test]
fn the_text_is_small_and_reads_back() {
    let set = PuzzleSet::shipped();
    let text = set.to_text();
    assert!(text.len() <= TEXT_BYTES_MAX, "{}", text.len());
    assert_eq!(text, include_str!("../shipped.puzzles"));
    assert_eq!(PuzzleSet::from_text(&text).as_ref(), Ok(set));
}

#[test]
fn the_daily_puzzle_changes_at_midnight_and_gets_harder_through_the_week() {
    let set = PuzzleSet::shipped();
    let daily = |day: u32| set.daily(day).expect("a puzzle");
    // 16 November 2026 is a Monday.
    let monday = 20_773;
    let weeks = 0..50;
    let mean = |weekday: u32| {
        let days = weeks.clone().map(|week| monday + 7 * week + weekday);
        days.map(|day| u32::from(daily(day).rating)).sum::<u32>() / 50
    };
    let means: Vec<_> = (0..7).map(mean).collect();
    assert!(means.is_sorted_by(|one, two| one < two), "{means:?}");
    let year: HashSet<_> = (0..365).map(|day| daily(monday + day).id).collect();
    assert_eq!(year.len(), 365, "no puzzle returns within a year");
    assert!(set.daily(0).is_some() && set.daily(u32::MAX).is_some());
    assert!((0..365).all(|day| daily(monday + day).theme.is_standard()));
}

#[test]
fn puzzles_near_a_rating_are_new_and_near() {
    let set = PuzzleSet::shipped();
    let mut seen = HashSet::new();
    for seed in 0..50 {
        let is_seen = |id| seen.contains(&id);
        let puzzle = set.near(1_500.0, None, &is_seen, seed).expect("a puzzle");
        assert!(puzzle.rating.abs_diff(1_500) < 150, "{}", puzzle.rating);
        assert!(seen.insert(puzzle.id));
    }
    for rating in [f64::NEG_INFINITY, -1.0, 0.0, 1e9, f64::INFINITY] {
        assert!(set.near(rating, None, &|_| true, 1).is_some(), "{rating}");
    }
    let theme = Some(PuzzleTheme::Fork);
    let fork = set.near(1_000.0, theme, &|_| false, 1).expect("a puzzle");
    assert_eq!(fork.theme, PuzzleTheme::Fork);
}
