//! Whether the system has threads to spare, asked before anything relies on them: some libraries panic
//! without, or catch a signal that then nobody hears.

use std::io;
use std::sync::mpsc;
use std::thread;

/// Starts so many threads at once and ends them again.
///
/// # Errors
///
/// The system's, if it does not give so many.
pub(crate) fn spare(count: usize) -> io::Result<()> {
    let mut waiting = Vec::new();
    let started = (0..count).try_for_each(|_| {
        let (end, ended) = mpsc::channel::<()>();
        let thread = thread::Builder::new().spawn(move || ended.recv().is_ok())?;
        waiting.push((end, thread));
        Ok(())
    });
    for (end, thread) in waiting {
        drop(end);
        // It does nothing that could panic.
        let _ = thread.join();
    }
    started
}
