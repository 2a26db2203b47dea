//! Harness for end-to-end tests of the web game in a real browser.
//!
//! [`in_browser`] starts the server with the built client on a free port, a WebDriver on another, and
//! a browser with a fresh profile. It runs the scenes of the test and stops all three, even after a
//! panic. Starting a browser takes longer than most scenes, so the scenes of a test share one, which
//! is reset before each. A scene fails if the browser logs an error: a message on the console, a
//! panic, a file not found, a violation of the content security policy.
//!
//! The environment variable [`CLIENT_VARIABLE`] names the folder of the client; `cargo xtask test`
//! sets it.

mod accessibility;
mod browser;
mod download;
mod game;
mod page;
mod scene_runner;
mod screenshot;
mod server_under_test;
mod static_host;
mod tcp_proxy;

pub use browser::BrowserOptions;
pub use download::Downloads;
pub use game::{DRAW, WIN};
pub use page::{Key, Page};
pub use scene_runner::SceneRunner;
pub use screenshot::Screenshot;
pub use server_under_test::{CLIENT_VARIABLE, ServerUnderTest};
pub use static_host::StaticHost;
pub use tcp_proxy::TcpProxy;

use browser::Browser;
use tokio::runtime::Runtime;

/// Runs a test in a browser that visits the server under test.
///
/// # Panics
///
/// If a scene fails, if the browser logs an error, or if server or browser do not start.
pub fn in_browser(options: BrowserOptions, test: impl AsyncFnOnce(&mut SceneRunner)) {
    Runtime::new().expect("threads").block_on(async {
        let server = ServerUnderTest::start().await;
        let browser = Browser::start(options).await;
        let mut runner = SceneRunner::new(browser, server);
        let result = scene_runner::catch_panic(test(&mut runner)).await;
        let failures = runner.stop().await;
        if let Err(panic) = result {
            std::panic::resume_unwind(panic);
        }
        assert!(failures.is_empty(), "failed: {failures:#?}");
    });
}
