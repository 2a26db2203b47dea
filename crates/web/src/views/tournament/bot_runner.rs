//! Plays the games between bots one after the other, in a separate engine. Leaving the page stops
//! it; finished games count.

use std::cell::{Cell as Counter, RefCell};
use std::rc::Rc;

use foursight_core::Move;
use foursight_page::play::EngineEvent;
use foursight_page::tournament::{BotGame, LocalTournament};
use foursight_protocol::engine::{EngineQuery, EngineReply};

use super::load;
use crate::browser;
use crate::shell::net_worker;
use crate::shell::worker::WorkerHandle;

/// Events for the tournament page.
pub(super) enum RunnerEvent {
    /// A game of this tournament started.
    GameStarted(Box<LocalTournament>, foursight_tournament::DueGame),
    /// No game is left.
    Finished,
    /// The engine failed, or the storage is full.
    Failed,
}

type OnRunnerEvent = Rc<dyn Fn(RunnerEvent)>;

struct BotRun {
    id: u64,
    bot_game: BotGame,
    request_id: u32,
    on_event: OnRunnerEvent,
}

thread_local! {
    /// Separate from the engine of the play view, which may be busy.
    static ENGINE: RefCell<Option<WorkerHandle>> = const { empty_slot() };
    static RUN: RefCell<Option<BotRun>> = const { empty_slot() };
    static LAST_REQUEST_ID: Counter<u32> = const { Counter::new(0) };
}

/// Returns an empty slot for a thread-local.
pub(super) const fn empty_slot<T>() -> RefCell<Option<T>> {
    RefCell::new(None)
}

/// Plays all due games between bots, and those that become due.
pub(super) fn start(id: u64, on_event: impl Fn(RunnerEvent) + 'static) {
    stop();
    play_next(id, Rc::new(on_event));
}

/// Stops the run.
pub(super) fn stop() {
    if RUN.take().is_some() {
        ENGINE.with_borrow(|engine| {
            if let Some(engine) = engine {
                // An engine that fails to restart reports that on the next request.
                drop(engine.cancel());
            }
        });
    }
}

fn play_next(id: u64, on_event: OnRunnerEvent) {
    let found = load(id).and_then(|local| {
        let due = local.next_bot_game()?;
        Some((BotGame::begin(&local, due)?, local, due))
    });
    let Some((bot_game, local, due)) = found else {
        return on_event(RunnerEvent::Finished);
    };
    on_event(RunnerEvent::GameStarted(Box::new(local), due));
    send_request(BotRun {
        id,
        bot_game,
        request_id: 0,
        on_event,
    });
}

fn send_request(mut run: BotRun) {
    run.request_id = LAST_REQUEST_ID.get() + 1;
    LAST_REQUEST_ID.set(run.request_id);
    let request = run.bot_game.request();
    let id = run.request_id;
    if let Some(query @ EngineQuery::ChooseMove { level, .. }) = &request
        && level.net().is_some()
    {
        RUN.set(Some(run));
        return net_worker::request_choice(query.clone(), move |mv| on_move(id, mv.ok()));
    }
    let sent = ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            *engine = WorkerHandle::start(|news| on_news(&news)).ok();
        }
        engine.as_ref()?.request(id, request?).ok()
    });
    match sent {
        Some(()) => RUN.set(Some(run)),
        None => (run.on_event)(RunnerEvent::Failed),
    }
}

fn on_news(news: &EngineEvent) {
    match news {
        EngineEvent::Answered(id, EngineReply::Move { mv, .. }) => on_move(*id, Some(*mv)),
        EngineEvent::Refused(0, _) | EngineEvent::Ready | EngineEvent::Answered(..) => {}
        EngineEvent::Refused(id, _) => on_move(*id, None),
        EngineEvent::Failed => on_move(LAST_REQUEST_ID.get(), None),
    }
}

/// Handles the response to a request: a move, or a failure. Responses to earlier requests are
/// ignored.
fn on_move(id: u32, mv: Option<Move>) {
    let Some(mut run) = RUN.take() else {
        return;
    };
    if id != run.request_id {
        return RUN.set(Some(run));
    }
    let Some(mv) = mv else {
        return (run.on_event)(RunnerEvent::Failed);
    };
    let Some(event) = run.bot_game.play(mv) else {
        return send_request(run);
    };
    // If another tab has played the game meanwhile, its result stands.
    if let Some(mut local) = load(run.id)
        && local.apply(event).is_ok()
        && !browser::save_tournament(run.id, &local.to_text())
    {
        return (run.on_event)(RunnerEvent::Failed);
    }
    play_next(run.id, run.on_event);
}
