//! What is left to do of a turn that takes several moves.

use foursight_core::{Fill, Pending, Ruleset, Stock, Variant};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};
use crate::{column, play};

#[track_caller]
fn check(ruleset: Ruleset, moves: &str, expected: Option<Pending>) {
    let game = play(ruleset, moves);
    assert_eq!(game.position().pending(), expected, "after {moves}");
}

#[test]
fn power_discs_leave_a_second_half() {
    let power_up = Ruleset::usual(Variant::PowerUp(Stock::default()));
    let second_turn = |may_connect| Some(Pending::SecondTurn { may_connect });
    check(power_up, "", None);
    check(power_up, "a4", None);
    check(power_up, "1 2 b3", Some(Pending::Strike));
    check(power_up, "1 2 b3 s2", None);
    check(power_up, "b3", None); // nothing to strike
    check(power_up, "w4", second_turn(false));
    check(power_up, "x4", second_turn(true));
    check(power_up, "x4 -", None);
    check(power_up, "1 7 1 7 1 7 x1", None); // the line ends the game
}

#[test]
fn a_popped_disc_goes_back_in() {
    let pop_ten = Ruleset::new(7, 4, 5, Variant::PopTen(Fill::ByPlayers)).expect("a valid size");
    let from = column(1);
    let filled = "1 2 3 4 5 6 7 ".repeat(4);
    check(pop_ten, &filled, None);
    let popped = Some(Pending::Return { from });
    check(pop_ten, &format!("{filled} p1"), popped);
    check(pop_ten, &format!("{filled} p1 1"), None);
}

proptest! {
    #[test]
    fn only_a_turn_that_goes_on_is_pending(game in any_game(any_variant())) {
        let position = game.position();
        if position.pending().is_some() {
            let before = game.undo().expect("a turn that goes on has begun");
            prop_assert_eq!(before.to_move(), Some(position.to_move()));
            prop_assert!(!position.is_over());
        }
    }
}
