//! Requests to watch a game that the server refuses for the moment.

use super::*;

/// A client that has requested a game. Returns the `cid` of its request, too.
fn waiting() -> (OnlineClient, Option<u64>) {
    let mut client = OnlineClient::default();
    client.open_game("g", None);
    client.on_open();
    let effects = client.handle_message(&frame(None, welcome()), 1_000);
    let cid = sent(&effects)[0].cid;
    (client, cid)
}

/// Returns the `cid` of the request for the game, if there is one.
fn watch_cid(effects: &[OnlineEffect]) -> Option<u64> {
    let mut requests = sent(effects).into_iter();
    let is_watch = |frame: &ClientFrame| matches!(frame.request, ClientMessage::Watch { .. });
    requests.find(is_watch)?.cid
}

#[test]
fn a_refused_request_for_a_game_is_repeated_with_growing_delays() {
    for code in ["busy", "store_unavailable", "too_often"] {
        let (mut client, mut cid) = waiting();
        let mut now_ms = 1_000;
        let mut delays_ms = Vec::new();
        for _ in 0..8 {
            let effects = client.handle_message(&frame(cid, refused(code)), now_ms);
            assert_eq!(effects, [], "{code}");
            assert_eq!(client.last_refusal.as_deref(), Some(code));
            let refused_at_ms = now_ms;
            cid = loop {
                now_ms += 100;
                client.handle_message(&frame(None, ping()), now_ms);
                if let Some(cid) = watch_cid(&client.tick(now_ms)) {
                    break Some(cid);
                }
                assert!(now_ms < refused_at_ms + 60_000, "{code}: never repeated");
            };
            delays_ms.push(now_ms - refused_at_ms);
        }
        assert_eq!(delays_ms[..3], [500, 1_000, 2_000], "{code}");
        assert_eq!(delays_ms[7], u64::from(RECONNECT_DELAY_MAX_MS), "{code}");
        let effects = client.handle_message(&frame(cid, table(Some(0), &[start()])), now_ms);
        assert_eq!(shown(&effects), Some(0), "{code}");
        assert_eq!(client.last_refusal, None);
        assert_eq!(watch_cid(&client.tick(now_ms + 30_000)), None, "{code}");
    }
}

#[test]
fn a_game_that_does_not_exist_is_not_requested_again() {
    let (mut client, cid) = waiting();
    client.handle_message(&frame(cid, refused("no_such_game")), 1_000);
    assert_eq!(client.last_refusal.as_deref(), Some("no_such_game"));
    assert_eq!(client.tick(30_000), []);
}

#[test]
fn a_node_that_is_too_old_is_left_and_unconfirmed_moves_go_to_the_next() {
    let mut client = seated();
    let cid = sent(&client.command(&drop_at(0, 4)))[0].cid;
    let effects = client.handle_message(&frame(cid, refused("node_too_old")), 9);
    let [OnlineEffect::Announce(_), OnlineEffect::Connect(delay_ms)] = effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(delay_ms, RECONNECT_DELAY_MIN_MS);
    // The next node is too old as well: it takes longer, and is said once.
    client.on_open();
    let cid = watch_cid(&client.handle_message(&frame(None, welcome()), 600));
    let effects = client.handle_message(&frame(cid, refused("node_too_old")), 600);
    assert_eq!(effects, [OnlineEffect::Connect(2 * RECONNECT_DELAY_MIN_MS)]);
    client.on_open();
    let cid = watch_cid(&client.handle_message(&frame(None, welcome()), 1_700));
    let effects = client.handle_message(&frame(cid, table(Some(0), &[])), 1_700);
    let sent = sent(&effects);
    assert!(
        matches!(&sent[..], [frame] if matches!(frame.request, ClientMessage::Command { .. })),
        "{sent:?}"
    );
    // While the game is watched the refusal has no `cid`.
    let effects = client.handle_message(&frame(None, refused("node_too_old")), 1_800);
    assert!(
        matches!(
            effects[..],
            [OnlineEffect::Announce(_), OnlineEffect::Connect(_)]
        ),
        "{effects:?}"
    );
}

fn ping() -> ServerMessage {
    ServerMessage::Ping {
        server_ms: 5,
        heads: Vec::new(),
    }
}
