//! The rest of a turn that takes several moves.

use foursight_core::{Fill, PendingTurn, Ruleset, Stock, Variant};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};
use crate::{column, play};

#[track_caller]
fn check(ruleset: Ruleset, moves: &str, expected: Option<PendingTurn>) {
    let game = play(ruleset, moves);
    assert_eq!(game.position().pending(), expected, "after {moves}");
}

#[test]
fn power_discs_leave_a_second_move_pending() {
    let power_up = Ruleset::default_for(Variant::PowerUp(Stock::default()));
    let second_turn = |may_connect| Some(PendingTurn::SecondTurn { may_connect });
    check(power_up, "", None);
    check(power_up, "a4", None);
    check(power_up, "1 2 b3", Some(PendingTurn::Strike));
    check(power_up, "1 2 b3 s2", None);
    check(power_up, "b3", None); // nothing to strike
    check(power_up, "w4", second_turn(false));
    check(power_up, "x4", second_turn(true));
    check(power_up, "x4 -", None);
    check(power_up, "1 7 1 7 1 7 x1", None); // the line ends the game
}

#[test]
fn returning_a_popped_disc_is_pending() {
    let pop_ten = Ruleset::new(7, 4, 5, Variant::PopTen(Fill::ByPlayers)).expect("a valid size");
    let from = column(1);
    let filled = "1 2 3 4 5 6 7 ".repeat(4);
    check(pop_ten, &filled, None);
    let popped = Some(PendingTurn::Return { from });
    check(pop_ten, &format!("{filled} p1"), popped);
    check(pop_ten, &format!("{filled} p1 1"), None);
}

proptest! {
    #[test]
    fn a_pending_turn_belongs_to_the_player_who_began_it(game in any_game(any_variant())) {
        let position = game.position();
        if position.pending().is_some() {
            let before = game.undo().expect("an unfinished turn has a first move");
            prop_assert_eq!(before.to_move(), Some(position.to_move()));
            prop_assert!(!position.is_over());
        }
    }
}
