//! Checks proofs. These modules know the rules of the game and the meaning of a proof; they share
//! no code with the modules that find it, and use neither the solver nor bitboard tricks.

mod column_plan;
mod rules;
mod tree;

use std::fmt;

use foursight_core::{Cell, Column, DropPosition, End, Player, Position};

use crate::proof::{Claim, Goal, ProofNode, VerdictProof};

/// Positions that the check of one proof visits at most.
const CHECK_POSITIONS_MAX: usize = 400_000;

/// Reasons why a proof is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// Proofs are about the standard board.
    Board,
    /// The drop is not possible here.
    Drop(Column),
    /// The wrong player is to move.
    Player(Player),
    /// The opponent completes a line.
    OpponentCompletes(Column),
    /// The proof has no answer to this reply.
    NoAnswer(Column),
    /// The game goes on where the proof ends, or ends without the goal.
    NotReached,
    /// The plan does not reach the goal against every play.
    PlanFails,
    /// The fact is not true.
    FalseFact,
    /// The check would visit too many positions.
    TooLarge,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => f.write_str("only positions of the standard board have proofs"),
            Self::Drop(column) => write!(f, "no disc can be dropped into column {column}"),
            Self::Player(player) => write!(f, "{player} is not to move"),
            Self::OpponentCompletes(column) => {
                write!(f, "the opponent completes a line in column {column}")
            }
            Self::NoAnswer(column) => write!(f, "there is no answer to column {column}"),
            Self::NotReached => f.write_str("the goal is not reached"),
            Self::PlanFails => f.write_str("the plan does not reach the goal against every play"),
            Self::FalseFact => f.write_str("the fact is not true"),
            Self::TooLarge => f.write_str("the proof is too large to check"),
        }
    }
}

impl std::error::Error for ProofError {}

/// Returns true if the strategy is one of the player who has just dropped.
pub(crate) fn node_holds(position: &Position, claim: Claim, node: &ProofNode) -> bool {
    let mut check = Check::new(claim.player, claim.goal);
    let at = position.as_standard();
    at.is_some_and(|at| check.node(at, node).is_ok())
}

/// Checks a proof about this position. Returns the cells on which the player completes a line in
/// some play, the most frequent first.
pub(crate) fn check(position: &Position, proof: &VerdictProof) -> Result<Vec<Cell>, ProofError> {
    let start = position.as_standard().ok_or(ProofError::Board)?;
    let mut check = Check::new(proof.claim.player, proof.claim.goal);
    let start = match proof.reply {
        None => start,
        Some(reply) => {
            expect_to_move(start, check.player)?;
            check.drop_in(start, reply)?
        }
    };
    check.node(start, &proof.strategy)?;
    check
        .ends
        .sort_by_key(|(cell, count)| (usize::MAX - count, *cell));
    Ok(check.ends.into_iter().map(|(cell, _)| cell).collect())
}

/// The claim that is checked, and the state of the check.
struct Check {
    player: Player,
    goal: Goal,
    /// Positions it may still visit.
    positions: usize,
    /// Cells on which the player completes a line, and in how many positions.
    ends: Vec<(Cell, usize)>,
}

impl Check {
    fn new(player: Player, goal: Goal) -> Self {
        Self {
            player,
            goal,
            positions: CHECK_POSITIONS_MAX,
            ends: Vec::new(),
        }
    }

    /// Plays a drop of the player and notes if it completes a line.
    fn drop_in(&mut self, at: DropPosition, column: Column) -> Result<DropPosition, ProofError> {
        let next = at.drop_in(column).map_err(|_| ProofError::Drop(column))?;
        if is_won(next) {
            self.note_end(at, column);
        }
        Ok(next)
    }

    fn note_end(&mut self, at: DropPosition, column: Column) {
        let Some(cell) = Position::from(at).board().landing(column) else {
            return;
        };
        match self.ends.iter_mut().find(|(end, _)| *end == cell) {
            Some((_, count)) => *count += 1,
            None => self.ends.push((cell, 1)),
        }
    }

    /// Counts a position.
    fn visit(&mut self) -> Result<(), ProofError> {
        self.positions = self.positions.checked_sub(1).ok_or(ProofError::TooLarge)?;
        Ok(())
    }

    /// Returns an error unless an end of the game is what the player wants.
    fn accept_end(&self, at: DropPosition) -> Result<(), ProofError> {
        let is_reached = match at.end() {
            None => false,
            Some(End::Won(winner)) => winner == self.player,
            Some(End::Draw(_)) => self.goal == Goal::Hold,
        };
        if is_reached {
            Ok(())
        } else {
            Err(ProofError::NotReached)
        }
    }
}

fn expect_to_move(at: DropPosition, player: Player) -> Result<(), ProofError> {
    if at.is_over() || at.to_move() == player {
        Ok(())
    } else {
        Err(ProofError::Player(player))
    }
}

fn is_won(at: DropPosition) -> bool {
    matches!(at.end(), Some(End::Won(_)))
}

/// Iterates over the columns of the standard board.
fn columns() -> impl Iterator<Item = Column> {
    (0..7).filter_map(Column::from_index)
}

/// Returns a column in which the opponent of the player to move would complete a line.
fn opponent_completion(at: DropPosition) -> Option<Column> {
    columns().find(|column| {
        // Pass: any other drop of the player leaves the cell as it is.
        let others = columns().filter(|other| other != column);
        let mut passed = others.filter_map(|other| at.drop_in(other).ok());
        passed
            .next()
            .is_some_and(|next| next.drop_in(*column).is_ok_and(is_won))
    })
}

/// Returns a column in which the player to move completes a line.
fn completion(at: DropPosition) -> Option<Column> {
    columns().find(|column| at.drop_in(*column).is_ok_and(is_won))
}
