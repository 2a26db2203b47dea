//! Scenes, one after the other in the same browser.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use crate::browser::{Browser, Look};
use crate::page::Page;
use crate::site::Site;

/// A browser that looks at a site, and what went wrong so far.
pub struct Stage {
    /// The server, which a scene may stop.
    pub site: Site,
    browser: Browser,
    page: Page,
    failures: Vec<String>,
}

impl Stage {
    pub(crate) fn new(browser: Browser, site: Site) -> Self {
        let page = Page::new(browser.client.clone(), site.address());
        Self {
            site,
            browser,
            page,
            failures: Vec::new(),
        }
    }

    /// Plays a scene with a browser that knows nothing. If it fails, the next ones are played all
    /// the same.
    pub async fn scene(&mut self, name: &str, play: impl AsyncFnOnce(&Page, &mut Site)) {
        self.scene_with(name, &[], play).await;
    }

    /// Plays a scene in which something breaks: the browser may complain, but only in messages that
    /// hold one of these words.
    pub async fn scene_with(
        &mut self,
        name: &str,
        breaks: &[&str],
        play: impl AsyncFnOnce(&Page, &mut Site),
    ) {
        let started = Instant::now();
        self.page.forget_everything().await;
        let played = catch(play(&self.page, &mut self.site)).await;
        let mut complaints = self.browser.complaints().await;
        complaints.retain(|complaint| !breaks.iter().any(|word| complaint.contains(word)));
        let is_fine = played.is_ok() && complaints.is_empty();
        let took = started.elapsed().as_secs_f32();
        eprintln!(
            "{took:6.1} s  {}  {name}",
            if is_fine { "ok    " } else { "FAILED" }
        );
        if !is_fine {
            eprintln!("{}", self.page.describe().await);
            let reason = played.err().map(|panic| message(&*panic));
            self.failures.push(format!(
                "{name}: {} {complaints:?}",
                reason.unwrap_or_default()
            ));
        }
    }

    /// Plays a scene with further browsers, which have profiles of their own and end with the scene.
    pub async fn scene_with_others(
        &mut self,
        name: &str,
        breaks: &[&str],
        others: usize,
        play: impl AsyncFnOnce(&Page, &[Page], &mut Site),
    ) {
        let (mut browsers, mut pages) = (Vec::new(), Vec::new());
        for _ in 0..others {
            let browser = Browser::start(Look::default()).await;
            pages.push(Page::new(browser.client.clone(), self.site.address()));
            browsers.push(browser);
        }
        let scene = async |own: &Page, site: &mut Site| play(own, &pages, site).await;
        self.scene_with(name, breaks, scene).await;
        for mut browser in browsers {
            let mut complaints = browser.complaints().await;
            complaints.retain(|complaint| !breaks.iter().any(|word| complaint.contains(word)));
            if !complaints.is_empty() {
                self.failures
                    .push(format!("{name}, another browser: {complaints:?}"));
            }
            browser.end().await;
        }
    }

    /// Ends browser and server; tells what failed.
    pub(crate) async fn end(mut self) -> Vec<String> {
        self.browser.end().await;
        self.site.stop().await;
        self.failures
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").to_owned()
}

/// Runs a future and catches its panic, so that what was started can be ended.
pub(crate) async fn catch(work: impl Future<Output = ()>) -> std::thread::Result<()> {
    let mut work = std::pin::pin!(work);
    std::future::poll_fn(|context| {
        let polled = std::panic::catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        match polled {
            Ok(poll) => poll.map(Ok),
            Err(panic) => std::task::Poll::Ready(Err(panic)),
        }
    })
    .await
}
