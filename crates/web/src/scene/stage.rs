//! The play on the stage: which disc is where at a moment.
//!
//! The stage hears what a game looks like now, compares it with what it showed before, and finds
//! movements that lead from one to the other: a fall, a lift, a pop, a grid that empties. It then
//! says for any time what is to be drawn, and whether anything still moves. It holds no clock and
//! no graphics.
//!
//! Always: once nothing moves, the discs drawn are exactly those of [`Shown`].

use foursight_core::{Move, Player};

use super::camera::{HELD, column_x, row_y};
use super::math::smoothstep;
use super::motion::{
    self, FADE_SECONDS, LIFT_SECONDS, PULSE_SECONDS, SHAKE_SECONDS, SLIDE_SECONDS, SPARK_SECONDS,
};
use super::shapes::MARGIN;
use super::shown::Shown;

/// A change of more discs than this is no move: a position was loaded, and appears in place.
const MOVES_MAX: usize = 2;
/// Between two columns that empty, in seconds.
const SLIDE_DELAY: f32 = 0.035;
/// Sparks of each disc of a line, and of all together.
const SPARKS_PER_DISC: u32 = 22;
const SPARKS_MAX: u32 = 160;

/// One disc to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Whose it is.
    pub player: Player,
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
    /// Sparks of a win.
    pub sparks: Vec<Flying>,
    /// How far the grid is pushed to the right.
    pub push: f32,
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
    /// It goes up and out.
    Lift,
    /// It goes down and out.
    Slide,
    /// It becomes invisible in its place.
    Vanish,
}

#[derive(Clone, Copy, Debug)]
struct Body {
    player: Player,
    column: u8,
    row: u8,
    way: Way,
    start_ms: f64,
}

