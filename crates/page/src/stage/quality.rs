//! Render quality, and its automatic choice by frame times.
//!
//! Jagged edges are the most visible of all savings, so edges are antialiased in every quality: the
//! reflection goes first, then the shadows. Frames wait for the next refresh of the screen, so a short
//! frame time does not say how much more work would fit: after a long run of frames in time the next
//! quality is tried, and each attempt that fails doubles the run before the next one.

/// Render quality.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    /// No shadows, reduced resolution.
    Low,
    /// Soft shadows.
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
            Self::Low => 1.25,
            Self::Medium => 1.5,
            Self::High => 2.0,
        }
    }

    /// Returns true if the sun casts shadows.
    #[must_use]
    pub const fn has_shadows(self) -> bool {
        !matches!(self, Self::Low)
    }

    /// Side of the shadow map in pixels.
    #[must_use]
    pub const fn shadow_size(self) -> u32 {
        if self.has_shadows() { 2048 } else { 1 }
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

    const fn higher(self) -> Self {
        match self {
            Self::Low => Self::Medium,
            Self::Medium | Self::High => Self::High,
        }
    }
}

/// Frame time above which a frame is late: fewer than 40 frames a second.
const LATE_MS: f64 = 25.0;
/// Frame time above which the quality drops to low at once: fewer than 10 frames a second.
const HOPELESS_MS: f64 = 100.0;
/// Longer gaps do not count: the page was hidden.
const PAUSE_MS: f64 = 3_000.0;
/// The first frames of an animation include warm-up work and do not count.
const WARM_UP_FRAMES: u32 = 3;
/// Frames per decision; very slow frames decide after `HOPELESS_FRAMES`.
const DECISION_FRAMES: usize = 24;
const HOPELESS_FRAMES: usize = 3;
/// Hopeless frames in the lowest quality after which the scene is too slow; the first ones still
/// include the change of the quality.
const TOO_SLOW_FRAMES: usize = 6;
/// Late frames of a decision that still count as quick.
const QUICK_LATE_MAX: usize = 1;
/// Quick decisions before the next quality is tried: 3 seconds of movement.
const TRIAL_DECISIONS: usize = 8;
/// Most quick decisions before a trial: each one that fails doubles their number.
const TRIAL_DECISIONS_MAX: usize = 128;

/// Consequence of frame times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QualityDecision {
    /// Render in this quality from now on.
    Change(Quality),
    /// Fewer than 10 frames a second in the lowest quality. Reported once.
    TooSlow,
}

/// Measures frame times. Lowers the quality if frames take too long, and raises it again if they are
/// quick.
#[derive(Clone, Debug, PartialEq)]
pub struct Governor {
    quality: Quality,
    last_ms: Option<f64>,
    frames_in_run: u32,
    late: usize,
    hopeless: usize,
    judged: usize,
    quick_decisions: usize,
    trial_decisions: usize,
    has_tried: bool,
    is_too_slow: bool,
}

impl Default for Governor {
    fn default() -> Self {
        Self {
            quality: Quality::default(),
            last_ms: None,
            frames_in_run: 0,
            late: 0,
            hopeless: 0,
            judged: 0,
            quick_decisions: 0,
            trial_decisions: TRIAL_DECISIONS,
            has_tried: false,
            is_too_slow: false,
        }
    }
}

impl Governor {
    /// Returns the highest quality that this machine renders fast enough.
    #[must_use]
    pub const fn quality(&self) -> Quality {
        self.quality
    }

    /// Records that a frame begins at this time. `is_next` is true if the previous frame requested
    /// it, so that the time between them is the cost of a frame.
    pub fn on_frame(&mut self, now_ms: f64, is_next: bool) -> Option<QualityDecision> {
        let frame_ms = self.last_ms.replace(now_ms).map(|last| now_ms - last);
        if !is_next {
            self.frames_in_run = 0;
            return None;
        }
        self.frames_in_run += 1;
        let frame_ms = frame_ms.filter(|frame_ms| *frame_ms < PAUSE_MS)?;
        // A very slow machine shows only a frame or two of a fall, so warm-up frames count too.
        if frame_ms > HOPELESS_MS || self.frames_in_run > WARM_UP_FRAMES {
            self.judge(frame_ms)
        } else {
            None
        }
    }

