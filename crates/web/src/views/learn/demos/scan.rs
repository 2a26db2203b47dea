//! The search through a whole grid, step by step: start, delta, target and count, and what comes next.

use foursight_lessons::teach::fall::Rows;
use foursight_lessons::teach::scan::{Branch, Step, WANTED, Way, example, find_along, steps};
use foursight_lessons::{Listing, Trace};
use leptos::prelude::*;

use super::super::super::{live, shown, shown_if, tap};
use super::super::picture::{Picture, Rulers, Sign, picture};
use super::super::walk::{Stepped, Walk, walk_buttons};
use crate::shell::source::{Derived, Source, derived};
use crate::text::{Message as M, Text};

const fn way_name(way: Way) -> M {
    match way {
        Way::Vertical => M::WayVertical,
        Way::Horizontal => M::WayHorizontal,
        Way::DiagonalRight => M::WayRight,
        Way::DiagonalLeft => M::WayLeft,
    }
}

const BRANCHES: [Branch; 4] = [
    Branch::End,
    Branch::NextRow,
    Branch::OneMore,
    Branch::NextStart,
];

const fn branch_name(branch: Branch) -> M {
    match branch {
        Branch::End => M::BranchEnd,
        Branch::NextRow => M::BranchNextRow,
        Branch::OneMore => M::BranchOneMore,
        Branch::NextStart => M::BranchNextStart,
    }
}

/// A step of the search, and whether what it does is told already: first it asks, then it does.
type Shown = Option<(Step, bool)>;

/// The demo on one of the grids.
pub(super) fn show(text: Text, which: &'static str, listings: Vec<&'static Listing>) -> AnyView {
    let rows = example(which);
    let way = Source::new(if which == "fictitious" {
        Way::Vertical
    } else {
        Way::DiagonalRight
    });
    let player = Source::new(if which == "fictitious" { 2_u8 } else { 1 });
    let searched = rows.clone();
    let run = derived(move || steps(&searched, player.get(), way.get().delta()));
    let searched = rows.clone();
    // The search is walked through also where only the table of its deltas is shown.
    let searching = Listing::named("find_adjacent");
    let others = listings.iter().filter(|of| Some(**of) != searching);
    let run_of: Vec<_> = others.copied().chain(searching).collect();
    let offset = run_of.len() - 1;
    let trace = derived(move || {
        let search = |see: foursight_lessons::See<'_>| {
            find_along(&searched, player.get(), way.get(), see);
        };
        Trace::of(&run_of, search).0
    });
    let stepped = Stepped::new(listings, trace);
    let walk = stepped.walk;
    // First the delta is looked up, if that is shown. Then two lines run each time around: the question,
    // and what follows from it.
    let step = derived(move || {
        let at = walk.at.get().checked_sub(offset)?;
        run.with(|run| Some((*run.get(at / 2)?, at % 2 == 1)))
    });
    let drawn = derived(move || drawn(&rows, way.get(), step.get().map(|(step, _)| step)));
    view! {
        <div class="beside">
            <div>
                {choices(text, way, player, walk)}
                {picture(text, drawn, None)}
            </div>
            <div>
                <p role="status" data-testid="scan-said">{live(move || said(text, way.get(), step.get()))}</p>
                {shown(move || values(text, way.get(), step.get().map(|(step, _)| step)))}
                {walk_buttons(text, walk, M::ScanJump)}
                {guesses(text, run, walk, offset)}
            </div>
        </div>
        {stepped.sources(text)}
    }
    .into_any()
}

/// What happens next? Each answer is judged, and the search goes on.
fn guesses(text: Text, run: Derived<Vec<Step>>, walk: Walk, offset: usize) -> AnyView {
    let guessed = Source::new((0_u32, 0_u32));
    // The verdict belongs to the moment to which the guess has led.
    let verdict = Source::new((0_usize, String::new()));
    // Whatever is told already is not guessed: then the guess is about the next time around.
    let next = move || walk.at.get().saturating_sub(offset).div_ceil(2);
    let guess = move |branch: Branch| {
        let next = untrack(next);
        let Some(step) = run.get_untracked().get(next).copied() else {
            return;
        };
        let is_right = step.branch == branch;
        guessed.update(|(right, all)| {
            *right += u32::from(is_right);
            *all += 1;
        });
        let (right, all) = guessed.get_untracked();
        let what = text.get(branch_name(step.branch));
        let parts: [(&str, &dyn std::fmt::Display); 3] =
            [("what", &what), ("right", &right), ("all", &all)];
        let message = if is_right {
            M::GuessRight
        } else {
            M::GuessWrong
        };
        walk.go(2 * next + 1 + offset);
        verdict.set((walk.at.get_untracked(), text.with(message, &parts)));
    };
    let ask = move || {
        let buttons = BRANCHES.map(|branch| {
            view! { <button type="button" data-branch=format!("{branch:?}") on:click=tap(move || guess(branch))>{text.get(branch_name(branch))}</button> }
        });
        view! { <fieldset class="guess"><legend>{text.get(M::GuessAsk)}</legend>{buttons.collect_view()}</fieldset> }.into_any()
    };
    let said = live(move || {
        let (at, said) = verdict.get();
        if at == walk.at.get() {
            said
        } else {
            String::new()
        }
    });
    view! {
        {shown_if(move || next() < run.with(Vec::len), ask)}
        <p role="status" data-testid="guess-said">{said}</p>
    }
    .into_any()
}

