//! Commands to the table, and the consequences of an event: sounds, animations, announcements,
//! saving and training.

use foursight_core::{Column, Ending, Game, Move, PowerDisc};
use foursight_phrases::refusals::standard_refusal;
use foursight_table::{
    Actor, AppliedEvent, Command, CommandError, Decision, Entry, Event, GameStart, MatchScore, Ply,
    Table,
};

use super::refusal::RefusalReason;
use super::{
    Authority, CommandRoute, Effect, GameDelegate, Model, Play, TimeAndSeed, game_to_text,
};
use crate::hand::{Hand, available_hands, move_for_press};
use crate::sound::SoundPosition;
use crate::sound::Tone;
use crate::stage::BoardAnimation;
use crate::text::UiMessage as M;

impl Model {
    /// Handles a press on a column: the move depends on the held piece and the rules.
    pub(super) fn press(&mut self, column: Column, now: TimeAndSeed) {
        if self.play.is_record() {
            return;
        }
        if self.viewed_ply.is_some() {
            return self.view_ply(None);
        }
        let is_over = self.play.table.is_over();
        if self.play.may_move() || is_over {
            let mv = move_for_press(self.play.game(), column, *self.hand);
            return self.play_move(mv, now);
        }
        let is_watcher = self.play.actor().is_none();
        self.refuse(
            Some(column),
            if is_watcher {
                M::OnlyWatching
            } else {
                M::NotYourTurn
            },
        );
        // Another tab may have been closed before its bot replied.
        self.is_mirroring = false;
        self.let_bot_move(now);
    }

    /// Handles a press below a column: pops its lowest disc if the rules allow pops.
    pub(super) fn pop(&mut self, column: Column, now: TimeAndSeed) {
        let can_pop = available_hands(self.play.game()).contains(&Hand::Pop);
        if can_pop && self.viewed_ply.is_none() && self.play.may_move() {
            self.play_move(Move::Pop(column), now);
        }
    }

    /// Plays a move for the players on this page.
    pub(super) fn play_move(&mut self, mv: Move, now: TimeAndSeed) {
        let at = self.play.table.point();
        self.command(&Command::PlayMove { at, mv }, now);
    }

    /// Starts the next game at the same table.
    pub(super) fn next_game(&mut self, now: TimeAndSeed) {
        if self.play.authority == Authority::Page && self.play.table.is_in_play() {
            // Archive a game that is replaced before its end.
            self.archive_game();
            self.command(&Command::NextGame, now);
            self.aim.set(None);
            let text = self.text();
            self.notice.set(text.get(M::RestartKept).to_owned());
            return;
        }
        self.command(&Command::NextGame, now);
        self.aim.set(None);
        self.emit(Effect::RestoreFocus);
    }

    /// Lets two bots make one move and pauses them again.
    pub(super) fn step_bots(&mut self, now: TimeAndSeed) {
        if self.play.table.is_over() {
            return;
        }
        if !self.play.table.is_paused() {
            self.command(&Command::Pause, now);
        }
        self.is_single_step = true;
        self.command(&Command::Resume, now);
    }

    /// A clock reached one of its last seconds, or its end.
    pub(super) fn on_clock(&mut self, now: TimeAndSeed) {
        let out_at_ms = self.play.table.clocks().expires_at_ms();
        if out_at_ms.is_some_and(|out_at_ms| out_at_ms <= now.at_ms) {
            self.decide(&Command::Flag, Actor::Host, now);
        } else {
            self.play_signal(Tone::Tick);
        }
    }

    /// Saves the clocks. A tab that mirrors another one leaves this to it.
    pub(super) fn save_clocks(&mut self, now: TimeAndSeed) {
        let runs = self.play.table.clocks().running().is_some();
        if runs && !self.is_mirroring {
            self.save_table(now);
        }
    }

    /// Runs a command of the players on this page, or reports why it is refused.
    pub(super) fn command(&mut self, command: &Command, now: TimeAndSeed) {
        let Some(by) = self.play.actor() else {
            return;
        };
        if let Some(delegate) = &mut self.delegate {
            let route = delegate.route(&self.play.table, command);
            for message in delegate.take_messages() {
                self.handle(message, now);
            }
            match route {
                CommandRoute::Local => {}
                CommandRoute::Refuse(reason) => {
                    self.shake(column_of(command));
                    return self.notify(reason);
                }
                CommandRoute::Remote => return,
                CommandRoute::Optimistic(Ok(entry)) => return self.apply(&entry, now),
                CommandRoute::Optimistic(Err(error)) => {
                    return self.report_refusal(error, column_of(command), now);
                }
            }
        }
        self.decide(command, by, now);
    }

