//! Meshes of the scene: plate segment with one hole, frame, leg, slider bar, disc.
//!
//! A cell is one unit wide, and the centre of the board is the origin. A plate consists of many
//! instances of one segment with a hole; segments and frame share the vertices of their borders, so
//! no gap can show. The back plate is the front plate turned by half a turn.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use super::mesh::{EdgeRing, Mesh, OutlinePoint, Vertex, edge_profile, unit_circle};
use crate::math::{Vec3, sin_cos, vec3};

/// Radius of a hole.
pub const HOLE_RADIUS: f32 = 0.415;
/// Radius of a disc: it covers its hole, and neighbours do not touch.
pub const DISC_RADIUS: f32 = 0.465;
/// Half the thickness of a disc.
pub const DISC_HALF_THICKNESS: f32 = 0.125;
/// Distances of the inner and the outer face of a plate from the middle between the plates.
pub const PLATE: [f32; 2] = [0.15, 0.27];
/// Width of the frame around the holes.
pub const MARGIN: f32 = 0.2;
/// Distance from the lower edge of the plates to the floor.
pub const CLEARANCE: f32 = 0.62;

/// Half the height of the bar below the board.
pub const SLIDER: f32 = 0.06;

/// Rounding of the edges of the plates.
const ROUNDING: f32 = 0.036;
/// Vertices around a hole. Divisible by 8, so that they include the corners of the square around
/// it.
const HOLE_VERTICES: usize = 48;
/// Segments around a corner of the frame.
const CORNER_SEGMENTS: usize = 8;
/// Vertices around a disc.
const DISC_VERTICES: usize = 64;
/// Thickness of a leg.
const LEG_THICKNESS: f32 = 0.24;
/// Overlap of a leg with the edge of the plates.
const LEG_OVERLAP: f32 = 0.03;
/// Half the depth of a leg beside the plates.
const LEG_HALF_DEPTH: f32 = 0.36;

/// Returns the y coordinate of the floor for a board with this many rows.
#[must_use]
pub fn floor_height(rows: u8) -> f32 {
    -(f32::from(rows) / 2.0 + MARGIN + CLEARANCE)
}

/// Returns the x coordinate of the right leg of a board with this many columns.
#[must_use]
pub fn leg_x(columns: u8) -> f32 {
    f32::from(columns) / 2.0 + MARGIN - LEG_OVERLAP + LEG_THICKNESS / 2.0
}

/// Returns the distance that the feet of a board with this many rows reach to the front.
#[must_use]
pub fn leg_reach(rows: u8) -> f32 {
    0.55 + 0.16 * f32::from(rows)
}

/// Builds the segment of the front plate around the hole at the origin.
#[must_use]
pub fn hole() -> Mesh {
    let [near, far] = PLATE;
    let square = |depth: f32, along: f32| -> Vec<Vertex> {
        let vertex = |(cos, sin): (f32, f32)| {
            let reach = 0.5 / cos.abs().max(sin.abs());
            (vec3(cos * reach, sin * reach, depth), vec3(0.0, 0.0, along))
        };
        unit_circle(HOLE_VERTICES).map(vertex).collect()
    };
    let circle = |edge: EdgeRing| -> Vec<Vertex> {
        let radius = HOLE_RADIUS + edge.inset;
        let vertex = |(cos, sin): (f32, f32)| {
            (
                vec3(cos * radius, sin * radius, edge.depth),
                vec3(
                    -cos * edge.normal_out,
                    -sin * edge.normal_out,
                    edge.normal_along,
                ),
            )
        };
        unit_circle(HOLE_VERTICES).map(vertex).collect()
    };
    let mut rings = vec![square(far, 1.0)];
    rings.extend(edge_profile(near, far, ROUNDING).into_iter().map(circle));
    rings.push(square(near, -1.0));
    let mut mesh = Mesh::default();
    mesh.lofts(&rings);
    mesh
}

