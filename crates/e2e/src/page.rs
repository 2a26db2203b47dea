//! The page in the browser, and user input: mouse, keyboard and touch.
//!
//! Tests never sleep for a fixed time: they poll until the page shows the expected state, and fail
//! after [`WAIT_TIMEOUT`].

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

use crate::browser::DevToolsCommand;

/// Timeout of all waits: on a busy machine, software rendering takes seconds.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_mins(1);
/// Interval between two polls.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// A value is stable if it has not changed for this long.
const STABLE_DELAY: Duration = Duration::from_secs(2);

/// The page in the browser.
pub struct Page {
    browser: Client,
    base_url: String,
}

impl Page {
    pub(crate) fn new(browser: Client, base_url: SocketAddr) -> Self {
        let base_url = format!("http://{base_url}");
        Self { browser, base_url }
    }

    /// Returns the same browser page with another base URL.
    #[must_use]
    pub fn with_base_url(&self, base_url: &str) -> Self {
        Self {
            browser: self.browser.clone(),
            base_url: base_url.to_owned(),
        }
    }

    /// Returns the URL of a path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// Opens a path, such as `/#/play`.
    ///
    /// # Panics
    ///
    /// If the browser does not respond.
    pub async fn open(&self, path: &str) {
        let url = self.url(path);
        self.browser.goto(&url).await.expect("the page opens");
    }

    /// Reloads the page.
    ///
    /// # Panics
    ///
    /// If the browser does not respond.
    pub async fn reload(&self) {
        self.browser.refresh().await.expect("the page loads again");
    }

    /// Leaves the page, clears its storage, and resets window size and media preferences.
    pub(crate) async fn reset_browser(&self) {
        let left = self.browser.goto("about:blank").await;
        left.expect("an empty page opens");
        let all = json!({ "origin": self.base_url, "storageTypes": "all" });
        self.devtools_command("Storage.clearDataForOrigin", all)
            .await;
        self.devtools_command("Emulation.clearDeviceMetricsOverride", json!({}))
            .await;
        self.emulate_media(&[]).await;
    }

