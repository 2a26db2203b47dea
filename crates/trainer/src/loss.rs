//! How wrong a net is about a position, and in which direction to change what it says.

use foursight_bots::net::{COLUMNS, OUTPUTS, SCORE_UNIT, soften};

use crate::styles::{FULL, best};

/// How much each part counts.
const POLICY_DECISIVE: f32 = 1.5;
const POLICY_OTHER: f32 = 0.5;
const COLUMN: f32 = 1.5;
const SCORE: f32 = 0.5;

/// What a net should say about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The score of the position.
    pub score: i8,
    /// The score of each column; none if only the position is known.
    pub columns: Option<[i8; COLUMNS]>,
}

/// What a net is to say about a position, of whatever kind.
pub trait Truth {
    /// How wrong a net is that says this; writes how to change what it says.
    fn loss(&self, raw: &[f32], change: &mut [f32]) -> Loss;
}

impl Truth for Target {
    fn loss(&self, raw: &[f32], change: &mut [f32]) -> Loss {
        loss(raw, self, change)
    }
}

/// What came of a position in a game, which is all that a net without a teacher knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lived {
    /// How the game ended for who was to move: 1 won, 0 drawn, -1 lost.
    pub outcome: i8,
    /// The column that was played.
    pub column: usize,
    /// What each column deserves by the search of that time.
    pub shares: [f32; COLUMNS],
    /// The columns that have room.
    pub open: [bool; COLUMNS],
}

impl Truth for Lived {
    fn loss(&self, raw: &[f32], change: &mut [f32]) -> Loss {
        change.fill(0.0);
        let outlook = three(raw, self.outcome, 1.0, change);
        let shares = shares_of(raw, self.open);
        let mut policy = 0.0;
        for (column, (share, wanted)) in shares.into_iter().zip(self.shares).enumerate() {
            change[3 + column] = share - wanted;
            policy -= f64::from(wanted * share.max(1e-9).ln());
        }
        let from = column_from(self.column);
        let (raw, change) = (&raw[from..from + 3], &mut change[from..from + 3]);
        Loss {
            policy,
            outlook: f64::from(outlook),
            columns: f64::from(three(raw, self.outcome, COLUMN, change)),
            full: 1.0,
            positions: 1.0,
        }
    }
}

/// Where the three numbers of a column begin.
const fn column_from(column: usize) -> usize {
    3 + COLUMNS + 3 * column
}

/// The shares that a net gives to the columns that have room.
fn shares_of(raw: &[f32], open: [bool; COLUMNS]) -> [f32; COLUMNS] {
    let mut shares = [f32::MIN; COLUMNS];
    for (column, share) in shares.iter_mut().enumerate() {
        if open[column] {
            *share = raw[3 + column];
        }
    }
    soften(&mut shares);
    shares
}

/// The parts of the loss, summed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Of the shares of the columns.
    pub policy: f64,
    /// Of loss, draw and win.
    pub outlook: f64,
    /// Of loss, draw and win of each column.
    pub columns: f64,
    /// How many positions had a policy.
    pub full: f64,
    /// How many positions there were.
    pub positions: f64,
}

impl Loss {
    /// Adds another.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.outlook += other.outlook;
        self.columns += other.columns;
        self.full += other.full;
        self.positions += other.positions;
    }
}

fn sign_place(score: i8) -> usize {
    (i32::from(score.signum()) + 1) as usize
}

/// Cross-entropy of three numbers; writes how to change them, times `weight`.
fn three(raw: &[f32], score: i8, weight: f32, change: &mut [f32]) -> f32 {
    let mut shares = [raw[0], raw[1], raw[2]];
    soften(&mut shares);
    let place = sign_place(score);
    for (k, share) in shares.iter().enumerate() {
        change[k] = weight * (share - f32::from(u8::from(k == place)));
    }
    -shares[place].max(1e-9).ln()
}

/// The shares a policy should have: half for columns that keep the outcome, half for those that are exactly
/// best. None for a full grid.
fn wanted(columns: [i8; COLUMNS]) -> [f32; COLUMNS] {
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

/// True if the columns differ in outcome.
#[must_use]
pub fn is_decisive(columns: &[i8; COLUMNS]) -> bool {
    let best = best(columns).signum();
    columns
        .iter()
        .any(|score| *score != FULL && score.signum() != best)
}

/// The loss of one position; writes how to change what was said.
pub fn loss(raw: &[f32], target: &Target, change: &mut [f32]) -> Loss {
    change.fill(0.0);
    let mut loss = Loss {
        positions: 1.0,
        ..Loss::default()
    };
    loss.outlook = f64::from(three(raw, target.score, 1.0, change));
    let off = raw[OUTPUTS - 1] - f32::from(target.score) / SCORE_UNIT;
    change[OUTPUTS - 1] = SCORE * off.clamp(-1.0, 1.0);
    let Some(columns) = &target.columns else {
        return loss;
    };
    loss.full = 1.0;
    let shares = shares_of(raw, columns.map(|score| score != FULL));
    let weight = if is_decisive(columns) {
        POLICY_DECISIVE
    } else {
        POLICY_OTHER
    };
    let wanted = wanted(*columns);
    for column in 0..COLUMNS {
        change[3 + column] = weight * (shares[column] - wanted[column]);
        loss.policy -= f64::from(wanted[column] * shares[column].max(1e-9).ln());
    }
    let open = columns.iter().filter(|score| **score != FULL).count() as f32;
    for (column, score) in columns.iter().enumerate() {
        if *score != FULL {
            let from = column_from(column);
            let change = &mut change[from..from + 3];
            let off = three(&raw[from..from + 3], *score, COLUMN / open, change);
            loss.columns += f64::from(off / open);
        }
    }
    loss
}
