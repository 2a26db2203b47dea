//! The full-screen game.
//!
//! One value holds everything (`state`); `update` turns it and an `event` into the next one and
//! a list of effects, with `keys` and then `act` below it; `view` draws it. This file is the shell around them: it reads keys, runs
//! effects, and feeds their answers back as events. Bots think on threads of their own
//! (`worker`), so the screen answers at once, always.

mod act;
pub mod bindings;
mod event;
mod grid;
mod input;
mod keys;
mod overlay;
mod panel;
mod plan;
mod screen;
pub mod skin;
mod state;
mod update;
mod view;
mod worker;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight_record::{Form, GameRecord, write};
use ratatui::crossterm::terminal;

use crate::exit::{Exit, Failure};
use crate::keep::files;
use crate::keep::recorded::{record_of, table_of};
use crate::keep::rescue::{self, Running};
use crate::keep::saver::{Job, Saved, Saver};
use crate::opponents::Players;
use crate::output::Out;
use crate::sitting::{FirstGame, Official, Options, cut_off, resume_command, say_how_to_resume};
use crate::theme::EMOJI;
use crate::{scores_file, words};
use bindings::Action;
use event::{Effect, Event, NotSaved};
use screen::Screen;
use state::State;
pub use state::{Occasion, Settings};
use worker::Workers;

/// How long a tick is.
const TICK: Duration = Duration::from_millis(33);
/// How long to wait for a key when nothing moves.
const IDLE: Duration = Duration::from_millis(200);
/// The size of a terminal that does not tell.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// The game on the whole screen.
///
/// # Errors
///
/// [`Failure`] if the terminal or a file fails.
pub fn run(
    options: &Options,
    first: FirstGame,
    players: Players,
    settings: Settings,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let occasion = match options.official {
        Some(_) => Occasion::Tournament,
        None => Occasion::Free,
    };
    let settings = Settings {
        keep_in: options.save.clone(),
        cut_off: rescue::waiting()
            .filter(|_| first.resumed.is_none() && options.official.is_none()),
        occasion,
        ..settings
    };
    let resume = resume_command(options, &players.seats);
    let mut running = Running::default();
    if let Some(path) = &first.resumed {
        running.opened(path);
    }
    let official = options.official.clone();
    let sitting = sit(first.record, players, (settings, official), running, out)?;
    let (state, mut running) = (sitting.state, sitting.running);
    let is_kept = options.save.is_some() && state.unsaved.is_none();
    if sitting.is_cut_off && state.is_unfinished() && !is_kept {
        let kept = running.keep(sitting.record, &state.table.start().seats);
        return Err(cut_off(&kept.map_err(Failure::storage)?));
    }
    say_at_the_end(options, &state, &resume, out)?;
    if let Some(entered) = &sitting.entered {
        out.line(entered)?;
    }
    // It was said how to go on, if somebody saw it.
    out.flush()?;
    running.let_go();
    Ok(Exit::Done)
}

/// Says once more what matters, since the screen is gone.
fn say_at_the_end(
    options: &Options,
    state: &State,
    resume: &str,
    out: &mut Out,
) -> Result<(), Failure> {
    for game in &state.left_behind {
        let notation = write(game, Form::Notation, &EMOJI);
        out.line(&format!("A game you left: foursight play '{notation}'"))?;
    }
    let game = state.game();
    if !game.moves().is_empty() {
        let name = |player| state.short_name(player);
        out.line(&words::status_of(game, &name))?;
    }
    if let Some(reason) = &state.unsaved {
        say_how_to_resume("foursight play", game, out)?;
        return Err(Failure::storage(reason));
    }
    match &options.save {
        // The tournament says how it goes on.
        _ if options.official.is_some() => {}
        Some(path) if path.exists() => {
            out.line(&format!("The game is in {}.", path.display()))?;
        }
        _ if state.is_unfinished() => {
            say_how_to_resume(resume, game, out)?;
        }
        _ => {}
    }
    Ok(())
}

