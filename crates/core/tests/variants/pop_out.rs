//! Pop Out: a turn is a drop, or a pop of one's own disc out of the bottom row.

use foursight_core::{BothConnectRule, MoveError, Ruleset, Variant};

use crate::{check, check_board, check_illegal, check_legal, column, full, parse_move};

const POP_OUT: Ruleset = Ruleset::default_for(Variant::PopOut(BothConnectRule::MoverWins));

fn sized(width: u8, height: u8, connect: u8, both_connect: BothConnectRule) -> Ruleset {
    Ruleset::new(width, height, connect, Variant::PopOut(both_connect)).expect("a valid size")
}

fn small(width: u8, height: u8, connect: u8) -> Ruleset {
    sized(width, height, connect, BothConnectRule::MoverWins)
}

#[test]
fn the_board_starts_empty_and_first_starts() {
    check_board(POP_OUT, "", &[]);
    check(POP_OUT, "", "First to move");
    check_legal(POP_OUT, "", "1 2 3 4 5 6 7");
}

#[test]
fn a_turn_is_a_drop_or_a_pop() {
    check_legal(POP_OUT, "1 2", "1 2 3 4 5 6 7 p1");
    check(POP_OUT, "1 2 p1", "Second to move");
}

#[test]
fn a_player_pops_only_their_own_discs() {
    check_illegal(POP_OUT, "1 2", "p2", MoveError::NotYourDisc(column(2)));
    check_illegal(POP_OUT, "1", "p1", MoveError::NotYourDisc(column(1)));
}

#[test]
fn an_empty_column_cannot_be_popped() {
    check_illegal(POP_OUT, "1 2", "p3", MoveError::NotYourDisc(column(3)));
}

#[test]
fn only_the_bottom_row_can_be_popped() {
    // First owns the second disc of column 2, but not the one at its bottom.
    check_illegal(POP_OUT, "1 2 2 1", "p2", MoveError::NotYourDisc(column(2)));
}

#[test]
fn a_pop_outside_the_board_is_illegal() {
    let outside = MoveError::OutsideBoard {
        column: column(8),
        width: 7,
    };
    check_illegal(POP_OUT, "1 2", "p8", outside);
}

#[test]
fn the_stack_above_a_popped_disc_falls_one_cell() {
    check_board(POP_OUT, "1 1 1 2", &["1------", "2------", "12-----"]);
    check_board(POP_OUT, "1 1 1 2 p1", &["1------", "22-----"]);
}

#[test]
fn a_drop_that_connects_wins() {
    check(POP_OUT, "1 1 2 2 3 3 4", "First won by a1-d1");
}

#[test]
fn a_pop_that_connects_the_mover_wins() {
    let before = "2 1 1 3 3 7 2 7 4 4 4 6";
    check(POP_OUT, before, "First to move");
    check(POP_OUT, &format!("{before} p4"), "First won by a2-d2");
}

#[test]
fn a_pop_that_connects_only_the_opponent_loses() {
    check(small(5, 4, 3), "3 1 5 2 5 3", "First to move");
    check(small(5, 4, 3), "3 1 5 2 5 3 p3", "Second won by a1-c1");
}

/// A pop that gives each player a line.
const BOTH: &str = "3 1 1 2 2 3 3 5 p3";

#[test]
fn a_pop_that_connects_both_wins_for_the_mover() {
    check(small(5, 4, 3), BOTH, "First won by a2-c2");
}

#[test]
fn a_pop_that_connects_both_wins_for_the_opponent_by_the_other_house_rule() {
    let ruleset = sized(5, 4, 3, BothConnectRule::OpponentWins);
    check(ruleset, BOTH, "Second won by a1-c1");
    // The house rule affects nothing else.
    check(ruleset, "3 1 5 2 5 3 p3", "Second won by a1-c1");
    check(ruleset, "1 1 2 2 3", "First won by a1-c1");
}

#[test]
fn the_mover_wins_by_default_when_both_connect() {
    assert_eq!(BothConnectRule::default(), BothConnectRule::MoverWins);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let cycle = "1 2 p1 p2";
    check(POP_OUT, cycle, "First to move");
    check(POP_OUT, &format!("{cycle} 1 2 p1"), "Second to move");
    check(POP_OUT, &format!("{cycle} {cycle}"), "drawn: Repetition");
}

#[test]
fn occurrences_count_even_if_other_moves_lie_between() {
    let moves = "1 2 p1 p2 3 4 p3 p4";
    check(POP_OUT, moves, "drawn: Repetition");
    check(POP_OUT, "1 2 3 p2 p1 2 1", "Second to move");
}

#[test]
fn on_a_full_board_only_pops_remain() {
    let ruleset = small(2, 3, 3);
    check_legal(ruleset, "1 1 1 2 2 2", "p1");
    check_illegal(ruleset, "1 1 1 2 2 2", "1", full(1));
    check(ruleset, "1 1 1 2 2 2", "First to move");
}

#[test]
fn a_player_who_cannot_move_at_all_draws() {
    check(small(1, 3, 3), "1 1 1", "drawn: NoMoves");
    check_legal(small(1, 3, 3), "1 1 1", "");
}

#[test]
fn power_discs_and_passes_are_illegal() {
    for other in ["a1", "b1", "w1", "x1", "s1", "-"] {
        check_illegal(
            POP_OUT,
            "1 1",
            other,
            MoveError::NotInVariant(parse_move(other)),
        );
    }
}
