//! The npm package: `cargo xtask npm`, and the step of `cargo xtask test` that checks it.
//!
//! 1. Cargo compiles `npm/src`, a workspace of its own (see `npm/Cargo.toml`), to one WebAssembly
//!    module, and the wasm-bindgen library generates its glue.
//! 2. The scripts, the types and the module are collected in a folder; `inline` joins them into single
//!    scripts for pages without a server.
//! 3. `npm pack` makes the tarball of it.
//! 4. The tests install the tarball in fresh folders. Their tools come from the package registry once,
//!    into `target/npm/tests`, where the next run finds them again.

mod inline;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use wasm_bindgen_cli_support::Bindgen;

use crate::{dependencies, targets, tools, web};

/// Manifest of the module.
const MANIFEST: &str = "npm/Cargo.toml";
const TARGET: &str = "wasm32-unknown-unknown";
/// Folders and files of the package, as they are.
const SCRIPTS: &str = "npm/js";
const TYPES: &str = "npm/types";
const TESTS: &str = "npm/tests";
const COPIED: [&str; 4] = [
    "npm/package.json",
    "npm/README.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
];
/// The opening book that programs may load in place of the one in the module.
const BOOK: &str = "crates/solver/books/7x6-10.book";
/// File stem of the generated glue.
const GLUE: &str = "native";
/// A file of tests that hangs fails after this time.
const HANGING: &str = "--test-timeout=300000";
/// Tells the API test to write the report instead of comparing it.
const WRITE_REPORT: &str = "FOURSIGHT_WRITE_API";
/// Tells the tests where the sources are.
const SOURCES: &str = "FOURSIGHT_NPM_SOURCES";

