//! Drawings as dots: what an animation frame shows, in a small fixed palette.
//!
//! A pixel is looked at in sixteen places; where they differ it gets a blend. All blends are
//! blends of two of the few [`Ink`]s in quarter steps, so they fit one palette of 256 colours and
//! the same game always gives the same bytes. Nothing here knows the rules or the file format.

use std::collections::HashMap;

use foursight_core::{Disc, DiscKind, Player};

use crate::font::{GLYPH_HEIGHT, GLYPH_WIDTH, has_dot};
use crate::moves::power_letter;
use crate::{Palette, Rgb};

/// Falls are measured in parts of a space.
pub(crate) const PARTS: i32 = 16;
/// The frame around the spaces, in spaces.
pub(crate) const BORDER: f32 = 0.25;
/// The column numbers below, in spaces.
pub(crate) const LABELS: f32 = 0.6;

const SAMPLES: u16 = 4;
const HOLE: f32 = 0.40;
const RIM: f32 = 0.435;
const BRIGHT_RIM: f32 = 0.47;
const DISC: f32 = 0.44;
const CORNER: f32 = 0.34;

/// The pure colours of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Ink {
    Background,
    Grid,
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

/// A disc seen through a hole, so many parts of a space above its centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Seen {
    pub(crate) disc: Disc,
    pub(crate) parts_up: i32,
}

/// What one space shows. Of two discs the first lies in front.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Tile {
    pub(crate) discs: [Option<Seen>; 2],
    /// Part of a winning line.
    pub(crate) bright: bool,
}

/// Draws tiles and remembers them.
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
            p.grid,
            p.grid.mix(Rgb::BLACK, 80),
            p.empty,
            p.first,
            p.first.mix(Rgb::BLACK, 50),
            p.mark_first,
            p.second,
            p.second.mix(Rgb::BLACK, 50),
            p.mark_second,
            p.highlight,
            p.background.ink(),
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

    /// The colours by index, as red, green, blue.
    pub(crate) fn colours(&self) -> Vec<u8> {
        let bytes = self.colours.iter().flat_map(|rgb| [rgb.0, rgb.1, rgb.2]);
        bytes.collect()
    }

    /// The pixels of a tile, row by row.
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

    /// The pixels of everything that no disc ever touches: background, frame and labels. The
    /// spaces are left as plain frame.
    pub(crate) fn surroundings(&mut self, columns: u8, rows: u8) -> Vec<u8> {
        let (width, height) = image_size(columns, rows, self.side);
        let side = f32::from(self.side);
        let border = border_pixels(self.side);
        let spaces = (f32::from(columns), f32::from(rows));
        self.paint(width, height, |x, y| {
            surrounding_ink(
                (x - f32::from(border)) / side,
                (y - f32::from(border)) / side,
                spaces,
            )
        })
    }

    fn paint(&mut self, width: u16, height: u16, ink: impl Fn(f32, f32) -> Ink) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
        let step = |pixel: u16, sample: u16| {
            f32::from(pixel) + (f32::from(sample) + 0.5) / f32::from(SAMPLES)
        };
        for y in 0..height {
            for x in 0..width {
                let mut counts = [0_u32; INKS];
                for sample in 0..SAMPLES * SAMPLES {
                    let (across, down) = (sample % SAMPLES, sample / SAMPLES);
                    counts[ink(step(x, across), step(y, down)) as usize] += 1;
                }
                pixels.push(self.blend(&counts));
            }
        }
        pixels
    }

    /// The index of the colour that comes nearest to this mixture of inks.
    fn blend(&mut self, counts: &[u32; INKS]) -> u8 {
        let all: u32 = counts.iter().sum();
        if let Some(pure) = counts.iter().position(|count| *count == all) {
            return pure as u8;
        }
        let mean = |part: fn(&Rgb) -> u8| {
            let parts = self.inks.iter().map(|ink| u32::from(part(ink)));
            (parts.zip(counts).map(|(part, n)| part * n).sum::<u32>() / all) as u8
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

/// Width and height of the whole image in pixels.
pub(crate) fn image_size(columns: u8, rows: u8, side: u16) -> (u16, u16) {
    let border = border_pixels(side);
    let labels = (LABELS * f32::from(side)) as u16;
    (
        u16::from(columns) * side + 2 * border,
        u16::from(rows) * side + 2 * border + labels,
    )
}

/// From the edge of the image to the spaces: the frame and as much of the background.
pub(crate) fn border_pixels(side: u16) -> u16 {
    (2.0 * BORDER * f32::from(side)) as u16
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    part(one.0, other.0) + part(one.1, other.1) + part(one.2, other.2)
}

/// Measured in spaces from the top left of the first space.
fn surrounding_ink(x: f32, y: f32, (columns, rows): (f32, f32)) -> Ink {
    // The distance from the inner rectangle whose corners are the centres of the round corners.
    let beyond = |at: f32, end: f32| {
        let (low, high) = (CORNER - BORDER, end + BORDER - CORNER);
        (low - at).max(at - high).max(0.0)
    };
    if beyond(x, columns).hypot(beyond(y, rows)) <= CORNER {
        return Ink::Grid;
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

/// True if a text around this point has a dot there.
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

/// Measured in spaces from the centre of the space, upwards.
fn tile_ink(tile: &Tile, x: f32, y: f32) -> Ink {
    let radius = x.hypot(y);
    if radius > HOLE {
        return match tile.bright {
            true if radius <= BRIGHT_RIM => Ink::Highlight,
            false if radius <= RIM => Ink::Rim,
            _ => Ink::Grid,
        };
    }
    let seen = tile.discs.iter().flatten().find_map(|seen| {
        let up = y - seen.parts_up as f32 / PARTS as f32;
        (x.hypot(up) <= DISC).then(|| disc_ink(seen.disc, x, up))
    });
    seen.unwrap_or(Ink::Empty)
}

fn disc_ink(disc: Disc, x: f32, y: f32) -> Ink {
    let (face, edge, mark) = match disc.owner {
        Player::First => (Ink::First, Ink::FirstEdge, Ink::MarkFirst),
        Player::Second => (Ink::Second, Ink::SecondEdge, Ink::MarkSecond),
    };
    let radius = x.hypot(y);
    if (0.345..0.365).contains(&radius) {
        return edge;
    }
    let is_marked = match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => (0.17..0.25).contains(&radius),
        (DiscKind::Ordinary, Player::Second) => on_diagonal(x, y) && radius < 0.24,
        (DiscKind::Power(power), owner) => {
            let letter = power_letter(power).to_string();
            let around = (0.27..0.33).contains(&radius);
            text_covers(&letter, x, -y, 0.05)
                || (around && (owner == Player::First || on_diagonal(x, y)))
        }
    };
    if is_marked { mark } else { face }
}

fn on_diagonal(x: f32, y: f32) -> bool {
    (x.abs() - y.abs()).abs() < 0.06
}
