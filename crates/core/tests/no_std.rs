//! The rules build without the standard library: for the browser and for a bare-metal
//! microcontroller. A stray `std`, or a dependency that needs it, fails the latter build.

use std::path::Path;
use std::process::Command;

/// Builds the library alone for a target, in a target directory of its own.
fn check(target: &str) {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    // One directory per target, so that neither build waits for the other.
    let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("no_std")
        .join(target);
    let output = Command::new(env!("CARGO"))
        // Flags of the surrounding build, such as coverage, may not suit the target.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .args(["build", "--lib", "--locked", "--target", target])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(target_dir)
        .output()
        .expect("the cargo that built this test starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{target}: {stderr}");
}

#[test]
fn builds_for_the_browser() {
    check("wasm32-unknown-unknown");
}

#[test]
fn builds_for_a_bare_target() {
    check("thumbv7em-none-eabi");
}
