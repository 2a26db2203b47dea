//! Power Up: the standard rules with anvil, bomb, wall and ×2.

use foursight_core::{
    Game, MoveError, Player, Position, PowerDisc, Ruleset, RulesetError, Stock, Variant,
};

use crate::{check, check_board, check_illegal, check_legal, column, full, parse_move, play};

fn power_up() -> Ruleset {
    Ruleset::default_for(Variant::PowerUp(Stock::default()))
}

fn sized(width: u8, height: u8, connect: u8) -> Ruleset {
    let variant = Variant::PowerUp(Stock::default());
    Ruleset::new(width, height, connect, variant).expect("a valid size")
}

fn stocked(each: u8) -> Ruleset {
    Ruleset::default_for(Variant::PowerUp(Stock::of_each(each).expect("at most 3")))
}

fn left(game: &Game, player: Player) -> [u8; 4] {
    PowerDisc::ALL.map(|disc| game.position().power_discs(player, disc))
}

#[test]
fn each_player_holds_one_of_each() {
    let start = play(power_up(), "");
    assert_eq!(left(&start, Player::First), [1; 4]);
    assert_eq!(left(&start, Player::Second), [1; 4]);
}

#[test]
fn a_power_disc_is_used_up_by_its_owner_alone() {
    let after = play(power_up(), "w4 -");
    assert_eq!(left(&after, Player::First), [1, 1, 0, 1]);
    assert_eq!(left(&after, Player::Second), [1; 4]);
    let reason = MoveError::NoPowerDiscLeft(PowerDisc::Wall);
    check_illegal(power_up(), "w4 - 1", "w4", reason);
    check(power_up(), "w4 - w4", "Second to move");
}

#[test]
fn the_stock_is_zero_to_three_of_each() {
    check_legal(stocked(0), "", "1 2 3 4 5 6 7");
    check_illegal(
        stocked(0),
        "",
        "a1",
        MoveError::NoPowerDiscLeft(PowerDisc::Anvil),
    );
    let three = "a1 a7 a2 a6 a3 a5";
    check(stocked(3), three, "First to move");
    check_illegal(
        stocked(3),
        three,
        "a4",
        MoveError::NoPowerDiscLeft(PowerDisc::Anvil),
    );
    assert_eq!(Stock::of_each(4), Err(RulesetError::StockTooLarge(4)));
    assert_eq!(
        Stock::new([0, 0, 9, 0]),
        Err(RulesetError::StockTooLarge(9))
    );
}

#[test]
fn each_kind_has_its_own_stock() {
    let stock = Stock::new([0, 1, 2, 3]).expect("at most 3");
    let ruleset = Ruleset::default_for(Variant::PowerUp(stock));
    assert_eq!(left(&play(ruleset, ""), Player::Second), [0, 1, 2, 3]);
}

#[test]
fn any_power_disc_can_begin_a_turn() {
    let narrow = sized(2, 4, 4);
    check_legal(narrow, "", "1 2 a1 a2 b1 b2 w1 w2 x1 x2");
}

#[test]
fn an_anvil_removes_everything_below_and_rests_in_row_1() {
    check_board(power_up(), "1 1 1 a1", &["a------"]);
    let rows = ["-2-----", "11-----", "a2-----"];
    check_board(power_up(), "1 2 1 a1 2 2 1", &rows);
}

#[test]
fn an_anvil_in_an_empty_column_is_an_ordinary_disc() {
    check_board(power_up(), "a4", &["---A---"]);
    check(power_up(), "a4", "Second to move");
}

#[test]
fn an_anvil_leaves_the_other_columns_alone() {
    check_board(power_up(), "1 2 2 1 a2", &["2------", "1A-----"]);
}

#[test]
fn an_anvil_removes_power_discs_too() {
    check_board(power_up(), "w1 - a1 1", &["1------", "a------"]);
    check_board(power_up(), "b1 1 a1", &["A------"]);
}

#[test]
fn an_anvil_needs_room_at_the_top() {
    check_illegal(power_up(), "1 1 1 1 1 1", "a1", full(1));
    let mut game = play(power_up(), "1 1 1 1 1 1");
    assert!(game.apply(parse_move("a1")).is_err());
    assert_eq!(left(&game, Player::First), [1; 4], "nothing was used up");
}

#[test]
fn an_anvil_counts_in_lines_for_its_owner() {
    check(power_up(), "2 1 3 1 4 7 a1", "First won by a1-d1");
}

#[test]
fn after_a_bomb_the_same_player_must_strike() {
    check(power_up(), "1 2 b3", "First to move");
    check_legal(power_up(), "1 2 b3", "s2");
    check_illegal(power_up(), "1 2 b3", "1", MoveError::MustStrike);
    check_illegal(power_up(), "1 2 b3", "w1", MoveError::MustStrike);
    check_illegal(power_up(), "1 2 b3", "-", MoveError::CannotPass);
    check(power_up(), "1 2 b3 s2", "Second to move");
}

#[test]
fn a_bomb_removes_a_disc_of_the_opponent_only() {
    let reason = |number| MoveError::NotOpponentsDisc(column(number));
    check_illegal(power_up(), "1 2 b3", "s1", reason(1));
    check_illegal(power_up(), "1 2 b3", "s3", reason(3));
    check_illegal(power_up(), "1 2 b3", "s4", reason(4));
}

