//! A setup converts to a game that leads to it, or fails with the reason.

use foursight_core::{
    Cell, Column, Disc, Game, Player, PowerDisc, Row, Ruleset, Setup, SetupError, Stock, Variant,
};
use proptest::prelude::*;

use crate::random_games::{any_game, play};

fn drop_only() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::FiveInARow)]
}

fn setup_of(game: &Game) -> Setup {
    let mut setup = Setup::new(game.ruleset());
    let board = game.position().board();
    for column in board.columns() {
        for (disc, row) in board.stack(column).zip(board.rows()) {
            setup
                .put(disc, Cell { column, row })
                .expect("an empty cell");
        }
    }
    setup
}

fn assert_setup_leads_to_same_position(game: &Game) {
    let found = setup_of(game).to_game().unwrap_or_else(|error| {
        panic!("{error}: {:?}", game.position());
    });
    assert_eq!(found.position(), game.position());
    assert_eq!(found.end(), game.end());
    assert_eq!(found.moves().len(), game.moves().len());
}

proptest! {
    #[test]
    fn every_board_that_play_reaches_is_accepted(game in any_game(drop_only())) {
        assert_setup_leads_to_same_position(&game);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// With a line this long random games run to the end, where the order is hardest to find.
    #[test]
    fn every_large_full_board_is_accepted(
        size in prop::sample::select([(10, 10), (16, 7), (11, 10), (8, 15), (25, 4)].as_slice()),
        choices in prop::collection::vec(any::<usize>(), 128),
        left in 0..20_usize,
    ) {
        let (width, height) = size;
        let longest = width.max(height);
        let ruleset = Ruleset::new(width, height, longest, Variant::Standard).expect("a valid size");
        let plies = ruleset.cells() - left;
        assert_setup_leads_to_same_position(&play(ruleset, &choices[..plies]));
    }
}

/// Parses a setup from rows of text, the top row first; `1` and `2` are discs.
fn parse_setup(ruleset: Ruleset, rows: &[&str]) -> Setup {
    let mut setup = Setup::new(ruleset);
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, disc) in text.chars().enumerate() {
            let owner = match disc {
                '1' => Player::First,
                '2' => Player::Second,
                _ => continue,
            };
            setup
                .put(Disc::ordinary(owner), cell(column, row))
                .expect("an empty cell");
        }
    }
    setup
}

fn cell(column: usize, row: usize) -> Cell {
    Cell {
        column: Column::from_index(column).expect("in range"),
        row: Row::from_index(row).expect("in range"),
    }
}

fn check(rows: &[&str], error: SetupError) {
    let setup = parse_setup(Ruleset::STANDARD, rows);
    assert_eq!(setup.to_game(), Err(error), "{rows:?}");
}

#[test]
fn a_floating_disc_is_an_error() {
    check(&["1------", "-------"], SetupError::Floating(cell(0, 1)));
    check(
        &["------2", "------1", "-------", "1122--2"],
        SetupError::Floating(cell(6, 2)),
    );
}

#[test]
fn wrong_counts_are_an_error() {
    let counts = |first, second| SetupError::DiscCounts { first, second };
    check(&["2------"], counts(0, 1));
    check(&["1-1----"], counts(2, 0));
    check(&["12212--"], counts(2, 3));
}

#[test]
fn two_winners_are_an_error() {
    check(&["2222---", "1111---"], SetupError::TwoWinners);
}

#[test]
fn play_after_a_win_is_an_error() {
    // First's line is complete and Second has as many discs: Second moved after it.
    check(
        &["222----", "1111--2"],
        SetupError::PlayedAfterWin(Player::First),
    );
    // Two lines without a common disc cannot have been completed by one drop.
    let rows = [
        "1111---", "2221---", "2212---", "1221---", "2111222", "1222111",
    ];
    let game = parse_setup(Ruleset::STANDARD, &rows).to_game();
    assert!(game.is_err(), "{game:?}");
    // The disc that completed the line is covered.
    check(
        &["--1----", "222----", "1111--2", "2122--1"],
        SetupError::PlayedAfterWin(Player::First),
    );
}

