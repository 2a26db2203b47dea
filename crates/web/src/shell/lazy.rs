//! Lazy chunks: code not needed for the first drop, in modules loaded on demand.
//!
//! `cargo xtask web` splits the page. Code reachable only through a function marked `wasm_split`
//! becomes a chunk, fetched by the first call of that function. Chunks share memory and functions
//! with the initial module, so their exports are ordinary values. Code needed by several chunks,
//! but not by the initial one, becomes a chunk as well.
//!
//! Invariant: code in a lazy chunk must not be referenced from the initial chunk, only from here or
//! from another chunk. A single reference pulls all of it into the initial chunk, and `cargo xtask
//! test` fails because the initial chunk is too large.

#![expect(
    clippy::unnecessary_wraps,
    reason = "a chunk may fail to load, which the macro adds to its loader"
)]

use std::future::Future;
use std::pin::Pin;

use foursight_core::{Column, Game};
use foursight_page::play::{LAZY_CODE, LazyCode, Message, StoredTables};
use foursight_page::settings::VOLUME_MAX;
use foursight_page::sound::{self, Note, Tone};
use foursight_page::text::{Text, UiMessage as M};
use foursight_record::ledger::LedgerEntry;
use foursight_table::{GameStart, Seat};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::Ui;
use super::signals::{ErasedMemo, ErasedSignal};
use crate::browser::{self, StorageKey};
use crate::offline;
use crate::scene::{self, AimBindings};
use crate::views::games::{scores, thumbnail};
use crate::views::home::HomeSummary;
use crate::views::home::home_summary;
use crate::views::play::flat_board;
use crate::views::play::new_game::{NewGame, NewGamePage};
use crate::views::play::{
    accessible_board, board_choice, clock, debug, end_card, hands, move_log, net_insight, rules,
};
use crate::views::{
    about, analysis, click_handler, coach, dialogs, dynamic_view, games, learn, online, proof,
    puzzle, replay, settings, share, tournament,
};

/// Exports of the main lazy chunk: everything apart from the game itself.
#[derive(Debug)]
pub(crate) struct ChunkExports {
    /// The list of games.
    pub(crate) games: fn() -> AnyView,
    /// The statistics of all games.
    pub(crate) scores: fn() -> AnyView,
    /// The panel beside a record.
    pub(crate) replay: fn() -> AnyView,
    /// Replays an archived game, by its number, from a ply on.
    pub(crate) archived_replay: fn(u64, Option<usize>) -> AnyView,
    /// Replays a linked game from a ply on with the names in its link, or shows what is wrong with
    /// it.
    pub(crate) linked_replay: fn(&str, Option<usize>, Option<&[String; 2]>) -> AnyView,
    /// The course, or a step of a lesson, from a chunk of its own.
    pub(crate) learn: fn(Option<LessonAddress>) -> AnyView,
    /// Online play, by the rest of its address, from a chunk of its own.
    pub(crate) online: fn(&str) -> AnyView,
    /// Tournaments, by the rest of their address, from a chunk of their own.
    pub(crate) tournament: fn(&str) -> AnyView,
    /// The analysis board, by the rest of its address, from a chunk of its own.
    pub(crate) analysis: fn(&str) -> AnyView,
    /// The page about the game, at a section.
    pub(crate) about: fn(&str) -> AnyView,
    /// The coach, by the rest of its address, from the chunk of the analysis board.
    pub(crate) coach: fn(&str) -> AnyView,
    /// The proof that the first player wins, from a chunk of its own.
    pub(crate) proof: fn() -> AnyView,
    /// Puzzles, by the rest of their address, from a chunk of their own.
    pub(crate) puzzle: fn(&str) -> AnyView,
    /// The list of keys.
    pub(crate) keys: fn() -> AnyView,
    /// The settings.
    pub(crate) settings: fn() -> AnyView,
    /// Links and files of this game.
    pub(crate) share: fn() -> AnyView,
    /// The options of a new game, in a dialog.
    pub(crate) new_game: fn() -> AnyView,
    /// The options of a new game, as a page.
    pub(crate) new_page: fn() -> AnyView,
    /// The debug panel.
    pub(crate) debug: fn() -> AnyView,
    /// The list of moves, and the power discs of both players.
    pub(crate) move_log: fn() -> AnyView,
    /// The dialogs.
    pub(crate) dialogs: fn() -> AnyView,
    /// The notice about a newer version.
    pub(crate) update_notice: fn() -> AnyView,
    /// The result of a game.
    pub(crate) game_result: fn() -> AnyView,
    /// Buttons for the camera.
    pub(crate) camera: fn() -> AnyView,
    /// The choice of the held piece.
    pub(crate) hands: fn() -> AnyView,
    /// Buttons that aim, for wide boards.
    pub(crate) aim_buttons: fn() -> AnyView,
    /// The rules of the game in the play view.
    pub(crate) rules: fn() -> AnyView,
    /// The power discs of a seat.
    pub(crate) power_stock: fn(Seat) -> AnyView,
    /// The offer of the flat board.
    pub(crate) flat_offer: fn() -> AnyView,
    /// The clock of a seat.
    pub(crate) clock: fn(Seat) -> AnyView,
    /// The controls of two bots playing each other.
    pub(crate) bot_controls: fn() -> AnyView,
    /// Returns the notes of a tone.
    notes: fn(Tone, bool) -> Vec<Note>,
    /// Code of the model.
    code: &'static LazyCode,
    /// Reads the tables of earlier visits.
    stored_tables: fn() -> StoredTables,
    /// Moves finished games into the archive.
    archive_ended: fn(Ui),
    /// A small picture of a board.
    pub(crate) mini_board: fn(&Game) -> AnyView,
    /// Describes the start of a game in a few words.
    pub(crate) start_summary: fn(Text, &GameStart) -> String,
    /// Returns what the tiles of the home page show of earlier visits.
    pub(crate) home_summary: fn(Ui, Text) -> HomeSummary,
    /// The evaluation of a net for the shown game.
    pub(crate) net_evaluation: fn() -> AnyView,
}

