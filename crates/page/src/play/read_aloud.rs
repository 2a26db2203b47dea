//! Texts that are read aloud at the press of a key. They lie in a lazy chunk.

use foursight_core::Column;
use foursight_table::{Seat, TimeControl};

use super::{DelegateStatus, Play, TimeAndSeed};
use crate::text::{Text, UiMessage as M};
use crate::wording::clocks::format_time;
use crate::wording::game_text;
use crate::wording::player_names::{PlayerNames, name_at_seat};

/// Describes a column in words, or the whole board.
pub(super) fn board_text(text: Text, play: &Play, column: Option<Column>) -> String {
    let names = PlayerNames::of(text, play.start());
    let board = play.game().position().board();
    match column {
        Some(column) => game_text::column_text(text, &names, &board, column),
        None => game_text::board(text, &names, &board),
    }
}

/// Describes both clocks in words.
pub(super) fn clocks_text(
    text: Text,
    play: &Play,
    status: &DelegateStatus,
    now: TimeAndSeed,
) -> String {
    if play.table.clocks().time_control() == TimeControl::Unlimited {
        return text.get(M::NoClocks).to_owned();
    }
    let both = Seat::BOTH.map(|seat| {
        let name = name_at_seat(text, play.start(), seat);
        match status.seats[seat.index()].as_str() {
            "" => {
                let remaining_ms = play.table.clocks().remaining_ms(seat, now.at_ms);
                format!("{name}: {}", format_time(remaining_ms))
            }
            // Online, the server's clocks count.
            about => format!("{name}: {about}"),
        }
    });
    format!("{}.", both.join(", "))
}
