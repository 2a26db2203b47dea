//! The play on the stage: which disc is where at a moment.
//!
//! The stage hears what happened, disc by disc ([`Show`]), and sets the discs in motion: they fall,
//! are lifted, leave through the bottom, or slide out when the grid empties. It then says for any
//! time what is to be drawn, and whether anything still moves. It holds no clock and no graphics.
//!
//! Always: once nothing moves, the discs drawn are exactly those of [`Shown`].

use foursight_core::{self as core, DiscKind, Player, Space};
use foursight_table::{Ply, Shift, Spot};

use super::ahead::Mark;
use super::camera::{HELD, column_x, row_y};
use super::math::smoothstep;
use super::motion::{
    self, FADE_SECONDS, LIFT_SECONDS, PULSE_SECONDS, SHAKE_SECONDS, SLIDE_SECONDS, SLIDER_SECONDS,
    SPARK_SECONDS,
};
use super::shapes::{DISC_RADIUS, MARGIN, floor_height, leg_place};
use super::shown::Shown;
use crate::aimed::Foreseen;
use crate::model::Show;

/// Between two plies that are shown one after the other, in seconds.
const PLY_DELAY: f32 = 0.16;
/// Between two columns that empty, in seconds.
const SLIDE_DELAY: f32 = 0.035;
/// Sparks of each disc of a line, and of all together.
const SPARKS_PER_DISC: u32 = 22;
const SPARKS_MAX: u32 = 160;

/// Discs in columns that were full from the start are this much darker.
const SIDE_SHADE: f32 = 0.3;
/// So many discs are set aside by whoever wins that way: a place for each, one above the other.
const PLACES: u8 = 10;
const PLACES_APART: f32 = 0.62;
/// From a leg to the places beside it.
pub(super) const PLACES_OUT: f32 = 0.85;

/// One disc to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Whose it is.
    pub player: Player,
    /// Whether it is an ordinary disc or which power disc.
    pub kind: DiscKind,
    /// Its middle.
    pub place: [f32; 2],
    /// How it is turned about its axis, in radians.
    pub spin: f32,
    /// From 0, clear, to 1.
    pub opacity: f32,
    /// From 0 to 1.
    pub glow: f32,
    /// From 0 to 1: how much of its light it keeps while others glow.
    pub light: f32,
    /// True between the plates, where it is darker at its rim.
    pub is_inside: bool,
}

/// Light over a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// How far to the right.
    pub x: f32,
    /// Its lower end, above the middle.
    pub bottom: f32,
    /// From 0 to 1.
    pub strength: f32,
    /// Whether the column takes no disc.
    pub is_refusal: bool,
}

/// One spark to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flying {
    /// Its middle.
    pub place: [f32; 3],
    /// Half its width and height.
    pub size: [f32; 2],
    /// In radians.
    pub spin: f32,
    /// From 0 to 1.
    pub opacity: f32,
    /// 0, 1 or 2: the winner's colour, white, the colour of light.
    pub colour: u32,
}

/// All that is to be drawn at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenery {
    /// The discs.
    pub discs: Vec<Disc>,
    /// How strongly each disc of a line shines on the plates: its middle and a strength.
    pub halos: Vec<([f32; 2], f32)>,
    /// The light over the column aimed at.
    pub beam: Option<Beam>,
    /// Signs on what a move would change.
    pub marks: Vec<Mark>,
    /// Sparks of a win.
    pub sparks: Vec<Flying>,
    /// How far the grid is pushed to the right.
    pub push: f32,
    /// How far aside the bar below the grid is drawn.
    pub slider: f32,
    /// Whether the next moment looks different.
    pub is_moving: bool,
}

/// How a disc moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// It is where it is.
    Rest,
    /// It falls from this height above its place.
    Fall(f32),
    /// It becomes visible in its place.
    Appear,
    /// It goes up to its place from this far below.
    Rise(f32),
    /// It goes up and out.
    Lift,
    /// It goes down and out.
    Slide,
    /// It becomes invisible in its place.
    Vanish,
}

#[derive(Clone, Copy, Debug)]
struct Body {
    disc: core::Disc,
    column: u8,
    row: u8,
    way: Way,
    start_ms: f64,
}

/// The stage.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    pub(super) shown: Shown,
    bodies: Vec<Body>,
    pub(super) foreseen: Foreseen,
    refused: Option<(u8, f64)>,
    won_ms: Option<f64>,
    /// Since when the discs run out.
    emptied_ms: Option<f64>,
    /// Whether nothing may move.
    is_still: bool,
}

