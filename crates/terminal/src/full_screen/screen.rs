//! Terminal setup: raw mode, the alternate screen and the mouse. However the game ends, the
//! terminal is restored.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::{mem, panic, thread};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The message of a panicking thread, which would be lost on the alternate screen.
type PanicMessage = Arc<Mutex<Option<String>>>;

/// Time that the system may take to stop the process.
#[cfg(unix)]
const STOP_DELAY: std::time::Duration = std::time::Duration::from_millis(100);

/// The terminal, restored on drop.
pub(super) struct Screen<W: Write> {
    pub(super) terminal: Terminal<CrosstermBackend<W>>,
    mouse: bool,
    panic_message: PanicMessage,
}

impl<W: Write> Screen<W> {
    /// Sets up the terminal.
    pub(super) fn set_up(mut out: W, mouse: bool) -> io::Result<Self> {
        let panic_message = PanicMessage::default();
        let hook_message = panic_message.clone();
        panic::set_hook(Box::new(move |info| {
            let mut message = hook_message.lock().unwrap_or_else(PoisonError::into_inner);
            message.get_or_insert(info.to_string());
        }));
        let entered = set_up_terminal(&mut out, mouse);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(out)));
        match terminal {
            Ok(terminal) => Ok(Self {
                terminal,
                mouse,
                panic_message,
            }),
            Err(error) => {
                let _ = disable_raw_mode();
                Err(error)
            }
        }
    }

    /// Sets up the terminal again after another program has used it.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        set_up_terminal(self.terminal.backend_mut(), self.mouse)?;
        self.clear()
    }

    /// Clears the screen, so that everything is repainted. (The library's own method queries the
    /// cursor position and waits for an answer.)
    pub(super) fn clear(&mut self) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), Clear(ClearType::All))?;
        self.terminal.swap_buffers();
        Ok(())
    }

    /// Restores the terminal and stops the process, as Ctrl-Z does elsewhere, until the shell
    /// resumes it. Without job control the system ignores the signal.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, kill_current_process_group};
        restore_terminal(self.terminal.backend_mut());
        disable_raw_mode()?;
        // Signal the whole process group, because the parent process waits in it.
        let stopped = kill_current_process_group(Signal::TSTP);
        // Another thread may have received the signal, so that this one runs on for a moment.
        thread::sleep(STOP_DELAY);
        self.resume()?;
        Ok(stopped?)
    }

    #[cfg(not(unix))]
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "on Unix it can fail and changes the screen"
    )]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Releases a terminal that is gone. Skips the library's destructor, which would fail to show
    /// the cursor and panic before the game is saved.
    pub(super) fn release(mut self) {
        restore_terminal(self.terminal.backend_mut());
        let _ = disable_raw_mode();
        let _ = panic::take_hook();
        mem::forget(self);
    }

    /// Rings the terminal bell.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(b"\x07")?;
        Write::flush(out)
    }
}

/// Enables raw mode, the alternate screen and optionally the mouse.
fn set_up_terminal(out: &mut impl Write, mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    // A process killed on the alternate screen leaves its text there.
    execute!(out, EnterAlternateScreen, Clear(ClearType::All))?;
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    Ok(())
}

/// Restores the screen. Best effort: the terminal may be gone.
fn restore_terminal(out: &mut impl Write) {
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
}

impl<W: Write> Drop for Screen<W> {
    fn drop(&mut self) {
        restore_terminal(self.terminal.backend_mut());
        let _ = disable_raw_mode();
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
        let message = self.panic_message.lock();
        let message = message.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(message) = message {
            let _ = writeln!(io::stderr(), "{message}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Environment variable that makes the test panic inside a terminal.
    const PANIC_TEST_VAR: &str = "TEST_OF_A_PANIC";

    #[test]
    fn child_that_panics() {
        if std::env::var_os(PANIC_TEST_VAR).is_none() {
            return;
        }
        let mut screen = Screen::set_up(io::stdout(), true).expect("a terminal");
        let drawn = screen.terminal.draw(|frame| {
            let text = "playing";
            frame
                .buffer_mut()
                .set_string(0, 0, text, ratatui::style::Style::new());
        });
        drawn.expect("a terminal");
        panic!("on purpose");
    }

    #[cfg(unix)]
    #[test]
    fn a_panic_restores_the_terminal() {
        use portable_pty::{CommandBuilder, PtySize, native_pty_system};
        use std::io::Read;
        let pair = native_pty_system().openpty(PtySize::default());
        let pair = pair.expect("a pseudo-terminal");
        let own = std::env::current_exe().expect("this program has a name");
        let test = "full_screen::screen::tests::child_that_panics";
        let mut command = CommandBuilder::new("sh");
        let script = format!(
            "'{}' --exact {test} --nocapture; stty -a; echo over",
            own.display()
        );
        command.args(["-c", &script]);
        command.env(PANIC_TEST_VAR, "1");
        let mut child = pair.slave.spawn_command(command).expect("sh starts");
        drop(pair.slave);
        let mut written = Vec::new();
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        // A terminal whose last user is gone reports an error instead of end of file.
        let _ = reader.read_to_end(&mut written);
        child.wait().expect("it ends");
        let written = String::from_utf8_lossy(&written);
        let drawn = written.find("playing").expect("it was drawn");
        let left = written.find("\u{1b}[?1049l").expect("the screen is left");
        let reported = written.find("on purpose").expect("the reason is printed");
        assert!(drawn < left && left < reported, "{written}");
        assert!(written.contains("\u{1b}[?25h"), "the cursor is shown");
        assert!(written.contains("\u{1b}[?1000l"), "the mouse is let go");
        let settings = &written[reported..];
        for flag in ["icanon", "echo", "isig", "opost"] {
            let mut message = settings.split_whitespace();
            let is_on = message.any(|word| word.trim_end_matches(';') == flag);
            assert!(is_on, "{flag} is off: {settings}");
        }
    }

    #[test]
    fn restoring_leaves_the_alternate_screen_and_shows_the_cursor() {
        let mut written = Vec::new();
        restore_terminal(&mut written);
        let written = String::from_utf8(written).expect("escapes are text");
        let left = written.find("\u{1b}[?1049l").expect("the screen is left");
        let shown = written.find("\u{1b}[?25h").expect("the cursor is shown");
        assert!(written.contains("\u{1b}[?1000l"), "the mouse is let go");
        assert!(left < shown);
    }
}
