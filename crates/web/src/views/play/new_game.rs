//! The form for a new game: players, strength, rules, who starts.

use foursight_bots::{Level, Personality};
use foursight_core::{Ruleset, Variant};
use foursight_page::opponents;
use foursight_page::opponents::net_evaluation;
use foursight_page::play::{Message, Play, START_POLICY_NAMES};
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::themes::EMOJI;
use foursight_page::wording::bot_ids::{bot_occupant, level_of};
use foursight_page::wording::clocks::{self, time_control_text};
use foursight_page::wording::game_text;
use foursight_record::read;
use foursight_table::{GameStart, MatchScore, Occupant, StartPolicy, TimeControl};
use leptos::prelude::*;

use super::board_size::{BoardSizeForm, RulesForm};
use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;
use crate::views::games::thumbnail::thumbnail;
use crate::views::{
    bool_signal, click_handler, context, dynamic_view, icons, text_signal, view_if,
};

/// Id of the text that says why a bot cannot play by the chosen rules.
const UNSUPPORTED_ID: &str = "misplaced";

/// The page with the form.
#[component]
pub(crate) fn NewGamePage() -> impl IntoView {
    let (_, text) = context();
    view! {
        <section class="new-page">
            <h1>{text.get(M::NewGame)}</h1>
            <NewGame/>
            <p><a class="button" data-testid="to-tournament" href="#/tournament">{icons::icon(icons::CUP)}{text.get(M::PageTournament)}</a></p>
        </section>
    }
}

/// Kinds of players at the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GameMode {
    People,
    Computer,
    Bots,
}

impl GameMode {
    const ALL: [(Self, &'static str, M); 3] = [
        (Self::Computer, "computer", M::AgainstComputer),
        (Self::People, "people", M::TwoPlayers),
        (Self::Bots, "bots", M::TwoBots),
    ];

    const fn of(seats: &[Occupant; 2]) -> Self {
        match seats {
            [Occupant::Person(_), Occupant::Person(_)] => Self::People,
            [Occupant::Bot(_), Occupant::Bot(_)] => Self::Bots,
            _ => Self::Computer,
        }
    }

    /// Returns the occupants of the seats; `other` matters only between two bots.
    fn seats(self, bot: Occupant, other: Occupant) -> [Occupant; 2] {
        let person = || Occupant::Person(String::new());
        match self {
            Self::People => [person(), person()],
            Self::Computer => [person(), bot],
            Self::Bots => [bot, other],
        }
    }
}

/// The state of the form.
#[derive(Clone, Copy)]
struct NewGameForm {
    mode: ErasedSignal<GameMode>,
    level: ErasedSignal<Level>,
    /// The level of the second bot in a game between two.
    other: ErasedSignal<Level>,
    personality: ErasedSignal<Personality>,
    starts: ErasedSignal<StartPolicy>,
    clock: ErasedSignal<TimeControl>,
    rules: RulesForm,
}

impl NewGameForm {
    /// Fills the form from the last game.
    fn of(last: &Play) -> Self {
        let start = last.start();
        let bot = start.seats.iter().find_map(level_of);
        let other = start.seats.iter().rev().find_map(level_of);
        let (level, personality) = bot.unwrap_or((Level::Medium, Personality::Balanced));
        let is_first = bot.is_none()
            && start.ruleset == Ruleset::STANDARD
            && start.score == MatchScore::default()
            && last.plies() == 0;
        Self {
            // Most first-time visitors are alone.
            mode: ErasedSignal::new(if is_first {
                GameMode::Computer
            } else {
                GameMode::of(&start.seats)
            }),
            level: ErasedSignal::new(level),
            other: ErasedSignal::new(other.map_or(level, |(other, _)| other)),
            personality: ErasedSignal::new(personality),
            starts: ErasedSignal::new(start.start_policy),
            clock: ErasedSignal::new(start.time_control),
            rules: RulesForm::of(start.ruleset),
        }
    }

    fn begin(self, ui: Ui) {
        let Some(Ok(ruleset)) = self.rules.ruleset() else {
            // A disabled button would not say why.
            return browser::focus_in_details(self.rules.invalid_field());
        };
        if self.has_unsupported_bot() {
            return browser::focus_in_details(UNSUPPORTED_ID);
        }
        let [bot, other] = [self.level, self.other]
            .map(|level| bot_occupant(level.get_untracked(), self.personality.get_untracked()));
        let starts = self.starts.get_untracked();
        let start = GameStart {
            start_policy: starts,
            first: starts.first(),
            time_control: self.clock.get_untracked(),
            ..GameStart::new(ruleset, self.mode.get_untracked().seats(bot, other))
        };
        ui.send(Message::StartGame(Box::new(start)));
    }

    /// Returns true if a chosen bot does not support the rules.
    fn has_unsupported_bot(self) -> bool {
        let is_off = |level: ErasedSignal<Level>| is_unsupported(level.get(), self.rules);
        match self.mode.get() {
            GameMode::People => false,
            GameMode::Computer => is_off(self.level),
            GameMode::Bots => is_off(self.level) || is_off(self.other),
        }
    }