/// How things stand after a sitting.
struct Sitting {
    state: State,
    /// The game with the seats, seed and tags of the record that it came from.
    record: GameRecord,
    /// The terminal is gone, and nobody reads what is written there.
    is_cut_off: bool,
    /// Where the game is kept if it has no file of its own.
    running: Running,
    /// What followed from the end of a game of a tournament.
    entered: Option<String>,
}

/// Plays until the person leaves, and gives back how things stand then.
fn sit(
    record: GameRecord,
    players: Players,
    (settings, official): (Settings, Option<Official>),
    running: Running,
    out: &mut Out,
) -> Result<Sitting, Failure> {
    let table = table_of(&record, players.seats, 1, 0).map_err(|_| no_table())?;
    let workers = Workers::start(table.start(), &players.cast)?;
    let signals = Signals::listen()?;
    let size = terminal::size().unwrap_or(USUAL_SIZE);
    let mut shell = Shell {
        own_files: settings.keep_in.iter().cloned().collect(),
        origin: record,
        workers,
        saver: Saver::start(running)?,
        started: Instant::now(),
        ticked: Instant::now(),
        next: Next::GoOn,
        rings: false,
        has_news: true,
        official,
        entered: None,
    };
    let mut state = State::new(table, settings, size);
    offer_what_waits(&mut state);
    let mut screen =
        Screen::take(out, state.settings.mouse.is_on()).map_err(|error| broken(&error))?;
    for effect in update::start(&mut state) {
        state = shell.carry_out(state, effect)?;
    }
    let mut is_cut_off = false;
    while shell.next != Next::Leave && !is_cut_off && !signals.ended.load(Ordering::Relaxed) {
        let patience = shell.patience(&state);
        let shown = shell.show(&mut state, &mut screen, &signals);
        match shown.and_then(|()| input::typed(patience)) {
            Ok(events) => state = shell.take_turn(state, events)?,
            Err(_) => is_cut_off = true,
        }
    }
    let is_cut_off = is_cut_off || signals.hung_up.load(Ordering::Relaxed);
    if is_cut_off {
        screen.abandon();
    }
    Ok(shell.rise(state, is_cut_off))
}

fn no_table() -> Failure {
    Failure::bad_input("no game can go on from this record")
}

/// Says how to open a game that was cut off.
fn offer_what_waits(state: &mut State) {
    if let Some(path) = &state.settings.cut_off {
        state.said = match state.settings.keys.key(Action::Open) {
            Some(key) => format!("A game was cut off earlier: {key} and Enter open it."),
            None => format!("A game was cut off earlier: it is in {}.", path.display()),
        };
    }
}

fn broken(error: &io::Error) -> Failure {
    Failure::storage(format_args!("the terminal fails: {error}"))
}

/// What the system has told.
#[derive(Default)]
struct Signals {
    /// The program is to end.
    ended: Arc<AtomicBool>,
    /// It is to end because nobody sits at the terminal any more.
    hung_up: Arc<AtomicBool>,
    /// It was stopped and goes on.
    went_on: Arc<AtomicBool>,
    /// The window has another size.
    resized: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    fn listen() -> Result<Self, Failure> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGWINCH};
        let signals = Self::default();
        let flags = [
            (SIGTERM, &signals.ended),
            (SIGHUP, &signals.ended),
            (SIGINT, &signals.ended),
            (SIGHUP, &signals.hung_up),
            (SIGCONT, &signals.went_on),
            (SIGWINCH, &signals.resized),
        ];
        for (signal, flag) in flags {
            let heard = signal_hook::flag::register(signal, Arc::clone(flag));
            heard.map_err(|error| broken(&error))?;
        }
        Ok(signals)
    }

    #[cfg(not(unix))]
    fn listen() -> Result<Self, Failure> {
        Ok(Self::default())
    }
}

/// What comes after the events at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Redraw,
    Suspend,
    Leave,
}

