//! A game looked at again with the solver's verdicts: who stood better after each move, and the moves that
//! mattered most.
//!
//! The positions are asked about from the last to the first, because late ones are quick to solve. Where the
//! solver says nothing exact the review says nothing: a verdict is never guessed. It is loaded later.

use foursight_core::{Column, Game, Move, Player, Position, Ruleset};
use foursight_protocol::engine::Bounds;
use foursight_solver::{Prospect, Verdict};

use crate::names::Names;
use crate::text::{Message as M, Text};

/// More moments than these would not be read.
pub const MOMENTS_MAX: usize = 3;
/// The height of a line that is complete; a tie has none.
pub const HEIGHT_MAX: i16 = 100;
/// The height of a win that is as far away as can be: it must be told from a tie.
const HEIGHT_LEAST: i16 = 35;
/// The middle of a game is the hardest to solve, and the book knows its beginning: after so many positions
/// without an answer no more are asked about.
const UNKNOWN_MAX: u8 = 3;

/// What each column leads to, by column from the left.
type Columns = Vec<Option<Bounds>>;

/// What is known of a game so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    game: Game,
    /// Before each move.
    known: Vec<Option<Columns>>,
    /// The position before this move is to be asked about next.
    next: Option<usize>,
    unknown: u8,
}

/// Why a move mattered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It gave away what these columns would have kept: a win, or else a tie.
    Slip(Prospect, Vec<Column>),
    /// It was the only one that won, or else the only one that did not lose.
    Only(Prospect),
}

/// A move that mattered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Counted from 1.
    pub ply: usize,
    /// Who made it.
    pub player: Player,
    /// Where.
    pub column: Column,
    /// Why it mattered.
    pub why: Why,
}

