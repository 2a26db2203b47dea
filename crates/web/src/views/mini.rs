//! A small picture of a grid, with the marks of its discs.

use foursight_core::{DiscKind, Game, Outcome, Player, Space};
use leptos::prelude::*;

use crate::scene::shown::distinct_spaces;

/// A space measures so much.
const SPACE: usize = 10;

/// The grid of a game. What it shows is said in words beside it.
pub(crate) fn mini(game: &Game) -> AnyView {
    let grid = game.position().grid();
    let (wide, high) = (
        usize::from(grid.width()) * SPACE,
        usize::from(grid.height()) * SPACE,
    );
    let won = match game.outcome() {
        Some(Outcome::Won { lines, .. }) => distinct_spaces(&lines),
        _ => Vec::new(),
    };
    let spaces = grid
        .columns()
        .flat_map(|column| grid.rows().map(move |row| Space { column, row }));
    let drawn = spaces.map(|space| {
        let x = space.column.index() * SPACE + SPACE / 2;
        let y = high - space.row.index() * SPACE - SPACE / 2;
        let disc = grid.disc_at(space);
        let class = match disc.map(|disc| disc.owner) {
            None => "well",
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
        };
        let mark = disc.map(|disc| {
            let d = match (disc.kind, disc.owner) {
                (DiscKind::Power(_), _) => "M0-2.4L2.4 0 0 2.4-2.4 0z",
                (_, Player::First) => "M2 0a2 2 0 1 1-4 0a2 2 0 1 1 4 0z",
                (_, Player::Second) => "M-1.7-1.7L1.7 1.7M-1.7 1.7L1.7-1.7",
            };
            view! { <path d=d/> }
        });
        let is_lit = won.contains(&space);
        view! {
            <g class=class transform=format!("translate({x} {y})")>
                <circle r="4.2" class:lit=is_lit/>
                {mark}
            </g>
        }
    });
    view! {
        <svg class="mini" viewBox=format!("-1 -1 {} {}", wide + 2, high + 2) aria-hidden="true">
            <rect x="-1" y="-1" width=wide + 2 height=high + 2 rx="3"/>
            {drawn.collect_view()}
        </svg>
    }
    .into_any()
}
