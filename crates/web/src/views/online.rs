//! Online play: the lobby, the way of an invitation, and a game.

mod game;
mod lobby;

use foursight_protocol::online::Preset;
use leptos::prelude::*;

use crate::online::Pace;
use crate::text::{Message as M, Text};
use game::Game;
use lobby::{Join, Lobby};

/// What stands behind an address: the lobby, an invitation, or a game.
pub(crate) fn at(address: &str) -> AnyView {
    match address.strip_prefix("join/") {
        _ if address.is_empty() => view! { <Lobby/> }.into_any(),
        Some(secret) => view! { <Join secret=secret.to_owned()/> }.into_any(),
        None => view! { <Game id=address.to_owned()/> }.into_any(),
    }
}

/// What a refusal means.
fn refusal(text: Text, code: &str) -> String {
    let known = match code {
        "seek_gone" => M::OnlineSeekGone,
        "invitation_gone" => M::OnlineInvitationGone,
        "own_seek" => M::OnlineOwnInvitation,
        "no_such_game" => M::OnlineNoGame,
        "too_early" => M::OnlineTooEarly,
        _ => return text.with(M::OnlineRefused, &[("code", &code)]),
    };
    text.get(known).to_owned()
}

const fn pace_words(pace: Pace) -> M {
    match pace {
        Pace::Untimed => M::OnlineUntimed,
        Pace::Quick => M::OnlineQuick,
        Pace::Slow => M::OnlineSlow,
        Pace::Days => M::OnlineDays,
    }
}

const fn sentence(preset: Preset) -> M {
    match preset {
        Preset::GoodLuck => M::SayGoodLuck,
        Preset::WellPlayed => M::SayWellPlayed,
        Preset::Thanks => M::SayThanks,
        Preset::Oops => M::SayOops,
        Preset::OneMoment => M::SayOneMoment,
        Preset::GoodGame => M::SayGoodGame,
        Preset::Goodbye => M::SayGoodbye,
        _ => M::SayHello,
    }
}
