//! The level `proof` plays by its files alone, and keeps what they claim.

use std::sync::{Arc, LazyLock};

use foursight_bots::{Bot, Budget, Level, Personality, Prover};
use foursight_core::{Column, End, Game, Player};
use foursight_solver::Solver;
use foursight_solver::book::{Book, shipped};

static BOOK: LazyLock<Arc<Book>> =
    LazyLock::new(|| Arc::new(Book::from_bytes(shipped::THROUGH_12_PLIES).expect("it is whole")));

/// Games against opponents that err at random.
const GAMES: u64 = 2_000;

fn bot(level: Level) -> Box<dyn Bot> {
    let solver = || Solver::default().with_book(Arc::clone(&BOOK));
    level.bot_with_solver(Personality::default(), &solver)
}

/// Plays a game to its end. The prover must always know its move.
fn play(start: Game, player: Player, opponent: &mut dyn Bot, seed: u64) -> Game {
    let (mut game, mut prover) = (start, Prover::default());
    while let Some(to_move) = game.to_move() {
        let choice = if to_move == player {
            assert!(prover.is_proved(&game), "{:?}", game.moves());
            prover.choose(&game, &Budget::default(), seed)
        } else {
            opponent.choose(&game, &Budget::default(), seed)
        };
        game.apply(choice.expect("not over").mv).expect("legal");
    }
    game
}

fn after(numbers: &[usize]) -> Game {
    numbers.iter().fold(Game::default(), |game, number| {
        let column = Column::from_number(*number).expect("a column");
        game.drop_in(column).expect("legal")
    })
}

#[test]
fn first_wins_against_opponents_that_err() {
    let levels = [Level::Dice, Level::Easy, Level::Novice, Level::Casual];
    let mut opponents = levels.map(bot);
    for seed in 0..GAMES {
        let opponent = &mut opponents[seed as usize % levels.len()];
        let game = play(Game::default(), Player::First, opponent, seed);
        let won = Some(End::Won(Player::First));
        assert_eq!(game.end(), won, "seed {seed}: {:?}", game.moves());
    }
}

#[test]
fn first_wins_against_perfect_play() {
    for seed in 0..5 {
        let game = play(
            Game::default(),
            Player::First,
            &mut bot(Level::Perfect),
            seed,
        );
        assert_eq!(
            game.end(),
            Some(End::Won(Player::First)),
            "{:?}",
            game.moves()
        );
    }
}

#[test]
fn second_loses_no_game_against_perfect_play() {
    for opening in [1, 2, 3, 5, 6, 7] {
        for seed in 0..3 {
            let game = play(
                after(&[opening]),
                Player::Second,
                &mut bot(Level::Perfect),
                seed,
            );
            assert_ne!(
                game.end(),
                Some(End::Won(Player::First)),
                "{:?}",
                game.moves()
            );
        }
    }
}

#[test]
fn after_d1_second_plays_on_without_a_proof() {
    let mut prover = Prover::default();
    let game = after(&[4]);
    assert!(!prover.is_proved(&game));
    let choice = prover
        .choose(&game, &Budget::default(), 1)
        .expect("not over");
    assert_eq!(choice.mv.to_string(), "drop in column 4");
}
