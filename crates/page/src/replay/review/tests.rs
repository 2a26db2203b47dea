use foursight_record::read;
use foursight_solver::Solver;

use super::*;
use crate::text::Language;
use crate::themes::EMOJI;

const TEXT: Text = Text(Language::English);

fn game(text: &str) -> Game {
    read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
}

/// Reviews the last `plies` moves with the real solver.
fn reviewed(text: &str, plies: usize) -> Review {
    let mut review = Review::of(&game(text)).expect("a game of drops");
    let mut solver = Solver::default();
    for _ in 0..plies {
        let (index, before) = review.next_position().expect("more positions");
        let analysis = solver.analyse(before.position()).expect("a game of drops");
        let columns = analysis.columns.into_iter();
        review.record(
            index,
            columns
                .map(|column| column.map(VerdictBounds::from))
                .collect(),
        );
    }
    review
}

/// Column 4 wins in 15 plies, and all others lose.
const SHARP: &str = "12611642613552255512";

#[test]
fn a_mistake_and_an_only_move_are_key_moments() {
    let names = PlayerNames::unknown(TEXT);
    let check = |column: u8, title: &str, about: &str, sign: &str, sound: Option<f64>| {
        let review = reviewed(&format!("{SHARP}{column}"), 1);
        let [moment] = review.moments().try_into().expect("one moment");
        let moment: KeyMoment = moment;
        assert_eq!(moment.title(TEXT), title);
        assert_eq!(moment.comment(TEXT, &names), about);
        assert_eq!((moment.glyph(), moment.ply), (sign, 21));
        assert_eq!(review.accuracy(Player::First), sound);
        assert_eq!(review.accuracy(Player::Second), None);
    };
    let title = "Move 21: column 3 threw away the win";
    check(3, title, "Player 1 · Better: column 4.", "??", Some(0.0));
    let title = "Move 21: column 4 was the only winning move";
    check(4, title, "Player 1 · Well spotted.", "!", Some(100.0));
}

#[test]
fn a_bar_says_what_its_move_was_worth() {
    let names = PlayerNames::unknown(TEXT);
    let review = reviewed(&format!("{SHARP}3"), 1);
    let check = |ply, expected: &str| assert_eq!(review.bar_text(TEXT, &names, ply), expected);
    check(21, "Move 21, Player 1, column 3: loses in 5 moves.");
    check(20, "Move 20, Player 2, column 2: not known.");
    check(0, "");
    check(22, "");
}

#[test]
fn moves_are_graded_where_verdicts_are_exact() {
    let grades = |column: u8, plies: usize| reviewed(&format!("{SHARP}{column}"), plies).grades();
    assert_eq!(grades(3, 1)[20], Some(MoveGrade::Blunder));
    assert_eq!(grades(4, 1)[20], Some(MoveGrade::Only));
    assert_eq!(grades(4, 1)[19], None, "not analysed");
    // Completing a line is obvious, even if nothing else wins.
    assert_eq!(reviewed("1213141", 1).grades()[6], Some(MoveGrade::Best));
    let mut review = Review::of(&game("44")).expect("a game of drops");
    let open = VerdictBounds {
        worst: Verdict::Loss { plies: 8 },
        best: Verdict::Win { plies: 9 },
    };
    review.record(1, vec![Some(exact(Verdict::Draw)), Some(open)]);
    assert_eq!(review.grades(), [None, None]);
}

const fn exact(verdict: Verdict) -> VerdictBounds {
    VerdictBounds {
        worst: verdict,
        best: verdict,
    }
}

#[test]
fn an_obvious_move_is_no_key_moment() {
    let (win, immediate_loss) = (Verdict::Win { plies: 5 }, Verdict::Loss { plies: 2 });
    let check = |own: Verdict, others: Verdict, expected: usize| {
        let mut review = Review::of(&game("4")).expect("a game of drops");
        let mut columns = vec![Some(exact(others)); 7];
        columns[3] = Some(exact(own));
        review.record(0, columns);
        assert_eq!(review.moments().len(), expected, "{own} {others}");
    };
    // It completes a line; it blocks one; it is one of several; all are lost.
    check(Verdict::Win { plies: 1 }, Verdict::Draw, 0);
    check(win, immediate_loss, 0);
    check(win, win, 0);
    check(immediate_loss, immediate_loss, 0);
    // These are less obvious.
    check(win, Verdict::Draw, 1);
    check(Verdict::Draw, Verdict::Loss { plies: 8 }, 1);
    check(Verdict::Draw, win, 1);
}

