//! What the page does about what it hears.

mod around;
mod play;

use foursight_core::{Column, Ending, Move, Player, Ruleset, WonBy};
use foursight_protocol::online::{
    Ask, Asked, ClockLine, NowLine, PROTO, Presence, SeatLine, Tell, Told, You,
};
use foursight_protocol::table::SentEntry;
use foursight_table::{Command, Consent, Entry, Event, Offer, Point, Seat, Start, Who};

use super::client::{ANSWER_MS, ATTEMPT_MS, SILENCE_MS, WAIT_MAX_MS, WAIT_MIN_MS};
use super::*;
use crate::text::{Language, Text};

fn told(cid: Option<u64>, told: Told) -> String {
    serde_json::to_string(&Tell { cid, told }).expect("JSON")
}

fn seats() -> [SeatLine; 2] {
    ["Ada", "Bob"].map(|name| SeatLine {
        name: name.to_owned(),
        is_bot: false,
        presence: Presence::Here,
    })
}

fn start() -> Entry {
    let who = ["a", "b"].map(|id| Who::Person(id.to_owned()));
    let mut start = Start::new(Ruleset::STANDARD, who);
    start.consent = Consent::Agreement;
    Entry {
        seq: 1,
        at_ms: 5,
        event: Event::Started(Box::new(start)),
    }
}

fn moved(seq: u64, column: usize) -> Entry {
    let step = Move::Drop(Column::from_number(column).expect("in range"));
    Entry {
        seq,
        at_ms: 5 + seq,
        event: Event::Moved { step, spent_ms: 0 },
    }
}

fn drop_at(ply: usize, column: usize) -> Command {
    Command::Move {
        at: Point { branch: 1, ply },
        step: Move::Drop(Column::from_number(column).expect("in range")),
    }
}

/// The page folds entries by itself and has no use for this.
fn now() -> NowLine {
    let at = Point { branch: 1, ply: 0 };
    NowLine {
        at: at.into(),
        to_move: None,
        ending: None,
    }
}

fn table(seat: Option<usize>, entries: &[Entry]) -> Told {
    Told::Table {
        game: "g".to_owned(),
        seat,
        seats: seats(),
        watchers: 0,
        entries: entries.iter().map(SentEntry::from).collect(),
        head: entries.last().map_or(0, |entry| entry.seq),
        now: now(),
        clocks: None,
        has_blocked: false,
        server_ms: 5,
    }
}

fn entry(entry: &Entry) -> Told {
    Told::Entry {
        game: "g".to_owned(),
        entry: SentEntry::from(entry),
        now: now(),
        clocks: None,
        server_ms: 5,
    }
}

fn welcome() -> Told {
    Told::Welcome {
        proto: PROTO,
        you: You {
            id: "a".to_owned(),
            name: "Ada".to_owned(),
            has_account: false,
        },
        server_ms: 5,
        games: Vec::new(),
    }
}

/// A client with seat one of a game that has just begun.
fn seated() -> Client {
    let mut client = Client::default();
    assert_eq!(client.look_at("g", None), [Do::Connect(0)]);
    client.opened();
    client.hear(&told(None, welcome()), 9);
    let todo = client.hear(&told(None, table(Some(0), &[start()])), 9);
    assert!(
        matches!(
            todo.as_slice(),
            [Do::Sit(_, Some(Seat::One)), Do::KeepGame(Some(_))]
        ),
        "{todo:?}"
    );
    client
}

fn sent(todo: &[Do]) -> Vec<Asked> {
    let texts = todo.iter().filter_map(|what| match what {
        Do::Send(text) => Some(text),
        _ => None,
    });
    texts
        .map(|text| serde_json::from_str(text).expect("JSON"))
        .collect()
}

fn shown(todo: &[Do]) -> Option<usize> {
    todo.iter().find_map(|what| match what {
        Do::Confirm(table) | Do::Sit(table, _) => Some(table.plies()),
        _ => None,
    })
}

fn keeps(todo: &[Do]) -> Option<&Option<String>> {
    todo.iter().find_map(|what| match what {
        Do::Keep(game, kept) if game == "g" => Some(kept),
        _ => None,
    })
}

