//! The games that this browser keeps, as a gallery of small pictures.

use std::cmp::Reverse;

use foursight_core::{Ending, Game, Player, Ruleset};
use foursight_record::{GameRecord, GameResult};
use leptos::prelude::*;

use super::import::Import;
use super::mini::mini;
use super::new_game::picker;
use super::{Part, context, icons, shown, shown_if, tap};
use crate::archive::{Archive, GAMES_MAX, Kept, named};
use crate::browser::{self, Entry};
use crate::called::{game_name, variant_name};
use crate::ends::how;
use crate::model::{Message, Now, Play, game_from_text, renamed, table_key, touched_ms};
use crate::names::Names;
use crate::reasons;
use crate::shell::Ui;
use crate::shell::later::tournament_tiles;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::words;

/// A bin.
const BIN: &str = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5";
/// A pencil.
const PENCIL: &str = "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4";

/// Which games are shown: all of them where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sieve {
    /// Somebody who takes part.
    player: String,
    /// How it ended, in words.
    ending: String,
    /// The name of its rules.
    rules: String,
}

impl Sieve {
    fn lets(&self, text: Text, kept: &Kept) -> bool {
        let is = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        let names = Names::kept(text, &kept.record);
        Player::BOTH
            .iter()
            .any(|player| is(&self.player, names.get(*player)))
            && is(&self.ending, &ended(text, &names, &kept.record))
            && is(&self.rules, rules_name(text, kept.record.game()))
    }
}

/// The page with the games.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let (ui, text) = context();
    let archive = derived(move || ui.archive.with(|text| Archive::from_text(text)));
    let sieve = Source::new(Sieve::default());
    let gone = Source::new(Gone::default());
    let games = move || {
        let sieve = sieve.get();
        archive.with(|archive| {
            let shown = archive.games().iter().filter(|kept| sieve.lets(text, kept));
            shown
                .map(|kept| card(ui, text, kept, gone))
                .collect_view()
                .into_any()
        })
    };
    let tables = Source::new(all_in_play(ui));
    let is_empty = move || archive.with(|archive| archive.games().is_empty());
    let has_tables = move || tables.with(|tables| !tables.is_empty());
    let forget_all = move || {
        let archive = archive.get_untracked();
        let all: Vec<_> = archive.games().iter().map(|kept| kept.began).collect();
        remove(ui, &all, gone);
    };
    let has_cups = !browser::tournaments().is_empty();
    let in_play = move || {
        let shown = tables.get();
        let card = |table| in_play(ui, text, table, gone, tables);
        shown.iter().map(card).collect_view().into_any()
    };
    view! {
        <section class="gallery">
            <h1>{text.get(M::GamesHeading)}</h1>
            {shown_if(has_tables, move || view! { <h2>{text.get(M::GamesInPlay)}</h2> }.into_any())}
            <ul class="games" data-testid="in-play">{shown(in_play)}</ul>
            {shown_if(move || is_empty() && !has_tables() && !has_cups, move || nothing_yet(text))}
            {shown(move || archive.with(|archive| filters(text, archive, sieve)))}
            <div role="status" class="undone" data-testid="games-gone">{shown(move || undo_bar(ui, text, gone, tables))}</div>
            <ul class="games" data-testid="games">{shown(games)}</ul>
            {shown_if(move || !is_empty(), move || view! {
                <div class="row kept">
                    <small>{text.with(M::GamesKept, &[("count", &GAMES_MAX)])}</small>
                    <button class="apart" data-testid="forget" on:click=tap(forget_all)>{icons::drawn(BIN)}{text.get(M::GamesForget)}</button>
                </div>
            }.into_any())}
            <Import/>
            {tournaments(text, has_cups)}
        </section>
    }
}

