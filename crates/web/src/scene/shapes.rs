//! The bodies of the scene: a plate's part around one hole, the frame, a leg, a bar, a disc.
//!
//! One space is one unit wide. The grid's middle is the origin. A plate is drawn as many copies of
//! one part with a hole; part and frame share the points of their borders, so no gap can show. The
//! plate behind is the one in front, turned by half a turn.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use super::math::{Vec3, sin_cos, tan, vec3};
use super::mesh::{Corner, Edge, Mesh, OutlinePoint, around, edge_profile};

/// Of a hole.
pub const HOLE_RADIUS: f32 = 0.415;
/// Of a disc: it covers its hole, and neighbours do not touch.
pub const DISC_RADIUS: f32 = 0.465;
/// From a disc's middle to its faces.
pub const DISC_HALF: f32 = 0.125;
/// From the middle between the plates to the inner and the outer face of one.
pub const PLATE: [f32; 2] = [0.15, 0.27];
/// The frame around the holes.
pub const MARGIN: f32 = 0.2;
/// From the plates' lower edge to the floor.
pub const CLEARANCE: f32 = 0.62;

/// Half the height of the bar below the grid.
pub const SLIDER: f32 = 0.06;

/// The rounding of the plates' edges.
const ROUNDING: f32 = 0.036;
/// Points around a hole. Divisible by 8, so that the corners of the square around it are among them.
const HOLE_POINTS: usize = 48;
/// Steps around a corner of the frame.
const CORNER_STEPS: usize = 8;
/// Points around a disc.
const DISC_POINTS: usize = 64;
/// How thick a leg is.
const LEG: f32 = 0.24;
/// How far a leg reaches over the plates' edge.
const LEG_OVERLAP: f32 = 0.03;
/// Half the width of a leg beside the plates.
const LEG_HALF: f32 = 0.36;

/// The height of the floor below the middle of a grid with this many rows.
#[must_use]
pub fn floor_height(rows: u8) -> f32 {
    -(f32::from(rows) / 2.0 + MARGIN + CLEARANCE)
}

/// The middle of a leg, to the right of the middle of a grid with this many columns.
#[must_use]
pub fn leg_place(columns: u8) -> f32 {
    f32::from(columns) / 2.0 + MARGIN - LEG_OVERLAP + LEG / 2.0
}

/// How far the legs of a grid with this many rows reach to the front.
#[must_use]
pub fn leg_reach(rows: u8) -> f32 {
    0.55 + 0.16 * f32::from(rows)
}

/// The part of the front plate around the hole at the origin.
#[must_use]
pub fn hole() -> Mesh {
    let [near, far] = PLATE;
    let square = |depth: f32, along: f32| -> Vec<Corner> {
        let corner = |(cos, sin): (f32, f32)| {
            let reach = 0.5 / cos.abs().max(sin.abs());
            (vec3(cos * reach, sin * reach, depth), vec3(0.0, 0.0, along))
        };
        around(HOLE_POINTS).map(corner).collect()
    };
    let circle = |edge: Edge| -> Vec<Corner> {
        let radius = HOLE_RADIUS + edge.inset;
        let corner = |(cos, sin): (f32, f32)| {
            (
                vec3(cos * radius, sin * radius, edge.depth),
                vec3(-cos * edge.out, -sin * edge.out, edge.along),
            )
        };
        around(HOLE_POINTS).map(corner).collect()
    };
    let mut rings = vec![square(far, 1.0)];
    rings.extend(edge_profile(near, far, ROUNDING).into_iter().map(circle));
    rings.push(square(near, -1.0));
    let mut mesh = Mesh::default();
    mesh.lofts(&rings);
    mesh
}

/// The frame of the front plate around a grid of this size.
#[must_use]
pub fn frame(columns: u8, rows: u8) -> Mesh {
    let border = border(columns, rows);
    let [near, far] = PLATE;
    let ring = |out: f32, edge: Edge| -> Vec<Corner> {
        let corner = |([x, y], [nx, ny]): &OutlinePoint| {
            (
                vec3(x + nx * out, y + ny * out, edge.depth),
                vec3(nx * edge.out, ny * edge.out, edge.along),
            )
        };
        border.iter().map(corner).collect()
    };
    let profile = edge_profile(near, far, ROUNDING);
    let face = |edge: Option<&Edge>| edge.map(|edge| ring(0.0, *edge));
    let mut rings: Vec<_> = face(profile.first()).into_iter().collect();
    rings.extend(profile.iter().map(|edge| ring(MARGIN - edge.inset, *edge)));
    rings.extend(face(profile.last()));
    let mut mesh = Mesh::default();
    mesh.lofts(&rings);
    mesh
}

