//! Looking back in a game, and games that are only looked at: step, scrub, play.

use foursight_core::Game;
use foursight_table::{Saved, Table};

use super::{Effect, Keeper, Model, Now, Play, Show, Timer};
use crate::words;

/// Milliseconds a move, from slow to fast.
pub const WALK_MS: [u32; 4] = [2000, 1000, 500, 200];

/// How a game that is looked at plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walking {
    /// It does.
    pub is_on: bool,
    /// How fast, as a place in [`WALK_MS`].
    pub pace: usize,
    /// Which walk it is: a wait of an earlier one means nothing.
    number: u32,
}

impl Default for Walking {
    fn default() -> Self {
        Self {
            is_on: false,
            pace: 1,
            number: 0,
        }
    }
}

impl Model {
    /// The game as it is looked at.
    pub(super) fn shown_game(&self) -> Game {
        let looked_at = self.looking.and_then(|ply| self.play.game_at(ply));
        looked_at.unwrap_or_else(|| self.play.game().clone())
    }

    /// Looks at the ply that follows from the one shown.
    pub(super) fn look_by(&mut self, to: fn(usize) -> usize) {
        self.stop_walking();
        self.look_at(Some(to(self.shown.moves().len())));
    }

    /// Shows the position after this many moves, or the game as it stands.
    pub(super) fn look_at(&mut self, ply: Option<usize>) {
        let now = self.play.game().moves().len();
        let ply = ply.map(|ply| ply.min(self.play.plies()));
        let before = self.shown_game();
        self.looking.set(ply.filter(|ply| *ply != now));
        self.notice.set(String::new());
        let after = self.shown_game();
        let is_same = before.moves().len() == after.moves().len();
        let (text, names) = (self.text(), self.names());
        if self.looking.is_some() && !self.play.is_record() {
            self.say_politely(words::last(text, &names, &after));
        }
        if !is_same {
            self.effect(Effect::Show(Show::step(&before, after)));
        }
    }

    /// Looks at a game from a ply on; the page's own waits.
    pub(super) fn replay(&mut self, saved: Saved, ply: Option<usize>, now: Now) {
        // Whoever asks has read the game, so it is legal.
        let Ok(table) = Table::restore(saved, now.at_ms) else {
            return;
        };
        self.put_aside(Play {
            table,
            keeper: Keeper::Record,
            id: 0,
            began: 0,
            name: String::new(),
        });
        self.aim.set(None);
        self.look_at(ply);
    }

    /// Plays by itself from here, from the start if this is the end; or stops.
    pub(super) fn walk(&mut self) {
        if self.walking.is_on {
            return self.stop_walking();
        }
        if self.shown_game().moves().len() == self.play.plies() {
            self.look_at(Some(0));
        }
        let walking = self.walking.get_mut();
        walking.is_on = true;
        walking.number += 1;
        self.wait_to_walk();
    }

    /// The next move of a game that plays by itself.
    pub(super) fn walk_on(&mut self, number: u32) {
        if !self.walking.is_on || self.walking.number != number {
            return;
        }
        let next = self.shown_game().moves().len() + 1;
        self.look_at(Some(next));
        if next < self.play.plies() {
            self.wait_to_walk();
        } else {
            self.stop_walking();
        }
    }

    pub(super) fn stop_walking(&mut self) {
        if self.walking.is_on {
            self.walking.get_mut().is_on = false;
        }
    }

    fn wait_to_walk(&mut self) {
        let pause_ms = WALK_MS[self.walking.pace.min(WALK_MS.len() - 1)];
        let timer = Timer::Walk(self.walking.number);
        self.effect(Effect::Wait(pause_ms, timer));
    }
}
