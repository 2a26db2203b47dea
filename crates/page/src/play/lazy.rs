//! Calls of code in a lazy chunk.
//!
//! What the first drop does not need is loaded after it. The model calls such code through
//! [`LazyCode`]; a call made before the chunk is loaded waits for it.
//!
//! Invariant: the initial chunk must not name a function of [`LAZY_CODE`], nor [`LAZY_CODE`] itself.
//! A single reference pulls the function into the initial chunk.

use std::fmt;

use foursight_core::Column;
use foursight_protocol::engine::VerdictBounds;

use super::import::{GameText, StoredTables, import_game, restore_tables};
use super::read_aloud::{board_text, clocks_text};
use super::refusal::{RefusalReason, refusal_text};
use super::stand_in::let_stand_in_move;
use super::{DelegateStatus, Effect, Model, Play, TimeAndSeed, VerdictSummary, summarise_verdicts};
use crate::engine_client::RequestError;
use crate::text::{Text, UiMessage as M};

/// Functions in a lazy chunk.
#[derive(Debug)]
pub struct LazyCode {
    pub(super) board_text: fn(Text, &Play, Option<Column>) -> String,
    pub(super) clocks_text: fn(Text, &Play, &DelegateStatus, TimeAndSeed) -> String,
    pub(super) import_game: fn(&mut Model, GameText, TimeAndSeed),
    pub(super) let_stand_in_move: fn(&mut Model, &RequestError, TimeAndSeed),
    pub(super) refusal_text: fn(Text, &RefusalReason) -> String,
    pub(super) restore_tables: fn(&mut Model, &StoredTables, TimeAndSeed),
    pub(super) summarise_verdicts: fn(Text, &[Option<VerdictBounds>]) -> VerdictSummary,
}

/// All of them, named by the lazy chunk.
pub const LAZY_CODE: &LazyCode = &LazyCode {
    board_text,
    clocks_text,
    import_game,
    let_stand_in_move,
    refusal_text,
    restore_tables,
    summarise_verdicts,
};

/// A call with the code, or with `None` if it could not be loaded.
pub(super) type LazyCall = Box<dyn FnOnce(&mut Model, Option<&'static LazyCode>, TimeAndSeed)>;

/// The code once it is loaded, and the calls that wait for it.
#[derive(Default)]
pub(super) struct LazyCalls {
    code: Option<&'static LazyCode>,
    waiting: Vec<LazyCall>,
}

impl fmt::Debug for LazyCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("LazyCalls");
        fields.field("waiting", &self.waiting.len());
        fields.finish_non_exhaustive()
    }
}

impl Model {
    /// Calls code of the lazy chunk, now or once it is loaded.
    pub(super) fn call_lazy(&mut self, now: TimeAndSeed, call: LazyCall) {
        if let Some(code) = self.lazy.code {
            return call(self, Some(code), now);
        }
        self.lazy.waiting.push(call);
        self.emit(Effect::LoadLazyCode);
    }

    /// Runs the waiting calls: the code is loaded, or could not be.
    pub(super) fn on_lazy_code_loaded(
        &mut self,
        code: Option<&'static LazyCode>,
        now: TimeAndSeed,
    ) {
        self.lazy.code = code;
        for call in std::mem::take(&mut self.lazy.waiting) {
            call(self, code, now);
        }
    }

    /// Loads the lazy chunk once there are moves: their list is shown, and the game will be
    /// archived.
    pub(super) fn preload_lazy_code(&mut self) {
        if self.lazy.code.is_none() && !self.play.game().moves().is_empty() {
            self.emit(Effect::LoadLazyCode);
        }
    }

    /// Reads a game from a text.
    pub(super) fn import_game(&mut self, text: GameText, now: TimeAndSeed) {
        let call = move |model: &mut Self, code: Option<&'static LazyCode>, now| match code {
            Some(code) => (code.import_game)(model, text, now),
            None => model.notify_loading_failed(),
        };
        self.call_lazy(now, Box::new(call));
    }

    /// Restores the game of an earlier visit.
    pub(super) fn restore_tables(&mut self, stored: StoredTables, now: TimeAndSeed) {
        let call = move |model: &mut Self, code: Option<&'static LazyCode>, now| match code {
            Some(code) => (code.restore_tables)(model, &stored, now),
            None => model.notify_loading_failed(),
        };
        self.call_lazy(now, Box::new(call));
    }

    /// Reads a column aloud, or the whole board.
    pub(super) fn read_board_aloud(&mut self, column: Option<Column>, now: TimeAndSeed) {
        let call = move |model: &mut Self, code: Option<&'static LazyCode>, _| match code {
            Some(code) => model.notify((code.board_text)(model.text(), &model.play, column)),
            None => model.notify_loading_failed(),
        };
        self.call_lazy(now, Box::new(call));
    }

    /// Reads the clocks aloud.
    pub(super) fn read_clocks_aloud(&mut self, now: TimeAndSeed) {
        let call = |model: &mut Self, code: Option<&'static LazyCode>, now| match code {
            Some(code) => {
                let status = &model.delegate_status;
                model.notify((code.clocks_text)(model.text(), &model.play, status, now));
            }
            None => model.notify_loading_failed(),
        };
        self.call_lazy(now, Box::new(call));
    }

    /// Shows and announces a refusal with its reason. Without the code it lacks the reason.
    pub(super) fn explain_refusal(&mut self, message: M, reason: RefusalReason, now: TimeAndSeed) {
        let call = move |model: &mut Self, code: Option<&'static LazyCode>, _| {
            let text = model.text();
            let reason = code.map(|code| (code.refusal_text)(text, &reason));
            let message = text.with(message, &[("reason", &reason.unwrap_or_default())]);
            model.notify(message.trim_end().to_owned());
        };
        self.call_lazy(now, Box::new(call));
    }

    fn notify_loading_failed(&mut self) {
        self.notify(self.text().get(M::LoadingFailed).to_owned());
    }
}
