//! Whatever is asked of a table, by anybody and at any time, it keeps its invariants.

mod kit;

use foursight_core::Move;
use foursight_table::{
    Broken, By, ClockRule, Command, Consent, Decision, Entry, Event, Happened, Refused, Seat,
    Start, Table,
};
use proptest::prelude::*;

use kit::{Talk, command, discs, speaker, starts, talks};

/// A table with everything that was said and done at it.
struct Told {
    table: Table,
    /// Each entry with the table after it.
    log: Vec<(Entry, Table)>,
}

/// Lets people talk, and hands each change to a check: the table before, the command, who gave it,
/// what happened, and the table after.
fn tell(
    start: &Start,
    talks: &[Talk],
    mut check: impl FnMut(&Table, &Command, By, &Happened, &Table),
) -> Told {
    let mut table = Table::open(start.clone(), 1, 5).expect("a legal opening");
    let (mut log, mut now_ms) = (Vec::new(), 5);
    for talk in talks {
        now_ms += talk.wait_ms;
        let by = speaker(&table, talk);
        let command = command(&table, talk);
        let before = table.clone();
        let decided = table.decide(&command, by, now_ms.saturating_sub(talk.set_back_ms));
        assert_eq!(table, before, "to decide changes nothing");
        let Ok(Decision::New(entry)) = decided else {
            continue;
        };
        let happened = table.apply(&entry).expect("what was decided can follow");
        check(&before, &command, by, &happened, &table);
        log.push((entry, table.clone()));
    }
    Told { table, log }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn invariants_hold(start in starts(), talks in talks()) {
        tell(&start, &talks, |before, _, _, happened, after| {
            kit::check_table(after);
            kit::check_shifts(before, happened, after);
            kit::check_clocks(before, &happened.entry, after);
            kit::check_times(before, happened, after);
            kit::check_end(before, happened, after);
            assert!(after.point() > before.point() || after.plies() == before.plies());
            assert!(after.point() >= before.point(), "a point never comes back");
        });
    }

    #[test]
    fn any_prefix_of_the_log_gives_the_table_that_was(start in starts(), talks in talks()) {
        let told = tell(&start, &talks, |_, _, _, _, _| {});
        let first = Table::open(start, 1, 5).expect("a legal opening");
        let mut again = first.clone();
        let mut from_last_start = first;
        for (entry, then) in &told.log {
            again.apply(entry).expect("it followed before");
            prop_assert_eq!(&again, then);
            match &entry.event {
                Event::Started(_) => {
                    let log = std::slice::from_ref(entry);
                    from_last_start = Table::from_log(log).expect("a start");
                }
                _ => drop(from_last_start.apply(entry).expect("it followed before")),
            }
            prop_assert_eq!(&from_last_start, then);
        }
        prop_assert_eq!(again, told.table);
    }

    #[test]
    fn what_cannot_follow_changes_nothing(start in starts(), talks in talks()) {
        let told = tell(&start, &talks, |_, _, _, _, _| {});
        let mut table = Table::open(start, 1, 5).expect("a legal opening");
        for (entry, then) in &told.log {
            let later = Entry { seq: entry.seq + 1, ..entry.clone() };
            let before = table.clone();
            prop_assert_eq!(table.apply(&later), Err(Broken::Gap(entry.seq)));
            let early = Entry { at_ms: before.at_ms().wrapping_sub(1), ..entry.clone() };
            prop_assert_eq!(table.apply(&early), Err(Broken::Impossible));
            if let Event::Moved { step, .. } = entry.event {
                let event = Event::Moved { step, spent_ms: u64::MAX };
                let dear = Entry { event, ..entry.clone() };
                prop_assert_eq!(table.apply(&dear), Err(Broken::Impossible));
            }
            prop_assert_eq!(&table, &before);
            prop_assert!(table.apply(entry).is_ok());
            prop_assert_eq!(table.apply(entry), Err(Broken::Old));
            prop_assert_eq!(&table, then);
        }
        // Entries of one game mostly make no sense in another; those that do keep it whole.
        for (entry, _) in &told.log {
            let before = table.clone();
            let (seq, at_ms) = (before.seq() + 1, before.at_ms() + 400);
            match table.apply(&Entry { seq, at_ms, event: entry.event.clone() }) {
                Ok(_) => kit::check_table(&table),
                Err(broken) => {
                    prop_assert_eq!(broken, Broken::Impossible);
                    prop_assert_eq!(&table, &before);
                }
            }
        }
    }

    #[test]
    fn a_command_that_comes_twice_is_done_once(start in starts(), talks in talks()) {
        let mut made: Vec<(Command, By, u64)> = Vec::new();
        tell(&start, &talks, |_, command, by, happened, after| {
            let entry = &happened.entry;
            let moved = matches!(entry.event, Event::Moved { .. });
            if moved {
                made.push((command.clone(), by, entry.seq));
            }
            for (command, by, seq) in &made {
                let Command::Move { at, step } = command else { continue };
                // Only the clock may answer a late copy with something new.
                let decided = after.decide(command, *by, after.at_ms());
                let is_made = after.made().get(at.ply).is_some_and(|made| made.step == *step);
                if at.branch == after.point().branch && is_made {
                    assert_eq!(decided, Ok(Decision::Known(*seq)));
                } else if after.clocks().out_at_ms().is_none_or(|out| out > after.at_ms()) {
                    assert_eq!(decided, Err(Refused::Stale), "{command:?}");
                }
            }
        });
    }

    #[test]
    fn undo_and_redo_change_nothing(start in starts(), talks in talks()) {
        let start = Start { consent: Consent::Free, clock: ClockRule::None, ..start };
        tell(&start, &talks, |_, _, _, _, table| {
            let mut other = table.clone();
            let now_ms = table.at_ms();
            let undo = Command::TakeBack(other.point());
            let Ok(Some(undone)) = other.act(&undo, By::Shared, now_ms) else {
                return;
            };
            assert!(other.plies() < table.plies());
            assert!(!other.is_over());
            assert_eq!(undone.plies.len(), table.plies() - other.plies());
            // A redo may stop before the last move, or go past it to the next own turn.
            while other.plies() < table.plies() {
                let redo = Command::Redo(other.point());
                assert!(other.act(&redo, By::Shared, now_ms).expect("a redo").is_some());
            }
            let whole = |table: &Table| {
                let undone = table.undone().iter().rev();
                table.made().iter().chain(undone).copied().collect::<Vec<_>>()
            };
            assert_eq!(whole(&other), whole(table), "with the times of the moves");
            assert_eq!(other.game().at(table.plies()).as_ref(), Some(table.game()));
            let is_same = other.plies() == table.plies();
            if is_same && table.ending().is_none_or(foursight_core::Ending::is_by_rules) {
                assert_eq!(other.score(), table.score());
                assert_eq!(other.ending(), table.ending());
            }
        });
    }

    #[test]
    fn a_saved_table_goes_on(start in starts(), talks in talks()) {
        let told = tell(&start, &talks, |_, _, _, _, _| {});
        let table = told.table;
        let restored = Table::restore(table.saved(table.at_ms()), 77).expect("it was saved");
        prop_assert_eq!(restored.game(), table.game());
        prop_assert_eq!(restored.made(), table.made());
        prop_assert_eq!(restored.undone(), table.undone());
        prop_assert_eq!(restored.ending(), table.ending());
        prop_assert_eq!(restored.score(), table.score());
        prop_assert_eq!(restored.is_paused(), table.is_paused());
        prop_assert_eq!(restored.saved(77), table.saved(table.at_ms()));
        for seat in Seat::BOTH {
            let [now, then] = [(&restored, 77), (&table, table.at_ms())]
                .map(|(table, at_ms)| table.clocks().left_ms(seat, at_ms));
            prop_assert_eq!(now, then, "clocks go on");
        }
    }

    #[test]
    fn only_those_who_may_speak_change_it(start in starts(), talks in talks()) {
        let start = Start { consent: Consent::NoTakeBack, ..start };
        tell(&start, &talks, |before, _, by, happened, _| {
            match (&happened.entry.event, by) {
                (Event::TakenBack(_) | Event::Redone(_), _) => panic!("moves stay made"),
                (Event::Moved { .. }, By::Host) => panic!("the host does not play"),
                (Event::Moved { .. }, By::Seat(seat)) => {
                    assert_eq!(Some(seat), before.to_move());
                }
                (Event::Moved { .. }, By::Shared) => {
                    let seat = before.to_move().expect("the game went on");
                    assert!(before.start().is_person(seat));
                }
                (Event::Credited(_), by) => assert_eq!(by, By::Host),
                (Event::Offered(seat, _), By::Seat(speaker)) => assert_eq!(*seat, speaker),
                _ => {}
            }
        });
    }
}

#[test]
fn every_refusal_has_a_code_of_its_own() {
    let all = [
        Refused::NotYourTurn,
        Refused::GameOver,
        Refused::NotOver,
        Refused::Stale,
        Refused::Ahead,
        Refused::Paused,
        Refused::TimeLeft,
        Refused::NothingToUndo,
        Refused::NothingToRedo,
        Refused::NoOffer,
        Refused::AlreadyOffered,
        Refused::TooManyOffers,
        Refused::NotAllowed,
    ];
    let mut codes: Vec<_> = all.iter().map(|refused| refused.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), all.len());
    let is_plain = |code: &&str| code.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    assert!(codes.iter().all(is_plain));
}

#[test]
fn discs_are_found() {
    // The checks above would pass on an empty grid: this one shows that they see discs.
    let start = kit::people(foursight_core::Ruleset::STANDARD);
    let mut table = Table::open(start, 1, 0).expect("no opening");
    let step = Move::Drop(foursight_core::Column::from_number(4).expect("in range"));
    let at = table.point();
    let happened = table.act(&Command::Move { at, step }, By::Seat(Seat::One), 9);
    assert!(happened.is_ok());
    assert_eq!(discs(&table).len(), 1);
}
