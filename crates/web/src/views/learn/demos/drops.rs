//! One drop in five forms: what each makes of it, and its source step by step.

use foursight_core::{Column, Game};
use foursight_lessons::teach::runs::on_drop;
use foursight_lessons::teach::written::Form;
use foursight_lessons::teach::{forms, number, rows_from_top};
use foursight_lessons::{Listing, Trace};
use leptos::prelude::*;

use super::super::super::{live, shown, tap};
use super::super::kit::columns;
use super::super::picture::{Picture, picture};
use super::super::walk::Stepped;
use super::WIDTH;
use super::forms::{form_name, form_words, legend};
use crate::shell::source::{Source, derived};
use crate::text::{Message as M, Text};

/// The drop of each form on the same game.
pub(super) fn show(text: Text, start: Game, listings: &[&'static Listing]) -> AnyView {
    let slot = Source::new(None::<usize>);
    let game = start.clone();
    let drawn = derived(move || {
        let column = slot.get().and_then(Column::from_index);
        let after = column.and_then(|column| game.drop_in(column).ok());
        Picture::of(after.as_ref().unwrap_or(&game))
    });
    let press = Callback::new(move |index: usize| slot.set(Some(index)));
    let game = start.clone();
    let results = shown(move || match slot.get() {
        Some(slot) => results(text, &game, slot),
        None => view! { <p>{text.get(M::LessonTryColumn)}</p> }.into_any(),
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, drawn, Some(press))}
                {legend(text)}
            </div>
            <div role="status" data-testid="drops">{results}</div>
        </div>
        {sources(text, start, slot, listings)}
    }
    .into_any()
}

/// What each form is after the drop.
fn results(text: Text, game: &Game, slot: usize) -> AnyView {
    let disc = number(game.position().to_move());
    let grid = game.position().grid();
    let list = |rows: Option<Vec<Vec<u8>>>| rows.map(|rows| format!("{rows:?}"));
    let found = Form::ALL.map(|form| match form {
        Form::Moves => {
            let moves = forms::moves_of(game);
            forms::drop_in_moves(disc, slot, &moves, &mut |_| ()).map(|moves| format!("{moves:?}"))
        }
        Form::Grid => list(forms::drop_in_grid(
            disc,
            slot,
            &rows_from_top(&grid),
            &mut |_| (),
        )),
        Form::Slots => list(forms::drop_in_slots(
            disc,
            slot,
            &forms::slots_of(&grid),
            &mut |_| (),
        )),
        Form::Stacks => list(forms::drop_in_stacks(
            disc,
            slot,
            &forms::stacks_of(&grid),
            &mut |_| (),
        )),
        Form::Picture => forms::drop_in_picture(disc, slot, &forms::picture_of(&grid), &mut |_| ()),
    });
    let rows = Form::ALL.into_iter().zip(found).map(|(form, found)| {
        let heading = text.get(form_words(form)[0]);
        let found = found.unwrap_or_else(|| text.get(M::LessonNothing).to_owned());
        view! { <div><dt>{heading}</dt><dd><pre tabindex="0" data-form=form_name(form)>{found}</pre></dd></div> }
    });
    view! {
        <p><code>{format!("drop({disc}, {slot}, game)")}</code></p>
        <dl class="results">{rows.collect_view()}</dl>
    }
    .into_any()
}

/// The source of one form, which can be chosen, with the lines that the drop runs through.
fn sources(
    text: Text,
    game: Game,
    slot: Source<Option<usize>>,
    listings: &[&'static Listing],
) -> AnyView {
    let known = Form::ALL.map(|form| {
        let name = format!("drop_in_{}", form_name(form));
        let found = listings.iter().find(|listing| listing.name == name);
        (form, found.copied())
    });
    let known: Vec<_> = known
        .into_iter()
        .filter_map(|(form, listing)| Some((form, listing?)))
        .collect();
    let Some((first, _)) = known.first() else {
        return ().into_any();
    };
    let chosen = Source::new(*first);
    let buttons = known.iter().map(|(form, _)| {
        let form = *form;
        let pressed = live(move || (chosen.get() == form).to_string());
        view! { <button type="button" aria-pressed=pressed data-source=form_name(form) on:click=tap(move || chosen.set(form))>{text.get(form_words(form)[0])}</button> }
    });
    let buttons = buttons.collect_view();
    let part = shown(move || {
        let now = chosen.get();
        let found = known.iter().find(|(form, _)| *form == now);
        let listings: Vec<_> = found.map(|(_, listing)| *listing).into_iter().collect();
        let (run, game) = (listings.clone(), game.clone());
        let trace = derived(move || match slot.get().and_then(Column::from_index) {
            Some(column) => on_drop(&run, &game, column),
            None => Trace::default(),
        });
        Stepped::new(listings, trace).view(text)
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::LessonSources)>{buttons}</div>
        {part}
    }
    .into_any()
}
