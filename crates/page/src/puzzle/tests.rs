//! The puzzle page without a browser: a small engine of the test answers its requests.

use foursight_core::{Column, Game, Move};
use foursight_explain::{ExplainBudget, Explainer, ProofCode};
use foursight_protocol::engine::{EngineQuery, EngineReply};
use foursight_puzzles::{
    MissReason, PuzzleAnswer, PuzzleGoal, PuzzleHistory, PuzzleJudgement, PuzzleSet, PuzzleTheme,
    RunMode,
};
use foursight_solver::{BoundedValue, Solver};

use super::*;
use crate::engine_client::RequestError;
use crate::play::{Message, Model, StartupState, TimeAndSeed, update};
use crate::stage::BoardAnimation;
use crate::text::{Language, Text};
use crate::wording::player_names::PlayerNames;

mod runs;

const DAY_MS: u64 = 86_400_000;
/// 19 November 2026 at noon, UTC.
const NOON_MS: u64 = 20_776 * DAY_MS + DAY_MS / 2;

/// A page, its storage and its solver.
struct TestPage {
    state: PuzzleState,
    solver: Solver,
    stored: String,
    now_ms: u64,
    utc_offset_minutes: i32,
    seed: u64,
    has_solver: bool,
}

impl TestPage {
    fn new() -> Self {
        Self {
            state: PuzzleState::default(),
            solver: Solver::default(),
            stored: String::new(),
            now_ms: NOON_MS,
            utc_offset_minutes: 0,
            seed: 7,
            has_solver: true,
        }
    }

    fn at(source: PuzzleSource) -> Self {
        let mut page = Self::new();
        page.show(source);
        page
    }

    fn show(&mut self, source: PuzzleSource) {
        let stored = self.stored.clone();
        self.send(PuzzleMessage::Open(source, stored, self.utc_offset_minutes));
    }

    fn send(&mut self, message: PuzzleMessage) {
        self.seed += 1;
        let now = TimeAndSeed {
            at_ms: self.now_ms,
            seed: self.seed,
        };
        let mut effects = self.state.update(message, now);
        while !effects.is_empty() {
            let mut next = Vec::new();
            for effect in effects {
                match effect {
                    PuzzleEffect::SaveHistory(text) => self.stored = text,
                    PuzzleEffect::Request(number, query) => {
                        let result = self.answer(*query);
                        let reply = PuzzleMessage::Replied(number, result);
                        next.extend(self.state.update(reply, now));
                    }
                    PuzzleEffect::KeepDamagedHistory | PuzzleEffect::CancelRequest => {}
                }
            }
            effects = next;
        }
    }

    fn answer(&mut self, query: EngineQuery) -> Result<EngineReply, RequestError> {
        if !self.has_solver {
            return Err(RequestError::EngineFailed);
        }
        Ok(match query {
            EngineQuery::SolveColumns { game } => {
                EngineReply::from(self.solver.analyse(game.position()).expect("solved"))
            }
            EngineQuery::ExplainDrop { game, column, .. } => {
                let budget = ExplainBudget {
                    positions: 20_000,
                    looks_ahead: false,
                };
                let mut explainer = Explainer::new(&mut self.solver, budget);
                let verdicts = explainer.verdicts(game.position()).expect("solved");
                let drop = explainer.explain_drop(game.position(), column, &verdicts);
                EngineReply::Explained(ProofCode::encode(&drop.expect("open")))
            }
            other => panic!("{other:?}"),
        })
    }

    fn open(&self) -> &OpenPuzzle {
        self.state.open().expect("a puzzle")
    }

    fn press(&mut self, mv: Move) {
        match mv {
            Move::Drop(column) => self.send(PuzzleMessage::Press(column)),
            mv => self.send(PuzzleMessage::Play(mv)),
        }
    }

