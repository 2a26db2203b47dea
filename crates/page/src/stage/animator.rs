//! Animates the discs: computes the position of every disc at a given time.
//!
//! Updates of the game ([`BoardAnimation`]) set discs in motion: they fall, are lifted, leave through the
//! bottom, or slide out when the board is emptied. [`BoardAnimator::frame_at`] returns the contents of the
//! frame at any time, and whether anything still moves. This module has neither a clock nor
//! graphics.
//!
//! Invariant: once nothing moves, the rendered discs are exactly those of [`BoardSnapshot`].

use foursight_core::{self as core, Cell, DiscKind, Player};
use foursight_table::{DiscMotion, DiscPlace, Ply};

use super::board_snapshot::BoardSnapshot;
use super::camera::{HELD_DISC_HEIGHT, column_x, row_y};
use super::motion::{
    self, FADE_SECONDS, LIFT_SECONDS, PULSE_SECONDS, SHAKE_SECONDS, SLIDE_SECONDS, SLIDER_SECONDS,
    SPARK_SECONDS,
};
use super::preview::CellMarker;
use super::shapes::{DISC_RADIUS, MARGIN, floor_height, leg_x};
use crate::hand::drop_preview::DropPreview;
use crate::math::smoothstep;
use crate::stage::BoardAnimation;

/// Delay between two plies that are animated in sequence, in seconds.
const PLY_DELAY_SECONDS: f32 = 0.16;
/// Delay between two columns that are emptied, in seconds.
const SLIDE_DELAY_SECONDS: f32 = 0.035;
/// Number of sparks of each disc of a line, and of all together.
const SPARKS_PER_DISC: u32 = 22;
const SPARKS_MAX: u32 = 160;

/// Darkening of discs in columns that were full from the start.
const SIDE_SHADE: f32 = 0.3;
/// Number of set-aside discs that win: a place for each, one above the other.
const SET_ASIDE_PLACES: u8 = 10;
const SET_ASIDE_DISTANCE: f32 = 0.62;
/// Distance from a leg to the set-aside places beside it.
pub(super) const SET_ASIDE_OFFSET: f32 = 0.85;

/// A disc to render.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderedDisc {
    /// Its owner.
    pub player: Player,
    /// Ordinary disc or kind of power disc.
    pub kind: DiscKind,
    /// Its centre.
    pub centre: [f32; 2],
    /// Rotation about its axis, in radians.
    pub spin: f32,
    /// Opacity from 0 to 1.
    pub opacity: f32,
    /// Glow from 0 to 1.
    pub glow: f32,
    /// Brightness from 0 to 1: other discs are dimmed while a line glows.
    pub light: f32,
    /// Between the plates, where the rim is darker.
    pub is_inside: bool,
}

/// Light beam over a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// Its x coordinate.
    pub x: f32,
    /// The y coordinate of its lower end.
    pub bottom: f32,
    /// Strength from 0 to 1.
    pub strength: f32,
    /// The column takes no disc.
    pub is_refusal: bool,
}

/// A spark to render.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderedSpark {
    /// Its centre.
    pub place: [f32; 3],
    /// Half its width and height.
    pub size: [f32; 2],
    /// Rotation in radians.
    pub spin: f32,
    /// Opacity from 0 to 1.
    pub opacity: f32,
    /// Colour index: 0 the winner's colour, 1 white, 2 the colour of the beam.
    pub colour: u32,
}

/// Contents of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneFrame {
    /// The discs.
    pub discs: Vec<RenderedDisc>,
    /// Halo on the plates around each disc of a winning line: its centre and strength.
    pub halos: Vec<([f32; 2], f32)>,
    /// Light beam over the column aimed at.
    pub beam: Option<Beam>,
    /// Markers of the move preview.
    pub markers: Vec<CellMarker>,
    /// Sparks of a win.
    pub sparks: Vec<RenderedSpark>,
    /// Offset of the board to the right while it shakes.
    pub push: f32,
    /// Sideways offset of the bar below the board.
    pub slider: f32,
    /// The next frame differs from this one.
    pub is_moving: bool,
}