impl Stage {
    /// What it shows once everything has come to rest.
    #[must_use]
    pub const fn shown(&self) -> &Shown {
        &self.shown
    }

    /// From now on every change is there at once, in a single frame; or everything moves again.
    pub fn set_still(&mut self, is_still: bool) {
        self.is_still = is_still;
        if is_still {
            self.bodies.retain(|body| !body.is_leaving());
            self.bodies.iter_mut().for_each(|body| body.way = Way::Rest);
            self.refused = None;
        }
    }

    /// Shows what somebody might do.
    pub fn foresee(&mut self, foreseen: Foreseen) {
        self.foreseen = foreseen;
    }

    /// Shows something that happened, from now on.
    pub fn show(&mut self, show: &Show, now_ms: f64) {
        let game = match show {
            Show::Refused(column) => return self.refuse(column.index() as u8, now_ms),
            Show::Jump(game) | Show::Plies(_, game) | Show::Emptied(game) => game,
        };
        self.refused = None;
        let shown = Shown::of(game);
        let is_other_grid = (shown.columns, shown.rows) != (self.shown.columns, self.shown.rows);
        self.shown = shown;
        if is_other_grid || self.is_still {
            self.bodies.clear();
        }
        let landing = match show {
            Show::Plies(plies, _) if !is_other_grid && !self.is_still => self.play(plies, now_ms),
            Show::Emptied(_) => {
                self.empty(now_ms);
                0.0
            }
            _ => {
                self.jump(now_ms);
                0.0
            }
        };
        // The line lights up when its last disc has landed.
        let won_ms = now_ms + f64::from(landing) * 1000.0;
        self.won_ms = Some(won_ms).filter(|_| !self.shown.winning.is_empty());
    }

    /// A move in this column was refused.
    const fn refuse(&mut self, column: u8, now_ms: f64) {
        if !self.is_still {
            self.refused = Some((column, now_ms));
        }
    }

    /// Sets discs in motion, ply by ply. Gives the seconds until the last one has landed.
    fn play(&mut self, plies: &[Ply], now_ms: f64) -> f32 {
        let mut landing = 0.0_f32;
        for (number, ply) in plies.iter().enumerate() {
            let delay = number as f32 * PLY_DELAY;
            let start_ms = now_ms + f64::from(delay) * 1000.0;
            for shift in &ply.shifts {
                let fall = self.shift(*shift, start_ms);
                landing = landing.max(delay + fall);
            }
        }
        landing
    }

    /// Sets one disc in motion. Gives the seconds until it has landed.
    fn shift(&mut self, shift: Shift, start_ms: f64) -> f32 {
        let mut body = match shift.from {
            Spot::At(space) => match self.take(space) {
                Some(body) => body,
                None => return 0.0,
            },
            _ => Body {
                disc: shift.disc,
                column: 0,
                row: 0,
                way: Way::Rest,
                start_ms,
            },
        };
        body.start_ms = start_ms;
        body.way = match shift.to {
            Spot::At(space) => {
                let row = std::mem::replace(&mut body.row, space.row.index() as u8);
                body.column = space.column.index() as u8;
                match shift.from {
                    Spot::At(_) if row > body.row => Way::Fall(f32::from(row - body.row)),
                    Spot::At(_) => Way::Rise(f32::from(body.row - row)),
                    Spot::Above(_) => Way::Fall(fall_height(body.row, self.shown.rows)),
                    Spot::Below(_) | Spot::Aside(_) => Way::Rise(1.0),
                    Spot::Gone => Way::Appear,
                }
            }
            Spot::Above(_) => Way::Lift,
            Spot::Below(_) | Spot::Aside(_) => Way::Slide,
            Spot::Gone => Way::Vanish,
        };
        let landing = match body.way {
            Way::Fall(height) => motion::landing_seconds(height),
            _ => 0.0,
        };
        self.bodies.push(body);
        landing
    }

    /// The disc in a space, which is there no longer.
    fn take(&mut self, space: Space) -> Option<Body> {
        let (column, row) = (space.column.index() as u8, space.row.index() as u8);
        let is_there = |body: &Body| !body.is_leaving() && (body.column, body.row) == (column, row);
        let at = self.bodies.iter().position(is_there)?;
        Some(self.bodies.swap_remove(at))
    }

