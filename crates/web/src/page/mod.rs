//! The state with all that happens around it: bots that think, hints, sounds, announcements, and
//! what is kept between visits.
//!
//! A [`Page`] is a handful of signals and can be copied anywhere. Every change of the state goes
//! through [`Page::act`]. Nobody can move while a bot thinks; taking a move back cancels it.

mod commands;
mod thinking;
mod voice;

use foursight_core::{Column, End, Game, Move};
use foursight_protocol::engine::Bounds;
use foursight_record::read_link;
use leptos::prelude::*;

use crate::browser::{self, Entry, Sound, Tone};
use crate::links::{Route, without_shared};
use crate::model::{
    Action, Damage, Hand, Motion, Pairing, Refused, Settings, State, VOLUME_MAX, game_from_text,
    game_to_text, move_in, settings_from_text, settings_to_text,
};
use crate::names::Names;
use crate::scene::Handle;
use crate::shell::engine::Engine;
use crate::shell::later::{Doors, Flat, Later, Why};
use crate::shell::source::Source;
use crate::sound;
use crate::text::{Message as M, Text};
use crate::words;

pub(crate) use commands::is_field;
pub(crate) use thinking::Asked;

/// What lies over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The list of keys.
    Keys,
    /// The choices.
    Settings,
    /// The choices for another game.
    NewGame,
    /// Links and files of this game.
    Share,
}

/// All that the views show, and what they can ask for.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    /// The one value.
    state: Source<State>,
    /// Which page is shown.
    pub(crate) route: Source<Route>,
    /// The column that the person aims at.
    pub(crate) aim: Source<Option<Column>>,
    /// What a press on a column drops or takes.
    pub(crate) hand: Source<Hand>,
    /// The ply that is looked at instead of the last one.
    pub(crate) looking: Source<Option<usize>>,
    /// The line below the status: hints and refusals.
    pub(crate) notice: Source<String>,
    /// How often a move was refused, and the last time in which column: there the grid shakes.
    pub(crate) refused: Source<(u32, Option<Column>)>,
    /// The hand on the scene in space.
    pub(crate) scene: Handle,
    /// What a screen reader says when it has time.
    pub(crate) polite: Source<String>,
    /// What it says at once.
    pub(crate) assertive: Source<String>,
    /// What lies over the page.
    pub(crate) dialog: Source<Option<Dialog>>,
    /// Only the grid is shown.
    pub(crate) is_zen: Source<bool>,
    /// The grid is seen from behind.
    pub(crate) is_flipped: Source<bool>,
    /// What goes on inside is shown.
    pub(crate) is_debug: Source<bool>,
    /// The question whose answer is awaited.
    pub(crate) asked: Source<Option<Asked>>,
    /// The question that the engine failed to answer, until something else happens.
    pub(crate) missed: Source<Option<Asked>>,
    /// What each column leads to, while somebody wants to know.
    pub(crate) verdicts: Source<Vec<Option<Bounds>>>,
    /// What the engine found last, for curious people.
    pub(crate) found: Source<String>,
    /// The engine listens.
    pub(crate) is_ready: Source<bool>,
    /// The finished games, as text.
    pub(crate) games: Source<String>,
    /// What is looked at apart from the game, loaded later.
    pub(crate) doors: Later<Doors>,
    /// The flat grid, which few need for the first drop.
    pub(crate) flat: Later<Flat>,
    /// When the game began, in milliseconds since 1970.
    pub(crate) began_ms: StoredValue<f64>,
    awaits_column: Source<bool>,
    engine: StoredValue<Option<Engine>, LocalStorage>,
    sound: StoredValue<Sound, LocalStorage>,
}

impl Page {
    /// The page as it was left, or as at a first visit.
    pub(crate) fn start() -> Self {
        let (state, damage) = restored();
        let page = Self {
            state: Source::new(state),
            route: Source::new(Route::default()),
            aim: Source::new(None),
            hand: Source::new(Hand::default()),
            looking: Source::new(None),
            notice: Source::new(String::new()),
            refused: Source::new((0, None)),
            scene: Handle::new(),
            polite: Source::new(String::new()),
            assertive: Source::new(String::new()),
            dialog: Source::new(None),
            is_zen: Source::new(false),
            is_flipped: Source::new(false),
            is_debug: Source::new(browser::asks_for("debug=1")),
            asked: Source::new(None),
            missed: Source::new(None),
            verdicts: Source::new(Vec::new()),
            found: Source::new(String::new()),
            is_ready: Source::new(false),
            games: Source::new(browser::load(Entry::Games).unwrap_or_default()),
            doors: Later::doors(),
            flat: Later::flat(),
            began_ms: StoredValue::new(browser::now_ms()),
            awaits_column: Source::new(false),
            engine: StoredValue::new_local(None),
            sound: StoredValue::new_local(Sound::default()),
        };
        page.start_engine();
        if let Some(damage) = damage {
            page.explain(M::Damaged, Why::Damage(damage));
        }
        page.follow_hash();
        page
    }

