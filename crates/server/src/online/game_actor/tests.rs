//! Timers and failures of game actors, with a store that fails on demand and a time that passes at
//! once.

use std::time::Duration;

use foursight_core::Column;
use foursight_protocol::online::GameTerms;
use serde_json::{Value, json};

use super::*;
use crate::bus::{Bus, BusConfig, LocalBus};
use crate::online::node_behaviour::IDLE_TIMEOUT;
use crate::online::test_node::TestNode;

/// A client without a socket.
struct Client {
    number: u64,
    person: String,
    outbox: Outbox,
}

impl Client {
    fn new(number: u64, person: &str) -> Self {
        Self {
            number,
            person: person.to_owned(),
            outbox: Outbox::default(),
        }
    }

    fn requester(&self) -> Requester {
        Requester {
            number: self.number,
            person: self.person.clone(),
            outbox: self.outbox.clone(),
            cid: Some(self.number),
            lag_ms: 0,
        }
    }

    fn watch(&self, node: &TestNode, game: &str) {
        let message = GameMessage::Watch {
            requester: self.requester(),
            from: 0,
            is_away: false,
        };
        assert!(node.node.send_to_game(game, message).is_some());
    }

    fn command(&self, node: &TestNode, game: &str, command: Command) {
        let message = GameMessage::Command {
            requester: self.requester(),
            command: Box::new(command),
            at_ms: node.node.clock.now_ms(),
        };
        assert!(node.node.send_to_game(game, message).is_some());
    }

