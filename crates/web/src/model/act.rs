//! Commands to the table, and what follows from an event: sounds, movements, words, what is kept
//! and what is learned.

use foursight_core::{Column, Ending, Game, Move, PowerDisc};
use foursight_table::{By, Command, Decision, Entry, Event, Happened, Ply, Refused, Start, Table};

use super::{
    Effect, Guard, Hand, Keeper, Model, Now, Part, Play, Show, Tone, Why, game_to_text, hands,
    move_in,
};
use crate::sound::Place;
use crate::text::Message as M;
use crate::words;

impl Model {
    /// A press on a column: what that means depends on the hand and the rules.
    pub(super) fn press(&mut self, column: Column, now: Now) {
        if self.play.is_record() {
            return;
        }
        if self.looking.is_some() {
            return self.look_at(None);
        }
        let is_over = self.play.table.is_over();
        if self.play.may_move() || is_over {
            let step = move_in(self.play.game(), column, *self.hand);
            return self.step(step, now);
        }
        let is_watcher = self.play.by().is_none();
        self.refuse(
            Some(column),
            if is_watcher {
                M::OnlyWatching
            } else {
                M::NotYourTurn
            },
        );
        // Another tab may have been closed before its bot answered.
        self.is_followed = false;
        self.let_bot_move(now);
    }

    /// A press below a column draws its lowest disc out, where the rules know that.
    pub(super) fn pull(&mut self, column: Column, now: Now) {
        let can_pop = hands(self.play.game()).contains(&Hand::Pop);
        if can_pop && self.looking.is_none() && self.play.may_move() {
            self.step(Move::Pop(column), now);
        }
    }

    /// Makes a move of the people here.
    pub(super) fn step(&mut self, step: Move, now: Now) {
        let at = self.play.table.point();
        self.command(&Command::Move { at, step }, now);
    }

    /// Begins the next game at the same table.
    pub(super) fn next(&mut self, now: Now) {
        if self.play.keeper == Keeper::Page && self.play.table.is_in_play() {
            // It makes room before it has ended.
            self.keep();
            self.command(&Command::Next, now);
            self.aim.set(None);
            let text = self.text();
            self.notice.set(text.get(M::RestartKept).to_owned());
            return;
        }
        self.command(&Command::Next, now);
        self.aim.set(None);
        self.effect(Effect::CatchFocus);
    }

    /// Two bots make one move, and wait again.
    pub(super) fn step_on(&mut self, now: Now) {
        if self.play.table.is_over() {
            return;
        }
        if !self.play.table.is_paused() {
            self.command(&Command::Pause, now);
        }
        self.is_single = true;
        self.command(&Command::Resume, now);
    }

    /// A clock has come to one of its last seconds, or to its end.
    pub(super) fn clock_ran(&mut self, now: Now) {
        let out_at_ms = self.play.table.clocks().out_at_ms();
        if out_at_ms.is_some_and(|out_at_ms| out_at_ms <= now.at_ms) {
            self.decide(&Command::Flag, By::Host, now);
        } else {
            self.signal(Tone::Tick);
        }
    }

    /// Keeps what the clocks show now. The tab that follows another one leaves that to it.
    pub(super) fn keep_clocks(&mut self, now: Now) {
        let runs = self.play.table.clocks().running().is_some();
        if runs && !self.is_followed {
            self.store(now);
        }
    }

    /// Does what the people here ask for, or says why not.
    pub(super) fn command(&mut self, command: &Command, now: Now) {
        let Some(by) = self.play.by() else {
            return;
        };
        if let Some(part) = &mut self.part {
            match part.guard(&self.play.table, command) {
                Guard::Decide => {}
                Guard::Refuse(words) => {
                    self.shake(column_of(command));
                    return self.tell(words);
                }
                Guard::Elsewhere => return,
                Guard::Foreseen(Ok(entry)) => return self.apply(&entry, now),
                Guard::Foreseen(Err(refused)) => {
                    return self.tell_refused(refused, column_of(command));
                }
            }
        }
        self.decide(command, by, now);
    }

    /// Does what somebody asks for, or says why not.
    pub(super) fn decide(&mut self, command: &Command, by: By, now: Now) {
        match self.play.table.decide(command, by, now.at_ms) {
            Ok(Decision::New(entry)) => self.apply(&entry, now),
            Ok(Decision::Known(_)) => {}
            Err(refused) => self.tell_refused(refused, column_of(command)),
        }
    }

    /// Folds in what was decided elsewhere. Entries that are known or cannot follow change nothing:
    /// the part that brings them asks for what is missing.
    pub(super) fn apply_entries(&mut self, entries: &[Entry], now: Now) {
        for entry in entries {
            self.apply(entry, now);
        }
    }

