//! `foursight engine`: a text protocol for other programs, with the words of UCI.
//!
//! One thread reads, one thinks, and this one writes: so input is heard while thinking and lines
//! never mix. Words that are not known are skipped, and nothing that is read ends the program
//! but `quit` and the end of input.

mod heard;
mod people;
mod search;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use foursight_bots::Level;
use foursight_core::{Game, Ruleset};

use crate::bot_args::EngineArgs;
use crate::exit::{Exit, Failure, complain};
use crate::input::next_line;
use crate::opponents;
use crate::output::Out;
use crate::settings::Layers;
use crate::words::reading;
use crate::{draw, words};
use heard::{Go, Heard};
use search::Thinker;

/// So many lines may wait to be worked on.
const WAITING_MAX: usize = 256;
/// The memory of the solver, in MiB. With that of the search beside it, below 50 MB unless somebody asks
/// for more.
const MEMORY_MB_USUAL: usize = 16;
const MEMORY_MB_MAX: usize = 4096;
const THREADS_MAX: usize = 64;
/// So many characters of an unknown name are repeated.
const NAME_SHOWN_MAX: usize = 20;

/// What the other threads say.
enum Message {
    Heard(Heard),
    EndOfInput,
    Broken(io::Error),
    /// A line of the answer.
    Line(String),
    /// The thinking is over and the thinker is back.
    Done(Box<Thinker>),
}

/// The thinking that is under way.
struct Thinking {
    stop: Arc<AtomicBool>,
    /// It ends by itself.
    is_limited: bool,
    /// It answers people in several lines, which belong together.
    is_told: bool,
}

/// What a kind of thinking is like.
#[derive(Clone, Copy)]
enum Kind {
    /// A search that ends by itself, or with a stop.
    Search { is_limited: bool },
    /// An answer in words, which nothing may tear apart.
    Told,
}

struct Engine {
    ruleset: Ruleset,
    game: Game,
    /// At home while nothing is being thought about.
    thinker: Option<Box<Thinker>>,
    thinking: Option<Thinking>,
    /// What was said since and has to wait until the thinking is over, in order.
    waiting: VecDeque<Heard>,
    /// Leave once everything is done.
    is_leaving: bool,
    sender: SyncSender<Message>,
}

pub(crate) fn run(args: &EngineArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    if io::stdin().is_terminal() {
        complain("this is for programs; foursight engine --help lists the commands, quit leaves");
    }
    // Each `go` looks whether the level knows the rules of its position.
    let knowledge = opponents::knowledge(layers, ruleset)?.for_any_rules();
    let (sender, messages) = mpsc::sync_channel(WAITING_MAX);
    let heard = sender.clone();
    start_thread(move || listen(ruleset, &heard))?;
    let mut engine = Engine {
        ruleset,
        game: Game::new(ruleset),
        thinker: Some(Box::new(Thinker::new(MEMORY_MB_USUAL, knowledge))),
        thinking: None,
        waiting: VecDeque::new(),
        is_leaving: false,
        sender,
    };
    engine.serve(&messages, out)
}

/// Starts a thread that nobody waits for.
fn start_thread(work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let started = thread::Builder::new().spawn(work);
    started
        .map(drop)
        .map_err(|error| Failure::no_thread(&error))
}

/// Reads lines until there are no more.
fn listen(ruleset: Ruleset, sender: &SyncSender<Message>) {
    let mut input = io::stdin().lock();
    loop {
        let message = match next_line(&mut input) {
            Ok(Some(Ok(line))) => Message::Heard(heard::parse(&line, ruleset)),
            Ok(Some(Err(error))) => Message::Heard(Heard::Bad(error.to_string())),
            Ok(None) => Message::EndOfInput,
            Err(error) => Message::Broken(error),
        };
        let is_last = !matches!(message, Message::Heard(_));
        if sender.send(message).is_err() || is_last {
            return;
        }
    }
}

