//! The follow-up strategy (Allis 1988): a player who always drops on top of the opponent's last
//! disc gets the upper cell of every pair. It needs an even number of empty cells in every column.
//!
//! ```text
//!  f f f      the follower gets these for certain …
//!  l l l      … and the leader at most these
//!  X O X
//! ```

use foursight_core::{Cell, Direction, Player, Position};

/// Result of following up to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FollowUpResult {
    /// The follower completes a line.
    Wins,
    /// Neither player completes a line.
    Holds,
}

/// Returns the result of a follow-up by the player who is *not* to move, or `None` if the columns
/// do not allow it or the leader may complete a line.
pub(crate) fn follow_up(position: &Position) -> Option<FollowUpResult> {
    let board = position.board();
    let leader = position.to_move();
    let is_even = |column| {
        let filled = board.stack(column).count();
        (usize::from(board.height()) - filled).is_multiple_of(2)
    };
    if position.is_over() || !board.columns().all(is_even) {
        return None;
    }
    if has_line(position, leader) {
        return None;
    }
    Some(if has_line(position, leader.opponent()) {
        FollowUpResult::Wins
    } else {
        FollowUpResult::Holds
    })
}

/// Returns true if the player has a line after a follow-up to the end.
fn has_line(position: &Position, player: Player) -> bool {
    let board = position.board();
    let connect = usize::from(position.ruleset().connect());
    let is_leader = player == position.to_move();
    let is_owned = |cell: Cell| {
        if let Some(disc) = board.disc_at(cell) {
            return disc.owner == player;
        }
        let lowest = board.landing(cell.column).map_or(0, |low| low.row.index());
        (cell.row.index() - lowest).is_multiple_of(2) == is_leader
    };
    let mut cells = board
        .columns()
        .flat_map(|column| board.rows().map(move |row| Cell { column, row }));
    cells.any(|start| {
        Direction::ALL.into_iter().any(|direction| {
            let cells = std::iter::successors(Some(start), |at| board.neighbour(*at, direction, 1));
            cells.take(connect).filter(|cell| is_owned(*cell)).count() == connect
        })
    })
}
