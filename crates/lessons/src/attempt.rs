//! Judges the moves of a learner in an exercise, by the rules and by the verdicts of a solver.
//!
//! An [`Attempt`] never blocks: it decides by the rules or by a search of a few plies where that
//! suffices. Otherwise it requests the verdict of each column, see [`Judgement::NeedsVerdicts`], and the
//! caller, which runs the solver in the same program or in a worker, passes them to
//! [`Attempt::apply_verdicts`]. Exercises accept every correct move, not only the expected one.

use std::cmp::Reverse;

use foursight_core::{Column, End, Game, Move, MoveError, Player, Position};
use foursight_solver::{Verdict, Wdl};

use crate::bilingual::BilingualText;
use crate::lesson::{Exercise, Scene, Task};

/// Maximum length of a win that is found without a solver.
pub const PLIES_MAX: u8 = 5;

/// Result of a move in an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The goal is reached.
    Reached(BilingualText),
    /// The goal is missed; the position before the move is restored.
    Missed(BilingualText),
    /// The move is right, the defence has replied, and it is the learner's turn again.
    Continues {
        /// Move of the defence.
        reply: Move,
    },
    /// The move is right, and another move of the same turn can reach the goal.
    SameTurn,
    /// The attempt needs the verdict of each column of [`Attempt::pending_game`].
    NeedsVerdicts,
    /// The solver has no verdict; the position before the move is restored.
    Unknown,
    /// The exercise does not allow this move.
    NotAllowed,
    /// The move is illegal.
    Illegal(MoveError),
}

/// An attempt at an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    exercise: Exercise,
    start: Game,
    game: Game,
    /// The game after a move that awaits verdicts.
    awaited: Option<Game>,
    /// True if the learner has tried the illegal move that the task requires.
    tried_illegal_move: bool,
}

impl Attempt {
    /// Starts an attempt, or returns `None` for a scene without an exercise.
    #[must_use]
    pub fn new(scene: &Scene) -> Option<Self> {
        Some(Self {
            exercise: scene.exercise.clone()?,
            start: scene.game.clone(),
            game: scene.game.clone(),
            awaited: None,
            tried_illegal_move: false,
        })
    }

    /// Returns the current game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the exercise.
    #[must_use]
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// Returns the game that awaits verdicts.
    #[must_use]
    pub fn pending_game(&self) -> Option<&Game> {
        self.awaited.as_ref()
    }

