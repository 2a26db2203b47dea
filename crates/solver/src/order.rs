//! The order in which children are searched.
//!
//! A linear score of cheap features, with one set of weights per player and per role: a child that
//! is likely to answer the window's question with little work comes first. The weights were found
//! by hill climbing on the mean logarithm of the nodes of 110 positions with 8 to 14 discs, half of
//! them from random play and half from play by this order, and checked on others.

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
    /// Sensible replies.
    replies: i32,
    /// Plies that were forced after the drop.
    forced: i32,
    /// The mover is to move again, after an odd number of them.
    same_mover: i32,
}

/// A drop, and what is known of the child it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) space: u64,
    /// Threats of the mover after the drop.
    pub(crate) threats: u64,
    /// Sensible replies to the drop and the forced plies after it.
    pub(crate) replies: i32,
    /// How many plies after the drop were forced.
    pub(crate) forced: i32,
}

impl Candidate {
    /// Whether the mover of the drop is to move again, after an odd number of forced plies.
    #[inline(always)]
    pub(crate) fn same_mover(&self) -> bool {
        self.forced & 1 == 1
    }
}

/// By player (First, then Second) and by role (defending, then attacking).
const WEIGHTS: [[Weights; 2]; 2] = [
    [
        Weights {
            threats: 68,
            good_threats: 39,
            near_threats: 33,
            own_lines: [3, 22, -35],
            their_lines: [10, 0, 8],
            below_own: -13,
            replies: -8,
            forced: 10,
            same_mover: 3,
        },
        Weights {
            threats: 98,
            good_threats: 46,
            near_threats: 52,
            own_lines: [0, 20, -39],
            their_lines: [12, 0, -4],
            below_own: -26,
            replies: -8,
            forced: 15,
            same_mover: 25,
        },
    ],
    [
        Weights {
            threats: 110,
            good_threats: 69,
            near_threats: 56,
            own_lines: [0, 24, -59],
            their_lines: [34, -2, 6],
            below_own: -44,
            replies: -2,
            forced: 26,
            same_mover: 10,
        },
        Weights {
            threats: 73,
            good_threats: 27,
            near_threats: 57,
            own_lines: [4, 11, -18],
            their_lines: [22, -9, -7],
            below_own: -30,
            replies: -8,
            forced: 18,
            same_mover: 7,
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
        let mut lines = [[0; 3]; 3];
        for (line, s) in lines.iter_mut().zip(shape.slants()) {
            let open = line_starts(free, s);
            let [a, b, c, d] = [own, shr(own, s), shr(own, 2 * s), shr(own, 3 * s)];
            let one = open & (a | b | c | d);
            let two = open & ((a & b) | (c & d) | ((a | b) & (c | d)));
            *line = [open, one, two];
        }
        Self(lines)
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

    /// How promising a drop is.
    #[inline(always)]
    pub(crate) fn score(&self, node: &Node, drop: &Candidate) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let (w, space, threats) = (self.weights, drop.space, drop.threats);
        let mut score = w.replies * drop.replies + w.forced * drop.forced;
        if drop.same_mover() {
            score += w.same_mover;
        }
        if let Some([own, theirs]) = &self.lines {
            let near = self.shape.playable(node.all | space) << 1;
            score += w.threats * count(threats)
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
        } else {
            score += 3 * count(threats) + 2 * count(threats & self.good_rows);
        }
        score * 16 + self.centrality(space)
    }

    /// How central a space is; decides between equal scores.
    #[inline(always)]
    fn centrality(&self, space: u64) -> i32 {
        let index = space.trailing_zeros();
        let (column, row) = (index / self.shape.stride(), index % self.shape.stride());
        let (width, height) = (self.shape.width(), self.shape.height());
        (column.min(width - 1 - column) * 2 + row.min(height - 1 - row)) as i32
    }
}
