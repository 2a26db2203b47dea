//! Judges an attempt at a puzzle.
//!
//! A [`PuzzleAttempt`] never searches for long. In the standard game it requests the verdict of each
//! column after the player's move, see [`PuzzleJudgement::NeedsVerdicts`]; the caller, which runs a
//! solver in the same program or in a worker, passes them to [`PuzzleAttempt::apply_verdicts`]. In the
//! variants a bounded search by the rules decides at once.
//!
//! Every move that keeps the goal passes. The opponent replies with the best defence, and with
//! another one on request.

use std::cmp::Reverse;

use foursight_core::{Column, End, Game, Move, MoveError, Player};
use foursight_solver::{Verdict, Wdl};

use crate::bounded::fewest_moves_to_win;
use crate::puzzle::{Puzzle, PuzzleAnswer};
use crate::theme::PuzzleGoal;

/// Result of a move or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleJudgement {
    /// The puzzle is solved.
    Solved,
    /// The move is right, the opponent has replied, and the player goes on.
    Continues {
        /// The moves of the reply, usually one; none while the player's turn goes on.
        reply: Vec<Move>,
    },
    /// The move or answer misses the goal; the position before it is restored.
    Missed(PuzzleMiss),
    /// The attempt needs the verdict of each column of [`PuzzleAttempt::pending_game`].
    NeedsVerdicts,
    /// The caller had no verdicts; the position before the move is restored.
    Unknown,
    /// The move is illegal.
    Illegal(MoveError),
    /// This puzzle does not ask for that.
    NotOffered,
}

/// Reason why a move misses the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleMiss {
    /// The move; `None` for the answer that there is no win.
    pub mv: Option<Move>,
    /// The opponent's best reply, which refutes the move. Usually one move, in Power Up a whole turn.
    pub reply: Vec<Move>,
    /// Reason of the miss.
    pub reason: MissReason,
}

/// Reason why a move misses the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissReason {
    /// It still wins, in this many plies after the move, but too late for the goal.
    TooSlow {
        /// Plies after the move.
        plies: u8,
    },
    /// It leads to a draw where a win was there.
    OnlyDraws,
    /// It loses, in this many plies after the move.
    Loses {
        /// Plies after the move.
        plies: u8,
    },
    /// It does not win in time, and what else it leads to is not known.
    DoesNotWin,
    /// There is no win here: the answer was to say so.
    NoWinHere,
    /// The player said that there is no win, and there is one.
    ThereIsAWin,
}

/// An attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    game: Game,
    /// The game after a move that awaits verdicts.
    pending: Option<Game>,
    /// Moves that the player has found.
    own_moves: u8,
    /// The game after the player's last move, and every defence against it, the best first.
    defences: Option<(Game, Vec<Vec<Move>>)>,
    /// Index of the defence that was played.
    defence: usize,
    is_solved: bool,
}

