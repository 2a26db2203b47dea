//! Answers requests one at a time. The caller fetches the weights.

use std::sync::Arc;

use foursight_bots::net::{Net, NeuralBot, TrainingStage};
use foursight_bots::{Bot, Budget, Level, MonteCarlo, Strategy};
use foursight_core::{Game, Ruleset};
use foursight_protocol::engine::decode;
use foursight_protocol::nets::{NetMessage, NetQuery, NetRequest, NetWorkerError};

/// The nets loaded so far.
///
/// ```
/// use foursight_bots::{Level, net::shipped};
/// use foursight_core::Game;
/// use foursight_net_worker::{NetEngine, NetOutcome};
/// use foursight_protocol::engine::encode;
/// use foursight_protocol::nets::{NetQuery, NetMessage, NetRequest};
///
/// let mut engine = NetEngine::default();
/// let query = NetQuery::Evaluate { game: Game::default(), level: Level::Neural };
/// let message = encode(&NetRequest { id: 1, query });
/// let NetOutcome::NeedsWeights(stage) = engine.handle(&message) else { panic!("it has no net yet") };
/// engine.install_weights(stage, shipped::of(stage));
/// let NetOutcome::Reply(NetMessage::Prediction { id: 1, .. }) = engine.handle(&message) else { panic!("it has one now") };
/// ```
#[derive(Default)]
pub struct NetEngine {
    /// Indexed by stage; `Err` for bytes that are no net.
    nets: [Option<Result<Arc<Net>, NetWorkerError>>; TrainingStage::ALL.len()],
}

/// Result of handling a message.
#[derive(Debug)]
pub enum NetOutcome {
    /// The reply to post.
    Reply(NetMessage),
    /// Pass the weights of this stage to [`NetEngine::install_weights`], then handle the message again.
    NeedsWeights(TrainingStage),
}

impl NetEngine {
    /// Handles a message. Refuses one that cannot be decoded.
    pub fn handle(&mut self, message: &[u8]) -> NetOutcome {
        let (id, found) = match decode(message) {
            Ok(NetRequest { id, query: ask }) => (id, self.find(id, &ask)),
            Err(_) => (0, Err(NetLookupError::Trouble(NetWorkerError::NothingToDo))),
        };
        match found {
            Ok(found) => NetOutcome::Reply(found),
            Err(NetLookupError::Weights(stage)) => NetOutcome::NeedsWeights(stage),
            Err(NetLookupError::Trouble(trouble)) => {
                NetOutcome::Reply(NetMessage::Failed { id, error: trouble })
            }
        }
    }

    /// Installs the weights of a stage. Requests for bytes that are no net are refused from then on.
    pub fn install_weights(&mut self, stage: TrainingStage, bytes: &[u8]) {
        let net = Net::from_bytes(bytes)
            .map(Arc::new)
            .map_err(NetWorkerError::from);
        self.nets[stage as usize] = Some(net);
    }

    /// Returns the reply to a message whose weights could not be fetched.
    #[must_use]
    pub fn without_weights(message: &[u8]) -> NetMessage {
        NetMessage::Failed {
            id: decode(message).map_or(0, |NetRequest { id, .. }| id),
            error: NetWorkerError::NotLoaded,
        }
    }

    fn find(&self, id: u32, ask: &NetQuery) -> Result<NetMessage, NetLookupError> {
        match ask {
            NetQuery::ChooseMove { game, level, seed } => {
                let mut bot = self.bot(*level, game)?;
                let choice = bot.choose(game, &Budget::default(), *seed);
                let choice = choice.ok_or(NetWorkerError::NothingToDo)?;
                let (mv, nodes) = (choice.mv, choice.nodes);
                Ok(NetMessage::Move { id, mv, nodes })
            }
            NetQuery::Evaluate { game, level } => {
                let net = self.net(level.net().ok_or(NetWorkerError::NothingToDo)?, game)?;
                game.to_move().ok_or(NetWorkerError::NothingToDo)?;
                let drops = game
                    .position()
                    .as_standard()
                    .ok_or(NetWorkerError::UnsupportedRules)?;
                let sight = net.evaluate(drops.into());
                Ok(NetMessage::Prediction {
                    id,
                    prediction: sight,
                })
            }
            _ => Err(NetWorkerError::NothingToDo.into()),
        }
    }

