//! The terminal while it is ours: raw keys, the alternate screen and the mouse. However the game
//! ends, it is given back as it was.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{mem, panic, thread};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// What a thread said when it panicked: printed on the alternate screen it would be lost.
type LastWords = Arc<Mutex<Option<String>>>;

/// How long the system may take to stop the program.
#[cfg(unix)]
const STOPPING: Duration = Duration::from_millis(100);

/// The terminal, until it is dropped.
pub(super) struct Screen<W: Write> {
    pub(super) terminal: Terminal<CrosstermBackend<W>>,
    mouse: bool,
    last_words: LastWords,
}

impl<W: Write> Screen<W> {
    /// Takes the terminal.
    pub(super) fn take(mut out: W, mouse: bool) -> io::Result<Self> {
        let last_words = LastWords::default();
        let heard = last_words.clone();
        panic::set_hook(Box::new(move |info| {
            let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
            words.get_or_insert(info.to_string());
        }));
        let entered = enter(&mut out, mouse);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(out)));
        match terminal {
            Ok(terminal) => Ok(Self {
                terminal,
                mouse,
                last_words,
            }),
            Err(error) => {
                let _ = disable_raw_mode();
                Err(error)
            }
        }
    }

    /// Takes the terminal again after somebody else had it.
    pub(super) fn resume(&mut self) -> io::Result<()> {
        enter(self.terminal.backend_mut(), self.mouse)?;
        self.clear()
    }

    /// Clears the screen, so that everything is drawn again. (The library's own way to do so asks
    /// where the cursor is and waits for an answer.)
    pub(super) fn clear(&mut self) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), Clear(ClearType::All))?;
        self.terminal.swap_buffers();
        Ok(())
    }

    /// Gives the terminal back and stops, as Ctrl-Z does elsewhere, until the shell lets the
    /// program go on. Where nobody could do that, the system ignores it.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, kill_current_process_group};
        give_back(self.terminal.backend_mut());
        disable_raw_mode()?;
        // The whole group, because whoever started us waits in it.
        let stopped = kill_current_process_group(Signal::TSTP);
        // Another thread may have heard it, so that this one still runs for a moment.
        thread::sleep(STOPPING);
        self.resume()?;
        Ok(stopped?)
    }

    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Lets go of a terminal that is gone. The library must not: it would complain there about the
    /// cursor, and panic because it cannot, before the game is kept.
    pub(super) fn abandon(mut self) {
        give_back(self.terminal.backend_mut());
        let _ = disable_raw_mode();
        let _ = panic::take_hook();
        mem::forget(self);
    }

    /// Rings the bell of the terminal.
    pub(super) fn ring(&mut self) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(b"\x07")?;
        Write::flush(out)
    }
}

/// Raw keys, the alternate screen and perhaps the mouse.
fn enter(out: &mut impl Write, mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    // Whoever was killed there before has left something on the alternate screen.
    execute!(out, EnterAlternateScreen, Clear(ClearType::All))?;
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    Ok(())
}

/// Gives the screen back. Nothing can be done about a terminal that is gone.
fn give_back(out: &mut impl Write) {
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
}

impl<W: Write> Drop for Screen<W> {
    fn drop(&mut self) {
        give_back(self.terminal.backend_mut());
        let _ = disable_raw_mode();
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
        let words = self.last_words.lock();
        let words = words.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(words) = words {
            let _ = writeln!(io::stderr(), "{words}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells the test of this name that it runs in a terminal and is to panic.
    const PANICS: &str = "TEST_OF_A_PANIC";

    #[test]
    fn one_that_panics() {
        if std::env::var_os(PANICS).is_none() {
            return;
        }
        let mut screen = Screen::take(io::stdout(), true).expect("a terminal");
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
    fn a_panic_gives_the_terminal_back() {
        use portable_pty::{CommandBuilder, PtySize, native_pty_system};
        use std::io::Read;
        let pair = native_pty_system().openpty(PtySize::default());
        let pair = pair.expect("a pseudo-terminal");
        let own = std::env::current_exe().expect("this program has a name");
        let test = "full::screen::tests::one_that_panics";
        let mut command = CommandBuilder::new("sh");
        let script = format!(
            "'{}' --exact {test} --nocapture; stty -a; echo over",
            own.display()
        );
        command.args(["-c", &script]);
        command.env(PANICS, "1");
        let mut child = pair.slave.spawn_command(command).expect("sh starts");
        drop(pair.slave);
        let mut written = Vec::new();
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        // A terminal whose last user is gone reports an error instead of an end.
        let _ = reader.read_to_end(&mut written);
        child.wait().expect("it ends");
        let written = String::from_utf8_lossy(&written);
        let drawn = written.find("playing").expect("it was drawn");
        let left = written.find("\u{1b}[?1049l").expect("the screen is left");
        let told = written.find("on purpose").expect("the reason is told");
        assert!(drawn < left && left < told, "{written}");
        assert!(written.contains("\u{1b}[?25h"), "the cursor is shown");
        assert!(written.contains("\u{1b}[?1000l"), "the mouse is let go");
        let settings = &written[told..];
        for flag in ["icanon", "echo", "isig", "opost"] {
            let mut words = settings.split_whitespace();
            let is_on = words.any(|word| word.trim_end_matches(';') == flag);
            assert!(is_on, "{flag} is off: {settings}");
        }
    }

    #[test]
    fn the_screen_is_left_and_the_cursor_shown() {
        let mut written = Vec::new();
        give_back(&mut written);
        let written = String::from_utf8(written).expect("escapes are text");
        let left = written.find("\u{1b}[?1049l").expect("the screen is left");
        let shown = written.find("\u{1b}[?25h").expect("the cursor is shown");
        assert!(written.contains("\u{1b}[?1000l"), "the mouse is let go");
        assert!(left < shown);
    }
}
