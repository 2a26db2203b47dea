//! Parts of the grid in words, for the status line: what a screen reader or a braille display
//! asks for.

use foursight_core::{Column, Game, Player, Position, Row, Space};
use foursight_record::listed;
use foursight_solver::{Answer, Limits, Prospect, Solver, Verdict};
use foursight_table::{Ply, Start};

use crate::opponents;
use crate::words::{self, happened, why};

/// The whole grid, a sentence a row from the top, then who is to move.
#[must_use]
pub fn grid(game: &Game, start: &Start) -> Vec<String> {
    let grid = game.position().grid();
    let row = |row: Row| {
        let disc = |column: Column| {
            let disc = grid.disc_at(Space { column, row })?;
            Some(format!("{column} {}", words::disc(disc)))
        };
        let discs: Vec<_> = grid.columns().filter_map(disc).collect();
        match discs.len() {
            0 => format!("Row {row}: empty."),
            _ => format!("Row {row}: {}.", discs.join(", ")),
        }
    };
    let mut rows: Vec<_> = grid.rows().map(row).collect();
    rows.reverse();
    let name = |player| opponents::short_name(start, player);
    rows.push(words::status_of(game, &name));
    rows
}

/// The last move.
#[must_use]
pub fn last_move(game: &Game, start: &Start) -> String {
    let (Some(step), Some(before)) = (game.moves().last(), game.undo()) else {
        return "No move so far.".to_owned();
    };
    let number = game.moves().len();
    let ply = Ply::made(number, before.position(), *step, game.position());
    happened::made(&ply, &|player| opponents::name(start, player))
}

/// A column from the bottom up.
pub fn column(game: &Game, column: Column) -> String {
    let grid = game.position().grid();
    let discs: Vec<_> = grid.stack(column).map(words::disc).collect();
    let full = match grid.landing(column) {
        Some(_) => "",
        None => "; full",
    };
    match discs.len() {
        0 => format!("Column {column}: empty."),
        _ => format!("Column {column}, bottom up: {}{full}.", discs.join(", ")),
    }
}

/// The empty spaces that would complete a line of each player.
#[must_use]
pub fn threats(game: &Game) -> String {
    threats_of(game, &|player| player.to_string())
}

/// The empty spaces that would complete a line of each player, with these names.
pub fn threats_of(game: &Game, name: &dyn Fn(Player) -> String) -> String {
    let position = game.position();
    let connect = position.ruleset().connect();
    let of = |player: Player| {
        let spaces = position.grid().threats(player, connect);
        let spaces: Vec<_> = spaces.iter().map(ToString::to_string).collect();
        let name = name(player);
        match spaces.len() {
            0 => format!("{name} threatens nothing."),
            _ => format!("{name} threatens {}.", listed(&spaces)),
        }
    };
    Player::BOTH.map(of).join(" ")
}

/// The verdict of a column, and why, in a sentence. `why` is asked only where there is something
/// to prove: a verdict that is exact.
pub fn column_sentence(
    column: Column,
    answer: Option<Answer<Verdict>>,
    why: impl FnOnce(Verdict) -> Option<String>,
) -> String {
    let Some(answer) = answer else {
        return format!("Column {column} is full.");
    };
    let text = verdict(answer);
    let Some(exact) = answer.exact() else {
        return format!("Column {column} {text}.");
    };
    match why(exact) {
        Some(why) => format!("Column {column} {text}: {why}."),
        None => format!("Column {column} {text}; {}.", why::UNKNOWN),
    }
}

/// The verdict of every column and why, a sentence each, as far as the limits allow.
pub fn columns(
    solver: &mut Solver,
    position: &Position,
    columns: &[Option<Answer<Verdict>>],
    limits: Limits<'_>,
) -> Vec<String> {
    let named = position.grid().columns().zip(columns);
    named
        .map(|(column, answer)| {
            column_sentence(column, *answer, |verdict| {
                why::of_verdict(solver, position, column, verdict, limits)
            })
        })
        .collect()
}

