//! The choices that are not about one game.

use leptos::prelude::*;

use super::new_game::picker;
use super::{context, live, when};
use crate::browser;
use crate::model::{
    ColumnNames, Detail, Motion, Settings, Switch, Theme, VOLUME_MAX, Verbosity, View,
};
use crate::shell::Ui;
use crate::text::{Language, Message as M, Text};

/// All of them, each in force at once.
#[component]
pub(crate) fn SettingsForm() -> impl IntoView {
    let (ui, text) = context();
    let now = ui.settings_now();
    let languages = Language::ALL
        .map(|one| (one.code(), one.name(), one == text.0))
        .to_vec();
    view! {
        <div class="choices">
            {picker("language", text.get(M::SettingLanguage), languages, move |code| {
                ui.choose(|settings| settings.language = Language::from_code(&code));
                // All views are new now; the focus goes back to where it was.
                set_timeout(|| browser::focus("language"), std::time::Duration::ZERO);
            })}
            {picker("theme", text.get(M::SettingTheme), named(text, now.theme, Theme::ALL, Theme::name, theme_name), move |name| {
                if let Some(found) = Theme::from_name(&name) { ui.choose(|settings| settings.theme = found); }
            })}
            {picker("column-names", text.get(M::SettingColumnNames), named(text, now.column_names, ColumnNames::ALL, ColumnNames::name, column_names_name), move |name| {
                if let Some(found) = ColumnNames::from_name(&name) { ui.choose(|settings| settings.column_names = found); }
            })}
            {picker("view", text.get(M::SettingView), named(text, now.view, View::ALL, View::name, view_name), move |name| {
                if let Some(found) = View::from_name(&name) { ui.choose(|settings| settings.view = found); }
            })}
            {picker("detail", text.get(M::SettingDetail), named(text, now.detail, Detail::ALL, Detail::name, detail_name), move |name| {
                if let Some(found) = Detail::from_name(&name) { ui.choose(|settings| settings.detail = found); }
            })}
            {picker("motion", text.get(M::SettingMotion), named(text, now.motion, Motion::ALL, Motion::name, motion_name), move |name| {
                if let Some(found) = Motion::from_name(&name) { ui.choose(|settings| settings.motion = found); }
            })}
            {picker("verbosity", text.get(M::SettingVerbosity), named(text, now.verbosity, Verbosity::ALL, Verbosity::name, verbosity_name), move |name| {
                if let Some(found) = Verbosity::from_name(&name) { ui.choose(|settings| settings.verbosity = found); }
            })}
            {switch(ui, text, "single-keys", M::SettingSingleKeys, |settings| &mut settings.single_keys)}
            {switch(ui, text, "digits-drop", M::SettingDigitsDrop, |settings| &mut settings.digits_drop)}
            {switch(ui, text, "natural-delay", M::SettingDelay, |settings| &mut settings.natural_delay)}
            {switch(ui, text, "shown-table", M::SettingTable, |settings| &mut settings.shown_table)}
            {switch(ui, text, "sound", M::SettingSound, |settings| &mut settings.sound)}
            {volume(ui, text, "drop-volume", M::SettingDropVolume, |settings| &mut settings.drop_volume)}
            {volume(ui, text, "signal-volume", M::SettingSignalVolume, |settings| &mut settings.signal_volume)}
        </div>
    }
}

fn named<T: Copy + PartialEq>(
    text: Text,
    now: T,
    all: &[T],
    name: fn(T) -> &'static str,
    message: fn(T) -> M,
) -> Vec<super::new_game::Choice> {
    all.iter()
        .map(|one| (name(*one), text.get(message(*one)), *one == now))
        .collect()
}

const fn theme_name(theme: Theme) -> M {
    match theme {
        Theme::Classic => M::ThemeClassic,
        Theme::Light => M::ThemeLight,
        Theme::System => M::ThemeSystem,
        Theme::Dark => M::ThemeDark,
        Theme::ColourBlindSafe => M::ThemeColourBlindSafe,
        Theme::HighContrast => M::ThemeHighContrast,
    }
}

const fn column_names_name(names: ColumnNames) -> M {
    match names {
        ColumnNames::Both => M::ColumnNamesBoth,
        ColumnNames::Numbers => M::ColumnNamesNumbers,
        ColumnNames::Letters => M::ColumnNamesLetters,
    }
}

const fn view_name(view: View) -> M {
    match view {
        View::Scene => M::ViewScene,
        View::Flat => M::ViewFlat,
    }
}

const fn detail_name(detail: Detail) -> M {
    match detail {
        Detail::Auto => M::DetailAuto,
        Detail::Low => M::DetailLow,
        Detail::Medium => M::DetailMedium,
        Detail::High => M::DetailHigh,
    }
}

const fn motion_name(motion: Motion) -> M {
    match motion {
        Motion::System => M::MotionSystem,
        Motion::Reduced => M::MotionReduced,
        Motion::Full => M::MotionFull,
    }
}

const fn verbosity_name(verbosity: Verbosity) -> M {
    match verbosity {
        Verbosity::Brief => M::VerbosityBrief,
        Verbosity::Normal => M::VerbosityNormal,
        Verbosity::Full => M::VerbosityFull,
    }
}

fn switch(
    ui: Ui,
    text: Text,
    id: &'static str,
    message: M,
    field: fn(&mut Settings) -> &mut Switch,
) -> impl IntoView + use<> {
    let is_on = when(move || field(&mut ui.settings()).is_on());
    view! {
        <label class="radio">
            <input
                type="checkbox"
                data-testid=id
                prop:checked=is_on
                on:change=move |event| {
                    let is_on = event_target_checked(&event);
                    ui.choose(|settings| *field(settings) = Switch::of(is_on));
                }
            />
            <span>{text.get(message)}</span>
        </label>
    }
}

fn volume(
    ui: Ui,
    text: Text,
    id: &'static str,
    message: M,
    field: fn(&mut Settings) -> &mut u8,
) -> impl IntoView + use<> {
    view! {
        <label class="field">
            <span>{text.get(message)}</span>
            <input
                type="range"
                data-testid=id
                min="0"
                max=VOLUME_MAX
                prop:value=live(move || field(&mut ui.settings()).to_string())
                on:input=move |event| {
                    if let Ok(volume) = event_target_value(&event).parse::<u8>() {
                        ui.choose(|settings| *field(settings) = volume.min(VOLUME_MAX));
                    }
                }
            />
        </label>
    }
}
