//! What keys and buttons ask for.

use foursight_core::Column;
use foursight_table::Command as Ask;

use super::{Dialog, Effect, Focus, Keeper, Model, Now, Switch};
use crate::keys::{Command, command};
use crate::links::Route;
use crate::text::Message as M;
use crate::words;

impl Model {
    /// Does what a key asks for, unless it belongs to the element that has the focus.
    pub(super) fn key(&mut self, key: &str, focus: Focus, now: Now) {
        let letters = match self.settings.letter_keys {
            Switch::On => usize::from(self.play.game().ruleset().width()),
            Switch::Off => 0,
        };
        let Some(command) = command(key, self.settings.key_map(), letters) else {
            return;
        };
        let is_play = matches!(
            *self.route,
            Route::Play | Route::Replay(..) | Route::Kept(..)
        ) || self.play.keeper != Keeper::Page;
        let is_free = match command {
            Command::Escape => true,
            Command::Help => focus != Focus::TextField,
            _ if self.dialog.is_some() || !is_play => false,
            // Enter and the space bar press the element that has the focus.
            Command::DropAimed if key != "ArrowDown" => focus == Focus::Page,
            _ => matches!(focus, Focus::Page | Focus::Control),
        };
        if is_free && self.obey(command, now) {
            self.effect(Effect::TakeKey);
        }
    }

    /// False if the command means nothing now.
    pub(super) fn obey(&mut self, command: Command, now: Now) -> bool {
        let awaited_column = std::mem::take(&mut self.awaits_column);
        match command {
            Command::Column(column) if awaited_column => self.read_column(column),
            Command::Aim(step) if self.play.is_record() => {
                self.look_by(if step < 0 { back } else { on });
            }
            Command::DropAimed if self.play.is_record() => self.walk(),
            Command::Undo
            | Command::Redo
            | Command::Hint
            | Command::Verdicts
            | Command::Hold
            | Command::Column(_)
                if self.play.is_record() =>
            {
                return false;
            }
            // Whoever plays others, online or in a tournament, has no help.
            Command::Hint | Command::Verdicts | Command::Threats if self.part.is_some() => {
                self.tell(self.text().get(M::NoHelp).to_owned());
            }
            // A slip of a finger does not lead away from others.
            Command::New if self.part.is_some() => return false,
            Command::Column(column) if self.settings.digits_drop.is_on() => {
                self.press(column, now);
            }
            Command::Column(column) => self.aim_at(column),
            Command::Aim(step) => self.aim_by(step),
            Command::DropAimed => match *self.aim {
                Some(column) => self.press(column, now),
                None => self.aim_by(0),
            },
            Command::Hold => return self.hold_next(),
            Command::Undo => self.command(&Ask::TakeBack(self.play.table.point()), now),
            Command::Redo => self.command(&Ask::Redo(self.play.table.point()), now),
            Command::Hint => self.hint(now),
            Command::Verdicts => self.verdicts(now),
            Command::Back => self.look_by(back),
            Command::Forward => self.look_by(on),
            Command::Start => self.look_by(|_| 0),
            Command::End => self.look_by(|_| usize::MAX),
            Command::ReadColumn => {
                self.awaits_column = true;
                self.tell(self.text().get(M::WhichColumn).to_owned());
            }
            Command::ReadGrid => self.effect(Effect::Read(None)),
            Command::Clocks => self.effect(Effect::ReadClocks),
            Command::Threats | Command::LastMove => {
                let said = self.asked_for(command);
                self.tell(said);
            }
            Command::Flip => {
                let looks = self.looks.get_mut();
                looks.is_flipped = !looks.is_flipped;
            }
            Command::Mute => self.mute(),
            Command::Zen => {
                let looks = self.looks.get_mut();
                looks.is_zen = !looks.is_zen;
            }
            Command::New => self.dialog.set(Some(Dialog::NewGame)),
            Command::Debug => {
                let looks = self.looks.get_mut();
                looks.is_debug = !looks.is_debug;
            }
            Command::Help => self.dialog.set(Some(Dialog::Keys)),
            Command::Escape => return self.step_back(),
        }
        true
    }

    /// What somebody wants to hear about the game.
    fn asked_for(&self, command: Command) -> String {
        let (text, names, game) = (self.text(), self.names(), self.play.game());
        match command {
            Command::Threats => words::threats(text, &names, game),
            _ => words::last(text, &names, game),
        }
    }

    /// Sound on or off.
    fn mute(&mut self) {
        let mut settings = *self.settings;
        settings.sound = settings.sound.flipped();
        self.choose(settings);
        let is_on = settings.sound.is_on();
        let message = if is_on { M::Unmuted } else { M::Muted };
        self.tell(self.text().get(message).to_owned());
    }

    fn step_back(&mut self) -> bool {
        if self.dialog.is_some() {
            // The browser closes it, and gives the focus back to whoever opened it.
            return false;
        } else if self.looking.is_some() && !self.play.is_record() {
            self.look_at(None);
        } else if self.looks.is_zen {
            self.looks.get_mut().is_zen = false;
        } else {
            self.aim.set(None);
            return false;
        }
        true
    }

    fn read_column(&mut self, column: Column) {
        if column.index() < usize::from(self.play.game().ruleset().width()) {
            return self.effect(Effect::Read(Some(column)));
        }
        let said = self.text().with(M::OutsideGrid, &[("column", &column)]);
        self.tell(said);
    }

    fn aim_by(&mut self, step: i8) {
        let width = isize::from(self.play.game().ruleset().width());
        let from = match *self.aim {
            Some(column) => column.index() as isize + isize::from(step),
            None => width / 2,
        };
        let index = from.rem_euclid(width.max(1)) as usize;
        if let Some(column) = Column::from_index(index) {
            self.aim_at(column);
        }
    }

    fn aim_at(&mut self, column: Column) {
        self.aim.set(Some(column));
        self.effect(Effect::FocusSlot(column));
        let said = self.text().with(M::AimedAt, &[("column", &column)]);
        self.say_politely(said);
    }
}

/// The ply before this one.
const fn back(ply: usize) -> usize {
    ply.saturating_sub(1)
}

/// The ply after this one.
const fn on(ply: usize) -> usize {
    ply + 1
}
