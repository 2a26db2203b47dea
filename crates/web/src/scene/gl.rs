//! The subset of WebGL 2 that the scene needs: shader programs, meshes with instances, and a shadow
//! map.
//!
//! Attributes have the same locations in every program, so that every mesh works with all of them.
//! Uniforms that the driver's compiler has optimised away are skipped. The browser frees GL objects
//! once their last handle is dropped.

use foursight_page::math::{Mat4, Vec3};
use foursight_page::stage::mesh::Mesh;
use js_sys::{Float32Array, Uint32Array};
use web_sys::{
    WebGl2RenderingContext as Gl, WebGlBuffer, WebGlFramebuffer, WebGlProgram, WebGlTexture,
    WebGlUniformLocation,
};

use super::instances::Instance;

/// Prologue of every shader.
const SHADER_PROLOGUE: &str = "#version 300 es\nprecision highp float;\nprecision highp int;\n";
/// Per-vertex attributes with three components each, in the order of the vertex buffer and of the
/// attribute locations.
const VERTEX_ATTRIBUTES: [&str; 2] = ["point", "normal"];
/// Per-instance attributes with four components each, at the locations that follow.
const INSTANCE_ATTRIBUTES: [&str; 3] = ["place", "tint", "traits"];
const VERTEX_COMPONENTS: i32 = 3;
const INSTANCE_COMPONENTS: i32 = 4;
/// Size of an `f32` in bytes.
const F32_BYTES: i32 = 4;
/// The sampler uniform of the shadow map, which is the only texture.
const SHADOW_SAMPLER: &str = "sunMap";

/// A shader program.
pub(super) struct ShaderProgram {
    gl: Gl,
    program: WebGlProgram,
}

impl ShaderProgram {
    /// Starts compiling and linking a program. The browser may do so in parallel, so callers start
    /// all programs before they check any.
    ///
    /// # Errors
    ///
    /// Fails if the browser cannot create the program or a shader.
    pub(super) fn new(gl: &Gl, vertex: &str, fragment: &str) -> Result<Self, String> {
        let program = gl
            .create_program()
            .ok_or("cannot create a shader program")?;
        for (kind, source) in [(Gl::VERTEX_SHADER, vertex), (Gl::FRAGMENT_SHADER, fragment)] {
            let shader = gl.create_shader(kind).ok_or("cannot create a shader")?;
            gl.shader_source(&shader, &format!("{SHADER_PROLOGUE}{source}"));
            gl.compile_shader(&shader);
            gl.attach_shader(&program, &shader);
            // The program keeps the shader alive.
            gl.delete_shader(Some(&shader));
        }
        for (location, name) in (0..).zip(VERTEX_ATTRIBUTES.iter().chain(&INSTANCE_ATTRIBUTES)) {
            gl.bind_attrib_location(&program, location, name);
        }
        gl.link_program(&program);
        let gl = gl.clone();
        Ok(Self { gl, program })
    }

    /// Waits for the program to be linked.
    ///
    /// # Errors
    ///
    /// Returns the browser's log if the program does not compile or link.
    pub(super) fn check_linked(&self) -> Result<(), String> {
        let (gl, program) = (&self.gl, &self.program);
        if gl
            .get_program_parameter(program, Gl::LINK_STATUS)
            .is_falsy()
        {
            return Err(gl.get_program_info_log(program).unwrap_or_default());
        }
        Ok(())
    }

    /// Makes this the current program.
    pub(super) fn activate(&self) {
        self.gl.use_program(Some(&self.program));
    }

    /// Sets a float uniform of the current program.
    pub(super) fn set_f32(&self, name: &str, value: f32) {
        self.gl.uniform1f(self.location(name).as_ref(), value);
    }

    /// Sets a `vec2` uniform.
    pub(super) fn set_vec2(&self, name: &str, [x, y]: [f32; 2]) {
        self.gl.uniform2f(self.location(name).as_ref(), x, y);
    }

