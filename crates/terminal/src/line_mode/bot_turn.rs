//! Runs a bot while a person waits, with a notice after a second.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use foursight_bots::{Bot, Budget, MoveChoice};
use foursight_core::Game;

use crate::exit::CliError;

/// Delay before the notice that a bot is thinking.
const NOTICE_DELAY: Duration = Duration::from_secs(1);

/// Lets a bot choose a move, and prints one notice if that takes long.
pub(super) fn choose_move(
    bot: &mut dyn Bot,
    game: &Game,
    seed: u64,
    notify: impl FnOnce() -> io::Result<()>,
) -> Result<Option<MoveChoice>, CliError> {
    let is_cancelled = AtomicBool::new(false);
    let stop = || is_cancelled.load(Ordering::Relaxed);
    let budget = Budget {
        should_stop: Some(&stop),
        ..Budget::default()
    };
    let chosen = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (bot, budget) = (&mut *bot, &budget);
        let think = move || {
            // The receiver waits for the result, so sending cannot fail.
            let _ = sender.send(bot.choose(game, budget, seed));
        };
        let started = thread::Builder::new().spawn_scoped(scope, think);
        started.ok()?;
        if let Ok(choice) = receiver.recv_timeout(NOTICE_DELAY) {
            return Some(Ok(choice));
        }
        if let Err(error) = notify() {
            is_cancelled.store(true, Ordering::Relaxed);
            return Some(Err(error.into()));
        }
        Some(Ok(receiver.recv().unwrap_or_default()))
    });
    // If the system cannot start a thread, the bot thinks without a notice.
    chosen.unwrap_or_else(|| Ok(bot.choose(game, &budget, seed)))
}
