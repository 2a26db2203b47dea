//! A position with something to do: the judge is in `foursight-lessons`, and where it needs a solver it is
//! asked in a worker, so that the page never waits.

use std::cell::{Cell as Count, RefCell};

use foursight_core::{Column, Game, Move};
use foursight_lessons::{Attempt, Judged, Scene, Words};
use foursight_protocol::engine::{Ask, Bounds, Found};
use foursight_solver::Verdict;
use leptos::prelude::*;

use super::super::{live, shown, tap};
use super::blocks::{Seen, prose};
use super::kit::{columns, tongue};
use super::picture::{Picture, Rulers, Sign, picture, spot};
use crate::model::{Hand, News, hands, move_in};
use crate::names::Names;
use crate::reasons;
use crate::shell::engine::Engine;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::words;

/// How an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Open,
    Thinking,
    Good,
    Bad,
}

/// What the reader sees of an attempt.
#[derive(Clone, Copy)]
struct Try {
    text: Text,
    attempt: Source<Attempt>,
    hand: Source<Hand>,
    standing: Source<Standing>,
    said: Source<String>,
    solved: Callback<()>,
}

/// A scene: a picture, and what there is to do if anything is.
pub(super) fn show(
    text: Text,
    scene: &'static Scene,
    seen: &mut Seen,
    solved: Callback<()>,
) -> AnyView {
    let drawn = move |game: &Game| {
        let mut picture = Picture::of(game);
        picture.rulers = Some(Rulers::People);
        let rings = scene.marks.iter().map(|space| (spot(*space), Sign::Ring));
        picture.signs.extend(rings);
        let arrows = scene
            .arrows
            .iter()
            .map(|(from, to)| (spot(*from), spot(*to)));
        picture.arrows.extend(arrows);
        picture
    };
    let Some(attempt) = Attempt::new(scene) else {
        return picture(text, derived(move || drawn(&scene.game)), None);
    };
    let goal = prose(text, &attempt.exercise().goal, seen);
    let hints = attempt.exercise().hints.clone();
    let state = Try {
        text,
        attempt: Source::new(attempt),
        hand: Source::new(Hand::default()),
        standing: Source::new(Standing::Open),
        said: Source::new(String::new()),
        solved,
    };
    on_cleanup(forget_question);
    let press = Callback::new(move |index: usize| {
        if let Some(column) = Column::from_index(index) {
            let hand = state.hand.get_untracked();
            let step = state
                .attempt
                .with_untracked(|attempt| move_in(attempt.game(), column, hand));
            state.press(step);
        }
    });
    let width = usize::from(scene.game.ruleset().width());
    let again = move || {
        state.attempt.update(Attempt::restart);
        state.hand.set(Hand::default());
        state.standing.set(Standing::Open);
        state.said.set(String::new());
    };
    let (hint, told) = hint_ladder(text, hints);
    view! {
        <section class="exercise card" data-testid="exercise">
            <p class="goal"><b>{text.get(M::LessonGoal)}</b>" "{goal}</p>
            {hand(state)}
            <div class="try">
                {columns(text, width, false, press)}
                {picture(text, derived(move || state.attempt.with(|attempt| drawn(attempt.game()))), Some(press))}
            </div>
            <div>
                <p class=live(move || class_of(state.standing.get()).to_owned()) role="status" data-testid="said">{live(move || state.said.get())}</p>
                <div class="row">
                    {hint}
                    <button type="button" data-testid="again" on:click=tap(again)>{text.get(M::LessonAgain)}</button>
                </div>
                {told}
            </div>
        </section>
    }
    .into_any()
}

const fn class_of(standing: Standing) -> &'static str {
    match standing {
        Standing::Open | Standing::Thinking => "said",
        Standing::Good => "said good",
        Standing::Bad => "said bad",
    }
}

/// What is held over the grid, where the variant leaves a choice, and the pass.
fn hand(state: Try) -> AnyView {
    let text = state.text;
    shown(move || {
        let held = state.attempt.with(|attempt| hands(attempt.game()));
        let moves = state.attempt.with(Attempt::moves);
        let several = held.len() > 1;
        let choices = held.into_iter().filter(|_| several).map(|hand| {
            let pressed = live(move || (state.hand.get() == hand).to_string());
            let name = text.get(match hand {
                Hand::Drop => M::HandDrop,
                Hand::Pop => M::HandPop,
                Hand::Power(disc) => words::power_name(disc),
            });
            view! { <button type="button" aria-pressed=pressed on:click=tap(move || state.hand.set(hand))>{name}</button> }
        });
        let pass = moves.contains(&Move::Pass).then(|| {
            view! { <button type="button" on:click=tap(move || state.press(Move::Pass))>{text.get(M::Pass)}</button> }
        });
        if !several && pass.is_none() {
            return ().into_any();
        }
        view! { <div class="row kinds" role="group" aria-label=text.get(M::InHand)>{choices.collect::<Vec<_>>()}{pass}</div> }.into_any()
    })
    .into_any()
}

