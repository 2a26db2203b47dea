//! Line icons in the colour of the text beside them.

use leptos::prelude::*;

/// A triangle that points right.
pub(crate) const PLAY: &str = "M7 4.5v15l12-7.5z";
/// A piece of a jigsaw puzzle.
pub(crate) const PUZZLE: &str = "M4 8.5h4.2a2.3 2.3 0 1 1 4.6 0H17v4.2a2.3 2.3 0 1 1 0 4.6V21H4z";
/// An open book.
pub(crate) const BOOK: &str =
    "M12 6v14M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2z";
/// A clock that runs backwards.
pub(crate) const PAST: &str = "M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l4 2";
/// The sun and its rays.
pub(crate) const SUN: &str = "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 1v2M12 21v2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M1 12h2M21 12h2M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4";
/// Three sliders.
pub(crate) const SLIDERS: &str = "M3 6h9m4 0h5M3 12h3m4 0h11M3 18h11m4 0h3M14 4v4M8 10v4M16 16v4";
/// A keyboard.
pub(crate) const KEYBOARD: &str = "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8";
/// An arrow back.
pub(crate) const UNDO: &str = "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4";
/// An arrow forward.
pub(crate) const REDO: &str = "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4";
/// A lamp.
pub(crate) const LAMP: &str =
    "M9 18h6M10 21h4M8.5 14a6 6 0 1 1 7 0c-.7.6-1 1.3-1 2h-5c0-.7-.3-1.4-1-2z";
/// An eye.
pub(crate) const EYE: &str =
    "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z";
/// An arrow out of a box.
pub(crate) const SHARE: &str = "M12 3v12M8 7l4-4 4 4M5 12v8h14v-8";
/// A circular arrow.
pub(crate) const AGAIN: &str = "M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 3v5.5h-5.5";
/// A plus.
pub(crate) const PLUS: &str = "M12 5v14M5 12h14";
/// Two opposite arrows.
pub(crate) const SWAP: &str = "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4";
/// A flash of lightning, for the next stronger bot.
pub(crate) const FLASH: &str = "M13 2L4 14h7l-1 8 9-12h-7z";
/// A person.
pub(crate) const PERSON: &str = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 3.5-7 8-7s8 2 8 7";
/// A cup.
pub(crate) const CUP: &str =
    "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 3 1.5 5 4 5M17 6h3.5c0 3-1.5 5-4 5M12 15v4M8 20h8";
/// A tournament bracket.
pub(crate) const BRACKET: &str = "M3 5h6v6h5M3 17h6v-6M14 11h7";
/// A tick, for the winner.
pub(crate) const TICK: &str = "M5 13l4.5 4.5L19 7";
/// A cube.
pub(crate) const CAMERA: &str = "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5";
/// Two people.
pub(crate) const PEOPLE: &str = "M8 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM1 21c0-5 3-7 7-7s7 2 7 7M17 4a4 4 0 0 1 0 7M18 14c3 .5 5 2.5 5 7";
/// Layers of connected nodes.
pub(crate) const NET: &str = "M7 6l4 2.5M7 11l4-2M7 13l4 2M7 18l4-2.5M14 9.5l4 1.8M14 14.5l4-1.8M5 3.5a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM5 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM5 17.3a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM12.5 7.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM12.5 13.6a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM19.5 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z";
/// Renders an icon.
pub(crate) fn icon(path: &'static str) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=path/></svg> }
}
