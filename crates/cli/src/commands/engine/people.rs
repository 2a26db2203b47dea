//! What people ask an engine for: an explanation in words, and how fast it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight_core::{Game, Ruleset};
use foursight_solver::{Limits, Solver};

use super::search::{Thinker, lacking};
use crate::clock::Stopwatch;
use crate::commands::bench;
use crate::words;
use crate::words::reading;

/// An explanation may take so long; what is not known by then is said to be unknown.
const EXPLAIN_TIME: Duration = Duration::from_secs(10);

impl Thinker {
    /// What each drop leads to and why, as far as it can be told soon. Every reason is proved.
    pub(super) fn explain(&mut self, game: &Game, stop: &AtomicBool, say: &dyn Fn(String)) {
        say(words::status(game));
        if game.end().is_some() {
            return;
        }
        let started = Instant::now();
        let is_over = || stop.load(Ordering::Relaxed) || started.elapsed() >= EXPLAIN_TIME;
        let limits = Limits {
            should_stop: Some(&is_over),
            ..Limits::default()
        };
        match self.solver.analyse_within(game.position(), limits) {
            Err(error) => say(format!("No verdicts: {error}.")),
            Ok(analysis) => {
                say(reading::headline(&analysis.columns));
                let (position, columns) = (game.position(), &analysis.columns);
                for sentence in reading::columns(&mut self.solver, position, columns, limits) {
                    say(sentence);
                }
            }
        }
        say(reading::threats(game));
    }

    /// Solves the quick sets of `foursight bench`, each position from an empty memory.
    pub(super) fn bench(&mut self, stop: &AtomicBool, say: &dyn Fn(String)) {
        let is_over = || stop.load(Ordering::Relaxed);
        let limits = Limits {
            should_stop: Some(&is_over),
            ..Limits::default()
        };
        let mut solver = Solver::new(self.options);
        if let Err(lack) = solver.fit(Ruleset::STANDARD) {
            say(lacking(lack));
            return;
        }
        let positions = bench::quick_positions();
        let watch = Stopwatch::start();
        let mut nodes = 0;
        for position in &positions {
            solver.forget();
            if let Ok(solution) = solver.verdict_within(position, limits) {
                nodes += solution.nodes;
            }
            if is_over() {
                say("info string bench was stopped".to_owned());
                return;
            }
        }
        let time = watch.read();
        say(format!(
            "bench positions {} nodes {nodes} {}_ms {:.0}",
            positions.len(),
            time.clock,
            time.seconds * 1000.0
        ));
    }
}
