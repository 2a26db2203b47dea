//! An illegal move changes nothing, and a drop may state its disc.

use foursight_core::{Action, Column, Disc, Move, MoveError, Player, PowerDisc, WIDTH_MAX, reduce};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// Enumerates every move on every column of the widest board.
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
    fn a_move_outside_the_legal_moves_is_an_error_and_changes_nothing(game in any_game(any_variant())) {
        let legal = game.legal_moves();
        for mv in every_move() {
            let (mut tried, mut position) = (game.clone(), *game.position());
            let result = tried.apply(mv);
            prop_assert_eq!(result.is_ok(), legal.contains(&mv), "{}", mv);
            prop_assert_eq!(result.err(), reduce(&game, Action::Move(mv)).err());
            if result.is_err() {
                prop_assert_eq!(&tried, &game);
            }
            if position.apply(mv).is_err() {
                prop_assert_eq!(&position, game.position());
            }
        }
    }

    #[test]
    fn after_the_end_every_move_is_game_over(game in any_game(any_variant())) {
        if game.end().is_none() {
            return Ok(());
        }
        for mv in every_move() {
            prop_assert_eq!(game.after(mv), Err(MoveError::GameOver));
        }
    }

    #[test]
    fn a_column_outside_the_board_is_an_error(game in any_game(any_variant())) {
        if game.end().is_some() {
            return Ok(());
        }
        let width = game.ruleset().width();
        for mv in every_move() {
            let Some(column) = mv.column().filter(|c| c.index() >= width.into()) else {
                continue;
            };
            let outside = MoveError::OutsideBoard { column, width };
            prop_assert_eq!(game.after(mv), Err(outside));
        }
    }

    #[test]
    fn dropping_the_movers_disc_equals_the_plain_drop(game in any_game(any_variant())) {
        let position = game.position();
        let mover = position.to_move();
        for column in position.board().columns() {
            let ordinary = position.drop_disc(Disc::ordinary(mover), column);
            prop_assert_eq!(ordinary, position.drop_in(column));
            for power in PowerDisc::ALL {
                let special = position.drop_disc(Disc::power(mover, power), column);
                prop_assert_eq!(special, position.after(Move::Power(power, column)));
            }
        }
    }

    #[test]
    fn dropping_the_opponents_disc_is_an_error(game in any_game(any_variant())) {
        let position = game.position();
        let theirs = Disc::ordinary(position.to_move().opponent());
        for column in position.board().columns() {
            let error = if position.is_over() {
                MoveError::GameOver
            } else {
                MoveError::NotYourTurn(theirs)
            };
            prop_assert_eq!(position.drop_disc(theirs, column), Err(error));
        }
    }
}

/// Error texts carry the offending value.
#[test]
fn error_texts_carry_the_offending_value() {
    let column = Column::from_number(4).expect("in range");
    let check = |error: MoveError, text: &str| assert_eq!(error.to_string(), text);
    check(MoveError::GameOver, "the game is over");
    check(MoveError::ColumnFull(column), "column 4 is full");
    check(
        MoveError::OutsideBoard { column, width: 3 },
        "there is no column 4: the board has columns 1 to 3",
    );
    check(
        MoveError::NotYourTurn(Disc::ordinary(Player::Second)),
        "it is the other player's turn",
    );
    check(
        MoveError::NoPowerDiscLeft(PowerDisc::Bomb),
        "you have no bomb left",
    );
}
