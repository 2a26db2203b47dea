//! Keys and what they do.

use foursight_core::{Column, Game};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::{Dialog, Page};
use crate::browser;
use crate::keys::{Command, command};
use crate::links::Route;
use crate::model::{Action, State};
use crate::names::Names;
use crate::text::Message as M;
use crate::words;

impl Page {
    /// Does what a key asks for, unless it belongs to the element that has the focus.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let settings = self.peek(State::settings);
        let Some(command) = command(&event.key(), settings.key_map()) else {
            return;
        };
        let is_open = self.dialog.get_untracked().is_some();
        let is_free = match command {
            Command::Escape | Command::Help => !is_text_field(event) || command == Command::Escape,
            _ if is_open || self.route.get_untracked() != Route::Play => false,
            // Enter and the space bar press the element that has the focus.
            Command::DropAimed if event.key() != "ArrowDown" => !is_control(event),
            _ => !is_field(event),
        };
        if is_free && self.obey(command) {
            event.prevent_default();
        }
    }

    /// False if the command means nothing now.
    fn obey(self, command: Command) -> bool {
        let text = self.text();
        let awaited_column = self.awaits_column.get_untracked();
        self.awaits_column.set(false);
        match command {
            Command::Column(column) if awaited_column => self.read_column(column),
            Command::Column(column) => {
                if self.peek(State::settings).digits_drop.is_on() {
                    self.press(column);
                } else {
                    self.aim_at(column);
                }
            }
            Command::Aim(step) => self.aim_by(step),
            Command::DropAimed => match self.aim.get_untracked() {
                Some(column) => self.press(column),
                None => self.aim_by(0),
            },
            Command::Undo => self.act(&Action::Undo),
            Command::Redo => self.act(&Action::Redo),
            Command::Hint => self.hint(),
            Command::Verdicts => self.verdicts(),
            Command::Back => self.look_at(Some(self.ply_shown().saturating_sub(1))),
            Command::Forward => self.look_at(Some(self.ply_shown() + 1)),
            Command::Start => self.look_at(Some(0)),
            Command::End => self.look_at(Some(usize::MAX)),
            Command::ReadColumn => {
                self.awaits_column.set(true);
                self.tell(text.get(M::WhichColumn).to_owned());
            }
            Command::ReadGrid => {
                self.tell(
                    self.with_game(|names, game| words::grid(text, names, &game.position().grid())),
                );
            }
            Command::Threats => self.tell(self.peek(|state| words::threats(text, state))),
            Command::LastMove => {
                let log = self.with_game(|names, game| words::log(text, names, game));
                self.tell(
                    log.last()
                        .cloned()
                        .unwrap_or_else(|| text.get(M::NoMoves).to_owned()),
                );
            }
            Command::Clocks => self.tell(text.get(M::NoClocks).to_owned()),
            Command::Flip => self.is_flipped.update(|is| *is = !*is),
            Command::Mute => self.mute(),
            Command::Zen => self.is_zen.update(|is| *is = !*is),
            Command::New => self.dialog.set(Some(Dialog::NewGame)),
            Command::Debug => self.is_debug.update(|is| *is = !*is),
            Command::Help => self.dialog.set(Some(Dialog::Keys)),
            Command::Escape => return self.step_back(),
        }
        true
    }

    /// Sound on or off.
    pub(crate) fn mute(self) {
        self.choose(|settings| settings.sound = settings.sound.flipped());
        let is_on = self.peek(State::settings).sound.is_on();
        let message = if is_on { M::Unmuted } else { M::Muted };
        self.tell(self.text().get(message).to_owned());
    }

    fn step_back(self) -> bool {
        if self.dialog.get_untracked().is_some() {
            // The browser closes it, and gives the focus back to whoever opened it.
            return false;
        } else if self.looking.get_untracked().is_some() {
            self.look_at(None);
        } else if self.is_zen.get_untracked() {
            self.is_zen.set(false);
        } else {
            self.aim.set(None);
            return false;
        }
        true
    }

    /// The game and what its players are called.
    fn with_game<T>(self, read: impl FnOnce(&Names, &Game) -> T) -> T {
        self.peek(|state| read(&Names::of(self.text(), state), state.game()))
    }

    fn width(self) -> u8 {
        self.peek(|state| state.game().ruleset().width())
    }

    /// The ply that is shown.
    pub(crate) fn ply_shown(self) -> usize {
        let now = self.peek(|state| state.game().moves().len());
        self.looking.get_untracked().unwrap_or(now)
    }

    fn read_column(self, column: Column) {
        let text = self.text();
        if column.index() >= self.width().into() {
            return self.tell(text.with(M::OutsideGrid, &[("column", &column)]));
        }
        self.tell(
            self.with_game(|names, game| {
                words::column(text, names, &game.position().grid(), column)
            }),
        );
    }

    fn aim_by(self, step: i8) {
        let width = isize::from(self.width());
        let from = match self.aim.get_untracked() {
            Some(column) => column.index() as isize + isize::from(step),
            None => width / 2,
        };
        let index = from.rem_euclid(width.max(1)) as usize;
        if let Some(column) = Column::from_index(index) {
            self.aim_at(column);
        }
    }

    fn aim_at(self, column: Column) {
        let text = self.text();
        self.aim.set(Some(column));
        browser::focus(&format!("slot-{column}"));
        self.say_politely(text.with(M::AimedAt, &[("column", &column)]));
    }
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn is_any(event: &KeyboardEvent, names: &[&str]) -> bool {
    target(event).is_some_and(|element| names.contains(&&*element.tag_name().to_ascii_lowercase()))
}

/// True if the element takes keys of its own.
pub(crate) fn is_field(event: &KeyboardEvent) -> bool {
    is_any(event, &["input", "select", "textarea"])
}

fn is_text_field(event: &KeyboardEvent) -> bool {
    is_any(event, &["input", "textarea"])
}

/// True if the element is pressed by Enter or the space bar.
fn is_control(event: &KeyboardEvent) -> bool {
    is_field(event) || is_any(event, &["button", "a", "summary"])
}
