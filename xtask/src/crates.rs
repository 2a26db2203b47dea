//! The crates that can be published: those whose manifests do not forbid it. Their metadata is
//! complete, `cargo package` accepts them, every combination of their features compiles, and they
//! and the command compile for Windows.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::steps::ChoreStep;
use crate::{targets, tools};

/// Limits of the registry of crates.
const KEYWORDS_MAX: usize = 5;
const KEYWORD_CHARS_MAX: usize = 20;
const CATEGORIES_MAX: usize = 5;
const PACKAGE_BYTES_MAX: u64 = 10_000_000;
/// Files that every package contains.
const PACKAGED_FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// Windows with the tools of MinGW.
const WINDOWS: &str = "x86_64-pc-windows-gnu";
/// Compiles the parts of the command that are C, and the Debian package that has it.
const WINDOWS_COMPILER: &str = "x86_64-w64-mingw32-gcc";
const WINDOWS_COMPILER_PACKAGE: &str = "gcc-mingw-w64-x86-64";
/// The command, which contains every program but the web game.
const COMMAND: &str = "foursight";

/// A crate that can be published.
struct PublishedCrate {
    name: String,
    version: String,
    features: Vec<String>,
    /// The entry of `cargo metadata`.
    package: Value,
}

/// Returns the step that checks metadata, packages and features, and builds every package as others
/// would get it if `builds_packages`.
pub(crate) fn step(builds_packages: bool) -> ChoreStep {
    let name = if builds_packages {
        "crates to publish, built"
    } else {
        "crates to publish"
    };
    ChoreStep::check(name, move || {
        let crates = match published() {
            Ok(crates) => crates,
            Err(message) => return vec![message],
        };
        let mut problems: Vec<String> = crates
            .iter()
            .flat_map(|published| published.problems(&crates))
            .collect();
        problems.extend(package(&crates, builds_packages).err());
        problems.extend(crates.iter().flat_map(PublishedCrate::feature_problems));
        problems
    })
}

/// Returns the step that lints the published crates and the command for Windows.
pub(crate) fn windows_step() -> ChoreStep {
    ChoreStep::check("lints for Windows", || {
        windows_problems().err().into_iter().collect()
    })
}

/// Returns the steps that check the published crates and the command on any system, with nothing
/// but Rust.
pub(crate) fn portable_steps() -> Result<Vec<ChoreStep>, String> {
    let crates = published()?;
    let names: Vec<_> = crates
        .iter()
        .flat_map(|published| ["--package", &published.name])
        .collect();
    let call = |name: &str, before: &[&str], after: &[&str]| {
        ChoreStep::call(name, &[before, &names, after].concat())
    };
    Ok(vec![
        call(
            "lints",
            &["cargo", "clippy", "--package", COMMAND],
            &["--", "--deny", "warnings"],
        ),
        step(true),
        call("tests", &["cargo", "test", "--no-fail-fast"], &[]),
    ])
}

/// Packages the crates and returns the files of the packages.
pub(crate) fn packages() -> Result<Vec<PathBuf>, String> {
    package(&published()?, false)
}

/// Returns all crates of the workspace that can be published.
fn published() -> Result<Vec<PublishedCrate>, String> {
    let arguments = [
        "metadata",
        "--no-deps",
        "--offline",
        "--format-version",
        "1",
    ];
    let output = tools::cargo(&arguments).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    // `publish` is a list of registries: null is any, an empty list none.
    let crates = packages.filter(|package| package["publish"].is_null());
    Ok(crates.filter_map(PublishedCrate::new).collect())
}

impl PublishedCrate {
    fn new(package: &Value) -> Option<Self> {
        let text = |field: &str| Some(package[field].as_str()?.to_owned());
        let features = package["features"].as_object()?.keys().cloned();
        Some(Self {
            name: text("name")?,
            version: text("version")?,
            features: features.filter(|feature| feature != "default").collect(),
            package: package.clone(),
        })
    }

