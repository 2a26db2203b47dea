//! The choices that are not about one game.

use foursight_core::{Column, Game, Player};
use leptos::prelude::*;

use super::mini::mini;
use super::new_game::picker;
use super::play::faced;
use super::twin::letter;
use super::{context, live, shown, when};
use crate::browser;
use crate::model::{
    ColumnNames, Detail, Motion, Settings, Switch, Theme, Tone, VOLUME_MAX, Verbosity, View,
};
use crate::shell::Ui;
use crate::sound::Place;
use crate::text::{Language, Message as M, Text};

/// The game of the sample, by numbers of columns.
const SAMPLE: [usize; 8] = [4, 5, 3, 4, 3, 4, 4, 2];
/// The drop that is heard at another volume.
const DROP: Tone = Tone::Drop(
    Place {
        column: 3,
        width: 7,
    },
    1,
);

/// All of them, each in force at once.
#[component]
pub(crate) fn SettingsForm() -> impl IntoView {
    let (ui, text) = context();
    let now = ui.settings_now();
    let languages = Language::ALL
        .map(|one| (one.code().to_owned(), one.name().to_owned(), one == text.0))
        .to_vec();
    let looks = view! {
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
    };
    let sounds = view! {
        {switch(ui, text, "sound", M::SettingSound, |settings| &mut settings.sound)}
        {volume("drop-volume", M::SettingDropVolume, DROP, |settings| &mut settings.drop_volume)}
        {volume("signal-volume", M::SettingSignalVolume, Tone::Won(0), |settings| &mut settings.signal_volume)}
    };
    let plays = view! {
        {switch(ui, text, "single-keys", M::SettingSingleKeys, |settings| &mut settings.single_keys)}
        {switch(ui, text, "letter-keys", M::SettingLetterKeys, |settings| &mut settings.letter_keys)}
        {switch(ui, text, "digits-drop", M::SettingDigitsDrop, |settings| &mut settings.digits_drop)}
        {switch(ui, text, "every-number", M::SettingNumbers, |settings| &mut settings.numbers)}
        {switch(ui, text, "natural-delay", M::SettingDelay, |settings| &mut settings.natural_delay)}
    };
    let reads = view! {
        {picker("verbosity", text.get(M::SettingVerbosity), named(text, now.verbosity, Verbosity::ALL, Verbosity::name, verbosity_name), move |name| {
            if let Some(found) = Verbosity::from_name(&name) { ui.choose(|settings| settings.verbosity = found); }
        })}
        {switch(ui, text, "shown-table", M::SettingTable, |settings| &mut settings.shown_table)}
    };
    view! {
        {sample(ui, text)}
        {group(text, M::GroupLooks, looks.into_any())}
        {group(text, M::GroupSound, sounds.into_any())}
        {group(text, M::GroupPlay, plays.into_any())}
        {group(text, M::GroupReading, reads.into_any())}
    }
}

/// Choices that belong together.
fn group(text: Text, name: M, inside: AnyView) -> AnyView {
    view! {
        <fieldset class="choices">
            <legend>{text.get(name)}</legend>
            {inside}
        </fieldset>
    }
    .into_any()
}

/// What the choices change: a grid with the names of its columns, and a turn. Another choice lets
/// its last disc fall again, if things move.
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
            view! { <span class="head" data-letter=letter(column)><span>{column.number()}</span></span> }
        });
    let turn = text.with(
        M::TurnOf,
        &[("name", &text.with(M::PlayerNumber, &[("number", &1)]))],
    );
    let drawn = move || {
        ui.settings();
        view! { <span class="drawn">{mini(&game)}</span> }.into_any()
    };
    view! {
        <div class="sample" data-testid="sample" aria-hidden="true">
            <div><div class="heads">{heads.collect_view()}</div>{shown(drawn)}</div>
            <p class="turn first">{faced(Player::First)}<span>{turn}</span></p>
        </div>
    }
    .into_any()
}

fn named<T: Copy + PartialEq>(
    text: Text,
    now: T,
    all: &[T],
    name: fn(T) -> &'static str,
    message: fn(T) -> M,
) -> Vec<super::new_game::Choice> {
    all.iter()
        .map(|one| {
            let label = text.get(message(*one)).to_owned();
            (name(*one).to_owned(), label, *one == now)
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

/// A choice that is on or off.
pub(super) fn switch(
    ui: Ui,
    text: Text,
    id: &'static str,
    message: M,
    field: fn(&mut Settings) -> &mut Switch,
) -> AnyView {
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
    .into_any()
}

fn volume(
    id: &'static str,
    message: M,
    tone: Tone,
    field: fn(&mut Settings) -> &mut u8,
) -> impl IntoView + use<> {
    let (ui, text) = context();
    let hear = move |_| {
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
                prop:value=live(move || field(&mut ui.settings()).to_string())
                on:input=move |event| {
                    if let Ok(volume) = event_target_value(&event).parse::<u8>() {
                        ui.choose(|settings| *field(settings) = volume.min(VOLUME_MAX));
                    }
                }
                on:change=hear
            />
        </label>
    }
}
