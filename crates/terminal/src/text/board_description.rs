//! Parts of the board in words, for the status line, screen readers and braille displays.

use foursight_core::{Cell, Column, Game, Player, Position, Row};
use foursight_phrases::refusals::COLUMN_FULL;
use foursight_phrases::{Language, verdicts};
use foursight_record::join_with_and;
use foursight_solver::{BoundedValue, Limits, Solver, Verdict, Wdl};
use foursight_table::{GameStart, Ply};

use crate::players;
use crate::text::{self, event_text, reasons};

/// Describes the whole board, a sentence per row from the top, then the player to move.
#[must_use]
pub fn board(game: &Game, start: &GameStart) -> Vec<String> {
    let board = game.position().board();
    let row = |row: Row| {
        let disc = |column: Column| {
            let disc = board.disc_at(Cell { column, row })?;
            Some(format!("{column} {}", text::disc_text(disc)))
        };
        let discs: Vec<_> = board.columns().filter_map(disc).collect();
        match discs.len() {
            0 => format!("Row {row}: empty."),
            _ => format!("Row {row}: {}.", discs.join(", ")),
        }
    };
    let mut rows: Vec<_> = board.rows().map(row).collect();
    rows.reverse();
    let name = |player| players::short_name(start, player);
    rows.push(text::status_text_with(game, &name));
    rows
}

/// Describes the last move.
#[must_use]
pub fn last_move_text(game: &Game, start: &GameStart) -> String {
    let (Some(mv), Some(before)) = (game.moves().last(), game.undo()) else {
        return "No moves yet.".to_owned();
    };
    let number = game.moves().len();
    let ply = Ply::new(number, before.position(), *mv, game.position());
    event_text::move_sentence(&ply, &|player| players::name(start, player))
}

/// Describes a column from the bottom up.
pub fn column_text(game: &Game, column: Column) -> String {
    let board = game.position().board();
    let discs: Vec<_> = board.stack(column).map(text::disc_text).collect();
    let full = match board.landing(column) {
        Some(_) => "",
        None => "; full",
    };
    match discs.len() {
        0 => format!("Column {column}: empty."),
        _ => format!("Column {column}, bottom up: {}{full}.", discs.join(", ")),
    }
}

/// Lists each player's threats.
#[must_use]
pub fn threats_text(game: &Game) -> String {
    threats_text_with(game, &|player| player.to_string())
}

/// Lists each player's threats, with these player names.
pub fn threats_text_with(game: &Game, name: &dyn Fn(Player) -> String) -> String {
    let position = game.position();
    let connect = position.ruleset().connect();
    let of = |player: Player| {
        let cells = position.board().threats(player, connect);
        let cells: Vec<_> = cells.iter().map(ToString::to_string).collect();
        let name = name(player);
        match cells.len() {
            0 => format!("{name} threatens nothing."),
            _ => format!("{name} threatens {}.", join_with_and(&cells)),
        }
    };
    Player::BOTH.map(of).join(" ")
}

/// Formats the verdict of a column and its reason as a sentence. Calls `reason` only for an exact
/// verdict, which can have a proof.
pub fn column_sentence(
    column: Column,
    answer: Option<BoundedValue<Verdict>>,
    reason: impl FnOnce() -> Option<String>,
) -> String {
    let Some(answer) = answer else {
        return COLUMN_FULL.with(Language::English, &[("column", &column)]);
    };
    let text = verdict_text(answer);
    if answer.exact().is_none() {
        return format!("Column {column} {text}.");
    }
    match reason() {
        Some(reason) => format!("Column {column} {text}: {reason}."),
        None => format!("Column {column} {text}; {}.", reasons::UNKNOWN),
    }
}

/// Formats the verdict of every column and its reason, a sentence each, within the limits.
pub fn column_sentences(
    solver: &mut Solver,
    position: &Position,
    columns: &[Option<BoundedValue<Verdict>>],
    limits: Limits<'_>,
) -> Vec<String> {
    let named = position.board().columns().zip(columns);
    let verdicts: Vec<_> = columns
        .iter()
        .map(|answer| answer.and_then(BoundedValue::exact))
        .collect();
    named
        .map(|(column, answer)| {
            column_sentence(column, *answer, || {
                reasons::of_verdict(solver, position, column, &verdicts, limits)
            })
        })
        .collect()
}

