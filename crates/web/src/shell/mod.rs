//! What stands between the model and the browser: it performs effects, and publishes the slices of
//! the model that were changed.
//!
//! | module | what it is |
//! |---|---|
//! | `ui` | what views are given: slices to follow, and a way to say something |
//! | `perform` | effects, each in a few lines |
//! | `source` | values that views follow |
//! | `later` | what is loaded only when it is wanted |
//! | `engine` | the worker with the solver and the bots |
//! | `nets` | the worker with the nets, loaded later |

pub(crate) mod engine;
pub(crate) mod later;
pub(crate) mod nets;
mod perform;
pub(crate) mod source;
mod ui;

pub(crate) use ui::{Beside, Panel, Ui};
