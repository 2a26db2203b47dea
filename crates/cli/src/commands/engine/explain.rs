//! Commands for people: an explanation in words, and a benchmark.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight_core::{Game, Ruleset};
use foursight_solver::{Limits, Solver};
use foursight_terminal::text;
use foursight_terminal::text::board_description;

use super::search::{UciSearcher, memory_error};
use crate::commands::bench;
use crate::stopwatch::Stopwatch;

/// Time limit of an explanation. Verdicts that are not found by then are reported as unknown.
const EXPLAIN_TIMEOUT: Duration = Duration::from_secs(10);

impl UciSearcher {
    /// Explains what each drop leads to and why. Every reason is proved.
    pub(super) fn explain(&mut self, game: &Game, stop: &AtomicBool, send: &dyn Fn(String)) {
        send(text::status_text(game));
        if game.end().is_some() {
            return;
        }
        let started = Instant::now();
        let is_over = || stop.load(Ordering::Relaxed) || started.elapsed() >= EXPLAIN_TIMEOUT;
        let limits = Limits {
            should_stop: Some(&is_over),
            ..Limits::default()
        };
        match self.solver.analyse_within(game.position(), limits) {
            Err(error) => send(format!("No verdicts: {error}.")),
            Ok(analysis) => {
                send(board_description::headline(&analysis.columns));
                let (position, columns) = (game.position(), &analysis.columns);
                for sentence in
                    board_description::column_sentences(&mut self.solver, position, columns, limits)
                {
                    send(sentence);
                }
            }
        }
        send(board_description::threats_text(game));
    }

    /// Solves the quick sets of `foursight bench`, each position with an empty transposition table.
    pub(super) fn bench(&mut self, stop: &AtomicBool, send: &dyn Fn(String)) {
        let is_over = || stop.load(Ordering::Relaxed);
        let limits = Limits {
            should_stop: Some(&is_over),
            ..Limits::default()
        };
        let mut solver = Solver::new(self.options);
        if let Err(error) = solver.prepare(Ruleset::STANDARD) {
            send(memory_error(error));
            return;
        }
        let positions = bench::quick_positions();
        let stopwatch = Stopwatch::start();
        let mut nodes = 0;
        for position in &positions {
            solver.clear();
            if let Ok(solution) = solver.verdict_within(position, limits) {
                nodes += solution.nodes;
            }
            if is_over() {
                send("info string bench was stopped".to_owned());
                return;
            }
        }
        let time = stopwatch.read();
        send(format!(
            "bench positions {} nodes {nodes} {}_ms {:.0}",
            positions.len(),
            time.clock,
            time.seconds * 1000.0
        ));
    }
}
