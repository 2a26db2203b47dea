//! As much of WebGL 2 as the scene needs: programs, meshes with their copies, and a map of shadows.
//!
//! Attributes have the same places in every program, so that meshes fit all of them. Uniforms that a driver's
//! compiler has removed are skipped, never demanded. What is no longer used goes with its last handle, as
//! browsers have it.

use js_sys::{Float32Array, Uint32Array};
use web_sys::{
    WebGl2RenderingContext as Gl, WebGlBuffer, WebGlFramebuffer, WebGlProgram, WebGlTexture,
    WebGlUniformLocation,
};

use super::copies::Copy;
use super::math::{Mat4, Vec3};
use super::mesh::Mesh;

/// What every shader begins with.
const HEAD: &str = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
/// What a point of a mesh has, in the order of its numbers and of the places of attributes: three of each.
const OF_POINTS: [&str; 2] = ["point", "normal"];
/// What a copy has, after that: four of each.
const OF_COPIES: [&str; 3] = ["place", "tint", "traits"];
const POINT_SIZE: i32 = 3;
const COPY_SIZE: i32 = 4;
/// The bytes of a number.
const NUMBER: i32 = 4;
/// The uniform that holds the map of shadows, which is the only texture.
const SHADOWS: &str = "sunMap";

/// A shader program.
pub(super) struct Program {
    gl: Gl,
    program: WebGlProgram,
}

impl Program {
    /// Has the browser make a program. It may do so beside us, so nobody asks how it went before all are begun.
    ///
    /// # Errors
    ///
    /// If it does not even begin.
    pub(super) fn new(gl: &Gl, vertex: &str, fragment: &str) -> Result<Self, String> {
        let program = gl.create_program().ok_or("no program can be made")?;
        for (kind, text) in [(Gl::VERTEX_SHADER, vertex), (Gl::FRAGMENT_SHADER, fragment)] {
            let shader = gl.create_shader(kind).ok_or("no shader can be made")?;
            gl.shader_source(&shader, &format!("{HEAD}{text}"));
            gl.compile_shader(&shader);
            gl.attach_shader(&program, &shader);
            // It goes with its program.
            gl.delete_shader(Some(&shader));
        }
        for (place, name) in (0..).zip(OF_POINTS.iter().chain(&OF_COPIES)) {
            gl.bind_attrib_location(&program, place, name);
        }
        gl.link_program(&program);
        let gl = gl.clone();
        Ok(Self { gl, program })
    }

    /// Waits until it is made.
    ///
    /// # Errors
    ///
    /// What the browser says if it cannot make one of the texts.
    pub(super) fn made(&self) -> Result<(), String> {
        let (gl, program) = (&self.gl, &self.program);
        if gl
            .get_program_parameter(program, Gl::LINK_STATUS)
            .is_falsy()
        {
            return Err(gl.get_program_info_log(program).unwrap_or_default());
        }
        Ok(())
    }

    /// Uses it from now on.
    pub(super) fn begin(&self) {
        self.gl.use_program(Some(&self.program));
    }

    /// Sets a number of the program in use.
    pub(super) fn number(&self, name: &str, number: f32) {
        self.gl.uniform1f(self.place(name).as_ref(), number);
    }

    /// Sets two numbers.
    pub(super) fn pair(&self, name: &str, [one, two]: [f32; 2]) {
        self.gl.uniform2f(self.place(name).as_ref(), one, two);
    }

    /// Sets three numbers.
    pub(super) fn three(&self, name: &str, [one, two, three]: [f32; 3]) {
        self.gl
            .uniform3f(self.place(name).as_ref(), one, two, three);
    }

    /// Sets a matrix.
    pub(super) fn matrix(&self, name: &str, matrix: Mat4) {
        let place = self.place(name);
        let numbers = matrix.0.as_flattened();
        self.gl
            .uniform_matrix4fv_with_f32_array(place.as_ref(), false, numbers);
    }

