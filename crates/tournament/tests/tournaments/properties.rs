//! Invariants of tournaments, tested on thousands of random ones.

use std::collections::BTreeMap;

use crate::common::{
    FORMS, enter, play, play_next, play_out, random_tournament, started_tournament,
};
use foursight_core::{Player, SplitMix64};
use foursight_tournament::{
    EntrantId, EntrantKind, Match, MatchResult, MatchSide, ResultReason, Seeding, Standing,
    Tournament, TournamentEvent, TournamentFormat, TournamentPhase, TournamentReadError,
    TournamentSetup, read, read_checked, to_text,
};
use proptest::prelude::*;

fn setups() -> impl Strategy<Value = TournamentSetup> {
    let forms = prop_oneof![
        (0..FORMS.len()).prop_map(|form| FORMS[form]),
        (1..12_u16).prop_map(|rounds| TournamentFormat::Swiss { rounds }),
    ];
    let seedings = prop_oneof![
        Just(Seeding::Order),
        Just(Seeding::Rating),
        Just(Seeding::Random)
    ];
    (forms, seedings, 1..5_u8, any::<u64>()).prop_map(|(form, seeding, best_of, seed)| {
        TournamentSetup {
            format: form,
            seeding,
            best_of,
            seed,
            ..TournamentSetup::default()
        }
    })
}

/// Checks every match of a finished tournament.
fn check_matches(tournament: &Tournament) {
    let setup = tournament.setup();
    for found in tournament.matches() {
        let decision = found.result.expect("the tournament is over");
        for (number, game) in found.games.iter().enumerate() {
            assert_eq!(game.first, found.first_side(number), "seats swap");
        }
        let [upper, lower] = found.half_points();
        match decision {
            MatchResult::Won {
                winner,
                reason: ResultReason::Games,
            } => {
                let points = found.half_points();
                assert!(points[winner.index()] > points[winner.opposite().index()]);
            }
            MatchResult::Won {
                reason: ResultReason::FasterWin | ResultReason::CoinToss,
                ..
            } => {
                assert!(setup.format.is_knock_out() && upper == lower);
                assert_eq!(found.games.len(), usize::from(setup.best_of) + 2);
            }
            MatchResult::Draw => {
                assert!(!setup.format.is_knock_out() && upper == lower);
                assert_eq!(found.games.len(), usize::from(setup.best_of));
            }
            MatchResult::Won {
                reason: ResultReason::Bye,
                ..
            }
            | MatchResult::NotNeeded => {
                assert!(found.games.is_empty());
            }
            MatchResult::Won {
                reason: ResultReason::Walkover,
                ..
            }
            | MatchResult::BothLost => {}
        }
    }
}

