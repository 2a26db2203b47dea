//! Perfect play over HTTP: parses a position, solves it within a budget, responds in JSON.
//!
//! Solvers are reused between requests, because a warm transposition table makes them faster. There
//! are never more of them than requests solved at once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use foursight_core::{Game, Ruleset};
use foursight_protocol::response::{ErrorBody, ResponseEnvelope};
use foursight_protocol::solve::{SolveResponse, SolveResult};
use foursight_record::{Emoji, read};
use foursight_solver::book::Book;
use foursight_solver::{CancelToken, Limits, SolveError, Solver};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::client_addr::ClientAddr;
use crate::rate_limit::{RateLimit, RateLimiter};

/// Requests allowed for one address.
const REQUEST_RATE: RateLimit = RateLimit::new(30, 250);
/// Node budget of one request: a few seconds.
pub(crate) const NODES_MAX: u64 = 20_000_000;
/// Timeout of one request, for busy machines.
pub(crate) const SOLVE_TIMEOUT: Duration = Duration::from_secs(5);
/// Additional node budget for the principal variation.
const VARIATION_NODES_MAX: u64 = 2_000_000;
/// Maximum number of requests solved at once.
const SOLVES_MAX: usize = 2;
/// Timeout for a request in the queue.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum length of a position in bytes.
const POSITION_BYTES_MAX: usize = 1_000;
/// Error for a missing or repeated `pos`.
pub(crate) const INVALID_QUERY: &str = "expected exactly one position: ?pos=4453";
/// Palette for reading positions that Foursight itself rendered.
const EMOJI: Emoji = Emoji::YELLOW_FIRST;

/// Solvers for the requests of all clients, with rate limits.
pub(crate) struct SolverPool {
    limiter: RateLimiter,
    permits: Semaphore,
    idle: Mutex<Vec<Solver>>,
    book: Option<Arc<Book>>,
}

/// Query of a request.
#[derive(Deserialize)]
pub(crate) struct SolveQuery {
    /// The position, as moves or in any other notation that Foursight reads. Empty for the initial
    /// position.
    pos: String,
}

/// Response of `/api/solve`: that of `foursight solve --columns --json`, with the query and a list
/// of the scores of the columns.
#[derive(Serialize)]
struct SolveBody<'a> {
    pos: &'a str,
    scores: Vec<Option<i32>>,
    #[serde(flatten)]
    response: &'a SolveResponse,
}

/// Response of `/solve`, in the format of another solver's API. It cannot be part of ours, where
/// `score` is the score of the position.
#[derive(Serialize)]
struct ScoresBody<'a> {
    pos: &'a str,
    score: Vec<Option<i32>>,
}

/// Reasons to reject a request.
pub(crate) enum SolveRejection {
    /// The query is invalid.
    BadRequest(String),
    /// The address has exceeded its rate limit.
    RateLimited(Duration),
    /// All solvers are busy.
    Busy,
}

/// `/api/solve`.
pub(crate) async fn solve(
    State(pool): State<Arc<SolverPool>>,
    Extension(client_addr): Extension<ClientAddr>,
    query: Result<Query<SolveQuery>, axum::extract::rejection::QueryRejection>,
) -> Response {
    respond(&pool, client_addr, query, |pos, response| {
        let scores = response.scores();
        Json(ResponseEnvelope::new(
            1,
            SolveBody {
                pos,
                scores,
                response,
            },
        ))
        .into_response()
    })
    .await
}

/// `/solve`.
pub(crate) async fn scores(
    State(pool): State<Arc<SolverPool>>,
    Extension(client_addr): Extension<ClientAddr>,
    query: Result<Query<SolveQuery>, axum::extract::rejection::QueryRejection>,
) -> Response {
    respond(&pool, client_addr, query, |pos, response| {
        let score = response.scores();
        Json(ScoresBody { pos, score }).into_response()
    })
    .await
}

async fn respond(
    pool: &Arc<SolverPool>,
    client_addr: ClientAddr,
    query: Result<Query<SolveQuery>, axum::extract::rejection::QueryRejection>,
    encode: impl Fn(&str, &SolveResponse) -> Response,
) -> Response {
    let result = async {
        pool.check_rate(client_addr)?;
        let Query(SolveQuery { pos }) =
            query.map_err(|_| SolveRejection::BadRequest(INVALID_QUERY.to_owned()))?;
        Ok((pool.solve(pos.clone()).await?, pos))
    };
    for_any_origin(match result.await {
        Ok((response, pos)) => encode(&pos, &response),
        Err(rejection) => SolveRejection::into_response(rejection),
    })
}

/// Allows pages of any origin to read a response that depends on nothing but the query.
pub(crate) fn for_any_origin(mut response: Response) -> Response {
    let any_origin = axum::http::HeaderValue::from_static("*");
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, any_origin);
    response
}

