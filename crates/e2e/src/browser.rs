//! A browser and the driver that moves it.

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

/// The driver says that it listens before so long.
const START_MAX: Duration = Duration::from_mins(2);
/// The driver and the browser, each with the variable that may name its folder.
const DRIVER: &str = "chromedriver";
const DRIVER_VARIABLE: &str = "CHROMEDRIVER_BIN";
const BROWSER: &str = "chromium";
const BROWSER_VARIABLE: &str = "CHROMIUM_BIN";
/// What the driver prints when it listens, before the number of its port.
const STARTED: &str = "started successfully on port ";

/// What the browser is to look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The width of its window, in pixels.
    pub width: u32,
    /// The height of its window, in pixels.
    pub height: u32,
    /// Whether it has WebGL, made by the processor.
    pub webgl: bool,
}

impl Look {
    /// A small window with WebGL.
    #[must_use]
    pub fn in_space() -> Self {
        Self {
            webgl: true,
            ..Self::default()
        }
    }
}

impl Default for Look {
    /// A small window without WebGL: pictures made by the processor take their time, and most
    /// tests are about something else.
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
    /// Its profile, which goes with it.
    _profile: TempDir,
}

impl Browser {
    pub(crate) async fn start(look: Look) -> Self {
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut driver = process::Command::new(program(DRIVER, DRIVER_VARIABLE))
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver starts: `cargo xtask test` says how to install it");
        let port = tokio::time::timeout(START_MAX, port_of(&mut driver)).await;
        let port = port.expect("the driver starts in time");
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(look, &profile))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("the browser starts");
        Self {
            client,
            driver,
            _profile: profile,
        }
    }

    /// What the browser found wrong since the last time it was asked.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let log = self.client.issue_cmd(ReadLog).await;
        let Ok(Value::Array(entries)) = log else {
            return vec![format!("the log cannot be read: {log:?}")];
        };
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].to_string()).collect()
    }

    pub(crate) async fn end(&mut self) {
        // A browser that is gone already is as good as closed.
        let _ = self.client.clone().close().await;
        let _ = self.driver.kill().await;
    }
}

/// A program in the folder that the variable names, else somewhere on the path.
fn program(name: &str, variable: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| name.into(), |folder| Path::new(&folder).join(name))
}

async fn port_of(driver: &mut Child) -> u16 {
    let output = driver.stdout.take().expect("stdout is piped");
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let rest = line.split_once(STARTED).map(|(_, rest)| rest);
        let port = rest.and_then(|rest| rest.trim_end_matches('.').parse().ok());
        if let Some(port) = port {
            return port;
        }
    }
    panic!("the driver ends before it listens");
}

fn capabilities(look: Look, profile: &TempDir) -> Capabilities {
    let mut flags = vec![
        "--headless".to_owned(),
        // The browser's own walls do not stand when root starts it.
        "--no-sandbox".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        format!("--window-size={},{}", look.width, look.height),
        format!("--user-data-dir={}", profile.path().display()),
    ];
    let graphics: &[&str] = if look.webgl {
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
        options["binary"] = json!(program(BROWSER, BROWSER_VARIABLE));
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

/// Asks for what the page and the browser wrote on the console.
#[derive(Debug)]
struct ReadLog;

impl WebDriverCompatibleCommand for ReadLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}

/// A command of the browser itself, for what the driver has no words for.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) parameters: Value,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.name, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}
