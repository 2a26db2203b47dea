//! Visible texts and flags of the game, in the language of the page. The model derives them once
//! after each change; views only render them.

use foursight_core::{Column, Game, Move, Player};
use foursight_table::Seat;

use super::{Model, VerdictTag};
use crate::hand::drop_preview::MoveEffects;
use crate::hand::{Hand, available_hands, move_for_press};
use crate::text::UiMessage as M;
use crate::wording::bot_ids::level_of;
use crate::wording::game_text;
use crate::wording::player_names::name_at_seat;

/// The button of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnButton {
    /// The action of a press.
    pub label: String,
    /// A press is legal.
    pub is_open: bool,
    /// Its verdict, while verdicts or a hint are shown.
    pub verdict: Option<VerdictTag>,
}

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Name.
    pub name: String,
    /// The level of a bot, the colour of the discs, and who starts.
    pub details: String,
    /// The player at this seat in this game.
    pub player: Player,
    /// Number of games won; empty for a record.
    pub wins: String,
    /// This seat is to move.
    pub is_active: bool,
}

impl Default for SeatView {
    fn default() -> Self {
        Self {
            name: String::new(),
            details: String::new(),
            player: Player::First,
            wins: String::new(),
            is_active: false,
        }
    }
}

/// Visible texts and flags of the game.
#[expect(clippy::struct_excessive_bools, reason = "independent flags")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayViewState {
    /// The player to move or the winner; for a record, the move that led here.
    pub status: String,
    /// The title of the page while the game is shown.
    pub title: String,
    /// A hint or refusal if there is one; otherwise the last move, and how the game ended or what
    /// to do next.
    pub notice: String,
    /// The disc beside the turn: the player to move, or the winner.
    pub player: Option<Player>,
    /// The player to move, or the bot that is thinking.
    pub turn: String,
    /// A bot is thinking.
    pub is_thinking: bool,
    /// The occupants of both seats.
    pub seats: [SeatView; 2],
    /// The score between the two.
    pub score: String,
    /// The buttons of the columns.
    pub column_buttons: Vec<ColumnButton>,
    /// The pieces that can be held, if there is a choice.
    pub hands: Vec<Hand>,
    /// The player to move may skip the rest of the turn.
    pub can_pass: bool,
    /// A move can be taken back.
    pub can_undo: bool,
    /// A move can be redone.
    pub can_redo: bool,
    /// A player on this page is to move.
    pub may_move: bool,
    /// Verdicts of the columns are available.
    pub can_show_verdicts: bool,
    /// The game is over.
    pub is_over: bool,
    /// Two bots are paused.
    pub is_paused: bool,
    /// The engine failed to answer.
    pub has_engine_failed: bool,
    /// Number of plies that can be viewed.
    pub plies: usize,
}

impl Model {
    /// Recomputes the slices derived from changed ones.
    pub(super) fn derive(&mut self) {
        if self.play.is_changed() || self.viewed_ply.is_changed() {
            *self.viewed_game.get_mut() = self.game_in_view();
        }
        let is_stale = self.play.is_changed()
            || self.viewed_ply.is_changed()
            || self.hand.is_changed()
            || self.notice.is_changed()
            || self.engine.is_changed()
            || self.settings.is_changed();
        if is_stale {
            *self.view.get_mut() = self.compute_view();
        }
    }

    pub(super) fn compute_view(&self) -> PlayViewState {
        let (text, names, table) = (self.text(), self.names(), &self.play.table);
        let game = self.play.game();
        let is_over = table.is_over();
        let is_thinking = self
            .engine
            .pending
            .is_some_and(super::PendingRequest::is_for_move);
        let status = self.status();
        let is_at_end = self.is_at_end();
        let turn = match self.viewed_game.to_move() {
            Some(player) if is_thinking => text.with(M::Thinking, &[("name", &names.get(player))]),
            Some(player) if !is_over || self.play.is_record() && !is_at_end => {
                match names.get(player) {
                    // In a record, `You` is not to move.
                    name if self.play.is_record() && name == text.get(M::You) => name.to_owned(),
                    name => game_text::turn_text(text, name),
                }
            }
            _ => status.clone(),
        };
        let legal = if is_over {
            Vec::new()
        } else {
            game.legal_moves()
        };
        PlayViewState {
            title: self.title(&status),
            status: if self.play.is_record() {
                self.replay_status()
            } else {
                status
            },
            notice: self.notice_text(),
            player: match table.ending() {
                Some(ending) if !self.play.is_record() || is_at_end => ending.winner(),
                _ => self
                    .viewed_game
                    .to_move()
                    .or_else(|| winner(&self.viewed_game)),
            },
            turn,
            is_thinking,
            seats: Seat::BOTH.map(|seat| self.seat_view(seat)),
            score: if self.play.is_record() {
                String::new()
            } else {
                self.score()
            },
            column_buttons: self.slots(&legal),
            hands: available_hands(game),
            may_move: self.play.may_move(),
            can_pass: self.play.may_move() && legal.contains(&Move::Pass),
            can_undo: self
                .play
                .actor()
                .is_some_and(|by| table.undo_target(by).is_some()),
            can_redo: self
                .play
                .actor()
                .is_some_and(|by| table.redo_target(by).is_some()),
            can_show_verdicts: self.play.may_move() && self.can_judge(),
            is_over,
            is_paused: table.is_paused(),
            has_engine_failed: self.engine.failed.is_some(),
            plies: self.play.plies(),
        }
    }

