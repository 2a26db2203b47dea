//! Tests of the model, message by message.

mod bots;
mod keys;
mod persistence;
mod playback;
mod playing;
mod samples;
mod saved_table;
mod timeline;

use std::collections::BTreeMap;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Ruleset, Variant};
use foursight_protocol::engine::{EngineQuery, EngineReply};
use foursight_table::{GameStart, Occupant, Seat, StartPolicy};

use super::*;
use crate::hand::Hand;
use crate::saved::SavedTextError;
use crate::settings::{
    ColumnNames, Settings, Switch, Theme, VOLUME_MAX, Verbosity, View, settings_from_text,
    settings_to_text,
};
use crate::sound::Tone;
use crate::stage::BoardAnimation;
use crate::wording::bot_ids::{bot_occupant, level_of};

/// A model with a simulated browser that records all effects.
pub(super) struct TestTab {
    pub(super) model: Model,
    /// Effects since they were last taken.
    pub(super) effects: Vec<Effect>,
    at_ms: u64,
    has_lazy_code: bool,
}

/// Storage of a browser, by key.
pub(super) type TestStorage = BTreeMap<String, String>;

pub(super) fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

pub(super) fn person() -> Occupant {
    Occupant::Person(String::new())
}

pub(super) fn level(level: Level) -> Occupant {
    bot_occupant(level, Personality::Balanced)
}

pub(super) fn people() -> GameStart {
    GameStart::new(Ruleset::STANDARD, [person(), person()])
}

pub(super) fn against(opponent: Level) -> GameStart {
    GameStart::new(Ruleset::STANDARD, [person(), level(opponent)])
}

impl TestTab {
    /// A first visit.
    pub(super) fn new() -> Self {
        Self::visit(StartupState::default(), 1000)
    }

    pub(super) fn visit(stored: StartupState, at_ms: u64) -> Self {
        let now = TimeAndSeed { at_ms, seed: 0 };
        let (model, effects) = Model::restore(stored, now);
        let mut tab = Self {
            model,
            effects,
            at_ms,
            has_lazy_code: false,
        };
        tab.go("#/play");
        tab
    }

    /// A visit with this storage.
    pub(super) fn load(storage: &TestStorage, own: Option<u64>, at_ms: u64) -> Self {
        let settings = storage.get("foursight.settings").cloned();
        let stored = StartupState {
            settings,
            ..StartupState::default()
        };
        let mut tab = Self::visit(stored, at_ms);
        tab.send(Self::restored_from(storage, own));
        tab
    }

    /// Returns the message sent once the saved games are read.
    pub(super) fn restored_from(storage: &TestStorage, own: Option<u64>) -> Message {
        let tables = storage.iter().filter_map(|(key, text)| {
            let id = key.strip_prefix("foursight.table.")?;
            Some((id.parse().ok()?, text.clone()))
        });
        let tables = StoredTables {
            tables: tables.collect(),
            legacy_game: storage.get("foursight.game").cloned(),
            own_id: own,
        };
        Message::RestoreTables(tables)
    }

    fn now(&self) -> TimeAndSeed {
        TimeAndSeed {
            at_ms: self.at_ms,
            seed: 7,
        }
    }

    /// A new game of these players, without recorded effects.
    pub(super) fn with(start: GameStart) -> Self {
        let mut tab = Self::new();
        tab.send(Message::StartGame(Box::new(start)));
        tab.effects.clear();
        tab
    }

    /// Sends a message. The lazy chunk loads at once.
    pub(super) fn send(&mut self, message: Message) {
        self.send_offline(message);
        if self.effects.contains(&Effect::LoadLazyCode) && !self.has_lazy_code {
            self.has_lazy_code = true;
            let loaded = Message::LazyCodeLoaded(Some(LAZY_CODE));
            let now = self.now();
            let effects = update(&mut self.model, loaded, now);
            self.effects.extend(effects);
        }
    }

    /// Sends a message without loading the lazy chunk.
    pub(super) fn send_offline(&mut self, message: Message) {
        self.at_ms += 10;
        let now = self.now();
        let effects = update(&mut self.model, message, now);
        self.effects.extend(effects);
    }

    pub(super) fn wait(&mut self, ms: u64) {
        self.at_ms += ms;
    }

