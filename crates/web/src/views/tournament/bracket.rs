//! A tournament to look at: the drawn bracket, the rounds in words, and the table.

use foursight_tournament::{Match, Palette, Side, Standing, Tournament, points, quarters, score};
use leptos::prelude::*;

use crate::browser;
use crate::model::Theme;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, words};
use crate::views::{icons, tap};

/// The colours of the page, which follow its theme.
const PAGE: Palette<'static> = Palette {
    background: "none",
    surface: "var(--panel)",
    line: "var(--edge)",
    text: "var(--text)",
    muted: "var(--muted)",
    accent: "var(--win)",
};

/// The colours of a file, which has none of the page's.
pub(super) const fn colours(theme: Theme) -> Palette<'static> {
    match theme {
        Theme::Light => Palette {
            background: "#f4f6fb",
            surface: "#ffffff",
            line: "#8a93ad",
            text: "#14182b",
            muted: "#4a5068",
            accent: "#08683f",
        },
        _ => Palette {
            background: "#1a1a2e",
            surface: "#232843",
            line: "#6a7396",
            text: "#f2f4ff",
            muted: "#b9c6ea",
            accent: "#54e0a3",
        },
    }
}

/// The bracket with its lines; nothing for tables.
pub(super) fn drawn(text: Text, held: &Held) -> AnyView {
    if !held.tournament.setup().form.is_knock_out() {
        return ().into_any();
    }
    let drawing = words::picture(text, &held.tournament, &PAGE, &[]);
    view! {
        <h2>{text.get(M::CupBracket)}</h2>
        <div class="cup-tree" data-testid="cup-tree" tabindex="0" role="group" aria-label=text.get(M::CupBracket) inner_html=drawing></div>
    }
    .into_any()
}

/// The row of rounds.
const ROW: &str = "cup-rounds";

/// The round with this number in the row.
fn round_id(number: usize) -> String {
    format!("cup-round-{number}")
}

/// Who meets whom and who is through, round by round. A row that is longer than its place shows the round that
/// is played now, and has a button for each.
pub(super) fn rounds(text: Text, held: &Held, id: u64) -> AnyView {
    let now = held
        .next()
        .and_then(|due| held.tournament.find(due.match_id));
    let now = now.map(|found| found.stage);
    let rounds = held.tournament.rounds().into_iter();
    let rounds = rounds.filter_map(|(stage, matches)| {
        let wanted: Vec<&Match> = matches.into_iter().filter(|m| m.is_wanted()).collect();
        (!wanted.is_empty()).then_some((stage, wanted))
    });
    let rounds: Vec<_> = rounds.collect();
    let current = rounds.iter().position(|(stage, _)| now == Some(*stage));
    browser::show_part(
        ROW,
        round_id(current.unwrap_or(rounds.len().saturating_sub(1))),
    );
    let tabs = rounds.iter().enumerate().map(|(number, (stage, _))| {
        let class = if current == Some(number) { "now" } else { "" };
        let show = move || browser::show_part(ROW, round_id(number));
        view! { <button class=class data-testid=format!("cup-tab-{number}") on:click=tap(show)>{words::stage(text, *stage)}</button> }
    });
    let tabs: Vec<_> = tabs.collect();
    let rounds = rounds.iter().enumerate().map(|(number, (stage, matches))| {
        let is_over = matches.iter().all(|found| found.decision.is_some());
        let state = match (is_over, now == Some(*stage)) {
            (true, _) => text.get(M::CupRoundOver),
            (false, true) => text.get(M::CupRoundNow),
            (false, false) => "",
        };
        let matches = matches.iter().map(|found| one_match(text, held, id, found));
        view! {
            <section class="cup-round" id=round_id(number)>
                <h3>{words::stage(text, *stage)}" "<small>{state}</small></h3>
                <ul>{matches.collect_view()}</ul>
            </section>
        }
    });
    view! {
        <h2>{text.get(M::CupRounds)}</h2>
        <div class="cup-tabs" role="group" aria-label=text.get(M::CupRounds)>{tabs}</div>
        <div class="cup-rounds" id=ROW data-testid=ROW tabindex="0" role="group" aria-label=text.get(M::CupRounds)>{rounds.collect_view()}</div>
    }
    .into_any()
}

