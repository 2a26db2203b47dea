//! Draws a moment of the stage with WebGL 2.
//!
//! Every body is one mesh drawn in many copies. The order is: floor, the mirror image in it, bodies,
//! clear discs, light. Where nothing is drawn the picture is clear, and the page's own gradient shows. The shadow map is drawn again only if something that casts a
//! shadow has moved.
//!
//! Uniforms and attributes that a driver's compiler has removed are skipped, never demanded.

use std::sync::Arc;

use three_d::context::Context as Glow;
use three_d::{
    Blend, BlendEquationType, BlendMultiplierType, ClearState, Context, CoreError, Cull,
    DepthTexture2D, Program, RenderStates, RenderTarget, UniformDataType, Viewport, Wrapping,
    WriteMask,
};
use web_sys::WebGl2RenderingContext;

use super::camera::{Camera, HELD};
use super::copies::{Copy, disc_copy, light_copies};
use super::math::{Mat4, Vec3, vec3};
use super::mesh::Mesh;
use super::palette::{Palette, Room};
use super::props::{Body, COPY_NAMES, Crowd, Programs, Props};
use super::quality::Quality;
use super::shapes::{self, DISC_RADIUS, floor_height, leg_place, leg_reach};
use super::stage::Scenery;

/// Towards the sun: from the left, above and in front.
const SUN: Vec3 = vec3(-0.55, 0.95, 0.9);
/// How strong the mirror image in the floor is.
const MIRROR: f32 = 0.2;

/// What is clear lets the page behind it through.
const OVER: Blend = over(BlendMultiplierType::SrcAlpha);

const fn over(source_rgb_multiplier: BlendMultiplierType) -> Blend {
    Blend::Enabled {
        source_rgb_multiplier,
        source_alpha_multiplier: BlendMultiplierType::One,
        destination_rgb_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
        destination_alpha_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
        rgb_equation: BlendEquationType::Add,
        alpha_equation: BlendEquationType::Add,
    }
}

/// What is to be drawn, and from where.
pub(super) struct Moment<'a> {
    /// Columns and rows.
    pub(super) size: (u8, u8),
    /// What is on the stage.
    pub(super) scenery: &'a Scenery,
    /// From where it is seen.
    pub(super) camera: &'a Camera,
    /// In which colours.
    pub(super) palette: &'a Palette,
    /// Width and height of the picture.
    pub(super) pixels: [u32; 2],
}

/// All that is needed to draw.
pub(super) struct Renderer {
    gl: WebGl2RenderingContext,
    context: Context,
    programs: Programs,
    quality: Quality,
    props: Props,
    hole: Body,
    disc: Body,
    sheet: Body,
    discs: Crowd,
    clear_discs: Crowd,
    lights: Crowd,
    sun_map: DepthTexture2D,
    /// What cast the shadows that the map holds.
    shadows_of: Option<(Vec<Copy>, f32)>,
}

