//! Bots, hints, verdicts and the learner.

use foursight_protocol::engine::Bounds;
use foursight_solver::Verdict;
use foursight_table::Point;

use super::*;

fn memory(text: &str) -> Message {
    let found = Found::Memory(text.to_owned());
    Message::Engine(News::Found(u32::MAX, found))
}

const fn exactly(verdict: Verdict) -> Bounds {
    Bounds {
        worst: verdict,
        best: verdict,
    }
}

#[test]
fn a_bot_answers_after_a_natural_moment() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4");
    assert!(tab.model.seen.is_thinking);
    assert_eq!(tab.model.seen.turn, "Computer is thinking");
    let (id, ask) = tab.asks().pop().expect("the bot is asked");
    assert!(matches!(
        ask,
        Ask::Choose {
            level: Level::Hard,
            seed: 7,
            ..
        }
    ));
    tab.wait(400);
    tab.found(id, 4);
    // Most of 1.5 seconds are left, and nothing moves until they are over.
    let rest = tab.taken().iter().find_map(|effect| match effect {
        Effect::Wait(ms, Timer::Bot(waiting)) if *waiting == id => Some(*ms),
        _ => None,
    });
    assert_eq!((rest, tab.moves().as_str()), (Some(1090), "4"));
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "44");
    assert_eq!(tab.assertive(), "Computer: column 4, row 2. Your turn.");
    assert!(!tab.model.seen.is_thinking);
}

#[test]
fn a_bot_that_starts_is_asked_at_once() {
    let mut tab = Tab::new();
    tab.send(Message::Begin(Box::new(bot_first(Level::Easy))));
    tab.answer(4);
    assert_eq!((tab.moves().as_str(), tab.status()), ("4", "Your turn"));
    // Its first move cannot be taken back.
    tab.keys("u");
    assert_eq!(tab.notice(), "There is nothing to take back.");
    assert_eq!(tab.moves(), "4");
}

#[test]
fn nobody_moves_for_a_bot() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("43");
    assert_eq!(
        (tab.moves().as_str(), tab.notice()),
        ("4", "It is not your turn.")
    );
    // It is asked once.
    assert_eq!(tab.asks().len(), 1);
}

#[test]
fn moves_are_taken_back_in_pairs_and_cancel_the_bot() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4");
    tab.answer(4);
    tab.keys("5");
    let (id, _) = tab.asks().pop().expect("the bot is asked");
    tab.keys("u");
    assert_eq!(tab.moves(), "44");
    assert!(tab.taken().contains(&Effect::Cancel));
    // An answer that was on its way comes too late.
    tab.found(id, 5);
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "44");
    tab.keys("u");
    assert_eq!(tab.moves(), "");
    assert_eq!(tab.assertive(), "Taken back: 2 moves. Your turn.");
    tab.keys("U");
    assert_eq!(tab.moves(), "44");
}

#[test]
fn an_answer_that_waits_is_dropped_without_ending_the_engine() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4");
    let (id, _) = tab.asks().pop().expect("the bot is asked");
    tab.found(id, 4);
    tab.done.clear();
    tab.keys("u");
    assert!(!tab.taken().contains(&Effect::Cancel));
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "");
}

#[test]
fn two_bots_play_by_themselves_and_pause_after_a_take_back() {
    let seats = [level(Level::Easy), level(Level::Hard)];
    let mut tab = Tab::new();
    tab.send(Message::Begin(Box::new(Start::new(
        Ruleset::STANDARD,
        seats,
    ))));
    assert_eq!(tab.status(), "Easy to move");
    for number in [4, 4, 5] {
        tab.answer(number);
    }
    assert_eq!(tab.moves(), "445");
    // People who watch do not move.
    tab.keys("1");
    assert_eq!(tab.moves(), "445");
    tab.done.clear();
    tab.keys("u");
    assert_eq!((tab.moves().as_str(), tab.asks().len()), ("44", 0));
    assert!(tab.model.seen.is_paused);
    tab.send(Message::Resume);
    tab.answer(3);
    assert_eq!(tab.moves(), "443");
}

