//! The public solver.

use std::fmt;
use std::sync::Arc;

use foursight_core::{Column, Position, Ruleset};

use crate::book::{BoardSize, Book, node_of};
use crate::control::{Limits, SearchControl};
use crate::engine::{SearchEngine, SearchTask};
use crate::geometry::{AnyGeometry, BoardGeometry};
use crate::node::Node;
use crate::options::{SolveError, SolverOptions};
use crate::score::{lost_next, win_now};
use crate::solution::{Analysis, Solution};
use crate::transposition_table::{ScoreBounds, TranspositionTable};
use crate::verdict::{BoundedValue, Verdict, Wdl};

/// Solves positions exactly; its transposition table persists from one search to the next.
///
/// # Examples
///
/// ```
/// use foursight_core::{Column, Position, Ruleset};
/// use foursight_solver::{Solver, Verdict};
///
/// let mut position = Position::default();
/// for number in [4, 4, 3, 5, 5, 4, 4, 3, 3, 4, 4, 5] {
///     position = position.drop_in(Column::from_number(number).expect("in known_bounds"))?;
/// }
/// let mut solver = Solver::default();
/// let verdict = solver.verdict(&position)?;
/// assert_eq!(solver.analyse(&position)?.best(), Some(verdict));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    options: SolverOptions,
    /// The board whose positions the transposition table holds.
    pub(crate) geometry: AnyGeometry,
    /// Shared with the solvers of [`share`](Self::share).
    tt: Arc<TranspositionTable>,
    /// Set if the table is smaller than requested because the system had no memory for it.
    is_undersized: bool,
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
        Self::new(SolverOptions::default())
    }
}

impl Solver {
    /// Creates a solver with an empty table. If the system cannot allocate it, every query and
    /// [`fit`](Self::prepare) return [`SolveError::Memory`].
    #[must_use]
    pub fn new(options: SolverOptions) -> Self {
        let geometry = AnyGeometry::STANDARD;
        let mut solver = Self {
            options,
            geometry,
            tt: Arc::new(TranspositionTable::new(0, geometry.key_bits())),
            is_undersized: true,
            book: None,
        };
        // The first query tries again and can report the error.
        let _ = solver.allocate_table(geometry);
        solver
    }

    /// Returns the settings.
    #[must_use]
    pub const fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// Adds an opening book that is consulted before searching.
    #[must_use]
    pub fn with_book(mut self, book: Arc<Book>) -> Self {
        self.book = Some(book);
        self
    }

    /// Returns the opening book.
    #[must_use]
    pub fn book(&self) -> Option<&Book> {
        self.book.as_deref()
    }

