//! Runs the frame loop of the scene: frames are rendered on demand.
//!
//! There is one animation-frame callback. Every change calls [`Driver::request`], which schedules a
//! frame unless one is already scheduled; a frame schedules the next only while something moves. At
//! rest nothing runs.
//!
//! No borrow of [`SceneState`] is held while a callback of the page runs, because the page may call
//! back into the scene.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use foursight_core::Column;
use foursight_page::math::Vec3;
use foursight_page::settings::Theme;
use foursight_page::stage::BoardAnimation;
use foursight_page::stage::animator::BoardAnimator;
use foursight_page::stage::board_snapshot::BoardSnapshot;
use foursight_page::stage::camera::{Camera, CameraStep};
use foursight_page::stage::gesture::{CanvasPoint, Gesture, GestureAction};
use foursight_page::stage::quality::{Governor, Quality, QualityDecision};
use foursight_page::themes::palette::ScenePalette;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlCanvasElement, HtmlElement};

use super::handle::{SceneBackend, SceneDiagnostics, SceneHandle, SceneStatus, context};
use super::instances::DebugMarks;
use super::renderer::{RenderInput, Renderer};

/// Longest time step of an animation. Beyond it frames were paused, and movements continue where
/// they stopped.
const TIME_STEP_MAX_MS: f64 = 100.0;

/// State of the scene.
pub(super) struct SceneState {
    pub(super) animator: BoardAnimator,
    pub(super) camera: Camera,
    pub(super) gesture: Gesture,
    governor: Governor,
    pub(super) palette: ScenePalette,
    has_reduced_motion: bool,
    renderer: Option<Renderer>,
    canvas: Option<HtmlCanvasElement>,
    last_ms: Option<f64>,
    /// Last pointer position that was picked.
    last_pointer: [f32; 2],
    /// Position of the camera at the last pick, and direction of the ray.
    last_ray: Option<[Vec3; 2]>,
    /// Hit zones and the last ray are rendered.
    is_debug: bool,
    /// Column header layout that the style sheet has.
    column_layout: Vec<i32>,
}

impl SceneState {
    fn new() -> Self {
        let snapshot = BoardSnapshot::default();
        Self {
            camera: Camera::new(snapshot.columns, snapshot.rows),
            animator: BoardAnimator::default(),
            gesture: Gesture::default(),
            governor: Governor::default(),
            palette: Theme::default().scene_palette(),
            has_reduced_motion: false,
            renderer: None,
            canvas: None,
            last_ms: None,
            last_pointer: [0.0; 2],
            last_ray: None,
            is_debug: false,
            column_layout: Vec::new(),
        }
    }

    /// Applies an update of the game.
    fn show(&mut self, show: &BoardAnimation) {
        let layout = |state: &Self| {
            (
                state.size(),
                state.animator.snapshot().set_aside_discs.is_some(),
            )
        };
        let old = layout(self);
        self.animator.show(show, now_ms());
        let ((columns, rows), has_set_aside) = layout(self);
        if ((columns, rows), has_set_aside) != old {
            self.camera.set_board(columns, rows, has_set_aside);
            self.camera.go_home();
        }
    }

    fn size(&self) -> (u8, u8) {
        let snapshot = self.animator.snapshot();
        (snapshot.columns, snapshot.rows)
    }

    /// Stops all movement (reduced motion), or allows it again.
    pub(super) fn set_reduced_motion(&mut self, has_reduced_motion: bool) {
        self.has_reduced_motion = has_reduced_motion;
        self.animator.set_reduced_motion(has_reduced_motion);
    }

    /// Applies a gesture to the camera. Returns the column under the pointer if the gesture aims or
    /// drops.
    pub(super) fn apply_gesture(&mut self, action: GestureAction) -> Option<u8> {
        match action {
            GestureAction::Aim([x, y]) | GestureAction::Drop([x, y]) => {
                self.last_pointer = [x, y];
                self.last_ray = Some([self.camera.eye(), self.camera.ray(x, y)]);
                return self.camera.pick(x, y);
            }
            GestureAction::Drag([right, down]) => self.camera.drag(right, down),
            GestureAction::Zoom(factor, [right, down]) => {
                self.camera.zoom(factor);
                self.camera.drag(right, down);
            }
        }
        None
    }

    /// Returns the column below which a point of the canvas lies.
    pub(super) fn column_below(&self, [x, y]: CanvasPoint) -> Option<Column> {
        let column = self.camera.pick_below(x, y)?;
        Column::from_index(column.into())
    }

