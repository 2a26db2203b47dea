//! Renders brackets and tables as SVG. The app supplies colours and labels.

use std::fmt::Write as _;

use crate::Tournament;
use crate::layout::{BracketLayout, BracketLink, BracketNode};
use crate::matches::{
    Match, MatchResult, MatchSide, MatchSlot, MatchStage, ResultReason, SlotSource,
};

/// Dimensions of the picture, in SVG units.
const ROW_HEIGHT: usize = 24;
const BOX_WIDTH: usize = 226;
const COLUMN_PITCH: usize = 262;
const MARGIN: usize = 16;
/// Corner radius of connectors.
const CORNER_RADIUS: usize = 8;
/// Room for the names of rounds above the highest match.
const HEADER_HEIGHT: usize = 30;
/// Room for the seed before a name.
const SEED_WIDTH: usize = 22;
/// Maximum length of a name in letters; the rest is cut off.
const NAME_CHARS_MAX: usize = 17;
/// Maximum length of a note below a match in letters, which are small.
const NOTE_CHARS_MAX: usize = 36;
/// Line height of the heading.
const LINE_HEIGHT: usize = 22;
/// Approximate maximum width of a letter.
const LETTER_WIDTH: usize = 9;
/// Width of the winner's tick.
const TICK_WIDTH: usize = 11;
/// Gap between two columns of the table.
const GUTTER: usize = 18;

/// Colours in CSS syntax.
#[derive(Clone, Copy, Debug)]
pub struct SvgPalette<'a> {
    /// Background of the picture.
    pub background: &'a str,
    /// Background of a match.
    pub surface: &'a str,
    /// Connectors and borders.
    pub line: &'a str,
    /// Names.
    pub text: &'a str,
    /// Eliminated and unknown entrants.
    pub muted: &'a str,
    /// Winners, and their path to the final.
    pub accent: &'a str,
}

/// Labels in the reader's language.
pub struct SvgLabels<'a> {
    /// Returns the name of a round.
    pub stage: &'a dyn Fn(MatchStage) -> String,
    /// Describes the entrant that a side waits for.
    pub source: &'a dyn Fn(SlotSource) -> String,
    /// Label of a side without an entrant.
    pub bye: &'a str,
    /// Title of the picture.
    pub title: &'a str,
    /// Lines of text above the picture, such as the name of the tournament; may be empty.
    pub heading: &'a [String],
    /// Returns a note on what the score of a match does not show: a coin toss, a faster win, an
    /// absence.
    pub note: &'a dyn Fn(&Match) -> Option<String>,
    /// Suffix of the name of an entrant who has withdrawn.
    pub withdrawn: &'a str,
    /// Headings of the standings: rank, entrant, points, and the four draw-breaks.
    pub columns: [&'a str; 7],
}

/// Renders a tournament: its bracket, or its standings if it is a table.
#[must_use]
pub fn render_svg(
    tournament: &Tournament,
    palette: &SvgPalette<'_>,
    labels: &SvgLabels<'_>,
) -> String {
    let layout = tournament.layout();
    let mut out = if layout.nodes.is_empty() {
        render_table(tournament, palette, labels)
    } else {
        render_bracket(tournament, &layout, palette, labels)
    };
    out.push_str("</g>\n</svg>\n");
    out
}

/// Opens a picture of this size and renders its heading.
fn open_svg(
    width: usize,
    height: usize,
    palette: &SvgPalette<'_>,
    labels: &SvgLabels<'_>,
) -> String {
    let above = match labels.heading.len() {
        0 => 0,
        lines => MARGIN + lines * LINE_HEIGHT,
    };
    let letters = labels.heading.iter().map(|line| text_width(line)).max();
    let width = width.max(2 * MARGIN + letters.unwrap_or(0) * LETTER_WIDTH);
    let height = height + above;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escape(labels.title),
        palette.background
    );
    for (number, line) in labels.heading.iter().enumerate() {
        let y = MARGIN + number * LINE_HEIGHT + LINE_HEIGHT - 7;
        let (colour, weight) = match number {
            0 => (palette.text, "700"),
            _ => (palette.muted, "400"),
        };
        render_text(&mut out, [MARGIN, y], colour, weight, &escape(line));
    }
    let _ = writeln!(out, "<g transform=\"translate(0 {above})\">");
    out
}

