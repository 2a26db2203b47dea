//! Examines a running server from the outside, as a browser would: through the proxy, over TLS and
//! over the socket.
//!
//! Each check yields findings for the operator. The report has no addresses of clients, no names and
//! no secrets, so that it can be shown to others. The server describes requests as they arrived
//! (`/api/diagnosis`), because what a proxy changes cannot be seen from the outside.

mod browser_checks;
mod http_client;
mod request_checks;

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use http_client::{HttpClient, ServerUrl};
use serde::Serialize;

use crate::online::Diagnosis;

/// Importance of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingLevel {
    /// As it should be.
    Ok,
    /// Worth knowing, and perhaps intended.
    Note,
    /// Something does not work, or is not safe.
    Problem,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// Subject of the check.
    pub check: &'static str,
    /// Importance.
    pub level: FindingLevel,
    /// Description, and advice.
    pub text: String,
}

/// A report about a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DoctorReport {
    /// Address of the server.
    pub url: String,
    /// Version of the server; `None` if it did not say.
    pub server_version: Option<String>,
    /// Version of this program.
    pub doctor_version: &'static str,
    /// Time of the report in milliseconds since 1970.
    pub at_ms: u64,
    /// All findings, in the order of the checks.
    pub findings: Vec<Finding>,
}

impl DoctorReport {
    /// Returns true if there is no problem.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        let mut levels = self.findings.iter().map(|finding| finding.level);
        levels.all(|level| level != FindingLevel::Problem)
    }

    fn add(&mut self, check: &'static str, level: FindingLevel, text: impl Into<String>) {
        let text = text.into();
        self.findings.push(Finding { check, level, text });
    }

    fn ok(&mut self, check: &'static str, text: impl Into<String>) {
        self.add(check, FindingLevel::Ok, text);
    }

    fn note(&mut self, check: &'static str, text: impl Into<String>) {
        self.add(check, FindingLevel::Note, text);
    }

    fn problem(&mut self, check: &'static str, text: impl Into<String>) {
        self.add(check, FindingLevel::Problem, text);
    }
}

/// A server that cannot be examined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DoctorError {
    /// This is no address of a server.
    InvalidUrl(String),
    /// The certificates of the authorities cannot be read.
    Authorities(String),
}

impl fmt::Display for DoctorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUrl(url) => write!(
                f,
                "'{}' is not the address of a server: use one such as https://play.example.org",
                url.escape_debug()
            ),
            Self::Authorities(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for DoctorError {}

/// Examines the server at an address, trusting the authorities in a PEM file or those of the system.
///
/// # Errors
///
/// [`DoctorError`] if there is nothing to examine. A server that does not respond is a problem in
/// the report.
pub async fn examine(url: &str, ca_file: Option<&Path>) -> Result<DoctorReport, DoctorError> {
    let server: ServerUrl = url.parse()?;
    let client = HttpClient::new(server, ca_file).map_err(DoctorError::Authorities)?;
    let mut report = DoctorReport {
        url: client.server.to_string(),
        server_version: None,
        doctor_version: env!("CARGO_PKG_VERSION"),
        at_ms: now_ms(),
        findings: Vec::new(),
    };
    if !request_checks::responds(&client, &mut report).await {
        return Ok(report);
    }
    let diagnosis: Option<Diagnosis> = request_checks::diagnose(&client, &mut report).await;
    if let Some(diagnosis) = &diagnosis {
        report.server_version = Some(diagnosis.version.clone());
        request_checks::check_request(&client, diagnosis, &mut report);
        request_checks::check_forwarding(&client, diagnosis, &mut report).await;
        request_checks::check_state(diagnosis, &mut report);
    }
    request_checks::check_foreign_host(&client, &mut report).await;
    request_checks::check_metrics(&client, &mut report).await;
    browser_checks::check(&client, &mut report).await;
    Ok(report)
}

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_millis() as u64)
}
