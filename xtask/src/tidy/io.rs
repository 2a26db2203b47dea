//! Invariant 1 of ARCHITECTURE.md: only the apps touch the world. The rest take clocks, files and
//! chance as arguments, so that they behave the same everywhere and always.

use super::File;

/// The folders that may.
const APPS: [&str; 5] = ["cli", "server", "web", "trainer", "xtask"];

/// What touches the world.
const WORLD: [&str; 12] = [
    "std::time",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "println!",
    "print!",
    "SystemTime",
    "thread_rng",
];

/// Nothing of the list above stands in the code of another crate.
pub(crate) fn only_apps_touch_the_world(file: &File) -> Vec<String> {
    let is_app = file.folder().is_none_or(|folder| APPS.contains(&folder));
    if is_app || !file.is_shipped() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        let Some(part) = WORLD.iter().find(|part| line.contains(*part)) else {
            continue;
        };
        let what = format!("`{part}` is for the apps: take what it gives as an argument");
        found.push(file.complain(number, &what));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn libraries_stay_away_from_the_world() {
        let rule = only_apps_touch_the_world;
        let good = "use core::time::Duration;\n//! println!(\"{}\", 1);\n";
        for bad in [
            "use std::fs;",
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
