//! Descriptions of games in words.

use foursight_core::{Game, Player, Ruleset};
use foursight_record::{DescriptionFact, alt_text, describe, read};
use proptest::prelude::*;

use crate::generators::{EMOJI, games};

/// Checks the description of a game without its first two sentences, the rules and the number of
/// moves.
fn check(text: &str, expected: &str) {
    let game = read(text, Ruleset::default(), &EMOJI).expect("legal moves");
    let words = alt_text(&game);
    let rest = words.split_once("made").map_or("", |(_, rest)| rest);
    let rest = rest.split_once(". ").map_or(rest, |(_, rest)| rest);
    assert_eq!(rest, expected, "{text}");
}

#[test]
fn sentences() {
    check("", "First is to move. The board is empty.");
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
        "The game is a draw: the board is full. Column 1: First, First. Column 2: Second, Second. \
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
        "pop-ten 2x12/3 12",
        "First is to move. Column 1: First. Column 2: Second. First has set 0 discs aside. \
         Second has set 0 discs aside.",
    );
}

#[test]
fn an_unfinished_turn_is_described() {
    let check = |text: &str, expected: &str| {
        let game = read(text, Ruleset::default(), &EMOJI).expect("legal moves");
        let words = alt_text(&game);
        assert!(words.contains(expected), "{text}: {words}");
        let over = words.contains("has won") || words.contains("draw");
        assert_eq!(words.contains("is to move"), !over, "{words}");
    };
    check(
        "power-up 12B3",
        "First is to move. The bomb has yet to remove a disc.",
    );
    check(
        "power-up D3",
        "to move. A second disc may be dropped in the same turn.",
    );
    check(
        "power-up W3",
        "A second disc that completes no line may be dropped",
    );
    check(
        "pop-ten 2x12/3 121212212121121212212121P1P1",
        "First is to move. The disc popped from column 1 has yet to go back in.",
    );
    check(
        "pop-ten 2x12/3 121212212121121212212121P1",
        "First has set 1 disc aside.",
    );
    check("64x1/4 1", "64 columns by 1 row, a line");
}

proptest! {
    #[test]
    fn every_disc_and_column_is_described(game in games()) {
        let board = game.position().board();
        let (mut discs, mut columns) = (0, 0);
        for fact in describe(&game) {
            match fact {
                DescriptionFact::Stack { column, discs: stack } => {
                    prop_assert_eq!(&stack, &board.stack(column).collect::<Vec<_>>());
                    discs += stack.len();
                    columns += 1;
                }
                DescriptionFact::EmptyColumns(empty) => columns += empty.len(),
                DescriptionFact::EmptyBoard => columns += usize::from(board.width()),
                DescriptionFact::ToMove(player) => prop_assert_eq!(Some(player), game.to_move()),
                DescriptionFact::Won { winner, .. } => {
                    prop_assert_eq!(Some(foursight_core::End::Won(winner)), game.end());
                }
                _ => {}
            }
        }
        prop_assert_eq!(discs, board.discs());
        prop_assert_eq!(columns, usize::from(board.width()));
    }
}

#[test]
fn a_description_begins_with_the_rules() {
    let expected = [
        DescriptionFact::Rules(Ruleset::default()),
        DescriptionFact::Moves(0),
        DescriptionFact::ToMove(Player::First),
        DescriptionFact::EmptyBoard,
    ];
    assert_eq!(describe(&Game::default()), expected);
}
