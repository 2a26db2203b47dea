//! The bill of materials in the format CycloneDX 1.5: every crate that the program contains, and
//! those of the web game inside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::ReleaseTarget;
use crate::tools;

/// The program.
const PROGRAM: &str = "foursight";
/// Crates of the web game, and their platform.
const CLIENT_CRATES: [&str; 2] = ["foursight-web", "foursight-engine-worker"];
const CLIENT_TRIPLE: &str = "wasm32-unknown-unknown";

/// Name and version of a crate.
type CrateId = (String, String);

/// Writes the bill of materials.
pub(super) fn build(target: &ReleaseTarget) -> Result<Vec<PathBuf>, String> {
    let mut crates = crates_of(&[PROGRAM], &target.triple)?;
    crates.extend(crates_of(&CLIENT_CRATES, CLIENT_TRIPLE)?);
    let metadata = metadata()?;
    let bill = bill(&crates, &metadata, &checksums()?);
    let name = format!("foursight-{}.cdx.json", target.version);
    let path = target.folder.join(name);
    let text = serde_json::to_string_pretty(&bill).expect("a value of JSON") + "\n";
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(vec![path])
}

/// Returns the crates that are linked into some packages, by the features that these have.
fn crates_of(packages: &[&str], triple: &str) -> Result<BTreeSet<CrateId>, String> {
    let mut arguments = vec!["tree", "--locked", "--edges", "normal", "--prefix", "none"];
    arguments.extend(["--format", "{p}", "--target", triple]);
    for package in packages {
        arguments.extend(["--package", *package]);
    }
    let output = tools::cargo(&arguments).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(crate_id).collect())
}

/// Reads a line such as `serde v1.0.228 (proc-macro)`.
fn crate_id(line: &str) -> Option<CrateId> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let version = words.next()?.strip_prefix('v')?.to_owned();
    Some((name, version))
}

fn metadata() -> Result<Value, String> {
    let output = tools::cargo(&["metadata", "--locked", "--format-version", "1"]).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// Returns the checksums of the crates of registries, from the lock file.
fn checksums() -> Result<BTreeMap<CrateId, String>, String> {
    let path = tools::root().join("Cargo.lock");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lock: toml::Table = toml::from_str(&text).map_err(|error| error.to_string())?;
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let checksum = |package: &toml::Value| {
        let text = |name: &str| Some(package.get(name)?.as_str()?.to_owned());
        Some(((text("name")?, text("version")?), text("checksum")?))
    };
    Ok(packages
        .into_iter()
        .flatten()
        .filter_map(checksum)
        .collect())
}

/// Returns the address of a crate in the format of package URLs.
fn purl((name, version): &CrateId) -> String {
    format!("pkg:cargo/{name}@{version}")
}

fn bill(
    crates: &BTreeSet<CrateId>,
    metadata: &Value,
    checksums: &BTreeMap<CrateId, String>,
) -> Value {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let id_of = |package: &Value| (text(&package["name"]), text(&package["version"]));
    let packages = list(&metadata["packages"]);
    let mut ids = BTreeMap::new();
    let mut components = Vec::new();
    let mut subject = Value::Null;
    for package in &packages {
        let id = id_of(package);
        if !crates.contains(&id) {
            continue;
        }
        let is_program = id.0 == PROGRAM;
        let component = component(package, &id, checksums.get(&id), is_program);
        ids.insert(text(&package["id"]), id);
        if is_program {
            subject = component;
        } else {
            components.push(component);
        }
    }
    components.sort_by_key(|component| text(&component["bom-ref"]));
    let mut dependencies = Vec::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let Some(id) = ids.get(&text(&node["id"])) else {
            continue;
        };
        let is_linked = |dependency: &&Value| {
            let kinds = list(&dependency["dep_kinds"]);
            kinds.iter().any(|kind| kind["kind"].is_null())
        };
        let all = list(&node["deps"]);
        let used = all.iter().filter(is_linked);
        let used: BTreeSet<String> = used
            .filter_map(|dependency| ids.get(&text(&dependency["pkg"])))
            .map(purl)
            .collect();
        dependencies.push(json!({"ref": purl(id), "dependsOn": used}));
    }
    dependencies.sort_by_key(|dependency| text(&dependency["ref"]));
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": subject},
        "components": components,
        "dependencies": dependencies,
    })
}

fn component(package: &Value, id: &CrateId, checksum: Option<&String>, is_program: bool) -> Value {
    let (name, version) = id;
    let mut component = json!({
        "type": if is_program { "application" } else { "library" },
        "bom-ref": purl(id),
        "name": name,
        "version": version,
        "purl": purl(id),
    });
    if let Some(license) = package["license"].as_str() {
        // The form of old manifests.
        let expression = license.replace('/', " OR ");
        component["licenses"] = json!([{"expression": expression}]);
    }
    if let Some(checksum) = checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
        // Only of crates of registries: that of ours is no address yet.
        if let Some(repository) = package["repository"].as_str() {
            component["externalReferences"] = json!([{"type": "vcs", "url": repository.trim()}]);
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_read_from_the_tree() {
        let id = |name: &str, version: &str| Some((name.to_owned(), version.to_owned()));
        assert_eq!(crate_id("axum v0.8.9"), id("axum", "0.8.9"));
        assert_eq!(
            crate_id("serde_derive v1.0.1 (proc-macro) (*)"),
            id("serde_derive", "1.0.1")
        );
        assert_eq!(
            crate_id("foursight v0.1.0 (/some/where)"),
            id("foursight", "0.1.0")
        );
        assert_eq!(crate_id(""), None);
    }

    #[test]
    fn a_bill_names_what_is_linked_and_nothing_else() {
        let metadata = json!({
            "packages": [
                {"id": "p", "name": "foursight", "version": "0.1.0", "license": "MIT"},
                {"id": "a", "name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0",
                    "repository": "https://example.org/a"},
                {"id": "b", "name": "b", "version": "2.0.0"},
                {"id": "t", "name": "t", "version": "3.0.0"},
            ],
            "resolve": {"nodes": [
                {"id": "p", "deps": [
                    {"pkg": "a", "dep_kinds": [{"kind": null}]},
                    {"pkg": "b", "dep_kinds": [{"kind": "build"}]},
                    {"pkg": "t", "dep_kinds": [{"kind": "dev"}]},
                ]},
                {"id": "a", "deps": []},
                {"id": "t", "deps": []},
            ]},
        });
        let id = |name: &str, version: &str| (name.to_owned(), version.to_owned());
        let crates = BTreeSet::from([id("foursight", "0.1.0"), id("a", "1.0.0")]);
        let checksums = BTreeMap::from([(id("a", "1.0.0"), "ab".repeat(32))]);
        let bill = bill(&crates, &metadata, &checksums);
        assert_eq!(bill["metadata"]["component"]["name"], "foursight");
        let component = json!([{
            "type": "library",
            "bom-ref": "pkg:cargo/a@1.0.0",
            "name": "a",
            "version": "1.0.0",
            "purl": "pkg:cargo/a@1.0.0",
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
            "hashes": [{"alg": "SHA-256", "content": "ab".repeat(32)}],
            "externalReferences": [{"type": "vcs", "url": "https://example.org/a"}],
        }]);
        assert_eq!(bill["components"], component);
        let expected = json!([
            {"ref": "pkg:cargo/a@1.0.0", "dependsOn": []},
            {"ref": "pkg:cargo/foursight@0.1.0", "dependsOn": ["pkg:cargo/a@1.0.0"]},
        ]);
        assert_eq!(bill["dependencies"], expected);
    }
}
