//! What the message loop expects of an engine.

use foursight_protocol::engine::{EngineError, EngineReply, EngineRequest, EngineResponse};

/// An engine answers requests, and says which file a request needs.
pub trait Engine {
    /// Handles a request.
    fn handle(&mut self, request: &EngineRequest) -> EngineOutcome;

    /// Installs a file that a request needed, by its index. The requests that waited for it are
    /// handled again.
    fn install(&mut self, file: usize, bytes: &[u8]);

    /// Returns the response to a request whose file could not be fetched. The next request that
    /// needs the file has it fetched again.
    fn handle_without_file(&mut self, request: &EngineRequest) -> EngineResponse;
}

/// Result of handling a request.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineOutcome {
    /// The response to post.
    Respond(EngineResponse),
    /// Fetch the file of this index, pass it to [`Engine::install`], and handle the request again.
    NeedsFile(usize),
}

/// Wraps a result, or the reason for having none, in a response.
pub(crate) fn response(id: u32, result: Result<EngineReply, EngineError>) -> EngineResponse {
    match result {
        Ok(reply) => EngineResponse::Reply { id, reply },
        Err(error) => EngineResponse::Failed { id, error },
    }
}