/// No entrant loses more matches of a knock-out than its format allows, and exactly one loses
/// fewer.
fn check_losses(tournament: &Tournament) {
    let lives = match tournament.setup().format {
        TournamentFormat::SingleElimination { .. } => 1,
        TournamentFormat::DoubleElimination => 2,
        TournamentFormat::RoundRobin { .. } | TournamentFormat::Swiss { .. } => return,
    };
    let mut losses: BTreeMap<EntrantId, u32> = BTreeMap::new();
    let counted = |stage| stage != foursight_tournament::MatchStage::ThirdPlace;
    for found in tournament.matches().iter().filter(|m| counted(m.stage)) {
        for side in MatchSide::BOTH {
            let entrant = found.slots[side.index()].entrant();
            let has_lost = match found.result {
                Some(MatchResult::Won { winner, .. }) => winner != side,
                // Neither advances.
                Some(MatchResult::BothLost) => true,
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
        setup in setups(), field in 2..20_usize, rng in any::<u64>()
    ) {
        let mut rng = SplitMix64::new(rng);
        let tournament = random_tournament(setup, field, &mut rng, &mut |_| {});
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
        let (done, planned) = tournament.games_done_and_max();
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
        field in 2..11_usize, rounds in 1..12_u16, seed in any::<u64>(), rng in any::<u64>()
    ) {
        let setup = TournamentSetup { format: TournamentFormat::Swiss { rounds }, seed, ..TournamentSetup::default() };
        let mut rng = SplitMix64::new(rng);
        let mut tournament = random_tournament(setup, field, &mut rng, &mut |now| {
            if let Some(TournamentEvent::Paired { pairs, bye }) = now.next_pairing() {
                check_pairing(now, &pairs, bye);
            }
        });
        prop_assert!(tournament.next_pairing().is_none());
        prop_assert!(tournament.apply(TournamentEvent::Began).is_err());
    }

    #[test]
    fn any_prefix_of_the_text_replays_to_its_state(
        setup in setups(), field in 2..9_usize, rng in any::<u64>(), cut in any::<usize>()
    ) {
        let mut states = Vec::new();
        let mut rng = SplitMix64::new(rng);
        let tournament = random_tournament(setup, field, &mut rng, &mut |now| states.push(now.clone()));
        let text = to_text(&tournament);
        let whole = read(&text).expect("its own text");
        prop_assert_eq!(&whole.tournament, &tournament);
        // The writer is killed at any byte.
        let cut = (0..=cut % (text.len() + 1)).rev().find(|cut| text.is_char_boundary(*cut));
        let prefix = &text[..cut.expect("0 is a boundary")];
        if let Ok(found) = read(prefix) {
            prop_assert_eq!(&to_text(&found.tournament), &prefix[..found.complete_bytes]);
            prop_assert!(!prefix[found.complete_bytes..].contains('\n'));
            let count = found.tournament.events().len();
            if let Some(then) = states.iter().find(|state| state.events().len() == count) {
                prop_assert_eq!(&found.tournament, then);
            }
        } else {
            let head = text.find('\n').expect("a first line");
            prop_assert!(prefix.len() <= head, "{prefix:?}");
        }
    }

    #[test]
    fn a_killed_run_resumes_to_the_same_result(
        setup in setups(), field in 2..12_usize, order in any::<u64>(), cut in any::<usize>()
    ) {
        let results = setup.seed;
        let mut one = started_tournament(setup.clone(), field);
        play_out(&mut one, results, &mut SplitMix64::new(order));
        // The same tournament in another order, killed on the way.
        let mut two = started_tournament(setup, field);
        let mut other = SplitMix64::new(order ^ 0xdead);
        for _ in 0..cut % (one.events().len() + 1) {
            if two.phase() != TournamentPhase::Over {
                play_next(&mut two, results, &mut other);
            }
        }
        let mut text = to_text(&two);
        text.push_str("played\t0 0\tfir");
        let mut two = read(&text).expect("a truncated line is ignored").tournament;
        play_out(&mut two, results, &mut other);
        prop_assert_eq!(one.matches(), two.matches());
        prop_assert_eq!(one.standings(), two.standings());
    }

    #[test]
    fn seats_are_even(field in 2..16_usize, double in any::<bool>(), seed in any::<u64>()) {
        let format = TournamentFormat::RoundRobin { double };
        let mut table = started_tournament(TournamentSetup { format, seed, ..TournamentSetup::default() }, field);
        play_out(&mut table, seed, &mut SplitMix64::new(seed));
        for balance in balances(&table).values() {
            prop_assert!(balance.abs() <= 1, "{balance}");
        }
        // Each player meets each other as often as the format says, and none twice in a round.
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
        // In longer ones a third game in the same seat may be the only way to avoid a repeat: see
        // `check_pairing`.
        let rounds = 1 + SplitMix64::new(seed).below(field.div_ceil(2)) as u16;
        let format = TournamentFormat::Swiss { rounds };
        let mut swiss = started_tournament(TournamentSetup { format, seed, ..TournamentSetup::default() }, field);
        play_out(&mut swiss, seed, &mut SplitMix64::new(seed));
        for balance in balances(&swiss).values() {
            prop_assert!(balance.abs() <= 2, "{balance} after {rounds} rounds of {field}");
        }
    }

    #[test]
    fn standings_do_not_depend_on_the_order_of_input(
        form in 0..FORMS.len(), field in 2..12_usize, seed in any::<u64>()
    ) {
        let by_name = |order: &[usize], rng: &mut SplitMix64| {
            let setup = TournamentSetup { format: FORMS[form], seeding: Seeding::Rating, seed, ..TournamentSetup::default() };
            let mut tournament = Tournament::new(setup).expect("a valid setup");
            for number in order {
                let (name, rating) = (format!("p{number}"), Some(*number as i32));
                tournament.apply(TournamentEvent::Entered { name, kind: EntrantKind::Person, rating }).expect("a free slot");
            }
            tournament.apply(TournamentEvent::Began).expect("a field");
            play_out(&mut tournament, seed, rng);
            let name = |row: &Standing| tournament.entrants()[row.entrant.index()].name.clone();
            let line = |row: &Standing| {
                (row.rank, name(row), row.half_points, row.head_to_head, row.buchholz, row.sonneborn_berger)
            };
            tournament.standings().iter().map(line).collect::<Vec<_>>()
        };
        let mut order: Vec<usize> = (0..field).collect();
        let straight = by_name(&order, &mut SplitMix64::new(seed));
        let mut rng = SplitMix64::new(seed ^ 7);
        for last in (1..field).rev() {
            order.swap(last, rng.below(last + 1));
        }
        prop_assert_eq!(straight, by_name(&order, &mut rng));
    }

    #[test]
    fn invalid_text_is_rejected_without_panic(text in any::<String>(), line in "[a-z0-9\t -]{0,40}") {
        prop_assert!(read(&text).is_err());
        let good = to_text(&started_tournament(TournamentSetup::default(), 3));
        let _ = read(&format!("{good}{line}\n"));
        prop_assert!(read_checked(&text, &|_, _| Ok(())).is_err());
        // The app's own check is decisive.
        let refused = read_checked(&good, &|_, _| Err(line.clone()));
        prop_assert_eq!(refused.err(), Some(TournamentReadError::Line { line: 2, message: line.clone() }));
        let _ = read(&format!("foursight-tournament 1\t{line}\n"));
    }
}

/// Number of games in which each moved first, minus those in which it moved second.
fn balances(tournament: &Tournament) -> BTreeMap<EntrantId, i32> {
    let mut balances = BTreeMap::new();
    for found in tournament.matches() {
        for game in &found.games {
            for side in MatchSide::BOTH {
                let entrant = found.slots[side.index()].entrant().expect("both are known");
                *balances.entry(entrant).or_insert(0) += if game.first == side { 1 } else { -1 };
            }
        }
    }
    balances
}

/// Number of matches between two entrants.
fn met(tournament: &Tournament, one: EntrantId, two: EntrantId) -> usize {
    let pairs = tournament.matches().iter().filter_map(Match::pair);
    pairs
        .filter(|pair| pair.contains(&one) && pair.contains(&two))
        .count()
}

/// Asserts that there is no repeat if any pairing, with any bye, avoids it; no second bye unless
/// that avoids a repeat; and no third game in the same seat unless that avoids a repeat or a second
/// bye.
fn check_pairing(
    tournament: &Tournament,
    pairs: &[(EntrantId, EntrantId)],
    bye: Option<EntrantId>,
) {
    let paired = pairs.iter().flat_map(|(one, two)| [*one, *two]);
    let all: Vec<EntrantId> = paired.chain(bye).collect();
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
    let is_new = |one, two| !is_repeat(one, two);
    if pairs.iter().any(|(one, two)| is_repeat(*one, *two)) {
        assert!(!can_pair(&all, &is_new, &|_| true), "{pairs:?} {bye:?}");
        return;
    }
    let previous_byes = bye.map_or(0, byes);
    if previous_byes > 0 {
        assert!(!can_pair(&all, &is_new, &|id| byes(id) < previous_byes));
    }
    if pairs.iter().any(|(one, two)| clash(*one, *two)) {
        let even = |one, two| is_new(one, two) && !clash(one, two);
        assert!(!can_pair(&all, &even, &|id| byes(id) <= previous_byes));
    }
}

/// True if all can be paired, by brute force.
fn can_pair(
    free: &[EntrantId],
    may_meet: &dyn Fn(EntrantId, EntrantId) -> bool,
    may_have_bye: &dyn Fn(EntrantId) -> bool,
) -> bool {
    let Some((one, rest)) = free.split_first() else {
        return true;
    };
    let is_odd = !free.len().is_multiple_of(2);
    if is_odd && may_have_bye(*one) && can_pair(rest, may_meet, may_have_bye) {
        return true;
    }
    (0..rest.len()).any(|place| {
        let mut others = rest.to_vec();
        let two = others.remove(place);
        may_meet(*one, two) && can_pair(&others, may_meet, may_have_bye)
    })
}

#[test]
fn the_largest_fields_of_every_format_end() {
    for form in FORMS {
        let setup = TournamentSetup {
            format: form,
            seeding: Seeding::Random,
            ..TournamentSetup::default()
        };
        let mut full = started_tournament(setup, 256);
        assert!(enter(&mut full, "one more").is_err());
        while full.phase() != TournamentPhase::Over {
            if let Some(pairing) = full.next_pairing() {
                full.apply(pairing).expect("a pairing of its own");
            }
            let due: Vec<_> = full.due_games();
            for due in due {
                play(&mut full, due, Some(Player::First), 7);
            }
        }
        assert!(!full.winners().is_empty());
    }
}
