//! Errors with stable codes, which JavaScript throws.

use std::fmt::Display;

use wasm_bindgen::JsValue;

/// A reason to refuse a call: a stable code for programs and a text for people.
#[derive(Debug)]
pub struct PackageError {
    code: &'static str,
    text: String,
}

impl PackageError {
    /// A text that is no board.
    pub(crate) fn text(error: impl Display) -> Self {
        Self::new("invalid-text", error)
    }

    /// An argument or an option that has no such value.
    pub(crate) fn option(error: impl Display) -> Self {
        Self::new("invalid-option", error)
    }

    /// A move that the rules refuse. The board is unchanged.
    pub(crate) fn illegal_move(error: impl Display) -> Self {
        Self::new("illegal-move", error)
    }

    /// Rules or sizes that cannot be solved, or a game that cannot be graded.
    pub(crate) fn unsupported(error: impl Display) -> Self {
        Self::new("unsupported", error)
    }

    /// A search that ran out of nodes or seconds.
    pub(crate) fn budget(error: impl Display) -> Self {
        Self::new("budget", error)
    }

    /// A move asked for after the end of the game.
    pub(crate) fn game_over() -> Self {
        Self::new("game-over", "the game is over")
    }

    fn new(code: &'static str, error: impl Display) -> Self {
        Self {
            code,
            text: error.to_string(),
        }
    }
}

impl From<PackageError> for JsValue {
    /// Converts to an `Error` whose name is the code.
    fn from(error: PackageError) -> Self {
        let thrown = js_sys::Error::new(&error.text);
        thrown.set_name(error.code);
        thrown.into()
    }
}