    /// Answers the puzzle on the board rightly, to its end.
    fn solve(&mut self) {
        let id = self.open().puzzle().id;
        let is_open = |page: &Self| {
            let open = page.open();
            open.puzzle().id == id && !open.attempt().is_solved() && page.state.may_move()
        };
        for _ in 0..12 {
            if !is_open(self) {
                return;
            }
            match self.open().puzzle().answer {
                PuzzleAnswer::NoWin => self.send(PuzzleMessage::AnswerNoWin),
                PuzzleAnswer::Move(mv) if self.open().attempt().own_moves() == 0 => self.press(mv),
                PuzzleAnswer::Move(_) => {
                    let mv = self.right_move();
                    self.press(mv);
                }
            }
        }
        assert!(!is_open(self), "{id} was not solved");
    }

    /// Returns a move that the judge accepts.
    fn right_move(&mut self) -> Move {
        let attempt = self.open().attempt().clone();
        let moves = attempt.game().legal_moves();
        let found = moves.into_iter().find(|mv| {
            let mut attempt = attempt.clone();
            let mut judgement = attempt.try_move(*mv);
            if let Some(game) = attempt.pending_game() {
                let columns = self
                    .solver
                    .analyse(game.position())
                    .expect("solved")
                    .columns;
                let columns = columns.into_iter();
                let verdicts: Vec<_> = columns.map(|v| v.and_then(BoundedValue::exact)).collect();
                judgement = attempt.apply_verdicts(&verdicts);
            }
            matches!(
                judgement,
                PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. }
            )
        });
        found.expect("a right move")
    }

    /// Makes a wrong move or gives a wrong answer.
    fn miss(&mut self) {
        let open = self.open();
        let answer = open.puzzle().answer;
        let moves = open.attempt().game().legal_moves();
        let wrong = moves
            .into_iter()
            .find(|mv| PuzzleAnswer::Move(*mv) != answer);
        self.press(wrong.expect("a wrong move"));
    }

    fn words<T>(&self, language: Language, read: impl FnOnce(&PuzzleWords<'_>) -> T) -> T {
        let text = Text(language);
        let names = PlayerNames::unknown(text);
        read(&PuzzleWords::new(text, &names, &self.state))
    }
}

fn by_theme(theme: PuzzleTheme) -> TestPage {
    TestPage::at(PuzzleSource::Theme(theme))
}

#[test]
fn the_puzzle_of_the_day_changes_at_local_midnight() {
    let mut page = TestPage::new();
    page.utc_offset_minutes = 60;
    page.now_ms = 20_776 * DAY_MS - 3_600_000 - 1;
    page.show(PuzzleSource::Daily);
    let set = PuzzleSet::shipped();
    assert_eq!(Some(page.open().puzzle()), set.daily(20_775));
    assert!(!page.state.has_new_day());
    page.now_ms += 1;
    page.send(PuzzleMessage::Tick(60));
    assert!(page.state.has_new_day());
    // The puzzle stays on the board until the player goes on, and still counts for its own day.
    assert_eq!(Some(page.open().puzzle()), set.daily(20_775));
    page.solve();
    assert!(page.state.history().has_solved_daily(20_775));
    page.send(PuzzleMessage::Next);
    assert_eq!(Some(page.open().puzzle()), set.daily(20_776));
    page.solve();
    assert_eq!(page.state.history().daily_streak(20_776), 2);
    assert_eq!(
        page.words(Language::English, |words| words.streak()),
        "2 days in a row"
    );
    let week = page.words(Language::German, |words| words.week());
    let solved: Vec<_> = week.iter().map(|day| day.is_solved).collect();
    assert_eq!(solved, [false, false, false, false, false, true, true]);
    assert_eq!(
        (week[5].name.as_str(), week[6].name.as_str()),
        ("Mi", "Heute")
    );
    // Visited again on the same day, it is the same puzzle.
    page.show(PuzzleSource::Near);
    page.show(PuzzleSource::Daily);
    assert_eq!(Some(page.open().puzzle()), set.daily(20_776));
}

