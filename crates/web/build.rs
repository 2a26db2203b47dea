//! Before the page is compiled for a browser:
//!
//! - The shaders lose comments and indents, which the page would carry as part of their text.
//! - The linker is asked to keep what it knew about references between functions: `cargo xtask web`
//!   takes the module apart by it, into what is loaded at once and what is loaded later.

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
        fs::write(Path::new(&out).join(file.file_name()), bare(&text))?;
    }
    Ok(())
}

/// A shader without comments, indents and empty lines.
fn bare(shader: &str) -> String {
    let lines = shader.lines().map(|line| {
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        code.trim()
    });
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}