#[test]
fn bots_wait_until_somebody_looks() {
    let mut tab = Tab::new();
    tab.send(Message::Begin(Box::new(bot_first(Level::Easy))));
    tab.answer(4);
    tab.keys("4");
    tab.go("#/games");
    tab.answer(4);
    assert_eq!(tab.moves(), "444");
    let seats = [level(Level::Easy), level(Level::Hard)];
    tab.send(Message::Begin(Box::new(Start::new(
        Ruleset::STANDARD,
        seats,
    ))));
    assert_eq!(tab.asks().len(), 0);
    tab.go("#/play");
    assert_eq!(tab.asks().len(), 1);
}

#[test]
fn a_hint_aims_at_the_best_column() {
    let mut tab = Tab::with(people());
    tab.keys("h");
    assert_eq!(tab.notice(), "Looking for the best move.");
    let (id, ask) = tab.asks().pop().expect("the solver is asked");
    assert!(matches!(ask, Ask::Verdicts { .. }));
    let (win, loss) = (
        Some(exactly(Verdict::Win { plies: 15 })),
        Some(exactly(Verdict::Loss { plies: 6 })),
    );
    let columns = vec![win, loss, win, loss, loss, loss, None];
    let found = Found::Verdicts { columns, nodes: 3 };
    tab.send(Message::Engine(News::Found(id, found)));
    assert_eq!(tab.notice(), "Best: columns 1 and 3 (wins in 15 plies).");
    assert_eq!(*tab.model.aim, Some(column(3)));
    let signs = |tab: &Tab| {
        let slots = &tab.model.seen.slots;
        let marked = slots.iter().map(|slot| slot.verdict.is_some());
        marked.collect::<Vec<_>>()
    };
    let both = [true, false, true, false, false, false, false];
    assert_eq!(signs(&tab), both, "all that are as good");
    // A move makes the hint old.
    tab.keys("4");
    assert_eq!(signs(&tab), [false; 7]);
    assert_eq!(tab.notice(), "Player 1: column 4, row 1.");
}

#[test]
fn where_the_solver_knows_nothing_a_strong_bot_is_asked() {
    let mut tab = Tab::with(people());
    tab.keys("h");
    let (id, _) = tab.asks().pop().expect("the solver is asked");
    tab.send(Message::Engine(News::Refused(
        id,
        "no such rules".to_owned(),
    )));
    let (id, ask) = tab.asks().pop().expect("the adviser is asked");
    assert!(matches!(
        ask,
        Ask::Choose {
            level: Level::Expert,
            ..
        }
    ));
    tab.found(id, 4);
    assert_eq!(
        tab.notice(),
        "A strong move: Drop in column 4. It is not proved to be the best."
    );
    assert_eq!(tab.moves(), "");
}

#[test]
fn verdicts_are_told_column_by_column() {
    let mut tab = Tab::with(people());
    tab.keys("e");
    let (id, _) = tab.asks().pop().expect("the solver is asked");
    let columns = vec![Some(exactly(Verdict::Draw)), None];
    let found = Found::Verdicts { columns, nodes: 3 };
    tab.send(Message::Engine(News::Found(id, found)));
    assert!(
        tab.assertive().starts_with("Column 1: "),
        "{}",
        tab.assertive()
    );
    assert!(!tab.assertive().contains("Column 2"));
}

