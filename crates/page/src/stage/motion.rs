//! Animation curves: falls, lifts, shakes, pulses and sparks as functions of time.
//!
//! Times are in seconds since the movement began, lengths in cells. Every function returns the end
//! of its movement for any later time, so a late frame is never wrong.

use std::f32::consts::TAU;

use crate::math::{self, exp, sin, sin_cos, smoothstep};

/// Shortest and longest time of a fall until the disc lands.
const FALL_SECONDS: [f32; 2] = [0.5, 0.8];
/// Height from which a fall takes the longest time.
const FALL_HEIGHT_MAX: f32 = 10.5;
/// Fraction of its speed that a disc keeps when it bounces.
const BOUNCE: f32 = 0.22;
/// Duration of a fall with two bounces, relative to the fall until the first bounce.
const BOUNCES_FACTOR: f32 = 1.0 + 2.0 * BOUNCE + 2.0 * BOUNCE * BOUNCE;
/// Duration of fading in and out.
pub const FADE_SECONDS: f32 = 0.22;
/// Duration of lifting a disc out of the board.
pub const LIFT_SECONDS: f32 = 0.32;
/// Duration until the last disc has slid out at the bottom.
pub const SLIDE_SECONDS: f32 = 0.85;
/// Duration of the shake after a rejected move.
pub const SHAKE_SECONDS: f32 = 0.45;
/// Duration of the pulse of a winning line before it glows steadily.
pub const PULSE_SECONDS: f32 = 4.5;
/// Lifetime of sparks.
pub const SPARK_SECONDS: f32 = 2.2;

/// Duration of a fall from this height, bounces included.
#[must_use]
pub fn fall_seconds(height: f32) -> f32 {
    landing_seconds(height) * BOUNCES_FACTOR
}

/// Time until a disc that falls from this height lands; the sound plays then.
#[must_use]
pub fn landing_seconds(height: f32) -> f32 {
    let fraction = (height / FALL_HEIGHT_MAX).clamp(0.0, 1.0);
    // The square root: falling four times as far takes twice as long.
    FALL_SECONDS[0] + (FALL_SECONDS[1] - FALL_SECONDS[0]) * fraction.sqrt()
}

/// Height above the ground of a disc that falls from this height and bounces twice.
#[must_use]
pub fn fall(height: f32, seconds: f32) -> f32 {
    let first = landing_seconds(height);
    // In units of the first fall, during which it goes down by 1 with t².
    let mut time = seconds.max(0.0) / first;
    if time <= 1.0 {
        return height * (1.0 - time * time);
    }
    time -= 1.0;
    let mut half = BOUNCE;
    for _ in 0..2 {
        if time < 2.0 * half {
            // Up and down again, an arc of height half².
            return height * (half * half - (time - half) * (time - half));
        }
        time -= 2.0 * half;
        half *= BOUNCE;
    }
    0.0
}

/// Distance that a disc has slid down, accelerating.
#[must_use]
pub fn slide(seconds: f32) -> f32 {
    const ACCELERATION: f32 = 26.0;
    let time = seconds.max(0.0);
    ACCELERATION / 2.0 * time * time
}

/// Time that the bar below the board stays open for discs that slide out.
pub const SLIDER_SECONDS: f32 = 1.4;

/// Sideways offset of the bar below the board.
#[must_use]
pub fn slider(seconds: f32) -> f32 {
    const REACH: f32 = 0.7;
    let close = smoothstep(SLIDER_SECONDS - 0.3, SLIDER_SECONDS, seconds);
    REACH * smoothstep(0.0, 0.15, seconds) * (1.0 - close)
}

/// Offset of the board to the right while it shakes after a rejected move.
#[must_use]
pub fn shake(seconds: f32) -> f32 {
    const REACH: f32 = 0.11;
    const SWINGS: f32 = 3.5;
    let remaining = (1.0 - seconds / SHAKE_SECONDS).clamp(0.0, 1.0);
    REACH * remaining * remaining * sin(seconds / SHAKE_SECONDS * SWINGS * TAU)
}

/// Glow of a winning line from 0 to 1: it rises, pulses and stays.
#[must_use]
pub fn glow(seconds: f32) -> f32 {
    const STEADY: f32 = 0.7;
    const PULSES_PER_SECOND: f32 = 1.1;
    let rise = smoothstep(0.0, 0.4, seconds);
    let pulse = 1.0 - smoothstep(PULSE_SECONDS - 1.2, PULSE_SECONDS, seconds);
    rise * (STEADY - 0.3 * pulse * math::cos(seconds * PULSES_PER_SECOND * TAU))
}

