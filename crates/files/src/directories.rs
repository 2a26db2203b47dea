//! Data and configuration directories of the programs.
//!
//! They are the XDG base directories on Linux and, as for most command-line programs, on macOS; on
//! Windows they are the user's application data. `XDG_DATA_HOME` and `XDG_CONFIG_HOME` take
//! precedence on every system, so that tests and scripts work everywhere.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The directory of the programs in the directories of the user.
const APP: &str = "foursight";

/// Returns `foursight` in the user's data directory, or `None` without a home directory.
#[must_use]
pub fn data() -> Option<PathBuf> {
    let base = absolute("XDG_DATA_HOME").or_else(|| Some(base_strategy()?.data_dir()))?;
    Some(base.join(APP))
}

/// Returns `foursight` in the user's configuration directory, or `None` without a home directory.
#[must_use]
pub fn config() -> Option<PathBuf> {
    let base = absolute("XDG_CONFIG_HOME").or_else(|| Some(base_strategy()?.config_dir()))?;
    Some(base.join(APP))
}

/// Returns the directories of this system.
fn base_strategy() -> Option<impl BaseStrategy> {
    // The library would look up the home directory of the account. A service without HOME should
    // not write into the home of its account, and was never able to.
    let has_home = cfg!(windows) || absolute("HOME").is_some();
    has_home.then(etcetera::choose_base_strategy)?.ok()
}

/// Returns the path in an environment variable. Relative paths are ignored, as XDG requires.
fn absolute(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os(variable)?);
    path.is_absolute().then_some(path)
}