    /// Where a uniform is. Setting one that is nowhere has no effect.
    fn place(&self, name: &str) -> Option<WebGlUniformLocation> {
        self.gl.get_uniform_location(&self.program, name)
    }
}

/// A mesh in the memory of the graphics processor.
pub(super) struct Body {
    corners: Option<WebGlBuffer>,
    triangles: Option<WebGlBuffer>,
    count: i32,
}

impl Body {
    pub(super) fn new(gl: &Gl, mesh: &Mesh) -> Self {
        let corners = mesh.points.iter().zip(&mesh.normals);
        let numbers: Vec<f32> = corners
            .flat_map(|(point, normal)| [*point, *normal].map(Vec3::array))
            .flatten()
            .collect();
        let triangles = mesh.triangles.as_flattened();
        let buffer = gl.create_buffer();
        gl.bind_buffer(Gl::ELEMENT_ARRAY_BUFFER, buffer.as_ref());
        let data = Uint32Array::from(triangles);
        gl.buffer_data_with_array_buffer_view(Gl::ELEMENT_ARRAY_BUFFER, &data, Gl::STATIC_DRAW);
        Self {
            corners: filled(gl, gl.create_buffer(), &numbers),
            triangles: buffer,
            count: triangles.len() as i32,
        }
    }
}

/// The copies of a mesh.
pub(super) struct Crowd {
    gl: Gl,
    copies: Option<WebGlBuffer>,
    count: i32,
}

impl Crowd {
    pub(super) fn new(gl: &Gl, copies: &[Copy]) -> Self {
        let mut crowd = Self {
            gl: gl.clone(),
            copies: gl.create_buffer(),
            count: 0,
        };
        crowd.fill(copies);
        crowd
    }

    pub(super) fn fill(&mut self, copies: &[Copy]) {
        self.count = copies.len() as i32;
        if !copies.is_empty() {
            let numbers = copies.as_flattened().as_flattened();
            self.copies = filled(&self.gl, self.copies.take(), numbers);
        }
    }
}

fn filled(gl: &Gl, buffer: Option<WebGlBuffer>, numbers: &[f32]) -> Option<WebGlBuffer> {
    gl.bind_buffer(Gl::ARRAY_BUFFER, buffer.as_ref());
    let data = Float32Array::from(numbers);
    gl.buffer_data_with_array_buffer_view(Gl::ARRAY_BUFFER, &data, Gl::DYNAMIC_DRAW);
    buffer
}

/// How something is drawn. It is always hidden by what is nearer.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// Which side of the triangles is left out.
    pub(super) cull: Option<u32>,
    /// It lets through what is behind it; its colours count by this.
    pub(super) blend: Option<u32>,
    /// Whether it changes colours.
    pub(super) has_colour: bool,
    /// Whether it hides what is farther.
    pub(super) has_depth: bool,
}

impl How {
    /// Solid, from both sides.
    pub(super) const SOLID: Self = Self {
        cull: None,
        blend: None,
        has_colour: true,
        has_depth: true,
    };

    fn apply(self, gl: &Gl) {
        gl.enable(Gl::DEPTH_TEST);
        gl.color_mask(
            self.has_colour,
            self.has_colour,
            self.has_colour,
            self.has_colour,
        );
        gl.depth_mask(self.has_depth);
        match self.cull {
            Some(side) => {
                gl.enable(Gl::CULL_FACE);
                gl.cull_face(side);
            }
            None => gl.disable(Gl::CULL_FACE),
        }
        match self.blend {
            Some(source) => {
                gl.enable(Gl::BLEND);
                let rest = Gl::ONE_MINUS_SRC_ALPHA;
                gl.blend_func_separate(source, rest, Gl::ONE, rest);
            }
            None => gl.disable(Gl::BLEND),
        }
    }
}

