//! Reasons and grades over HTTP, by the solvers and within the limits of `solve`.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use foursight_core::{Game, Player};
use foursight_explain::{ExplainBudget, Explainer, Explanation, GradedMove, Reason, game_accuracy};
use foursight_phrases::Language;
use foursight_phrases::reasons::ReasonTexts;
use foursight_protocol::explain::{ExplainResponse, GradeResponse, GradedPly};
use foursight_protocol::response::ResponseEnvelope;
use foursight_solver::{CancelToken, Limits, SolveError, Solver};
use serde::{Deserialize, Serialize};

use crate::client_addr::ClientAddr;
use crate::solve::{
    INVALID_QUERY, NODES_MAX, SOLVE_TIMEOUT, SolveRejection, SolverPool, for_any_origin,
};

/// Positions that the search for the proof of one drop visits at most.
const PROOF_POSITIONS: u64 = 300_000;
/// The same for each mistake of a graded game.
const CONTRAST_POSITIONS: u64 = 100_000;
/// Error for an unknown language.
const UNKNOWN_LANGUAGE: &str = "expected the language en or de";
/// Error for a game with other moves than drops.
const ONLY_DROPS: &str = "only drops can be graded";

/// Query of a request.
#[derive(Deserialize)]
pub(crate) struct ExplainQuery {
    /// The position or the game, in any notation that Foursight reads.
    pos: String,
    /// Language of the words: `en`, or `de`.
    language: Option<String>,
}

/// A valid query.
struct ExplainRequest {
    pos: String,
    language: Language,
}

type QueryResult = Result<Query<ExplainQuery>, QueryRejection>;

/// `/api/explain`: `foursight explain --json`.
pub(crate) async fn explain(
    State(pool): State<Arc<SolverPool>>,
    Extension(client_addr): Extension<ClientAddr>,
    query: QueryResult,
) -> Response {
    let result = async {
        let ExplainRequest { pos, language } = accept(&pool, client_addr, query)?;
        let explained = pool.run(pos, move |solver, game, cancel| {
            let explanation = with_explainer(solver, cancel, PROOF_POSITIONS, |explainer| {
                explainer.explain(game.position())
            })?;
            Ok(response(game, &explanation, language))
        });
        explained.await
    };
    respond(result.await)
}

/// `/api/grade`: `foursight grade --json`.
pub(crate) async fn grade(
    State(pool): State<Arc<SolverPool>>,
    Extension(client_addr): Extension<ClientAddr>,
    query: QueryResult,
) -> Response {
    let result = async {
        let ExplainRequest { pos, language } = accept(&pool, client_addr, query)?;
        let graded = pool.run(pos, move |solver, game, cancel| {
            with_explainer(solver, cancel, CONTRAST_POSITIONS, |explainer| {
                grade_game(explainer, game, language)
            })
        });
        let graded = graded.await?;
        graded.ok_or_else(|| SolveRejection::BadRequest(ONLY_DROPS.to_owned()))
    };
    respond(result.await)
}

fn accept(
    pool: &SolverPool,
    client_addr: ClientAddr,
    query: QueryResult,
) -> Result<ExplainRequest, SolveRejection> {
    pool.check_rate(client_addr)?;
    let refuse = |reason: &str| SolveRejection::BadRequest(reason.to_owned());
    let Query(ExplainQuery { pos, language }) = query.map_err(|_| refuse(INVALID_QUERY))?;
    let language = match language.as_deref() {
        None => Language::English,
        Some(code) => Language::from_code(code).ok_or_else(|| refuse(UNKNOWN_LANGUAGE))?,
    };
    Ok(ExplainRequest { pos, language })
}

fn respond(result: Result<impl Serialize, SolveRejection>) -> Response {
    for_any_origin(match result {
        Ok(body) => Json(ResponseEnvelope::new(1, body)).into_response(),
        Err(rejection) => rejection.into_response(),
    })
}

/// Runs work within the time and the nodes of one request.
fn with_explainer<T>(
    solver: &mut Solver,
    cancel: &CancelToken,
    positions: u64,
    work: impl FnOnce(&mut Explainer<'_>) -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    let started = Instant::now();
    let is_over_time = || started.elapsed() > SOLVE_TIMEOUT;
    let limits = Limits {
        nodes: Some(NODES_MAX),
        cancel: Some(cancel),
        should_stop: Some(&is_over_time),
        ..Limits::default()
    };
    let budget = ExplainBudget {
        positions,
        looks_ahead: false,
    };
    work(&mut Explainer::with_limits(solver, budget, limits))
}

fn response(game: &Game, explanation: &Explanation, language: Language) -> ExplainResponse {
    let texts = texts(game, language);
    let text = |reason: &Reason| texts.sentence(reason);
    ExplainResponse::new(game, explanation, &text)
}

fn texts(game: &Game, language: Language) -> ReasonTexts<'static> {
    ReasonTexts {
        language,
        mover: game.position().to_move(),
        name: &|player: Player| player.to_string(),
    }
}

/// Grades every move of a game. Returns `None` if it has other moves than drops.
fn grade_game(
    explainer: &mut Explainer<'_>,
    record: &Game,
    language: Language,
) -> Result<Option<GradeResponse>, SolveError> {
    let mut moves = Vec::new();
    let mut plies = Vec::new();
    let positions: Vec<_> = record.positions().zip(record.moves()).collect();
    // From the end: late positions are quick, and the first ones may use up the time.
    for (index, (game, mv)) in positions.into_iter().enumerate().rev() {
        let Some(column) = mv.column() else {
            return Ok(None);
        };
        let mv = GradedMove::new(game, column, explainer.verdicts(game)?);
        let is_mistake = mv.grade.is_some_and(|grade| !grade.keeps_outcome());
        let drops = [
            Some(column),
            mv.best.first().copied().filter(|_| is_mistake),
        ];
        let [played, best] = drops.map(|column| {
            let column = column.filter(|_| is_mistake)?;
            explainer.explain_drop(game, column, &mv.verdicts)
        });
        let texts = ReasonTexts {
            language,
            mover: game.to_move(),
            name: &|player: Player| player.to_string(),
        };
        let text = played.zip(best);
        let text = text.and_then(|(played, best)| texts.contrast(&played, &best));
        plies.push(GradedPly::new(index + 1, &mv, text));
        moves.push(mv);
    }
    plies.reverse();
    let accuracies = Player::BOTH.map(|player| game_accuracy(&moves, player));
    Ok(Some(GradeResponse::new(record, plies, accuracies)))
}
