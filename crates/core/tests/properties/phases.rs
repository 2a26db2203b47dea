//! The phases of a game follow the transitions of the diagram only.

use std::collections::BTreeSet;

use foursight_core::{Game, Phase, Player, Ruleset, Variant};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// Returns the phases of a game, one per position.
fn phases(game: &Game) -> Vec<Phase> {
    let prefixes = (0..=game.moves().len()).map(|moves| game.at_ply(moves));
    prefixes
        .map(|prefix| prefix.expect("it has that many").phase())
        .collect()
}

fn drops() -> impl Strategy<Value = Variant> {
    Just(Variant::Standard)
}

proptest! {
    #[test]
    fn only_the_transitions_of_the_diagram_occur(game in any_game(drops())) {
        let phases = phases(&game);
        prop_assert_eq!(phases[0], Phase::Empty);
        for pair in phases.windows(2) {
            prop_assert!(pair[0].successors().contains(&pair[1]), "{:?}", pair);
            let mut by_ruleset = pair[0].successors_under(game.ruleset());
            prop_assert!(by_ruleset.any(|next| next == pair[1]), "{:?}", pair);
        }
    }

    #[test]
    fn a_draw_is_reached_only_by_filling_the_last_cell(game in any_game(drops())) {
        let full = game.position().board().is_full();
        let won = matches!(game.phase(), Phase::FirstWon | Phase::SecondWon);
        prop_assert_eq!(game.phase() == Phase::Draw, full && !won);
    }

    #[test]
    fn a_drop_never_loses_for_the_player_who_makes_it(game in any_game(drops())) {
        let last = if game.moves().len() % 2 == 1 { Phase::FirstWon } else { Phase::SecondWon };
        let won = matches!(game.phase(), Phase::FirstWon | Phase::SecondWon);
        prop_assert!(!won || game.phase() == last);
    }

    #[test]
    fn phase_end_and_player_to_move_agree(game in any_game(any_variant())) {
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

/// Plays every game of a small board and collects the transitions that occur.
fn transitions(game: &Game, seen: &mut BTreeSet<(usize, usize)>) {
    let index = |phase: Phase| {
        let found = Phase::ALL.iter().position(|known| *known == phase);
        found.expect("all phases are listed")
    };
    for mv in game.legal_moves() {
        let next = game.after(mv).expect("a legal move is accepted");
        seen.insert((index(game.phase()), index(next.phase())));
        transitions(&next, seen);
    }
}

#[test]
fn every_transition_of_the_diagram_occurs() {
    let mut seen = BTreeSet::new();
    // The last cell is First's on the odd board and Second's on the even one.
    for (width, height) in [(3, 3), (2, 4)] {
        let ruleset = Ruleset::new(width, height, 3, Variant::Standard).expect("a valid size");
        transitions(&Game::new(ruleset), &mut seen);
    }
    let expected: usize = Phase::ALL
        .iter()
        .map(|phase| phase.successors().len())
        .sum();
    assert_eq!(seen.len(), expected);
}

#[test]
fn only_second_draws_on_an_even_board() {
    let draws = |width, height| {
        let ruleset = Ruleset::new(width, height, 3, Variant::Standard).expect("a valid size");
        let can = move |phase: &Phase| {
            phase
                .successors_under(ruleset)
                .any(|next| next == Phase::Draw)
        };
        Phase::ALL.into_iter().filter(can).collect::<Vec<_>>()
    };
    assert_eq!(draws(7, 6), [Phase::SecondToDrop]);
    assert_eq!(draws(5, 5), [Phase::FirstToDrop]);
}

#[test]
fn a_phase_returns_the_player_it_names() {
    assert_eq!(Phase::Empty.to_move(), Some(Player::First));
    assert_eq!(Phase::FirstToDrop.to_move(), Some(Player::First));
    assert_eq!(Phase::SecondToDrop.to_move(), Some(Player::Second));
    assert_eq!(Phase::Draw.to_move(), None);
}
