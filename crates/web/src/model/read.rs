//! Texts that are games: what was kept, what another tab has kept, and links.
//!
//! None of it is needed for the first drop of a first visit, so it is loaded later. What is read
//! comes to the model as a message.

use foursight_core::{Ending, Game};
use foursight_record::read_link;
use foursight_table::{Saved, Start, Who};

use super::keep::{people, set_aside};
use super::{
    Effect, Message, Now, Play, TABLES_MAX, Why, game_from_text, game_to_text, table_key,
    touched_ms,
};
use crate::text::Message as M;

/// The tables that a browser keeps.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The tables by their numbers.
    pub tables: Vec<(u64, String)>,
    /// The game in play of the first version, which had place for one.
    pub old_game: Option<String>,
    /// The table of this tab before it was loaded again.
    pub own: Option<u64>,
}

/// A text that is a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A link, to go on with.
    Link(String),
    /// The table of this number, as another tab has kept it.
    Table(u64, String),
    /// The table of this number, to go on at; none if nothing is kept.
    Other(u64, Option<String>),
}

/// The game to begin with.
#[must_use]
pub fn restored(stored: &Tables, now: Now) -> Message {
    let mut effects = Vec::new();
    let play = restored_play(stored, now, &mut effects);
    Message::Restored(play.map(Box::new), effects)
}

/// What a text says. None if nothing is to be done.
#[must_use]
pub fn read_text(written: Written, now: Now) -> Option<Message> {
    Some(match written {
        Written::Link(link) => match read_link(&link) {
            Ok(game) => Message::PlayOn(Box::new(game)),
            Err(error) => Message::Unread(M::LinkFailed, Why::Text(error)),
        },
        Written::Table(id, text) => {
            let play = game_from_text(&text, id, now).ok()?;
            Message::Followed(Box::new(play))
        }
        Written::Other(_, None) => Message::Lost,
        Written::Other(id, Some(text)) => match game_from_text(&text, id, now) {
            Ok(play) => Message::Loaded(Box::new(play)),
            Err(damage) => Message::Damaged(table_key(id), damage),
        },
    })
}

/// A game to look at from a ply on, played by these: who began it, and the other. Without names nobody
/// knows who they are.
#[must_use]
pub fn replay(
    game: &Game,
    names: Option<[String; 2]>,
    ended: Option<Ending>,
    ply: Option<usize>,
) -> Message {
    let start = Start {
        opening: game.moves().iter().copied().map(Into::into).collect(),
        ..Start::new(
            game.ruleset(),
            names.map_or_else(people, |names| names.map(Who::Person)),
        )
    };
    Message::Replay(Box::new(looked_at(start, ended)), ply)
}

/// A start with all its moves as a game that is only looked at, and how it ended beside the grid.
#[must_use]
pub fn looked_at(start: Start, ended: Option<Ending>) -> Saved {
    Saved {
        opened: start.opening.len(),
        ply: start.opening.len(),
        ended: ended.filter(|ending| !ending.is_by_rules()),
        is_paused: false,
        left_ms: None,
        start,
    }
}

/// The table to begin with: that of this tab, otherwise the one touched last.
fn restored_play(stored: &Tables, now: Now, effects: &mut Vec<Effect>) -> Option<Play> {
    let old = old_game(stored, now, effects);
    let mut tables: Vec<_> = stored.tables.iter().collect();
    let rank = |(id, text): &&(u64, String)| (stored.own == Some(*id), touched_ms(text));
    while tables.len() > TABLES_MAX {
        let oldest = (0..tables.len()).min_by_key(|at| rank(&tables[*at]));
        let (id, text) = tables.swap_remove(oldest.unwrap_or(0));
        let play = game_from_text(text, *id, now).ok();
        if let Some(play) = play.filter(|play| play.table.is_in_play()) {
            effects.push(Effect::Keep(play.began, text.clone()));
        }
        effects.push(Effect::ForgetTable(*id));
    }
    // What cannot be read is set aside, and the next one is tried.
    while let Some(last) = (0..tables.len()).max_by_key(|at| rank(&tables[*at])) {
        let (id, text) = tables.swap_remove(last);
        match game_from_text(text, *id, now) {
            Ok(play) => return Some(play),
            Err(damage) => set_aside(effects, table_key(*id), damage),
        }
    }
    old
}

/// The game in play of the first version, kept as a table from now on.
fn old_game(stored: &Tables, now: Now, effects: &mut Vec<Effect>) -> Option<Play> {
    let text = stored.old_game.as_deref()?;
    match game_from_text(text, now.at_ms, now) {
        Ok(play) => {
            let text = game_to_text(&play, now.at_ms);
            effects.push(Effect::SaveTable(play.id, text));
            effects.push(Effect::ForgetOldGame);
            Some(play)
        }
        Err(damage) => {
            set_aside(effects, "foursight.game".to_owned(), damage);
            None
        }
    }
}
