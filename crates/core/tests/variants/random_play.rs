//! Invariants of every game of a variant under random play.

use foursight_core::{
    BothConnectRule, DrawRule, End, Fill, Game, MOVES_MAX, Move, Player, Position, PowerDisc,
    Ruleset, Variant,
};
use proptest::prelude::*;

use crate::random_games::{any_game, any_ruleset, any_variant, play};

/// Returns the change in the number of discs on the board that a move makes.
fn disc_change(before: &Position, mv: Move) -> isize {
    match mv {
        Move::Power(PowerDisc::Anvil, column) => 1 - before.board().stack(column).count() as isize,
        Move::Drop(_) | Move::Power(..) => 1,
        Move::Pop(_) | Move::Strike(_) => -1,
        Move::Pass => 0,
    }
}

/// Generates enough random choices for the longest game from a seed.
fn choices(seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    (0..=MOVES_MAX).map(|_| next()).collect()
}

fn pop_ten() -> impl Strategy<Value = Variant> {
    any::<u64>().prop_map(|seed| Variant::PopTen(Fill::Random(seed)))
}

proptest! {
    #[test]
    fn discs_are_conserved(game in any_game(any_variant())) {
        let mut discs = Position::new(game.ruleset()).board().discs() as isize;
        let after = game.positions().skip(1);
        for ((before, mv), after) in game.positions().zip(game.moves()).zip(after) {
            discs += disc_change(before, *mv);
            prop_assert_eq!(after.board().discs() as isize, discs);
            let both = Player::BOTH.map(|player| after.board().discs_of(player));
            prop_assert_eq!(both.iter().sum::<usize>() as isize, discs);
        }
    }

    #[test]
    fn pop_ten_conserves_discs(game in any_game(pop_ten())) {
        let cells = game.ruleset().cells();
        for position in game.positions().skip_while(|position| !position.board().is_full()) {
            let aside: u8 = Player::BOTH.map(|player| position.set_aside(player)).iter().sum();
            let in_hand = usize::from(position.moves().iter().any(|mv| matches!(mv, Move::Drop(_))));
            prop_assert_eq!(position.board().discs() + usize::from(aside) + in_hand, cells);
        }
    }

    #[test]
    fn nothing_floats(game in any_game(any_variant())) {
        for position in game.positions() {
            let board = position.board();
            let stacked: usize = board.columns().map(|column| board.stack(column).count()).sum();
            prop_assert_eq!(stacked, board.discs());
        }
    }

    #[test]
    fn power_discs_are_either_in_stock_or_used(game in any_game(any_variant())) {
        for disc in PowerDisc::ALL {
            let held = |position: &Position| {
                Player::BOTH.map(|player| position.power_discs(player, disc)).iter().sum::<u8>()
            };
            let uses_disc = |mv: &&Move| matches!(mv, Move::Power(kind, _) if *kind == disc);
            let used = game.moves().iter().filter(uses_disc).count();
            let start = held(&Position::new(game.ruleset()));
            prop_assert_eq!(usize::from(held(game.position())) + used, usize::from(start));
        }
    }

    #[test]
    fn a_game_in_progress_always_has_a_legal_move(game in any_game(any_variant())) {
        prop_assert_eq!(game.end().is_some(), game.legal_moves().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_game_ends_within_the_move_limit(ruleset in any_ruleset(any_variant()), seed: u64) {
        let game = play(ruleset, &choices(seed));
        prop_assert!(game.end().is_some(), "{} moves", game.moves().len());
        prop_assert!(game.moves().len() <= MOVES_MAX);
        if ruleset.variant().is_drop_only() {
            prop_assert!(game.moves().len() <= ruleset.cells());
        }
    }
}

/// Plays random moves, avoiding those that end the game before the move limit.
fn play_avoiding_the_end(ruleset: Ruleset, seed: u64) -> Game {
    let mut game = Game::new(ruleset);
    for choice in choices(seed) {
        let moves = game.legal_moves();
        let candidates = (0..moves.len()).map(|offset| moves[(choice + offset) % moves.len()]);
        let mut next = candidates.filter_map(|mv| game.after(mv).ok());
        let is_acceptable =
            |next: &Game| matches!(next.end(), None | Some(End::Draw(DrawRule::TooLong)));
        match next.find(is_acceptable) {
            Some(next) => game = next,
            None => break,
        }
    }
    game
}

#[test]
fn a_pop_game_is_a_draw_at_the_move_limit() {
    let variant = Variant::PopOut(BothConnectRule::MoverWins);
    let ruleset = Ruleset::new(7, 6, 7, variant).expect("a valid size");
    // Some reach a board on which every move ends the game.
    let mut games = (0..100).map(|seed| play_avoiding_the_end(ruleset, seed));
    let longest = games.find(|game| game.moves().len() >= MOVES_MAX);
    let game = longest.expect("one in a hundred reaches the limit");
    assert_eq!(game.moves().len(), MOVES_MAX);
    assert_eq!(game.end(), Some(End::Draw(DrawRule::TooLong)));
    let before = game.undo().expect("it has moves");
    assert_eq!(before.end(), None);
}
