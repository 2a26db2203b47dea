//! Positions, moves and outcomes in English sentences, the same for eyes, ears and braille.

pub mod happened;
pub mod hint;
pub mod reading;
pub mod why;

use std::time::Duration;

use foursight_core::{
    Column, Direction, Disc, DiscKind, Game, Line, Move, Outcome, POP_TEN_GOAL, Pending, Player,
    Position, PowerDisc, Tie, TiedBy, Variant, WonBy,
};
use foursight_record::{GameResult, listed};

/// Who is to move, or how the game ended.
#[must_use]
pub fn status(game: &Game) -> String {
    status_of(game, &|player| player.to_string())
}

/// Who is to move, or how the game ended, with these names.
pub fn status_of(game: &Game, name: &dyn Fn(Player) -> String) -> String {
    match (game.outcome(), game.to_move()) {
        (Some(outcome), _) => ending(&outcome, name),
        (None, Some(player)) => format!("{} to move.", name(player)),
        (None, None) => String::new(),
    }
}

/// How a game ended, with these names.
pub fn ending(outcome: &Outcome, name: &dyn Fn(Player) -> String) -> String {
    match outcome {
        Outcome::Tied(tie) => format!("Tie: {}.", tie_reason(*tie)),
        Outcome::Won { winner, lines } if lines.is_empty() => {
            format!(
                "{} wins with {POP_TEN_GOAL} discs set aside.",
                name(*winner)
            )
        }
        Outcome::Won { winner, lines } => {
            let lines: Vec<_> = lines.iter().copied().map(line).collect();
            let noun = if lines.len() == 1 { "line" } else { "lines" };
            format!("{} wins with the {noun} {}.", name(*winner), listed(&lines))
        }
    }
}

/// How a game ended by what the players did beside the grid.
#[must_use]
pub fn ending_beside(result: GameResult) -> String {
    match result {
        GameResult::Won(winner, by) => {
            let opponent = winner.opponent();
            match by {
                WonBy::Resignation => format!("{winner} wins: {opponent} resigned."),
                WonBy::Time => format!("{winner} wins: {opponent} ran out of time."),
                WonBy::Departure => format!("{winner} wins: {opponent} left."),
                _ => format!("{winner} wins."),
            }
        }
        GameResult::Tied(TiedBy::Agreement) => "Tie: the players agreed on it.".to_owned(),
        GameResult::Tied(_) => "The game is a tie.".to_owned(),
        GameResult::Aborted => "Aborted without a result.".to_owned(),
        GameResult::Ongoing => "The game goes on.".to_owned(),
    }
}

/// `1 move`, `2 moves`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Columns in ascending order with runs of three or more drawn together: `columns 1, 3 to 7`.
#[must_use]
pub fn columns(columns: &[Column]) -> String {
    let mut runs: Vec<(Column, Column)> = Vec::new();
    for column in columns {
        match runs.last_mut() {
            Some((_, last)) if last.index() + 1 == column.index() => *last = *column,
            _ => runs.push((*column, *column)),
        }
    }
    let texts: Vec<_> = runs
        .iter()
        .map(|(first, last)| match last.index() - first.index() {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first} to {last}"),
        })
        .collect();
    let noun = if columns.len() == 1 {
        "column"
    } else {
        "columns"
    };
    format!("{noun} {}", texts.join(", "))
}

fn line(line: Line) -> String {
    let direction = match line.direction() {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::Rising => "rising",
        Direction::Falling => "falling",
    };
    format!("{} to {} ({direction})", line.start(), line.end())
}

/// A time as a clock shows it: `1:05`, and `1:00:05` from an hour on.
#[must_use]
pub fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Why a game was tied.
#[must_use]
pub const fn tie_reason(tie: Tie) -> &'static str {
    match tie {
        Tie::GridFull => "the grid is full",
        Tie::NoMoves => "nobody can move",
        Tie::Repetition => "the position stood for the third time",
        Tie::TooLong => "the game has gone on for too long",
        _ => "nobody can win",
    }
}

