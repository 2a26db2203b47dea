//! Questions to the engine: the moves of bots, hints and verdicts.

use std::cmp::Reverse;
use std::time::Duration;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Player};
use foursight_protocol::engine::{Ask, Found};
use leptos::prelude::*;

use super::Page;
use crate::browser::{self, Entry};
use crate::links::Route;
use crate::model::{Action, State, Who};
use crate::shell::engine::{Engine, News};
use crate::text::Message as M;
use crate::words;

/// Who gives a hint where the solver has none.
const ADVISER: Level = Level::Expert;

/// A question whose answer is awaited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Asked {
    id: u32,
    why: Why,
    since_ms: f64,
}

impl Asked {
    /// True if a bot thinks about its move.
    pub(crate) fn is_for_move(self) -> bool {
        self.why == Why::Move
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// A bot is to move.
    Move,
    /// A person wants to know the best column.
    Hint,
    /// A person wants to know what each column leads to.
    Verdicts,
    /// The solver did not know, so a strong bot is asked.
    Advice,
}

impl Page {
    pub(super) fn start_engine(self) {
        let engine = Engine::start(move |news| self.hear(news));
        self.engine.set_value(engine.ok());
    }

    /// Drops the question whose answer is awaited.
    pub(super) fn cancel(self) {
        if self.asked.get_untracked().is_some() {
            self.asked.set(None);
            self.engine.with_value(|engine| {
                if let Some(engine) = engine {
                    // An engine that cannot be started again is missed when it is next asked.
                    drop(engine.cancel());
                }
            });
        }
    }

    /// Lets the bot think if it is to move and somebody is watching.
    pub(crate) fn let_bot_move(self) {
        let is_watched = self.route.get_untracked() == Route::Play;
        let mover = self.peek(State::mover);
        let (Some(Who::Bot(level, personality)), true, None) =
            (mover, is_watched, self.asked.get_untracked())
        else {
            return;
        };
        self.ask(Why::Move, self.choice_of(level, personality));
    }

    /// Asks for the best column.
    pub(crate) fn hint(self) {
        self.ask_solver(Why::Hint);
    }

    /// Asks what each column leads to.
    pub(crate) fn verdicts(self) {
        self.ask_solver(Why::Verdicts);
    }

    fn ask_solver(self, why: Why) {
        let text = self.text();
        let state = self.state.get_untracked();
        if state.game().end().is_some() {
            self.tell(text.get(M::GameOver).to_owned());
        } else if self.asked.get_untracked().is_some() || !state.is_persons_turn() {
            self.tell(text.get(M::NotYourTurn).to_owned());
        } else {
            self.notice.set(text.get(M::HintThinking).to_owned());
            self.ask(
                why,
                Ask::Verdicts {
                    game: state.game().clone(),
                },
            );
        }
    }

    fn choice_of(self, level: Level, personality: Personality) -> Ask {
        let game = self.peek(|state| state.game().clone());
        let seed = (js_sys::Math::random() * f64::from(u32::MAX)) as u64;
        if level == Level::Learner {
            return Ask::ChooseLearned {
                game,
                memory: browser::load(Entry::Learner).unwrap_or_default(),
                seed,
            };
        }
        Ask::Choose {
            game,
            level,
            personality,
            seed,
        }
    }

    /// Lets the learner learn from a game that has just ended, if it took part.
    pub(super) fn teach(self, state: &State) {
        let is_learner = |player| matches!(state.who(player), Who::Bot(Level::Learner, _));
        let was = Player::BOTH.map(is_learner);
        if was.contains(&true) {
            let ask = Ask::Learn {
                game: state.game().clone(),
                was,
                memory: browser::load(Entry::Learner).unwrap_or_default(),
            };
            // Nobody waits for the answer: it is kept when it comes.
            self.send(ask);
        }
    }

    fn ask(self, why: Why, ask: Ask) {
        match self.send(ask) {
            Some(id) => self.asked.set(Some(Asked {
                id,
                why,
                since_ms: browser::now_ms(),
            })),
            None => self.tell(self.text().get(M::EngineMissing).to_owned()),
        }
    }

    /// The id of a question that was sent, if there is an engine.
    fn send(self, ask: Ask) -> Option<u32> {
        let asked = |engine: &Option<Engine>| engine.as_ref()?.ask(ask).ok();
        self.engine.with_value(asked)
    }

