//! Behaviour of the solver: limits, threads, determinism, errors, and its node signature.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::support::{Lcg, position};
use foursight_core::{Position, Ruleset, Variant};
use foursight_solver::{
    Analysis, BoundedValue, CancelToken, Limits, SolveError, Solver, SolverOptions, Technique,
    Techniques, Verdict,
};

/// Random positions with 12 to 16 discs.
fn bench_set() -> Vec<Position> {
    let mut rng = Lcg(2026);
    (0..40)
        .map(|index| position(&rng.drops(12 + index % 5)))
        .collect()
}

fn verdict_nodes(position: &Position) -> u64 {
    let solution = Solver::default().verdict_within(position, Limits::default());
    solution.expect("a standard position").nodes
}

/// The node count on a fixed set is the signature of the search. A change is not an error, but it
/// must be deliberate: write `Signature: old -> new` into the commit message.
#[test]
fn signature() {
    let nodes: u64 = bench_set().iter().map(verdict_nodes).sum();
    assert_eq!(nodes, SIGNATURE);
}
const SIGNATURE: u64 = 215_688;

#[test]
fn one_thread_is_deterministic() {
    let position = position("44444");
    assert_eq!(verdict_nodes(&position), verdict_nodes(&position));
    let mut solver = Solver::default();
    let first = solver.verdict_within(&position, Limits::default());
    solver.clear();
    assert_eq!(solver.verdict_within(&position, Limits::default()), first);
}

/// A solver with three threads.
fn team() -> Solver {
    let threads = NonZeroUsize::new(3).expect("not zero");
    Solver::new(SolverOptions {
        threads,
        ..SolverOptions::default()
    })
}

/// Each of these takes tens of thousands of nodes, so that the solver starts threads.
#[test]
fn threads_agree_with_one() {
    let (mut team, mut alone) = (team(), Solver::default());
    for drops in [
        "44444",
        "4443321",
        "35333222",
        "171463452276",
        "136677457757",
    ] {
        let position = position(drops);
        assert_eq!(team.verdict(&position), alone.verdict(&position));
        let columns = |analysis: Analysis| analysis.columns;
        assert_eq!(
            team.analyse(&position).map(columns),
            alone.analyse(&position).map(columns),
        );
    }
}

/// Regression test: entries of an earlier search turn up in the middle of the next one, when the
/// table grows, and threads abandon subtrees that are answered. Before they retried, about half of
/// these searches ended without a result.
#[test]
fn threads_find_the_verdict_again_with_a_warm_table() {
    let (mut team, position) = (team(), position("443"));
    let verdict = team.verdict(&position);
    for _ in 0..8 {
        assert_eq!(team.verdict(&position), verdict);
    }
}

/// All threads share one budget, and each visits at most a thousand nodes between polls.
#[test]
fn threads_share_a_budget() {
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::default()
    };
    let solution = team().verdict_within(&position("35"), limits);
    let nodes = solution.expect("a standard position").nodes;
    assert!((100_000..105_000).contains(&nodes), "{nodes}");
}

/// Starting threads takes longer than an easy search.
#[test]
fn easy_searches_use_one_thread() {
    let (mut team, mut alone) = (team(), Solver::default());
    let easy = |position: &&Position| verdict_nodes(position) < 500;
    for position in bench_set().iter().filter(easy).step_by(3) {
        for solver in [&mut team, &mut alone] {
            solver.clear();
        }
        assert_eq!(
            team.verdict_within(position, Limits::default()),
            alone.verdict_within(position, Limits::default()),
        );
    }
}

#[test]
fn mirror_images_have_the_same_verdict() {
    let mut solver = Solver::default();
    for position in bench_set() {
        let mirror = position.mirror().expect("drops are symmetric");
        let verdict = Solver::default().verdict(&mirror);
        assert_eq!(solver.verdict(&position), verdict);
        let columns = |analysis: Analysis| analysis.columns;
        let mut mirrored = columns(solver.analyse(&mirror).expect("a standard position"));
        mirrored.reverse();
        assert_eq!(
            columns(solver.analyse(&position).expect("a standard position")),
            mirrored
        );
    }
}

#[test]
fn the_order_of_drops_does_not_matter() {
    let mut solver = Solver::default();
    assert_eq!(position("4433"), position("3344"));
    assert_eq!(
        solver.verdict(&position("4433226677")),
        Solver::default().verdict(&position("6677443322")),
    );
}

/// The contents of the table change the work, never the verdict.
#[test]
fn a_full_table_does_not_change_verdicts() {
    let mut tiny = Solver::new(SolverOptions {
        tt_bytes: 1 << 10,
        ..SolverOptions::default()
    });
    for position in bench_set() {
        assert_eq!(
            tiny.verdict(&position),
            Solver::default().verdict(&position)
        );
    }
}

#[test]
fn every_technique_can_be_disabled() {
    let positions: Vec<_> = bench_set().into_iter().step_by(4).collect();
    let truth: Vec<_> = positions
        .iter()
        .map(|p| Solver::default().verdict(p))
        .collect();
    for technique in Technique::ALL {
        let techniques = Techniques::ALL.without(technique);
        let mut solver = Solver::new(SolverOptions {
            techniques,
            ..SolverOptions::default()
        });
        for (position, truth) in positions.iter().zip(&truth) {
            assert_eq!(&solver.verdict(position), truth, "without {technique:?}");
        }
    }
}

