//! Renders a position as SVG: a rounded frame with real holes, the discs behind it.
//!
//! A cell measures 100 units, as in `geometry`. Discs are slightly larger than the holes, so that
//! the frame holds them. They differ by shape as well as colour: First has a ring, Second a cross,
//! and a power disc a letter inside a mark of its owner. Winning lines get bright rims with links
//! between them, and the discs keep their colours. The output is a single line.

use std::fmt::Write as _;

use foursight_core::{Board, Cell, Disc, DiscKind, Game, Line, Outcome, Player, Ruleset, Variant};

use crate::geometry::{CELL, CORNER, CROSS, DISC, EDGE, HOLE, HOOP, RING, STROKE};
use crate::move_mark::{MarkedCell, MoveMark, marked_cells};
use crate::moves::power_letter;
use crate::{Palette, Rgb, alt_text};

const BORDER: i32 = 18;
const MARGIN: i32 = 30;
const LABELS: i32 = 46;
const RIM: i32 = 43;

/// Renders the position of a game as an SVG on one line, with its text alternative.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, Palette, Rgb, read, svg};
///
/// let palette = Palette {
///     background: Rgb(0x1a, 0x1a, 0x2e),
///     board: Rgb(0x00, 0x52, 0xcc),
///     empty: Rgb(0x16, 0x21, 0x3e),
///     first: Rgb(0xe6, 0x39, 0x46),
///     second: Rgb(0xff, 0xd6, 0x0a),
///     mark_first: Rgb(0x8f, 0x12, 0x1d),
///     mark_second: Rgb(0x9a, 0x78, 0x00),
///     highlight: Rgb(0xff, 0xff, 0xff),
/// };
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let image = svg(&read("4453", Ruleset::default(), &emoji)?, &palette);
/// assert!(image.starts_with("<svg ") && image.ends_with("</svg>"));
/// assert!(image.contains("<title>Four in a row: First is to move</title>"));
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[must_use]
pub fn svg(game: &Game, palette: &Palette) -> String {
    svg_with_marks(game, palette, &[])
}

/// Renders the position with marks of moves on their discs. The first mark is that of the first
/// move; moves without a mark, or beyond the list, have none.
#[must_use]
pub fn svg_with_marks(game: &Game, palette: &Palette, marks: &[Option<MoveMark>]) -> String {
    let board = game.position().board();
    let lines = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => lines,
        _ => Vec::new(),
    };
    let writer = SvgWriter {
        out: String::new(),
        board,
        palette: *palette,
        suffix: id_suffix(palette),
    };
    writer.render(game, &lines, &marked_cells(game, marks))
}

/// Returns a suffix for element ids. One page may show pictures in different colours, whose ids
/// must differ.
fn id_suffix(palette: &Palette) -> String {
    let p = palette;
    let colours = [
        p.background,
        p.board,
        p.empty,
        p.first,
        p.second,
        p.mark_first,
        p.mark_second,
        p.highlight,
    ];
    let bytes = colours.iter().flat_map(|rgb| [rgb.0, rgb.1, rgb.2]);
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{hash:08x}")
}

struct SvgWriter {
    out: String,
    board: Board,
    palette: Palette,
    suffix: String,
}

impl SvgWriter {
    fn frame_width(&self) -> i32 {
        i32::from(self.board.width()) * CELL + 2 * BORDER
    }

    fn frame_height(&self) -> i32 {
        i32::from(self.board.height()) * CELL + 2 * BORDER
    }

    fn centre(&self, cell: Cell) -> (i32, i32) {
        let column = cell.column.index() as i32;
        let from_top = i32::from(self.board.height()) - 1 - cell.row.index() as i32;
        let at = |n: i32| MARGIN + BORDER + n * CELL + CELL / 2;
        (at(column), at(from_top))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let board = self.board;
        board
            .columns()
            .flat_map(move |column| board.rows().map(move |row| Cell { column, row }))
    }

