//! Reads games from texts: saved tables, tables saved by another tab, and links.
//!
//! The first drop of a first visit needs none of it, so it lies in a lazy chunk. Results reach the
//! model as messages.

use foursight_core::{Ending, Game};
use foursight_record::read_link;
use foursight_table::{GameStart, Occupant, SavedTable};

use super::persistence::{quarantine, unnamed_people};
use super::{
    Effect, Message, Play, RefusalReason, TABLES_MAX, TimeAndSeed, game_from_text, game_to_text,
    last_touched_ms, table_key,
};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameText {
    /// A link to continue from.
    Link(String),
    /// The table of this id, as another tab saved it.
    OtherTab(u64, String),
    /// The table of this id to continue at; `None` if none is saved.
    Table(u64, Option<String>),
}

/// Restores the game to begin with.
#[must_use]
pub fn restore_game(stored: &StoredTables, now: TimeAndSeed) -> Message {
    let mut effects = Vec::new();
    let play = restore_play(stored, now, &mut effects);
    Message::GameRestored(play.map(Box::new), effects)
}

/// Reads a game. Returns `None` if nothing is to be done.
#[must_use]
pub fn import_game(text: GameText, now: TimeAndSeed) -> Option<Message> {
    Some(match text {
        GameText::Link(link) => match read_link(&link) {
            Ok(game) => Message::ContinueGame(Box::new(game)),
            Err(error) => Message::ImportFailed(M::LinkFailed, RefusalReason::Text(error)),
        },
        GameText::OtherTab(id, text) => {
            let play = game_from_text(&text, id, now).ok()?;
            Message::TableSynced(Box::new(play))
        }
        GameText::Table(_, None) => Message::RouteNotFound,
        GameText::Table(id, Some(text)) => match game_from_text(&text, id, now) {
            Ok(play) => Message::TableLoaded(Box::new(play)),
            Err(damage) => Message::SavedTextDamaged(table_key(id), damage),
        },
    })
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
fn restore_play(
    stored: &StoredTables,
    now: TimeAndSeed,
    effects: &mut Vec<Effect>,
) -> Option<Play> {
    let old = legacy_game(stored, now, effects);
    let mut tables: Vec<_> = stored.tables.iter().collect();
    let rank = |(id, text): &&(u64, String)| (stored.own_id == Some(*id), last_touched_ms(text));
    while tables.len() > TABLES_MAX {
        let oldest = (0..tables.len()).min_by_key(|at| rank(&tables[*at]));
        let (id, text) = tables.swap_remove(oldest.unwrap_or(0));
        let play = game_from_text(text, *id, now).ok();
        if let Some(play) = play.filter(|play| play.table.is_in_play()) {
            effects.push(Effect::ArchiveGame(play.began_ms, text.clone()));
        }
        effects.push(Effect::DeleteTable(*id));
    }
    // Quarantine an unreadable text and try the next one.
    while let Some(last) = (0..tables.len()).max_by_key(|at| rank(&tables[*at])) {
        let (id, text) = tables.swap_remove(last);
        match game_from_text(text, *id, now) {
            Ok(play) => return Some(play),
            Err(damage) => quarantine(effects, table_key(*id), damage),
        }
    }
    old
}

/// Converts the game saved by the first version into a table.
fn legacy_game(stored: &StoredTables, now: TimeAndSeed, effects: &mut Vec<Effect>) -> Option<Play> {
    let text = stored.legacy_game.as_deref()?;
    match game_from_text(text, now.at_ms, now) {
        Ok(play) => {
            let text = game_to_text(&play, now.at_ms);
            effects.push(Effect::SaveTable(play.id, text));
            effects.push(Effect::DeleteLegacyGame);
            Some(play)
        }
        Err(damage) => {
            quarantine(effects, "foursight.game".to_owned(), damage);
            None
        }
    }
}
