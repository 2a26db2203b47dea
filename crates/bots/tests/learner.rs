//! The learner improves by its own games, and its memory rejects invalid text.

use std::collections::HashSet;

use foursight_bots::{Bot, Budget, Learner, MEMORY_TEXT_BYTES_MAX, Memory, RandomBot, Searcher};
use foursight_core::{End, Game, Move, Player};

const GAMES: usize = 500;
const BLOCK: usize = 100;

struct LearningCurve {
    /// Points in each block of games.
    scores: Vec<f64>,
    /// Games in each block that repeat a lost game move by move.
    repeated_losses: Vec<usize>,
}

/// Plays games against an opponent on alternating seats; `seed` returns the opponent's seed for
/// each of them.
fn play_games(
    mut opponent: impl Bot,
    seed: impl Fn(usize) -> u64,
    is_learning: bool,
) -> LearningCurve {
    let mut learner = Learner::default();
    let mut lost: HashSet<Vec<Move>> = HashSet::new();
    let mut curve = LearningCurve {
        scores: vec![0.0; GAMES / BLOCK],
        repeated_losses: vec![0; GAMES / BLOCK],
    };
    for number in 0..GAMES {
        let seat = Player::BOTH[number % 2];
        let mut game = Game::default();
        while let Some(player) = game.to_move() {
            let choice = if player == seat {
                learner.choose(&game, &Budget::default(), 5)
            } else {
                opponent.choose(&game, &Budget::default(), seed(number))
            };
            game.apply(choice.expect("not over").mv).expect("legal");
        }
        match game.end() {
            Some(End::Won(winner)) if winner == seat => curve.scores[number / BLOCK] += 1.0,
            Some(End::Won(_)) => {
                if !lost.insert(game.moves().to_vec()) {
                    curve.repeated_losses[number / BLOCK] += 1;
                }
            }
            _ => curve.scores[number / BLOCK] += 0.5,
        }
        if is_learning {
            learner.record_game(&game, seat);
        }
    }
    println!(
        "points of each {BLOCK} games {:?}, losses seen before {:?}, positions {}",
        curve.scores,
        curve.repeated_losses,
        learner.memory().positions()
    );
    curve
}

#[test]
fn the_learner_stops_losing_the_same_way() {
    for depth in [3, 4] {
        let learning = play_games(Searcher::new(depth), |_| 7, true);
        let forgetful = play_games(Searcher::new(depth), |_| 7, false);
        assert_eq!(learning.repeated_losses.iter().sum::<usize>(), 0);
        assert!(forgetful.repeated_losses.iter().sum::<usize>() > GAMES / 4);
        assert!(learning.scores[GAMES / BLOCK - 1] >= 95.0);
    }
}

#[test]
fn the_learner_improves_its_score() {
    // A strong opponent that plays eight different ways.
    let opponent = || Searcher::new(5).with_variety(3);
    let learning = play_games(opponent(), |number| (number / 2 % 8) as u64, true);
    let forgetful = play_games(opponent(), |number| (number / 2 % 8) as u64, false);
    let last = GAMES / BLOCK - 1;
    assert!(learning.scores[last] >= learning.scores[0] + 30.0);
    assert!(learning.scores[last] >= forgetful.scores[last] + 30.0);
}

#[test]
fn a_memory_round_trips_and_rejects_invalid_text() {
    let mut learner = Learner::default();
    for seed in 0..20 {
        let mut game = Game::default();
        while let Some(choice) = RandomBot.choose(&game, &Budget::default(), seed) {
            game.apply(choice.mv).expect("legal");
        }
        learner.record_game(&game, Player::Second);
    }
    let text = learner.memory().to_text();
    assert_eq!(Memory::from_text(&text).as_ref(), Ok(learner.memory()));
    assert_eq!(learner.memory().games(), 20);

    let check = |text: &str, message: &str| {
        let error = Memory::from_text(text).expect_err(message);
        assert!(error.to_string().contains(message), "{error}");
    };
    check("", "not a learner's memory");
    check("\u{0}\u{ff}garbage", "not a learner's memory");
    check("foursight learner 2\ngames 1\n", "this version reads");
    check(
        "foursight learner 1\n",
        "line 2 must hold the number of games",
    );
    check("foursight learner 1\ngames -1\n", "line 2");
    let head = "foursight learner 1\ngames 1\n";
    let key = "0123456789abcdef0123456789abcdef";
    check(&format!("{head}{key} 1 2\n"), "line 3");
    check(&format!("{head}{key} 1 2 3 4\n"), "line 3");
    check(&format!("{head}{key} 1 2 -3\n"), "line 3");
    check(&format!("{head}{key} 0 0 0\n"), "line 3");
    check(&format!("{head}{key} 4000000000 0 0\n"), "line 3");
    check(&format!("{head}+{} 1 2 3\n", &key[1..]), "line 3");
    check(&format!("{head}{} 1 2 3\n", &key[1..]), "line 3");
    check(&format!("{head}{key} 1 2 3\n{key} 1 2 3\n"), "line 4");
    check(&"x".repeat(MEMORY_TEXT_BYTES_MAX + 1), "too long");
    // Truncated anywhere, it is rejected or a smaller memory, never a panic.
    for end in 0..text.len() {
        if let Ok(part) = Memory::from_text(&text[..end]) {
            assert!(part.positions() <= learner.memory().positions());
        }
    }
    learner.reset();
    assert_eq!(learner.memory(), &Memory::default());
}

#[test]
fn mirror_images_share_a_record() {
    let mut memory = Memory::default();
    let mut game = Game::default();
    while let Some(choice) = RandomBot.choose(&game, &Budget::default(), 3) {
        game.apply(choice.mv).expect("legal");
    }
    let winner = match game.end() {
        Some(End::Won(winner)) => winner,
        end => panic!("choose a seed that somebody wins: {end:?}"),
    };
    memory.record_game(&game, winner);
    let positions = memory.positions();
    memory.record_game(&game.mirror().expect("symmetric"), winner);
    assert_eq!(memory.positions(), positions);
    let moves = memory.moves(&Game::default());
    let mirrored: Vec<_> = moves.iter().rev().map(|(_, record)| *record).collect();
    assert_eq!(moves.iter().map(|(_, r)| *r).collect::<Vec<_>>(), mirrored);
    // An unfinished game is ignored.
    memory.record_game(&Game::default(), winner);
    assert_eq!(memory.games(), 2);
}
