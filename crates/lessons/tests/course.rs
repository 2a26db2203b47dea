//! The course as a whole: complete in both languages, and every step driven right and wrong.

use std::path::Path;
use std::sync::Arc;

use foursight_core::{Column, Game, Move};
use foursight_lessons::{
    Attempt, Block, Demo, Judged, Lesson, Listing, Progress, Reason, Task, Tongue, check, course,
    glossary, linked, parse, pieces, unmarked,
};
use foursight_solver::book::Book;
use foursight_solver::{Answer, Solver, Verdict};

fn solver() -> Solver {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/books/7x6-8.book");
    let bytes = std::fs::read(path).expect("the book is part of the repository");
    Solver::default().with_book(Arc::new(Book::from_bytes(&bytes).expect("it can be read")))
}

fn verdicts(solver: &mut Solver, game: &Game) -> Result<Vec<Option<Verdict>>, String> {
    let found = solver
        .analyse(game.position())
        .map_err(|error| error.to_string())?;
    Ok(found
        .columns
        .into_iter()
        .map(|answer| answer.and_then(Answer::exact))
        .collect())
}

/// Tries a move and lets the solver answer what it is asked.
fn tried(attempt: &mut Attempt, step: Move, solver: &mut Solver) -> Judged {
    match attempt.try_move(step) {
        Judged::Asks => {
            let game = attempt.asked().expect("it asks about a game").clone();
            let found = verdicts(solver, &game).expect("the solver knows it");
            attempt.hear(&found)
        }
        judged => judged,
    }
}

#[test]
fn every_goal_can_be_reached_and_missed() {
    let mut solver = solver();
    for lesson in course() {
        let checked = check(lesson, &mut |game| verdicts(&mut solver, game));
        assert_eq!(checked, [], "{}", lesson.name);
    }
}

/// Every exercise is played to its end by moves that the judge accepts, and every move that misses has words.
#[test]
fn every_exercise_is_driven_right_and_wrong() {
    let mut solver = solver();
    let mut driven = 0;
    for lesson in course() {
        for step in &lesson.steps {
            let Some(mut attempt) = step.scene().and_then(Attempt::new) else {
                continue;
            };
            let place = format!("{}/{}", lesson.name, step.name);
            let mut reached = false;
            if let Task::Refused(first) = attempt.exercise().task {
                let said = attempt.try_move(first);
                assert!(matches!(said, Judged::Refused(_)), "{place}: {said:?}");
            }
            // No exercise is longer than a whole game.
            for _ in 0..42 {
                let before = attempt.game().clone();
                let mut next = None;
                for step in attempt.moves() {
                    let mut copy = attempt.clone();
                    match tried(&mut copy, step, &mut solver) {
                        Judged::Missed(words) => {
                            assert!(
                                !words.english.is_empty() && !words.german.is_empty(),
                                "{place}"
                            );
                            assert_eq!(copy.game(), &before, "{place}: a miss changes nothing");
                        }
                        Judged::Reached(_) => {
                            reached = true;
                            next = Some(copy);
                        }
                        Judged::GoesOn { .. } | Judged::SameTurn => {
                            next = next.filter(|_| reached).or(Some(copy));
                        }
                        other => panic!("{place}, {step:?}: {other:?}"),
                    }
                }
                attempt = next.unwrap_or_else(|| panic!("{place} cannot be solved"));
                if reached {
                    break;
                }
            }
            assert!(reached, "{place} has no end");
            attempt.restart();
            assert_eq!(
                Some(attempt.game()),
                step.scene().map(|scene| &scene.game),
                "{place}"
            );
            driven += 1;
        }
    }
    assert!(driven >= 20, "{driven}");
}

