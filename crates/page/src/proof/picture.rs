//! The picture to share: the map, the claim and the size, as an SVG.

use std::fmt::Write as _;

use super::{ProofPageState, ProofWords, WAYS};
use crate::text::{Text, UiMessage as M};

/// Colours of the positions after each reply to the first drop.
const WAY_COLOURS: [&str; WAYS] = ["#ffa07f", "#b7a5ff", "#7fe3ff", "#54e0a3"];
/// Most characters of a line of the headline.
const LINE_CHARS: usize = 22;

/// Returns the picture, 1200 × 630, as link previews expect it.
#[must_use]
pub fn share_picture(text: Text, state: &ProofPageState) -> String {
    let words = ProofWords::new(text, state);
    let mut svg = String::from(concat!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">"#,
        r##"<rect width="1200" height="630" fill="#1a1a2e"/>"##,
        r#"<g transform="translate(330 315) scale(.057)" fill="none" stroke-linecap="round">"#,
    ));
    // Writing to a string cannot fail.
    let map = state.map();
    for (way, colour) in WAY_COLOURS.into_iter().enumerate() {
        let (mut edges, mut dots) = (String::new(), String::new());
        for (index, node) in map.nodes().iter().enumerate() {
            if let Some(parent) = node.parent.filter(|_| node.way == way) {
                edges += &map.curve(parent, index);
                let _ = write!(dots, "M{} {}h0", node.at.x, node.at.y);
            }
        }
        let _ = write!(
            svg,
            r#"<path d="{edges}" stroke="{colour}" stroke-width="7" stroke-opacity=".4"/><path d="{dots}" stroke="{colour}" stroke-width="75"/>"#
        );
    }
    svg += concat!(
        r##"<circle r="190" fill="#e63946" stroke="#fff" stroke-width="26"/></g>"##,
        r##"<g fill="#f2f4ff" font-family="Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif">"##,
        r#"<text x="690" y="150" font-size="30" font-weight="700">Foursight</text>"#,
    );
    for (index, line) in lines(text.get(M::ProofClaim)).iter().enumerate() {
        let y = 225 + 60 * index;
        let _ = write!(
            svg,
            r#"<text x="690" y="{y}" font-size="46" font-weight="800">{line}</text>"#
        );
    }
    let (positions, bytes) = (words.positions(), words.bytes());
    let about = text.with(
        M::ProofPictureAbout,
        &[("positions", &positions), ("bytes", &bytes)],
    );
    let _ = write!(
        svg,
        r##"<text x="690" y="470" font-size="26" fill="#b9c6ea">{about}</text>"##
    );
    if state.is_verified() {
        let [checked, _] = words.check();
        let _ = write!(
            svg,
            r##"<text x="690" y="515" font-size="26" fill="#54e0a3">✓ {checked}</text>"##
        );
    }
    svg + "</g></svg>"
}

/// Breaks a headline into lines.
fn lines(headline: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in headline.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LINE_CHARS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
