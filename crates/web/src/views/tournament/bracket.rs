//! The views of a tournament: the bracket, the rounds in words, and the standings.

use foursight_page::settings::Theme;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{LocalTournament, describe};
use foursight_tournament::{
    Match, MatchSide, Standing, SvgPalette, Tournament, format_half_points, format_quarters,
    score_text,
};
use leptos::prelude::*;

use crate::browser;
use crate::views::{click_handler, icons};

/// Colours of the page, which follow its theme.
const PAGE_COLOURS: SvgPalette<'static> = SvgPalette {
    background: "none",
    surface: "var(--panel)",
    line: "var(--edge)",
    text: "var(--text)",
    muted: "var(--muted)",
    accent: "var(--win)",
};

/// Returns the colours of an image file, which has no access to the page's.
pub(super) const fn file_colours(theme: Theme) -> SvgPalette<'static> {
    match theme {
        Theme::Light => SvgPalette {
            background: "#f4f6fb",
            surface: "#ffffff",
            line: "#8a93ad",
            text: "#14182b",
            muted: "#4a5068",
            accent: "#08683f",
        },
        _ => SvgPalette {
            background: "#1a1a2e",
            surface: "#232843",
            line: "#6a7396",
            text: "#f2f4ff",
            muted: "#b9c6ea",
            accent: "#54e0a3",
        },
    }
}

/// The bracket as an image, for knock-outs only.
pub(super) fn bracket(text: Text, local: &LocalTournament) -> AnyView {
    if !local.tournament.setup().format.is_knock_out() {
        return ().into_any();
    }
    let image = describe::svg_image(text, &local.tournament, &PAGE_COLOURS, &[]);
    view! {
        <h2>{text.get(M::CupBracket)}</h2>
        <div class="cup-tree" data-testid="cup-tree" tabindex="0" role="group" aria-label=text.get(M::CupBracket) inner_html=image></div>
    }
    .into_any()
}

/// Id of the row of rounds.
const ROUNDS_ID: &str = "cup-rounds";

/// Returns the id of a round in the row.
fn round_id(number: usize) -> String {
    format!("cup-round-{number}")
}

/// The matches, round by round. A row that overflows scrolls to the current round, and has a button
/// for each.
pub(super) fn rounds(text: Text, local: &LocalTournament, id: u64) -> AnyView {
    let now = local
        .next_game()
        .and_then(|due| local.tournament.find_match(due.match_id));
    let now = now.map(|matchup| matchup.stage);
    let rounds = local.tournament.rounds().into_iter();
    let rounds = rounds.filter_map(|(stage, matches)| {
        let wanted: Vec<&Match> = matches.into_iter().filter(|m| m.is_needed()).collect();
        (!wanted.is_empty()).then_some((stage, wanted))
    });
    let rounds: Vec<_> = rounds.collect();
    let current = rounds.iter().position(|(stage, _)| now == Some(*stage));
    browser::scroll_row_to(
        ROUNDS_ID,
        round_id(current.unwrap_or(rounds.len().saturating_sub(1))),
    );
    let tabs = rounds.iter().enumerate().map(|(number, (stage, _))| {
        let class = if current == Some(number) { "now" } else { "" };
        let show = move || browser::scroll_row_to(ROUNDS_ID, round_id(number));
        view! { <button class=class data-testid=format!("cup-tab-{number}") on:click=click_handler(show)>{describe::stage(text, *stage)}</button> }
    });
    let tabs: Vec<_> = tabs.collect();
    let rounds = rounds.iter().enumerate().map(|(number, (stage, matches))| {
        let is_over = matches.iter().all(|matchup| matchup.result.is_some());
        let state = match (is_over, now == Some(*stage)) {
            (true, _) => text.get(M::CupRoundOver),
            (false, true) => text.get(M::CupRoundNow),
            (false, false) => "",
        };
        let matches = matches
            .iter()
            .map(|matchup| match_card(text, local, id, matchup));
        view! {
            <section class="cup-round" id=round_id(number)>
                <h3>{describe::stage(text, *stage)}" "<small>{state}</small></h3>
                <ul>{matches.collect_view()}</ul>
            </section>
        }
    });
    view! {
        <h2>{text.get(M::CupRounds)}</h2>
        <div class="cup-tabs" role="group" aria-label=text.get(M::CupRounds)>{tabs}</div>
        <div class="cup-rounds" id=ROUNDS_ID data-testid=ROUNDS_ID tabindex="0" role="group" aria-label=text.get(M::CupRounds)>{rounds.collect_view()}</div>
    }
    .into_any()
}

