//! Three entrants play a round robin: `cargo run -p foursight-tournament --example round_robin`.

use std::error::Error;

use foursight_core::Player;
use foursight_tournament::{
    EntrantKind, Tournament, TournamentEvent, TournamentFormat, TournamentSetup,
    format_half_points, to_text,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut tournament = Tournament::new(TournamentSetup {
        name: "Friday".to_owned(),
        format: TournamentFormat::RoundRobin { double: false },
        ..TournamentSetup::default()
    })?;
    for name in ["Ada", "Charles", "Grace"] {
        tournament.apply(TournamentEvent::Entered {
            name: name.to_owned(),
            kind: EntrantKind::Person,
            rating: None,
        })?;
    }
    tournament.apply(TournamentEvent::Began)?;
    // The app plays what is due and reports the results. Here the entrant who came first wins.
    while let Some(due) = tournament.due_games().into_iter().next() {
        tournament.apply(TournamentEvent::Played {
            match_id: due.match_id,
            game: due.game,
            winner: Some(if due.first < due.second {
                Player::First
            } else {
                Player::Second
            }),
            plies: 7,
            moves: "4545454".to_owned(),
        })?;
    }
    for standing in tournament.standings() {
        let entrant = tournament
            .entrant(standing.entrant)
            .ok_or("unknown entrant")?;
        let points = format_half_points(standing.half_points);
        println!("{}. {} {points}", standing.rank, entrant.name);
    }
    // The file of a tournament: its setup and a line an event.
    println!("{} lines in its file", to_text(&tournament).lines().count());
    Ok(())
}
