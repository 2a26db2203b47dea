//! Questions to the engine: the moves of bots, hints, verdicts, and lessons of the learner.
//!
//! A busy engine hears nothing, so to cancel a question is to end the engine and start another. A
//! lesson that was on its way is then sent again, and the learner is asked for a move only once it
//! has learned from all games before.

use foursight_bots::{Level, Personality};
use foursight_core::{Game, Move, Player};
use foursight_protocol::engine::{Ask, Found};
use foursight_table::{By, Command, Point};

use super::{Effect, Judged, Keeper, Model, Now, Tag, Timer, level_of};
use crate::links::Route;
use crate::text::Message as M;
use crate::words;

/// How much longer two bots that are watched wait, in halves, from slow to fast.
const BOTS_PACE: [u32; 4] = [5, 2, 1, 0];
/// Who gives a hint where the solver has none.
const ADVISER: Level = Level::Expert;

/// Why the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A bot is to move.
    Move,
    /// A person wants to know the best column.
    Hint,
    /// A person wants to know what each column leads to.
    Verdicts,
    /// Somebody has the verdicts shown: those of the next position, which nobody asked for anew.
    Follow,
    /// The solver did not know, so a strong bot is asked.
    Advice,
}

/// A question that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    id: u32,
    purpose: Purpose,
    /// Where in the game.
    at: Point,
    since_ms: u64,
    /// The move of a bot that waits a natural moment.
    answer: Option<Move>,
}

impl Asked {
    /// True if a bot thinks about its move.
    #[must_use]
    pub fn is_for_move(self) -> bool {
        self.purpose == Purpose::Move
    }
}

/// What the engine is asked and what it said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// The question whose answer is awaited.
    pub asked: Option<Asked>,
    /// The question that the engine failed to answer, until something else happens.
    pub missed: Option<Asked>,
    /// What each column leads to, while somebody wants to know.
    pub verdicts: Vec<Option<Tag>>,
    /// Verdicts are shown after every move, until somebody wants them no more.
    pub is_judging: bool,
    /// What the engine found last, for curious people.
    pub found: String,
    /// The engine listens.
    pub is_ready: bool,
}

/// A game to learn from.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    game: Game,
    was: [bool; 2],
    /// The question that carries it, once it was sent.
    id: Option<u32>,
}

impl Model {
    /// Drops the question whose answer is awaited.
    pub(super) fn cancel(&mut self) {
        let Some(asked) = self.thinking.asked else {
            return;
        };
        self.thinking.get_mut().asked = None;
        if asked.answer.is_none() {
            self.effect(Effect::Cancel);
            if let Some(lesson) = self.lessons.first_mut() {
                lesson.id = None;
            }
            self.send_lesson();
        }
    }

    /// Lets the bot think if it is to move and somebody is watching.
    pub(super) fn let_bot_move(&mut self, now: Now) {
        let is_watched = match self.play.keeper {
            Keeper::Page => *self.route == Route::Play,
            Keeper::Part(_) => true,
            Keeper::Record => false,
        };
        let Some(seat) = self.play.bot_to_move() else {
            return;
        };
        let Some((level, personality)) = level_of(&self.play.start().seats[seat.index()]) else {
            return;
        };
        let waits = self.thinking.asked.is_some()
            || self.is_followed
            || self.play.table.is_paused()
            || level == Level::Learner && !self.lessons.is_empty();
        if is_watched && !waits {
            let ask = self.choice_of(level, personality, now);
            self.ask(Purpose::Move, ask, now);
        }
    }

    /// Asks for the best column.
    pub(super) fn hint(&mut self, now: Now) {
        self.ask_solver(Purpose::Hint, now);
    }

    /// Shows what each column leads to from now on, or no more.
    pub(super) fn verdicts(&mut self, now: Now) {
        if self.thinking.is_judging {
            self.cancel_follow();
            let thinking = self.thinking.get_mut();
            thinking.is_judging = false;
            thinking.verdicts.clear();
            self.notice.set(String::new());
            return self.say_at_once(self.text().get(M::VerdictsOff).to_owned());
        }
        if !self.can_judge() {
            return self.tell(self.text().get(M::VerdictsUnknown).to_owned());
        }
        self.ask_solver(Purpose::Verdicts, now);
        let is_asked = self
            .thinking
            .asked
            .is_some_and(|it| it.purpose == Purpose::Verdicts);
        self.thinking.get_mut().is_judging = is_asked;
    }

    /// True if the rules are of those whose positions the solver knows.
    pub(super) fn can_judge(&self) -> bool {
        self.play.game().ruleset().variant().is_drop_only()
    }

