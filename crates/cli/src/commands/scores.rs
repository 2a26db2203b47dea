//! `foursight scores`: how games ended, added up by opponent.

use std::io::Write;

use foursight_record::ledger::{Ended, Ledger, Seat, Tally};
use serde::Serialize;

use crate::args::ScoresArgs;
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::{learner_file, scores_file};

/// The last games that are drawn, the newest at the right.
const COURSE_GAMES: usize = 20;

/// One player against one opponent, as an object.
#[derive(Serialize)]
struct Row<'a> {
    v: u32,
    player: &'a str,
    opponent: &'a str,
    is_bot: bool,
    games: u32,
    wins: u32,
    ties: u32,
    losses: u32,
    /// Wins, ties and losses as First and as Second.
    by_seat: [[u32; 3]; 2],
    streak: i32,
    best_streak: u32,
    quickest_win: Option<u32>,
    longest: u32,
}

pub(crate) fn run(args: &ScoresArgs, out: &mut Out) -> Result<Exit, Failure> {
    let path = scores_file::path(args.file.clone())?;
    if args.reset {
        match learner_file::put_aside(&path)? {
            None => out.line("There were no scores.")?,
            Some(kept) => {
                let kept = kept.display();
                out.line(&format!("All scores are nil. The old ones are in {kept}."))?;
            }
        }
        return Ok(Exit::Done);
    }
    let ledger = scores_file::load(&path)?;
    if args.export {
        write!(out, "{}", ledger.to_text())?;
        return Ok(Exit::Done);
    }
    let rows = rows(&ledger);
    for (player, opponent, tally) in &rows {
        if args.json {
            out.line(&to_line(&row(player, opponent, tally))?)?;
        }
    }
    if !args.json {
        print(&rows, out)?;
    }
    Ok(Exit::Done)
}

/// Each person against each opponent.
fn rows(ledger: &Ledger) -> Vec<(&str, Seat, Tally)> {
    let people = ledger.people().into_iter();
    let of = |player| {
        let against = ledger.against(player).into_iter();
        against.map(move |(opponent, tally)| (player, opponent, tally))
    };
    people.flat_map(of).collect()
}

fn row<'a>(player: &'a str, opponent: &'a Seat, tally: &Tally) -> Row<'a> {
    Row {
        v: VERSION,
        player,
        opponent: opponent.name(),
        is_bot: opponent.is_bot(),
        games: tally.games(),
        wins: tally.wins(),
        ties: tally.ties(),
        losses: tally.losses(),
        by_seat: tally.by_seat,
        streak: tally.streak,
        best_streak: tally.best_streak,
        quickest_win: tally.quickest_win,
        longest: tally.longest,
    }
}

fn print(rows: &[(&str, Seat, Tally)], out: &mut Out) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(out.line("No game has ended yet. foursight play begins one.")?);
    }
    let name = |(player, opponent, _): &(&str, Seat, Tally)| {
        format!("{player} against {}", opponent.name())
    };
    let width = rows
        .iter()
        .map(|row| name(row).chars().count())
        .max()
        .unwrap_or(0);
    let heads = "games  wins  ties  losses  best streak  quickest  longest  last games";
    out.line(&format!("{:width$}  {heads}", ""))?;
    for row in rows {
        let tally = &row.2;
        let quickest = tally
            .quickest_win
            .map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let numbers = format!(
            "{:>5}  {:>4}  {:>4}  {:>6}  {:>11}  {quickest:>8}  {:>7}  {}",
            tally.games(),
            tally.wins(),
            tally.ties(),
            tally.losses(),
            tally.best_streak,
            tally.longest,
            course(tally)
        );
        out.line(&format!("{:width$}  {numbers}", name(row)))?;
    }
    Ok(())
}

/// The last games as letters: W, T and L.
fn course(tally: &Tally) -> String {
    let last = tally.course.iter().rev().take(COURSE_GAMES).rev();
    let letter = |ended: &Ended| match ended {
        Ended::Win => 'W',
        Ended::Tie => 'T',
        Ended::Loss => 'L',
    };
    last.map(letter).collect()
}