    /// Renders a frame. Returns true if the next frame would differ.
    fn render(&mut self, now_ms: f64) -> bool {
        let elapsed_ms = self.last_ms.map_or(0.0, |last_ms| now_ms - last_ms);
        self.last_ms = Some(now_ms);
        let time_step = elapsed_ms.clamp(0.0, TIME_STEP_MAX_MS) / 1000.0;
        let Some(pixels) = self.fit_canvas() else {
            return false;
        };
        let is_camera_moving = self
            .camera
            .advance(time_step as f32, self.has_reduced_motion);
        self.publish_column_layout();
        let frame_contents = self.animator.frame_at(now_ms);
        let snapshot = self.animator.snapshot();
        let size = (snapshot.columns, snapshot.rows);
        let Some(renderer) = self
            .renderer
            .as_mut()
            .filter(|renderer| !renderer.is_lost())
        else {
            return false;
        };
        renderer.render(&RenderInput {
            size,
            frame: &frame_contents,
            camera: &self.camera,
            palette: &self.palette,
            debug: self.is_debug.then_some(DebugMarks {
                ray: self.last_ray,
                size,
            }),
            pixels,
        });
        let is_busy = is_camera_moving || frame_contents.is_moving;
        if !is_busy {
            self.last_ms = None;
        }
        is_busy
    }

    /// Sizes the canvas for the device pixel ratio. Setting the size clears the canvas, so it is
    /// set only if it changes.
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
        // The line with the turn lies over the lower edge of the canvas in the play view.
        let stage = canvas.closest(".stage").ok().flatten();
        let covered = stage.map_or(0, |stage| height - stage.client_height());
        self.camera
            .set_size_and_cover(width as f32, height as f32, covered as f32);
        Some(pixels)
    }

    /// Sets the CSS variables that place the column numbers above their columns.
    fn publish_column_layout(&mut self) {
        let column_layout = self.camera.column_layout();
        // The board on the start page has no column numbers.
        if self.column_layout == column_layout || self.camera.is_display_only() {
            return;
        }
        let widths = column_layout
            .iter()
            .skip(2)
            .map(|width| format!("{width}fr "));
        let widths: String = widths.collect();
        let values = [
            ("--heads-start", column_layout[0].to_string()),
            ("--heads-end", column_layout[1].to_string()),
            ("--heads-wide", widths),
        ];
        self.column_layout = column_layout;
        let root = web_sys::window()
            .and_then(|window| window.document()?.document_element())
            .and_then(|root| root.dyn_into::<HtmlElement>().ok());
        if let Some(root) = root {
            for (name, value) in values {
                // Setting a custom property cannot fail, and an empty value means none.
                let _ = root.style().set_property(name, &value);
            }
        }
    }

    /// Renders into this canvas from now on, in this quality.
    ///
    /// # Errors
    ///
    /// [`SceneStatus::Missing`] if the browser has no WebGL 2, [`SceneStatus::Lost`] if the context is lost
    /// for now.
    pub(super) fn mount(
        &mut self,
        canvas: &HtmlCanvasElement,
        quality: Quality,
    ) -> Result<(), SceneStatus> {
        let is_same = self.canvas.as_ref() == Some(canvas);
        let has_quality =
            |renderer: &Renderer| renderer.quality() == quality && !renderer.is_lost();
        if is_same && self.renderer.as_ref().is_some_and(has_quality) {
            return Ok(());
        }
        self.renderer = None;
        if !is_same {
            // A new canvas starts with the whole board in view.
            self.camera.go_home();
        }
        self.canvas = Some(canvas.clone());
        let gl = context(canvas).ok_or(SceneStatus::Unavailable)?;
        if gl.is_context_lost() {
            return Err(SceneStatus::ContextLost);
        }
        let snapshot = self.animator.snapshot();
        let size = (snapshot.columns, snapshot.rows);
        let renderer = Renderer::new(gl, quality, size, &self.palette);
        self.renderer = Some(renderer.map_err(|_| SceneStatus::Unavailable)?);
        Ok(())
    }

    /// Drops the renderer after its context was lost.
    pub(super) fn drop_renderer(&mut self) {
        self.renderer = None;
    }
}

pub(super) fn now_ms() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}

/// Animation-frame callback; its argument is the time in milliseconds.
type FrameCallback = Closure<dyn FnMut(f64)>;

/// Called with the consequences of frame times.
type QualityCallback = Box<dyn Fn(QualityDecision)>;

/// Owns the animation-frame callback and the state that a frame needs.
pub(super) struct Driver {
    state: RefCell<SceneState>,
    callback: RefCell<Option<FrameCallback>>,
    pending: Cell<Option<i32>>,
    frames: Cell<u32>,
    /// Render time of the last frame, and the time since the frame before it, in milliseconds.
    frame_times: Cell<[f64; 2]>,
    /// Called when another quality suits the frame times better.
    on_quality: RefCell<Option<QualityCallback>>,
}

