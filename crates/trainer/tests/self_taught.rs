//! Self-play training reduces the loss and resumes bit-identically.

use foursight_bots::net::{Discs, NetLayout};
use foursight_trainer::loss::Loss;
use foursight_trainer::self_play::{STEPS_PER_ROUND, SelfPlayConfig, SelfPlayTraining};
use foursight_trainer::train::TrainingConfig;

const ROUNDS: u64 = 6;
const PRACTICE: SelfPlayConfig = SelfPlayConfig {
    training: TrainingConfig {
        layout: match NetLayout::new(16, 16, 1) {
            Some(layout) => layout,
            None => panic!("a small one"),
        },
        seed: 5,
        steps: ROUNDS * STEPS_PER_ROUND,
    },
    games: 12,
    evaluations: 12,
};

fn value(loss: &Loss) -> f64 {
    loss.wdl / loss.positions
}

#[test]
fn self_play_learns_and_resumes_bit_identically() {
    let mut straight = SelfPlayTraining::start(PRACTICE);
    let first = straight.round();
    let (mut saved, mut last) = (Vec::new(), first);
    while !straight.is_done() {
        if straight.rounds() == 3 {
            saved = straight.to_bytes();
        }
        last = straight.round();
    }
    assert_eq!(straight.rounds(), ROUNDS);
    assert!(value(&last) < value(&first), "{first:?} {last:?}");
    let mut resumed = SelfPlayTraining::from_bytes(PRACTICE, &saved).expect("our own");
    while !resumed.is_done() {
        resumed.round();
    }
    assert!(straight.to_bytes() == resumed.to_bytes());
    let net = straight.net().expect("a net");
    assert!(net.evaluate(Discs::default()).best().is_some());
}

#[test]
fn damaged_and_foreign_checkpoints_are_rejected() {
    let mut small = SelfPlayTraining::start(PRACTICE);
    small.round();
    let bytes = small.to_bytes();
    let refused = |practice, bytes: &[u8]| {
        let refused = SelfPlayTraining::from_bytes(practice, bytes).err();
        refused.expect("refused").to_string()
    };
    assert!(refused(PRACTICE, b"nothing").contains("no checkpoint"));
    let other = SelfPlayConfig {
        evaluations: 13,
        ..PRACTICE
    };
    assert!(refused(other, &bytes).contains("another run"));
    for place in (8..bytes.len()).step_by(997) {
        let mut changed = bytes.clone();
        changed[place] ^= 8;
        assert!(
            SelfPlayTraining::from_bytes(PRACTICE, &changed).is_err(),
            "{place}"
        );
        assert!(
            SelfPlayTraining::from_bytes(PRACTICE, &bytes[..place]).is_err(),
            "{place}"
        );
    }
}