    fn bot(&self, level: Level, game: &Game) -> Result<Box<dyn Bot>, NetLookupError> {
        match level.spec().primary {
            Strategy::Playouts { playouts: games } => Ok(Box::new(MonteCarlo::new(games))),
            Strategy::Net {
                stage,
                evaluations: looks,
            } => {
                let net = self.net(stage, game)?;
                Ok(Box::new(NeuralBot::with_search(net, looks)))
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
            Some(net) => net.clone().map_err(NetLookupError::Trouble),
            None => Err(NetLookupError::Weights(stage)),
        }
    }
}

/// A lookup found no usable net.
enum NetLookupError {
    Weights(TrainingStage),
    Trouble(NetWorkerError),
}

impl From<NetWorkerError> for NetLookupError {
    fn from(trouble: NetWorkerError) -> Self {
        Self::Trouble(trouble)
    }
}

#[cfg(test)]
mod tests {
    use foursight_bots::net::shipped;
    use foursight_core::{Column, Move};
    use foursight_protocol::engine::encode;

    use super::*;

    fn game(ruleset: Ruleset, drops: &[usize]) -> Game {
        let mut game = Game::new(ruleset);
        for column in drops {
            let column = Column::from_number(*column).expect("in range");
            game.apply(Move::Drop(column)).expect("legal");
        }
        game
    }

    fn choose(game: &Game, level: Level) -> Vec<u8> {
        let (game, seed) = (game.clone(), 5);
        let ask = NetQuery::ChooseMove { game, level, seed };
        encode(&NetRequest { id: 9, query: ask })
    }

    #[track_caller]
    fn check_refused(outcome: NetOutcome, expected: NetWorkerError) {
        match outcome {
            NetOutcome::Reply(NetMessage::Failed { error: trouble, .. }) => {
                assert_eq!(trouble, expected);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_opponent_beside_the_ladder_answers_with_a_legal_move() {
        let mut engine = NetEngine::default();
        for stage in TrainingStage::ALL {
            engine.install_weights(stage, shipped::of(stage));
        }
        let standard = game(Ruleset::STANDARD, &[4, 4, 5, 5, 3, 3]);
        let mut levels = vec![Level::PlayOuts];
        levels.extend(Level::ALL.into_iter().filter(|level| level.net().is_some()));
        assert_eq!(levels.len(), 5);
        for level in levels {
            let outcome = engine.handle(&choose(&standard, level));
            let NetOutcome::Reply(NetMessage::Move { id: 9, mv, .. }) = outcome else {
                panic!("{level}: {outcome:?}");
            };
            assert!(standard.legal_moves().contains(&mv), "{level}");
        }
        // Playouts support all rules, nets only the standard ones.
        let large = Ruleset::new(8, 7, 4, foursight_core::Variant::Standard).expect("it fits");
        let large = game(large, &[4]);
        let outcome = engine.handle(&choose(&large, Level::PlayOuts));
        assert!(
            matches!(outcome, NetOutcome::Reply(NetMessage::Move { .. })),
            "{outcome:?}"
        );
        check_refused(
            engine.handle(&choose(&large, Level::Neural)),
            NetWorkerError::UnsupportedRules,
        );
    }

    #[test]
    fn weights_are_requested_once_and_damage_is_reported() {
        let mut engine = NetEngine::default();
        let message = choose(&Game::default(), Level::NeuralMinute);
        let outcome = engine.handle(&message);
        assert!(
            matches!(outcome, NetOutcome::NeedsWeights(TrainingStage::Minute)),
            "{outcome:?}"
        );
        let mut bytes = shipped::MINUTE.to_vec();
        bytes[5000] ^= 1;
        engine.install_weights(TrainingStage::Minute, &bytes);
        check_refused(engine.handle(&message), NetWorkerError::Damaged);
        engine.install_weights(TrainingStage::Minute, b"<html>not found</html>");
        check_refused(engine.handle(&message), NetWorkerError::NotANet);
        assert_eq!(
            NetEngine::without_weights(&message),
            NetMessage::Failed {
                id: 9,
                error: NetWorkerError::NotLoaded
            }
        );
    }

    #[test]
    fn nonsense_is_refused() {
        let mut engine = NetEngine::default();
        engine.install_weights(TrainingStage::Full, shipped::FULL);
        let over = game(Ruleset::STANDARD, &[4, 5, 4, 5, 4, 5, 4]);
        check_refused(
            engine.handle(&choose(&over, Level::Neural)),
            NetWorkerError::NothingToDo,
        );
        check_refused(
            engine.handle(&choose(&Game::default(), Level::Hard)),
            NetWorkerError::NothingToDo,
        );
        let look = |game: &Game, level| {
            let game = game.clone();
            encode(&NetRequest {
                id: 9,
                query: NetQuery::Evaluate { game, level },
            })
        };
        check_refused(
            engine.handle(&look(&over, Level::Neural)),
            NetWorkerError::NothingToDo,
        );
        let none = look(&Game::default(), Level::PlayOuts);
        check_refused(engine.handle(&none), NetWorkerError::NothingToDo);
        for bytes in [&[][..], &[255; 40], b"hello"] {
            check_refused(engine.handle(bytes), NetWorkerError::NothingToDo);
        }
    }
}