impl Driver {
    fn new() -> Rc<Self> {
        let driver = Rc::new(Self {
            state: RefCell::new(SceneState::new()),
            callback: RefCell::new(None),
            pending: Cell::new(None),
            frames: Cell::new(0),
            frame_times: Cell::new([0.0; 2]),
            on_quality: RefCell::new(None),
        });
        let weak = Rc::downgrade(&driver);
        let callback = Closure::new(move |now_ms: f64| {
            if let Some(driver) = weak.upgrade() {
                driver.render_frame(now_ms);
            }
        });
        *driver.callback.borrow_mut() = Some(callback);
        driver
    }

    /// Modifies the state and requests a frame.
    pub(super) fn with<T>(&self, update: impl FnOnce(&mut SceneState) -> T) -> T {
        let result = self.modify(update);
        self.request();
        result
    }

    /// Modifies state that is not visible.
    pub(super) fn modify<T>(&self, update: impl FnOnce(&mut SceneState) -> T) -> T {
        update(&mut self.state.borrow_mut())
    }

    /// Reads the state.
    pub(super) fn read<T>(&self, query: impl FnOnce(&SceneState) -> T) -> T {
        query(&self.state.borrow())
    }

    /// Schedules a frame unless one is scheduled.
    pub(super) fn request(&self) {
        if self.pending.get().is_some() {
            return;
        }
        if let (Some(window), Some(callback)) = (web_sys::window(), &*self.callback.borrow()) {
            let scheduled = window.request_animation_frame(callback.as_ref().unchecked_ref());
            self.pending.set(scheduled.ok());
        }
    }

    /// Sets the callback for decisions about the quality.
    pub(super) fn set_quality_callback(&self, callback: impl Fn(QualityDecision) + 'static) {
        *self.on_quality.borrow_mut() = Some(Box::new(callback));
    }

    /// Cancels the next frame and drops the renderer.
    pub(super) fn stop(&self) {
        if let (Some(window), Some(id)) = (web_sys::window(), self.pending.take()) {
            // Without a window there is nothing to cancel.
            let _ = window.cancel_animation_frame(id);
        }
        *self.on_quality.borrow_mut() = None;
        self.state.borrow_mut().drop_renderer();
    }

    /// Returns the render quality, or `None` while nothing is rendered.
    pub(super) fn quality(&self) -> Option<Quality> {
        self.read(|state| state.renderer.as_ref().map(Renderer::quality))
    }

    /// Returns the number of rendered frames.
    pub(super) fn frames(&self) -> u32 {
        self.frames.get()
    }

    fn render_frame(&self, now_ms: f64) {
        self.pending.set(None);
        self.frames.set(self.frames.get().wrapping_add(1));
        let started_ms = self::now_ms();
        let (is_busy, decision, elapsed_ms) = {
            let mut state = self.state.borrow_mut();
            let elapsed_ms = state.last_ms.map(|last_ms| now_ms - last_ms);
            let decision = state.governor.on_frame(now_ms, elapsed_ms.is_some());
            (state.render(now_ms), decision, elapsed_ms)
        };
        let interval_ms = elapsed_ms.unwrap_or_else(|| self.frame_times.get()[1]);
        self.frame_times
            .set([self::now_ms() - started_ms, interval_ms]);
        if is_busy {
            self.request();
        }
        if let (Some(decision), Some(callback)) = (decision, &*self.on_quality.borrow()) {
            callback(decision);
        }
    }
}

impl SceneBackend for Driver {
    fn show(&self, show: &BoardAnimation) {
        self.with(|state| state.show(show));
    }

    fn move_camera(&self, step: CameraStep) {
        self.with(|state| state.camera.apply_step(step));
    }

    fn set_debug(&self, is_debug: bool) {
        self.with(|state| state.is_debug = is_debug);
    }

    fn diagnostics(&self) -> SceneDiagnostics {
        // Hundredths of a cell are precise enough.
        let point = |v: Vec3| v.to_array().map(|part| (part * 100.0).round() as i32);
        self.read(|state| {
            let (camera, [x, y]) = (&state.camera, state.last_pointer);
            SceneDiagnostics {
                frames: self.frames(),
                frame_times_ms: self.frame_times.get().map(|ms| ms.round() as u32),
                quality: self.quality(),
                eye: point(camera.eye()),
                ray: point(camera.ray(x, y)),
                column: camera.pick(x, y).map(|column| column + 1),
            }
        })
    }
}

/// Returns the scene behind a handle, and creates it on the first call.
pub(super) fn driver(handle: SceneHandle) -> Rc<Driver> {
    let backend: Rc<dyn Any> = handle.get_or_create(|| Driver::new());
    backend
        .downcast()
        .expect("a handle holds nothing but drivers")
}
