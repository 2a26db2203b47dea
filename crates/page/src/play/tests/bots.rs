//! Bots, hints, verdicts and the learner.

use foursight_protocol::engine::{EngineError, NetWorkerError, VerdictBounds};
use foursight_solver::Verdict;
use foursight_table::Point;

use super::*;
use crate::engine_client::{EngineKind, RequestError};

fn memory(text: &str) -> Message {
    let found = EngineReply::LearnerMemory(text.to_owned());
    Message::EngineAnswered(u32::MAX, Ok(found))
}

fn refused(id: u32) -> Message {
    let error = EngineError::Refused("no such rules".to_owned());
    Message::EngineAnswered(id, Err(RequestError::Refused(error)))
}

fn failed(id: u32) -> Message {
    Message::EngineAnswered(id, Err(RequestError::EngineFailed))
}

fn net_failed(id: u32, cause: NetWorkerError) -> Message {
    let error = RequestError::Refused(EngineError::Net(cause));
    Message::EngineAnswered(id, Err(error))
}

const fn exactly(verdict: Verdict) -> VerdictBounds {
    VerdictBounds {
        worst: verdict,
        best: verdict,
    }
}

#[test]
fn a_bot_moves_after_a_natural_delay() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("4");
    assert!(tab.model.view.is_thinking);
    assert_eq!(tab.model.view.turn, "Computer is thinking");
    let (id, query) = tab.queries().pop().expect("the bot is asked");
    assert!(matches!(
        query,
        EngineQuery::ChooseMove {
            level: Level::Hard,
            seed: 7,
            ..
        }
    ));
    tab.wait(400);
    tab.found(id, 4);
    // Most of the 1.5 seconds is left, and nothing moves until then.
    let rest = tab.take_effects().iter().find_map(|effect| match effect {
        Effect::StartTimer(ms, Timer::Bot(waiting)) if *waiting == id => Some(*ms),
        _ => None,
    });
    assert_eq!((rest, tab.moves().as_str()), (Some(1090), "4"));
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "44");
    assert_eq!(tab.assertive(), "Computer: column 4, row 2. Your turn.");
    assert!(!tab.model.view.is_thinking);
}

#[test]
fn a_bot_that_starts_moves_at_once() {
    let mut tab = TestTab::new();
    tab.send(Message::StartGame(Box::new(bot_first(Level::Easy))));
    tab.answer(4);
    assert_eq!((tab.moves().as_str(), tab.status()), ("4", "Your turn"));
    // The first move of a bot cannot be taken back.
    tab.keys("u");
    assert_eq!(tab.notice(), "There is nothing to undo.");
    assert_eq!(tab.moves(), "4");
}

#[test]
fn players_cannot_move_for_a_bot() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("43");
    assert_eq!(
        (tab.moves().as_str(), tab.notice()),
        ("4", "It is not your turn.")
    );
    // The bot is asked only once.
    assert_eq!(tab.queries().len(), 1);
}

#[test]
fn moves_are_taken_back_in_pairs_and_cancel_the_bot() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("4");
    tab.answer(4);
    tab.keys("5");
    let (id, _) = tab.queries().pop().expect("the bot is asked");
    tab.keys("u");
    assert_eq!(tab.moves(), "44");
    assert!(tab.take_effects().contains(&Effect::CancelRequest));
    // A reply to a cancelled request is ignored.
    tab.found(id, 5);
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "44");
    tab.keys("u");
    assert_eq!(tab.moves(), "");
    assert_eq!(tab.assertive(), "Undone: 2 moves. Your turn.");
    tab.keys("U");
    assert_eq!(tab.moves(), "44");
}

#[test]
fn a_delayed_move_is_dropped_without_restarting_the_engine() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("4");
    let (id, _) = tab.queries().pop().expect("the bot is asked");
    tab.found(id, 4);
    tab.effects.clear();
    tab.keys("u");
    assert!(!tab.take_effects().contains(&Effect::CancelRequest));
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "");
}

