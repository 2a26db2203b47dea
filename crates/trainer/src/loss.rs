//! Loss functions and their gradients with respect to the outputs of a net.

use foursight_bots::net::{COLUMNS, OUTPUTS, SCORE_SCALE, softmax};

use crate::styles::{FULL, best};

/// Weights of the parts of the loss.
const POLICY_DECISIVE: f32 = 1.5;
const POLICY_OTHER: f32 = 0.5;
const COLUMN: f32 = 1.5;
const SCORE: f32 = 0.5;

/// The exact labels of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverTarget {
    /// The score of the position.
    pub score: i8,
    /// The score of each column; `None` if only the position is labelled.
    pub columns: Option<[i8; COLUMNS]>,
}

/// A training target of a position.
pub trait TrainingTarget {
    /// Returns the loss of these outputs; writes its gradient to `gradient`.
    fn loss(&self, raw: &[f32], gradient: &mut [f32]) -> Loss;
}

impl TrainingTarget for SolverTarget {
    fn loss(&self, raw: &[f32], gradient: &mut [f32]) -> Loss {
        loss(raw, self, gradient)
    }
}

/// The labels of a position from a self-play game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlayTarget {
    /// The result of the game for the player to move: 1 won, 0 drawn, -1 lost.
    pub outcome: i8,
    /// The column that was played.
    pub column: usize,
    /// The visit distribution of the search.
    pub policy: [f32; COLUMNS],
    /// Columns that are not full.
    pub open: [bool; COLUMNS],
}

impl TrainingTarget for SelfPlayTarget {
    fn loss(&self, raw: &[f32], gradient: &mut [f32]) -> Loss {
        gradient.fill(0.0);
        let value_loss = wdl_loss(raw, self.outcome, 1.0, gradient);
        let predicted = policy_of(raw, self.open);
        let mut policy = 0.0;
        for (column, (share, target)) in predicted.into_iter().zip(self.policy).enumerate() {
            gradient[3 + column] = share - target;
            policy -= f64::from(target * share.max(1e-9).ln());
        }
        let from = column_from(self.column);
        let (raw, gradient) = (&raw[from..from + 3], &mut gradient[from..from + 3]);
        Loss {
            policy,
            wdl: f64::from(value_loss),
            columns: f64::from(wdl_loss(raw, self.outcome, COLUMN, gradient)),
            with_policy: 1.0,
            positions: 1.0,
        }
    }
}

/// Returns the index of the first of a column's three outputs.
const fn column_from(column: usize) -> usize {
    3 + COLUMNS + 3 * column
}

/// Returns the policy of a net over the columns that are not full.
fn policy_of(raw: &[f32], open: [bool; COLUMNS]) -> [f32; COLUMNS] {
    let mut policy = [f32::MIN; COLUMNS];
    for (column, share) in policy.iter_mut().enumerate() {
        if open[column] {
            *share = raw[3 + column];
        }
    }
    softmax(&mut policy);
    policy
}

/// The parts of the loss, summed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Policy loss.
    pub policy: f64,
    /// Loss of the outcome of the position.
    pub wdl: f64,
    /// Loss of the outcomes of the columns.
    pub columns: f64,
    /// Number of positions with a policy.
    pub with_policy: f64,
    /// Number of positions.
    pub positions: f64,
}

impl Loss {
    /// Adds another loss.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.wdl += other.wdl;
        self.columns += other.columns;
        self.with_policy += other.with_policy;
        self.positions += other.positions;
    }
}

fn outcome_index(score: i8) -> usize {
    (i32::from(score.signum()) + 1) as usize
}

/// Returns the cross-entropy of three logits; writes its gradient times `weight`.
fn wdl_loss(raw: &[f32], score: i8, weight: f32, gradient: &mut [f32]) -> f32 {
    let mut probabilities = [raw[0], raw[1], raw[2]];
    softmax(&mut probabilities);
    let index = outcome_index(score);
    for (k, share) in probabilities.iter().enumerate() {
        gradient[k] = weight * (share - f32::from(u8::from(k == index)));
    }
    -probabilities[index].max(1e-9).ln()
}

/// Returns the target policy: half for columns that preserve the outcome, half for those that are
/// exactly best. All zero for a full board.
fn target_policy(columns: [i8; COLUMNS]) -> [f32; COLUMNS] {
    let best = best(&columns);
    let is_open = |score: i8| score != FULL;
    let keeps = |score: i8| is_open(score) && score.signum() == best.signum();
    let count = |fits: &dyn Fn(i8) -> bool| {
        let count = columns.iter().filter(|score| fits(**score)).count();
        count.max(1) as f32
    };
    let (keeping, exact) = (count(&keeps), count(&|score| score == best));
    columns.map(|score| {
        let one = if keeps(score) { 0.5 / keeping } else { 0.0 };
        let two = if score == best { 0.5 / exact } else { 0.0 };
        one + two
    })
}

/// Returns whether the columns differ in outcome.
#[must_use]
pub fn is_decisive(columns: &[i8; COLUMNS]) -> bool {
    let best = best(columns).signum();
    columns
        .iter()
        .any(|score| *score != FULL && score.signum() != best)
}

/// Returns the loss of one position; writes its gradient to `gradient`.
pub fn loss(raw: &[f32], target: &SolverTarget, gradient: &mut [f32]) -> Loss {
    gradient.fill(0.0);
    let mut loss = Loss {
        positions: 1.0,
        ..Loss::default()
    };
    loss.wdl = f64::from(wdl_loss(raw, target.score, 1.0, gradient));
    let off = raw[OUTPUTS - 1] - f32::from(target.score) / SCORE_SCALE;
    gradient[OUTPUTS - 1] = SCORE * off.clamp(-1.0, 1.0);
    let Some(columns) = &target.columns else {
        return loss;
    };
    loss.with_policy = 1.0;
    let policy = policy_of(raw, columns.map(|score| score != FULL));
    let weight = if is_decisive(columns) {
        POLICY_DECISIVE
    } else {
        POLICY_OTHER
    };
    let target_policy = target_policy(*columns);
    for column in 0..COLUMNS {
        gradient[3 + column] = weight * (policy[column] - target_policy[column]);
        loss.policy -= f64::from(target_policy[column] * policy[column].max(1e-9).ln());
    }
    let open = columns.iter().filter(|score| **score != FULL).count() as f32;
    for (column, score) in columns.iter().enumerate() {
        if *score != FULL {
            let from = column_from(column);
            let gradient = &mut gradient[from..from + 3];
            let off = wdl_loss(&raw[from..from + 3], *score, COLUMN / open, gradient);
            loss.columns += f64::from(off / open);
        }
    }
    loss
}
