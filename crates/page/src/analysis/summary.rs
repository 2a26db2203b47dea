//! The game at a glance: the graph of the verdicts, and the graded moves with their variations.

use foursight_core::Player;
use foursight_explain::{GradedMove, game_accuracy};
use foursight_phrases::grades::{grade_mark, grade_name};
use foursight_record::MoveMark;
use foursight_solver::Verdict;
use foursight_table::Ply;

use super::{AnalysisState, NodeId};
use crate::replay::move_mark;
use crate::replay::review::advantage;
use crate::text::{Text, UiMessage as M};
use crate::wording::game_text::short_notation;
use crate::wording::player_names::PlayerNames;

/// A bar of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphBar {
    /// The node after the move.
    pub node: NodeId,
    /// Advantage of First, from minus to plus 100; `None` until it is known.
    pub height: Option<i16>,
    /// The move is a mistake or a blunder.
    pub is_mistake: bool,
    /// The node is the shown one.
    pub is_now: bool,
    /// The verdict in words.
    pub words: String,
}

/// A move of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The node after the move.
    pub node: NodeId,
    /// Number of the move, from 1.
    pub ply: usize,
    /// The player who moved.
    pub player: Player,
    /// The cell, as players write it.
    pub cell: String,
    /// The mark of the grade, such as `?`; empty for a good move.
    pub mark: &'static str,
    /// The move in words, with its grade.
    pub words: String,
    /// The node is the shown one.
    pub is_now: bool,
    /// Other moves in place of this one, each with what follows it.
    pub variations: Vec<Vec<ListedMove>>,
}

impl AnalysisState {
    /// Returns the grade of the move that leads to a node. `None` for the start.
    fn grade_of(&self, at: NodeId) -> Option<GradedMove> {
        let parent = self.tree.parent(at)?;
        Some(self.graded(parent, self.tree.mv(at)?.column()?))
    }

    /// Returns a bar for each move of the shown line.
    #[must_use]
    pub fn graph(&self, text: Text, names: &PlayerNames) -> Vec<GraphBar> {
        let moves = self.line().into_iter().skip(1);
        let bar = |node: NodeId| {
            let graded = self.grade_of(node);
            let verdict = graded.as_ref().and_then(GradedMove::verdict);
            let player = graded.as_ref().map_or(Player::First, |mv| mv.player);
            let cells = self.tree.game(node).ruleset().cells();
            let height = verdict.map(|verdict| advantage(verdict, player, cells));
            let winner = match verdict {
                None => text.get(M::AnalysisUnknown).to_owned(),
                Some(Verdict::Draw) => text.get(M::Draw).to_owned(),
                Some(Verdict::Win { .. }) => wins(text, names, player),
                Some(Verdict::Loss { .. }) => wins(text, names, player.opponent()),
            };
            let number = self.tree.game(node).moves().len();
            GraphBar {
                node,
                height,
                is_mistake: graded
                    .and_then(|mv| mv.grade)
                    .is_some_and(|grade| !grade.keeps_outcome()),
                is_now: node == self.at,
                words: text.with(
                    M::AnalysisGraphAt,
                    &[("number", &number), ("verdict", &winner)],
                ),
            }
        };
        moves.map(bar).collect()
    }

    /// Returns the main line as a list, with all variations.
    #[must_use]
    pub fn listed_moves(&self, text: Text, names: &PlayerNames) -> Vec<ListedMove> {
        let root = self.tree.root();
        match self.tree.children(root).first() {
            Some(first) => self.listed_from(text, names, *first, true),
            None => Vec::new(),
        }
    }

    /// Lists a node and its main continuation, with the variations of both.
    fn listed_from(
        &self,
        text: Text,
        names: &PlayerNames,
        start: NodeId,
        with_siblings: bool,
    ) -> Vec<ListedMove> {
        let next = |node: &NodeId| self.tree.children(*node).first().copied();
        let line = std::iter::successors(Some(start), next);
        let mut has_siblings = with_siblings;
        let moves = line.map(|node| {
            let mut listed = self.listed(text, names, node);
            if has_siblings && let Some(parent) = self.tree.parent(node) {
                let others = self.tree.children(parent).iter().skip(1);
                listed.variations = others
                    .map(|other| self.listed_from(text, names, *other, false))
                    .collect();
            }
            has_siblings = true;
            listed
        });
        moves.collect()
    }

    fn listed(&self, text: Text, names: &PlayerNames, node: NodeId) -> ListedMove {
        let game = self.tree.game(node);
        let number = game.moves().len();
        let before = self.tree.parent(node).unwrap_or(node);
        let before = self.tree.game(before).position();
        let player = before.to_move();
        let mv = self.tree.mv(node);
        let ply = mv.map(|mv| Ply::new(number, before, mv, game.position()));
        let cell = ply.as_ref().map(|ply| short_notation(text, ply));
        let cell = cell.unwrap_or_default();
        let grade = self.grade_of(node).and_then(|mv| mv.grade);
        let name = names.get(player);
        let grade_words = grade.map(|grade| grade_name(grade).get(text.0));
        let message = match grade_words {
            Some(_) => M::AnalysisMove,
            None => M::AnalysisMoveUngraded,
        };
        let words = text.with(
            message,
            &[
                ("number", &number),
                ("name", &name),
                ("cell", &cell),
                ("grade", &grade_words.unwrap_or_default()),
            ],
        );
        ListedMove {
            node,
            ply: number,
            player,
            cell,
            mark: grade.map_or("", grade_mark),
            words,
            is_now: node == self.at,
            variations: Vec::new(),
        }
    }

    /// Returns the accuracy of both players on the shown line, in words.
    #[must_use]
    pub fn accuracy_text(&self, text: Text, names: &PlayerNames) -> String {
        let moves: Vec<_> = self
            .line()
            .iter()
            .filter_map(|at| self.grade_of(*at))
            .collect();
        let percent = |player| match game_accuracy(&moves, player) {
            Some(percent) => {
                let percent = format!("{percent:.0}");
                text.with(M::AnalysisPercent, &[("percent", &percent)])
            }
            None => text.get(M::AnalysisNothing).to_owned(),
        };
        let [first, second] = Player::BOTH;
        text.with(
            M::AnalysisAccuracy,
            &[
                ("first", &names.get(first)),
                ("firstPercent", &percent(first)),
                ("second", &names.get(second)),
                ("secondPercent", &percent(second)),
            ],
        )
    }

    /// Returns the marks of the shown line, for pictures.
    #[must_use]
    pub fn marks(&self) -> Vec<Option<MoveMark>> {
        let moves = self.line().into_iter().skip(1);
        let mark = |at: NodeId| move_mark(self.grade_of(at)?.grade?);
        moves.map(mark).collect()
    }
}

fn wins(text: Text, names: &PlayerNames, player: Player) -> String {
    text.with(M::AnalysisWinFor, &[("name", &names.get(player))])
}
