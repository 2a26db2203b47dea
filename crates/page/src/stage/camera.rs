//! The camera: view, projection, and picking the column under a pointer.
//!
//! The camera orbits the board: yaw, pitch and zoom, where zoom 1 shows everything. The distance
//! follows from the sizes of board and canvas, so that any board fits into any window. Buttons move
//! a goal that the camera approaches smoothly; drags move both at once.
//!
//! Invariant: the camera is above the floor and looks at the board. Points of the canvas are in CSS
//! pixels from its upper left corner.

use std::f32::consts::{PI, TAU};

use super::animator::SET_ASIDE_OFFSET;
use super::shapes::{DISC_RADIUS, MARGIN, PLATE, floor_height, leg_reach, leg_x};
use crate::math::{Mat4, Vec3, exp, sin_cos, vec3};

/// Tangent of half the vertical field of view, which is 60 degrees.
const FIELD_TANGENT: f32 = 0.577_350_27;
/// Fraction of the canvas that the board may fill.
const FILL_FRACTION: f32 = 0.97;
/// View after `Turn::Reset`: slightly from above, as from a height of 3 at a distance of 8 towards
/// a point at 2.5, and turned by 5.5 degrees to show the depth of the stand.
const HOME_ORBIT: Orbit = Orbit {
    yaw: 0.096,
    pitch: 0.062_4,
    zoom: 1.0,
};
/// Yaw of a display-only board, as on the start page: 11 degrees.
const DISPLAY_YAW: f32 = 0.19;
/// Lowest and highest pitch.
const PITCH_RANGE: [f32; 2] = [0.02, 1.3];
/// Smallest and largest zoom: the board is small, or fills the canvas.
const ZOOM_RANGE: [f32; 2] = [0.5, 2.4];
/// Radians per pixel of a drag.
const RADIANS_PER_PIXEL: f32 = 0.004_5;
/// Rate of the exponential approach to the goal, per second.
const APPROACH_RATE: f32 = 8.0;
/// Distance from the goal at which the camera has arrived.
const ARRIVAL_DISTANCE: f32 = 1e-3;
/// Centre of the disc held above the board, from the top of the highest cell.
pub const HELD_DISC_HEIGHT: f32 = 0.78;
/// Room beside the legs of a display-only board.
const LEG_MARGIN: f32 = 0.15;
/// Largest fraction of the canvas that other parts of the page may cover.
const COVERED_FRACTION_MAX: f32 = 0.4;
/// Largest distance of the camera, and the number of bisections that find it.
const DISTANCE_MAX: f32 = 120.0;
const FIT_STEPS: usize = 24;
/// Near and far clipping plane.
const CLIP_PLANES: [f32; 2] = [0.5, 160.0];
/// Margin below the lowest cell that still belongs to the column.
const PICK_MARGIN_BELOW: f32 = 0.3;
/// Smallest depth of a ray that picks a column: from the side, columns cannot be distinguished.
const RAY_DEPTH_MIN: f32 = 0.03;

/// A step of the camera, triggered by a button or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CameraStep {
    /// Move the camera left.
    Left,
    /// Move the camera right.
    Right,
    /// Move the camera up.
    Up,
    /// Move the camera down.
    Down,
    /// Zoom in.
    In,
    /// Zoom out.
    Out,
    /// Half a turn, to the other side of the board.
    Behind,
    /// Return to the initial view.
    Reset,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Orbit {
    yaw: f32,
    pitch: f32,
    zoom: f32,
}

impl Orbit {
    fn clamped(self) -> Self {
        Self {
            yaw: self.yaw,
            pitch: self.pitch.clamp(PITCH_RANGE[0], PITCH_RANGE[1]),
            zoom: self.zoom.clamp(ZOOM_RANGE[0], ZOOM_RANGE[1]),
        }
    }

    /// Returns the direction from the board to the camera.
    fn direction(self) -> Vec3 {
        let ((sin, cos), (sin_pitch, cos_pitch)) = (sin_cos(self.yaw), sin_cos(self.pitch));
        vec3(sin * cos_pitch, sin_pitch, cos * cos_pitch)
    }
}

/// Camera for one board and one canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    current: Orbit,
    goal: Orbit,
    columns: u8,
    rows: u8,
    /// The board has places at its sides for discs that are set aside.
    has_set_aside: bool,
    /// The board is not played on: no disc is held above it, so it may be larger.
    is_display_only: bool,
    /// Size of the canvas, in CSS pixels.
    size: [f32; 2],
    /// Height of the strip at the lower edge of the canvas that other parts of the page cover, in
    /// CSS pixels. Only the feet and the floor may lie there.
    covered: f32,
    /// Distance from which everything is visible.
    distance: f32,
    /// Upward shift of the picture, as a fraction of half its height. Where the width limits the
    /// board, the remaining height shows the floor, and the column numbers stay close to their
    /// columns.
    vertical_shift: f32,
}