/// Animation of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
enum DiscAnimation {
    /// At rest.
    Rest,
    /// Falls from this height above its cell.
    Fall(f32),
    /// Fades in at its cell.
    Appear,
    /// Rises to its cell from this far below.
    Rise(f32),
    /// Rises out of the board.
    Lift,
    /// Slides out through the bottom.
    Slide,
    /// Fades out at its cell.
    Vanish,
}

#[derive(Clone, Copy, Debug)]
struct AnimatedDisc {
    piece: core::Disc,
    column: u8,
    row: u8,
    animation: DiscAnimation,
    start_ms: f64,
}

/// Animation state of the board.
#[derive(Clone, Debug, Default)]
pub struct BoardAnimator {
    pub(super) snapshot: BoardSnapshot,
    discs: Vec<AnimatedDisc>,
    pub(super) preview: DropPreview,
    rejected: Option<(u8, f64)>,
    won_at_ms: Option<f64>,
    /// Start of the animation that empties the board.
    emptied_at_ms: Option<f64>,
    /// Reduced motion: every change is instant.
    has_reduced_motion: bool,
}

impl BoardAnimator {
    /// Returns the state that is shown once everything is at rest.
    #[must_use]
    pub const fn snapshot(&self) -> &BoardSnapshot {
        &self.snapshot
    }

    /// Enables or disables reduced motion: every change then takes a single frame.
    pub fn set_reduced_motion(&mut self, has_reduced_motion: bool) {
        self.has_reduced_motion = has_reduced_motion;
        if has_reduced_motion {
            self.discs.retain(|disc| !disc.is_leaving());
            self.discs
                .iter_mut()
                .for_each(|disc| disc.animation = DiscAnimation::Rest);
            self.rejected = None;
        }
    }

    /// Sets the preview of the move that the user aims at.
    pub fn set_preview(&mut self, preview: DropPreview) {
        self.preview = preview;
    }

    /// Applies an update of the game that starts now.
    pub fn show(&mut self, show: &BoardAnimation, now_ms: f64) {
        let game = match show {
            BoardAnimation::Refused(column) => return self.reject(column.index() as u8, now_ms),
            BoardAnimation::Jump(game)
            | BoardAnimation::Plies(_, game)
            | BoardAnimation::Empty(game) => game,
        };
        self.rejected = None;
        let snapshot = BoardSnapshot::of(game);
        let is_other_board =
            (snapshot.columns, snapshot.rows) != (self.snapshot.columns, self.snapshot.rows);
        self.snapshot = snapshot;
        if is_other_board || self.has_reduced_motion {
            self.discs.clear();
        }
        let landing = match show {
            BoardAnimation::Plies(plies, _) if !is_other_board && !self.has_reduced_motion => {
                self.play_plies(plies, now_ms)
            }
            BoardAnimation::Empty(_) => {
                self.empty(now_ms);
                0.0
            }
            _ => {
                self.jump(now_ms);
                0.0
            }
        };
        // The line lights up when its last disc has landed.
        let won_at_ms = now_ms + f64::from(landing) * 1000.0;
        self.won_at_ms = Some(won_at_ms).filter(|_| !self.snapshot.winning.is_empty());
    }

    /// Starts the shake for a rejected move in this column.
    const fn reject(&mut self, column: u8, now_ms: f64) {
        if !self.has_reduced_motion {
            self.rejected = Some((column, now_ms));
        }
    }

    /// Starts the animations of these plies in sequence. Returns the seconds until the last disc
    /// has landed.
    fn play_plies(&mut self, plies: &[Ply], now_ms: f64) -> f32 {
        let mut landing = 0.0_f32;
        for (number, ply) in plies.iter().enumerate() {
            let delay = number as f32 * PLY_DELAY_SECONDS;
            let start_ms = now_ms + f64::from(delay) * 1000.0;
            for disc_shift in &ply.motions {
                let fall = self.move_disc(*disc_shift, start_ms);
                landing = landing.max(delay + fall);
            }
        }
        landing
    }

