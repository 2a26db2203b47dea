//! The rules build where there is no standard library: in the browser's machine and on a bare
//! microcontroller. A stray `std` or a dependency that needs one fails the build for the latter.

use std::path::Path;
use std::process::Command;

/// Builds the library alone for a target, apart from every other build.
fn check(target: &str) {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    // The directory is shared by the tests of this file; cargo keeps the targets apart.
    let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_std");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--lib", "--locked", "--target", target])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(target_dir)
        .output()
        .expect("the cargo that built this test starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{target}: {complaint}");
}

#[test]
fn builds_for_the_browser() {
    check("wasm32-unknown-unknown");
}

#[test]
fn builds_for_a_bare_target() {
    check("thumbv7em-none-eabi");
}
