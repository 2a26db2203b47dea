//! What the shipped net says about a fixed set of positions, against what the trainer says about them.
//!
//! `data/sights.txt` is written by the trainer, whose arithmetic is another: a position and all that comes out
//! of the net, a line each.

use foursight_bots::net::{Discs, Net, OUTPUTS, shipped};

const EXPECTED: &str = include_str!("data/sights.txt");

#[test]
fn the_shipped_net_says_what_the_trainer_says() {
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
        for (said, expected) in net.raw(discs).iter().zip(expected) {
            assert!((said - expected).abs() < 2e-3, "{moves}: {said} {expected}");
        }
        positions += 1;
    }
    assert_eq!(positions, 41);
}
