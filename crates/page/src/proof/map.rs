//! The map of a proof: its positions on rings by their number of discs, mirror images merged.
//!
//! Every position but the first hangs on the one from which it is first reached, and near it on the
//! next ring; other ways to it are joins. Coordinates are whole numbers, because formatting
//! floats would double the paths.

use std::collections::{HashMap, VecDeque};
use std::f32::consts::{FRAC_PI_2, TAU};

use foursight_core::Column;
use foursight_proof::{Proof, ProofBoard, ReplyNode};

/// Radius of the map, in its units.
pub const MAP_RADIUS: i32 = 5000;
/// Number of replies to the first drop, mirror images merged: a, b, c and d.
pub const WAYS: usize = 4;
/// Radius of each ring, the first drop at the centre.
const RADII: [i32; 11] = [0, 540, 1040, 1580, 2160, 2800, 3380, 3880, 4280, 4580, 4800];
/// Least distance of two neighbours on a ring.
const GAP: f32 = 58.0;
/// Share of the circle that the rings use; the rest, at the top, has their numbers.
const ARC: f32 = 0.96;

/// A place on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapPoint {
    /// Units to the right of the centre.
    pub x: i32,
    /// Units below the centre.
    pub y: i32,
}

impl MapPoint {
    /// Returns the square of the distance to another place.
    #[must_use]
    pub fn distance_squared(self, other: Self) -> i64 {
        let (x, y) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        x * x + y * y
    }
}

/// A position on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapNode {
    /// A game that leads to the position.
    pub moves: Vec<Column>,
    /// True if a plan answers all replies; otherwise every reply is a position of its own.
    pub has_plan: bool,
    /// The reply to the first drop: 0 for a and g, up to 3 for d. The first position has 0.
    pub way: usize,
    /// The position from which it is first reached.
    pub parent: Option<usize>,
    /// Positions that are first reached from this one.
    pub children: Vec<usize>,
    /// Its place on the map.
    pub at: MapPoint,
    angle: f32,
    board: ProofBoard,
}

impl MapNode {
    /// Returns the number of discs.
    #[must_use]
    pub fn discs(&self) -> usize {
        self.moves.len()
    }

    /// Returns the ring, counted from the centre.
    #[must_use]
    pub fn ring(&self) -> usize {
        self.moves.len() / 2
    }
}

/// The map. Positions are in the order of their rings, and around each ring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProofMap {
    nodes: Vec<MapNode>,
    /// Replies that lead to a position which hangs on another one.
    joins: Vec<(usize, usize)>,
    /// By board, in the orientation with the smaller code.
    index: HashMap<ProofBoard, usize>,
    /// Position of each entry, in the order in which the proof lists them.
    listed: Vec<usize>,
}

impl ProofMap {
    /// Lays out the positions of a proof of First.
    #[must_use]
    pub fn new(proof: &Proof) -> Self {
        let mut map = Self::default();
        map.add_positions(proof);
        let wanted = wanted_angles(&map.nodes);
        for ring in rings(&map.nodes) {
            let radius = ring_radius(map.nodes[ring.start].ring()) as f32;
            let angles = spread(&wanted[ring.clone()], GAP / radius.max(1.0));
            for (node, angle) in map.nodes[ring].iter_mut().zip(angles) {
                node.angle = angle;
                node.at = polar(angle, radius);
            }
        }
        let place = |(board, _): (ProofBoard, &ReplyNode)| map.index.get(&board.canonical());
        map.listed = proof.nodes().filter_map(place).copied().collect();
        map
    }

