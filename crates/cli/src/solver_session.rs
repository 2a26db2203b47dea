//! Runs the solver for `solve` and `analyse`: its book, budget, progress, and Ctrl-C.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use foursight_core::{Column, Game, Position, Ruleset};
use foursight_explain::{DropExplanation, ExplainBudget, Explainer, Explanation};
use foursight_protocol::solve::{SolveResult, VerdictKind};
use foursight_solver::{
    BoundedValue, CancelToken, Limits, SolveError, Solver, SolverOptions, Verdict,
};
use foursight_terminal::text;

use crate::books::ActiveBook;
use crate::exit::{CliError, Exit, print_message};
use crate::positions::{AnswerError, from_stdin};
use crate::progress::{ProgressNotice, clear_now};
use crate::settings::CliSettings;
use crate::solver_args::SearchArgs;
use crate::threads;

/// Exit code after Ctrl-C, by the convention of shells: 128 + SIGINT.
const INTERRUPTED_EXIT_CODE: i32 = 130;
/// Printed if Ctrl-C ends only the search.
const INTERRUPTED_MESSAGE: &str = "interrupted";

/// Handles Ctrl-C: the first one cancels the work, which then reports what it has. The second one,
/// or one while no work is running, ends the program.
pub(crate) struct Interrupt {
    pub(crate) cancel: CancelToken,
    busy: AtomicBool,
    /// Printed before Ctrl-C ends the program, unless it is empty.
    exit_message: Mutex<String>,
}

impl Interrupt {
    /// Installs the handler. If that fails, Ctrl-C ends the program as usual.
    pub(crate) fn install() -> Arc<Self> {
        let interrupt = Self::inactive();
        // `ctrlc` runs handlers on a thread; without it the signal would be lost.
        if threads::check_spawn(1).is_err() {
            return interrupt;
        }
        let handler = Arc::clone(&interrupt);
        let _ = ctrlc::set_handler(move || {
            if handler.cancel.is_cancelled() || !handler.busy.load(Ordering::Relaxed) {
                clear_now();
                let exit_message = handler.exit_message.lock();
                let exit_message = exit_message.unwrap_or_else(PoisonError::into_inner);
                if !exit_message.is_empty() {
                    print_message(&exit_message);
                }
                process::exit(INTERRUPTED_EXIT_CODE);
            }
            handler.cancel.cancel();
        });
        interrupt
    }

    /// Creates an interrupt without a handler.
    fn inactive() -> Arc<Self> {
        Arc::new(Self {
            cancel: CancelToken::default(),
            busy: AtomicBool::new(false),
            exit_message: Mutex::default(),
        })
    }

    /// Sets the message to print before Ctrl-C ends the program, such as how to continue.
    pub(crate) fn set_exit_message(&self, message: &str) {
        let exit_message = self.exit_message.lock();
        message.clone_into(&mut exit_message.unwrap_or_else(PoisonError::into_inner));
    }

    /// Sets whether work is running that Ctrl-C can cancel.
    pub(crate) fn set_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
    }
}

/// The goal of solving a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveGoal {
    /// Win, draw or loss.
    Outcome,
    /// The verdict.
    Verdict,
    /// Also the verdict of every column, and a perfect line of play.
    Columns,
}

/// A solver with its book, its budget per position, and its progress.
pub(crate) struct SolverSession {
    solver: Solver,
    book: Option<ActiveBook>,
    nodes: Option<u64>,
    time: Option<Duration>,
    interrupt: Arc<Interrupt>,
    is_cut_short: bool,
    notice: ProgressNotice,
    /// True if the notice can become visible, so that counting is worth the cost.
    is_counting: bool,
    /// Nodes that the notice counts from earlier searches.
    nodes_shown: u64,
    /// True to hide the notice after every answer, because the terminal shows answers or takes the
    /// next position.
    hides_between_answers: bool,
}

impl SolverSession {
    /// Creates a session for these positions, which may stand for standard input.
    pub(crate) fn new(
        args: &SearchArgs,
        positions: &[String],
        settings: &CliSettings,
    ) -> Result<Self, CliError> {
        // Before the book is read, so that a lack of memory is reported here.
        let mut solver = new_solver(SolverOptions {
            tt_bytes: args.memory_mb << 20,
            threads: args.threads,
            ..SolverOptions::default()
        })?;
        let book = if args.no_book {
            None
        } else {
            Some(ActiveBook::load(args.book.clone(), settings)?)
        };
        if let Some(book) = &book {
            solver = solver.with_book(Arc::clone(&book.book));
        }
        let notice = ProgressNotice::with_count("nodes");
        Ok(Self {
            solver,
            book,
            nodes: args.nodes,
            time: args.time_ms.map(Duration::from_millis),
            interrupt: Interrupt::install(),
            is_cut_short: false,
            is_counting: notice.is_visible(),
            notice,
            nodes_shown: 0,
            hides_between_answers: io::stdout().is_terminal()
                || from_stdin(positions) && io::stdin().is_terminal(),
        })
    }

