//! Pop Ten: fill the board, then pop discs out of lines until ten are set aside.

use foursight_core::{Fill, MoveError, Player, Position, Ruleset, Variant};

use crate::{
    check, check_board, check_illegal, check_legal, column, full, parse_move, play, render,
};

const POP_TEN: Ruleset = Ruleset::default_for(Variant::PopTen(Fill::ByPlayers));

fn sized(width: u8, height: u8, connect: u8) -> Ruleset {
    let variant = Variant::PopTen(Fill::ByPlayers);
    Ruleset::new(width, height, connect, variant).expect("a valid size")
}

fn random_fill(width: u8, height: u8, seed: u64) -> Position {
    let variant = Variant::PopTen(Fill::Random(seed));
    Position::new(Ruleset::new(width, height, 2, variant).expect("a valid size"))
}

/// Three columns of eight rows with lines of two, filled so that First and Second alternate:
///
/// ```text
///   …
///   2 1 2
///   1 2 1
/// ```
fn three_columns() -> Ruleset {
    sized(3, 8, 2)
}

const FILLED: &str = "1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3";

/// Two columns of twelve rows with lines of three, in which stacks of three alternate.
fn stacks_of_three() -> Ruleset {
    sized(2, 12, 3)
}

const STACKED: &str = "1 2 1 2 1 2 2 1 2 1 2 1 1 2 1 2 1 2 2 1 2 1 2 1";

fn aside(ruleset: Ruleset, moves: &str) -> [u8; 2] {
    let game = play(ruleset, moves);
    Player::BOTH.map(|player| game.position().set_aside(player))
}

#[test]
fn the_board_is_filled_by_alternate_drops() {
    check(POP_TEN, "", "First to move");
    check(POP_TEN, "4", "Second to move");
    check_board(three_columns(), "1 2 3 1 2 3", &["212", "121"]);
}

#[test]
fn a_row_must_be_full_before_the_next_begins() {
    check_illegal(POP_TEN, "4", "4", MoveError::RowNotFull(column(4)));
    check_legal(POP_TEN, "4 2", "1 3 5 6 7");
    check_legal(POP_TEN, "1 2 3 4 5 6 7", "1 2 3 4 5 6 7");
}

#[test]
fn nothing_can_be_popped_before_the_board_is_full() {
    check_illegal(three_columns(), "1 2 3 1 2", "p2", MoveError::NotFilledYet);
    check_illegal(three_columns(), "1 2 3 1 2", "-", MoveError::CannotPass);
}

#[test]
fn a_line_during_the_filling_does_not_end_the_game() {
    let (ruleset, filled) = two_columns();
    check(ruleset, &filled, "First to move");
    assert_eq!(aside(ruleset, &filled), [0, 0]);
}

#[test]
fn once_full_a_turn_begins_with_a_pop() {
    check_legal(three_columns(), FILLED, "p1 p3");
    check_illegal(three_columns(), FILLED, "1", MoveError::MustPop);
    check_illegal(three_columns(), FILLED, "-", MoveError::CannotPass);
}

#[test]
fn a_player_pops_only_their_own_discs() {
    let reason = MoveError::NotYourDisc(column(2));
    check_illegal(three_columns(), FILLED, "p2", reason);
}

#[test]
fn a_disc_out_of_a_line_is_set_aside_and_the_player_pops_again() {
    let moves = format!("{FILLED} p1");
    assert_eq!(aside(three_columns(), &moves), [1, 0]);
    check(three_columns(), &moves, "First to move");
    check_legal(three_columns(), &moves, "p3");
    let board = ["-12", "221", "112", "221", "112", "221", "112", "221"];
    check_board(three_columns(), &moves, &board);
}

#[test]
fn a_disc_counts_by_the_lines_of_the_moment_it_is_popped() {
    // The second disc of column 1 was part of a line until the first one left.
    let ruleset = stacks_of_three();
    assert_eq!(aside(ruleset, &format!("{STACKED} p1")), [1, 0]);
    assert_eq!(aside(ruleset, &format!("{STACKED} p1 p1")), [1, 0]);
}

/// First has put a disc back into column 1; Second has one to put back out of column 2.
fn second_returns() -> String {
    format!("{STACKED} p1 p1 1 p2 p2")
}

#[test]
fn a_disc_out_of_no_line_goes_back_in_at_the_top() {
    let (ruleset, moves) = (stacks_of_three(), second_returns());
    assert_eq!(aside(ruleset, &moves), [1, 1]);
    check(ruleset, &moves, "Second to move");
    let mut board = vec![
        "1-", "21", "21", "21", "12", "12", "12", "21", "21", "21", "12",
    ];
    check_board(ruleset, &moves, &board);
    board.insert(0, "2-");
    check_board(ruleset, &format!("{moves} 1"), &board);
}

#[test]
fn the_turn_ends_with_the_disc_that_went_back() {
    let moves = format!("{} 1", second_returns());
    check(stacks_of_three(), &moves, "First to move");
    check_legal(stacks_of_three(), &moves, "p1");
}

