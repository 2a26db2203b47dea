//! The flat board: an SVG frame with real holes, the discs behind it, in the colours of the theme.
//!
//! A cell measures 100 units, as in the images of `foursight-record`. Discs differ by shape as
//! well: First has a ring, Second a cross. The image is hidden from assistive technology, which
//! uses the HTML board of [`super::accessible_board`]. Lessons render their boards with the same frame, discs
//! and lines.

use std::fmt::Write as _;

use foursight_core::{
    Cell, Column, Disc, DiscKind, Game, Line, Outcome, Player, PowerDisc, Variant,
};
use foursight_page::hand::drop_preview::{DropPreview, MoveEffects};
use foursight_page::play::Message;
use foursight_page::stage::board_snapshot::distinct_cells;
use foursight_page::stage::flat_board::FlatBoard;
use foursight_page::stage::motion::fall_seconds;
use leptos::prelude::*;

use crate::scene::AimBindings;
use crate::shell::signals::{ErasedMemo, ErasedSignal, erased_memo};
use crate::views::{bool_signal, click_handler, context, dynamic_view};

pub(crate) const CELL: i32 = 100;
pub(crate) const BORDER: i32 = 18;
const CORNER: i32 = 34;
const HOLE: i32 = 40;
const RIM: i32 = 43;
/// Height of the strip above the frame, in which the disc in the hand hovers.
const STRIP: i32 = 100;
/// Height of the strip below the frame, where a click pops.
const PULL_STRIP: i32 = 70;

/// The board of the game in the play view.
pub(crate) fn game_board(aim: ErasedMemo<Option<Column>>, ahead: AimBindings) -> AnyView {
    let (ui, _) = context();
    let drawn = ErasedSignal::new(ui.viewed_game.with_untracked(FlatBoard::of));
    ui.on_board_animation(move |show| drawn.update(|drawn| drawn.show(show)));
    let on_drop = Callback::new(move |column| ui.send(Message::PressColumn(column)));
    let on_pull = Callback::new(move |column| ui.send(Message::PressBelow(column)));
    view! {
        <FlatBoard game=ui.viewed_game drawn=drawn aim=aim ahead=ahead on_drop=on_drop on_pull=on_pull/>
    }
    .into_any()
}

/// The board of a game, seen from the front.
#[component]
pub(crate) fn FlatBoard(
    /// The game on display.
    game: ErasedSignal<Game>,
    /// Its discs, each with its latest motion.
    drawn: ErasedSignal<FlatBoard>,
    /// The column that is aimed at.
    aim: ErasedMemo<Option<Column>>,
    /// The preview of the next move, and the handlers of pointer moves.
    ahead: AimBindings,
    /// Called for a click on a column.
    on_drop: Callback<Column>,
    /// Called for a click below a column.
    on_pull: Callback<Column>,
) -> impl IntoView {
    let size = erased_memo(move || {
        game.with(|game| {
            let rules = game.ruleset();
            (rules.width(), rules.height(), can_pop(rules.variant()))
        })
    });
    let AimBindings {
        preview,
        on_aim,
        on_aim_below,
    } = ahead;
    dynamic_view(move || {
        let (width, height, has_pulls) = size.get();
        let below = if has_pulls { PULL_STRIP } else { 0 };
        let layout = FlatBoardLayout {
            width: width.into(),
            height: height.into(),
        };
        // Half of the frame's outline lies outside the frame.
        let view_box = format!(
            "-2 {} {} {}",
            -STRIP,
            layout.frame_width() + 4,
            layout.frame_height() + STRIP + 2 + below
        );
        let columns =
            move || game.with(|game| game.position().board().columns().collect::<Vec<_>>());
        view! {
            <svg class="flat" viewBox=view_box aria-hidden="true" on:pointerleave=move |_| on_aim.run(None)>
                {layout.well()}
                {dynamic_view(move || preview.with(|preview| hover_view(layout, preview)))}
                <g class="discs">
                    <For each=move || drawn.with(|drawn| drawn.discs().to_vec()) key=|disc| disc.key let(disc)>
                        {disc_view(layout.centre(disc.cell), disc.disc, disc.rows_fallen)}
                    </For>
                </g>
                {layout.front()}
                {dynamic_view(move || game.with(|game| highlights(layout, game)).into_any())}
                {dynamic_view(move || preview.with(|preview| mark_view(layout, preview)))}
                <For each=columns key=|column| *column let(column)>
                    <rect
                        class="press"
                        data-column=column.to_string()
                        class:aimed=bool_signal(move || aim.get() == Some(column))
                        x=BORDER + column.index() as i32 * CELL
                        y=-STRIP
                        width=CELL
                        height=layout.frame_height() + STRIP
                        on:pointerenter=move |_| on_aim.run(Some(column))
                        on:click=click_handler(move || on_drop.run(column))
                    />
                </For>
                {has_pulls.then(|| view! {
                    <g class="pulls">
                        <For each=columns key=|column| *column let(column)>
                            {pull_area(layout, column, preview, (on_aim_below, on_pull))}
                        </For>
                    </g>
                })}
            </svg>
        }
        .into_any()
    })
}

