//! Connects the model with the browser: performs effects, and publishes changed slices of the model.
//!
//! | module | contents |
//! |---|---|
//! | `ui` | the handle given to views: signals of the slices, and `send` |
//! | `perform` | effects, each in a few lines |
//! | `source` | type-erased signals |
//! | `later` | lazy chunks |
//! | `engine` | the worker with the solver and the bots |
//! | `nets` | the worker with the nets, loaded on demand |

pub(crate) mod lazy;
pub(crate) mod net_worker;
mod perform;
pub(crate) mod signals;
mod ui;
pub(crate) mod worker;

pub(crate) use ui::{DelegatePanel, Ui};