impl PuzzleAttempt {
    /// Starts an attempt.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            puzzle: puzzle.clone(),
            game: puzzle.game.clone(),
            pending: None,
            own_moves: 0,
            defences: None,
            defence: 0,
            is_solved: false,
        }
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the current game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game whose verdicts the attempt needs.
    #[must_use]
    pub const fn pending_game(&self) -> Option<&Game> {
        self.pending.as_ref()
    }

    /// Returns true once the puzzle is solved.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// Returns the number of right moves so far.
    #[must_use]
    pub const fn own_moves(&self) -> u8 {
        self.own_moves
    }

    /// Returns the player who solves the puzzle.
    #[must_use]
    pub fn player(&self) -> Player {
        self.puzzle.game.position().to_move()
    }

    /// Plays a move and judges it.
    pub fn try_move(&mut self, mv: Move) -> PuzzleJudgement {
        self.pending = None;
        if self.is_solved {
            return PuzzleJudgement::NotOffered;
        }
        let after = match self.game.after(mv) {
            Ok(after) => after,
            Err(error) => return PuzzleJudgement::Illegal(error),
        };
        if self.puzzle.answer == PuzzleAnswer::NoWin {
            return missed(Some(mv), Vec::new(), MissReason::NoWinHere);
        }
        let player = self.player();
        match after.end() {
            Some(End::Won(winner)) if winner == player => return self.solve(after),
            Some(End::Draw(_)) if self.puzzle.goal == PuzzleGoal::Draw => return self.solve(after),
            Some(End::Won(_)) => {
                return missed(Some(mv), Vec::new(), MissReason::Loses { plies: 0 });
            }
            Some(End::Draw(_)) => return missed(Some(mv), Vec::new(), MissReason::OnlyDraws),
            None => {}
        }
        if self.puzzle.theme.is_standard() {
            self.pending = Some(after);
            return PuzzleJudgement::NeedsVerdicts;
        }
        self.judge_variant(mv, after)
    }

    /// Answers that there is no win.
    pub fn answer_no_win(&mut self) -> PuzzleJudgement {
        self.pending = None;
        if self.is_solved || self.puzzle.goal != PuzzleGoal::WinOrNone || self.own_moves > 0 {
            return PuzzleJudgement::NotOffered;
        }
        if self.puzzle.answer == PuzzleAnswer::NoWin {
            self.is_solved = true;
            return PuzzleJudgement::Solved;
        }
        missed(None, Vec::new(), MissReason::ThereIsAWin)
    }

    /// Judges the pending move by the verdict of each column of
    /// [`pending_game`](Self::pending_game), for the player to move there. Full columns have none.
    pub fn apply_verdicts(&mut self, columns: &[Option<Verdict>]) -> PuzzleJudgement {
        let Some(after) = self.pending.take() else {
            return PuzzleJudgement::Unknown;
        };
        let verdict = |mv: &Move| *columns.get(mv.column()?.index())?;
        let mut replies = Vec::new();
        for mv in after.legal_moves() {
            match verdict(&mv) {
                Some(verdict) => replies.push((verdict, mv)),
                None => return PuzzleJudgement::Unknown,
            }
        }
        let width = after.ruleset().width();
        replies.sort_by_key(|(verdict, mv)| (Reverse(*verdict), distance_from_middle(*mv, width)));
        let Some((best, reply)) = replies.first().copied() else {
            return PuzzleJudgement::Unknown;
        };
        let mv = after.moves().last().copied();
        let reason = match (best, best.wdl()) {
            (Verdict::Loss { plies }, _) => match self.puzzle.goal {
                PuzzleGoal::WinIn(moves) if !self.is_in_time(plies, moves) => {
                    MissReason::TooSlow { plies }
                }
                _ => return self.reply(after, turns(replies)),
            },
            (_, Wdl::Draw) if self.puzzle.goal == PuzzleGoal::Draw => {
                return self.reply(after, turns(replies));
            }
            (Verdict::Win { plies }, _) => MissReason::Loses { plies },
            _ => MissReason::OnlyDraws,
        };
        missed(mv, vec![reply], reason)
    }

    /// Judges a move of a variant, after which the game is not over.
    fn judge_variant(&mut self, mv: Move, after: Game) -> PuzzleJudgement {
        let PuzzleGoal::WinIn(moves) = self.puzzle.goal else {
            return PuzzleJudgement::Unknown;
        };
        let player = self.player();
        let left = moves.saturating_sub(self.own_moves + 1);
        let most = fewest_moves_to_win(after.position(), player, left);
        if after.to_move() == Some(player) && most.is_some() {
            self.own_moves += 1;
            self.game = after;
            self.defences = None;
            return PuzzleJudgement::Continues { reply: Vec::new() };
        }
        // The best defence lasts longest; against a move that does not win, it wins or goes on.
        let delay = |reply: &Vec<Move>| match play(&after, reply).map(|next| next.end()) {
            Some(Some(End::Won(winner))) if winner != player => u8::MAX,
            Some(None) => {
                let next = play(&after, reply);
                next.and_then(|next| fewest_moves_to_win(next.position(), player, left))
                    .unwrap_or(u8::MAX - 1)
            }
            _ => u8::MAX - 1,
        };
        let width = after.ruleset().width();
        let mut replies = turns_of(&after, player.opponent());
        replies.sort_by_cached_key(|reply| {
            let distance = reply
                .first()
                .map_or(0, |mv| distance_from_middle(*mv, width));
            (Reverse(delay(reply)), reply.len(), distance)
        });
        if most.is_some() {
            return self.reply(after, replies);
        }
        let reply = replies.into_iter().next().unwrap_or_default();
        let end = play(&after, &reply).and_then(|next| next.end());
        let reason = if end == Some(End::Won(player.opponent())) {
            MissReason::Loses { plies: 1 }
        } else {
            MissReason::DoesNotWin
        };
        missed(Some(mv), reply, reason)
    }

    /// Replaces the opponent's last reply by the next best one, and after the last by the best.
    /// Returns it, or `None` if there is no other.
    pub fn try_another_defence(&mut self) -> Option<Vec<Move>> {
        let (after, defences) = self.defences.as_ref()?;
        let count = defences.len();
        if self.is_solved || self.pending.is_some() || count < 2 {
            return None;
        }
        let next = (self.defence + 1) % count;
        let reply = defences[next].clone();
        self.game = play(after, &reply)?;
        self.defence = next;
        Some(reply)
    }

    /// Returns true if the opponent has another defence against the player's last move.
    #[must_use]
    pub fn has_another_defence(&self) -> bool {
        let count = self
            .defences
            .as_ref()
            .map_or(0, |(_, defences)| defences.len());
        !self.is_solved && count > 1
    }

    /// Returns true if a loss of the opponent in this many plies after the move is in time.
    fn is_in_time(&self, plies: u8, moves: u8) -> bool {
        self.own_moves + 1 + plies / 2 <= moves
    }

    /// Plays the first of these replies to a right move.
    fn reply(&mut self, after: Game, replies: Vec<Vec<Move>>) -> PuzzleJudgement {
        self.own_moves += 1;
        let is_whole_win = matches!(self.puzzle.goal, PuzzleGoal::WinIn(_));
        if !is_whole_win && self.own_moves >= self.puzzle.goal.goal_moves() {
            return self.solve(after);
        }
        // A reply that ends the game leaves the player nothing to do: it can only fill the board.
        let goes_on =
            |reply: &Vec<Move>| play(&after, reply).is_some_and(|next| next.end().is_none());
        let replies: Vec<_> = replies.into_iter().filter(goes_on).collect();
        let Some((reply, next)) = replies
            .first()
            .and_then(|reply| Some((reply.clone(), play(&after, reply)?)))
        else {
            return self.solve(after);
        };
        self.game = next;
        self.defences = Some((after, replies));
        self.defence = 0;
        PuzzleJudgement::Continues { reply }
    }

    fn solve(&mut self, after: Game) -> PuzzleJudgement {
        self.game = after;
        self.defences = None;
        self.is_solved = true;
        PuzzleJudgement::Solved
    }
}

