//! The full-screen game in a real pseudo-terminal: what a person sees, types and gets back.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::thread::{self, JoinHandle};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use super::{FOURSIGHT, PATIENCE};

fn some(size: u16) -> NonZero<u16> {
    NonZero::new(size).expect("a terminal has a size")
}

/// Waits for the end of a program.
pub(super) fn end_of(mut child: Box<dyn Child + Send + Sync>) -> ExitStatus {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || tell.send(child.wait()));
    let ended = told.recv_timeout(PATIENCE).expect("the program ends");
    ended.expect("a child")
}

/// What the terminal shows, and word of every change.
struct Display {
    shown: Mutex<Shown>,
    changed: Condvar,
}

struct Shown {
    parser: vt100::Parser,
    /// No program writes to the terminal any more.
    is_closed: bool,
}

impl Display {
    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().expect("no panic")
    }

    fn change(&self, change: impl FnOnce(&mut Shown)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Waits until what is shown is so; false if it never is.
    fn waits(&self, mut is_so: impl FnMut(&Shown) -> bool) -> bool {
        let (shown, lock) = (self.lock(), &self.changed);
        let waited = lock.wait_timeout_while(shown, PATIENCE, |shown| !is_so(shown));
        !waited.expect("no panic").1.timed_out()
    }
}

/// A terminal with the game in it.
pub(super) struct Seat {
    pub(super) master: Box<dyn MasterPty>,
    pub(super) child: Box<dyn Child + Send + Sync>,
    pub(super) keyboard: Box<dyn Write + Send>,
    display: Arc<Display>,
    /// The reader lets go of the terminal after what it reads next.
    pub(super) is_closing: Arc<AtomicBool>,
    pub(super) reader: JoinHandle<()>,
    /// The directory for data, unless the script names another.
    _data: tempfile::TempDir,
}