fn refused(code: &str) -> Told {
    Told::Refused {
        code: code.to_owned(),
        game: Some("g".to_owned()),
        head: Some(1),
    }
}

#[test]
fn a_move_is_sent_and_then_confirmed_in_silence() {
    let mut client = seated();
    let todo = client.command(&drop_at(0, 4));
    let cid = sent(&todo)[0].cid;
    assert!(matches!(keeps(&todo), Some(Some(_))), "{todo:?}");
    let todo = client.hear(&told(cid, entry(&moved(2, 4))), 9);
    assert_eq!(shown(&todo), Some(1));
    assert_eq!(keeps(&todo), Some(&None));
    let is_call = |what: &Do| matches!(what, Do::Notice(_));
    assert!(!todo.iter().any(is_call), "it is not our turn: {todo:?}");
    // The answer of the other is news.
    let todo = client.hear(&told(None, entry(&moved(3, 5))), 9);
    assert!(todo.contains(&Do::Entries(vec![moved(3, 5)])), "{todo:?}");
    assert!(
        todo.contains(&Do::Notice("Your turn against Bob.".to_owned())),
        "{todo:?}"
    );
}

#[test]
fn a_refused_move_is_taken_back_with_a_reason() {
    let mut client = seated();
    let cid = sent(&client.command(&drop_at(0, 4)))[0].cid;
    let todo = client.hear(&told(cid, refused("game_over")), 9);
    assert_eq!(shown(&todo), Some(0));
    assert!(
        todo.contains(&Do::Tell("The game is over.".to_owned())),
        "{todo:?}"
    );
    assert_eq!(keeps(&todo), Some(&None), "it is not sent again");
}

#[test]
fn what_contradicts_a_move_under_way_comes_after_it_is_taken_back() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    let resigned = Entry {
        seq: 2,
        at_ms: 9,
        event: Event::Ended(Ending::Won(Player::First, WonBy::Resignation)),
    };
    let todo = client.hear(&told(None, entry(&resigned)), 9);
    let plies = |what: &Do| match what {
        Do::Confirm(table) => Some(table.plies()),
        _ => None,
    };
    assert_eq!(plies(&todo[0]), Some(0), "{todo:?}");
    assert_eq!(todo[1], Do::Entries(vec![resigned]));
    assert!(
        todo.contains(&Do::Tell("Bob has resigned.".to_owned())),
        "{todo:?}"
    );
}

#[test]
fn what_was_not_confirmed_is_sent_again_after_a_lost_line() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    assert_eq!(client.closed(), [Do::Connect(WAIT_MIN_MS)]);
    assert_eq!(client.closed(), [Do::Connect(2 * WAIT_MIN_MS)]);
    for _ in 0..40 {
        let [Do::Connect(wait_ms)] = client.closed()[..] else {
            panic!("it tries again");
        };
        assert!(wait_ms <= WAIT_MAX_MS);
    }
    client.opened();
    let todo = client.hear(&told(None, welcome()), 9);
    let watch = Ask::Watch {
        game: "g".to_owned(),
        from: 2,
    };
    assert_eq!(sent(&todo)[0].ask, watch);
    // The server has not got it.
    let todo = client.hear(&told(None, table(Some(0), &[])), 9);
    assert!(matches!(sent(&todo)[0].ask, Ask::Do { .. }), "{todo:?}");
    let live = client.live.as_ref().expect("a game");
    assert_eq!(live.hoped().plies(), 1, "the disc stays");
    let cid = sent(&todo)[0].cid;
    client.hear(&told(cid, entry(&moved(2, 4))), 9);
    assert!(
        client
            .live
            .as_ref()
            .is_some_and(|live| live.pending.is_empty())
    );
    assert_eq!(
        client.closed(),
        [Do::Connect(WAIT_MIN_MS)],
        "from the start again"
    );
}

