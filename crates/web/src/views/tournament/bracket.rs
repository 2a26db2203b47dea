//! A tournament to look at: the drawn bracket, the rounds in words, and the table.

use foursight_record::write_link;
use foursight_tournament::{Match, Palette, Side, Standing, Tournament, points, quarters, score};
use leptos::prelude::*;

use crate::browser;
use crate::model::Theme;
use crate::text::{Message as M, Text};
use crate::tournament::{Held, words};
use crate::views::icons;

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
    let drawing = words::picture(text, &held.tournament, &PAGE);
    view! {
        <h2>{text.get(M::CupBracket)}</h2>
        <div class="cup-tree" data-testid="cup-tree" tabindex="0" role="group" aria-label=text.get(M::CupBracket) inner_html=drawing></div>
    }
    .into_any()
}

/// The row of rounds, and the one in it that is played now.
const ROW: &str = "cup-rounds";
const CURRENT: &str = "cup-current";

/// Who meets whom and who is through, round by round. A row that is longer than its place shows the round that
/// is played now.
pub(super) fn rounds(text: Text, held: &Held, id: u64) -> AnyView {
    let now = held
        .next()
        .and_then(|due| held.tournament.find(due.match_id));
    let now = now.map(|found| found.stage);
    browser::show_part(ROW, CURRENT);
    let rounds = held
        .tournament
        .rounds()
        .into_iter()
        .map(|(stage, matches)| {
            let matches: Vec<_> = matches
                .into_iter()
                .filter(|found| found.is_wanted())
                .map(|found| one_match(text, held, id, found))
                .collect();
            (!matches.is_empty()).then(|| {
                view! {
                    <section class="cup-round" id=(now == Some(stage)).then_some(CURRENT)>
                        <h3>{words::stage(text, stage)}</h3>
                        <ul>{matches}</ul>
                    </section>
                }
            })
        });
    view! {
        <h2>{text.get(M::CupRounds)}</h2>
        <div class="cup-rounds" id=ROW data-testid=ROW tabindex="0" role="group" aria-label=text.get(M::CupRounds)>{rounds.collect_view()}</div>
    }
    .into_any()
}

/// A match: who, how it stands, and the ways to its games.
fn one_match(text: Text, held: &Held, id: u64, found: &Match) -> AnyView {
    let line = words::match_line(text, &held.tournament, found);
    let sides = Side::BOTH.map(|side| {
        let name = words::side(text, &held.tournament, found, side);
        let has_won =
            found.winner().is_some() && found.winner() == found.places[side.index()].entrant();
        let class = match (found.winner(), has_won) {
            (Some(_), true) => "won",
            (Some(_), false) => "lost",
            (None, _) => "",
        };
        view! { <p class=class><b>{name}</b><i>{score(found, side)}</i></p> }
    });
    let to_play = held.due(found.id).map(|due| {
        let message = if held.is_for_bots(due) { M::CupWatch } else { M::CupPlay };
        let label = format!("{}: {line}", text.get(message));
        let href = format!("#/tournament/{id}/{}", found.id.0);
        view! { <a class="button" data-testid=format!("cup-play-{}", found.id.0) href=href aria-label=label>{icons::drawn(icons::PLAY)}{text.get(message)}</a> }
    });
    let games = found.games.iter().enumerate().filter_map(|(place, game)| {
        let game = held.played(&game.moves)?;
        let number = place + 1;
        let label = text.with(M::CupReplayLabel, &[("game", &number), ("match", &line)]);
        let href = format!("#/replay/{}", write_link(&game));
        let name = text.with(M::CupReplay, &[("game", &number)]);
        Some(view! { <a href=href aria-label=label>{name}</a> })
    });
    let class = if found.is_due() { "due" } else { "" };
    view! {
        <li class=class>
            <span class="hidden">{line.clone()}</span>
            <div aria-hidden="true">{sides.collect_view()}</div>
            <div class="row">{to_play}{games.collect_view()}</div>
        </li>
    }
    .into_any()
}

/// Who stands where.
pub(super) fn standings(text: Text, held: &Held) -> AnyView {
    let tournament = &held.tournament;
    let headings = words::headings(tournament).iter();
    let headings = headings.map(|message| view! { <th scope="col">{text.get(*message)}</th> });
    let rows = tournament.standings().into_iter().map(|row| {
        let [rank, name, rest @ ..] = &figures(text, tournament, &row)[..] else {
            return ().into_any();
        };
        let rest = rest.iter().map(|figure| view! { <td>{figure.clone()}</td> });
        let class = if row.is_out { "out" } else { "" };
        view! {
            <tr class=class><td>{rank.clone()}</td><th scope="row">{name.clone()}</th>{rest.collect_view()}</tr>
        }
        .into_any()
    });
    view! {
        <h2>{text.get(M::CupStandings)}</h2>
        <div class="cup-table" tabindex="0" role="group" aria-label=text.get(M::CupStandings)>
            <table data-testid="cup-standings">
                <thead><tr>{headings.collect_view()}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// What stands below each heading.
fn figures(text: Text, tournament: &Tournament, row: &Standing) -> Vec<String> {
    let mut figures = vec![
        row.rank.to_string(),
        words::name(tournament, row.entrant).to_owned(),
    ];
    if tournament.setup().form.is_knock_out() {
        figures.extend(row.games.map(|count| count.to_string()));
        let state = match row.is_out {
            true => M::CupOut,
            false if tournament.winners().contains(&row.entrant) => M::CupChampion,
            false => M::CupIn,
        };
        figures.push(text.get(state).to_owned());
    } else {
        figures.extend([
            points(row.halves),
            points(row.head_to_head),
            points(row.buchholz),
            quarters(row.sonneborn_berger),
            row.wins.to_string(),
        ]);
    }
    figures
}
