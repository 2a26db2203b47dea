//! Embeds the web client into the binary if `FOURSIGHT_WEB_DIR` is set.
//!
//! `FOURSIGHT_WEB_DIR` is a folder written by `cargo xtask web`. Without it the server has no
//! client and explains how to build one.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const VARIABLE: &str = "FOURSIGHT_WEB_DIR";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let mut table = String::from("&[\n");
    if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        let folder = fs::canonicalize(&folder)
            .map_err(|error| format!("{VARIABLE}={}: {error}", Path::new(&folder).display()))?;
        // The game, and the guide in a folder below it.
        for prefix in ["", "guide/"] {
            let folder = folder.join(prefix);
            if !folder.is_dir() {
                continue;
            }
            println!("cargo::rerun-if-changed={}", folder.display());
            let mut files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
            files.retain(|file| file.path().is_file());
            files.sort_by_key(fs::DirEntry::file_name);
            for file in files {
                let name = format!("{prefix}{}", file.file_name().to_string_lossy());
                let path = file.path().to_string_lossy().into_owned();
                writeln!(table, "    ({name:?}, include_bytes!({path:?})),")?;
            }
        }
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    fs::write(Path::new(&out).join("embedded.rs"), table)?;
    Ok(())
}
