//! The bots of the ladder that need no solver.

use foursight_protocol::engine::{EngineError, EngineQuery, EngineRequest, EngineResponse};

use crate::bot_cache::{BotCache, OTHER_ENGINE, choose_move};
use crate::engine::{Engine, EngineOutcome, response};

/// The bots below [`Level::Master`](foursight_bots::Level::Master): a small engine for the first move
/// of most visitors.
///
/// ```
/// use foursight_bots::{Level, Personality};
/// use foursight_core::Game;
/// use foursight_engine_worker::{Engine, EngineOutcome, LadderEngine};
/// use foursight_protocol::engine::{EngineQuery, EngineReply, EngineRequest, EngineResponse};
///
/// let query = EngineQuery::ChooseMove {
///     game: Game::default(),
///     level: Level::Medium,
///     personality: Personality::Balanced,
///     seed: 1,
/// };
/// let outcome = LadderEngine::default().handle(&EngineRequest { id: 1, query });
/// let EngineOutcome::Respond(EngineResponse::Reply { id: 1, reply: EngineReply::Move { .. } }) = outcome else {
///     panic!("{outcome:?}");
/// };
/// ```
#[derive(Default)]
pub struct LadderEngine {
    cached_bot: BotCache,
}

impl Engine for LadderEngine {
    fn handle(&mut self, request: &EngineRequest) -> EngineOutcome {
        EngineOutcome::Respond(self.respond(request))
    }

    /// Does nothing: this engine requests no file.
    fn install(&mut self, _: usize, _: &[u8]) {}

    fn handle_without_file(&mut self, request: &EngineRequest) -> EngineResponse {
        self.respond(request)
    }
}

impl LadderEngine {
    fn respond(&mut self, request: &EngineRequest) -> EngineResponse {
        let result = match &request.query {
            EngineQuery::ChooseMove {
                game,
                level,
                personality,
                seed,
            } => {
                let new_bot = || level.ladder_bot_without_solver(*personality);
                let bot = self.cached_bot.bot(*level, *personality, new_bot);
                bot.ok_or_else(|| OTHER_ENGINE.to_owned())
                    .and_then(|bot| choose_move(bot, game, *seed))
            }
            _ => Err(OTHER_ENGINE.to_owned()),
        };
        response(request.id, result.map_err(EngineError::Refused))
    }
}

#[cfg(test)]
mod tests {
    use foursight_bots::{Level, Personality};
    use foursight_core::{BothConnectRule, Column, Game, Move, Ruleset, Variant};
    use foursight_protocol::engine::EngineReply;

    use super::*;
    use crate::SolverEngine;

    fn choose(game: &Game, level: Level) -> EngineRequest {
        let query = EngineQuery::ChooseMove {
            game: game.clone(),
            level,
            personality: Personality::Aggressive,
            seed: 7,
        };
        EngineRequest { id: 9, query }
    }

    #[test]
    fn bots_move_as_they_do_in_the_engine_with_the_solver() {
        let (mut ladder, mut solver) = (LadderEngine::default(), SolverEngine::default());
        let pop_out =
            Ruleset::new(7, 6, 4, Variant::PopOut(BothConnectRule::default())).expect("it fits");
        for ruleset in [Ruleset::STANDARD, pop_out] {
            let mut game = Game::new(ruleset);
            for level in Level::LADDER {
                let outcome = ladder.handle(&choose(&game, level));
                if level >= Level::Master {
                    let error = EngineError::Refused(OTHER_ENGINE.to_owned());
                    let refusal = EngineResponse::Failed { id: 9, error };
                    assert_eq!(outcome, EngineOutcome::Respond(refusal), "{level}");
                    continue;
                }
                let expected = solver.handle(&choose(&game, level));
                assert_eq!(outcome, expected, "{level}");
                let EngineOutcome::Respond(EngineResponse::Reply {
                    reply: EngineReply::Move { mv, .. },
                    ..
                }) = outcome
                else {
                    panic!("{level}: {outcome:?}");
                };
                game.apply(mv).expect("legal");
            }
        }
    }

    #[test]
    fn other_queries_and_finished_games_are_refused() {
        let mut game = Game::default();
        for column in [4, 5, 4, 5, 4, 5, 4] {
            let column = Column::from_number(column).expect("in range");
            game.apply(Move::Drop(column)).expect("legal");
        }
        let solve = EngineQuery::SolveColumns {
            game: Game::default(),
        };
        let requests = [
            choose(&game, Level::Easy),
            EngineRequest {
                id: 9,
                query: solve,
            },
        ];
        for request in requests {
            let response = LadderEngine::default().handle_without_file(&request);
            assert!(
                matches!(response, EngineResponse::Failed { id: 9, .. }),
                "{response:?}"
            );
        }
    }
}
