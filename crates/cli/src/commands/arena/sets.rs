//! How players do on the positions of files, such as those that no net has learned from.

use std::fs;
use std::io::Write;
use std::path::Path;

use foursight_bots::Budget;
use foursight_bots::arena::{Labelled, accuracy};
use foursight_core::Ruleset;
use serde::Serialize;

use super::{Measured, labelled};
use crate::bot_args::ArenaArgs;
use crate::bot_players::BotPlayer;
use crate::exit::Failure;
use crate::opponents::Knowledge;
use crate::output::Out;
use crate::positions::read_text;
use crate::progress::Bar;

/// The first ply whose positions are apart: those of openings resemble each other in all games.
const LATE_PLIES: usize = 12;
/// A file has at most so many lines.
const LINES_MAX: usize = 100_000;

/// A file and how the players do on its positions.
#[derive(Serialize)]
pub(super) struct OnSet {
    file: String,
    /// Positions in which the move matters.
    decisive: usize,
    players: Vec<OnSetOf>,
}

/// The same of one player.
#[derive(Serialize)]
struct OnSetOf {
    name: String,
    accuracy: Measured,
    /// From ply 12 on.
    late: Measured,
}

/// Measures all players on all files.
pub(super) fn measured(
    args: &ArenaArgs,
    ruleset: Ruleset,
    (players, names): (&[BotPlayer], &[String]),
    knowledge: &Knowledge,
) -> Result<Vec<OnSet>, Failure> {
    let budget = Budget {
        nodes: args.nodes,
        stop: None,
    };
    let mut sets = Vec::new();
    for path in &args.positions {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for position in decisive(path, ruleset, knowledge)? {
            if position.game.moves().len() < LATE_PLIES {
                early.push(position);
            } else {
                late.push(position);
            }
        }
        let bar = Bar::new(0, players.len() as u64, "measuring players");
        let measured = players.iter().zip(names).map(|(player, name)| {
            let mut bot = player.bot(knowledge)?;
            let late = accuracy(&mut *bot, &late, &budget, args.seed);
            let mut all = accuracy(&mut *bot, &early, &budget, args.seed);
            all.decisive += late.decisive;
            all.decisive_kept += late.decisive_kept;
            bar.advance();
            Ok(OnSetOf {
                name: name.clone(),
                accuracy: Measured::from(all),
                late: Measured::from(late),
            })
        });
        sets.push(OnSet {
            players: measured.collect::<Result<_, Failure>>()?,
            decisive: early.len() + late.len(),
            file: path.display().to_string(),
        });
    }
    Ok(sets)
}

/// The positions of a file in which the move matters, with the verdict of each move.
fn decisive(
    path: &Path,
    ruleset: Ruleset,
    knowledge: &Knowledge,
) -> Result<Vec<Labelled>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::storage(format_args!("cannot read {name}: {error}")))?;
    let lines = text.lines().count();
    if lines > LINES_MAX {
        return Err(Failure::bad_input(format_args!(
            "{name} has {lines} lines: at most {LINES_MAX}"
        )));
    }
    let mut solver = knowledge.solver();
    let bar = Bar::new(0, lines as u64, "solving positions");
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        bar.advance();
        let bad =
            |reason: &str| Failure::bad_input(format_args!("{name}, line {number}: {reason}"));
        let game = read_text(&drops(line), ruleset.into()).map_err(|reason| bad(&reason))?;
        let game = game.into_game();
        if game.end().is_some() {
            continue;
        }
        let position = labelled(&mut solver, game)
            .ok_or_else(|| bad("the solver does not know what these moves lead to"))?;
        if position.is_decisive() {
            found.push(position);
        }
    }
    Ok(found)
}

/// The moves of a line: those of an object, or what stands before the first space, or `start` for none.
fn drops(line: &str) -> String {
    let object: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let moves = object.as_ref().and_then(|object| object["moves"].as_str());
    let moves = moves.or_else(|| line.split(' ').next()).unwrap_or_default();
    if moves.is_empty() { "start" } else { moves }.to_owned()
}

/// The tables that people read.
pub(super) fn print(sets: &[OnSet], width: usize, out: &mut Out) -> Result<(), Failure> {
    for set in sets {
        writeln!(
            out,
            "\n{} positions of {} where the move matters, kept in %, with the 95 % interval:\n\
             {:width$}  {:>26}  {:>26}",
            set.decisive, set.file, "player", "all", "from ply 12 on"
        )?;
        for player in &set.players {
            let [all, late] = [&player.accuracy, &player.late].map(|measured| {
                let [share, low, high] =
                    [measured.share, measured.low, measured.high].map(|share| 100.0 * share);
                format!("{share:.1} ({low:.1}-{high:.1}) of {}", measured.positions)
            });
            writeln!(out, "{:width$}  {all:>26}  {late:>26}", player.name)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_lines_of_several_kinds() {
        let check = |line: &str, expected: &str| assert_eq!(drops(line), expected);
        check("4453", "4453");
        check("4453 -2,1,0,-,3,1,0", "4453");
        check("{\"moves\":\"4453\",\"scores\":[1]}", "4453");
        check("{\"moves\":\"\"}", "start");
        check("", "start");
    }
}