    fn hear(self, news: News) {
        let (id, answer) = match news {
            News::Ready => return self.is_ready.set(true),
            News::Failed => return self.miss_answer(),
            News::Found(_, Found::Memory(text)) => return browser::save(Entry::Learner, &text),
            News::Found(id, found) => (id, Ok(found)),
            News::Refused(id, reason) => (id, Err(reason)),
        };
        // Otherwise it belongs to a question that nobody waits for any more.
        let asked = self.asked.get_untracked().filter(|asked| asked.id == id);
        let Some(asked) = asked else {
            return;
        };
        match (asked.why, answer) {
            (_, Ok(found @ Found::Choice { .. })) => self.hear_choice(asked, &found),
            (why, Ok(Found::Verdicts { columns, nodes })) => {
                self.asked.set(None);
                self.note(asked, nodes);
                let text = self.text();
                match (why, words::best(text, &columns)) {
                    (Why::Verdicts, best) => {
                        self.verdicts.set(columns.clone());
                        let said =
                            columns.iter().enumerate().filter_map(|(at, bounds)| {
                                let verdict = words::verdict(text, (*bounds)?);
                                let column = at + 1;
                                Some(text.with(
                                    M::VerdictOf,
                                    &[("column", &column), ("verdict", &verdict)],
                                ))
                            });
                        self.say_at_once(said.collect::<Vec<_>>().join(" "));
                        self.notice.set(best.unwrap_or_default());
                    }
                    (_, Some(best)) => {
                        let of = |at: usize| columns.get(at).copied().flatten();
                        // Of those that are equally good, the one nearest to the middle.
                        let promise = |at: &usize| {
                            let outward = (2 * at + 1).abs_diff(columns.len());
                            (of(*at).map(|bounds| bounds.worst), Reverse(outward))
                        };
                        let column = (0..columns.len()).max_by_key(promise);
                        self.aim.set(column.and_then(Column::from_index));
                        self.tell(best);
                    }
                    (_, None) => {
                        self.ask(Why::Advice, self.choice_of(ADVISER, Personality::Balanced));
                    }
                }
            }
            (Why::Hint | Why::Verdicts, Err(_)) => {
                // The solver knows only games of drops.
                self.ask(Why::Advice, self.choice_of(ADVISER, Personality::Balanced));
            }
            (_, Err(reason)) => {
                self.asked.set(None);
                self.found.set(reason);
                self.tell(self.text().get(M::EngineRefused).to_owned());
            }
            (_, Ok(_)) => self.asked.set(None),
        }
    }

    /// The engine has failed. The same question is not asked again by itself: it would fail for ever.
    fn miss_answer(self) {
        self.is_ready.set(false);
        let asked = self.asked.get_untracked();
        if asked.is_some() {
            self.asked.set(None);
            self.missed.set(asked);
            self.tell(self.text().get(M::EngineFailed).to_owned());
        }
    }

    /// Asks again what the engine failed to answer; a person does, when there is hope.
    pub(crate) fn try_again(self) {
        let Some(missed) = self.missed.get_untracked() else {
            return;
        };
        self.missed.set(None);
        self.notice.set(String::new());
        browser::catch_focus();
        match missed.why {
            Why::Move => self.let_bot_move(),
            why => self.ask_solver(why),
        }
    }

    fn hear_choice(self, asked: Asked, found: &Found) {
        let Found::Choice { step, nodes, .. } = *found else {
            return;
        };
        self.note(asked, nodes);
        if asked.why != Why::Move {
            self.asked.set(None);
            self.aim.set(step.column());
            let text = self.text();
            let step = words::offer(text, step);
            return self.tell(text.with(M::BestMove, &[("step", &step)]));
        }
        let delay_ms = self.peek(|state| match state.mover() {
            Some(Who::Bot(level, _)) => state.settings().delay_ms(level),
            _ => 0,
        });
        let waited_ms = browser::now_ms() - asked.since_ms;
        let rest_ms = (f64::from(delay_ms) - waited_ms).max(0.0) as u64;
        set_timeout(
            move || {
                // Somebody may have taken a move back meanwhile.
                if self.asked.get_untracked() == Some(asked) {
                    self.asked.set(None);
                    self.act(&Action::step(step));
                }
            },
            Duration::from_millis(rest_ms),
        );
    }

    fn note(self, asked: Asked, nodes: u64) {
        // As a whole number: nothing else in the page writes fractions.
        let took_ms = (browser::now_ms() - asked.since_ms).round() as u64;
        self.found
            .set(format!("{:?}: {nodes} nodes, {took_ms} ms", asked.why));
    }
}
