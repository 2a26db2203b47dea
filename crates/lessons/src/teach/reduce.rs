//! A game as a list of actions: each makes a new state out of the old one, which stays as it was.
//!
//! Columns stand in shared pointers, so that a reader can see which of them two states have in common.

use std::sync::Arc;

use super::EMPTY;
use crate::trace::See;

// listing: constants
/// Columns of the usual grid.
pub const WIDTH: usize = 7;
/// Spaces in each of them.
pub const HEIGHT: usize = 6;
/// So many in a row win.
pub const CONNECT: usize = 4;
// end

// listing: state
/// A state of the game. Nobody changes it: an action makes another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// From the left; in each the top space first.
    pub columns: Vec<Arc<Vec<u8>>>,
    /// Whose turn it is: 1 or 2.
    pub player: u8,
    /// Who has won, if anybody has.
    pub winner: Option<u8>,
    /// True once nobody may move.
    pub is_over: bool,
}

/// What may happen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A disc of whoever is to move, into this column.
    Move(usize),
    /// From the beginning.
    Restart,
}
// end

impl Default for State {
    // listing: empty_state
    /// Seven columns of six empty spaces; player 1 begins.
    fn default() -> Self {
        let column = Arc::new(vec![EMPTY; HEIGHT]);
        Self {
            columns: vec![column; WIDTH],
            player: 1,
            winner: None,
            is_over: false,
        }
    }
    // end
}

// listing: reduce
/// The state after an action. The one it is given stays as it is.
#[must_use]
pub fn reduce(state: &State, action: Action, see: See<'_>) -> State {
    at!(see);
    let index = match action {
        Action::Restart => return State::default(),
        Action::Move(index) => index,
    };
    at!(see, column = index);
    let column = &state.columns[index];
    at!(see, column = index, top = column[0]);
    if state.is_over || column[0] != EMPTY {
        at!(see);
        return state.clone();
    }
    at!(see, column = index);
    let row = last_empty(column, see);
    at!(see, row = row, column = index);
    let mut column = column.to_vec();
    column[row] = state.player;
    at!(see, row = row, column = index);
    let mut columns = state.columns.clone();
    columns[index] = Arc::new(column);
    at!(see, row = row, column = index);
    let is_won = STEPS
        .iter()
        .any(|step| did_win(&columns, row, index, *step, see));
    at!(see, won = is_won);
    let is_full = columns
        .iter()
        .all(|column| column.iter().all(|space| *space != EMPTY));
    at!(see, won = is_won, full = is_full);
    State {
        columns,
        player: if state.player == 1 { 2 } else { 1 },
        winner: is_won.then_some(state.player),
        is_over: is_won || is_full,
    }
}
// end

// listing: last_empty
/// Gravity: the last empty space of a column that has one. The top space comes first.
fn last_empty(column: &[u8], see: See<'_>) -> usize {
    at!(see);
    let mut row = column.len() - 1;
    at!(see, row = row, look = column[row]);
    while column[row] != EMPTY {
        at!(see, row = row);
        row -= 1;
        back!(see, "while", row = row, look = column[row]);
    }
    at!(see, row = row);
    row
}
// end

// listing: did_win
/// Down, right, and both diagonals: rows to go down, columns to go right.
pub const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// True if four or more discs are in a row through this one, along one step.
#[must_use]
pub fn did_win(
    columns: &[Arc<Vec<u8>>],
    row: usize,
    column: usize,
    (down, right): (i32, i32),
    see: See<'_>,
) -> bool {
    at!(see, down = down, right = right);
    let player = columns[column][row];
    let (mut r, mut c, mut in_a_row) = (row as i32, column as i32, 0);
    at!(see, row = r, column = c, count = in_a_row, look = player);
    while space(columns, r, c, see) == Some(player) {
        at!(see, row = r, column = c, count = in_a_row);
        in_a_row += 1;
        (r, c) = (r + down, c + right);
        back!(
            see,
            "while",
            row = r,
            column = c,
            count = in_a_row,
            look = player
        );
    }
    at!(see, count = in_a_row);
    (r, c) = (row as i32 - down, column as i32 - right);
    at!(see, row = r, column = c, count = in_a_row, look = player);
    while space(columns, r, c, see) == Some(player) {
        at!(see, row = r, column = c, count = in_a_row);
        in_a_row += 1;
        (r, c) = (r - down, c - right);
        back!(
            see,
            "while",
            row = r,
            column = c,
            count = in_a_row,
            look = player
        );
    }
    at!(see, count = in_a_row);
    in_a_row >= CONNECT
}
// end

// listing: space
/// What stands on a space; none beyond any of the four edges.
fn space(columns: &[Arc<Vec<u8>>], row: i32, column: i32, see: See<'_>) -> Option<u8> {
    at!(see, row = row, column = column);
    if row < 0 || row >= HEIGHT as i32 || column < 0 || column >= WIDTH as i32 {
        at!(see, row = row, column = column);
        return None;
    }
    at!(see, row = row, column = column);
    Some(columns[column as usize][row as usize])
}
// end

// listing: view
/// The screen for a state, from the top: a heading if somebody has won, the columns from the left, and a
/// button if it is over.
#[must_use]
pub fn view(state: &State, see: See<'_>) -> Vec<String> {
    let mut screen = Vec::new();
    at!(see);
    if let Some(winner) = state.winner {
        at!(see, winner = winner);
        screen.push(format!("Player {winner} wins"));
    }
    at!(see);
    for (index, column) in state.columns.iter().enumerate() {
        at!(see, index = index);
        screen.push(format!("column {index}: {column:?}"));
        back!(see, "for");
    }
    at!(see, over = state.is_over);
    if state.is_over {
        at!(see);
        screen.push("[Restart]".to_owned());
    }
    at!(see);
    screen
}
// end

/// Which columns two states have in common: not equal ones, the very same.
#[must_use]
pub fn shared(one: &State, other: &State) -> Vec<bool> {
    let pairs = one.columns.iter().zip(&other.columns);
    pairs.map(|(a, b)| Arc::ptr_eq(a, b)).collect()
}
