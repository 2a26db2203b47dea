//! Review of a finished game with the solver's verdicts: an advantage graph and the key moments.
//!
//! Positions are analysed from the last to the first, because late ones are quick to solve. Without
//! an exact verdict the review makes no statement. Part of a lazy chunk.

use std::fmt::Display;

use foursight_core::{Column, Game, Move, Player, Position, Ruleset};
use foursight_explain::{GradedMove, MoveGrade, game_accuracy, grade};
use foursight_phrases::grades::grade_mark;
use foursight_phrases::verdicts::verdict_text;
use foursight_protocol::engine::VerdictBounds;
use foursight_solver::{Verdict, Wdl};

use crate::text::{Text, UiMessage as M};
use crate::wording::player_names::PlayerNames;

/// Maximum number of key moments.
pub const MOMENTS_MAX: usize = 3;
/// Height of an immediate win in the graph; a draw has height 0.
pub const HEIGHT_MAX: i16 = 100;
/// Height of the most distant win, to set it apart from a draw.
const WIN_HEIGHT_MIN: i16 = 35;
/// The middle of a game is hardest to solve, and the book covers its beginning: analysis stops
/// after this many positions without a verdict.
const UNSOLVED_MAX: u8 = 3;

/// Bounds for each column, from the left.
type ColumnBounds = Vec<Option<VerdictBounds>>;

/// Review of a game, as far as it is analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    game: Game,
    /// Bounds before each move.
    known: Vec<Option<ColumnBounds>>,
    /// The position before this move is to be analysed next.
    next: Option<usize>,
    unsolved: u8,
}

/// Kind of a key moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// A mistake: these columns would have kept a win, or else a draw.
    Mistake(Wdl, Vec<Column>),
    /// The only move that won, or else the only one that did not lose.
    OnlyMove(Wdl),
}

/// A key moment of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMoment {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The player who moved.
    pub player: Player,
    /// The column of the move.
    pub column: Column,
    /// Its kind.
    pub kind: MomentKind,
    /// Grade of the move.
    pub grade: MoveGrade,
}

