//! Interactive demos, each with a game of its own.

mod actions;
mod boards;
mod drops;
mod forms;
mod scan;
mod search;
mod states;
mod tiles;
mod turn;

use foursight_core::{Column, Game};
use foursight_lessons::teach::drop_trace::trace_drop;
use foursight_lessons::{Demo, Listing, Trace};
use foursight_page::learn::lesson_text::drop_error_text;
use foursight_page::text::{Text, UiMessage as M};
use foursight_record::read_link;
use leptos::prelude::*;

use super::super::click_handler;
use super::board_picture::{BoardPicture, PictureMark};
use super::trace_player::TracePlayer;
use crate::shell::signals::{ErasedSignal, erased_memo};

/// Returns a demo with its argument and the listings that it steps through.
pub(super) fn show(
    text: Text,
    demo: Demo,
    argument: &'static str,
    listings: Vec<&'static Listing>,
) -> AnyView {
    let game = || read_link(argument).unwrap_or_default();
    match demo {
        Demo::Flow => turn::flow(text),
        Demo::Array => turn::array(text, listings),
        Demo::Turns => turn::turns(text, Game::default(), listings),
        Demo::Win => turn::turns(text, game(), listings),
        Demo::Fall => search::fall(text, game()),
        Demo::Line => search::line(text, game(), listings),
        Demo::Forms => forms::five_forms(text, game()),
        Demo::Drops => drops::show(text, game(), listings),
        Demo::Valid => forms::valid(text),
        Demo::States => states::show(text),
        Demo::Actions => actions::show(text, &game(), listings),
        Demo::Tiles => tiles::show(text, listings),
        Demo::Scan => scan::show(text, argument, listings),
        Demo::Layout => boards::layout(text, listings),
        Demo::Axes => boards::axes(text),
        Demo::Compare => boards::compare(text, listings),
    }
}

/// Returns the printable form of a demo, if it has more than a board. `id` is that of its step.
pub(super) fn printed(text: Text, demo: Demo, id: &str) -> Option<AnyView> {
    match demo {
        Demo::Flow => Some(turn::chart(text, ErasedSignal::new(Vec::new()))),
        Demo::Array => Some(turn::printed_array(text)),
        Demo::States => Some(states::printed(text, id)),
        _ => None,
    }
}

/// A game in a demo, with the last message about it.
#[derive(Clone, Copy)]
struct DemoGame {
    text: Text,
    game: ErasedSignal<Game>,
    start: ErasedSignal<Game>,
    message: ErasedSignal<String>,
    /// The last click: the game before it, and the column.
    pressed: ErasedSignal<Option<(Game, usize)>>,
}

impl DemoGame {
    fn new(text: Text, start: Game) -> Self {
        Self {
            text,
            game: ErasedSignal::new(start.clone()),
            start: ErasedSignal::new(start),
            message: ErasedSignal::new(String::new()),
            pressed: ErasedSignal::new(None),
        }
    }

    /// Returns a player of the listings' run on the last click.
    fn trace_player(self, listings: Vec<&'static Listing>) -> TracePlayer {
        let run = listings.clone();
        let trace = erased_memo(move || match self.pressed.get() {
            Some((game, index)) => {
                let column = Column::from_index(index);
                column.map_or_else(Trace::default, |column| trace_drop(&run, &game, column))
            }
            None => Trace::default(),
        });
        TracePlayer::new(listings, trace)
    }

    /// Returns a handler that drops a disc, or explains why it cannot.
    fn press(self) -> Callback<usize> {
        Callback::new(move |index: usize| {
            let Some(column) = Column::from_index(index) else {
                return;
            };
            self.pressed.set(Some((self.game.get_untracked(), index)));
            match self.game.with_untracked(|game| game.drop_in(column)) {
                Ok(next) => {
                    self.message.set(String::new());
                    self.game.set(next);
                }
                Err(error) => self.message.set(drop_error_text(self.text, error)),
            }
        })
    }

    /// Returns the reason of the last refusal, or else this text.
    fn message_or(self, words: impl FnOnce() -> String) -> String {
        let refused = self.message.get();
        if refused.is_empty() { words() } else { refused }
    }

    fn reset(self) {
        self.pressed.set(None);
        self.message.set(String::new());
        self.game.set(self.start.get_untracked());
    }

    fn reset_button(self, label: M) -> AnyView {
        view! { <button type="button" data-testid="reset" on:click=click_handler(move || self.reset())>{self.text.get(label)}</button> }
            .into_any()
    }
}

/// Columns of the usual board.
const WIDTH: usize = 7;
/// Rows of the usual board.
const HEIGHT: i32 = 6;

/// Marks the cell that a run examines; its row counts from the top.
fn mark_examined_cell(picture: &mut BoardPicture, player: TracePlayer) {
    let place = player.moment().and_then(|moment| {
        let [row, column] = ["row", "column"].map(|name| moment.value(name));
        Some((row? as i32, column? as i32))
    });
    if let Some((row, column)) = place {
        picture
            .marks
            .push(((HEIGHT - 1 - row, column), PictureMark::Look));
    }
}