/// Builds the frame of the front plate around a board of this size.
#[must_use]
pub fn frame(columns: u8, rows: u8) -> Mesh {
    let border = border(columns, rows);
    let [near, far] = PLATE;
    let ring = |out: f32, edge: EdgeRing| -> Vec<Vertex> {
        let vertex = |([x, y], [nx, ny]): &OutlinePoint| {
            (
                vec3(x + nx * out, y + ny * out, edge.depth),
                vec3(
                    nx * edge.normal_out,
                    ny * edge.normal_out,
                    edge.normal_along,
                ),
            )
        };
        border.iter().map(vertex).collect()
    };
    let profile = edge_profile(near, far, ROUNDING);
    let face = |edge: Option<&EdgeRing>| edge.map(|edge| ring(0.0, *edge));
    let mut rings: Vec<_> = face(profile.first()).into_iter().collect();
    rings.extend(profile.iter().map(|edge| ring(MARGIN - edge.inset, *edge)));
    rings.extend(face(profile.last()));
    let mut mesh = Mesh::default();
    mesh.lofts(&rings);
    mesh
}

/// Returns the outer border of all cells, with the vertices that the plate segments have there, and
/// with normals that turn at the corners.
fn border(columns: u8, rows: u8) -> Vec<OutlinePoint> {
    let half = HOLE_VERTICES / 8;
    let step = |at: usize| {
        let (sin, cos) = sin_cos(at as f32 / half as f32 * FRAC_PI_4);
        0.5 * sin / cos
    };
    let offsets: Vec<f32> = (1..=half)
        .rev()
        .map(|at| -step(at))
        .chain((0..=half).map(step))
        .collect();
    let (width, height) = (f32::from(columns), f32::from(rows));
    let sides = [
        ([0.0, -1.0], height, width, columns),
        ([1.0, 0.0], width, height, rows),
        ([0.0, 1.0], height, width, columns),
        ([-1.0, 0.0], width, height, rows),
    ];
    let mut points: Vec<OutlinePoint> = Vec::new();
    for (out, distance, length, cells) in sides {
        // The border runs a quarter turn to the left of `out`.
        let along = [-out[1], out[0]];
        let at = |place: f32| {
            std::array::from_fn(|axis| out[axis] * distance / 2.0 + along[axis] * place)
        };
        for cell in 0..cells {
            let middle = f32::from(cell) + 0.5 - length / 2.0;
            let new_offsets = offsets.iter().skip(usize::from(cell > 0));
            points.extend(new_offsets.map(|offset| (at(middle + offset), out)));
        }
        let corner = at(length / 2.0);
        points.extend((1..CORNER_SEGMENTS).map(|step| {
            let (sin, cos) = sin_cos(step as f32 / CORNER_SEGMENTS as f32 * FRAC_PI_2);
            (
                corner,
                std::array::from_fn(|axis| out[axis] * cos + along[axis] * sin),
            )
        }));
    }
    points
}

/// Builds a leg at the origin: a post with a foot that flares to the front and to the back.
#[must_use]
pub fn leg(rows: u8) -> Mesh {
    let bottom = floor_height(rows);
    let top = f32::from(rows) / 2.0 - 0.05;
    let right = with_normals(&leg_side(leg_reach(rows), bottom, top));
    let left = right
        .iter()
        .rev()
        .map(|([x, y], [nx, ny])| ([-x, *y], [-nx, *ny]));
    let outline: Vec<_> = right.iter().copied().chain(left).collect();
    let mut mesh = Mesh::default();
    mesh.prism(
        &outline,
        [-LEG_THICKNESS / 2.0, LEG_THICKNESS / 2.0],
        ROUNDING,
    );
    // The outline is in x and y; rotate it into z and y.
    mesh.rotated(|vector| vec3(-vector.z, vector.y, vector.x))
}

/// Builds the bar below the board that keeps the discs in, around the origin.
#[must_use]
pub fn slider(columns: u8) -> Mesh {
    let half_width = f32::from(columns) / 2.0;
    let vertex = |x: f32, y: f32| ([x * half_width, y * SLIDER], [x * 0.7, y * 0.7]);
    let outline = [
        vertex(1.0, -1.0),
        vertex(1.0, 1.0),
        vertex(-1.0, 1.0),
        vertex(-1.0, -1.0),
    ];
    let mut mesh = Mesh::default();
    mesh.prism(&outline, [-PLATE[1], PLATE[1]], ROUNDING);
    mesh
}

