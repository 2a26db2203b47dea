//! Where games come from and go to: paste, set up by hand, share.

use foursight_core::Ruleset;
use foursight_page::analysis::{AnalysisMessage, AnalysisState, SetupEditor, SetupTool};
use foursight_page::links;
use foursight_page::replay::review::Review;
use foursight_page::text::UiMessage as M;
use foursight_page::themes::EMOJI;
use foursight_page::wording::error_text::{read_error_text, setup_error_text};
use foursight_record::{GameRecord, read, read_link, write_link};
use leptos::prelude::*;

use super::AnalysisPage;
use crate::shell::signals::{ErasedSignal, erased_memo};
use crate::views::share::Exports;
use crate::views::{click_handler, dynamic_view, icons, text_signal, view_if};

/// The forms for pasting, setting up and sharing.
pub(super) fn sources(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let shown = erased_memo(move || {
        page.analysis.with(|analysis| {
            let line = analysis.line();
            let end = line.last().copied().unwrap_or(analysis.at());
            analysis.tree().game(end).clone()
        })
    });
    let marks = erased_memo(move || page.analysis.with(AnalysisState::marks));
    let is_shared = ErasedSignal::new(false);
    let exports = move || {
        if !is_shared.get() {
            return ().into_any();
        }
        let record = GameRecord::from_game(&shown.get());
        let marks = marks.get();
        view! { <Exports record=record marks=marks/> }.into_any()
    };
    let can_coach = erased_memo(move || shown.with(|game| Review::of(game).is_some()));
    let coach = move || {
        let address = move || shown.with(|game| format!("#/coach/{}", write_link(game)));
        view! {
            <p><a class="button" data-testid="analysis-coach" href=text_signal(address)>{icons::icon(icons::LAMP)}{text.get(M::CoachFind)}</a></p>
        }
        .into_any()
    };
    view! {
        <section class="card sources">
            {setup(page)}
            {view_if(move || can_coach.get(), coach)}
            <p><a class="button" data-testid="analysis-proof" href="#/proof">{icons::icon(icons::TICK)}{text.get(M::ProofHeading)}</a></p>
            <details>
                <summary data-testid="analysis-paste">{text.get(M::AnalysisPaste)}</summary>
                {paste(page)}
            </details>
            <details on:toggle=move |_| is_shared.set(true)>
                <summary data-testid="analysis-share">{text.get(M::Share)}</summary>
                {dynamic_view(exports)}
            </details>
        </section>
    }
    .into_any()
}

/// Any notation, pasted.
fn paste(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let pasted = ErasedSignal::new(String::new());
    let complaint = ErasedSignal::new(String::new());
    let open = move || {
        let content = pasted.get_untracked();
        let content = content.trim();
        if content.is_empty() {
            return complaint.set(text.get(M::ImportNothing).to_owned());
        }
        let game = match links::game_from_url(content) {
            Some(link) => read_link(&link),
            None => read(content, Ruleset::STANDARD, &EMOJI),
        };
        match game {
            Ok(game) => {
                complaint.set(String::new());
                page.send(AnalysisMessage::Open(Box::new(game), None));
            }
            Err(error) => {
                let reason = read_error_text(text, &error);
                complaint.set(text.with(M::ImportFailed, &[("reason", &reason)]));
            }
        }
    };
    view! {
        <label class="field">
            <span>{text.get(M::AnalysisPasteLabel)}</span>
            <textarea data-testid="analysis-pasted" rows="3" on:input=move |event| pasted.set(event_target_value(&event))></textarea>
        </label>
        <button type="button" data-testid="analysis-open" on:click=click_handler(open)>{text.get(M::AnalysisOpen)}</button>
        <p role="alert" data-testid="analysis-complaint">{text_signal(move || complaint.get())}</p>
    }
    .into_any()
}

/// The button that begins to set up a board by hand.
fn setup(page: AnalysisPage) -> AnyView {
    let edit = click_handler(move || page.send(AnalysisMessage::EditSetup));
    view! { <button type="button" data-testid="setup" on:click=edit>{page.text.get(M::AnalysisSetup)}</button> }
        .into_any()
}

/// The tools for setting up a board by hand, on the board itself.
pub(super) fn setup_tools(page: AnalysisPage) -> AnyView {
    let is_open = move || page.analysis.with(|analysis| analysis.editor().is_some());
    let heading = page.text.get(M::AnalysisSetup);
    let card = move || {
        view! {
            <section class="card sources" aria-label=heading>
                <h2>{heading}</h2>
                {editor(page)}
            </section>
        }
        .into_any()
    };
    view_if(is_open, card).into_any()
}

fn editor(page: AnalysisPage) -> AnyView {
    let text = page.text;
    let names = page.names();
    let tool_now = erased_memo(move || {
        page.analysis
            .with(|analysis| analysis.editor().map(|editor| editor.tool))
    });
    let tool = |id: &'static str, tool: SetupTool, label: String| {
        let pressed = text_signal(move || (tool_now.get() == Some(tool)).to_string());
        let choose = click_handler(move || page.send(AnalysisMessage::ChooseTool(tool)));
        view! { <button type="button" data-testid=id aria-pressed=pressed on:click=choose>{label}</button> }
    };
    let complaint = erased_memo(move || {
        let checked = page
            .analysis
            .with(|analysis| analysis.editor().map(SetupEditor::game));
        match checked {
            Some(Err(error)) => setup_error_text(text, error),
            _ => String::new(),
        }
    });
    let done = move || {
        let game = page
            .analysis
            .with_untracked(|analysis| analysis.editor().and_then(|editor| editor.game().ok()));
        if let Some(game) = game {
            page.send(AnalysisMessage::Open(Box::new(game), None));
        }
    };
    let [first, second] = foursight_core::Player::BOTH.map(|player| names.get(player).to_owned());
    let is_refused = text_signal(move || complaint.with(|words| !words.is_empty()).to_string());
    view! {
        <p>{text.get(M::AnalysisSetupAbout)}</p>
        <div class="row" role="group" aria-label=text.get(M::AnalysisSetupTool)>
            {tool("setup-first", SetupTool::First, first)}
            {tool("setup-second", SetupTool::Second, second)}
            {tool("setup-remove", SetupTool::Remove, text.get(M::AnalysisSetupRemove).to_owned())}
        </div>
        <p role="status" data-testid="setup-complaint">{text_signal(move || complaint.get())}</p>
        <div class="row">
            <button type="button" class="go" data-testid="setup-done" aria-disabled=is_refused on:click=click_handler(done)>{text.get(M::AnalysisSetupDone)}</button>
            <button type="button" data-testid="setup-clear" on:click=click_handler(move || page.send(AnalysisMessage::ClearSetup))>{text.get(M::AnalysisSetupClear)}</button>
            <button type="button" data-testid="setup-cancel" on:click=click_handler(move || page.send(AnalysisMessage::CancelSetup))>{text.get(M::AnalysisSetupCancel)}</button>
        </div>
    }
    .into_any()
}
