//! Resolves settings: from a flag, else the environment, else the config file, else the default.
//! Every setting has one name: `--width`, `FOURSIGHT_WIDTH`, `width = 9`.
//!
//! The config file is `foursight/config.toml` in the user's configuration directory: `name = value`
//! lines, and the section `[keys]`, which is called `[key-bindings]` beside the setting `keys`.

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
use foursight_terminal::output::ColorMode;
use foursight_terminal::toml_entries::{KEYS_SECTION, OLD_KEYS_SECTION, parse_entries};

use crate::exit::{CliError, print_message};

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

    /// Reads the environment and the config file.
    pub(crate) fn from_env_and_file() -> Result<Self, CliError> {
        let config_path = config_path();
        let mut settings = Self::none();
        if let Some(path) = &config_path {
            settings.read_config(path)?;
        }
        warn_about_unknown_variables();
        for name in NAMES {
            let variable = variable_of(name);
            let Some(value) = env::var_os(&variable) else {
                continue;
            };
            let value = value.into_string().map_err(|value| {
                CliError::usage(format_args!(
                    "{variable} is not text: {}",
                    value.to_string_lossy().escape_debug()
                ))
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
        let entries = parse_entries(&text, &[OLD_KEYS_SECTION, KEYS_SECTION])
            .map_err(|error| invalid(error.line, &error.reason))?;
        for entry in entries {
            let origin = origin(entry.line);
            if entry.section.is_some() {
                self.keys.push(KeyEntry {
                    action: entry.name,
                    key: entry.value,
                    origin,
                });
            } else {
                let name =
                    setting_name(&entry.name).map_err(|reason| invalid(entry.line, &reason))?;
                let value = entry.value;
                self.values.insert(name, WithOrigin { value, origin });
            }
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
            Err(reason) => Err(CliError::usage(format_args!(
                "{name} is '{}' by {}: {reason}",
                setting.value.escape_debug(),
                setting.origin
            ))),
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
    /// Variables of single commands, which are not in [`NAMES`].
    const COMMAND_SETTINGS: [&str; 3] = ["queue", "store", "bus"];
    let known: Vec<_> = NAMES
        .into_iter()
        .chain(COMMAND_SETTINGS)
        .map(variable_of)
        .collect();
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

/// Returns the path of `foursight/config.toml` in the user's configuration directory.
fn config_path() -> Option<PathBuf> {
    Some(directories::config()?.join("config.toml"))
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

/// Returns the setting of this name.
fn setting_name(name: &str) -> Result<&'static str, String> {
    let known = NAMES.into_iter().find(|known| *known == name);
    known.ok_or_else(|| {
        format!(
            "there is no setting '{}': use one of {}",
            name.escape_debug(),
            NAMES.join(", ")
        )
    })
}
