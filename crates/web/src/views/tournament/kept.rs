//! The tournaments that are kept on this device.

use std::cmp::Reverse;

use foursight_tournament::Phase;
use leptos::prelude::*;

use crate::browser;
use crate::tournament::{Held, words};
use crate::views::{context, icons};

/// All of them, the newest first: what each is called, who is next or has won, and how it is played.
pub(crate) fn tiles() -> AnyView {
    let (_, text) = context();
    let mut kept = browser::tournaments();
    kept.sort_by_key(|(id, _)| Reverse(*id));
    let rows = kept.iter().filter_map(|(id, kept)| {
        let held = Held::from_text(kept).ok()?;
        let day = browser::day(*id as f64, text.0);
        let title = held.tournament.setup().name.clone();
        let about = words::about(text, &held.tournament);
        let is_over = held.tournament.phase() == Phase::Over;
        let icon = if is_over { icons::CUP } else { icons::BRACKET };
        Some(view! {
            <li class="card cup-tile">
                <a href=format!("#/tournament/{id}")>
                    {icons::drawn(icon)}
                    <span><b>{title}</b>" "<span>{words::state(text, &held)}</span>" "<small>{format!("{about} ({day})")}</small></span>
                </a>
            </li>
        })
    });
    view! { <ul class="games" data-testid="tournaments">{rows.collect_view()}</ul> }.into_any()
}
