//! The bot that moves in place of a net that cannot: other rules, no network, damaged weights. Part of
//! a lazy chunk.

use foursight_bots::Level;
use foursight_protocol::engine::{EngineError, NetWorkerError};

use super::engine_requests::RequestPurpose;
use super::{Model, TimeAndSeed};
use crate::engine_client::RequestError;
use crate::opponents::net_evaluation::net_error_message;
use crate::text::{Text, UiMessage as M};
use crate::wording::game_text;

/// The level of that bot.
const STAND_IN: Level = Level::Hard;

/// Requests its move, and says why.
pub(super) fn let_stand_in_move(model: &mut Model, error: &RequestError, now: TimeAndSeed) {
    let cause = match error {
        RequestError::Refused(EngineError::Net(cause)) => *cause,
        _ => NetWorkerError::NotLoaded,
    };
    let Some((_, personality)) = model.bot_to_move() else {
        return;
    };
    // The cause stays visible beside the game, so it is announced only once.
    if model.engine.stand_in_cause != Some(cause) {
        model.engine.get_mut().stand_in_cause = Some(cause);
        model.notify(stand_in_notice(model.text(), cause));
    }
    let query = model.choice_query(STAND_IN, personality, now);
    model.request(RequestPurpose::StandInMove, query, now);
}

/// Says why a bot of the ladder moves in place of a net.
#[must_use]
pub fn stand_in_notice(text: Text, cause: NetWorkerError) -> String {
    text.with(
        M::NetStandIn,
        &[
            ("reason", &text.get(net_error_message(cause))),
            ("level", &text.get(game_text::level_name(STAND_IN))),
        ],
    )
}
