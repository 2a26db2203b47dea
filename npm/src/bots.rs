//! The class behind `Bot`.

use foursight_bots::{Bot, Budget, Evaluation, Level, Personality};
use foursight_core::SplitMix64;
use foursight_solver::Solver;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::{NativeBoard, to_json};
use crate::errors::PackageError;
use crate::limits::{CallLimits, read_nodes};
use crate::moves::move_to_json;
use crate::solver::shared_solver;

/// A move of a bot and what it thinks of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChoiceInfo {
    #[serde(rename = "move")]
    mv: Value,
    /// The evaluation in words, such as "win in 9", "+12" or "61.0 %".
    evaluation: String,
    /// The evaluation as an expected score from 0 (lost) to 1 (won), if it is one.
    expected_score: Option<f64>,
    /// Search depth in plies, 0 without a search.
    depth: u32,
    /// Number of positions visited.
    nodes: u64,
    /// The line the bot expects, its own move first.
    line: Vec<Value>,
}

/// A bot of a named level.
#[wasm_bindgen]
pub struct NativeBot {
    bot: Box<dyn Bot>,
    seed: u64,
    nodes: Option<u64>,
}

#[wasm_bindgen]
impl NativeBot {
    /// Creates a bot. The same seed makes the same choices; `nodes` limits each search.
    pub fn create(
        level: &str,
        personality: &str,
        seed: f64,
        nodes: Option<f64>,
    ) -> Result<Self, PackageError> {
        let level: Level = level.parse().map_err(PackageError::option)?;
        if level.net().is_some() {
            let message =
                format!("the level {level} needs a net, which this package does not have");
            return Err(PackageError::option(message));
        }
        let personality: Personality = personality.parse().map_err(PackageError::option)?;
        // Fails only without memory, and then the bot plays without the book.
        let solver = || shared_solver().unwrap_or_else(|_| Solver::default());
        Ok(Self {
            bot: level.bot_with_solver(personality, &solver),
            seed: seed as u64,
            nodes: nodes.map(read_nodes).transpose()?,
        })
    }

    /// Returns a move with its evaluation, as JSON. After `seconds` the bot answers with what it has.
    pub fn choose(
        &mut self,
        board: &NativeBoard,
        seconds: Option<f64>,
    ) -> Result<String, PackageError> {
        let game = &board.game;
        let call = CallLimits::new(None, seconds)?;
        let should_stop = || call.is_over();
        let budget = Budget {
            nodes: self.nodes,
            should_stop: Some(&should_stop),
        };
        let seed = SplitMix64::for_stream(self.seed, game.moves().len() as u64).next_u64();
        let choice = self.bot.choose(game, &budget, seed);
        let choice = choice.ok_or_else(PackageError::game_over)?;
        let ruleset = game.ruleset();
        let line = choice.principal_variation.iter();
        Ok(to_json(&ChoiceInfo {
            mv: move_to_json(choice.mv, ruleset),
            evaluation: choice.evaluation.to_string(),
            expected_score: match choice.evaluation {
                Evaluation::ExpectedScore(share) => Some(share),
                Evaluation::Win { .. } => Some(1.0),
                Evaluation::Draw => Some(0.5),
                Evaluation::Loss { .. } => Some(0.0),
                _ => None,
            },
            depth: choice.depth,
            nodes: choice.nodes,
            line: line.map(|mv| move_to_json(*mv, ruleset)).collect(),
        }))
    }
}

/// Returns the names of all levels as JSON: the ladder from the weakest to the strongest, then the
/// others. Those with nets are left out.
#[wasm_bindgen]
pub fn level_names() -> String {
    let levels = Level::ALL.into_iter().filter(|level| level.net().is_none());
    to_json(&levels.map(Level::name).collect::<Vec<_>>())
}
