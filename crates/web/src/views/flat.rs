//! The flat grid: a drawing with real holes, the discs behind it, in the colours of the theme.
//!
//! One space measures 100 units, as in the drawings of `foursight-record`. Discs differ by shape
//! as well: First has a ring, Second a cross. It is hidden from assistive technology, which has
//! the twin. Lessons draw their grids with the same frame, discs and lines.

use std::fmt::Write as _;

use foursight_core::{
    Column, Disc, DiscKind, Game, Line, Outcome, Player, PowerDisc, Space, Variant,
};
use leptos::prelude::*;

use super::{context, shown, tap, when};
use crate::aimed::{Aimed, Foreseen};
use crate::model::Message;
use crate::scene::Ahead;
use crate::scene::drawn::Drawn;
use crate::scene::motion::fall_seconds;
use crate::scene::shown::distinct_spaces;
use crate::shell::source::{Derived, Source, derived};

pub(crate) const SPACE: i32 = 100;
pub(crate) const BORDER: i32 = 18;
const CORNER: i32 = 34;
const HOLE: i32 = 40;
const RIM: i32 = 43;
/// The strip above the frame in which the disc in the hand hovers.
const STRIP: i32 = 100;
/// The strip below the frame in which a press pops.
const PULLS: i32 = 70;

/// The grid of the game in the play view.
pub(crate) fn played(aim: Derived<Option<Column>>, ahead: Ahead) -> AnyView {
    let (ui, _) = context();
    let drawn = Source::new(ui.shown.with_untracked(Drawn::of));
    ui.watch(move |show| drawn.update(|drawn| drawn.show(show)));
    let on_drop = Callback::new(move |column| ui.send(Message::Press(column)));
    let on_pull = Callback::new(move |column| ui.send(Message::Pull(column)));
    view! {
        <FlatGrid game=ui.shown drawn=drawn aim=aim ahead=ahead on_drop=on_drop on_pull=on_pull/>
    }
    .into_any()
}

/// The grid of a game, seen from the front.
#[component]
pub(crate) fn FlatGrid(
    /// The game as it is shown.
    game: Source<Game>,
    /// Its discs, each with the way it has just gone.
    drawn: Source<Drawn>,
    /// The column aimed at.
    aim: Derived<Option<Column>>,
    /// What would happen, and whom to tell where somebody points.
    ahead: Ahead,
    /// Somebody presses a column.
    on_drop: Callback<Column>,
    /// Somebody presses below a column.
    on_pull: Callback<Column>,
) -> impl IntoView {
    let size = derived(move || {
        game.with(|game| {
            let rules = game.ruleset();
            (rules.width(), rules.height(), can_pop(rules.variant()))
        })
    });
    let Ahead {
        foreseen,
        on_aim,
        on_reach,
    } = ahead;
    shown(move || {
        let (width, height, has_pulls) = size.get();
        let below = if has_pulls { PULLS } else { 0 };
        let measures = Measures {
            width: width.into(),
            height: height.into(),
        };
        // Half of the frame's outline lies outside of it.
        let view_box = format!(
            "-2 {} {} {}",
            -STRIP,
            measures.frame_width() + 4,
            measures.frame_height() + STRIP + 2 + below
        );
        let columns =
            move || game.with(|game| game.position().grid().columns().collect::<Vec<_>>());
        view! {
            <svg class="flat" viewBox=view_box aria-hidden="true" on:pointerleave=move |_| on_aim.run(None)>
                {measures.well()}
                {shown(move || foreseen.with(|foreseen| hovering(measures, foreseen)))}
                <g class="discs">
                    <For each=move || drawn.with(|drawn| drawn.discs().to_vec()) key=|disc| disc.number let(disc)>
                        {disc_view(measures.centre(disc.space), disc.disc, disc.rows)}
                    </For>
                </g>
                {measures.front()}
                {shown(move || game.with(|game| highlights(measures, game)).into_any())}
                {shown(move || foreseen.with(|foreseen| marks(measures, foreseen)))}
                <For each=columns key=|column| *column let(column)>
                    <rect
                        class="press"
                        data-column=column.to_string()
                        class:aimed=when(move || aim.get() == Some(column))
                        x=BORDER + column.index() as i32 * SPACE
                        y=-STRIP
                        width=SPACE
                        height=measures.frame_height() + STRIP
                        on:pointerenter=move |_| on_aim.run(Some(column))
                        on:click=tap(move || on_drop.run(column))
                    />
                </For>
                {has_pulls.then(|| view! {
                    <g class="pulls">
                        <For each=columns key=|column| *column let(column)>
                            {pull(measures, column, foreseen, (on_reach, on_pull))}
                        </For>
                    </g>
                })}
            </svg>
        }
        .into_any()
    })
}

