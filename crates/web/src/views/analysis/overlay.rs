//! What is drawn over the board: the plan and the threats.

use foursight_core::{Cell, Player, Position};
use foursight_explain::{PlanPicture, Threat, threats};
use foursight_page::analysis::{AnalysisState, OverlayLayer};
use leptos::prelude::*;

use super::AnalysisPage;
use crate::shell::signals::erased_memo;
use crate::views::dynamic_view;
use crate::views::play::flat_board::{CELL, FlatBoardLayout};
use crate::views::play::player_class;

/// Radius of the bracket around a pair.
const BRACKET: i32 = 36;
/// Half the size of a cross.
const CROSS: i32 = 26;
/// Distance of the marks of threats from the centre of a cell, so that both players fit.
const THREAT_OFFSET: i32 = 17;

/// The content of the overlay.
#[derive(Clone, Debug, Default, PartialEq)]
struct Drawing {
    /// The drop that the plan begins with.
    drop: Option<(Cell, Player)>,
    plan: Option<PlanPicture>,
    threats: Vec<(Threat, bool)>,
}

impl Drawing {
    fn of(analysis: &AnalysisState) -> Self {
        if analysis.editor().is_some() {
            return Self::default();
        }
        let position = analysis.game().position();
        let mut drawing = Self::default();
        if analysis.shows(OverlayLayer::Plan)
            && let Some((column, plan)) = analysis.plan_picture()
        {
            let cell = column.and_then(|column| position.board().landing(column));
            drawing.drop = cell.map(|cell| (cell, position.to_move()));
            drawing.plan = Some(plan);
        }
        if analysis.shows(OverlayLayer::Threats) {
            drawing.threats = all_threats(position);
        }
        drawing
    }
}

fn all_threats(position: &Position) -> Vec<(Threat, bool)> {
    let board = position.board();
    let of = |player| threats(position, player);
    let all = Player::BOTH.into_iter().flat_map(of);
    all.map(|threat| {
        let is_playable = board.landing(threat.cell.column) == Some(threat.cell);
        (threat, is_playable)
    })
    .collect()
}

/// The overlay of the board.
pub(super) fn overlay(page: AnalysisPage, layout: FlatBoardLayout) -> AnyView {
    let drawing = erased_memo(move || page.analysis.with(Drawing::of));
    dynamic_view(move || {
        let drawing = drawing.get();
        view! {
            <g class="overlay" data-testid="overlay">
                {drawing.plan.map(|plan| plan_view(layout, &plan))}
                {drawing.drop.map(|drop| drop_view(layout, drop))}
                {drawing.threats.into_iter().map(|threat| threat_view(layout, threat)).collect_view()}
            </g>
        }
        .into_any()
    })
    .into_any()
}

fn centre(layout: FlatBoardLayout, cell: Cell) -> (i32, i32) {
    layout.cell_centre(cell.row.index() as i32, cell.column.index() as i32)
}

/// The disc with which the plan begins, where it would land.
fn drop_view(layout: FlatBoardLayout, (cell, player): (Cell, Player)) -> AnyView {
    let (x, y) = centre(layout, cell);
    let class = format!("begins {}", player_class(player));
    view! { <circle class=class cx=x cy=y r="37"/> }.into_any()
}

/// Brackets around the pairs, dots on free cells, the threat that decides, the cell below it, and
/// the cells above it.
pub(crate) fn plan_view(layout: FlatBoardLayout, plan: &PlanPicture) -> AnyView {
    let pairs = plan.pairs.iter().map(|[lower, upper]| {
        let [(x, y), (u, v)] = [*lower, *upper].map(|cell| centre(layout, cell));
        if lower.column == upper.column {
            let class = "pair";
            return view! {
                <rect class=class x=x - BRACKET y=v - BRACKET width=2 * BRACKET height=y - v + 2 * BRACKET rx=BRACKET/>
            }
            .into_any();
        }
        view! {
            <path class="pair" d=format!("M{x} {y}L{u} {v}")/>
            <circle class="pair" cx=u cy=v r="16"/>
        }
        .into_any()
    });
    let free = plan.free.iter().map(|cell| {
        let (x, y) = centre(layout, *cell);
        view! { <circle class="free" cx=x cy=y r="9"/> }
    });
    let idle = plan.idle.iter().map(|cell| {
        let (x, y) = centre(layout, *cell);
        view! { <circle class="idle" cx=x cy=y r=CELL * 2 / 5/> }
    });
    let keep_off = plan.keep_off.map(|cell| {
        let (x, y) = centre(layout, cell);
        let (left, right, top, bottom) = (x - CROSS, x + CROSS, y - CROSS, y + CROSS);
        let path = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
        view! { <path class="keep-off" d=path/> }
    });
    let decides = plan.decides.map(|cell| {
        let (x, y) = centre(layout, cell);
        view! {
            <circle class="glow" cx=x cy=y r="46"/>
            <circle class="decides" cx=x cy=y r="37"/>
        }
    });
    view! {
        <g class=format!("plan {}", player_class(plan.player))>
            {idle.collect_view()}
            {pairs.collect_view()}
            {free.collect_view()}
            {keep_off}
            {decides}
        </g>
    }
    .into_any()
}

/// A ring for a threat of First, a cross for one of Second; drawn boldly where it is playable.
fn threat_view(layout: FlatBoardLayout, (threat, is_playable): (Threat, bool)) -> AnyView {
    let (x, y) = centre(layout, threat.cell);
    let now = if is_playable { " playable" } else { "" };
    let class = format!("threat {}{now}", player_class(threat.player));
    let path = match threat.player {
        Player::First => "M11 0a11 11 0 1 1-22 0a11 11 0 1 1 22 0z",
        Player::Second => "M-10-10L10 10M-10 10L10-10",
    };
    let x = match threat.player {
        Player::First => x - THREAT_OFFSET,
        Player::Second => x + THREAT_OFFSET,
    };
    view! { <path class=class transform=format!("translate({x} {y})") d=path/> }.into_any()
}
