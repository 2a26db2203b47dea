//! A game as an animated GIF: discs fall and sink, and the winning line is shown at the end.
//!
//! Only the spaces that change are drawn again, so that long games stay small. The same game,
//! palette and options always give the same bytes. How things look is the business of
//! `raster`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use foursight_core::{Column, Disc, Game, Grid, Move, Outcome, Position, Row, Space};

use crate::Palette;
use crate::raster::{PARTS, Painter, Seen, Tile, border_pixels, image_size};

/// The smallest spaces in which the marks of the discs can be told apart.
pub const GIF_SPACE_PIXELS_MIN: u16 = 12;
/// The largest spaces; the widest grid is then 6144 pixels wide.
pub const GIF_SPACE_PIXELS_MAX: u16 = 96;
/// How many frames show a disc in the air.
pub const GIF_FALL_FRAMES: usize = 5;
/// How many frames show a stack sinking after a pop or a strike.
pub const GIF_SINK_FRAMES: usize = 2;

const FALL_FRAME_MS: u16 = 40;
const MS_PER_DELAY: u16 = 10;

/// How the animation is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GifOptions {
    /// Width and height of one space, from [`GIF_SPACE_PIXELS_MIN`] to [`GIF_SPACE_PIXELS_MAX`].
    pub space_pixels: u16,
    /// How long a position is shown after each move.
    pub pause_ms: u16,
    /// How long the last position is shown before the animation starts again.
    pub hold_ms: u16,
}

impl Default for GifOptions {
    fn default() -> Self {
        Self {
            space_pixels: 48,
            pause_ms: 400,
            hold_ms: 4000,
        }
    }
}

/// Why there is no animation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GifError {
    /// The spaces are too small to see or too large to store.
    SpacePixels(u16),
    /// The encoder failed.
    Encoding(String),
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SpacePixels(pixels) => write!(
                f,
                "{pixels} pixels a space are out of bounds: choose {GIF_SPACE_PIXELS_MIN} to \
                 {GIF_SPACE_PIXELS_MAX}"
            ),
            Self::Encoding(error) => write!(f, "the animation could not be encoded: {error}"),
        }
    }
}

impl Error for GifError {}

/// The game as an animated GIF that starts over for ever.
///
/// # Errors
///
/// [`GifError`] if the options are out of bounds.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, GifOptions, Palette, Rgb, gif, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
/// let palette = Palette {
///     background: Rgb(0x1a, 0x1a, 0x2e),
///     grid: Rgb(0x00, 0x52, 0xcc),
///     empty: Rgb(0x16, 0x21, 0x3e),
///     first: Rgb(0xe6, 0x39, 0x46),
///     second: Rgb(0xff, 0xd6, 0x0a),
///     mark_first: Rgb(0x8f, 0x12, 0x1d),
///     mark_second: Rgb(0x9a, 0x78, 0x00),
///     highlight: Rgb(0xff, 0xff, 0xff),
/// };
/// let game = read("4545454", Ruleset::default(), &emoji)?;
/// let bytes = gif(&game, &palette, &GifOptions::default())?;
/// assert!(bytes.starts_with(b"GIF89a"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn gif(game: &Game, palette: &Palette, options: &GifOptions) -> Result<Vec<u8>, GifError> {
    let mut shots = shots(game, options.pause_ms);
    if let Some(last) = shots.last_mut() {
        last.delay_ms = options.hold_ms;
    }
    encoded(game, palette, options.space_pixels, &shots)
}

/// The position of a game as a GIF of one frame, with the winning line if there is one.
///
/// # Errors
///
/// [`GifError`] if the spaces are too small or too large.
pub fn gif_still(game: &Game, palette: &Palette, space_pixels: u16) -> Result<Vec<u8>, GifError> {
    let grid = game.position().grid();
    let mut tiles: Vec<_> = spaces(&grid).map(|s| (s, resting(&grid, s))).collect();
    tiles.extend(winning_shot(game).into_iter().flat_map(|shot| shot.tiles));
    let shot = Shot { tiles, delay_ms: 0 };
    encoded(game, palette, space_pixels, &[shot])
}