/// Size of a rendered board in cells.
#[derive(Clone, Copy)]
pub(crate) struct FlatBoardLayout {
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl FlatBoardLayout {
    pub(crate) const fn frame_width(self) -> i32 {
        self.width * CELL + 2 * BORDER
    }

    pub(crate) const fn frame_height(self) -> i32 {
        self.height * CELL + 2 * BORDER
    }

    fn centre(self, cell: Cell) -> (i32, i32) {
        self.cell_centre(cell.row.index() as i32, cell.column.index() as i32)
    }

    /// Returns the centre of a cell by its row, counted from 0 at the bottom, and its column.
    pub(crate) const fn cell_centre(self, row: i32, column: i32) -> (i32, i32) {
        let half = BORDER + CELL / 2;
        (half + column * CELL, half + (self.height - 1 - row) * CELL)
    }

    /// The background behind the holes.
    pub(crate) fn well(self) -> impl IntoView + use<> {
        view! { <rect class="well" x="0" y="0" rx=CORNER width=self.frame_width() height=self.frame_height()/> }
    }

    /// The frame with its holes.
    pub(crate) fn front(self) -> impl IntoView + use<> {
        view! { <path class="front" fill-rule="evenodd" d=self.frame_path()/> }
    }

    /// Returns the frame as one path with a hole for each cell.
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
                    BORDER + column * CELL + CELL / 2 - HOLE,
                    BORDER + row * CELL + CELL / 2,
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

/// Renders a disc that has just fallen `rows` rows.
pub(crate) fn disc_view((x, y): (i32, i32), disc: Disc, rows: u8) -> impl IntoView + use<> {
    let ms = (fall_seconds(rows.into()) * 1000.0) as u32;
    view! {
        <g transform=format!("translate({x} {y})")>
            <g class="disc" class:falls={rows > 0} style=("--rows", rows.to_string()) style=("--ms", ms.to_string())>{disc_face(disc)}</g>
        </g>
    }
}

/// Renders the face of a disc around its centre.
pub(crate) fn disc_face(disc: Disc) -> impl IntoView + use<> {
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
    // The pictures of the 3D discs: anvil, bomb with its fuse, three rows of bricks, two discs.
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

/// Returns true for variants in which discs leave through the bottom.
const fn can_pop(variant: Variant) -> bool {
    matches!(variant, Variant::PopOut(_) | Variant::PopTen(_))
}

/// The click area below a column, which pops its lowest disc. An arrow marks the columns where that
/// is legal.
fn pull_area(
    layout: FlatBoardLayout,
    column: Column,
    preview: ErasedMemo<DropPreview>,
    (on_aim_below, on_pull): (Callback<Option<Column>>, Callback<Column>),
) -> impl IntoView {
    let can = bool_signal(move || preview.with(|preview| preview.poppable.contains(&column)));
    let x = BORDER + column.index() as i32 * CELL;
    let y = layout.frame_height();
    let arrow = format!("M{} {}v30m-15-15l15 15 15-15", x + CELL / 2, y + 16);
    view! {
        <g class:can=can>
            <rect
                class="press"
                data-pull=column.to_string()
                x=x
                y=y
                width=CELL
                height=PULL_STRIP
                on:pointerenter=move |_| on_aim_below.run(Some(column))
                on:click=click_handler(move || on_pull.run(column))
            />
            <path d=arrow/>
        </g>
    }
}

/// Renders a board at rest with the preview of a move.
pub(crate) fn still_board(
    layout: FlatBoardLayout,
    game: &Game,
    preview: &DropPreview,
) -> impl IntoView + use<> {
    let board = game.position().board();
    let cells = board
        .columns()
        .flat_map(|column| board.rows().map(move |row| Cell { column, row }));
    let discs = cells.filter_map(|cell| Some((cell, board.disc_at(cell)?)));
    let discs = discs.map(|(cell, disc)| disc_view(layout.centre(cell), disc, 0));
    view! {
        {layout.well()}
        {hover_view(layout, preview)}
        <g class="discs">{discs.collect_view()}</g>
        {layout.front()}
        {highlights(layout, game)}
        {mark_view(layout, preview)}
    }
}

/// Renders an arrow out of the bottom of a column.
pub(crate) fn pop_arrow(layout: FlatBoardLayout, column: Column) -> impl IntoView + use<> {
    let x = BORDER + column.index() as i32 * CELL + CELL / 2;
    let arrow = format!("M{x} {}v44m-18-18l18 18 18-18", layout.frame_height() + 12);
    view! { <path class="pop-arrow" d=arrow/> }
}

/// The disc in the hand above the aimed column, and its ghost where it would land.
fn hover_view(layout: FlatBoardLayout, preview: &DropPreview) -> AnyView {
    let falls = preview
        .effects
        .as_ref()
        .and_then(|(_, aimed)| aimed.landing);
    let Some((disc, cell)) = falls else {
        return ().into_any();
    };
    let (x, y) = layout.centre(cell);
    view! {
        <g class="hover" transform=format!("translate({x} {})", -STRIP / 2)>{disc_face(disc)}</g>
        <g class="ghost" transform=format!("translate({x} {y})")>{disc_face(disc)}</g>
    }
    .into_any()
}

/// Rims around the discs to choose from, a cross over those that would leave, and an arrow on those
/// that would sink.
fn mark_view(layout: FlatBoardLayout, preview: &DropPreview) -> AnyView {
    let path = |cells: &[Cell], (left, up): (i32, i32), sign: &str| {
        let starts = cells.iter().map(|cell| layout.centre(*cell));
        starts.fold(String::new(), |mut path, (x, y)| {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}{sign}", x - left, y - up);
            path
        })
    };
    let no_preview = MoveEffects::default();
    let aimed = preview
        .effects
        .as_ref()
        .map_or(&no_preview, |(_, aimed)| aimed);
    let leaves = path(&aimed.removed, (28, 28), "l56 56m0-56l-56 56");
    let sinks = path(&aimed.sinking, (20, 8), "l20 20 20-20");
    let rims = preview.targets.iter().map(|cell| {
        let (x, y) = layout.centre(*cell);
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

fn highlights(layout: FlatBoardLayout, game: &Game) -> Option<impl IntoView + use<>> {
    let Some(Outcome::Won { lines, .. }) = game.outcome() else {
        return None;
    };
    Some(lines_view(layout, &lines))
}

/// Highlights the winning lines.
pub(crate) fn lines_view(layout: FlatBoardLayout, lines: &[Line]) -> impl IntoView + use<> {
    let between: String = lines
        .iter()
        .map(|line| line_segments(layout, *line))
        .collect();
    let rims = distinct_cells(lines).into_iter().map(|cell| {
        let (x, y) = layout.centre(cell);
        view! { <circle cx=x cy=y r=RIM/> }
    });
    view! { <g class="lines"><path d=between/>{rims.collect_view()}</g> }
}

/// Returns the segments between the discs of a line, from rim to rim, so that none crosses a disc.
fn line_segments(layout: FlatBoardLayout, line: Line) -> String {
    let cells: Vec<_> = line.cells().collect();
    let mut path = String::new();
    for pair in cells.windows(2) {
        let ((x, y), (u, v)) = (layout.centre(pair[0]), layout.centre(pair[1]));
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
