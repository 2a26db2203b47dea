//! Reasons agree with the exact values of a thousand positions, whatever they are asked for, and
//! the example of the guide is explained as it should be.

use std::collections::BTreeMap;

use foursight_core::{Column, Game, Player, Position};
use foursight_explain::{Reason, reasons};
use foursight_solver::{Options, Prospect, Solver};
use serde_json::Value;

const POSITIONS: &str = include_str!("../../bots/tests/data/positions.jsonl");
/// From so many discs on the solver finds a perfect line in no time.
const LINE_DISCS_MIN: usize = 20;

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for digit in moves.chars() {
        let number = digit.to_digit(10).expect("a digit") as usize;
        game = game.drop_in(column(number)).expect("legal");
    }
    game
}

/// Every position with the exact score of each column that is open.
fn positions() -> impl Iterator<Item = (Position, Vec<(Column, i64)>)> {
    POSITIONS.lines().map(|line| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let game = game(value["moves"].as_str().expect("moves"));
        let scores = value["scores"].as_array().expect("scores").iter();
        let scores = scores.zip(1..).filter_map(|(score, number)| {
            let score = score.as_i64()?;
            Some((column(number), score))
        });
        (*game.position(), scores.collect())
    })
}

fn prospect(score: i64) -> Prospect {
    match score {
        1.. => Prospect::Win,
        0 => Prospect::Draw,
        _ => Prospect::Loss,
    }
}

/// Perfect play after a drop, with the drop itself in front.
fn line(solver: &mut Solver, position: &Position, drop: Column) -> Vec<Column> {
    let after = position.drop_in(drop).expect("open");
    if position.grid().discs() < LINE_DISCS_MIN || after.is_over() {
        return vec![drop];
    }
    let mut line = solver.line(&after).expect("standard rules");
    line.insert(0, drop);
    line
}

/// What a reason claims about the outcome: the least and the greatest score it allows.
fn claim(reason: &Reason, player: Player, discs: i64) -> (i64, i64) {
    const FAR: i64 = 100;
    let fastest = (43 - discs) / 2;
    let lost_at_once = -((42 - discs) / 2);
    match reason {
        Reason::Connects(_) => (fastest, fastest),
        reason if reason.is_win() => (1, FAR),
        Reason::Leaves(_) | Reason::GivesAbove(_) => (lost_at_once, lost_at_once),
        Reason::FollowUp { by, wins } => match (*by == player, wins) {
            (true, true) => (1, FAR),
            (true, false) => (0, FAR),
            (false, true) => (-FAR, -1),
            (false, false) => (-FAR, 0),
        },
        // The line they speak of is perfect play.
        Reason::Threatens(_) => (1, FAR),
        Reason::Counts { threat, .. } if threat.player == player => (1, FAR),
        Reason::Counts { .. } | Reason::Allows { .. } => (-FAR, -1),
        _ => (-FAR, FAR),
    }
}

fn kind(reason: &Reason) -> String {
    let text = format!("{reason:?}");
    text.split([' ', '(', '{']).next().unwrap_or("").to_owned()
}

#[test]
fn no_reason_contradicts_the_exact_value() {
    let mut solver = Solver::new(Options::default());
    let mut seen = BTreeMap::<String, usize>::new();
    for (position, scores) in positions() {
        let (player, discs) = (position.to_move(), position.grid().discs() as i64);
        for (drop, score) in &scores {
            let line = line(&mut solver, &position, *drop);
            // Also for what is not so: a checker that believes everything is found out.
            for asked in [Prospect::Win, Prospect::Draw, Prospect::Loss] {
                for reason in reasons(&position, *drop, asked, &line) {
                    let (least, most) = claim(&reason, player, discs);
                    assert!(
                        (least..=most).contains(score),
                        "{reason:?} of column {drop}, whose score is {score}, in\n{position:?}"
                    );
                    *seen.entry(kind(&reason)).or_default() += 1;
                }
            }
        }
    }
    for kind in [
        "Connects",
        "Blocks",
        "OnlySafe",
        "Fork",
        "Stacked",
        "Forces",
        "Threatens",
        "Counts",
        "FollowUp",
        "Leaves",
        "GivesAbove",
        "Allows",
        "Mirrors",
    ] {
        assert!(seen.contains_key(kind), "{kind} never occurs: {seen:?}");
    }
}

#[test]
fn most_decided_drops_have_a_reason() {
    let mut solver = Solver::new(Options::default());
    let (mut explained, mut all) = (0_usize, 0_usize);
    for (position, scores) in positions() {
        if position.grid().discs() < LINE_DISCS_MIN {
            continue;
        }
        for (drop, score) in scores.into_iter().filter(|(_, score)| *score != 0) {
            let line = line(&mut solver, &position, drop);
            let found = reasons(&position, drop, prospect(score), &line);
            explained += usize::from(!found.is_empty());
            all += 1;
        }
    }
    let share = explained * 100 / all;
    println!("{explained} of {all} drops have a reason: {share} %");
    assert!(share >= 60, "{explained} of {all}");
}

#[test]
fn the_example_of_the_guide() {
    let game = game("12611642613552255512");
    let position = game.position();
    let mut solver = Solver::new(Options::default());
    let line = solver.line(position).expect("standard rules");
    assert_eq!(line.first(), Some(&column(4)));
    let found = reasons(position, column(4), Prospect::Win, &line);
    let [
        Reason::Threatens(threat),
        Reason::Counts { left, ply, .. },
        ..,
    ] = &found[..]
    else {
        panic!("{found:?}")
    };
    let told = [threat.space, threat.start, threat.end].map(|space| space.to_string());
    assert_eq!(told, ["c3", "a5", "d2"]);
    assert_eq!((*left, *ply), (16, 35));
}

#[test]
fn a_fact_about_another_drop_or_line_is_refused() {
    let mut solver = Solver::new(Options::default());
    let game = game("12611642613552255512");
    let position = game.position();
    let line = solver.line(position).expect("standard rules");
    for reason in reasons(position, column(4), Prospect::Win, &line) {
        assert!(reason.holds(position, column(4), &line));
        assert!(!reason.holds(position, column(4), &line[..5]), "{reason:?}");
        assert!(!reason.holds(position, column(7), &line), "{reason:?}");
        assert!(!reason.holds(position, column(8), &line), "{reason:?}");
    }
    let fork = reasons(self::game("4455").position(), column(3), Prospect::Win, &[]);
    let start = Game::default();
    assert!(fork[0].holds(self::game("4455").position(), column(3), &[]));
    assert!(!fork[0].holds(start.position(), column(3), &[]));
}
