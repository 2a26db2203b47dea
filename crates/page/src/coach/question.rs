//! A question of the coach: the position before a mistake.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use foursight_core::{Column, Game, Move, Player, Position};
use foursight_explain::{DropExplanation, MistakeTheme, PlanPicture, ProofCode};
use foursight_protocol::engine::VerdictBounds;
use foursight_record::write_link;
use foursight_solver::{Verdict, Wdl};

/// Hints of a question: theme, region and column.
pub const HINTS_MAX: u8 = 3;
/// Points for an answer without a hint; each hint costs one.
pub const POINTS_MAX: u8 = 3;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoachAnswer {
    /// The player found this column.
    Found(Column),
    /// The coach showed this column.
    Shown(Column),
}

impl CoachAnswer {
    /// Returns the column.
    #[must_use]
    pub const fn column(self) -> Column {
        match self {
            Self::Found(column) | Self::Shown(column) => column,
        }
    }
}

/// A position judged by the verdicts of all columns.
#[derive(Clone, Debug, PartialEq)]
struct JudgedPosition {
    /// The outcome to keep.
    best: Wdl,
    /// Columns that keep it.
    keeping: Vec<Column>,
    /// Verdicts of all columns, as far as they are exact.
    verdicts: Vec<Option<Verdict>>,
}

impl JudgedPosition {
    /// Returns `None` unless the outcome of every open column is certain.
    fn new(position: &Position, bounds: &[Option<VerdictBounds>]) -> Option<Self> {
        let open = position.board().columns();
        let open: Option<Vec<_>> = open
            .filter(|column| position.drop_in(*column).is_ok())
            .map(|column| {
                let bounds = bounds.get(column.index()).copied().flatten()?;
                let [worst, best] = [bounds.worst, bounds.best].map(Verdict::wdl);
                (worst == best).then_some((column, worst))
            })
            .collect();
        let open = open?;
        let best = open.iter().map(|(_, outcome)| *outcome).max()?;
        let keeping = open.iter().filter(|(_, outcome)| *outcome == best);
        let exact = |bounds: &Option<VerdictBounds>| bounds.and_then(VerdictBounds::exact);
        Some(Self {
            best,
            keeping: keeping.map(|(column, _)| *column).collect(),
            verdicts: bounds.iter().map(exact).collect(),
        })
    }
}

/// A position before a mistake, with everything the player has done about it.
#[derive(Clone, Debug, PartialEq)]
pub struct CoachQuestion {
    game: Game,
    played: Column,
    judged: Option<JudgedPosition>,
    /// The engine could not judge the position.
    is_unsolved: bool,
    explanations: HashMap<Column, Option<DropExplanation>>,
    hints: u8,
    /// A press that waits for the verdicts.
    pressed: Option<Column>,
    wrong: Vec<Column>,
    answer: Option<CoachAnswer>,
}

impl CoachQuestion {
    /// Asks about the position after a game, in which `played` gave something away.
    #[must_use]
    pub fn new(game: Game, played: Column) -> Self {
        Self {
            game,
            played,
            judged: None,
            is_unsolved: false,
            explanations: HashMap::new(),
            hints: 0,
            pressed: None,
            wrong: Vec::new(),
            answer: None,
        }
    }

    /// Returns the game before the mistake.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the link that identifies the question.
    #[must_use]
    pub fn link(&self) -> String {
        write_link(&self.game)
    }

    /// Returns the player to move.
    #[must_use]
    pub fn player(&self) -> Player {
        self.game.position().to_move()
    }

    /// Returns the column of the mistake.
    #[must_use]
    pub const fn played(&self) -> Column {
        self.played
    }

    /// Returns the outcome to keep, once it is known.
    #[must_use]
    pub fn best(&self) -> Option<Wdl> {
        self.judged.as_ref().map(|judged| judged.best)
    }

    /// Returns true if the engine could not judge the position.
    #[must_use]
    pub const fn is_unsolved(&self) -> bool {
        self.is_unsolved
    }

    /// Returns the answer.
    #[must_use]
    pub const fn answer(&self) -> Option<CoachAnswer> {
        self.answer
    }

    /// Returns the columns that were tried in vain, the last one last.
    #[must_use]
    pub fn wrong(&self) -> &[Column] {
        &self.wrong
    }

    /// Returns the number of hints taken.
    #[must_use]
    pub const fn hints(&self) -> u8 {
        self.hints
    }

    /// Returns the points that a right answer is worth now, or was worth.
    #[must_use]
    pub const fn points(&self) -> u8 {
        match self.answer {
            Some(CoachAnswer::Shown(_)) => 0,
            _ => POINTS_MAX - self.hints,
        }
    }

    /// Returns true if the first answer was right and the column was not given away.
    #[must_use]
    pub fn is_solved_alone(&self) -> bool {
        let is_found = matches!(self.answer, Some(CoachAnswer::Found(_)));
        is_found && self.wrong.is_empty() && self.hints < HINTS_MAX
    }

    /// Returns the best column nearest to the middle.
    #[must_use]
    pub fn target(&self) -> Option<Column> {
        let judged = self.judged.as_ref()?;
        let verdict = |column: &Column| judged.verdicts.get(column.index()).copied().flatten();
        let middle = usize::from(self.game.ruleset().width() / 2);
        let keeping = judged.keeping.iter().copied();
        keeping.max_by_key(|column| {
            let distance = column.index().abs_diff(middle);
            (
                verdict(column),
                std::cmp::Reverse((distance, column.index())),
            )
        })
    }

