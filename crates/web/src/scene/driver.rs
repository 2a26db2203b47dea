//! Runs the scene in the page: frames on demand, one after the other.
//!
//! There is one callback for frames. Whatever changes the picture calls [`Driver::request`], which
//! asks for one frame unless one is on its way; a frame asks for the next only while something
//! moves. At rest nothing runs.
//!
//! No borrow of [`Works`] is held while the page is told something, because the page may answer by
//! calling back.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use foursight_core::Column;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlCanvasElement, HtmlElement};

use super::camera::{Camera, Turn};
use super::gesture::{Gesture, Point, Wish};
use super::handle::{Described, Hand, Handle, Health, context};
use super::math::Vec3;
use super::palette::Palette;
use super::quality::{Governor, Quality};
use super::renderer::{Moment, Renderer};
use super::shown::Shown;
use super::stage::Stage;
use crate::model::{Show, Theme};

/// Longer than this, frames were not made one after the other: movements start where they stopped.
const STEP_MS_MAX: f64 = 100.0;

/// All that the scene is made of.
pub(super) struct Works {
    pub(super) stage: Stage,
    pub(super) camera: Camera,
    pub(super) gesture: Gesture,
    governor: Governor,
    pub(super) palette: Palette,
    is_still: bool,
    renderer: Option<Renderer>,
    canvas: Option<HtmlCanvasElement>,
    last_ms: Option<f64>,
    /// Where a pointer was last asked about.
    pointed: [f32; 2],
    /// Where the page was told that the columns stand.
    heads: Vec<i32>,
}

impl Works {
    fn new() -> Self {
        let shown = Shown::default();
        Self {
            camera: Camera::new(shown.columns, shown.rows),
            stage: Stage::default(),
            gesture: Gesture::default(),
            governor: Governor::default(),
            palette: Theme::default().scene(),
            is_still: false,
            renderer: None,
            canvas: None,
            last_ms: None,
            pointed: [0.0; 2],
            heads: Vec::new(),
        }
    }

    /// Shows something that happened.
    fn show(&mut self, show: &Show) {
        let seen = |works: &Self| (works.size(), works.stage.shown().aside.is_some());
        let old = seen(self);
        self.stage.show(show, now_ms());
        let ((columns, rows), has_places) = seen(self);
        if ((columns, rows), has_places) != old {
            self.camera.set_grid(columns, rows, has_places);
            self.camera.go_home();
        }
    }

    fn size(&self) -> (u8, u8) {
        let shown = self.stage.shown();
        (shown.columns, shown.rows)
    }

    /// Lets nothing move, or everything again.
    pub(super) fn set_still(&mut self, is_still: bool) {
        self.is_still = is_still;
        self.stage.set_still(is_still);
    }

    /// Does to the camera what a finger wants. Gives the column that the finger is at, if it
    /// aims or drops.
    pub(super) fn obey(&mut self, wish: Wish) -> Option<u8> {
        match wish {
            Wish::Aim([x, y]) | Wish::Drop([x, y]) => {
                self.pointed = [x, y];
                return self.camera.pick(x, y);
            }
            Wish::Drag([right, down]) => self.camera.drag(right, down),
            Wish::Zoom(factor, [right, down]) => {
                self.camera.zoom(factor);
                self.camera.drag(right, down);
            }
        }
        None
    }

    /// The column below which a point of the picture lies.
    pub(super) fn below(&self, [x, y]: Point) -> Option<Column> {
        let column = self.camera.pick_below(x, y)?;
        Column::from_index(column.into())
    }

    /// Draws a frame. True if the next would look different.
    fn frame(&mut self, now_ms: f64) -> bool {
        let since = self.last_ms.map_or(0.0, |last| now_ms - last);
        self.last_ms = Some(now_ms);
        let step = since.clamp(0.0, STEP_MS_MAX) / 1000.0;
        let Some(pixels) = self.fit_canvas() else {
            return false;
        };
        let is_turning = self.camera.advance(step as f32, self.is_still);
        self.place_heads();
        let scenery = self.stage.scenery(now_ms);
        let shown = self.stage.shown();
        let size = (shown.columns, shown.rows);
        let Some(renderer) = self
            .renderer
            .as_mut()
            .filter(|renderer| !renderer.is_lost())
        else {
            return false;
        };
        renderer.draw(&Moment {
            size,
            scenery: &scenery,
            camera: &self.camera,
            palette: &self.palette,
            pixels,
        });
        let is_busy = is_turning || scenery.is_moving;
        if !is_busy {
            self.last_ms = None;
        }
        is_busy
    }