#[test]
fn refused_and_forbidden_moves_are_told_apart() {
    let text = "lesson: a\ntitle: a\n= a\nabout: a\n= a\nminutes: 1\nstep: s\ntitle: a\n= a\n\
                position: 444444\ngoal: a\n= a\ntask: move 1\nallow: 1 2\ngood: a\n= a\nbad: b\n= b\nbad 2: c\n= c\n";
    let lesson = parse(text).expect("a lesson");
    let mut attempt = Attempt::new(lesson.steps[0].scene().expect("a scene")).expect("an exercise");
    let step = |number| Move::Drop(Column::from_number(number).expect("in range"));
    assert!(matches!(attempt.try_move(step(4)), Judged::Refused(_)));
    assert_eq!(attempt.try_move(step(3)), Judged::NotAllowed);
    assert!(matches!(attempt.try_move(step(2)), Judged::Missed(words) if words.english == "c"));
    assert!(matches!(attempt.try_move(step(1)), Judged::Reached(_)));
    assert_eq!(attempt.hear(&[]), Judged::Unknown);
}

/// All words of a lesson, in a language.
fn words(lesson: &Lesson, tongue: Tongue) -> Vec<&str> {
    let mut found = vec![&lesson.title, &lesson.about];
    found.extend(lesson.audience.iter().chain(&lesson.aim));
    for step in &lesson.steps {
        found.push(&step.title);
        for block in &step.blocks {
            match block {
                Block::Text(words)
                | Block::Terminal(words)
                | Block::Point(words)
                | Block::Takeaway(words)
                | Block::Write(words) => found.push(words),
                Block::Question(question) => {
                    found.push(&question.ask);
                    found.extend(
                        question
                            .answers
                            .iter()
                            .flat_map(|answer| [&answer.text, &answer.feedback]),
                    );
                }
                Block::Scene(scene) => {
                    if let Some(exercise) = &scene.exercise {
                        found.extend([&exercise.goal, &exercise.good, &exercise.bad]);
                        found.extend(
                            exercise
                                .hints
                                .iter()
                                .chain(exercise.bad_for.iter().map(|(_, words)| words)),
                        );
                    }
                }
                Block::Demo(..) | Block::Code(_) => {}
            }
        }
    }
    found.into_iter().map(|words| words.get(tongue)).collect()
}

#[test]
fn both_languages_are_complete_and_clean() {
    let code = |text: &str| {
        pieces(text)
            .into_iter()
            .filter(|piece| matches!(piece, foursight_lessons::Piece::Code(_)))
            .count()
    };
    for lesson in course() {
        let [english, german] = Tongue::ALL.map(|tongue| words(lesson, tongue));
        let mut same = 0;
        for (english, german) in english.iter().zip(&german) {
            assert_eq!(code(english), code(german), "{}: {english}", lesson.name);
            let has_words = unmarked(english).chars().any(char::is_lowercase) && english.len() > 12;
            same += usize::from(has_words && english == german);
            for word in [
                "board", "cell", "piece", "token", "checker", "chip", "AI ", "CPU",
            ] {
                let found = english
                    .split(|c: char| !c.is_alphabetic())
                    .any(|part| part.eq_ignore_ascii_case(word));
                assert!(!found, "{}: `{word}` in {english}", lesson.name);
            }
            // The page calls the players by number.
            assert!(
                !english.contains("Second ") && !english.contains("First "),
                "{english}"
            );
            assert!(
                !english.contains("  ") && !german.contains("  "),
                "{english}"
            );
        }
        assert_eq!(same, 0, "{}: something is not translated", lesson.name);
    }
}

#[test]
fn steps_are_short_and_begin_by_doing() {
    for lesson in course() {
        for step in &lesson.steps {
            let place = format!("{}/{}", lesson.name, step.name);
            let is_doing = |block: &Block| {
                matches!(
                    block,
                    Block::Demo(..) | Block::Scene(_) | Block::Question(_) | Block::Write(_)
                )
            };
            let at = step
                .blocks
                .iter()
                .position(is_doing)
                .unwrap_or_else(|| panic!("{place}: nothing to do"));
            let before: usize = step.blocks[..at]
                .iter()
                .map(|block| match block {
                    Block::Text(words) | Block::Point(words) | Block::Takeaway(words) => {
                        words.english.chars().count()
                    }
                    Block::Code(listing) => listing.lines.len() * 40,
                    _ => 0,
                })
                .sum();
            // Less than a screen of a phone.
            assert!(
                before <= 1000,
                "{place}: {before} characters before anything can be tried"
            );
            for question in step.questions() {
                assert!(
                    question
                        .answers
                        .iter()
                        .all(|answer| !answer.feedback.german.is_empty())
                );
            }
        }
    }
}

