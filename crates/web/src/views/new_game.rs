//! The choices before a game: who plays, how strong, who starts, by which rules.

use foursight_bots::{Level, Personality};
use foursight_core::{BothConnect, Fill, Ruleset, Stock, Variant};
use leptos::prelude::*;

use super::{context, live, shown, shown_if, tap, when};
use crate::browser::{self, Entry};
use crate::page::Page;
use crate::reasons;
use crate::source::{Source, derived};
use crate::state::{Pairing, Starts, Who};
use crate::text::{Message as M, Text};
use crate::words;

/// The levels that people are offered.
const LEVELS: [Level; 11] = [
    Level::Dice,
    Level::Easy,
    Level::Novice,
    Level::Casual,
    Level::Medium,
    Level::Hard,
    Level::Expert,
    Level::Master,
    Level::Perfect,
    Level::PlayOuts,
    Level::Learner,
];
/// The sizes that people are offered.
const SIDES: std::ops::RangeInclusive<u8> = 4..=10;
/// The lengths of a line that people are offered.
const LINES: std::ops::RangeInclusive<u8> = 3..=6;

fn variants() -> [(Variant, M); 5] {
    [
        (Variant::Standard, M::Standard),
        (Variant::PopOut(BothConnect::default()), M::PopOut),
        (Variant::PopTen(Fill::default()), M::PopTen),
        (Variant::FiveInARow, M::FiveInARow),
        (Variant::PowerUp(Stock::default()), M::PowerUp),
    ]
}

/// The first page.
#[component]
pub(crate) fn Welcome() -> impl IntoView {
    let (page, text) = context();
    let is_running =
        page.peek(|state| !state.game().moves().is_empty() && state.game().end().is_none());
    view! {
        <section class="welcome">
            <h1>{text.get(M::FourInARow)}</h1>
            <p>{text.get(M::Tagline)}</p>
            {is_running.then(|| view! {
                <p><a class="button main" data-testid="continue" href="#/play">{text.get(M::ContinueGame)}</a></p>
            })}
            <NewGame/>
        </section>
    }
}

/// Who plays against whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    People,
    Computer,
    Bots,
}

impl Mode {
    const ALL: [(Self, &'static str, M); 3] = [
        (Self::Computer, "computer", M::AgainstComputer),
        (Self::People, "people", M::TwoPlayers),
        (Self::Bots, "bots", M::TwoBots),
    ];

    const fn of(seats: [Who; 2]) -> Self {
        match seats {
            [Who::Person, Who::Person] => Self::People,
            [Who::Bot(..), Who::Bot(..)] => Self::Bots,
            _ => Self::Computer,
        }
    }

    const fn seats(self, bot: Who) -> [Who; 2] {
        match self {
            Self::People => [Who::Person, Who::Person],
            Self::Computer => [Who::Person, bot],
            Self::Bots => [bot, bot],
        }
    }
}

/// The rules of a game to come.
#[derive(Clone, Copy)]
pub(crate) struct RulesChosen {
    variant: Source<Variant>,
    /// Columns, rows and how long a line must be.
    size: Source<(u8, u8, u8)>,
}

/// The choices as a form.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    let (page, text) = context();
    let pairing = page.peek(crate::state::State::pairing);
    let bot = pairing.seats.into_iter().find_map(|who| match who {
        Who::Bot(level, personality) => Some((level, personality)),
        Who::Person => None,
    });
    let (level, personality) = bot.unwrap_or((Level::Medium, Personality::Balanced));
    let mode = Source::new(Mode::of(pairing.seats));
    let level = Source::new(level);
    let personality = Source::new(personality);
    let starts = Source::new(pairing.starts);
    let variant = Source::new(pairing.ruleset.variant());
    let size = Source::new((
        pairing.ruleset.width(),
        pairing.ruleset.height(),
        pairing.ruleset.connect(),
    ));
    // The rules are loaded when somebody wants to see them.
    let is_open = Source::new(false);
    let ruleset = derived(move || {
        let (width, height, connect) = size.get();
        Ruleset::new(width, height, connect, variant.get())
    });
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Ok(ruleset) = ruleset.get_untracked() {
            let bot = Who::Bot(level.get_untracked(), personality.get_untracked());
            let seats = mode.get_untracked().seats(bot);
            page.begin(Pairing {
                ruleset,
                seats,
                starts: starts.get_untracked(),
            });
        }
    };
    view! {
        <form class="choices" on:submit=start>
            <fieldset>
                <legend>{text.get(M::WhoPlays)}</legend>
                {Mode::ALL.map(|(this, id, message)| radio("mode", id, text.get(message), mode, this)).collect_view()}
            </fieldset>
            {shown_if(move || mode.get() != Mode::People, move || bot_choices(page, text, level, personality).into_any())}
            <fieldset>
                <legend>{text.get(M::WhoStarts)}</legend>
                {shown(move || {
                    let names = who_starts(text, mode.get());
                    Starts::ALL.into_iter().zip(names).map(|(this, label)| radio("starts", this.name(), label, starts, this)).collect_view().into_any()
                })}
            </fieldset>
            <details on:toggle=move |_| is_open.set(true)>
                <summary data-testid="rules">{text.get(M::Rules)}</summary>
                {shown_if(move || is_open.get(), move || page.doors.show(text, |doors| (doors.rules)(RulesChosen { variant, size })))}
            </details>
            <button class="main" type="submit" data-testid="start" disabled=when(move || ruleset.get().is_err())>
                {text.get(M::Start)}
            </button>
        </form>
    }
}

