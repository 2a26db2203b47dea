//! The frame of every answer in JSON. Its fields change only with [`VERSION`].

use serde::Serialize;

/// The version of the schema, in the field `v` of every object.
pub const VERSION: u32 = 1;

/// What every answer starts with.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<T> {
    /// [`VERSION`].
    pub v: u32,
    /// The number of the question that is answered, counted from 1.
    pub n: usize,
    /// The answer itself.
    #[serde(flatten)]
    pub body: T,
}

impl<T> Answer<T> {
    /// The answer to the question of this number, counted from 1.
    pub const fn to(n: usize, body: T) -> Self {
        let v = VERSION;
        Self { v, n, body }
    }
}

/// The answer to a bad question.
#[derive(Clone, Debug, Serialize)]
pub struct Bad<'a> {
    /// Always false.
    pub ok: bool,
    /// What is wrong, and where.
    pub error: &'a str,
}

impl<'a> Bad<'a> {
    /// What is wrong.
    #[must_use]
    pub const fn of(error: &'a str) -> Self {
        Self { ok: false, error }
    }
}
