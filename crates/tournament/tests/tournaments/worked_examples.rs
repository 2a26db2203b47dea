//! Small tournaments worked out by hand.

use crate::common::{enter, play, play_out, started_tournament};
use foursight_core::{Player, SplitMix64};
use foursight_tournament::{
    Absentee, EntrantId, Match, MatchId, MatchResult, MatchSide, MatchSlot, MatchStage,
    ResultReason, Tournament, TournamentError, TournamentEvent, TournamentFormat, TournamentPhase,
    TournamentSetup, read, read_checked, to_text,
};

const KNOCK_OUT: TournamentFormat = TournamentFormat::SingleElimination { third_place: false };

fn of(form: TournamentFormat) -> TournamentSetup {
    TournamentSetup {
        format: form,
        ..TournamentSetup::default()
    }
}

/// Formats the first round by seeds from 1, as in `1-8 4-5`; a bye is `1-`.
fn first_round(tournament: &Tournament) -> String {
    let rounds = tournament.rounds();
    let side = |place: MatchSlot| {
        place
            .entrant()
            .map_or(String::new(), |id| (id.0 + 1).to_string())
    };
    let pair = |found: &&Match| format!("{}-{}", side(found.slots[0]), side(found.slots[1]));
    rounds[0].1.iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// Wins the next game of a match for an entrant.
fn win(tournament: &mut Tournament, match_id: u32, entrant: u16) {
    let due = tournament
        .due_games()
        .into_iter()
        .find(|due| due.match_id == MatchId(match_id));
    let due = due.unwrap_or_else(|| panic!("match {match_id} is not due"));
    let winner = if due.first == EntrantId(entrant) {
        Player::First
    } else {
        assert_eq!(due.second, EntrantId(entrant));
        Player::Second
    };
    play(tournament, due, Some(winner), 7);
}

fn ranks(tournament: &Tournament) -> Vec<(usize, u16)> {
    let standings = tournament.standings();
    standings
        .iter()
        .map(|row| (row.rank, row.entrant.0))
        .collect()
}

#[test]
fn byes_go_to_the_best_seeds() {
    let rows = [
        (2, "1-2"),
        (3, "1- 2-3"),
        (4, "1-4 2-3"),
        (5, "1- 4-5 2- 3-"),
        (6, "1- 4-5 2- 3-6"),
        (7, "1- 4-5 2-7 3-6"),
        (8, "1-8 4-5 2-7 3-6"),
        (9, "1- 8-9 4- 5- 2- 7- 3- 6-"),
        (10, "1- 8-9 4- 5- 2- 7-10 3- 6-"),
        (11, "1- 8-9 4- 5- 2- 7-10 3- 6-11"),
        (12, "1- 8-9 4- 5-12 2- 7-10 3- 6-11"),
        (13, "1- 8-9 4-13 5-12 2- 7-10 3- 6-11"),
        (14, "1- 8-9 4-13 5-12 2- 7-10 3-14 6-11"),
        (15, "1- 8-9 4-13 5-12 2-15 7-10 3-14 6-11"),
        (16, "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"),
    ];
    for (field, expected) in rows {
        assert_eq!(
            first_round(&started_tournament(of(KNOCK_OUT), field)),
            expected,
            "{field}"
        );
    }
}

#[test]
fn a_single_elimination_of_five() {
    let mut cup = started_tournament(
        of(TournamentFormat::SingleElimination { third_place: true }),
        5,
    );
    // 4 against 5 first; 2 and 3 have byes and meet at once.
    let due: Vec<u32> = cup.due_games().iter().map(|due| due.match_id.0).collect();
    assert_eq!(due, [1, 5]);
    win(&mut cup, 1, 4);
    win(&mut cup, 5, 2);
    win(&mut cup, 4, 0);
    let third = cup
        .rounds()
        .iter()
        .find(|round| round.0 == MatchStage::ThirdPlace)
        .map(|r| r.1[0].id);
    win(&mut cup, third.expect("a match for the third place").0, 1);
    assert_eq!(cup.phase(), TournamentPhase::Running);
    win(&mut cup, 7, 2);
    assert_eq!(cup.winners(), [EntrantId(2)]);
    assert_eq!(ranks(&cup), [(1, 2), (2, 0), (3, 1), (4, 4), (5, 3)]);
}

#[test]
fn a_double_elimination_with_a_reset() {
    let mut cup = started_tournament(of(TournamentFormat::DoubleElimination), 4);
    // Winners: 0 beats 3, 1 beats 2. Losers: 3 beats 2, who is out.
    win(&mut cup, 0, 0);
    win(&mut cup, 1, 1);
    win(&mut cup, 2, 3);
    // 0 beats 1, who drops and loses to 3 as well.
    win(&mut cup, 3, 0);
    win(&mut cup, 4, 3);
    let last = |cup: &Tournament| cup.matches().last().cloned().expect("the reset");
    assert_eq!(last(&cup).stage, MatchStage::Reset);
    let straight = {
        let mut cup = cup.clone();
        win(&mut cup, 5, 0);
        cup
    };
    assert_eq!(last(&straight).result, Some(MatchResult::NotNeeded));
    assert_eq!(ranks(&straight), [(1, 0), (2, 3), (3, 1), (4, 2)]);
    // 3 wins the grand final: now both have lost once.
    win(&mut cup, 5, 3);
    assert!(last(&cup).is_due());
    let mut other = cup.clone();
    win(&mut cup, 6, 0);
    assert_eq!(ranks(&cup), [(1, 0), (2, 3), (3, 1), (4, 2)]);
    win(&mut other, 6, 3);
    assert_eq!(ranks(&other), [(1, 3), (2, 0), (3, 1), (4, 2)]);
}

#[test]
fn a_double_elimination_of_two_has_up_to_three_matches() {
    let mut cup = started_tournament(of(TournamentFormat::DoubleElimination), 2);
    win(&mut cup, 0, 0);
    win(&mut cup, 1, 1);
    win(&mut cup, 2, 1);
    assert_eq!(cup.winners(), [EntrantId(1)]);
}

#[test]
fn an_entrant_who_drops_avoids_an_immediate_rematch() {
    let met = |cup: &Tournament, pair: [EntrantId; 2], before: MatchId| {
        let earlier = cup.matches().iter().filter(|found| found.id < before);
        let pairs = earlier.filter_map(Match::pair);
        pairs
            .filter(|two| pair.iter().all(|id| two.contains(id)))
            .count()
    };
    for (field, results) in [8, 16, 32, 64, 128].into_iter().cycle().zip(1..200) {
        let mut cup = started_tournament(of(TournamentFormat::DoubleElimination), field);
        play_out(&mut cup, results, &mut SplitMix64::new(results * 77));
        for found in cup.matches() {
            // With two slots left below, each already holds a beaten opponent.
            let falls = match found.stage {
                MatchStage::Losers { round, of } => round.is_multiple_of(2) && round + 4 <= of,
                _ => false,
            };
            if let Some(pair) = found.pair().filter(|_| falls) {
                assert_eq!(met(&cup, pair, found.id), 0, "{field}: {pair:?}");
            }
        }
    }
}

#[test]
fn best_of_three_stops_when_it_is_decided() {
    let setup = TournamentSetup {
        best_of: 3,
        ..of(KNOCK_OUT)
    };
    let mut cup = started_tournament(setup, 2);
    win(&mut cup, 0, 0);
    assert_eq!(cup.phase(), TournamentPhase::Running);
    win(&mut cup, 0, 0);
    assert_eq!(cup.winners(), [EntrantId(0)]);
    let games = &cup.matches()[0].games;
    assert_ne!(games[0].first, games[1].first, "the seats swap");
}

#[test]
fn a_level_knock_out_match_is_decided_by_extra_games_faster_win_and_coin_toss() {
    let finish = |wins: [(Option<Player>, u16); 3], seed: u64| {
        let mut cup = started_tournament(
            TournamentSetup {
                seed,
                ..of(KNOCK_OUT)
            },
            2,
        );
        for (winner, plies) in wins {
            assert_eq!(cup.phase(), TournamentPhase::Running);
            let due = cup.due_games()[0];
            play(&mut cup, due, winner, plies);
        }
        cup.matches()[0].result
    };
    let first = Some(Player::First);
    let second = Some(Player::Second);
    let won = |winner, by| Some(MatchResult::Won { winner, reason: by });
    // A draw, then one win each by the first seat: 0 in game 3 with 15 plies, 1 in game 2 with 21.
    let shorter = won(MatchSide::Upper, ResultReason::FasterWin);
    assert_eq!(finish([(None, 42), (first, 21), (first, 15)], 1), shorter);
    // 15 and 16 plies are both eight own moves, so a coin toss decides; both sides can win them.
    let tosses: Vec<_> = (0..20)
        .map(|seed| finish([(None, 42), (first, 15), (second, 16)], seed))
        .collect();
    assert!(
        tosses
            .iter()
            .all(|found| *found == won(MatchSide::Lower, ResultReason::Games)),
        "two wins of one side"
    );
    let tosses: Vec<_> = (0..20).map(|seed| finish([(None, 42); 3], seed)).collect();
    assert!(
        tosses.contains(&won(MatchSide::Upper, ResultReason::CoinToss))
            && tosses.contains(&won(MatchSide::Lower, ResultReason::CoinToss))
    );
    let even: Vec<_> = (0..20)
        .map(|seed| finish([(None, 42), (second, 16), (second, 16)], seed))
        .collect();
    assert!(
        even.contains(&won(MatchSide::Upper, ResultReason::CoinToss))
            && even.contains(&won(MatchSide::Lower, ResultReason::CoinToss))
    );
}

#[test]
fn late_entrants_take_free_places() {
    let mut cup = started_tournament(of(KNOCK_OUT), 3);
    assert_eq!(first_round(&cup), "1- 2-3");
    enter(&mut cup, "late").expect("the bye of the first seed is free");
    assert_eq!(first_round(&cup), "1-4 2-3");
    assert_eq!(enter(&mut cup, "later"), Err(TournamentError::TooLate));
    // Once the entrant with the bye has played on, it is too late.
    let mut cup = started_tournament(of(KNOCK_OUT), 3);
    win(&mut cup, 1, 1);
    win(&mut cup, 2, 0);
    assert_eq!(enter(&mut cup, "late"), Err(TournamentError::TooLate));
    // A round robin has a free slot if the field is odd.
    let mut table = started_tournament(of(TournamentFormat::RoundRobin { double: false }), 3);
    assert_eq!(table.due_games().len(), 3);
    enter(&mut table, "late").expect("a free place");
    assert_eq!(table.due_games().len(), 6);
    assert_eq!(enter(&mut table, "later"), Err(TournamentError::TooLate));
    // Swiss accepts entrants until its last round is paired.
    let mut swiss = started_tournament(of(TournamentFormat::Swiss { rounds: 1 }), 2);
    enter(&mut swiss, "late").expect("before the round");
    let pairing = swiss.next_pairing().expect("a round");
    swiss.apply(pairing).expect("its own");
    assert_eq!(enter(&mut swiss, "later"), Err(TournamentError::TooLate));
}

#[test]
fn withdrawn_and_absent_entrants_lose() {
    let mut cup = started_tournament(of(KNOCK_OUT), 4);
    cup.apply(TournamentEvent::Withdrew(EntrantId(0)))
        .expect("it is there");
    assert_eq!(cup.matches()[0].winner(), Some(EntrantId(3)));
    let absentee = Absentee::Both;
    let match_id = MatchId(1);
    cup.apply(TournamentEvent::Absent { match_id, absentee })
        .expect("it is due");
    assert_eq!(cup.winners(), [EntrantId(3)], "nobody is left to play");
    let name = cup.entrants()[0].name.clone();
    assert_eq!(
        cup.apply(TournamentEvent::Withdrew(EntrantId(0))),
        Err(TournamentError::HasWithdrawn(name))
    );
}

#[test]
fn equal_points_are_ranked_as_the_table_says() {
    // Each beats the next: 0-1, 1-2, 2-0, and all beat 3.
    let mut table = started_tournament(of(TournamentFormat::RoundRobin { double: false }), 4);
    while let Some(due) = table.due_games().first().copied() {
        let (one, two) = (due.first.0, due.second.0);
        let first_wins = two == 3 || one != 3 && (one + 1) % 3 == two;
        let winner = if first_wins {
            Player::First
        } else {
            Player::Second
        };
        play(&mut table, due, Some(winner), 7);
    }
    // Three are level in everything and share first place.
    assert_eq!(ranks(&table), [(1, 0), (1, 1), (1, 2), (4, 3)]);
    let row = table.standings()[0];
    assert_eq!((row.half_points, row.head_to_head), (4, 2));
    // Each met two with 2 points and one with 0, and beat one of each.
    assert_eq!((row.buchholz, row.sonneborn_berger), (8, 8));
    assert_eq!(table.winners().len(), 3);
}

#[test]
fn the_text_is_as_documented() {
    let mut cup = started_tournament(
        TournamentSetup {
            rules: "pop-out 7x6/4".to_owned(),
            ..of(TournamentFormat::Swiss { rounds: 2 })
        },
        3,
    );
    let pairing = cup.next_pairing().expect("a round");
    cup.apply(pairing).expect("its own");
    let due = cup.due_games()[0];
    play(&mut cup, due, None, 42);
    cup.apply(TournamentEvent::Withdrew(EntrantId(1)))
        .expect("it is there");
    let text = to_text(&cup);
    let expected = "foursight-tournament 1\tswiss 2\tbest-of 1\tseeding order\tseed 1\topenings 0\t\
                    pop-out 7x6/4\tTournament\n\
                    enter\tperson\t-\tp0\nenter\tperson\t-\tp1\nenter\tperson\t-\tp2\n\
                    begin\npair\t0-1\t2\nplayed\t0 0\ttie\t42\t\nwithdraw\t1\n";
    assert_eq!(text, expected);
    for (from, to, reason) in [
        ("begin", "began", "line 5: not an event"),
        (
            "0-1",
            "0-0",
            "line 6: a round must pair every entrant who is present once",
        ),
        (
            "0 0",
            "0 1",
            "line 7: game 1 of the match, where game 0 is next",
        ),
        (
            "best-of 1",
            "best-of 0",
            "line 1: best of 0: choose 1 to 15 games",
        ),
        (
            "tournament 1",
            "tournament 2",
            "a tournament begins with a line \"foursight-tournament 1 …\"",
        ),
        (
            "p1",
            "p0",
            "line 3: \"p0\" has entered already: choose another name",
        ),
    ] {
        let error = read(&text.replacen(from, to, 1)).expect_err(from);
        assert_eq!(error.to_string(), reason);
    }
}

/// A truncated list of entrants is rejected, wherever the cut is; a text that is cut after the
/// start can continue.
#[test]
fn a_truncated_list_of_entrants_is_rejected() {
    let text = to_text(&started_tournament(of(KNOCK_OUT), 5));
    let read_all = |text: &str| read_checked(text, &|_, _| Ok(()));
    let head = text.find('\n').expect("a first line") + 1;
    for cut in head..text.len() {
        let line = text[..cut].matches('\n').count() + 1;
        let reason = "the list of players ends before the line \"begin\", so some may be missing";
        let error = read_all(&text[..cut]).expect_err("it is cut");
        assert_eq!(error.to_string(), format!("line {line}: {reason}"));
    }
    assert!(read_all(&text).is_ok());
    assert!(read_all(&format!("{text}played\t1 0\tfir")).is_ok());
}

/// Five entrants in three rounds, by hand: the lowest has the bye, equals meet equals, and Buchholz
/// breaks the draws.
#[test]
fn a_small_swiss_tournament() {
    let mut swiss = started_tournament(of(TournamentFormat::Swiss { rounds: 3 }), 5);
    let mut paired = Vec::new();
    while let Some(pairing) = swiss.next_pairing() {
        let TournamentEvent::Paired { pairs, bye } = &pairing else {
            panic!("a pairing");
        };
        let mut pairs: Vec<[u16; 2]> = pairs.iter().map(|(a, b)| [a.0, b.0]).collect();
        for pair in &mut pairs {
            pair.sort_unstable();
        }
        pairs.sort_unstable();
        paired.push((pairs, bye.map(|id| id.0)));
        swiss.apply(pairing).expect("its own");
        // The better seed always wins.
        for due in swiss.due_games() {
            win(&mut swiss, due.match_id.0, due.first.0.min(due.second.0));
        }
    }
    let expected = [
        // Upper half against lower half; the last has a bye.
        (vec![[0, 2], [1, 3]], Some(4)),
        // 0, 1 and 4 have a point: 0 meets 1, 4 meets one of those without; the other has a bye.
        (vec![[0, 1], [2, 4]], Some(3)),
    ];
    assert_eq!(paired[..2], expected);
    // Each player has met two or three others once, and none had two byes.
    let rested: Vec<_> = paired.iter().filter_map(|(_, bye)| *bye).collect();
    assert_eq!(rested.len(), 3);
    assert!(
        rested
            .iter()
            .all(|id| rested.iter().filter(|it| *it == id).count() == 1)
    );
    assert_eq!(swiss.winners(), [EntrantId(0)]);
}
