//! A plan as something to draw: which cells belong together, which one decides, and which no longer
//! matter.

use foursight_core::{Cell, Player, Position};

use crate::play_out::ProofPlayer;
use crate::proof::{Claim, ColumnPlan, Goal, ProofNode};

/// Cells of a strategy in the position from which it holds. Every cell is empty there.
///
/// ```
/// use foursight_core::{Column, Game};
/// use foursight_explain::{ExplainBudget, Explainer, PlanPicture};
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
/// let reason = explanation.column(column(4)).and_then(|drop| drop.proof()).expect("a proof");
/// let picture = PlanPicture::new(game.drop_in(column(4))?.position(), reason).expect("a plan");
/// let cell = |cell: Option<foursight_core::Cell>| cell.map(|cell| cell.to_string());
/// assert_eq!(cell(picture.decides).as_deref(), Some("c3"));
/// assert_eq!(cell(picture.keep_off).as_deref(), Some("c2"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanPicture {
    /// The player whose strategy it is.
    pub player: Player,
    /// Pairs: after a disc of the opponent on the first cell the player takes the second one.
    pub pairs: Vec<[Cell; 2]>,
    /// Cells that the player takes where nothing calls for an answer.
    pub free: Vec<Cell>,
    /// The threat that decides.
    pub decides: Option<Cell>,
    /// The cell below it, which neither player wants to fill.
    pub keep_off: Option<Cell>,
    /// Cells above it, which never matter.
    pub idle: Vec<Cell>,
}

impl PlanPicture {
    /// Returns the picture of a proof in the position after its drop, or `None` if it has nothing
    /// to draw.
    #[must_use]
    pub fn new(after: &Position, reason: &crate::Reason) -> Option<Self> {
        let proof = reason.proof.as_ref()?;
        let start = match proof.reply {
            Some(reply) => after.drop_in(reply).ok()?,
            None => *after,
        };
        Self::of_node(&start, proof.claim, &proof.strategy, &reason.cells)
    }

    /// Returns the picture of what is left of a plan that is played out, its opponent to move.
    #[must_use]
    pub fn of_player(position: &Position, player: &ProofPlayer) -> Option<Self> {
        let board = position.board();
        let cells = player.cells().iter().copied();
        let cells: Vec<_> = cells
            .filter(|cell| board.disc_at(*cell).is_none())
            .collect();
        if position.is_over() {
            return None;
        }
        Self::of_node(position, player.claim(), player.node(), &cells)
    }

    fn of_node(
        start: &Position,
        claim: Claim,
        strategy: &ProofNode,
        cells: &[Cell],
    ) -> Option<Self> {
        let mut picture = Self {
            player: claim.player,
            pairs: Vec::new(),
            free: Vec::new(),
            decides: None,
            keep_off: None,
            idle: Vec::new(),
        };
        if claim.goal == Goal::Win {
            picture.point_at(start, claim.player, cells);
        }
        match strategy {
            ProofNode::Over => return None,
            ProofNode::Replies(branches) => {
                for branch in branches {
                    let next = start.drop_in(branch.reply).ok()?;
                    let reply = start.board().landing(branch.reply)?;
                    picture
                        .pairs
                        .push([reply, next.board().landing(branch.answer)?]);
                }
            }
            ProofNode::Plan(plan) => picture.add_plan(start, *plan),
            ProofNode::Rules(cover) => {
                for rule in &cover.rules {
                    let cells = rule.cells.windows(2);
                    picture.pairs.extend(cells.map(|pair| [pair[0], pair[1]]));
                }
            }
        }
        Some(picture)
    }

    /// Finds the threat that decides, and the cells around it.
    fn point_at(&mut self, start: &Position, player: Player, cells: &[Cell]) {
        let board = start.board();
        let threats = board.threats(player, start.ruleset().connect());
        let Some(decides) = cells.iter().find(|cell| threats.contains(cell)) else {
            self.decides = cells.first().copied();
            return;
        };
        let same_column = board.rows().map(|row| Cell {
            column: decides.column,
            row,
        });
        let empty = same_column.filter(|cell| board.disc_at(*cell).is_none());
        let (below, above): (Vec<_>, Vec<_>) = empty
            .filter(|cell| cell != decides)
            .partition(|cell| cell.row < decides.row);
        self.decides = Some(*decides);
        self.keep_off = below.last().copied();
        self.idle = above;
    }

    /// Adds the pairs and the free cells of a column plan.
    fn add_plan(&mut self, start: &Position, plan: ColumnPlan) {
        let board = start.board();
        for column in board.columns() {
            let cells = board.rows().map(|row| Cell { column, row });
            let empty: Vec<_> = cells
                .filter(|cell| board.disc_at(*cell).is_none() && !self.idle.contains(cell))
                .collect();
            let mut rest = &empty[..];
            while let [cell, above @ ..] = rest {
                let is_odd_row = cell.row.number() % 2 == 1;
                rest = above;
                match above {
                    [upper, higher @ ..] if is_odd_row != plan.is_odd(column) => {
                        self.pairs.push([*cell, *upper]);
                        rest = higher;
                    }
                    _ => self.free.push(*cell),
                }
            }
        }
    }
}