/// Summarises the verdicts of all columns in one sentence.
#[must_use]
pub fn headline(columns: &[Option<BoundedValue<Verdict>>]) -> String {
    let open = columns.iter().zip(1_usize..);
    let open = open.filter_map(|(answer, number)| Some((number, (*answer)?)));
    let known: Option<Vec<_>> = open
        .map(|(number, answer)| Some((number, answer.exact()?)))
        .collect();
    let Some(known) = known else {
        return "Not every column is known yet.".to_owned();
    };
    let Some(best) = known.iter().map(|(_, verdict)| *verdict).max() else {
        return "There is no drop.".to_owned();
    };
    let named = |is: &dyn Fn(Verdict) -> bool| {
        let matching = known.iter().filter(|(_, verdict)| is(*verdict));
        let numbers: Vec<_> = matching.map(|(number, _)| number.to_string()).collect();
        (numbers.len() == 1, join_with_and(&numbers))
    };
    let same = named(&|verdict| verdict.wdl() == best.wdl());
    let fastest = named(&|verdict| verdict == best);
    match (best, same) {
        (Verdict::Win { plies: 1 }, _) => match fastest {
            (true, number) => format!("Column {number} wins at once."),
            (false, numbers) => format!("Columns {numbers} win at once."),
        },
        (Verdict::Win { plies }, (true, number)) => {
            format!(
                "Column {number} is the only drop that wins, {}.",
                distance(plies)
            )
        }
        (Verdict::Win { plies }, (false, numbers)) => {
            let fastest = fastest.1;
            format!(
                "Columns {numbers} win; fastest: {fastest}, {}.",
                distance(plies)
            )
        }
        (Verdict::Draw, (true, number)) => {
            format!("Column {number} is the only drop that holds the draw.")
        }
        (Verdict::Draw, (false, numbers)) => format!("Columns {numbers} hold the draw."),
        (Verdict::Loss { plies }, _) => {
            let longest = fastest.1;
            format!(
                "Every drop loses; holding out longest: {longest}, {}.",
                distance(plies)
            )
        }
    }
}

/// Returns `in 8 moves` for a distance in plies: players count the moves of the winner.
fn distance(plies: u8) -> String {
    match verdicts::moves_to_end(plies.into()) {
        1 => "in 1 move".to_owned(),
        moves => format!("in {moves} moves"),
    }
}

/// Abbreviates a verdict, with the number of moves that the winner needs: `W8`, `D`, `L3`; `?`
/// while unknown.
#[must_use]
pub fn verdict_code(answer: BoundedValue<Verdict>) -> String {
    let moves = |plies: u8| verdicts::moves_to_end(plies.into());
    match answer {
        BoundedValue::Exact(Verdict::Win { plies }) => format!("W{}", moves(plies)),
        BoundedValue::Exact(Verdict::Draw) => "D".to_owned(),
        BoundedValue::Exact(Verdict::Loss { plies }) => format!("L{}", moves(plies)),
        BoundedValue::Bounds {
            lower: worst,
            upper: best,
        } if worst.wdl() == best.wdl() => match worst.wdl() {
            Wdl::Win => "W".to_owned(),
            Wdl::Draw => "D".to_owned(),
            Wdl::Loss => "L".to_owned(),
        },
        BoundedValue::Bounds { .. } => "?".to_owned(),
    }
}

/// Describes a verdict in words, for the player to move.
#[must_use]
pub fn verdict_text(answer: BoundedValue<Verdict>) -> String {
    match answer {
        BoundedValue::Exact(verdict) => verdicts::verdict_text(Language::English, verdict),
        BoundedValue::Bounds {
            lower: worst,
            upper: best,
        } if worst.wdl() == best.wdl() => match worst.wdl() {
            Wdl::Win => "wins".to_owned(),
            Wdl::Draw => verdicts::verdict_text(Language::English, Verdict::Draw),
            Wdl::Loss => "loses".to_owned(),
        },
        BoundedValue::Bounds { .. } => "is not known yet".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks verdicts with their plies, `-` for a full column.
    fn check(signs: &str, expected: &str) {
        let read = |sign: &str| {
            let plies = sign[1..].parse().unwrap_or(0);
            Some(match &sign[..1] {
                "W" => BoundedValue::Exact(Verdict::Win { plies }),
                "D" => BoundedValue::Exact(Verdict::Draw),
                "L" => BoundedValue::Exact(Verdict::Loss { plies }),
                "?" => BoundedValue::Bounds {
                    lower: Verdict::Loss { plies: 2 },
                    upper: Verdict::Draw,
                },
                _ => return None,
            })
        };
        let columns: Vec<_> = signs.split(' ').map(read).collect();
        assert_eq!(headline(&columns), expected, "{signs}");
    }

    #[test]
    fn headlines() {
        check(
            "L6 L6 L10 W15 L6 L6 L6",
            "Column 4 is the only drop that wins, in 8 moves.",
        );
        check(
            "W9 L2 - W15 W9",
            "Columns 1, 4 and 5 win; fastest: 1 and 5, in 5 moves.",
        );
        check("W1 L2 W3", "Column 1 wins at once.");
        check("W1 W1 W3", "Columns 1 and 2 win at once.");
        check("L2 D L2", "Column 2 is the only drop that holds the draw.");
        check("D D L2", "Columns 1 and 2 hold the draw.");
        check(
            "L2 L10 L2",
            "Every drop loses; holding out longest: 2, in 5 moves.",
        );
        check("W1 ? L2", "Not every column is known yet.");
        check("- -", "There is no drop.");
    }
}
