//! Puzzles over HTTP: that of a day, and a random one of a theme.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header::ACCESS_CONTROL_ALLOW_ORIGIN;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use foursight_protocol::puzzle::PuzzleObject;
use foursight_protocol::response::{ErrorBody, ResponseEnvelope};
use foursight_puzzles::{Puzzle, PuzzleSet, PuzzleTheme, parse_day};
use serde::Deserialize;

/// Seconds of a day.
const DAY_SECS: u64 = 86_400;
/// Error for a repeated parameter.
const INVALID_QUERY: &str = "expected each parameter at most once";

/// Query of the puzzle of a day.
#[derive(Deserialize)]
pub(crate) struct DailyQuery {
    /// The day, as in `2026-11-19`; today in UTC without it.
    date: Option<String>,
}

/// Query of a random puzzle.
#[derive(Deserialize)]
pub(crate) struct RandomQuery {
    /// Name of the theme; any without it.
    theme: Option<String>,
    /// Random seed; another puzzle for every request without it.
    seed: Option<String>,
}

/// `/api/puzzle/daily`.
pub(crate) async fn daily(query: Result<Query<DailyQuery>, QueryRejection>) -> Response {
    respond(query, |query| {
        let day = match &query.date {
            Some(date) => parse_day(date).ok_or("expected a date from 1970 to 2999: 2026-11-19")?,
            None => today(),
        };
        Ok(PuzzleSet::shipped().daily(day))
    })
}

/// `/api/puzzle/random`.
pub(crate) async fn random(query: Result<Query<RandomQuery>, QueryRejection>) -> Response {
    respond(query, |query| {
        let theme = query.theme.as_ref().map(|name| name.parse::<PuzzleTheme>());
        let theme = theme.transpose().map_err(|error| error.to_string())?;
        let seed = match &query.seed {
            Some(seed) => seed
                .parse()
                .map_err(|_| "expected a seed from 0 to 2^64 - 1")?,
            None => nanos(),
        };
        Ok(PuzzleSet::shipped().random(theme, seed))
    })
}

fn respond<T>(
    query: Result<Query<T>, QueryRejection>,
    find: impl Fn(&T) -> Result<Option<&'static Puzzle>, String>,
) -> Response {
    let found = query
        .map_err(|_| INVALID_QUERY.to_owned())
        .and_then(|Query(query)| find(&query))
        .and_then(|puzzle| puzzle.ok_or_else(|| "there is no such puzzle".to_owned()));
    let mut response = match found {
        Ok(puzzle) => Json(ResponseEnvelope::new(1, PuzzleObject::new(puzzle))).into_response(),
        Err(reason) => {
            let body = Json(ResponseEnvelope::new(1, ErrorBody::new(&reason)));
            (StatusCode::BAD_REQUEST, body).into_response()
        }
    };
    // Pages of any origin may show puzzles: the response depends on nothing but query and date.
    let any_origin = HeaderValue::from_static("*");
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, any_origin);
    response
}

fn today() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| {
        u32::try_from(now.as_secs() / DAY_SECS).unwrap_or(u32::MAX)
    })
}

fn nanos() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
