//! Rules about the manifests of the crates. They are read line by line, which is enough for ours.

use super::File;

/// Lists the dependencies of a manifest, each with its line, counted from 0. Leaves out those of
/// tests.
pub(crate) fn dependencies(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_dependencies = false;
    text.lines().enumerate().filter_map(move |(number, line)| {
        let line = line.trim();
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            in_dependencies = is_dependency_table(table);
            // `[dependencies.name]` is a table for a single dependency.
            let (list, name) = table.rsplit_once('.')?;
            return (!in_dependencies && is_dependency_table(list)).then_some((number, name));
        }
        let name = line.split(['.', '=', ' ']).next()?;
        let is_entry = in_dependencies && !name.is_empty() && !name.starts_with('#');
        is_entry.then_some((number, name))
    })
}

fn is_dependency_table(table: &str) -> bool {
    let last = table.rsplit('.').next();
    matches!(last, Some("dependencies" | "build-dependencies"))
}

/// Checks that the crate of the rules has no dependencies, unless a program asks for them.
pub(crate) fn core_has_no_dependencies(file: &File) -> Vec<String> {
    if file.path != "crates/core/Cargo.toml" {
        return Vec::new();
    }
    let is_required = |(number, _): &(usize, &str)| {
        let line = file.text.lines().nth(*number);
        line.is_none_or(|line| !line.contains("optional = true"))
    };
    dependencies(&file.text)
        .filter(is_required)
        .map(|(number, name)| {
            let message = format!("`{name}`: the rules have no dependencies");
            file.complain(number, &message)
        })
        .collect()
}

/// Crates that only run in a browser. All of `leptos_…` and `gloo-…` belong to them.
const BROWSER_CRATES: [&str; 5] = ["leptos", "web-sys", "js-sys", "wasm-bindgen", "gloo"];

/// Checks that the headless page uses no crate of the browser, not even in tests.
pub(crate) fn page_is_headless(file: &File) -> Vec<String> {
    if file.path != "crates/page/Cargo.toml" {
        return Vec::new();
    }
    let lines = file.text.lines().enumerate();
    let browser = lines.filter(|(_, line)| {
        let line = line.trim_start_matches('[').trim_start();
        // `[dependencies.name]` is a table for a single dependency.
        let line = line
            .rsplit_once("dependencies.")
            .map_or(line, |(_, name)| name);
        BROWSER_CRATES.iter().any(|name| line.starts_with(name))
    });
    browser
        .map(|(number, line)| {
            let name = line.trim();
            let message = format!("`{name}`: the page is headless; the browser belongs to `web`");
            file.complain(number, &message)
        })
        .collect()
}

/// The crate that calls C, for tests only, has lints of its own: the workspace forbids `unsafe`.
const FFI_MANIFEST: &str = "crates/sqlite-lossy-vfs/Cargo.toml";

/// Checks that a crate inherits lints and licence from the workspace.
pub(crate) fn shared_lints_and_licence(file: &File) -> Vec<String> {
    if !file.is_manifest() {
        return Vec::new();
    }
    let has = |table: &str, entry: &str| entries(&file.text, table).any(|line| line == entry);
    let mut problems = Vec::new();
    if !has("lints", "workspace = true") && file.path != FFI_MANIFEST {
        problems.push(file.complain(0, "add `workspace = true` under `[lints]`"));
    }
    if !has("package", "license.workspace = true") {
        problems.push(file.complain(0, "add `license.workspace = true`"));
    }
    problems
}

/// Checks that folder and package have the same name, so that `ls crates` is the map.
pub(crate) fn package_matches_folder(file: &File) -> Vec<String> {
    let Some(folder) = file.folder().filter(|_| file.is_manifest()) else {
        return Vec::new();
    };
    let name = match folder {
        "cli" => "foursight".to_owned(),
        "xtask" => "xtask".to_owned(),
        other => format!("foursight-{other}"),
    };
    let entry = format!("name = \"{name}\"");
    if entries(&file.text, "package").any(|line| line == entry) {
        return Vec::new();
    }
    vec![file.complain(0, &format!("the package in this folder is called `{name}`"))]
}

/// Returns the lines of one table.
fn entries<'a>(text: &'a str, table: &str) -> impl Iterator<Item = &'a str> {
    let header = format!("[{table}]");
    text.lines()
        .map(str::trim)
        .skip_while(move |line| *line != header)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn the_page_has_no_browser() {
        let path = "crates/page/Cargo.toml";
        let good =
            "[dependencies]\nserde.workspace = true\n\n[dev-dependencies]\nproptest = \"1\"\n";
        for bad in [
            "[dependencies]\nleptos.workspace = true\n",
            "[dev-dependencies]\nwasm-bindgen-test = \"0.3\"\n",
            "[target.'cfg(unix)'.dependencies.web-sys]\nversion = \"0.3\"\n",
            "[build-dependencies]\njs-sys = { version = \"0.3\" }\n",
        ] {
            check(page_is_headless, path, good, bad, "the page is headless");
        }
    }

    #[test]
    fn dependencies_are_found_in_every_spelling() {
        let text = "[package]\nname = \"a\"\n[dependencies]\n# why\nb.workspace = true\n\
                    c = \"1\"\n[dev-dependencies]\nd = \"1\"\n[dependencies.e]\nversion = \"1\"\n\
                    [target.'cfg(windows)'.build-dependencies]\nf = \"1\"\n";
        let names: Vec<_> = dependencies(text).map(|(_, name)| name).collect();
        assert_eq!(names, ["b", "c", "e", "f"]);
    }

    #[test]
    fn the_rules_have_no_dependencies() {
        let path = "crates/core/Cargo.toml";
        let good = "[dependencies]\nserde = { version = \"1\", optional = true }\n\n\
                    [dev-dependencies]\nproptest = \"1\"\n";
        let bad = "[dependencies]\nserde = \"1\"\n";
        check(
            core_has_no_dependencies,
            path,
            good,
            bad,
            "Cargo.toml:2: `serde`",
        );
    }

    #[test]
    fn lints_and_licence_are_inherited() {
        let path = "crates/core/Cargo.toml";
        let good = "[package]\nlicense.workspace = true\n\n[lints]\nworkspace = true\n";
        let bad = "[package]\nlicense.workspace = true\n";
        check(shared_lints_and_licence, path, good, bad, "[lints]");
        assert!(shared_lints_and_licence(&File::new(FFI_MANIFEST, bad)).is_empty());
        let bad = "[package]\n[lints]\nworkspace = true\n";
        check(shared_lints_and_licence, path, good, bad, "license");
    }

    #[test]
    fn folder_and_package_have_the_same_name() {
        let rule = package_matches_folder;
        let good = "[package]\nname = \"foursight-core\"\n";
        let bad = "[package]\nname = \"core\"\n";
        check(
            rule,
            "crates/core/Cargo.toml",
            good,
            bad,
            "called `foursight-core`",
        );
        let good = "[package]\nname = \"foursight\"\n";
        check(
            rule,
            "crates/cli/Cargo.toml",
            good,
            bad,
            "called `foursight`",
        );
    }
}
