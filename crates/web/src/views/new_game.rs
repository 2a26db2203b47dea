//! The choices before a game: who plays, how strong, by which rules, who starts.

use foursight_bots::{Level, Personality};
use foursight_core::{Ruleset, Variant};
use foursight_record::read;
use foursight_table::{ClockRule, Score, Start, Starts, Who};
use leptos::prelude::*;

use super::measures::{Measures, RulesChosen};
use super::mini::mini;
use super::{context, icons, live, shown, shown_if, tap, when};
use crate::browser::{self, Entry};
use crate::clocks::{self, rule_words};
use crate::model::{Message, Play, STARTS, bot, level_of};
use crate::nets;
use crate::opponents;
use crate::shell::Ui;
use crate::shell::source::Source;
use crate::text::{Message as M, Text};
use crate::themes::EMOJI;
use crate::words;

/// The words that say why this opponent cannot play by these rules.
const MISPLACED: &str = "misplaced";

/// The page with the choices.
#[component]
pub(crate) fn NewPage() -> impl IntoView {
    let (_, text) = context();
    view! {
        <section class="new-page">
            <h1>{text.get(M::NewGame)}</h1>
            <NewGame/>
            <p><a class="button" data-testid="to-tournament" href="#/tournament">{icons::drawn(icons::CUP)}{text.get(M::PageTournament)}</a></p>
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

    const fn of(seats: &[Who; 2]) -> Self {
        match seats {
            [Who::Person(_), Who::Person(_)] => Self::People,
            [Who::Bot(_), Who::Bot(_)] => Self::Bots,
            _ => Self::Computer,
        }
    }

    /// Who sits where, with this bot, and the other one where two are watched.
    fn seats(self, bot: Who, other: Who) -> [Who; 2] {
        let person = || Who::Person(String::new());
        match self {
            Self::People => [person(), person()],
            Self::Computer => [person(), bot],
            Self::Bots => [bot, other],
        }
    }
}

/// All that is chosen, before it is in force.
#[derive(Clone, Copy)]
struct Chosen {
    mode: Source<Mode>,
    level: Source<Level>,
    /// The level of the other bot, where two are watched.
    other: Source<Level>,
    personality: Source<Personality>,
    starts: Source<Starts>,
    clock: Source<ClockRule>,
    rules: RulesChosen,
}

impl Chosen {
    /// What was chosen last.
    fn of(last: &Play) -> Self {
        let start = last.start();
        let bot = start.seats.iter().find_map(level_of);
        let other = start.seats.iter().rev().find_map(level_of);
        let (level, personality) = bot.unwrap_or((Level::Medium, Personality::Balanced));
        let is_first = bot.is_none()
            && start.ruleset == Ruleset::STANDARD
            && start.score == Score::default()
            && last.plies() == 0;
        Self {
            // Most people who come for the first time are alone.
            mode: Source::new(if is_first {
                Mode::Computer
            } else {
                Mode::of(&start.seats)
            }),
            level: Source::new(level),
            other: Source::new(other.map_or(level, |(other, _)| other)),
            personality: Source::new(personality),
            starts: Source::new(start.starts),
            clock: Source::new(start.clock),
            rules: RulesChosen::of(start.ruleset),
        }
    }

    fn begin(self, ui: Ui) {
        let Some(Ok(ruleset)) = self.rules.ruleset() else {
            // A button that cannot be pressed would not say why.
            return browser::reveal(self.rules.wrong_field());
        };
        if self.is_misplaced() {
            return browser::reveal(MISPLACED);
        }
        let [bot, other] = [self.level, self.other]
            .map(|level| bot(level.get_untracked(), self.personality.get_untracked()));
        let starts = self.starts.get_untracked();
        let start = Start {
            starts,
            first: starts.first(),
            clock: self.clock.get_untracked(),
            ..Start::new(ruleset, self.mode.get_untracked().seats(bot, other))
        };
        ui.send(Message::Begin(Box::new(start)));
    }

    /// True if a bot does not know the rules.
    fn is_misplaced(self) -> bool {
        let is_off = |level: Source<Level>| is_off(level.get(), self.rules);
        match self.mode.get() {
            Mode::People => false,
            Mode::Computer => is_off(self.level),
            Mode::Bots => is_off(self.level) || is_off(self.other),
        }
    }

    /// The chosen game in a sentence, or why there is none.
    fn sentence(self, text: Text) -> String {
        if let Some(complaint) = self.rules.complaint(text) {
            return complaint;
        }
        let level = text.get(words::level_name(self.level.get()));
        let who = match self.mode.get() {
            Mode::People => text.get(M::TwoPlayers).to_owned(),
            Mode::Computer => text.with(
                M::GameBetween,
                &[("first", &text.get(M::You)), ("second", &level)],
            ),
            Mode::Bots => {
                let other = text.get(words::level_name(self.other.get()));
                text.with(M::GameBetween, &[("first", &level), ("second", &other)])
            }
        };
        let (_, name, _) = rules_card(self.rules.variant.get());
        let measures = self.rules.written.get();
        let size = text.with(
            M::SizeAndLine,
            &[
                ("columns", &measures[0]),
                ("rows", &measures[1]),
                ("line", &measures[2]),
            ],
        );
        let clock = match self.clock.get() {
            ClockRule::None => String::new(),
            rule => format!(", {}", rule_words(text, rule)),
        };
        format!("{who} · {}, {size}{clock}", text.get(name))
    }
}

/// The choices as a form.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    let (ui, text) = context();
    let chosen = ui.own(Chosen::of);
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        chosen.begin(ui);
    };
    let modes = Mode::ALL
        .map(|(this, id, message)| radio("mode", id, text.get(message), chosen.mode, this));
    let levels = move || opponents::OFFERED.map(|level| level_card(text, chosen, level));
    view! {
        <form class="new-game" novalidate on:submit=start>
            <div>
                <fieldset class="segment">
                    <legend>{text.get(M::WhoPlays)}</legend>
                    {modes.collect_view()}
                </fieldset>
                {shown_if(move || chosen.mode.get() == Mode::Bots, move || other_bot(text, chosen))}
                {shown_if(move || chosen.mode.get() != Mode::People, move || view! {
                    <fieldset class="picks">
                        <legend>{live(move || text.get(if chosen.mode.get() == Mode::Bots { M::OneBot } else { M::Strength }).to_owned())}</legend>
                        {levels().collect_view()}
                    </fieldset>
                    {shown_if(move || chosen.level.get() == Level::Learner, || view! { <Memory/> }.into_any())}
                }.into_any())}
            </div>
            <details class="card" open=browser::is_wide()>
                <summary data-testid="rules">{text.get(M::MoreChoices)}</summary>
                {more(text, chosen)}
            </details>
            <div class="card starts">
                {shown_if(move || chosen.is_misplaced(), move || view! {
                    <p role="alert" tabindex="-1" id=MISPLACED data-testid=MISPLACED>{text.get(M::NetChooseOther)}</p>
                }.into_any())}
                <p data-testid="chosen">{live(move || chosen.sentence(text))}</p>
                <button class="main" type="submit" data-testid="start" aria-disabled=live(move || chosen.rules.complaint(text).is_some().to_string())>{icons::drawn(icons::PLAY)}{text.get(M::Start)}</button>
            </div>
        </form>
    }
}