    /// Returns the moves that the learner may try.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.game.legal_moves();
        if self.game == self.start && !self.exercise.allowed.is_empty() {
            moves.retain(|mv| self.exercise.allowed.contains(mv));
        }
        moves
    }

    /// Resets the attempt to the position of the exercise.
    pub fn restart(&mut self) {
        self.game = self.start.clone();
        self.awaited = None;
        self.tried_illegal_move = false;
    }

    /// Plays a move and judges it.
    pub fn try_move(&mut self, mv: Move) -> Judgement {
        self.awaited = None;
        let after = match self.game.after(mv) {
            Ok(after) => after,
            Err(error) => {
                self.tried_illegal_move |= self.exercise.task == Task::Illegal(mv);
                return Judgement::Illegal(error);
            }
        };
        if !self.moves().contains(&mv) {
            return Judgement::NotAllowed;
        }
        let learner = self.game.position().to_move();
        let has_won = after.end() == Some(End::Won(learner));
        let is_good = match &self.exercise.task {
            Task::Moves(moves) => moves.is_empty() || moves.contains(&mv),
            Task::Illegal(_) => self.tried_illegal_move,
            Task::Connect if !has_won && after.to_move() == Some(learner) && can_win(&after) => {
                self.game = after;
                return Judgement::SameTurn;
            }
            Task::Connect => has_won,
            Task::Safe => has_won || (!is_lost(&after, learner) && !can_win(&after)),
            Task::WinIn(plies) if *plies <= PLIES_MAX => {
                return self.judge_short(mv, after, *plies);
            }
            Task::WinIn(_) | Task::Win { .. } | Task::Draw { .. } => {
                return self.judge_long(mv, after);
            }
        };
        if is_good {
            self.reached(after)
        } else {
            self.missed(mv)
        }
    }

    /// Judges the pending move by the verdict of each column of the game [`pending_game`](Self::pending_game),
    /// for the player to move there. Full columns have no verdict.
    pub fn apply_verdicts(&mut self, columns: &[Option<Verdict>]) -> Judgement {
        let Some(after) = self.awaited.take() else {
            return Judgement::Unknown;
        };
        let mv = after.moves().last().copied().unwrap_or(Move::Pass);
        let legal = after.legal_moves();
        let verdict = |mv: &Move| *columns.get(mv.column()?.index())?;
        let verdicts: Option<Vec<_>> = legal.iter().map(verdict).collect();
        let Some(best) = verdicts.and_then(|verdicts| verdicts.into_iter().max()) else {
            return Judgement::Unknown;
        };
        let once = match self.exercise.task {
            Task::Win { once } | Task::Draw { once } => once,
            _ => false,
        };
        let is_good = match (&self.exercise.task, best) {
            (Task::Draw { .. }, best) => best.wdl() <= Wdl::Draw,
            (Task::WinIn(plies), Verdict::Loss { plies: left }) => {
                self.plies_made() + 1 + usize::from(left) <= usize::from(*plies)
            }
            (_, best) => best.wdl() == Wdl::Loss,
        };
        if !is_good {
            return self.missed(mv);
        }
        if once {
            return self.reached(after);
        }
        let width = after.ruleset().width();
        let reply = legal
            .into_iter()
            .max_by_key(|mv| (verdict(mv), Reverse(distance_from_middle(*mv, width))));
        self.play_reply(&after, reply)
    }

    /// Returns the number of plies since the start.
    fn plies_made(&self) -> usize {
        self.game.moves().len() - self.start.moves().len()
    }

    fn judge_short(&mut self, mv: Move, after: Game, plies: u8) -> Judgement {
        let left = usize::from(plies).saturating_sub(self.plies_made() + 1) as u8;
        let learner = self.game.position().to_move();
        if after.end() == Some(End::Won(learner)) {
            return self.reached(after);
        }
        // Every reply must lose in time; the best one delays the loss longest.
        let loss_delay = |reply: &Move| {
            let next = after.position().after(*reply).ok()?;
            if next.is_over() {
                return None;
            }
            win_in(&next, left.checked_sub(1)?)
        };
        let replies: Vec<_> = after.legal_moves();
        let delays: Option<Vec<_>> = replies.iter().map(loss_delay).collect();
        let Some(delays) = delays.filter(|_| !after.position().is_over()) else {
            return self.missed(mv);
        };
        let width = after.ruleset().width();
        let reply = replies
            .into_iter()
            .zip(delays)
            .max_by_key(|(reply, delay)| (*delay, Reverse(distance_from_middle(*reply, width))));
        self.play_reply(&after, reply.map(|(reply, _)| reply))
    }

    fn judge_long(&mut self, mv: Move, after: Game) -> Judgement {
        let learner = self.game.position().to_move();
        match after.end() {
            Some(End::Won(winner)) if winner == learner => self.reached(after),
            Some(End::Draw(_)) if matches!(self.exercise.task, Task::Draw { .. }) => {
                self.reached(after)
            }
            Some(_) => self.missed(mv),
            None => {
                self.awaited = Some(after);
                Judgement::NeedsVerdicts
            }
        }
    }

    /// Plays the reply of the defence.
    fn play_reply(&mut self, after: &Game, reply: Option<Move>) -> Judgement {
        let next = reply.and_then(|reply| Some((reply, after.after(reply).ok()?)));
        let Some((reply, next)) = next else {
            return Judgement::Unknown;
        };
        let is_drawn = matches!(next.end(), Some(End::Draw(_)));
        if is_drawn && matches!(self.exercise.task, Task::Draw { .. }) {
            return self.reached(next);
        }
        self.game = next;
        Judgement::Continues { reply }
    }

    fn reached(&mut self, after: Game) -> Judgement {
        self.game = after;
        Judgement::Reached(self.exercise.success.clone())
    }

    fn missed(&self, mv: Move) -> Judgement {
        let special = self.exercise.failure_by_move.iter();
        let mut special = special.filter(|_| self.game == self.start);
        let feedback = special
            .find(|(bad, _)| *bad == mv)
            .map(|(_, feedback)| feedback);
        Judgement::Missed(feedback.unwrap_or(&self.exercise.failure).clone())
    }
}

/// Returns the distance of a move from the middle column.
fn distance_from_middle(mv: Move, width: u8) -> usize {
    let column = mv.column().map_or(0, Column::index);
    (2 * column + 1).abs_diff(usize::from(width))
}

fn is_lost(game: &Game, learner: Player) -> bool {
    matches!(game.end(), Some(End::Won(winner)) if winner != learner)
}

/// Returns true if the player to move can win with the next move.
fn can_win(game: &Game) -> bool {
    game.end().is_none() && win_in(game.position(), 1).is_some()
}

/// Returns the fewest plies in which the player to move can win, within a limit.
fn win_in(position: &Position, plies: u8) -> Option<u8> {
    if plies == 0 || position.is_over() {
        return None;
    }
    let player = position.to_move();
    let successors: Vec<_> = position
        .moves()
        .into_iter()
        .filter_map(|mv| position.after(mv).ok())
        .collect();
    if successors
        .iter()
        .any(|next| next.end() == Some(End::Won(player)))
    {
        return Some(1);
    }
    successors
        .iter()
        .filter_map(|next| loss_in(next, plies - 1))
        .map(|lost| lost + 1)
        .min()
}

/// Returns the most plies for which the player to move can delay a loss, within a limit.
fn loss_in(position: &Position, plies: u8) -> Option<u8> {
    if plies < 2 || position.is_over() {
        return None;
    }
    let replies = position.moves().into_iter();
    let wins: Option<Vec<_>> = replies
        .map(|reply| win_in(&position.after(reply).ok()?, plies - 1))
        .collect();
    wins?.into_iter().max().map(|slowest| slowest + 1)
}
