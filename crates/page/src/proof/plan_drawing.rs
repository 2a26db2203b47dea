//! The plan in force as something to draw: pairs, the order of free cells, and the next answer.

use foursight_core::{Cell, Player};
use foursight_explain::PlanPicture;
use foursight_proof::{Plan, PlanAnswer, PlanCell, ProofBoard};

use super::{PlannedAnswer, ProofPageState};

/// Drawing over the board. All its cells are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanDrawing {
    /// Pairs, as other plans are drawn; `None` where every reply is a position of its own.
    pub picture: Option<PlanPicture>,
    /// Cells that are taken in this order if the reply has no answer.
    pub list: Vec<Cell>,
    /// The aimed reply.
    pub reply: Option<Cell>,
    /// The answer to it.
    pub answer: Option<Cell>,
    /// The answer takes another column than the reply.
    pub has_arrow: bool,
}

impl PlanDrawing {
    /// Returns the drawing for the shown position.
    #[must_use]
    pub fn of(state: &ProofPageState) -> Self {
        let attempt = state.attempt();
        let board = ProofBoard::after(&attempt.moves(), true);
        let plan = attempt.plan(state.proof());
        let mut drawing = Self::default();
        if let (Some(board), Some(plan)) = (board, plan) {
            let is_empty = |cell: &&PlanCell| board.is_planner_disc(**cell).is_none();
            let list = plan.list.iter().filter(is_empty);
            drawing.list = list.map(|cell| cell.cell()).collect();
            drawing.picture = Some(PlanPicture {
                player: Player::First,
                pairs: pairs(board, &plan),
                free: Vec::new(),
                decides: None,
                keep_off: None,
                idle: Vec::new(),
            });
        }
        if let Some(PlannedAnswer { reply, advice }) = state.aimed_answer() {
            drawing.reply = Some(reply.cell());
            let answer = advice.map(|advice| advice.cell);
            drawing.answer = answer.map(PlanCell::cell);
            drawing.has_arrow = answer.is_some_and(|cell| cell.column() != reply.column());
        }
        drawing
    }
}

/// Returns each reply of the opponent with its first answer, as far as the plan names one: from the
/// landing of each column upwards, and after a pair in a column the cell above it.
fn pairs(board: ProofBoard, plan: &Plan) -> Vec<[Cell; 2]> {
    let mut pairs = Vec::new();
    for column in 0..7 {
        let mut row = 0;
        while let Some(cell) = PlanCell::new(column, row) {
            row += 1;
            if board.is_planner_disc(cell).is_some() {
                continue;
            }
            let top = PlanCell::new(column, row);
            let rule = plan.replies.iter().find(|rule| rule.reply == cell);
            let answer = rule.map_or(PlanAnswer::OnTop, |rule| rule.answers[0]);
            match answer {
                PlanAnswer::OnTop => {
                    pairs.extend(top.map(|top| [cell.cell(), top.cell()]));
                    row += 1;
                }
                PlanAnswer::Cell(other) if board.is_planner_disc(other).is_none() => {
                    pairs.push([cell.cell(), other.cell()]);
                }
                PlanAnswer::Cell(_) | PlanAnswer::Pass => {}
            }
        }
    }
    pairs
}
