//! Progress on standard error: on a terminal only, and only for work that takes a while.
//!
//! A thread of its own looks at the clock and paints, so that work is shown that says nothing for
//! long, and work that says much is not held up. All of it has one line of the screen, which is
//! wiped before anything else is written there.
//!
//! Written here and not taken from a library for bars: those fill the line to the edge, so that the `^C`
//! of a terminal wraps and leaves a line behind for good, show nothing until the first report, and know no
//! "not yet" for the time that is left.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::output::columns_of_stderr;
use crate::words::thousands;

/// Work of less than this shows nothing.
const SHOWN_AFTER: Duration = Duration::from_secs(1);
/// How often the line is painted.
const PULSE: Duration = Duration::from_millis(100);
/// How many characters wide a bar is.
const BAR_CHARS: usize = 20;
/// Terminals write `^C` where the line ends.
const ECHO_CHARS: usize = 4;

/// How many characters of progress stand on the last line of the screen.
static SHOWN: Mutex<usize> = Mutex::new(0);

/// Does something that writes to the screen, on a line without progress.
pub(crate) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let mut shown = held(&SHOWN);
    paint(&mut shown, "");
    write()
}

/// Wipes the line for good, if nobody is writing: for a program that ends at once.
pub(crate) fn wipe_at_once() {
    if let Ok(mut shown) = SHOWN.try_lock() {
        paint(&mut shown, "");
    }
}

/// Replaces what is shown. Spaces wipe a line on every terminal.
fn paint(shown: &mut usize, text: &str) {
    if *shown == 0 && text.is_empty() {
        return;
    }
    let room = columns_of_stderr().saturating_sub(1);
    let text: String = text.chars().take(room.saturating_sub(ECHO_CHARS)).collect();
    let chars = text.chars().count();
    let blanks = (*shown + ECHO_CHARS).min(room).saturating_sub(chars);
    let (blanks, back) = (" ".repeat(blanks), "\u{8}".repeat(blanks));
    // A closed standard error is nobody's loss.
    let _ = write!(io::stderr().lock(), "\r{text}{blanks}{back}");
    *shown = chars;
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bar for work of known size. Threads may share it.
pub(crate) struct Bar(Line);

impl Bar {
    /// A bar for `total` parts of which `before` were done earlier, and so say nothing on speed.
    pub(crate) fn new(before: u64, total: u64, message: &str) -> Self {
        let message = message.to_owned();
        let line = Line::new(before, move |done, time| {
            let left = time_left([before, done, total], time);
            bar_words(&message, [done, total], time, left)
        });
        line.begin();
        Self(line)
    }

    /// A bar for parts so different that the first say nothing about the rest.
    pub(crate) fn uneven(total: u64, message: &'static str) -> Self {
        let line = Line::new(0, move |done, time| {
            bar_words(message, [done, total], time, None)
        });
        line.begin();
        Self(line)
    }

    /// Tells how many parts are done.
    pub(crate) fn set(&self, done: u64) {
        self.0.count(done);
    }

    /// Tells that one more is done.
    pub(crate) fn advance(&self) {
        self.0.shared.count.fetch_add(1, Ordering::Relaxed);
    }
}

/// `solving 32 of 77,715, 0%, 17 s, about 4 h left [===>      ]`, the time left once it can be known. The bar
/// comes last: on a narrow screen it is what can be spared.
fn bar_words(
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
        Some(left) => format!(", about {} left", in_words(left)),
        None => String::new(),
    };
    format!(
        "{message} {} of {}, {}%, {}{left} [{bar:<BAR_CHARS$}]",
        thousands(done),
        thousands(total),
        share(100),
        in_words(time)
    )
}

/// How long the rest takes if it goes on like this; none while nothing is done, or all.
fn time_left([before, done, total]: [u64; 3], time: Duration) -> Option<Duration> {
    let parts = done.checked_sub(before).filter(|parts| *parts > 0)?;
    let rest = total.checked_sub(done).filter(|rest| *rest > 0)?;
    let seconds = time.as_secs_f64() * rest as f64 / parts as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A time by its largest unit.
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", thousands(seconds / 86_400)),
    }
}

/// Words for work of unknown size. Threads may share it.
pub(crate) struct Notice(Line);

impl Notice {
    /// A notice that says what is being done.
    pub(crate) fn of(what: &'static str) -> Self {
        let notice = Self::counting(move |_, time| format!("{what}, {}", in_words(time)));
        notice.begin();
        notice
    }

    /// A notice that is shown from [`begin`](Self::begin) to [`rest`](Self::rest), and is told a
    /// number in between.
    pub(crate) fn counting(words: impl Words) -> Self {
        Self(Line::new(0, words))
    }