/// A match: players, score, and the links to its games.
fn match_card(text: Text, local: &LocalTournament, id: u64, matchup: &Match) -> AnyView {
    let line = describe::match_summary(text, &local.tournament, matchup);
    let sides = MatchSide::BOTH.map(|side| {
        let name = describe::side(text, &local.tournament, matchup, side);
        let entrant = matchup.slots[side.index()].entrant();
        let seed = entrant.and_then(|id| local.tournament.seed_of(id));
        let is_bot = entrant.is_some_and(|id| local.bot(id).is_some());
        let tag = is_bot.then(|| view! { <small>{text.get(M::CupBotTag)}</small> });
        let has_won =
            matchup.winner().is_some() && matchup.winner() == matchup.slots[side.index()].entrant();
        let class = match (matchup.winner(), has_won) {
            (Some(_), true) => "won",
            (Some(_), false) => "lost",
            (None, _) => "",
        };
        let mark = has_won.then(|| icons::icon(icons::TICK));
        view! { <p class=class><small>{seed}</small><b>{name}" "{tag}</b>{mark}<i>{score_text(matchup, side)}</i></p> }
    });
    let to_play = local.due_game(matchup.id).map(|due| {
        let message = if local.is_bot_game(due) { M::CupWatch } else { M::CupPlay };
        let label = format!("{}: {line}", text.get(message));
        let href = format!("#/tournament/{id}/{}", matchup.id.0);
        view! { <a class="button" data-testid=format!("cup-play-{}", matchup.id.0) href=href aria-label=label>{icons::icon(icons::PLAY)}{text.get(message)}</a> }
    });
    let games = matchup
        .games
        .iter()
        .enumerate()
        .filter_map(|(index, game)| {
            local.parse_game(&game.moves)?;
            let number = index + 1;
            let label = text.with(M::CupReplayLabel, &[("game", &number), ("match", &line)]);
            let href = format!("#/tournament/{id}/{}/{index}", matchup.id.0);
            let name = text.with(M::CupReplay, &[("game", &number)]);
            Some(view! { <a href=href aria-label=label>{name}</a> })
        });
    let class = if matchup.is_due() { "due" } else { "" };
    let note = describe::decision_note(text, &local.tournament, matchup);
    let note = note.map(|note| view! { <p class="cup-why"><small>{note}</small></p> });
    view! {
        <li class=class>
            <span class="hidden">{line.clone()}</span>
            <div aria-hidden="true">{sides.collect_view()}{note}</div>
            <div class="row">{to_play}{games.collect_view()}</div>
        </li>
    }
    .into_any()
}

/// The standings.
pub(super) fn standings(text: Text, local: &LocalTournament) -> AnyView {
    let tournament = &local.tournament;
    let headings = describe::headings(tournament).iter();
    let headings: Vec<&str> = headings.map(|message| text.get(*message)).collect();
    let ratings = local.performance();
    let has_ratings = ratings.iter().any(Option::is_some);
    let rows = tournament.standings().into_iter().map(|row| {
        let rating = ratings.get(row.entrant.index()).copied().flatten();
        let [rank, name, rest @ ..] = &figures(text, tournament, &row, rating)[..] else {
            return ().into_any();
        };
        // On phones each figure shows its heading.
        let rest = rest.iter().zip(&headings[2..]).map(|(figure, heading)| {
            view! { <td role="cell" data-label=heading.to_string()>{figure.clone()}</td> }
        });
        let class = if row.is_eliminated { "out" } else { "" };
        let left = describe::has_withdrawn(tournament, row.entrant)
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

/// Returns the figures of a row of the standings.
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
        describe::name(tournament, row.entrant).to_owned(),
    ];
    if tournament.setup().format.is_knock_out() {
        figures.extend(row.games.map(|count| count.to_string()));
        figures.push(rating);
        figures.push(
            text.get(describe::knockout_status(tournament, row))
                .to_owned(),
        );
    } else {
        figures.extend([
            format_half_points(row.half_points),
            format_half_points(row.head_to_head),
            format_half_points(row.buchholz),
            format_quarters(row.sonneborn_berger),
            row.wins.to_string(),
            rating,
        ]);
    }
    figures
}
