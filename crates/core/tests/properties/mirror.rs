//! The mirror image of a game is a game with the mirrored moves, lines and outcome.

use std::collections::BTreeSet;

use foursight_core::{Game, Move, Outcome, Space};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

fn any_symmetric_game() -> impl Strategy<Value = Game> {
    any_game(any_variant()).prop_filter("not symmetric", |game| game.ruleset().is_symmetric())
}

fn mirrored_moves(moves: &[Move], width: u8) -> BTreeSet<Move> {
    let images = moves.iter().map(|step| step.mirror(width));
    images.map(|step| step.expect("inside the grid")).collect()
}

/// The spaces of the lines of an outcome, mirrored if so wished; a line reads both ways.
fn line_sets(game: &Game, mirror: bool) -> BTreeSet<BTreeSet<Space>> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return BTreeSet::new();
    };
    let width = game.ruleset().width();
    let image = |space: Space| Space {
        column: space.column.mirror(width).expect("inside the grid"),
        ..space
    };
    let spaces = |line: &foursight_core::Line| {
        let spaces = line.spaces();
        spaces
            .map(|space| if mirror { image(space) } else { space })
            .collect()
    };
    lines.iter().map(spaces).collect()
}

proptest! {
    #[test]
    fn the_mirror_keeps_outcome_lines_and_moves(game in any_symmetric_game()) {
        let image = game.mirror().expect("symmetric rules");
        let width = game.ruleset().width();
        prop_assert_eq!(image.end(), game.end());
        prop_assert_eq!(image.phase(), game.phase());
        prop_assert_eq!(line_sets(&image, false), line_sets(&game, true));
        let offered: BTreeSet<_> = image.legal_moves().into_iter().collect();
        prop_assert_eq!(offered, mirrored_moves(&game.legal_moves(), width));
    }

    #[test]
    fn the_mirror_is_what_the_mirrored_moves_lead_to(game in any_symmetric_game()) {
        let width = game.ruleset().width();
        let moves = game.moves().iter();
        let moves = moves.map(|step| step.mirror(width).expect("inside the grid"));
        let played = Game::from_moves(game.ruleset(), moves);
        prop_assert_eq!(played.ok(), game.mirror());
    }

    #[test]
    fn two_mirrors_cancel_out(game in any_symmetric_game()) {
        let twice = game.mirror().and_then(|image| image.mirror());
        prop_assert_eq!(twice, Some(game.clone()));
        let grid = game.position().grid();
        prop_assert_eq!(grid.mirror().mirror(), grid);
    }

    #[test]
    fn the_mirror_keeps_the_count_of_sequences(game in any_symmetric_game()) {
        let image = game.mirror().expect("symmetric rules");
        for plies in 0..=2 {
            prop_assert_eq!(image.position().perft(plies), game.position().perft(plies));
        }
    }

    #[test]
    fn without_symmetry_there_is_no_mirror(game in any_game(any_variant())) {
        let symmetric = game.ruleset().is_symmetric();
        prop_assert_eq!(game.mirror().is_some(), symmetric);
        prop_assert_eq!(game.position().mirror().is_some(), symmetric);
    }
}