/// Builds the tarball into `target/npm`.
pub(crate) fn run_build() -> ExitCode {
    match build() {
        Ok(tarball) => {
            let bytes = fs::metadata(&tarball).map_or(0, |file| file.len());
            println!("{} ({bytes} bytes)", tarball.display());
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the package and writes the report of its interface.
pub(crate) fn write_report() -> ExitCode {
    let written = build().and_then(|_| test(&["api.test.js"], &[(WRITE_REPORT, "1")]));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns everything that is wrong with the package.
pub(crate) fn problems() -> Vec<String> {
    let mut problems = dependencies::problems_of(MANIFEST);
    let target = native_folder();
    let target = target.to_string_lossy();
    let format = ["fmt", "--manifest-path", MANIFEST, "--check"];
    let lints = [
        "clippy",
        "--manifest-path",
        MANIFEST,
        "--locked",
        "--target",
        TARGET,
        "--target-dir",
        &target,
        "--",
        "--deny",
        "warnings",
    ];
    for (name, arguments) in [("format", &format[..]), ("lints", &lints)] {
        if let Err(problem) = run(tools::cargo(arguments)) {
            problems.push(format!("{name} of {MANIFEST}: {problem}"));
        }
    }
    problems.extend(build().and_then(|_| test(&[], &[])).err());
    problems
}

fn target_folder() -> PathBuf {
    tools::target_folder().join("npm")
}

fn native_folder() -> PathBuf {
    target_folder().join("native")
}

/// Builds the tarball and returns its path.
fn build() -> Result<PathBuf, String> {
    compile()?;
    let package = target_folder().join("package");
    empty(&package)?;
    copy_folder(&tools::root().join(SCRIPTS), &package)?;
    copy_folder(&tools::root().join(TYPES), &package)?;
    for path in COPIED.into_iter().chain([BOOK]) {
        let from = tools::root().join(path);
        let name = match path {
            BOOK => OsStr::new("openings.book"),
            _ => from.file_name().unwrap_or_default(),
        };
        copy_file(&from, &package.join(name))?;
    }
    bind(&package)?;
    inline::write(&package)?;
    pack(&package)
}

fn compile() -> Result<(), String> {
    targets::require(TARGET)?;
    let build = [
        "build",
        "--release",
        "--locked",
        "--manifest-path",
        MANIFEST,
    ];
    let mut command = tools::cargo(&build);
    command.args(["--target", TARGET, "--target-dir"]);
    let (variable, flags) = web::cargo_environment();
    // The crates are outside of this workspace, so the compiler sees their whole paths.
    let crates = tools::root().join("crates").join("");
    let flags = format!("{flags}\u{1f}--remap-path-prefix={}=", crates.display());
    run_with(command.arg(native_folder()).env(variable, flags))
}

/// Generates the glue, and writes it and the module into the package.
fn bind(package: &Path) -> Result<(), String> {
    let compiled = native_folder().join(TARGET).join("release/foursight.wasm");
    let bound = target_folder().join("bound");
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&compiled)
        .out_name(GLUE)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .demangle(false)
        // The package says where the module is: in a file, or in the script.
        .omit_default_module_path(true);
    let generated = bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(&bound));
    generated.map_err(|error| format!("wasm-bindgen failed: {error:#}"))?;
    let module = bound.join(format!("{GLUE}_bg.wasm"));
    let module = fs::read(&module).map_err(|error| format!("{}: {error}", module.display()))?;
    write(
        &package.join("foursight.wasm"),
        &web::minify::minify_module(&module)?,
    )?;
    let glue = format!("{GLUE}.js");
    copy_file(&bound.join(&glue), &package.join("lib").join(&glue))
}

fn pack(package: &Path) -> Result<PathBuf, String> {
    let is_tarball = |path: &PathBuf| path.extension() == Some(OsStr::new("tgz"));
    // A tarball of an older version would be found in place of the new one.
    for tarball in files(&target_folder()).filter(is_tarball) {
        // What cannot be removed is reported by npm, which replaces it.
        let _ = fs::remove_file(tarball);
    }
    let mut npm = tools::command("npm", &["pack", "--silent", "--pack-destination"]);
    run_with(npm.arg(target_folder()).current_dir(package))?;
    let tarball = files(&target_folder()).find(is_tarball);
    tarball.ok_or_else(|| "npm left no tarball in target/npm".to_owned())
}

/// Runs the tests of these files, or all.
fn test(names: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let folder = target_folder().join("tests");
    install_tools(&folder)?;
    copy_folder(&tools::root().join(TESTS), &folder)?;
    let mut node = tools::command("node", &["--test", "--test-reporter=spec", HANGING]);
    if names.is_empty() {
        let is_test = |path: &PathBuf| path.to_string_lossy().ends_with(".test.js");
        let mut tests: Vec<_> = files(&folder).filter(is_test).collect();
        tests.sort();
        node.args(tests);
    }
    node.args(names).envs(environment.iter().copied());
    node.env(SOURCES, tools::root().join("npm"));
    run_with(node.current_dir(&folder))
}

/// Installs the tools of the tests unless an earlier run did.
fn install_tools(folder: &Path) -> Result<(), String> {
    let wanted = tools::root().join(TESTS).join("package.json");
    let wanted =
        fs::read_to_string(&wanted).map_err(|error| format!("{}: {error}", wanted.display()))?;
    let stamp = folder.join("installed.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    empty(folder)?;
    write(&folder.join("package.json"), wanted.as_bytes())?;
    let arguments = [
        "install",
        "--no-audit",
        "--no-fund",
        "--no-package-lock",
        "--ignore-scripts",
    ];
    let mut npm = tools::command("npm", &arguments);
    run_with(npm.current_dir(folder)).map_err(|problem| {
        format!("{problem}. The tools of the npm package come from its package registry: is it reachable?")
    })?;
    write(&stamp, wanted.as_bytes())
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

fn empty(folder: &Path) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for path in files(from) {
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &to)?;
        } else {
            copy_file(&path, &to)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    let copied = fs::copy(from, to).map(|_| ());
    copied.map_err(|error| format!("cannot copy {}: {error}", from.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn run(mut command: Command) -> Result<(), String> {
    run_with(&mut command)
}

/// Runs a command, which must succeed.
fn run_with(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let arguments = command.get_args().map(OsStr::to_string_lossy);
    let shown: Vec<_> = std::iter::once(program.as_str().into())
        .chain(arguments)
        .collect();
    let shown = shown.join(" ");
    println!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed: {status}")),
        Err(error) => Err(format!("cannot start {program}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> serde_json::Value {
        let text = fs::read_to_string(tools::root().join(path)).expect("in the tree");
        serde_json::from_str(&text).expect("JSON")
    }

    #[test]
    fn the_version_is_that_of_the_workspace() {
        assert_eq!(
            read("npm/package.json")["version"],
            env!("CARGO_PKG_VERSION")
        );
    }

    #[test]
    fn the_tools_are_pinned() {
        let manifest = read("npm/tests/package.json");
        let tools = manifest["devDependencies"].as_object().expect("a table");
        assert!(tools.len() > 3);
        for (name, version) in tools {
            let version = version.as_str().expect("a text");
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{name}");
        }
    }
}
