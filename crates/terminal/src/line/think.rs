//! A bot thinks while a person waits: after a second that is said, once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use foursight_bots::{Bot, Budget, Choice};
use foursight_core::Game;

use crate::exit::Failure;

/// After so long a person is told that a bot thinks.
const SILENCE: Duration = Duration::from_secs(1);

/// Lets a bot choose, and says once that it thinks if that takes long.
pub(super) fn choose(
    bot: &mut dyn Bot,
    game: &Game,
    seed: u64,
    tell: impl FnOnce() -> io::Result<()>,
) -> Result<Option<Choice>, Failure> {
    let is_unwanted = AtomicBool::new(false);
    let stop = || is_unwanted.load(Ordering::Relaxed);
    let budget = Budget {
        stop: Some(&stop),
        ..Budget::default()
    };
    let chosen = thread::scope(|scope| {
        let (answer, answered) = mpsc::channel();
        let (bot, budget) = (&mut *bot, &budget);
        let think = move || {
            // Whoever asked waits for the answer, whatever it is.
            let _ = answer.send(bot.choose(game, budget, seed));
        };
        let started = thread::Builder::new().spawn_scoped(scope, think);
        started.ok()?;
        if let Ok(choice) = answered.recv_timeout(SILENCE) {
            return Some(Ok(choice));
        }
        if let Err(error) = tell() {
            is_unwanted.store(true, Ordering::Relaxed);
            return Some(Err(error.into()));
        }
        Some(Ok(answered.recv().unwrap_or_default()))
    });
    // Where the system has no thread to spare, it thinks unsaid.
    chosen.unwrap_or_else(|| Ok(bot.choose(game, &budget, seed)))
}
