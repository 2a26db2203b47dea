//! Announcements for screen readers, through a polite and an assertive live region.

use foursight_table::{AppliedEvent, Event, Seat};

use super::Model;
use crate::settings::Verbosity;
use crate::text::UiMessage as M;
use crate::wording::game_text;

/// Appended to repeated messages: screen readers read a region only if its text changes.
const INVISIBLE: char = '\u{200b}';

impl Model {
    /// Shows a notice and announces it at once.
    pub(super) fn notify(&mut self, message: String) {
        self.notice.set(message.clone());
        self.announce_at_once(message);
    }

    /// Announces a text when the screen reader is idle.
    pub(super) fn announce_politely(&mut self, text: String) {
        set_region(&mut self.live_regions.get_mut().polite, text);
    }

    /// Announces a text at once.
    pub(super) fn announce_at_once(&mut self, text: String) {
        set_region(&mut self.live_regions.get_mut().assertive, text);
    }

    /// Clears all announcements and the notice, which may belong to another page or language.
    pub(super) fn clear_announcements(&mut self) {
        *self.live_regions.get_mut() = super::LiveRegions::default();
        self.notice.set(String::new());
    }

    /// Announces the result of an event; `mover` is the seat that was to move before it.
    pub(super) fn announce(&mut self, happened: &AppliedEvent, mover: Option<Seat>) {
        let (text, names) = (self.text(), self.names());
        let counted = || text.count(M::OneMove, M::Moves, happened.plies.len());
        match happened.entry.event {
            Event::MovePlayed { .. } => {
                let sentence = happened
                    .plies
                    .last()
                    .map(|ply| game_text::move_text(text, &names, ply));
                let (sentence, situation) = (sentence.unwrap_or_default(), self.situation());
                if mover.is_some_and(|seat| self.is_remote(seat)) {
                    // An assertive announcement may interrupt a polite one, and no player here
                    // knows this move yet.
                    self.announce_at_once(format!("{sentence} {situation}"));
                } else {
                    self.announce_politely(sentence);
                    self.announce_at_once(situation);
                }
            }
            Event::MovesTakenBack(_) => {
                let undone = text.with(M::Undone, &[("moves", &counted())]);
                self.notice.set(undone.clone());
                self.announce_at_once(format!("{undone} {}.", self.status()));
            }
            Event::MovesRedone(_) => {
                let redone = text.with(M::Redone, &[("moves", &counted())]);
                self.announce_at_once(format!("{redone} {}.", self.status()));
            }
            Event::ScoreReset => self.announce_politely(self.score()),
            Event::GameStarted(_) => self.announce_start(),
            Event::GameEnded(_) => self.announce_at_once(self.situation()),
            _ => {}
        }
    }

    /// Announces the start of a game and who begins.
    pub(super) fn announce_start(&mut self) {
        let begins = self.text().get(M::GameBegins);
        self.live_regions.get_mut().polite.clear();
        self.announce_at_once(format!("{begins} {}.", self.status()));
    }

    /// Announces the state of a game that a delegate has put into the play view.
    pub(super) fn announce_joined(&mut self) {
        if self.play.game().moves().is_empty() {
            return self.announce_start();
        }
        let situation = self.situation();
        self.announce_at_once(situation);
    }

    /// True for a seat that is not played from this device.
    fn is_remote(&self, seat: Seat) -> bool {
        let by = self.play.actor();
        !self.play.start().is_person(seat)
            || by.is_none_or(|by| !self.play.table.acts_for(by, seat))
    }

    pub(super) fn status(&self) -> String {
        game_text::status_text(
            self.text(),
            &self.names(),
            self.play.game(),
            self.play.table.ending(),
        )
    }

    pub(super) fn score(&self) -> String {
        game_text::score_text(self.text(), self.play.start(), self.play.table.score())
    }

    /// Describes whose turn it is with the most important threat, or how the game ended.
    fn situation(&self) -> String {
        let (text, game) = (self.text(), self.play.game());
        let mut sentences = vec![format!("{}.", self.status())];
        if self.play.table.is_over() {
            sentences.push(game_text::ending_text(text, game));
            sentences.push(self.score());
        } else if self.play.may_move() {
            sentences.push(game_text::pending_text(text, game).to_owned());
            let has_help = self.delegate.is_none();
            if has_help && self.settings.verbosity != Verbosity::Brief {
                sentences.push(game_text::urgent_text(text, game));
            }
            if has_help && self.settings.verbosity == Verbosity::Full {
                sentences.push(game_text::threats_text(text, &self.names(), game));
            }
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }
}

fn set_region(region: &mut String, mut text: String) {
    if *region == text {
        text.push(INVISIBLE);
    }
    *region = text;
}
