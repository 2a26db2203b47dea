//! Tests of the client, message by message.

mod around;
mod long_log;
mod play;
mod watch_retry;

use foursight_core::{Column, Ending, Move, Player, Ruleset, WinReason};
use foursight_protocol::online::{
    ClientFrame, ClientMessage, ClockState, GameStatus, PROTOCOL_VERSION, Presence, SeatInfo,
    ServerFrame, ServerMessage, UserInfo,
};
use foursight_protocol::table::WireEntry;
use foursight_table::{Command, Consent, Entry, Event, GameStart, Occupant, Offer, Point, Seat};

use super::client::{
    CONNECT_TIMEOUT_MS, RECONNECT_DELAY_MAX_MS, RECONNECT_DELAY_MIN_MS, RESPONSE_TIMEOUT_MS,
    SILENCE_TIMEOUT_MS, STABLE_CONNECTION_MS,
};
use super::*;
use crate::text::{Language, Text};

fn frame(cid: Option<u64>, message: ServerMessage) -> String {
    serde_json::to_string(&ServerFrame { cid, message }).expect("JSON")
}

fn seats() -> [SeatInfo; 2] {
    ["Ada", "Bob"].map(|name| SeatInfo {
        name: name.to_owned(),
        is_bot: false,
        presence: Presence::Here,
    })
}

fn start() -> Entry {
    let occupants = ["a", "b"].map(|id| Occupant::Person(id.to_owned()));
    let mut start = GameStart::new(Ruleset::STANDARD, occupants);
    start.consent = Consent::Agreement;
    Entry {
        seq: 1,
        at_ms: 5,
        event: Event::GameStarted(Box::new(start)),
    }
}

fn moved(seq: u64, column: usize) -> Entry {
    let mv = Move::Drop(Column::from_number(column).expect("in range"));
    Entry {
        seq,
        at_ms: 5 + seq,
        event: Event::MovePlayed { mv, spent_ms: 0 },
    }
}

fn drop_at(ply: usize, column: usize) -> Command {
    Command::PlayMove {
        at: Point { branch: 1, ply },
        mv: Move::Drop(Column::from_number(column).expect("in range")),
    }
}

/// Ignored by the page, which applies the entries itself.
fn now() -> GameStatus {
    let at = Point { branch: 1, ply: 0 };
    GameStatus {
        at,
        to_move: None,
        ending: None,
        legal: Vec::new(),
    }
}

fn table(seat: Option<usize>, entries: &[Entry]) -> ServerMessage {
    ServerMessage::Snapshot {
        game: "g".to_owned(),
        seat,
        seats: seats(),
        viewer_count: 0,
        entries: entries.iter().map(WireEntry::from).collect(),
        has_more: false,
        head: entries.last().map_or(0, |entry| entry.seq),
        status: now(),
        clocks: None,
        has_blocked: false,
        server_ms: 5,
    }
}

fn entry(entry: &Entry) -> ServerMessage {
    ServerMessage::Entry {
        game: "g".to_owned(),
        entry: WireEntry::from(entry),
        status: now(),
        clocks: None,
        server_ms: 5,
    }
}

fn welcome() -> ServerMessage {
    ServerMessage::Welcome {
        proto: PROTOCOL_VERSION,
        user: UserInfo {
            id: "a".to_owned(),
            name: "Ada".to_owned(),
            has_account: false,
        },
        server_ms: 5,
        games: Vec::new(),
    }
}

/// A client at seat one of a game that has just begun.
fn seated() -> OnlineClient {
    let mut client = OnlineClient::default();
    assert_eq!(client.open_game("g", None), [OnlineEffect::Connect(0)]);
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let effects = client.handle_message(&frame(None, table(Some(0), &[start()])), 9);
    assert!(
        matches!(
            effects.as_slice(),
            [
                OnlineEffect::ShowTable(_, Some(Seat::One)),
                OnlineEffect::SaveGame(Some(_))
            ]
        ),
        "{effects:?}"
    );
    client
}

fn sent(effects: &[OnlineEffect]) -> Vec<ClientFrame> {
    let texts = effects.iter().filter_map(|effect| match effect {
        OnlineEffect::Send(text) => Some(text),
        _ => None,
    });
    texts
        .map(|text| serde_json::from_str(text).expect("JSON"))
        .collect()
}

