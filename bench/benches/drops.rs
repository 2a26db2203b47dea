//! Cost of a drop with win detection: ours and `connect-four-ai`.
//!
//! - `games`: the same thousand random games, drop by drop. For each drop: reject a full column,
//!   drop the disc, and test for a line. The peer documents two ways, testing before the drop or
//!   after it; both are measured, and the faster one is the one to beat.
//! - `visit`: perft of depth eight that visits every leaf and tests it for a win.
//! - `count`: perft of depth eight that counts the last ply instead of visiting it.
//!
//! All implementations must agree, which is checked before anything is measured.

use connect_four_ai::Position as Peer;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use foursight_bench::games;
use foursight_core::{Column, DropPosition, End, Move, Position};

/// Depth of the perft benchmarks.
const PLIES: u32 = 8;

fn main() {
    check_agreement();
    divan::main();
}

/// Checks that all implementations agree on the games and the counts.
fn check_agreement() {
    let games = games();
    let columns = as_columns(&games);
    let wins = drops_ours(&columns);
    assert!(
        wins > games.len() as u64 / 2,
        "random games are rarely drawn"
    );
    assert_eq!(wins, position_ours(&columns));
    assert_eq!(wins, peer_win_test_before_drop(&games));
    assert_eq!(wins, peer_win_test_after_drop(&games));
    let sequences = DropPosition::default().perft(PLIES);
    assert_eq!(sequences, DropPosition::default().perft_visiting(PLIES));
    assert_eq!(sequences, Position::default().perft(PLIES));
    assert_eq!(sequences, peer_perft_test_before_drop(Peer::new(), PLIES));
    assert_eq!(sequences, peer_perft_test_after_drop(Peer::new(), PLIES));
}

fn as_columns(games: &[Vec<u8>]) -> Vec<Vec<Column>> {
    let column = |index: &u8| Column::from_index((*index).into()).expect("a column of the grid");
    games
        .iter()
        .map(|game| game.iter().map(column).collect())
        .collect()
}

fn count_drops(games: &[Vec<u8>]) -> ItemsCount {
    ItemsCount::new(games.iter().map(Vec::len).sum::<usize>())
}

#[inline(never)]
fn drops_ours(games: &[Vec<Column>]) -> u64 {
    let mut wins = 0;
    for game in games {
        let mut position = DropPosition::default();
        for column in game {
            match position.drop_in(*column) {
                Ok(next) => position = next,
                Err(_) => break,
            }
            wins += u64::from(matches!(position.end(), Some(End::Won(_))));
        }
    }
    wins
}

#[inline(never)]
fn position_ours(games: &[Vec<Column>]) -> u64 {
    let mut wins = 0;
    for game in games {
        let mut position = Position::default();
        for column in game {
            if position.apply(Move::Drop(*column)).is_err() {
                break;
            }
            wins += u64::from(matches!(position.end(), Some(End::Won(_))));
        }
    }
    wins
}

#[inline(never)]
fn peer_win_test_before_drop(games: &[Vec<u8>]) -> u64 {
    let mut wins = 0;
    for game in games {
        let mut position = Peer::new();
        for column in game {
            let column = usize::from(*column);
            if !position.is_playable(column) {
                break;
            }
            let wins_now = position.is_winning_move(column);
            position.play(column);
            wins += u64::from(wins_now);
        }
    }
    wins
}

#[inline(never)]
fn peer_win_test_after_drop(games: &[Vec<u8>]) -> u64 {
    let mut wins = 0;
    for game in games {
        let mut position = Peer::new();
        for column in game {
            let column = usize::from(*column);
            if !position.is_playable(column) {
                break;
            }
            position.play(column);
            wins += u64::from(position.is_won_position());
        }
    }
    wins
}

#[inline(never)]
fn peer_perft_test_before_drop(position: Peer, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut count = 0;
    for column in 0..Peer::WIDTH {
        if position.is_playable(column) {
            if position.is_winning_move(column) {
                count += u64::from(plies == 1);
                continue;
            }
            let mut next = position;
            next.play(column);
            count += peer_perft_test_before_drop(next, plies - 1);
        }
    }
    count
}

#[inline(never)]
fn peer_perft_test_after_drop(position: Peer, plies: u32) -> u64 {
    let mut count = 0;
    for column in 0..Peer::WIDTH {
        if position.is_playable(column) {
            let mut next = position;
            next.play(column);
            let won = next.is_won_position();
            if plies == 1 {
                count += 1;
                black_box(won);
            } else if !won {
                count += peer_perft_test_after_drop(next, plies - 1);
            }
        }
    }
    count
}

mod games {
    use super::*;

    #[divan::bench]
    fn ours_drops(bencher: Bencher) {
        measure(bencher, as_columns, drops_ours);
    }

    #[divan::bench]
    fn ours_position(bencher: Bencher) {
        measure(bencher, as_columns, position_ours);
    }

    #[divan::bench]
    fn peer_before(bencher: Bencher) {
        measure(bencher, <[_]>::to_vec, peer_win_test_before_drop);
    }

    #[divan::bench]
    fn peer_after(bencher: Bencher) {
        measure(bencher, <[_]>::to_vec, peer_win_test_after_drop);
    }

    fn measure<G>(
        bencher: Bencher,
        prepare: impl Fn(&[Vec<u8>]) -> Vec<G>,
        play: impl Fn(&[G]) -> u64,
    ) {
        let games = games();
        let prepared = prepare(&games);
        bencher
            .counter(count_drops(&games))
            .bench_local(|| play(black_box(&prepared)));
    }
}

mod visit {
    use super::*;

    #[divan::bench]
    fn ours_drops(bencher: Bencher) {
        measure(bencher, || {
            black_box(DropPosition::default()).perft_visiting(PLIES)
        });
    }

    #[divan::bench]
    fn peer_before(bencher: Bencher) {
        measure(bencher, || {
            peer_perft_test_before_drop(black_box(Peer::new()), PLIES)
        });
    }

    #[divan::bench]
    fn peer_after(bencher: Bencher) {
        measure(bencher, || {
            peer_perft_test_after_drop(black_box(Peer::new()), PLIES)
        });
    }
}

mod count {
    use super::*;

    #[divan::bench]
    fn ours_drops(bencher: Bencher) {
        measure(bencher, || black_box(DropPosition::default()).perft(PLIES));
    }

    #[divan::bench]
    fn ours_position(bencher: Bencher) {
        measure(bencher, || black_box(Position::default()).perft(PLIES));
    }
}

fn measure(bencher: Bencher, count: impl Fn() -> u64) {
    bencher
        .counter(ItemsCount::new(DropPosition::default().perft(PLIES)))
        .bench_local(count);
}
