//! What is read about the game, in the language of the page. It is found once after each change,
//! and views only show it.

use foursight_core::{Column, Game, Move, Player};
use foursight_table::Seat;

use super::{Hand, Model, Tag, hands, level_of, move_in};
use crate::aimed::Aimed;
use crate::names::at_seat;
use crate::text::Message as M;
use crate::words;

/// The button of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// What a press on it does.
    pub label: String,
    /// Whether it can do anything.
    pub is_open: bool,
    /// What it leads to, while somebody wants to know.
    pub verdict: Option<Tag>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// What they are called.
    pub name: String,
    /// The level of a bot, the colour of the discs, and who starts.
    pub about: String,
    /// Which player they are in this game.
    pub player: Player,
    /// How many games they have won; nothing where a game is only looked at.
    pub wins: String,
    /// They are to move.
    pub is_active: bool,
}

impl Default for Sitter {
    fn default() -> Self {
        Self {
            name: String::new(),
            about: String::new(),
            player: Player::First,
            wins: String::new(),
            is_active: false,
        }
    }
}

/// What is read about the game.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is about another thing in the view"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Who is to move, or who won; of a game that is looked at, the move that led here.
    pub status: String,
    /// The name of the page while the game is shown.
    pub title: String,
    /// A hint or refusal if there is one; otherwise what happened last, and how the game ended or what is
    /// to be done.
    pub notice: String,
    /// Whose disc stands beside the turn: who is to move, or who won.
    pub player: Option<Player>,
    /// Whose turn it is, or who thinks.
    pub turn: String,
    /// A bot thinks.
    pub is_thinking: bool,
    /// Who sits where.
    pub seats: [Sitter; 2],
    /// How it stands between the two.
    pub score: String,
    /// The buttons of the columns.
    pub slots: Vec<Slot>,
    /// What can be held, if there is a choice.
    pub hands: Vec<Hand>,
    /// The player to move may leave the rest of the turn out.
    pub can_pass: bool,
    /// A move can be taken back.
    pub can_undo: bool,
    /// A move can be made again.
    pub can_redo: bool,
    /// The people here are to move.
    pub may_move: bool,
    /// What each column leads to can be known, by these rules and now.
    pub can_judge: bool,
    /// The game is over.
    pub is_over: bool,
    /// Two bots wait to be told to go on.
    pub is_paused: bool,
    /// The engine failed to answer.
    pub has_missed: bool,
    /// How many moves there are to walk through.
    pub plies: usize,
}

impl Model {
    /// Finds anew what follows from what was changed.
    pub(super) fn derive(&mut self) {
        if self.play.is_changed() || self.looking.is_changed() {
            *self.shown.get_mut() = self.shown_game();
        }
        let is_stale = self.play.is_changed()
            || self.looking.is_changed()
            || self.hand.is_changed()
            || self.notice.is_changed()
            || self.thinking.is_changed()
            || self.settings.is_changed();
        if is_stale {
            *self.seen.get_mut() = self.see();
        }
    }

    pub(super) fn see(&self) -> Seen {
        let (text, names, table) = (self.text(), self.names(), &self.play.table);
        let game = self.play.game();
        let is_over = table.is_over();
        let is_thinking = self.thinking.asked.is_some_and(super::Asked::is_for_move);
        let status = self.status();
        let is_at_end = self.is_at_end();
        let turn = match self.shown.to_move() {
            Some(player) if is_thinking => text.with(M::Thinking, &[("name", &names.get(player))]),
            Some(player) if !is_over || self.play.is_record() && !is_at_end => {
                match names.get(player) {
                    // No player at this device is to move.
                    name if self.play.is_record() && name == text.get(M::You) => name.to_owned(),
                    name => words::turn(text, name),
                }
            }
            _ => status.clone(),
        };
        let legal = if is_over {
            Vec::new()
        } else {
            game.legal_moves()
        };
        Seen {
            title: self.title(&status),
            status: if self.play.is_record() {
                self.replayed()
            } else {
                status
            },
            notice: self.noticed(),
            player: match table.ending() {
                Some(ending) if !self.play.is_record() || is_at_end => ending.winner(),
                _ => self.shown.to_move().or_else(|| winner(&self.shown)),
            },
            turn,
            is_thinking,
            seats: Seat::BOTH.map(|seat| self.sitter(seat)),
            score: if self.play.is_record() {
                String::new()
            } else {
                self.score()
            },
            slots: self.slots(&legal),
            hands: hands(game),
            may_move: self.play.may_move(),
            can_pass: self.play.may_move() && legal.contains(&Move::Pass),
            can_undo: self.play.by().is_some_and(|by| table.undo_to(by).is_some()),
            can_redo: self.play.by().is_some_and(|by| table.redo_to(by).is_some()),
            can_judge: self.play.may_move() && self.can_judge(),
            is_over,
            is_paused: table.is_paused(),
            has_missed: self.thinking.missed.is_some(),
            plies: self.play.plies(),
        }
    }

