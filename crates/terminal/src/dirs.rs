//! Data and configuration directories of the program.
//!
//! They follow the XDG base directories on every system, with `APPDATA` as the default on Windows.

use std::env;
use std::path::PathBuf;

/// Returns `foursight` in the user's data directory.
#[must_use]
pub fn data_directory() -> Option<PathBuf> {
    app_directory("XDG_DATA_HOME", ".local/share")
}

/// Returns `foursight` in the directory that this variable names, or else in the default one below
/// the home directory.
#[must_use]
pub fn app_directory(variable: &str, below_home: &str) -> Option<PathBuf> {
    let set = |name| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let directory = set(variable)
        .or_else(|| if cfg!(windows) { set("APPDATA") } else { None })
        .or_else(|| Some(set("HOME")?.join(below_home)))?;
    Some(directory.join("foursight"))
}