    /// The table as it is decided elsewhere. What is shown already stays; what was foreseen and did
    /// not come true is taken back for all to see.
    pub(super) fn confirm(&mut self, table: Table) {
        let (before, after) = (self.play.game().clone(), table.game().clone());
        self.play.get_mut().table = table;
        if before.moves() == after.moves() {
            return;
        }
        self.settle();
        let last = before.moves().last();
        let withdrawn = last.filter(|_| before.moves().len() > after.moves().len());
        self.effect(Effect::Show(Show::step(&before, after)));
        if let Some(step) = withdrawn {
            self.shake(step.column());
        }
    }

    fn apply(&mut self, entry: &Entry, now: Now) {
        if self.looking.is_some() {
            // What happens is shown from where the game stands.
            self.look_at(None);
        }
        let had_discs = self.play.game().position().grid().discs() > 0;
        let mover = self.play.table.to_move();
        let Ok(happened) = self.play.get_mut().table.apply(entry) else {
            return;
        };
        (self.is_followed, self.is_fresh) = (false, false);
        self.settle();
        if let Event::Started(_) = entry.event {
            self.started(had_discs, now);
        } else if !happened.plies.is_empty() {
            // Every turn begins with a disc in the hand, not with what the other player held.
            self.hand.set(Hand::default());
            let game = self.play.game().clone();
            self.effect(Effect::Show(Show::Plies(happened.plies.clone(), game)));
        }
        self.sound_of(&happened);
        self.announce(&happened, mover);
        self.store(now);
        if happened.ended.is_some() && self.play.keeper == Keeper::Page {
            self.keep();
        }
        if happened.is_first_end {
            self.teach();
        }
        self.tell_part(&happened, now);
        if !happened.plies.is_empty() && std::mem::take(&mut self.is_single) {
            self.command(&Command::Pause, now);
        }
        self.let_bot_move(now);
        self.follow_verdicts(now);
        self.load_rest();
    }

    /// Once there are moves, the rest is wanted: their list, and the game will be kept.
    pub(super) fn load_rest(&mut self) {
        if !self.play.game().moves().is_empty() {
            self.effect(Effect::LoadRest);
        }
    }

    fn tell_part(&mut self, happened: &Happened, now: Now) {
        let Some(part) = &mut self.part else {
            return;
        };
        for message in part.hear(&self.play.table, happened) {
            self.hear(message, now);
        }
    }

    /// What was asked, looked at or told before an event is over.
    fn settle(&mut self) {
        self.cancel();
        if self.thinking.missed.is_some() || !self.thinking.verdicts.is_empty() {
            let thinking = self.thinking.get_mut();
            thinking.missed = None;
            thinking.verdicts.clear();
        }
        self.looking.set(None);
        self.notice.set(String::new());
    }

    /// A game has begun at this table.
    fn started(&mut self, had_discs: bool, now: Now) {
        let began = self.play.began;
        let play = self.play.get_mut();
        play.began = now.at_ms.max(began + 1);
        play.name.clear();
        self.hand.set(Hand::default());
        let game = self.play.game().clone();
        let show = if had_discs && game.moves().is_empty() {
            self.signal(Tone::Release);
            Show::Emptied(game)
        } else {
            Show::Jump(game)
        };
        self.effect(Effect::Show(show));
    }

    /// Begins a first game between these, at a table of its own if a game is in play at this one.
    pub(super) fn begin(&mut self, mut start: Start, now: Now) {
        self.bring_back();
        let old = self.play.table.clone();
        if start.seats == old.start().seats {
            start.score = old.score();
        }
        let id = if self.play.table.is_in_play() {
            now.at_ms.max(self.play.id + 1)
        } else {
            self.play.id
        };
        // A game that was chosen on the page or read from a link is legal.
        let Ok(table) = Table::open(start, 1, now.at_ms) else {
            return;
        };
        let had_discs = old.game().position().grid().discs() > 0;
        let play = self.play.get_mut();
        (play.table, play.id) = (table, id);
        self.is_fresh = false;
        self.settle();
        self.aim.set(None);
        self.thinking.get_mut().is_judging = false;
        self.started(had_discs, now);
        self.announce_start();
        self.store(now);
        self.let_bot_move(now);
        self.load_rest();
    }

    /// Goes on with a game from elsewhere. It counts only if it is still to be decided.
    pub(super) fn open_game(&mut self, game: &Game, now: Now) {
        let old = self.play.start();
        let start = Start {
            ruleset: game.ruleset(),
            opening: game.moves().iter().copied().map(Into::into).collect(),
            is_counted: game.end().is_none(),
            has_ended: false,
            score: self.play.table.score(),
            ..old.clone()
        };
        self.begin(start, now);
    }

