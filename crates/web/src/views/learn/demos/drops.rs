//! One drop in five representations: the result in each, and its source step by step.

use foursight_core::{Column, Game};
use foursight_lessons::teach::drop_trace::trace_drop;
use foursight_lessons::teach::form_text::DataForm;
use foursight_lessons::teach::{forms, number, rows_from_top};
use foursight_lessons::{Listing, Trace};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{click_handler, dynamic_view, text_signal};
use super::super::board_picture::{BoardPicture, picture};
use super::super::trace_player::TracePlayer;
use super::super::widgets::columns;
use super::WIDTH;
use super::forms::{form_messages, form_name, legend};
use crate::shell::signals::{ErasedSignal, erased_memo};

/// The demo of one drop in every representation of a game.
pub(super) fn show(text: Text, start: Game, listings: &[&'static Listing]) -> AnyView {
    let slot = ErasedSignal::new(None::<usize>);
    let game = start.clone();
    let board = erased_memo(move || {
        let column = slot.get().and_then(Column::from_index);
        let after = column.and_then(|column| game.drop_in(column).ok());
        BoardPicture::of(after.as_ref().unwrap_or(&game))
    });
    let press = Callback::new(move |index: usize| slot.set(Some(index)));
    let game = start.clone();
    let results = dynamic_view(move || match slot.get() {
        Some(slot) => results(text, &game, slot),
        None => view! { <p>{text.get(M::LessonTryColumn)}</p> }.into_any(),
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, board, Some(press))}
                {legend(text)}
            </div>
            <div role="status" data-testid="drops">{results}</div>
        </div>
        {sources(text, start, slot, listings)}
    }
    .into_any()
}

/// The representations after the drop.
fn results(text: Text, game: &Game, slot: usize) -> AnyView {
    let disc = number(game.position().to_move());
    let board = game.position().board();
    let list = |rows: Option<Vec<Vec<u8>>>| rows.map(|rows| format!("{rows:?}"));
    let results = DataForm::ALL.map(|form| match form {
        DataForm::Moves => {
            let moves = forms::moves_of(game);
            forms::drop_in_moves(disc, slot, &moves, &mut |_| ()).map(|moves| format!("{moves:?}"))
        }
        DataForm::Board => list(forms::drop_in_board(
            disc,
            slot,
            &rows_from_top(&board),
            &mut |_| (),
        )),
        DataForm::Slots => list(forms::drop_in_slots(
            disc,
            slot,
            &forms::slots_of(&board),
            &mut |_| (),
        )),
        DataForm::Stacks => list(forms::drop_in_stacks(
            disc,
            slot,
            &forms::stacks_of(&board),
            &mut |_| (),
        )),
        DataForm::Picture => {
            forms::drop_in_picture(disc, slot, &forms::picture_of(&board), &mut |_| ())
        }
    });
    let rows = DataForm::ALL.into_iter().zip(results).map(|(form, result)| {
        let heading = text.get(form_messages(form)[0]);
        let result = result.unwrap_or_else(|| text.get(M::LessonNothing).to_owned());
        view! { <div><dt>{heading}</dt><dd><pre tabindex="0" data-form=form_name(form)>{result}</pre></dd></div> }
    });
    view! {
        <p><code>{format!("drop({disc}, {slot}, game)")}</code></p>
        <dl class="results">{rows.collect_view()}</dl>
    }
    .into_any()
}

/// The source of a selectable representation, with the lines that the drop executes.
fn sources(
    text: Text,
    game: Game,
    slot: ErasedSignal<Option<usize>>,
    listings: &[&'static Listing],
) -> AnyView {
    let sources_by_form = DataForm::ALL.map(|form| {
        let name = format!("drop_in_{}", form_name(form));
        let listing = listings.iter().find(|listing| listing.name == name);
        (form, listing.copied())
    });
    let sources_by_form: Vec<_> = sources_by_form
        .into_iter()
        .filter_map(|(form, listing)| Some((form, listing?)))
        .collect();
    let Some((first, _)) = sources_by_form.first() else {
        return ().into_any();
    };
    let chosen = ErasedSignal::new(*first);
    let buttons = sources_by_form.iter().map(|(form, _)| {
        let form = *form;
        let pressed = text_signal(move || (chosen.get() == form).to_string());
        view! { <button type="button" aria-pressed=pressed data-source=form_name(form) on:click=click_handler(move || chosen.set(form))>{text.get(form_messages(form)[0])}</button> }
    });
    let buttons = buttons.collect_view();
    let part = dynamic_view(move || {
        let now = chosen.get();
        let source = sources_by_form.iter().find(|(form, _)| *form == now);
        let listings: Vec<_> = source.map(|(_, listing)| *listing).into_iter().collect();
        let (run, game) = (listings.clone(), game.clone());
        let trace = erased_memo(move || match slot.get().and_then(Column::from_index) {
            Some(column) => trace_drop(&run, &game, column),
            None => Trace::default(),
        });
        TracePlayer::new(listings, trace).view(text)
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::LessonSources)>{buttons}</div>
        {part}
    }
    .into_any()
}
