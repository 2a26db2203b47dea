//! How things move: falls, lifts, shakes, pulses and sparks as functions of time.
//!
//! Times are seconds since the movement began, lengths are spaces. Every function gives the end of
//! its movement for any later time, so that a late frame is never wrong.

use std::f32::consts::TAU;

use super::math::{self, exp, sin, sin_cos, smoothstep};

/// The shortest and the longest fall, to the moment of landing.
const FALL_SECONDS: [f32; 2] = [0.5, 0.8];
/// The longest fall of a grid as high as this takes the longest time.
const FALL_HEIGHT_MAX: f32 = 10.5;
/// The speed that a bounce leaves, of the speed before it.
const BOUNCE: f32 = 0.22;
/// A fall with two bounces takes so many times as long as the fall to the first.
const WITH_BOUNCES: f32 = 1.0 + 2.0 * BOUNCE + 2.0 * BOUNCE * BOUNCE;
/// How long things take to appear and disappear.
pub const FADE_SECONDS: f32 = 0.22;
/// How long a disc takes to be lifted out.
pub const LIFT_SECONDS: f32 = 0.32;
/// How long the last disc takes to slide out at the bottom.
pub const SLIDE_SECONDS: f32 = 0.85;
/// How long a refused move shakes.
pub const SHAKE_SECONDS: f32 = 0.45;
/// How long a line pulses before it glows steadily.
pub const PULSE_SECONDS: f32 = 4.5;
/// How long sparks fly.
pub const SPARK_SECONDS: f32 = 2.2;

/// How long a disc falls from this height, bounces included.
#[must_use]
pub fn fall_seconds(height: f32) -> f32 {
    landing_seconds(height) * WITH_BOUNCES
}

/// When a disc that falls from this height first touches the ground: the time for a sound.
#[must_use]
pub fn landing_seconds(height: f32) -> f32 {
    let share = (height / FALL_HEIGHT_MAX).clamp(0.0, 1.0);
    // The square root: falling four times as high takes twice as long.
    FALL_SECONDS[0] + (FALL_SECONDS[1] - FALL_SECONDS[0]) * share.sqrt()
}

/// How high above the ground a disc is that falls from this height and bounces twice.
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

/// How far a thing that slides out has gone down, faster and faster.
#[must_use]
pub fn slide(seconds: f32) -> f32 {
    const ACCELERATION: f32 = 26.0;
    let time = seconds.max(0.0);
    ACCELERATION / 2.0 * time * time
}

/// How long the bar below the grid is open for discs that slide out.
pub const SLIDER_SECONDS: f32 = 1.4;

/// How far aside the bar below the grid is drawn.
#[must_use]
pub fn slider(seconds: f32) -> f32 {
    const REACH: f32 = 0.7;
    let close = smoothstep(SLIDER_SECONDS - 0.3, SLIDER_SECONDS, seconds);
    REACH * smoothstep(0.0, 0.15, seconds) * (1.0 - close)
}

/// How far to the right a refused move pushes the grid.
#[must_use]
pub fn shake(seconds: f32) -> f32 {
    const REACH: f32 = 0.11;
    const SWINGS: f32 = 3.5;
    let left = (1.0 - seconds / SHAKE_SECONDS).clamp(0.0, 1.0);
    REACH * left * left * sin(seconds / SHAKE_SECONDS * SWINGS * TAU)
}

/// How strongly a line glows, from 0 to 1: it rises, pulses and stays.
#[must_use]
pub fn glow(seconds: f32) -> f32 {
    const STEADY: f32 = 0.7;
    const BEATS_PER_SECOND: f32 = 1.1;
    let rise = smoothstep(0.0, 0.4, seconds);
    let calm = 1.0 - smoothstep(PULSE_SECONDS - 1.2, PULSE_SECONDS, seconds);
    rise * (STEADY - 0.3 * calm * math::cos(seconds * BEATS_PER_SECOND * TAU))
}

