//! A table keeps its invariants under random commands of random actors at random times.

mod support;

use foursight_core::Move;
use foursight_table::{
    Actor, AppliedEvent, ApplyError, Command, CommandError, Consent, Decision, Entry, Event,
    GameStart, Seat, Table, TimeControl,
};
use proptest::prelude::*;

use support::{RandomInput, actor, command, discs, random_inputs, starts};

/// A table after random play, with its log.
struct RandomPlay {
    table: Table,
    /// Each entry with the table after it.
    log: Vec<(Entry, Table)>,
}

/// Executes random commands and calls `check` on each change with the table before, the command,
/// its actor, the effects and the table after.
fn play_random(
    start: &GameStart,
    inputs: &[RandomInput],
    mut check: impl FnMut(&Table, &Command, Actor, &AppliedEvent, &Table),
) -> RandomPlay {
    let mut table = Table::open(start.clone(), 1, 5).expect("a legal opening");
    let (mut log, mut now_ms) = (Vec::new(), 5);
    for input in inputs {
        now_ms += input.wait_ms;
        let actor = actor(&table, input);
        let command = command(&table, input);
        let before = table.clone();
        let decided = table.decide(&command, actor, now_ms.saturating_sub(input.set_back_ms));
        assert_eq!(table, before, "`decide` changes nothing");
        let Ok(Decision::New(entry)) = decided else {
            continue;
        };
        let applied = table.apply(&entry).expect("a decided event applies");
        check(&before, &command, actor, &applied, &table);
        log.push((entry, table.clone()));
    }
    RandomPlay { table, log }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn invariants_hold(start in starts(), inputs in random_inputs()) {
        play_random(&start, &inputs, |before, _, _, applied, after| {
            support::check_table(after);
            support::check_disc_motions(before, applied, after);
            support::check_clocks(before, &applied.entry, after);
            support::check_times(before, applied, after);
            support::check_end(before, applied, after);
            assert!(after.point() > before.point() || after.plies() == before.plies());
            assert!(after.point() >= before.point(), "a point never recurs");
        });
    }

    #[test]
    fn replaying_a_prefix_of_the_log_restores_the_table(start in starts(), inputs in random_inputs()) {
        let play = play_random(&start, &inputs, |_, _, _, _, _| {});
        let first = Table::open(start, 1, 5).expect("a legal opening");
        let mut replayed = first.clone();
        let mut from_last_start = first;
        for (entry, then) in &play.log {
            replayed.apply(entry).expect("it applied before");
            prop_assert_eq!(&replayed, then);
            match &entry.event {
                Event::GameStarted(_) => {
                    let log = std::slice::from_ref(entry);
                    from_last_start = Table::from_log(log).expect("a start");
                }
                _ => drop(from_last_start.apply(entry).expect("it applied before")),
            }
            prop_assert_eq!(&from_last_start, then);
        }
        prop_assert_eq!(replayed, play.table);
    }

    #[test]
    fn an_invalid_entry_changes_nothing(start in starts(), inputs in random_inputs()) {
        let play = play_random(&start, &inputs, |_, _, _, _, _| {});
        let mut table = Table::open(start, 1, 5).expect("a legal opening");
        for (entry, then) in &play.log {
            let later = Entry { seq: entry.seq + 1, ..entry.clone() };
            let before = table.clone();
            prop_assert_eq!(table.apply(&later), Err(ApplyError::Gap(entry.seq)));
            let early = Entry { at_ms: before.at_ms().wrapping_sub(1), ..entry.clone() };
            prop_assert_eq!(table.apply(&early), Err(ApplyError::Invalid));
            if let Event::MovePlayed { mv, .. } = entry.event {
                let event = Event::MovePlayed { mv, spent_ms: u64::MAX };
                let overcharged = Entry { event, ..entry.clone() };
                prop_assert_eq!(table.apply(&overcharged), Err(ApplyError::Invalid));
            }
            prop_assert_eq!(&table, &before);
            prop_assert!(table.apply(entry).is_ok());
            prop_assert_eq!(table.apply(entry), Err(ApplyError::AlreadyApplied));
            prop_assert_eq!(&table, then);
        }
        // Most entries of one game are invalid in another; those that apply keep its invariants.
        for (entry, _) in &play.log {
            let before = table.clone();
            let (seq, at_ms) = (before.seq() + 1, before.at_ms() + 400);
            match table.apply(&Entry { seq, at_ms, event: entry.event.clone() }) {
                Ok(_) => support::check_table(&table),
                Err(error) => {
                    prop_assert_eq!(error, ApplyError::Invalid);
                    prop_assert_eq!(&table, &before);
                }
            }
        }
    }

    #[test]
    fn a_duplicate_command_takes_effect_once(start in starts(), inputs in random_inputs()) {
        let mut played: Vec<(Command, Actor, u64)> = Vec::new();
        play_random(&start, &inputs, |_, command, actor, applied, after| {
            let entry = &applied.entry;
            let moved = matches!(entry.event, Event::MovePlayed { .. });
            if moved {
                played.push((command.clone(), actor, entry.seq));
            }
            for (command, actor, seq) in &played {
                let Command::PlayMove { at, mv } = command else { continue };
                // Only an expired clock may turn a late copy into a new event.
                let decided = after.decide(command, *actor, after.at_ms());
                let is_played = after.timed_moves().get(at.ply).is_some_and(|timed| timed.mv == *mv);
                if at.branch == after.point().branch && is_played {
                    assert_eq!(decided, Ok(Decision::Duplicate(*seq)));
                } else if after.clocks().expires_at_ms().is_none_or(|expiry_ms| expiry_ms > after.at_ms()) {
                    assert_eq!(decided, Err(CommandError::Stale), "{command:?}");
                }
            }
        });
    }

    #[test]
    fn undo_and_redo_change_nothing(start in starts(), inputs in random_inputs()) {
        let start = GameStart { consent: Consent::Free, time_control: TimeControl::Unlimited, ..start };
        play_random(&start, &inputs, |_, _, _, _, table| {
            let mut other = table.clone();
            let now_ms = table.at_ms();
            let undo = Command::TakeBack(other.point());
            let Ok(Some(undone)) = other.decide_and_apply(&undo, Actor::SharedDevice, now_ms) else {
                return;
            };
            assert!(other.plies() < table.plies());
            assert!(!other.is_over());
            assert_eq!(undone.plies.len(), table.plies() - other.plies());
            // A redo may stop before the last move, or go past it to the actor's next turn.
            while other.plies() < table.plies() {
                let redo = Command::Redo(other.point());
                assert!(other.decide_and_apply(&redo, Actor::SharedDevice, now_ms).expect("a redo").is_some());
            }
            let all_moves = |table: &Table| {
                let undone = table.undone().iter().rev();
                table.timed_moves().iter().chain(undone).copied().collect::<Vec<_>>()
            };
            assert_eq!(all_moves(&other), all_moves(table), "with the times of the moves");
            assert_eq!(other.game().at_ply(table.plies()).as_ref(), Some(table.game()));
            let is_same = other.plies() == table.plies();
            if is_same && table.ending().is_none_or(foursight_core::Ending::is_by_rules) {
                assert_eq!(other.score(), table.score());
                assert_eq!(other.ending(), table.ending());
            }
        });
    }

    #[test]
    fn a_restored_table_equals_the_saved_one(start in starts(), inputs in random_inputs()) {
        let play = play_random(&start, &inputs, |_, _, _, _, _| {});
        let table = play.table;
        let restored = Table::restore(table.to_saved(table.at_ms()), 77).expect("it was saved");
        prop_assert_eq!(restored.game(), table.game());
        prop_assert_eq!(restored.timed_moves(), table.timed_moves());
        prop_assert_eq!(restored.undone(), table.undone());
        prop_assert_eq!(restored.ending(), table.ending());
        prop_assert_eq!(restored.score(), table.score());
        prop_assert_eq!(restored.is_paused(), table.is_paused());
        prop_assert_eq!(restored.to_saved(77), table.to_saved(table.at_ms()));
        for seat in Seat::BOTH {
            let [now, then] = [(&restored, 77), (&table, table.at_ms())]
                .map(|(table, at_ms)| table.clocks().remaining_ms(seat, at_ms));
            prop_assert_eq!(now, then, "clocks continue");
        }
    }

    #[test]
    fn only_authorised_actors_change_a_table(start in starts(), inputs in random_inputs()) {
        let start = GameStart { consent: Consent::NoTakeBack, ..start };
        play_random(&start, &inputs, |before, _, actor, applied, _| {
            match (&applied.entry.event, actor) {
                (Event::MovesTakenBack(_) | Event::MovesRedone(_), _) => panic!("no take-backs"),
                (Event::MovePlayed { .. }, Actor::Host) => panic!("the host does not play"),
                (Event::MovePlayed { .. }, Actor::Seat(seat)) => {
                    assert_eq!(Some(seat), before.to_move());
                }
                (Event::MovePlayed { .. }, Actor::SharedDevice) => {
                    let seat = before.to_move().expect("the game was in progress");
                    assert!(before.start().is_person(seat));
                }
                (Event::TimeCredited(_), actor) => assert_eq!(actor, Actor::Host),
                (Event::OfferMade(seat, _), Actor::Seat(by_seat)) => assert_eq!(*seat, by_seat),
                _ => {}
            }
        });
    }
}

#[test]
fn every_error_has_a_unique_code() {
    let all = [
        CommandError::NotYourTurn,
        CommandError::GameOver,
        CommandError::NotOver,
        CommandError::Stale,
        CommandError::Ahead,
        CommandError::Paused,
        CommandError::TimeLeft,
        CommandError::NothingToUndo,
        CommandError::NothingToRedo,
        CommandError::NoOffer,
        CommandError::AlreadyOffered,
        CommandError::TooManyOffers,
        CommandError::NotAllowed,
    ];
    let mut codes: Vec<_> = all.iter().map(|error| error.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all.len());
    let is_plain = |code: &&str| code.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    assert!(codes.iter().all(is_plain));
}

#[test]
fn the_disc_checks_see_discs() {
    // The checks above would pass on an empty board: this test shows that they see discs.
    let start = support::people(foursight_core::Ruleset::STANDARD);
    let mut table = Table::open(start, 1, 0).expect("no opening");
    let mv = Move::Drop(foursight_core::Column::from_number(4).expect("in range"));
    let at = table.point();
    let applied = table.decide_and_apply(&Command::PlayMove { at, mv }, Actor::Seat(Seat::One), 9);
    assert!(applied.is_ok());
    assert_eq!(discs(&table).len(), 1);
}