#[test]
fn clock_changes_break_no_streak() {
    let mut page = TestPage::new();
    // The last Sunday of October: the clock goes from two hours ahead of UTC to one. Each puzzle is
    // solved half an hour before midnight.
    for (day, offset) in [(20_750, 120), (20_751, 60), (20_752, 60)] {
        page.utc_offset_minutes = offset;
        let midnight = u64::from(day + 1_u32) * DAY_MS - u64::from(offset.unsigned_abs()) * 60_000;
        page.now_ms = midnight - 1_800_000;
        page.show(PuzzleSource::Daily);
        page.solve();
        assert!(page.state.history().has_solved_daily(day), "{day}");
    }
    let streak = |page: &TestPage| page.state.history().daily_streak(page.state.today());
    assert_eq!(streak(&page), 3);
    // The clock is set a week forward by mistake, a puzzle is solved, and the clock set right again.
    page.now_ms += 7 * DAY_MS;
    page.show(PuzzleSource::Daily);
    page.solve();
    page.now_ms -= 7 * DAY_MS;
    page.show(PuzzleSource::Daily);
    assert_eq!(streak(&page), 3);
    // A traveller to the west has more of the same day.
    page.utc_offset_minutes = -600;
    page.show(PuzzleSource::Daily);
    assert_eq!(streak(&page), 3);
}

#[test]
fn right_moves_are_answered_and_the_goal_is_reached() {
    let mut page = by_theme(PuzzleTheme::Fork);
    let puzzle = page.open().puzzle().clone();
    let PuzzleAnswer::Move(mv) = puzzle.answer else {
        panic!("forks have an answer");
    };
    page.press(mv);
    let PuzzleFeedback::Right(reply) = page.open().feedback().clone() else {
        panic!("{:?}", page.open().feedback());
    };
    let feedback = page.words(Language::English, |words| words.feedback());
    assert!(
        feedback.starts_with("Right. The reply is column"),
        "{feedback}"
    );
    assert_eq!(page.open().shown().moves().last(), reply.last());
    // Another defence is one press, and the player goes on from there.
    assert!(page.open().has_another_defence());
    page.send(PuzzleMessage::TryAnotherDefence);
    assert_ne!(page.open().shown().moves().last(), reply.last());
    page.solve();
    assert!(page.open().attempt().is_solved());
    assert!(
        page.words(Language::English, |words| words.reason())
            .is_some()
    );
    let tries = page.state.history().tries().to_vec();
    assert_eq!(
        tries
            .iter()
            .map(|attempt| attempt.score)
            .collect::<Vec<_>>(),
        [100]
    );
    assert_eq!(PuzzleHistory::from_text(&page.stored).0.tries(), tries);
    page.send(PuzzleMessage::Next);
    assert_ne!(page.open().puzzle().id, puzzle.id);
    assert_eq!(page.open().puzzle().theme, PuzzleTheme::Fork);
}

#[test]
fn a_wrong_move_is_refuted_on_the_board() {
    let mut page = by_theme(PuzzleTheme::OnlyMove);
    let before = page.open().shown().clone();
    page.miss();
    let PuzzleFeedback::Missed(miss) = page.open().feedback().clone() else {
        panic!("{:?}", page.open().feedback());
    };
    assert!(matches!(miss.reason, MissReason::Loses { .. }));
    let played = page.open().shown().moves()[before.moves().len()..].to_vec();
    assert_eq!(
        played,
        [vec![miss.mv.expect("a move")], miss.reply].concat()
    );
    let (question, paragraph) = page
        .words(Language::English, |words| words.reason())
        .expect("a reason");
    assert!(
        question.starts_with("Why column") && paragraph.len() > 20,
        "{question} {paragraph}"
    );
    // The next press only leaves the refutation.
    page.press(played[0]);
    assert_eq!(page.open().shown(), &before);
    assert_eq!(*page.open().feedback(), PuzzleFeedback::Question);
    assert!(
        page.words(Language::English, |words| words.reason())
            .is_none()
    );
    page.solve();
    // The miss stays a miss, and the puzzle returns tomorrow.
    let id = page.open().puzzle().id;
    let history = page.state.history();
    assert_eq!(
        history
            .tries()
            .iter()
            .map(|attempt| attempt.score)
            .collect::<Vec<_>>(),
        [0]
    );
    assert_eq!(history.due(20_777), [id]);
}