#[test]
fn two_bots_play_by_themselves_and_pause_after_a_take_back() {
    let seats = [level(Level::Easy), level(Level::Hard)];
    let mut tab = TestTab::new();
    tab.send(Message::StartGame(Box::new(GameStart::new(
        Ruleset::STANDARD,
        seats,
    ))));
    assert_eq!(tab.status(), "Easy to move");
    for number in [4, 4, 5] {
        tab.answer(number);
    }
    assert_eq!(tab.moves(), "445");
    // Viewers cannot move.
    tab.keys("1");
    assert_eq!(tab.moves(), "445");
    tab.effects.clear();
    tab.keys("u");
    assert_eq!((tab.moves().as_str(), tab.queries().len()), ("44", 0));
    assert!(tab.model.view.is_paused);
    tab.send(Message::Resume);
    tab.answer(3);
    assert_eq!(tab.moves(), "443");
}

#[test]
fn bots_wait_until_their_game_is_in_view() {
    let mut tab = TestTab::new();
    tab.send(Message::StartGame(Box::new(bot_first(Level::Easy))));
    tab.answer(4);
    tab.keys("4");
    tab.go("#/games");
    tab.answer(4);
    assert_eq!(tab.moves(), "444");
    let seats = [level(Level::Easy), level(Level::Hard)];
    tab.send(Message::StartGame(Box::new(GameStart::new(
        Ruleset::STANDARD,
        seats,
    ))));
    assert_eq!(tab.queries().len(), 0);
    tab.go("#/play");
    assert_eq!(tab.queries().len(), 1);
}

#[test]
fn a_hint_aims_at_the_best_column() {
    let mut tab = TestTab::with(people());
    tab.keys("h");
    assert_eq!(tab.notice(), "Looking for the best move.");
    let (id, query) = tab.queries().pop().expect("the solver is asked");
    assert!(matches!(query, EngineQuery::SolveColumns { .. }));
    let (win, loss) = (
        Some(exactly(Verdict::Win { plies: 15 })),
        Some(exactly(Verdict::Loss { plies: 6 })),
    );
    let columns = vec![win, loss, win, loss, loss, loss, None];
    let found = EngineReply::ColumnVerdicts { columns, nodes: 3 };
    tab.send(Message::EngineAnswered(id, Ok(found)));
    assert_eq!(tab.notice(), "Best: columns 1 and 3 (wins in 8 moves).");
    assert_eq!(*tab.model.aim, Some(column(3)));
    let signs = |tab: &TestTab| {
        let slots = &tab.model.view.column_buttons;
        let marked = slots.iter().map(|slot| slot.verdict.is_some());
        marked.collect::<Vec<_>>()
    };
    let both = [true, false, true, false, false, false, false];
    assert_eq!(signs(&tab), both, "all that are as good");
    // A move invalidates the hint, and was not the suggested one.
    tab.keys("4");
    assert!(!tab.model.play.is_hinted(1));
    assert_eq!(signs(&tab), [false; 7]);
    assert_eq!(tab.notice(), "Player 1: column 4, row 1.");
}

/// Answers the last request: column 4 wins, and all others lose.
fn suggest_the_fourth(tab: &mut TestTab) {
    let (id, _) = tab.queries().pop().expect("the solver is asked");
    let mut columns = vec![Some(exactly(Verdict::Loss { plies: 6 })); 7];
    columns[3] = Some(exactly(Verdict::Win { plies: 15 }));
    let found = EngineReply::ColumnVerdicts { columns, nodes: 3 };
    tab.send(Message::EngineAnswered(id, Ok(found)));
}

#[test]
fn suggested_moves_are_remembered_and_saved() {
    let mut tab = TestTab::with(people());
    tab.keys("h");
    suggest_the_fourth(&mut tab);
    tab.keys("43h");
    suggest_the_fourth(&mut tab);
    // Another move than the suggested one, and a suggested one that is taken back.
    tab.keys("5h");
    suggest_the_fourth(&mut tab);
    tab.keys("4");
    assert_eq!(tab.model.play.hinted, [1, 4]);
    let text = game_to_text(&tab.model.play, 5000);
    let now = TimeAndSeed::default();
    let read = game_from_text(&text, 1, now).expect("readable");
    assert_eq!(read.hinted, [1, 4]);
    for damaged in ["hinted 4 1", "hinted 1 x", "hinted 1 1"] {
        let text = text.replace("hinted 1 4", damaged);
        game_from_text(&text, 1, now).expect_err(damaged);
    }
    tab.keys("u2");
    assert_eq!(
        tab.model.play.hinted,
        [1],
        "the other column was its own idea"
    );
    tab.send(Message::NextGame);
    assert!(tab.model.play.hinted.is_empty());
}

