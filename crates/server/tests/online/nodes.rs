//! Several nodes serve one game, and failures between them.

use foursight_server::{
    BusConfig, LocalBus, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock, open,
};
use serde_json::json;

use super::client::{START_MS, TestClient, TestServer, start_game, terms, unwatch};
use super::database::Database;
use super::file;
use super::nats::Nats;

/// Starts three nodes with one clock.
async fn start_three_nodes(store: &StoreLocation, bus: &BusConfig) -> [TestServer; 3] {
    let clock = WallClock::manual(START_MS);
    let node = || {
        let limits = OnlineLimits::unlimited();
        TestServer::start_with(store, bus.clone(), clock.clone(), limits)
    };
    [node().await, node().await, node().await]
}

/// Plays moves; the opponent and the viewer receive each of them, on any node.
async fn play(players: [&mut TestClient; 3], game: &str, plies: std::ops::Range<usize>) {
    let [one, two, watcher] = players;
    for ply in plies {
        let (player, other) = if ply % 2 == 0 {
            (&mut *one, &mut *two)
        } else {
            (&mut *two, &mut *one)
        };
        let column = ["1", "2", "3", "4"][ply % 4];
        let own = player.drop_in(game, ply, column).await;
        assert_eq!(own["type"], "entry", "{own}");
        let seq = own["entry"]["seq"].clone();
        for client in [other, &mut *watcher] {
            let message = client
                .receive_where(|message| message["entry"]["seq"] == seq)
                .await;
            assert_eq!(message["entry"], own["entry"]);
        }
    }
}

