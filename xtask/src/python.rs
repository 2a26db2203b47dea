//! The Python package: `cargo xtask wheel`, and the step of `cargo xtask test` that checks it.
//!
//! The package is a workspace of its own (see `python/Cargo.toml`). Everything is built and
//! installed below `target/python`, where the next run finds it again; only the first needs a
//! package registry.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::{dependencies, tools};

/// The package, as a folder of the repository.
const FOLDER: &str = "python";
/// Manifest of its native part.
const MANIFEST: &str = "python/Cargo.toml";
/// Tools of the tests, for pip.
const TEST_TOOLS: &str = "python/requirements-test.txt";
/// Builds the wheel.
const MATURIN: &str = "maturin==1.16.0";
/// Oldest Python that the wheel supports, as major and minor version.
const OLDEST_PYTHON: (u32, u32) = (3, 11);
/// Newest Python to look for by name.
const NEWEST_MINOR: u32 = 16;
/// Tools of the tests on further Pythons. Everything else is tested on the first.
const FEW_TOOLS: [&str; 2] = ["numpy", "pytest"];
/// Tests that run on further Pythons.
const PORTABLE_TESTS: [&str; 4] = [
    "python/tests/test_board.py",
    "python/tests/test_solver.py",
    "python/tests/test_batch.py",
    "python/tests/test_documents.py::test_nothing_is_required",
];
/// Tells the tests that every tool is there, so that nothing may be skipped.
const ALL_TOOLS: &str = "FOURSIGHT_ALL_TOOLS";

/// A Python on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Interpreter {
    program: PathBuf,
    version: (u32, u32),
}

/// The profile that the native part is built in.
#[derive(Clone, Copy)]
enum WheelProfile {
    /// For others: takes minutes.
    Release,
    /// For the tests: as fast where it matters.
    Test,
}

