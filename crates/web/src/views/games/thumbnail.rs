//! A thumbnail of a board, with the marks of its discs.

use std::fmt::Write as _;

use foursight_core::{Cell, DiscKind, Game, Outcome, Player};
use foursight_page::stage::board_snapshot::distinct_cells;
use leptos::prelude::*;

/// Side of a cell, in SVG units.
const CELL: usize = 10;
/// Outline of a disc around its centre.
const DISC: &str = "m4 0a4 4 0 1 1-8 0a4 4 0 1 1 8 0z";
/// Marks of First and Second, and of power discs.
const RING: &str = "m2 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0z";
const CROSS: &str = "m-1.7-1.7l3.4 3.4m-3.4 0l3.4-3.4";
const POWER: &str = "m0-2.4l2.4 2.4-2.4 2.4-2.4-2.4z";

/// One SVG path per kind of shape: a page may hold a hundred thumbnails.
#[derive(Default)]
struct ThumbnailPaths {
    wells: String,
    /// Discs and marks of each player.
    discs: [String; 2],
    marks: [String; 2],
    winning: String,
}

/// Renders the board of a game. It is hidden from assistive technology, because the text beside it
/// says the same.
pub(crate) fn thumbnail(game: &Game) -> AnyView {
    thumbnail_with_overlay(game, ().into_any())
}

/// Renders the board of a game with an overlay.
pub(crate) fn thumbnail_with_overlay(game: &Game, overlay: AnyView) -> AnyView {
    let board = game.position().board();
    let (wide, high) = (
        usize::from(board.width()) * CELL,
        usize::from(board.height()) * CELL,
    );
    let won = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => distinct_cells(&lines),
        _ => Vec::new(),
    };
    let mut paths = ThumbnailPaths::default();
    for column in board.columns() {
        for row in board.rows() {
            let cell = Cell { column, row };
            let x = column.index() * CELL + CELL / 2;
            let y = high - row.index() * CELL - CELL / 2;
            let add = |path: &mut String, shape: &str| {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{x} {y}{shape}");
            };
            let Some(disc) = board.disc_at(cell) else {
                add(&mut paths.wells, DISC);
                continue;
            };
            let owner = usize::from(disc.owner == Player::Second);
            add(&mut paths.discs[owner], DISC);
            let mark = match (disc.kind, disc.owner) {
                (DiscKind::Power(_), _) => POWER,
                (_, Player::First) => RING,
                (_, Player::Second) => CROSS,
            };
            add(&mut paths.marks[owner], mark);
            if won.contains(&cell) {
                add(&mut paths.winning, DISC);
            }
        }
    }
    let ThumbnailPaths {
        wells,
        discs: [first, second],
        marks: [ring, cross],
        winning,
    } = paths;
    view! {
        <svg class="mini" viewBox=format!("-1 -1 {} {}", wide + 2, high + 2) aria-hidden="true">
            <rect x="-1" y="-1" width=wide + 2 height=high + 2 rx="3"/>
            <path class="well" d=wells/>
            <g class="first"><path class="disc" d=first/><path d=ring/></g>
            <g class="second"><path class="disc" d=second/><path d=cross/></g>
            <path class="lit" d=winning/>
            {overlay}
        </svg>
    }
    .into_any()
}
