//! Progress on standard error: only on a terminal, and only for work that takes a while.
//!
//! A separate thread paints at fixed intervals, so that progress shows even if the work reports
//! rarely, and frequent reports do not slow it down. All progress shares one line of the screen,
//! which is cleared before anything else is written there.
//!
//! No library for progress bars is used: those fill the line to the edge, so that the `^C` of a
//! terminal wraps and leaves a line behind, show nothing before the first report, and cannot leave
//! the remaining time open.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use foursight_terminal::output::columns_of_stderr;
use foursight_terminal::text::thousands;

/// Work that is shorter than this shows nothing.
const SHOW_DELAY: Duration = Duration::from_secs(1);
/// Time between two repaints of the line.
const REPAINT_INTERVAL: Duration = Duration::from_millis(100);
/// Width of a bar in characters.
const BAR_CHARS: usize = 20;
/// Characters to keep free for the `^C` that terminals echo at the end of the line.
const INTERRUPT_ECHO_CHARS: usize = 4;

/// Number of characters of progress on the last line of the screen.
static VISIBLE_CHARS: Mutex<usize> = Mutex::new(0);

/// Runs `write`, which writes to the screen, with the line of progress cleared.
pub(crate) fn with_progress_hidden<T>(write: impl FnOnce() -> T) -> T {
    let mut visible = lock(&VISIBLE_CHARS);
    paint(&mut visible, "");
    write()
}

/// Clears the line unless another thread is writing: for a program that exits now.
pub(crate) fn clear_now() {
    if let Ok(mut visible) = VISIBLE_CHARS.try_lock() {
        paint(&mut visible, "");
    }
}

/// Replaces the visible text. Overwrites with spaces, which works on every terminal.
fn paint(visible: &mut usize, text: &str) {
    if *visible == 0 && text.is_empty() {
        return;
    }
    let width = columns_of_stderr().saturating_sub(1);
    let text: String = text
        .chars()
        .take(width.saturating_sub(INTERRUPT_ECHO_CHARS))
        .collect();
    let chars = text.chars().count();
    let blanks = (*visible + INTERRUPT_ECHO_CHARS)
        .min(width)
        .saturating_sub(chars);
    let (blanks, back) = (" ".repeat(blanks), "\u{8}".repeat(blanks));
    // Best effort: standard error may be closed.
    let _ = write!(io::stderr().lock(), "\r{text}{blanks}{back}");
    *visible = chars;
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A progress bar for work of known size. Threads may share it.
pub(crate) struct ProgressBar(ProgressLine);

impl ProgressBar {
    /// Creates a bar for `total` parts. The `already_done` ones do not count for the speed.
    pub(crate) fn new(already_done: u64, total: u64, message: &str) -> Self {
        let message = message.to_owned();
        let line = ProgressLine::new(already_done, move |done, time| {
            let left = time_left([already_done, done, total], time);
            bar_text(&message, [done, total], time, left)
        });
        line.show();
        Self(line)
    }

    /// Creates a bar without an estimate, for parts too uneven to extrapolate.
    pub(crate) fn uneven(total: u64, message: &'static str) -> Self {
        let line = ProgressLine::new(0, move |done, time| {
            bar_text(message, [done, total], time, None)
        });
        line.show();
        Self(line)
    }

    /// Sets the number of parts that are done.
    pub(crate) fn set(&self, done: u64) {
        self.0.count(done);
    }

    /// Counts one more part as done.
    pub(crate) fn advance(&self) {
        self.0.state.count.fetch_add(1, Ordering::Relaxed);
    }
}

/// Formats `solving 32 of 77,715, 0%, 17 s, about 4 h left [===> ]`, without the time left if it is
/// unknown. The bar comes last because a narrow screen cuts the end.
fn bar_text(
    message: &str,
    [done, total]: [u64; 2],
    time: Duration,
    left: Option<Duration>,
) -> String {
    let share = |of: u64| done.min(total) * of / total.max(1);
    let mut bar = "=".repeat(share(BAR_CHARS as u64) as usize);
    if done < total {
        bar.push('>');
    }
    let left = match left {
        Some(left) => format!(", about {} left", duration_text(left)),
        None => String::new(),
    };
    format!(
        "{message} {} of {}, {}%, {}{left} [{bar:<BAR_CHARS$}]",
        thousands(done),
        thousands(total),
        share(100),
        duration_text(time)
    )
}

/// Extrapolates the remaining time. Returns `None` if nothing or everything is done.
fn time_left([already_done, done, total]: [u64; 3], time: Duration) -> Option<Duration> {
    let new_parts = done
        .checked_sub(already_done)
        .filter(|new_parts| *new_parts > 0)?;
    let remaining = total.checked_sub(done).filter(|parts| *parts > 0)?;
    let seconds = time.as_secs_f64() * remaining as f64 / new_parts as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Formats a duration in its largest unit.
fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", thousands(seconds / 86_400)),
    }
}

/// A progress text for work of unknown size. Threads may share it.
pub(crate) struct ProgressNotice(ProgressLine);

impl ProgressNotice {
    /// Creates and shows a notice that names the current activity.
    pub(crate) fn new(activity: &'static str) -> Self {
        let notice = Self::with_text(move |_, time| format!("{activity}, {}", duration_text(time)));
        notice.show();
        notice
    }

    /// Creates a notice that is visible from [`show`](Self::show) to [`hide`](Self::hide), with a
    /// text made from its count.
    pub(crate) fn with_text(text: impl ProgressText) -> Self {
        Self(ProgressLine::new(0, text))
    }

