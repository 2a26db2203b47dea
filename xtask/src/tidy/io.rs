//! Invariant 1 of ARCHITECTURE.md: only the apps perform I/O. The other crates take time, files
//! and random numbers as arguments, so that they are deterministic.

use super::File;

/// Folders that may perform I/O.
const APPS: [&str; 10] = [
    "files",
    "cli",
    "terminal",
    "server",
    "web",
    "trainer",
    "e2e",
    "sqlite-lossy-vfs",
    "trials",
    "xtask",
];

/// Modules of the standard library that perform I/O.
const IO_MODULES: [&str; 5] = ["time", "fs", "net", "env", "process"];

/// Other names that perform I/O.
const IO_NAMES: [&str; 7] = [
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "println!",
    "print!",
    "SystemTime",
    "thread_rng",
];

/// Finds I/O in crates that are not apps.
pub(crate) fn only_apps_perform_io(file: &File) -> Vec<String> {
    let is_app = file.folder().is_none_or(|folder| APPS.contains(&folder));
    if is_app || !file.is_shipped() {
        return Vec::new();
    }
    let advice =
        |part: &str| format!("`{part}` is for the apps only: take its result as an argument");
    let mut problems = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        if let Some(part) = IO_NAMES.iter().find(|part| line.contains(*part)) {
            problems.push(file.complain(number, &advice(part)));
        }
    }
    for (number, module) in io_modules(&file.code) {
        problems.push(file.complain(number, &advice(&format!("std::{module}"))));
    }
    problems
}

/// Finds modules that are named, alone or in a group, each with its line, counted from 0.
fn io_modules(code: &str) -> Vec<(usize, &'static str)> {
    const ROOT: &str = "std::";
    let mut problems = Vec::new();
    for (at, _) in code.match_indices(ROOT) {
        let rest = &code[at + ROOT.len()..];
        let number = code[..at].matches('\n').count();
        // A group ends with its statement; a path with its first segment.
        let names = match rest.strip_prefix('{') {
            Some(group) => group
                .split(';')
                .next()
                .map(top_level_names)
                .unwrap_or_default(),
            None => rest.split(|c| !is_identifier_char(c)).take(1).collect(),
        };
        let known = IO_MODULES
            .into_iter()
            .filter(|module| names.contains(module));
        problems.extend(known.map(|module| (number, module)));
    }
    problems
}

/// Lists the names at the top level of an import group.
fn top_level_names(group: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut names = Vec::new();
    let mut start = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && is_identifier_char(c) => {
                names.extend(group[at..].split(|c| !is_identifier_char(c)).next());
                start = false;
            }
            _ => {}
        }
    }
    names
}

fn is_identifier_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn libraries_perform_no_io() {
        let rule = only_apps_perform_io;
        let good = "use core::time::Duration;\n//! println!(\"{}\", 1);\n\
                    use std::{fmt, collections::{time, fs}};\nuse std::times;\n";
        for bad in [
            "use std::fs;",
            "use std::{fs, time};",
            "use std::{\n    fmt::{self, Write},\n    time::Instant,\n};",
            "let t = std::time::Instant::now();",
            "println!(\"a\");",
        ] {
            check(rule, "crates/core/src/a.rs", good, bad, "for the apps");
            for free in [
                "crates/cli/src/a.rs",
                "crates/core/tests/a.rs",
                "xtask/src/a.rs",
            ] {
                assert!(rule(&File::new(free, bad)).is_empty(), "{free}");
            }
        }
    }
}
