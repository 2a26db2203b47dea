//! `foursight move`: the move that a bot would make, one answer a line.

use std::io::Write;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Budget, Choice, Evaluation, Level};
use foursight_core::Game;
use foursight_terminal::nets;
use serde::Serialize;

use crate::bot_args::MoveArgs;
use crate::exit::{Exit, Failure, complain};
use crate::json::{Answer, Bad, VERSION, to_line};
use crate::opponents;
use crate::output::Out;
use crate::positions::{Asked, Given, NO_ANSWER, Refused, each, is_several, or_start, to_object};
use crate::settings::Layers;
use crate::words;

/// A move and what the bot saw.
#[derive(Serialize)]
struct Answered {
    ok: bool,
    level: &'static str,
    #[serde(rename = "move")]
    step: String,
    text: String,
    evaluation: Seen,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
    milliseconds: f64,
}

/// An evaluation as an object, for the player to move.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Seen {
    None,
    Win { plies: u32 },
    Loss { plies: u32 },
    Draw,
    Points { points: i32 },
    Share { share: f64 },
}

impl From<Evaluation> for Seen {
    fn from(evaluation: Evaluation) -> Self {
        match evaluation {
            Evaluation::Win { plies } => Self::Win { plies },
            Evaluation::Loss { plies } => Self::Loss { plies },
            Evaluation::Draw => Self::Draw,
            Evaluation::Points(points) => Self::Points { points },
            Evaluation::Share(share) => Self::Share { share },
            _ => Self::None,
        }
    }
}

pub(crate) fn run(args: &MoveArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let reading = args.reading.reading(layers)?;
    let ruleset = reading.ruleset;
    let opponent = opponents::opponent(args.level, layers)?.value;
    let level = opponents::level_of(&opponent).unwrap_or(Level::Medium);
    let personality = opponents::personality(args.personality, layers)?.value;
    let knowledge = opponents::knowledge(layers, ruleset)?;
    let mut bot = knowledge.bot(level, personality, args.memory.clone())?;
    let positions = or_start(&args.positions);
    let several = is_several(&positions);
    let mut exit = Exit::Done;
    each(&positions, reading, |asked| {
        let unsuited = unsuited(level, asked).map(|failure| Refused::unsuited(failure, &positions));
        let answered = match unsuited {
            Some(Refused::Stop(failure)) => return Err(failure),
            Some(Refused::Position(reason)) => Err(Some(reason)),
            None => answer(args, level, &mut *bot, asked),
        };
        let line = match answered {
            Ok(answered) if args.json => to_line(&Answer {
                v: VERSION,
                n: asked.number,
                body: answered,
            })?,
            Ok(answered) => answered.step,
            Err(None) if args.json => to_object(asked, |_| ())?,
            Err(None) => String::new(),
            Err(Some(reason)) => {
                exit = Exit::BadInput;
                if args.json {
                    let body = Bad {
                        ok: false,
                        error: &reason,
                    };
                    let (v, n) = (VERSION, asked.number);
                    to_line(&Answer { v, n, body })?
                } else if several {
                    complain(&asked.complaint(&reason));
                    NO_ANSWER.to_owned()
                } else {
                    complain(&reason);
                    return Ok(());
                }
            }
        };
        writeln!(out, "{line}")?;
        Ok(())
    })?;
    Ok(exit)
}

/// That the level does not know the rules of the position; none if it does.
fn unsuited(level: Level, asked: &Asked) -> Option<Failure> {
    let Given::Record(record) = &asked.given else {
        return None;
    };
    level.net()?;
    nets::require_standard(record.game().ruleset(), &format!("the level {level}")).err()
}

/// The answer; the reason why there is none, or no reason for a blank line.
fn answer(
    args: &MoveArgs,
    level: Level,
    bot: &mut dyn Bot,
    asked: &Asked,
) -> Result<Answered, Option<String>> {
    let game = match &asked.given {
        Given::Blank => return Err(None),
        Given::Bad(reason) => return Err(Some(reason.clone())),
        Given::Record(record) => record.game(),
    };
    let started = Instant::now();
    let choice = choose(args, bot, game, started);
    let choice = choice.ok_or_else(|| Some(words::over(game)))?;
    Ok(Answered {
        ok: true,
        level: level.name(),
        step: words::as_typed(choice.step),
        text: choice.step.to_string(),
        evaluation: choice.evaluation.into(),
        depth: choice.depth,
        nodes: choice.nodes,
        line: choice.line.into_iter().map(words::as_typed).collect(),
        milliseconds: started.elapsed().as_secs_f64() * 1000.0,
    })
}

fn choose(args: &MoveArgs, bot: &mut dyn Bot, game: &Game, started: Instant) -> Option<Choice> {
    let limit = args.time_ms.map(Duration::from_millis);
    let stop = || limit.is_some_and(|limit| started.elapsed() >= limit);
    let budget = Budget {
        nodes: args.nodes,
        stop: Some(&stop),
    };
    bot.choose(game, &budget, args.seed)
}
