//! Nodes that share a store: only those on the same bus may run together, and one person may be
//! connected to several.

use foursight_server::{
    BusConfig, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock, open,
};

use foursight_server::LocalBus;
use serde_json::json;

use super::client::{TestClient, TestServer, start_game};
use super::database::Database;
use super::file;
use super::nats::Nats;

fn config(store: &StoreLocation, bus: &str) -> ServerConfig {
    ServerConfig {
        online: Some(OnlineConfig {
            store: store.clone(),
            bus: bus.parse().expect("a bus"),
            limits: OnlineLimits::unlimited(),
            clock: WallClock::system(),
        }),
        ..ServerConfig::default()
    }
}

async fn start(store: &StoreLocation, bus: &str) -> TestServer {
    let server = TestServer::serve(config(store, bus), WallClock::system()).await;
    assert_eq!(server.send("GET", "/readyz", "", "").await.status, 200);
    server
}

/// Tries to start another node beside one.
async fn refusal(store: &StoreLocation, bus: &str) -> Option<String> {
    let opened = open(config(store, bus)).await;
    opened.err().map(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_does_not_start_beside_one_that_is_not_on_its_bus() {
    let (database, nats, other_nats) = (Database::start(), Nats::start(), Nats::start());
    let store = StoreLocation::Postgres(database.url());
    let first = start(&store, "local").await;
    let error = refusal(&store, &nats.url()).await.expect("refused");
    assert!(error.contains("--bus"), "{error}");
    first.stop().await;

    let first = start(&store, &nats.url()).await;
    let error = refusal(&store, &other_nats.url()).await.expect("refused");
    assert!(error.contains("--bus"), "{error}");
    assert!(refusal(&store, "local").await.is_some());
    assert_eq!(refusal(&store, &nats.url()).await, None);
    // The bus of the first has stopped, so the new node cannot tell: nodes work without it.
    let url = nats.url();
    drop(nats);
    assert_eq!(refusal(&store, &url).await, None);
    first.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_devices_of_one_player_on_postgres_and_nats_move_once() {
    let (database, nats) = (Database::start(), Nats::start());
    let store = StoreLocation::Postgres(database.url());
    let [one, two] = [
        start(&store, &nats.url()).await,
        start(&store, &nats.url()).await,
    ];
    let tokens = [one.token().await, one.token().await];
    let mut ada = [one.connect(&tokens[0]).await, two.connect(&tokens[0]).await];
    let mut bob = two.connect(&tokens[1]).await;
    // Whichever device wins, no line is complete.
    let terms = json!({"rules": "standard 11x10/10", "first": "host"});
    let game = start_game(&mut ada[0], &mut bob, terms).await;
    ada[1].watch(&game).await;
    for ply in 0..10 {
        if ply % 2 == 1 {
            let column = (ply / 2 % 7 + 1).to_string();
            assert_eq!(bob.drop_in(&game, ply, &column).await["type"], "entry");
            continue;
        }
        // Both devices move at the same time, and disagree.
        let [here, there] = &mut ada;
        let column = |device: usize| ((ply / 2 + 3 * device) % 7 + 1).to_string();
        let (mine, theirs) = (column(0), column(1));
        let (mine, theirs) = tokio::join!(
            here.drop_in(&game, ply, &mine),
            there.drop_in(&game, ply, &theirs)
        );
        let mut kinds = [&mine["type"], &theirs["type"]].map(|kind| kind.as_str().unwrap_or(""));
        kinds.sort_unstable();
        assert_eq!(kinds, ["entry", "refused"], "{mine} {theirs}");
        // Bob's node has received it before he moves.
        let seq = ply + 2;
        bob.receive_where(|message| message["entry"]["seq"] == seq)
            .await;
    }
    for device in &mut ada {
        device
            .receive_where(|message| message["entry"]["seq"] == 11)
            .await;
    }
    let logs = [
        ada[0].watch(&game).await,
        ada[1].watch(&game).await,
        bob.watch(&game).await,
    ];
    for log in &logs {
        assert_eq!(log["entries"], logs[0]["entries"]);
        assert_eq!(log["head"], 11);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_logout_on_one_node_closes_the_socket_on_another() {
    let (store, _folder) = file();
    let bus = LocalBus::default();
    let node = || {
        let online = OnlineConfig {
            store: store.clone(),
            bus: BusConfig::Shared(bus.clone()),
            limits: OnlineLimits::unlimited(),
            clock: WallClock::system(),
        };
        let config = ServerConfig {
            online: Some(online),
            ..ServerConfig::default()
        };
        TestServer::serve(config, WallClock::system())
    };
    let [one, two] = [node().await, node().await];
    let tokens = [one.token().await, one.token().await];
    let mut sockets = Vec::new();
    for token in &tokens {
        sockets.push(two.connect(token).await);
    }
    let header = format!("Authorization: Bearer {}\r\n", tokens[0]);
    let response = one.send("POST", "/api/logout", &header, "").await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(sockets[0].receive("bye").await["code"], "cut_off");
    let bearer = format!("Bearer {}", tokens[0]);
    let again = TestClient::open(two.address, &[("authorization", &bearer)]).await;
    assert!(again.is_err(), "the session has ended");
    let lobby = json!({"type": "lobby", "is_wanted": true});
    assert_eq!(
        sockets[1].request(lobby).await["type"],
        "seeks",
        "the other goes on"
    );
}
