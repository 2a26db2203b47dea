//! Appearance and controls of the full-screen game, from flags and settings.

use std::env;
use std::fmt::{self, Display};

use foursight_terminal::full_screen::bindings::KeyBindings;
use foursight_terminal::full_screen::skin::{self, Skin};

use crate::bot_args::{KeyPreset, OnOff, ScreenArgs};
use crate::exit::CliError;
use crate::settings::{CliSettings, KeyEntry, WithOrigin, parse_choice};

/// The environment variable that turns animation off, unless it is empty or `0`.
const REDUCED_MOTION_VARIABLE: &str = "REDUCED_MOTION";

/// A skin with the name that the user gave for it.
#[derive(Clone, Debug)]
pub(crate) struct NamedSkin {
    name: String,
    pub(crate) skin: Skin,
}

impl Display for NamedSkin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The resolved settings, each with its origin.
pub(crate) struct ScreenSettings {
    pub(crate) animation: WithOrigin<OnOff>,
    pub(crate) sound: WithOrigin<OnOff>,
    pub(crate) confirm: WithOrigin<OnOff>,
    pub(crate) keys: WithOrigin<KeyPreset>,
    /// The bindings of the preset `keys`, with the changes of the config file.
    pub(crate) bindings: KeyBindings,
    pub(crate) skin: WithOrigin<NamedSkin>,
}

impl ScreenSettings {
    /// Resolves every setting: flag, else environment, else config file, else default.
    pub(crate) fn resolve(args: &ScreenArgs, settings: &CliSettings) -> Result<Self, CliError> {
        let default_animation = if is_set(REDUCED_MOTION_VARIABLE) {
            OnOff::Off
        } else {
            OnOff::On
        };
        let animation = args.no_animation.then_some(OnOff::Off);
        let skin = args.skin.as_deref().map(named_skin).transpose();
        let skin = skin.map_err(|reason| CliError::usage(format_args!("--skin: {reason}")))?;
        let classic = NamedSkin {
            name: skin::BUILT_IN_NAMES[0].to_owned(),
            skin: Skin::default(),
        };
        let keys = settings.resolve_or("keys", args.keys, KeyPreset::default(), parse_choice)?;
        let mut bindings = KeyBindings::from_preset(keys.value);
        let pairs: Vec<_> = settings.keys.iter().map(KeyEntry::pair).collect();
        bindings.rebind(&pairs).map_err(|(index, reason)| {
            CliError::usage(format_args!("{}: {reason}", settings.keys[index].origin))
        })?;
        Ok(Self {
            animation: settings.resolve_or(
                "animation",
                animation,
                default_animation,
                parse_choice,
            )?,
            sound: settings.resolve_or("sound", args.sound, OnOff::Off, parse_choice)?,
            confirm: settings.resolve_or("confirm", args.confirm, OnOff::Off, parse_choice)?,
            keys,
            bindings,
            skin: settings.resolve_or("skin", skin, classic, named_skin)?,
        })
    }
}

fn named_skin(text: &str) -> Result<NamedSkin, String> {
    let name = text.to_owned();
    skin::load(text).map(|skin| NamedSkin { name, skin })
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}
