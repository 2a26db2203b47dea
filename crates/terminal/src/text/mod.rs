//! Positions, moves and outcomes in English sentences, identical for screen, speech and braille.

pub mod board_description;
pub mod event_text;
pub mod hint;
pub mod reasons;

use std::time::Duration;

use foursight_core::{
    Column, Disc, DiscKind, Ending, Game, Move, Outcome, POP_TEN_GOAL, PendingTurn, Player,
    Position, PowerDisc, Variant,
};
use foursight_phrases::{Language, outcomes};
use foursight_record::{GameResult, join_with_and};

/// Names the player to move, or the outcome of the game.
#[must_use]
pub fn status_text(game: &Game) -> String {
    status_text_with(game, &|player| player.to_string())
}

/// Names the player to move, or the outcome of the game, with these player names.
pub fn status_text_with(game: &Game, name: &dyn Fn(Player) -> String) -> String {
    match (game.outcome(), game.to_move()) {
        (Some(outcome), _) => outcome_text(&outcome, name),
        (None, Some(player)) => format!("{} to move.", name(player)),
        (None, None) => String::new(),
    }
}

/// Describes the outcome of a game, with these player names.
pub fn outcome_text(outcome: &Outcome, name: &dyn Fn(Player) -> String) -> String {
    outcomes::outcome_text(Language::English, outcome, name)
}

/// Describes an outcome that did not come from a move, such as a resignation.
#[must_use]
pub fn external_outcome_text(result: GameResult) -> String {
    let ending = match result {
        GameResult::Won(winner, by) => Ending::Won(winner, by),
        GameResult::Draw(reason) => Ending::Draw(reason),
        GameResult::Aborted => Ending::Aborted,
        GameResult::Ongoing => return "The game is still on.".to_owned(),
    };
    let text =
        outcomes::external_ending_text(Language::English, ending, &|player| player.to_string());
    text.unwrap_or_else(|| match ending.winner() {
        Some(winner) => format!("{winner} wins."),
        None => "The game is a draw.".to_owned(),
    })
}

/// Formats `1 move`, `2 moves`.
#[must_use]
pub fn count_noun(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Lists columns in ascending order, with runs of three or more merged: `columns 1, 3 to 7`.
#[must_use]
pub fn column_list(columns: &[Column]) -> String {
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

/// Formats a time as a clock does: `1:05`, and `1:00:05` from an hour on.
#[must_use]
pub fn clock_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Describes what the player to move must still do before the turn ends, or returns `None` at its
/// start.
#[must_use]
pub fn pending(position: &Position) -> Option<&'static str> {
    Some(match position.pending()? {
        PendingTurn::Strike => "Which column's bottom disc does the bomb remove?",
        PendingTurn::SecondTurn { may_connect: true } => "Drop a second disc, or pass.",
        PendingTurn::SecondTurn { may_connect: false } => {
            "Drop a second disc, which may not complete a line, or pass."
        }
        PendingTurn::Return { .. } => "Which column does the popped disc go back into?",
        _ => return None,
    })
}

/// Lists what the players hold besides the board. Empty if the variant has no such thing.
#[must_use]
pub fn holdings(position: &Position) -> Vec<String> {
    holdings_with(position, &|player| player.to_string())
}

/// Lists what the players hold besides the board, with these player names.
pub fn holdings_with(position: &Position, name: &dyn Fn(Player) -> String) -> Vec<String> {
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
                format!("{} holds {}.", name(player), join_with_and(&held))
            })
        }
        Variant::Standard | Variant::PopOut(_) | Variant::FiveInARow => None,
    };
    Player::BOTH.into_iter().filter_map(of).collect()
}

/// Names a disc by its owner and, if it is a power disc, its kind.
#[must_use]
pub fn disc_text(disc: Disc) -> String {
    match disc.kind {
        DiscKind::Ordinary => disc.owner.to_string(),
        DiscKind::Power(power) => format!("{} of {}", power.name(), disc.owner),
    }
}

/// Formats a move as it is typed, and as it stands in a drop string: `4`, `P4`, `A4`, `T4`, `-`.
#[must_use]
pub fn move_text(mv: Move) -> String {
    match mv {
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

/// States that the game is over, and its outcome.
#[must_use]
pub fn game_over_text(game: &Game) -> String {
    let ending = status_text(game);
    format!("the game is over: {}", ending.trim_end_matches('.'))
}

/// Formats `1 position`, `2,000 positions`.
#[must_use]
pub fn count_with_separators(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", thousands(count))
}

/// Formats a number with thousands separators.
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
    fn thousands_are_separated() {
        let check = |number, expected| assert_eq!(thousands(number), expected);
        check(0, "0");
        check(999, "999");
        check(1000, "1,000");
        check(268_031_646, "268,031,646");
    }

    #[test]
    fn nouns_are_singular_for_one() {
        let check =
            |number, expected| assert_eq!(count_with_separators(number, "position"), expected);
        check(0, "0 positions");
        check(1, "1 position");
        check(2000, "2,000 positions");
    }

    #[test]
    fn runs_of_columns_are_merged() {
        let check = |numbers: &[usize], expected: &str| {
            let found: Option<Vec<_>> = numbers.iter().map(|n| Column::from_number(*n)).collect();
            assert_eq!(column_list(&found.expect("columns")), expected);
        };
        check(&[1], "column 1");
        check(&[1, 2], "columns 1, 2");
        check(&[1, 3, 4, 5, 64], "columns 1, 3 to 5, 64");
    }
}