/// How strong the bot is against which the chosen one plays.
fn other_bot(text: Text, chosen: Chosen) -> AnyView {
    let now = chosen.other.get_untracked();
    let option = |level: Level| {
        let label = text.get(words::level_name(level)).to_owned();
        (level.name().to_owned(), label, level == now)
    };
    let pick = move |name: String| {
        if let Ok(level) = name.parse() {
            chosen.other.set(level);
        }
    };
    let options = opponents::OFFERED.map(option).into_iter().collect();
    picker("other-level", text.get(M::OtherBot), options, pick)
}

/// Rules, size, who starts, character.
fn more(text: Text, chosen: Chosen) -> AnyView {
    let characters = move || {
        Personality::ALL
            .map(|one| {
                let name = text.get(words::personality_name(one));
                radio("character", one.name(), name, chosen.personality, one)
            })
            .collect_view()
    };
    view! {
        {rules_picks(text, chosen.rules)}
        <Measures chosen=chosen.rules/>
        <fieldset class="segment">
            <legend>{text.get(M::WhoStarts)}</legend>
            {shown(move || {
                let names = who_starts(text, chosen.mode.get());
                let all = STARTS.into_iter().zip(names);
                all.map(|((this, name), label)| radio("starts", name, label, chosen.starts, this)).collect_view().into_any()
            })}
        </fieldset>
        <fieldset class="segment clocks">
            <legend>{text.get(M::Clock)}</legend>
            {clocks::RULES.map(|(name, rule)| radio("clock", name, rule_words(text, rule), chosen.clock, rule)).collect_view()}
            <small>{text.get(M::ClockBegins)}</small>
        </fieldset>
        {shown_if(move || chosen.mode.get() != Mode::People, move || view! {
            <fieldset class="segment">
                <legend>{text.get(M::Character)}</legend>
                {characters()}
            </fieldset>
        }.into_any())}
    }
    .into_any()
}

