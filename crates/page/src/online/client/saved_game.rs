//! The game on the page, saved for a reload without a connection.

use foursight_protocol::online::{SeatInfo, UserInfo};
use foursight_protocol::table::WireEntry;
use foursight_table::Seat;
use serde::{Deserialize, Serialize};

use super::super::live::{LiveGame, UnconfirmedCommand};
use super::{OnlineClient, OnlineEffect};

/// Longer games are not saved, to leave room in the browser's storage.
pub(in crate::online) const GAME_BYTES_MAX: usize = 100_000;

/// A saved online game.
#[derive(Serialize, Deserialize)]
struct StoredOnlineGame {
    game: String,
    /// The user of that page.
    you: UserInfo,
    seat: Option<usize>,
    seats: [SeatInfo; 2],
    #[serde(default)]
    has_blocked: bool,
    log: Vec<WireEntry>,
}

impl OnlineClient {
    /// Saves the confirmed game on the page.
    pub(super) fn save_game(&mut self) -> Option<OnlineEffect> {
        let (live, you) = self.live.as_ref().zip(self.you.clone())?;
        let saved = StoredOnlineGame {
            game: live.game.clone(),
            you,
            seat: live.seat.map(Seat::index),
            seats: live.seats.clone(),
            has_blocked: live.has_blocked,
            log: live.log.clone(),
        };
        let text = serde_json::to_string(&saved).ok();
        let text = text.filter(|text| text.len() <= GAME_BYTES_MAX);
        if self.last_game == text {
            return None;
        }
        self.last_game.clone_from(&text);
        Some(OnlineEffect::SaveGame(text))
    }

    /// Shows the saved game if it has this id and belongs to the same user.
    pub(super) fn restore_saved_game(&mut self, game: &str) -> Option<OnlineEffect> {
        let saved: StoredOnlineGame = serde_json::from_str(self.last_game.as_deref()?).ok()?;
        let is_other = |known: &UserInfo| known.id != saved.you.id;
        if saved.game != game || self.last_user.as_ref().is_some_and(is_other) {
            return None;
        }
        let seat = saved.seat.and_then(|seat| Seat::BOTH.get(seat)).copied();
        let mut live = LiveGame::of(self.text, saved.game, seat, saved.seats, saved.log)?;
        live.has_blocked = saved.has_blocked;
        live.pending = self.take_unsent();
        // The server's welcome reveals another user.
        self.last_user = Some(saved.you);
        let sit = OnlineEffect::ShowTable(Box::new(live.optimistic()), live.seat);
        self.live = Some(live);
        Some(sit)
    }

    /// Returns the commands from before a reload as unconfirmed.
    pub(super) fn take_unsent(&mut self) -> Vec<UnconfirmedCommand> {
        let unsent = std::mem::take(&mut self.unsent).into_iter();
        unsent
            .map(|sent| UnconfirmedCommand {
                cid: 0,
                command: sent.into(),
            })
            .collect()
    }
}
