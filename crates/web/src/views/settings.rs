//! The settings of the page.

use foursight_core::{Column, Game, Player};
use foursight_page::settings::{
    ColumnNames, Detail, Motion, Settings, Switch, Theme, VOLUME_MAX, Verbosity, View,
};
use foursight_page::sound::SoundPosition;
use foursight_page::sound::Tone;
use foursight_page::text::{Language, Text, UiMessage as M};
use foursight_record::Rgb;
use leptos::prelude::*;

use super::play::disc_icon;
use super::{bool_signal, context, dynamic_view, text_signal};
use crate::browser;
use crate::shell::Ui;
use crate::views::games::thumbnail::thumbnail;
use crate::views::play::new_game::select_field;

/// The game of the sample board, as column numbers.
const SAMPLE: [usize; 8] = [4, 5, 3, 4, 3, 4, 4, 2];
/// The tone that plays when the drop volume changes.
const DROP: Tone = Tone::Drop(
    SoundPosition {
        column: 3,
        width: 7,
    },
    1,
);

/// The settings form. Every change applies immediately.
#[component]
pub(crate) fn SettingsForm() -> impl IntoView {
    let (ui, text) = context();
    let now = ui.settings_now();
    let languages = Language::ALL
        .map(|option| {
            (
                option.code().to_owned(),
                option.name().to_owned(),
                option == text.0,
            )
        })
        .to_vec();
    let appearance = view! {
        {select_field("language", text.get(M::SettingLanguage), languages, move |code| {
            ui.change_settings(|settings| settings.language = Language::from_code(&code));
            // The new language rebuilds all views: restore the focus.
            set_timeout(|| browser::focus("language"), std::time::Duration::ZERO);
        })}
        {select_field("column-names", text.get(M::SettingColumnNames), setting_options(text, now.column_names, ColumnNames::ALL, ColumnNames::name, column_names_name), move |name| {
            if let Some(found) = ColumnNames::from_name(&name) { ui.change_settings(|settings| settings.column_names = found); }
        })}
        {select_field("view", text.get(M::SettingView), setting_options(text, now.view, View::ALL, View::name, view_name), move |name| {
            if let Some(found) = View::from_name(&name) { ui.change_settings(|settings| settings.view = found); }
        })}
        {select_field("detail", text.get(M::SettingDetail), setting_options(text, now.detail, Detail::ALL, Detail::name, detail_name), move |name| {
            if let Some(found) = Detail::from_name(&name) { ui.change_settings(|settings| settings.detail = found); }
        })}
        {select_field("motion", text.get(M::SettingMotion), setting_options(text, now.motion, Motion::ALL, Motion::name, motion_name), move |name| {
            if let Some(found) = Motion::from_name(&name) { ui.change_settings(|settings| settings.motion = found); }
        })}
    };
    let sounds = view! {
        {switch(ui, text, "sound", M::SettingSound, |settings| &mut settings.sound)}
        {volume_slider("drop-volume", M::SettingDropVolume, DROP, |settings| &mut settings.drop_volume)}
        {volume_slider("signal-volume", M::SettingSignalVolume, Tone::Won(0), |settings| &mut settings.signal_volume)}
    };
    let plays = view! {
        {switch(ui, text, "single-keys", M::SettingSingleKeys, |settings| &mut settings.single_keys)}
        {switch(ui, text, "letter-keys", M::SettingLetterKeys, |settings| &mut settings.letter_keys)}
        {switch(ui, text, "digits-drop", M::SettingDigitsDrop, |settings| &mut settings.digits_drop)}
        {switch(ui, text, "every-number", M::SettingNumbers, |settings| &mut settings.numbers)}
        {switch(ui, text, "natural-delay", M::SettingDelay, |settings| &mut settings.natural_delay)}
    };
    let reads = view! {
        {select_field("verbosity", text.get(M::SettingVerbosity), setting_options(text, now.verbosity, Verbosity::ALL, Verbosity::name, verbosity_name), move |name| {
            if let Some(found) = Verbosity::from_name(&name) { ui.change_settings(|settings| settings.verbosity = found); }
        })}
        {switch(ui, text, "shown-table", M::SettingTable, |settings| &mut settings.show_table)}
    };
    view! {
        {sample(ui, text)}
        {themes(ui, text)}
        {group(text, M::GroupLooks, appearance.into_any())}
        {group(text, M::GroupSound, sounds.into_any())}
        {group(text, M::GroupPlay, plays.into_any())}
        {group(text, M::GroupReading, reads.into_any())}
    }
}

/// The choice of colours, each with a sample of its board.
fn themes(ui: Ui, text: Text) -> AnyView {
    let card = |theme: &Theme| {
        let theme = *theme;
        let is_chosen = bool_signal(move || ui.settings().theme == theme);
        view! {
            <label class="radio pick">
                <input
                    type="radio"
                    name="theme"
                    data-testid=format!("theme-{}", theme.name())
                    prop:checked=is_chosen
                    on:change=move |_| ui.change_settings(|settings| settings.theme = theme)
                />
                {swatch(theme)}
                <span>{text.get(theme_name(theme))}</span>
            </label>
        }
    };
    view! {
        <fieldset class="choices swatches" data-testid="theme">
            <legend>{text.get(M::SettingTheme)}</legend>
            {Theme::ALL.iter().map(card).collect_view()}
        </fieldset>
    }
    .into_any()
}

