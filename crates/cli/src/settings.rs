//! Where a value comes from: a flag, else the environment, else the config file, else the
//! default. Every setting has one name: `--width`, `FOURSIGHT_WIDTH`, `width = 9`.
//!
//! The config file is `foursight/config.toml` in the directory for configuration: of TOML it
//! knows `name = value` lines, quotes around the value, comments, and one section, `[keys]`.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use foursight_terminal::learner_file::own_directory;
use foursight_terminal::lines::{name_and_value, without_comment};

use crate::exit::{Failure, complain};
use crate::output::Color;

/// The settings that can be stored, in the order in which they are listed.
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

/// The largest config file that is read.
const CONFIG_BYTES_MAX: u64 = 64 * 1024;

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Flag,
    Environment(String),
    /// The config file and the line in it.
    File(PathBuf, usize),
    Default,
}

impl Source {
    /// The stable word for `--json`.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Environment(_) => "environment",
            Self::File(..) => "file",
            Self::Default => "default",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment variable {name}"),
            Self::File(path, line) => write!(f, "{}, line {line}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A value and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Sourced<T> {
    pub(crate) value: T,
    pub(crate) source: Source,
}

/// A line of the section `[keys]`: an action and the key that does it.
#[derive(Clone, Debug)]
pub(crate) struct KeyLine {
    pub(crate) action: String,
    pub(crate) key: String,
    pub(crate) source: Source,
}

impl KeyLine {
    /// The action and its key.
    pub(crate) fn pair(&self) -> (String, String) {
        (self.action.clone(), self.key.clone())
    }
}

/// What the environment and the config file say.
#[derive(Debug)]
pub(crate) struct Layers {
    values: BTreeMap<&'static str, Sourced<String>>,
    /// The section `[keys]` of the config file, line by line.
    pub(crate) keys: Vec<KeyLine>,
    /// Where the config file is or would be.
    pub(crate) config_path: Option<PathBuf>,
}

impl Layers {
    /// Nothing is set.
    pub(crate) const fn none() -> Self {
        Self {
            values: BTreeMap::new(),
            keys: Vec::new(),
            config_path: None,
        }
    }

    /// Reads the environment and the config file.
    pub(crate) fn from_surroundings() -> Result<Self, Failure> {
        let config_path = config_path();
        let mut layers = Self::none();
        if let Some(path) = &config_path {
            layers.read_config(path)?;
        }
        warn_of_unknown_variables();
        for name in NAMES {
            let variable = variable_of(name);
            let Some(value) = env::var_os(&variable) else {
                continue;
            };
            let value = value.into_string().map_err(|value| {
                Failure::usage(format_args!(
                    "{variable} is not text: {}",
                    value.to_string_lossy().escape_debug()
                ))
            })?;
            if !value.is_empty() {
                let source = Source::Environment(variable);
                layers.values.insert(name, Sourced { value, source });
            }
        }
        layers.config_path = config_path;
        Ok(layers)
    }

    fn read_config(&mut self, path: &Path) -> Result<(), Failure> {
        let mut is_about_keys = false;
        for (line, number) in config_text(path)?.lines().zip(1..) {
            let source = Source::File(path.to_owned(), number);
            let refuse = |reason| Failure::usage(format_args!("{source}: {reason}"));
            if let Some(section) = section_in(line) {
                section.map_err(refuse)?;
                is_about_keys = true;
            } else if is_about_keys {
                if let Some((action, key)) = name_and_value(line).map_err(refuse)? {
                    let key = key.to_owned();
                    self.keys.push(KeyLine {
                        action,
                        key,
                        source,
                    });
                }
            } else if let Some((name, value)) = setting_in(line).map_err(refuse)? {
                self.values.insert(name, Sourced { value, source });
            }
        }
        Ok(())
    }