#[test]
fn a_bomb_removes_from_the_bottom_row_only() {
    // Second owns a2 and b1; only b1 stands in the bottom row.
    check_legal(power_up(), "1 1 3 2 b4", "s2");
}

#[test]
fn discs_above_a_struck_disc_fall() {
    check_board(power_up(), "1 2 2 2 b3 s2", &["-2-----", "11B----"]);
}

#[test]
fn a_bomb_may_strike_below_itself() {
    check_board(power_up(), "1 2 b2 s2", &["1B-----"]);
}

#[test]
fn a_bomb_may_strike_a_power_disc() {
    check_board(power_up(), "1 x2 - b3 s2", &["1-B----"]);
}

#[test]
fn a_bomb_without_a_target_is_an_ordinary_disc() {
    check(power_up(), "b4", "Second to move");
    check_board(power_up(), "b4", &["---B---"]);
    // Second has a disc, but not in the bottom row.
    check(power_up(), "1 1 b2", "Second to move");
}

#[test]
fn a_bomb_that_fills_the_board_makes_room_by_its_strike() {
    check_board(sized(3, 1, 3), "1 2 b3 s2", &["1-B"]);
    check(sized(3, 1, 3), "1 2 b3 s2", "Second to move");
}

#[test]
fn lines_are_checked_after_everything_has_come_to_rest() {
    let bomb = "3 1 1 2 2 4 b3";
    // The bomb completes a2-c2, which does not win before the strike…
    check(sized(4, 3, 3), bomb, "First to move");
    // …which may leave the line intact or break it.
    check(sized(4, 3, 3), &format!("{bomb} s4"), "First won by a2-c2");
    check(sized(4, 3, 3), &format!("{bomb} s1"), "Second to move");
}

#[test]
fn a_strike_that_connects_both_wins_for_the_mover() {
    check(
        sized(5, 3, 3),
        "2 1 1 1 3 2 5 3 b5 s1",
        "First won by a1-c1",
    );
}

#[test]
fn a_strike_that_connects_only_the_opponent_loses() {
    let moves = "3 1 1 1 5 2 5 2 6 3 b6 s1";
    check(sized(6, 3, 3), moves, "Second won by a2-c2");
}

#[test]
fn a_wall_gives_a_second_turn_with_an_ordinary_disc() {
    check(power_up(), "w4", "First to move");
    check_legal(power_up(), "w4", "1 2 3 4 5 6 7 -");
    check_illegal(power_up(), "w4", "x4", MoveError::OrdinaryDiscOnly);
    check(power_up(), "w4 4", "Second to move");
    check_board(power_up(), "w4 4", &["---1---", "---W---"]);
}

#[test]
fn the_second_disc_after_a_wall_may_not_complete_a_line() {
    let reason = MoveError::WouldConnect(column(4));
    check_illegal(power_up(), "1 1 2 2 w3", "4", reason);
    check_legal(power_up(), "1 1 2 2 w3", "1 2 3 5 6 7 -");
}

#[test]
fn if_every_second_disc_after_a_wall_would_connect_the_only_move_is_a_pass() {
    check_legal(sized(3, 1, 2), "1 w3", "-");
}

#[test]
fn the_wall_disc_itself_may_win() {
    check(power_up(), "1 1 2 2 3 3 w4", "First won by a1-d1");
}

#[test]
fn a_double_gives_a_second_turn_with_an_ordinary_disc() {
    check(power_up(), "x4", "First to move");
    check_legal(power_up(), "x4", "1 2 3 4 5 6 7 -");
    check_illegal(power_up(), "x4", "w4", MoveError::OrdinaryDiscOnly);
    check(power_up(), "x4 4", "Second to move");
}

#[test]
fn the_second_disc_after_a_double_may_complete_a_line() {
    check(power_up(), "1 1 2 2 x3 4", "First won by a1-d1");
}

#[test]
fn the_double_disc_itself_may_win() {
    check(power_up(), "1 1 2 2 3 3 x4", "First won by a1-d1");
}

#[test]
fn the_second_turn_may_be_declined() {
    check(power_up(), "w4 -", "Second to move");
    check(power_up(), "x4 -", "Second to move");
}

#[test]
fn there_is_no_third_turn() {
    check_illegal(power_up(), "x4 4", "-", MoveError::CannotPass);
    check(power_up(), "x4 4", "Second to move");
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    check(sized(3, 1, 3), "1 2 3", "drawn: BoardFull");
    check(sized(3, 1, 3), "1 2 w3", "drawn: BoardFull");
    check(sized(3, 1, 3), "1 2 x3", "drawn: BoardFull");
}

#[test]
fn passes_and_strikes_are_illegal_at_the_start_of_a_turn() {
    check_illegal(power_up(), "1 2", "-", MoveError::CannotPass);
    check_illegal(power_up(), "1 2", "s2", MoveError::NothingToStrike);
    check_illegal(power_up(), "1 2 w3", "s2", MoveError::NothingToStrike);
}

#[test]
fn pops_are_illegal() {
    check_illegal(
        power_up(),
        "1 2",
        "p1",
        MoveError::NotInVariant(parse_move("p1")),
    );
}

#[test]
fn other_variants_hold_no_power_discs() {
    for disc in PowerDisc::ALL {
        assert_eq!(Position::default().power_discs(Player::First, disc), 0);
    }
}
