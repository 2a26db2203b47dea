//! Opponents beside the ladder, predictions of the nets, and proofs of openings.

use std::sync::Arc;

use foursight_bots::net::{Net, NeuralBot, TrainingStage};
use foursight_bots::{Bot, Budget, Level, MonteCarlo, Prover, Strategy};
use foursight_core::{Game, Ruleset};
use foursight_protocol::engine::{
    EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse, NetWorkerError,
};

use crate::engine::{Engine, EngineOutcome, response};
use crate::proof_check::{RunningCheck, check_proof};

/// The nets loaded so far. The files of this engine are their weights, indexed by training stage.
///
/// ```
/// use foursight_bots::{Level, net::shipped};
/// use foursight_core::Game;
/// use foursight_engine_worker::{Engine, EngineOutcome, NetEngine};
/// use foursight_protocol::engine::{EngineQuery, EngineReply, EngineRequest, EngineResponse};
///
/// let mut engine = NetEngine::default();
/// let query = EngineQuery::Evaluate { game: Game::default(), level: Level::Neural };
/// let request = EngineRequest { id: 1, query };
/// let EngineOutcome::NeedsFile(file) = engine.handle(&request) else { panic!("it has no net yet") };
/// engine.install(file, shipped::FULL);
/// let outcome = engine.handle(&request);
/// let EngineOutcome::Respond(EngineResponse::Reply { reply: EngineReply::Prediction(_), .. }) = outcome else {
///     panic!("{outcome:?}");
/// };
/// ```
#[derive(Default)]
pub struct NetEngine {
    /// Indexed by stage; `Err` for bytes that are no net.
    nets: [Option<Result<Arc<Net>, NetWorkerError>>; TrainingStage::ALL.len()],
    /// Keeps the proofs that it has decoded.
    prover: Prover,
    proof_check: Option<RunningCheck>,
}

impl Engine for NetEngine {
    fn handle(&mut self, request: &EngineRequest) -> EngineOutcome {
        let result = match self.answer(&request.query) {
            Err(NetLookupError::Weights(stage)) => return EngineOutcome::NeedsFile(stage as usize),
            Err(NetLookupError::Unusable(error)) => Err(EngineError::Net(error)),
            Ok(reply) => Ok(reply),
        };
        EngineOutcome::Respond(response(request.id, result))
    }

    /// Requests for bytes that are no net are refused from then on.
    fn install(&mut self, file: usize, bytes: &[u8]) {
        let net = Net::from_bytes(bytes)
            .map(Arc::new)
            .map_err(NetWorkerError::from);
        self.nets[file] = Some(net);
    }

    fn handle_without_file(&mut self, request: &EngineRequest) -> EngineResponse {
        let error = EngineError::Net(NetWorkerError::NotLoaded);
        response(request.id, Err(error))
    }
}

impl NetEngine {
    fn answer(&mut self, query: &EngineQuery) -> Result<EngineReply, NetLookupError> {
        match query {
            EngineQuery::ChooseMove {
                game, level, seed, ..
            } => {
                let budget = Budget::default();
                let choice = match level.spec().primary {
                    Strategy::Proof => self.prover.choose(game, &budget, *seed),
                    _ => self.bot(*level, game)?.choose(game, &budget, *seed),
                };
                let choice = choice.ok_or(NetWorkerError::NothingToDo)?;
                Ok(EngineReply::Move {
                    mv: choice.mv,
                    depth: choice.depth,
                    nodes: choice.nodes,
                })
            }
            EngineQuery::Evaluate { game, level } => {
                let net = self.net(level.net().ok_or(NetWorkerError::NothingToDo)?, game)?;
                game.to_move().ok_or(NetWorkerError::NothingToDo)?;
                let drops = game
                    .position()
                    .as_standard()
                    .ok_or(NetWorkerError::UnsupportedRules)?;
                Ok(EngineReply::Prediction(net.evaluate(drops.into())))
            }
            EngineQuery::CheckProof {
                bytes,
                steps,
                from_start,
            } => {
                let progress = check_proof(&mut self.proof_check, bytes, *steps, *from_start);
                Ok(EngineReply::ProofProgress(progress))
            }
            _ => Err(NetWorkerError::NothingToDo.into()),
        }
    }

    fn bot(&self, level: Level, game: &Game) -> Result<Box<dyn Bot>, NetLookupError> {
        match level.spec().primary {
            Strategy::Playouts { playouts } => Ok(Box::new(MonteCarlo::new(playouts))),
            Strategy::Net { stage, evaluations } => {
                let net = self.net(stage, game)?;
                Ok(Box::new(NeuralBot::with_search(net, evaluations)))
            }
            _ => Err(NetWorkerError::NothingToDo.into()),
        }
    }

