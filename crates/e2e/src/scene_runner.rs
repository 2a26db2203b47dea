//! Runs scenes one after the other in the same browser.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use crate::browser::{Browser, BrowserOptions};
use crate::page::Page;
use crate::server_under_test::ServerUnderTest;

/// A browser that visits the server under test, with the failures so far.
pub struct SceneRunner {
    /// The server, which a scene may stop.
    pub server: ServerUnderTest,
    browser: Browser,
    page: Page,
    failures: Vec<String>,
}

impl SceneRunner {
    pub(crate) fn new(browser: Browser, server: ServerUnderTest) -> Self {
        let page = Page::new(browser.client.clone(), server.address());
        Self {
            server,
            browser,
            page,
            failures: Vec::new(),
        }
    }

    /// Runs a scene in the browser after a reset. A failure does not stop the scenes after it.
    pub async fn scene(&mut self, name: &str, run: impl AsyncFnOnce(&Page, &mut ServerUnderTest)) {
        self.scene_with(name, &[], run).await;
    }

    /// Runs a scene that provokes errors. The browser may log messages that contain one of `allowed`.
    pub async fn scene_with(
        &mut self,
        name: &str,
        allowed: &[&str],
        run: impl AsyncFnOnce(&Page, &mut ServerUnderTest),
    ) {
        let started = Instant::now();
        self.page.reset_browser().await;
        let result = catch_panic(run(&self.page, &mut self.server)).await;
        let mut errors = self.browser.severe_logs().await;
        errors.retain(|error| !allowed.iter().any(|word| error.contains(word)));
        let succeeded = result.is_ok() && errors.is_empty();
        let elapsed_s = started.elapsed().as_secs_f32();
        eprintln!(
            "{elapsed_s:6.1} s  {}  {name}",
            if succeeded { "ok    " } else { "FAILED" }
        );
        if !succeeded {
            eprintln!("{}", self.page.describe().await);
            let reason = result.err().map(|panic| panic_message(&*panic));
            self.failures
                .push(format!("{name}: {} {errors:?}", reason.unwrap_or_default()));
        }
    }

    /// Runs a scene with further browsers. They have profiles of their own and stop after the scene.
    pub async fn scene_with_others(
        &mut self,
        name: &str,
        allowed: &[&str],
        others: usize,
        run: impl AsyncFnOnce(&Page, &[Page], &mut ServerUnderTest),
    ) {
        let (mut browsers, mut pages) = (Vec::new(), Vec::new());
        for _ in 0..others {
            let browser = Browser::start(BrowserOptions::default()).await;
            pages.push(Page::new(browser.client.clone(), self.server.address()));
            browsers.push(browser);
        }
        let scene = async |own: &Page, server: &mut ServerUnderTest| run(own, &pages, server).await;
        self.scene_with(name, allowed, scene).await;
        for mut browser in browsers {
            let mut errors = browser.severe_logs().await;
            errors.retain(|error| !allowed.iter().any(|word| error.contains(word)));
            if !errors.is_empty() {
                self.failures
                    .push(format!("{name}, another browser: {errors:?}"));
            }
            browser.stop().await;
        }
    }

    /// Stops browser and server; returns the failures.
    pub(crate) async fn stop(mut self) -> Vec<String> {
        self.browser.stop().await;
        self.server.stop().await;
        self.failures
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}

/// Runs a future and catches its panic, so that browser and server can be stopped.
pub(crate) async fn catch_panic(future: impl Future<Output = ()>) -> std::thread::Result<()> {
    let mut future = std::pin::pin!(future);
    std::future::poll_fn(|context| {
        let polled = std::panic::catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(poll) => poll.map(Ok),
            Err(panic) => std::task::Poll::Ready(Err(panic)),
        }
    })
    .await
}
