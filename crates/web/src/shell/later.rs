//! Parts of the page that nobody needs for the first drop: modules of their own, loaded when they are
//! wanted.
//!
//! `cargo xtask web` takes the page apart. What can be reached only through a function marked
//! `wasm_split` becomes another module, which is fetched by the first call of that function. It shares
//! memory and functions with the first one, so whatever comes through a door is an ordinary value. What
//! several parts need, and the first module does not, becomes a module as well.
//!
//! Always: what stands behind a door is used here, or behind a door, and nowhere else. One use of it in
//! the rest of the page brings it all back into the first module, and `cargo xtask test` says that too
//! much is loaded.

#![expect(
    clippy::unnecessary_wraps,
    reason = "a part may fail to be loaded, which the macro adds to its door"
)]

use std::future::Future;
use std::pin::Pin;

use foursight_bots::Level;
use foursight_core::{Column, Game, Player};
use foursight_protocol::engine::{Ask, Bounds};
use foursight_table::{Seat, Start};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::Ui;
use super::nets;
use super::source::{Derived, Source};
use super::ui::now;
use crate::browser::{self, Entry};
use crate::model::{self, Judged, Message, News, Now, Tables, Tone, Why, Written};
use crate::offline;
use crate::reasons;
use crate::scene::{self, Ahead};
use crate::sound::{self, Note};
use crate::text::{Message as M, Text};
use crate::views::flat;
use crate::views::home::Known;
use crate::views::new_game::{NewGame, NewPage};
use crate::views::{
    beside, clock, debug, dialogs, games, known, learn, mini, net, online, replay, scores,
    settings, share, shown, tap, tournament, twin,
};

/// The ways to all that is looked at apart from the game.
#[derive(Debug)]
pub(crate) struct Doors {
    /// The list of games.
    pub(crate) games: fn() -> AnyView,
    /// How games ended, added up.
    pub(crate) scores: fn() -> AnyView,
    /// What stands beside a game that is looked at.
    pub(crate) replay: fn() -> AnyView,
    /// Looks at a game that was kept, by its number, from a ply on.
    pub(crate) kept: fn(u64, Option<usize>) -> AnyView,
    /// Looks at a linked game from a ply on with the names that its link has, or says what is wrong
    /// with it.
    pub(crate) linked: fn(&str, Option<usize>, Option<&[String; 2]>) -> AnyView,
    /// The course, or a lesson with a step of it, through a door of its own.
    pub(crate) learn: fn(Option<Place>) -> AnyView,
    /// Online play, by what stands behind its address, through a door of its own.
    pub(crate) online: fn(&str) -> AnyView,
    /// Tournaments, by what stands behind their address, through a door of their own.
    pub(crate) tournament: fn(&str) -> AnyView,
    /// The list of keys.
    pub(crate) keys: fn() -> AnyView,
    /// The choices.
    pub(crate) settings: fn() -> AnyView,
    /// Links and files of this game.
    pub(crate) share: fn() -> AnyView,
    /// The choices before a game, in a dialog.
    pub(crate) new_game: fn() -> AnyView,
    /// The same as a page.
    pub(crate) new_page: fn() -> AnyView,
    /// What goes on inside.
    pub(crate) debug: fn() -> AnyView,
    /// The moves so far, and what both hold besides the grid.
    pub(crate) log: fn() -> AnyView,
    /// What lies over the page.
    pub(crate) dialogs: fn() -> AnyView,
    /// That a newer version is ready.
    pub(crate) update: fn() -> AnyView,
    /// How a game ended.
    pub(crate) ended: fn() -> AnyView,
    /// Buttons for the camera.
    pub(crate) camera: fn() -> AnyView,
    /// What is in the hand.
    pub(crate) hands: fn() -> AnyView,
    /// Buttons that aim, for wide grids.
    pub(crate) aiming: fn() -> AnyView,
    /// A disc with the face of a bot.
    pub(crate) face: fn(Player, Level) -> AnyView,
    /// The clock of a seat.
    pub(crate) clock: fn(Seat) -> AnyView,
    /// What two bots can be told.
    pub(crate) watched: fn() -> AnyView,
    /// The notes of a tone.
    notes: fn(Tone, bool) -> Vec<Note>,
    /// A column in words, or the whole grid.
    pub(super) read: fn(Ui, Option<Column>) -> String,
    /// The clocks in words.
    pub(super) read_clocks: fn(Ui) -> String,
    /// The game of earlier visits to begin with.
    restored: fn() -> Message,
    /// What a text says.
    read_text: fn(Written, Now) -> Option<Message>,
    /// Words for what each column leads to.
    judge: fn(Text, &[Option<Bounds>]) -> Judged,
    /// Puts the games that ended among those that are kept.
    keep_ended: fn(Ui),
    /// Why something was refused.
    reason: fn(Text, &Why) -> String,
    /// Asks an opponent beside the ladder for its move.
    ask_beside: fn(Ui, u32, Ask),
    /// A small picture of a grid.
    pub(crate) mini: fn(&Game) -> AnyView,
    /// What a start begins, in a few words.
    pub(crate) begins: fn(Text, &Start) -> String,
    /// What the tiles of the first page tell of earlier visits.
    pub(crate) known: fn(Ui, Text) -> Known,
    /// What a net sees in the game that is shown.
    pub(crate) net: fn() -> AnyView,
}