/// Draws all copies of a mesh, or one that is no copy, with the program in use.
pub(super) fn draw(gl: &Gl, body: &Body, crowd: Option<&Crowd>, how: How) {
    let count = crowd.map_or(1, |crowd| crowd.count);
    if count == 0 {
        return;
    }
    how.apply(gl);
    gl.bind_buffer(Gl::ARRAY_BUFFER, body.corners.as_ref());
    attributes(gl, 0, OF_POINTS.len() as u32, POINT_SIZE, 0);
    let first = OF_POINTS.len() as u32;
    if let Some(crowd) = crowd {
        gl.bind_buffer(Gl::ARRAY_BUFFER, crowd.copies.as_ref());
        attributes(gl, first, OF_COPIES.len() as u32, COPY_SIZE, 1);
    } else {
        for place in (first..).take(OF_COPIES.len()) {
            gl.disable_vertex_attrib_array(place);
        }
    }
    gl.bind_buffer(Gl::ELEMENT_ARRAY_BUFFER, body.triangles.as_ref());
    let kind = Gl::UNSIGNED_INT;
    gl.draw_elements_instanced_with_i32(Gl::TRIANGLES, body.count, kind, 0, count);
}

/// Lets so many attributes from a place on be read from the buffer that is bound, one after the other: a new
/// one for each corner, or for each copy.
fn attributes(gl: &Gl, first: u32, count: u32, size: i32, divisor: u32) {
    for at in 0..count {
        let place = first + at;
        let bytes = size * NUMBER;
        gl.enable_vertex_attrib_array(place);
        gl.vertex_attrib_pointer_with_i32(
            place,
            size,
            Gl::FLOAT,
            false,
            bytes * count as i32,
            bytes * at as i32,
        );
        gl.vertex_attrib_divisor(place, divisor);
    }
}

/// How far from the sun everything is that it shines on, as a texture.
pub(super) struct ShadowMap {
    side: i32,
    texture: Option<WebGlTexture>,
    frame: Option<WebGlFramebuffer>,
}

impl ShadowMap {
    /// A map of so many pixels in each direction.
    pub(super) fn new(gl: &Gl, side: u32) -> Self {
        let side = side as i32;
        let texture = gl.create_texture();
        let kind = Gl::TEXTURE_2D;
        gl.bind_texture(kind, texture.as_ref());
        for (name, value) in [
            (Gl::TEXTURE_MIN_FILTER, Gl::NEAREST),
            (Gl::TEXTURE_MAG_FILTER, Gl::NEAREST),
            (Gl::TEXTURE_WRAP_S, Gl::CLAMP_TO_EDGE),
            (Gl::TEXTURE_WRAP_T, Gl::CLAMP_TO_EDGE),
        ] {
            gl.tex_parameteri(kind, name, value as i32);
        }
        gl.tex_storage_2d(kind, 1, Gl::DEPTH_COMPONENT32F, side, side);
        let frame = gl.create_framebuffer();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, frame.as_ref());
        let depth = Gl::DEPTH_ATTACHMENT;
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, depth, kind, texture.as_ref(), 0);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        Self {
            side,
            texture,
            frame,
        }
    }

    /// Draws into it, from nothing.
    pub(super) fn write(&self, gl: &Gl, draw: impl FnOnce()) {
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.frame.as_ref());
        gl.viewport(0, 0, self.side, self.side);
        gl.depth_mask(true);
        gl.clear_depth(1.0);
        gl.clear(Gl::DEPTH_BUFFER_BIT);
        draw();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
    }

    /// Lets the program in use read it.
    pub(super) fn read(&self, gl: &Gl, program: &Program) {
        gl.active_texture(Gl::TEXTURE0);
        gl.bind_texture(Gl::TEXTURE_2D, self.texture.as_ref());
        gl.uniform1i(program.place(SHADOWS).as_ref(), 0);
    }
}

/// Makes the picture clear everywhere, and draws into it from now on.
pub(super) fn clear(gl: &Gl, [width, height]: [u32; 2]) {
    gl.viewport(0, 0, width as i32, height as i32);
    gl.color_mask(true, true, true, true);
    gl.depth_mask(true);
    gl.clear_color(0.0, 0.0, 0.0, 0.0);
    gl.clear_depth(1.0);
    gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
}
