//! The states of a game: only the arrows of the diagram exist.

use std::collections::BTreeSet;

use foursight_core::{Game, Phase, Player, Ruleset, Variant};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// The phases of a game, one a position.
fn phases(game: &Game) -> Vec<Phase> {
    let prefixes = (0..=game.moves().len()).map(|moves| game.at(moves));
    prefixes
        .map(|prefix| prefix.expect("it has that many").phase())
        .collect()
}

fn drops() -> impl Strategy<Value = Variant> {
    Just(Variant::Standard)
}

proptest! {
    #[test]
    fn only_the_arrows_of_the_diagram_exist(game in any_game(drops())) {
        let phases = phases(&game);
        prop_assert_eq!(phases[0], Phase::Empty);
        for step in phases.windows(2) {
            prop_assert!(step[0].successors().contains(&step[1]), "{:?}", step);
            let mut of_this_grid = step[0].successors_by(game.ruleset());
            prop_assert!(of_this_grid.any(|next| next == step[1]), "{:?}", step);
        }
    }

    #[test]
    fn a_tie_is_reached_only_by_filling_the_last_space(game in any_game(drops())) {
        let full = game.position().grid().is_full();
        let won = matches!(game.phase(), Phase::FirstWon | Phase::SecondWon);
        prop_assert_eq!(game.phase() == Phase::Tied, full && !won);
    }

    #[test]
    fn nobody_loses_by_an_own_drop(game in any_game(drops())) {
        let last = if game.moves().len() % 2 == 1 { Phase::FirstWon } else { Phase::SecondWon };
        let won = matches!(game.phase(), Phase::FirstWon | Phase::SecondWon);
        prop_assert!(!won || game.phase() == last);
    }

    #[test]
    fn phase_end_and_player_to_move_tell_the_same(game in any_game(any_variant())) {
        prop_assert_eq!(game.phase().is_over(), game.end().is_some());
        prop_assert_eq!(game.phase().to_move(), game.to_move());
        prop_assert_eq!(game.outcome().is_some(), game.end().is_some());
    }

    #[test]
    fn no_phase_follows_an_end(game in any_game(any_variant())) {
        let phases = phases(&game);
        let (_, before) = phases.split_last().expect("at least the start");
        prop_assert!(before.iter().all(|phase| !phase.is_over()));
    }
}

/// Walks every game of a small grid and collects the arrows that occur.
fn arrows(game: &Game, seen: &mut BTreeSet<(usize, usize)>) {
    let place = |phase: Phase| {
        let found = Phase::ALL.iter().position(|known| *known == phase);
        found.expect("all phases are listed")
    };
    for step in game.legal_moves() {
        let next = game.after(step).expect("a legal move is accepted");
        seen.insert((place(game.phase()), place(next.phase())));
        arrows(&next, seen);
    }
}

#[test]
fn every_arrow_of_the_diagram_occurs() {
    let mut seen = BTreeSet::new();
    // The last space is First's on the odd grid and Second's on the even one.
    for (width, height) in [(3, 3), (2, 4)] {
        let ruleset = Ruleset::new(width, height, 3, Variant::Standard).expect("a valid size");
        arrows(&Game::new(ruleset), &mut seen);
    }
    let drawn: usize = Phase::ALL
        .iter()
        .map(|phase| phase.successors().len())
        .sum();
    assert_eq!(seen.len(), drawn);
}

#[test]
fn only_second_ties_on_an_even_grid() {
    let ties = |width, height| {
        let ruleset = Ruleset::new(width, height, 3, Variant::Standard).expect("a valid size");
        let can = move |phase: &Phase| phase.successors_by(ruleset).any(|next| next == Phase::Tied);
        Phase::ALL.into_iter().filter(can).collect::<Vec<_>>()
    };
    assert_eq!(ties(7, 6), [Phase::SecondToDrop]);
    assert_eq!(ties(5, 5), [Phase::FirstToDrop]);
}

#[test]
fn the_player_of_a_phase_is_the_one_it_names() {
    assert_eq!(Phase::Empty.to_move(), Some(Player::First));
    assert_eq!(Phase::FirstToDrop.to_move(), Some(Player::First));
    assert_eq!(Phase::SecondToDrop.to_move(), Some(Player::Second));
    assert_eq!(Phase::Tied.to_move(), None);
}
