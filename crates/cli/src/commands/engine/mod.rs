//! `foursight engine`: a text protocol for other programs, modelled on UCI.
//!
//! One thread reads, one searches, and this one writes, so that input is handled during a search
//! and lines never mix. Unknown words are skipped, and only `quit` and the end of input end the
//! program.

mod command;
mod explain;
mod search;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use foursight_bots::Level;
use foursight_core::{Game, Ruleset};
use foursight_terminal::line_input::next_line;
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::board_description;
use foursight_terminal::{board_text, text};

use crate::bot_args::EngineArgs;
use crate::exit::{CliError, Exit, print_message};
use crate::opponents;
use crate::settings::CliSettings;
use command::{GoLimits, UciCommand};
use search::UciSearcher;

/// Upper bound for queued commands and messages.
const QUEUE_MAX: usize = 256;
/// Default memory of the solver in MiB. Together with that of the search it stays below 50 MB.
const MEMORY_MB_DEFAULT: usize = 16;
const MEMORY_MB_MAX: usize = 4096;
const THREADS_MAX: usize = 64;
/// Upper bound for the characters of an unknown name in a message.
const NAME_ECHO_MAX: usize = 20;

/// A message of another thread to the main one.
enum EngineMessage {
    Command(UciCommand),
    EndOfInput,
    ReadError(io::Error),
    /// A line of output.
    Line(String),
    /// The task is done; returns the searcher.
    Done(Box<UciSearcher>),
}

/// The running task.
struct RunningTask {
    stop: Arc<AtomicBool>,
    /// It ends without `stop`.
    is_limited: bool,
    /// It prints several lines that belong together.
    is_text: bool,
}

/// The kind of a task.
#[derive(Clone, Copy)]
enum EngineTaskKind {
    /// A search that ends by itself, or only with `stop`.
    Search { is_limited: bool },
    /// A text of several lines, which no other output may interrupt.
    Text,
}

struct UciEngine {
    ruleset: Ruleset,
    game: Game,
    /// `None` while a task uses it.
    searcher: Option<Box<UciSearcher>>,
    task: Option<RunningTask>,
    /// Commands that wait for the end of the task, in order.
    queue: VecDeque<UciCommand>,
    /// True after the end of input: exit once everything is done.
    is_closing: bool,
    sender: SyncSender<EngineMessage>,
}

pub(crate) fn run(
    args: &EngineArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let ruleset = args.ruleset.ruleset(settings)?;
    if io::stdin().is_terminal() {
        print_message(
            "this protocol is for programs; foursight engine --help lists the commands, quit exits",
        );
    }
    // `go` checks whether the level supports the rules of the position.
    let knowledge = opponents::knowledge(settings, ruleset)?.for_any_rules();
    let (sender, messages) = mpsc::sync_channel(QUEUE_MAX);
    let input_sender = sender.clone();
    spawn(move || read_input(ruleset, &input_sender))?;
    let mut engine = UciEngine {
        ruleset,
        game: Game::new(ruleset),
        searcher: Some(Box::new(UciSearcher::new(MEMORY_MB_DEFAULT, knowledge))),
        task: None,
        queue: VecDeque::new(),
        is_closing: false,
        sender,
    };
    engine.run_loop(&messages, out)
}

/// Starts a detached thread.
fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), CliError> {
    let started = thread::Builder::new().spawn(work);
    started
        .map(drop)
        .map_err(|error| CliError::no_thread(&error))
}

/// Reads lines until the end of input.
fn read_input(ruleset: Ruleset, sender: &SyncSender<EngineMessage>) {
    let mut input = io::stdin().lock();
    loop {
        let message = match next_line(&mut input) {
            Ok(Some(Ok(line))) => EngineMessage::Command(command::parse(&line, ruleset)),
            Ok(Some(Err(error))) => EngineMessage::Command(UciCommand::Invalid(error.to_string())),
            Ok(None) => EngineMessage::EndOfInput,
            Err(error) => EngineMessage::ReadError(error),
        };
        let is_last = !matches!(message, EngineMessage::Command(_));
        if sender.send(message).is_err() || is_last {
            return;
        }
    }
}