#[wasm_split(later, wasm_split_path = leptos::wasm_split, fallible)]
fn doors() -> Result<&'static Doors, SplitLoaderError> {
    Ok(&Doors {
        games: || view! { <games::Games/> }.into_any(),
        mini: mini::mini,
        begins: known::begins,
        known: known::known,
        scores: || view! { <scores::Scores/> }.into_any(),
        replay: || view! { <replay::Replay/> }.into_any(),
        kept: replay::kept,
        linked: replay::linked,
        learn: |place| {
            let text = expect_context::<Text>();
            let part = Later::<Learn>::new(|| Box::pin(learn_door()));
            let place = move |learn: &'static Learn| (learn.page)(place.as_ref());
            shown(move || part.show(text, place.clone())).into_any()
        },
        online: |at| {
            let text = expect_context::<Text>();
            let part = Later::<Online>::new(|| Box::pin(online_door()));
            let at = at.to_owned();
            shown(move || part.show(text, |part| (part.page)(&at))).into_any()
        },
        tournament: |at| {
            let text = expect_context::<Text>();
            let part = Later::<Tournaments>::new(|| Box::pin(tournament_door()));
            let at = at.to_owned();
            shown(move || part.show(text, |part| (part.page)(&at))).into_any()
        },
        keys: || view! { <dialogs::Keys/> }.into_any(),
        settings: || view! { <settings::SettingsForm/> }.into_any(),
        share: || view! { <share::Share/> }.into_any(),
        new_game: || view! { <NewGame/> }.into_any(),
        new_page: || view! { <NewPage/> }.into_any(),
        debug: || view! { <debug::Debug/> }.into_any(),
        log: || view! { <twin::MoveLog/> }.into_any(),
        dialogs: || view! { <dialogs::Dialogs/> }.into_any(),
        update: offline::update,
        ended: beside::ended,
        camera: beside::camera_buttons,
        hands: || view! { <twin::Hands/> }.into_any(),
        aiming: twin::aiming,
        notes: sound::notes,
        read: twin::read,
        read_clocks: clock::read,
        face: beside::bot,
        clock: clock::clock,
        watched: clock::watched,
        restored: || {
            let stored = Tables {
                tables: browser::tables(),
                old_game: browser::load(Entry::OldGame),
                own: browser::own_table(),
            };
            model::restored(&stored, now())
        },
        read_text: model::read_text,
        judge: model::judge,
        keep_ended: games::keep_ended,
        reason: |text, why| match why {
            Why::Text(error) => reasons::read(text, error),
            Why::Damage(damage) => reasons::damage(text, damage),
            Why::Move(error) => reasons::refusal(text, *error),
        },
        ask_beside: nets::ask_move,
        net: net::switch,
    })
}

/// A lesson by its name, and a step of it.
type Place = (String, Option<String>);

/// The course, with all its texts and demos.
#[derive(Debug)]
pub(crate) struct Learn {
    /// The map, or a lesson.
    page: fn(Option<&Place>) -> AnyView,
}

#[wasm_split(learn, wasm_split_path = leptos::wasm_split, fallible)]
fn learn_door() -> Result<&'static Learn, SplitLoaderError> {
    Ok(&Learn { page: learn::page })
}

/// Online play, with all that speaks to the server.
#[derive(Debug)]
pub(crate) struct Online {
    /// The page of an address.
    page: fn(&str) -> AnyView,
}

#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
fn online_door() -> Result<&'static Online, SplitLoaderError> {
    Ok(&Online { page: online::at })
}

