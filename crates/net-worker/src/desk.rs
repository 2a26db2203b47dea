//! Answers questions, one at a time. Loading weights is left to whoever can load files.

use std::sync::Arc;

use foursight_bots::net::{Net, Neural, Stage};
use foursight_bots::{Bot, Budget, Level, Mind, MonteCarlo};
use foursight_core::{Game, Ruleset};
use foursight_protocol::engine::decode;
use foursight_protocol::nets::{AskNets, FromNets, ToNets, Trouble};

/// The nets that were loaded.
///
/// ```
/// use foursight_bots::{Level, net::shipped};
/// use foursight_core::Game;
/// use foursight_net_worker::{Desk, Heard};
/// use foursight_protocol::engine::encode;
/// use foursight_protocol::nets::{AskNets, FromNets, ToNets};
///
/// let mut desk = Desk::default();
/// let ask = AskNets::Look { game: Game::default(), level: Level::Neural };
/// let message = encode(&ToNets { id: 1, ask });
/// let Heard::Wants(stage) = desk.hear(&message) else { panic!("it has no net yet") };
/// desk.take(stage, shipped::of(stage));
/// let Heard::Answer(FromNets::Sight { id: 1, .. }) = desk.hear(&message) else { panic!("it has one now") };
/// ```
#[derive(Default)]
pub struct Desk {
    /// By stage; what is no net is remembered with the reason.
    nets: [Option<Result<Arc<Net>, Trouble>>; Stage::ALL.len()],
}

/// What follows from a message.
#[derive(Debug)]
pub enum Heard {
    /// This is the answer.
    Answer(FromNets),
    /// Hand the weights of this stage to [`Desk::take`], and say the same again.
    Wants(Stage),
}

impl Desk {
    /// Hears a message and answers it. One that cannot be read is refused.
    pub fn hear(&mut self, message: &[u8]) -> Heard {
        let (id, found) = match decode(message) {
            Ok(ToNets { id, ask }) => (id, self.find(id, &ask)),
            Err(_) => (0, Err(Lack::Trouble(Trouble::Nothing))),
        };
        match found {
            Ok(found) => Heard::Answer(found),
            Err(Lack::Weights(stage)) => Heard::Wants(stage),
            Err(Lack::Trouble(trouble)) => Heard::Answer(FromNets::Refused { id, trouble }),
        }
    }

    /// The weights of a stage. What is no net is refused whenever it is asked.
    pub fn take(&mut self, stage: Stage, bytes: &[u8]) {
        let net = Net::from_bytes(bytes).map(Arc::new).map_err(Trouble::from);
        self.nets[stage as usize] = Some(net);
    }

    /// The answer to a message whose weights could not be loaded.
    #[must_use]
    pub fn without_weights(message: &[u8]) -> FromNets {
        FromNets::Refused {
            id: decode(message).map_or(0, |ToNets { id, .. }| id),
            trouble: Trouble::NotLoaded,
        }
    }

    fn find(&self, id: u32, ask: &AskNets) -> Result<FromNets, Lack> {
        match ask {
            AskNets::Choose { game, level, seed } => {
                let mut bot = self.bot(*level, game)?;
                let choice = bot.choose(game, &Budget::default(), *seed);
                let choice = choice.ok_or(Trouble::Nothing)?;
                let (step, nodes) = (choice.step, choice.nodes);
                Ok(FromNets::Choice { id, step, nodes })
            }
            AskNets::Look { game, level } => {
                let net = self.net(level.net().ok_or(Trouble::Nothing)?, game)?;
                game.to_move().ok_or(Trouble::Nothing)?;
                let drops = game.position().classic().ok_or(Trouble::OtherRules)?;
                let sight = net.look(drops.into());
                Ok(FromNets::Sight { id, sight })
            }
            _ => Err(Trouble::Nothing.into()),
        }
    }

    fn bot(&self, level: Level, game: &Game) -> Result<Box<dyn Bot>, Lack> {
        match level.makeup().usual {
            Mind::PlayOuts { games } => Ok(Box::new(MonteCarlo::new(games))),
            Mind::Net { stage, looks } => {
                let net = self.net(stage, game)?;
                Ok(Box::new(Neural::with_search(net, looks)))
            }
            _ => Err(Trouble::Nothing.into()),
        }
    }

