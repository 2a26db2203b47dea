//! The choices before a tournament, and the tournaments that are kept.

use std::cmp::Reverse;

use foursight_bots::Level;
use foursight_core::Ruleset;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::open;
use crate::browser;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::tournament::{
    Complaint, Draft, FormName, Held, LEVELS, Listed, PLAYERS_MAX, PLAYERS_MIN, words,
};
use crate::views::measures::{Measures, RulesChosen};
use crate::views::new_game::{pick, radio, rules_pick, variants};
use crate::views::{context, icons, live, shown, shown_if, tap, when};
use crate::words::level_name;

/// How many games a match can have.
const BEST_OF: [(u8, &str); 4] = [(1, "1"), (2, "2"), (3, "3"), (5, "5")];
/// What a person is called in the list of kinds.
const PERSON: &str = "person";
/// A file of a tournament has at most this many bytes.
const FILE_BYTES_MAX: u32 = 1 << 20;

/// All that is chosen, before it is in force.
#[derive(Clone, Copy)]
struct Chosen {
    title: Source<String>,
    players: Source<Vec<Listed>>,
    form: Source<FormName>,
    best_of: Source<u8>,
    is_drawn: Source<bool>,
    rules: RulesChosen,
}

impl Chosen {
    fn new() -> Self {
        let draft = Draft::default();
        Self {
            title: Source::new(draft.title),
            players: Source::new(draft.players),
            form: Source::new(draft.form),
            best_of: Source::new(draft.best_of),
            is_drawn: Source::new(draft.is_drawn),
            rules: RulesChosen::of(Ruleset::STANDARD),
        }
    }

    fn draft(self) -> Draft {
        Draft {
            title: self.title.get(),
            players: self.players.get(),
            form: self.form.get(),
            best_of: self.best_of.get(),
            is_drawn: self.is_drawn.get(),
        }
    }

    /// Adds somebody, and gives the new field the focus.
    fn add(self, listed: Listed) {
        self.players.update(|players| players.push(listed));
        let place = self.players.with_untracked(Vec::len) - 1;
        focus_soon(name_id(place));
    }

    fn remove(self, place: usize) {
        self.players.update(|players| {
            players.remove(place);
        });
        focus_soon("cup-add-person".to_owned());
    }
}

fn name_id(place: usize) -> String {
    format!("cup-name-{}", place + 1)
}

/// Gives something the focus that is about to be there.
fn focus_soon(id: String) {
    set_timeout(move || browser::focus(&id), std::time::Duration::ZERO);
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
            Ok(tournament) => open(ui, text, &Held::new(tournament)),
            Err(why) => {
                complaint.set(Some(why));
                if let Some(place) = why.place() {
                    browser::focus(&name_id(place));
                }
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
            <form class="new-game" novalidate on:submit=begin>
                <div>
                    {players(text, chosen, complaint)}
                    <p role="alert" data-testid="cup-complaint">{live(said)}</p>
                    <div class="card starts">
                        <p data-testid="cup-chosen">{live(move || sentence(text, chosen))}</p>
                        <button class="main" type="submit" data-testid="cup-begin">
                            {icons::drawn(icons::CUP)}{text.get(M::CupBegin)}
                        </button>
                    </div>
                </div>
                <div>{how(text, chosen)}</div>
            </form>
            <Kept/>
        </section>
    }
}

/// What is chosen, in a line.
fn sentence(text: Text, chosen: Chosen) -> String {
    let count = chosen.players.with(Vec::len);
    let form = words::form(text, chosen.form.get().form(count));
    let players = text.with(M::CupPlayersCount, &[("count", &count)]);
    let games = words::games(text, chosen.best_of.get());
    format!("{players} · {form} · {games}")
}

/// Who takes part.
fn players(text: Text, chosen: Chosen, complaint: Source<Option<Complaint>>) -> AnyView {
    let count = derived(move || chosen.players.with(Vec::len));
    let rows = move || {
        let places = 0..count.get();
        places
            .map(|place| player(text, chosen, complaint, place))
            .collect_view()
            .into_any()
    };
    let legend = move || {
        let message = if chosen.is_drawn.get() {
            M::CupPlayersDrawn
        } else {
            M::CupPlayers
        };
        text.get(message).to_owned()
    };
    let is_full = move || count.get() >= PLAYERS_MAX;
    view! {
        <fieldset class="cup-players">
            <legend>{live(legend)}</legend>
            <ol>{shown(rows)}</ol>
            <div class="row">
                <button class="button" type="button" id="cup-add-person" data-testid="cup-add-person" disabled=when(is_full)
                    on:click=tap(move || chosen.add(Listed::person()))>
                    {icons::drawn(icons::PLUS)}{text.get(M::CupAddPerson)}
                </button>
                <button class="button" type="button" data-testid="cup-add-bot" disabled=when(is_full)
                    on:click=tap(move || chosen.add(Listed::bot(Level::Medium)))>
                    {icons::drawn(icons::PLUS)}{text.get(M::CupAddBot)}
                </button>
            </div>
        </fieldset>
    }
    .into_any()
}

