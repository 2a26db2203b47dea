//! `foursight scores`: prints results by opponent.

use std::io::Write;

use foursight_record::ledger::{HeadToHead, Ledger, LedgerPlayer, PlayerResult};
use foursight_terminal::output::CliOutput;
use foursight_terminal::{learner_file, scores_file};
use serde::Serialize;

use crate::args::ScoresArgs;
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};

/// Number of recent games to print, the newest at the right.
const RECENT_GAMES: usize = 20;

/// One player against one opponent, as an object.
#[derive(Serialize)]
struct ScoreRow<'a> {
    v: u32,
    player: &'a str,
    opponent: &'a str,
    is_bot: bool,
    games: u32,
    wins: u32,
    #[serde(rename = "ties")]
    draws: u32,
    losses: u32,
    /// Wins, draws and losses as First and as Second.
    by_seat: [[u32; 3]; 2],
    streak: i32,
    best_streak: u32,
    quickest_win: Option<u32>,
    longest: u32,
}

pub(crate) fn run(args: &ScoresArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let path = scores_file::path(args.file.clone())?;
    if args.reset {
        match learner_file::move_aside(&path)? {
            None => out.line("There were no scores.")?,
            Some(backup) => {
                let backup = backup.display();
                out.line(&format!("Scores reset. The old ones are in {backup}."))?;
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

/// Lists each person against each opponent.
fn rows(ledger: &Ledger) -> Vec<(&str, LedgerPlayer, HeadToHead)> {
    let people = ledger.person_names().into_iter();
    let rows_of = |player| {
        let against = ledger.head_to_heads(player).into_iter();
        against.map(move |(opponent, tally)| (player, opponent, tally))
    };
    people.flat_map(rows_of).collect()
}

fn row<'a>(player: &'a str, opponent: &'a LedgerPlayer, tally: &HeadToHead) -> ScoreRow<'a> {
    ScoreRow {
        v: SCHEMA_VERSION,
        player,
        opponent: opponent.name(),
        is_bot: opponent.is_bot(),
        games: tally.games(),
        wins: tally.wins(),
        draws: tally.draws(),
        losses: tally.losses(),
        by_seat: tally.by_seat,
        streak: tally.streak,
        best_streak: tally.best_streak,
        quickest_win: tally.quickest_win_plies,
        longest: tally.longest_plies,
    }
}

fn print(rows: &[(&str, LedgerPlayer, HeadToHead)], out: &mut CliOutput) -> Result<(), CliError> {
    if rows.is_empty() {
        return Ok(out.line("No finished games yet. foursight play starts one.")?);
    }
    let name = |(player, opponent, _): &(&str, LedgerPlayer, HeadToHead)| {
        format!("{player} against {}", opponent.name())
    };
    let width = rows
        .iter()
        .map(|row| name(row).chars().count())
        .max()
        .unwrap_or(0);
    let heads = "games  wins  draws  losses  best streak  quickest  longest  last games";
    out.line(&format!("{:width$}  {heads}", ""))?;
    for row in rows {
        let tally = &row.2;
        let quickest = tally
            .quickest_win_plies
            .map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let numbers = format!(
            "{:>5}  {:>4}  {:>4}  {:>6}  {:>11}  {quickest:>8}  {:>7}  {}",
            tally.games(),
            tally.wins(),
            tally.draws(),
            tally.losses(),
            tally.best_streak,
            tally.longest_plies,
            recent_games(tally)
        );
        out.line(&format!("{:width$}  {numbers}", name(row)))?;
    }
    Ok(())
}

/// Formats the recent games as the letters W, T and L.
fn recent_games(tally: &HeadToHead) -> String {
    let last = tally.results.iter().rev().take(RECENT_GAMES).rev();
    let letter = |result: &PlayerResult| match result {
        PlayerResult::Win => 'W',
        PlayerResult::Draw => 'T',
        PlayerResult::Loss => 'L',
    };
    last.map(letter).collect()
}