    /// Adds the positions, one ring after the other, and how they are reached.
    fn add_positions(&mut self, proof: &Proof) {
        let Some(start) = proof.advise(&[]) else {
            return;
        };
        let mut queue = VecDeque::from([(vec![start.column()], None)]);
        while let Some((moves, parent)) = queue.pop_front() {
            let Some(board) = ProofBoard::after(&moves, true) else {
                continue;
            };
            let Some(entry) = proof.node(board) else {
                continue;
            };
            if let Some(known) = self.index.get(&board.canonical()) {
                let join = parent.map(|parent| (parent, *known));
                let is_own = |(from, to): &(usize, usize)| self.nodes[*to].parent == Some(*from);
                self.joins.extend(join.filter(|join| !is_own(join)));
                continue;
            }
            let here = self.nodes.len();
            self.index.insert(board.canonical(), here);
            if let Some(parent) = parent {
                self.nodes[parent].children.push(here);
            }
            let has_plan = *entry.value != ReplyNode::Inner;
            let reply = moves.get(1).map_or(0, |column| column.index());
            self.nodes.push(MapNode {
                has_plan,
                way: reply.min(2 * (WAYS - 1) - reply),
                parent,
                children: Vec::new(),
                at: MapPoint::default(),
                angle: 0.0,
                board,
                moves: moves.clone(),
            });
            if has_plan {
                continue;
            }
            for reply in (0..7).filter_map(Column::from_index) {
                let mut next = moves.clone();
                next.push(reply);
                let drop = ProofBoard::after(&next, true).and_then(|board| proof.drop_at(board));
                if let Some(drop) = drop {
                    next.push(drop.value);
                    queue.push_back((next, Some(here)));
                }
            }
        }
        self.joins.sort_unstable();
        self.joins.dedup();
    }

    /// The positions.
    #[must_use]
    pub fn nodes(&self) -> &[MapNode] {
        &self.nodes
    }

    /// Ways to a position other than the one on which it hangs.
    #[must_use]
    pub fn joins(&self) -> &[(usize, usize)] {
        &self.joins
    }

    /// Finds the position after these moves.
    #[must_use]
    pub fn find(&self, moves: &[Column]) -> Option<usize> {
        self.find_board(ProofBoard::after(moves, true)?)
    }

    /// Finds a position by its board.
    #[must_use]
    pub fn find_board(&self, board: ProofBoard) -> Option<usize> {
        self.index.get(&board.canonical()).copied()
    }

    /// Finds a position by its place in the list of the proof.
    #[must_use]
    pub fn find_listed(&self, place: usize) -> Option<usize> {
        self.listed.get(place).copied()
    }

    /// Returns the board of a position, in the orientation of its moves.
    #[must_use]
    pub fn board(&self, node: usize) -> Option<ProofBoard> {
        self.nodes.get(node).map(|node| node.board)
    }

    /// Returns the positions from the centre to this one, as they hang on each other.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<usize> {
        let parents = |at: &usize| self.nodes.get(*at).and_then(|node| node.parent);
        let mut path: Vec<_> = std::iter::successors(Some(node), parents).collect();
        path.reverse();
        path
    }

    /// Returns the neighbour on the same ring, clockwise or not.
    #[must_use]
    pub fn neighbour(&self, node: usize, is_clockwise: bool) -> usize {
        let ring = self.nodes.get(node).map(MapNode::ring);
        let is_same = |at: &usize| self.nodes.get(*at).map(MapNode::ring) == ring;
        let on_ring: Vec<_> = (0..self.nodes.len()).filter(is_same).collect();
        let here = on_ring.iter().position(|at| *at == node).unwrap_or(0);
        let next = if is_clockwise {
            here + 1
        } else {
            here + on_ring.len().saturating_sub(1)
        };
        on_ring
            .get(next % on_ring.len().max(1))
            .copied()
            .unwrap_or(node)
    }

    /// Returns the position nearest to a place, if one lies within this distance.
    #[must_use]
    pub fn nearest(&self, place: MapPoint, within: i32) -> Option<usize> {
        let distance = |node: &MapNode| node.at.distance_squared(place);
        let nodes = self.nodes.iter().enumerate();
        let (index, node) = nodes.min_by_key(|(_, node)| distance(node))?;
        (distance(node) <= i64::from(within) * i64::from(within)).then_some(index)
    }

    /// Counts the positions after each reply to the first drop.
    #[must_use]
    pub fn ways(&self) -> [usize; WAYS] {
        let mut ways = [0; WAYS];
        for node in self.nodes.iter().skip(1) {
            ways[node.way] += 1;
        }
        ways
    }

    /// Returns the path that joins two positions, as a curve.
    #[must_use]
    pub fn curve(&self, from: usize, to: usize) -> String {
        let (from, to) = (&self.nodes[from], &self.nodes[to]);
        let half = (ring_radius(from.ring()) + ring_radius(to.ring())) as f32 / 2.0;
        // From the centre every direction is as good.
        let start = if from.ring() == 0 {
            to.angle
        } else {
            from.angle
        };
        let (one, other) = (polar(start, half), polar(to.angle, half));
        let points = [from.at, one, other, to.at];
        let [a, b, c, d] = points.map(|point| format!("{} {}", point.x, point.y));
        format!("M{a}C{b} {c} {d}")
    }
}

