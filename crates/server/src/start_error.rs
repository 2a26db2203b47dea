//! Failures to start.

use std::fmt;

use crate::bus::BusError;
use crate::store::StoreError;

/// A server that cannot start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The store cannot be opened.
    Store(StoreError),
    /// The bus cannot be joined as configured.
    Bus(BusError),
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<BusError> for StartError {
    fn from(error: BusError) -> Self {
        Self::Bus(error)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "cannot open the store of online games: {error}"),
            Self::Bus(error) => write!(f, "cannot join the bus: {error}"),
        }
    }
}

impl std::error::Error for StartError {}
