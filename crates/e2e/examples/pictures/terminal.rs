//! The game in a terminal of our own, as a picture of letters.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use vt100::{Color, Parser};

/// The terminal, in letters.
const COLUMNS: u16 = 80;
const LINES: u16 = 24;
/// A letter, in units of the picture.
const WIDE: u16 = 9;
const HIGH: u16 = 18;
/// A screen that has not changed for so long is finished; it never takes longer than this.
const REST: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_mins(1);
/// The sixteen colours of terminals, first the dark ones, as on a dark page.
const COLOURS: [&str; 16] = [
    "#1a1a2e", "#e63946", "#54e0a3", "#ffd60a", "#4c86ff", "#c792ea", "#7fe3ff", "#c8cde6",
    "#6b7394", "#ff6b76", "#7df0bd", "#ffe45c", "#7fa8ff", "#ddb3ff", "#b0efff", "#ffffff",
];
const PAPER: &str = "#14172b";
const INK: &str = "#e6e9f8";

/// The full-screen game after a few moves against a bot.
pub(super) fn picture() -> String {
    let size = PtySize {
        rows: LINES,
        cols: COLUMNS,
        ..PtySize::default()
    };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    let program =
        std::env::var_os("FOURSIGHT_BIN").map_or_else(|| "foursight".into(), PathBuf::from);
    let mut command = CommandBuilder::new(program);
    command.args(["play", "--no-animation", "--level", "hard", "444446"]);
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    command.env("XDG_CONFIG_HOME", "/nonexistent");
    command.env("XDG_DATA_HOME", "/dev/null");
    command.env_remove("NO_COLOR");
    let mut child = pair.slave.spawn_command(command).expect("foursight starts");
    drop(pair.slave);
    let some = |size| NonZero::new(size).expect("a terminal has a size");
    let screen = Arc::new(Mutex::new(Parser::new(some(LINES), some(COLUMNS), 0)));
    let shown = screen.clone();
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            shown.lock().expect("no panic").process(&bytes[..count]);
        }
    });
    let mut keyboard = pair.master.take_writer().expect("a keyboard");
    at_rest(&screen);
    keyboard.write_all(b"e").expect("it takes keys");
    at_rest(&screen);
    let drawn = drawn(screen.lock().expect("no panic").screen());
    child.kill().expect("it ends");
    child.wait().expect("it ends");
    drawn
}

/// Waits until the screen has not changed for a while.
fn at_rest(screen: &Mutex<Parser>) {
    let text = || screen.lock().expect("no panic").screen().contents();
    let (started, mut since, mut last) = (Instant::now(), Instant::now(), text());
    while since.elapsed() < REST || last.trim().is_empty() {
        assert!(started.elapsed() < PATIENCE, "the screen never rests");
        thread::sleep(Duration::from_millis(50));
        let now = text();
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
}

/// The screen as SVG, a letter at a time where the colours say something.
fn drawn(screen: &vt100::Screen) -> String {
    let (width, height) = (COLUMNS * WIDE + 24, LINES * HIGH + 24);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"{PAPER}\"/>\n"
    );
    for line in 0..LINES {
        for column in 0..COLUMNS {
            let Some(cell) = screen.cell(line, column) else {
                continue;
            };
            let (mut ink, mut paper) = (colour(cell.fgcolor(), INK), colour(cell.bgcolor(), PAPER));
            if cell.inverse() {
                std::mem::swap(&mut ink, &mut paper);
            }
            let (x, y) = (12 + column * WIDE, 12 + line * HIGH);
            if paper != PAPER {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDE}\" height=\"{HIGH}\" fill=\"{paper}\"/>"
                );
            }
            let letter = cell.contents();
            if letter.trim().is_empty() {
                continue;
            }
            let weight = if cell.bold() {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let dim = if cell.dim() { " opacity=\"0.6\"" } else { "" };
            let letter = letter.replace('&', "&amp;").replace('<', "&lt;");
            let base = y + 14;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{base}\" fill=\"{ink}\"{weight}{dim}>{letter}</text>"
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A colour of the terminal on paper.
fn colour(colour: Color, usual: &str) -> String {
    match colour {
        Color::Default => usual.to_owned(),
        Color::Idx(number @ 0..16) => COLOURS[usize::from(number)].to_owned(),
        Color::Idx(number @ 16..232) => {
            let part = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let number = number - 16;
            let [red, green, blue] = [number / 36, number / 6 % 6, number % 6].map(part);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Idx(number) => {
            let grey = 8 + 10 * (number - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
    }
}
