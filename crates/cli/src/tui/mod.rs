//! The full-screen game.
//!
//! One value holds everything ([`state`]); [`update`] turns it and an event into the next one and
//! a list of effects; [`view`] draws it. This file is the shell around them: it reads keys, runs
//! effects, and feeds their answers back as events. Bots think on threads of their own
//! ([`worker`]), so the screen answers at once, always.

mod grid;
mod keys;
mod overlay;
mod panel;
mod plan;
pub(crate) mod reading;
mod screen;
pub(crate) mod state;
pub(crate) mod update;
mod view;
mod worker;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use foursight_core::Game;
use foursight_record::GameRecord;
use ratatui::crossterm::event::{self, MouseButton, MouseEventKind};
use ratatui::crossterm::terminal;

use crate::commands::play::files;
use crate::exit::Failure;
use crate::opponents::Seats;
use crate::output::Out;
use screen::Screen;
use state::{Settings, State};
use update::{Effect, Event, Refused};
use worker::Workers;

/// How long a tick is.
const TICK: Duration = Duration::from_millis(33);
/// How long to wait for a key when nothing moves.
const IDLE: Duration = Duration::from_millis(200);
/// The size of a terminal that does not tell.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// Plays until the person leaves, and gives back how things stand then.
pub(crate) fn run(
    record: GameRecord,
    seats: Seats,
    settings: Settings,
    mouse: bool,
    out: &mut Out,
) -> Result<State, Failure> {
    let workers = Workers::start(&seats)?;
    let ended = end_signals()?;
    let size = terminal::size().unwrap_or(USUAL_SIZE);
    let mut shell = Shell {
        own_files: settings.keep_in.iter().cloned().collect(),
        record,
        workers,
        is_leaving: false,
        has_news: true,
    };
    let mut state = State::new(shell.record.game().clone(), seats, settings, size);
    let mut screen = Screen::take(out, mouse).map_err(|error| broken(&error))?;
    let effects = update::start(&mut state);
    for effect in effects {
        state = shell.carry_out(state, effect)?;
    }
    let mut ticked = Instant::now();
    while !shell.is_leaving && !ended.load(Ordering::Relaxed) {
        // Drawing moves the cursor, which a screen reader follows: not without need.
        if std::mem::take(&mut shell.has_news) {
            let drawn = screen.terminal.draw(|frame| {
                // The screen may have changed its size without telling.
                let area = frame.area();
                state.size = (area.width, area.height);
                view::draw(&state, frame);
            });
            drawn.map_err(|error| broken(&error))?;
        }
        let patience = if state.is_lively() {
            TICK.saturating_sub(ticked.elapsed())
        } else {
            IDLE
        };
        state = shell.keys(state, patience)?;
        while let Some(event) = shell.workers.event()? {
            state = shell.feed(state, event)?;
        }
        if ticked.elapsed() >= TICK {
            ticked = Instant::now();
            if state.is_lively() {
                state = shell.feed(state, Event::Tick)?;
            }
        }
    }
    Ok(state)
}

fn broken(error: &io::Error) -> Failure {
    Failure::storage(format_args!("the terminal fails: {error}"))
}

/// True once the system asks the program to end.
#[cfg(unix)]
fn end_signals() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGHUP, SIGINT] {
        signal_hook::flag::register(signal, ended.clone()).map_err(|error| broken(&error))?;
    }
    Ok(ended)
}

#[cfg(not(unix))]
fn end_signals() -> Result<Arc<AtomicBool>, Failure> {
    Ok(Arc::default())
}

/// What touches the world.
struct Shell {
    /// What the game came from, whose seats, seed and tags are kept.
    record: GameRecord,
    workers: Workers,
    /// Files of this sitting, which may be written again.
    own_files: BTreeSet<PathBuf>,
    is_leaving: bool,
    /// Something has happened since the last drawing.
    has_news: bool,
}

impl Shell {
    /// Feeds everything that was typed, waiting so long for the first key.
    fn keys(&mut self, mut state: State, patience: Duration) -> Result<State, Failure> {
        let mut patience = patience;
        while !self.is_leaving && event::poll(patience).map_err(|error| broken(&error))? {
            let read = event::read().map_err(|error| broken(&error))?;
            let event = match read {
                event::Event::Key(key) => Event::Key(key),
                event::Event::Resize(columns, lines) => Event::Resize(columns, lines),
                event::Event::Mouse(mouse)
                    if mouse.kind == MouseEventKind::Down(MouseButton::Left) =>
                {
                    Event::Click(mouse.column, mouse.row)
                }
                _ => continue,
            };
            state = self.feed(state, event)?;
            patience = Duration::ZERO;
        }
        Ok(state)
    }

    /// One event, and everything that follows from it.
    fn feed(&mut self, state: State, event: Event) -> Result<State, Failure> {
        self.has_news = true;
        let (mut state, effects) = update::update(state, event);
        for effect in effects {
            state = self.carry_out(state, effect)?;
        }
        Ok(state)
    }

    fn carry_out(&mut self, state: State, effect: Effect) -> Result<State, Failure> {
        let event = match effect {
            Effect::Ask { id, why, game } => {
                self.workers.ask(id, why, game)?;
                return Ok(state);
            }
            Effect::StopAsking => {
                self.workers.stop_asking();
                return Ok(state);
            }
            Effect::Hurry => {
                self.workers.hurry();
                return Ok(state);
            }
            Effect::Judge { id, game } => {
                self.workers.judge(id, game)?;
                return Ok(state);
            }
            Effect::StopJudging => {
                self.workers.stop_judging();
                return Ok(state);
            }
            Effect::Learn { player, game } => {
                self.workers.learn(player, game)?;
                return Ok(state);
            }
            Effect::Leave => {
                self.is_leaving = true;
                return Ok(state);
            }
            Effect::Save { path, overwrite } => self.save(&state, path, overwrite),
            Effect::Keep(path) => Event::Kept(self.write(&path, &state.game).err()),
            Effect::Load(path) => {
                let loaded = files::load(&path, state.game.ruleset());
                Event::Loaded(match loaded {
                    Ok(record) => {
                        let game = Box::new(record.game().clone());
                        self.record = record;
                        Ok(game)
                    }
                    Err(error) => Err(error.reason().to_owned()),
                })
            }
        };
        self.feed(state, event)
    }

    /// Writes the game with the seats, seed and tags of the record that it came from.
    fn write(&self, path: &Path, game: &Game) -> Result<(), String> {
        files::save(path, &self.record.clone().with_game(game))
    }

    fn save(&mut self, state: &State, path: PathBuf, overwrite: bool) -> Event {
        let refused = if path.exists() && !overwrite && !self.own_files.contains(&path) {
            Some(Refused::Exists)
        } else {
            self.write(&path, &state.game).err().map(Refused::Failed)
        };
        if refused.is_none() {
            self.own_files.insert(path.clone());
        }
        Event::Saved { path, refused }
    }
}