    /// True if the game has ended, on the board or otherwise, and its last position is shown.
    fn is_at_end(&self) -> bool {
        self.play.table.is_over() && self.viewed_ply.is_none()
    }

    fn title(&self, status: &str) -> String {
        if self.play.is_record() {
            return format!("{}: {status}", self.text().get(M::ReplayHeading));
        }
        status.to_owned()
    }

    fn slots(&self, legal: &[Move]) -> Vec<ColumnButton> {
        let game = self.play.game();
        let columns = (0..usize::from(game.ruleset().width())).filter_map(Column::from_index);
        let slot = |column: Column| ColumnButton {
            label: self.label(column),
            is_open: legal.iter().any(|mv| mv.column() == Some(column)),
            verdict: self
                .engine
                .verdict_tags
                .get(column.index())
                .cloned()
                .flatten(),
        };
        columns.map(slot).collect()
    }

    /// Returns the action of a press on a column, with its verdict.
    fn label(&self, column: Column) -> String {
        let offer = self.press_label(column);
        match self.engine.verdict_tags.get(column.index()) {
            Some(Some(tag)) => format!("{offer}: {}", tag.words),
            _ => offer,
        }
    }

    /// Returns the action of a press on a column, with the discs it would remove.
    fn press_label(&self, column: Column) -> String {
        let (text, game, hand) = (self.text(), self.play.game(), *self.hand);
        let offer = game_text::move_label(text, move_for_press(game, column, hand));
        if game.ruleset().variant().is_drop_only() {
            return offer;
        }
        match MoveEffects::of(game, hand, column) {
            Some(aimed) if !aimed.removed.is_empty() => {
                let cells = text.list(&aimed.removed);
                text.with(M::TakesAway, &[("offer", &offer), ("cells", &cells)])
            }
            _ => offer,
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let (text, start) = (self.text(), self.play.start());
        let level = level_of(&start.seats[seat.index()]);
        let player = start.player_at(seat);
        let mut about = text
            .get(game_text::colour_name(self.settings.theme, player))
            .to_owned();
        if player == Player::First {
            about = text.with(M::SeatStarts, &[("about", &about)]);
        }
        let name = name_at_seat(text, start, seat);
        let level = level.map(|(level, _)| text.get(game_text::level_name(level)));
        // Of two bots, each is already named by its level.
        if let Some(level) = level.filter(|level| *level != name) {
            about = format!("{level} · {about}");
        }
        SeatView {
            name,
            details: about,
            player,
            wins: if self.play.is_record() {
                String::new()
            } else {
                self.play.table.score().wins[seat.index()].to_string()
            },
            is_active: self.viewed_game.to_move() == Some(player) && !self.is_at_end(),
        }
    }

    fn notice_text(&self) -> String {
        let (text, game) = (self.text(), &*self.viewed_game);
        if !self.notice.is_empty() {
            return (*self.notice).clone();
        }
        if let Some(ply) = (*self.viewed_ply).filter(|_| !self.play.is_record()) {
            return text.with(
                M::LookingBack,
                &[("ply", &ply), ("plies", &self.play.plies())],
            );
        }
        if self.play.is_record() {
            // The status shows how it ended.
            return String::new();
        }
        let ending = game_text::ending_text(text, game);
        if !ending.is_empty() || self.is_at_end() || game.moves().is_empty() {
            return ending;
        }
        let last = game_text::last_move_text(text, &self.names(), game);
        match game_text::pending_text(text, game) {
            "" => last,
            pending => format!("{last} {pending}"),
        }
    }

    /// Returns the last displayed move and its place in the game.
    fn replay_status(&self) -> String {
        let (text, game) = (self.text(), &*self.viewed_game);
        let last = game_text::last_move_text(text, &self.names(), game);
        let (at, plies, ending) = (
            game.moves().len(),
            self.play.plies(),
            game_text::ending_text(text, game),
        );
        format!("{at}/{plies} {last} {ending}")
    }
}

fn winner(game: &Game) -> Option<Player> {
    match game.end() {
        Some(foursight_core::End::Won(winner)) => Some(winner),
        _ => None,
    }
}
