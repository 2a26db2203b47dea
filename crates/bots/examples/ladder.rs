//! Measures the ladder: each level against the one below, a round robin where that is cheap, and
//! the time per move.
//!
//! `cargo run --release -p foursight-bots --example ladder [OPENINGS] [OPENING_PLIES] [NAMES…]`
//!
//! Without names: the whole ladder. Prints Markdown tables.

use std::time::Instant;

use foursight_bots::arena::{ArenaEntrant, Contest, Crosstable, random_opening};
use foursight_bots::{Budget, Level};
use foursight_core::{BothConnectRule, Fill, Game, Ruleset, Stock, Variant};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |usual| match words.next() {
        Some(word) => word.parse().expect("a number"),
        None => usual,
    };
    let (openings, opening_plies) = (number(40), number(8) as usize);
    let names: Vec<Level> = words.map(|name| name.parse().expect("a level")).collect();
    let levels = if names.is_empty() {
        Level::LADDER.to_vec()
    } else {
        names
    };
    let entrant = |level: &Level| {
        let level = *level;
        ArenaEntrant::new(level.name(), move || level.bot())
    };
    let contest = Contest {
        entrants: levels.iter().map(entrant).collect(),
        openings,
        opening_plies,
        ..Contest::default()
    };
    let start = Instant::now();
    let table = contest.run(1, &|done, total| {
        if done % 50 == 0 {
            eprint!("\r{done} of {total} games");
        }
    });
    eprintln!(
        "\r{:.0} s of wall time        ",
        start.elapsed().as_secs_f64()
    );
    println!("{openings} openings of {opening_plies} random plies, each on both seats\n");
    print_matrix(&table);
    print_steps(&table);
    println!();
    for level in levels {
        print_speed(level, Ruleset::STANDARD);
    }
    let variants = [
        Variant::PopOut(BothConnectRule::default()),
        Variant::PopTen(Fill::Random(1)),
        Variant::FiveInARow,
        Variant::PowerUp(Stock::default()),
    ];
    for rules in variants.map(Ruleset::default_for) {
        print_speed(Level::Hard, rules);
    }
    let wide = Ruleset::new(16, 7, 4, Variant::Standard).expect("fits");
    print_speed(Level::Hard, wide);
}

fn print_matrix(table: &Crosstable) {
    let names = table.names();
    println!("| score % | {} | rating |", names.join(" | "));
    println!("|---|{}---|", "---|".repeat(names.len()));
    for (one, rating) in table.ratings().iter().enumerate() {
        print!("| {} |", names[one]);
        for two in 0..names.len() {
            if one == two {
                print!(" |");
            } else {
                print!(" {:.1} |", table.record(one, two).score() * 100.0);
            }
        }
        println!(" {rating:.0} |");
    }
}

fn print_steps(table: &Crosstable) {
    println!("\n| step | score % | 95 % interval | games |\n|---|---|---|---|");
    for upper in 1..table.names().len() {
        let record = table.record(upper, upper - 1);
        let interval = record.interval();
        println!(
            "| {} against {} | {:.1} | {:.1} to {:.1} | {} |",
            table.names()[upper],
            table.names()[upper - 1],
            record.score() * 100.0,
            interval.low * 100.0,
            interval.high * 100.0,
            record.games()
        );
    }
}

/// Prints the time of a move after at least ten plies, where even exact levels need no book.
fn print_speed(level: Level, rules: Ruleset) {
    let games: Vec<Game> = (0..30)
        .map(|seed| random_opening(rules, 10 + seed as usize % 20, seed))
        .collect();
    let mut bot = level.bot();
    let (mut slowest, mut nodes, mut depths) = (0.0_f64, 0, 0);
    let start = Instant::now();
    for game in &games {
        let before = Instant::now();
        let choice = bot.choose(game, &Budget::default(), 1).expect("not over");
        slowest = slowest.max(before.elapsed().as_secs_f64() * 1e3);
        nodes += choice.nodes;
        depths += choice.depth;
    }
    let mean = start.elapsed().as_secs_f64() * 1e3 / games.len() as f64;
    println!(
        "{level:>8} {:>13} {:>2}x{:<2}: {mean:8.3} ms a move, slowest {slowest:6.1} ms, \
         {:6} nodes, depth {:.1}",
        rules.variant().name(),
        rules.width(),
        rules.height(),
        nodes / games.len() as u64,
        f64::from(depths) / games.len() as f64,
    );
}
