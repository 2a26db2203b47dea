//! The setup form of a tournament, and the stored tournaments.

use foursight_core::Ruleset;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{
    DraftError, DraftPlayer, FormatOption, LocalTournament, PLAYERS_MIN, ROUNDS_MAX,
    TournamentDraft, describe,
};
use foursight_tournament::{Seeding, TournamentFormat};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::player_list::player_list;
use super::{focus_soon, open, open_file, tiles};
use crate::browser;
use crate::shell::signals::ErasedSignal;
use crate::views::play::board_size::{BoardSizeForm, RulesForm};
use crate::views::play::new_game::{radio, radio_card, variant_radio, variants};
use crate::views::{context, icons, text_signal, view_if};

/// Games per match, with their ids.
const BEST_OF: [(u8, &str); 4] = [(1, "1"), (2, "2"), (3, "3"), (5, "5")];
/// Size limit of a tournament file.
const FILE_BYTES_MAX: u32 = 1 << 20;

/// The state of the form.
#[derive(Clone, Copy)]
pub(super) struct TournamentForm {
    pub(super) title: ErasedSignal<String>,
    pub(super) players: ErasedSignal<Vec<DraftPlayer>>,
    pub(super) form: ErasedSignal<FormatOption>,
    pub(super) rounds: ErasedSignal<String>,
    pub(super) best_of: ErasedSignal<u8>,
    pub(super) seeding: ErasedSignal<Seeding>,
    pub(super) rules: RulesForm,
}

impl TournamentForm {
    fn new() -> Self {
        let draft = TournamentDraft::default();
        Self {
            title: ErasedSignal::new(draft.title),
            players: ErasedSignal::new(draft.players),
            form: ErasedSignal::new(draft.form),
            rounds: ErasedSignal::new(draft.rounds),
            best_of: ErasedSignal::new(draft.best_of),
            seeding: ErasedSignal::new(draft.seeding),
            rules: RulesForm::of(Ruleset::STANDARD),
        }
    }

    pub(super) fn draft(self) -> TournamentDraft {
        TournamentDraft {
            title: self.title.get(),
            players: self.players.get(),
            form: self.form.get(),
            rounds: self.rounds.get(),
            best_of: self.best_of.get(),
            seeding: self.seeding.get(),
        }
    }

    /// Adds a player, and focuses the new field.
    pub(super) fn add(self, player: DraftPlayer) {
        self.players.update(|players| players.push(player));
        let index = self.players.with_untracked(Vec::len) - 1;
        focus_soon(name_id(index));
    }

    pub(super) fn remove(self, index: usize) {
        self.players.update(|players| {
            players.remove(index);
        });
        focus_soon("cup-add-person".to_owned());
    }
}

pub(super) fn name_id(index: usize) -> String {
    format!("cup-name-{}", index + 1)
}

/// Id of the error text, which describes invalid fields.
pub(super) const ERROR_ID: &str = "cup-complaint";

/// Returns `aria-invalid` of a field.
pub(super) fn is_invalid(error: ErasedSignal<Option<DraftError>>, field: String) -> Signal<String> {
    text_signal(move || {
        let wrong = error.get().map(DraftError::field);
        (wrong.as_ref() == Some(&field)).to_string()
    })
}

/// The page with the setup form.
#[component]
pub(super) fn SetupForm() -> impl IntoView {
    let (ui, text) = context();
    let state = TournamentForm::new();
    let error = ErasedSignal::new(None::<DraftError>);
    let begin = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(Ok(ruleset)) = state.rules.ruleset() else {
            return browser::focus_in_details(state.rules.invalid_field());
        };
        let seed = (js_sys::Math::random() * 1e6) as u64;
        match state.draft().begin(text, ruleset, seed) {
            Ok(tournament) => open(ui, text, &LocalTournament::new(tournament), None),
            Err(reason) => {
                error.set(Some(reason));
                browser::focus(&reason.field());
            }
        }
    };
    let error_text = move || {
        error
            .get()
            .map_or_else(String::new, |reason| reason.message(text))
    };
    view! {
        <section class="new-page cup">
            <h1>{text.get(M::CupNew)}</h1>
            <p>{text.get(M::CupIntro)}</p>
            <p class="small">{text.get(M::CupNoScores)}</p>
            <form class="new-game" novalidate on:submit=begin>
                <div>{player_list(text, state, error)}</div>
                <div>{settings_fields(text, state, error)}</div>
                <div class="card starts">
                    <p role="alert" id=ERROR_ID data-testid=ERROR_ID>{text_signal(error_text)}</p>
                    <p data-testid="cup-chosen">{text_signal(move || form_summary(text, state))}</p>
                    <button class="main" type="submit" data-testid="cup-begin">
                        {icons::icon(icons::CUP)}{text.get(M::CupBegin)}
                    </button>
                </div>
            </form>
            <StoredTournaments/>
        </section>
    }
}

/// Summarises the form in one line.
fn form_summary(text: Text, state: TournamentForm) -> String {
    let count = state.players.with(Vec::len);
    let form = match state.draft().form() {
        Ok(form) => describe::form(text, form),
        Err(reason) => reason.message(text),
    };
    let players = text.with(M::CupPlayersCount, &[("count", &count)]);
    let games = describe::games(text, state.best_of.get());
    format!("{players} · {form} · {games}")
}

