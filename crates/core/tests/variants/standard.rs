//! The standard rules on boards of any size.

use foursight_core::{Game, MoveError, Phase, Ruleset, RulesetError, Variant};

use crate::{check, check_board, check_illegal, check_legal, column, full};

const STANDARD: Ruleset = Ruleset::STANDARD;

fn sized(width: u8, height: u8, connect: u8) -> Ruleset {
    Ruleset::new(width, height, connect, Variant::Standard).expect("a valid size")
}

#[test]
fn the_standard_board_is_seven_by_six_with_lines_of_four() {
    let ruleset = Game::default().ruleset();
    assert_eq!(
        (ruleset.width(), ruleset.height(), ruleset.connect()),
        (7, 6, 4)
    );
    assert_eq!(ruleset.variant(), Variant::Standard);
}

#[test]
fn the_board_starts_empty_and_first_starts() {
    check_board(STANDARD, "", &[]);
    check(STANDARD, "", "First to move");
    assert_eq!(Game::default().phase(), Phase::Empty);
}

#[test]
fn turns_alternate() {
    check(STANDARD, "4", "Second to move");
    check(STANDARD, "4 4", "First to move");
}

#[test]
fn a_disc_rests_on_the_lowest_empty_cell() {
    check_board(STANDARD, "4 4 3 4", &["---2---", "---2---", "--11---"]);
}

#[test]
fn a_horizontal_line_wins() {
    check(STANDARD, "1 1 2 2 3 3 4", "First won by a1-d1");
    check(STANDARD, "4 4 5 5 6 6 7", "First won by d1-g1");
}

#[test]
fn a_vertical_line_wins() {
    check(STANDARD, "4 5 4 5 4 5 4", "First won by d1-d4");
    check(STANDARD, "7 1 7 1 6 1 6 1", "Second won by a1-a4");
}

#[test]
fn a_rising_diagonal_wins() {
    check(STANDARD, "1 2 2 3 3 4 3 4 4 7 4", "First won by a1-d4");
}

#[test]
fn a_falling_diagonal_wins() {
    check(STANDARD, "7 6 6 5 5 4 5 4 4 1 4", "First won by d4-g1");
}

#[test]
fn a_line_longer_than_needed_wins_and_is_reported_whole() {
    check(STANDARD, "1 1 2 2 3 3 5 5 6 6 7 7 4", "First won by a1-g1");
}

#[test]
fn several_lines_at_once_are_one_win_with_all_lines() {
    check(sized(5, 2, 2), "1 2 3 5 2", "First won by a1-b2 b2-c1");
}

#[test]
fn a_line_does_not_wrap_around_the_edge() {
    check(STANDARD, "6 6 7 7 1 1 2 2", "First to move");
    // Up one column and on at the bottom of the next.
    check(STANDARD, "2 1 2 1 1 1 1 7 1", "Second to move");
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let moves = "6 5 6 1 7 3 5 6 6 1 5 2 2 1 5 6 7 6 4 2 2 3 3 7 3 7 7 4 7 3 1 4 1 4 4 5 4 2 5 3 2";
    check(STANDARD, moves, "Second to move");
    check(STANDARD, &format!("{moves} 1"), "drawn: BoardFull");
    check(sized(2, 3, 3), "1 1 1 2 2 2", "drawn: BoardFull");
    check(sized(4, 1, 3), "1 2 4 3", "drawn: BoardFull");
}

#[test]
fn a_win_with_the_last_disc_is_no_draw() {
    check(sized(3, 1, 2), "1 3 2", "First won by a1-b1");
}

#[test]
fn a_drop_into_a_full_column_is_illegal() {
    check_illegal(STANDARD, "4 4 4 4 4 4", "4", full(4));
    check_legal(STANDARD, "4 4 4 4 4 4", "1 2 3 5 6 7");
}

#[test]
fn a_drop_outside_the_board_is_illegal() {
    let outside = MoveError::OutsideBoard {
        column: column(8),
        width: 7,
    };
    check_illegal(STANDARD, "", "8", outside);
}

#[test]
fn a_move_after_the_end_is_illegal() {
    check_illegal(STANDARD, "4 5 4 5 4 5 4", "1", MoveError::GameOver);
    check_illegal(sized(4, 1, 3), "1 2 4 3", "1", MoveError::GameOver);
    check_legal(STANDARD, "4 5 4 5 4 5 4", "");
}

#[test]
fn pops_and_power_discs_are_illegal() {
    for other in ["p1", "a1", "b1", "w1", "x1", "s1", "-"] {
        let error = MoveError::NotInVariant(crate::parse_move(other));
        check_illegal(STANDARD, "1 1", other, error);
        check_illegal(sized(10, 10, 4), "1 1", other, error);
    }
}

#[test]
fn any_size_and_line_length_that_fits_is_playable() {
    check(sized(3, 3, 3), "1 1 2 2 3", "First won by a1-c1");
    check(sized(10, 10, 5), "1 1 2 2 3 3 4 4 5", "First won by a1-e1");
    check(sized(16, 7, 4), "16 1 16 1 16 1 16", "First won by p1-p4");
    check(sized(64, 1, 2), "63 1 64", "First won by bk1-bl1");
    check(
        sized(2, 7, 7),
        "1 2 1 2 1 2 1 2 1 2 1 2 1",
        "First won by a1-a7",
    );
    let column = "1 ".repeat(127);
    check(sized(1, 127, 2), &column, "drawn: BoardFull");
}

#[test]
fn a_size_that_does_not_fit_is_an_error_with_the_reason() {
    let error_text = |width, height, connect| {
        let result = Ruleset::new(width, height, connect, Variant::Standard);
        result.expect_err("does not fit").to_string()
    };
    assert_eq!(error_text(0, 6, 4), "a 0x6 board has no cell for a disc");
    assert_eq!(error_text(7, 0, 4), "a 7x0 board has no cell for a disc");
    let too_large =
        "a 11x11 board is too large: (height + 1) x width is 132 and may be at most 128";
    assert_eq!(error_text(11, 11, 4), too_large);
    let too_long = "a line of 8 does not fit a 7x6 board: it may have 2 to 7 discs";
    assert_eq!(error_text(7, 6, 8), too_long);
    let too_short = "a line of 1 does not fit a 7x6 board: it may have 2 to 7 discs";
    assert_eq!(error_text(7, 6, 1), too_short);
    let no_line = "no line of 2 or any other length fits a 1x1 board";
    assert_eq!(error_text(1, 1, 2), no_line);
    assert_eq!(
        Ruleset::new(2, 6, 4, Variant::FiveInARow),
        Err(RulesetError::NoRoomBetweenColumns { width: 2 })
    );
}