    /// All discs slide out, one column after the other, but those that the new game begins with.
    fn empty(&mut self, now_ms: f64) {
        self.emptied_ms = Some(now_ms);
        let stacks = &self.shown.stacks;
        let stays = |body: &Body| {
            let stack = stacks.get(usize::from(body.column));
            stack.and_then(|stack| stack.get(usize::from(body.row))) == Some(&body.disc)
        };
        let bodies = self.bodies.iter_mut();
        for body in bodies.filter(|body| !body.is_leaving() && !stays(body)) {
            let delay = f32::from(body.column) * SLIDE_DELAY;
            body.way = Way::Slide;
            body.start_ms = now_ms + f64::from(delay) * 1000.0;
        }
        self.jump(now_ms);
    }

    /// Another position: discs appear and vanish in place.
    fn jump(&mut self, start_ms: f64) {
        let (mut missing, way) = (Vec::new(), self.appearing());
        for (column, stack) in self.shown.stacks.iter().enumerate() {
            for (row, disc) in stack.iter().enumerate() {
                missing.push(Body {
                    disc: *disc,
                    column: column as u8,
                    row: row as u8,
                    way,
                    start_ms,
                });
            }
        }
        for body in self.bodies.iter_mut().filter(|body| !body.is_leaving()) {
            let place = |body: &Body| (body.column, body.row, body.disc);
            let at = missing.iter().position(|other| place(other) == place(body));
            if let Some(at) = at {
                missing.swap_remove(at);
            } else {
                (body.way, body.start_ms) = (Way::Vanish, start_ms);
            }
        }
        self.bodies.append(&mut missing);
    }

    const fn appearing(&self) -> Way {
        if self.is_still {
            Way::Rest
        } else {
            Way::Appear
        }
    }

    /// What is to be drawn at this time.
    pub fn scenery(&mut self, now_ms: f64) -> Scenery {
        let mut scenery = Scenery::default();
        let won = self.won_ms.map(|start| seconds(start, now_ms));
        let glow = won.map_or(0.0, |won| {
            motion::glow(if self.is_still { PULSE_SECONDS } else { won })
        });
        self.bodies
            .retain(|body| !(body.is_leaving() && body.is_done(now_ms)));
        for body in &mut self.bodies {
            if body.is_done(now_ms) {
                body.way = Way::Rest;
            }
            scenery.is_moving |= body.way != Way::Rest;
            let is_winning =
                !body.is_leaving() && self.shown.winning.contains(&(body.column, body.row));
            let mut disc = body.disc(&self.shown, now_ms);
            if is_winning {
                disc.glow = glow;
                scenery.halos.push((disc.place, glow));
            } else {
                let is_side = body.column == 0 || body.column + 1 == self.shown.columns;
                let shade = if is_side && self.shown.has_full_sides {
                    SIDE_SHADE
                } else {
                    0.0
                };
                disc.light = (1.0 - 0.45 * glow) * (1.0 - shade);
            }
            scenery.discs.push(disc);
        }
        self.add_places(&mut scenery);
        if let Some(emptied) = self.emptied_ms.filter(|_| !self.is_still) {
            let since = seconds(emptied, now_ms);
            scenery.slider = motion::slider(since);
            scenery.is_moving |= since < SLIDER_SECONDS;
        }
        if let Some(won) = won.filter(|_| !self.is_still) {
            scenery.is_moving |= won < PULSE_SECONDS.max(SPARK_SECONDS);
            scenery.sparks = self.sparks(won);
        }
        self.add_refusal(&mut scenery, now_ms);
        self.add_foreseen(&mut scenery);
        scenery
    }

    /// The ten places on each side for discs that are set aside, and those that are there.
    fn add_places(&self, scenery: &mut Scenery) {
        let Some(aside) = self.shown.aside else {
            return;
        };
        let x = leg_place(self.shown.columns) + PLACES_OUT;
        let bottom = floor_height(self.shown.rows) + DISC_RADIUS + 0.04;
        for (player, count) in Player::BOTH.into_iter().zip(aside) {
            let side = if player == Player::First { -x } else { x };
            for place in 0..PLACES {
                scenery.discs.push(Disc {
                    player,
                    kind: DiscKind::Ordinary,
                    place: [side, bottom + f32::from(place) * PLACES_APART],
                    spin: spin(place, 0),
                    opacity: if place < count { 1.0 } else { 0.14 },
                    glow: 0.0,
                    light: 1.0,
                    is_inside: false,
                });
            }
        }
    }

