//! The library against a slow and obvious implementation of the same rules.
//!
//! Method: play random games of every variant on every size of grid. At every move both must
//! agree on the discs, the player to move, the legal moves, the refusal of everything else, the
//! outcome and all lines.

mod random_games;
mod reference;

use foursight_core::{
    Column, Game, Grid, Move, Outcome, Player, Position, PowerDisc, Row, Ruleset, Space, Variant,
};
use proptest::collection::vec;
use proptest::prelude::*;
use random_games::{any_game, any_ruleset, any_variant};
use reference::{Reference, Table, Verdict};

/// Games a variant.
const CASES: u32 = 120;

/// What happens at one ply: a number to choose the legal move by, and a move out of the blue.
type Step = (usize, Move);

fn any_move() -> impl Strategy<Value = Move> {
    let column = prop_oneof![3 => 0..8_usize, 1 => 0..64_usize]
        .prop_map(|index| Column::from_index(index).expect("some grid is that wide"));
    (0..8_usize, column).prop_map(|(kind, column)| match kind {
        0 => Move::Drop(column),
        1 => Move::Pop(column),
        2 => Move::Strike(column),
        3 => Move::Pass,
        power => Move::Power(PowerDisc::ALL[power - 4], column),
    })
}

fn assert_same_grid(grid: &Grid, table: &Table) {
    assert_eq!(usize::from(grid.width()), table.width());
    assert_eq!(usize::from(grid.height()), table.height());
    for column in 0..table.width() {
        for row in 0..table.height() {
            let space = Space {
                column: Column::from_index(column).expect("inside the grid"),
                row: Row::from_index(row).expect("inside the grid"),
            };
            assert_eq!(grid.disc_at(space), table.disc_at(column, row), "{space}");
        }
    }
}

fn spaces_of_lines(grid: &Grid, player: Player, connect: u8) -> Vec<Vec<Space>> {
    let lines = grid.lines(player, connect);
    sorted(lines.iter().map(|line| line.spaces().collect()).collect())
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

fn assert_agree(game: &Game, reference: &Reference) {
    let (position, table) = (game.position(), &reference.table);
    let grid = position.grid();
    assert_same_grid(&grid, table);
    for player in Player::BOTH {
        let connect = game.ruleset().connect();
        let lines = spaces_of_lines(&grid, player, connect);
        assert_eq!(lines, sorted(table.lines(player)), "lines of {player}");
        assert_eq!(grid.has_line(player, connect), !lines.is_empty());
        assert_eq!(usize::from(position.set_aside(player)), table.aside(player));
        for disc in PowerDisc::ALL {
            let left = table.power_discs(player, disc);
            assert_eq!(position.power_discs(player, disc), left);
        }
    }
    assert_eq!(sorted(game.legal_moves()), sorted(reference.legal_moves()));
    let expected = table.result();
    match game.outcome() {
        None => {
            assert_eq!(expected, None);
            assert_eq!(game.to_move(), Some(table.to_move()));
        }
        Some(Outcome::Tied(tie)) => assert_eq!(expected, Some(&Verdict::Tied(tie))),
        Some(Outcome::Won { winner, lines }) => {
            assert_eq!(expected, Some(&Verdict::Won(winner)));
            let lines = lines.iter().map(|line| line.spaces().collect()).collect();
            let all = match game.ruleset().variant() {
                Variant::PopTen(_) => Vec::new(),
                _ => table.lines(winner),
            };
            assert_eq!(sorted::<Vec<Space>>(lines), sorted(all), "winning lines");
        }
    }
}

/// A move out of the blue is accepted or refused by both; refused, it changes nothing.
fn assert_agree_about(game: &Game, reference: &Reference, step: Move) {
    let mut tried = game.clone();
    let accepted = tried.apply(step).is_ok();
    assert_eq!(accepted, reference.after(step).is_some(), "{step}");
    if !accepted {
        assert_eq!(&tried, game, "{step} was refused and yet changed the game");
    }
}

fn check(ruleset: Ruleset, steps: &[Step]) {
    let mut game = Game::new(ruleset);
    let mut reference = Reference::new(ruleset, &Position::new(ruleset).grid());
    assert_agree(&game, &reference);
    for (choice, out_of_the_blue) in steps {
        assert_agree_about(&game, &reference, *out_of_the_blue);
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        let step = moves[choice % moves.len()];
        game.apply(step).expect("a legal move is accepted");
        reference = reference.after(step).expect("both know the same moves");
        assert_agree(&game, &reference);
    }
}

fn check_variant(variant: impl Strategy<Value = Variant>) {
    let length = prop_oneof![0..40_usize, 100..260_usize];
    let steps = length.prop_flat_map(|length| vec((any::<usize>(), any_move()), length));
    proptest!(ProptestConfig::with_cases(CASES), |(
        ruleset in any_ruleset(variant),
        steps in steps,
    )| check(ruleset, &steps));
}

fn any_of(wanted: fn(Variant) -> bool) -> impl Strategy<Value = Variant> {
    any_variant().prop_filter("another variant", move |variant| wanted(*variant))
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
    check_variant(any_of(|variant| matches!(variant, Variant::PopOut(_))));
}

#[test]
fn pop_ten_agrees() {
    check_variant(any_of(|variant| matches!(variant, Variant::PopTen(_))));
}

#[test]
fn power_up_agrees() {
    check_variant(any_of(|variant| matches!(variant, Variant::PowerUp(_))));
}

/// Walks every game of a grid so small that all of them can be played.
fn check_every_game(game: &Game, reference: &Reference, plies: usize) {
    assert_agree(game, reference);
    if plies == 0 {
        return;
    }
    for step in game.legal_moves() {
        let next = game.after(step).expect("a legal move is accepted");
        let beside = reference.after(step).expect("both know the same moves");
        check_every_game(&next, &beside, plies - 1);
    }
}

#[test]
fn every_short_game_of_every_variant_agrees() {
    let variants = [
        (Variant::Standard, 9),
        (Variant::FiveInARow, 9),
        (Variant::PopOut(foursight_core::BothConnect::MoverWins), 6),
        (
            Variant::PopOut(foursight_core::BothConnect::OpponentWins),
            6,
        ),
        (Variant::PopTen(foursight_core::Fill::Random(7)), 6),
        (Variant::PowerUp(foursight_core::Stock::default()), 3),
    ];
    for (variant, plies) in variants {
        let ruleset = Ruleset::new(3, 3, 3, variant).expect("a small grid");
        let game = Game::new(ruleset);
        let reference = Reference::new(ruleset, &game.position().grid());
        check_every_game(&game, &reference, plies);
    }
}

proptest! {
    #[test]
    fn every_position_of_a_game_is_the_one_its_moves_lead_to(game in any_game(any_variant())) {
        let mut reference = Reference::new(game.ruleset(), &Position::new(game.ruleset()).grid());
        for (position, step) in game.positions().zip(game.moves()) {
            assert_same_grid(&position.grid(), &reference.table);
            reference = reference.after(*step).expect("both know the same moves");
        }
        assert_agree(&game, &reference);
    }
}
