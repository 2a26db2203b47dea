//! Performs the effects of the model.

use std::time::Duration;

use foursight_page::engine_client::PendingReply;
use foursight_page::play::{Effect, Message};
use foursight_page::settings::VOLUME_MAX;
use foursight_protocol::engine::EngineQuery;
use leptos::prelude::set_timeout;

use super::Ui;
use super::engine::{self, Engines};
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
            Effect::CancelRequest => {
                if let Some(token) = self.inner().cancel_token.take() {
                    token.cancel();
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
        let is_training = matches!(query, EngineQuery::TrainLearner { .. });
        let on_result = move |result| self.send(Message::EngineAnswered(id, result));
        let token = engine::perform(self.request(query), Box::new(on_result));
        if !is_training {
            self.inner().cancel_token.set(Some(token));
        }
    }

    /// Starts the solver of the play page.
    pub(super) fn preload_solver(self) {
        let inner = self.inner();
        let engines = inner.engines.get_or_init(|| Engines::start(self));
        engines.preload_solver();
    }

    /// Requests a reply for the play page.
    fn request(self, query: EngineQuery) -> PendingReply {
        let inner = self.inner();
        let engines = inner.engines.get_or_init(|| Engines::start(self));
        engines.request(query)
    }

    /// Requests a reply for another page than the play page, whose engine may be busy.
    pub(crate) fn request_in_background(self, query: EngineQuery) -> PendingReply {
        let inner = self.inner();
        let engines = inner.engines.get_or_init(|| Engines::start(self));
        engines.request_in_background(query)
    }
}