    /// Turns the exit code of the answers into that of the run.
    pub(crate) fn exit_code(&self, exit: Exit) -> Exit {
        if self.interrupt.cancel.is_cancelled() {
            print_message(INTERRUPTED_MESSAGE);
        }
        match exit {
            Exit::Done if self.is_cut_short => Exit::Budget,
            other => other,
        }
    }

    /// Solves the position of a game.
    pub(crate) fn solve(
        &mut self,
        game: &Game,
        goal: SolveGoal,
    ) -> Result<SolveResult, AnswerError> {
        if self.interrupt.cancel.is_cancelled() {
            return Err(AnswerError::Stop(CliError::budget(INTERRUPTED_MESSAGE)));
        }
        if let Some(book) = &mut self.book {
            book.warn_if_unused_for(game.position().ruleset());
        }
        self.interrupt.set_busy(true);
        self.notice.show();
        let result = self.search(game.position(), goal);
        if self.hides_between_answers {
            self.notice.hide();
            self.nodes_shown = 0;
        }
        self.interrupt.set_busy(false);
        if let Ok(result) = &result {
            self.is_cut_short |= result.is_incomplete;
        }
        result.map_err(|error| answer_error(error, game))
    }

    /// Explains every column of the position of a game.
    pub(crate) fn explain(
        &mut self,
        game: &Game,
        budget: ExplainBudget,
    ) -> Result<Explanation, AnswerError> {
        let explanation =
            self.with_explainer(game, budget, |explainer| explainer.explain(game.position()))?;
        self.is_cut_short |= explanation.verdict.is_none();
        Ok(explanation)
    }

    /// Explains some columns by the verdicts of all.
    pub(crate) fn explain_drops(
        &mut self,
        game: &Game,
        columns: &[Column],
        verdicts: &[Option<Verdict>],
        budget: ExplainBudget,
    ) -> Result<Vec<DropExplanation>, AnswerError> {
        self.with_explainer(game, budget, |explainer| {
            let columns = columns.iter();
            let explain =
                |column: &Column| explainer.explain_drop(game.position(), *column, verdicts);
            Ok(columns.filter_map(explain).collect())
        })
    }

    /// Returns the verdicts of all columns of the position of a game, from the left.
    pub(crate) fn verdicts(&mut self, game: &Game) -> Result<Vec<Option<Verdict>>, AnswerError> {
        let verdicts = self.with_explainer(game, ExplainBudget::default(), |explainer| {
            explainer.verdicts(game.position())
        })?;
        let columns = game.position().board().columns().zip(&verdicts);
        let is_open = |column| game.position().board().landing(column).is_some();
        self.is_cut_short |= columns
            .into_iter()
            .any(|(column, verdict)| is_open(column) && verdict.is_none());
        Ok(verdicts)
    }

    /// Runs an explainer within the limits of one position.
    fn with_explainer<T>(
        &mut self,
        game: &Game,
        budget: ExplainBudget,
        run: impl FnOnce(&mut Explainer<'_>) -> Result<T, SolveError>,
    ) -> Result<T, AnswerError> {
        if self.interrupt.cancel.is_cancelled() {
            return Err(AnswerError::Stop(CliError::budget(INTERRUPTED_MESSAGE)));
        }
        self.interrupt.set_busy(true);
        self.notice.show();
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let interrupt = Arc::clone(&self.interrupt);
        let should_stop = || {
            interrupt.cancel.is_cancelled()
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let limits = Limits {
            nodes: self.nodes,
            cancel: Some(&interrupt.cancel),
            should_stop: Some(&should_stop),
            ..Limits::default()
        };
        let result = run(&mut Explainer::with_limits(
            &mut self.solver,
            budget,
            limits,
        ));
        if self.hides_between_answers {
            self.notice.hide();
        }
        self.interrupt.set_busy(false);
        result.map_err(|error| answer_error(error, game))
    }

    fn search(&mut self, position: &Position, goal: SolveGoal) -> Result<SolveResult, SolveError> {
        let started = Instant::now();
        let deadline = self.time.and_then(|time| started.checked_add(time));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let counter = NodeCounter::new(&self.notice, self.nodes_shown);
        let on_progress = |nodes| counter.update(nodes);
        let interrupt = Arc::clone(&self.interrupt);
        let limits = Limits {
            nodes: self.nodes,
            cancel: Some(&interrupt.cancel),
            should_stop: deadline.is_some().then_some(&is_late),
            on_progress: self.is_counting.then_some(&on_progress),
        };
        let ahead = u32::from(goal == SolveGoal::Columns);
        let book = self.book.as_ref();
        let is_from_book = book.is_some_and(|active| active.book.reaches(position, ahead));
        let mut result = match goal {
            // A book hit gives the exact verdict without a search.
            SolveGoal::Outcome if !is_from_book => {
                let solution = self.solver.outcome_within(position, limits)?;
                SolveResult::new(VerdictKind::Weak(solution.value), solution.nodes)
            }
            SolveGoal::Outcome => {
                let verdict = self.solver.verdict(position)?;
                let answer = BoundedValue::Exact(verdict.wdl());
                SolveResult::new(VerdictKind::Weak(answer), 0)
            }
            SolveGoal::Verdict => {
                let solution = self.solver.verdict_within(position, limits)?;
                SolveResult::new(VerdictKind::Exact(solution.value), solution.nodes)
            }
            SolveGoal::Columns => {
                let analysis = self.solver.analyse_within(position, limits)?;
                let mut result = SolveResult::from_analysis(analysis);
                if result.is_incomplete
                    && book.is_some_and(|active| active.book.reaches(position, 0))
                {
                    // The book covers the position itself, though not all of its children.
                    let verdict = self.solver.verdict(position)?;
                    result.verdict = VerdictKind::Exact(BoundedValue::Exact(verdict));
                }
                result
            }
        };
        result.is_from_book = is_from_book;
        result.micros = started.elapsed().as_micros() as u64;
        counter.finish_search(result.nodes);
        if goal == SolveGoal::Columns && !result.is_incomplete {
            let left = self.nodes.map(|nodes| nodes.saturating_sub(result.nodes));
            let limits = Limits {
                nodes: left,
                ..limits
            };
            result.variation = self.solver.principal_variation_within(position, limits)?;
            result.is_incomplete = result.variation.is_none();
            counter.finish_search(counter.current());
        }
        self.nodes_shown = counter.finished();
        Ok(result)
    }
}

/// Adds up the nodes of consecutive searches for the notice.
struct NodeCounter<'a> {
    notice: &'a ProgressNotice,
    /// Nodes of finished searches.
    finished: AtomicU64,
    /// Nodes of the current search that were reported so far.
    current: AtomicU64,
}

impl<'a> NodeCounter<'a> {
    /// Starts with the nodes of earlier searches.
    fn new(notice: &'a ProgressNotice, finished: u64) -> Self {
        Self {
            notice,
            finished: AtomicU64::new(finished),
            current: AtomicU64::new(0),
        }
    }

