//! The mirror image of a game is a game with the mirrored moves, lines and outcome.

use std::collections::BTreeSet;

use foursight_core::{Cell, Game, Move, Outcome};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

fn any_symmetric_game() -> impl Strategy<Value = Game> {
    any_game(any_variant()).prop_filter("not symmetric", |game| game.ruleset().is_symmetric())
}

fn mirrored_moves(moves: &[Move], width: u8) -> BTreeSet<Move> {
    let images = moves.iter().map(|mv| mv.mirror(width));
    images.map(|mv| mv.expect("inside the board")).collect()
}

/// Returns the cells of the lines of an outcome, mirrored if `mirror` is set. A line is a set
/// because its mirror image runs the other way.
fn line_sets(game: &Game, mirror: bool) -> BTreeSet<BTreeSet<Cell>> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return BTreeSet::new();
    };
    let width = game.ruleset().width();
    let image = |cell: Cell| Cell {
        column: cell.column.mirror(width).expect("inside the board"),
        ..cell
    };
    let cells = |line: &foursight_core::Line| {
        let cells = line.cells();
        cells
            .map(|cell| if mirror { image(cell) } else { cell })
            .collect()
    };
    lines.iter().map(cells).collect()
}

proptest! {
    #[test]
    fn the_mirror_preserves_outcome_lines_and_moves(game in any_symmetric_game()) {
        let image = game.mirror().expect("symmetric rules");
        let width = game.ruleset().width();
        prop_assert_eq!(image.end(), game.end());
        prop_assert_eq!(image.phase(), game.phase());
        prop_assert_eq!(line_sets(&image, false), line_sets(&game, true));
        let legal: BTreeSet<_> = image.legal_moves().into_iter().collect();
        prop_assert_eq!(legal, mirrored_moves(&game.legal_moves(), width));
    }

    #[test]
    fn mirrored_moves_lead_to_the_mirror_image(game in any_symmetric_game()) {
        let width = game.ruleset().width();
        let moves = game.moves().iter();
        let moves = moves.map(|mv| mv.mirror(width).expect("inside the board"));
        let played = Game::from_moves(game.ruleset(), moves);
        prop_assert_eq!(played.ok(), game.mirror());
    }

    #[test]
    fn two_mirrors_cancel_out(game in any_symmetric_game()) {
        let twice = game.mirror().and_then(|image| image.mirror());
        prop_assert_eq!(twice, Some(game.clone()));
        let board = game.position().board();
        prop_assert_eq!(board.mirror().mirror(), board);
    }

    #[test]
    fn the_mirror_preserves_the_count_of_sequences(game in any_symmetric_game()) {
        let image = game.mirror().expect("symmetric rules");
        for plies in 0..=2 {
            prop_assert_eq!(image.position().perft(plies), game.position().perft(plies));
        }
    }

    #[test]
    fn only_symmetric_rulesets_have_a_mirror(game in any_game(any_variant())) {
        let symmetric = game.ruleset().is_symmetric();
        prop_assert_eq!(game.mirror().is_some(), symmetric);
        prop_assert_eq!(game.position().mirror().is_some(), symmetric);
    }
}