    /// Creates a notice of a count, as in `12,345 nodes, 3 s`.
    pub(crate) fn with_count(unit: &'static str) -> Self {
        Self::with_text(move |count, time| {
            format!("{} {unit}, {}", thousands(count), duration_text(time))
        })
    }

    /// Shows the notice, unless it is already visible.
    pub(crate) fn show(&self) {
        self.0.show();
    }

    /// Hides the notice and resets its count.
    pub(crate) fn hide(&self) {
        self.0.hide();
    }

    /// True if the notice can become visible, so that counting is worth the cost.
    pub(crate) fn is_visible(&self) -> bool {
        self.0.painter.is_some()
    }

    /// Returns the current count.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.0.state.count.load(Ordering::Relaxed)
    }

    /// Raises the count. Lower values are ignored.
    pub(crate) fn set_count(&self, count: u64) {
        self.0.count(count);
    }
}

/// Formats a count and the time that has passed.
pub(crate) trait ProgressText: Fn(u64, Duration) -> String + Send + Sync + 'static {}

impl<F: Fn(u64, Duration) -> String + Send + Sync + 'static> ProgressText for F {}

/// A line of progress that appears after [`SHOW_DELAY`] and disappears when dropped.
struct ProgressLine {
    state: Arc<ProgressState>,
    /// `None` if standard error is not a terminal or no thread could start.
    painter: Option<JoinHandle<()>>,
}

/// State shared with the thread that paints.
struct ProgressState {
    text: Box<dyn ProgressText>,
    count: AtomicU64,
    phase: Mutex<ProgressPhase>,
    stopped: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressPhase {
    Idle,
    ActiveSince(Instant),
    Stopped,
}

impl ProgressLine {
    fn new(count: u64, text: impl ProgressText) -> Self {
        let state = Arc::new(ProgressState {
            text: Box::new(text),
            count: AtomicU64::new(count),
            phase: Mutex::new(ProgressPhase::Idle),
            stopped: Condvar::new(),
        });
        let shared = Arc::clone(&state);
        let start = || thread::Builder::new().spawn(move || shared.paint_loop());
        // If no thread can start, the work runs without progress.
        let painter = io::stderr().is_terminal().then(start).and_then(Result::ok);
        Self { state, painter }
    }

    fn show(&self) {
        let mut phase = lock(&self.state.phase);
        if *phase == ProgressPhase::Idle {
            *phase = ProgressPhase::ActiveSince(Instant::now());
        }
    }

    fn hide(&self) {
        self.enter(ProgressPhase::Idle);
        self.state.count.store(0, Ordering::Relaxed);
    }

    fn enter(&self, phase: ProgressPhase) {
        *lock(&self.state.phase) = phase;
        with_progress_hidden(|| ());
    }

    fn count(&self, count: u64) {
        self.state.count.fetch_max(count, Ordering::Relaxed);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.enter(ProgressPhase::Stopped);
        self.state.stopped.notify_all();
        if let Some(painter) = self.painter.take() {
            // Nothing is left to do for a painter that panicked.
            let _ = painter.join();
        }
    }
}

impl ProgressState {
    fn paint_loop(&self) {
        let mut phase = lock(&self.phase);
        while *phase != ProgressPhase::Stopped {
            if let ProgressPhase::ActiveSince(start) = *phase
                && start.elapsed() > SHOW_DELAY
            {
                let count = self.count.load(Ordering::Relaxed);
                paint(
                    &mut lock(&VISIBLE_CHARS),
                    &(self.text)(count, start.elapsed()),
                );
            }
            let result = self.stopped.wait_timeout(phase, REPAINT_INTERVAL);
            (phase, _) = result.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_estimates_only_what_it_can_know() {
        let check = |counts: [u64; 3], seconds, expected: &str| {
            let time = Duration::from_secs(seconds);
            let left = time_left(counts, time);
            let text = bar_text("solving", [counts[1], counts[2]], time, left);
            assert_eq!(text, format!("solving {expected}"));
        };
        let bar = |done: usize| format!(" [{:<20}]", "=".repeat(done) + ">");
        check(
            [0, 0, 77_715],
            9,
            &("0 of 77,715, 0%, 9 s".to_owned() + &bar(0)),
        );
        let text = "32 of 77,715, 0%, 17 s, about 11 h left";
        check([0, 32, 77_715], 17, &(text.to_owned() + &bar(0)));
        // Parts done before take no time, so they allow no estimate.
        let text = "50 of 100, 50%, 100 s";
        check([50, 50, 100], 100, &(text.to_owned() + &bar(10)));
        let text = "60 of 100, 60%, 100 s, about 6 min left";
        check([50, 60, 100], 100, &(text.to_owned() + &bar(12)));
        let full = format!("100 of 100, 100%, 3 min [{}]", "=".repeat(20));
        check([50, 100, 100], 200, &full);
        check([0, 0, 0], 1, &format!("0 of 0, 0%, 1 s [{:20}]", ""));
    }

    #[test]
    fn times_have_one_unit() {
        let check = |seconds, expected| {
            assert_eq!(duration_text(Duration::from_secs(seconds)), expected);
        };
        check(0, "0 s");
        check(119, "119 s");
        check(120, "2 min");
        check(7199, "119 min");
        check(7200, "2 h");
        check(172_800, "2 days");
        check(86_400_000, "1,000 days");
    }
}