fn bot_choices(
    page: Page,
    text: Text,
    level: Source<Level>,
    personality: Source<Personality>,
) -> impl IntoView {
    view! {
        <div class="row">
            {picker("level", text.get(M::Strength), level_options(text, level.get_untracked()), move |name| {
                if let Ok(found) = name.parse() { level.set(found); }
            })}
            {picker("personality", text.get(M::Character), personality_options(text, personality.get_untracked()), move |name| {
                if let Ok(found) = name.parse() { personality.set(found); }
            })}
        </div>
        {shown_if(move || level.get() == Level::Learner, move || page.doors.show(text, |doors| (doors.memory)()))}
    }
}

/// What the learner remembers: to see, to keep elsewhere, to forget.
#[component]
pub(crate) fn Memory() -> impl IntoView {
    let (_, text) = context();
    let kept = Source::new(browser::load(Entry::Learner).unwrap_or_default());
    let about = move || {
        // A line with the version, one with the number of games, then one a position.
        kept.with(|kept| match kept.lines().nth(1) {
            None => text.get(M::LearnerKnowsNothing).to_owned(),
            Some(line) => text.with(
                M::LearnerKnows,
                &[
                    ("games", &line.trim_start_matches("games ")),
                    ("positions", &(kept.lines().count() - 2)),
                ],
            ),
        })
    };
    let export = move || {
        let kept = kept.get_untracked();
        browser::download("foursight-learner.txt", "text/plain", kept.as_bytes());
    };
    let forget = move || {
        browser::forget(Entry::Learner);
        kept.set(String::new());
    };
    view! {
        <p data-testid="learner">{live(about)}</p>
        <div class="row">
            <button type="button" data-testid="learner-export" on:click=tap(export)>{text.get(M::LearnerExport)}</button>
            <button type="button" data-testid="learner-reset" on:click=tap(forget)>{text.get(M::LearnerReset)}</button>
        </div>
    }
}

