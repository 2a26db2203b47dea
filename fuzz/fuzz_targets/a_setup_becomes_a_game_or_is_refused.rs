//! A setup of arbitrary discs is either rejected or becomes a game that ends with exactly that board.
#![no_main]

use foursight_core::{Cell, Column, Disc, Player, PowerDisc, Row, Setup};
use foursight_fuzz::FuzzBytes;
use libfuzzer_sys::fuzz_target;

/// The search for an order of moves is bounded, but its bound is too generous for thousands of
/// setups a second.
const DISCS_MAX: usize = 42;

fuzz_target!(|data: &[u8]| {
    let mut bytes = FuzzBytes(data);
    let ruleset = bytes.ruleset();
    let mut setup = Setup::new(ruleset);
    let mut heights = [0_usize; 64];
    let mut placed = Vec::new();
    while let Some(byte) = bytes.next()
        && placed.len() < DISCS_MAX
    {
        let column = bytes.below(ruleset.width().into());
        // Most discs rest on the one below; a few float.
        let row = heights[column] + usize::from(byte >= 250);
        let owner = Player::BOTH[usize::from(byte % 2)];
        let disc = match byte {
            248.. => Disc::power(owner, PowerDisc::Anvil),
            _ => Disc::ordinary(owner),
        };
        let coordinates = (Column::from_index(column), Row::from_index(row));
        let (Some(column), Some(row)) = coordinates else {
            continue;
        };
        let cell = Cell { column, row };
        if setup.put(disc, cell).is_ok() {
            heights[column.index()] = row.index() + 1;
            placed.push((cell, disc));
        }
    }
    match setup.to_game() {
        Ok(game) => {
            let board = game.position().board();
            for (cell, disc) in &placed {
                assert_eq!(board.disc_at(*cell), Some(*disc), "{cell}");
            }
            let discs: usize = Player::BOTH
                .map(|player| board.discs_of(player))
                .iter()
                .sum();
            assert_eq!(discs, placed.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
