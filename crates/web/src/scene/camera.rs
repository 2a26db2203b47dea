//! Where the scene is looked at from, and what lies under a pointer.
//!
//! The camera circles around the grid: a yaw, a pitch and a zoom, of which 1 shows everything. The
//! distance follows from the grid's size and the picture's, so that any grid fits into any window.
//! Buttons move a goal that the camera follows smoothly; drags move both at once.
//!
//! Always: the camera is above the floor, and looks at the grid. Points of the picture are CSS
//! pixels from its upper left corner.

use std::f32::consts::{FRAC_PI_6, PI, TAU};

use super::math::{Mat4, Vec3, exp, sin_cos, tan, vec3};
use super::shapes::{DISC_RADIUS, MARGIN, PLATE, floor_height, leg_place, leg_reach};
use super::stage::PLACES_OUT;

/// The angle of the picture from its lower to its upper edge: 60 degrees, of which this is half.
const HALF_ANGLE: f32 = FRAC_PI_6;
/// The part of the picture that the grid may fill.
const FILL: f32 = 0.97;
/// Of the view that `reset` gives: slightly from above, as from a height of 3 at a distance of 8 to a
/// point at 2.5, and turned by 7 degrees, which shows how deep the stand is.
const HOME: Orbit = Orbit {
    yaw: 0.122,
    pitch: 0.062_4,
    zoom: 1.0,
};
/// How far the grid of the first page is turned, where nobody aims at a column: 17 degrees.
const SHOWN_YAW: f32 = 0.3;
/// Lowest and highest view.
const PITCH: [f32; 2] = [0.02, 1.3];
/// Farthest and nearest view; the first leaves the grid small, the second fills the picture.
const ZOOM: [f32; 2] = [0.5, 2.4];
/// How far a drag of one pixel turns.
const TURN_PER_PIXEL: f32 = 0.006;
/// How fast the camera follows its goal: of the way left, this is gone in a second, as an exponent.
const FOLLOW: f32 = 11.0;
/// Nearer to its goal than this, the camera has arrived.
const ARRIVED: f32 = 1e-3;
/// The middle of a disc that is held above the grid, over the top of the highest space.
pub const HELD: f32 = 0.78;
/// The nearest and the farthest thing that is drawn.
const DEPTHS: [f32; 2] = [0.5, 160.0];
/// What belongs to the lowest space of a column below it.
const RIM: f32 = 0.3;
/// The grid is seen too much from its side to aim at a column.
const EDGE_ON: f32 = 0.03;

/// A step of the camera, as buttons and keys make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turn {
    /// The camera goes to the left.
    Left,
    /// The camera goes to the right.
    Right,
    /// The camera goes up.
    Up,
    /// The camera goes down.
    Down,
    /// Nearer.
    In,
    /// Farther.
    Out,
    /// Half a turn, to the other side of the grid.
    Behind,
    /// Back to where it was at the start.
    Reset,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Orbit {
    yaw: f32,
    pitch: f32,
    zoom: f32,
}

impl Orbit {
    fn kept_within_limits(self) -> Self {
        Self {
            yaw: self.yaw,
            pitch: self.pitch.clamp(PITCH[0], PITCH[1]),
            zoom: self.zoom.clamp(ZOOM[0], ZOOM[1]),
        }
    }

    /// From the grid to the camera.
    fn direction(self) -> Vec3 {
        let ((sin, cos), (rise, level)) = (sin_cos(self.yaw), sin_cos(self.pitch));
        vec3(sin * level, rise, cos * level)
    }
}

/// The camera of one grid and one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    now: Orbit,
    goal: Orbit,
    columns: u8,
    rows: u8,
    /// Whether there are places beside the grid for discs that are set aside.
    has_places: bool,
    /// Whether nobody holds discs above the grid: then it may be as much larger.
    is_shown_only: bool,
    /// Of the picture, in CSS pixels.
    size: [f32; 2],
    /// From which everything is seen.
    distance: f32,
    /// How far the picture is moved up, of half its height: where its width bounds the grid, the room
    /// that is left shows the floor, and the column heads stay close to their columns.
    lift: f32,
}

impl Camera {
    /// A camera for a grid of this size.
    #[must_use]
    pub fn new(columns: u8, rows: u8) -> Self {
        let mut camera = Self {
            now: HOME,
            goal: HOME,
            columns,
            rows,
            has_places: false,
            is_shown_only: false,
            size: [1.0, 1.0],
            distance: 1.0,
            lift: 0.0,
        };
        camera.fit();
        camera
    }

    /// Looks at a grid of another size; the direction stays.
    pub fn set_grid(&mut self, columns: u8, rows: u8, has_places: bool) {
        (self.columns, self.rows) = (columns, rows);
        self.has_places = has_places;
        self.fit();
    }

    /// Leaves no room above the grid for a disc that is held there.
    pub fn show_only(&mut self) {
        self.is_shown_only = true;
        self.go_home();
        self.fit();
    }

    /// True if nobody aims at a column of this grid.
    #[must_use]
    pub const fn is_shown_only(&self) -> bool {
        self.is_shown_only
    }