    /// The shake of a refused move, and the light over its column.
    fn add_refusal(&mut self, scenery: &mut Scenery, now_ms: f64) {
        let Some((column, start)) = self.refused else {
            return;
        };
        let (columns, rows) = (self.shown.columns, self.shown.rows);
        let since = seconds(start, now_ms);
        if since >= SHAKE_SECONDS {
            self.refused = None;
        }
        scenery.is_moving |= since < SHAKE_SECONDS;
        scenery.beam = Some(Beam {
            x: column_x(column.min(columns - 1), columns),
            bottom: -f32::from(rows) / 2.0,
            strength: 1.0 - smoothstep(0.0, SHAKE_SECONDS, since),
            is_refusal: true,
        });
        scenery.push = motion::shake(since);
    }

    /// True if a disc falls in this column, counted from 0.
    pub(super) fn is_falling_in(&self, column: u8) -> bool {
        let is_falling = |body: &Body| body.column == column && matches!(body.way, Way::Fall(_));
        self.bodies.iter().any(is_falling)
    }

    fn sparks(&self, since: f32) -> Vec<Flying> {
        if !(0.0..SPARK_SECONDS).contains(&since) || self.shown.winning.is_empty() {
            return Vec::new();
        }
        let discs = self.shown.winning.len() as u32;
        let each = SPARKS_PER_DISC.min(SPARKS_MAX / discs);
        let spark = |number: u32| {
            let (column, row) = self.shown.winning[(number % discs) as usize];
            let spark = motion::spark(number, since);
            let [x, y, z] = spark.offset;
            // Half of them fly on each side of the grid.
            let side = if number.is_multiple_of(2) {
                0.35
            } else {
                -0.35
            };
            Flying {
                place: [
                    column_x(column, self.shown.columns) + x,
                    row_y(row, self.shown.rows) + y,
                    side + z.abs().copysign(side),
                ],
                size: spark.size,
                spin: spark.spin,
                opacity: spark.opacity,
                colour: number % 3,
            }
        };
        (0..each * discs).map(spark).collect()
    }
}

impl Body {
    const fn is_leaving(&self) -> bool {
        matches!(self.way, Way::Lift | Way::Slide | Way::Vanish)
    }

    fn is_done(&self, now_ms: f64) -> bool {
        let end = match self.way {
            Way::Rest => return true,
            Way::Fall(height) => motion::fall_seconds(height),
            Way::Appear | Way::Vanish => FADE_SECONDS,
            Way::Lift | Way::Rise(_) => LIFT_SECONDS,
            Way::Slide => SLIDE_SECONDS,
        };
        seconds(self.start_ms, now_ms) >= end
    }

    fn disc(&self, shown: &Shown, now_ms: f64) -> Disc {
        let since = seconds(self.start_ms, now_ms).max(0.0);
        let (x, y) = (
            column_x(self.column, shown.columns),
            row_y(self.row, shown.rows),
        );
        let top = f32::from(shown.rows) / 2.0;
        let (rise, opacity) = match self.way {
            Way::Rest => (0.0, 1.0),
            Way::Fall(height) => (motion::fall(height, since), 1.0),
            Way::Appear => (0.0, smoothstep(0.0, FADE_SECONDS, since)),
            Way::Vanish => (0.0, 1.0 - smoothstep(0.0, FADE_SECONDS, since)),
            Way::Rise(height) => (height * (smoothstep(0.0, LIFT_SECONDS, since) - 1.0), 1.0),
            Way::Lift => {
                let share = smoothstep(0.0, LIFT_SECONDS, since);
                let way = fall_height(self.row, shown.rows);
                (way * share, 1.0 - smoothstep(0.6, 1.0, share))
            }
            Way::Slide => {
                let way = motion::slide(since);
                // It is gone before it would reach the floor.
                let below = -top - MARGIN - (y - way);
                (-way, 1.0 - smoothstep(-0.25, 0.3, below))
            }
        };
        Disc {
            player: self.disc.owner,
            kind: self.disc.kind,
            place: [x, y + rise],
            spin: spin(self.column, self.row),
            opacity,
            glow: 0.0,
            light: 1.0,
            is_inside: y + rise < top,
        }
    }
}

/// From where it is held to a row.
fn fall_height(row: u8, rows: u8) -> f32 {
    f32::from(rows) / 2.0 + HELD - row_y(row, rows)
}

/// Nobody sets discs in straight: a small turn for each place.
pub(super) fn spin(column: u8, row: u8) -> f32 {
    (motion::chance(u32::from(column) * 64 + u32::from(row)) - 0.5) * 0.5
}

fn seconds(start_ms: f64, now_ms: f64) -> f32 {
    ((now_ms - start_ms) / 1000.0) as f32
}

#[cfg(test)]
#[path = "stage_tests.rs"]
mod tests;
