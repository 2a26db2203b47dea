//! The asynchronous runtime of commands that work on a store or on a connection.

use std::future::Future;

use tokio::runtime::Builder;

use crate::exit::CliError;

/// Runs a future to its end on one thread, besides those of the store.
pub(crate) fn block_on<T>(
    future: impl Future<Output = Result<T, CliError>>,
) -> Result<T, CliError> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime
        .map_err(|error| CliError::storage(format_args!("cannot start a thread: {error}")))?;
    runtime.block_on(future)
}