    /// The value in force; none if nobody has set one.
    pub(crate) fn pick<T>(
        &self,
        name: &'static str,
        flag: Option<T>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<Sourced<T>>, Failure> {
        if let Some(value) = flag {
            let source = Source::Flag;
            return Ok(Some(Sourced { value, source }));
        }
        let Some(stored) = self.values.get(name) else {
            return Ok(None);
        };
        match parse(&stored.value) {
            Ok(value) => Ok(Some(Sourced {
                value,
                source: stored.source.clone(),
            })),
            Err(reason) => Err(Failure::usage(format_args!(
                "{name} is '{}' by {}: {reason}",
                stored.value.escape_debug(),
                stored.source
            ))),
        }
    }

    /// The value in force, which is this one if nobody has set another.
    pub(crate) fn pick_or<T>(
        &self,
        name: &'static str,
        flag: Option<T>,
        usual: T,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Sourced<T>, Failure> {
        Ok(self.pick(name, flag, parse)?.unwrap_or(Sourced {
            value: usual,
            source: Source::Default,
        }))
    }

    /// When to use colour.
    pub(crate) fn color(&self, flag: Option<Color>) -> Result<Sourced<Color>, Failure> {
        self.pick_or("color", flag, Color::default(), parse_choice)
    }
}

/// How the environment variables of settings begin.
const VARIABLE_START: &str = "FOURSIGHT_";

/// The environment variable of a setting.
pub(crate) fn variable_of(name: &str) -> String {
    format!("{VARIABLE_START}{}", name.to_uppercase().replace('-', "_"))
}

/// A misspelt variable does nothing, and its owner should know. Another program may have set it,
/// so it stops nothing.
fn warn_of_unknown_variables() {
    /// Read by single commands, and no settings of all.
    const OF_COMMANDS: [&str; 3] = ["queue", "store", "bus"];
    let known: Vec<_> = NAMES
        .into_iter()
        .chain(OF_COMMANDS)
        .map(variable_of)
        .collect();
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with(VARIABLE_START) && !known.iter().any(|known| *known == name) {
            complain(&format!(
                "the environment variable {} is no setting and does nothing: there are {}",
                name.escape_debug(),
                known.join(", ")
            ));
        }
    }
}

/// Reads a word out of a closed list.
pub(crate) fn parse_choice<T: ValueEnum>(text: &str) -> Result<T, String> {
    T::from_str(text, true).map_err(|_| {
        let known: Vec<_> = T::value_variants()
            .iter()
            .filter_map(|choice| Some(choice.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("use one of {}", known.join(", "))
    })
}

/// Reads a number within bounds.
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

/// Reads the whole number of a flag, from this range.
pub(crate) fn within<T>(
    allowed: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text| parse_number(text, allowed.clone())
}

/// `foursight/config.toml` in the directory that the system keeps for configuration.
fn config_path() -> Option<PathBuf> {
    let directory = own_directory("XDG_CONFIG_HOME", ".config")?;
    Some(directory.join("config.toml"))
}

/// The config file as text; empty if there is none.
fn config_text(path: &Path) -> Result<String, Failure> {
    let told = |reason: &dyn fmt::Display| {
        format!("cannot read the config file {}: {reason}", path.display())
    };
    match fs::metadata(path) {
        // Opening a pipe would wait for somebody to write into it.
        Ok(about) if !about.is_file() => {
            return Err(Failure::storage(told(&"it is not a regular file")));
        }
        Ok(about) if about.len() > CONFIG_BYTES_MAX => {
            let reason = format!("it is larger than {CONFIG_BYTES_MAX} bytes");
            return Err(Failure::usage(told(&reason)));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => return Err(Failure::storage(told(&error))),
    }
    let bytes = fs::read(path).map_err(|error| Failure::storage(told(&error)))?;
    String::from_utf8(bytes).map_err(|_| Failure::usage(told(&"it is not text")))
}

/// The section that a line begins, or why there is no such section; none on other lines.
fn section_in(line: &str) -> Option<Result<(), String>> {
    let line = without_comment(line).trim();
    let name = line.strip_prefix('[')?;
    Some(match name {
        "keys]" => Ok(()),
        _ => Err(format!(
            "there is no section '{}': the only one is [keys]",
            line.escape_debug()
        )),
    })
}

/// The setting on one line of the config file; none on blank lines and comments.
fn setting_in(line: &str) -> Result<Option<(&'static str, String)>, String> {
    let Some((name, value)) = name_and_value(line)? else {
        return Ok(None);
    };
    let known = NAMES.into_iter().find(|known| *known == name);
    let known = known.ok_or_else(|| {
        format!(
            "there is no setting '{}': use one of {}",
            name.escape_debug(),
            NAMES.join(", ")
        )
    })?;
    Ok(Some((known, value.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<Option<(&str, &str)>, &str>) {
        let found = setting_in(line);
        match (&found, expected) {
            (Ok(None), Ok(None)) => {}
            (Ok(Some((name, value))), Ok(Some(pair))) => assert_eq!((*name, &**value), pair),
            (Err(reason), Err(start)) => assert!(reason.starts_with(start), "{reason}"),
            _ => panic!("{line:?}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn config_lines() {
        check("", Ok(None));
        check("  # a comment", Ok(None));
        check("width = 9", Ok(Some(("width", "9"))));
        check(
            "variant=\"pop-out\" # mine",
            Ok(Some(("variant", "pop-out"))),
        );
        check("fill_seed = 3", Ok(Some(("fill-seed", "3"))));
        check("skin = \"#1\" # no", Ok(Some(("skin", "#1"))));
        check("variant='pop-out'", Ok(Some(("variant", "pop-out"))));
        check("variant = \"pop-out", Err("the quotes do not match"));
        check("variant = pop-out\"", Err("the quotes do not match"));
        check("variant = \"pop-out'", Err("the quotes do not match"));
        check("variant = \"", Err("the quotes do not match"));
        check("width", Err("expected a line"));
        check("with = 3", Err("there is no setting 'with'"));
    }
}