    /// Stands where it stood at the start, at once.
    pub const fn go_home(&mut self) {
        (self.now, self.goal) = (self.home(), self.home());
    }

    /// Makes a picture of another size, in CSS pixels.
    pub fn set_size(&mut self, width: f32, height: f32) {
        self.size = [width.max(1.0), height.max(1.0)];
        self.fit();
    }

    /// Makes a step.
    pub fn turn(&mut self, turn: Turn) {
        const YAW: f32 = PI / 12.0;
        const PITCH: f32 = 0.14;
        const ZOOM: f32 = 1.2;
        let goal = &mut self.goal;
        match turn {
            Turn::Left => goal.yaw -= YAW,
            Turn::Right => goal.yaw += YAW,
            Turn::Up => goal.pitch += PITCH,
            Turn::Down => goal.pitch -= PITCH,
            Turn::In => goal.zoom *= ZOOM,
            Turn::Out => goal.zoom /= ZOOM,
            Turn::Behind => goal.yaw += PI,
            Turn::Reset => {
                // The short way round, also after several turns.
                let home = self.home();
                self.now.yaw -= TAU * ((self.now.yaw - home.yaw) / TAU).round();
                self.goal = home;
            }
        }
        self.goal = self.goal.kept_within_limits();
    }

    /// Turns at once, as a drag of so many pixels does.
    pub fn drag(&mut self, right: f32, down: f32) {
        self.goal = Orbit {
            yaw: self.goal.yaw - right * TURN_PER_PIXEL,
            pitch: self.goal.pitch + down * TURN_PER_PIXEL,
            zoom: self.goal.zoom,
        }
        .kept_within_limits();
        self.now = self.goal;
    }