/// Which way to search, and for whom.
fn choices(text: Text, way: Source<Way>, player: Source<u8>, walk: Walk) -> AnyView {
    let ways = Way::ALL.map(|this| {
        let pressed = live(move || (way.get() == this).to_string());
        let act = tap(move || {
            way.set(this);
            walk.go(0);
        });
        view! { <button type="button" aria-pressed=pressed data-way=this.name() on:click=act>{text.get(way_name(this))}" "{format!("{:?}", this.delta())}</button> }
    });
    let players = [1_u8, 2].map(|this| {
        let pressed = live(move || (player.get() == this).to_string());
        let act = tap(move || {
            player.set(this);
            walk.go(0);
        });
        let name = text.with(M::PlayerNumber, &[("number", &this)]);
        view! { <button type="button" aria-pressed=pressed data-player=this.to_string() on:click=act>{name}</button> }
    });
    view! { <div class="row">{ways.collect_view()}</div><div class="row">{players.collect_view()}</div> }.into_any()
}

fn drawn(rows: &Rows, way: Way, step: Option<Step>) -> Picture {
    let mut picture = Picture::of_rows(rows);
    picture.rulers = Some(Rulers::FromBottom);
    let Some(step) = step else {
        return picture;
    };
    let (dy, dx) = way.delta();
    let found = (0..step.consecutive).map(|n| (step.start.0 + n * dy, step.start.1 + n * dx));
    picture.signs.extend(found.map(|at| (at, Sign::Found)));
    picture.signs.push((step.start, Sign::Start));
    if step.consecutive < WANTED {
        picture.signs.push((step.target, Sign::Look));
    }
    if step.target != step.start {
        picture.arrows.push((step.start, step.target));
    }
    picture
}

fn said(text: Text, way: Way, shown: Shown) -> String {
    let Some((step, is_told)) = shown else {
        let (down, right) = way.delta();
        return text.with(M::LessonDirection, &[("down", &down), ("right", &right)]);
    };
    let branch = text.get(branch_name(step.branch));
    let message = match (step.consecutive, is_told) {
        (WANTED, _) => M::ScanFound,
        (_, true) => M::ScanAt,
        (_, false) => M::ScanAsks,
    };
    let pair = |(y, x): (i32, i32)| format!("({y}, {x})");
    let parts: [(&str, &dyn std::fmt::Display); 5] = [
        ("start", &pair(step.start)),
        ("delta", &pair(way.delta())),
        ("count", &step.consecutive),
        ("target", &pair(step.target)),
        ("branch", &branch),
    ];
    text.with(message, &parts)
}

/// The same as a sum: start + delta × count = target.
fn values(text: Text, way: Way, step: Option<Step>) -> AnyView {
    let Some(step) = step else {
        return ().into_any();
    };
    let (dy, dx) = way.delta();
    let ((sy, sx), (ty, tx), n) = (step.start, step.target, step.consecutive);
    let row =
        |name: M, value: String| view! { <div><dt>{text.get(name)}</dt><dd>{value}</dd></div> };
    view! {
        <dl class="vars" aria-hidden="true">
            {row(M::ScanKeyStart, format!("({sy}, {sx})"))}
            {row(M::ScanDelta, format!("({dy}, {dx})"))}
            {row(M::ScanCount, n.to_string())}
            {row(M::ScanKeyTarget, format!("({sy} + {dy} × {n}, {sx} + {dx} × {n}) = ({ty}, {tx})"))}
        </dl>
        <p class="small" aria-hidden="true"><i class="key start"></i>{text.get(M::ScanKeyStart)}" "<i class="key look"></i>{text.get(M::ScanKeyTarget)}" "<i class="key found"></i>{text.get(M::ScanKeyFound)}</p>
    }
    .into_any()
}
