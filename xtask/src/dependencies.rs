//! Checks of the dependencies: licences, sources and duplicates by cargo-deny, with the rules of
//! `deny.toml`, unused ones by cargo-machete, and known vulnerabilities where the database of
//! advisories can be had.

use crate::steps::ChoreStep;
use crate::tools;

/// Checks `deny.toml`. An entry that skips no duplicate is a problem too: it would hide a later one.
const CHECK_RULES: [&str; 9] = [
    "cargo",
    "deny",
    "--locked",
    "check",
    "--deny",
    "unmatched-skip",
    "bans",
    "licenses",
    "sources",
];
/// Downloads or updates the database of advisories, which needs access to GitHub.
const FETCH_ADVISORIES: [&str; 3] = ["deny", "fetch", "db"];
const CHECK_ADVISORIES: [&str; 5] = ["deny", "--locked", "check", "--disable-fetch", "advisories"];

/// Returns the steps that check the dependencies.
pub(crate) fn steps() -> [ChoreStep; 3] {
    [
        ChoreStep::call("licences, sources and duplicates", &CHECK_RULES),
        ChoreStep::call("unused dependencies", &["cargo", "machete"]),
        ChoreStep::check("advisories", advisory_problems),
    ]
}

/// Checks for known vulnerabilities. Passes without the database: then nothing is known.
fn advisory_problems() -> Vec<String> {
    if !tools::succeeds(tools::cargo(&FETCH_ADVISORIES)) {
        println!("not checked: the database of advisories cannot be downloaded here");
        return Vec::new();
    }
    match tools::cargo(&CHECK_ADVISORIES).status() {
        Ok(status) if status.success() => Vec::new(),
        Ok(_) => vec!["a dependency has a known vulnerability: see above".to_owned()],
        Err(error) => vec![format!("cannot start cargo: {error}")],
    }
}

/// Returns the problems of another workspace of this repository: licences and sources. Duplicates are
/// those of the main one, which builds everything else, and cargo-machete finds every package itself.
pub(crate) fn problems_of(manifest: &str) -> Vec<String> {
    let arguments = [
        "deny",
        "--manifest-path",
        manifest,
        "--config",
        "deny.toml",
        "--locked",
        "check",
        "licenses",
        "sources",
    ];
    match tools::cargo(&arguments).status() {
        Ok(status) if status.success() => Vec::new(),
        Ok(_) => vec![format!(
            "{manifest}: see the problems of dependencies above"
        )],
        Err(error) => vec![format!("cannot start cargo: {error}")],
    }
}
