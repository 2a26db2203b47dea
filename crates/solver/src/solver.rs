//! The solver as its users see it.

use std::fmt;
use std::sync::Arc;

use foursight_core::{Column, Position, Ruleset};

use crate::book::{Book, Size, node_of};
use crate::control::{Control, Limits};
use crate::engine::{Engine, Task};
use crate::memo::{Bounds, Memo};
use crate::node::Node;
use crate::options::{Options, SolveError};
use crate::score::{lost_next, win_now};
use crate::shape::{AnyShape, Shape};
use crate::solution::{Analysis, Solution};
use crate::verdict::{Answer, Prospect, Verdict};

/// Solves positions exactly, remembering what it has seen from one question to the next.
///
/// # Examples
///
/// ```
/// use foursight_core::{Column, Position, Ruleset};
/// use foursight_solver::{Solver, Verdict};
///
/// let mut position = Position::default();
/// for number in [4, 4, 3, 5, 5, 4, 4, 3, 3, 4, 4, 5] {
///     position = position.drop_in(Column::from_number(number).expect("in range"))?;
/// }
/// let mut solver = Solver::default();
/// let verdict = solver.verdict(&position)?;
/// assert_eq!(solver.analyse(&position)?.best(), Some(verdict));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    options: Options,
    /// The grid whose positions the memo holds.
    pub(crate) shape: AnyShape,
    /// Shared with the solvers of [`share`](Self::share).
    memo: Arc<Memo>,
    /// The memo is smaller than it should be, because the system had no memory for it.
    lacks_memory: bool,
    book: Option<Arc<Book>>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl Solver {
    /// A solver that has seen nothing. If there is not enough memory for it, every question is
    /// answered with [`SolveError::Memory`], and so is [`fit`](Self::fit).
    #[must_use]
    pub fn new(options: Options) -> Self {
        let shape = AnyShape::STANDARD;
        let mut solver = Self {
            options,
            shape,
            memo: Arc::new(Memo::new(0, shape.key_bits())),
            lacks_memory: true,
            book: None,
        };
        // The first question tries again, and can say what is wrong.
        let _ = solver.get_memory(shape);
        solver
    }

    /// How it is set up.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The same solver, which looks into a book before it searches.
    #[must_use]
    pub fn with_book(mut self, book: Arc<Book>) -> Self {
        self.book = Some(book);
        self
    }

    /// The book it looks into.
    #[must_use]
    pub fn book(&self) -> Option<&Book> {
        self.book.as_deref()
    }

    /// Another solver that remembers what this one sees, and the other way round, for another
    /// thread. They share until one of them is asked about another grid.
    ///
    /// Positions with common successors are worth it: what one thread finds out about a successor
    /// the others need not search. All of the memory is used from now on, even for small questions.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::Position;
    /// use foursight_solver::{Limits, Solver};
    ///
    /// let grid = foursight_core::Ruleset::new(5, 5, 4, foursight_core::Variant::Standard)?;
    /// let mut solver = Solver::default();
    /// solver.fit(grid)?;
    /// let mut other = solver.share();
    /// let start = Position::new(grid);
    /// let first = solver.verdict_within(&start, Limits::default())?;
    /// let again = other.verdict_within(&start, Limits::default())?;
    /// assert_eq!(first.answer, again.answer);
    /// assert!(again.nodes < first.nodes);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn share(&self) -> Self {
        self.memo.use_all();
        Self {
            options: self.options,
            shape: self.shape,
            memo: Arc::clone(&self.memo),
            lacks_memory: self.lacks_memory,
            book: self.book.clone(),
        }
    }

    /// Forgets everything seen, so that the next search visits the same nodes as a new solver's.
    pub fn forget(&mut self) {
        self.memo.clear();
    }

    /// Gets ready for positions of a grid, forgetting those of another. The first question about a
    /// position does the same.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says why such positions cannot be solved.
    pub fn fit(&mut self, ruleset: Ruleset) -> Result<(), SolveError> {
        let shape = Size::of(ruleset)?.shape();
        if shape != self.shape || self.lacks_memory {
            // The old memo goes first: there may be no room for two. Nobody asks the one between.
            self.memo = Arc::new(Memo::new(0, AnyShape::STANDARD.key_bits()));
            self.shape = shape;
            self.lacks_memory = true;
            self.get_memory(shape)?;
        }
        Ok(())
    }

    /// Replaces the smallest memo by one of the size that was asked for.
    fn get_memory(&mut self, shape: AnyShape) -> Result<(), SolveError> {
        let (bytes, key_bits) = (self.options.memo_bytes, shape.key_bits());
        if !Memo::is_affordable(bytes, key_bits) {
            let mib = Memo::bytes_for(bytes, key_bits) >> 20;
            return Err(SolveError::Memory { mib: mib.max(1) });
        }
        self.memo = Arc::new(Memo::new(bytes, key_bits));
        self.lacks_memory = false;
        Ok(())
    }

    /// The exact verdict.
    ///
    /// # Panics
    ///
    /// Never: a search without limits finishes.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::{Position, Ruleset, Variant};
    /// use foursight_solver::{Solver, Verdict};
    ///
    /// let small = Position::new(Ruleset::new(6, 4, 4, Variant::Standard)?);
    /// // Second wins on six columns of four rows, if barely.
    /// assert_eq!(Solver::default().verdict(&small)?, Verdict::Loss { plies: 24 });
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdict(&mut self, position: &Position) -> Result<Verdict, SolveError> {
        let solution = self.verdict_within(position, Limits::default())?;
        Ok(solution
            .answer
            .exact()
            .expect("a search without limits finishes"))
    }

    /// The verdict, or bounds of it when the limits run out first.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::Position;
    /// use foursight_solver::{Answer, Limits, Solver};
    ///
    /// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    /// let solution = Solver::default().verdict_within(&Position::default(), limits)?;
    /// assert!(matches!(solution.answer, Answer::Between { .. }));
    /// assert_eq!(solution.nodes, 1_001); // the node that was one too many
    /// # Ok::<_, foursight_solver::SolveError>(())
    /// ```
    pub fn verdict_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Solution<Verdict>, SolveError> {
        let node = self.accept(position)?;
        let (known, nodes) = self.search(node, self.range(&node), limits);
        Ok(Solution {
            answer: self.answer(&node, known),
            nodes,
        })
    }

    /// Whether the player to move wins, draws or loses: cheaper than the distance.
    ///
    /// # Panics
    ///
    /// Never: a search without limits finishes.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn outcome(&mut self, position: &Position) -> Result<Prospect, SolveError> {
        let solution = self.outcome_within(position, Limits::default())?;
        Ok(solution
            .answer
            .exact()
            .expect("a search without limits finishes"))
    }

    /// Win, draw or loss, or bounds when the limits run out first.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn outcome_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Solution<Prospect>, SolveError> {
        let node = self.accept(position)?;
        let (known, nodes) = self.search(
            node,
            Bounds {
                lower: -1,
                upper: 1,
            },
            limits,
        );
        let prospect = |score: i32| match score.signum() {
            1 => Prospect::Win,
            0 => Prospect::Draw,
            _ => Prospect::Loss,
        };
        let answer = Answer::new(prospect(known.lower), prospect(known.upper));
        Ok(Solution { answer, nodes })
    }

    /// The exact verdict of every column.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn analyse(&mut self, position: &Position) -> Result<Analysis, SolveError> {
        self.analyse_within(position, Limits::default())
    }

    /// The verdict of every column, or bounds when the limits run out first.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn analyse_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Analysis, SolveError> {
        let node = self.accept(position)?;
        let (shape, discs) = (self.shape, node.discs);
        let mut columns = vec![None; shape.width() as usize];
        let (mut tasks, mut owners) = (Vec::new(), Vec::new());
        // No column is better than the position, which the book may know.
        let least = -self.range(&node).upper;
        // The outer columns are the easiest, and a guide to the others.
        for (column, space) in self.drops(&node).into_iter().rev() {
            let answer = &mut columns[column.index()];
            if space & node.own_threats != 0 {
                *answer = Some(Answer::Exact(Verdict::Win { plies: 1 }));
            } else if discs + 1 == shape.area() {
                *answer = Some(Answer::Exact(Verdict::Draw));
            } else {
                let child = node.after(shape, space);
                let mut known = self.range(&child);
                known.lower = known.lower.max(least);
                tasks.push(Task { node: child, known });
                owners.push(column.index());
            }
        }
        let control = Control::new(limits);
        self.engine(&control).solve(&mut tasks);
        for (task, column) in tasks.iter().zip(owners) {
            let answer = self.answer(&task.node, task.known);
            columns[column] = Some(answer.reversed(Verdict::one_ply_earlier));
        }
        Ok(Analysis {
            columns,
            nodes: control.spent(),
        })
    }

    /// The columns of a perfect game from here to its end. Among equally good columns the middle
    /// ones are preferred.
    ///
    /// # Panics
    ///
    /// Never: a game that is not over has a drop.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn line(&mut self, position: &Position) -> Result<Vec<Column>, SolveError> {
        let solution = self.line_within(position, Limits::default())?;
        Ok(solution.expect("a search without limits finishes"))
    }

    /// The same, or none when the limits run out first.
    ///
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn line_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Option<Vec<Column>>, SolveError> {
        let node = self.accept(position)?;
        let control = Control::new(limits);
        let Some(score) = self.settle(node, self.range(&node), &control) else {
            return Ok(None);
        };
        let mut line = Vec::new();
        let finished = self.play_on(node, score, &control, &mut line);
        Ok(finished.map(|()| line))
    }

    /// The score of a position within `known`; none when the limits run out.
    pub(crate) fn settle(&self, node: Node, known: Bounds, control: &Control<'_>) -> Option<i32> {
        let mut tasks = [Task { node, known }];
        self.engine(control).solve(&mut tasks);
        let [task] = tasks;
        task.is_done().then_some(task.known.lower)
    }

    /// Checks a position, and makes the memo fit its grid.
    pub(crate) fn accept(&mut self, position: &Position) -> Result<Node, SolveError> {
        Size::of(position.ruleset())?;
        if position.is_over() {
            return Err(SolveError::GameOver);
        }
        self.fit(position.ruleset())?;
        self.memo.begin();
        Ok(node_of(self.shape, position))
    }

    /// Every score a position can have, as far as is known without a search.
    fn range(&self, node: &Node) -> Bounds {
        if let Some(score) = self.in_book(node) {
            return Bounds {
                lower: score,
                upper: score,
            };
        }
        let (lower, upper) = (
            lost_next(self.shape, node.discs),
            win_now(self.shape, node.discs),
        );
        Bounds { lower, upper }
    }

    pub(crate) fn in_book(&self, node: &Node) -> Option<i32> {
        let book = self.book.as_ref()?;
        book.find(self.shape, node).map(i32::from)
    }

    fn answer(&self, node: &Node, known: Bounds) -> Answer<Verdict> {
        let verdict = |score| Verdict::from_score(self.shape, node.discs, score);
        Answer::new(verdict(known.lower), verdict(known.upper))
    }

    fn engine<'a>(&'a self, control: &'a Control<'a>) -> Engine<'a> {
        Engine {
            shape: self.shape,
            techniques: self.options.techniques,
            threads: self.options.threads.get().min(Options::THREADS_MAX),
            memo: &self.memo,
            control,
        }
    }

    /// Narrows the score of one position within `known`; also tells the nodes it took.
    fn search(&self, node: Node, known: Bounds, limits: Limits<'_>) -> (Bounds, u64) {
        let control = Control::new(limits);
        let mut tasks = [Task { node, known }];
        self.engine(&control).solve(&mut tasks);
        (tasks[0].known, control.spent())
    }
}
