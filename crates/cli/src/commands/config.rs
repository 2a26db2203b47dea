//! `foursight config`: every setting and where it comes from.

use std::fmt::Display;
use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::args::ConfigArgs;
use crate::bot_args::ScreenArgs;
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::opponents;
use crate::output::{Color, Out};
use crate::ruleset_args::Chosen;
use crate::screen_settings::ScreenSettings;
use crate::settings::{Layers, Source, Sourced, variable_of};

/// One setting as an object.
#[derive(Serialize)]
struct Setting {
    v: u32,
    name: String,
    value: String,
    source: &'static str,
    /// The variable or the file and its line; null for flags and defaults.
    #[serde(rename = "where")]
    place: Option<String>,
}

pub(crate) fn run(
    args: &ConfigArgs,
    color: Option<Color>,
    layers: &Layers,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let chosen = args.ruleset.chosen(layers)?;
    // What is printed must also be playable.
    chosen.ruleset()?;
    let mut settings = of_the_game(color, layers)?;
    settings.extend(of_the_rules(&chosen));
    for name in ["book", "net"] {
        settings.push(file(name, layers)?);
    }
    for setting in &settings {
        if args.json {
            writeln!(out, "{}", to_line(setting)?)?;
        } else {
            let place = setting.place.as_deref().unwrap_or(setting.source);
            writeln!(out, "{:<13} {:<14} {place}", setting.name, setting.value)?;
        }
    }
    if !args.json {
        let file = match &layers.config_path {
            Some(path) if path.exists() => path.display().to_string(),
            Some(path) => format!("{} (does not exist)", path.display()),
            None => "none: neither XDG_CONFIG_HOME nor HOME is set".to_owned(),
        };
        writeln!(out, "\nConfig file: {file}")?;
        writeln!(out, "Variables:   {} and so on", variable_of("variant"))?;
    }
    Ok(Exit::Done)
}

/// Opponents, screen and keys.
fn of_the_game(color: Option<Color>, layers: &Layers) -> Result<Vec<Setting>, Failure> {
    let opponent = opponents::opponent(None, layers)?;
    let personality = opponents::personality(None, layers)?;
    let screen = ScreenSettings::pick(&ScreenArgs::default(), layers)?;
    let mut settings = vec![
        choice("color", &layers.color(color)?),
        setting("level", &opponent.value.id(), &opponent.source),
        setting("personality", &personality.value, &personality.source),
        choice("animation", &screen.animation),
        choice("sound", &screen.sound),
        choice("confirm", &screen.confirm),
        choice("keys", &screen.keys),
    ];
    settings.extend(layers.keys.iter().map(|line| {
        let name = format!("keys.{}", line.action);
        setting(&name, &line.key, &line.source)
    }));
    settings.push(setting("skin", &screen.skin.value, &screen.skin.source));
    Ok(settings)
}

/// The rules in force, and the house rules of their variant.
fn of_the_rules(chosen: &Chosen) -> Vec<Setting> {
    let mut settings = vec![
        choice("variant", &chosen.variant),
        setting("width", &chosen.width.value, &chosen.width.source),
        setting("height", &chosen.height.value, &chosen.height.source),
        setting("connect", &chosen.connect.value, &chosen.connect.source),
    ];
    settings.extend(
        chosen
            .both_connect
            .as_ref()
            .map(|both| choice("both-connect", both)),
    );
    if let Some(seed) = &chosen.fill_seed {
        let value = seed
            .value
            .map_or("by players".to_owned(), |s| s.to_string());
        settings.push(setting("fill-seed", &value, &seed.source));
    }
    if let Some(stock) = &chosen.stock {
        settings.push(setting("stock", &stock.value, &stock.source));
    }
    settings
}

/// The book or the net in force.
fn file(name: &'static str, layers: &Layers) -> Result<Setting, Failure> {
    let file = layers.pick(name, None, |file| Ok(file.to_owned()))?;
    Ok(match &file {
        Some(file) => setting(name, &file.value, &file.source),
        None => setting(name, &"shipped", &Source::Default),
    })
}

fn setting(name: &str, value: &dyn Display, source: &Source) -> Setting {
    Setting {
        v: VERSION,
        name: name.to_owned(),
        value: value.to_string(),
        source: source.name(),
        place: match source {
            Source::Flag | Source::Default => None,
            stored => Some(stored.to_string()),
        },
    }
}

fn choice<T: ValueEnum>(name: &str, chosen: &Sourced<T>) -> Setting {
    let value = chosen.value.to_possible_value();
    let value = value.map_or(String::new(), |value| value.get_name().to_owned());
    setting(name, &value, &chosen.source)
}
