//! Triangles of the grid and its discs, made from rings of points.
//!
//! A ring is a closed list of points with normals; a *loft* is the band between two rings of equal
//! length. Every triangle is wound so that its geometric normal agrees with those of its corners,
//! so nobody has to think about the direction of a ring, and back faces can be left out.

use std::f32::consts::{FRAC_PI_2, TAU};

use super::math::{Vec3, sin_cos, vec3};

/// Steps of the rounding at every edge. It is what catches the light.
const FILLET_STEPS: usize = 3;

/// A triangle with less area than this is left out: it has no direction to wind it by.
const AREA_MIN: f32 = 1e-9;

/// A point of a surface and its normal.
pub type Corner = (Vec3, Vec3);

/// A point of an outline and the direction out of the material, both in a plane.
pub type OutlinePoint = ([f32; 2], [f32; 2]);

/// Points, normals and triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Where the corners are.
    pub points: Vec<Vec3>,
    /// The direction out of the material at each of them.
    pub normals: Vec<Vec3>,
    /// Three corners a triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds the band between two rings, or between two open strips.
    ///
    /// Both must have the same number of corners; of a longer one the rest is left out.
    pub fn loft(&mut self, inner: &[Corner], outer: &[Corner], is_closed: bool) {
        let count = inner.len().min(outer.len());
        let start = self.points.len();
        for (point, normal) in inner[..count].iter().chain(&outer[..count]) {
            self.points.push(*point);
            self.normals.push(*normal);
        }
        let bands = if is_closed {
            count
        } else {
            count.saturating_sub(1)
        };
        for at in 0..bands {
            let next = (at + 1) % count;
            self.triangle([start + at, start + next, start + count + at]);
            self.triangle([start + next, start + count + next, start + count + at]);
        }
    }

    /// Adds the bands between each ring and the next.
    pub fn lofts(&mut self, rings: &[Vec<Corner>]) {
        for pair in rings.windows(2) {
            self.loft(&pair[0], &pair[1], true);
        }
    }

    /// Adds a body: an outline drawn out along the third axis from `from` to `to`, its edges rounded.
    ///
    /// The outline goes around once; its first half mirrors the second, point by point from its
    /// ends, so that straight strips between the halves cover it.
    pub fn prism(&mut self, outline: &[OutlinePoint], [from, to]: [f32; 2], rounding: f32) {
        let profile = edge_profile(from, to, rounding);
        let ring = |edge: &Edge| -> Vec<Corner> {
            let corner = |([x, y], [nx, ny]): &OutlinePoint| {
                let point = vec3(x - nx * edge.inset, y - ny * edge.inset, edge.depth);
                (point, vec3(nx * edge.out, ny * edge.out, edge.along))
            };
            outline.iter().map(corner).collect()
        };
        let rings: Vec<_> = profile.iter().map(ring).collect();
        self.lofts(&rings);
        for end in [rings.first(), rings.last()].into_iter().flatten() {
            let (right, left) = end.split_at(end.len() / 2);
            let left: Vec<_> = left.iter().rev().copied().collect();
            self.loft(right, &left, false);
        }
    }

    /// Every point and normal turned by this function, which must not mirror.
    #[must_use]
    pub fn turned(mut self, turn: impl Fn(Vec3) -> Vec3) -> Self {
        for vector in self.points.iter_mut().chain(&mut self.normals) {
            *vector = turn(*vector);
        }
        self
    }

    fn triangle(&mut self, corners: [usize; 3]) {
        let [a, b, c] = corners.map(|at| self.points[at]);
        let face = (b - a).cross(c - a);
        if face.length() < AREA_MIN {
            return;
        }
        let normal = corners
            .iter()
            .fold(Vec3::default(), |sum, at| sum + self.normals[*at]);
        let [a, b, c] = corners.map(|at| at as u32);
        self.triangles.push(if face.dot(normal) >= 0.0 {
            [a, b, c]
        } else {
            [a, c, b]
        });
    }
}