fn shown(effects: &[OnlineEffect]) -> Option<usize> {
    effects.iter().find_map(|effect| match effect {
        OnlineEffect::ReplaceTable(table) | OnlineEffect::ShowTable(table, _) => {
            Some(table.plies())
        }
        _ => None,
    })
}

fn saved_pending(effects: &[OnlineEffect]) -> Option<&Option<String>> {
    effects.iter().find_map(|effect| match effect {
        OnlineEffect::SavePending(game, saved) if game == "g" => Some(saved),
        _ => None,
    })
}

fn refused(code: &str) -> ServerMessage {
    ServerMessage::Refused {
        code: code.to_owned(),
        game: Some("g".to_owned()),
        head: Some(1),
    }
}

#[test]
fn a_move_is_sent_and_confirmed_silently() {
    let mut client = seated();
    let effects = client.command(&drop_at(0, 4));
    let cid = sent(&effects)[0].cid;
    assert!(
        matches!(saved_pending(&effects), Some(Some(_))),
        "{effects:?}"
    );
    let effects = client.handle_message(&frame(cid, entry(&moved(2, 4))), 9);
    assert_eq!(shown(&effects), Some(1));
    assert_eq!(saved_pending(&effects), Some(&None));
    let is_call = |effect: &OnlineEffect| matches!(effect, OnlineEffect::NotifyAway(_));
    assert!(
        !effects.iter().any(is_call),
        "it is not our turn: {effects:?}"
    );
    // The opponent's reply is announced.
    let effects = client.handle_message(&frame(None, entry(&moved(3, 5))), 9);
    assert!(
        effects.contains(&OnlineEffect::ApplyEntries(vec![moved(3, 5)])),
        "{effects:?}"
    );
    assert!(
        effects.contains(&OnlineEffect::NotifyAway(
            "Your turn against Bob.".to_owned()
        )),
        "{effects:?}"
    );
}

#[test]
fn a_refused_move_is_taken_back_with_a_reason() {
    let mut client = seated();
    let cid = sent(&client.command(&drop_at(0, 4)))[0].cid;
    let effects = client.handle_message(&frame(cid, refused("game_over")), 9);
    assert_eq!(shown(&effects), Some(0));
    assert!(
        effects.contains(&OnlineEffect::Announce("The game is over.".to_owned())),
        "{effects:?}"
    );
    assert_eq!(saved_pending(&effects), Some(&None), "it is not sent again");
}

#[test]
fn a_contradicting_event_first_takes_back_an_unconfirmed_move() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    let resigned = Entry {
        seq: 2,
        at_ms: 9,
        event: Event::GameEnded(Ending::Won(Player::First, WinReason::Resignation)),
    };
    let effects = client.handle_message(&frame(None, entry(&resigned)), 9);
    let plies = |effect: &OnlineEffect| match effect {
        OnlineEffect::ReplaceTable(table) => Some(table.plies()),
        _ => None,
    };
    assert_eq!(plies(&effects[0]), Some(0), "{effects:?}");
    assert_eq!(effects[1], OnlineEffect::ApplyEntries(vec![resigned]));
    assert!(
        effects.contains(&OnlineEffect::Announce("Bob resigned.".to_owned())),
        "{effects:?}"
    );
}

