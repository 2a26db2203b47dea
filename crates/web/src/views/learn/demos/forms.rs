//! Five representations of one game: each is editable, and the others follow.

use foursight_core::Game;
use foursight_lessons::FormNotes;
use foursight_lessons::teach::form_text::DataForm;
use foursight_page::learn::lesson_text::{change_text, last_drop_text, misread_text};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::PlayerNames;
use leptos::prelude::*;

use super::super::super::{click_handler, dynamic_view, text_signal};
use super::super::board_picture::{BoardPicture, picture};
use super::super::emoji_picture::{drawn_picture, legend};
use super::super::widgets::columns;
use super::{DemoGame, WIDTH};
use crate::shell::signals::{ErasedSignal, erased_memo};

/// Returns the name of a representation in tests and listings.
pub(super) const fn form_name(form: DataForm) -> &'static str {
    match form {
        DataForm::Moves => "moves",
        DataForm::Board => "board",
        DataForm::Slots => "slots",
        DataForm::Stacks => "stacks",
        DataForm::Picture => "picture",
    }
}

/// The board and its five representations.
pub(super) fn five_forms(text: Text, start: Game) -> AnyView {
    let demo = DemoGame::new(text, start);
    // The representation that is being edited, its text, and its error.
    let draft = ErasedSignal::new(None::<(DataForm, String, String)>);
    let press = Callback::new(move |index: usize| {
        draft.set(None);
        demo.press().run(index);
    });
    let undo = move || {
        draft.set(None);
        if let Some(before) = demo.game.with_untracked(Game::undo) {
            demo.game.set(before);
        }
    };
    let describe = move |game: &Game| {
        let last = last_drop_text(text, game);
        let names = PlayerNames::unknown(text);
        format!(
            "{last} {}.",
            game_text::status_text(text, &names, game, None)
        )
    };
    let status = text_signal(move || demo.message_or(|| demo.game.with(describe)));
    view! {
        {legend(text)}
        {columns(text, WIDTH, true, press)}
        {picture(text, erased_memo(move || demo.game.with(BoardPicture::of)), Some(press))}
        <p role="status" data-testid="forms-said">{status}</p>
        <div class="row">
            <button type="button" data-testid="undo" on:click=click_handler(undo)>{text.get(M::Undo)}</button>
            <button type="button" data-testid="reset" on:click=click_handler(move || { draft.set(None); demo.game.set(Game::default()); })>{text.get(M::LessonShowEmpty)}</button>
        </div>
        <div class="forms">{DataForm::ALL.map(|form| card(text, demo, draft, form)).collect_view()}</div>
    }
    .into_any()
}

/// The card of a representation: its text, what changed, and its advantages.
fn card(
    text: Text,
    demo: DemoGame,
    draft: ErasedSignal<Option<(DataForm, String, String)>>,
    form: DataForm,
) -> AnyView {
    let notes = FormNotes::of(form);
    let [heading, pro, con] = [notes.name, notes.pro, notes.con].map(|words| words.get(text.0));
    let drawn = (form == DataForm::Picture).then(|| {
        dynamic_view(move || drawn_picture(text, &demo.game.with(|game| form.write(game))))
    });
    let value = text_signal(move || match draft.get() {
        Some((edited, content, _)) if edited == form => content,
        _ => demo.game.with(|game| form.write(game)),
    });
    let error = text_signal(move || match draft.get() {
        Some((edited, _, error)) if edited == form => error,
        _ => String::new(),
    });
    let is_wrong = text_signal(move || (!error.get().is_empty()).to_string());
    let write = move |event| {
        let content = event_target_value(&event);
        match form.read(&content) {
            Ok(game) => {
                draft.set(Some((form, content, String::new())));
                demo.message.set(String::new());
                demo.game.set(game);
            }
            Err(error) => draft.set(Some((form, content, misread_text(text, error)))),
        }
    };
    let changed = text_signal(move || demo.game.with(|game| change_text(text, game, form)));
    let rows = match form {
        DataForm::Moves => 2,
        DataForm::Picture => 7,
        DataForm::Board => 8,
        _ => 9,
    };
    let id = format!("form-{}", form_name(form));
    let error_id = format!("{id}-error");
    view! {
        <section class="form card">
            <label for=id.clone()><b>{heading}</b></label>
            <textarea id=id.clone() data-testid=id spellcheck="false" autocomplete="off" rows=rows.to_string() aria-invalid=is_wrong aria-describedby=error_id.clone() prop:value=value on:input=write></textarea>
            {drawn}
            <p id=error_id class="bad" role="status">{error}</p>
            <p class="small">{changed}</p>
            <ul class="procon"><li class="pro">{pro}</li><li class="con">{con}</li></ul>
        </section>
    }
    .into_any()
}

/// The demo of an editable move list and its validation.
pub(super) fn valid(text: Text) -> AnyView {
    const SAMPLES: [(M, &str); 4] = [
        (M::ValidFine, "[3, 3, 1, 2, 4, 2]"),
        (M::ValidSlot, "[3, 3, 1, 7]"),
        (M::ValidSeventh, "[2, 2, 2, 2, 2, 2, 2]"),
        (M::ValidAfterWin, "[3, 4, 3, 4, 3, 4, 3, 4]"),
    ];
    let content = ErasedSignal::new(SAMPLES[0].1.to_owned());
    let parsed = erased_memo(move || {
        let parsed = content.with(|content| DataForm::Moves.read(content));
        parsed.map_err(|error| misread_text(text, error))
    });
    let status = text_signal(move || match parsed.get() {
        Ok(game) => {
            let status = game_text::status_text(text, &PlayerNames::unknown(text), &game, None);
            text.with(M::ValidYes, &[("status", &status)])
        }
        Err(error) => error,
    });
    let buttons = SAMPLES.map(|(label, sample)| {
        view! { <button type="button" data-sample=sample on:click=click_handler(move || content.set(sample.to_owned()))>{text.get(label)}</button> }
    });
    let class = text_signal(move || if parsed.get().is_ok() { "good" } else { "bad" }.to_owned());
    let board = erased_memo(move || BoardPicture::of(&parsed.get().unwrap_or_default()));
    view! {
        <label class="field"><span>{FormNotes::of(DataForm::Moves).name.get(text.0)}</span>
            <textarea data-testid="valid" rows="2" spellcheck="false" aria-invalid=text_signal(move || parsed.get().is_err().to_string()) prop:value=text_signal(move || content.get()) on:input=move |event| content.set(event_target_value(&event))></textarea>
        </label>
        <p role="status" class=class data-testid="valid-said">{status}</p>
        <div class="row">{buttons.collect_view()}</div>
        {picture(text, board, None)}
    }
    .into_any()
}
