//! What the page decides, message by message.

mod bots;
mod keeping;
mod keys;
mod playing;
mod saving;
mod timeline;
mod walking;

use std::collections::BTreeMap;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Ruleset, Variant};
use foursight_protocol::engine::{Ask, Found};
use foursight_table::{Seat, Start, Starts, Who};

use super::*;

/// A model with a browser that remembers what is kept, and everything that was done.
pub(super) struct Tab {
    pub(super) model: Model,
    /// Everything since it was last taken.
    pub(super) done: Vec<Effect>,
    at_ms: u64,
}

/// What a browser keeps, by name.
pub(super) type Storage = BTreeMap<String, String>;

pub(super) fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

pub(super) fn person() -> Who {
    Who::Person(String::new())
}

pub(super) fn level(level: Level) -> Who {
    bot(level, Personality::Balanced)
}

pub(super) fn people() -> Start {
    Start::new(Ruleset::STANDARD, [person(), person()])
}

pub(super) fn against(opponent: Level) -> Start {
    Start::new(Ruleset::STANDARD, [person(), level(opponent)])
}

impl Tab {
    /// A first visit.
    pub(super) fn new() -> Self {
        Self::visit(Stored::default(), 1000)
    }

    pub(super) fn visit(stored: Stored, at_ms: u64) -> Self {
        let now = Now { at_ms, seed: 0 };
        let (model, done) = Model::restore(stored, now);
        let mut tab = Self { model, done, at_ms };
        tab.go("#/play");
        tab
    }

    /// A visit to a browser that keeps this.
    pub(super) fn load(storage: &Storage, own: Option<u64>, at_ms: u64) -> Self {
        let settings = storage.get("foursight.settings").cloned();
        let stored = Stored {
            settings,
            ..Stored::default()
        };
        let mut tab = Self::visit(stored, at_ms);
        tab.send(tab.restored_from(storage, own));
        tab
    }

    /// What is said once the games of earlier visits are read.
    pub(super) fn restored_from(&self, storage: &Storage, own: Option<u64>) -> Message {
        let tables = storage.iter().filter_map(|(key, text)| {
            let id = key.strip_prefix("foursight.table.")?;
            Some((id.parse().ok()?, text.clone()))
        });
        let tables = Tables {
            tables: tables.collect(),
            old_game: storage.get("foursight.game").cloned(),
            own,
        };
        restored(&tables, self.now())
    }

    fn now(&self) -> Now {
        Now {
            at_ms: self.at_ms,
            seed: 7,
        }
    }

    /// A new game between these, with nothing done so far.
    pub(super) fn with(start: Start) -> Self {
        let mut tab = Self::new();
        tab.send(Message::Begin(Box::new(start)));
        tab.done.clear();
        tab
    }

    /// Sends a message. What the part that is loaded later answers comes at once.
    pub(super) fn send(&mut self, message: Message) {
        self.at_ms += 10;
        let now = self.now();
        let effects = update(&mut self.model, message, now);
        for effect in effects {
            let answer = match &effect {
                Effect::ReadText(written) => read_text(written.clone(), self.now()),
                Effect::Judge(id, columns) => {
                    Some(Message::Judged(*id, judge(self.model.text(), columns)))
                }
                _ => None,
            };
            self.done.push(effect);
            if let Some(answer) = answer {
                self.send(answer);
            }
        }
    }

    pub(super) fn wait(&mut self, ms: u64) {
        self.at_ms += ms;
    }

    pub(super) fn go(&mut self, hash: &str) {
        self.send(Message::Went(hash.to_owned(), String::new()));
        self.look_at_link();
    }

    /// The view of a linked game reads the link.
    pub(super) fn look_at_link(&mut self) {
        if let Route::Replay(link, ply, _) = (*self.model.route).clone()
            && let Ok(game) = foursight_record::read_link(&link)
        {
            self.send(replay(&game, None, None, ply));
        }
    }

    /// Keys, one after the other.
    pub(super) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(&key.to_string());
        }
    }

    pub(super) fn key(&mut self, key: &str) {
        self.send(Message::Key(key.to_owned(), Focus::Page));
    }

    pub(super) fn taken(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.done)
    }

    pub(super) fn tones(&mut self) -> Vec<Tone> {
        let tone = |effect: &Effect| match effect {
            Effect::Play(tone, _) => Some(*tone),
            _ => None,
        };
        self.taken().iter().filter_map(tone).collect()
    }

    pub(super) fn shows(&mut self) -> Vec<Show> {
        let show = |effect: &Effect| match effect {
            Effect::Show(show) => Some(show.clone()),
            _ => None,
        };
        self.taken().iter().filter_map(show).collect()
    }

    pub(super) fn asks(&mut self) -> Vec<(u32, Ask)> {
        let ask = |effect: &Effect| match effect {
            Effect::Ask(id, ask) => Some((*id, ask.clone())),
            _ => None,
        };
        self.taken().iter().filter_map(ask).collect()
    }

    /// Keeps in the storage what the model wants kept.
    pub(super) fn store(&mut self, storage: &mut Storage) {
        for effect in self.taken() {
            match effect {
                Effect::SaveTable(id, text) => {
                    storage.insert(table_key(id), text);
                }
                Effect::ForgetTable(id) => {
                    storage.remove(&table_key(id));
                }
                Effect::SaveSettings(text) => {
                    storage.insert("foursight.settings".to_owned(), text);
                }
                Effect::ForgetOldGame => {
                    storage.remove("foursight.game");
                }
                Effect::Keep(began, text) => {
                    storage.insert(format!("kept {began}"), text);
                }
                _ => {}
            }
        }
    }

    /// The engine answers the last question with a drop.
    pub(super) fn answer(&mut self, number: usize) {
        let (id, _) = self.asks().pop().expect("the engine was asked");
        self.found(id, number);
        self.wait(2000);
        self.send(Message::Timer(Timer::Bot(id)));
    }

    pub(super) fn found(&mut self, id: u32, number: usize) {
        let found = Found::Choice {
            step: foursight_core::Move::Drop(column(number)),
            depth: 1,
            nodes: 1,
        };
        self.send(Message::Engine(News::Found(id, found)));
    }

    /// The columns of the moves so far.
    pub(super) fn moves(&self) -> String {
        let moves = self.model.play.game().moves().iter();
        let column = |step: &foursight_core::Move| match step.column() {
            Some(column) => column.number().to_string(),
            None => "-".to_owned(),
        };
        moves.map(column).collect()
    }

    pub(super) fn polite(&self) -> &str {
        &self.model.spoken.polite
    }

    pub(super) fn assertive(&self) -> &str {
        &self.model.spoken.assertive
    }

    pub(super) fn notice(&self) -> &str {
        &self.model.seen.notice
    }

    pub(super) fn status(&self) -> &str {
        &self.model.seen.status
    }

    pub(super) fn wins(&self) -> [u32; 3] {
        let score = self.model.play.table.score();
        [score.wins[0], score.wins[1], score.ties]
    }
}

/// First wins in column 4.
pub(super) const WIN: &str = "4545454";

pub(super) fn variant(variant: Variant) -> Start {
    Start::new(Ruleset::usual(variant), [person(), person()])
}

pub(super) fn in_turn() -> Start {
    Start {
        starts: Starts::InTurn,
        ..people()
    }
}

pub(super) fn bot_first(opponent: Level) -> Start {
    Start {
        starts: Starts::Fixed(Seat::Two),
        first: Seat::Two,
        ..against(opponent)
    }
}
