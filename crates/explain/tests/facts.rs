//! Reasons agree with the exact scores of a thousand positions, whatever prospect they are
//! requested for, and explain the example of the guide as expected.

use std::collections::BTreeMap;

use foursight_core::{Column, Game, Player, Position};
use foursight_explain::{Fact, facts};
use foursight_solver::{Solver, SolverOptions, Wdl};
use serde_json::Value;

const POSITIONS: &str = include_str!("../../bots/tests/data/positions.jsonl");
/// With this many discs the solver finds a perfect line in no time.
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

/// Iterates over the positions with the exact score of each open column.
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

fn prospect(score: i64) -> Wdl {
    match score {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}

/// Returns perfect play from the position on, with the drop first.
fn line(solver: &mut Solver, position: &Position, drop: Column) -> Vec<Column> {
    let after = position.drop_in(drop).expect("open");
    if position.board().discs() < LINE_DISCS_MIN || after.is_over() {
        return vec![drop];
    }
    let mut line = solver.principal_variation(&after).expect("standard rules");
    line.insert(0, drop);
    line
}

/// Returns the lowest and the highest score that a reason allows.
fn score_range(fact: &Fact, player: Player, discs: i64) -> (i64, i64) {
    const FAR: i64 = 100;
    let fastest = (43 - discs) / 2;
    let lost_at_once = -((42 - discs) / 2);
    match fact {
        Fact::CompletesLine(_) => (fastest, fastest),
        fact if fact.is_win() => (1, FAR),
        Fact::LeavesThreat(_) | Fact::OpensThreatAbove(_) => (lost_at_once, lost_at_once),
        Fact::FollowUp { by, wins } => match (*by == player, wins) {
            (true, true) => (1, FAR),
            (true, false) => (0, FAR),
            (false, true) => (-FAR, -1),
            (false, false) => (-FAR, 0),
        },
        // These refer to a line of perfect play.
        Fact::DecisiveThreat(_) => (1, FAR),
        Fact::Zugzwang { threat, .. } if threat.player == player => (1, FAR),
        Fact::Zugzwang { .. } | Fact::AllowsWinningReply { .. } => (-FAR, -1),
        _ => (-FAR, FAR),
    }
}

/// Every kind of reason, as [`kind`] names it.
const KINDS: [&str; 13] = [
    "completed line",
    "block",
    "only safe drop",
    "fork",
    "stacked threats",
    "forced win",
    "decisive threat",
    "zugzwang",
    "follow-up",
    "threat left open",
    "threat opened above",
    "winning reply",
    "mirror image",
];

fn kind(fact: &Fact) -> &'static str {
    match fact {
        Fact::CompletesLine(_) => "completed line",
        Fact::Blocks(_) => "block",
        Fact::OnlySafeDrop => "only safe drop",
        Fact::Fork { .. } => "fork",
        Fact::StackedThreats { .. } => "stacked threats",
        Fact::ForcedWin { .. } => "forced win",
        Fact::DecisiveThreat(_) => "decisive threat",
        Fact::Zugzwang { .. } => "zugzwang",
        Fact::FollowUp { .. } => "follow-up",
        Fact::LeavesThreat(_) => "threat left open",
        Fact::OpensThreatAbove(_) => "threat opened above",
        Fact::AllowsWinningReply { .. } => "winning reply",
        Fact::MirrorImageOf(_) => "mirror image",
        other => panic!("a kind without a name: {other:?}"),
    }
}

#[test]
fn no_fact_contradicts_the_exact_score() {
    let mut solver = Solver::new(SolverOptions::default());
    let mut seen = BTreeMap::<&str, usize>::new();
    for (position, scores) in positions() {
        let (player, discs) = (position.to_move(), position.board().discs() as i64);
        for (drop, score) in &scores {
            let line = line(&mut solver, &position, *drop);
            // Request the wrong prospects too: that exposes a checker that accepts everything.
            for requested in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
                for fact in facts(&position, *drop, requested, &line) {
                    let (least, most) = score_range(&fact, player, discs);
                    assert!(
                        (least..=most).contains(score),
                        "{fact:?} of column {drop}, whose score is {score}, in\n{position:?}"
                    );
                    *seen.entry(kind(&fact)).or_default() += 1;
                }
            }
        }
    }
    for kind in KINDS {
        assert!(seen.contains_key(kind), "{kind} never occurs: {seen:?}");
    }
}

#[test]
fn most_decided_drops_have_a_fact() {
    let mut solver = Solver::new(SolverOptions::default());
    let (mut explained, mut all) = (0_usize, 0_usize);
    for (position, scores) in positions() {
        if position.board().discs() < LINE_DISCS_MIN {
            continue;
        }
        for (drop, score) in scores.into_iter().filter(|(_, score)| *score != 0) {
            let line = line(&mut solver, &position, drop);
            let found = facts(&position, drop, prospect(score), &line);
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
    let mut solver = Solver::new(SolverOptions::default());
    let line = solver
        .principal_variation(position)
        .expect("standard rules");
    assert_eq!(line.first(), Some(&column(4)));
    let found = facts(position, column(4), Wdl::Win, &line);
    let [
        Fact::DecisiveThreat(threat),
        Fact::Zugzwang {
            empty_cells: left,
            ply,
            ..
        },
        ..,
    ] = &found[..]
    else {
        panic!("{found:?}")
    };
    let cells = [threat.cell, threat.start, threat.end].map(|cell| cell.to_string());
    assert_eq!(cells, ["c3", "a5", "d2"]);
    assert_eq!((*left, *ply), (16, 35));
}

#[test]
fn a_fact_about_another_drop_or_line_does_not_hold() {
    let mut solver = Solver::new(SolverOptions::default());
    let game = game("12611642613552255512");
    let position = game.position();
    let line = solver
        .principal_variation(position)
        .expect("standard rules");
    for fact in facts(position, column(4), Wdl::Win, &line) {
        assert!(fact.holds(position, column(4), &line));
        assert!(!fact.holds(position, column(4), &line[..5]), "{fact:?}");
        assert!(!fact.holds(position, column(7), &line), "{fact:?}");
        assert!(!fact.holds(position, column(8), &line), "{fact:?}");
    }
    let fork = facts(self::game("4455").position(), column(3), Wdl::Win, &[]);
    let start = Game::default();
    assert!(fork[0].holds(self::game("4455").position(), column(3), &[]));
    assert!(!fork[0].holds(start.position(), column(3), &[]));
}
