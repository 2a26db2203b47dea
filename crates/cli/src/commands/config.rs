//! `foursight config`: lists every setting with its origin.

use std::fmt::Display;
use std::io::Write;

use clap::ValueEnum;
use foursight_terminal::output::{CliOutput, ColorMode};
use serde::Serialize;

use crate::args::ConfigArgs;
use crate::bot_args::ScreenArgs;
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::opponents;
use crate::ruleset_args::RulesetSettings;
use crate::screen_settings::ScreenSettings;
use crate::server_args::ServerFlags;
use crate::server_settings::ServerSettings;
use crate::settings::{CliSettings, Origin, WithOrigin, variable_of};

/// Maximum width of the column of values; only the store is longer.
const VALUE_COLUMNS_MAX: usize = 40;

/// One setting as an object.
#[derive(Serialize)]
struct SettingInfo {
    v: u32,
    name: String,
    value: String,
    #[serde(rename = "source")]
    origin: &'static str,
    /// The variable, or the file and its line. Null for flags and defaults.
    #[serde(rename = "where")]
    detail: Option<String>,
}

pub(crate) fn run(
    args: &ConfigArgs,
    color: Option<ColorMode>,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let rules = args.ruleset.resolve(settings)?;
    // Report settings that do not make up a valid ruleset.
    rules.ruleset()?;
    let mut rows = game_rows(color, settings)?;
    rows.extend(rule_rows(&rules));
    for name in ["book", "net"] {
        rows.push(file_row(name, settings)?);
    }
    let server = ServerSettings::resolve(&ServerFlags::default(), settings)?;
    for setting in &server.texts {
        rows.push(row(&setting.name, &setting.value, &setting.origin));
    }
    let of_server = rows.iter().skip_while(|row| !is_of_server(row));
    let value_width = of_server.map(|row| row.value.chars().count()).max();
    let value_width = value_width.unwrap_or(0).clamp(14, VALUE_COLUMNS_MAX);
    for row in &rows {
        if args.json {
            writeln!(out, "{}", to_line(row)?)?;
        } else {
            let detail = row.detail.as_deref().unwrap_or(row.origin);
            // The long names of a server would make the lines of a game hard to read.
            let width = if row.name.contains('.') { 30 } else { 13 };
            let value_width = if is_of_server(row) { value_width } else { 14 };
            writeln!(
                out,
                "{:<width$} {:<value_width$} {detail}",
                row.name, row.value
            )?;
        }
    }
    if !args.json {
        let file = match &settings.config_path {
            Some(path) if path.exists() => path.display().to_string(),
            Some(path) => format!("{} (does not exist)", path.display()),
            None => "none: neither XDG_CONFIG_HOME nor HOME is set".to_owned(),
        };
        writeln!(out, "\nConfig file: {file}")?;
        writeln!(out, "Variables:   {} and so on", variable_of("variant"))?;
    }
    Ok(Exit::Done)
}

/// Returns true for a setting of a server.
fn is_of_server(row: &SettingInfo) -> bool {
    row.name.starts_with("server.") || row.name.starts_with("limits.")
}

/// Lists opponents, screen and keys.
fn game_rows(
    color: Option<ColorMode>,
    settings: &CliSettings,
) -> Result<Vec<SettingInfo>, CliError> {
    let opponent = opponents::opponent(None, settings)?;
    let personality = opponents::personality(None, settings)?;
    let screen = ScreenSettings::resolve(&ScreenArgs::default(), settings)?;
    let mut rows = vec![
        choice_row("color", &settings.color(color)?),
        row("level", &opponent.value.id(), &opponent.origin),
        row("personality", &personality.value, &personality.origin),
        choice_row("animation", &screen.animation),
        choice_row("sound", &screen.sound),
        choice_row("confirm", &screen.confirm),
        choice_row("keys", &screen.keys),
    ];
    rows.extend(settings.keys.iter().map(|line| {
        let name = format!("keys.{}", line.action);
        row(&name, &line.key, &line.origin)
    }));
    rows.push(row("skin", &screen.skin.value, &screen.skin.origin));
    Ok(rows)
}

/// Lists the rules, with the house rules of their variant.
fn rule_rows(rules: &RulesetSettings) -> Vec<SettingInfo> {
    let mut rows = vec![
        choice_row("variant", &rules.variant),
        row("width", &rules.width.value, &rules.width.origin),
        row("height", &rules.height.value, &rules.height.origin),
        row("connect", &rules.connect.value, &rules.connect.origin),
    ];
    rows.extend(
        rules
            .both_connect
            .as_ref()
            .map(|both| choice_row("both-connect", both)),
    );
    if let Some(seed) = &rules.fill_seed {
        let value = seed
            .value
            .map_or("by players".to_owned(), |s| s.to_string());
        rows.push(row("fill-seed", &value, &seed.origin));
    }
    if let Some(stock) = &rules.stock {
        rows.push(row("stock", &stock.value, &stock.origin));
    }
    rows
}

/// Lists the book or the net.
fn file_row(name: &'static str, settings: &CliSettings) -> Result<SettingInfo, CliError> {
    let file_row = settings.resolve(name, None, |file_row| Ok(file_row.to_owned()))?;
    Ok(match &file_row {
        Some(file_row) => row(name, &file_row.value, &file_row.origin),
        None => row(name, &"shipped", &Origin::Default),
    })
}

fn row(name: &str, value: &dyn Display, origin: &Origin) -> SettingInfo {
    SettingInfo {
        v: SCHEMA_VERSION,
        name: name.to_owned(),
        value: value.to_string(),
        origin: origin.name(),
        detail: match origin {
            Origin::Flag | Origin::Default => None,
            stored => Some(stored.to_string()),
        },
    }
}

fn choice_row<T: ValueEnum>(name: &str, choice: &WithOrigin<T>) -> SettingInfo {
    let value = choice.value.to_possible_value();
    let value = value.map_or(String::new(), |value| value.get_name().to_owned());
    row(name, &value, &choice.origin)
}
