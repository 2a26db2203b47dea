//! Demos: small things to play with, each with a game of its own.

mod actions;
mod drops;
mod forms;
mod grids;
mod scan;
mod search;
mod states;
mod turn;

use foursight_core::{Column, Game};
use foursight_lessons::teach::runs::on_drop;
use foursight_lessons::{Demo, Listing, Trace};
use foursight_record::read_link;
use leptos::prelude::*;

use super::super::tap;
use super::picture::{Picture, Sign};
use super::walk::Stepped;
use crate::shell::source::{Source, derived};
use crate::taught::refusal;
use crate::text::{Message as M, Text};

/// A demo, with what its lesson says about it, and the listings that it steps through.
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
        Demo::Forms => forms::five(text, game()),
        Demo::Drops => drops::show(text, game(), &listings),
        Demo::Valid => forms::valid(text),
        Demo::States => states::show(text),
        Demo::Actions => actions::show(text, &game(), listings),
        Demo::Scan => scan::show(text, argument, listings),
        Demo::Layout => grids::layout(text, listings),
        Demo::Axes => grids::axes(text),
        Demo::Compare => grids::compare(text, listings),
    }
}

/// A demo as it stands on paper, if there is more to see of it than a grid. The id is that of its step.
pub(super) fn still(text: Text, demo: Demo, id: &str) -> Option<AnyView> {
    match demo {
        Demo::Flow => Some(turn::chart(text, Source::new(Vec::new()))),
        Demo::Array => Some(turn::still_array(text)),
        Demo::States => Some(states::still(text, id)),
        _ => None,
    }
}

/// A game that is played in a demo, with the last thing that was said about it.
#[derive(Clone, Copy)]
struct Toy {
    text: Text,
    game: Source<Game>,
    start: Source<Game>,
    said: Source<String>,
    /// The last press: the game before it, and the column.
    pressed: Source<Option<(Game, usize)>>,
}

impl Toy {
    fn new(text: Text, start: Game) -> Self {
        Self {
            text,
            game: Source::new(start.clone()),
            start: Source::new(start),
            said: Source::new(String::new()),
            pressed: Source::new(None),
        }
    }

    /// What listings do with the last press, to be walked through.
    fn stepped(self, listings: Vec<&'static Listing>) -> Stepped {
        let run = listings.clone();
        let trace = derived(move || match self.pressed.get() {
            Some((game, index)) => {
                let column = Column::from_index(index);
                column.map_or_else(Trace::default, |column| on_drop(&run, &game, column))
            }
            None => Trace::default(),
        });
        Stepped::new(listings, trace)
    }

    /// Drops a disc, or says why not.
    fn press(self) -> Callback<usize> {
        Callback::new(move |index: usize| {
            let Some(column) = Column::from_index(index) else {
                return;
            };
            self.pressed.set(Some((self.game.get_untracked(), index)));
            match self.game.with_untracked(|game| game.drop_in(column)) {
                Ok(next) => {
                    self.said.set(String::new());
                    self.game.set(next);
                }
                Err(error) => self.said.set(refusal(self.text, error)),
            }
        })
    }

    /// Why the last press was refused, or else these words.
    fn said_or(self, words: impl FnOnce() -> String) -> String {
        let refused = self.said.get();
        if refused.is_empty() { words() } else { refused }
    }

    fn reset(self) {
        self.pressed.set(None);
        self.said.set(String::new());
        self.game.set(self.start.get_untracked());
    }

    fn reset_button(self, label: M) -> AnyView {
        view! { <button type="button" data-testid="reset" on:click=tap(move || self.reset())>{self.text.get(label)}</button> }
            .into_any()
    }
}

/// How many columns the usual grid has.
const WIDTH: usize = 7;
/// How many rows it has.
const HEIGHT: i32 = 6;

/// Draws a sign around the space that a run is at, by a row that counts from the top.
fn look(picture: &mut Picture, stepped: Stepped) {
    let place = stepped.moment().and_then(|moment| {
        let [row, column] = ["row", "column"].map(|name| moment.value(name));
        Some((row? as i32, column? as i32))
    });
    if let Some((row, column)) = place {
        picture.signs.push(((HEIGHT - 1 - row, column), Sign::Look));
    }
}
