//! The order in which children are searched.
//!
//! A linear score of cheap features, with one set of weights per player and per role: a child that
//! is likely to answer the window's question with little work comes first. The weights were found
//! by hill climbing on the logarithm of the node count of positions of our own.

use crate::node::Node;
use crate::shape::{Shape, line_starts, shr};

/// With so many plies left to the deadline or fewer, only threats are counted.
pub(crate) const THREATS_ONLY_PLIES: i32 = 8;

/// What one unit of each feature is worth.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    /// Threats of the mover after the drop.
    threats: i32,
    /// Those of them on rows of his parity: odd for First, even for Second.
    good_threats: i32,
    /// Those of them directly above a playable space.
    near_threats: i32,
    /// Lines through the space still open to the mover, without, with one, with two discs.
    own_lines: [i32; 3],
    /// The same for the opponent.
    their_lines: [i32; 3],
    /// The drop is directly below a threat of the mover.
    below_own: i32,
    /// The drop is two below a threat of the opponent.
    two_below_theirs: i32,
}

/// By player (First, then Second) and by role (defending, then attacking).
const WEIGHTS: [[Weights; 2]; 2] = [
    [
        Weights {
            threats: 80,
            good_threats: 56,
            near_threats: 45,
            own_lines: [0, 32, -37],
            their_lines: [10, 0, -1],
            below_own: -24,
            two_below_theirs: 0,
        },
        Weights {
            threats: 80,
            good_threats: 46,
            near_threats: 26,
            own_lines: [0, 20, -37],
            their_lines: [12, 0, -1],
            below_own: -22,
            two_below_theirs: 0,
        },
    ],
    [
        Weights {
            threats: 112,
            good_threats: 69,
            near_threats: 51,
            own_lines: [0, 19, -50],
            their_lines: [34, 4, -7],
            below_own: -29,
            two_below_theirs: 18,
        },
        Weights {
            threats: 134,
            good_threats: 90,
            near_threats: 51,
            own_lines: [0, 20, -24],
            their_lines: [22, -11, -7],
            below_own: -22,
            two_below_theirs: 6,
        },
    ],
];

/// Lines still open to one player, by direction: first spaces of those with at least no, one, two
/// discs of his. Upright lines are left out, they hardly ever decide anything.
#[derive(Clone, Copy)]
struct OpenLines([[u64; 3]; 3]);

impl OpenLines {
    #[inline(always)]
    fn new<S: Shape>(shape: S, own: u64, theirs: u64) -> Self {
        let free = shape.spaces() & !theirs;
        Self(shape.slants().map(|s| {
            let open = line_starts(free, s);
            let [a, b, c, d] = [own, shr(own, s), shr(own, 2 * s), shr(own, 3 * s)];
            let one = open & (a | b | c | d);
            let two = open & ((a & b) | (c & d) | ((a | b) & (c | d)));
            [open, one, two]
        }))
    }

    /// How many of them run through `space`, with at least no, one, two discs.
    #[inline(always)]
    fn through<S: Shape>(&self, shape: S, space: u64) -> [i32; 3] {
        let mut counts = [0; 3];
        for (lines, s) in self.0.iter().zip(shape.slants()) {
            let starts = space | shr(space, s) | shr(space, 2 * s) | shr(space, 3 * s);
            for (count, set) in counts.iter_mut().zip(lines) {
                *count += (set & starts).count_ones() as i32;
            }
        }
        counts
    }
}

/// Scores the drops of one node.
pub(crate) struct Order<S> {
    shape: S,
    weights: &'static Weights,
    good_rows: u64,
    /// Own lines, then the opponent's; absent near the deadline.
    lines: Option<[OpenLines; 2]>,
}

impl<S: Shape> Order<S> {
    /// Prepares for a node; `attacking` when the player to move is to win in the window.
    #[inline(always)]
    pub(crate) fn new(shape: S, node: &Node, attacking: bool, with_lines: bool) -> Self {
        let player = usize::from(!node.first_to_move());
        let good_rows = if player == 0 {
            shape.odd_rows()
        } else {
            shape.even_rows()
        };
        let lines = with_lines.then(|| {
            let (own, theirs) = (node.mover, node.opponent());
            [
                OpenLines::new(shape, own, theirs),
                OpenLines::new(shape, theirs, own),
            ]
        });
        Self {
            shape,
            weights: &WEIGHTS[player][usize::from(attacking)],
            good_rows,
            lines,
        }
    }

    /// How promising the drop on `space` is, given the threats the mover has after it.
    #[inline(always)]
    pub(crate) fn score(&self, node: &Node, space: u64, threats: u64) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let w = self.weights;
        let Some([own, theirs]) = &self.lines else {
            return 3 * count(threats) + 2 * count(threats & self.good_rows);
        };
        let near = self.shape.playable(node.all | space) << 1;
        let mut score = w.threats * count(threats)
            + w.good_threats * count(threats & self.good_rows)
            + w.near_threats * count(threats & near);
        let own = own.through(self.shape, space);
        let theirs = theirs.through(self.shape, space);
        for i in 0..3 {
            score += w.own_lines[i] * own[i] + w.their_lines[i] * theirs[i];
        }
        if (space << 1) & node.own_threats != 0 {
            score += w.below_own;
        }
        if (space << 2) & node.their_threats != 0 {
            score += w.two_below_theirs;
        }
        score
    }

    /// How central a space is; decides between equal scores.
    #[inline(always)]
    pub(crate) fn centrality(&self, space: u64) -> i32 {
        let index = space.trailing_zeros();
        let (column, row) = (index / self.shape.stride(), index % self.shape.stride());
        let (width, height) = (self.shape.width(), self.shape.height());
        (column.min(width - 1 - column) * 2 + row.min(height - 1 - row)) as i32
    }
}
