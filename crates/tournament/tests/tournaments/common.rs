//! Random tournaments: a field, results, and people who come late or leave.

use foursight_core::Player;
use foursight_tournament::{
    Absentee, DueGame, EntrantId, Event, Form, MatchId, Phase, Setup, Tournament, Who,
};

/// Chance for tests, repeated by its seed.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

pub(crate) const FORMS: [Form; 6] = [
    Form::SingleElimination { third_place: false },
    Form::SingleElimination { third_place: true },
    Form::DoubleElimination,
    Form::RoundRobin { double: false },
    Form::RoundRobin { double: true },
    Form::Swiss { rounds: 5 },
];

/// A tournament that has begun, of entrants called `p0`, `p1` and so on.
pub(crate) fn begun(setup: Setup, field: usize) -> Tournament {
    let mut tournament = Tournament::new(setup).expect("a good setup");
    for number in 0..field {
        enter(&mut tournament, &format!("p{number}")).expect("room");
    }
    tournament.apply(Event::Began).expect("a field");
    tournament
}

pub(crate) fn enter(
    tournament: &mut Tournament,
    name: &str,
) -> Result<(), foursight_tournament::Refused> {
    tournament.apply(Event::Entered {
        name: name.to_owned(),
        who: Who::Person,
        rating: None,
    })
}

pub(crate) fn play(tournament: &mut Tournament, due: DueGame, winner: Option<Player>, plies: u16) {
    let event = Event::Played {
        match_id: due.match_id,
        game: due.game,
        winner,
        plies,
        moves: String::new(),
    };
    tournament.apply(event).expect("the game is due");
}

/// A result that depends on the game alone, whenever it is played.
pub(crate) fn fixed_result(seed: u64, due: DueGame) -> (Option<Player>, u16) {
    let mut chance = Chance::new(seed ^ due.seed);
    chance.below(2);
    let winner = match chance.below(5) {
        0 | 1 => Some(Player::First),
        2 | 3 => Some(Player::Second),
        _ => None,
    };
    (winner, 7 + chance.below(36) as u16)
}

/// Plays to the end; who plays next is by chance, and results depend on the game alone.
pub(crate) fn play_out(tournament: &mut Tournament, results: u64, order: &mut Chance) {
    while tournament.phase() != Phase::Over {
        step(tournament, results, order);
    }
}

/// One more game, or the next pairing.
pub(crate) fn step(tournament: &mut Tournament, results: u64, order: &mut Chance) {
    if let Some(pairing) = tournament.pairing() {
        tournament.apply(pairing).expect("a pairing of its own");
        return;
    }
    let due: Vec<DueGame> = tournament.due();
    let due = due[order.below(due.len())];
    let (winner, plies) = fixed_result(results, due);
    play(tournament, due, winner, plies);
}

/// Something unforeseen: somebody leaves, comes late or does not come to a match.
pub(crate) fn mishap(tournament: &mut Tournament, chance: &mut Chance) {
    let somebody = EntrantId(chance.below(tournament.entrants().len()) as u16);
    let event = match chance.below(4) {
        0 => Event::Withdrew(somebody),
        1 => Event::Entered {
            name: format!("late {}", tournament.events().len()),
            who: Who::Bot("easy".to_owned()),
            rating: Some(chance.below(2000) as i32),
        },
        _ => {
            let due: Vec<DueGame> = tournament.due();
            let Some(due) = due.get(chance.below(due.len())) else {
                return;
            };
            let who = match chance.below(4) {
                0 => Absentee::Both,
                1 => Absentee::One(due.second),
                _ => Absentee::One(due.first),
            };
            Event::Absent {
                match_id: MatchId(due.match_id.0),
                who,
            }
        }
    };
    // It may well be refused, and must then change nothing.
    let before = tournament.clone();
    if tournament.apply(event).is_err() {
        assert_eq!(*tournament, before);
    }
}

/// A random tournament with mishaps, looked at after every event.
pub(crate) fn eventful(
    setup: Setup,
    field: usize,
    chance: &mut Chance,
    look: &mut dyn FnMut(&Tournament),
) -> Tournament {
    let results = setup.seed;
    let mut tournament = begun(setup, field);
    look(&tournament);
    // A match has at most 17 games, and there are fewer than 4,000 matches in these fields.
    for _ in 0..100_000 {
        if tournament.phase() == Phase::Over {
            return tournament;
        }
        if chance.below(12) == 0 {
            mishap(&mut tournament, chance);
        } else {
            step(&mut tournament, results, chance);
        }
        look(&tournament);
    }
    panic!("it does not end: {:?}", tournament.setup());
}