#[test]
fn the_graph_is_for_first_and_has_a_text() {
    let review = reviewed(&format!("{SHARP}35"), 2);
    let heights = review.heights();
    assert_eq!(heights[..20], vec![None; 20]);
    let [Some(after_first), Some(after_second)] = heights[20..] else {
        panic!("{heights:?}");
    };
    assert!(after_first < -WIN_HEIGHT_MIN, "{heights:?}");
    assert!(after_second.abs() <= HEIGHT_MAX, "{heights:?}");
    let summary = review.summary(TEXT, &PlayerNames::unknown(TEXT));
    assert!(
        summary.starts_with("Who was ahead after each move: 1–20: not known; 21"),
        "{summary}"
    );
    assert!(summary.contains("Player 2"), "{summary}");
}

#[test]
fn without_verdicts_a_review_makes_no_statement() {
    assert_eq!(Review::of(&Game::default()), None);
    assert_eq!(Review::of(&game("pop-out 7x6/4 4453")), None);
    let unknown = Some(VerdictBounds {
        worst: Verdict::Loss { plies: 40 },
        best: Verdict::Win { plies: 41 },
    });
    // On another board analysis stops at the first position without a verdict.
    for (text, analysed) in [("44553", 3), ("8x7/4 44553", 1)] {
        let mut review = Review::of(&game(text)).expect("a game of drops");
        let mut count = 0;
        while let Some((index, before)) = review.next_position() {
            assert_eq!(before.moves().len(), index);
            review.record(index, vec![unknown; 8]);
            count += 1;
        }
        assert_eq!((count, review.is_done()), (analysed, true), "{text}");
        assert_eq!(review.moments(), []);
        assert!(review.heights().iter().all(Option::is_none));
        assert_eq!(review.accuracy(Player::First), None);
    }
    // Results that were not requested are ignored, and a result may have no columns.
    let mut review = Review::of(&game("44")).expect("a game of drops");
    review.record(0, Vec::new());
    assert_eq!(review.next_position().map(|(index, _)| index), Some(1));
    review.record(1, Vec::new());
    assert_eq!(review.heights(), [None, None]);
    review.stop();
    assert!(review.is_done() && review.next_position().is_none());
}

#[test]
fn the_most_important_moments_are_in_the_order_of_the_game() {
    let win = Verdict::Win { plies: 9 };
    // Every move is in column 1: it gives away a draw at first, then a win each time.
    let mut review = Review::of(&game("111111")).expect("a game of drops");
    while let Some((index, _)) = review.next_position() {
        let alternative = if index < 2 { Verdict::Draw } else { win };
        review.record(
            index,
            [Verdict::Loss { plies: 8 }, alternative]
                .map(|verdict| Some(exact(verdict)))
                .to_vec(),
        );
    }
    let plies: Vec<_> = review.moments().iter().map(|moment| moment.ply).collect();
    assert_eq!(plies, [4, 5, 6]);
    let better = Column::from_index(1).expect("on the board");
    assert_eq!(
        review.moments()[0].kind,
        MomentKind::Mistake(Wdl::Win, vec![better])
    );
}

#[test]
fn a_changed_game_keeps_the_results_for_common_moves() {
    let reviewed = reviewed(&format!("{SHARP}4"), 2);
    let heights = reviewed.heights();
    let continued = reviewed.with(&game(&format!("{SHARP}44"))).expect("drops");
    assert_eq!(
        continued.next_position().map(|(index, _)| index),
        Some(21),
        "the new move alone"
    );
    assert_eq!(continued.heights()[..21], heights);
    let taken_back = reviewed.with(&game(SHARP)).expect("drops");
    assert_eq!(taken_back.heights(), heights[..20]);
    let other = reviewed.with(&game(&format!("{SHARP}7"))).expect("drops");
    assert_eq!(other.columns(20), reviewed.columns(20), "before the move");
    assert_ne!(other.heights()[20], heights[20]);
    let unrelated = reviewed.with(&game("7654321")).expect("drops");
    assert!(unrelated.heights().iter().all(Option::is_none));
}
