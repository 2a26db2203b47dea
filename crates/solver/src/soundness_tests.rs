//! Soundness tests of all techniques, alone and together.
//!
//! Two kinds: on small boards the reference solver knows the score of *every* position; on larger
//! ones random endgames are compared with a search that has the technique disabled. Set
//! `FOURSIGHT_FULL=1` for the long version.

use foursight_core::SplitMix64;

use crate::control::{Limits, SearchControl};
use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::mtd::narrow_bounds;
use crate::node::Node;
use crate::reference_solver::{ReferencePosition, quiet_position};
use crate::search::NullWindowSearch;
use crate::techniques::{SelectedTechniques, Technique, TechniqueSwitch, Techniques};
use crate::transposition_table::{ScoreBounds, TranspositionTable};
use crate::zugzwang;

/// The zugzwang rules, each with the rules it refines.
const ZUGZWANG: [Techniques; 7] = {
    use Technique::{
        BaseInverse, ClaimEven, HoldOut, OddThreat, OddThreatAnyColumn, PoisonedPairs,
        TwoOddThreats,
    };
    let odd = Techniques::NONE.with(OddThreat);
    let both = odd.with(OddThreatAnyColumn).with(ClaimEven);
    [
        Techniques::NONE.with(ClaimEven),
        odd,
        odd.with(OddThreatAnyColumn),
        both.with(PoisonedPairs),
        both.with(TwoOddThreats),
        both.with(BaseInverse),
        Techniques::NONE.with(HoldOut),
    ]
};

pub(crate) fn full_run() -> bool {
    // Read at compile time: cargo recompiles the tests when the variable changes.
    option_env!("FOURSIGHT_FULL") == Some("1")
}

pub(crate) fn geometry(width: u32, height: u32) -> AnyGeometry {
    AnyGeometry::new(width, height).expect("a board that fits a word")
}

/// Returns the exact score with the given techniques.
fn score<R: TechniqueSwitch>(
    geometry: AnyGeometry,
    techniques: R,
    tt: &TranspositionTable,
    node: &Node,
) -> i32 {
    score_and_nodes(geometry, techniques, tt, node).0
}

/// Returns the exact score and the number of nodes it took.
pub(crate) fn score_and_nodes<R: TechniqueSwitch>(
    geometry: AnyGeometry,
    techniques: R,
    tt: &TranspositionTable,
    node: &Node,
) -> (i32, u64) {
    let control = SearchControl::new(Limits::default());
    let mut search = NullWindowSearch::new(geometry, techniques, tt, &control, None);
    let lower = crate::score::lost_next(geometry, node.discs);
    let upper = crate::score::win_now(geometry, node.discs);
    let mut known = ScoreBounds { lower, upper };
    let done = narrow_bounds(geometry, node, &mut known, None, |window| {
        search.search_root(node, window)
    });
    assert_eq!(done, Ok(()), "nothing stops this search");
    (known.lower, search.nodes())
}

fn check_bound(geometry: AnyGeometry, techniques: Techniques, node: &Node, truth: i32) -> bool {
    if node.wins_now(geometry) || node.all == geometry.cells() {
        return false;
    }
    let mut applied = false;
    for window in [truth, truth + 1, geometry.area()] {
        let bound = zugzwang::upper_bound(geometry, SelectedTechniques(techniques), node, window);
        assert!(
            bound >= truth,
            "{techniques:?} bounds {node:x?} on {}x{} by {bound}, but its score is {truth}",
            geometry.width(),
            geometry.height(),
        );
        applied |= bound < geometry.area();
    }
    applied
}

/// Checks every position of a small board: the search with all techniques, with none, and every
/// zugzwang bound.
fn check_whole_board(width: u32, height: u32) {
    let geometry = geometry(width, height);
    let tts = [(); 2].map(|()| TranspositionTable::new(1 << 20, geometry.key_bits()));
    let mut positions = 0_u32;
    ReferencePosition::empty(width, height).for_each(&mut |reference, truth| {
        let node = reference.node(geometry);
        assert_eq!(
            score(
                geometry,
                SelectedTechniques(Techniques::ALL),
                &tts[0],
                &node
            ),
            truth,
            "{node:x?}"
        );
        if positions.is_multiple_of(16) {
            assert_eq!(
                score(
                    geometry,
                    SelectedTechniques(Techniques::NONE),
                    &tts[1],
                    &node
                ),
                truth
            );
        }
        // There are no bounds to check with an odd number of rows.
        if height.is_multiple_of(2) {
            for techniques in ZUGZWANG.into_iter().chain([Techniques::ALL]) {
                check_bound(geometry, techniques, &node, truth);
            }
        }
        positions += 1;
    });
    assert!(positions > 1000);
}

#[test]
fn every_position_of_4x4() {
    check_whole_board(4, 4);
}

#[test]
fn every_position_of_4x5() {
    check_whole_board(4, 5);
}

#[test]
fn every_position_of_5x4() {
    check_whole_board(5, 4);
}

#[test]
fn every_position_of_narrow_and_low_boards() {
    for (width, height) in [(1, 10), (2, 6), (3, 6), (5, 3), (9, 1), (6, 2)] {
        let geometry = geometry(width, height);
        let tt = TranspositionTable::new(1 << 16, geometry.key_bits());
        ReferencePosition::empty(width, height).for_each(&mut |reference, truth| {
            let node = reference.node(geometry);
            assert_eq!(
                score(geometry, SelectedTechniques(Techniques::ALL), &tt, &node),
                truth
            );
        });
    }
}

#[test]
fn every_position_of_5x5_in_the_full_run() {
    if full_run() {
        check_whole_board(5, 5);
    }
}

/// Random endgames on boards of even height, where the bounds apply, against a search without them.
#[test]
fn zugzwang_bounds_hold_in_random_endgames() {
    let rounds = if full_run() { 20_000 } else { 2_000 };
    let plain = Techniques::NONE
        .with(Technique::DeadlineLeaves)
        .with(Technique::Mirror);
    let mut rng = SplitMix64::new(7);
    for (width, height, discs) in [
        (7, 6, 24),
        (6, 6, 18),
        (8, 6, 30),
        (5, 8, 20),
        (4, 10, 18),
        (9, 4, 18),
    ] {
        let geometry = geometry(width, height);
        let tt = TranspositionTable::new(8 << 20, geometry.key_bits());
        let mut applied = [0; ZUGZWANG.len()];
        for round in 0..rounds {
            let node = quiet_position(&mut rng, geometry, discs + round % 6);
            let truth = score(geometry, SelectedTechniques(plain), &tt, &node);
            for (applied, techniques) in applied.iter_mut().zip(ZUGZWANG) {
                *applied += i32::from(check_bound(geometry, techniques, &node, truth));
            }
            assert_eq!(
                score(
                    geometry,
                    SelectedTechniques(Techniques::ALL),
                    &TranspositionTable::new(1 << 12, geometry.key_bits()),
                    &node
                ),
                truth
            );
        }
        // A rule that never applies has not been tested.
        assert!(
            applied.into_iter().all(|applied| applied > rounds / 100),
            "{width}x{height}: {applied:?}"
        );
    }
}
