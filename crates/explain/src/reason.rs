//! Reasons: the closed list of facts about a drop, each with the checker that proves it.

use foursight_core::{Column, Direction, End, Player, Position, Space};

use crate::follow::{Follow, follow_up};
use crate::force::forced_answer;
use crate::threat::{Threat, above, playable};

/// A fact about a drop that tells why it is good or bad. "The player" is who drops.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It completes a line.
    Connects(Threat),
    /// It takes the space on which the opponent would complete a line.
    Blocks(Threat),
    /// After every other drop the opponent completes a line at once.
    OnlySafe,
    /// It leaves two spaces to complete a line on, and the opponent can take only one.
    Fork {
        /// Two of the spaces.
        spaces: [Space; 2],
    },
    /// It leaves two spaces to complete a line on, one above the other: whoever takes the lower
    /// one opens the upper one.
    Stacked {
        /// The lower of the two.
        lower: Space,
    },
    /// The opponent has only one answer, again and again, until there are two threats.
    Forces {
        /// The drops after this one: an answer, a drop, an answer … and last a drop.
        drops: Vec<Column>,
        /// What the last drop does: [`Reason::Fork`] or [`Reason::Stacked`].
        at_last: Box<Reason>,
    },
    /// It makes a threat, and perfect play ends with it.
    Threatens(Threat),
    /// Neither player wants to fill the space under a threat, and the spaces elsewhere run out so
    /// that the one who is threatened must. Perfect play ends that way.
    Counts {
        /// The threat that decides.
        threat: Threat,
        /// How many spaces are left in the other columns after the drop.
        left: usize,
        /// The ply on which perfect play ends.
        ply: usize,
    },
    /// One player can answer every drop on top of it from now on, and the other gets no line.
    FollowUp {
        /// Who follows.
        by: Player,
        /// That completes a line; otherwise it only keeps the other from one.
        wins: bool,
    },
    /// The opponent completes a line at once, on a space that was open before.
    Leaves(Threat),
    /// The opponent completes a line at once, on the space that the drop opens.
    GivesAbove(Threat),
    /// The opponent has an answer that wins for this reason.
    Allows {
        /// The answer.
        reply: Column,
        /// Why it wins.
        because: Box<Reason>,
    },
    /// The grid is its own mirror image, so the drop is as good as another one.
    Mirrors(Column),
}

impl Reason {
    /// True if the fact can be proved for this drop. `line` is perfect play from the position on
    /// with this drop as its first; the facts that speak of it do not hold without.
    #[must_use]
    pub fn holds(&self, position: &Position, drop: Column, line: &[Column]) -> bool {
        let player = position.to_move();
        let (Some(landing), Ok(after)) = (position.grid().landing(drop), position.drop_in(drop))
        else {
            return false;
        };
        let is_at = |threat: &Threat, on: &Position, whose: Player| {
            threat.player == whose && Threat::at(on, whose, threat.space) == Some(*threat)
        };
        let is_open = |on: &Position, space: Space| on.grid().landing(space.column) == Some(space);
        match self {
            Self::Connects(threat) => {
                threat.space == landing
                    && is_at(threat, position, player)
                    && after.end() == Some(End::Won(player))
            }
            Self::Blocks(threat) => {
                threat.space == landing && is_at(threat, position, player.opponent())
            }
            Self::OnlySafe => is_only_safe(position, drop),
            Self::Fork { .. } | Self::Stacked { .. } => self.leaves_two_threats(position, drop),
            Self::Forces { drops, at_last } => forces(position, drop, drops, at_last),
            Self::Threatens(threat) => {
                is_at(threat, &after, player)
                    && !is_open(&after, threat.space)
                    && Threat::at(position, player, threat.space).is_none()
                    && last_of(position, line, drop) == Some((player, threat.space))
            }
            Self::Counts { threat, left, ply } => {
                is_at(threat, &after, threat.player)
                    && counts(&after, *threat) == Some(*left)
                    && last_of(position, line, drop) == Some((threat.player, threat.space))
                    && *ply == position.grid().discs() + line.len()
            }
            Self::FollowUp { by, wins } => {
                let led = if *by == player { &after } else { position };
                let found = follow_up(led);
                found == Some(if *wins { Follow::Wins } else { Follow::Holds })
            }
            Self::Leaves(threat) => {
                !after.is_over()
                    && is_open(position, threat.space)
                    && is_open(&after, threat.space)
                    && is_at(threat, &after, player.opponent())
            }
            Self::GivesAbove(threat) => {
                above(&position.grid(), landing) == Some(threat.space)
                    && !after.is_over()
                    && is_at(threat, &after, player.opponent())
            }
            Self::Allows { reply, because } => {
                let line = line.get(1..).unwrap_or_default();
                because.is_win() && because.holds(&after, *reply, line)
            }
            Self::Mirrors(other) => {
                drop.mirror(position.ruleset().width()) == Some(*other)
                    && *other != drop
                    && position.mirror().as_ref() == Some(position)
            }
        }
    }

