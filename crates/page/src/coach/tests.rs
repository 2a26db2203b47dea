//! The coach without a browser: a small engine of the test answers its requests.

use std::sync::Arc;

use foursight_core::{Column, Game, Player, Ruleset};
use foursight_explain::{ExplainBudget, Explainer, MistakeTheme, ProofCode};
use foursight_protocol::engine::{EngineQuery, EngineReply};
use foursight_record::read;
use foursight_solver::Solver;
use foursight_solver::book::{Book, shipped::THROUGH_12_PLIES};
use foursight_table::{GameStart, Occupant, Seat};

use super::*;
use crate::text::{Language, Text};
use crate::themes::EMOJI;
use crate::wording::player_names::PlayerNames;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// A game in which First plays perfectly and then gives the win away in column 1.
const SLIPPED: &str = "42612125254257751";
const BEFORE: &str = "4261212525425775";
/// Two drops keep the win, columns 5 and 7, and column 2 only draws.
const TWO_WAYS: &str = "4526636621376176752";

fn game(text: &str) -> Game {
    read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
}

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

/// Answers a request as the worker does.
fn answer(solver: &mut Solver, request: &CoachRequest) -> CoachReply {
    let reply = match request.query() {
        EngineQuery::SolveColumns { game } => {
            let analysis = solver.analyse(game.position()).expect("solved");
            EngineReply::from(analysis)
        }
        EngineQuery::ExplainDrop { game, column, .. } => {
            let budget = ExplainBudget {
                positions: 200_000,
                looks_ahead: false,
            };
            let mut explainer = Explainer::new(solver, budget);
            let verdicts = explainer.verdicts(game.position()).expect("solved");
            let drop = explainer.explain_drop(game.position(), column, &verdicts);
            EngineReply::Explained(ProofCode::encode(&drop.expect("open")))
        }
        other => panic!("{other:?}"),
    };
    request.reply(Some(reply))
}

fn solver() -> Solver {
    let book = Book::from_bytes(THROUGH_12_PLIES).expect("a shipped book");
    Solver::default().with_book(Arc::new(book))
}

fn answer_all(coach: &mut CoachState, solver: &mut Solver, now_ms: u64) {
    while let Some(request) = coach.next_request() {
        let reply = answer(solver, &request);
        coach.apply(CoachMessage::Replied(reply), now_ms);
    }
}

fn open_game(text: &str, player: Option<Player>, stored: &str) -> CoachState {
    let mut coach = CoachState::default();
    let page = CoachPage::Game(Box::new(game(text)), player);
    coach.apply(CoachMessage::Open(page, stored.to_owned()), 0);
    answer_all(&mut coach, &mut solver(), 0);
    coach
}

