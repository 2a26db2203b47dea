//! HTTP responses: JSON, and errors with a stable code.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use std::time::Duration;

use crate::monitoring::RefusalCode;
use crate::store::StoreError;

/// Reasons to reject a request. The codes are part of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ApiError {
    /// The request comes from a page of another origin.
    ForeignOrigin,
    /// The request has no valid session.
    NoSession,
    /// The request is malformed.
    BadRequest(&'static str),
    /// The name, or one that looks alike, is taken.
    NameTaken,
    /// Wrong name or password.
    WrongPassword,
    /// The person has an account already, or has none yet.
    AccountConflict(&'static str),
    /// An operator has locked the account.
    AccountLocked,
    /// The operator has turned off new accounts.
    SignUpsOff,
    /// The resource does not exist.
    NotFound,
    /// The rate limit of the address or the account is exceeded.
    RateLimited(Duration),
    /// The store does not respond.
    StoreUnavailable,
    /// The server is shutting down.
    ShuttingDown,
}

impl ApiError {
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::ForeignOrigin => "foreign_origin",
            Self::NoSession => "no_session",
            Self::BadRequest(_) => "bad_request",
            Self::NameTaken => "name_taken",
            Self::WrongPassword => "wrong_password",
            Self::AccountConflict(_) => "not_now",
            Self::AccountLocked => "account_locked",
            Self::SignUpsOff => "sign_ups_off",
            Self::NotFound => "not_found",
            Self::RateLimited(_) => "too_often",
            Self::StoreUnavailable => "store_unavailable",
            Self::ShuttingDown => "ending",
        }
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::ForeignOrigin | Self::AccountLocked | Self::SignUpsOff => StatusCode::FORBIDDEN,
            Self::NoSession | Self::WrongPassword => StatusCode::UNAUTHORIZED,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::NameTaken | Self::AccountConflict(_) => StatusCode::CONFLICT,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::StoreUnavailable | Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    const fn message(&self) -> &'static str {
        match self {
            Self::ForeignOrigin => "cross-origin requests are not allowed",
            Self::NoSession => {
                "not authenticated: POST /api/guest first, or POST /api/token for a program"
            }
            Self::BadRequest(reason) | Self::AccountConflict(reason) => reason,
            Self::NameTaken => "this name, or one that looks like it, is taken: choose another",
            Self::WrongPassword => "wrong name or password",
            Self::AccountLocked => "the operator of this server has locked this account",
            Self::SignUpsOff => "this server takes no new accounts: ask its operator for one",
            Self::NotFound => "not found or expired",
            Self::RateLimited(_) => "rate limit exceeded: try again later",
            Self::StoreUnavailable => "the store is unavailable: try again",
            Self::ShuttingDown => "the server is shutting down: try again",
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::StoreUnavailable
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({"error": {"code": self.code(), "message": self.message()}});
        let mut response = (self.status(), [NO_STORE], Json(body)).into_response();
        response.extensions_mut().insert(RefusalCode(self.code()));
        if let Self::RateLimited(wait) = self {
            let seconds = wait.as_millis().div_ceil(1000) as u64;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Keeps personal data out of caches.
pub(crate) const NO_STORE: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "no-store");

/// A response with personal data.
pub(crate) fn private_json(body: impl Serialize) -> Response {
    ([NO_STORE], Json(body)).into_response()
}