fn encoded(game: &Game, palette: &Palette, side: u16, shots: &[Shot]) -> Result<Vec<u8>, GifError> {
    if !(GIF_SPACE_PIXELS_MIN..=GIF_SPACE_PIXELS_MAX).contains(&side) {
        return Err(GifError::SpacePixels(side));
    }
    encode(game, palette, side, shots).map_err(|error| GifError::Encoding(error.to_string()))
}

/// One frame: what the spaces of some columns show from now on.
struct Shot {
    tiles: Vec<(Space, Tile)>,
    delay_ms: u16,
}

/// The start, every move, and the winning lines.
fn shots(game: &Game, pause_ms: u16) -> Vec<Shot> {
    let ruleset = game.ruleset();
    let mut shots = Vec::new();
    let mut positions = game.positions();
    let mut before = positions
        .next()
        .copied()
        .unwrap_or_else(|| Position::new(ruleset));
    let start = before.grid();
    shots.push(Shot {
        tiles: spaces(&start).map(|s| (s, resting(&start, s))).collect(),
        delay_ms: pause_ms,
    });
    for (step, after) in game.moves().iter().zip(positions) {
        let (old, new) = (before.grid(), after.grid());
        match *step {
            Move::Drop(column) => {
                fall(
                    &mut shots,
                    &old,
                    &new,
                    Disc::ordinary(before.to_move()),
                    column,
                );
            }
            Move::Power(power, column) => {
                fall(
                    &mut shots,
                    &old,
                    &new,
                    Disc::power(before.to_move(), power),
                    column,
                );
            }
            Move::Pop(column) | Move::Strike(column) => sink(&mut shots, &old, column),
            Move::Pass => {}
        }
        // Every move but a pass shows something in the air, which has to come to rest even where
        // the grid is as before: an anvil may replace an anvil.
        if let Some(column) = step.column() {
            shots.push(Shot {
                tiles: spaces(&new)
                    .filter(|space| space.column == column)
                    .map(|space| (space, resting(&new, space)))
                    .collect(),
                delay_ms: pause_ms,
            });
        }
        before = *after;
    }
    shots.extend(winning_shot(game));
    shots
}

fn winning_shot(game: &Game) -> Option<Shot> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return None;
    };
    let grid = game.position().grid();
    let tiles: Vec<_> = lines
        .iter()
        .flat_map(foursight_core::Line::spaces)
        .map(|space| {
            let tile = resting(&grid, space);
            (
                space,
                Tile {
                    bright: true,
                    ..tile
                },
            )
        })
        .collect();
    (!tiles.is_empty()).then_some(Shot { tiles, delay_ms: 0 })
}

fn spaces(grid: &Grid) -> impl Iterator<Item = Space> + use<> {
    let rows = grid.rows();
    grid.columns()
        .flat_map(move |column| rows.clone().map(move |row| Space { column, row }))
}

fn resting(grid: &Grid, space: Space) -> Tile {
    let seen = grid.disc_at(space).map(|disc| Seen { disc, parts_up: 0 });
    Tile {
        discs: [seen, None],
        bright: false,
    }
}

/// A disc falls from above the grid to where it rests, faster and faster.
fn fall(shots: &mut Vec<Shot>, old: &Grid, new: &Grid, disc: Disc, column: Column) {
    let landing = match old.landing(column) {
        // An anvil goes down to the bottom through everything.
        Some(space) if new.disc_at(space) == Some(disc) => space.row,
        _ => Row::BOTTOM,
    };
    let top = i32::from(old.height()) * PARTS;
    let floor = landing.index() as i32 * PARTS;
    let frames = GIF_FALL_FRAMES as i32;
    for frame in 1..=frames {
        let height = top - (top - floor) * frame * frame / ((frames + 1) * (frames + 1));
        let tiles = old
            .rows()
            .filter(|row| *row >= landing)
            .map(|row| {
                let space = Space { column, row };
                let falling = seen_from(row, disc, height);
                let mut tile = resting(old, space);
                tile.discs = [falling, tile.discs[0]];
                (space, tile)
            })
            .collect();
        shots.push(Shot {
            tiles,
            delay_ms: FALL_FRAME_MS,
        });
    }
}