    /// Decides and applies a command of any actor, or reports why it is refused.
    pub(super) fn decide(&mut self, command: &Command, by: Actor, now: TimeAndSeed) {
        match self.play.table.decide(command, by, now.at_ms) {
            Ok(Decision::New(entry)) => self.apply(&entry, now),
            Ok(Decision::Duplicate(_)) => {}
            Err(error) => self.report_refusal(error, column_of(command), now),
        }
    }

    /// Applies entries decided elsewhere. Known entries and entries after a gap are ignored: the
    /// delegate requests what is missing.
    pub(super) fn apply_entries(&mut self, entries: &[Entry], now: TimeAndSeed) {
        for entry in entries {
            self.apply(entry, now);
        }
    }

    /// Replaces the table by the one decided elsewhere. Moves already shown stay; wrong predictions
    /// are visibly taken back.
    pub(super) fn replace_table(&mut self, table: Table) {
        let (before, after) = (self.play.game().clone(), table.game().clone());
        self.play.get_mut().table = table;
        if before.moves() == after.moves() {
            return;
        }
        self.clear_transient();
        let last = before.moves().last();
        let withdrawn = last.filter(|_| before.moves().len() > after.moves().len());
        self.emit(Effect::Animate(BoardAnimation::between(&before, after)));
        if let Some(mv) = withdrawn {
            self.shake(mv.column());
        }
    }

    fn apply(&mut self, entry: &Entry, now: TimeAndSeed) {
        if self.viewed_ply.is_some() {
            // Animations start from the current position.
            self.view_ply(None);
        }
        let had_discs = self.play.game().position().board().discs() > 0;
        let mover = self.play.table.to_move();
        let suggested = std::mem::take(&mut self.suggested);
        let Ok(happened) = self.play.get_mut().table.apply(entry) else {
            return;
        };
        (self.is_mirroring, self.is_pristine) = (false, false);
        self.clear_transient();
        if let Event::MovePlayed { mv, .. } = &entry.event {
            self.remember_hint(suggested.contains(mv));
        }
        if let Event::GameStarted(_) = entry.event {
            self.on_started(had_discs, now);
        } else if !happened.plies.is_empty() {
            // Every turn begins with a disc in the hand, not with the piece of the other player.
            self.hand.set(Hand::default());
            let game = self.play.game().clone();
            self.emit(Effect::Animate(BoardAnimation::Plies(
                happened.plies.clone(),
                game,
            )));
        }
        self.play_event_sound(&happened);
        self.announce(&happened, mover);
        self.save_table(now);
        if happened.ending.is_some() && self.play.authority == Authority::Page {
            self.archive_game();
        }
        if happened.is_first_end {
            self.train_learner();
        }
        self.notify_delegate(&happened, now);
        if !happened.plies.is_empty() && std::mem::take(&mut self.is_single_step) {
            self.command(&Command::Pause, now);
        }
        self.let_bot_move(now);
        self.refresh_verdicts(now);
        self.preload_lazy_code();
    }

    /// Remembers that the page had suggested the last move, or had not. Plies that were taken back
    /// before it are forgotten.
    fn remember_hint(&mut self, is_hinted: bool) {
        let ply = self.play.table.plies();
        if is_hinted || self.play.hinted.last().is_some_and(|last| *last >= ply) {
            let hinted = &mut self.play.get_mut().hinted;
            hinted.retain(|earlier| *earlier < ply);
            hinted.extend(is_hinted.then_some(ply));
        }
    }

    fn notify_delegate(&mut self, happened: &AppliedEvent, now: TimeAndSeed) {
        let Some(delegate) = &mut self.delegate else {
            return;
        };
        for message in delegate.on_applied(&self.play.table, happened) {
            self.handle(message, now);
        }
    }

