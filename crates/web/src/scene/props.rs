//! What lies ready in the memory of the graphics processor: the programs, and the bodies of a grid.

use web_sys::WebGl2RenderingContext as Gl;

use super::camera::{column_x, row_y};
use super::copies::Copy;
use super::gl::{Body, Crowd, Program};
use super::palette::Colour;
use super::quality::Quality;
use super::shapes::{self, MARGIN, SLIDER, leg_place};

/// The text of a shader as `build.rs` leaves it.
macro_rules! shader {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// The programs, for one quality.
pub(super) struct Programs {
    pub(super) plate: Program,
    pub(super) disc: Program,
    pub(super) shadow: Program,
    pub(super) floor: Program,
    pub(super) glow: Program,
}

impl Programs {
    pub(super) fn new(gl: &Gl, quality: Quality) -> Result<Self, String> {
        const SOLID: &str = shader!("solid.vert");
        const LIGHT: &str = shader!("light.glsl");
        let lit = |vertex: &str, fragment: &str| {
            let number = quality.number();
            let fragment = format!("#define QUALITY {number}\n{LIGHT}\n{fragment}");
            Program::new(gl, vertex, &fragment)
        };
        Ok(Self {
            plate: lit(SOLID, shader!("plate.frag"))?,
            disc: lit(SOLID, shader!("disc.frag"))?,
            shadow: Program::new(gl, SOLID, shader!("shadow.frag"))?,
            floor: lit(shader!("floor.vert"), shader!("floor.frag"))?,
            glow: Program::new(gl, shader!("glow.vert"), shader!("glow.frag"))?,
        })
    }

    /// Waits until all are made.
    pub(super) fn made(&self) -> Result<(), String> {
        let all = [
            &self.plate,
            &self.disc,
            &self.shadow,
            &self.floor,
            &self.glow,
        ];
        all.into_iter().try_for_each(Program::made)
    }
}

/// The bodies of a grid of one size, and their copies.
pub(super) struct Props {
    pub(super) size: (u8, u8),
    pub(super) holes: Crowd,
    pub(super) frame: Body,
    pub(super) frames: Crowd,
    pub(super) leg: Body,
    pub(super) legs: Crowd,
    pub(super) slider: Body,
    pub(super) sliders: Crowd,
    pub(super) colour: Colour,
}

impl Props {
    pub(super) fn new(gl: &Gl, (columns, rows): (u8, u8), colour: Colour) -> Self {
        let [red, green, blue] = colour.linear();
        let copy = |x: f32, y: f32, side: f32| -> Copy {
            [
                [x, y, 0.0, 0.0],
                [red, green, blue, 1.0],
                [2.0, 0.0, 0.0, side],
            ]
        };
        let spaces = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let holes: Vec<_> = spaces
            .flat_map(|(column, row)| {
                let (x, y) = (column_x(column, columns), row_y(row, rows));
                [1.0, -1.0].map(|side| copy(x, y, side))
            })
            .collect();
        let place = leg_place(columns);
        Self {
            size: (columns, rows),
            holes: Crowd::new(gl, &holes),
            frame: Body::new(gl, &shapes::frame(columns, rows)),
            frames: Crowd::new(gl, &[1.0, -1.0].map(|side| copy(0.0, 0.0, side))),
            leg: Body::new(gl, &shapes::leg(rows)),
            legs: Crowd::new(gl, &[1.0, -1.0].map(|side| copy(place * side, 0.0, side))),
            slider: Body::new(gl, &shapes::slider(columns)),
            sliders: Crowd::new(gl, &[]),
            colour,
        }
    }

    /// Draws the bar below the grid so far aside.
    pub(super) fn open(&mut self, by: f32) {
        let [red, green, blue] = self.colour.linear().map(|part| part * 0.6);
        let below = -f32::from(self.size.1) / 2.0 - MARGIN - SLIDER;
        self.sliders.fill(&[[
            [by, below, 0.0, 0.0],
            [red, green, blue, 1.0],
            [2.0, 0.0, 0.0, 1.0],
        ]]);
    }
}
