//! Brackets and tables as pictures (SVG). Colours and words are handed in: apps know them.

use std::fmt::Write as _;

use crate::Tournament;
use crate::contest::{By, Decision, Match, Place, Side, Source, Stage};
use crate::layout::{Layout, Link, Spot};

/// Measures of the drawing, in units of the picture.
const ROW: usize = 24;
const BOX: usize = 214;
const PITCH: usize = 250;
const MARGIN: usize = 16;
/// How far the corners of lines are rounded.
const ROUND: usize = 8;
/// Room for the names of rounds above the highest match.
const HEAD: usize = 30;
/// Room for the seed before a name.
const SEED: usize = 22;
/// A name is cut off after this many characters.
const NAME_CHARS: usize = 17;

/// Colours, in words of CSS.
#[derive(Clone, Copy, Debug)]
pub struct Palette<'a> {
    /// Behind everything.
    pub background: &'a str,
    /// Behind a match.
    pub surface: &'a str,
    /// Lines and edges.
    pub line: &'a str,
    /// Names.
    pub text: &'a str,
    /// Who is out, and what is not known.
    pub muted: &'a str,
    /// Who won, and the way to the final.
    pub accent: &'a str,
}

/// Words in the reader's language.
pub struct Labels<'a> {
    /// The name of a round.
    pub stage: &'a dyn Fn(Stage) -> String,
    /// Who a side is waiting for.
    pub source: &'a dyn Fn(Source) -> String,
    /// A side that nobody takes.
    pub bye: &'a str,
    /// The title of the picture.
    pub title: &'a str,
    /// The headings of the standings: rank, entrant, points, and the four tie-breaks.
    pub columns: [&'a str; 7],
}

/// The picture of a tournament: its bracket, or its standings if it is a table.
#[must_use]
pub fn svg(tournament: &Tournament, palette: &Palette<'_>, labels: &Labels<'_>) -> String {
    let layout = tournament.layout();
    let mut drawing = if layout.spots.is_empty() {
        table(tournament, palette, labels)
    } else {
        bracket(tournament, &layout, palette, labels)
    };
    drawing.push_str("</svg>\n");
    drawing
}

fn open(width: usize, height: usize, palette: &Palette<'_>, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escaped(title),
        palette.background
    )
}

fn bracket(
    tournament: &Tournament,
    layout: &Layout,
    palette: &Palette<'_>,
    labels: &Labels<'_>,
) -> String {
    let width = 2 * MARGIN + (layout.columns - 1) * PITCH + BOX;
    let height = 2 * MARGIN + HEAD + layout.rows * ROW;
    let mut drawing = open(width, height, palette, labels.title);
    for (stage, column, row) in &layout.rounds {
        let (x, y) = corner(*column, *row);
        let word = escaped(&(labels.stage)(*stage));
        text(&mut drawing, [x, y - 9], palette.muted, "600", &word);
    }
    for link in &layout.links {
        let from = tournament.find(link.from.match_id);
        let is_walked = from.is_some_and(|found| found.winner().is_some());
        line(
            &mut drawing,
            link,
            if is_walked {
                palette.accent
            } else {
                palette.line
            },
        );
    }
    for spot in &layout.spots {
        if let Some(found) = tournament.find(spot.match_id) {
            draw_match(&mut drawing, tournament, found, *spot, (palette, labels));
        }
    }
    drawing
}

const fn corner(column: usize, row: usize) -> (usize, usize) {
    (MARGIN + column * PITCH, MARGIN + HEAD + row * ROW)
}

/// From the right edge of one match to the left edge of the next, with one bend.
fn line(drawing: &mut String, link: &Link, colour: &str) {
    let (from_x, from_y) = corner(link.from.column, link.from.row);
    let (to_x, to_y) = corner(link.to.column, link.to.row);
    let (start, end) = (from_x + BOX, to_x);
    let middle = end - (PITCH - BOX) / 2;
    let target = to_y + ROW / 2 + link.side.index() * ROW;
    let leaves = from_y + ROW;
    // The two corners are rounded as far as there is room for it.
    let bend = ROUND.min(leaves.abs_diff(target) / 2);
    let (near, far) = if leaves <= target {
        (leaves + bend, target - bend)
    } else {
        (leaves - bend, target + bend)
    };
    let _ = writeln!(
        drawing,
        "<path d=\"M{start} {leaves}H{}Q{middle} {leaves} {middle} {near}V{far}Q{middle} {target} {} {target}H{end}\" \
         fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        middle - bend,
        middle + bend
    );
}