    /// Gives the canvas as many pixels as it fills on the screen. Setting them clears it, so they
    /// are set only if they change.
    fn fit_canvas(&mut self) -> Option<[u32; 2]> {
        let canvas = self.canvas.as_ref()?;
        let quality = self.renderer.as_ref()?.quality();
        let ratio = web_sys::window()
            .map_or(1.0, |window| window.device_pixel_ratio())
            .clamp(0.5, quality.pixel_ratio_max());
        let (width, height) = (canvas.client_width(), canvas.client_height());
        if width <= 0 || height <= 0 {
            return None;
        }
        let pixels = [width, height].map(|side| (f64::from(side) * ratio).round().max(1.0) as u32);
        if [canvas.width(), canvas.height()] != pixels {
            canvas.set_width(pixels[0]);
            canvas.set_height(pixels[1]);
        }
        self.camera.set_size(width as f32, height as f32);
        Some(pixels)
    }

    /// Tells the style sheet where the columns stand: their numbers stand above them.
    fn place_heads(&mut self) {
        let heads = self.camera.heads();
        // The grid of the first page has no numbers above it.
        if self.heads == heads || self.camera.is_shown_only() {
            return;
        }
        let wide = heads.iter().skip(2).map(|wide| format!("{wide}fr "));
        let wide: String = wide.collect();
        let values = [
            ("--heads-start", heads[0].to_string()),
            ("--heads-end", heads[1].to_string()),
            ("--heads-wide", wide),
        ];
        self.heads = heads;
        let root = web_sys::window()
            .and_then(|window| window.document()?.document_element())
            .and_then(|root| root.dyn_into::<HtmlElement>().ok());
        if let Some(root) = root {
            for (name, value) in values {
                // A style takes any value under a name of our own; an empty one is the same as none.
                let _ = root.style().set_property(name, &value);
            }
        }
    }

    /// Draws into this canvas from now on, in this quality.
    ///
    /// # Errors
    ///
    /// [`Health::Missing`] if the browser has no WebGL 2, [`Health::Lost`] if it is gone for now.
    pub(super) fn mount(
        &mut self,
        canvas: &HtmlCanvasElement,
        quality: Quality,
    ) -> Result<(), Health> {
        let is_same = self.canvas.as_ref() == Some(canvas);
        let has_quality =
            |renderer: &Renderer| renderer.quality() == quality && !renderer.is_lost();
        if is_same && self.renderer.as_ref().is_some_and(has_quality) {
            return Ok(());
        }
        self.renderer = None;
        if !is_same {
            // Whoever comes to the grid anew sees the whole of it.
            self.camera.go_home();
        }
        self.canvas = Some(canvas.clone());
        let gl = context(canvas, quality).ok_or(Health::Missing)?;
        if gl.is_context_lost() {
            return Err(Health::Lost);
        }
        let shown = self.stage.shown();
        let size = (shown.columns, shown.rows);
        let renderer = Renderer::new(gl, quality, size, &self.palette);
        self.renderer = Some(renderer.map_err(|_| Health::Missing)?);
        Ok(())
    }

    /// Lets go of a graphics processor that is gone.
    pub(super) fn forget_renderer(&mut self) {
        self.renderer = None;
    }
}

pub(super) fn now_ms() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}

/// Draws a frame at a time.
type Frame = Closure<dyn FnMut(f64)>;

/// Hears of a quality.
type Tell = Box<dyn Fn(Quality)>;

/// The callback for frames, and what a frame needs.
pub(super) struct Driver {
    works: RefCell<Works>,
    frame: RefCell<Option<Frame>>,
    pending: Cell<Option<i32>>,
    frames: Cell<u32>,
    /// How long the last frame took to draw and how long after the one before it came, in
    /// milliseconds.
    pace: Cell<[f64; 2]>,
    /// Tells that frames take too long for the quality so far.
    lower: RefCell<Option<Tell>>,
}

