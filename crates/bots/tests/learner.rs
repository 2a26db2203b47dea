//! The learner gets better by its own games, and its memory survives anything.

use std::collections::HashSet;

use foursight_bots::{Bot, Budget, Learner, Memory, Searcher};
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
    for depth in [3, 4, 6] {
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
    let opponent = || Searcher::new(6).with_variety(3);
    let learning = course(opponent(), |number| (number / 2 % 8) as u64, true);
    let forgetful = course(opponent(), |number| (number / 2 % 8) as u64, false);
    let last = GAMES / BLOCK - 1;
    assert!(learning.scores[last] >= learning.scores[0] + 30.0);
    assert!(learning.scores[last] >= forgetful.scores[last] + 30.0);
}