impl UciEngine {
    fn run_loop(
        &mut self,
        messages: &Receiver<EngineMessage>,
        out: &mut CliOutput,
    ) -> Result<Exit, CliError> {
        for message in messages {
            match message {
                EngineMessage::Command(UciCommand::Quit) => break,
                EngineMessage::Command(command) => self.dispatch(command, out)?,
                EngineMessage::EndOfInput => {
                    self.is_closing = true;
                    self.stop_unlimited();
                }
                EngineMessage::ReadError(error) => {
                    return Err(CliError::storage(format_args!(
                        "cannot read standard input: {error}"
                    )));
                }
                EngineMessage::Line(line) => out.line(&line)?,
                EngineMessage::Done(searcher) => {
                    self.searcher = Some(searcher);
                    self.task = None;
                    while self.task.is_none()
                        && let Some(command) = self.queue.pop_front()
                    {
                        self.execute(command, out)?;
                    }
                    // A `stop` that followed the command which just started.
                    if let Some(UciCommand::Stop) = self.queue.front() {
                        self.queue.pop_front();
                        self.execute(UciCommand::Stop, out)?;
                    }
                }
            }
            out.flush()?;
            if self.is_closing && self.task.is_none() {
                break;
            }
        }
        if let Some(task) = &self.task {
            task.stop.store(true, Ordering::Relaxed);
        }
        Ok(Exit::Done)
    }

    /// Executes a command, or queues it if it needs the searcher or if others are already queued.
    /// `foursight`, `isready` and errors are answered at once.
    fn dispatch(&mut self, command: UciCommand, out: &mut CliOutput) -> Result<(), CliError> {
        if let UciCommand::Stop = command {
            // It stops the running task and the queued ones.
            self.execute(UciCommand::Stop, out)?;
            if !self.queue.is_empty() {
                self.enqueue(UciCommand::Stop, out)?;
            }
            return Ok(());
        }
        let is_immediate = matches!(
            command,
            UciCommand::Hello | UciCommand::IsReady | UciCommand::Invalid(_)
        );
        let needs_searcher = matches!(
            command,
            UciCommand::Go { .. }
                | UciCommand::Perft(_)
                | UciCommand::Explain
                | UciCommand::Bench
                | UciCommand::NewGame
                | UciCommand::Option { .. }
        );
        let is_busy = self
            .task
            .as_ref()
            .is_some_and(|task| needs_searcher || task.is_text);
        if (is_busy || !self.queue.is_empty()) && !is_immediate {
            self.print_wait_hint(&command, out)?;
            self.enqueue(command, out)
        } else {
            self.execute(command, out)
        }
    }

    /// Tells people that their command waits for an endless search.
    fn print_wait_hint(&self, command: &UciCommand, out: &mut CliOutput) -> Result<(), CliError> {
        let name = match command {
            UciCommand::Explain => "explain",
            UciCommand::Perft(_) => "perft",
            UciCommand::Bench => "bench",
            _ => return Ok(()),
        };
        if self.task.as_ref().is_some_and(|task| !task.is_limited) {
            out.line(&format!(
                "info string {name} is queued until the search ends: send stop to end it"
            ))?;
        }
        Ok(())
    }

    fn enqueue(&mut self, command: UciCommand, out: &mut CliOutput) -> Result<(), CliError> {
        if self.queue.len() < QUEUE_MAX {
            self.queue.push_back(command);
        } else {
            out.line(
                "info string error: too many queued commands: wait for bestmove or send stop",
            )?;
        }
        Ok(())
    }

    /// Stops an endless task, because after the end of input no `stop` can follow.
    fn stop_unlimited(&self) {
        if let Some(task) = &self.task
            && !task.is_limited
        {
            task.stop.store(true, Ordering::Relaxed);
        }
    }

