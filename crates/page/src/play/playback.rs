//! Viewing earlier plies, and records: step, scrub, play.

use foursight_core::Game;
use foursight_table::{SavedTable, Table};

use super::{Authority, Effect, Model, Play, TimeAndSeed, Timer};
use crate::stage::BoardAnimation;
use crate::wording::game_text;

/// Playback intervals in milliseconds a move, from slow to fast.
pub const PLAYBACK_INTERVALS_MS: [u32; 4] = [2000, 1000, 500, 200];

/// Automatic playback of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playback {
    /// The playback is running.
    pub is_playing: bool,
    /// Speed, as an index into [`PLAYBACK_INTERVALS_MS`].
    pub speed: usize,
    /// Number of this run; timers of earlier runs are ignored.
    run: u32,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            is_playing: false,
            speed: 1,
            run: 0,
        }
    }
}

impl Model {
    /// Returns the displayed game.
    pub(super) fn game_in_view(&self) -> Game {
        let viewed = self.viewed_ply.and_then(|ply| self.play.game_at(ply));
        viewed.unwrap_or_else(|| self.play.game().clone())
    }

    /// Views the ply that `target` computes from the displayed one.
    pub(super) fn view_ply_by(&mut self, target: fn(usize) -> usize) {
        self.stop_playback();
        self.view_ply(Some(target(self.viewed_game.moves().len())));
    }

    /// Shows the position after this many moves, or the current one.
    pub(super) fn view_ply(&mut self, ply: Option<usize>) {
        let now = self.play.game().moves().len();
        let ply = ply.map(|ply| ply.min(self.play.plies()));
        let before = self.game_in_view();
        self.viewed_ply.set(ply.filter(|ply| *ply != now));
        self.notice.set(String::new());
        let after = self.game_in_view();
        let is_same = before.moves().len() == after.moves().len();
        let (text, names) = (self.text(), self.names());
        if self.viewed_ply.is_some() && !self.play.is_record() {
            self.announce_politely(game_text::last_move_text(text, &names, &after));
        }
        if !is_same {
            self.emit(Effect::Animate(BoardAnimation::between(&before, after)));
        }
    }

    /// Views a record from a ply on; the page's own game is parked.
    pub(super) fn show_record(&mut self, saved: SavedTable, ply: Option<usize>, now: TimeAndSeed) {
        // The caller has parsed the game, so it is legal.
        let Ok(table) = Table::restore(saved, now.at_ms) else {
            return;
        };
        // The replay of the game that has just ended still knows its hints.
        let own = self.own();
        let hinted = if own.game() == table.game() {
            own.hinted.clone()
        } else {
            Vec::new()
        };
        self.park(Play {
            table,
            authority: Authority::Record,
            id: 0,
            began_ms: 0,
            name: String::new(),
            hinted,
        });
        self.aim.set(None);
        self.view_ply(ply);
    }

    /// Starts the playback here, or from the start at the end of the game; or stops it.
    pub(super) fn toggle_playback(&mut self) {
        if self.playback.is_playing {
            return self.stop_playback();
        }
        if self.game_in_view().moves().len() == self.play.plies() {
            self.view_ply(Some(0));
        }
        let playback = self.playback.get_mut();
        playback.is_playing = true;
        playback.run += 1;
        self.schedule_playback();
    }

    /// Shows the next move of a playback.
    pub(super) fn advance_playback(&mut self, run: u32) {
        if !self.playback.is_playing || self.playback.run != run {
            return;
        }
        let next = self.game_in_view().moves().len() + 1;
        self.view_ply(Some(next));
        if next < self.play.plies() {
            self.schedule_playback();
        } else {
            self.stop_playback();
        }
    }

    pub(super) fn stop_playback(&mut self) {
        if self.playback.is_playing {
            self.playback.get_mut().is_playing = false;
        }
    }

    fn schedule_playback(&mut self) {
        let interval_ms =
            PLAYBACK_INTERVALS_MS[self.playback.speed.min(PLAYBACK_INTERVALS_MS.len() - 1)];
        let timer = Timer::Playback(self.playback.run);
        self.emit(Effect::StartTimer(interval_ms, timer));
    }
}
