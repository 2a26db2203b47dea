//! Brackets and tables as pictures (SVG). Colours and words are handed in: apps know them.

use std::fmt::Write as _;

use crate::Tournament;
use crate::contest::{By, Decision, Match, Place, Side, Source, Stage};
use crate::layout::{Layout, Link, Spot};

/// Measures of the drawing, in units of the picture.
const ROW: usize = 24;
const BOX: usize = 226;
const PITCH: usize = 262;
const MARGIN: usize = 16;
/// How far the corners of lines are rounded.
const ROUND: usize = 8;
/// Room for the names of rounds above the highest match.
const HEAD: usize = 30;
/// Room for the seed before a name.
const SEED: usize = 22;
/// A name is cut off after this many characters.
const NAME_CHARS: usize = 17;
/// A note below a match is cut off after this many characters, which are small.
const NOTE_CHARS: usize = 36;
/// The line height of the words above the drawing.
const LINE: usize = 22;
/// About how wide a letter is drawn, at most.
const LETTER: usize = 9;
/// How wide the mark of who won is.
const TICK: usize = 11;
/// Between two columns of the table.
const GUTTER: usize = 18;

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
    /// What stands in words above the drawing, such as the name of the tournament; perhaps nothing.
    pub heading: &'a [String],
    /// What the score of a match does not say: a lot, a shorter win, somebody who did not play.
    pub note: &'a dyn Fn(&Match) -> Option<String>,
    /// Behind the name of somebody who has left.
    pub left: &'a str,
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
    drawing.push_str("</g>\n</svg>\n");
    drawing
}

/// Begins a drawing of this size, with the words above it.
fn open(width: usize, height: usize, palette: &Palette<'_>, labels: &Labels<'_>) -> String {
    let above = match labels.heading.len() {
        0 => 0,
        lines => MARGIN + lines * LINE,
    };
    let letters = labels.heading.iter().map(|line| breadth_of(line)).max();
    let width = width.max(2 * MARGIN + letters.unwrap_or(0) * LETTER);
    let height = height + above;
    let mut drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escaped(labels.title),
        palette.background
    );
    for (number, line) in labels.heading.iter().enumerate() {
        let y = MARGIN + number * LINE + LINE - 7;
        let (colour, weight) = match number {
            0 => (palette.text, "700"),
            _ => (palette.muted, "400"),
        };
        text(&mut drawing, [MARGIN, y], colour, weight, &escaped(line));
    }
    let _ = writeln!(drawing, "<g transform=\"translate(0 {above})\">");
    drawing
}

fn bracket(
    tournament: &Tournament,
    layout: &Layout,
    palette: &Palette<'_>,
    labels: &Labels<'_>,
) -> String {
    let width = 2 * MARGIN + (layout.columns - 1) * PITCH + BOX;
    let height = 2 * MARGIN + HEAD + layout.rows * ROW;
    let mut drawing = open(width, height, palette, labels);
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
                let room = 22 + TICK + score.chars().count() * LETTER;
                tick(drawing, [x + BOX - room, line], palette.accent);
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
    if let Some(words) = (labels.note)(found) {
        note(drawing, [x + 10, y + 2 * ROW + 13], palette.muted, &words);
    }
}