/// How many columns and rows a drawing has.
#[derive(Clone, Copy)]
pub(crate) struct Measures {
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Measures {
    pub(crate) const fn frame_width(self) -> i32 {
        self.width * SPACE + 2 * BORDER
    }

    pub(crate) const fn frame_height(self) -> i32 {
        self.height * SPACE + 2 * BORDER
    }

    fn centre(self, space: Space) -> (i32, i32) {
        self.middle(space.row.index() as i32, space.column.index() as i32)
    }

    /// The middle of a space by its row, counted from 0 at the bottom, and its column.
    pub(crate) const fn middle(self, row: i32, column: i32) -> (i32, i32) {
        let half = BORDER + SPACE / 2;
        (
            half + column * SPACE,
            half + (self.height - 1 - row) * SPACE,
        )
    }

    /// What is seen through the holes.
    pub(crate) fn well(self) -> impl IntoView + use<> {
        view! { <rect class="well" x="0" y="0" rx=CORNER width=self.frame_width() height=self.frame_height()/> }
    }

    /// The frame with its holes.
    pub(crate) fn front(self) -> impl IntoView + use<> {
        view! { <path class="front" fill-rule="evenodd" d=self.frame_path()/> }
    }

    /// The frame as one shape with a hole for each space.
    fn frame_path(self) -> String {
        const R: i32 = CORNER;
        let (wide, high) = (self.frame_width() - 2 * R, self.frame_height() - 2 * R);
        let mut path = format!(
            "M{R} 0h{wide}a{R} {R} 0 0 1 {R} {R}v{high}a{R} {R} 0 0 1-{R} {R}\
             h-{wide}a{R} {R} 0 0 1-{R}-{R}v-{high}a{R} {R} 0 0 1 {R}-{R}z"
        );
        let across = 2 * HOLE;
        for column in 0..self.width {
            for row in 0..self.height {
                let (x, y) = (
                    BORDER + column * SPACE + SPACE / 2 - HOLE,
                    BORDER + row * SPACE + SPACE / 2,
                );
                // Writing to a string cannot fail.
                let _ = write!(
                    path,
                    "M{x} {y}a{HOLE} {HOLE} 0 1 0 {across} 0a{HOLE} {HOLE} 0 1 0-{across} 0z"
                );
            }
        }
        path
    }
}

/// A disc that has just fallen so many rows.
pub(crate) fn disc_view((x, y): (i32, i32), disc: Disc, rows: u8) -> impl IntoView + use<> {
    let ms = (fall_seconds(rows.into()) * 1000.0) as u32;
    view! {
        <g transform=format!("translate({x} {y})")>
            <g class="disc" class:falls={rows > 0} style=("--rows", rows.to_string()) style=("--ms", ms.to_string())>{face(disc)}</g>
        </g>
    }
}

/// The face of a disc around its centre.
pub(crate) fn face(disc: Disc) -> impl IntoView + use<> {
    let class = match disc.owner {
        Player::First => "first",
        Player::Second => "second",
    };
    let mark = match (disc.kind, disc.owner) {
        (DiscKind::Ordinary, Player::First) => "M21 0a21 21 0 1 1-42 0a21 21 0 1 1 42 0z",
        (DiscKind::Ordinary, Player::Second) => "M-16-16L16 16M-16 16L16-16",
        (DiscKind::Power(_), Player::First) => "M29 0a29 29 0 1 1-58 0a29 29 0 1 1 58 0z",
        (DiscKind::Power(_), Player::Second) => {
            "M-26-26L-22-22M26-26L22-22M-26 26L-22 22M26 26L22 22"
        }
    };
    // The same pictures as in space: anvil, bomb with its fuse, three rows of bricks, two discs.
    let picture = match disc.kind {
        DiscKind::Ordinary => "",
        DiscKind::Power(PowerDisc::Anvil) => "M-20-12h34v7h-9v12h7v6h-24v-6h7v-12h-15z",
        DiscKind::Power(PowerDisc::Bomb) => {
            "M9 4a12 12 0 1 1-24 0a12 12 0 1 1 24 0zM6-9l5-6 4 3-5 6z"
        }
        DiscKind::Power(PowerDisc::Wall) => {
            "M-18-15h16v8h-16zM2-15h16v8h-16zM-18-4h7v8h-7zM-8-4h16v8h-16zM11-4h7v8h-7zM-18 7h16v8h-16zM2 7h16v8h-16z"
        }
        DiscKind::Power(_) => {
            "M-2 0a8 8 0 1 1-16 0a8 8 0 1 1 16 0zM18 0a8 8 0 1 1-16 0a8 8 0 1 1 16 0z"
        }
    };
    view! {
        <g class=class>
            <circle class="body" r="44"/>
            <circle class="edge" r="34"/>
            <path class="mark" d=mark/>
            <path class="picture" d=picture/>
        </g>
    }
}

/// True where discs leave through the bottom.
const fn can_pop(variant: Variant) -> bool {
    matches!(variant, Variant::PopOut(_) | Variant::PopTen(_))
}

/// The place below a column: a press there draws its lowest disc out, and an arrow says where that can be
/// done.
fn pull(
    measures: Measures,
    column: Column,
    foreseen: Derived<Foreseen>,
    (on_reach, on_pull): (Callback<Option<Column>>, Callback<Column>),
) -> impl IntoView {
    let can = when(move || foreseen.with(|foreseen| foreseen.pulls.contains(&column)));
    let x = BORDER + column.index() as i32 * SPACE;
    let y = measures.frame_height();
    let arrow = format!("M{} {}v30m-15-15l15 15 15-15", x + SPACE / 2, y + 16);
    view! {
        <g class:can=can>
            <rect
                class="press"
                data-pull=column.to_string()
                x=x
                y=y
                width=SPACE
                height=PULLS
                on:pointerenter=move |_| on_reach.run(Some(column))
                on:click=tap(move || on_pull.run(column))
            />
            <path d=arrow/>
        </g>
    }
}

/// The disc in the hand above the aimed column, and where it would rest.
fn hovering(measures: Measures, foreseen: &Foreseen) -> AnyView {
    let falls = foreseen.aimed.as_ref().and_then(|(_, aimed)| aimed.falls);
    let Some((disc, space)) = falls else {
        return ().into_any();
    };
    let (x, y) = measures.centre(space);
    view! {
        <g class="hover" transform=format!("translate({x} {})", -STRIP / 2)>{face(disc)}</g>
        <g class="ghost" transform=format!("translate({x} {y})")>{face(disc)}</g>
    }
    .into_any()
}

/// Rims around the discs among which one is to be chosen, a cross over those that would leave, and an arrow on
/// those that would sink.
fn marks(measures: Measures, foreseen: &Foreseen) -> AnyView {
    let path = |spaces: &[Space], (left, up): (i32, i32), sign: &str| {
        let starts = spaces.iter().map(|space| measures.centre(*space));
        starts.fold(String::new(), |mut path, (x, y)| {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}{sign}", x - left, y - up);
            path
        })
    };
    let none = Aimed::default();
    let aimed = foreseen.aimed.as_ref().map_or(&none, |(_, aimed)| aimed);
    let leaves = path(&aimed.leaves, (28, 28), "l56 56m0-56l-56 56");
    let sinks = path(&aimed.sinks, (20, 8), "l20 20 20-20");
    let rims = foreseen.choice.iter().map(|space| {
        let (x, y) = measures.centre(*space);
        view! { <circle cx=x cy=y r=RIM/> }
    });
    view! {
        <g class="marked">
            {rims.collect_view()}
            <path class="sinks" d=sinks.clone()/>
            <path class="sinks core" d=sinks/>
            <path class="leaves" d=leaves.clone()/>
            <path class="leaves core" d=leaves/>
        </g>
    }
    .into_any()
}