#[test]
fn nothing_else_can_be_done_before_the_disc_is_back() {
    let (ruleset, moves) = (stacks_of_three(), second_returns());
    check_illegal(ruleset, &moves, "p2", MoveError::MustReturn);
    check_illegal(ruleset, &moves, "-", MoveError::CannotPass);
}

#[test]
fn a_disc_does_not_go_back_into_the_same_column() {
    let (ruleset, moves) = (stacks_of_three(), second_returns());
    check_legal(ruleset, &moves, "1");
    check_illegal(ruleset, &moves, "2", MoveError::SameColumn(column(2)));
}

#[test]
fn a_disc_goes_back_into_the_same_column_if_nothing_else_is_possible() {
    let (ruleset, moves) = (stacks_of_three(), format!("{STACKED} p1 p1"));
    check_legal(ruleset, &moves, "1");
    check_illegal(ruleset, &moves, "2", full(2));
    let board = [
        "-1", "11", "21", "22", "22", "12", "11", "11", "21", "22", "22", "12",
    ];
    check_board(ruleset, &format!("{moves} 1"), &board);
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
    check_illegal(ruleset, &ten, "p1", MoveError::GameOver);
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
    let moves = format!("{} 1 p1 2 p1", second_returns());
    assert_eq!(aside(stacks_of_three(), &moves), [1, 2]);
}

#[test]
fn a_player_with_nothing_to_pop_passes() {
    let moves = format!("{FILLED} p1 p3");
    check_legal(three_columns(), &moves, "-");
    check(three_columns(), &format!("{moves} -"), "Second to move");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let one_row = sized(22, 1, 2);
    let columns: Vec<_> = (1..=22).map(|number| number.to_string()).collect();
    let (filled, cycle) = (columns.join(" "), "p1 1 p2 2");
    check(
        one_row,
        &format!("{filled} {cycle} p1 1 p2"),
        "Second to move",
    );
    check(
        one_row,
        &format!("{filled} {cycle} {cycle}"),
        "drawn: Repetition",
    );
}

#[test]
fn a_seeded_random_fill_is_the_same_for_the_same_seed() {
    assert_eq!(random_fill(7, 6, 1), random_fill(7, 6, 1));
    assert_ne!(random_fill(7, 6, 1).board(), random_fill(7, 6, 2).board());
    // Game records store the seed, so the board that it produces must never change.
    assert_eq!(
        render(&random_fill(7, 4, 1).board())[2..],
        RANDOM_FILL_SEED_1
    );
}

const RANDOM_FILL_SEED_1: [&str; 2] = ["1112222", "1211221"];

#[test]
fn a_random_fill_leaves_the_board_full_and_the_next_player_to_pop() {
    assert!(random_fill(7, 6, 3).board().is_full());
    assert_eq!(random_fill(7, 6, 3).to_move(), Player::First);
    assert_eq!(random_fill(5, 5, 3).to_move(), Player::Second);
}

#[test]
fn alternate_drops_row_by_row_could_produce_every_random_fill() {
    for seed in 0..200 {
        let board = random_fill(7, 6, seed).board();
        for (row, rendered) in render(&board).iter().rev().enumerate() {
            // Seven plies a row: First has four discs in rows 1, 3, 5 and three in the others.
            let expected = if row % 2 == 0 { 4 } else { 3 };
            assert_eq!(
                rendered.matches('1').count(),
                expected,
                "seed {seed}, row {row}"
            );
            assert_eq!(
                rendered.matches('2').count(),
                7 - expected,
                "seed {seed}, row {row}"
            );
        }
    }
}

#[test]
fn random_fills_produce_every_arrangement_of_a_row() {
    let rows: std::collections::BTreeSet<_> = (0..200)
        .filter_map(|seed| render(&random_fill(3, 8, seed).board()).pop())
        .collect();
    assert_eq!(rows.len(), 3, "112, 121 and 211");
}

#[test]
fn power_discs_and_strikes_are_illegal() {
    for other in ["a1", "b1", "w1", "x1", "s1"] {
        let reason = MoveError::NotInVariant(parse_move(other));
        check_illegal(three_columns(), "", other, reason);
        check_illegal(three_columns(), FILLED, other, reason);
    }
}

#[test]
fn a_board_on_which_neither_player_can_win_is_an_error() {
    let check = |width, height, connect, cells: Option<&str>| {
        let variant = Variant::PopTen(Fill::ByPlayers);
        let error = Ruleset::new(width, height, connect, variant).err();
        let text = error.map(|error| error.to_string());
        let expected = cells.map(|cells| {
            format!(
                "a {width}x{height} board has too few discs to set 10 aside out of lines of \
                 {connect}: pop-ten needs at least {cells}"
            )
        });
        assert_eq!(text, expected);
    };
    check(2, 2, 2, Some("22 cells, not 4"));
    check(3, 7, 2, Some("22 cells, not 21"));
    check(2, 11, 2, None);
    check(5, 5, 4, Some("26 cells, not 25"));
    check(2, 13, 4, None);
}