fn words<R>(coach: &CoachState, language: Language, read: impl FnOnce(&CoachWords<'_>) -> R) -> R {
    let names = PlayerNames::unknown(Text(language));
    read(&CoachWords::new(Text(language), &names, coach))
}

fn press(coach: &mut CoachState, number: usize) {
    coach.apply(CoachMessage::Press(column(number)), 0);
}

#[test]
fn a_mistake_becomes_a_question() {
    let mut coach = open_game(SLIPPED, Some(Player::First), "");
    let question = coach.question().expect("a mistake").clone();
    assert_eq!(question.link(), BEFORE);
    assert_eq!(question.played(), column(1));
    assert_eq!(question.theme(), Some(MistakeTheme::OddThreat));
    // Nothing is given away before the answer.
    assert_eq!(question.plan_picture(), None);
    let open = [
        words(&coach, Language::English, |words| words.status()),
        words(&coach, Language::English, |words| words.headline()),
        words(&coach, Language::English, |words| words.task(&question)),
    ];
    for giveaway in ["4", "d3", "odd", "threat"] {
        assert!(!open.join(" ").contains(giveaway), "{open:?}");
    }
    assert_eq!(
        words(&coach, Language::English, |words| words.reason()),
        None
    );
    // A wrong drop goes back, and the points stay.
    press(&mut coach, 3);
    let status = words(&coach, Language::English, |words| words.status());
    assert!(status.contains("lets Player 2 win"), "{status}");
    let question = coach.question().expect("still asked");
    assert_eq!((question.answer(), question.points()), (None, POINTS_MAX));
    press(&mut coach, 4);
    let question = coach.question().expect("answered");
    assert_eq!(question.answer(), Some(CoachAnswer::Found(column(4))));
    let picture = question.plan_picture().expect("a plan");
    let decides = picture.decides.map(|cell| cell.to_string());
    assert_eq!(decides.as_deref(), Some("c3"));
    let headline = words(&coach, Language::German, |words| words.headline());
    assert_eq!(headline, "d3 hält den Sieg");
    let reason = words(&coach, Language::English, |words| words.reason());
    assert!(reason.expect("known").contains("odd"));
    assert!(words(&coach, Language::English, |words| words.is_proved()));
    let contrast = words(&coach, Language::English, |words| words.contrast());
    assert!(contrast.expect("known").contains("olumn 1"));
    coach.apply(CoachMessage::GoOn, 0);
    assert_eq!(coach.question(), None);
    let done = words(&coach, Language::English, |words| words.status());
    assert_eq!(done, "Done: 3 of 3 points");
}

#[test]
fn hints_cost_points_and_go_from_theme_to_column() {
    let mut coach = open_game(SLIPPED, None, "");
    let mut taken = Vec::new();
    for points in [2, 1, 0, 0] {
        coach.apply(CoachMessage::TakeHint, 0);
        assert_eq!(coach.question().map(CoachQuestion::points), Some(points));
        taken = words(&coach, Language::English, |words| words.hints());
    }
    assert_eq!(taken.len(), 3);
    assert!(taken[0].contains("odd threat"), "{taken:?}");
    assert!(taken[1].contains("columns 3 to 5"), "{taken:?}");
    assert!(taken[2].contains("column 4"), "{taken:?}");
    press(&mut coach, 4);
    let log = coach.log();
    let known = log.get(BEFORE).expect("logged");
    assert!(!known.is_fixed(), "the column was given away");
}

#[test]
fn every_drop_that_keeps_the_outcome_is_right() {
    let coach = open_game(TWO_WAYS, Some(Player::First), "");
    for right in [5, 7] {
        let mut coach = coach.clone();
        press(&mut coach, right);
        let answer = coach.question().and_then(CoachQuestion::answer);
        assert_eq!(answer, Some(CoachAnswer::Found(column(right))));
    }
    let mut coach = coach;
    press(&mut coach, 2);
    let status = words(&coach, Language::English, |words| words.status());
    assert_eq!(status, "Column 2 only draws. Try again.");
}

#[test]
fn a_shown_answer_comes_back_tomorrow_and_moves_on_when_right() {
    let mut coach = open_game(SLIPPED, None, "");
    coach.apply(CoachMessage::ShowAnswer, 0);
    assert_eq!(coach.question().map(CoachQuestion::points), Some(0));
    let mut stored = coach.changed_log().expect("it has changed");
    let mut now_ms = 0;
    for days in [1, 3, 7, 21] {
        let log = MistakeLog::from_text(&stored).expect("a log");
        let left = log.get(BEFORE).and_then(|known| known.days_left(now_ms));
        assert!(left <= Some(days) && left > Some(0), "{left:?}");
        now_ms += days * DAY_MS;
        let mut coach = CoachState::default();
        coach.apply(CoachMessage::Open(CoachPage::Due, stored), now_ms);
        assert_eq!(
            coach.question().map(CoachQuestion::link).as_deref(),
            Some(BEFORE)
        );
        // Pressed before the engine has answered.
        coach.apply(CoachMessage::Press(column(4)), now_ms);
        assert_eq!(coach.question().and_then(CoachQuestion::answer), None);
        answer_all(&mut coach, &mut solver(), now_ms);
        let answer = coach.question().and_then(CoachQuestion::answer);
        assert_eq!(answer, Some(CoachAnswer::Found(column(4))));
        stored = coach.changed_log().expect("it has changed");
    }
    let log = MistakeLog::from_text(&stored).expect("a log");
    assert!(log.get(BEFORE).expect("still known").is_learnt());
    assert!(log.due(now_ms + 1000 * DAY_MS).is_empty());
}

#[test]
fn a_wrong_answer_starts_again() {
    let mut log = MistakeLog::default();
    log.add(&game(BEFORE), column(1), SLIPPED, 0);
    log.record_answer(BEFORE, true, DAY_MS);
    let due = |log: &MistakeLog, ms| log.due(ms).len();
    assert_eq!((due(&log, 2 * DAY_MS), due(&log, 4 * DAY_MS)), (0, 1));
    log.record_answer(BEFORE, false, 4 * DAY_MS);
    assert_eq!((due(&log, 4 * DAY_MS), due(&log, 5 * DAY_MS)), (0, 1));
    // Practice before it is due fixes it, and changes no date.
    log.record_answer(BEFORE, true, 4 * DAY_MS);
    assert!(log.get(BEFORE).expect("known").is_fixed());
    assert_eq!(due(&log, 5 * DAY_MS), 1);
}

#[test]
fn a_game_counts_once_and_another_one_again() {
    let mut log = MistakeLog::default();
    log.add(&game(BEFORE), column(1), SLIPPED, 0);
    log.set_theme(BEFORE, MistakeTheme::OddThreat);
    log.record_answer(BEFORE, true, DAY_MS);
    let before = log.clone();
    log.add(&game(BEFORE), column(1), SLIPPED, 2 * DAY_MS);
    assert_eq!(log, before);
    log.add(&game(BEFORE), column(1), "other", 2 * DAY_MS);
    let known = log.get(BEFORE).expect("known");
    assert_eq!((known.misses, known.is_fixed()), (2, false));
    assert_eq!(known.theme, Some(MistakeTheme::OddThreat));
    let themes = log.by_theme();
    assert_eq!((themes.len(), themes[0].mistakes.len()), (1, 1));
}

#[test]
fn a_log_is_saved_merged_and_bounded() {
    let mut log = MistakeLog::default();
    log.add(&game("4455"), column(1), "44551", 5);
    log.add(&game(BEFORE), column(1), SLIPPED, 7);
    log.set_theme("4455", MistakeTheme::MissedFork);
    assert_eq!(MistakeLog::from_text(&log.to_text()), Some(log.clone()));
    // Damaged entries go, the others stay.
    let damaged = log.to_text().replace("\"4455\"", "\"4444444\"");
    let read = MistakeLog::from_text(&damaged).expect("a log");
    assert_eq!(read.mistakes().len(), 1);
    assert_eq!(MistakeLog::from_text("{"), None);
    assert_eq!(
        MistakeLog::from_text(r#"{"version":9,"mistakes":[]}"#),
        None
    );

    let mut other = MistakeLog::default();
    other.add(&game("4455"), column(7), "44557", 9);
    other.merge(log);
    let links: Vec<_> = other.mistakes().iter().map(LoggedMistake::link).collect();
    assert_eq!(links, ["4455", BEFORE]);
    assert_eq!(other.get("4455").map(|known| known.played), Some(column(7)));

    let mut full = MistakeLog::default();
    for number in 0..MISTAKES_MAX + 3 {
        // Distinct games of four drops.
        let [a, b, c, d] = [1, 7, 49, 343].map(|unit| number / unit % 7 + 1);
        full.add(
            &game(&format!("{a}{b}{c}{d}")),
            column(1),
            "",
            number as u64,
        );
    }
    assert_eq!(full.mistakes().len(), MISTAKES_MAX);
    assert_eq!(full.get("1111"), None, "the oldest is dropped");
}

#[test]
fn play_goes_on_against_the_bot_of_the_table() {
    let mut coach = open_game(SLIPPED, None, "");
    let person = || Occupant::Person(String::new());
    let hard = Occupant::Bot("hard balanced".to_owned());
    let table = GameStart::new(Ruleset::STANDARD, [hard.clone(), person()]);
    assert_eq!(coach.continued_game(&table), None);
    press(&mut coach, 4);
    let start = coach.continued_game(&table).expect("it goes on");
    assert_eq!(start.seats, [person(), hard]);
    assert_eq!((start.first, start.opening.len()), (Seat::One, 17));
    let people = GameStart::new(Ruleset::STANDARD, [person(), person()]);
    let start = coach.continued_game(&people).expect("it goes on");
    assert!(matches!(&start.seats[1], Occupant::Bot(id) if id.starts_with("perfect")));
}

#[test]
fn a_game_without_mistakes_or_verdicts_asks_nothing() {
    let coach = open_game(SLIPPED, Some(Player::Second), "");
    let found = coach.session().map(|session| session.questions().len());
    let status = words(&coach, Language::English, |words| words.status());
    assert_eq!(found, Some(0), "{status}");
    assert!(status.starts_with("Nothing to find"), "{status}");
    let mut coach = CoachState::default();
    let pop_out = foursight_record::read_link("pop-out_7x6!4_44P4").expect("a legal game");
    let page = CoachPage::Game(Box::new(pop_out), None);
    coach.apply(CoachMessage::Open(page, String::new()), 0);
    assert_eq!(coach.next_request(), None);
    let status = words(&coach, Language::English, |words| words.status());
    assert!(status.contains("no exact verdicts"), "{status}");
}

#[test]
fn files_are_added_to_the_log() {
    let mut log = MistakeLog::default();
    log.add(&game("4455"), column(1), "44551", 5);
    let mut coach = CoachState::default();
    coach.apply(CoachMessage::Open(CoachPage::Overview, String::new()), 0);
    assert_eq!(coach.changed_log(), None);
    coach.apply(CoachMessage::FileRead(Some("no log".to_owned())), 0);
    assert_eq!(coach.notice(), Some(CoachNotice::NotALog));
    assert_eq!(coach.changed_log(), None);
    coach.apply(CoachMessage::FileRead(Some(log.to_text())), 0);
    assert_eq!(coach.notice(), Some(CoachNotice::Loaded(1)));
    assert_eq!(coach.changed_log(), Some(log.to_text()));
}
