//! `foursight learner`: what the learner remembers.

use std::io::Write;

use foursight_bots::Memory;
use foursight_bots::arena::Record;
use foursight_core::{Game, Move};
use serde::Serialize;

use crate::bot_args::{LearnerArgs, LearnerCommand, LearnerShowArgs};
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::positions::read_only_position;
use crate::settings::Layers;
use crate::{learner_file, words};

/// A memory as an object.
#[derive(Serialize)]
struct Remembered {
    v: u32,
    file: String,
    games: u64,
    positions: usize,
    /// How each move from the position asked for went.
    moves: Vec<Tried>,
}

/// How a move went, for the one who made it.
#[derive(Serialize)]
struct Tried {
    #[serde(rename = "move")]
    step: String,
    wins: u32,
    ties: u32,
    losses: u32,
}

pub(crate) fn run(args: &LearnerArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let path = learner_file::path(args.file.clone())?;
    match &args.what {
        LearnerCommand::Show(show) => {
            let text = show.position.as_deref().unwrap_or("start");
            let game = read_only_position(text, show.reading.reading(layers)?)?;
            let memory = learner_file::load(&path)?;
            print(show, &path.display().to_string(), &memory, &game, out)?;
        }
        LearnerCommand::Export => {
            let memory = learner_file::load(&path)?;
            write!(out, "{}", memory.to_text())?;
        }
        LearnerCommand::Reset => match learner_file::put_aside(&path)? {
            None => out.line("There was nothing to forget.")?,
            Some(kept) => {
                let kept = kept.display();
                out.line(&format!("Forgotten. The old memory is in {kept}."))?;
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
    out: &mut Out,
) -> Result<(), Failure> {
    let mut moves = memory.moves(game);
    moves.retain(|(_, record)| record.games() > 0);
    if args.json {
        let tried = |(step, record): (Move, Record)| Tried {
            step: words::as_typed(step),
            wins: record.wins,
            ties: record.ties,
            losses: record.losses,
        };
        out.line(&to_line(&Remembered {
            v: VERSION,
            file: file.to_owned(),
            games: memory.games(),
            positions: memory.positions(),
            moves: moves.into_iter().map(tried).collect(),
        })?)?;
        return Ok(());
    }
    out.line(&format!(
        "The learner remembers {} and {}, in {file}.",
        words::counted(memory.games(), "game"),
        words::counted(memory.positions() as u64, "position")
    ))?;
    if moves.is_empty() {
        out.line("It has not been in this position.")?;
        return Ok(());
    }
    writeln!(
        out,
        "{:<6}{:>8}{:>8}{:>8}{:>8}",
        "move", "won", "tied", "lost", "score"
    )?;
    for (step, record) in moves {
        writeln!(
            out,
            "{:<6}{:>8}{:>8}{:>8}{:>6.1} %",
            words::as_typed(step),
            record.wins,
            record.ties,
            record.losses,
            100.0 * record.score()
        )?;
    }
    Ok(())
}