    /// True if a drop with this reason wins, whatever else is on the grid.
    #[must_use]
    pub const fn is_win(&self) -> bool {
        matches!(
            self,
            Self::Connects(_) | Self::Fork { .. } | Self::Stacked { .. } | Self::Forces { .. }
        )
    }

    /// True if a drop makes these two threats, of however many.
    fn leaves_two_threats(&self, position: &Position, drop: Column) -> bool {
        let (Some(found), Ok(after)) = (Self::two_threats(position, drop), position.drop_in(drop))
        else {
            return false;
        };
        match (&found, self) {
            (Self::Fork { .. }, Self::Fork { spaces: [one, two] }) => {
                let threats = playable(&after, position.to_move());
                let has = |space: &Space| threats.iter().any(|at| at.space == *space);
                one != two && has(one) && has(two)
            }
            _ => found == *self,
        }
    }

    /// The fork or the stacked threats that a drop makes while the opponent has no line to
    /// complete himself.
    pub(crate) fn two_threats(position: &Position, drop: Column) -> Option<Self> {
        let after = position.drop_in(drop).ok()?;
        if after.is_over() || !playable(&after, after.to_move()).is_empty() {
            return None;
        }
        let player = position.to_move();
        let threats = playable(&after, player);
        if let [one, two, ..] = &threats[..] {
            let spaces = [one.space, two.space];
            return Some(Self::Fork { spaces });
        }
        let lower = threats.first()?.space;
        let upper = above(&after.grid(), lower)?;
        Threat::at(&after, player, upper).map(|_| Self::Stacked { lower })
    }
}

/// True if this drop is safe and after each other one the opponent completes a line at once.
fn is_only_safe(position: &Position, drop: Column) -> bool {
    let player = position.to_move();
    let is_safe = |column: Column| {
        let after = position.drop_in(column).ok()?;
        Some(playable(&after, player.opponent()).is_empty())
    };
    let others = position.grid().columns().filter(|other| *other != drop);
    let others: Vec<_> = others.filter_map(is_safe).collect();
    playable(position, player).is_empty()
        && is_safe(drop) == Some(true)
        && !others.is_empty()
        && others.into_iter().all(|is_safe| !is_safe)
}

fn forces(position: &Position, drop: Column, drops: &[Column], at_last: &Reason) -> bool {
    let mut here = *position;
    let mut next = drop;
    for pair in drops.chunks(2) {
        let (Some((after, answer)), [said, follows]) = (forced_answer(&here, next), pair) else {
            return false;
        };
        if answer != *said {
            return false;
        }
        (here, next) = (after, *follows);
    }
    let is_last = matches!(at_last, Reason::Fork { .. } | Reason::Stacked { .. });
    !drops.is_empty() && is_last && at_last.holds(&here, next, &[])
}

/// Who makes the last drop of a line from a position on, and where; none if the line does not
/// begin with this drop or does not end in a win.
fn last_of(position: &Position, line: &[Column], drop: Column) -> Option<(Player, Space)> {
    if line.first() != Some(&drop) {
        return None;
    }
    let (last, before) = line.split_last()?;
    let mut here = *position;
    for column in before {
        here = here.drop_in(*column).ok()?;
    }
    let space = here.grid().landing(*last)?;
    let player = here.to_move();
    let end = here.drop_in(*last).ok()?.end();
    (end == Some(End::Won(player))).then_some((player, space))
}

/// How many spaces are left outside the column of a threat, if neither player wants to fill the
/// space under it and the threatened one has to once they are gone.
fn counts(position: &Position, threat: Threat) -> Option<usize> {
    let grid = position.grid();
    let under = grid.step(threat.space, Direction::Vertical, -1)?;
    if grid.landing(threat.space.column) != Some(under) {
        return None;
    }
    let empty = |column| usize::from(grid.height()) - grid.stack(column).count();
    let others = grid.columns().filter(|other| *other != under.column);
    let left = others.map(empty).sum::<usize>();
    let runs_out = if left.is_multiple_of(2) {
        position.to_move()
    } else {
        position.to_move().opponent()
    };
    (runs_out == threat.player.opponent()).then_some(left)
}

/// What [`Reason::Counts`] says of a threat after a drop, if it holds.
pub(crate) fn count(after: &Position, threat: Threat, ply: usize) -> Option<Reason> {
    let left = counts(after, threat)?;
    Some(Reason::Counts { threat, left, ply })
}

/// Where a line ends, for whoever looks for the threat that decides.
pub(crate) fn end_of(position: &Position, line: &[Column]) -> Option<(Player, Space)> {
    last_of(position, line, *line.first()?)
}
