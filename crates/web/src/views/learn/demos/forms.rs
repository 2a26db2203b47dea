//! Five forms of one game: each can be written into, and all others follow.

use foursight_core::Game;
use foursight_lessons::teach::forms::SIGNS;
use foursight_lessons::teach::written::Form;
use leptos::prelude::*;

use super::super::super::{live, tap};
use super::super::kit::columns;
use super::super::picture::{Picture, picture};
use super::{Toy, WIDTH};
use crate::names::Names;
use crate::shell::source::{Source, derived};
use crate::taught::{changed, dropped, misread};
use crate::text::{Message as M, Text};
use crate::words;

/// The heading of a form, what it is good for, and what not.
pub(super) const fn form_words(form: Form) -> [M; 3] {
    match form {
        Form::Moves => [M::FiveMoves, M::FiveMovesPro, M::FiveMovesCon],
        Form::Grid => [M::FiveGrid, M::FiveGridPro, M::FiveGridCon],
        Form::Slots => [M::FiveSlots, M::FiveSlotsPro, M::FiveSlotsCon],
        Form::Stacks => [M::FiveStacks, M::FiveStacksPro, M::FiveStacksCon],
        Form::Picture => [M::FivePicture, M::FivePicturePro, M::FivePictureCon],
    }
}

pub(super) const fn form_name(form: Form) -> &'static str {
    match form {
        Form::Moves => "moves",
        Form::Grid => "grid",
        Form::Slots => "slots",
        Form::Stacks => "stacks",
        Form::Picture => "picture",
    }
}

/// Who is who in the lists and in the picture.
pub(super) fn legend(text: Text) -> AnyView {
    let said = text.with(
        M::FormsLegend,
        &[("first", &SIGNS[1]), ("second", &SIGNS[2])],
    );
    view! { <p class="small">{said}</p> }.into_any()
}

/// The grid and its five forms.
pub(super) fn five(text: Text, start: Game) -> AnyView {
    let toy = Toy::new(text, start);
    // What somebody is writing into a form, and why it is no game.
    let draft = Source::new(None::<(Form, String, String)>);
    let press = Callback::new(move |index: usize| {
        draft.set(None);
        toy.press().run(index);
    });
    let undo = move || {
        draft.set(None);
        if let Some(before) = toy.game.with_untracked(Game::undo) {
            toy.game.set(before);
        }
    };
    let status = move |game: &Game| {
        let last = dropped(text, game);
        let names = Names::unknown(text);
        format!("{last} {}.", words::status(text, &names, game, None))
    };
    let said = live(move || toy.said_or(|| toy.game.with(status)));
    view! {
        {legend(text)}
        {columns(text, WIDTH, true, press)}
        {picture(text, derived(move || toy.game.with(Picture::of)), Some(press))}
        <p role="status" data-testid="forms-said">{said}</p>
        <div class="row">
            <button type="button" data-testid="undo" on:click=tap(undo)>{text.get(M::Undo)}</button>
            <button type="button" data-testid="reset" on:click=tap(move || { draft.set(None); toy.game.set(Game::default()); })>{text.get(M::LessonShowEmpty)}</button>
        </div>
        <div class="forms">{Form::ALL.map(|form| card(text, toy, draft, form)).collect_view()}</div>
    }
    .into_any()
}

/// One form: its text to write into, what changed, and what it is good for.
fn card(
    text: Text,
    toy: Toy,
    draft: Source<Option<(Form, String, String)>>,
    form: Form,
) -> AnyView {
    let [heading, pro, con] = form_words(form).map(|message| text.get(message));
    let value = live(move || match draft.get() {
        Some((drafted, written, _)) if drafted == form => written,
        _ => toy.game.with(|game| form.write(game)),
    });
    let error = live(move || match draft.get() {
        Some((drafted, _, error)) if drafted == form => error,
        _ => String::new(),
    });
    let is_wrong = live(move || (!error.get().is_empty()).to_string());
    let write = move |event| {
        let written = event_target_value(&event);
        match form.read(&written) {
            Ok(game) => {
                draft.set(Some((form, written, String::new())));
                toy.said.set(String::new());
                toy.game.set(game);
            }
            Err(error) => draft.set(Some((form, written, misread(text, error)))),
        }
    };
    let changed = live(move || toy.game.with(|game| changed(text, game, form)));
    let rows = match form {
        Form::Moves => 2,
        Form::Picture => 7,
        Form::Grid => 8,
        _ => 9,
    };
    let id = format!("form-{}", form_name(form));
    let error_id = format!("{id}-error");
    view! {
        <section class="form card">
            <label for=id.clone()><b>{heading}</b></label>
            <textarea id=id.clone() data-testid=id spellcheck="false" autocomplete="off" rows=rows.to_string() aria-invalid=is_wrong aria-describedby=error_id.clone() prop:value=value on:input=write></textarea>
            <p id=error_id class="bad" role="status">{error}</p>
            <p class="small">{changed}</p>
            <ul class="procon"><li class="pro">{pro}</li><li class="con">{con}</li></ul>
        </section>
    }
    .into_any()
}

/// A list of moves to break.
pub(super) fn valid(text: Text) -> AnyView {
    const SAMPLES: [(M, &str); 4] = [
        (M::ValidFine, "[3, 3, 1, 2, 4, 2]"),
        (M::ValidSlot, "[3, 3, 1, 7]"),
        (M::ValidSeventh, "[2, 2, 2, 2, 2, 2, 2]"),
        (M::ValidAfterWin, "[3, 4, 3, 4, 3, 4, 3, 4]"),
    ];
    let written = Source::new(SAMPLES[0].1.to_owned());
    let found = derived(move || {
        let found = written.with(|written| Form::Moves.read(written));
        found.map_err(|error| misread(text, error))
    });
    let said = live(move || match found.get() {
        Ok(game) => {
            let status = words::status(text, &Names::unknown(text), &game, None);
            text.with(M::ValidYes, &[("status", &status)])
        }
        Err(error) => error,
    });
    let buttons = SAMPLES.map(|(label, sample)| {
        view! { <button type="button" data-sample=sample on:click=tap(move || written.set(sample.to_owned()))>{text.get(label)}</button> }
    });
    let class = live(move || if found.get().is_ok() { "good" } else { "bad" }.to_owned());
    let drawn = derived(move || Picture::of(&found.get().unwrap_or_default()));
    view! {
        <label class="field"><span>{text.get(M::FiveMoves)}</span>
            <textarea data-testid="valid" rows="2" spellcheck="false" aria-invalid=live(move || found.get().is_err().to_string()) prop:value=live(move || written.get()) on:input=move |event| written.set(event_target_value(&event))></textarea>
        </label>
        <p role="status" class=class data-testid="valid-said">{said}</p>
        <div class="row">{buttons.collect_view()}</div>
        {picture(text, drawn, None)}
    }
    .into_any()
}
