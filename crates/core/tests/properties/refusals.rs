//! A refused move changes nothing, and a disc can be stated with its drop.

use foursight_core::{Action, Column, Disc, Move, MoveError, Player, PowerDisc, WIDTH_MAX, reduce};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// Every move that can be written down.
fn every_move() -> Vec<Move> {
    let mut every = vec![Move::Pass];
    for column in (0..WIDTH_MAX.into()).filter_map(Column::from_index) {
        every.extend([Move::Drop(column), Move::Pop(column), Move::Strike(column)]);
        every.extend(PowerDisc::ALL.map(|disc| Move::Power(disc, column)));
    }
    every
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_move_that_is_not_offered_is_refused_and_changes_nothing(game in any_game(any_variant())) {
        let legal = game.legal_moves();
        for step in every_move() {
            let (mut tried, mut position) = (game.clone(), *game.position());
            let result = tried.apply(step);
            prop_assert_eq!(result.is_ok(), legal.contains(&step), "{}", step);
            prop_assert_eq!(result.err(), reduce(&game, Action::Move(step)).err());
            if result.is_err() {
                prop_assert_eq!(&tried, &game);
            }
            if position.apply(step).is_err() {
                prop_assert_eq!(&position, game.position());
            }
        }
    }

    #[test]
    fn after_the_end_every_move_is_refused_as_such(game in any_game(any_variant())) {
        if game.end().is_none() {
            return Ok(());
        }
        for step in every_move() {
            prop_assert_eq!(game.after(step), Err(MoveError::GameOver));
        }
    }

    #[test]
    fn outside_the_grid_is_refused_as_such(game in any_game(any_variant())) {
        if game.end().is_some() {
            return Ok(());
        }
        let width = game.ruleset().width();
        for step in every_move() {
            let Some(column) = step.column().filter(|c| c.index() >= width.into()) else {
                continue;
            };
            let outside = MoveError::OutsideGrid { column, width };
            prop_assert_eq!(game.after(step), Err(outside));
        }
    }

    #[test]
    fn a_drop_of_the_movers_disc_is_the_drop(game in any_game(any_variant())) {
        let position = game.position();
        let mover = position.to_move();
        for column in position.grid().columns() {
            let ordinary = position.drop_disc(Disc::ordinary(mover), column);
            prop_assert_eq!(ordinary, position.drop_in(column));
            for power in PowerDisc::ALL {
                let special = position.drop_disc(Disc::power(mover, power), column);
                prop_assert_eq!(special, position.after(Move::Power(power, column)));
            }
        }
    }

    #[test]
    fn a_drop_of_the_opponents_disc_is_refused(game in any_game(any_variant())) {
        let position = game.position();
        let theirs = Disc::ordinary(position.to_move().opponent());
        for column in position.grid().columns() {
            let reason = if position.is_over() {
                MoveError::GameOver
            } else {
                MoveError::NotYourTurn(theirs)
            };
            prop_assert_eq!(position.drop_disc(theirs, column), Err(reason));
        }
    }
}

/// What a person reads carries the offending value.
#[test]
fn reasons_name_what_is_wrong() {
    let column = Column::from_number(4).expect("in range");
    let check = |reason: MoveError, text: &str| assert_eq!(reason.to_string(), text);
    check(MoveError::GameOver, "the game is over");
    check(MoveError::ColumnFull(column), "column 4 is full");
    check(
        MoveError::OutsideGrid { column, width: 3 },
        "there is no column 4: the grid has columns 1 to 3",
    );
    check(
        MoveError::NotYourTurn(Disc::ordinary(Player::Second)),
        "it is not Second's turn",
    );
    check(MoveError::NoneLeft(PowerDisc::Bomb), "no bomb is left");
}