    /// Reads the state, and whoever reads it follows it.
    pub(crate) fn see<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with(read)
    }

    /// Reads the state as it is now.
    pub(crate) fn peek<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// Who is to move, or who won, as a view follows it.
    pub(crate) fn status(self, text: Text) -> String {
        self.see(|state| words::status(text, &Names::of(text, state), state.game()))
    }

    /// The words of the chosen language.
    pub(crate) fn text(self) -> Text {
        let chosen = self.peek(|state| state.settings().language);
        Text(chosen.unwrap_or_else(browser::language))
    }

    /// The choices, as a view follows them.
    pub(crate) fn settings(self) -> Settings {
        self.see(State::settings)
    }

    /// True if things stay still.
    pub(crate) fn is_still(self) -> bool {
        match self.settings().motion {
            Motion::Reduced => true,
            Motion::Full => false,
            Motion::System => browser::system_reduces_motion(),
        }
    }

    /// The game as it is looked at.
    pub(crate) fn shown_game(self) -> Game {
        self.see(|state| {
            match self.looking.get() {
                Some(ply) => state.whole_game().at(ply),
                None => None,
            }
            .unwrap_or_else(|| state.game().clone())
        })
    }

    /// The column to show as aimed at: none while nobody here can move.
    pub(crate) fn shown_aim(self) -> Option<Column> {
        let can_move = self.see(State::is_persons_turn) && self.looking.get().is_none();
        self.aim.get().filter(|_| can_move)
    }

    /// Changes a choice.
    pub(crate) fn choose(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.peek(State::settings);
        change(&mut settings);
        browser::save(Entry::Settings, &settings_to_text(settings));
        let next = self.peek(|state| state.after(&Action::Settings(settings)));
        if let Ok(next) = next {
            self.state.set(next);
        }
    }

    /// Does something, or says why not.
    pub(crate) fn act(self, action: &Action) {
        let before = self.state.get_untracked();
        match before.after(action) {
            Ok(next) => self.accept(&before, action, &next),
            Err(refused) => {
                let column = match action {
                    Action::Game(foursight_core::Action::Move(step)) => step.column(),
                    _ => None,
                };
                let text = self.text();
                let reason = match refused {
                    Refused::NothingToUndo => Ok(text.get(M::NothingToUndo).to_owned()),
                    Refused::NothingToRedo => Ok(text.get(M::NothingToRedo).to_owned()),
                    Refused::Move(error) => words::usual_refusal(text, error).ok_or(error),
                };
                self.shake(column);
                match reason {
                    Ok(reason) => self.tell(reason),
                    Err(error) => self.explain(M::NotAllowed, Why::Move(error)),
                }
            }
        }
    }

    /// A press on a column: what that means depends on the hand and the rules.
    pub(crate) fn press(self, column: Column) {
        if self.looking.get_untracked().is_some() {
            self.look_at(None);
            return;
        }
        let step = self.peek(|state| {
            let is_allowed = state.is_persons_turn() || state.game().to_move().is_none();
            is_allowed.then(|| move_in(state.game(), column, self.hand.get_untracked()))
        });
        if let Some(step) = step {
            self.act(&Action::step(step));
        } else {
            self.shake(Some(column));
            self.tell(self.text().get(M::NotYourTurn).to_owned());
        }
    }

    /// Shows the position after so many moves, or the game as it stands.
    pub(crate) fn look_at(self, ply: Option<usize>) {
        let (now, plies) =
            self.peek(|state| (state.game().moves().len(), state.whole_game().moves().len()));
        let ply = ply.map(|ply| ply.min(plies)).filter(|ply| *ply != now);
        self.looking.set(ply);
        self.notice.set(String::new());
        if let Some(ply) = ply {
            let text = self.text();
            let log =
                self.peek(|state| words::log(text, &Names::of(text, state), &state.whole_game()));
            let said = ply.checked_sub(1).and_then(|at| log.get(at).cloned());
            self.say_politely(said.unwrap_or_else(|| text.get(M::NoMoves).to_owned()));
        }
    }

    /// Begins a first game between these.
    pub(crate) fn begin(self, pairing: Pairing) {
        self.dialog.set(None);
        self.act(&Action::Begin(pairing));
        browser::go("/play");
        browser::catch_focus();
        self.let_bot_move();
    }

    /// Goes where the address points.
    pub(crate) fn follow_hash(self) {
        let (hash, query) = (browser::hash(), browser::query());
        if let Some(other) = without_shared(&query).filter(|_| !hash.is_empty()) {
            // The address would go on naming a game that is not the one on the page.
            browser::rename(&format!("{}{other}{hash}", browser::base()));
        }
        let mut route = Route::of(&hash, &query);
        if let Route::Open(link) = &route {
            match read_link(link) {
                Ok(game) => self.act(&Action::Open(game)),
                Err(error) => self.explain(M::LinkFailed, Why::Text(error)),
            }
            route = Route::Play;
            browser::rename("#/play");
        }
        self.dialog.set(None);
        self.looking.set(None);
        if route != Route::Play {
            self.forget_words();
        }
        self.route.set(route);
        self.let_bot_move();
    }

    /// Another tab has kept something. There is place for one game in play, so the one here goes
    /// among those that were kept.
    pub(crate) fn hear_of_other_tab(self, key: &str) {
        if key == Entry::Games.key() {
            self.games
                .set(browser::load(Entry::Games).unwrap_or_default());
        }
        let state = self.state.get_untracked();
        if key == Entry::Game.key() && state.is_in_play() {
            self.keep(&state);
            let said = self.text().get(M::OtherTab);
            if self.notice.with_untracked(|notice| notice != said) {
                self.tell(said.to_owned());
            }
        }
    }

    fn accept(self, before: &State, action: &Action, next: &State) {
        let begins = matches!(
            action,
            Action::Begin(_)
                | Action::Open(_)
                | Action::PlayAgain
                | Action::Game(foursight_core::Action::Restart)
        );
        if begins && before.is_in_play() {
            // It makes room before it has ended.
            self.keep(before);
        }
        self.cancel();
        self.missed.set(None);
        self.looking.set(None);
        self.notice.set(String::new());
        self.verdicts.set(Vec::new());
        if next.game().moves().is_empty() || matches!(action, Action::Open(_)) {
            self.began_ms.set_value(browser::now_ms());
            self.hand.set(Hand::default());
        }
        browser::save(Entry::Game, &game_to_text(next));
        self.state.set(next.clone());
        self.sound_of(before, next);
        self.announce(before, action, next);
        if next.game().end().is_some()
            && before.game().end().is_none()
            && next.score() != before.score()
        {
            self.keep(next);
            self.teach(next);
        }
        self.let_bot_move();
        if !next.game().moves().is_empty() {
            // Whoever plays wants the rest soon: the game will be kept, and perhaps shared.
            self.doors.load();
        }
    }

    /// Shows and sounds that nothing was done, in this column.
    fn shake(self, column: Option<Column>) {
        self.refused.update(|(count, last)| {
            *count += 1;
            *last = column;
        });
        self.play_signal(Tone::Refused);
    }

    /// Shows and says something.
    pub(crate) fn tell(self, what: String) {
        self.notice.set(what.clone());
        self.say_at_once(what);
    }

    fn sound_of(self, before: &State, next: &State) {
        let (old, new) = (before.game(), next.game());
        let is_still = self.is_still();
        let mut lands = 0.0;
        if new.moves().len() == old.moves().len() + 1 {
            if let Some(Move::Drop(column) | Move::Power(_, column)) = new.moves().last() {
                let grid = old.position().grid();
                let row = grid.landing(*column).map_or(0, |space| space.row.index());
                let rows = usize::from(grid.height()).saturating_sub(row);
                lands = sound::landing(rows, is_still);
                let tone = Tone::Drop {
                    column: column.index(),
                    width: grid.width(),
                    rows,
                    is_still,
                };
                self.play(tone, next.settings().drop_volume);
            }
        } else if new.moves().is_empty() && !old.moves().is_empty() {
            self.play_signal(Tone::Release);
        }
        match new.end() {
            Some(End::Won(_)) => self.play_signal(Tone::Won(lands)),
            Some(End::Tied(_)) => self.play_signal(Tone::Tied(lands)),
            None => {}
        }
    }

    fn play_signal(self, tone: Tone) {
        self.play(tone, self.peek(State::settings).signal_volume);
    }

    fn play(self, tone: Tone, volume: u8) {
        if self.peek(State::settings).sound.is_on() {
            let volume = f32::from(volume) / f32::from(VOLUME_MAX);
            self.sound.with_value(|sound| sound.play(tone, volume));
        }
    }
}

/// The state of the last visit, and what of it could not be read.
fn restored() -> (State, Option<Damage>) {
    let mut damage = None;
    let mut note = |entry: Entry, found: Damage| {
        browser::set_aside(entry);
        damage = Some(found);
    };
    let settings = browser::load(Entry::Settings).map(|text| settings_from_text(&text));
    let settings = match settings {
        Some(Ok(settings)) => settings,
        Some(Err(found)) => {
            note(Entry::Settings, found);
            Settings::default()
        }
        None => Settings::default(),
    };
    let state = browser::load(Entry::Game).map(|text| game_from_text(&text, settings));
    let state = match state {
        Some(Ok(state)) => state,
        Some(Err(found)) => {
            note(Entry::Game, found);
            State::new(settings, Pairing::default())
        }
        None => State::new(settings, Pairing::default()),
    };
    (state, damage)
}