    /// Returns another solver that shares the transposition table with this one, for use on another
    /// thread. They share it until one of them switches to a board of another size.
    ///
    /// Sharing pays for positions with common successors: no thread searches what another has
    /// found. From now on the whole table is in use, even for small searches.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::Position;
    /// use foursight_solver::{Limits, Solver};
    ///
    /// let board = foursight_core::Ruleset::new(5, 5, 4, foursight_core::Variant::Standard)?;
    /// let mut solver = Solver::default();
    /// solver.prepare(board)?;
    /// let mut other = solver.share();
    /// let start = Position::new(board);
    /// let first = solver.verdict_within(&start, Limits::default())?;
    /// let again = other.verdict_within(&start, Limits::default())?;
    /// assert_eq!(first.value, again.value);
    /// assert!(again.nodes < first.nodes);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn share(&self) -> Self {
        self.tt.use_all();
        Self {
            options: self.options,
            geometry: self.geometry,
            tt: Arc::clone(&self.tt),
            is_undersized: self.is_undersized,
            book: self.book.clone(),
        }
    }

    /// Clears the transposition table, so that the next search visits the same nodes as a new
    /// solver's.
    pub fn clear(&mut self) {
        self.tt.clear();
    }

    /// Prepares the table for a board, discarding entries of another size. Every query does so for
    /// its position.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if such positions cannot be solved.
    pub fn prepare(&mut self, ruleset: Ruleset) -> Result<(), SolveError> {
        let geometry = BoardSize::of(ruleset)?.geometry();
        if geometry != self.geometry || self.is_undersized {
            // Free the old table first: there may be no room for two. The placeholder is never
            // searched.
            self.tt = Arc::new(TranspositionTable::new(0, AnyGeometry::STANDARD.key_bits()));
            self.geometry = geometry;
            self.is_undersized = true;
            self.allocate_table(geometry)?;
        }
        Ok(())
    }

    /// Replaces the placeholder table by one of the requested size.
    fn allocate_table(&mut self, geometry: AnyGeometry) -> Result<(), SolveError> {
        let (bytes, key_bits) = (self.options.tt_bytes, geometry.key_bits());
        if !TranspositionTable::is_affordable(bytes, key_bits) {
            let mib = TranspositionTable::bytes_for(bytes, key_bits) >> 20;
            return Err(SolveError::Memory { mib: mib.max(1) });
        }
        self.tt = Arc::new(TranspositionTable::new(bytes, key_bits));
        self.is_undersized = false;
        Ok(())
    }

    /// Returns the exact verdict.
    ///
    /// # Panics
    ///
    /// Never: a search without limits finishes.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
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
            .value
            .exact()
            .expect("a search without limits finishes"))
    }

    /// Returns the verdict, or bounds on it if the limits run out first.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    ///
    /// # Examples
    ///
    /// ```
    /// use foursight_core::Position;
    /// use foursight_solver::{BoundedValue, Limits, Solver};
    ///
    /// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    /// let solution = Solver::default().verdict_within(&Position::default(), limits)?;
    /// assert!(matches!(solution.value, BoundedValue::Bounds { .. }));
    /// assert_eq!(solution.nodes, 1_001); // the node that was one too many
    /// # Ok::<_, foursight_solver::SolveError>(())
    /// ```
    pub fn verdict_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Solution<Verdict>, SolveError> {
        let node = self.prepare_node(position)?;
        let (known, nodes) = self.search(node, self.known_bounds(&node), limits);
        Ok(Solution {
            value: self.answer(&node, known),
            nodes,
        })
    }

    /// Returns win, draw or loss for the player to move; cheaper than [`verdict`](Self::verdict).
    ///
    /// # Panics
    ///
    /// Never: a search without limits finishes.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn outcome(&mut self, position: &Position) -> Result<Wdl, SolveError> {
        let solution = self.outcome_within(position, Limits::default())?;
        Ok(solution
            .value
            .exact()
            .expect("a search without limits finishes"))
    }

    /// Returns win, draw or loss, or bounds if the limits run out first.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn outcome_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Solution<Wdl>, SolveError> {
        let node = self.prepare_node(position)?;
        let (known, nodes) = self.search(
            node,
            ScoreBounds {
                lower: -1,
                upper: 1,
            },
            limits,
        );
        let prospect = |score: i32| match score.signum() {
            1 => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        };
        let answer = BoundedValue::new(prospect(known.lower), prospect(known.upper));
        Ok(Solution {
            value: answer,
            nodes,
        })
    }

    /// Returns the exact verdict of every column.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn analyse(&mut self, position: &Position) -> Result<Analysis, SolveError> {
        self.analyse_within(position, Limits::default())
    }

    /// Returns the verdict of every column, or bounds if the limits run out first.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn analyse_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Analysis, SolveError> {
        let node = self.prepare_node(position)?;
        let (geometry, discs) = (self.geometry, node.discs);
        let mut columns = vec![None; geometry.width() as usize];
        let (mut tasks, mut owners) = (Vec::new(), Vec::new());
        // No column is better than the position, whose verdict the book may contain.
        let least = -self.known_bounds(&node).upper;
        // The outer columns are the easiest, and a guide to the others.
        for (column, cell) in self.drops(&node).into_iter().rev() {
            let answer = &mut columns[column.index()];
            if cell & node.own_threats != 0 {
                *answer = Some(BoundedValue::Exact(Verdict::Win { plies: 1 }));
            } else if discs + 1 == geometry.area() {
                *answer = Some(BoundedValue::Exact(Verdict::Draw));
            } else {
                let child = node.after(geometry, cell);
                let mut known = self.known_bounds(&child);
                known.lower = known.lower.max(least);
                tasks.push(SearchTask { node: child, known });
                owners.push(column.index());
            }
        }
        let control = SearchControl::new(limits);
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

    /// Returns the principal variation: the columns of a perfect game from here to its end. Among
    /// equally good columns it prefers central ones.
    ///
    /// # Panics
    ///
    /// Never: a game that is not over has a drop.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn principal_variation(&mut self, position: &Position) -> Result<Vec<Column>, SolveError> {
        let solution = self.principal_variation_within(position, Limits::default())?;
        Ok(solution.expect("a search without limits finishes"))
    }

    /// Returns the principal variation, or `None` if the limits run out first.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position cannot be solved.
    pub fn principal_variation_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Result<Option<Vec<Column>>, SolveError> {
        let node = self.prepare_node(position)?;
        let control = SearchControl::new(limits);
        let Some(score) = self.solve_within(node, self.known_bounds(&node), &control) else {
            return Ok(None);
        };
        let mut line = Vec::new();
        let finished = self.extend_line(node, score, &control, &mut line);
        Ok(finished.map(|()| line))
    }

    /// Returns the score of a position within `known`, or `None` if the limits run out.
    pub(crate) fn solve_within(
        &self,
        node: Node,
        known: ScoreBounds,
        control: &SearchControl<'_>,
    ) -> Option<i32> {
        let mut tasks = [SearchTask { node, known }];
        self.engine(control).solve(&mut tasks);
        let [task] = tasks;
        task.is_done().then_some(task.known.lower)
    }

    /// Validates a position, and prepares the table for its board.
    pub(crate) fn prepare_node(&mut self, position: &Position) -> Result<Node, SolveError> {
        BoardSize::of(position.ruleset())?;
        if position.is_over() {
            return Err(SolveError::GameOver);
        }
        self.prepare(position.ruleset())?;
        self.tt.new_search();
        Ok(node_of(self.geometry, position))
    }

    /// Returns the bounds on a position's score that are known without a search.
    fn known_bounds(&self, node: &Node) -> ScoreBounds {
        if let Some(score) = self.book_score(node) {
            return ScoreBounds {
                lower: score,
                upper: score,
            };
        }
        let (lower, upper) = (
            lost_next(self.geometry, node.discs),
            win_now(self.geometry, node.discs),
        );
        ScoreBounds { lower, upper }
    }

    pub(crate) fn book_score(&self, node: &Node) -> Option<i32> {
        let book = self.book.as_ref()?;
        book.find(self.geometry, node).map(i32::from)
    }

    fn answer(&self, node: &Node, known: ScoreBounds) -> BoundedValue<Verdict> {
        let verdict = |score| Verdict::from_score(self.geometry, node.discs, score);
        BoundedValue::new(verdict(known.lower), verdict(known.upper))
    }

    fn engine<'a>(&'a self, control: &'a SearchControl<'a>) -> SearchEngine<'a> {
        SearchEngine {
            geometry: self.geometry,
            techniques: self.options.techniques,
            threads: self.options.threads.get().min(SolverOptions::THREADS_MAX),
            tt: &self.tt,
            control,
        }
    }

    /// Narrows the score of one position within `known`; returns the bounds and the node count.
    fn search(&self, node: Node, known: ScoreBounds, limits: Limits<'_>) -> (ScoreBounds, u64) {
        let control = SearchControl::new(limits);
        let mut tasks = [SearchTask { node, known }];
        self.engine(&control).solve(&mut tasks);
        (tasks[0].known, control.spent())
    }
}