#[test]
fn missed_puzzles_return_after_1_3_7_and_21_days() {
    let mut page = by_theme(PuzzleTheme::Fork);
    let id = page.open().puzzle().id;
    page.miss();
    page.show(PuzzleSource::Missed);
    assert!(page.state.open().is_none());
    let nothing = page.words(Language::English, |words| words.headline());
    assert_eq!(nothing, "Nothing returns today.");
    for days in [1, 3, 7, 21] {
        let due = page.words(Language::English, |words| words.returning());
        assert_eq!(due[0].due, format!("in {days} d"));
        page.now_ms += (days - 1) * DAY_MS;
        page.show(PuzzleSource::Near);
        page.show(PuzzleSource::Missed);
        assert!(page.state.open().is_none(), "too early");
        page.now_ms += DAY_MS;
        page.show(PuzzleSource::Near);
        page.show(PuzzleSource::Missed);
        assert_eq!(page.open().puzzle().id, id);
        assert_eq!(
            page.words(Language::German, |words| words.missed_label()),
            "Früher verpasst: heute 1"
        );
        page.solve();
        page.send(PuzzleMessage::Next);
        assert!(page.state.open().is_none(), "one was due");
    }
    assert!(
        page.words(Language::English, |words| words.returning())
            .is_empty()
    );
}

#[test]
fn hints_cost_and_the_answer_costs_everything() {
    let mut page = by_theme(PuzzleTheme::Zugzwang);
    let label = |page: &TestPage| page.words(Language::English, |words| words.hint_label());
    assert_eq!(label(&page), "Hint, costs 20 %");
    page.send(PuzzleMessage::RevealHint);
    assert_eq!(
        (page.open().score(), label(&page).as_str()),
        (80, "Hint, costs 30 %")
    );
    page.send(PuzzleMessage::RevealHint);
    assert_eq!(
        (page.open().score(), label(&page).as_str()),
        (50, "Show the answer")
    );
    assert!(page.state.history().tries().is_empty());
    page.send(PuzzleMessage::RevealHint);
    assert_eq!(page.open().recorded(), Some(0));
    assert!(
        page.words(Language::English, |words| words.reason())
            .is_some()
    );
    let hints = page.words(Language::English, |words| words.hints());
    assert!(
        hints.len() == 3 && hints[2].starts_with("The answer is column"),
        "{hints:?}"
    );
    page.solve();
    assert_eq!(page.state.history().tries().len(), 1);
}

#[test]
fn no_win_is_an_answer() {
    let set = PuzzleSet::shipped();
    let of = |has_win: bool| {
        let mut puzzles = set.of_theme(Some(PuzzleTheme::AnyWin));
        let found = puzzles.find(|puzzle| (puzzle.answer != PuzzleAnswer::NoWin) == has_win);
        PuzzleSource::One(found.expect("a puzzle").id)
    };
    let mut page = TestPage::at(of(false));
    assert!(page.open().asks_for_a_win());
    page.send(PuzzleMessage::AnswerNoWin);
    let feedback = page.words(Language::German, |words| words.feedback());
    assert_eq!(feedback, "Richtig: Hier gibt es keinen Gewinn.");
    page.show(of(true));
    page.send(PuzzleMessage::AnswerNoWin);
    let feedback = page.words(Language::English, |words| words.feedback());
    assert_eq!(feedback, "There is a win.");
    assert_eq!(page.open().recorded(), Some(0));
    page.send(PuzzleMessage::TryAgain);
    page.solve();
    assert!(page.open().attempt().is_solved());
}

#[test]
fn variants_need_no_solver() {
    for theme in [PuzzleTheme::PopOut, PuzzleTheme::PowerUp] {
        let mut page = by_theme(theme);
        page.has_solver = false;
        assert!(matches!(page.open().puzzle().goal, PuzzleGoal::WinIn(_)));
        page.solve();
        assert!(page.open().attempt().is_solved(), "{theme}");
    }
}

#[test]
fn without_a_solver_a_move_is_taken_back() {
    let mut page = by_theme(PuzzleTheme::Fork);
    page.has_solver = false;
    let before = page.open().shown().clone();
    page.miss();
    assert_eq!(*page.open().feedback(), PuzzleFeedback::Unknown);
    assert_eq!(
        (page.open().shown(), page.open().recorded()),
        (&before, None)
    );
    page.has_solver = true;
    page.solve();
    assert_eq!(page.open().recorded(), Some(100));
}

