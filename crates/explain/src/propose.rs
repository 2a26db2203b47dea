//! Proposes facts and keeps those that hold.

use foursight_core::{Column, Player, Position, Variant};
use foursight_solver::Wdl;

use crate::fact::{Fact, winning_drop, zugzwang};
use crate::follow_up::{FollowUpResult, follow_up};
use crate::forced_win::forced_win;
use crate::threat::{Threat, cell_above, playable_threats};

/// Returns facts that explain why a drop leads to this prospect, the strongest first. Each holds;
/// the list is empty if none is known.
///
/// `line` is perfect play from the position on, this drop first. If it is empty, the facts about
/// the end of the game are not found.
#[must_use]
pub fn facts(position: &Position, drop: Column, prospect: Wdl, line: &[Column]) -> Vec<Fact> {
    let variant = position.ruleset().variant();
    if !matches!(variant, Variant::Standard | Variant::FiveInARow) {
        return Vec::new();
    }
    let proposed = propose(position, drop, prospect, line).unwrap_or_default();
    proposed
        .into_iter()
        .filter(|reason| reason.holds(position, drop, line))
        .collect()
}

fn propose(position: &Position, drop: Column, prospect: Wdl, line: &[Column]) -> Option<Vec<Fact>> {
    let player = position.to_move();
    let opponent = player.opponent();
    let landing = position.board().landing(drop)?;
    let after = position.drop_in(drop).ok()?;
    let blocks = Threat::at(position, opponent, landing).map(Fact::Blocks);
    let mut found = Vec::new();
    match prospect {
        Wdl::Win => {
            if let Some(threat) = Threat::at(position, player, landing) {
                return Some(vec![Fact::CompletesLine(threat)]);
            }
            found.extend(wins_by_force(position, drop));
            if found.is_empty() {
                found.extend(decisive_threat(position, &after, line));
                found.extend(follow_up_reason(&after, player, true));
            }
            found.extend(blocks);
        }
        Wdl::Draw => {
            found.extend(blocks);
            found.push(Fact::OnlySafeDrop);
            found.extend(follow_up_reason(&after, player, false));
            found.extend(follow_up_reason(position, opponent, false));
        }
        Wdl::Loss => {
            let opened = cell_above(&position.board(), landing);
            let mut replies = playable_threats(&after, opponent);
            // A threat that the drop itself opens explains more than one that was open before.
            replies.sort_by_key(|threat| Some(threat.cell) != opened);
            if let Some(threat) = replies.first() {
                return Some(vec![if Some(threat.cell) == opened {
                    Fact::OpensThreatAbove(*threat)
                } else {
                    Fact::LeavesThreat(*threat)
                }]);
            }
            found.extend(allows(&after, line));
            if found.is_empty() {
                found.extend(decisive_threat(position, &after, line));
                found.extend(follow_up_reason(position, opponent, true));
            }
        }
    }
    if prospect == Wdl::Win {
        found.push(Fact::OnlySafeDrop);
    }
    if found.is_empty() || prospect == Wdl::Draw {
        let mirrored = drop.mirror(position.ruleset().width());
        found.extend(mirrored.map(Fact::MirrorImageOf));
    }
    Some(found)
}

/// Returns two threats made at once, or after forcing drops.
fn wins_by_force(position: &Position, drop: Column) -> Option<Fact> {
    if let Some(double) = Fact::two_threats(position, drop) {
        return Some(double);
    }
    let (drops, at_last) = forced_win(position, drop)?;
    Some(Fact::ForcedWin {
        drops: drops[1..].to_vec(),
        finish: Box::new(at_last),
    })
}

/// Returns the threat with which perfect play ends, and the zugzwang that brings it about.
fn decisive_threat(position: &Position, after: &Position, line: &[Column]) -> Vec<Fact> {
    let Some((winner, cell)) = winning_drop(position, line) else {
        return Vec::new();
    };
    let Some(threat) = Threat::at(after, winner, cell) else {
        return Vec::new();
    };
    let ply = position.board().discs() + line.len();
    let mut found = vec![Fact::DecisiveThreat(threat)];
    found.extend(zugzwang(after, threat, ply));
    found
}

/// Returns the result of a follow-up by this player, who is not to move here.
fn follow_up_reason(position: &Position, by: Player, must_win: bool) -> Option<Fact> {
    let wins = follow_up(position)? == FollowUpResult::Wins;
    (wins == must_win).then_some(Fact::FollowUp { by, wins })
}

/// Returns the reply that wins by force: the perfect one if known, otherwise any.
fn allows(after: &Position, line: &[Column]) -> Option<Fact> {
    let winning_reply = |reply| {
        let because = Box::new(wins_by_force(after, reply)?);
        Some(Fact::AllowsWinningReply {
            reply,
            reason: because,
        })
    };
    match line.get(1) {
        Some(perfect) => winning_reply(*perfect),
        None => after.board().columns().find_map(winning_reply),
    }
}
