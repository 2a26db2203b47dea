//! `foursight move`: prints the move that a bot would play, one per line.

use std::io::Write;
use std::time::{Duration, Instant};

use foursight_bots::{Bot, Budget, Evaluation, Level, MoveChoice};
use foursight_core::Game;
use foursight_terminal::nets;
use foursight_terminal::output::CliOutput;
use foursight_terminal::text;
use serde::Serialize;

use crate::bot_args::MoveArgs;
use crate::exit::{CliError, Exit, print_message};
use crate::json::{ErrorBody, ResponseEnvelope, SCHEMA_VERSION, to_line};
use crate::opponents;
use crate::positions::{
    AnswerError, ERROR_PLACEHOLDER, InputContent, InputItem, for_each, is_several, or_start,
    to_object,
};
use crate::settings::CliSettings;

/// A move and the bot's evaluation.
#[derive(Serialize)]
struct MoveAnswer {
    ok: bool,
    level: &'static str,
    #[serde(rename = "move")]
    mv: String,
    text: String,
    evaluation: EvaluationInfo,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
    milliseconds: f64,
}

/// An evaluation as an object, for the player to move.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum EvaluationInfo {
    None,
    Win { plies: u32 },
    Loss { plies: u32 },
    Draw,
    Points { points: i32 },
    Share { share: f64 },
}

impl From<Evaluation> for EvaluationInfo {
    fn from(evaluation: Evaluation) -> Self {
        match evaluation {
            Evaluation::Win { plies } => Self::Win { plies },
            Evaluation::Loss { plies } => Self::Loss { plies },
            Evaluation::Draw => Self::Draw,
            Evaluation::Points(points) => Self::Points { points },
            Evaluation::ExpectedScore(share) => Self::Share { share },
            _ => Self::None,
        }
    }
}

pub(crate) fn run(
    args: &MoveArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let options = args.input.options(settings)?;
    let ruleset = options.ruleset;
    let opponent = opponents::opponent(args.level, settings)?.value;
    let level = opponents::level_of(&opponent).unwrap_or(Level::Medium);
    let personality = opponents::personality(args.personality, settings)?.value;
    let knowledge = opponents::knowledge(settings, ruleset)?;
    let mut bot = knowledge.bot(level, personality, args.memory.clone())?;
    let positions = or_start(&args.positions);
    let has_several = is_several(&positions);
    let mut exit = Exit::Done;
    for_each(&positions, options, |item| {
        let unsupported =
            unsupported(level, item).map(|failure| AnswerError::unsupported(failure, &positions));
        let answer = match unsupported {
            Some(AnswerError::Stop(failure)) => return Err(failure),
            Some(AnswerError::Position(reason)) => Err(Some(reason)),
            None => answer_item(args, level, &mut *bot, item),
        };
        let line = match answer {
            Ok(answer) if args.json => to_line(&ResponseEnvelope {
                v: SCHEMA_VERSION,
                n: item.number,
                body: answer,
            })?,
            Ok(answer) => answer.mv,
            Err(None) if args.json => to_object(item, |_| ())?,
            Err(None) => String::new(),
            Err(Some(reason)) => {
                exit = Exit::BadInput;
                if args.json {
                    let body = ErrorBody {
                        ok: false,
                        error: &reason,
                    };
                    let (v, n) = (SCHEMA_VERSION, item.number);
                    to_line(&ResponseEnvelope { v, n, body })?
                } else if has_several {
                    print_message(&item.message(&reason));
                    ERROR_PLACEHOLDER.to_owned()
                } else {
                    print_message(&reason);
                    return Ok(());
                }
            }
        };
        writeln!(out, "{line}")?;
        Ok(())
    })?;
    Ok(exit)
}

/// Returns an error if the level does not support the rules of the position.
fn unsupported(level: Level, item: &InputItem) -> Option<CliError> {
    let InputContent::Record(record) = &item.content else {
        return None;
    };
    level.net()?;
    nets::require_standard(record.game().ruleset(), &format!("the level {level}")).err()
}

/// Chooses a move. Returns the reason why there is none, or no reason for a blank line.
fn answer_item(
    args: &MoveArgs,
    level: Level,
    bot: &mut dyn Bot,
    item: &InputItem,
) -> Result<MoveAnswer, Option<String>> {
    let game = match &item.content {
        InputContent::Blank => return Err(None),
        InputContent::Invalid(reason) => return Err(Some(reason.clone())),
        InputContent::Record(record) => record.game(),
    };
    let started = Instant::now();
    let choice = choose(args, bot, game, started);
    let choice = choice.ok_or_else(|| Some(text::game_over_text(game)))?;
    Ok(MoveAnswer {
        ok: true,
        level: level.name(),
        mv: text::move_text(choice.mv),
        text: choice.mv.to_string(),
        evaluation: choice.evaluation.into(),
        depth: choice.depth,
        nodes: choice.nodes,
        line: choice
            .principal_variation
            .into_iter()
            .map(text::move_text)
            .collect(),
        milliseconds: started.elapsed().as_secs_f64() * 1000.0,
    })
}

fn choose(args: &MoveArgs, bot: &mut dyn Bot, game: &Game, started: Instant) -> Option<MoveChoice> {
    let limit = args.time_ms.map(Duration::from_millis);
    let stop = || limit.is_some_and(|limit| started.elapsed() >= limit);
    let budget = Budget {
        nodes: args.nodes,
        should_stop: Some(&stop),
    };
    bot.choose(game, &budget, args.seed)
}
