//! Several nodes serve one game, and what happens when something between them fails.

use foursight_server::{BusAt, Clock, LocalBus, OnlineLimits, StoreAt};
use serde_json::json;

use super::client::{Client, START_MS, Server, begin, leave, terms};
use super::database::Database;
use super::file;
use super::nats::Nats;

/// Three nodes with one clock.
async fn three(store: &StoreAt, bus: &BusAt) -> [Server; 3] {
    let clock = Clock::standing(START_MS);
    let node = || {
        let limits = OnlineLimits::none();
        Server::start_with(store, bus.clone(), clock.clone(), limits)
    };
    [node().await, node().await, node().await]
}

/// Moves of both, each seen by the other and by who watches, wherever they are.
async fn play(players: [&mut Client; 3], game: &str, plies: std::ops::Range<usize>) {
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
            let told = client.hear_that(|told| told["entry"]["seq"] == seq).await;
            assert_eq!(told["entry"], own["entry"]);
        }
    }
}

async fn a_game_on_three_nodes(store: &StoreAt, bus: &BusAt) {
    let [one, two, three] = three(store, bus).await;
    let (mut ada, mut bob, mut eve) = (one.guest().await, two.guest().await, three.guest().await);
    let token = two.token().await;
    let game = begin(&mut ada, &mut bob, terms()).await;
    eve.watch(&game).await;
    // Everybody knows who is there.
    let here = |told: &serde_json::Value| {
        let is_here = |seat: usize| told["seats"][seat]["presence"] == "here";
        is_here(0) && is_here(1) && told["watchers"] == 1
    };
    ada.hear_that(here).await;
    play([&mut ada, &mut bob, &mut eve], &game, 0..4).await;
    // A sentence reaches them all.
    bob.get(json!({"type": "say", "game": game, "what": "hello"}))
        .await;
    assert_eq!(ada.hear("said").await["what"], "hello");
    assert_eq!(eve.hear("said").await["what"], "hello");
    // Both nodes are asked for the same ply at once: one event comes of it.
    let command = |column: &str| {
        let at = json!({"branch": 1, "ply": 4});
        let command = json!({"kind": "move", "at": at, "move": column});
        json!({"type": "do", "game": game, "command": command})
    };
    let header = json!({"type": "watch", "game": game});
    drop(token);
    bob.get(header).await;
    let (first, second) = (ada.ask(command("5")).await, ada.ask(command("6")).await);
    assert_eq!(ada.answer(first).await["type"], "entry");
    assert_eq!(ada.answer(second).await["code"], "stale");
    let told = bob.hear_that(|told| told["type"] == "entry").await;
    assert_eq!(told["entry"]["event"]["move"], "5");
    for server in [one, two, three] {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_on_one_file() {
    let (store, _folder) = file();
    let bus = BusAt::Shared(LocalBus::default());
    a_game_on_three_nodes(&store, &bus).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_on_postgres_and_nats() {
    let (database, nats) = (Database::start(), Nats::start());
    let store = StoreAt::Postgres(database.url());
    let bus: BusAt = nats.url().parse().expect("an address");
    a_game_on_three_nodes(&store, &bus).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_of_one_seat_on_two_nodes_do_no_harm() {
    let (store, _folder) = file();
    let bus = BusAt::Shared(LocalBus::default());
    let [one, two, _three] = three(&store, &bus).await;
    let token = one.token().await;
    let (mut here, mut there) = (one.connect(&token).await, two.connect(&token).await);
    let mut bob = one.guest().await;
    let game = begin(&mut here, &mut bob, terms()).await;
    there.watch(&game).await;
    // The same person moves on two devices at once, at the same point: one of them is first.
    let (mine, theirs) = tokio::join!(here.drop_in(&game, 0, "1"), there.drop_in(&game, 0, "2"));
    let mut kinds = [&mine["type"], &theirs["type"]].map(|kind| kind.as_str().unwrap_or(""));
    kinds.sort_unstable();
    assert_eq!(kinds, ["entry", "refused"], "{mine} {theirs}");
    let log = bob.watch(&game).await;
    assert_eq!(log["entries"].as_array().map(Vec::len), Some(2), "{log}");
    // And the same move from both is one move.
    let moved = bob.drop_in(&game, 1, "3").await;
    assert_eq!(moved["type"], "entry");
    let (mine, theirs) = tokio::join!(here.drop_in(&game, 2, "4"), there.drop_in(&game, 2, "4"));
    for told in [&mine, &theirs] {
        assert!(told["type"] == "entry" || told["type"] == "done", "{told}");
    }
    let log = bob.watch(&game).await;
    assert_eq!(log["entries"].as_array().map(Vec::len), Some(4), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_looks_elsewhere_hears_of_a_turn_on_another_node() {
    let (store, _folder) = file();
    let [one, two, _] = three(&store, &BusAt::Shared(LocalBus::default())).await;
    let (mut ada, mut bob) = (one.guest().await, two.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    leave([&mut ada, &mut bob], &game).await;
    ada.drop_in(&game, 0, "4").await;
    let listed = bob.hear("listed").await;
    assert_eq!(
        (&listed["game"], &listed["is_your_turn"]),
        (&json!(game), &json!(true))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_has_heard_nothing_looks_at_the_log_before_it_refuses() {
    // Each has a bus of its own, so that nothing is ever heard.
    let (store, _folder) = file();
    let [one, two, _three] = three(&store, &BusAt::Local).await;
    let tokens = [one.token().await, one.token().await];
    let (mut ada, mut bob) = (one.connect(&tokens[0]).await, one.connect(&tokens[1]).await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    let mut bob = two.connect(&tokens[1]).await;
    bob.watch(&game).await;
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    let answered = bob.drop_in(&game, 1, "4").await;
    assert_eq!(answered["entry"]["seq"], 3, "{answered}");
    // What nobody knows of is still ahead.
    assert_eq!(bob.drop_in(&game, 7, "4").await["code"], "ahead");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_dies_and_the_game_goes_on_elsewhere() {
    let (store, _folder) = file();
    let bus = BusAt::Shared(LocalBus::default());
    let [one, two, three] = three(&store, &bus).await;
    let token = one.token().await;
    let (mut ada, mut bob, mut eve) = (
        one.connect(&token).await,
        two.guest().await,
        three.guest().await,
    );
    let game = begin(&mut ada, &mut bob, terms()).await;
    eve.watch(&game).await;
    play([&mut ada, &mut bob, &mut eve], &game, 0..3).await;
    drop(one);
    let mut ada = three.connect(&token).await;
    let table = ada.watch(&game).await;
    assert_eq!(table["head"], 4, "{table}");
    play([&mut ada, &mut bob, &mut eve], &game, 3..6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bus_and_the_database_die_and_come_back() {
    let (database, nats) = (Database::start(), Nats::start());
    let store = StoreAt::Postgres(database.url());
    let bus: BusAt = nats.url().parse().expect("an address");
    let [one, two, three] = three(&store, &bus).await;
    let (mut ada, mut bob, mut eve) = (one.guest().await, two.guest().await, three.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    eve.watch(&game).await;
    play([&mut ada, &mut bob, &mut eve], &game, 0..2).await;
    // Without the bus the log is looked at: slower, but nothing is missed.
    let port = nats.port();
    drop(nats);
    play([&mut ada, &mut bob, &mut eve], &game, 2..4).await;
    let nats = Nats::start_at(port);
    play([&mut ada, &mut bob, &mut eve], &game, 4..6).await;
    // Without the database a player who moves waits for the answer, and gets it once.
    database.crash();
    let cid = ada
        .ask(json!({"type": "do", "game": game, "command":
            {"kind": "move", "at": {"branch": 1, "ply": 6}, "move": "6"}}))
        .await;
    let later = ada.ask(json!({"type": "no such question"})).await;
    let early = ada
        .hear_that(|told| [cid, later].iter().any(|cid| told["cid"] == *cid))
        .await;
    assert_eq!(
        early["cid"], later,
        "nothing is confirmed that is not kept: {early}"
    );
    database.run();
    let told = ada
        .hear_that(|told| told["type"] == "entry" || told["cid"] == cid)
        .await;
    assert_ne!(told["type"], "refused", "{told}");
    let table = bob.watch(&game).await;
    assert_eq!(
        table["entries"].as_array().map(Vec::len),
        Some(8),
        "{table}"
    );
    drop(nats);
}
