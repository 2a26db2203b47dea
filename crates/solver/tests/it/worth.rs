//! The questions of someone who knows the verdict get the answers of a whole analysis.

use foursight_core::{Move, Position};
use foursight_solver::{Limits, Solver, Verdict};

use crate::support::{Dice, empty, position, quiet_position};

/// Compares every question about a position with its analysis. A solver that is new for each
/// question must find the same as one that has seen the others.
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
            let found = solver.is_worth(position, *column, least, Limits::default());
            let is_worth = match least {
                Verdict::Win { plies: u8::MAX } => matches!(verdict, Verdict::Win { .. }),
                _ => *verdict >= least,
            };
            assert_eq!(
                found.expect("can be solved").answer,
                Some(is_worth),
                "{column:?} is {verdict:?}, asked for {least:?}: {position:?}"
            );
        }
    }
    for cold in [false, true] {
        if cold {
            solver.forget();
        }
        let found = solver.find_best(position, best, Limits::default());
        let column = found.expect("can be solved").answer.expect("not stopped");
        assert!(known.contains(&(column, best)), "{column:?}: {position:?}");
    }
    let line = solver.line_knowing(position, best, Limits::default());
    assert_eq!(
        line.expect("can be solved").answer,
        solver.line(position).expect("can be solved"),
        "{position:?}"
    );
}

#[test]
fn questions_agree_with_the_analysis() {
    let (mut dice, mut solver) = (Dice(11), Solver::default());
    for plies in (14..42).chain(16..30) {
        check(&mut solver, &position(&dice.drops(plies)));
    }
    for (width, height, plies) in [(5, 5, 4), (4, 6, 3), (6, 4, 5), (8, 4, 14)] {
        let start = empty(width, height);
        for _ in 0..6 {
            check(&mut solver, &quiet_position(&mut dice, &start, plies));
        }
    }
}

#[test]
fn limits_end_a_question() {
    let mut solver = Solver::default();
    let position = position("444444");
    for nodes in [0, 1, 100, 5_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let column = position.grid().columns().next().expect("a column");
        let found = solver.is_worth(&position, column, Verdict::Draw, limits);
        let found = found.expect("can be solved");
        assert!(found.answer.is_none() && found.nodes == nodes + 1);
        let found = solver.find_best(&position, Verdict::Win { plies: 35 }, limits);
        let found = found.expect("can be solved");
        assert!(found.answer.is_none() && found.nodes <= nodes + 1);
    }
    let stop = || true;
    let limits = Limits {
        should_stop: Some(&stop),
        ..Limits::default()
    };
    let found = solver.find_best(&position, Verdict::Draw, limits);
    assert_eq!(found.expect("can be solved").answer, None);
    let line = solver.line_knowing(&position, Verdict::Draw, limits);
    assert_eq!(line.expect("can be solved").answer, []);
}
