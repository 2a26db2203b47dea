//! The engine's thinking: first a search that goes one ply deeper at a time, then, where the
//! rules allow it, the exact solver with more and more nodes.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Budget, Choice, Evaluation, Level, Personality, Searcher};
use foursight_core::{Game, Move, Position};
use foursight_solver::{Limits, Options, SolveError, Solver, Verdict};
use foursight_terminal::nets;

use super::heard::Go;
use crate::exit::Failure;
use crate::opponents::Knowledge;
use crate::words;

/// The search before the solver goes so deep.
const WARM_UP_DEPTH: u8 = 8;
/// Where there is no solver, it goes at most so deep.
const DEPTH_MAX: u8 = 60;
/// The solver is given so many nodes at first, and each time so many times more.
const SOLVER_NODES_FIRST: u64 = 1_000_000;
const SOLVER_NODES_FACTOR: u64 = 8;
/// How often `go infinite` that knows everything looks whether it may say so.
const NAP: Duration = Duration::from_millis(5);

/// Who thinks, and what is kept from one question to the next.
pub(super) struct Thinker {
    knowledge: Knowledge,
    pub(super) options: Options,
    pub(super) solver: Solver,
    /// A level to play as instead of searching in full.
    bot: Option<(Level, Box<dyn Bot>)>,
    pub(super) seed: u64,
}

/// What is said if the solver has no memory to work with.
pub(super) fn lacking(lack: SolveError) -> String {
    format!("info string error: {lack}, by setoption name memory_mb")
}

impl Thinker {
    pub(super) fn new(memory_mb: usize, knowledge: Knowledge) -> Self {
        let options = Options {
            memo_bytes: memory_mb << 20,
            ..Options::default()
        };
        Self {
            options,
            solver: knowledge.solver_with(options),
            knowledge,
            bot: None,
            seed: 1,
        }
    }

    /// Plays like a bot of this level from now on.
    pub(super) fn play_as(&mut self, level: Level) -> Result<(), Failure> {
        let bot = self.knowledge.bot(level, Personality::default(), None)?;
        self.bot = Some((level, bot));
        Ok(())
    }

    /// Plays as well as it can.
    pub(super) fn play_in_full(&mut self) {
        self.bot = None;
    }

    pub(super) fn resize(&mut self, memory_mb: usize) {
        self.options.memo_bytes = memory_mb << 20;
        self.solver = self.knowledge.solver_with(self.options);
    }

    pub(super) fn use_threads(&mut self, threads: usize) {
        self.options.threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        self.solver = self.knowledge.solver_with(self.options);
    }

    pub(super) fn forget(&mut self) {
        self.solver.forget();
    }

    /// Why the level it plays as has no move in this game; none if it has one.
    pub(super) fn misplaced(&self, game: &Game) -> Option<String> {
        let (level, _) = self.bot.as_ref()?;
        level.net()?;
        let who = format!("the level {level}");
        let refused = nets::require_standard(game.ruleset(), &who).err()?;
        Some(refused.to_string())
    }

