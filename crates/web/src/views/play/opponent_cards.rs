//! The opponents in the form of a new game: the ladder, and the experiments beside it.

use foursight_bots::Level;
use foursight_page::opponents::{self, net_evaluation};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use leptos::prelude::*;

use super::board_size::RulesForm;
use super::new_game::{NewGameForm, radio_card_if};
use crate::browser::{self, StorageKey};
use crate::shell::signals::ErasedSignal;
use crate::views::{bool_signal, click_handler, context, icons, text_signal, view_if};

/// The choice of an opponent: nine levels of the ladder, then the experiments, folded.
pub(super) fn opponent_cards(text: Text, form: NewGameForm) -> AnyView {
    let recommended = form.recommended;
    let card = move |level: Level| level_card(text, form, level, recommended == level);
    let (ladder, others): (Vec<_>, Vec<_>) = opponents::OFFERED_LEVELS
        .into_iter()
        .partition(|level| opponents::is_on_ladder(*level));
    let is_open = !opponents::is_on_ladder(form.level.get_untracked());
    view! {
        <div class="picks levels">{ladder.into_iter().map(card).collect_view()}</div>
        <details class="others" open=is_open>
            <summary data-testid="more-opponents">
                {text.get(M::MoreOpponents)}<small>{text.get(M::MoreOpponentsAbout)}</small>
            </summary>
            <div class="picks levels">{others.into_iter().map(card).collect_view()}</div>
        </details>
        {view_if(move || form.level.get() == Level::Learner, || view! { <Memory/> }.into_any())}
    }
    .into_any()
}

/// Returns true for a bot that does not support these rules.
pub(super) fn is_unsupported(level: Level, rules: RulesForm) -> bool {
    let supports =
        |rules| matches!(rules, Some(Ok(ruleset)) if net_evaluation::is_supported(ruleset));
    level.net().is_some() && !supports(rules.ruleset())
}

/// The card of a bot: face, name, style and measured strength. It is disabled, with the reason,
/// where the bot does not support the rules.
fn level_card(text: Text, all: NewGameForm, level: Level, is_recommended: bool) -> AnyView {
    let (_, style) = level_portrait(level);
    let bar = opponents::strength(level).map(|strength| {
        let label = text.with(M::StrengthOf, &[("strength", &strength)]);
        view! { <meter min="0" max="100" value=strength aria-label=label></meter> }
    });
    let about = move || {
        let is_off = is_unsupported(level, all.rules);
        text.get(if is_off { M::NetNotHere } else { style })
            .to_owned()
    };
    let tag = is_recommended.then(|| {
        view! { <em data-testid="recommended">{text.get(M::Recommended)}</em> }
    });
    let inside = view! {
        {level_icon(level)}
        <span><b>{text.get(game_text::level_name(level))}</b>{tag}<small>{text_signal(about)}</small>{bar}</span>
    };
    let is_off = bool_signal(move || is_unsupported(level, all.rules));
    radio_card_if(
        ("level", level.name()),
        all.level,
        level,
        is_off,
        inside.into_any(),
    )
}

/// The icon of a level.
pub(crate) fn level_icon(level: Level) -> AnyView {
    let (path, _) = level_portrait(level);
    view! { <svg class="icon face" viewBox="0 0 24 24" aria-hidden="true"><path d=path/></svg> }
        .into_any()
}

/// Returns the icon path of a level and the message about its style.
pub(crate) const fn level_portrait(level: Level) -> (&'static str, M) {
    match level {
        Level::Dice => (
            "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
            M::StyleDice,
        ),
        Level::Easy => (
            "M12 21v-9M12 12c0-4-3-6-7-6 0 4 3 6 7 6zM12 14c0-3 2-5 6-5 0 3-2 5-6 5z",
            M::StyleEasy,
        ),
        Level::Novice => ("M4 20l1-5L16 4l4 4L9 19zM14 6l4 4", M::StyleNovice),
        Level::Casual => (
            "M5 9h11v5a5 5 0 0 1-11 0zM16 10h2a2 2 0 0 1 0 5h-2M8 3v3M12 3v3M4 21h13",
            M::StyleCasual,
        ),
        Level::Medium => (
            "M12 4v16M7 20h10M5 7h14M5 7l-3 7a3 3 0 0 0 6 0zM19 7l-3 7a3 3 0 0 0 6 0z",
            M::StyleMedium,
        ),
        Level::Hard => ("M13 2L5 14h6l-1 8 9-13h-7z", M::StyleHard),
        Level::Expert => (
            "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 1v4M12 19v4M1 12h4M19 12h4",
            M::StyleExpert,
        ),
        Level::Master => ("M3 7l4 5 5-8 5 8 4-5-2 12H5z", M::StyleMaster),
        Level::Perfect => (
            "M6 4h12l4 6-10 11L2 10zM2 10h20M9 10l3 11 3-11-3-6z",
            M::StylePerfect,
        ),
        Level::Learner => (
            "M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5",
            M::StyleLearner,
        ),
        Level::NeuralMinute => (icons::NET, M::StyleNeuralMinute),
        Level::NeuralTenMinutes => (icons::NET, M::StyleNeuralTenMinutes),
        Level::Neural => (icons::NET, M::StyleNeural),
        Level::Proof => ("M4 5h16v14H4zM8 12.5l2.8 2.8L16 9", M::StyleProof),
        Level::NeuralSearch => (
            "M7 6l3 2.5M7 11l3-2M7 13l3 2M7 18l3-2.5M5 3.5a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM5 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM5 17.3a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM15.5 7a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM19 15l3.5 4",
            M::StyleNeuralSearch,
        ),
        _ => ("M4 12h4l3-7 3 14 3-7h3", M::StylePlayOuts),
    }
}

/// The memory of the learner: view, export, reset.
#[component]
fn Memory() -> impl IntoView {
    let (_, text) = context();
    let stored = ErasedSignal::new(browser::load(StorageKey::Learner).unwrap_or_default());
    let about = move || {
        // The file has a line with the version, one with the number of games, then one per
        // position.
        stored.with(|stored| match stored.lines().nth(1) {
            None => text.get(M::LearnerKnowsNothing).to_owned(),
            Some(line) => text.with(
                M::LearnerKnows,
                &[
                    ("games", &line.trim_start_matches("games ")),
                    ("positions", &(stored.lines().count() - 2)),
                ],
            ),
        })
    };
    let export = move || {
        let stored = stored.get_untracked();
        browser::download("foursight-learner.txt", "text/plain", stored.as_bytes());
    };
    let reset = move || {
        browser::delete(StorageKey::Learner);
        stored.set(String::new());
    };
    view! {
        <p data-testid="learner">{text_signal(about)}</p>
        <div class="row">
            <button type="button" data-testid="learner-export" on:click=click_handler(export)>{text.get(M::LearnerExport)}</button>
            <button type="button" data-testid="learner-reset" on:click=click_handler(reset)>{text.get(M::LearnerReset)}</button>
        </div>
    }
}