impl Renderer {
    /// Makes everything ready.
    ///
    /// # Errors
    ///
    /// What the browser says if it cannot.
    pub(super) fn new(
        gl: WebGl2RenderingContext,
        quality: Quality,
        size: (u8, u8),
        palette: &Palette,
    ) -> Result<Self, String> {
        if gl.is_context_lost() {
            return Err("the graphics processor is gone".to_owned());
        }
        #[expect(
            clippy::arc_with_non_send_sync,
            reason = "the library wants one, and there is only one thread"
        )]
        let glow = Arc::new(Glow::from_webgl2_context(gl.clone()));
        let context = Context::from_gl_context(glow).map_err(|error| error.to_string())?;
        let programs = Programs::new(&context, quality).map_err(|error| error.to_string())?;
        let texels = quality.shadow_size();
        let edge = Wrapping::ClampToEdge;
        Ok(Self {
            props: Props::new(&context, size, palette.grid),
            hole: Body::new(&context, &shapes::hole()),
            disc: Body::new(&context, &shapes::disc()),
            sheet: Body::new(&context, &sheet()),
            discs: Crowd::new(&context, &[]),
            clear_discs: Crowd::new(&context, &[]),
            lights: Crowd::new(&context, &[]),
            sun_map: DepthTexture2D::new::<f32>(&context, texels, texels, edge, edge),
            shadows_of: None,
            quality,
            programs,
            context,
            gl,
        })
    }

    /// True if the browser has taken the graphics processor away.
    pub(super) fn is_lost(&self) -> bool {
        self.gl.is_context_lost()
    }

    /// What it draws with.
    pub(super) const fn quality(&self) -> Quality {
        self.quality
    }

    /// Draws a moment.
    pub(super) fn draw(&mut self, moment: &Moment<'_>) {
        let Moment {
            size,
            scenery,
            camera,
            palette,
            pixels: [width, height],
        } = *moment;
        if self.props.size != size || self.props.colour != palette.grid {
            self.props = Props::new(&self.context, size, palette.grid);
            self.shadows_of = None;
        }
        self.props.open(scenery.slider);
        let copies = |is_clear: bool| -> Vec<Copy> {
            let discs = scenery.discs.iter();
            discs
                .filter(|disc| (disc.opacity < 1.0) == is_clear)
                .map(|disc| disc_copy(disc, palette))
                .collect()
        };
        let solid = copies(false);
        self.discs.fill(&solid);
        self.clear_discs.fill(&copies(true));
        self.lights
            .fill(&light_copies(scenery, camera, palette, size.1));
        let sun = sun_matrix(size);
        self.draw_shadows(solid, scenery.push, sun);
        let view = View {
            camera,
            palette,
            push: scenery.push,
            sun,
            floor: floor_height(size.1),
            port: Viewport::new_at_origo(width, height),
        };
        let screen = RenderTarget::screen(&self.context, width, height);
        screen.clear(ClearState::color_and_depth(0.0, 0.0, 0.0, 0.0, 1.0));
        let drawn = screen.write::<CoreError>(|| {
            self.draw_all(&view);
            Ok(())
        });
        debug_assert!(drawn.is_ok(), "drawing reports no errors");
    }

    fn draw_all(&self, view: &View<'_>) {
        self.draw_floor(view);
        let camera = view.camera.matrix();
        if self.quality == Quality::High {
            let image = camera * Mat4::mirror_in_floor(view.floor);
            let states = RenderStates {
                blend: OVER,
                // A mirror turns every triangle around.
                cull: Cull::Front,
                ..RenderStates::default()
            };
            self.draw_bodies(view, image, MIRROR, states);
        }
        let states = RenderStates {
            cull: Cull::Back,
            ..RenderStates::default()
        };
        self.draw_bodies(view, camera, 0.0, states);
        let clear = RenderStates {
            blend: OVER,
            write_mask: WriteMask::COLOR,
            ..states
        };
        self.lit(&self.programs.disc, view, camera, 0.0);
        draw_crowd(
            &self.programs.disc,
            &self.disc,
            &self.clear_discs,
            (clear, view.port),
        );
        self.draw_lights(view, camera);
    }

    fn draw_bodies(&self, view: &View<'_>, camera: Mat4, mirror: f32, states: RenderStates) {
        let (props, port) = (&self.props, view.port);
        let plate = &self.programs.plate;
        self.lit(plate, view, camera, mirror);
        draw_crowd(plate, &self.hole, &props.holes, (states, port));
        draw_crowd(plate, &props.frame, &props.frames, (states, port));
        draw_crowd(plate, &props.leg, &props.legs, (states, port));
        draw_crowd(plate, &props.slider, &props.sliders, (states, port));
        let disc = &self.programs.disc;
        self.lit(disc, view, camera, mirror);
        draw_crowd(disc, &self.disc, &self.discs, (states, port));
    }

    fn draw_shadows(&mut self, solid: Vec<Copy>, push: f32, sun: Mat4) {
        let casters = Some((solid, push));
        if self.shadows_of == casters {
            return;
        }
        self.shadows_of = casters;
        let side = self.quality.shadow_size();
        let port = Viewport::new_at_origo(side, side);
        let states = RenderStates {
            write_mask: WriteMask::DEPTH,
            ..RenderStates::default()
        };
        let program = &self.programs.shadow;
        let props = &self.props;
        let target = self.sun_map.as_depth_target();
        target.clear(ClearState::depth(1.0));
        let drawn = target.write::<CoreError>(|| {
            set(program, "camera", matrix(sun));
            set(program, "push", push);
            draw_crowd(program, &self.hole, &props.holes, (states, port));
            draw_crowd(program, &props.frame, &props.frames, (states, port));
            draw_crowd(program, &props.leg, &props.legs, (states, port));
            draw_crowd(program, &self.disc, &self.discs, (states, port));
            Ok(())
        });
        debug_assert!(drawn.is_ok(), "drawing reports no errors");
    }

    fn draw_floor(&self, view: &View<'_>) {
        let program = &self.programs.floor;
        let (columns, rows) = self.props.size;
        let reach = 0.72 * f32::from(columns.max(rows)) + 1.2;
        self.lit(program, view, view.camera.matrix(), 0.0);
        set(program, "ground", three_d::vec2(view.floor, reach));
        set(
            program,
            "tone",
            three_d::Vec3::from(view.palette.floor.linear()),
        );
        let legs = [
            leg_place(columns),
            leg_reach(rows),
            f32::from(columns) / 2.0,
        ];
        set(program, "legs", three_d::Vec3::from(legs));
        let states = RenderStates {
            blend: OVER,
            write_mask: WriteMask::COLOR,
            ..RenderStates::default()
        };
        if program.requires_attribute("point") {
            program.use_vertex_attribute("point", &self.sheet.points);
            program.draw_elements(states, view.port, &self.sheet.triangles);
        }
    }

    fn draw_lights(&self, view: &View<'_>, camera: Mat4) {
        let program = &self.programs.glow;
        let [right, up] = view.camera.axes();
        set(program, "camera", matrix(camera));
        set(program, "right", vector(right));
        set(program, "up", vector(up));
        set(program, "push", view.push);
        let states = RenderStates {
            // What a piece adds, and how much of what is there it covers, are told apart.
            blend: over(BlendMultiplierType::One),
            write_mask: WriteMask::COLOR,
            ..RenderStates::default()
        };
        draw_crowd(program, &self.sheet, &self.lights, (states, view.port));
    }

    /// Tells a program about camera, sun and room.
    fn lit(&self, program: &Program, view: &View<'_>, camera: Mat4, mirror: f32) {
        set(program, "camera", matrix(camera));
        set(program, "push", view.push);
        set(program, "eye", vector(view.camera.eye()));
        set(program, "sun", matrix(view.sun));
        set(program, "sunWay", vector(SUN.normalised()));
        let (sun, low, high) = match view.palette.room {
            Room::Dark => ([1.05, 1.0, 0.92], [0.05, 0.06, 0.1], [0.3, 0.36, 0.52]),
            Room::Light => ([0.95, 0.92, 0.88], [0.3, 0.32, 0.36], [0.72, 0.76, 0.84]),
        };
        set(program, "sunLight", three_d::Vec3::from(sun));
        set(program, "roomLow", three_d::Vec3::from(low));
        set(program, "roomHigh", three_d::Vec3::from(high));
        set(program, "mirror", three_d::vec2(mirror, view.floor));
        if program.requires_uniform("sunMap") {
            program.use_depth_texture("sunMap", &self.sun_map);
        }
    }
}

