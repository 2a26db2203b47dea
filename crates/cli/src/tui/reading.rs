//! Parts of the grid in words, for the status line: what a screen reader or a braille display
//! asks for.

use std::collections::BTreeSet;

use foursight_core::{Column, Direction, Game, Grid, Player, Space};
use foursight_record::listed;
use foursight_solver::{Answer, Prospect, Verdict};

use crate::opponents::Seats;
use crate::words;

/// The last move.
pub(super) fn last_move(game: &Game, seats: &Seats) -> String {
    let (Some(step), Some(before)) = (game.moves().last(), game.undo()) else {
        return "No move so far.".to_owned();
    };
    let mover = before.position().to_move();
    let happened = words::what_happened(before.position(), *step, game.position());
    happened.replacen(&mover.to_string(), &seats.name(mover), 1)
}

/// A column from the bottom up.
pub(crate) fn column(game: &Game, index: usize) -> String {
    let Some(column) = Column::from_index(index) else {
        return String::new();
    };
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
pub(crate) fn threats(game: &Game) -> String {
    let position = game.position();
    let connect = position.ruleset().connect();
    let of = |player: Player| {
        let spaces = threats_of(&position.grid(), player, connect);
        let spaces: Vec<_> = spaces.iter().map(ToString::to_string).collect();
        match spaces.len() {
            0 => format!("{player} threatens nothing."),
            _ => format!("{player} threatens {}.", listed(&spaces)),
        }
    };
    Player::BOTH.map(of).join(" ")
}

fn threats_of(grid: &Grid, player: Player, connect: u8) -> BTreeSet<Space> {
    const DIRECTIONS: [Direction; 4] = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::Rising,
        Direction::Falling,
    ];
    let own = |space: Space| grid.disc_at(space).is_some_and(|disc| disc.owner == player);
    let run = |from: Space, direction, sign| {
        let steps = std::iter::successors(Some(from), |at| grid.step(*at, direction, sign));
        steps.skip(1).take_while(|space| own(*space)).count()
    };
    let completes = |space: Space| {
        DIRECTIONS.into_iter().any(|direction| {
            run(space, direction, 1) + 1 + run(space, direction, -1) >= connect.into()
        })
    };
    grid.columns()
        .flat_map(|column| grid.rows().map(move |row| Space { column, row }))
        .filter(|space| grid.disc_at(*space).is_none() && completes(*space))
        .collect()
}

/// A verdict as short as it gets: `W15`, `D`, `L6`; `?` while unknown.
pub(crate) fn sign(answer: Answer<Verdict>) -> String {
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
pub(crate) fn verdict(answer: Answer<Verdict>) -> String {
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
