//! Tests of the full-screen game in a real pseudo-terminal.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::thread::{self, JoinHandle};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use super::{FOURSIGHT, TEST_TIMEOUT};

fn nonzero(size: u16) -> NonZero<u16> {
    NonZero::new(size).expect("a terminal has a size")
}

/// Waits for a process to exit.
pub(super) fn wait_for_exit(mut child: Box<dyn Child + Send + Sync>) -> ExitStatus {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait()));
    let status = receiver
        .recv_timeout(TEST_TIMEOUT)
        .expect("the program ends");
    status.expect("a child")
}

/// The contents of the terminal, and a notification of every change.
struct TerminalScreen {
    state: Mutex<ScreenState>,
    changed: Condvar,
}

struct ScreenState {
    parser: vt100::Parser,
    /// True once no process has the terminal open.
    is_closed: bool,
}

impl TerminalScreen {
    fn lock(&self) -> MutexGuard<'_, ScreenState> {
        self.state.lock().expect("no panic")
    }

    fn change(&self, change: impl FnOnce(&mut ScreenState)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Waits until a condition holds. Returns false on a timeout.
    fn wait_until(&self, mut condition: impl FnMut(&ScreenState) -> bool) -> bool {
        let (state, condvar) = (self.lock(), &self.changed);
        let result = condvar.wait_timeout_while(state, TEST_TIMEOUT, |state| !condition(state));
        !result.expect("no panic").1.timed_out()
    }
}

/// A terminal that runs the game.
pub(super) struct PtySession {
    pub(super) master: Box<dyn MasterPty>,
    pub(super) child: Box<dyn Child + Send + Sync>,
    pub(super) keyboard: Box<dyn Write + Send>,
    display: Arc<TerminalScreen>,
    /// Makes the reader close the terminal after its next read.
    pub(super) is_closing: Arc<AtomicBool>,
    pub(super) reader: JoinHandle<()>,
    /// Data directory, unless the script sets another.
    _data: tempfile::TempDir,
}

impl PtySession {
    fn size(columns: u16, lines: u16) -> PtySize {
        PtySize {
            rows: lines,
            cols: columns,
            ..PtySize::default()
        }
    }

    /// Runs a shell command in a terminal of this size; `foursight` is the command under test.
    pub(super) fn with(script: &str, columns: u16, lines: u16) -> Self {
        let pair = native_pty_system()
            .openpty(Self::size(columns, lines))
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new("sh");
        let script = script.replace("foursight ", &format!("{FOURSIGHT} "));
        command.args(["-c", &script]);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("XDG_CONFIG_HOME", "/nonexistent");
        let data = tempfile::tempdir().expect("a directory");
        command.env("XDG_DATA_HOME", data.path());
        command.env_remove("NO_COLOR");
        command.env_remove("LC_ALL");
        let child = pair.slave.spawn_command(command).expect("sh starts");
        drop(pair.slave);
        let parser = vt100::Parser::new(nonzero(lines), nonzero(columns), 1000);
        let display = Arc::new(TerminalScreen {
            state: Mutex::new(ScreenState {
                parser,
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = display.clone();
        let is_closing = Arc::new(AtomicBool::new(false));
        let closing = is_closing.clone();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                writer.change(|state| state.parser.process(&bytes[..count]));
                if closing.load(Ordering::Relaxed) {
                    return;
                }
            }
            writer.change(|state| state.is_closed = true);
        });
        let keyboard = pair.master.take_writer().expect("a keyboard");
        Self {
            master: pair.master,
            child,
            keyboard,
            display,
            is_closing,
            reader,
            _data: data,
        }
    }

    fn start(args: &str) -> Self {
        Self::with(&format!("foursight play --no-animation {args}"), 80, 24)
    }

    /// Reads from the screen.
    fn with_screen<T>(&self, read: impl FnOnce(&vt100::Screen) -> T) -> T {
        read(self.display.lock().parser.screen())
    }

    pub(super) fn text(&self) -> String {
        self.with_screen(vt100::Screen::contents)
    }

    pub(super) fn type_in(&mut self, keys: &str) {
        self.keyboard
            .write_all(keys.as_bytes())
            .and_then(|()| self.keyboard.flush())
            .expect("the terminal takes keys");
    }

    /// Waits until the screen shows a text.
    pub(super) fn wait_for(&self, text: &str) {
        let contains = |state: &ScreenState| state.parser.screen().contents().contains(text);
        let is_visible = self.display.wait_until(contains);
        assert!(is_visible, "{text:?} is missing in\n{}", self.text());
    }

    fn resize(&self, columns: u16, lines: u16) {
        let set = |state: &mut ScreenState| {
            let screen = state.parser.screen_mut();
            screen.set_size(nonzero(lines), nonzero(columns));
        };
        self.display.change(set);
        let resized = self.master.resize(Self::size(columns, lines));
        resized.expect("the terminal can be resized");
    }

    pub(super) fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs");
        let killed = Command::new("kill")
            .args([&format!("-{name}"), "--", &id.to_string()])
            .status();
        assert!(killed.expect("kill runs").success());
    }