#[wasm_split(later, wasm_split_path = leptos::wasm_split, fallible)]
fn load_main_chunk() -> Result<&'static ChunkExports, SplitLoaderError> {
    Ok(&ChunkExports {
        games: || view! { <games::Games/> }.into_any(),
        mini_board: thumbnail::thumbnail,
        start_summary: home_summary::start_summary,
        home_summary: home_summary::home_summary,
        scores: || view! { <scores::Scores/> }.into_any(),
        replay: || view! { <replay::Replay/> }.into_any(),
        archived_replay: replay::archived_replay,
        linked_replay: replay::linked_replay,
        learn: |place| {
            let text = expect_context::<Text>();
            let chunk = Lazy::<LearnChunk>::new(|| Box::pin(load_learn_chunk()));
            let place = move |learn: &'static LearnChunk| (learn.page)(place.as_ref());
            dynamic_view(move || chunk.show(text, place.clone())).into_any()
        },
        online: |at| {
            let text = expect_context::<Text>();
            let chunk = Lazy::<OnlineChunk>::new(|| Box::pin(load_online_chunk()));
            let at = at.to_owned();
            dynamic_view(move || chunk.show(text, |chunk| (chunk.page)(&at))).into_any()
        },
        tournament: |at| {
            let text = expect_context::<Text>();
            let chunk = Lazy::<TournamentChunk>::new(|| Box::pin(load_tournament_chunk()));
            let at = at.to_owned();
            dynamic_view(move || chunk.show(text, |chunk| (chunk.page)(&at))).into_any()
        },
        analysis: |at| {
            let text = expect_context::<Text>();
            let chunk = Lazy::<AnalysisChunk>::new(|| Box::pin(load_analysis_chunk()));
            let at = at.to_owned();
            dynamic_view(move || chunk.show(text, |chunk| (chunk.page)(&at))).into_any()
        },
        about: about::page,
        coach: |at| {
            let text = expect_context::<Text>();
            let chunk = Lazy::<AnalysisChunk>::new(|| Box::pin(load_analysis_chunk()));
            let at = at.to_owned();
            dynamic_view(move || chunk.show(text, |chunk| (chunk.coach)(&at))).into_any()
        },
        proof: || {
            let text = expect_context::<Text>();
            let chunk = Lazy::<ProofChunk>::new(|| Box::pin(load_proof_chunk()));
            dynamic_view(move || chunk.show(text, |chunk| (chunk.page)())).into_any()
        },
        puzzle: |at| {
            let text = expect_context::<Text>();
            let chunk = Lazy::<PuzzleChunk>::new(|| Box::pin(load_puzzle_chunk()));
            let at = at.to_owned();
            dynamic_view(move || chunk.show(text, |chunk| (chunk.page)(&at))).into_any()
        },
        keys: || view! { <dialogs::Keys/> }.into_any(),
        settings: || view! { <settings::SettingsForm/> }.into_any(),
        share: || view! { <share::Share/> }.into_any(),
        new_game: || view! { <NewGame/> }.into_any(),
        new_page: || view! { <NewGamePage/> }.into_any(),
        debug: || view! { <debug::DebugOverlay/> }.into_any(),
        move_log: || view! { <move_log::MoveLog/> }.into_any(),
        dialogs: || view! { <dialogs::Dialogs/> }.into_any(),
        update_notice: offline::update,
        game_result: end_card::end_card,
        camera: end_card::camera_buttons,
        hands: || view! { <hands::HandChoice/> }.into_any(),
        aim_buttons: accessible_board::aim_buttons,
        notes: sound::notes,
        rules: rules::rules,
        power_stock: hands::power_stock,
        flat_offer: board_choice::flat_offer,
        clock: clock::seat_clock,
        bot_controls: clock::bot_match_controls,
        code: LAZY_CODE,
        stored_tables: || StoredTables {
            tables: browser::tables(),
            legacy_game: browser::load(StorageKey::LegacyGame),
            own_id: browser::own_table(),
        },
        archive_ended: games::archive_ended_games,
        net_evaluation: net_insight::net_insight,
    })
}

