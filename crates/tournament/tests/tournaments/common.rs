//! Random tournaments: entrants, results, late entries and withdrawals.

use foursight_core::{Player, SplitMix64};
use foursight_tournament::{
    Absentee, DueGame, EntrantId, EntrantKind, MatchId, Tournament, TournamentEvent,
    TournamentFormat, TournamentPhase, TournamentSetup,
};

pub(crate) const FORMS: [TournamentFormat; 6] = [
    TournamentFormat::SingleElimination { third_place: false },
    TournamentFormat::SingleElimination { third_place: true },
    TournamentFormat::DoubleElimination,
    TournamentFormat::RoundRobin { double: false },
    TournamentFormat::RoundRobin { double: true },
    TournamentFormat::Swiss { rounds: 5 },
];

/// Starts a tournament of entrants named `p0`, `p1` and so on.
pub(crate) fn started_tournament(setup: TournamentSetup, field: usize) -> Tournament {
    let mut tournament = Tournament::new(setup).expect("a valid setup");
    for number in 0..field {
        enter(&mut tournament, &format!("p{number}")).expect("a free slot");
    }
    tournament.apply(TournamentEvent::Began).expect("a field");
    tournament
}

pub(crate) fn enter(
    tournament: &mut Tournament,
    name: &str,
) -> Result<(), foursight_tournament::TournamentError> {
    tournament.apply(TournamentEvent::Entered {
        name: name.to_owned(),
        kind: EntrantKind::Person,
        rating: None,
    })
}

pub(crate) fn play(tournament: &mut Tournament, due: DueGame, winner: Option<Player>, plies: u16) {
    let event = TournamentEvent::Played {
        match_id: due.match_id,
        game: due.game,
        winner,
        plies,
        moves: String::new(),
    };
    tournament.apply(event).expect("the game is due");
}

/// Returns a result that depends on the game alone, whenever it is played.
pub(crate) fn fixed_result(seed: u64, due: DueGame) -> (Option<Player>, u16) {
    let mut rng = SplitMix64::new(seed ^ due.bot_seed);
    rng.below(2);
    let winner = match rng.below(5) {
        0 | 1 => Some(Player::First),
        2 | 3 => Some(Player::Second),
        _ => None,
    };
    (winner, 7 + rng.below(36) as u16)
}

/// Plays to the end in random order; results depend on the game alone.
pub(crate) fn play_out(tournament: &mut Tournament, results: u64, order: &mut SplitMix64) {
    while tournament.phase() != TournamentPhase::Over {
        play_next(tournament, results, order);
    }
}

/// Plays one more game, or applies the next pairing.
pub(crate) fn play_next(tournament: &mut Tournament, results: u64, order: &mut SplitMix64) {
    if let Some(pairing) = tournament.next_pairing() {
        tournament.apply(pairing).expect("a pairing of its own");
        return;
    }
    let due: Vec<DueGame> = tournament.due_games();
    let due = due[order.below(due.len())];
    let (winner, plies) = fixed_result(results, due);
    play(tournament, due, winner, plies);
}

/// Applies a random disruption: a withdrawal, a late entry or an absence.
pub(crate) fn disrupt(tournament: &mut Tournament, rng: &mut SplitMix64) {
    let entrant = EntrantId(rng.below(tournament.entrants().len()) as u16);
    let event = match rng.below(4) {
        0 => TournamentEvent::Withdrew(entrant),
        1 => TournamentEvent::Entered {
            name: format!("late {}", tournament.events().len()),
            kind: EntrantKind::Bot("easy".to_owned()),
            rating: Some(rng.below(2000) as i32),
        },
        _ => {
            let due: Vec<DueGame> = tournament.due_games();
            let Some(due) = due.get(rng.below(due.len())) else {
                return;
            };
            let absentee = match rng.below(4) {
                0 => Absentee::Both,
                1 => Absentee::One(due.second),
                _ => Absentee::One(due.first),
            };
            TournamentEvent::Absent {
                match_id: MatchId(due.match_id.0),
                absentee,
            }
        }
    };
    // An invalid event must change nothing.
    let before = tournament.clone();
    if tournament.apply(event).is_err() {
        assert_eq!(*tournament, before);
    }
}

/// Plays a random tournament with disruptions, and calls `observe` after every event.
pub(crate) fn random_tournament(
    setup: TournamentSetup,
    field: usize,
    rng: &mut SplitMix64,
    observe: &mut dyn FnMut(&Tournament),
) -> Tournament {
    let results = setup.seed;
    let mut tournament = started_tournament(setup, field);
    observe(&tournament);
    // A match has at most 17 games, and there are fewer than 4,000 matches in these fields.
    for _ in 0..100_000 {
        if tournament.phase() == TournamentPhase::Over {
            return tournament;
        }
        if rng.below(12) == 0 {
            disrupt(&mut tournament, rng);
        } else {
            play_next(&mut tournament, results, rng);
        }
        observe(&tournament);
    }
    panic!("it does not end: {:?}", tournament.setup());
}
