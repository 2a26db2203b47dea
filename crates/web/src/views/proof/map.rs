//! The map of the positions, by pointer and by keys.
//!
//! A thousand positions are a dozen paths: each path has all edges, branches or plans after one reply
//! to the first drop. The browser says where a press was, the model which position is near.

use std::fmt::Write as _;

use foursight_core::Player;
use foursight_page::proof::{
    CheckPhase, MapNode, MapPoint, MapStep, ProofMap, ProofMessage, ProofPageState, ProofWords,
    WAYS, ring_radius,
};
use foursight_page::text::UiMessage as M;
use leptos::ev;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{Element, PointerEvent, WheelEvent};

use super::ProofView;
use crate::browser;
use crate::shell::signals::erased_memo;
use crate::views::play::flat_board::disc_face;
use crate::views::{bool_signal, click_handler, dynamic_view, icons, text_signal};

/// A minus.
const MINUS: &str = "M5 12h14";
/// Nodes that hang together.
const MAP: &str = "M12 4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 0 0 0-3.2M6 17a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 6 17M18 17a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 0 0 0-3.2M11.3 7.2L6.8 17M12.7 7.2l4.5 9.8";
/// Radius of the mark of a branch.
const BRANCH: i32 = 42;
/// A pointer that moves less than this many pixels has pressed.
const PRESS_PIXELS: i32 = 8;
/// Rings whose number of discs is written.
const NAMED_RINGS: [usize; 5] = [2, 4, 6, 8, 10];

/// Paths of the positions after one reply to the first drop.
#[derive(Default)]
struct WayPaths {
    edges: String,
    joins: String,
    branches: String,
    plans: String,
}

/// The map with its key.
pub(super) fn map(page: ProofView) -> AnyView {
    let text = page.text;
    view! {
        <figure class="proof-map" aria-label=text.get(M::ProofMapLabel)>
            {canvas(page)}
            <p class="proof-pointed" role="status" id="proof-pointed" data-testid="proof-pointed">{text_signal(move || page.text_of(|text, state| ProofWords::new(text, state).pointed()))}</p>
            <div class="row">
                {tool(page, "proof-zoom-in", icons::PLUS, M::ProofZoomIn, ProofMessage::Zoom(1, None))}
                {tool(page, "proof-zoom-out", MINUS, M::ProofZoomOut, ProofMessage::Zoom(-1, None))}
                <button type="button" data-testid="proof-map-open" on:click=click_handler(move || page.send(ProofMessage::OpenPointed))>
                    {icons::icon(icons::EYE)}{text.get(M::ProofMapOpen)}
                </button>
                <button type="button" data-testid="proof-map-game" on:click=click_handler(move || page.send(ProofMessage::PointAtGame))>
                    {icons::icon(MAP)}{text.get(M::ProofMapGame)}
                </button>
            </div>
            {key(page)}
        </figure>
    }
    .into_any()
}

fn tool(
    page: ProofView,
    id: &'static str,
    icon: &'static str,
    message: M,
    act: ProofMessage,
) -> AnyView {
    let label = page.text.get(message);
    view! {
        <button type="button" data-testid=id aria-label=label title=label on:click=click_handler(move || page.send(act.clone()))>{icons::icon(icon)}</button>
    }
    .into_any()
}

/// The drawing, which takes the focus as a whole.
fn canvas(page: ProofView) -> AnyView {
    let text = page.text;
    let shared = page.state.with_untracked(ProofPageState::shared);
    let map = &shared.map;
    let view_box = erased_memo(move || page.state.with(|state| state.view().view_box()));
    let view_box = move || {
        let [x, y, width, height] = view_box.get();
        format!("{x} {y} {width} {height}")
    };
    let is_checking = erased_memo(move || {
        page.state.with(|state| {
            matches!(
                state.check().phase,
                CheckPhase::Running | CheckPhase::Refused(_)
            )
        })
    });
    let is_zoomed = erased_memo(move || page.state.with(|state| state.view().zoom > 0));
    let node = NodeRef::<Div>::new();
    let pointer = MapPointer {
        page,
        node,
        press: StoredValue::new_local(None),
    };
    view! {
        <div
            class="proof-canvas"
            node_ref=node
            class:checking=bool_signal(move || is_checking.get())
            class:zoomed=bool_signal(move || is_zoomed.get())
            role="application"
            tabindex="0"
            aria-label=text.get(M::ProofMapLabel)
            aria-roledescription=text.get(M::ProofMapRole)
            aria-describedby="proof-pointed proof-map-keys"
            data-testid="proof-map"
            on:keydown=move |event| on_key(page, &event)
            on:pointerdown=move |event| pointer.down(&event)
            on:pointermove=move |event| pointer.moved(&event)
            on:pointerup=move |event| pointer.up(&event)
            on:pointerleave=move |_| pointer.press.set_value(None)
            on:wheel=move |event| pointer.wheel(&event)
        >
            <svg viewBox=text_signal(view_box) aria-hidden="true">
                {rings()}
                {positions(map)}
                {dynamic_view(move || lit(page))}
                {dynamic_view(move || trail(page))}
                <g class="first-drop" transform="scale(4.4)">{disc_face(foursight_core::Disc::ordinary(Player::First))}</g>
                {dynamic_view(move || cursor(page))}
            </svg>
        </div>
        <p class="hidden" id="proof-map-keys">{text.get(M::ProofMapKeys)}</p>
    }
    .into_any()
}