    pub(super) fn go(&mut self, hash: &str) {
        self.send(Message::AddressChanged(hash.to_owned(), String::new()));
        self.open_link();
    }

    /// Reads the link as the view of a linked game does.
    pub(super) fn open_link(&mut self) {
        if let Route::Replay(link, ply, _) = (*self.model.route).clone()
            && let Ok(game) = foursight_record::read_link(&link)
        {
            self.send(replay_message(&game, None, None, ply));
        }
    }

    /// Presses keys one after the other.
    pub(super) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(&key.to_string());
        }
    }

    pub(super) fn key(&mut self, key: &str) {
        self.send(Message::KeyPressed(key.to_owned(), Focus::Page));
    }

    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    pub(super) fn tones(&mut self) -> Vec<Tone> {
        let tone = |effect: &Effect| match effect {
            Effect::PlayTone(tone, _) => Some(*tone),
            _ => None,
        };
        self.take_effects().iter().filter_map(tone).collect()
    }

    pub(super) fn animations(&mut self) -> Vec<BoardAnimation> {
        let show = |effect: &Effect| match effect {
            Effect::Animate(show) => Some(show.clone()),
            _ => None,
        };
        self.take_effects().iter().filter_map(show).collect()
    }

    pub(super) fn queries(&mut self) -> Vec<(u32, EngineQuery)> {
        let query = |effect: &Effect| match effect {
            Effect::SendRequest(id, query) => Some((*id, query.clone())),
            _ => None,
        };
        self.take_effects().iter().filter_map(query).collect()
    }

    /// Performs the storage effects.
    pub(super) fn store(&mut self, storage: &mut TestStorage) {
        for effect in self.take_effects() {
            match effect {
                Effect::SaveTable(id, text) => {
                    storage.insert(table_key(id), text);
                }
                Effect::DeleteTable(id) => {
                    storage.remove(&table_key(id));
                }
                Effect::SaveSettings(text) => {
                    storage.insert("foursight.settings".to_owned(), text);
                }
                Effect::DeleteLegacyGame => {
                    storage.remove("foursight.game");
                }
                Effect::ArchiveGame(began, text) => {
                    storage.insert(format!("archived {began}"), text);
                }
                _ => {}
            }
        }
    }

    /// Answers the last request with a drop.
    pub(super) fn answer(&mut self, number: usize) {
        let (id, _) = self.queries().pop().expect("the engine was asked");
        self.found(id, number);
        self.wait(2000);
        self.send(Message::Timer(Timer::Bot(id)));
    }

    pub(super) fn found(&mut self, id: u32, number: usize) {
        let found = EngineReply::Move {
            mv: foursight_core::Move::Drop(column(number)),
            depth: 1,
            nodes: 1,
        };
        self.send(Message::EngineAnswered(id, Ok(found)));
    }

    /// Returns the columns of all moves.
    pub(super) fn moves(&self) -> String {
        let moves = self.model.play.game().moves().iter();
        let column = |mv: &foursight_core::Move| match mv.column() {
            Some(column) => column.number().to_string(),
            None => "-".to_owned(),
        };
        moves.map(column).collect()
    }

    pub(super) fn polite(&self) -> &str {
        &self.model.live_regions.polite
    }

    pub(super) fn assertive(&self) -> &str {
        &self.model.live_regions.assertive
    }

    pub(super) fn notice(&self) -> &str {
        &self.model.view.notice
    }

    pub(super) fn status(&self) -> &str {
        &self.model.view.status
    }

    pub(super) fn wins(&self) -> [u32; 3] {
        let score = self.model.play.table.score();
        [score.wins[0], score.wins[1], score.draws]
    }
}

/// The first player wins in column 4.
pub(super) const WIN: &str = "4545454";

pub(super) fn variant(variant: Variant) -> GameStart {
    GameStart::new(Ruleset::default_for(variant), [person(), person()])
}

pub(super) fn in_turn() -> GameStart {
    GameStart {
        start_policy: StartPolicy::Alternate,
        ..people()
    }
}

pub(super) fn bot_first(opponent: Level) -> GameStart {
    GameStart {
        start_policy: StartPolicy::Fixed(Seat::Two),
        first: Seat::Two,
        ..against(opponent)
    }
}
