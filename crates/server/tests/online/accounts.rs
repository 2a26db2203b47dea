//! Passwords, names and sessions, from the view of an owner and of an attacker.

use foursight_server::{
    BusConfig, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock,
};
use serde_json::{Value, json};

use super::client::{START_MS, TestResponse, TestServer, start_game, terms};
use super::file;

const PASSWORD: &str = "correct horse battery";

async fn start_behind_proxy(store: &StoreLocation) -> TestServer {
    let clock = WallClock::manual(START_MS);
    let config = ServerConfig {
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        online: Some(OnlineConfig {
            store: store.clone(),
            bus: BusConfig::Local,
            limits: OnlineLimits::unlimited(),
            clock: clock.clone(),
        }),
        ..ServerConfig::default()
    };
    TestServer::serve(config, clock).await
}

async fn post(
    server: &TestServer,
    path: &str,
    headers: &str,
    address: &str,
    body: &Value,
) -> TestResponse {
    let headers = format!("{headers}X-Forwarded-For: {address}\r\n");
    server.send("POST", path, &headers, &body.to_string()).await
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

/// Turns a new guest into an account, and returns its token.
async fn register(server: &TestServer, name: &str) -> String {
    let token = server.token().await;
    let body = json!({"name": name, "password": PASSWORD});
    let response = post(
        server,
        "/api/account",
        &bearer(&token),
        "198.51.100.1",
        &body,
    )
    .await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["token"]
        .as_str()
        .expect("a token")
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_of_others_do_not_lock_out_the_owner() {
    let (store, _folder) = file();
    let server = start_behind_proxy(&store).await;
    register(&server, "Ada").await;
    let wrong = json!({"name": "Ada", "password": "wrong horse battery"});
    for number in 0..8 {
        let response = post(&server, "/api/login", "", "192.0.2.1", &wrong).await;
        let expected = if number < 5 { 401 } else { 429 };
        assert_eq!(response.status, expected, "{response:?}");
    }
    for number in 0..20 {
        let address = format!("203.0.113.{number}");
        let response = post(&server, "/api/login", "", &address, &wrong).await;
        assert_eq!(response.status, 401, "{response:?}");
    }
    let right = json!({"name": "Ada", "password": PASSWORD});
    let response = post(&server, "/api/login", "", "198.51.100.1", &right).await;
    assert_eq!(response.status, 200, "{response:?}");
    // An address with too many wrong guesses is refused with the right one, too.
    let response = post(&server, "/api/login", "", "192.0.2.1", &right).await;
    assert_eq!(response.status, 429, "{response:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_end_with_their_session() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    // The token of a guest is worth nothing after the registration, and after a logout.
    let guest = server.token().await;
    let mut socket = server.connect(&guest).await;
    let body = json!({"name": "Ada", "password": PASSWORD});
    let response = post(&server, "/api/account", &bearer(&guest), "", &body).await;
    let token = response.json()["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    assert_eq!(socket.receive("bye").await["code"], "cut_off");
    let mut socket = server.connect(&token).await;
    let login = post(&server, "/api/login", "", "", &body).await;
    let cookie = login.cookie().expect("a cookie");
    let mut other = server.connect(&token).await;
    other
        .request(json!({"type": "lobby", "is_wanted": true}))
        .await;
    let headers = format!("{cookie}{}", server.origin());
    let response = post(&server, "/api/logout", &headers, "", &json!({})).await;
    assert_eq!(response.status, 200);
    let lobby = json!({"type": "lobby", "is_wanted": true});
    let answer = socket.request(lobby).await;
    assert_eq!(answer["type"], "seeks", "another session goes on");
    let response = post(&server, "/api/logout", &bearer(&token), "", &json!({})).await;
    assert_eq!(response.status, 200);
    for socket in [&mut socket, &mut other] {
        assert_eq!(socket.receive("bye").await["code"], "cut_off");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn easy_passwords_and_reserved_names_are_refused() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let token = server.token().await;
    for (name, password, code) in [
        ("Ada", "1234567890", "bad_request"),
        ("Ada", "aaaaaaaaaa", "bad_request"),
        ("Ada Lovelace", "ada lovelace1", "bad_request"),
        ("Admin", PASSWORD, "name_taken"),
        ("perfect", PASSWORD, "name_taken"),
        ("Quiet Otter 417", PASSWORD, "name_taken"),
    ] {
        let body = json!({"name": name, "password": password});
        let response = post(&server, "/api/account", &bearer(&token), "", &body).await;
        assert_eq!(response.code(), code, "{name} {password}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_leaves_neither_games_nor_its_name_behind() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let token = register(&server, "Ada").await;
    let (mut ada, mut bob) = (server.connect(&token).await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    for (ply, player) in [&mut ada, &mut bob].into_iter().enumerate() {
        player.drop_in(&game, ply, "4").await;
    }
    let export = server
        .send("GET", "/api/account/export", &bearer(&token), "")
        .await;
    let export = export.json();
    assert_eq!(export["made_ms"], START_MS, "{export}");
    assert_eq!(export["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(export["invitations"], json!([]));
    assert_eq!(export["games"].as_array().map(Vec::len), Some(1));
    let body = json!({"password": PASSWORD});
    let response = post(&server, "/api/account/delete", &bearer(&token), "", &body).await;
    assert_eq!(response.status, 200, "{response:?}");
    // The opponent need not wait for a day.
    let over = bob
        .receive_where(|message| message["entry"]["event"]["kind"] == "ended")
        .await;
    assert_eq!(
        over["entry"]["event"]["ending"]["by"], "departure",
        "{over}"
    );
    // No other user can be called Ada now.
    let other = server.token().await;
    let body = json!({"name": "Ada", "password": PASSWORD});
    let response = post(&server, "/api/account", &bearer(&other), "", &body).await;
    assert_eq!(response.code(), "name_taken");
    server.clock.set(START_MS + 91 * 24 * 60 * 60 * 1000);
    let response = post(&server, "/api/account", &bearer(&other), "", &body).await;
    assert_eq!(response.status, 200, "{response:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_much_is_answered() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let mut ada = server.guest().await;
    // A long message is refused; the socket goes on.
    let long = json!({"type": "join", "secret": "x".repeat(5_000)});
    ada.send_message(long).await;
    assert_eq!(ada.receive("refused").await["code"], "bad_message");
    // Games that do not exist do not count as watched.
    for number in 0..60 {
        let game = format!("nothing{number}");
        let watched = ada.request(json!({"type": "watch", "game": game})).await;
        assert_eq!(watched["code"], "no_such_game", "{number}");
    }
    // The reason of the end arrives, however much the client still sends.
    for _ in 0..3_000 {
        let text = tokio_tungstenite::tungstenite::Message::text("nonsense");
        if ada.send(text).await.is_err() {
            break;
        }
    }
    assert_eq!(ada.receive("bye").await["code"], "flood");
}
