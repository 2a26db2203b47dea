//! The state of the puzzle page.

use std::collections::HashSet;

use foursight_core::{Column, Game};
use foursight_explain::ProofCode;
use foursight_protocol::engine::{EngineQuery, EngineReply, VerdictBounds};
use foursight_puzzles::{
    Puzzle, PuzzleHistory, PuzzleId, PuzzleSet, PuzzleTheme, RunMode, RunResult, day_at,
};
use foursight_solver::Verdict;

use super::run_progress::{RunProgress, RunStep};
use super::{ExplainedMove, OpenPuzzle, PuzzleEffect, PuzzleFeedback, PuzzleMessage, PuzzleSource};
use crate::engine_client::RequestResult;
use crate::play::TimeAndSeed;

/// Positions that the search for the reason of a move visits at most.
const REASON_POSITIONS: u64 = 400_000;
/// Positions that the solver visits at most for the verdicts of a reason.
const REASON_NODES: u64 = 12_000_000;

/// Purpose of an answer of the solver.
#[derive(Clone, Debug, PartialEq)]
enum Purpose {
    /// Judges the player's move.
    Judge,
    /// Verdicts of all columns, which a reason needs.
    Verdicts(Game, Column),
    /// A reason.
    Reason(Game, Column, Vec<Option<Verdict>>),
}

/// State of the puzzle page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PuzzleState {
    source: PuzzleSource,
    history: PuzzleHistory,
    open: Option<OpenPuzzle>,
    run: Option<RunProgress>,
    now_ms: u64,
    utc_offset_minutes: i32,
    /// Number and purpose of the request that the solver works on.
    pending: Option<(u64, Purpose)>,
    last_request: u64,
}

impl PuzzleState {
    /// Returns where puzzles come from.
    #[must_use]
    pub const fn source(&self) -> PuzzleSource {
        self.source
    }

    /// Returns what the player has done.
    #[must_use]
    pub const fn history(&self) -> &PuzzleHistory {
        &self.history
    }

    /// Returns the puzzle on the board.
    #[must_use]
    pub const fn open(&self) -> Option<&OpenPuzzle> {
        self.open.as_ref()
    }

    /// Returns the series in play, or the one just over.
    #[must_use]
    pub const fn run(&self) -> Option<&RunProgress> {
        self.run.as_ref()
    }