    /// Starts the animation of one disc. Returns the seconds until it has landed.
    fn move_disc(&mut self, disc_shift: DiscMotion, start_ms: f64) -> f32 {
        let mut disc = match disc_shift.from {
            DiscPlace::At(cell) => match self.take(cell) {
                Some(disc) => disc,
                None => return 0.0,
            },
            _ => AnimatedDisc {
                piece: disc_shift.disc,
                column: 0,
                row: 0,
                animation: DiscAnimation::Rest,
                start_ms,
            },
        };
        disc.start_ms = start_ms;
        disc.animation = match disc_shift.to {
            DiscPlace::At(cell) => {
                let row = std::mem::replace(&mut disc.row, cell.row.index() as u8);
                disc.column = cell.column.index() as u8;
                match disc_shift.from {
                    DiscPlace::At(_) if row > disc.row => {
                        DiscAnimation::Fall(f32::from(row - disc.row))
                    }
                    DiscPlace::At(_) => DiscAnimation::Rise(f32::from(disc.row - row)),
                    DiscPlace::Above(_) => {
                        DiscAnimation::Fall(fall_height(disc.row, self.snapshot.rows))
                    }
                    DiscPlace::Below(_) | DiscPlace::Aside(_) => DiscAnimation::Rise(1.0),
                    DiscPlace::Removed => DiscAnimation::Appear,
                }
            }
            DiscPlace::Above(_) => DiscAnimation::Lift,
            DiscPlace::Below(_) | DiscPlace::Aside(_) => DiscAnimation::Slide,
            DiscPlace::Removed => DiscAnimation::Vanish,
        };
        let landing = match disc.animation {
            DiscAnimation::Fall(height) => motion::landing_seconds(height),
            _ => 0.0,
        };
        self.discs.push(disc);
        landing
    }

    /// Removes and returns the disc in a cell.
    fn take(&mut self, cell: Cell) -> Option<AnimatedDisc> {
        let (column, row) = (cell.column.index() as u8, cell.row.index() as u8);
        let is_match =
            |disc: &AnimatedDisc| !disc.is_leaving() && (disc.column, disc.row) == (column, row);
        let index = self.discs.iter().position(is_match)?;
        Some(self.discs.swap_remove(index))
    }

    /// Lets all discs slide out, column by column, except those that the new game starts with.
    fn empty(&mut self, now_ms: f64) {
        self.emptied_at_ms = Some(now_ms);
        let stacks = &self.snapshot.stacks;
        let remains = |disc: &AnimatedDisc| {
            let stack = stacks.get(usize::from(disc.column));
            stack.and_then(|stack| stack.get(usize::from(disc.row))) == Some(&disc.piece)
        };
        let discs = self.discs.iter_mut();
        for disc in discs.filter(|disc| !disc.is_leaving() && !remains(disc)) {
            let delay = f32::from(disc.column) * SLIDE_DELAY_SECONDS;
            disc.animation = DiscAnimation::Slide;
            disc.start_ms = now_ms + f64::from(delay) * 1000.0;
        }
        self.jump(now_ms);
    }

    /// Changes to another position: discs fade in and out in place.
    fn jump(&mut self, start_ms: f64) {
        let (mut missing, animation) = (Vec::new(), self.appear_animation());
        for (column, stack) in self.snapshot.stacks.iter().enumerate() {
            for (row, disc) in stack.iter().enumerate() {
                missing.push(AnimatedDisc {
                    piece: *disc,
                    column: column as u8,
                    row: row as u8,
                    animation,
                    start_ms,
                });
            }
        }
        for disc in self.discs.iter_mut().filter(|disc| !disc.is_leaving()) {
            let place = |disc: &AnimatedDisc| (disc.column, disc.row, disc.piece);
            let index = missing.iter().position(|other| place(other) == place(disc));
            if let Some(index) = index {
                missing.swap_remove(index);
            } else {
                (disc.animation, disc.start_ms) = (DiscAnimation::Vanish, start_ms);
            }
        }
        self.discs.append(&mut missing);
    }

    const fn appear_animation(&self) -> DiscAnimation {
        if self.has_reduced_motion {
            DiscAnimation::Rest
        } else {
            DiscAnimation::Appear
        }
    }