#[test]
fn shown_verdicts_suggest_too_but_not_where_all_moves_are_equal() {
    let mut tab = TestTab::with(people());
    tab.keys("e");
    suggest_the_fourth(&mut tab);
    tab.keys("4");
    assert_eq!(tab.model.play.hinted, [1]);
    let (id, _) = tab.queries().pop().expect("the next verdicts");
    let columns = vec![Some(exactly(Verdict::Draw)); 7];
    let found = EngineReply::ColumnVerdicts { columns, nodes: 3 };
    tab.send(Message::EngineAnswered(id, Ok(found)));
    tab.keys("4");
    assert_eq!(tab.model.play.hinted, [1]);
}

#[test]
fn a_strong_bot_gives_the_hint_if_the_solver_cannot() {
    let mut tab = TestTab::with(people());
    tab.keys("h");
    let (id, _) = tab.queries().pop().expect("the solver is asked");
    tab.send(refused(id));
    let (id, query) = tab.queries().pop().expect("the adviser is asked");
    assert!(matches!(
        query,
        EngineQuery::ChooseMove {
            level: Level::Expert,
            ..
        }
    ));
    tab.found(id, 4);
    assert_eq!(
        tab.notice(),
        "A strong move: Drop in column 4, though not proved to be the best."
    );
    assert_eq!(tab.moves(), "");
    tab.keys("4");
    assert!(tab.model.play.is_hinted(1));
}

#[test]
fn verdicts_are_announced_column_by_column() {
    let mut tab = TestTab::with(people());
    tab.keys("e");
    let (id, _) = tab.queries().pop().expect("the solver is asked");
    let columns = vec![Some(exactly(Verdict::Draw)), None];
    let found = EngineReply::ColumnVerdicts { columns, nodes: 3 };
    tab.send(Message::EngineAnswered(id, Ok(found)));
    assert!(
        tab.assertive().starts_with("Column 1: "),
        "{}",
        tab.assertive()
    );
    assert!(!tab.assertive().contains("Column 2"));
}

#[test]
fn verdicts_stay_on_until_they_are_turned_off() {
    let mut tab = TestTab::with(against(Level::Hard));
    let verdicts = |tab: &mut TestTab| {
        let (id, query) = tab.queries().pop().expect("the solver is asked");
        assert!(matches!(query, EngineQuery::SolveColumns { .. }));
        let columns = vec![Some(exactly(Verdict::Draw)); 7];
        let found = EngineReply::ColumnVerdicts { columns, nodes: 3 };
        tab.send(Message::EngineAnswered(id, Ok(found)));
    };
    let chips = |tab: &TestTab| {
        let slots = tab.model.view.column_buttons.iter();
        slots.filter(|slot| slot.verdict.is_some()).count()
    };
    tab.keys("e");
    verdicts(&mut tab);
    assert_eq!(chips(&tab), 7);
    tab.keys("4");
    assert_eq!(chips(&tab), 0, "the bot thinks");
    tab.answer(4);
    let announcement = tab.assertive().to_owned();
    verdicts(&mut tab);
    assert_eq!(chips(&tab), 7, "of the position after its move");
    assert_eq!(
        tab.assertive(),
        announcement,
        "they are not announced again"
    );
    assert_eq!(tab.notice(), "Computer: column 4, row 2.");
    tab.keys("e");
    assert_eq!((chips(&tab), tab.model.engine.shows_verdicts), (0, false));
    tab.keys("3");
    assert!(
        tab.queries()
            .iter()
            .all(|(_, query)| !matches!(query, EngineQuery::SolveColumns { .. })),
        "they are off"
    );
}

#[test]
fn a_hint_cancels_verdicts_in_progress() {
    let mut tab = TestTab::with(people());
    tab.keys("e");
    let (id, _) = tab.queries().pop().expect("the solver is asked");
    let found = EngineReply::ColumnVerdicts {
        columns: vec![None; 7],
        nodes: 3,
    };
    tab.send(Message::EngineAnswered(id, Ok(found)));
    tab.keys("4h");
    let asks = tab.queries();
    assert_eq!(
        asks.len(),
        2,
        "the verdicts of the next position, then the hint"
    );
    assert_eq!(tab.notice(), "Looking for the best move.");
}

