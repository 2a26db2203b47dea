//! The rules of a game to come: the variant and its measures, each field with what it takes beside it.

use foursight_core::{BothConnect, Fill, Stock, Variant};
use leptos::prelude::*;

use super::new_game::{Choice, FIELDS, OFFERED, RulesChosen, picker};
use super::{context, live, shown_if};
use crate::browser;
use crate::model::View;
use crate::reasons;
use crate::text::{Message as M, Text};

/// What is written in each of the [`FIELDS`].
const LABELS: [M; 3] = [M::Columns, M::Rows, M::LineLength];

fn variants() -> [(Variant, M); 5] {
    [
        (Variant::Standard, M::Standard),
        (Variant::PopOut(BothConnect::default()), M::PopOut),
        (Variant::PopTen(Fill::default()), M::PopTen),
        (Variant::FiveInARow, M::FiveInARow),
        (Variant::PowerUp(Stock::default()), M::PowerUp),
    ]
}

/// The rules to choose from.
#[component]
pub(crate) fn Rules(
    /// What is chosen so far.
    chosen: RulesChosen,
) -> impl IntoView {
    let (page, text) = context();
    let pick = move |name: String| {
        let found = variants()
            .into_iter()
            .find(|(variant, _)| variant.name() == name);
        if let Some((found, _)) = found {
            chosen.write(found.usual_size());
            chosen.variant.set(found);
            // Not by a property that follows: what is wrong in a field may be the same to us.
            for (place, id) in FIELDS.iter().enumerate() {
                chosen
                    .written
                    .with_untracked(|written| browser::fill(id, &written[place]));
            }
        }
    };
    let complaint = move || match chosen.ruleset() {
        Some(Err(error)) => {
            let reason = reasons::ruleset(text, error);
            text.with(M::RulesDoNotFit, &[("reason", &reason)])
        }
        _ => String::new(),
    };
    let is_made_flat = move || {
        matches!(chosen.variant.get(), Variant::PowerUp(_)) && page.settings().view == View::Scene
    };
    let fields = (0..FIELDS.len()).map(|place| measure(text, chosen, place));
    let options = variant_options(text, chosen.variant.get_untracked());
    view! {
        {picker("variant", text.get(M::Rules), options, pick)}
        {shown_if(is_made_flat, move || view! {
            <p role="status" data-testid="made-flat">{text.get(M::PowerUpIsFlat)}</p>
        }.into_any())}
        <div class="row">{fields.collect_view()}</div>
        <p role="alert" data-testid="rules-error">{live(complaint)}</p>
    }
}

fn variant_options(text: Text, now: Variant) -> Vec<Choice> {
    variants()
        .map(|(variant, message)| {
            let is_picked = variant.name() == now.name();
            (variant.name(), text.get(message), is_picked)
        })
        .to_vec()
}

/// A field for a number. What it takes stands below it, and is asked for if it holds something else.
fn measure(text: Text, chosen: RulesChosen, place: usize) -> impl IntoView {
    let (id, label) = (FIELDS[place], LABELS[place]);
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
    let written = chosen
        .written
        .with_untracked(|written| written[place].clone());
    view! {
        <div class="field">
            <label for=id>{text.get(label)}</label>
            <input
                type="number"
                id=id
                data-testid=id
                min=least
                max=most
                value=written
                aria-describedby=hint_id.clone()
                aria-invalid=live(move || is_wrong().to_string())
                on:input=move |event| {
                    chosen.written.update(|written| written[place] = event_target_value(&event));
                }
            />
            <small id=hint_id data-testid=format!("{id}-hint") aria-live="polite">{live(hint)}</small>
        </div>
    }
}
