//! Checks the dependencies by `cargo metadata`: licences, sources and duplicates as `deny.toml`
//! allows, and no dependency without a use.
//!
//! cargo-deny and cargo-machete check the same. They take longer to build than all our checks to
//! run, while `cargo metadata` has all they need; only the database of advisories needs a network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::tools;

/// The rules, in the format of cargo-deny.
const RULES: &str = "deny.toml";

/// Returns all problems.
pub(crate) fn problems() -> Vec<String> {
    match (DependencyRules::read(), packages(&[])) {
        (Ok(rules), Ok(packages)) => all_problems(&rules, &packages),
        (rules, packages) => rules.err().into_iter().chain(packages.err()).collect(),
    }
}

/// Returns the problems of another workspace of this repository: licences, sources and dependencies
/// without a use. Duplicates are those of the main one, which builds everything else.
pub(crate) fn problems_of(manifest: &str) -> Vec<String> {
    let packages = packages(&["--manifest-path", manifest]);
    let (rules, packages) = match (DependencyRules::read(), packages) {
        (Ok(rules), Ok(packages)) => (rules, packages),
        (rules, packages) => return rules.err().into_iter().chain(packages.err()).collect(),
    };
    let foreign = || packages.iter().filter(|package| package.source.is_some());
    let own = packages.iter().filter(|package| package.source.is_none());
    foreign()
        .filter_map(|package| rules.license_problem(package))
        .chain(foreign().filter_map(|package| rules.source_problem(package)))
        .chain(own.flat_map(|package| unused_dependencies(package, &packages)))
        .collect()
}

fn all_problems(rules: &DependencyRules, packages: &[Package]) -> Vec<String> {
    let foreign = || packages.iter().filter(|package| package.source.is_some());
    let mut problems: Vec<_> = foreign()
        .filter_map(|package| rules.license_problem(package))
        .chain(foreign().filter_map(|package| rules.source_problem(package)))
        .collect();
    problems.extend(rules.duplicates(packages));
    let own = packages.iter().filter(|package| package.source.is_none());
    problems.extend(own.flat_map(|package| unused_dependencies(package, packages)));
    problems
}

/// A package in the output of `cargo metadata`.
struct Package {
    name: String,
    version: String,
    /// An SPDX expression.
    license: String,
    /// `None` for a package of this repository.
    source: Option<String>,
    manifest: String,
    /// Name of its library in source code.
    library: String,
    /// Names of its dependencies, each as in source code if it is renamed.
    dependencies: Vec<(String, Option<String>)>,
}

impl Package {
    fn from_json(value: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |name: &str| value[name].as_array().into_iter().flatten();
        let name = text(&value["name"]);
        let is_library = |target: &&Value| {
            let kinds = target["kind"].as_array().into_iter().flatten();
            kinds
                .filter_map(Value::as_str)
                .any(|kind| kind.ends_with("lib") || kind == "proc-macro")
        };
        let library = list("targets").find(is_library);
        let library = library.map_or_else(|| name.clone(), |target| text(&target["name"]));
        Self {
            version: text(&value["version"]),
            license: text(&value["license"]),
            source: value["source"].as_str().map(str::to_owned),
            manifest: text(&value["manifest_path"]),
            library: library.replace('-', "_"),
            dependencies: list("dependencies")
                .map(|dependency| {
                    let rename = dependency["rename"]
                        .as_str()
                        .map(|name| name.replace('-', "_"));
                    (text(&dependency["name"]), rename)
                })
                .collect(),
            name,
        }
    }
}

fn packages(arguments: &[&str]) -> Result<Vec<Package>, String> {
    let metadata = ["metadata", "--format-version", "1", "--locked"];
    let mut command = tools::cargo(&[&metadata, arguments].concat());
    let output = command
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cannot read the output of cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    Ok(packages.map(Package::from_json).collect())
}

/// The rules of `deny.toml` that this module checks.
struct DependencyRules {
    licenses: BTreeSet<String>,
    /// Further licences of single packages.
    license_exceptions: BTreeSet<(String, String)>,
    registries: BTreeSet<String>,
    /// Name and version, or the start of the version, of duplicates that are allowed.
    skipped: BTreeSet<(String, String)>,
}

impl DependencyRules {
    fn read() -> Result<Self, String> {
        let text = fs::read_to_string(tools::root().join(RULES));
        let text = text.map_err(|error| format!("{RULES}: {error}"))?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let table: toml::Table = text.parse().map_err(|error| format!("{RULES}: {error}"))?;
        let list = |section: &str, name: &str| {
            let list = table.get(section).and_then(|section| section.get(name));
            let list = list.and_then(toml::Value::as_array);
            list.ok_or_else(|| format!("{RULES}: there is no list {name} in [{section}]"))
        };
        let texts = |values: &[toml::Value]| -> BTreeSet<String> {
            let texts = values.iter().filter_map(toml::Value::as_str);
            texts.map(str::to_owned).collect()
        };
        let name = |entry: &toml::Value| {
            let name = entry.get("crate").and_then(toml::Value::as_str);
            name.map(str::to_owned)
                .ok_or_else(|| format!("{RULES}: an entry names no crate: {entry:?}"))
        };
        let mut license_exceptions = BTreeSet::new();
        for entry in list("licenses", "exceptions")? {
            let allowed = entry.get("allow").and_then(toml::Value::as_array);
            for license in texts(allowed.map_or(&[], Vec::as_slice)) {
                license_exceptions.insert((name(entry)?, license));
            }
        }
        let mut skipped = BTreeSet::new();
        for entry in list("bans", "skip")? {
            let name = name(entry)?;
            let (name, version) = name
                .split_once('@')
                .ok_or_else(|| format!("{RULES}: {name} has no version, as in syn@2"))?;
            skipped.insert((name.to_owned(), version.to_owned()));
        }
        Ok(Self {
            licenses: texts(list("licenses", "allow")?),
            license_exceptions,
            registries: texts(list("sources", "allow-registry")?),
            skipped,
        })
    }