    /// Resizes the viewport, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools_command("Emulation.setDeviceMetricsOverride", size)
            .await;
    }

    /// Emulates media features, such as `("prefers-reduced-motion", "reduce")`.
    pub async fn emulate_media(&self, features: &[(&str, &str)]) {
        let features: Vec<_> = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        let media = json!({ "features": features });
        self.devtools_command("Emulation.setEmulatedMedia", media)
            .await;
    }

    /// Runs a Chrome DevTools command and returns its result.
    ///
    /// # Panics
    ///
    /// If the command fails.
    pub async fn devtools_command(&self, name: &'static str, parameters: Value) -> Value {
        let result = self
            .browser
            .issue_cmd(DevToolsCommand { name, parameters })
            .await;
        result.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Waits for the element with this `data-testid`.
    ///
    /// # Panics
    ///
    /// If it is not there in time.
    pub async fn find(&self, name: &str) -> Element {
        self.find_css(&testid_selector(name)).await
    }

    /// Waits for the element of this selector.
    ///
    /// # Panics
    ///
    /// If it is not there in time.
    pub async fn find_css(&self, css: &str) -> Element {
        let waiting = self
            .browser
            .wait()
            .at_most(WAIT_TIMEOUT)
            .every(POLL_INTERVAL);
        let found = waiting.for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css} is not on the page: {error}"))
    }

    /// Clicks on an element.
    ///
    /// # Panics
    ///
    /// If it cannot be clicked on.
    pub async fn click(&self, name: &str) {
        self.click_css(&testid_selector(name)).await;
    }

    /// Clicks on the element of this selector.
    ///
    /// # Panics
    ///
    /// If it cannot be clicked on.
    pub async fn click_css(&self, css: &str) {
        // Scroll first, because a bar at the edge of the window may cover the element.
        let clear =
            format!("document.querySelector({css:?})?.scrollIntoView({{ block: 'nearest' }})");
        self.find_css(css).await;
        self.eval(&clear).await;
        let clicked = self.find_css(css).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{css} cannot be clicked on: {error}"));
    }

    /// Selects an option of a list by its value.
    ///
    /// # Panics
    ///
    /// If there is no such option.
    pub async fn select(&self, name: &str, value: &str) {
        let picked = self.find(name).await.select_by_value(value).await;
        picked.unwrap_or_else(|error| panic!("{name} has no {value}: {error}"));
    }

    /// Types text into a field.
    ///
    /// # Panics
    ///
    /// If it does not accept text.
    pub async fn type_text(&self, name: &str, text: &str) {
        let written = self.find(name).await.send_keys(text).await;
        written.unwrap_or_else(|error| panic!("{name} takes no text: {error}"));
    }

    /// Presses and releases keys one after the other, without changing the focus.
    ///
    /// # Panics
    ///
    /// If the browser does not respond.
    pub async fn press_keys(&self, keys: &str) {
        for key in keys.chars() {
            let actions = KeyActions::new("keyboard".to_owned())
                .then(KeyAction::Down { value: key })
                .then(KeyAction::Up { value: key });
            self.perform(actions).await;
        }
    }

    /// Presses and releases a named key.
    ///
    /// # Panics
    ///
    /// If the browser does not respond.
    pub async fn press_key(&self, key: Key) {
        self.press_keys(&char::from(key).to_string()).await;
    }

    /// Moves the mouse to a point of the window.
    pub async fn move_mouse(&self, (x, y): (f64, f64)) {
        let duration = None;
        let mouse = MouseActions::new("mouse".to_owned());
        self.perform(mouse.then(PointerAction::MoveTo { duration, x, y }))
            .await;
    }

    /// Moves the mouse to a point of the window and clicks.
    pub async fn click_at(&self, (x, y): (f64, f64)) {
        let button = MOUSE_BUTTON_LEFT;
        let duration = None;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration, x, y })
            .then(PointerAction::Down { button })
            .then(PointerAction::Up { button });
        self.perform(mouse).await;
    }

    /// Drags the mouse from one point of the window to another.
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

    /// Taps a point of the window.
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
        performed.expect("input can be simulated");
    }

    /// Returns the centre of an element, in window coordinates.
    ///
    /// # Panics
    ///
    /// If it is not on the page.
    pub async fn centre_of(&self, css: &str) -> (f64, f64) {
        let script = format!(
            "const box = document.querySelector({css:?}).getBoundingClientRect();\
             return [box.x + box.width / 2, box.y + box.height / 2];"
        );
        self.find_css(css).await;
        pair(&self.eval(&script).await)
    }

    /// Runs a script and returns its result.
    ///
    /// # Panics
    ///
    /// If it throws.
    pub async fn eval(&self, script: &str) -> Value {
        let result = self.browser.execute(script, Vec::new()).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Runs a script and waits for the value that it passes to the function `done`.
    ///
    /// # Panics
    ///
    /// If it throws or takes too long.
    pub async fn eval_async(&self, script: &str) -> Value {
        let script = format!("const done = arguments[0]; {script}");
        let result = self.browser.execute_async(&script, Vec::new()).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Returns the text of an element, or `None` if there is no such element.
    pub async fn text(&self, name: &str) -> Option<String> {
        let text = self.eval(&text_script(name)).await;
        text.as_str().map(str::to_owned)
    }

    /// Waits until an element has this text.
    ///
    /// # Panics
    ///
    /// If it has another text at the timeout.
    pub async fn wait_for_text(&self, name: &str, text: &str) {
        self.wait_for_value(&text_script(name), &Value::from(text))
            .await;
    }

    /// Waits until a script returns this value.
    ///
    /// # Panics
    ///
    /// If it returns another value at the timeout.
    pub async fn wait_for_value(&self, script: &str, expected: &Value) {
        let started = Instant::now();
        loop {
            let found = self.eval(script).await;
            if found == *expected {
                return;
            }
            let elapsed = started.elapsed();
            assert!(
                elapsed < WAIT_TIMEOUT,
                "{script} is {found}, not {expected}"
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits until the result of a script is stable, and returns it.
    ///
    /// # Panics
    ///
    /// If the value keeps changing.
    pub async fn wait_until_stable(&self, script: &str) -> Value {
        let started = Instant::now();
        let mut last = self.eval(script).await;
        let mut since = Instant::now();
        while since.elapsed() < STABLE_DELAY {
            assert!(
                started.elapsed() < WAIT_TIMEOUT,
                "{script} keeps changing: {last}"
            );
            tokio::time::sleep(POLL_INTERVAL).await;
            let now = self.eval(script).await;
            if now != last {
                (last, since) = (now, Instant::now());
            }
        }
        last
    }

    /// Returns URL and text of the page, to diagnose a failure.
    pub(crate) async fn describe(&self) -> String {
        let script = "return location.href + '\\n' + (document.body?.innerText ?? '')";
        match self.browser.execute(script, Vec::new()).await {
            Ok(text) => text.as_str().unwrap_or_default().to_owned(),
            Err(error) => format!("the page does not answer: {error}"),
        }
    }
}

fn testid_selector(name: &str) -> String {
    format!("[data-testid=\"{name}\"]")
}

fn text_script(name: &str) -> String {
    // The page appends a zero-width cell to make screen readers repeat a message.
    format!(
        "return document.querySelector('[data-testid=\"{name}\"]')?.textContent\
         .replaceAll('\\u200b', '').trim() ?? null"
    )
}

/// Parses a pair of numbers that a script returned.
///
/// # Panics
///
/// If the value is something else.
pub(crate) fn pair(value: &Value) -> (f64, f64) {
    let number = |at: usize| {
        value[at]
            .as_f64()
            .unwrap_or_else(|| panic!("{value} is not a pair of numbers"))
    };
    (number(0), number(1))
}
