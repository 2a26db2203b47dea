//! The files of a game in line mode: autosave, `save` and `load`, and what is left of the game when
//! the session ends.

use std::path::{Path, PathBuf};

use foursight_record::{Form, GameRecord, write};
use foursight_table::Table;

use super::LineGame;
use crate::exit::CliError;
use crate::house_rules;
use crate::output::CliOutput;
use crate::saved_games::files;
use crate::saved_games::table_record::{record_of, table_of};
use crate::theme::EMOJI;

impl LineGame {
    /// Returns the notation of the game for the exit message, or `None` if there are no moves.
    fn signal_guard(&self) -> Option<(&'static str, String)> {
        if let Some(tournament_game) = &self.tournament_game {
            let command = tournament_game.resume_command.clone();
            return Some(("The game is not over. To continue:", command));
        }
        if self.table.game().moves().is_empty() {
            return None;
        }
        let notation = write(self.table.game(), Form::Notation, &EMOJI);
        Some(if self.table.is_over() {
            ("The game is over and not saved. It was:", notation)
        } else {
            let command = format!("{} '{notation}'", self.command);
            ("The game is not over. To continue:", command)
        })
    }

    /// The second line is for copying, so it is never wrapped.
    pub(super) fn print_exit_message(&self, out: &mut CliOutput) -> Result<(), CliError> {
        if let Some((sentence, notation)) = self.signal_guard() {
            out.paragraph(sentence)?;
            out.line(&notation)?;
        }
        Ok(())
    }

    pub(super) fn update_signal_guard(&self) {
        match self.signal_guard() {
            Some((sentence, notation)) if self.tournament_game.is_some() => {
                self.signal_guard
                    .set(format!("{sentence}\n{notation}"), None);
            }
            Some((sentence, notation)) if !self.is_saved => {
                let record = record_of(&self.table, &self.origin);
                let game = Some(record).filter(|_| !self.table.is_over());
                self.signal_guard
                    .set(format!("{sentence}\n{notation}"), game);
            }
            _ => self.signal_guard.discard(),
        }
    }

    /// Updates the autosave file, if there is one.
    pub(super) fn autosave(&mut self, out: &mut CliOutput) -> Result<(), CliError> {
        if let Some(path) = &self.autosave_path {
            self.autosave_error = self.save_to(path).err();
            self.is_saved = self.autosave_error.is_none();
            if self.is_saved {
                self.signal_guard.discard_opened();
            }
            if let Some(reason) = &self.autosave_error {
                out.paragraph(&format!("Not saved: {reason}."))?;
            }
        }
        self.update_signal_guard();
        Ok(())
    }

    fn save_to(&self, path: &Path) -> Result<(), String> {
        files::save(path, &record_of(&self.table, &self.origin))
    }

    /// Prints the notation of a game that another one replaces.
    pub(super) fn print_replaced_game(&self, out: &mut CliOutput) -> Result<(), CliError> {
        let is_replaced = self.autosave_path.is_some();
        if !self.table.game().moves().is_empty() && (is_replaced || !self.table.is_over()) {
            let notation = write(self.table.game(), Form::Notation, &EMOJI);
            out.line(&format!("The game so far was: {notation}"))?;
        }
        Ok(())
    }

    pub(super) fn save(
        &mut self,
        path: PathBuf,
        overwrite: bool,
        out: &mut CliOutput,
    ) -> Result<(), CliError> {
        let shown = path.display().to_string();
        if path.exists() && !overwrite && !self.own_files.contains(&path) {
            out.paragraph(&format!(
                "Not saved: {shown} exists. Type save! {shown} to overwrite it."
            ))?;
            return Ok(());
        }
        match self.save_to(&path) {
            Ok(()) => {
                out.paragraph(&format!("Saved to {shown}."))?;
                self.own_files.insert(path);
            }
            Err(reason) => out.paragraph(&format!("Not saved: {reason}."))?,
        }
        Ok(())
    }

    pub(super) fn load(&mut self, path: &Path, out: &mut CliOutput) -> Result<(), CliError> {
        match self.load_table(path) {
            Ok((record, table)) => {
                self.signal_guard.set_opened(path);
                self.print_replaced_game(out)?;
                out.paragraph(&format!("Loaded {}.", path.display()))?;
                out.paragraph(&house_rules::title(record.ruleset()))?;
                self.table = table;
                self.origin = record;
                // Save before showing.
                self.autosave(out)?;
                self.introduce(out)
            }
            Err(error) => {
                out.paragraph(&format!("Not loaded: {error}."))?;
                Ok(())
            }
        }
    }

    /// Loads the game of a file, at a table with the same seats.
    fn load_table(&self, path: &Path) -> Result<(GameRecord, Table), String> {
        let loaded = files::load(path, self.table.game().ruleset());
        let record = loaded.map_err(|error| error.reason().to_owned())?;
        let (seats, seq) = (self.table.start().seats.clone(), self.table.seq() + 1);
        let table = table_of(&record, seats, seq, self.now_ms());
        let table = table.map_err(|_| "this record cannot be continued".to_owned())?;
        Ok((record, table))
    }
}