    /// Returns the shortcomings of the manifest.
    fn problems(&self, crates: &[Self]) -> Vec<String> {
        let package = &self.package;
        let mut problems = Vec::new();
        for field in [
            "description",
            "license",
            "repository",
            "readme",
            "rust_version",
        ] {
            if package[field].as_str().is_none_or(str::is_empty) {
                problems.push(format!("has no `{field}`"));
            }
        }
        let list = |field: &str| -> Vec<String> {
            let values = package[field].as_array().into_iter().flatten();
            values
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        };
        let keywords = list("keywords");
        if keywords.is_empty() || keywords.len() > KEYWORDS_MAX {
            problems.push(format!(
                "has {} keywords, not 1 to {KEYWORDS_MAX}",
                keywords.len()
            ));
        }
        let long = keywords
            .iter()
            .filter(|word| word.chars().count() > KEYWORD_CHARS_MAX);
        problems.extend(long.map(|word| format!("the keyword `{word}` is too long")));
        let categories = list("categories").len();
        if categories == 0 || categories > CATEGORIES_MAX {
            problems.push(format!(
                "has {categories} categories, not 1 to {CATEGORIES_MAX}"
            ));
        }
        if package["metadata"]["docs"]["rs"]["all-features"] != Value::Bool(true) {
            problems.push("does not document all features on docs.rs".to_owned());
        }
        let targets = package["targets"].as_array().into_iter().flatten();
        if !targets
            .into_iter()
            .any(|target| target["kind"][0] == "example")
        {
            problems.push("has no example".to_owned());
        }
        problems.extend(self.dependency_problems(crates));
        let name = &self.name;
        problems
            .into_iter()
            .map(|problem| format!("{name}: {problem}"))
            .collect()
    }

    /// Dependencies on crates of this workspace need a version and must be published as well.
    fn dependency_problems(&self, crates: &[Self]) -> Vec<String> {
        let dependencies = self.package["dependencies"]
            .as_array()
            .into_iter()
            .flatten();
        let ours = dependencies.filter(|dependency| dependency["path"].is_string());
        ours.filter_map(|dependency| {
            let name = dependency["name"].as_str()?;
            let required = dependency["req"].as_str()?;
            let Some(published) = crates.iter().find(|published| published.name == name) else {
                return Some(format!("depends on `{name}`, which cannot be published"));
            };
            let expected = format!("^{}", published.version);
            (required != expected)
                .then(|| format!("requires `{name}` {required}, but its version is {expected}"))
        })
        .collect()
    }

    /// Compiles the library with every combination of its features.
    fn feature_problems(&self) -> Vec<String> {
        let combinations = combinations(&self.features);
        combinations
            .iter()
            .filter_map(|features| {
                let list = features.join(",");
                let mut arguments = vec!["check", "--quiet", "--lib", "--package", &self.name];
                arguments.push("--no-default-features");
                if !list.is_empty() {
                    arguments.extend(["--features", &list]);
                }
                run(&arguments).err()
            })
            .collect()
    }

    /// Returns the file that cargo packages the crate into.
    fn package_file(&self) -> PathBuf {
        let name = format!("{}-{}.crate", self.name, self.version);
        tools::target_folder().join("package").join(name)
    }
}

/// Returns all subsets of the features.
fn combinations(features: &[String]) -> Vec<Vec<&str>> {
    features.iter().fold(vec![Vec::new()], |subsets, feature| {
        let with = subsets
            .iter()
            .map(|subset| [&subset[..], &[feature.as_str()]].concat());
        let with: Vec<_> = with.collect();
        [subsets, with].concat()
    })
}

/// Packages all crates in one call, so that they find each other without a registry.
fn package(crates: &[PublishedCrate], builds: bool) -> Result<Vec<PathBuf>, String> {
    let mut arguments = vec![
        "package",
        "--quiet",
        "--offline",
        "--locked",
        "--allow-dirty",
    ];
    if !builds {
        arguments.push("--no-verify");
    }
    for published in crates {
        arguments.extend(["--package", &published.name]);
    }
    run(&arguments)?;
    let mut files = Vec::new();
    for published in crates {
        let file = published.package_file();
        let metadata = std::fs::metadata(&file);
        let bytes = metadata
            .map_err(|error| format!("{}: {error}", file.display()))?
            .len();
        println!("{bytes:>9}  {}", published.name);
        if bytes > PACKAGE_BYTES_MAX {
            return Err(format!(
                "{}: {bytes} bytes are too large for the registry",
                published.name
            ));
        }
        let listed = packaged_files(&file)?;
        let missing = PACKAGED_FILES
            .iter()
            .find(|name| !listed.iter().any(|file| file == *name));
        if let Some(name) = missing {
            return Err(format!("{}: the package lacks {name}", published.name));
        }
        files.push(file);
    }
    Ok(files)
}

