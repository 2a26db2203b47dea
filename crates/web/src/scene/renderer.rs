//! Draws a moment of the stage with WebGL 2.
//!
//! Every body is one mesh drawn in many copies. The order is: floor, the mirror image in it, bodies,
//! clear discs, light. Where nothing is drawn the picture is clear, and the page's own gradient shows. The shadow map is drawn again only if something that casts a
//! shadow has moved.

use web_sys::WebGl2RenderingContext as Gl;

use super::camera::{Camera, HELD};
use super::copies::{Copy, disc_copy, light_copies};
use super::gl::{self, Body, Crowd, How, Program, ShadowMap};
use super::math::{Mat4, Vec3, vec3};
use super::mesh::Mesh;
use super::palette::{Palette, Room};
use super::props::{Programs, Props};
use super::quality::Quality;
use super::shapes::{self, DISC_RADIUS, floor_height, leg_place, leg_reach};
use super::stage::Scenery;

/// Towards the sun: from the left, above and in front.
const SUN: Vec3 = vec3(-0.55, 0.95, 0.9);
/// How strong the mirror image in the floor is.
const MIRROR: f32 = 0.2;

/// What is clear lets the page behind it through.
const CLEAR: How = How {
    blend: Some(Gl::SRC_ALPHA),
    has_depth: false,
    ..How::SOLID
};

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
    gl: Gl,
    programs: Programs,
    quality: Quality,
    props: Props,
    hole: Body,
    disc: Body,
    sheet: Body,
    discs: Crowd,
    clear_discs: Crowd,
    lights: Crowd,
    sun_map: ShadowMap,
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
        gl: Gl,
        quality: Quality,
        size: (u8, u8),
        palette: &Palette,
    ) -> Result<Self, String> {
        if gl.is_context_lost() {
            return Err("the graphics processor is gone".to_owned());
        }
        let renderer = Self {
            programs: Programs::new(&gl, quality)?,
            props: Props::new(&gl, size, palette.grid),
            hole: Body::new(&gl, &shapes::hole()),
            disc: Body::new(&gl, &shapes::disc()),
            sheet: Body::new(&gl, &sheet()),
            discs: Crowd::new(&gl, &[]),
            clear_discs: Crowd::new(&gl, &[]),
            lights: Crowd::new(&gl, &[]),
            sun_map: ShadowMap::new(&gl, quality.shadow_size()),
            shadows_of: None,
            quality,
            gl,
        };
        renderer.programs.made()?;
        Ok(renderer)
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
            pixels,
        } = *moment;
        if self.props.size != size || self.props.colour != palette.grid {
            self.props = Props::new(&self.gl, size, palette.grid);
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
            pixels,
        };
        gl::clear(&self.gl, pixels);
        self.draw_all(&view);
    }

    fn draw_all(&self, view: &View<'_>) {
        self.draw_floor(view);
        let camera = view.camera.matrix();
        if self.quality == Quality::High {
            let image = camera * Mat4::mirror_in_floor(view.floor);
            let how = How {
                blend: Some(Gl::SRC_ALPHA),
                // A mirror turns every triangle around.
                cull: Some(Gl::FRONT),
                ..How::SOLID
            };
            self.draw_bodies(view, image, MIRROR, how);
        }
        let cull = Some(Gl::BACK);
        let how = How { cull, ..How::SOLID };
        self.draw_bodies(view, camera, 0.0, how);
        self.lit(&self.programs.disc, view, camera, 0.0);
        self.draw_crowd(&self.disc, &self.clear_discs, How { cull, ..CLEAR });
        self.draw_lights(view, camera);
    }

    fn draw_bodies(&self, view: &View<'_>, camera: Mat4, mirror: f32, how: How) {
        let props = &self.props;
        self.lit(&self.programs.plate, view, camera, mirror);
        self.draw_crowd(&self.hole, &props.holes, how);
        self.draw_crowd(&props.frame, &props.frames, how);
        self.draw_crowd(&props.leg, &props.legs, how);
        self.draw_crowd(&props.slider, &props.sliders, how);
        self.lit(&self.programs.disc, view, camera, mirror);
        self.draw_crowd(&self.disc, &self.discs, how);
    }

    /// Draws all copies of a mesh.
    fn draw_crowd(&self, body: &Body, crowd: &Crowd, how: How) {
        gl::draw(&self.gl, body, Some(crowd), how);
    }

    fn draw_shadows(&mut self, solid: Vec<Copy>, push: f32, sun: Mat4) {
        let casters = Some((solid, push));
        if self.shadows_of == casters {
            return;
        }
        self.shadows_of = casters;
        let how = How {
            has_colour: false,
            ..How::SOLID
        };
        let program = &self.programs.shadow;
        let props = &self.props;
        self.sun_map.write(&self.gl, || {
            program.begin();
            program.matrix("camera", sun);
            program.number("push", push);
            self.draw_crowd(&self.hole, &props.holes, how);
            self.draw_crowd(&props.frame, &props.frames, how);
            self.draw_crowd(&props.leg, &props.legs, how);
            self.draw_crowd(&self.disc, &self.discs, how);
        });
    }

    fn draw_floor(&self, view: &View<'_>) {
        let program = &self.programs.floor;
        let (columns, rows) = self.props.size;
        let reach = 0.9 * f32::from(columns.max(rows)) + 1.4;
        self.lit(program, view, view.camera.matrix(), 0.0);
        program.pair("ground", [view.floor, reach]);
        program.pair("picture", view.pixels.map(|side| side as f32));
        program.three("tone", view.palette.floor.linear());
        let legs = [
            leg_place(columns),
            leg_reach(rows),
            f32::from(columns) / 2.0,
        ];
        program.three("legs", legs);
        gl::draw(&self.gl, &self.sheet, None, CLEAR);
    }

    fn draw_lights(&self, view: &View<'_>, camera: Mat4) {
        let program = &self.programs.glow;
        let [right, up] = view.camera.axes();
        program.begin();
        program.matrix("camera", camera);
        program.three("right", right.array());
        program.three("up", up.array());
        program.number("push", view.push);
        let how = How {
            // What a piece adds, and how much of what is there it covers, are told apart.
            blend: Some(Gl::ONE),
            ..CLEAR
        };
        self.draw_crowd(&self.sheet, &self.lights, how);
    }

    /// Uses a program, and tells it about camera, sun and room.
    fn lit(&self, program: &Program, view: &View<'_>, camera: Mat4, mirror: f32) {
        program.begin();
        program.matrix("camera", camera);
        program.number("push", view.push);
        program.three("eye", view.camera.eye().array());
        program.matrix("sun", view.sun);
        program.three("sunWay", SUN.normalised().array());
        let (columns, rows) = self.props.size;
        program.three("bulb", bulb(columns, rows, view.camera.is_behind()));
        let (sun, low, high) = match view.palette.room {
            Room::Dark => ([1.05, 1.0, 0.92], [0.05, 0.06, 0.1], [0.3, 0.36, 0.52]),
            Room::Light => ([0.95, 0.92, 0.88], [0.3, 0.32, 0.36], [0.72, 0.76, 0.84]),
        };
        program.three("sunLight", sun);
        program.three("roomLow", low);
        program.three("roomHigh", high);
        program.pair("mirror", [mirror, view.floor]);
        self.sun_map.read(&self.gl, program);
    }
}

/// What all parts of one picture share.
struct View<'a> {
    camera: &'a Camera,
    palette: &'a Palette,
    push: f32,
    sun: Mat4,
    floor: f32,
    pixels: [u32; 2],
}

/// Where the point of light is that discs shine in: on the side of whoever looks, over the right half of the grid.
fn bulb(columns: u8, rows: u8, is_behind: bool) -> [f32; 3] {
    let (wide, high) = (f32::from(columns), f32::from(rows));
    let [x, z] = if is_behind {
        [-0.25, -0.6]
    } else {
        [0.25, 0.6]
    };
    [x * wide, 0.55 * high, z * wide.max(high)]
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