    /// Returns the next message of this type.
    async fn receive(&self, kind: &str) -> Value {
        loop {
            let text = self.outbox.next().await.expect("still connected");
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Returns the next response to a request.
    async fn response(&self) -> Value {
        loop {
            let text = self.outbox.next().await.expect("still connected");
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["cid"] == self.number {
                return message;
            }
        }
    }

    /// Returns the number of queued messages, and forgets them.
    fn drain(&self) -> usize {
        std::iter::from_fn(|| self.outbox.try_next().ok().flatten()).count()
    }
}

fn drop_in(ply: usize, column: usize) -> Command {
    Command::PlayMove {
        at: Point { branch: 1, ply },
        mv: Move::Drop(Column::from_number(column).expect("in range")),
    }
}

fn terms(clock: &Value) -> GameTerms {
    let terms = json!({"rules": "standard", "first": "host", "clock": clock});
    serde_json::from_value(terms).expect("terms")
}

fn fischer(main_ms: u64) -> Value {
    json!({"kind": "total", "main_ms": main_ms, "increment_ms": 0})
}

/// Waits until a condition holds.
async fn until(mut holds: impl FnMut() -> bool) {
    for _ in 0..10_000 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never holds");
}

/// Starts a game in which both players have moved once, so that the clock of the first runs.
async fn running_game(node: &TestNode, clock: &Value) -> (String, [Client; 2]) {
    let game = node.game(&terms(clock)).await;
    let players = [Client::new(1, "ada"), Client::new(2, "bob")];
    for player in &players {
        player.watch(node, &game);
        assert_eq!(player.response().await["type"], "table");
    }
    for (ply, player) in players.iter().enumerate() {
        player.command(node, &game, drop_in(ply, 4));
        assert_eq!(player.response().await["type"], "entry");
    }
    (game, players)
}

#[tokio::test(start_paused = true)]
async fn a_game_without_viewers_is_unloaded_on_every_node() {
    let bus = LocalBus::default();
    let [one, two] = TestNode::pair(&bus).await;
    let (game, [ada, bob]) = running_game(&one, &Value::Null).await;
    let eve = Client::new(3, "eve");
    eve.watch(&two, &game);
    eve.response().await;
    let open_games = || [&one, &two].map(|node| node.node.metrics.open_games.get());
    // Longer than the idle timeout and many resyncs, but watched.
    tokio::time::sleep(IDLE_TIMEOUT * 10).await;
    assert_eq!(open_games(), [1, 1]);
    for client in [&ada, &bob] {
        one.node
            .send_to_open_game(&game, GameMessage::Leave(client.number));
    }
    tokio::time::sleep(IDLE_TIMEOUT * 2).await;
    assert_eq!(open_games(), [0, 1], "the other node still has a viewer");
    two.node
        .send_to_open_game(&game, GameMessage::Leave(eve.number));
    tokio::time::sleep(IDLE_TIMEOUT * 2).await;
    assert_eq!(open_games(), [0, 0]);
    // A game without viewers asks nothing of the store, until its clock runs out.
    let (timed, players) = running_game(&one, &fischer(600_000)).await;
    for client in &players {
        one.node
            .send_to_open_game(&timed, GameMessage::Leave(client.number));
    }
    tokio::time::sleep(Duration::from_mins(1)).await;
    let reads = one.faults.reads_of_events();
    tokio::time::sleep(Duration::from_mins(2)).await;
    assert_eq!(one.faults.reads_of_events(), reads);
    assert_eq!(open_games(), [1, 0]);
    tokio::time::sleep(Duration::from_mins(10)).await;
    assert_eq!(open_games(), [0, 0], "lost on time, and unloaded");
}

#[tokio::test(start_paused = true)]
async fn a_node_says_clearly_that_it_is_too_old_for_a_game_and_serves_the_others() {
    let node = TestNode::start().await;
    let (game, [ada, bob]) = running_game(&node, &Value::Null).await;
    // A newer node appends an event that this one does not know.
    node.append_raw(&game, 4, r#"{"kind":"teleported"}"#).await;
    ada.command(&node, &game, drop_in(2, 4));
    let refused = ada.response().await;
    assert_eq!(refused["code"], "node_too_old", "{refused}");
    assert_eq!(bob.receive("refused").await["code"], "node_too_old");
    until(|| node.node.metrics.open_games.get() == 0).await;
    let reads = node.faults.reads_of_events();
    // It is not opened at a past state either.
    ada.watch(&node, &game);
    assert_eq!(ada.response().await["code"], "node_too_old");
    assert!(
        node.faults.reads_of_events() < reads + 3,
        "it does not spin"
    );
    let (_, [carl, _]) = running_game(&node, &Value::Null).await;
    assert_eq!(carl.receive("entry").await["entry"]["seq"], 3);
}

#[tokio::test(start_paused = true)]
async fn no_clock_pays_for_an_outage_of_the_store() {
    let node = TestNode::start().await;
    let (game, [ada, bob]) = running_game(&node, &fischer(20_000)).await;
    bob.drain();
    // Ada moves while the store is down for longer than Bob's whole time.
    node.faults.fail(true);
    ada.command(&node, &game, drop_in(2, 5));
    let refused = ada.response().await;
    assert_eq!(refused["code"], "store_unavailable", "{refused}");
    tokio::time::sleep(Duration::from_secs(25)).await;
    assert_eq!(
        node.ready().await,
        503,
        "a balancer sends clients elsewhere"
    );
    node.faults.fail(false);
    // Her clock did not run meanwhile, and she sends the move again.
    let credited = bob.receive("entry").await;
    assert_eq!(credited["entry"]["event"]["kind"], "credited", "{credited}");
    assert_eq!(node.ready().await, 200);
    ada.command(&node, &game, drop_in(2, 5));
    let moved = ada.response().await;
    assert_eq!(moved["type"], "entry", "{moved}");
    let seen = bob.receive("entry").await;
    for left in seen["clocks"]["left_ms"].as_array().expect("two") {
        assert!(left.as_u64() > Some(17_000), "{seen}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_that_is_committed_after_a_short_outage_starts_the_clock_then() {
    let node = TestNode::start().await;
    let (game, [ada, bob]) = running_game(&node, &fischer(20_000)).await;
    bob.drain();
    node.faults.fail(true);
    ada.command(&node, &game, drop_in(2, 5));
    tokio::time::sleep(Duration::from_secs(4)).await;
    node.faults.fail(false);
    assert_eq!(ada.response().await["type"], "entry");
    let credited = bob.receive("entry").await;
    assert_eq!(credited["entry"]["event"]["kind"], "credited");
    let moved = bob.receive("entry").await;
    assert_eq!(moved["clocks"]["running"], 1, "{moved}");
    let left = moved["clocks"]["left_ms"].as_array().expect("two");
    for left in left {
        assert!(left.as_u64() > Some(18_500), "{moved}");
    }
    // A commit that takes long, too.
    ada.drain();
    node.faults.delay_next_write(Duration::from_secs(4));
    bob.command(&node, &game, drop_in(3, 5));
    assert_eq!(
        ada.receive("entry").await["entry"]["event"]["kind"],
        "moved"
    );
    let credited = ada.receive("entry").await;
    assert_eq!(credited["entry"]["event"]["kind"], "credited", "{credited}");
    let left = credited["clocks"]["left_ms"][0].as_u64();
    assert!(left > Some(18_500), "{credited}");
}

#[tokio::test(start_paused = true)]
async fn a_failing_store_is_reported_as_that() {
    let node = TestNode::start().await;
    let (game, [ada, bob]) = running_game(&node, &Value::Null).await;
    node.faults.fail(true);
    let at = Point { branch: 1, ply: 2 };
    ada.command(&node, &game, Command::OfferDraw(at));
    assert_eq!(ada.response().await["code"], "store_unavailable");
    let chat = GameMessage::Chat(bob.requester(), ChatPreset::Hello);
    node.node.send_to_game(&game, chat);
    assert_eq!(bob.response().await["code"], "store_unavailable");
    let claim = GameMessage::Claim(bob.requester());
    node.node.send_to_game(&game, claim);
    assert_eq!(bob.response().await["code"], "store_unavailable");
    // A game that is not in memory cannot be opened, and says so.
    let other = Client::new(7, "ada");
    other.watch(&node, "unknown");
    assert_eq!(other.response().await["code"], "store_unavailable");
    assert_eq!(node.node.metrics.open_games.get(), 1);
}

#[tokio::test(start_paused = true)]
async fn without_the_bus_moves_arrive_within_a_second() {
    let bus = LocalBus::default();
    let [one, two] = TestNode::pair(&bus).await;
    let (game, [ada, _bob]) = running_game(&one, &Value::Null).await;
    let eve = Client::new(3, "eve");
    eve.watch(&two, &game);
    eve.response().await;
    tokio::time::sleep(Duration::from_secs(40)).await;
    eve.drain();
    // The bus falls right after a resync.
    bus.set_up(false);
    ada.command(&one, &game, drop_in(2, 4));
    ada.response().await;
    let seen = tokio::time::timeout(Duration::from_millis(2_500), eve.receive("entry")).await;
    assert_eq!(seen.expect("in time")["entry"]["seq"], 4);
}

#[tokio::test(start_paused = true)]
async fn without_the_bus_seekers_learn_that_their_game_has_begun() {
    let bus = LocalBus::default();
    let [one, two] = TestNode::pair(&bus).await;
    let outbox = one.connect("ada");
    let terms = terms(&Value::Null);
    one.node
        .seek(&TestNode::person("ada"), TestNode::ADDRESS, &terms)
        .await
        .expect("posted");
    bus.set_up(false);
    let game = two
        .node
        .pair(&TestNode::person("bob"), TestNode::ADDRESS, &terms)
        .await
        .expect("paired")
        .expect("a game");
    let text = tokio::time::timeout(Duration::from_secs(3), outbox.next()).await;
    let text = text.expect("in time").expect("connected");
    let started: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&started["type"], &started["game"]),
        (&json!("started"), &json!(game))
    );
    // Once, also when the bus is back.
    bus.set_up(true);
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(outbox.try_next(), Ok(None));
}

#[tokio::test(start_paused = true)]
async fn the_presence_of_many_viewers_is_coalesced() {
    const VIEWERS: u64 = 500;
    let node = TestNode::start().await;
    let (game, [ada, _bob]) = running_game(&node, &Value::Null).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    ada.drain();
    for number in 0..VIEWERS {
        Client::new(100 + number, "eve").watch(&node, &game);
        // The inbox is bounded.
        tokio::task::yield_now().await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut counts = Vec::new();
    while let Ok(Some(text)) = ada.outbox.try_next() {
        let message: Value = serde_json::from_str(&text).expect("JSON");
        counts.push(message["watchers"].as_u64());
    }
    assert!(counts.len() <= 4, "{counts:?}");
    assert_eq!(counts.last(), Some(&Some(VIEWERS)));
}

#[tokio::test(start_paused = true)]
async fn nodes_do_not_answer_each_others_presence_for_ever() {
    let bus = LocalBus::default();
    let [one, two] = TestNode::pair(&bus).await;
    let (game, _players) = running_game(&one, &Value::Null).await;
    let eve = Client::new(3, "eve");
    eve.watch(&two, &game);
    eve.response().await;
    let (observer, mut events) = Bus::join(BusConfig::Shared(bus)).await.expect("joined");
    observer.subscribe(&subject(&game));
    tokio::time::sleep(RESYNC_INTERVAL * 4).await;
    let mut count = 0;
    while events.try_recv().is_ok() {
        count += 1;
    }
    // Two nodes, one message for each resync, and those of the start.
    assert!((6..=16).contains(&count), "{count} messages in a minute");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reconnects_is_answered_from_memory() {
    let node = TestNode::start().await;
    let (game, [ada, _bob]) = running_game(&node, &Value::Null).await;
    let reads = node.faults.reads_of_events();
    for from in [0, 2, 4] {
        let message = GameMessage::Watch {
            requester: ada.requester(),
            from,
            is_away: false,
        };
        node.node.send_to_game(&game, message);
        let table = ada.response().await;
        let count = table["entries"].as_array().map(Vec::len);
        assert_eq!(count, Some((4 - from.max(1)) as usize), "{table}");
    }
    assert_eq!(node.faults.reads_of_events(), reads);
}

/// Returns the log of a game in which Ada, whose connection has this lag, moves 200 ms after her
/// time was over.
async fn move_after_time(lag_ms: u64) -> Vec<Value> {
    let node = TestNode::start().await;
    let game = node.game(&terms(&fischer(10_000))).await;
    let players = [Client::new(1, "ada"), Client::new(2, "bob")];
    let send = |player: &Client, command, lag_ms| {
        let message = GameMessage::Command {
            requester: Requester {
                lag_ms,
                ..player.requester()
            },
            command: Box::new(command),
            at_ms: node.node.clock.now_ms(),
        };
        assert!(node.node.send_to_game(&game, message).is_some());
    };
    players[0].watch(&node, &game);
    players[0].response().await;
    send(&players[0], drop_in(0, 4), lag_ms);
    send(&players[1], drop_in(1, 4), 0);
    players[1].response().await;
    tokio::time::sleep(Duration::from_millis(10_200)).await;
    // The opponent is in a hurry.
    send(&players[1], Command::Flag, 0);
    players[1].response().await;
    send(&players[0], drop_in(2, 5), lag_ms);
    tokio::time::sleep(Duration::from_millis(100)).await;
    players[0].drain();
    players[0].watch(&node, &game);
    let table = players[0].receive("table").await;
    table["entries"].as_array().expect("a list").clone()
}

#[tokio::test(start_paused = true)]
async fn the_time_of_a_move_on_the_network_is_not_charged() {
    let log = move_after_time(300).await;
    let spent_ms = log[3]["event"]["spent_ms"].as_u64();
    assert!(spent_ms > Some(9_000) && spent_ms < Some(10_000), "{log:?}");
    let log = move_after_time(0).await;
    assert_eq!(log[3]["event"]["ending"]["by"], "time", "{log:?}");
    // A client that claims to be very slow gets no more than half a second.
    let log = move_after_time(60_000).await;
    let spent_ms = log[3]["event"]["spent_ms"].as_u64();
    assert!(spent_ms > Some(9_600), "{log:?}");
}

#[tokio::test(start_paused = true)]
async fn a_deleted_player_does_not_keep_the_opponent_waiting() {
    let node = TestNode::start().await;
    let (_game, [_ada, bob]) = running_game(&node, &Value::Null).await;
    bob.drain();
    node.node.end_games_of("ada").await.expect("done");
    let over = bob.receive("entry").await;
    let ending = &over["entry"]["event"]["ending"];
    assert_eq!(ending["by"], "departure", "{over}");
}