/// Every demo and every listing is used, and every word of the glossary is linked somewhere.
#[test]
fn nothing_is_left_over() {
    let blocks: Vec<_> = course()
        .iter()
        .flat_map(|lesson| &lesson.steps)
        .flat_map(|step| &step.blocks)
        .collect();
    for demo in Demo::ALL {
        let is_used = blocks
            .iter()
            .any(|block| matches!(block, Block::Demo(used, _) if *used == demo));
        assert!(is_used, "{}", demo.name());
    }
    for listing in Listing::all() {
        let is_used = blocks
            .iter()
            .any(|block| matches!(block, Block::Code(used) if used.name == listing.name));
        assert!(is_used, "{}", listing.name);
    }
    for tongue in Tongue::ALL {
        let mut seen = Vec::new();
        for lesson in course() {
            for text in words(lesson, tongue) {
                let whole: String = linked(text, tongue, &mut seen)
                    .iter()
                    .map(|part| part.text)
                    .collect();
                assert_eq!(whole, text);
            }
        }
        for term in glossary() {
            assert!(
                seen.contains(&term.name.as_str()),
                "{}: {tongue:?}",
                term.name
            );
        }
    }
}

#[test]
fn the_glossary_is_complete() {
    let file = include_str!("../course/glossary.txt");
    assert_eq!(glossary().len(), file.matches("\nterm: ").count());
    for term in glossary() {
        for tongue in Tongue::ALL {
            assert!(
                !term.word.get(tongue).is_empty() && !term.meaning.get(tongue).is_empty(),
                "{}",
                term.name
            );
        }
    }
}

fn lesson(name: &str) -> &'static Lesson {
    course()
        .iter()
        .find(|lesson| lesson.name == name)
        .expect("a lesson of this name")
}

const HEAD: &str = "lesson: a\ntitle: a\n= a\nabout: a\n= a\nminutes: 1\n";

/// The figures that texts name are those of the grid.
#[test]
fn the_lines_through_a_space_are_counted_right() {
    let spaces = |row: i32, column: i32, (up, right): (i32, i32)| {
        [0, 1, 2, 3].map(|n| (row + n * up, column + n * right))
    };
    let is_there = |(row, column): &(i32, i32)| (0..6).contains(row) && (0..7).contains(column);
    let mut lines = Vec::new();
    for row in 0..6 {
        for column in 0..7 {
            for way in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                lines.extend(Some(spaces(row, column, way)).filter(|it| it.iter().all(is_there)));
            }
        }
    }
    let through = |at: (i32, i32)| lines.iter().filter(|line| line.contains(&at)).count();
    assert_eq!(lines.len(), 69);
    assert_eq!(
        [through((0, 0)), through((2, 3)), through((3, 3))],
        [3, 13, 13]
    );
    // Every other space that is open in the exercise has five at most.
    let others = [(2, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 6)].map(through);
    assert_eq!(others.iter().max(), Some(&5));
}

/// Where a lesson says that answering on top is enough, it is, against the best play of the opponent.
#[test]
fn follow_up_holds_to_the_end() {
    let step = lesson("count")
        .steps
        .iter()
        .find(|step| step.name == "follow-up");
    let scene = step.and_then(|step| step.scene()).expect("a position");
    let mut attempt = Attempt::new(scene).expect("an exercise");
    let mut solver = solver();
    loop {
        let last = attempt.game().moves().last().copied().expect("a move");
        match tried(&mut attempt, last, &mut solver) {
            Judged::GoesOn { .. } => {}
            judged => {
                assert!(matches!(judged, Judged::Reached(_)), "{judged:?}");
                break;
            }
        }
    }
    assert_eq!(attempt.game().moves().len(), 42);
}