/// A match: who, how it stands, and the ways to its games.
fn one_match(text: Text, held: &Held, id: u64, found: &Match) -> AnyView {
    let line = words::match_line(text, &held.tournament, found);
    let sides = Side::BOTH.map(|side| {
        let name = words::side(text, &held.tournament, found, side);
        let entrant = found.places[side.index()].entrant();
        let seed = entrant.and_then(|id| held.tournament.seed_of(id));
        let is_bot = entrant.is_some_and(|id| held.bot(id).is_some());
        let tag = is_bot.then(|| view! { <small>{text.get(M::CupBotTag)}</small> });
        let has_won =
            found.winner().is_some() && found.winner() == found.places[side.index()].entrant();
        let class = match (found.winner(), has_won) {
            (Some(_), true) => "won",
            (Some(_), false) => "lost",
            (None, _) => "",
        };
        let mark = has_won.then(|| icons::drawn(icons::TICK));
        view! { <p class=class><small>{seed}</small><b>{name}" "{tag}</b>{mark}<i>{score(found, side)}</i></p> }
    });
    let to_play = held.due(found.id).map(|due| {
        let message = if held.is_for_bots(due) { M::CupWatch } else { M::CupPlay };
        let label = format!("{}: {line}", text.get(message));
        let href = format!("#/tournament/{id}/{}", found.id.0);
        view! { <a class="button" data-testid=format!("cup-play-{}", found.id.0) href=href aria-label=label>{icons::drawn(icons::PLAY)}{text.get(message)}</a> }
    });
    let games = found.games.iter().enumerate().filter_map(|(place, game)| {
        held.played(&game.moves)?;
        let number = place + 1;
        let label = text.with(M::CupReplayLabel, &[("game", &number), ("match", &line)]);
        let href = format!("#/tournament/{id}/{}/{place}", found.id.0);
        let name = text.with(M::CupReplay, &[("game", &number)]);
        Some(view! { <a href=href aria-label=label>{name}</a> })
    });
    let class = if found.is_due() { "due" } else { "" };
    let why = words::why(text, &held.tournament, found);
    let why = why.map(|why| view! { <p class="cup-why"><small>{why}</small></p> });
    view! {
        <li class=class>
            <span class="hidden">{line.clone()}</span>
            <div aria-hidden="true">{sides.collect_view()}{why}</div>
            <div class="row">{to_play}{games.collect_view()}</div>
        </li>
    }
    .into_any()
}

/// Who stands where.
pub(super) fn standings(text: Text, held: &Held) -> AnyView {
    let tournament = &held.tournament;
    let headings = words::headings(tournament).iter();
    let headings: Vec<&str> = headings.map(|message| text.get(*message)).collect();
    let ratings = held.performance();
    let has_ratings = ratings.iter().any(Option::is_some);
    let rows = tournament.standings().into_iter().map(|row| {
        let rating = ratings.get(row.entrant.index()).copied().flatten();
        let [rank, name, rest @ ..] = &figures(text, tournament, &row, rating)[..] else {
            return ().into_any();
        };
        // On a phone each figure has its heading before it.
        let rest = rest.iter().zip(&headings[2..]).map(|(figure, heading)| {
            view! { <td role="cell" data-label=heading.to_string()>{figure.clone()}</td> }
        });
        let class = if row.is_out { "out" } else { "" };
        let left = words::has_left(tournament, row.entrant)
            .then(|| view! { " "<small>{text.get(M::CupLeft)}</small> });
        view! {
            <tr role="row" class=class><td role="cell">{rank.clone()}</td><th role="rowheader" scope="row">{name.clone()}{left}</th>{rest.collect_view()}</tr>
        }
        .into_any()
    });
    let rows = rows.collect_view();
    let headings = headings
        .into_iter()
        .map(|heading| view! { <th role="columnheader" scope="col">{heading}</th> });
    view! {
        <h2>{text.get(M::CupStandings)}</h2>
        <div class="cup-table" tabindex="0" role="group" aria-label=text.get(M::CupStandings)>
            <table role="table" data-testid="cup-standings">
                <thead role="rowgroup"><tr role="row">{headings.collect_view()}</tr></thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
        {has_ratings.then(|| view! { <p class="small">{text.get(M::CupPerformanceAbout)}</p> })}
    }
    .into_any()
}

/// What stands below each heading.
fn figures(
    text: Text,
    tournament: &Tournament,
    row: &Standing,
    rating: Option<i32>,
) -> Vec<String> {
    let rating = match rating {
        None => "–".to_owned(),
        Some(0) => "0".to_owned(),
        Some(rating) => format!("{rating:+}"),
    };
    let mut figures = vec![
        row.rank.to_string(),
        words::name(tournament, row.entrant).to_owned(),
    ];
    if tournament.setup().form.is_knock_out() {
        figures.extend(row.games.map(|count| count.to_string()));
        figures.push(rating);
        figures.push(text.get(words::fate(tournament, row)).to_owned());
    } else {
        figures.extend([
            points(row.halves),
            points(row.head_to_head),
            points(row.buchholz),
            quarters(row.sonneborn_berger),
            row.wins.to_string(),
            rating,
        ]);
    }
    figures
}
