use foursight_core::{Column, DrawRule, PowerDisc, Variant};
use foursight_table::Actor;

use super::*;

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

#[track_caller]
fn check_event(event: Event, text: &str) {
    let written = serde_json::to_string(&WireEvent::from(&event)).expect("encodes");
    assert_eq!(written, text);
    let read: WireEvent = serde_json::from_str(text).expect("decodes");
    assert_eq!(Event::try_from(read), Ok(event));
}

#[test]
fn events_round_trip() {
    let mv = Move::Drop(column(4));
    check_event(
        Event::MovePlayed { mv, spent_ms: 12 },
        r#"{"kind":"moved","move":"4","spent_ms":12}"#,
    );
    let offer = Offer::TakeBack { to: 3 };
    check_event(
        Event::OfferMade(Seat::Two, offer),
        r#"{"kind":"offered","seat":1,"offer":{"kind":"take_back","to":3}}"#,
    );
    let ending = Ending::Won(Player::Second, WinReason::Time);
    check_event(
        Event::GameEnded(ending),
        r#"{"kind":"ended","ending":{"kind":"won","winner":"second","by":"time"}}"#,
    );
    for (by, name) in [
        (DrawReason::Agreement, "agreement"),
        (DrawReason::Rules(DrawRule::BoardFull), "grid_full"),
        (DrawReason::Rules(DrawRule::NoMoves), "no_moves"),
        (DrawReason::Rules(DrawRule::Repetition), "repetition"),
        (DrawReason::Rules(DrawRule::TooLong), "too_long"),
    ] {
        check_event(
            Event::GameEnded(Ending::Draw(by)),
            &format!(r#"{{"kind":"ended","ending":{{"kind":"tied","by":"{name}"}}}}"#),
        );
    }
    check_event(Event::Paused, r#"{"kind":"paused"}"#);
    check_event(Event::TimeCredited(5), r#"{"kind":"credited","ms":5}"#);
}

#[test]
fn a_start_round_trips() {
    let seats = [Occupant::Person("ada".into()), Occupant::Bot("hard".into())];
    let start = GameStart {
        time_control: TimeControl::Fischer {
            main_ms: 60_000,
            increment_ms: 1_000,
        },
        start_policy: StartPolicy::Alternate,
        first: Seat::Two,
        consent: Consent::Agreement,
        opening: vec![Move::Drop(column(2)).into()],
        ..GameStart::new(Ruleset::default_for(Variant::FiveInARow), seats)
    };
    check_event(
        Event::GameStarted(Box::new(start)),
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
fn every_move_round_trips() {
    for (mv, text) in [
        (Move::Drop(column(12)), "12"),
        (Move::Pop(column(1)), "P1"),
        (Move::Strike(column(7)), "T7"),
        (Move::Power(PowerDisc::Anvil, column(3)), "A3"),
        (Move::Power(PowerDisc::Double, column(3)), "D3"),
        (Move::Pass, "-"),
    ] {
        let text = format!(r#"{{"kind":"move","at":{{"branch":1,"ply":2}},"move":"{text}"}}"#);
        let at = Point { branch: 1, ply: 2 };
        let command = Command::PlayMove { at, mv };
        let sent = WireCommand::from_command(&command).expect("a seat may move");
        assert_eq!(serde_json::to_string(&sent).expect("written"), text);
        let read: WireCommand = serde_json::from_str(&text).expect("read");
        assert_eq!(Command::from(read), command);
    }
}

#[test]
fn malformed_commands_are_rejected() {
    let at = r#""at":{"branch":1,"ply":0}"#;
    for wrong in ["", "0", "04", "+4", "P", "P0", "X4", "999", "4 ", "--", "é"] {
        let text = format!(r#"{{"kind":"move",{at},"move":"{wrong}"}}"#);
        assert!(
            serde_json::from_str::<WireCommand>(&text).is_err(),
            "{wrong}"
        );
    }
    for text in [
        r#"{"kind":"credit","ms":5}"#,
        r#"{"kind":"accept","offer":{"kind":"take_back"}}"#,
        r#"{"kind":"accept","offer":{"kind":"dance"}}"#,
        r#"{"kind":"left","seat":1}"#,
        r#"{"kind":"move","move":"4"}"#,
        r#"{"kind":"accept"}"#,
        "{}",
        "null",
    ] {
        assert!(serde_json::from_str::<WireCommand>(text).is_err(), "{text}");
    }
    let offered = r#"{"kind":"offered","seat":2,"offer":{"kind":"draw"}}"#;
    assert!(serde_json::from_str::<WireEvent>(offered).is_err());
    let unknown: WireEvent = serde_json::from_str(r#"{"kind":"danced"}"#).expect("read");
    assert_eq!(Event::try_from(unknown), Err(UnknownEvent));
}

#[test]
fn a_table_is_rebuilt_from_a_decoded_log() {
    let seats = [
        Occupant::Person("ada".into()),
        Occupant::Person("bob".into()),
    ];
    let start = GameStart::new(Ruleset::STANDARD, seats);
    let mut table = foursight_table::Table::open(start.clone(), 1, 0).expect("no opening");
    let mut log = vec![Entry {
        seq: 1,
        at_ms: 0,
        event: Event::GameStarted(Box::new(start)),
    }];
    for number in [4, 4, 5, 3] {
        let (at, mv) = (table.point(), Move::Drop(column(number)));
        let done = table.decide_and_apply(&Command::PlayMove { at, mv }, Actor::SharedDevice, 5);
        log.push(done.expect("legal").expect("new").entry);
    }
    let sent: Vec<_> = log.iter().map(WireEntry::from).collect();
    let text = serde_json::to_string(&sent).expect("written");
    let read: Vec<WireEntry> = serde_json::from_str(&text).expect("read");
    let read = read.into_iter().map(Entry::try_from);
    let read: Vec<_> = read.collect::<Result<_, _>>().expect("known");
    assert_eq!(foursight_table::Table::from_log(&read), Ok(table));
}