    /// Sets a `vec3` uniform.
    pub(super) fn set_vec3(&self, name: &str, [x, y, z]: [f32; 3]) {
        self.gl.uniform3f(self.location(name).as_ref(), x, y, z);
    }

    /// Sets a matrix uniform.
    pub(super) fn set_matrix(&self, name: &str, value: Mat4) {
        let location = self.location(name);
        let values = value.0.as_flattened();
        self.gl
            .uniform_matrix4fv_with_f32_array(location.as_ref(), false, values);
    }

    /// Looks up a uniform. Setting a location of `None` has no effect.
    fn location(&self, name: &str) -> Option<WebGlUniformLocation> {
        self.gl.get_uniform_location(&self.program, name)
    }
}

/// A mesh in GPU memory.
pub(super) struct GpuMesh {
    vertices: Option<WebGlBuffer>,
    triangles: Option<WebGlBuffer>,
    count: i32,
}

impl GpuMesh {
    pub(super) fn new(gl: &Gl, mesh: &Mesh) -> Self {
        let vertices = mesh.positions.iter().zip(&mesh.normals);
        let values: Vec<f32> = vertices
            .flat_map(|(point, normal)| [*point, *normal].map(Vec3::to_array))
            .flatten()
            .collect();
        let triangles = mesh.triangles.as_flattened();
        let buffer = gl.create_buffer();
        gl.bind_buffer(Gl::ELEMENT_ARRAY_BUFFER, buffer.as_ref());
        let data = Uint32Array::from(triangles);
        gl.buffer_data_with_array_buffer_view(Gl::ELEMENT_ARRAY_BUFFER, &data, Gl::STATIC_DRAW);
        Self {
            vertices: upload(gl, gl.create_buffer(), &values),
            triangles: buffer,
            count: triangles.len() as i32,
        }
    }
}

/// A buffer with the instances of a mesh.
pub(super) struct InstanceBuffer {
    gl: Gl,
    instances: Option<WebGlBuffer>,
    count: i32,
}

impl InstanceBuffer {
    pub(super) fn new(gl: &Gl, instances: &[Instance]) -> Self {
        let mut buffer = Self {
            gl: gl.clone(),
            instances: gl.create_buffer(),
            count: 0,
        };
        buffer.fill(instances);
        buffer
    }

    pub(super) fn fill(&mut self, instances: &[Instance]) {
        self.count = instances.len() as i32;
        if !instances.is_empty() {
            let values = instances.as_flattened().as_flattened();
            self.instances = upload(&self.gl, self.instances.take(), values);
        }
    }
}

fn upload(gl: &Gl, buffer: Option<WebGlBuffer>, values: &[f32]) -> Option<WebGlBuffer> {
    gl.bind_buffer(Gl::ARRAY_BUFFER, buffer.as_ref());
    let data = Float32Array::from(values);
    gl.buffer_data_with_array_buffer_view(Gl::ARRAY_BUFFER, &data, Gl::DYNAMIC_DRAW);
    buffer
}

/// Render state of a draw call. The depth test is always on.
#[derive(Clone, Copy)]
pub(super) struct RenderState {
    /// Face of the triangles to cull.
    pub(super) cull: Option<u32>,
    /// Source factor for blending; `None` for opaque meshes.
    pub(super) blend: Option<u32>,
    /// Writes to the colour buffer.
    pub(super) writes_colour: bool,
    /// Writes to the depth buffer.
    pub(super) writes_depth: bool,
}

impl RenderState {
    /// Opaque and double-sided.
    pub(super) const SOLID: Self = Self {
        cull: None,
        blend: None,
        writes_colour: true,
        writes_depth: true,
    };

