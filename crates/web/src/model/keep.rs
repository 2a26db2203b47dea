//! Games of earlier visits and of other tabs.
//!
//! Each table is kept under a number of its own, so two tabs lose nothing. A tab that is loaded
//! again goes on with its own table; a new one begins with the table touched last, and the others
//! stand first in Games. Two tabs at the same table follow each other.

use foursight_core::Ruleset;
use foursight_table::{Start, Table, Who};

use super::{
    Damage, Effect, Hand, Keeper, Looks, Model, Now, Play, Seen, Settings, Show, Slice, Spoken,
    Thinking, Walking, Why, Written, settings_from_text,
};
use crate::links::{Route, without_shared};
use crate::text::{Language, Message as M};

/// So many tables are kept. Beyond that the one touched longest ago goes, and a game in play there
/// goes to those that ended.
pub const TABLES_MAX: usize = 24;

/// The beginning of the names by which tables are kept.
pub const TABLE_KEY: &str = "foursight.table.";

/// The name by which a table is kept.
#[must_use]
pub fn table_key(id: u64) -> String {
    format!("{TABLE_KEY}{id}")
}

/// What the browser has kept that is read at once, and what it says about itself.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// The choices.
    pub settings: Option<String>,
    /// The games that ended.
    pub archive: String,
    /// The language of the browser.
    pub language: Language,
    /// What goes on inside is to be shown.
    pub is_debug: bool,
}

impl Model {
    /// The page as at a first visit, with the choices of the last one; and what is to be done about
    /// it. Games of earlier visits come later, as [`Message::Restored`](super::Message::Restored).
    #[must_use]
    pub fn restore(stored: Stored, now: Now) -> (Self, Vec<Effect>) {
        let mut effects = Vec::new();
        let settings = restored_settings(stored.settings.as_deref(), &mut effects);
        let mut model = Self::new(first_play(now), settings, stored.language);
        model.archive = Slice::new(stored.archive);
        model.looks = Slice::new(Looks {
            is_debug: stored.is_debug,
            ..Looks::default()
        });
        effects.push(Effect::Show(Show::Jump(model.play.game().clone())));
        (model, effects)
    }

    fn new(play: Play, settings: Settings, language: Language) -> Self {
        let mut model = Self {
            shown: Slice::new(play.game().clone()),
            play: Slice::new(play),
            seen: Slice::new(Seen::default()),
            aim: Slice::new(None),
            hand: Slice::new(Hand::default()),
            looking: Slice::new(None),
            walking: Slice::new(Walking::default()),
            notice: Slice::new(String::new()),
            spoken: Slice::new(Spoken::default()),
            dialog: Slice::new(None),
            route: Slice::new(Route::default()),
            settings: Slice::new(settings),
            thinking: Slice::new(Thinking::default()),
            looks: Slice::new(Looks::default()),
            archive: Slice::new(String::new()),
            aside: None,
            part: None,
            language,
            awaits_column: false,
            last_id: 0,
            lessons: Vec::new(),
            is_followed: false,
            is_single: false,
            is_fresh: true,
            effects: Vec::new(),
        };
        model.seen = Slice::new(model.see());
        model
    }

    /// Goes where the address points.
    pub(super) fn go(&mut self, hash: &str, query: &str, now: Now) {
        if let Some(other) = without_shared(query).filter(|_| !hash.is_empty()) {
            // The address would go on naming a game that is not the one on the page.
            self.effect(Effect::Rename(Some(other), hash.to_owned()));
        }
        let mut route = Route::of(hash, query);
        self.dialog.set(None);
        self.stop_walking();
        self.bring_back();
        self.looking.set(None);
        match &route {
            Route::Open(link) => {
                self.effect(Effect::ReadText(Written::Link(link.clone())));
                self.effect(Effect::Rename(None, "#/play".to_owned()));
                route = Route::Play;
            }
            Route::Table(id) => {
                if *id != self.play.id {
                    self.effect(Effect::LoadTable(*id));
                }
                self.effect(Effect::Rename(None, "#/play".to_owned()));
                route = Route::Play;
            }
            _ => {}
        }
        if route != Route::Play {
            self.forget_words();
        }
        self.route.set(route);
        self.let_bot_move(now);
    }

    /// Another tab has kept something.
    pub(super) fn hear_of_other_tab(&mut self, key: &str, text: String) {
        let own = self.own();
        if own.keeper == Keeper::Page && key == table_key(own.id) && !text.is_empty() {
            self.effect(Effect::ReadText(Written::Table(own.id, text)));
        }
    }

    /// The table of this page, as another tab has left it.
    pub(super) fn followed(&mut self, play: Play) {
        if play.id == self.own().id {
            self.follow(play);
        }
    }

    /// The game of earlier visits, unless something was done here before it was there.
    pub(super) fn restored(&mut self, play: Option<Box<Play>>, effects: Vec<Effect>, now: Now) {
        self.effects.extend(effects);
        if let Some(play) = play.filter(|_| self.is_fresh) {
            self.follow(*play);
            self.is_followed = false;
            self.let_bot_move(now);
        }
        self.is_fresh = false;
    }

    /// Shows a table as another tab has left it. Its bots are asked there.
    fn follow(&mut self, play: Play) {
        if let Some(own) = &mut self.aside {
            *own = play;
            return;
        }
        self.cancel();
        self.looking.set(None);
        self.notice.set(String::new());
        self.effect(Effect::Show(Show::Jump(play.game().clone())));
        *self.play.get_mut() = play;
        self.is_followed = true;
        self.load_rest();
    }

    /// Goes on at another table.
    pub(super) fn loaded(&mut self, play: Play, now: Now) {
        self.bring_back();
        self.follow(play);
        self.is_followed = false;
        self.is_fresh = false;
        self.store(now);
        self.let_bot_move(now);
    }
}

/// Two people of whom nothing is known.
pub(super) fn people() -> [Who; 2] {
    [Who::Person(String::new()), Who::Person(String::new())]
}

fn restored_settings(text: Option<&str>, effects: &mut Vec<Effect>) -> Settings {
    match text.map(settings_from_text) {
        Some(Ok(settings)) => settings,
        Some(Err(damage)) => {
            set_aside(effects, "foursight.settings".to_owned(), damage);
            Settings::default()
        }
        None => Settings::default(),
    }
}

pub(super) fn set_aside(effects: &mut Vec<Effect>, key: String, damage: Damage) {
    effects.push(Effect::SetAside(key));
    effects.push(Effect::Explain(M::Damaged, Why::Damage(damage)));
}

/// The first game of all.
fn first_play(now: Now) -> Play {
    let start = Start::new(Ruleset::STANDARD, people());
    let Ok(table) = Table::open(start, 1, now.at_ms) else {
        unreachable!("a game without moves is legal");
    };
    Play {
        table,
        keeper: Keeper::Page,
        id: now.at_ms,
        began: now.at_ms,
        name: String::new(),
    }
}
