//! Memory layout of a net: all weights in one slice, in the order in which they are used.
//!
//! ```text
//!  features ──table──► accumulators ──input──► hidden ──blocks──► hidden ──output──► logits
//!                   (board and mirror)   ▲                                   ▲
//!                                        └───────── by side to move ─────────┘
//! ```
//!
//! A fast net has one residual block, a deep one several.

use std::ops::Range;

use super::discs::COLUMNS;
use super::features::FEATURES;

/// Number of outputs: loss, draw and win of the position; the policy of each column; loss, draw and
/// win of each column; the score.
pub const OUTPUTS: usize = 3 + COLUMNS + 3 * COLUMNS + 1;
/// Widths are multiples of this, to suit vector instructions.
pub const LANES: usize = 16;
/// Maximum width.
pub const WIDTH_MAX: usize = 256;
/// Maximum number of blocks.
pub const BLOCKS_MAX: usize = 8;

/// The dimensions of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetLayout {
    /// Width of the accumulators.
    pub width: usize,
    /// Number of hidden units.
    pub hidden: usize,
    /// Number of residual blocks.
    pub blocks: usize,
}

/// A matrix or vector within the weights of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Offset of its first weight.
    pub from: usize,
    /// Number of rows, one per input.
    pub rows: usize,
    /// Number of columns, one per output.
    pub columns: usize,
}

impl Tensor {
    /// Returns the range of its weights.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.from..self.from + self.rows * self.columns
    }
}

/// A dense layer: a matrix and a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DenseLayer {
    /// The matrix.
    pub matrix: Tensor,
    /// The bias.
    pub bias: Tensor,
}

impl DenseLayer {
    const fn after(from: usize, rows: usize, columns: usize) -> Self {
        let matrix = Tensor {
            from,
            rows,
            columns,
        };
        let bias = Tensor {
            from: from + rows * columns,
            rows: 1,
            columns,
        };
        Self { matrix, bias }
    }

    const fn end(self) -> usize {
        self.bias.from + self.bias.columns
    }
}

impl NetLayout {
    /// Creates a layout, or `None` if a dimension is no multiple of [`LANES`] or too large.
    #[must_use]
    pub const fn new(width: usize, hidden: usize, blocks: usize) -> Option<Self> {
        if is_fit(width) && is_fit(hidden) && blocks > 0 && blocks <= BLOCKS_MAX {
            return Some(Self {
                width,
                hidden,
                blocks,
            });
        }
        None
    }

    /// Returns the feature table, from features to accumulators.
    #[must_use]
    pub const fn feature_table(self) -> DenseLayer {
        DenseLayer::after(0, FEATURES, self.width)
    }

    /// Returns the input layers, from both accumulators to hidden units; the second is for Second
    /// to move.
    #[must_use]
    pub const fn input_layers(self) -> [DenseLayer; 2] {
        let first = DenseLayer::after(self.feature_table().end(), 2 * self.width, self.hidden);
        [
            first,
            DenseLayer::after(first.end(), 2 * self.width, self.hidden),
        ]
    }

    /// Returns a residual block.
    #[must_use]
    pub const fn block(self, number: usize) -> DenseLayer {
        let hidden = self.hidden;
        let from = self.input_layers()[1].end() + number * (hidden * hidden + hidden);
        DenseLayer::after(from, hidden, hidden)
    }

    /// Returns the output layers, from hidden units to logits; the second is for Second to move.
    #[must_use]
    pub const fn output_layers(self) -> [DenseLayer; 2] {
        let first = DenseLayer::after(self.block(self.blocks - 1).end(), self.hidden, OUTPUTS);
        [first, DenseLayer::after(first.end(), self.hidden, OUTPUTS)]
    }

    /// Returns all layers in order.
    #[must_use]
    pub fn layers(self) -> Vec<DenseLayer> {
        let mut parts = vec![self.feature_table()];
        parts.extend(self.input_layers());
        parts.extend((0..self.blocks).map(|number| self.block(number)));
        parts.extend(self.output_layers());
        parts
    }

    /// Returns the number of weights.
    #[must_use]
    pub const fn weight_count(self) -> usize {
        self.output_layers()[1].end()
    }
}

/// Returns whether a net may have this dimension.
const fn is_fit(n: usize) -> bool {
    n > 0 && n <= WIDTH_MAX && n.is_multiple_of(LANES)
}
