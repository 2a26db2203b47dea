//! The bots whose success rates a puzzle, and an attempt of one of them.

use std::collections::HashMap;
use std::sync::Arc;

use foursight_bots::net::{Net, TrainingStage};
use foursight_bots::{Bot, Budget, Evaluation, Level, MonteCarlo, MoveChoice};
use foursight_core::{Column, Game, Move, Position, SplitMix64};
use foursight_puzzles::{Puzzle, PuzzleAttempt, PuzzleGoal, PuzzleJudgement};
use foursight_solver::Verdict;
use foursight_terminal::nets::ActiveNet;

use super::PuzzleSolver;
use crate::exit::CliError;

/// Levels whose success counts. Random play and perfect play say nothing.
const LEVELS: [Level; 6] = [
    Level::Easy,
    Level::Novice,
    Level::Casual,
    Level::Medium,
    Level::Hard,
    Level::Expert,
];
/// Playouts of the bots of Monte Carlo tree search, which fail gradually.
const PLAYOUTS: [u64; 3] = [30, 120, 500];
/// Expected score from which on a bot says that it sees a win.
const WIN_SCORE_MIN: f64 = 0.7;
/// Points from which on it does.
const WIN_POINTS_MIN: i32 = 1;

/// A family of bots that think alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BotFamily {
    /// Alpha-beta search.
    Ladder,
    /// Monte Carlo tree search.
    Playouts,
    /// A net without search.
    Nets,
}

/// A bot that tries puzzles.
#[derive(Clone, Debug)]
pub(super) struct RatingBot {
    pub(super) name: String,
    pub(super) family: BotFamily,
    kind: RatingBotKind,
}

#[derive(Clone, Debug)]
enum RatingBotKind {
    Level(Level),
    Playouts(u64),
    Net(Arc<Net>),
}

impl RatingBot {
    /// Returns all of them.
    pub(super) fn all() -> Result<Vec<Self>, CliError> {
        let mut bots: Vec<_> = LEVELS
            .iter()
            .map(|level| Self {
                name: level.name().to_owned(),
                family: BotFamily::Ladder,
                kind: RatingBotKind::Level(*level),
            })
            .collect();
        bots.extend(PLAYOUTS.iter().map(|playouts| Self {
            name: format!("play-outs {playouts}"),
            family: BotFamily::Playouts,
            kind: RatingBotKind::Playouts(*playouts),
        }));
        let nets = [
            (TrainingStage::Minute, "net, 1 minute"),
            (TrainingStage::TenMinutes, "net, 10 minutes"),
            (TrainingStage::Full, "net"),
        ];
        for (stage, name) in nets {
            bots.push(Self {
                name: name.to_owned(),
                family: BotFamily::Nets,
                kind: RatingBotKind::Net(ActiveNet::default().net(stage)?),
            });
        }
        Ok(bots)
    }

    /// Returns true if the bot can play these puzzles: nets know the standard game only.
    pub(super) fn can_try(&self, puzzle: &Puzzle) -> bool {
        self.family != BotFamily::Nets || puzzle.theme.is_standard()
    }

    /// Creates the bot.
    pub(super) fn bot(&self) -> Box<dyn Bot> {
        match &self.kind {
            RatingBotKind::Level(level) => level.bot(),
            RatingBotKind::Playouts(playouts) => Box::new(MonteCarlo::new(*playouts)),
            RatingBotKind::Net(net) => Box::new(PolicySampler(Arc::clone(net))),
        }
    }
}

/// Plays each column with the probability that the policy of a net gives it.
struct PolicySampler(Arc<Net>);

impl Bot for PolicySampler {
    fn choose(&mut self, game: &Game, _: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        /// Steps of the drawn number: finer than the probabilities are exact.
        const STEPS: usize = 1 << 20;
        let prediction = self.0.evaluate(game.position().as_standard()?.into());
        let mut rng = SplitMix64::for_stream(seed, game.moves().len() as u64);
        let mut left = rng.below(STEPS) as f32 / STEPS as f32;
        let mut chosen = None;
        for (probability, index) in prediction.policy.iter().zip(0..) {
            if *probability > 0.0 {
                chosen = Column::from_index(index);
                left -= probability;
                if left < 0.0 {
                    break;
                }
            }
        }
        let mut choice = MoveChoice::without_search(Move::Drop(chosen?));
        choice.evaluation = Evaluation::ExpectedScore(f64::from(prediction.value()));
        Some(choice)
    }
}

/// Verdicts of the positions of one puzzle, solved once.
pub(super) struct VerdictCache<'a> {
    solver: &'a mut PuzzleSolver,
    known: HashMap<Position, Vec<Option<Verdict>>>,
}

impl<'a> VerdictCache<'a> {
    pub(super) fn new(solver: &'a mut PuzzleSolver) -> Self {
        Self {
            solver,
            known: HashMap::new(),
        }
    }

    fn verdicts(&mut self, position: &Position) -> Vec<Option<Verdict>> {
        if let Some(known) = self.known.get(position) {
            return known.clone();
        }
        let verdicts = self.solver.verdicts(position).unwrap_or_default();
        self.known.insert(*position, verdicts.clone());
        verdicts
    }
}

/// Returns true if the bot solves the puzzle without a miss.
pub(super) fn solves(
    bot: &mut dyn Bot,
    puzzle: &Puzzle,
    cache: &mut VerdictCache<'_>,
    seed: u64,
) -> bool {
    let mut attempt = PuzzleAttempt::new(puzzle);
    while !attempt.is_solved() {
        let Some(choice) = bot.choose(attempt.game(), &Budget::default(), seed) else {
            return false;
        };
        let asks_for_none = puzzle.goal == PuzzleGoal::WinOrNone && attempt.own_moves() == 0;
        let mut judgement = if asks_for_none && !sees_win(choice.evaluation, seed) {
            attempt.answer_no_win()
        } else {
            attempt.try_move(choice.mv)
        };
        if judgement == PuzzleJudgement::NeedsVerdicts
            && let Some(game) = attempt.pending_game()
        {
            let verdicts = cache.verdicts(game.position());
            judgement = attempt.apply_verdicts(&verdicts);
        }
        match judgement {
            PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. } => {}
            _ => return false,
        }
    }
    true
}

/// Returns true if a bot with this evaluation says that there is a win. One without an evaluation
/// tosses a coin.
fn sees_win(evaluation: Evaluation, seed: u64) -> bool {
    match evaluation {
        Evaluation::Win { .. } => true,
        Evaluation::Loss { .. } | Evaluation::Draw => false,
        Evaluation::Points(points) => points >= WIN_POINTS_MIN,
        Evaluation::ExpectedScore(score) => score >= WIN_SCORE_MIN,
        _ => SplitMix64::new(seed).bernoulli(50),
    }
}