/// Name of a lesson, and one of its steps.
type LessonAddress = (String, Option<String>);

/// Exports of the course chunk.
#[derive(Debug)]
pub(crate) struct LearnChunk {
    /// The map of lessons, or a lesson.
    page: fn(Option<&LessonAddress>) -> AnyView,
    /// The tile of the lesson in progress.
    tile: fn(Text) -> Option<AnyView>,
}

/// The tile of the lesson in progress, or `other` until its chunk is loaded, or if there is none.
pub(crate) fn lesson_tile(other: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let text = expect_context::<Text>();
    let chunk = Lazy::<LearnChunk>::new(|| Box::pin(load_learn_chunk()));
    chunk.load();
    let tile = dynamic_view(move || {
        let loaded = chunk.loaded().and_then(Result::ok);
        loaded
            .and_then(|chunk| (chunk.tile)(text))
            .unwrap_or_else(&other)
    });
    view! { <li>{tile}</li> }.into_any()
}

#[wasm_split(learn, wasm_split_path = leptos::wasm_split, fallible)]
fn load_learn_chunk() -> Result<&'static LearnChunk, SplitLoaderError> {
    Ok(&LearnChunk {
        page: learn::page,
        tile: learn::lesson_tile,
    })
}

/// Exports of the online chunk.
#[derive(Debug)]
pub(crate) struct OnlineChunk {
    /// The page of an address.
    page: fn(&str) -> AnyView,
}

#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
fn load_online_chunk() -> Result<&'static OnlineChunk, SplitLoaderError> {
    Ok(&OnlineChunk { page: online::page })
}

/// Exports of the tournament chunk.
#[derive(Debug)]
pub(crate) struct TournamentChunk {
    /// The page of an address.
    page: fn(&str) -> AnyView,
    /// The saved tournaments.
    tiles: fn() -> AnyView,
    /// Opens the text of a file, or returns why not.
    open_file: fn(Ui, Text, &str) -> Result<(), String>,
    /// The games of people, as entries of the ledger.
    scored_games: fn() -> Vec<LedgerEntry>,
}

/// Sets `games` to the tournament games of people, once their chunk is loaded.
pub(crate) fn load_tournament_games(games: ErasedSignal<Vec<LedgerEntry>>) {
    spawn_local(async move {
        if let Ok(chunk) = load_tournament_chunk().await {
            games.set((chunk.scored_games)());
        }
    });
}

/// Returns the saved tournaments, once their chunk is loaded.
pub(crate) fn tournament_tiles() -> AnyView {
    let text = expect_context::<Text>();
    let chunk = Lazy::<TournamentChunk>::new(|| Box::pin(load_tournament_chunk()));
    dynamic_view(move || chunk.show(text, |chunk| (chunk.tiles)())).into_any()
}

/// Opens a tournament from a file, or sets `complaint` to the reason.
pub(crate) fn open_tournament(ui: Ui, text: Text, file: String, complaint: ErasedSignal<String>) {
    spawn_local(async move {
        let opened = match load_tournament_chunk().await {
            Ok(chunk) => (chunk.open_file)(ui, text, &file),
            Err(_) => Err(text.get(M::LoadingFailed).to_owned()),
        };
        if let Err(reason) = opened {
            complaint.set(reason);
        }
    });
}