#[test]
fn unconfirmed_commands_are_resent_after_a_reconnect() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    assert_eq!(
        client.on_close(),
        [OnlineEffect::Connect(RECONNECT_DELAY_MIN_MS)]
    );
    assert_eq!(
        client.on_close(),
        [OnlineEffect::Connect(2 * RECONNECT_DELAY_MIN_MS)]
    );
    for _ in 0..40 {
        let [OnlineEffect::Connect(delay_ms)] = client.on_close()[..] else {
            panic!("it tries again");
        };
        assert!(delay_ms <= RECONNECT_DELAY_MAX_MS);
    }
    client.on_open();
    let effects = client.handle_message(&frame(None, welcome()), 9);
    let watch = ClientMessage::Watch {
        game: "g".to_owned(),
        from: 2,
    };
    assert_eq!(sent(&effects)[0].request, watch);
    // The server has not received it.
    let effects = client.handle_message(&frame(None, table(Some(0), &[])), 9);
    assert!(
        matches!(sent(&effects)[0].request, ClientMessage::Command { .. }),
        "{effects:?}"
    );
    let live = client.live.as_ref().expect("a game");
    assert_eq!(live.optimistic().plies(), 1, "the disc stays");
    let cid = sent(&effects)[0].cid;
    client.handle_message(&frame(cid, entry(&moved(2, 4))), 9);
    assert!(
        client
            .live
            .as_ref()
            .is_some_and(|live| live.pending.is_empty())
    );
    // Once a connection has lasted the delays begin from the start again, but not before: a server
    // that ends each connection at once must not be asked twice a second.
    client.tick(10);
    client.on_close();
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let [OnlineEffect::Connect(delay_ms)] = client.on_close()[..] else {
        panic!("it tries again");
    };
    assert_eq!(delay_ms, RECONNECT_DELAY_MAX_MS);
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    client.tick(10);
    client.tick(10 + STABLE_CONNECTION_MS);
    assert_eq!(
        client.on_close(),
        [OnlineEffect::Connect(RECONNECT_DELAY_MIN_MS)]
    );
}

#[test]
fn missed_entries_are_shown_one_by_one() {
    let mut client = seated();
    client.on_close();
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let missed = [moved(2, 4), moved(3, 5)];
    let effects = client.handle_message(&frame(None, table(Some(0), &missed)), 9);
    let shown = |number, column| OnlineEffect::ApplyEntries(vec![moved(number, column)]);
    assert!(
        effects.contains(&shown(2, 4)) && effects.contains(&shown(3, 5)),
        "{effects:?}"
    );
}

#[test]
fn a_reload_loses_no_move() {
    let mut client = seated();
    let effects = client.command(&drop_at(0, 4));
    let Some(Some(saved)) = saved_pending(&effects) else {
        panic!("{effects:?}");
    };
    let mut again = OnlineClient::default();
    again.open_game("g", Some(saved));
    again.on_open();
    again.handle_message(&frame(None, welcome()), 9);
    let effects = again.handle_message(&frame(None, table(Some(0), &[start()])), 9);
    assert!(
        matches!(&sent(&effects)[0].request, ClientMessage::Command { .. }),
        "{effects:?}"
    );
    assert_eq!(shown(&effects), Some(1));
    // It had arrived before: the server confirms it, and nothing moves.
    let cid = sent(&effects)[0].cid;
    let effects = again.handle_message(&frame(cid, ServerMessage::Done { seq: Some(2) }), 9);
    assert_eq!(saved_pending(&effects), Some(&None));
    // A damaged text is ignored.
    let mut other = OnlineClient::default();
    other.open_game("g", Some("{nonsense"));
    assert!(other.unsent.is_empty());
}

#[test]
fn a_gap_is_requested_and_old_events_are_ignored() {
    let mut client = seated();
    let effects = client.handle_message(&frame(None, entry(&moved(3, 4))), 9);
    assert!(
        matches!(
            sent(&effects)[0].request,
            ClientMessage::Watch { from: 2, .. }
        ),
        "{effects:?}"
    );
    let heads = vec![("g".to_owned(), 9)];
    let ping = ServerMessage::Ping {
        server_ms: 5,
        heads,
    };
    let effects = client.handle_message(&frame(None, ping), 9);
    assert_eq!(sent(&effects).len(), 2, "{effects:?}");
    let missed = [moved(2, 4), moved(3, 4)];
    client.handle_message(&frame(None, table(Some(0), &missed)), 9);
    let before = client.live.clone();
    client.handle_message(&frame(None, entry(&moved(2, 4))), 9);
    assert_eq!(client.live, before);
}

#[test]
fn an_impossible_event_is_reported_and_not_requested_again() {
    let mut client = seated();
    let impossible = Entry {
        event: Event::MovesTakenBack(7),
        ..moved(2, 4)
    };
    let effects = client.handle_message(&frame(None, entry(&impossible)), 9);
    assert!(sent(&effects).is_empty(), "{effects:?}");
    assert!(matches!(&effects[0], OnlineEffect::Announce(words) if words.contains("Reload it")));
}

