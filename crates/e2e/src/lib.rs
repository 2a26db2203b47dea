//! Tests of the web game in a real browser: the harness.
//!
//! [`in_browser`] starts the server with the built client on a free port, a driver on another, and
//! a browser with a fresh profile; lets the test play its scenes; and ends all three, whatever
//! happens. A browser takes longer to start than most scenes to play, so scenes share one: before
//! each it forgets everything. What the browser complained about during a scene (an error on the
//! console, a panic, a file not found, a breach of the content policy) fails it.
//!
//! The client is the one in the folder that the variable [`CLIENT_VARIABLE`] names, as
//! `cargo xtask test` sets it.

mod browser;
mod download;
mod game;
mod host;
mod line;
mod page;
mod picture;
mod scan;
mod site;
mod stage;

pub use browser::Look;
pub use download::Downloads;
pub use game::{TIE, WIN};
pub use host::Host;
pub use line::Line;
pub use page::{Key, Page};
pub use picture::Picture;
pub use site::{CLIENT_VARIABLE, Site};
pub use stage::Stage;

use browser::Browser;
use tokio::runtime::Runtime;

/// Runs a test in a browser that looks at the site.
///
/// # Panics
///
/// If a scene fails, if the browser complained, or if something needed does not start.
pub fn in_browser(look: Look, test: impl AsyncFnOnce(&mut Stage)) {
    Runtime::new().expect("threads").block_on(async {
        let site = Site::start().await;
        let browser = Browser::start(look).await;
        let mut stage = Stage::new(browser, site);
        let ran = stage::catch(test(&mut stage)).await;
        let failures = stage.end().await;
        if let Err(panic) = ran {
            std::panic::resume_unwind(panic);
        }
        assert!(failures.is_empty(), "failed: {failures:#?}");
    });
}
