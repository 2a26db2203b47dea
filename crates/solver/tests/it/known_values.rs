//! Published game values: other boards, openings, and every position of the first plies.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{empty, full_run, position, solve_in_parallel};
use foursight_core::{Player, Position};
use foursight_solver::{Solver, Verdict, Wdl};

/// Game values by height (row, from 4) and width (column, from 4), for First; `?` is unknown.
/// J. Tromp, extended by C. Steininger.
const VALUES: [(u8, &str); 10] = [
    (4, "==-=-----"),
    (5, "====++++?"),
    (6, "==-+--+??"),
    (7, "==+=++???"),
    (8, "==-+-????"),
    (9, "==+=+????"),
    (10, "==-+?????"),
    (11, "==+??????"),
    (12, "==-??????"),
    (13, "==???????"),
];

/// Boards, width by height, that take seconds at most.
const QUICK: [(u8, u8); 22] = [
    (4, 4),
    (5, 4),
    (6, 4),
    (7, 4),
    (8, 4),
    (9, 4),
    (4, 5),
    (5, 5),
    (6, 5),
    (7, 5),
    (4, 6),
    (5, 6),
    (6, 6),
    (7, 6),
    (4, 7),
    (5, 7),
    (4, 8),
    (5, 8),
    (4, 9),
    (4, 10),
    (4, 11),
    (4, 12),
];
/// Boards that take up to some minutes.
const SLOW: [(u8, u8); 6] = [(10, 4), (8, 5), (6, 7), (6, 8), (5, 10), (4, 13)];

fn published(width: u8, height: u8) -> Wdl {
    let (_, row) = VALUES
        .iter()
        .find(|(h, _)| *h == height)
        .expect("a listed height");
    match row.as_bytes()[usize::from(width - 4)] {
        b'+' => Wdl::Win,
        b'=' => Wdl::Draw,
        b'-' => Wdl::Loss,
        other => panic!("no value is published there, only {other}"),
    }
}

#[test]
fn values_of_other_boards() {
    let slow = if full_run() { &SLOW[..] } else { &[] };
    for (width, height) in QUICK.iter().chain(slow) {
        let outcome = Solver::default()
            .outcome(&empty(*width, *height))
            .expect("it fits a word");
        assert_eq!(outcome, published(*width, *height), "{width}x{height}");
    }
}

#[test]
fn lengths_of_perfect_games() {
    let known = [(6, 4, 24), (6, 6, 36)];
    for (width, height, plies) in known {
        let verdict = Solver::default()
            .verdict(&empty(width, height))
            .expect("it fits a word");
        assert_eq!(verdict, Verdict::Loss { plies }, "{width}x{height}");
    }
}

#[test]
fn first_drops_of_small_boards() {
    for (width, height, scores) in [
        (5, 4, "-1 0 0 0 -1"),
        (6, 4, "-1 -1 -1 -1 -1 -1"),
        (7, 4, "-1 -1 -1 0 -1 -1 -1"),
        (4, 5, "0 0 0 0"),
        (5, 5, "0 0 0 0 0"),
    ] {
        let start = empty(width, height);
        let analysis = Solver::default().analyse(&start).expect("it fits a word");
        let found = analysis.columns.iter().map(|answer| {
            let verdict = answer.expect("an open column").exact().expect("no limits");
            verdict.conventional_score(&start).to_string()
        });
        assert_eq!(
            found.collect::<Vec<_>>().join(" "),
            scores,
            "{width}x{height}"
        );
    }
}

/// Outcomes of every position after a number of plies, mirror images counted, for First: won,
/// drawn, lost.
pub(crate) const BY_PLY: [[usize; 3]; 8] = [
    [1, 0, 0],
    [1, 2, 4],
    [27, 12, 10],
    [35, 58, 145],
    [690, 200, 230],
    [1_080, 697, 2_486],
    [10_889, 1_943, 3_590],
    [17_507, 5_944, 31_408],
];

/// The normal run goes through ply 5, the full one through ply 7. Only the deepest layer is
/// searched, mirror images once; the others follow from it by the rules of the game alone.
#[test]
fn verdicts_by_ply() {
    let plies_max = if full_run() { 7 } else { 5 };
    let mut layers = vec![BTreeSet::from([Position::default()])];
    for plies in 0..plies_max {
        layers.push(layers[plies].iter().flat_map(Position::children).collect());
    }
    let mut known = searched(&layers[plies_max]);
    for (plies, layer) in layers.iter().enumerate().rev() {
        if plies < plies_max {
            let best = |position: &Position| {
                let children = position.children();
                children.map(|child| against(known[&child])).max()
            };
            let followed = layer
                .iter()
                .map(|position| (*position, best(position).expect("a drop")));
            known = followed.collect();
        }
        let mut found = [0; 3];
        for (position, outcome) in &known {
            let for_first = match position.to_move() {
                Player::First => *outcome,
                Player::Second => against(*outcome),
            };
            found[2 - for_first as usize] += 1;
        }
        assert_eq!(found, BY_PLY[plies], "after {plies} plies");
    }
}

/// Searches the outcome of every position of a layer.
fn searched(layer: &BTreeSet<Position>) -> BTreeMap<Position, Wdl> {
    let mirror = |position: &Position| position.mirror().expect("drops are symmetric");
    let one_of_two = |position: &&Position| **position <= mirror(position);
    let representatives: Vec<_> = layer.iter().filter(one_of_two).copied().collect();
    let outcomes = solve_in_parallel(&representatives, |solver, position| {
        // The last disc won a game that is over.
        if position.is_over() {
            return Wdl::Loss;
        }
        solver.outcome(position).expect("a standard position")
    });
    let both = |(position, outcome)| [(position, outcome), (mirror(&position), outcome)];
    outcomes.into_iter().flat_map(both).collect()
}

/// Returns the outcome for the other player.
fn against(prospect: Wdl) -> Wdl {
    match prospect {
        Wdl::Win => Wdl::Loss,
        Wdl::Draw => Wdl::Draw,
        Wdl::Loss => Wdl::Win,
    }
}

#[test]
fn the_opening() {
    let drops = [
        ("4", -1),
        ("44", 1),
        ("444", -1),
        ("4444", 1),
        ("44444", -1),
    ];
    let mut solver = Solver::default();
    for (drops, score) in drops.into_iter().rev() {
        let position = position(drops);
        let verdict = solver.verdict(&position).expect("a standard position");
        assert_eq!(verdict.conventional_score(&position), score, "{drops}");
    }
}
