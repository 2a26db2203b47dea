//! Resolves settings: from a flag, else the environment, else the config file, else the default.
//! Every setting has one name: `--width`, `FOURSIGHT_WIDTH`, `width = 9`.
//!
//! The config file is that of `--config` or `FOURSIGHT_CONFIG`, else `foursight/config.toml` in the
//! user's configuration directory, else that of the machine: `name = value` lines, and the sections
//! `[keys]`, which is called `[key-bindings]` beside the setting `keys`, `[server]` and `[limits]`.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use foursight_files::directories;
use foursight_server::hide_credentials;
use foursight_terminal::output::ColorMode;
use foursight_terminal::toml_entries::{KEYS_SECTION, OLD_KEYS_SECTION, parse_entries};

use crate::exit::{CliError, print_message};
use crate::server_settings::{LIMIT_NAMES, LIMIT_PREFIX, SERVER_NAMES};

/// Names of all settings, in the order in which `foursight config` lists them.
pub(crate) const NAMES: [&str; 17] = [
    "color",
    "level",
    "personality",
    "animation",
    "sound",
    "confirm",
    "keys",
    "skin",
    "variant",
    "width",
    "height",
    "connect",
    "both-connect",
    "fill-seed",
    "stock",
    "book",
    "net",
];

/// Section of the settings of a server.
const SERVER_SECTION: &str = "server";
/// Section of the limits of a server.
const LIMITS_SECTION: &str = "limits";
/// Settings whose values may contain passwords.
const SECRET_NAMES: [&str; 2] = ["store", "bus"];
/// All sections of the config file.
const SECTIONS: [&str; 4] = [
    OLD_KEYS_SECTION,
    KEYS_SECTION,
    SERVER_SECTION,
    LIMITS_SECTION,
];
/// Environment variable that names the config file.
const CONFIG_VARIABLE: &str = "FOURSIGHT_CONFIG";
/// Config file of the machine, for servers.
const MACHINE_CONFIG: &str = "/etc/foursight/foursight.toml";

/// Larger config files are rejected.
const CONFIG_BYTES_MAX: u64 = 64 * 1024;

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Flag,
    Environment(String),
    /// The config file and the line number in it.
    File(PathBuf, usize),
    Default,
}