    /// Returns true while a series is in play: without hints and other defences.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| !run.is_over)
    }

    /// Returns true if the player may move.
    #[must_use]
    pub fn may_move(&self) -> bool {
        let is_over = self.run.as_ref().is_some_and(|run| run.is_over);
        !is_over && self.open.as_ref().is_some_and(OpenPuzzle::may_move)
    }

    /// Returns today, counted from 1 January 1970.
    #[must_use]
    pub fn today(&self) -> u32 {
        day_at(self.now_ms, self.utc_offset_minutes)
    }

    /// Returns the milliseconds that a storm has left.
    #[must_use]
    pub fn remaining_ms(&self) -> Option<u64> {
        let run = self.run.as_ref().filter(|run| !run.is_over)?;
        run.run.remaining_ms(self.now_ms)
    }

    /// Returns true if the puzzle of the day on the board is that of another day.
    #[must_use]
    pub fn has_new_day(&self) -> bool {
        let daily = self.open.as_ref().and_then(OpenPuzzle::daily);
        daily.is_some_and(|day| day != self.today())
    }

    /// Returns true if the passed time changes the page.
    pub(super) fn is_due(&self, utc_offset_minutes: i32, now: TimeAndSeed) -> bool {
        self.remaining_ms().is_some() || day_at(now.at_ms, utc_offset_minutes) != self.today()
    }

    /// Applies a message and returns its effects in order.
    pub fn update(&mut self, message: PuzzleMessage, now: TimeAndSeed) -> Vec<PuzzleEffect> {
        self.now_ms = now.at_ms;
        let mut effects = Vec::new();
        match message {
            PuzzleMessage::Open(source, stored, offset) => {
                self.utc_offset_minutes = offset;
                self.load(&stored, &mut effects);
                self.show_source(source, now, &mut effects);
            }
            PuzzleMessage::OpenHistory(stored, offset) => {
                self.utc_offset_minutes = offset;
                self.load(&stored, &mut effects);
            }
            PuzzleMessage::HistoryChanged(stored) => self.load(&stored, &mut effects),
            PuzzleMessage::Tick(offset) => self.utc_offset_minutes = offset,
            PuzzleMessage::ChooseHand(hand) => {
                if let Some(open) = &mut self.open {
                    open.set_hand(hand);
                }
            }
            PuzzleMessage::StartRun => {
                if let PuzzleSource::Run(mode) = self.source {
                    self.run = Some(RunProgress::new(mode, now.at_ms));
                    self.show_next(now, &mut effects);
                }
            }
            PuzzleMessage::Replied(number, result) => {
                self.receive(number, result, now, &mut effects);
            }
            message => self.solve(&message, now, &mut effects),
        }
        self.end_run_if_over(&mut effects);
        self.request_reason(&mut effects);
        effects
    }

    /// Applies a message about the puzzle on the board.
    fn solve(
        &mut self,
        message: &PuzzleMessage,
        now: TimeAndSeed,
        effects: &mut Vec<PuzzleEffect>,
    ) {
        let is_running = self.is_running();
        if matches!(message, PuzzleMessage::Next) {
            return self.next(now, effects);
        }
        let is_over = self.run.as_ref().is_some_and(|run| run.is_over);
        let Some(open) = self.open.as_mut().filter(|_| !is_over) else {
            return;
        };
        match message {
            // A press while the refutation is shown leaves it, so that no move is made by mistake.
            PuzzleMessage::Press(_) if open.is_refuted() && !is_running => {
                open.leave_refutation();
            }
            PuzzleMessage::Press(column) => {
                let mv = open.move_for_press(*column);
                let after = open.play(mv);
                self.judge(after, now, effects);
            }
            PuzzleMessage::Play(mv) => {
                let after = open.play(*mv);
                self.judge(after, now, effects);
            }
            PuzzleMessage::AnswerNoWin => {
                open.answer_no_win();
                self.record_result(now, effects);
            }
            PuzzleMessage::RevealHint if !is_running => {
                open.reveal_hint();
                if open.score() == 0 {
                    self.record_result(now, effects);
                }
            }
            PuzzleMessage::TryAnotherDefence if !is_running => open.try_another_defence(),
            PuzzleMessage::TryAgain if !is_running => open.leave_refutation(),
            PuzzleMessage::Continue if open.is_refuted() && !is_running => open.leave_refutation(),
            PuzzleMessage::Continue => self.next(now, effects),
            PuzzleMessage::Skip => {
                if let Some(run) = &mut self.run
                    && run.run.skip()
                {
                    run.last = Some(RunStep::Skipped);
                    self.show_next(now, effects);
                }
            }
            _ => {}
        }
    }

    fn load(&mut self, stored: &str, effects: &mut Vec<PuzzleEffect>) {
        let (history, invalid) = PuzzleHistory::from_text(stored);
        if !invalid.is_empty() {
            effects.push(PuzzleEffect::KeepDamagedHistory);
            effects.push(PuzzleEffect::SaveHistory(history.to_text()));
        }
        self.history = history;
    }

    /// Shows a source. What is on the board from it stays there, unless a new day has come.
    fn show_source(
        &mut self,
        source: PuzzleSource,
        now: TimeAndSeed,
        effects: &mut Vec<PuzzleEffect>,
    ) {
        let is_same = self.source == source && self.open.is_some() && !self.has_new_day();
        if is_same {
            return;
        }
        self.source = source;
        self.run = None;
        self.open = None;
        self.cancel(effects);
        if !matches!(source, PuzzleSource::Run(_)) {
            self.show_next(now, effects);
        }
    }

    /// Goes on to the next puzzle, once the one on the board is settled.
    fn next(&mut self, now: TimeAndSeed, effects: &mut Vec<PuzzleEffect>) {
        let is_settled = self.open.as_ref().is_none_or(|open| {
            open.attempt().is_solved() || open.recorded().is_some() || self.has_new_day()
        });
        let is_over = self.run.as_ref().is_some_and(|run| run.is_over);
        // A link and a day have one puzzle only.
        let is_single = matches!(self.source, PuzzleSource::One(_))
            || self.source == PuzzleSource::Daily && !self.has_new_day();
        if is_settled && !is_over && !is_single {
            if let Some(run) = &mut self.run {
                run.last = None;
            }
            self.show_next(now, effects);
        }
    }

    /// Opens the next puzzle of the source.
    fn show_next(&mut self, now: TimeAndSeed, effects: &mut Vec<PuzzleEffect>) {
        self.cancel(effects);
        let daily = (self.source == PuzzleSource::Daily).then(|| self.today());
        let puzzle = self.choose(now.seed);
        if let (Some(run), Some(puzzle)) = (&mut self.run, puzzle) {
            run.seen.push(puzzle.id);
        }
        self.open = puzzle.map(|puzzle| OpenPuzzle::new(puzzle, daily));
    }

    fn choose(&self, seed: u64) -> Option<&'static Puzzle> {
        let set = PuzzleSet::shipped();
        let near = |rating: f64, theme: Option<PuzzleTheme>, seen: &HashSet<PuzzleId>| {
            set.near(rating, theme, &|id| seen.contains(&id), seed)
        };
        let tried = || {
            self.history
                .tries()
                .iter()
                .map(|attempt| attempt.id)
                .collect()
        };
        let rating = self.history.rating().rating;
        match self.source {
            PuzzleSource::Daily => set.daily(self.today()),
            PuzzleSource::Near => near(rating, None, &tried()),
            PuzzleSource::Theme(theme) => near(rating, Some(theme), &tried()),
            PuzzleSource::Missed => {
                let due = self.history.due(self.today());
                due.into_iter().find_map(|id| set.get(id))
            }
            PuzzleSource::One(id) => set.get(id),
            PuzzleSource::Run(_) => {
                let run = self.run.as_ref()?;
                // Series have one set of rules, so that players need not read them.
                let others = set.puzzles().iter();
                let others = others.filter(|puzzle| !puzzle.theme.is_standard());
                let unwanted = others.map(|puzzle| puzzle.id);
                let unwanted = unwanted.chain(run.seen.iter().copied()).collect();
                near(run.run.next_rating().into(), None, &unwanted)
            }
        }
    }

    /// Requests the verdicts that judge a move, or takes its judgement.
    fn judge(&mut self, after: Option<Game>, now: TimeAndSeed, effects: &mut Vec<PuzzleEffect>) {
        match after {
            Some(game) => self.request(EngineQuery::SolveColumns { game }, Purpose::Judge, effects),
            None => self.record_result(now, effects),
        }
    }

    /// Records a puzzle that is solved, missed, or whose answer was shown.
    fn record_result(&mut self, now: TimeAndSeed, effects: &mut Vec<PuzzleEffect>) {
        let today = self.today();
        let is_over = self.run.as_ref().is_some_and(|run| run.is_over);
        let Some(open) = self.open.as_mut().filter(|_| !is_over) else {
            return;
        };
        let is_solved = *open.feedback() == PuzzleFeedback::Solved;
        let score = if open.is_refuted() { 0 } else { open.score() };
        if !is_solved && score > 0 {
            return;
        }
        let is_new = open.record(score);
        let puzzle = open.puzzle().clone();
        if let Some(day) = open.daily().filter(|_| is_solved) {
            self.history.solve_daily(day);
        }
        match &mut self.run {
            Some(run) if is_new => {
                run.run.record(is_solved, now.at_ms);
                if !is_solved {
                    run.missed.push(puzzle.id);
                }
                self.history.record_unrated(&puzzle, today, score);
            }
            None if is_new => self.history.record(&puzzle, today, score),
            _ => {}
        }
        if is_new || is_solved {
            effects.push(PuzzleEffect::SaveHistory(self.history.to_text()));
        }
        if is_solved
            && let Some(run) = &mut self.run
            && !run.run.is_over(now.at_ms)
        {
            run.last = Some(RunStep::Solved);
            self.show_next(now, effects);
        }
    }

    /// Ends the series once its last life or its time is gone.
    fn end_run_if_over(&mut self, effects: &mut Vec<PuzzleEffect>) {
        let day = self.today();
        let Some(run) = &mut self.run else {
            return;
        };
        if run.is_over || !run.run.is_over(self.now_ms) {
            return;
        }
        run.is_over = true;
        let (mode, solved): (RunMode, u32) = (run.run.mode(), run.run.solved());
        let best = self.history.best_run(mode).unwrap_or(0);
        run.is_best = solved > best;
        self.history.record_run(RunResult { mode, day, solved });
        effects.push(PuzzleEffect::SaveHistory(self.history.to_text()));
    }

    fn request(&mut self, query: EngineQuery, to: Purpose, effects: &mut Vec<PuzzleEffect>) {
        self.last_request += 1;
        self.pending = Some((self.last_request, to));
        effects.push(PuzzleEffect::Request(self.last_request, Box::new(query)));
    }

    fn cancel(&mut self, effects: &mut Vec<PuzzleEffect>) {
        if self.pending.take().is_some() {
            effects.push(PuzzleEffect::CancelRequest);
        }
    }

    /// Requests the reason of the move that the player should understand now. Other moves are judged
    /// first.
    fn request_reason(&mut self, effects: &mut Vec<PuzzleEffect>) {
        let wanted = self.open.as_ref().filter(|open| !open.was_explained());
        let wanted = wanted.and_then(OpenPuzzle::to_explain);
        match (&self.pending, wanted) {
            (None, Some((game, column))) => {
                let query = EngineQuery::SolveColumns { game: game.clone() };
                self.request(query, Purpose::Verdicts(game, column), effects);
            }
            // The player has gone on.
            (Some((_, Purpose::Verdicts(..) | Purpose::Reason(..))), None) => self.cancel(effects),
            _ => {}
        }
    }

    fn receive(
        &mut self,
        number: u64,
        result: RequestResult,
        now: TimeAndSeed,
        effects: &mut Vec<PuzzleEffect>,
    ) {
        // Replies to earlier requests are late.
        let Some((_, to)) = self.pending.take_if(|(pending, _)| *pending == number) else {
            return;
        };
        let reply = result.ok();
        match to {
            Purpose::Judge => {
                let verdicts = exact_columns(reply).unwrap_or_default();
                if let Some(open) = &mut self.open {
                    open.apply_verdicts(&verdicts);
                }
                self.record_result(now, effects);
            }
            Purpose::Verdicts(game, column) => {
                let Some(verdicts) = exact_columns(reply) else {
                    return self.give_up_reason();
                };
                let query = EngineQuery::ExplainDrop {
                    game: game.clone(),
                    column,
                    positions: REASON_POSITIONS,
                    nodes: REASON_NODES,
                };
                self.request(query, Purpose::Reason(game, column, verdicts), effects);
            }
            Purpose::Reason(game, column, verdicts) => {
                let code = match reply {
                    Some(EngineReply::Explained(code)) => code,
                    _ => Vec::new(),
                };
                let read = ProofCode::decode(game.position(), column, &verdicts, &code);
                let mover = game.position().to_move();
                match (read, &mut self.open) {
                    (Some(explanation), Some(open)) => {
                        open.explain(Some(ExplainedMove { mover, explanation }));
                    }
                    _ => self.give_up_reason(),
                }
            }
        }
    }

    fn give_up_reason(&mut self) {
        if let Some(open) = &mut self.open {
            open.explain(None);
        }
    }
}

/// Returns the exact verdict of each column, or `None` without an answer.
fn exact_columns(reply: Option<EngineReply>) -> Option<Vec<Option<Verdict>>> {
    let Some(EngineReply::ColumnVerdicts { columns, .. }) = reply else {
        return None;
    };
    let exact = |bounds: Option<VerdictBounds>| bounds.and_then(VerdictBounds::exact);
    Some(columns.into_iter().map(exact).collect())
}
