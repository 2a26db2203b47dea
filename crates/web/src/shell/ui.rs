//! The handle given to views: signals of the model's slices, and a way to send messages.
//!
//! A message changes the model, the changed slices are published, and the effects are performed in
//! order. Messages sent meanwhile are queued.

use std::any::TypeId;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use foursight_core::{Column, Game};
use foursight_page::engine_client::RequestToken;
use foursight_page::hand::Hand;
use foursight_page::links::Route;
use foursight_page::play::{
    Authority, DelegateStatus, Dialog, DisplayState, EngineState, ErasedState, FeatureEffect,
    Focus, Inbox, LiveRegions, Message, Model, Play, PlayViewState, Playback, StartupState,
    TimeAndSeed, update,
};
use foursight_page::settings::{Motion, Settings};
use foursight_page::slice::Slice;
use foursight_page::stage::BoardAnimation;
use foursight_page::text::Text;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::engine::Engines;
use super::lazy::{ChunkExports, FlatChunk, Lazy, SceneChunk};
use super::signals::{ErasedMemo, ErasedSignal, SignalValue, erased_memo};
use crate::browser::{self, AudioPlayer, StorageKey};
use crate::scene::SceneHandle;

/// A renderer of the board that is notified of every change.
type BoardWatcher = Rc<dyn Fn(&BoardAnimation)>;

/// Performs effects of a feature.
type FeaturePerformer = Rc<dyn Fn(&FeatureEffect)>;

/// Views of a delegate around its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DelegatePanel {
    /// The view beside the board.
    pub(crate) sidebar: fn() -> AnyView,
    /// The view after the end of the game; `None` for just a button for the next game.
    pub(crate) after_end: Option<fn() -> AnyView>,
}

/// Signals of the model and access to the shell. Cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct Ui {
    /// The game in the play view.
    pub(crate) play: ErasedSignal<Play>,
    /// The game as displayed, which may be at an earlier ply.
    pub(crate) viewed_game: ErasedSignal<Game>,
    /// Texts and flags about it.
    pub(crate) view: ErasedSignal<PlayViewState>,
    /// The column aimed at.
    pub(crate) aim: ErasedSignal<Option<Column>>,
    /// The piece that a press on a column plays.
    pub(crate) hand: ErasedSignal<Hand>,
    /// The displayed ply, if it is not the last one.
    pub(crate) viewed_ply: ErasedSignal<Option<usize>>,
    /// Automatic playback of a record.
    pub(crate) playback: ErasedSignal<Playback>,
    /// Hints and refusals.
    pub(crate) notice: ErasedSignal<String>,
    /// Texts of the live regions.
    pub(crate) live_regions: ErasedSignal<LiveRegions>,
    /// The open dialog.
    pub(crate) dialog: ErasedSignal<Option<Dialog>>,
    /// The current page.
    pub(crate) route: ErasedSignal<Route>,
    /// Requests to the engine and their results.
    pub(crate) engine: ErasedSignal<EngineState>,
    /// Display modes of the page.
    pub(crate) display: ErasedSignal<DisplayState>,
    /// The finished games, as text.
    pub(crate) archive: ErasedSignal<String>,
    /// Handle of the 3D scene.
    pub(crate) scene: SceneHandle,
    /// The main chunk.
    pub(crate) main_chunk: Lazy<ChunkExports>,
    /// The flat board; few users need it for the first drop.
    pub(crate) flat_chunk: Lazy<FlatChunk>,
    /// The 3D scene, for browsers that support it.
    pub(crate) scene_chunk: Lazy<SceneChunk>,
    /// The authority over the game in the play view.
    pub(crate) authority: ErasedMemo<Authority>,
    /// Views of a delegate beside its game: set it, then send [`Message::ShowDelegated`].
    pub(crate) panel: ErasedSignal<Option<DelegatePanel>>,
    /// Status of the delegated game.
    pub(crate) delegate_status: ErasedSignal<DelegateStatus>,
    chosen: ErasedSignal<Settings>,
    inner: StoredValue<Rc<UiInner>, LocalStorage>,
}

