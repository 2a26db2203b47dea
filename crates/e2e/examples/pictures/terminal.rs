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

/// How letters look: colours, and what else is said about them.
#[derive(Clone, PartialEq, Eq)]
struct Style {
    ink: String,
    paper: String,
    is_bold: bool,
    is_dim: bool,
}

/// The screen as SVG. Letters in a row that look alike are one element, in which each has its place.
fn drawn(screen: &vt100::Screen) -> String {
    let (width, height) = (COLUMNS * WIDE + 24, LINES * HIGH + 24);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"{PAPER}\"/>\n"
    );
    for line in 0..LINES {
        let cells = (0..COLUMNS).filter_map(|column| {
            let cell = screen.cell(line, column)?;
            Some((column, cell.contents().to_owned(), style(cell)))
        });
        let cells: Vec<_> = cells.collect();
        for alike in cells.chunk_by(|(_, _, one), (_, _, two)| one == two) {
            run(&mut svg, line, alike);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn style(cell: &vt100::Cell) -> Style {
    let (mut ink, mut paper) = (colour(cell.fgcolor(), INK), colour(cell.bgcolor(), PAPER));
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut paper);
    }
    Style {
        ink,
        paper,
        is_bold: cell.bold(),
        is_dim: cell.dim(),
    }
}

/// Letters beside each other that look alike. Writing to a string cannot fail.
fn run(svg: &mut String, line: u16, alike: &[(u16, String, Style)]) {
    let Some((first, _, style)) = alike.first() else {
        return;
    };
    let (left, top) = (12 + first * WIDE, 12 + line * HIGH);
    let Style { ink, paper, .. } = style;
    if paper != PAPER {
        let wide = alike.len() * usize::from(WIDE);
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{HIGH}\" fill=\"{paper}\" \
             shape-rendering=\"crispEdges\"/>"
        );
    }
    let seen = alike
        .iter()
        .filter(|(_, letter, _)| !letter.trim().is_empty());
    let (mut places, mut letters) = (String::new(), String::new());
    for (column, letter, _) in seen {
        let _ = write!(places, "{} ", 12 + column * WIDE);
        letters.push_str(&letter.replace('&', "&amp;").replace('<', "&lt;"));
    }
    if letters.is_empty() {
        return;
    }
    let (places, base) = (places.trim_end(), top + 14);
    let weight = if style.is_bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let dim = if style.is_dim { " opacity=\"0.6\"" } else { "" };
    let _ = writeln!(
        svg,
        "<text x=\"{places}\" y=\"{base}\" fill=\"{ink}\"{weight}{dim}>{letters}</text>"
    );
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
