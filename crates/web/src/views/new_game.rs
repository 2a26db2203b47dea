//! The choices before a game: who plays, how strong, who starts, by which rules.

use std::ops::RangeInclusive;

use foursight_bots::{Level, Personality};
use foursight_core::{Ruleset, RulesetError, Variant};
use leptos::prelude::*;

use super::{context, live, shown, shown_if, tap, when};
use crate::browser::{self, Entry};
use crate::model::{Pairing, Starts, Who};
use crate::page::Page;
use crate::shell::source::{Source, derived};
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
/// The columns, rows and lengths of a line that people are offered.
pub(crate) const OFFERED: [RangeInclusive<u8>; 3] = [4..=10, 4..=10, 3..=6];

/// The fields that they are written in.
pub(crate) const FIELDS: [&str; 3] = ["width", "height", "connect"];

/// The first page.
#[component]
pub(crate) fn Welcome() -> impl IntoView {
    let (page, text) = context();
    let is_running = page.peek(crate::model::State::is_in_play);
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

/// The rules of a game to come, as they stand in their fields.
#[derive(Clone, Copy)]
pub(crate) struct RulesChosen {
    pub(crate) variant: Source<Variant>,
    /// Columns, rows and how long a line must be, as somebody wrote them.
    pub(crate) written: Source<[String; 3]>,
    /// Those of the last game, which may be more than is offered.
    last: [u8; 3],
}

impl RulesChosen {
    fn of(ruleset: Ruleset) -> Self {
        let last = [ruleset.width(), ruleset.height(), ruleset.connect()];
        Self {
            variant: Source::new(ruleset.variant()),
            written: Source::new(last.map(|number| number.to_string())),
            last,
        }
    }

    /// Other measures.
    pub(crate) fn write(self, (width, height, connect): (u8, u8, u8)) {
        let numbers = [width, height, connect];
        self.written.set(numbers.map(|number| number.to_string()));
    }

    /// A measure; none if what is written is no number that is offered.
    pub(crate) fn measure(self, place: usize) -> Option<u8> {
        let number = self.written.with(|written| written[place].parse().ok())?;
        let is_offered = OFFERED[place].contains(&number) || self.last[place] == number;
        is_offered.then_some(number)
    }

    /// The rules; none if a measure is none.
    pub(crate) fn ruleset(self) -> Option<Result<Ruleset, RulesetError>> {
        let [width, height, connect] = [0, 1, 2].map(|place| self.measure(place));
        Some(Ruleset::new(width?, height?, connect?, self.variant.get()))
    }

    /// The field to look at when there are no rules.
    fn wrong_field(self) -> &'static str {
        let is_wrong = |place: &usize| self.measure(*place).is_none();
        FIELDS[(0..FIELDS.len()).find(is_wrong).unwrap_or(0)]
    }
}

/// The choices as a form.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    let (page, text) = context();
    let pairing = page.peek(crate::model::State::pairing);
    let bot = pairing.seats.into_iter().find_map(|who| match who {
        Who::Bot(level, personality) => Some((level, personality)),
        Who::Person => None,
    });
    let (level, personality) = bot.unwrap_or((Level::Medium, Personality::Balanced));
    let mode = Source::new(Mode::of(pairing.seats));
    let level = Source::new(level);
    let personality = Source::new(personality);
    let starts = Source::new(pairing.starts);
    let chosen = RulesChosen::of(pairing.ruleset);
    // The rules are loaded when somebody wants to see them.
    let is_open = Source::new(false);
    let ruleset = derived(move || chosen.ruleset()?.ok());
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(ruleset) = ruleset.get_untracked() else {
            // A button that cannot be pressed would not say why.
            return browser::reveal(chosen.wrong_field());
        };
        let bot = Who::Bot(level.get_untracked(), personality.get_untracked());
        let seats = mode.get_untracked().seats(bot);
        page.begin(Pairing {
            ruleset,
            seats,
            starts: starts.get_untracked(),
        });
    };
    view! {
        <form class="choices" novalidate on:submit=start>
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
                {shown_if(move || is_open.get(), move || page.doors.show(text, |doors| (doors.rules)(chosen)))}
            </details>
            <button class="main" type="submit" data-testid="start">{text.get(M::Start)}</button>
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