/// State of one spark of a burst.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spark {
    /// Offset from its start.
    pub offset: [f32; 3],
    /// Half its width and height.
    pub size: [f32; 2],
    /// Rotation in radians.
    pub spin: f32,
    /// Opacity from 0 to 1.
    pub opacity: f32,
}

/// Returns spark `number` at this time after the burst.
#[must_use]
pub fn spark(number: u32, seconds: f32) -> Spark {
    const GRAVITY: f32 = 5.2;
    const DRAG: f32 = 1.1;
    let random = |salt: u32| random(number.wrapping_mul(8).wrapping_add(salt));
    let (sin, cos) = sin_cos(random(0) * TAU);
    let speed = 1.2 + 3.4 * random(1);
    // Air drag: the distance covered at an exponentially decaying speed.
    let distance = (1.0 - exp(-DRAG * seconds)) / DRAG;
    let lifetime = SPARK_SECONDS * (0.55 + 0.45 * random(2));
    let turn = seconds * (4.0 + 10.0 * random(3)) + TAU * random(4);
    let size = 0.028 + 0.04 * random(5);
    Spark {
        offset: [
            cos * speed * distance,
            (sin * speed * 0.7 + 2.6) * distance - GRAVITY / 2.0 * seconds * seconds * 0.55,
            (random(6) - 0.5) * 2.4 * distance,
        ],
        // A flat confetti piece that tumbles shows all its sides.
        size: [size, size * (0.25 + 0.75 * math::cos(turn).abs())],
        spin: turn * 0.4,
        opacity: 1.0 - smoothstep(lifetime * 0.6, lifetime, seconds),
    }
}

/// Hashes a seed to a pseudo-random number from 0 to 1, always the same for the same seed.
#[must_use]
pub fn random(seed: u32) -> f32 {
    let mut bits = seed.wrapping_add(0x9E37_79B9);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x21F0_AAAD);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x735A_2D97);
    (bits ^ (bits >> 15)) as f32 / u32::MAX as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls_take_half_a_second_to_eight_tenths() {
        for height in [0.0, 0.5, 1.3, 6.3, 10.3, 99.0] {
            let seconds = landing_seconds(height);
            assert!((0.5..=0.8).contains(&seconds), "{height}: {seconds}");
            assert!((0.2..0.5).contains(&(fall_seconds(height) - seconds)));
        }
        assert!(fall_seconds(6.0) > fall_seconds(2.0));
    }

    #[test]
    fn a_fall_starts_at_rest_lands_and_bounces() {
        let height = 6.0;
        let end = fall_seconds(height);
        let heights: Vec<f32> = (0..=200)
            .map(|tick| fall(height, end * tick as f32 / 200.0))
            .collect();
        assert!((heights[0] - height).abs() < 1e-5);
        assert!(
            heights[0] - heights[1] < heights[50] - heights[51],
            "it speeds up"
        );
        assert!(fall(height, landing_seconds(height)).abs() < 1e-4);
        let landed = (landing_seconds(height) / end * 200.0) as usize + 1;
        let bounce = heights[landed..].iter().copied().fold(0.0, f32::max);
        assert!((0.2..1.0).contains(&bounce), "{bounce}");
        for height in &heights {
            assert!(*height >= -1e-5, "never below the ground: {height}");
        }
        // No jumps: the fastest step is the last before the landing.
        for pair in heights.windows(2) {
            assert!((pair[0] - pair[1]).abs() < 0.2, "{pair:?}");
        }
        assert!(fall(height, end + 5.0).abs() < 1e-6);
    }

    #[test]
    fn the_slider_opens_and_closes() {
        assert!(slider(0.0).abs() < 1e-6 && slider(SLIDER_SECONDS).abs() < 1e-6);
        // It is open until the last disc is gone.
        assert!((0.69..0.71).contains(&slider(SLIDE_SECONDS)));
    }

    #[test]
    fn shakes_and_pulses_end() {
        assert!(shake(SHAKE_SECONDS).abs() < 1e-6 && shake(9.0).abs() < 1e-6);
        assert!((0..45).any(|tick| shake(tick as f32 / 100.0).abs() > 0.04));
        assert!((glow(PULSE_SECONDS) - glow(PULSE_SECONDS + 7.3)).abs() < 1e-6);
        assert!((0..900).all(|tick| (0.0..=1.0).contains(&glow(tick as f32 / 100.0))));
    }

    #[test]
    fn sparks_go_out_and_are_the_same_each_time() {
        for number in 0..200 {
            assert!(spark(number, SPARK_SECONDS).opacity.abs() < 1e-6);
            assert_eq!(spark(number, 0.5), spark(number, 0.5));
            assert!(
                spark(number, 0.3)
                    .offset
                    .iter()
                    .all(|part| part.abs() < 4.0)
            );
        }
        assert_ne!(spark(1, 0.5), spark(2, 0.5));
    }
}