    /// Returns the net of a stage if it supports the rules of the game.
    fn net(&self, stage: TrainingStage, game: &Game) -> Result<Arc<Net>, NetLookupError> {
        if game.ruleset() != Ruleset::STANDARD {
            return Err(NetWorkerError::UnsupportedRules.into());
        }
        match &self.nets[stage as usize] {
            Some(net) => net.clone().map_err(NetLookupError::Unusable),
            None => Err(NetLookupError::Weights(stage)),
        }
    }
}

/// A lookup found no usable net.
enum NetLookupError {
    Weights(TrainingStage),
    Unusable(NetWorkerError),
}

impl From<NetWorkerError> for NetLookupError {
    fn from(error: NetWorkerError) -> Self {
        Self::Unusable(error)
    }
}

#[cfg(test)]
mod tests {
    use foursight_bots::Personality;
    use foursight_bots::net::shipped;
    use foursight_core::{Column, Move};

    use super::*;

    fn game(ruleset: Ruleset, drops: &[usize]) -> Game {
        let mut game = Game::new(ruleset);
        for column in drops {
            let column = Column::from_number(*column).expect("in range");
            game.apply(Move::Drop(column)).expect("legal");
        }
        game
    }

    fn choose(game: &Game, level: Level) -> EngineRequest {
        let query = EngineQuery::ChooseMove {
            game: game.clone(),
            level,
            personality: Personality::Balanced,
            seed: 5,
        };
        EngineRequest { id: 9, query }
    }

    #[track_caller]
    fn check_refused(outcome: &EngineOutcome, expected: NetWorkerError) {
        let error = EngineError::Net(expected);
        let expected = EngineOutcome::Respond(EngineResponse::Failed { id: 9, error });
        assert_eq!(*outcome, expected);
    }

    #[test]
    fn every_opponent_beside_the_ladder_answers_with_a_legal_move() {
        let mut engine = NetEngine::default();
        for stage in TrainingStage::ALL {
            engine.install(stage as usize, shipped::of(stage));
        }
        let mut check = |game: &Game, level| {
            let outcome = engine.handle(&choose(game, level));
            let EngineOutcome::Respond(EngineResponse::Reply {
                id: 9,
                reply: EngineReply::Move { mv, .. },
            }) = outcome
            else {
                panic!("{level}: {outcome:?}");
            };
            assert!(game.legal_moves().contains(&mv), "{level}");
        };
        let standard = game(Ruleset::STANDARD, &[4, 4, 5, 5, 3, 3]);
        let mut levels = vec![Level::PlayOuts];
        levels.extend(Level::ALL.into_iter().filter(|level| level.net().is_some()));
        assert_eq!(levels.len(), 5);
        levels.push(Level::Proof);
        for level in levels {
            check(&standard, level);
        }
        // Playouts support all rules, nets only the standard ones.
        let large = Ruleset::new(8, 7, 4, foursight_core::Variant::Standard).expect("it fits");
        let large = game(large, &[4]);
        check(&large, Level::PlayOuts);
        check(&large, Level::Proof);
        let outcome = engine.handle(&choose(&large, Level::Neural));
        check_refused(&outcome, NetWorkerError::UnsupportedRules);
    }

    #[test]
    fn weights_are_requested_and_damage_is_reported() {
        let mut engine = NetEngine::default();
        let request = choose(&Game::default(), Level::NeuralMinute);
        let minute = TrainingStage::Minute as usize;
        let outcome = engine.handle(&request);
        assert_eq!(outcome, EngineOutcome::NeedsFile(minute));
        let response = engine.handle_without_file(&request);
        check_refused(&EngineOutcome::Respond(response), NetWorkerError::NotLoaded);
        let outcome = engine.handle(&request);
        assert_eq!(outcome, EngineOutcome::NeedsFile(minute));
        let mut bytes = shipped::MINUTE.to_vec();
        bytes[5000] ^= 1;
        engine.install(minute, &bytes);
        check_refused(&engine.handle(&request), NetWorkerError::Damaged);
        engine.install(minute, b"<html>not found</html>");
        check_refused(&engine.handle(&request), NetWorkerError::NotANet);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut engine = NetEngine::default();
        engine.install(TrainingStage::Full as usize, shipped::FULL);
        let over = game(Ruleset::STANDARD, &[4, 5, 4, 5, 4, 5, 4]);
        let evaluate = |game: &Game, level| EngineRequest {
            id: 9,
            query: EngineQuery::Evaluate {
                game: game.clone(),
                level,
            },
        };
        let load = EngineRequest {
            id: 9,
            query: EngineQuery::LoadBook,
        };
        for request in [
            choose(&over, Level::Neural),
            choose(&Game::default(), Level::Hard),
            evaluate(&over, Level::Neural),
            evaluate(&Game::default(), Level::PlayOuts),
            load,
        ] {
            check_refused(&engine.handle(&request), NetWorkerError::NothingToDo);
        }
    }
}
