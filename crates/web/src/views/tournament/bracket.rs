//! The views of a tournament: the bracket, the rounds in words, and the standings.

use std::cmp::Ordering;

use foursight_core::Player;
use foursight_page::settings::Theme;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::tournament::{LocalTournament, describe, half_rows};
use foursight_tournament::{
    BracketLayout, BracketLink, Match, MatchId, MatchSide, MatchStage, Standing, SvgPalette,
    Tournament, format_half_points, format_quarters, score_text,
};
use leptos::prelude::*;

use crate::browser;
use crate::views::play::player_class;
use crate::views::{click_handler, icons};

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

/// Id of the row of rounds.
const ROUNDS_ID: &str = "cup-rounds";

/// Returns the id of a round in the row.
fn round_id(number: usize) -> String {
    format!("cup-round-{number}")
}

/// The matches: a knock-out as a bracket, another format round by round. In narrow windows a row of
/// rounds scrolls to the current one, and has a button for each.
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
    let layout = local.tournament.layout();
    let rows = half_rows(&layout);
    let index_of = |id: MatchId| layout.nodes.iter().position(|node| node.match_id == id);
    let place_of = |id: MatchId| {
        let place =
            index_of(id).map(|index| BracketPlace::of(layout.nodes[index].column, rows[index] + 2));
        place.unwrap_or_default()
    };
    let links = layout.links.iter().filter_map(|link| {
        let [from, to] = [link.from, link.to].map(|node| index_of(node.match_id));
        Some(link_view(link, [rows[from?], rows[to?]]))
    });
    let links = links.collect_view();
    let is_knock_out = local.tournament.setup().format.is_knock_out();
    let (class, heading) = if is_knock_out {
        ("cup-rounds cup-bracket", M::CupBracket)
    } else {
        ("cup-rounds", M::CupRounds)
    };
    let rounds = rounds.iter().enumerate().map(|(number, (stage, matches))| {
        let is_over = matches.iter().all(|matchup| matchup.result.is_some());
        let state = match (is_over, now == Some(*stage)) {
            (true, _) => text.get(M::CupRoundOver),
            (false, true) => text.get(M::CupRoundNow),
            (false, false) => "",
        };
        let matches = matches
            .iter()
            .map(|matchup| match_card(text, local, id, matchup, place_of(matchup.id)));
        let BracketPlace { column, row } = BracketPlace::of_round(&layout, *stage);
        view! {
            <section class="cup-round" id=round_id(number)>
                <h3 style=("--column", column) style=("--row", row)>{describe::stage(text, *stage)}" "<small>{state}</small></h3>
                <ul>{matches.collect_view()}</ul>
            </section>
        }
    });
    view! {
        <h2>{text.get(heading)}</h2>
        <div class="cup-tabs" role="group" aria-label=text.get(M::CupRounds)>{tabs}</div>
        <div class=class id=ROUNDS_ID data-testid=ROUNDS_ID tabindex="0" role="group" aria-label=text.get(heading)>{rounds.collect_view()}{links}</div>
    }
    .into_any()
}

/// A place in a bracket, as values of CSS; empty for other formats.
#[derive(Default)]
struct BracketPlace {
    column: String,
    row: String,
}

impl BracketPlace {
    /// Returns the place in a column of matches, each of which has a gutter for connectors after it.
    fn of(column: usize, row: usize) -> Self {
        Self {
            column: (2 * column + 1).to_string(),
            row: row.to_string(),
        }
    }

    /// Returns the place of the name of a round. Names within the bracket stand above their
    /// matches, the others at the top.
    fn of_round(layout: &BracketLayout, stage: MatchStage) -> Self {
        let round = layout.rounds.iter().find(|(of, ..)| *of == stage);
        let is_within = matches!(stage, MatchStage::Losers { .. } | MatchStage::ThirdPlace);
        let place = round
            .map(|(_, column, row)| Self::of(*column, if is_within { 2 * row + 1 } else { 1 }));
        place.unwrap_or_default()
    }
}

/// A connector in the gutter, from the middle of a match to the middle of the next one, which start
/// at these half rows. A match spans four of them below the names of the rounds.
fn link_view(link: &BracketLink, half_rows: [usize; 2]) -> AnyView {
    let [from, to] = half_rows.map(|row| row + 4);
    let class = match from.cmp(&to) {
        Ordering::Less => "cup-link down",
        Ordering::Equal => "cup-link",
        Ordering::Greater => "cup-link up",
    };
    let (start, end) = (from.min(to), from.max(to).max(from.min(to) + 1));
    let (left, right) = (2 * link.from.column + 2, 2 * link.to.column + 1);
    let columns = format!("{left} / {}", right.max(left + 1));
    let rows = format!("{start} / {end}");
    view! {
        <span class=class style=("--columns", columns) style=("--rows", rows) aria-hidden="true"></span>
    }
    .into_any()
}

/// A disc for each game of a match in the colour that this side held: full for a win, an outline
/// for a loss, half for a draw, dashed for a game to come.
fn game_discs(local: &LocalTournament, matchup: &Match, side: MatchSide) -> AnyView {
    let games = match matchup.result {
        Some(_) => matchup.games.len(),
        None if matchup.pair().is_none() => 0,
        None => matchup.games_max(local.tournament.setup()),
    };
    let disc = |index: usize| {
        let (first, state) = match matchup.games.get(index) {
            None => (matchup.first_side(index), "open"),
            Some(game) => match game.winner_side() {
                None => (game.first, "drawn"),
                Some(winner) if winner == side => (game.first, "won"),
                Some(_) => (game.first, "lost"),
            },
        };
        let player = if first == side {
            Player::First
        } else {
            Player::Second
        };
        view! { <span class=format!("{} {state}", player_class(player))></span> }
    };
    let discs = (0..games).map(disc).collect_view();
    view! { <span class="cup-discs">{discs}</span> }.into_any()
}

/// A match: players, score, and the links to its games.
fn match_card(
    text: Text,
    local: &LocalTournament,
    id: u64,
    matchup: &Match,
    place: BracketPlace,
) -> AnyView {
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
        view! { <p class=class><small>{seed}</small><b>{name}" "{tag}</b>{mark}{game_discs(local, matchup, side)}<i>{score_text(matchup, side)}</i></p> }
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
    let is_now = local
        .next_game()
        .is_some_and(|due| due.match_id == matchup.id);
    let (class, pill) = match (is_now, matchup.is_due()) {
        (true, _) => ("due now", Some(M::CupNow)),
        (false, true) => ("due", Some(M::CupNextPill)),
        (false, false) => ("", None),
    };
    let pill = pill.map(|pill| view! { <em aria-hidden="true">{text.get(pill)}</em> });
    let note = describe::decision_note(text, &local.tournament, matchup);
    let note = note.map(|note| view! { <p class="cup-why"><small>{note}</small></p> });
    view! {
        <li class=class style=("--column", place.column) style=("--row", place.row)>
            <span class="hidden">{line.clone()}</span>
            {pill}
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
