//! Renders a game as an animated GIF: discs fall and sink, and the winning line lights up at the
//! end.
//!
//! A frame repaints only the cells that change, which keeps the files of long games small. Equal
//! games, palettes and options give equal bytes. `raster` paints the cells.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use foursight_core::{Board, Cell, Column, Disc, Game, Move, Outcome, Position, Row};

use crate::Palette;
use crate::move_mark::{MoveMark, marked_cells};
use crate::raster::{HEIGHT_RESOLUTION, Painter, Tile, VisibleDisc, border_pixels, image_size};

/// Minimum size of a cell: smaller marks of discs are indistinguishable.
pub const GIF_CELL_PIXELS_MIN: u16 = 12;
/// Maximum size of a cell; the widest board is then 6144 pixels wide.
pub const GIF_CELL_PIXELS_MAX: u16 = 96;
/// Number of frames that show a disc falling.
pub const GIF_FALL_FRAMES: usize = 5;
/// Number of frames that show a stack sinking after a pop or a strike.
pub const GIF_SINK_FRAMES: usize = 2;

const FALL_FRAME_DELAY_MS: u16 = 40;
/// GIF measures delays in hundredths of a second.
const MS_PER_DELAY_UNIT: u16 = 10;

/// Options of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GifOptions {
    /// Width and height of one cell, from [`GIF_CELL_PIXELS_MIN`] to [`GIF_CELL_PIXELS_MAX`].
    pub cell_pixels: u16,
    /// Delay after each move.
    pub move_delay_ms: u16,
    /// Delay at the last position before the animation starts over.
    pub final_delay_ms: u16,
}

impl Default for GifOptions {
    fn default() -> Self {
        Self {
            cell_pixels: 48,
            move_delay_ms: 400,
            final_delay_ms: 4000,
        }
    }
}

/// Error of the GIF renderer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GifError {
    /// The size of a cell is out of bounds.
    CellPixels(u16),
    /// The encoder failed.
    Encoding(String),
}

impl fmt::Display for GifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CellPixels(pixels) => write!(
                f,
                "{pixels} pixels a cell are out of bounds: choose {GIF_CELL_PIXELS_MIN} to \
                 {GIF_CELL_PIXELS_MAX}"
            ),
            Self::Encoding(error) => write!(f, "the animation could not be encoded: {error}"),
        }
    }
}

impl Error for GifError {}

/// Renders a game as an animated GIF that repeats indefinitely.
///
/// # Errors
///
/// Returns a [`GifError`] if the options are out of bounds.
///
/// ```
/// use foursight_core::Ruleset;
/// use foursight_record::{Emoji, GifOptions, Palette, Rgb, gif, read};
///
/// # let emoji = Emoji { empty: '.', first: 'x', second: 'o' };
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
/// let game = read("4545454", Ruleset::default(), &emoji)?;
/// let bytes = gif(&game, &palette, &GifOptions::default())?;
/// assert!(bytes.starts_with(b"GIF89a"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn gif(game: &Game, palette: &Palette, options: &GifOptions) -> Result<Vec<u8>, GifError> {
    gif_with_marks(game, palette, options, &[])
}

/// Renders a game with marks of moves, each on its disc from that move on. The first mark is that of
/// the first move.
///
/// # Errors
///
/// Returns a [`GifError`] if the options are out of bounds.
pub fn gif_with_marks(
    game: &Game,
    palette: &Palette,
    options: &GifOptions,
    marks: &[Option<MoveMark>],
) -> Result<Vec<u8>, GifError> {
    let mut frames = animation_frames(game, options.move_delay_ms);
    if let Some(last) = frames.last_mut() {
        last.delay_ms = options.final_delay_ms;
    }
    let marked = marked_cells(game, marks);
    for frame in &mut frames {
        let plies = frame.plies;
        for (cell, tile) in &mut frame.tiles {
            let mark = marked
                .iter()
                .find(|marked| marked.cell == *cell && marked.ply <= plies);
            tile.mark = mark.map(|marked| marked.mark);
        }
    }
    encode_checked(game, palette, options.cell_pixels, &frames)
}

/// Renders the position of a game as a GIF of one frame, with the winning line if there is one.
///
/// # Errors
///
/// Returns a [`GifError`] if the size of a cell is out of bounds.
pub fn gif_still(game: &Game, palette: &Palette, cell_pixels: u16) -> Result<Vec<u8>, GifError> {
    let board = game.position().board();
    let mut tiles: Vec<_> = cells(&board)
        .map(|s| (s, resting_tile(&board, s)))
        .collect();
    tiles.extend(
        winning_frame(game)
            .into_iter()
            .flat_map(|frame| frame.tiles),
    );
    let frame = AnimationFrame {
        tiles,
        delay_ms: 0,
        plies: 0,
    };
    encode_checked(game, palette, cell_pixels, &[frame])
}