    /// Returns the contents of the frame at this time.
    pub fn frame_at(&mut self, now_ms: f64) -> SceneFrame {
        let mut frame = SceneFrame::default();
        let won = self.won_at_ms.map(|start| seconds(start, now_ms));
        let glow = won.map_or(0.0, |won| {
            motion::glow(if self.has_reduced_motion {
                PULSE_SECONDS
            } else {
                won
            })
        });
        self.discs
            .retain(|disc| !(disc.is_leaving() && disc.is_done(now_ms)));
        for disc in &mut self.discs {
            if disc.is_done(now_ms) {
                disc.animation = DiscAnimation::Rest;
            }
            frame.is_moving |= disc.animation != DiscAnimation::Rest;
            let is_winning =
                !disc.is_leaving() && self.snapshot.winning.contains(&(disc.column, disc.row));
            let mut rendered = disc.render(&self.snapshot, now_ms);
            if is_winning {
                rendered.glow = glow;
                frame.halos.push((rendered.centre, glow));
            } else {
                let is_side = disc.column == 0 || disc.column + 1 == self.snapshot.columns;
                let shade = if is_side && self.snapshot.has_full_sides {
                    SIDE_SHADE
                } else {
                    0.0
                };
                rendered.light = (1.0 - 0.45 * glow) * (1.0 - shade);
            }
            frame.discs.push(rendered);
        }
        self.add_set_aside(&mut frame);
        if let Some(emptied) = self.emptied_at_ms.filter(|_| !self.has_reduced_motion) {
            let elapsed = seconds(emptied, now_ms);
            frame.slider = motion::slider(elapsed);
            frame.is_moving |= elapsed < SLIDER_SECONDS;
        }
        if let Some(won) = won.filter(|_| !self.has_reduced_motion) {
            frame.is_moving |= won < PULSE_SECONDS.max(SPARK_SECONDS);
            frame.sparks = self.sparks(won);
        }
        self.add_rejection(&mut frame, now_ms);
        self.add_preview(&mut frame);
        frame
    }

    /// Adds the ten set-aside places on each side, translucent where they are free.
    fn add_set_aside(&self, frame: &mut SceneFrame) {
        let Some(set_aside_discs) = self.snapshot.set_aside_discs else {
            return;
        };
        let x = leg_x(self.snapshot.columns) + SET_ASIDE_OFFSET;
        let bottom = floor_height(self.snapshot.rows) + DISC_RADIUS + 0.04;
        for (player, count) in Player::BOTH.into_iter().zip(set_aside_discs) {
            let side = if player == Player::First { -x } else { x };
            for place in 0..SET_ASIDE_PLACES {
                frame.discs.push(RenderedDisc {
                    player,
                    kind: DiscKind::Ordinary,
                    centre: [side, bottom + f32::from(place) * SET_ASIDE_DISTANCE],
                    spin: spin(place, 0),
                    opacity: if place < count { 1.0 } else { 0.14 },
                    glow: 0.0,
                    light: 1.0,
                    is_inside: false,
                });
            }
        }
    }

    /// Adds the shake of a rejected move and the beam over its column.
    fn add_rejection(&mut self, frame: &mut SceneFrame, now_ms: f64) {
        let Some((column, start)) = self.rejected else {
            return;
        };
        let (columns, rows) = (self.snapshot.columns, self.snapshot.rows);
        let elapsed = seconds(start, now_ms);
        if elapsed >= SHAKE_SECONDS {
            self.rejected = None;
        }
        frame.is_moving |= elapsed < SHAKE_SECONDS;
        frame.beam = Some(Beam {
            x: column_x(column.min(columns - 1), columns),
            bottom: -f32::from(rows) / 2.0,
            strength: 1.0 - smoothstep(0.0, SHAKE_SECONDS, elapsed),
            is_refusal: true,
        });
        frame.push = motion::shake(elapsed);
    }

    /// Returns true if a disc is falling in this column, counted from 0.
    pub(super) fn is_falling_in(&self, column: u8) -> bool {
        let is_falling = |disc: &AnimatedDisc| {
            disc.column == column && matches!(disc.animation, DiscAnimation::Fall(_))
        };
        self.discs.iter().any(is_falling)
    }

