//! Circles of the picture form, drawn where a font may lack them.

use foursight_lessons::teach::forms::{FIRST, SIGNS};
use foursight_page::learn::lesson_text::letters;
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

/// Returns the CSS class of a circle, or `None` for other characters.
fn class_of(sign: char) -> Option<&'static str> {
    let index = SIGNS.iter().position(|known| *known == sign)?;
    Some(["emo empty", "emo red", "emo yellow"][index])
}

/// A circle of the picture form, drawn.
fn drawn(sign: char) -> Option<AnyView> {
    let class = class_of(sign)?;
    Some(view! { <i class=class aria-hidden="true"></i> }.into_any())
}

/// The legend of players in the lists and in the picture.
pub(super) fn legend(text: Text) -> AnyView {
    let player = |number: usize| {
        let name = text.with(M::PlayerNumber, &[("number", &number)]);
        view! { <span>{drawn(SIGNS[number])}{name}</span> }
    };
    view! { <p class="small legend">{text.get(M::FormsLegend)}" "{player(1)}" "{player(2)}</p> }
        .into_any()
}

/// A text of the picture form, drawn, with the letters of its slots below.
pub(super) fn drawn_picture(text: Text, picture: &str) -> AnyView {
    // The last line names the first player.
    let rows = picture.lines().filter(|line| !line.ends_with(FIRST));
    let rows: Vec<Vec<AnyView>> = rows
        .map(|line| line.chars().filter_map(drawn).collect())
        .collect();
    let width = rows.first().map_or(0, Vec::len);
    let labels = (0..width).map(|index| view! { <b>{letters(index).to_uppercase()}</b> });
    view! {
        <div class="emos" role="img" aria-label=text.get(M::PictureDrawn) data-testid="drawn-picture">
            {rows}{labels.collect_view()}
        </div>
    }
    .into_any()
}

/// A disc of a player in the colours of the theme; an empty tile for 0.
pub(super) fn tile(number: u8) -> AnyView {
    let class = match number {
        0 => "piece",
        1 => "piece p1",
        _ => "piece p2",
    };
    view! { <i class=class aria-hidden="true"></i> }.into_any()
}

/// A popper for a win, drawn over the character for fonts that lack it.
pub(super) fn popper() -> AnyView {
    view! {
        <span class="popper" aria-hidden="true" data-testid="popper">
            <span class="glyph">"🎉"</span>
            <svg viewBox="0 0 24 24">
                <path class="cone" d="M3 21 8.5 8 16 15.5z"/>
                <path class="ribbon" d="M12 9c0-3 2-3 2-6M15 12c3 0 3-2 6-2"/>
                <circle cx="19" cy="5" r="1.6"/>
                <circle cx="8" cy="4" r="1.3"/>
                <circle cx="20" cy="15" r="1.3"/>
            </svg>
        </span>
    }
    .into_any()
}