pub(super) struct UiInner {
    model: RefCell<Model>,
    inbox: RefCell<Inbox>,
    is_processing: Cell<bool>,
    is_key_consumed: Cell<bool>,
    pub(super) engines: OnceCell<Engines>,
    /// Cancels the last request of the model that trains no learner.
    pub(super) cancel_token: Cell<Option<RequestToken>>,
    pub(super) sound: AudioPlayer,
    /// Signals of the features' states, by type.
    features: RefCell<Vec<(TypeId, RwSignal<ErasedState>)>>,
    performers: RefCell<Vec<FeaturePerformer>>,
    watchers: RefCell<Vec<(u32, BoardWatcher)>>,
    last_watcher: Cell<u32>,
}

impl Ui {
    /// Starts the page with the saved state, or as at a first visit.
    pub(crate) fn start() -> Self {
        let (model, effects) = Model::restore(startup_state(), now());
        let play = signal_of(&model.play);
        let ui = Self {
            play,
            authority: erased_memo(move || play.with(|play| play.authority)),
            panel: ErasedSignal::new(None),
            delegate_status: signal_of(&model.delegate_status),
            viewed_game: signal_of(&model.viewed_game),
            view: signal_of(&model.view),
            aim: signal_of(&model.aim),
            hand: signal_of(&model.hand),
            viewed_ply: signal_of(&model.viewed_ply),
            playback: signal_of(&model.playback),
            notice: signal_of(&model.notice),
            live_regions: signal_of(&model.live_regions),
            dialog: signal_of(&model.dialog),
            route: signal_of(&model.route),
            engine: signal_of(&model.engine),
            display: signal_of(&model.display),
            archive: signal_of(&model.archive),
            chosen: signal_of(&model.settings),
            scene: SceneHandle::new(),
            main_chunk: Lazy::main(),
            flat_chunk: Lazy::flat(),
            scene_chunk: Lazy::scene(),
            inner: StoredValue::new_local(Rc::new(UiInner {
                model: RefCell::new(model),
                inbox: RefCell::default(),
                is_processing: Cell::new(false),
                is_key_consumed: Cell::new(false),
                engines: OnceCell::new(),
                cancel_token: Cell::default(),
                sound: AudioPlayer::default(),
                features: RefCell::default(),
                performers: RefCell::default(),
                watchers: RefCell::default(),
                last_watcher: Cell::new(0),
            })),
        };
        ui.inner().engines.get_or_init(|| Engines::start(ui));
        for effect in effects {
            ui.perform(effect);
        }
        if browser::has_stored_tables() {
            ui.inner().inbox.borrow_mut().defer_player_input();
            ui.restore();
        }
        ui.follow_address();
        ui
    }

    pub(super) fn inner(self) -> Rc<UiInner> {
        self.inner.get_value()
    }

    /// Sends a message to the model, and performs the effects.
    pub(crate) fn send(self, message: Message) {
        self.inner().inbox.borrow_mut().push(message);
        self.process_inbox();
    }

    /// Handles all queued messages.
    fn process_inbox(self) {
        let inner = self.inner();
        if inner.is_processing.replace(true) {
            return;
        }
        while let Some(message) = inner.next() {
            let effects = update(&mut inner.model.borrow_mut(), message, now());
            self.publish(&mut inner.model.borrow_mut());
            for effect in effects {
                self.perform(effect);
            }
        }
        inner.is_processing.set(false);
    }

    /// Releases deferred player input: saved games are restored, or cannot be.
    pub(super) fn end_restoring(self) {
        self.inner().inbox.borrow_mut().release_player_input();
        self.process_inbox();
    }

