//! The full-screen game.
//!
//! `state` holds everything in one value; `update` turns it and an `event` into the next state and
//! a list of effects, with `keys` and then `commands` below it; `view` renders it. This file is the
//! imperative shell: it reads keys, runs effects, and feeds their results back as events. Bots
//! think on background threads (`worker_threads`), so the screen stays responsive.

pub mod bindings;
mod board;
mod commands;
mod event;
mod input;
mod keys;
mod layout;
mod overlay;
mod panel;
mod screen;
pub mod skin;
mod state;
mod update;
mod view;
mod worker_threads;

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

use crate::exit::{CliError, Exit};
use crate::output::CliOutput;
use crate::players::SessionPlayers;
use crate::saved_games::files;
use crate::saved_games::recovery::{self, RecoveryFile};
use crate::saved_games::save_thread::{SaveJob, SaveResult, SaveThread};
use crate::saved_games::table_record::{record_of, table_of};
use crate::session::{
    SessionOptions, SessionStart, TournamentGameMode, disconnected_failure, print_resume_command,
    resume_command,
};
use crate::theme::EMOJI;
use crate::{scores_file, text};
use bindings::KeyAction;
use event::{SaveError, ScreenEffect, ScreenEvent};
use screen::Screen;
use state::TerminalState;
pub use state::{FullScreenSettings, GamePurpose};
use worker_threads::WorkerThreads;

/// Interval between animation ticks.
const TICK_INTERVAL: Duration = Duration::from_millis(33);
/// Poll timeout when nothing moves.
const IDLE_TIMEOUT: Duration = Duration::from_millis(200);
/// Size assumed for a terminal that does not report one.
const DEFAULT_SIZE: (u16, u16) = (80, 24);

/// Runs a session on the full screen.
///
/// # Errors
///
/// [`CliError`] if the terminal or a file fails.
pub fn run(
    options: &SessionOptions,
    first: SessionStart,
    players: SessionPlayers,
    settings: FullScreenSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let purpose = match options.tournament_game {
        Some(_) => GamePurpose::Tournament,
        None => GamePurpose::Free,
    };
    let settings = FullScreenSettings {
        autosave_path: options.autosave_path.clone(),
        interrupted_game: recovery::latest_interrupted_game()
            .filter(|_| first.recovered_from.is_none() && options.tournament_game.is_none()),
        purpose,
        ..settings
    };
    let resume = resume_command(options, &players.seats);
    let mut recovery_file = RecoveryFile::default();
    if let Some(path) = &first.recovered_from {
        recovery_file.set_opened(path);
    }
    let tournament_game = options.tournament_game.clone();
    let session = run_session(
        first.record,
        players,
        (settings, tournament_game),
        recovery_file,
        out,
    )?;
    let (state, mut recovery_file) = (session.state, session.recovery_file);
    let is_saved = options.autosave_path.is_some() && state.autosave_error.is_none();
    if session.is_disconnected && state.is_unfinished() && !is_saved {
        let saved = recovery_file.save(session.record, &state.table.start().seats);
        return Err(disconnected_failure(&saved.map_err(CliError::storage)?));
    }
    print_summary(options, &state, &resume, out)?;
    if let Some(report) = &session.report {
        out.line(report)?;
    }
    // The resume command was printed, if the terminal still exists.
    out.flush()?;
    recovery_file.discard();
    Ok(Exit::Done)
}

/// Prints the important messages again, since the alternate screen is gone.
fn print_summary(
    options: &SessionOptions,
    state: &TerminalState,
    resume: &str,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    for game in &state.replaced_games {
        let notation = write(game, Form::Notation, &EMOJI);
        out.line(&format!(
            "To resume an earlier game: foursight play '{notation}'"
        ))?;
    }
    let game = state.game();
    if !game.moves().is_empty() {
        let name = |player| state.short_name(player);
        out.line(&text::status_text_with(game, &name))?;
    }
    if let Some(reason) = &state.autosave_error {
        print_resume_command("foursight play", game, out)?;
        return Err(CliError::storage(reason));
    }
    match &options.autosave_path {
        // The tournament prints how it continues.
        _ if options.tournament_game.is_some() => {}
        Some(path) if path.exists() => {
            out.line(&format!("The game is saved in {}.", path.display()))?;
        }
        _ if state.is_unfinished() => {
            print_resume_command(resume, game, out)?;
        }
        _ => {}
    }
    Ok(())
}