#[test]
fn unsupported_rules_report_that_there_are_no_verdicts() {
    let mut tab = TestTab::with(variant(Variant::PopOut(
        foursight_core::BothConnectRule::default(),
    )));
    assert!(!tab.model.view.can_show_verdicts && tab.model.view.may_move);
    tab.keys("e");
    assert!(tab.queries().is_empty() && !tab.model.engine.shows_verdicts);
    let announcement =
        "Exact verdicts exist only for games of plain drops. Hint still finds a good move.";
    assert_eq!(
        (tab.notice(), tab.assertive()),
        (announcement, announcement)
    );
    assert!(TestTab::with(people()).model.view.can_show_verdicts);
}

#[test]
fn hints_are_for_the_player_to_move() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("4h");
    assert_eq!(tab.notice(), "It is not your turn.");
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    tab.keys("h");
    assert_eq!(tab.notice(), "The game is over.");
}

#[test]
fn a_failed_request_is_repeated_only_by_a_player() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.send(Message::EngineReady);
    tab.keys("4");
    let (id, _) = tab.queries().pop().expect("the bot is asked");
    tab.send(failed(id));
    assert!(tab.model.view.has_engine_failed && !tab.model.engine.is_ready);
    assert_eq!(tab.queries().len(), 0);
    tab.send(Message::RetryEngine);
    assert!(!tab.model.view.has_engine_failed);
    tab.answer(4);
    assert_eq!(tab.moves(), "44");
    // A move clears the failure as well.
    tab.keys("4");
    let (id, _) = tab.queries().pop().expect("the bot is asked");
    tab.send(failed(id));
    tab.keys("u");
    assert!(!tab.model.view.has_engine_failed);
}

#[test]
fn a_new_branch_has_a_later_point() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("4");
    let at = tab.model.play.table.point();
    tab.keys("u4");
    assert!(tab.model.play.table.point() > at);
    let Point { ply, .. } = tab.model.play.table.point();
    assert_eq!(ply, at.ply);
}

/// Counts the training requests among the effects.
fn training_requests(tab: &mut TestTab) -> usize {
    let is_training =
        |(_, query): &(u32, EngineQuery)| matches!(query, EngineQuery::TrainLearner { .. });
    tab.queries()
        .iter()
        .filter(|query| is_training(query))
        .count()
}

/// A game against the learner that the person wins with the next move.
fn nearly_won() -> TestTab {
    let mut tab = TestTab::with(against(Level::Learner));
    for _ in 0..3 {
        tab.keys("4");
        tab.answer(5);
    }
    tab.effects.clear();
    tab
}

#[test]
fn a_game_is_trained_on_once_despite_undo_and_redo() {
    let mut tab = nearly_won();
    tab.keys("4");
    assert_eq!(training_requests(&mut tab), 1);
    tab.keys("uU");
    assert_eq!(
        training_requests(&mut tab),
        0,
        "undo and redo start no training"
    );
    tab.send(memory("so much"));
    assert!(
        tab.take_effects()
            .contains(&Effect::SaveLearner("so much".to_owned()))
    );
    // The same moves in another game are trained on again.
    tab.send(Message::NextGame);
    for _ in 0..3 {
        tab.keys("4");
        tab.answer(5);
    }
    tab.effects.clear();
    tab.keys("4");
    assert_eq!(training_requests(&mut tab), 1);
}

#[test]
fn the_learner_moves_only_after_its_training() {
    let mut tab = nearly_won();
    tab.keys("4");
    tab.effects.clear();
    tab.send(Message::NextGame);
    tab.keys("4");
    assert_eq!(tab.queries().len(), 0, "its training is in progress");
    tab.send(memory("more"));
    let (_, query) = tab.queries().pop().expect("now it is asked");
    assert!(matches!(query, EngineQuery::ChooseLearnerMove { .. }));
}

#[test]
fn cancelling_another_request_leaves_the_training_alone() {
    let mut tab = nearly_won();
    tab.keys("4");
    assert_eq!(training_requests(&mut tab), 1);
    tab.send(Message::StartGame(Box::new(bot_first(Level::Hard))));
    assert_eq!(tab.queries().len(), 1);
    // The client of the engine cancels the move and goes on with the training.
    tab.send(Message::NextGame);
    let effects = tab.take_effects();
    assert!(effects.contains(&Effect::CancelRequest), "{effects:?}");
    let is_training = |effect: &Effect| {
        matches!(
            effect,
            Effect::SendRequest(_, EngineQuery::TrainLearner { .. })
        )
    };
    assert!(!effects.iter().any(is_training), "{effects:?}");
}

