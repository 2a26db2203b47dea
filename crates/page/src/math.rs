//! Minimal vectors and matrices for one upright board and one camera.
//!
//! Right-handed: x to the right, y up, z towards a viewer in front. Matrices are column-major, as
//! WebGL takes them. This module knows neither the board nor the browser.

use std::f32::consts::{FRAC_PI_2, LN_2, PI};
use std::ops::{Add, Mul, Neg, Sub};

/// Returns the sine of an angle.
///
/// Accurate to about 1e-6 for angles of a few turns, which is all an animation needs. The functions
/// of the standard library would add their tables to the bytes loaded before the first drop.
#[must_use]
pub fn sin(angle: f32) -> f32 {
    let half_turns = (angle / PI + 0.5).floor();
    let rest = angle - half_turns * PI;
    let square = rest * rest;
    let sine = rest * polynomial(square, &SINE_COEFFICIENTS);
    if half_turns as i32 % 2 == 0 {
        sine
    } else {
        -sine
    }
}

/// Returns the cosine of an angle.
#[must_use]
pub fn cos(angle: f32) -> f32 {
    sin(angle + FRAC_PI_2)
}

/// Returns the exponential function, at least the smallest normal number.
#[must_use]
pub fn exp(exponent: f32) -> f32 {
    let doublings = (exponent / LN_2 + 0.5).floor().clamp(-126.0, 127.0);
    let rest = exponent - doublings * LN_2;
    let power_of_two = f32::from_bits(((doublings as i32 + EXPONENT_BIAS) as u32) << MANTISSA_BITS);
    polynomial(rest, &EXPONENTIAL_COEFFICIENTS) * power_of_two
}

const EXPONENT_BIAS: i32 = 127;
const MANTISSA_BITS: u32 = 23;

/// Taylor coefficients of sin x / x in x².
const SINE_COEFFICIENTS: [f32; 6] = [
    1.0,
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5_040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
];

const EXPONENTIAL_COEFFICIENTS: [f32; 7] = [
    1.0,
    1.0,
    1.0 / 2.0,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
];

/// Evaluates a polynomial by Horner's rule; the constant term comes first.
fn polynomial(x: f32, coefficients: &[f32]) -> f32 {
    let descending = coefficients.iter().rev();
    descending.fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// Returns sine and cosine of an angle.
#[must_use]
pub fn sin_cos(angle: f32) -> (f32, f32) {
    (sin(angle), cos(angle))
}

/// A point or a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
    /// Towards the viewer in front.
    pub z: f32,
}

/// Builds a vector from its components.
#[must_use]
pub const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    /// Up.
    pub const UP: Self = vec3(0.0, 1.0, 0.0);

    /// Dot product.
    #[must_use]
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Cross product.
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// Euclidean length.
    #[must_use]
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// Returns a vector of length 1 in the same direction; the null vector stays unchanged.
    #[must_use]
    pub fn normalised(self) -> Self {
        let length = self.length();
        if length > 0.0 {
            self * (1.0 / length)
        } else {
            self
        }
    }

    /// Returns the components as an array, for buffers.
    #[must_use]
    pub const fn to_array(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }
}

