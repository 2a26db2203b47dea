//! How the full-screen game looks and feels, by flags and settings.

use std::env;
use std::fmt::{self, Display};

use foursight_terminal::full::bindings::Bindings;
use foursight_terminal::full::skin::{self, Skin};

use crate::bot_args::{KeysName, OnOff, ScreenArgs};
use crate::exit::Failure;
use crate::settings::{KeyLine, Layers, Sourced, parse_choice};

/// The variable that asks for a quiet screen, if it is set to anything.
const QUIET_VARIABLE: &str = "REDUCED_MOTION";

/// The colours, with the name by which they were asked for.
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

/// The settings in force, each with where it comes from.
pub(crate) struct ScreenSettings {
    pub(crate) animation: Sourced<OnOff>,
    pub(crate) sound: Sourced<OnOff>,
    pub(crate) confirm: Sourced<OnOff>,
    pub(crate) keys: Sourced<KeysName>,
    /// The keys of that preset with the changes of the config file.
    pub(crate) bindings: Bindings,
    pub(crate) skin: Sourced<NamedSkin>,
}

impl ScreenSettings {
    /// Flag, environment, config file, default.
    pub(crate) fn pick(args: &ScreenArgs, layers: &Layers) -> Result<Self, Failure> {
        let usual_animation = if is_set(QUIET_VARIABLE) {
            OnOff::Off
        } else {
            OnOff::On
        };
        let animation = args.no_animation.then_some(OnOff::Off);
        let skin = args.skin.as_deref().map(named_skin).transpose();
        let skin = skin.map_err(|reason| Failure::usage(format_args!("--skin: {reason}")))?;
        let classic = NamedSkin {
            name: skin::NAMES[0].to_owned(),
            skin: Skin::default(),
        };
        let keys = layers.pick_or("keys", args.keys, KeysName::default(), parse_choice)?;
        let mut bindings = Bindings::of(keys.value);
        let pairs: Vec<_> = layers.keys.iter().map(KeyLine::pair).collect();
        bindings.change(&pairs).map_err(|(place, reason)| {
            Failure::usage(format_args!("{}: {reason}", layers.keys[place].source))
        })?;
        Ok(Self {
            animation: layers.pick_or("animation", animation, usual_animation, parse_choice)?,
            sound: layers.pick_or("sound", args.sound, OnOff::Off, parse_choice)?,
            confirm: layers.pick_or("confirm", args.confirm, OnOff::Off, parse_choice)?,
            keys,
            bindings,
            skin: layers.pick_or("skin", skin, classic, named_skin)?,
        })
    }
}

fn named_skin(text: &str) -> Result<NamedSkin, String> {
    let name = text.to_owned();
    skin::read(text).map(|skin| NamedSkin { name, skin })
}

fn is_set(variable: &str) -> bool {
    env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}
