//! Commands of keys and buttons.

use foursight_core::Column;
use foursight_phrases::refusals::no_such_column;
use foursight_table::Command as TableCommand;

use super::{Authority, Dialog, Effect, Focus, Model, TimeAndSeed};
use crate::keys::{KeyCommand, command};
use crate::links::Route;
use crate::settings::Switch;
use crate::text::UiMessage as M;
use crate::wording::game_text;

const fn toggle(switch: &mut bool) {
    *switch = !*switch;
}

impl Model {
    /// Runs the command of a key, unless the focused element handles the key itself.
    pub(super) fn key(&mut self, key: &str, focus: Focus, now: TimeAndSeed) {
        let letters = match self.settings.letter_keys {
            Switch::On => usize::from(self.play.game().ruleset().width()),
            Switch::Off => 0,
        };
        let Some(command) = command(key, self.settings.key_map(), letters) else {
            return;
        };
        let is_play = matches!(
            *self.route,
            Route::Play | Route::Replay(..) | Route::Archived(..)
        ) || self.play.authority != Authority::Page;
        let is_allowed = match command {
            KeyCommand::Escape => true,
            KeyCommand::Help => focus != Focus::TextField,
            _ if self.dialog.is_some() || !is_play => false,
            // Enter and the space bar activate the focused element.
            KeyCommand::DropAimed if key != "ArrowDown" => focus == Focus::Page,
            _ => matches!(focus, Focus::Page | Focus::Control),
        };
        if is_allowed && self.run_command(command, now) {
            self.emit(Effect::ConsumeKey);
        }
    }

    /// Runs a command. Returns false if it does not apply now.
    pub(super) fn run_command(&mut self, command: KeyCommand, now: TimeAndSeed) -> bool {
        let awaited_column = std::mem::take(&mut self.awaits_column);
        match command {
            KeyCommand::Column(column) if awaited_column => self.read_column(column, now),
            KeyCommand::Aim(offset) if self.play.is_record() => {
                self.view_ply_by(if offset < 0 { previous_ply } else { next_ply });
            }
            KeyCommand::DropAimed if self.play.is_record() => self.toggle_playback(),
            KeyCommand::Undo
            | KeyCommand::Redo
            | KeyCommand::Hint
            | KeyCommand::Verdicts
            | KeyCommand::NextHand
            | KeyCommand::Column(_)
                if self.play.is_record() =>
            {
                return false;
            }
            // Delegated games, online or in a tournament, have no help.
            KeyCommand::Hint | KeyCommand::Verdicts | KeyCommand::Threats
                if self.delegate.is_some() =>
            {
                self.notify(self.text().get(M::NoHelp).to_owned());
            }
            // A slip of the finger must not leave a game against others.
            KeyCommand::New if self.delegate.is_some() => return false,
            KeyCommand::Column(column) if self.settings.digits_drop.is_on() => {
                self.press(column, now);
            }
            KeyCommand::Column(column) => self.aim_at(column),
            KeyCommand::Aim(offset) => self.aim_by(offset),
            KeyCommand::DropAimed => match *self.aim {
                Some(column) => self.press(column, now),
                None => self.aim_by(0),
            },
            KeyCommand::NextHand => return self.cycle_hand(),
            KeyCommand::Undo => self.command(&TableCommand::TakeBack(self.play.table.point()), now),
            KeyCommand::Redo => self.command(&TableCommand::Redo(self.play.table.point()), now),
            KeyCommand::Hint => self.hint(now),
            KeyCommand::Verdicts => self.toggle_verdicts(now),
            KeyCommand::Back => self.view_ply_by(previous_ply),
            KeyCommand::Forward => self.view_ply_by(next_ply),
            KeyCommand::Start => self.view_ply_by(|_| 0),
            KeyCommand::End => self.view_ply_by(|_| usize::MAX),
            KeyCommand::ReadColumn => {
                self.awaits_column = true;
                self.notify(self.text().get(M::WhichColumn).to_owned());
            }
            KeyCommand::ReadBoard => self.read_board_aloud(None, now),
            KeyCommand::Clocks => self.read_clocks_aloud(now),
            KeyCommand::Threats | KeyCommand::LastMove => {
                let answer = self.command_answer(command);
                self.notify(answer);
            }
            KeyCommand::Flip => toggle(&mut self.display.get_mut().is_flipped),
            KeyCommand::Mute => self.mute(),
            KeyCommand::Zen => toggle(&mut self.display.get_mut().is_zen),
            KeyCommand::New => self.dialog.set(Some(Dialog::NewGame)),
            KeyCommand::Debug => toggle(&mut self.display.get_mut().is_debug),
            KeyCommand::Help => self.dialog.set(Some(Dialog::Keys)),
            KeyCommand::Escape => return self.escape(),
        }
        true
    }

    /// Answers a question of the player about the game.
    fn command_answer(&self, command: KeyCommand) -> String {
        let (text, names, game) = (self.text(), self.names(), self.play.game());
        match command {
            KeyCommand::Threats => game_text::threats_text(text, &names, game),
            _ => game_text::last_move_text(text, &names, game),
        }
    }

    /// Toggles the sound.
    fn mute(&mut self) {
        let mut settings = *self.settings;
        settings.sound = settings.sound.toggled();
        self.change_settings(settings);
        let is_on = settings.sound.is_on();
        let message = if is_on { M::Unmuted } else { M::Muted };
        self.notify(self.text().get(message).to_owned());
    }

    fn escape(&mut self) -> bool {
        if self.dialog.is_some() {
            // The browser closes the dialog and restores the focus.
            return false;
        } else if self.viewed_ply.is_some() && !self.play.is_record() {
            self.view_ply(None);
        } else if self.display.is_zen {
            self.display.get_mut().is_zen = false;
        } else {
            self.aim.set(None);
            return false;
        }
        true
    }

    fn read_column(&mut self, column: Column, now: TimeAndSeed) {
        let width = self.play.game().ruleset().width();
        if column.index() < usize::from(width) {
            return self.read_board_aloud(Some(column), now);
        }
        let message = no_such_column(self.text().0, &column, width);
        self.notify(message);
    }

    fn aim_by(&mut self, offset: i8) {
        let width = isize::from(self.play.game().ruleset().width());
        let from = match *self.aim {
            Some(column) => column.index() as isize + isize::from(offset),
            None => width / 2,
        };
        let index = from.rem_euclid(width.max(1)) as usize;
        if let Some(column) = Column::from_index(index) {
            self.aim_at(column);
        }
    }

    fn aim_at(&mut self, column: Column) {
        self.aim.set(Some(column));
        self.emit(Effect::FocusColumn(column));
        let message = self.text().with(M::AimedAt, &[("column", &column)]);
        self.announce_politely(message);
    }
}

const fn previous_ply(ply: usize) -> usize {
    ply.saturating_sub(1)
}

const fn next_ply(ply: usize) -> usize {
    ply + 1
}
