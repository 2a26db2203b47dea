//! Tests that every technique is right when it is the only one.
//!
//! Each is switched on alone, or together with just those it refines, and compared with the slow
//! solver. A technique that does not change the number of nodes has not been tested.

use crate::memo::Memo;
use crate::oracle::{Dice, Slow};
use crate::proofs::{full_run, score_and_nodes, shape};
use crate::rules::{Chosen, Technique, Techniques};
use crate::shape::{AnyShape, Shape};

/// Every technique with what it cannot do without.
fn each_alone() -> [(Technique, Techniques); Technique::ALL.len()] {
    use Technique::{
        BaseInverse, ClaimEven, OddThreat, OddThreatAnyColumn, PoisonedPairs, TwoOddThreats,
    };
    let none = Techniques::NONE;
    Technique::ALL.map(|technique| {
        let refined = match technique {
            OddThreatAnyColumn => none.with(OddThreat),
            TwoOddThreats => none.with(ClaimEven),
            PoisonedPairs | BaseInverse => none.with(ClaimEven).with(OddThreat),
            _ => none,
        };
        (technique, refined)
    })
}

/// One technique, its search's memo and that of the search it is compared with.
struct Trial {
    technique: Technique,
    without: Techniques,
    memos: [Memo; 2],
    /// Nodes with it, and without.
    nodes: [u64; 2],
}

impl Trial {
    fn all(shape: AnyShape) -> Vec<Self> {
        let trial = |(technique, without)| Self {
            technique,
            without,
            memos: [(); 2].map(|()| Memo::new(1 << 16, shape.key_bits())),
            nodes: [0; 2],
        };
        each_alone().map(trial).into()
    }

    fn check(&mut self, shape: AnyShape, slow: &Slow, truth: i32) {
        let node = slow.node(shape);
        let sets = [self.without.with(self.technique), self.without];
        for ((set, memo), nodes) in sets.into_iter().zip(&self.memos).zip(&mut self.nodes) {
            let (score, visited) = score_and_nodes(shape, Chosen(set), memo, &node);
            assert_eq!(score, truth, "{:?}, {set:?}: {node:x?}", self.technique);
            *nodes += visited;
        }
    }
}

/// Positions spread over the whole game on a small grid, then endgames on larger ones.
#[test]
fn each_technique_alone_agrees_with_the_slow_solver() {
    let mut nodes = [[0; 2]; Technique::ALL.len()];
    let mut add = |trials: Vec<Trial>| {
        for (sum, trial) in nodes.iter_mut().zip(trials) {
            sum[0] += trial.nodes[0];
            sum[1] += trial.nodes[1];
        }
    };
    add(spread_over_4x4());
    let endgames = if full_run() { 10_000 } else { 500 };
    let mut dice = Dice(11);
    // Width, height, and the most empty spaces that the slow solver masters quickly.
    for (width, height, empty) in [(7, 6, 11), (6, 6, 12), (8, 6, 10), (5, 6, 13), (7, 4, 12)] {
        let shape = shape(width, height);
        let mut trials = Trial::all(shape);
        for round in 0..endgames {
            let node = dice.quiet_position(shape, shape.area() - empty + round % 5);
            let slow = Slow::of(shape, &node);
            let truth = slow.score();
            for trial in &mut trials {
                trial.check(shape, &slow, truth);
            }
        }
        add(trials);
    }
    for (technique, [with, without]) in Technique::ALL.into_iter().zip(nodes) {
        assert_ne!(with, without, "{technique:?} is never used");
    }
}

fn spread_over_4x4() -> Vec<Trial> {
    let step = if full_run() { 1 } else { 8 };
    let shape = shape(4, 4);
    let mut trials = Trial::all(shape);
    let mut seen = 0_u32;
    Slow::empty(4, 4).for_each(&mut |slow, truth| {
        seen += 1;
        if seen.is_multiple_of(step) {
            for trial in &mut trials {
                trial.check(shape, slow, truth);
            }
        }
    });
    trials
}