async fn a_game_on_three_nodes(store: &StoreLocation, bus: &BusConfig) {
    let [one, two, three] = start_three_nodes(store, bus).await;
    let (mut ada, mut bob, mut eve) = (one.guest().await, two.guest().await, three.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    eve.watch(&game).await;
    // Every node knows the presence on all nodes.
    let is_present = |message: &serde_json::Value| {
        let is_here = |seat: usize| message["seats"][seat]["presence"] == "here";
        is_here(0) && is_here(1) && message["watchers"] == 1
    };
    ada.receive_where(is_present).await;
    play([&mut ada, &mut bob, &mut eve], &game, 0..4).await;
    // A chat message reaches all of them.
    bob.request(json!({"type": "say", "game": game, "what": "hello"}))
        .await;
    assert_eq!(ada.receive("said").await["what"], "hello");
    assert_eq!(eve.receive("said").await["what"], "hello");
    // Two commands for the same ply through one node: the second is stale, and one event results.
    let command = |column: &str| {
        let at = json!({"branch": 1, "ply": 4});
        let command = json!({"kind": "move", "at": at, "move": column});
        json!({"type": "do", "game": game, "command": command})
    };
    let watch = json!({"type": "watch", "game": game});
    bob.request(watch).await;
    let (first, second) = (
        ada.send_message(command("5")).await,
        ada.send_message(command("6")).await,
    );
    assert_eq!(ada.response_to(first).await["type"], "entry");
    assert_eq!(ada.response_to(second).await["code"], "stale");
    let message = bob
        .receive_where(|message| message["type"] == "entry")
        .await;
    assert_eq!(message["entry"]["event"]["move"], "5");
    for server in [one, two, three] {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_on_one_file() {
    let (store, _folder) = file();
    let bus = BusConfig::Shared(LocalBus::default());
    a_game_on_three_nodes(&store, &bus).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_on_postgres_and_nats() {
    let (database, nats) = (Database::start(), Nats::start());
    let store = StoreLocation::Postgres(database.url());
    let bus: BusConfig = nats.url().parse().expect("an address");
    a_game_on_three_nodes(&store, &bus).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_on_two_nodes_moves_once() {
    let (store, _folder) = file();
    let bus = BusConfig::Shared(LocalBus::default());
    let [one, two, _three] = start_three_nodes(&store, &bus).await;
    let token = one.token().await;
    let (mut here, mut there) = (one.connect(&token).await, two.connect(&token).await);
    let mut bob = one.guest().await;
    let game = start_game(&mut here, &mut bob, terms()).await;
    there.watch(&game).await;
    // One person moves differently on two devices at the same point: one move succeeds.
    let (mine, theirs) = tokio::join!(here.drop_in(&game, 0, "1"), there.drop_in(&game, 0, "2"));
    let mut kinds = [&mine["type"], &theirs["type"]].map(|kind| kind.as_str().unwrap_or(""));
    kinds.sort_unstable();
    assert_eq!(kinds, ["entry", "refused"], "{mine} {theirs}");
    let log = bob.watch(&game).await;
    assert_eq!(log["entries"].as_array().map(Vec::len), Some(2), "{log}");
    // The same move from both devices counts once.
    let moved = bob.drop_in(&game, 1, "3").await;
    assert_eq!(moved["type"], "entry");
    let (mine, theirs) = tokio::join!(here.drop_in(&game, 2, "4"), there.drop_in(&game, 2, "4"));
    for message in [&mine, &theirs] {
        assert!(
            message["type"] == "entry" || message["type"] == "done",
            "{message}"
        );
    }
    let log = bob.watch(&game).await;
    assert_eq!(log["entries"].as_array().map(Vec::len), Some(4), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_does_not_watch_gets_the_summary_from_another_node() {
    let (store, _folder) = file();
    let [one, two, _] = start_three_nodes(&store, &BusConfig::Shared(LocalBus::default())).await;
    let (mut ada, mut bob) = (one.guest().await, two.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    unwatch([&mut ada, &mut bob], &game).await;
    ada.drop_in(&game, 0, "4").await;
    let listed = bob.receive("listed").await;
    assert_eq!(
        (&listed["game"], &listed["is_your_turn"]),
        (&json!(game), &json!(true))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_without_messages_reads_the_log_before_it_refuses() {
    // Each node has a bus of its own, so that no messages arrive.
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let deaf_node = || {
        let bus = BusConfig::Shared(LocalBus::default());
        let limits = OnlineLimits::unlimited();
        TestServer::start_with(&store, bus, clock.clone(), limits)
    };
    let [one, two] = [deaf_node().await, deaf_node().await];
    let tokens = [one.token().await, one.token().await];
    let (mut ada, mut bob) = (one.connect(&tokens[0]).await, one.connect(&tokens[1]).await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    let mut bob = two.connect(&tokens[1]).await;
    bob.watch(&game).await;
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    let answered = bob.drop_in(&game, 1, "4").await;
    assert_eq!(answered["entry"]["seq"], 3, "{answered}");
    // A point that is not in the log either is still ahead.
    assert_eq!(bob.drop_in(&game, 7, "4").await["code"], "ahead");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_continues_on_another_node_after_a_crash() {
    let (store, _folder) = file();
    let bus = BusConfig::Shared(LocalBus::default());
    let [one, two, three] = start_three_nodes(&store, &bus).await;
    let token = one.token().await;
    let (mut ada, mut bob, mut eve) = (
        one.connect(&token).await,
        two.guest().await,
        three.guest().await,
    );
    let game = start_game(&mut ada, &mut bob, terms()).await;
    eve.watch(&game).await;
    play([&mut ada, &mut bob, &mut eve], &game, 0..3).await;
    drop(one);
    let mut ada = three.connect(&token).await;
    let table = ada.watch(&game).await;
    assert_eq!(table["head"], 4, "{table}");
    play([&mut ada, &mut bob, &mut eve], &game, 3..6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bus_and_the_database_crash_and_restart() {
    let (database, nats) = (Database::start(), Nats::start());
    let store = StoreLocation::Postgres(database.url());
    let bus: BusConfig = nats.url().parse().expect("an address");
    let [one, two, three] = start_three_nodes(&store, &bus).await;
    let (mut ada, mut bob, mut eve) = (one.guest().await, two.guest().await, three.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    eve.watch(&game).await;
    play([&mut ada, &mut bob, &mut eve], &game, 0..2).await;
    // Without the bus the nodes poll the log: slower, but nothing is missed.
    let port = nats.port();
    drop(nats);
    play([&mut ada, &mut bob, &mut eve], &game, 2..4).await;
    let nats = Nats::start_at(port);
    play([&mut ada, &mut bob, &mut eve], &game, 4..6).await;
    // While the database is down a move waits for its response, and then gets one.
    database.crash();
    let cid = ada
        .send_message(json!({"type": "do", "game": game, "command":
            {"kind": "move", "at": {"branch": 1, "ply": 6}, "move": "6"}}))
        .await;
    let later = ada.send_message(json!({"type": "no such question"})).await;
    let early = ada
        .receive_where(|message| [cid, later].iter().any(|cid| message["cid"] == *cid))
        .await;
    assert_eq!(
        early["cid"], later,
        "only committed events are confirmed: {early}"
    );
    database.start_server();
    // If that takes long the answer is that the store is unavailable, and Ada sends it again.
    let mut answer = ada
        .receive_where(|message| message["type"] == "entry" || message["cid"] == cid)
        .await;
    while answer["code"] == "store_unavailable" {
        answer = ada.drop_in(&game, 6, "6").await;
    }
    assert_ne!(answer["type"], "refused", "{answer}");
    // Her move reaches the other nodes, by the bus or by the log.
    loop {
        let table = bob.watch(&game).await;
        let entries = table["entries"].as_array().expect("a list");
        if entries.len() == 8 {
            break;
        }
        assert_eq!(entries.len(), 7, "{table}");
    }
    drop(nats);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_without_a_bus_does_not_start() {
    let config = |store: &StoreLocation| ServerConfig {
        online: Some(OnlineConfig {
            store: store.clone(),
            bus: BusConfig::Local,
            limits: OnlineLimits::unlimited(),
            clock: WallClock::system(),
        }),
        ..ServerConfig::default()
    };
    let (in_file, _folder) = file();
    let database = Database::start();
    for store in [in_file, StoreLocation::Postgres(database.url())] {
        let first = TestServer::serve(config(&store), WallClock::system()).await;
        assert_eq!(first.send("GET", "/readyz", "", "").await.status, 200);
        let error = open(config(&store)).await.err().expect("refused");
        assert!(error.to_string().contains("--bus"), "{error}");
        first.stop().await;
        assert!(open(config(&store)).await.is_ok(), "the first has stopped");
    }
}