/// A disc at this height, as seen through the hole of a row; none if it is out of sight.
fn seen_from(row: Row, disc: Disc, height: i32) -> Option<Seen> {
    let parts_up = height - row.index() as i32 * PARTS;
    (parts_up.abs() < PARTS).then_some(Seen { disc, parts_up })
}

/// A stack goes down by one space.
fn sink(shots: &mut Vec<Shot>, old: &Grid, column: Column) {
    let stack: Vec<_> = old.stack(column).collect();
    for frame in 1..=GIF_SINK_FRAMES as i32 {
        let sunk = PARTS * frame / (GIF_SINK_FRAMES as i32 + 1);
        let tiles = old
            .rows()
            .map(|row| {
                let seen = |index: usize| {
                    let height = index as i32 * PARTS - sunk;
                    stack
                        .get(index)
                        .and_then(|disc| seen_from(row, *disc, height))
                };
                let tile = Tile {
                    discs: [seen(row.index()), seen(row.index() + 1)],
                    bright: false,
                };
                (Space { column, row }, tile)
            })
            .collect();
        shots.push(Shot {
            tiles,
            delay_ms: FALL_FRAME_MS,
        });
    }
}

fn encode(
    game: &Game,
    palette: &Palette,
    side: u16,
    shots: &[Shot],
) -> Result<Vec<u8>, ::gif::EncodingError> {
    let (columns, rows) = (game.ruleset().width(), game.ruleset().height());
    let (width, height) = image_size(columns, rows, side);
    let mut painter = Painter::new(palette, side);
    let mut bytes = Vec::new();
    {
        let mut encoder = Encoder::new(&mut bytes, width, height, &painter.colours())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut canvas = Canvas {
            pixels: painter.surroundings(columns, rows),
            width,
            side,
            rows,
            shown: HashMap::new(),
        };
        for (index, shot) in shots.iter().enumerate() {
            let drawn = canvas.draw(&mut painter, &shot.tiles);
            let area = if index == 0 {
                Area {
                    left: 0,
                    top: 0,
                    width,
                    height,
                }
            } else {
                drawn
            };
            encoder.write_frame(&Frame {
                delay: shot.delay_ms / MS_PER_DELAY,
                dispose: DisposalMethod::Keep,
                left: area.left,
                top: area.top,
                width: area.width,
                height: area.height,
                buffer: Cow::Owned(canvas.cut(&area)),
                ..Frame::default()
            })?;
        }
    }
    Ok(bytes)
}

/// A rectangle of pixels.
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

/// The image as it stands.
struct Canvas {
    pixels: Vec<u8>,
    width: u16,
    side: u16,
    rows: u8,
    shown: HashMap<Space, Tile>,
}

impl Canvas {
    /// Draws tiles and answers the area that holds all that look different now; one pixel if
    /// none does, because a frame cannot be empty.
    fn draw(&mut self, painter: &mut Painter, tiles: &[(Space, Tile)]) -> Area {
        let side = usize::from(self.side);
        let (mut left, mut top) = (u16::MAX, u16::MAX);
        let (mut right, mut bottom) = (0, 0);
        for (space, tile) in tiles {
            if self.shown.insert(*space, *tile) == Some(*tile) {
                continue;
            }
            let (x, y) = self.corner(*space);
            for (line, pixels) in painter.tile(*tile).chunks(side).enumerate() {
                let start = (usize::from(y) + line) * usize::from(self.width) + usize::from(x);
                self.pixels[start..start + side].copy_from_slice(pixels);
            }
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x + self.side), bottom.max(y + self.side));
        }
        if right == 0 {
            (left, top, right, bottom) = (0, 0, 1, 1);
        }
        Area {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    fn corner(&self, space: Space) -> (u16, u16) {
        let from_top = u16::from(self.rows) - 1 - space.row.index() as u16;
        let border = border_pixels(self.side);
        (
            border + space.column.index() as u16 * self.side,
            border + from_top * self.side,
        )
    }

    fn cut(&self, area: &Area) -> Vec<u8> {
        let lines = usize::from(area.top)..usize::from(area.top + area.height);
        lines
            .flat_map(|line| {
                let start = line * usize::from(self.width) + usize::from(area.left);
                &self.pixels[start..start + usize::from(area.width)]
            })
            .copied()
            .collect()
    }
}
