//! With a book, Perfect preserves its verdict from the first ply on: it wins every won position in
//! time, loses no drawn one, and resists in lost ones as long as the verdict says.

mod support;

use foursight_bots::arena::{ArenaEntrant, Contest, random_opening};
use foursight_bots::{Bot, Budget, Evaluation, Level, Perfect};
use foursight_core::{End, Game, Move, Player, Ruleset, Variant};
use foursight_solver::{Solver, Verdict};
use support::{bot, solver};

/// Stride through the known positions; the full run plays all.
const USUAL_STRIDE: usize = 4;

/// Returns whether the long versions of the tests are requested: set `FOURSIGHT_FULL=1`.
fn full_run() -> bool {
    std::env::var_os("FOURSIGHT_FULL").is_some_and(|value| value == "1")
}

/// Plays a game to its end, `mover` for the player to move.
fn play_out<'a>(start: &Game, mover: &'a mut dyn Bot, other: &'a mut dyn Bot, seed: u64) -> Game {
    let mut game = start.clone();
    while let Some(player) = game.to_move() {
        let bot = if Some(player) == start.to_move() {
            &mut *mover
        } else {
            &mut *other
        };
        let choice = bot.choose(&game, &Budget::default(), seed);
        game.apply(choice.expect("not over").mv).expect("legal");
    }
    game
}

/// Returns the actual result of a position for one of the players.
fn result(game: &Game, player: Option<Player>, start: &Game) -> Verdict {
    let plies = (game.moves().len() - start.moves().len()) as u8;
    match game.end() {
        Some(End::Won(winner)) if Some(winner) == player => Verdict::Win { plies },
        Some(End::Won(_)) => Verdict::Loss { plies },
        _ => Verdict::Draw,
    }
}

/// Returns the same result from the opponent's point of view.
fn reversed(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { plies } => Verdict::Loss { plies },
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss { plies } => Verdict::Win { plies },
    }
}

#[test]
fn perfect_preserves_the_verdict_from_every_ply() {
    let stride = if full_run() { 1 } else { USUAL_STRIDE };
    let (mut truth, mut perfect) = (solver(), bot(Level::Perfect));
    let levels = [Level::Dice, Level::Hard, Level::Master, Level::Perfect];
    let mut others = levels.map(bot);
    // Wins, draws and losses, and how many of them are openings.
    let mut played = [[0; 2]; 3];
    let known = support::labelled("positions").into_iter();
    for (labelled, seed) in known.step_by(stride).zip(0_u64..) {
        let start = labelled.game;
        let due = truth.verdict(start.position()).expect("not over");
        let score = labelled.values.iter().map(|(_, value)| *value).max();
        assert_eq!(Some(due.conventional_score(start.position())), score);
        let other = &mut others[seed as usize % 4];
        let me = start.to_move();
        let end = play_out(&start, &mut perfect, other, seed);
        let got = result(&end, me, &start);
        assert!(got >= due, "{got} instead of {due}: {:?}", end.moves());
        let end = play_out(&start, other, &mut perfect, seed);
        let got = result(&end, me.map(Player::opponent), &start);
        let due_then = reversed(due);
        assert!(got >= due_then, "{got}, not {due_then}: {:?}", end.moves());
        if levels[seed as usize % 4] == Level::Perfect {
            assert_eq!(reversed(got), due, "{:?}", end.moves());
        }
        let kind = &mut played[due.wdl() as usize];
        kind[0] += 1;
        kind[1] += usize::from(start.moves().len() <= 12);
    }
    println!("losses, draws and wins, all and openings: {played:?}");
    assert!(
        played
            .iter()
            .all(|[all, openings]| *all > 30 && *openings > 5)
    );
}

/// Random play reaches draws at any ply, among them many in which a single move holds.
#[test]
fn perfect_loses_no_drawn_position() {
    let games_per_ply = if full_run() { 80 } else { 6 };
    let (mut truth, mut perfect) = (solver(), bot(Level::Perfect));
    let mut others = [Level::Dice, Level::Hard, Level::Master].map(bot);
    for plies in 1..=30 {
        let random = (0..).map(|seed| random_opening(Ruleset::STANDARD, plies, seed));
        let drawn = random.filter(|game| truth.verdict(game.position()) == Ok(Verdict::Draw));
        for (start, seed) in drawn.take(games_per_ply).zip(0_u64..) {
            let other = &mut others[seed as usize % 3];
            let (end, me) = if seed / 3 % 2 == 0 {
                let end = play_out(&start, &mut perfect, other, seed);
                (end, start.to_move())
            } else {
                let end = play_out(&start, other, &mut perfect, seed);
                (end, start.to_move().map(Player::opponent))
            };
            let got = result(&end, me, &start);
            assert!(got >= Verdict::Draw, "{got}: {:?}", end.moves());
        }
    }
}

#[test]
fn perfect_wins_as_first_from_the_empty_board() {
    let seeds = if full_run() { 25 } else { 3 };
    let mut perfect = bot(Level::Perfect);
    for level in Level::ALL {
        for seed in 0..seeds {
            let end = play_out(&Game::default(), &mut perfect, &mut bot(level), seed);
            let won = Some(End::Won(Player::First));
            assert_eq!(end.end(), won, "{level}: {:?}", end.moves());
            assert!(end.moves().len() <= 41, "{level}: {:?}", end.moves());
        }
    }
}