impl Engine {
    fn serve(&mut self, messages: &Receiver<Message>, out: &mut Out) -> Result<Exit, Failure> {
        for message in messages {
            match message {
                Message::Heard(Heard::Quit) => break,
                Message::Heard(heard) => self.hear_in_turn(heard, out)?,
                Message::EndOfInput => {
                    self.is_leaving = true;
                    self.stop_unlimited();
                }
                Message::Broken(error) => {
                    return Err(Failure::storage(format_args!(
                        "cannot read standard input: {error}"
                    )));
                }
                Message::Line(line) => out.line(&line)?,
                Message::Done(thinker) => {
                    self.thinker = Some(thinker);
                    self.thinking = None;
                    while self.thinking.is_none()
                        && let Some(heard) = self.waiting.pop_front()
                    {
                        self.hear(heard, out)?;
                    }
                    // A stop that was said after this thinking was asked for.
                    if let Some(Heard::Stop) = self.waiting.front() {
                        self.waiting.pop_front();
                        self.hear(Heard::Stop, out)?;
                    }
                }
            }
            out.flush()?;
            if self.is_leaving && self.thinking.is_none() {
                break;
            }
        }
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        Ok(Exit::Done)
    }

    /// What needs the thinker waits for it, and so does everything after that; what asks whether
    /// anybody is there is answered at once.
    fn hear_in_turn(&mut self, heard: Heard, out: &mut Out) -> Result<(), Failure> {
        if let Heard::Stop = heard {
            // It ends what is being thought about, and whatever waits behind it.
            self.hear(Heard::Stop, out)?;
            if !self.waiting.is_empty() {
                self.wait(Heard::Stop, out)?;
            }
            return Ok(());
        }
        let is_quick = matches!(heard, Heard::Hello | Heard::IsReady | Heard::Bad(_));
        let needs_thinker = matches!(
            heard,
            Heard::Go { .. }
                | Heard::Perft(_)
                | Heard::Explain
                | Heard::Bench
                | Heard::NewGame
                | Heard::Option { .. }
        );
        let is_busy = self
            .thinking
            .as_ref()
            .is_some_and(|thinking| needs_thinker || thinking.is_told);
        if (is_busy || !self.waiting.is_empty()) && !is_quick {
            self.say_what_it_waits_for(&heard, out)?;
            self.wait(heard, out)
        } else {
            self.hear(heard, out)
        }
    }

    /// A person who asks while a search has no end would wait in vain.
    fn say_what_it_waits_for(&self, heard: &Heard, out: &mut Out) -> Result<(), Failure> {
        let name = match heard {
            Heard::Explain => "explain",
            Heard::Perft(_) => "perft",
            Heard::Bench => "bench",
            _ => return Ok(()),
        };
        if self
            .thinking
            .as_ref()
            .is_some_and(|thinking| !thinking.is_limited)
        {
            out.line(&format!("info string {name} waits until you say stop"))?;
        }
        Ok(())
    }

    fn wait(&mut self, heard: Heard, out: &mut Out) -> Result<(), Failure> {
        if self.waiting.len() < WAITING_MAX {
            self.waiting.push_back(heard);
        } else {
            out.line("info string error: too much at once: wait for bestmove or say stop")?;
        }
        Ok(())
    }