    /// Sets the nodes of the current search.
    fn update(&self, nodes: u64) {
        self.current.fetch_max(nodes, Ordering::Relaxed);
        self.notice.set_count(self.finished() + nodes);
    }

    /// Ends the current search with its total of nodes.
    fn finish_search(&self, nodes: u64) {
        self.finished.fetch_add(nodes, Ordering::Relaxed);
        self.current.store(0, Ordering::Relaxed);
    }

    fn current(&self) -> u64 {
        self.current.load(Ordering::Relaxed)
    }

    fn finished(&self) -> u64 {
        self.finished.load(Ordering::Relaxed)
    }
}

/// Creates a solver and allocates its memory for the standard board.
pub(crate) fn new_solver(options: SolverOptions) -> Result<Solver, CliError> {
    let mut solver = Solver::new(options);
    solver.prepare(Ruleset::STANDARD).map_err(solver_failure)?;
    Ok(solver)
}

/// Converts the error of a position that cannot be solved.
fn answer_error(error: SolveError, game: &Game) -> AnswerError {
    match error {
        SolveError::Memory { .. } => AnswerError::Stop(solver_failure(error)),
        SolveError::GameOver => AnswerError::Position(text::game_over_text(game)),
        _ => AnswerError::Position(error.to_string()),
    }
}

/// Converts the error of a solver that cannot start.
pub(crate) fn solver_failure(error: SolveError) -> CliError {
    match error {
        SolveError::Memory { mib } => CliError::budget(format_args!(
            "cannot allocate {mib} MiB of memory: use a smaller --memory-mb, or close other programs"
        )),
        _ => CliError::usage(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::Column;

    /// Analysing the columns of this position takes many nodes, and so does its line.
    #[test]
    fn the_count_includes_the_search_for_the_line() {
        let mut session = SolverSession {
            solver: Solver::default(),
            book: None,
            nodes: None,
            time: None,
            interrupt: Interrupt::inactive(),
            is_cut_short: false,
            notice: ProgressNotice::with_count("nodes"),
            is_counting: true,
            nodes_shown: 0,
            hides_between_answers: false,
        };
        let mut game = Game::default();
        for number in [4, 4, 4, 4, 4, 4, 3] {
            let column = Column::from_number(number).expect("in range");
            game = game.drop_in(column).expect("legal");
        }
        let mut last = 0;
        for _ in 0..2 {
            let Ok(result) = session.solve(&game, SolveGoal::Columns) else {
                panic!("it can be solved");
            };
            assert!(result.variation.is_some());
            let shown = session.notice.count();
            assert!(
                shown > last + result.nodes,
                "{last} {} {shown}",
                result.nodes
            );
            assert!(
                session.nodes_shown >= shown,
                "{} {shown}",
                session.nodes_shown
            );
            last = shown;
            session.solver.clear();
        }
    }
}