#[test]
fn what_happened_meanwhile_is_shown_step_by_step() {
    let mut client = seated();
    client.closed();
    client.opened();
    client.hear(&told(None, welcome()), 9);
    let missed = [moved(2, 4), moved(3, 5)];
    let todo = client.hear(&told(None, table(Some(0), &missed)), 9);
    let shown = |number, column| Do::Entries(vec![moved(number, column)]);
    assert!(
        todo.contains(&shown(2, 4)) && todo.contains(&shown(3, 5)),
        "{todo:?}"
    );
}

#[test]
fn a_reload_loses_no_move() {
    let mut client = seated();
    let todo = client.command(&drop_at(0, 4));
    let Some(Some(kept)) = keeps(&todo) else {
        panic!("{todo:?}");
    };
    let mut again = Client::default();
    again.look_at("g", Some(kept));
    again.opened();
    again.hear(&told(None, welcome()), 9);
    let todo = again.hear(&told(None, table(Some(0), &[start()])), 9);
    assert!(matches!(&sent(&todo)[0].ask, Ask::Do { .. }), "{todo:?}");
    assert_eq!(shown(&todo), Some(1));
    // It had arrived before: the server says so, and nothing moves.
    let cid = sent(&todo)[0].cid;
    let todo = again.hear(&told(cid, Told::Done { seq: Some(2) }), 9);
    assert_eq!(keeps(&todo), Some(&None));
    // What is damaged is left out.
    let mut other = Client::default();
    other.look_at("g", Some("{nonsense"));
    assert!(other.unsent.is_empty());
}

#[test]
fn a_gap_is_asked_for_and_old_events_are_ignored() {
    let mut client = seated();
    let todo = client.hear(&told(None, entry(&moved(3, 4))), 9);
    assert!(
        matches!(sent(&todo)[0].ask, Ask::Watch { from: 2, .. }),
        "{todo:?}"
    );
    let heads = vec![("g".to_owned(), 9)];
    let ping = Told::Ping {
        server_ms: 5,
        heads,
    };
    let todo = client.hear(&told(None, ping), 9);
    assert_eq!(sent(&todo).len(), 2, "{todo:?}");
    let missed = [moved(2, 4), moved(3, 4)];
    client.hear(&told(None, table(Some(0), &missed)), 9);
    let before = client.live.clone();
    client.hear(&told(None, entry(&moved(2, 4))), 9);
    assert_eq!(client.live, before);
}

#[test]
fn an_event_that_cannot_follow_is_told_and_not_asked_for_without_end() {
    let mut client = seated();
    let impossible = Entry {
        event: Event::TakenBack(7),
        ..moved(2, 4)
    };
    let todo = client.hear(&told(None, entry(&impossible)), 9);
    assert!(sent(&todo).is_empty(), "{todo:?}");
    assert!(matches!(&todo[0], Do::Tell(words) if words.contains("Load the page again")));
}

#[test]
fn clocks_and_absences_run_by_the_time_of_the_server() {
    let mut client = seated();
    let clocks = ClockLine {
        left_ms: [60_000, 50_000],
        running: Some(1),
    };
    let server_ms = 1_000_000;
    let told_entry = Told::Entry {
        game: "g".to_owned(),
        entry: SentEntry::from(&moved(2, 4)),
        now: now(),
        clocks: Some(clocks),
        server_ms,
    };
    // The clock of the page is far behind, and the message was under way for a while.
    client.hear(&told(None, told_entry), 1_000);
    assert_eq!(client.server_ms(3_000), server_ms + 2_000);
    let late = Told::Ping {
        server_ms: server_ms + 5_000,
        heads: Vec::new(),
    };
    client.hear(&told(None, late), 6_900);
    assert_eq!(
        client.server_ms(3_000),
        server_ms + 2_000,
        "the truest stays"
    );
    let live = client.live.as_mut().expect("a game");
    assert_eq!(live.left_ms(server_ms + 2_000), Some([60_000, 48_000]));
    assert_eq!(live.left_ms(server_ms + 99_000), Some([60_000, 0]));
    assert_eq!(live.about(Seat::One, server_ms, Line::Open), "1:00 · Ada");
    assert_eq!(live.about(Seat::Two, server_ms, Line::Open), "0:50 · here");
    let since_ms = Some(server_ms - 4_000);
    live.seats[1].presence = Presence::Gone { since_ms };
    assert_eq!(
        live.about(Seat::Two, server_ms + 1_000, Line::Open),
        "0:49 · gone for 5 s"
    );
    live.seats[1].presence = Presence::Gone { since_ms: None };
    assert_eq!(live.about(Seat::Two, server_ms, Line::Open), "0:50 · gone");
    // A line that is cut is that of the people here: of the other they know nothing.
    let about = |seat| live.about(seat, server_ms, Line::Lost);
    assert_eq!(about(Seat::One), "1:00 · no connection");
    assert_eq!(about(Seat::Two), "0:50");
}

