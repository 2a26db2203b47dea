use foursight_core::{Column, PowerDisc, Variant};
use foursight_table::By;

use super::*;

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

#[track_caller]
fn check_event(event: Event, text: &str) {
    let written = serde_json::to_string(&SentEvent::from(&event)).expect("it can be written");
    assert_eq!(written, text);
    let read: SentEvent = serde_json::from_str(text).expect("it can be read");
    assert_eq!(Event::try_from(read), Ok(event));
}

#[test]
fn events_are_written_and_read() {
    let step = Move::Drop(column(4));
    check_event(
        Event::Moved { step, spent_ms: 12 },
        r#"{"kind":"moved","move":"4","spent_ms":12}"#,
    );
    let offer = Offer::TakeBack(3);
    check_event(
        Event::Offered(Seat::Two, offer),
        r#"{"kind":"offered","seat":1,"offer":{"kind":"take_back","to":3}}"#,
    );
    let ending = Ending::Won(Player::Second, WonBy::Time);
    check_event(
        Event::Ended(ending),
        r#"{"kind":"ended","ending":{"kind":"won","winner":"second","by":"time"}}"#,
    );
    check_event(Event::Paused, r#"{"kind":"paused"}"#);
    check_event(Event::Credited(5), r#"{"kind":"credited","ms":5}"#);
}

#[test]
fn a_start_is_written_and_read() {
    let seats = [Who::Person("ada".into()), Who::Bot("hard".into())];
    let start = Start {
        clock: ClockRule::Total {
            main_ms: 60_000,
            increment_ms: 1_000,
        },
        starts: Starts::InTurn,
        first: Seat::Two,
        consent: Consent::Agreement,
        opening: vec![Move::Drop(column(2)).into()],
        ..Start::new(Ruleset::usual(Variant::FiveInARow), seats)
    };
    check_event(
        Event::Started(Box::new(start)),
        concat!(
            r#"{"kind":"started","start":{"rules":"five-in-a-row 9x6/5","#,
            r#""seats":[{"person":"ada"},{"bot":"hard"}],"starts":"in_turn","first":1,"#,
            r#""clock":{"kind":"total","main_ms":60000,"increment_ms":1000},"#,
            r#""consent":"agreement","opening":[{"move":"2"}],"wins":[0,0],"ties":0,"#,
            r#""is_counted":true,"has_ended":false}}"#
        ),
    );
}

#[test]
fn every_move_is_written_and_read() {
    for (step, text) in [
        (Move::Drop(column(12)), "12"),
        (Move::Pop(column(1)), "P1"),
        (Move::Strike(column(7)), "T7"),
        (Move::Power(PowerDisc::Anvil, column(3)), "A3"),
        (Move::Power(PowerDisc::Double, column(3)), "D3"),
        (Move::Pass, "-"),
    ] {
        let text = format!(r#"{{"kind":"move","at":{{"branch":1,"ply":2}},"move":"{text}"}}"#);
        let at = Point { branch: 1, ply: 2 };
        let command = Command::Move { at, step };
        let sent = SentCommand::of(&command).expect("a seat may move");
        assert_eq!(serde_json::to_string(&sent).expect("written"), text);
        let read: SentCommand = serde_json::from_str(&text).expect("read");
        assert_eq!(Command::from(read), command);
    }
}

#[test]
fn nonsense_is_refused() {
    let at = r#""at":{"branch":1,"ply":0}"#;
    for wrong in ["", "0", "04", "+4", "P", "P0", "X4", "999", "4 ", "--", "é"] {
        let text = format!(r#"{{"kind":"move",{at},"move":"{wrong}"}}"#);
        assert!(
            serde_json::from_str::<SentCommand>(&text).is_err(),
            "{wrong}"
        );
    }
    for text in [
        r#"{"kind":"credit","ms":5}"#,
        r#"{"kind":"left","seat":1}"#,
        r#"{"kind":"move","move":"4"}"#,
        r#"{"kind":"accept"}"#,
        "{}",
        "null",
    ] {
        assert!(serde_json::from_str::<SentCommand>(text).is_err(), "{text}");
    }
    let later: SentEvent = serde_json::from_str(r#"{"kind":"danced"}"#).expect("read");
    assert_eq!(Event::try_from(later), Err(UnknownEvent));
}

#[test]
fn a_table_can_be_rebuilt_from_what_was_sent() {
    let seats = [Who::Person("ada".into()), Who::Person("bob".into())];
    let start = Start::new(Ruleset::STANDARD, seats);
    let mut table = foursight_table::Table::open(start.clone(), 1, 0).expect("no opening");
    let mut log = vec![Entry {
        seq: 1,
        at_ms: 0,
        event: Event::Started(Box::new(start)),
    }];
    for number in [4, 4, 5, 3] {
        let (at, step) = (table.point(), Move::Drop(column(number)));
        let done = table.act(&Command::Move { at, step }, By::Shared, 5);
        log.push(done.expect("legal").expect("new").entry);
    }
    let sent: Vec<_> = log.iter().map(SentEntry::from).collect();
    let text = serde_json::to_string(&sent).expect("written");
    let read: Vec<SentEntry> = serde_json::from_str(&text).expect("read");
    let read = read.into_iter().map(Entry::try_from);
    let read: Vec<_> = read.collect::<Result<_, _>>().expect("known");
    assert_eq!(foursight_table::Table::from_log(&read), Ok(table));
}
