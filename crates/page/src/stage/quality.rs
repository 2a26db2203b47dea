//! Render quality, and its automatic choice by frame times.
//!
//! The automatic choice only goes down: frames wait for the next refresh of the screen, so a short
//! frame time says nothing about how much more work would fit.

/// Render quality.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    /// Hard shadows, no antialiasing, reduced resolution.
    Low,
    /// Soft shadows and antialiasing.
    Medium,
    /// Also a mirror image in the floor, and the full resolution of the screen.
    #[default]
    High,
}

impl Quality {
    /// Largest number of device pixels per CSS pixel, in each direction.
    #[must_use]
    pub const fn pixel_ratio_max(self) -> f64 {
        match self {
            Self::Low => 1.0,
            Self::Medium => 1.5,
            Self::High => 2.0,
        }
    }

    /// Returns true if edges are antialiased.
    #[must_use]
    pub const fn has_smooth_edges(self) -> bool {
        !matches!(self, Self::Low)
    }

    /// Side of the shadow map in pixels.
    #[must_use]
    pub const fn shadow_size(self) -> u32 {
        match self {
            Self::Low => 1024,
            Self::Medium | Self::High => 2048,
        }
    }

    /// Value of the `QUALITY` define in the shaders.
    #[must_use]
    pub const fn define_value(self) -> u8 {
        self as u8
    }

    /// Name in tests and in the debug overlay.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    const fn lower(self) -> Self {
        match self {
            Self::High => Self::Medium,
            Self::Medium | Self::Low => Self::Low,
        }
    }
}

/// Frame time above which a frame is late: fewer than 40 frames a second.
const LATE_MS: f64 = 25.0;
/// Frame time above which the quality drops to low at once.
const HOPELESS_MS: f64 = 120.0;
/// Longer gaps do not count: the page was hidden.
const PAUSE_MS: f64 = 3_000.0;
/// The first frames of an animation include warm-up work and do not count.
const WARM_UP_FRAMES: u32 = 3;
/// Frames per decision; very slow frames decide after `HOPELESS_FRAMES`.
const DECISION_FRAMES: usize = 24;
const HOPELESS_FRAMES: usize = 3;

/// Measures frame times and lowers the quality if frames take too long.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Governor {
    quality: Quality,
    last_ms: Option<f64>,
    frames_in_run: u32,
    late: usize,
    hopeless: usize,
    judged: usize,
}

impl Governor {
    /// Returns the highest quality that this machine renders fast enough.
    #[must_use]
    pub const fn quality(&self) -> Quality {
        self.quality
    }

    /// Records that a frame begins at this time. `is_next` is true if the previous frame requested
    /// it, so that the time between them is the cost of a frame. Returns true if the quality
    /// changes.
    pub fn on_frame(&mut self, now_ms: f64, is_next: bool) -> bool {
        let frame_ms = self.last_ms.replace(now_ms).map(|last| now_ms - last);
        if !is_next {
            self.frames_in_run = 0;
            return false;
        }
        self.frames_in_run += 1;
        match frame_ms {
            // Such a slow machine shows only a frame or two of a fall, so warm-up frames count too.
            Some(frame_ms) if frame_ms > HOPELESS_MS && frame_ms < PAUSE_MS => self.judge(frame_ms),
            Some(frame_ms) if self.frames_in_run > WARM_UP_FRAMES && frame_ms < PAUSE_MS => {
                self.judge(frame_ms)
            }
            _ => false,
        }
    }

    fn judge(&mut self, frame_ms: f64) -> bool {
        self.judged += 1;
        self.late += usize::from(frame_ms > LATE_MS);
        self.hopeless += usize::from(frame_ms > HOPELESS_MS);
        let next = if self.hopeless >= HOPELESS_FRAMES {
            Quality::Low
        } else if self.judged < DECISION_FRAMES {
            return false;
        } else if self.late * 2 > DECISION_FRAMES {
            self.quality.lower()
        } else {
            self.quality
        };
        (self.judged, self.late, self.hopeless) = (0, 0, 0);
        let is_change = next != self.quality;
        self.quality = next;
        is_change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `runs` animations of `frames` frames each and checks the quality afterwards.
    fn check(frame_ms: f64, runs: usize, frames: usize, expected: Quality) {
        let mut governor = Governor::default();
        let mut now = 0.0;
        for _ in 0..runs {
            now += 60_000.0;
            governor.on_frame(now, false);
            for _ in 0..frames {
                now += frame_ms;
                governor.on_frame(now, true);
            }
        }
        assert_eq!(governor.quality(), expected, "{frame_ms} ms");
    }

    #[test]
    fn slow_frames_lower_the_quality() {
        check(16.7, 1, 1000, Quality::High);
        check(33.3, 1, 28, Quality::Medium);
        check(33.3, 1, 100, Quality::Low);
        check(33.3, 6, 8, Quality::Medium);
        check(900.0, 1, 3, Quality::Low);
        check(900.0, 1, 2, Quality::High);
        check(900.0, 3, 1, Quality::Low);
        check(10_000.0, 1, 100, Quality::High);
        check(33.3, 100, 3, Quality::High);
    }
}
