//! Dispatches messages.

use foursight_core::Move;
use foursight_table::Command;

use super::import::GameText;
use super::saved_table::one_line;
use super::{Dialog, Effect, Message, Model, TimeAndSeed, Timer};
use crate::settings::{Settings, View, settings_to_text};

/// Applies a message to the model and returns the effects to perform.
pub fn update(model: &mut Model, message: Message, now: TimeAndSeed) -> Vec<Effect> {
    model.handle(message, now);
    model.derive();
    std::mem::take(&mut model.effects)
}

impl Model {
    /// Applies a message. Only features call this, to change the play page.
    pub fn handle(&mut self, message: Message, now: TimeAndSeed) {
        match message {
            Message::KeyPressed(key, focus) => self.key(&key, focus, now),
            Message::RunCommand(command) => {
                self.run_command(command, now);
            }
            Message::PressColumn(column) => self.press(column, now),
            Message::PressBelow(column) => self.pop(column, now),
            Message::AimAt(column) => self.aim.set(column),
            Message::SetHand(hand) => self.set_hand(hand),
            Message::Pass => self.play_move(Move::Pass, now),
            Message::NextGame => self.next_game(now),
            Message::Resume => self.command(&Command::Resume, now),
            Message::Pause => self.command(&Command::Pause, now),
            Message::StepBots => self.step_bots(now),
            Message::ClockTick => self.on_clock(now),
            Message::PageHidden => self.save_clocks(now),
            Message::ResetScore => self.command(&Command::ResetScore, now),
            Message::RetryEngine => self.retry_engine(now),
            Message::ViewPly(ply) => {
                self.stop_playback();
                self.view_ply(ply);
            }
            Message::TogglePlayback => self.toggle_playback(),
            Message::SetPlaybackSpeed(pace) => self.playback.get_mut().speed = pace,
            Message::SetDialog(dialog) => self.set_dialog(dialog),
            Message::ChangeSettings(settings) => self.change_settings(settings),
            Message::StartGame(start) => {
                self.dialog.set(None);
                self.start_game(*start, now);
                self.emit(Effect::Navigate("/play"));
                self.emit(Effect::RestoreFocus);
            }
            Message::ContinueGame(game) => {
                self.unpark();
                self.continue_game(&game, now);
                self.emit(Effect::Navigate("/play"));
            }
            Message::RouteNotFound => self.route.set(crate::links::Route::Unknown),
            Message::ShowRecord(saved, ply) => self.show_record(*saved, ply, now),
            Message::ShowDelegated(table, delegate) => self.show_delegated(*table, delegate, now),
            Message::ApplyEntries(entries) => self.apply_entries(&entries, now),
            Message::ReplaceTable(table) => self.replace_table(*table),
            Message::Announce(text) => self.notify(text),
            Message::EngineReady => self.engine.get_mut().is_ready = true,
            Message::EngineAnswered(id, result) => self.on_answer(id, result, now),
            Message::Timer(Timer::Bot(id)) => self.on_bot_delay(id, now),
            Message::Timer(Timer::Playback(number)) => self.advance_playback(number),
            Message::AddressChanged(hash, query) => self.on_address_changed(&hash, &query, now),
            Message::StorageChanged(key, text) => self.on_storage_changed(&key, text, now),
            Message::RestoreTables(stored) => self.restore_tables(stored, now),
            Message::TableRead(id, text) => self.import_game(GameText::Table(id, text), now),
            Message::LazyCodeLoaded(code) => self.on_lazy_code_loaded(code, now),
            Message::SetDelegateStatus(status) => self.delegate_status.set(status),
            Message::Feature(message) => message.apply(self, now),
            Message::RenameGame(name) => {
                self.play.get_mut().name = one_line(&name);
                self.save_table(now);
            }
            Message::SetVerdictTags(tags) => {
                if self.play.is_record() {
                    self.engine.get_mut().verdict_tags = tags;
                }
            }
            Message::SceneTooSlow => self.offer_flat_board(),
            Message::ShowBoard(view) => self.show_board(view),
            Message::ArchiveChanged(text) => self.archive.set(text),
        }
    }

    /// Offers the flat board to users who see the scene.
    fn offer_flat_board(&mut self) {
        self.display.get_mut().offers_flat = self.settings.view == View::Scene;
    }

    /// Shows the board flat or in 3D from now on, and withdraws the offer.
    fn show_board(&mut self, view: View) {
        self.display.get_mut().offers_flat = false;
        if self.settings.view != view {
            self.change_settings(Settings {
                view,
                ..*self.settings
            });
        }
    }

    fn set_dialog(&mut self, dialog: Option<Dialog>) {
        if dialog == Some(Dialog::Share) {
            // The notice is about the game, not about the shared link.
            self.notice.set(String::new());
        }
        self.dialog.set(dialog);
    }

    /// Changes and saves the settings.
    pub(super) fn change_settings(&mut self, settings: Settings) {
        let is_other_language = settings.language != self.settings.language;
        self.settings.set(settings);
        self.emit(Effect::SaveSettings(settings_to_text(settings)));
        if is_other_language {
            self.clear_announcements();
        }
    }
}