fn draw_match(
    drawing: &mut String,
    tournament: &Tournament,
    found: &Match,
    spot: Spot,
    (palette, labels): (&Palette<'_>, &Labels<'_>),
) {
    let (x, y) = corner(spot.column, spot.row);
    let edge = if found.is_due() {
        palette.accent
    } else {
        palette.line
    };
    let _ = writeln!(
        drawing,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{BOX}\" height=\"{}\" rx=\"8\" fill=\"{}\" \
         stroke=\"{edge}\" stroke-width=\"1.5\"/>",
        2 * ROW,
        palette.surface
    );
    let winner = match found.decision {
        Some(Decision::Won { winner, .. }) => Some(winner),
        _ => None,
    };
    for side in Side::BOTH {
        let name = match found.places[side.index()] {
            Place::Taken(id) => tournament
                .entrant(id)
                .map_or(String::new(), |e| e.name.clone()),
            Place::Free => labels.bye.to_owned(),
            Place::Open => (labels.source)(found.sources[side.index()]),
        };
        let is_known = found.places[side.index()].entrant().is_some();
        let is_out = winner.is_some_and(|winner| winner != side);
        let colour = if is_known && !is_out {
            palette.text
        } else {
            palette.muted
        };
        let weight = if winner == Some(side) { "700" } else { "400" };
        let line = y + side.index() * ROW + ROW - 7;
        text(
            drawing,
            [x + 10 + SEED, line],
            colour,
            weight,
            &escaped(&cut(&name)),
        );
        let seed = found.places[side.index()].entrant();
        if let Some(seed) = seed.and_then(|id| tournament.seed_of(id)) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                drawing,
                "<text x=\"{}\" y=\"{line}\" fill=\"{}\" font-size=\"11\" text-anchor=\"middle\">{seed}</text>",
                x + 17,
                palette.muted
            );
        }
        let score = score(found, side);
        if !score.is_empty() {
            let colour = if winner == Some(side) {
                tick(drawing, [x + BOX - 36, line], palette.accent);
                palette.accent
            } else {
                colour
            };
            let _ = writeln!(
                drawing,
                "<text x=\"{}\" y=\"{line}\" fill=\"{colour}\" font-weight=\"700\" \
                 text-anchor=\"end\">{score}</text>",
                x + BOX - 10
            );
        }
    }
}

/// The mark of who won: it is seen without colour too.
fn tick(drawing: &mut String, [x, y]: [usize; 2], colour: &str) {
    let _ = writeln!(
        drawing,
        "<path d=\"M{x} {}l4 4 7-8\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        y - 5
    );
}

/// The points of a side as people write them: `2`, `1½`; a tick for a win without points.
#[must_use]
pub fn score(found: &Match, side: Side) -> String {
    match found.decision {
        Some(Decision::Won {
            by: By::Walkover,
            winner,
        }) if winner == side => "+".to_owned(),
        Some(Decision::Won { by: By::Bye, .. } | Decision::NotNeeded) => String::new(),
        _ if found.games.is_empty() => String::new(),
        _ => points(found.halves()[side.index()]),
    }
}

/// Points that are counted in halves, as people write them.
#[must_use]
pub fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