    /// A part of the page plays a game of its own in the play view.
    pub(super) fn sit(&mut self, table: Table, part: Box<dyn Part>, now: Now) {
        self.put_aside(Play {
            table,
            keeper: Keeper::Part(part.by()),
            id: 0,
            began: now.at_ms,
            name: String::new(),
        });
        self.part = Some(part);
        self.announce_sitting();
        self.load_rest();
        self.let_bot_move(now);
    }

    /// Shows another game in the play view; the page's own waits.
    pub(super) fn put_aside(&mut self, play: Play) {
        self.bring_back();
        self.settle();
        self.hand.set(Hand::default());
        self.effect(Effect::Show(Show::Jump(play.game().clone())));
        self.aside = Some(std::mem::replace(self.play.get_mut(), play));
    }

    /// The page's own game is in the play view again.
    pub(super) fn bring_back(&mut self) {
        if let Some(own) = self.aside.take() {
            self.settle();
            self.stop_walking();
            self.part = None;
            self.hand.set(Hand::default());
            self.effect(Effect::Show(Show::Jump(own.game().clone())));
            *self.play.get_mut() = own;
        }
    }

    /// Keeps the table as it stands.
    pub(super) fn store(&mut self, now: Now) {
        if self.play.keeper == Keeper::Page {
            let text = game_to_text(&self.play, now.at_ms);
            self.effect(Effect::SaveTable(self.play.id, text));
        }
    }

    /// Puts the game among those that ended.
    fn keep(&mut self) {
        let text = game_to_text(&self.play, self.play.began);
        self.effect(Effect::Keep(self.play.began, text));
    }

    fn tell_refused(&mut self, refused: Refused, column: Option<Column>) {
        let message = match refused {
            Refused::NothingToUndo => M::NothingToUndo,
            Refused::NothingToRedo => M::NothingToRedo,
            Refused::NotYourTurn => M::NotYourTurn,
            Refused::GameOver => M::GameOver,
            Refused::Paused => M::IsPaused,
            Refused::Move(error) => {
                self.shake(column);
                return match words::usual_refusal(self.text(), error) {
                    Some(reason) => self.tell(reason),
                    None => self.effect(Effect::Explain(M::NotAllowed, Why::Move(error))),
                };
            }
            // A late answer of a bot, and what only clocks and offers know.
            _ => return,
        };
        self.refuse(column, message);
    }

    fn refuse(&mut self, column: Option<Column>, message: M) {
        self.shake(column);
        self.tell(self.text().get(message).to_owned());
    }

    /// Shows and sounds that nothing was done, in this column.
    fn shake(&mut self, column: Option<Column>) {
        if let Some(column) = column {
            self.looks.get_mut().refusals += 1;
            self.effect(Effect::Show(Show::Refused(column)));
        }
        self.signal(Tone::Refused);
    }

    fn sound_of(&mut self, happened: &Happened) {
        let last = happened.plies.last();
        let volume = self.settings.drop_volume;
        match (&happened.entry.event, last) {
            (Event::TakenBack(_), Some(ply)) => self.sound(Tone::Lift(self.place(ply)), volume),
            (_, Some(ply)) => {
                if let Some(tone) = self.tone_of(ply) {
                    self.sound(tone, volume);
                }
            }
            _ => {}
        }
        let rows = last.map_or(0, |ply| self.rows(ply));
        match happened.ended {
            Some(Ending::Won(..)) => self.signal(Tone::Won(rows)),
            Some(Ending::Tied(_)) => self.signal(Tone::Tied(rows)),
            _ => {}
        }
    }

    /// What a move sounds like; a pass is silent.
    fn tone_of(&self, ply: &Ply) -> Option<Tone> {
        let (place, rows) = (self.place(ply), self.rows(ply));
        match ply.step {
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

    /// Where a move is heard.
    fn place(&self, ply: &Ply) -> Place {
        let width = self.play.game().ruleset().width();
        let column = ply
            .step
            .column()
            .map_or(usize::from(width) / 2, Column::index);
        Place { column, width }
    }

    /// How many rows the disc of a move falls.
    fn rows(&self, ply: &Ply) -> usize {
        let height = usize::from(self.play.game().ruleset().height());
        ply.landing().map_or(0, |space| height - space.row.index())
    }

    fn signal(&mut self, tone: Tone) {
        self.sound(tone, self.settings.signal_volume);
    }

    fn sound(&mut self, tone: Tone, volume: u8) {
        if self.settings.sound.is_on() && volume > 0 {
            self.effect(Effect::Play(tone, volume));
        }
    }
}

const fn column_of(command: &Command) -> Option<Column> {
    match command {
        Command::Move { step, .. } => step.column(),
        _ => None,
    }
}
