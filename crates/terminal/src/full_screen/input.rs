//! Terminal input with a timeout.
//!
//! The terminal is polled before the library reads from it, because the library has two weaknesses:
//! once the terminal is gone it polls for a key for ever, and a key that arrives together with a
//! change of the window size stays unread until the next one.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, MouseButton, MouseEventKind};

use super::event::ScreenEvent;

/// Returns all pending input, and waits at most this long for the first event. Fails if the
/// terminal is gone.
pub(super) fn poll_events(timeout: Duration) -> io::Result<Vec<ScreenEvent>> {
    let buffered = read_buffered()?;
    if !buffered.is_empty() || !wait_for_input(timeout)? {
        return Ok(buffered);
    }
    let events = read_buffered()?;
    if !events.is_empty() || !wait_for_input(Duration::ZERO)? {
        return Ok(events);
    }
    rearm_poll()?;
    read_buffered()
}

/// Reads the events that the library has buffered.
fn read_buffered() -> io::Result<Vec<ScreenEvent>> {
    let mut events = Vec::new();
    while has_buffered_event()? {
        events.extend(match event::read()? {
            event::Event::Key(key) => Some(ScreenEvent::Key(key)),
            event::Event::Resize(columns, lines) => Some(ScreenEvent::Resize(columns, lines)),
            event::Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(ScreenEvent::Click(mouse.column, mouse.row))
            }
            _ => None,
        });
    }
    Ok(events)
}

/// True if the library has an event. Checks first that the terminal still exists.
fn has_buffered_event() -> io::Result<bool> {
    wait_for_input(Duration::ZERO)?;
    event::poll(Duration::ZERO)
}

/// Waits until input is available, or until the timeout.
#[cfg(unix)]
fn wait_for_input(timeout: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut poll_fds = [PollFd::new(&stdin, PollFlags::IN)];
    let limit = Timespec::try_from(timeout).map_err(io::Error::other)?;
    match poll(&mut poll_fds, Some(&limit)) {
        Ok(_) => {}
        // A signal, such as a change of the window size: the library may know more.
        Err(rustix::io::Errno::INTR) => return Ok(true),
        Err(error) => return Err(error.into()),
    }
    let revents = poll_fds[0].revents();
    if revents.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        return Err(io::Error::other("the terminal was closed"));
    }
    Ok(revents.contains(PollFlags::IN))
}

#[cfg(not(unix))]
fn wait_for_input(timeout: Duration) -> io::Result<bool> {
    event::poll(timeout)
}

/// Makes the system report the pending input to the library again: setting the terminal to its
/// current attributes wakes up pollers.
#[cfg(unix)]
fn rearm_poll() -> io::Result<()> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    /// If that does not help, the next key does; the delay prevents a busy loop until then.
    const RETRY_DELAY: Duration = Duration::from_millis(10);
    let stdin = io::stdin();
    tcsetattr(&stdin, OptionalActions::Now, &tcgetattr(&stdin)?)?;
    std::thread::sleep(RETRY_DELAY);
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
fn rearm_poll() -> io::Result<()> {
    Ok(())
}