/// What the player to move still has to do before the turn ends; none if it has just begun.
#[must_use]
pub fn pending(position: &Position) -> Option<&'static str> {
    Some(match position.pending()? {
        Pending::Strike => "Which column's bottom disc does the bomb remove?",
        Pending::SecondTurn { may_connect: true } => "Drop a second disc, or pass.",
        Pending::SecondTurn { may_connect: false } => {
            "Drop a second disc, which may not complete a line, or pass."
        }
        Pending::Return { .. } => "Which column does the popped disc go back into?",
        _ => return None,
    })
}

/// What the players hold besides the grid; empty where a variant has no such thing.
#[must_use]
pub fn holdings(position: &Position) -> Vec<String> {
    holdings_of(position, &|player| player.to_string())
}

/// What the players hold besides the grid, with these names.
pub fn holdings_of(position: &Position, name: &dyn Fn(Player) -> String) -> Vec<String> {
    let of = |player: Player| match position.ruleset().variant() {
        Variant::PopTen(_) => Some(format!(
            "{} has set aside {} of {POP_TEN_GOAL}.",
            name(player),
            position.set_aside(player)
        )),
        Variant::PowerUp(_) => {
            let held: Vec<_> = PowerDisc::ALL
                .into_iter()
                .map(|disc| (disc, position.power_discs(player, disc)))
                .filter(|(_, count)| *count > 0)
                .map(|(disc, count)| match count {
                    1 => disc.name().to_owned(),
                    _ => format!("{count} x {}", disc.name()),
                })
                .collect();
            Some(if held.is_empty() {
                format!("{} holds no power discs.", name(player))
            } else {
                format!("{} holds {}.", name(player), listed(&held))
            })
        }
        Variant::Standard | Variant::PopOut(_) | Variant::FiveInARow => None,
    };
    Player::BOTH.into_iter().filter_map(of).collect()
}

/// A disc by its owner and, if it is a power disc, its kind.
#[must_use]
pub fn disc(disc: Disc) -> String {
    match disc.kind {
        DiscKind::Ordinary => disc.owner.to_string(),
        DiscKind::Power(power) => format!("{} of {}", power.name(), disc.owner),
    }
}

/// A move as it is typed, and as it stands in a drop string: `4`, `P4`, `A4`, `T4`, `-`.
#[must_use]
pub fn as_typed(step: Move) -> String {
    match step {
        Move::Drop(column) => column.to_string(),
        Move::Pop(column) => format!("P{column}"),
        Move::Strike(column) => format!("T{column}"),
        Move::Power(disc, column) => {
            let letter = disc.name()[..1].to_ascii_uppercase();
            format!("{letter}{column}")
        }
        Move::Pass => "-".to_owned(),
    }
}

/// Why nothing more is to be said about a finished game, and how it ended.
#[must_use]
pub fn over(game: &Game) -> String {
    let ending = status(game);
    format!("the game is over: {}", ending.trim_end_matches('.'))
}

/// `1 position`, `2,000 positions`.
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", thousands(count))
}

/// A number with its thousands set apart.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let check = |number, expected| assert_eq!(thousands(number), expected);
        check(0, "0");
        check(999, "999");
        check(1000, "1,000");
        check(268_031_646, "268,031,646");
    }

    #[test]
    fn one_is_not_many() {
        let check = |number, expected| assert_eq!(counted(number, "position"), expected);
        check(0, "0 positions");
        check(1, "1 position");
        check(2000, "2,000 positions");
    }

    #[test]
    fn columns_are_drawn_together() {
        let check = |numbers: &[usize], expected: &str| {
            let found: Option<Vec<_>> = numbers.iter().map(|n| Column::from_number(*n)).collect();
            assert_eq!(columns(&found.expect("columns")), expected);
        };
        check(&[1], "column 1");
        check(&[1, 2], "columns 1, 2");
        check(&[1, 3, 4, 5, 64], "columns 1, 3 to 5, 64");
    }
}
