//! A puzzle on the board: the attempt, the held piece, hints, and feedback on the last move.

use foursight_core::{Column, Game, Move, MoveError, Player};
use foursight_explain::DropExplanation;
use foursight_puzzles::{
    Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleGoal, PuzzleHint, PuzzleJudgement, PuzzleMiss,
    score_percent,
};
use foursight_solver::Verdict;

use crate::hand::{Hand, move_for_press};

/// Feedback on the last move or answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleFeedback {
    /// Nothing was tried yet, or the refutation was left.
    Question,
    /// The solver checks the move.
    Checking,
    /// The move is right, and the opponent has replied; nothing if the turn goes on.
    Right(Vec<Move>),
    /// The opponent replies in another way.
    OtherDefence(Vec<Move>),
    /// The move or answer is wrong.
    Missed(PuzzleMiss),
    /// The puzzle is solved.
    Solved,
    /// The rules refuse the move.
    Refused(MoveError),
    /// The puzzle does not ask for that.
    NotOffered,
    /// The solver gave no answer.
    Unknown,
}

/// Reason for which a drop keeps or misses the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedMove {
    /// The player who drops.
    pub mover: Player,
    /// The reasons.
    pub explanation: DropExplanation,
}

/// A puzzle on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPuzzle {
    attempt: PuzzleAttempt,
    daily: Option<u32>,
    hand: Hand,
    hints: usize,
    shown: Game,
    feedback: PuzzleFeedback,
    recorded: Option<u8>,
    explained: Option<ExplainedMove>,
    /// The reason was looked for, perhaps in vain.
    was_explained: bool,
}

impl OpenPuzzle {
    /// Opens a puzzle, perhaps as the one of a day.
    #[must_use]
    pub fn new(puzzle: &Puzzle, daily: Option<u32>) -> Self {
        Self {
            attempt: PuzzleAttempt::new(puzzle),
            daily,
            hand: Hand::default(),
            hints: 0,
            shown: puzzle.game.clone(),
            feedback: PuzzleFeedback::Question,
            recorded: None,
            explained: None,
            was_explained: false,
        }
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        self.attempt.puzzle()
    }

    /// Returns the attempt.
    #[must_use]
    pub const fn attempt(&self) -> &PuzzleAttempt {
        &self.attempt
    }

    /// Returns the day whose puzzle this is.
    #[must_use]
    pub const fn daily(&self) -> Option<u32> {
        self.daily
    }

    /// Returns the game on the board: the attempt, or a wrong move with its refutation.
    #[must_use]
    pub const fn shown(&self) -> &Game {
        &self.shown
    }

    /// Returns the held piece.
    #[must_use]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the feedback on the last move or answer.
    #[must_use]
    pub const fn feedback(&self) -> &PuzzleFeedback {
        &self.feedback
    }

    /// Returns the score that is recorded already, in per cent.
    #[must_use]
    pub const fn recorded(&self) -> Option<u8> {
        self.recorded
    }

    /// Returns why the last wrong move misses the goal, or the answer reaches it.
    #[must_use]
    pub const fn explained(&self) -> Option<&ExplainedMove> {
        self.explained.as_ref()
    }

    /// Returns true once the reason was looked for.
    pub(super) const fn was_explained(&self) -> bool {
        self.was_explained
    }

