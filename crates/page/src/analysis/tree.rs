//! A game as a tree of variations.

use foursight_core::{Game, Move, MoveError};

/// Most positions of a tree, so that endless play does not fill the memory.
const NODES_MAX: usize = 2_000;

/// A position of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

/// A game and its variations. The first child of a node is its main continuation.
///
/// ```
/// use foursight_core::{Column, Game, Move};
/// use foursight_page::analysis::GameTree;
///
/// let drop = |number| Move::Drop(Column::from_number(number).expect("in range"));
/// let mut tree = GameTree::new(&Game::default());
/// let root = tree.root();
/// let main = tree.play(root, drop(4))?;
/// let variation = tree.play(root, drop(3))?;
/// assert_eq!(tree.children(root), [main, variation]);
/// assert_eq!(tree.play(root, drop(4))?, main, "a move that is there leads to its node");
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    /// A removed node keeps its place, so that ids stay valid.
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug, PartialEq)]
struct TreeNode {
    game: Game,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new(&Game::default())
    }
}

impl GameTree {
    /// Creates a tree with the moves of a game as its only line.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let plies = game.moves().len();
        let node = |ply: usize| TreeNode {
            game: game.at_ply(ply).unwrap_or_else(|| game.clone()),
            parent: ply.checked_sub(1).map(NodeId),
            children: (ply < plies)
                .then_some(NodeId(ply + 1))
                .into_iter()
                .collect(),
        };
        Self {
            nodes: (0..=plies).map(node).collect(),
        }
    }

    /// Returns the start.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the game up to a node.
    #[must_use]
    pub fn game(&self, at: NodeId) -> &Game {
        &self.node(at).game
    }

    fn node(&self, at: NodeId) -> &TreeNode {
        // Ids of another tree lead to the start.
        self.nodes.get(at.0).unwrap_or(&self.nodes[0])
    }

    /// Returns the node before.
    #[must_use]
    pub fn parent(&self, at: NodeId) -> Option<NodeId> {
        self.node(at).parent
    }

    /// Returns the continuations, the main one first.
    #[must_use]
    pub fn children(&self, at: NodeId) -> &[NodeId] {
        &self.node(at).children
    }

    /// Returns the move that leads to a node.
    #[must_use]
    pub fn mv(&self, at: NodeId) -> Option<Move> {
        let node = self.node(at);
        node.parent.and_then(|_| node.game.moves().last().copied())
    }

    /// Plays a move, and returns its node, which may have been there. A tree that is full stays as
    /// it is and returns `at`.
    ///
    /// # Errors
    ///
    /// [`MoveError`] if the move is illegal.
    pub fn play(&mut self, at: NodeId, mv: Move) -> Result<NodeId, MoveError> {
        let known = self.children(at).iter().copied();
        let mut known = known.filter(|child| self.mv(*child) == Some(mv));
        if let Some(child) = known.next() {
            return Ok(child);
        }
        let game = self.game(at).after(mv)?;
        if self.nodes.len() >= NODES_MAX {
            return Ok(at);
        }
        let child = NodeId(self.nodes.len());
        self.nodes.push(TreeNode {
            game,
            parent: Some(at),
            children: Vec::new(),
        });
        self.nodes[at.0].children.push(child);
        Ok(child)
    }

    /// Returns the nodes from the start to `at`, and on along the main continuations.
    #[must_use]
    pub fn line_through(&self, at: NodeId) -> Vec<NodeId> {
        let before = std::iter::successors(Some(at), |node| self.parent(*node));
        let mut line: Vec<_> = before.collect();
        line.reverse();
        let next = |node: &NodeId| self.children(*node).first().copied();
        line.extend(std::iter::successors(next(&at), next));
        line
    }

    /// Returns the nodes of a game, from the start on, if its moves are all in the tree.
    #[must_use]
    pub fn find(&self, game: &Game) -> Option<Vec<NodeId>> {
        let mut path = vec![self.root()];
        if game.at_ply(0).as_ref() != Some(self.game(self.root())) {
            return None;
        }
        for mv in game.moves() {
            let children = self.children(*path.last()?).iter();
            let next = children.copied().find(|child| self.mv(*child) == Some(*mv));
            path.push(next?);
        }
        Some(path)
    }

    /// Returns true if the node is on the line of first continuations.
    #[must_use]
    pub fn is_main(&self, at: NodeId) -> bool {
        let mut before = std::iter::successors(Some(at), |node| self.parent(*node));
        before.all(|node| match self.parent(node) {
            Some(parent) => self.children(parent).first() == Some(&node),
            None => true,
        })
    }

    /// Removes a node with everything after it. Returns the node before, or `None` for the start.
    pub fn remove(&mut self, at: NodeId) -> Option<NodeId> {
        let parent = self.parent(at)?;
        self.nodes[parent.0].children.retain(|child| *child != at);
        Some(parent)
    }

    /// Makes the variation of a node the main line, all the way from the start.
    pub fn promote(&mut self, at: NodeId) {
        let path: Vec<_> = std::iter::successors(Some(at), |node| self.parent(*node)).collect();
        for node in path {
            if let Some(parent) = self.parent(node) {
                let children = &mut self.nodes[parent.0].children;
                children.retain(|child| *child != node);
                children.insert(0, node);
            }
        }
    }
}
