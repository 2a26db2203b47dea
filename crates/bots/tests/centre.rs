//! Among equally good moves every level that searches prefers the centre, and still varies; and what
//! the levels remember of their searches stays small.
//!
//! Method: on grids where nobody can complete a line any more, every move is as good as any other,
//! whatever the level makes of it. So the legal moves are the equal moves, by the rules alone.

use std::collections::BTreeSet;

use foursight_bots::{Bot, Budget, Level, MEMO_BYTES_MAX};
use foursight_core::{Direction, Disc, Game, Grid, Move, Player, Ruleset, Setup, Space, Variant};

const SEEDS: u64 = 200;
/// So many grids of each size.
const GRIDS: usize = 4;

/// Whether a line through these spaces is still possible for somebody.
fn is_open(grid: &Grid, start: Space, direction: Direction, connect: u8) -> bool {
    let next = |space: &Space| grid.step(*space, direction, 1);
    let spaces: Vec<Space> = std::iter::successors(Some(start), next)
        .take(connect.into())
        .collect();
    let has = |player| {
        let mut discs = spaces.iter().filter_map(|space| grid.disc_at(*space));
        discs.any(|disc| disc.owner == player)
    };
    spaces.len() == usize::from(connect) && !(has(Player::First) && has(Player::Second))
}

fn nobody_can_win(game: &Game) -> bool {
    let grid = game.position().grid();
    let connect = game.ruleset().connect();
    let spaces = grid
        .columns()
        .flat_map(|column| grid.rows().map(move |row| Space { column, row }));
    let mut lines = spaces.flat_map(|space| Direction::ALL.map(|way| (space, way)));
    !lines.any(|(space, way)| is_open(&grid, space, way, connect))
}

/// Twice the distance of a drop from the middle of the grid.
fn distance(game: &Game, step: Move) -> usize {
    let width = usize::from(game.ruleset().width());
    let column = step.column().expect("a drop");
    (2 * column.index() + 1).abs_diff(width)
}

/// The game in which nothing but the top spaces of these columns is left, if there is one. The discs lie so
/// that no four of a player are adjacent: in pairs along a row, in turn along a column.
fn almost_full(ruleset: Ruleset, open: u32, swap: usize) -> Option<Game> {
    let mut setup = Setup::new(ruleset);
    let grid = Game::new(ruleset).position().grid();
    for column in grid.columns() {
        let is_open = open >> column.index() & 1 == 1;
        for row in grid.rows() {
            let is_top = row.number() == usize::from(ruleset.height());
            let player = Player::BOTH[(column.index() / 2 + row.index() + swap) % 2];
            if !(is_top && is_open) {
                let put = setup.put(Disc::ordinary(player), Space { column, row });
                put.expect("an empty space of the grid");
            }
        }
    }
    setup.to_game().ok()
}

/// Games in which nobody can win and some moves are more central than others.
fn games(width: u8, height: u8) -> Vec<Game> {
    let ruleset = Ruleset::new(width, height, 4, Variant::Standard).expect("a valid size");
    let choices = (0..1 << width).filter(|open: &u32| open.count_ones() >= 3);
    let both = choices.flat_map(|open| [0, 1].map(|swap| almost_full(ruleset, open, swap)));
    let chosen: Vec<Game> = both
        .flatten()
        .filter(|game| {
            let moves = game.legal_moves();
            let distances = || moves.iter().map(|step| distance(game, *step));
            // A disc in the middle is worth points of its own: there the moves are not equal.
            let is_middle_full = distances().all(|distance| distance > 1);
            is_middle_full && distances().max() > distances().min() && nobody_can_win(game)
        })
        .take(GRIDS)
        .collect();
    assert!(!chosen.is_empty(), "{width} × {height}");
    chosen
}

#[test]
fn every_level_that_searches_prefers_the_centre_among_equals() {
    for (width, height) in [(7, 6), (8, 7), (9, 6), (8, 5)] {
        for game in games(width, height) {
            // All but dice.
            for level in &Level::LADDER[1..] {
                let mut bot = level.bot();
                let equals = game.legal_moves();
                let mut counts = vec![0; equals.len()];
                for seed in 0..SEEDS {
                    let choice = bot.choose(&game, &Budget::default(), seed);
                    let step = choice.expect("not over").step;
                    let place = equals.iter().position(|equal| *equal == step);
                    counts[place.expect("legal")] += 1;
                }
                let nearest = equals.iter().map(|step| distance(&game, *step)).min();
                let is_central = |step: &Move| Some(distance(&game, *step)) == nearest;
                let of = |central: bool| {
                    let pairs = equals.iter().zip(&counts);
                    pairs
                        .filter(move |(step, _)| is_central(step) == central)
                        .map(|(_, count)| *count)
                };
                let told = format!("{level} {width}×{height}: {equals:?} {counts:?}");
                assert!(of(true).min() > of(false).max(), "not the centre: {told}");
                assert!(of(false).min() > Some(0), "no variety: {told}");
            }
        }
    }
}

#[test]
fn no_level_remembers_more_than_the_cap() {
    for level in Level::ALL {
        let bytes = level.memo_bytes();
        assert!(bytes < MEMO_BYTES_MAX, "{level}: {bytes}");
        let searches_deep = level.sight() > 2;
        assert_eq!(
            searches_deep,
            bytes > 0 && level.sight() > 2,
            "{level}: {bytes}"
        );
    }
    // What is said is what is meant: more depth takes more.
    assert!(Level::Medium.memo_bytes() < Level::Hard.memo_bytes());
    assert!(Level::Hard.memo_bytes() < Level::Expert.memo_bytes());
    assert!(Level::Perfect.memo_bytes() > 16 << 20);
}

/// From the empty grid, against itself, hardly any game is like another. Novice has few equals to choose from.
#[test]
fn games_vary_by_seed() {
    const GAMES: usize = 30;
    let check = |level: Level, least: usize| {
        let play = |seed: u64| {
            let (mut bot, mut game) = (level.bot(), Game::default());
            while let Some(choice) = bot.choose(&game, &Budget::default(), seed) {
                game.apply(choice.step).expect("legal");
            }
            game.moves().to_vec()
        };
        let games: BTreeSet<Vec<Move>> = (0..GAMES as u64).map(play).collect();
        let count = games.len();
        assert!(count >= least, "{level}: {count} of {GAMES} differ");
    };
    check(Level::Novice, 8);
    check(Level::Medium, 26);
    check(Level::Hard, 26);
    check(Level::Expert, 26);
}
