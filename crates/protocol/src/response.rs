//! The envelope of every JSON response. Its fields change only with [`SCHEMA_VERSION`].

use serde::Serialize;

/// Version of the schema, in the field `v` of every object.
pub const SCHEMA_VERSION: u32 = 1;

/// The fields with which every response begins.
#[derive(Clone, Debug, Serialize)]
pub struct ResponseEnvelope<T> {
    /// [`SCHEMA_VERSION`].
    pub v: u32,
    /// Number of the request that is answered, counted from 1.
    pub n: usize,
    /// The payload.
    #[serde(flatten)]
    pub body: T,
}

impl<T> ResponseEnvelope<T> {
    /// Returns the response to the request of this number, counted from 1.
    pub const fn new(n: usize, body: T) -> Self {
        let v = SCHEMA_VERSION;
        Self { v, n, body }
    }
}

/// The payload of a response to an invalid request.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorBody<'a> {
    /// Always false.
    pub ok: bool,
    /// The error and its position.
    pub error: &'a str,
}

impl<'a> ErrorBody<'a> {
    /// Returns the payload for this error.
    #[must_use]
    pub const fn new(error: &'a str) -> Self {
        Self { ok: false, error }
    }
}
