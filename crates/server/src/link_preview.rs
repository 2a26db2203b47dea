//! Link previews for shared games: `/?g=4453` is the page with title, description and image of that
//! position (Open Graph), and `/api/picture?g=4453` is the image.
//!
//! The client loads the game by itself; these tags are for crawlers that do not run it. An invalid
//! game leaves the page unchanged.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use foursight_core::{End, Game};
use foursight_record::{Palette, alt_text, gif_still, read_link, write_link};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::client_addr::ClientAddr;
use crate::rate_limit::{RateLimit, RateLimiter};

/// Images allowed for one address.
const IMAGE_RATE: RateLimit = RateLimit::new(60, 250);
/// Maximum length of a link in bytes: a game on the largest board.
const LINK_BYTES_MAX: usize = 1_000;
/// Maximum length of a host name in bytes.
const HOST_BYTES_MAX: usize = 255;
/// Width and height of a cell in the image.
const CELL_PIXELS: u16 = 64;
/// The image of a position never changes.
const CACHE_FOR_A_DAY: &str = "public, max-age=86400";

/// Query with the shared game.
#[derive(Deserialize)]
pub(crate) struct SharedGameQuery {
    #[serde(default)]
    g: String,
}

impl SharedGameQuery {
    fn game(&self) -> Result<Game, String> {
        if self.g.is_empty() || self.g.len() > LINK_BYTES_MAX {
            return Err(format!(
                "g has {} bytes: expected a game of 1 to {LINK_BYTES_MAX}",
                self.g.len()
            ));
        }
        read_link(&self.g).map_err(|error| error.to_string())
    }
}

/// Renders images: one at a time, with a rate limit for each address.
pub(crate) struct ImageRenderer {
    limiter: RateLimiter,
    permit: Semaphore,
}

impl Default for ImageRenderer {
    fn default() -> Self {
        Self {
            limiter: RateLimiter::new(IMAGE_RATE),
            permit: Semaphore::new(1),
        }
    }
}

/// `/api/picture`.
pub(crate) async fn image(
    State(renderer): State<Arc<ImageRenderer>>,
    Extension(client_addr): Extension<ClientAddr>,
    Query(query): Query<SharedGameQuery>,
) -> Response {
    if let Err(wait) = renderer.limiter.take(client_addr.address, Instant::now()) {
        let wait = wait.as_millis().div_ceil(1000).to_string();
        return (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, wait)]).into_response();
    }
    let Ok(_permit) = renderer.permit.acquire().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let image = tokio::task::spawn_blocking(move || {
        let game = query.game()?;
        gif_still(&game, &Palette::CLASSIC, CELL_PIXELS).map_err(|error| error.to_string())
    });
    match image.await {
        Ok(Ok(bytes)) => {
            let headers = [
                (CONTENT_TYPE, "image/gif"),
                (CACHE_CONTROL, CACHE_FOR_A_DAY),
            ];
            (headers, bytes).into_response()
        }
        Ok(Err(reason)) => (StatusCode::BAD_REQUEST, format!("{reason}\n")).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns the page for the game in the query; `None` if there is no valid game.
pub(crate) fn preview_page(index: &[u8], uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let Query(query) = Query::<SharedGameQuery>::try_from_uri(uri).ok()?;
    let game = query.game().ok()?;
    let index = std::str::from_utf8(index).ok()?;
    let (title, description) = (title(&game), alt_text(&game));
    let image = format!("{}/api/picture?g={}", origin(headers)?, write_link(&game));
    let mut page = replace_between(index, "<title>", "</title>", &title)?;
    let tags = [
        ("name", "description", &description),
        ("property", "og:title", &title),
        ("property", "og:description", &description),
        ("property", "og:image", &image),
        ("property", "og:image:alt", &description),
    ];
    // These hold the size of the page's own image.
    page = without_tag(&page, "<meta property=\"og:image:width\"");
    page = without_tag(&page, "<meta property=\"og:image:height\"");
    for (kind, name, text) in tags {
        let start = format!("<meta {kind}=\"{name}\" content=\"");
        page = replace_between(&page, &start, "\"", text).unwrap_or_else(|| {
            let line = format!("{start}{}\">\n  </head>", escape(text));
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
        _ => format!("Four in a row: a draw after {moves} moves – Foursight"),
    }
}

/// Returns the origin of this server as seen by the client; `None` without a valid `Host` header.
fn origin(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let is_valid = |host: &&str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
        host.len() <= HOST_BYTES_MAX && host.chars().all(is_part)
    };
    let host = text(HOST.as_str()).filter(is_valid)?;
    let scheme = match text("x-forwarded-proto") {
        Some("https") => "https",
        _ => "http",
    };
    Some(format!("{scheme}://{host}"))
}

/// Replaces the text between two markers; `None` if a marker is missing.
fn replace_between(text: &str, before: &str, after: &str, new: &str) -> Option<String> {
    let (head, rest) = text.split_once(before)?;
    let (_, tail) = rest.split_once(after)?;
    Some(format!("{head}{before}{}{after}{tail}", escape(new)))
}

/// Removes the tag with this beginning.
fn without_tag(text: &str, tag: &str) -> String {
    let parts = text.split_once(tag).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once('>')?;
        Some(format!("{head}{tail}"))
    });
    parts.unwrap_or_else(|| text.to_owned())
}

fn escape(text: &str) -> String {
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

    fn preview(uri: &str, host: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header"));
        preview_page(
            INDEX.as_bytes(),
            &uri.parse().expect("an address"),
            &headers,
        )
    }

    #[test]
    fn a_shared_position_has_title_description_and_picture() {
        let preview_page = preview("/?g=4545454", "example.org:80").expect("a game");
        for part in [
            "<title>Four in a row: First won after 7 moves – Foursight</title>",
            "<meta name=\"description\" content=\"Four in a row, standard rules",
            "content=\"http://example.org:80/api/picture?g=4545454\"",
            "<meta property=\"og:title\" content=\"Four in a row: First won",
        ] {
            assert!(preview_page.contains(part), "{part} in {preview_page}");
        }
        assert!(!preview_page.contains("old"), "{preview_page}");
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
            assert_eq!(preview(uri, "x"), None, "{uri}");
        }
        assert_eq!(preview("/?g=44", "\"><script>"), None);
    }

    #[test]
    fn lines_that_are_there_are_not_doubled() {
        let preview_page = preview("/?g=44", "x").expect("a game");
        assert_eq!(
            preview_page.matches("og:image\"").count(),
            1,
            "{preview_page}"
        );
        assert!(!preview_page.contains("1200"), "{preview_page}");
        assert_eq!(replace_between("abc", "<", ">", "x"), None);
        let quoted = replace_between("a<b>c", "<", ">", "\"&").expect("the marks are there");
        assert_eq!(quoted, "a<&quot;&amp;>c");
    }
}
