//! Triangle meshes of the board and its discs, built from rings of vertices.
//!
//! A ring is a closed list of positions with normals; a *loft* is the band between two rings of
//! equal length. Every triangle is wound so that its geometric normal agrees with the vertex
//! normals, so the direction of a ring does not matter and back faces can be culled.

use std::f32::consts::{FRAC_PI_2, TAU};

use crate::math::{Vec3, sin_cos, vec3};

/// Segments of the rounding at every edge, which catches the light.
const FILLET_SEGMENTS: usize = 3;

/// Smallest area of a triangle: smaller ones are degenerate, have no direction to wind by, and are
/// skipped.
const AREA_MIN: f32 = 1e-9;

/// Position and normal.
pub type Vertex = (Vec3, Vec3);

/// A point of a planar outline, and the direction out of the material there.
pub type OutlinePoint = ([f32; 2], [f32; 2]);

/// An indexed triangle mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions.
    pub positions: Vec<Vec3>,
    /// Vertex normals, which point out of the material.
    pub normals: Vec<Vec3>,
    /// Vertex indices of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds the band between two rings, or between two open strips.
    ///
    /// Both should have the same number of vertices; surplus vertices of the longer one are
    /// ignored.
    pub fn loft(&mut self, inner: &[Vertex], outer: &[Vertex], is_closed: bool) {
        let count = inner.len().min(outer.len());
        let start = self.positions.len();
        for (point, normal) in inner[..count].iter().chain(&outer[..count]) {
            self.positions.push(*point);
            self.normals.push(*normal);
        }
        let bands = if is_closed {
            count
        } else {
            count.saturating_sub(1)
        };
        for index in 0..bands {
            let next = (index + 1) % count;
            self.triangle([start + index, start + next, start + count + index]);
            self.triangle([start + next, start + count + next, start + count + index]);
        }
    }

    /// Adds the bands between each ring and the next.
    pub fn lofts(&mut self, rings: &[Vec<Vertex>]) {
        for pair in rings.windows(2) {
            self.loft(&pair[0], &pair[1], true);
        }
    }

    /// Adds an extrusion of an outline along z from `from` to `to`, with rounded edges.
    ///
    /// The outline goes around once; its first half mirrors the second, point by point from its
    /// ends, so that straight strips between the halves cover it.
    pub fn prism(&mut self, outline: &[OutlinePoint], [from, to]: [f32; 2], rounding: f32) {
        let profile = edge_profile(from, to, rounding);
        let ring = |edge: &EdgeRing| -> Vec<Vertex> {
            let vertex = |([x, y], [nx, ny]): &OutlinePoint| {
                let point = vec3(x - nx * edge.inset, y - ny * edge.inset, edge.depth);
                (
                    point,
                    vec3(
                        nx * edge.normal_out,
                        ny * edge.normal_out,
                        edge.normal_along,
                    ),
                )
            };
            outline.iter().map(vertex).collect()
        };
        let rings: Vec<_> = profile.iter().map(ring).collect();
        self.lofts(&rings);
        for end in [rings.first(), rings.last()].into_iter().flatten() {
            let (right, left) = end.split_at(end.len() / 2);
            let left: Vec<_> = left.iter().rev().copied().collect();
            self.loft(right, &left, false);
        }
    }

    /// Transforms every position and normal by a rotation, which must not mirror.
    #[must_use]
    pub fn rotated(mut self, rotation: impl Fn(Vec3) -> Vec3) -> Self {
        for vector in self.positions.iter_mut().chain(&mut self.normals) {
            *vector = rotation(*vector);
        }
        self
    }

    fn triangle(&mut self, indices: [usize; 3]) {
        let [a, b, c] = indices.map(|index| self.positions[index]);
        let face = (b - a).cross(c - a);
        if face.length() < AREA_MIN {
            return;
        }
        let normal = indices
            .iter()
            .fold(Vec3::default(), |sum, index| sum + self.normals[*index]);
        let [a, b, c] = indices.map(|index| index as u32);
        self.triangles.push(if face.dot(normal) >= 0.0 {
            [a, b, c]
        } else {
            [a, c, b]
        });
    }
}

/// One ring of the profile around the edge of a slab.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeRing {
    /// Distance inside the outline.
    pub inset: f32,
    /// Position along the thickness of the slab.
    pub depth: f32,
    /// Component of the normal that points out of the outline.
    pub normal_out: f32,
    /// Component of the normal along the thickness.
    pub normal_along: f32,
}

/// Returns the profile of the edge of a slab, from its far face to its near one, rounded by a
/// quarter circle at each.
#[must_use]
pub fn edge_profile(near: f32, far: f32, rounding: f32) -> Vec<EdgeRing> {
    let quarter = |index: usize| sin_cos(index as f32 / FILLET_SEGMENTS as f32 * FRAC_PI_2);
    let upper = (0..=FILLET_SEGMENTS)
        .map(quarter)
        .map(|(sin, cos)| EdgeRing {
            inset: rounding * (1.0 - sin),
            depth: far - rounding * (1.0 - cos),
            normal_out: sin,
            normal_along: cos,
        });
    let lower = (0..=FILLET_SEGMENTS)
        .map(quarter)
        .map(|(sin, cos)| EdgeRing {
            inset: rounding * (1.0 - cos),
            depth: near + rounding * (1.0 - sin),
            normal_out: cos,
            normal_along: -sin,
        });
    upper.chain(lower).collect()
}

/// Returns unit vectors around the circle, the first to the right.
pub fn unit_circle(count: usize) -> impl Iterator<Item = (f32, f32)> + Clone {
    (0..count).map(move |index| {
        let (sin, cos) = sin_cos(index as f32 / count as f32 * TAU);
        (cos, sin)
    })
}

/// Checks the invariants of every mesh: unit normals, and triangles that agree with them.
#[cfg(test)]
pub(crate) fn check_mesh(mesh: &Mesh) {
    assert_eq!(mesh.positions.len(), mesh.normals.len());
    assert!(!mesh.triangles.is_empty());
    for normal in &mesh.normals {
        assert!((normal.length() - 1.0).abs() < 1e-3, "{normal:?}");
    }
    for indices in &mesh.triangles {
        let [a, b, c] = indices.map(|index| mesh.positions[index as usize]);
        let face = (b - a).cross(c - a);
        let sum = indices.iter().fold(Vec3::default(), |sum, index| {
            sum + mesh.normals[*index as usize]
        });
        assert!(face.dot(sum) >= 0.0, "{a:?} {b:?} {c:?}");
    }
}

/// Returns the signed volume of a mesh: correct only if it is closed and wound outwards.
#[cfg(test)]
pub(crate) fn volume(mesh: &Mesh) -> f32 {
    let part = |indices: &[u32; 3]| {
        let [a, b, c] = indices.map(|index| mesh.positions[index as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    mesh.triangles.iter().map(part).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outline of a rectangle in the order that `prism` needs, with sharp corners.
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
        assert!((ends[0].depth - 1.0).abs() < 1e-6 && (ends[0].normal_along - 1.0).abs() < 1e-6);
        assert!((ends[1].depth + 1.0).abs() < 1e-6 && (ends[1].normal_along + 1.0).abs() < 1e-6);
        assert!(ends.iter().all(|edge| (edge.inset - 0.25).abs() < 1e-6));
        assert!(profile.iter().any(|edge| edge.inset < 1e-6));
    }
}
