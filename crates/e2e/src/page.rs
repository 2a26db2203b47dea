//! The page, and what a person does to it: looks, clicks, presses keys, points and taps.
//!
//! Nothing waits for a fixed time: a person looks until the page shows what is expected, and gives
//! up after [`PATIENCE`].

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fantoccini::actions::{
    Actions, InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
    TouchActions,
};
use fantoccini::elements::Element;
pub use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::browser::Command;

/// How long to look before giving up: on a busy machine pictures take seconds.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// How long between two looks.
pub(crate) const BLINK: Duration = Duration::from_millis(20);
/// A picture that is at rest has not changed for so long.
const REST: Duration = Duration::from_secs(2);

/// The page in the browser.
pub struct Page {
    browser: Client,
    site: String,
}

impl Page {
    pub(crate) fn new(browser: Client, site: SocketAddr) -> Self {
        let site = format!("http://{site}");
        Self { browser, site }
    }

    /// The same browser, looking at another site.
    #[must_use]
    pub fn at(&self, site: &str) -> Self {
        Self {
            browser: self.browser.clone(),
            site: site.to_owned(),
        }
    }

    /// The address of a path of the site.
    #[must_use]
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }

    /// Goes to a path of the site, such as `/#/play`.
    ///
    /// # Panics
    ///
    /// If the browser does not answer, as with everything here.
    pub async fn open(&self, path: &str) {
        let address = self.address(path);
        self.browser.goto(&address).await.expect("the page opens");
    }

    /// Loads the page again.
    ///
    /// # Panics
    ///
    /// If the browser does not answer.
    pub async fn reload(&self) {
        self.browser.refresh().await.expect("the page loads again");
    }

    /// Leaves the site and forgets all that it kept; size, motion and network are as at the start.
    pub(crate) async fn forget_everything(&self) {
        let left = self.browser.goto("about:blank").await;
        left.expect("an empty page opens");
        let all = json!({ "origin": self.site, "storageTypes": "all" });
        self.command("Storage.clearDataForOrigin", all).await;
        self.command("Emulation.clearDeviceMetricsOverride", json!({}))
            .await;
        self.prefer(&[]).await;
    }

    /// A window of this size, in the pixels of the page.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.command("Emulation.setDeviceMetricsOverride", size)
            .await;
    }

    /// What the person prefers, such as `("prefers-reduced-motion", "reduce")`.
    pub async fn prefer(&self, features: &[(&str, &str)]) {
        let features: Vec<_> = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        let media = json!({ "features": features });
        self.command("Emulation.setEmulatedMedia", media).await;
    }

    /// A command of the browser itself, and its answer.
    ///
    /// # Panics
    ///
    /// If the browser refuses it.
    pub async fn command(&self, name: &'static str, parameters: Value) -> Value {
        let answer = self.browser.issue_cmd(Command { name, parameters }).await;
        answer.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The element with this `data-testid`, as soon as it is there.
    ///
    /// # Panics
    ///
    /// If it is not there in time.
    pub async fn find(&self, name: &str) -> Element {
        self.find_css(&css(name)).await
    }

    /// The element of this selector, as soon as it is there.
    ///
    /// # Panics
    ///
    /// If it is not there in time.
    pub async fn find_css(&self, css: &str) -> Element {
        let waiting = self.browser.wait().at_most(PATIENCE).every(BLINK);
        let found = waiting.for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css} is not on the page: {error}"))
    }

    /// Clicks on an element.
    ///
    /// # Panics
    ///
    /// If it cannot be clicked on.
    pub async fn click(&self, name: &str) {
        self.click_css(&css(name)).await;
    }

    /// Clicks on the element of this selector.
    ///
    /// # Panics
    ///
    /// If it cannot be clicked on.
    pub async fn click_css(&self, css: &str) {
        // What a bar at the edge of the window covers is scrolled clear of it first, as people do.
        let clear =
            format!("document.querySelector({css:?})?.scrollIntoView({{ block: 'nearest' }})");
        self.find_css(css).await;
        self.ask(&clear).await;
        let clicked = self.find_css(css).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{css} cannot be clicked on: {error}"));
    }

    /// Picks an entry of a list by its value.
    ///
    /// # Panics
    ///
    /// If there is no such entry.
    pub async fn pick(&self, name: &str, value: &str) {
        let picked = self.find(name).await.select_by_value(value).await;
        picked.unwrap_or_else(|error| panic!("{name} has no {value}: {error}"));
    }

    /// Types into a field.
    ///
    /// # Panics
    ///
    /// If it takes no text.
    pub async fn write(&self, name: &str, text: &str) {
        let written = self.find(name).await.send_keys(text).await;
        written.unwrap_or_else(|error| panic!("{name} takes no text: {error}"));
    }

    /// Presses and releases keys one after the other, wherever the focus is.
    ///
    /// # Panics
    ///
    /// If the browser does not answer.
    pub async fn press(&self, keys: &str) {
        for key in keys.chars() {
            let actions = KeyActions::new("keyboard".to_owned())
                .then(KeyAction::Down { value: key })
                .then(KeyAction::Up { value: key });
            self.perform(actions).await;
        }
    }

    /// Presses and releases a key that has a name.
    ///
    /// # Panics
    ///
    /// If the browser does not answer.
    pub async fn press_key(&self, key: Key) {
        self.press(&char::from(key).to_string()).await;
    }

    /// Moves the mouse to a place of the window.
    pub async fn point(&self, (x, y): (f64, f64)) {
        let duration = None;
        let mouse = MouseActions::new("mouse".to_owned());
        self.perform(mouse.then(PointerAction::MoveTo { duration, x, y }))
            .await;
    }

    /// Moves the mouse to a place of the window and clicks there.
    pub async fn click_at(&self, (x, y): (f64, f64)) {
        let button = MOUSE_BUTTON_LEFT;
        let duration = None;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration, x, y })
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button });
        self.perform(mouse).await;
    }

    /// Presses at one place of the window, moves to another and lets go.
    pub async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        let button = MOUSE_BUTTON_LEFT;
        let go = |(x, y)| PointerAction::MoveTo {
            duration: None,
            x,
            y,
        };
        let mouse = MouseActions::new("mouse".to_owned())
            .then(go(from))
            .then(PointerAction::Down { button })
            .then(go(to))
            .then(PointerAction::Up { button });
        self.perform(mouse).await;
    }

    /// Taps with a finger at a place of the window.
    pub async fn tap(&self, (x, y): (f64, f64)) {
        let button = MOUSE_BUTTON_LEFT;
        let duration = None;
        let finger = TouchActions::new("finger".to_owned())
            .then(PointerAction::MoveTo { duration, x, y })
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button });
        self.perform(finger).await;
    }

    async fn perform(&self, actions: impl Into<Actions>) {
        let performed = self.browser.perform_actions(actions).await;
        performed.expect("hands can be moved");
    }

    /// The middle of an element in the window, by its selector.
    ///
    /// # Panics
    ///
    /// If it is not on the page.
    pub async fn middle(&self, css: &str) -> (f64, f64) {
        let script = format!(
            "const box = document.querySelector({css:?}).getBoundingClientRect();\
             return [box.x + box.width / 2, box.y + box.height / 2];"
        );
        self.find_css(css).await;
        pair(&self.ask(&script).await)
    }

    /// What a script returns.
    ///
    /// # Panics
    ///
    /// If it throws.
    pub async fn ask(&self, script: &str) -> Value {
        let answer = self.browser.execute(script, Vec::new()).await;
        answer.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// What a script hands to the function `done`, sooner or later.
    ///
    /// # Panics
    ///
    /// If it throws or takes too long.
    pub async fn await_script(&self, script: &str) -> Value {
        let script = format!("const done = arguments[0]; {script}");
        let answer = self.browser.execute_async(&script, Vec::new()).await;
        answer.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The text of an element, none if it is not there.
    pub async fn text(&self, name: &str) -> Option<String> {
        let text = self.ask(&text_script(name)).await;
        text.as_str().map(str::to_owned)
    }

    /// Looks until an element shows this text.
    ///
    /// # Panics
    ///
    /// If it shows another one for too long.
    pub async fn shows(&self, name: &str, text: &str) {
        self.until(&text_script(name), &Value::from(text)).await;
    }

    /// Looks until a script returns this value.
    ///
    /// # Panics
    ///
    /// If it returns another one for too long.
    pub async fn until(&self, script: &str, expected: &Value) {
        let started = Instant::now();
        loop {
            let found = self.ask(script).await;
            if found == *expected {
                return;
            }
            let waited = started.elapsed();
            assert!(waited < PATIENCE, "{script} is {found}, not {expected}");
            tokio::time::sleep(BLINK).await;
        }
    }

    /// Looks until a script returns the same value for a while, and returns that.
    ///
    /// # Panics
    ///
    /// If it never rests.
    pub async fn at_rest(&self, script: &str) -> Value {
        let started = Instant::now();
        let mut last = self.ask(script).await;
        let mut since = Instant::now();
        while since.elapsed() < REST {
            assert!(
                started.elapsed() < PATIENCE,
                "{script} does not rest: {last}"
            );
            tokio::time::sleep(BLINK).await;
            let now = self.ask(script).await;
            if now != last {
                (last, since) = (now, Instant::now());
            }
        }
        last
    }

    /// Where the page is and what it says, for people who look into a failure.
    pub(crate) async fn describe(&self) -> String {
        let script = "return location.href + '\\n' + (document.body?.innerText ?? '')";
        match self.browser.execute(script, Vec::new()).await {
            Ok(text) => text.as_str().unwrap_or_default().to_owned(),
            Err(error) => format!("the page does not answer: {error}"),
        }
    }
}

fn css(name: &str) -> String {
    format!("[data-testid=\"{name}\"]")
}

fn text_script(name: &str) -> String {
    // Messages that are read twice differ by a character that nobody sees.
    format!(
        "return document.querySelector('[data-testid=\"{name}\"]')?.textContent\
         .replaceAll('\\u200b', '').trim() ?? null"
    )
}

/// Two numbers of a script.
///
/// # Panics
///
/// If it returned something else.
pub(crate) fn pair(value: &Value) -> (f64, f64) {
    let number = |at: usize| {
        value[at]
            .as_f64()
            .unwrap_or_else(|| panic!("{value} is no place"))
    };
    (number(0), number(1))
}
