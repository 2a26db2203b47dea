//! What views are given: the slices of the model to follow, and a way to say something to it.
//!
//! A message changes the model, the slices that were marked are published, and the effects are
//! performed in order. A message that comes meanwhile waits until that is done.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use foursight_core::{Column, Game};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::engine::Engine;
use super::later::{Doors, Flat, Later, Space};
use super::source::{Derived, Source, Value, derived};
use crate::browser::{self, Entry, Sound};
use crate::links::Route;
use crate::model::{
    Dialog, Focus, Hand, Inbox, Keeper, Looks, Message, Model, Motion, Now, Play, Seen, Settings,
    Show, Slice, Spoken, Stored, Thinking, Walking, update,
};
use crate::scene::Handle;
use crate::text::Text;

/// A drawing that hears of what happens.
type Watcher = Rc<dyn Fn(&Show)>;

/// What a part shows around its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    /// Beside the grid.
    pub(crate) beside: fn() -> AnyView,
    /// How to go on once the game is over; none if there is just the next game.
    pub(crate) after_end: Option<fn() -> AnyView>,
}

/// What a part tells about its game that the table does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beside {
    /// What stands below the name at each seat.
    pub(crate) seats: [String; 2],
    /// How the game ended, if that was beside the grid.
    pub(crate) how: String,
    /// Somebody who looks elsewhere is called.
    pub(crate) is_calling: bool,
}

/// What views follow and say. It can be copied anywhere.
#[derive(Clone, Copy)]
pub(crate) struct Ui {
    /// The game in the play view.
    pub(crate) play: Source<Play>,
    /// The game as it is looked at.
    pub(crate) shown: Source<Game>,
    /// What is read about it.
    pub(crate) seen: Source<Seen>,
    /// The column aimed at.
    pub(crate) aim: Source<Option<Column>>,
    /// What a press on a column drops or takes.
    pub(crate) hand: Source<Hand>,
    /// The ply that is looked at instead of the last one.
    pub(crate) looking: Source<Option<usize>>,
    /// Whether a game that is looked at plays by itself.
    pub(crate) walking: Source<Walking>,
    /// Hints and refusals.
    pub(crate) notice: Source<String>,
    /// What screen readers say.
    pub(crate) spoken: Source<Spoken>,
    /// What lies over the page.
    pub(crate) dialog: Source<Option<Dialog>>,
    /// Which page is shown.
    pub(crate) route: Source<Route>,
    /// The engine's questions and answers.
    pub(crate) thinking: Source<Thinking>,
    /// How the page is looked at.
    pub(crate) looks: Source<Looks>,
    /// The games that ended, as text.
    pub(crate) archive: Source<String>,
    /// The hand on the scene in space.
    pub(crate) scene: Handle,
    /// What is looked at apart from the game, loaded later.
    pub(crate) doors: Later<Doors>,
    /// The flat grid, which few need for the first drop.
    pub(crate) flat: Later<Flat>,
    /// The scene in space, for browsers that can draw it.
    pub(crate) space: Later<Space>,
    /// Who keeps the game in the play view.
    pub(crate) keeper: Derived<Keeper>,
    /// What a part shows beside its game: set it, then send [`Message::Sit`].
    pub(crate) panel: Source<Option<Panel>>,
    /// What it tells about its game.
    pub(crate) beside: Source<Beside>,
    chosen: Source<Settings>,
    inner: StoredValue<Rc<Inner>, LocalStorage>,
}

pub(super) struct Inner {
    model: RefCell<Model>,
    inbox: RefCell<Inbox>,
    is_busy: Cell<bool>,
    is_key_taken: Cell<bool>,
    pub(super) engine: RefCell<Option<Engine>>,
    pub(super) sound: Sound,
    watchers: RefCell<Vec<(u32, Watcher)>>,
    last_watcher: Cell<u32>,
}

