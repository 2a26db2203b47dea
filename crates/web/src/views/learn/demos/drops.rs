//! One drop in five representations: the result in each, and its source step by step.

use foursight_core::{Column, Game};
use foursight_lessons::teach::drop_trace::trace_drop;
use foursight_lessons::teach::form_text::DataForm;
use foursight_lessons::teach::{forms, number, rows_from_top};
use foursight_lessons::{FormNotes, Listing, Trace, TracePoint};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{click_handler, dynamic_view, text_signal};
use super::super::board_picture::{BoardPicture, RulerStyle, picture};
use super::super::emoji_picture::{drawn_picture, legend};
use super::super::trace_player::TracePlayer;
use super::super::widgets::columns;
use super::WIDTH;
use super::forms::form_name;
use crate::shell::signals::{ErasedSignal, erased_memo};

/// The demo of one drop in every representation of a game, or in those whose listings the step
/// has.
pub(super) fn show(text: Text, start: Game, listings: Vec<&'static Listing>) -> AnyView {
    let slot = ErasedSignal::new(None::<usize>);
    let game = start.clone();
    let board = erased_memo(move || {
        let column = slot.get().and_then(Column::from_index);
        let after = column.and_then(|column| game.drop_in(column).ok());
        let mut board = BoardPicture::of(after.as_ref().unwrap_or(&game));
        board.rulers = Some(RulerStyle::People);
        board
    });
    let press = Callback::new(move |index: usize| slot.set(Some(index)));
    let has_short_head = listings.iter().any(|listing| listing.name == "drop");
    let shown: Vec<_> = DataForm::ALL
        .into_iter()
        .filter(|form| has_short_head || listing_of(*form, &listings).is_some())
        .collect();
    let has_picture = shown.contains(&DataForm::Picture);
    let game = start.clone();
    let results = dynamic_view(move || match slot.get() {
        Some(slot) => results(text, &game, slot, &shown, has_short_head),
        None => view! { <p>{text.get(M::LessonTryColumn)}</p> }.into_any(),
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, board, Some(press))}
                {has_picture.then(|| legend(text))}
            </div>
            <div role="status" data-testid="drops">{results}</div>
        </div>
        {sources(text, start, slot, listings)}
    }
    .into_any()
}

/// Returns the listing of a drop into a representation.
fn listing_of(form: DataForm, listings: &[&'static Listing]) -> Option<&'static Listing> {
    let name = format!("drop_in_{}", form_name(form));
    let found = listings.iter().find(|listing| listing.name == name);
    found.copied()
}

/// Returns the text of a representation after a drop, or `None` if the slot is full.
fn result(form: DataForm, game: &Game, slot: usize) -> Option<String> {
    let disc = number(game.position().to_move());
    let board = game.position().board();
    let mut see = |_: &TracePoint<'_>| ();
    let list = |rows: Option<Vec<Vec<u8>>>| rows.map(|rows| format!("{rows:?}"));
    match form {
        DataForm::Moves => {
            let moves = forms::moves_of(game);
            let moves = forms::drop_in_moves(disc, slot, &moves, &mut see);
            moves.map(|moves| format!("{moves:?}"))
        }
        DataForm::Board => {
            let rows = rows_from_top(&board);
            list(forms::drop_in_board(disc, slot, &rows, &mut see))
        }
        DataForm::Slots => {
            let slots = forms::slots_of(&board);
            list(forms::drop_in_slots(disc, slot, &slots, &mut see))
        }
        DataForm::Stacks => {
            let stacks = forms::stacks_of(&board);
            list(forms::drop_in_stacks(disc, slot, &stacks, &mut see))
        }
        DataForm::Picture => {
            forms::drop_in_picture(disc, slot, &forms::picture_of(&board), &mut see)
        }
    }
}

/// The call, and the representations after the drop.
fn results(
    text: Text,
    game: &Game,
    slot: usize,
    shown: &[DataForm],
    has_short_head: bool,
) -> AnyView {
    let disc = number(game.position().to_move());
    let rows: Vec<_> = shown
        .iter()
        .map(|form| {
            let heading = FormNotes::of(*form).name.get(text.0);
            let result = result(*form, game, slot);
            let is_picture = *form == DataForm::Picture;
            let drawn = result.as_ref().filter(|_| is_picture).map(|picture| drawn_picture(text, picture));
            let result = result.unwrap_or_else(|| text.get(M::LessonNothing).to_owned());
            view! { <div><dt>{heading}</dt><dd>{drawn}<pre tabindex="0" data-form=form_name(*form)>{result}</pre></dd></div> }
        })
        .collect();
    let call = if has_short_head {
        format!("drop({slot}, game)")
    } else {
        format!("drop({disc}, {slot}, game)")
    };
    let next = has_short_head.then(|| {
        let next = text.with(M::NextDisc, &[("disc", &disc)]);
        view! { " "<span data-testid="next-disc">{next}</span> }
    });
    view! {
        <p><code data-testid="call">{call}</code>{next}</p>
        <dl class="results">{rows}</dl>
    }
    .into_any()
}

/// The sources with the lines that the drop executes. Where each belongs to one representation, one
/// of them is selected.
fn sources(
    text: Text,
    game: Game,
    slot: ErasedSignal<Option<usize>>,
    listings: Vec<&'static Listing>,
) -> AnyView {
    let forms: Vec<_> = DataForm::ALL
        .into_iter()
        .filter(|form| listing_of(*form, &listings).is_some())
        .collect();
    let Some(first) = forms.first().filter(|_| forms.len() == listings.len()) else {
        return source_player(text, game, slot, listings);
    };
    let chosen = ErasedSignal::new(*first);
    let buttons = forms.iter().map(|form| {
        let form = *form;
        let pressed = text_signal(move || (chosen.get() == form).to_string());
        let name = FormNotes::of(form).name.get(text.0);
        view! { <button type="button" aria-pressed=pressed data-source=form_name(form) on:click=click_handler(move || chosen.set(form))>{name}</button> }
    });
    let buttons = buttons.collect_view();
    let part = dynamic_view(move || {
        let listing = listing_of(chosen.get(), &listings);
        source_player(text, game.clone(), slot, listing.into_iter().collect())
    });
    view! {
        <div class="row" role="group" aria-label=text.get(M::LessonSources)>{buttons}</div>
        {part}
    }
    .into_any()
}

/// The playback of the run of some listings on a drop.
fn source_player(
    text: Text,
    game: Game,
    slot: ErasedSignal<Option<usize>>,
    listings: Vec<&'static Listing>,
) -> AnyView {
    let run = listings.clone();
    let trace = erased_memo(move || match slot.get().and_then(Column::from_index) {
        Some(column) => trace_drop(&run, &game, column),
        None => Trace::default(),
    });
    TracePlayer::new(listings, trace).view(text)
}