    fn license_problem(&self, package: &Package) -> Option<String> {
        let allows = |license: &str| {
            let exception = (package.name.clone(), license.to_owned());
            self.licenses.contains(license) || self.license_exceptions.contains(&exception)
        };
        (!allows_expression(&package.license, &allows)).then(|| {
            format!(
                "{} {} has the licence `{}`, which {RULES} does not allow",
                package.name, package.version, package.license
            )
        })
    }

    fn source_problem(&self, package: &Package) -> Option<String> {
        let source = package.source.as_deref().unwrap_or_default();
        let registry = source.strip_prefix("registry+");
        let is_allowed = registry.is_some_and(|registry| self.registries.contains(registry));
        (!is_allowed).then(|| {
            format!(
                "{} {} comes from {source}, which {RULES} does not allow",
                package.name, package.version
            )
        })
    }

    /// Finds packages in several versions of which more than one is not skipped, and entries that
    /// skip nothing.
    fn duplicates(&self, packages: &[Package]) -> Vec<String> {
        let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for package in packages {
            by_name
                .entry(&package.name)
                .or_default()
                .push(&package.version);
        }
        let mut unused = self.skipped.clone();
        let mut problems = Vec::new();
        for (name, versions) in by_name.iter().filter(|(_, versions)| versions.len() > 1) {
            let mut rest = versions.clone();
            for (skipped, start) in self.skipped.iter().filter(|(skipped, _)| skipped == name) {
                rest.retain(|version| !is_version(version, start));
                if rest.len() < versions.len() {
                    unused.remove(&(skipped.clone(), start.clone()));
                }
            }
            if rest.len() > 1 {
                problems.push(format!(
                    "{name} is built in the versions {}: see `cargo tree --invert {name}`, or add the old one to skip in {RULES}",
                    versions.join(", ")
                ));
            }
        }
        problems.extend(unused.into_iter().map(|(name, version)| {
            format!(
                "{RULES} skips {name}@{version}, which is no duplicate any more: remove the entry"
            )
        }));
        problems
    }
}

/// Returns true if a version is this one or starts with it, as 2.0.119 starts with 2.
fn is_version(version: &str, start: &str) -> bool {
    version
        .strip_prefix(start)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '+', '-']))
}

/// Evaluates an SPDX expression. `AND` binds closer than `OR`; a slash is an old form of `OR`.
fn allows_expression(expression: &str, allows: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let is_allowed = any_of(&mut words, allows);
    is_allowed && words.next().is_none()
}

type Words<'a, 'b> = &'a mut std::iter::Peekable<std::str::SplitWhitespace<'b>>;

fn any_of(words: Words<'_, '_>, allows: &dyn Fn(&str) -> bool) -> bool {
    let mut is_allowed = all_of(words, allows);
    while words.next_if_eq(&"OR").is_some() {
        is_allowed |= all_of(words, allows);
    }
    is_allowed
}

fn all_of(words: Words<'_, '_>, allows: &dyn Fn(&str) -> bool) -> bool {
    let mut is_allowed = license(words, allows);
    while words.next_if_eq(&"AND").is_some() {
        is_allowed &= license(words, allows);
    }
    is_allowed
}

fn license(words: Words<'_, '_>, allows: &dyn Fn(&str) -> bool) -> bool {
    match words.next() {
        Some("(") => {
            let is_allowed = any_of(words, allows);
            is_allowed && words.next() == Some(")")
        }
        Some(name) => match words.next_if_eq(&"WITH").and_then(|_| words.next()) {
            Some(exception) => allows(&format!("{name} WITH {exception}")),
            None => allows(name),
        },
        None => false,
    }
}

/// Finds dependencies that no source file of a package names.
fn unused_dependencies(package: &Package, packages: &[Package]) -> Vec<String> {
    let folder = Path::new(&package.manifest).parent();
    let mut code = String::new();
    if let Some(folder) = folder {
        read_sources(folder, &mut code);
    }
    let library = |name: &str| {
        let found = packages.iter().find(|package| package.name == name);
        found.map_or_else(|| name.replace('-', "_"), |package| package.library.clone())
    };
    let is_unused = |(name, rename): &&(String, Option<String>)| {
        let identifier = rename.clone().unwrap_or_else(|| library(name));
        !names(&code, &identifier)
    };
    let unused = package.dependencies.iter().filter(is_unused);
    unused
        .map(|(name, _)| format!("{}: {name} is not used: remove it", package.manifest))
        .collect()
}

