//! Reads games from texts: saved tables, tables saved by another tab, and links.
//!
//! The first drop of a first visit needs none of it, so it lies in a lazy chunk.

use foursight_core::{Ending, Game};
use foursight_record::read_link;
use foursight_table::{GameStart, Occupant, SavedTable};

use super::persistence::unnamed_people;
use super::refusal::RefusalReason;
use super::{
    Effect, Message, Model, Play, TABLES_MAX, TimeAndSeed, game_from_text, game_to_text,
    last_touched_ms, table_key,
};
use crate::links::Route;
use crate::text::UiMessage as M;

/// Tables in the storage of the browser.
#[derive(Clone, Debug, Default)]
pub struct StoredTables {
    /// Saved tables by id.
    pub tables: Vec<(u64, String)>,
    /// The game saved by the first version, which had a single slot.
    pub legacy_game: Option<String>,
    /// Id of the table of this tab before a reload.
    pub own_id: Option<u64>,
}

/// A text that contains a game.
#[derive(Debug)]
pub(super) enum GameText {
    /// A link to continue from.
    Link(String),
    /// The table of this id, as another tab saved it.
    OtherTab(u64, String),
    /// The table of this id to continue at; `None` if none is saved.
    Table(u64, Option<String>),
}

/// Restores the game to begin with.
pub(super) fn restore_tables(model: &mut Model, stored: &StoredTables, now: TimeAndSeed) {
    let play = restore_play(model, stored, now);
    model.on_game_restored(play, now);
}

/// Reads a game and continues there.
pub(super) fn import_game(model: &mut Model, text: GameText, now: TimeAndSeed) {
    match text {
        GameText::Link(link) => match read_link(&link) {
            Ok(game) => model.handle(Message::ContinueGame(Box::new(game)), now),
            Err(error) => {
                model.explain_refusal(M::LinkFailed, RefusalReason::Text(error), now);
            }
        },
        GameText::OtherTab(id, text) => {
            if let Ok(play) = game_from_text(&text, id, now) {
                model.on_table_synced(play);
            }
        }
        GameText::Table(_, None) => model.route.set(Route::Unknown),
        GameText::Table(id, Some(text)) => match game_from_text(&text, id, now) {
            Ok(play) => model.on_table_loaded(play, now),
            Err(damage) => model.quarantine(table_key(id), damage, now),
        },
    }
}

/// Opens a record at a ply. The names are those of the first and the second player.
#[must_use]
pub fn replay_message(
    game: &Game,
    names: Option<[String; 2]>,
    ended: Option<Ending>,
    ply: Option<usize>,
) -> Message {
    let start = GameStart {
        opening: game.moves().iter().copied().map(Into::into).collect(),
        ..GameStart::new(
            game.ruleset(),
            names.map_or_else(unnamed_people, |names| names.map(Occupant::Person)),
        )
    };
    Message::ShowRecord(Box::new(record_of(start, ended)), ply)
}

/// Makes a record of a start with all its moves. `ended` is an ending the board does not show.
#[must_use]
pub fn record_of(start: GameStart, ended: Option<Ending>) -> SavedTable {
    SavedTable {
        opening_plies: start.opening.len(),
        ply: start.opening.len(),
        ending: ended.filter(|ending| !ending.is_by_rules()),
        is_paused: false,
        remaining_ms: None,
        start,
    }
}

/// Restores the table of this tab, otherwise the one touched last.
fn restore_play(model: &mut Model, stored: &StoredTables, now: TimeAndSeed) -> Option<Play> {
    let old = legacy_game(model, stored, now);
    let mut tables: Vec<_> = stored.tables.iter().collect();
    let rank = |(id, text): &&(u64, String)| (stored.own_id == Some(*id), last_touched_ms(text));
    while tables.len() > TABLES_MAX {
        let oldest = (0..tables.len()).min_by_key(|at| rank(&tables[*at]));
        let (id, text) = tables.swap_remove(oldest.unwrap_or(0));
        let play = game_from_text(text, *id, now).ok();
        if let Some(play) = play.filter(|play| play.table.is_in_play()) {
            model.emit(Effect::ArchiveGame(play.began_ms, text.clone()));
        }
        model.emit(Effect::DeleteTable(*id));
    }
    // Quarantine an unreadable text and try the next one.
    while let Some(last) = (0..tables.len()).max_by_key(|at| rank(&tables[*at])) {
        let (id, text) = tables.swap_remove(last);
        match game_from_text(text, *id, now) {
            Ok(play) => return Some(play),
            Err(damage) => model.quarantine(table_key(*id), damage, now),
        }
    }
    old
}

/// Converts the game saved by the first version into a table.
fn legacy_game(model: &mut Model, stored: &StoredTables, now: TimeAndSeed) -> Option<Play> {
    let text = stored.legacy_game.as_deref()?;
    match game_from_text(text, now.at_ms, now) {
        Ok(play) => {
            let text = game_to_text(&play, now.at_ms);
            model.emit(Effect::SaveTable(play.id, text));
            model.emit(Effect::DeleteLegacyGame);
            Some(play)
        }
        Err(damage) => {
            model.quarantine("foursight.game".to_owned(), damage, now);
            None
        }
    }
}