    /// Describes the chosen game in a sentence, or the error in the form.
    fn sentence(self, text: Text) -> String {
        if let Some(error) = self.rules.error_text(text) {
            return error;
        }
        let level = text.get(game_text::level_name(self.level.get()));
        let who = match self.mode.get() {
            GameMode::People => text.get(M::TwoPlayers).to_owned(),
            GameMode::Computer => text.with(
                M::GameBetween,
                &[("first", &text.get(M::You)), ("second", &level)],
            ),
            GameMode::Bots => {
                let other = text.get(game_text::level_name(self.other.get()));
                text.with(M::GameBetween, &[("first", &level), ("second", &other)])
            }
        };
        let (_, name, _) = rules_card(self.rules.variant.get());
        let measures = self.rules.values.get();
        let size = text.with(
            M::SizeAndLine,
            &[
                ("columns", &measures[0]),
                ("rows", &measures[1]),
                ("line", &measures[2]),
            ],
        );
        let clock = match self.clock.get() {
            TimeControl::Unlimited => String::new(),
            rule => format!(", {}", time_control_text(text, rule)),
        };
        format!("{who} · {}, {size}{clock}", text.get(name))
    }
}

/// The form.
#[component]
pub(crate) fn NewGame() -> impl IntoView {
    let (ui, text) = context();
    let chosen = ui.with_own_play(NewGameForm::of);
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        chosen.begin(ui);
    };
    let modes = GameMode::ALL
        .map(|(this, id, message)| radio("mode", id, text.get(message), chosen.mode, this));
    let levels = move || opponents::OFFERED_LEVELS.map(|level| level_card(text, chosen, level));
    view! {
        <form class="new-game" novalidate on:submit=start>
            <div>
                <fieldset class="segment">
                    <legend>{text.get(M::WhoPlays)}</legend>
                    {modes.collect_view()}
                </fieldset>
                {view_if(move || chosen.mode.get() == GameMode::Bots, move || other_bot(text, chosen))}
                {view_if(move || chosen.mode.get() != GameMode::People, move || view! {
                    <fieldset class="picks">
                        <legend>{text_signal(move || text.get(if chosen.mode.get() == GameMode::Bots { M::OneBot } else { M::Strength }).to_owned())}</legend>
                        {levels().collect_view()}
                    </fieldset>
                    {view_if(move || chosen.level.get() == Level::Learner, || view! { <Memory/> }.into_any())}
                }.into_any())}
            </div>
            <details class="card" open=browser::is_wide()>
                <summary data-testid="rules">{text.get(M::MoreChoices)}</summary>
                {more_options(text, chosen)}
            </details>
            <div class="card starts">
                {view_if(move || chosen.has_unsupported_bot(), move || view! {
                    <p role="alert" tabindex="-1" id=UNSUPPORTED_ID data-testid=UNSUPPORTED_ID>{text.get(M::NetChooseOther)}</p>
                }.into_any())}
                <p data-testid="chosen">{text_signal(move || chosen.sentence(text))}</p>
                <button class="main" type="submit" data-testid="start" aria-disabled=text_signal(move || chosen.rules.error_text(text).is_some().to_string())>{icons::icon(icons::PLAY)}{text.get(M::Start)}</button>
            </div>
        </form>
    }
}

/// The strength of the second bot.
fn other_bot(text: Text, chosen: NewGameForm) -> AnyView {
    let now = chosen.other.get_untracked();
    let option = |level: Level| {
        let label = text.get(game_text::level_name(level)).to_owned();
        (level.name().to_owned(), label, level == now)
    };
    let on_select = move |name: String| {
        if let Ok(level) = name.parse() {
            chosen.other.set(level);
        }
    };
    let options = opponents::OFFERED_LEVELS.map(option).into_iter().collect();
    select_field("other-level", text.get(M::OtherBot), options, on_select)
}

/// Rules, size, who starts, and the bot's character.
fn more_options(text: Text, chosen: NewGameForm) -> AnyView {
    let personalities = move || {
        Personality::ALL
            .map(|personality| {
                let name = text.get(game_text::personality_name(personality));
                radio(
                    "character",
                    personality.name(),
                    name,
                    chosen.personality,
                    personality,
                )
            })
            .collect_view()
    };
    view! {
        {variant_radios(text, chosen.rules)}
        <BoardSizeForm rules=chosen.rules/>
        <fieldset class="segment">
            <legend>{text.get(M::WhoStarts)}</legend>
            {dynamic_view(move || {
                let names = starter_labels(text, chosen.mode.get());
                let all = START_POLICY_NAMES.into_iter().zip(names);
                all.map(|((this, name), label)| radio("starts", name, label, chosen.starts, this)).collect_view().into_any()
            })}
        </fieldset>
        <fieldset class="segment clocks">
            <legend>{text.get(M::Clock)}</legend>
            {clocks::TIME_CONTROLS.map(|(name, rule)| radio("clock", name, time_control_text(text, rule), chosen.clock, rule)).collect_view()}
            <small>{text.get(M::ClockBegins)}</small>
        </fieldset>
        {view_if(move || chosen.mode.get() != GameMode::People, move || view! {
            <fieldset class="segment">
                <legend>{text.get(M::Character)}</legend>
                {personalities()}
            </fieldset>
        }.into_any())}
    }
    .into_any()
}

