//! Searches for the engine: first iterative deepening, then, if the rules allow it, the exact
//! solver with growing node budgets.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Budget, Evaluation, Level, MoveChoice, Personality, Searcher};
use foursight_core::{Game, Move, Position};
use foursight_solver::{Limits, SolveError, Solver, SolverOptions, Verdict};
use foursight_terminal::nets;
use foursight_terminal::text;

use super::command::GoLimits;
use crate::exit::CliError;
use crate::opponents::BotKnowledge;

/// Depth of the search before the solver starts.
const WARM_UP_DEPTH: u8 = 8;
/// Maximum depth without a solver.
const DEPTH_MAX: u8 = 60;
/// Nodes of the solver's first attempt, and the factor for each further one.
const SOLVER_NODES_FIRST: u64 = 1_000_000;
const SOLVER_NODES_FACTOR: u64 = 8;
/// Interval at which a finished `go infinite` checks for `stop`.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The searcher, with its state between commands.
pub(super) struct UciSearcher {
    knowledge: BotKnowledge,
    pub(super) options: SolverOptions,
    pub(super) solver: Solver,
    /// The bot to play as, or `None` for full strength.
    bot: Option<(Level, Box<dyn Bot>)>,
    pub(super) seed: u64,
}

/// Formats the error of a solver without memory.
pub(super) fn memory_error(error: SolveError) -> String {
    format!("info string error: {error}, with setoption name memory_mb")
}

impl UciSearcher {
    pub(super) fn new(memory_mb: usize, knowledge: BotKnowledge) -> Self {
        let options = SolverOptions {
            tt_bytes: memory_mb << 20,
            ..SolverOptions::default()
        };
        Self {
            options,
            solver: knowledge.build_solver_with(options),
            knowledge,
            bot: None,
            seed: 1,
        }
    }

    /// Plays like a bot of this level from now on.
    pub(super) fn play_as(&mut self, level: Level) -> Result<(), CliError> {
        let bot = self.knowledge.bot(level, Personality::default(), None)?;
        self.bot = Some((level, bot));
        Ok(())
    }

    /// Plays at full strength from now on.
    pub(super) fn play_full_strength(&mut self) {
        self.bot = None;
    }

    pub(super) fn set_memory(&mut self, memory_mb: usize) {
        self.options.tt_bytes = memory_mb << 20;
        self.solver = self.knowledge.build_solver_with(self.options);
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.options.threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        self.solver = self.knowledge.build_solver_with(self.options);
    }

    pub(super) fn clear(&mut self) {
        self.solver.clear();
    }

    /// Returns why the current level cannot play this game, or `None` if it can.
    pub(super) fn unsupported_level(&self, game: &Game) -> Option<String> {
        let (level, _) = self.bot.as_ref()?;
        level.net()?;
        let description = format!("the level {level}");
        let refused = nets::require_standard(game.ruleset(), &description).err()?;
        Some(refused.to_string())
    }

