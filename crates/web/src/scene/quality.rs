//! How much work a picture may cost, and the choice of it by the time that frames take.
//!
//! The choice only goes down: a screen waits for its next refresh, so a short time says nothing
//! about what else would fit into it.

/// How much work a picture may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    /// Hard shadows, no smoothing of edges, fewer pixels.
    Low,
    /// Soft shadows and smooth edges.
    Medium,
    /// Also a mirror image in the floor, and all pixels of the screen.
    #[default]
    High,
}

impl Quality {
    /// At most so many pixels for each CSS pixel, in each direction.
    #[must_use]
    pub const fn pixel_ratio_max(self) -> f64 {
        match self {
            Self::Low => 1.0,
            Self::Medium => 1.5,
            Self::High => 2.0,
        }
    }

    /// Whether edges are smooth.
    #[must_use]
    pub const fn has_smooth_edges(self) -> bool {
        !matches!(self, Self::Low)
    }

    /// Pixels of the shadow map, in each direction.
    #[must_use]
    pub const fn shadow_size(self) -> u32 {
        match self {
            Self::Low => 1024,
            Self::Medium | Self::High => 2048,
        }
    }

    /// A number that shaders compare with.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The word for it in tests and debug pictures.
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

/// Longer than this, a frame is late: fewer than 40 a second.
const LATE_MS: f64 = 25.0;
/// Longer than this, it is hopeless: no half measures.
const HOPELESS_MS: f64 = 120.0;
/// Longer than this, nobody was watching: the page was hidden.
const PAUSE_MS: f64 = 3_000.0;
/// The first frames of a movement make things ready, which says nothing.
const WARM_UP: u32 = 3;
/// Frames that decide; hopeless ones decide after `HOPELESS_FRAMES`.
const FRAMES: usize = 24;
const HOPELESS_FRAMES: usize = 3;

/// Watches how long frames take and lowers the quality if they take too long.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Governor {
    quality: Quality,
    last_ms: Option<f64>,
    run: u32,
    late: usize,
    hopeless: usize,
    seen: usize,
}

impl Governor {
    /// What it thinks the machine can bear.
    #[must_use]
    pub const fn quality(&self) -> Quality {
        self.quality
    }

    /// A frame begins at this time. `is_next` if it was asked for by the frame before, so that the
    /// time between them is what the work took. True if the quality changes.
    pub fn frame(&mut self, now_ms: f64, is_next: bool) -> bool {
        let took = self.last_ms.replace(now_ms).map(|last| now_ms - last);
        if !is_next {
            self.run = 0;
            return false;
        }
        self.run += 1;
        match took {
            // So slow a machine shows only a frame or two of a fall: it has no time to warm up.
            Some(took) if took > HOPELESS_MS && took < PAUSE_MS => self.judge(took),
            Some(took) if self.run > WARM_UP && took < PAUSE_MS => self.judge(took),
            _ => false,
        }
    }

    fn judge(&mut self, took_ms: f64) -> bool {
        self.seen += 1;
        self.late += usize::from(took_ms > LATE_MS);
        self.hopeless += usize::from(took_ms > HOPELESS_MS);
        let next = if self.hopeless >= HOPELESS_FRAMES {
            Quality::Low
        } else if self.seen < FRAMES {
            return false;
        } else if self.late * 2 > FRAMES {
            self.quality.lower()
        } else {
            self.quality
        };
        (self.seen, self.late, self.hopeless) = (0, 0, 0);
        let is_change = next != self.quality;
        self.quality = next;
        is_change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames that take so long, in runs of so many, and what is chosen in the end.
    fn check(took_ms: f64, runs: usize, frames: usize, expected: Quality) {
        let mut governor = Governor::default();
        let mut now = 0.0;
        for _ in 0..runs {
            now += 60_000.0;
            governor.frame(now, false);
            for _ in 0..frames {
                now += took_ms;
                governor.frame(now, true);
            }
        }
        assert_eq!(governor.quality(), expected, "{took_ms} ms");
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
