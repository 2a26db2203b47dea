//! The worker with the nets, as the page sees it. It is started when somebody asks it for the first time, and
//! stays: a look takes less than a frame, and a move not much more.
//!
//! Where a net says nothing (other rules, no network, damaged weights) the page says why, and a bot of the
//! ladder moves in its stead.

use std::cell::RefCell;

use foursight_bots::net::Sight;
use foursight_bots::{Level, Personality};
use foursight_core::{Game, Move};
use foursight_protocol::engine::{Ask, Found, decode, encode};
use foursight_protocol::nets::{AskNets, FromNets, ToNets, Trouble};
use leptos::prelude::*;

use super::Ui;
use super::engine::Engine;
use crate::model::{Message, News};
use crate::nets;
use crate::text::{Message as M, Text};
use crate::words;

/// The element of the page that says where the script of this worker lies.
const NETS: &str = "nets";
/// Who moves where a net does not.
const STAND_IN: Level = Level::Hard;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    static STOOD_IN: ArcRwSignal<Option<Trouble>> = ArcRwSignal::new(None);
}

/// Why a bot of the ladder moves in the stead of a net, in words; empty while none does. Whoever asks follows it.
pub(crate) fn stood_in(text: Text) -> String {
    let trouble = STOOD_IN.with(Get::get);
    trouble.map_or_else(String::new, |trouble| in_words(text, trouble))
}

fn in_words(text: Text, trouble: Trouble) -> String {
    text.with(
        M::NetStandIn,
        &[
            ("reason", &text.get(nets::trouble(trouble))),
            ("level", &text.get(words::level_name(STAND_IN))),
        ],
    )
}

#[derive(Default)]
struct Desk {
    worker: Option<Engine>,
    waiting: Vec<(u32, Waiting)>,
    last_id: u32,
}

/// Who waits for an answer.
enum Waiting {
    /// A bot is to move, by the question of this id.
    Move(u32, Box<Asked>),
    /// A bot is to move in a game of a tournament that is not shown.
    Choice(Box<dyn FnOnce(Result<Move, Trouble>)>),
    /// The player wants to know what a net sees.
    Look(Box<dyn FnOnce(Result<Sight, Trouble>)>),
}

/// The question about a move.
struct Asked {
    ui: Ui,
    game: Game,
    personality: Personality,
    seed: u64,
}

/// Asks an opponent beside the ladder for its move. The model hears of it as if the engine had answered.
pub(super) fn ask_move(ui: Ui, id: u32, ask: Ask) {
    let Ask::Choose {
        game,
        level,
        personality,
        seed,
    } = ask
    else {
        return;
    };
    let asked = Asked {
        ui,
        game: game.clone(),
        personality,
        seed,
    };
    let ask = AskNets::Choose { game, level, seed };
    put(ask, Waiting::Move(id, Box::new(asked)));
}

/// Asks for a move in a game of a tournament that is not shown. No other bot stands in for the net there.
pub(crate) fn choose(
    game: Game,
    (level, seed): (Level, u64),
    told: impl FnOnce(Result<Move, Trouble>) + 'static,
) {
    let ask = AskNets::Choose { game, level, seed };
    put(ask, Waiting::Choice(Box::new(told)));
}

/// Asks what the net of a level sees.
pub(crate) fn look(game: Game, level: Level, told: impl FnOnce(Result<Sight, Trouble>) + 'static) {
    let ask = AskNets::Look { game, level };
    put(ask, Waiting::Look(Box::new(told)));
}

fn put(ask: AskNets, waiting: Waiting) {
    let is_asked = DESK.with_borrow_mut(|desk| {
        desk.last_id += 1;
        let id = desk.last_id;
        desk.waiting.push((id, waiting));
        if desk.worker.is_none() {
            desk.worker = Engine::worker(NETS, Box::new(hear)).ok();
        }
        let message = encode(&ToNets { id, ask });
        let worker = desk.worker.as_ref();
        worker.is_some_and(|worker| worker.say(message, false).is_ok())
    });
    if !is_asked {
        fail();
    }
}

/// Hears an answer, or that the worker has failed; true once it listens.
fn hear(message: Option<&[u8]>) -> bool {
    match message.map(decode) {
        Some(Ok(FromNets::Ready)) => return true,
        Some(Ok(FromNets::Choice { id, step, nodes })) => match taken(id) {
            Some(Waiting::Move(id, asked)) => {
                STOOD_IN.with(|stood_in| stood_in.set(None));
                let depth = 0;
                let found = Found::Choice { step, depth, nodes };
                asked.ui.send(Message::Engine(News::Found(id, found)));
            }
            Some(Waiting::Choice(told)) => told(Ok(step)),
            Some(Waiting::Look(_)) | None => {}
        },
        Some(Ok(FromNets::Sight { id, sight })) => {
            if let Some(Waiting::Look(told)) = taken(id) {
                told(Ok(sight));
            }
        }
        Some(Ok(FromNets::Refused { id, trouble })) => {
            if let Some(waiting) = taken(id) {
                refuse(waiting, trouble);
            }
        }
        _ => fail(),
    }
    false
}

fn taken(id: u32) -> Option<Waiting> {
    DESK.with_borrow_mut(|desk| {
        let place = desk.waiting.iter().position(|(known, _)| *known == id)?;
        Some(desk.waiting.remove(place).1)
    })
}

/// Nobody who waits is answered any more.
fn fail() {
    let waiting = DESK.with_borrow_mut(|desk| {
        desk.worker = None;
        std::mem::take(&mut desk.waiting)
    });
    for (_, waiting) in waiting {
        refuse(waiting, Trouble::NotLoaded);
    }
}

fn refuse(waiting: Waiting, trouble: Trouble) {
    match waiting {
        Waiting::Look(told) => told(Err(trouble)),
        Waiting::Choice(told) => told(Err(trouble)),
        Waiting::Move(id, asked) => {
            let ui = asked.ui;
            // It stands beside the game from then on, so that it is said once.
            if STOOD_IN.with(GetUntracked::get_untracked) != Some(trouble) {
                STOOD_IN.with(|stood_in| stood_in.set(Some(trouble)));
                ui.tell(in_words(ui.text(), trouble));
            }
            ui.ask_engine(
                id,
                Ask::Choose {
                    game: asked.game,
                    level: STAND_IN,
                    personality: asked.personality,
                    seed: asked.seed,
                },
            );
        }
    }
}
