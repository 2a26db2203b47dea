//! Games of earlier visits and of other tabs.
//!
//! Each table is saved under its own id, so two tabs lose nothing. A reloaded tab continues its own
//! table; a new tab begins with the table touched last, and Games lists the others first. Two tabs
//! at the same table mirror each other.

use foursight_core::Ruleset;
use foursight_table::{GameStart, Occupant, Table};

use super::features::FeatureStates;
use super::import::GameText;
use super::lazy::LazyCalls;
use super::refusal::RefusalReason;
use super::{
    Authority, DelegateStatus, DisplayState, Effect, EngineState, LiveRegions, Model, Play,
    PlayViewState, Playback, TimeAndSeed,
};
use crate::hand::Hand;
use crate::links::{Route, without_shared_game};
use crate::saved::SavedTextError;
use crate::settings::{Settings, settings_from_text};
use crate::slice::Slice;
use crate::stage::BoardAnimation;
use crate::text::{Language, UiMessage as M};

/// Maximum number of saved tables. The one touched longest ago is deleted; a game in play there
/// goes to the archive.
pub const TABLES_MAX: usize = 24;

/// Prefix of the storage keys of tables.
pub const TABLE_KEY: &str = "foursight.table.";

/// Returns the storage key of a table.
#[must_use]
pub fn table_key(id: u64) -> String {
    format!("{TABLE_KEY}{id}")
}

/// Saved texts needed at startup, and properties of the browser.
#[derive(Clone, Debug, Default)]
pub struct StartupState {
    /// The saved settings.
    pub settings: Option<String>,
    /// The saved archive.
    pub archive: String,
    /// The language of the browser.
    pub language: Language,
    /// The address requests the debug panel.
    pub is_debug: bool,
}

impl Model {
    /// Returns the page of a first visit with the saved settings, and the effects to perform. Games
    /// of earlier visits follow as [`Message::RestoreTables`](super::Message::RestoreTables).
    #[must_use]
    pub fn restore(stored: StartupState, now: TimeAndSeed) -> (Self, Vec<Effect>) {
        let settings = stored.settings.as_deref().map(settings_from_text);
        let (settings, damage) = match settings {
            Some(Ok(settings)) => (settings, None),
            Some(Err(damage)) => (Settings::default(), Some(damage)),
            None => (Settings::default(), None),
        };
        let mut model = Self::new(first_play(now), settings, stored.language);
        model.archive = Slice::new(stored.archive);
        model.display = Slice::new(DisplayState {
            is_debug: stored.is_debug,
            ..DisplayState::default()
        });
        if let Some(damage) = damage {
            model.quarantine("foursight.settings".to_owned(), damage, now);
        }
        let game = model.play.game().clone();
        model.emit(Effect::Animate(BoardAnimation::Jump(game)));
        let effects = std::mem::take(&mut model.effects);
        (model, effects)
    }

    fn new(play: Play, settings: Settings, language: Language) -> Self {
        let mut model = Self {
            viewed_game: Slice::new(play.game().clone()),
            play: Slice::new(play),
            view: Slice::new(PlayViewState::default()),
            aim: Slice::new(None),
            hand: Slice::new(Hand::default()),
            viewed_ply: Slice::new(None),
            playback: Slice::new(Playback::default()),
            notice: Slice::new(String::new()),
            live_regions: Slice::new(LiveRegions::default()),
            dialog: Slice::new(None),
            route: Slice::new(Route::default()),
            settings: Slice::new(settings),
            engine: Slice::new(EngineState::default()),
            display: Slice::new(DisplayState::default()),
            archive: Slice::new(String::new()),
            delegate_status: Slice::new(DelegateStatus::default()),
            parked: None,
            delegate: None,
            lazy: LazyCalls::default(),
            features: FeatureStates::default(),
            language,
            awaits_column: false,
            last_request_id: 0,
            training_queue: Vec::new(),
            suggested: Vec::new(),
            is_mirroring: false,
            is_single_step: false,
            is_pristine: true,
            effects: Vec::new(),
        };
        model.view = Slice::new(model.compute_view());
        model
    }