fn highlights(measures: Measures, game: &Game) -> Option<impl IntoView + use<>> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return None;
    };
    Some(lines_view(measures, &lines))
}

/// The lines that won.
pub(crate) fn lines_view(measures: Measures, lines: &[Line]) -> impl IntoView + use<> {
    let between: String = lines.iter().map(|line| bridges(measures, *line)).collect();
    let rims = distinct_spaces(lines).into_iter().map(|space| {
        let (x, y) = measures.centre(space);
        view! { <circle cx=x cy=y r=RIM/> }
    });
    view! { <g class="lines"><path d=between/>{rims.collect_view()}</g> }
}

/// The links between the discs of a line, from rim to rim, so that nothing crosses a disc.
fn bridges(measures: Measures, line: Line) -> String {
    let spaces: Vec<_> = line.spaces().collect();
    let mut path = String::new();
    for pair in spaces.windows(2) {
        let ((x, y), (u, v)) = (measures.centre(pair[0]), measures.centre(pair[1]));
        let length = f64::from((u - x).pow(2) + (v - y).pow(2)).sqrt();
        let at = |from: i32, to: i32, distance: f64| {
            from + (f64::from(to - from) * distance / length).round() as i32
        };
        let (near, far) = (f64::from(RIM), length - f64::from(RIM));
        let _ = write!(
            path,
            "M{} {}L{} {}",
            at(x, u, near),
            at(y, v, near),
            at(x, u, far),
            at(y, v, far)
        );
    }
    path
}