#[test]
fn clocks_and_absences_use_server_time() {
    let mut client = seated();
    let clocks = ClockState {
        left_ms: [60_000, 50_000],
        running: Some(1),
    };
    let server_ms = 1_000_000;
    let timed_entry = ServerMessage::Entry {
        game: "g".to_owned(),
        entry: WireEntry::from(&moved(2, 4)),
        status: now(),
        clocks: Some(clocks),
        server_ms,
    };
    // The clock of the page is far behind, and the message was delayed.
    client.handle_message(&frame(None, timed_entry), 1_000);
    assert_eq!(client.server_ms(3_000), server_ms + 2_000);
    let late = ServerMessage::Ping {
        server_ms: server_ms + 5_000,
        heads: Vec::new(),
    };
    client.handle_message(&frame(None, late), 6_900);
    assert_eq!(
        client.server_ms(3_000),
        server_ms + 2_000,
        "the truest stays"
    );
    let live = client.live.as_mut().expect("a game");
    assert_eq!(live.left_ms(server_ms + 2_000), Some([60_000, 48_000]));
    assert_eq!(live.left_ms(server_ms + 99_000), Some([60_000, 0]));
    assert_eq!(
        live.seat_status(Seat::One, server_ms, ConnectionState::Open),
        "1:00 · Ada"
    );
    assert_eq!(
        live.seat_status(Seat::Two, server_ms, ConnectionState::Open),
        "0:50 · online"
    );
    let since_ms = Some(server_ms - 4_000);
    live.seats[1].presence = Presence::Gone { since_ms };
    assert_eq!(
        live.seat_status(Seat::Two, server_ms + 1_000, ConnectionState::Open),
        "0:49 · gone for 5 s"
    );
    live.seats[1].presence = Presence::Gone { since_ms: None };
    assert_eq!(
        live.seat_status(Seat::Two, server_ms, ConnectionState::Open),
        "0:50 · gone"
    );
    // Without a connection the presence of the opponent is unknown.
    let status = |seat| live.seat_status(seat, server_ms, ConnectionState::Lost);
    assert_eq!(status(Seat::One), "1:00 · no connection");
    assert_eq!(status(Seat::Two), "0:50");
}

#[test]
fn offers_are_announced_and_answered() {
    let mut client = seated();
    let offered = |seat| Entry {
        seq: 2,
        at_ms: 9,
        event: Event::OfferMade(seat, Offer::Draw),
    };
    let effects = client.handle_message(&frame(None, entry(&offered(Seat::Two))), 9);
    let words = "Bob offers a draw.".to_owned();
    for wanted in [
        OnlineEffect::Announce(words.clone()),
        OnlineEffect::NotifyAway(words),
        OnlineEffect::PlaySignal,
    ] {
        assert!(effects.contains(&wanted), "{effects:?}");
    }
    let live = client.live.clone().expect("a game");
    assert_eq!((live.offer(), live.own_offer()), (Some(Offer::Draw), None));
    assert!(live.can_draw() && live.can_abort() && !live.can_take_back());
    let effects = client.command(&Command::Accept(Offer::Draw));
    assert!(
        matches!(sent(&effects)[0].request, ClientMessage::Command { .. }),
        "{effects:?}"
    );
}

#[test]
fn a_game_can_be_claimed_after_a_day_of_absence() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let mut client = seated();
    let gone = Presence::Gone { since_ms: Some(5) };
    client.live.as_mut().expect("a game").seats[1].presence = gone;
    let can_claim = |client: &OnlineClient, server_ms| {
        let live = client.live.as_ref().expect("a game");
        live.can_claim(server_ms)
    };
    assert!(!can_claim(&client, 9 * DAY_MS), "it can be aborted");
    for moved in [moved(2, 4), moved(3, 4)] {
        client.handle_message(&frame(None, entry(&moved)), 9);
    }
    let last_ms = moved(3, 4).at_ms;
    assert!(!can_claim(&client, DAY_MS + last_ms - 1));
    assert!(can_claim(&client, DAY_MS + last_ms));
    client.live.as_mut().expect("a game").seats[1].presence = Presence::Here;
    assert!(!can_claim(&client, DAY_MS + last_ms));
}