/// Lists the files of a package without the folder that they are in.
fn packaged_files(package: &Path) -> Result<Vec<String>, String> {
    let mut tar = tools::command("tar", &["-tzf"]);
    let output = tar.arg(package).output();
    let output = output.map_err(|error| format!("cannot start tar: {error}"))?;
    if !output.status.success() {
        return Err(format!("tar cannot read {}", package.display()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text
        .lines()
        .filter_map(|line| Some(line.split_once('/')?.1.to_owned()));
    Ok(names.collect())
}

/// Lints for Windows. Says what it leaves out where the target or its C compiler is missing: the
/// workflow of the repository runs all checks on Windows itself.
fn windows_problems() -> Result<(), String> {
    if let Err(message) = targets::require(WINDOWS) {
        println!("not checked: {message}");
        return Ok(());
    }
    let crates = published()?;
    let mut arguments = vec!["clippy", "--target", WINDOWS];
    for published in &crates {
        arguments.extend(["--package", &published.name]);
    }
    if tools::succeeds(tools::command(WINDOWS_COMPILER, &["--version"])) {
        arguments.extend(["--package", COMMAND]);
    } else {
        println!(
            "the command is not checked, only the libraries: {WINDOWS_COMPILER} is missing, \
             on Debian: apt-get install {WINDOWS_COMPILER_PACKAGE}"
        );
    }
    arguments.extend(["--", "--deny", "warnings"]);
    run(&arguments)
}

fn run(arguments: &[&str]) -> Result<(), String> {
    let shown = format!("cargo {}", arguments.join(" "));
    println!("$ {shown}");
    match tools::cargo(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample(name: &str) -> Value {
        json!({
            "name": name, "version": "0.1.0", "publish": null, "description": "Rules.",
            "license": "MIT", "repository": "https://example.org", "readme": "README.md",
            "rust_version": "1.95", "keywords": ["game"], "categories": ["games"],
            "metadata": {"docs": {"rs": {"all-features": true}}},
            "targets": [{"kind": ["lib"]}, {"kind": ["example"]}],
            "features": {"default": [], "serde": []},
            "dependencies": [],
        })
    }

    #[track_caller]
    fn check(field: &str, value: Value, expected: &str) {
        let mut package = sample("a");
        package[field] = value;
        let crates = ["a", "b"].map(|name| PublishedCrate::new(&sample(name)).expect("complete"));
        let problems = PublishedCrate::new(&package)
            .expect("complete")
            .problems(&crates);
        assert_eq!(problems, [format!("a: {expected}")]);
    }

    #[test]
    fn incomplete_manifests_are_reported() {
        let complete = PublishedCrate::new(&sample("a")).expect("complete");
        assert_eq!(complete.problems(&[]), Vec::<String>::new());
        check("description", Value::Null, "has no `description`");
        check("keywords", json!([]), "has 0 keywords, not 1 to 5");
        let long = "a-word-of-more-than-twenty-letters";
        check(
            "keywords",
            json!([long]),
            &format!("the keyword `{long}` is too long"),
        );
        check("categories", json!([]), "has 0 categories, not 1 to 5");
        check("targets", json!([{"kind": ["lib"]}]), "has no example");
        check(
            "metadata",
            Value::Null,
            "does not document all features on docs.rs",
        );
        let dependency = |name: &str, required: &str| json!([{"name": name, "req": required, "path": "/somewhere"}]);
        check(
            "dependencies",
            dependency("c", "^0.1.0"),
            "depends on `c`, which cannot be published",
        );
        let expected = "requires `b` *, but its version is ^0.1.0";
        check("dependencies", dependency("b", "*"), expected);
    }

    #[test]
    fn all_combinations_of_features_are_compiled() {
        let features = ["a", "b"].map(str::to_owned);
        let expected: [&[&str]; 4] = [&[], &["a"], &["b"], &["a", "b"]];
        assert_eq!(combinations(&features), expected);
        let published = PublishedCrate::new(&sample("a")).expect("complete");
        assert_eq!(published.features, ["serde"]);
    }
}