    /// `12,345 nodes, 3 s`: how much there was of something.
    pub(crate) fn of_many(things: &'static str) -> Self {
        Self::counting(move |count, time| {
            format!("{} {things}, {}", thousands(count), in_words(time))
        })
    }

    /// Shows it from now on, unless it is shown already.
    pub(crate) fn begin(&self) {
        self.0.begin();
    }

    /// Wipes it, and begins to count anew.
    pub(crate) fn rest(&self) {
        self.0.rest();
    }

    /// True if somebody may see it, so that it is worth counting.
    pub(crate) fn is_seen(&self) -> bool {
        self.0.painter.is_some()
    }

    /// The number that was told.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.0.shared.count.load(Ordering::Relaxed)
    }

    /// Tells the number. One below an earlier one is ignored.
    pub(crate) fn tell(&self, count: u64) {
        self.0.count(count);
    }
}

/// What is shown of a number and the time that has passed.
pub(crate) trait Words: Fn(u64, Duration) -> String + Send + Sync + 'static {}

impl<F: Fn(u64, Duration) -> String + Send + Sync + 'static> Words for F {}

/// A line that appears after a while and goes away when it is dropped.
struct Line {
    shared: Arc<Shared>,
    /// None where nobody would see it.
    painter: Option<JoinHandle<()>>,
}

/// What the painter sees.
struct Shared {
    words: Box<dyn Words>,
    count: AtomicU64,
    phase: Mutex<Phase>,
    ended: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Resting,
    WorkingSince(Instant),
    Over,
}

impl Line {
    fn new(count: u64, words: impl Words) -> Self {
        let shared = Arc::new(Shared {
            words: Box::new(words),
            count: AtomicU64::new(count),
            phase: Mutex::new(Phase::Resting),
            ended: Condvar::new(),
        });
        let seen = Arc::clone(&shared);
        let start = || thread::Builder::new().spawn(move || seen.keep_painting());
        // Without a thread to spare the work is done unseen.
        let painter = io::stderr().is_terminal().then(start).and_then(Result::ok);
        Self { shared, painter }
    }

    fn begin(&self) {
        let mut phase = held(&self.shared.phase);
        if *phase == Phase::Resting {
            *phase = Phase::WorkingSince(Instant::now());
        }
    }

    fn rest(&self) {
        self.enter(Phase::Resting);
        self.shared.count.store(0, Ordering::Relaxed);
    }

    fn enter(&self, phase: Phase) {
        *held(&self.shared.phase) = phase;
        aside(|| ());
    }

    fn count(&self, count: u64) {
        self.shared.count.fetch_max(count, Ordering::Relaxed);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.enter(Phase::Over);
        self.shared.ended.notify_all();
        if let Some(painter) = self.painter.take() {
            // A painter that panicked has nothing more to show.
            let _ = painter.join();
        }
    }
}

impl Shared {
    fn keep_painting(&self) {
        let mut phase = held(&self.phase);
        while *phase != Phase::Over {
            if let Phase::WorkingSince(start) = *phase
                && start.elapsed() > SHOWN_AFTER
            {
                let count = self.count.load(Ordering::Relaxed);
                paint(&mut held(&SHOWN), &(self.words)(count, start.elapsed()));
            }
            let waited = self.ended.wait_timeout(phase, PULSE);
            (phase, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_promises_only_what_it_can_know() {
        let check = |counts: [u64; 3], seconds, expected: &str| {
            let time = Duration::from_secs(seconds);
            let left = time_left(counts, time);
            let words = bar_words("solving", [counts[1], counts[2]], time, left);
            assert_eq!(words, format!("solving {expected}"));
        };
        let bar = |done: usize| format!(" [{:<20}]", "=".repeat(done) + ">");
        check(
            [0, 0, 77_715],
            9,
            &("0 of 77,715, 0%, 9 s".to_owned() + &bar(0)),
        );
        let words = "32 of 77,715, 0%, 17 s, about 11 h left";
        check([0, 32, 77_715], 17, &(words.to_owned() + &bar(0)));
        // What was done earlier took no time, and promises nothing.
        let words = "50 of 100, 50%, 100 s";
        check([50, 50, 100], 100, &(words.to_owned() + &bar(10)));
        let words = "60 of 100, 60%, 100 s, about 6 min left";
        check([50, 60, 100], 100, &(words.to_owned() + &bar(12)));
        let full = format!("100 of 100, 100%, 3 min [{}]", "=".repeat(20));
        check([50, 100, 100], 200, &full);
        check([0, 0, 0], 1, &format!("0 of 0, 0%, 1 s [{:20}]", ""));
    }

    #[test]
    fn times_have_one_unit() {
        let check = |seconds, expected| {
            assert_eq!(in_words(Duration::from_secs(seconds)), expected);
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