/// Returns the right side of a leg from the floor to its top.
fn leg_side(reach: f32, bottom: f32, top: f32) -> Vec<[f32; 2]> {
    const STEPS: usize = 8;
    const TOE: f32 = 0.1;
    const SHOULDER: f32 = 0.14;
    let rotate = |at: usize| sin_cos(at as f32 / STEPS as f32 * FRAC_PI_2);
    let flare = reach - LEG_HALF_DEPTH - TOE;
    let mut side = vec![[0.05, bottom], [reach - TOE, bottom]];
    side.extend(
        (1..=STEPS)
            .map(rotate)
            .map(|(sin, cos)| [reach - TOE + TOE * sin, bottom + TOE * (1.0 - cos)]),
    );
    side.extend(
        (1..STEPS)
            .map(rotate)
            .map(|(sin, cos)| [reach - TOE + TOE * cos, bottom + TOE + TOE * 0.7 * sin]),
    );
    let instep = bottom + TOE * 1.7;
    side.extend((0..=STEPS).map(rotate).map(|(sin, cos)| {
        [
            LEG_HALF_DEPTH + flare * (1.0 - sin),
            instep + flare * 0.8 * (1.0 - cos),
        ]
    }));
    side.extend((0..=STEPS).map(rotate).map(|(sin, cos)| {
        [
            LEG_HALF_DEPTH - SHOULDER * (1.0 - cos),
            top - SHOULDER * (1.0 - sin),
        ]
    }));
    side.push([0.05, top]);
    side
}

/// Adds the mean normal, to the right of the path, to each of its points.
fn with_normals(path: &[[f32; 2]]) -> Vec<OutlinePoint> {
    let normal = |at: usize| {
        let before = path[at.saturating_sub(1)];
        let after = path[(at + 1).min(path.len() - 1)];
        let here = path[at];
        let side = |from: [f32; 2], to: [f32; 2]| {
            let (x, y) = (to[0] - from[0], to[1] - from[1]);
            let length = x.hypot(y).max(f32::EPSILON);
            [y / length, -x / length]
        };
        let (incoming, outgoing) = (side(before, here), side(here, after));
        let sum = [incoming[0] + outgoing[0], incoming[1] + outgoing[1]];
        let length = sum[0].hypot(sum[1]).max(f32::EPSILON);
        sum.map(|part| part / length)
    };
    (0..path.len()).map(|at| (path[at], normal(at))).collect()
}

/// Builds a disc at the origin, turned on a lathe: a raised rim with a groove around a flat field.
/// The shader embosses the field.
#[must_use]
pub fn disc() -> Mesh {
    let mut profile: Vec<(Vec3, Vec3)> = Vec::new();
    for pair in face_profile().windows(2) {
        let ([x0, z0], [x1, z1]) = (pair[0], pair[1]);
        let normal = vec3(z0 - z1, 0.0, x1 - x0).normalised();
        profile.push((vec3(x0, 0.0, z0), normal));
        profile.push((vec3(x1, 0.0, z1), normal));
    }
    smooth_normals(&mut profile);
    let back = profile.iter().rev().map(|(point, normal)| {
        let mirror = |vector: &Vec3| vec3(vector.x, 0.0, -vector.z);
        (mirror(point), mirror(normal))
    });
    let full_profile: Vec<_> = profile.iter().copied().chain(back).collect();
    let rings: Vec<Vec<Vertex>> = full_profile
        .iter()
        .map(|(point, normal)| {
            let rotate = |(cos, sin): (f32, f32)| {
                (
                    vec3(point.x * cos, point.x * sin, point.z),
                    vec3(normal.x * cos, normal.x * sin, normal.z),
                )
            };
            unit_circle(DISC_VERTICES).map(rotate).collect()
        })
        .collect();
    let mut mesh = Mesh::default();
    mesh.lofts(&rings);
    mesh
}