/// Builds the wheel into `target/wheels`.
pub(crate) fn run_wheel() -> ExitCode {
    match release_wheel() {
        Ok(wheel) => {
            let bytes = fs::metadata(&wheel).map_or(0, |file| file.len());
            println!("{} ({bytes} bytes)", wheel.display());
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the wheel into `target/wheels` and returns its path.
pub(crate) fn release_wheel() -> Result<PathBuf, String> {
    let python = main_interpreter()?;
    let venv = tools_folder(&python, &[MATURIN], "build")?;
    build_wheel(&venv, WheelProfile::Release)
}

/// Returns everything that is wrong with the package.
pub(crate) fn problems() -> Vec<String> {
    let mut problems = dependencies::problems_of(MANIFEST);
    let lints = ["--manifest-path", MANIFEST, "--target-dir"];
    let target = target_folder().join("native");
    let target = target.to_string_lossy();
    for (name, arguments) in [
        (
            "format",
            vec!["fmt", "--manifest-path", MANIFEST, "--check"],
        ),
        (
            "lints",
            [
                &["clippy"],
                &lints[..],
                &[&target, "--", "--deny", "warnings"],
            ]
            .concat(),
        ),
    ] {
        if let Err(problem) = run(tools::cargo(&arguments)) {
            problems.push(format!("{name} of {FOLDER}: {problem}"));
        }
    }
    problems.extend(test().err());
    problems
}

/// Builds the wheel and tests it on every Python there is.
fn test() -> Result<(), String> {
    let python = main_interpreter()?;
    let listed = fs::read_to_string(tools::root().join(TEST_TOOLS));
    let listed = listed.map_err(|error| format!("cannot read {TEST_TOOLS}: {error}"))?;
    let packages = listed.lines().filter(|line| !line.starts_with('#'));
    let packages: Vec<_> = packages.chain([MATURIN]).collect();
    let venv = tools_folder(&python, &packages, "tests")?;
    let wheel = build_wheel(&venv, WheelProfile::Test)?;
    install_wheel(&venv, &wheel)?;
    let mut all_tests = pytest(&venv, &["python/tests"]);
    all_tests.env(ALL_TOOLS, "1");
    run(all_tests).map_err(|problem| format!("on Python {}: {problem}", shown(&python)))?;
    for other in interpreters() {
        if other.version == python.version {
            continue;
        }
        let on_other = |problem: String| format!("on Python {}: {problem}", shown(&other));
        let venv = tools_folder(&other, &FEW_TOOLS, "portable")?;
        install_wheel(&venv, &wheel)?;
        run(pytest(&venv, &PORTABLE_TESTS)).map_err(on_other)?;
    }
    Ok(())
}

fn pytest(venv: &Path, tests: &[&str]) -> Command {
    let mut command = tools::command(program(venv, "python"), &["-m", "pytest"]);
    command.args(["-c", "python/pyproject.toml", "--rootdir", FOLDER, "-o"]);
    let cache = target_folder().join("pytest-cache");
    command
        .arg(format!("cache_dir={}", cache.display()))
        .args(tests);
    // Python and its tools write their caches beside the sources otherwise.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("MYPY_CACHE_DIR", target_folder().join("mypy-cache"));
    command
}

fn shown(python: &Interpreter) -> String {
    format!("{}.{}", python.version.0, python.version.1)
}

fn target_folder() -> PathBuf {
    tools::target_folder().join("python")
}

/// Builds the wheel with the maturin of a virtual environment, and returns its path.
fn build_wheel(venv: &Path, profile: WheelProfile) -> Result<PathBuf, String> {
    let (out, name) = match profile {
        WheelProfile::Release => (tools::target_folder().join("wheels"), "release"),
        WheelProfile::Test => (target_folder().join("wheels"), "test-wheel"),
    };
    // A wheel of an older version would be found in place of the new one.
    remove_wheels(&out);
    let mut maturin = tools::command(program(venv, "maturin"), &["build"]);
    maturin.args([
        "--manifest-path",
        MANIFEST,
        "--profile",
        name,
        "--locked",
        "--out",
    ]);
    maturin
        .arg(&out)
        .arg("--target-dir")
        .arg(target_folder().join("native"));
    maturin.arg("--interpreter").arg(program(venv, "python"));
    run(maturin)?;
    let wheel = wheels(&out).next();
    wheel.ok_or_else(|| format!("maturin left no wheel in {}", out.display()))
}

fn wheels(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let files = folder.read_dir().into_iter().flatten().flatten();
    let paths = files.map(|file| file.path());
    paths.filter(|path| path.extension() == Some(OsStr::new("whl")))
}

fn remove_wheels(folder: &Path) {
    for wheel in wheels(folder) {
        // What cannot be removed is reported by maturin, which replaces it.
        let _ = fs::remove_file(wheel);
    }
}

fn install_wheel(venv: &Path, wheel: &Path) -> Result<(), String> {
    let mut pip = pip(venv, &["--force-reinstall", "--no-deps", "--no-index"]);
    pip.arg(wheel);
    run(pip)
}

fn pip(venv: &Path, arguments: &[&str]) -> Command {
    let mut command = tools::command(program(venv, "python"), &["-m", "pip", "install"]);
    command
        .args(["--quiet", "--disable-pip-version-check"])
        .args(arguments);
    command
}

/// Returns a virtual environment with these packages; makes it unless an earlier run did.
fn tools_folder(python: &Interpreter, packages: &[&str], purpose: &str) -> Result<PathBuf, String> {
    let venv = target_folder().join(format!("{purpose}-{}", shown(python)));
    let stamp = venv.join("installed.txt");
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(venv);
    }
    let mut create = tools::command(&python.program, &["-m", "venv", "--clear"]);
    create.arg(&venv);
    run(create).map_err(|problem| {
        format!("{problem}. Virtual environments need, on Debian: apt-get install python3-venv")
    })?;
    run(pip(&venv, packages)).map_err(|problem| {
        format!("{problem}. The tools of the Python package come from its package registry: is it reachable?")
    })?;
    fs::write(&stamp, wanted)
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    Ok(venv)
}

/// Returns a program of a virtual environment.
fn program(venv: &Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        return venv.join("Scripts").join(format!("{name}.exe"));
    }
    venv.join("bin").join(name)
}

/// Returns the oldest Python that the wheel supports, where a mistake is likeliest to show.
fn main_interpreter() -> Result<Interpreter, String> {
    interpreters().into_iter().next().ok_or_else(|| {
        let (major, minor) = OLDEST_PYTHON;
        format!(
            "no Python {major}.{minor} or later on the PATH, which the Python package needs. \
             On Debian: apt-get install python3 python3-venv"
        )
    })
}

/// Returns the Pythons of this machine, one of each version, the oldest first: those on the PATH,
/// and those of pyenv.
fn interpreters() -> Vec<Interpreter> {
    let mut found: Vec<Interpreter> = Vec::new();
    for program in candidates() {
        let Some(version) = version_of(&program) else {
            continue;
        };
        let is_new = found.iter().all(|known| known.version != version);
        if version >= OLDEST_PYTHON && is_new {
            found.push(Interpreter { program, version });
        }
    }
    found.sort_by_key(|python| python.version);
    found
}

fn candidates() -> Vec<PathBuf> {
    let (major, oldest) = OLDEST_PYTHON;
    let named = (oldest..=NEWEST_MINOR).map(|minor| format!("python{major}.{minor}"));
    let mut candidates: Vec<PathBuf> = named
        .chain(["python3".to_owned()])
        .map(PathBuf::from)
        .collect();
    let folder = env::var_os("PYTHON_BIN").map(PathBuf::from);
    candidates.extend(folder.map(|folder| folder.join("python3")));
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".pyenv"));
    let pyenv = env::var_os("PYENV_ROOT").map(PathBuf::from).or_else(home);
    let versions = pyenv.and_then(|pyenv| pyenv.join("versions").read_dir().ok());
    let installed = versions.into_iter().flatten().flatten();
    candidates.extend(installed.map(|version| version.path().join("bin").join("python3")));
    candidates
}

/// Returns the version of a Python, or `None` if it does not start.
fn version_of(program: &Path) -> Option<(u32, u32)> {
    let print = "import sys; print(*sys.version_info[:2])";
    let output = tools::command(program, &["-c", print]).output().ok()?;
    parse_version(&String::from_utf8(output.stdout).ok()?)
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Runs a command, which must succeed.
fn run(mut command: Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let arguments = command.get_args().map(OsStr::to_string_lossy);
    let shown = [&program].into_iter().map(|name| name.as_str().into());
    let shown: Vec<_> = shown.chain(arguments).collect();
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

    #[test]
    fn versions_are_read() {
        assert_eq!(parse_version("3 11\n"), Some((3, 11)));
        for text in ["", "3", "three 11", "3 11 7"] {
            assert_eq!(parse_version(text), None, "{text}");
        }
    }

    #[test]
    fn the_listed_tools_are_pinned() {
        let listed = fs::read_to_string(tools::root().join(TEST_TOOLS)).expect("in the tree");
        let packages: Vec<_> = listed
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert!(packages.len() > 3);
        for package in packages.into_iter().chain([MATURIN]) {
            assert!(package.contains("=="), "{package}");
        }
    }
}