    fn push(&mut self, text: impl AsRef<str>) {
        self.out.push_str(text.as_ref());
    }

    fn render(mut self, game: &Game, lines: &[Line], marks: &[MarkedCell]) -> String {
        let width = self.frame_width() + 2 * MARGIN;
        let height = self.frame_height() + MARGIN + LABELS;
        self.push(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} \
             {height}\" width=\"{width}\" height=\"{height}\"><title>{}</title><desc>{}</desc>",
            escape(&title(game)),
            escape(&alt_text(game)),
        ));
        self.definitions();
        let ids = self.suffix.clone();
        self.push(format!(
            "<rect width=\"{width}\" height=\"{height}\" rx=\"28\" fill=\"url(#back-{ids})\"/>"
        ));
        self.frame_back();
        for cell in self.cells() {
            if let Some(disc) = self.board.disc_at(cell) {
                self.disc(disc, cell);
            }
        }
        self.frame_front();
        self.highlights(lines);
        self.marks(marks);
        self.labels();
        self.push("</svg>");
        self.out
    }

    fn definitions(&mut self) {
        let (p, ids) = (self.palette, self.suffix.clone());
        let radial = |name: &str, base: Rgb| {
            format!(
                "<radialGradient id=\"{name}-{ids}\" cx=\"38%\" cy=\"30%\" r=\"78%\"><stop \
                 offset=\"0\" stop-color=\"{}\"/><stop offset=\".5\" stop-color=\"{base}\"/><stop \
                 offset=\"1\" stop-color=\"{}\"/></radialGradient>",
                base.mix(Rgb::WHITE, 92),
                base.mix(Rgb::BLACK, 74),
            )
        };
        let upright = |name: &str, top: Rgb, bottom: Rgb| {
            format!(
                "<linearGradient id=\"{name}-{ids}\" x2=\"0\" y2=\"1\"><stop offset=\"0\" \
                 stop-color=\"{top}\"/><stop offset=\"1\" stop-color=\"{bottom}\"/>\
                 </linearGradient>"
            )
        };
        let board = p.board;
        let definitions = [
            radial("first", p.first),
            radial("second", p.second),
            upright("back", p.background.mix(Rgb::WHITE, 18), p.background),
            upright(
                "front",
                board.mix(Rgb::WHITE, 44),
                board.mix(Rgb::BLACK, 36),
            ),
            upright(
                "bevel",
                board.mix(Rgb::BLACK, 120),
                board.mix(Rgb::WHITE, 90),
            ),
            upright("well", p.empty.mix(Rgb::BLACK, 70), p.empty),
        ];
        self.push(format!("<defs>{}", definitions.concat()));
        let circle = |radius: i32| format!("<circle r=\"{radius}\"/>");
        self.mark("ring", p.mark_first, p.first, &circle(RING));
        let c = CROSS;
        let cross = format!("<path d=\"M-{c}-{c}L{c} {c}M-{c} {c}L{c}-{c}\"/>");
        self.mark("cross", p.mark_second, p.second, &cross);
        self.mark("hoop", p.mark_first, p.first, &circle(HOOP));
        let ticks = "<path d=\"M-23-23L-18-18M23-23L18-18M-23 23L-18 18M23 23L18 18\"/>";
        self.mark("ticks", p.mark_second, p.second, ticks);
        self.push("</defs>");
    }

    /// Defines a shape engraved in a disc: a light edge just below a dark groove.
    fn mark(&mut self, name: &str, groove: Rgb, disc: Rgb, shape: &str) {
        let (ids, light) = (&self.suffix, disc.mix(Rgb::WHITE, 130));
        let text = format!(
            "<g id=\"{name}-{ids}\" fill=\"none\" stroke-width=\"{STROKE}\" stroke-linecap=\"round\"><g \
             stroke=\"{light}\" transform=\"translate(0 2.5)\">{shape}</g><g \
             stroke=\"{groove}\">{shape}</g></g>"
        );
        self.push(text);
    }

    fn frame_back(&mut self) {
        let (x, w, h) = (MARGIN, self.frame_width(), self.frame_height());
        let ids = self.suffix.clone();
        self.push(format!(
            "<rect x=\"{x}\" y=\"{}\" width=\"{w}\" height=\"{h}\" rx=\"{CORNER}\" opacity=\".35\"/><rect \
             x=\"{x}\" y=\"{x}\" width=\"{w}\" height=\"{h}\" rx=\"{CORNER}\" fill=\"url(#well-{ids})\"/>",
            x + 8,
        ));
    }

    fn disc(&mut self, disc: Disc, cell: Cell) {
        let (x, y) = self.centre(cell);
        let ids = self.suffix.clone();
        let p = self.palette;
        let (name, plain, around, ink, base) = match disc.owner {
            Player::First => ("first", "ring", "hoop", p.mark_first, p.first),
            Player::Second => ("second", "cross", "ticks", p.mark_second, p.second),
        };
        let edge = base.mix(Rgb::BLACK, 66);
        self.push(format!(
            "<g class=\"{name}\" transform=\"translate({x} {y})\"><circle r=\"{DISC}\" \
             fill=\"url(#{name}-{ids})\"/><circle r=\"{EDGE}\" fill=\"none\" stroke=\"{edge}\" \
             stroke-width=\"2\" opacity=\".55\"/>"
        ));
        match disc.kind {
            DiscKind::Ordinary => self.push(format!("<use href=\"#{plain}-{ids}\"/></g>")),
            DiscKind::Power(power) => self.push(format!(
                "<use href=\"#{around}-{ids}\"/><text y=\"13\" text-anchor=\"middle\" \
                 font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"36\" \
                 fill=\"{ink}\">{}</text></g>",
                power_letter(power),
            )),
        }
    }

    /// Adds the frame, a single path with a hole for each cell.
    fn frame_front(&mut self) {
        let (x, w, h) = (MARGIN, self.frame_width(), self.frame_height());
        let r = CORNER;
        let mut path = format!(
            "M{} {x}h{iw}a{r} {r} 0 0 1 {r} {r}v{ih}a{r} {r} 0 0 1-{r} {r}h-{iw}a{r} {r} 0 0 \
             1-{r}-{r}v-{ih}a{r} {r} 0 0 1 {r}-{r}z",
            x + r,
            iw = w - 2 * r,
            ih = h - 2 * r,
        );
        let mut rims = String::new();
        for cell in self.cells() {
            let (cx, cy) = self.centre(cell);
            let across = 2 * HOLE;
            // Writing to a `String` cannot fail.
            let _ = write!(
                path,
                "M{} {cy}a{HOLE} {HOLE} 0 1 0 {across} 0a{HOLE} {HOLE} 0 1 0-{across} 0z",
                cx - HOLE
            );
            let _ = write!(rims, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\"/>", HOLE + 1);
        }
        let (ids, shine) = (self.suffix.clone(), self.palette.board.mix(Rgb::WHITE, 110));
        self.push(format!(
            "<path fill-rule=\"evenodd\" fill=\"url(#front-{ids})\" d=\"{path}\"/><rect x=\"{}\" \
             y=\"{}\" width=\"{}\" height=\"{}\" rx=\"32\" fill=\"none\" stroke=\"{shine}\" \
             stroke-width=\"2.5\" opacity=\".6\"/><g fill=\"none\" stroke=\"url(#bevel-{ids})\" \
             stroke-width=\"4\">{rims}</g>",
            x + 2,
            x + 2,
            w - 4,
            h - 4,
        ));
    }

    fn highlights(&mut self, lines: &[Line]) {
        if lines.is_empty() {
            return;
        }
        let mut bridges = String::new();
        let mut cells: Vec<Cell> = Vec::new();
        for line in lines {
            let along: Vec<_> = line.cells().collect();
            for pair in along.windows(2) {
                let ((x, y), (u, v)) = (self.centre(pair[0]), self.centre(pair[1]));
                // Links run from rim to rim, so that none crosses a disc.
                let length = f64::from((u - x).pow(2) + (v - y).pow(2)).sqrt();
                let at = |from: i32, to: i32, distance: f64| {
                    f64::from(from) + f64::from(to - from) * distance / length
                };
                let (near, far) = (f64::from(RIM), length - f64::from(RIM));
                let _ = write!(
                    bridges,
                    "M{:.1} {:.1}L{:.1} {:.1}",
                    at(x, u, near),
                    at(y, v, near),
                    at(x, u, far),
                    at(y, v, far),
                );
            }
            cells.extend(along);
        }
        cells.sort();
        cells.dedup();
        let mut rims = String::new();
        for cell in cells {
            let (x, y) = self.centre(cell);
            let _ = write!(rims, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RIM}\"/>");
        }
        let (highlight, shade) = (
            self.palette.highlight,
            self.palette.board.mix(Rgb::BLACK, 170),
        );
        self.push(format!(
            "<g class=\"lines\" fill=\"none\"><g stroke=\"{shade}\" stroke-width=\"12\" \
             opacity=\".6\">{rims}<path d=\"{bridges}\"/></g><g stroke=\"{highlight}\" \
             stroke-width=\"6\">{rims}<path d=\"{bridges}\"/></g></g>"
        ));
    }

    /// Adds a badge at the upper right of each marked disc.
    fn marks(&mut self, marks: &[MarkedCell]) {
        let (ink, face) = (self.palette.background, self.palette.highlight);
        for marked in marks {
            let (x, y) = self.centre(marked.cell);
            let glyph = marked.mark.glyph();
            self.push(format!(
                "<g class=\"mark\" transform=\"translate({} {})\"><circle r=\"19\" \
                 fill=\"{face}\" stroke=\"{ink}\" stroke-width=\"2\"/><text y=\"8\" \
                 text-anchor=\"middle\" font-family=\"sans-serif\" font-weight=\"bold\" \
                 font-size=\"24\" fill=\"{ink}\">{glyph}</text></g>",
                x + 33,
                y - 33,
            ));
        }
    }

    fn labels(&mut self) {
        let ink = self.palette.background.text_colour();
        let y = MARGIN + self.frame_height() + 34;
        self.push(format!(
            "<g fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"26\" \
             text-anchor=\"middle\" aria-hidden=\"true\">"
        ));
        for column in self.board.columns() {
            let row = foursight_core::Row::BOTTOM;
            let (x, _) = self.centre(Cell { column, row });
            self.push(format!("<text x=\"{x}\" y=\"{y}\">{column}</text>"));
        }
        self.push("</g>");
    }
}

/// Returns the title of the picture.
fn title(game: &Game) -> String {
    let ruleset = game.ruleset();
    let name = match ruleset.variant() {
        Variant::Standard if ruleset == Ruleset::STANDARD => "Four in a row".to_owned(),
        Variant::Standard => format!(
            "{} in a row on {} by {}",
            ruleset.connect(),
            ruleset.width(),
            ruleset.height()
        ),
        Variant::PopOut(_) => "Four in a row, Pop Out".to_owned(),
        Variant::PopTen(_) => "Four in a row, Pop Ten".to_owned(),
        Variant::FiveInARow => "Five-in-a-Row".to_owned(),
        Variant::PowerUp(_) => "Four in a row, Power Up".to_owned(),
    };
    match game.outcome() {
        None => format!("{name}: {} is to move", game.position().to_move()),
        Some(Outcome::Won { winner, .. }) => format!("{name}: {winner} has won"),
        Some(Outcome::Draw(_)) => format!("{name}: a draw"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
