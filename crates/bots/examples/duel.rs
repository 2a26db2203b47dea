//! Two levels play each other: `cargo run --release -p foursight-bots --example duel`.

use foursight_bots::arena::{ArenaEntrant, Contest};
use foursight_bots::{Budget, Level};
use foursight_core::Game;

fn main() {
    // A single move: the same seed chooses the same move on every platform.
    let mut bot = Level::Hard.bot();
    let choice = bot
        .choose(&Game::default(), &Budget::default(), 1)
        .expect("the game is not over");
    println!("hard begins with a {}", choice.mv);

    let entrants = [Level::Easy, Level::Medium];
    let contest = Contest {
        entrants: entrants
            .map(|level| ArenaEntrant::new(level.name(), move || level.bot()))
            .into(),
        openings: 10,
        ..Contest::default()
    };
    let record = contest.run(1, &|_, _| {}).record(1, 0);
    println!(
        "medium against easy: {:.0} % of {} games",
        100.0 * record.score(),
        record.games()
    );
}