impl Review {
    /// Starts a review. Returns `None` for a game without moves or of a variant that the solver
    /// does not support.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        let plies = game.moves().len();
        let is_supported = plies > 0 && game.ruleset().variant().is_drop_only();
        is_supported.then(|| Self {
            game: game.clone(),
            known: vec![None; plies],
            next: Some(plies - 1),
            unsolved: 0,
        })
    }

    /// Returns a review of the game after moves were made or taken back. Results for common moves
    /// are kept.
    #[must_use]
    pub fn with(&self, game: &Game) -> Option<Self> {
        let mut now = Self::of(game)?;
        if self.game.ruleset() != game.ruleset() {
            return Some(now);
        }
        let moves = self.game.moves().iter().zip(game.moves());
        let common = moves.take_while(|(old, new)| old == new).count();
        // The position before the first move that differs is still the same.
        for (old, new) in self.known.iter().zip(&mut now.known).take(common + 1) {
            new.clone_from(old);
        }
        now.next = now.last_unanalysed(now.known.len());
        Some(now)
    }

    /// Returns the last move before this one whose position is not analysed.
    fn last_unanalysed(&self, before: usize) -> Option<usize> {
        (0..before).rev().find(|index| self.known[*index].is_none())
    }

    /// Returns true if this review is about this game.
    #[must_use]
    pub fn is_for(&self, game: &Game) -> bool {
        self.game == *game
    }

    /// Returns the position to analyse next, as the game before a move, and the index of that move.
    #[must_use]
    pub fn next_position(&self) -> Option<(usize, Game)> {
        let index = self.next?;
        Some((index, self.game.at_ply(index)?))
    }

    /// Records the bounds for each column before a move; empty if the solver gives none.
    pub fn record(&mut self, index: usize, columns: ColumnBounds) {
        if self.next != Some(index) {
            return;
        }
        self.known[index] = Some(columns);
        self.next = self.last_unanalysed(index);
        if self.verdict_of(index).is_none() {
            self.unsolved += 1;
        }
        // Without a book, earlier positions are even harder.
        let unsolved_max = match self.game.ruleset() {
            Ruleset::STANDARD => UNSOLVED_MAX,
            _ => 1,
        };
        if self.unsolved >= unsolved_max {
            self.next = None;
        }
    }

    /// Stops the analysis.
    pub fn stop(&mut self) {
        self.next = None;
    }

    /// Returns true once the analysis is complete or stopped.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.next.is_none()
    }

    /// Returns the bounds for each column after this many moves.
    #[must_use]
    pub fn columns(&self, plies: usize) -> Option<&[Option<VerdictBounds>]> {
        self.known.get(plies)?.as_deref()
    }

    /// Returns the advantage of First after each move, from minus to plus [`HEIGHT_MAX`]; `None`
    /// where it is unknown.
    #[must_use]
    pub fn heights(&self) -> Vec<Option<i16>> {
        let cells = self.game.ruleset().cells();
        let height = |index: usize| {
            let verdict = self.verdict_of(index)?;
            Some(advantage(verdict, self.mover(index), cells))
        };
        (0..self.known.len()).map(height).collect()
    }

    /// Returns the most important key moments, in the order of the game.
    #[must_use]
    pub fn moments(&self) -> Vec<KeyMoment> {
        most_important((0..self.known.len()).filter_map(|index| self.moment(index)))
    }

    /// Returns the most important mistakes of a player, or of both, in the order of the game.
    #[must_use]
    pub fn mistakes(&self, player: Option<Player>) -> Vec<KeyMoment> {
        let all = (0..self.known.len()).filter_map(|index| self.moment(index));
        most_important(all.filter(|moment| {
            let is_mistake = matches!(moment.kind, MomentKind::Mistake(..));
            is_mistake && player.is_none_or(|player| player == moment.player)
        }))
    }

    /// Returns the grade of each move; `None` where a verdict is not exactly known. An obvious move
    /// deserves no mark, so it is just as good as the best.
    #[must_use]
    pub fn grades(&self) -> Vec<Option<MoveGrade>> {
        let grade_of = |index: usize| {
            let columns = self.columns(index)?.iter();
            let verdicts = columns.map(|bounds| match bounds {
                Some(bounds) => bounds.exact().map(Some),
                None => Some(None),
            });
            let verdicts: Vec<_> = verdicts.collect::<Option<_>>()?;
            match grade(&verdicts, self.column(index)?)? {
                MoveGrade::Only if self.is_obvious(index) => Some(MoveGrade::Best),
                grade => Some(grade),
            }
        };
        (0..self.known.len()).map(grade_of).collect()
    }

    /// Returns the accuracy of a player in per cent, as `foursight_explain::accuracy` defines it, by
    /// the moves with exact verdicts. `None` if there was nothing to find.
    #[must_use]
    pub fn accuracy(&self, player: Player) -> Option<f64> {
        let graded = (0..self.known.len()).filter_map(|index| {
            let position = self.game.positions().nth(index)?;
            let columns = self.known[index].as_deref()?.iter();
            let exact = |bounds: &Option<VerdictBounds>| bounds.and_then(VerdictBounds::exact);
            let verdicts = columns.map(exact).collect();
            Some(GradedMove::new(position, self.column(index)?, verdicts))
        });
        game_accuracy(&graded.collect::<Vec<_>>(), player)
    }

    /// Describes the bar of a move, counted from 1: who moved, and what the move was worth.
    #[must_use]
    pub fn bar_text(&self, text: Text, names: &PlayerNames, ply: usize) -> String {
        let Some(index) = ply.checked_sub(1) else {
            return String::new();
        };
        let Some(column) = self.column(index) else {
            return String::new();
        };
        let verdict = self.verdict_of(index);
        let verdict = verdict.map_or_else(
            || text.get(M::ReviewUnknown).to_owned(),
            |verdict| verdict_text(text.0, verdict),
        );
        let name = names.get(self.mover(index));
        let parts: [(&str, &dyn Display); 4] = [
            ("number", &ply),
            ("name", &name),
            ("column", &column),
            ("verdict", &verdict),
        ];
        text.with(M::ReviewAt, &parts)
    }

    /// Describes the graph as text: one part for consecutive moves with the same verdict.
    #[must_use]
    pub fn summary(&self, text: Text, names: &PlayerNames) -> String {
        let label = |height: Option<i16>| match height {
            None => text.get(M::ReviewUnknown).to_owned(),
            Some(0) => text.get(M::Draw).to_owned(),
            Some(1..) => names.get(Player::First).to_owned(),
            Some(_) => names.get(Player::Second).to_owned(),
        };
        let mut runs: Vec<(usize, usize, String)> = Vec::new();
        for (index, height) in self.heights().into_iter().enumerate() {
            let (ply, label) = (index + 1, label(height));
            match runs.last_mut() {
                Some((_, end, last)) if *last == label => *end = ply,
                _ => runs.push((ply, ply, label)),
            }
        }
        let run = |(start, end, label): &(usize, usize, String)| {
            if start == end {
                format!("{start}: {label}")
            } else {
                format!("{start}–{end}: {label}")
            }
        };
        let runs = runs.iter().map(run).collect::<Vec<_>>().join("; ");
        text.with(M::ReviewGraph, &[("runs", &runs)])
    }

    /// Returns the verdict of a move for the player who made it, if its prospect is certain.
    fn verdict_of(&self, index: usize) -> Option<Verdict> {
        let columns = self.known.get(index)?.as_deref()?;
        let bounds = columns
            .get(self.column(index)?.index())
            .copied()
            .flatten()?;
        prospect(bounds).map(|_| bounds.worst)
    }

    fn column(&self, index: usize) -> Option<Column> {
        match self.game.moves().get(index)? {
            Move::Drop(column) => Some(*column),
            _ => None,
        }
    }

    fn mover(&self, index: usize) -> Player {
        let before = self.game.positions().nth(index);
        before.map_or(Player::First, Position::to_move)
    }

    /// Returns the best prospect before a move and the columns that lead to it, if that is certain.
    fn best_columns(&self, index: usize) -> Option<(Wdl, Vec<Column>)> {
        let columns = self.known.get(index)?.as_deref()?;
        let known_columns = || {
            let numbered = columns.iter().enumerate();
            numbered.filter_map(|(index, bounds)| Some((Column::from_index(index)?, (*bounds)?)))
        };
        let best = known_columns()
            .map(|(_, bounds)| bounds.worst.wdl())
            .max()?;
        let is_certain = known_columns().all(|(_, bounds)| prospect(bounds).is_some());
        let is_as_good = |bounds: VerdictBounds| bounds.worst.wdl() == best;
        let columns = known_columns().filter(|(_, bounds)| is_as_good(*bounds));
        is_certain.then(|| (best, columns.map(|(column, _)| column).collect()))
    }

    fn is_mistake(&self, index: usize) -> Option<bool> {
        let (best, _) = self.best_columns(index)?;
        Some(self.verdict_of(index)?.wdl() < best)
    }

    fn moment(&self, index: usize) -> Option<KeyMoment> {
        let (best, columns) = self.best_columns(index)?;
        let is_lost = self.verdict_of(index)?.wdl() == Wdl::Loss;
        let grade = match (self.is_mistake(index)?, best) {
            (false, _) => MoveGrade::Only,
            (true, Wdl::Win) if is_lost => MoveGrade::Blunder,
            (true, _) => MoveGrade::Mistake,
        };
        let kind = if grade != MoveGrade::Only {
            MomentKind::Mistake(best, columns)
        } else if columns.len() == 1 && best > Wdl::Loss && !self.is_obvious(index) {
            MomentKind::OnlyMove(best)
        } else {
            return None;
        };
        Some(KeyMoment {
            ply: index + 1,
            player: self.mover(index),
            column: self.column(index)?,
            kind,
            grade,
        })
    }

    /// Returns true for an obvious move: it completes a line, or every other move lets the opponent
    /// complete one.
    fn is_obvious(&self, index: usize) -> bool {
        let columns = self.columns(index).unwrap_or_default();
        let others = columns.iter().enumerate().filter_map(|(other, bounds)| {
            let is_other = Column::from_index(other) != self.column(index);
            bounds.filter(|_| is_other)
        });
        let is_lost = |bounds: VerdictBounds| bounds.best == Verdict::Loss { plies: 2 };
        self.verdict_of(index) == Some(Verdict::Win { plies: 1 }) || others.into_iter().all(is_lost)
    }
}