/// Result of a session.
struct SessionSummary {
    state: TerminalState,
    /// Record of the game, with the seats, seed and tags of its origin.
    record: GameRecord,
    /// True if the terminal is gone, so that nothing can be printed.
    is_disconnected: bool,
    /// Recovery file of a game without a save file.
    recovery_file: RecoveryFile,
    /// Consequences of the end of a tournament game.
    report: Option<String>,
}

/// Plays until the user leaves, and returns the final state.
fn run_session(
    record: GameRecord,
    players: SessionPlayers,
    (settings, tournament_game): (FullScreenSettings, Option<TournamentGameMode>),
    recovery_file: RecoveryFile,
    out: &mut CliOutput,
) -> Result<SessionSummary, CliError> {
    let table = table_of(&record, players.seats, 1, 0).map_err(|_| unplayable_record())?;
    let workers = WorkerThreads::start(table.start(), &players.bot_recipe)?;
    let signals = SignalFlags::register()?;
    let size = terminal::size().unwrap_or(DEFAULT_SIZE);
    let mut runner = EffectRunner {
        own_files: settings.autosave_path.iter().cloned().collect(),
        origin: record,
        workers,
        saver: SaveThread::start(recovery_file)?,
        started: Instant::now(),
        last_tick: Instant::now(),
        next: LoopStep::Continue,
        is_bell_due: false,
        needs_repaint: true,
        tournament_game,
        report: None,
    };
    let mut state = TerminalState::new(table, settings, size);
    offer_interrupted_game(&mut state);
    let mut screen = Screen::set_up(out, state.settings.mouse.is_on())
        .map_err(|error| terminal_failure(&error))?;
    for effect in update::start(&mut state) {
        state = runner.run_effect(state, effect)?;
    }
    let mut is_disconnected = false;
    while runner.next != LoopStep::Leave
        && !is_disconnected
        && !signals.terminate.load(Ordering::Relaxed)
    {
        let poll_timeout = runner.poll_timeout(&state);
        let shown = runner.refresh_screen(&mut state, &mut screen, &signals);
        match shown.and_then(|()| input::poll_events(poll_timeout)) {
            Ok(events) => state = runner.process_events(state, events)?,
            Err(_) => is_disconnected = true,
        }
    }
    let is_disconnected = is_disconnected || signals.hang_up.load(Ordering::Relaxed);
    if is_disconnected {
        screen.release();
    }
    Ok(runner.finish_session(state, is_disconnected))
}

fn unplayable_record() -> CliError {
    CliError::bad_input("this record cannot be continued")
}

/// Tells the user how to open an interrupted game.
fn offer_interrupted_game(state: &mut TerminalState) {
    if let Some(path) = &state.settings.interrupted_game {
        state.status_text = match state.settings.keys.key(KeyAction::Open) {
            Some(key) => format!("An earlier game was interrupted: {key} and Enter open it."),
            None => format!(
                "An earlier game was interrupted: it is saved in {}.",
                path.display()
            ),
        };
    }
}

fn terminal_failure(error: &io::Error) -> CliError {
    CliError::storage(format_args!("terminal error: {error}"))
}

/// Flags set by signal handlers.
#[derive(Default)]
struct SignalFlags {
    /// The process is asked to terminate.
    terminate: Arc<AtomicBool>,
    /// The process is asked to terminate because the terminal has closed.
    hang_up: Arc<AtomicBool>,
    /// The process was stopped and continues.
    continued: Arc<AtomicBool>,
    /// The window size has changed.
    resized: Arc<AtomicBool>,
}

impl SignalFlags {
    #[cfg(unix)]
    fn register() -> Result<Self, CliError> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGWINCH};
        let signals = Self::default();
        let flags = [
            (SIGTERM, &signals.terminate),
            (SIGHUP, &signals.terminate),
            (SIGINT, &signals.terminate),
            (SIGHUP, &signals.hang_up),
            (SIGCONT, &signals.continued),
            (SIGWINCH, &signals.resized),
        ];
        for (signal, flag) in flags {
            let registered = signal_hook::flag::register(signal, Arc::clone(flag));
            registered.map_err(|error| terminal_failure(&error))?;
        }
        Ok(signals)
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
    fn register() -> Result<Self, CliError> {
        Ok(Self::default())
    }
}

/// Next action after the pending events.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopStep {
    Continue,
    Repaint,
    Suspend,
    Leave,
}

