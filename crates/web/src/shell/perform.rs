//! Performs the effects of the model.

use std::time::Duration;

use foursight_bots::Level;
use foursight_page::play::{Effect, EngineEvent, Message};
use foursight_page::settings::VOLUME_MAX;
use foursight_protocol::engine::EngineQuery;
use leptos::prelude::set_timeout;

use super::Ui;
use crate::browser::{self, StorageKey};

impl Ui {
    pub(super) fn perform(self, effect: Effect) {
        match effect {
            Effect::ConsumeKey => self.consume_key(),
            Effect::Animate(show) => self.show(&show),
            Effect::PlayTone(tone, volume) => {
                self.play_tone(tone, f32::from(volume) / f32::from(VOLUME_MAX));
            }
            Effect::FocusColumn(column) => browser::focus(&format!("slot-{column}")),
            Effect::RestoreFocus => browser::restore_focus(),
            Effect::Navigate(hash) => browser::navigate(hash),
            Effect::ReplaceAddress(Some(query), hash) => {
                browser::replace_address(&format!("{}{query}{hash}", browser::base()));
            }
            Effect::ReplaceAddress(None, hash) => browser::replace_address(&hash),
            Effect::SendRequest(id, query) => self.send_request(id, query),
            Effect::CancelRequests => {
                if let Some(engine) = &*self.inner().engine.borrow() {
                    // A failed restart is reported with the next request.
                    drop(engine.cancel());
                }
            }
            Effect::StartTimer(ms, timer) => set_timeout(
                move || self.send(Message::Timer(timer)),
                Duration::from_millis(ms.into()),
            ),
            Effect::SaveSettings(text) => browser::save(StorageKey::Settings, &text),
            Effect::SaveLearner(text) => browser::save(StorageKey::Learner, &text),
            Effect::SaveTable(id, text) => browser::save_table(id, &text),
            Effect::DeleteTable(id) => browser::delete_table(id),
            Effect::ReadTable(id) => self.send(Message::TableRead(id, browser::load_table(id))),
            Effect::LoadLazyCode => self.load_lazy_code(),
            Effect::DeleteLegacyGame => browser::delete(StorageKey::LegacyGame),
            Effect::Quarantine(key) => browser::quarantine(&key),
            Effect::Feature(effect) => self.perform_feature(&effect),
            Effect::ArchiveGame(began, text) => {
                browser::save_ended_game(began, &text);
                self.archive_ended();
            }
        }
    }

    fn send_request(self, id: u32, mut query: EngineQuery) {
        if let EngineQuery::ChooseLearnerMove { memory, .. }
        | EngineQuery::TrainLearner { memory, .. } = &mut query
        {
            *memory = browser::load(StorageKey::Learner).unwrap_or_default();
        }
        if let EngineQuery::ChooseMove { level, .. } = &query
            && *level > Level::Perfect
        {
            return self.request_net_move(id, query);
        }
        self.send_to_engine(id, query);
    }

    pub(super) fn send_to_engine(self, id: u32, query: EngineQuery) {
        let engine = self.inner().engine.borrow().clone();
        if engine.is_none_or(|engine| engine.request(id, query).is_err()) {
            self.send(Message::Engine(EngineEvent::Failed));
        }
    }
}