#[wasm_split(tournament, wasm_split_path = leptos::wasm_split, fallible)]
fn load_tournament_chunk() -> Result<&'static TournamentChunk, SplitLoaderError> {
    Ok(&TournamentChunk {
        page: tournament::page,
        tiles: tournament::tiles,
        open_file: tournament::open_file,
        scored_games: tournament::scored_games,
    })
}

/// Exports of the chunk of the analysis board and the coach.
#[derive(Debug)]
pub(crate) struct AnalysisChunk {
    /// The page of an address.
    page: fn(&str) -> AnyView,
    /// The page of an address of the coach.
    coach: fn(&str) -> AnyView,
}

#[wasm_split(analysis, wasm_split_path = leptos::wasm_split, fallible)]
fn load_analysis_chunk() -> Result<&'static AnalysisChunk, SplitLoaderError> {
    Ok(&AnalysisChunk {
        page: analysis::page,
        coach: coach::page,
    })
}

/// Exports of the chunk of the proof.
#[derive(Debug)]
pub(crate) struct ProofChunk {
    /// The page.
    page: fn() -> AnyView,
}

#[wasm_split(proof, wasm_split_path = leptos::wasm_split, fallible)]
fn load_proof_chunk() -> Result<&'static ProofChunk, SplitLoaderError> {
    Ok(&ProofChunk { page: proof::page })
}

/// Exports of the chunk of the puzzles.
#[derive(Debug)]
pub(crate) struct PuzzleChunk {
    /// The page of an address.
    page: fn(&str) -> AnyView,
}

#[wasm_split(puzzle, wasm_split_path = leptos::wasm_split, fallible)]
fn load_puzzle_chunk() -> Result<&'static PuzzleChunk, SplitLoaderError> {
    Ok(&PuzzleChunk { page: puzzle::page })
}

/// Exports of the flat board, for browsers and users without the 3D scene.
#[derive(Debug)]
pub(crate) struct FlatChunk {
    /// The board of the game in the play view.
    pub(crate) board: fn(ErasedMemo<Option<Column>>, AimBindings) -> AnyView,
}

#[wasm_split(flat, wasm_split_path = leptos::wasm_split, fallible)]
fn load_flat_chunk() -> Result<&'static FlatChunk, SplitLoaderError> {
    Ok(&FlatChunk {
        board: flat_board::game_board,
    })
}

/// Exports of the 3D scene, for browsers that support it.
#[derive(Debug)]
pub(crate) struct SceneChunk {
    /// Renders the scene into its canvas.
    pub(crate) render: fn(scene::SceneInputs),
}

#[wasm_split(space, wasm_split_path = leptos::wasm_split, fallible)]
fn load_scene_chunk() -> Result<&'static SceneChunk, SplitLoaderError> {
    Ok(&SceneChunk {
        render: scene::mount_scene,
    })
}

/// A chunk could not be loaded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkLoadError;

type ChunkFuture<T> = Pin<Box<dyn Future<Output = Result<&'static T, SplitLoaderError>>>>;

/// A chunk loaded on demand.
pub(crate) struct Lazy<T: 'static> {
    fetch: fn() -> ChunkFuture<T>,
    /// `None` until the chunk is loaded or has failed to load.
    loaded: ErasedSignal<Option<Result<&'static T, ChunkLoadError>>>,
    is_loading: StoredValue<bool>,
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lazy<T> {}

impl Lazy<ChunkExports> {
    /// The main chunk.
    pub(crate) fn main() -> Self {
        Self::new(|| {
            browser::remove_attribute("flat-style", "disabled");
            browser::remove_attribute("later-style", "disabled");
            Box::pin(load_main_chunk())
        })
    }
}

impl Lazy<FlatChunk> {
    /// The flat board.
    pub(crate) fn flat() -> Self {
        Self::new(|| {
            browser::remove_attribute("flat-style", "disabled");
            Box::pin(load_flat_chunk())
        })
    }
}

impl Lazy<SceneChunk> {
    /// The 3D scene.
    pub(crate) fn scene() -> Self {
        Self::new(|| Box::pin(load_scene_chunk()))
    }
}

impl<T: Send + Sync> Lazy<T> {
    fn new(fetch: fn() -> ChunkFuture<T>) -> Self {
        Self {
            fetch,
            loaded: ErasedSignal::new(None),
            is_loading: StoredValue::new(false),
        }
    }

