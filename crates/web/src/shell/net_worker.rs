//! Client of the worker with the nets. It starts with the first request and stays alive: an
//! evaluation takes less than a frame, and a move little more.
//!
//! If a net cannot answer (other rules, no network, damaged weights), the page reports why, and a
//! bot of the ladder moves instead.

use std::cell::RefCell;

use foursight_bots::net::Prediction;
use foursight_bots::{Level, Personality};
use foursight_core::{Game, Move};
use foursight_page::opponents::net_evaluation;
use foursight_page::play::{EngineEvent, Message};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_protocol::engine::{
    EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse, NetWorkerError,
    decode_response, encode_request,
};
use leptos::prelude::*;

use super::Ui;
use super::worker::WorkerHandle;

/// Id of the element with the URL of this worker's script.
const NETS: &str = "nets";
/// The bot that moves instead of a net.
const FALLBACK_LEVEL: Level = Level::Hard;

thread_local! {
    static NET_CLIENT: RefCell<NetClient> = RefCell::default();
    static FALLBACK_CAUSE: ArcRwSignal<Option<NetWorkerError>> = ArcRwSignal::new(None);
}

/// Describes why a bot of the ladder moves instead of a net; empty otherwise. Tracked by the
/// caller.
pub(crate) fn fallback_notice(text: Text) -> String {
    let cause = FALLBACK_CAUSE.with(Get::get);
    cause.map_or_else(String::new, |cause| fallback_text(text, cause))
}

fn fallback_text(text: Text, cause: NetWorkerError) -> String {
    text.with(
        M::NetStandIn,
        &[
            (
                "reason",
                &text.get(net_evaluation::net_error_message(cause)),
            ),
            ("level", &text.get(game_text::level_name(FALLBACK_LEVEL))),
        ],
    )
}

#[derive(Default)]
struct NetClient {
    worker: Option<WorkerHandle>,
    pending: Vec<(u32, PendingNetRequest)>,
    last_id: u32,
}

/// A request without a reply yet.
enum PendingNetRequest {
    /// A bot's move for the model, by the id of its request.
    Move(u32, Box<NetMoveRequest>),
    /// A bot's move in a tournament game that is not shown.
    Choice(Box<dyn FnOnce(Result<Move, NetWorkerError>)>),
    /// The evaluation of a net.
    Look(Box<dyn FnOnce(Result<Prediction, NetWorkerError>)>),
}

/// A request for a bot's move, kept for the fallback.
struct NetMoveRequest {
    ui: Ui,
    game: Game,
    personality: Personality,
    seed: u64,
}

/// Requests the move of an opponent beside the ladder. The model receives it like a reply of the
/// engine.
pub(super) fn request_move(ui: Ui, id: u32, query: EngineQuery) {
    let EngineQuery::ChooseMove {
        game,
        personality,
        seed,
        ..
    } = &query
    else {
        return;
    };
    let request = NetMoveRequest {
        ui,
        game: game.clone(),
        personality: *personality,
        seed: *seed,
    };
    send(query, PendingNetRequest::Move(id, Box::new(request)));
}

/// Requests a move in a tournament game that is not shown. There is no fallback.
pub(crate) fn request_choice(
    query: EngineQuery,
    on_result: impl FnOnce(Result<Move, NetWorkerError>) + 'static,
) {
    send(query, PendingNetRequest::Choice(Box::new(on_result)));
}

/// Requests the evaluation of a level's net.
pub(crate) fn request_prediction(
    game: Game,
    level: Level,
    on_result: impl FnOnce(Result<Prediction, NetWorkerError>) + 'static,
) {
    let query = EngineQuery::Evaluate { game, level };
    send(query, PendingNetRequest::Look(Box::new(on_result)));
}

fn send(query: EngineQuery, pending: PendingNetRequest) {
    let is_sent = NET_CLIENT.with_borrow_mut(|client| {
        client.last_id += 1;
        let id = client.last_id;
        client.pending.push((id, pending));
        if client.worker.is_none() {
            client.worker = WorkerHandle::spawn(NETS, Box::new(handle_message)).ok();
        }
        let message = encode_request(&EngineRequest { id, query });
        let worker = client.worker.as_ref();
        worker.is_some_and(|worker| worker.post(message, false).is_ok())
    });
    if !is_sent {
        fail();
    }
}

/// Handles a reply, or `None` after a failure of the worker. Returns true once it is ready.
fn handle_message(message: Option<&[u8]>) -> bool {
    match message.map(decode_response) {
        Some(Ok(EngineResponse::Ready)) => return true,
        Some(Ok(EngineResponse::Reply { id, reply })) => {
            if let Some(pending) = take_pending(id) {
                resolve(pending, reply);
            }
        }
        Some(Ok(EngineResponse::Failed {
            id,
            error: EngineError::Net(error),
        })) => {
            if let Some(pending) = take_pending(id) {
                refuse(pending, error);
            }
        }
        _ => fail(),
    }
    false
}

fn resolve(pending: PendingNetRequest, reply: EngineReply) {
    match (pending, reply) {
        (PendingNetRequest::Move(id, request), reply @ EngineReply::Move { .. }) => {
            FALLBACK_CAUSE.with(|cause| cause.set(None));
            let event = EngineEvent::Answered(id, reply);
            request.ui.send(Message::Engine(event));
        }
        (PendingNetRequest::Choice(on_result), EngineReply::Move { mv, .. }) => on_result(Ok(mv)),
        (PendingNetRequest::Look(on_result), EngineReply::Prediction(prediction)) => {
            on_result(Ok(prediction));
        }
        (pending, _) => refuse(pending, NetWorkerError::NothingToDo),
    }
}

fn take_pending(id: u32) -> Option<PendingNetRequest> {
    NET_CLIENT.with_borrow_mut(|client| {
        let index = client
            .pending
            .iter()
            .position(|(pending_id, _)| *pending_id == id)?;
        Some(client.pending.remove(index).1)
    })
}

/// Fails all pending requests.
fn fail() {
    let pending = NET_CLIENT.with_borrow_mut(|client| {
        client.worker = None;
        std::mem::take(&mut client.pending)
    });
    for (_, pending) in pending {
        refuse(pending, NetWorkerError::NotLoaded);
    }
}

fn refuse(pending: PendingNetRequest, cause: NetWorkerError) {
    match pending {
        PendingNetRequest::Look(on_result) => on_result(Err(cause)),
        PendingNetRequest::Choice(on_result) => on_result(Err(cause)),
        PendingNetRequest::Move(id, request) => {
            let ui = request.ui;
            // The cause stays visible beside the game, so it is announced only once.
            if FALLBACK_CAUSE.with(GetUntracked::get_untracked) != Some(cause) {
                FALLBACK_CAUSE.with(|slot| slot.set(Some(cause)));
                ui.notify(fallback_text(ui.text(), cause));
            }
            ui.send_to_engine(
                id,
                EngineQuery::ChooseMove {
                    game: request.game,
                    level: FALLBACK_LEVEL,
                    personality: request.personality,
                    seed: request.seed,
                },
            );
        }
    }
}
