//! Assets in GPU memory: the shader programs, and the meshes of a board.

use foursight_page::stage::camera::{column_x, row_y};
use foursight_page::stage::quality::Quality;
use foursight_page::stage::shapes::{self, MARGIN, SLIDER, leg_x};
use foursight_page::themes::palette::RgbColour;
use web_sys::WebGl2RenderingContext as Gl;

use super::gl::{GpuMesh, InstanceBuffer, ShaderProgram};
use super::instances::Instance;

/// Source of a shader as `build.rs` minifies it.
macro_rules! shader {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// The programs, compiled for one quality.
pub(super) struct ShaderPrograms {
    pub(super) plate: ShaderProgram,
    pub(super) disc: ShaderProgram,
    pub(super) shadow: ShaderProgram,
    pub(super) floor: ShaderProgram,
    pub(super) glow: ShaderProgram,
}

impl ShaderPrograms {
    pub(super) fn new(gl: &Gl, quality: Quality) -> Result<Self, String> {
        const SOLID: &str = shader!("solid.vert");
        const LIGHT: &str = shader!("light.glsl");
        let lit = |vertex: &str, fragment: &str| {
            let define_value = quality.define_value();
            let fragment = format!("#define QUALITY {define_value}\n{LIGHT}\n{fragment}");
            ShaderProgram::new(gl, vertex, &fragment)
        };
        Ok(Self {
            plate: lit(SOLID, shader!("plate.frag"))?,
            disc: lit(SOLID, shader!("disc.frag"))?,
            shadow: ShaderProgram::new(gl, SOLID, shader!("shadow.frag"))?,
            floor: lit(shader!("floor.vert"), shader!("floor.frag"))?,
            glow: ShaderProgram::new(gl, shader!("glow.vert"), shader!("glow.frag"))?,
        })
    }

    /// Waits until all programs are linked.
    pub(super) fn check_linked(&self) -> Result<(), String> {
        let all = [
            &self.plate,
            &self.disc,
            &self.shadow,
            &self.floor,
            &self.glow,
        ];
        all.into_iter().try_for_each(ShaderProgram::check_linked)
    }
}

/// Meshes and instances of a board of one size.
pub(super) struct BoardMeshes {
    pub(super) size: (u8, u8),
    pub(super) holes: InstanceBuffer,
    pub(super) frame: GpuMesh,
    pub(super) frames: InstanceBuffer,
    pub(super) leg: GpuMesh,
    pub(super) legs: InstanceBuffer,
    pub(super) slider: GpuMesh,
    pub(super) sliders: InstanceBuffer,
    pub(super) colour: RgbColour,
}

impl BoardMeshes {
    pub(super) fn new(gl: &Gl, (columns, rows): (u8, u8), colour: RgbColour) -> Self {
        let [red, green, blue] = colour.linear();
        let instance = |x: f32, y: f32, side: f32| -> Instance {
            [
                [x, y, 0.0, 0.0],
                [red, green, blue, 1.0],
                [2.0, 0.0, 0.0, side],
            ]
        };
        let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let holes: Vec<_> = cells
            .flat_map(|(column, row)| {
                let (x, y) = (column_x(column, columns), row_y(row, rows));
                [1.0, -1.0].map(|side| instance(x, y, side))
            })
            .collect();
        let leg = leg_x(columns);
        Self {
            size: (columns, rows),
            holes: InstanceBuffer::new(gl, &holes),
            frame: GpuMesh::new(gl, &shapes::frame(columns, rows)),
            frames: InstanceBuffer::new(gl, &[1.0, -1.0].map(|side| instance(0.0, 0.0, side))),
            leg: GpuMesh::new(gl, &shapes::leg(rows)),
            legs: InstanceBuffer::new(gl, &[1.0, -1.0].map(|side| instance(leg * side, 0.0, side))),
            slider: GpuMesh::new(gl, &shapes::slider(columns)),
            sliders: InstanceBuffer::new(gl, &[]),
            colour,
        }
    }

    /// Moves the bar below the board sideways by `offset`.
    pub(super) fn open_slider(&mut self, offset: f32) {
        let [red, green, blue] = self.colour.linear().map(|part| part * 0.6);
        let below = -f32::from(self.size.1) / 2.0 - MARGIN - SLIDER;
        self.sliders.fill(&[[
            [offset, below, 0.0, 0.0],
            [red, green, blue, 1.0],
            [2.0, 0.0, 0.0, 1.0],
        ]]);
    }
}
