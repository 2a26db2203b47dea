//! Rasterises the board for animation frames, in a small fixed palette.
//!
//! Anti-aliasing takes sixteen samples per pixel and blends them. Every blend is rounded to a mix
//! of two [`Ink`]s in quarter steps, so that all colours fit a palette of 256 and equal games give
//! equal bytes. This module knows neither the rules nor the file format.

use std::collections::HashMap;

use foursight_core::{Disc, DiscKind, Player};

use crate::font::{GLYPH_HEIGHT, GLYPH_WIDTH, has_dot};
use crate::geometry::{self, in_cells};
use crate::move_mark::MoveMark;
use crate::moves::power_letter;
use crate::{Palette, Rgb};

/// Resolution of heights in animations, in parts of a cell.
pub(crate) const HEIGHT_RESOLUTION: i32 = 16;
/// Width of the frame around the cells, in cells.
pub(crate) const BORDER: f32 = 0.25;
/// Height of the column numbers below, in cells.
pub(crate) const LABELS: f32 = 0.6;

/// Samples per pixel along each axis.
const SAMPLES: u16 = 4;
const HOLE: f32 = in_cells(geometry::HOLE);
const RIM: f32 = 0.435;
const HIGHLIGHT_RIM: f32 = 0.47;
const DISC: f32 = in_cells(geometry::DISC);
const CORNER: f32 = in_cells(geometry::CORNER);
const EDGE: f32 = in_cells(geometry::EDGE);
const RING: f32 = in_cells(geometry::RING);
const CROSS: f32 = in_cells(geometry::CROSS);
const HOOP: f32 = in_cells(geometry::HOOP);
const STROKE: f32 = in_cells(geometry::STROKE);
/// Distance of the badge of a mark from the centre of its cell, right and up.
const MARK_OFFSET: f32 = 0.31;
const MARK_RADIUS: f32 = 0.18;
/// Size of a dot of its glyph.
const MARK_DOT: f32 = 0.026;
/// Thinner strokes would vanish between pixels.
const EDGE_STROKE: f32 = 0.02;

/// The unblended colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Ink {
    Background,
    Board,
    Rim,
    Empty,
    First,
    FirstEdge,
    MarkFirst,
    Second,
    SecondEdge,
    MarkSecond,
    Highlight,
    Label,
}

const INKS: usize = 12;

/// A disc visible through a hole, and its height above the centre in parts of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct VisibleDisc {
    pub(crate) disc: Disc,
    pub(crate) parts_up: i32,
}

/// Content of one cell of the picture. The first of two discs is in front.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Tile {
    pub(crate) discs: [Option<VisibleDisc>; 2],
    /// True for cells of a winning line.
    pub(crate) is_highlighted: bool,
    /// Mark of the move that dropped the disc.
    pub(crate) mark: Option<MoveMark>,
}

/// Paints tiles and caches them.
pub(crate) struct Painter {
    side: u16,
    colours: Vec<Rgb>,
    inks: [Rgb; INKS],
    nearest: HashMap<Rgb, u8>,
    tiles: HashMap<Tile, Vec<u8>>,
}

impl Painter {
    pub(crate) fn new(palette: &Palette, side: u16) -> Self {
        let p = palette;
        let inks = [
            p.background,
            p.board,
            p.board.mix(Rgb::BLACK, 80),
            p.empty,
            p.first,
            p.first.mix(Rgb::BLACK, 50),
            p.mark_first,
            p.second,
            p.second.mix(Rgb::BLACK, 50),
            p.mark_second,
            p.highlight,
            p.background.text_colour(),
        ];
        let mut colours = inks.to_vec();
        for (index, one) in inks.iter().enumerate() {
            for other in &inks[..index] {
                colours.extend([64, 128, 192].map(|share| one.mix(*other, share)));
            }
        }
        Self {
            side,
            colours,
            inks,
            nearest: HashMap::new(),
            tiles: HashMap::new(),
        }
    }

