//! Proposes reasons and keeps those that are proved.

use foursight_core::{Column, Player, Position, Variant};
use foursight_solver::Prospect;

use crate::follow::{Follow, follow_up};
use crate::force::forced_win;
use crate::reason::{Reason, count, end_of};
use crate::threat::{Threat, above, playable};

/// Why a drop leads to this prospect, the strongest reason first. Each is proved; the list is empty
/// if no reason is known.
///
/// `line` is perfect play from the position on, this drop first. It may be empty: then the reasons
/// that speak of the end of the game are not found.
#[must_use]
pub fn reasons(
    position: &Position,
    drop: Column,
    prospect: Prospect,
    line: &[Column],
) -> Vec<Reason> {
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

fn propose(
    position: &Position,
    drop: Column,
    prospect: Prospect,
    line: &[Column],
) -> Option<Vec<Reason>> {
    let player = position.to_move();
    let opponent = player.opponent();
    let landing = position.grid().landing(drop)?;
    let after = position.drop_in(drop).ok()?;
    let blocks = Threat::at(position, opponent, landing).map(Reason::Blocks);
    let mut found = Vec::new();
    match prospect {
        Prospect::Win => {
            if let Some(threat) = Threat::at(position, player, landing) {
                return Some(vec![Reason::Connects(threat)]);
            }
            found.extend(wins_by_force(position, drop));
            if found.is_empty() {
                found.extend(ending(position, &after, line));
                found.extend(follows(&after, player, true));
            }
            found.extend(blocks);
        }
        Prospect::Draw => {
            found.extend(blocks);
            found.push(Reason::OnlySafe);
            found.extend(follows(&after, player, false));
            found.extend(follows(position, opponent, false));
        }
        Prospect::Loss => {
            let opened = above(&position.grid(), landing);
            let mut answers = playable(&after, opponent);
            // What the drop itself opens tells more than what was open before.
            answers.sort_by_key(|threat| Some(threat.space) != opened);
            if let Some(threat) = answers.first() {
                return Some(vec![if Some(threat.space) == opened {
                    Reason::GivesAbove(*threat)
                } else {
                    Reason::Leaves(*threat)
                }]);
            }
            found.extend(allows(&after, line));
            if found.is_empty() {
                found.extend(ending(position, &after, line));
                found.extend(follows(position, opponent, true));
            }
        }
    }
    if prospect == Prospect::Win {
        found.push(Reason::OnlySafe);
    }
    if found.is_empty() || prospect == Prospect::Draw {
        let mirrored = drop.mirror(position.ruleset().width());
        found.extend(mirrored.map(Reason::Mirrors));
    }
    Some(found)
}

/// Two threats, now or after drops that have to be answered.
fn wins_by_force(position: &Position, drop: Column) -> Option<Reason> {
    if let Some(two) = Reason::two_threats(position, drop) {
        return Some(two);
    }
    let (way, at_last) = forced_win(position, drop)?;
    Some(Reason::Forces {
        drops: way[1..].to_vec(),
        at_last: Box::new(at_last),
    })
}

/// The threat with which perfect play ends, and the count that brings it about.
fn ending(position: &Position, after: &Position, line: &[Column]) -> Vec<Reason> {
    let Some((winner, space)) = end_of(position, line) else {
        return Vec::new();
    };
    let Some(threat) = Threat::at(after, winner, space) else {
        return Vec::new();
    };
    let ply = position.grid().discs() + line.len();
    let mut found = vec![Reason::Threatens(threat)];
    found.extend(count(after, threat, ply));
    found
}

/// What following on top of every drop brings this player, who is not to move here.
fn follows(position: &Position, by: Player, must_win: bool) -> Option<Reason> {
    let wins = follow_up(position)? == Follow::Wins;
    (wins == must_win).then_some(Reason::FollowUp { by, wins })
}

/// The answer that wins by force: the perfect one, or where that is not known any.
fn allows(after: &Position, line: &[Column]) -> Option<Reason> {
    let answer = |reply| {
        let because = Box::new(wins_by_force(after, reply)?);
        Some(Reason::Allows { reply, because })
    };
    match line.get(1) {
        Some(perfect) => answer(*perfect),
        None => after.grid().columns().find_map(answer),
    }
}
