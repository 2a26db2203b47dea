//! A bracket drawn with letters and lines.

use foursight_tournament::{Decision, Layout, Link, Side, Spot, Tournament, score};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::words;

/// Characters between the columns, for the lines.
const GAP: usize = 5;
/// Characters for the points of a match.
const SCORE: usize = 3;

/// What is seen, by row and column of the screen. The second half of a wide character is empty.
struct Canvas(Vec<Vec<String>>);

impl Canvas {
    fn put(&mut self, row: usize, column: usize, text: &str) {
        let Some(line) = self.0.get_mut(row) else {
            return;
        };
        let mut place = column;
        for letter in text.graphemes(true) {
            let width = letter.width();
            let Some(spaces) = line.get_mut(place..place + width) else {
                return;
            };
            spaces.fill(String::new());
            if let [first, ..] = spaces {
                letter.clone_into(first);
            }
            place += width;
        }
    }
}

/// The bracket of a knock-out.
pub(super) fn bracket(tournament: &Tournament) -> String {
    let layout = tournament.layout();
    let stages = layout.rounds.iter().map(|(stage, ..)| words::stage(*stage));
    let longest = stages.map(|name| name.width()).max().unwrap_or(0);
    // Names of rounds may reach into the gap, but not into the next name.
    let width = name_chars(tournament, &layout) + 1 + SCORE;
    let width = width.max((longest + 1).saturating_sub(GAP));
    let pitch = width + GAP;
    let mut canvas = Canvas(vec![
        vec![" ".to_owned(); layout.columns * pitch];
        layout.rows + 1
    ]);
    for (stage, column, row) in &layout.rounds {
        // The names stand one row above, and everything else one row below.
        canvas.put(*row, column * pitch, &words::stage(*stage));
    }
    for link in &layout.links {
        draw_link(&mut canvas, link, leaving(tournament, link), (pitch, width));
    }
    for spot in &layout.spots {
        draw_match(&mut canvas, tournament, *spot, pitch, width);
    }
    let lines = canvas.0.iter().map(|line| {
        let line = line.concat();
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

fn name_chars(tournament: &Tournament, layout: &Layout) -> usize {
    let matches = layout
        .spots
        .iter()
        .filter_map(|spot| tournament.find(spot.match_id));
    let names =
        matches.flat_map(|found| Side::BOTH.map(|side| words::side(tournament, found, side)));
    names.map(|name| name.width()).max().unwrap_or(0)
}

fn draw_match(
    canvas: &mut Canvas,
    tournament: &Tournament,
    spot: Spot,
    pitch: usize,
    width: usize,
) {
    let Some(found) = tournament.find(spot.match_id) else {
        return;
    };
    for side in Side::BOTH {
        let row = spot.row + 1 + side.index();
        let at = spot.column * pitch;
        canvas.put(row, at, &words::side(tournament, found, side));
        canvas.put(
            row,
            at + width - SCORE,
            &format!("{:>SCORE$}", score(found, side)),
        );
    }
}

/// The side of a match that goes on: its winner, or before it is decided the one nearer to the next match.
fn leaving(tournament: &Tournament, link: &Link) -> Side {
    let found = tournament.find(link.from.match_id);
    match (found.and_then(|found| found.decision), link.side) {
        (Some(Decision::Won { winner, .. }), _) => winner,
        (_, Side::Upper) => Side::Lower,
        (_, Side::Lower) => Side::Upper,
    }
}

/// From a side of a match to a side of the next one, with at most one step up or down.
fn draw_link(canvas: &mut Canvas, link: &Link, from: Side, (pitch, width): (usize, usize)) {
    let leaves = link.from.row + 1 + from.index();
    let arrives = link.to.row + 1 + link.side.index();
    let start = link.from.column * pitch + width;
    let end = link.to.column * pitch;
    let bend = end - 3;
    for column in start + 1..bend {
        canvas.put(leaves, column, "─");
    }
    let (out, into) = match leaves.cmp(&arrives) {
        std::cmp::Ordering::Less => ("┐", "└"),
        std::cmp::Ordering::Equal => ("─", "─"),
        std::cmp::Ordering::Greater => ("┘", "┌"),
    };
    for row in leaves.min(arrives) + 1..leaves.max(arrives) {
        canvas.put(row, bend, "│");
    }
    canvas.put(leaves, bend, out);
    canvas.put(arrives, bend, into);
    canvas.put(arrives, bend + 1, "─");
}