    /// Runs the command of a key, unless the focused element handles the key itself.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let inner = self.inner();
        inner.is_key_consumed.set(false);
        self.send(Message::KeyPressed(event.key(), focus_of(event)));
        if inner.is_key_consumed.get() {
            event.prevent_default();
        }
    }

    /// Marks the current key press as handled.
    pub(super) fn consume_key(self) {
        self.inner().is_key_consumed.set(true);
    }

    /// Follows the current address.
    pub(crate) fn follow_address(self) {
        self.send(Message::AddressChanged(browser::hash(), browser::query()));
    }

    /// Handles a storage event of another tab.
    pub(crate) fn on_storage_event(self, key: String, text: String) {
        if key == StorageKey::Games.key() {
            return self.send(Message::ArchiveChanged(text));
        }
        self.send(Message::StorageChanged(key, text));
    }

    /// Reads the game in the play view. Tracked by the calling view.
    pub(crate) fn with_play<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with(read)
    }

    /// Reads the page's own game, untracked, even while another one is in the play view.
    pub(crate) fn with_own_play<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        read(self.inner().model.borrow().own())
    }

    /// Returns the catalogue of the selected language.
    pub(crate) fn text(self) -> Text {
        self.inner().model.borrow().text()
    }

    /// Returns the settings. Tracked by the calling view.
    pub(crate) fn settings(self) -> Settings {
        self.chosen.get()
    }

    /// Returns the settings, untracked.
    pub(crate) fn settings_now(self) -> Settings {
        self.chosen.get_untracked()
    }

    /// Changes a setting.
    pub(crate) fn change_settings(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.settings_now();
        change(&mut settings);
        self.send(Message::ChangeSettings(settings));
    }

    /// Shows and announces a text.
    pub(crate) fn notify(self, message: String) {
        self.send(Message::Announce(message));
    }

    /// True if motion is reduced. Tracked by the calling view.
    pub(crate) fn reduces_motion(self) -> bool {
        is_still(self.settings())
    }

    /// True if motion is reduced, untracked.
    pub(super) fn is_still_now(self) -> bool {
        is_still(self.settings_now())
    }

    /// Returns the column to highlight as aimed at, or `None` while no player here can move.
    pub(crate) fn visible_aim(self) -> Option<Column> {
        let can_move = self.can_move_here();
        self.aim.get().filter(|_| can_move)
    }

    /// True if a player here is to move in the displayed position.
    pub(crate) fn can_move_here(self) -> bool {
        self.view.with(|seen| seen.may_move) && self.viewed_ply.get().is_none()
    }

    /// Notifies a renderer of every change of the board, until the calling view is disposed.
    pub(crate) fn on_board_animation(self, watcher: impl Fn(&BoardAnimation) + 'static) {
        let inner = self.inner();
        let number = inner.last_watcher.get() + 1;
        inner.last_watcher.set(number);
        inner.watchers.borrow_mut().push((number, Rc::new(watcher)));
        on_cleanup(move || {
            let inner = self.inner();
            inner.watchers.borrow_mut().retain(|(id, _)| *id != number);
        });
    }

    /// Notifies every renderer of a change.
    pub(super) fn show(self, show: &BoardAnimation) {
        self.scene.show(show);
        // A renderer may subscribe or unsubscribe in its callback.
        let watchers = self.inner().watchers.borrow().clone();
        for (_, watcher) in watchers {
            watcher(show);
        }
    }

    /// Returns the state of a feature, which outlives every view.
    pub(crate) fn feature<T: SignalValue + Default>(self) -> ErasedSignal<T> {
        let inner = self.inner();
        let mut features = inner.features.borrow_mut();
        let known = features.iter().find(|(id, _)| *id == TypeId::of::<T>());
        if let Some((_, signal)) = known {
            return ErasedSignal::of(*signal);
        }
        let state = inner.model.borrow().feature::<T>().cloned();
        let signal = unowned_signal(Arc::new(state.unwrap_or_default()));
        features.push((TypeId::of::<T>(), signal));
        ErasedSignal::of(signal)
    }

    /// True after the first message of a feature.
    pub(crate) fn has_feature<T: 'static>(self) -> bool {
        self.inner().model.borrow().feature::<T>().is_some()
    }

    /// Performs the effects of a feature from now on.
    pub(crate) fn perform_features(self, performer: impl Fn(&FeatureEffect) + 'static) {
        let inner = self.inner();
        inner.performers.borrow_mut().push(Rc::new(performer));
    }

    pub(super) fn perform_feature(self, effect: &FeatureEffect) {
        // A performer may start another feature.
        let performers = self.inner().performers.borrow().clone();
        for performer in performers {
            performer(effect);
        }
    }

    fn publish(self, model: &mut Model) {
        for state in model.take_changed_features() {
            let inner = self.inner();
            let features = inner.features.borrow();
            let known = features.iter().find(|(id, _)| *id == (*state).type_id());
            if let Some((_, signal)) = known {
                signal.set(state);
            }
        }
        publish_slice(&mut model.play, self.play);
        publish_slice(&mut model.viewed_game, self.viewed_game);
        publish_slice(&mut model.view, self.view);
        publish_slice(&mut model.aim, self.aim);
        publish_slice(&mut model.hand, self.hand);
        publish_slice(&mut model.viewed_ply, self.viewed_ply);
        publish_slice(&mut model.playback, self.playback);
        publish_slice(&mut model.notice, self.notice);
        publish_slice(&mut model.live_regions, self.live_regions);
        publish_slice(&mut model.dialog, self.dialog);
        publish_slice(&mut model.route, self.route);
        publish_slice(&mut model.engine, self.engine);
        publish_slice(&mut model.display, self.display);
        publish_slice(&mut model.archive, self.archive);
        publish_slice(&mut model.delegate_status, self.delegate_status);
        publish_slice(&mut model.settings, self.chosen);
    }
}