/// What the grammar accepts and no reader could do is found by the checker.
#[test]
fn goals_out_of_reach_are_found() {
    let mut solver = solver();
    let mut reason = |position: &str, task: &str| {
        let text = format!(
            "{HEAD}step: s\ntitle: t\n= t\nposition: {position}\ngoal: a\n= a\ntask: {task}\ngood: a\n= a\nbad: a\n= a"
        );
        let lesson = parse(&text).expect("a lesson");
        let found = check(&lesson, &mut |game| verdicts(&mut solver, game));
        match found.into_iter().next() {
            Some(error) => Err((error.line, error.reason)),
            None => Ok(()),
        }
    };
    // The line of the task, which is what has to be mended.
    assert_eq!(reason("start", "connect"), Err((13, Reason::Unsolvable)));
    assert_eq!(reason("start", "safe"), Err((13, Reason::NothingToMiss)));
    assert_eq!(reason("start", "move"), Ok(()));
    assert_eq!(reason("1", "draw once"), Ok(()));
    assert_eq!(reason("454545", "connect"), Ok(()));
    let error = reason("pop-out 7x6/4 44", "win once").expect_err("no solver knows it");
    assert!(matches!(error.1, Reason::Unsolved(_)), "{error:?}");
}

/// A short win is the same win to the judge's own look ahead and to the solver.
#[test]
fn short_wins_agree_with_the_solver() {
    let mut solver = solver();
    let mut compared = 0;
    for lesson in course() {
        for step in &lesson.steps {
            let Some(attempt) = step.scene().and_then(Attempt::new) else {
                continue;
            };
            let Task::WinIn(plies) = attempt.exercise().task else {
                continue;
            };
            let found = verdicts(&mut solver, attempt.game()).expect("solved");
            for step in attempt.moves() {
                let verdict = found[step.column().expect("a drop").index()];
                let wins = matches!(verdict, Some(Verdict::Win { plies: left }) if left <= plies);
                let judged = attempt.clone().try_move(step);
                assert_eq!(
                    matches!(judged, Judged::Reached(_) | Judged::GoesOn { .. }),
                    wins,
                    "{}: {step:?}",
                    lesson.name
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 14, "{compared}");
}

#[test]
fn progress_counts_the_steps_of_a_lesson() {
    let rules = lesson("rules");
    let mut progress = Progress::default();
    assert_eq!(progress.finished(rules), 0);
    progress.finish("rules", &rules.steps[0].name);
    progress.finish("rules", "no such step");
    assert_eq!(progress.finished(rules), 1);
}

/// A word that means something else in a phrase leads nowhere; where it means itself, it does.
#[test]
fn words_in_another_meaning_are_not_linked() {
    let names = |text: &str, tongue: Tongue| -> Vec<String> {
        let parts = linked(text, tongue, &mut Vec::new());
        let found = parts
            .iter()
            .filter_map(|part| Some((part.text, part.term?)));
        found
            .map(|(text, term)| format!("{text} {}", term.name))
            .collect()
    };
    let check = |tongue, text: &str, expected: &[&str]| {
        assert_eq!(names(text, tongue), expected, "{text}");
    };
    let nothing: &[&str] = &[];
    check(Tongue::English, "Four in a row win.", nothing);
    check(Tongue::English, "A row of three.", nothing);
    check(Tongue::English, "In a row, along a row.", &["row row"]);
    check(Tongue::English, "Read it line by line.", nothing);
    check(Tongue::English, "A line by the edge.", &["line line"]);
    check(Tongue::German, "Eins der Reihe nach.", nothing);
    check(Tongue::German, "Eine Reihe nach unten.", &["Reihe line"]);
}