/// What touches the world.
struct Shell {
    /// What the game came from, whose names, seed and tags are kept.
    origin: GameRecord,
    workers: Workers,
    saver: Saver,
    /// Files of this sitting, which may be written again.
    own_files: BTreeSet<PathBuf>,
    started: Instant,
    /// When the last tick was.
    ticked: Instant,
    next: Next,
    /// The bell is to be rung.
    rings: bool,
    /// Something has happened since the last drawing.
    has_news: bool,
    /// Who hears how the game ended.
    official: Option<Official>,
    /// What followed from that.
    entered: Option<String>,
}

impl Shell {
    /// How long to wait for a key.
    fn patience(&self, state: &State) -> Duration {
        if state.is_lively() {
            TICK.saturating_sub(self.ticked.elapsed())
        } else {
            IDLE
        }
    }

    /// What was typed, what was thought, and the time that went by.
    fn take_turn(&mut self, mut state: State, typed: Vec<Event>) -> Result<State, Failure> {
        for event in typed {
            if self.next == Next::GoOn {
                state = self.feed(state, event)?;
            }
        }
        while let Some(event) = self.workers.event()? {
            state = self.feed(state, event)?;
        }
        let saved: Vec<_> = self.saver.saved().collect();
        for saved in saved {
            state = self.feed(state, told(saved))?;
        }
        if self.ticked.elapsed() >= TICK {
            self.ticked = Instant::now();
            if state.is_lively() {
                state = self.feed(state, Event::Tick)?;
            }
        }
        Ok(state)
    }

    /// Brings the terminal up to date.
    fn show<W: io::Write>(
        &mut self,
        state: &mut State,
        screen: &mut Screen<W>,
        signals: &Signals,
    ) -> io::Result<()> {
        if self.next == Next::Redraw {
            self.next = Next::GoOn;
            screen.clear()?;
            self.has_news = true;
        }
        if self.next == Next::Suspend {
            self.next = Next::GoOn;
            screen.suspend()?;
            self.has_news = true;
        }
        if signals.went_on.swap(false, Ordering::Relaxed) {
            // Whoever stopped us may have used the terminal.
            screen.resume()?;
            self.has_news = true;
        }
        if signals.resized.swap(false, Ordering::Relaxed) {
            // A window that was made smaller has lost its edges, even if it is large again by
            // now. The event that tells of it is lost if a key comes at the same moment.
            screen.clear()?;
            self.has_news = true;
        }
        if std::mem::take(&mut self.rings) {
            screen.ring()?;
        }
        self.look_at_the_clock(state);
        // Drawing moves the cursor, which a screen reader follows: not without need.
        if std::mem::take(&mut self.has_news) {
            screen.terminal.draw(|frame| {
                // The screen may have changed its size without telling.
                let area = frame.area();
                state.size = (area.width, area.height);
                view::draw(state, frame);
            })?;
        }
        Ok(())
    }

    /// Clocks that are shown go on, second by second.
    fn look_at_the_clock(&mut self, state: &mut State) {
        let now_ms = self.now_ms();
        if state.shows_clocks && now_ms / 1000 != state.now_ms / 1000 {
            state.now_ms = now_ms;
            self.has_news = true;
        }
    }

    /// One event, and everything that follows from it.
    fn feed(&mut self, mut state: State, event: Event) -> Result<State, Failure> {
        self.has_news = true;
        state.now_ms = self.now_ms();
        let (mut state, effects) = update::update(state, event);
        for effect in effects {
            state = self.carry_out(state, effect)?;
        }
        Ok(state)
    }