/// A pointer that is down.
#[derive(Clone, Copy)]
struct Press {
    last: (i32, i32),
    start: (i32, i32),
    is_drag: bool,
}

impl Press {
    fn new(event: &PointerEvent) -> Self {
        let start = (event.client_x(), event.client_y());
        Self {
            last: start,
            start,
            is_drag: false,
        }
    }

    /// Returns how many pixels the pointer has moved on, once it is a drag.
    fn drag(&mut self, event: &PointerEvent) -> Option<(f64, f64)> {
        let now = (event.client_x(), event.client_y());
        let far = |one: i32, other: i32| (one - other).abs() > PRESS_PIXELS;
        self.is_drag |= far(now.0, self.start.0) || far(now.1, self.start.1);
        let by = (now.0 - self.last.0, now.1 - self.last.1);
        if !self.is_drag {
            return None;
        }
        self.last = now;
        Some((f64::from(by.0), f64::from(by.1)))
    }
}

/// The pointer over the map.
#[derive(Clone, Copy)]
struct MapPointer {
    page: ProofView,
    node: NodeRef<Div>,
    press: StoredValue<Option<Press>, LocalStorage>,
}

impl MapPointer {
    fn down(self, event: &PointerEvent) {
        self.press.set_value(Some(Press::new(event)));
    }

    fn moved(self, event: &PointerEvent) {
        let Some(mut now) = self.press.get_value() else {
            return;
        };
        if let Some((x, y)) = now.drag(event)
            && let Some(scale) = self.units_per_pixel()
        {
            let by = [-x * scale, -y * scale].map(|units| units as i32);
            self.page.send(ProofMessage::Pan(by[0], by[1]));
        }
        self.press.set_value(Some(now));
    }

    fn up(self, event: &PointerEvent) {
        let is_press = self.press.get_value().is_some_and(|press| !press.is_drag);
        self.press.set_value(None);
        let place = (f64::from(event.client_x()), f64::from(event.client_y()));
        if let Some(place) = self.place_at(place).filter(|_| is_press) {
            self.page.send(ProofMessage::PointAt(place));
        }
    }

    /// Zooms. Without a key or the focus the wheel scrolls the page.
    fn wheel(self, event: &WheelEvent) {
        let element: Option<Element> = self.node.get_untracked().map(|div| (*div).clone().into());
        let focused = browser::document().and_then(|document| document.active_element());
        let has_focus = element.is_some() && element == focused;
        if !(event.ctrl_key() || event.meta_key() || has_focus) || event.delta_y() == 0.0 {
            return;
        }
        event.prevent_default();
        let doublings = if event.delta_y() < 0.0 { 1 } else { -1 };
        let place = (f64::from(event.client_x()), f64::from(event.client_y()));
        let place = self.place_at(place);
        self.page.send(ProofMessage::Zoom(doublings, place));
    }

    /// Returns the place on the map below a point of the window.
    fn place_at(self, (x, y): (f64, f64)) -> Option<MapPoint> {
        let bounds = self.node.get_untracked()?.get_bounding_client_rect();
        let scale = self.units_per_pixel()?;
        let [left, top, ..] = self.view_box();
        Some(MapPoint {
            x: left + ((x - bounds.left()) * scale) as i32,
            y: top + ((y - bounds.top()) * scale) as i32,
        })
    }

    fn units_per_pixel(self) -> Option<f64> {
        let bounds = self.node.get_untracked()?.get_bounding_client_rect();
        let [.., units, _] = self.view_box();
        (bounds.width() > 0.0).then(|| f64::from(units) / bounds.width())
    }

    fn view_box(self) -> [i32; 4] {
        self.page
            .state
            .with_untracked(|state| state.view().view_box())
    }
}

/// All positions, by the reply to the first drop.
fn positions(map: &ProofMap) -> AnyView {
    let ways = way_paths(map).into_iter().enumerate();
    let ways = ways.map(|(way, paths)| {
        view! {
            <g class=format!("way-{way}")>
                <path class="edge" d=paths.edges/>
                <path class="join" d=paths.joins/>
                <path class="plans" d=paths.plans/>
                <path class="branches" d=paths.branches/>
            </g>
        }
    });
    ways.collect_view().into_any()
}