/// Returns true for a bot that does not support these rules.
fn is_unsupported(level: Level, rules: RulesForm) -> bool {
    let supports =
        |rules| matches!(rules, Some(Ok(ruleset)) if net_evaluation::is_supported(ruleset));
    level.net().is_some() && !supports(rules.ruleset())
}

/// The card of a bot: face, name, style and measured strength. It is disabled, with the reason,
/// where the bot does not support the rules.
fn level_card(text: Text, all: NewGameForm, level: Level) -> AnyView {
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
    let inside = view! {
        {level_icon(level)}
        <span><b>{text.get(game_text::level_name(level))}</b><small>{text_signal(about)}</small>{bar}</span>
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

/// Returns the variants in the order of the form.
pub(crate) fn variants() -> [Variant; 5] {
    use foursight_core::{BothConnectRule, Fill, Stock};
    [
        Variant::Standard,
        Variant::PopOut(BothConnectRule::default()),
        Variant::PopTen(Fill::default()),
        Variant::FiveInARow,
        Variant::PowerUp(Stock::default()),
    ]
}

/// Returns an example game of a variant, its name, and its rules in a few words.
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

/// The choice of variants.
pub(crate) fn variant_radios(text: Text, chosen: RulesForm) -> AnyView {
    let rules = variants().map(|variant| variant_radio(text, chosen, variant));
    view! {
        <fieldset class="picks rules">
            <legend>{text.get(M::Rules)}</legend>
            {rules.collect_view()}
        </fieldset>
    }
    .into_any()
}

/// Describes rules by variant, size and line length.
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

pub(crate) fn variant_radio(text: Text, rules: RulesForm, variant: Variant) -> AnyView {
    let (example, name, about) = rules_card(variant);
    let ruleset = Ruleset::default_for(variant);
    let game =
        read(example, ruleset, &EMOJI).unwrap_or_else(|_| foursight_core::Game::new(ruleset));
    let inside = view! {
        {thumbnail(&game)}
        <span><b>{text.get(name)}</b><small>{text.get(about)}</small></span>
    };
    view! {
        <label class="radio pick">
            <input
                type="radio"
                name="variant"
                data-testid=format!("variant-{}", variant.name())
                prop:checked=bool_signal(move || rules.variant.get().name() == variant.name())
                on:change=move |_| rules.choose(variant)
            />
            {inside}
        </label>
    }
    .into_any()
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

fn starter_labels(text: Text, mode: GameMode) -> [String; 3] {
    let number = |n: u8| text.with(M::PlayerNumber, &[("number", &n)]);
    let in_turn = text.get(M::StartsInTurn).to_owned();
    match mode {
        GameMode::Computer => [
            text.get(M::StartsYou).to_owned(),
            text.get(M::StartsComputer).to_owned(),
            in_turn,
        ],
        GameMode::People | GameMode::Bots => [number(1), number(2), in_turn],
    }
}

/// A radio button with a label.
pub(crate) fn radio<T: Copy + PartialEq + Send + Sync + 'static>(
    group: &'static str,
    id: &'static str,
    label: impl Into<String>,
    chosen: ErasedSignal<T>,
    this: T,
) -> AnyView {
    let label = label.into();
    radio_card(
        group,
        id,
        chosen,
        this,
        view! { <span>{label}</span> }.into_any(),
    )
}

/// A radio button with any content.
pub(crate) fn radio_card<T: Copy + PartialEq + Send + Sync + 'static>(
    group: &'static str,
    id: &'static str,
    chosen: ErasedSignal<T>,
    this: T,
    inside: AnyView,
) -> AnyView {
    radio_card_if((group, id), chosen, this, bool_signal(|| false), inside)
}

/// A radio button with any content that may be disabled.
fn radio_card_if<T: Copy + PartialEq + Send + Sync + 'static>(
    (group, id): (&'static str, &'static str),
    chosen: ErasedSignal<T>,
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
                prop:checked=bool_signal(move || chosen.get() == this)
                on:change=move |_| chosen.set(this)
            />
            {inside}
        </label>
    }
    .into_any()
}

/// An option of a select element: value, label, and whether it is selected.
pub(crate) type SelectOption = (String, String, bool);

/// A labelled select element.
pub(crate) fn select_field(
    id: &'static str,
    label: &'static str,
    options: Vec<SelectOption>,
    on_select: impl Fn(String) + 'static,
) -> AnyView {
    let options = options.into_iter().map(|(name, label, is_picked)| {
        view! { <option value=name selected=is_picked>{label}</option> }
    });
    view! {
        <label class="field">
            <span>{label}</span>
            <select id=id data-testid=id on:change=move |event| on_select(event_target_value(&event))>
                {options.collect_view()}
            </select>
        </label>
    }
    .into_any()
}
