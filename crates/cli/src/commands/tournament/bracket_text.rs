//! Renders a bracket as text with box-drawing characters.

use foursight_tournament::{
    BracketLayout, BracketLink, BracketNode, MatchResult, MatchSide, Tournament, score_text,
};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::match_text;

/// Characters between columns, for the connecting lines.
const COLUMN_GAP: usize = 5;
/// Characters for the points of a match.
const SCORE_CHARS: usize = 3;

/// Screen cells by row and column. The second cell of a wide character is empty.
struct TextCanvas(Vec<Vec<String>>);

impl TextCanvas {
    fn write(&mut self, row: usize, column: usize, text: &str) {
        let Some(line) = self.0.get_mut(row) else {
            return;
        };
        let mut column_index = column;
        for letter in text.graphemes(true) {
            let width = letter.width();
            let Some(cells) = line.get_mut(column_index..column_index + width) else {
                return;
            };
            cells.fill(String::new());
            if let [first, ..] = cells {
                letter.clone_into(first);
            }
            column_index += width;
        }
    }
}

/// Renders the bracket of a knock-out.
pub(super) fn bracket(tournament: &Tournament) -> String {
    let layout = tournament.layout();
    let stages = layout
        .rounds
        .iter()
        .map(|(stage, ..)| match_text::stage(*stage));
    let longest = stages.map(|name| name.width()).max().unwrap_or(0);
    // Round names may extend into the gap, but not into the next name.
    let width = name_width(tournament, &layout) + 1 + SCORE_CHARS;
    let width = width.max((longest + 1).saturating_sub(COLUMN_GAP));
    let pitch = width + COLUMN_GAP;
    let mut canvas = TextCanvas(vec![
        vec![" ".to_owned(); layout.columns * pitch];
        layout.rows + 1
    ]);
    for (stage, column, row) in &layout.rounds {
        // Round names are one row above the matches, which are shifted down by one.
        canvas.write(*row, column * pitch, &match_text::stage(*stage));
    }
    for link in &layout.links {
        render_link(
            &mut canvas,
            link,
            leaving_side(tournament, link),
            (pitch, width),
        );
    }
    for spot in &layout.nodes {
        render_match(&mut canvas, tournament, *spot, pitch, width);
    }
    let lines = canvas.0.iter().map(|line| {
        let line = line.concat();
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

fn name_width(tournament: &Tournament, layout: &BracketLayout) -> usize {
    let matches = layout
        .nodes
        .iter()
        .filter_map(|spot| tournament.find_match(spot.match_id));
    let names = matches
        .flat_map(|match_| MatchSide::BOTH.map(|side| match_text::side(tournament, match_, side)));
    names.map(|name| name.width()).max().unwrap_or(0)
}

fn render_match(
    canvas: &mut TextCanvas,
    tournament: &Tournament,
    spot: BracketNode,
    pitch: usize,
    width: usize,
) {
    let Some(match_) = tournament.find_match(spot.match_id) else {
        return;
    };
    for side in MatchSide::BOTH {
        let row = spot.row + 1 + side.index();
        let at = spot.column * pitch;
        canvas.write(row, at, &match_text::side(tournament, match_, side));
        canvas.write(
            row,
            at + width - SCORE_CHARS,
            &format!("{:>SCORE_CHARS$}", score_text(match_, side)),
        );
    }
}

/// Returns the side that advances: the winner, or before the decision the side nearer to the next
/// match.
fn leaving_side(tournament: &Tournament, link: &BracketLink) -> MatchSide {
    let match_ = tournament.find_match(link.from.match_id);
    match (match_.and_then(|match_| match_.result), link.side) {
        (Some(MatchResult::Won { winner, .. }), _) => winner,
        (_, MatchSide::Upper) => MatchSide::Lower,
        (_, MatchSide::Lower) => MatchSide::Upper,
    }
}

/// Renders the line from a side of a match to a side of the next one, with at most one vertical
/// part.
fn render_link(
    canvas: &mut TextCanvas,
    link: &BracketLink,
    from: MatchSide,
    (pitch, width): (usize, usize),
) {
    let leaves = link.from.row + 1 + from.index();
    let arrives = link.to.row + 1 + link.side.index();
    let start = link.from.column * pitch + width;
    let end = link.to.column * pitch;
    let bend = end - 3;
    for column in start + 1..bend {
        canvas.write(leaves, column, "─");
    }
    let (out, into) = match leaves.cmp(&arrives) {
        std::cmp::Ordering::Less => ("┐", "└"),
        std::cmp::Ordering::Equal => ("─", "─"),
        std::cmp::Ordering::Greater => ("┘", "┌"),
    };
    for row in leaves.min(arrives) + 1..leaves.max(arrives) {
        canvas.write(row, bend, "│");
    }
    canvas.write(leaves, bend, out);
    canvas.write(arrives, bend, into);
    canvas.write(arrives, bend + 1, "─");
}
