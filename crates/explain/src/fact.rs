//! Facts about a drop, each with its checker.

use foursight_core::{Cell, Column, Direction, End, Player, Position};

use crate::follow_up::{FollowUpResult, follow_up};
use crate::forced_win::forced_reply;
use crate::threat::{Threat, cell_above, playable_threats};

/// A fact about a drop that explains why it is good or bad. "The player" is the one who drops.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// The drop completes a line.
    CompletesLine(Threat),
    /// The drop takes the cell on which the opponent would complete a line.
    Blocks(Threat),
    /// After every other drop the opponent completes a line at once.
    OnlySafeDrop,
    /// The drop makes two playable threats, of which the opponent can block only one.
    Fork {
        /// Two of the threatened cells.
        cells: [Cell; 2],
    },
    /// The drop makes two threats, one directly above the other: blocking the lower one makes the
    /// upper one playable.
    StackedThreats {
        /// The lower of the two.
        lower: Cell,
    },
    /// The opponent has only one reply to each drop, until there are two threats.
    ForcedWin {
        /// The drops after this one, alternating between replies and drops, and ending with a drop.
        drops: Vec<Column>,
        /// Effect of the last drop: [`Fact::Fork`] or [`Fact::StackedThreats`].
        finish: Box<Fact>,
    },
    /// The drop makes a threat, and perfect play ends with it.
    DecisiveThreat(Threat),
    /// Zugzwang (Allis 1988): neither player wants to fill the cell under a threat, and the other
    /// cells run out so that the threatened player must. Perfect play ends that way.
    Zugzwang {
        /// The decisive threat.
        threat: Threat,
        /// Number of empty cells in the other columns after the drop.
        empty_cells: usize,
        /// Ply on which perfect play ends.
        ply: usize,
    },
    /// One player can reply to every drop on top of it from now on, and the other gets no line.
    FollowUp {
        /// Player who follows up.
        by: Player,
        /// True if the follow-up completes a line; otherwise it only keeps the opponent from one.
        wins: bool,
    },
    /// The opponent completes a line at once, on a cell that was already playable.
    LeavesThreat(Threat),
    /// The opponent completes a line at once, on the cell above the drop.
    OpensThreatAbove(Threat),
    /// The opponent has a reply that wins for this reason.
    AllowsWinningReply {
        /// The reply.
        reply: Column,
        /// Fact why it wins.
        reason: Box<Fact>,
    },
    /// The position is its own mirror image, so the drop is as good as another one.
    MirrorImageOf(Column),
}

impl Fact {
    /// Returns true if the fact can be proved for this drop. `line` is perfect play from the
    /// position on, this drop first; facts about the end of the game do not hold without it.
    #[must_use]
    pub fn holds(&self, position: &Position, drop: Column, line: &[Column]) -> bool {
        let player = position.to_move();
        let (Some(landing), Ok(after)) = (position.board().landing(drop), position.drop_in(drop))
        else {
            return false;
        };
        match self {
            Self::CompletesLine(threat) => {
                threat.cell == landing
                    && has_threat(*threat, position, player)
                    && after.end() == Some(End::Won(player))
            }
            Self::Blocks(threat) => {
                threat.cell == landing && has_threat(*threat, position, player.opponent())
            }
            Self::OnlySafeDrop => is_only_safe(position, drop),
            Self::Fork { .. } | Self::StackedThreats { .. } => {
                self.leaves_two_threats(position, drop)
            }
            Self::ForcedWin { drops, finish } => forces(position, drop, drops, finish),
            Self::DecisiveThreat(threat) => {
                has_threat(*threat, &after, player)
                    && !is_playable(&after, threat.cell)
                    && Threat::at(position, player, threat.cell).is_none()
                    && last_drop(position, line, drop) == Some((player, threat.cell))
            }
            Self::Zugzwang {
                threat,
                empty_cells,
                ply,
            } => {
                has_threat(*threat, &after, threat.player)
                    && cells_until_zugzwang(&after, *threat) == Some(*empty_cells)
                    && last_drop(position, line, drop) == Some((threat.player, threat.cell))
                    && *ply == position.board().discs() + line.len()
            }
            Self::FollowUp { by, wins } => {
                let start = if *by == player { &after } else { position };
                let expected = if *wins {
                    FollowUpResult::Wins
                } else {
                    FollowUpResult::Holds
                };
                follow_up(start) == Some(expected)
            }
            Self::LeavesThreat(threat) => {
                !after.is_over()
                    && is_playable(position, threat.cell)
                    && is_playable(&after, threat.cell)
                    && has_threat(*threat, &after, player.opponent())
            }
            Self::OpensThreatAbove(threat) => {
                cell_above(&position.board(), landing) == Some(threat.cell)
                    && !after.is_over()
                    && has_threat(*threat, &after, player.opponent())
            }
            Self::AllowsWinningReply { reply, reason } => {
                let line = line.get(1..).unwrap_or_default();
                reason.is_win() && reason.holds(&after, *reply, line)
            }
            Self::MirrorImageOf(other) => {
                drop.mirror(position.ruleset().width()) == Some(*other)
                    && *other != drop
                    && position.mirror().as_ref() == Some(position)
            }
        }
    }