/// The stage.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    shown: Shown,
    bodies: Vec<Body>,
    aim: Option<u8>,
    refused: Option<(u8, f64)>,
    won_ms: Option<f64>,
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

    /// Aims at a column, from 0.
    pub const fn aim(&mut self, column: Option<u8>) {
        self.aim = column;
    }

    /// A move in this column was refused.
    pub const fn refuse(&mut self, column: u8, now_ms: f64) {
        if !self.is_still {
            self.refused = Some((column, now_ms));
        }
    }

    /// Shows another position from now on.
    pub fn show(&mut self, shown: Shown, now_ms: f64) {
        if shown == self.shown {
            return;
        }
        self.refused = None;
        let is_other_grid = (shown.columns, shown.rows) != (self.shown.columns, self.shown.rows);
        if is_other_grid {
            self.bodies.clear();
        }
        let old = std::mem::replace(&mut self.shown, shown);
        let change = self.change_from(&old);
        let landing = self.replace_bodies(&old, change, now_ms);
        if self.shown.winning.is_empty() {
            self.won_ms = None;
        } else if old.winning != self.shown.winning || is_other_grid {
            // The line lights up when its last disc has landed.
            self.won_ms = Some(now_ms + f64::from(landing) * 1000.0);
        }
    }

    /// What kind of change led from the old position to the one shown now.
    fn change_from(&self, old: &Shown) -> Change {
        if (old.columns, old.rows) != (self.shown.columns, self.shown.rows) || self.is_still {
            return Change::Other;
        }
        if self.shown.is_empty() && !old.is_empty() {
            return Change::Emptied;
        }
        let pairs = || old.stacks.iter().zip(&self.shown.stacks);
        let is_grown =
            |(old, new): (&Vec<_>, &Vec<_>)| new.starts_with(old) || old.starts_with(new);
        let count = |(old, new): (&Vec<Player>, &Vec<Player>)| old.len().abs_diff(new.len());
        if pairs().map(count).sum::<usize>() > MOVES_MAX {
            return Change::Other;
        }
        let popped = |column: usize| {
            old.stacks[column].get(1..) == Some(self.shown.stacks[column].as_slice())
        };
        match self.shown.last {
            Some(Move::Pop(column) | Move::Strike(column)) if popped(column.index()) => {
                Change::Popped(column.index())
            }
            _ if pairs().all(is_grown) => Change::Tops,
            _ => Change::Other,
        }
    }

    /// Sets the bodies in motion. Gives the seconds until the last one has landed.
    fn replace_bodies(&mut self, old: &Shown, change: Change, now_ms: f64) -> f32 {
        let bodies = std::mem::take(&mut self.bodies);
        let (mut leaving, before): (Vec<_>, Vec<_>) =
            bodies.into_iter().partition(Body::is_leaving);
        let rows = self.shown.rows;
        let mut landing = 0.0_f32;
        let mut bodies = Vec::new();
        for (column, stack) in self.shown.stacks.iter().enumerate() {
            let was = old.stacks.get(column).map_or(0, Vec::len);
            for (row, player) in stack.iter().enumerate() {
                let place = (column as u8, row as u8);
                let rest = before.iter().find(|body| {
                    (body.column, body.row, body.player) == (place.0, place.1, *player)
                });
                let way = match (change, rest) {
                    (Change::Popped(popped), _) if popped == column => Way::Fall(1.0),
                    (Change::Tops | Change::Popped(_), None) if row >= was => {
                        Way::Fall(fall_height(place.1, rows))
                    }
                    (_, Some(rest)) => {
                        bodies.push(*rest);
                        continue;
                    }
                    (_, None) if self.is_still => Way::Rest,
                    (_, None) => Way::Appear,
                };
                if let Way::Fall(height) = way {
                    landing = landing.max(motion::landing_seconds(height));
                }
                bodies.push(Body {
                    player: *player,
                    column: place.0,
                    row: place.1,
                    way,
                    start_ms: now_ms,
                });
            }
        }
        if !self.is_still {
            leaving.extend(self.leaving(&before, change, now_ms));
        }
        bodies.append(&mut leaving);
        self.bodies = bodies;
        landing
    }

    /// The bodies that are no longer in the grid, on their way out.
    fn leaving(&self, before: &[Body], change: Change, now_ms: f64) -> Vec<Body> {
        let is_gone = |body: &&Body| {
            let stack = self.shown.stacks.get(usize::from(body.column));
            let now = stack.and_then(|stack| stack.get(usize::from(body.row)));
            match change {
                Change::Popped(column) if usize::from(body.column) == column => body.row == 0,
                _ => now != Some(&body.player),
            }
        };
        let leave = |body: &Body| {
            let (way, delay) = match change {
                Change::Emptied => (Way::Slide, f32::from(body.column) * SLIDE_DELAY),
                Change::Popped(_) => (Way::Slide, 0.0),
                Change::Tops => (Way::Lift, 0.0),
                Change::Other => (Way::Vanish, 0.0),
            };
            Body {
                way,
                start_ms: now_ms + f64::from(delay) * 1000.0,
                ..*body
            }
        };
        before.iter().filter(is_gone).map(leave).collect()
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
                disc.light = 1.0 - 0.45 * glow;
            }
            scenery.discs.push(disc);
        }
        if let Some(won) = won.filter(|_| !self.is_still) {
            scenery.is_moving |= won < PULSE_SECONDS.max(SPARK_SECONDS);
            scenery.sparks = self.sparks(won);
        }
        self.add_aim(&mut scenery, now_ms);
        scenery
    }

    /// The light over the column aimed at, the disc held above it and its ghost.
    fn add_aim(&mut self, scenery: &mut Scenery, now_ms: f64) {
        let (columns, rows) = (self.shown.columns, self.shown.rows);
        let top = f32::from(rows) / 2.0;
        if let Some((column, start)) = self.refused {
            let since = seconds(start, now_ms);
            if since >= SHAKE_SECONDS {
                self.refused = None;
            }
            scenery.is_moving |= since < SHAKE_SECONDS;
            scenery.beam = Some(Beam {
                x: column_x(column.min(columns - 1), columns),
                bottom: -top,
                strength: 1.0 - smoothstep(0.0, SHAKE_SECONDS, since),
                is_refusal: true,
            });
            scenery.push = motion::shake(since);
        }
        let (Some(column), Some(player)) = (self.aim, self.shown.to_move) else {
            return;
        };
        if column >= columns {
            return;
        }
        let (x, height) = (column_x(column, columns), self.shown.height(column));
        let is_full = height >= rows;
        if scenery.beam.is_none_or(|beam| beam.strength <= 0.0) {
            scenery.beam = Some(Beam {
                x,
                bottom: if is_full {
                    top
                } else {
                    row_y(height, rows) - 0.5
                },
                strength: if is_full { 0.0 } else { 0.8 },
                is_refusal: is_full,
            });
        }
        let is_falling = self
            .bodies
            .iter()
            .any(|body| body.column == column && matches!(body.way, Way::Fall(_)));
        if is_full || is_falling {
            return;
        }
        let disc = |y: f32, opacity: f32| Disc {
            player,
            place: [x, y],
            spin: spin(column, height),
            opacity,
            glow: 0.0,
            light: 1.0,
            is_inside: opacity < 1.0,
        };
        scenery.discs.push(disc(top + HELD, 1.0));
        scenery.discs.push(disc(row_y(height, rows), 0.42));
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

/// How one position became another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Discs came or went at the top of columns.
    Tops,
    /// The disc at the bottom of this column went.
    Popped(usize),
    /// All discs went.
    Emptied,
    /// In no way that a player could cause.
    Other,
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
            Way::Lift => LIFT_SECONDS,
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
            player: self.player,
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
fn spin(column: u8, row: u8) -> f32 {
    (motion::chance(u32::from(column) * 64 + u32::from(row)) - 0.5) * 0.5
}

fn seconds(start_ms: f64, now_ms: f64) -> f32 {
    ((now_ms - start_ms) / 1000.0) as f32
}

#[cfg(test)]
#[path = "stage_tests.rs"]
mod tests;
