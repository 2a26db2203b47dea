//! What holds for every tournament, over thousands of random ones.

use std::collections::BTreeMap;

use crate::common::{Chance, FORMS, begun, enter, eventful, play, play_out, step};
use foursight_core::Player;
use foursight_tournament::{
    By, Decision, EntrantId, Event, Form, Match, Phase, ReadError, Seeding, Setup, Side, Standing,
    Tournament, Who, read, read_checked, to_text,
};
use proptest::prelude::*;

fn setups() -> impl Strategy<Value = Setup> {
    let forms = prop_oneof![
        (0..FORMS.len()).prop_map(|form| FORMS[form]),
        (1..12_u16).prop_map(|rounds| Form::Swiss { rounds }),
    ];
    let seedings = prop_oneof![
        Just(Seeding::Order),
        Just(Seeding::Rating),
        Just(Seeding::Drawn)
    ];
    (forms, seedings, 1..5_u8, any::<u64>()).prop_map(|(form, seeding, best_of, seed)| Setup {
        form,
        seeding,
        best_of,
        seed,
        ..Setup::default()
    })
}

/// Every match as it must be once all is over.
fn check_matches(tournament: &Tournament) {
    let setup = tournament.setup();
    for found in tournament.matches() {
        let decision = found.decision.expect("all is over");
        for (number, game) in found.games.iter().enumerate() {
            assert_eq!(game.first, found.first_in(number), "seats swap");
        }
        let [upper, lower] = found.halves();
        match decision {
            Decision::Won {
                winner,
                by: By::Games,
            } => {
                let points = found.halves();
                assert!(points[winner.index()] > points[winner.opposite().index()]);
            }
            Decision::Won {
                by: By::ShorterWin | By::Lots,
                ..
            } => {
                assert!(setup.form.is_knock_out() && upper == lower);
                assert_eq!(found.games.len(), usize::from(setup.best_of) + 2);
            }
            Decision::Tied => {
                assert!(!setup.form.is_knock_out() && upper == lower);
                assert_eq!(found.games.len(), usize::from(setup.best_of));
            }
            Decision::Won { by: By::Bye, .. } | Decision::NotNeeded => {
                assert!(found.games.is_empty());
            }
            Decision::Won {
                by: By::Walkover, ..
            }
            | Decision::BothLost => {}
        }
    }
}

