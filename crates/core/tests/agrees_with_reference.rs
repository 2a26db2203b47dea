//! Compares the library with a slow and obvious implementation of the same rules.
//!
//! Method: play random games of every variant on every size of board. At every move both must agree
//! on the discs, the player to move, the legal moves, the illegality of everything else, the
//! outcome and all lines.

mod random_games;
mod reference;

use foursight_core::{
    Board, Cell, Column, Game, Move, Outcome, Player, Position, PowerDisc, Row, Ruleset, Variant,
};
use proptest::collection::vec;
use proptest::prelude::*;
use random_games::{any_game, any_ruleset, any_variant};
use reference::{ReferenceEnd, ReferenceGame, ReferenceState};

/// Number of games per variant.
const CASES: u32 = 120;

/// Input of one ply: a number that selects the legal move to play, and an arbitrary move to try
/// first.
type PlyInput = (usize, Move);

fn any_move() -> impl Strategy<Value = Move> {
    let column = prop_oneof![3 => 0..8_usize, 1 => 0..64_usize]
        .prop_map(|index| Column::from_index(index).expect("some board is that wide"));
    (0..8_usize, column).prop_map(|(kind, column)| match kind {
        0 => Move::Drop(column),
        1 => Move::Pop(column),
        2 => Move::Strike(column),
        3 => Move::Pass,
        power => Move::Power(PowerDisc::ALL[power - 4], column),
    })
}

fn assert_same_board(board: &Board, state: &ReferenceState) {
    assert_eq!(usize::from(board.width()), state.width());
    assert_eq!(usize::from(board.height()), state.height());
    for column in 0..state.width() {
        for row in 0..state.height() {
            let cell = Cell {
                column: Column::from_index(column).expect("inside the board"),
                row: Row::from_index(row).expect("inside the board"),
            };
            assert_eq!(board.disc_at(cell), state.disc_at(column, row), "{cell}");
        }
    }
}