    fn judge(&mut self, frame_ms: f64) -> Option<QualityDecision> {
        self.judged += 1;
        self.late += usize::from(frame_ms > LATE_MS);
        self.hopeless += usize::from(frame_ms > HOPELESS_MS);
        let is_lowest = self.quality == Quality::Low;
        if is_lowest && self.hopeless >= TOO_SLOW_FRAMES && !self.is_too_slow {
            self.is_too_slow = true;
            return Some(QualityDecision::TooSlow);
        }
        let next = if self.hopeless >= HOPELESS_FRAMES && !is_lowest {
            Quality::Low
        } else if self.judged < DECISION_FRAMES {
            return None;
        } else if self.late * 2 > DECISION_FRAMES {
            self.quality.lower()
        } else {
            self.quality_after_quick_frames()
        };
        (self.judged, self.late, self.hopeless) = (0, 0, 0);
        if next == self.quality {
            return None;
        }
        if next > self.quality {
            self.has_tried = true;
        } else if self.has_tried {
            self.trial_decisions = (self.trial_decisions * 2).min(TRIAL_DECISIONS_MAX);
        }
        (self.quality, self.quick_decisions) = (next, 0);
        Some(QualityDecision::Change(next))
    }

    fn quality_after_quick_frames(&mut self) -> Quality {
        self.quick_decisions = if self.late <= QUICK_LATE_MAX {
            self.quick_decisions + 1
        } else {
            0
        };
        if self.quick_decisions >= self.trial_decisions {
            self.quality.higher()
        } else {
            self.quality
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A governor with a clock.
    #[derive(Default)]
    struct Machine {
        governor: Governor,
        now_ms: f64,
        decisions: Vec<QualityDecision>,
    }

    impl Machine {
        /// Renders an animation of `frames` frames.
        fn run(&mut self, frame_ms: f64, frames: usize) {
            self.now_ms += 60_000.0;
            let first = self.governor.on_frame(self.now_ms, false);
            self.decisions.extend(first);
            for _ in 0..frames {
                self.now_ms += frame_ms;
                let decision = self.governor.on_frame(self.now_ms, true);
                self.decisions.extend(decision);
            }
        }
    }

    /// Runs `runs` animations of `frames` frames each and checks the quality afterwards.
    fn check(frame_ms: f64, runs: usize, frames: usize, expected: Quality) {
        let mut machine = Machine::default();
        for _ in 0..runs {
            machine.run(frame_ms, frames);
        }
        assert_eq!(machine.governor.quality(), expected, "{frame_ms} ms");
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

    #[test]
    fn quick_frames_raise_it_again_and_failed_trials_grow_rarer() {
        let mut machine = Machine::default();
        let mut trials = Vec::new();
        machine.run(40.0, 200);
        assert_eq!(machine.governor.quality(), Quality::Low);
        for _ in 0..3 {
            let mut animations = 0;
            while machine.governor.quality() == Quality::Low {
                machine.run(16.7, 48);
                animations += 1;
                assert!(animations < 1000, "it is never tried again");
            }
            trials.push(animations);
            machine.run(40.0, 60);
            assert_eq!(machine.governor.quality(), Quality::Low);
        }
        assert!(trials[0] < trials[1] && trials[1] < trials[2], "{trials:?}");
        for _ in 0..500 {
            machine.run(16.7, 48);
        }
        assert_eq!(machine.governor.quality(), Quality::High);
    }

    #[test]
    fn a_scene_that_is_too_slow_is_reported_once() {
        let mut machine = Machine::default();
        machine.run(300.0, 8);
        assert_eq!(
            machine.decisions,
            [QualityDecision::Change(Quality::Low)],
            "low quality may be fast enough"
        );
        machine.run(300.0, 100);
        assert_eq!(machine.decisions[1..], [QualityDecision::TooSlow]);
        // Twelve frames a second are slow, but not too slow.
        let mut machine = Machine::default();
        machine.run(83.0, 500);
        assert!(!machine.decisions.contains(&QualityDecision::TooSlow));
    }
}