    /// Asks what each column leads to now, if somebody has that shown and it is their turn.
    pub(super) fn follow_verdicts(&mut self, now: Now) {
        let is_free = self.thinking.asked.is_none() && self.thinking.verdicts.is_empty();
        // Whoever plays others has no help, whatever is shown in a game of their own.
        let is_wanted = self.thinking.is_judging && self.part.is_none();
        if is_wanted && is_free && self.can_judge() && self.play.may_move() {
            let game = self.play.game().clone();
            self.ask(Purpose::Follow, Ask::Verdicts { game }, now);
        }
    }

    /// Makes room for another question.
    fn cancel_follow(&mut self) {
        let asked = self.thinking.asked;
        if asked.is_some_and(|it| matches!(it.purpose, Purpose::Follow | Purpose::Verdicts)) {
            self.cancel();
        }
    }

    fn ask_solver(&mut self, purpose: Purpose, now: Now) {
        let text = self.text();
        if self
            .thinking
            .asked
            .is_some_and(|it| it.purpose == Purpose::Follow)
        {
            self.cancel();
        }
        if self.play.table.is_over() {
            self.tell(text.get(M::GameOver).to_owned());
        } else if self.thinking.asked.is_some() || !self.play.may_move() {
            self.tell(text.get(M::NotYourTurn).to_owned());
        } else {
            self.notice.set(text.get(M::HintThinking).to_owned());
            let game = self.play.game().clone();
            self.ask(purpose, Ask::Verdicts { game }, now);
        }
    }

    fn choice_of(&self, level: Level, personality: Personality, now: Now) -> Ask {
        let (game, seed) = (self.play.game().clone(), now.seed);
        if level == Level::Learner {
            // The shell fills in what it remembers.
            let memory = String::new();
            return Ask::ChooseLearned { game, memory, seed };
        }
        Ask::Choose {
            game,
            level,
            personality,
            seed,
        }
    }

    fn ask(&mut self, purpose: Purpose, ask: Ask, now: Now) {
        let id = self.send(ask);
        self.thinking.get_mut().asked = Some(Asked {
            id,
            purpose,
            at: self.play.table.point(),
            since_ms: now.at_ms,
            answer: None,
        });
    }

    fn send(&mut self, ask: Ask) -> u32 {
        self.last_id += 1;
        self.effect(Effect::Ask(self.last_id, ask));
        self.last_id
    }

    /// Lets the learner learn from a game that has just ended, if it took part.
    pub(super) fn teach(&mut self) {
        let start = self.play.start();
        let is_learner = |player| matches!(level_of(start.who(player)), Some((Level::Learner, _)));
        let was = Player::BOTH.map(is_learner);
        if was.contains(&true) {
            self.lessons.push(Lesson {
                game: self.play.game().clone(),
                was,
                id: None,
            });
            self.send_lesson();
        }
    }

    /// Sends the next lesson, unless one is on its way.
    fn send_lesson(&mut self) {
        let Some(Lesson {
            game,
            was,
            id: None,
        }) = self.lessons.first().cloned()
        else {
            return;
        };
        let memory = String::new();
        let id = self.send(Ask::Learn { game, was, memory });
        if let Some(lesson) = self.lessons.first_mut() {
            lesson.id = Some(id);
        }
    }

    /// A lesson is over, or can never be.
    fn end_lesson(&mut self, now: Now) {
        if !self.lessons.is_empty() {
            self.lessons.remove(0);
        }
        self.send_lesson();
        self.let_bot_move(now);
    }

    pub(super) fn found(&mut self, id: u32, found: Found, now: Now) {
        if let Found::Memory(text) = found {
            self.effect(Effect::SaveLearner(text));
            return self.end_lesson(now);
        }
        // Otherwise it belongs to a question that nobody waits for any more.
        let Some(asked) = self.thinking.asked.filter(|asked| asked.id == id) else {
            return;
        };
        match found {
            Found::Choice { step, nodes, .. } => self.chosen(asked, step, nodes, now),
            Found::Verdicts { columns, nodes } => {
                self.note(asked, nodes, now);
                self.effect(Effect::Judge(id, columns));
            }
            _ => self.thinking.get_mut().asked = None,
        }
    }

    pub(super) fn refused(&mut self, id: u32, reason: &str, now: Now) {
        if self
            .lessons
            .first()
            .is_some_and(|lesson| lesson.id == Some(id))
        {
            return self.end_lesson(now);
        }
        let Some(asked) = self.thinking.asked.filter(|asked| asked.id == id) else {
            return;
        };
        if asked.purpose == Purpose::Follow {
            self.thinking.get_mut().asked = None;
            return;
        }
        if asked.purpose == Purpose::Verdicts {
            self.thinking.get_mut().asked = None;
            return self.tell(self.text().get(M::VerdictsUnproved).to_owned());
        }
        if asked.purpose == Purpose::Hint {
            // The solver knows only games of drops.
            return self.ask_adviser(now);
        }
        let thinking = self.thinking.get_mut();
        thinking.asked = None;
        reason.clone_into(&mut thinking.found);
        self.tell(self.text().get(M::EngineRefused).to_owned());
    }

