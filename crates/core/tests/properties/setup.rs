//! A grid as written becomes a game that leads to it, or is refused with the reason.

use foursight_core::{
    Column, Disc, Game, Player, PowerDisc, Row, Ruleset, Setup, SetupError, Space, Stock, Variant,
};
use proptest::prelude::*;

use crate::random_games::{any_game, play};

fn drop_only() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::FiveInARow)]
}

fn setup_of(game: &Game) -> Setup {
    let mut setup = Setup::new(game.ruleset());
    let grid = game.position().grid();
    for column in grid.columns() {
        for (disc, row) in grid.stack(column).zip(grid.rows()) {
            setup
                .put(disc, Space { column, row })
                .expect("an empty space");
        }
    }
    setup
}

fn assert_leads_to_the_same(game: &Game) {
    let found = setup_of(game).to_game().unwrap_or_else(|error| {
        panic!("{error}: {:?}", game.position());
    });
    assert_eq!(found.position(), game.position());
    assert_eq!(found.end(), game.end());
    assert_eq!(found.moves().len(), game.moves().len());
}

proptest! {
    #[test]
    fn every_grid_that_play_reaches_is_accepted(game in any_game(drop_only())) {
        assert_leads_to_the_same(&game);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// With so long a line random games run to the end, where the order is hardest to find.
    #[test]
    fn every_large_full_grid_is_accepted(
        size in prop::sample::select([(10, 10), (16, 7), (11, 10), (8, 15), (25, 4)].as_slice()),
        choices in prop::collection::vec(any::<usize>(), 128),
        left in 0..20_usize,
    ) {
        let (width, height) = size;
        let longest = width.max(height);
        let ruleset = Ruleset::new(width, height, longest, Variant::Standard).expect("a valid size");
        let plies = ruleset.spaces() - left;
        assert_leads_to_the_same(&play(ruleset, &choices[..plies]));
    }
}

/// The setup that rows of text describe, the top row first; `1` and `2` are discs.
fn written(ruleset: Ruleset, rows: &[&str]) -> Setup {
    let mut setup = Setup::new(ruleset);
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, disc) in text.chars().enumerate() {
            let owner = match disc {
                '1' => Player::First,
                '2' => Player::Second,
                _ => continue,
            };
            setup
                .put(Disc::ordinary(owner), space(column, row))
                .expect("an empty space");
        }
    }
    setup
}

fn space(column: usize, row: usize) -> Space {
    Space {
        column: Column::from_index(column).expect("in range"),
        row: Row::from_index(row).expect("in range"),
    }
}

fn check(rows: &[&str], reason: SetupError) {
    let setup = written(Ruleset::STANDARD, rows);
    assert_eq!(setup.to_game(), Err(reason), "{rows:?}");
}

#[test]
fn a_floating_disc_is_refused() {
    check(&["1------", "-------"], SetupError::Floating(space(0, 1)));
    check(
        &["------2", "------1", "-------", "1122--2"],
        SetupError::Floating(space(6, 2)),
    );
}

#[test]
fn wrong_counts_are_refused() {
    let counts = |first, second| SetupError::DiscCounts { first, second };
    check(&["2------"], counts(0, 1));
    check(&["1-1----"], counts(2, 0));
    check(&["12212--"], counts(2, 3));
}

#[test]
fn two_winners_are_refused() {
    check(&["2222---", "1111---"], SetupError::TwoWinners);
}

#[test]
fn a_game_played_on_is_refused() {
    // First's line is complete and Second has as many discs: someone moved after it.
    check(&["222----", "1111--2"], SetupError::PlayedOn(Player::First));
    // Two lines without a common disc cannot have been completed by one drop.
    let rows = [
        "1111---", "2221---", "2212---", "1221---", "2111222", "1222111",
    ];
    let game = written(Ruleset::STANDARD, &rows).to_game();
    assert!(game.is_err(), "{game:?}");
    // The disc that completed the line is covered.
    check(
        &["--1----", "222----", "1111--2", "2122--1"],
        SetupError::PlayedOn(Player::First),
    );
}

