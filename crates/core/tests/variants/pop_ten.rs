//! Pop Ten: fill the grid, then pop discs out of lines until ten are set aside.

use foursight_core::{Fill, MoveError, Player, Position, Ruleset, Variant};

use crate::{check, check_grid, check_legal, check_refused, column, draw, full, play, step};

const POP_TEN: Ruleset = Ruleset::usual(Variant::PopTen(Fill::ByPlayers));

fn sized(width: u8, height: u8, connect: u8) -> Ruleset {
    let variant = Variant::PopTen(Fill::ByPlayers);
    Ruleset::new(width, height, connect, variant).expect("a valid size")
}

fn rolled(width: u8, height: u8, seed: u64) -> Position {
    let variant = Variant::PopTen(Fill::Random(seed));
    Position::new(Ruleset::new(width, height, 2, variant).expect("a valid size"))
}

/// Three columns of two rows with lines of two, filled so that First and Second alternate:
///
/// ```text
///   2 1 2
///   1 2 1
/// ```
const FILLED: &str = "1 2 3 1 2 3";

fn three_by_two() -> Ruleset {
    sized(3, 2, 2)
}

fn aside(ruleset: Ruleset, moves: &str) -> [u8; 2] {
    let game = play(ruleset, moves);
    Player::BOTH.map(|player| game.position().set_aside(player))
}

#[test]
fn the_grid_is_filled_by_alternate_drops() {
    check(POP_TEN, "", "First to move");
    check(POP_TEN, "4", "Second to move");
    check_grid(three_by_two(), FILLED, &["212", "121"]);
}

#[test]
fn a_row_must_be_full_before_the_next_begins() {
    check_refused(POP_TEN, "4", "4", MoveError::RowNotFull(column(4)));
    check_legal(POP_TEN, "4 2", "1 3 5 6 7");
    check_legal(POP_TEN, "1 2 3 4 5 6 7", "1 2 3 4 5 6 7");
}

#[test]
fn nothing_can_be_popped_before_the_grid_is_full() {
    check_refused(three_by_two(), "1 2 3 1 2", "p2", MoveError::NotFilledYet);
    check_refused(three_by_two(), "1 2 3 1 2", "-", MoveError::CannotPass);
}

#[test]
fn a_line_during_the_filling_ends_nothing() {
    check(sized(2, 2, 2), "1 2 1 2", "First to move");
    assert_eq!(aside(sized(2, 2, 2), "1 2 1 2"), [0, 0]);
}

#[test]
fn once_full_a_turn_begins_with_a_pop() {
    check_legal(three_by_two(), FILLED, "p1 p3");
    check_refused(three_by_two(), FILLED, "1", MoveError::MustPop);
    check_refused(three_by_two(), FILLED, "-", MoveError::CannotPass);
}

#[test]
fn only_an_own_disc_can_be_popped() {
    let reason = MoveError::NotYourDisc(column(2));
    check_refused(three_by_two(), FILLED, "p2", reason);
}

#[test]
fn a_disc_out_of_a_line_is_set_aside_and_the_player_pops_again() {
    let moves = format!("{FILLED} p1");
    assert_eq!(aside(three_by_two(), &moves), [1, 0]);
    check(three_by_two(), &moves, "First to move");
    check_legal(three_by_two(), &moves, "p3");
    check_grid(three_by_two(), &moves, &["-12", "221"]);
}

#[test]
fn a_disc_counts_by_the_lines_of_the_moment_it_is_popped() {
    // The second disc of column 1 was part of a line until the first one left.
    let ruleset = sized(2, 2, 2);
    assert_eq!(aside(ruleset, "1 2 1 2 p1"), [1, 0]);
    assert_eq!(aside(ruleset, "1 2 1 2 p1 p1"), [1, 0]);
}

#[test]
fn a_disc_out_of_no_line_goes_back_in_at_the_top() {
    let moves = format!("{FILLED} p1 p3 - p1 p3 p2");
    assert_eq!(aside(three_by_two(), &moves), [2, 2]);
    check(three_by_two(), &moves, "Second to move");
    check_grid(three_by_two(), &moves, &["-1-"]);
    check_grid(three_by_two(), &format!("{moves} 1"), &["21-"]);
}

#[test]
fn the_turn_ends_with_the_disc_that_went_back() {
    let moves = format!("{FILLED} p1 p3 - p1 p3 p2 1");
    check(three_by_two(), &moves, "First to move");
    check_legal(three_by_two(), &moves, "p2");
}

#[test]
fn nothing_else_can_be_done_before_the_disc_is_back() {
    let moves = format!("{FILLED} p1 p3 - p1 p3 p2");
    check_refused(three_by_two(), &moves, "p2", MoveError::MustReturn);
    check_refused(three_by_two(), &moves, "-", MoveError::CannotPass);
}

