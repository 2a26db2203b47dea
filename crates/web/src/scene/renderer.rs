//! Renders a frame with WebGL 2.
//!
//! Every mesh is rendered as many instances. The order is: floor, its mirror image, opaque meshes,
//! translucent discs, light effects. Everywhere else the canvas is transparent and shows the page's
//! gradient. The shadow map is updated only if a shadow caster has moved.

use foursight_page::math::{Mat4, Vec3, vec3};
use foursight_page::stage::animator::SceneFrame;
use foursight_page::stage::camera::{Camera, HELD_DISC_HEIGHT};
use foursight_page::stage::mesh::Mesh;
use foursight_page::stage::quality::Quality;
use foursight_page::stage::shapes::{self, DISC_RADIUS, floor_height, leg_reach, leg_x};
use foursight_page::themes::palette::{RoomLight, ScenePalette};
use web_sys::WebGl2RenderingContext as Gl;

use super::gl::{self, GpuMesh, InstanceBuffer, RenderState, ShaderProgram, ShadowMap};
use super::gpu_assets::{BoardMeshes, ShaderPrograms};
use super::instances::{DebugMarks, Instance, debug_instances, disc_instance, light_instances};

/// Direction towards the sun: left, above and in front.
const SUN_DIRECTION: Vec3 = vec3(-0.55, 0.95, 0.9);
/// Opacity of the mirror image in the floor.
const MIRROR_OPACITY: f32 = 0.2;

/// Blends with the page behind the canvas.
const TRANSLUCENT: RenderState = RenderState {
    blend: Some(Gl::SRC_ALPHA),
    writes_depth: false,
    ..RenderState::SOLID
};

/// Input of one frame.
pub(super) struct RenderInput<'a> {
    /// Columns and rows.
    pub(super) size: (u8, u8),
    pub(super) frame: &'a SceneFrame,
    pub(super) camera: &'a Camera,
    pub(super) palette: &'a ScenePalette,
    /// The marks of debug mode.
    pub(super) debug: Option<DebugMarks>,
    pub(super) pixels: [u32; 2],
}

/// Renders the scene; owns all GL objects.
pub(super) struct Renderer {
    gl: Gl,
    programs: ShaderPrograms,
    quality: Quality,
    board: BoardMeshes,
    hole: GpuMesh,
    disc: GpuMesh,
    quad: GpuMesh,
    discs: InstanceBuffer,
    translucent_discs: InstanceBuffer,
    lights: InstanceBuffer,
    sun_map: ShadowMap,
    /// Shadow casters at the last update of the shadow map.
    shadow_casters: Option<(Vec<Instance>, f32)>,
}

impl Renderer {
    /// Compiles the shaders and uploads the meshes.
    ///
    /// # Errors
    ///
    /// Returns the browser's message if it cannot.
    pub(super) fn new(
        gl: Gl,
        quality: Quality,
        size: (u8, u8),
        palette: &ScenePalette,
    ) -> Result<Self, String> {
        if gl.is_context_lost() {
            return Err("the WebGL context is lost".to_owned());
        }
        let renderer = Self {
            programs: ShaderPrograms::new(&gl, quality)?,
            board: BoardMeshes::new(&gl, size, palette.board),
            hole: GpuMesh::new(&gl, &shapes::hole()),
            disc: GpuMesh::new(&gl, &shapes::disc()),
            quad: GpuMesh::new(&gl, &quad()),
            discs: InstanceBuffer::new(&gl, &[]),
            translucent_discs: InstanceBuffer::new(&gl, &[]),
            lights: InstanceBuffer::new(&gl, &[]),
            sun_map: ShadowMap::new(&gl, quality.shadow_size()),
            shadow_casters: None,
            quality,
            gl,
        };
        renderer.programs.check_linked()?;
        Ok(renderer)
    }

    /// Returns true if the browser has dropped the WebGL context.
    pub(super) fn is_lost(&self) -> bool {
        self.gl.is_context_lost()
    }

    /// Returns the quality that the shaders were compiled for.
    pub(super) const fn quality(&self) -> Quality {
        self.quality
    }

