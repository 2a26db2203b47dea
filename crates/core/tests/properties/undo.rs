//! Undo restores every earlier game, and `reduce` never changes its argument.

use foursight_core::{Action, Game, reduce};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

proptest! {
    #[test]
    fn undo_restores_every_game_before(game in any_game(any_variant())) {
        let mut current = game.clone();
        let mut moves = game.moves().to_vec();
        while let Some(before) = current.undo() {
            moves.pop();
            let replayed = Game::from_moves(game.ruleset(), moves.iter().copied());
            prop_assert_eq!(Ok(&before), replayed.as_ref());
            prop_assert_eq!(game.at_ply(moves.len()), Some(before.clone()));
            current = before;
        }
        prop_assert!(moves.is_empty());
        prop_assert_eq!(current, Game::new(game.ruleset()));
    }

    #[test]
    fn a_game_has_no_moves_beyond_its_last(game in any_game(any_variant())) {
        prop_assert_eq!(game.at_ply(game.moves().len()), Some(game.clone()));
        prop_assert_eq!(game.at_ply(game.moves().len() + 1), None);
        prop_assert_eq!(game.positions().count(), game.moves().len() + 1);
    }

    #[test]
    fn reduce_equals_apply_and_leaves_its_argument(game in any_game(any_variant())) {
        let before = game.clone();
        for mv in game.legal_moves() {
            let mut applied = game.clone();
            applied.apply(mv).expect("a legal move is accepted");
            prop_assert_eq!(reduce(&game, Action::Move(mv)), Ok(applied));
            prop_assert_eq!(&game, &before);
        }
    }

    #[test]
    fn a_restart_begins_a_new_game_under_the_same_rules(game in any_game(any_variant())) {
        let before = game.clone();
        prop_assert_eq!(reduce(&game, Action::Restart), Ok(Game::new(game.ruleset())));
        prop_assert_eq!(game, before);
    }
}
