//! What screen readers say. There are two regions: one waits for its turn, one does not.

use foursight_table::{Event, Happened, Seat};

use super::{Model, Verbosity};
use crate::text::Message as M;
use crate::words;

/// An invisible character. A region that changes is read, so equal messages must differ.
const INVISIBLE: char = '\u{200b}';

impl Model {
    /// Shows and says something.
    pub(super) fn tell(&mut self, what: String) {
        self.notice.set(what.clone());
        self.say_at_once(what);
    }

    /// Says something when there is time.
    pub(super) fn say_politely(&mut self, what: String) {
        say(&mut self.spoken.get_mut().polite, what);
    }

    /// Says something at once.
    pub(super) fn say_at_once(&mut self, what: String) {
        say(&mut self.spoken.get_mut().assertive, what);
    }

    /// Forgets all that was said and shown in words: they may be those of another page or language.
    pub(super) fn forget_words(&mut self) {
        *self.spoken.get_mut() = super::Spoken::default();
        self.notice.set(String::new());
    }

    /// Says what an event did; this seat was to move before it.
    pub(super) fn announce(&mut self, happened: &Happened, mover: Option<Seat>) {
        let (text, names) = (self.text(), self.names());
        let counted = || text.count(M::OneMove, M::Moves, happened.plies.len());
        match happened.entry.event {
            Event::Moved { .. } => {
                let said = happened
                    .plies
                    .last()
                    .map(|ply| words::said(text, &names, ply));
                let (said, situation) = (said.unwrap_or_default(), self.situation());
                if mover.is_some_and(|seat| self.is_elsewhere(seat)) {
                    // What is said at once may cut off what waits, and nobody here made this move.
                    self.say_at_once(format!("{said} {situation}"));
                } else {
                    self.say_politely(said);
                    self.say_at_once(situation);
                }
            }
            Event::TakenBack(_) => {
                let undone = text.with(M::Undone, &[("moves", &counted())]);
                self.notice.set(undone.clone());
                self.say_at_once(format!("{undone} {}.", self.status()));
            }
            Event::Redone(_) => {
                let redone = text.with(M::Redone, &[("moves", &counted())]);
                self.say_at_once(format!("{redone} {}.", self.status()));
            }
            Event::ScoreReset => self.say_politely(self.score()),
            Event::Started(_) => self.announce_start(),
            Event::Ended(_) => self.say_at_once(self.situation()),
            _ => {}
        }
    }

    /// Says that a game begins, and who starts.
    pub(super) fn announce_start(&mut self) {
        let begins = self.text().get(M::GameBegins);
        self.spoken.get_mut().polite.clear();
        self.say_at_once(format!("{begins} {}.", self.status()));
    }

    /// Says how the game stands that a part brings.
    pub(super) fn announce_sitting(&mut self) {
        if self.play.game().moves().is_empty() {
            return self.announce_start();
        }
        let situation = self.situation();
        self.say_at_once(situation);
    }

    /// True if the one at this seat does not sit here.
    fn is_elsewhere(&self, seat: Seat) -> bool {
        let by = self.play.by();
        !self.play.start().is_person(seat)
            || by.is_none_or(|by| !self.play.table.speaks_for(by, seat))
    }

    pub(super) fn status(&self) -> String {
        words::status(
            self.text(),
            &self.names(),
            self.play.game(),
            self.play.table.ending(),
        )
    }

    pub(super) fn score(&self) -> String {
        words::score(self.text(), self.play.start(), self.play.table.score())
    }

    /// Whose turn it is with what matters most, or how the game ended.
    fn situation(&self) -> String {
        let (text, game) = (self.text(), self.play.game());
        let mut sentences = vec![format!("{}.", self.status())];
        if self.play.table.is_over() {
            sentences.push(words::ending(text, game));
            sentences.push(self.score());
        } else if self.play.may_move() {
            sentences.push(words::pending(text, game).to_owned());
            let has_help = self.part.is_none();
            if has_help && self.settings.verbosity != Verbosity::Brief {
                sentences.push(words::urgent(text, game));
            }
            if has_help && self.settings.verbosity == Verbosity::Full {
                sentences.push(words::threats(text, &self.names(), game));
            }
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }
}

fn say(region: &mut String, mut what: String) {
    if *region == what {
        what.push(INVISIBLE);
    }
    *region = what;
}