#[test]
fn a_perfect_line_ends_as_predicted() {
    let mut solver = Solver::default();
    for start in bench_set().into_iter().step_by(4) {
        let verdict = solver.verdict(&start).expect("a standard position");
        let mut position = start;
        let mut left = verdict;
        for column in solver
            .principal_variation(&start)
            .expect("a standard position")
        {
            assert_eq!(solver.verdict(&position), Ok(left));
            position = position.drop_in(column).expect("a legal drop");
            left = match left {
                Verdict::Win { plies } => Verdict::Loss { plies: plies - 1 },
                Verdict::Loss { plies } => Verdict::Win { plies: plies - 1 },
                Verdict::Draw => Verdict::Draw,
            };
        }
        assert!(position.is_over());
    }
}

#[test]
fn a_budget_gives_bounds_that_contain_the_truth() {
    let position = position("44444");
    let truth = Solver::default()
        .verdict(&position)
        .expect("a standard position");
    for nodes in [0, 1, 10, 1_000, 100_000, 400_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let solution = Solver::default().verdict_within(&position, limits);
        let solution = solution.expect("a standard position");
        assert!(solution.nodes <= nodes + 1);
        match solution.value {
            BoundedValue::Exact(verdict) => assert_eq!(verdict, truth),
            BoundedValue::Bounds {
                lower: worst,
                upper: best,
            } => {
                assert!(worst <= truth && truth <= best && worst < best);
            }
        }
    }
}

#[test]
fn a_search_can_be_stopped_from_outside() {
    let token = CancelToken::default();
    token.cancel();
    let limits = Limits {
        cancel: Some(&token),
        ..Limits::default()
    };
    let solution = Solver::default().verdict_within(&Position::default(), limits);
    assert_eq!(solution.expect("a standard position").value.exact(), None);

    let (calls, reports) = (AtomicU64::new(0), AtomicU64::new(0));
    let limits = Limits {
        should_stop: Some(&|| calls.fetch_add(1, Relaxed) == 20),
        on_progress: Some(&|nodes| reports.store(nodes, Relaxed)),
        ..Limits::default()
    };
    let solution = Solver::default().verdict_within(&Position::default(), limits);
    assert_eq!(
        solution.expect("a standard position").nodes,
        reports.load(Relaxed)
    );
}

/// Progress reports never decrease, whatever the number of threads.
#[test]
fn progress_never_decreases() {
    let reports = Mutex::new(Vec::new());
    let limits = Limits {
        on_progress: Some(&|nodes| reports.lock().expect("no panic").push(nodes)),
        ..Limits::default()
    };
    let found = team().analyse_within(&position("44444"), limits);
    let nodes = found.expect("a standard position").nodes;
    let reports = reports.into_inner().expect("no panic");
    assert!(reports.len() > 9 && reports.is_sorted(), "{reports:?}");
    assert!(
        reports.iter().all(|report| *report <= nodes),
        "{nodes}: {reports:?}"
    );
}

/// Excessive options are capped or rejected, never a panic.
#[test]
fn excessive_options_are_capped_or_rejected() {
    let mut crowd = Solver::new(SolverOptions {
        threads: NonZeroUsize::MAX,
        ..SolverOptions::default()
    });
    let hard = position("44444");
    let verdict = Solver::default().verdict(&hard);
    assert_eq!(crowd.verdict(&hard), verdict);
    let mut vast = Solver::new(SolverOptions {
        tt_bytes: usize::MAX,
        ..SolverOptions::default()
    });
    let mib = SolverOptions::TT_MIB_MAX;
    let error = SolveError::Memory { mib };
    let message = format!("cannot allocate {mib} MiB of memory: use less");
    assert_eq!(error.to_string(), message);
    let small = Position::new(Ruleset::new(5, 4, 4, Variant::Standard).expect("a small board"));
    for position in [&small, &position("44335")] {
        // A machine may really have that much memory.
        let expected = Solver::default().verdict(position);
        let found = vast.verdict(position);
        assert!(found == Err(error) || found == expected, "{found:?}");
    }
}

#[test]
fn unsupported_positions_are_rejected() {
    let mut solver = Solver::default();
    let mut check = |position: &Position, error: SolveError, message: &str| {
        assert_eq!(solver.verdict(position), Err(error));
        assert_eq!(error.to_string(), message);
    };
    check(
        &position("4545454"),
        SolveError::GameOver,
        "the game is over",
    );
    let wide = Ruleset::new(10, 6, 4, Variant::Standard).expect("a moderate board");
    let error = SolveError::Board {
        width: 10,
        height: 6,
    };
    check(
        &Position::new(wide),
        error,
        "cannot solve a 10x6 board: (height + 1) x width must be at most 64",
    );
    let three = Ruleset::new(5, 5, 3, Variant::Standard).expect("a moderate board");
    check(
        &Position::new(three),
        SolveError::Connect(3),
        "cannot solve lines of 3: only lines of four can be solved",
    );
    let five = Variant::FiveInARow;
    let other = Position::new(Ruleset::default_for(five));
    let message = format!(
        "cannot solve the variant {}: only the standard rules can be solved",
        five.name()
    );
    check(&other, SolveError::Variant(five), &message);
}