    /// Does what is to be done, and feeds the answer back if there is one.
    fn carry_out(&mut self, state: State, effect: Effect) -> Result<State, Failure> {
        let answer = match effect {
            Effect::Ask { id, why, game } => {
                self.workers.ask(id, why, game)?;
                None
            }
            Effect::StopAsking => {
                self.workers.stop_asking();
                None
            }
            Effect::Hurry => {
                self.workers.hurry();
                None
            }
            Effect::Judge { id, game } => {
                self.workers.judge(id, game)?;
                None
            }
            Effect::StopJudging => {
                self.workers.stop_judging();
                None
            }
            Effect::Learn { player, game } => {
                self.workers.learn(player, game)?;
                None
            }
            Effect::Count => {
                if let Some(line) = scores_file::line_of(&state.table) {
                    self.saver.send(Job::Score(line));
                }
                None
            }
            Effect::Enter => self.enter(&state),
            Effect::Ring => {
                self.rings = true;
                None
            }
            Effect::Redraw => self.then(Next::Redraw),
            Effect::Suspend => self.then(Next::Suspend),
            Effect::Leave => self.then(Next::Leave),
            Effect::Save { path, overwrite } => self.save(&state, path, overwrite),
            Effect::Keep => self.keep(&state),
            Effect::Load(path) => Some(self.load(&state, &path)),
        };
        match answer {
            Some(event) => self.feed(state, event),
            None => Ok(state),
        }
    }

    /// What happened is told where it counts, and what follows from the end is shown.
    fn enter(&mut self, state: &State) -> Option<Event> {
        let official = self.official.as_ref()?;
        let told = (official.heard)(&state.table)?;
        let shown = format!("{told} Enter goes on.");
        self.entered = Some(told);
        Some(Event::Told(shown))
    }

    fn then(&mut self, next: Next) -> Option<Event> {
        self.next = next;
        None
    }

    fn load(&mut self, state: &State, path: &Path) -> Event {
        let table = &state.table;
        let loaded = files::load(path, table.game().ruleset());
        Event::Loaded(
            loaded
                .map_err(|error| error.reason().to_owned())
                .and_then(|record| {
                    let seats = table.start().seats.clone();
                    // A late answer to a question about the old game must not fit the new one.
                    let next = table_of(&record, seats, table.seq() + 1, state.now_ms);
                    let next = next.map_err(|_| no_table().to_string())?;
                    self.saver.send(Job::Opened(path.to_owned()));
                    self.origin = record;
                    Ok(Box::new(next))
                }),
        )
    }

    /// Brings the file of the game up to date, or if it has none, what is kept for the worst case.
    fn keep(&self, state: &State) -> Option<Event> {
        let table = &state.table;
        let record = || record_of(table, &self.origin);
        match &state.settings.keep_in {
            None if state.is_unfinished() => {
                let seats = table.start().seats.clone();
                self.saver.send(Job::Rescue(record(), seats));
            }
            None => self.saver.send(Job::LetGo),
            Some(_) if table.made().is_empty() && table.undone().is_empty() => {}
            Some(path) => self.saver.send(Job::Keep(path.clone(), record())),
        }
        None
    }

    fn save(&mut self, state: &State, path: PathBuf, overwrite: bool) -> Option<Event> {
        if path.exists() && !overwrite && !self.own_files.contains(&path) {
            let refused = Some(NotSaved::Exists);
            return Some(Event::Saved { path, refused });
        }
        self.own_files.insert(path.clone());
        let record = record_of(&state.table, &self.origin);
        self.saver.send(Job::Save(path, record));
        None
    }

    /// The time of the table: milliseconds since the sitting began.
    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Waits until everything is saved, and ends the sitting.
    fn rise(self, mut state: State, is_cut_off: bool) -> Sitting {
        let (running, saved) = self.saver.finish();
        for saved in saved {
            state = update::update(state, told(saved)).0;
        }
        Sitting {
            record: record_of(&state.table, &self.origin),
            is_cut_off,
            state,
            running,
            entered: self.entered,
        }
    }
}

/// What has become of a save, as an event.
fn told(saved: Saved) -> Event {
    match saved {
        Saved::Named(path, refused) => Event::Saved {
            path,
            refused: refused.map(NotSaved::Failed),
        },
        Saved::Kept(refused) => Event::Kept(refused),
        Saved::NotCounted(reason) => Event::Told(format!("Not counted: {reason}.")),
    }
}