    /// Goes nearer by this factor at once, or farther by one below 1.
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.goal.zoom *= factor;
            self.goal = self.goal.kept_within_limits();
            self.now = self.goal;
        }
    }

    /// Follows the goal for so many seconds, or jumps to it. True if it has not arrived yet.
    pub fn advance(&mut self, seconds: f32, is_still: bool) -> bool {
        let share = if is_still {
            1.0
        } else {
            1.0 - exp(-FOLLOW * seconds)
        };
        let mut is_on_its_way = false;
        let mut follow = |now: &mut f32, goal: f32| {
            *now += (goal - *now) * share;
            if (goal - *now).abs() < ARRIVED {
                *now = goal;
            } else {
                is_on_its_way = true;
            }
        };
        follow(&mut self.now.yaw, self.goal.yaw);
        follow(&mut self.now.pitch, self.goal.pitch);
        follow(&mut self.now.zoom, self.goal.zoom);
        is_on_its_way
    }

    /// Where it is.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.target() + self.now.direction() * (self.distance / self.now.zoom)
    }

    /// True if it looks at the grid from behind.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.eye().z < 0.0
    }

    /// To the right and up in the picture.
    #[must_use]
    pub fn axes(&self) -> [Vec3; 2] {
        let back = self.now.direction();
        let right = Vec3::UP.cross(back).normalised();
        [right, back.cross(right)]
    }

    /// From the world to the picture.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        let lens = Mat4::perspective(self.tangents(), DEPTHS[0], DEPTHS[1]);
        Mat4::lifted(self.lift) * lens * Mat4::look_at(self.eye(), self.target())
    }

    /// Where in the picture a point of the world is seen.
    #[must_use]
    pub fn project(&self, point: Vec3) -> [f32; 2] {
        let [x, y, _, w] = self.matrix().transform(point);
        let [width, height] = self.size;
        [
            f32::midpoint(1.0, x / w) * width,
            f32::midpoint(1.0, -y / w) * height,
        ]
    }

    /// Where in the picture a column is best aimed at: at the middle of its plate.
    #[must_use]
    pub fn column_at(&self, column: u8) -> [f32; 2] {
        self.project(vec3(column_x(column, self.columns), 0.0, self.plate()))
    }

    /// Where the columns are seen above the grid: from the picture's side to the first, from the last to the
    /// other side, then how wide each is, in ten-thousandths of the picture's width. Only two where that cannot
    /// be told: seen from the side, or too near.
    #[must_use]
    pub fn heads(&self) -> Vec<i32> {
        let (half, top) = (f32::from(self.columns) / 2.0, f32::from(self.rows) / 2.0);
        let at = |edge: u8| {
            let [at, _] = self.project(vec3(f32::from(edge) - half, top + HELD, 0.0));
            (at / self.size[0] * 10_000.0) as i32
        };
        let [first, last] = [0, self.columns].map(at);
        let (left, right) = (first.min(last), first.max(last));
        if right - left < 800 || left < 0 || right > 10_000 {
            return vec![300, 300];
        }
        let mut heads = if first < last {
            vec![first, 10_000 - last]
        } else {
            vec![10_000 - first, last]
        };
        heads.extend((0..self.columns).map(|column| (at(column + 1) - at(column)).abs()));
        heads
    }

    /// From the camera through a point of the picture.
    #[must_use]
    pub fn ray(&self, x: f32, y: f32) -> Vec3 {
        let [width, height] = self.size;
        let [wide, high] = self.tangents();
        let [right, up] = self.axes();
        right * ((x / width * 2.0 - 1.0) * wide)
            + up * ((1.0 - y / height * 2.0 - self.lift) * high)
            - self.now.direction()
    }

    /// The column at a point of the picture, on either side of the grid and above it.
    #[must_use]
    pub fn pick(&self, x: f32, y: f32) -> Option<u8> {
        let ray = self.ray(x, y);
        if ray.z.abs() < EDGE_ON {
            return None;
        }
        let eye = self.eye();
        let reach = (self.plate() - eye.z) / ray.z;
        let hit = eye + ray * reach;
        let (half, rise) = (f32::from(self.columns) / 2.0, f32::from(self.rows) / 2.0);
        let is_inside = reach > 0.0
            && hit.x.abs() < half
            && hit.y > -rise - RIM
            && hit.y < rise + HELD + DISC_RADIUS;
        is_inside.then(|| ((hit.x + half).floor() as u8).min(self.columns - 1))
    }

    /// The column below which a point of the picture lies: between the grid and the floor.
    #[must_use]
    pub fn pick_below(&self, x: f32, y: f32) -> Option<u8> {
        let (eye, ray) = (self.eye(), self.ray(x, y));
        if ray.z.abs() < EDGE_ON {
            return None;
        }
        let reach = (self.plate() - eye.z) / ray.z;
        let hit = eye + ray * reach;
        let (half, rise) = (f32::from(self.columns) / 2.0, f32::from(self.rows) / 2.0);
        let is_below = reach > 0.0
            && hit.x.abs() < half
            && hit.y <= -rise - RIM
            && hit.y > floor_height(self.rows);
        is_below.then(|| ((hit.x + half).floor() as u8).min(self.columns - 1))
    }

    /// Where it stands at the start.
    const fn home(&self) -> Orbit {
        if self.is_shown_only {
            Orbit {
                yaw: SHOWN_YAW,
                ..HOME
            }
        } else {
            HOME
        }
    }

    /// The plane of the plate that faces the camera.
    fn plate(&self) -> f32 {
        PLATE[1].copysign(self.eye().z)
    }

    /// The height of all that is to be seen above the middle of the grid.
    fn top(&self) -> f32 {
        let above = if self.is_shown_only {
            MARGIN
        } else {
            HELD + DISC_RADIUS
        };
        f32::from(self.rows) / 2.0 + above
    }

    fn target(&self) -> Vec3 {
        let top = self.top();
        // A little lower than the middle: what stands on the floor is nearer, and looks larger.
        vec3(
            0.0,
            f32::midpoint(top, floor_height(self.rows)) - 0.055 * f32::from(self.rows),
            0.0,
        )
    }

    /// Of half the picture's width and height at distance 1.
    fn tangents(&self) -> [f32; 2] {
        let [width, height] = self.size;
        [tan(HALF_ANGLE) * width / height, tan(HALF_ANGLE)]
    }

    /// Finds the distance from which everything is seen, from home and straight from the front.
    fn fit(&mut self) {
        let top = self.top();
        let floor = floor_height(self.rows);
        let beside = if self.has_places {
            PLACES_OUT + DISC_RADIUS
        } else {
            0.15
        };
        let (side, reach) = (leg_place(self.columns) + beside, leg_reach(self.rows));
        let tangents = self.tangents();
        let corners = [-side, side].into_iter().flat_map(|x| {
            let upper = [-PLATE[1], PLATE[1]].map(|z| vec3(x, top, z));
            let lower = [-reach, reach].map(|z| vec3(x, floor, z));
            [upper, lower].concat()
        });
        let mut distance = 1.0_f32;
        for view in [self.home(), Orbit { yaw: 0.0, ..HOME }] {
            let back = view.direction();
            let right = Vec3::UP.cross(back).normalised();
            let axes = [right, back.cross(right)];
            for corner in corners.clone() {
                let offset = corner - self.target();
                for (axis, tangent) in axes.into_iter().zip(tangents) {
                    let needed = offset.dot(axis).abs() / (tangent * FILL);
                    distance = distance.max(offset.dot(back) + needed);
                }
            }
        }
        self.distance = distance;
        let back = self.home().direction();
        let up = back.cross(Vec3::UP.cross(back).normalised());
        let reach = corners
            .map(|corner| {
                let offset = corner - self.target();
                offset.dot(up) / ((distance - offset.dot(back)) * tangents[1])
            })
            .fold(0.0, f32::max);
        self.lift = (FILL - reach).clamp(0.0, 0.5);
    }
}

/// How far to the right of the middle a column stands.
#[must_use]
pub fn column_x(column: u8, columns: u8) -> f32 {
    f32::from(column) + 0.5 - f32::from(columns) / 2.0
}

/// How far above the middle a row lies, counted from 0 at the bottom.
#[must_use]
pub fn row_y(row: u8, rows: u8) -> f32 {
    f32::from(row) + 0.5 - f32::from(rows) / 2.0
}

#[cfg(test)]
#[path = "camera_tests.rs"]
mod tests;
