//! The written rules of every variant, one named test a rule.

mod five_in_a_row;
mod pop_out;
mod pop_ten;
mod power_up;
#[path = "../random_games/mod.rs"]
mod random_games;
mod random_play;
mod standard;

use foursight_core::{
    Column, DiscKind, Game, Grid, Move, MoveError, Outcome, Player, PowerDisc, Ruleset, Space,
};

/// A move as these tests write it: `4` drop, `p4` pop, `a4` anvil, `b4` bomb, `w4` wall,
/// `x4` double, `s4` strike, `-` pass. Columns count from 1.
fn step(word: &str) -> Move {
    if word == "-" {
        return Move::Pass;
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let number = digits.parse().expect("a column number");
    let column = Column::from_number(number).expect("a column of some grid");
    match &word[..word.len() - digits.len()] {
        "" => Move::Drop(column),
        "p" => Move::Pop(column),
        "a" => Move::Power(PowerDisc::Anvil, column),
        "b" => Move::Power(PowerDisc::Bomb, column),
        "w" => Move::Power(PowerDisc::Wall, column),
        "x" => Move::Power(PowerDisc::Double, column),
        "s" => Move::Strike(column),
        other => panic!("no move begins with {other}"),
    }
}

/// The game after these moves, all of which must be legal.
fn play(ruleset: Ruleset, moves: &str) -> Game {
    let moves = moves.split_whitespace().map(step);
    Game::from_moves(ruleset, moves).unwrap_or_else(|(index, error)| panic!("{index}: {error}"))
}

/// The grid as text, top row first: `1` and `2` for ordinary discs, capitals for the power discs
/// of First and small letters for those of Second.
fn draw(grid: &Grid) -> Vec<String> {
    let rows = grid.rows().rev();
    rows.map(|row| {
        let columns = grid.columns();
        let spaces = columns.map(|column| grid.disc_at(Space { column, row }));
        spaces
            .map(|disc| match disc.map(|disc| (disc.kind, disc.owner)) {
                None => '-',
                Some((DiscKind::Ordinary, Player::First)) => '1',
                Some((DiscKind::Ordinary, Player::Second)) => '2',
                Some((DiscKind::Power(power), owner)) => {
                    let letter = match power {
                        PowerDisc::Anvil => 'A',
                        PowerDisc::Bomb => 'B',
                        PowerDisc::Wall => 'W',
                        PowerDisc::Double => 'X',
                    };
                    if owner == Player::First {
                        letter
                    } else {
                        letter.to_ascii_lowercase()
                    }
                }
            })
            .collect()
    })
    .collect()
}

/// How a game stands, in words: `First to move`, `First won by a1-d1`, `tied: GridFull`.
fn stand(game: &Game) -> String {
    match game.outcome() {
        None => format!("{} to move", game.position().to_move()),
        Some(Outcome::Tied(tie)) => format!("tied: {tie:?}"),
        Some(Outcome::Won { winner, lines }) => {
            let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            format!("{winner} won by {}", lines.join(" "))
        }
    }
}

/// After these moves the game stands so.
fn check(ruleset: Ruleset, moves: &str, expected: &str) {
    assert_eq!(stand(&play(ruleset, moves)), expected, "after {moves}");
}

/// After these moves the lowest rows of the grid look so, top row first, and the rest is empty.
fn check_grid(ruleset: Ruleset, moves: &str, expected: &[&str]) {
    let drawn = draw(&play(ruleset, moves).position().grid());
    let (above, rows) = drawn.split_at(drawn.len() - expected.len());
    assert_eq!(rows, expected, "after {moves}");
    let empty = "-".repeat(ruleset.width().into());
    assert!(above.iter().all(|row| *row == empty), "after {moves}");
}

/// After these moves this one is refused for this reason, is not offered, and changes nothing.
fn check_refused(ruleset: Ruleset, moves: &str, refused: &str, reason: MoveError) {
    let mut game = play(ruleset, moves);
    let before = game.clone();
    assert_eq!(
        game.apply(step(refused)),
        Err(reason),
        "{refused} after {moves}"
    );
    assert_eq!(game, before);
    assert!(!game.legal_moves().contains(&step(refused)));
}

/// After these moves exactly these are legal.
fn check_legal(ruleset: Ruleset, moves: &str, legal: &str) {
    let mut expected: Vec<_> = legal.split_whitespace().map(step).collect();
    let mut offered = play(ruleset, moves).legal_moves();
    expected.sort_unstable();
    offered.sort_unstable();
    assert_eq!(offered, expected, "after {moves}");
}

fn column(number: usize) -> Column {
    Column::from_number(number).expect("a column of some grid")
}

/// Dropping refuses this column because it is full.
fn full(number: usize) -> MoveError {
    MoveError::ColumnFull(column(number))
}
