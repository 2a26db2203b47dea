//! Accuracy of players on positions from files, such as ones that no net was trained on.

use std::fs;
use std::io::Write;
use std::path::Path;

use foursight_bots::Budget;
use foursight_bots::arena::{LabelledPosition, accuracy};
use foursight_core::Ruleset;
use foursight_terminal::output::CliOutput;
use serde::Serialize;

use super::{AccuracyInfo, label};
use crate::bot_args::ArenaArgs;
use crate::bot_players::BotPlayer;
use crate::exit::CliError;
use crate::opponents::BotKnowledge;
use crate::positions::read_text;
use crate::progress::ProgressBar;

/// First ply of late positions. Earlier ones are similar in all games, so they are also counted
/// separately.
const LATE_PLIES: usize = 12;
/// Upper bound for the lines of a file.
const LINES_MAX: usize = 100_000;

/// The accuracy of all players on one file.
#[derive(Serialize)]
pub(super) struct AccuracySet {
    file: String,
    /// Positions in which the move matters.
    decisive: usize,
    players: Vec<PlayerAccuracy>,
}

/// The accuracy of one player on one file.
#[derive(Serialize)]
struct PlayerAccuracy {
    name: String,
    accuracy: AccuracyInfo,
    /// From ply 12 on.
    late: AccuracyInfo,
}

/// Measures all players on all files.
pub(super) fn measure(
    args: &ArenaArgs,
    ruleset: Ruleset,
    (players, names): (&[BotPlayer], &[String]),
    knowledge: &BotKnowledge,
) -> Result<Vec<AccuracySet>, CliError> {
    let budget = Budget {
        nodes: args.nodes,
        should_stop: None,
    };
    let mut accuracy_sets = Vec::new();
    for path in &args.positions {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for position in decisive_positions(path, ruleset, knowledge)? {
            if position.game.moves().len() < LATE_PLIES {
                early.push(position);
            } else {
                late.push(position);
            }
        }
        let bar = ProgressBar::new(0, players.len() as u64, "measuring players");
        let results = players.iter().zip(names).map(|(player, name)| {
            let mut bot = player.bot(knowledge)?;
            let late = accuracy(&mut *bot, &late, &budget, args.seed);
            let mut all = accuracy(&mut *bot, &early, &budget, args.seed);
            all.decisive += late.decisive;
            all.decisive_preserved += late.decisive_preserved;
            bar.advance();
            Ok(PlayerAccuracy {
                name: name.clone(),
                accuracy: AccuracyInfo::from(all),
                late: AccuracyInfo::from(late),
            })
        });
        accuracy_sets.push(AccuracySet {
            players: results.collect::<Result<_, CliError>>()?,
            decisive: early.len() + late.len(),
            file: path.display().to_string(),
        });
    }
    Ok(accuracy_sets)
}

/// Reads the decisive positions of a file, with the verdict of each move.
fn decisive_positions(
    path: &Path,
    ruleset: Ruleset,
    knowledge: &BotKnowledge,
) -> Result<Vec<LabelledPosition>, CliError> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| CliError::storage(format_args!("cannot read {name}: {error}")))?;
    let lines = text.lines().count();
    if lines > LINES_MAX {
        return Err(CliError::bad_input(format_args!(
            "{name} has {lines} lines: at most {LINES_MAX}"
        )));
    }
    let mut solver = knowledge.build_solver();
    let bar = ProgressBar::new(0, lines as u64, "solving positions");
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        bar.advance();
        let invalid =
            |reason: &str| CliError::bad_input(format_args!("{name}, line {number}: {reason}"));
        let game = read_text(&moves_of(line), ruleset.into()).map_err(|reason| invalid(&reason))?;
        let game = game.into_game();
        if game.end().is_some() {
            continue;
        }
        let position = label(&mut solver, game)
            .ok_or_else(|| invalid("the solver cannot evaluate these moves"))?;
        if position.is_decisive() {
            positions.push(position);
        }
    }
    Ok(positions)
}

/// Extracts the moves of a line: of a JSON object, else before the first space. Returns `start` for
/// none.
fn moves_of(line: &str) -> String {
    let object: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let moves = object.as_ref().and_then(|object| object["moves"].as_str());
    let moves = moves.or_else(|| line.split(' ').next()).unwrap_or_default();
    if moves.is_empty() { "start" } else { moves }.to_owned()
}

/// Prints the tables.
pub(super) fn print(
    accuracy_sets: &[AccuracySet],
    width: usize,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    for set in accuracy_sets {
        writeln!(
            out,
            "\n{} positions of {} where the move matters, kept in %, with the 95 % interval:\n\
             {:width$}  {:>26}  {:>26}",
            set.decisive, set.file, "player", "all", "from ply 12 on"
        )?;
        for player in &set.players {
            let [all, late] = [&player.accuracy, &player.late].map(|info| {
                let [share, low, high] =
                    [info.share, info.low, info.high].map(|share| 100.0 * share);
                format!("{share:.1} ({low:.1}-{high:.1}) of {}", info.positions)
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
        let check = |line: &str, expected: &str| assert_eq!(moves_of(line), expected);
        check("4453", "4453");
        check("4453 -2,1,0,-,3,1,0", "4453");
        check("{\"moves\":\"4453\",\"scores\":[1]}", "4453");
        check("{\"moves\":\"\"}", "start");
        check("", "start");
    }
}
