//! The archive of games in this browser, as a gallery of thumbnails.

mod import;
pub(crate) mod scores;
pub(crate) mod thumbnail;

use std::cmp::Reverse;

use foursight_core::{Ending, Game, Player, Ruleset};
use foursight_page::play::{
    Message, Play, TimeAndSeed, game_from_text, last_touched_ms, table_key, with_name,
};
use foursight_page::replay::archive::{self, Archive, ArchivedGame, GAMES_MAX};
use foursight_page::replay::gallery::{
    DeletedGames, FilterOptions, Gallery, GalleryMessage, GameFilter,
};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::error_text;
use foursight_page::wording::game_text;
use foursight_page::wording::outcome_text::outcome_summary;
use foursight_page::wording::player_names::PlayerNames;
use foursight_page::wording::ruleset_names::game_name;
use foursight_record::{GameRecord, GameResult};
use leptos::prelude::*;

use super::{DynamicView, click_handler, context, dynamic_view, icons, view_if};
use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::lazy::tournament_tiles;
use crate::shell::signals::{ErasedMemo, ErasedSignal, erased_memo};
use crate::views::games::import::Import;
use crate::views::games::thumbnail::thumbnail;
use crate::views::play::new_game::select_field;

/// A waste bin.
const BIN: &str = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5";
/// A pencil.
const PENCIL: &str = "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4";

/// The gallery page.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let (ui, text) = context();
    let archive = erased_memo(move || ui.archive.with(|text| Archive::from_text(text)));
    ui.send(GalleryMessage::Open.into());
    let gallery: ErasedSignal<Gallery> = ui.feature();
    let filter = erased_memo(move || gallery.with(|gallery| gallery.filter.clone()));
    let deleted = erased_memo(move || gallery.with(|gallery| gallery.deleted.clone()));
    let games = move || {
        let filter = filter.get();
        archive.with(|archive| {
            let shown = archive
                .games()
                .iter()
                .filter(|archived| filter.matches(text, archived));
            shown
                .map(|archived| card(ui, text, archived))
                .collect_view()
                .into_any()
        })
    };
    let tables = ErasedSignal::new(all_in_play(ui));
    let is_empty = move || archive.with(|archive| archive.games().is_empty());
    let has_tables = move || tables.with(|tables| !tables.is_empty());
    let delete_all = move || {
        let archive = archive.get_untracked();
        let all: Vec<_> = archive
            .games()
            .iter()
            .map(|archived| archived.began_ms)
            .collect();
        remove(ui, &all);
    };
    let has_tournaments = !browser::tournaments().is_empty();
    let in_play = move || {
        let shown = tables.get();
        let card = |table| in_play(ui, text, table, tables);
        shown.iter().map(card).collect_view().into_any()
    };
    view! {
        <section class="gallery">
            <h1>{text.get(M::GamesHeading)}</h1>
            {view_if(has_tables, move || view! { <h2>{text.get(M::GamesInPlay)}</h2> }.into_any())}
            <ul class="games" data-testid="in-play">{dynamic_view(in_play)}</ul>
            {view_if(move || is_empty() && !has_tables() && !has_tournaments, move || empty_gallery(text))}
            {dynamic_view(move || archive.with(|archive| filter_bar(ui, text, archive, filter)))}
            <div role="status" class="undone" data-testid="games-gone">{dynamic_view(move || undo_bar(ui, text, deleted, tables))}</div>
            <ul class="games" data-testid="games">{dynamic_view(games)}</ul>
            {view_if(move || !is_empty(), move || view! {
                <div class="row kept">
                    <small>{text.with(M::GamesKept, &[("count", &GAMES_MAX)])}</small>
                    <button class="apart" data-testid="forget" on:click=click_handler(delete_all)>{icons::icon(BIN)}{text.get(M::GamesForget)}</button>
                </div>
            }.into_any())}
            <Import/>
            {tournaments(text, has_tournaments)}
        </section>
    }
}

/// The placeholder before the first game has ended.
fn empty_gallery(text: Text) -> AnyView {
    view! {
        <div class="card nothing">
            {thumbnail(&Game::default())}
            <p>{text.get(M::GamesNone)}</p>
            <a class="button main" href="#/new">{icons::icon(icons::PLAY)}{text.get(M::NewGame)}</a>
        </div>
    }
    .into_any()
}

