//! Texts of puzzle sets: what reads, and what is refused.

use foursight_puzzles::{PuzzleSet, PuzzleSetError};
use proptest::prelude::*;

/// Adds the right checksum to a text.
fn with_checksum(body: &str) -> String {
    let hash = body.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}checksum {:016x}\n", hash ^ (hash >> 32))
}

fn check(lines: &str, expected: &str) {
    let text = with_checksum(&format!("foursight-puzzles 1\n{lines}"));
    let error = PuzzleSet::from_text(&text).expect_err(lines);
    assert_eq!(error.to_string(), expected, "{lines}");
}

#[test]
fn valid_lines_read_back() {
    let lines = "mined fork 7 2000\nfork win-in-2\n4455 3 900\nany-win win-or-none\n4453 none 1200\n\
                 pop-out win-in-2\n12121 P2 1000\n";
    let text = with_checksum(&format!("foursight-puzzles 1\n{lines}"));
    let set = PuzzleSet::from_text(&text).expect("valid");
    assert_eq!(set.puzzles().len(), 3);
    assert_eq!(set.tried("fork".parse().expect("a theme"), 7), 2_000);
    assert_eq!(PuzzleSet::from_text(&set.to_text()), Ok(set));
}

#[test]
fn invalid_lines_are_named() {
    check("4455 3 900\n", "line 2: expected a theme and a goal first");
    check("fork\n", "line 2: expected a theme and a goal");
    check("fork win-in-9\n", "line 2: there is no goal \"win-in-9\"");
    check(
        "fork win\n4455 3\n",
        "line 3: expected moves, an answer and a rating",
    );
    check("fork win\n4455 3 x\n", "line 3: the rating is no number");
    check(
        "fork win\n4455 3 4001\n",
        "line 3: the rating is above 4000",
    );
    check(
        "fork win\n4455 33 900\n",
        "line 3: the answer is no single move",
    );
    check(
        "fork win\n4455 none 900\n",
        "line 3: this goal has a move as its answer",
    );
    check("fork win\n4545454 1 900\n", "line 3: the game is over");
    check(
        "fork win\n4455 3 900\n4433 5 900\n",
        "line 4: a similar puzzle stands above",
    );
    check(
        "mined fork 1\n",
        "line 2: expected a theme, a seed and a number",
    );
}

#[test]
fn a_text_that_was_cut_off_or_changed_is_refused() {
    let text = with_checksum("foursight-puzzles 1\nfork win\n4455 3 900\n");
    assert!(PuzzleSet::from_text(&text).is_ok());
    for changed in [
        text.replace("900", "901"),
        text.replace("4455", "4456"),
        text[..text.len() - 2].to_owned(),
        text.replace("checksum", "checksam"),
    ] {
        assert_eq!(
            PuzzleSet::from_text(&changed),
            Err(PuzzleSetError::Checksum),
            "{changed}"
        );
    }
    let other = with_checksum("foursight-puzzles 2\n");
    assert_eq!(PuzzleSet::from_text(&other), Err(PuzzleSetError::Header));
    assert_eq!(PuzzleSet::from_text(""), Err(PuzzleSetError::Header));
}

proptest! {
    #[test]
    fn garbage_never_panics(text in "\\PC{0,300}") {
        let _ = PuzzleSet::from_text(&text);
    }

    #[test]
    fn garbage_behind_a_right_checksum_never_panics(
        lines in "((mined |fork win|any-win win-or-none|pop-out win-in-2|power-up )?[0-9A-Za-z -]{0,30}\n){0,6}",
    ) {
        let text = with_checksum(&format!("foursight-puzzles 1\n{lines}"));
        if let Ok(set) = PuzzleSet::from_text(&text) {
            let text = set.to_text();
            let again = PuzzleSet::from_text(&text).map(|set| set.to_text());
            prop_assert_eq!(again, Ok(text));
        }
    }
}