/// What stands there before the first game has ended, and the way to one.
fn nothing_yet(text: Text) -> AnyView {
    view! {
        <div class="card nothing">
            {mini(&Game::default())}
            <p>{text.get(M::GamesNone)}</p>
            <a class="button main" href="#/new">{icons::drawn(icons::PLAY)}{text.get(M::NewGame)}</a>
        </div>
    }
    .into_any()
}

/// The tournaments that are kept, and the way to another.
fn tournaments(text: Text, has_some: bool) -> impl IntoView {
    let kept =
        has_some.then(|| view! { <h2>{text.get(M::GamesTournaments)}</h2>{tournament_tiles()} });
    view! {
        {kept}
        <p><a class="button" href="#/tournament">{icons::drawn(icons::BRACKET)}{text.get(M::PageTournament)}</a></p>
    }
}

/// Lists to choose from which games are shown. They are there as long as there is a game, so that nothing jumps
/// when one is deleted.
fn filters(text: Text, archive: &Archive, sieve: Source<Sieve>) -> AnyView {
    let (mut players, mut endings, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    for kept in archive.games() {
        let names = Names::kept(text, &kept.record);
        for player in Player::BOTH {
            add(&mut players, names.get(player).to_owned());
        }
        add(&mut endings, ended(text, &names, &kept.record));
        add(&mut rules, rules_name(text, kept.record.game()).to_owned());
    }
    let now = sieve.get_untracked();
    view! {
        <div class="row filters">
            {filter(text, ("filter-player", M::FilterPlayer), players, &now.player, move |wanted| sieve.update(|sieve| sieve.player = wanted))}
            {filter(text, ("filter-ending", M::FilterEnding), endings, &now.ending, move |wanted| sieve.update(|sieve| sieve.ending = wanted))}
            {filter(text, ("filter-rules", M::Rules), rules, &now.rules, move |wanted| sieve.update(|sieve| sieve.rules = wanted))}
        </div>
    }
    .into_any()
}

fn add(list: &mut Vec<String>, word: String) {
    if !list.contains(&word) {
        list.push(word);
    }
}

/// A list of all that occurs; nothing if there is nothing.
fn filter(
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
    Some(picker(id, text.get(label), options, choose))
}

/// The games in play with the texts that keep them: the one at the table first, then the one touched last.
fn all_in_play(ui: Ui) -> Vec<(Play, String)> {
    let own = ui.own(|play| play.id);
    let now = Now::default();
    let mut tables = browser::tables();
    tables.sort_by_key(|(id, text)| (*id != own, Reverse(touched_ms(text))));
    let plays = tables
        .into_iter()
        .filter_map(|(id, text)| Some((game_from_text(&text, id, now).ok()?, text)));
    plays.filter(|(play, _)| play.table.is_in_play()).collect()
}

/// A game in play, to go on with or to delete.
fn in_play(
    ui: Ui,
    text: Text,
    (play, kept): &(Play, String),
    gone: Source<Gone>,
    tables: Source<Vec<(Play, String)>>,
) -> impl IntoView + use<> {
    let names = Names::of(text, play.start());
    let title = if play.name.is_empty() {
        between(text, &Names::full(text, play.start()))
    } else {
        play.name.clone()
    };
    let link = format!("#/table/{}", play.id);
    let about = status(text, &names, play.game(), play.table.ending(), play.began);
    let label = format!("{}: {title}", text.get(M::GameDelete));
    let is_own = ui.own(|own| own.id == play.id);
    let table = StoredValue::new((play.id, kept.clone()));
    let call = move |name: String| {
        let (id, kept) = table.get_value();
        browser::keep(&table_key(id), Some(&renamed(&kept, &name)));
        if is_own {
            ui.send(Message::Name(name));
        }
        tables.set(all_in_play(ui));
    };
    let (field, pencil) = naming(text, play.id, &title, &play.name, call);
    let delete = move || {
        let (id, kept) = table.get_value();
        browser::forget_table(id);
        gone.set(Gone {
            table: Some((id, kept)),
            ..Gone::default()
        });
        tables.set(all_in_play(ui));
    };
    // The one at the table is in the play view: Restart there puts it away.
    let bin = (!is_own).then(|| view! {
        <button data-testid="table-delete" title=text.get(M::GameDelete) aria-label=label on:click=tap(delete)>{icons::drawn(BIN)}</button>
    });
    view! {
        <li class="card">
            <a href=link>{mini(play.game())}<span><b>{title}</b>" "<small>{about}</small></span></a>
            {field}
            {pencil}
            {bin}
        </li>
    }
}

/// The game with the names of those who play it, and how it ended.
pub(crate) fn record(text: Text, play: &Play) -> GameRecord {
    let names = Names::full(text, play.start());
    let record = GameRecord::from_game(play.game());
    let ended = record
        .clone()
        .with_result(GameResult::from(play.table.ending()));
    let record = ended.unwrap_or(record);
    let times: Option<Vec<_>> = play.table.made().iter().map(|made| made.took_ms).collect();
    let with_times = times.map(|times| record.clone().with_times_ms(times));
    let record = with_times.and_then(Result::ok).unwrap_or(record);
    let seated = record.clone().with_seats(
        Some(names.get(Player::First)),
        Some(names.get(Player::Second)),
    );
    let record = seated.unwrap_or(record);
    if play.name.is_empty() {
        return record;
    }
    // What is too long for a name is left out: the game is kept all the same.
    named(record.clone(), &play.name).unwrap_or(record)
}

/// Puts the games that ended among those that are kept.
pub(crate) fn keep_ended(ui: Ui) {
    for (began, text) in browser::ended() {
        if let Ok(play) = game_from_text(&text, 0, Now::default()) {
            super::scores::count(&play, began);
            let record = record(ui.text(), &play);
            keep_record(ui, Kept { began, record });
        }
        browser::forget_ended(began);
    }
}

/// Puts a game among those that are kept.
pub(crate) fn keep_record(ui: Ui, kept: Kept) {
    change(ui, |archive| archive.keep(kept));
}

/// Changes what is kept, as it is now: another tab may have kept a game meanwhile.
fn change(ui: Ui, change: impl FnOnce(&mut Archive)) {
    let stored = browser::load(Entry::Games).unwrap_or_default();
    let mut archive = Archive::from_text(&stored);
    change(&mut archive);
    let text = archive.to_text();
    browser::save(Entry::Games, &text);
    ui.send(Message::Archived(text));
}

/// What was taken out last.
#[derive(Clone, Debug, Default, PartialEq)]
struct Gone {
    /// Games that had ended, each with its place.
    kept: Vec<(usize, Kept)>,
    /// The number of a table with a game in play, and the text that kept it.
    table: Option<(u64, String)>,
}

/// Takes games out, and remembers them until others go or the page is left.
fn remove(ui: Ui, games: &[u64], gone: Source<Gone>) {
    change(ui, |archive| {
        let kept = games.iter().filter_map(|began| archive.remove(*began));
        gone.set(Gone {
            kept: kept.collect(),
            table: None,
        });
    });
}

/// How many games are gone, and the way back.
fn undo_bar(
    ui: Ui,
    text: Text,
    gone: Source<Gone>,
    tables: Source<Vec<(Play, String)>>,
) -> AnyView {
    let count = gone.with(|gone| gone.kept.len() + usize::from(gone.table.is_some()));
    if count == 0 {
        return ().into_any();
    }
    let undo = move || {
        let Gone { kept, table } = gone.get_untracked();
        if let Some((id, text)) = table {
            browser::keep(&table_key(id), Some(&text));
            tables.set(all_in_play(ui));
        } else {
            change(ui, |archive| {
                // The last one taken out knows its place among those that were left.
                for (at, kept) in kept.into_iter().rev() {
                    archive.put_back(at, kept);
                }
            });
        }
        gone.set(Gone::default());
    };
    view! {
        <p class="card">
            {text.count(M::GameGone, M::GamesGone, count)}" "
            <button data-testid="games-undo" on:click=tap(undo)>{text.get(M::GamesUndo)}</button>
        </p>
    }
    .into_any()
}

/// A game that was kept: picture, names, how it ended, when; to look at, to name, to delete.
fn card(ui: Ui, text: Text, kept: &Kept, gone: Source<Gone>) -> AnyView {
    let began = kept.began;
    let names = Names::kept(text, &kept.record);
    let link = format!("#/games/{began}");
    let game = kept.record.game();
    let title = kept
        .name()
        .map_or_else(|| between(text, &names), str::to_owned);
    let about = status(text, &names, game, kept.record.result().ending(), began);
    let call = move |name: String| {
        let mut refused = None;
        change(ui, |archive| refused = archive.call(began, &name).err());
        if let Some(error) = refused {
            ui.tell(reasons::read(text, &error));
        }
    };
    let name = kept.name().unwrap_or_default();
    let (field, pencil) = naming(text, began, &title, name, call);
    let label = format!("{}: {title}", text.get(M::GameDelete));
    view! {
        <li class="card">
            <a href=link>{mini(game)}<span><b>{title}</b>" "<small>{about}</small></span></a>
            {field}
            {pencil}
            <button data-testid="game-delete" title=text.get(M::GameDelete) aria-label=label on:click=tap(move || remove(ui, &[began], gone))>{icons::drawn(BIN)}</button>
        </li>
    }
    .into_any()
}

/// A field for what a game is called, and the button that shows it.
fn naming(
    text: Text,
    number: u64,
    title: &str,
    name: &str,
    call: impl Fn(String) + Clone + Send + 'static,
) -> (Part, AnyView) {
    let is_named = Source::new(false);
    let id = format!("name-{number}");
    let ask = {
        let id = id.clone();
        move || {
            is_named.update(|is| *is = !*is);
            browser::focus_soon(id.clone());
        }
    };
    let name = name.to_owned();
    let field = move || {
        let call = call.clone();
        let input = NodeRef::<leptos::html::Input>::new();
        let save = move |event: leptos::ev::SubmitEvent| {
            event.prevent_default();
            is_named.set(false);
            if let Some(input) = input.get_untracked() {
                call(input.value());
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
        <button data-testid="game-name" title=text.get(M::GameName) aria-label=label on:click=tap(ask)>{icons::drawn(PENCIL)}</button>
    };
    (shown_if(move || is_named.get(), field), pencil.into_any())
}

fn between(text: Text, names: &Names) -> String {
    text.with(
        M::GameBetween,
        &[
            ("first", &names.get(Player::First)),
            ("second", &names.get(Player::Second)),
        ],
    )
}

/// How it stands or ended, how long it is, and when it began.
fn status(text: Text, names: &Names, game: &Game, ending: Option<Ending>, began: u64) -> String {
    let result = words::status(text, names, game, ending);
    let moves = match ending {
        // What the grid does not show is said.
        Some(ending) if !ending.is_by_rules() => how(text, game, Some(ending)),
        _ => text.count(M::OneMove, M::Moves, game.moves().len()),
    };
    let day = browser::day(began as f64, text.0);
    let rules = game.ruleset();
    if rules == Ruleset::STANDARD {
        return format!("{result}, {moves} ({day})");
    }
    format!("{}: {result}, {moves} ({day})", game_name(text, rules))
}

/// How a game ended, as one of a few; that it did not, if so.
fn ended(text: Text, names: &Names, record: &GameRecord) -> String {
    match record.result().ending() {
        None => text.get(M::NotFinished).to_owned(),
        ending => words::status(text, names, record.game(), ending),
    }
}

fn rules_name(text: Text, game: &Game) -> &'static str {
    text.get(variant_name(game.ruleset().variant()))
}