impl Driver {
    fn new() -> Rc<Self> {
        let driver = Rc::new(Self {
            works: RefCell::new(Works::new()),
            frame: RefCell::new(None),
            pending: Cell::new(None),
            frames: Cell::new(0),
            pace: Cell::new([0.0; 2]),
            lower: RefCell::new(None),
        });
        let weak = Rc::downgrade(&driver);
        let frame = Closure::new(move |now_ms: f64| {
            if let Some(driver) = weak.upgrade() {
                driver.draw(now_ms);
            }
        });
        *driver.frame.borrow_mut() = Some(frame);
        driver
    }

    /// Changes something, and shows it.
    pub(super) fn with<T>(&self, change: impl FnOnce(&mut Works) -> T) -> T {
        let result = self.change(change);
        self.request();
        result
    }

    /// Changes something that is not seen.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Works) -> T) -> T {
        change(&mut self.works.borrow_mut())
    }

    /// Looks something up.
    pub(super) fn look<T>(&self, question: impl FnOnce(&Works) -> T) -> T {
        question(&self.works.borrow())
    }

    /// Asks for a frame.
    pub(super) fn request(&self) {
        if self.pending.get().is_some() {
            return;
        }
        if let (Some(window), Some(frame)) = (web_sys::window(), &*self.frame.borrow()) {
            let asked = window.request_animation_frame(frame.as_ref().unchecked_ref());
            self.pending.set(asked.ok());
        }
    }

    /// Says whom to tell that the quality is too high.
    pub(super) fn on_lower(&self, tell: impl Fn(Quality) + 'static) {
        *self.lower.borrow_mut() = Some(Box::new(tell));
    }

    /// Draws no more.
    pub(super) fn stop(&self) {
        if let (Some(window), Some(id)) = (web_sys::window(), self.pending.take()) {
            // Without a window there is nothing to cancel.
            let _ = window.cancel_animation_frame(id);
        }
        *self.lower.borrow_mut() = None;
        self.works.borrow_mut().forget_renderer();
    }

    /// The quality that is drawn in; none while nothing is.
    pub(super) fn quality(&self) -> Option<Quality> {
        self.look(|works| works.renderer.as_ref().map(Renderer::quality))
    }

    /// How many frames were drawn.
    pub(super) fn frames(&self) -> u32 {
        self.frames.get()
    }

    fn draw(&self, now_ms: f64) {
        self.pending.set(None);
        self.frames.set(self.frames.get().wrapping_add(1));
        let begun = self::now_ms();
        let (is_busy, lower, since) = {
            let mut works = self.works.borrow_mut();
            let since = works.last_ms.map(|last| now_ms - last);
            let is_lower = works.governor.frame(now_ms, since.is_some());
            let quality = works.governor.quality();
            (works.frame(now_ms), is_lower.then_some(quality), since)
        };
        let between = since.unwrap_or_else(|| self.pace.get()[1]);
        self.pace.set([self::now_ms() - begun, between]);
        if is_busy {
            self.request();
        }
        if let (Some(quality), Some(tell)) = (lower, &*self.lower.borrow()) {
            tell(quality);
        }
    }
}

impl Hand for Driver {
    fn show(&self, show: &Show) {
        self.with(|works| works.show(show));
    }

    fn turn(&self, turn: Turn) {
        self.with(|works| works.camera.turn(turn));
    }

    fn described(&self) -> Described {
        // Hundredths of a space say enough.
        let point = |v: Vec3| v.array().map(|part| (part * 100.0).round() as i32);
        self.look(|works| {
            let (camera, [x, y]) = (&works.camera, works.pointed);
            Described {
                frames: self.frames(),
                pace_ms: self.pace.get().map(|ms| ms.round() as u32),
                quality: self.quality(),
                eye: point(camera.eye()),
                ray: point(camera.ray(x, y)),
                column: camera.pick(x, y).map(|column| column + 1),
            }
        })
    }
}

/// The scene behind a handle, made if there is none yet.
pub(super) fn driver(handle: Handle) -> Rc<Driver> {
    let hand: Rc<dyn Any> = handle.filled(|| Driver::new());
    hand.downcast().expect("a handle holds nothing but drivers")
}
