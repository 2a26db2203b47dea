//! All bots play legal moves to the end of every game, within their budget, and are deterministic.

use std::sync::atomic::{AtomicU64, Ordering};

use foursight_bots::{Bot, Budget, Level, MonteCarlo, Perfect, Personality, Searcher};
use foursight_core::{BothConnectRule, Fill, Game, Move, Ruleset, Stock, Variant};

fn rulesets() -> Vec<Ruleset> {
    let mut all: Vec<Ruleset> = [
        Variant::Standard,
        Variant::PopOut(BothConnectRule::default()),
        Variant::PopTen(Fill::ByPlayers),
        Variant::PopTen(Fill::Random(3)),
        Variant::FiveInARow,
        Variant::PowerUp(Stock::default()),
    ]
    .map(Ruleset::default_for)
    .into();
    let sizes = [
        (1, 2, 2),
        (2, 2, 2),
        (4, 4, 4),
        (5, 7, 3),
        (8, 7, 4),
        (8, 8, 4),
        (10, 10, 5),
        (16, 7, 6),
        (64, 1, 4),
        (1, 127, 100),
    ];
    for (width, height, connect) in sizes {
        for variant in [
            Variant::Standard,
            Variant::PopOut(BothConnectRule::default()),
        ] {
            all.push(Ruleset::new(width, height, connect, variant).expect("fits"));
        }
    }
    let power = Variant::PowerUp(Stock::default());
    all.push(Ruleset::new(5, 5, 3, power).expect("fits"));
    all
}

fn play(rules: Ruleset, bots: [&mut dyn Bot; 2], nodes: u64, seed: u64) -> Vec<Move> {
    let mut game = Game::new(rules);
    let budget = Budget::of_nodes(nodes);
    while let Some(player) = game.to_move() {
        let bot = &mut *bots[player.index()];
        let choice = bot.choose(&game, &budget, seed).expect("not over");
        assert!(choice.nodes <= nodes, "{} of {nodes} nodes", choice.nodes);
        assert_eq!(choice.principal_variation.first(), Some(&choice.mv));
        let mut line = game.clone();
        for mv in &choice.principal_variation {
            line.apply(*mv).expect("the principal line is legal");
        }
        game.apply(choice.mv).expect("bots make legal moves");
    }
    for bot in bots {
        assert!(
            bot.choose(&game, &budget, seed).is_none(),
            "the game is over"
        );
    }
    game.moves().to_vec()
}

#[test]
fn every_level_plays_every_variant_to_the_end() {
    for rules in rulesets() {
        for (level, seed) in Level::ALL.into_iter().zip(1..) {
            let opponent = if level == Level::Dice {
                Level::Easy
            } else {
                Level::Dice
            };
            let (mut one, mut two) = (level.bot(), opponent.bot());
            if seed % 2 == 0 {
                play(rules, [&mut one, &mut two], 150, seed);
            } else {
                play(rules, [&mut two, &mut one], 150, seed);
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for rules in [
        Ruleset::STANDARD,
        Ruleset::default_for(Variant::PopOut(BothConnectRule::default())),
    ] {
        for level in Level::ALL {
            let game = |seed| play(rules, [&mut level.bot(), &mut level.bot()], 2_000, seed);
            assert_eq!(game(1), game(1), "{level}");
            let mut warm = [level.bot(), level.bot()];
            for seed in [9, 1] {
                let [one, two] = &mut warm;
                let again = play(rules, [one, two], 2_000, seed);
                assert!(
                    seed != 1 || again == game(1),
                    "{level} is not the same when warm"
                );
            }
        }
    }
    let games: std::collections::HashSet<_> = (0..20)
        .map(|seed| {
            let (mut one, mut two) = (Level::Medium.bot(), Level::Medium.bot());
            play(Ruleset::STANDARD, [&mut one, &mut two], u64::MAX, seed)
        })
        .collect();
    assert!(
        games.len() > 10,
        "only {} different games in 20",
        games.len()
    );
}

#[test]
fn budgets_are_respected() {
    let game = foursight_bots::arena::random_opening(Ruleset::STANDARD, 10, 4);
    for nodes in [0, 1, 2, 7, 8, 50, 1_000, 5_000] {
        for level in Level::ALL {
            let choice = level.bot().choose(&game, &Budget::of_nodes(nodes), 1);
            let choice = choice.expect("not over");
            assert!(
                choice.nodes <= nodes,
                "{level}: {} of {nodes}",
                choice.nodes
            );
            assert!(game.legal_moves().contains(&choice.mv));
        }
    }
}

#[test]
fn the_stop_callback_is_polled() {
    let game = Game::default();
    let polls = AtomicU64::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) >= 5;
    let budget = Budget {
        nodes: None,
        should_stop: Some(&stop),
    };
    let mut bots: [Box<dyn Bot>; 3] = [
        Box::new(Searcher::new(100)),
        Box::new(MonteCarlo::new(u64::MAX)),
        Box::new(Perfect::default()),
    ];
    for bot in &mut bots {
        polls.store(0, Ordering::Relaxed);
        let choice = bot.choose(&game, &budget, 1).expect("not over");
        assert!(choice.nodes < 200_000, "{}", choice.nodes);
        assert!(polls.load(Ordering::Relaxed) > 5);
    }
}

#[test]
fn personalities_play_different_games() {
    let game = |personality: Personality| {
        let (mut one, mut two) = (Level::Hard.bot_with(personality), Level::Hard.bot());
        play(Ruleset::STANDARD, [&mut one, &mut two], u64::MAX, 2)
    };
    let [aggressive, balanced, defensive] = Personality::ALL.map(game);
    assert!(aggressive != balanced && balanced != defensive && aggressive != defensive);
}

#[test]
fn names_are_stable_and_parse() {
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
    assert_eq!("1".parse(), Ok(Level::Dice));
    assert_eq!("9".parse(), Ok(Level::Perfect));
    for wrong in ["", "0", "10", "HARD", "-1", "levels"] {
        let error = wrong.parse::<Level>().expect_err("no level");
        assert!(
            error.to_string().contains("choose one of dice, easy"),
            "{error}"
        );
    }
    for personality in Personality::ALL {
        assert_eq!(personality.name().parse(), Ok(personality));
    }
    assert!("".parse::<Personality>().is_err());
}