fn cells_of_lines(board: &Board, player: Player, connect: u8) -> Vec<Vec<Cell>> {
    let lines = board.lines(player, connect);
    sorted(lines.iter().map(|line| line.cells().collect()).collect())
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

fn assert_agree(game: &Game, reference: &ReferenceGame) {
    let (position, state) = (game.position(), &reference.state);
    let board = position.board();
    assert_same_board(&board, state);
    for player in Player::BOTH {
        let connect = game.ruleset().connect();
        let lines = cells_of_lines(&board, player, connect);
        assert_eq!(lines, sorted(state.lines(player)), "lines of {player}");
        assert_eq!(board.has_line(player, connect), !lines.is_empty());
        assert_eq!(usize::from(position.set_aside(player)), state.aside(player));
        for disc in PowerDisc::ALL {
            let left = state.power_discs(player, disc);
            assert_eq!(position.power_discs(player, disc), left);
        }
    }
    assert_eq!(sorted(game.legal_moves()), sorted(reference.legal_moves()));
    let expected = state.result();
    match game.outcome() {
        None => {
            assert_eq!(expected, None);
            assert_eq!(game.to_move(), Some(state.to_move()));
        }
        Some(Outcome::Draw(draw)) => assert_eq!(expected, Some(&ReferenceEnd::Draw(draw))),
        Some(Outcome::Won { winner, lines }) => {
            assert_eq!(expected, Some(&ReferenceEnd::Won(winner)));
            let lines = lines.iter().map(|line| line.cells().collect()).collect();
            let all = match game.ruleset().variant() {
                Variant::PopTen(_) => Vec::new(),
                _ => state.lines(winner),
            };
            assert_eq!(sorted::<Vec<Cell>>(lines), sorted(all), "winning lines");
        }
    }
}

/// Checks that both accept an arbitrary move, or that both reject it and the game is unchanged.
fn assert_agree_about(game: &Game, reference: &ReferenceGame, mv: Move) {
    let mut tried = game.clone();
    let accepted = tried.apply(mv).is_ok();
    assert_eq!(accepted, reference.after(mv).is_some(), "{mv}");
    if !accepted {
        assert_eq!(&tried, game, "{mv} was rejected and yet changed the game");
    }
}

fn check(ruleset: Ruleset, inputs: &[PlyInput]) {
    let mut game = Game::new(ruleset);
    let mut reference = ReferenceGame::new(ruleset, &Position::new(ruleset).board());
    assert_agree(&game, &reference);
    for (choice, arbitrary) in inputs {
        assert_agree_about(&game, &reference, *arbitrary);
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = moves[choice % moves.len()];
        game.apply(mv).expect("a legal move is accepted");
        reference = reference.after(mv).expect("both know the same moves");
        assert_agree(&game, &reference);
    }
}

fn check_variant(variant: impl Strategy<Value = Variant>) {
    let length = prop_oneof![0..40_usize, 100..260_usize];
    let inputs = length.prop_flat_map(|length| vec((any::<usize>(), any_move()), length));
    proptest!(ProptestConfig::with_cases(CASES), |(
        ruleset in any_ruleset(variant),
        inputs in inputs,
    )| check(ruleset, &inputs));
}

fn any_matching(is_wanted: fn(Variant) -> bool) -> impl Strategy<Value = Variant> {
    any_variant().prop_filter("another variant", move |variant| is_wanted(*variant))
}

#[test]
fn standard_agrees() {
    check_variant(Just(Variant::Standard));
}

#[test]
fn five_in_a_row_agrees() {
    check_variant(Just(Variant::FiveInARow));
}

#[test]
fn pop_out_agrees() {
    check_variant(any_matching(|variant| {
        matches!(variant, Variant::PopOut(_))
    }));
}

#[test]
fn pop_ten_agrees() {
    check_variant(any_matching(|variant| {
        matches!(variant, Variant::PopTen(_))
    }));
}

#[test]
fn power_up_agrees() {
    check_variant(any_matching(|variant| {
        matches!(variant, Variant::PowerUp(_))
    }));
}

/// Plays every game up to a number of plies.
fn check_every_game(game: &Game, reference: &ReferenceGame, plies: usize) {
    assert_agree(game, reference);
    if plies == 0 {
        return;
    }
    for mv in game.legal_moves() {
        let next = game.after(mv).expect("a legal move is accepted");
        let next_reference = reference.after(mv).expect("both know the same moves");
        check_every_game(&next, &next_reference, plies - 1);
    }
}

#[test]
fn every_short_game_of_every_variant_agrees() {
    let variants = [
        (Variant::Standard, 9),
        (Variant::FiveInARow, 9),
        (
            Variant::PopOut(foursight_core::BothConnectRule::MoverWins),
            6,
        ),
        (
            Variant::PopOut(foursight_core::BothConnectRule::OpponentWins),
            6,
        ),
        (Variant::PopTen(foursight_core::Fill::Random(7)), 6),
        (Variant::PowerUp(foursight_core::Stock::default()), 3),
    ];
    for (variant, plies) in variants {
        // Pop Ten needs a board on which ten discs can be set aside.
        let height = if matches!(variant, Variant::PopTen(_)) {
            8
        } else {
            3
        };
        let ruleset = Ruleset::new(3, height, 3, variant).expect("a small board");
        let game = Game::new(ruleset);
        let reference = ReferenceGame::new(ruleset, &game.position().board());
        check_every_game(&game, &reference, plies);
    }
}

proptest! {
    #[test]
    fn every_position_of_a_game_is_the_one_its_moves_lead_to(game in any_game(any_variant())) {
        let mut reference = ReferenceGame::new(game.ruleset(), &Position::new(game.ruleset()).board());
        for (position, mv) in game.positions().zip(game.moves()) {
            assert_same_board(&position.board(), &reference.state);
            reference = reference.after(*mv).expect("both know the same moves");
        }
        assert_agree(&game, &reference);
    }
}
