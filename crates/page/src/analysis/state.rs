//! The state of the analysis board.

use std::collections::HashMap;

use foursight_core::{Column, Game, Move, Position};
use foursight_explain::{DropExplanation, GradedMove, PlanPicture, ProofCode, ProofPlayer};
use foursight_solver::Verdict;

use super::{AnalysisReply, AnalysisRequest, GameTree, NodeId, SetupEditor};

/// A drawing over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayLayer {
    /// The threats of both players.
    Threats,
    /// The plan that proves the verdict of the column in question.
    Plan,
}

/// The layers that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownLayers {
    shows_threats: bool,
    shows_plan: bool,
}

impl Default for ShownLayers {
    fn default() -> Self {
        Self {
            shows_threats: false,
            shows_plan: true,
        }
    }
}

/// A plan that is being played out: a person chooses the drops of one player, the plan answers.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayOut {
    /// The plan, before each position that was reached, so that drops can be taken back.
    players: HashMap<NodeId, ProofPlayer>,
    /// The start: the position after the drop that is proved.
    pub start: NodeId,
    /// The plan had no answer. It never happens to a checked proof.
    pub has_failed: bool,
}

/// The state of the analysis board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisState {
    pub(super) tree: GameTree,
    pub(super) at: NodeId,
    pub(super) verdicts: HashMap<NodeId, Vec<Option<Verdict>>>,
    pub(super) reasons: HashMap<(NodeId, Column), Option<DropExplanation>>,
    pub(super) aim: Option<Column>,
    pub(super) layers: ShownLayers,
    pub(super) play_out: Option<PlayOut>,
    pub(super) editor: Option<SetupEditor>,
}

impl AnalysisState {
    /// Begins with a game, after this many moves.
    #[must_use]
    pub fn new(game: &Game, ply: Option<usize>) -> Self {
        let tree = GameTree::new(game);
        let line = tree.line_through(tree.root());
        let last = line.len() - 1;
        Self {
            at: line[ply.unwrap_or(last).min(last)],
            tree,
            ..Self::default()
        }
    }

    /// Returns the tree.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns the node that is shown.
    #[must_use]
    pub const fn at(&self) -> NodeId {
        self.at
    }