fn encode_checked(
    game: &Game,
    palette: &Palette,
    side: u16,
    frames: &[AnimationFrame],
) -> Result<Vec<u8>, GifError> {
    if !(GIF_CELL_PIXELS_MIN..=GIF_CELL_PIXELS_MAX).contains(&side) {
        return Err(GifError::CellPixels(side));
    }
    encode(game, palette, side, frames).map_err(|error| GifError::Encoding(error.to_string()))
}

/// One frame: the cells that it repaints, and its delay.
struct AnimationFrame {
    tiles: Vec<(Cell, Tile)>,
    delay_ms: u16,
    /// Moves that are complete.
    plies: usize,
}

/// Returns the frames of the initial position, every move, and the winning lines.
fn animation_frames(game: &Game, move_delay_ms: u16) -> Vec<AnimationFrame> {
    let ruleset = game.ruleset();
    let mut frames = Vec::new();
    let mut positions = game.positions();
    let mut before = positions
        .next()
        .copied()
        .unwrap_or_else(|| Position::new(ruleset));
    let start = before.board();
    frames.push(AnimationFrame {
        tiles: cells(&start)
            .map(|s| (s, resting_tile(&start, s)))
            .collect(),
        delay_ms: move_delay_ms,
        plies: 0,
    });
    for (ply, (mv, after)) in game.moves().iter().zip(positions).enumerate() {
        let first_frame = frames.len();
        let (old, new) = (before.board(), after.board());
        match *mv {
            Move::Drop(column) => {
                fall(
                    &mut frames,
                    &old,
                    &new,
                    Disc::ordinary(before.to_move()),
                    column,
                );
            }
            Move::Power(power, column) => {
                fall(
                    &mut frames,
                    &old,
                    &new,
                    Disc::power(before.to_move(), power),
                    column,
                );
            }
            Move::Pop(column) | Move::Strike(column) => sink(&mut frames, &old, column),
            Move::Pass => {}
        }
        // Every move except a pass shows a disc in motion, so a frame at rest must follow even if
        // the board is unchanged: an anvil may replace an anvil.
        if let Some(column) = mv.column() {
            frames.push(AnimationFrame {
                tiles: cells(&new)
                    .filter(|cell| cell.column == column)
                    .map(|cell| (cell, resting_tile(&new, cell)))
                    .collect(),
                delay_ms: move_delay_ms,
                plies: 0,
            });
        }
        let count = frames.len();
        for (index, frame) in frames.iter_mut().enumerate().skip(first_frame) {
            frame.plies = ply + usize::from(index + 1 == count);
        }
        before = *after;
    }
    frames.extend(winning_frame(game));
    frames
}

fn winning_frame(game: &Game) -> Option<AnimationFrame> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return None;
    };
    let board = game.position().board();
    let tiles: Vec<_> = lines
        .iter()
        .flat_map(foursight_core::Line::cells)
        .map(|cell| {
            let tile = resting_tile(&board, cell);
            (
                cell,
                Tile {
                    is_highlighted: true,
                    ..tile
                },
            )
        })
        .collect();
    (!tiles.is_empty()).then_some(AnimationFrame {
        tiles,
        delay_ms: 0,
        plies: game.moves().len(),
    })
}

fn cells(board: &Board) -> impl Iterator<Item = Cell> + use<> {
    let rows = board.rows();
    board
        .columns()
        .flat_map(move |column| rows.clone().map(move |row| Cell { column, row }))
}

fn resting_tile(board: &Board, cell: Cell) -> Tile {
    let visible = board
        .disc_at(cell)
        .map(|disc| VisibleDisc { disc, parts_up: 0 });
    Tile {
        discs: [visible, None],
        ..Tile::default()
    }
}

/// Adds the frames of a disc that accelerates from above the board to where it comes to rest.
fn fall(frames: &mut Vec<AnimationFrame>, old: &Board, new: &Board, disc: Disc, column: Column) {
    let landing = match old.landing(column) {
        // An anvil falls through all discs to the bottom.
        Some(cell) if new.disc_at(cell) == Some(disc) => cell.row,
        _ => Row::BOTTOM,
    };
    let top = i32::from(old.height()) * HEIGHT_RESOLUTION;
    let floor = landing.index() as i32 * HEIGHT_RESOLUTION;
    let steps = GIF_FALL_FRAMES as i32;
    for step in 1..=steps {
        let height = top - (top - floor) * step * step / ((steps + 1) * (steps + 1));
        let tiles = old
            .rows()
            .filter(|row| *row >= landing)
            .map(|row| {
                let cell = Cell { column, row };
                let falling = visible_disc(row, disc, height);
                let mut tile = resting_tile(old, cell);
                tile.discs = [falling, tile.discs[0]];
                (cell, tile)
            })
            .collect();
        frames.push(AnimationFrame {
            tiles,
            delay_ms: FALL_FRAME_DELAY_MS,
            plies: 0,
        });
    }
}