    /// True if the game has ended, on the grid or beside it, and its end is what is shown.
    fn is_at_end(&self) -> bool {
        self.play.table.is_over() && self.looking.is_none()
    }

    fn title(&self, status: &str) -> String {
        if self.play.is_record() {
            return format!("{}: {status}", self.text().get(M::ReplayHeading));
        }
        status.to_owned()
    }

    fn slots(&self, legal: &[Move]) -> Vec<Slot> {
        let game = self.play.game();
        let columns = (0..usize::from(game.ruleset().width())).filter_map(Column::from_index);
        let slot = |column: Column| Slot {
            label: self.label(column),
            is_open: legal.iter().any(|step| step.column() == Some(column)),
            verdict: self
                .thinking
                .verdicts
                .get(column.index())
                .cloned()
                .flatten(),
        };
        columns.map(slot).collect()
    }

    /// What a press on a column does, and leads to.
    fn label(&self, column: Column) -> String {
        let offer = self.offer(column);
        match self.thinking.verdicts.get(column.index()) {
            Some(Some(tag)) => format!("{offer}: {}", tag.words),
            _ => offer,
        }
    }

    /// What a press on a column does, with all that would leave the grid.
    fn offer(&self, column: Column) -> String {
        let (text, game, hand) = (self.text(), self.play.game(), *self.hand);
        let offer = words::offer(text, move_in(game, column, hand));
        if game.ruleset().variant().is_drop_only() {
            return offer;
        }
        match Aimed::of(game, hand, column) {
            Some(aimed) if !aimed.leaves.is_empty() => {
                let spaces = text.list(&aimed.leaves);
                text.with(M::TakesAway, &[("offer", &offer), ("spaces", &spaces)])
            }
            _ => offer,
        }
    }

    fn sitter(&self, seat: Seat) -> Sitter {
        let (text, start) = (self.text(), self.play.start());
        let level = level_of(&start.seats[seat.index()]);
        let player = start.player_at(seat);
        let mut about = text
            .get(words::colour_name(self.settings.theme, player))
            .to_owned();
        if player == Player::First {
            about = text.with(M::SeatStarts, &[("about", &about)]);
        }
        let name = at_seat(text, start, seat);
        let level = level.map(|(level, _)| text.get(words::level_name(level)));
        // Of two bots each has the name of its level already.
        if let Some(level) = level.filter(|level| *level != name) {
            about = format!("{level} · {about}");
        }
        Sitter {
            name,
            about,
            player,
            wins: if self.play.is_record() {
                String::new()
            } else {
                self.play.table.score().wins[seat.index()].to_string()
            },
            is_active: self.shown.to_move() == Some(player) && !self.is_at_end(),
        }
    }

    fn noticed(&self) -> String {
        let (text, game) = (self.text(), &*self.shown);
        if !self.notice.is_empty() {
            return (*self.notice).clone();
        }
        if let Some(ply) = (*self.looking).filter(|_| !self.play.is_record()) {
            return text.with(
                M::LookingBack,
                &[("ply", &ply), ("plies", &self.play.plies())],
            );
        }
        if self.play.is_record() {
            // The line above says how it ended.
            return String::new();
        }
        let ending = words::ending(text, game);
        if !ending.is_empty() || self.is_at_end() || game.moves().is_empty() {
            return ending;
        }
        let last = words::last(text, &self.names(), game);
        match words::pending(text, game) {
            "" => last,
            pending => format!("{last} {pending}"),
        }
    }

    /// The last move shown and where in the game it is.
    fn replayed(&self) -> String {
        let (text, game) = (self.text(), &*self.shown);
        let last = words::last(text, &self.names(), game);
        let (at, plies, ending) = (
            game.moves().len(),
            self.play.plies(),
            words::ending(text, game),
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