    fn sparks(&self, elapsed: f32) -> Vec<RenderedSpark> {
        if !(0.0..SPARK_SECONDS).contains(&elapsed) || self.snapshot.winning.is_empty() {
            return Vec::new();
        }
        let discs = self.snapshot.winning.len() as u32;
        let per_disc = SPARKS_PER_DISC.min(SPARKS_MAX / discs);
        let spark = |number: u32| {
            let (column, row) = self.snapshot.winning[(number % discs) as usize];
            let spark = motion::spark(number, elapsed);
            let [x, y, z] = spark.offset;
            // Half of them fly on each side of the board.
            let side = if number.is_multiple_of(2) {
                0.35
            } else {
                -0.35
            };
            RenderedSpark {
                place: [
                    column_x(column, self.snapshot.columns) + x,
                    row_y(row, self.snapshot.rows) + y,
                    side + z.abs().copysign(side),
                ],
                size: spark.size,
                spin: spark.spin,
                opacity: spark.opacity,
                colour: number % 3,
            }
        };
        (0..per_disc * discs).map(spark).collect()
    }
}

impl AnimatedDisc {
    const fn is_leaving(&self) -> bool {
        matches!(
            self.animation,
            DiscAnimation::Lift | DiscAnimation::Slide | DiscAnimation::Vanish
        )
    }

    fn is_done(&self, now_ms: f64) -> bool {
        let end = match self.animation {
            DiscAnimation::Rest => return true,
            DiscAnimation::Fall(height) => motion::fall_seconds(height),
            DiscAnimation::Appear | DiscAnimation::Vanish => FADE_SECONDS,
            DiscAnimation::Lift | DiscAnimation::Rise(_) => LIFT_SECONDS,
            DiscAnimation::Slide => SLIDE_SECONDS,
        };
        seconds(self.start_ms, now_ms) >= end
    }

    fn render(&self, snapshot: &BoardSnapshot, now_ms: f64) -> RenderedDisc {
        let elapsed = seconds(self.start_ms, now_ms).max(0.0);
        let (x, y) = (
            column_x(self.column, snapshot.columns),
            row_y(self.row, snapshot.rows),
        );
        let top = f32::from(snapshot.rows) / 2.0;
        let (rise, opacity) = match self.animation {
            DiscAnimation::Rest => (0.0, 1.0),
            DiscAnimation::Fall(height) => (motion::fall(height, elapsed), 1.0),
            DiscAnimation::Appear => (0.0, smoothstep(0.0, FADE_SECONDS, elapsed)),
            DiscAnimation::Vanish => (0.0, 1.0 - smoothstep(0.0, FADE_SECONDS, elapsed)),
            DiscAnimation::Rise(height) => {
                (height * (smoothstep(0.0, LIFT_SECONDS, elapsed) - 1.0), 1.0)
            }
            DiscAnimation::Lift => {
                let fraction = smoothstep(0.0, LIFT_SECONDS, elapsed);
                let height = fall_height(self.row, snapshot.rows);
                (height * fraction, 1.0 - smoothstep(0.6, 1.0, fraction))
            }
            DiscAnimation::Slide => {
                let distance = motion::slide(elapsed);
                // It fades out before it would reach the floor.
                let below = -top - MARGIN - (y - distance);
                (-distance, 1.0 - smoothstep(-0.25, 0.3, below))
            }
        };
        RenderedDisc {
            player: self.piece.owner,
            kind: self.piece.kind,
            centre: [x, y + rise],
            spin: spin(self.column, self.row),
            opacity,
            glow: 0.0,
            light: 1.0,
            is_inside: y + rise < top,
        }
    }
}

/// Returns the height of a fall from the held disc to a row.
fn fall_height(row: u8, rows: u8) -> f32 {
    f32::from(rows) / 2.0 + HELD_DISC_HEIGHT - row_y(row, rows)
}

/// Returns a small rotation for each cell, as hand-placed discs have.
pub(super) fn spin(column: u8, row: u8) -> f32 {
    (motion::random(u32::from(column) * 64 + u32::from(row)) - 0.5) * 0.5
}

fn seconds(start_ms: f64, now_ms: f64) -> f32 {
    ((now_ms - start_ms) / 1000.0) as f32
}

#[cfg(test)]
#[path = "stage_tests.rs"]
mod tests;
