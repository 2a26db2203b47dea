//! Answers over HTTP: JSON, and refusals with a stable code.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use std::time::Duration;

use crate::store::StoreError;

/// Why a request is refused. The codes are part of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It comes from a page of somebody else.
    ForeignOrigin,
    /// Nobody is signed in.
    NoSession,
    /// It says something that cannot be.
    Bad(&'static str),
    /// The name is taken, or one that looks like it.
    NameTaken,
    /// Name and password do not belong together.
    WrongPassword,
    /// There is an account already, or there is none yet.
    Account(&'static str),
    /// There is no such thing.
    Missing,
    /// Too often, from this address or about this account.
    TooOften(Duration),
    /// The store does not answer.
    Store,
    /// The server is about to end.
    Ending,
}

impl Refusal {
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::ForeignOrigin => "foreign_origin",
            Self::NoSession => "no_session",
            Self::Bad(_) => "bad_request",
            Self::NameTaken => "name_taken",
            Self::WrongPassword => "wrong_password",
            Self::Account(_) => "not_now",
            Self::Missing => "not_found",
            Self::TooOften(_) => "too_often",
            Self::Store => "store_unavailable",
            Self::Ending => "ending",
        }
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::NoSession | Self::WrongPassword => StatusCode::UNAUTHORIZED,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::NameTaken | Self::Account(_) => StatusCode::CONFLICT,
            Self::Missing => StatusCode::NOT_FOUND,
            Self::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Store | Self::Ending => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    const fn message(&self) -> &'static str {
        match self {
            Self::ForeignOrigin => "only pages of this server may ask this",
            Self::NoSession => "join first: POST /api/guest, or POST /api/token for a program",
            Self::Bad(reason) | Self::Account(reason) => reason,
            Self::NameTaken => "somebody has this name, or one that looks like it: choose another",
            Self::WrongPassword => "name and password do not belong together",
            Self::Missing => "there is no such thing, or not any more",
            Self::TooOften(_) => "too often: wait and try again",
            Self::Store => "the store does not answer: try again",
            Self::Ending => "this server is about to end: try again",
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Store
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({"error": {"code": self.code(), "message": self.message()}});
        let mut response = (self.status(), [NO_STORE], Json(body)).into_response();
        if let Self::TooOften(wait) = self {
            let seconds = wait.as_millis().div_ceil(1000) as u64;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// What is about one person is kept by nobody else.
pub(crate) const NO_STORE: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "no-store");

/// An answer about one person.
pub(crate) fn private(body: impl Serialize) -> Response {
    ([NO_STORE], Json(body)).into_response()
}
