//! The page's hand on the scene, before and after the scene itself is loaded.
//!
//! The scene is a part of its own ([`crate::shell::later`]): a browser that cannot draw it never loads
//! it. So the page speaks to it through [`Hand`], and what was said before anybody heard it is kept here,
//! as short as can be, and told when the scene comes.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use foursight_core::Game;
use leptos::prelude::{LocalStorage, StoredValue, WithValue};
use wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext, WebGlContextAttributes};

use super::camera::Turn;
use super::quality::Quality;
use crate::model::Show;

/// Whether there is a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Health {
    /// It is drawn.
    Well,
    /// The browser has taken the graphics processor away and may give it back: keep the scene, show
    /// something else as long.
    Lost,
    /// The browser cannot draw it at all, or it cannot be loaded.
    Missing,
}

/// What goes on inside, for curious people. Places are in hundredths of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// How many frames were drawn.
    pub frames: u32,
    /// What the last one took to draw, and how long it came after the one before.
    pub pace_ms: [u32; 2],
    /// The quality that is drawn in; none while nothing is.
    pub quality: Option<Quality>,
    /// Where the camera is.
    pub eye: [i32; 3],
    /// From there through the pointer.
    pub ray: [i32; 3],
    /// The number of the column under it.
    pub column: Option<u8>,
}

/// What a scene that is loaded can be told and asked.
pub(super) trait Hand: Any {
    /// Something happened.
    fn show(&self, show: &Show);
    /// The camera moves by a step.
    fn turn(&self, turn: Turn);
    /// What goes on inside.
    fn described(&self) -> Described;
}

/// What a scene must be told when it comes.
#[derive(Default)]
struct Missed {
    game: Option<Game>,
    is_behind: bool,
}

enum Place {
    Empty(Box<Missed>),
    Filled(Rc<dyn Hand>),
}

/// The page's hand on the scene: what happens is shown through it, and the camera moved.
#[derive(Clone, Copy)]
pub struct Handle(StoredValue<Rc<RefCell<Place>>, LocalStorage>);

impl Handle {
    /// A handle for one scene, to be given to it.
    #[must_use]
    pub fn new() -> Self {
        let place = Place::Empty(Box::default());
        Self(StoredValue::new_local(Rc::new(RefCell::new(place))))
    }

    /// Moves the camera by a step.
    pub fn turn(self, turn: Turn) {
        self.tell(
            |hand| hand.turn(turn),
            |missed| missed.is_behind ^= turn == Turn::Behind,
        );
    }

    /// Shows something that happened.
    pub fn show(self, show: &Show) {
        self.tell(
            |hand| hand.show(show),
            |missed| match show {
                Show::Jump(game) | Show::Plies(_, game) | Show::Emptied(game) => {
                    missed.game = Some(game.clone());
                }
                Show::Refused(_) => {}
            },
        );
    }

    /// What goes on inside, for curious people.
    #[must_use]
    pub fn described(self) -> Described {
        self.hand()
            .map_or_else(Described::default, |hand| hand.described())
    }

    /// The scene, made by the first who asks, and told then what it has missed.
    pub(super) fn filled(self, make: fn() -> Rc<dyn Hand>) -> Rc<dyn Hand> {
        if let Some(hand) = self.hand() {
            return hand;
        }
        let hand = make();
        let filled = Place::Filled(Rc::clone(&hand));
        let before = self.0.with_value(|place| place.replace(filled));
        if let Place::Empty(missed) = before {
            if let Some(game) = missed.game {
                hand.show(&Show::Jump(game));
            }
            if missed.is_behind {
                hand.turn(Turn::Behind);
            }
        }
        hand
    }

    fn hand(self) -> Option<Rc<dyn Hand>> {
        self.0.with_value(|place| match &*place.borrow() {
            Place::Filled(hand) => Some(Rc::clone(hand)),
            Place::Empty(_) => None,
        })
    }

    fn tell(self, tell: impl FnOnce(&dyn Hand), miss: impl FnOnce(&mut Missed)) {
        if let Some(hand) = self.hand() {
            return tell(&*hand);
        }
        self.0.with_value(|place| {
            if let Place::Empty(missed) = &mut *place.borrow_mut() {
                miss(missed);
            }
        });
    }
}

impl Default for Handle {
    fn default() -> Self {
        Self::new()
    }
}

/// What a canvas is drawn with; none if the browser cannot. Later calls for the same canvas give the same.
pub(super) fn context(
    canvas: &HtmlCanvasElement,
    quality: Quality,
) -> Option<WebGl2RenderingContext> {
    let wanted = WebGlContextAttributes::new();
    wanted.set_alpha(true);
    wanted.set_depth(true);
    wanted.set_stencil(false);
    wanted.set_antialias(quality.has_smooth_edges());
    let found = canvas.get_context_with_context_options("webgl2", &wanted);
    found.ok().flatten()?.dyn_into().ok()
}
