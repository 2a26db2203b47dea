//! Hands out the files of the client: with their type, compressed for those who accept it, kept by
//! browsers for as long as their names allow.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};

use crate::bundle::{Asset, Bundle, INDEX};
use crate::shared;

/// Files whose names change with what they hold are kept for a year.
const KEEP: &str = "public, max-age=31536000, immutable";
/// The others are asked for again every time, and not sent if they are the same.
const ASK_AGAIN: &str = "no-cache";

const NO_CLIENT: &str = "\
<!doctype html>
<html lang=\"en\">
<title>Foursight</title>
<h1>The web game is not part of this program</h1>
<p>It was built without it. In the repository, <code>cargo xtask play</code> builds and serves all of
it; or write the client by <code>cargo xtask web --out DIR</code> and start
<code>foursight serve --web DIR</code>.</p>
<p>The solver answers in any case: <a href=\"/api/solve?pos=4453\">/api/solve?pos=4453</a>.</p>
</html>
";

/// The file that a request asks for.
pub(crate) fn answer(
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
        name => name,
    };
    match bundle {
        None if name == INDEX => (StatusCode::SERVICE_UNAVAILABLE, Html(NO_CLIENT)).into_response(),
        None => not_found(),
        Some(bundle) => match bundle.get(name) {
            None => not_found(),
            Some(asset) if name == INDEX => match shared::page(&asset.plain, uri, headers) {
                Some(page) => ([(CACHE_CONTROL, ASK_AGAIN)], Html(page)).into_response(),
                None => file(asset, headers),
            },
            Some(asset) => file(asset, headers),
        },
    }
}

/// True if the answer takes more than looking a file up: a shared game is read and told.
pub(crate) fn is_work(uri: &Uri) -> bool {
    uri.query().is_some()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is no such page\n").into_response()
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
    // The forms of a file are different bytes, so their tags differ.
    let tag = format!("\"{}{}\"", asset.tag, encoding.unwrap_or_default());
    let keeping = if asset.is_immutable { KEEP } else { ASK_AGAIN };
    let common = [
        (ETAG, tag.as_str()),
        (CACHE_CONTROL, keeping),
        (VARY, "accept-encoding"),
    ];
    if has_already(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let body = Body::from(bytes.clone());
    let mut response = (common, [(CONTENT_TYPE, asset.kind)], body).into_response();
    if let Some(encoding) = encoding {
        let value = axum::http::HeaderValue::from_static(encoding);
        response.headers_mut().insert(CONTENT_ENCODING, value);
    }
    response
}

/// Every value of a header that is a list, in lower case.
fn list(headers: &HeaderMap, name: HeaderName) -> Vec<String> {
    let lines = headers.get_all(name);
    let lines = lines.iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .map(|value| value.trim().to_ascii_lowercase())
        .collect()
}

/// True if the client takes this encoding: it says so, and not with a weight of nothing.
fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    list(headers, ACCEPT_ENCODING).iter().any(|value| {
        let mut parts = value.split(';').map(str::trim);
        let is_named = parts.next() == Some(encoding);
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_named && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// True if the client has the file of this tag.
fn has_already(headers: &HeaderMap, tag: &str) -> bool {
    let tags = list(headers, IF_NONE_MATCH);
    tags.iter()
        .any(|known| known == "*" || known.trim_start_matches("w/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accepted: &str, expected: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, accepted.parse().expect("a header"));
        assert_eq!(accepts(&headers, "br"), expected, "{accepted}");
    }

    #[test]
    fn brotli_is_only_for_those_who_take_it() {
        check("gzip, deflate, br, zstd", true);
        check("BR;q=0.5", true);
        check("br;q=0", false);
        check("br; q=0.000", false);
        check("gzip", false);
        check("brotli", false);
        check("", false);
    }

    #[test]
    fn a_file_is_not_sent_twice() {
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
            assert_eq!(has_already(&headers, "\"abc\""), expected, "{known}");
        }
    }
}
