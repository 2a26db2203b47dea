//! The form for board size and line length: steppers, presets and validation.

use std::ops::RangeInclusive;

use foursight_core::{Ruleset, RulesetError, Variant};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::error_text;
use leptos::prelude::*;

use crate::shell::signals::ErasedSignal;
use crate::views::{click_handler, context, text_signal};

/// Columns, rows and line lengths that the form accepts.
const RANGES: [RangeInclusive<u8>; 3] = [3..=16, 3..=12, 3..=7];
/// Ids and labels of the fields.
const FIELDS: [(&str, M); 3] = [
    ("width", M::Columns),
    ("height", M::Rows),
    ("connect", M::LineLength),
];
/// Preset sizes: columns, rows, line length.
const PRESETS: [(u8, u8, u8); 5] = [(7, 6, 4), (8, 7, 4), (9, 7, 4), (10, 10, 5), (16, 7, 5)];

/// The rules in the form of a new game.
#[derive(Clone, Copy)]
pub(crate) struct RulesForm {
    pub(crate) variant: ErasedSignal<Variant>,
    /// Columns, rows and line length, as typed.
    pub(crate) values: ErasedSignal<[String; 3]>,
}

impl RulesForm {
    /// Fills the form from the last game.
    pub(crate) fn of(ruleset: Ruleset) -> Self {
        let last = [ruleset.width(), ruleset.height(), ruleset.connect()];
        Self {
            variant: ErasedSignal::new(ruleset.variant()),
            values: ErasedSignal::new(last.map(|number| number.to_string())),
        }
    }

    /// Selects a variant, in its usual size.
    pub(crate) fn choose(self, variant: Variant) {
        self.write(variant.default_size());
        self.variant.set(variant);
    }

    fn write(self, (width, height, connect): (u8, u8, u8)) {
        let numbers = [width, height, connect];
        self.values.set(numbers.map(|number| number.to_string()));
    }

    /// Parses a field. Returns `None` unless it is a number in the accepted range.
    fn parse(self, index: usize) -> Option<u8> {
        let number = self
            .values
            .with(|values| values[index].trim().parse().ok())?;
        RANGES[index].contains(&number).then_some(number)
    }

    /// Returns the rules, or `None` if a field is invalid.
    pub(crate) fn ruleset(self) -> Option<Result<Ruleset, RulesetError>> {
        let [width, height, connect] = [0, 1, 2].map(|index| self.parse(index));
        Some(Ruleset::new(width?, height?, connect?, self.variant.get()))
    }

    /// Returns the error in the form, if any.
    pub(crate) fn error_text(self, text: Text) -> Option<String> {
        match self.ruleset() {
            Some(Ok(_)) => None,
            Some(Err(error)) => {
                let reason = error_text::ruleset_error_text(text, error);
                Some(text.with(M::RulesDoNotFit, &[("reason", &reason)]))
            }
            None => {
                let index = self.invalid_index();
                let (_, label) = FIELDS[index];
                let (least, most) = (RANGES[index].start(), RANGES[index].end());
                let wanted = text.with(M::NumberWanted, &[("least", least), ("most", most)]);
                Some(format!("{}: {wanted}", text.get(label)))
            }
        }
    }

    /// Returns the id of the field to correct.
    pub(crate) fn invalid_field(self) -> &'static str {
        FIELDS[self.invalid_index()].0
    }

    fn invalid_index(self) -> usize {
        let is_invalid = |index: &usize| self.parse(*index).is_none();
        (0..FIELDS.len()).find(is_invalid).unwrap_or(0)
    }

    fn step(self, index: usize, up: bool) {
        let (least, most) = (*RANGES[index].start(), *RANGES[index].end());
        let now = self.parse(index).unwrap_or(least);
        let next = if up {
            now.saturating_add(1)
        } else {
            now.saturating_sub(1)
        };
        self.values
            .update(|values| values[index] = next.clamp(least, most).to_string());
    }
}

/// The form for board size and line length.
#[component]
pub(crate) fn BoardSizeForm(
    /// The rules in the form.
    rules: RulesForm,
) -> impl IntoView {
    let (_, text) = context();
    // Each field shows its own range.
    let error_text = move || match rules.ruleset() {
        Some(_) => rules.error_text(text).unwrap_or_default(),
        None => String::new(),
    };
    let presets = PRESETS.map(|size| {
        let (width, height, connect) = size;
        let preset = [width, height, connect].map(|number| number.to_string());
        let is_chosen = move || rules.values.with(|values| *values == preset).to_string();
        // Mention the line length only if it is unusual.
        let label = if connect == Ruleset::STANDARD.connect() {
            format!("{width} × {height}")
        } else {
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("columns", &width), ("rows", &height), ("line", &connect)];
            text.with(M::SizeAndLine, &parts)
        };
        view! {
            <button
                type="button"
                data-testid=format!("preset-{width}x{height}")
                aria-pressed=text_signal(is_chosen)
                on:click=click_handler(move || rules.write(size))
            >
                {label}
            </button>
        }
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::Sizes)>{presets.collect_view()}</div>
        <div class="row">{[0, 1, 2].map(|index| number_field(text, rules, index)).collect_view()}</div>
        <p role="alert" data-testid="rules-error">{text_signal(error_text)}</p>
    }
}

/// A number field between a minus and a plus button, with its range below.
fn number_field(text: Text, rules: RulesForm, index: usize) -> impl IntoView {
    let (id, label) = FIELDS[index];
    let (least, most) = (*RANGES[index].start(), *RANGES[index].end());
    let is_invalid = move || rules.parse(index).is_none();
    let hint = move || {
        let message = if is_invalid() {
            M::NumberWanted
        } else {
            M::NumberOffered
        };
        text.with(message, &[("least", &least), ("most", &most)])
    };
    let hint_id = format!("{id}-hint");
    let step = move |sign: &'static str, message: M, up: bool| {
        let label = format!("{}: {}", text.get(label), text.get(message));
        view! { <button type="button" aria-label=label data-testid=format!("{id}{sign}") on:click=click_handler(move || rules.step(index, up))>{sign}</button> }
    };
    view! {
        <div class="field">
            <label for=id>{text.get(label)}</label>
            <div class="stepper">
                {step("−", M::Less, false)}
                <input
                    inputmode="numeric"
                    id=id
                    data-testid=id
                    prop:value=text_signal(move || rules.values.with(|values| values[index].clone()))
                    aria-describedby=hint_id.clone()
                    aria-invalid=text_signal(move || is_invalid().to_string())
                    on:input=move |event| {
                        rules.values.update(|values| values[index] = event_target_value(&event));
                    }
                />
                {step("+", M::More, true)}
            </div>
            <small id=hint_id data-testid=format!("{id}-hint") aria-live="polite">{text_signal(hint)}</small>
        </div>
    }
}
