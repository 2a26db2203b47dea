//! Small games inside lessons: a flat grid with its own buttons, and a line of words below.

use foursight_core::{Action, Column, Direction, Game, Grid, Move, Space, reduce};
use foursight_record::{Form, write};
use leptos::prelude::*;

use super::super::flat::FlatGrid;
use super::super::{context, live, tap};
use crate::model::Show;
use crate::names::Names;
use crate::reasons;
use crate::scene::drawn::Drawn;
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::words;

/// What a demo shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The grid as data.
    Data,
    /// Where a disc would fall; nothing is dropped.
    Fall,
    /// Turns.
    Turns,
    /// The search for a line through the last disc.
    Win,
}

/// A demo on a game of its own.
#[component]
pub(crate) fn Demo(
    /// What it shows.
    kind: Kind,
    /// The game it is about; the parent may watch it.
    game: Source<Game>,
    /// What its buttons are called together, to tell them from those of others.
    label: &'static str,
) -> impl IntoView {
    let (_, text) = context();
    let start = game.get_untracked();
    let drawn = Source::new(Drawn::of(&start));
    let aim = Source::new(None::<Column>);
    let said = Source::new(String::new());
    let press = Callback::new(move |column: Column| {
        aim.set(Some(column));
        if kind == Kind::Fall {
            return said.set(game.with_untracked(|game| fall(text, game, column)));
        }
        let before = game.get_untracked();
        let next = reduce(&before, Action::Move(Move::Drop(column)));
        match next {
            Ok(next) => {
                // The other demos say more than that.
                said.set(match kind {
                    Kind::Data => words::last(text, &Names::unknown(text), &next),
                    _ => String::new(),
                });
                drawn.update(|drawn| drawn.show(&Show::step(&before, next.clone())));
                game.set(next);
            }
            Err(error) => said.set(reasons::refusal(text, error)),
        }
    });
    let reset = move || {
        drawn.set(Drawn::of(&start));
        game.set(start.clone());
        said.set(String::new());
        aim.set(None);
    };
    let columns = game.with_untracked(|game| game.position().grid().columns().collect::<Vec<_>>());
    let buttons = columns.into_iter().map(|column| {
        let label = text.with(M::DropInColumn, &[("column", &column)]);
        view! { <button aria-label=label on:click=tap(move || press.run(column))>{column.number()}</button> }
    });
    view! {
        <div class="demo">
            <div class="slots"><div role="group" aria-label=label>{buttons.collect_view()}</div></div>
            <div class="stage">
                <FlatGrid game=game drawn=drawn aim=derived(move || aim.get()) on_aim=Callback::new(move |column| aim.set(column)) on_drop=press/>
            </div>
            <p role="status">{live(move || game.with(|game| status(text, kind, game)))}" "{live(move || said.get())}</p>
            {(kind == Kind::Data).then(|| view! { <pre tabindex="0">{live(move || game.with(data))}</pre> })}
            <button on:click=tap(reset)>{text.get(M::Reset)}</button>
        </div>
    }
}

fn data(game: &Game) -> String {
    write(game, Form::Rows, &EMOJI).replace("],", "],\n ")
}

fn fall(text: Text, game: &Game, column: Column) -> String {
    match game.position().grid().landing(column) {
        Some(space) => text.with(
            M::DemoFallAnswer,
            &[("column", &column), ("space", &space), ("row", &space.row)],
        ),
        None => text.with(M::DemoFallFull, &[("column", &column)]),
    }
}

fn status(text: Text, kind: Kind, game: &Game) -> String {
    let phase = text.get(words::phase_name(game.phase()));
    match kind {
        Kind::Fall | Kind::Data => String::new(),
        Kind::Turns => format!("{phase}."),
        Kind::Win => format!(
            "{phase}. {} {}",
            counts(text, game),
            words::ending(text, game)
        ),
    }
}

/// How many discs of the last mover are adjacent through the last disc, in each direction.
fn counts(text: Text, game: &Game) -> String {
    let grid = game.position().grid();
    let last = game
        .moves()
        .last()
        .and_then(|step| step.column())
        .and_then(|column| {
            let row = foursight_core::Row::from_index(grid.stack(column).count().checked_sub(1)?)?;
            Some(Space { column, row })
        });
    let Some(last) = last else {
        return String::new();
    };
    let count = |direction| through(&grid, last, direction);
    text.with(
        M::DemoWinCount,
        &[
            ("space", &last),
            ("across", &count(Direction::Horizontal)),
            ("up", &count(Direction::Vertical)),
            ("rising", &count(Direction::Rising)),
            ("falling", &count(Direction::Falling)),
            ("connect", &game.ruleset().connect()),
        ],
    )
}

fn through(grid: &Grid, space: Space, direction: Direction) -> u8 {
    let Some(disc) = grid.disc_at(space) else {
        return 0;
    };
    let is_own = |at: Space| {
        grid.disc_at(at)
            .is_some_and(|other| other.owner == disc.owner)
    };
    let mut start = space;
    while let Some(before) = grid
        .step(start, direction, -1)
        .filter(|before| is_own(*before))
    {
        start = before;
    }
    grid.run_length(start, direction, disc.owner)
}