    /// Renders a frame.
    pub(super) fn render(&mut self, input: &RenderInput<'_>) {
        let RenderInput {
            size,
            frame,
            camera,
            palette,
            debug,
            pixels,
        } = *input;
        if self.board.size != size || self.board.colour != palette.board {
            self.board = BoardMeshes::new(&self.gl, size, palette.board);
            self.shadow_casters = None;
        }
        self.board.open_slider(frame.slider);
        let instances = |is_translucent: bool| -> Vec<Instance> {
            let discs = frame.discs.iter();
            discs
                .filter(|disc| (disc.opacity < 1.0) == is_translucent)
                .map(|disc| disc_instance(disc, palette))
                .collect()
        };
        let solid = instances(false);
        self.discs.fill(&solid);
        self.translucent_discs.fill(&instances(true));
        let mut lights = light_instances(frame, camera, palette, size.1);
        if let Some(marks) = debug {
            lights.extend(debug_instances(&marks, camera));
        }
        self.lights.fill(&lights);
        let sun = sun_matrix(size);
        if self.quality.has_shadows() {
            self.render_shadows(solid, frame.push, sun);
        }
        let uniforms = FrameUniforms {
            camera,
            palette,
            push: frame.push,
            sun,
            floor: floor_height(size.1),
            pixels,
        };
        gl::clear(&self.gl, pixels);
        self.render_passes(&uniforms);
    }

    fn render_passes(&self, uniforms: &FrameUniforms<'_>) {
        self.render_floor(uniforms);
        let camera = uniforms.camera.matrix();
        if self.quality == Quality::High {
            let image = camera * Mat4::mirror_in_floor(uniforms.floor);
            let state = RenderState {
                blend: Some(Gl::SRC_ALPHA),
                // Mirroring reverses the winding of every triangle.
                cull: Some(Gl::FRONT),
                ..RenderState::SOLID
            };
            self.render_meshes(uniforms, image, MIRROR_OPACITY, state);
        }
        let cull = Some(Gl::BACK);
        let state = RenderState {
            cull,
            ..RenderState::SOLID
        };
        self.render_meshes(uniforms, camera, 0.0, state);
        self.use_lit_program(&self.programs.disc, uniforms, camera, 0.0);
        self.render_instances(
            &self.disc,
            &self.translucent_discs,
            RenderState {
                cull,
                ..TRANSLUCENT
            },
        );
        self.render_lights(uniforms, camera);
    }

    fn render_meshes(
        &self,
        uniforms: &FrameUniforms<'_>,
        camera: Mat4,
        mirror: f32,
        state: RenderState,
    ) {
        let board = &self.board;
        self.use_lit_program(&self.programs.plate, uniforms, camera, mirror);
        self.render_instances(&self.hole, &board.holes, state);
        self.render_instances(&board.frame, &board.frames, state);
        self.render_instances(&board.leg, &board.legs, state);
        self.render_instances(&board.slider, &board.sliders, state);
        self.use_lit_program(&self.programs.disc, uniforms, camera, mirror);
        self.render_instances(&self.disc, &self.discs, state);
    }

    /// Renders all instances of a mesh.
    fn render_instances(&self, mesh: &GpuMesh, buffer: &InstanceBuffer, state: RenderState) {
        gl::render_instances(&self.gl, mesh, Some(buffer), state);
    }

    fn render_shadows(&mut self, solid: Vec<Instance>, push: f32, sun: Mat4) {
        let casters = Some((solid, push));
        if self.shadow_casters == casters {
            return;
        }
        self.shadow_casters = casters;
        let state = RenderState {
            writes_colour: false,
            ..RenderState::SOLID
        };
        let program = &self.programs.shadow;
        let board = &self.board;
        self.sun_map.render(&self.gl, || {
            program.activate();
            program.set_matrix("camera", sun);
            program.set_f32("push", push);
            self.render_instances(&self.hole, &board.holes, state);
            self.render_instances(&board.frame, &board.frames, state);
            self.render_instances(&board.leg, &board.legs, state);
            self.render_instances(&self.disc, &self.discs, state);
        });
    }

    fn render_floor(&self, uniforms: &FrameUniforms<'_>) {
        let program = &self.programs.floor;
        let (columns, rows) = self.board.size;
        let reach = 0.9 * f32::from(columns.max(rows)) + 1.4;
        self.use_lit_program(program, uniforms, uniforms.camera.matrix(), 0.0);
        program.set_vec2("ground", [uniforms.floor, reach]);
        program.set_vec2("picture", uniforms.pixels.map(|side| side as f32));
        program.set_vec3("tone", uniforms.palette.floor.linear());
        let legs = [leg_x(columns), leg_reach(rows), f32::from(columns) / 2.0];
        program.set_vec3("legs", legs);
        gl::render_instances(&self.gl, &self.quad, None, TRANSLUCENT);
    }

