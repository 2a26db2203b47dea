//! Ablation tests: every technique is sound when it is the only one enabled.
//!
//! Each is enabled alone, or together with just those it refines, and compared with the reference
//! solver. A technique that does not change the number of nodes has not been tested.

use foursight_core::SplitMix64;

use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::reference_solver::{ReferencePosition, quiet_position};
use crate::soundness_tests::{full_run, geometry, score_and_nodes};
use crate::techniques::{SelectedTechniques, Technique, Techniques};
use crate::transposition_table::TranspositionTable;

/// Each technique with the techniques it depends on.
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

/// One technique with the transposition tables of the searches with and without it.
struct AblationRun {
    technique: Technique,
    without: Techniques,
    tts: [TranspositionTable; 2],
    /// Nodes with the technique, and without.
    nodes: [u64; 2],
}

impl AblationRun {
    fn all(geometry: AnyGeometry) -> Vec<Self> {
        let run = |(technique, without)| Self {
            technique,
            without,
            tts: [(); 2].map(|()| TranspositionTable::new(1 << 16, geometry.key_bits())),
            nodes: [0; 2],
        };
        each_alone().map(run).into()
    }

    fn check(&mut self, geometry: AnyGeometry, reference: &ReferencePosition, truth: i32) {
        let node = reference.node(geometry);
        let sets = [self.without.with(self.technique), self.without];
        for ((set, tt), nodes) in sets.into_iter().zip(&self.tts).zip(&mut self.nodes) {
            let (score, visited) = score_and_nodes(geometry, SelectedTechniques(set), tt, &node);
            assert_eq!(score, truth, "{:?}, {set:?}: {node:x?}", self.technique);
            *nodes += visited;
        }
    }
}

/// Positions from all phases of the game on a small board, then endgames on larger ones.
#[test]
fn each_technique_alone_agrees_with_the_reference_solver() {
    let mut nodes = [[0; 2]; Technique::ALL.len()];
    let mut add = |runs: Vec<AblationRun>| {
        for (sum, run) in nodes.iter_mut().zip(runs) {
            sum[0] += run.nodes[0];
            sum[1] += run.nodes[1];
        }
    };
    add(spread_over_4x4());
    let endgames = if full_run() { 10_000 } else { 500 };
    let mut rng = SplitMix64::new(11);
    // Width, height, and the most empty cells that the reference solver handles quickly.
    for (width, height, empty) in [(7, 6, 11), (6, 6, 12), (8, 6, 10), (5, 6, 13), (7, 4, 12)] {
        let geometry = geometry(width, height);
        let mut runs = AblationRun::all(geometry);
        for round in 0..endgames {
            let node = quiet_position(&mut rng, geometry, geometry.area() - empty + round % 5);
            let reference = ReferencePosition::of(geometry, &node);
            let truth = reference.score();
            for run in &mut runs {
                run.check(geometry, &reference, truth);
            }
        }
        add(runs);
    }
    for (technique, [with, without]) in Technique::ALL.into_iter().zip(nodes) {
        assert_ne!(with, without, "{technique:?} is never used");
    }
}

fn spread_over_4x4() -> Vec<AblationRun> {
    let step = if full_run() { 1 } else { 8 };
    let geometry = geometry(4, 4);
    let mut runs = AblationRun::all(geometry);
    let mut seen = 0_u32;
    ReferencePosition::empty(4, 4).for_each(&mut |reference, truth| {
        seen += 1;
        if seen.is_multiple_of(step) {
            for run in &mut runs {
                run.check(geometry, reference, truth);
            }
        }
    });
    runs
}
