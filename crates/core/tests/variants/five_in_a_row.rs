//! Five-in-a-Row: 9 × 6, lines of five, the two outer columns start full.

use foursight_core::{Cell, Player, Position, Row, Ruleset, Variant};

use crate::{check, check_illegal, check_legal, column, full, render};

const FIVE: Ruleset = Ruleset::default_for(Variant::FiveInARow);

/// Returns the owners of the discs of an outer column at the start, from the bottom.
fn outer(number: usize) -> Vec<Player> {
    let board = Position::new(FIVE).board();
    board.stack(column(number)).map(|disc| disc.owner).collect()
}

#[test]
fn the_board_is_nine_by_six_with_lines_of_five() {
    assert_eq!((FIVE.width(), FIVE.height(), FIVE.connect()), (9, 6, 5));
}

#[test]
fn the_outer_columns_start_full_and_the_rest_empty() {
    let rendered = render(&Position::new(FIVE).board());
    let [one, two] = ["1-------2", "2-------1"];
    assert_eq!(rendered, [two, one, two, one, two, one]);
}

#[test]
fn left_column_alternates_with_first_at_the_bottom() {
    let [first, second] = Player::BOTH;
    assert_eq!(outer(1), [first, second, first, second, first, second]);
}

#[test]
fn right_column_is_inverted() {
    let [first, second] = Player::BOTH;
    assert_eq!(outer(9), [second, first, second, first, second, first]);
}

#[test]
fn the_colours_balance_row_by_row() {
    let board = Position::new(FIVE).board();
    for row in board.rows() {
        let owners = [1, 9].map(|number| {
            let cell = Cell {
                column: column(number),
                row,
            };
            board.disc_at(cell).expect("outer columns are full").owner
        });
        assert_eq!(owners[0], owners[1].opponent());
    }
    assert_eq!(
        board.disc_at(Cell {
            column: column(2),
            row: Row::BOTTOM
        }),
        None
    );
}

#[test]
fn first_starts_in_the_seven_columns_between() {
    check(FIVE, "", "First to move");
    check_legal(FIVE, "", "2 3 4 5 6 7 8");
    check_illegal(FIVE, "", "1", full(1));
    check_illegal(FIVE, "", "9", full(9));
}

#[test]
fn four_adjacent_discs_are_no_line() {
    check(FIVE, "3 3 4 4 5 5 6", "Second to move");
}

#[test]
fn a_line_of_five_wins() {
    check(FIVE, "3 3 4 4 5 5 6 6 7", "First won by c1-g1");
    check(FIVE, "5 4 5 4 5 4 5 4 5", "First won by e1-e5");
}

#[test]
fn the_discs_of_the_outer_columns_count_in_lines() {
    check(FIVE, "2 2 3 3 4 4 5", "First won by a1-e1");
    check(FIVE, "2 8 2 7 3 6 3 5", "Second won by e1-i1");
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let narrow = Ruleset::new(4, 1, 3, Variant::FiveInARow).expect("two columns between");
    check(narrow, "3 2", "drawn: BoardFull");
}