#[test]
fn requests_wait_for_the_connection_and_a_start_opens_the_game() {
    let mut client = OnlineClient::default();
    let terms = TermsForm::default().terms(Ruleset::STANDARD);
    assert_eq!(
        client.request(ClientMessage::Pair { terms }),
        [OnlineEffect::Connect(0)]
    );
    assert!(client.is_seeking);
    client.on_open();
    let effects = client.handle_message(&frame(None, welcome()), 9);
    assert!(
        matches!(sent(&effects)[0].request, ClientMessage::Pair { .. }),
        "{effects:?}"
    );
    let started = || ServerMessage::GameStarted {
        game: "g".to_owned(),
    };
    let effects = client.handle_message(&frame(None, started()), 9);
    assert!(effects.contains(&OnlineEffect::OpenGame("g".to_owned())) && !client.is_seeking);
    // Another page of the same user stays where it is.
    assert_eq!(seated().handle_message(&frame(None, started()), 9), []);
}

#[test]
fn a_switched_account_drops_the_previous_state() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    let effects = client.switch_account();
    assert_eq!(
        effects,
        [
            OnlineEffect::SaveInvitation(None),
            OnlineEffect::SaveGame(None),
            OnlineEffect::Connect(0)
        ]
    );
    assert!(client.you.is_none() && client.live.is_none() && client.games.is_empty());
}

#[test]
fn an_opponent_named_you_is_quoted() {
    let mut client = OnlineClient::default();
    client.open_game("g", None);
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let mut seats = seats();
    seats[1].name = "you".to_owned();
    let ServerMessage::Snapshot { game, entries, .. } = table(Some(0), &[start()]) else {
        panic!("a table");
    };
    let live = LiveGame::of(
        Text(Language::English),
        game,
        Some(Seat::One),
        seats,
        entries,
    );
    let live = live.expect("a game");
    assert_eq!(Seat::BOTH.map(|seat| live.name(seat)), ["You", "“you”"]);
}

#[test]
fn nonsense_changes_nothing() {
    let mut client = seated();
    let before = client.live.clone();
    for text in [
        "",
        "{}",
        "[]",
        "{\"type\":\"entry\"}",
        "{\"type\":\"danced\"}",
        "\u{0}",
    ] {
        assert_eq!(client.handle_message(text, 9), [], "{text}");
    }
    assert_eq!(client.live, before);
}

#[test]
fn a_silent_connection_times_out() {
    let check_idle = |client: &mut OnlineClient, ms| assert_eq!(client.tick(ms), []);
    let reconnects = |effects: &[OnlineEffect]| matches!(effects, [OnlineEffect::Connect(_)]);
    let mut client = seated();
    let ping = ServerMessage::Ping {
        server_ms: 5,
        heads: Vec::new(),
    };
    client.handle_message(&frame(None, ping), 1_000);
    check_idle(&mut client, 1_000 + SILENCE_TIMEOUT_MS);
    assert_eq!(client.connection, ConnectionState::Open);
    assert!(reconnects(&client.tick(1_001 + SILENCE_TIMEOUT_MS)));
    assert_eq!(client.connection, ConnectionState::Lost);
    // An attempt that times out is followed by another.
    check_idle(&mut client, 100_000);
    check_idle(&mut client, 100_000 + CONNECT_TIMEOUT_MS);
    assert!(reconnects(&client.tick(100_001 + CONNECT_TIMEOUT_MS)));
    // An unconfirmed move has a shorter timeout and is sent again.
    let mut client = seated();
    client.command(&drop_at(0, 4));
    check_idle(&mut client, 9 + RESPONSE_TIMEOUT_MS);
    assert!(reconnects(&client.tick(10 + RESPONSE_TIMEOUT_MS)));
    client.on_open();
    client.handle_message(&frame(None, welcome()), 90_000);
    let effects = client.handle_message(&frame(None, table(Some(0), &[start()])), 90_000);
    let again = sent(&effects);
    assert!(
        matches!(again[0].request, ClientMessage::Command { .. }),
        "{effects:?}"
    );
}
