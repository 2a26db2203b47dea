//! Tiles about earlier visits, for the home page.

use foursight_core::{Player, Ruleset};
use foursight_lessons::Progress;
use foursight_page::replay::archive::{Archive, ArchivedGame};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::{PlayerNames, full_name_at_seat};
use foursight_page::wording::ruleset_names::game_name;
use foursight_record::ledger::{self, Ledger};
use foursight_table::{GameStart, Seat};
use leptos::prelude::*;

use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::lazy::lesson_tile;
use crate::views::games::thumbnail::thumbnail;
use crate::views::home::HomeSummary;
use crate::views::icons;

/// Reads what the tiles show from the browser's storage.
pub(crate) fn home_summary(ui: Ui, text: Text) -> HomeSummary {
    let lessons = browser::load(StorageKey::Lessons).unwrap_or_default();
    let steps = Progress::from_text(&lessons).finished_total();
    let ledger = Ledger::from_text(&browser::load(StorageKey::Scores).unwrap_or_default());
    HomeSummary {
        lesson: (!lessons.is_empty()).then(|| lesson_tile(move || course_tile(text, steps))),
        last_game: ui
            .archive
            .with(|archived| last_game(text, &Archive::from_text(archived))),
        scored: scored(text, &ledger),
    }
}

/// The tile of the course, while no lesson is in progress or its chunk is not loaded.
fn course_tile(text: Text, steps: usize) -> AnyView {
    let about = if steps == 0 {
        text.get(M::TileLearnAbout).to_owned()
    } else {
        text.count(M::TileStep, M::TileSteps, steps)
    };
    view! {
        <a class="tile" href="#/learn">
            {icons::icon(icons::BOOK)}
            <span><b>{text.get(M::PageLearn)}</b><span class="small">{about}</span></span>
        </a>
    }
    .into_any()
}

/// Says how many games were played, and how many were won against bots.
fn scored(text: Text, ledger: &Ledger) -> Option<String> {
    let games = ledger.entries().len();
    let is_win_over_bot = |player: Player, seats: &[ledger::LedgerPlayer; 2]| {
        let at = usize::from(player == Player::Second);
        !seats[at].is_bot() && seats[1 - at].is_bot()
    };
    let won = ledger.entries().iter().filter(|line| {
        line.winner
            .is_some_and(|winner| is_win_over_bot(winner, &line.players))
    });
    let parts: [(&str, &dyn std::fmt::Display); 2] = [("games", &games), ("won", &won.count())];
    (games > 0).then(|| text.with(M::TileScored, &parts))
}

/// Describes the game that a button starts: the bot, and rules other than the standard ones.
pub(crate) fn start_summary(text: Text, start: &GameStart) -> String {
    let is_bot = |seat: &Seat| !start.seats[seat.index()].is_person();
    let bot = Seat::BOTH.into_iter().find(is_bot);
    let bot = bot.map(|seat| full_name_at_seat(text, start, seat));
    let rules = (start.ruleset != Ruleset::STANDARD).then(|| game_name(text, start.ruleset));
    bot.into_iter().chain(rules).collect::<Vec<_>>().join(", ")
}

/// The tile of the game that ended last.
fn last_game(text: Text, archive: &Archive) -> Option<AnyView> {
    let has_ended = |archived: &&ArchivedGame| archived.record.result().ending().is_some();
    let archived = archive.games().iter().find(has_ended)?;
    let (game, names) = (
        archived.record.game(),
        PlayerNames::from_record(text, &archived.record),
    );
    let ended = game_text::status_text(text, &names, game, archived.record.result().ending());
    let moves = text.count(M::OneMove, M::Moves, game.moves().len());
    let address = format!("#/games/{}", archived.began_ms);
    let tile = view! {
        <li>
            <a class="tile" data-testid="tile-last" href=address>
                {thumbnail(game)}
                <span><small>{text.get(M::TileLast)}</small><b>{ended}</b><span class="small">{moves}</span></span>
            </a>
        </li>
    };
    Some(tile.into_any())
}
