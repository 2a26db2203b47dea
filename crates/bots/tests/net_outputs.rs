//! The shipped net's outputs on a fixed set of positions, against those of the trainer.
//!
//! The trainer writes `data/sights.txt` with arithmetic of its own: a position and all outputs of
//! the net per line.

use foursight_bots::net::{Discs, Net, OUTPUTS, shipped};

const EXPECTED: &str = include_str!("data/sights.txt");

#[test]
fn the_shipped_net_agrees_with_the_trainer() {
    let net = Net::from_bytes(shipped::FULL).expect("our own");
    let mut positions = 0;
    for line in EXPECTED.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut discs = Discs::default();
        let moves = words.next().expect("moves");
        for digit in moves.bytes().filter(|digit| *digit != b'-') {
            discs = discs.after(usize::from(digit - b'1')).expect("room");
        }
        let expected: Vec<f32> = words.map(|word| word.parse().expect("a number")).collect();
        assert_eq!(expected.len(), OUTPUTS, "{moves}");
        for (output, expected) in net.logits(discs).iter().zip(expected) {
            assert!(
                (output - expected).abs() < 2e-3,
                "{moves}: {output} {expected}"
            );
        }
        positions += 1;
    }
    assert_eq!(positions, 41);
}