/// What the score of a match does not say, small below it.
fn note(drawing: &mut String, [x, y]: [usize; 2], colour: &str, words: &str) {
    let words = escaped(&cut_to(words, NOTE_CHARS));
    let _ = writeln!(
        drawing,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-size=\"11\">{words}</text>"
    );
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
    let standings = tournament.standings();
    let rows: Vec<[String; 7]> = standings
        .iter()
        .map(|row| {
            let entrant = tournament.entrant(row.entrant);
            let name = entrant.map_or(String::new(), |entrant| cut(&entrant.name));
            let left = entrant.is_some_and(|entrant| entrant.has_withdrawn);
            [
                row.rank.to_string(),
                if left {
                    format!("{name} ({})", labels.left)
                } else {
                    name
                },
                points(row.halves),
                points(row.head_to_head),
                points(row.buchholz),
                quarters(row.sonneborn_berger),
                row.wins.to_string(),
            ]
        })
        .collect();
    // Every column is as wide as its longest words.
    let mut xs = [MARGIN; 8];
    for column in 0..labels.columns.len() {
        let entries = rows.iter().map(|row| breadth_of(&row[column]));
        let longest = entries.max().unwrap_or(0);
        let longest = longest.max(breadth_of(labels.columns[column]));
        xs[column + 1] = xs[column] + longest * LETTER + GUTTER;
    }
    let height = 2 * MARGIN + HEAD + (standings.len() + 1) * ROW;
    let mut drawing = open(xs[7], height, palette, labels);
    for (x, word) in xs.into_iter().zip(labels.columns) {
        let (y, word) = (MARGIN + ROW, escaped(word));
        text(&mut drawing, [x, y], palette.muted, "600", &word);
    }
    for (place, (row, entries)) in standings.iter().zip(rows).enumerate() {
        let y = MARGIN + HEAD + (place + 1) * ROW;
        let colour = match row {
            row if row.is_out => palette.muted,
            row if row.rank == 1 => palette.accent,
            _ => palette.text,
        };
        for (x, entry) in xs.into_iter().zip(entries) {
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
    cut_to(name, NAME_CHARS)
}

/// A text up to this many letters wide.
fn cut_to(name: &str, letters: usize) -> String {
    if breadth_of(name) <= letters {
        return name.to_owned();
    }
    let mut room = letters - 1;
    let fits = |letter: &char| {
        let is_room = breadth(*letter) <= room;
        room = room.saturating_sub(breadth(*letter));
        is_room
    };
    let kept: String = name.chars().take_while(fits).collect();
    kept + "…"
}

/// About how many letters wide a text is drawn.
fn breadth_of(text: &str) -> usize {
    text.chars().map(breadth).sum()
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
    use foursight_core::Player;

    use super::*;
    use crate::{EntrantId, Event, Form, Setup, Who};

    const PALETTE: Palette<'static> = Palette {
        background: "#fff",
        surface: "#eee",
        line: "#999",
        text: "#000",
        muted: "#666",
        accent: "#06c",
    };
    const LABELS: Labels<'static> = Labels {
        stage: &|_| String::new(),
        source: &|_| String::new(),
        bye: "bye",
        title: "title",
        heading: &[],
        note: &|_| None,
        left: "left",
        columns: [
            "Rank",
            "Player",
            "Points",
            "Head to head",
            "Buchholz",
            "S.-B.",
            "Wins",
        ],
    };

    fn begun(form: Form, names: &[&str]) -> Tournament {
        let setup = Setup {
            form,
            ..Setup::default()
        };
        let mut tournament = Tournament::new(setup).expect("a good setup");
        for name in names {
            let (name, who) = ((*name).to_owned(), Who::Person);
            let rating = None;
            tournament
                .apply(Event::Entered { name, who, rating })
                .expect("room");
        }
        tournament.apply(Event::Began).expect("a field");
        tournament
    }

    /// The first number behind a text.
    fn number_after(drawing: &str, text: &str) -> usize {
        let at = drawing.find(text).expect(text) + text.len();
        let mut digits = drawing[at..].split(|letter: char| !letter.is_ascii_digit());
        digits.next().expect("it").parse().expect(text)
    }

    /// After a tie, a tie and a win.
    #[test]
    fn the_tick_stands_clear_of_the_score_and_the_note_below() {
        let mut cup = begun(Setup::default().form, &["Ann", "Ben"]);
        for winner in [None, None, Some(Player::First)] {
            let due = cup.due()[0];
            let (match_id, game) = (due.match_id, due.game);
            let (plies, moves) = (42, String::new());
            cup.apply(Event::Played {
                match_id,
                game,
                winner,
                plies,
                moves,
            })
            .expect("it is due");
        }
        let labels = Labels {
            note: &|found| Some(format!("{} games", found.games.len())),
            ..LABELS
        };
        let drawing = svg(&cup, &PALETTE, &labels);
        assert!(drawing.contains(">2</text>") && drawing.contains(">3 games</text>"));
        let score = MARGIN + BOX - 10;
        let tick = number_after(&drawing, "<path d=\"M");
        assert!(tick + TICK + LETTER < score, "{tick} {score}");
        // A wider score moves it.
        let mut long = cup.clone();
        let games = &mut long.matches[0].games;
        let again = games.clone();
        games.extend(again);
        games.push(crate::PlayedGame {
            winner: None,
            ..games[0].clone()
        });
        assert_eq!(score_of(&long), "4½");
        let moved = number_after(&svg(&long, &PALETTE, &labels), "<path d=\"M");
        assert_eq!(moved + LETTER, tick);
    }

    fn score_of(cup: &Tournament) -> String {
        let found = &cup.matches()[0];
        let winner = found.winner().and_then(|id| found.side_of(id));
        super::score(found, winner.expect("a winner"))
    }

    #[test]
    fn columns_of_a_table_stand_clear_of_each_other() {
        let mut cup = begun(Form::Swiss { rounds: 2 }, &["Ann", "Ben", "Cleo"]);
        cup.apply(Event::Withdrew(EntrantId(1))).expect("she is in");
        let drawing = svg(&cup, &PALETTE, &LABELS);
        let at = |word: &str| {
            let end = drawing.find(&format!(">{word}</text>")).expect(word);
            let line = drawing[..end].rsplit('\n').next().expect("a line");
            number_after(line, "x=\"")
        };
        let columns = LABELS.columns;
        for pair in columns.windows(2) {
            let end = at(pair[0]) + pair[0].chars().count() * LETTER;
            assert!(end < at(pair[1]), "{pair:?}");
        }
        assert!(drawing.contains("Ben (left)"), "{drawing}");
    }

    #[test]
    fn words_stand_above_the_drawing() {
        let cup = begun(Setup::default().form, &["Ann", "Ben"]);
        let plain = svg(&cup, &PALETTE, &LABELS);
        let heading = ["Friday".to_owned(), "Ann has won".to_owned()];
        let labels = Labels {
            heading: &heading,
            ..LABELS
        };
        let named = svg(&cup, &PALETTE, &labels);
        let height = |drawing: &str| number_after(drawing, "height=\"");
        assert_eq!(height(&named), height(&plain) + MARGIN + 2 * LINE);
        assert!(named.contains(">Friday</text>") && named.contains(">Ann has won</text>"));
    }

    #[test]
    fn points_as_people_write_them() {
        assert_eq!([0, 1, 2, 3, 10].map(points), ["0", "½", "1", "1½", "5"]);
        assert_eq!([0, 1, 6, 8].map(quarters), ["0", "¼", "1½", "2"]);
    }

    #[test]
    fn long_names_are_cut_where_they_would_leave_their_box() {
        assert_eq!(cut("seventeen letters"), "seventeen letters");
        assert_eq!(cut_to(&"x".repeat(50), NOTE_CHARS).chars().count(), 36);
        assert_eq!(cut("eighteen characters"), "eighteen charact…");
        assert_eq!(cut("四目並べ選手権の王者"), "四目並べ選手権の…");
    }

    #[test]
    fn names_cannot_break_out() {
        for form in [Form::DoubleElimination, Form::Swiss { rounds: 1 }] {
            let tournament = begun(form, &["<script>&\"", "b", "c"]);
            let labels = Labels {
                title: "a < b",
                heading: &["<b>".to_owned()],
                note: &|_| Some("<i>".to_owned()),
                ..LABELS
            };
            let drawing = svg(&tournament, &PALETTE, &labels);
            assert!(drawing.contains("&lt;script&gt;&amp;&quot;"));
            assert!(drawing.contains("a &lt; b") && !drawing.contains("<script"));
            assert!(drawing.contains("&lt;b&gt;") && !drawing.contains("<b>"));
            assert!(!drawing.contains("<i>"));
            assert_eq!(
                drawing.matches("<svg").count(),
                drawing.matches("</svg>").count()
            );
        }
    }
}