/// The stored tournaments, and the link to a new one.
fn tournaments(text: Text, has_some: bool) -> impl IntoView {
    let stored =
        has_some.then(|| view! { <h2>{text.get(M::GamesTournaments)}</h2>{tournament_tiles()} });
    view! {
        {stored}
        <p class="row">
            <a class="button" href="#/tournament">{icons::icon(icons::BRACKET)}{text.get(M::PageTournament)}</a>
            <a class="button" data-testid="analysis-link" href="#/analysis">{icons::icon(icons::EYE)}{text.get(M::AnalysisHeading)}</a>
            <a class="button" data-testid="coach-link" href="#/coach">{icons::icon(icons::LAMP)}{text.get(M::CoachHeading)}</a>
        </p>
    }
}

/// The filters. They stay as long as there is a game, so that nothing shifts when one is deleted.
fn filter_bar(ui: Ui, text: Text, archive: &Archive, filter: ErasedMemo<GameFilter>) -> AnyView {
    let options = FilterOptions::of(text, archive);
    let now = filter.get_untracked();
    let choose = move |field: fn(&mut GameFilter) -> &mut String| {
        move |wanted: String| {
            let mut changed = filter.get_untracked();
            *field(&mut changed) = wanted;
            ui.send(GalleryMessage::Filter(changed).into());
        }
    };
    view! {
        <div class="row filters">
            {filter_field(text, ("filter-player", M::FilterPlayer), options.players, &now.player, choose(|filter| &mut filter.player))}
            {filter_field(text, ("filter-ending", M::FilterEnding), options.endings, &now.ending, choose(|filter| &mut filter.ending))}
            {filter_field(text, ("filter-rules", M::Rules), options.rules, &now.rules, choose(|filter| &mut filter.rules))}
        </div>
    }
    .into_any()
}

