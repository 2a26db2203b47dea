//! Settings as text.

use super::{ColumnNames, Detail, Motion, Settings, Switch, Theme, VOLUME_MAX, Verbosity, View};
use crate::keys::KeyMap;
use crate::saved::{SavedLines, SavedTextError, format_lines, unknown};
use crate::text::Language;

/// Formats the settings.
#[must_use]
pub fn settings_to_text(settings: Settings) -> String {
    let language = settings.language.map_or("", Language::code);
    format_lines(&[
        ("language", &language),
        ("theme", &settings.theme.name()),
        ("dark", &settings.dark.name()),
        ("column-names", &settings.column_names.name()),
        ("numbers", &settings.numbers.name()),
        ("motion", &settings.motion.name()),
        ("view", &settings.view.name()),
        ("detail", &settings.detail.name()),
        ("verbosity", &settings.verbosity.name()),
        ("single-keys", &settings.single_keys.name()),
        ("keys", &String::from(settings.keys)),
        ("letter-keys", &settings.letter_keys.name()),
        ("digits-drop", &settings.digits_drop.name()),
        ("natural-delay", &settings.natural_delay.name()),
        ("shown-table", &settings.show_table.name()),
        ("sound", &settings.sound.name()),
        ("drop-volume", &settings.drop_volume),
        ("signal-volume", &settings.signal_volume),
    ])
}

/// Parses settings. Missing ones have their defaults, and unknown ones of later versions are
/// ignored.
///
/// # Errors
///
/// [`SavedTextError`] if the text cannot be read.
pub fn settings_from_text(text: &str) -> Result<Settings, SavedTextError> {
    let mut settings = Settings::default();
    for (name, value) in SavedLines::parse(text)?.0 {
        apply_setting(&mut settings, name, value).ok_or_else(|| unknown(name, value))?;
    }
    Ok(settings)
}

/// Applies a line to the settings. Returns `None` for an invalid value.
fn apply_setting(settings: &mut Settings, name: &str, value: &str) -> Option<()> {
    let volume = || Some(value.parse::<u8>().ok()?.min(VOLUME_MAX));
    match name {
        "language" if value.is_empty() => settings.language = None,
        "language" => settings.language = Some(Language::from_code(value)?),
        "theme" => settings.theme = Theme::from_name(value)?,
        "dark" => settings.dark = Theme::from_name(value)?,
        "column-names" => settings.column_names = ColumnNames::from_name(value)?,
        "numbers" => settings.numbers = Switch::from_name(value)?,
        "motion" => settings.motion = Motion::from_name(value)?,
        "view" => settings.view = View::from_name(value)?,
        "detail" => settings.detail = Detail::from_name(value)?,
        "verbosity" => settings.verbosity = Verbosity::from_name(value)?,
        "single-keys" => settings.single_keys = Switch::from_name(value)?,
        "keys" => settings.keys = KeyMap::try_from(value.to_owned()).ok()?,
        "letter-keys" => settings.letter_keys = Switch::from_name(value)?,
        "digits-drop" => settings.digits_drop = Switch::from_name(value)?,
        "natural-delay" => settings.natural_delay = Switch::from_name(value)?,
        "shown-table" => settings.show_table = Switch::from_name(value)?,
        "sound" => settings.sound = Switch::from_name(value)?,
        "drop-volume" => settings.drop_volume = volume()?,
        "signal-volume" => settings.signal_volume = volume()?,
        _ => {}
    }
    Some(())
}