fn missed(mv: Option<Move>, reply: Vec<Move>, reason: MissReason) -> PuzzleJudgement {
    PuzzleJudgement::Missed(PuzzleMiss { mv, reply, reason })
}

/// Returns replies of one move each.
fn turns(replies: Vec<(Verdict, Move)>) -> Vec<Vec<Move>> {
    replies.into_iter().map(|(_, mv)| vec![mv]).collect()
}

/// Returns every turn of a player: moves until the other is to move, or the game ends.
fn turns_of(game: &Game, player: Player) -> Vec<Vec<Move>> {
    if game.to_move() != Some(player) {
        return vec![Vec::new()];
    }
    let moves = game.legal_moves().into_iter();
    moves
        .filter_map(|mv| Some((mv, game.after(mv).ok()?)))
        .flat_map(|(mv, next)| {
            let rest = turns_of(&next, player).into_iter();
            rest.map(move |rest| [vec![mv], rest].concat())
        })
        .collect()
}

fn play(game: &Game, moves: &[Move]) -> Option<Game> {
    let mut moves = moves.iter();
    moves.try_fold(game.clone(), |game, mv| game.after(*mv).ok())
}

/// Returns the distance of a move from the middle column.
fn distance_from_middle(mv: Move, width: u8) -> usize {
    let column = mv.column().map_or(0, Column::index);
    (2 * column + 1).abs_diff(usize::from(width))
}
