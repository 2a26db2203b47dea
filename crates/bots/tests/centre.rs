//! Among equally good moves every searching level prefers the centre, and still varies; and its
//! tables stay small.
//!
//! Method: on boards where neither player can complete a line any more, every move is as good as
//! any other, whatever the level's evaluation. So the legal moves are the equal moves, by the rules
//! alone.

use std::collections::BTreeSet;

use foursight_bots::{Bot, Budget, Level, TT_BYTES_MAX};
use foursight_core::{Board, Cell, Direction, Disc, Game, Move, Player, Ruleset, Setup, Variant};

const SEEDS: u64 = 200;
/// Number of boards of each size.
const BOARDS: usize = 4;

/// Returns whether a line through these cells is still possible for either player.
fn is_open(board: &Board, start: Cell, direction: Direction, connect: u8) -> bool {
    let next = |cell: &Cell| board.neighbour(*cell, direction, 1);
    let cells: Vec<Cell> = std::iter::successors(Some(start), next)
        .take(connect.into())
        .collect();
    let has = |player| {
        let mut discs = cells.iter().filter_map(|cell| board.disc_at(*cell));
        discs.any(|disc| disc.owner == player)
    };
    cells.len() == usize::from(connect) && !(has(Player::First) && has(Player::Second))
}

fn neither_can_win(game: &Game) -> bool {
    let board = game.position().board();
    let connect = game.ruleset().connect();
    let cells = board
        .columns()
        .flat_map(|column| board.rows().map(move |row| Cell { column, row }));
    let mut lines = cells.flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)));
    !lines.any(|(cell, direction)| is_open(&board, cell, direction, connect))
}

/// Returns twice the distance of a drop from the centre of the board.
fn distance(game: &Game, mv: Move) -> usize {
    let width = usize::from(game.ruleset().width());
    let column = mv.column().expect("a drop");
    (2 * column.index() + 1).abs_diff(width)
}

/// Returns the game in which only the top cells of these columns are left, if there is one. The
/// discs are arranged so that no four of a player are adjacent: in pairs along a row, alternating
/// along a column.
fn almost_full(ruleset: Ruleset, open: u32, swap: usize) -> Option<Game> {
    let mut setup = Setup::new(ruleset);
    let board = Game::new(ruleset).position().board();
    for column in board.columns() {
        let is_open = open >> column.index() & 1 == 1;
        for row in board.rows() {
            let is_top = row.number() == usize::from(ruleset.height());
            let player = Player::BOTH[(column.index() / 2 + row.index() + swap) % 2];
            if !(is_top && is_open) {
                let put = setup.put(Disc::ordinary(player), Cell { column, row });
                put.expect("an empty cell of the board");
            }
        }
    }
    setup.to_game().ok()
}

/// Returns games in which neither player can win and some moves are more central than others.
fn games(width: u8, height: u8) -> Vec<Game> {
    let ruleset = Ruleset::new(width, height, 4, Variant::Standard).expect("a valid size");
    let choices = (0..1 << width).filter(|open: &u32| open.count_ones() >= 3);
    let both = choices.flat_map(|open| [0, 1].map(|swap| almost_full(ruleset, open, swap)));
    let chosen: Vec<Game> = both
        .flatten()
        .filter(|game| {
            let moves = game.legal_moves();
            let distances = || moves.iter().map(|mv| distance(game, *mv));
            // A disc in the centre is worth points of its own: there the moves are not equal.
            let is_middle_full = distances().all(|distance| distance > 1);
            is_middle_full && distances().max() > distances().min() && neither_can_win(game)
        })
        .take(BOARDS)
        .collect();
    assert!(!chosen.is_empty(), "{width} × {height}");
    chosen
}

#[test]
fn every_level_that_searches_prefers_the_centre_among_equals() {
    for (width, height) in [(7, 6), (8, 7), (9, 6), (8, 5)] {
        for game in games(width, height) {
            // All levels except random play.
            for level in &Level::LADDER[1..] {
                let mut bot = level.bot();
                let equals = game.legal_moves();
                let mut counts = vec![0; equals.len()];
                for seed in 0..SEEDS {
                    let choice = bot.choose(&game, &Budget::default(), seed);
                    let mv = choice.expect("not over").mv;
                    let place = equals.iter().position(|equal| *equal == mv);
                    counts[place.expect("legal")] += 1;
                }
                let nearest = equals.iter().map(|mv| distance(&game, *mv)).min();
                let is_central = |mv: &Move| Some(distance(&game, *mv)) == nearest;
                let of = |central: bool| {
                    let pairs = equals.iter().zip(&counts);
                    pairs
                        .filter(move |(mv, _)| is_central(mv) == central)
                        .map(|(_, count)| *count)
                };
                let report = format!("{level} {width}×{height}: {equals:?} {counts:?}");
                assert!(of(true).min() > of(false).max(), "not the centre: {report}");
                assert!(of(false).min() > Some(0), "no variety: {report}");
            }
        }
    }
}

#[test]
fn no_level_exceeds_the_memory_cap() {
    for level in Level::ALL {
        let bytes = level.search_memory_bytes();
        assert!(bytes < TT_BYTES_MAX, "{level}: {bytes}");
        let searches_deep = level.guaranteed_depth() > 2;
        assert_eq!(
            searches_deep,
            bytes > 0 && level.guaranteed_depth() > 2,
            "{level}: {bytes}"
        );
    }
    // Deeper searches take more memory.
    assert!(Level::Medium.search_memory_bytes() < Level::Hard.search_memory_bytes());
    assert!(Level::Hard.search_memory_bytes() < Level::Expert.search_memory_bytes());
    assert!(Level::Perfect.search_memory_bytes() > 16 << 20);
}

/// From the empty board, against itself, hardly any two games are alike. Novice has few equals to
/// choose from.
#[test]
fn games_vary_by_seed() {
    const GAMES: usize = 30;
    let check = |level: Level, least: usize| {
        let play = |seed: u64| {
            let (mut bot, mut game) = (level.bot(), Game::default());
            while let Some(choice) = bot.choose(&game, &Budget::default(), seed) {
                game.apply(choice.mv).expect("legal");
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
