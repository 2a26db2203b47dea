//! Links as QR codes in SVG.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Width of the quiet zone around the code, in modules.
const MARGIN: i32 = 4;

/// Renders a QR code; `None` if the text is too long for one.
pub(crate) fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let whole = size + 2 * MARGIN;
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let dots = (x..size).take_while(|x| code.get_module(*x, y)).count() as i32;
            if dots > 0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{} {}h{dots}v1h-{dots}z", x + MARGIN, y + MARGIN);
            }
            x += dots.max(1);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/>\
         <path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_code() {
        let code = svg("http://127.0.0.1:4444/?join=abc").expect("short enough");
        // The three finder patterns in the corners begin with seven modules.
        assert!(code.contains("M4 4h7v1h-7z"), "{code}");
        assert_eq!(svg(&"x".repeat(5_000)), None);
    }
}