/// Returns the advantage of First after a move of this player with this verdict, on a board with so
/// many cells: from minus to plus [`HEIGHT_MAX`].
#[must_use]
pub fn advantage(verdict: Verdict, player: Player, cells: usize) -> i16 {
    let cells = cells as i16;
    let win_height = |plies: u8| {
        let distance = (i16::from(plies) - 1).clamp(0, cells);
        HEIGHT_MAX - (HEIGHT_MAX - WIN_HEIGHT_MIN) * distance / cells
    };
    let height = match verdict {
        Verdict::Win { plies } => win_height(plies),
        Verdict::Draw => 0,
        Verdict::Loss { plies } => -win_height(plies),
    };
    match player {
        Player::First => height,
        Player::Second => -height,
    }
}

/// Returns the prospect, if it is certain.
fn prospect(bounds: VerdictBounds) -> Option<Wdl> {
    let [worst, best] = [bounds.worst, bounds.best].map(Verdict::wdl);
    (worst == best).then_some(worst)
}

/// Chooses at most [`MOMENTS_MAX`] moments, in the order of the game.
fn most_important(moments: impl Iterator<Item = KeyMoment>) -> Vec<KeyMoment> {
    let mut all: Vec<_> = moments.collect();
    // Of equal weight, the later move decided more.
    all.sort_by_key(|moment| (importance(&moment.kind), moment.ply));
    let mut chosen = all.split_off(all.len().saturating_sub(MOMENTS_MAX));
    chosen.sort_by_key(|moment| moment.ply);
    chosen
}