impl Camera {
    /// Creates a camera for a board of this size.
    #[must_use]
    pub fn new(columns: u8, rows: u8) -> Self {
        let mut camera = Self {
            current: HOME_ORBIT,
            goal: HOME_ORBIT,
            columns,
            rows,
            has_set_aside: false,
            is_display_only: false,
            size: [1.0, 1.0],
            covered: 0.0,
            distance: 1.0,
            vertical_shift: 0.0,
        };
        camera.fit();
        camera
    }

    /// Adapts to a board of another size; the direction stays.
    pub fn set_board(&mut self, columns: u8, rows: u8, has_set_aside: bool) {
        (self.columns, self.rows) = (columns, rows);
        self.has_set_aside = has_set_aside;
        self.fit();
    }

    /// Switches to a board that is not played on, without room for a held disc.
    pub fn set_display_only(&mut self) {
        self.is_display_only = true;
        self.go_home();
        self.fit();
    }

    /// Returns true for a board that is not played on.
    #[must_use]
    pub const fn is_display_only(&self) -> bool {
        self.is_display_only
    }

    /// Jumps to the initial view.
    pub const fn go_home(&mut self) {
        (self.current, self.goal) = (self.home(), self.home());
    }

    /// Adapts to a canvas of this size, in CSS pixels.
    pub fn set_size(&mut self, width: f32, height: f32) {
        self.set_size_and_cover(width, height, 0.0);
    }

    /// Adapts to a canvas of this size, of which a strip at the lower edge is covered, in CSS pixels.
    pub fn set_size_and_cover(&mut self, width: f32, height: f32, covered: f32) {
        let (size, covered) = ([width.max(1.0), height.max(1.0)], covered.max(0.0));
        if (self.size, self.covered) != (size, covered) {
            (self.size, self.covered) = (size, covered);
            self.fit();
        }
    }

    /// Moves the goal by a step.
    pub fn apply_step(&mut self, step: CameraStep) {
        const YAW_STEP: f32 = PI / 12.0;
        const PITCH_STEP: f32 = 0.14;
        const ZOOM_STEP: f32 = 1.2;
        let goal = &mut self.goal;
        match step {
            CameraStep::Left => goal.yaw -= YAW_STEP,
            CameraStep::Right => goal.yaw += YAW_STEP,
            CameraStep::Up => goal.pitch += PITCH_STEP,
            CameraStep::Down => goal.pitch -= PITCH_STEP,
            CameraStep::In => goal.zoom *= ZOOM_STEP,
            CameraStep::Out => goal.zoom /= ZOOM_STEP,
            CameraStep::Behind => goal.yaw += PI,
            CameraStep::Reset => {
                // The short way round, even after several turns.
                let home = self.home();
                self.current.yaw -= TAU * ((self.current.yaw - home.yaw) / TAU).round();
                self.goal = home;
            }
        }
        self.goal = self.goal.clamped();
    }

    /// Turns at once, as a drag of this many pixels does.
    pub fn drag(&mut self, right: f32, down: f32) {
        self.goal = Orbit {
            yaw: self.goal.yaw - right * RADIANS_PER_PIXEL,
            pitch: self.goal.pitch + down * RADIANS_PER_PIXEL,
            zoom: self.goal.zoom,
        }
        .clamped();
        self.current = self.goal;
    }

