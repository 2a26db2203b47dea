//! Plays the games between bots one after the other, in the background. Leaving the page stops it;
//! finished games count.

use foursight_page::tournament::{BotGame, BotRunEvent, TournamentMessage};
use foursight_protocol::engine::EngineReply;

use super::load;
use crate::browser;
use crate::shell::Ui;
use crate::shell::engine::RequestSlot;

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
    pub(super) fn start(self) {
        self.report(BotRunEvent::Started);
        self.play_next();
    }

    /// Stops the run.
    pub(super) fn stop(self) {
        self.choice.cancel();
        self.report(BotRunEvent::Stopped);
    }

    fn report(self, event: BotRunEvent) {
        self.ui.send(TournamentMessage::BotRun(event).into());
    }

    /// Ends the run. The page shows what is stored now.
    fn finish(self, event: BotRunEvent) {
        if let Some(latest) = load(self.id) {
            let message = TournamentMessage::Stored(self.id, Box::new(latest));
            self.ui.send(message.into());
        }
        self.report(event);
    }

    fn play_next(self) {
        let found = load(self.id).and_then(|local| {
            let due = local.next_bot_game()?;
            Some((BotGame::begin(&local, due)?, local, due))
        });
        let Some((bot_game, local, due)) = found else {
            return self.finish(BotRunEvent::Finished);
        };
        self.report(BotRunEvent::GameStarted(self.id, Box::new(local), due));
        self.request_move(bot_game);
    }

    fn request_move(self, mut bot_game: BotGame) {
        let Some(query) = bot_game.request() else {
            return self.finish(BotRunEvent::Failed);
        };
        let request = || self.ui.request_in_background(query);
        self.choice.request(request, move |result| {
            let Ok(EngineReply::Move { mv, .. }) = result else {
                return self.finish(BotRunEvent::Failed);
            };
            let Some(event) = bot_game.play(mv) else {
                return self.request_move(bot_game);
            };
            // If another tab has played the game meanwhile, its result stands.
            if let Some(mut local) = load(self.id)
                && local.apply(event).is_ok()
                && !browser::save_tournament(self.id, &local.to_text())
            {
                return self.finish(BotRunEvent::Failed);
            }
            self.play_next();
        });
    }
}