/// True for an opponent that does not know these rules.
fn is_off(level: Level, rules: RulesChosen) -> bool {
    let knows = |rules| matches!(rules, Some(Ok(ruleset)) if nets::know(ruleset));
    level.net().is_some() && !knows(rules.ruleset())
}

/// An opponent: face, name, how it plays, how strong it was measured to be. It is off, with the reason, where
/// it does not know the rules.
fn level_card(text: Text, all: Chosen, level: Level) -> AnyView {
    let (_, style) = portrait(level);
    let bar = opponents::strength(level).map(|strength| {
        let label = text.with(M::StrengthOf, &[("strength", &strength)]);
        view! { <meter min="0" max="100" value=strength aria-label=label></meter> }
    });
    let about = move || {
        let is_off = is_off(level, all.rules);
        text.get(if is_off { M::NetNotHere } else { style })
            .to_owned()
    };
    let inside = view! {
        {face(level)}
        <span><b>{text.get(words::level_name(level))}</b><small>{live(about)}</small>{bar}</span>
    };
    let is_off = when(move || is_off(level, all.rules));
    pick_if(
        ("level", level.name()),
        all.level,
        level,
        is_off,
        inside.into_any(),
    )
}

/// The face of a level.
pub(crate) fn face(level: Level) -> AnyView {
    let (face, _) = portrait(level);
    view! { <svg class="icon face" viewBox="0 0 24 24" aria-hidden="true"><path d=face/></svg> }
        .into_any()
}

/// The face of a level and a few words about its style.
pub(crate) const fn portrait(level: Level) -> (&'static str, M) {
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
        Level::NeuralSearch => (
            "M7 6l3 2.5M7 11l3-2M7 13l3 2M7 18l3-2.5M5 3.5a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM5 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM5 17.3a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM15.5 7a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM19 15l3.5 4",
            M::StyleNeuralSearch,
        ),
        _ => ("M4 12h4l3-7 3 14 3-7h3", M::StylePlayOuts),
    }
}

/// Every variant, in the order in which it is offered.
pub(crate) fn variants() -> [Variant; 5] {
    use foursight_core::{BothConnect, Fill, Stock};
    [
        Variant::Standard,
        Variant::PopOut(BothConnect::default()),
        Variant::PopTen(Fill::default()),
        Variant::FiveInARow,
        Variant::PowerUp(Stock::default()),
    ]
}

