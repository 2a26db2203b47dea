//! A browser and the WebDriver that controls it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{self, Child};
use url::{ParseError, Url};

/// Attempts to start chromedriver, which fails if its port is taken on `127.0.0.1`.
const DRIVER_STARTS_MAX: u32 = 10;
/// The driver must listen within this time.
const DRIVER_START_TIMEOUT: Duration = Duration::from_mins(2);
/// Program names of driver and browser, each with the variable that overrides its folder.
const DRIVER: &str = "chromedriver";
const DRIVER_VARIABLE: &str = "CHROMEDRIVER_BIN";
const BROWSER: &str = "chromium";
const BROWSER_VARIABLE: &str = "CHROMIUM_BIN";
/// Printed by the driver once it listens, before the port number.
const STARTED_PREFIX: &str = "started successfully on port ";

/// Options of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrowserOptions {
    /// Width of the window, in pixels.
    pub width: u32,
    /// Height of the window, in pixels.
    pub height: u32,
    /// Enables WebGL, rendered in software.
    pub webgl: bool,
}

impl BrowserOptions {
    /// Returns a small window with WebGL.
    #[must_use]
    pub fn with_webgl() -> Self {
        Self {
            webgl: true,
            ..Self::default()
        }
    }
}

impl Default for BrowserOptions {
    /// Returns a small window without WebGL: software rendering is slow, and most tests do not need
    /// it.
    fn default() -> Self {
        Self {
            width: 800,
            height: 600,
            webgl: false,
        }
    }
}

pub(crate) struct Browser {
    pub(crate) client: Client,
    driver: Child,
    /// The profile folder, deleted on drop.
    _profile: TempDir,
}

impl Browser {
    pub(crate) async fn start(options: BrowserOptions) -> Self {
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let (driver, port) = start_driver().await;
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(options, &profile))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("the browser starts");
        Self {
            client,
            driver,
            _profile: profile,
        }
    }

    /// Returns the severe log messages since the last call.
    pub(crate) async fn severe_logs(&self) -> Vec<String> {
        let log = self.client.issue_cmd(ReadBrowserLog).await;
        let Ok(Value::Array(entries)) = log else {
            return vec![format!("the log cannot be read: {log:?}")];
        };
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].to_string()).collect()
    }

    pub(crate) async fn stop(&mut self) {
        // Best effort: the browser may have exited already.
        let _ = self.client.clone().close().await;
        let _ = self.driver.kill().await;
    }
}

/// Returns the path of a program: in the folder that the variable names, or else on the `PATH`.
fn program_path(name: &str, variable: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| name.into(), |folder| Path::new(&folder).join(name))
}

/// Starts chromedriver and returns it with its port.
///
/// Chromedriver asks for a free port on `::1` and then binds the same number on `127.0.0.1`. If
/// another test has taken that one, chromedriver exits, so it is started again.
async fn start_driver() -> (Child, u16) {
    for _ in 0..DRIVER_STARTS_MAX {
        let mut driver = process::Command::new(program_path(DRIVER, DRIVER_VARIABLE))
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver starts: `cargo xtask test` says how to install it");
        let port = tokio::time::timeout(DRIVER_START_TIMEOUT, read_port(&mut driver)).await;
        if let Some(port) = port.expect("the driver starts in time") {
            return (driver, port);
        }
    }
    panic!("chromedriver exited {DRIVER_STARTS_MAX} times before it listened");
}

/// Reads the port that chromedriver prints; `None` if it exits instead.
async fn read_port(driver: &mut Child) -> Option<u16> {
    let output = driver.stdout.take().expect("stdout is piped");
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let rest = line.split_once(STARTED_PREFIX).map(|(_, rest)| rest);
        let port = rest.and_then(|rest| rest.trim_end_matches('.').parse().ok());
        if port.is_some() {
            return port;
        }
    }
    None
}

fn capabilities(options: BrowserOptions, profile: &TempDir) -> Capabilities {
    let mut flags = vec![
        "--headless".to_owned(),
        // The sandbox does not work for root.
        "--no-sandbox".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        format!("--window-size={},{}", options.width, options.height),
        format!("--user-data-dir={}", profile.path().display()),
    ];
    let graphics: &[&str] = if options.webgl {
        &[
            "--use-gl=angle",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
        ]
    } else {
        &["--disable-gpu", "--disable-3d-apis"]
    };
    flags.extend(graphics.iter().map(ToString::to_string));
    let mut options = json!({ "args": flags });
    if env::var_os(BROWSER_VARIABLE).is_some() {
        options["binary"] = json!(program_path(BROWSER, BROWSER_VARIABLE));
    }
    let wanted = json!({
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL" },
    });
    match wanted {
        Value::Object(wanted) => wanted,
        _ => unreachable!("written as an object above"),
    }
}

/// Fetches the console messages of page and browser.
#[derive(Debug)]
struct ReadBrowserLog;

impl WebDriverCompatibleCommand for ReadBrowserLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}

/// A Chrome DevTools command, for features that WebDriver lacks.
#[derive(Debug)]
pub(crate) struct DevToolsCommand {
    pub(crate) name: &'static str,
    pub(crate) parameters: Value,
}

impl WebDriverCompatibleCommand for DevToolsCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.name, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}
