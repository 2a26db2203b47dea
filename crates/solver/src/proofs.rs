//! Tests that every technique is right, alone and together.
//!
//! Two kinds: on small grids the slow solver knows the truth of *every* position; on larger ones
//! random endgames are compared with a search that has the technique switched off. Set
//! `FOURSIGHT_FULL=1` for the long version.

use crate::control::{Control, Limits};
use crate::memo::{Bounds, Memo};
use crate::node::Node;
use crate::oracle::{Dice, Slow};
use crate::rules::{Chosen, Switches, Technique, Techniques};
use crate::schedule::narrow;
use crate::search::Search;
use crate::shape::{AnyShape, Shape};
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
    // Asked when the tests are compiled: cargo compiles them anew when the answer changes.
    option_env!("FOURSIGHT_FULL") == Some("1")
}

pub(crate) fn shape(width: u32, height: u32) -> AnyShape {
    AnyShape::new(width, height).expect("a grid that fits a word")
}

/// The exact score with the given techniques.
fn score<R: Switches>(shape: AnyShape, rules: R, memo: &Memo, node: &Node) -> i32 {
    score_and_nodes(shape, rules, memo, node).0
}

/// The exact score, and how many nodes it took.
pub(crate) fn score_and_nodes<R: Switches>(
    shape: AnyShape,
    rules: R,
    memo: &Memo,
    node: &Node,
) -> (i32, u64) {
    let control = Control::new(Limits::default());
    let mut search = Search::new(shape, rules, memo, &control, None);
    let lower = crate::score::lost_next(shape, node.discs);
    let upper = crate::score::win_now(shape, node.discs);
    let mut known = Bounds { lower, upper };
    let done = narrow(shape, node, &mut known, None, |window| {
        search.ask(node, window)
    });
    assert_eq!(done, Ok(()), "nothing stops this search");
    (known.lower, search.nodes())
}

fn bound_is_kept(shape: AnyShape, rules: Techniques, node: &Node, truth: i32) -> bool {
    if node.wins_now(shape) || node.all == shape.spaces() {
        return false;
    }
    let mut given = false;
    for window in [truth, truth + 1, shape.area()] {
        let bound = zugzwang::upper_bound(shape, Chosen(rules), node, window);
        assert!(
            bound >= truth,
            "{rules:?} bounds {node:x?} on {}x{} by {bound}, but its score is {truth}",
            shape.width(),
            shape.height(),
        );
        given |= bound < shape.area();
    }
    given
}

/// Every position of a small grid: search with everything on, search with everything off, and
/// every zugzwang bound.
fn check_whole_grid(width: u32, height: u32) {
    let shape = shape(width, height);
    let memos = [(); 2].map(|()| Memo::new(1 << 20, shape.key_bits()));
    let mut positions = 0_u32;
    Slow::empty(width, height).for_each(&mut |slow, truth| {
        let node = slow.node(shape);
        assert_eq!(
            score(shape, Chosen(Techniques::ALL), &memos[0], &node),
            truth,
            "{node:x?}"
        );
        if positions.is_multiple_of(16) {
            assert_eq!(
                score(shape, Chosen(Techniques::NONE), &memos[1], &node),
                truth
            );
        }
        // There are no bounds to check with an odd number of rows.
        if height.is_multiple_of(2) {
            for rules in ZUGZWANG.into_iter().chain([Techniques::ALL]) {
                bound_is_kept(shape, rules, &node, truth);
            }
        }
        positions += 1;
    });
    assert!(positions > 1000);
}

#[test]
fn every_position_of_4x4() {
    check_whole_grid(4, 4);
}

#[test]
fn every_position_of_4x5() {
    check_whole_grid(4, 5);
}

#[test]
fn every_position_of_5x4() {
    check_whole_grid(5, 4);
}

#[test]
fn every_position_of_narrow_and_low_grids() {
    for (width, height) in [(1, 10), (2, 6), (3, 6), (5, 3), (9, 1), (6, 2)] {
        let shape = shape(width, height);
        let memo = Memo::new(1 << 16, shape.key_bits());
        Slow::empty(width, height).for_each(&mut |slow, truth| {
            let node = slow.node(shape);
            assert_eq!(score(shape, Chosen(Techniques::ALL), &memo, &node), truth);
        });
    }
}

#[test]
fn every_position_of_5x5_in_the_full_run() {
    if full_run() {
        check_whole_grid(5, 5);
    }
}

/// Random endgames on grids of even height, where the bounds apply, against a search without them.
#[test]
fn zugzwang_bounds_hold_in_random_endgames() {
    let rounds = if full_run() { 20_000 } else { 2_000 };
    let plain = Techniques::NONE
        .with(Technique::DeadlineLeaves)
        .with(Technique::Mirror);
    let mut dice = Dice(7);
    for (width, height, discs) in [
        (7, 6, 24),
        (6, 6, 18),
        (8, 6, 30),
        (5, 8, 20),
        (4, 10, 18),
        (9, 4, 18),
    ] {
        let shape = shape(width, height);
        let memo = Memo::new(8 << 20, shape.key_bits());
        let mut given = [0; ZUGZWANG.len()];
        for round in 0..rounds {
            let node = dice.quiet_position(shape, discs + round % 6);
            let truth = score(shape, Chosen(plain), &memo, &node);
            for (given, rules) in given.iter_mut().zip(ZUGZWANG) {
                *given += i32::from(bound_is_kept(shape, rules, &node, truth));
            }
            assert_eq!(
                score(
                    shape,
                    Chosen(Techniques::ALL),
                    &Memo::new(1 << 12, shape.key_bits()),
                    &node
                ),
                truth
            );
        }
        // A rule that never applies has not been tested.
        assert!(
            given.into_iter().all(|given| given > rounds / 100),
            "{width}x{height}: {given:?}"
        );
    }
}
