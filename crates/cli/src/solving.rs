//! A solver set up by flags: its book, its budget, its progress, and Ctrl-C.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use foursight_core::{Game, Position, Ruleset};
use foursight_protocol::solve::{Found, Judged};
use foursight_solver::{Answer, CancelToken, Limits, Options, SolveError, Solver};

use crate::books::BookInForce;
use crate::exit::{Exit, Failure, complain};
use crate::positions::{Refused, from_stdin};
use crate::progress::{Notice, wipe_at_once};
use crate::settings::Layers;
use crate::solver_args::EngineArgs;
use crate::{threads, words};

/// The exit code of a program that Ctrl-C ended at once, by the custom of shells.
const INTERRUPTED: i32 = 130;
/// What is said when it ended only the work.
const INTERRUPTED_WORDS: &str = "interrupted";

/// Ctrl-C: asks work to end and tell what it has; the second time, or while nothing is being
/// worked on, it ends the program.
pub(crate) struct Interrupt {
    pub(crate) cancel: CancelToken,
    busy: AtomicBool,
    /// What is said if it ends the program; nothing if it is empty.
    farewell: Mutex<String>,
}

impl Interrupt {
    /// Listens from now on. Where that is impossible Ctrl-C ends the program, as usual.
    pub(crate) fn listen() -> Arc<Self> {
        let interrupt = Self::unheard();
        // A handler without a thread would swallow the signal.
        if threads::spare(1).is_err() {
            return interrupt;
        }
        let heard = Arc::clone(&interrupt);
        let _ = ctrlc::set_handler(move || {
            if heard.cancel.is_cancelled() || !heard.busy.load(Ordering::Relaxed) {
                wipe_at_once();
                let farewell = heard.farewell.lock();
                let farewell = farewell.unwrap_or_else(PoisonError::into_inner);
                if !farewell.is_empty() {
                    complain(&farewell);
                }
                process::exit(INTERRUPTED);
            }
            heard.cancel.cancel();
        });
        interrupt
    }

    /// One that never comes.
    fn unheard() -> Arc<Self> {
        Arc::new(Self {
            cancel: CancelToken::default(),
            busy: AtomicBool::new(false),
            farewell: Mutex::default(),
        })
    }

    /// Says what is said if it ends the program, such as how to go on.
    pub(crate) fn set_farewell(&self, words: &str) {
        let farewell = self.farewell.lock();
        words.clone_into(&mut farewell.unwrap_or_else(PoisonError::into_inner));
    }

    /// Says whether there is work that can be asked to end.
    pub(crate) fn set_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Win, draw or loss.
    Outcome,
    /// The verdict.
    Verdict,
    /// The verdict of every column as well, and a perfect line.
    Columns,
}

/// A solver with its book and budget.
pub(crate) struct Engine {
    solver: Solver,
    book: Option<BookInForce>,
    nodes: Option<u64>,
    time: Option<Duration>,
    interrupt: Arc<Interrupt>,
    is_cut_short: bool,
    notice: Notice,
    /// Whether somebody may see the notice, so that it is worth counting.
    is_counting: bool,
    /// Nodes that the notice has counted before the search that goes on.
    told: u64,
    /// Whether the notice gives way after every answer: to the answers themselves or to somebody
    /// who types the next question.
    is_at_terminal: bool,
}

impl Engine {
    /// An engine for these positions, which may stand for standard input.
    pub(crate) fn new(
        args: &EngineArgs,
        positions: &[String],
        layers: &Layers,
    ) -> Result<Self, Failure> {
        // Before the book is read: where there is no memory for one thing there is none for the other.
        let mut solver = solver_with(Options {
            memo_bytes: args.memory_mb << 20,
            threads: args.threads,
            ..Options::default()
        })?;
        let book = if args.no_book {
            None
        } else {
            Some(BookInForce::pick(args.book.clone(), layers)?)
        };
        if let Some(book) = &book {
            solver = solver.with_book(Arc::clone(&book.book));
        }
        let notice = Notice::of_many("nodes");
        Ok(Self {
            solver,
            book,
            nodes: args.nodes,
            time: args.time_ms.map(Duration::from_millis),
            interrupt: Interrupt::listen(),
            is_cut_short: false,
            is_counting: notice.is_seen(),
            notice,
            told: 0,
            is_at_terminal: io::stdout().is_terminal()
                || from_stdin(positions) && io::stdin().is_terminal(),
        })
    }

    /// How a run ends whose questions were answered like this.
    pub(crate) fn end(&self, exit: Exit) -> Exit {
        if self.interrupt.cancel.is_cancelled() {
            complain(INTERRUPTED_WORDS);
        }
        match exit {
            Exit::Done if self.is_cut_short => Exit::Budget,
            other => other,
        }
    }

    /// Solves the position of a game.
    pub(crate) fn solve(&mut self, game: &Game, wanted: Wanted) -> Result<Found, Refused> {
        if self.interrupt.cancel.is_cancelled() {
            return Err(Refused::Stop(Failure::budget(INTERRUPTED_WORDS)));
        }
        if let Some(book) = &mut self.book {
            book.tell_unless_of(game.position().ruleset());
        }
        self.interrupt.set_busy(true);
        self.notice.begin();
        let found = self.search(game.position(), wanted);
        if self.is_at_terminal {
            self.notice.rest();
            self.told = 0;
        }
        self.interrupt.set_busy(false);
        if let Ok(found) = &found {
            self.is_cut_short |= found.is_cut_short;
        }
        found.map_err(|error| match error {
            SolveError::Memory { .. } => Refused::Stop(cannot_solve(error)),
            SolveError::GameOver => Refused::Position(words::over(game)),
            _ => Refused::Position(error.to_string()),
        })
    }

