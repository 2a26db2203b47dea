use foursight_record::read;
use foursight_solver::Solver;

use super::*;
use crate::text::Language;
use crate::themes::EMOJI;

const TEXT: Text = Text(Language::English);

fn game(text: &str) -> Game {
    read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
}

/// A review of the last so many moves, by the real solver.
fn reviewed(text: &str, plies: usize) -> Review {
    let mut review = Review::of(&game(text)).expect("a game of drops");
    let mut solver = Solver::default();
    for _ in 0..plies {
        let (at, before) = review.next().expect("more positions");
        let analysis = solver.analyse(before.position()).expect("a game of drops");
        let columns = analysis.columns.into_iter();
        review.hear(at, columns.map(|column| column.map(Bounds::from)).collect());
    }
    review
}

/// Column 4 wins in 15 plies, and all others lose.
const SHARP: &str = "12611642613552255512";

#[test]
fn a_move_that_lets_the_win_go_is_a_moment_and_so_is_the_only_one() {
    let names = Names::unknown(TEXT);
    let check = |column: u8, title: &str, about: &str, sign: &str, sound: (usize, usize)| {
        let review = reviewed(&format!("{SHARP}{column}"), 1);
        let [moment] = review.moments().try_into().expect("one moment");
        let moment: Moment = moment;
        assert_eq!(moment.title(TEXT), title);
        assert_eq!(moment.about(TEXT, &names), about);
        assert_eq!((moment.sign(), moment.ply), (sign, 21));
        assert_eq!(review.sound(Player::First), sound);
        assert_eq!(review.sound(Player::Second), (0, 0));
    };
    let title = "Move 21: column 3 let the win go";
    check(3, title, "Player 1 · Better: column 4.", "??", (0, 1));
    let title = "Move 21: only column 4 still won";
    check(4, title, "Player 1 · Well found.", "!", (1, 1));
}

const fn exact(verdict: Verdict) -> Bounds {
    Bounds {
        worst: verdict,
        best: verdict,
    }
}

#[test]
fn what_everybody_sees_is_no_moment() {
    let (win, quick) = (Verdict::Win { plies: 5 }, Verdict::Loss { plies: 2 });
    let check = |mine: Verdict, others: Verdict, expected: usize| {
        let mut review = Review::of(&game("4")).expect("a game of drops");
        let mut columns = vec![Some(exact(others)); 7];
        columns[3] = Some(exact(mine));
        review.hear(0, columns);
        assert_eq!(review.moments().len(), expected, "{mine} {others}");
    };
    // It completes a line; it blocks one; it is one of several; all are lost.
    check(Verdict::Win { plies: 1 }, Verdict::Draw, 0);
    check(win, quick, 0);
    check(win, win, 0);
    check(quick, quick, 0);
    // And these are not seen so easily.
    check(win, Verdict::Draw, 1);
    check(Verdict::Draw, Verdict::Loss { plies: 8 }, 1);
    check(Verdict::Draw, win, 1);
}

#[test]
fn the_graph_is_drawn_for_first_and_told_in_words() {
    let review = reviewed(&format!("{SHARP}35"), 2);
    let heights = review.heights();
    assert_eq!(heights[..20], vec![None; 20]);
    let [Some(after_first), Some(after_second)] = heights[20..] else {
        panic!("{heights:?}");
    };
    assert!(after_first < -HEIGHT_LEAST, "{heights:?}");
    assert!(after_second.abs() <= HEIGHT_MAX, "{heights:?}");
    let told = review.told(TEXT, &Names::unknown(TEXT));
    assert!(
        told.starts_with("Who stood better after each move: 1–20: not known; 21"),
        "{told}"
    );
    assert!(told.contains("Player 2"), "{told}");
}

#[test]
fn nothing_is_said_where_nobody_knows() {
    assert_eq!(Review::of(&Game::default()), None);
    assert_eq!(Review::of(&game("pop-out 7x6/4 4453")), None);
    let open = Some(Bounds {
        worst: Verdict::Loss { plies: 40 },
        best: Verdict::Win { plies: 41 },
    });
    // On another grid the first position without an answer is the last that is asked about.
    for (text, asked) in [("44553", 3), ("8x7/4 44553", 1)] {
        let mut review = Review::of(&game(text)).expect("a game of drops");
        let mut count = 0;
        while let Some((at, before)) = review.next() {
            assert_eq!(before.moves().len(), at);
            review.hear(at, vec![open; 8]);
            count += 1;
        }
        assert_eq!((count, review.is_done()), (asked, true), "{text}");
        assert_eq!(review.moments(), []);
        assert!(review.heights().iter().all(Option::is_none));
        assert_eq!(review.sound(Player::First), (0, 0));
    }
    // What nobody asked for is not heard, and so is what has no columns.
    let mut review = Review::of(&game("44")).expect("a game of drops");
    review.hear(0, Vec::new());
    assert_eq!(review.next().map(|(at, _)| at), Some(1));
    review.hear(1, Vec::new());
    assert_eq!(review.heights(), [None, None]);
    review.stop();
    assert!(review.is_done() && review.next().is_none());
}

#[test]
fn the_heaviest_moments_are_told_in_the_order_of_the_game() {
    let win = Verdict::Win { plies: 9 };
    // Every move is in column 1: it loses a tie at first, then a win again and again.
    let mut review = Review::of(&game("111111")).expect("a game of drops");
    while let Some((at, _)) = review.next() {
        let kept = if at < 2 { Verdict::Draw } else { win };
        review.hear(
            at,
            [Verdict::Loss { plies: 8 }, kept]
                .map(|verdict| Some(exact(verdict)))
                .to_vec(),
        );
    }
    let plies: Vec<_> = review.moments().iter().map(|moment| moment.ply).collect();
    assert_eq!(plies, [4, 5, 6]);
    let better = Column::from_index(1).expect("on the grid");
    assert_eq!(
        review.moments()[0].why,
        Why::Slip(Prospect::Win, vec![better])
    );
}

#[test]
fn a_game_that_goes_on_or_is_taken_back_keeps_what_is_known() {
    let reviewed = reviewed(&format!("{SHARP}4"), 2);
    let heights = reviewed.heights();
    let on = reviewed.with(&game(&format!("{SHARP}44"))).expect("drops");
    assert_eq!(on.next().map(|(at, _)| at), Some(21), "the new move alone");
    assert_eq!(on.heights()[..21], heights);
    let back = reviewed.with(&game(SHARP)).expect("drops");
    assert_eq!(back.heights(), heights[..20]);
    let other = reviewed.with(&game(&format!("{SHARP}7"))).expect("drops");
    assert_eq!(other.columns(20), reviewed.columns(20), "before the move");
    assert_ne!(other.heights()[20], heights[20]);
    let unlike = reviewed.with(&game("7654321")).expect("drops");
    assert!(unlike.heights().iter().all(Option::is_none));
}
