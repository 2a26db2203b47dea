//! Effects: what the model wants done in the browser.

use std::time::Duration;

use foursight_bots::Level;
use foursight_protocol::engine::Ask;
use leptos::prelude::set_timeout;

use super::Ui;
use crate::browser::{self, Entry};
use crate::model::{Effect, Message, News, VOLUME_MAX, Written};

impl Ui {
    pub(super) fn perform(self, effect: Effect) {
        match effect {
            Effect::TakeKey => self.take_key(),
            Effect::Show(show) => self.show(&show),
            Effect::Play(tone, volume) => {
                self.play_tone(tone, f32::from(volume) / f32::from(VOLUME_MAX));
            }
            Effect::Read(column) => self.read(Box::new(move |doors| (doors.read)(self, column))),
            Effect::ReadClocks => self.read(Box::new(move |doors| (doors.read_clocks)(self))),
            Effect::FocusSlot(column) => browser::focus(&format!("slot-{column}")),
            Effect::CatchFocus => browser::catch_focus(),
            Effect::Go(hash) => browser::go(hash),
            Effect::Rename(Some(query), hash) => {
                browser::rename(&format!("{}{query}{hash}", browser::base()));
            }
            Effect::Rename(None, hash) => browser::rename(&hash),
            Effect::Ask(id, ask) => self.ask(id, ask),
            Effect::Cancel => {
                if let Some(engine) = &*self.inner().engine.borrow() {
                    // An engine that cannot be started again is missed when it is next asked.
                    drop(engine.cancel());
                }
            }
            Effect::Wait(ms, timer) => set_timeout(
                move || self.send(Message::Timer(timer)),
                Duration::from_millis(ms.into()),
            ),
            Effect::SaveSettings(text) => browser::save(Entry::Settings, &text),
            Effect::SaveLearner(text) => browser::save(Entry::Learner, &text),
            Effect::SaveTable(id, text) => browser::save_table(id, &text),
            Effect::ForgetTable(id) => browser::forget_table(id),
            Effect::LoadTable(id) => {
                self.read_text(Written::Other(id, browser::load_table(id)));
            }
            Effect::ReadText(written) => self.read_text(written),
            Effect::Judge(id, columns) => self.judge(id, columns),
            Effect::ForgetOldGame => browser::forget(Entry::OldGame),
            Effect::SetAside(key) => browser::set_aside(&key),
            Effect::Keep(began, text) => {
                browser::save_ended(began, &text);
                self.keep_ended();
            }
            Effect::Explain(message, why) => self.explain(message, why),
            Effect::LoadRest => self.doors.load(),
        }
    }

    fn ask(self, id: u32, mut ask: Ask) {
        if let Ask::ChooseLearned { memory, .. } | Ask::Learn { memory, .. } = &mut ask {
            *memory = browser::load(Entry::Learner).unwrap_or_default();
        }
        if let Ask::Choose { level, .. } = &ask
            && *level > Level::Perfect
        {
            return self.ask_beside(id, ask);
        }
        self.ask_engine(id, ask);
    }

    pub(super) fn ask_engine(self, id: u32, ask: Ask) {
        let engine = self.inner().engine.borrow().clone();
        if engine.is_none_or(|engine| engine.ask(id, ask).is_err()) {
            self.send(Message::Engine(News::Failed));
        }
    }
}