    fn search(&mut self, position: &Position, wanted: Wanted) -> Result<Found, SolveError> {
        let started = Instant::now();
        let deadline = self.time.and_then(|time| started.checked_add(time));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let tally = Tally::new(&self.notice, self.told);
        let tell = |nodes| tally.hear(nodes);
        let interrupt = Arc::clone(&self.interrupt);
        let limits = Limits {
            nodes: self.nodes,
            cancel: Some(&interrupt.cancel),
            should_stop: deadline.is_some().then_some(&is_late),
            progress: self.is_counting.then_some(&tell),
        };
        let ahead = u32::from(wanted == Wanted::Columns);
        let book = self.book.as_ref();
        let is_from_book = book.is_some_and(|it| it.book.reaches(position, ahead));
        let mut found = match wanted {
            // The book knows more than is asked for, and at once.
            Wanted::Outcome if !is_from_book => {
                let solution = self.solver.outcome_within(position, limits)?;
                Found::new(Judged::Weakly(solution.answer), solution.nodes)
            }
            Wanted::Outcome => {
                let verdict = self.solver.verdict(position)?;
                let answer = Answer::Exact(verdict.prospect());
                Found::new(Judged::Weakly(answer), 0)
            }
            Wanted::Verdict => {
                let solution = self.solver.verdict_within(position, limits)?;
                Found::new(Judged::Exactly(solution.answer), solution.nodes)
            }
            Wanted::Columns => {
                let analysis = self.solver.analyse_within(position, limits)?;
                let mut found = Found::of_columns(analysis);
                if found.is_cut_short && book.is_some_and(|it| it.book.reaches(position, 0)) {
                    // Of the position itself the book knows all, if not of its columns.
                    let verdict = self.solver.verdict(position)?;
                    found.verdict = Judged::Exactly(Answer::Exact(verdict));
                }
                found
            }
        };
        found.is_from_book = is_from_book;
        found.micros = started.elapsed().as_micros() as u64;
        tally.end(found.nodes);
        if wanted == Wanted::Columns && !found.is_cut_short {
            let left = self.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
            let limits = Limits {
                nodes: left,
                ..limits
            };
            found.line = self.solver.line_within(position, limits)?;
            found.is_cut_short = found.line.is_none();
            tally.end(tally.heard());
        }
        self.told = tally.over();
        Ok(found)
    }
}

/// Nodes of one search after the other, told as one number.
struct Tally<'a> {
    notice: &'a Notice,
    /// Of the searches that are over.
    over: AtomicU64,
    /// Of the one that goes on, as far as it has told.
    heard: AtomicU64,
}

impl<'a> Tally<'a> {
    /// So many are counted already.
    fn new(notice: &'a Notice, over: u64) -> Self {
        Self {
            notice,
            over: AtomicU64::new(over),
            heard: AtomicU64::new(0),
        }
    }

    /// The search that goes on has visited so many.
    fn hear(&self, nodes: u64) {
        self.heard.fetch_max(nodes, Ordering::Relaxed);
        self.notice.tell(self.over() + nodes);
    }

    /// The search is over and has visited so many.
    fn end(&self, nodes: u64) {
        self.over.fetch_add(nodes, Ordering::Relaxed);
        self.heard.store(0, Ordering::Relaxed);
    }

    fn heard(&self) -> u64 {
        self.heard.load(Ordering::Relaxed)
    }

    fn over(&self) -> u64 {
        self.over.load(Ordering::Relaxed)
    }
}

/// A solver for the standard grid, if there is enough memory for it.
pub(crate) fn solver_with(options: Options) -> Result<Solver, Failure> {
    let mut solver = Solver::new(options);
    solver.fit(Ruleset::STANDARD).map_err(cannot_solve)?;
    Ok(solver)
}

/// The failure of a solver that cannot be had.
pub(crate) fn cannot_solve(error: SolveError) -> Failure {
    match error {
        SolveError::Memory { mib } => Failure::budget(format_args!(
            "cannot get {mib} MiB of memory: use a smaller --memory-mb, or end other programs"
        )),
        _ => Failure::usage(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::Column;

    /// The columns of this position take as many nodes as any, and so does its line.
    #[test]
    fn a_count_goes_on_for_the_line() {
        let mut engine = Engine {
            solver: Solver::default(),
            book: None,
            nodes: None,
            time: None,
            interrupt: Interrupt::unheard(),
            is_cut_short: false,
            notice: Notice::of_many("nodes"),
            is_counting: true,
            told: 0,
            is_at_terminal: false,
        };
        let mut game = Game::default();
        for number in [4, 4, 4, 4, 4, 4, 3] {
            let column = Column::from_number(number).expect("in range");
            game = game.drop_in(column).expect("legal");
        }
        let mut last = 0;
        for _ in 0..2 {
            let Ok(found) = engine.solve(&game, Wanted::Columns) else {
                panic!("it can be solved");
            };
            assert!(found.line.is_some());
            let shown = engine.notice.count();
            assert!(shown > last + found.nodes, "{last} {} {shown}", found.nodes);
            assert!(engine.told >= shown, "{} {shown}", engine.told);
            last = shown;
            engine.solver.forget();
        }
    }
}
