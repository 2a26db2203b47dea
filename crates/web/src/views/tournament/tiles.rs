//! The tournaments stored on this device.

use std::cmp::Reverse;

use foursight_page::tournament::{LocalTournament, describe};
use foursight_tournament::TournamentPhase;
use leptos::prelude::*;

use crate::browser;
use crate::views::{context, icons};

/// Tiles of all tournaments, the newest first: name, next game or winner, and format.
pub(crate) fn tiles() -> AnyView {
    let (_, text) = context();
    let mut stored = browser::tournaments();
    stored.sort_by_key(|(id, _)| Reverse(*id));
    let rows = stored.iter().filter_map(|(id, stored)| {
        let local = LocalTournament::from_text(stored).ok()?;
        let day = browser::format_day(*id as f64, text.0);
        let title = local.tournament.setup().name.clone();
        let about = describe::about(text, &local.tournament);
        let is_over = local.tournament.phase() == TournamentPhase::Over;
        let icon = if is_over { icons::CUP } else { icons::BRACKET };
        Some(view! {
            <li class="card cup-tile">
                <a href=format!("#/tournament/{id}")>
                    {icons::icon(icon)}
                    <span><b>{title}</b>" "<span>{describe::state(text, &local)}</span>" "<small>{format!("{about} ({day})")}</small></span>
                </a>
            </li>
        })
    });
    view! { <ul class="games" data-testid="tournaments">{rows.collect_view()}</ul> }.into_any()
}
