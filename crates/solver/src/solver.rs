//! The solver as its users see it.

use std::fmt;
use std::num::NonZeroUsize;

use foursight_core::{Column, Player, Position, Variant};

use crate::control::{Control, Limits};
use crate::engine::{Engine, Task};
use crate::memo::{Bounds, Memo};
use crate::node::Node;
use crate::rules::Techniques;
use crate::score::{lost_next, win_now};
use crate::shape::{AnyShape, Shape};
use crate::verdict::{Answer, Prospect, Verdict};

/// How a solver is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for positions seen before. Rounded down to a power of two; more than the default
    /// hardly helps, since the search tree is small.
    pub memo_bytes: usize,
    /// How many threads work on one question. Always one in WebAssembly.
    pub threads: NonZeroUsize,
    /// What the search may use; everything unless you compare.
    pub techniques: Techniques,
}

impl Options {
    /// Memory of the memo unless you choose otherwise: 16 MiB.
    pub const MEMO_BYTES: usize = 16 << 20;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memo_bytes: Self::MEMO_BYTES,
            threads: NonZeroUsize::MIN,
            techniques: Techniques::ALL,
        }
    }
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// Only the standard rules are solved, not this variant.
    Variant(Variant),
    /// Only lines of four are solved, not of this length.
    Connect(u8),
    /// The grid needs more than 64 bits: `(height + 1) × width`.
    Grid {
        /// Its number of columns.
        width: u8,
        /// Its number of rows.
        height: u8,
    },
    /// The game is over.
    GameOver,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(variant) => write!(f, "cannot solve the variant {}", variant.name()),
            Self::Connect(connect) => write!(f, "cannot solve lines of {connect}"),
            Self::Grid { width, height } => write!(f, "cannot solve a {width}x{height} grid"),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for SolveError {}

/// An answer and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<T> {
    /// What was found.
    pub answer: Answer<T>,
    /// How many nodes the search visited, over all threads.
    pub nodes: u64,
}

/// The verdict of every column, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// By column from the left; none where the column is full.
    pub columns: Vec<Option<Answer<Verdict>>>,
    /// How many nodes the search visited, over all threads.
    pub nodes: u64,
}

impl Analysis {
    /// The verdict of a column, if a disc can be dropped there and its verdict is exact.
    #[must_use]
    pub fn verdict(&self, column: Column) -> Option<Verdict> {
        self.columns
            .get(column.index())
            .copied()
            .flatten()
            .and_then(Answer::exact)
    }

    /// The verdict of the position, if all columns are exact.
    #[must_use]
    pub fn best(&self) -> Option<Verdict> {
        let open = self.columns.iter().flatten();
        open.map(|answer| answer.exact())
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()
    }
}

/// Solves positions exactly, remembering what it has seen from one question to the next.
///
/// # Examples
///
/// ```
/// use foursight_core::{Column, Position};
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
    shape: AnyShape,
    memo: Memo,
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
    /// A solver that has seen nothing.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let shape = AnyShape::STANDARD;
        Self {
            options,
            shape,
            memo: Memo::new(options.memo_bytes, shape.key_bits()),
        }
    }

    /// Forgets everything seen, so that the next search visits the same nodes as a new solver's.
    pub fn forget(&mut self) {
        self.memo.clear();
    }

    /// The exact verdict.
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
        let playable = shape.playable(node.all);
        let mut columns = vec![None; shape.width() as usize];
        let (mut tasks, mut owners) = (Vec::new(), Vec::new());
        for (column, answer) in columns.iter_mut().enumerate() {
            let space = playable & shape.column(column as u32);
            if space & node.own_threats != 0 {
                *answer = Some(Answer::Exact(Verdict::Win { plies: 1 }));
            } else if space != 0 && discs + 1 == shape.area() {
                *answer = Some(Answer::Exact(Verdict::Draw));
            } else if space != 0 {
                let child = node.after(shape, space);
                tasks.push(Task {
                    node: child,
                    known: self.range(&child),
                });
                owners.push(column);
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
    /// # Errors
    ///
    /// [`SolveError`] says what is wrong with the position.
    pub fn line(&mut self, position: &Position) -> Result<Vec<Column>, SolveError> {
        let mut node = self.accept(position)?;
        let (known, _) = self.search(node, self.range(&node), Limits::default());
        let mut score = known.lower;
        let mut line = Vec::new();
        loop {
            let (column, space) = self.best_drop(&node, score);
            line.push(Column::from_index(column as usize).expect("a column of the grid"));
            if space & node.own_threats != 0 || node.discs + 1 == self.shape.area() {
                return Ok(line);
            }
            node = node.after(self.shape, space);
            score = -score;
        }
    }

    /// The first drop, from the middle outwards, that keeps the exact score of the node.
    fn best_drop(&mut self, node: &Node, score: i32) -> (u32, u64) {
        let (shape, playable) = (self.shape, self.shape.playable(node.all));
        let mut columns: Vec<u32> = (0..shape.width())
            .filter(|c| playable & shape.column(*c) != 0)
            .collect();
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(shape.width()));
        let drops = columns
            .iter()
            .map(|column| (*column, playable & shape.column(*column)));
        let drops: Vec<_> = drops.collect();
        let wins = drops
            .iter()
            .find(|(_, space)| space & node.own_threats != 0);
        if let Some(drop) = wins {
            return *drop;
        }
        let (last, others) = drops.split_last().expect("an unfinished game has a drop");
        let keeps = others.iter().find(|(_, space)| {
            let child = node.after(shape, *space);
            if child.wins_now(shape) {
                return score == lost_next(shape, node.discs);
            }
            let question = Bounds {
                lower: -score,
                upper: -score + 1,
            };
            let (known, _) = self.search(child, question, Limits::default());
            known.upper <= -score
        });
        *keeps.unwrap_or(last)
    }

    /// Checks a position, and makes the memo fit its grid.
    fn accept(&mut self, position: &Position) -> Result<Node, SolveError> {
        let rules = position.ruleset();
        if rules.variant() != Variant::Standard {
            return Err(SolveError::Variant(rules.variant()));
        }
        if rules.connect() != 4 {
            return Err(SolveError::Connect(rules.connect()));
        }
        let (width, height) = (rules.width(), rules.height());
        let shape =
            AnyShape::new(width.into(), height.into()).ok_or(SolveError::Grid { width, height })?;
        if position.is_over() {
            return Err(SolveError::GameOver);
        }
        if shape != self.shape {
            self.memo = Memo::new(self.options.memo_bytes, shape.key_bits());
            self.shape = shape;
        }
        let grid = position.grid();
        let discs = Player::BOTH.map(|player| grid.word(player) as u64);
        let mover = discs[position.to_move().index()];
        Ok(Node::new(shape, mover, discs[0] | discs[1]))
    }

    /// Every score a position can have.
    fn range(&self, node: &Node) -> Bounds {
        let (lower, upper) = (
            lost_next(self.shape, node.discs),
            win_now(self.shape, node.discs),
        );
        Bounds { lower, upper }
    }

    fn answer(&self, node: &Node, known: Bounds) -> Answer<Verdict> {
        let verdict = |score| Verdict::from_score(self.shape, node.discs, score);
        Answer::new(verdict(known.lower), verdict(known.upper))
    }

    fn engine<'a>(&'a self, control: &'a Control<'a>) -> Engine<'a> {
        Engine {
            shape: self.shape,
            techniques: self.options.techniques,
            threads: self.options.threads.get(),
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
