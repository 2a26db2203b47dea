//! The prediction of a net for the displayed position, next to the exact verdicts. Part of a lazy
//! chunk.
//!
//! Both come from engines, so that the game never waits for them. A reply about a position that is
//! no longer displayed changes nothing.

use foursight_bots::Level;
use foursight_bots::net::Prediction;
use foursight_core::Game;
use foursight_protocol::engine::{EngineQuery, NetWorkerError, VerdictBounds};
use foursight_table::GameStart;

use crate::opponents::net_evaluation::{NetEvaluation, compare_with_solver, is_supported};
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};
use crate::wording::bot_ids::level_of;

/// The expectation of a net, as far as the engines have replied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetInsight {
    /// True while the player wants to see it: in every game, until the page is closed.
    pub is_shown: bool,
    game: Option<Game>,
    prediction: Option<Result<Prediction, NetWorkerError>>,
    verdicts: Vec<Option<VerdictBounds>>,
}

impl NetInsight {
    /// Returns the evaluation of the net, compared with the verdicts that are known. `None` until
    /// the net has replied.
    #[must_use]
    pub fn evaluation(&self) -> Option<Result<NetEvaluation, NetWorkerError>> {
        let prediction = self.prediction.as_ref()?;
        Some(match prediction {
            Ok(prediction) => Ok(compare_with_solver(prediction, &self.verdicts)),
            Err(error) => Err(*error),
        })
    }

    fn apply(&mut self, message: NetInsightMessage) {
        match message {
            NetInsightMessage::Toggle => self.is_shown = !self.is_shown,
            NetInsightMessage::Display(game) => {
                *self = Self {
                    is_shown: self.is_shown,
                    game: Some(game),
                    ..Self::default()
                };
            }
            NetInsightMessage::Predicted(game, prediction) => {
                if self.game.as_ref() == Some(&game) {
                    self.prediction = Some(prediction);
                }
            }
            NetInsightMessage::Solved(game, verdicts) => {
                if self.game.as_ref() == Some(&game) {
                    self.verdicts = verdicts;
                }
            }
        }
    }
}

/// A message of the net's panel.
#[derive(Debug)]
pub enum NetInsightMessage {
    /// Show or hide the panel.
    Toggle,
    /// Another position is displayed: forget what was known.
    Display(Game),
    /// The net has replied about the position after a game.
    Predicted(Game, Result<Prediction, NetWorkerError>),
    /// The solver has replied about the position after a game, with bounds for each column.
    Solved(Game, Vec<Option<VerdictBounds>>),
}

impl From<NetInsightMessage> for Message {
    fn from(message: NetInsightMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for NetInsightMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        model.update_feature(|insight: &mut NetInsight| insight.apply(*self));
    }
}

/// Returns the level of the opponent's net, or of the best one.
#[must_use]
pub fn net_level(start: &GameStart) -> Level {
    let levels = start.seats.iter().filter_map(level_of);
    let mut nets = levels
        .map(|(level, _)| level)
        .filter(|level| level.net().is_some());
    nets.next().unwrap_or(Level::Neural)
}

/// Returns the request for the verdicts of a position that a net can be compared with.
#[must_use]
pub fn verdict_query(game: &Game) -> Option<EngineQuery> {
    let has_verdicts = game.to_move().is_some() && is_supported(game.ruleset());
    has_verdicts.then(|| EngineQuery::SolveColumns { game: game.clone() })
}

#[cfg(test)]
mod tests {
    use foursight_bots::Personality;
    use foursight_core::{Ruleset, Variant};
    use foursight_record::read;
    use foursight_solver::{Verdict, Wdl};
    use foursight_table::Occupant;

    use super::*;
    use crate::play::{StartupState, update};
    use crate::themes::EMOJI;
    use crate::wording::bot_ids::bot_occupant;

    const WIN: [f32; 3] = [0.1, 0.2, 0.7];

    /// Expects column 4 to win, and plays it.
    fn prediction() -> Prediction {
        let mut prediction = Prediction {
            policy: [0.0; 7],
            wdl: WIN,
            columns: [[0.0; 3]; 7],
            score: 2.0,
        };
        (prediction.policy[3], prediction.columns[3]) = (1.0, WIN);
        prediction
    }

