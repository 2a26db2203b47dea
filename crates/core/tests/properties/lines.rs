//! The ways to look for lines agree with each other and with the definition of the scan.

use foursight_core::{At, Direction, Game, Grid, Move, Outcome, Player, Row, Run, Space, Variant};
use proptest::prelude::*;

use crate::random_games::{any_game, any_variant};

/// The scan as it is defined: from the bottom left, row by row, the first place from which so many
/// discs of the player follow. The top right space is not looked at.
fn scan_by_definition(grid: &Grid, player: Player, way: Direction, count: u8) -> Run {
    let (height, width) = (i16::from(grid.height()), i16::from(grid.width()));
    let (dy, dx) = match way {
        Direction::Vertical => (1, 0),
        Direction::Horizontal => (0, 1),
        Direction::Rising => (1, 1),
        Direction::Falling => (1, -1),
    };
    let top_right = At {
        y: height - 1,
        x: width - 1,
    };
    let starts = (0..height).flat_map(|y| (0..width).map(move |x| At { y, x }));
    let is_owned = |at| {
        let disc = grid.space_at(at).and_then(|space| grid.disc_at(space));
        disc.is_some_and(|disc| disc.owner == player)
    };
    let found = starts.into_iter().find(|start| {
        let mut places = (0..i16::from(count)).map(|steps| At {
            y: start.y + steps * dy,
            x: start.x + steps * dx,
        });
        *start != top_right && places.all(is_owned)
    });
    match found {
        Some(start) => Run { start, count },
        None => Run {
            start: top_right,
            count: 0,
        },
    }
}

fn last_disc(game: &Game) -> Option<Space> {
    let Some(Move::Drop(column)) = game.moves().last().copied() else {
        return None;
    };
    let stack = game.position().grid().stack(column).count();
    let row = Row::from_index(stack.checked_sub(1)?)?;
    Some(Space { column, row })
}

fn drop_only() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::FiveInARow)]
}

proptest! {
    #[test]
    fn the_scan_finds_what_its_definition_says(game in any_game(any_variant())) {
        let grid = game.position().grid();
        for player in Player::BOTH {
            for way in Direction::ALL {
                for count in 1..=5 {
                    let expected = scan_by_definition(&grid, player, way, count);
                    prop_assert_eq!(grid.scan(player, way, count), expected);
                }
            }
        }
    }

    #[test]
    fn scan_lines_and_words_agree_that_there_is_a_line(game in any_game(any_variant())) {
        let grid = game.position().grid();
        for player in Player::BOTH {
            for count in 2..=6 {
                let scanned = Direction::ALL.iter().any(|way| grid.scan(player, *way, count).count == count);
                prop_assert_eq!(grid.has_line(player, count), scanned);
                prop_assert_eq!(!grid.lines(player, count).is_empty(), scanned);
            }
        }
    }

    #[test]
    fn every_winning_line_runs_through_the_last_disc(game in any_game(drop_only())) {
        let last = last_disc(&game);
        let (Some(Outcome::Won { lines, .. }), Some(last)) = (game.outcome(), last) else {
            return Ok(());
        };
        let through = game.position().grid().lines_through(last, game.ruleset().connect());
        prop_assert_eq!(through, lines);
    }

    #[test]
    fn a_line_is_as_long_as_its_spaces_and_all_of_them_are_owned(game in any_game(any_variant())) {
        let grid = game.position().grid();
        for player in Player::BOTH {
            for line in grid.lines(player, 2) {
                let spaces: Vec<_> = line.spaces().collect();
                prop_assert_eq!(spaces.len(), usize::from(line.length()));
                prop_assert_eq!((spaces[0], spaces[spaces.len() - 1]), (line.start(), line.end()));
                for space in spaces {
                    let owner = grid.disc_at(space).map(|disc| disc.owner);
                    prop_assert_eq!(owner, Some(player));
                    prop_assert!(grid.lines_through(space, line.length()).contains(&line));
                }
            }
        }
    }
}
