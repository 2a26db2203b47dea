//! Any discs on any spaces either are refused or become a game that leads to just that grid.
#![no_main]

use foursight_core::{Column, Disc, Player, PowerDisc, Row, Setup, Space};
use foursight_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

/// The search for an order is bounded, but the bound is too generous for thousands of grids a
/// second.
const DISCS_MAX: usize = 42;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let ruleset = bytes.ruleset();
    let mut setup = Setup::new(ruleset);
    let mut heights = [0_usize; 64];
    let mut written = Vec::new();
    while let Some(byte) = bytes.next()
        && written.len() < DISCS_MAX
    {
        let column = bytes.below(ruleset.width().into());
        // Most discs rest on the one below; a few float.
        let row = heights[column] + usize::from(byte >= 250);
        let owner = Player::BOTH[usize::from(byte % 2)];
        let disc = match byte {
            248.. => Disc::power(owner, PowerDisc::Anvil),
            _ => Disc::ordinary(owner),
        };
        let place = (Column::from_index(column), Row::from_index(row));
        let (Some(column), Some(row)) = place else {
            continue;
        };
        let space = Space { column, row };
        if setup.put(disc, space).is_ok() {
            heights[column.index()] = row.index() + 1;
            written.push((space, disc));
        }
    }
    match setup.to_game() {
        Ok(game) => {
            let grid = game.position().grid();
            for (space, disc) in &written {
                assert_eq!(grid.disc_at(*space), Some(*disc), "{space}");
            }
            let discs: usize = Player::BOTH
                .map(|player| grid.discs_of(player))
                .iter()
                .sum();
            assert_eq!(discs, written.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