    fn verdicts(verdict: Verdict) -> Vec<Option<VerdictBounds>> {
        let (worst, best) = (verdict, verdict);
        vec![Some(VerdictBounds { worst, best }); 7]
    }

    fn game(text: &str) -> Game {
        read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
    }

    /// Applies messages to a new model and returns the state.
    fn after(messages: Vec<NetInsightMessage>) -> NetInsight {
        let now = TimeAndSeed::default();
        let (mut model, _) = Model::restore(StartupState::default(), now);
        for message in messages {
            update(&mut model, message.into(), now);
        }
        model.feature::<NetInsight>().cloned().unwrap_or_default()
    }

    #[test]
    fn a_prediction_is_compared_with_verdicts_that_come_later() {
        let replied = |verdict: Option<Verdict>| {
            let mut messages = vec![
                NetInsightMessage::Display(game("44")),
                NetInsightMessage::Predicted(game("44"), Ok(prediction())),
            ];
            let known = verdict.map(verdicts);
            messages.extend(known.map(|known| NetInsightMessage::Solved(game("44"), known)));
            let evaluation = after(messages).evaluation().expect("the net has replied");
            let evaluation = evaluation.expect("the net supports the rules");
            (evaluation.expected, evaluation.actual)
        };
        assert_eq!(replied(None), (Wdl::Win, None));
        assert_eq!(replied(Some(Verdict::Draw)), (Wdl::Win, Some(Wdl::Draw)));
        assert_eq!(
            replied(Some(Verdict::Win { plies: 3 })),
            (Wdl::Win, Some(Wdl::Win))
        );
    }

    #[test]
    fn replies_about_an_earlier_position_are_dropped() {
        let insight = after(vec![
            NetInsightMessage::Display(game("44")),
            NetInsightMessage::Display(game("445")),
            NetInsightMessage::Predicted(game("44"), Ok(prediction())),
        ]);
        assert_eq!(insight.evaluation(), None);
        let late = NetInsightMessage::Solved(game("44"), verdicts(Verdict::Draw));
        let insight = after(vec![
            NetInsightMessage::Display(game("44")),
            NetInsightMessage::Display(game("445")),
            late,
            NetInsightMessage::Predicted(game("445"), Ok(prediction())),
        ]);
        let evaluation = insight.evaluation().expect("the net has replied");
        assert_eq!(evaluation.expect("a prediction").actual, None);
    }

    #[test]
    fn another_position_forgets_the_last_one_and_stays_shown() {
        let insight = after(vec![
            NetInsightMessage::Toggle,
            NetInsightMessage::Display(game("44")),
            NetInsightMessage::Predicted(game("44"), Err(NetWorkerError::Damaged)),
        ]);
        assert_eq!(insight.evaluation(), Some(Err(NetWorkerError::Damaged)));
        let mut next = insight;
        next.apply(NetInsightMessage::Display(game("445")));
        assert!(next.is_shown && next.evaluation().is_none());
        next.apply(NetInsightMessage::Toggle);
        assert!(!next.is_shown);
    }

    #[test]
    fn the_net_of_the_opponent_comes_before_the_best() {
        let level = |level: Level| {
            let bot = bot_occupant(level, Personality::default());
            let seats = [Occupant::Person("Ada".to_owned()), bot];
            net_level(&GameStart::new(Ruleset::STANDARD, seats))
        };
        assert_eq!(level(Level::NeuralMinute), Level::NeuralMinute);
        assert_eq!(level(Level::Hard), Level::Neural);
    }

    #[test]
    fn verdicts_are_requested_where_there_are_some() {
        assert!(verdict_query(&game("44")).is_some());
        assert_eq!(verdict_query(&game("1212121")), None, "the game is over");
        let small = Ruleset::new(5, 4, 4, Variant::Standard).expect("legal rules");
        assert_eq!(verdict_query(&Game::new(small)), None);
    }
}
