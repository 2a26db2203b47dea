//! Judges what somebody tries in an exercise, by the rules and by the verdicts of a solver.
//!
//! An [`Attempt`] never searches for long: what the rules can tell, or a look a few plies ahead, it says at
//! once. For the rest it asks for the verdict of each column, see [`Judged::Asks`], and whoever has a
//! solver, in this program or in a worker beside it, hands them in with [`Attempt::hear`]. So a page never
//! waits, and an unexpected move that is right is right.

use std::cmp::Reverse;

use foursight_core::{Column, End, Game, Move, MoveError, Player, Position};
use foursight_solver::{Prospect, Verdict};

use crate::lesson::{Exercise, Scene, Task};
use crate::words::Words;

/// Wins of so many plies are found without a solver.
pub const PLIES_MAX: u8 = 5;

/// What a move in an exercise led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The goal is reached.
    Reached(Words),
    /// The goal is missed; the position is as it was before the move.
    Missed(Words),
    /// So far so good: the defence has answered, and it is the reader's turn again.
    GoesOn {
        /// How it answered.
        reply: Move,
    },
    /// So far so good: the turn is not over, and one more move of it can reach the goal.
    SameTurn,
    /// Only a solver can tell: hand in the verdict of each column of [`Attempt::asked`].
    Asks,
    /// The solver did not know; the position is as it was before the move.
    Unknown,
    /// The exercise does not allow this move.
    NotAllowed,
    /// The rules refuse this move.
    Refused(MoveError),
}

/// An exercise that somebody tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    exercise: Exercise,
    start: Game,
    game: Game,
    /// The game after a move that waits for verdicts.
    asked: Option<Game>,
    /// True if the move was tried that the exercise wants to see refused.
    saw_refusal: bool,
}

impl Attempt {
    /// Begins; none if there is nothing to do in this scene.
    #[must_use]
    pub fn new(scene: &Scene) -> Option<Self> {
        Some(Self {
            exercise: scene.exercise.clone()?,
            start: scene.game.clone(),
            game: scene.game.clone(),
            asked: None,
            saw_refusal: false,
        })
    }

    /// The game as far as it has gone.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What there is to do.
    #[must_use]
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// The game whose verdicts are waited for.
    #[must_use]
    pub fn asked(&self) -> Option<&Game> {
        self.asked.as_ref()
    }

