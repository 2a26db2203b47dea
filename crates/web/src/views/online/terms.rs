//! The form for the terms of an online game: rules, size, clock, who starts.

use foursight_core::Ruleset;
use foursight_page::online::{ClockField, ClockKind, TermsForm, clock_words};
use foursight_page::text::{Text, UiMessage as M};
use foursight_protocol::online::{FirstPlayer, GameTerms};
use foursight_record::parse_ruleset;
use leptos::prelude::*;

use super::super::{dynamic_view, text_signal};
use crate::browser;
use crate::shell::signals::ErasedSignal;
use crate::views::play::board_size::{BoardSizeForm, RulesForm};
use crate::views::play::new_game::{radio, rules_name, select_field, variant_radios};

/// The state of the form.
#[derive(Clone, Copy)]
pub(super) struct OnlineTermsForm {
    rules: RulesForm,
    choice: ErasedSignal<TermsForm>,
    /// Number of clocks set by quick buttons; a change rebuilds the clock field.
    quick_picks: ErasedSignal<u32>,
    first: ErasedSignal<FirstPlayer>,
}

impl OnlineTermsForm {
    /// Returns the form with its defaults.
    pub(super) fn new() -> Self {
        Self {
            rules: RulesForm::of(Ruleset::STANDARD),
            choice: ErasedSignal::new(TermsForm::default()),
            quick_picks: ErasedSignal::new(0),
            first: ErasedSignal::new(FirstPlayer::Random),
        }
    }

    /// Returns the terms. If the board size is invalid, moves the focus to the field and returns
    /// `None`.
    pub(super) fn terms(self) -> Option<GameTerms> {
        let Some(Ok(ruleset)) = self.rules.ruleset() else {
            browser::focus_in_details(self.rules.invalid_field());
            return None;
        };
        let mut choice = self.choice.get_untracked();
        choice.first = self.first.get_untracked();
        Some(choice.terms(ruleset))
    }

    /// Sets the clock of a quick button.
    pub(super) fn set_clock(self, quick: TermsForm) {
        self.choice.set(quick);
        self.quick_picks.update(|quick_picks| *quick_picks += 1);
    }

    fn sentence(self, text: Text) -> String {
        let rules = match self.rules.ruleset() {
            Some(Ok(ruleset)) => rules_name(text, ruleset),
            _ => String::new(),
        };
        format!("{rules} · {}", clock_words(text, self.choice.get().clock()))
    }
}

/// Describes terms by rules and clock.
pub(super) fn terms_text(text: Text, terms: &GameTerms) -> [String; 2] {
    let rules = parse_ruleset(&terms.rules);
    let rules = rules.map_or_else(|_| terms.rules.clone(), |rules| rules_name(text, rules));
    [rules, clock_words(text, terms.clock)]
}

/// The form, folded away: most people keep the defaults.
pub(super) fn form(text: Text, chosen: OnlineTermsForm) -> AnyView {
    let pace = move |name: String| {
        if let Some(pace) = ClockKind::from_name(&name) {
            chosen.choice.update(|choice| choice.clock_kind = pace);
        }
    };
    let paces = move || {
        chosen.quick_picks.get();
        let now = chosen.choice.with_untracked(|choice| choice.clock_kind);
        let paces = ClockKind::ALL.map(|pace| {
            let label = text.get(pace.words()).to_owned();
            (pace.name().to_owned(), label, pace == now)
        });
        select_field("online-pace", text.get(M::OnlinePace), paces.to_vec(), pace).into_any()
    };
    let first_radios = [
        ("lot", M::OnlineFirstRandom, FirstPlayer::Random),
        ("host", M::OnlineFirstHost, FirstPlayer::Host),
        ("guest", M::OnlineFirstGuest, FirstPlayer::Guest),
    ];
    let first_radios = first_radios
        .map(|(id, label, this)| radio("first", id, text.get(label), chosen.first, this));
    view! {
        <details class="card">
            <summary data-testid="online-terms">
                {text.get(M::OnlineTerms)}": "<b data-testid="online-chosen">{text_signal(move || chosen.sentence(text))}</b>
            </summary>
            {variant_radios(text, chosen.rules)}
            <BoardSizeForm rules=chosen.rules/>
            <div class="row">
                {dynamic_view(paces)}
                {dynamic_view(move || number_fields(text, chosen))}
            </div>
            <fieldset class="segment">
                <legend>{text.get(M::OnlineFirst)}</legend>
                {first_radios.collect_view()}
            </fieldset>
        </details>
    }
    .into_any()
}

/// The number fields of the chosen pace.
fn number_fields(text: Text, chosen: OnlineTermsForm) -> AnyView {
    let numbers = chosen.choice.with(|choice| choice.clock_kind.numbers());
    let field = |number: &'static ClockField| {
        let value = chosen
            .choice
            .with_untracked(|choice| choice.numbers[number.index]);
        let (least, most) = number.range;
        let write = move |event| {
            let typed = event_target_value(&event);
            chosen
                .choice
                .update(|choice| choice.set_number(*number, &typed));
        };
        view! {
            <label class="field">
                <span>{text.get(number.label)}</span>
                <input type="number" min=least max=most value=value data-testid=format!("online-{}", number.name) on:change=write/>
            </label>
        }
    };
    numbers.iter().map(field).collect_view().into_any()
}
