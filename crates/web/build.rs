//! Prepares the build of the page for a browser:
//!
//! - Strips comments and indentation from the shaders, which are embedded as text.
//! - Makes the linker emit relocations, by which `cargo xtask web` splits the module into the
//!   initial chunk and lazy chunks.

use std::path::Path;
use std::{env, fs, io};

const SHADERS: &str = "src/scene/shaders";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SHADERS}");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return Ok(());
    }
    println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    for file in fs::read_dir(SHADERS)? {
        let file = file?;
        let text = fs::read_to_string(file.path())?;
        fs::write(Path::new(&out).join(file.file_name()), strip(&text))?;
    }
    Ok(())
}

/// Strips comments, indentation and empty lines from a shader.
fn strip(shader: &str) -> String {
    let lines = shader.lines().map(|line| {
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        code.trim()
    });
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}