#[test]
fn late_replies_and_damaged_histories_do_no_harm() {
    let mut page = by_theme(PuzzleTheme::Fork);
    let id = page.open().puzzle().id;
    page.send(PuzzleMessage::Replied(99, Err(RequestError::EngineFailed)));
    assert_eq!(page.open().puzzle().id, id);
    let now = TimeAndSeed::default();
    let damaged = PuzzleMessage::HistoryChanged("garbage\ndaily 20776\n".to_owned());
    let effects = page.state.update(damaged, now);
    assert_eq!(effects[0], PuzzleEffect::KeepDamagedHistory);
    assert!(page.state.history().has_solved_daily(20_776));
    // A full column is refused in words.
    let board = page.open().attempt().game().position().board();
    let full = board
        .columns()
        .find(|column| board.landing(*column).is_none());
    if let Some(column) = full {
        page.send(PuzzleMessage::Press(column));
        assert!(matches!(page.open().feedback(), PuzzleFeedback::Refused(_)));
    }
}

#[test]
fn addresses_round_trip() {
    let id = PuzzleSet::shipped().puzzles()[0].id;
    let mut sources = vec![
        PuzzleSource::Daily,
        PuzzleSource::Near,
        PuzzleSource::Missed,
        PuzzleSource::One(id),
    ];
    sources.extend(RunMode::ALL.map(PuzzleSource::Run));
    sources.extend(PuzzleTheme::ALL.map(PuzzleSource::Theme));
    for source in sources {
        let hash = source.hash();
        let path = hash.trim_start_matches("#/puzzle").trim_start_matches('/');
        assert_eq!(
            PuzzleAddress::parse(path),
            Some(PuzzleAddress::Play(source)),
            "{hash}"
        );
    }
    let sheet = PuzzleAddress::Sheet(Some(PuzzleTheme::Fork), 24);
    for (path, expected) in [
        ("history", Some(PuzzleAddress::History)),
        ("sheet", Some(PuzzleAddress::Sheet(None, SHEET_COUNT))),
        ("sheet/all/6", Some(PuzzleAddress::Sheet(None, 6))),
        ("sheet/fork/24", Some(sheet)),
        ("sheet/knots/24", None),
        ("theme/knots", None),
        ("nowhere", None),
    ] {
        assert_eq!(PuzzleAddress::parse(path), expected, "{path}");
    }
}

#[test]
fn the_model_publishes_the_state_only_when_it_changes() {
    let (mut model, _) = Model::restore(StartupState::default(), TimeAndSeed::default());
    let now = |at_ms| TimeAndSeed { at_ms, seed: 1 };
    let open = PuzzleMessage::Open(PuzzleSource::Daily, String::new(), 0);
    update(&mut model, Message::from(open), now(NOON_MS));
    assert_eq!(model.take_changed_features().len(), 1);
    update(
        &mut model,
        PuzzleMessage::Tick(0).into(),
        now(NOON_MS + 1000),
    );
    assert!(model.take_changed_features().is_empty());
    update(
        &mut model,
        PuzzleMessage::Tick(0).into(),
        now(NOON_MS + DAY_MS),
    );
    assert_eq!(model.take_changed_features().len(), 1);
}

#[test]
fn the_board_moves_by_the_plies_between_two_games() {
    let game = |drops: &str| {
        drops.bytes().fold(Game::default(), |game, digit| {
            let column = Column::from_number(usize::from(digit - b'0')).expect("in range");
            game.drop_in(column).expect("legal")
        })
    };
    let plies = |before: &str, after: &str| match BoardAnimation::path(&game(before), game(after)) {
        BoardAnimation::Plies(plies, _) => Some(plies.len()),
        _ => None,
    };
    assert_eq!(plies("44", "4453"), Some(2));
    assert_eq!(plies("4453", "44"), Some(2));
    assert_eq!(plies("4453", "4452"), Some(2));
    assert_eq!(plies("44", "44"), Some(0));
    assert_eq!(plies("1122", "44553311"), None);
}