/// Returns distance from the axis and height of one face, from the middle to the rim.
fn face_profile() -> Vec<[f32; 2]> {
    const FIELD_DEPTH: f32 = 0.032;
    const RIM_ROUNDING: f32 = 0.04;
    let top = DISC_HALF_THICKNESS;
    let mut profile = vec![
        [0.0, top - FIELD_DEPTH],
        [0.315, top - FIELD_DEPTH],
        [0.325, top - FIELD_DEPTH * 0.85],
        [0.338, top - FIELD_DEPTH * 0.2],
        [0.35, top],
        [0.372, top],
        [0.378, top - 0.01],
        [0.388, top - 0.01],
        [0.394, top],
    ];
    profile.extend((0..=5).map(|step| {
        let (sin, cos) = sin_cos(step as f32 / 5.0 * FRAC_PI_2);
        [
            DISC_RADIUS - RIM_ROUNDING * (1.0 - sin),
            top - RIM_ROUNDING * (1.0 - cos),
        ]
    }));
    profile
}

/// Merges the normals of adjacent bands that meet at a small angle.
fn smooth_normals(profile: &mut [(Vec3, Vec3)]) {
    const COSINE_MIN: f32 = 0.5;
    for at in (1..profile.len().saturating_sub(1)).step_by(2) {
        let (before, after) = (profile[at].1, profile[at + 1].1);
        if before.dot(after) > COSINE_MIN {
            let mean = (before + after).normalised();
            profile[at].1 = mean;
            profile[at + 1].1 = mean;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mesh::{check_mesh, volume};
    use super::*;
    use std::f32::consts::PI;

    #[test]
    fn every_mesh_is_wound_outwards() {
        let legs = (4..=10).map(leg);
        let frames = (4..=10).map(|size| frame(size, 14 - size));
        for mesh in legs.chain(frames).chain([hole(), disc()]) {
            check_mesh(&mesh);
        }
    }

    #[test]
    fn a_disc_is_closed_and_fits() {
        let mesh = disc();
        let full = PI * DISC_RADIUS * DISC_RADIUS * DISC_HALF_THICKNESS * 2.0;
        let fraction = volume(&mesh) / full;
        assert!((0.75..1.0).contains(&fraction), "{fraction}");
        for point in &mesh.positions {
            assert!(point.x.hypot(point.y) <= DISC_RADIUS + 1e-4);
            assert!(point.z.abs() <= DISC_HALF_THICKNESS + 1e-4);
        }
        const {
            assert!(
                DISC_RADIUS > HOLE_RADIUS && DISC_RADIUS < 0.5 && DISC_HALF_THICKNESS < PLATE[0]
            );
        };
    }

    #[test]
    fn a_leg_is_closed_and_stands_on_the_floor() {
        for rows in [4, 6, 10] {
            let mesh = leg(rows);
            assert!(volume(&mesh) > 0.1, "{}", volume(&mesh));
            let lowest = mesh.positions.iter().map(|point| point.y);
            let lowest = lowest.fold(f32::INFINITY, f32::min);
            assert!((lowest - floor_height(rows)).abs() < 1e-4, "{lowest}");
        }
    }

    /// Holes and frame meet in the same vertices, otherwise the background shines through.
    #[test]
    fn frame_and_holes_share_their_points() {
        let (columns, rows) = (5, 4);
        let frame = frame(columns, rows);
        let [left, low] = [f32::from(columns) / 2.0 - 0.5, f32::from(rows) / 2.0 - 0.5];
        let is_on_border = |point: &&Vec3| (point.y + 0.5).abs() < 1e-6 && point.z > 0.2;
        for point in hole().positions.iter().filter(is_on_border) {
            let expected = vec3(point.x - left, point.y - low, point.z);
            let distances = frame
                .positions
                .iter()
                .map(|position| (*position - expected).length());
            assert!(
                distances.fold(f32::INFINITY, f32::min) < 1e-5,
                "{expected:?}"
            );
        }
    }
}
