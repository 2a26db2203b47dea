//! `foursight doctor`: examines a server from the outside and prints a report.

use std::io::Write;

use foursight_server::{DoctorError, DoctorReport, FindingLevel, examine};
use foursight_terminal::output::CliOutput;
use serde::Serialize;

use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::runtime;
use crate::server_args::DoctorArgs;
use crate::utc_time::utc_time;

/// A report as an object.
#[derive(Serialize)]
struct ReportInfo<'a> {
    v: u32,
    ok: bool,
    #[serde(flatten)]
    report: &'a DoctorReport,
}

pub(crate) fn run(args: &DoctorArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let report = runtime::block_on(async {
        let report = examine(&args.url, args.ca.as_deref()).await;
        report.map_err(|error| match error {
            DoctorError::InvalidUrl(_) => CliError::usage(error),
            error => CliError::storage(error),
        })
    })?;
    let is_healthy = report.is_healthy();
    if args.json {
        let info = ReportInfo {
            v: SCHEMA_VERSION,
            ok: is_healthy,
            report: &report,
        };
        writeln!(out, "{}", to_line(&info)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(if is_healthy { Exit::Done } else { Exit::No })
}

fn print(report: &DoctorReport, out: &mut CliOutput) -> Result<(), CliError> {
    let server = match &report.server_version {
        Some(version) => format!("server {version}"),
        None => "server of unknown version".to_owned(),
    };
    let (url, at, doctor) = (&report.url, utc_time(report.at_ms), report.doctor_version);
    writeln!(out, "{url}, {server}, doctor {doctor}, {at} UTC\n")?;
    let (mut problems, mut notes) = (0, 0);
    for finding in &report.findings {
        let level = match finding.level {
            FindingLevel::Ok => "ok",
            FindingLevel::Note => {
                notes += 1;
                "note"
            }
            FindingLevel::Problem => {
                problems += 1;
                "PROBLEM"
            }
        };
        writeln!(out, "{level:<7}  {:<10}  {}", finding.check, finding.text)?;
    }
    let plural = |count: u32, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let (problems, notes) = (plural(problems, "problem"), plural(notes, "note"));
    writeln!(out, "\n{problems}, {notes}.")?;
    Ok(())
}