/// Runs side effects.
struct EffectRunner {
    /// Record that the game came from, whose names, seed and tags are preserved.
    origin: GameRecord,
    workers: WorkerThreads,
    saver: SaveThread,
    /// Files written by this session, which may be overwritten.
    own_files: BTreeSet<PathBuf>,
    started: Instant,
    /// Time of the last tick.
    last_tick: Instant,
    next: LoopStep,
    /// True if the bell is due.
    is_bell_due: bool,
    /// True if something has changed since the last repaint.
    needs_repaint: bool,
    /// Receives the result of a tournament game.
    tournament_game: Option<TournamentGameMode>,
    /// Consequences of that result.
    report: Option<String>,
}

impl EffectRunner {
    /// Returns the timeout for input.
    fn poll_timeout(&self, state: &TerminalState) -> Duration {
        if state.needs_ticks() {
            TICK_INTERVAL.saturating_sub(self.last_tick.elapsed())
        } else {
            IDLE_TIMEOUT
        }
    }

    /// Handles input, results of the workers, and elapsed ticks.
    fn process_events(
        &mut self,
        mut state: TerminalState,
        typed: Vec<ScreenEvent>,
    ) -> Result<TerminalState, CliError> {
        for event in typed {
            if self.next == LoopStep::Continue {
                state = self.dispatch(state, event)?;
            }
        }
        while let Some(event) = self.workers.event()? {
            state = self.dispatch(state, event)?;
        }
        let saved: Vec<_> = self.saver.results().collect();
        for saved in saved {
            state = self.dispatch(state, save_event(saved))?;
        }
        if self.last_tick.elapsed() >= TICK_INTERVAL {
            self.last_tick = Instant::now();
            if state.needs_ticks() {
                state = self.dispatch(state, ScreenEvent::Tick)?;
            }
        }
        Ok(state)
    }

    /// Updates the terminal.
    fn refresh_screen<W: io::Write>(
        &mut self,
        state: &mut TerminalState,
        screen: &mut Screen<W>,
        signals: &SignalFlags,
    ) -> io::Result<()> {
        if self.next == LoopStep::Repaint {
            self.next = LoopStep::Continue;
            screen.clear()?;
            self.needs_repaint = true;
        }
        if self.next == LoopStep::Suspend {
            self.next = LoopStep::Continue;
            screen.suspend()?;
            self.needs_repaint = true;
        }
        if signals.continued.swap(false, Ordering::Relaxed) {
            // Another program may have used the terminal in the meantime.
            screen.resume()?;
            self.needs_repaint = true;
        }
        if signals.resized.swap(false, Ordering::Relaxed) {
            // A window that was made smaller has lost its edges, even if it is large again by now.
            // The resize event is lost if a key arrives at the same moment.
            screen.clear()?;
            self.needs_repaint = true;
        }
        if std::mem::take(&mut self.is_bell_due) {
            screen.ring()?;
        }
        self.update_clocks(state);
        // Painting moves the cursor, which a screen reader follows: only when needed.
        if std::mem::take(&mut self.needs_repaint) {
            screen.terminal.draw(|frame| {
                // The screen may have changed its size without an event.
                let area = frame.area();
                state.size = (area.width, area.height);
                view::render(state, frame);
            })?;
        }
        Ok(())
    }

    /// Advances visible clocks once a second.
    fn update_clocks(&mut self, state: &mut TerminalState) {
        let now_ms = self.now_ms();
        if state.shows_clocks && now_ms / 1000 != state.now_ms / 1000 {
            state.now_ms = now_ms;
            self.needs_repaint = true;
        }
    }

    /// Applies one event, and runs its effects.
    fn dispatch(
        &mut self,
        mut state: TerminalState,
        event: ScreenEvent,
    ) -> Result<TerminalState, CliError> {
        self.needs_repaint = true;
        state.now_ms = self.now_ms();
        let (mut state, effects) = update::update(state, event);
        for effect in effects {
            state = self.run_effect(state, effect)?;
        }
        Ok(state)
    }

