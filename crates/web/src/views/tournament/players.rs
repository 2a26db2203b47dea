//! Who takes part in a tournament: names, people and bots, how these like to play, and ratings.

use foursight_bots::{Level, Personality};
use foursight_tournament::Seeding;
use leptos::prelude::*;

use super::setup::{COMPLAINT, Chosen, is_wrong, name_id};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::tournament::{Complaint, Listed, PLAYERS_MAX, PLAYERS_MIN, is_misplaced, levels};
use crate::views::{icons, live, shown, shown_if, tap, when};
use crate::words::{level_name, personality_name};

/// What a person is called in the list of kinds.
const PERSON: &str = "person";

/// Who takes part.
pub(super) fn players(text: Text, chosen: Chosen, complaint: Source<Option<Complaint>>) -> AnyView {
    let count = derived(move || chosen.players.with(Vec::len));
    let rows = move || {
        let places = 0..count.get();
        places
            .map(|place| player(text, chosen, complaint, place))
            .collect_view()
            .into_any()
    };
    let legend = move || {
        let message = match chosen.seeding.get() {
            Seeding::Order => M::CupPlayers,
            Seeding::Rating | Seeding::Drawn => M::CupPlayersDrawn,
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
    let rate = move |rating: String| {
        complaint.set(None);
        chosen
            .players
            .update(|players| players[place].rating = rating);
    };
    let rating = listed.rating.clone();
    let ratings = move || {
        let rating = rating.clone();
        let id = format!("cup-rating-{number}");
        view! {
            <input
                class="cup-rating"
                id=id.clone()
                aria-invalid=is_wrong(complaint, id)
                aria-describedby=COMPLAINT
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
    let can_go = move || chosen.players.with(Vec::len) > PLAYERS_MIN;
    view! {
        <li><div class="cup-player">
            <input
                id=name_id(place)
                data-testid=name_id(place)
                autocomplete="off"
                aria-label=text.with(M::CupPlayerName, &[("number", &number)])
                aria-invalid=is_wrong(complaint, name_id(place))
                aria-describedby=COMPLAINT
                placeholder=live(given)
                prop:value=listed.name
                on:input=move |event| write(event_target_value(&event))
            />
            {kind(text, chosen, complaint, place)}
            {shown_if(move || has_character(chosen, place), move || character(text, chosen, place))}
            {shown_if(move || chosen.seeding.get() == Seeding::Rating, ratings)}
            <button type="button" data-testid=format!("cup-remove-{number}") disabled=when(move || !can_go())
                aria-label=live(move || text.with(M::CupRemove, &[("name", &given())]))
                on:click=tap(move || chosen.remove(place))>"×"</button>
        </div></li>
    }
    .into_any()
}

/// Who plays at a place: a person or a bot. A bot that does not know the rules is off, with the reason.
fn kind(text: Text, chosen: Chosen, complaint: Source<Option<Complaint>>, place: usize) -> AnyView {
    let number = place + 1;
    let choose = move |kind: String| {
        complaint.set(None);
        let bot = kind.parse().ok().and_then(|level| Listed::bot(level).bot);
        chosen.players.update(|players| players[place].bot = bot);
    };
    let listed = chosen
        .players
        .with_untracked(|players| players[place].clone());
    let kind = listed.bot.map_or(PERSON, |(level, _)| level.name());
    let levels = levels().map(move |level| {
        let is_off = move || {
            let ruleset = chosen.rules.ruleset().and_then(Result::ok);
            ruleset.is_some_and(|ruleset| is_misplaced(level, ruleset))
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
            <option value=level.name() selected=kind == level.name() disabled=when(is_off)>{live(label)}</option>
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

/// True for a bot that can be asked to attack or to defend. Nets play as they learned.
fn has_character(chosen: Chosen, place: usize) -> bool {
    chosen.players.with(|players| {
        let bot = players.get(place).and_then(|listed| listed.bot);
        bot.is_some_and(|(level, _)| level.net().is_none())
    })
}

/// How the bot at a place likes to play.
fn character(text: Text, chosen: Chosen, place: usize) -> AnyView {
    let number = place + 1;
    let now = chosen
        .players
        .with_untracked(|players| players[place].bot.map(|(_, personality)| personality));
    let choose = move |name: String| {
        let Ok(personality) = name.parse() else {
            return;
        };
        chosen.players.update(|players| {
            if let Some(bot) = &mut players[place].bot {
                bot.1 = personality;
            }
        });
    };
    let options = Personality::ALL.map(|one| {
        let name = text.get(personality_name(one));
        view! { <option value=one.name() selected=now == Some(one)>{name}</option> }
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