    /// Waits until the child is stopped or continued.
    fn wait_for_stop_state(&self, is_stopped: bool) {
        use rustix::process::{Pid, WaitOptions, waitpid};
        let id = self.child.process_id().expect("it runs");
        let id = Pid::from_raw(id.cast_signed()).expect("a process");
        let either = WaitOptions::UNTRACED | WaitOptions::CONTINUED;
        let (_, status) = waitpid(Some(id), either)
            .expect("a child")
            .expect("it waits");
        assert_eq!(
            (status.stopped(), status.continued()),
            (is_stopped, !is_stopped)
        );
    }

    /// Waits for the exit, and returns the exit code and the contents of the screen.
    pub(super) fn finish(self) -> (u32, String) {
        let code = wait_for_exit(self.child).exit_code();
        // The reader has read everything once no process has the terminal open.
        let is_closed = self.display.wait_until(|state| state.is_closed);
        assert!(is_closed, "the terminal is still open");
        let state = self.display.lock();
        let screen = state.parser.screen();
        assert!(!screen.alternate_screen(), "the screen is restored");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert_eq!(
            screen.mouse_protocol_mode(),
            vt100::MouseProtocolMode::None,
            "the mouse is let go"
        );
        (code, screen.contents())
    }
}

#[test]
fn a_game_from_start_to_win_and_back() {
    let mut session = PtySession::start("");
    session.wait_for("First to move.");
    session.type_in("4545454");
    session.wait_for("First wins. First: column 4, row 4.");
    session.wait_for("[O]");
    session.type_in("u");
    session.wait_for("Undone: back to move 6.");
    session.type_in("U");
    session.wait_for("First wins with four in a row");
    session.type_in("q");
    let (code, contents) = session.finish();
    assert_eq!(code, 0);
    assert!(
        contents.starts_with("First wins with four in a row from d1 to d4"),
        "{contents}"
    );
}

#[test]
fn arrows_and_mouse_drop_where_they_point() {
    let mut session = PtySession::start("");
    session.wait_for("First to move.");
    session.type_in("\u{1b}[D\u{1b}[D\r");
    session.wait_for("First: column 2, row 1.");
    // A click on the seventh column, as terminals report it.
    session.type_in("\u{1b}[<0;42;10M\u{1b}[<0;42;10m");
    session.wait_for("Second: column 7, row 1.");
    session.type_in("qy");
    let (code, contents) = session.finish();
    assert_eq!(code, 0);
    assert!(
        contents.contains("foursight play 'standard 7x6/4 27'"),
        "{contents}"
    );
}

#[test]
fn a_bot_answers() {
    let mut session = PtySession::start("--level easy --seed 1");
    session.wait_for("Your turn.");
    session.type_in("4");
    session.wait_for("2 moves");
    session.wait_for("Second (easy): column");
    session.type_in("qy");
    let (code, contents) = session.finish();
    assert_eq!(code, 0);
    assert!(contents.contains("--second easy"), "{contents}");
}