#[test]
fn perfect_wins_a_won_game_from_another_empty_board() {
    // Six columns of four rows are a win for Second.
    let ruleset = Ruleset::new(6, 4, 4, Variant::Standard).expect("fits");
    let others = [Level::Dice, Level::Medium, Level::Expert, Level::Master];
    let entrant = |level: Level| ArenaEntrant::new(level.name(), move || level.bot());
    let levels = [Level::Perfect].into_iter().chain(others);
    let contest = Contest {
        entrants: levels.map(entrant).collect(),
        ruleset,
        openings: 5,
        opening_plies: 0,
        ..Contest::default()
    };
    let mut seats = contest.new_bots();
    let as_second = contest
        .pairings()
        .into_iter()
        .filter(|task| task.second == 0);
    let games: Vec<_> = as_second
        .map(|task| contest.play(task, &mut seats))
        .collect();
    assert_eq!(games.len(), 20);
    for game in games {
        assert_eq!(game.winner, Some(Player::Second), "{game:?}");
    }
}

/// The book costs no nodes, so a budget of zero is enough where it applies.
#[test]
fn the_book_answers_without_a_budget() {
    let mut truth = solver();
    for seed in 0..60 {
        let game = random_opening(Ruleset::STANDARD, seed as usize % 12, seed);
        let stop = || true;
        let budget = Budget {
            nodes: Some(0),
            should_stop: Some(&stop),
        };
        let choice = Perfect::new(solver()).choose(&game, &budget, seed);
        let choice = choice.expect("not over");
        let known = truth.verdict(game.position()).expect("not over");
        let seen = match choice.evaluation {
            Evaluation::Win { plies } => Verdict::Win { plies: plies as u8 },
            Evaluation::Draw => Verdict::Draw,
            Evaluation::Loss { plies } => Verdict::Loss { plies: plies as u8 },
            other => panic!("{other} is not exact"),
        };
        assert_eq!((seen, choice.nodes), (known, 0), "{:?}", game.moves());
    }
}

/// Earlier searches make no difference, although limits cut the choice among equals.
#[test]
fn earlier_searches_do_not_change_the_choice() {
    let mut warm = Perfect::new(solver());
    for seed in 0..80 {
        let game = random_opening(Ruleset::STANDARD, 8 + seed as usize % 10, seed);
        let choose = |bot: &mut Perfect| bot.choose(&game, &Budget::default(), seed);
        assert_eq!(
            choose(&mut warm),
            choose(&mut Perfect::new(solver())),
            "{:?}",
            game.moves()
        );
    }
}

/// Returns the share of replies to a move that preserve the outcome, or resist the longest if all
/// lose.
fn reply_ease(truth: &mut Solver, game: &Game, mv: Move) -> f64 {
    let next = game.after(mv).expect("legal");
    let analysis = truth.analyse(next.position()).expect("not over");
    let best = analysis.best().expect("exact");
    let answers = next.legal_moves();
    let verdicts = answers
        .iter()
        .filter_map(|answer| analysis.verdict(answer.column()?));
    let good = verdicts.filter(|verdict| match best {
        Verdict::Loss { .. } => *verdict == best,
        _ => verdict.wdl() == best.wdl(),
    });
    good.count() as f64 / answers.len() as f64
}

#[test]
fn among_equals_perfect_plays_the_move_that_is_hardest_to_answer() {
    let (mut truth, mut perfect) = (solver(), Perfect::new(solver()));
    let (mut chosen, mut harder) = (0, 0);
    for seed in 0..400 {
        let game = random_opening(Ruleset::STANDARD, 18 + seed as usize % 16, seed);
        let analysis = truth.analyse(game.position()).expect("not over");
        let best = analysis.best().expect("exact");
        let moves = game.legal_moves().into_iter();
        let equals: Vec<Move> = moves
            .filter(|mv| mv.column().and_then(|c| analysis.verdict(c)) == Some(best))
            .collect();
        // An immediate win has no reply, and neither has the move that fills the board.
        if equals.len() < 2
            || equals
                .iter()
                .any(|mv| game.after(*mv).is_ok_and(|g| g.end().is_some()))
        {
            continue;
        }
        let eases: Vec<f64> = equals
            .iter()
            .map(|mv| reply_ease(&mut truth, &game, *mv))
            .collect();
        let least = eases.iter().copied().fold(f64::INFINITY, f64::min);
        let choice = perfect.choose(&game, &Budget::default(), seed);
        let mv = choice.expect("not over").mv;
        let place = equals.iter().position(|equal| *equal == mv);
        let found = eases[place.expect("one of the best moves")];
        assert!(
            found <= least,
            "{mv}: {found}, not {least}: {:?}",
            game.moves()
        );
        chosen += 1;
        harder += usize::from(eases.iter().any(|reply_ease| *reply_ease > least));
    }
    println!("{chosen} choices, {harder} of them between different moves");
    assert!(chosen > 60 && harder > 20, "{chosen} {harder}");
}

/// Time is measured by `foursight arena --timing`; the node counts behind it can be tested. A node
/// takes about a third of a microsecond.
#[test]
fn perfect_needs_few_nodes_beyond_the_book() {
    let mut perfect = Perfect::new(solver());
    let nodes: Vec<u64> = (0..250)
        .map(|seed| {
            let game = random_opening(Ruleset::STANDARD, 12 + seed as usize % 5, seed);
            let choice = perfect.choose(&game, &Budget::default(), seed);
            choice.expect("not over").nodes
        })
        .collect();
    let mean = nodes.iter().sum::<u64>() / nodes.len() as u64;
    let slow = nodes.iter().filter(|nodes| **nodes > 150_000).count();
    println!("{mean} nodes a move, the most {:?}", nodes.iter().max());
    assert!(mean < 15_000 && slow <= 1, "{mean} {slow}");
}
