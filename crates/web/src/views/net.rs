//! What a net sees in the game that is shown, next to the truth: ghost discs by its liking, its value as a bar,
//! and a mark where it is wrong.
//!
//! The look comes from the worker with the nets, the truth from an engine of its own, so that nobody who plays
//! waits for it. Both are asked anew whenever the position changes.

use std::sync::atomic::{AtomicBool, Ordering};

use foursight_bots::Level;
use foursight_bots::net::Sight;
use foursight_core::{Column, Game, Player, Ruleset};
use foursight_protocol::engine::{Ask, Bounds, Found};
use foursight_protocol::nets::Trouble;
use foursight_solver::Prospect;
use leptos::prelude::*;

use super::mini::mini_with;
use super::play::side;
use super::{context, icons, live, shown, shown_if, tap};
use crate::browser;
use crate::model::{Keeper, News, level_of};
use crate::names::Names;
use crate::nets::{self, SeenByNet, SeenColumn, compare};
use crate::shell::Ui;
use crate::shell::engine::Engine;
use crate::shell::nets as worker;
use crate::shell::source::{Source, follow};
use crate::text::{Message as M, Text};

/// What is seen.
const CARD: &str = "net-card";

/// Whether it was on when it was last there.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// The switch, and what it shows. Games by rules that no net knows have none, nor have games of other parts of
/// the page: there it would be help from outside.
pub(crate) fn switch() -> AnyView {
    let (ui, text) = context();
    let is_on = Source::new(IS_ON.load(Ordering::Relaxed));
    let flip = move || {
        let is_on_now = !is_on.get_untracked();
        IS_ON.store(is_on_now, Ordering::Relaxed);
        is_on.set(is_on_now);
        if is_on_now {
            browser::bring_into_view(CARD);
        }
    };
    let button = move || {
        view! {
            <button
                data-testid="net"
                aria-pressed=live(move || is_on.get().to_string())
                on:click=tap(flip)
            >
                {icons::drawn(icons::NET)}
                <span>{text.get(M::NetSees)}</span>
                <small aria-hidden="true">{text.get(M::NetExpects)}</small>
            </button>
            {shown_if(move || is_on.get(), move || panel(ui, text))}
        }
        .into_any()
    };
    let belongs_here = move || {
        let is_known = ui.see(|play| play.game().ruleset() == Ruleset::STANDARD);
        is_known && !matches!(ui.keeper.get(), Keeper::Part(_))
    };
    view! {
        <section class="net" aria-label=text.get(M::NetSees)>
            {shown(move || stood_in(ui, text))}
            {shown_if(belongs_here, button)}
        </section>
    }
    .into_any()
}

/// That somebody else moves in the stead of a net.
fn stood_in(ui: Ui, text: Text) -> AnyView {
    let has_net = ui.see(|play| {
        let mut seats = play.start().seats.iter().filter_map(level_of);
        seats.any(|(level, _)| level > Level::Perfect)
    });
    let words = worker::stood_in(text);
    if words.is_empty() || !has_net {
        return ().into_any();
    }
    view! { <p role="status" data-testid="stood-in">{words}</p> }.into_any()
}

/// What was heard of the position so far.
#[derive(Clone, Default)]
struct Heard {
    /// The number of the question.
    number: u32,
    sight: Option<Result<Sight, Trouble>>,
    truth: Vec<Option<Bounds>>,
}

/// The net of the opponent, or the best one.
fn whose(ui: Ui) -> Level {
    ui.see(|play| {
        let levels = play.start().seats.iter().filter_map(level_of);
        let mut nets = levels
            .map(|(level, _)| level)
            .filter(|level| level.net().is_some());
        nets.next()
    })
    .unwrap_or(Level::Neural)
}

fn panel(ui: Ui, text: Text) -> AnyView {
    let heard = Source::new(Heard::default());
    let truth = move |number: u32, columns: Vec<Option<Bounds>>| {
        if heard.with_untracked(|heard| heard.number == number) {
            heard.update(|heard| heard.truth = columns);
        }
    };
    let engine = Engine::start(move |news| {
        if let News::Found(number, Found::Verdicts { columns, .. }) = news {
            truth(number, columns);
        }
    });
    let engine = StoredValue::new_local(engine.ok());
    follow(move || {
        let (game, level) = (ui.shown.get(), whose(ui));
        let number = heard.with_untracked(|heard| heard.number) + 1;
        let is_first = number == 1;
        heard.set(Heard {
            number,
            ..Heard::default()
        });
        worker::look(game.clone(), level, move |sight| {
            // The panel may be gone.
            if heard.is_there() && heard.with_untracked(|heard| heard.number == number) {
                heard.update(|heard| heard.sight = Some(sight));
            }
        });
        if game.to_move().is_none() || !nets::know(game.ruleset()) {
            return;
        }
        engine.with_value(|engine| {
            let Some(engine) = engine else { return };
            // The answer to the last question is not wanted any more; without one the truth stays away.
            if !is_first {
                drop(engine.cancel());
            }
            drop(engine.ask(number, Ask::Verdicts { game }));
        });
    });
    let seen = move || {
        let Heard { sight, truth, .. } = heard.get();
        match sight {
            None => view! { <p>{text.get(M::NetLooking)}</p> }.into_any(),
            Some(Err(trouble)) => {
                view! { <p data-testid="net-trouble">{text.get(nets::trouble(trouble))}</p> }
                    .into_any()
            }
            Some(Ok(sight)) => drawn(ui, text, &compare(&sight, &truth)),
        }
    };
    view! { <div class="card" id=CARD>{shown(seen)}</div> }.into_any()
}