/// The outer border of all spaces, with the points that the parts with holes have there, and with
/// directions that turn at the corners.
fn border(columns: u8, rows: u8) -> Vec<OutlinePoint> {
    let half = HOLE_POINTS / 8;
    let step = |at: usize| 0.5 * tan(at as f32 / half as f32 * FRAC_PI_4);
    let marks: Vec<f32> = (1..=half)
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
    for (out, distance, length, spaces) in sides {
        // A quarter turn to the left of "out" is the way around.
        let along = [-out[1], out[0]];
        let at = |place: f32| {
            std::array::from_fn(|axis| out[axis] * distance / 2.0 + along[axis] * place)
        };
        for space in 0..spaces {
            let middle = f32::from(space) + 0.5 - length / 2.0;
            let fresh = marks.iter().skip(usize::from(space > 0));
            points.extend(fresh.map(|mark| (at(middle + mark), out)));
        }
        let corner = at(length / 2.0);
        points.extend((1..CORNER_STEPS).map(|step| {
            let (sin, cos) = sin_cos(step as f32 / CORNER_STEPS as f32 * FRAC_PI_2);
            (
                corner,
                std::array::from_fn(|axis| out[axis] * cos + along[axis] * sin),
            )
        }));
    }
    points
}

/// A leg at the origin: a post with a foot that flares to the front and to the back.
#[must_use]
pub fn leg(rows: u8) -> Mesh {
    let bottom = floor_height(rows);
    let top = f32::from(rows) / 2.0 - 0.05;
    let right = smooth(&leg_side(leg_reach(rows), bottom, top));
    let left = right
        .iter()
        .rev()
        .map(|([x, y], [nx, ny])| ([-x, *y], [-nx, *ny]));
    let outline: Vec<_> = right.iter().copied().chain(left).collect();
    let mut mesh = Mesh::default();
    mesh.prism(&outline, [-LEG / 2.0, LEG / 2.0], ROUNDING);
    // The outline was drawn in x and y; it belongs into z and y.
    mesh.turned(|vector| vec3(-vector.z, vector.y, vector.x))
}

/// The bar below the grid that keeps the discs in, around the origin.
#[must_use]
pub fn slider(columns: u8) -> Mesh {
    let wide = f32::from(columns) / 2.0;
    let corner = |x: f32, y: f32| ([x * wide, y * SLIDER], [x * 0.7, y * 0.7]);
    let outline = [
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
        corner(-1.0, -1.0),
    ];
    let mut mesh = Mesh::default();
    mesh.prism(&outline, [-PLATE[1], PLATE[1]], ROUNDING);
    mesh
}

/// The right side of a leg from the floor to its top.
fn leg_side(reach: f32, bottom: f32, top: f32) -> Vec<[f32; 2]> {
    const STEPS: usize = 8;
    const TOE: f32 = 0.1;
    const SHOULDER: f32 = 0.14;
    let turn = |at: usize| sin_cos(at as f32 / STEPS as f32 * FRAC_PI_2);
    let flare = reach - LEG_HALF - TOE;
    let mut side = vec![[0.05, bottom], [reach - TOE, bottom]];
    side.extend(
        (1..=STEPS)
            .map(turn)
            .map(|(sin, cos)| [reach - TOE + TOE * sin, bottom + TOE * (1.0 - cos)]),
    );
    side.extend(
        (1..STEPS)
            .map(turn)
            .map(|(sin, cos)| [reach - TOE + TOE * cos, bottom + TOE + TOE * 0.7 * sin]),
    );
    let instep = bottom + TOE * 1.7;
    side.extend((0..=STEPS).map(turn).map(|(sin, cos)| {
        [
            LEG_HALF + flare * (1.0 - sin),
            instep + flare * 0.8 * (1.0 - cos),
        ]
    }));
    side.extend((0..=STEPS).map(turn).map(|(sin, cos)| {
        [
            LEG_HALF - SHOULDER * (1.0 - cos),
            top - SHOULDER * (1.0 - sin),
        ]
    }));
    side.push([0.05, top]);
    side
}

/// Adds to each point of a way the mean direction to its right.
fn smooth(way: &[[f32; 2]]) -> Vec<OutlinePoint> {
    let normal = |at: usize| {
        let before = way[at.saturating_sub(1)];
        let after = way[(at + 1).min(way.len() - 1)];
        let here = way[at];
        let side = |from: [f32; 2], to: [f32; 2]| {
            let (x, y) = (to[0] - from[0], to[1] - from[1]);
            let length = x.hypot(y).max(f32::EPSILON);
            [y / length, -x / length]
        };
        let (one, two) = (side(before, here), side(here, after));
        let sum = [one[0] + two[0], one[1] + two[1]];
        let length = sum[0].hypot(sum[1]).max(f32::EPSILON);
        sum.map(|part| part / length)
    };
    (0..way.len()).map(|at| (way[at], normal(at))).collect()
}