    /// Returns the name that machines read.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::CompletesLine(_) => "completes-line",
            Self::Blocks(_) => "blocks",
            Self::OnlySafeDrop => "only-safe-drop",
            Self::Fork { .. } => "fork",
            Self::StackedThreats { .. } => "stacked-threats",
            Self::ForcedWin { .. } => "forced-win",
            Self::DecisiveThreat(_) => "decisive-threat",
            Self::Zugzwang { .. } => "zugzwang",
            Self::FollowUp { .. } => "follow-up",
            Self::LeavesThreat(_) => "leaves-threat",
            Self::OpensThreatAbove(_) => "opens-threat-above",
            Self::AllowsWinningReply { .. } => "allows-winning-reply",
            Self::MirrorImageOf(_) => "mirror-image",
        }
    }

    /// Returns the cells that the fact names.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Self::CompletesLine(threat)
            | Self::Blocks(threat)
            | Self::DecisiveThreat(threat)
            | Self::Zugzwang { threat, .. }
            | Self::LeavesThreat(threat)
            | Self::OpensThreatAbove(threat) => vec![threat.cell],
            Self::Fork { cells } => cells.to_vec(),
            Self::StackedThreats { lower } => vec![*lower],
            Self::ForcedWin { finish: fact, .. }
            | Self::AllowsWinningReply { reason: fact, .. } => fact.cells(),
            Self::OnlySafeDrop | Self::FollowUp { .. } | Self::MirrorImageOf(_) => Vec::new(),
        }
    }

    /// Returns true for facts that name a line or a sequence which ends the game.
    pub(crate) fn is_tactic(&self) -> bool {
        self.is_win()
            || matches!(
                self,
                Self::LeavesThreat(_) | Self::OpensThreatAbove(_) | Self::AllowsWinningReply { .. }
            )
    }

    /// Returns true if a drop with this reason wins, regardless of the rest of the board.
    #[must_use]
    pub const fn is_win(&self) -> bool {
        matches!(
            self,
            Self::CompletesLine(_)
                | Self::Fork { .. }
                | Self::StackedThreats { .. }
                | Self::ForcedWin { .. }
        )
    }

    /// Returns true if a drop makes these two threats, perhaps among others.
    fn leaves_two_threats(&self, position: &Position, drop: Column) -> bool {
        let (Some(found), Ok(after)) = (Self::two_threats(position, drop), position.drop_in(drop))
        else {
            return false;
        };
        match (&found, self) {
            (Self::Fork { .. }, Self::Fork { cells: [one, two] }) => {
                let threats = playable_threats(&after, position.to_move());
                let is_threatened = |cell: &Cell| threats.iter().any(|at| at.cell == *cell);
                one != two && is_threatened(one) && is_threatened(two)
            }
            _ => found == *self,
        }
    }

    /// Returns the fork or the stacked threats that a drop makes while the opponent has no line to
    /// complete.
    pub(crate) fn two_threats(position: &Position, drop: Column) -> Option<Self> {
        let after = position.drop_in(drop).ok()?;
        if after.is_over() || !playable_threats(&after, after.to_move()).is_empty() {
            return None;
        }
        let player = position.to_move();
        let threats = playable_threats(&after, player);
        if let [one, two, ..] = &threats[..] {
            let cells = [one.cell, two.cell];
            return Some(Self::Fork { cells });
        }
        let lower = threats.first()?.cell;
        let upper = cell_above(&after.board(), lower)?;
        Threat::at(&after, player, upper).map(|_| Self::StackedThreats { lower })
    }
}

