//! What lies ready in the memory of the graphics processor: meshes, their copies, and programs.

use three_d::{Context, CoreError, ElementBuffer, InstanceBuffer, Program, VertexBuffer};

use super::camera::{column_x, row_y};
use super::copies::Copy;
use super::math::Vec3;
use super::mesh::Mesh;
use super::palette::Colour;
use super::quality::Quality;
use super::shapes::{self, MARGIN, SLIDER, leg_place};

/// The text of a shader as `build.rs` leaves it.
macro_rules! shader {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// The shaders' names of what a [`Copy`] has.
pub(super) const COPY_NAMES: [&str; 3] = ["place", "tint", "traits"];

/// A mesh in the memory of the graphics processor.
pub(super) struct Body {
    pub(super) points: VertexBuffer<three_d::Vec3>,
    pub(super) normals: VertexBuffer<three_d::Vec3>,
    pub(super) triangles: ElementBuffer<u32>,
}

impl Body {
    pub(super) fn new(context: &Context, mesh: &Mesh) -> Self {
        let vectors = |list: &[Vec3]| -> Vec<three_d::Vec3> {
            list.iter().map(|v| three_d::vec3(v.x, v.y, v.z)).collect()
        };
        Self {
            points: VertexBuffer::new_with_data(context, &vectors(&mesh.points)),
            normals: VertexBuffer::new_with_data(context, &vectors(&mesh.normals)),
            triangles: ElementBuffer::new_with_data(context, mesh.triangles.as_flattened()),
        }
    }
}

/// The copies of a mesh.
pub(super) struct Crowd {
    pub(super) parts: [InstanceBuffer<three_d::Vec4>; 3],
    pub(super) count: u32,
}

impl Crowd {
    pub(super) fn new(context: &Context, copies: &[Copy]) -> Self {
        let mut crowd = Self {
            parts: std::array::from_fn(|_| InstanceBuffer::new(context)),
            count: 0,
        };
        crowd.fill(copies);
        crowd
    }

    pub(super) fn fill(&mut self, copies: &[Copy]) {
        self.count = copies.len() as u32;
        if copies.is_empty() {
            return;
        }
        for (part, buffer) in self.parts.iter_mut().enumerate() {
            let data: Vec<_> = copies
                .iter()
                .map(|copy| three_d::Vec4::from(copy[part]))
                .collect();
            buffer.fill(&data);
        }
    }
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
    pub(super) fn new(context: &Context, quality: Quality) -> Result<Self, CoreError> {
        const SOLID: &str = shader!("solid.vert");
        const LIGHT: &str = shader!("light.glsl");
        let lit = |vertex: &str, fragment: &str| {
            let number = quality.number();
            let fragment = format!("#define QUALITY {number}\n{LIGHT}\n{fragment}");
            Program::from_source(context, vertex, &fragment)
        };
        Ok(Self {
            plate: lit(SOLID, shader!("plate.frag"))?,
            disc: lit(SOLID, shader!("disc.frag"))?,
            shadow: Program::from_source(context, SOLID, shader!("shadow.frag"))?,
            floor: lit(shader!("floor.vert"), shader!("floor.frag"))?,
            glow: Program::from_source(context, shader!("glow.vert"), shader!("glow.frag"))?,
        })
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
    pub(super) fn new(context: &Context, (columns, rows): (u8, u8), colour: Colour) -> Self {
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
            holes: Crowd::new(context, &holes),
            frame: Body::new(context, &shapes::frame(columns, rows)),
            frames: Crowd::new(context, &[1.0, -1.0].map(|side| copy(0.0, 0.0, side))),
            leg: Body::new(context, &shapes::leg(rows)),
            legs: Crowd::new(
                context,
                &[1.0, -1.0].map(|side| copy(place * side, 0.0, side)),
            ),
            slider: Body::new(context, &shapes::slider(columns)),
            sliders: Crowd::new(context, &[]),
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