impl Origin {
    /// Returns the stable name for `--json`.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Environment(_) => "environment",
            Self::File(..) => "file",
            Self::Default => "default",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment variable {name}"),
            Self::File(path, line) => write!(f, "{}, line {line}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A value with its origin.
#[derive(Clone, Debug)]
pub(crate) struct WithOrigin<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

/// An entry of the section `[keys]`: an action and its key.
#[derive(Clone, Debug)]
pub(crate) struct KeyEntry {
    pub(crate) action: String,
    pub(crate) key: String,
    pub(crate) origin: Origin,
}

impl KeyEntry {
    /// Returns the action and its key.
    pub(crate) fn pair(&self) -> (String, String) {
        (self.action.clone(), self.key.clone())
    }
}

/// Settings of the environment and the config file.
#[derive(Debug)]
pub(crate) struct CliSettings {
    values: BTreeMap<&'static str, WithOrigin<String>>,
    /// The entries of the section `[keys]`, in the order of the file.
    pub(crate) keys: Vec<KeyEntry>,
    /// Path of the config file, which need not exist. `None` without a home directory.
    pub(crate) config_path: Option<PathBuf>,
}

impl CliSettings {
    /// Creates settings without any value.
    pub(crate) const fn none() -> Self {
        Self {
            values: BTreeMap::new(),
            keys: Vec::new(),
            config_path: None,
        }
    }

    /// Reads the environment and the config file: the named one, which must exist, or the usual one.
    pub(crate) fn from_env_and_file(named: Option<&Path>) -> Result<Self, CliError> {
        let variable = env::var_os(CONFIG_VARIABLE).filter(|path| !path.is_empty());
        let named = named.map(Path::to_owned).or(variable.map(PathBuf::from));
        if let Some(path) = named.as_ref().filter(|path| !path.exists()) {
            let shown = path.display();
            return Err(CliError::storage(format_args!(
                "cannot read the config file {shown}: it does not exist"
            )));
        }
        let config_path = named.or_else(usual_config_path);
        let mut settings = Self::none();
        if let Some(path) = &config_path {
            settings.read_config(path)?;
        }
        warn_about_unknown_variables();
        for name in all_names() {
            let variable = variable_of(name);
            let Some(value) = env::var_os(&variable) else {
                continue;
            };
            let value = value.into_string().map_err(|value| {
                let value = value.to_string_lossy();
                let shown = if SECRET_NAMES.contains(&name) {
                    hide_credentials(&value)
                } else {
                    value.into_owned()
                };
                let shown = shown.escape_debug();
                CliError::usage(format_args!("{variable} is not text: {shown}"))
            })?;
            if !value.is_empty() {
                let origin = Origin::Environment(variable);
                settings.values.insert(name, WithOrigin { value, origin });
            }
        }
        settings.config_path = config_path;
        Ok(settings)
    }

    fn read_config(&mut self, path: &Path) -> Result<(), CliError> {
        let text = config_text(path)?;
        let origin = |line| Origin::File(path.to_owned(), line);
        let invalid =
            |line, reason: &str| CliError::usage(format_args!("{}: {reason}", origin(line)));
        let entries =
            parse_entries(&text, &SECTIONS).map_err(|error| invalid(error.line, &error.reason))?;
        for entry in entries {
            let origin = origin(entry.line);
            let name = match entry.section.as_deref() {
                None => setting_name(&entry.name, &entry.name, &NAMES),
                Some(SERVER_SECTION) => setting_name(&entry.name, &entry.name, &SERVER_NAMES),
                Some(LIMITS_SECTION) => {
                    let name = format!("{LIMIT_PREFIX}{}", entry.name);
                    setting_name(&name, &entry.name, &LIMIT_NAMES)
                }
                Some(_) => {
                    self.keys.push(KeyEntry {
                        action: entry.name,
                        key: entry.value,
                        origin,
                    });
                    continue;
                }
            };
            let name = name.map_err(|reason| invalid(entry.line, &reason))?;
            let value = entry.value;
            self.values.insert(name, WithOrigin { value, origin });
        }
        Ok(())
    }

    /// Returns the value of a setting, or `None` if it is not set anywhere.
    pub(crate) fn resolve<T>(
        &self,
        name: &'static str,
        flag: Option<T>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<WithOrigin<T>>, CliError> {
        if let Some(value) = flag {
            let origin = Origin::Flag;
            return Ok(Some(WithOrigin { value, origin }));
        }
        let Some(setting) = self.values.get(name) else {
            return Ok(None);
        };
        match parse(&setting.value) {
            Ok(value) => Ok(Some(WithOrigin {
                value,
                origin: setting.origin.clone(),
            })),
            Err(reason) => {
                let is_secret = SECRET_NAMES.contains(&name);
                let value = setting.value.as_str();
                let shown = if is_secret {
                    hide_credentials(value)
                } else {
                    value.to_owned()
                };
                Err(CliError::usage(format_args!(
                    "{name} is '{}' by {}: {reason}",
                    shown.escape_debug(),
                    setting.origin
                )))
            }
        }
    }

    /// Returns the value of a setting, or `default` if it is not set anywhere.
    pub(crate) fn resolve_or<T>(
        &self,
        name: &'static str,
        flag: Option<T>,
        default: T,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<WithOrigin<T>, CliError> {
        Ok(self.resolve(name, flag, parse)?.unwrap_or(WithOrigin {
            value: default,
            origin: Origin::Default,
        }))
    }

    /// Resolves when to use colour.
    pub(crate) fn color(&self, flag: Option<ColorMode>) -> Result<WithOrigin<ColorMode>, CliError> {
        self.resolve_or("color", flag, ColorMode::default(), parse_choice)
    }
}

/// Prefix of all environment variables of settings.
const VARIABLE_PREFIX: &str = "FOURSIGHT_";

/// Returns the name of a setting's environment variable.
pub(crate) fn variable_of(name: &str) -> String {
    format!("{VARIABLE_PREFIX}{}", name.to_uppercase().replace('-', "_"))
}

/// Warns about misspelt variables, which have no effect. Only a warning, because another program
/// may have set them.
fn warn_about_unknown_variables() {
    /// Variables that are no settings.
    const OTHERS: [&str; 2] = ["queue", "config"];
    let known: Vec<_> = all_names().chain(OTHERS).map(variable_of).collect();
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with(VARIABLE_PREFIX) && !known.iter().any(|known| *known == name) {
            print_message(&format!(
                "the environment variable {} is not a setting and is ignored: the settings are {}",
                name.escape_debug(),
                known.join(", ")
            ));
        }
    }
}

/// Parses one of a fixed set of words.
pub(crate) fn parse_choice<T: ValueEnum>(text: &str) -> Result<T, String> {
    T::from_str(text, true).map_err(|_| {
        let known: Vec<_> = T::value_variants()
            .iter()
            .filter_map(|choice| Some(choice.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("use one of {}", known.join(", "))
    })
}

/// Parses a whole number within bounds.
pub(crate) fn parse_number<T>(text: &str, allowed: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        let (least, most) = allowed.into_inner();
        format!("use a whole number from {least} to {most}")
    })
}

/// Returns a clap value parser for whole numbers within bounds.
pub(crate) fn within<T>(
    allowed: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text| parse_number(text, allowed.clone())
}

/// Returns the path of `foursight/config.toml` in the user's configuration directory, or of the
/// config file of the machine if only that exists.
fn usual_config_path() -> Option<PathBuf> {
    let own = directories::config().map(|folder| folder.join("config.toml"));
    if own.as_ref().is_some_and(|path| path.exists()) || !Path::new(MACHINE_CONFIG).exists() {
        return own;
    }
    Some(MACHINE_CONFIG.into())
}

/// Reads the config file. Returns an empty text if it does not exist.
fn config_text(path: &Path) -> Result<String, CliError> {
    let message = |reason: &dyn fmt::Display| {
        format!("cannot read the config file {}: {reason}", path.display())
    };
    match fs::metadata(path) {
        // Opening a pipe would block until another program writes to it.
        Ok(metadata) if !metadata.is_file() => {
            return Err(CliError::storage(message(&"it is not a regular file")));
        }
        Ok(metadata) if metadata.len() > CONFIG_BYTES_MAX => {
            let reason = format!("it is larger than {CONFIG_BYTES_MAX} bytes");
            return Err(CliError::usage(message(&reason)));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(CliError::storage(message(&error))),
    }
    let bytes = fs::read(path).map_err(|error| CliError::storage(message(&error)))?;
    String::from_utf8(bytes).map_err(|_| CliError::usage(message(&"it is not text")))
}

/// Returns the setting of this name, one of the known ones.
fn setting_name(name: &str, shown: &str, known: &[&'static str]) -> Result<&'static str, String> {
    let found = known.iter().find(|known| **known == name);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = known
            .iter()
            .map(|name| name.strip_prefix(LIMIT_PREFIX).unwrap_or(name))
            .collect();
        format!(
            "there is no setting '{}': use one of {}",
            shown.escape_debug(),
            known.join(", ")
        )
    })
}

/// Returns the names of all settings.
fn all_names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(SERVER_NAMES).chain(LIMIT_NAMES)
}
