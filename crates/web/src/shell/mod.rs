//! What stands between the model and the browser.
//!
//! | module | what it is |
//! |---|---|
//! | `source` | values that views follow |
//! | `later` | what is loaded only when it is wanted |
//! | `engine` | the worker with the solver and the bots |

pub(crate) mod engine;
pub(crate) mod later;
pub(crate) mod source;