/// One ring of the way around an edge of a slab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// How far inside the outline.
    pub inset: f32,
    /// Where along the slab's thickness.
    pub depth: f32,
    /// The part of the normal that points out of the outline.
    pub out: f32,
    /// The part of the normal along the thickness.
    pub along: f32,
}

/// The way over the edge of a slab, from its far face to its near one, rounded by a quarter circle
/// at each.
#[must_use]
pub fn edge_profile(near: f32, far: f32, rounding: f32) -> Vec<Edge> {
    let quarter = |at: usize| sin_cos(at as f32 / FILLET_STEPS as f32 * FRAC_PI_2);
    let upper = (0..=FILLET_STEPS).map(quarter).map(|(sin, cos)| Edge {
        inset: rounding * (1.0 - sin),
        depth: far - rounding * (1.0 - cos),
        out: sin,
        along: cos,
    });
    let lower = (0..=FILLET_STEPS).map(quarter).map(|(sin, cos)| Edge {
        inset: rounding * (1.0 - cos),
        depth: near + rounding * (1.0 - sin),
        out: cos,
        along: -sin,
    });
    upper.chain(lower).collect()
}

/// Directions all around, the first to the right.
pub fn around(count: usize) -> impl Iterator<Item = (f32, f32)> + Clone {
    (0..count).map(move |at| {
        let (sin, cos) = sin_cos(at as f32 / count as f32 * TAU);
        (cos, sin)
    })
}

/// Checks what must hold of every mesh: unit normals, triangles that agree with them.
#[cfg(test)]
pub(crate) fn check_mesh(mesh: &Mesh) {
    assert_eq!(mesh.points.len(), mesh.normals.len());
    assert!(!mesh.triangles.is_empty());
    for normal in &mesh.normals {
        assert!((normal.length() - 1.0).abs() < 1e-3, "{normal:?}");
    }
    for corners in &mesh.triangles {
        let [a, b, c] = corners.map(|at| mesh.points[at as usize]);
        let face = (b - a).cross(c - a);
        let sum = corners
            .iter()
            .fold(Vec3::default(), |sum, at| sum + mesh.normals[*at as usize]);
        assert!(face.dot(sum) >= 0.0, "{a:?} {b:?} {c:?}");
    }
}

/// The signed volume inside a mesh: right only if it is closed and wound outwards.
#[cfg(test)]
pub(crate) fn volume(mesh: &Mesh) -> f32 {
    let part = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|at| mesh.points[at as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    mesh.triangles.iter().map(part).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rectangle's outline in the order `prism` wants, with sharp corners.
    fn rectangle(width: f32, height: f32) -> Vec<OutlinePoint> {
        let (x, y) = (width / 2.0, height / 2.0);
        let diagonal = 0.5_f32.sqrt();
        [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]
            .map(|(right, up)| ([right * x, up * y], [right * diagonal, up * diagonal]))
            .to_vec()
    }

    #[test]
    fn a_prism_is_closed() {
        let mut mesh = Mesh::default();
        mesh.prism(&rectangle(2.0, 3.0), [-0.5, 0.5], 0.01);
        check_mesh(&mesh);
        assert!((volume(&mesh) - 6.0).abs() < 0.05, "{}", volume(&mesh));
    }

    #[test]
    fn edges_go_from_face_to_face() {
        let profile = edge_profile(-1.0, 1.0, 0.25);
        let ends = [profile[0], profile[profile.len() - 1]];
        assert!((ends[0].depth - 1.0).abs() < 1e-6 && (ends[0].along - 1.0).abs() < 1e-6);
        assert!((ends[1].depth + 1.0).abs() < 1e-6 && (ends[1].along + 1.0).abs() < 1e-6);
        assert!(ends.iter().all(|edge| (edge.inset - 0.25).abs() < 1e-6));
        assert!(profile.iter().any(|edge| edge.inset < 1e-6));
    }
}