    /// Runs an effect, and feeds its result back if there is one.
    fn run_effect(
        &mut self,
        state: TerminalState,
        effect: ScreenEffect,
    ) -> Result<TerminalState, CliError> {
        let answer = match effect {
            ScreenEffect::RequestBot { id, kind, game } => {
                self.workers.request_bot(id, kind, game)?;
                None
            }
            ScreenEffect::CancelBot => {
                self.workers.cancel_bot();
                None
            }
            ScreenEffect::StopThinking => {
                self.workers.stop_thinking();
                None
            }
            ScreenEffect::RequestVerdicts { id, game } => {
                self.workers.request_verdicts(id, game)?;
                None
            }
            ScreenEffect::CancelVerdicts => {
                self.workers.cancel_verdicts();
                None
            }
            ScreenEffect::Learn { player, game } => {
                self.workers.learn(player, game)?;
                None
            }
            ScreenEffect::RecordScore => {
                if let Some(line) = scores_file::line_of(&state.table) {
                    self.saver.send(SaveJob::Score(line));
                }
                None
            }
            ScreenEffect::ReportGame => self.report_game(&state),
            ScreenEffect::RingBell => {
                self.is_bell_due = true;
                None
            }
            ScreenEffect::Repaint => self.schedule(LoopStep::Repaint),
            ScreenEffect::Suspend => self.schedule(LoopStep::Suspend),
            ScreenEffect::Quit => self.schedule(LoopStep::Leave),
            ScreenEffect::Save { path, overwrite } => self.save(&state, path, overwrite),
            ScreenEffect::Autosave => self.autosave(&state),
            ScreenEffect::Load(path) => Some(self.load(&state, &path)),
        };
        match answer {
            Some(event) => self.dispatch(state, event),
            None => Ok(state),
        }
    }

    /// Reports a change of a tournament game, and shows the consequences of its end.
    fn report_game(&mut self, state: &TerminalState) -> Option<ScreenEvent> {
        let tournament_game = self.tournament_game.as_ref()?;
        let report = (tournament_game.on_change)(&state.table)?;
        let shown = format!("{report} Press Enter to continue.");
        self.report = Some(report);
        Some(ScreenEvent::Notice(shown))
    }

    fn schedule(&mut self, next: LoopStep) -> Option<ScreenEvent> {
        self.next = next;
        None
    }

    fn load(&mut self, state: &TerminalState, path: &Path) -> ScreenEvent {
        let table = &state.table;
        let loaded = files::load(path, table.game().ruleset());
        ScreenEvent::Loaded(
            loaded
                .map_err(|error| error.reason().to_owned())
                .and_then(|record| {
                    let seats = table.start().seats.clone();
                    // Continue the event numbers, so that a late reply about the old game does not
                    // match the new one.
                    let next = table_of(&record, seats, table.seq() + 1, state.now_ms);
                    let next = next.map_err(|_| unplayable_record().to_string())?;
                    self.saver.send(SaveJob::SetOpened(path.to_owned()));
                    self.origin = record;
                    Ok(Box::new(next))
                }),
        )
    }

    /// Updates the autosave file or, if the game has none, the recovery file.
    fn autosave(&self, state: &TerminalState) -> Option<ScreenEvent> {
        let table = &state.table;
        let record = || record_of(table, &self.origin);
        match &state.settings.autosave_path {
            None if state.is_unfinished() => {
                let seats = table.start().seats.clone();
                self.saver.send(SaveJob::Recover(record(), seats));
            }
            None => self.saver.send(SaveJob::DiscardRecovery),
            Some(_) if table.timed_moves().is_empty() && table.undone().is_empty() => {}
            Some(path) => self.saver.send(SaveJob::Autosave(path.clone(), record())),
        }
        None
    }

    fn save(
        &mut self,
        state: &TerminalState,
        path: PathBuf,
        overwrite: bool,
    ) -> Option<ScreenEvent> {
        if path.exists() && !overwrite && !self.own_files.contains(&path) {
            let error = Some(SaveError::Exists);
            return Some(ScreenEvent::SaveResult { path, error });
        }
        self.own_files.insert(path.clone());
        let record = record_of(&state.table, &self.origin);
        self.saver.send(SaveJob::Save(path, record));
        None
    }

    /// Returns the time of the table: milliseconds since the start of the session.
    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Waits until everything is saved, and ends the session.
    fn finish_session(self, mut state: TerminalState, is_disconnected: bool) -> SessionSummary {
        let (recovery_file, saved) = self.saver.finish();
        for saved in saved {
            state = update::update(state, save_event(saved)).0;
        }
        SessionSummary {
            record: record_of(&state.table, &self.origin),
            is_disconnected,
            state,
            recovery_file,
            report: self.report,
        }
    }
}

/// Converts the result of a save into an event.
fn save_event(saved: SaveResult) -> ScreenEvent {
    match saved {
        SaveResult::Named(path, error) => ScreenEvent::SaveResult {
            path,
            error: error.map(SaveError::Failed),
        },
        SaveResult::Autosaved(error) => ScreenEvent::Autosaved(error),
        SaveResult::ScoreFailed(reason) => ScreenEvent::Notice(format!("Not counted: {reason}.")),
    }
}