/// Nobody loses more matches of a knock-out than its form allows, and only one never does.
fn check_losses(tournament: &Tournament) {
    let lives = match tournament.setup().form {
        Form::SingleElimination { .. } => 1,
        Form::DoubleElimination => 2,
        Form::RoundRobin { .. } | Form::Swiss { .. } => return,
    };
    let mut losses: BTreeMap<EntrantId, u32> = BTreeMap::new();
    let counted = |stage| stage != foursight_tournament::Stage::ThirdPlace;
    for found in tournament.matches().iter().filter(|m| counted(m.stage)) {
        for side in Side::BOTH {
            let entrant = found.places[side.index()].entrant();
            let has_lost = match found.decision {
                Some(Decision::Won { winner, .. }) => winner != side,
                // Neither plays on.
                Some(Decision::BothLost) => true,
                _ => false,
            };
            if let Some(entrant) = entrant.filter(|_| has_lost) {
                *losses.entry(entrant).or_default() += 1;
            }
        }
    }
    assert!(losses.values().all(|count| *count <= lives), "{losses:?}");
    if let [winner] = tournament.winners()[..] {
        let lost = losses.get(&winner).copied().unwrap_or(0);
        assert!(lost < lives);
        let standings = tournament.standings();
        assert_eq!((standings[0].entrant, standings[0].rank), (winner, 1));
        assert!(standings[1..].iter().all(|row| row.rank > 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_tournament_ends_and_is_consistent(
        setup in setups(), field in 2..20_usize, chance in any::<u64>()
    ) {
        let mut chance = Chance::new(chance);
        let tournament = eventful(setup, field, &mut chance, &mut |_| {});
        check_matches(&tournament);
        check_losses(&tournament);
        let standings = tournament.standings();
        prop_assert!(standings.len() >= field);
        for (place, row) in standings.iter().enumerate() {
            prop_assert!(row.rank <= place + 1);
        }
        let games: u32 = standings.iter().map(|row| row.games[0]).sum();
        let lost: u32 = standings.iter().map(|row| row.games[2]).sum();
        prop_assert_eq!(games, lost);
        let (done, planned) = tournament.games_done_and_planned();
        prop_assert_eq!(done, planned);
        for row in &standings {
            let counted: u32 = row.games.iter().sum();
            let own = tournament.matches().iter().filter(|m| m.side_of(row.entrant).is_some());
            let played: usize = own.map(|found| found.games.len()).sum();
            prop_assert_eq!(counted as usize, played, "{:?}", row);
        }
    }

    #[test]
    fn swiss_never_repeats_a_pairing_that_can_be_avoided(
        field in 2..11_usize, rounds in 1..12_u16, seed in any::<u64>(), chance in any::<u64>()
    ) {
        let setup = Setup { form: Form::Swiss { rounds }, seed, ..Setup::default() };
        let mut chance = Chance::new(chance);
        let mut tournament = eventful(setup, field, &mut chance, &mut |now| {
            if let Some(Event::Paired { pairs, bye }) = now.pairing() {
                check_pairing(now, &pairs, bye);
            }
        });
        prop_assert!(tournament.pairing().is_none());
        prop_assert!(tournament.apply(Event::Began).is_err());
    }

    #[test]
    fn any_prefix_of_the_text_folds_to_the_state_of_then(
        setup in setups(), field in 2..9_usize, chance in any::<u64>(), cut in any::<usize>()
    ) {
        let mut states = Vec::new();
        let mut chance = Chance::new(chance);
        let tournament = eventful(setup, field, &mut chance, &mut |now| states.push(now.clone()));
        let text = to_text(&tournament);
        let whole = read(&text).expect("its own text");
        prop_assert_eq!(&whole.tournament, &tournament);
        // Killed in the middle of writing, at any byte.
        let cut = (0..=cut % (text.len() + 1)).rev().find(|cut| text.is_char_boundary(*cut));
        let kept = &text[..cut.expect("0 is a boundary")];
        if let Ok(found) = read(kept) {
            prop_assert_eq!(&to_text(&found.tournament), &kept[..found.bytes]);
            prop_assert!(!kept[found.bytes..].contains('\n'));
            let count = found.tournament.events().len();
            if let Some(then) = states.iter().find(|state| state.events().len() == count) {
                prop_assert_eq!(&found.tournament, then);
            }
        } else {
            let head = text.find('\n').expect("a first line");
            prop_assert!(kept.len() <= head, "{kept:?}");
        }
    }

    #[test]
    fn a_killed_run_resumes_to_the_same_result(
        setup in setups(), field in 2..12_usize, order in any::<u64>(), cut in any::<usize>()
    ) {
        let results = setup.seed;
        let mut one = begun(setup.clone(), field);
        play_out(&mut one, results, &mut Chance::new(order));
        // The same tournament in another order, killed on the way.
        let mut two = begun(setup, field);
        let mut other = Chance::new(order ^ 0xdead);
        for _ in 0..cut % (one.events().len() + 1) {
            if two.phase() != Phase::Over {
                step(&mut two, results, &mut other);
            }
        }
        let mut text = to_text(&two);
        text.push_str("played\t0 0\tfir");
        let mut two = read(&text).expect("a torn line is left out").tournament;
        play_out(&mut two, results, &mut other);
        prop_assert_eq!(one.matches(), two.matches());
        prop_assert_eq!(one.standings(), two.standings());
    }

    #[test]
    fn seats_are_even(field in 2..16_usize, double in any::<bool>(), seed in any::<u64>()) {
        let form = Form::RoundRobin { double };
        let mut table = begun(Setup { form, seed, ..Setup::default() }, field);
        play_out(&mut table, seed, &mut Chance::new(seed));
        for balance in balances(&table).values() {
            prop_assert!(balance.abs() <= 1, "{balance}");
        }
        // Each player meets each other as often as the form says, and none twice in a round.
        let ids = |count: usize| (0..count as u16).map(EntrantId);
        for (one, two) in ids(field).flat_map(|one| ids(one.index()).map(move |two| (one, two))) {
            prop_assert_eq!(met(&table, one, two), if double { 2 } else { 1 });
        }
        for (stage, matches) in table.rounds() {
            let mut there: Vec<EntrantId> = matches.iter().filter_map(|m| m.pair()).flatten().collect();
            let count = there.len();
            there.sort_unstable();
            there.dedup();
            prop_assert_eq!(there.len(), count, "{:?}", stage);
        }
        // In longer ones it may be that only a third seat alike avoids a repeat: see `check_pairing`.
        let rounds = 1 + Chance::new(seed).below(field.div_ceil(2)) as u16;
        let form = Form::Swiss { rounds };
        let mut swiss = begun(Setup { form, seed, ..Setup::default() }, field);
        play_out(&mut swiss, seed, &mut Chance::new(seed));
        for balance in balances(&swiss).values() {
            prop_assert!(balance.abs() <= 2, "{balance} after {rounds} rounds of {field}");
        }
    }

    #[test]
    fn standings_do_not_depend_on_the_order_of_input(
        form in 0..FORMS.len(), field in 2..12_usize, seed in any::<u64>()
    ) {
        let by_name = |order: &[usize], chance: &mut Chance| {
            let setup = Setup { form: FORMS[form], seeding: Seeding::Rating, seed, ..Setup::default() };
            let mut tournament = Tournament::new(setup).expect("a good setup");
            for number in order {
                let (name, rating) = (format!("p{number}"), Some(*number as i32));
                tournament.apply(Event::Entered { name, who: Who::Person, rating }).expect("room");
            }
            tournament.apply(Event::Began).expect("a field");
            play_out(&mut tournament, seed, chance);
            let name = |row: &Standing| tournament.entrants()[row.entrant.index()].name.clone();
            let line = |row: &Standing| {
                (row.rank, name(row), row.halves, row.head_to_head, row.buchholz, row.sonneborn_berger)
            };
            tournament.standings().iter().map(line).collect::<Vec<_>>()
        };
        let mut order: Vec<usize> = (0..field).collect();
        let straight = by_name(&order, &mut Chance::new(seed));
        let mut chance = Chance::new(seed ^ 7);
        for last in (1..field).rev() {
            order.swap(last, chance.below(last + 1));
        }
        prop_assert_eq!(straight, by_name(&order, &mut chance));
    }

    #[test]
    fn garbage_is_refused_and_never_panics(text in any::<String>(), line in "[a-z0-9\t -]{0,40}") {
        prop_assert!(read(&text).is_err());
        let good = to_text(&begun(Setup::default(), 3));
        let _ = read(&format!("{good}{line}\n"));
        prop_assert!(read_checked(&text, &|_, _| Ok(())).is_err());
        // The app that looks at the games has the last word.
        let refused = read_checked(&good, &|_, _| Err(line.clone()));
        prop_assert_eq!(refused.err(), Some(ReadError::Line { line: 2, why: line.clone() }));
        let _ = read(&format!("foursight-tournament 1\t{line}\n"));
    }
}

/// How often each moved first, less how often second.
fn balances(tournament: &Tournament) -> BTreeMap<EntrantId, i32> {
    let mut balances = BTreeMap::new();
    for found in tournament.matches() {
        for game in &found.games {
            for side in Side::BOTH {
                let entrant = found.places[side.index()]
                    .entrant()
                    .expect("both are known");
                *balances.entry(entrant).or_insert(0) += if game.first == side { 1 } else { -1 };
            }
        }
    }
    balances
}

/// How often two have met.
fn met(tournament: &Tournament, one: EntrantId, two: EntrantId) -> usize {
    let pairs = tournament.matches().iter().filter_map(Match::pair);
    pairs
        .filter(|pair| pair.contains(&one) && pair.contains(&two))
        .count()
}

/// No repeat if any pairing, with any bye, has none; no second bye unless that avoids one; and nobody
/// gets a third seat alike unless that avoids a repeat or a second bye.
fn check_pairing(
    tournament: &Tournament,
    pairs: &[(EntrantId, EntrantId)],
    bye: Option<EntrantId>,
) {
    let paired = pairs.iter().flat_map(|(one, two)| [*one, *two]);
    let everybody: Vec<EntrantId> = paired.chain(bye).collect();
    let is_repeat = |one: EntrantId, two: EntrantId| met(tournament, one, two) > 0;
    let byes = |id: EntrantId| {
        let matches = tournament.matches().iter();
        let rests = matches.filter(|found| found.pair().is_none() && found.winner() == Some(id));
        rests.count()
    };
    let balances = balances(tournament);
    let seats = |id: EntrantId| balances.get(&id).copied().unwrap_or(0);
    let clash = |one: EntrantId, two: EntrantId| {
        seats(one).min(seats(two)) >= 2 || seats(one).max(seats(two)) <= -2
    };
    let anew = |one, two| !is_repeat(one, two);
    if pairs.iter().any(|(one, two)| is_repeat(*one, *two)) {
        assert!(!can_pair(&everybody, &anew, &|_| true), "{pairs:?} {bye:?}");
        return;
    }
    let had = bye.map_or(0, byes);
    if had > 0 {
        assert!(!can_pair(&everybody, &anew, &|id| byes(id) < had));
    }
    if pairs.iter().any(|(one, two)| clash(*one, *two)) {
        let even = |one, two| anew(one, two) && !clash(one, two);
        assert!(!can_pair(&everybody, &even, &|id| byes(id) <= had));
    }
}

/// Whether all can be paired with somebody who suits, by trying everything.
fn can_pair(
    free: &[EntrantId],
    suit: &dyn Fn(EntrantId, EntrantId) -> bool,
    may_rest: &dyn Fn(EntrantId) -> bool,
) -> bool {
    let Some((one, rest)) = free.split_first() else {
        return true;
    };
    let is_odd = !free.len().is_multiple_of(2);
    if is_odd && may_rest(*one) && can_pair(rest, suit, may_rest) {
        return true;
    }
    (0..rest.len()).any(|place| {
        let mut others = rest.to_vec();
        let two = others.remove(place);
        suit(*one, two) && can_pair(&others, suit, may_rest)
    })
}

#[test]
fn the_largest_fields_of_every_form_end() {
    for form in FORMS {
        let setup = Setup {
            form,
            seeding: Seeding::Drawn,
            ..Setup::default()
        };
        let mut full = begun(setup, 256);
        assert!(enter(&mut full, "one more").is_err());
        while full.phase() != Phase::Over {
            if let Some(pairing) = full.pairing() {
                full.apply(pairing).expect("a pairing of its own");
            }
            let due: Vec<_> = full.due();
            for due in due {
                play(&mut full, due, Some(Player::First), 7);
            }
        }
        assert!(!full.winners().is_empty());
    }
}