impl UiInner {
    fn next(&self) -> Option<Message> {
        self.inbox.borrow_mut().pop()
    }
}

/// Creates a signal that outlives the calling view. A new root replaces the owner of that view, so
/// it is restored.
fn unowned_signal(state: ErasedState) -> RwSignal<ErasedState> {
    let current = Owner::current();
    let owner = Owner::new_root(None);
    let signal = owner.with(|| RwSignal::new(state));
    std::mem::forget(owner);
    if let Some(current) = current {
        current.set();
    }
    signal
}

fn signal_of<T: SignalValue>(slice: &Slice<T>) -> ErasedSignal<T> {
    ErasedSignal::shared(slice.shared())
}

fn publish_slice<T: SignalValue>(slice: &mut Slice<T>, source: ErasedSignal<T>) {
    if let Some(value) = slice.take_changed() {
        source.set_shared(value);
    }
}

/// Collects saved texts and properties of the browser.
fn startup_state() -> StartupState {
    StartupState {
        settings: browser::load(StorageKey::Settings),
        archive: browser::load(StorageKey::Games).unwrap_or_default(),
        language: browser::language(),
        is_debug: browser::has_query_flag("debug=1"),
    }
}

fn is_still(settings: Settings) -> bool {
    match settings.motion {
        Motion::Reduced => true,
        Motion::Full => false,
        Motion::System => browser::system_reduces_motion(),
    }
}

pub(super) fn now() -> TimeAndSeed {
    TimeAndSeed {
        at_ms: browser::now_ms() as u64,
        seed: (js_sys::Math::random() * f64::from(u32::MAX)) as u64,
    }
}

/// Returns the kind of the focused element.
fn focus_of(event: &KeyboardEvent) -> Focus {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    // A checkbox consumes no letters, so shortcuts keep working beside the board.
    if element
        .as_ref()
        .and_then(|element| element.get_attribute("type"))
        .as_deref()
        == Some("checkbox")
    {
        return Focus::Control;
    }
    match element.map(|element| element.tag_name()).as_deref() {
        Some("INPUT" | "TEXTAREA") => Focus::TextField,
        Some("SELECT") => Focus::Field,
        Some("BUTTON" | "A" | "SUMMARY") => Focus::Control,
        _ => Focus::Page,
    }
}