/// Appends all source files below a folder.
fn read_sources(folder: &Path, code: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_sources(&path, code);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            code.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

/// Returns true if the code has this identifier.
fn names(code: &str, identifier: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(identifier).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + identifier.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "\
        [licenses]\nallow = [\"MIT\", \"Apache-2.0\", \"Apache-2.0 WITH LLVM-exception\"]\n\
        exceptions = [{ crate = \"driver\", allow = [\"MPL-2.0\"] }]\n\
        [sources]\nallow-registry = [\"https://registry\"]\n\
        [bans]\nskip = [{ crate = \"syn@2\", reason = \"old\" }]\n";

    fn package(name: &str, version: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: version.to_owned(),
            license: "MIT".to_owned(),
            source: Some("registry+https://registry".to_owned()),
            manifest: String::new(),
            library: name.replace('-', "_"),
            dependencies: Vec::new(),
        }
    }

    fn rules() -> DependencyRules {
        DependencyRules::parse(SAMPLE).expect("valid rules")
    }

    #[track_caller]
    fn check_license(license: &str, expected: bool) {
        let mut package = package("some", "1.0.0");
        package.license = license.to_owned();
        let problem = rules().license_problem(&package);
        assert_eq!(problem.is_none(), expected, "{license}: {problem:?}");
    }

    #[test]
    fn licences_need_an_allowed_alternative() {
        check_license("MIT", true);
        check_license("GPL-3.0", false);
        check_license("", false);
        check_license("MIT OR GPL-3.0", true);
        check_license("GPL-3.0/MIT", true);
        check_license("MIT AND GPL-3.0", false);
        check_license("(MIT OR GPL-3.0) AND Apache-2.0", true);
        check_license("MIT AND (GPL-3.0 OR Zlib)", false);
        check_license("GPL-3.0 OR MIT AND Zlib", false);
        check_license("Apache-2.0 WITH LLVM-exception", true);
        check_license("Apache-2.0 WITH other-exception", false);
        check_license("MPL-2.0", false);
        check_license("MIT )", false);
        let mut driver = package("driver", "1.0.0");
        driver.license = "MPL-2.0".to_owned();
        assert_eq!(rules().license_problem(&driver), None);
    }

    #[test]
    fn packages_come_from_allowed_registries() {
        let mut package = package("some", "1.0.0");
        assert_eq!(rules().source_problem(&package), None);
        for source in ["registry+https://other", "git+https://registry"] {
            package.source = Some(source.to_owned());
            let problem = rules().source_problem(&package).expect("a problem");
            assert!(problem.contains(source), "{problem}");
        }
    }

    #[track_caller]
    fn check_duplicates(packages: &[(&str, &str)], expected: &[&str]) {
        let packages: Vec<_> = packages
            .iter()
            .map(|(name, version)| package(name, version))
            .collect();
        let found = rules().duplicates(&packages);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn duplicates_are_named_and_so_are_entries_without_one() {
        let syn = [("syn", "2.0.119"), ("syn", "3.0.9")];
        check_duplicates(&syn, &[]);
        check_duplicates(&[syn[0], syn[1], ("a", "1.0.0")], &[]);
        let rand = [syn[0], syn[1], ("rand", "0.9.5"), ("rand", "0.10.3")];
        check_duplicates(&rand, &["rand is built in the versions 0.9.5, 0.10.3"]);
        check_duplicates(&[syn[0], syn[1], ("syn", "1.0.0")], &["syn is built"]);
        check_duplicates(&[("syn", "3.0.9")], &["skips syn@2"]);
        check_duplicates(
            &[("syn", "3.0.9"), ("syn", "20.0.0")],
            &["syn is built", "skips syn@2"],
        );
    }

    #[test]
    fn a_name_is_a_whole_identifier() {
        assert!(names("use serde::Serialize;", "serde"));
        assert!(!names("use serde_json::Value;", "serde"));
        assert!(!names("use my_serde::Value;", "serde"));
    }

    #[test]
    fn unused_dependencies_are_named() {
        let manifest = tools::root().join("xtask/Cargo.toml");
        let dependency =
            |name: &str, rename: Option<&str>| (name.to_owned(), rename.map(str::to_owned));
        let mut xtask = package("xtask", "0.1.0");
        xtask.manifest = manifest.display().to_string();
        xtask.dependencies = vec![
            dependency("wasm-encoder", None),
            dependency("no-such", Some("walrus")),
            // Written so that this file does not name it.
            dependency(&["un", "known"].join("-"), None),
        ];
        let found = unused_dependencies(&xtask, &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("un-known is not used"), "{found:?}");
    }

    #[test]
    fn the_rules_of_the_repository_are_read() {
        let rules = DependencyRules::read().expect("valid rules");
        assert!(rules.licenses.contains("MIT"));
        assert!(DependencyRules::parse("[licenses]\n").is_err());
        assert!(DependencyRules::parse("not toml").is_err());
    }
}