    /// Returns the game up to the shown node.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.tree.game(self.at)
    }

    pub(super) fn position(&self) -> &Position {
        self.game().position()
    }

    /// Returns the column aimed at, if it is open.
    #[must_use]
    pub fn aim(&self) -> Option<Column> {
        let is_open = |column: &Column| self.position().drop_in(*column).is_ok();
        self.aim.filter(is_open)
    }

    /// Returns the plan being played out.
    #[must_use]
    pub const fn play_out(&self) -> Option<&PlayOut> {
        self.play_out.as_ref()
    }

    /// Returns the board that is being set up by hand.
    #[must_use]
    pub const fn editor(&self) -> Option<&SetupEditor> {
        self.editor.as_ref()
    }

    /// Returns true if a layer is drawn.
    #[must_use]
    pub const fn shows(&self, layer: OverlayLayer) -> bool {
        match layer {
            OverlayLayer::Threats => self.layers.shows_threats,
            OverlayLayer::Plan => self.layers.shows_plan,
        }
    }

    pub(super) fn toggle(&mut self, layer: OverlayLayer) {
        match layer {
            OverlayLayer::Threats => self.layers.shows_threats ^= true,
            OverlayLayer::Plan => self.layers.shows_plan ^= true,
        }
    }

    /// Returns the verdicts of the columns at the shown node; empty until they are known, and while a
    /// board is set up.
    #[must_use]
    pub fn verdicts(&self) -> &[Option<Verdict>] {
        if self.editor.is_some() {
            return &[];
        }
        self.verdicts.get(&self.at).map_or(&[], Vec::as_slice)
    }

    /// Returns true while the verdicts of the shown node are being computed.
    #[must_use]
    pub fn is_solving(&self) -> bool {
        self.has_verdicts(self.at) && !self.verdicts.contains_key(&self.at)
    }

    /// Returns true if the engine has verdicts for a node.
    pub(super) fn has_verdicts(&self, at: NodeId) -> bool {
        let position = self.tree.game(at).position();
        position.ruleset().variant().is_drop_only() && !position.is_over()
    }

    /// Returns the best columns at the shown node.
    #[must_use]
    pub fn best(&self) -> Vec<Column> {
        let mut columns = self.position().board().columns();
        let any = columns.find(|column| self.position().drop_in(*column).is_ok());
        any.map_or_else(Vec::new, |column| self.graded(self.at, column).best)
    }

    /// Returns the best column nearest to the middle.
    #[must_use]
    pub fn first_best(&self) -> Option<Column> {
        let middle = usize::from(self.position().ruleset().width() / 2);
        let best = self.best().into_iter();
        best.min_by_key(|column| (column.index().abs_diff(middle), column.index()))
    }

    /// Grades a drop at a node, as far as the verdicts are known.
    pub(super) fn graded(&self, at: NodeId, column: Column) -> GradedMove {
        let verdicts = self.verdicts.get(&at).cloned().unwrap_or_default();
        GradedMove::new(self.tree.game(at).position(), column, verdicts)
    }

    /// Returns the column whose reason is shown: the one aimed at, else the best one.
    #[must_use]
    pub fn explained_column(&self) -> Option<Column> {
        self.aim().or_else(|| self.first_best())
    }

    /// Returns the explanation of a column at the shown node, once it is known.
    #[must_use]
    pub fn explanation(&self, column: Column) -> Option<&DropExplanation> {
        self.reasons.get(&(self.at, column))?.as_ref()
    }

    /// Returns true while the reason of a column is being looked for.
    #[must_use]
    pub fn is_explaining(&self, column: Column) -> bool {
        let is_known = self.verdicts().iter().any(Option::is_some);
        is_known && !self.reasons.contains_key(&(self.at, column))
    }

    /// Returns the picture of the plan that proves the verdict of the explained column, and that
    /// column; in a plan that is played out, what is left of it.
    #[must_use]
    pub fn plan_picture(&self) -> Option<(Option<Column>, PlanPicture)> {
        if let Some(play_out) = &self.play_out {
            let player = play_out.players.get(&self.at)?;
            return Some((None, PlanPicture::of_player(self.position(), player)?));
        }
        let column = self.explained_column()?;
        let reason = self.explanation(column)?.proof()?;
        let after = self.position().drop_in(column).ok()?;
        Some((Some(column), PlanPicture::new(&after, reason)?))
    }

    /// Returns true if the explained column has a proof that can be played out.
    #[must_use]
    pub fn can_play_out(&self) -> bool {
        let column = self.explained_column();
        let proof = column.and_then(|column| self.explanation(column)?.proof());
        self.play_out.is_none() && self.editor.is_none() && proof.is_some()
    }

    /// Plays the explained column and lets its plan answer from then on.
    pub(super) fn begin_play_out(&mut self) {
        let Some(column) = self.explained_column() else {
            return;
        };
        let reason = self.explanation(column).and_then(DropExplanation::proof);
        let Some(mut player) = reason.and_then(ProofPlayer::new) else {
            return;
        };
        self.drop_in(column);
        // Some proofs begin with a reply to the drop.
        if let Some(reply) = player.answer_first(self.position()) {
            self.drop_in(reply);
        }
        self.play_out = Some(PlayOut {
            players: HashMap::from([(self.at, player)]),
            start: self.at,
            has_failed: false,
        });
    }

    /// Returns perfect play from the explained column on, as far as it is known.
    #[must_use]
    pub fn best_line(&self) -> &[Column] {
        let column = self.explained_column().filter(|_| self.play_out.is_none());
        let drop = column.and_then(|column| self.explanation(column));
        drop.map_or(&[], |drop| &drop.line)
    }

    /// Adds perfect play from the explained column on as a line, and shows its first move.
    pub(super) fn play_best_line(&mut self) {
        let line = self.best_line().to_vec();
        let mut at = self.at;
        let mut first = None;
        for column in line {
            let Ok(next) = self.tree.play(at, Move::Drop(column)) else {
                break;
            };
            first = first.or(Some(next));
            at = next;
        }
        if let Some(first) = first {
            self.go(first);
        }
    }

    /// Plays a drop at the shown node; a plan that is played out answers it.
    pub(super) fn press(&mut self, column: Column) {
        let before = self.at;
        if !self.drop_in(column) {
            return;
        }
        let at = self.at;
        let game = self.tree.game(at).clone();
        let Some(play_out) = &mut self.play_out else {
            return;
        };
        let Some(player) = play_out.players.get(&before) else {
            self.play_out = None;
            return;
        };
        if game.position().is_over() {
            return;
        }
        let mut player = player.clone();
        let Some(answer) = player.answer(game.position(), column) else {
            play_out.has_failed = true;
            return;
        };
        self.drop_in(answer);
        if let Some(play_out) = &mut self.play_out {
            play_out.players.insert(self.at, player);
        }
    }

    fn drop_in(&mut self, column: Column) -> bool {
        let played = self.tree.play(self.at, Move::Drop(column));
        if let Ok(next) = played {
            self.go(next);
        }
        played.is_ok()
    }

    /// Shows a node.
    pub(super) fn go(&mut self, at: NodeId) {
        self.at = at;
        self.aim = None;
        let start = self.play_out.as_ref().map(|play_out| play_out.start);
        if let Some(start) = start
            && !self.tree.line_through(at).starts_with(&self.path(start))
        {
            self.play_out = None;
        }
    }

    fn path(&self, at: NodeId) -> Vec<NodeId> {
        let plies = self.tree.game(at).moves().len() - self.root_plies();
        let mut line = self.tree.line_through(at);
        line.truncate(plies + 1);
        line
    }

    fn root_plies(&self) -> usize {
        self.tree.game(self.tree.root()).moves().len()
    }

    /// Moves along the shown line by this many plies.
    pub(super) fn step(&mut self, plies: isize) {
        let line = self.line();
        let here = line.iter().position(|node| *node == self.at).unwrap_or(0);
        let there = here.saturating_add_signed(plies).min(line.len() - 1);
        // Where a plan answers, its answers are passed over.
        let stops = |node: &NodeId| {
            let play_out = self.play_out.as_ref();
            play_out.is_none_or(|play_out| play_out.players.contains_key(node))
        };
        let towards: Vec<_> = if plies < 0 {
            line[..=there].iter().rev().copied().collect()
        } else {
            line[there..].to_vec()
        };
        let to = towards.iter().find(|node| stops(node));
        self.go(to.copied().unwrap_or(line[there]));
    }

    /// Returns the shown line: from the start through the shown node to the end.
    #[must_use]
    pub fn line(&self) -> Vec<NodeId> {
        self.tree.line_through(self.at)
    }

    /// Returns what to ask the engine next: what is shown first, then the rest of the line from its
    /// end, because late positions are quick to solve.
    #[must_use]
    pub fn next_request(&self) -> Option<AnalysisRequest> {
        if self.editor.is_some() {
            return None;
        }
        let is_unsolved = |at: &NodeId| self.has_verdicts(*at) && !self.verdicts.contains_key(at);
        let verdicts = |at: NodeId| AnalysisRequest::Verdicts(at, self.tree.game(at).clone());
        if is_unsolved(&self.at) {
            return Some(verdicts(self.at));
        }
        let next = self.tree.children(self.at).first();
        let played = next.and_then(|next| self.tree.mv(*next)?.column());
        let wanted = [self.aim(), self.first_best(), played];
        let unexplained = wanted.into_iter().flatten().find(|column| {
            let verdict = self.verdicts().get(column.index()).copied().flatten();
            verdict.is_some() && !self.reasons.contains_key(&(self.at, *column))
        });
        if let Some(column) = unexplained {
            let game = self.game().clone();
            return Some(AnalysisRequest::Reasons(self.at, column, game));
        }
        self.line()
            .into_iter()
            .rev()
            .find(is_unsolved)
            .map(verdicts)
    }

    /// Records a reply of the engine.
    pub(super) fn record(&mut self, reply: AnalysisReply) {
        match reply {
            AnalysisReply::Verdicts(at, verdicts) => {
                self.verdicts.insert(at, verdicts);
            }
            AnalysisReply::Reasons(at, column, code) => {
                let verdicts = self.verdicts.get(&at).map_or(&[][..], Vec::as_slice);
                let position = self.tree.game(at).position();
                let read = ProofCode::decode(position, column, verdicts, &code);
                self.reasons.insert((at, column), read);
            }
        }
    }
}

impl PlayOut {
    /// Returns the plan at a node in which the person chooses.
    #[must_use]
    pub fn player(&self, at: NodeId) -> Option<&ProofPlayer> {
        self.players.get(&at)
    }
}
