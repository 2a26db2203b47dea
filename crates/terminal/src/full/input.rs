//! What a person types, waited for no longer than wanted.
//!
//! The terminal is looked at before the library reads from it, because the library has two
//! weaknesses: once the terminal is gone it looks for a key for ever, and a key that comes at the
//! same moment as a change of the window's size stays unread until the next one.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, MouseButton, MouseEventKind};

use super::event::Event;

/// Everything that was typed, waiting so long for the first key. Fails if the terminal is gone.
pub(super) fn typed(patience: Duration) -> io::Result<Vec<Event>> {
    let waiting = read()?;
    if !waiting.is_empty() || !has_input(patience)? {
        return Ok(waiting);
    }
    let typed = read()?;
    if !typed.is_empty() || !has_input(Duration::ZERO)? {
        return Ok(typed);
    }
    wake()?;
    read()
}

/// What the library has at hand.
fn read() -> io::Result<Vec<Event>> {
    let mut events = Vec::new();
    while is_event_at_hand()? {
        events.extend(match event::read()? {
            event::Event::Key(key) => Some(Event::Key(key)),
            event::Event::Resize(columns, lines) => Some(Event::Resize(columns, lines)),
            event::Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(Event::Click(mouse.column, mouse.row))
            }
            _ => None,
        });
    }
    Ok(events)
}

/// Whether there is something to react to. The terminal may have gone since it was last looked at.
fn is_event_at_hand() -> io::Result<bool> {
    has_input(Duration::ZERO)?;
    event::poll(Duration::ZERO)
}

/// Waits until there is something to read, but not longer than this.
#[cfg(unix)]
fn has_input(patience: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut waiting = [PollFd::new(&stdin, PollFlags::IN)];
    let limit = Timespec::try_from(patience).map_err(io::Error::other)?;
    match poll(&mut waiting, Some(&limit)) {
        Ok(_) => {}
        // A signal, such as that of a window that changes its size: the library may know more.
        Err(rustix::io::Errno::INTR) => return Ok(true),
        Err(error) => return Err(error.into()),
    }
    let seen = waiting[0].revents();
    if seen.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        return Err(io::Error::other("the terminal is gone"));
    }
    Ok(seen.contains(PollFlags::IN))
}

#[cfg(not(unix))]
fn has_input(patience: Duration) -> io::Result<bool> {
    event::poll(patience)
}

/// Makes the system tell the library again that there is something to read: setting the terminal
/// to what it is wakes up whoever waits for it.
#[cfg(unix)]
fn wake() -> io::Result<()> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    /// Where that does not help, the next key does; until then it is no use to hurry.
    const NAP: Duration = Duration::from_millis(10);
    let stdin = io::stdin();
    tcsetattr(&stdin, OptionalActions::Now, &tcgetattr(&stdin)?)?;
    std::thread::sleep(NAP);
    Ok(())
}

#[cfg(not(unix))]
fn wake() -> io::Result<()> {
    Ok(())
}