/// A sample of a theme; the one of the system shows both that it chooses from.
fn swatch(theme: Theme) -> AnyView {
    let parts = match theme {
        Theme::System => vec![(Theme::Classic, 0), (Theme::Light, 40)],
        theme => vec![(theme, 0)],
    };
    let part = |(theme, x): (Theme, u8)| {
        let colours = theme.palette();
        let css = |Rgb(red, green, blue): Rgb| format!("#{red:02x}{green:02x}{blue:02x}");
        view! {
            <g transform=format!("translate({x})")>
                <rect width="80" height="40" fill=css(colours.background)/>
                <rect x="6" y="8" width="30" height="24" rx="4" fill=css(colours.board) stroke=css(colours.highlight) stroke-opacity=".35"/>
                <circle cx="14" cy="24" r="5" fill=css(colours.first)/>
                <circle cx="28" cy="24" r="5" fill=css(colours.second)/>
                <circle cx="21" cy="14" r="3.5" fill=css(colours.empty)/>
            </g>
        }
    };
    let width = if parts.len() == 1 { 42 } else { 82 };
    let parts = parts.into_iter().map(part).collect_view();
    view! { <svg class="swatch" viewBox=format!("0 0 {width} 40") aria-hidden="true">{parts}</svg> }
        .into_any()
}

/// A group of settings.
fn group(text: Text, name: M, inside: AnyView) -> AnyView {
    view! {
        <fieldset class="choices">
            <legend>{text.get(name)}</legend>
            {inside}
        </fieldset>
    }
    .into_any()
}

/// A sample of what the settings change: a board with column names, and a turn. Every change drops
/// its last disc again, unless motion is reduced.
fn sample(ui: Ui, text: Text) -> AnyView {
    let game = || {
        SAMPLE
            .iter()
            .filter_map(|number| Column::from_number(*number))
    };
    let game = game().fold(Game::default(), |game, column| {
        game.drop_in(column).unwrap_or(game)
    });
    let heads = (0..usize::from(game.ruleset().width()))
        .filter_map(Column::from_index)
        .map(|column| {
            view! { <span class="head" data-letter=column.letters()><span>{column.number()}</span></span> }
        });
    let turn = text.with(
        M::TurnOf,
        &[("name", &text.with(M::PlayerNumber, &[("number", &1)]))],
    );
    let drawn = move || {
        ui.settings();
        view! { <span class="drawn">{thumbnail(&game)}</span> }.into_any()
    };
    view! {
        <div class="sample" data-testid="sample" aria-hidden="true">
            <div><div class="heads">{heads.collect_view()}</div>{dynamic_view(drawn)}</div>
            <p class="turn first">{disc_icon(Player::First)}<span>{turn}</span></p>
        </div>
    }
    .into_any()
}

fn setting_options<T: Copy + PartialEq>(
    text: Text,
    now: T,
    all: &[T],
    name: fn(T) -> &'static str,
    message: fn(T) -> M,
) -> Vec<super::play::new_game::SelectOption> {
    all.iter()
        .map(|option| {
            let label = text.get(message(*option)).to_owned();
            (name(*option).to_owned(), label, *option == now)
        })
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

/// A checkbox for a setting.
pub(super) fn switch(
    ui: Ui,
    text: Text,
    id: &'static str,
    message: M,
    field: fn(&mut Settings) -> &mut Switch,
) -> AnyView {
    let is_on = bool_signal(move || field(&mut ui.settings()).is_on());
    view! {
        <label class="radio">
            <input
                type="checkbox"
                data-testid=id
                prop:checked=is_on
                on:change=move |event| {
                    let is_on = event_target_checked(&event);
                    ui.change_settings(|settings| *field(settings) = Switch::of(is_on));
                }
            />
            <span>{text.get(message)}</span>
        </label>
    }
    .into_any()
}

fn volume_slider(
    id: &'static str,
    message: M,
    tone: Tone,
    field: fn(&mut Settings) -> &mut u8,
) -> impl IntoView + use<> {
    let (ui, text) = context();
    let play_sample = move |_| {
        let mut settings = ui.settings_now();
        let volume = f32::from(*field(&mut settings)) / f32::from(VOLUME_MAX);
        if settings.sound.is_on() && volume > 0.0 {
            ui.play_tone(tone, volume);
        }
    };
    view! {
        <label class="field">
            <span>{text.get(message)}</span>
            <input
                type="range"
                data-testid=id
                min="0"
                max=VOLUME_MAX
                prop:value=text_signal(move || field(&mut ui.settings()).to_string())
                on:input=move |event| {
                    if let Ok(volume) = event_target_value(&event).parse::<u8>() {
                        ui.change_settings(|settings| *field(settings) = volume.min(VOLUME_MAX));
                    }
                }
                on:change=play_sample
            />
        </label>
    }
}