const fn importance(kind: &MomentKind) -> u8 {
    match kind {
        MomentKind::Mistake(Wdl::Win, _) => 3,
        MomentKind::Mistake(..) => 2,
        MomentKind::OnlyMove(Wdl::Win) => 1,
        MomentKind::OnlyMove(_) => 0,
    }
}

impl KeyMoment {
    /// Describes the moment in a few words.
    #[must_use]
    pub fn title(&self, text: Text) -> String {
        let message = match self.kind {
            MomentKind::Mistake(Wdl::Win, _) => M::MomentWinGone,
            MomentKind::Mistake(..) => M::MomentDrawGone,
            MomentKind::OnlyMove(Wdl::Win) => M::MomentOnlyWin,
            MomentKind::OnlyMove(_) => M::MomentOnlyDraw,
        };
        text.with(message, &[("number", &self.ply), ("column", &self.column)])
    }

    /// Names the player, and better columns.
    #[must_use]
    pub fn comment(&self, text: Text, names: &PlayerNames) -> String {
        let comment = match &self.kind {
            MomentKind::Mistake(_, better) => {
                let message = match better.len() {
                    1 => M::MomentBetter,
                    _ => M::MomentBetterMany,
                };
                text.with(message, &[("columns", &text.list(better))])
            }
            MomentKind::OnlyMove(_) => text.get(M::MomentFound).to_owned(),
        };
        format!("{} · {comment}", names.get(self.player))
    }

    /// Returns the annotation glyph of the move, as in chess: `??`, `?` or `!`.
    #[must_use]
    pub const fn glyph(&self) -> &'static str {
        grade_mark(self.grade)
    }
}

#[cfg(test)]
mod tests;
