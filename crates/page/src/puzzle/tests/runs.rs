//! Streak, storm and survival.

use foursight_puzzles::{PuzzleHistory, RunMode, STORM_MS, SURVIVAL_LIVES};

use super::TestPage;
use crate::puzzle::{PuzzleMessage, PuzzleSource};
use crate::text::Language;

#[test]
fn a_streak_ends_with_the_first_miss_and_allows_one_skip() {
    let mut page = TestPage::at(PuzzleSource::Run(RunMode::Streak));
    assert!(page.state.open().is_none(), "it waits for the start");
    page.send(PuzzleMessage::StartRun);
    let mut seen = Vec::new();
    for solved in 1..=3 {
        let id = page.open().puzzle().id;
        assert!(!seen.contains(&id) && page.open().puzzle().theme.is_standard());
        seen.push(id);
        page.send(PuzzleMessage::RevealHint);
        assert!(page.open().hints().is_empty(), "series have no hints");
        page.solve();
        let feedback = page.words(Language::English, |words| words.feedback());
        assert!(
            feedback.starts_with(&format!("Solved! That makes {solved}. Next: ")),
            "{feedback}"
        );
    }
    let skipped = page.open().puzzle().id;
    page.send(PuzzleMessage::Skip);
    assert_ne!(page.open().puzzle().id, skipped);
    let kept = page.open().puzzle().id;
    page.send(PuzzleMessage::Skip);
    assert_eq!(page.open().puzzle().id, kept, "only one may be skipped");
    page.miss();
    let run = page.state.run().expect("a run");
    assert!(run.is_over() && run.is_best());
    assert_eq!((run.run().solved(), run.missed()), (3, &[kept][..]));
    assert!(page.open().is_refuted(), "the refutation is shown");
    let feedback = page.words(Language::English, |words| words.feedback());
    assert_eq!(
        feedback,
        "It is over. Solved: 3, most in a row: 3. Your best so far!"
    );
    assert_eq!(
        page.words(Language::English, |words| words.best())
            .as_deref(),
        Some("Your best: 3")
    );
    // The rating is for puzzles without a series; the missed one returns.
    let (start, history) = (PuzzleHistory::default(), page.state.history());
    assert!((history.rating().rating - start.rating().rating).abs() < 1e-9);
    assert_eq!(history.due(20_777), [kept]);
    page.send(PuzzleMessage::StartRun);
    assert!(page.state.is_running());
}

#[test]
fn a_storm_lasts_three_minutes() {
    let mut page = TestPage::at(PuzzleSource::Run(RunMode::Storm));
    page.send(PuzzleMessage::StartRun);
    page.solve();
    page.miss();
    assert!(page.state.is_running() && page.open().is_refuted());
    let status = page.words(Language::English, |words| words.run_status());
    assert_eq!(status, ["Solved: 1", "Time left: 2:50"]);
    page.send(PuzzleMessage::Continue);
    assert!(!page.open().is_refuted());
    page.now_ms += STORM_MS - 10_001;
    page.send(PuzzleMessage::Tick(0));
    assert!(page.state.is_running());
    page.now_ms += 1;
    page.send(PuzzleMessage::Tick(0));
    assert!(!page.state.is_running() && !page.state.may_move());
    page.solve();
    assert_eq!(page.state.history().best_run(RunMode::Storm), Some(1));
    let text = page.stored.clone();
    page.send(PuzzleMessage::Tick(0));
    assert_eq!(page.stored, text, "the result is recorded once");
}

#[test]
fn a_survival_ends_with_the_third_miss() {
    let mut page = TestPage::at(PuzzleSource::Run(RunMode::Survival));
    page.send(PuzzleMessage::StartRun);
    for missed in 1..=SURVIVAL_LIVES {
        page.solve();
        page.miss();
        assert_eq!(page.state.is_running(), missed < SURVIVAL_LIVES);
        page.send(PuzzleMessage::Next);
    }
    assert_eq!(page.state.history().best_run(RunMode::Survival), Some(3));
}