impl Review {
    /// Nothing is known of this game yet; none if nobody can know anything of it.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        let plies = game.moves().len();
        let can_be_judged = plies > 0 && game.ruleset().variant().is_drop_only();
        can_be_judged.then(|| Self {
            game: game.clone(),
            known: vec![None; plies],
            next: Some(plies - 1),
            unknown: 0,
        })
    }

    /// The same for the game as it is now, which went on or was taken back: what is known of the moves that
    /// both have stays.
    #[must_use]
    pub fn with(&self, game: &Game) -> Option<Self> {
        let mut now = Self::of(game)?;
        if self.game.ruleset() != game.ruleset() {
            return Some(now);
        }
        let moves = self.game.moves().iter().zip(game.moves());
        let same = moves.take_while(|(was, is)| was == is).count();
        // The position before the first move that differs is still the same.
        for (was, is) in self.known.iter().zip(&mut now.known).take(same + 1) {
            is.clone_from(was);
        }
        now.next = now.last_unknown(now.known.len());
        Some(now)
    }

    /// The last move before this one of whose position nothing was heard.
    fn last_unknown(&self, before: usize) -> Option<usize> {
        (0..before).rev().find(|at| self.known[*at].is_none())
    }

    /// True if it is about this game.
    #[must_use]
    pub fn is_of(&self, game: &Game) -> bool {
        self.game == *game
    }

    /// The position to ask about next, as the game before a move, and the number of that move from 0.
    #[must_use]
    pub fn next(&self) -> Option<(usize, Game)> {
        let at = self.next?;
        Some((at, self.game.at(at)?))
    }

    /// Takes what each column led to before a move; nothing if the solver does not say.
    pub fn hear(&mut self, at: usize, columns: Columns) {
        if self.next != Some(at) {
            return;
        }
        self.known[at] = Some(columns);
        self.next = self.last_unknown(at);
        if self.after(at).is_none() {
            self.unknown += 1;
        }
        // Without a book earlier positions are harder still.
        let most = match self.game.ruleset() {
            Ruleset::STANDARD => UNKNOWN_MAX,
            _ => 1,
        };
        if self.unknown >= most {
            self.next = None;
        }
    }

    /// Nobody answers any more.
    pub fn stop(&mut self) {
        self.next = None;
    }

    /// True if all was heard that ever will be.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.next.is_none()
    }

    /// What each column leads to after so many moves.
    #[must_use]
    pub fn columns(&self, plies: usize) -> Option<&[Option<Bounds>]> {
        self.known.get(plies)?.as_deref()
    }

    /// How well First stands after each move, from minus to plus [`HEIGHT_MAX`]; none where nobody knows.
    #[must_use]
    pub fn heights(&self) -> Vec<Option<i16>> {
        let spaces = self.game.ruleset().spaces() as i16;
        let height = |at: usize| {
            let near = |plies: u8| {
                let far = (i16::from(plies) - 1).clamp(0, spaces);
                HEIGHT_MAX - (HEIGHT_MAX - HEIGHT_LEAST) * far / spaces
            };
            let height = match self.after(at)? {
                Verdict::Win { plies } => near(plies),
                Verdict::Draw => 0,
                Verdict::Loss { plies } => -near(plies),
            };
            Some(match self.mover(at) {
                Player::First => height,
                Player::Second => -height,
            })
        };
        (0..self.known.len()).map(height).collect()
    }

    /// The moves that mattered most, in the order of the game.
    #[must_use]
    pub fn moments(&self) -> Vec<Moment> {
        let mut all: Vec<_> = (0..self.known.len())
            .filter_map(|at| self.moment(at))
            .collect();
        // Of equal weight the later one decided more.
        all.sort_by_key(|moment| (weight(&moment.why), moment.ply));
        let mut chosen = all.split_off(all.len().saturating_sub(MOMENTS_MAX));
        chosen.sort_by_key(|moment| moment.ply);
        chosen
    }

    /// How many of the moves of a player gave nothing away, and of how many that is known.
    #[must_use]
    pub fn sound(&self, player: Player) -> (usize, usize) {
        let own = (0..self.known.len()).filter(|at| self.mover(*at) == player);
        let slips = own.filter_map(|at| self.is_slip(at));
        slips.fold((0, 0), |(good, all), is_slip| {
            (good + usize::from(!is_slip), all + 1)
        })
    }

    /// Who stood better, as a text: one part for moves in a row that say the same.
    #[must_use]
    pub fn told(&self, text: Text, names: &Names) -> String {
        let word = |height: Option<i16>| match height {
            None => text.get(M::ReviewUnknown).to_owned(),
            Some(0) => text.get(M::Tie).to_owned(),
            Some(1..) => names.get(Player::First).to_owned(),
            Some(_) => names.get(Player::Second).to_owned(),
        };
        let mut runs: Vec<(usize, usize, String)> = Vec::new();
        for (at, height) in self.heights().into_iter().enumerate() {
            let (ply, word) = (at + 1, word(height));
            match runs.last_mut() {
                Some((_, end, last)) if *last == word => *end = ply,
                _ => runs.push((ply, ply, word)),
            }
        }
        let run = |(start, end, word): &(usize, usize, String)| {
            if start == end {
                format!("{start}: {word}")
            } else {
                format!("{start}–{end}: {word}")
            }
        };
        let runs = runs.iter().map(run).collect::<Vec<_>>().join("; ");
        text.with(M::ReviewGraph, &[("runs", &runs)])
    }

    /// What the move led to for the one who made it, as far as that is certain: a line in no fewer moves than told.
    fn after(&self, at: usize) -> Option<Verdict> {
        let columns = self.known.get(at)?.as_deref()?;
        let bounds = columns.get(self.column(at)?.index()).copied().flatten()?;
        prospect(bounds).map(|_| bounds.worst)
    }

    fn column(&self, at: usize) -> Option<Column> {
        match self.game.moves().get(at)? {
            Move::Drop(column) => Some(*column),
            _ => None,
        }
    }

    fn mover(&self, at: usize) -> Player {
        let before = self.game.positions().nth(at);
        before.map_or(Player::First, Position::to_move)
    }

    /// What the best columns before a move led to, and which they were; none if that is not certain.
    fn best(&self, at: usize) -> Option<(Prospect, Vec<Column>)> {
        let columns = self.known.get(at)?.as_deref()?;
        let open = || {
            let numbered = columns.iter().enumerate();
            numbered.filter_map(|(at, bounds)| Some((Column::from_index(at)?, (*bounds)?)))
        };
        let best = open().map(|(_, bounds)| bounds.worst.prospect()).max()?;
        let is_certain = open().all(|(_, bounds)| prospect(bounds).is_some());
        let is_as_good = |bounds: Bounds| bounds.worst.prospect() == best;
        let which = open().filter(|(_, bounds)| is_as_good(*bounds));
        is_certain.then(|| (best, which.map(|(column, _)| column).collect()))
    }

    fn is_slip(&self, at: usize) -> Option<bool> {
        let (best, _) = self.best(at)?;
        Some(self.after(at)?.prospect() < best)
    }

    fn moment(&self, at: usize) -> Option<Moment> {
        let (best, which) = self.best(at)?;
        let why = if self.is_slip(at)? {
            Why::Slip(best, which)
        } else if which.len() == 1 && best > Prospect::Loss && !self.is_plain(at) {
            Why::Only(best)
        } else {
            return None;
        };
        Some(Moment {
            ply: at + 1,
            player: self.mover(at),
            column: self.column(at)?,
            why,
        })
    }

    /// True for a move that everybody sees: it completes a line, or all others let the opponent complete one.
    fn is_plain(&self, at: usize) -> bool {
        let columns = self.columns(at).unwrap_or_default();
        let others = columns.iter().enumerate().filter_map(|(index, bounds)| {
            let is_other = Column::from_index(index) != self.column(at);
            bounds.filter(|_| is_other)
        });
        let is_lost = |bounds: Bounds| bounds.best == Verdict::Loss { plies: 2 };
        self.after(at) == Some(Verdict::Win { plies: 1 }) || others.into_iter().all(is_lost)
    }
}