    /// Nobody is left to say stop.
    fn stop_unlimited(&self) {
        if let Some(thinking) = &self.thinking
            && !thinking.is_limited
        {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    fn hear(&mut self, heard: Heard, out: &mut Out) -> Result<(), Failure> {
        match heard {
            Heard::Nothing | Heard::Quit => {}
            Heard::Bad(reason) => out.line(&format!("info string error: {reason}"))?,
            Heard::Hello => {
                let version = env!("CARGO_PKG_VERSION");
                let levels = Level::ALL.map(|level| format!("var {level}")).join(" ");
                writeln!(
                    out,
                    "id name foursight {version}\n\
                     option name memory_mb type spin default {MEMORY_MB_USUAL} min 1 max {MEMORY_MB_MAX}\n\
                     option name threads type spin default 1 min 1 max {THREADS_MAX}\n\
                     option name level type combo default full var full {levels}\n\
                     option name seed type spin default 1 min 0 max {}\n\
                     foursightok",
                    u64::MAX
                )?;
            }
            Heard::IsReady => out.line("readyok")?,
            Heard::NewGame => {
                self.game = Game::new(self.ruleset);
                if let Some(thinker) = &mut self.thinker {
                    thinker.forget();
                }
            }
            Heard::Position(game) => self.game = *game,
            Heard::Option { name, value } => self.set(&name, &value, out)?,
            Heard::Go { go, skipped } => {
                for reason in skipped {
                    out.line(&format!("info string error: {reason}"))?;
                }
                self.go(go, out)?;
            }
            Heard::Perft(plies) => self.perft(plies)?,
            Heard::Explain => self.explain()?,
            Heard::Bench => {
                self.think(Kind::Told, |thinker, stop, say| thinker.bench(stop, say))?;
            }
            Heard::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop.store(true, Ordering::Relaxed);
                }
            }
            Heard::Threats => out.line(&reading::threats(&self.game))?,
            Heard::Show => {
                out.line(&draw::grid(&self.game, out.color()))?;
                out.line(&draw::legend(&self.game))?;
                out.line(&words::status(&self.game))?;
            }
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str, out: &mut Out) -> Result<(), Failure> {
        let Some(thinker) = &mut self.thinker else {
            return Ok(());
        };
        let number = |max: usize| {
            let number = value.parse::<usize>().ok();
            number.filter(|number| (1..=max).contains(number))
        };
        let refused = match name {
            "memory_mb" => match number(MEMORY_MB_MAX) {
                Some(memory_mb) => {
                    thinker.resize(memory_mb);
                    None
                }
                None => Some(format!("memory_mb must be 1 to {MEMORY_MB_MAX}")),
            },
            "threads" => match number(THREADS_MAX) {
                Some(threads) => {
                    thinker.use_threads(threads);
                    None
                }
                None => Some(format!("threads must be 1 to {THREADS_MAX}")),
            },
            "seed" => match value.parse() {
                Ok(seed) => {
                    thinker.seed = seed;
                    None
                }
                Err(_) => Some("seed must be a number".to_owned()),
            },
            "level" if value == "full" => {
                thinker.play_in_full();
                None
            }
            "level" => {
                let level = value.parse::<Level>().map_err(|error| error.to_string());
                let set = level.and_then(|level| {
                    let set = thinker.play_as(level);
                    set.map_err(|failure| failure.to_string())
                });
                set.err()
            }
            // Programs set options of other engines; that is no mistake, but a person may have
            // mistyped one.
            _ => {
                let name: String = name.chars().take(NAME_SHOWN_MAX).collect();
                let skipped = format!("info string there is no option {name:?}: it is skipped");
                return Ok(out.line(&skipped)?);
            }
        };
        if let Some(reason) = refused {
            out.line(&format!("info string error: {reason}"))?;
        }
        Ok(())
    }

    fn go(&mut self, go: Go, out: &mut Out) -> Result<(), Failure> {
        if self.game.end().is_some() {
            let ending = words::status(&self.game);
            out.line(&format!("info string the game is over: {ending}"))?;
            out.line("bestmove none")?;
            return Ok(());
        }
        let game = self.game.clone();
        let thinker = self.thinker.as_ref();
        if let Some(reason) = thinker.and_then(|thinker| thinker.misplaced(&game)) {
            out.line(&format!("info string error: {reason}"))?;
            out.line("bestmove none")?;
            return Ok(());
        }
        let is_limited = !go.infinite;
        self.think(Kind::Search { is_limited }, move |thinker, stop, say| {
            thinker.think(&game, &go, stop, say);
        })
    }

    fn perft(&mut self, plies: u32) -> Result<(), Failure> {
        /// Deeper counts may take for ever, and nobody waits for them when the input has ended.
        const WAITED_FOR_PLIES: u32 = 10;
        let game = self.game.clone();
        let is_limited = plies <= WAITED_FOR_PLIES;
        self.think(Kind::Search { is_limited }, move |_, stop, say| {
            search::perft(&game, plies, stop, say);
        })
    }

    fn explain(&mut self) -> Result<(), Failure> {
        let game = self.game.clone();
        self.think(Kind::Told, move |thinker, stop, say| {
            thinker.explain(&game, stop, say);
        })
    }

    /// Hands the thinker to a thread of its own.
    fn think(
        &mut self,
        kind: Kind,
        work: impl FnOnce(&mut Thinker, &AtomicBool, &dyn Fn(String)) + Send + 'static,
    ) -> Result<(), Failure> {
        let Some(mut thinker) = self.thinker.take() else {
            return Ok(());
        };
        let (is_limited, is_told) = match kind {
            Kind::Search { is_limited } => (is_limited, false),
            Kind::Told => (true, true),
        };
        // After the end of input nobody can say stop.
        let stop = Arc::new(AtomicBool::new(self.is_leaving && !is_limited));
        self.thinking = Some(Thinking {
            stop: stop.clone(),
            is_limited,
            is_told,
        });
        let sender = self.sender.clone();
        start_thread(move || {
            // Once the main thread has left there is nobody to tell.
            let say = |line| {
                let _ = sender.send(Message::Line(line));
            };
            work(&mut thinker, &stop, &say);
            let _ = sender.send(Message::Done(thinker));
        })
    }
}
