//! An attempt to break the proof: a person plays Second, the proof answers.

use foursight_core::{Column, Ending, Game, Player};
use foursight_proof::{Plan, PlanCell, Proof, ProofAdvice, ProofBoard, ReplyNode};

/// Attempts on this device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttemptTally {
    /// Games that ended.
    pub attempts: u32,
    /// Those that First did not win. It never happens to a proof that holds.
    pub broken: u32,
}

impl AttemptTally {
    /// Reads what [`Self::to_text`] has written; anything else counts nothing.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut numbers = text.split(' ').map(|number| number.parse().unwrap_or(0));
        let [attempts, broken] = [(); 2].map(|()| numbers.next().unwrap_or(0));
        Self { attempts, broken }
    }

    /// Writes it for the storage of the browser.
    #[must_use]
    pub fn to_text(self) -> String {
        format!("{} {}", self.attempts, self.broken)
    }
}

/// The answer of the proof to a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAnswer {
    /// The cell of the reply.
    pub reply: PlanCell,
    /// The answer and where it comes from; `None` if the reply ends the game.
    pub advice: Option<ProofAdvice>,
}

/// A game against the proof, after its last answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProofAttempt {
    game: Game,
}

impl ProofAttempt {
    /// Begins after the first drop of the proof.
    #[must_use]
    pub fn new(proof: &Proof) -> Self {
        let start = proof.advise(&[]).map(|advice| advice.column());
        Self::after(start.as_slice()).unwrap_or_default()
    }

    /// Begins after these moves, or returns `None` if they are not legal.
    #[must_use]
    pub fn after(moves: &[Column]) -> Option<Self> {
        let mut game = Game::default();
        for column in moves {
            game = game.drop_in(*column).ok()?;
        }
        Some(Self { game })
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the columns played so far.
    #[must_use]
    pub fn moves(&self) -> Vec<Column> {
        let moves = self.game.moves().iter();
        moves.filter_map(|mv| mv.column()).collect()
    }

    /// Returns whether First, whose proof it is, has won, once the game is over.
    #[must_use]
    pub fn is_won(&self) -> Option<bool> {
        let end = self.game.end()?;
        Some(Ending::from(end).winner() == Some(Player::First))
    }

    /// Returns what the proof would answer to a reply, or `None` if the column is full or the game
    /// is over.
    #[must_use]
    pub fn answer(&self, proof: &Proof, column: Column) -> Option<PlannedAnswer> {
        self.game.drop_in(column).ok()?;
        let mut moves = self.moves();
        let reply = ProofBoard::after(&moves, true)?.landing(column)?;
        moves.push(column);
        Some(PlannedAnswer {
            reply,
            advice: proof.advise(&moves),
        })
    }

    /// Plays a reply and the answer of the proof. Returns false if the column is full or the game
    /// is over.
    pub(super) fn play(&mut self, proof: &Proof, column: Column) -> bool {
        let Some(answer) = self.answer(proof, column) else {
            return false;
        };
        let Ok(mut game) = self.game.drop_in(column) else {
            return false;
        };
        if let Some(advice) = answer.advice
            && let Ok(next) = game.drop_in(advice.column())
        {
            game = next;
        }
        self.game = game;
        true
    }

    /// Takes the last reply and its answer back. Returns false at the start.
    pub(super) fn undo(&mut self) -> bool {
        let moves = self.moves();
        let before = moves.len().checked_sub(2).filter(|plies| *plies > 0);
        let game = before.and_then(|plies| Self::after(&moves[..plies]));
        let can_undo = game.is_some();
        if let Some(game) = game {
            *self = game;
        }
        can_undo
    }

    /// Returns the plan in force, in the orientation of the game, or `None` where the proof names a
    /// position for each reply.
    #[must_use]
    pub fn plan(&self, proof: &Proof) -> Option<Plan> {
        let moves = self.moves();
        let before_replies = (1..=moves.len()).rev().step_by(2);
        let mut entries = before_replies.filter_map(|plies| {
            let board = ProofBoard::after(&moves[..plies], true)?;
            proof.node(board)
        });
        let entry = entries.next()?;
        match entry.value {
            ReplyNode::Plan(plan) if entry.is_mirrored => Some(plan.mirror()),
            ReplyNode::Plan(plan) => Some(plan.clone()),
            ReplyNode::Inner => None,
        }
    }
}