#[test]
fn verdicts_stay_until_they_are_wanted_no_more() {
    let mut tab = Tab::with(against(Level::Hard));
    let verdicts = |tab: &mut Tab| {
        let (id, ask) = tab.asks().pop().expect("the solver is asked");
        assert!(matches!(ask, Ask::Verdicts { .. }));
        let columns = vec![Some(exactly(Verdict::Draw)); 7];
        let found = Found::Verdicts { columns, nodes: 3 };
        tab.send(Message::Engine(News::Found(id, found)));
    };
    let chips = |tab: &Tab| {
        let slots = tab.model.seen.slots.iter();
        slots.filter(|slot| slot.verdict.is_some()).count()
    };
    tab.keys("e");
    verdicts(&mut tab);
    assert_eq!(chips(&tab), 7);
    tab.keys("4");
    assert_eq!(chips(&tab), 0, "the bot thinks");
    tab.answer(4);
    let said = tab.assertive().to_owned();
    verdicts(&mut tab);
    assert_eq!(chips(&tab), 7, "of the position after its move");
    assert_eq!(tab.assertive(), said, "nobody asked to hear them all");
    assert_eq!(tab.notice(), "Computer: column 4, row 2.");
    tab.keys("e");
    assert_eq!((chips(&tab), tab.model.thinking.is_judging), (0, false));
    tab.keys("3");
    assert!(
        tab.asks()
            .iter()
            .all(|(_, ask)| !matches!(ask, Ask::Verdicts { .. })),
        "they are off"
    );
}

#[test]
fn a_hint_comes_before_verdicts_that_are_on_their_way() {
    let mut tab = Tab::with(people());
    tab.keys("e");
    let (id, _) = tab.asks().pop().expect("the solver is asked");
    let found = Found::Verdicts {
        columns: vec![None; 7],
        nodes: 3,
    };
    tab.send(Message::Engine(News::Found(id, found)));
    tab.keys("4h");
    let asks = tab.asks();
    assert_eq!(
        asks.len(),
        2,
        "the verdicts of the next position, then the hint"
    );
    assert_eq!(tab.notice(), "Looking for the best move.");
}

#[test]
fn rules_without_exact_verdicts_say_so() {
    let mut tab = Tab::with(variant(Variant::PopOut(
        foursight_core::BothConnect::default(),
    )));
    assert!(!tab.model.seen.can_judge && tab.model.seen.may_move);
    tab.keys("e");
    assert!(tab.asks().is_empty() && !tab.model.thinking.is_judging);
    let said = "Exact verdicts are there only for games of plain drops. Hint finds a good move.";
    assert_eq!((tab.notice(), tab.assertive()), (said, said));
    assert!(Tab::with(people()).model.seen.can_judge);
}

#[test]
fn hints_are_for_whoever_is_to_move() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4h");
    assert_eq!(tab.notice(), "It is not your turn.");
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    tab.keys("h");
    assert_eq!(tab.notice(), "The game is over.");
}

#[test]
fn an_engine_that_fails_is_asked_again_only_by_a_person() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4");
    tab.done.clear();
    tab.send(Message::Engine(News::Failed));
    assert!(tab.model.seen.has_missed);
    assert_eq!(tab.asks().len(), 0);
    tab.send(Message::TryAgain);
    assert!(!tab.model.seen.has_missed);
    tab.answer(4);
    assert_eq!(tab.moves(), "44");
    // A move makes it old as well.
    tab.keys("4");
    tab.send(Message::Engine(News::Failed));
    tab.keys("u");
    assert!(!tab.model.seen.has_missed);
}

#[test]
fn a_late_answer_for_another_branch_is_not_made() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4");
    let at = tab.model.play.table.point();
    tab.keys("u4");
    assert!(tab.model.play.table.point() > at);
    let Point { ply, .. } = tab.model.play.table.point();
    assert_eq!(ply, at.ply);
}

/// The lessons among what was done.
fn lessons(tab: &mut Tab) -> usize {
    let is_lesson = |(_, ask): &(u32, Ask)| matches!(ask, Ask::Learn { .. });
    tab.asks().iter().filter(|ask| is_lesson(ask)).count()
}

