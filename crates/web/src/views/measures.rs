//! The size of the grid and the length of a line: steppers, presets, and what does not fit.

use std::ops::RangeInclusive;

use foursight_core::{Ruleset, RulesetError, Variant};
use leptos::prelude::*;

use super::{context, live, tap};
use crate::reasons;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// The columns, rows and lengths of a line that people are offered.
const OFFERED: [RangeInclusive<u8>; 3] = [3..=16, 3..=12, 3..=7];
/// The fields that they are written in, and what each is called.
const FIELDS: [(&str, M); 3] = [
    ("width", M::Columns),
    ("height", M::Rows),
    ("connect", M::LineLength),
];
/// Sizes that people like: columns, rows, line.
const PRESETS: [(u8, u8, u8); 5] = [(7, 6, 4), (8, 7, 4), (9, 7, 4), (10, 10, 5), (16, 7, 5)];

/// The rules of a game to come, as they stand in their fields.
#[derive(Clone, Copy)]
pub(crate) struct RulesChosen {
    pub(crate) variant: Source<Variant>,
    /// Columns, rows and how long a line must be, as somebody wrote them.
    pub(crate) written: Source<[String; 3]>,
}

impl RulesChosen {
    /// Those of the last game.
    pub(crate) fn of(ruleset: Ruleset) -> Self {
        let last = [ruleset.width(), ruleset.height(), ruleset.connect()];
        Self {
            variant: Source::new(ruleset.variant()),
            written: Source::new(last.map(|number| number.to_string())),
        }
    }

    /// Another variant, in its usual size.
    pub(crate) fn choose(self, variant: Variant) {
        self.write(variant.usual_size());
        self.variant.set(variant);
    }

    fn write(self, (width, height, connect): (u8, u8, u8)) {
        let numbers = [width, height, connect];
        self.written.set(numbers.map(|number| number.to_string()));
    }

    /// A measure; none if what is written is no number that is offered.
    fn measure(self, place: usize) -> Option<u8> {
        let number = self
            .written
            .with(|written| written[place].trim().parse().ok())?;
        OFFERED[place].contains(&number).then_some(number)
    }

    /// The rules; none if a measure is none.
    pub(crate) fn ruleset(self) -> Option<Result<Ruleset, RulesetError>> {
        let [width, height, connect] = [0, 1, 2].map(|place| self.measure(place));
        Some(Ruleset::new(width?, height?, connect?, self.variant.get()))
    }

    /// What is wrong with what is written; none if that are rules.
    pub(crate) fn complaint(self, text: Text) -> Option<String> {
        match self.ruleset() {
            Some(Ok(_)) => None,
            Some(Err(error)) => {
                let reason = reasons::ruleset(text, error);
                Some(text.with(M::RulesDoNotFit, &[("reason", &reason)]))
            }
            None => {
                let place = self.wrong_place();
                let (_, label) = FIELDS[place];
                let (least, most) = (OFFERED[place].start(), OFFERED[place].end());
                let wanted = text.with(M::NumberWanted, &[("least", least), ("most", most)]);
                Some(format!("{}: {wanted}", text.get(label)))
            }
        }
    }

    /// The field to look at when there are no rules.
    pub(crate) fn wrong_field(self) -> &'static str {
        FIELDS[self.wrong_place()].0
    }

    fn wrong_place(self) -> usize {
        let is_wrong = |place: &usize| self.measure(*place).is_none();
        (0..FIELDS.len()).find(is_wrong).unwrap_or(0)
    }

    fn step(self, place: usize, up: bool) {
        let (least, most) = (*OFFERED[place].start(), *OFFERED[place].end());
        let now = self.measure(place).unwrap_or(least);
        let next = if up {
            now.saturating_add(1)
        } else {
            now.saturating_sub(1)
        };
        self.written
            .update(|written| written[place] = next.clamp(least, most).to_string());
    }
}

/// The measures to choose.
#[component]
pub(crate) fn Measures(
    /// What is chosen so far.
    chosen: RulesChosen,
) -> impl IntoView {
    let (_, text) = context();
    // A field says by itself which numbers it takes.
    let complaint = move || match chosen.ruleset() {
        Some(_) => chosen.complaint(text).unwrap_or_default(),
        None => String::new(),
    };
    let presets = PRESETS.map(|size| {
        let (width, height, connect) = size;
        let measures = [width, height, connect].map(|number| number.to_string());
        let is_chosen = move || {
            chosen
                .written
                .with(|written| *written == measures)
                .to_string()
        };
        // Another line than the usual one is said.
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
                aria-pressed=live(is_chosen)
                on:click=tap(move || chosen.write(size))
            >
                {label}
            </button>
        }
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::Sizes)>{presets.collect_view()}</div>
        <div class="row">{[0, 1, 2].map(|place| measure(text, chosen, place)).collect_view()}</div>
        <p role="alert" data-testid="rules-error">{live(complaint)}</p>
    }
}

/// A field for a number between a minus and a plus. What it takes stands below it.
fn measure(text: Text, chosen: RulesChosen, place: usize) -> impl IntoView {
    let (id, label) = FIELDS[place];
    let (least, most) = (*OFFERED[place].start(), *OFFERED[place].end());
    let is_wrong = move || chosen.measure(place).is_none();
    let hint = move || {
        let message = if is_wrong() {
            M::NumberWanted
        } else {
            M::NumberOffered
        };
        text.with(message, &[("least", &least), ("most", &most)])
    };
    let hint_id = format!("{id}-hint");
    let step = move |sign: &'static str, message: M, up: bool| {
        let label = format!("{}: {}", text.get(label), text.get(message));
        view! { <button type="button" aria-label=label data-testid=format!("{id}{sign}") on:click=tap(move || chosen.step(place, up))>{sign}</button> }
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
                    prop:value=live(move || chosen.written.with(|written| written[place].clone()))
                    aria-describedby=hint_id.clone()
                    aria-invalid=live(move || is_wrong().to_string())
                    on:input=move |event| {
                        chosen.written.update(|written| written[place] = event_target_value(&event));
                    }
                />
                {step("+", M::More, true)}
            </div>
            <small id=hint_id data-testid=format!("{id}-hint") aria-live="polite">{live(hint)}</small>
        </div>
    }
}