/// Returns true if a player has this threat in a position.
fn has_threat(threat: Threat, position: &Position, player: Player) -> bool {
    threat.player == player && Threat::at(position, player, threat.cell) == Some(threat)
}

/// Returns true if the next disc of its column lands on a cell.
fn is_playable(position: &Position, cell: Cell) -> bool {
    position.board().landing(cell.column) == Some(cell)
}

/// Returns true if this drop is safe and after every other one the opponent completes a line at
/// once.
fn is_only_safe(position: &Position, drop: Column) -> bool {
    let player = position.to_move();
    let is_safe = |column: Column| {
        let after = position.drop_in(column).ok()?;
        Some(playable_threats(&after, player.opponent()).is_empty())
    };
    let others = position.board().columns().filter(|other| *other != drop);
    let others: Vec<_> = others.filter_map(is_safe).collect();
    playable_threats(position, player).is_empty()
        && is_safe(drop) == Some(true)
        && !others.is_empty()
        && others.into_iter().all(|is_safe| !is_safe)
}

fn forces(position: &Position, drop: Column, drops: &[Column], at_last: &Fact) -> bool {
    let mut current = *position;
    let mut next = drop;
    for pair in drops.chunks(2) {
        let (Some((after, forced)), [reply, following]) = (forced_reply(&current, next), pair)
        else {
            return false;
        };
        if forced != *reply {
            return false;
        }
        (current, next) = (after, *following);
    }
    let is_double_threat = matches!(at_last, Fact::Fork { .. } | Fact::StackedThreats { .. });
    !drops.is_empty() && is_double_threat && at_last.holds(&current, next, &[])
}

/// Returns the player and the cell of the last drop of a line of play, or `None` if the line does
/// not begin with this drop or does not end in a win.
fn last_drop(position: &Position, line: &[Column], drop: Column) -> Option<(Player, Cell)> {
    if line.first() != Some(&drop) {
        return None;
    }
    let (last, before) = line.split_last()?;
    let mut current = *position;
    for column in before {
        current = current.drop_in(*column).ok()?;
    }
    let cell = current.board().landing(*last)?;
    let player = current.to_move();
    let end = current.drop_in(*last).ok()?.end();
    (end == Some(End::Won(player))).then_some((player, cell))
}

/// Returns the number of empty cells outside the column of a threat, or `None` unless the next drop
/// there is the cell under the threat and the threatened player has to fill it once the other cells
/// run out.
fn cells_until_zugzwang(position: &Position, threat: Threat) -> Option<usize> {
    let board = position.board();
    let under = board.neighbour(threat.cell, Direction::Vertical, -1)?;
    if board.landing(threat.cell.column) != Some(under) {
        return None;
    }
    let empty = |column| usize::from(board.height()) - board.stack(column).count();
    let others = board.columns().filter(|other| *other != under.column);
    let left = others.map(empty).sum::<usize>();
    let player_in_zugzwang = if left.is_multiple_of(2) {
        position.to_move()
    } else {
        position.to_move().opponent()
    };
    (player_in_zugzwang == threat.player.opponent()).then_some(left)
}

/// Returns the [`Fact::Zugzwang`] of a threat after a drop, if it holds.
pub(crate) fn zugzwang(after: &Position, threat: Threat, ply: usize) -> Option<Fact> {
    let left = cells_until_zugzwang(after, threat)?;
    Some(Fact::Zugzwang {
        threat,
        empty_cells: left,
        ply,
    })
}

/// Returns the player and the cell of the winning drop at the end of a line of play.
pub(crate) fn winning_drop(position: &Position, line: &[Column]) -> Option<(Player, Cell)> {
    last_drop(position, line, *line.first()?)
}