/// The rules to choose from.
#[component]
pub(crate) fn Rules(
    /// What is chosen so far.
    chosen: RulesChosen,
) -> impl IntoView {
    let (_, text) = context();
    let RulesChosen { variant, size } = chosen;
    let complaint = move || {
        let (width, height, connect) = size.get();
        match Ruleset::new(width, height, connect, variant.get()) {
            Ok(_) => String::new(),
            Err(error) => {
                let reason = reasons::ruleset(text, error);
                text.with(M::RulesDoNotFit, &[("reason", &reason)])
            }
        }
    };
    view! {
            {picker("variant", text.get(M::Rules), variant_options(text, variant.get_untracked()), move |name| {
                let found = variants().into_iter().find(|(variant, _)| variant.name() == name);
                if let Some((found, _)) = found {
                    variant.set(found);
                    size.set(found.usual_size());
                }
            })}
            <div class="row">
                {number("width", text.get(M::Columns), &SIDES, move || size.get().0, move |n| size.update(|size| size.0 = n))}
                {number("height", text.get(M::Rows), &SIDES, move || size.get().1, move |n| size.update(|size| size.1 = n))}
                {number("connect", text.get(M::LineLength), &LINES, move || size.get().2, move |n| size.update(|size| size.2 = n))}
            </div>
            <p role="alert" data-testid="rules-error">{live(complaint)}</p>
    }
}

fn who_starts(text: Text, mode: Mode) -> [String; 3] {
    let number = |n: u8| text.with(M::PlayerNumber, &[("number", &n)]);
    let in_turn = text.get(M::StartsInTurn).to_owned();
    match mode {
        Mode::Computer => [
            text.get(M::StartsYou).to_owned(),
            text.get(M::StartsComputer).to_owned(),
            in_turn,
        ],
        Mode::People | Mode::Bots => [number(1), number(2), in_turn],
    }
}

/// A row of a list to pick from: its name, what it is called, and whether it is picked.
pub(crate) type Choice = (&'static str, &'static str, bool);

fn level_options(text: Text, now: Level) -> Vec<Choice> {
    LEVELS
        .iter()
        .map(|level| {
            (
                level.name(),
                text.get(words::level_name(*level)),
                *level == now,
            )
        })
        .collect()
}

fn personality_options(text: Text, now: Personality) -> Vec<Choice> {
    let all = Personality::ALL.into_iter();
    all.map(|one| {
        (
            one.name(),
            text.get(words::personality_name(one)),
            one == now,
        )
    })
    .collect()
}

fn variant_options(text: Text, now: Variant) -> Vec<Choice> {
    variants()
        .map(|(variant, message)| {
            (
                variant.name(),
                text.get(message),
                variant.name() == now.name(),
            )
        })
        .to_vec()
}

/// One of several, of which one holds.
fn radio<T: Copy + PartialEq + Send + Sync + 'static, L: Into<String>>(
    group: &'static str,
    id: &'static str,
    label: L,
    chosen: Source<T>,
    this: T,
) -> impl IntoView + use<T, L> {
    view! {
        <label class="radio">
            <input
                type="radio"
                name=group
                data-testid=format!("{group}-{id}")
                prop:checked=when(move || chosen.get() == this)
                on:change=move |_| chosen.set(this)
            />
            <span>{label.into()}</span>
        </label>
    }
}

/// A list to pick from.
pub(crate) fn picker(
    id: &'static str,
    label: &'static str,
    options: Vec<Choice>,
    pick: impl Fn(String) + 'static,
) -> AnyView {
    let options = options.into_iter().map(|(name, label, is_picked)| {
        view! { <option value=name selected=is_picked>{label}</option> }
    });
    view! {
        <label class="field">
            <span>{label}</span>
            <select id=id data-testid=id on:change=move |event| pick(event_target_value(&event))>
                {options.collect_view()}
            </select>
        </label>
    }
    .into_any()
}

fn number(
    id: &'static str,
    label: &'static str,
    range: &std::ops::RangeInclusive<u8>,
    value: impl Fn() -> u8 + Send + Sync + 'static,
    set: impl Fn(u8) + 'static,
) -> AnyView {
    let (least, most) = (*range.start(), *range.end());
    view! {
        <label class="field">
            <span>{label}</span>
            <input
                type="number"
                id=id
                data-testid=id
                min=least
                max=most
                prop:value=live(move || value().to_string())
                on:input=move |event| {
                    if let Ok(n) = event_target_value(&event).parse() { set(n); }
                }
            />
        </label>
    }
    .into_any()
}
