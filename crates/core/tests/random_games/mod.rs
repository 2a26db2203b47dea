//! Random rulesets of every variant and size, and random games under them.

use foursight_core::{
    BOARD_BITS_MAX, BothConnectRule, Fill, Game, Ruleset, Stock, Variant, WIDTH_MAX,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Sizes where a mistake in a shift or a mask would show: the extremes, boards that use every bit,
/// and popular sizes.
const NOTABLE_SIZES: [(u8, u8); 14] = [
    (7, 6),
    (9, 6),
    (64, 1),
    (1, 127),
    (2, 63),
    (42, 2),
    (16, 7),
    (11, 10),
    (10, 10),
    (8, 7),
    (4, 15),
    (9, 7),
    (1, 63),
    (32, 3),
];

/// Longest line that is at all likely in random play.
const CONNECT_LIKELY_MAX: u8 = 6;

pub(crate) fn any_size() -> impl Strategy<Value = (u8, u8)> {
    let any = (1..=WIDTH_MAX).prop_flat_map(|width| {
        let height_max = (BOARD_BITS_MAX / u32::from(width) - 1) as u8;
        (Just(width), 1..=height_max)
    });
    let small = (1..=7_u8, 1..=7_u8);
    let notable = prop::sample::select(NOTABLE_SIZES.as_slice());
    prop_oneof![any, small, notable].prop_filter("no line fits one cell", |(width, height)| {
        width.max(height) > &1
    })
}

pub(crate) fn any_variant() -> impl Strategy<Value = Variant> {
    let both = prop::sample::select(
        [BothConnectRule::MoverWins, BothConnectRule::OpponentWins].as_slice(),
    );
    let fill = prop_oneof![
        Just(Fill::ByPlayers),
        any::<u64>().prop_map(Fill::Random),
        any::<u64>().prop_map(Fill::Random)
    ];
    let stock = prop_oneof![
        Just(Stock::default()),
        prop::array::uniform4(0..=3_u8).prop_map(|counts| Stock::new(counts).expect("at most 3")),
    ];
    prop_oneof![
        Just(Variant::Standard),
        Just(Variant::FiveInARow),
        both.prop_map(Variant::PopOut),
        fill.prop_map(Variant::PopTen),
        stock.prop_map(Variant::PowerUp),
    ]
}

/// Generates the variant on any board on which it can be played, with any line that fits.
pub(crate) fn any_ruleset(
    variant: impl Strategy<Value = Variant>,
) -> impl Strategy<Value = Ruleset> {
    (any_size(), variant)
        .prop_flat_map(|((width, height), variant)| {
            let longest = width.max(height);
            let connect = prop_oneof![
                4 => 2..=longest.min(CONNECT_LIKELY_MAX),
                1 => 2..=longest,
            ];
            (Just((width, height, variant)), connect)
        })
        .prop_filter_map("too narrow", |((width, height, variant), connect)| {
            Ruleset::new(width, height, connect, variant).ok()
        })
}

/// Generates a game of some moves, perhaps to its end, under any rules of these variants.
pub(crate) fn any_game(variant: impl Strategy<Value = Variant>) -> impl Strategy<Value = Game> {
    let length = prop_oneof![0..20_usize, 0..300_usize];
    let choices = length.prop_flat_map(|length| vec(any::<usize>(), length));
    (any_ruleset(variant), choices).prop_map(|(ruleset, choices)| play(ruleset, &choices))
}

/// Plays these choices among the legal moves until they run out or the game ends.
pub(crate) fn play(ruleset: Ruleset, choices: &[usize]) -> Game {
    let mut game = Game::new(ruleset);
    for choice in choices {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        game.apply(mv).expect("a legal move is accepted");
    }
    game
}
