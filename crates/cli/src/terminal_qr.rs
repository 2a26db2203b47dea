//! QR codes in a terminal: two modules a character, by half blocks.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Width of the quiet zone around the code, in modules; scanners need it.
const MARGIN: i32 = 2;
/// Black on white, whatever the colours of the terminal are.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";
const RESET: &str = "\x1b[0m";

/// Renders a text as a QR code, with a line break after each row. Without colour it is for terminals
/// with a dark background: light modules are drawn. Returns `None` if the text is too long.
pub(crate) fn terminal_qr(text: &str, has_color: bool) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    // Outside of the code everything is light.
    let is_drawn = |x: i32, y: i32| code.get_module(x, y) == has_color;
    let range = -MARGIN..code.size() + MARGIN;
    let mut rendered = String::new();
    for y in range.clone().step_by(2) {
        if has_color {
            rendered.push_str(BLACK_ON_WHITE);
        }
        for x in range.clone() {
            // The last row may be a half one, whose lower part is outside.
            let lower = y + 1 < range.end && is_drawn(x, y + 1);
            rendered.push(match (is_drawn(x, y), lower) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        if has_color {
            rendered.push_str(RESET);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(rendered);
    }
    Some(rendered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the modules back from the drawing.
    fn modules(drawing: &str, is_drawn_dark: bool) -> Vec<Vec<bool>> {
        let mut rows = Vec::new();
        for line in drawing.lines() {
            let blocks = line
                .trim_start_matches(BLACK_ON_WHITE)
                .trim_end_matches(RESET);
            for half in ["█▀", "█▄"] {
                let row = blocks.chars().map(|c| half.contains(c) == is_drawn_dark);
                rows.push(row.collect());
            }
        }
        rows
    }

    #[test]
    fn the_drawing_has_every_module() {
        let text = "http://192.168.43.17:4444/";
        let code = QrCode::encode_text(text, QrCodeEcc::Low).expect("short");
        for has_color in [false, true] {
            let drawing = terminal_qr(text, has_color).expect("short");
            let modules = modules(&drawing, has_color);
            for y in 0..code.size() {
                for x in 0..code.size() {
                    let drawn = modules[(y + MARGIN) as usize][(x + MARGIN) as usize];
                    assert_eq!(drawn, code.get_module(x, y), "{x} {y} {has_color}");
                }
            }
            let first = &modules[0];
            assert!(first.iter().all(|is_dark| !is_dark), "a light margin");
            assert_eq!(first.len(), (code.size() + 2 * MARGIN) as usize);
        }
        assert_eq!(terminal_qr(&"x".repeat(5_000), false), None);
    }
}
