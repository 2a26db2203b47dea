//! The analysis in words, for the panel and for screen readers.

use foursight_core::{Column, Player};
use foursight_explain::{Parity, PlanPicture, threats};
use foursight_phrases::reasons::ReasonTexts;
use foursight_phrases::verdicts::verdict_text;
use foursight_protocol::engine::VerdictBounds;
use foursight_solver::Verdict;

use super::AnalysisState;
use crate::play::{VerdictSummary, summarise_verdicts};
use crate::text::{Text, UiMessage as M};
use crate::wording::game_text;
use crate::wording::player_names::PlayerNames;

/// Most badges of one reason.
const BADGES_MAX: usize = 3;

/// The words of one column: its verdict and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnReason {
    /// The column.
    pub column: Column,
    /// Reasons in two or three words each.
    pub badges: Vec<String>,
    /// Verdict and reasons in whole sentences.
    pub paragraph: String,
    /// The loss by the drop in contrast to the best one.
    pub contrast: Option<String>,
    /// A reason proves the verdict.
    pub is_proved: bool,
}

/// Words for a state of the analysis.
#[derive(Clone, Copy)]
pub struct AnalysisWords<'a> {
    text: Text,
    names: &'a PlayerNames,
    analysis: &'a AnalysisState,
}

impl<'a> AnalysisWords<'a> {
    /// Returns the words of a state in a language.
    #[must_use]
    pub const fn new(text: Text, names: &'a PlayerNames, analysis: &'a AnalysisState) -> Self {
        Self {
            text,
            names,
            analysis,
        }
    }

    /// Says what was played last and whose turn it is, or how the game ended.
    #[must_use]
    pub fn status(self) -> String {
        let game = self.analysis.game();
        let status = game_text::status_text(self.text, self.names, game, None);
        if game.moves().is_empty() {
            return format!("{status}.");
        }
        let last = game_text::last_move_text(self.text, self.names, game);
        format!("{last} {status}.")
    }

    /// Returns the tags of the columns and the best ones in words.
    #[must_use]
    pub fn verdicts(self) -> VerdictSummary {
        let bounds = |verdict: &Option<Verdict>| {
            verdict.map(|verdict| VerdictBounds {
                worst: verdict,
                best: verdict,
            })
        };
        let columns: Vec<_> = self.analysis.verdicts().iter().map(bounds).collect();
        summarise_verdicts(self.text, &columns)
    }

    /// Returns the headline: the best columns, or why there is none.
    #[must_use]
    pub fn headline(self) -> String {
        if self.analysis.game().position().is_over() {
            let game = self.analysis.game();
            return game_text::status_text(self.text, self.names, game, None);
        }
        if !self.analysis.has_verdicts(self.analysis.at()) {
            return self.text.get(M::AnalysisNoVerdicts).to_owned();
        }
        if self.analysis.is_solving() {
            return self.text.get(M::AnalysisSolving).to_owned();
        }
        let best = self.verdicts().best;
        best.unwrap_or_else(|| self.text.get(M::AnalysisUnsolved).to_owned())
    }

    /// Labels the button of a column.
    #[must_use]
    pub fn column_label(self, column: Column) -> String {
        let parts: [(&str, &dyn std::fmt::Display); 1] = [("column", &column)];
        let board = self.analysis.game().position().board();
        if board.landing(column).is_none() {
            return self.text.with(M::AnalysisColumnFull, &parts);
        }
        let verdict = self.analysis.verdicts().get(column.index());
        match verdict.copied().flatten() {
            None => self.text.with(M::AnalysisColumnOpen, &parts),
            Some(verdict) => {
                let verdict = verdict_text(self.text.0, verdict);
                let parts: [(&str, &dyn std::fmt::Display); 2] =
                    [("column", &column), ("verdict", &verdict)];
                self.text.with(M::AnalysisColumn, &parts)
            }
        }
    }