/// A game that the person wins against the learner, but for the last move.
fn nearly_won() -> Tab {
    let mut tab = Tab::with(against(Level::Learner));
    for _ in 0..3 {
        tab.keys("4");
        tab.answer(5);
    }
    tab.done.clear();
    tab
}

#[test]
fn a_won_game_teaches_once_whatever_is_taken_back() {
    let mut tab = nearly_won();
    tab.keys("4");
    assert_eq!(lessons(&mut tab), 1);
    tab.keys("uU");
    assert_eq!(lessons(&mut tab), 0, "undo and redo teach nothing");
    tab.send(memory("so much"));
    assert!(
        tab.taken()
            .contains(&Effect::SaveLearner("so much".to_owned()))
    );
    // The same moves in another game are another lesson.
    tab.send(Message::Next);
    for _ in 0..3 {
        tab.keys("4");
        tab.answer(5);
    }
    tab.done.clear();
    tab.keys("4");
    assert_eq!(lessons(&mut tab), 1);
}

#[test]
fn the_learner_is_asked_only_when_it_has_learned() {
    let mut tab = nearly_won();
    tab.keys("4");
    tab.done.clear();
    tab.send(Message::Next);
    tab.keys("4");
    assert_eq!(tab.asks().len(), 0, "its lesson is not back");
    tab.send(memory("more"));
    let (_, ask) = tab.asks().pop().expect("now it is asked");
    assert!(matches!(ask, Ask::ChooseLearned { .. }));
}

#[test]
fn a_lesson_survives_the_end_of_the_engine() {
    let mut tab = nearly_won();
    tab.keys("4");
    tab.done.clear();
    // A question that is cancelled ends the worker, and with it the lesson in its queue.
    tab.send(Message::Begin(Box::new(bot_first(Level::Hard))));
    assert_eq!(tab.asks().len(), 1);
    tab.send(Message::Next);
    let done = tab.taken();
    let cancelled = done.iter().position(|effect| *effect == Effect::Cancel);
    let taught = done
        .iter()
        .position(|effect| matches!(effect, Effect::Ask(_, Ask::Learn { .. })));
    assert!(cancelled.is_some() && cancelled < taught, "{done:?}");
}

#[test]
fn a_game_without_the_learner_teaches_nothing() {
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    assert_eq!(lessons(&mut tab), 0);
}

/// Two bots, of whom the first has been asked.
fn bots() -> Tab {
    let mut tab = Tab::new();
    let seats = [level(Level::Hard), level(Level::Easy)];
    tab.send(Message::Begin(Box::new(Start::new(
        Ruleset::STANDARD,
        seats,
    ))));
    tab
}

#[test]
fn two_bots_wait_and_make_single_moves() {
    let mut tab = bots();
    tab.answer(4);
    tab.send(Message::Pause);
    assert!(tab.model.seen.is_paused);
    tab.done.clear();
    // One move, and they wait again, without another question.
    for (column, moves) in [(4, "44"), (5, "445")] {
        tab.send(Message::StepOn);
        tab.answer(column);
        assert_eq!((tab.moves().as_str(), tab.asks().len()), (moves, 0));
        assert!(tab.model.seen.is_paused);
    }
    tab.send(Message::Resume);
    assert!(!tab.model.seen.is_paused);
    assert_eq!(tab.asks().len(), 1);
}

#[test]
fn two_bots_play_as_fast_as_somebody_wants() {
    for (pace, ms) in [(0, 3740), (1, 1490), (3, 0)] {
        let mut tab = bots();
        tab.send(Message::Pace(pace));
        let (id, _) = tab.asks().pop().expect("the bot is asked");
        tab.found(id, 4);
        let rest = tab.taken().iter().find_map(|effect| match effect {
            Effect::Wait(ms, Timer::Bot(_)) => Some(*ms),
            _ => None,
        });
        assert!(rest.is_some_and(|rest| rest.abs_diff(ms) <= 20), "{rest:?}");
    }
}