/// A game that shows what is special about a variant, its name, and its rule in a few words.
pub(super) const fn rules_card(variant: Variant) -> (&'static str, M, M) {
    match variant {
        Variant::Standard => ("4534344", M::Standard, M::StandardAbout),
        Variant::PopOut(_) => ("pop-out 7x6/4 4433556", M::PopOut, M::PopOutAbout),
        Variant::PopTen(_) => (
            "pop-ten 7x6/4 123456723456717123456234567134567121234567",
            M::PopTen,
            M::PopTenAbout,
        ),
        Variant::FiveInARow => (
            "five-in-a-row 9x6/5 5465",
            M::FiveInARow,
            M::FiveInARowAbout,
        ),
        Variant::PowerUp(_) => ("power-up 7x6/4 45A5W3", M::PowerUp, M::PowerUpAbout),
    }
}

/// Every variant to choose from.
pub(crate) fn rules_picks(text: Text, chosen: RulesChosen) -> AnyView {
    let rules = variants().map(|variant| rules_pick(text, chosen, variant));
    view! {
        <fieldset class="picks rules">
            <legend>{text.get(M::Rules)}</legend>
            {rules.collect_view()}
        </fieldset>
    }
    .into_any()
}

/// Rules in a few words: the variant, its size and how long a line is.
pub(crate) fn rules_name(text: Text, rules: Ruleset) -> String {
    let (_, name, _) = rules_card(rules.variant());
    let size = text.with(
        M::SizeAndLine,
        &[
            ("columns", &rules.width()),
            ("rows", &rules.height()),
            ("line", &rules.connect()),
        ],
    );
    format!("{}, {size}", text.get(name))
}

pub(crate) fn rules_pick(text: Text, rules: RulesChosen, variant: Variant) -> AnyView {
    let (example, name, about) = rules_card(variant);
    let ruleset = Ruleset::usual(variant);
    let game =
        read(example, ruleset, &EMOJI).unwrap_or_else(|_| foursight_core::Game::new(ruleset));
    let inside = view! {
        {mini(&game)}
        <span><b>{text.get(name)}</b><small>{text.get(about)}</small></span>
    };
    view! {
        <label class="radio pick">
            <input
                type="radio"
                name="variant"
                data-testid=format!("variant-{}", variant.name())
                prop:checked=when(move || rules.variant.get().name() == variant.name())
                on:change=move |_| rules.choose(variant)
            />
            {inside}
        </label>
    }
    .into_any()
}

/// What the learner remembers: to see, to keep elsewhere, to forget.
#[component]
fn Memory() -> impl IntoView {
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

/// One of several, of which one holds.
pub(crate) fn radio<T: Copy + PartialEq + Send + Sync + 'static>(
    group: &'static str,
    id: &'static str,
    label: impl Into<String>,
    chosen: Source<T>,
    this: T,
) -> AnyView {
    let label = label.into();
    pick(
        group,
        id,
        chosen,
        this,
        view! { <span>{label}</span> }.into_any(),
    )
}

/// A choice with whatever shows it.
pub(crate) fn pick<T: Copy + PartialEq + Send + Sync + 'static>(
    group: &'static str,
    id: &'static str,
    chosen: Source<T>,
    this: T,
    inside: AnyView,
) -> AnyView {
    pick_if((group, id), chosen, this, when(|| false), inside)
}

/// The same, where it may be off.
fn pick_if<T: Copy + PartialEq + Send + Sync + 'static>(
    (group, id): (&'static str, &'static str),
    chosen: Source<T>,
    this: T,
    is_off: Signal<bool>,
    inside: AnyView,
) -> AnyView {
    view! {
        <label class="radio pick" class:off=is_off>
            <input
                type="radio"
                name=group
                data-testid=format!("{group}-{id}")
                disabled=is_off
                prop:checked=when(move || chosen.get() == this)
                on:change=move |_| chosen.set(this)
            />
            {inside}
        </label>
    }
    .into_any()
}

/// A row of a list to pick from: its name, what it is called, and whether it is picked.
pub(crate) type Choice = (String, String, bool);

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
