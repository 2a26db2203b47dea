//! From a list of positions with known bounds to narrower bounds, on one thread or several.

use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::control::{Control, Stopped};
use crate::memo::{Bounds, Memo};
use crate::node::Node;
use crate::rules::{Chosen, Every, Switches, Techniques};
use crate::schedule::narrow;
use crate::search::Search;
use crate::shape::{AnyShape, Shape, Standard};
use crate::team::{Busy, on_threads};

/// A question is worth starting threads for only after so many nodes: by far the most are answered
/// in less time than it takes to start them.
const ALONE_NODES: u64 = 8 * 1024;

/// One position to solve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) node: Node,
    /// Where its score is known to lie; narrowed to one value unless the search is stopped.
    pub(crate) known: Bounds,
}

impl Task {
    pub(crate) fn is_done(&self) -> bool {
        self.known.lower == self.known.upper
    }
}

/// The scores of the tasks that are done, in order.
#[derive(Clone, Default)]
struct Scores(Vec<i32>);

impl Scores {
    fn add(&mut self, score: i32) {
        let at = self.0.iter().take_while(|other| **other < score).count();
        self.0.insert(at, score);
    }

    fn median(&self) -> Option<i32> {
        self.0.get(self.0.len() / 2).copied()
    }
}

/// All that a search needs besides its tasks.
#[derive(Clone, Copy)]
pub(crate) struct Engine<'a> {
    pub(crate) shape: AnyShape,
    pub(crate) techniques: Techniques,
    pub(crate) threads: usize,
    pub(crate) memo: &'a Memo,
    pub(crate) control: &'a Control<'a>,
}

impl Engine<'_> {
    /// Narrows every task as far as the limits allow. What the tasks done so far are worth is a guess
    /// for the next: they should be of one kind, and the easiest should come first. The search is compiled four times: for the
    /// standard grid or any, with everything on or a choice. Only experiments choose, and browsers
    /// are spared the loading of what only they need.
    pub(crate) fn solve(&self, tasks: &mut [Task]) {
        let standard = self.shape.width() == 7 && self.shape.height() == 6;
        let everything = cfg!(target_arch = "wasm32") || self.techniques == Techniques::ALL;
        match (standard, everything) {
            (true, true) => self.solve_as(Standard, Every, tasks),
            (true, false) => self.solve_as(Standard, Chosen(self.techniques), tasks),
            (false, true) => self.solve_as(self.shape, Every, tasks),
            (false, false) => self.solve_as(self.shape, Chosen(self.techniques), tasks),
        }
    }

    fn solve_as<S: Shape, R: Switches>(&self, shape: S, rules: R, tasks: &mut [Task]) {
        let mut done = Scores::default();
        if cfg!(target_arch = "wasm32") || self.threads == 1 {
            return self.solve_in_turn(shape, rules, tasks.iter_mut(), &mut done);
        }
        let first = self.control.part(ALONE_NODES);
        let alone = Engine {
            control: &first,
            ..*self
        };
        alone.solve_in_turn(shape, rules, tasks.iter_mut(), &mut done);
        self.control.end_part(&first);
        if self.control.poll(0).is_err() {
            return;
        }
        let mut open: Vec<_> = tasks.iter_mut().filter(|task| !task.is_done()).collect();
        match open.as_mut_slice() {
            [] => {}
            [task] => self.solve_as_team(shape, rules, task, &done),
            _ => self.share_out(shape, rules, open, &done),
        }
    }

    /// One thread, one task after the other.
    fn solve_in_turn<'t, S: Shape, R: Switches>(
        &self,
        shape: S,
        rules: R,
        tasks: impl Iterator<Item = &'t mut Task>,
        done: &mut Scores,
    ) {
        let mut search = Search::new(shape, rules, self.memo, self.control, None);
        for task in tasks {
            let ask = |window| search.ask(&task.node, window);
            // A stopped task keeps the bounds it has.
            if narrow(shape, &task.node, &mut task.known, done.median(), ask).is_ok() {
                done.add(task.known.lower);
            }
        }
        self.control.spend(search.tell());
    }

    /// Every thread takes the next task that nobody has.
    fn share_out<S: Shape, R: Switches>(
        &self,
        shape: S,
        rules: R,
        tasks: Vec<&mut Task>,
        done: &Scores,
    ) {
        let threads = self.threads.min(tasks.len());
        let left = Mutex::new(tasks.into_iter());
        on_threads(threads, || {
            let next = || left.lock().expect("no thread panics with the tasks").next();
            self.solve_in_turn(shape, rules, iter::from_fn(next), &mut done.clone());
        });
    }

    /// All threads on one task; whoever answers a window first stops the others.
    fn solve_as_team<S: Shape, R: Switches>(
        &self,
        shape: S,
        rules: R,
        task: &mut Task,
        done: &Scores,
    ) {
        let (node, busy) = (task.node, Busy::new(&task.node));
        let search = || Search::new(shape, rules, self.memo, self.control, Some(&busy));
        // Each thread goes on with what one has learned from the window before.
        let searches: Vec<_> = (0..self.threads).map(|_| Mutex::new(search())).collect();
        let ask = |window: i32| {
            let answer = Mutex::new(Err(Stopped));
            let next = AtomicUsize::new(0);
            self.control.resume();
            on_threads(self.threads, || {
                let mine = &searches[next.fetch_add(1, Relaxed)];
                let mut search = mine.lock().expect("no thread panics with a search");
                let result = search.ask(&node, window);
                self.control.spend(search.tell());
                if result.is_ok() {
                    self.control.halt();
                    *answer.lock().expect("no thread panics with the answer") = result;
                }
            });
            answer
                .into_inner()
                .expect("no thread panics with the answer")
        };
        let _ = narrow(shape, &node, &mut task.known, done.median(), ask);
        self.control.resume();
    }
}
