//! Runs the terminal game in a pseudo-terminal and renders its screen as SVG text.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use vt100::{Color, Parser};

/// Size of the terminal, in characters.
const COLUMNS: u16 = 80;
const LINES: u16 = 24;
/// Size of a character, in SVG units.
const CHAR_WIDTH: u16 = 9;
const CHAR_HEIGHT: u16 = 18;
/// The screen is complete once it has not changed for the delay, which must happen in time.
const STABLE_DELAY: Duration = Duration::from_secs(2);
const SCREEN_TIMEOUT: Duration = Duration::from_mins(1);
/// The sixteen terminal colours of a dark theme, first the normal, then the bright ones.
const COLOURS: [&str; 16] = [
    "#1a1a2e", "#e63946", "#54e0a3", "#ffd60a", "#4c86ff", "#c792ea", "#7fe3ff", "#c8cde6",
    "#6b7394", "#ff6b76", "#7df0bd", "#ffe45c", "#7fa8ff", "#ddb3ff", "#b0efff", "#ffffff",
];
const BACKGROUND: &str = "#14172b";
const FOREGROUND: &str = "#e6e9f8";

/// Returns the full-screen game after a few moves against a bot.
pub(super) fn screenshot_svg() -> String {
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
    wait_until_stable(&screen);
    keyboard.write_all(b"e").expect("it takes keys");
    wait_until_stable(&screen);
    let svg = render_screen(screen.lock().expect("no panic").screen());
    child.kill().expect("it ends");
    child.wait().expect("it ends");
    svg
}

/// Waits until the screen has not changed for a while.
fn wait_until_stable(screen: &Mutex<Parser>) {
    let text = || screen.lock().expect("no panic").screen().contents();
    let (started, mut since, mut last) = (Instant::now(), Instant::now(), text());
    while since.elapsed() < STABLE_DELAY || last.trim().is_empty() {
        assert!(
            started.elapsed() < SCREEN_TIMEOUT,
            "the screen keeps changing"
        );
        thread::sleep(Duration::from_millis(50));
        let now = text();
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
}

/// Colours and attributes of a run of characters.
#[derive(Clone, PartialEq, Eq)]
struct SvgTextStyle {
    foreground: String,
    background: String,
    is_bold: bool,
    is_dim: bool,
}

/// Renders the screen as SVG. Adjacent characters of the same style share one text element.
fn render_screen(screen: &vt100::Screen) -> String {
    let (width, height) = (COLUMNS * CHAR_WIDTH + 24, LINES * CHAR_HEIGHT + 24);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"{BACKGROUND}\"/>\n"
    );
    for line in 0..LINES {
        let cells = (0..COLUMNS).filter_map(|column| {
            let cell = screen.cell(line, column)?;
            Some((column, cell.contents().to_owned(), style(cell)))
        });
        let cells: Vec<_> = cells.collect();
        for same_style in cells.chunk_by(|(_, _, one), (_, _, two)| one == two) {
            render_run(&mut svg, line, same_style);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn style(cell: &vt100::Cell) -> SvgTextStyle {
    let (mut foreground, mut background) = (
        css_colour(cell.fgcolor(), FOREGROUND),
        css_colour(cell.bgcolor(), BACKGROUND),
    );
    if cell.inverse() {
        std::mem::swap(&mut foreground, &mut background);
    }
    SvgTextStyle {
        foreground,
        background,
        is_bold: cell.bold(),
        is_dim: cell.dim(),
    }
}

/// Renders adjacent characters of the same style. Writing to a string cannot fail.
fn render_run(svg: &mut String, line: u16, same_style: &[(u16, String, SvgTextStyle)]) {
    let Some((first, _, style)) = same_style.first() else {
        return;
    };
    let (left, top) = (12 + first * CHAR_WIDTH, 12 + line * CHAR_HEIGHT);
    let SvgTextStyle {
        foreground,
        background,
        ..
    } = style;
    if background != BACKGROUND {
        let wide = same_style.len() * usize::from(CHAR_WIDTH);
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{CHAR_HEIGHT}\" fill=\"{background}\" \
             shape-rendering=\"crispEdges\"/>"
        );
    }
    let visible = same_style
        .iter()
        .filter(|(_, letter, _)| !letter.trim().is_empty());
    let (mut places, mut letters) = (String::new(), String::new());
    for (column, letter, _) in visible {
        let _ = write!(places, "{} ", 12 + column * CHAR_WIDTH);
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
        "<text x=\"{places}\" y=\"{base}\" fill=\"{foreground}\"{weight}{dim}>{letters}</text>"
    );
}

/// Converts a terminal colour to CSS.
fn css_colour(colour: Color, default: &str) -> String {
    match colour {
        Color::Default => default.to_owned(),
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