/// Tournaments, with their brackets and tables.
#[derive(Debug)]
pub(crate) struct Tournaments {
    /// The page of an address.
    page: fn(&str) -> AnyView,
    /// All that are kept.
    tiles: fn() -> AnyView,
    /// Opens the text of a file, or says why not.
    open_file: fn(Ui, Text, &str) -> Result<(), String>,
}

/// The tournaments that are kept, as soon as their part is loaded.
pub(crate) fn tournament_tiles() -> AnyView {
    let text = expect_context::<Text>();
    let part = Later::<Tournaments>::new(|| Box::pin(tournament_door()));
    shown(move || part.show(text, |part| (part.tiles)())).into_any()
}

/// Opens a tournament from a file, or says why not.
pub(crate) fn open_tournament(ui: Ui, text: Text, file: String, complaint: Source<String>) {
    spawn_local(async move {
        let opened = match tournament_door().await {
            Ok(part) => (part.open_file)(ui, text, &file),
            Err(_) => Err(text.get(M::LoadingFailed).to_owned()),
        };
        if let Err(why) = opened {
            complaint.set(why);
        }
    });
}

#[wasm_split(tournament, wasm_split_path = leptos::wasm_split, fallible)]
fn tournament_door() -> Result<&'static Tournaments, SplitLoaderError> {
    Ok(&Tournaments {
        page: tournament::at,
        tiles: tournament::tiles,
        open_file: tournament::open_file,
    })
}

/// The flat grid, for browsers and people without the scene.
#[derive(Debug)]
pub(crate) struct Flat {
    /// The grid of the game in the play view.
    pub(crate) grid: fn(Derived<Option<Column>>, Ahead) -> AnyView,
}

#[wasm_split(flat, wasm_split_path = leptos::wasm_split, fallible)]
fn flat_door() -> Result<&'static Flat, SplitLoaderError> {
    Ok(&Flat { grid: flat::played })
}

/// The scene, for browsers that can draw it.
#[derive(Debug)]
pub(crate) struct Space {
    /// Draws what is wanted into its canvas.
    pub(crate) draw: fn(scene::Wanted),
}

#[wasm_split(space, wasm_split_path = leptos::wasm_split, fallible)]
fn space_door() -> Result<&'static Space, SplitLoaderError> {
    Ok(&Space { draw: scene::draw })
}

/// It could not be loaded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Missing;

type Fetch<T> = Pin<Box<dyn Future<Output = Result<&'static T, SplitLoaderError>>>>;

/// A part that is loaded when it is wanted.
pub(crate) struct Later<T: 'static> {
    fetch: fn() -> Fetch<T>,
    /// None before anybody wanted it, and while it is on its way.
    found: Source<Option<Result<&'static T, Missing>>>,
    is_loading: StoredValue<bool>,
}

impl<T> Clone for Later<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Later<T> {}

impl Later<Doors> {
    /// All that is looked at apart from the game.
    pub(crate) fn doors() -> Self {
        Self::new(|| {
            browser::unmark("flat-style", "disabled");
            browser::unmark("later-style", "disabled");
            Box::pin(doors())
        })
    }
}

impl Later<Flat> {
    /// The flat grid.
    pub(crate) fn flat() -> Self {
        Self::new(|| {
            browser::unmark("flat-style", "disabled");
            Box::pin(flat_door())
        })
    }
}

impl Later<Space> {
    /// The scene.
    pub(crate) fn space() -> Self {
        Self::new(|| Box::pin(space_door()))
    }
}

impl<T: Send + Sync> Later<T> {
    fn new(fetch: fn() -> Fetch<T>) -> Self {
        Self {
            fetch,
            found: Source::new(None),
            is_loading: StoredValue::new(false),
        }
    }

    /// What it shows, as soon as it is there. Whoever asks follows it.
    pub(crate) fn show(self, text: Text, part: impl FnOnce(&'static T) -> AnyView) -> AnyView {
        match self.found.get() {
            Some(Ok(found)) => part(found),
            Some(Err(Missing)) => missing(text, Box::new(move || self.found.set(None))),
            None => {
                self.load();
                view! { <p role="status">{text.get(M::Loading)}</p> }.into_any()
            }
        }
    }

    /// Whether it is there; none before anybody wanted it, and while it is on its way. Whoever asks follows it.
    pub(crate) fn found(self) -> Option<Result<&'static T, Missing>> {
        self.found.get()
    }

