//! Invariant 1 of ARCHITECTURE.md: only the apps touch the world. The rest take clocks, files and
//! chance as arguments, so that they behave the same everywhere and always.

use super::File;

/// The folders that may.
const APPS: [&str; 9] = [
    "cli",
    "terminal",
    "server",
    "web",
    "trainer",
    "e2e",
    "forgetful",
    "trials",
    "xtask",
];

/// The modules of the standard library that touch the world.
const MODULES: [&str; 5] = ["time", "fs", "net", "env", "process"];

/// What else touches it.
const WORLD: [&str; 7] = [
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "println!",
    "print!",
    "SystemTime",
    "thread_rng",
];

/// Nothing of the lists above stands in the code of another crate.
pub(crate) fn only_apps_touch_the_world(file: &File) -> Vec<String> {
    let is_app = file.folder().is_none_or(|folder| APPS.contains(&folder));
    if is_app || !file.is_shipped() {
        return Vec::new();
    }
    let advice =
        |part: &str| format!("`{part}` is for the apps: take what it gives as an argument");
    let mut found = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        if let Some(part) = WORLD.iter().find(|part| line.contains(*part)) {
            found.push(file.complain(number, &advice(part)));
        }
    }
    for (number, module) in modules(&file.code) {
        found.push(file.complain(number, &advice(&format!("std::{module}"))));
    }
    found
}

/// The modules that are named, alone or in a group, each with its line, counted from 0.
fn modules(code: &str) -> Vec<(usize, &'static str)> {
    const ROOT: &str = "std::";
    let mut found = Vec::new();
    for (at, _) in code.match_indices(ROOT) {
        let rest = &code[at + ROOT.len()..];
        let number = code[..at].matches('\n').count();
        // A group ends with its statement; a path after a few characters.
        let names = match rest.strip_prefix('{') {
            Some(group) => group.split(';').next().map(first_names).unwrap_or_default(),
            None => rest.split(|c| !is_name(c)).take(1).collect(),
        };
        let known = MODULES.into_iter().filter(|module| names.contains(module));
        found.extend(known.map(|module| (number, module)));
    }
    found
}

/// The names in a group of imports that stand right below its root.
fn first_names(group: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut names = Vec::new();
    let mut start = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && is_name(c) => {
                names.extend(group[at..].split(|c| !is_name(c)).next());
                start = false;
            }
            _ => {}
        }
    }
    names
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn libraries_stay_away_from_the_world() {
        let rule = only_apps_touch_the_world;
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
