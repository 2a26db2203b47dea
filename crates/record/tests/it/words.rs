//! Games in words.

use foursight_core::{Game, Player, Ruleset};
use foursight_record::{Fact, alt, facts, read};
use proptest::prelude::*;

use crate::kit::{EMOJI, games};

/// The words for a game, without the first two sentences, which are about its rules and length.
fn check(text: &str, expected: &str) {
    let game = read(text, Ruleset::default(), &EMOJI).expect("legal moves");
    let words = alt(&game);
    let rest = words.split_once("made").map_or("", |(_, rest)| rest);
    let rest = rest.split_once(". ").map_or(rest, |(_, rest)| rest);
    assert_eq!(rest, expected, "{text}");
}

#[test]
fn sentences() {
    check("", "First is to move. The grid is empty.");
    check(
        "1234567",
        "Second is to move. Column 1: First. Column 2: Second. Column 3: First. Column 4: \
         Second. Column 5: First. Column 6: Second. Column 7: First.",
    );
    check(
        "1,1,2,2,3,3,4",
        "First has won with the line a1-d1. Column 1: First, Second. Column 2: First, Second. \
         Column 3: First, Second. Column 4: First. Columns 5, 6 and 7 are empty.",
    );
    check(
        "3x2/3 121233",
        "The game is a tie: the grid is full. Column 1: First, First. Column 2: Second, Second. \
         Column 3: First, Second.",
    );
    check(
        "3x1/2 1",
        "Second is to move. Column 1: First. Columns 2 and 3 are empty.",
    );
    check(
        "power-up+anvil=0 4B4T4W3-",
        "Second is to move. Column 3: First (wall). Column 4: Second (bomb). Columns 1, 2, 5, 6 \
         and 7 are empty. First holds 1 bomb and 1 double. Second holds 1 wall and 1 double.",
    );
    check(
        "pop-ten 2x1/2 12",
        "First is to move. Column 1: First. Column 2: Second. First has set 0 discs aside. \
         Second has set 0 discs aside.",
    );
}

proptest! {
    #[test]
    fn facts_tell_every_disc_and_every_column(game in games()) {
        let grid = game.position().grid();
        let (mut discs, mut columns) = (0, 0);
        for fact in facts(&game) {
            match fact {
                Fact::Stack { column, discs: stack } => {
                    prop_assert_eq!(&stack, &grid.stack(column).collect::<Vec<_>>());
                    discs += stack.len();
                    columns += 1;
                }
                Fact::EmptyColumns(empty) => columns += empty.len(),
                Fact::EmptyGrid => columns += usize::from(grid.width()),
                Fact::ToMove(player) => prop_assert_eq!(Some(player), game.to_move()),
                Fact::Won { winner, .. } => {
                    prop_assert_eq!(Some(foursight_core::End::Won(winner)), game.end());
                }
                _ => {}
            }
        }
        prop_assert_eq!(discs, grid.discs());
        prop_assert_eq!(columns, usize::from(grid.width()));
    }
}

#[test]
fn facts_begin_with_the_rules() {
    let expected = [
        Fact::Rules(Ruleset::default()),
        Fact::Moves(0),
        Fact::ToMove(Player::First),
        Fact::EmptyGrid,
    ];
    assert_eq!(facts(&Game::default()), expected);
}
