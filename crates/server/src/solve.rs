//! Perfect play over HTTP: reads a position, solves it within a budget, answers in JSON.
//!
//! Solvers are kept from one question to the next, because what they remember makes them faster.
//! There are never more of them than questions worked on at once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use foursight_core::{Game, Ruleset};
use foursight_protocol::answer::{Answer, Bad};
use foursight_protocol::solve::{Found, Solved};
use foursight_record::{Emoji, read};
use foursight_solver::book::Book;
use foursight_solver::{CancelToken, Limits, SolveError, Solver};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::caller::Caller;
use crate::limit::{Limiter, Rate};

/// How often one address may ask.
const RATE: Rate = Rate::new(30, 250);
/// Nodes of the search for one question: a few seconds.
const NODES_MAX: u64 = 20_000_000;
/// The time for one question, on a machine that has more to do.
const TIME_MAX: Duration = Duration::from_secs(5);
/// Extra nodes allowed for the principal line.
const LINE_NODES_MAX: u64 = 2_000_000;
/// Questions that are worked on at once.
const SOLVES_MAX: usize = 2;
/// How long a question waits for its turn before it is turned away.
const WAIT: Duration = Duration::from_secs(10);
/// The longest position, in bytes.
const POSITION_BYTES_MAX: usize = 1_000;
/// What those hear who ask nothing, or two things at once.
const NO_QUESTION: &str = "say which position, once: ?pos=4453";
/// Positions drawn with the characters that Foursight itself writes are read too.
const EMOJI: Emoji = Emoji::YELLOW_FIRST;

/// Where questions are taken and solvers lie ready.
pub(crate) struct Desk {
    limiter: Limiter,
    turns: Semaphore,
    idle: Mutex<Vec<Solver>>,
    book: Option<Arc<Book>>,
}

/// A question.
#[derive(Deserialize)]
pub(crate) struct Asked {
    /// The position: drops, or any other form that Foursight reads. Empty is the start.
    pos: String,
}

/// Our own answer: that of `foursight solve --columns --json`, with the question and the scores
/// of the columns in a list.
#[derive(Serialize)]
struct Full<'a> {
    pos: &'a str,
    scores: Vec<Option<i32>>,
    #[serde(flatten)]
    solved: &'a Solved,
}

/// The answer that clients of another solver expect. It cannot be part of our own, where `score`
/// is the one of the position.
#[derive(Serialize)]
struct Scores<'a> {
    pos: &'a str,
    score: Vec<Option<i32>>,
}

/// Why a question has no answer.
enum Refusal {
    /// It is wrong.
    Bad(String),
    /// This address asks too often.
    TooOften(Duration),
    /// Too many others ask.
    Busy,
}

/// `/api/solve`.
pub(crate) async fn solved(
    State(desk): State<Arc<Desk>>,
    Extension(caller): Extension<Caller>,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
) -> Response {
    answer(&desk, caller, asked, |pos, solved| {
        let scores = solved.scores();
        Json(Answer::to(
            1,
            Full {
                pos,
                scores,
                solved,
            },
        ))
        .into_response()
    })
    .await
}

/// `/solve`.
pub(crate) async fn scores(
    State(desk): State<Arc<Desk>>,
    Extension(caller): Extension<Caller>,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
) -> Response {
    answer(&desk, caller, asked, |pos, solved| {
        let score = solved.scores();
        Json(Scores { pos, score }).into_response()
    })
    .await
}

async fn answer(
    desk: &Arc<Desk>,
    caller: Caller,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
    shape: impl Fn(&str, &Solved) -> Response,
) -> Response {
    let answered = async {
        desk.admit(caller)?;
        let Query(Asked { pos }) = asked.map_err(|_| Refusal::Bad(NO_QUESTION.to_owned()))?;
        Ok((desk.solve(pos.clone()).await?, pos))
    };
    let mut response = match answered.await {
        Ok((solved, pos)) => shape(&pos, &solved),
        Err(refusal) => Refusal::into_response(refusal),
    };
    // The pages of others may ask as well: the answer depends on nothing but the question.
    let everybody = axum::http::HeaderValue::from_static("*");
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, everybody);
    response
}