/// Walks by the arrow keys, zooms and opens.
fn on_key(page: ProofView, event: &ev::KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let message = match event.key().as_str() {
        "ArrowUp" => ProofMessage::Step(MapStep::Inwards),
        "ArrowDown" => ProofMessage::Step(MapStep::Outwards),
        "ArrowLeft" => ProofMessage::Step(MapStep::Anticlockwise),
        "ArrowRight" => ProofMessage::Step(MapStep::Clockwise),
        "Home" => ProofMessage::Step(MapStep::Start),
        "+" | "=" => ProofMessage::Zoom(1, None),
        "-" => ProofMessage::Zoom(-1, None),
        "Enter" | " " => ProofMessage::OpenPointed,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    page.send(message);
}

fn way_paths(map: &ProofMap) -> [WayPaths; WAYS] {
    let mut ways: [WayPaths; WAYS] = Default::default();
    for (index, node) in map.nodes().iter().enumerate() {
        let Some(parent) = node.parent else {
            continue;
        };
        let way = &mut ways[node.way];
        way.edges += &map.curve(parent, index);
        let marks = if node.has_plan {
            &mut way.plans
        } else {
            &mut way.branches
        };
        *marks += &mark(node);
    }
    for (from, to) in map.joins() {
        ways[map.nodes()[*to].way].joins += &map.curve(*from, *to);
    }
    ways
}

/// Returns a dot for a position with a plan, which the round end of a stroke draws, and a circle for
/// a branch.
fn mark(node: &MapNode) -> String {
    let MapPoint { x, y } = node.at;
    if node.has_plan {
        return format!("M{x} {y}h0");
    }
    let (left, across) = (x - BRANCH, 2 * BRANCH);
    format!("M{left} {y}a{BRANCH} {BRANCH} 0 1 0 {across} 0a{BRANCH} {BRANCH} 0 1 0-{across} 0z")
}

/// The rings, some with their number of discs.
fn rings() -> AnyView {
    let rings = (1..=10).map(|ring| view! { <circle class="ring" r=ring_radius(ring)/> });
    let names = NAMED_RINGS.map(|ring| {
        view! { <text y=70 - ring_radius(ring)>{2 * ring + 1}</text> }
    });
    view! { {rings.collect_view()}{names.into_iter().collect_view()} }.into_any()
}

/// The positions that the check has walked, while it runs.
fn lit(page: ProofView) -> AnyView {
    let [branches, plans] = page.state.with(|state| {
        let mut paths = [String::new(), String::new()];
        let check = state.check();
        if matches!(check.phase, CheckPhase::Running | CheckPhase::Refused(_)) {
            for node in check
                .walked
                .iter()
                .filter_map(|at| state.map().nodes().get(*at))
            {
                // Writing to a string cannot fail.
                let _ = paths[usize::from(node.has_plan)].write_str(&mark(node));
            }
        }
        paths
    });
    let refused = page.state.with(|state| {
        let node = state.refused_node()?;
        Some(state.map().nodes().get(node)?.at)
    });
    let refused = refused.map(|MapPoint { x, y }| {
        view! { <circle class="refused" cx=x cy=y r="120"/> }
    });
    view! {
        <path class="branches lit" d=branches/>
        <path class="plans lit" d=plans/>
        {refused}
    }
    .into_any()
}

/// The line that the game has taken.
fn trail(page: ProofView) -> AnyView {
    let path: String = page.state.with(|state| {
        let trail = state.trail();
        let steps = trail.windows(2);
        steps
            .map(|step| state.map().curve(step[0], step[1]))
            .collect()
    });
    view! { <path class="trail" d=path/> }.into_any()
}

/// A ring around the position that is pointed out.
fn cursor(page: ProofView) -> AnyView {
    let at = page.state.with(|state| {
        let node = state.map().nodes().get(state.view().cursor)?;
        Some((node.at, node.ring() == 0))
    });
    let cursor = at.map(|(MapPoint { x, y }, is_centre)| {
        let radius = if is_centre { 250 } else { 110 };
        view! { <circle class="cursor" cx=x cy=y r=radius/> }
    });
    cursor.into_any()
}

/// The key of the map.
fn key(page: ProofView) -> AnyView {
    let text = page.text;
    let (inner, plans, ways) = page.state.with_untracked(|state| {
        let nodes = state.map().nodes();
        let plans = nodes.iter().filter(|node| node.has_plan).count();
        (nodes.len() - plans, plans, state.map().ways())
    });
    let names = [("a1", "g1"), ("b1", "f1"), ("c1", "e1"), ("d2", "")];
    let ways = names.into_iter().zip(ways).enumerate();
    let ways = ways.map(|(way, ((one, other), count))| {
        let name = match other {
            "" => one.to_owned(),
            _ => text.with(M::ProofMapWay, &[("one", &one), ("other", &other)]),
        };
        view! { <li class=format!("way-{way}")><i></i>{name}" "<b>{count}</b></li> }
    });
    view! {
        <figcaption>
            <ul class="proof-signs">
                <li><svg viewBox="0 0 24 20" aria-hidden="true"><circle class="branch" cx="12" cy="10" r="6"/></svg>{text.with(M::ProofMapInner, &[("count", &inner)])}</li>
                <li><svg viewBox="0 0 24 20" aria-hidden="true"><circle class="plan" cx="12" cy="10" r="4.5"/></svg>{text.with(M::ProofMapPlans, &[("count", &plans)])}</li>
                <li>{text.get(M::ProofMapRings)}</li>
            </ul>
            <ul class="proof-signs" aria-label=text.get(M::ProofMapReply)>{ways.collect_view()}</ul>
        </figcaption>
    }
    .into_any()
}
