//! The search through a whole board, step by step: start, delta, target and count, and the next
//! branch.

use foursight_lessons::teach::fall::Rows;
use foursight_lessons::teach::scan::{
    ScanBranch, ScanDirection, ScanStep, WANTED, example_rows, find_along, steps,
};
use foursight_lessons::{Listing, Trace};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{click_handler, dynamic_view, text_signal, view_if};
use super::super::board_picture::{BoardPicture, PictureMark, RulerStyle, picture};
use super::super::trace_player::{TracePlayback, TracePlayer, playback_buttons};
use crate::shell::signals::{ErasedMemo, ErasedSignal, erased_memo};

const fn way_name(way: ScanDirection) -> M {
    match way {
        ScanDirection::Vertical => M::WayVertical,
        ScanDirection::Horizontal => M::WayHorizontal,
        ScanDirection::DiagonalRight => M::WayRight,
        ScanDirection::DiagonalLeft => M::WayLeft,
    }
}

const BRANCHES: [ScanBranch; 4] = [
    ScanBranch::End,
    ScanBranch::NextRow,
    ScanBranch::DiscFound,
    ScanBranch::NextStart,
];

const fn branch_name(branch: ScanBranch) -> M {
    match branch {
        ScanBranch::End => M::BranchEnd,
        ScanBranch::NextRow => M::BranchNextRow,
        ScanBranch::DiscFound => M::BranchOneMore,
        ScanBranch::NextStart => M::BranchNextStart,
    }
}

/// A step of the search, and whether its branch is revealed: each step first asks, then acts.
type ScanMoment = Option<(ScanStep, bool)>;

/// The demo on one of the example boards.
pub(super) fn show(text: Text, which: &'static str, listings: Vec<&'static Listing>) -> AnyView {
    let rows = example_rows(which);
    let way = ErasedSignal::new(if which == "fictitious" {
        ScanDirection::Vertical
    } else {
        ScanDirection::DiagonalRight
    });
    let player = ErasedSignal::new(if which == "fictitious" { 2_u8 } else { 1 });
    let searched = rows.clone();
    let run = erased_memo(move || steps(&searched, player.get(), way.get().delta(), WANTED));
    let searched = rows.clone();
    // Trace the search even if only the table of its deltas is shown.
    let searching = Listing::from_name("find_adjacent");
    let others = listings.iter().filter(|of| Some(**of) != searching);
    let run_of: Vec<_> = others.copied().chain(searching).collect();
    let offset = run_of.len() - 1;
    let trace = erased_memo(move || {
        let search = |see: foursight_lessons::Tracer<'_>| {
            find_along(&searched, player.get(), way.get(), see);
        };
        Trace::record(&run_of, search).0
    });
    let trace_player = TracePlayer::new(listings, trace);
    let playback = trace_player.playback;
    // First the delta is looked up, if that is shown. Then two lines run per iteration: the
    // condition, and its branch.
    let step = erased_memo(move || {
        let at = playback.at.get().checked_sub(offset)?;
        run.with(|run| Some((*run.get(at / 2)?, at % 2 == 1)))
    });
    let board = erased_memo(move || board_at(&rows, way.get(), step.get().map(|(step, _)| step)));
    view! {
        <div class="beside">
            <div>
                {choices(text, way, player, playback)}
                {picture(text, board, None)}
            </div>
            <div>
                <p role="status" data-testid="scan-said">{text_signal(move || step_text(text, way.get(), step.get()))}</p>
                {dynamic_view(move || values(text, way.get(), step.get().map(|(step, _)| step)))}
                {playback_buttons(text, playback, M::ScanJump)}
                {quiz(text, run, playback, offset)}
            </div>
        </div>
        {trace_player.sources(text)}
    }
    .into_any()
}

/// The quiz about the next branch. Each guess is judged, and the search continues.
fn quiz(
    text: Text,
    run: ErasedMemo<Vec<ScanStep>>,
    playback: TracePlayback,
    offset: usize,
) -> AnyView {
    let guessed = ErasedSignal::new((0_u32, 0_u32));
    // The feedback belongs to the moment to which the guess has led.
    let feedback = ErasedSignal::new((0_usize, String::new()));
    // A branch that is already revealed cannot be guessed: the guess is then about the next
    // iteration.
    let next = move || playback.at.get().saturating_sub(offset).div_ceil(2);
    let guess = move |branch: ScanBranch| {
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
        playback.go(2 * next + 1 + offset);
        feedback.set((playback.at.get_untracked(), text.with(message, &parts)));
    };
    let ask = move || {
        let buttons = BRANCHES.map(|branch| {
            view! { <button type="button" data-branch=format!("{branch:?}") on:click=click_handler(move || guess(branch))>{text.get(branch_name(branch))}</button> }
        });
        view! { <fieldset class="guess"><legend>{text.get(M::GuessAsk)}</legend>{buttons.collect_view()}</fieldset> }.into_any()
    };
    let visible_feedback = text_signal(move || {
        let (at, message) = feedback.get();
        if at == playback.at.get() {
            message
        } else {
            String::new()
        }
    });
    view! {
        {view_if(move || next() < run.with(Vec::len), ask)}
        <p role="status" data-testid="guess-said">{visible_feedback}</p>
    }
    .into_any()
}

/// The direction of the search, and the player.
fn choices(
    text: Text,
    way: ErasedSignal<ScanDirection>,
    player: ErasedSignal<u8>,
    playback: TracePlayback,
) -> AnyView {
    let ways = ScanDirection::ALL.map(|this| {
        let pressed = text_signal(move || (way.get() == this).to_string());
        let act = click_handler(move || {
            way.set(this);
            playback.go(0);
        });
        view! { <button type="button" aria-pressed=pressed data-way=this.name() on:click=act>{text.get(way_name(this))}" "{format!("{:?}", this.delta())}</button> }
    });
    let players = [1_u8, 2].map(|this| {
        let pressed = text_signal(move || (player.get() == this).to_string());
        let act = click_handler(move || {
            player.set(this);
            playback.go(0);
        });
        let name = text.with(M::PlayerNumber, &[("number", &this)]);
        view! { <button type="button" aria-pressed=pressed data-player=this.to_string() on:click=act>{name}</button> }
    });
    view! { <div class="row">{ways.collect_view()}</div><div class="row">{players.collect_view()}</div> }.into_any()
}

fn board_at(rows: &Rows, way: ScanDirection, step: Option<ScanStep>) -> BoardPicture {
    let mut picture = BoardPicture::of_rows(rows);
    picture.rulers = Some(RulerStyle::FromBottom);
    let Some(step) = step else {
        return picture;
    };
    let (dy, dx) = way.delta();
    let found = (0..step.consecutive).map(|n| (step.start.0 + n * dy, step.start.1 + n * dx));
    picture
        .marks
        .extend(found.map(|at| (at, PictureMark::Found)));
    picture.marks.push((step.start, PictureMark::Start));
    if step.consecutive < WANTED {
        picture.marks.push((step.target, PictureMark::Look));
    }
    if step.target != step.start {
        picture.arrows.push((step.start, step.target));
    }
    picture
}

fn step_text(text: Text, way: ScanDirection, shown: ScanMoment) -> String {
    let Some((step, is_revealed)) = shown else {
        let (down, right) = way.delta();
        return text.with(M::LessonDirection, &[("down", &down), ("right", &right)]);
    };
    let branch = text.get(branch_name(step.branch));
    let message = match (step.consecutive, is_revealed) {
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

/// The step as a sum: start + delta × count = target.
fn values(text: Text, way: ScanDirection, step: Option<ScanStep>) -> AnyView {
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