/// Draws all copies of a mesh.
fn draw_crowd(
    program: &Program,
    body: &Body,
    crowd: &Crowd,
    (states, port): (RenderStates, Viewport),
) {
    if crowd.count == 0 {
        return;
    }
    for (name, buffer) in [("point", &body.points), ("normal", &body.normals)] {
        if program.requires_attribute(name) {
            program.use_vertex_attribute(name, buffer);
        }
    }
    for (name, buffer) in COPY_NAMES.into_iter().zip(&crowd.parts) {
        if program.requires_attribute(name) {
            program.use_instance_attribute(name, buffer);
        }
    }
    program.draw_elements_instanced(states, port, &body.triangles, crowd.count);
}

/// What all parts of one picture share.
struct View<'a> {
    camera: &'a Camera,
    palette: &'a Palette,
    push: f32,
    sun: Mat4,
    floor: f32,
    port: Viewport,
}

fn set<T: UniformDataType>(program: &Program, name: &str, value: T) {
    program.use_uniform_if_required(name, value);
}

fn matrix(matrix: Mat4) -> three_d::Mat4 {
    three_d::Mat4::from(matrix.0)
}

fn vector(vector: Vec3) -> three_d::Vec3 {
    three_d::Vec3::from(vector.array())
}

/// A flat piece from -1 to 1, for the floor and for light.
fn sheet() -> Mesh {
    let corner = |x: f32, y: f32| (vec3(x, y, 0.0), vec3(0.0, 0.0, 1.0));
    let mut mesh = Mesh::default();
    mesh.loft(
        &[corner(-1.0, -1.0), corner(1.0, -1.0)],
        &[corner(-1.0, 1.0), corner(1.0, 1.0)],
        false,
    );
    mesh
}

/// From the world into a shadow map that everything which casts shadows fits into.
fn sun_matrix((columns, rows): (u8, u8)) -> Mat4 {
    let top = f32::from(rows) / 2.0 + HELD + DISC_RADIUS;
    let floor = floor_height(rows);
    let middle = vec3(0.0, f32::midpoint(top, floor), 0.0);
    let (side, reach) = (leg_place(columns) + 0.3, leg_reach(rows) + 0.1);
    let radius = vec3(side, (top - floor) / 2.0, reach).length();
    let away = 2.0 * radius;
    let view = Mat4::look_at(middle + SUN.normalised() * away, middle);
    let mut half = 0.0_f32;
    for x in [-side, side] {
        for (y, z) in [(top, 0.4), (top, -0.4), (floor, reach), (floor, -reach)] {
            let [right, up, ..] = view.transform(vec3(x, y, z));
            half = half.max(right.abs()).max(up.abs());
        }
    }
    Mat4::parallel(half, 0.1, away + 3.0 * radius) * view
}
