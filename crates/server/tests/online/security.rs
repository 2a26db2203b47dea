//! Attacks on sessions, accounts, games and sockets, each of which must fail.

use std::time::Duration;

use foursight_server::{BusConfig, OnlineLimits, RateLimit, WallClock};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::client::{START_MS, TestClient, TestServer, start_game, terms};
use super::file;

async fn server() -> (TestServer, tempfile::TempDir) {
    server_with(OnlineLimits::unlimited()).await
}

async fn server_with(limits: OnlineLimits) -> (TestServer, tempfile::TempDir) {
    let (store, folder) = file();
    let clock = WallClock::manual(START_MS);
    let server = TestServer::start_with(&store, BusConfig::Local, clock, limits).await;
    (server, folder)
}

/// Returns the headers of a browser with its cookie, on a page of the server.
async fn browser(server: &TestServer) -> String {
    let joined = server
        .send("POST", "/api/guest", &server.origin(), "")
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    joined.cookie().expect("a cookie") + &server.origin()
}

async fn post(
    server: &TestServer,
    path: &str,
    headers: &str,
    body: &Value,
) -> super::client::TestResponse {
    server.send("POST", path, headers, &body.to_string()).await
}

/// Returns the code with which the server closes a socket.
async fn close_code(client: &mut TestClient) -> Option<String> {
    while let Some(message) = client.next().await {
        if message["type"] == "bye" {
            return message["code"].as_str().map(str::to_owned);
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_other_origins_are_rejected() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let cookie = own.lines().next().expect("a cookie").to_owned();
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
    ] {
        let foreign = format!("{cookie}\r\nOrigin: {origin}\r\n");
        for path in ["/api/guest", "/api/token", "/api/logout", "/api/account"] {
            let response = post(&server, path, &foreign, &json!({})).await;
            assert_eq!(
                (response.status, response.code().as_str()),
                (403, "foreign_origin"),
                "{path}"
            );
            assert_eq!(response.cookie(), None);
        }
        let headers = [
            ("cookie", cookie.trim_start_matches("Cookie: ")),
            ("origin", origin),
        ];
        assert!(
            TestClient::open(server.address, &headers).await.is_err(),
            "{origin}"
        );
    }
    // A cookie without an origin authenticates neither a change nor a socket.
    let bare = format!("{cookie}\r\n");
    assert_eq!(
        post(&server, "/api/logout", &bare, &json!({})).await.status,
        403
    );
    let cookie = cookie.trim_start_matches("Cookie: ").to_owned();
    assert!(
        TestClient::open(server.address, &[("cookie", &cookie)])
            .await
            .is_err()
    );
    let origin = format!("http://{}", server.address);
    let headers = [("cookie", cookie.as_str()), ("origin", origin.as_str())];
    assert!(TestClient::open(server.address, &headers).await.is_ok());
    // No page of another origin may read a response.
    let response = server.send("GET", "/api/me", &own, "").await;
    assert!(
        !response.head.contains("access-control-allow-origin"),
        "{response:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_cannot_be_stolen_planted_or_reused() {
    let (server, _folder) = server().await;
    let joined = server
        .send("POST", "/api/guest", &server.origin(), "")
        .await;
    let line = joined
        .head
        .lines()
        .find(|line| line.starts_with("set-cookie"));
    let line = line.expect("a cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(line.contains(part), "{line}");
    }
    let old = joined.cookie().expect("a cookie") + &server.origin();
    // A bearer token is not accepted as a cookie, and vice versa.
    let token = server.token().await;
    let planted = format!("Cookie: foursight={token}\r\n{}", server.origin());
    assert_eq!(
        server.send("GET", "/api/me", &planted, "").await.status,
        401
    );
    // Registration issues another session; the old one, which may have been planted, is invalid.
    let ada = json!({"name": "Ada", "password": "correct horse"});
    let registered = post(&server, "/api/account", &old, &ada).await;
    assert_eq!(registered.status, 200, "{registered:?}");
    let new = registered.cookie().expect("another cookie") + &server.origin();
    assert_eq!(server.send("GET", "/api/me", &old, "").await.status, 401);
    assert_eq!(
        server.send("GET", "/api/me", &new, "").await.json()["name"],
        "Ada"
    );
    // So does login, on this device or another; and logging out everywhere ends all sessions.
    let other = post(&server, "/api/login", &server.origin(), &ada).await;
    let other = other.cookie().expect("a cookie") + &server.origin();
    assert_eq!(server.send("GET", "/api/me", &other, "").await.status, 200);
    post(&server, "/api/logout/everywhere", &other, &json!({})).await;
    for cookie in [&other, &new] {
        assert_eq!(server.send("GET", "/api/me", cookie, "").await.status, 401);
    }
    // Sessions expire.
    let last = browser(&server).await;
    let token = server.token().await;
    server.clock.set(START_MS + 181 * 24 * 60 * 60 * 1000);
    assert_eq!(server.send("GET", "/api/me", &last, "").await.status, 401);
    let header = format!("Bearer {token}");
    let headers = [("authorization", header.as_str())];
    assert!(TestClient::open(server.address, &headers).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_changed_exported_and_deleted() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let ada = json!({"name": "Ada", "password": "correct horse"});
    let own = post(&server, "/api/account", &own, &ada).await;
    let own = own.cookie().expect("a cookie") + &server.origin();
    let renamed = post(
        &server,
        "/api/account/name",
        &own,
        &json!({"name": "Ada L"}),
    )
    .await;
    assert_eq!(renamed.json()["name"], "Ada L");
    let change = json!({"password": "wrong horse!", "new_password": "battery staple"});
    assert_eq!(
        post(&server, "/api/account/password", &own, &change)
            .await
            .status,
        401
    );
    let change = json!({"password": "correct horse", "new_password": "battery staple"});
    let changed = post(&server, "/api/account/password", &own, &change).await;
    assert_eq!(server.send("GET", "/api/me", &own, "").await.status, 401);
    let own = changed.cookie().expect("a cookie") + &server.origin();
    let export = server
        .send("GET", "/api/account/export", &own, "")
        .await
        .json();
    assert_eq!(export["person"]["name"], "Ada L");
    assert!(!export.to_string().contains("argon2"), "{export}");
    let sure = json!({"password": "battery staple"});
    assert_eq!(
        post(&server, "/api/account/delete", &own, &json!({}))
            .await
            .status,
        400
    );
    assert_eq!(
        post(&server, "/api/account/delete", &own, &sure)
            .await
            .status,
        200
    );
    let login = json!({"name": "Ada L", "password": "battery staple"});
    let login = post(&server, "/api/login", &server.origin(), &login).await;
    assert_eq!(login.code(), "wrong_password");
}

#[tokio::test(flavor = "multi_thread")]
async fn confusing_names_are_rejected() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let register = async |name: &str| {
        let body = json!({"name": name, "password": "correct horse"});
        post(&server, "/api/account", &own, &body).await
    };
    for name in [
        "<script>alert(1)</script>",
        "'; DROP TABLE people; --",
        "Аda",
        "A\u{202e}da",
        "A\u{200b}da",
        "",
        "a name that is much too long",
    ] {
        assert_eq!(register(name).await.code(), "bad_request", "{name}");
    }
    assert_eq!(register("Bill").await.status, 200);
    // A name that looks alike is taken.
    let other = browser(&server).await;
    let body = json!({"name": "BiIl", "password": "correct horse"});
    let taken = post(&server, "/api/account", &other, &body).await;
    assert_eq!(taken.code(), "name_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_cannot_be_guessed_nor_names_enumerated() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let ada = json!({"name": "Ada", "password": "correct horse"});
    post(&server, "/api/account", &own, &ada).await;
    let guess = async |name: &str, password: &str| {
        let body = json!({"name": name, "password": password});
        post(&server, "/api/login", &server.origin(), &body).await
    };
    // Unknown accounts get the same responses, and are locked after as many attempts.
    for name in ["Ada", "Nobody"] {
        for _ in 0..5 {
            let response = guess(name, "some other word").await;
            assert_eq!(
                (response.status, response.code().as_str()),
                (401, "wrong_password")
            );
        }
        assert_eq!(
            guess(name, "correct horse").await.code(),
            "too_often",
            "{name}"
        );
    }
    // An address that tries many names is rate-limited.
    let limits = OnlineLimits {
        logins: RateLimit::new(10, 60 * 60 * 1000),
        ..OnlineLimits::default()
    };
    let (server, _folder) = server_with(limits).await;
    let mut codes = Vec::new();
    for number in 0..=limits.logins.burst {
        let body = json!({"name": format!("name {number}"), "password": "x"});
        let response = post(&server, "/api/login", &server.origin(), &body).await;
        codes.push(response.code());
    }
    assert_eq!(codes.last().map(String::as_str), Some("too_often"));
}

#[tokio::test(flavor = "multi_thread")]
async fn players_cannot_move_for_others() {
    let (server, _folder) = server().await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    let mut eve = server.guest().await;
    eve.watch(&game).await;
    assert_eq!(eve.drop_in(&game, 0, "4").await["code"], "not_allowed");
    let resign = json!({"kind": "resign", "at": {"branch": 1, "ply": 0}});
    assert_eq!(eve.act(&game, resign).await["code"], "not_allowed");
    let refused_chat = eve
        .request(json!({"type": "say", "game": game, "what": "hello"}))
        .await;
    assert_eq!(refused_chat["code"], "not_allowed");
    assert_eq!(
        eve.request(json!({"type": "claim", "game": game})).await["code"],
        "not_allowed"
    );
    assert_eq!(bob.drop_in(&game, 0, "4").await["code"], "not_your_turn");
    // Commands reserved for the server have no JSON form.
    for command in [
        json!({"kind": "credit", "ms": 1}),
        json!({"kind": "left", "seat": 0}),
    ] {
        let cid = eve
            .send_message(json!({"type": "do", "game": game, "command": command}))
            .await;
        let message = eve.receive("refused").await;
        assert_eq!(message["code"], "bad_message", "{cid}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_accepted_once() {
    let (server, _folder) = server().await;
    let (mut ada, mut bob, mut eve) = (
        server.guest().await,
        server.guest().await,
        server.guest().await,
    );
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    let secret = invited["secret"].as_str().expect("a secret").to_owned();
    let code = server
        .send(
            "GET",
            &format!("/api/invitations/{secret}/code.svg"),
            "",
            "",
        )
        .await;
    assert!(
        code.head.contains("image/svg+xml") && code.body.starts_with("<svg"),
        "{code:?}"
    );
    let join = json!({"type": "join", "secret": secret});
    assert_eq!(ada.request(join.clone()).await["code"], "own_seek");
    let started = bob.request(join.clone()).await;
    assert_eq!(started["type"], "started");
    assert_eq!(eve.request(join.clone()).await["code"], "invitation_gone");
    // The players of the game get it again.
    assert_eq!(bob.request(join).await["game"], started["game"]);
    for secret in ["", "x", "..%2f..%2fetc", &"a".repeat(500)] {
        let response = server
            .send(
                "GET",
                &format!("/api/invitations/{secret}/code.svg"),
                "",
                "",
            )
            .await;
        assert!(
            matches!(response.status, 404 | 400),
            "{secret}: {response:?}"
        );
    }
    // An invitation that was withdrawn or has expired is gone.
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    let secret = invited["secret"].clone();
    ada.request(json!({"type": "uninvite", "secret": secret}))
        .await;
    let join = json!({"type": "join", "secret": secret});
    assert_eq!(bob.request(join).await["code"], "invitation_gone");
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    server.clock.set(START_MS + 3 * 24 * 60 * 60 * 1000);
    let join = json!({"type": "join", "secret": invited["secret"]});
    assert_eq!(bob.request(join).await["code"], "invitation_gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_apply_by_kind_of_message() {
    let limits = OnlineLimits {
        commands: foursight_server::RateLimit::new(3, 600_000),
        chat: foursight_server::RateLimit::new(2, 600_000),
        ..OnlineLimits::unlimited()
    };
    let (server, _folder) = server_with(limits).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    for _ in 0..3 {
        assert_ne!(bob.drop_in(&game, 0, "4").await["code"], "too_often");
    }
    assert_eq!(bob.drop_in(&game, 0, "4").await["code"], "too_often");
    // Another rate limit is not affected.
    let say = json!({"type": "say", "game": game, "what": "oops"});
    assert_eq!(bob.request(say.clone()).await["type"], "done");
    bob.request(say.clone()).await;
    assert_eq!(bob.request(say.clone()).await["code"], "too_often");
    // A client that does not stop is disconnected. Sending to a closed socket could discard the
    // close message, so the test sends no more than necessary: two of the fifty allowed were sent
    // above.
    for _ in 0..49 {
        if bob.send(Message::text(say.to_string())).await.is_err() {
            break;
        }
    }
    assert_eq!(close_code(&mut bob).await.as_deref(), Some("flood"));
    // The other player is not affected.
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_reconnect_after_a_shutdown() {
    let (store, _folder) = super::file();
    let (server, program) = TestServer::start_in_thread(&store);
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = super::client::start_game(&mut ada, &mut bob, super::client::terms()).await;
    ada.drop_in(&game, 0, "4").await;
    server.stop().await;
    for client in [&mut ada, &mut bob] {
        assert_eq!(close_code(client).await.as_deref(), Some("restart"));
    }
    drop((ada, bob));
    program.join().expect("it ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_registers_gets_another_token() {
    let (server, _folder) = server().await;
    let bearer = |token: &str| format!("Authorization: Bearer {token}\r\n");
    let old = server.token().await;
    let account = json!({"name": "Machine", "password": "a long password"});
    let made = post(&server, "/api/account", &bearer(&old), &account).await;
    assert_eq!((made.status, made.cookie()), (200, None), "{made:?}");
    let new = made.json()["token"].as_str().expect("a token").to_owned();
    let get_me = async |token: &str| server.send("GET", "/api/me", &bearer(token), "").await;
    assert_eq!(get_me(&old).await.status, 401);
    assert_eq!(get_me(&new).await.json()["name"], "Machine");
    // So does login.
    let guest = server.token().await;
    let signed_in = post(&server, "/api/login", &bearer(&guest), &account).await;
    let token = signed_in.json()["token"].as_str().map(str::to_owned);
    let own = get_me(&token.expect("a token")).await;
    assert_eq!(own.json()["name"], "Machine");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_name_disappears_from_open_games_at_once() {
    let (server, _folder) = server().await;
    let token = server.token().await;
    let header = format!("Authorization: Bearer {token}\r\n");
    let account = json!({"name": "Anna", "password": "a long password"});
    let made = post(&server, "/api/account", &header, &account).await;
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    let header = format!("Authorization: Bearer {token}\r\n");
    let (mut anna, mut bob) = (server.connect(&token).await, server.guest().await);
    let _ = super::client::start_game(&mut anna, &mut bob, super::client::terms()).await;
    let name = async |client: &mut TestClient, name: &str| {
        let message = client.receive_where(|message| message["seats"][0]["name"] == name);
        message.await
    };
    let new = json!({"name": "Berta"});
    let renamed = post(&server, "/api/account/name", &header, &new).await;
    assert_eq!(renamed.status, 200, "{renamed:?}");
    name(&mut bob, "Berta").await;
    let sure = json!({"password": "a long password"});
    let gone = post(&server, "/api/account/delete", &header, &sure).await;
    assert_eq!(gone.status, 200, "{gone:?}");
    name(&mut bob, "Somebody").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_and_malformed_messages_harm_only_their_sender() {
    let (server, _folder) = server().await;
    let mut ada = server.guest().await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"dance\"}",
        "{\"type\":\"watch\"}",
        "\u{0}",
    ] {
        ada.send(Message::text(text)).await.expect("it is sent");
        assert_eq!(
            ada.receive("refused").await["code"],
            "bad_message",
            "{text}"
        );
    }
    // The response carries the `cid` of the malformed message.
    for text in [
        r#"{"type": "dance", "cid": 71}"#,
        r#"{"cid": 71, "type": "do", "game": "g", "command": {"kind": "move", "move": "xyz"}}"#,
    ] {
        ada.send(Message::text(text)).await.expect("it is sent");
        let refused = ada.receive("refused").await;
        assert_eq!(
            (&refused["code"], &refused["cid"]),
            (&json!("bad_message"), &json!(71))
        );
    }
    ada.send(Message::binary(vec![0, 159, 146, 150]))
        .await
        .expect("it is sent");
    assert_eq!(ada.receive("refused").await["code"], "bad_message");
    let none = ada.request(json!({"type": "watch", "game": "none"})).await;
    assert_eq!(
        (&none["code"], &none["game"]),
        (&json!("no_such_game"), &json!("none"))
    );
    let long = "x".repeat(5_000);
    ada.send(Message::text(long)).await.expect("it is sent");
    assert_eq!(ada.receive("refused").await["code"], "bad_message");
    let long = "x".repeat(50_000);
    // The server may close the socket before everything is sent.
    let _ = ada.send(Message::text(long)).await;
    assert_eq!(ada.next().await, None, "too long a message ends the socket");
    let header = format!("Bearer {}", server.token().await);
    let headers = [("authorization", header.as_str())];
    let mut rude = TestClient::open(server.address, &headers)
        .await
        .expect("it lets us in");
    rude.send_message(json!({"type": "lobby", "is_wanted": true}))
        .await;
    assert_eq!(close_code(&mut rude).await.as_deref(), Some("no_hello"));
    let mut old = TestClient::open(server.address, &headers)
        .await
        .expect("it lets us in");
    old.send_message(json!({"type": "hello", "proto": 99}))
        .await;
    assert_eq!(close_code(&mut old).await.as_deref(), Some("other_version"));
    // Compressed bodies are not decompressed, and long ones not read.
    let pressed = format!("{}Content-Encoding: gzip\r\n", browser(&server).await);
    let response = server
        .send("POST", "/api/login", &pressed, "\u{1f}nonsense")
        .await;
    assert_eq!(response.status, 400);
    let own = browser(&server).await;
    let response = server
        .send("POST", "/api/login", &own, &"x".repeat(20_000))
        .await;
    assert_eq!(response.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_limited_by_address_and_person() {
    let limits = OnlineLimits {
        sockets_per_address: 3,
        sockets_per_person: 2,
        ..OnlineLimits::unlimited()
    };
    let (server, _folder) = server_with(limits).await;
    let token = server.token().await;
    let (one, _two) = (server.connect(&token).await, server.connect(&token).await);
    let header = format!("Bearer {token}");
    let headers = [("authorization", header.as_str())];
    let mut third = TestClient::open(server.address, &headers)
        .await
        .expect("it answers");
    assert_eq!(
        close_code(&mut third).await.as_deref(),
        Some("too_many_sockets")
    );
    drop(third);
    let _other = server.guest().await;
    let full = TestClient::open(server.address, &headers).await;
    assert!(full.is_err(), "the address has three");
    // A closed socket no longer counts.
    drop(one);
    let mut attempts = tokio::time::interval(Duration::from_millis(10));
    while TestClient::open(server.address, &headers).await.is_err() {
        attempts.tick().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_readers_are_disconnected_and_block_no_one() {
    let (server, _folder) = server().await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    let mut eve = server.guest().await;
    // Far more than the buffers of two sockets hold, and none of it is read.
    for _ in 0..200_000 {
        let watch = json!({"type": "watch", "game": game}).to_string();
        if eve.send(Message::text(watch)).await.is_err() {
            break;
        }
    }
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    let numbers = server.send("GET", "/metrics", "", "").await.body;
    assert!(
        !numbers.contains("foursight_slow_clients_total 0\n"),
        "{numbers}"
    );
}