    /// Returns the words of a column, once they are known.
    #[must_use]
    pub fn reason(self, column: Column) -> Option<ColumnReason> {
        let drop = self.analysis.explanation(column)?;
        let name = |player| self.names.get(player).to_owned();
        let texts = ReasonTexts {
            language: self.text.0,
            mover: self.analysis.game().position().to_move(),
            name: &name,
        };
        let mut badges: Vec<String> = Vec::new();
        for reason in drop.reasons.iter().take(BADGES_MAX) {
            let badge = texts.badge(reason);
            if !badges.contains(&badge) {
                badges.push(badge);
            }
        }
        let best = self.analysis.first_best();
        let best = best.filter(|best| *best != column);
        let best = best.and_then(|best| self.analysis.explanation(best));
        Some(ColumnReason {
            column,
            badges,
            paragraph: texts.paragraph(drop),
            contrast: best.and_then(|best| texts.contrast(drop, best)),
            is_proved: drop.proof().is_some(),
        })
    }

    /// Lists the threats of a player.
    #[must_use]
    pub fn threats(self, player: Player) -> String {
        let position = self.analysis.game().position();
        let board = position.board();
        let threats = threats(position, player).into_iter().map(|threat| {
            let message = match threat.parity() {
                Parity::Odd => M::AnalysisThreatOdd,
                Parity::Even => M::AnalysisThreatEven,
            };
            let words = self.text.with(message, &[("cell", &threat.cell)]);
            if board.landing(threat.cell.column) == Some(threat.cell) {
                self.text.with(M::AnalysisThreatNow, &[("threat", &words)])
            } else {
                words
            }
        });
        let threats: Vec<_> = threats.collect();
        if threats.is_empty() {
            return self.text.get(M::AnalysisThreatNone).to_owned();
        }
        self.text.list(&threats)
    }

    /// Describes the drawn plan.
    #[must_use]
    pub fn plan(self, picture: &PlanPicture) -> String {
        plan_text(self.text, self.names, picture)
    }

    /// Says how a plan that is played out stands. `None` if none is.
    #[must_use]
    pub fn play_out(self) -> Option<String> {
        let play_out = self.analysis.play_out()?;
        let position = self.analysis.game().position();
        if play_out.has_failed {
            return Some(self.text.get(M::AnalysisPlayOutFailed).to_owned());
        }
        if position.is_over() {
            let is_full = position.board().is_full();
            let message = if is_full {
                M::AnalysisPlayOutHeld
            } else {
                M::AnalysisPlayOutWon
            };
            return Some(self.text.get(message).to_owned());
        }
        let player = position.to_move();
        let name = self.names.get(player);
        Some(self.text.with(M::AnalysisPlayOutAbout, &[("name", &name)]))
    }
}

/// Describes a drawn plan.
#[must_use]
pub fn plan_text(text: Text, names: &PlayerNames, picture: &PlanPicture) -> String {
    let name = names.get(picture.player);
    let mut sentences = Vec::new();
    if !picture.pairs.is_empty() {
        let pairs: Vec<_> = picture
            .pairs
            .iter()
            .map(|[lower, upper]| {
                let parts: [(&str, &dyn std::fmt::Display); 2] =
                    [("lower", lower), ("upper", upper)];
                text.with(M::AnalysisPlanPair, &parts)
            })
            .collect();
        let pairs = text.list(&pairs);
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("pairs", &pairs)];
        sentences.push(text.with(M::AnalysisPlanPairs, &parts));
    }
    if !picture.free.is_empty() {
        let cells = text.list(&picture.free);
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("cells", &cells)];
        sentences.push(text.with(M::AnalysisPlanFree, &parts));
    }
    if let Some(cell) = picture.keep_off {
        sentences.push(text.with(M::AnalysisPlanKeepOff, &[("cell", &cell)]));
    }
    if let Some(cell) = picture.decides {
        sentences.push(text.with(M::AnalysisPlanDecides, &[("cell", &cell)]));
    }
    sentences.join(" ")
}