    fn ask_adviser(&mut self, now: Now) {
        let ask = self.choice_of(ADVISER, Personality::Balanced, now);
        self.ask(Purpose::Advice, ask, now);
    }

    /// What each column leads to is known, in words.
    pub(super) fn judged(&mut self, id: u32, judged: Judged, now: Now) {
        let Some(asked) = self.thinking.asked.filter(|asked| asked.id == id) else {
            return;
        };
        self.thinking.get_mut().asked = None;
        if asked.purpose == Purpose::Follow {
            self.thinking.get_mut().verdicts = judged.tags;
            return;
        }
        if asked.purpose == Purpose::Verdicts {
            self.thinking.get_mut().verdicts = judged.tags;
            return match judged.best {
                Some(best) => {
                    self.notice.set(best);
                    self.say_at_once(judged.said);
                }
                None => self.tell(self.text().get(M::VerdictsUnproved).to_owned()),
            };
        }
        match judged.best {
            Some(best) => {
                self.aim.set(judged.column);
                // All that are as good have a sign, until the next move.
                if !self.thinking.is_judging {
                    self.thinking.get_mut().verdicts = judged.best_tags;
                }
                self.tell(best);
            }
            None => self.ask_adviser(now),
        }
    }

    /// A bot has chosen: its move, or a hint.
    fn chosen(&mut self, asked: Asked, step: Move, nodes: u64, now: Now) {
        self.note(asked, nodes, now);
        if asked.purpose != Purpose::Move {
            self.thinking.get_mut().asked = None;
            self.aim.set(step.column());
            let text = self.text();
            let step = words::offer(text, step);
            return self.tell(text.with(M::BestMove, &[("step", &step)]));
        }
        let answer = Some(step);
        self.thinking.get_mut().asked = Some(Asked { answer, ..asked });
        let seat = self.play.bot_to_move();
        let who = seat.map(|seat| &self.play.start().seats[seat.index()]);
        let level = who.and_then(level_of).map(|(level, _)| level);
        let mut delay_ms = level.map_or(0, |level| self.settings.delay_ms(level));
        if !self.play.start().has_people() {
            // Who watches says how fast.
            delay_ms = delay_ms * BOTS_PACE[self.walking.pace.min(BOTS_PACE.len() - 1)] / 2;
        }
        let waited_ms = now.at_ms.saturating_sub(asked.since_ms);
        let rest_ms = u64::from(delay_ms).saturating_sub(waited_ms);
        self.effect(Effect::Wait(rest_ms as u32, Timer::Bot(asked.id)));
    }

    /// A bot seems to have thought long enough. A move may have been taken back meanwhile; then
    /// nothing was asked by this id.
    pub(super) fn bot_waited(&mut self, id: u32, now: Now) {
        let Some(asked) = self.thinking.asked.filter(|asked| asked.id == id) else {
            return;
        };
        if let (Some(step), Some(seat)) = (asked.answer, self.play.bot_to_move()) {
            self.thinking.get_mut().asked = None;
            let command = Command::Move { at: asked.at, step };
            self.decide(&command, By::Seat(seat), now);
        }
    }

    /// The engine has failed. The same question is not asked again by itself: it would fail for ever.
    pub(super) fn miss_answer(&mut self) {
        self.lessons.clear();
        let thinking = self.thinking.get_mut();
        thinking.is_ready = false;
        if let Some(asked) = thinking.asked.take() {
            thinking.missed = Some(asked);
            self.tell(self.text().get(M::EngineFailed).to_owned());
        }
    }

    /// Asks again what the engine failed to answer; a person does, when there is hope.
    pub(super) fn try_again(&mut self, now: Now) {
        let Some(missed) = self.thinking.get_mut().missed.take() else {
            return;
        };
        self.notice.set(String::new());
        self.effect(Effect::CatchFocus);
        match missed.purpose {
            Purpose::Move => self.let_bot_move(now),
            purpose => self.ask_solver(purpose, now),
        }
    }

    fn note(&mut self, asked: Asked, nodes: u64, now: Now) {
        let took_ms = now.at_ms.saturating_sub(asked.since_ms);
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("nodes", &nodes), ("ms", &took_ms)];
        self.thinking.get_mut().found = self.text().with(M::InsideFound, &parts);
    }
}