    /// The moves that may be tried now.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.game.legal_moves();
        if self.game == self.start && !self.exercise.allowed.is_empty() {
            moves.retain(|step| self.exercise.allowed.contains(step));
        }
        moves
    }

    /// Goes back to the position of the exercise.
    pub fn restart(&mut self) {
        self.game = self.start.clone();
        self.asked = None;
        self.saw_refusal = false;
    }

    /// Tries a move.
    pub fn try_move(&mut self, step: Move) -> Judged {
        self.asked = None;
        let after = match self.game.after(step) {
            Ok(after) => after,
            Err(error) => {
                self.saw_refusal |= self.exercise.task == Task::Refused(step);
                return Judged::Refused(error);
            }
        };
        if !self.moves().contains(&step) {
            return Judged::NotAllowed;
        }
        let reader = self.game.position().to_move();
        let has_won = after.end() == Some(End::Won(reader));
        let is_good = match &self.exercise.task {
            Task::Moves(moves) => moves.is_empty() || moves.contains(&step),
            Task::Refused(_) => self.saw_refusal,
            Task::Connect if !has_won && after.to_move() == Some(reader) && can_win(&after) => {
                self.game = after;
                return Judged::SameTurn;
            }
            Task::Connect => has_won,
            Task::Safe => has_won || (!is_lost(&after, reader) && !can_win(&after)),
            Task::WinIn(plies) if *plies <= PLIES_MAX => {
                return self.judge_short(step, after, *plies);
            }
            Task::WinIn(_) | Task::Win { .. } | Task::Draw { .. } => {
                return self.judge_long(step, after);
            }
        };
        if is_good {
            self.reached(after)
        } else {
            self.missed(step)
        }
    }

    /// Goes on with the verdict of each column of the game that was [asked](Self::asked) about, for the player
    /// to move there; none where a column is full.
    pub fn hear(&mut self, columns: &[Option<Verdict>]) -> Judged {
        let Some(after) = self.asked.take() else {
            return Judged::Unknown;
        };
        let step = after.moves().last().copied().unwrap_or(Move::Pass);
        let open = after.legal_moves();
        let verdict = |step: &Move| *columns.get(step.column()?.index())?;
        let known: Option<Vec<_>> = open.iter().map(verdict).collect();
        let Some(best) = known.and_then(|known| known.into_iter().max()) else {
            return Judged::Unknown;
        };
        let once = match self.exercise.task {
            Task::Win { once } | Task::Draw { once } => once,
            _ => false,
        };
        let is_good = match (&self.exercise.task, best) {
            (Task::Draw { .. }, best) => best.prospect() <= Prospect::Draw,
            (Task::WinIn(plies), Verdict::Loss { plies: left }) => {
                self.made() + 1 + usize::from(left) <= usize::from(*plies)
            }
            (_, best) => best.prospect() == Prospect::Loss,
        };
        if !is_good {
            return self.missed(step);
        }
        if once {
            return self.reached(after);
        }
        let width = after.ruleset().width();
        let reply = open
            .into_iter()
            .max_by_key(|step| (verdict(step), Reverse(outward(*step, width))));
        self.answer(&after, reply)
    }

    /// How many plies were made since the start.
    fn made(&self) -> usize {
        self.game.moves().len() - self.start.moves().len()
    }

    fn judge_short(&mut self, step: Move, after: Game, plies: u8) -> Judged {
        let left = usize::from(plies).saturating_sub(self.made() + 1) as u8;
        let reader = self.game.position().to_move();
        if after.end() == Some(End::Won(reader)) {
            return self.reached(after);
        }
        // Every answer must lose in time; the one that lasts longest is the best.
        let lasts = |reply: &Move| {
            let next = after.position().after(*reply).ok()?;
            if next.is_over() {
                return None;
            }
            win_in(&next, left.checked_sub(1)?)
        };
        let replies: Vec<_> = after.legal_moves();
        let lasting: Option<Vec<_>> = replies.iter().map(lasts).collect();
        let Some(lasting) = lasting.filter(|_| !after.position().is_over()) else {
            return self.missed(step);
        };
        let width = after.ruleset().width();
        let reply = replies
            .into_iter()
            .zip(lasting)
            .max_by_key(|(reply, lasts)| (*lasts, Reverse(outward(*reply, width))));
        self.answer(&after, reply.map(|(reply, _)| reply))
    }

    fn judge_long(&mut self, step: Move, after: Game) -> Judged {
        let reader = self.game.position().to_move();
        match after.end() {
            Some(End::Won(winner)) if winner == reader => self.reached(after),
            Some(End::Tied(_)) if matches!(self.exercise.task, Task::Draw { .. }) => {
                self.reached(after)
            }
            Some(_) => self.missed(step),
            None => {
                self.asked = Some(after);
                Judged::Asks
            }
        }
    }

    /// The defence answers.
    fn answer(&mut self, after: &Game, reply: Option<Move>) -> Judged {
        let next = reply.and_then(|reply| Some((reply, after.after(reply).ok()?)));
        let Some((reply, next)) = next else {
            return Judged::Unknown;
        };
        let is_tied = matches!(next.end(), Some(End::Tied(_)));
        if is_tied && matches!(self.exercise.task, Task::Draw { .. }) {
            return self.reached(next);
        }
        self.game = next;
        Judged::GoesOn { reply }
    }

    fn reached(&mut self, after: Game) -> Judged {
        self.game = after;
        Judged::Reached(self.exercise.good.clone())
    }

    fn missed(&self, step: Move) -> Judged {
        let special = self.exercise.bad_for.iter();
        let mut special = special.filter(|_| self.game == self.start);
        let words = special
            .find(|(bad, _)| *bad == step)
            .map(|(_, words)| words);
        Judged::Missed(words.unwrap_or(&self.exercise.bad).clone())
    }
}

/// How far a move is from the middle.
fn outward(step: Move, width: u8) -> usize {
    let column = step.column().map_or(0, Column::index);
    (2 * column + 1).abs_diff(usize::from(width))
}

fn is_lost(game: &Game, reader: Player) -> bool {
    matches!(game.end(), Some(End::Won(winner)) if winner != reader)
}

/// True if the player to move can win with this move.
fn can_win(game: &Game) -> bool {
    game.end().is_none() && win_in(game.position(), 1).is_some()
}

/// The fewest plies in which the player to move can win, if so many are enough.
fn win_in(position: &Position, plies: u8) -> Option<u8> {
    if plies == 0 || position.is_over() {
        return None;
    }
    let player = position.to_move();
    let nexts: Vec<_> = position
        .moves()
        .into_iter()
        .filter_map(|step| position.after(step).ok())
        .collect();
    if nexts
        .iter()
        .any(|next| next.end() == Some(End::Won(player)))
    {
        return Some(1);
    }
    nexts
        .iter()
        .filter_map(|next| lost_in(next, plies - 1))
        .map(|lost| lost + 1)
        .min()
}

/// The most plies for which the player to move can delay a loss, if it comes within so many.
fn lost_in(position: &Position, plies: u8) -> Option<u8> {
    if plies < 2 || position.is_over() {
        return None;
    }
    let replies = position.moves().into_iter();
    let lasting: Option<Vec<_>> = replies
        .map(|reply| win_in(&position.after(reply).ok()?, plies - 1))
        .collect();
    lasting?.into_iter().max().map(|most| most + 1)
}