/// A select element of all values. Returns `None` if there are none.
fn filter_field(
    text: Text,
    (id, label): (&'static str, M),
    words: Vec<String>,
    now: &str,
    choose: impl Fn(String) + 'static,
) -> Option<AnyView> {
    if words.is_empty() {
        return None;
    }
    let mut options = vec![(
        String::new(),
        text.get(M::FilterAll).to_owned(),
        now.is_empty(),
    )];
    options.extend(words.into_iter().map(|word| {
        let is_now = word == now;
        (word.clone(), word, is_now)
    }));
    Some(select_field(id, text.get(label), options, choose))
}

/// Returns the games in play with their stored texts: the one at this tab's table first, then by
/// the latest change.
fn all_in_play(ui: Ui) -> Vec<(Play, String)> {
    let own = ui.with_own_play(|play| play.id);
    let now = TimeAndSeed::default();
    let mut tables = browser::tables();
    tables.sort_by_key(|(id, text)| (*id != own, Reverse(last_touched_ms(text))));
    let plays = tables
        .into_iter()
        .filter_map(|(id, text)| Some((game_from_text(&text, id, now).ok()?, text)));
    plays.filter(|(play, _)| play.table.is_in_play()).collect()
}

/// The card of a game in play, to continue or delete.
fn in_play(
    ui: Ui,
    text: Text,
    (play, stored): &(Play, String),
    tables: ErasedSignal<Vec<(Play, String)>>,
) -> impl IntoView + use<> {
    let names = PlayerNames::of(text, play.start());
    let title = if play.name.is_empty() {
        versus(text, &PlayerNames::with_levels(text, play.start()))
    } else {
        play.name.clone()
    };
    let link = format!("#/table/{}", play.id);
    let about = status(
        text,
        &names,
        play.game(),
        play.table.ending(),
        play.began_ms,
    );
    let label = format!("{}: {title}", text.get(M::GameDelete));
    let is_own = ui.with_own_play(|own| own.id == play.id);
    let table = StoredValue::new((play.id, stored.clone()));
    let rename = move |name: String| {
        let (id, stored) = table.get_value();
        browser::save_raw(&table_key(id), Some(&with_name(&stored, &name)));
        if is_own {
            ui.send(Message::RenameGame(name));
        }
        tables.set(all_in_play(ui));
    };
    let (field, pencil) = name_form(text, play.id, &title, &play.name, rename);
    let delete = move || {
        let (id, stored) = table.get_value();
        browser::delete_table(id);
        let deleted = DeletedGames {
            table: Some((id, stored)),
            ..DeletedGames::default()
        };
        ui.send(GalleryMessage::Deleted(deleted).into());
        tables.set(all_in_play(ui));
    };
    // The game at this tab's table is in the play view: Restart there ends it.
    let bin = (!is_own).then(|| view! {
        <button data-testid="table-delete" title=text.get(M::GameDelete) aria-label=label on:click=click_handler(delete)>{icons::icon(BIN)}</button>
    });
    view! {
        <li class="card">
            <a href=link>{thumbnail(play.game())}<span><b>{title}</b>" "<small>{about}</small></span></a>
            {field}
            {pencil}
            {bin}
        </li>
    }
}

/// Returns the record of a game with its players, times, name and result.
pub(crate) fn record(text: Text, play: &Play) -> GameRecord {
    let names = PlayerNames::with_levels(text, play.start());
    let record = GameRecord::from_game(play.game());
    let with_result = record
        .clone()
        .with_result(GameResult::from(play.table.ending()));
    let record = with_result.unwrap_or(record);
    let times: Option<Vec<_>> = play
        .table
        .timed_moves()
        .iter()
        .map(|made| made.thinking_ms)
        .collect();
    let with_times = times.map(|times| record.clone().with_times_ms(times));
    let record = with_times.and_then(Result::ok).unwrap_or(record);
    let with_players = record.clone().with_seats(
        Some(names.get(Player::First)),
        Some(names.get(Player::Second)),
    );
    let record = with_players.unwrap_or(record);
    if play.name.is_empty() {
        return record;
    }
    // Drop a name that is too long rather than the game.
    archive::with_name(record.clone(), &play.name).unwrap_or(record)
}

/// Moves the games that have ended into the archive and the ledger.
pub(crate) fn archive_ended_games(ui: Ui) {
    for (began, text) in browser::ended_games() {
        if let Ok(play) = game_from_text(&text, 0, TimeAndSeed::default()) {
            scores::record_game(&play, began);
            let record = record(ui.text(), &play);
            keep_record(
                ui,
                ArchivedGame {
                    began_ms: began,
                    record,
                },
            );
        }
        browser::delete_ended_game(began);
    }
}

/// Adds a game to the archive.
pub(crate) fn keep_record(ui: Ui, archived: ArchivedGame) {
    change(ui, |archive| archive.add(archived));
}

/// Changes the archive as stored now: another tab may have added a game meanwhile.
fn change(ui: Ui, change: impl FnOnce(&mut Archive)) {
    let stored = browser::load(StorageKey::Games).unwrap_or_default();
    let mut archive = Archive::from_text(&stored);
    change(&mut archive);
    let text = archive.to_text();
    browser::save(StorageKey::Games, &text);
    ui.send(Message::ArchiveChanged(text));
}

/// Deletes games, and remembers them until others are deleted or the page is left.
fn remove(ui: Ui, games: &[u64]) {
    let mut deleted = DeletedGames::default();
    change(ui, |archive| deleted = DeletedGames::delete(archive, games));
    ui.send(GalleryMessage::Deleted(deleted).into());
}

/// The bar that says how many games were deleted, with an undo button.
fn undo_bar(
    ui: Ui,
    text: Text,
    deleted: ErasedMemo<DeletedGames>,
    tables: ErasedSignal<Vec<(Play, String)>>,
) -> AnyView {
    let count = deleted.with(DeletedGames::count);
    if count == 0 {
        return ().into_any();
    }
    let undo = move || {
        let deleted = deleted.get_untracked();
        if let Some((id, text)) = &deleted.table {
            browser::save_raw(&table_key(*id), Some(text));
            tables.set(all_in_play(ui));
        } else {
            change(ui, |archive| deleted.restore(archive));
        }
        ui.send(GalleryMessage::Deleted(DeletedGames::default()).into());
    };
    view! {
        <p class="card">
            {text.count(M::GameGone, M::GamesGone, count)}" "
            <button data-testid="games-undo" on:click=click_handler(undo)>{text.get(M::GamesUndo)}</button>
        </p>
    }
    .into_any()
}

/// The card of a finished game: thumbnail, names, result and day; to replay, name or delete.
fn card(ui: Ui, text: Text, archived: &ArchivedGame) -> AnyView {
    let began = archived.began_ms;
    let names = PlayerNames::from_record(text, &archived.record);
    let link = format!("#/games/{began}");
    let game = archived.record.game();
    let title = archived
        .name()
        .map_or_else(|| versus(text, &names), str::to_owned);
    let about = status(text, &names, game, archived.record.result().ending(), began);
    let rename = move |name: String| {
        let mut error = None;
        change(ui, |archive| error = archive.rename(began, &name).err());
        if let Some(error) = error {
            ui.notify(error_text::read_error_text(text, &error));
        }
    };
    let name = archived.name().unwrap_or_default();
    let (field, pencil) = name_form(text, began, &title, name, rename);
    let label = format!("{}: {title}", text.get(M::GameDelete));
    view! {
        <li class="card">
            <a href=link>{thumbnail(game)}<span><b>{title}</b>" "<small>{about}</small></span></a>
            {field}
            {pencil}
            <button data-testid="game-delete" title=text.get(M::GameDelete) aria-label=label on:click=click_handler(move || remove(ui, &[began]))>{icons::icon(BIN)}</button>
        </li>
    }
    .into_any()
}

/// The field for the name of a game, and the button that opens it.
fn name_form(
    text: Text,
    number: u64,
    title: &str,
    name: &str,
    rename: impl Fn(String) + Clone + Send + 'static,
) -> (DynamicView, AnyView) {
    let is_open = ErasedSignal::new(false);
    let id = format!("name-{number}");
    let toggle = {
        let id = id.clone();
        move || {
            is_open.update(|is| *is = !*is);
            browser::focus_soon(id.clone());
        }
    };
    let name = name.to_owned();
    let field = move || {
        let rename = rename.clone();
        let input = NodeRef::<leptos::html::Input>::new();
        let save = move |event: leptos::ev::SubmitEvent| {
            event.prevent_default();
            is_open.set(false);
            if let Some(input) = input.get_untracked() {
                rename(input.value());
            }
        };
        view! {
            <form class="row naming" on:submit=save>
                <label class="field">
                    <span>{text.get(M::GameName)}</span>
                    <input type="text" id=id.clone() data-testid="game-name-field" maxlength="60" value=name.clone() node_ref=input/>
                </label>
                <button type="submit" data-testid="game-name-save">{text.get(M::GameNameSave)}</button>
            </form>
        }
        .into_any()
    };
    let label = format!("{}: {title}", text.get(M::GameName));
    let pencil = view! {
        <button data-testid="game-name" title=text.get(M::GameName) aria-label=label on:click=click_handler(toggle)>{icons::icon(PENCIL)}</button>
    };
    (view_if(move || is_open.get(), field), pencil.into_any())
}

fn versus(text: Text, names: &PlayerNames) -> String {
    text.with(
        M::GameBetween,
        &[
            ("first", &names.get(Player::First)),
            ("second", &names.get(Player::Second)),
        ],
    )
}

/// Describes the state or result of a game, its length and its day.
fn status(
    text: Text,
    names: &PlayerNames,
    game: &Game,
    ending: Option<Ending>,
    began: u64,
) -> String {
    let result = game_text::status_text(text, names, game, ending);
    let moves = match ending {
        // Say what the board does not show.
        Some(ending) if !ending.is_by_rules() => outcome_summary(text, game, Some(ending)),
        _ => text.count(M::OneMove, M::Moves, game.moves().len()),
    };
    let day = browser::format_day(began as f64, text.0);
    let rules = game.ruleset();
    if rules == Ruleset::STANDARD {
        return format!("{result}, {moves} ({day})");
    }
    format!("{}: {result}, {moves} ({day})", game_name(text, rules))
}