    /// Returns the palette as red, green and blue bytes.
    pub(crate) fn colours(&self) -> Vec<u8> {
        let bytes = self.colours.iter().flat_map(|rgb| [rgb.0, rgb.1, rgb.2]);
        bytes.collect()
    }

    /// Returns the pixels of a tile, row by row.
    pub(crate) fn tile(&mut self, tile: Tile) -> Vec<u8> {
        if let Some(pixels) = self.tiles.get(&tile) {
            return pixels.clone();
        }
        let side = self.side;
        let at = |pixel: f32| pixel / f32::from(side) - 0.5;
        let pixels = self.paint(side, side, |x, y| tile_ink(&tile, at(x), -at(y)));
        self.tiles.insert(tile, pixels.clone());
        pixels
    }

    /// Returns the pixels of everything outside the cells: background, frame and labels. The cells
    /// themselves are plain frame.
    pub(crate) fn backdrop(&mut self, columns: u8, rows: u8) -> Vec<u8> {
        let (width, height) = image_size(columns, rows, self.side);
        let side = f32::from(self.side);
        let border = border_pixels(self.side);
        let cells = (f32::from(columns), f32::from(rows));
        self.paint(width, height, |x, y| {
            backdrop_ink(
                (x - f32::from(border)) / side,
                (y - f32::from(border)) / side,
                cells,
            )
        })
    }

    fn paint(&mut self, width: u16, height: u16, ink: impl Fn(f32, f32) -> Ink) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
        let coordinate = |pixel: u16, sample: u16| {
            f32::from(pixel) + (f32::from(sample) + 0.5) / f32::from(SAMPLES)
        };
        for y in 0..height {
            for x in 0..width {
                let mut counts = [0_u32; INKS];
                for sample in 0..SAMPLES * SAMPLES {
                    let (across, down) = (sample % SAMPLES, sample / SAMPLES);
                    counts[ink(coordinate(x, across), coordinate(y, down)) as usize] += 1;
                }
                pixels.push(self.blend(&counts));
            }
        }
        pixels
    }

    /// Returns the index of the palette colour nearest to a mixture of inks.
    fn blend(&mut self, counts: &[u32; INKS]) -> u8 {
        let total: u32 = counts.iter().sum();
        if let Some(pure) = counts.iter().position(|count| *count == total) {
            return pure as u8;
        }
        let mean = |part: fn(&Rgb) -> u8| {
            let parts = self.inks.iter().map(|ink| u32::from(part(ink)));
            (parts.zip(counts).map(|(part, n)| part * n).sum::<u32>() / total) as u8
        };
        let mixture = Rgb(mean(|rgb| rgb.0), mean(|rgb| rgb.1), mean(|rgb| rgb.2));
        let colours = &self.colours;
        *self.nearest.entry(mixture).or_insert_with(|| {
            let indices = 0..colours.len();
            let nearest = indices.min_by_key(|index| distance(colours[*index], mixture));
            nearest.unwrap_or_default() as u8
        })
    }
}

/// Returns the width and height of the whole image in pixels.
pub(crate) fn image_size(columns: u8, rows: u8, side: u16) -> (u16, u16) {
    let border = border_pixels(side);
    let labels = (LABELS * f32::from(side)) as u16;
    (
        u16::from(columns) * side + 2 * border,
        u16::from(rows) * side + 2 * border + labels,
    )
}

/// Returns the distance from the edge of the image to the cells: the frame and a background margin
/// of the same width.
pub(crate) fn border_pixels(side: u16) -> u16 {
    (2.0 * BORDER * f32::from(side)) as u16
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    part(one.0, other.0) + part(one.1, other.1) + part(one.2, other.2)
}

