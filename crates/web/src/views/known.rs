//! What the tiles of the first page tell of earlier visits.

use foursight_core::{Player, Ruleset};
use foursight_lessons::Progress;
use foursight_record::ledger::{self, Ledger};
use foursight_table::{Seat, Start};
use leptos::prelude::AnyView;

use super::home::Known;
use super::mini::mini;
use crate::archive::{Archive, Kept};
use crate::browser::{self, Entry};
use crate::called::game_name;
use crate::names::{Names, full_at_seat};
use crate::shell::Ui;
use crate::text::{Message as M, Text};
use crate::words;

/// Reads it from what this browser keeps.
pub(crate) fn known(ui: Ui, text: Text) -> Known {
    let lessons = browser::load(Entry::Lessons).unwrap_or_default();
    let steps = Progress::from_text(&lessons).count();
    let ledger = Ledger::from_text(&browser::load(Entry::Scores).unwrap_or_default());
    Known {
        learned: (steps > 0).then(|| text.count(M::TileStep, M::TileSteps, steps)),
        scored: scored(text, &ledger),
        last: ui
            .archive
            .with(|kept| last(text, &Archive::from_text(kept))),
    }
}

/// How many games there were, and against bots how many of them were won.
fn scored(text: Text, ledger: &Ledger) -> Option<String> {
    let games = ledger.lines().len();
    let is_won = |player: Player, seats: &[ledger::Seat; 2]| {
        let at = usize::from(player == Player::Second);
        !seats[at].is_bot() && seats[1 - at].is_bot()
    };
    let won = ledger.lines().iter().filter(|line| {
        line.winner
            .is_some_and(|winner| is_won(winner, &line.seats))
    });
    let parts: [(&str, &dyn std::fmt::Display); 2] = [("games", &games), ("won", &won.count())];
    (games > 0).then(|| text.with(M::TileScored, &parts))
}

/// What a start begins, where a button does not say it: against whom, and rules that are not the usual ones.
pub(crate) fn begins(text: Text, start: &Start) -> String {
    let is_bot = |seat: &Seat| !start.seats[seat.index()].is_person();
    let bot = Seat::BOTH.into_iter().find(is_bot);
    let bot = bot.map(|seat| full_at_seat(text, start, seat));
    let rules = (start.ruleset != Ruleset::STANDARD).then(|| game_name(text, start.ruleset));
    bot.into_iter().chain(rules).collect::<Vec<_>>().join(", ")
}

/// The game that ended last.
fn last(text: Text, archive: &Archive) -> Option<(String, AnyView, String)> {
    let has_ended = |kept: &&Kept| kept.record.result().ending().is_some();
    let kept = archive.games().iter().find(has_ended)?;
    let (game, names) = (kept.record.game(), Names::kept(text, &kept.record));
    let ended = words::status(text, &names, game, kept.record.result().ending());
    let moves = text.count(M::OneMove, M::Moves, game.moves().len());
    Some((
        format!("#/games/{}", kept.began),
        mini(game),
        format!("{ended}, {moves}"),
    ))
}