    fn apply(self, gl: &Gl) {
        gl.enable(Gl::DEPTH_TEST);
        gl.color_mask(
            self.writes_colour,
            self.writes_colour,
            self.writes_colour,
            self.writes_colour,
        );
        gl.depth_mask(self.writes_depth);
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

/// Renders all instances of a mesh with the current program, or the mesh once if `instances` is
/// `None`.
pub(super) fn render_instances(
    gl: &Gl,
    mesh: &GpuMesh,
    buffer: Option<&InstanceBuffer>,
    state: RenderState,
) {
    let count = buffer.map_or(1, |buffer| buffer.count);
    if count == 0 {
        return;
    }
    state.apply(gl);
    gl.bind_buffer(Gl::ARRAY_BUFFER, mesh.vertices.as_ref());
    set_attributes(gl, 0, VERTEX_ATTRIBUTES.len() as u32, VERTEX_COMPONENTS, 0);
    let first = VERTEX_ATTRIBUTES.len() as u32;
    if let Some(buffer) = buffer {
        gl.bind_buffer(Gl::ARRAY_BUFFER, buffer.instances.as_ref());
        set_attributes(
            gl,
            first,
            INSTANCE_ATTRIBUTES.len() as u32,
            INSTANCE_COMPONENTS,
            1,
        );
    } else {
        for location in (first..).take(INSTANCE_ATTRIBUTES.len()) {
            gl.disable_vertex_attrib_array(location);
        }
    }
    gl.bind_buffer(Gl::ELEMENT_ARRAY_BUFFER, mesh.triangles.as_ref());
    let kind = Gl::UNSIGNED_INT;
    gl.draw_elements_instanced_with_i32(Gl::TRIANGLES, mesh.count, kind, 0, count);
}

/// Points `count` interleaved attributes from location `first` on at the bound buffer. They advance
/// once per vertex for divisor 0, once per instance for divisor 1.
fn set_attributes(gl: &Gl, first: u32, count: u32, size: i32, divisor: u32) {
    for index in 0..count {
        let location = first + index;
        let bytes = size * F32_BYTES;
        gl.enable_vertex_attrib_array(location);
        gl.vertex_attrib_pointer_with_i32(
            location,
            size,
            Gl::FLOAT,
            false,
            bytes * count as i32,
            bytes * index as i32,
        );
        gl.vertex_attrib_divisor(location, divisor);
    }
}

/// A depth texture as seen from the sun.
pub(super) struct ShadowMap {
    side: i32,
    texture: Option<WebGlTexture>,
    framebuffer: Option<WebGlFramebuffer>,
}

impl ShadowMap {
    /// Creates a square shadow map with sides of `side` pixels.
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
        let framebuffer = gl.create_framebuffer();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, framebuffer.as_ref());
        let depth = Gl::DEPTH_ATTACHMENT;
        gl.framebuffer_texture_2d(Gl::FRAMEBUFFER, depth, kind, texture.as_ref(), 0);
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        Self {
            side,
            texture,
            framebuffer,
        }
    }

    /// Clears the shadow map and renders into it.
    pub(super) fn render(&self, gl: &Gl, render_casters: impl FnOnce()) {
        gl.bind_framebuffer(Gl::FRAMEBUFFER, self.framebuffer.as_ref());
        gl.viewport(0, 0, self.side, self.side);
        gl.depth_mask(true);
        gl.clear_depth(1.0);
        gl.clear(Gl::DEPTH_BUFFER_BIT);
        render_casters();
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
    }

    /// Binds the shadow map for the current program.
    pub(super) fn bind(&self, gl: &Gl, program: &ShaderProgram) {
        gl.active_texture(Gl::TEXTURE0);
        gl.bind_texture(Gl::TEXTURE_2D, self.texture.as_ref());
        gl.uniform1i(program.location(SHADOW_SAMPLER).as_ref(), 0);
    }
}

/// Clears the canvas to transparent and sets the viewport.
pub(super) fn clear(gl: &Gl, [width, height]: [u32; 2]) {
    gl.viewport(0, 0, width as i32, height as i32);
    gl.color_mask(true, true, true, true);
    gl.depth_mask(true);
    gl.clear_color(0.0, 0.0, 0.0, 0.0);
    gl.clear_depth(1.0);
    gl.clear(Gl::COLOR_BUFFER_BIT | Gl::DEPTH_BUFFER_BIT);
}
