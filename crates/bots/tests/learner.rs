//! The learner gets better by its own games, and its memory survives anything.

use std::collections::HashSet;

use foursight_bots::{Bot, Budget, Learner, MEMORY_TEXT_BYTES_MAX, Memory, Searcher, Uniform};
use foursight_core::{End, Game, Move, Player};

const GAMES: usize = 500;
const BLOCK: usize = 100;

struct Course {
    /// Points of each block of games.
    scores: Vec<f64>,
    /// Games of each block that repeat a lost game move by move.
    repeated_losses: Vec<usize>,
}

/// Plays games against an opponent on alternating seats; `seed` says how the opponent's dice fall
/// in each of them.
fn course(mut opponent: impl Bot, seed: impl Fn(usize) -> u64, learns: bool) -> Course {
    let mut learner = Learner::default();
    let mut lost: HashSet<Vec<Move>> = HashSet::new();
    let mut course = Course {
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
            game.apply(choice.expect("not over").step).expect("legal");
        }
        match game.end() {
            Some(End::Won(winner)) if winner == seat => course.scores[number / BLOCK] += 1.0,
            Some(End::Won(_)) => {
                if !lost.insert(game.moves().to_vec()) {
                    course.repeated_losses[number / BLOCK] += 1;
                }
            }
            _ => course.scores[number / BLOCK] += 0.5,
        }
        if learns {
            learner.learn(&game, seat);
        }
    }
    println!(
        "points of each {BLOCK} games {:?}, losses seen before {:?}, positions {}",
        course.scores,
        course.repeated_losses,
        learner.memory().positions()
    );
    course
}

#[test]
fn it_stops_losing_the_same_way() {
    for depth in [3, 4] {
        let learning = course(Searcher::new(depth), |_| 7, true);
        let forgetful = course(Searcher::new(depth), |_| 7, false);
        assert_eq!(learning.repeated_losses.iter().sum::<usize>(), 0);
        assert!(forgetful.repeated_losses.iter().sum::<usize>() > GAMES / 4);
        assert!(learning.scores[GAMES / BLOCK - 1] >= 95.0);
    }
}

#[test]
fn its_score_rises() {
    // An opponent that plays eight different ways, and well.
    let opponent = || Searcher::new(5).with_variety(3);
    let learning = course(opponent(), |number| (number / 2 % 8) as u64, true);
    let forgetful = course(opponent(), |number| (number / 2 % 8) as u64, false);
    let last = GAMES / BLOCK - 1;
    assert!(learning.scores[last] >= learning.scores[0] + 30.0);
    assert!(learning.scores[last] >= forgetful.scores[last] + 30.0);
}

#[test]
fn a_memory_survives_its_text_and_refuses_garbage() {
    let mut learner = Learner::default();
    for seed in 0..20 {
        let mut game = Game::default();
        while let Some(step) = Uniform.choose(&game, &Budget::default(), seed) {
            game.apply(step.step).expect("legal");
        }
        learner.learn(&game, Player::Second);
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
    // Cut anywhere, it is refused or a smaller memory, never a panic.
    for end in 0..text.len() {
        if let Ok(part) = Memory::from_text(&text[..end]) {
            assert!(part.positions() <= learner.memory().positions());
        }
    }
    learner.reset();
    assert_eq!(learner.memory(), &Memory::default());
}

#[test]
fn mirror_images_are_one() {
    let mut memory = Memory::default();
    let mut game = Game::default();
    while let Some(choice) = Uniform.choose(&game, &Budget::default(), 3) {
        game.apply(choice.step).expect("legal");
    }
    let winner = match game.end() {
        Some(End::Won(winner)) => winner,
        end => panic!("choose a seed that somebody wins: {end:?}"),
    };
    memory.learn(&game, winner);
    let positions = memory.positions();
    memory.learn(&game.mirror().expect("symmetric"), winner);
    assert_eq!(memory.positions(), positions);
    let moves = memory.moves(&Game::default());
    let mirrored: Vec<_> = moves.iter().rev().map(|(_, record)| *record).collect();
    assert_eq!(moves.iter().map(|(_, r)| *r).collect::<Vec<_>>(), mirrored);
    // A game that goes on teaches nothing.
    memory.learn(&Game::default(), winner);
    assert_eq!(memory.games(), 2);
}
