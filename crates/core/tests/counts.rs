//! Checks the rules against published counts.
//!
//! Method: enumerate every game of a given number of plies, or every position of a whole game, and
//! compare the counts with the figures in `tests/data`. Almost any rule bug shows up here, so when
//! this fails, investigate it before any other failure.
//!
//! The normal run stops where the counts become large. With `FOURSIGHT_FULL` set in the environment
//! the tests check the same tables to their ends.

use foursight_core::{
    DropPosition, DynShape, End, Position, Ruleset, Shape, StandardShape, Variant,
};

/// Counts above these limits belong to the full run only. Sequences are cheaper than positions.
const SEQUENCES_QUICK_MAX: u64 = 300_000_000;
const POSITIONS_QUICK_MAX: u64 = 5_000_000;

const PERFT: &str = include_str!("data/standard.perft");
const POSITIONS_BY_PLY: &str = include_str!("data/positions_by_ply.txt");
const POSITIONS_BY_SIZE: &str = include_str!("data/positions_by_size.txt");

/// Returns the limit of this run.
fn limit(quick: u64) -> u64 {
    if std::env::var_os("FOURSIGHT_FULL").is_some() {
        u64::MAX
    } else {
        quick
    }
}

/// Iterates over the rows of a data file, skipping comments.
fn rows(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.starts_with('#'))
}

fn numbers<const COUNT: usize>(text: &str) -> [u64; COUNT] {
    let numbers = text.split_whitespace().map(|number| {
        let parsed: Result<u64, _> = number.parse();
        parsed.expect("data files hold numbers")
    });
    let numbers: Vec<_> = numbers.collect();
    numbers.try_into().expect("every row has all its columns")
}

fn ruleset(width: u64, height: u64, connect: u64) -> Ruleset {
    let [width, height, connect] = [width, height, connect].map(|measure| measure as u8);
    Ruleset::new(width, height, connect, Variant::Standard).expect("data files hold valid sizes")
}

#[test]
fn sequences_match_the_literature() {
    let limit = limit(SEQUENCES_QUICK_MAX);
    let mut checked = 0;
    for row in rows(PERFT) {
        let (size, counts) = row.split_once(';').expect("a size, then counts");
        let [width, height, connect] = numbers(size);
        let start = Position::new(ruleset(width, height, connect));
        for [plies, sequences] in counts.split(';').map(numbers) {
            if sequences > limit {
                break;
            }
            assert_eq!(start.perft(plies as u32), sequences, "{plies} plies");
            checked += 1;
        }
    }
    assert!(checked > 10, "plies 0 to 10 belong to the normal run");
}

/// Every integer type that can hold the standard board plays the same game.
#[test]
fn sequences_are_the_same_for_every_integer_type() {
    let narrow = DynShape::<u64>::of(Ruleset::STANDARD).expect("49 bits");
    let wide = DynShape::<u128>::of(Ruleset::STANDARD).expect("49 bits");
    for plies in 0..=8 {
        let classic = DropPosition::default().perft(plies);
        assert_eq!(DropPosition::empty(narrow).perft(plies), classic);
        assert_eq!(DropPosition::empty(wide).perft(plies), classic);
        assert_eq!(DropPosition::default().perft_visiting(plies), classic);
    }
}

/// Returns the distinct positions one ply after these.
fn next_layer<S: Shape>(layer: &[DropPosition<S>]) -> Vec<DropPosition<S>> {
    let mut next: Vec<_> = layer
        .iter()
        .flat_map(|position| position.children())
        .collect();
    next.sort_unstable();
    next.dedup();
    next
}

#[test]
fn positions_and_wins_by_ply_match_the_literature() {
    let limit = limit(POSITIONS_QUICK_MAX);
    let mut layer = vec![DropPosition::empty(StandardShape)];
    let mut checked = 0;
    for row in rows(POSITIONS_BY_PLY) {
        let [ply, positions, wins] = numbers(row);
        if positions > limit {
            break;
        }
        if ply > 0 {
            layer = next_layer(&layer);
        }
        assert_eq!(layer.len() as u64, positions, "positions after {ply} plies");
        let won = |position: &&DropPosition| matches!(position.end(), Some(End::Won(_)));
        let won = layer.iter().filter(won).count() as u64;
        assert_eq!(won, wins, "wins after {ply} plies");
        checked += 1;
    }
    assert!(checked > 11, "plies 0 to 11 belong to the normal run");
}

#[test]
fn positions_of_whole_games_match_the_literature() {
    let limit = limit(POSITIONS_QUICK_MAX);
    let mut checked = 0;
    for row in rows(POSITIONS_BY_SIZE) {
        let [width, height, positions] = numbers(row);
        if positions > limit {
            break;
        }
        let start = Position::new(ruleset(width, height, 4));
        let counted: u64 = start.distinct_by_ply().sum();
        assert_eq!(counted, positions, "{width}x{height}");
        checked += 1;
    }
    assert!(checked > 10, "eleven sizes belong to the normal run");
}
