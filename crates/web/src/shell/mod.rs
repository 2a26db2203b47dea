//! Connects the model with the browser: performs effects, and publishes changed slices of the model.
//!
//! | module | contents |
//! |---|---|
//! | `ui` | the handle given to views: signals of the slices, and `send` |
//! | `perform` | effects, each in a few lines |
//! | `source` | type-erased signals |
//! | `later` | lazy chunks |
//! | `engine` | the engines in web workers |

pub(crate) mod engine;
pub(crate) mod lazy;
mod perform;
pub(crate) mod signals;
mod ui;

pub(crate) use ui::{DelegatePanel, Ui};