    fn execute(&mut self, command: UciCommand, out: &mut CliOutput) -> Result<(), CliError> {
        match command {
            UciCommand::Empty | UciCommand::Quit => {}
            UciCommand::Invalid(reason) => out.line(&format!("info string error: {reason}"))?,
            UciCommand::Hello => {
                let version = env!("CARGO_PKG_VERSION");
                let levels = Level::ALL.map(|level| format!("var {level}")).join(" ");
                writeln!(
                    out,
                    "id name foursight {version}\n\
                     option name memory_mb type spin default {MEMORY_MB_DEFAULT} min 1 max {MEMORY_MB_MAX}\n\
                     option name threads type spin default 1 min 1 max {THREADS_MAX}\n\
                     option name level type combo default full var full {levels}\n\
                     option name seed type spin default 1 min 0 max {}\n\
                     foursightok",
                    u64::MAX
                )?;
            }
            UciCommand::IsReady => out.line("readyok")?,
            UciCommand::NewGame => {
                self.game = Game::new(self.ruleset);
                if let Some(searcher) = &mut self.searcher {
                    searcher.clear();
                }
            }
            UciCommand::Position(game) => self.game = *game,
            UciCommand::Option { name, value } => self.set_option(&name, &value, out)?,
            UciCommand::Go { limits, skipped } => {
                for reason in skipped {
                    out.line(&format!("info string error: {reason}"))?;
                }
                self.go(limits, out)?;
            }
            UciCommand::Perft(plies) => self.perft(plies)?,
            UciCommand::Explain => self.explain()?,
            UciCommand::Bench => {
                self.start_task(EngineTaskKind::Text, |searcher, stop, send| {
                    searcher.bench(stop, send);
                })?;
            }
            UciCommand::Stop => {
                if let Some(task) = &self.task {
                    task.stop.store(true, Ordering::Relaxed);
                }
            }
            UciCommand::Threats => out.line(&board_description::threats_text(&self.game))?,
            UciCommand::Show => {
                out.line(&board_text::board(&self.game, out.color()))?;
                out.line(&board_text::legend(&self.game))?;
                out.line(&text::status_text(&self.game))?;
            }
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str, out: &mut CliOutput) -> Result<(), CliError> {
        let Some(searcher) = &mut self.searcher else {
            return Ok(());
        };
        let number = |max: usize| {
            let number = value.parse::<usize>().ok();
            number.filter(|number| (1..=max).contains(number))
        };
        let error = match name {
            "memory_mb" => match number(MEMORY_MB_MAX) {
                Some(memory_mb) => {
                    searcher.set_memory(memory_mb);
                    None
                }
                None => Some(format!("memory_mb must be 1 to {MEMORY_MB_MAX}")),
            },
            "threads" => match number(THREADS_MAX) {
                Some(threads) => {
                    searcher.set_threads(threads);
                    None
                }
                None => Some(format!("threads must be 1 to {THREADS_MAX}")),
            },
            "seed" => match value.parse() {
                Ok(seed) => {
                    searcher.seed = seed;
                    None
                }
                Err(_) => Some("seed must be a number".to_owned()),
            },
            "level" if value == "full" => {
                searcher.play_full_strength();
                None
            }
            "level" => {
                let level = value.parse::<Level>().map_err(|error| error.to_string());
                let result = level.and_then(|level| {
                    let result = searcher.play_as(level);
                    result.map_err(|failure| failure.to_string())
                });
                result.err()
            }
            // Programs may set options of other engines, which is fine, but a person may have
            // mistyped one.
            _ => {
                let name: String = name.chars().take(NAME_ECHO_MAX).collect();
                let skipped = format!("info string unknown option {name:?}: ignored");
                return Ok(out.line(&skipped)?);
            }
        };
        if let Some(reason) = error {
            out.line(&format!("info string error: {reason}"))?;
        }
        Ok(())
    }

    fn go(&mut self, limits: GoLimits, out: &mut CliOutput) -> Result<(), CliError> {
        if self.game.end().is_some() {
            let ending = text::status_text(&self.game);
            out.line(&format!("info string the game is over: {ending}"))?;
            out.line("bestmove none")?;
            return Ok(());
        }
        let game = self.game.clone();
        let searcher = self.searcher.as_ref();
        if let Some(reason) = searcher.and_then(|searcher| searcher.unsupported_level(&game)) {
            out.line(&format!("info string error: {reason}"))?;
            out.line("bestmove none")?;
            return Ok(());
        }
        let is_limited = !limits.infinite;
        self.start_task(
            EngineTaskKind::Search { is_limited },
            move |searcher, stop, send| {
                searcher.run(&game, &limits, stop, send);
            },
        )
    }

    fn perft(&mut self, plies: u32) -> Result<(), CliError> {
        /// Deeper counts may take for ever, so the end of input stops them.
        const AWAITED_PLIES_MAX: u32 = 10;
        let game = self.game.clone();
        let is_limited = plies <= AWAITED_PLIES_MAX;
        self.start_task(
            EngineTaskKind::Search { is_limited },
            move |_, stop, send| {
                search::perft(&game, plies, stop, send);
            },
        )
    }

    fn explain(&mut self) -> Result<(), CliError> {
        let game = self.game.clone();
        self.start_task(EngineTaskKind::Text, move |searcher, stop, send| {
            searcher.explain(&game, stop, send);
        })
    }

    /// Runs a task with the searcher on a thread of its own.
    fn start_task(
        &mut self,
        kind: EngineTaskKind,
        work: impl FnOnce(&mut UciSearcher, &AtomicBool, &dyn Fn(String)) + Send + 'static,
    ) -> Result<(), CliError> {
        let Some(mut searcher) = self.searcher.take() else {
            return Ok(());
        };
        let (is_limited, is_text) = match kind {
            EngineTaskKind::Search { is_limited } => (is_limited, false),
            EngineTaskKind::Text => (true, true),
        };
        // After the end of input no `stop` can follow.
        let stop = Arc::new(AtomicBool::new(self.is_closing && !is_limited));
        self.task = Some(RunningTask {
            stop: stop.clone(),
            is_limited,
            is_text,
        });
        let sender = self.sender.clone();
        spawn(move || {
            // Best effort: the main thread may have exited.
            let send = |line| {
                let _ = sender.send(EngineMessage::Line(line));
            };
            work(&mut searcher, &stop, &send);
            let _ = sender.send(EngineMessage::Done(searcher));
        })
    }
}