/// A spark of a burst: where it is, how large, how it is turned and how visible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spark {
    /// From where it started.
    pub offset: [f32; 3],
    /// Half its width and height.
    pub size: [f32; 2],
    /// In radians.
    pub spin: f32,
    /// From 0 to 1.
    pub opacity: f32,
}

/// The spark of this number, so long after the burst.
#[must_use]
pub fn spark(number: u32, seconds: f32) -> Spark {
    const GRAVITY: f32 = 5.2;
    const DRAG: f32 = 1.1;
    let chance = |salt: u32| chance(number.wrapping_mul(8).wrapping_add(salt));
    let (sin, cos) = sin_cos(chance(0) * TAU);
    let speed = 1.2 + 3.4 * chance(1);
    // Slowed by the air: the way of a speed that decays.
    let way = (1.0 - exp(-DRAG * seconds)) / DRAG;
    let life = SPARK_SECONDS * (0.55 + 0.45 * chance(2));
    let turn = seconds * (4.0 + 10.0 * chance(3)) + TAU * chance(4);
    let size = 0.028 + 0.04 * chance(5);
    Spark {
        offset: [
            cos * speed * way,
            (sin * speed * 0.7 + 2.6) * way - GRAVITY / 2.0 * seconds * seconds * 0.55,
            (chance(6) - 0.5) * 2.4 * way,
        ],
        // A flat scrap that tumbles is seen from all sides.
        size: [size, size * (0.25 + 0.75 * math::cos(turn).abs())],
        spin: turn * 0.4,
        opacity: 1.0 - smoothstep(life * 0.6, life, seconds),
    }
}

/// A number from 0 to 1 that looks like chance and is always the same.
#[must_use]
pub fn chance(seed: u32) -> f32 {
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
            // The bounce comes after it.
            assert!((0.2..0.5).contains(&(fall_seconds(height) - seconds)));
        }
        assert!(fall_seconds(6.0) > fall_seconds(2.0));
    }

    #[test]
    fn a_fall_starts_at_rest_lands_and_bounces() {
        let height = 6.0;
        let end = fall_seconds(height);
        let ways: Vec<f32> = (0..=200)
            .map(|step| fall(height, end * step as f32 / 200.0))
            .collect();
        assert!((ways[0] - height).abs() < 1e-5);
        assert!(ways[0] - ways[1] < ways[50] - ways[51], "it speeds up");
        assert!(fall(height, landing_seconds(height)).abs() < 1e-4);
        let landed = (landing_seconds(height) / end * 200.0) as usize + 1;
        let bounce = ways[landed..].iter().copied().fold(0.0, f32::max);
        assert!((0.2..1.0).contains(&bounce), "{bounce}");
        for way in &ways {
            assert!(*way >= -1e-5, "never below the ground: {way}");
        }
        // No jumps: the fastest step is that before the landing.
        for pair in ways.windows(2) {
            assert!((pair[0] - pair[1]).abs() < 0.2, "{pair:?}");
        }
        assert!(fall(height, end + 5.0).abs() < 1e-6);
    }

    #[test]
    fn the_slider_opens_and_closes() {
        assert!(slider(0.0).abs() < 1e-6 && slider(SLIDER_SECONDS).abs() < 1e-6);
        // It is open before the last disc is gone.
        assert!((0.69..0.71).contains(&slider(SLIDE_SECONDS)));
    }

    #[test]
    fn shakes_and_pulses_end() {
        assert!(shake(SHAKE_SECONDS).abs() < 1e-6 && shake(9.0).abs() < 1e-6);
        assert!((0..45).any(|step| shake(step as f32 / 100.0).abs() > 0.04));
        assert!((glow(PULSE_SECONDS) - glow(PULSE_SECONDS + 7.3)).abs() < 1e-6);
        assert!((0..900).all(|step| (0.0..=1.0).contains(&glow(step as f32 / 100.0))));
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
