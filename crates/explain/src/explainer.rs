//! Explains a position: the verdict of every column with its grade and its reasons.

use foursight_core::{Cell, Column, Position};
use foursight_solver::{Limits, SolveError, Solver, Verdict, Wdl};

use crate::check;
use crate::fact::Fact;
use crate::finder::{ProofCache, ProofFinder};
use crate::game_grades::GradedMove;
use crate::grades::MoveGrade;
use crate::proof::{Claim, Goal, VerdictProof};
use crate::propose::facts;
use crate::reason::Reason;

/// Plies of perfect play after which a plan still explains a drop of the opening.
const AHEAD_PLIES_MAX: usize = 8;
/// With more empty cells than this, perfect play is not searched for facts about its end.
const LINE_EMPTY_CELLS_MAX: usize = 34;

/// Limits of an explanation.
#[derive(Clone, Copy, Debug)]
pub struct ExplainBudget {
    /// Positions that the search for the proof of one drop visits at most.
    pub positions: u64,
    /// Also look for a proof along perfect play, for drops that have none.
    pub looks_ahead: bool,
}

impl Default for ExplainBudget {
    /// A tenth of a second or so per drop in the worst case, much less in most.
    fn default() -> Self {
        Self {
            positions: 1_500_000,
            looks_ahead: true,
        }
    }
}

/// Reasons for the verdicts of all columns of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Verdict of the position, for the player to move; `None` if the limits ran out.
    pub verdict: Option<Verdict>,
    /// Columns with this verdict, from the left.
    pub best: Vec<Column>,
    /// Open columns from the left.
    pub columns: Vec<DropExplanation>,
}

impl Explanation {
    /// Returns the explanation of a column if it is open.
    #[must_use]
    pub fn column(&self, column: Column) -> Option<&DropExplanation> {
        self.columns.iter().find(|drop| drop.column == column)
    }
}

/// Reasons for the verdict of a drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropExplanation {
    /// The column.
    pub column: Column,
    /// The cell where the disc lands.
    pub cell: Cell,
    /// Verdict for the player who drops; `None` if the limits ran out.
    pub verdict: Option<Verdict>,
    /// Grade of the drop, if all verdicts are known.
    pub grade: Option<MoveGrade>,
    /// Reasons, a proof of the verdict first if there is one. All have passed their checker.
    pub reasons: Vec<Reason>,
    /// Perfect play from the position on, this drop first, as far as it was searched.
    pub line: Vec<Column>,
    /// A proof that appears on the way, if the drop itself has none.
    pub ahead: Option<ProofAhead>,
}

impl DropExplanation {
    /// Returns the reason that proves the verdict.
    #[must_use]
    pub fn proof(&self) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.proof.is_some())
    }
}

/// A proof after some plies of perfect play. It proves the verdict of the position there, not of
/// the drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofAhead {
    /// Perfect play, the drop first.
    pub moves: Vec<Column>,
    /// The proof. Its column is the last of the moves.
    pub reason: Reason,
}

/// Explains positions of the standard board; keeps what it has found from one to the next.
///
/// On other boards there are verdicts where the solver has them, and facts, but no proofs.
///
/// # Examples
///
/// ```
/// use foursight_core::{Column, Game};
/// use foursight_explain::{ExplainBudget, Explainer, ReasonKind};
/// use foursight_solver::Solver;
///
/// let column = |number| Column::from_number(number).expect("in range");
/// let mut game = Game::default();
/// for digit in "12611642613552255512".bytes() {
///     game = game.drop_in(column(usize::from(digit - b'0')))?;
/// }
/// let mut solver = Solver::default();
/// let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
/// let explanation = explainer.explain(game.position())?;
/// assert_eq!(explanation.best, [column(4)]);
/// let proof = explanation.column(column(4)).and_then(|drop| drop.proof()).expect("a proof");
/// assert_eq!(proof.kind().name(), "pure-plan");
/// assert_eq!(proof.plan().expect("a plan").odd_columns(), [column(3)]);
/// assert_eq!(proof.cells[0].to_string(), "c3");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Explainer<'a> {
    finder: ProofFinder<'a>,
    budget: ExplainBudget,
    limits: Limits<'a>,
}

impl<'a> Explainer<'a> {
    /// Creates an explainer that takes verdicts from this solver.
    #[must_use]
    pub fn new(solver: &'a mut Solver, budget: ExplainBudget) -> Self {
        Self::with_limits(solver, budget, Limits::default())
    }

