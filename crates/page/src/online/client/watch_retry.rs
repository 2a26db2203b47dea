//! Repeats the request to watch the game on the page when the server has refused it for the moment:
//! otherwise the page would show nothing, or an old table, until the user reloads it.

use super::super::phrases;
use super::{OnlineClient, OnlineEffect, RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS};

/// Codes of refusals after which the same request may succeed later.
const TEMPORARY_CODES: [&str; 3] = ["busy", "store_unavailable", "too_often"];
/// Code of a node that cannot serve the game, unlike newer nodes.
const NODE_TOO_OLD: &str = "node_too_old";

/// The last request to watch the game on the page, and when to repeat it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WatchRetry {
    cid: Option<u64>,
    /// Number of refusals in a row.
    refusals: u32,
    retry_at_ms: Option<u64>,
}

impl WatchRetry {
    pub(super) const fn on_sent(&mut self, cid: u64) {
        self.cid = Some(cid);
        self.retry_at_ms = None;
    }

    /// The next connection requests the game anyway.
    pub(super) const fn on_close(&mut self) {
        self.cid = None;
        self.retry_at_ms = None;
    }
}

impl OnlineClient {
    /// Handles a refusal to serve the game on the page, if it is one that may not last.
    pub(super) fn on_watch_refused(
        &mut self,
        cid: Option<u64>,
        game: Option<&str>,
        code: &str,
        now_ms: u64,
    ) -> Option<Vec<OnlineEffect>> {
        let is_watch = cid.is_some() && cid == self.watch_retry.cid;
        let is_wanted = game.is_some() && game == self.wanted_game.as_deref();
        // A node that is too old refuses commands too, and ends the subscription: they stay
        // unconfirmed, and are sent again to the node of the next connection.
        let is_too_old = code == NODE_TOO_OLD && (is_watch || is_wanted);
        let is_temporary = is_watch && TEMPORARY_CODES.contains(&code);
        if !is_too_old && !is_temporary {
            return None;
        }
        let refusals = self.watch_retry.refusals;
        self.watch_retry.refusals += 1;
        self.last_refusal = Some(code.to_owned());
        let mut effects = Vec::new();
        if refusals == 0 && self.live.is_some() {
            let words = phrases::refusal(self.text, code);
            effects.push(OnlineEffect::Announce(words));
        }
        if is_too_old {
            effects.extend(self.on_close());
        } else {
            let delay_ms = RECONNECT_DELAY_MIN_MS << refusals.min(6);
            let delay_ms = delay_ms.min(RECONNECT_DELAY_MAX_MS);
            self.watch_retry.retry_at_ms = Some(now_ms + u64::from(delay_ms));
        }
        Some(effects)
    }

    /// Requests the game again once the delay is over.
    pub(super) fn retry_watch(&mut self, now_ms: u64) -> Vec<OnlineEffect> {
        let retry_at_ms = self.watch_retry.retry_at_ms;
        if !self.is_open() || retry_at_ms.is_none_or(|retry_at_ms| now_ms < retry_at_ms) {
            return Vec::new();
        }
        self.watch_request().into_iter().collect()
    }

    /// The server has sent the game.
    pub(super) fn on_watched(&mut self) {
        if std::mem::take(&mut self.watch_retry).refusals > 0 {
            self.last_refusal = None;
        }
    }
}
