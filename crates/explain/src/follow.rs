//! Follow-up: a player who always drops on top of the opponent's last disc gets the upper space of
//! every pair. It needs an even number of empty spaces in every column.
//!
//! ```text
//!  f f f      the follower gets these for certain …
//!  l l l      … and the leader at most these
//!  X O X
//! ```

use foursight_core::{Direction, Player, Position, Space};

/// What a follower gets if he follows to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// A line.
    Wins,
    /// No line, but the leader gets none either.
    Holds,
}

/// What following brings the player who is *not* to move; none if it does not work, or does not
/// keep the leader from a line.
pub(crate) fn follow_up(position: &Position) -> Option<Follow> {
    let grid = position.grid();
    let leader = position.to_move();
    let is_even = |column| {
        let taken = grid.stack(column).count();
        (usize::from(grid.height()) - taken).is_multiple_of(2)
    };
    if position.is_over() || !grid.columns().all(is_even) {
        return None;
    }
    if has_line(position, leader) {
        return None;
    }
    Some(if has_line(position, leader.opponent()) {
        Follow::Wins
    } else {
        Follow::Holds
    })
}

/// True if the player has a line once the follower has followed to the end.
fn has_line(position: &Position, player: Player) -> bool {
    let grid = position.grid();
    let connect = usize::from(position.ruleset().connect());
    let is_leader = player == position.to_move();
    let gets = |space: Space| {
        if let Some(disc) = grid.disc_at(space) {
            return disc.owner == player;
        }
        let lowest = grid.landing(space.column).map_or(0, |low| low.row.index());
        (space.row.index() - lowest).is_multiple_of(2) == is_leader
    };
    let mut spaces = grid
        .columns()
        .flat_map(|column| grid.rows().map(move |row| Space { column, row }));
    spaces.any(|start| {
        Direction::ALL.into_iter().any(|direction| {
            let along = std::iter::successors(Some(start), |at| grid.step(*at, direction, 1));
            along.take(connect).filter(|space| gets(*space)).count() == connect
        })
    })
}
