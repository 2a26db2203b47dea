//! The engine behind the messages of a browser's worker.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_mail::{NotLoaded, load, on_message};
use foursight_protocol::engine::{ToPage, encode};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::engine::{Engine, Heard, answer};

/// What the page hears where there is no book to load.
const NO_BOOK: &str = "there is no book of openings here";

/// Listens to the page, and tells it so. `book` is the address of the book of openings, and empty
/// where there is none.
#[wasm_bindgen]
pub fn start(book: String) {
    let desk = Rc::new(Desk {
        book,
        engine: RefCell::default(),
        held: RefCell::default(),
    });
    on_message(move |message| desk.hear(message));
    post(&ToPage::Ready);
}

/// Where messages come in and answers go out.
struct Desk {
    book: String,
    engine: RefCell<Engine>,
    /// While the book is loaded: the questions that wait for it.
    held: RefCell<Option<Vec<Vec<u8>>>>,
}

impl Desk {
    fn hear(self: &Rc<Self>, message: Vec<u8>) {
        if let Some(held) = self.held.borrow_mut().as_mut()
            && Engine::would_use_book(&message)
        {
            held.push(message);
            return;
        }
        let heard = self.engine.borrow_mut().hear(&message);
        match heard {
            Heard::Answer(answer) => post(&answer),
            Heard::WantsBook { id } => {
                *self.held.borrow_mut() = Some(Vec::new());
                spawn_local(Rc::clone(self).load(id));
            }
        }
    }

    async fn load(self: Rc<Self>, id: u32) {
        let loaded = match self.book.as_str() {
            "" => Err(NotLoaded),
            book => load(book).await,
        };
        post(&match loaded {
            Ok(bytes) => self.engine.borrow_mut().take_book(id, &bytes),
            Err(NotLoaded) => answer(id, Err(NO_BOOK.to_owned())),
        });
        let held = self.held.borrow_mut().take();
        for message in held.into_iter().flatten() {
            self.hear(message);
        }
    }
}

fn post(message: &ToPage) {
    foursight_mail::post(&encode(message));
}
