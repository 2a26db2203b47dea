//! The arena counts right, repeats itself, and finds the ladder in order.

mod support;

use foursight_bots::arena::{Contest, Entrant, Record, Table, accuracy};
use foursight_bots::{Bot, Budget, Choice, Level};
use foursight_core::{Column, End, Game, Move, Player, Ruleset, Variant};

fn contest(levels: &[Level], openings: u32, opening_plies: usize) -> Contest<'static> {
    let entrant = |level: &Level| {
        let level = *level;
        Entrant::new(level.name(), move || level.bot())
    };
    Contest {
        entrants: levels.iter().map(entrant).collect(),
        openings,
        opening_plies,
        ..Contest::default()
    }
}

fn play(levels: &[Level], openings: u32, opening_plies: usize) -> Table {
    contest(levels, openings, opening_plies).run(1, &|_, _| {})
}

#[test]
fn threads_and_order_do_not_matter() {
    let contest = contest(&[Level::Dice, Level::Easy, Level::Casual], 10, 4);
    let one = contest.run(1, &|_, _| {});
    assert_eq!(one, contest.run(3, &|_, _| {}));
    let mut seats = contest.seats();
    let backwards = contest.tasks().into_iter().rev();
    let games: Vec<_> = backwards
        .map(|task| contest.play(task, &mut seats))
        .collect();
    assert_eq!(one, contest.table(&games));
    assert_eq!(games.len(), 60);
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        assert_eq!(one.record(a, b).games(), 20);
        assert_eq!(one.record_as_first(a, b).games(), 10);
        assert_eq!(one.record(a, b), one.record(b, a).reversed());
    }
    assert_eq!(one.total(2).games(), 40);
    assert_eq!(one.record(0, 9), Record::default());
}

#[test]
fn progress_is_told() {
    let calls = std::sync::Mutex::new(Vec::new());
    let tell = |done, total| calls.lock().expect("no panic").push((done, total));
    contest(&[Level::Dice, Level::Easy], 3, 2).run(1, &tell);
    let calls = calls.into_inner().expect("no panic");
    assert_eq!(calls, (1..=6).map(|done| (done, 6)).collect::<Vec<_>>());
}

/// Makes the same move always, legal or not.
struct Stubborn;

impl Bot for Stubborn {
    fn choose(&mut self, _: &Game, _: &Budget<'_>, _: u64) -> Option<Choice> {
        Column::from_number(1).map(|column| Choice::blind(Move::Drop(column)))
    }
}

#[test]
fn whoever_makes_no_legal_move_has_lost() {
    let contest = Contest {
        entrants: vec![
            Entrant::new("stubborn", || Box::new(Stubborn)),
            Entrant::new("stubborn too", || Box::new(Stubborn)),
        ],
        openings: 1,
        opening_plies: 0,
        ..Contest::default()
    };
    // Six discs fill the column; the seventh is First's.
    let played = contest.play(contest.tasks()[0], &mut contest.seats());
    assert_eq!((played.winner, played.plies), (Some(Player::Second), 6));
}

#[test]
fn perfect_keeps_what_it_has() {
    let late = support::labelled("positions").into_iter();
    let late = late.filter(|labelled| labelled.game.moves().len() >= 20);
    let mut perfect = Level::Perfect.bot();
    let mut others = [Level::Medium.bot(), Level::Expert.bot()];
    let mut held = [0; 2];
    for (labelled, seed) in late.zip(0_u64..) {
        let due = labelled
            .values
            .iter()
            .map(|(_, value)| value.signum())
            .max();
        let other = &mut others[seed as usize % 2];
        let mut game = labelled.game;
        let me = game.to_move();
        while let Some(player) = game.to_move() {
            let bot = if Some(player) == me {
                &mut perfect
            } else {
                &mut *other
            };
            let choice = bot
                .choose(&game, &Budget::default(), seed)
                .expect("not over");
            game.apply(choice.step).expect("legal");
        }
        let got = match game.end() {
            Some(End::Won(winner)) if Some(winner) == me => 1,
            Some(End::Won(_)) => -1,
            _ => 0,
        };
        assert!(
            Some(got) >= due,
            "{got} instead of {due:?}: {:?}",
            game.moves()
        );
        if let Some(due @ 0..=1) = due {
            held[due as usize] += 1;
        }
    }
    println!("draws held and wins won: {held:?}");
    assert!(held[0] > 50 && held[1] > 150, "{held:?}");
}

#[test]
fn perfect_wins_a_won_game_from_the_empty_grid() {
    // Six columns of four rows are a win for Second.
    let ruleset = Ruleset::new(6, 4, 4, Variant::Standard).expect("fits");
    let others = [Level::Dice, Level::Medium, Level::Expert, Level::Master];
    let mut levels = vec![Level::Perfect];
    levels.extend(others);
    let contest = Contest {
        ruleset,
        ..contest(&levels, 5, 0)
    };
    let mut seats = contest.seats();
    let as_second = contest.tasks().into_iter().filter(|task| task.second == 0);
    let games: Vec<_> = as_second
        .map(|task| contest.play(task, &mut seats))
        .collect();
    assert_eq!(games.len(), 20);
    for game in games {
        assert_eq!(game.winner, Some(Player::Second), "{game:?}");
    }
}

#[test]
fn against_dice_from_the_empty_grid() {
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
fn each_rung_beats_the_one_below() {
    let rungs = &Level::LADDER[..6];
    for pair in rungs.windows(2) {
        let record = play(pair, 100, 4).record(1, 0);
        let (score, low) = (record.score(), record.interval().low);
        println!(
            "{} against {}: {score:.3}, at least {low:.3}",
            pair[1], pair[0]
        );
        assert!(score >= 0.6 && low > 0.5, "{} {score} {low}", pair[1]);
    }
}

#[test]
fn stronger_levels_keep_more_outcomes() {
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
    assert_eq!(perfect.decisive_kept, perfect.decisive);
    assert_eq!(perfect.best, perfect.positions);
    assert!(share(Level::Master, &late).share() > 0.9);
}
