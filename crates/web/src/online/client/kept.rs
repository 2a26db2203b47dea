//! The game on the page, as it outlives a reload without a line.

use foursight_protocol::online::{SeatLine, You};
use foursight_protocol::table::SentEntry;
use foursight_table::Seat;
use serde::{Deserialize, Serialize};

use super::super::live::{Live, Pending};
use super::{Client, Do};

/// A longer game is not kept: the browser has room for other things as well.
pub(in crate::online) const GAME_BYTES_MAX: usize = 100_000;

/// What is kept of a game.
#[derive(Serialize, Deserialize)]
struct Kept {
    game: String,
    /// Whose page it was.
    you: You,
    seat: Option<usize>,
    seats: [SeatLine; 2],
    #[serde(default)]
    has_blocked: bool,
    log: Vec<SentEntry>,
}

impl Client {
    /// Keeps the game on the page as the server has confirmed it.
    pub(super) fn keep_game(&mut self) -> Option<Do> {
        let (live, you) = self.live.as_ref().zip(self.you.clone())?;
        let kept = Kept {
            game: live.game.clone(),
            you,
            seat: live.seat.map(Seat::index),
            seats: live.seats.clone(),
            has_blocked: live.has_blocked,
            log: live.log.clone(),
        };
        let text = serde_json::to_string(&kept).ok();
        let text = text.filter(|text| text.len() <= GAME_BYTES_MAX);
        if self.last_game == text {
            return None;
        }
        self.last_game.clone_from(&text);
        Some(Do::KeepGame(text))
    }

    /// Sits down at the game that was kept, if it is this one and was looked at by the same person.
    pub(super) fn recall_game(&mut self, game: &str) -> Option<Do> {
        let kept: Kept = serde_json::from_str(self.last_game.as_deref()?).ok()?;
        let is_other = |known: &You| known.id != kept.you.id;
        if kept.game != game || self.known.as_ref().is_some_and(is_other) {
            return None;
        }
        let seat = kept.seat.and_then(|seat| Seat::BOTH.get(seat)).copied();
        let mut live = Live::of(self.text, kept.game, seat, kept.seats, kept.log)?;
        live.has_blocked = kept.has_blocked;
        live.pending = self.take_unsent();
        // If another person is logged in here now, the server's welcome says so.
        self.known = Some(kept.you);
        let sit = Do::Sit(Box::new(live.hoped()), live.seat);
        self.live = Some(live);
        Some(sit)
    }

    /// Commands from before a reload, as those that are not confirmed.
    pub(super) fn take_unsent(&mut self) -> Vec<Pending> {
        let unsent = std::mem::take(&mut self.unsent).into_iter();
        unsent
            .map(|sent| Pending {
                cid: 0,
                command: sent.into(),
            })
            .collect()
    }
}