    /// Clears requests, viewed ply and notices from before an event.
    fn clear_transient(&mut self) {
        self.cancel();
        self.suggested.clear();
        if self.engine.failed.is_some() || !self.engine.verdict_tags.is_empty() {
            let engine = self.engine.get_mut();
            engine.failed = None;
            engine.verdict_tags.clear();
        }
        self.viewed_ply.set(None);
        self.notice.set(String::new());
    }

    /// Handles the start of a game at this table.
    fn on_started(&mut self, had_discs: bool, now: TimeAndSeed) {
        let began = self.play.began_ms;
        let play = self.play.get_mut();
        play.began_ms = now.at_ms.max(began + 1);
        play.name.clear();
        play.hinted.clear();
        self.hand.set(Hand::default());
        let game = self.play.game().clone();
        let show = if had_discs && game.moves().is_empty() {
            self.play_signal(Tone::Release);
            BoardAnimation::Empty(game)
        } else {
            BoardAnimation::Jump(game)
        };
        self.emit(Effect::Animate(show));
    }

    /// Starts a first game of these players, at a new table if a game is in play at this one.
    pub(super) fn start_game(&mut self, mut start: GameStart, now: TimeAndSeed) {
        self.unpark();
        let old = self.play.table.clone();
        // A score is between two opponents under the same rules.
        let is_same_match =
            start.seats == old.start().seats && start.ruleset == old.start().ruleset;
        start.score = if is_same_match {
            old.score()
        } else {
            MatchScore::default()
        };
        let id = if self.play.table.is_in_play() {
            now.at_ms.max(self.play.id + 1)
        } else {
            self.play.id
        };
        // The caller got the game from the form or a parsed link, so it is legal.
        let Ok(table) = Table::open(start, 1, now.at_ms) else {
            return;
        };
        let had_discs = old.game().position().board().discs() > 0;
        let play = self.play.get_mut();
        (play.table, play.id) = (table, id);
        self.is_pristine = false;
        self.clear_transient();
        self.aim.set(None);
        self.engine.get_mut().shows_verdicts = false;
        self.on_started(had_discs, now);
        self.announce_start();
        self.save_table(now);
        self.let_bot_move(now);
        self.preload_lazy_code();
    }

    /// Continues a game from elsewhere. It counts only if it is undecided.
    pub(super) fn continue_game(&mut self, game: &Game, now: TimeAndSeed) {
        let old = self.play.start();
        let start = GameStart {
            ruleset: game.ruleset(),
            opening: game.moves().iter().copied().map(Into::into).collect(),
            is_counted: game.end().is_none(),
            has_ended: false,
            ..old.clone()
        };
        self.start_game(start, now);
    }

    /// Shows the game of a delegate in the play view.
    pub(super) fn show_delegated(
        &mut self,
        table: Table,
        delegate: Box<dyn GameDelegate>,
        now: TimeAndSeed,
    ) {
        self.park(Play {
            table,
            authority: Authority::Delegate(delegate.actor()),
            id: 0,
            began_ms: now.at_ms,
            name: String::new(),
            hinted: Vec::new(),
        });
        self.delegate = Some(delegate);
        self.announce_joined();
        self.preload_lazy_code();
        self.let_bot_move(now);
    }

    /// Shows another game in the play view and parks the page's own.
    pub(super) fn park(&mut self, play: Play) {
        self.unpark();
        self.clear_transient();
        self.hand.set(Hand::default());
        self.emit(Effect::Animate(BoardAnimation::Jump(play.game().clone())));
        self.parked = Some(std::mem::replace(self.play.get_mut(), play));
    }

    /// Returns the page's own game to the play view.
    pub(super) fn unpark(&mut self) {
        if let Some(own) = self.parked.take() {
            self.clear_transient();
            self.stop_playback();
            self.delegate = None;
            self.hand.set(Hand::default());
            self.emit(Effect::Animate(BoardAnimation::Jump(own.game().clone())));
            *self.play.get_mut() = own;
        }
    }

    /// Saves the current table.
    pub(super) fn save_table(&mut self, now: TimeAndSeed) {
        if self.play.authority == Authority::Page {
            let text = game_to_text(&self.play, now.at_ms);
            self.emit(Effect::SaveTable(self.play.id, text));
        }
    }