    /// Searches a game that is not over and sends the best move at the end.
    pub(super) fn run(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        stop: &AtomicBool,
        send: &dyn Fn(String),
    ) {
        let started = Instant::now();
        let limit = limits.milliseconds.map(Duration::from_millis);
        let is_over = || {
            stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| started.elapsed() >= limit)
        };
        // Fall back to any legal move.
        let mut best = game.legal_moves().first().copied();
        let budget = Budget {
            nodes: limits.nodes,
            should_stop: Some(&is_over),
        };
        if let Some((_, bot)) = &mut self.bot {
            if let Some(choice) = bot.choose(game, &budget, self.seed) {
                send(info(&choice));
                best = Some(choice.mv);
            }
        } else {
            let fitted = self.solver.prepare(game.position().ruleset());
            if let Err(error @ SolveError::Memory { .. }) = fitted {
                send(memory_error(error));
            }
            best = self.search(game, limits, &is_over, send).or(best);
        }
        while limits.infinite && !stop.load(Ordering::Relaxed) {
            thread::sleep(STOP_POLL_INTERVAL);
        }
        let best = best.map_or("none".to_owned(), text::move_text);
        send(format!("bestmove {best}"));
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        is_over: &(dyn Fn() -> bool + Sync),
        send: &dyn Fn(String),
    ) -> Option<Move> {
        let mut best = None;
        let mut left = limits.nodes.unwrap_or(u64::MAX);
        let no_nodes = Limits {
            nodes: Some(0),
            ..Limits::default()
        };
        let is_solvable = self
            .solver
            .verdict_within(game.position(), no_nodes)
            .is_ok();
        let depth_max = match limits.depth {
            Some(depth) => depth,
            None if is_solvable => WARM_UP_DEPTH,
            None => DEPTH_MAX,
        };
        for depth in 1..=depth_max {
            let budget = Budget {
                nodes: Some(left),
                should_stop: Some(is_over),
            };
            let choice = Searcher::new(depth).choose(game, &budget, self.seed)?;
            left = left.saturating_sub(choice.nodes);
            // An incomplete iteration knows less than the one before it.
            let is_incomplete = choice.depth < depth.into() && (is_over() || left == 0);
            if !is_incomplete || best.is_none() {
                send(info(&choice));
                best = Some(choice.mv);
            }
            let is_decided = matches!(
                choice.evaluation,
                Evaluation::Win { .. } | Evaluation::Loss { .. }
            );
            if is_decided || is_over() || left == 0 {
                return best;
            }
        }
        if limits.depth.is_some() || !is_solvable {
            return best;
        }
        self.solve(game, left, is_over, send).or(best)
    }

    /// Returns the exact best move, or `None` if time or nodes run out.
    fn solve(
        &mut self,
        game: &Game,
        mut left: u64,
        is_over: &(dyn Fn() -> bool + Sync),
        send: &dyn Fn(String),
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
            if let Some(verdict) = solution.value.exact() {
                let line = self.line(game, verdict, is_over);
                let first = *line.first()?;
                send(format!(
                    "info depth {} nodes {spent} verdict {} best {} line {}",
                    depth_of(verdict, game),
                    verdict_text(verdict),
                    text::move_text(first),
                    moves_text(&line)
                ));
                return Some(first);
            }
            if is_over() || left == 0 {
                return None;
            }
            nodes = nodes.saturating_mul(SOLVER_NODES_FACTOR);
        }
    }

    /// Returns a perfect line, as far as time allows, but at least its first move.
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
        let solution = self
            .solver
            .principal_variation_from(position, verdict, limits);
        let mut line = solution.map_or(Vec::new(), |solution| solution.value);
        if line.is_empty() {
            // The position was just solved, so its best move is found at once.
            let best = self
                .solver
                .find_best_column(position, verdict, Limits::default());
            line.extend(best.ok().and_then(|solution| solution.value));
        }
        line.into_iter().map(Move::Drop).collect()
    }
}

fn info(choice: &MoveChoice) -> String {
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
        text::move_text(choice.mv),
        moves_text(&choice.principal_variation)
    )
}

fn moves_text(line: &[Move]) -> String {
    let moves: Vec<_> = line.iter().copied().map(text::move_text).collect();
    moves.join(" ")
}

fn verdict_text(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { plies } => format!("win {plies}"),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Loss { plies } => format!("loss {plies}"),
    }
}

/// Returns the plies to the end with perfect play.
fn depth_of(verdict: Verdict, game: &Game) -> usize {
    match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } => plies.into(),
        Verdict::Draw => game.ruleset().cells() - game.position().board().discs(),
    }
}

/// Counts the sequences of `plies` plies and sends the result.
pub(super) fn perft(game: &Game, plies: u32, stop: &AtomicBool, send: &dyn Fn(String)) {
    send(match count(game.position(), plies, stop) {
        Some(sequences) => format!("perft {plies} {sequences}"),
        None => "info string perft was stopped".to_owned(),
    });
}

/// Counts the sequences of `plies` plies. Returns `None` if stopped.
fn count(position: &Position, plies: u32, stop: &AtomicBool) -> Option<u64> {
    /// Counts of up to this many plies run without checking for `stop`.
    const QUICK_PLIES: u32 = 6;
    if plies <= QUICK_PLIES {
        return (!stop.load(Ordering::Relaxed)).then(|| position.perft(plies));
    }
    let mut children = position.children();
    children.try_fold(0_u64, |sum, child| {
        Some(sum.saturating_add(count(&child, plies - 1, stop)?))
    })
}

#[cfg(test)]
mod tests {
    use foursight_bots::TT_BYTES_MAX;

    use super::*;
    use crate::commands::engine::MEMORY_MB_DEFAULT;

    /// The solver together with the deepest search or the bot of any level, whichever takes most.
    #[test]
    fn all_transposition_tables_together_stay_below_the_cap() {
        let searcher = UciSearcher::new(MEMORY_MB_DEFAULT, BotKnowledge::default());
        let solver = searcher.solver.options().tt_bytes;
        let levels = Level::ALL.map(Level::search_memory_bytes);
        let search = Searcher::new(DEPTH_MAX).tt_bytes();
        assert!(search > 1 << 20 && levels.contains(&Level::Perfect.search_memory_bytes()));
        for other in levels.into_iter().chain([search]) {
            assert!(solver + other < TT_BYTES_MAX, "{solver} and {other}");
        }
    }
}