#[test]
fn training_that_fails_does_not_hold_up_the_learner() {
    for failure in [refused, failed] {
        let mut tab = nearly_won();
        tab.keys("4");
        let (id, _) = tab.queries().pop().expect("training");
        tab.send(Message::NextGame);
        tab.keys("4");
        tab.effects.clear();
        tab.send(failure(id));
        let (_, query) = tab.queries().pop().expect("it is asked");
        assert!(matches!(query, EngineQuery::ChooseLearnerMove { .. }));
    }
}

#[test]
fn a_bot_of_the_ladder_stands_in_for_a_net() {
    let mut tab = TestTab::with(against(Level::Neural));
    let reason = "The net could not be loaded.";
    let notice = "The net could not be loaded. Are you online? Hard plays instead.";
    tab.keys("4");
    let (id, query) = tab.queries().pop().expect("the net is asked");
    assert_eq!(EngineKind::of(&query), EngineKind::Nets);
    tab.send(net_failed(id, NetWorkerError::NotLoaded));
    assert!(tab.assertive().starts_with(reason), "{}", tab.assertive());
    let cause = tab.model.engine.stand_in_cause;
    assert_eq!(cause, Some(NetWorkerError::NotLoaded));
    let text = stand_in_notice(tab.model.text(), NetWorkerError::NotLoaded);
    assert_eq!(text, notice);
    let (id, query) = tab.queries().pop().expect("another bot is asked");
    assert_eq!(EngineKind::of(&query), EngineKind::Ladder);
    tab.found(id, 4);
    tab.wait(2000);
    tab.send(Message::Timer(Timer::Bot(id)));
    assert_eq!(tab.moves(), "44");
    // A worker that fails is the same to a player, and is not announced again.
    let announced = tab.assertive().to_owned();
    tab.keys("5");
    let (id, _) = tab.queries().pop().expect("the net is asked");
    tab.send(failed(id));
    assert!(!tab.assertive().starts_with(reason), "{announced}");
    assert!(!tab.model.view.has_engine_failed);
    tab.answer(4);
    // The note disappears with the first move of the net.
    assert!(tab.model.engine.stand_in_cause.is_some());
    tab.keys("3");
    tab.answer(3);
    assert_eq!(tab.model.engine.stand_in_cause, None);
    // The engine that stands in may fail as well.
    tab.keys("1");
    let (id, _) = tab.queries().pop().expect("the net is asked");
    tab.send(net_failed(id, NetWorkerError::Damaged));
    let (id, _) = tab.queries().pop().expect("another bot is asked");
    tab.send(failed(id));
    assert!(tab.model.view.has_engine_failed);
}

#[test]
fn a_game_without_the_learner_starts_no_training() {
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    assert_eq!(training_requests(&mut tab), 0);
}

/// A game of two bots, with a pending request for the first.
fn bots() -> TestTab {
    let mut tab = TestTab::new();
    let seats = [level(Level::Hard), level(Level::Easy)];
    tab.send(Message::StartGame(Box::new(GameStart::new(
        Ruleset::STANDARD,
        seats,
    ))));
    tab
}

#[test]
fn paused_bots_make_single_moves() {
    let mut tab = bots();
    tab.answer(4);
    tab.send(Message::Pause);
    assert!(tab.model.view.is_paused);
    tab.effects.clear();
    // One move, then they pause without another request.
    for (column, moves) in [(4, "44"), (5, "445")] {
        tab.send(Message::StepBots);
        tab.answer(column);
        assert_eq!((tab.moves().as_str(), tab.queries().len()), (moves, 0));
        assert!(tab.model.view.is_paused);
    }
    tab.send(Message::Resume);
    assert!(!tab.model.view.is_paused);
    assert_eq!(tab.queries().len(), 1);
}

#[test]
fn two_bots_play_at_the_selected_speed() {
    for (pace, ms) in [(0, 3740), (1, 1490), (3, 0)] {
        let mut tab = bots();
        tab.send(Message::SetPlaybackSpeed(pace));
        let (id, _) = tab.queries().pop().expect("the bot is asked");
        tab.found(id, 4);
        let rest = tab.take_effects().iter().find_map(|effect| match effect {
            Effect::StartTimer(ms, Timer::Bot(_)) => Some(*ms),
            _ => None,
        });
        assert!(rest.is_some_and(|rest| rest.abs_diff(ms) <= 20), "{rest:?}");
    }
}