fn render_bracket(
    tournament: &Tournament,
    layout: &BracketLayout,
    palette: &SvgPalette<'_>,
    labels: &SvgLabels<'_>,
) -> String {
    let width = 2 * MARGIN + (layout.columns - 1) * COLUMN_PITCH + BOX_WIDTH;
    let height = 2 * MARGIN + HEADER_HEIGHT + layout.rows * ROW_HEIGHT;
    let mut out = open_svg(width, height, palette, labels);
    for (stage, column, row) in &layout.rounds {
        let (x, y) = corner(*column, *row);
        let word = escape(&(labels.stage)(*stage));
        render_text(&mut out, [x, y - 9], palette.muted, "600", &word);
    }
    for link in &layout.links {
        let from = tournament.find_match(link.from.match_id);
        let is_decided = from.is_some_and(|match_| match_.winner().is_some());
        render_connector(
            &mut out,
            link,
            if is_decided {
                palette.accent
            } else {
                palette.line
            },
        );
    }
    for spot in &layout.nodes {
        if let Some(match_) = tournament.find_match(spot.match_id) {
            render_match(&mut out, tournament, match_, *spot, (palette, labels));
        }
    }
    out
}

const fn corner(column: usize, row: usize) -> (usize, usize) {
    (
        MARGIN + column * COLUMN_PITCH,
        MARGIN + HEADER_HEIGHT + row * ROW_HEIGHT,
    )
}

/// Renders a connector from the right edge of one match to the left edge of the next.
fn render_connector(out: &mut String, link: &BracketLink, colour: &str) {
    let (from_x, from_y) = corner(link.from.column, link.from.row);
    let (to_x, to_y) = corner(link.to.column, link.to.row);
    let (start, end) = (from_x + BOX_WIDTH, to_x);
    let middle = end - (COLUMN_PITCH - BOX_WIDTH) / 2;
    let target = to_y + ROW_HEIGHT / 2 + link.side.index() * ROW_HEIGHT;
    let leaves = from_y + ROW_HEIGHT;
    // The two corners are rounded as far as there is room.
    let bend = CORNER_RADIUS.min(leaves.abs_diff(target) / 2);
    let (near, far) = if leaves <= target {
        (leaves + bend, target - bend)
    } else {
        (leaves - bend, target + bend)
    };
    let _ = writeln!(
        out,
        "<path d=\"M{start} {leaves}H{}Q{middle} {leaves} {middle} {near}V{far}Q{middle} {target} {} {target}H{end}\" \
         fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        middle - bend,
        middle + bend
    );
}

fn render_match(
    out: &mut String,
    tournament: &Tournament,
    match_: &Match,
    spot: BracketNode,
    (palette, labels): (&SvgPalette<'_>, &SvgLabels<'_>),
) {
    let (x, y) = corner(spot.column, spot.row);
    let edge = if match_.is_due() {
        palette.accent
    } else {
        palette.line
    };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{}\" rx=\"8\" fill=\"{}\" \
         stroke=\"{edge}\" stroke-width=\"1.5\"/>",
        2 * ROW_HEIGHT,
        palette.surface
    );
    for side in MatchSide::BOTH {
        render_side(out, tournament, (match_, side), [x, y], (palette, labels));
    }
    if let Some(words) = (labels.note)(match_) {
        render_note(
            out,
            [x + 10, y + 2 * ROW_HEIGHT + 13],
            palette.muted,
            &words,
        );
    }
}

/// Renders the name, the seed and the score of a side of a match whose box is at this corner.
fn render_side(
    out: &mut String,
    tournament: &Tournament,
    (match_, side): (&Match, MatchSide),
    [x, y]: [usize; 2],
    (palette, labels): (&SvgPalette<'_>, &SvgLabels<'_>),
) {
    let winner = match match_.result {
        Some(MatchResult::Won { winner, .. }) => Some(winner),
        _ => None,
    };
    let slot = &match_.slots[side.index()];
    let name = match *slot {
        MatchSlot::Filled(id) => tournament
            .entrant(id)
            .map_or(String::new(), |e| e.name.clone()),
        MatchSlot::Empty => labels.bye.to_owned(),
        MatchSlot::Undecided => (labels.source)(match_.sources[side.index()]),
    };
    let is_out = winner.is_some_and(|winner| winner != side);
    let colour = if slot.entrant().is_some() && !is_out {
        palette.text
    } else {
        palette.muted
    };
    let weight = if winner == Some(side) { "700" } else { "400" };
    let line = y + side.index() * ROW_HEIGHT + ROW_HEIGHT - 7;
    let name = escape(&truncate_name(&name));
    render_text(out, [x + 10 + SEED_WIDTH, line], colour, weight, &name);
    if let Some(seed) = slot.entrant().and_then(|id| tournament.seed_of(id)) {
        render_seed(out, [x + 17, line], palette.muted, seed);
    }
    let score = score_text(match_, side);
    if score.is_empty() {
        return;
    }
    let colour = if winner == Some(side) {
        let room = 22 + TICK_WIDTH + score.chars().count() * LETTER_WIDTH;
        render_tick(out, [x + BOX_WIDTH - room, line], palette.accent);
        palette.accent
    } else {
        colour
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{line}\" fill=\"{colour}\" font-weight=\"700\" \
         text-anchor=\"end\">{score}</text>",
        x + BOX_WIDTH - 10
    );
}

