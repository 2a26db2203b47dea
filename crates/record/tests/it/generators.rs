//! Generators of random rulesets and games, and the colours of the tests.

use foursight_core::{BothConnectRule, Fill, Game, Ruleset, Stock, Variant};
use foursight_record::{Emoji, Palette, Rgb};
use proptest::prelude::*;

pub(crate) const EMOJI: Emoji = Emoji::YELLOW_FIRST;

pub(crate) const PALETTE: Palette = Palette {
    mark_first: Rgb(0x96, 0x15, 0x22),
    mark_second: Rgb(0xa3, 0x7b, 0x00),
    ..Palette::CLASSIC
};

/// Returns the standard ruleset of a valid size.
pub(crate) fn standard(width: u8, height: u8, connect: u8) -> Ruleset {
    Ruleset::new(width, height, connect, Variant::Standard).expect("tests use valid sizes")
}

fn variants() -> impl Strategy<Value = Variant> {
    prop_oneof![
        4 => Just(Variant::Standard),
        1 => Just(Variant::FiveInARow),
        1 => Just(Variant::PopOut(BothConnectRule::MoverWins)),
        1 => Just(Variant::PopOut(BothConnectRule::OpponentWins)),
        1 => Just(Variant::PopTen(Fill::ByPlayers)),
        2 => any::<u64>().prop_map(|seed| Variant::PopTen(Fill::Random(seed))),
        2 => prop::array::uniform4(0_u8..=3)
            .prop_map(|counts| Variant::PowerUp(Stock::new(counts).expect("up to 3"))),
    ]
}

fn sizes() -> impl Strategy<Value = (u8, u8)> {
    prop_oneof![
        3 => Just((7, 6)),
        4 => (1_u8..=9, 1_u8..=9),
        2 => (10_u8..=26, 1_u8..=11),
        1 => (27_u8..=64, 1_u8..=3),
    ]
}

pub(crate) fn rulesets() -> impl Strategy<Value = Ruleset> {
    (sizes(), 2_u8..=6, variants()).prop_filter_map("no such size", |((w, h), connect, variant)| {
        Ruleset::new(w, h, connect, variant).ok()
    })
}

/// Rulesets of small boards, on which rows, columns and stacks are easily confused.
pub(crate) fn small_rulesets() -> impl Strategy<Value = Ruleset> {
    (2_u8..=4, 2_u8..=4).prop_map(|(width, height)| standard(width, height, width.max(height)))
}

/// Generates games of random legal moves, finished or not.
pub(crate) fn games() -> impl Strategy<Value = Game> {
    (rulesets(), prop::collection::vec(any::<u16>(), 0..80)).prop_map(|(ruleset, choices)| {
        let mut game = Game::new(ruleset);
        for choice in choices {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            game.apply(mv).expect("the move is legal");
        }
        game
    })
}
