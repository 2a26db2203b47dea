//! Move ordering: a static score for each child.
//!
//! The score is a linear combination of cheap features, with one set of weights per player and
//! role: a child that is likely to cause a cutoff with little work comes first. The weights were
//! tuned by hill climbing on the mean logarithm of the node counts of 110 positions with 8 to 14
//! discs, half of them from random play and half from play by this ordering, and validated on other
//! positions.

use crate::geometry::{BoardGeometry, line_starts, shr};
use crate::node::Node;

/// With this many plies or fewer left to the deadline, only threats are scored.
pub(crate) const THREATS_ONLY_PLIES: i32 = 8;

/// Weight of one unit of each feature.
#[derive(Clone, Copy)]
pub(crate) struct OrderingWeights {
    /// Threats of the mover after the drop.
    threats: i32,
    /// Threats on rows of the mover's parity: odd for First, even for Second.
    good_threats: i32,
    /// Threats directly above a playable cell.
    near_threats: i32,
    /// Lines through the cell still open to the mover, with at least zero, one and two of their
    /// discs.
    own_lines: [i32; 3],
    /// Lines through the cell still open to the opponent, likewise.
    their_lines: [i32; 3],
    /// Set if the drop is directly below a threat of the mover.
    below_own: i32,
    /// Number of non-losing replies.
    replies: i32,
    /// Number of forced plies after the drop.
    forced: i32,
    /// Set if the mover is to move again, after an odd number of forced plies.
    same_mover: i32,
}

/// A drop with the features of the child it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) cell: u64,
    /// Threats of the mover after the drop.
    pub(crate) threats: u64,
    /// Non-losing replies after the drop and the forced plies that follow it.
    pub(crate) replies: i32,
    /// Number of forced plies after the drop.
    pub(crate) forced: i32,
}

impl Candidate {
    /// Returns whether the mover is to move again, after an odd number of forced plies.
    #[inline(always)]
    pub(crate) fn same_mover(&self) -> bool {
        self.forced & 1 == 1
    }
}

/// Indexed by player (First, then Second) and by role (defending, then attacking).
const WEIGHTS: [[OrderingWeights; 2]; 2] = [
    [
        OrderingWeights {
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
        OrderingWeights {
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
        OrderingWeights {
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
        OrderingWeights {
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

/// Lines still open to one player, by direction: the first cells of those with at least zero, one
/// and two of the player's discs. Vertical lines are left out because they hardly ever decide
/// anything.
#[derive(Clone, Copy)]
struct OpenLines([[u64; 3]; 3]);

impl OpenLines {
    #[inline(always)]
    fn new<S: BoardGeometry>(geometry: S, own: u64, theirs: u64) -> Self {
        let free = geometry.cells() & !theirs;
        let mut lines = [[0; 3]; 3];
        for (line, s) in lines.iter_mut().zip(geometry.slants()) {
            let open = line_starts(free, s);
            let [a, b, c, d] = [own, shr(own, s), shr(own, 2 * s), shr(own, 3 * s)];
            let one = open & (a | b | c | d);
            let two = open & ((a & b) | (c & d) | ((a | b) & (c | d)));
            *line = [open, one, two];
        }
        Self(lines)
    }

    /// Counts the open lines through `cell` with at least zero, one and two discs.
    #[inline(always)]
    fn through<S: BoardGeometry>(&self, geometry: S, cell: u64) -> [i32; 3] {
        let mut counts = [0; 3];
        for (lines, s) in self.0.iter().zip(geometry.slants()) {
            let starts = cell | shr(cell, s) | shr(cell, 2 * s) | shr(cell, 3 * s);
            for (count, set) in counts.iter_mut().zip(lines) {
                *count += (set & starts).count_ones() as i32;
            }
        }
        counts
    }
}

/// Scores the drops of one node for move ordering.
pub(crate) struct MoveScorer<S> {
    geometry: S,
    weights: &'static OrderingWeights,
    good_rows: u64,
    /// The mover's lines, then the opponent's; `None` near the deadline.
    lines: Option<[OpenLines; 2]>,
}

impl<S: BoardGeometry> MoveScorer<S> {
    /// Precomputes the features of a node. `attacking` means that the player to move must win
    /// within the window.
    #[inline(always)]
    pub(crate) fn new(geometry: S, node: &Node, attacking: bool, with_lines: bool) -> Self {
        let player = usize::from(!node.first_to_move());
        let good_rows = if player == 0 {
            geometry.odd_rows()
        } else {
            geometry.even_rows()
        };
        let lines = with_lines.then(|| {
            let (own, theirs) = (node.mover, node.opponent());
            [
                OpenLines::new(geometry, own, theirs),
                OpenLines::new(geometry, theirs, own),
            ]
        });
        Self {
            geometry,
            weights: &WEIGHTS[player][usize::from(attacking)],
            good_rows,
            lines,
        }
    }

    /// Returns the ordering score of a drop; higher is searched earlier.
    #[inline(always)]
    pub(crate) fn score(&self, node: &Node, drop: &Candidate) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let (w, cell, threats) = (self.weights, drop.cell, drop.threats);
        let mut score = w.replies * drop.replies + w.forced * drop.forced;
        if drop.same_mover() {
            score += w.same_mover;
        }
        if let Some([own, theirs]) = &self.lines {
            let near = self.geometry.playable(node.all | cell) << 1;
            score += w.threats * count(threats)
                + w.good_threats * count(threats & self.good_rows)
                + w.near_threats * count(threats & near);
            let own = own.through(self.geometry, cell);
            let theirs = theirs.through(self.geometry, cell);
            for i in 0..3 {
                score += w.own_lines[i] * own[i] + w.their_lines[i] * theirs[i];
            }
            if (cell << 1) & node.own_threats != 0 {
                score += w.below_own;
            }
        } else {
            score += 3 * count(threats) + 2 * count(threats & self.good_rows);
        }
        score * 16 + self.centrality(cell)
    }

    /// Returns the centrality of a cell, which breaks draws between equal scores.
    #[inline(always)]
    fn centrality(&self, cell: u64) -> i32 {
        let index = cell.trailing_zeros();
        let (column, row) = (
            index / self.geometry.stride(),
            index % self.geometry.stride(),
        );
        let (width, height) = (self.geometry.width(), self.geometry.height());
        (column.min(width - 1 - column) * 2 + row.min(height - 1 - row)) as i32
    }
}
