//! A shared position as other pages show it before anybody opens it: `/?g=4453` is the page with a
//! title, a description and a picture of that position, and `/api/picture?g=4453` is the picture.
//!
//! The client opens the game by itself; whoever cannot run it reads these lines. What is no game
//! changes nothing about the page.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use foursight_core::{End, Game};
use foursight_record::{Palette, alt, gif_still, read_link, write_link};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::caller::Caller;
use crate::limit::{Limiter, Rate};

/// How many pictures one address may ask for.
const RATE: Rate = Rate::new(60, 250);
/// The longest link, in bytes: a game on the largest grid.
const LINK_BYTES_MAX: usize = 1_000;
/// The longest name of a host.
const HOST_BYTES_MAX: usize = 255;
/// Width and height of a space in the picture.
const SPACE_PIXELS: u16 = 64;
/// A picture of a position never changes.
const KEEP: &str = "public, max-age=86400";

/// Which game is shared.
#[derive(Deserialize)]
pub(crate) struct Shared {
    #[serde(default)]
    g: String,
}

impl Shared {
    fn game(&self) -> Result<Game, String> {
        if self.g.is_empty() || self.g.len() > LINK_BYTES_MAX {
            return Err(format!(
                "g holds {} bytes; write a game of 1 to {LINK_BYTES_MAX}",
                self.g.len()
            ));
        }
        read_link(&self.g).map_err(|error| error.to_string())
    }
}

/// Draws pictures: one at a time, with a limit for each address.
pub(crate) struct Easel {
    limiter: Limiter,
    turn: Semaphore,
}

impl Default for Easel {
    fn default() -> Self {
        Self {
            limiter: Limiter::new(RATE),
            turn: Semaphore::new(1),
        }
    }
}

/// `/api/picture`.
pub(crate) async fn picture(
    State(easel): State<Arc<Easel>>,
    Extension(caller): Extension<Caller>,
    Query(shared): Query<Shared>,
) -> Response {
    if let Err(wait) = easel.limiter.take(caller.address, Instant::now()) {
        let wait = wait.as_millis().div_ceil(1000).to_string();
        return (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, wait)]).into_response();
    }
    let Ok(_turn) = easel.turn.acquire().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let drawn = tokio::task::spawn_blocking(move || {
        let game = shared.game()?;
        gif_still(&game, &Palette::CLASSIC, SPACE_PIXELS).map_err(|error| error.to_string())
    });
    match drawn.await {
        Ok(Ok(bytes)) => {
            let headers = [(CONTENT_TYPE, "image/gif"), (CACHE_CONTROL, KEEP)];
            (headers, bytes).into_response()
        }
        Ok(Err(reason)) => (StatusCode::BAD_REQUEST, format!("{reason}\n")).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The page for the game that the address names; none if it names none.
pub(crate) fn page(index: &[u8], uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let Query(shared) = Query::<Shared>::try_from_uri(uri).ok()?;
    let game = shared.game().ok()?;
    let index = std::str::from_utf8(index).ok()?;
    let (title, about) = (title(&game), alt(&game));
    let picture = format!("{}/api/picture?g={}", origin(headers)?, write_link(&game));
    let mut page = replaced(index, "<title>", "</title>", &title)?;
    let lines = [
        ("name", "description", &about),
        ("property", "og:title", &title),
        ("property", "og:description", &about),
        ("property", "og:image", &picture),
        ("property", "og:image:alt", &about),
    ];
    // These say how large the picture of the whole page is.
    page = without(&page, "<meta property=\"og:image:width\"");
    page = without(&page, "<meta property=\"og:image:height\"");
    for (kind, name, text) in lines {
        let start = format!("<meta {kind}=\"{name}\" content=\"");
        page = replaced(&page, &start, "\"", text).unwrap_or_else(|| {
            let line = format!("{start}{}\">\n  </head>", escaped(text));
            page.replacen("</head>", &line, 1)
        });
    }
    Some(page)
}

fn title(game: &Game) -> String {
    let moves = game.moves().len();
    match (game.end(), game.to_move()) {
        (Some(End::Won(winner)), _) => {
            format!("Four in a row: {winner} won after {moves} moves – Foursight")
        }
        (None, Some(player)) => format!("Four in a row: {player} to move – Foursight"),
        _ => format!("Four in a row: a tie after {moves} moves – Foursight"),
    }
}

/// The address of this server as its client sees it; none if the client names none.
fn origin(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let is_name = |host: &&str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
        host.len() <= HOST_BYTES_MAX && host.chars().all(is_part)
    };
    let host = text(HOST.as_str()).filter(is_name)?;
    let scheme = match text("x-forwarded-proto") {
        Some("https") => "https",
        _ => "http",
    };
    Some(format!("{scheme}://{host}"))
}

/// The text with another one between two marks; none if the marks are not there.
fn replaced(text: &str, before: &str, after: &str, new: &str) -> Option<String> {
    let (head, rest) = text.split_once(before)?;
    let (_, tail) = rest.split_once(after)?;
    Some(format!("{head}{before}{}{after}{tail}", escaped(new)))
}

/// The text without the tag that starts so.
fn without(text: &str, tag: &str) -> String {
    let parts = text.split_once(tag).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once('>')?;
        Some(format!("{head}{tail}"))
    });
    parts.unwrap_or_else(|| text.to_owned())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<head><title>old</title>\
        <meta name=\"description\" content=\"old\">\
        <meta property=\"og:image\" content=\"old.png\">\
        <meta property=\"og:image:width\" content=\"1200\"></head><body></body>";

    fn shown(uri: &str, host: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header"));
        page(
            INDEX.as_bytes(),
            &uri.parse().expect("an address"),
            &headers,
        )
    }

    #[test]
    fn a_shared_position_has_title_description_and_picture() {
        let page = shown("/?g=4545454", "example.org:80").expect("a game");
        for part in [
            "<title>Four in a row: First won after 7 moves – Foursight</title>",
            "<meta name=\"description\" content=\"Four in a row, standard rules",
            "content=\"http://example.org:80/api/picture?g=4545454\"",
            "<meta property=\"og:title\" content=\"Four in a row: First won",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("old"), "{page}");
    }

    #[test]
    fn what_is_no_game_changes_nothing() {
        let long = format!("/?g={}", "4".repeat(LINK_BYTES_MAX + 1));
        for uri in [
            "/",
            "/?g=",
            "/?g=9",
            "/?pos=4453",
            "/?g=%3Cscript%3E",
            &long,
        ] {
            assert_eq!(shown(uri, "x"), None, "{uri}");
        }
        assert_eq!(shown("/?g=44", "\"><script>"), None);
    }

    #[test]
    fn lines_that_are_there_are_not_doubled() {
        let page = shown("/?g=44", "x").expect("a game");
        assert_eq!(page.matches("og:image\"").count(), 1, "{page}");
        assert!(!page.contains("1200"), "{page}");
        assert_eq!(replaced("abc", "<", ">", "x"), None);
        let quoted = replaced("a<b>c", "<", ">", "\"&").expect("the marks are there");
        assert_eq!(quoted, "a<&quot;&amp;>c");
    }
}