impl Ui {
    /// The page as it was left, or as at a first visit.
    pub(crate) fn start() -> Self {
        let (model, effects) = Model::restore(stored(), now());
        let play = source(&model.play);
        let ui = Self {
            play,
            keeper: derived(move || play.with(|play| play.keeper)),
            panel: Source::new(None),
            beside: Source::new(Beside::default()),
            shown: source(&model.shown),
            seen: source(&model.seen),
            aim: source(&model.aim),
            hand: source(&model.hand),
            looking: source(&model.looking),
            walking: source(&model.walking),
            notice: source(&model.notice),
            spoken: source(&model.spoken),
            dialog: source(&model.dialog),
            route: source(&model.route),
            thinking: source(&model.thinking),
            looks: source(&model.looks),
            archive: source(&model.archive),
            chosen: source(&model.settings),
            scene: Handle::new(),
            doors: Later::doors(),
            flat: Later::flat(),
            space: Later::space(),
            inner: StoredValue::new_local(Rc::new(Inner {
                model: RefCell::new(model),
                inbox: RefCell::default(),
                is_busy: Cell::new(false),
                is_key_taken: Cell::new(false),
                engine: RefCell::default(),
                sound: Sound::default(),
                watchers: RefCell::default(),
                last_watcher: Cell::new(0),
            })),
        };
        let engine = Engine::start(move |news| ui.send(Message::Engine(news)));
        *ui.inner().engine.borrow_mut() = engine.ok();
        for effect in effects {
            ui.perform(effect);
        }
        if browser::has_tables() {
            ui.inner().inbox.borrow_mut().begin_restoring();
            ui.restore();
        }
        ui.follow_address();
        ui
    }

    pub(super) fn inner(self) -> Rc<Inner> {
        self.inner.get_value()
    }

    /// Says something to the model, and does what follows.
    pub(crate) fn send(self, message: Message) {
        self.inner().inbox.borrow_mut().put(message);
        self.hear();
    }

    /// Lets the model hear what was said to it.
    fn hear(self) {
        let inner = self.inner();
        if inner.is_busy.replace(true) {
            return;
        }
        while let Some(message) = inner.next() {
            let effects = update(&mut inner.model.borrow_mut(), message, now());
            self.publish(&mut inner.model.borrow_mut());
            for effect in effects {
                self.perform(effect);
            }
        }
        inner.is_busy.set(false);
    }

    /// The games of earlier visits are there, or cannot be had: what people did meanwhile is heard now.
    pub(super) fn end_restoring(self) {
        self.inner().inbox.borrow_mut().end_restoring();
        self.hear();
    }