/// What the verdicts of all columns come to, in one sentence.
#[must_use]
pub fn headline(columns: &[Option<Answer<Verdict>>]) -> String {
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
        let kept = known.iter().filter(|(_, verdict)| is(*verdict));
        let numbers: Vec<_> = kept.map(|(number, _)| number.to_string()).collect();
        (numbers.len() == 1, listed(&numbers))
    };
    let same = named(&|verdict| verdict.prospect() == best.prospect());
    let fastest = named(&|verdict| verdict == best);
    match (best, same) {
        (Verdict::Win { plies: 1 }, _) => match fastest {
            (true, number) => format!("Column {number} wins at once."),
            (false, numbers) => format!("Columns {numbers} win at once."),
        },
        (Verdict::Win { plies }, (true, number)) => {
            format!("Column {number} is the only drop that wins, in {plies} plies.")
        }
        (Verdict::Win { plies }, (false, numbers)) => {
            let fastest = fastest.1;
            format!("Columns {numbers} win; fastest is {fastest}, in {plies} plies.")
        }
        (Verdict::Draw, (true, number)) => {
            format!("Column {number} is the only drop that holds the draw.")
        }
        (Verdict::Draw, (false, numbers)) => format!("Columns {numbers} hold the draw."),
        (Verdict::Loss { plies }, _) => {
            let longest = fastest.1;
            format!("Every drop loses; longest holds {longest}, for {plies} plies.")
        }
    }
}

/// A verdict as short as it gets: `W15`, `D`, `L6`; `?` while unknown.
#[must_use]
pub fn sign(answer: Answer<Verdict>) -> String {
    match answer {
        Answer::Exact(Verdict::Win { plies }) => format!("W{plies}"),
        Answer::Exact(Verdict::Draw) => "D".to_owned(),
        Answer::Exact(Verdict::Loss { plies }) => format!("L{plies}"),
        Answer::Between { worst, best } if worst.prospect() == best.prospect() => {
            match worst.prospect() {
                Prospect::Win => "W".to_owned(),
                Prospect::Draw => "D".to_owned(),
                Prospect::Loss => "L".to_owned(),
            }
        }
        Answer::Between { .. } => "?".to_owned(),
    }
}

/// A verdict in words, for the player to move.
#[must_use]
pub fn verdict(answer: Answer<Verdict>) -> String {
    let plies = |plies: u8| match plies {
        1 => "with this drop".to_owned(),
        _ => format!("in {plies} plies"),
    };
    match answer {
        Answer::Exact(Verdict::Win { plies: count }) => format!("wins {}", plies(count)),
        Answer::Exact(Verdict::Draw) => "draws".to_owned(),
        Answer::Exact(Verdict::Loss { plies: count }) => format!("loses {}", plies(count)),
        Answer::Between { worst, best } if worst.prospect() == best.prospect() => {
            match worst.prospect() {
                Prospect::Win => "wins".to_owned(),
                Prospect::Draw => "draws".to_owned(),
                Prospect::Loss => "loses".to_owned(),
            }
        }
        Answer::Between { .. } => "is not known yet".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Verdicts as the screen shows them, `-` for a full column.
    fn check(signs: &str, expected: &str) {
        let read = |sign: &str| {
            let plies = sign[1..].parse().unwrap_or(0);
            Some(match &sign[..1] {
                "W" => Answer::Exact(Verdict::Win { plies }),
                "D" => Answer::Exact(Verdict::Draw),
                "L" => Answer::Exact(Verdict::Loss { plies }),
                "?" => Answer::Between {
                    worst: Verdict::Loss { plies: 2 },
                    best: Verdict::Draw,
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
            "Column 4 is the only drop that wins, in 15 plies.",
        );
        check(
            "W9 L2 - W15 W9",
            "Columns 1, 4 and 5 win; fastest is 1 and 5, in 9 plies.",
        );
        check("W1 L2 W3", "Column 1 wins at once.");
        check("W1 W1 W3", "Columns 1 and 2 win at once.");
        check("L2 D L2", "Column 2 is the only drop that holds the draw.");
        check("D D L2", "Columns 1 and 2 hold the draw.");
        check(
            "L2 L10 L2",
            "Every drop loses; longest holds 2, for 10 plies.",
        );
        check("W1 ? L2", "Not every column is known yet.");
        check("- -", "There is no drop.");
    }
}