/// Returns the ink outside the cells. Coordinates are in cells from the top left of the first cell.
fn backdrop_ink(x: f32, y: f32, (columns, rows): (f32, f32)) -> Ink {
    // Distance from the inner rectangle whose corners are the centres of the rounded corners.
    let beyond = |at: f32, end: f32| {
        let (low, high) = (CORNER - BORDER, end + BORDER - CORNER);
        (low - at).max(at - high).max(0.0)
    };
    if beyond(x, columns).hypot(beyond(y, rows)) <= CORNER {
        return Ink::Board;
    }
    let below = y - rows - BORDER;
    if below > 0.0 && x >= 0.0 && x < columns {
        let number = (x as usize + 1).to_string();
        if text_covers(&number, x.fract() - 0.5, below - 0.38, 0.045) {
            return Ink::Label;
        }
    }
    Ink::Background
}

/// Returns true if a text centred at the origin has a dot at this point.
fn text_covers(text: &str, x: f32, y: f32, dot: f32) -> bool {
    let advance = GLYPH_WIDTH + 1;
    let width = text.len() * advance - 1;
    let (column, row) = (
        x / dot + width as f32 / 2.0,
        y / dot + GLYPH_HEIGHT as f32 / 2.0,
    );
    if column < 0.0 || row < 0.0 {
        return false;
    }
    let (column, row) = (column as usize, row as usize);
    let character = text.chars().nth(column / advance);
    character.is_some_and(|c| has_dot(c, column % advance, row))
}

/// Returns the ink inside a cell. Coordinates are in cells from the centre of the cell, upwards.
fn tile_ink(tile: &Tile, x: f32, y: f32) -> Ink {
    if let Some(mark) = tile.mark {
        let (right, up) = (x - MARK_OFFSET, y - MARK_OFFSET);
        if right.hypot(up) <= MARK_RADIUS {
            let is_ink = text_covers(mark.glyph(), right, -up, MARK_DOT);
            return if is_ink {
                Ink::Background
            } else {
                Ink::Highlight
            };
        }
    }
    let radius = x.hypot(y);
    if radius > HOLE {
        return match tile.is_highlighted {
            true if radius <= HIGHLIGHT_RIM => Ink::Highlight,
            false if radius <= RIM => Ink::Rim,
            _ => Ink::Board,
        };
    }
    let ink = tile.discs.iter().flatten().find_map(|visible| {
        let up = y - visible.parts_up as f32 / HEIGHT_RESOLUTION as f32;
        (x.hypot(up) <= DISC).then(|| disc_ink(visible.disc, x, up))
    });
    ink.unwrap_or(Ink::Empty)
}

fn disc_ink(disc: Disc, x: f32, y: f32) -> Ink {
    let (face, edge, mark) = match disc.owner {
        Player::First => (Ink::First, Ink::FirstEdge, Ink::MarkFirst),
        Player::Second => (Ink::Second, Ink::SecondEdge, Ink::MarkSecond),
    };
    let radius = x.hypot(y);
    if is_near(radius, EDGE, EDGE_STROKE) {
        return edge;
    }
    let is_marked = match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => is_near(radius, RING, STROKE),
        (DiscKind::Ordinary, Player::Second) => on_diagonal(x, y) && x.abs() < CROSS + STROKE / 4.0,
        (DiscKind::Power(power), owner) => {
            let letter = power_letter(power).to_string();
            let around = is_near(radius, HOOP, STROKE);
            text_covers(&letter, x, -y, 0.05)
                || (around && (owner == Player::First || on_diagonal(x, y)))
        }
    };
    if is_marked { mark } else { face }
}

/// Returns true within a stroke of this width along a circle.
fn is_near(radius: f32, circle: f32, width: f32) -> bool {
    (radius - circle).abs() <= width / 2.0
}

/// Returns true within a stroke along a diagonal. The width across a diagonal is the difference of
/// the coordinates divided by √2.
fn on_diagonal(x: f32, y: f32) -> bool {
    (x.abs() - y.abs()).abs() < STROKE * core::f32::consts::FRAC_1_SQRT_2
}