impl Seat {
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
        let parser = vt100::Parser::new(some(lines), some(columns), 1000);
        let display = Arc::new(Display {
            shown: Mutex::new(Shown {
                parser,
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let shown = display.clone();
        let is_closing = Arc::new(AtomicBool::new(false));
        let closing = is_closing.clone();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shown.change(|shown| shown.parser.process(&bytes[..count]));
                if closing.load(Ordering::Relaxed) {
                    return;
                }
            }
            shown.change(|shown| shown.is_closed = true);
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

    /// Looks at the screen.
    fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.display.lock().parser.screen())
    }

    pub(super) fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    pub(super) fn type_in(&mut self, keys: &str) {
        self.keyboard
            .write_all(keys.as_bytes())
            .and_then(|()| self.keyboard.flush())
            .expect("the terminal takes keys");
    }

    /// Waits until the screen shows this.
    pub(super) fn sees(&self, text: &str) {
        let has_it = |shown: &Shown| shown.parser.screen().contents().contains(text);
        let is_seen = self.display.waits(has_it);
        assert!(is_seen, "{text:?} is missing in\n{}", self.text());
    }

    fn resize(&self, columns: u16, lines: u16) {
        let set = |shown: &mut Shown| {
            let screen = shown.parser.screen_mut();
            screen.set_size(some(lines), some(columns));
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

    /// Waits until the child is stopped, or goes on.
    fn waits_until_stopped(&self, is_stopped: bool) {
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

    /// Waits for the end and gives back the exit code and what is left on the screen.
    pub(super) fn ends(self) -> (u32, String) {
        let code = end_of(self.child).exit_code();
        // Once no process has the terminal open, its reader has read everything.
        let is_closed = self.display.waits(|shown| shown.is_closed);
        assert!(is_closed, "the terminal is still open");
        let shown = self.display.lock();
        let screen = shown.parser.screen();
        assert!(!screen.alternate_screen(), "the screen is given back");
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
    let mut seat = Seat::start("");
    seat.sees("First to move.");
    seat.type_in("4545454");
    seat.sees("First wins with the line d1 to d4 (vertical).");
    seat.sees("[O]");
    seat.type_in("u");
    seat.sees("Undone: back to move 6.");
    seat.type_in("U");
    seat.sees("First wins with the line");
    seat.type_in("q");
    let (code, left) = seat.ends();
    assert_eq!(code, 0);
    assert!(
        left.starts_with("First wins with the line d1 to d4"),
        "{left}"
    );
}

#[test]
fn arrows_and_mouse_drop_where_they_point() {
    let mut seat = Seat::start("");
    seat.sees("First to move.");
    seat.type_in("\u{1b}[D\u{1b}[D\r");
    seat.sees("First: column 2, row 1.");
    // A click on the seventh column, as terminals report it.
    seat.type_in("\u{1b}[<0;42;10M\u{1b}[<0;42;10m");
    seat.sees("Second: column 7, row 1.");
    seat.type_in("qy");
    let (code, left) = seat.ends();
    assert_eq!(code, 0);
    assert!(
        left.contains("foursight play 'standard 7x6/4 27'"),
        "{left}"
    );
}

#[test]
fn a_bot_answers() {
    let mut seat = Seat::start("--level easy --seed 1");
    seat.sees("Your turn.");
    seat.type_in("4");
    seat.sees("2 moves");
    seat.sees("Second (easy): column");
    seat.type_in("qy");
    let (code, left) = seat.ends();
    assert_eq!(code, 0);
    assert!(left.contains("--second easy"), "{left}");
}

#[test]
fn verdicts_and_a_hint() {
    let mut seat = Seat::start("454545");
    seat.sees("First to move.");
    seat.type_in("e");
    seat.sees("W1");
    seat.sees("Column 4 wins with this drop.");
    seat.sees("completes d1 to d4.");
    seat.type_in("h");
    seat.sees("Hint: drop in column 4 wins with this move: it completes d1 to d4.");
    seat.type_in("qq");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn the_window_changes_its_size() {
    let mut seat = Seat::start("44");
    seat.sees("First to move.");
    seat.resize(40, 14);
    seat.sees("6  ·  ·  ·  ·  ·  ·  ·");
    seat.resize(30, 3);
    seat.sees("First to move.");
    seat.type_in("5");
    seat.sees("First: column 5, row 1.");
    seat.resize(120, 40);
    seat.sees("3 moves");
    seat.type_in("qy");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn the_terminal_is_as_before_however_it_ends() {
    // The settings of the terminal itself are told by stty.
    let script = "foursight play 44; stty -a; echo over";
    for keys in ["qy", "\u{3}", "?\u{3}"] {
        let mut seat = Seat::with(script, 80, 24);
        seat.sees("First to move.");
        seat.type_in(keys);
        let (code, left) = seat.ends();
        assert_eq!(code, 0, "{keys:?}");
        assert!(left.contains("over"), "{keys:?}: {left}");
        for flag in ["icanon", "echo", "isig", "opost"] {
            let is_on = left
                .split_whitespace()
                .any(|word| word.trim_end_matches(';') == flag);
            assert!(is_on, "{keys:?}: {flag} is off in {left}");
        }
    }
}

#[test]
fn a_request_to_end_leaves_the_game_on_the_screen() {
    let seat = Seat::with("exec foursight play 44", 80, 24);
    seat.sees("First to move.");
    seat.signal("TERM");
    let (code, left) = seat.ends();
    assert_eq!(code, 0);
    assert!(
        left.contains("foursight play 'standard 7x6/4 44'"),
        "{left}"
    );
}

#[test]
fn keys_of_ones_own() {
    let directory = tempfile::tempdir().expect("a directory");
    let home = directory.path().join("foursight");
    fs::create_dir(&home).expect("created");
    let text = "animation = off\n[keys]\nundo = \"x\"\nlast = off\n";
    fs::write(home.join("config.toml"), text).expect("written");
    let script = format!(
        "XDG_CONFIG_HOME='{}' foursight play 44",
        directory.path().display()
    );
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("x undo");
    seat.type_in("5ulx");
    seat.sees("Undone: back to move 2.");
    seat.type_in("?");
    seat.sees("x  U          undo, redo");
    seat.sees("off  t        say the last move, the threats");
    seat.type_in("qqq");
    assert_eq!(seat.ends().0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_gives_the_terminal_back_for_a_while() {
    // A shell with job control, as a person has it: it takes over when its job is stopped.
    let script = "set -m; foursight play --no-animation 44; echo put aside; read line; fg";
    let mut seat = Seat::with(script, 80, 24);
    seat.sees("First to move.");
    seat.type_in("4\u{1a}");
    seat.sees("put aside");
    seat.look(|screen| {
        assert!(!screen.alternate_screen(), "the screen is given back");
        assert!(!screen.hide_cursor(), "the cursor is shown");
    });
    seat.type_in("\n");
    seat.sees("First: column 4, row 3.");
    seat.type_in("5");
    seat.sees("Second: column 5, row 1.");
    seat.type_in("qy");
    let (code, left) = seat.ends();
    assert_eq!(code, 0);
    assert!(left.contains("'standard 7x6/4 4445'"), "{left}");
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_was_stopped_draws_everything_again() {
    let mut seat = Seat::with("exec foursight play --no-animation 44", 80, 24);
    seat.sees("First to move.");
    seat.signal("STOP");
    seat.waits_until_stopped(true);
    // Somebody else writes on the screen meanwhile.
    seat.display
        .change(|shown| shown.parser.process(b"\x1b[?1049l\x1b[2J"));
    seat.signal("CONT");
    seat.waits_until_stopped(false);
    seat.sees("First to move.");
    seat.type_in("qy");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn any_number_of_resizes_is_survived() {
    let mut seat = Seat::start("44");
    seat.sees("First to move.");
    for step in 0..200_u16 {
        seat.resize(1 + step * 7 % 130, 1 + step * 5 % 50);
    }
    seat.resize(80, 24);
    seat.type_in("5");
    seat.sees("First: column 5, row 1.");
    seat.type_in("qy");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn settings_reach_the_screen() {
    let script = "FOURSIGHT_LEVEL=easy FOURSIGHT_ANIMATION=off FOURSIGHT_SKIN=safe foursight play";
    let mut seat = Seat::with(script, 80, 24);
    seat.sees("Second easy");
    let has_orange = seat.look(|screen| {
        let places = (0..24).flat_map(|line| (0..80).map(move |column| (line, column)));
        places
            .filter_map(|(line, column)| screen.cell(line, column))
            .any(|cell| cell.bgcolor() == vt100::Color::Idx(214))
    });
    assert!(has_orange, "the skin of the settings");
    seat.type_in("q");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn a_bot_that_thinks_long_does_not_hold_up_anybody() {
    // No book knows this grid, so the first moves take a perfect player a long time.
    let mut seat = Seat::start("--level perfect --width 8 --height 7");
    seat.sees("Your turn.");
    seat.type_in("1");
    seat.sees("Second (perfect)");
    seat.type_in("?");
    seat.sees("drop in that column");
    seat.type_in("x.");
    seat.sees("2 moves");
    seat.type_in("u");
    seat.sees("Undone");
    seat.type_in("q");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn games_are_saved_and_opened() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.json");
    let file = file.display();
    let mut seat = Seat::start("");
    seat.sees("First to move.");
    seat.type_in("4453s");
    seat.sees("Save to which file?");
    seat.type_in(&format!("{file}\r"));
    seat.sees("Saved to");
    seat.type_in("nyo");
    seat.sees("Open which file?");
    seat.type_in(&format!("{file}\r"));
    seat.sees("Loaded.");
    seat.sees("4 moves");
    seat.type_in("qy");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn a_terminal_that_can_do_nothing_gets_lines() {
    let mut seat = Seat::with("TERM=dumb foursight play", 80, 24);
    seat.sees("line mode");
    seat.type_in("4\n");
    seat.sees("First: column 4, row 1.");
    seat.type_in("quit\n");
    let (code, left) = seat.ends();
    assert_eq!(code, 0);
    assert!(left.contains("Goodbye."), "{left}");
}

#[test]
fn without_colour_everything_is_still_there() {
    let mut seat = Seat::with("NO_COLOR=1 foursight play --no-animation 45", 80, 24);
    seat.sees("│ O │");
    seat.sees("│(X)│");
    let colored = seat.look(|screen| {
        let places = (0..24).flat_map(|line| (0..80).map(move |column| (line, column)));
        places
            .filter_map(|(line, column)| screen.cell(line, column))
            .any(|cell| (cell.fgcolor(), cell.bgcolor()) != Default::default())
    });
    assert!(!colored, "there is colour on the screen");
    seat.type_in("qy");
    assert_eq!(seat.ends().0, 0);
}
