//! Tactics found by trying every move: wins, losses, double threats. Slow and obvious.

use foursight_bots::arena::random_opening;
use foursight_core::{End, Game, Move, Ruleset, SplitMix64, Variant};

use crate::support::labelled;

/// Returns all games of the data files.
pub(crate) fn known_games() -> Vec<Game> {
    ["positions", "only_winning_move", "only_nonlosing_move"]
        .into_iter()
        .flat_map(labelled)
        .map(|labelled| labelled.game)
        .collect()
}

/// Returns random unfinished drop-only games, on many boards.
pub(crate) fn generated_games(count: u64) -> Vec<Game> {
    let sizes = [
        (7, 6, 4),
        (8, 7, 4),
        (5, 5, 4),
        (6, 5, 3),
        (9, 7, 4),
        (10, 10, 5),
    ];
    (0..count)
        .map(|seed| {
            let (width, height, connect) = sizes[seed as usize % sizes.len()];
            let rules = Ruleset::new(width, height, connect, Variant::Standard).expect("fits");
            let plies = 4 + SplitMix64::new(seed).below(rules.cells() * 2 / 3);
            random_opening(rules, plies, seed)
        })
        .collect()
}

/// Returns the moves that win at once.
pub(crate) fn wins(game: &Game) -> Vec<Move> {
    let player = game.to_move();
    let wins = |mv: &Move| {
        let end = game.position().after(*mv).expect("legal").end();
        end.is_some_and(|end| matches!(end, End::Won(winner) if Some(winner) == player))
    };
    game.legal_moves().into_iter().filter(wins).collect()
}

/// Returns the moves after which the opponent does not win at once.
pub(crate) fn safe(game: &Game) -> Vec<Move> {
    let is_safe = |mv: &Move| wins(&game.after(*mv).expect("legal")).is_empty();
    game.legal_moves().into_iter().filter(is_safe).collect()
}

/// Returns the quiet moves that force a win with the next move, whatever the reply.
pub(crate) fn set_ups(game: &Game) -> Vec<Move> {
    let forces = |mv: &Move| {
        let next = game.after(*mv).expect("legal");
        let answers = next.legal_moves();
        wins(&next).is_empty()
            && !answers.is_empty()
            && answers.iter().all(|answer| {
                let then = next.after(*answer).expect("legal");
                then.end().is_none() && !wins(&then).is_empty()
            })
    };
    game.legal_moves().into_iter().filter(forces).collect()
}

/// Returns the moves after which the opponent neither wins at once nor has a set-up.
pub(crate) fn sound(game: &Game) -> Vec<Move> {
    let is_sound = |mv: &Move| {
        let next = game.after(*mv).expect("legal");
        wins(&next).is_empty() && set_ups(&next).is_empty()
    };
    game.legal_moves().into_iter().filter(is_sound).collect()
}