/// Returns the radius of a ring.
#[must_use]
pub fn ring_radius(ring: usize) -> i32 {
    RADII[ring.min(RADII.len() - 1)]
}

fn polar(angle: f32, radius: f32) -> MapPoint {
    let (sin, cos) = (angle - FRAC_PI_2).sin_cos();
    MapPoint {
        x: (radius * cos).round() as i32,
        y: (radius * sin).round() as i32,
    }
}

/// Returns the range of positions on each ring.
fn rings(nodes: &[MapNode]) -> Vec<std::ops::Range<usize>> {
    let mut rings = Vec::new();
    let mut start = 0;
    for end in 1..=nodes.len() {
        if end == nodes.len() || nodes[end].ring() != nodes[start].ring() {
            rings.push(start..end);
            start = end;
        }
    }
    rings
}

/// Returns the angle at which each position would lie with all that hangs on it around it. A
/// position needs as much of its ring as the gap, or as those that hang on it.
fn wanted_angles(nodes: &[MapNode]) -> Vec<f32> {
    let mut widths = vec![0.0_f32; nodes.len()];
    for (index, node) in nodes.iter().enumerate().rev() {
        let children = node.children.iter().map(|child| widths[*child]);
        widths[index] = children
            .sum::<f32>()
            .max(1.0 / ring_radius(node.ring().max(1)) as f32);
    }
    let margin = (1.0 - ARC) / 2.0 * TAU;
    let scale = ARC * TAU / widths.first().copied().unwrap_or(1.0);
    let mut starts = vec![margin; nodes.len()];
    let mut angles = vec![margin; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        let mut start = starts[index];
        angles[index] = start + widths[index] * scale / 2.0;
        for child in &node.children {
            starts[*child] = start;
            start += widths[*child] * scale;
        }
    }
    angles
}

/// Moves angles apart until neighbours have this gap, as little as possible: the least squares of
/// what is left after the gaps are taken out, by pooling adjacent violators.
fn spread(wanted: &[f32], gap: f32) -> Vec<f32> {
    let margin = (1.0 - ARC) / 2.0 * TAU;
    let room = ARC * TAU;
    let count = wanted.len();
    let gap = gap.min(room / count.max(1) as f32);
    // Pools of neighbours: the sum of their angles without the gaps, and how many they are.
    let mut pools: Vec<(f32, usize)> = Vec::new();
    for (index, angle) in wanted.iter().enumerate() {
        let mut pool = (angle - index as f32 * gap, 1);
        while let Some((sum, size)) = pools.last().copied() {
            if sum / size as f32 <= pool.0 / pool.1 as f32 {
                break;
            }
            pools.pop();
            pool = (pool.0 + sum, pool.1 + size);
        }
        pools.push(pool);
    }
    let last = margin + room - count.saturating_sub(1) as f32 * gap;
    let angles = pools.iter().flat_map(|(sum, size)| {
        let angle = (sum / *size as f32).clamp(margin, last.max(margin));
        std::iter::repeat_n(angle, *size)
    });
    let angles = angles.enumerate();
    angles
        .map(|(index, angle)| angle + index as f32 * gap)
        .collect()
}
