//! What screen readers say. There are two regions: one waits for its turn, one does not.

use foursight_core::Action as GameAction;

use super::Page;
use crate::model::{Action, State, Verbosity, Who};
use crate::names::Names;
use crate::shell::source::Source;
use crate::text::Message as M;
use crate::words;

/// An invisible character. A region that changes is read, so equal messages must differ.
const INVISIBLE: char = '\u{200b}';

impl Page {
    /// Says something when there is time.
    pub(crate) fn say_politely(self, what: String) {
        say(self.polite, what);
    }

    /// Says something at once.
    pub(crate) fn say_at_once(self, what: String) {
        say(self.assertive, what);
    }

    /// Forgets all that was said and shown in words: they may be those of another page or language.
    pub(crate) fn forget_words(self) {
        for words in [self.polite, self.assertive, self.notice] {
            words.set(String::new());
        }
    }

    pub(super) fn announce(self, before: &State, action: &Action, next: &State) {
        let text = self.text();
        let moves = |count| text.count(M::OneMove, M::Moves, count);
        let (old, new) = (before.game().moves().len(), next.game().moves().len());
        let names = Names::of(text, next);
        let status = words::status(text, &names, next.game());
        match action {
            Action::Game(GameAction::Move(_)) => {
                let log = words::log(text, &names, next.game());
                let last = log.last().cloned().unwrap_or_default();
                let situation = self.situation(next, &status);
                if matches!(before.mover(), Some(Who::Bot(..))) {
                    // What is said at once may cut off what waits, and nobody saw this move.
                    self.say_at_once(format!("{last} {situation}"));
                } else {
                    self.say_politely(last);
                    self.say_at_once(situation);
                }
            }
            Action::Undo => {
                let undone = text.with(M::Undone, &[("moves", &moves(old.saturating_sub(new)))]);
                self.say_at_once(format!("{undone} {status}."));
            }
            Action::Redo => {
                let redone = text.with(M::Redone, &[("moves", &moves(new.saturating_sub(old)))]);
                self.say_at_once(format!("{redone} {status}."));
            }
            Action::ResetScore => self.say_politely(words::score(text, next)),
            _ => {
                self.polite.set(String::new());
                self.say_at_once(format!("{} {status}.", text.get(M::GameBegins)));
            }
        }
    }

    /// Whose turn it is with what matters most, or how the game ended.
    fn situation(self, state: &State, status: &str) -> String {
        let text = self.text();
        let mut sentences = vec![format!("{status}.")];
        if state.game().end().is_some() {
            sentences.push(words::ending(text, state.game()));
            sentences.push(words::score(text, state));
        } else if state.is_persons_turn() {
            sentences.push(words::pending(text, state.game()).to_owned());
            match state.settings().verbosity {
                Verbosity::Brief => {}
                Verbosity::Normal => sentences.push(words::urgent(text, state.game())),
                Verbosity::Full => {
                    sentences.push(words::urgent(text, state.game()));
                    sentences.push(words::threats(text, state));
                }
            }
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }
}

fn say(region: Source<String>, mut what: String) {
    if region.with_untracked(|said| *said == what) {
        what.push(INVISIBLE);
    }
    region.set(what);
}