/// Hints, one after the other: the button, and those that are told.
fn hint_ladder(text: Text, hints: Vec<Words>) -> (Option<AnyView>, Option<AnyView>) {
    if hints.is_empty() {
        return (None, None);
    }
    let told = Source::new(0_usize);
    let count = hints.len();
    let label = live(move || {
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("at", &(told.get() + 1).min(count)), ("all", &count)];
        text.with(M::LessonHint, &parts)
    });
    let list = shown(move || {
        let known = hints.iter().take(told.get());
        let items: Vec<_> = known
            .map(|words| view! { <li>{prose(text, words, &mut super::all_seen())}</li> })
            .collect();
        view! { <ol class="hints" role="status">{items}</ol> }.into_any()
    });
    let more = move || told.set((told.get_untracked() + 1).min(count));
    let is_last = live(move || (told.get() >= count).to_string());
    let button = view! { <button type="button" data-testid="hint" aria-disabled=is_last on:click=tap(more)>{label}</button> };
    (Some(button.into_any()), Some(list.into_any()))
}

impl Try {
    fn press(self, step: Move) {
        if matches!(
            self.standing.get_untracked(),
            Standing::Thinking | Standing::Good
        ) {
            return;
        }
        let mut attempt = self.attempt.get_untracked();
        let judged = attempt.try_move(step);
        if judged != Judged::Asks {
            return self.take(attempt, judged);
        }
        let Some(game) = attempt.asked().cloned() else {
            return;
        };
        self.standing.set(Standing::Thinking);
        self.said.set(self.text.get(M::LessonAsks).to_owned());
        ask(game, move |columns| {
            let judged = match columns {
                Some(columns) => attempt.hear(&columns),
                None => Judged::Unknown,
            };
            self.take(attempt, judged);
        });
    }

    /// Shows what the judge says.
    fn take(self, attempt: Attempt, judged: Judged) {
        let (text, tongue) = (self.text, tongue(self.text));
        let (standing, said) = match judged {
            Judged::Reached(words) => (Standing::Good, format!("✓ {}", plain(&words, tongue))),
            Judged::Missed(words) => (Standing::Bad, format!("✗ {}", plain(&words, tongue))),
            Judged::GoesOn { .. } => {
                let said = words::last(text, &Names::unknown(text), attempt.game());
                (
                    Standing::Open,
                    text.with(M::LessonGoesOn, &[("reply", &said)]),
                )
            }
            Judged::SameTurn => (Standing::Open, text.get(M::LessonSameTurn).to_owned()),
            Judged::Refused(error) => (Standing::Bad, reasons::refusal(text, error)),
            Judged::NotAllowed => (Standing::Bad, text.get(M::LessonNotAllowed).to_owned()),
            Judged::Unknown | Judged::Asks => {
                (Standing::Open, text.get(M::LessonUnknown).to_owned())
            }
        };
        self.attempt.set(attempt);
        self.said.set(said);
        self.standing.set(standing);
        if standing == Standing::Good {
            self.solved.run(());
        }
    }
}

fn plain(words: &Words, tongue: foursight_lessons::Tongue) -> String {
    foursight_lessons::unmarked(words.get(tongue))
}

/// What happens with the verdicts of a game.
type Then = Box<dyn FnOnce(Option<Vec<Option<Verdict>>>)>;

thread_local! {
    /// The engine of the lessons, apart from that of the game, which may be thinking.
    static ENGINE: RefCell<Option<Engine>> = const { nothing() };
    /// The id of the last question.
    static LAST: Count<u32> = const { Count::new(0) };
    /// The question whose answer is awaited.
    static ASKED: RefCell<Option<(u32, Then)>> = const { nothing() };
}

/// A place for something that is not there yet.
const fn nothing<T>() -> RefCell<Option<T>> {
    RefCell::new(None)
}

/// Asks for the verdict of each column. Whoever asked before hears nothing any more.
fn ask(game: Game, then: impl FnOnce(Option<Vec<Option<Verdict>>>) + 'static) {
    let id = LAST.get() + 1;
    LAST.set(id);
    let asked = ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            *engine = Engine::start(hear).ok();
        }
        engine.as_ref()?.ask(id, Ask::Verdicts { game }).ok()
    });
    match asked {
        Some(()) => ASKED.set(Some((id, Box::new(then)))),
        None => then(None),
    }
}

fn forget_question() {
    ASKED.set(None);
}

fn hear(news: News) {
    let (id, columns) = match news {
        News::Found(id, Found::Verdicts { columns, .. }) => {
            let exact = |bounds: Option<Bounds>| bounds.and_then(Bounds::exact);
            (Some(id), Some(columns.into_iter().map(exact).collect()))
        }
        News::Refused(id, _) => (Some(id), None),
        News::Failed => (None, None),
        _ => return,
    };
    let waiting = ASKED.take();
    match waiting {
        Some((asked, then)) if id.is_none_or(|id| id == asked) => then(columns),
        other => ASKED.set(other),
    }
}