    /// Returns the columns that the second hint points at: three neighbours with the target.
    #[must_use]
    pub fn region(&self) -> Option<RangeInclusive<Column>> {
        const WIDTH: usize = 3;
        let target = self.target()?.index();
        let last = usize::from(self.game.ruleset().width()).saturating_sub(1);
        // A place of its own in each region, so that the middle is no giveaway.
        let start = (target / 2 * 2).min(last.saturating_sub(WIDTH - 1));
        let end = (start + WIDTH - 1).min(last);
        Some(Column::from_index(start)?..=Column::from_index(end)?)
    }

    /// Returns the theme of the mistake, once the reasons are known.
    #[must_use]
    pub fn theme(&self) -> Option<MistakeTheme> {
        let target = self.target()?;
        let [played, best] = [self.played, target].map(|column| self.explanations.get(&column));
        let (played, best) = (played?, best?);
        let theme = played.as_ref().zip(best.as_ref());
        let theme = theme.and_then(|(played, best)| MistakeTheme::of(played, best));
        Some(theme.unwrap_or(MistakeTheme::Other))
    }

    /// Returns the explanation of a column, once it is known.
    #[must_use]
    pub fn explanation(&self, column: Column) -> Option<&DropExplanation> {
        self.explanations.get(&column)?.as_ref()
    }

    /// Returns true while the reason of a column is being looked for.
    #[must_use]
    pub fn is_explaining(&self, column: Column) -> bool {
        !self.explanations.contains_key(&column)
    }

    /// Returns the picture of the plan that proves the answer. `None` before there is one.
    #[must_use]
    pub fn plan_picture(&self) -> Option<PlanPicture> {
        let column = self.answer?.column();
        let reason = self.explanation(column)?.proof()?;
        let after = self.game.position().drop_in(column).ok()?;
        PlanPicture::new(&after, reason)
    }

    /// Returns the game after the answer, if it goes on.
    #[must_use]
    pub fn continued(&self) -> Option<Game> {
        let column = self.answer?.column();
        let game = self.game.after(Move::Drop(column)).ok()?;
        game.end().is_none().then_some(game)
    }

    /// Returns the game as it is shown: with the answer, once there is one.
    #[must_use]
    pub fn shown_game(&self) -> Game {
        let answer = self.answer.map(CoachAnswer::column);
        let after = answer.and_then(|column| self.game.after(Move::Drop(column)).ok());
        after.unwrap_or_else(|| self.game.clone())
    }

    /// Returns the columns that hints point at, first the region, then the column. `None` once there
    /// is an answer.
    #[must_use]
    pub fn hinted(&self) -> Option<RangeInclusive<Column>> {
        match self.hints {
            _ if self.answer.is_some() => None,
            0 | 1 => None,
            2 => self.region(),
            _ => self.target().map(|column| column..=column),
        }
    }

    /// Returns the outcome of a column for the player to move.
    #[must_use]
    pub fn outcome(&self, column: Column) -> Option<Wdl> {
        let judged = self.judged.as_ref()?;
        if judged.keeping.contains(&column) {
            return Some(judged.best);
        }
        let verdict = judged.verdicts.get(column.index()).copied().flatten()?;
        Some(verdict.wdl())
    }

    /// Returns a column whose reason is still to be requested.
    pub(super) fn unexplained(&self) -> Option<Column> {
        let answer = self.answer.map(CoachAnswer::column);
        let wanted = [answer, self.target(), Some(self.played)];
        let is_judged = self.judged.is_some();
        let mut wanted = wanted.into_iter().flatten().filter(|_| is_judged);
        wanted.find(|column| self.is_explaining(*column))
    }

    pub(super) const fn needs_verdicts(&self) -> bool {
        self.judged.is_none() && !self.is_unsolved
    }

    /// Records the verdicts, and judges a press that has waited for them.
    pub(super) fn judge(&mut self, bounds: &[Option<VerdictBounds>]) {
        self.judged = JudgedPosition::new(self.game.position(), bounds);
        self.is_unsolved = self.judged.is_none();
        if let Some(column) = self.pressed.take() {
            self.press(column);
        }
    }

    pub(super) fn record_reasons(&mut self, column: Column, code: &[u64]) {
        let verdicts = self
            .judged
            .as_ref()
            .map_or(&[][..], |judged| &judged.verdicts);
        let read = ProofCode::decode(self.game.position(), column, verdicts, code);
        self.explanations.insert(column, read);
    }

    /// Answers with a column. A wrong answer leaves the question open.
    pub(super) fn press(&mut self, column: Column) {
        let is_open = self.game.position().drop_in(column).is_ok();
        if self.answer.is_some() || !is_open {
            return;
        }
        let Some(judged) = &self.judged else {
            self.pressed = Some(column);
            return;
        };
        if judged.keeping.contains(&column) {
            self.answer = Some(CoachAnswer::Found(column));
        } else {
            self.wrong.retain(|tried| *tried != column);
            self.wrong.push(column);
        }
    }

    /// Takes the next hint.
    pub(super) fn take_hint(&mut self) {
        if self.answer.is_none() && self.judged.is_some() && self.hints < HINTS_MAX {
            self.hints += 1;
        }
    }

    /// Shows the answer.
    pub(super) fn show_answer(&mut self) {
        let target = self.target().filter(|_| self.answer.is_none());
        if let Some(target) = target {
            self.answer = Some(CoachAnswer::Shown(target));
        }
    }
}
