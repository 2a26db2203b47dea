//! Messages that change the analysis.

use foursight_core::{Column, Game};

use super::{AnalysisReply, AnalysisState, NodeId, OverlayLayer, SetupEditor, SetupTool};
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};

/// A message of the analysis board.
#[derive(Clone, Debug)]
pub enum AnalysisMessage {
    /// Begin with a game, after this many moves or at its end.
    Open(Box<Game>, Option<usize>),
    /// Go on with a game that may be in the tree, or else begin with it.
    Resume(Box<Game>, Option<usize>),
    /// Play a drop, or use the tool of the setup on the column.
    Press(Column),
    /// Aim at a column, or at none.
    Aim(Option<Column>),
    /// Show a node.
    Go(NodeId),
    /// Move along the line by this many plies.
    Step(isize),
    /// Show or hide a layer.
    Toggle(OverlayLayer),
    /// Make the variation that is shown the main line.
    Promote,
    /// Remove the shown node with everything after it.
    Remove,
    /// Add perfect play from the explained column on to the tree.
    PlayBestLine,
    /// Play the plan of the explained column out.
    PlayOut,
    /// Stop playing a plan out, and return to where it began.
    StopPlayOut,
    /// Begin to set up a board by hand.
    EditSetup,
    /// Choose what a press does.
    ChooseTool(SetupTool),
    /// Take all discs away.
    ClearSetup,
    /// Stop setting up, without the board.
    CancelSetup,
    /// The engine has replied.
    Replied(AnalysisReply),
}

impl From<AnalysisMessage> for Message {
    fn from(message: AnalysisMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for AnalysisMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        model.update_feature(|analysis: &mut AnalysisState| analysis.apply(*self));
    }
}

impl AnalysisState {
    /// Applies a message.
    pub fn apply(&mut self, message: AnalysisMessage) {
        match message {
            AnalysisMessage::Open(game, ply) => {
                // A new game shows what the last one showed.
                let layers = self.layers;
                *self = Self::new(&game, ply);
                self.layers = layers;
            }
            AnalysisMessage::Resume(game, ply) => match self.tree.find(&game) {
                Some(path) => {
                    let last = path.len() - 1;
                    self.go(path[ply.unwrap_or(last).min(last)]);
                }
                None => self.apply(AnalysisMessage::Open(game, ply)),
            },
            AnalysisMessage::Press(column) => match &mut self.editor {
                Some(editor) => editor.press(column),
                None => self.press(column),
            },
            AnalysisMessage::Aim(column) => self.aim = column,
            AnalysisMessage::Go(at) => self.go(at),
            AnalysisMessage::Step(plies) => self.step(plies),
            AnalysisMessage::Toggle(layer) => self.toggle(layer),
            AnalysisMessage::Promote => self.tree.promote(self.at),
            AnalysisMessage::Remove => {
                if let Some(parent) = self.tree.remove(self.at) {
                    self.go(parent);
                }
            }
            AnalysisMessage::PlayBestLine => self.play_best_line(),
            AnalysisMessage::PlayOut => self.begin_play_out(),
            AnalysisMessage::StopPlayOut => {
                if let Some(play_out) = self.play_out.take() {
                    let before = self.tree.parent(play_out.start);
                    self.go(before.unwrap_or(play_out.start));
                }
            }
            AnalysisMessage::EditSetup => {
                self.play_out = None;
                self.aim = None;
                self.editor = Some(SetupEditor::new(self.game()));
            }
            AnalysisMessage::ChooseTool(tool) => {
                if let Some(editor) = &mut self.editor {
                    editor.tool = tool;
                }
            }
            AnalysisMessage::ClearSetup => {
                if let Some(editor) = &mut self.editor {
                    editor.clear();
                }
            }
            AnalysisMessage::CancelSetup => self.editor = None,
            AnalysisMessage::Replied(reply) => self.record(reply),
        }
    }
}
