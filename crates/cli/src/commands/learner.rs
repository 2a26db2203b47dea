//! `foursight learner`: shows, exports or resets the learner's memory.

use std::io::Write;

use foursight_bots::Memory;
use foursight_bots::arena::WdlRecord;
use foursight_core::{Game, Move};
use foursight_terminal::output::CliOutput;
use foursight_terminal::{learner_file, text};
use serde::Serialize;

use crate::bot_args::{LearnerArgs, LearnerCommand, LearnerShowArgs};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::positions::read_only_position;
use crate::settings::CliSettings;

/// The learner's memory as an object.
#[derive(Serialize)]
struct LearnerMemoryInfo {
    v: u32,
    file: String,
    games: u64,
    positions: usize,
    /// Results of each move from the given position.
    moves: Vec<MoveRecordInfo>,
}

/// Results of a move, for the player who made it.
#[derive(Serialize)]
struct MoveRecordInfo {
    #[serde(rename = "move")]
    mv: String,
    wins: u32,
    #[serde(rename = "ties")]
    draws: u32,
    losses: u32,
}

pub(crate) fn run(
    args: &LearnerArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let path = learner_file::path(args.file.clone())?;
    match &args.command {
        LearnerCommand::Show(show) => {
            let text = show.position.as_deref().unwrap_or("start");
            let game = read_only_position(text, show.input.options(settings)?)?;
            let memory = learner_file::load(&path)?;
            print(show, &path.display().to_string(), &memory, &game, out)?;
        }
        LearnerCommand::Export => {
            let memory = learner_file::load(&path)?;
            write!(out, "{}", memory.to_text())?;
        }
        LearnerCommand::Reset => match learner_file::move_aside(&path)? {
            None => out.line("The memory was already empty.")?,
            Some(backup) => {
                let backup = backup.display();
                out.line(&format!("Memory reset. The old memory is in {backup}."))?;
            }
        },
    }
    Ok(Exit::Done)
}

fn print(
    args: &LearnerShowArgs,
    file: &str,
    memory: &Memory,
    game: &Game,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    let mut moves = memory.moves(game);
    moves.retain(|(_, record)| record.games() > 0);
    if args.json {
        let to_info = |(mv, record): (Move, WdlRecord)| MoveRecordInfo {
            mv: text::move_text(mv),
            wins: record.wins,
            draws: record.draws,
            losses: record.losses,
        };
        out.line(&to_line(&LearnerMemoryInfo {
            v: SCHEMA_VERSION,
            file: file.to_owned(),
            games: memory.games(),
            positions: memory.positions(),
            moves: moves.into_iter().map(to_info).collect(),
        })?)?;
        return Ok(());
    }
    out.line(&format!(
        "The learner remembers {} and {}, in {file}.",
        text::count_with_separators(memory.games(), "game"),
        text::count_with_separators(memory.positions() as u64, "position")
    ))?;
    if moves.is_empty() {
        out.line("It has not been in this position.")?;
        return Ok(());
    }
    writeln!(
        out,
        "{:<6}{:>8}{:>8}{:>8}{:>8}",
        "move", "won", "drawn", "lost", "score"
    )?;
    for (mv, record) in moves {
        writeln!(
            out,
            "{:<6}{:>8}{:>8}{:>8}{:>6.1} %",
            text::move_text(mv),
            record.wins,
            record.draws,
            record.losses,
            100.0 * record.score()
        )?;
    }
    Ok(())
}