/// Win, draw or loss, if that is certain.
fn prospect(bounds: Bounds) -> Option<Prospect> {
    let [worst, best] = [bounds.worst, bounds.best].map(Verdict::prospect);
    (worst == best).then_some(worst)
}

const fn weight(why: &Why) -> u8 {
    match why {
        Why::Slip(Prospect::Win, _) => 3,
        Why::Slip(..) => 2,
        Why::Only(Prospect::Win) => 1,
        Why::Only(_) => 0,
    }
}

impl Moment {
    /// What happened, in a few words.
    #[must_use]
    pub fn title(&self, text: Text) -> String {
        let message = match self.why {
            Why::Slip(Prospect::Win, _) => M::MomentWinGone,
            Why::Slip(..) => M::MomentTieGone,
            Why::Only(Prospect::Win) => M::MomentOnlyWin,
            Why::Only(_) => M::MomentOnlyTie,
        };
        text.with(message, &[("number", &self.ply), ("column", &self.column)])
    }

    /// Who it was, and what would have been better.
    #[must_use]
    pub fn about(&self, text: Text, names: &Names) -> String {
        let said = match &self.why {
            Why::Slip(_, better) => {
                let message = match better.len() {
                    1 => M::MomentBetter,
                    _ => M::MomentBetterMany,
                };
                text.with(message, &[("columns", &text.list(better))])
            }
            Why::Only(_) => text.get(M::MomentFound).to_owned(),
        };
        format!("{} · {said}", names.get(self.player))
    }

    /// The sign of a good or a bad move.
    #[must_use]
    pub const fn sign(&self) -> &'static str {
        match self.why {
            Why::Slip(Prospect::Win, _) => "??",
            Why::Slip(..) => "?",
            Why::Only(_) => "!",
        }
    }
}

#[cfg(test)]
mod tests;
