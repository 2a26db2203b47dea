//! Serves the files of the client: with their media types, compression and caching.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::bundle::{Asset, Bundle, GUIDE, GUIDE_INDEX, INDEX};
use crate::link_preview;

/// For files with a content hash in their names: cached for a year.
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";
/// For all others: revalidated every time.
const REVALIDATE: &str = "no-cache";

/// The address of the guide, below which the links of its pages work.
const GUIDE_ADDRESS: &str = "/guide/";

const NO_CLIENT: &str = "\
<!doctype html>
<html lang=\"en\">
<title>Foursight</title>
<h1>This build does not include the web game</h1>
<p>In the repository, <code>cargo xtask play</code> builds and serves everything.
Or build the client with <code>cargo xtask web --out DIR</code> and start
<code>foursight serve --web DIR</code>.</p>
<p>The solver API works without it: <a href=\"/api/solve?pos=4453\">/api/solve?pos=4453</a>.</p>
</html>
";

/// Serves the requested file.
pub(crate) fn respond(
    bundle: Option<&Bundle>,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => INDEX,
        GUIDE => return Redirect::permanent(GUIDE_ADDRESS).into_response(),
        name if name.strip_suffix('/') == Some(GUIDE) => GUIDE_INDEX,
        name => name,
    };
    match bundle {
        None if name == INDEX => (StatusCode::SERVICE_UNAVAILABLE, Html(NO_CLIENT)).into_response(),
        None => not_found(),
        Some(bundle) => match bundle.get(name) {
            None => not_found(),
            Some(asset) if name == INDEX => {
                match link_preview::preview_page(&asset.plain, uri, headers) {
                    Some(page) => ([(CACHE_CONTROL, REVALIDATE)], Html(page)).into_response(),
                    None => file(asset, headers),
                }
            }
            Some(asset) => file(asset, headers),
        },
    }
}

/// Returns true if the response takes more than a lookup: the preview of a shared game.
pub(crate) fn is_expensive(uri: &Uri) -> bool {
    uri.query().is_some()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "page not found\n").into_response()
}

fn file(asset: &Asset, headers: &HeaderMap) -> Response {
    let brotli = asset.brotli.as_ref().filter(|_| accepts(headers, "br"));
    let (bytes, encoding) = match brotli {
        Some(bytes) => (bytes, Some("br")),
        None if accepts(headers, "gzip") => match asset.gzip() {
            Some(bytes) => (bytes, Some("gzip")),
            None => (&asset.plain, None),
        },
        None => (&asset.plain, None),
    };
    // The encodings of a file are different bytes, so their entity tags differ.
    let tag = format!("\"{}{}\"", asset.tag, encoding.unwrap_or_default());
    let cache_control = if asset.is_immutable {
        CACHE_FOREVER
    } else {
        REVALIDATE
    };
    let common = [
        (ETAG, tag.as_str()),
        (CACHE_CONTROL, cache_control),
        (VARY, "accept-encoding"),
    ];
    if has_current(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let body = Body::from(bytes.clone());
    let mut response = (common, [(CONTENT_TYPE, asset.media_type)], body).into_response();
    if let Some(encoding) = encoding {
        let value = axum::http::HeaderValue::from_static(encoding);
        response.headers_mut().insert(CONTENT_ENCODING, value);
    }
    response
}

/// Returns the values of a list header, in lower case.
fn list_values(headers: &HeaderMap, name: HeaderName) -> Vec<String> {
    let lines = headers.get_all(name);
    let lines = lines.iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .map(|value| value.trim().to_ascii_lowercase())
        .collect()
}

/// Returns true if the client accepts this encoding with a weight above zero.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    list_values(headers, ACCEPT_ENCODING).iter().any(|value| {
        let mut parts = value.split(';').map(str::trim);
        let is_named = parts.next() == Some(encoding);
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_named && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// Returns true if the client has the file with this entity tag.
fn has_current(headers: &HeaderMap, tag: &str) -> bool {
    let tags = list_values(headers, IF_NONE_MATCH);
    tags.iter()
        .any(|known| known == "*" || known.trim_start_matches("w/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accept_encoding: &str, expected: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, accept_encoding.parse().expect("a header"));
        assert_eq!(accepts(&headers, "br"), expected, "{accept_encoding}");
    }

    #[test]
    fn brotli_is_sent_to_clients_that_accept_it() {
        check("gzip, deflate, br, zstd", true);
        check("BR;q=0.5", true);
        check("br;q=0", false);
        check("br; q=0.000", false);
        check("gzip", false);
        check("brotli", false);
        check("", false);
    }

    #[test]
    fn current_files_are_not_sent_again() {
        for (known, expected) in [
            ("\"abc\"", true),
            ("W/\"abc\"", true),
            ("\"x\", \"abc\"", true),
            ("*", true),
            ("\"abcbr\"", false),
            ("abc", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(IF_NONE_MATCH, known.parse().expect("a header"));
            assert_eq!(has_current(&headers, "\"abc\""), expected, "{known}");
        }
    }
}
