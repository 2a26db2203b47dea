//! A game as a list of actions: a reducer returns a new state for each action and leaves the old
//! state unchanged.
//!
//! Columns are shared pointers, so that learners can see which of them two states share.

use std::sync::Arc;

use super::EMPTY;
use crate::trace::Tracer;

// listing: constants
/// Columns of the usual board.
pub const WIDTH: usize = 7;
/// Cells in each of them.
pub const HEIGHT: usize = 6;
/// This many in a row win.
pub const CONNECT: usize = 4;
// end

// listing: state
/// A state of the game. It never changes: an action makes another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// From the left; in each the top cell first.
    pub columns: Vec<Arc<Vec<u8>>>,
    /// The player to move: 1 or 2.
    pub player: u8,
    /// The winner, if there is one.
    pub winner: Option<u8>,
    /// True once the game is over.
    pub is_over: bool,
}

/// An action that leads to another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The player to move drops a disc into this column.
    Move(usize),
    /// From the beginning.
    Restart,
}
// end

impl Default for State {
    // listing: empty_state
    /// Seven columns of six empty cells; player 1 begins.
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
pub fn reduce(state: &State, action: Action, trace: Tracer<'_>) -> State {
    at!(trace);
    let index = match action {
        Action::Restart => return State::default(),
        Action::Move(index) => index,
    };
    at!(trace, column = index);
    let column = &state.columns[index];
    at!(trace, column = index, top = column[0]);
    if state.is_over || column[0] != EMPTY {
        at!(trace);
        return state.clone();
    }
    at!(trace, column = index);
    let row = last_empty(column, trace);
    at!(trace, row = row, column = index);
    let mut column = column.to_vec();
    column[row] = state.player;
    at!(trace, row = row, column = index);
    let mut columns = state.columns.clone();
    columns[index] = Arc::new(column);
    at!(trace, row = row, column = index);
    let is_won = STEPS
        .iter()
        .any(|step| did_win(&columns, row, index, *step, trace));
    at!(trace, won = is_won);
    let is_full = columns
        .iter()
        .all(|column| column.iter().all(|cell| *cell != EMPTY));
    at!(trace, won = is_won, full = is_full);
    State {
        columns,
        player: if state.player == 1 { 2 } else { 1 },
        winner: is_won.then_some(state.player),
        is_over: is_won || is_full,
    }
}
// end

// listing: last_empty
/// Gravity: the last empty cell of a column that has one. The top cell comes first.
fn last_empty(column: &[u8], trace: Tracer<'_>) -> usize {
    at!(trace);
    let mut row = column.len() - 1;
    at!(trace, row = row, look = column[row]);
    while column[row] != EMPTY {
        at!(trace, row = row);
        row -= 1;
        back!(trace, "while", row = row, look = column[row]);
    }
    at!(trace, row = row);
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
    trace: Tracer<'_>,
) -> bool {
    at!(trace, down = down, right = right);
    let player = columns[column][row];
    let (mut r, mut c, mut in_a_row) = (row as i32, column as i32, 0);
    at!(trace, row = r, column = c, count = in_a_row, look = player);
    while cell(columns, r, c, trace) == Some(player) {
        at!(trace, row = r, column = c, count = in_a_row);
        in_a_row += 1;
        (r, c) = (r + down, c + right);
        back!(
            trace,
            "while",
            row = r,
            column = c,
            count = in_a_row,
            look = player
        );
    }
    at!(trace, count = in_a_row);
    (r, c) = (row as i32 - down, column as i32 - right);
    at!(trace, row = r, column = c, count = in_a_row, look = player);
    while cell(columns, r, c, trace) == Some(player) {
        at!(trace, row = r, column = c, count = in_a_row);
        in_a_row += 1;
        (r, c) = (r - down, c - right);
        back!(
            trace,
            "while",
            row = r,
            column = c,
            count = in_a_row,
            look = player
        );
    }
    at!(trace, count = in_a_row);
    in_a_row >= CONNECT
}
// end

// listing: cell
/// The content of a cell; `None` beyond any of the four edges.
fn cell(columns: &[Arc<Vec<u8>>], row: i32, column: i32, trace: Tracer<'_>) -> Option<u8> {
    at!(trace, row = row, column = column);
    if row < 0 || row >= HEIGHT as i32 || column < 0 || column >= WIDTH as i32 {
        at!(trace, row = row, column = column);
        return None;
    }
    at!(trace, row = row, column = column);
    Some(columns[column as usize][row as usize])
}
// end

/// The column of the lesson `actions`: two empty cells, then discs of both players.
pub const COLUMN_EXAMPLE: [u8; HEIGHT] = [EMPTY, EMPTY, 1, 2, 1, 2];

// listing: column
/// One column of the screen: a tile for each cell from the top, with a disc in each that is taken.
#[must_use]
pub fn column(entries: &[u8], trace: Tracer<'_>) -> Vec<String> {
    at!(trace);
    let mut tiles = Vec::new();
    at!(trace, tiles = tiles.len());
    for entry in entries {
        at!(trace, tile = tiles.len(), entry = *entry);
        tiles.push(match *entry {
            EMPTY => "[ ]".to_owned(),
            player => format!("[{player}]"),
        });
        back!(trace, "for", tiles = tiles.len());
    }
    at!(trace, tiles = tiles.len());
    tiles
}
// end

// listing: view
/// The screen for a state, from the top: a heading if a player has won, the columns from the left, and a
/// button if it is over.
#[must_use]
pub fn view(state: &State, trace: Tracer<'_>) -> Vec<String> {
    let mut screen = Vec::new();
    at!(trace);
    if let Some(winner) = state.winner {
        at!(trace, winner = winner);
        screen.push(format!("Player {winner} wins"));
    }
    at!(trace);
    for (index, entries) in state.columns.iter().enumerate() {
        at!(trace, index = index);
        let tiles = column(entries, trace);
        at!(trace, index = index);
        screen.push(format!("column {index}: {}", tiles.join(" ")));
        back!(trace, "for");
    }
    at!(trace, over = state.is_over);
    if state.is_over {
        at!(trace);
        screen.push("[Restart]".to_owned());
    }
    at!(trace);
    screen
}
// end

/// Returns for each column whether two states share it: not only equal, but the same allocation.
#[must_use]
pub fn shared(one: &State, other: &State) -> Vec<bool> {
    let pairs = one.columns.iter().zip(&other.columns);
    pairs.map(|(a, b)| Arc::ptr_eq(a, b)).collect()
}