    fn render_lights(&self, uniforms: &FrameUniforms<'_>, camera: Mat4) {
        let program = &self.programs.glow;
        let [right, up] = uniforms.camera.axes();
        program.activate();
        program.set_matrix("camera", camera);
        program.set_vec3("right", right.to_array());
        program.set_vec3("up", up.to_array());
        program.set_f32("push", uniforms.push);
        let state = RenderState {
            // Premultiplied alpha: the shader sets added and covered light separately.
            blend: Some(Gl::ONE),
            ..TRANSLUCENT
        };
        self.render_instances(&self.quad, &self.lights, state);
    }

    /// Activates a program and sets its uniforms for camera, sun and room.
    fn use_lit_program(
        &self,
        program: &ShaderProgram,
        uniforms: &FrameUniforms<'_>,
        camera: Mat4,
        mirror: f32,
    ) {
        program.activate();
        program.set_matrix("camera", camera);
        program.set_f32("push", uniforms.push);
        program.set_vec3("eye", uniforms.camera.eye().to_array());
        program.set_matrix("sun", uniforms.sun);
        program.set_vec3("sunWay", SUN_DIRECTION.normalised().to_array());
        let (columns, rows) = self.board.size;
        program.set_vec3(
            "bulb",
            point_light(columns, rows, uniforms.camera.is_behind()),
        );
        let (sun, low, high) = match uniforms.palette.room {
            RoomLight::Dark => ([1.05, 1.0, 0.92], [0.05, 0.06, 0.1], [0.3, 0.36, 0.52]),
            RoomLight::Light => ([0.95, 0.92, 0.88], [0.3, 0.32, 0.36], [0.72, 0.76, 0.84]),
        };
        program.set_vec3("sunLight", sun);
        program.set_vec3("roomLow", low);
        program.set_vec3("roomHigh", high);
        program.set_vec2("mirror", [mirror, uniforms.floor]);
        self.sun_map.bind(&self.gl, program);
    }
}

/// Values that all passes of a frame share.
struct FrameUniforms<'a> {
    camera: &'a Camera,
    palette: &'a ScenePalette,
    push: f32,
    sun: Mat4,
    floor: f32,
    pixels: [u32; 2],
}

/// Position of the point light that makes discs shine: on the camera's side, above the right half
/// of the board.
fn point_light(columns: u8, rows: u8, is_behind: bool) -> [f32; 3] {
    let (wide, high) = (f32::from(columns), f32::from(rows));
    let [x, z] = if is_behind {
        [-0.25, -0.6]
    } else {
        [0.25, 0.6]
    };
    [x * wide, 0.55 * high, z * wide.max(high)]
}

/// Builds a square from -1 to 1, for the floor and for light effects.
fn quad() -> Mesh {
    let vertex = |x: f32, y: f32| (vec3(x, y, 0.0), vec3(0.0, 0.0, 1.0));
    let mut mesh = Mesh::default();
    mesh.loft(
        &[vertex(-1.0, -1.0), vertex(1.0, -1.0)],
        &[vertex(-1.0, 1.0), vertex(1.0, 1.0)],
        false,
    );
    mesh
}

/// Projects the world into a shadow map that holds every shadow caster.
fn sun_matrix((columns, rows): (u8, u8)) -> Mat4 {
    let top = f32::from(rows) / 2.0 + HELD_DISC_HEIGHT + DISC_RADIUS;
    let floor = floor_height(rows);
    let middle = vec3(0.0, f32::midpoint(top, floor), 0.0);
    let (side, reach) = (leg_x(columns) + 0.3, leg_reach(rows) + 0.1);
    let radius = vec3(side, (top - floor) / 2.0, reach).length();
    let away = 2.0 * radius;
    let sun_view = Mat4::look_at(middle + SUN_DIRECTION.normalised() * away, middle);
    let mut half = 0.0_f32;
    for x in [-side, side] {
        for (y, z) in [(top, 0.4), (top, -0.4), (floor, reach), (floor, -reach)] {
            let [right, up, ..] = sun_view.transform(vec3(x, y, z));
            half = half.max(right.abs()).max(up.abs());
        }
    }
    Mat4::orthographic(half, 0.1, away + 3.0 * radius) * sun_view
}
