//! Parallel driver: narrows the bounds of a list of positions on one thread or several.

use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::abdada::{InProgressTable, run_on_threads};
use crate::control::{SearchControl, StopRequest};
use crate::geometry::{AnyGeometry, BoardGeometry, StandardGeometry};
use crate::mtd::narrow_bounds;
use crate::node::Node;
use crate::search::NullWindowSearch;
use crate::techniques::{AllTechniques, SelectedTechniques, TechniqueSwitch, Techniques};
use crate::transposition_table::{ScoreBounds, TranspositionTable};

/// Nodes searched by a single thread before others start: most searches finish in less time than it
/// takes to start a thread.
const SINGLE_THREAD_NODES: u64 = 8 * 1024;

/// One position to solve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchTask {
    pub(crate) node: Node,
    /// Known bounds of its score; they meet unless the search is stopped.
    pub(crate) known: ScoreBounds,
}

impl SearchTask {
    pub(crate) fn is_done(&self) -> bool {
        self.known.lower == self.known.upper
    }
}

/// The scores of the finished tasks, sorted.
#[derive(Clone, Default)]
struct SolvedScores(Vec<i32>);

impl SolvedScores {
    fn add(&mut self, score: i32) {
        let at = self.0.iter().take_while(|other| **other < score).count();
        self.0.insert(at, score);
    }

    fn median(&self) -> Option<i32> {
        self.0.get(self.0.len() / 2).copied()
    }
}

/// Everything a search needs besides its tasks.
#[derive(Clone, Copy)]
pub(crate) struct SearchEngine<'a> {
    pub(crate) geometry: AnyGeometry,
    pub(crate) techniques: Techniques,
    pub(crate) threads: usize,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) control: &'a SearchControl<'a>,
}

impl SearchEngine<'_> {
    /// Narrows every task as far as the limits allow. The median score of the finished tasks is the
    /// first guess for the next one, so the tasks should be alike, with the easiest first.
    ///
    /// The search is monomorphised four times: for the standard board or any, with all techniques
    /// or a selection. Only experiments select techniques, so the WebAssembly build leaves those
    /// instances out.
    pub(crate) fn solve(&self, tasks: &mut [SearchTask]) {
        let standard = self.geometry.width() == 7 && self.geometry.height() == 6;
        let everything = cfg!(target_arch = "wasm32") || self.techniques == Techniques::ALL;
        match (standard, everything) {
            (true, true) => self.solve_with(StandardGeometry, AllTechniques, tasks),
            (true, false) => {
                self.solve_with(StandardGeometry, SelectedTechniques(self.techniques), tasks);
            }
            (false, true) => self.solve_with(self.geometry, AllTechniques, tasks),
            (false, false) => {
                self.solve_with(self.geometry, SelectedTechniques(self.techniques), tasks);
            }
        }
    }

    fn solve_with<S: BoardGeometry, R: TechniqueSwitch>(
        &self,
        geometry: S,
        techniques: R,
        tasks: &mut [SearchTask],
    ) {
        let mut done = SolvedScores::default();
        if cfg!(target_arch = "wasm32") || self.threads == 1 {
            return self.solve_sequentially(geometry, techniques, tasks.iter_mut(), &mut done);
        }
        let first = self.control.phase(SINGLE_THREAD_NODES);
        let single = SearchEngine {
            control: &first,
            ..*self
        };
        single.solve_sequentially(geometry, techniques, tasks.iter_mut(), &mut done);
        self.control.end_phase(&first);
        if self.control.poll(0).is_err() {
            return;
        }
        let mut open: Vec<_> = tasks.iter_mut().filter(|task| !task.is_done()).collect();
        match open.as_mut_slice() {
            [] => {}
            [task] => self.search_jointly(geometry, techniques, task, &done),
            _ => self.solve_in_parallel(geometry, techniques, open, &done),
        }
    }

    /// Solves one task after the other on this thread.
    fn solve_sequentially<'t, S: BoardGeometry, R: TechniqueSwitch>(
        &self,
        geometry: S,
        techniques: R,
        tasks: impl Iterator<Item = &'t mut SearchTask>,
        done: &mut SolvedScores,
    ) {
        let mut search = NullWindowSearch::new(geometry, techniques, self.tt, self.control, None);
        for task in tasks {
            let test_window = |window| search.search_root(&task.node, window);
            // A stopped task keeps the bounds it has.
            if narrow_bounds(
                geometry,
                &task.node,
                &mut task.known,
                done.median(),
                test_window,
            )
            .is_ok()
            {
                done.add(task.known.lower);
            }
        }
        self.control.spend(search.take_unreported_nodes());
    }

    /// Solves the tasks in parallel: every thread takes the next unclaimed task.
    fn solve_in_parallel<S: BoardGeometry, R: TechniqueSwitch>(
        &self,
        geometry: S,
        techniques: R,
        tasks: Vec<&mut SearchTask>,
        done: &SolvedScores,
    ) {
        let threads = self.threads.min(tasks.len());
        let left = Mutex::new(tasks.into_iter());
        run_on_threads(threads, || {
            let next = || left.lock().expect("no thread panics with the tasks").next();
            self.solve_sequentially(geometry, techniques, iter::from_fn(next), &mut done.clone());
        });
    }

    /// Searches one task with all threads; the first thread that answers a window stops the others.
    fn search_jointly<S: BoardGeometry, R: TechniqueSwitch>(
        &self,
        geometry: S,
        techniques: R,
        task: &mut SearchTask,
        done: &SolvedScores,
    ) {
        let (node, in_progress) = (task.node, InProgressTable::new(&task.node));
        let search = || {
            NullWindowSearch::new(
                geometry,
                techniques,
                self.tt,
                self.control,
                Some(&in_progress),
            )
        };
        // Each thread keeps its history table from window to window.
        let searches: Vec<_> = (0..self.threads).map(|_| Mutex::new(search())).collect();
        let test_window = |window: i32| {
            let answer = Mutex::new(Err(StopRequest));
            let next = AtomicUsize::new(0);
            self.control.resume();
            run_on_threads(self.threads, || {
                let mine = &searches[next.fetch_add(1, Relaxed)];
                let mut search = mine.lock().expect("no thread panics with a search");
                let result = search.search_root(&node, window);
                self.control.spend(search.take_unreported_nodes());
                if result.is_ok() {
                    self.control.halt();
                    *answer.lock().expect("no thread panics with the answer") = result;
                }
            });
            answer
                .into_inner()
                .expect("no thread panics with the answer")
        };
        let _ = narrow_bounds(geometry, &node, &mut task.known, done.median(), test_window);
        self.control.resume();
    }
}