#[test]
fn offers_are_told_and_answered() {
    let mut client = seated();
    let offered = |seat| Entry {
        seq: 2,
        at_ms: 9,
        event: Event::Offered(seat, Offer::Draw),
    };
    let todo = client.hear(&told(None, entry(&offered(Seat::Two))), 9);
    let words = "Bob offers a tie.".to_owned();
    for wanted in [Do::Tell(words.clone()), Do::Notice(words), Do::Ring] {
        assert!(todo.contains(&wanted), "{todo:?}");
    }
    let live = client.live.clone().expect("a game");
    assert_eq!((live.offer(), live.own_offer()), (Some(Offer::Draw), None));
    assert!(live.can_draw() && live.can_abort() && !live.can_take_back());
    let todo = client.command(&Command::Accept(Offer::Draw));
    assert!(matches!(sent(&todo)[0].ask, Ask::Do { .. }), "{todo:?}");
}

#[test]
fn a_game_is_claimed_only_from_somebody_who_was_gone_for_a_day() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let mut client = seated();
    let gone = Presence::Gone { since_ms: Some(5) };
    client.live.as_mut().expect("a game").seats[1].presence = gone;
    let can_claim = |client: &Client, server_ms| {
        let live = client.live.as_ref().expect("a game");
        live.can_claim(server_ms)
    };
    assert!(!can_claim(&client, 9 * DAY_MS), "it can be aborted");
    for moved in [moved(2, 4), moved(3, 4)] {
        client.hear(&told(None, entry(&moved)), 9);
    }
    let last_ms = moved(3, 4).at_ms;
    assert!(!can_claim(&client, DAY_MS + last_ms - 1));
    assert!(can_claim(&client, DAY_MS + last_ms));
    client.live.as_mut().expect("a game").seats[1].presence = Presence::Here;
    assert!(!can_claim(&client, DAY_MS + last_ms));
}

#[test]
fn wishes_wait_for_the_line_and_a_start_leads_to_the_game() {
    let mut client = Client::default();
    let terms = Choice::default().terms(Ruleset::STANDARD);
    assert_eq!(client.ask(Ask::Pair { terms }), [Do::Connect(0)]);
    assert!(client.is_seeking);
    client.opened();
    let todo = client.hear(&told(None, welcome()), 9);
    assert!(matches!(sent(&todo)[0].ask, Ask::Pair { .. }), "{todo:?}");
    let started = || Told::Started {
        game: "g".to_owned(),
    };
    let todo = client.hear(&told(None, started()), 9);
    assert!(todo.contains(&Do::Go("g".to_owned())) && !client.is_seeking);
    // On another page of the same person nobody is brought away.
    assert_eq!(seated().hear(&told(None, started()), 9), []);
}

#[test]
fn another_person_knows_nothing_of_the_one_before() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    let todo = client.change_person();
    assert_eq!(
        todo,
        [Do::KeepInvitation(None), Do::KeepGame(None), Do::Connect(0)]
    );
    assert!(client.you.is_none() && client.live.is_none() && client.games.is_empty());
}

#[test]
fn who_only_looks_like_you_is_not() {
    let mut client = Client::default();
    client.look_at("g", None);
    client.opened();
    client.hear(&told(None, welcome()), 9);
    let mut seats = seats();
    seats[1].name = "you".to_owned();
    let Told::Table { game, entries, .. } = table(Some(0), &[start()]) else {
        panic!("a table");
    };
    let live = Live::of(
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
        assert_eq!(client.hear(text, 9), [], "{text}");
    }
    assert_eq!(client.live, before);
}

