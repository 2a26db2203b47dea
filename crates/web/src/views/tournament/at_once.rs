//! Games between bots that nobody watches, one after the other, in an engine of their own. They stop when the
//! page of the tournament is left, and every game that is over by then counts.

use std::cell::{Cell as Count, RefCell};
use std::rc::Rc;

use foursight_core::Move;
use foursight_protocol::engine::{Ask, Found};

use super::load;
use crate::browser;
use crate::model::News;
use crate::shell::engine::Engine;
use crate::shell::nets;
use crate::tournament::{Held, Quick};

/// What whoever watches the bracket hears.
pub(super) enum Step {
    /// A game began, in this tournament.
    Began(Box<Held>, foursight_tournament::DueGame),
    /// No game is left.
    Done,
    /// The engine does not answer, or nothing can be kept.
    Failed,
}

type Tell = Rc<dyn Fn(Step)>;

struct Run {
    id: u64,
    quick: Quick,
    asked: u32,
    tell: Tell,
}

thread_local! {
    /// Apart from the engine of the play view, which may be thinking.
    static ENGINE: RefCell<Option<Engine>> = const { nothing() };
    static RUN: RefCell<Option<Run>> = const { nothing() };
    static LAST: Count<u32> = const { Count::new(0) };
}

/// A place for something that is not there yet.
pub(super) const fn nothing<T>() -> RefCell<Option<T>> {
    RefCell::new(None)
}

/// Plays all games between bots of a tournament that can be played, and those that can be then.
pub(super) fn start(id: u64, tell: impl Fn(Step) + 'static) {
    stop();
    next(id, Rc::new(tell));
}

/// Plays no more.
pub(super) fn stop() {
    if RUN.take().is_some() {
        ENGINE.with_borrow(|engine| {
            if let Some(engine) = engine {
                // An engine that cannot be started again is missed when it is next asked.
                drop(engine.cancel());
            }
        });
    }
}

fn next(id: u64, tell: Tell) {
    let found = load(id).and_then(|held| {
        let due = held.bots_due()?;
        Some((Quick::begin(&held, due)?, held, due))
    });
    let Some((quick, held, due)) = found else {
        return tell(Step::Done);
    };
    tell(Step::Began(Box::new(held), due));
    ask(Run {
        id,
        quick,
        asked: 0,
        tell,
    });
}

fn ask(mut run: Run) {
    run.asked = LAST.get() + 1;
    LAST.set(run.asked);
    let question = run.quick.ask();
    let id = run.asked;
    if let Some(Ask::Choose {
        game, level, seed, ..
    }) = &question
        && level.net().is_some()
    {
        let (game, asked) = (game.clone(), (*level, *seed));
        RUN.set(Some(run));
        return nets::choose(game, asked, move |step| answered(id, step.ok()));
    }
    let asked = ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            *engine = Engine::start(|news| hear(&news)).ok();
        }
        engine.as_ref()?.ask(id, question?).ok()
    });
    match asked {
        Some(()) => RUN.set(Some(run)),
        None => (run.tell)(Step::Failed),
    }
}

fn hear(news: &News) {
    match news {
        News::Found(id, Found::Choice { step, .. }) => answered(*id, Some(*step)),
        News::Refused(0, _) | News::Ready | News::Found(..) => {}
        News::Refused(id, _) => answered(*id, None),
        News::Failed => answered(LAST.get(), None),
    }
}

/// A move came, or it is clear that none will. Answers to earlier questions count for nothing.
fn answered(id: u32, step: Option<Move>) {
    let Some(mut run) = RUN.take() else {
        return;
    };
    if id != run.asked {
        return RUN.set(Some(run));
    }
    let Some(step) = step else {
        return (run.tell)(Step::Failed);
    };
    let Some(event) = run.quick.make(step) else {
        return ask(run);
    };
    // Another tab may have played it meanwhile; then that result stands.
    if let Some(mut held) = load(run.id)
        && held.tell(event).is_ok()
        && !browser::save_tournament(run.id, &held.to_text())
    {
        return (run.tell)(Step::Failed);
    }
    next(run.id, run.tell);
}
