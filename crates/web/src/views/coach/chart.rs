//! What a player keeps missing: a bead for each position by theme, and the boards that come back.

use foursight_core::Player;
use foursight_page::coach::{
    CoachMessage, CoachState, LoggedMistake, MistakeLog, ThemeMistakes, theme_name,
};
use foursight_page::replay::archive::Archive;
use foursight_page::replay::review::Review;
use foursight_page::text::UiMessage as M;
use foursight_page::wording::player_names::PlayerNames;
use foursight_record::write_link;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use super::CoachView;
use crate::browser;
use crate::shell::signals::erased_memo;
use crate::views::games::thumbnail::thumbnail;
use crate::views::{click_handler, dynamic_view, icons, text_signal, view_if};

/// Name of the exported file.
const FILE_NAME: &str = "foursight-coach.json";
/// Largest file that is read.
const FILE_BYTES_MAX: u32 = 1_000_000;
/// Boards that are shown of those that come back: beside a question, and without one.
const BOARDS_BESIDE: usize = 4;
const BOARDS_ALONE: usize = 12;
/// Games that are offered on the page without a question.
const RECENT_MAX: usize = 6;

/// The chart, the boards that come back, and the file.
pub(super) fn chart(page: CoachView) -> AnyView {
    let text = page.text;
    let shown = erased_memo(move || page.coach.with(CoachState::shown_log));
    let is_overview = move || page.coach.with(|coach| coach.board_ruleset().is_none());
    let rows = move || {
        shown.with(|log| {
            let rows = log.by_theme();
            if rows.is_empty() {
                return view! { <p data-testid="coach-none">{text.get(M::CoachMissingNone)}</p> }
                    .into_any();
            }
            let rows = rows.iter().map(|row| theme_row(page, row)).collect_view();
            view! { <ol class="themes" data-testid="coach-themes">{rows}</ol>{legend(page)} }
                .into_any()
        })
    };
    let returning = move || {
        let count = if is_overview() {
            BOARDS_ALONE
        } else {
            BOARDS_BESIDE
        };
        shown.with(|log| boards(page, log, count))
    };
    view! {
        <section class="card misses" aria-label=text.get(M::CoachMissing)>
            <h2>{text.get(M::CoachMissing)}</h2>
            {dynamic_view(rows)}
            {dynamic_view(returning)}
            {view_if(is_overview, move || file_buttons(page))}
        </section>
        {view_if(is_overview, move || recent_games(page))}
    }
    .into_any()
}

/// A theme with a bead for each of its positions.
fn theme_row(page: CoachView, row: &ThemeMistakes<'_>) -> AnyView {
    let text = page.text;
    let label = page.words(|words| words.theme_row(row));
    let theme = text.get(theme_name(row.theme));
    let bead = |(index, mistake): (usize, &&LoggedMistake)| {
        let (class, message) = if mistake.is_fixed() {
            ("bead on", M::CoachBeadFixed)
        } else {
            ("bead", M::CoachBeadToDo)
        };
        let label = text.with(message, &[("theme", &theme), ("number", &(index + 1))]);
        let address = format!("#/coach/due/{}", mistake.link());
        view! { <a href=address aria-label=label data-testid="coach-bead"><i class=class></i></a> }
    };
    let beads = row.mistakes.iter().enumerate().map(bead).collect_view();
    view! {
        <li>
            <div role="group" aria-label=label>
                <b>{theme}</b>
                <span class="beads">{beads}</span>
            </div>
        </li>
    }
    .into_any()
}

fn legend(page: CoachView) -> AnyView {
    let text = page.text;
    view! {
        <p class="legend" aria-hidden="true">
            <small><i class="bead on"></i>{text.get(M::CoachFixed)}</small>
            <small><i class="bead"></i>{text.get(M::CoachToDo)}</small>
        </p>
    }
    .into_any()
}

/// The positions that come back next, each with its day.
fn boards(page: CoachView, log: &MistakeLog, count: usize) -> AnyView {
    let text = page.text;
    let now_ms = browser::now_ms() as u64;
    let returning = log.returning();
    if returning.is_empty() {
        return ().into_any();
    }
    let due = log.due(now_ms).len();
    let board = |mistake: &&LoggedMistake| {
        let day = page.words(|words| words.return_day(mistake, now_ms));
        let plies = mistake.game.moves().len();
        let label = text.with(M::CoachReturns, &[("count", &plies), ("day", &day)]);
        view! {
            <li><a href=format!("#/coach/due/{}", mistake.link()) aria-label=label>{thumbnail(&mistake.game)}<small>{day}</small></a></li>
        }
    };
    let boards = returning.iter().take(count).map(board).collect_view();
    let practise = (due > 0).then(|| {
        let words = text.with(M::CoachPractise, &[("count", &due)]);
        view! { <p><a class="button main" data-testid="coach-practise" href="#/coach/due">{icons::icon(icons::AGAIN)}{words}</a></p> }
    });
    view! {
        <h2>{text.get(M::CoachReturning)}<small>{text.with(M::CoachDueToday, &[("count", &due)])}</small></h2>
        {practise}
        <ul class="returns" data-testid="coach-returns">{boards}</ul>
    }
    .into_any()
}

/// Saves the log as a file, and reads one.
fn file_buttons(page: CoachView) -> AnyView {
    let text = page.text;
    let export = move || {
        let log = page.coach.with_untracked(|coach| coach.log().to_text());
        browser::download(FILE_NAME, "application/json", log.as_bytes());
    };
    let read = move |event: leptos::ev::Event| {
        let field = event.target();
        if let Some(field) = field.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            browser::read_file_input(&field, FILE_BYTES_MAX, move |file| {
                page.send(CoachMessage::FileRead(file));
            });
        }
    };
    let notice = move || page.words(|words| words.notice());
    view! {
        <div class="row">
            <button type="button" data-testid="coach-export" on:click=click_handler(export)>{text.get(M::CoachExport)}</button>
            <label class="button">
                {text.get(M::CoachImport)}
                <input class="hidden" type="file" accept=".json" data-testid="coach-import" on:change=read/>
            </label>
        </div>
        <p role="status" data-testid="coach-notice">{text_signal(notice)}</p>
        <small>{text.get(M::CoachKept)}</small>
    }
    .into_any()
}

/// The last finished games with verdicts, each a link to its moments.
fn recent_games(page: CoachView) -> AnyView {
    let text = page.text;
    let archive = page.ui.archive.with(|text| Archive::from_text(text));
    let games = archive.games().iter();
    let games: Vec<_> = games
        .filter(|archived| Review::of(archived.record.game()).is_some())
        .take(RECENT_MAX)
        .collect();
    if games.is_empty() {
        return ().into_any();
    }
    let game = |archived: &foursight_page::replay::archive::ArchivedGame| {
        let names = PlayerNames::from_record(text, &archived.record);
        let own = Player::BOTH.map(|player| names.get(player) == text.get(M::You));
        let player = match own {
            [true, false] => "/1",
            [false, true] => "/2",
            _ => "",
        };
        let game = archived.record.game();
        let address = format!("#/coach/{}{player}", write_link(game));
        let [first, second] = Player::BOTH.map(|player| names.get(player).to_owned());
        view! {
            <li><a href=address>{thumbnail(game)}<small>{first}" – "{second}</small></a></li>
        }
    };
    let games = games.into_iter().map(game).collect_view();
    view! {
        <section class="card misses" aria-label=text.get(M::CoachRecent)>
            <h2>{text.get(M::CoachRecent)}</h2>
            <ul class="returns" data-testid="coach-recent">{games}</ul>
        </section>
    }
    .into_any()
}