    /// Adds the game to the archive.
    fn archive_game(&mut self) {
        let text = game_to_text(&self.play, self.play.began_ms);
        self.emit(Effect::ArchiveGame(self.play.began_ms, text));
    }

    fn report_refusal(&mut self, error: CommandError, column: Option<Column>, now: TimeAndSeed) {
        let message = match error {
            CommandError::NothingToUndo => M::NothingToUndo,
            CommandError::NothingToRedo => M::NothingToRedo,
            CommandError::NotYourTurn => M::NotYourTurn,
            CommandError::GameOver => M::GameOver,
            CommandError::Paused => M::IsPaused,
            CommandError::Move(move_error) => {
                self.shake(column);
                if let Some(reason) = standard_refusal(self.text().0, move_error) {
                    return self.notify(reason);
                }
                let reason = RefusalReason::Move(move_error);
                return self.explain_refusal(M::NotAllowed, reason, now);
            }
            // A late reply of a bot, or an error of clocks and offers.
            _ => return,
        };
        self.refuse(column, message);
    }

    fn refuse(&mut self, column: Option<Column>, message: M) {
        self.shake(column);
        self.notify(self.text().get(message).to_owned());
    }

    /// Shakes the board at this column and plays the sound of a refusal.
    fn shake(&mut self, column: Option<Column>) {
        if let Some(column) = column {
            self.display.get_mut().refusals += 1;
            self.emit(Effect::Animate(BoardAnimation::Refused(column)));
        }
        self.play_signal(Tone::Refused);
    }

    fn play_event_sound(&mut self, happened: &AppliedEvent) {
        let last = happened.plies.last();
        let volume = self.settings.drop_volume;
        match (&happened.entry.event, last) {
            (Event::MovesTakenBack(_), Some(ply)) => {
                self.play_sound(Tone::TakeBack(self.sound_place(ply)), volume);
            }
            (_, Some(ply)) => {
                if let Some(tone) = self.move_tone(ply) {
                    self.play_sound(tone, volume);
                }
            }
            _ => {}
        }
        let rows = last.map_or(0, |ply| self.fall_rows(ply));
        match happened.ending {
            Some(Ending::Won(..)) => self.play_signal(Tone::Won(rows)),
            Some(Ending::Draw(_)) => self.play_signal(Tone::Draw(rows)),
            _ => {}
        }
    }

    /// Returns the sound of a move; a pass is silent.
    fn move_tone(&self, ply: &Ply) -> Option<Tone> {
        let (place, rows) = (self.sound_place(ply), self.fall_rows(ply));
        match ply.mv {
            Move::Drop(_) => Some(Tone::Drop(place, rows)),
            Move::Power(PowerDisc::Bomb, _) => Some(Tone::Bomb(place, rows)),
            Move::Power(PowerDisc::Anvil, _) => Some(Tone::Anvil(place, rows)),
            Move::Power(PowerDisc::Wall, _) => Some(Tone::Wall(place, rows)),
            Move::Power(PowerDisc::Double, _) => Some(Tone::Double(place, rows)),
            Move::Pop(_) => Some(Tone::Pop(place)),
            Move::Strike(_) => Some(Tone::Strike(place)),
            Move::Pass => None,
        }
    }

    /// Returns the place of a move's sound.
    fn sound_place(&self, ply: &Ply) -> SoundPosition {
        let width = self.play.game().ruleset().width();
        let column = ply
            .mv
            .column()
            .map_or(usize::from(width) / 2, Column::index);
        SoundPosition { column, width }
    }

    /// Returns the number of rows the disc of a move falls.
    fn fall_rows(&self, ply: &Ply) -> usize {
        let height = usize::from(self.play.game().ruleset().height());
        ply.landing().map_or(0, |cell| height - cell.row.index())
    }

    fn play_signal(&mut self, tone: Tone) {
        self.play_sound(tone, self.settings.signal_volume);
    }

    fn play_sound(&mut self, tone: Tone, volume: u8) {
        if self.settings.sound.is_on() && volume > 0 {
            self.emit(Effect::PlayTone(tone, volume));
        }
    }
}

const fn column_of(command: &Command) -> Option<Column> {
    match command {
        Command::PlayMove { mv, .. } => mv.column(),
        _ => None,
    }
}
