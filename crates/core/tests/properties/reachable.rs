//! A setup converts to a game exactly if play can reach its board. On tiny boards the test tries
//! every setup.

use std::collections::BTreeSet;

use foursight_core::{
    Board, Cell, Column, Disc, DiscKind, Game, Player, Row, Ruleset, Setup, Variant,
};

/// The owner of every cell, column by column.
type CellOwners = Vec<Option<Player>>;

fn owners_on(board: &Board) -> CellOwners {
    let owner = |cell| board.disc_at(cell).map(|disc| disc.owner);
    cells(board.width(), board.height()).map(owner).collect()
}

fn cells(width: u8, height: u8) -> impl Iterator<Item = Cell> {
    let columns = (0..usize::from(width)).filter_map(Column::from_index);
    columns.flat_map(move |column| {
        let rows = (0..usize::from(height)).filter_map(Row::from_index);
        rows.map(move |row| Cell { column, row })
    })
}

/// Collects the boards of all games that continue from here.
fn explore(game: &Game, seen: &mut BTreeSet<CellOwners>) {
    if seen.insert(owners_on(&game.position().board())) {
        for mv in game.legal_moves() {
            explore(&game.after(mv).expect("a legal move is accepted"), seen);
        }
    }
}

/// Enumerates every assignment of owners to this many cells.
fn every_assignment(cells: usize) -> impl Iterator<Item = CellOwners> {
    const CHOICES: [Option<Player>; 3] = [None, Some(Player::First), Some(Player::Second)];
    (0..3_usize.pow(cells as u32)).map(move |number| {
        let digits = (0..cells as u32).map(|place| number / 3_usize.pow(place) % 3);
        digits.map(|digit| CHOICES[digit]).collect()
    })
}

fn check(width: u8, height: u8, connect: u8, variant: Variant) {
    let ruleset = Ruleset::new(width, height, connect, variant).expect("a valid size");
    let mut reachable = BTreeSet::new();
    explore(&Game::new(ruleset), &mut reachable);
    for owners in every_assignment(ruleset.cells()) {
        let mut setup = Setup::new(ruleset);
        for (cell, owner) in cells(width, height).zip(&owners) {
            if let Some(owner) = *owner {
                let kind = DiscKind::Ordinary;
                setup
                    .put(Disc { owner, kind }, cell)
                    .expect("an empty cell");
            }
        }
        match setup.to_game() {
            Ok(game) => assert_eq!(owners_on(&game.position().board()), owners),
            Err(reason) => assert!(!reachable.contains(&owners), "{owners:?}: {reason}"),
        }
    }
}

#[test]
fn setups_of_three_by_three() {
    check(3, 3, 3, Variant::Standard);
    check(3, 3, 2, Variant::Standard);
}

#[test]
fn setups_of_tall_and_flat_boards() {
    check(2, 4, 3, Variant::Standard);
    check(2, 4, 4, Variant::Standard);
    check(4, 2, 3, Variant::Standard);
    check(5, 2, 3, Variant::Standard);
    check(1, 8, 3, Variant::Standard);
    // A line can be longer than needed, and only its middle disc may have been the last.
    check(10, 1, 3, Variant::Standard);
    check(9, 1, 4, Variant::Standard);
}

#[test]
fn setups_of_five_in_a_row() {
    check(5, 2, 3, Variant::FiveInARow);
    check(4, 2, 2, Variant::FiveInARow);
    check(3, 3, 3, Variant::FiveInARow);
}