#[test]
fn a_line_that_dies_without_a_word_is_noticed() {
    let quiet = |client: &mut Client, ms| assert_eq!(client.beat(ms), []);
    let tries = |todo: &[Do]| matches!(todo, [Do::Connect(_)]);
    let mut client = seated();
    let ping = Told::Ping {
        server_ms: 5,
        heads: Vec::new(),
    };
    client.hear(&told(None, ping), 1_000);
    quiet(&mut client, 1_000 + SILENCE_MS);
    assert_eq!(client.line, Line::Open);
    assert!(tries(&client.beat(1_001 + SILENCE_MS)));
    assert_eq!(client.line, Line::Lost);
    // An attempt that never ends is given up for another.
    quiet(&mut client, 100_000);
    quiet(&mut client, 100_000 + ATTEMPT_MS);
    assert!(tries(&client.beat(100_001 + ATTEMPT_MS)));
    // A move that gets no answer is waited for less long, and is sent again.
    let mut client = seated();
    client.command(&drop_at(0, 4));
    quiet(&mut client, 9 + ANSWER_MS);
    assert!(tries(&client.beat(10 + ANSWER_MS)));
    client.opened();
    client.hear(&told(None, welcome()), 90_000);
    let todo = client.hear(&told(None, table(Some(0), &[start()])), 90_000);
    let again = sent(&todo);
    assert!(matches!(again[0].ask, Ask::Do { .. }), "{todo:?}");
}

#[test]
fn the_browser_says_when_there_is_no_network() {
    let mut client = seated();
    assert_eq!(client.back_online(), []);
    assert!(matches!(client.cut()[..], [Do::Connect(_)]));
    assert_eq!(client.line, Line::Lost);
    assert_eq!(client.cut(), [], "it is known already");
    assert_eq!(client.back_online(), [Do::Connect(0)]);
}

#[test]
fn whoever_is_signed_out_from_elsewhere_is_told() {
    let welcomed = |id: &str, has_account| {
        let Told::Welcome { you, server_ms, .. } = welcome() else {
            panic!("a welcome");
        };
        let id = id.to_owned();
        Told::Welcome {
            proto: PROTO,
            you: You {
                id,
                has_account,
                ..you
            },
            server_ms,
            games: Vec::new(),
        }
    };
    let refused = |first: Told| {
        let mut client = Client::default();
        client.connect();
        client.opened();
        client.hear(&told(None, first), 9);
        client.closed();
        client.opened();
        client.hear(&told(None, welcomed("b", false)), 9);
        client.refused
    };
    assert_eq!(refused(welcomed("a", true)).as_deref(), Some("signed_out"));
    assert_eq!(refused(welcomed("a", false)), None);
    assert_eq!(refused(welcomed("b", true)), None);
}

#[test]
fn another_name_is_shown_everywhere() {
    let mut client = seated();
    let renamed = |name: &str| {
        let mut seats = seats();
        seats[1].name = name.to_owned();
        Told::Seats {
            game: "g".to_owned(),
            seats,
            watchers: 1,
        }
    };
    assert_eq!(client.hear(&told(None, renamed("Bob")), 9), []);
    let todo = client.hear(&told(None, renamed("Berta")), 9);
    assert!(matches!(sent(&todo)[0].ask, Ask::Watch { from: 0, .. }));
    let Told::Table {
        game,
        seat,
        entries,
        ..
    } = table(Some(0), &[start()])
    else {
        panic!("a table");
    };
    let Told::Seats { seats, .. } = renamed("Berta") else {
        panic!("seats");
    };
    let again = Told::Table {
        game,
        seat,
        seats,
        watchers: 1,
        entries,
        head: 1,
        now: now(),
        clocks: None,
        has_blocked: false,
        server_ms: 5,
    };
    let todo = client.hear(&told(None, again), 9);
    let [Do::Sit(table, _), Do::KeepGame(_)] = &todo[..] else {
        panic!("{todo:?}");
    };
    let name = Who::Person("Berta".to_owned());
    assert_eq!(table.start().seats[1], name);
}
