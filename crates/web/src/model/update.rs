//! Which part of the model hears a message.

use foursight_core::Move;
use foursight_table::Command;

use super::saved::one_line;
use super::{Dialog, Effect, Message, Model, News, Now, Settings, Timer, Why, settings_to_text};
use crate::text::Message as M;

/// Changes the model by a message, and says what is to be done.
pub fn update(model: &mut Model, message: Message, now: Now) -> Vec<Effect> {
    model.hear(message, now);
    model.derive();
    std::mem::take(&mut model.effects)
}

impl Model {
    pub(super) fn hear(&mut self, message: Message, now: Now) {
        match message {
            Message::Key(key, focus) => self.key(&key, focus, now),
            Message::Do(command) => {
                self.obey(command, now);
            }
            Message::Press(column) => self.press(column, now),
            Message::Pull(column) => self.pull(column, now),
            Message::Aim(column) => self.aim.set(column),
            Message::Hold(hand) => self.hold(hand),
            Message::Pass => self.step(Move::Pass, now),
            Message::Next => self.next(now),
            Message::Resume => self.command(&Command::Resume, now),
            Message::Pause => self.command(&Command::Pause, now),
            Message::StepOn => self.step_on(now),
            Message::Clock => self.clock_ran(now),
            Message::Away => self.keep_clocks(now),
            Message::ResetScore => self.command(&Command::ResetScore, now),
            Message::TryAgain => self.try_again(now),
            Message::Look(ply) => {
                self.stop_walking();
                self.look_at(ply);
            }
            Message::Walk => self.walk(),
            Message::Pace(pace) => self.walking.get_mut().pace = pace,
            Message::Open(dialog) => self.open(dialog),
            Message::Choose(settings) => self.choose(settings),
            Message::Begin(start) => {
                self.dialog.set(None);
                self.begin(*start, now);
                self.effect(Effect::Go("/play"));
                self.effect(Effect::CatchFocus);
            }
            Message::PlayOn(game) => {
                self.bring_back();
                self.open_game(&game, now);
                self.effect(Effect::Go("/play"));
            }
            Message::Replay(saved, ply) => self.replay(*saved, ply, now),
            Message::Lost => self.route.set(crate::links::Route::Unknown),
            Message::Sit(table, part) => self.sit(*table, part, now),
            Message::Entries(entries) => self.apply_entries(&entries, now),
            Message::Confirm(table) => self.confirm(*table),
            Message::Tell(what) => self.tell(what),
            Message::Engine(news) => self.hear_engine(news, now),
            Message::Timer(Timer::Bot(id)) => self.bot_waited(id, now),
            Message::Timer(Timer::Walk(number)) => self.walk_on(number),
            Message::Went(hash, query) => self.go(&hash, &query, now),
            Message::Stored(key, text) => self.hear_of_other_tab(&key, text),
            Message::Restored(play, effects) => self.restored(play, effects, now),
            Message::Loaded(play) => self.loaded(*play, now),
            Message::Followed(play) => self.followed(*play),
            Message::Unread(message, why) => self.effect(Effect::Explain(message, why)),
            Message::Damaged(key, damage) => {
                self.effect(Effect::SetAside(key));
                self.effect(Effect::Explain(M::Damaged, Why::Damage(damage)));
            }
            Message::Judged(id, judged) => self.judged(id, judged, now),
            Message::Name(name) => {
                self.play.get_mut().name = one_line(&name);
                self.store(now);
            }
            Message::Chips(tags) => {
                if self.play.is_record() {
                    self.thinking.get_mut().verdicts = tags;
                }
            }
            Message::Archived(text) => self.archive.set(text),
        }
    }

    fn open(&mut self, dialog: Option<Dialog>) {
        if dialog == Some(Dialog::Share) {
            // What was told of the game is no news of its links.
            self.notice.set(String::new());
        }
        self.dialog.set(dialog);
    }

    /// Other choices from now on.
    pub(super) fn choose(&mut self, settings: Settings) {
        let is_other_language = settings.language != self.settings.language;
        self.settings.set(settings);
        self.effect(Effect::SaveSettings(settings_to_text(settings)));
        if is_other_language {
            self.forget_words();
        }
    }

    fn hear_engine(&mut self, news: News, now: Now) {
        match news {
            News::Ready => self.thinking.get_mut().is_ready = true,
            News::Failed => self.miss_answer(),
            News::Found(id, found) => self.found(id, found, now),
            News::Refused(id, reason) => self.refused(id, &reason, now),
        }
    }
}