/// The picture, the bar, the numbers and the sentences.
fn drawn(ui: Ui, text: Text, seen: &SeenByNet) -> AnyView {
    let game = ui.shown.get_untracked();
    let mover = game.position().to_move();
    let name = ui.see(|play| Names::of(text, play.start()).get(mover).to_owned());
    let value = text.with(M::NetValue, &[("name", &name)]);
    let ghosts = seen.columns.iter().enumerate();
    let ghosts = ghosts.filter_map(|(at, column)| Some(ghost(&game, mover, at, (*column)?)));
    let picture = mini_with(&game, ghosts.collect_view().into_any());
    let truth = seen.truth.map(|truth| sign(text, truth, false));
    view! {
        <div class=format!("net-picture {}", side(mover))>
            {picture}
            <div class="net-value">
                <span>{text.get(M::NetTruth)}{truth}</span>
                <meter min="0" max="100" value=seen.percent aria-label=value.clone() title=value>{seen.percent}</meter>
            </div>
        </div>
        {numbers(text, seen)}
        <p role="status" data-testid="net-said">{seen.sentences(text)}</p>
        <p class="about">{text.get(M::NetAbout)}</p>
    }
    .into_any()
}

/// A ghost disc where a drop would land, crossed out where the net is wrong.
fn ghost(game: &Game, mover: Player, at: usize, column: SeenColumn) -> Option<AnyView> {
    let grid = game.position().grid();
    let space = grid.landing(Column::from_index(at)?)?;
    let (x, y) = (
        10 * space.column.index() + 5,
        10 * usize::from(grid.height()) - 10 * space.row.index() - 5,
    );
    let class = if column.is_wrong() {
        "ghost wrong"
    } else {
        "ghost"
    };
    let cross = column
        .is_wrong()
        .then(|| view! { <path d="M-3.6-3.6L3.6 3.6M-3.6 3.6L3.6-3.6"/> });
    Some(
        view! {
            <g class=format!("{class} {}", side(mover)) transform=format!("translate({x} {y})")>
                <circle r=column.radius.to_string()/>
                {cross}
            </g>
        }
        .into_any(),
    )
}

/// The letter of a prospect in its shape, which is marked if it is wrong.
fn sign(text: Text, prospect: Prospect, is_wrong: bool) -> AnyView {
    let class = match prospect {
        Prospect::Win => "chip",
        Prospect::Draw => "chip draw",
        Prospect::Loss => "chip loss",
    };
    let mark = is_wrong.then(|| {
        view! { <b aria-hidden="true">"!"</b><span class="hidden">{text.get(M::NetWrongMark)}</span> }
    });
    view! { <i class=class>{text.get(nets::letter(prospect))}</i>{mark} }.into_any()
}

/// A row a kind of knowledge, a column a column.
fn numbers(text: Text, seen: &SeenByNet) -> AnyView {
    let row = |head: M, words: &dyn Fn(SeenColumn) -> AnyView| {
        let spaces = seen.columns.iter().map(|column| {
            let inside = column.map(words);
            let is_wrong = column.is_some_and(|column| column.is_wrong());
            view! { <td class:wrong=is_wrong>{inside}</td> }
        });
        view! { <tr><th scope="row">{text.get(head)}</th>{spaces.collect_view()}</tr> }.into_any()
    };
    let heads = (1..=seen.columns.len()).map(|number| view! { <th scope="col">{number}</th> });
    view! {
        <table data-testid="net-table">
            <thead><tr><td></td>{heads.collect_view()}</tr></thead>
            <tbody>
                {row(M::NetShare, &|column| column.percent.to_string().into_any())}
                {row(M::NetExpects, &|column| sign(text, column.expects, column.is_wrong()))}
                {row(M::NetTruth, &|column| match column.truth {
                    Some(truth) => sign(text, truth, false),
                    None => "…".into_any(),
                })}
            </tbody>
        </table>
    }
    .into_any()
}