    /// Follows a new address.
    pub(super) fn on_address_changed(&mut self, hash: &str, query: &str, now: TimeAndSeed) {
        if let Some(other) = without_shared_game(query).filter(|_| !hash.is_empty()) {
            // Otherwise the address would still name a game that is no longer shown.
            self.emit(Effect::ReplaceAddress(Some(other), hash.to_owned()));
        }
        let mut route = Route::parse(hash, query);
        self.dialog.set(None);
        self.stop_playback();
        self.unpark();
        self.viewed_ply.set(None);
        match &route {
            Route::Open(link) => {
                self.import_game(GameText::Link(link.clone()), now);
                self.emit(Effect::ReplaceAddress(None, "#/play".to_owned()));
                route = Route::Play;
            }
            Route::Table(id) => {
                if *id != self.play.id {
                    self.emit(Effect::ReadTable(*id));
                }
                self.emit(Effect::ReplaceAddress(None, "#/play".to_owned()));
                route = Route::Play;
            }
            _ => {}
        }
        if route != Route::Play {
            self.clear_announcements();
        }
        self.route.set(route);
        self.let_bot_move(now);
    }

    /// Another tab saved a text.
    pub(super) fn on_storage_changed(&mut self, key: &str, text: String, now: TimeAndSeed) {
        let own = self.own();
        if own.authority == Authority::Page && key == table_key(own.id) && !text.is_empty() {
            let text = GameText::OtherTab(own.id, text);
            self.import_game(text, now);
        }
    }

    /// Another tab changed the table of this page.
    pub(super) fn on_table_synced(&mut self, play: Play) {
        if play.id == self.own().id {
            self.adopt_table(play);
        }
    }

    /// Shows the restored game, unless the user has already done something.
    pub(super) fn on_game_restored(&mut self, play: Option<Play>, now: TimeAndSeed) {
        if let Some(play) = play.filter(|_| self.is_pristine) {
            self.adopt_table(play);
            self.is_mirroring = false;
            self.let_bot_move(now);
        }
        self.is_pristine = false;
    }

    /// Shows a table as another tab left it. That tab requests the moves of its bots.
    fn adopt_table(&mut self, play: Play) {
        if let Some(own) = &mut self.parked {
            *own = play;
            return;
        }
        self.cancel();
        self.viewed_ply.set(None);
        self.notice.set(String::new());
        self.emit(Effect::Animate(BoardAnimation::Jump(play.game().clone())));
        *self.play.get_mut() = play;
        self.is_mirroring = true;
        self.preload_lazy_code();
    }

    /// Continues at another table.
    pub(super) fn on_table_loaded(&mut self, play: Play, now: TimeAndSeed) {
        self.unpark();
        self.adopt_table(play);
        self.is_mirroring = false;
        self.is_pristine = false;
        self.save_table(now);
        self.let_bot_move(now);
    }

    /// Moves an unreadable text to a key that nothing overwrites, and reports it.
    pub(super) fn quarantine(&mut self, key: String, damage: SavedTextError, now: TimeAndSeed) {
        self.emit(Effect::Quarantine(key));
        self.explain_refusal(M::Damaged, RefusalReason::Damage(damage), now);
    }
}

/// Two unnamed people.
pub(super) fn unnamed_people() -> [Occupant; 2] {
    [
        Occupant::Person(String::new()),
        Occupant::Person(String::new()),
    ]
}

/// The game of a first visit.
fn first_play(now: TimeAndSeed) -> Play {
    let start = GameStart::new(Ruleset::STANDARD, unnamed_people());
    let Ok(table) = Table::open(start, 1, now.at_ms) else {
        unreachable!("a game without moves is legal");
    };
    Play {
        table,
        authority: Authority::Page,
        id: now.at_ms,
        began_ms: now.at_ms,
        name: String::new(),
        hinted: Vec::new(),
    }
}
