//! Queries that assume the verdict agree with a full analysis.

use foursight_core::{Move, Position};
use foursight_solver::{Limits, Solver, Verdict};

use crate::support::{Lcg, empty, position, quiet_position};

/// Compares every query about a position with its analysis, both with a warm and with a cleared
/// table.
fn check(solver: &mut Solver, position: &Position) {
    let analysis = solver.analyse(position).expect("can be solved");
    let best = analysis.best().expect("not stopped");
    let open = position.moves().into_iter().filter_map(Move::column);
    let known: Vec<(_, Verdict)> = open
        .map(|column| (column, analysis.verdict(column).expect("not stopped")))
        .collect();
    let any_win = Verdict::Win { plies: u8::MAX };
    let any_loss = Verdict::Loss { plies: 0 };
    let thresholds = known.iter().map(|(_, verdict)| *verdict);
    for least in thresholds.chain([any_win, Verdict::Draw, any_loss]) {
        for (column, verdict) in &known {
            let found = solver.is_at_least_verdict(position, *column, least, Limits::default());
            let is_worth = match least {
                Verdict::Win { plies: u8::MAX } => matches!(verdict, Verdict::Win { .. }),
                _ => *verdict >= least,
            };
            assert_eq!(
                found.expect("can be solved").value,
                Some(is_worth),
                "{column:?} is {verdict:?}, asked for {least:?}: {position:?}"
            );
        }
    }
    for cold in [false, true] {
        if cold {
            solver.clear();
        }
        let found = solver.find_best_column(position, best, Limits::default());
        let column = found.expect("can be solved").value.expect("not stopped");
        assert!(known.contains(&(column, best)), "{column:?}: {position:?}");
    }
    let line = solver.principal_variation_from(position, best, Limits::default());
    assert_eq!(
        line.expect("can be solved").value,
        solver.principal_variation(position).expect("can be solved"),
        "{position:?}"
    );
}

#[test]
fn queries_agree_with_the_analysis() {
    let (mut rng, mut solver) = (Lcg(11), Solver::default());
    for plies in (14..42).chain(16..30) {
        check(&mut solver, &position(&rng.drops(plies)));
    }
    for (width, height, plies) in [(5, 5, 4), (4, 6, 3), (6, 4, 5), (8, 4, 14)] {
        let start = empty(width, height);
        for _ in 0..6 {
            check(&mut solver, &quiet_position(&mut rng, &start, plies));
        }
    }
}

#[test]
fn limits_stop_a_query() {
    let mut solver = Solver::default();
    let position = position("444444");
    for nodes in [0, 1, 100, 5_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let column = position.board().columns().next().expect("a column");
        let found = solver.is_at_least_verdict(&position, column, Verdict::Draw, limits);
        let found = found.expect("can be solved");
        assert!(found.value.is_none() && found.nodes == nodes + 1);
        let found = solver.find_best_column(&position, Verdict::Win { plies: 35 }, limits);
        let found = found.expect("can be solved");
        assert!(found.value.is_none() && found.nodes <= nodes + 1);
    }
    let stop = || true;
    let limits = Limits {
        should_stop: Some(&stop),
        ..Limits::default()
    };
    let found = solver.find_best_column(&position, Verdict::Draw, limits);
    assert_eq!(found.expect("can be solved").value, None);
    let line = solver.principal_variation_from(&position, Verdict::Draw, limits);
    assert_eq!(line.expect("can be solved").value, []);
}