fn table(tournament: &Tournament, palette: &Palette<'_>, labels: &Labels<'_>) -> String {
    const XS: [usize; 7] = [24, 60, 300, 380, 460, 540, 620];
    let standings = tournament.standings();
    let height = 2 * MARGIN + HEAD + (standings.len() + 1) * ROW;
    let mut drawing = open(700, height, palette, labels.title);
    for (x, word) in XS.into_iter().zip(labels.columns) {
        text(
            &mut drawing,
            [x, MARGIN + ROW],
            palette.muted,
            "600",
            &escaped(word),
        );
    }
    for (place, row) in standings.iter().enumerate() {
        let y = MARGIN + HEAD + (place + 1) * ROW;
        let name = tournament
            .entrant(row.entrant)
            .map_or("", |entrant| &entrant.name);
        let entries = [
            row.rank.to_string(),
            cut(name),
            points(row.halves),
            points(row.head_to_head),
            points(row.buchholz),
            quarters(row.sonneborn_berger),
            row.wins.to_string(),
        ];
        let colour = match row {
            row if row.is_out => palette.muted,
            row if row.rank == 1 => palette.accent,
            _ => palette.text,
        };
        for (x, entry) in XS.into_iter().zip(entries) {
            text(&mut drawing, [x, y], colour, "400", &escaped(&entry));
        }
    }
    drawing
}

/// A figure that is counted in quarters, as people write it.
#[must_use]
pub fn quarters(quarters: u32) -> String {
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

fn text(drawing: &mut String, [x, y]: [usize; 2], colour: &str, weight: &str, words: &str) {
    let _ = writeln!(
        drawing,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-weight=\"{weight}\">{words}</text>"
    );
}

/// A name as far as it fits.
fn cut(name: &str) -> String {
    if name.chars().map(breadth).sum::<usize>() <= NAME_CHARS {
        return name.to_owned();
    }
    let mut room = NAME_CHARS - 1;
    let fits = |letter: &char| {
        let is_room = breadth(*letter) <= room;
        room = room.saturating_sub(breadth(*letter));
        is_room
    };
    let kept: String = name.chars().take_while(fits).collect();
    kept + "…"
}

/// About how many letters wide a character is drawn: those of East Asia and emoji are two.
const fn breadth(letter: char) -> usize {
    if letter < '\u{1100}' { 1 } else { 2 }
}

/// Text that is safe between and within tags.
fn escaped(text: &str) -> String {
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
mod tests {
    use super::*;
    use crate::{Event, Form, Setup, Who};

    #[test]
    fn points_as_people_write_them() {
        assert_eq!([0, 1, 2, 3, 10].map(points), ["0", "½", "1", "1½", "5"]);
        assert_eq!([0, 1, 6, 8].map(quarters), ["0", "¼", "1½", "2"]);
    }

    #[test]
    fn long_names_are_cut_where_they_would_leave_their_box() {
        assert_eq!(cut("seventeen letters"), "seventeen letters");
        assert_eq!(cut("eighteen characters"), "eighteen charact…");
        assert_eq!(cut("四目並べ選手権の王者"), "四目並べ選手権の…");
    }

    #[test]
    fn names_cannot_break_out() {
        for form in [Form::DoubleElimination, Form::Swiss { rounds: 1 }] {
            let setup = Setup {
                form,
                ..Setup::default()
            };
            let mut tournament = Tournament::new(setup).expect("a good setup");
            for name in ["<script>&\"", "b", "c"] {
                let entered = tournament.apply(Event::Entered {
                    name: name.to_owned(),
                    who: Who::Person,
                    rating: None,
                });
                entered.expect("room");
            }
            tournament.apply(Event::Began).expect("a field");
            let palette = Palette {
                background: "#fff",
                surface: "#eee",
                line: "#999",
                text: "#000",
                muted: "#666",
                accent: "#06c",
            };
            let labels = Labels {
                stage: &|_| "round".to_owned(),
                source: &|_| "winner".to_owned(),
                bye: "bye",
                title: "a < b",
                columns: ["#", "name", "points", "h", "b", "s", "w"],
            };
            let drawing = svg(&tournament, &palette, &labels);
            assert!(drawing.contains("&lt;script&gt;&amp;&quot;"));
            assert!(drawing.contains("a &lt; b") && !drawing.contains("<script"));
            assert_eq!(
                drawing.matches("<svg").count(),
                drawing.matches("</svg>").count()
            );
        }
    }
}
