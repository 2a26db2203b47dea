use foursight_core::{Column, Move, Ruleset};
use foursight_protocol::online::{NowLine, Presence};
use foursight_table::{Point, Start, Who};

use super::*;

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
    start.consent = foursight_table::Consent::Agreement;
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
    assert!(matches!(todo.as_slice(), [Do::Sit(_)]), "{todo:?}");
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
        Do::Confirm(table) | Do::Sit(table) => Some(table.plies()),
        _ => None,
    })
}

#[test]
fn a_move_is_sent_and_then_confirmed_in_silence() {
    let mut client = seated();
    let todo = client.command(&drop_at(0, 4));
    let cid = sent(&todo)[0].cid;
    assert!(matches!(&todo[0], Do::Keep(Some(_))), "{todo:?}");
    let todo = client.hear(&told(cid, entry(&moved(2, 4))), 9);
    assert_eq!(shown(&todo), Some(1));
    assert!(todo.contains(&Do::Keep(None)), "{todo:?}");
    assert!(!todo.contains(&Do::Notice), "it is not our turn: {todo:?}");
    // The answer of the other is news.
    let todo = client.hear(&told(None, entry(&moved(3, 5))), 9);
    assert!(todo.contains(&Do::Entries(vec![moved(3, 5)])) && todo.contains(&Do::Notice));
}

#[test]
fn a_refused_move_is_taken_back() {
    let mut client = seated();
    let cid = sent(&client.command(&drop_at(0, 4)))[0].cid;
    let refused = Told::Refused {
        code: "game_over".to_owned(),
        game: Some("g".to_owned()),
        head: Some(1),
    };
    let todo = client.hear(&told(cid, refused), 9);
    assert_eq!(shown(&todo), Some(0));
    assert!(
        todo.contains(&Do::Refused("game_over".to_owned())),
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
    assert_eq!(shown(&todo), Some(1), "the disc stays");
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
fn a_reload_loses_no_move() {
    let mut client = seated();
    let todo = client.command(&drop_at(0, 4));
    let Do::Keep(Some(kept)) = &todo[0] else {
        panic!("{todo:?}");
    };
    let mut again = Client::default();
    again.look_at("g", Some(kept));
    again.opened();
    again.hear(&told(None, welcome()), 9);
    let todo = again.hear(&told(None, table(Some(0), &[start()])), 9);
    assert!(matches!(&sent(&todo)[0].ask, Ask::Do { .. }), "{todo:?}");
    assert_eq!(shown(&todo), Some(1));
    // What was kept of another game is left alone.
    let mut other = Client::default();
    other.look_at("h", Some(kept));
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
fn clocks_run_by_what_the_server_said() {
    let mut client = seated();
    let clocks = ClockLine {
        left_ms: [60_000, 50_000],
        running: Some(1),
    };
    let told_entry = Told::Entry {
        game: "g".to_owned(),
        entry: SentEntry::from(&moved(2, 4)),
        now: now(),
        clocks: Some(clocks),
        server_ms: 5,
    };
    client.hear(&told(None, told_entry), 1_000);
    let live = client.live.expect("a game");
    assert_eq!(live.left_ms(3_000), Some([60_000, 48_000]));
    assert_eq!(live.left_ms(99_000), Some([60_000, 0]));
}

#[test]
fn wishes_wait_for_the_line_and_a_start_leads_to_the_game() {
    let mut client = Client::default();
    let terms = super::super::Choice::default().terms();
    assert_eq!(client.ask(Ask::Pair { terms }), [Do::Connect(0)]);
    assert!(client.is_seeking);
    client.opened();
    let todo = client.hear(&told(None, welcome()), 9);
    assert!(matches!(sent(&todo)[0].ask, Ask::Pair { .. }), "{todo:?}");
    let started = Told::Started {
        game: "g".to_owned(),
    };
    let todo = client.hear(&told(None, started), 9);
    assert!(todo.contains(&Do::Go("g".to_owned())) && !client.is_seeking);
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
