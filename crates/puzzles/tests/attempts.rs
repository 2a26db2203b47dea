//! Attempts at shipped puzzles: misses, defences, and what the judge refuses.

use foursight_core::{Column, Game, Move, MoveError};
use foursight_puzzles::{
    MissReason, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleGoal, PuzzleHint, PuzzleJudgement,
    PuzzleSet, PuzzleTheme, hint_region,
};
use foursight_solver::{BoundedValue, Solver, Verdict};

fn verdicts(solver: &mut Solver, game: &Game) -> Vec<Option<Verdict>> {
    let analysis = solver.analyse(game.position()).expect("a standard board");
    let columns = analysis.columns.into_iter();
    columns
        .map(|verdict| verdict.and_then(BoundedValue::exact))
        .collect()
}

fn try_move(solver: &mut Solver, attempt: &mut PuzzleAttempt, mv: Move) -> PuzzleJudgement {
    match (attempt.try_move(mv), attempt.pending_game()) {
        (PuzzleJudgement::NeedsVerdicts, Some(game)) => {
            let verdicts = verdicts(solver, game);
            attempt.apply_verdicts(&verdicts)
        }
        (judgement, _) => judgement,
    }
}

fn first_of(theme: PuzzleTheme) -> &'static Puzzle {
    let mut puzzles = PuzzleSet::shipped().of_theme(Some(theme));
    puzzles.next().expect("a puzzle of each theme")
}

fn answer(puzzle: &Puzzle) -> Move {
    match puzzle.answer {
        PuzzleAnswer::Move(mv) => mv,
        PuzzleAnswer::NoWin => panic!("{} has no win", puzzle.id),
    }
}

#[test]
fn a_miss_restores_the_position_and_names_the_refutation() {
    let mut solver = Solver::default();
    for theme in [PuzzleTheme::OnlyMove, PuzzleTheme::HoldDraw] {
        let puzzle = first_of(theme);
        let mut attempt = PuzzleAttempt::new(puzzle);
        let wrong = puzzle
            .game
            .legal_moves()
            .into_iter()
            .filter(|mv| *mv != answer(puzzle));
        for mv in wrong {
            let judgement = try_move(&mut solver, &mut attempt, mv);
            let PuzzleJudgement::Missed(miss) = judgement else {
                panic!("{theme} {mv}: {judgement:?}");
            };
            assert_eq!((miss.mv, attempt.game()), (Some(mv), &puzzle.game));
            let MissReason::Loses { plies } = miss.reason else {
                panic!("every other move loses: {miss:?}");
            };
            // The reply is a best one: it wins in that many plies.
            let after = puzzle.game.after(mv).expect("legal");
            let columns = verdicts(&mut solver, &after);
            let reply = miss.reply[0].column().expect("a drop");
            assert_eq!(columns[reply.index()], Some(Verdict::Win { plies }));
        }
    }
}

#[test]
fn a_win_that_comes_too_late_is_named() {
    let mut solver = Solver::default();
    let mut slow = 0;
    for puzzle in PuzzleSet::shipped().of_theme(Some(PuzzleTheme::WinInN)) {
        for mv in puzzle.game.legal_moves() {
            let mut attempt = PuzzleAttempt::new(puzzle);
            let judgement = try_move(&mut solver, &mut attempt, mv);
            if let PuzzleJudgement::Missed(miss) = judgement
                && let MissReason::TooSlow { plies } = miss.reason
            {
                let PuzzleGoal::WinIn(moves) = puzzle.goal else {
                    panic!("{:?}", puzzle.goal);
                };
                assert!(plies > 2 * (moves - 1), "{} {mv}", puzzle.id);
                slow += 1;
            }
        }
    }
    assert!(slow > 0);
}

#[test]
fn every_defence_can_be_tried_and_is_beaten() {
    let mut solver = Solver::default();
    let puzzle = first_of(PuzzleTheme::OnlyMove);
    let mut attempt = PuzzleAttempt::new(puzzle);
    assert!(!attempt.has_another_defence() && attempt.try_another_defence().is_none());
    let judgement = try_move(&mut solver, &mut attempt, answer(puzzle));
    let PuzzleJudgement::Continues { reply: best } = judgement else {
        panic!("{judgement:?}");
    };
    let mut seen = vec![best];
    loop {
        let reply = attempt
            .try_another_defence()
            .expect("several columns are open");
        if reply == seen[0] {
            break;
        }
        assert_eq!(attempt.game().moves().last(), reply.last());
        let columns = verdicts(&mut solver, attempt.game());
        let wins = columns.into_iter().flatten().max();
        assert!(matches!(wins, Some(Verdict::Win { .. })), "{reply:?}");
        assert!(!seen.contains(&reply), "{reply:?} twice");
        seen.push(reply);
    }
    let after = puzzle.game.after(answer(puzzle)).expect("legal");
    assert_eq!(seen.len(), after.legal_moves().len());
}

#[test]
fn illegal_moves_and_missing_verdicts_change_nothing() {
    let puzzle = first_of(PuzzleTheme::HoldDraw);
    let mut attempt = PuzzleAttempt::new(puzzle);
    let outside = Column::from_number(8).expect("some boards are wider");
    assert_eq!(
        attempt.try_move(Move::Drop(outside)),
        PuzzleJudgement::Illegal(MoveError::OutsideBoard {
            column: outside,
            width: 7
        })
    );
    assert_eq!(attempt.apply_verdicts(&[]), PuzzleJudgement::Unknown);
    let mv = answer(puzzle);
    for columns in [vec![], vec![None; 7], vec![None; 100]] {
        assert_eq!(attempt.try_move(mv), PuzzleJudgement::NeedsVerdicts);
        assert_eq!(attempt.apply_verdicts(&columns), PuzzleJudgement::Unknown);
        assert_eq!(attempt.game(), &puzzle.game);
    }
    assert_eq!(attempt.answer_no_win(), PuzzleJudgement::NotOffered);
}

#[test]
fn hints_include_the_answer_without_giving_it_away() {
    let mut places = [0; 3];
    for puzzle in PuzzleSet::shipped().puzzles() {
        let region = hint_region(puzzle);
        let PuzzleAnswer::Move(mv) = puzzle.answer else {
            assert_eq!(region, None);
            continue;
        };
        let region = region.expect("there is a right column");
        let place = region
            .iter()
            .position(|column| Some(*column) == mv.column());
        places[place.expect("the region has the answer")] += 1;
    }
    let total: usize = places.iter().sum();
    assert!(places.iter().all(|count| *count > total / 10), "{places:?}");
    let prices = PuzzleHint::ALL.map(|hint| u32::from(hint.price()));
    assert_eq!(prices.iter().sum::<u32>(), 100);
}