    /// Thinks about a game that is not over and says the best move in the end.
    pub(super) fn think(&mut self, game: &Game, go: &Go, stop: &AtomicBool, say: &dyn Fn(String)) {
        let started = Instant::now();
        let limit = go.milliseconds.map(Duration::from_millis);
        let is_over = || {
            stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| started.elapsed() >= limit)
        };
        // Whatever happens, there is a move to answer with.
        let mut best = game.legal_moves().first().copied();
        let budget = Budget {
            nodes: go.nodes,
            stop: Some(&is_over),
        };
        if let Some((_, bot)) = &mut self.bot {
            if let Some(choice) = bot.choose(game, &budget, self.seed) {
                say(info(&choice));
                best = Some(choice.step);
            }
        } else {
            let fitted = self.solver.fit(game.position().ruleset());
            if let Err(lack @ SolveError::Memory { .. }) = fitted {
                say(lacking(lack));
            }
            best = self.search(game, go, &is_over, say).or(best);
        }
        while go.infinite && !stop.load(Ordering::Relaxed) {
            thread::sleep(NAP);
        }
        let best = best.map_or("none".to_owned(), words::as_typed);
        say(format!("bestmove {best}"));
    }

    fn search(
        &mut self,
        game: &Game,
        go: &Go,
        is_over: &(dyn Fn() -> bool + Sync),
        say: &dyn Fn(String),
    ) -> Option<Move> {
        let mut best = None;
        let mut left = go.nodes.unwrap_or(u64::MAX);
        let probe = Limits {
            nodes: Some(0),
            ..Limits::default()
        };
        let is_solvable = self.solver.verdict_within(game.position(), probe).is_ok();
        let depth_max = match go.depth {
            Some(depth) => depth,
            None if is_solvable => WARM_UP_DEPTH,
            None => DEPTH_MAX,
        };
        for depth in 1..=depth_max {
            let budget = Budget {
                nodes: Some(left),
                stop: Some(is_over),
            };
            let choice = Searcher::new(depth).choose(game, &budget, self.seed)?;
            left = left.saturating_sub(choice.nodes);
            // A search that was broken off knows less than the one before it.
            let is_broken_off = choice.depth < depth.into() && (is_over() || left == 0);
            if !is_broken_off || best.is_none() {
                say(info(&choice));
                best = Some(choice.step);
            }
            let is_sure = matches!(
                choice.evaluation,
                Evaluation::Win { .. } | Evaluation::Loss { .. }
            );
            if is_sure || is_over() || left == 0 {
                return best;
            }
        }
        if go.depth.is_some() || !is_solvable {
            return best;
        }
        self.solve(game, left, is_over, say).or(best)
    }

    /// The exact best move, if there is time for it.
    fn solve(
        &mut self,
        game: &Game,
        mut left: u64,
        is_over: &(dyn Fn() -> bool + Sync),
        say: &dyn Fn(String),
    ) -> Option<Move> {
        let mut nodes = SOLVER_NODES_FIRST;
        let mut spent = 0;
        loop {
            let limits = Limits {
                nodes: Some(nodes.min(left)),
                should_stop: Some(is_over),
                ..Limits::default()
            };
            let solution = self.solver.verdict_within(game.position(), limits).ok()?;
            spent += solution.nodes;
            left = left.saturating_sub(solution.nodes);
            if let Some(verdict) = solution.answer.exact() {
                let line = self.line(game, verdict, is_over);
                let first = *line.first()?;
                say(format!(
                    "info depth {} nodes {spent} verdict {} best {} line {}",
                    depth_of(verdict, game),
                    verdict_words(verdict),
                    words::as_typed(first),
                    joined(&line)
                ));
                return Some(first);
            }
            if is_over() || left == 0 {
                return None;
            }
            nodes = nodes.saturating_mul(SOLVER_NODES_FACTOR);
        }
    }

    /// Perfect play from here, as far as it can be told before time is up. The first move is
    /// always told.
    fn line(
        &mut self,
        game: &Game,
        verdict: Verdict,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Move> {
        let position = game.position();
        let limits = Limits {
            should_stop: Some(is_over),
            ..Limits::default()
        };
        let found = self.solver.line_knowing(position, verdict, limits);
        let mut line = found.map_or(Vec::new(), |found| found.answer);
        if line.is_empty() {
            // The position was just solved, so that the move is found at once.
            let best = self.solver.find_best(position, verdict, Limits::default());
            line.extend(best.ok().and_then(|found| found.answer));
        }
        line.into_iter().map(Move::Drop).collect()
    }
}

fn info(choice: &Choice) -> String {
    let verdict = match choice.evaluation {
        Evaluation::Win { plies } => format!("win {plies}"),
        Evaluation::Loss { plies } => format!("loss {plies}"),
        Evaluation::Draw => "draw".to_owned(),
        _ => "unknown".to_owned(),
    };
    let points = match choice.evaluation {
        Evaluation::Points(points) => format!(" points {points}"),
        _ => String::new(),
    };
    format!(
        "info depth {} nodes {} verdict {verdict}{points} best {} line {}",
        choice.depth,
        choice.nodes,
        words::as_typed(choice.step),
        joined(&choice.line)
    )
}

fn joined(line: &[Move]) -> String {
    let moves: Vec<_> = line.iter().copied().map(words::as_typed).collect();
    moves.join(" ")
}

fn verdict_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { plies } => format!("win {plies}"),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Loss { plies } => format!("loss {plies}"),
    }
}

/// Plies to the end under perfect play.
fn depth_of(verdict: Verdict, game: &Game) -> usize {
    match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } => plies.into(),
        Verdict::Draw => game.ruleset().spaces() - game.position().grid().discs(),
    }
}

/// Counts the games of so many plies.
pub(super) fn perft(game: &Game, plies: u32, stop: &AtomicBool, say: &dyn Fn(String)) {
    say(match count(game.position(), plies, stop) {
        Some(sequences) => format!("perft {plies} {sequences}"),
        None => "info string perft was stopped".to_owned(),
    });
}

/// How many games of so many plies go on from here; none if it was stopped.
fn count(position: &Position, plies: u32, stop: &AtomicBool) -> Option<u64> {
    /// Games of so many plies are counted in a moment.
    const MOMENT_PLIES: u32 = 6;
    if plies <= MOMENT_PLIES {
        return (!stop.load(Ordering::Relaxed)).then(|| position.perft(plies));
    }
    let mut children = position.children();
    children.try_fold(0_u64, |sum, child| {
        Some(sum.saturating_add(count(&child, plies - 1, stop)?))
    })
}

#[cfg(test)]
mod tests {
    use foursight_bots::MEMO_BYTES_MAX;

    use super::*;
    use crate::commands::engine::MEMORY_MB_USUAL;

    /// The solver, and beside it the deepest search or the bot of a level, whichever takes most.
    #[test]
    fn all_memos_together_stay_below_the_cap() {
        let thinker = Thinker::new(MEMORY_MB_USUAL, Knowledge::default());
        let solver = thinker.solver.options().memo_bytes;
        let levels = Level::ALL.map(Level::memo_bytes);
        let search = Searcher::new(DEPTH_MAX).memo_bytes();
        assert!(search > 1 << 20 && levels.contains(&Level::Perfect.memo_bytes()));
        for beside in levels.into_iter().chain([search]) {
            assert!(solver + beside < MEMO_BYTES_MAX, "{solver} and {beside}");
        }
    }
}