    /// Returns the hints that were revealed.
    #[must_use]
    pub fn hints(&self) -> &'static [PuzzleHint] {
        const ALL: &[PuzzleHint] = &PuzzleHint::ALL;
        &ALL[..self.hints.min(ALL.len())]
    }

    /// Returns the next hint. Hints are about the first move.
    #[must_use]
    pub fn next_hint(&self) -> Option<PuzzleHint> {
        let is_first_move = self.attempt.own_moves() == 0 && !self.attempt.is_solved();
        let next = PuzzleHint::ALL.get(self.hints).copied();
        next.filter(|_| is_first_move)
    }

    /// Returns what solving the puzzle is worth now, in per cent.
    #[must_use]
    pub fn score(&self) -> u8 {
        self.recorded.unwrap_or_else(|| score_percent(self.hints))
    }

    /// Returns true if the player may say that there is no win.
    #[must_use]
    pub fn asks_for_a_win(&self) -> bool {
        let is_open = self.attempt.own_moves() == 0 && !self.attempt.is_solved();
        is_open && self.puzzle().goal == PuzzleGoal::WinOrNone
    }

    /// Returns true while a wrong move and its refutation are on the board.
    #[must_use]
    pub const fn is_refuted(&self) -> bool {
        matches!(self.feedback, PuzzleFeedback::Missed(_))
    }

    /// Returns true if the player is to move.
    #[must_use]
    pub fn may_move(&self) -> bool {
        let is_waiting = self.feedback == PuzzleFeedback::Checking || self.is_refuted();
        !is_waiting && !self.attempt.is_solved()
    }

    /// Returns true if the opponent has another defence.
    #[must_use]
    pub fn has_another_defence(&self) -> bool {
        self.may_move() && self.attempt.has_another_defence()
    }

    /// Returns the move of a press on a column.
    #[must_use]
    pub fn move_for_press(&self, column: Column) -> Move {
        move_for_press(self.attempt.game(), column, self.hand)
    }

    /// Returns the drop in the standard game whose reasons the player should see now, and the game
    /// before it.
    #[must_use]
    pub fn to_explain(&self) -> Option<(Game, Column)> {
        let is_shown = self.hints == PuzzleHint::ALL.len() && self.attempt.own_moves() == 0;
        let is_known = is_shown || self.attempt.is_solved();
        let (game, mv) = match (&self.feedback, self.puzzle().answer) {
            (PuzzleFeedback::Missed(miss), _) => (self.attempt.game(), miss.mv?),
            (_, PuzzleAnswer::Move(mv)) if is_known => (&self.puzzle().game, mv),
            _ => return None,
        };
        match mv {
            Move::Drop(column) if self.puzzle().theme.is_standard() => Some((game.clone(), column)),
            _ => None,
        }
    }

    pub(super) const fn set_hand(&mut self, hand: Hand) {
        self.hand = hand;
    }

    pub(super) fn reveal_hint(&mut self) {
        if self.next_hint().is_some() {
            self.leave_refutation();
            self.hints += 1;
        }
    }

    /// Plays a move. Returns the game whose verdicts judge it, if it needs any.
    pub(super) fn play(&mut self, mv: Move) -> Option<Game> {
        if !self.may_move() {
            return None;
        }
        let judgement = self.attempt.try_move(mv);
        if judgement == PuzzleJudgement::NeedsVerdicts {
            let after = self.attempt.pending_game()?.clone();
            self.shown = after.clone();
            self.feedback = PuzzleFeedback::Checking;
            self.forget_reason();
            return Some(after);
        }
        self.apply(judgement);
        None
    }

    pub(super) fn answer_no_win(&mut self) {
        if self.may_move() {
            let judgement = self.attempt.answer_no_win();
            self.apply(judgement);
        }
    }

    /// Judges the move that awaits verdicts; empty if the solver gave none.
    pub(super) fn apply_verdicts(&mut self, verdicts: &[Option<Verdict>]) {
        let judgement = self.attempt.apply_verdicts(verdicts);
        self.apply(judgement);
    }

    fn apply(&mut self, judgement: PuzzleJudgement) {
        self.forget_reason();
        self.shown = self.attempt.game().clone();
        self.feedback = match judgement {
            PuzzleJudgement::Solved => PuzzleFeedback::Solved,
            PuzzleJudgement::Continues { reply } => PuzzleFeedback::Right(reply),
            PuzzleJudgement::Missed(miss) => {
                let moves = miss.mv.iter().chain(&miss.reply);
                for mv in moves {
                    match self.shown.after(*mv) {
                        Ok(next) => self.shown = next,
                        Err(_) => break,
                    }
                }
                PuzzleFeedback::Missed(miss)
            }
            PuzzleJudgement::Illegal(error) => PuzzleFeedback::Refused(error),
            PuzzleJudgement::NotOffered => PuzzleFeedback::NotOffered,
            PuzzleJudgement::NeedsVerdicts | PuzzleJudgement::Unknown => PuzzleFeedback::Unknown,
        };
        if self.attempt.is_solved() || matches!(self.feedback, PuzzleFeedback::Right(_)) {
            self.hand = Hand::default();
        }
    }

    /// Shows the position before a wrong move again.
    pub(super) fn leave_refutation(&mut self) {
        if self.is_refuted() {
            self.shown = self.attempt.game().clone();
            self.feedback = PuzzleFeedback::Question;
            self.forget_reason();
        }
    }

    pub(super) fn try_another_defence(&mut self) {
        if !self.has_another_defence() {
            return;
        }
        if let Some(reply) = self.attempt.try_another_defence() {
            self.shown = self.attempt.game().clone();
            self.feedback = PuzzleFeedback::OtherDefence(reply);
        }
    }

    /// Notes the score. Returns false if one is noted already.
    pub(super) const fn record(&mut self, score: u8) -> bool {
        let is_new = self.recorded.is_none();
        if is_new {
            self.recorded = Some(score);
        }
        is_new
    }

    pub(super) fn explain(&mut self, explained: Option<ExplainedMove>) {
        self.explained = explained;
        self.was_explained = true;
    }

    fn forget_reason(&mut self) {
        self.explained = None;
        self.was_explained = false;
    }
}
