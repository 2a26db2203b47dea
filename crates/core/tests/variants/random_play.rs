//! What holds in every game of a variant, however it is played.

use foursight_core::{
    BothConnect, End, Fill, Game, MOVES_MAX, Move, Player, Position, PowerDisc, Ruleset, Tie,
    Variant,
};
use proptest::prelude::*;

use crate::random_games::{any_game, any_ruleset, any_variant, play};

/// How many discs a move adds to the grid or takes out of it.
fn balance(before: &Position, step: Move) -> isize {
    match step {
        Move::Power(PowerDisc::Anvil, column) => 1 - before.grid().stack(column).count() as isize,
        Move::Drop(_) | Move::Power(..) => 1,
        Move::Pop(_) | Move::Strike(_) => -1,
        Move::Pass => 0,
    }
}

/// Choices enough for the longest game, out of one number.
fn choices(seed: u64) -> Vec<usize> {
    let mut dice = seed;
    let mut roll = || {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize
    };
    (0..=MOVES_MAX).map(|_| roll()).collect()
}

fn pop_ten() -> impl Strategy<Value = Variant> {
    any::<u64>().prop_map(|seed| Variant::PopTen(Fill::Random(seed)))
}

proptest! {
    #[test]
    fn discs_are_conserved(game in any_game(any_variant())) {
        let mut discs = Position::new(game.ruleset()).grid().discs() as isize;
        let after = game.positions().skip(1);
        for ((before, step), after) in game.positions().zip(game.moves()).zip(after) {
            discs += balance(before, *step);
            prop_assert_eq!(after.grid().discs() as isize, discs);
            let both = Player::BOTH.map(|player| after.grid().discs_of(player));
            prop_assert_eq!(both.iter().sum::<usize>() as isize, discs);
        }
    }

    #[test]
    fn pop_ten_loses_no_disc(game in any_game(pop_ten())) {
        let spaces = game.ruleset().spaces();
        for position in game.positions().skip_while(|position| !position.grid().is_full()) {
            let aside: u8 = Player::BOTH.map(|player| position.set_aside(player)).iter().sum();
            let in_hand = usize::from(position.moves().iter().any(|step| matches!(step, Move::Drop(_))));
            prop_assert_eq!(position.grid().discs() + usize::from(aside) + in_hand, spaces);
        }
    }

    #[test]
    fn nothing_floats(game in any_game(any_variant())) {
        for position in game.positions() {
            let grid = position.grid();
            let stacked: usize = grid.columns().map(|column| grid.stack(column).count()).sum();
            prop_assert_eq!(stacked, grid.discs());
        }
    }

    #[test]
    fn power_discs_are_held_or_used(game in any_game(any_variant())) {
        for disc in PowerDisc::ALL {
            let held = |position: &Position| {
                Player::BOTH.map(|player| position.power_discs(player, disc)).iter().sum::<u8>()
            };
            let is_one = |step: &&Move| matches!(step, Move::Power(kind, _) if *kind == disc);
            let used = game.moves().iter().filter(is_one).count();
            let start = held(&Position::new(game.ruleset()));
            prop_assert_eq!(usize::from(held(game.position())) + used, usize::from(start));
        }
    }

    #[test]
    fn while_the_game_goes_on_there_is_a_move(game in any_game(any_variant())) {
        prop_assert_eq!(game.end().is_some(), game.legal_moves().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_game_ends_within_bounds(ruleset in any_ruleset(any_variant()), seed: u64) {
        let game = play(ruleset, &choices(seed));
        prop_assert!(game.end().is_some(), "{} moves", game.moves().len());
        prop_assert!(game.moves().len() <= MOVES_MAX);
        if ruleset.variant().is_drop_only() {
            prop_assert!(game.moves().len() <= ruleset.spaces());
        }
    }
}

/// The game that random moves lead to if nobody ever ends it.
fn play_on(ruleset: Ruleset, seed: u64) -> Game {
    let mut game = Game::new(ruleset);
    for choice in choices(seed) {
        let moves = game.legal_moves();
        let in_turn = (0..moves.len()).map(|turn| moves[(choice + turn) % moves.len()]);
        let mut next = in_turn.filter_map(|step| game.after(step).ok());
        let goes_on = |next: &Game| matches!(next.end(), None | Some(End::Tied(Tie::TooLong)));
        match next.find(goes_on) {
            Some(next) => game = next,
            None => break,
        }
    }
    game
}

#[test]
fn a_pop_game_without_end_is_a_tie_after_so_many_moves() {
    let variant = Variant::PopOut(BothConnect::MoverWins);
    let ruleset = Ruleset::new(7, 6, 7, variant).expect("a valid size");
    // Some run into a grid that leaves no choice but to end the game.
    let mut games = (0..100).map(|seed| play_on(ruleset, seed));
    let longest = games.find(|game| game.moves().len() >= MOVES_MAX);
    let game = longest.expect("one in a hundred goes on");
    assert_eq!(game.moves().len(), MOVES_MAX);
    assert_eq!(game.end(), Some(End::Tied(Tie::TooLong)));
    let before = game.undo().expect("it has moves");
    assert_eq!(before.end(), None);
}