    /// Zooms in by this factor at once, or out for a factor below 1.
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.goal.zoom *= factor;
            self.goal = self.goal.clamped();
            self.current = self.goal;
        }
    }

    /// Approaches the goal for this many seconds, or jumps to it with reduced motion. Returns true
    /// if it has not arrived yet.
    pub fn advance(&mut self, seconds: f32, has_reduced_motion: bool) -> bool {
        let fraction = if has_reduced_motion {
            1.0
        } else {
            1.0 - exp(-APPROACH_RATE * seconds)
        };
        let mut is_moving = false;
        let mut approach = |current: &mut f32, goal: f32| {
            *current += (goal - *current) * fraction;
            if (goal - *current).abs() < ARRIVAL_DISTANCE {
                *current = goal;
            } else {
                is_moving = true;
            }
        };
        approach(&mut self.current.yaw, self.goal.yaw);
        approach(&mut self.current.pitch, self.goal.pitch);
        approach(&mut self.current.zoom, self.goal.zoom);
        is_moving
    }

    /// Returns the position of the camera.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.target() + self.current.direction() * (self.distance / self.current.zoom)
    }

    /// Returns true if the camera is behind the board.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.eye().z < 0.0
    }

    /// Returns the directions to the right and up in the picture.
    #[must_use]
    pub fn axes(&self) -> [Vec3; 2] {
        let back = self.current.direction();
        let right = Vec3::UP.cross(back).normalised();
        [right, back.cross(right)]
    }

    /// Returns the view-projection matrix.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        let projection = Mat4::perspective(self.tangents(), CLIP_PLANES[0], CLIP_PLANES[1]);
        Mat4::shifted_up(self.vertical_shift)
            * projection
            * Mat4::look_at(self.eye(), self.target())
    }

    /// Projects a point of the world to the canvas.
    #[must_use]
    pub fn project(&self, point: Vec3) -> [f32; 2] {
        let [x, y, _, w] = self.matrix().transform(point);
        let [width, height] = self.size;
        [
            f32::midpoint(1.0, x / w) * width,
            f32::midpoint(1.0, -y / w) * height,
        ]
    }

    /// Returns the point of the canvas at which to aim at a column: the centre of its plate.
    #[must_use]
    pub fn column_target(&self, column: u8) -> [f32; 2] {
        self.project(vec3(
            column_x(column, self.columns),
            0.0,
            self.front_plate_z(),
        ))
    }

    /// Returns the layout of the column numbers above the board: the distance from the left edge of
    /// the picture to the first column, from the last column to the right edge, then the width of
    /// each column, in ten-thousandths of the canvas width. Returns only default margins for a
    /// board that is seen from the side or from too near.
    #[must_use]
    pub fn column_layout(&self) -> Vec<i32> {
        let (half, top) = (f32::from(self.columns) / 2.0, f32::from(self.rows) / 2.0);
        let at = |edge: u8| {
            let [at, _] = self.project(vec3(f32::from(edge) - half, top + HELD_DISC_HEIGHT, 0.0));
            (at / self.size[0] * 10_000.0) as i32
        };
        let [first, last] = [0, self.columns].map(at);
        let (left, right) = (first.min(last), first.max(last));
        if right - left < 800 || left < 0 || right > 10_000 {
            return vec![300, 300];
        }
        let mut column_layout = if first < last {
            vec![first, 10_000 - last]
        } else {
            vec![10_000 - first, last]
        };
        column_layout.extend((0..self.columns).map(|column| (at(column + 1) - at(column)).abs()));
        column_layout
    }

    /// Returns the lower and upper end of the zones in which a press means a column: on and above
    /// the board, and below it.
    #[must_use]
    pub fn hit_zones(&self) -> [[f32; 2]; 2] {
        let half = f32::from(self.rows) / 2.0;
        let lower = -half - PICK_MARGIN_BELOW;
        [
            [lower, half + HELD_DISC_HEIGHT + DISC_RADIUS],
            [floor_height(self.rows), lower],
        ]
    }

    /// Returns the direction from the camera through a point of the canvas.
    #[must_use]
    pub fn ray(&self, x: f32, y: f32) -> Vec3 {
        let [width, height] = self.size;
        let [half_width, half_height] = self.tangents();
        let [right, up] = self.axes();
        right * ((x / width * 2.0 - 1.0) * half_width)
            + up * ((1.0 - y / height * 2.0 - self.vertical_shift) * half_height)
            - self.current.direction()
    }

    /// Returns the column at a point of the canvas, on either side of the board and above it.
    #[must_use]
    pub fn pick(&self, x: f32, y: f32) -> Option<u8> {
        let ray = self.ray(x, y);
        if ray.z.abs() < RAY_DEPTH_MIN {
            return None;
        }
        let eye = self.eye();
        let distance_along = (self.front_plate_z() - eye.z) / ray.z;
        let point = eye + ray * distance_along;
        let half = f32::from(self.columns) / 2.0;
        let [[bottom, top], _] = self.hit_zones();
        let is_inside =
            distance_along > 0.0 && point.x.abs() < half && point.y > bottom && point.y < top;
        is_inside.then(|| ((point.x + half).floor() as u8).min(self.columns - 1))
    }

    /// Returns the column below which a point of the canvas lies: between the board and the floor.
    #[must_use]
    pub fn pick_below(&self, x: f32, y: f32) -> Option<u8> {
        let (eye, ray) = (self.eye(), self.ray(x, y));
        if ray.z.abs() < RAY_DEPTH_MIN {
            return None;
        }
        let distance_along = (self.front_plate_z() - eye.z) / ray.z;
        let point = eye + ray * distance_along;
        let half = f32::from(self.columns) / 2.0;
        let [_, [floor, top]] = self.hit_zones();
        let is_below =
            distance_along > 0.0 && point.x.abs() < half && point.y <= top && point.y > floor;
        is_below.then(|| ((point.x + half).floor() as u8).min(self.columns - 1))
    }

    /// Returns the initial view.
    const fn home(&self) -> Orbit {
        if self.is_display_only {
            Orbit {
                yaw: DISPLAY_YAW,
                ..HOME_ORBIT
            }
        } else {
            HOME_ORBIT
        }
    }

    /// Returns the z coordinate of the plate that faces the camera.
    fn front_plate_z(&self) -> f32 {
        PLATE[1].copysign(self.eye().z)
    }

    /// Returns the highest visible point above the centre of the board.
    fn top(&self) -> f32 {
        let above = if self.is_display_only {
            MARGIN
        } else {
            HELD_DISC_HEIGHT + DISC_RADIUS
        };
        f32::from(self.rows) / 2.0 + above
    }

    fn target(&self) -> Vec3 {
        let top = self.top();
        // Slightly below the centre: whatever stands on the floor is nearer and looks larger.
        vec3(
            0.0,
            f32::midpoint(top, floor_height(self.rows)) - 0.055 * f32::from(self.rows),
            0.0,
        )
    }

    /// Half the width and half the height of the picture at distance 1.
    fn tangents(&self) -> [f32; 2] {
        let [width, height] = self.size;
        [FIELD_TANGENT * width / height, FIELD_TANGENT]
    }

    /// Computes the distance from which everything is visible, both from the initial view and
    /// straight from the front, and moves the picture to the upper edge. Of a board to play on the
    /// tips of the feet may lie outside: the discs matter more.
    fn fit(&mut self) {
        let covered = (self.covered / self.size[1]).min(COVERED_FRACTION_MAX);
        let room = 2.0 * (FILL_FRACTION - covered);
        let (mut near, mut far) = (1.0, DISTANCE_MAX);
        for _ in 0..FIT_STEPS {
            let middle = f32::midpoint(near, far);
            let [across, low, high] = self.extent(middle);
            if across <= FILL_FRACTION && high - low <= room {
                far = middle;
            } else {
                near = middle;
            }
        }
        self.distance = far;
        let [_, _, high] = self.extent(far);
        self.vertical_shift = (FILL_FRACTION - high).clamp(-0.5, 0.5);
    }

    /// Returns how far the board reaches from the middle of the picture at this distance, as
    /// fractions of half its width and height: to the sides, down and up.
    fn extent(&self, distance: f32) -> [f32; 3] {
        let [half_width, half_height] = self.tangents();
        let front = Orbit {
            yaw: 0.0,
            ..HOME_ORBIT
        };
        let mut extent = [0.0_f32; 3];
        for view in [self.home(), front] {
            let back = view.direction();
            let right = Vec3::UP.cross(back).normalised();
            let up = back.cross(right);
            for (corner, has_width, has_height) in self.corners() {
                for side in [-1.0, 1.0] {
                    let place = vec3(corner.x * side, corner.y, corner.z);
                    let offset = place - self.target();
                    // Whatever is not in front of the camera does not fit.
                    let away = (distance - offset.dot(back)).max(f32::MIN_POSITIVE);
                    if has_width {
                        let across = offset.dot(right).abs() / (away * half_width);
                        extent[0] = extent[0].max(across);
                    }
                    if has_height {
                        let height = offset.dot(up) / (away * half_height);
                        extent = [extent[0], extent[1].min(height), extent[2].max(height)];
                    }
                }
            }
        }
        extent
    }

    /// Returns the points at the right of the board that have to be visible, each with true if its
    /// place across and its height count. Of a board to play on these are the disc held above the
    /// last column, the leg, and the upper corner of the plate.
    fn corners(&self) -> [(Vec3, bool, bool); 4] {
        let (top, floor) = (self.top(), floor_height(self.rows));
        let leg = leg_x(self.columns);
        if self.is_display_only {
            let (side, reach) = (leg + LEG_MARGIN, leg_reach(self.rows));
            return [
                (vec3(side, top, PLATE[1]), true, true),
                (vec3(side, top, -PLATE[1]), true, true),
                (vec3(side, floor, reach), true, true),
                (vec3(side, floor, -reach), true, true),
            ];
        }
        let side = if self.has_set_aside {
            leg + SET_ASIDE_OFFSET + DISC_RADIUS
        } else {
            leg
        };
        let last_column = f32::from(self.columns) / 2.0 - 0.5;
        [
            (vec3(last_column, top, 0.0), false, true),
            (vec3(leg, floor, 0.0), false, true),
            (
                vec3(side, f32::from(self.rows) / 2.0, PLATE[1]),
                true,
                false,
            ),
            (vec3(side, floor, PLATE[1]), true, false),
        ]
    }
}

/// Returns the x coordinate of the centre of a column.
#[must_use]
pub fn column_x(column: u8, columns: u8) -> f32 {
    f32::from(column) + 0.5 - f32::from(columns) / 2.0
}

/// Returns the y coordinate of the centre of a row, counted from 0 at the bottom.
#[must_use]
pub fn row_y(row: u8, rows: u8) -> f32 {
    f32::from(row) + 0.5 - f32::from(rows) / 2.0
}

#[cfg(test)]
#[path = "camera_tests.rs"]
mod tests;
