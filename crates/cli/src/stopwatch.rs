//! Measures CPU time where the system reports it, else wall-clock time. They differ on a busy
//! machine, so the result names its clock.

use std::time::{Duration, Instant};

/// A running stopwatch of CPU and wall-clock time.
pub(crate) struct Stopwatch {
    started: Instant,
    cpu_at_start: Option<Duration>,
}

/// The time that a stopwatch has measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElapsedTime {
    pub(crate) seconds: f64,
    /// `cpu` or `wall`.
    pub(crate) clock: &'static str,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            started: Instant::now(),
            cpu_at_start: cpu_time(),
        }
    }

    pub(crate) fn read(&self) -> ElapsedTime {
        let cpu = cpu_time()
            .zip(self.cpu_at_start)
            .and_then(|(now, then)| now.checked_sub(then));
        match cpu {
            Some(spent) => ElapsedTime {
                seconds: spent.as_secs_f64(),
                clock: "cpu",
            },
            None => ElapsedTime {
                seconds: self.started.elapsed().as_secs_f64(),
                clock: "wall",
            },
        }
    }
}

#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanoseconds))
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}