#[test]
fn a_grid_without_an_order_of_turns_is_refused() {
    check(&["1------", "2------"], SetupError::Unreachable);
    check(&["1--1---", "2--2---"], SetupError::Unreachable);
}

#[test]
fn a_power_disc_is_refused() {
    let mut setup = Setup::new(Ruleset::STANDARD);
    let anvil = Disc::power(Player::First, PowerDisc::Anvil);
    setup.put(anvil, space(3, 0)).expect("an empty space");
    assert_eq!(setup.to_game(), Err(SetupError::PowerDisc(space(3, 0))));
}

#[test]
fn a_space_outside_the_grid_or_taken_is_refused() {
    let disc = Disc::ordinary(Player::First);
    let mut setup = Setup::new(Ruleset::STANDARD);
    let before = setup.clone();
    assert_eq!(
        setup.put(disc, space(7, 0)),
        Err(SetupError::OutsideGrid(space(7, 0)))
    );
    assert_eq!(
        setup.put(disc, space(0, 6)),
        Err(SetupError::OutsideGrid(space(0, 6)))
    );
    assert_eq!(setup, before);
    setup.put(disc, space(0, 0)).expect("an empty space");
    let taken = setup.clone();
    assert_eq!(
        setup.put(disc, space(0, 0)),
        Err(SetupError::Taken(space(0, 0)))
    );
    assert_eq!(setup, taken);
}

#[test]
fn five_in_a_row_needs_its_start_discs() {
    let five = Ruleset::usual(Variant::FiveInARow);
    let [one, two] = ["1-------2", "2-------1"];
    let start = [two, one, two, one, two, one];
    assert_eq!(written(five, &start).to_game(), Ok(Game::new(five)));
    let refused = Err(SetupError::StartMissing);
    assert_eq!(Setup::new(five).to_game(), refused);
    assert_eq!(written(five, &start[1..]).to_game(), refused);
    let [wrong, start] = [one, two].map(|bottom| [two, one, two, one, two, bottom]);
    assert_ne!(written(five, &wrong).to_game(), refused);
    assert_eq!(written(five, &start).to_game(), refused);
}

#[test]
fn variants_whose_grid_does_not_tell_all_are_refused() {
    let pop_out = Variant::PopOut(foursight_core::BothConnect::MoverWins);
    let power_up = Variant::PowerUp(Stock::default());
    let pop_ten = Variant::PopTen(foursight_core::Fill::ByPlayers);
    for variant in [pop_out, pop_ten, power_up] {
        let ruleset = Ruleset::usual(variant);
        let mut setup = Setup::new(ruleset);
        assert_eq!(setup.to_game(), Ok(Game::new(ruleset)), "the start");
        let space = Space {
            column: Column::from_index(3).expect("in range"),
            row: Row::BOTTOM,
        };
        let disc = Disc::ordinary(Player::First);
        setup.put(disc, space).expect("it is empty");
        assert_eq!(setup.disc_at(space), Some(disc));
        assert_eq!(setup.to_game(), Err(SetupError::NotDropOnly(variant)));
    }
}

#[test]
fn an_empty_setup_is_a_game_that_has_not_begun() {
    assert_eq!(Setup::new(Ruleset::STANDARD).to_game(), Ok(Game::default()));
}

#[test]
fn the_last_disc_may_be_any_that_completes_the_line() {
    // Only the disc on d1 can be the last: without it no four are left.
    let game = written(Ruleset::STANDARD, &["1111111", "2222---"][1..]).to_game();
    assert!(game.is_err());
    let game = written(Ruleset::STANDARD, &["222-222", "1111111"]).to_game();
    let game = game.expect("seven in a row, completed in the middle");
    assert_eq!(
        game.moves().last().and_then(|step| step.column()),
        Column::from_number(4)
    );
}
