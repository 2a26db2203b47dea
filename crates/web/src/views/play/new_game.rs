//! The form for a new game: players, strength, rules, who starts.

use foursight_bots::{Level, Personality};
use foursight_core::{Ruleset, Variant};
use foursight_page::opponents;
use foursight_page::play::{Message, Play, START_POLICY_NAMES};
use foursight_page::scores::recommended_level;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::themes::EMOJI;
use foursight_page::wording::bot_ids::{bot_occupant, level_of};
use foursight_page::wording::clocks::{self, time_control_text};
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::{PERSON_NAME_CHARS_MAX, entered_names};
use foursight_record::ledger::Ledger;
use foursight_record::read;
use foursight_table::{GameStart, Occupant, StartPolicy, TimeControl};
use leptos::prelude::*;

use super::board_size::{BoardSizeForm, RulesForm};
use super::opponent_cards::{is_unsupported, opponent_cards};
use crate::browser::{self, StorageKey};
use crate::shell::Ui;
use crate::shell::signals::ErasedSignal;
use crate::views::games::thumbnail::thumbnail;
use crate::views::{bool_signal, context, dynamic_view, icons, text_signal, view_if};

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

    /// Returns the mode of a game with these players.
    const fn of(seats: &[Occupant; 2]) -> Self {
        match seats {
            [Occupant::Person(_), Occupant::Person(_)] => Self::People,
            [Occupant::Bot(_), Occupant::Bot(_)] => Self::Bots,
            _ => Self::Computer,
        }
    }

    /// Returns the occupants of the seats, people by their names; `other` matters only between two
    /// bots.
    fn seats(self, names: [String; 2], bot: Occupant, other: Occupant) -> [Occupant; 2] {
        let [one, two] = names.map(Occupant::Person);
        match self {
            Self::People => [one, two],
            Self::Computer => [one, bot],
            Self::Bots => [bot, other],
        }
    }
}

/// The state of the form.
#[derive(Clone, Copy)]
pub(super) struct NewGameForm {
    mode: ErasedSignal<GameMode>,
    pub(super) level: ErasedSignal<Level>,
    /// The level that suits the results so far.
    pub(super) recommended: Level,
    /// The names of the people at the first and the second seat.
    names: ErasedSignal<[String; 2]>,
    /// The level of the second bot in a game between two.
    other: ErasedSignal<Level>,
    personality: ErasedSignal<Personality>,
    starts: ErasedSignal<StartPolicy>,
    clock: ErasedSignal<TimeControl>,
    pub(super) rules: RulesForm,
}

impl NewGameForm {
    /// Fills the form from the last game.
    fn of(last: &Play) -> Self {
        let start = last.start();
        let bot = start.seats.iter().find_map(level_of);
        let other = start.seats.iter().rev().find_map(level_of);
        let ledger = Ledger::from_text(&browser::load(StorageKey::Scores).unwrap_or_default());
        let recommended = recommended_level(&ledger);
        let (level, personality) = bot.unwrap_or((recommended, Personality::Balanced));
        let is_first = last.is_untouched();
        let name = |occupant: &Occupant| match occupant {
            Occupant::Person(name) => name.clone(),
            Occupant::Bot(_) => String::new(),
        };
        Self {
            recommended,
            names: ErasedSignal::new(start.seats.each_ref().map(name)),
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
        let names = self
            .names
            .with_untracked(|[one, two]| entered_names([one, two]));
        let start = GameStart {
            start_policy: starts,
            first: starts.first(),
            time_control: self.clock.get_untracked(),
            ..GameStart::new(ruleset, self.mode.get_untracked().seats(names, bot, other))
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
        let seats = match self.mode.get() {
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
        format!("{seats} · {}, {size}{clock}", text.get(name))
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
    view! {
        <form class="new-game" novalidate on:submit=start>
            <div>
                <fieldset class="segment">
                    <legend>{text.get(M::WhoPlays)}</legend>
                    {modes.collect_view()}
                </fieldset>
                {view_if(move || chosen.mode.get() != GameMode::People, move || view! {
                    <fieldset class="opponents">
                        <legend>{text_signal(move || text.get(if chosen.mode.get() == GameMode::Bots { M::OneBot } else { M::Strength }).to_owned())}</legend>
                        {opponent_cards(text, chosen)}
                    </fieldset>
                }.into_any())}
                {view_if(move || chosen.mode.get() == GameMode::Bots, move || other_bot(text, chosen))}
                {dynamic_view(move || name_fields(text, chosen))}
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

/// The fields for the names of the people who play; none between two bots.
fn name_fields(text: Text, chosen: NewGameForm) -> AnyView {
    let field = move |index: usize, label: String| {
        let id = format!("name-{}", index + 1);
        let placeholder = match chosen.mode.get_untracked() {
            GameMode::Computer => text.get(M::You).to_owned(),
            _ => text.with(M::PlayerNumber, &[("number", &(index + 1))]),
        };
        let now = chosen.names.with_untracked(|names| names[index].clone());
        let write = move |name: String| chosen.names.update(|names| names[index] = name);
        view! {
            <label class="field">
                <span>{label}</span>
                <input
                    type="text"
                    data-testid=id
                    maxlength=PERSON_NAME_CHARS_MAX.to_string()
                    autocomplete="off"
                    placeholder=placeholder
                    prop:value=now
                    on:input=move |event| write(event_target_value(&event))
                />
            </label>
        }
        .into_any()
    };
    let fields = match chosen.mode.get() {
        GameMode::Bots => return ().into_any(),
        GameMode::Computer => vec![field(0, text.get(M::NameYours).to_owned())],
        GameMode::People => [1, 2]
            .map(|number| {
                field(
                    number - 1,
                    text.with(M::NameOfPlayer, &[("number", &number)]),
                )
            })
            .into(),
    };
    // Against the computer few give a name: it does not push the opponents out of the window.
    let is_open = chosen.mode.get_untracked() == GameMode::People
        || chosen.names.with_untracked(|names| !names[0].is_empty());
    view! {
        <details class="names" open=is_open>
            <summary data-testid="names">{text.get(M::WhoNames)}</summary>
            <div class="row">{fields}</div>
            <small>{text.get(M::NamesAbout)}</small>
        </details>
    }
    .into_any()
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
pub(super) fn radio_card_if<T: Copy + PartialEq + Send + Sync + 'static>(
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
