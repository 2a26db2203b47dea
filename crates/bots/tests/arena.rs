//! The arena counts correctly, is deterministic, and finds the ladder in order.

mod support;

use foursight_bots::arena::{ArenaEntrant, Contest, Crosstable, WdlRecord, accuracy};
use foursight_bots::{Bot, Budget, Level, MoveChoice};
use foursight_core::{Column, Game, Move, Player};

fn contest(levels: &[Level], openings: u32, opening_plies: usize) -> Contest<'static> {
    let entrant = |level: &Level| {
        let level = *level;
        ArenaEntrant::new(level.name(), move || support::bot(level))
    };
    Contest {
        entrants: levels.iter().map(entrant).collect(),
        openings,
        opening_plies,
        ..Contest::default()
    }
}

fn play(levels: &[Level], openings: u32, opening_plies: usize) -> Crosstable {
    contest(levels, openings, opening_plies).run(1, &|_, _| {})
}

#[test]
fn threads_and_order_do_not_matter() {
    let contest = contest(&[Level::Dice, Level::Easy, Level::Casual], 10, 4);
    let one = contest.run(1, &|_, _| {});
    assert_eq!(one, contest.run(3, &|_, _| {}));
    let mut seats = contest.new_bots();
    let backwards = contest.pairings().into_iter().rev();
    let games: Vec<_> = backwards
        .map(|task| contest.play(task, &mut seats))
        .collect();
    assert_eq!(one, contest.crosstable(&games));
    assert_eq!(games.len(), 60);
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        assert_eq!(one.record(a, b).games(), 20);
        assert_eq!(one.record_as_first(a, b).games(), 10);
        assert_eq!(one.record(a, b), one.record(b, a).reversed());
    }
    assert_eq!(one.total(2).games(), 40);
    assert_eq!(one.record(0, 9), WdlRecord::default());
}

#[test]
fn progress_is_reported() {
    let calls = std::sync::Mutex::new(Vec::new());
    let on_progress = |done, total| calls.lock().expect("no panic").push((done, total));
    contest(&[Level::Dice, Level::Easy], 3, 2).run(1, &on_progress);
    let calls = calls.into_inner().expect("no panic");
    assert_eq!(calls, (1..=6).map(|done| (done, 6)).collect::<Vec<_>>());
}

/// Always plays the same move, legal or not.
struct Stubborn;

impl Bot for Stubborn {
    fn choose(&mut self, _: &Game, _: &Budget<'_>, _: u64) -> Option<MoveChoice> {
        Column::from_number(1).map(|column| MoveChoice::without_search(Move::Drop(column)))
    }
}

#[test]
fn a_bot_that_makes_no_legal_move_loses() {
    let contest = Contest {
        entrants: vec![
            ArenaEntrant::new("stubborn", || Box::new(Stubborn)),
            ArenaEntrant::new("stubborn too", || Box::new(Stubborn)),
        ],
        openings: 1,
        opening_plies: 0,
        ..Contest::default()
    };
    // Six discs fill the column; the seventh is First's.
    let played = contest.play(contest.pairings()[0], &mut contest.new_bots());
    assert_eq!((played.winner, played.plies), (Some(Player::Second), 6));
}

#[test]
fn against_dice_from_the_empty_board() {
    let check = |level, openings, low: f64, high: f64| {
        let table = play(&[Level::Dice, level], openings, 0);
        let score = table.record(1, 0).score();
        println!("{level} against dice: {score:.4}");
        assert!((low..=high).contains(&score), "{level}: {score}");
    };
    check(Level::Easy, 1_000, 0.75, 0.87);
    check(Level::Medium, 500, 0.99, 1.0);
    check(Level::Hard, 100, 0.99, 1.0);
}

#[test]
fn each_level_beats_the_one_below() {
    for pair in Level::LADDER.windows(2) {
        // The upper levels think longer.
        let openings = if pair[1] > Level::Hard { 60 } else { 100 };
        let record = play(pair, openings, 4).record(1, 0);
        let (score, low) = (record.score(), record.interval().low);
        println!(
            "{} against {}: {score:.3}, at least {low:.3}",
            pair[1], pair[0]
        );
        assert!(score >= 0.6 && low > 0.5, "{} {score} {low}", pair[1]);
    }
}

#[test]
fn stronger_levels_preserve_more_outcomes() {
    let all = support::labelled("positions");
    let late: Vec<_> = all
        .iter()
        .filter(|labelled| labelled.game.moves().len() >= 18)
        .cloned()
        .collect();
    let share = |level: Level, positions: &[_]| {
        let accuracy = accuracy(&mut *level.bot(), positions, &Budget::default(), 1);
        println!(
            "{level}: {:.3} of {} decisive",
            accuracy.share(),
            accuracy.decisive
        );
        accuracy
    };
    let order = [
        Level::Dice,
        Level::Easy,
        Level::Novice,
        Level::Casual,
        Level::Medium,
        Level::Hard,
    ];
    let shares = order.map(|level| share(level, &all).share());
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(
        (0.32..0.42).contains(&shares[0]) && shares[5] > 0.85,
        "{shares:?}"
    );
    let perfect = share(Level::Perfect, &late);
    assert_eq!(perfect.decisive_preserved, perfect.decisive);
    assert_eq!(perfect.best, perfect.positions);
    assert!(share(Level::Master, &late).share() > 0.9);
}
