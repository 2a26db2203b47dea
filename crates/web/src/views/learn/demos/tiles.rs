//! A column of the screen, drawn tile by tile.

use foursight_lessons::teach::EMPTY;
use foursight_lessons::teach::reduce::{COLUMN_EXAMPLE, column};
use foursight_lessons::{Listing, Trace};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{dynamic_view, text_signal};
use super::super::emoji_picture::tile;
use super::super::trace_player::TracePlayer;
use crate::shell::signals::erased_memo;

/// The demo: the entries, the tiles drawn so far, and the source.
pub(super) fn show(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let run = listings.clone();
    let trace = erased_memo(move || Trace::record(&run, |see| column(&COLUMN_EXAMPLE, see)).0);
    let player = TracePlayer::new(listings, trace);
    // The run counts the tiles; the line that adds one is about to run.
    let drawn = erased_memo(move || {
        let moment = player.moment();
        let count = moment.and_then(|moment| moment.value("tiles").or(moment.value("tile")));
        count.map_or(0, |count| count as usize)
    });
    let tiles = dynamic_view(move || {
        let drawn = drawn.get();
        let tiles: Vec<_> = COLUMN_EXAMPLE
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let shown = (index < drawn).then(|| tile(*entry));
                let current = (index + 1 == drawn).then_some("true");
                view! { <li aria-current=current><code>{*entry}</code>{shown}</li> }
            })
            .collect();
        view! { <ol class="tiles" start="0" data-testid="tiles">{tiles}</ol> }.into_any()
    });
    let status = text_signal(move || {
        let last = drawn.get().checked_sub(1);
        let Some((index, entry)) = last.and_then(|at| Some((at, COLUMN_EXAMPLE.get(at)?))) else {
            return String::new();
        };
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("index", &index), ("number", entry)];
        let message = if *entry == EMPTY {
            M::TileEmpty
        } else {
            M::TileDisc
        };
        text.with(message, &parts)
    });
    view! {
        <div class="beside">
            <div>
                <p><code>{format!("column({COLUMN_EXAMPLE:?})")}</code></p>
                {tiles}
                <p role="status" data-testid="tile-said">{status}</p>
            </div>
            <div>{player.view(text)}</div>
        </div>
    }
    .into_any()
}