/// Returns a disc at this height as visible through the hole of a row, or `None` if it is hidden.
fn visible_disc(row: Row, disc: Disc, height: i32) -> Option<VisibleDisc> {
    let parts_up = height - row.index() as i32 * HEIGHT_RESOLUTION;
    (parts_up.abs() < HEIGHT_RESOLUTION).then_some(VisibleDisc { disc, parts_up })
}

/// Adds the frames of a stack that sinks by one cell.
fn sink(frames: &mut Vec<AnimationFrame>, old: &Board, column: Column) {
    let stack: Vec<_> = old.stack(column).collect();
    for step in 1..=GIF_SINK_FRAMES as i32 {
        let sunk = HEIGHT_RESOLUTION * step / (GIF_SINK_FRAMES as i32 + 1);
        let tiles = old
            .rows()
            .map(|row| {
                let visible = |index: usize| {
                    let height = index as i32 * HEIGHT_RESOLUTION - sunk;
                    stack
                        .get(index)
                        .and_then(|disc| visible_disc(row, *disc, height))
                };
                let tile = Tile {
                    discs: [visible(row.index()), visible(row.index() + 1)],
                    ..Tile::default()
                };
                (Cell { column, row }, tile)
            })
            .collect();
        frames.push(AnimationFrame {
            tiles,
            delay_ms: FALL_FRAME_DELAY_MS,
            plies: 0,
        });
    }
}

fn encode(
    game: &Game,
    palette: &Palette,
    side: u16,
    frames: &[AnimationFrame],
) -> Result<Vec<u8>, ::gif::EncodingError> {
    let (columns, rows) = (game.ruleset().width(), game.ruleset().height());
    let (width, height) = image_size(columns, rows, side);
    let mut painter = Painter::new(palette, side);
    let mut bytes = Vec::new();
    {
        let mut encoder = Encoder::new(&mut bytes, width, height, &painter.colours())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut canvas = GifCanvas {
            pixels: painter.backdrop(columns, rows),
            width,
            side,
            rows,
            tiles: HashMap::new(),
        };
        for (index, frame) in frames.iter().enumerate() {
            let changed = canvas.paint(&mut painter, &frame.tiles);
            let area = if index == 0 {
                PixelRect {
                    left: 0,
                    top: 0,
                    width,
                    height,
                }
            } else {
                changed
            };
            encoder.write_frame(&Frame {
                delay: frame.delay_ms / MS_PER_DELAY_UNIT,
                dispose: DisposalMethod::Keep,
                left: area.left,
                top: area.top,
                width: area.width,
                height: area.height,
                buffer: Cow::Owned(canvas.crop(&area)),
                ..Frame::default()
            })?;
        }
    }
    Ok(bytes)
}

/// A rectangle of pixels.
struct PixelRect {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

/// The image after the frames so far.
struct GifCanvas {
    pixels: Vec<u8>,
    width: u16,
    side: u16,
    rows: u8,
    tiles: HashMap<Cell, Tile>,
}

impl GifCanvas {
    /// Paints tiles and returns the area that contains all changes, or one pixel if nothing
    /// changed, because a frame cannot be empty.
    fn paint(&mut self, painter: &mut Painter, tiles: &[(Cell, Tile)]) -> PixelRect {
        let side = usize::from(self.side);
        let (mut left, mut top) = (u16::MAX, u16::MAX);
        let (mut right, mut bottom) = (0, 0);
        for (cell, tile) in tiles {
            if self.tiles.insert(*cell, *tile) == Some(*tile) {
                continue;
            }
            let (x, y) = self.corner(*cell);
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
        PixelRect {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    fn corner(&self, cell: Cell) -> (u16, u16) {
        let from_top = u16::from(self.rows) - 1 - cell.row.index() as u16;
        let border = border_pixels(self.side);
        (
            border + cell.column.index() as u16 * self.side,
            border + from_top * self.side,
        )
    }

    fn crop(&self, area: &PixelRect) -> Vec<u8> {
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
