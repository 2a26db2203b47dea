//! That a net learns from its own games, and goes on after an interruption as if there were none.

use foursight_bots::net::{Discs, Layout};
use foursight_trainer::loss::Loss;
use foursight_trainer::self_taught::{Practice, STEPS, SelfTaught};
use foursight_trainer::train::Course;

const ROUNDS: u64 = 6;
const PRACTICE: Practice = Practice {
    course: Course {
        layout: match Layout::new(16, 16, 1) {
            Some(layout) => layout,
            None => panic!("a small one"),
        },
        seed: 5,
        steps: ROUNDS * STEPS,
    },
    games: 12,
    looks: 12,
};

fn outlook(loss: &Loss) -> f64 {
    loss.outlook / loss.positions
}

#[test]
fn it_learns_and_goes_on_to_the_same_bits() {
    let mut straight = SelfTaught::begin(PRACTICE);
    let first = straight.round();
    let (mut saved, mut last) = (Vec::new(), first);
    while !straight.is_done() {
        if straight.rounds() == 3 {
            saved = straight.to_bytes();
        }
        last = straight.round();
    }
    assert_eq!(straight.rounds(), ROUNDS);
    assert!(outlook(&last) < outlook(&first), "{first:?} {last:?}");
    let mut resumed = SelfTaught::from_bytes(PRACTICE, &saved).expect("our own");
    while !resumed.is_done() {
        resumed.round();
    }
    assert!(straight.to_bytes() == resumed.to_bytes());
    let net = straight.net().expect("a net");
    assert!(net.look(Discs::default()).best().is_some());
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let mut small = SelfTaught::begin(PRACTICE);
    small.round();
    let bytes = small.to_bytes();
    let refused = |practice, bytes: &[u8]| {
        let refused = SelfTaught::from_bytes(practice, bytes).err();
        refused.expect("refused").to_string()
    };
    assert!(refused(PRACTICE, b"nothing").contains("no checkpoint"));
    let other = Practice {
        looks: 13,
        ..PRACTICE
    };
    assert!(refused(other, &bytes).contains("another practice"));
    for place in (8..bytes.len()).step_by(997) {
        let mut changed = bytes.clone();
        changed[place] ^= 8;
        assert!(
            SelfTaught::from_bytes(PRACTICE, &changed).is_err(),
            "{place}"
        );
        assert!(
            SelfTaught::from_bytes(PRACTICE, &bytes[..place]).is_err(),
            "{place}"
        );
    }
}