    /// Renders the chunk's view once it is loaded. Tracked by the calling view.
    pub(crate) fn show(self, text: Text, render: impl FnOnce(&'static T) -> AnyView) -> AnyView {
        match self.loaded.get() {
            Some(Ok(exports)) => render(exports),
            Some(Err(ChunkLoadError)) => load_failed(text, Box::new(move || self.loaded.set(None))),
            None => {
                self.load();
                view! { <p class="loading" role="status">{text.get(M::Loading)}</p> }.into_any()
            }
        }
    }

    /// Returns the exports, or `None` until they are loaded. Tracked by the calling view.
    pub(crate) fn loaded(self) -> Option<Result<&'static T, ChunkLoadError>> {
        self.loaded.get()
    }

    /// Renders the view only if the chunk is already loaded. Tracked by the calling view.
    pub(crate) fn show_if_loaded(self, render: impl FnOnce(&'static T) -> AnyView) -> AnyView {
        match self.loaded.get() {
            Some(Ok(exports)) => render(exports),
            _ => ().into_any(),
        }
    }

    /// Starts loading, unless it has begun.
    pub(crate) fn load(self) {
        let is_loaded = matches!(self.loaded.get_untracked(), Some(Ok(_)));
        if is_loaded || self.is_loading.get_value() {
            return;
        }
        self.is_loading.set_value(true);
        spawn_local(async move {
            let loaded = (self.fetch)().await;
            self.is_loading.set_value(false);
            self.loaded.set(Some(loaded.map_err(|_| ChunkLoadError)));
        });
    }
}

fn load_failed(text: Text, retry: Box<dyn Fn()>) -> AnyView {
    view! {
        <p role="alert">{text.get(M::LoadingFailed)}</p>
        <button type="button" data-testid="load-again" on:click=click_handler(retry)>{text.get(M::LoadAgain)}</button>
    }
    .into_any()
}

/// Runs code of the main chunk once it is loaded, or with `None` if it cannot be.
fn with_main_chunk(run: impl FnOnce(Option<&'static ChunkExports>) + 'static) {
    let run: Box<dyn FnOnce(Option<&'static ChunkExports>)> = Box::new(run);
    spawn_local(async move { run(load_main_chunk().await.ok()) });
}

impl Ui {
    /// Loads the main chunk, and gives its code to the model. Also loads the solver, so that the first
    /// hint need not wait for it.
    pub(super) fn load_lazy_code(self) {
        self.main_chunk.load();
        self.preload_solver();
        with_main_chunk(move |chunk| {
            self.send(Message::LazyCodeLoaded(chunk.map(|chunk| chunk.code)));
        });
    }

    /// Restores the game of an earlier visit.
    pub(super) fn restore(self) {
        self.main_chunk.load();
        with_main_chunk(move |chunk| {
            self.send(Message::LazyCodeLoaded(chunk.map(|chunk| chunk.code)));
            match chunk {
                Some(chunk) => self.send(Message::RestoreTables((chunk.stored_tables)())),
                None => self.notify(self.text().get(M::LoadingFailed).to_owned()),
            }
            self.end_restoring();
        });
    }

    /// Plays a tone. All tones but drops are in the main chunk, because none precedes the first
    /// drop.
    pub(crate) fn play_tone(self, tone: Tone, volume: f32) {
        let is_still = self.is_still_now();
        if let Tone::Drop(place, rows) = tone {
            let notes = sound::drop(place, rows, is_still);
            return self.inner().sound.play(&notes, volume);
        }
        with_main_chunk(move |chunk| {
            if let Some(chunk) = chunk {
                let notes = (chunk.notes)(tone, is_still);
                self.inner().sound.play(&notes, volume);
            }
        });
    }

    /// Plays a signal of a delegate, if signals are enabled.
    pub(crate) fn play_signal(self, tone: Tone) {
        let settings = self.settings_now();
        if settings.sound.is_on() && settings.signal_volume > 0 {
            let volume = f32::from(settings.signal_volume) / f32::from(VOLUME_MAX);
            self.play_tone(tone, volume);
        }
    }

    /// Moves finished games into the archive. They stay in the storage until the chunk is loaded,
    /// if need be on a later visit.
    pub(super) fn archive_ended(self) {
        with_main_chunk(move |chunk| {
            if let Some(chunk) = chunk {
                (chunk.archive_ended)(self);
            }
        });
    }
}