/// Renders the seed before a name.
fn render_seed(out: &mut String, [x, y]: [usize; 2], colour: &str, seed: usize) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-size=\"11\" text-anchor=\"middle\">{seed}</text>"
    );
}

/// Renders a small note below a match.
fn render_note(out: &mut String, [x, y]: [usize; 2], colour: &str, words: &str) {
    let words = escape(&truncate(words, NOTE_CHARS_MAX));
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-size=\"11\">{words}</text>"
    );
}

/// Renders the winner's tick, which is visible without colour.
fn render_tick(out: &mut String, [x, y]: [usize; 2], colour: &str) {
    let _ = writeln!(
        out,
        "<path d=\"M{x} {}l4 4 7-8\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        y - 5
    );
}

/// Formats the points of a side: `2`, `1½`; `+` for a walkover.
#[must_use]
pub fn score_text(match_: &Match, side: MatchSide) -> String {
    match match_.result {
        Some(MatchResult::Won {
            reason: ResultReason::Walkover,
            winner,
        }) if winner == side => "+".to_owned(),
        Some(
            MatchResult::Won {
                reason: ResultReason::Bye,
                ..
            }
            | MatchResult::NotNeeded,
        ) => String::new(),
        _ if match_.games.is_empty() => String::new(),
        _ => format_half_points(match_.half_points()[side.index()]),
    }
}

/// Formats points that are counted in halves.
#[must_use]
pub fn format_half_points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

fn render_table(
    tournament: &Tournament,
    palette: &SvgPalette<'_>,
    labels: &SvgLabels<'_>,
) -> String {
    let standings = tournament.standings();
    let rows: Vec<[String; 7]> = standings
        .iter()
        .map(|row| {
            let entrant = tournament.entrant(row.entrant);
            let name = entrant.map_or(String::new(), |entrant| truncate_name(&entrant.name));
            let left = entrant.is_some_and(|entrant| entrant.has_withdrawn);
            [
                row.rank.to_string(),
                if left {
                    format!("{name} ({})", labels.withdrawn)
                } else {
                    name
                },
                format_half_points(row.half_points),
                format_half_points(row.head_to_head),
                format_half_points(row.buchholz),
                format_quarters(row.sonneborn_berger),
                row.wins.to_string(),
            ]
        })
        .collect();
    // Each column is as wide as its longest entry.
    let mut xs = [MARGIN; 8];
    for column in 0..labels.columns.len() {
        let entries = rows.iter().map(|row| text_width(&row[column]));
        let longest = entries.max().unwrap_or(0);
        let longest = longest.max(text_width(labels.columns[column]));
        xs[column + 1] = xs[column] + longest * LETTER_WIDTH + GUTTER;
    }
    let height = 2 * MARGIN + HEADER_HEIGHT + (standings.len() + 1) * ROW_HEIGHT;
    let mut out = open_svg(xs[7], height, palette, labels);
    for (x, word) in xs.into_iter().zip(labels.columns) {
        let (y, word) = (MARGIN + ROW_HEIGHT, escape(word));
        render_text(&mut out, [x, y], palette.muted, "600", &word);
    }
    for (place, (row, entries)) in standings.iter().zip(rows).enumerate() {
        let y = MARGIN + HEADER_HEIGHT + (place + 1) * ROW_HEIGHT;
        let colour = match row {
            row if row.is_eliminated => palette.muted,
            row if row.rank == 1 => palette.accent,
            _ => palette.text,
        };
        for (x, entry) in xs.into_iter().zip(entries) {
            render_text(&mut out, [x, y], colour, "400", &escape(&entry));
        }
    }
    out
}

/// Formats a figure that is counted in quarters.
#[must_use]
pub fn format_quarters(quarters: u32) -> String {
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

fn render_text(out: &mut String, [x, y]: [usize; 2], colour: &str, weight: &str, words: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-weight=\"{weight}\">{words}</text>"
    );
}

/// Truncates a name to the width of its box.
fn truncate_name(name: &str) -> String {
    truncate(name, NAME_CHARS_MAX)
}

/// Truncates a text to this many letters.
fn truncate(name: &str, letters: usize) -> String {
    if text_width(name) <= letters {
        return name.to_owned();
    }
    let mut room = letters - 1;
    let fits = |letter: &char| {
        let is_room = char_width(*letter) <= room;
        room = room.saturating_sub(char_width(*letter));
        is_room
    };
    let prefix: String = name.chars().take_while(fits).collect();
    prefix + "…"
}

/// Approximate width of a text, in letters.
fn text_width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// Approximate width of a character, in letters: East Asian characters and emoji take two.
const fn char_width(letter: char) -> usize {
    if letter < '\u{1100}' { 1 } else { 2 }
}

/// Escapes text for use in elements and attributes.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests;