    /// Does what a key asks for, unless it belongs to the element that has the focus.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let inner = self.inner();
        inner.is_key_taken.set(false);
        self.send(Message::Key(event.key(), focus_of(event)));
        if inner.is_key_taken.get() {
            event.prevent_default();
        }
    }

    /// The key that was pressed is used up.
    pub(super) fn take_key(self) {
        self.inner().is_key_taken.set(true);
    }

    /// Goes where the address points.
    pub(crate) fn follow_address(self) {
        self.send(Message::Went(browser::hash(), browser::query()));
    }

    /// Another tab has kept something.
    pub(crate) fn hear_of_other_tab(self, key: String, text: String) {
        if key == Entry::Games.key() {
            return self.send(Message::Archived(text));
        }
        self.send(Message::Stored(key, text));
    }

    /// Reads the game in the play view, and whoever reads it follows it.
    pub(crate) fn see<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with(read)
    }

    /// Reads the page's own game as it is now, whatever is in the play view.
    pub(crate) fn own<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        read(self.inner().model.borrow().own())
    }

    /// The words of the chosen language.
    pub(crate) fn text(self) -> Text {
        self.inner().model.borrow().text()
    }

    /// The choices, as a view follows them.
    pub(crate) fn settings(self) -> Settings {
        self.chosen.get()
    }

    /// The choices as they are now.
    pub(crate) fn settings_now(self) -> Settings {
        self.chosen.get_untracked()
    }

    /// Changes a choice.
    pub(crate) fn choose(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings_now();
        change(&mut settings);
        self.send(Message::Choose(settings));
    }

    /// Shows and says something.
    pub(crate) fn tell(self, what: String) {
        self.send(Message::Tell(what));
    }

    /// True if things stay still, as a view follows it.
    pub(crate) fn is_still(self) -> bool {
        is_still(self.settings())
    }

    /// True if things stay still now.
    pub(super) fn is_still_now(self) -> bool {
        is_still(self.settings_now())
    }

    /// The column to show as aimed at: none while nobody here can move.
    pub(crate) fn shown_aim(self) -> Option<Column> {
        let can_move = self.can_move_here();
        self.aim.get().filter(|_| can_move)
    }

    /// True if somebody here is to move in the position that is shown.
    pub(crate) fn can_move_here(self) -> bool {
        self.seen.with(|seen| seen.may_move) && self.looking.get().is_none()
    }

    /// Tells a drawing of all that happens, until the view that asks is gone.
    pub(crate) fn watch(self, watcher: impl Fn(&Show) + 'static) {
        let inner = self.inner();
        let number = inner.last_watcher.get() + 1;
        inner.last_watcher.set(number);
        inner.watchers.borrow_mut().push((number, Rc::new(watcher)));
        on_cleanup(move || {
            let inner = self.inner();
            inner
                .watchers
                .borrow_mut()
                .retain(|(known, _)| *known != number);
        });
    }

    /// Shows something in every drawing.
    pub(super) fn show(self, show: &Show) {
        self.scene.show(show);
        // A drawing may come or go while it is told.
        let watchers = self.inner().watchers.borrow().clone();
        for (_, watcher) in watchers {
            watcher(show);
        }
    }

    fn publish(self, model: &mut Model) {
        put(&mut model.play, self.play);
        put(&mut model.shown, self.shown);
        put(&mut model.seen, self.seen);
        put(&mut model.aim, self.aim);
        put(&mut model.hand, self.hand);
        put(&mut model.looking, self.looking);
        put(&mut model.walking, self.walking);
        put(&mut model.notice, self.notice);
        put(&mut model.spoken, self.spoken);
        put(&mut model.dialog, self.dialog);
        put(&mut model.route, self.route);
        put(&mut model.thinking, self.thinking);
        put(&mut model.looks, self.looks);
        put(&mut model.archive, self.archive);
        put(&mut model.settings, self.chosen);
    }
}

impl Inner {
    fn next(&self) -> Option<Message> {
        self.inbox.borrow_mut().take_next()
    }
}

fn source<T: Value>(slice: &Slice<T>) -> Source<T> {
    Source::shared(slice.shared())
}

fn put<T: Value>(slice: &mut Slice<T>, source: Source<T>) {
    if let Some(value) = slice.take_changed() {
        source.put(value);
    }
}

/// What the browser has kept, and what it says about itself.
fn stored() -> Stored {
    Stored {
        settings: browser::load(Entry::Settings),
        archive: browser::load(Entry::Games).unwrap_or_default(),
        language: browser::language(),
        is_debug: browser::asks_for("debug=1"),
    }
}

fn is_still(settings: Settings) -> bool {
    match settings.motion {
        Motion::Reduced => true,
        Motion::Full => false,
        Motion::System => browser::system_reduces_motion(),
    }
}

pub(super) fn now() -> Now {
    Now {
        at_ms: browser::now_ms() as u64,
        seed: (js_sys::Math::random() * f64::from(u32::MAX)) as u64,
    }
}

/// What has the focus when a key is pressed.
fn focus_of(event: &KeyboardEvent) -> Focus {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    // A switch takes no letters: beside the grid keys go on.
    if element
        .as_ref()
        .and_then(|it| it.get_attribute("type"))
        .as_deref()
        == Some("checkbox")
    {
        return Focus::Control;
    }
    match element.map(|it| it.tag_name()).as_deref() {
        Some("INPUT" | "TEXTAREA") => Focus::TextField,
        Some("SELECT") => Focus::Field,
        Some("BUTTON" | "A" | "SUMMARY") => Focus::Control,
        _ => Focus::Page,
    }
}
