//! Plays the games between bots one after the other, in the background. Leaving the page stops it;
//! finished games count.

use std::rc::Rc;

use foursight_page::tournament::{BotGame, LocalTournament};
use foursight_protocol::engine::EngineReply;

use super::load;
use crate::browser;
use crate::shell::Ui;
use crate::shell::engine::RequestSlot;

/// Events for the tournament page.
pub(super) enum RunnerEvent {
    /// A game of this tournament started.
    GameStarted(Box<LocalTournament>, foursight_tournament::DueGame),
    /// No game is left.
    Finished,
    /// The engine failed, or the storage is full.
    Failed,
}

type OnRunnerEvent = Rc<dyn Fn(RunnerEvent)>;

/// Plays the games of a tournament.
#[derive(Clone, Copy)]
pub(super) struct BotRunner {
    ui: Ui,
    id: u64,
    /// The request for the next move.
    choice: RequestSlot,
}

impl BotRunner {
    /// Returns a runner for the tournament of this id. It stops with the view that calls this.
    pub(super) fn new(ui: Ui, id: u64) -> Self {
        let choice = RequestSlot::new();
        Self { ui, id, choice }
    }

    /// Plays all due games between bots, and those that become due.
    pub(super) fn start(self, on_event: impl Fn(RunnerEvent) + 'static) {
        self.stop();
        self.play_next(Rc::new(on_event));
    }

    /// Stops the run.
    pub(super) fn stop(self) {
        self.choice.cancel();
    }

    fn play_next(self, on_event: OnRunnerEvent) {
        let found = load(self.id).and_then(|local| {
            let due = local.next_bot_game()?;
            Some((BotGame::begin(&local, due)?, local, due))
        });
        let Some((bot_game, local, due)) = found else {
            return on_event(RunnerEvent::Finished);
        };
        on_event(RunnerEvent::GameStarted(Box::new(local), due));
        self.request_move(bot_game, on_event);
    }

    fn request_move(self, mut bot_game: BotGame, on_event: OnRunnerEvent) {
        let Some(query) = bot_game.request() else {
            return on_event(RunnerEvent::Failed);
        };
        let request = || self.ui.request_in_background(query);
        self.choice.request(request, move |result| {
            let Ok(EngineReply::Move { mv, .. }) = result else {
                return on_event(RunnerEvent::Failed);
            };
            let Some(event) = bot_game.play(mv) else {
                return self.request_move(bot_game, on_event);
            };
            // If another tab has played the game meanwhile, its result stands.
            if let Some(mut local) = load(self.id)
                && local.apply(event).is_ok()
                && !browser::save_tournament(self.id, &local.to_text())
            {
                return on_event(RunnerEvent::Failed);
            }
            self.play_next(on_event);
        });
    }
}
