//! The list of actions, and the states between them: nothing old is ever changed.

use foursight_core::Game;
use foursight_lessons::teach::reduce::{Action, State, shared};
use foursight_lessons::{Listing, Story};
use leptos::prelude::*;

use super::super::super::{live, shown, tap};
use super::super::kit::columns;
use super::super::picture::{Picture, Rulers, Sign, picture};
use super::super::walk::Stepped;
use super::search::{asks_edge, told};
use super::{HEIGHT, WIDTH, look};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};

/// The demo, perhaps with some moves made, and the source of an action.
pub(super) fn show(text: Text, game: &Game, listings: Vec<&'static Listing>) -> AnyView {
    let story = Source::new(Story::of(game));
    let press =
        Callback::new(move |index: usize| story.update(|story| story.act(Action::Move(index))));
    let walk = move |by: isize| {
        story.update(|story| story.look(story.at().saturating_add_signed(by)));
    };
    let run = listings.clone();
    let has_source = !listings.is_empty();
    let screen = listings.iter().any(|of| of.name == "view").then(|| {
        let shown = live(move || story.with(Story::screen));
        view! { <pre class="array" tabindex="0" role="region" aria-label="view" data-testid="screen">{shown}</pre> }
    });
    let stepped = Stepped::new(
        listings,
        derived(move || story.with(|story| story.run(&run))),
    );
    let drawn = derived(move || {
        let mut drawn = story.with(|story| picture_of(story.now()));
        drawn.rulers = has_source.then_some(Rulers::FromTop);
        look(&mut drawn, stepped);
        if let Some(row) = alone(stepped) {
            let column = story.with(column_of);
            drawn.signs.push(((HEIGHT - 1 - row, column), Sign::Look));
        }
        drawn
    });
    let line = live(move || match stepped.moment() {
        Some(moment) if moment.listing.name == "did_win" || asks_edge(&moment) => {
            told(text, Some(&moment))
        }
        _ => String::new(),
    });
    let list = shown(move || {
        let (actions, at) = story.with(|story| (story.actions().to_vec(), story.at()));
        let items: Vec<_> = actions.iter().enumerate().map(|(index, action)| {
            let current = (index + 1 == at).then_some("true");
            let go = tap(move || story.update(|story| story.look(index + 1)));
            view! { <li><button type="button" aria-current=current on:click=go>{said(text, *action)}</button></li> }
        }).collect();
        view! { <ol class="actions" data-testid="actions">{items}</ol> }.into_any()
    });
    let status = live(move || story.with(|story| state_words(text, story)));
    view! {
        <div class=if has_source { "beside" } else { "" }>
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, drawn, Some(press))}
                <p role="status" data-testid="actions-said">{status}</p>
                <div class="row">
                    <button type="button" data-testid="story-back" on:click=tap(move || walk(-1))>{text.get(M::LessonBack)}</button>
                    <button type="button" data-testid="story-on" on:click=tap(move || walk(1))>{text.get(M::LessonForth)}</button>
                    <button type="button" data-testid="restart" on:click=tap(move || story.update(|story| story.act(Action::Restart)))>{text.get(M::Restart)}</button>
                </div>
                {list}
            </div>
            <div>{screen}{stepped.view(text)}<p role="status" data-testid="line-said">{line}</p></div>
        </div>
        {shown(move || before_and_after(text, &story.get()))}
    }
    .into_any()
}

/// The column of the action that led here.
fn column_of(story: &Story) -> i32 {
    match story.before() {
        Some((Action::Move(index), _)) => index as i32,
        _ => 0,
    }
}

/// The row that a run looks at inside one column, which has no name for it there.
fn alone(stepped: Stepped) -> Option<i32> {
    let moment = stepped.moment()?;
    let row = moment.value("row")? as i32;
    moment.value("column").is_none().then_some(row)
}

fn picture_of(state: &State) -> Picture {
    let height = state.columns.first().map_or(0, |column| column.len());
    let row = |row: usize| {
        state
            .columns
            .iter()
            .map(|column| column[height - 1 - row])
            .collect()
    };
    Picture::of_rows(&(0..height).map(row).collect())
}

fn said(text: Text, action: Action) -> String {
    match action {
        Action::Move(index) => text.with(M::ActionsMove, &[("index", &index)]),
        Action::Restart => text.get(M::Restart).to_owned(),
    }
}

fn state_words(text: Text, story: &Story) -> String {
    let state = story.now();
    let name = |number: u8| text.with(M::PlayerNumber, &[("number", &number)]);
    let turn = match state.winner {
        Some(winner) => text.with(M::Wins, &[("name", &name(winner))]),
        None if state.is_over => text.get(M::Tie).to_owned(),
        None => text.with(M::ToMove, &[("name", &name(state.player))]),
    };
    let parts: [(&str, &dyn std::fmt::Display); 3] = [
        ("at", &story.at()),
        ("all", &story.actions().len()),
        ("turn", &turn),
    ];
    text.with(M::ActionsAt, &parts)
}

/// The state before the last action and the one after it, column by column.
fn before_and_after(text: Text, story: &Story) -> AnyView {
    let Some((_, before)) = story.before() else {
        return view! { <p class="small">{text.get(M::ActionsNone)}</p> }.into_any();
    };
    let after = story.now();
    let same = shared(before, after);
    let count = same.iter().filter(|is| **is).count();
    let table = |heading: M, own: M, state: &State| {
        let lines: Vec<_> = state
            .columns
            .iter()
            .zip(&same)
            .map(|(column, is_shared)| {
                let class = if *is_shared { "shared" } else { "own" };
                let note = text.get(if *is_shared { M::ActionsShared } else { own });
                view! { <li class=class>{format!("{column:?}")}" "<small>{note}</small></li> }
            })
            .collect();
        view! { <div><h2>{text.get(heading)}</h2><ol class="columns" start="0">{lines}</ol></div> }
    };
    view! {
        <p data-testid="shared">{text.with(M::ActionsCount, &[("count", &count)])}</p>
        <div class="beside">{table(M::ActionsBefore, M::ActionsOld, before)}{table(M::ActionsAfter, M::ActionsOwn, after)}</div>
    }
    .into_any()
}
