//! The choices before a tournament, and the tournaments that are kept.

use foursight_core::Ruleset;
use foursight_tournament::{Form, Seeding};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::players::players;
use super::{focus_soon, open, open_file, tiles};
use crate::browser;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::tournament::{Complaint, Draft, FormName, Held, Listed, PLAYERS_MIN, ROUNDS_MAX, words};
use crate::views::measures::{Measures, RulesChosen};
use crate::views::new_game::{pick, radio, rules_pick, variants};
use crate::views::{context, icons, live, shown_if};

/// How many games a match can have.
const BEST_OF: [(u8, &str); 4] = [(1, "1"), (2, "2"), (3, "3"), (5, "5")];
/// A file of a tournament has at most this many bytes.
const FILE_BYTES_MAX: u32 = 1 << 20;

/// All that is chosen, before it is in force.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    pub(super) title: Source<String>,
    pub(super) players: Source<Vec<Listed>>,
    pub(super) form: Source<FormName>,
    pub(super) rounds: Source<String>,
    pub(super) best_of: Source<u8>,
    pub(super) seeding: Source<Seeding>,
    pub(super) rules: RulesChosen,
}

impl Chosen {
    fn new() -> Self {
        let draft = Draft::default();
        Self {
            title: Source::new(draft.title),
            players: Source::new(draft.players),
            form: Source::new(draft.form),
            rounds: Source::new(draft.rounds),
            best_of: Source::new(draft.best_of),
            seeding: Source::new(draft.seeding),
            rules: RulesChosen::of(Ruleset::STANDARD),
        }
    }

    pub(super) fn draft(self) -> Draft {
        Draft {
            title: self.title.get(),
            players: self.players.get(),
            form: self.form.get(),
            rounds: self.rounds.get(),
            best_of: self.best_of.get(),
            seeding: self.seeding.get(),
        }
    }

    /// Adds somebody, and gives the new field the focus.
    pub(super) fn add(self, listed: Listed) {
        self.players.update(|players| players.push(listed));
        let place = self.players.with_untracked(Vec::len) - 1;
        focus_soon(name_id(place));
    }

    pub(super) fn remove(self, place: usize) {
        self.players.update(|players| {
            players.remove(place);
        });
        focus_soon("cup-add-person".to_owned());
    }
}

pub(super) fn name_id(place: usize) -> String {
    format!("cup-name-{}", place + 1)
}

/// What is wrong, in words: fields that are wrong are described by it.
pub(super) const COMPLAINT: &str = "cup-complaint";

/// True while a field is what is wrong.
pub(super) fn is_wrong(complaint: Source<Option<Complaint>>, field: String) -> Signal<String> {
    live(move || {
        let wrong = complaint.get().map(Complaint::field);
        (wrong.as_ref() == Some(&field)).to_string()
    })
}

/// The page with the choices.
#[component]
pub(super) fn Choices() -> impl IntoView {
    let (ui, text) = context();
    let chosen = Chosen::new();
    let complaint = Source::new(None::<Complaint>);
    let begin = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(Ok(ruleset)) = chosen.rules.ruleset() else {
            return browser::reveal(chosen.rules.wrong_field());
        };
        let seed = (js_sys::Math::random() * 1e6) as u64;
        match chosen.draft().begin(text, ruleset, seed) {
            Ok(tournament) => open(ui, text, &Held::new(tournament), None),
            Err(why) => {
                complaint.set(Some(why));
                browser::focus(&why.field());
            }
        }
    };
    let said = move || {
        complaint
            .get()
            .map_or_else(String::new, |why| why.words(text))
    };
    view! {
        <section class="new-page cup">
            <h1>{text.get(M::CupNew)}</h1>
            <p>{text.get(M::CupIntro)}</p>
            <p class="small">{text.get(M::CupNoScores)}</p>
            <form class="new-game" novalidate on:submit=begin>
                <div>{players(text, chosen, complaint)}</div>
                <div>{how(text, chosen, complaint)}</div>
                <div class="card starts">
                    <p role="alert" id=COMPLAINT data-testid=COMPLAINT>{live(said)}</p>
                    <p data-testid="cup-chosen">{live(move || sentence(text, chosen))}</p>
                    <button class="main" type="submit" data-testid="cup-begin">
                        {icons::drawn(icons::CUP)}{text.get(M::CupBegin)}
                    </button>
                </div>
            </form>
            <Kept/>
        </section>
    }
}

/// What is chosen, in a line.
fn sentence(text: Text, chosen: Chosen) -> String {
    let count = chosen.players.with(Vec::len);
    let form = match chosen.draft().form() {
        Ok(form) => words::form(text, form),
        Err(why) => why.words(text),
    };
    let players = text.with(M::CupPlayersCount, &[("count", &count)]);
    let games = words::games(text, chosen.best_of.get());
    format!("{players} · {form} · {games}")
}

