//! The course as a whole: both languages are complete, and every exercise accepts and rejects
//! moves.

use std::path::Path;
use std::sync::Arc;

use foursight_core::{Column, Game, Move};
use foursight_lessons::{
    Attempt, Block, Demo, Judgement, Language, Lesson, LessonErrorKind, Listing, Progress, Task,
    check, course, glossary, link_terms, parse, parse_markup, strip_markup,
};
use foursight_solver::book::Book;
use foursight_solver::{BoundedValue, Solver, Verdict};

fn solver() -> Solver {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/books/7x6-8.book");
    let bytes = std::fs::read(path).expect("the book is part of the repository");
    Solver::default().with_book(Arc::new(Book::from_bytes(&bytes).expect("a valid book")))
}

fn verdicts(solver: &mut Solver, game: &Game) -> Result<Vec<Option<Verdict>>, String> {
    let solution = solver
        .analyse(game.position())
        .map_err(|error| error.to_string())?;
    Ok(solution
        .columns
        .into_iter()
        .map(|answer| answer.and_then(BoundedValue::exact))
        .collect())
}

/// Tries a move and passes verdicts of the solver if the attempt needs them.
fn try_with_solver(attempt: &mut Attempt, mv: Move, solver: &mut Solver) -> Judgement {
    match attempt.try_move(mv) {
        Judgement::NeedsVerdicts => {
            let game = attempt.pending_game().expect("a pending game").clone();
            let columns = verdicts(solver, &game).expect("solved");
            attempt.apply_verdicts(&columns)
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

/// Plays every exercise to its end by accepted moves, and checks the feedback on all other moves.
#[test]
fn every_exercise_can_be_solved_and_missed() {
    let mut solver = solver();
    let mut exercises = 0;
    for lesson in course() {
        for step in &lesson.steps {
            let Some(mut attempt) = step.scene().and_then(Attempt::new) else {
                continue;
            };
            let place = format!("{}/{}", lesson.name, step.name);
            let mut reached = false;
            if let Task::Illegal(first) = attempt.exercise().task {
                let judged = attempt.try_move(first);
                assert!(
                    matches!(judged, Judgement::Illegal(_)),
                    "{place}: {judged:?}"
                );
            }
            // No exercise is longer than a whole game.
            for _ in 0..42 {
                let before = attempt.game().clone();
                let mut next = None;
                for mv in attempt.moves() {
                    let mut copy = attempt.clone();
                    match try_with_solver(&mut copy, mv, &mut solver) {
                        Judgement::Missed(words) => {
                            assert!(
                                !words.english.is_empty() && !words.german.is_empty(),
                                "{place}"
                            );
                            assert_eq!(copy.game(), &before, "{place}: a miss changes nothing");
                        }
                        Judgement::Reached(_) => {
                            reached = true;
                            next = Some(copy);
                        }
                        Judgement::Continues { .. } | Judgement::SameTurn => {
                            next = next.filter(|_| reached).or(Some(copy));
                        }
                        other => panic!("{place}, {mv:?}: {other:?}"),
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
            exercises += 1;
        }
    }
    assert!(exercises >= 20, "{exercises}");
}

#[test]
fn illegal_and_disallowed_moves_differ() {
    let text = "lesson: a\ntitle: a\n= a\nabout: a\n= a\nminutes: 1\nstep: s\ntitle: a\n= a\n\
                position: 444444\ngoal: a\n= a\ntask: move 1\nallow: 1 2\ngood: a\n= a\nbad: b\n= b\nbad 2: c\n= c\n";
    let lesson = parse(text).expect("a lesson");
    let mut attempt = Attempt::new(lesson.steps[0].scene().expect("a scene")).expect("an exercise");
    let drop = |number| Move::Drop(Column::from_number(number).expect("in range"));
    assert!(matches!(attempt.try_move(drop(4)), Judgement::Illegal(_)));
    assert_eq!(attempt.try_move(drop(3)), Judgement::NotAllowed);
    assert!(matches!(attempt.try_move(drop(2)), Judgement::Missed(words) if words.english == "c"));
    assert!(matches!(attempt.try_move(drop(1)), Judgement::Reached(_)));
    assert_eq!(attempt.apply_verdicts(&[]), Judgement::Unknown);
}

/// Returns all texts of a lesson in a language.
fn texts(lesson: &Lesson, language: Language) -> Vec<&str> {
    let mut texts = vec![&lesson.title, &lesson.about];
    texts.extend(lesson.audience.iter().chain(&lesson.aim));
    for step in &lesson.steps {
        texts.push(&step.title);
        for block in &step.blocks {
            match block {
                Block::Text(words)
                | Block::TerminalText(words)
                | Block::Point(words)
                | Block::Takeaway(words)
                | Block::Write(words) => texts.push(words),
                Block::Question(question) => {
                    texts.push(&question.prompt);
                    texts.extend(
                        question
                            .answers
                            .iter()
                            .flat_map(|answer| [&answer.text, &answer.feedback]),
                    );
                }
                Block::Scene(scene) => {
                    if let Some(exercise) = &scene.exercise {
                        texts.extend([&exercise.goal, &exercise.success, &exercise.failure]);
                        texts.extend(
                            exercise
                                .hints
                                .iter()
                                .chain(exercise.failure_by_move.iter().map(|(_, words)| words)),
                        );
                    }
                }
                Block::Demo(..) | Block::Code(_) => {}
            }
        }
    }
    texts.into_iter().map(|text| text.get(language)).collect()
}

#[test]
fn both_languages_are_complete_and_clean() {
    let code = |text: &str| {
        parse_markup(text)
            .into_iter()
            .filter(|piece| matches!(piece, foursight_lessons::TextSpan::Code(_)))
            .count()
    };
    for lesson in course() {
        let [english, german] = Language::ALL.map(|language| texts(lesson, language));
        let mut untranslated = 0;
        for (english, german) in english.iter().zip(&german) {
            assert_eq!(code(english), code(german), "{}: {english}", lesson.name);
            let has_words =
                strip_markup(english).chars().any(char::is_lowercase) && english.len() > 12;
            untranslated += usize::from(has_words && english == german);
            for word in [
                "grid", "square", "piece", "token", "checker", "chip", "AI ", "CPU",
            ] {
                let found = english
                    .split(|c: char| !c.is_alphabetic())
                    .any(|part| part.eq_ignore_ascii_case(word));
                assert!(!found, "{}: `{word}` in {english}", lesson.name);
            }
            // Lessons refer to players by number.
            assert!(
                !english.contains("Second ") && !english.contains("First "),
                "{english}"
            );
            assert!(
                !english.contains("  ") && !german.contains("  "),
                "{english}"
            );
        }
        assert_eq!(
            untranslated, 0,
            "{}: something is not translated",
            lesson.name
        );
    }
}

#[test]
fn steps_are_short_and_interactive() {
    for lesson in course() {
        for step in &lesson.steps {
            let place = format!("{}/{}", lesson.name, step.name);
            let is_interactive = |block: &Block| {
                matches!(
                    block,
                    Block::Demo(..) | Block::Scene(_) | Block::Question(_) | Block::Write(_)
                )
            };
            let at = step
                .blocks
                .iter()
                .position(is_interactive)
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
            // Less than the screen of a phone.
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

/// Every demo and listing is used, and every term of the glossary is linked at least once.
#[test]
fn no_demo_listing_or_term_is_unused() {
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
    for language in Language::ALL {
        let mut seen = Vec::new();
        for lesson in course() {
            for text in texts(lesson, language) {
                let whole: String = link_terms(text, language, &mut seen)
                    .iter()
                    .map(|part| part.text)
                    .collect();
                assert_eq!(whole, text);
            }
        }
        for term in glossary() {
            assert!(
                seen.contains(&term.name.as_str()),
                "{}: {language:?}",
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
        for language in Language::ALL {
            assert!(
                !term.word.get(language).is_empty() && !term.meaning.get(language).is_empty(),
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

/// The texts state correct numbers of lines.
#[test]
fn the_lines_through_a_cell_are_counted_correctly() {
    let cells = |row: i32, column: i32, (up, right): (i32, i32)| {
        [0, 1, 2, 3].map(|n| (row + n * up, column + n * right))
    };
    let is_inside = |(row, column): &(i32, i32)| (0..6).contains(row) && (0..7).contains(column);
    let mut lines = Vec::new();
    for row in 0..6 {
        for column in 0..7 {
            for direction in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                lines.extend(
                    Some(cells(row, column, direction)).filter(|line| line.iter().all(is_inside)),
                );
            }
        }
    }
    let through = |at: (i32, i32)| lines.iter().filter(|line| line.contains(&at)).count();
    assert_eq!(lines.len(), 69);
    assert_eq!(
        [through((0, 0)), through((2, 3)), through((3, 3))],
        [3, 13, 13]
    );
    // Every other playable cell of the exercise has at most five.
    let others = [(2, 0), (0, 1), (0, 2), (0, 4), (0, 5), (0, 6)].map(through);
    assert_eq!(others.iter().max(), Some(&5));
}

/// Follow-up (always replying in the same column) suffices against the best play, as the lesson
/// says.
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
        match try_with_solver(&mut attempt, last, &mut solver) {
            Judgement::Continues { .. } => {}
            judged => {
                assert!(matches!(judged, Judgement::Reached(_)), "{judged:?}");
                break;
            }
        }
    }
    assert_eq!(attempt.game().moves().len(), 42);
}

/// The checker finds valid lessons with unsolvable exercises.
#[test]
fn unreachable_goals_are_found() {
    let mut solver = solver();
    let mut check_task = |position: &str, task: &str| {
        let text = format!(
            "{HEAD}step: s\ntitle: t\n= t\nposition: {position}\ngoal: a\n= a\ntask: {task}\ngood: a\n= a\nbad: a\n= a"
        );
        let lesson = parse(&text).expect("a lesson");
        let errors = check(&lesson, &mut |game| verdicts(&mut solver, game));
        match errors.into_iter().next() {
            Some(error) => Err((error.line, error.kind)),
            None => Ok(()),
        }
    };
    // Errors refer to the line of the task.
    assert_eq!(
        check_task("start", "connect"),
        Err((13, LessonErrorKind::Unsolvable))
    );
    assert_eq!(
        check_task("start", "safe"),
        Err((13, LessonErrorKind::AlwaysReached))
    );
    assert_eq!(check_task("start", "move"), Ok(()));
    assert_eq!(check_task("1", "draw once"), Ok(()));
    assert_eq!(check_task("454545", "connect"), Ok(()));
    let error = check_task("pop-out 7x6/4 44", "win once")
        .expect_err("the solver does not support Pop Out");
    assert!(matches!(error.1, LessonErrorKind::Unsolved(_)), "{error:?}");
}

/// The search of the judge finds the same short wins as the solver.
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
            let columns = verdicts(&mut solver, attempt.game()).expect("solved");
            for mv in attempt.moves() {
                let verdict = columns[mv.column().expect("a drop").index()];
                let wins = matches!(verdict, Some(Verdict::Win { plies: left }) if left <= plies);
                let judged = attempt.clone().try_move(mv);
                assert_eq!(
                    matches!(judged, Judgement::Reached(_) | Judgement::Continues { .. }),
                    wins,
                    "{}: {mv:?}",
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
    assert_eq!(progress.finished_steps(rules), 0);
    progress.finish("rules", &rules.steps[0].name);
    progress.finish("rules", "no such step");
    assert_eq!(progress.finished_steps(rules), 1);
}

/// Words are linked unless they are part of a phrase with another meaning.
#[test]
fn words_in_another_meaning_are_not_linked() {
    let names = |text: &str, language: Language| -> Vec<String> {
        let parts = link_terms(text, language, &mut Vec::new());
        let found = parts
            .iter()
            .filter_map(|part| Some((part.text, part.term?)));
        found
            .map(|(text, term)| format!("{text} {}", term.name))
            .collect()
    };
    let check = |language, text: &str, expected: &[&str]| {
        assert_eq!(names(text, language), expected, "{text}");
    };
    let none: &[&str] = &[];
    check(Language::English, "Four in a row win.", none);
    check(Language::English, "A row of three.", none);
    check(Language::English, "In a row, along a row.", &["row row"]);
    check(Language::English, "Read it line by line.", none);
    check(Language::English, "A line by the edge.", &["line line"]);
    check(Language::German, "Eins der Reihe nach.", none);
    check(Language::German, "Eine Reihe nach unten.", &["Reihe line"]);
}
