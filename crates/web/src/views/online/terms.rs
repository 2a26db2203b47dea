//! The choices for a game with somebody else: rules, size, clock, who begins.

use foursight_core::Ruleset;
use foursight_protocol::online::{Beginner, Terms};
use foursight_record::parse_ruleset;
use leptos::prelude::*;

use super::super::measures::{Measures, RulesChosen};
use super::super::new_game::{picker, radio, rules_name, rules_picks};
use super::super::{live, shown};
use crate::browser;
use crate::online::{Choice, Number, Pace, clock_words};
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// All that is chosen.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    rules: RulesChosen,
    choice: Source<Choice>,
    /// How often a clock was taken with one press: the field for it is then written anew.
    taken: Source<u32>,
    first: Source<Beginner>,
}

impl Chosen {
    /// What most people want.
    pub(super) fn new() -> Self {
        Self {
            rules: RulesChosen::of(Ruleset::STANDARD),
            choice: Source::new(Choice::default()),
            taken: Source::new(0),
            first: Source::new(Beginner::Lot),
        }
    }

    /// The terms; none if the measures do not fit, and then the field to mend has the focus.
    pub(super) fn terms(self) -> Option<Terms> {
        let Some(Ok(ruleset)) = self.rules.ruleset() else {
            browser::reveal(self.rules.wrong_field());
            return None;
        };
        let mut choice = self.choice.get_untracked();
        choice.first = self.first.get_untracked();
        Some(choice.terms(ruleset))
    }

    /// Another clock, for those who take one with one press.
    pub(super) fn set_clock(self, quick: Choice) {
        self.choice.set(quick);
        self.taken.update(|taken| *taken += 1);
    }

    fn sentence(self, text: Text) -> String {
        let rules = match self.rules.ruleset() {
            Some(Ok(ruleset)) => rules_name(text, ruleset),
            _ => String::new(),
        };
        format!("{rules} · {}", clock_words(text, self.choice.get().clock()))
    }
}

/// Terms in a few words.
pub(super) fn words(text: Text, terms: &Terms) -> [String; 2] {
    let rules = parse_ruleset(&terms.rules);
    let rules = rules.map_or_else(|_| terms.rules.clone(), |rules| rules_name(text, rules));
    [rules, clock_words(text, terms.clock)]
}

/// The choices, folded away: most people want what is there.
pub(super) fn form(text: Text, chosen: Chosen) -> AnyView {
    let pace = move |name: String| {
        if let Some(pace) = Pace::from_name(&name) {
            chosen.choice.update(|choice| choice.pace = pace);
        }
    };
    let paces = move || {
        chosen.taken.get();
        let now = chosen.choice.with_untracked(|choice| choice.pace);
        let paces = Pace::ALL.map(|pace| {
            let label = text.get(pace.words()).to_owned();
            (pace.name().to_owned(), label, pace == now)
        });
        picker("online-pace", text.get(M::OnlinePace), paces.to_vec(), pace).into_any()
    };
    let firsts = [
        ("lot", M::OnlineFirstLot, Beginner::Lot),
        ("host", M::OnlineFirstHost, Beginner::Host),
        ("guest", M::OnlineFirstGuest, Beginner::Guest),
    ];
    let firsts =
        firsts.map(|(id, label, this)| radio("first", id, text.get(label), chosen.first, this));
    view! {
        <details class="card">
            <summary data-testid="online-terms">
                {text.get(M::OnlineTerms)}": "<b data-testid="online-chosen">{live(move || chosen.sentence(text))}</b>
            </summary>
            {rules_picks(text, chosen.rules)}
            <Measures chosen=chosen.rules/>
            <div class="row">
                {shown(paces)}
                {shown(move || numbers(text, chosen))}
            </div>
            <fieldset class="segment">
                <legend>{text.get(M::OnlineFirst)}</legend>
                {firsts.collect_view()}
            </fieldset>
        </details>
    }
    .into_any()
}

/// The numbers that the chosen pace needs.
fn numbers(text: Text, chosen: Chosen) -> AnyView {
    let numbers = chosen.choice.with(|choice| choice.pace.numbers());
    let field = |number: &'static Number| {
        let value = chosen
            .choice
            .with_untracked(|choice| choice.numbers[number.place]);
        let (least, most) = number.offered;
        let write = move |event| {
            let written = event_target_value(&event);
            chosen
                .choice
                .update(|choice| choice.write(*number, &written));
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