    /// Creates an explainer that stops early: then verdicts, proofs and lines may be missing.
    #[must_use]
    pub fn with_limits(solver: &'a mut Solver, budget: ExplainBudget, limits: Limits<'a>) -> Self {
        Self::with_cache(solver, budget, limits, ProofCache::default())
    }

    /// Creates an explainer that goes on with what another one has found.
    #[must_use]
    pub fn with_cache(
        solver: &'a mut Solver,
        budget: ExplainBudget,
        limits: Limits<'a>,
        cache: ProofCache,
    ) -> Self {
        Self {
            finder: ProofFinder::new(solver, limits, cache),
            budget,
            limits,
        }
    }

    /// Returns what it has found, for the next explainer.
    #[must_use]
    pub fn into_cache(self) -> ProofCache {
        self.finder.into_cache()
    }

    /// Explains every column of a position.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the position cannot be solved.
    pub fn explain(&mut self, position: &Position) -> Result<Explanation, SolveError> {
        let verdicts = self.verdicts(position)?;
        let columns: Vec<_> = position
            .board()
            .columns()
            .filter_map(|column| self.explain_drop(position, column, &verdicts))
            .collect();
        let known: Option<Vec<_>> = columns.iter().map(|drop| drop.verdict).collect();
        let verdict = known.and_then(|verdicts| verdicts.into_iter().max());
        let best = columns
            .iter()
            .filter(|drop| verdict.is_some() && drop.verdict == verdict);
        Ok(Explanation {
            verdict,
            best: best.map(|drop| drop.column).collect(),
            columns,
        })
    }

    /// Returns the verdicts of all columns from the left, for [`explain_drop`](Self::explain_drop).
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the position cannot be solved.
    pub fn verdicts(&mut self, position: &Position) -> Result<Vec<Option<Verdict>>, SolveError> {
        let analysis = self.finder.solver().analyse_within(position, self.limits)?;
        let columns = position.board().columns();
        Ok(columns.map(|column| analysis.verdict(column)).collect())
    }

    /// Explains one column by the verdicts of all. Returns `None` if it is full or the game is over.
    pub fn explain_drop(
        &mut self,
        position: &Position,
        column: Column,
        verdicts: &[Option<Verdict>],
    ) -> Option<DropExplanation> {
        let cell = position.board().landing(column)?;
        position.drop_in(column).ok()?;
        let mut drop = DropExplanation {
            column,
            cell,
            verdict: verdicts.get(column.index()).copied().flatten(),
            grade: None,
            reasons: Vec::new(),
            line: vec![column],
            ahead: None,
        };
        let Some(verdict) = drop.verdict else {
            return Some(drop);
        };
        drop.grade = GradedMove::new(position, column, verdicts.to_vec()).grade;
        let best = verdicts
            .iter()
            .flatten()
            .max()
            .map_or(Wdl::Loss, |best| best.wdl());
        let proof = self.prove(position, column, verdict, best);
        drop.line = self.line(position, column);
        drop.reasons = reasons(position, column, verdict, proof, &drop.line);
        if drop.proof().is_none() && self.budget.looks_ahead && position.as_standard().is_some() {
            drop.ahead = self.look_ahead(position, verdict, &mut drop.line);
        }
        Some(drop)
    }

    /// Returns a proof of a verdict that has passed its checker, with the cells that decide.
    fn prove(
        &mut self,
        position: &Position,
        column: Column,
        verdict: Verdict,
        best: Wdl,
    ) -> Option<(VerdictProof, Vec<Cell>)> {
        let after = position.drop_in(column).ok()?;
        let start = after.as_standard()?;
        let mover = position.to_move();
        self.finder.refill(self.budget.positions);
        let claim = |player, goal| Claim { player, goal };
        let proof = match verdict.wdl() {
            Wdl::Win => {
                let strategy = self.finder.find(start, Goal::Win)?;
                VerdictProof {
                    claim: claim(mover, Goal::Win),
                    reply: None,
                    strategy,
                }
            }
            // Keeping the draw is what a good drop has to do, and preventing the win what makes
            // another one bad.
            Wdl::Draw if best == Wdl::Draw || after.is_over() => {
                let strategy = self.finder.find(start, Goal::Hold)?;
                VerdictProof {
                    claim: claim(mover, Goal::Hold),
                    reply: None,
                    strategy,
                }
            }
            outcome => {
                let goal = if outcome == Wdl::Loss {
                    Goal::Win
                } else {
                    Goal::Hold
                };
                let (reply, strategy) = self.finder.find_reply(start, goal)?;
                VerdictProof {
                    claim: claim(mover.opponent(), goal),
                    reply: Some(reply),
                    strategy,
                }
            }
        };
        let cells = check::check(&after, &proof).ok()?;
        Some((proof, cells))
    }