fn read_position(text: &str) -> Result<Game, SolveRejection> {
    if text.len() > POSITION_BYTES_MAX {
        let bytes = text.len();
        let reason =
            format!("the position has {bytes} bytes: at most {POSITION_BYTES_MAX} are allowed");
        return Err(SolveRejection::BadRequest(reason));
    }
    if text.trim().is_empty() {
        return Ok(Game::default());
    }
    read(text, Ruleset::STANDARD, &EMOJI)
        .map_err(|error| SolveRejection::BadRequest(error.to_string()))
}

impl SolverPool {
    pub(crate) fn new(book: Option<Arc<Book>>) -> Self {
        Self {
            limiter: RateLimiter::new(REQUEST_RATE),
            permits: Semaphore::new(SOLVES_MAX),
            idle: Mutex::default(),
            book,
        }
    }

    /// Takes an idle solver, or creates one.
    fn idle_solver(&self) -> Solver {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| match &self.book {
            Some(book) => Solver::default().with_book(Arc::clone(book)),
            None => Solver::default(),
        })
    }

    pub(crate) fn check_rate(&self, client_addr: ClientAddr) -> Result<(), SolveRejection> {
        let taken = self.limiter.take(client_addr.address, Instant::now());
        taken.map_err(SolveRejection::RateLimited)
    }

    async fn solve(self: &Arc<Self>, pos: String) -> Result<SolveResponse, SolveRejection> {
        let book = self.book.clone();
        self.run(pos, move |solver, game, cancel| {
            let mut result = search(solver, game, cancel)?;
            let book = book.as_ref();
            result.is_from_book = book.is_some_and(|book| book.reaches(game.position(), 1));
            Ok(SolveResponse::new(game, &result))
        })
        .await
    }

    /// Runs work on a position on the blocking pool, with one of the solvers.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        pos: String,
        work: impl FnOnce(&mut Solver, &Game, &CancelToken) -> Result<T, SolveError> + Send + 'static,
    ) -> Result<T, SolveRejection> {
        let permit = tokio::time::timeout(QUEUE_TIMEOUT, self.permits.acquire()).await;
        let Ok(Ok(_permit)) = permit else {
            return Err(SolveRejection::Busy);
        };
        // When the client disconnects, this future is dropped, which cancels the search.
        let cancel_on_drop = CancelOnDrop(Arc::default());
        let (pool, cancel) = (Arc::clone(self), Arc::clone(&cancel_on_drop.0));
        // Parsing a picture may take as long as solving a position.
        let working = tokio::task::spawn_blocking(move || {
            let game = read_position(&pos)?;
            let mut solver = pool.idle_solver();
            let result = work(&mut solver, &game, &cancel);
            lock(&pool.idle).push(solver);
            result.map_err(|error| SolveRejection::BadRequest(error.to_string()))
        });
        working.await.unwrap_or(Err(SolveRejection::Busy))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // No statement leaves the values behind our locks inconsistent, so a poisoned lock is fine.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cancels the search when dropped.
struct CancelOnDrop(Arc<CancelToken>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

fn search(
    solver: &mut Solver,
    game: &Game,
    cancel: &CancelToken,
) -> Result<SolveResult, SolveError> {
    let (position, started) = (game.position(), Instant::now());
    let is_over_time = || started.elapsed() > SOLVE_TIMEOUT;
    let limits = |nodes| Limits {
        nodes: Some(nodes),
        cancel: Some(cancel),
        should_stop: Some(&is_over_time),
        ..Limits::default()
    };
    let analysis = solver.analyse_within(position, limits(NODES_MAX))?;
    let mut result = SolveResult::from_analysis(analysis);
    result.micros = started.elapsed().as_micros() as u64;
    if !result.is_incomplete {
        result.variation =
            solver.principal_variation_within(position, limits(VARIATION_NODES_MAX))?;
    }
    Ok(result)
}

impl IntoResponse for SolveRejection {
    fn into_response(self) -> Response {
        let (status, wait, reason) = match self {
            Self::BadRequest(reason) => (StatusCode::BAD_REQUEST, None, reason),
            Self::RateLimited(wait) => {
                let reason = "rate limit exceeded for this address: try again later".to_owned();
                (StatusCode::TOO_MANY_REQUESTS, Some(wait), reason)
            }
            Self::Busy => {
                let reason = "too many concurrent requests: try again later".to_owned();
                (StatusCode::SERVICE_UNAVAILABLE, Some(QUEUE_TIMEOUT), reason)
            }
        };
        let body = Json(ResponseEnvelope::new(1, ErrorBody::new(&reason)));
        let mut response = (status, body).into_response();
        if let Some(wait) = wait {
            let seconds = wait.as_millis().div_ceil(1000) as u64;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
