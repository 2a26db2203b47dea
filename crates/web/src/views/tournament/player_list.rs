//! The player list of the setup form: names, people and bots, personalities and ratings.

use foursight_bots::{Level, Personality};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{
    DraftError, DraftPlayer, PLAYERS_MAX, PLAYERS_MIN, eligible_levels, is_unsupported,
};
use foursight_page::wording::game_text::{level_name, personality_name};
use foursight_tournament::Seeding;
use leptos::prelude::*;

use super::setup_form::{ERROR_ID, TournamentForm, is_invalid, name_id};
use crate::shell::signals::{ErasedSignal, erased_memo};
use crate::views::{bool_signal, click_handler, dynamic_view, icons, text_signal, view_if};

/// Value of a person in the list of kinds.
const PERSON: &str = "person";

/// The player list.
pub(super) fn player_list(
    text: Text,
    form: TournamentForm,
    error: ErasedSignal<Option<DraftError>>,
) -> AnyView {
    let count = erased_memo(move || form.players.with(Vec::len));
    let rows = move || {
        let places = 0..count.get();
        places
            .map(|index| player_row(text, form, error, index))
            .collect_view()
            .into_any()
    };
    let legend = move || {
        let message = match form.seeding.get() {
            Seeding::Order => M::CupPlayers,
            Seeding::Rating | Seeding::Random => M::CupPlayersDrawn,
        };
        text.get(message).to_owned()
    };
    let is_full = move || count.get() >= PLAYERS_MAX;
    view! {
        <fieldset class="cup-players">
            <legend>{text_signal(legend)}</legend>
            <ol>{dynamic_view(rows)}</ol>
            <div class="row">
                <button class="button" type="button" id="cup-add-person" data-testid="cup-add-person" disabled=bool_signal(is_full)
                    on:click=click_handler(move || form.add(DraftPlayer::person()))>
                    {icons::icon(icons::PLUS)}{text.get(M::CupAddPerson)}
                </button>
                <button class="button" type="button" data-testid="cup-add-bot" disabled=bool_signal(is_full)
                    on:click=click_handler(move || form.add(DraftPlayer::bot(Level::Medium)))>
                    {icons::icon(icons::PLUS)}{text.get(M::CupAddBot)}
                </button>
            </div>
        </fieldset>
    }
    .into_any()
}

/// A row of the list: name, kind, personality, rating, and a remove button.
fn player_row(
    text: Text,
    form: TournamentForm,
    error: ErasedSignal<Option<DraftError>>,
    index: usize,
) -> AnyView {
    let number = index + 1;
    let player = form
        .players
        .with_untracked(|players| players[index].clone());
    let default_name = move || {
        let names = form.draft().names(text);
        names.into_iter().nth(index).unwrap_or_default()
    };
    let write = move |name: String| {
        error.set(None);
        form.players.update(|players| players[index].name = name);
    };
    let rate = move |rating: String| {
        error.set(None);
        form.players
            .update(|players| players[index].rating = rating);
    };
    let rating = player.rating.clone();
    let ratings = move || {
        let rating = rating.clone();
        let id = format!("cup-rating-{number}");
        view! {
            <input
                class="cup-rating"
                id=id.clone()
                aria-invalid=is_invalid(error, id)
                aria-describedby=ERROR_ID
                inputmode="numeric"
                autocomplete="off"
                data-testid=format!("cup-rating-{number}")
                aria-label=text.with(M::CupRating, &[("number", &number)])
                placeholder=text.get(M::CupRatingShort)
                prop:value=rating
                on:input=move |event| rate(event_target_value(&event))
            />
        }
        .into_any()
    };
    let can_remove = move || form.players.with(Vec::len) > PLAYERS_MIN;
    view! {
        <li><div class="cup-player">
            <input
                id=name_id(index)
                data-testid=name_id(index)
                autocomplete="off"
                aria-label=text.with(M::CupPlayerName, &[("number", &number)])
                aria-invalid=is_invalid(error, name_id(index))
                aria-describedby=ERROR_ID
                placeholder=text_signal(default_name)
                prop:value=player.name
                on:input=move |event| write(event_target_value(&event))
            />
            {kind_select(text, form, error, index)}
            {view_if(move || has_personality(form, index), move || personality_select(text, form, index))}
            {view_if(move || form.seeding.get() == Seeding::Rating, ratings)}
            <button type="button" data-testid=format!("cup-remove-{number}") disabled=bool_signal(move || !can_remove())
                aria-label=text_signal(move || text.with(M::CupRemove, &[("name", &default_name())]))
                on:click=click_handler(move || form.remove(index))>"×"</button>
        </div></li>
    }
    .into_any()
}

/// The kind of a player: a person or a bot. Bots that do not support the rules are disabled, with
/// the reason.
fn kind_select(
    text: Text,
    form: TournamentForm,
    error: ErasedSignal<Option<DraftError>>,
    index: usize,
) -> AnyView {
    let number = index + 1;
    let choose = move |kind: String| {
        error.set(None);
        let bot = kind
            .parse()
            .ok()
            .and_then(|level| DraftPlayer::bot(level).bot);
        form.players.update(|players| players[index].bot = bot);
    };
    let player = form
        .players
        .with_untracked(|players| players[index].clone());
    let kind = player.bot.map_or(PERSON, |(level, _)| level.name());
    let levels = eligible_levels().map(move |level| {
        let is_off = move || {
            let ruleset = form.rules.ruleset().and_then(Result::ok);
            ruleset.is_some_and(|ruleset| is_unsupported(level, ruleset))
        };
        let label = move || {
            let message = if is_off() {
                M::CupBotElsewhere
            } else {
                M::CupBot
            };
            text.with(message, &[("level", &text.get(level_name(level)))])
        };
        view! {
            <option value=level.name() selected=kind == level.name() disabled=bool_signal(is_off)>{text_signal(label)}</option>
        }
    });
    view! {
        <select
            id=format!("cup-kind-{number}")
            data-testid=format!("cup-kind-{number}")
            aria-label=text.with(M::CupPlayerKind, &[("number", &number)])
            on:change=move |event| choose(event_target_value(&event))
        >
            <option value=PERSON selected=kind == PERSON>{text.get(M::CupPerson)}</option>
            {levels.collect_view()}
        </select>
    }
    .into_any()
}

/// Returns true for a bot with a personality. Nets play as trained.
fn has_personality(form: TournamentForm, index: usize) -> bool {
    form.players.with(|players| {
        let bot = players.get(index).and_then(|player| player.bot);
        bot.is_some_and(|(level, _)| level.net().is_none())
    })
}

/// The personality of a bot.
fn personality_select(text: Text, form: TournamentForm, index: usize) -> AnyView {
    let number = index + 1;
    let now = form
        .players
        .with_untracked(|players| players[index].bot.map(|(_, personality)| personality));
    let choose = move |name: String| {
        let Ok(personality) = name.parse() else {
            return;
        };
        form.players.update(|players| {
            if let Some(bot) = &mut players[index].bot {
                bot.1 = personality;
            }
        });
    };
    let options = Personality::ALL.map(|option| {
        let name = text.get(personality_name(option));
        view! { <option value=option.name() selected=now == Some(option)>{name}</option> }
    });
    view! {
        <select
            class="cup-character"
            data-testid=format!("cup-character-{number}")
            aria-label=text.with(M::CupCharacter, &[("number", &number)])
            on:change=move |event| choose(event_target_value(&event))
        >
            {options.collect_view()}
        </select>
    }
    .into_any()
}