    /// Returns perfect play with this drop first, as far as the limits allow.
    fn line(&mut self, position: &Position, column: Column) -> Vec<Column> {
        let mut line = vec![column];
        let empty = position.ruleset().cells() - position.board().discs();
        if let Ok(after) = position.drop_in(column)
            && !after.is_over()
            && empty <= LINE_EMPTY_CELLS_MAX
            && let Ok(Some(rest)) = self
                .finder
                .solver()
                .principal_variation_within(&after, self.limits)
        {
            line.extend(rest);
        }
        line
    }

    /// Returns the first proof along perfect play, which it searches as far as needed.
    fn look_ahead(
        &mut self,
        position: &Position,
        verdict: Verdict,
        line: &mut Vec<Column>,
    ) -> Option<ProofAhead> {
        let is_draw = verdict.wdl() == Wdl::Draw;
        let goal = if is_draw { Goal::Hold } else { Goal::Win };
        let mut current = position.drop_in(line[0]).ok()?;
        for ply in 1..=AHEAD_PLIES_MAX {
            if line.len() == ply {
                line.push(self.best_drop(&current)?);
            }
            let mover = current.to_move();
            current = current.drop_in(line[ply]).ok()?;
            // A proof begins when the player who reaches the goal has just dropped.
            let is_winner = (mover == position.to_move()) == (verdict.wdl() == Wdl::Win);
            if current.is_over() {
                return None;
            }
            if !is_winner && !is_draw {
                continue;
            }
            self.finder.refill(self.budget.positions);
            if let Some(strategy) = self.finder.find_simple(current.as_standard()?, goal) {
                let claim = Claim {
                    player: mover,
                    goal,
                };
                let proof = VerdictProof {
                    claim,
                    reply: None,
                    strategy,
                };
                let cells = check::check(&current, &proof).ok()?;
                let reason = Reason {
                    column: line[ply],
                    cells,
                    fact: None,
                    proof: Some(proof),
                };
                return Some(ProofAhead {
                    moves: line[..=ply].to_vec(),
                    reason,
                });
            }
        }
        None
    }

    /// Returns a best drop, the most central if there are several, or `None` if the limits run out.
    fn best_drop(&mut self, position: &Position) -> Option<Column> {
        let verdicts = self.verdicts(position).ok()?;
        let known: Option<Vec<_>> = position
            .board()
            .columns()
            .filter(|column| position.drop_in(*column).is_ok())
            .map(|column| Some((verdicts[column.index()]?, column)))
            .collect();
        let middle = usize::from(position.ruleset().width() / 2);
        let best = known?.into_iter().max_by_key(|(verdict, column)| {
            let distance = column.index().abs_diff(middle);
            (*verdict, std::cmp::Reverse(distance))
        });
        best.map(|(_, column)| column)
    }
}

/// Returns the proof, worded by a fact if it is one, and the other facts.
pub(crate) fn reasons(
    position: &Position,
    column: Column,
    verdict: Verdict,
    proof: Option<(VerdictProof, Vec<Cell>)>,
    line: &[Column],
) -> Vec<Reason> {
    let mut facts = facts(position, column, verdict.wdl(), line);
    let mut found = Vec::new();
    if let Some((proof, mut cells)) = proof {
        let is_written_out = proof.strategy.is_written_out();
        let tactic = facts
            .iter()
            .position(Fact::is_tactic)
            .filter(|_| is_written_out);
        let fact = tactic.map(|index| facts.remove(index));
        if let Some(fact) = &fact {
            cells = fact.cells();
        } else {
            put_threats_first(position, column, &proof, &mut cells);
        }
        found.push(Reason {
            column,
            cells,
            fact,
            proof: Some(proof),
        });
    }
    found.extend(
        facts
            .into_iter()
            .map(|fact| Reason::from_fact(column, fact)),
    );
    found
}

/// Moves the cells that are threats already to the front: those that decide.
fn put_threats_first(
    position: &Position,
    column: Column,
    proof: &VerdictProof,
    cells: &mut [Cell],
) {
    if let Ok(after) = position.drop_in(column) {
        let board = after.board();
        let threats = board.threats(proof.claim.player, after.ruleset().connect());
        cells.sort_by_key(|cell| !threats.contains(cell));
    }
}