/// A disc at the origin, turned on a lathe: a raised rim with a groove around a flat field. What is
/// embossed on the field is left to the shader.
#[must_use]
pub fn disc() -> Mesh {
    let mut profile: Vec<(Vec3, Vec3)> = Vec::new();
    for pair in face_profile().windows(2) {
        let ([x0, z0], [x1, z1]) = (pair[0], pair[1]);
        let normal = vec3(z0 - z1, 0.0, x1 - x0).normalised();
        profile.push((vec3(x0, 0.0, z0), normal));
        profile.push((vec3(x1, 0.0, z1), normal));
    }
    soften(&mut profile);
    let back = profile.iter().rev().map(|(point, normal)| {
        let mirror = |vector: &Vec3| vec3(vector.x, 0.0, -vector.z);
        (mirror(point), mirror(normal))
    });
    let whole: Vec<_> = profile.iter().copied().chain(back).collect();
    let rings: Vec<Vec<Corner>> = whole
        .iter()
        .map(|(point, normal)| {
            let turn = |(cos, sin): (f32, f32)| {
                (
                    vec3(point.x * cos, point.x * sin, point.z),
                    vec3(normal.x * cos, normal.x * sin, normal.z),
                )
            };
            around(DISC_POINTS).map(turn).collect()
        })
        .collect();
    let mut mesh = Mesh::default();
    mesh.lofts(&rings);
    mesh
}

/// Distance from the axis and height of one face, from the middle to the rim.
fn face_profile() -> Vec<[f32; 2]> {
    const FIELD: f32 = 0.032;
    const ROUND: f32 = 0.04;
    let top = DISC_HALF;
    let mut profile = vec![
        [0.0, top - FIELD],
        [0.315, top - FIELD],
        [0.325, top - FIELD * 0.85],
        [0.338, top - FIELD * 0.2],
        [0.35, top],
        [0.372, top],
        [0.378, top - 0.01],
        [0.388, top - 0.01],
        [0.394, top],
    ];
    profile.extend((0..=5).map(|step| {
        let (sin, cos) = sin_cos(step as f32 / 5.0 * FRAC_PI_2);
        [DISC_RADIUS - ROUND * (1.0 - sin), top - ROUND * (1.0 - cos)]
    }));
    profile
}

/// Gives points that two bands share one normal where they meet at a small angle.
fn soften(profile: &mut [(Vec3, Vec3)]) {
    const SHARP: f32 = 0.5;
    for at in (1..profile.len().saturating_sub(1)).step_by(2) {
        let (before, after) = (profile[at].1, profile[at + 1].1);
        if before.dot(after) > SHARP {
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
    fn every_body_is_wound_outwards() {
        let legs = (4..=10).map(leg);
        let frames = (4..=10).map(|size| frame(size, 14 - size));
        for mesh in legs.chain(frames).chain([hole(), disc()]) {
            check_mesh(&mesh);
        }
    }

    #[test]
    fn a_disc_is_closed_and_fits() {
        let mesh = disc();
        let full = PI * DISC_RADIUS * DISC_RADIUS * DISC_HALF * 2.0;
        let share = volume(&mesh) / full;
        assert!((0.75..1.0).contains(&share), "{share}");
        for point in &mesh.points {
            assert!(point.x.hypot(point.y) <= DISC_RADIUS + 1e-4);
            assert!(point.z.abs() <= DISC_HALF + 1e-4);
        }
        const { assert!(DISC_RADIUS > HOLE_RADIUS && DISC_RADIUS < 0.5 && DISC_HALF < PLATE[0]) };
    }

    #[test]
    fn a_leg_is_closed_and_stands_on_the_floor() {
        for rows in [4, 6, 10] {
            let mesh = leg(rows);
            assert!(volume(&mesh) > 0.1, "{}", volume(&mesh));
            let lowest = mesh.points.iter().map(|point| point.y);
            let lowest = lowest.fold(f32::INFINITY, f32::min);
            assert!((lowest - floor_height(rows)).abs() < 1e-4, "{lowest}");
        }
    }

    /// Holes and frame meet in the same points, otherwise the background shines through.
    #[test]
    fn frame_and_holes_share_their_points() {
        let (columns, rows) = (5, 4);
        let frame = frame(columns, rows);
        let [left, low] = [f32::from(columns) / 2.0 - 0.5, f32::from(rows) / 2.0 - 0.5];
        let is_on_border = |point: &&Vec3| (point.y + 0.5).abs() < 1e-6 && point.z > 0.2;
        for point in hole().points.iter().filter(is_on_border) {
            let wanted = vec3(point.x - left, point.y - low, point.z);
            let gap = frame.points.iter().map(|found| (*found - wanted).length());
            assert!(gap.fold(f32::INFINITY, f32::min) < 1e-5, "{wanted:?}");
        }
    }
}
