//! Progress on standard error: on a terminal only, and only for work that takes a while.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work of less than this shows nothing.
const SHOWN_AFTER: Duration = Duration::from_secs(1);

/// A bar for work of known size. Threads may share it.
pub(crate) struct Bar {
    late: Late,
    before: u64,
    total: u64,
    message: String,
}

impl Bar {
    /// A bar for `total` parts of which `before` were done earlier, and so say nothing on speed.
    pub(crate) fn new(before: u64, total: u64, message: String) -> Self {
        Self {
            late: Late::new(),
            before,
            total,
            message,
        }
    }

    /// Tells how many parts are done.
    pub(crate) fn set(&self, done: u64) {
        let bar = self.late.shown(|| {
            let bar = ProgressBar::new(self.total);
            let style = "{msg} [{bar:30}] {pos} of {len}, {percent}%, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_message(self.message.clone());
            bar.set_position(self.before);
            bar.reset_eta();
            bar
        });
        if let Some(bar) = bar {
            bar.set_position(done);
        }
    }
}

/// Words for work of unknown size. Threads may share it.
pub(crate) struct Notice(Late);

impl Notice {
    pub(crate) fn new() -> Self {
        Self(Late::new())
    }

    /// True if somebody may see it, so that it is worth preparing.
    pub(crate) fn is_seen(&self) -> bool {
        self.0.is_terminal
    }

    /// Shows what is being done.
    pub(crate) fn tell(&self, words: impl FnOnce(Duration) -> String) {
        if let Some(spinner) = self.0.shown(ProgressBar::new_spinner) {
            spinner.set_message(words(self.0.started.elapsed()));
            spinner.tick();
        }
    }
}

/// Something that appears after a while and goes away when it is dropped.
struct Late {
    is_terminal: bool,
    started: Instant,
    shown: OnceLock<ProgressBar>,
}

impl Late {
    fn new() -> Self {
        Self {
            is_terminal: std::io::stderr().is_terminal(),
            started: Instant::now(),
            shown: OnceLock::new(),
        }
    }

    fn shown(&self, make: impl FnOnce() -> ProgressBar) -> Option<&ProgressBar> {
        let is_due = self.is_terminal && self.started.elapsed() > SHOWN_AFTER;
        is_due.then(|| self.shown.get_or_init(make))
    }
}

impl Drop for Late {
    fn drop(&mut self) {
        if let Some(bar) = self.shown.get() {
            bar.finish_and_clear();
        }
    }
}
