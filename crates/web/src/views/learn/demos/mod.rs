//! Demos: small things to play with, each with a game of its own.

mod actions;
mod forms;
mod grids;
mod scan;
mod search;
mod states;
mod turn;

use foursight_core::{Column, Game};
use foursight_lessons::Demo;
use foursight_record::read_link;
use leptos::prelude::*;

use super::super::tap;
use crate::reasons;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};

/// A demo, with what its lesson says about it.
pub(super) fn show(text: Text, demo: Demo, argument: &'static str) -> AnyView {
    let game = || read_link(argument).unwrap_or_default();
    match demo {
        Demo::Flow => turn::flow(text),
        Demo::Array => turn::array(text),
        Demo::Turns => turn::turns(text, Game::default()),
        Demo::Win => turn::turns(text, game()),
        Demo::Fall => search::fall(text, game()),
        Demo::Line => search::line(text, game()),
        Demo::Forms => forms::five(text, game()),
        Demo::Drops => forms::drops(text, game()),
        Demo::Valid => forms::valid(text),
        Demo::States => states::show(text),
        Demo::Actions => actions::show(text, &game()),
        Demo::Scan => scan::show(text, argument),
        Demo::Layout => grids::layout(text),
        Demo::Axes => grids::axes(text),
        Demo::Compare => grids::compare(text),
    }
}

/// A game that is played in a demo, with the last thing that was said about it.
#[derive(Clone, Copy)]
struct Toy {
    text: Text,
    game: Source<Game>,
    start: Source<Game>,
    said: Source<String>,
}

impl Toy {
    fn new(text: Text, start: Game) -> Self {
        Self {
            text,
            game: Source::new(start.clone()),
            start: Source::new(start),
            said: Source::new(String::new()),
        }
    }

    /// Drops a disc, or says why not.
    fn press(self) -> Callback<usize> {
        Callback::new(move |index: usize| {
            let Some(column) = Column::from_index(index) else {
                return;
            };
            match self.game.with_untracked(|game| game.drop_in(column)) {
                Ok(next) => {
                    self.said.set(String::new());
                    self.game.set(next);
                }
                Err(error) => self.said.set(reasons::refusal(self.text, error)),
            }
        })
    }

    fn reset(self) {
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