    /// The net of a stage, for a game that it knows.
    fn net(&self, stage: Stage, game: &Game) -> Result<Arc<Net>, Lack> {
        if game.ruleset() != Ruleset::STANDARD {
            return Err(Trouble::OtherRules.into());
        }
        match &self.nets[stage as usize] {
            Some(net) => net.clone().map_err(Lack::Trouble),
            None => Err(Lack::Weights(stage)),
        }
    }
}

/// Why there is no answer.
enum Lack {
    Weights(Stage),
    Trouble(Trouble),
}

impl From<Trouble> for Lack {
    fn from(trouble: Trouble) -> Self {
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
        let ask = AskNets::Choose { game, level, seed };
        encode(&ToNets { id: 9, ask })
    }

    #[track_caller]
    fn refused(heard: Heard, expected: Trouble) {
        match heard {
            Heard::Answer(FromNets::Refused { trouble, .. }) => assert_eq!(trouble, expected),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_opponent_beside_the_ladder_answers_with_a_legal_move() {
        let mut desk = Desk::default();
        for stage in Stage::ALL {
            desk.take(stage, shipped::of(stage));
        }
        let standard = game(Ruleset::STANDARD, &[4, 4, 5, 5, 3, 3]);
        let mut levels = vec![Level::PlayOuts];
        levels.extend(Level::ALL.into_iter().filter(|level| level.net().is_some()));
        assert_eq!(levels.len(), 5);
        for level in levels {
            let heard = desk.hear(&choose(&standard, level));
            let Heard::Answer(FromNets::Choice { id: 9, step, .. }) = heard else {
                panic!("{level}: {heard:?}");
            };
            assert!(standard.legal_moves().contains(&step), "{level}");
        }
        // Play-outs know all rules, nets only theirs.
        let large = Ruleset::new(8, 7, 4, foursight_core::Variant::Standard).expect("it fits");
        let large = game(large, &[4]);
        let heard = desk.hear(&choose(&large, Level::PlayOuts));
        assert!(
            matches!(heard, Heard::Answer(FromNets::Choice { .. })),
            "{heard:?}"
        );
        refused(
            desk.hear(&choose(&large, Level::Neural)),
            Trouble::OtherRules,
        );
    }

    #[test]
    fn weights_are_asked_for_once_and_damage_is_told() {
        let mut desk = Desk::default();
        let message = choose(&Game::default(), Level::NeuralMinute);
        let heard = desk.hear(&message);
        assert!(matches!(heard, Heard::Wants(Stage::Minute)), "{heard:?}");
        let mut bytes = shipped::MINUTE.to_vec();
        bytes[5000] ^= 1;
        desk.take(Stage::Minute, &bytes);
        refused(desk.hear(&message), Trouble::Damaged);
        desk.take(Stage::Minute, b"<html>not found</html>");
        refused(desk.hear(&message), Trouble::NotANet);
        assert_eq!(
            Desk::without_weights(&message),
            FromNets::Refused {
                id: 9,
                trouble: Trouble::NotLoaded
            }
        );
    }

    #[test]
    fn nonsense_is_refused() {
        let mut desk = Desk::default();
        desk.take(Stage::Full, shipped::FULL);
        let over = game(Ruleset::STANDARD, &[4, 5, 4, 5, 4, 5, 4]);
        refused(desk.hear(&choose(&over, Level::Neural)), Trouble::Nothing);
        refused(
            desk.hear(&choose(&Game::default(), Level::Hard)),
            Trouble::Nothing,
        );
        let look = |game: &Game, level| {
            let game = game.clone();
            encode(&ToNets {
                id: 9,
                ask: AskNets::Look { game, level },
            })
        };
        refused(desk.hear(&look(&over, Level::Neural)), Trouble::Nothing);
        let none = look(&Game::default(), Level::PlayOuts);
        refused(desk.hear(&none), Trouble::Nothing);
        for bytes in [&[][..], &[255; 40], b"hello"] {
            refused(desk.hear(bytes), Trouble::Nothing);
        }
    }
}
