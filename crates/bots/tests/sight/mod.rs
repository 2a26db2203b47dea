//! What can be seen in a position by trying every move: wins, losses, set-ups. Slow and obvious.

use foursight_bots::Dice;
use foursight_bots::arena::opening;
use foursight_core::{End, Game, Move, Ruleset, Variant};

use crate::support::labelled;

/// All games of the data files.
pub(crate) fn known_games() -> Vec<Game> {
    ["positions", "only_winning_move", "only_nonlosing_move"]
        .into_iter()
        .flat_map(labelled)
        .map(|labelled| labelled.game)
        .collect()
}

/// Unfinished games of drops at random moments, on many grids.
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
            let plies = 4 + Dice::new(seed).roll(rules.spaces() * 2 / 3);
            opening(rules, plies, seed)
        })
        .collect()
}

/// The moves that win at once.
pub(crate) fn wins(game: &Game) -> Vec<Move> {
    let player = game.to_move();
    let wins = |step: &Move| {
        let end = game.position().after(*step).expect("legal").end();
        end.is_some_and(|end| matches!(end, End::Won(winner) if Some(winner) == player))
    };
    game.legal_moves().into_iter().filter(wins).collect()
}

/// The moves after which the opponent does not win at once.
pub(crate) fn safe(game: &Game) -> Vec<Move> {
    let is_safe = |step: &Move| wins(&game.after(*step).expect("legal")).is_empty();
    game.legal_moves().into_iter().filter(is_safe).collect()
}

/// The quiet moves that force a win with the next move, whatever the answer.
pub(crate) fn set_ups(game: &Game) -> Vec<Move> {
    let forces = |step: &Move| {
        let next = game.after(*step).expect("legal");
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

/// The moves after which the opponent neither wins at once nor has a set-up.
pub(crate) fn sound(game: &Game) -> Vec<Move> {
    let is_sound = |step: &Move| {
        let next = game.after(*step).expect("legal");
        wins(&next).is_empty() && set_ups(&next).is_empty()
    };
    game.legal_moves().into_iter().filter(is_sound).collect()
}