impl Add for Vec3 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        vec3(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vec3 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Vec3 {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Mul<f32> for Vec3 {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        vec3(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// A 4×4 matrix as four columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat4(pub [[f32; 4]; 4]);

impl Mat4 {
    /// View matrix of a camera at `eye` that looks at `target`.
    #[must_use]
    pub fn look_at(eye: Vec3, target: Vec3) -> Self {
        let back = (eye - target).normalised();
        let right = Vec3::UP.cross(back).normalised();
        let up = back.cross(right);
        Self([
            [right.x, up.x, back.x, 0.0],
            [right.y, up.y, back.y, 0.0],
            [right.z, up.z, back.z, 0.0],
            [-right.dot(eye), -up.dot(eye), -back.dot(eye), 1.0],
        ])
    }

    /// Perspective projection; `tangents` are half the width and half the height at distance 1.
    #[must_use]
    pub fn perspective(tangents: [f32; 2], near: f32, far: f32) -> Self {
        let [wide, high] = tangents;
        let depth = near - far;
        Self([
            [1.0 / wide, 0.0, 0.0, 0.0],
            [0.0, 1.0 / high, 0.0, 0.0],
            [0.0, 0.0, (near + far) / depth, -1.0],
            [0.0, 0.0, 2.0 * near * far / depth, 0.0],
        ])
    }

    /// Orthographic projection of a square; `half` is half its side.
    #[must_use]
    pub fn orthographic(half: f32, near: f32, far: f32) -> Self {
        let depth = near - far;
        Self([
            [1.0 / half, 0.0, 0.0, 0.0],
            [0.0, 1.0 / half, 0.0, 0.0],
            [0.0, 0.0, 2.0 / depth, 0.0],
            [0.0, 0.0, (near + far) / depth, 1.0],
        ])
    }

    /// Shifts the picture up by this fraction of half its height.
    #[must_use]
    pub const fn shifted_up(offset: f32) -> Self {
        Self([
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, offset, 0.0, 1.0],
        ])
    }

    /// Reflection in a horizontal floor at this height.
    #[must_use]
    pub const fn mirror_in_floor(height: f32) -> Self {
        Self([
            [1.0, 0.0, 0.0, 0.0],
            [0.0, -1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 2.0 * height, 0.0, 1.0],
        ])
    }

    /// Transforms a point to homogeneous coordinates.
    #[must_use]
    pub fn transform(&self, point: Vec3) -> [f32; 4] {
        let [a, b, c, d] = self.0;
        std::array::from_fn(|row| a[row] * point.x + b[row] * point.y + c[row] * point.z + d[row])
    }
}

impl Mul for Mat4 {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let cell =
            |column: &[f32; 4], row: usize| (0..4).map(|k| self.0[k][row] * column[k]).sum::<f32>();
        Self(
            other
                .0
                .map(|column| std::array::from_fn(|row| cell(&column, row))),
        )
    }
}

/// Smooth interpolation: 0 below `from`, 1 above `to`.
#[must_use]
pub fn smoothstep(from: f32, to: f32, value: f32) -> f32 {
    let t = ((value - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(point: [f32; 4], expected: [f32; 3]) {
        let [x, y, z, w] = point;
        let found = vec3(x / w, y / w, z / w);
        let [x, y, z] = expected;
        let gap = (found - vec3(x, y, z)).length();
        assert!(gap < 1e-4, "{found:?} is not {expected:?}");
    }

    #[test]
    fn functions_agree_with_the_standard_library() {
        let check = |name: &str, at: f32, found: f32, expected: f32| {
            let gap = (found - expected).abs();
            assert!(
                gap <= 2e-6 * expected.abs().max(1.0),
                "{name}({at}) is {found}, not {expected}"
            );
        };
        for step in -2_000_i16..=2_000 {
            let at = f32::from(step) / 200.0;
            check("sin", at, sin(at), at.sin());
            check("cos", at, cos(at), at.cos());
            check("exp", at, exp(at), at.exp());
        }
        check("exp", -1e4, exp(-1e4), 0.0);
    }

    #[test]
    fn a_camera_sees_its_target_in_the_middle() {
        let eye = vec3(3.0, 4.0, 5.0);
        let view = Mat4::look_at(eye, vec3(1.0, 0.0, 0.0));
        let distance = (eye - vec3(1.0, 0.0, 0.0)).length();
        check(view.transform(vec3(1.0, 0.0, 0.0)), [0.0, 0.0, -distance]);
        check(view.transform(eye), [0.0, 0.0, 0.0]);
    }

    #[test]
    fn near_and_far_are_the_ends_of_depth() {
        for lens in [
            Mat4::perspective([0.5, 0.4], 1.0, 9.0),
            Mat4::orthographic(2.0, 1.0, 9.0),
        ] {
            check(lens.transform(vec3(0.0, 0.0, -1.0)), [0.0, 0.0, -1.0]);
            check(lens.transform(vec3(0.0, 0.0, -9.0)), [0.0, 0.0, 1.0]);
        }
        let lens = Mat4::perspective([0.5, 0.4], 1.0, 9.0);
        check(lens.transform(vec3(1.0, -0.8, -2.0)), [1.0, -1.0, 0.125]);
    }

    #[test]
    fn products_apply_the_right_one_first() {
        let mirror = Mat4::mirror_in_floor(-2.0);
        check(mirror.transform(vec3(1.0, 3.0, 5.0)), [1.0, -7.0, 5.0]);
        let both = Mat4::orthographic(2.0, 1.0, 9.0) * mirror;
        check(both.transform(vec3(1.0, -6.0, -1.0)), [0.5, 1.0, -1.0]);
    }

    #[test]
    fn steps_are_smooth_between_their_edges() {
        for (value, expected) in [(0.0, 0.0), (1.0, 0.0), (1.5, 0.5), (2.0, 1.0), (3.0, 1.0)] {
            assert!((smoothstep(1.0, 2.0, value) - expected).abs() < 1e-6);
        }
    }
}