/// The fields for format, matches, seeds and rules.
fn settings_fields(
    text: Text,
    state: TournamentForm,
    error: ErasedSignal<Option<DraftError>>,
) -> AnyView {
    let forms = FormatOption::ALL.map(|(form, id)| {
        let (name, about) = format_messages(form);
        let inside = view! { <span><b>{text.get(name)}</b><small>{text.get(about)}</small></span> };
        radio_card("cup-form", id, state.form, form, inside.into_any())
    });
    let lengths = BEST_OF.map(|(games, id)| {
        radio(
            "cup-games",
            id,
            describe::games(text, games),
            state.best_of,
            games,
        )
    });
    let seedings = [
        (Seeding::Order, "order", M::CupSeedsOrder),
        (Seeding::Rating, "rating", M::CupSeedsRating),
        (Seeding::Random, "drawn", M::CupSeedsDrawn),
    ];
    let seedings = seedings.map(|(seeding, id, message)| {
        radio("cup-seeds", id, text.get(message), state.seeding, seeding)
    });
    let rules = variants().map(|variant| variant_radio(text, state.rules, variant));
    let tie_break_rule = move || {
        let is_knock_out = state.form.get().form(PLAYERS_MIN, None).is_knock_out();
        let message = if is_knock_out {
            M::CupTieBreakRule
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
        <p class="small" data-testid="cup-tie-rule">{text_signal(tie_break_rule)}</p>
        {view_if(move || state.form.get() == FormatOption::Swiss, move || rounds(text, state, error))}
        <fieldset class="segment">
            <legend>{text.get(M::CupBestOf)}</legend>
            {lengths.collect_view()}
        </fieldset>
        <fieldset class="segment">
            <legend>{text.get(M::CupSeeds)}</legend>
            {seedings.collect_view()}
        </fieldset>
        <label class="field">
            <span>{text.get(M::CupNameLabel)}</span>
            <input id="cup-title" data-testid="cup-title" autocomplete="off" placeholder=text.get(M::PageTournament)
                aria-invalid=is_invalid(error, "cup-title".to_owned()) aria-describedby=ERROR_ID
                on:input=move |event| { error.set(None); state.title.set(event_target_value(&event)) }/>
        </label>
        <details class="card">
            <summary data-testid="cup-rules">{text.get(M::Rules)}</summary>
            <fieldset class="picks rules"><legend>{text.get(M::Rules)}</legend>{rules.collect_view()}</fieldset>
            <BoardSizeForm rules=state.rules/>
        </details>
    }
    .into_any()
}

/// The number of Swiss rounds: as many as a knock-out would have, until a number is typed.
fn rounds(text: Text, state: TournamentForm, error: ErasedSignal<Option<DraftError>>) -> AnyView {
    let is_typed = ErasedSignal::new(!state.rounds.get_untracked().is_empty());
    let shown = move || {
        if is_typed.get() {
            return state.rounds.get();
        }
        let players = state.players.with(Vec::len);
        TournamentFormat::swiss_rounds(players).to_string()
    };
    let write = move |rounds: String| {
        error.set(None);
        is_typed.set(true);
        state.rounds.set(rounds);
    };
    view! {
        <label class="field">
            <span>{text.get(M::CupRoundsCount)}</span>
            <input id="cup-rounds-count" data-testid="cup-rounds-count" type="number" min="1" max=ROUNDS_MAX inputmode="numeric"
                aria-invalid=is_invalid(error, "cup-rounds-count".to_owned()) aria-describedby=ERROR_ID
                prop:value=text_signal(shown)
                on:input=move |event| write(event_target_value(&event))/>
        </label>
    }
    .into_any()
}

const fn format_messages(form: FormatOption) -> (M, M) {
    match form {
        FormatOption::KnockOut => (M::CupKnockOut, M::CupKnockOutAbout),
        FormatOption::ThirdPlace => (M::CupThirdPlace, M::CupThirdPlaceAbout),
        FormatOption::DoubleElimination => (M::CupDouble, M::CupDoubleAbout),
        FormatOption::RoundRobin => (M::CupRoundRobin, M::CupRoundRobinAbout),
        FormatOption::DoubleRoundRobin => (M::CupTwice, M::CupTwiceAbout),
        FormatOption::Swiss => (M::CupSwiss, M::CupSwissAbout),
    }
}

/// The stored tournaments, and the file input for others.
#[component]
fn StoredTournaments() -> impl IntoView {
    let (ui, text) = context();
    let has_some = !browser::tournaments().is_empty();
    let error = ErasedSignal::new(String::new());
    let read = move |event: leptos::ev::Event| {
        let field = event.target();
        let Some(field) = field.and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        else {
            return;
        };
        browser::read_file_input(&field, FILE_BYTES_MAX, move |file| {
            if let Err(reason) = open_file(ui, text, &file.unwrap_or_default()) {
                error.set(reason);
            }
        });
    };
    view! {
        {has_some.then(|| view! { <h2>{text.get(M::CupKept)}</h2>{tiles()} })}
        <label class="button cup-file">
            {text.get(M::CupOpenFile)}
            <input type="file" class="hidden" accept=".txt,text/plain" data-testid="cup-file" on:change=read/>
        </label>
        {view_if(move || error.with(|error| !error.is_empty()), move || view! {
            <p role="alert" data-testid="cup-file-error">{text_signal(move || error.get())}</p>
        }.into_any())}
    }
}