    /// What it shows if it is there. Whoever asks follows it, and does not load it.
    pub(crate) fn if_there(self, part: impl FnOnce(&'static T) -> AnyView) -> AnyView {
        match self.found.get() {
            Some(Ok(found)) => part(found),
            _ => ().into_any(),
        }
    }

    /// Loads it, unless that has begun.
    pub(crate) fn load(self) {
        let is_here = matches!(self.found.get_untracked(), Some(Ok(_)));
        if is_here || self.is_loading.get_value() {
            return;
        }
        self.is_loading.set_value(true);
        spawn_local(async move {
            let found = (self.fetch)().await;
            self.is_loading.set_value(false);
            self.found.set(Some(found.map_err(|_| Missing)));
        });
    }
}

fn missing(text: Text, again: Box<dyn Fn()>) -> AnyView {
    view! {
        <p role="alert">{text.get(M::LoadingFailed)}</p>
        <button type="button" data-testid="load-again" on:click=tap(again)>{text.get(M::LoadAgain)}</button>
    }
    .into_any()
}

impl Ui {
    /// Shows and says that something was refused, with the reason as soon as its words are loaded.
    pub(super) fn explain(self, message: M, why: Why) {
        spawn_local(async move {
            let text = self.text();
            let reason = match doors().await {
                Ok(doors) => (doors.reason)(text, &why),
                // What was refused is told all the same.
                Err(_) => String::new(),
            };
            let said = text.with(message, &[("reason", &reason)]);
            self.tell(said.trim_end().to_owned());
        });
    }

    /// Plays a tone. All but drops are loaded later, because nobody hears them before the first drop.
    pub(crate) fn play_tone(self, tone: Tone, volume: f32) {
        let is_still = self.is_still_now();
        if let Tone::Drop(place, rows) = tone {
            let notes = sound::drop(place, rows, is_still);
            return self.inner().sound.play(&notes, volume);
        }
        spawn_local(async move {
            if let Ok(doors) = doors().await {
                self.inner()
                    .sound
                    .play(&(doors.notes)(tone, is_still), volume);
            }
        });
    }

    /// Plays a signal of a part, if signals are wanted.
    pub(crate) fn ring(self, tone: Tone) {
        let settings = self.settings_now();
        if settings.sound.is_on() && settings.signal_volume > 0 {
            let volume = f32::from(settings.signal_volume) / f32::from(model::VOLUME_MAX);
            self.play_tone(tone, volume);
        }
    }

    /// Brings the game of earlier visits back.
    pub(super) fn restore(self) {
        spawn_local(async move {
            match doors().await {
                Ok(doors) => self.send((doors.restored)()),
                Err(_) => self.tell(self.text().get(M::LoadingFailed).to_owned()),
            }
            self.end_restoring();
        });
    }

    /// Reads a text that is a game.
    pub(super) fn read_text(self, written: Written) {
        spawn_local(async move {
            match doors().await {
                Ok(doors) => {
                    if let Some(message) = (doors.read_text)(written, now()) {
                        self.send(message);
                    }
                }
                Err(_) => self.tell(self.text().get(M::LoadingFailed).to_owned()),
            }
        });
    }

    /// Finds words for what each column leads to.
    pub(super) fn judge(self, id: u32, columns: Vec<Option<Bounds>>) {
        spawn_local(async move {
            if let Ok(doors) = doors().await {
                let judged = (doors.judge)(self.text(), &columns);
                self.send(Message::Judged(id, judged));
            } else {
                self.send(Message::Engine(News::Failed));
            }
        });
    }

    /// Says something aloud that is found later.
    pub(super) fn read(self, found: Box<dyn FnOnce(&Doors) -> String>) {
        spawn_local(async move {
            match doors().await {
                Ok(doors) => self.tell(found(doors)),
                Err(_) => self.tell(self.text().get(M::LoadingFailed).to_owned()),
            }
        });
    }

    /// Asks an opponent beside the ladder, whose worker is loaded with this, for its move.
    pub(super) fn ask_beside(self, id: u32, ask: Ask) {
        spawn_local(async move {
            match doors().await {
                Ok(doors) => (doors.ask_beside)(self, id, ask),
                Err(_) => self.send(Message::Engine(News::Failed)),
            }
        });
    }

    /// Puts the games that ended among those that are kept. They stay where they are until that
    /// part is loaded, if need be at another visit.
    pub(super) fn keep_ended(self) {
        spawn_local(async move {
            if let Ok(doors) = doors().await {
                (doors.keep_ended)(self);
            }
        });
    }
}