#[test]
fn verdicts_and_a_hint() {
    let mut session = PtySession::start("454545");
    session.wait_for("First to move.");
    session.type_in("e");
    session.wait_for("W1");
    session.wait_for("Column 4 wins at once.");
    session.wait_for("completes d1 to d4.");
    session.type_in("h");
    session.wait_for("Hint: drop in column 4 wins at once: it completes d1 to d4.");
    session.type_in("qq");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn the_window_changes_its_size() {
    let mut session = PtySession::start("44");
    session.wait_for("First to move.");
    session.resize(40, 14);
    session.wait_for("6  ·  ·  ·  ·  ·  ·  ·");
    session.resize(30, 3);
    session.wait_for("First to move.");
    session.type_in("5");
    session.wait_for("First: column 5, row 1.");
    session.resize(120, 40);
    session.wait_for("3 moves");
    session.type_in("qy");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn the_terminal_is_restored_however_it_ends() {
    // `stty` prints the settings of the terminal.
    let script = "foursight play 44; stty -a; echo over";
    for keys in ["qy", "\u{3}", "?\u{3}"] {
        let mut session = PtySession::with(script, 80, 24);
        session.wait_for("First to move.");
        session.type_in(keys);
        let (code, contents) = session.finish();
        assert_eq!(code, 0, "{keys:?}");
        assert!(contents.contains("over"), "{keys:?}: {contents}");
        for flag in ["icanon", "echo", "isig", "opost"] {
            let is_on = contents
                .split_whitespace()
                .any(|word| word.trim_end_matches(';') == flag);
            assert!(is_on, "{keys:?}: {flag} is off in {contents}");
        }
    }
}

#[test]
fn a_sigterm_leaves_the_game_on_the_screen() {
    let session = PtySession::with("exec foursight play 44", 80, 24);
    session.wait_for("First to move.");
    session.signal("TERM");
    let (code, contents) = session.finish();
    assert_eq!(code, 0);
    assert!(
        contents.contains("foursight play 'standard 7x6/4 44'"),
        "{contents}"
    );
}

#[test]
fn custom_key_bindings() {
    let directory = tempfile::tempdir().expect("a directory");
    let home = directory.path().join("foursight");
    fs::create_dir(&home).expect("created");
    let text = "animation = off\n[keys]\nundo = \"x\"\nlast = off\n";
    fs::write(home.join("config.toml"), text).expect("written");
    let script = format!(
        "XDG_CONFIG_HOME='{}' foursight play 44",
        directory.path().display()
    );
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("x undo");
    session.type_in("5ulx");
    session.wait_for("Undone: back to move 2.");
    session.type_in("?");
    session.wait_for("x  U          undo, redo");
    session.wait_for("off  t        read the last move, the threats");
    session.type_in("qqq");
    assert_eq!(session.finish().0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_restores_the_terminal_until_resumed() {
    // A shell with job control takes over when its job is stopped.
    let script = "set -m; foursight play --no-animation 44; echo suspended; read line; fg";
    let mut session = PtySession::with(script, 80, 24);
    session.wait_for("First to move.");
    session.type_in("4\u{1a}");
    session.wait_for("suspended");
    session.with_screen(|screen| {
        assert!(!screen.alternate_screen(), "the screen is restored");
        assert!(!screen.hide_cursor(), "the cursor is shown");
    });
    session.type_in("\n");
    session.wait_for("First: column 4, row 3.");
    session.type_in("5");
    session.wait_for("Second: column 5, row 1.");
    session.type_in("qy");
    let (code, contents) = session.finish();
    assert_eq!(code, 0);
    assert!(contents.contains("'standard 7x6/4 4445'"), "{contents}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_screen_is_repainted_after_a_stop() {
    let mut session = PtySession::with("exec foursight play --no-animation 44", 80, 24);
    session.wait_for("First to move.");
    session.signal("STOP");
    session.wait_for_stop_state(true);
    // Another program writes to the screen meanwhile.
    session
        .display
        .change(|state| state.parser.process(b"\x1b[?1049l\x1b[2J"));
    session.signal("CONT");
    session.wait_for_stop_state(false);
    session.wait_for("First to move.");
    session.type_in("qy");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn many_resizes_do_no_harm() {
    let mut session = PtySession::start("44");
    session.wait_for("First to move.");
    for index in 0..200_u16 {
        session.resize(1 + index * 7 % 130, 1 + index * 5 % 50);
    }
    session.resize(80, 24);
    session.type_in("5");
    session.wait_for("First: column 5, row 1.");
    session.type_in("qy");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn settings_reach_the_screen() {
    let script = "FOURSIGHT_LEVEL=easy FOURSIGHT_ANIMATION=off FOURSIGHT_SKIN=safe foursight play";
    let mut session = PtySession::with(script, 80, 24);
    session.wait_for("Second easy");
    let has_orange = session.with_screen(|screen| {
        let cells = (0..24).flat_map(|line| (0..80).map(move |column| (line, column)));
        cells
            .filter_map(|(line, column)| screen.cell(line, column))
            .any(|cell| cell.bgcolor() == vt100::Color::Idx(214))
    });
    assert!(has_orange, "the skin of the settings");
    session.type_in("q");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn a_slow_bot_does_not_block_the_screen() {
    // No book covers this board, so the first moves take the perfect bot long.
    let mut session = PtySession::start("--level perfect --width 8 --height 7");
    session.wait_for("Your turn.");
    session.type_in("1");
    session.wait_for("Second (perfect)");
    session.type_in("?");
    session.wait_for("drop in that column");
    session.type_in("x.");
    session.wait_for("2 moves");
    session.type_in("u");
    session.wait_for("Undone");
    session.type_in("q");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn games_are_saved_and_opened() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.json");
    let file = file.display();
    let mut session = PtySession::start("");
    session.wait_for("First to move.");
    session.type_in("4453s");
    session.wait_for("Save to which file?");
    session.type_in(&format!("{file}\r"));
    session.wait_for("Saved to");
    session.type_in("nyo");
    session.wait_for("Open which file?");
    session.type_in(&format!("{file}\r"));
    session.wait_for("Loaded.");
    session.wait_for("4 moves");
    session.type_in("qy");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn a_dumb_terminal_gets_line_mode() {
    let mut session = PtySession::with("TERM=dumb foursight play", 80, 24);
    session.wait_for("line mode");
    session.type_in("4\n");
    session.wait_for("First: column 4, row 1.");
    session.type_in("quit\n");
    let (code, contents) = session.finish();
    assert_eq!(code, 0);
    assert!(contents.contains("Goodbye."), "{contents}");
}

#[test]
fn without_colour_everything_is_still_there() {
    let mut session = PtySession::with("NO_COLOR=1 foursight play --no-animation 45", 80, 24);
    session.wait_for("│ O │");
    session.wait_for("│(X)│");
    let has_color = session.with_screen(|screen| {
        let cells = (0..24).flat_map(|line| (0..80).map(move |column| (line, column)));
        cells
            .filter_map(|(line, column)| screen.cell(line, column))
            .any(|cell| (cell.fgcolor(), cell.bgcolor()) != Default::default())
    });
    assert!(!has_color, "there is colour on the screen");
    session.type_in("qy");
    assert_eq!(session.finish().0, 0);
}
