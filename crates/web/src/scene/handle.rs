//! The page's handle to the scene, usable before and after the scene is loaded.
//!
//! The scene is a lazy chunk of its own ([`crate::shell::later`]): a browser that cannot render it
//! never loads it. The page reaches it through [`SceneBackend`]; updates from before it is loaded
//! are merged here and replayed once it is.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use foursight_core::Game;
use foursight_page::stage::BoardAnimation;
use foursight_page::stage::camera::CameraStep;
use foursight_page::stage::quality::Quality;
use leptos::prelude::{LocalStorage, StoredValue, WithValue};
use wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext, WebGlContextAttributes};

/// State of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum SceneStatus {
    /// The scene renders.
    Running,
    /// The browser dropped the WebGL context and may restore it: keep the scene mounted and show a
    /// fallback meanwhile.
    ContextLost,
    /// The browser cannot render the scene, or loading it failed.
    Unavailable,
}

/// Diagnostics for the debug overlay. Positions are in hundredths of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SceneDiagnostics {
    /// Number of rendered frames.
    pub frames: u32,
    /// Render time of the last frame, and the time since the frame before it.
    pub frame_times_ms: [u32; 2],
    /// Render quality; `None` while nothing is rendered.
    pub quality: Option<Quality>,
    /// Position of the camera.
    pub eye: [i32; 3],
    /// Direction from the camera through the pointer.
    pub ray: [i32; 3],
    /// Number of the column under the pointer, from 1.
    pub column: Option<u8>,
}

/// Interface of a loaded scene.
pub(super) trait SceneBackend: Any {
    /// Applies an update of the game.
    fn show(&self, show: &BoardAnimation);
    /// Moves the camera by a step.
    fn move_camera(&self, step: CameraStep);
    /// Renders the hit zones and the last picking ray, or stops it.
    fn set_debug(&self, is_debug: bool);
    /// Returns diagnostics for the debug overlay.
    fn diagnostics(&self) -> SceneDiagnostics;
}

/// Updates from before the scene was loaded.
#[derive(Default)]
struct PendingUpdates {
    game: Option<Game>,
    is_behind: bool,
    is_debug: bool,
}

enum BackendSlot {
    Pending(Box<PendingUpdates>),
    Loaded(Rc<dyn SceneBackend>),
}

/// The page's handle to the scene: it forwards updates and moves the camera.
#[derive(Clone, Copy)]
pub(crate) struct SceneHandle(StoredValue<Rc<RefCell<BackendSlot>>, LocalStorage>);

impl SceneHandle {
    /// Creates a handle for one scene.
    #[must_use]
    pub(crate) fn new() -> Self {
        let slot = BackendSlot::Pending(Box::default());
        Self(StoredValue::new_local(Rc::new(RefCell::new(slot))))
    }

    /// Moves the camera by a step.
    pub(crate) fn move_camera(self, turn: CameraStep) {
        self.dispatch(
            |backend| backend.move_camera(turn),
            |pending| pending.is_behind ^= turn == CameraStep::Behind,
        );
    }

    /// Applies an update of the game.
    pub(crate) fn show(self, show: &BoardAnimation) {
        self.dispatch(
            |backend| backend.show(show),
            |pending| match show {
                BoardAnimation::Jump(game)
                | BoardAnimation::Plies(_, game)
                | BoardAnimation::Empty(game) => {
                    pending.game = Some(game.clone());
                }
                BoardAnimation::Refused(_) => {}
            },
        );
    }

    /// Renders the hit zones and the last picking ray, or stops it.
    pub(crate) fn set_debug(self, is_debug: bool) {
        self.dispatch(
            |backend| backend.set_debug(is_debug),
            |pending| pending.is_debug = is_debug,
        );
    }

    /// Returns diagnostics for the debug overlay.
    #[must_use]
    pub(crate) fn diagnostics(self) -> SceneDiagnostics {
        self.backend()
            .map_or_else(SceneDiagnostics::default, |backend| backend.diagnostics())
    }

    /// Returns the backend. The first call creates it and replays the pending updates.
    pub(super) fn get_or_create(self, make: fn() -> Rc<dyn SceneBackend>) -> Rc<dyn SceneBackend> {
        if let Some(backend) = self.backend() {
            return backend;
        }
        let backend = make();
        let loaded = BackendSlot::Loaded(Rc::clone(&backend));
        let previous = self.0.with_value(|slot| slot.replace(loaded));
        if let BackendSlot::Pending(pending) = previous {
            if let Some(game) = pending.game {
                backend.show(&BoardAnimation::Jump(game));
            }
            if pending.is_behind {
                backend.move_camera(CameraStep::Behind);
            }
            backend.set_debug(pending.is_debug);
        }
        backend
    }

    fn backend(self) -> Option<Rc<dyn SceneBackend>> {
        self.0.with_value(|slot| match &*slot.borrow() {
            BackendSlot::Loaded(backend) => Some(Rc::clone(backend)),
            BackendSlot::Pending(_) => None,
        })
    }

    fn dispatch(
        self,
        forward: impl FnOnce(&dyn SceneBackend),
        record: impl FnOnce(&mut PendingUpdates),
    ) {
        if let Some(backend) = self.backend() {
            return forward(&*backend);
        }
        self.0.with_value(|slot| {
            if let BackendSlot::Pending(pending) = &mut *slot.borrow_mut() {
                record(pending);
            }
        });
    }
}

impl Default for SceneHandle {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the WebGL 2 context of a canvas, or `None` if the browser has none. Later calls for the
/// same canvas return the same context.
pub(super) fn context(canvas: &HtmlCanvasElement) -> Option<WebGl2RenderingContext> {
    let attributes = WebGlContextAttributes::new();
    attributes.set_alpha(true);
    attributes.set_depth(true);
    attributes.set_stencil(false);
    attributes.set_antialias(true);
    let context = canvas.get_context_with_context_options("webgl2", &attributes);
    context.ok().flatten()?.dyn_into().ok()
}
