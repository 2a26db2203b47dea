//! A setup becomes a game exactly if play can reach its grid: on grids so small that everything
//! can be written down, every setup is tried.

use std::collections::BTreeSet;

use foursight_core::{
    Column, Disc, DiscKind, Game, Grid, Player, Row, Ruleset, Setup, Space, Variant,
};

/// The owner of every space, column by column.
type Picture = Vec<Option<Player>>;

fn picture(grid: &Grid) -> Picture {
    let owner = |space| grid.disc_at(space).map(|disc| disc.owner);
    spaces(grid.width(), grid.height()).map(owner).collect()
}

fn spaces(width: u8, height: u8) -> impl Iterator<Item = Space> {
    let columns = (0..usize::from(width)).filter_map(Column::from_index);
    columns.flat_map(move |column| {
        let rows = (0..usize::from(height)).filter_map(Row::from_index);
        rows.map(move |row| Space { column, row })
    })
}

/// Collects the pictures of all games that go on from here.
fn explore(game: &Game, seen: &mut BTreeSet<Picture>) {
    if seen.insert(picture(&game.position().grid())) {
        for step in game.legal_moves() {
            explore(&game.after(step).expect("a legal move is accepted"), seen);
        }
    }
}

/// Every picture that can be written on so many spaces.
fn every_picture(spaces: usize) -> impl Iterator<Item = Picture> {
    const CHOICES: [Option<Player>; 3] = [None, Some(Player::First), Some(Player::Second)];
    (0..3_usize.pow(spaces as u32)).map(move |number| {
        let digits = (0..spaces as u32).map(|place| number / 3_usize.pow(place) % 3);
        digits.map(|digit| CHOICES[digit]).collect()
    })
}

fn check(width: u8, height: u8, connect: u8, variant: Variant) {
    let ruleset = Ruleset::new(width, height, connect, variant).expect("a valid size");
    let mut reachable = BTreeSet::new();
    explore(&Game::new(ruleset), &mut reachable);
    for picture_ in every_picture(ruleset.spaces()) {
        let mut setup = Setup::new(ruleset);
        for (space, owner) in spaces(width, height).zip(&picture_) {
            if let Some(owner) = *owner {
                let kind = DiscKind::Ordinary;
                setup
                    .put(Disc { owner, kind }, space)
                    .expect("an empty space");
            }
        }
        match setup.to_game() {
            Ok(game) => assert_eq!(picture(&game.position().grid()), picture_),
            Err(reason) => assert!(!reachable.contains(&picture_), "{picture_:?}: {reason}"),
        }
    }
}

#[test]
fn setups_of_three_by_three() {
    check(3, 3, 3, Variant::Standard);
    check(3, 3, 2, Variant::Standard);
}

#[test]
fn setups_of_tall_and_flat_grids() {
    check(2, 4, 3, Variant::Standard);
    check(2, 4, 4, Variant::Standard);
    check(4, 2, 3, Variant::Standard);
    check(5, 2, 3, Variant::Standard);
    check(1, 8, 3, Variant::Standard);
    // A line can be longer than needed, and only its middle disc may have come last.
    check(10, 1, 3, Variant::Standard);
    check(9, 1, 4, Variant::Standard);
}

#[test]
fn setups_of_five_in_a_row() {
    check(5, 2, 3, Variant::FiveInARow);
    check(4, 2, 2, Variant::FiveInARow);
    check(3, 3, 3, Variant::FiveInARow);
}