/// A place in the list: a name, who plays, and a way off the list.
fn player(
    text: Text,
    chosen: Chosen,
    complaint: Source<Option<Complaint>>,
    place: usize,
) -> AnyView {
    let number = place + 1;
    let listed = chosen
        .players
        .with_untracked(|players| players[place].clone());
    let given = move || {
        let names = chosen.draft().names(text);
        names.into_iter().nth(place).unwrap_or_default()
    };
    let write = move |name: String| {
        complaint.set(None);
        chosen.players.update(|players| players[place].name = name);
    };
    let choose = move |kind: String| {
        let bot = kind.parse().ok().and_then(|level| Listed::bot(level).bot);
        chosen.players.update(|players| players[place].bot = bot);
    };
    let kind = listed.bot.map_or(PERSON, |(level, _)| level.name());
    let levels = LEVELS.map(|level| {
        let label = text.with(M::CupBot, &[("level", &text.get(level_name(level)))]);
        view! { <option value=level.name() selected=kind == level.name()>{label}</option> }
    });
    let is_wrong = move || complaint.get().and_then(Complaint::place) == Some(place);
    let can_go = move || chosen.players.with(Vec::len) > PLAYERS_MIN;
    view! {
        <li>
            <input
                id=name_id(place)
                data-testid=name_id(place)
                autocomplete="off"
                aria-label=text.with(M::CupPlayerName, &[("number", &number)])
                aria-invalid=live(move || is_wrong().to_string())
                placeholder=live(given)
                prop:value=listed.name
                on:input=move |event| write(event_target_value(&event))
            />
            <select
                data-testid=format!("cup-kind-{number}")
                aria-label=text.with(M::CupPlayerKind, &[("number", &number)])
                on:change=move |event| choose(event_target_value(&event))
            >
                <option value=PERSON selected=kind == PERSON>{text.get(M::CupPerson)}</option>
                {levels.collect_view()}
            </select>
            <button type="button" data-testid=format!("cup-remove-{number}") disabled=when(move || !can_go())
                aria-label=live(move || text.with(M::CupRemove, &[("name", &given())]))
                on:click=tap(move || chosen.remove(place))>"×"</button>
        </li>
    }
    .into_any()
}

/// The form, the matches, the seeds and the rules.
fn how(text: Text, chosen: Chosen) -> AnyView {
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
        (false, "order", M::CupSeedsOrder),
        (true, "drawn", M::CupSeedsDrawn),
    ];
    let seeds = seeds
        .map(|(is, id, message)| radio("cup-seeds", id, text.get(message), chosen.is_drawn, is));
    let rules = variants().map(|variant| rules_pick(text, chosen.rules, variant));
    let tie_rule = move || {
        let is_knock_out = chosen.form.get().form(PLAYERS_MIN).is_knock_out();
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
            <input data-testid="cup-title" autocomplete="off" placeholder=text.get(M::PageTournament)
                on:input=move |event| chosen.title.set(event_target_value(&event))/>
        </label>
        <details class="card">
            <summary data-testid="cup-rules">{text.get(M::Rules)}</summary>
            <fieldset class="picks rules"><legend>{text.get(M::Rules)}</legend>{rules.collect_view()}</fieldset>
            <Measures chosen=chosen.rules/>
        </details>
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
    let mut kept = browser::tournaments();
    kept.sort_by_key(|(id, _)| Reverse(*id));
    let rows = kept.iter().filter_map(|(id, kept)| {
        let held = Held::from_text(kept).ok()?;
        let day = browser::day(*id as f64, text.0);
        let name = &held.tournament.setup().name;
        let about = format!("{name} ({day}): {}", words::state(text, &held));
        Some(view! { <li><a href=format!("#/tournament/{id}")>{about}</a></li> })
    });
    let rows: Vec<_> = rows.collect();
    let complaint = Source::new(String::new());
    let read = move |event: leptos::ev::Event| {
        let field = event.target();
        let Some(field) = field.and_then(|it| it.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        browser::opened(&field, FILE_BYTES_MAX, move |file| {
            match Held::from_text(&file.unwrap_or_default()) {
                Ok(held) => open(ui, text, &held),
                Err(why) => complaint.set(why.words(text)),
            }
        });
    };
    view! {
        {(!rows.is_empty()).then(|| view! {
            <h2>{text.get(M::CupKept)}</h2>
            <ul class="games" data-testid="cups">{rows}</ul>
        })}
        <label class="field cup-file">
            <span>{text.get(M::CupOpenFile)}</span>
            <input type="file" accept=".txt,text/plain" data-testid="cup-file" on:change=read/>
        </label>
        {shown_if(move || complaint.with(|words| !words.is_empty()), move || view! {
            <p role="alert" data-testid="cup-file-error">{live(move || complaint.get())}</p>
        }.into_any())}
    }
}
