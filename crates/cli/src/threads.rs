//! Checks that the system can start threads before anything relies on them: some libraries panic
//! otherwise, or install a signal handler that no thread serves.

use std::io;
use std::sync::mpsc;
use std::thread;

/// Starts `count` threads at once and ends them again.
///
/// # Errors
///
/// The error of the system if it cannot start them all.
pub(crate) fn check_spawn(count: usize) -> io::Result<()> {
    let mut threads = Vec::new();
    let result = (0..count).try_for_each(|_| {
        let (stop, stopped) = mpsc::channel::<()>();
        let thread = thread::Builder::new().spawn(move || stopped.recv().is_ok())?;
        threads.push((stop, thread));
        Ok(())
    });
    for (stop, thread) in threads {
        drop(stop);
        // The thread does nothing that could panic.
        let _ = thread.join();
    }
    result
}