fn read_position(text: &str) -> Result<Game, Refusal> {
    if text.len() > POSITION_BYTES_MAX {
        let bytes = text.len();
        let reason = format!("a position of {bytes} bytes: at most {POSITION_BYTES_MAX}");
        return Err(Refusal::Bad(reason));
    }
    if text.trim().is_empty() {
        return Ok(Game::default());
    }
    read(text, Ruleset::STANDARD, &EMOJI).map_err(|error| Refusal::Bad(error.to_string()))
}

impl Desk {
    pub(crate) fn new(book: Option<Arc<Book>>) -> Self {
        Self {
            limiter: Limiter::new(RATE),
            turns: Semaphore::new(SOLVES_MAX),
            idle: Mutex::default(),
            book,
        }
    }

    /// A solver that nobody uses right now.
    fn idle_solver(&self) -> Solver {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| match &self.book {
            Some(book) => Solver::default().with_book(Arc::clone(book)),
            None => Solver::default(),
        })
    }

    fn admit(&self, caller: Caller) -> Result<(), Refusal> {
        let admitted = self.limiter.take(caller.address, Instant::now());
        admitted.map_err(Refusal::TooOften)
    }

    async fn solve(self: &Arc<Self>, pos: String) -> Result<Solved, Refusal> {
        let turn = tokio::time::timeout(WAIT, self.turns.acquire()).await;
        let Ok(Ok(_turn)) = turn else {
            return Err(Refusal::Busy);
        };
        // If the caller hangs up, this future is dropped, and with it the search ends.
        let hang_up = HangUp(Arc::default());
        let (desk, cancel) = (Arc::clone(self), Arc::clone(&hang_up.0));
        // A picture may take as long to read as a position to solve.
        let work = tokio::task::spawn_blocking(move || {
            let game = read_position(&pos)?;
            let mut solver = desk.idle_solver();
            let answer = search(&mut solver, &game, &cancel).map(|mut found| {
                let book = desk.book.as_ref();
                found.is_from_book = book.is_some_and(|book| book.reaches(game.position(), 1));
                Solved::of(&game, &found)
            });
            lock(&desk.idle).push(solver);
            answer.map_err(|error| Refusal::Bad(error.to_string()))
        });
        work.await.unwrap_or(Err(Refusal::Busy))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // What is behind our locks is whole between any two statements.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cancels the search when it is dropped.
struct HangUp(Arc<CancelToken>);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

fn search(solver: &mut Solver, game: &Game, cancel: &CancelToken) -> Result<Found, SolveError> {
    let (position, started) = (game.position(), Instant::now());
    let is_late = || started.elapsed() > TIME_MAX;
    let within = |nodes| Limits {
        nodes: Some(nodes),
        cancel: Some(cancel),
        should_stop: Some(&is_late),
        ..Limits::default()
    };
    let analysis = solver.analyse_within(position, within(NODES_MAX))?;
    let mut found = Found::of_columns(analysis);
    found.micros = started.elapsed().as_micros() as u64;
    if !found.is_cut_short {
        found.line = solver.line_within(position, within(LINE_NODES_MAX))?;
    }
    Ok(found)
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, wait, reason) = match self {
            Self::Bad(reason) => (StatusCode::BAD_REQUEST, None, reason),
            Self::TooOften(wait) => {
                let reason = "too many questions from this address: slow down".to_owned();
                (StatusCode::TOO_MANY_REQUESTS, Some(wait), reason)
            }
            Self::Busy => {
                let reason = "too many questions at once: try again later".to_owned();
                (StatusCode::SERVICE_UNAVAILABLE, Some(WAIT), reason)
            }
        };
        let body = Json(Answer::to(1, Bad::of(&reason)));
        let mut response = (status, body).into_response();
        if let Some(wait) = wait {
            let seconds = wait.as_millis().div_ceil(1000) as u64;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