#[test]
fn a_disc_does_not_go_back_into_the_same_column() {
    let moves = format!("{FILLED} p1 p3 - p1 p3 p2");
    check_legal(three_by_two(), &moves, "1 3");
    check_refused(
        three_by_two(),
        &moves,
        "2",
        MoveError::SameColumn(column(2)),
    );
}

#[test]
fn a_disc_goes_back_into_the_same_column_if_nothing_else_is_possible() {
    check_legal(sized(3, 2, 3), &format!("{FILLED} p1"), "1");
    check_refused(sized(3, 2, 3), &format!("{FILLED} p1"), "2", full(2));
    check_grid(sized(3, 2, 3), &format!("{FILLED} p1 1"), &["112", "221"]);
}

/// Two columns of eleven rows with lines of two: each player owns a column.
fn two_columns() -> (Ruleset, String) {
    (sized(2, 11, 2), "1 2 ".repeat(11))
}

#[test]
fn first_to_set_ten_own_discs_aside_wins() {
    let (ruleset, filled) = two_columns();
    let nine = format!("{filled}{}", "p1 ".repeat(9));
    assert_eq!(aside(ruleset, &nine), [9, 0]);
    check(ruleset, &nine, "First to move");
    let ten = format!("{nine} p1");
    assert_eq!(aside(ruleset, &ten), [10, 0]);
    check(ruleset, &ten, "First won by ");
    check_refused(ruleset, &ten, "p1", MoveError::GameOver);
}

#[test]
fn the_discs_set_aside_in_several_turns_add_up() {
    let ruleset = sized(2, 12, 2);
    let filled = "1 2 ".repeat(12);
    // Eleven pops out of the line; the twelfth disc stands alone.
    check(
        ruleset,
        &format!("{filled}{}", "p1 ".repeat(10)),
        "First won by ",
    );
    let (ruleset, filled) = (sized(2, 2, 2), "1 2 1 2");
    assert_eq!(aside(ruleset, &format!("{filled} p1 p1 1 p2")), [1, 1]);
}

#[test]
fn a_player_with_nothing_to_pop_passes() {
    let moves = format!("{FILLED} p1 p3");
    check_legal(three_by_two(), &moves, "-");
    check(three_by_two(), &format!("{moves} -"), "Second to move");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let cycle = "p1 1 p2 2";
    check(
        sized(2, 1, 2),
        &format!("1 2 {cycle} p1 1 p2"),
        "Second to move",
    );
    check(
        sized(2, 1, 2),
        &format!("1 2 {cycle} {cycle}"),
        "tied: Repetition",
    );
}

#[test]
fn a_seeded_random_fill_is_the_same_for_the_same_seed() {
    assert_eq!(rolled(7, 6, 1), rolled(7, 6, 1));
    assert_ne!(rolled(7, 6, 1).grid(), rolled(7, 6, 2).grid());
    // What a seed means is part of every record that names one.
    assert_eq!(draw(&rolled(7, 2, 1).grid()), ROLLED);
}

const ROLLED: [&str; 2] = ["1112222", "1211221"];

#[test]
fn a_random_fill_leaves_the_grid_full_and_the_next_player_to_pop() {
    assert!(rolled(7, 6, 3).grid().is_full());
    assert_eq!(rolled(7, 6, 3).to_move(), Player::First);
    assert_eq!(rolled(3, 1, 3).to_move(), Player::Second);
}

#[test]
fn a_random_fill_is_one_that_alternate_drops_row_by_row_could_make() {
    for seed in 0..200 {
        let grid = rolled(7, 6, seed).grid();
        for (row, drawn) in draw(&grid).iter().rev().enumerate() {
            // Seven plies a row: First has four discs in rows 1, 3, 5 and three in the others.
            let expected = if row % 2 == 0 { 4 } else { 3 };
            assert_eq!(
                drawn.matches('1').count(),
                expected,
                "seed {seed}, row {row}"
            );
            assert_eq!(
                drawn.matches('2').count(),
                7 - expected,
                "seed {seed}, row {row}"
            );
        }
    }
}

#[test]
fn every_fill_of_a_row_is_rolled() {
    let rows: std::collections::BTreeSet<_> = (0..200)
        .map(|seed| draw(&rolled(3, 1, seed).grid()))
        .collect();
    assert_eq!(rows.len(), 3, "112, 121 and 211");
}

#[test]
fn power_discs_and_strikes_are_unknown() {
    for other in ["a1", "b1", "w1", "x1", "s1"] {
        let reason = MoveError::NotInVariant(step(other));
        check_refused(three_by_two(), "", other, reason);
        check_refused(three_by_two(), FILLED, other, reason);
    }
}