#[test]
fn a_board_without_an_order_of_turns_is_an_error() {
    check(&["1------", "2------"], SetupError::Unreachable);
    check(&["1--1---", "2--2---"], SetupError::Unreachable);
}

#[test]
fn a_power_disc_is_an_error() {
    let mut setup = Setup::new(Ruleset::STANDARD);
    let anvil = Disc::power(Player::First, PowerDisc::Anvil);
    setup.put(anvil, cell(3, 0)).expect("an empty cell");
    assert_eq!(setup.to_game(), Err(SetupError::PowerDisc(cell(3, 0))));
}

#[test]
fn a_cell_outside_the_board_or_occupied_is_an_error() {
    let disc = Disc::ordinary(Player::First);
    let mut setup = Setup::new(Ruleset::STANDARD);
    let before = setup.clone();
    assert_eq!(
        setup.put(disc, cell(7, 0)),
        Err(SetupError::OutsideBoard(cell(7, 0)))
    );
    assert_eq!(
        setup.put(disc, cell(0, 6)),
        Err(SetupError::OutsideBoard(cell(0, 6)))
    );
    assert_eq!(setup, before);
    setup.put(disc, cell(0, 0)).expect("an empty cell");
    let occupied = setup.clone();
    assert_eq!(
        setup.put(disc, cell(0, 0)),
        Err(SetupError::Occupied(cell(0, 0)))
    );
    assert_eq!(setup, occupied);
}

#[test]
fn five_in_a_row_needs_its_start_discs() {
    let five = Ruleset::default_for(Variant::FiveInARow);
    let [one, two] = ["1-------2", "2-------1"];
    let start = [two, one, two, one, two, one];
    assert_eq!(parse_setup(five, &start).to_game(), Ok(Game::new(five)));
    let missing = Err(SetupError::MissingStartDiscs);
    assert_eq!(Setup::new(five).to_game(), missing);
    assert_eq!(parse_setup(five, &start[1..]).to_game(), missing);
    let [wrong, start] = [one, two].map(|bottom| [two, one, two, one, two, bottom]);
    assert_ne!(parse_setup(five, &wrong).to_game(), missing);
    assert_eq!(parse_setup(five, &start).to_game(), missing);
}

#[test]
fn other_variants_accept_only_their_start() {
    let pop_out = Variant::PopOut(foursight_core::BothConnectRule::MoverWins);
    let power_up = Variant::PowerUp(Stock::default());
    let pop_ten = Variant::PopTen(foursight_core::Fill::ByPlayers);
    for variant in [pop_out, pop_ten, power_up] {
        let ruleset = Ruleset::default_for(variant);
        let mut setup = Setup::new(ruleset);
        assert_eq!(setup.to_game(), Ok(Game::new(ruleset)), "the start");
        let cell = Cell {
            column: Column::from_index(3).expect("in range"),
            row: Row::BOTTOM,
        };
        let disc = Disc::ordinary(Player::First);
        setup.put(disc, cell).expect("it is empty");
        assert_eq!(setup.disc_at(cell), Some(disc));
        assert_eq!(setup.to_game(), Err(SetupError::NotDropOnly(variant)));
    }
}

#[test]
fn an_empty_setup_is_a_game_without_moves() {
    assert_eq!(Setup::new(Ruleset::STANDARD).to_game(), Ok(Game::default()));
}

#[test]
fn the_last_disc_may_be_any_that_completes_the_line() {
    // Only the disc on d1 can be the last: without it no four are left.
    let game = parse_setup(Ruleset::STANDARD, &["1111111", "2222---"][1..]).to_game();
    assert!(game.is_err());
    let game = parse_setup(Ruleset::STANDARD, &["222-222", "1111111"]).to_game();
    let game = game.expect("seven in a row, completed in the middle");
    assert_eq!(
        game.moves().last().and_then(|mv| mv.column()),
        Column::from_number(4)
    );
}
