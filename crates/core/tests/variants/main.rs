//! The written rules of every variant, one named test per rule.

mod five_in_a_row;
mod pending;
mod pop_out;
mod pop_ten;
mod power_up;
#[path = "../random_games/mod.rs"]
mod random_games;
mod random_play;
mod standard;

use foursight_core::{
    Board, Cell, Column, DiscKind, Game, Move, MoveError, Outcome, Player, PowerDisc, Ruleset,
};

/// Parses a move as these tests write it: `4` drop, `p4` pop, `a4` anvil, `b4` bomb, `w4` wall,
/// `x4` double, `s4` strike, `-` pass. Columns count from 1.
fn parse_move(text: &str) -> Move {
    if text == "-" {
        return Move::Pass;
    }
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let number = digits.parse().expect("a column number");
    let column = Column::from_number(number).expect("a column of some board");
    match &text[..text.len() - digits.len()] {
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

/// Returns the game after these moves, all of which must be legal.
fn play(ruleset: Ruleset, moves: &str) -> Game {
    let moves = moves.split_whitespace().map(parse_move);
    Game::from_moves(ruleset, moves).unwrap_or_else(|(index, error)| panic!("{index}: {error}"))
}

/// Renders the board as text, top row first: `1` and `2` for ordinary discs, capitals for the power
/// discs of First and small letters for those of Second.
fn render(board: &Board) -> Vec<String> {
    let rows = board.rows().rev();
    rows.map(|row| {
        let columns = board.columns();
        let cells = columns.map(|column| board.disc_at(Cell { column, row }));
        cells
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

/// Describes the state of a game: `First to move`, `First won by a1-d1`, `drawn: BoardFull`.
fn status(game: &Game) -> String {
    match game.outcome() {
        None => format!("{} to move", game.position().to_move()),
        Some(Outcome::Draw(draw)) => format!("drawn: {draw:?}"),
        Some(Outcome::Won { winner, lines }) => {
            let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            format!("{winner} won by {}", lines.join(" "))
        }
    }
}

/// Checks the status of the game after these moves.
fn check(ruleset: Ruleset, moves: &str, expected: &str) {
    assert_eq!(status(&play(ruleset, moves)), expected, "after {moves}");
}

/// Checks that after these moves the lowest rows of the board look like this, top row first, and
/// that the rest is empty.
fn check_board(ruleset: Ruleset, moves: &str, expected: &[&str]) {
    let rendered = render(&play(ruleset, moves).position().board());
    let (above, rows) = rendered.split_at(rendered.len() - expected.len());
    assert_eq!(rows, expected, "after {moves}");
    let empty = "-".repeat(ruleset.width().into());
    assert!(above.iter().all(|row| *row == empty), "after {moves}");
}

/// Checks that after these moves another one is illegal for this reason, is not among the legal
/// moves, and changes nothing.
fn check_illegal(ruleset: Ruleset, moves: &str, illegal: &str, error: MoveError) {
    let mut game = play(ruleset, moves);
    let before = game.clone();
    assert_eq!(
        game.apply(parse_move(illegal)),
        Err(error),
        "{illegal} after {moves}"
    );
    assert_eq!(game, before);
    assert!(!game.legal_moves().contains(&parse_move(illegal)));
}

/// Checks that after these moves exactly these are legal.
fn check_legal(ruleset: Ruleset, moves: &str, legal: &str) {
    let mut expected: Vec<_> = legal.split_whitespace().map(parse_move).collect();
    let mut actual = play(ruleset, moves).legal_moves();
    expected.sort_unstable();
    actual.sort_unstable();
    assert_eq!(actual, expected, "after {moves}");
}

fn column(number: usize) -> Column {
    Column::from_number(number).expect("a column of some board")
}

/// The error of a drop into this full column.
fn full(number: usize) -> MoveError {
    MoveError::ColumnFull(column(number))
}
