//! A small picture of a grid, with the marks of its discs.

use std::fmt::Write as _;

use foursight_core::{DiscKind, Game, Outcome, Player, Space};
use leptos::prelude::*;

use crate::scene::shown::distinct_spaces;

/// A space measures so much.
const SPACE: usize = 10;
/// The outline of a disc, from its middle.
const DISC: &str = "m4 0a4 4 0 1 1-8 0a4 4 0 1 1 8 0z";
/// The marks of First and Second, and of power discs.
const RING: &str = "m2 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0z";
const CROSS: &str = "m-1.7-1.7l3.4 3.4m-3.4 0l3.4-3.4";
const POWER: &str = "m0-2.4l2.4 2.4-2.4 2.4-2.4-2.4z";

/// What is drawn of one kind, as one path each: a page may hold a hundred of these pictures.
#[derive(Default)]
struct Paths {
    wells: String,
    /// The discs and the marks of each player.
    discs: [String; 2],
    marks: [String; 2],
    lit: String,
}

/// The grid of a game. What it shows is said in words beside it.
pub(crate) fn mini(game: &Game) -> AnyView {
    mini_with(game, ().into_any())
}

/// The same with something drawn over it.
pub(crate) fn mini_with(game: &Game, over: AnyView) -> AnyView {
    let grid = game.position().grid();
    let (wide, high) = (
        usize::from(grid.width()) * SPACE,
        usize::from(grid.height()) * SPACE,
    );
    let won = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => distinct_spaces(&lines),
        _ => Vec::new(),
    };
    let mut paths = Paths::default();
    for column in grid.columns() {
        for row in grid.rows() {
            let space = Space { column, row };
            let x = column.index() * SPACE + SPACE / 2;
            let y = high - row.index() * SPACE - SPACE / 2;
            let add = |path: &mut String, shape: &str| {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{x} {y}{shape}");
            };
            let Some(disc) = grid.disc_at(space) else {
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
            if won.contains(&space) {
                add(&mut paths.lit, DISC);
            }
        }
    }
    let Paths {
        wells,
        discs: [first, second],
        marks: [ring, cross],
        lit,
    } = paths;
    view! {
        <svg class="mini" viewBox=format!("-1 -1 {} {}", wide + 2, high + 2) aria-hidden="true">
            <rect x="-1" y="-1" width=wide + 2 height=high + 2 rx="3"/>
            <path class="well" d=wells/>
            <g class="first"><path class="disc" d=first/><path d=ring/></g>
            <g class="second"><path class="disc" d=second/><path d=cross/></g>
            <path class="lit" d=lit/>
            {over}
        </svg>
    }
    .into_any()
}