/// The form, the matches, the seeds and the rules.
fn how(text: Text, chosen: Chosen, complaint: Source<Option<Complaint>>) -> AnyView {
    let forms = FormName::ALL.map(|(form, id)| {
        let (name, about) = form_words(form);
        let inside = view! { <span><b>{text.get(name)}</b><small>{text.get(about)}</small></span> };
        pick("cup-form", id, chosen.form, form, inside.into_any())
    });
    let lengths = BEST_OF.map(|(games, id)| {
        radio(
            "cup-games",
            id,
            words::games(text, games),
            chosen.best_of,
            games,
        )
    });
    let seeds = [
        (Seeding::Order, "order", M::CupSeedsOrder),
        (Seeding::Rating, "rating", M::CupSeedsRating),
        (Seeding::Drawn, "drawn", M::CupSeedsDrawn),
    ];
    let seeds = seeds
        .map(|(is, id, message)| radio("cup-seeds", id, text.get(message), chosen.seeding, is));
    let rules = variants().map(|variant| rules_pick(text, chosen.rules, variant));
    let tie_rule = move || {
        let is_knock_out = chosen.form.get().form(PLAYERS_MIN, None).is_knock_out();
        let message = if is_knock_out {
            M::CupTieRule
        } else {
            M::CupTableRule
        };
        text.get(message).to_owned()
    };
    view! {
        <fieldset class="picks">
            <legend>{text.get(M::CupForm)}</legend>
            {forms.collect_view()}
        </fieldset>
        <p class="small" data-testid="cup-tie-rule">{live(tie_rule)}</p>
        {shown_if(move || chosen.form.get() == FormName::Swiss, move || rounds(text, chosen, complaint))}
        <fieldset class="segment">
            <legend>{text.get(M::CupBestOf)}</legend>
            {lengths.collect_view()}
        </fieldset>
        <fieldset class="segment">
            <legend>{text.get(M::CupSeeds)}</legend>
            {seeds.collect_view()}
        </fieldset>
        <label class="field">
            <span>{text.get(M::CupNameLabel)}</span>
            <input id="cup-title" data-testid="cup-title" autocomplete="off" placeholder=text.get(M::PageTournament)
                aria-invalid=is_wrong(complaint, "cup-title".to_owned()) aria-describedby=COMPLAINT
                on:input=move |event| { complaint.set(None); chosen.title.set(event_target_value(&event)) }/>
        </label>
        <details class="card">
            <summary data-testid="cup-rules">{text.get(M::Rules)}</summary>
            <fieldset class="picks rules"><legend>{text.get(M::Rules)}</legend>{rules.collect_view()}</fieldset>
            <Measures chosen=chosen.rules/>
        </details>
    }
    .into_any()
}

/// How many rounds of Swiss: as many as a knock-out would have, until a number is written.
fn rounds(text: Text, chosen: Chosen, complaint: Source<Option<Complaint>>) -> AnyView {
    let is_written = Source::new(!chosen.rounds.get_untracked().is_empty());
    let shown = move || {
        if is_written.get() {
            return chosen.rounds.get();
        }
        let players = chosen.players.with(Vec::len);
        Form::swiss_rounds(players).to_string()
    };
    let write = move |rounds: String| {
        complaint.set(None);
        is_written.set(true);
        chosen.rounds.set(rounds);
    };
    view! {
        <label class="field">
            <span>{text.get(M::CupRoundsCount)}</span>
            <input id="cup-rounds-count" data-testid="cup-rounds-count" type="number" min="1" max=ROUNDS_MAX inputmode="numeric"
                aria-invalid=is_wrong(complaint, "cup-rounds-count".to_owned()) aria-describedby=COMPLAINT
                prop:value=live(shown)
                on:input=move |event| write(event_target_value(&event))/>
        </label>
    }
    .into_any()
}

const fn form_words(form: FormName) -> (M, M) {
    match form {
        FormName::KnockOut => (M::CupKnockOut, M::CupKnockOutAbout),
        FormName::ThirdPlace => (M::CupThirdPlace, M::CupThirdPlaceAbout),
        FormName::Double => (M::CupDouble, M::CupDoubleAbout),
        FormName::RoundRobin => (M::CupRoundRobin, M::CupRoundRobinAbout),
        FormName::Twice => (M::CupTwice, M::CupTwiceAbout),
        FormName::Swiss => (M::CupSwiss, M::CupSwissAbout),
    }
}

/// The tournaments that are kept, and the door for those from elsewhere.
#[component]
fn Kept() -> impl IntoView {
    let (ui, text) = context();
    let has_some = !browser::tournaments().is_empty();
    let complaint = Source::new(String::new());
    let read = move |event: leptos::ev::Event| {
        let field = event.target();
        let Some(field) = field.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        browser::opened(&field, FILE_BYTES_MAX, move |file| {
            if let Err(why) = open_file(ui, text, &file.unwrap_or_default()) {
                complaint.set(why);
            }
        });
    };
    view! {
        {has_some.then(|| view! { <h2>{text.get(M::CupKept)}</h2>{tiles()} })}
        <label class="field cup-file">
            <span>{text.get(M::CupOpenFile)}</span>
            <input type="file" accept=".txt,text/plain" data-testid="cup-file" on:change=read/>
        </label>
        {shown_if(move || complaint.with(|words| !words.is_empty()), move || view! {
            <p role="alert" data-testid="cup-file-error">{live(move || complaint.get())}</p>
        }.into_any())}
    }
}
