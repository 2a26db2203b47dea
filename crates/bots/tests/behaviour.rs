//! Every level finds what its guaranteed depth promises, on the data files and on generated
//! positions.

mod support;
mod tactics;

use std::collections::HashSet;

use foursight_bots::{Bot, Budget, Level, Searcher};
use foursight_core::{BothConnectRule, Game, Move, Ruleset, Stock, Variant};
use tactics::{generated_games, known_games, safe, set_ups, sound, wins};

/// Tests every level with at least this guaranteed depth, in every position where some moves are
/// right and some are not, and returns the number of positions.
fn check(sight: u8, games: &[Game], right: impl Fn(&Game) -> Vec<Move>) -> usize {
    let cases: Vec<(&Game, Vec<Move>)> = games
        .iter()
        .map(|game| (game, right(game)))
        .filter(|(game, right)| !right.is_empty() && right.len() < game.legal_moves().len())
        .collect();
    let levels = Level::ALL
        .into_iter()
        .filter(|level| level.guaranteed_depth() >= sight);
    for level in levels {
        let mut bot = support::bot(level);
        for ((game, right), seed) in cases.iter().zip(0..) {
            // Exact levels are tested only where there is a book.
            let is_exact = matches!(level, Level::Master | Level::Perfect);
            if is_exact && game.ruleset() != Ruleset::STANDARD {
                continue;
            }
            let choice = bot
                .choose(game, &Budget::default(), seed)
                .expect("not over");
            assert!(
                right.contains(&choice.mv),
                "{level} chose {} instead of one of {right:?} in {:?}",
                choice.mv,
                game.position()
            );
        }
    }
    println!("sight {sight}: {} positions", cases.len());
    cases.len()
}

fn games() -> Vec<Game> {
    let mut games = known_games();
    games.extend(generated_games(600));
    games
}

#[test]
fn an_immediate_win_is_taken() {
    assert!(check(1, &games(), wins) > 300);
}

#[test]
fn an_immediate_loss_is_blocked_and_never_allowed() {
    let quiet: Vec<Game> = games().into_iter().filter(|g| wins(g).is_empty()).collect();
    assert!(check(2, &quiet, safe) > 300);
    // Many of them have only one saving move.
    let blocks = quiet.iter().filter(|game| safe(game).len() == 1).count();
    assert!(blocks > 100, "{blocks}");
}

#[test]
fn two_move_set_ups_are_found() {
    let quiet: Vec<Game> = games().into_iter().filter(|g| wins(g).is_empty()).collect();
    assert!(check(3, &quiet, set_ups) > 60);
}

#[test]
fn set_ups_of_the_opponent_are_avoided() {
    let quiet: Vec<Game> = games()
        .into_iter()
        .filter(|game| wins(game).is_empty() && set_ups(game).is_empty())
        .collect();
    assert!(check(4, &quiet, sound) > 100);
}

#[test]
fn wins_are_taken_in_variants_too() {
    let variants = [
        Variant::PopOut(BothConnectRule::default()),
        Variant::PowerUp(Stock::default()),
        Variant::FiveInARow,
    ];
    for variant in variants {
        let rules = Ruleset::default_for(variant);
        let games: Vec<Game> = (0..150)
            .map(|seed| foursight_bots::arena::random_opening(rules, 8 + seed % 16, seed as u64))
            .collect();
        let cases: Vec<&Game> = games.iter().filter(|game| !wins(game).is_empty()).collect();
        assert!(cases.len() > 8, "{} {}", variant.name(), cases.len());
        for level in [
            Level::Novice,
            Level::Medium,
            Level::Hard,
            Level::Expert,
            Level::Perfect,
        ] {
            let mut bot = level.bot();
            for game in &cases {
                let choice = bot.choose(game, &Budget::default(), 3).expect("not over");
                assert!(
                    wins(game).contains(&choice.mv),
                    "{level} {:?}",
                    game.position()
                );
            }
        }
    }
}

#[test]
fn the_centre_is_preferred() {
    let check = |rules: Ruleset, centre: &[usize]| {
        for level in [
            Level::Novice,
            Level::Casual,
            Level::Medium,
            Level::Hard,
            Level::Expert,
        ] {
            for seed in 0..10 {
                let choice = level
                    .bot()
                    .choose(&Game::new(rules), &Budget::default(), seed);
                let mv = choice.expect("not over").mv;
                let number = mv.column().expect("a drop").number();
                assert!(centre.contains(&number), "{level} {rules:?} {mv}");
            }
        }
    };
    check(Ruleset::STANDARD, &[4]);
    check(
        Ruleset::default_for(Variant::PopOut(BothConnectRule::default())),
        &[4],
    );
    check(
        Ruleset::new(9, 7, 4, Variant::Standard).expect("fits"),
        &[5],
    );

    // Without variety the centre decides among equals: here neither player can win and all moves
    // are equal.
    let rules = Ruleset::new(9, 2, 9, Variant::Standard).expect("fits");
    let mut game = Game::new(rules);
    for number in [5, 5, 1, 2] {
        let column = foursight_core::Column::from_number(number).expect("in range");
        game = game.drop_in(column).expect("legal");
    }
    let columns: HashSet<usize> = (0..20)
        .map(|seed| {
            let choice = Searcher::new(1).choose(&game, &Budget::default(), seed);
            let mv = choice.expect("not over").mv;
            mv.column().expect("a drop").number()
        })
        .collect();
    assert_eq!(
        columns,
        HashSet::from([4, 6]),
        "both mirror images, and no others"
    );
}
